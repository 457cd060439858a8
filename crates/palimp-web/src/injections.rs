//! Routes of the page *Injections*: what was injected and used; pins and suppresses lines.

use std::path::PathBuf;
use std::sync::Arc;

use palimp_core::project::ProjectIdentity;
use palimp_engine::injection::injection_usage::{self, lines_of};
use palimp_engine::injection::pin_suppress::InjectionWish;
use palimp_pages::{InjectionList, PageError};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::app_state::{
    DashboardState, PageOutcome, PageRequest, PageResult, engine_failure, render_page, run_action,
};
use crate::query_string::RequestFields;
use crate::view_model;

/// Number of injections on a page.
const INJECTIONS_PER_PAGE: usize = 20;

pub(crate) async fn injections_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, build_page).await
}

fn build_page(state: &DashboardState, asking: &PageRequest) -> PageResult {
    let notes = state.open_notes();
    let mut told = InjectionList {
        always: notes.read_wishes(InjectionWish::Always).map_err(engine_failure)?,
        never: notes.read_wishes(InjectionWish::Never).map_err(engine_failure)?,
        wished: asking.asked.has_field("wished"),
        ..InjectionList::default()
    };
    if let Some(db) = state.open_activity()? {
        let before = asking.asked.field_value("before").parse().ok();
        let given = db
            .injections_before(state.agent(), before, INJECTIONS_PER_PAGE + 1)
            .map_err(engine_failure)?;
        let more = given.len() > INJECTIONS_PER_PAGE;
        let given: Vec<_> = given.into_iter().take(INJECTIONS_PER_PAGE).collect();
        told.next = given.last().filter(|_| more).map(|it| it.id);
        let given = injection_usage::injections_with_usage(&db, &state.agent_filter(), given)
            .map_err(engine_failure)?;
        told.given = given.into_iter().map(view_model::page_injection).collect();
    }
    Ok(palimp_pages::injections_page(&asking.view, &told))
}

/// Takes down what is wished of a passage, or takes a wish back.
pub(crate) async fn change_wish(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(state, asking, move |state, _| {
        let form = RequestFields::from_urlencoded(&form);
        match form.field_value("do") {
            "always" => wish_passage(state, &form, InjectionWish::Always)?,
            "never" => wish_passage(state, &form, InjectionWish::Never)?,
            "undo" => {
                let wish = if form.field_value("wish") == "always" {
                    InjectionWish::Always
                } else {
                    InjectionWish::Never
                };
                state
                    .open_notes()
                    .remove_wish(wish, form.field_value("line"))
                    .map_err(engine_failure)?;
            }
            _ => return Err(PageError::Missing),
        }
        Ok(PageOutcome::Done(format!("{}told?wished=1", state.base())))
    })
    .await
}

/// Wishes it of a passage that was told: never in any project, always in the one in which it was told.
fn wish_passage(
    state: &DashboardState,
    form: &RequestFields,
    wish: InjectionWish,
) -> Result<(), PageError> {
    let db = state.open_activity()?.ok_or(PageError::Missing)?;
    let told = db.find_injection(form.parse_number("id"), state.agent()).map_err(engine_failure)?;
    let (told, project_id) = told.ok_or(PageError::Missing)?;
    let lines = lines_of(&told.content, form.parse_number("passage"));
    if lines.is_empty() {
        return Err(PageError::Missing);
    }
    let project = ProjectIdentity { id: project_id, name: told.project, root: PathBuf::new() };
    let project = (wish == InjectionWish::Always).then_some(project);
    state.open_notes().add_wishes(wish, &lines, project.as_ref()).map_err(engine_failure)
}
