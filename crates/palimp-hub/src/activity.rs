//! Session activity that homes share if their users opted in: scanned like all input, condensed by
//! week, expired by age.

use jiff::Span;
use jiff::civil::Date;
use palimp_hub_api::{ActivityUpload, FieldFinding, ScopeRole};
use palimp_redact::Redactor;
use postgres::types::Type;
use serde::Serialize;
use uuid::Uuid;

use crate::crypt::{self, Master};
use crate::error::Error;
use crate::idempotency;
use crate::policy::today;
use crate::tenant::{Tenant, UsageKind};

/// Maximum lines per list in a home's day, and maximum characters per line.
const MAX_LINES_PER_LIST: usize = 200;
const MAX_LINE_CHARS: usize = 400;
/// Age in days after which a home's days are condensed into a week of the project.
const DAYS_BEFORE_CONDENSING: i64 = 7;

/// A week of a project, or a day of a member in it.
#[derive(schemars::JsonSchema, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[schemars(rename = "Told")]
pub struct ActivityDigest {
    /// The project's name.
    pub project: String,
    /// Its first day.
    pub day: String,
    /// True if it is a week of all members.
    pub weekly: bool,
    /// Summaries of the sessions.
    pub summaries: Vec<String>,
    /// Failures that occurred more than once.
    pub failures: Vec<String>,
}

/// Stores a day of activity that a home shares.
///
/// # Errors
///
/// When the asker may not propose in that project, or a line may not be kept.
pub fn record_activity(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (asked, key): (&ActivityUpload, Option<&str>),
) -> Result<(), Error> {
    let scope = tenant
        .find_scope(&asked.project)
        .or_else(|_| tenant.find_scope(&format!("project:{}", asked.project)))?;
    tenant.scope_as(scope.id, ScopeRole::Contributor)?;
    let id = Uuid::now_v7();
    if idempotency::claim_idempotency_key(tenant, key, &("activity", asked), id)?.is_some() {
        return Ok(());
    }
    let day: Date = asked
        .day
        .parse()
        .map_err(|_| Error::Wrong("day must be a date such as 2026-11-23".to_owned()))?;
    let lists = [("summaries", &asked.summaries), ("failures", &asked.failures)];
    for (field, lines) in lists {
        if lines.len() > MAX_LINES_PER_LIST
            || lines.iter().any(|line| line.chars().count() > MAX_LINE_CHARS)
        {
            return Err(Error::Wrong(format!(
                "{field} is too long: send at most {MAX_LINES_PER_LIST} lines of {MAX_LINE_CHARS} characters"
            )));
        }
        let found = scan_lines(field, lines);
        if !found.is_empty() {
            return Err(Error::Findings(found));
        }
    }
    tenant.uses.push(UsageKind::Activity);
    let (key, wrapped) = master.make_key(tenant.org, id)?;
    let sql = "INSERT INTO keys (org, scope, subject, wrapped) VALUES (palimp_org(), $1, $2, $3)";
    tenant.execute(sql, &[(&scope.id, Type::UUID), (&id, Type::UUID), (&wrapped, Type::BYTEA)])?;
    let said = serde_json::to_vec(&(&asked.summaries, &asked.failures)).unwrap_or_default();
    insert_activity(tenant, (scope.id, day, id, false), &crypt::seal(&key, id, &said)?)
}

fn insert_activity(
    tenant: &mut Tenant<'_>,
    (scope, day, id, weekly): (Uuid, Date, Uuid, bool),
    body: &[u8],
) -> Result<(), Error> {
    let me = tenant.me;
    let sql = "INSERT INTO activity (org, scope, day, principal, id, weekly, body) VALUES (palimp_org(), $1, $2, $3, $4, $5, $6)";
    tenant.execute(
        sql,
        &[
            (&scope, Type::UUID),
            (&day, Type::DATE),
            (&me, Type::UUID),
            (&id, Type::UUID),
            (&weekly, Type::BOOL),
            (&body, Type::BYTEA),
        ],
    )?;
    Ok(())
}

fn scan_lines(field: &str, lines: &[String]) -> Vec<FieldFinding> {
    let redactor = Redactor::default().taking_authors();
    let of = |(at, line): (usize, &String)| {
        let found = redactor.find(line).into_iter().next()?;
        Some(FieldFinding { field: field.to_owned(), line: at + 1, kind: found.kind.to_owned() })
    };
    lines.iter().enumerate().filter_map(of).collect()
}

/// Returns the activity of the projects that the asker may read, newest first.
///
/// # Errors
///
/// When the database fails.
pub fn list_activity(
    tenant: &mut Tenant<'_>,
    master: &Master,
) -> Result<Vec<ActivityDigest>, Error> {
    let rows = query_activity(tenant, master, "true")?;
    Ok(rows.into_iter().map(|(_, told)| told).collect())
}

/// Key of a stored row: its scope, id and day.
type ActivityRowKey = (Uuid, Uuid, Date);

fn query_activity(
    tenant: &mut Tenant<'_>,
    master: &Master,
    condition: &str,
) -> Result<Vec<(ActivityRowKey, ActivityDigest)>, Error> {
    let sql = format!(
        "SELECT a.scope, a.id, a.day, a.weekly, a.body, k.wrapped, s.name FROM activity a
        JOIN keys k ON k.org = a.org AND k.subject = a.id JOIN scopes s ON s.org = a.org AND s.id = a.scope
        WHERE a.org = palimp_org() AND {condition} ORDER BY a.day DESC, a.id LIMIT 2000"
    );
    let (org, mut told) = (tenant.org, Vec::new());
    for row in tenant.query_rows(&sql, &[])? {
        let (scope, id, day): ActivityRowKey = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let key = master.unwrap_key(org, id, row.try_get(5)?)?;
        let said = crypt::unseal(&key, id, row.try_get(4)?)?;
        let (summaries, failures) = serde_json::from_slice(&said).map_err(|_| Error::Sealed)?;
        let (project, weekly) = (row.try_get(6)?, row.try_get(3)?);
        told.push((
            (scope, id, day),
            ActivityDigest { project, day: day.to_string(), weekly, summaries, failures },
        ));
    }
    Ok(told)
}

/// Makes weeks of what is older than one, and drops what is older than the policy says. What is said again and again
/// stands first in a week, once, with how often.
pub(crate) fn condense(tenant: &mut Tenant<'_>, master: &Master) -> Result<u64, Error> {
    let keep = tenant.policy.activity_days;
    let oldest = today().saturating_sub(Span::new().days(keep.clamp(1, 36_500)));
    let sql =
        "WITH old AS (DELETE FROM activity WHERE org = palimp_org() AND day < $1 RETURNING id)
        DELETE FROM keys WHERE org = palimp_org() AND subject IN (SELECT id FROM old)";
    let mut done = tenant.execute(sql, &[(&oldest, Type::DATE)])?;
    let days = query_activity(
        tenant,
        master,
        &format!("NOT a.weekly AND a.day < current_date - {DAYS_BEFORE_CONDENSING}"),
    )?;
    let mut weeks: std::collections::BTreeMap<(Uuid, Date), (Vec<Uuid>, ActivityDigest)> =
        Default::default();
    for ((scope, id, day), told) in days {
        let monday =
            day.saturating_sub(Span::new().days(i64::from(day.weekday().to_monday_zero_offset())));
        let (ids, week) = weeks.entry((scope, monday)).or_default();
        ids.push(id);
        week.summaries.extend(told.summaries);
        week.failures.extend(told.failures);
    }
    for ((scope, monday), (ids, week)) in weeks {
        let id = Uuid::now_v7();
        let (key, wrapped) = master.make_key(tenant.org, id)?;
        let sql =
            "INSERT INTO keys (org, scope, subject, wrapped) VALUES (palimp_org(), $1, $2, $3)";
        tenant.execute(sql, &[(&scope, Type::UUID), (&id, Type::UUID), (&wrapped, Type::BYTEA)])?;
        let said = serde_json::to_vec(&(
            merge_duplicates(week.summaries),
            merge_duplicates(week.failures),
        ));
        insert_activity(
            tenant,
            (scope, monday, id, true),
            &crypt::seal(&key, id, &said.unwrap_or_default())?,
        )?;
        let all: &[(&(dyn postgres::types::ToSql + Sync), Type)] = &[(&ids, Type::UUID_ARRAY)];
        tenant.execute("DELETE FROM activity WHERE org = palimp_org() AND id = ANY ($1)", all)?;
        tenant.execute("DELETE FROM keys WHERE org = palimp_org() AND subject = ANY ($1)", all)?;
        done += ids.len() as u64;
    }
    Ok(done)
}

/// Merges equal lines, the most frequent first, each with its count.
fn merge_duplicates(lines: Vec<String>) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for line in lines {
        match counts.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += 1,
            None => counts.push((line, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let line = |(line, count): (String, usize)| {
        if count > 1 { format!("{line} (×{count})") } else { line }
    };
    counts.into_iter().take(MAX_LINES_PER_LIST).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_again_is_said_once_with_how_often() {
        let lines = ["cargo test fails", "a", "cargo test fails"].map(str::to_owned);
        assert_eq!(merge_duplicates(lines.into()), ["cargo test fails (×2)", "a"]);
    }
}
