//! Notes: folders of them, and one to read, with what it said before.

use maud::{Markup, html};

use crate::code::{CodeFact, Verdict, code_fact, decided};
use crate::layout::page;
use crate::markdown::{rendered, resolved};
use crate::parts::difference::difference;
use crate::parts::{bytes, form_token, more, time};
use crate::texts as t;
use crate::view::View;

/// A folder of the vault.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// Its path; empty for the vault itself.
    pub path: String,
    /// The folders in it, with how many notes are below each.
    pub folders: Vec<(String, usize)>,
    /// The notes in it: name, size in bytes, when it was written in milliseconds since the Unix epoch.
    pub notes: Vec<(String, u64, i64)>,
    /// How many notes come before the next part; none where this is the last one.
    pub next: Option<usize>,
}

/// A note.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// Its path.
    pub path: String,
    /// What is shown of it.
    pub shown: Shown,
    /// What it says, Markdown.
    pub text: String,
    /// The notes that its links can mean.
    pub known: Vec<String>,
    /// The notes that link to it.
    pub from: Vec<String>,
    /// Its facts that speak of code.
    pub code: Vec<CodeFact>,
    /// What was just decided about one of them.
    pub decided: Option<Verdict>,
    /// What it said before, newest first.
    pub versions: Vec<Version>,
    /// Whether it can be edited here.
    pub by_form: bool,
    /// It was just written; how many kinds of secrets were taken out.
    pub saved: Option<usize>,
}

/// What is shown of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// What it says.
    #[default]
    Rendered,
    /// The same as it is written.
    Raw,
    /// What a change of it changed: the version, what it said, and what was said in its place.
    Change(Box<(Version, String, String)>),
}

/// What a note said before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its name.
    pub id: String,
    /// Until when, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// A folder's page.
pub fn folder(view: &View, folder: &Folder) -> Markup {
    let join = |name: &str| match folder.path.is_empty() {
        true => name.to_owned(),
        false => format!("{}/{name}", folder.path),
    };
    let next = folder
        .next
        .map(|from| view.ask("notes", &[("in", &folder.path), ("from", &from.to_string())]));
    let body = html! {
        (crumbs(view, &folder.path))
        @if folder.folders.is_empty() && folder.notes.is_empty() { p.quiet { (view.say(t::NO_NOTES)) } }
        ul.tree {
            @for (name, below) in &folder.folders {
                li {
                    a href=(view.ask("notes", &[("in", &join(name))])) { (name) "/" }
                    " " span.quiet { (view.fill(t::NOTES_BELOW, &[below])) }
                }
            }
            @for (name, size, at) in &folder.notes {
                li {
                    a href=(view.to_note(&join(name))) { (name) }
                    " " span.quiet { (bytes(*size)) " · " (time(view, *at)) }
                }
            }
        }
        (more(view, next))
    };
    page(view, view.say(t::NOTES), None, body)
}

/// The folders above a path, outermost first.
fn crumbs(view: &View, path: &str) -> Markup {
    let ends =
        path.match_indices('/').map(|(at, _)| at).chain((!path.is_empty()).then_some(path.len()));
    html! {
        nav.crumbs aria-label=(view.say(t::FOLDERS)) {
            a href=(view.to("notes")) { (view.say(t::VAULT)) }
            @for end in ends {
                " / " a href=(view.ask("notes", &[("in", &path[..end])])) {
                    (path[..end].rsplit('/').next().unwrap_or_default())
                }
            }
        }
    }
}

/// A note's page.
pub fn note(view: &View, note: &Note) -> Markup {
    let folder = note.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let known = || note.known.iter().map(String::as_str);
    let find = |link: &str| resolved(&note.path, link, known()).map(str::to_owned);
    let address = view.to_note(&note.path);
    let body = html! {
        (crumbs(view, folder))
        @if let Some(taken_out) = note.saved {
            p.well role="status" {
                (view.say(t::NOTE_SAVED))
                @if taken_out > 0 { " " (view.fill(t::TAKEN_OUT, &[&taken_out])) }
            }
        }
        (decided(view, note.decided))
        p.about {
            @if note.by_form { a href={ (address) "?edit" } { (view.say(t::EDIT_THIS)) } " · " }
            @if note.shown != Shown::Rendered { a href=(address) { (view.say(t::READ)) } " · " }
            @if note.shown != Shown::Raw { a href={ (address) "?raw" } { (view.say(t::RAW)) } }
        }
        @match &note.shown {
            Shown::Rendered => article.note { (rendered(view, &note.text, &find)) },
            Shown::Raw => pre.raw tabindex="0" { (note.text) },
            Shown::Change(change) => {
                h2 { (view.say(t::CHANGED)) " " (time(view, change.0.at)) }
                (difference(view, &change.1, &change.2))
                @if note.by_form { (restore(view, &note.path, &change.0)) }
            }
        }
        (beside(view, note))
    };
    page(view, &note.path, None, body)
}

/// Lets a note say again what a version says.
fn restore(view: &View, path: &str, version: &Version) -> Markup {
    html! {
        form method="post" action=(view.to_note(path)) {
            (form_token(view))
            input type="hidden" name="version" value=(version.id);
            button name="do" value="restore" { (view.say(t::RESTORE)) }
        }
    }
}

/// The code that a note speaks of, links to the note, and its history.
fn beside(view: &View, note: &Note) -> Markup {
    html! {
        @if !note.code.is_empty() {
            section aria-labelledby="code" {
                h2 #code { (view.say(t::CODE)) }
                @for fact in &note.code { (code_fact(view, fact, &note.path)) }
            }
        }
        @if !note.from.is_empty() {
            section aria-labelledby="from" {
                h2 #from { (view.say(t::BACKLINKS)) }
                ul { @for path in &note.from { li { a href=(view.to_note(path)) { (path) } } } }
            }
        }
        @if !note.versions.is_empty() {
            section aria-labelledby="history" {
                h2 #history { (view.say(t::HISTORY)) }
                ul {
                    @for version in &note.versions {
                        li {
                            a href={ (view.to_note(&note.path)) "?version=" (crate::view::encoded(&version.id)) } {
                                (view.say(t::CHANGED)) " " (time(view, version.at))
                            }
                            " " span.quiet { (bytes(version.bytes)) }
                        }
                    }
                }
            }
        }
    }
}
