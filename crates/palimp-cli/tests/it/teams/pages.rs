//! The dashboard's page Team.

use palimp_testing::browser::{BrowserReply, TestBrowser as Dashboard};

use super::people::Walk;
use super::{fact, hits, land, member, push, sync, team};
use crate::machine;

/// What a page says, without its marks.
fn words(page: &str) -> String {
    let (mut words, mut is_mark) = (String::new(), false);
    for c in page.chars() {
        is_mark = (is_mark || c == '<') && c != '>';
        if !is_mark && c != '>' {
            words.push(c);
        }
    }
    words
}

/// The value of a hidden field behind a text of a page.
fn field(page: &str, behind: &str, name: &str) -> String {
    let (_, page) = page.split_once(behind).expect(behind);
    let (_, value) = page.split_once(&format!("name=\"{name}\" value=\"")).expect(name);
    value.split('"').next().unwrap().to_owned()
}

fn send(dashboard: &Dashboard, form: &str) -> BrowserReply {
    dashboard.post("team", &format!("{}&team=acme&{form}", dashboard.form_token()))
}

fn led(dashboard: &Dashboard, reply: &BrowserReply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.body);
    dashboard.page(reply.header("location").unwrap().strip_prefix(&dashboard.base).unwrap())
}

#[test]
fn facts_the_log_the_members_and_the_quarantine_are_shown() {
    let mut team = team();
    let soon = jiff::Zoned::now().date().tomorrow().unwrap();
    let freeze = fact("freeze", &format!("expires: {soon}\n"), "The <b>freeze</b> is on.");
    let old = fact("old", "", "Requests are retried once.");
    let retry =
        fact("retry", "supersedes: [old]\n", "Requests are retried twice.\n\n## Why\n\nMoney.");
    let secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
    let spoiled = fact("spoiled", "", &format!("Log in with {secret}."));
    let facts = [
        ("facts/_/decision/freeze.md", Some(&freeze[..])),
        ("facts/app/decision/old.md", Some(&old[..])),
        ("facts/app/decision/retry.md", Some(&retry[..])),
        ("facts/app/decision/spoiled.md", Some(&spoiled[..])),
    ];
    land(&mut team, &facts);
    let bad = fact("bad", "", "Nobody approved this.");
    let files = [("100644", "facts/_/decision/bad.md", Some(&bad[..]))];
    push(&team, team.land(team.propose(&files, "ben"), &["cid"], None));
    let machine = member(&team);
    sync(&machine);
    let dashboard = Dashboard::for_machine(&machine, &[]);
    let page = dashboard.page("team");
    let said = words(&page);
    for part in [
        "Facts: 3",
        "Quarantine",
        "the commit is not signed",
        "facts/app/decision/spoiled.md: line 5 looks like a secret",
        "Expiring soon",
        &format!("expires on {soon}"),
        "owner *",
        "SHA256:",
        "No proposals.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(page.contains("The &lt;b&gt;freeze&lt;/b&gt; is on."), "{page}");
    let facts = words(&dashboard.page("team?team=acme&part=facts"));
    let order = ["in every project", "The &lt;b&gt;freeze", "retried once", "retried twice"];
    let places: Vec<_> = order.iter().map(|it| facts.find(it).expect(it)).collect();
    assert!(places.is_sorted(), "{order:?} {facts}");
    for part in ["proposed by ben, approved by cid", "superseded by retry", "Money."] {
        assert!(facts.contains(part), "{part}: {facts}");
    }
    let log = words(&dashboard.page("team?team=acme&part=log&lang=ko"));
    assert!(log.contains("ben 제안, cid 승인") && log.contains("decision/retry.md"), "{log}");
    for page in ["team", "team?part=facts", "team?part=log", "search?q=log", "health"] {
        let page = dashboard.page(page);
        assert!(!page.contains(&secret) && !page.contains("Nobody approved"), "{page}");
    }
    assert_eq!(dashboard.get("team?team=none").status, 404);
}

#[test]
fn where_no_team_was_joined_the_page_says_how() {
    let dashboard = Dashboard::for_machine(&machine(), &[]);
    assert!(dashboard.page("team").contains("Join one with `palimp team join URL`"));
    assert_eq!(send(&dashboard, "do=sync").status, 404);
}

#[test]
fn a_proposal_is_looked_at_and_approved_in_a_browser() {
    let walk = Walk::new();
    walk.cid.note("a.md", "- Packages are installed with pnpm, not npm.\n");
    let first = walk.cid.propose("a.md");
    let dashboard = Dashboard::for_machine(&walk.ben.machine, &[]);
    let page = led(&dashboard, &send(&dashboard, "do=sync"));
    let said = words(&page);
    for part in ["Synced and verified", "0 of 1 approval", "new", "+ Packages are"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let change = field(&page, "<article", "change");
    let other = send(&dashboard, &format!("do=accept&id={first}&change=0{change}"));
    assert!(other.status == 409 && other.body.contains("look at it again"), "{}", other.body);
    let form = format!("do=accept&id={first}&change={change}");
    let landed = led(&dashboard, &send(&dashboard, &form));
    assert!(landed.contains(&format!("Approved and landed {first}.")), "{landed}");
    let again = send(&dashboard, &form);
    assert!(again.status == 409 && again.body.contains("look at it again"), "{}", again.body);
    assert_eq!(walk.branches(), ["main"]);
    let served = hits(&walk.ben.machine, "packages pnpm");
    assert!(served[0]["snippet"].as_str().unwrap().contains("pnpm"), "{served:?}");

    // What contradicts it is said beside it; who proposed it cannot approve it.
    walk.cid.sync();
    walk.cid.note("b.md", "- Packages are installed with npm.\n");
    let second = walk.cid.propose("b.md");
    let page = led(&dashboard, &send(&dashboard, "do=sync"));
    assert!(words(&page).contains("contradicts team:acme/app/fact/packages-are"), "{page}");
    let own = Dashboard::for_machine(&walk.cid.machine, &[]);
    let seen = own.page("team");
    assert!(seen.contains("You proposed it.") && !seen.contains("value=\"accept\""), "{seen}");
    let change = field(&page, "<article", "change");
    let form = format!("id={second}&change={change}");
    let eyes = send(&own, &format!("do=accept&{form}"));
    assert!(eyes.status == 409 && eyes.body.contains("four_eyes"), "{}", eyes.body);

    // No is said with a reason.
    assert_eq!(send(&dashboard, &format!("do=reject&why=+&{form}")).status, 404);
    let no = led(&dashboard, &send(&dashboard, &format!("do=reject&why=we+use+pnpm&{form}")));
    assert!(no.contains(&format!("Rejected {second}")), "{no}");
    assert!(words(&no).contains("No proposals."), "{no}");
    let told = walk.cid.said("team review");
    assert!(told.contains("rejected by ben: we use pnpm"), "{told}");
}
