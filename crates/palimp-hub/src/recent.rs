//! Approved memories without a question: the latest, and all of them page by page.

use palimp_hub_api::HubMemory;
use postgres::types::Type;
use uuid::Uuid;

use crate::crypt::Master;
use crate::error::Error;
use crate::policy::today;
use crate::stored_memory::{parse_memory_id, select_memories};
use crate::tenant::{ReadableScope, Tenant, UsageKind};

/// SQL condition for memories that are valid today.
const VALID_TODAY_SQL: &str =
    "m.status = 'approved' AND (m.valid_from IS NULL OR m.valid_from <= $1)
    AND (m.expires IS NULL OR m.expires > $1)";

/// The memories that were approved last, newest first, each with the name of its scope; of one project where it is
/// named.
///
/// # Errors
///
/// When the asker may not see the project.
pub(crate) fn latest_memories(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (project, most): (Option<&str>, usize),
) -> Result<Vec<(HubMemory, String)>, Error> {
    tenant.uses.push(UsageKind::Read);
    let scopes = match project {
        Some(name) => vec![tenant.find_scope(&format!("project:{name}"))?],
        None => tenant.scopes()?,
    };
    let ids: Vec<Uuid> = scopes.iter().map(|scope| scope.id).collect();
    let (day, most) = (today(), most as i64);
    let condition =
        format!("{VALID_TODAY_SQL} AND m.scope = ANY ($2) ORDER BY m.changed DESC LIMIT $3");
    let params: &[_] =
        &[(&day as _, Type::DATE), (&ids as _, Type::UUID_ARRAY), (&most as _, Type::INT8)];
    let kept = select_memories(tenant, master, (&condition, params))?;
    let shown = |id| {
        scopes.iter().find(|it| it.id == id).map(ReadableScope::display_name).unwrap_or_default()
    };
    Ok(kept.into_iter().map(|kept| (kept.memory, shown(kept.scope))).collect())
}

/// The memories that are told, in the order of their ids, after the one named.
///
/// # Errors
///
/// When `after` is no id.
pub(crate) fn memories_after(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (after, most): (&str, usize),
) -> Result<Vec<HubMemory>, Error> {
    tenant.uses.push(UsageKind::Read);
    let after = if after.is_empty() { Uuid::nil() } else { parse_memory_id(after)? };
    let (day, most) = (today(), most as i64);
    let condition = format!("{VALID_TODAY_SQL} AND m.id > $2 ORDER BY m.id LIMIT $3");
    let params: &[_] =
        &[(&day as _, Type::DATE), (&after as _, Type::UUID), (&most as _, Type::INT8)];
    let kept = select_memories(tenant, master, (&condition, params))?;
    Ok(kept.into_iter().map(|kept| kept.memory).collect())
}
