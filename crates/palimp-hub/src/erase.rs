//! What shall be as if it had never been written: rows and what was made of them go, the keys that opened them too. That
//! it happened stays in the audit, and a number without content for the homes.

use palimp_hub_api::{Erase, Erased, Role, Status};
use postgres::types::{ToSql, Type};
use uuid::Uuid;

use crate::audit::Chain;
use crate::crypt::Master;
use crate::error::Error;
use crate::index;
use crate::kept::{Kept, one, parse, select};
use crate::members::{last_owner, person};
use crate::tenant::Tenant;

/// Erases a memory, what a member proposed and what names her, or a project with all it holds.
///
/// # Errors
///
/// When the asker may not, or what is meant is not there.
pub fn erase(tenant: &mut Tenant<'_>, master: &Master, asked: &Erase) -> Result<Erased, Error> {
    match (&asked.memory, &asked.member, &asked.project) {
        (Some(id), None, None) => {
            let id = parse(id)?;
            let kept = one(tenant, master, id)?;
            let withdraws = kept.proposer == tenant.me && kept.memory.status == Status::Proposed;
            if !withdraws {
                tenant.scope_as(kept.scope, Role::Maintainer)?;
            }
            gone(tenant, master, &[(id, kept.scope)])
        }
        (None, Some(name), None) => member(tenant, master, name),
        (None, None, Some(name)) => project(tenant, master, name),
        _ => Err(Error::Wrong("say one of memory, member and project".to_owned())),
    }
}

/// Memories go, with all that was made of them and the keys that opened them. That they were is kept.
fn gone(tenant: &mut Tenant<'_>, master: &Master, ids: &[(Uuid, Uuid)]) -> Result<Erased, Error> {
    let mut chain = Chain::lock(tenant)?;
    for (id, scope) in ids {
        let seq = chain.add(tenant, master, ("erase", *id, ""))?;
        index::remove(tenant, *scope, *id)?;
        let one: &[(&(dyn ToSql + Sync), Type)] = &[(id, Type::UUID)];
        tenant.run("DELETE FROM keys WHERE org = palimp_org() AND subject = $1", one)?;
        tenant.run("DELETE FROM memories WHERE org = palimp_org() AND id = $1", one)?;
        let sql = "UPDATE memories SET supersedes = array_remove(supersedes, $1)
            WHERE org = palimp_org() AND $1 = ANY (supersedes)";
        tenant.run(sql, one)?;
        let sql = "INSERT INTO gone (org, scope, id, changed) VALUES (palimp_org(), $1, $2, $3)";
        tenant.run(sql, &[(scope, Type::UUID), (id, Type::UUID), (&seq, Type::INT8)])?;
    }
    Ok(Erased { memories: ids.len() as u64 })
}

/// A person goes: what she proposed, what names her, her tokens and her parts, and her name. Owners may, and everybody
/// of herself.
fn member(tenant: &mut Tenant<'_>, master: &Master, name: &str) -> Result<Erased, Error> {
    if name != tenant.name {
        let org = tenant.scope("org")?;
        tenant.scope_as(org.id, Role::Owner)?;
    }
    let id = person(tenant, name)?.ok_or(Error::NotFound("member"))?;
    let org = tenant.scope("org").ok();
    if let Some(org) = &org {
        last_owner(tenant, (org.id, org.kind), id)?;
    }
    let all = select(tenant, master, ("true", &[]))?;
    let names_her = |text: &str| text.contains(name);
    let is_hers = |kept: &Kept| {
        let body = &kept.body;
        kept.proposer == id
            || names_her(&body.statement)
            || names_her(&body.why)
            || body.anchors.iter().any(|anchor| names_her(anchor))
    };
    let hers = all.iter().filter(|kept| is_hers(kept)).map(|kept| (kept.id, kept.scope));
    let erased = gone(tenant, master, &hers.collect::<Vec<_>>())?;
    let mut chain = Chain::lock(tenant)?;
    let one: &[(&(dyn ToSql + Sync), Type)] = &[(&id, Type::UUID)];
    tenant.run("DELETE FROM activity WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.run("DELETE FROM memberships WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.run("DELETE FROM usage WHERE org = palimp_org() AND principal = $1", one)?;
    let sql = "UPDATE reviews SET why = '' WHERE org = palimp_org() AND reviewer = $1";
    tenant.run(sql, one)?;
    let me = tenant.me.to_string();
    let as_member = "SELECT set_config('palimp.principal', $1, true)";
    tenant.rows(as_member, &[(&id.to_string(), Type::TEXT)])?;
    tenant.run("DELETE FROM tokens WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.run("DELETE FROM answered WHERE org = palimp_org() AND principal = $1", one)?;
    tenant.rows(as_member, &[(&me, Type::TEXT)])?;
    let sql = "UPDATE principals SET name = 'erased ' || left($1::text, 13) || right($1::text, 6), issuer = NULL,
        subject = NULL WHERE org = palimp_org() AND id = $1";
    tenant.run(sql, one)?;
    chain.add(tenant, master, ("erase-member", id, ""))?;
    Ok(erased)
}

/// A project goes, with all its memories and its members' parts in it.
fn project(tenant: &mut Tenant<'_>, master: &Master, name: &str) -> Result<Erased, Error> {
    let scope = tenant.scope(&format!("project:{name}"))?;
    tenant.scope_as(scope.id, Role::Owner)?;
    let condition = ("m.scope = $1", &[(&scope.id as &(dyn ToSql + Sync), Type::UUID)][..]);
    let all = select(tenant, master, condition)?;
    let ids: Vec<(Uuid, Uuid)> = all.iter().map(|kept| (kept.id, kept.scope)).collect();
    let erased = gone(tenant, master, &ids)?;
    let mut chain = Chain::lock(tenant)?;
    let one: &[(&(dyn ToSql + Sync), Type)] = &[(&scope.id, Type::UUID)];
    tenant.run("DELETE FROM activity WHERE org = palimp_org() AND scope = $1", one)?;
    tenant.run("DELETE FROM gone WHERE org = palimp_org() AND scope = $1", one)?;
    tenant.run("DELETE FROM scopes WHERE org = palimp_org() AND id = $1", one)?;
    chain.add(tenant, master, ("erase-project", scope.id, ""))?;
    Ok(erased)
}
