//! Usage of the hub by member and day: counted by nodes in memory, and written every minute.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Span;
use jiff::civil::Date;
use postgres::types::Type;
use serde::Serialize;
use uuid::Uuid;

use crate::error::Error;
use crate::policy::today;
use crate::pool::Pool;
use crate::tenant::{Asker, Tenant, UsageKind};

/// For how many days counts are kept.
const USAGE_RETENTION_DAYS: i64 = 400;

/// Days that are reported by default.
pub(crate) const DEFAULT_USAGE_DAYS: i64 = 30;

/// Number of uses of a kind by a member on a day.
#[derive(schemars::JsonSchema, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[schemars(rename = "Used")]
pub struct DailyUsage {
    /// The member's name.
    pub member: String,
    /// The day, in UTC.
    pub day: String,
    /// `search`, `read`, `feed`, `propose`, `review` or `activity`.
    pub what: String,
    /// Number of uses.
    pub times: i64,
}

/// Counts of a node that are not yet written. They are lost if the node is killed: at most a
/// minute's.
#[derive(Default)]
pub(crate) struct UsageCounter(Mutex<BTreeMap<Uuid, OfOrg>>);

/// By member and use.
type OfOrg = BTreeMap<(Uuid, UsageKind), i64>;

impl UsageCounter {
    /// Counts what a member of an organisation did.
    pub(crate) fn record_uses(&self, org: Uuid, member: Uuid, uses: &[UsageKind]) {
        if uses.is_empty() {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_org = all.entry(org).or_default();
        for what in uses {
            *of_org.entry((member, *what)).or_default() += 1;
        }
    }

    /// Writes down what was counted. What cannot be written is counted on.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached.
    pub(crate) fn flush_counts(&self, pool: &Pool) -> Result<(), Error> {
        let taken = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let mut failed = Ok(());
        for (org, counts) in taken {
            if let Err(error) = write_counts(pool, org, &counts) {
                failed = Err(error);
                let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                let of_org = all.entry(org).or_default();
                counts.into_iter().for_each(|(of, times)| *of_org.entry(of).or_default() += times);
            }
        }
        failed
    }
}

fn write_counts(pool: &Pool, org: Uuid, counts: &OfOrg) -> Result<(), Error> {
    let (mut members, mut what, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for ((member, of), count) in counts {
        members.push(*member);
        what.push(of.name());
        times.push(*count);
    }
    // Nodes that write at once lock the rows in the same order; who was erased meanwhile is not counted again.
    let sql = "INSERT INTO usage (org, principal, day, what, times)
        SELECT palimp_org(), principal, $1, what, times FROM unnest($2, $3, $4) AS u (principal, what, times)
        WHERE EXISTS (SELECT FROM principals p WHERE p.org = palimp_org() AND p.id = u.principal)
        ORDER BY principal, what
        ON CONFLICT (org, principal, day, what) DO UPDATE SET times = usage.times + excluded.times";
    pool.with_connection(|client| {
        let mut tenant = Tenant::begin(client, &Asker::Clock(org))?;
        tenant.execute(
            sql,
            &[
                (&today(), Type::DATE),
                (&members, Type::UUID_ARRAY),
                (&what, Type::TEXT_ARRAY),
                (&times, Type::INT8_ARRAY),
            ],
        )?;
        tenant.commit()
    })
}

/// Deletes counts that are too old.
pub(crate) fn drop_old(tenant: &mut Tenant<'_>) -> Result<u64, Error> {
    let sql = "DELETE FROM usage WHERE org = palimp_org() AND day < $1";
    tenant.execute(sql, &[(&days_ago(USAGE_RETENTION_DAYS), Type::DATE)])
}

fn days_ago(days: i64) -> Date {
    today().saturating_sub(Span::new().days(days.clamp(0, USAGE_RETENTION_DAYS)))
}

/// Returns the usage of the last `days` days, newest first: of all members if the asker may read
/// the audit, otherwise of the asker alone.
///
/// # Errors
///
/// When the database fails.
pub fn list_usage(tenant: &mut Tenant<'_>, days: i64) -> Result<Vec<DailyUsage>, Error> {
    let (audits, me) = (tenant.may_read_audit()?, tenant.me);
    let sql = "SELECT p.name, u.day, u.what, u.times FROM usage u JOIN principals p ON p.org = u.org AND p.id = u.principal
        WHERE u.org = palimp_org() AND u.day > $1 AND ($2 OR u.principal = $3)
        ORDER BY u.day DESC, p.name, u.what";
    let since = days_ago(days);
    let rows = tenant
        .query_rows(sql, &[(&since, Type::DATE), (&audits, Type::BOOL), (&me, Type::UUID)])?;
    let used = |row: &postgres::Row| {
        Ok(DailyUsage {
            member: row.try_get(0)?,
            day: row.try_get::<_, Date>(1)?.to_string(),
            what: row.try_get(2)?,
            times: row.try_get(3)?,
        })
    };
    rows.iter().map(used).collect()
}
