//! In which language palimp speaks.
//!
//! The code says everything in English, where it is said. The tables beside this file hold the same
//! in Korean, found by the English words when they are on their way to a person. A blank of a form,
//! such as `{name}`, stands for what the code puts there. What the tables lack is said in English; a
//! test complains of it. Data stays as it is: nothing in `--json` passes through here.

mod commands;
mod elsewhere;
mod errors;
mod everyday;
mod form;
mod help;
mod hub;
mod library;
mod numbers;
mod rooms;
mod sharing;
mod team;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub(crate) use palimp_web::Lang;

use form::Form;

/// Pairs of what is said in English and in Korean.
type Table = &'static [(&'static str, &'static str)];

/// What verbs say, by the form that stands in the code.
const SAID: [Table; 4] = [everyday::TABLE, commands::TABLE, team::TABLE, hub::TABLE];
/// What explains a failure, or what was looked at: whole sentences, of this room and of others.
const EXPLAINED: [Table; 8] = [
    errors::TABLE,
    library::TABLE,
    elsewhere::TABLE,
    sharing::TABLE,
    rooms::TABLE,
    everyday::TABLE,
    team::TABLE,
    hub::TABLE,
];

/// A table, a pair a line.
macro_rules! table {
    ($($en:literal => $ko:literal;)*) => {
        /// English, and the same in Korean.
        pub(super) const TABLE: super::Table = &[$(($en, $ko),)*];
    };
}
use table;

/// The language of this process: the user's, as `PALIMP_LANG` or the locale says.
pub(crate) fn lang() -> Lang {
    static LANG: OnceLock<Lang> = OnceLock::new();
    *LANG.get_or_init(|| wanted(|name| std::env::var(name).ok()))
}

/// The first of these that says anything decides, as POSIX has it for the locale.
fn wanted(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let named = ["PALIMP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let code = named.unwrap_or_default();
    Lang::of(code.split(['_', '.', '-', '@']).next().unwrap_or_default()).unwrap_or_default()
}

/// What was made of `form`, in the user's language.
pub(crate) fn said(form: &'static str, english: String) -> String {
    match lang() {
        Lang::En => english,
        Lang::Ko => by_form(form, &english).unwrap_or(english),
    }
}

/// The same for talk, in which a sentence from elsewhere may stand.
pub(crate) fn remarked(form: &'static str, english: String) -> String {
    match lang() {
        Lang::En => english,
        Lang::Ko => by_form(form, &english).unwrap_or_else(|| told(&english)),
    }
}

fn by_form(form: &str, english: &str) -> Option<String> {
    let korean = SAID.into_iter().flatten().find(|(en, _)| *en == form)?.1;
    Some(Form::new(korean).filled(&Form::new(form).values(english)?))
}

/// A sentence that came from elsewhere, in the user's language: what failed, what is asked, what was
/// found. What fills its blanks may be such a sentence too.
pub(crate) fn told(english: &str) -> String {
    match lang() {
        Lang::En => english.to_owned(),
        Lang::Ko => by_words(english).unwrap_or_else(|| english.to_owned()),
    }
}

/// The most particular form that fits decides: the one with most words of its own. One that has hardly
/// any, such as `{} of {}`, is no sentence, and fits only what is short itself.
fn by_words(english: &str) -> Option<String> {
    const HARDLY_ANY: usize = 3;
    const SHORT: usize = 40;
    let fitting = EXPLAINED.into_iter().flatten().filter_map(|(en, ko)| {
        let form = Form::new(en);
        let vague = (1..=HARDLY_ANY).contains(&form.letters());
        let values = form.values(english).filter(|_| !vague || english.len() <= SHORT);
        values.map(|values| (form.own_length(), *ko, values))
    });
    let (_, korean, mut values) = fitting.max_by_key(|(length, ..)| *length)?;
    for (_, value) in &mut values {
        if let Some(korean) = by_words(value) {
            *value = korean;
        }
    }
    Some(Form::new(korean).filled(&values))
}

/// So many of something, where the user's language has words for it that differ from English.
pub(crate) fn counted(number: usize, one: &str) -> Option<String> {
    let mut all = numbers::TABLE.iter().filter(|_| lang() == Lang::Ko);
    let (_, korean) = all.find(|(en, _)| en.strip_prefix("{} ") == Some(one))?;
    Some(Form::new(korean).filled(&[("0".to_owned(), number.to_string())]))
}

/// Help, which has no blanks, in the user's language where that is not English.
pub(crate) fn helped(english: &str) -> Option<&'static str> {
    korean_help(english).filter(|_| lang() == Lang::Ko)
}

/// Help in Korean.
pub(crate) fn korean_help(english: &str) -> Option<&'static str> {
    help::TABLE.iter().find(|(en, _)| *en == english).map(|(_, ko)| *ko)
}

/// Help whose frame, which clap says, is in the user's language.
pub(crate) fn help_around(text: &str) -> String {
    let fixed = help::FIXED.iter().filter(|_| lang() == Lang::Ko);
    fixed.fold(text.to_owned(), |text, (en, ko)| text.replace(en, ko))
}
