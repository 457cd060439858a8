//! Nobody sees what is not open to her: not another organisation's, not another scope's.

use palimp_hub::{Error, ScopeMember, connect, verbs};
use palimp_hub_api::{
    EraseRequest, HubMemory, HubReviewRequest, HubSearchRequest, ReviewVerdict, ScopeRole,
};

use crate::lab::{Lab, Person, fact};

/// Two organisations with a fact each, and in the first a project that is not open to everybody.
struct World {
    lab: Lab,
    owner: Person,
    /// Belongs to the project `app` of the first organisation alone.
    ann: Person,
    /// Of the project `secret` of the first organisation.
    hidden: HubMemory,
    /// Of the second organisation.
    foreign: HubMemory,
}

const HIDDEN: &str = "The takeover of Initech is called zebra-gate";
const FOREIGN: &str = "Globex keeps its zebra in the gate";

impl World {
    fn new() -> Option<World> {
        let lab = Lab::new()?;
        let owner = lab.org("acme");
        let secret =
            palimp_hub::NewScope { scope: "project:secret".to_owned(), ..Default::default() };
        lab.done(&owner, |tenant, means| verbs::make_scope(tenant, means.master, &secret));
        let eve = lab.member(&owner, ("acme", "eve"), ScopeRole::Contributor, &["project:secret"]);
        let hidden = lab.agreed((&eve, &owner), "project:secret", HIDDEN);
        let ann = lab.member(&owner, ("acme", "ann"), ScopeRole::Reviewer, &["project:app"]);
        let other = lab.org("globex");
        let max = lab.member(&other, ("globex", "max"), ScopeRole::Contributor, &["project:app"]);
        let foreign = lab.agreed((&max, &other), "project:app", FOREIGN);
        lab.agreed((&owner, &ann), "project:app", "The app has a zebra crossing");
        Some(World { lab, owner, ann, hidden, foreign })
    }

    /// Asks for everything that is there as `who`, and says what of it came.
    fn everything(&self, who: &Person) -> String {
        let lab = &self.lab;
        let mut told = String::new();
        let mut tell = |text: String| told.push_str(&text);
        let asked = HubSearchRequest {
            query: "zebra gate".to_owned(),
            min_score: Some(0.0),
            max_results: Some(50),
            project: None,
        };
        tell(format!(
            "{:?}",
            lab.try_(who, |tenant, means| verbs::search(
                tenant,
                (means.shelves, means.master),
                &asked
            ))
        ));
        for memory in [&self.hidden, &self.foreign] {
            tell(format!(
                "{:?}",
                lab.try_(who, |tenant, means| verbs::get_memory(tenant, means.master, &memory.id))
                    .ok()
            ));
            tell(format!(
                "{:?}",
                lab.try_(who, |tenant, means| verbs::read_feed(
                    tenant,
                    means.master,
                    (&memory.scope, 0)
                ))
                .ok()
            ));
        }
        tell(format!("{:?}", lab.try_(who, verbs::list_proposals)));
        tell(format!("{:?}", lab.try_(who, |tenant, _| verbs::caller_info(tenant))));
        tell(format!("{:?}", lab.try_(who, |tenant, _| verbs::members(tenant))));
        tell(format!("{:?}", lab.try_(who, |tenant, means| verbs::activity(tenant, means.master))));
        told
    }
}

#[test]
fn nothing_of_another_organisation_or_scope_comes_by_any_verb() {
    let Some(world) = World::new() else { return };
    let World { lab, ann, hidden, foreign, owner } = &world;
    let told = world.everything(ann);
    assert!(told.contains("zebra crossing"), "{told}");
    for foreign in [
        "Initech", "Globex", "globex", "eve", "secret", &hidden.id, &foreign.id, &hidden.scope,
        &foreign.scope,
    ] {
        assert!(!told.contains(foreign), "{foreign}: {told}");
    }
    assert!(
        world.everything(owner).contains("Initech"),
        "the owner of the organisation sees all of it"
    );
    assert!(!world.everything(owner).contains("Globex"));
    for memory in [hidden, foreign] {
        let there = lab
            .try_(ann, |tenant, means| verbs::get_memory(tenant, means.master, &memory.id))
            .unwrap_err();
        let nowhere = uuid::Uuid::now_v7().to_string();
        let not = lab
            .try_(ann, |tenant, means| verbs::get_memory(tenant, means.master, &nowhere))
            .unwrap_err();
        assert_eq!(
            there.problem(),
            not.problem(),
            "what may not be seen is as if it were not there"
        );
        let review = HubReviewRequest {
            memory: memory.id.clone(),
            version: memory.version.clone(),
            verdict: ReviewVerdict::Approve,
            why: String::new(),
        };
        let done = lab.try_(ann, |tenant, means| verbs::review(tenant, means, (&review, None)));
        assert!(matches!(done, Err(Error::NotFound(_))), "{done:?}");
        let erase = EraseRequest { memory: Some(memory.id.clone()), ..EraseRequest::default() };
        let done = lab.try_(ann, |tenant, means| verbs::erase(tenant, means.master, &erase));
        assert!(matches!(done, Err(Error::NotFound(_))), "{done:?}");
        for scope in [&memory.scope, "project:secret", "org"] {
            let done = lab.propose(ann, scope, "mine");
            assert!(matches!(done, Err(Error::NotFound(_))), "{done:?}");
            let member = ScopeMember {
                name: "ann".to_owned(),
                scope: scope.to_owned(),
                role: Some(ScopeRole::Owner),
            };
            let done =
                lab.try_(ann, |tenant, means| verbs::set_member(tenant, means.master, &member));
            assert!(matches!(done, Err(Error::NotFound(_))), "{done:?}");
        }
        let newer = palimp_hub_api::Propose {
            supersedes: vec![memory.id.clone()],
            ..fact("project:app", "newer")
        };
        let done = lab.try_(ann, |tenant, means| verbs::propose(tenant, means, (&newer, None)));
        assert!(matches!(done, Err(Error::Wrong(_))), "{done:?}");
    }
}

#[test]
fn nobody_rises_by_her_own_hand() {
    let Some(world) = World::new() else { return };
    let World { lab, ann, owner, .. } = &world;
    let rise = ScopeMember {
        name: "ann".to_owned(),
        scope: "project:app".to_owned(),
        role: Some(ScopeRole::Owner),
    };
    let done = lab.try_(ann, |tenant, means| verbs::set_member(tenant, means.master, &rise));
    assert!(matches!(done, Err(Error::NotAllowed(_))), "{done:?}");
    lab.set(owner, "ann", "project:app", Some(ScopeRole::Maintainer));
    let done = lab.try_(ann, |tenant, means| verbs::set_member(tenant, means.master, &rise));
    assert!(matches!(done, Err(Error::NotAllowed(_))), "a maintainer makes no owner: {done:?}");
    let last = ScopeMember { name: "owner".to_owned(), scope: "org".to_owned(), role: None };
    let done = lab.try_(owner, |tenant, means| verbs::set_member(tenant, means.master, &last));
    assert!(matches!(done, Err(Error::NotAllowed(_))), "the last owner stays: {done:?}");
    let token = lab.try_(ann, |tenant, means| {
        verbs::make_token(tenant, means.master, (Some("owner"), "", None))
    });
    assert!(token.is_err(), "nor by another's link: {token:?}");
}

#[test]
fn who_is_taken_out_sees_nothing_at_the_next_request() {
    let Some(world) = World::new() else { return };
    let World { lab, ann, owner, .. } = &world;
    assert_eq!(lab.found(ann, "zebra crossing").len(), 1);
    lab.set(owner, "ann", "project:app", None);
    assert!(lab.found(ann, "zebra crossing").is_empty());
}

/// The tables, each with whether it has rows of the other organisation.
const TABLES: [&str; 17] = [
    "orgs", "scopes", "principals", "memberships", "tokens", "memories", "gone", "reviews", "keys",
    "chunks", "postings", "audit", "audit_heads", "activity", "answered", "usage", "jobs",
];

/// Rows of each table that the application's role sees as ann, by whether they are her organisation's.
fn seen(world: &World) -> Vec<(String, i64)> {
    let mut client = connect(&world.lab.url).unwrap();
    let org: uuid::Uuid =
        client.query_one("SELECT id FROM orgs WHERE name = 'acme'", &[]).unwrap().get(0);
    let mut tx = client.transaction().unwrap();
    tx.batch_execute("SET LOCAL ROLE palimp_hub_app").unwrap();
    let hash = ring::digest::digest(&ring::digest::SHA256, world.ann.token.as_bytes());
    tx.query_one("SELECT * FROM palimp_enter($1)", &[&hash.as_ref()]).unwrap();
    let mut foreign = Vec::new();
    for table in TABLES {
        let key = if table == "orgs" { "id" } else { "org" };
        let sql = format!("SELECT count(*) FROM {table} WHERE {key} <> $1");
        foreign.push((table.to_owned(), tx.query_one(&sql, &[&org]).unwrap().get(0)));
    }
    let sql = "SELECT count(*) FROM memories WHERE position('secret' in (SELECT name FROM scopes s WHERE s.id = scope)) > 0";
    foreign.push(("memories of another scope".to_owned(), tx.query_one(sql, &[]).unwrap().get(0)));
    foreign
}

#[test]
fn without_any_one_policy_something_is_seen_or_nothing_works() {
    let Some(world) = World::new() else { return };
    let lab = &world.lab;
    // So that every table has rows of both organisations.
    let mut client = connect(&lab.url).unwrap();
    lab.hub().run_jobs(true).unwrap();
    client
        .batch_execute(
            "INSERT INTO gone SELECT o.id, s.id, gen_random_uuid(), 1 FROM orgs o JOIN scopes s ON s.org = o.id;
            INSERT INTO usage SELECT org, id, current_date, 'search', 1 FROM principals;
            INSERT INTO answered SELECT org, id, 'k', '', 200, id FROM principals;
            INSERT INTO activity SELECT p.org, s.id, current_date, p.id, p.id, false, '' FROM principals p JOIN scopes s ON s.org = p.org",
        )
        .unwrap();
    for table in TABLES {
        let sql = format!(
            "SELECT count(DISTINCT {}) FROM {table}",
            if table == "orgs" { "id" } else { "org" }
        );
        assert_eq!(
            client.query_one(&sql, &[]).unwrap().get::<_, i64>(0),
            2,
            "{table} has rows of both"
        );
    }
    assert!(seen(&world).iter().all(|(_, count)| *count == 0), "{:?}", seen(&world));
    for table in TABLES {
        client.batch_execute(&format!("ALTER TABLE {table} DISABLE ROW LEVEL SECURITY")).unwrap();
        let foreign = seen(&world);
        let count = foreign.iter().find(|(name, _)| name == table).unwrap().1;
        assert!(count > 0, "without its policy {table} shows what is another's");
        client.batch_execute(&format!("ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")).unwrap();
    }
    assert!(seen(&world).iter().all(|(_, count)| *count == 0));
}

#[test]
fn nobody_is_anybody_before_palimp_enter_said_so() {
    let Some(world) = World::new() else { return };
    let mut client = connect(&world.lab.url).unwrap();
    for table in TABLES {
        let mut tx = client.transaction().unwrap();
        tx.batch_execute("SET LOCAL ROLE palimp_hub_app").unwrap();
        let count: i64 =
            tx.query_one(&format!("SELECT count(*) FROM {table}"), &[]).unwrap().get(0);
        assert_eq!(count, 0, "{table}");
    }
    let every = client
        .query("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace", &[])
        .unwrap();
    let every: Vec<String> = every.iter().map(|row| row.get(0)).collect();
    for table in &every {
        let known = TABLES.contains(&table.as_str())
            || table.starts_with("activity_")
            || table == "palimp_steps";
        assert!(known, "{table} is looked at by no test");
    }
}
