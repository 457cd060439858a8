//! Routes of the page *Notes*: folders, and one note with its links and versions.

use std::collections::BTreeMap;
use std::sync::Arc;

use palimp_core::project::ProjectIdentity;
use palimp_engine::home::extras::ExtraNote;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_pages::{
    CodeFactDecision, NoteDisplay, NoteFolder, NoteRevision, NoteView, PageError, extract_links,
    resolve_link,
};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageRequest, PageResult, engine_failure, note_failure, render_page,
};
use crate::{code, edit};

/// Number of notes of a folder on a page.
const NOTES_PER_PAGE: usize = 300;

/// Maximum notes that are checked for links to a note.
const MAX_LINK_CANDIDATES: usize = 30;

pub(crate) async fn folder_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |state, asking| {
        let path = asking.asked.field_value("in").trim_matches('/').to_owned();
        let from: usize = asking.asked.parse_number("from");
        let below = if path.is_empty() { String::new() } else { format!("{path}/") };
        let (mut folders, mut notes) = (BTreeMap::<String, usize>::new(), Vec::new());
        let memory = state.open_notes();
        let own = memory.scan_notes().map_err(engine_failure)?.into_iter();
        let own = own.map(|note| (note.path.to_string(), note.size, note.mtime_ns));
        let others = memory.obsidian_notes().into_iter();
        let others = others.map(|note| (note.shown, note.size, note.mtime_ns));
        for (path, size, mtime_ns) in own.chain(others.filter(|(path, ..)| path.starts_with('~'))) {
            let Some(name) = path.strip_prefix(&below) else { continue };
            match name.split_once('/') {
                Some((folder, _)) => *folders.entry(folder.to_owned()).or_default() += 1,
                None => notes.push((name.to_owned(), size, mtime_ns / 1_000_000)),
            }
        }
        // The newest day first, as they are looked for.
        notes.sort_by(|a, b| b.0.cmp(&a.0));
        let next = from.saturating_add(NOTES_PER_PAGE);
        let next = (notes.len() > next).then_some(next);
        let notes = notes.into_iter().skip(from).take(NOTES_PER_PAGE).collect();
        let folder = NoteFolder { path, folders: folders.into_iter().collect(), notes, next };
        Ok(palimp_pages::folder_page(&asking.view, &folder))
    })
    .await
}

pub(crate) async fn note_page(
    State(state): State<Arc<DashboardState>>,
    Path(path): Path<String>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, move |state, asking| build_page(state, asking, path)).await
}

fn build_page(state: &DashboardState, asking: &PageRequest, path: String) -> PageResult {
    if asking.asked.has_field("edit") {
        return edit::edit_page(state, asking, path);
    }
    let memory = state.open_notes();
    if let Some(outside) = path.starts_with('~').then(|| memory.extra_called(&path)).flatten() {
        return read_only(state, asking, &outside);
    }
    let text = memory.read_note(&path).map_err(note_failure)?.ok_or(PageError::Missing)?;
    let versions = memory.versions(&path).map_err(engine_failure)?.into_iter();
    let versions: Vec<_> =
        versions.map(|it| NoteRevision { id: it.id, at: it.at_ms, bytes: it.bytes }).collect();
    let shown = match asking.asked.non_empty("version") {
        Some(id) => version_change(&memory, &path, &text, &versions, &id)?,
        None if asking.asked.has_field("raw") => NoteDisplay::Raw,
        None => NoteDisplay::Rendered,
    };
    let known = state.note_paths()?;
    let from = linking_notes(state, &path, &known)?;
    let by_form = edit::is_editable(&path);
    let saved = asking.asked.non_empty("saved").map(|_| asking.asked.parse_number("saved"));
    let code = code::of_note(state, &path)?;
    let decided = CodeFactDecision::from_name(asking.asked.field_value("code"));
    let note = NoteView { path, shown, text, known, from, code, decided, versions, by_form, saved };
    Ok(palimp_pages::note_page(&asking.view, &note))
}

/// A note outside of the vault, which is not changed here.
fn read_only(state: &DashboardState, asking: &PageRequest, outside: &ExtraNote) -> PageResult {
    let path = outside.shown.clone();
    let text = outside.read_lossy().map_err(engine_failure)?;
    let shown =
        if asking.asked.has_field("raw") { NoteDisplay::Raw } else { NoteDisplay::Rendered };
    let known = state.note_paths()?;
    let from = linking_notes(state, &path, &known)?;
    let note = NoteView { path, shown, text, known, from, ..NoteView::default() };
    Ok(palimp_pages::note_page(&asking.view, &note))
}

/// Returns the change that followed a version.
fn version_change(
    memory: &NoteStore,
    path: &str,
    text: &str,
    versions: &[NoteRevision],
    id: &str,
) -> Result<NoteDisplay, PageError> {
    let at = versions.iter().position(|it| it.id == id).ok_or(PageError::Missing)?;
    let old = memory.read_version(path, id).map_err(engine_failure)?;
    let new = match at.checked_sub(1) {
        Some(newer) => memory.read_version(path, &versions[newer].id).map_err(engine_failure)?,
        None => text.to_owned(),
    };
    Ok(NoteDisplay::Change(Box::new((versions[at].clone(), old, new))))
}

/// The notes that link to a note, among those that name it.
fn linking_notes(
    state: &DashboardState,
    path: &str,
    known: &[String],
) -> Result<Vec<String>, PageError> {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md");
    let options = SearchOptions {
        observations: false,
        floor: 0.0,
        limit: MAX_LINK_CANDIDATES,
        ..SearchOptions::new(state.agent_filter(), &ProjectIdentity::from_root("/"), 0)
    };
    state.with_search_memory(|memory, _| {
        let question = format!("\"{name}\"");
        let answer = memory
            .searcher()
            .search(&question, &options, None, &mut |_, _, _| ())
            .map_err(engine_failure)?;
        let mut named: Vec<String> = answer.hits.into_iter().filter_map(|it| it.path).collect();
        named.sort();
        named.dedup();
        let known = || known.iter().map(String::as_str);
        let is_meant = |from: &str, link: &String| resolve_link(from, link, known()) == Some(path);
        named.retain(|from| {
            let text =
                memory.notes.read_excerpt(from, None, None).map(|it| it.text).unwrap_or_default();
            from != path && extract_links(&text).iter().any(|link| is_meant(from, link))
        });
        Ok(named)
    })
}
