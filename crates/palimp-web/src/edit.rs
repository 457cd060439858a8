//! Notes that are edited and restored.

use std::sync::Arc;

use palimp_engine::revise::Revised;
use palimp_pages::{EditConflict, NoteEditor, PageError};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, Page, act, failed, unread};

/// Whether a note can be changed here; records of conversations are what they are.
pub(crate) fn is_editable(path: &str) -> bool {
    !path.starts_with("sessions/")
}

/// A note as it is before it is edited.
pub(crate) fn begun(desk: &Desk, asking: &Asking, path: String) -> Page {
    let found = desk.notes().text(&path).map_err(unread)?;
    let was = found.filter(|_| is_editable(&path)).ok_or(PageError::Missing)?;
    let edit = NoteEditor { path, text: was.clone(), was, ..NoteEditor::default() };
    Ok(palimp_pages::edit_page(&asking.view, &edit))
}

/// Does to a note what the form says.
pub(crate) async fn change(
    State(desk): State<Arc<Desk>>,
    Path(path): Path<String>,
    asking: Asking,
    form: String,
) -> Response {
    act(desk, asking, move |desk, asking| {
        let form = Asked::of(&form);
        match form.text("do") {
            "save" => save(desk, asking, path, &form),
            "preview" => preview(desk, asking, path, &form),
            "restore" => restore(desk, asking, &path, form.text("version")),
            _ => Err(PageError::Missing),
        }
    })
    .await
}

fn save(desk: &Desk, asking: &Asking, path: String, form: &Asked) -> Result<Outcome, PageError> {
    let (was, text) = (form.text("was"), form.text("text"));
    match desk.notes().revise(&path, was, text).map_err(failed)? {
        Revised::Written(kinds) => Ok(saved(asking, &path, kinds.len())),
        Revised::Met { theirs, merged } => {
            let met = Some(EditConflict { theirs, merged });
            let edit = NoteEditor { met, ..written(path, form) };
            Ok(Outcome::Met(palimp_pages::edit_page(&asking.view, &edit)))
        }
    }
}

fn preview(desk: &Desk, asking: &Asking, path: String, form: &Asked) -> Result<Outcome, PageError> {
    let known = desk.paths()?;
    let edit = NoteEditor { known, preview: true, ..written(path, form) };
    Ok(Outcome::Page(palimp_pages::edit_page(&asking.view, &edit)))
}

fn restore(desk: &Desk, asking: &Asking, path: &str, version: &str) -> Result<Outcome, PageError> {
    if !is_editable(path) {
        return Err(PageError::Missing);
    }
    desk.notes().restore(path, version).map_err(failed)?;
    Ok(saved(asking, path, 0))
}

/// The note, which says what was taken out of it.
fn saved(asking: &Asking, path: &str, taken_out: usize) -> Outcome {
    Outcome::Done(format!("{}?saved={taken_out}", asking.view.to_page(&format!("notes/{path}"))))
}

/// What a form holds, whose lines end as those of a form do.
fn written(path: String, form: &Asked) -> NoteEditor {
    let plain = |name: &str| form.text(name).replace("\r\n", "\n");
    NoteEditor { path, was: plain("was"), text: plain("text"), ..NoteEditor::default() }
}
