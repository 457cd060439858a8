//! Korean of what opening files and listening fails with, by the words of the libraries that say it.

use palimp_core::korean::{MESSAGE_TRANSLATIONS, PROGRAM_WORD_BLANKS};
use palimp_core::lang::{Lang, current_lang};
use palimp_core::message_template::MessageTemplate;

/// A sentence that comes from elsewhere, in the user's language.
pub(crate) fn localized(english: &str) -> String {
    match current_lang() {
        Lang::Ko => in_korean(english),
        Lang::En => english.to_owned(),
    }
}

/// Returns a sentence of another library in Korean; one that no form fits stays as it is.
fn in_korean(english: &str) -> String {
    let fitting = MESSAGE_TRANSLATIONS.iter().filter_map(|(en, korean)| {
        let form = MessageTemplate::new(en);
        let values = form.extract_values(english).filter(|_| !form.is_vague())?;
        Some((form.own_length(), korean, values))
    });
    let Some((_, korean, mut values)) = fitting.max_by_key(|(own, ..)| *own) else {
        return english.to_owned();
    };
    // A word alone is somebody's name, but where only programs say something.
    let may_be_ours =
        |name: &str, value: &str| PROGRAM_WORD_BLANKS.contains(&name) || value.contains(' ');
    for (_, value) in values.iter_mut().filter(|(name, value)| may_be_ours(name, value)) {
        *value = in_korean(value);
    }
    MessageTemplate::new(korean).fill_blanks(&values)
}
