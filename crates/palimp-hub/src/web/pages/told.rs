//! What the organisation's memory tells.

use palimp_hub_api::{Erase, Hit, Memory, Review, Role, Search, Verdict};
use palimp_pages::hub::{self as drawn, HubNotice, Memories, MemoryView};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use super::super::Hub;
use super::Outcome;
use super::asking::Asking;
use crate::error::Error;
use crate::tenant::{Scope, Tenant};
use crate::{erase, kept, memories, recent, search};

/// How many are listed.
const LISTED: usize = 20;

pub(super) async fn list(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, means, seen| {
        let query = seen.asking.asked.text("q").trim().to_owned();
        let hits = match query.is_empty() {
            true => {
                let latest = recent::latest(tenant, means.master, (None, LISTED))?;
                latest.into_iter().map(|(memory, scope)| hit(memory, scope)).collect()
            }
            false => {
                let asked =
                    Search { query: query.clone(), max_results: Some(LISTED), ..Search::default() };
                search::search(tenant, (means.shelves, means.master), &asked)?.hits
            }
        };
        let page =
            Memories { query, hits, said: HubNotice::from_name(seen.asking.asked.text("said")) };
        Ok(Outcome::Page(drawn::memories_page(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}

fn hit(memory: Memory, scope: String) -> Hit {
    Hit {
        id: memory.id,
        scope,
        kind: memory.kind,
        score: 0.0,
        snippet: memory.statement,
        approved_by: memory.approved_by,
        approved_at: memory.changed_at,
    }
}

/// The scope of a memory, with what the asker may do there.
fn scope(tenant: &mut Tenant<'_>, memory: &Memory) -> Result<Option<Scope>, Error> {
    Ok(tenant.scopes()?.into_iter().find(|scope| scope.id.to_string() == memory.scope))
}

pub(super) async fn one(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    asking: Asking,
) -> Response {
    hub.show(asking, move |tenant, means, seen| {
        let memory = kept::get(tenant, means.master, &id)?;
        let scope = scope(tenant, &memory)?;
        let role = scope.as_ref().map_or(Role::Auditor, |scope| scope.role);
        let shown = MemoryView {
            scope: scope.as_ref().map(Scope::shown).unwrap_or_default(),
            may_retire: role >= Role::Reviewer,
            may_erase: role >= Role::Maintainer,
            memory,
        };
        Ok(Outcome::Page(drawn::memory_page(&seen.asking.view, &seen.reader, &shown)))
    })
    .await
}

pub(super) async fn erasing(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    asking: Asking,
) -> Response {
    hub.show(asking, move |tenant, means, seen| {
        let memory = kept::get(tenant, means.master, &id)?;
        Ok(Outcome::Page(drawn::erase_page(&seen.asking.view, &seen.reader, &memory)))
    })
    .await
}

pub(super) async fn change(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    asking: Asking,
) -> Response {
    hub.change(asking, move |tenant, means, seen| {
        let form = &seen.asking.form;
        let said = match form.text("do") {
            "retire" => {
                let asked = Review {
                    memory: id,
                    version: form.text("version").to_owned(),
                    verdict: Verdict::Reject,
                    why: form.text("why").trim().to_owned(),
                };
                memories::review(tenant, means, (&asked, None))?;
                HubNotice::Retired
            }
            "erase" => {
                let asked = Erase { memory: Some(id), ..Erase::default() };
                erase::erase(tenant, means.master, &asked)?;
                HubNotice::Erased
            }
            _ => return Err(Error::NotFound("form")),
        };
        Ok(Outcome::Done("memories".to_owned(), said))
    })
    .await
}
