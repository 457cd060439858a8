//! Pages of the policy, the audit log, the activity and the usage.

use palimp_core::message::json_reason;
use palimp_hub_api::{MemoryStatus, ScopeKind, ScopeRole};
use palimp_pages::hub::{
    self as drawn, Field, HubActivityView, HubNotice, HubPolicyView, HubUsage, MemberUsage,
    PolicyRule, ProjectActivity,
};
use palimp_serve::extract::State;
use palimp_serve::response::Response;
use serde_json::Value;

use super::super::HubNode;
use super::HubPageOutcome;
use super::asking::HubPageRequest;
use crate::error::Error;
use crate::tenant::{ReadableScope, Tenant, parse_enum};
use crate::{activity as told, audit as chain, messages, policy_update, usage as counted};

/// Number of audit links on a page.
const AUDIT_LINKS_PER_PAGE: u64 = 100;

pub(super) async fn policy_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, _, seen| {
        let rules = policy_rules(tenant)?;
        let said = HubNotice::from_name(seen.asking.asked.field_value("said"));
        let rules = HubPolicyView { said, ..rules };
        Ok(HubPageOutcome::Page(drawn::policy_page(&seen.asking.view, &seen.reader, &rules)))
    })
    .await
}

/// Returns the rules of the policy, as a form for an asker who may change it.
fn policy_rules(tenant: &mut Tenant<'_>) -> Result<HubPolicyView, Error> {
    let is_owner =
        |scope: &ReadableScope| scope.kind == ScopeKind::Org && scope.role == ScopeRole::Owner;
    let may_change = tenant.scopes()?.iter().any(is_owner);
    let policy = serde_json::to_value(&tenant.policy).unwrap_or_default();
    let rule = |(name, value): (&String, &Value)| PolicyRule {
        name: name.clone(),
        said: display_value(value),
        field: match value {
            Value::Bool(yes) => Field::Yes(*yes),
            Value::Number(number) => Field::Number(number.to_string()),
            other => Field::Json(serde_json::to_string_pretty(other).unwrap_or_default()),
        },
    };
    Ok(HubPolicyView {
        rules: policy.as_object().into_iter().flatten().map(rule).collect(),
        version: may_change.then(|| policy_update::policy_version(tenant.org, &tenant.policy)),
        ..HubPolicyView::default()
    })
}

pub(super) async fn lay_down(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.handle_form(asking, |tenant, means, seen| {
        let mut rules = policy_rules(tenant)?;
        let form = &seen.asking.form;
        // What was written stays in the form, so that it can be mended.
        rules
            .rules
            .iter_mut()
            .for_each(|rule| rule.field.set_from_form(form.field_value(&rule.name)));
        let read = form.field_value("version").to_owned();
        let set = policy_from_form(&rules).and_then(|policy| {
            policy_update::update_policy(tenant, means.master, (&read, &policy))
        });
        match set {
            Ok(()) => Ok(HubPageOutcome::Done("policy".to_owned(), HubNotice::LaidDown)),
            Err(wrong @ Error::Wrong(_)) if rules.version.is_some() => {
                let why = Some(seen.asking.error_message(&wrong));
                let rules = HubPolicyView { version: Some(read), why, ..rules };
                Ok(HubPageOutcome::Wrong(drawn::policy_page(
                    &seen.asking.view, &seen.reader, &rules,
                )))
            }
            Err(error) => Err(error),
        }
    })
    .await
}

/// Returns the policy that a form contains, as the command takes it.
fn policy_from_form(rules: &HubPolicyView) -> Result<Value, Error> {
    let mut policy = serde_json::Map::new();
    for PolicyRule { name, field, .. } in &rules.rules {
        let value = match field {
            Field::Yes(yes) => Value::Bool(*yes),
            Field::Number(text) | Field::Json(text) => {
                serde_json::from_str(text).map_err(|error| {
                    Error::Wrong(messages::policy_field_invalid(name, json_reason(&error)))
                })?
            }
        };
        policy.insert(name.clone(), value);
    }
    Ok(Value::Object(policy))
}

/// A value, and what it is made of in a line.
fn display_value(value: &Value) -> String {
    match value {
        Value::Object(of) if of.is_empty() => "–".to_owned(),
        Value::Object(of) => {
            let parts: Vec<String> = of
                .iter()
                .map(|(name, value)| format!("{name}: {}", display_value(value)))
                .collect();
            parts.join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

pub(super) async fn audit_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, _, seen| {
        let head = chain::chain_head(tenant)?;
        let before = seen.asking.asked.field_value("before").parse().unwrap_or(head.seq + 1);
        let since = before.min(head.seq + 1).saturating_sub(1 + AUDIT_LINKS_PER_PAGE);
        let mut page = chain::read_links(tenant, since as i64)?;
        page.links.retain(|link| link.seq < before);
        let next = Some(since + 1).filter(|_| since > 0);
        Ok(HubPageOutcome::Page(drawn::audit_page(&seen.asking.view, &seen.reader, (&page, next))))
    })
    .await
}

pub(super) async fn activity_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, means, seen| {
        let sql = "SELECT status, count(*) FROM memories WHERE org = palimp_org() GROUP BY status ORDER BY status";
        let rows = tenant.query_rows(sql, &[])?;
        let count = |row: &postgres::Row| {
            Some((parse_enum::<MemoryStatus>(row.get(0))?, row.get::<_, i64>(1).unsigned_abs()))
        };
        let counts = rows.iter().filter_map(count).collect();
        let told = told::list_activity(tenant, means.master)?.into_iter().map(|it| ProjectActivity {
            project: it.project,
            day: it.day,
            weekly: it.weekly,
            summaries: it.summaries,
            failures: it.failures,
        });
        let page = HubActivityView { counts, told: told.collect() };
        Ok(HubPageOutcome::Page(drawn::activity_page(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}

pub(super) async fn usage_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, _, seen| {
        let used =
            counted::list_usage(tenant, counted::DEFAULT_USAGE_DAYS)?.into_iter().map(|it| {
                MemberUsage {
                    member: it.member,
                    day: it.day,
                    what: it.what,
                    times: it.times.unsigned_abs(),
                }
            });
        let (used, of_all) = (used.collect(), tenant.may_read_audit()?);
        let page = HubUsage { days: counted::DEFAULT_USAGE_DAYS, of_all, used };
        Ok(HubPageOutcome::Page(drawn::usage_page(&seen.asking.view, &seen.reader, &page)))
    })
    .await
}
