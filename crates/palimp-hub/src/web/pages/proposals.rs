//! What waits for a decision.

use palimp_hub_api::{Propose, Review, Role, Status, Verdict};
use palimp_pages::hub::{self as drawn, HubNotice, PendingProposals, ProposalForm};
use palimp_serve::extract::{Path, State};
use palimp_serve::response::Response;

use super::super::Hub;
use super::Outcome;
use super::asking::{Asking, Fields};
use crate::error::Error;
use crate::memories;
use crate::tenant::{Scope, Tenant};

pub(super) async fn list(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, means, seen| {
        let scopes = tenant.scopes()?;
        let named = |id: &str| {
            let found = scopes.iter().find(|scope| scope.id.to_string() == id);
            found.map(Scope::shown).unwrap_or_default()
        };
        let waiting = memories::proposals(tenant, means)?.proposals.into_iter();
        let page = PendingProposals {
            proposals: waiting
                .map(|it| {
                    let scope = named(&it.memory.scope);
                    (it, scope)
                })
                .collect(),
            said: HubNotice::from_name(seen.asking.asked.text("said")),
        };
        Ok(Outcome::Page(drawn::proposals_page(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}

/// Decides about what was shown, and about nothing else.
pub(super) async fn decide(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    asking: Asking,
) -> Response {
    hub.change(asking, move |tenant, means, seen| {
        let form = &seen.asking.form;
        let verdict = match form.text("do") {
            "approve" => Verdict::Approve,
            "reject" => Verdict::Reject,
            _ => return Err(Error::NotFound("form")),
        };
        let asked = Review {
            memory: id,
            version: form.text("version").to_owned(),
            verdict,
            why: form.text("why").trim().to_owned(),
        };
        let memory = memories::review(tenant, means, (&asked, None))?;
        let said = match (verdict, memory.status) {
            (Verdict::Reject, _) => HubNotice::Rejected,
            (Verdict::Approve, Status::Proposed) => HubNotice::Approved,
            (Verdict::Approve, _) => HubNotice::Landed,
        };
        Ok(Outcome::Done("proposals".to_owned(), said))
    })
    .await
}

pub(super) async fn draft(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, _, seen| {
        let key = uuid::Uuid::now_v7().to_string();
        let draft = ProposalForm { key, scopes: scopes(tenant)?, ..ProposalForm::default() };
        Ok(Outcome::Page(drawn::draft_page(&seen.asking.view, &seen.reader, &draft)))
    })
    .await
}

/// The scopes in which the asker may propose.
fn scopes(tenant: &mut Tenant<'_>) -> Result<Vec<String>, Error> {
    let scopes = tenant.scopes()?;
    Ok(scopes.iter().filter(|it| it.role >= Role::Contributor).map(Scope::shown).collect())
}

fn asked(form: &Fields) -> Propose {
    let allow = form.text("allow").split([' ', ',']).filter(|it| !it.is_empty());
    Propose {
        scope: form.text("scope").to_owned(),
        kind: form.text("kind").to_owned(),
        // What browsers send has their line ends.
        statement: form.text("statement").replace("\r\n", "\n"),
        why: form.text("why").replace("\r\n", "\n"),
        allow: allow.map(str::to_owned).collect(),
        ..Propose::default()
    }
}

pub(super) async fn propose(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.change(asking, |tenant, means, seen| {
        let asked = asked(&seen.asking.form);
        let key = seen.asking.form.text("key").to_owned();
        let once = Some(key.as_str()).filter(|it| !it.is_empty());
        match memories::propose(tenant, means, (&asked, once)) {
            Ok(_) => Ok(Outcome::Done("proposals".to_owned(), HubNotice::Proposed)),
            // What was written stays in the form, so that it can be mended.
            Err(Error::Findings(findings)) => {
                let draft =
                    ProposalForm { asked, key, scopes: scopes(tenant)?, findings, why: None };
                Ok(Outcome::Wrong(drawn::draft_page(&seen.asking.view, &seen.reader, &draft)))
            }
            Err(wrong @ Error::Wrong(_)) => {
                let draft = ProposalForm {
                    asked,
                    key,
                    scopes: scopes(tenant)?,
                    why: Some(seen.asking.said(&wrong)),
                    findings: Vec::new(),
                };
                Ok(Outcome::Wrong(drawn::draft_page(&seen.asking.view, &seen.reader, &draft)))
            }
            Err(error) => Err(error),
        }
    })
    .await
}
