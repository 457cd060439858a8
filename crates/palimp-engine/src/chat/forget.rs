//! What is forgotten is gone from the records of conversations too.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::Home;
use palimp_core::wanted::Wanted;
use palimp_redact::Redactor;
use palimp_store::files::replace;
use serde_json::Value;

use super::record::{Record, RecordError};
use crate::forget::beside::text_says;
use crate::forget::lines::without;

/// What stands where a whole text was forgotten.
pub(super) const FORGOTTEN: &str = "[forgotten]";

/// How many conversations of an agent say `wanted`.
pub(crate) fn holding(home: &Home, agent: &str, wanted: &Wanted) -> usize {
    files(home, agent).iter().filter(|path| cleaned(path, wanted).is_some()).count()
}

/// Takes every line that says `wanted` out of an agent's conversations. One that goes on at this
/// moment is refused, since the program that holds it still knows the words.
pub(crate) fn forget(home: &Home, agent: &str, wanted: &Wanted) -> Result<(), RecordError> {
    for path in files(home, agent) {
        let _held = Record::open(path.clone(), Redactor::disabled())?;
        let Some(text) = cleaned(&path, wanted) else { continue };
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

/// What a file says without `wanted`; nothing where it does not say it.
fn cleaned(path: &Path, wanted: &Wanted) -> Option<String> {
    let text = String::from_utf8_lossy(&palimp_files::read_private(path).ok()?).into_owned();
    let clean: String = match path.extension().is_some_and(|extension| extension == "part") {
        true => without(&text, wanted),
        false => text.split_inclusive('\n').map(|line| cleaned_line(line, wanted)).collect(),
    };
    (clean != text).then_some(clean)
}

fn cleaned_line(line: &str, wanted: &Wanted) -> String {
    let Ok(mut entry) = serde_json::from_str::<Value>(line) else {
        // A torn line says nothing but this.
        return if text_says(line, wanted) { String::new() } else { line.to_owned() };
    };
    let mut changed = false;
    for place in ["/message/parts", "/summary", "/cwd"] {
        if let Some(value) = entry.pointer_mut(place) {
            clean(value, wanted, &mut changed);
        }
    }
    if changed { format!("{entry}\n") } else { line.to_owned() }
}

/// Takes it out of every text but the names that make up the form.
fn clean(value: &mut Value, wanted: &Wanted, changed: &mut bool) {
    const FORM: [&str; 4] = ["type", "id", "name", "media_type"];
    match value {
        Value::String(text) if wanted.is_in(text) => {
            let rest = without(text, wanted);
            *text = if rest.trim().is_empty() { FORGOTTEN.to_owned() } else { rest };
            *changed = true;
        }
        Value::Array(values) => values.iter_mut().for_each(|it| clean(it, wanted, changed)),
        Value::Object(fields) => {
            let fields = fields.iter_mut().filter(|(key, _)| !FORM.contains(&key.as_str()));
            fields.for_each(|(_, it)| clean(it, wanted, changed));
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
        let clean = |text: &str| cleaned_line(&line(text), &Wanted::new("Walrus"));
        assert_eq!(clean("call the walrus\nbuy milk"), line("buy milk"));
        assert_eq!(clean("the WALRUS"), line(FORGOTTEN));
        assert_eq!(clean("\"quoted\"\nwords"), line("\"quoted\"\nwords"));
        assert_eq!(cleaned_line(&line("hi"), &Wanted::new("user")), line("hi"));
        assert_eq!(cleaned_line("{\"torn\": \"walrus", &Wanted::new("walrus")), "");
    }
}
