//! The tables, made and brought up to date by who owns them.

use postgres::Client;
use uuid::Uuid;

use crate::address::DatabaseAddress;
use crate::audit::add_by_owner_of_tables;
use crate::error::Error;
use crate::members::check_name;
use crate::messages;

/// Migrations of the tables, in order. A released migration is never changed.
const MIGRATIONS: [&str; 3] = [
    include_str!("../migrations/1.sql"),
    include_str!("../migrations/2.sql"),
    include_str!("../migrations/3.sql"),
];

/// The number by which nodes that migrate at once wait for each other.
const MIGRATION_LOCK_ID: i64 = 0x7061_6c69_6d70;

/// A connection of who owns the tables.
///
/// # Errors
///
/// When the address is none, or the database cannot be reached.
pub fn connect(url: &str) -> Result<Client, Error> {
    Ok(DatabaseAddress::parse(url)?.connect()?)
}

/// Makes the tables, or adds what is new since. Says how many steps were missing.
///
/// # Errors
///
/// When the database refuses, or has steps that this version does not know.
pub fn migrate(client: &mut Client) -> Result<usize, Error> {
    let mut tx = client.transaction()?;
    tx.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK_ID])?;
    tx.batch_execute(
        "CREATE TABLE IF NOT EXISTS palimp_steps (step integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
        SET LOCAL client_min_messages = warning",
    )?;
    let done: Option<i32> = tx.query_one("SELECT max(step) FROM palimp_steps", &[])?.get(0);
    let done = usize::try_from(done.unwrap_or(0)).unwrap_or(0);
    if done > MIGRATIONS.len() {
        return Err(Error::Wrong(messages::database_newer(done, MIGRATIONS.len())));
    }
    for (step, sql) in MIGRATIONS.iter().enumerate().skip(done) {
        tx.batch_execute(sql)?;
        tx.execute("INSERT INTO palimp_steps (step) VALUES ($1)", &[&(step as i32 + 1)])?;
    }
    tx.commit()?;
    Ok(MIGRATIONS.len() - done)
}

/// True if all migrations were applied.
///
/// # Errors
///
/// When the database cannot be asked.
pub fn is_current(client: &mut Client) -> Result<bool, Error> {
    let there: bool =
        client.query_one("SELECT to_regclass('palimp_steps') IS NOT NULL", &[])?.get(0);
    if !there {
        return Ok(false);
    }
    let done: Option<i32> = client.query_one("SELECT max(step) FROM palimp_steps", &[])?.get(0);
    Ok(done == Some(MIGRATIONS.len() as i32))
}

/// Makes an organisation and its first owner.
///
/// # Errors
///
/// When there is one of that name, or one of the two names is none.
pub fn make_org(client: &mut Client, name: &str, owner: &str) -> Result<Uuid, Error> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || ['.', '_', '-'].contains(&c);
    if name.is_empty() || name.len() > 60 || !name.chars().all(is_name) || name.starts_with('.') {
        return Err(Error::Wrong(messages::org_name_invalid(format_args!("{name:?}"))));
    }
    check_name(owner)?;
    let (org, scope, person) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let mut tx = client.transaction()?;
    let sql = "INSERT INTO orgs (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    if tx.execute(sql, &[&org, &name])? == 0 {
        return Err(Error::Wrong(messages::org_exists(name)));
    }
    tx.execute("INSERT INTO audit_heads (org) VALUES ($1)", &[&org])?;
    tx.execute(
        "INSERT INTO scopes (org, id, kind, name) VALUES ($1, $2, 'org', $3)",
        &[&org, &scope, &name],
    )?;
    tx.execute(
        "INSERT INTO principals (org, id, name) VALUES ($1, $2, $3)",
        &[&org, &person, &owner],
    )?;
    let sql = "INSERT INTO memberships (org, scope, principal, role) VALUES ($1, $2, $3, 'owner')";
    tx.execute(sql, &[&org, &scope, &person])?;
    add_by_owner_of_tables(&mut tx, org, ("org", org))?;
    tx.commit()?;
    Ok(org)
}

/// Makes a link for a member, as who owns the tables: for the first owner, or one who lost hers.
///
/// # Errors
///
/// When there is no such organisation or member.
pub fn make_link(client: &mut Client, org: &str, member: &str) -> Result<String, Error> {
    let token = crate::crypt::new_token()?;
    let mut tx = client.transaction()?;
    let sql = "INSERT INTO tokens (org, hash, principal, label, is_link, expires_at)
        SELECT o.id, $3, p.id, 'first', true, now() + interval '3 days'
        FROM orgs o JOIN principals p ON p.org = o.id WHERE o.name = $1 AND p.name = $2
        RETURNING org, principal";
    let made = tx.query_opt(sql, &[&org, &member, &crate::tenant::hash_token(&token)])?;
    let made = made.ok_or_else(|| no_member(org, member))?;
    add_by_owner_of_tables(&mut tx, made.try_get(0)?, ("link", made.try_get(1)?))?;
    tx.commit()?;
    Ok(token)
}

fn no_member(org: &str, member: &str) -> Error {
    Error::Wrong(messages::org_member_not_found(org, member))
}

/// The organisation of that name.
///
/// # Errors
///
/// When there is none.
pub fn find_org(client: &mut Client, name: &str) -> Result<Uuid, Error> {
    let found = client.query_opt("SELECT id FROM orgs WHERE name = $1", &[&name])?;
    Ok(found.ok_or_else(|| no_org(name))?.try_get(0)?)
}

fn no_org(org: &str) -> Error {
    Error::Wrong(messages::org_not_found(org))
}

/// Says under which name the provider knows a member, as who owns the tables; none takes that back.
///
/// # Errors
///
/// When there is no such organisation or member, or somebody else has that name.
pub fn bind_subject(
    client: &mut Client,
    (org, member): (&str, &str),
    subject: Option<(&str, &str)>,
) -> Result<(), Error> {
    let (issuer, subject) = subject.unzip();
    let mut tx = client.transaction()?;
    let sql = "UPDATE principals p SET issuer = $3, subject = $4 FROM orgs o
        WHERE o.id = p.org AND o.name = $1 AND p.name = $2 RETURNING p.org, p.id";
    let bound = match tx.query_opt(sql, &[&org, &member, &issuer, &subject]) {
        Err(error) if error.code() == Some(&postgres::error::SqlState::UNIQUE_VIOLATION) => {
            return Err(Error::Wrong(messages::subject_taken()));
        }
        bound => bound?.ok_or_else(|| no_member(org, member))?,
    };
    add_by_owner_of_tables(&mut tx, bound.try_get(0)?, ("bind", bound.try_get(1)?))?;
    Ok(tx.commit()?)
}

/// Sets what an organisation lays down.
///
/// # Errors
///
/// When there is no such organisation, or what is set makes no sense.
pub fn set_policy(client: &mut Client, org: &str, policy: &serde_json::Value) -> Result<(), Error> {
    crate::policy::validate_policy(policy)?;
    let mut tx = client.transaction()?;
    let sql = "UPDATE orgs SET policy = policy || $2 WHERE name = $1 RETURNING id";
    let set = tx.query_opt(sql, &[&org, policy])?;
    let id = set.ok_or_else(|| no_org(org))?.try_get(0)?;
    add_by_owner_of_tables(&mut tx, id, ("policy", id))?;
    Ok(tx.commit()?)
}
