//! A hub with one fact, to which people sign in by a provider: `official ISSUER DIRECTORY`, where the directory is to
//! have PostgreSQL's programs. It prints the address of its MCP door, and serves until it is asked to end.

#![expect(clippy::print_stdout, reason = "an example prints what is its own")]

use std::path::Path;

use palimp_hub::{
    Asker, HubNode, IdentityProvider, Master, NewScope, Pool, PublicEndpoint, ScopeCache, Tenant,
    Throwaway, WriteContext, connect, find_programs, make_link, make_org, migrate, serve,
    set_policy, verbs,
};
use palimp_hub_api::{HubReviewRequest, Propose, ReviewVerdict};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [issuer, directory] = &args[..] else { return Err("official ISSUER DIRECTORY".into()) };
    let scratch = std::env::temp_dir().join(format!("palimp-hub-official-{}", std::process::id()));
    let server = Throwaway::start(&find_programs(Path::new(directory))?, &scratch)?;
    let url = server.url("postgres");
    let (master, shelves) = (Master::random()?, ScopeCache::default());
    let mut client = connect(&url)?;
    migrate(&mut client)?;
    make_org(&mut client, "acme", "owner")?;
    let policy =
        json!({ "fourEyes": false, "groups": { "eng": { "project:app": "contributor" } } });
    set_policy(&mut client, "acme", &policy)?;
    let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
    let hub = HubNode::new(Pool::new(&url, 4)?, master.clone(), public);
    hub.sign_in_by(IdentityProvider {
        issuer: issuer.clone(),
        client: None,
        scopes: Vec::new(),
        audience: None,
        keys: None,
        groups: "groups".to_owned(),
    })?;
    let owner = hub.redeem_link(&make_link(&mut client, "acme", "owner")?)?;

    let means = WriteContext { master: &master, shelves: &shelves };
    let mut tenant = Tenant::begin(&mut client, &Asker::Token(&owner))?;
    let app = NewScope { scope: "project:app".to_owned(), ..NewScope::default() };
    verbs::make_scope(&mut tenant, &master, &app)?;
    tenant.commit()?;
    let mut tenant = Tenant::begin(&mut client, &Asker::Token(&owner))?;
    let fact = Propose {
        scope: "project:app".to_owned(),
        kind: "decision".to_owned(),
        statement: "We deploy on Tuesdays, never on Fridays".to_owned(),
        ..Propose::default()
    };
    let memory = verbs::propose(&mut tenant, means, (&fact, None))?.memory;
    let yes = HubReviewRequest {
        memory: memory.id,
        version: memory.version,
        verdict: ReviewVerdict::Approve,
        ..HubReviewRequest::default()
    };
    verbs::review(&mut tenant, means, (&yes, None))?;
    tenant.commit()?;
    drop(client);
    serve(&hub, |address| println!("http://{address}/mcp"))?;
    drop(server);
    Ok(())
}
