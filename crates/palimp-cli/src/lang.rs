//! Language of palimp's output.
//!
//! The code says everything in English, where it is said. The tables beside this file hold the
//! Korean translations, found by the English words when they are on their way to a person. A blank
//! of a form, such as `{name}`, stands for what the code puts there. What the tables lack is said
//! in English; a test complains of it. Data stays as it is: nothing in `--json` passes through
//! here.

mod commands;
mod common_commands;
mod errors;
mod help;
mod hub;
mod library;
mod library_errors;
mod names;
mod numbers;
mod system_messages;
mod team;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::OnceLock;

pub(crate) use palimp_web::Lang;

use palimp_core::message_template::MessageTemplate;

/// Pairs of what is said in English and in Korean.
type KoreanTable = &'static [(&'static str, &'static str)];

/// Tables of the texts of commands, by the form that stands in the code.
const COMMAND_TABLES: [KoreanTable; 4] =
    [common_commands::TABLE, commands::TABLE, team::TABLE, hub::TABLE];
/// Tables of whole sentences that explain a failure or a finding, of this crate and of others.
const SENTENCE_TABLES: [KoreanTable; 5] = [
    errors::TABLE,
    library::TABLE,
    system_messages::TABLE,
    library_errors::TABLE,
    palimp_core::korean::MESSAGE_TRANSLATIONS,
];

/// A table, a pair a line.
macro_rules! table {
    ($($en:literal => $ko:literal;)*) => {
        /// English, and the same in Korean.
        pub(super) const TABLE: super::KoreanTable = &[$(($en, $ko),)*];
    };
}
use table;

/// The language of this process: the user's, as `PALIMP_LANG` or the locale says.
pub(crate) fn lang() -> Lang {
    static LANG: OnceLock<Lang> = OnceLock::new();
    *LANG.get_or_init(|| Lang::of_environment(|name| std::env::var(name).ok()))
}

/// Returns the text that was made of `form`, in the user's language.
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
        Lang::Ko => by_form(form, &english).unwrap_or_else(|| translate(&english)),
    }
}

fn by_form(form: &str, english: &str) -> Option<String> {
    Some(
        MessageTemplate::new(korean_of(form)?)
            .fill_blanks(&MessageTemplate::new(form).extract_values(english)?),
    )
}

/// The form that stands in the code, in Korean.
fn korean_of(form: &str) -> Option<&'static str> {
    COMMAND_TABLES.into_iter().flatten().find(|(en, _)| *en == form).map(|(_, ko)| *ko)
}

/// A sentence that came from elsewhere, in the user's language: what failed, what is asked, what was
/// found. What fills its blanks may be such a sentence too.
pub(crate) fn translate(english: &str) -> String {
    match lang() {
        Lang::En => english.to_owned(),
        Lang::Ko => by_words(english).unwrap_or_else(|| english.to_owned()),
    }
}

fn by_words(english: &str) -> Option<String> {
    let (mark, words) = split_mark(english);
    translate_to_korean(words).map(|it| mark.to_owned() + &it.korean)
}

/// Splits the mark before a line of talk, which is no word of it, from the line.
fn split_mark(text: &str) -> (&str, &str) {
    let mark = ["palimp: ", "[palimp] "].into_iter().find(|mark| text.starts_with(mark));
    text.split_at(mark.map_or(0, str::len))
}

/// A sentence in Korean.
#[derive(Clone)]
struct Explained {
    korean: String,
    /// The bytes of the English that are words of forms, those in blanks included.
    own: usize,
}

/// Sentences that were looked up for one text; blanks hold the same ones again and again.
#[derive(Default)]
struct Lookups(HashMap<String, Option<Explained>>);

/// Translates `english`: as one sentence, or as several one behind the other where that leaves less
/// to blanks.
fn translate_to_korean(english: &str) -> Option<Explained> {
    Lookups::default().translate_text(english)
}

impl Lookups {
    fn translate_text(&mut self, english: &str) -> Option<Explained> {
        if let Some(known) = self.0.get(english) {
            return known.clone();
        }
        let found = match (self.translate_sentence(english), self.translate_sentences(english)) {
            (Some(whole), Some(several)) if several.own > whole.own => Some(several),
            (Some(whole), _) => Some(whole),
            (None, several) => several,
        };
        self.0.insert(english.to_owned(), found.clone());
        found
    }

    /// Sentences that are joined by semicolons, some of which have semicolons themselves: parted where forms
    /// have most words for them. What no form has words for stays.
    fn translate_sentences(&mut self, english: &str) -> Option<Explained> {
        const MAX_SENTENCES: usize = 8;
        let parts: Vec<&str> = english.split("; ").collect();
        if !(2..=MAX_SENTENCES).contains(&parts.len()) {
            return None;
        }
        let mut best = vec![Explained { korean: String::new(), own: 0 }];
        for to in 1..=parts.len() {
            let mut up_to = |from: usize| {
                let english = parts[from..to].join("; ");
                // All of it is what is looked at here.
                let last =
                    (to - from < parts.len()).then(|| self.translate_sentence(&english)).flatten();
                let last = last.unwrap_or(Explained { korean: english, own: 0 });
                let before = &best[from];
                let joint = if from > 0 { "; " } else { "" };
                let korean = format!("{}{joint}{}", before.korean, last.korean);
                Explained { korean, own: before.own + last.own }
            };
            let ways: Vec<Explained> = (0..to).map(&mut up_to).collect();
            best.extend(ways.into_iter().max_by_key(|it| it.own));
        }
        best.pop().filter(|it| it.own > 0)
    }

    /// The form that explains most of the sentence decides, with what stands in its blanks: a form that fits
    /// because a blank of it swallows another sentence explains less. One that has hardly any words, such as
    /// `{} must be {}`, decides nothing where no word of ours is in its blanks.
    fn translate_sentence(&mut self, english: &str) -> Option<Explained> {
        let mut best: Option<Explained> = None;
        for (en, ko) in explanations() {
            let form = MessageTemplate::new(en);
            let Some(mut values) = form.extract_values(english) else { continue };
            let (mut own, mut said) = (form.own_length(), 0);
            for (name, value) in &mut values {
                if let Some(inner) = self.translate_blank(name, value) {
                    own += inner.own;
                    said += 1;
                    *value = inner.korean;
                }
            }
            let decides = !form.is_vague() || said > 0;
            if decides && best.as_ref().is_none_or(|it| own > it.own) {
                best =
                    Some(Explained { korean: MessageTemplate::new(ko).fill_blanks(&values), own });
            }
        }
        best.or_else(|| {
            translate_number(english).map(|korean| Explained { korean, own: english.len() })
        })
    }

    /// Explains the words in a blank, where they are a sentence too. A word alone may be anybody's, but for a blank in which
    /// only words of programs stand.
    fn translate_blank(&mut self, blank: &str, value: &str) -> Option<Explained> {
        let may_be_ours =
            palimp_core::korean::PROGRAM_WORD_BLANKS.contains(&blank) || value.trim().contains(' ');
        may_be_ours.then(|| self.translate_text(value))?
    }
}

/// Returns the texts that may stand in a sentence that came from elsewhere: all explanations, and
/// whole sentences of commands.
fn explanations() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let said = COMMAND_TABLES
        .into_iter()
        .flatten()
        .filter(|(en, _)| MessageTemplate::new(en).is_sentence());
    SENTENCE_TABLES.into_iter().flatten().chain(said)
}

/// So many of something, as `count` says it in English; or several such numbers.
fn translate_number(english: &str) -> Option<String> {
    if let Some((first, rest)) = english.split_once(", ") {
        return Some(format!("{}, {}", translate_number(first)?, translate_number(rest)?));
    }
    let number: usize = english.split_once(' ')?.0.parse().ok()?;
    let is_it = |en: &str| {
        let one = en.strip_prefix("{} ").unwrap_or(en);
        palimp_core::text::count_noun(number, one) == english
    };
    let (_, korean) = numbers::TABLE.iter().find(|(en, _)| is_it(en))?;
    Some(MessageTemplate::new(korean).fill_blanks(&[("0".to_owned(), number.to_string())]))
}

/// A name of palimp's own for a thing, such as a column's, in the user's language.
pub(crate) fn translate_name(english: &str) -> String {
    let mut all = names::TABLE.iter().filter(|_| lang() == Lang::Ko);
    all.find(|(en, _)| *en == english).map_or(english, |(_, ko)| ko).to_owned()
}

/// So many of something, where the user's language has words for it that differ from English.
pub(crate) fn translate_count(number: usize, one: &str) -> Option<String> {
    let mut all = numbers::TABLE.iter().filter(|_| lang() == Lang::Ko);
    let (_, korean) = all.find(|(en, _)| en.strip_prefix("{} ") == Some(one))?;
    Some(MessageTemplate::new(korean).fill_blanks(&[("0".to_owned(), number.to_string())]))
}

/// Help, which has no blanks, in the user's language where that is not English.
pub(crate) fn translate_help(english: &str) -> Option<&'static str> {
    korean_help(english).filter(|_| lang() == Lang::Ko)
}

/// Help in Korean.
pub(crate) fn korean_help(english: &str) -> Option<&'static str> {
    help::TABLE.iter().find(|(en, _)| *en == english).map(|(_, ko)| *ko)
}

/// Help whose frame, which clap says, is in the user's language.
pub(crate) fn help_around(text: &str) -> String {
    let fixed = help::HELP_FRAME.iter().filter(|_| lang() == Lang::Ko);
    fixed.fold(text.to_owned(), |text, (en, ko)| text.replace(en, ko))
}
