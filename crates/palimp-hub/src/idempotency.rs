//! Writes that may be sent again: what was done under a key is not done twice.

use postgres::types::Type;
use ring::digest::{SHA256, digest};
use serde::Serialize;
use uuid::Uuid;

use crate::error::Error;
use crate::tenant::Tenant;

/// Maximum bytes of an idempotency key.
const MAX_KEY_BYTES: usize = 200;

/// Notes that `asked` is done for `object` under a key. What comes back is the object for which it was done before; two
/// that come at once wait for each other.
///
/// # Errors
///
/// When something else was asked under that key.
pub(crate) fn claim_idempotency_key(
    tenant: &mut Tenant<'_>,
    key: Option<&str>,
    asked: &impl Serialize,
    object: Uuid,
) -> Result<Option<Uuid>, Error> {
    let Some(key) = key else { return Ok(None) };
    if key.is_empty() || key.len() > MAX_KEY_BYTES {
        return Err(Error::Wrong(format!("Idempotency-Key must have 1 to {MAX_KEY_BYTES} bytes")));
    }
    let request = digest(&SHA256, &serde_json::to_vec(asked).unwrap_or_default());
    let (me, request) = (tenant.me, request.as_ref());
    let sql = "INSERT INTO answered (org, principal, key, request, status, object)
        VALUES (palimp_org(), $1, $2, $3, 200, $4) ON CONFLICT DO NOTHING";
    let params: &[(&(dyn postgres::types::ToSql + Sync), Type)] =
        &[(&me, Type::UUID), (&key, Type::TEXT), (&request, Type::BYTEA), (&object, Type::UUID)];
    if tenant.execute(sql, params)? == 1 {
        return Ok(None);
    }
    let sql = "SELECT request, object FROM answered WHERE org = palimp_org() AND principal = $1 AND key = $2";
    let row = tenant.query_row(sql, &[(&me, Type::UUID), (&key, Type::TEXT)])?;
    let row = row.ok_or(Error::Busy)?;
    if row.try_get::<_, &[u8]>(0)? != request {
        let why = "this Idempotency-Key was used for another request: use a new one";
        return Err(Error::Stale(why.to_owned()));
    }
    Ok(Some(row.try_get(1)?))
}
