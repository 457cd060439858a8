//! What is laid down, and what happened.

use palimp_hub_api::Status;
use palimp_pages::hub::{self as drawn, Activity, Told};
use palimp_serve::extract::State;
use palimp_serve::response::Response;
use serde_json::Value;

use super::super::Hub;
use super::Outcome;
use super::asking::Asking;
use crate::tenant::parsed;
use crate::{activity as told, audit as chain};

/// How many links of the audit stand on a page.
const LINKS: u64 = 100;

pub(super) async fn policy(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, _, seen| {
        let policy = serde_json::to_value(&tenant.policy).unwrap_or_default();
        let rules = policy.as_object().into_iter().flatten();
        let rules: Vec<(String, String)> =
            rules.map(|(name, value)| (name.clone(), said(value))).collect();
        Ok(Outcome::Page(drawn::policy(&seen.asking.view, &seen.reader, &rules)))
    })
    .await
}

/// A value, and what it is made of in a line.
fn said(value: &Value) -> String {
    match value {
        Value::Object(of) if of.is_empty() => "–".to_owned(),
        Value::Object(of) => {
            let parts: Vec<String> =
                of.iter().map(|(name, value)| format!("{name}: {}", said(value))).collect();
            parts.join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

pub(super) async fn audit(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, _, seen| {
        let head = chain::head(tenant)?;
        let before = seen.asking.asked.text("before").parse().unwrap_or(head.seq + 1);
        let since = before.min(head.seq + 1).saturating_sub(1 + LINKS);
        let mut page = chain::read(tenant, since as i64)?;
        page.links.retain(|link| link.seq < before);
        let next = Some(since + 1).filter(|_| since > 0);
        Ok(Outcome::Page(drawn::audit(&seen.asking.view, &seen.reader, (&page, next))))
    })
    .await
}

pub(super) async fn activity(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, means, seen| {
        let sql = "SELECT status, count(*) FROM memories WHERE org = palimp_org() GROUP BY status ORDER BY status";
        let rows = tenant.rows(sql, &[])?;
        let count = |row: &postgres::Row| {
            Some((parsed::<Status>(row.get(0))?, row.get::<_, i64>(1).unsigned_abs()))
        };
        let counts = rows.iter().filter_map(count).collect();
        let told = told::list(tenant, means.master)?.into_iter().map(|it| Told {
            project: it.project,
            day: it.day,
            weekly: it.weekly,
            summaries: it.summaries,
            failures: it.failures,
        });
        let page = Activity { counts, told: told.collect() };
        Ok(Outcome::Page(drawn::activity(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}
