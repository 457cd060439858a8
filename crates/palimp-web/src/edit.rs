//! Notes that are edited and restored.

use std::sync::Arc;

use palimp_engine::notes::note_edit::Revised;
use palimp_pages::{EditConflict, NoteEditor, PageError};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, PageResult, engine_failure, note_failure, run_action,
};
use crate::query_string::RequestFields;

/// True if a note can be edited here; records of conversations cannot.
pub(crate) fn is_editable(path: &str) -> bool {
    !path.starts_with("sessions/")
}

/// A note as it is before it is edited.
pub(crate) fn edit_page(state: &DashboardState, asking: &PageRequest, path: String) -> PageResult {
    let found = state.open_notes().read_note(&path).map_err(note_failure)?;
    let was = found.filter(|_| is_editable(&path)).ok_or(PageError::Missing)?;
    let edit = NoteEditor { path, text: was.clone(), was, ..NoteEditor::default() };
    Ok(palimp_pages::edit_page(&asking.view, &edit))
}

/// Does to a note what the form says.
pub(crate) async fn change_note(
    State(state): State<Arc<DashboardState>>,
    Path(path): Path<String>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(state, asking, move |state, asking| {
        let form = RequestFields::from_urlencoded(&form);
        match form.field_value("do") {
            "save" => save_edit(state, asking, path, &form),
            "preview" => preview_edit(state, asking, path, &form),
            "restore" => restore_version(state, asking, &path, form.field_value("version")),
            _ => Err(PageError::Missing),
        }
    })
    .await
}

fn save_edit(
    state: &DashboardState,
    asking: &PageRequest,
    path: String,
    form: &RequestFields,
) -> Result<PageOutcome, PageError> {
    let (was, text) = (form.field_value("was"), form.field_value("text"));
    match state.open_notes().edit_note(&path, was, text).map_err(engine_failure)? {
        Revised::Written(kinds) => Ok(redirect_to_note(asking, &path, kinds.len())),
        Revised::Met { theirs, merged } => {
            let met = Some(EditConflict { theirs, merged });
            let edit = NoteEditor { met, ..edit_from_form(path, form) };
            Ok(PageOutcome::Met(palimp_pages::edit_page(&asking.view, &edit)))
        }
    }
}

fn preview_edit(
    state: &DashboardState,
    asking: &PageRequest,
    path: String,
    form: &RequestFields,
) -> Result<PageOutcome, PageError> {
    let known = state.note_paths()?;
    let edit = NoteEditor { known, preview: true, ..edit_from_form(path, form) };
    Ok(PageOutcome::Page(palimp_pages::edit_page(&asking.view, &edit)))
}

fn restore_version(
    state: &DashboardState,
    asking: &PageRequest,
    path: &str,
    version: &str,
) -> Result<PageOutcome, PageError> {
    if !is_editable(path) {
        return Err(PageError::Missing);
    }
    state.open_notes().restore_version(path, version).map_err(engine_failure)?;
    Ok(redirect_to_note(asking, path, 0))
}

/// The note, which says what was taken out of it.
fn redirect_to_note(asking: &PageRequest, path: &str, taken_out: usize) -> PageOutcome {
    PageOutcome::Done(format!(
        "{}?saved={taken_out}",
        asking.view.to_page(&format!("notes/{path}"))
    ))
}

/// Returns the edit that a form contains, with normalised line ends.
fn edit_from_form(path: String, form: &RequestFields) -> NoteEditor {
    let plain = |name: &str| form.field_value(name).replace("\r\n", "\n");
    NoteEditor { path, was: plain("was"), text: plain("text"), ..NoteEditor::default() }
}
