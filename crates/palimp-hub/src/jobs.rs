//! Jobs that are due by the clock, for each organisation: any node runs them, and no two nodes at
//! once.

use jiff::Timestamp;
use palimp_core::lang::{Lang, with_lang};
use postgres::types::Type;
use uuid::Uuid;

use crate::audit::{self, Chain};
use crate::error::Error;
use crate::memories::{WriteContext, find_conflicts, set_status};
use crate::policy::today;
use crate::pool::Pool;
use crate::stored_memory::{StoredMemory, select_memories};
use crate::tenant::{Asker, Tenant};
use crate::{activity, index, usage};

/// Scheduled job: its name, and the seconds between two runs.
type ScheduledJob =
    (&'static str, i64, fn(&mut Tenant<'_>, WriteContext<'_>) -> Result<u64, Error>);

const JOBS: [ScheduledJob; 5] = [
    ("sign", 60 * 60, |tenant, means| audit::sign_head(tenant, means.master).map(|()| 1)),
    ("expire", 60 * 60, expire_overdue),
    ("recheck", 7 * 24 * 60 * 60, recheck),
    ("activity", 24 * 60 * 60, |tenant, means| activity::condense(tenant, means.master)),
    ("usage", 24 * 60 * 60, |tenant, _| usage::drop_old(tenant)),
];

/// Does what is due in all organisations. What fails in one is said in its row, and does not keep the others.
///
/// # Errors
///
/// When the database cannot be reached.
pub fn run_due_jobs(pool: &Pool, means: WriteContext<'_>, now: bool) -> Result<(), Error> {
    let orgs: Vec<Uuid> = pool.with_connection(|client| {
        let rows = client.query("SELECT * FROM palimp_orgs()", &[])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    })?;
    for org in orgs {
        for job in JOBS {
            // What came of a job is kept in English.
            let run = || pool.with_connection(|client| run_job(client, (org, means, now), job));
            let done = with_lang(Lang::En, run);
            if let Err(error) = done {
                record_outcome(
                    pool,
                    org,
                    (job.0, &with_lang(Lang::En, || format!("failed: {error}"))),
                )?;
            }
        }
    }
    Ok(())
}

fn run_job(
    client: &mut postgres::Client,
    (org, means, now): (Uuid, WriteContext<'_>, bool),
    (name, every, work): ScheduledJob,
) -> Result<(), Error> {
    let mut tenant = Tenant::begin(client, &Asker::Clock(org))?;
    let sql = "SELECT pg_try_advisory_xact_lock(hashtext($1))";
    let lock = format!("palimp-hub {name} {org}");
    let mine = tenant.query_row(sql, &[(&lock, Type::TEXT)])?.is_some_and(|row| row.get(0));
    let sql = "SELECT ran_at FROM jobs WHERE org = palimp_org() AND name = $1";
    let before =
        tenant.query_row(sql, &[(&name, Type::TEXT)])?.map(|row| row.get::<_, Timestamp>(0));
    let age = before.map_or(i64::MAX, |at| Timestamp::now().as_second() - at.as_second());
    if !mine || (!now && age < every) {
        return Ok(());
    }
    let done = work(&mut tenant, means)?;
    write_outcome(&mut tenant, (name, &format!("done: {done}")))?;
    tenant.commit()
}

fn record_outcome(pool: &Pool, org: Uuid, said: (&str, &str)) -> Result<(), Error> {
    pool.with_connection(|client| {
        let mut tenant = Tenant::begin(client, &Asker::Clock(org))?;
        write_outcome(&mut tenant, said)?;
        tenant.commit()
    })
}

fn write_outcome(tenant: &mut Tenant<'_>, (name, outcome): (&str, &str)) -> Result<(), Error> {
    let sql = "INSERT INTO jobs (org, name, ran_at, outcome) VALUES (palimp_org(), $1, now(), $2)
        ON CONFLICT (org, name) DO UPDATE SET ran_at = excluded.ran_at, outcome = excluded.outcome";
    tenant.execute(sql, &[(&name, Type::TEXT), (&outcome, Type::TEXT)])?;
    Ok(())
}

/// Expires facts by their day, proposals by the policy's time, and idempotency records after two
/// days.
fn expire_overdue(tenant: &mut Tenant<'_>, means: WriteContext<'_>) -> Result<u64, Error> {
    let mut chain = Chain::lock_head(tenant)?;
    let day = today();
    let sql = "SELECT id, scope FROM memories WHERE org = palimp_org() AND status = 'approved' AND expires <= $1";
    let over = tenant.query_rows(sql, &[(&day, Type::DATE)])?;
    for row in &over {
        let (id, scope): (Uuid, Uuid) = (row.try_get(0)?, row.try_get(1)?);
        index::remove_memory(tenant, scope, id)?;
        set_status(tenant, means.master, (&mut chain, id), ("expired", "expire"))?;
    }
    let days = tenant.policy.proposal_days as f64;
    let sql = "SELECT id FROM memories WHERE org = palimp_org() AND status = 'proposed'
        AND proposed_at < now() - make_interval(secs => $1 * 86400)";
    let waited = tenant.query_rows(sql, &[(&days, Type::FLOAT8)])?;
    for row in &waited {
        set_status(tenant, means.master, (&mut chain, row.try_get(0)?), ("rejected", "lapse"))?;
    }
    let sql = "DELETE FROM answered WHERE org = palimp_org() AND at < now() - interval '2 days'";
    tenant.execute(sql, &[])?;
    Ok((over.len() + waited.len()) as u64)
}

/// Looks with today's rules at all that is told: what they find, or what contradicts something newer, is told no more, and
/// waits for a person. What was known when somebody approved it is no news.
fn recheck(tenant: &mut Tenant<'_>, means: WriteContext<'_>) -> Result<u64, Error> {
    let all = select_memories(tenant, means.master, ("m.status = 'approved'", &[]))?;
    let mut doubted: Vec<&StoredMemory> = Vec::new();
    for kept in &all {
        let is_found = !kept.body.findings(&kept.memory.allow).is_empty();
        if is_found || is_outdated(tenant, means, (kept, &all))? {
            doubted.push(kept);
        }
    }
    if doubted.is_empty() {
        return Ok(0);
    }
    let mut chain = Chain::lock_head(tenant)?;
    for kept in &doubted {
        index::remove_memory(tenant, kept.scope, kept.id)?;
        set_status(tenant, means.master, (&mut chain, kept.id), ("quarantined", "quarantine"))?;
    }
    Ok(doubted.len() as u64)
}

/// True if a newer memory contradicts this one, and no approver of either was shown the
/// contradiction.
fn is_outdated(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    (kept, all): (&StoredMemory, &[StoredMemory]),
) -> Result<bool, Error> {
    let (_, contradictions) = find_conflicts(tenant, means, kept)?;
    let is_news = |other: &&StoredMemory| {
        contradictions.iter().any(|it| it.id == other.memory.id)
            && !kept.accepted.contains(&other.id)
            && !other.accepted.contains(&kept.id)
    };
    Ok(all.iter().filter(is_news).any(|other| other.changed_at > kept.changed_at))
}
