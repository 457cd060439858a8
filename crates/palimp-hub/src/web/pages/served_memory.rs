//! Pages of the organisation's approved memories.

use palimp_hub_api::{
    EraseRequest, HubMemory, HubReviewRequest, HubSearchHit, HubSearchRequest, ReviewVerdict,
    ScopeRole,
};
use palimp_pages::hub::{self as drawn, HubNotice, Memories, MemoryView};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use super::super::HubNode;
use super::HubPageOutcome;
use super::asking::HubPageRequest;
use crate::error::Error;
use crate::tenant::{ReadableScope, Tenant};
use crate::{erase, memories, recent, search, stored_memory};

/// Maximum memories that are listed.
const MAX_LISTED_HITS: usize = 20;

pub(super) async fn memories_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, means, seen| {
        let query = seen.asking.asked.field_value("q").trim().to_owned();
        let hits = match query.is_empty() {
            true => {
                let latest =
                    recent::latest_memories(tenant, means.master, (None, MAX_LISTED_HITS))?;
                latest.into_iter().map(|(memory, scope)| hit_from_memory(memory, scope)).collect()
            }
            false => {
                let asked = HubSearchRequest {
                    query: query.clone(),
                    max_results: Some(MAX_LISTED_HITS),
                    ..HubSearchRequest::default()
                };
                search::search(tenant, (means.shelves, means.master), &asked)?.hits
            }
        };
        let page = Memories {
            query,
            hits,
            said: HubNotice::from_name(seen.asking.asked.field_value("said")),
        };
        Ok(HubPageOutcome::Page(drawn::memories_page(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}

fn hit_from_memory(memory: HubMemory, scope: String) -> HubSearchHit {
    HubSearchHit {
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
fn scope_of_memory(
    tenant: &mut Tenant<'_>,
    memory: &HubMemory,
) -> Result<Option<ReadableScope>, Error> {
    Ok(tenant.scopes()?.into_iter().find(|scope| scope.id.to_string() == memory.scope))
}

pub(super) async fn memory_page(
    State(hub): State<HubNode>,
    Path(id): Path<String>,
    asking: HubPageRequest,
) -> Response {
    hub.show_page(asking, move |tenant, means, seen| {
        let memory = stored_memory::get_memory(tenant, means.master, &id)?;
        let scope = scope_of_memory(tenant, &memory)?;
        let role = scope.as_ref().map_or(ScopeRole::Auditor, |scope| scope.role);
        let shown = MemoryView {
            scope: scope.as_ref().map(ReadableScope::display_name).unwrap_or_default(),
            may_retire: role >= ScopeRole::Reviewer,
            may_erase: role >= ScopeRole::Maintainer,
            memory,
        };
        Ok(HubPageOutcome::Page(drawn::memory_page(&seen.asking.view, &seen.reader, &shown)))
    })
    .await
}

pub(super) async fn erase_page(
    State(hub): State<HubNode>,
    Path(id): Path<String>,
    asking: HubPageRequest,
) -> Response {
    hub.show_page(asking, move |tenant, means, seen| {
        let memory = stored_memory::get_memory(tenant, means.master, &id)?;
        Ok(HubPageOutcome::Page(drawn::erase_page(&seen.asking.view, &seen.reader, &memory)))
    })
    .await
}

pub(super) async fn change_memory(
    State(hub): State<HubNode>,
    Path(id): Path<String>,
    asking: HubPageRequest,
) -> Response {
    hub.handle_form(asking, move |tenant, means, seen| {
        let form = &seen.asking.form;
        let said = match form.field_value("do") {
            "retire" => {
                let asked = HubReviewRequest {
                    memory: id,
                    version: form.field_value("version").to_owned(),
                    verdict: ReviewVerdict::Reject,
                    why: form.field_value("why").trim().to_owned(),
                };
                memories::review(tenant, means, (&asked, None))?;
                HubNotice::Retired
            }
            "erase" => {
                let asked = EraseRequest { memory: Some(id), ..EraseRequest::default() };
                erase::erase(tenant, means.master, &asked)?;
                HubNotice::Erased
            }
            _ => return Err(Error::NotFound("form")),
        };
        Ok(HubPageOutcome::Done("memories".to_owned(), said))
    })
    .await
}
