//! Secrets in the records of conversations: stored while redaction was off, or unknown to an earlier
//! version.

use std::path::Path;

use palimp_core::home::HomePaths;
use palimp_redact::Redactor;

use super::chat_record::RecordError;
use super::texts::{each_text, is_unfinished, read_text, record_files, rewrite_record};

/// Location of a secret in the record of a conversation; never the secret itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatSecret {
    /// Its kind.
    pub kind: &'static str,
    /// The file and the line in it, from 1: `chat-20261122-150405-0a1b2.jsonl:3`.
    pub place: String,
}

/// Finds the secrets in an agent's conversations.
pub fn find_secrets(home: &HomePaths, agent: &str, redactor: &Redactor) -> Vec<ChatSecret> {
    let mut found = Vec::new();
    for path in record_files(home, agent) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (number, line) in read_text(&path).unwrap_or_default().split_inclusive('\n').enumerate()
        {
            let place = format!("{name}:{}", number + 1);
            let mut look = |text: &str| {
                let kinds = redactor.find(text).into_iter().map(|finding| finding.kind);
                found.extend(kinds.map(|kind| ChatSecret { kind, place: place.clone() }));
            };
            let is_read =
                !is_unfinished(&path) && each_text(line, &mut |text| look(text)).is_some();
            if !is_read {
                look(line);
            }
        }
    }
    found
}

/// Redacts the secrets in an agent's conversations. Refuses a conversation with a secret while it is
/// in use.
pub fn redact_secrets(
    home: &HomePaths,
    agent: &str,
    redactor: &Redactor,
) -> Result<(), RecordError> {
    record_files(home, agent)
        .iter()
        .try_for_each(|path| rewrite_record(path, |path| redacted_text(path, redactor)))
}

/// Returns a file's text without its secrets; none if it has none.
fn redacted_text(path: &Path, redactor: &Redactor) -> Option<String> {
    let text = read_text(path)?;
    let clean: String = match is_unfinished(path) {
        true => redactor.redact(&text).into_owned(),
        false => text.split_inclusive('\n').map(|line| cleaned_line(line, redactor)).collect(),
    };
    (clean != text).then_some(clean)
}

fn cleaned_line(line: &str, redactor: &Redactor) -> String {
    let mut changed = false;
    let entry = each_text(line, &mut |text| {
        let clean = redactor.redact(text).into_owned();
        changed |= clean != *text;
        *text = clean;
    });
    match entry {
        Some(entry) if changed => format!("{entry}\n"),
        Some(_) => line.to_owned(),
        None => redactor.redact(line).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_context::RecordEntry;
    use palimp_context::conversation::user_message;

    #[test]
    fn secrets_go_and_the_form_stays() {
        let line =
            |text: &str| RecordEntry::Message { at: 1, message: user_message(text) }.to_line();
        let clean = |line: &str| cleaned_line(line, &Redactor::default());
        assert_eq!(
            clean(&line("password: hunter2\n\"ok\"")),
            line("password: <redacted:password>\n\"ok\"")
        );
        assert_eq!(clean(&line("nothing here")), line("nothing here"));
        assert!(!clean("{\"torn\": \"password=hunter2").contains("hunter2"));
    }
}
