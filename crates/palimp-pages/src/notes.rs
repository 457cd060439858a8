//! Notes: folders of them, and one to read, with what it said before.

use maud::{Markup, html};

use crate::code::{CodeFact, CodeFactDecision, code_fact, decision_notice};
use crate::layout::page_layout;
use crate::markdown::{render_markdown, resolve_link};
use crate::parts::difference::line_diff;
use crate::parts::{form_token, format_bytes, next_page_link, time_label};
use crate::texts as t;
use crate::view::ViewContext;

/// A folder of the vault.
#[derive(Clone, Debug, Default)]
pub struct NoteFolder {
    /// Its path; empty for the vault itself.
    pub path: String,
    /// The folders in it, with how many notes are below each.
    pub folders: Vec<(String, usize)>,
    /// The notes in it: name, size in bytes, when it was written in milliseconds since the Unix epoch.
    pub notes: Vec<(String, u64, i64)>,
    /// Number of notes before the next part; none if this is the last part.
    pub next: Option<usize>,
}

/// A note.
#[derive(Clone, Debug, Default)]
pub struct NoteView {
    /// Its path.
    pub path: String,
    /// Form in which it is shown.
    pub shown: NoteDisplay,
    /// Text of the note, Markdown.
    pub text: String,
    /// The notes that its links can mean.
    pub known: Vec<String>,
    /// The notes that link to it.
    pub from: Vec<String>,
    /// Its facts that speak of code.
    pub code: Vec<CodeFact>,
    /// Last decision about one of them.
    pub decided: Option<CodeFactDecision>,
    /// Earlier versions, newest first.
    pub versions: Vec<NoteRevision>,
    /// True if it can be edited here.
    pub by_form: bool,
    /// It was just written; how many kinds of secrets were taken out.
    pub saved: Option<usize>,
}

/// Form in which a note is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NoteDisplay {
    /// Rendered text.
    #[default]
    Rendered,
    /// The same as it is written.
    Raw,
    /// Diff of a change: the version, the old text and the new text.
    Change(Box<(NoteRevision, String, String)>),
}

/// Earlier version of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRevision {
    /// Its name.
    pub id: String,
    /// Until when, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Renders a folder's page.
pub fn folder_page(view: &ViewContext, folder: &NoteFolder) -> Markup {
    let join = |name: &str| match folder.path.is_empty() {
        true => name.to_owned(),
        false => format!("{}/{name}", folder.path),
    };
    let next = folder.next.map(|from| {
        view.to_page_with_query("notes", &[("in", &folder.path), ("from", &from.to_string())])
    });
    let body = html! {
        (breadcrumbs(view, &folder.path))
        @if folder.folders.is_empty() && folder.notes.is_empty() { p.quiet { (view.translate(t::NO_NOTES)) } }
        ul.tree.list.card {
            @for (name, below) in &folder.folders {
                li {
                    a href=(view.to_page_with_query("notes", &[("in", &join(name))])) { (name) "/" }
                    " " span.quiet { (view.fill_blanks(t::NOTES_BELOW, &[below])) }
                }
            }
            @for (name, size, at) in &folder.notes {
                li {
                    a href=(view.to_note(&join(name))) { (name) }
                    " " span.quiet { (format_bytes(*size)) " · " (time_label(view, *at)) }
                }
            }
        }
        (next_page_link(view, next))
    };
    page_layout(view, view.translate(t::NOTES), None, body)
}

/// Renders links to the folders above a path, outermost first.
fn breadcrumbs(view: &ViewContext, path: &str) -> Markup {
    let ends =
        path.match_indices('/').map(|(at, _)| at).chain((!path.is_empty()).then_some(path.len()));
    html! {
        nav.crumbs aria-label=(view.translate(t::FOLDERS)) {
            a href=(view.to_page("notes")) { (view.translate(t::VAULT)) }
            @for end in ends {
                " / " a href=(view.to_page_with_query("notes", &[("in", &path[..end])])) {
                    (path[..end].rsplit('/').next().unwrap_or_default())
                }
            }
        }
    }
}

/// Renders a note's page.
pub fn note_page(view: &ViewContext, note: &NoteView) -> Markup {
    let folder = note.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let known = || note.known.iter().map(String::as_str);
    let find = |link: &str| resolve_link(&note.path, link, known()).map(str::to_owned);
    let address = view.to_note(&note.path);
    let body = html! {
        (breadcrumbs(view, folder))
        @if let Some(taken_out) = note.saved {
            p.well role="status" {
                (view.translate(t::NOTE_SAVED))
                @if taken_out > 0 { " " (view.fill_blanks(t::TAKEN_OUT, &[&taken_out])) }
            }
        }
        (decision_notice(view, note.decided))
        p.about {
            @if note.by_form { a href={ (address) "?edit" } { (view.translate(t::EDIT_THIS)) } " · " }
            @if note.shown != NoteDisplay::Rendered { a href=(address) { (view.translate(t::READ)) } " · " }
            @if note.shown != NoteDisplay::Raw { a href={ (address) "?raw" } { (view.translate(t::RAW)) } }
        }
        @match &note.shown {
            NoteDisplay::Rendered => article.note { (render_markdown(view, &note.text, &find)) },
            NoteDisplay::Raw => pre.raw tabindex="0" { (note.text) },
            NoteDisplay::Change(change) => {
                h2 { (view.translate(t::CHANGED)) " " (time_label(view, change.0.at)) }
                (line_diff(view, &change.1, &change.2))
                @if note.by_form { (restore_form(view, &note.path, &change.0)) }
            }
        }
        (related_sections(view, note))
    };
    page_layout(view, &note.path, None, body)
}

/// Renders the form that restores a version of a note.
fn restore_form(view: &ViewContext, path: &str, version: &NoteRevision) -> Markup {
    html! {
        form method="post" action=(view.to_note(path)) {
            (form_token(view))
            input type="hidden" name="version" value=(version.id);
            button name="do" value="restore" { (view.translate(t::RESTORE)) }
        }
    }
}

/// Renders the code that a note speaks of, links to the note, and its history.
fn related_sections(view: &ViewContext, note: &NoteView) -> Markup {
    html! {
        @if !note.code.is_empty() {
            section aria-labelledby="code" {
                h2 #code { (view.translate(t::CODE)) }
                @for fact in &note.code { (code_fact(view, fact, &note.path)) }
            }
        }
        @if !note.from.is_empty() {
            section aria-labelledby="from" {
                h2 #from { (view.translate(t::BACKLINKS)) }
                ul { @for path in &note.from { li { a href=(view.to_note(path)) { (path) } } } }
            }
        }
        @if !note.versions.is_empty() {
            section aria-labelledby="history" {
                h2 #history { (view.translate(t::HISTORY)) }
                ul {
                    @for version in &note.versions {
                        li {
                            a href={ (view.to_note(&note.path)) "?version=" (crate::view::encode_path(&version.id)) } {
                                (view.translate(t::CHANGED)) " " (time_label(view, version.at))
                            }
                            " " span.quiet { (format_bytes(version.bytes)) }
                        }
                    }
                }
            }
        }
    }
}
