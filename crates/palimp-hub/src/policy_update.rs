//! Policy update: changes of an organisation's policy by its owners.

use palimp_hub_api::ScopeRole;
use postgres::types::Type;
use ring::digest::{SHA256, digest};
use serde_json::Value;
use uuid::Uuid;

use crate::audit::Chain;
use crate::crypt::{Master, to_hex};
use crate::error::Error;
use crate::messages;
use crate::policy::{OrgPolicy, validate_policy};
use crate::tenant::Tenant;

/// Returns a hash that identifies the policy of an organisation.
pub(crate) fn policy_version(org: Uuid, policy: &OrgPolicy) -> String {
    let text = serde_json::to_string(&(org, policy)).unwrap_or_default();
    to_hex(digest(&SHA256, text.as_bytes()).as_ref())
}

/// Lays something else down for the asker's organisation, which only its owner may, if what she read still holds.
///
/// # Errors
///
/// When she is no owner, what she read is another one by now, or what is set makes no sense.
pub(crate) fn update_policy(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (read, policy): (&str, &Value),
) -> Result<(), Error> {
    let org = tenant.find_scope("org")?.id;
    tenant.scope_as(org, ScopeRole::Owner)?;
    validate_policy(policy)?;
    let mut chain = Chain::lock_head(tenant)?;
    let sql = "SELECT policy FROM orgs WHERE id = palimp_org() FOR UPDATE";
    let row = tenant.query_row(sql, &[])?.ok_or(Error::NotFound("organisation"))?;
    if policy_version(tenant.org, &OrgPolicy::from_stored(&row.try_get(0)?)) != read {
        return Err(Error::Stale(messages::policy_changed()));
    }
    let sql = "UPDATE orgs SET policy = policy || $1 WHERE id = palimp_org()";
    tenant.execute(sql, &[(policy, Type::JSONB)])?;
    let object = tenant.org;
    chain.append(tenant, master, ("policy", object, &policy.to_string()))?;
    Ok(())
}
