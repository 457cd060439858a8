//! What is forgotten is gone from the records of conversations too.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::Home;
use palimp_core::redact::Redactor;
use palimp_store::files::replace;
use serde_json::Value;

use super::record::{Record, RecordError};
use crate::forget::{holds, without};

/// What stands where a whole text was forgotten.
pub(super) const FORGOTTEN: &str = "[forgotten]";

/// How many conversations of an agent say `target`.
pub(crate) fn holding(home: &Home, agent: &str, target: &str) -> usize {
    files(home, agent).iter().filter(|path| cleaned(path, target).is_some()).count()
}

/// Takes every line that says `target` out of an agent's conversations. One that goes on at this
/// moment is refused, since the program that holds it still knows the words.
pub(crate) fn forget(home: &Home, agent: &str, target: &str) -> Result<(), RecordError> {
    for path in files(home, agent) {
        let _held = Record::open(path.clone(), Redactor::disabled())?;
        let Some(text) = cleaned(&path, target) else { continue };
        let failed = |source| RecordError::Io { path: path.clone(), source };
        replace(&path, text.as_bytes()).map_err(|error| failed(std::io::Error::other(error)))?;
    }
    Ok(())
}

/// The records that can be read; unfinished answers belong to them.
fn files(home: &Home, agent: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(home.chats(agent)).into_iter().flatten().flatten();
    let kept = |path: &PathBuf| {
        path.extension().is_some_and(|extension| extension == "jsonl" || extension == "part")
    };
    files.map(|file| file.path()).filter(kept).collect()
}

/// What a file says without `target`; nothing where it does not say it.
fn cleaned(path: &Path, target: &str) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    let clean: String = match path.extension().is_some_and(|extension| extension == "part") {
        true => without(&text, target),
        false => text.split_inclusive('\n').map(|line| cleaned_line(line, target)).collect(),
    };
    (clean != text).then_some(clean)
}

fn cleaned_line(line: &str, target: &str) -> String {
    let Ok(mut entry) = serde_json::from_str::<Value>(line) else {
        // A torn line says nothing but this.
        return if holds(line, target) { String::new() } else { line.to_owned() };
    };
    let mut changed = false;
    for place in ["/message/parts", "/summary"] {
        if let Some(value) = entry.pointer_mut(place) {
            clean(value, target, &mut changed);
        }
    }
    if changed { format!("{entry}\n") } else { line.to_owned() }
}

/// Takes it out of every text but the names that make up the form.
fn clean(value: &mut Value, target: &str, changed: &mut bool) {
    const FORM: [&str; 4] = ["type", "id", "name", "media_type"];
    match value {
        Value::String(text) if holds(text, target) => {
            let rest = without(text, target);
            *text = if rest.trim().is_empty() { FORGOTTEN.to_owned() } else { rest };
            *changed = true;
        }
        Value::Array(values) => values.iter_mut().for_each(|it| clean(it, target, changed)),
        Value::Object(fields) => {
            let fields = fields.iter_mut().filter(|(key, _)| !FORM.contains(&key.as_str()));
            fields.for_each(|(_, it)| clean(it, target, changed));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_context::Entry;
    use palimp_context::conversation::user;

    #[test]
    fn lines_go_and_the_form_stays() {
        let line = |text: &str| Entry::Message { at: 1, message: user(text) }.line();
        let clean = |text: &str| cleaned_line(&line(text), "Walrus");
        assert_eq!(clean("call the walrus\nbuy milk"), line("buy milk"));
        assert_eq!(clean("the WALRUS"), line(FORGOTTEN));
        assert_eq!(clean("\"quoted\"\nwords"), line("\"quoted\"\nwords"));
        assert_eq!(cleaned_line(&line("hi"), "user"), line("hi"));
        assert_eq!(cleaned_line("{\"torn\": \"walrus", "walrus"), "");
    }
}
