//! Notes as resources: their addresses, their pages, and the completion of their paths.

use palimp_core::sanitize::printable_line;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rmcp::model::{Annotations, CompletionInfo, Resource, ResourceTemplate};

use crate::memory::{NoteInfo, Offer};
use crate::render;

/// Prefix of a note's address, before its path.
const NOTE_URI_PREFIX: &str = "palimp://note/";

/// The addresses of all notes. The plus sign keeps the slashes of a path as they are.
pub(crate) const NOTE_URI_TEMPLATE: &str = "palimp://note/{+path}";

/// The name of the template's only variable.
pub(crate) const PATH_VARIABLE: &str = "path";

/// Number of notes on a page of the list.
pub(crate) const NOTES_PER_PAGE: usize = 100;

const MARKDOWN_MEDIA_TYPE: &str = "text/markdown";

/// Characters that are escaped in an address: all except slashes and the unreserved characters of
/// RFC 3986.
const URI_ESCAPED_CHARS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The address of the note at `path`.
pub(crate) fn note_uri(path: &str) -> String {
    format!("{NOTE_URI_PREFIX}{}", utf8_percent_encode(path, URI_ESCAPED_CHARS))
}

/// The path of the note at `address`; `None` when it is no note's.
pub(crate) fn path_of(address: &str) -> Option<String> {
    let escaped = address.strip_prefix(NOTE_URI_PREFIX)?;
    let path = percent_decode_str(escaped).decode_utf8().ok()?;
    (!path.is_empty()).then(|| path.into_owned())
}

/// True if a client that completes a path means the notes. Some write the template without the plus
/// sign.
pub(crate) fn is_template(address: &str) -> bool {
    address == NOTE_URI_TEMPLATE || address == NOTE_URI_TEMPLATE.replace('+', "")
}

pub(crate) fn uri_template(offer: Offer) -> ResourceTemplate {
    let (name, title, description) = match offer {
        Offer::Personal => (
            "note",
            "A note of the vault",
            "Markdown memory, by its path in the vault, such as MEMORY.md",
        ),
        Offer::Shared => {
            ("memory", "An approved memory", "A memory of the organisation, by its id")
        }
    };
    let template = ResourceTemplate::new(NOTE_URI_TEMPLATE, name).with_title(title);
    template.with_description(description).with_mime_type(MARKDOWN_MEDIA_TYPE)
}

/// The path after which the next page starts.
///
/// The cursor is the last path of the page before, so that notes which come and go in between
/// shift nothing. `None` when the cursor is none of ours.
pub(crate) fn cursor_path(cursor: Option<&str>) -> Option<String> {
    cursor.map_or_else(|| Some(String::new()), path_of)
}

/// One page of the notes, of which there is one more where another page follows, and where that
/// one starts.
pub(crate) fn list_page(notes: &[NoteInfo]) -> (Vec<Resource>, Option<String>) {
    let shown = &notes[..notes.len().min(NOTES_PER_PAGE)];
    let next = (notes.len() > NOTES_PER_PAGE).then(|| note_uri(&shown[NOTES_PER_PAGE - 1].path));
    (shown.iter().map(note_resource).collect(), next)
}

fn note_resource(note: &NoteInfo) -> Resource {
    let mut annotations = Annotations::default();
    annotations.last_modified = Some(render::format_time(note.modified_ms));
    let resource = Resource::new(note_uri(&note.path), printable_line(&note.path))
        .with_mime_type(MARKDOWN_MEDIA_TYPE)
        .with_size(note.bytes)
        .with_annotations(annotations);
    match &note.title {
        Some(title) => resource.with_title(printable_line(title)),
        None => resource,
    }
}

/// Returns the paths that begin with `typed`, then those that contain it.
pub(crate) fn complete_path(notes: &[NoteInfo], typed: &str) -> CompletionInfo {
    let typed = typed.to_lowercase();
    let mut found: Vec<_> = notes
        .iter()
        .filter_map(|note| Some((note.path.to_lowercase().find(&typed)? > 0, &note.path)))
        .collect();
    found.sort_unstable();
    let mut info = CompletionInfo::default();
    info.total = u32::try_from(found.len()).ok();
    info.has_more = Some(found.len() > CompletionInfo::MAX_VALUES);
    info.values = found.iter().take(CompletionInfo::MAX_VALUES).map(|it| it.1.clone()).collect();
    info
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn note(path: &str) -> NoteInfo {
        NoteInfo { path: path.to_owned(), title: None, bytes: 1, modified_ms: 0 }
    }

    proptest! {
        #[test]
        fn every_path_has_an_address_and_every_address_a_path(path in ".+") {
            let address = note_uri(&path);
            prop_assert!(address.is_ascii());
            prop_assert_eq!(path_of(&address), Some(path));
        }
    }

    #[test]
    fn addresses_are_readable_and_taken_in_either_form() {
        assert_eq!(note_uri("memory/2026-11-20.md"), "palimp://note/memory/2026-11-20.md");
        assert_eq!(note_uri("결정.md"), "palimp://note/%EA%B2%B0%EC%A0%95.md");
        assert_eq!(path_of("palimp://note/memory%2Fa%20b.md").as_deref(), Some("memory/a b.md"));
        for wrong in
            ["palimp://note/", "palimp://other/a.md", "file:///etc/passwd", "palimp://note/%ff"]
        {
            assert_eq!(path_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn pages_hold_every_note_once() {
        let notes: Vec<_> = (0..250).map(|n| note(&format!("n/{n:03}.md"))).collect();
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let after = cursor_path(cursor.as_deref()).unwrap();
            let rest = &notes[notes.partition_point(|note| note.path <= after)..];
            let (some, next) = list_page(&rest[..rest.len().min(NOTES_PER_PAGE + 1)]);
            assert!(some.len() <= NOTES_PER_PAGE);
            seen.extend(some.into_iter().map(|it| it.name));
            match next {
                Some(next) => cursor = Some(next),
                None => break,
            }
        }
        let expected: Vec<_> = (0..250).map(|n| format!("n/{n:03}.md")).collect();
        assert_eq!(seen, expected);
        assert!(cursor_path(Some("17")).is_none());
    }

    #[test]
    fn a_path_is_completed_from_its_beginning_first() {
        let notes = ["shared/memory.md", "MEMORY.md", "memory/2026-11-20.md", "USER.md"].map(note);
        let info = complete_path(&notes, "mem");
        assert_eq!(info.values, ["MEMORY.md", "memory/2026-11-20.md", "shared/memory.md"]);
        assert_eq!((info.total, info.has_more), (Some(3), Some(false)));
        let many: Vec<_> = (0..120).map(|n| note(&format!("{n:03}.md"))).collect();
        let info = complete_path(&many, "");
        assert_eq!((info.values.len(), info.has_more), (100, Some(true)));
    }
}
