//! Removes forgotten text from the records of conversations.

use std::path::Path;

use palimp_core::forget_query::ForgetQuery;
use palimp_core::home::HomePaths;
use palimp_note::removal::without_lines;

use super::chat_record::RecordError;
use super::texts::{each_text, is_unfinished, read_text, record_files, rewrite_record};

/// Replacement for a text that was forgotten as a whole.
pub(super) const FORGOTTEN_MARK: &str = "[forgotten]";

/// Returns the number of an agent's conversations that contain `wanted`.
pub(crate) fn count_matching_chats(home: &HomePaths, agent: &str, wanted: &ForgetQuery) -> usize {
    record_files(home, agent).iter().filter(|path| cleaned_text(path, wanted).is_some()).count()
}

/// Removes every line that contains `wanted` from an agent's conversations. A conversation in use
/// is refused, because the program that holds it still has the text in memory.
pub(crate) fn forget_in_chats(
    home: &HomePaths,
    agent: &str,
    wanted: &ForgetQuery,
) -> Result<(), RecordError> {
    record_files(home, agent)
        .iter()
        .try_for_each(|path| rewrite_record(path, |path| cleaned_text(path, wanted)))
}

/// Returns a file's text without `wanted`; none if it does not contain it.
fn cleaned_text(path: &Path, wanted: &ForgetQuery) -> Option<String> {
    let text = read_text(path)?;
    let clean: String = match is_unfinished(path) {
        true => without_lines(&text, wanted),
        false => text.split_inclusive('\n').map(|line| cleaned_line(line, wanted)).collect(),
    };
    (clean != text).then_some(clean)
}

fn cleaned_line(line: &str, wanted: &ForgetQuery) -> String {
    let mut changed = false;
    let entry = each_text(line, &mut |text| {
        if wanted.is_in(text) {
            let rest = without_lines(text, wanted);
            *text = if rest.trim().is_empty() { FORGOTTEN_MARK.to_owned() } else { rest };
            changed = true;
        }
    });
    match entry {
        Some(entry) if changed => format!("{entry}\n"),
        // A torn line says nothing but this.
        None if wanted.is_in_escaped(line) => String::new(),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_context::RecordEntry;
    use palimp_context::conversation::user_message;

    #[test]
    fn lines_go_and_the_form_stays() {
        let line =
            |text: &str| RecordEntry::Message { at: 1, message: user_message(text) }.to_line();
        let clean = |text: &str| cleaned_line(&line(text), &ForgetQuery::new("Walrus"));
        assert_eq!(clean("call the walrus\nbuy milk"), line("buy milk"));
        assert_eq!(clean("the WALRUS"), line(FORGOTTEN_MARK));
        assert_eq!(clean("\"quoted\"\nwords"), line("\"quoted\"\nwords"));
        assert_eq!(cleaned_line(&line("hi"), &ForgetQuery::new("user")), line("hi"));
        assert_eq!(cleaned_line("{\"torn\": \"walrus", &ForgetQuery::new("walrus")), "");
    }
}
