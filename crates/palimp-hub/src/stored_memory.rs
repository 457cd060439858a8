//! Memories as they are kept: read from the database, and opened.

use jiff::Timestamp;
use jiff::civil::Date;
use palimp_hub_api::{HubMemory, MemoryStatus};
use postgres::Row;
use postgres::types::{ToSql, Type};
use uuid::Uuid;

use crate::body::MemoryBody;
use crate::crypt::{Master, to_hex};
use crate::error::Error;
use crate::tenant::{Tenant, UsageKind, parse_enum};

/// An id as it was sent.
pub(crate) fn parse_memory_id(id: &str) -> Result<Uuid, Error> {
    id.parse().map_err(|_| Error::NotFound("memory"))
}

/// Columns that are selected for a memory.
const MEMORY_COLUMNS: &str = "m.id, m.scope, m.status, m.kind, m.supersedes, m.valid_from, m.expires, p.name, m.proposed_at,
    m.changed_at, m.version, m.body, k.wrapped, m.proposer,
    ARRAY(SELECT q.name FROM reviews r JOIN principals q ON q.org = r.org AND q.id = r.reviewer
        WHERE r.org = m.org AND r.memory = m.id AND r.version = m.version AND r.verdict = 'approve' ORDER BY r.at), m.allow, m.accepted
    FROM memories m JOIN principals p ON p.org = m.org AND p.id = m.proposer
    JOIN keys k ON k.org = m.org AND k.subject = m.id";

/// A memory with what is not said of it to everybody.
pub(crate) struct StoredMemory {
    pub(crate) memory: HubMemory,
    pub(crate) id: Uuid,
    pub(crate) scope: Uuid,
    pub(crate) proposer: Uuid,
    pub(crate) version: Vec<u8>,
    pub(crate) body: MemoryBody,
    pub(crate) expires: Option<Date>,
    pub(crate) changed_at: Timestamp,
    /// The memories that it contradicted when it was approved.
    pub(crate) accepted: Vec<Uuid>,
}

/// Memories by a condition, in an order.
pub(crate) fn select_memories(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (condition, params): (&str, &[(&(dyn ToSql + Sync), Type)]),
) -> Result<Vec<StoredMemory>, Error> {
    let sql = format!("SELECT {MEMORY_COLUMNS} WHERE m.org = palimp_org() AND {condition}");
    let rows = tenant.query_rows(&sql, params)?;
    rows.iter().map(|row| memory_from_row(row, (master, tenant.org))).collect()
}

fn memory_from_row(row: &Row, (master, org): (&Master, Uuid)) -> Result<StoredMemory, Error> {
    let (id, scope): (Uuid, Uuid) = (row.try_get(0)?, row.try_get(1)?);
    let status: String = row.try_get(2)?;
    let supersedes: Vec<Uuid> = row.try_get(4)?;
    let (valid_from, expires): (Option<Date>, Option<Date>) = (row.try_get(5)?, row.try_get(6)?);
    let version: Vec<u8> = row.try_get(10)?;
    let changed_at: Timestamp = row.try_get(9)?;
    let body = MemoryBody::open_sealed((master, org, id), row.try_get(12)?, row.try_get(11)?)?;
    let memory = HubMemory {
        id: id.to_string(),
        scope: scope.to_string(),
        status: parse_enum::<MemoryStatus>(&status).unwrap_or_default(),
        kind: row.try_get(3)?,
        statement: body.statement.clone(),
        why: body.why.clone(),
        anchors: body.anchors.clone(),
        supersedes: supersedes.iter().map(Uuid::to_string).collect(),
        valid_from: valid_from.map(|day| day.to_string()),
        expires: expires.map(|day| day.to_string()),
        origin: body.origin.clone(),
        allow: row.try_get(15)?,
        proposer: row.try_get(7)?,
        approved_by: row.try_get(14)?,
        proposed_at: row.try_get::<_, Timestamp>(8)?.to_string(),
        changed_at: changed_at.to_string(),
        version: to_hex(&version),
    };
    let (proposer, accepted) = (row.try_get(13)?, row.try_get(16)?);
    Ok(StoredMemory { memory, id, scope, proposer, version, body, expires, changed_at, accepted })
}

/// A memory that the asker may see.
///
/// # Errors
///
/// When there is none such.
pub fn get_memory(tenant: &mut Tenant<'_>, master: &Master, id: &str) -> Result<HubMemory, Error> {
    tenant.uses.push(UsageKind::Read);
    find_memory(tenant, master, parse_memory_id(id)?).map(|kept| kept.memory)
}

/// All memories of an organisation that the asker may see, whatever became of them.
///
/// # Errors
///
/// When one cannot be opened with this key.
pub fn all_memories(tenant: &mut Tenant<'_>, master: &Master) -> Result<Vec<HubMemory>, Error> {
    let found = select_memories(tenant, master, ("true", &[]))?;
    Ok(found.into_iter().map(|kept| kept.memory).collect())
}

pub(crate) fn find_memory(
    tenant: &mut Tenant<'_>,
    master: &Master,
    id: Uuid,
) -> Result<StoredMemory, Error> {
    let found = select_memories(tenant, master, ("m.id = $1", &[(&id, Type::UUID)]))?;
    found.into_iter().next().ok_or(Error::NotFound("memory"))
}
