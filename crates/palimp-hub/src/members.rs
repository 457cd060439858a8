//! Members of an organisation: their tokens, and their roles in scopes.

use jiff::{Span, Timestamp};
use palimp_hub_api::{ScopeKind, ScopeRole};
use postgres::types::{ToSql, Type};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::audit::Chain;
use crate::crypt::{self, Master};
use crate::error::Error;
use crate::messages;
use crate::tenant::{Tenant, hash_token, text_of};

/// For how many days a token is good unless said.
const TOKEN_DAYS: i64 = 90;
/// For how many days a link is.
const LINK_DAYS: i64 = 3;

/// A member of a scope.
#[derive(schemars::JsonSchema, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[schemars(rename = "Member")]
pub struct ScopeMember {
    /// Her name.
    pub name: String,
    /// The scope: `org`, `team:NAME`, `project:NAME`.
    pub scope: String,
    /// Role of the member in the scope; none removes the member.
    pub role: Option<ScopeRole>,
}

/// The members of the scopes that the asker may read.
///
/// # Errors
///
/// When the database fails.
pub fn list_members(tenant: &mut Tenant<'_>) -> Result<Vec<ScopeMember>, Error> {
    let scopes = tenant.scopes()?;
    let sql = "SELECT p.name, m.scope, m.role FROM memberships m
        JOIN principals p ON p.org = m.org AND p.id = m.principal WHERE m.org = palimp_org() ORDER BY p.name, m.scope";
    let rows = tenant.query_rows(sql, &[])?;
    let mut members = Vec::new();
    for row in rows {
        let (scope, role): (Uuid, String) = (row.try_get(1)?, row.try_get(2)?);
        if let Some(scope) = scopes.iter().find(|it| it.id == scope) {
            let role = crate::tenant::parse_enum(&role);
            members.push(ScopeMember { name: row.try_get(0)?, scope: scope.display_name(), role });
        }
    }
    Ok(members)
}

/// Gives a member a part in a scope, or takes it away. Who is named for the first time is known from then on.
///
/// # Errors
///
/// When the asker is no maintainer there, or would give what she has not.
pub fn set_member_role(
    tenant: &mut Tenant<'_>,
    master: &Master,
    asked: &ScopeMember,
) -> Result<(), Error> {
    let scope = tenant.find_scope(&asked.scope)?;
    let scope = tenant.scope_as(scope.id, ScopeRole::Maintainer)?;
    check_name(&asked.name)?;
    let mut chain = Chain::lock_head(tenant)?;
    let before = match find_person(tenant, &asked.name)? {
        Some(id) => role_of(tenant, scope.id, id)?,
        None => None,
    };
    let highest = before.into_iter().chain(asked.role).max();
    if highest.is_some_and(|role| role > scope.role) {
        let why = messages::role_beyond_own(text_of(&scope.role), scope.display_name());
        return Err(Error::NotAllowed(why));
    }
    let id =
        find_person(tenant, &asked.name)?.map_or_else(|| add_person(tenant, &asked.name), Ok)?;
    let keys: [(&(dyn ToSql + Sync), Type); 2] = [(&scope.id, Type::UUID), (&id, Type::UUID)];
    match &asked.role {
        None => {
            last_owner(tenant, (scope.id, scope.kind), id)?;
            let sql = "DELETE FROM memberships WHERE org = palimp_org() AND scope = $1 AND principal = $2";
            tenant.execute(sql, &keys)?;
        }
        Some(role) => {
            if *role != ScopeRole::Owner {
                last_owner(tenant, (scope.id, scope.kind), id)?;
            }
            let sql = "INSERT INTO memberships (org, scope, principal, role) VALUES (palimp_org(), $1, $2, $3)
                ON CONFLICT (org, scope, principal) DO UPDATE SET role = excluded.role";
            let role = text_of(role);
            tenant.execute(sql, &[keys[0].clone(), keys[1].clone(), (&role, Type::TEXT)])?;
        }
    }
    let detail = format!("{} {}", scope.id, asked.role.as_ref().map(text_of).unwrap_or_default());
    chain.append(tenant, master, ("member", id, &detail))?;
    Ok(())
}

/// Refuses to leave an organisation without an owner.
pub(crate) fn last_owner(
    tenant: &mut Tenant<'_>,
    (scope, kind): (Uuid, ScopeKind),
    id: Uuid,
) -> Result<(), Error> {
    if kind != ScopeKind::Org || role_of(tenant, scope, id)? != Some(ScopeRole::Owner) {
        return Ok(());
    }
    let sql = "SELECT count(*) FROM memberships WHERE org = palimp_org() AND scope = $1 AND role = 'owner'";
    let count: i64 = tenant.query_row(sql, &[(&scope, Type::UUID)])?.map_or(0, |row| row.get(0));
    if count > 1 {
        return Ok(());
    }
    Err(Error::NotAllowed(messages::owner_needed()))
}

fn role_of(tenant: &mut Tenant<'_>, scope: Uuid, id: Uuid) -> Result<Option<ScopeRole>, Error> {
    let sql =
        "SELECT role FROM memberships WHERE org = palimp_org() AND scope = $1 AND principal = $2";
    let row = tenant.query_row(sql, &[(&scope, Type::UUID), (&id, Type::UUID)])?;
    Ok(row.and_then(|row| crate::tenant::parse_enum(&row.get::<_, String>(0))))
}

/// The id of who has a name.
pub(crate) fn find_person(tenant: &mut Tenant<'_>, name: &str) -> Result<Option<Uuid>, Error> {
    let sql = "SELECT id FROM principals WHERE org = palimp_org() AND name = $1";
    Ok(tenant.query_row(sql, &[(&name, Type::TEXT)])?.map(|row| row.get(0)))
}

fn add_person(tenant: &mut Tenant<'_>, name: &str) -> Result<Uuid, Error> {
    let id = Uuid::now_v7();
    let sql = "INSERT INTO principals (org, id, name) VALUES (palimp_org(), $1, $2)";
    tenant.execute(sql, &[(&id, Type::UUID), (&name, Type::TEXT)])?;
    Ok(id)
}

/// A team or a project to be made.
#[derive(schemars::JsonSchema, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewScope {
    /// `team:NAME` or `project:NAME`.
    pub scope: String,
    /// The name of the team whose project it is.
    pub team: Option<String>,
    /// The addresses of its repository: `host/owner/name`.
    pub remotes: Vec<String>,
    /// The ids of its root commits.
    pub roots: Vec<String>,
}

/// Makes a team or a project, or says anew where a project's repository is. Who makes one owns it.
///
/// # Errors
///
/// When the asker does not maintain the organisation, or what is asked makes no sense.
pub fn make_scope(tenant: &mut Tenant<'_>, master: &Master, asked: &NewScope) -> Result<(), Error> {
    let org = tenant.find_scope("org")?;
    tenant.scope_as(org.id, ScopeRole::Maintainer)?;
    let wrong = || Error::Wrong(messages::scope_name_invalid());
    let (kind, name) = asked.scope.split_once(':').ok_or_else(wrong)?;
    if !matches!(kind, "team" | "project") {
        return Err(wrong());
    }
    check_name(name)?;
    let team = match &asked.team {
        Some(team) => Some(tenant.find_scope(&format!("team:{team}"))?.id),
        None => None,
    };
    let mut chain = Chain::lock_head(tenant)?;
    let id = Uuid::now_v7();
    let sql = "INSERT INTO scopes (org, id, kind, name, team, remotes, roots)
        VALUES (palimp_org(), $1, $2, $3, $4, $5, $6) ON CONFLICT (org, kind, name)
        DO UPDATE SET team = excluded.team, remotes = excluded.remotes, roots = excluded.roots RETURNING id";
    // A row that is new is of no scope that is open yet: it is, from here on.
    open_scope(tenant, id)?;
    let row = tenant.query_row(
        sql,
        &[
            (&id, Type::UUID),
            (&kind, Type::TEXT),
            (&name, Type::TEXT),
            (&team, Type::UUID),
            (&asked.remotes, Type::TEXT_ARRAY),
            (&asked.roots, Type::TEXT_ARRAY),
        ],
    )?;
    let id: Uuid = row.ok_or(Error::NotFound("scope"))?.try_get(0)?;
    chain.append(tenant, master, ("scope", id, &asked.scope))?;
    Ok(())
}

/// Opens a scope that is being made to its maker, for this transaction.
fn open_scope(tenant: &mut Tenant<'_>, id: Uuid) -> Result<(), Error> {
    let sql =
        "SELECT set_config('palimp.scopes', current_setting('palimp.scopes') || ',' || $1, true)";
    tenant.query_rows(sql, &[(&id.to_string(), Type::TEXT)])?;
    Ok(())
}

/// Refuses what is no name of a member.
pub(crate) fn check_name(name: &str) -> Result<(), Error> {
    let good = |c: char| c.is_alphanumeric() || ['.', '_', '-', '@', ' '].contains(&c);
    let is_name = !name.trim().is_empty() && name.chars().count() <= 60 && name.chars().all(good);
    if is_name {
        return Ok(());
    }
    Err(Error::Wrong(messages::member_name_invalid(format_args!("{name:?}"))))
}

/// A token that was made: it is shown once.
#[derive(schemars::JsonSchema, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewToken {
    /// The token.
    pub token: String,
    /// Until when it is good.
    #[schemars(with = "String")]
    pub expires: Timestamp,
}

/// Makes a token for the asker, as for a machine of hers; or, for another member, a link that becomes one when it is
/// opened, if the asker maintains the organisation.
///
/// # Errors
///
/// When the asker may not.
pub fn make_token(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (member, label, days): (Option<&str>, &str, Option<i64>),
) -> Result<NewToken, Error> {
    let is_link = member.is_some();
    let id = match member {
        None => tenant.me,
        Some(member) => {
            let org = tenant.find_scope("org")?;
            tenant.scope_as(org.id, ScopeRole::Maintainer)?;
            find_person(tenant, member)?.ok_or(Error::NotFound("member"))?
        }
    };
    let token = crypt::new_token()?;
    let days = if is_link { LINK_DAYS } else { days.unwrap_or(TOKEN_DAYS).clamp(1, 366) };
    let expires = Timestamp::now() + Span::new().hours(24 * days);
    let mut chain = Chain::lock_head(tenant)?;
    // The row is another member's; who may give links out is looked at above.
    let as_member = "SELECT set_config('palimp.principal', $1, true)";
    tenant.query_rows(as_member, &[(&id.to_string(), Type::TEXT)])?;
    let sql = "INSERT INTO tokens (org, hash, principal, label, is_link, expires_at) VALUES (palimp_org(), $1, $2, $3, $4, $5)";
    tenant.execute(
        sql,
        &[
            (&hash_token(&token), Type::BYTEA),
            (&id, Type::UUID),
            (&label, Type::TEXT),
            (&is_link, Type::BOOL),
            (&expires, Type::TIMESTAMPTZ),
        ],
    )?;
    let me = tenant.me.to_string();
    tenant.query_rows(as_member, &[(&me, Type::TEXT)])?;
    chain.append(tenant, master, (if is_link { "link" } else { "token" }, id, label))?;
    Ok(NewToken { token, expires })
}

/// A token of the asker, as far as it may be shown.
#[derive(schemars::JsonSchema, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TokenInfo {
    /// The beginning of its hash: its name.
    pub id: String,
    /// Purpose of the token.
    pub label: String,
    /// Until when it is good.
    #[schemars(with = "Option<String>")]
    pub expires: Option<Timestamp>,
    /// The last day on which it was used.
    #[schemars(with = "Option<String>")]
    pub last_used: Option<jiff::civil::Date>,
}

/// The asker's own tokens.
///
/// # Errors
///
/// When the database fails.
pub fn list_tokens(tenant: &mut Tenant<'_>) -> Result<Vec<TokenInfo>, Error> {
    let sql = "SELECT encode(substr(hash, 1, 6), 'hex'), label, expires_at, last_used FROM tokens
        WHERE org = palimp_org() ORDER BY created_at";
    let rows = tenant.query_rows(sql, &[])?;
    let info = |row: &postgres::Row| {
        let (id, label) = (row.try_get(0)?, row.try_get(1)?);
        Ok(TokenInfo { id, label, expires: row.try_get(2)?, last_used: row.try_get(3)? })
    };
    rows.iter().map(info).collect()
}

/// Ends a token of the asker.
///
/// # Errors
///
/// When she has none of that name.
pub fn revoke_token(tenant: &mut Tenant<'_>, master: &Master, id: &str) -> Result<(), Error> {
    let mut chain = Chain::lock_head(tenant)?;
    let sql =
        "DELETE FROM tokens WHERE org = palimp_org() AND encode(substr(hash, 1, 6), 'hex') = $1";
    if tenant.execute(sql, &[(&id, Type::TEXT)])? == 0 {
        return Err(Error::NotFound("token"));
    }
    let me = tenant.me;
    chain.append(tenant, master, ("revoke", me, id))?;
    Ok(())
}
