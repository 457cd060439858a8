//! Feed that homes pull: changes of a scope's memories since the last request.

use palimp_hub_api::{CallerInfo, Feed, ScopeInfo as Shown};
use postgres::types::Type;
use uuid::Uuid;

use crate::audit;
use crate::crypt::Master;
use crate::error::Error;
use crate::policy::today;
use crate::stored_memory::select_memories;
use crate::tenant::{ReadableScope, Tenant, UsageKind};

/// Maximum changes in one response.
const MAX_FEED_CHANGES: i64 = 200;

/// Returns the asker and the scopes they may read.
///
/// # Errors
///
/// When the database fails.
pub fn caller_info(tenant: &mut Tenant<'_>) -> Result<CallerInfo, Error> {
    Ok(CallerInfo {
        scopes: tenant.scopes()?.into_iter().map(scope_info).collect(),
        head: audit::chain_head(tenant)?,
        org: tenant.org_name.clone(),
        name: tenant.name.clone(),
        max_offline_days: tenant.policy.max_offline_days,
    })
}

fn scope_info(scope: ReadableScope) -> Shown {
    let ReadableScope { id, kind, name, role, remotes, roots, .. } = scope;
    Shown { id: id.to_string(), kind, name, role, remotes, roots }
}

/// Returns the changes of a scope's memories after the link `since`.
///
/// # Errors
///
/// When the asker may not see the scope.
pub fn read_feed(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (scope, since): (&str, i64),
) -> Result<Feed, Error> {
    tenant.uses.push(UsageKind::Feed);
    let scope = tenant.find_scope(scope)?;
    let known = if since > 0 { audit::link_hash(tenant, since)? } else { None };
    // Links become visible in their order, so that nothing up to the head is missing.
    let head = audit::chain_head(tenant)?;
    let until = head.seq as i64;
    let sql = "SELECT id, changed, told FROM (
            SELECT id, changed, status = 'approved' AND (valid_from IS NULL OR valid_from <= $4)
                AND (expires IS NULL OR expires > $4) AS told
            FROM memories WHERE org = palimp_org() AND scope = $1 AND changed > $2 AND changed <= $3
                AND status NOT IN ('proposed', 'rejected')
            UNION ALL
            SELECT id, changed, false FROM gone WHERE org = palimp_org() AND scope = $1 AND changed > $2 AND changed <= $3
        ) AS turned ORDER BY changed LIMIT $5";
    let day = today();
    let rows = tenant.query_rows(
        sql,
        &[
            (&scope.id, Type::UUID),
            (&since, Type::INT8),
            (&until, Type::INT8),
            (&day, Type::DATE),
            (&MAX_FEED_CHANGES, Type::INT8),
        ],
    )?;
    let (mut told, mut gone, mut last) = (Vec::new(), Vec::new(), until);
    let more = rows.len() as i64 == MAX_FEED_CHANGES;
    for row in &rows {
        let id: Uuid = row.try_get(0)?;
        if more {
            last = row.try_get(1)?;
        }
        if row.try_get(2)? { told.push(id) } else { gone.push(id.to_string()) }
    }
    let condition = "m.id = ANY ($1) ORDER BY m.changed";
    let put = select_memories(tenant, master, (condition, &[(&told, Type::UUID_ARRAY)]))?;
    let put = put.into_iter().map(|kept| kept.memory).collect();
    Ok(Feed { put, gone, next: last as u64, more, head, since: known })
}
