//! Pages of pending proposals.

use palimp_hub_api::{HubReviewRequest, MemoryStatus, Propose, ReviewVerdict, ScopeRole};
use palimp_pages::hub::{self as drawn, HubNotice, PendingProposals, ProposalForm};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use super::super::HubNode;
use super::HubPageOutcome;
use super::asking::{FormFields, HubPageRequest};
use crate::error::Error;
use crate::memories;
use crate::tenant::{ReadableScope, Tenant};

pub(super) async fn proposals_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, means, seen| {
        let scopes = tenant.scopes()?;
        let named = |id: &str| {
            let found = scopes.iter().find(|scope| scope.id.to_string() == id);
            found.map(ReadableScope::display_name).unwrap_or_default()
        };
        let waiting = memories::list_proposals(tenant, means)?.proposals.into_iter();
        let page = PendingProposals {
            proposals: waiting
                .map(|it| {
                    let scope = named(&it.memory.scope);
                    (it, scope)
                })
                .collect(),
            said: HubNotice::from_name(seen.asking.asked.field_value("said")),
        };
        Ok(HubPageOutcome::Page(drawn::proposals_page(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}

/// Decides about what was shown, and about nothing else.
pub(super) async fn decide_proposal(
    State(hub): State<HubNode>,
    Path(id): Path<String>,
    asking: HubPageRequest,
) -> Response {
    hub.handle_form(asking, move |tenant, means, seen| {
        let form = &seen.asking.form;
        let verdict = match form.field_value("do") {
            "approve" => ReviewVerdict::Approve,
            "reject" => ReviewVerdict::Reject,
            _ => return Err(Error::NotFound("form")),
        };
        let asked = HubReviewRequest {
            memory: id,
            version: form.field_value("version").to_owned(),
            verdict,
            why: form.field_value("why").trim().to_owned(),
        };
        let memory = memories::review(tenant, means, (&asked, None))?;
        let said = match (verdict, memory.status) {
            (ReviewVerdict::Reject, _) => HubNotice::Rejected,
            (ReviewVerdict::Approve, MemoryStatus::Proposed) => HubNotice::Approved,
            (ReviewVerdict::Approve, _) => HubNotice::Landed,
        };
        Ok(HubPageOutcome::Done("proposals".to_owned(), said))
    })
    .await
}

pub(super) async fn draft_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, _, seen| {
        let key = uuid::Uuid::now_v7().to_string();
        let draft =
            ProposalForm { key, scopes: writable_scopes(tenant)?, ..ProposalForm::default() };
        Ok(HubPageOutcome::Page(drawn::draft_page(&seen.asking.view, &seen.reader, &draft)))
    })
    .await
}

/// The scopes in which the asker may propose.
fn writable_scopes(tenant: &mut Tenant<'_>) -> Result<Vec<String>, Error> {
    let scopes = tenant.scopes()?;
    Ok(scopes
        .iter()
        .filter(|it| it.role >= ScopeRole::Contributor)
        .map(ReadableScope::display_name)
        .collect())
}

fn proposal_from_form(form: &FormFields) -> Propose {
    let allow = form.field_value("allow").split([' ', ',']).filter(|it| !it.is_empty());
    Propose {
        scope: form.field_value("scope").to_owned(),
        kind: form.field_value("kind").to_owned(),
        // What browsers send has their line ends.
        statement: form.field_value("statement").replace("\r\n", "\n"),
        why: form.field_value("why").replace("\r\n", "\n"),
        allow: allow.map(str::to_owned).collect(),
        ..Propose::default()
    }
}

pub(super) async fn submit_proposal(
    State(hub): State<HubNode>,
    asking: HubPageRequest,
) -> Response {
    hub.handle_form(asking, |tenant, means, seen| {
        let asked = proposal_from_form(&seen.asking.form);
        let key = seen.asking.form.field_value("key").to_owned();
        let once = Some(key.as_str()).filter(|it| !it.is_empty());
        match memories::propose(tenant, means, (&asked, once)) {
            Ok(_) => Ok(HubPageOutcome::Done("proposals".to_owned(), HubNotice::Proposed)),
            // What was written stays in the form, so that it can be mended.
            Err(Error::Findings(findings)) => {
                let draft = ProposalForm {
                    asked,
                    key,
                    scopes: writable_scopes(tenant)?,
                    findings,
                    why: None,
                };
                Ok(HubPageOutcome::Wrong(drawn::draft_page(
                    &seen.asking.view, &seen.reader, &draft,
                )))
            }
            Err(wrong @ Error::Wrong(_)) => {
                let draft = ProposalForm {
                    asked,
                    key,
                    scopes: writable_scopes(tenant)?,
                    why: Some(seen.asking.error_message(&wrong)),
                    findings: Vec::new(),
                };
                Ok(HubPageOutcome::Wrong(drawn::draft_page(
                    &seen.asking.view, &seen.reader, &draft,
                )))
            }
            Err(error) => Err(error),
        }
    })
    .await
}
