//! Erasure: deletes rows, everything derived from them, and the keys that opened them. The audit
//! keeps that it happened, and the homes get a number without content.

use palimp_hub_api::{EraseRequest, Erased, MemoryStatus, ScopeRole};
use postgres::types::{ToSql, Type};
use uuid::Uuid;

use crate::audit::Chain;
use crate::crypt::Master;
use crate::error::Error;
use crate::index;
use crate::members::{find_person, last_owner};
use crate::messages;
use crate::stored_memory::{StoredMemory, find_memory, parse_memory_id, select_memories};
use crate::tenant::Tenant;

/// Erases a memory, what a member proposed and what names her, or a project with all it holds.
///
/// # Errors
///
/// When the asker may not, or what is meant is not there.
pub fn erase(
    tenant: &mut Tenant<'_>,
    master: &Master,
    asked: &EraseRequest,
) -> Result<Erased, Error> {
    match (&asked.memory, &asked.member, &asked.project) {
        (Some(id), None, None) => {
            let id = parse_memory_id(id)?;
            let kept = find_memory(tenant, master, id)?;
            let withdraws =
                kept.proposer == tenant.me && kept.memory.status == MemoryStatus::Proposed;
            if !withdraws {
                tenant.scope_as(kept.scope, ScopeRole::Maintainer)?;
            }
            erase_memories(tenant, master, &[(id, kept.scope)])
        }
        (None, Some(name), None) => erase_member(tenant, master, name),
        (None, None, Some(name)) => erase_project(tenant, master, name),
        _ => Err(Error::Wrong(messages::erase_target_unclear())),
    }
}

/// Memories go, with all that was made of them and the keys that opened them. That they were is kept.
fn erase_memories(
    tenant: &mut Tenant<'_>,
    master: &Master,
    ids: &[(Uuid, Uuid)],
) -> Result<Erased, Error> {
    let mut chain = Chain::lock_head(tenant)?;
    for (id, scope) in ids {
        let seq = chain.append(tenant, master, ("erase", *id, ""))?;
        index::remove_memory(tenant, *scope, *id)?;
        let one: &[(&(dyn ToSql + Sync), Type)] = &[(id, Type::UUID)];
        tenant.execute("DELETE FROM keys WHERE org = palimp_org() AND subject = $1", one)?;
        tenant.execute("DELETE FROM memories WHERE org = palimp_org() AND id = $1", one)?;
        let sql = "UPDATE memories SET supersedes = array_remove(supersedes, $1)
            WHERE org = palimp_org() AND $1 = ANY (supersedes)";
        tenant.execute(sql, one)?;
        let sql = "INSERT INTO gone (org, scope, id, changed) VALUES (palimp_org(), $1, $2, $3)";
        tenant.execute(sql, &[(scope, Type::UUID), (id, Type::UUID), (&seq, Type::INT8)])?;
    }
    Ok(Erased { memories: ids.len() as u64 })
}

/// A person goes: what she proposed, what names her, her tokens and her parts, and her name. Owners may, and everybody
/// of herself.
fn erase_member(tenant: &mut Tenant<'_>, master: &Master, name: &str) -> Result<Erased, Error> {
    if name != tenant.name {
        let org = tenant.find_scope("org")?;
        tenant.scope_as(org.id, ScopeRole::Owner)?;
    }
    let id = find_person(tenant, name)?.ok_or(Error::NotFound("member"))?;
    let org = tenant.find_scope("org").ok();
    if let Some(org) = &org {
        last_owner(tenant, (org.id, org.kind), id)?;
    }
    let all = select_memories(tenant, master, ("true", &[]))?;
    let names_her = |text: &str| text.contains(name);
    let is_hers = |kept: &StoredMemory| {
        let body = &kept.body;
        kept.proposer == id
            || names_her(&body.statement)
            || names_her(&body.why)
            || body.anchors.iter().any(|anchor| names_her(anchor))
    };
    let hers = all.iter().filter(|kept| is_hers(kept)).map(|kept| (kept.id, kept.scope));
    let erased = erase_memories(tenant, master, &hers.collect::<Vec<_>>())?;
    let mut chain = Chain::lock_head(tenant)?;
    let one: &[(&(dyn ToSql + Sync), Type)] = &[(&id, Type::UUID)];
    tenant.execute("DELETE FROM activity WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.execute("DELETE FROM memberships WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.execute("DELETE FROM usage WHERE org = palimp_org() AND principal = $1", one)?;
    let sql = "UPDATE reviews SET why = '' WHERE org = palimp_org() AND reviewer = $1";
    tenant.execute(sql, one)?;
    let me = tenant.me.to_string();
    let as_member = "SELECT set_config('palimp.principal', $1, true)";
    tenant.query_rows(as_member, &[(&id.to_string(), Type::TEXT)])?;
    tenant.execute("DELETE FROM tokens WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.execute("DELETE FROM answered WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.query_rows(as_member, &[(&me, Type::TEXT)])?;
    let sql = "UPDATE principals SET name = 'erased ' || left($1::text, 13) || right($1::text, 6), issuer = NULL,
        subject = NULL WHERE org = palimp_org() AND id = $1";
    tenant.execute(sql, one)?;
    chain.append(tenant, master, ("erase-member", id, ""))?;
    Ok(erased)
}

/// A project goes, with all its memories and its members' parts in it.
fn erase_project(tenant: &mut Tenant<'_>, master: &Master, name: &str) -> Result<Erased, Error> {
    let scope = tenant.find_scope(&format!("project:{name}"))?;
    tenant.scope_as(scope.id, ScopeRole::Owner)?;
    let condition = ("m.scope = $1", &[(&scope.id as &(dyn ToSql + Sync), Type::UUID)][..]);
    let all = select_memories(tenant, master, condition)?;
    let ids: Vec<(Uuid, Uuid)> = all.iter().map(|kept| (kept.id, kept.scope)).collect();
    let erased = erase_memories(tenant, master, &ids)?;
    let mut chain = Chain::lock_head(tenant)?;
    let one: &[(&(dyn ToSql + Sync), Type)] = &[(&scope.id, Type::UUID)];
    tenant.execute("DELETE FROM activity WHERE org = palimp_org() AND scope = $1", one)?;
    tenant.execute("DELETE FROM gone WHERE org = palimp_org() AND scope = $1", one)?;
    tenant.execute("DELETE FROM scopes WHERE org = palimp_org() AND id = $1", one)?;
    chain.append(tenant, master, ("erase-project", scope.id, ""))?;
    Ok(erased)
}
