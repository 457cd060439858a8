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
    State(desk): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(desk, asking, build_page).await
}

fn build_page(desk: &DashboardState, asking: &PageRequest) -> PageResult {
    let notes = desk.open_notes();
    let mut told = InjectionList {
        always: notes.read_wishes(InjectionWish::Always).map_err(engine_failure)?,
        never: notes.read_wishes(InjectionWish::Never).map_err(engine_failure)?,
        wished: asking.asked.has_field("wished"),
        ..InjectionList::default()
    };
    if let Some(db) = desk.open_activity()? {
        let before = asking.asked.field_value("before").parse().ok();
        let given = db
            .injections_before(desk.agent(), before, INJECTIONS_PER_PAGE + 1)
            .map_err(engine_failure)?;
        let more = given.len() > INJECTIONS_PER_PAGE;
        let given: Vec<_> = given.into_iter().take(INJECTIONS_PER_PAGE).collect();
        told.next = given.last().filter(|_| more).map(|it| it.id);
        let given = injection_usage::injections_with_usage(&db, &desk.agent_filter(), given)
            .map_err(engine_failure)?;
        told.given = given.into_iter().map(view_model::page_injection).collect();
    }
    Ok(palimp_pages::injections_page(&asking.view, &told))
}

/// Takes down what is wished of a passage, or takes a wish back.
pub(crate) async fn change_wish(
    State(desk): State<Arc<DashboardState>>,
    asking: PageRequest,
    form: String,
) -> Response {
    run_action(desk, asking, move |desk, _| {
        let form = RequestFields::from_urlencoded(&form);
        match form.field_value("do") {
            "always" => wish_passage(desk, &form, InjectionWish::Always)?,
            "never" => wish_passage(desk, &form, InjectionWish::Never)?,
            "undo" => {
                let wish = if form.field_value("wish") == "always" {
                    InjectionWish::Always
                } else {
                    InjectionWish::Never
                };
                desk.open_notes()
                    .remove_wish(wish, form.field_value("line"))
                    .map_err(engine_failure)?;
            }
            _ => return Err(PageError::Missing),
        }
        Ok(PageOutcome::Done(format!("{}told?wished=1", desk.base())))
    })
    .await
}

/// Wishes it of a passage that was told: never in any project, always in the one in which it was told.
fn wish_passage(
    desk: &DashboardState,
    form: &RequestFields,
    wish: InjectionWish,
) -> Result<(), PageError> {
    let db = desk.open_activity()?.ok_or(PageError::Missing)?;
    let told = db.find_injection(form.parse_number("id"), desk.agent()).map_err(engine_failure)?;
    let (told, project_id) = told.ok_or(PageError::Missing)?;
    let lines = lines_of(&told.content, form.parse_number("passage"));
    if lines.is_empty() {
        return Err(PageError::Missing);
    }
    let project = ProjectIdentity { id: project_id, name: told.project, root: PathBuf::new() };
    let project = (wish == InjectionWish::Always).then_some(project);
    desk.open_notes().add_wishes(wish, &lines, project.as_ref()).map_err(engine_failure)
}
