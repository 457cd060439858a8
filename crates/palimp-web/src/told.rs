//! Told.

use std::path::PathBuf;
use std::sync::Arc;

use palimp_core::project::ProjectIdentity;
use palimp_engine::used::{self, lines_of};
use palimp_engine::wishes::Wish;
use palimp_pages::{InjectionList, PageError};
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::asked::Asked;
use crate::desk::{Asking, Desk, Outcome, Page, act, answer, failed};
use crate::shown;

/// How many times of being told are on a page.
const TOLD: usize = 20;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, made).await
}

fn made(desk: &Desk, asking: &Asking) -> Page {
    let notes = desk.notes();
    let mut told = InjectionList {
        always: notes.wishes(Wish::Always).map_err(failed)?,
        never: notes.wishes(Wish::Never).map_err(failed)?,
        wished: asking.asked.has("wished"),
        ..InjectionList::default()
    };
    if let Some(db) = desk.activity()? {
        let before = asking.asked.text("before").parse().ok();
        let given = db.injections_before(desk.agent(), before, TOLD + 1).map_err(failed)?;
        let more = given.len() > TOLD;
        let given: Vec<_> = given.into_iter().take(TOLD).collect();
        told.next = given.last().filter(|_| more).map(|it| it.id);
        let given = used::given(&db, &desk.filter(), given).map_err(failed)?;
        told.given = given.into_iter().map(shown::given).collect();
    }
    Ok(palimp_pages::injections_page(&asking.view, &told))
}

/// Takes down what is wished of a passage, or takes a wish back.
pub(crate) async fn wish(State(desk): State<Arc<Desk>>, asking: Asking, form: String) -> Response {
    act(desk, asking, move |desk, _| {
        let form = Asked::of(&form);
        match form.text("do") {
            "always" => wished(desk, &form, Wish::Always)?,
            "never" => wished(desk, &form, Wish::Never)?,
            "undo" => {
                let wish = if form.text("wish") == "always" { Wish::Always } else { Wish::Never };
                desk.notes().unwish(wish, form.text("line")).map_err(failed)?;
            }
            _ => return Err(PageError::Missing),
        }
        Ok(Outcome::Done(format!("{}told?wished=1", desk.base())))
    })
    .await
}

/// Wishes it of a passage that was told: never in any project, always in the one in which it was told.
fn wished(desk: &Desk, form: &Asked, wish: Wish) -> Result<(), PageError> {
    let db = desk.activity()?.ok_or(PageError::Missing)?;
    let told = db.find_injection(form.number("id"), desk.agent()).map_err(failed)?;
    let (told, project_id) = told.ok_or(PageError::Missing)?;
    let lines = lines_of(&told.content, form.number("passage"));
    if lines.is_empty() {
        return Err(PageError::Missing);
    }
    let project = ProjectIdentity { id: project_id, name: told.project, root: PathBuf::new() };
    let project = (wish == Wish::Always).then_some(project);
    desk.notes().wish(wish, &lines, project.as_ref()).map_err(failed)
}
