//! The only way to the data: a transaction in which PostgreSQL itself knows who asks, and shows no row of others.

use palimp_hub_api::{ScopeKind, ScopeRole};
use postgres::types::{ToSql, Type};
use postgres::{Client, Row, Transaction};
use ring::digest::{SHA256, digest};
use uuid::Uuid;

use crate::error::Error;
use crate::messages;
use crate::policy::OrgPolicy;

/// Identity of the asker.
#[derive(Clone, Debug)]
pub enum Asker<'a> {
    /// Holder of this token.
    Token(&'a str),
    /// Whom the organisation's provider signed in.
    Subject {
        /// The provider.
        issuer: &'a str,
        /// Its name for the person.
        subject: &'a str,
        /// Name of the person, if they are new.
        name: &'a str,
        /// The groups that she is in now.
        groups: &'a [String],
    },
    /// The organisation itself, by the clock.
    Clock(Uuid),
}

/// Somebody's view of the database, for the length of a transaction.
pub struct Tenant<'c> {
    tx: Transaction<'c>,
    /// The organisation.
    pub org: Uuid,
    /// Its name.
    pub org_name: String,
    /// Policy of the organisation.
    pub policy: OrgPolicy,
    /// Id of the asker; nil for the clock.
    pub me: Uuid,
    /// Her name.
    pub name: String,
    /// True if the asker was never here before.
    pub(crate) is_new: bool,
    scopes: Option<Vec<ReadableScope>>,
    /// Uses by the asker in this transaction.
    pub(crate) uses: Vec<UsageKind>,
}

/// Kind of use that is counted per member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UsageKind {
    Search,
    Read,
    Feed,
    Propose,
    Review,
    Activity,
}

impl UsageKind {
    /// Returns the name that is stored.
    pub(crate) fn name(self) -> &'static str {
        match self {
            UsageKind::Search => "search",
            UsageKind::Read => "read",
            UsageKind::Feed => "feed",
            UsageKind::Propose => "propose",
            UsageKind::Review => "review",
            UsageKind::Activity => "activity",
        }
    }
}

/// A scope that the asker may read.
#[derive(Clone, Debug)]
pub struct ReadableScope {
    /// Its id.
    pub id: Uuid,
    /// Kind of the scope.
    pub kind: ScopeKind,
    /// Its name.
    pub name: String,
    /// Role of the asker in the scope.
    pub role: ScopeRole,
    /// The addresses of a project's repository.
    pub remotes: Vec<String>,
    /// A project's root commits.
    pub roots: Vec<String>,
    /// Number of changes to its chunks.
    pub generation: i64,
    /// Generation in which chunks were last removed.
    pub dropped: i64,
}

impl ReadableScope {
    /// Returns the name for people: `org`, `team:platform`, `project:app`.
    pub fn display_name(&self) -> String {
        scope_display_name(self.kind, &self.name)
    }
}

/// Returns the name of a scope for people.
pub(crate) fn scope_display_name(kind: ScopeKind, name: &str) -> String {
    match kind {
        ScopeKind::Org => "org".to_owned(),
        ScopeKind::Team => format!("team:{name}"),
        ScopeKind::Project => format!("project:{name}"),
    }
}

/// Statements that begin each transaction: nothing of them outlives it, so that a pooler may give
/// each transaction to another connection.
const BEGIN_SQL: &str = "SET LOCAL ROLE palimp_hub_app; SET LOCAL statement_timeout = '10s'; \
    SET LOCAL lock_timeout = '5s'";

impl<'c> Tenant<'c> {
    /// Begins a transaction for `asker`. What is done in it stands once [`Tenant::commit`] returned; dropped, it never was.
    ///
    /// # Errors
    ///
    /// When nobody is known as that, or the database fails.
    pub fn begin(client: &'c mut Client, asker: &Asker<'_>) -> Result<Tenant<'c>, Error> {
        let mut tx = client.transaction()?;
        tx.batch_execute(BEGIN_SQL)?;
        let rows = match asker {
            Asker::Token(token) => {
                let sql = "SELECT * FROM palimp_enter($1)";
                tx.query_typed(sql, &[(&hash_token(token).as_slice(), Type::BYTEA)])?
            }
            Asker::Subject { issuer, subject, name, groups } => {
                let sql = "SELECT * FROM palimp_enter_as($1, $2, $3, $4)";
                let who: [(&(dyn ToSql + Sync), Type); 4] = [
                    (issuer, Type::TEXT),
                    (subject, Type::TEXT),
                    (name, Type::TEXT),
                    (groups, Type::TEXT_ARRAY),
                ];
                tx.query_typed(sql, &who)?
            }
            Asker::Clock(org) => {
                let sql = "SELECT $1::uuid, name, policy, NULL::uuid, 'palimp-hub' FROM palimp_enter_for($1)";
                tx.query_typed(sql, &[(org, Type::UUID)])?
            }
        };
        let row = rows.first().ok_or(Error::Unknown)?;
        let policy: serde_json::Value = row.try_get(2)?;
        let me: Option<Uuid> = row.try_get(3)?;
        let (org, org_name, name) = (row.try_get(0)?, row.try_get(1)?, row.try_get(4)?);
        let me = me.unwrap_or_default();
        let is_new = row.len() > 5 && row.try_get(5)?;
        let policy = OrgPolicy::from_stored(&policy);
        Ok(Tenant { tx, org, org_name, policy, me, name, is_new, scopes: None, uses: Vec::new() })
    }

    /// Makes what was done stand.
    ///
    /// # Errors
    ///
    /// When the database fails: then nothing of it does.
    pub fn commit(self) -> Result<(), Error> {
        Ok(self.tx.commit()?)
    }

    /// The rows of a query. Its parameters bear their types, so that one message each way does it, and no statement is
    /// kept in a connection.
    pub(crate) fn query_rows(
        &mut self,
        sql: &str,
        params: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, Error> {
        Ok(self.tx.query_typed(sql, params)?)
    }

    /// The first row, if there is one.
    pub(crate) fn query_row(
        &mut self,
        sql: &str,
        params: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Option<Row>, Error> {
        Ok(self.query_rows(sql, params)?.into_iter().next())
    }

    /// Carries out a statement, and says how many rows it touched.
    pub(crate) fn execute(
        &mut self,
        sql: &str,
        params: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<u64, Error> {
        Ok(self.tx.execute_typed(sql, params)?)
    }

    /// The scopes that the asker may read, with what she may do there.
    pub fn scopes(&mut self) -> Result<Vec<ReadableScope>, Error> {
        if let Some(scopes) = &self.scopes {
            return Ok(scopes.clone());
        }
        let (org, me) = (self.org, self.me);
        let rows = if me.is_nil() {
            let sql = "SELECT id, kind, name, 'owner', remotes, roots, generation, dropped FROM scopes ORDER BY id";
            self.query_rows(sql, &[])?
        } else {
            let sql = "SELECT * FROM palimp_roles($1, $2) WHERE role <> 'auditor'";
            self.query_rows(sql, &[(&org, Type::UUID), (&me, Type::UUID)])?
        };
        let scopes: Result<Vec<ReadableScope>, Error> = rows.iter().map(scope_from_row).collect();
        Ok(self.scopes.insert(scopes?).clone())
    }

    /// The scope that is meant: by its id, or as people name it.
    ///
    /// # Errors
    ///
    /// When there is none, or none that the asker may see.
    pub fn find_scope(&mut self, named: &str) -> Result<ReadableScope, Error> {
        let is_it =
            |scope: &ReadableScope| scope.id.to_string() == named || scope.display_name() == named;
        self.scopes()?.into_iter().find(is_it).ok_or(Error::NotFound("scope"))
    }

    /// The scope with this id, where the asker has at least `role`.
    ///
    /// # Errors
    ///
    /// When she may not see it, or has a lesser role.
    pub(crate) fn scope_as(&mut self, id: Uuid, role: ScopeRole) -> Result<ReadableScope, Error> {
        let found = self.scopes()?.into_iter().find(|scope| scope.id == id);
        let scope = found.ok_or(Error::NotFound("scope"))?;
        if scope.role >= role {
            return Ok(scope);
        }
        Err(Error::NotAllowed(messages::role_too_low(
            text_of(&scope.role),
            scope.display_name(),
            text_of(&role),
        )))
    }

    /// True if the asker may read the audit.
    pub(crate) fn may_read_audit(&mut self) -> Result<bool, Error> {
        let row = self.query_row("SELECT palimp_audits()", &[])?;
        Ok(row.is_some_and(|row| row.get(0)))
    }
}

fn scope_from_row(row: &Row) -> Result<ReadableScope, Error> {
    let kind: String = row.try_get(1)?;
    let role: String = row.try_get(3)?;
    Ok(ReadableScope {
        id: row.try_get(0)?,
        kind: parse_enum(&kind)
            .ok_or_else(|| Error::Broken(messages::scope_kind_unknown(&kind)))?,
        name: row.try_get(2)?,
        role: parse_enum(&role)
            .ok_or_else(|| Error::Broken(messages::stored_role_unknown(&role)))?,
        remotes: row.try_get(4)?,
        roots: row.try_get(5)?,
        generation: row.try_get(6)?,
        dropped: row.try_get(7)?,
    })
}

/// A word of the contract, as the database keeps it.
pub(crate) fn parse_enum<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

/// The same the other way.
pub(crate) fn text_of(word: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(word).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the stored hash of a token. Tokens are random, so that nobody guesses one from its hash.
pub(crate) fn hash_token(token: &str) -> Vec<u8> {
    digest(&SHA256, token.as_bytes()).as_ref().to_vec()
}
