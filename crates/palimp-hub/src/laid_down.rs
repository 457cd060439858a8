//! What an organisation lays down, changed by its owners.

use palimp_hub_api::Role;
use postgres::types::Type;
use ring::digest::{SHA256, digest};
use serde_json::Value;
use uuid::Uuid;

use crate::audit::Chain;
use crate::crypt::{Master, hex};
use crate::error::Error;
use crate::policy::{Policy, checked};
use crate::tenant::Tenant;

/// By what it is known again what an organisation laid down.
pub(crate) fn version(org: Uuid, policy: &Policy) -> String {
    let text = serde_json::to_string(&(org, policy)).unwrap_or_default();
    hex(digest(&SHA256, text.as_bytes()).as_ref())
}

/// Lays something else down for the asker's organisation, which only its owner may, if what she read still holds.
///
/// # Errors
///
/// When she is no owner, what she read is another one by now, or what is set makes no sense.
pub(crate) fn set(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (read, policy): (&str, &Value),
) -> Result<(), Error> {
    let org = tenant.scope("org")?.id;
    tenant.scope_as(org, Role::Owner)?;
    checked(policy)?;
    let mut chain = Chain::lock(tenant)?;
    let sql = "SELECT policy FROM orgs WHERE id = palimp_org() FOR UPDATE";
    let row = tenant.row(sql, &[])?.ok_or(Error::NotFound("organisation"))?;
    if version(tenant.org, &Policy::read(&row.try_get(0)?)) != read {
        return Err(Error::Stale(
            "somebody laid down something else meanwhile: look at it again".to_owned(),
        ));
    }
    let sql = "UPDATE orgs SET policy = policy || $1 WHERE id = palimp_org()";
    tenant.run(sql, &[(policy, Type::JSONB)])?;
    let object = tenant.org;
    chain.add(tenant, master, ("policy", object, &policy.to_string()))?;
    Ok(())
}
