//! Everything at once, on a throw-away PostgreSQL.

use std::env;
use std::path::PathBuf;

use palimp_hub::{
    Asker, HubNode, Master, NewScope, Pool, PublicEndpoint, ScopeMember, Tenant, Throwaway,
    connect, find_programs, make_link, make_org, migrate, verbs,
};
use palimp_hub_api::ScopeRole;

use super::{HubCommandError, messages};
use crate::arguments::Demo;

/// The organisation that is made.
const ORG: &str = "acme";

pub(super) fn run(asked: &Demo) -> Result<(), HubCommandError> {
    let scratch = env::temp_dir().join(format!("palimp-hub-demo-{}", std::process::id()));
    let (server, url) = match &asked.database {
        Some(url) => (None, url.clone()),
        None => {
            eprintln!("{}", messages::starting_postgres());
            let server = Throwaway::start(&find_programs(&postgres_cache_dir())?, &scratch)?;
            let url = server.url("postgres");
            (Some(server), url)
        }
    };
    let master = Master::random()?;
    let mut client = connect(&url)?;
    migrate(&mut client)?;
    make_org(&mut client, ORG, "owner")?;
    let public = PublicEndpoint::local_only(asked.listen);
    let hub = HubNode::new(Pool::new(&url, 8)?, master.clone(), public);
    let owner = hub.redeem_link(&make_link(&mut client, ORG, "owner")?)?;
    let mut tenant = Tenant::begin(&mut client, &Asker::Token(&owner))?;
    let scope = NewScope { scope: "project:app".to_owned(), ..NewScope::default() };
    verbs::make_scope(&mut tenant, &master, &scope)?;
    tenant.commit()?;
    let mut tokens = vec![("owner", owner.clone())];
    for (name, role) in [("reviewer", ScopeRole::Reviewer), ("member", ScopeRole::Contributor)] {
        let mut tenant = Tenant::begin(&mut client, &Asker::Token(&owner))?;
        for scope in ["org", "project:app"] {
            let member =
                ScopeMember { name: name.to_owned(), scope: scope.to_owned(), role: Some(role) };
            verbs::set_member(&mut tenant, &master, &member)?;
        }
        tenant.commit()?;
        tokens.push((name, hub.redeem_link(&make_link(&mut client, ORG, name)?)?));
    }
    drop(client);
    palimp_hub::serve(&hub, |address| {
        let said = messages::demo_running(ORG, address);
        println!("{said}");
        for (name, token) in &tokens {
            println!("{name:9} {token}");
        }
        let said = messages::demo_next_steps();
        let steps = [
            format!("echo MEMBERS-TOKEN | palimp hub login http://{address} --token-stdin"),
            "palimp hub propose NOTE".to_owned(),
            "palimp hub review".to_owned(),
            "palimp hub approve ID".to_owned(),
        ];
        println!("{said}\n\n  {}", steps.join("\n  "));
    })?;
    drop(server);
    Ok(())
}

/// Directory in which PostgreSQL's programs are cached. PostgreSQL does not run as root, and so
/// finds nothing in root's home.
pub(super) fn postgres_cache_dir() -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from("/var/cache/palimp-hub/postgres");
    }
    let home = env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home);
    cache.unwrap_or_else(env::temp_dir).join("palimp-hub/postgres")
}
