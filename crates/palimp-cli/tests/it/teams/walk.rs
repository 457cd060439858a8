//! The whole way of a team, by palimp's own commands: a bare repository and three homes, each with its
//! clone of the project at another path.

use std::fs;
use std::path::Path;

use super::people::{Person, branches, id};
use super::{git, hits, hits_of, prompt};

const ASKED: &str = "How often is the payment gateway retried?";

#[test]
fn a_team_from_its_founding_to_its_leaving() {
    let directory = tempfile::tempdir().unwrap();
    let url = directory.path().join("acme.git").display().to_string();
    let [ana, ben, cid] = ["ana", "ben", "cid"].map(Person::new);

    // ana has told git which key signs; ben has one where ssh has it; cid has none.
    let key = ana.ssh_key();
    let named = ana.machine.user_home().join("signing");
    fs::rename(&key, &named).unwrap();
    fs::rename(key.with_extension("pub"), named.with_extension("pub")).unwrap();
    let config = format!("[user]\n\tname = ana\n\tsigningkey = {}.pub\n", named.display());
    // As git reads it: where XDG says, and a file that another one includes.
    let git_config = ana.machine.user_home().join(".config/git");
    fs::create_dir_all(&git_config).unwrap();
    fs::write(git_config.join("config"), "[include]\n\tpath = keys\n").unwrap();
    fs::write(git_config.join("keys"), config).unwrap();
    ben.ssh_key();

    let founded = ana.said(&format!("team init {url} --project app"));
    assert!(founded.contains("created acme at "), "{founded}");
    assert!(founded.contains("Until there is a second member"), "{founded}");
    let print = founded.split_whitespace().find(|word| word.starts_with("SHA256:")).unwrap();

    // Joining: the founder's fingerprint is compared, the request waits for her.
    let unasked = ben.fails(&format!("team join {url}"));
    assert!(unasked.contains("no terminal"), "{unasked}");
    assert!(!ben.machine.home().join("teams/acme").exists());
    let wrong = ben.fails(&format!("team join {url} --fingerprint SHA256:AAAA"));
    assert!(wrong.contains("this may be another team"), "{wrong}");
    let joined = ben.said(&format!("team join {url} --fingerprint {print}"));
    assert!(joined.contains("joined acme") && joined.contains("requested membership"), "{joined}");
    let keyless = cid.fails(&format!("team join {url} --yes"));
    assert!(
        keyless.contains("ssh-keygen -t ed25519") && keyless.contains("--make-key"),
        "{keyless}"
    );
    let joined = cid.json(&format!("team join {url} --yes --make-key"));
    assert_eq!(joined["met"]["owners"][0][1], print);

    // Two requests at once: one lands, the other is overtaken and asks again.
    let open = ana.json("team review")["open"].clone();
    let of = |name: &str| {
        let open = open.as_array().unwrap().iter();
        let title = format!("Enrol {name}");
        let one = open.clone().find(|it| it["title"] == title.as_str()).unwrap();
        one["id"].as_str().unwrap().to_owned()
    };
    let shown = ana.ok("team review");
    assert!(shown.contains("+ben ssh-ed25519"), "{shown}");
    ana.lands(&of("ben"));
    let overtaken = ana.fails(&format!("team approve {} --yes", of("cid")));
    assert!(overtaken.contains("has changed since then"), "{overtaken}");
    let again = cid.json(&format!("team join {url} --yes"));
    ana.lands(&id(&again["request"]));
    for person in [&ben, &cid] {
        person.sync();
    }
    let members = cid.ok("team members");
    assert_eq!(members.lines().count(), 3, "{members}");

    // Roles are changed by a proposal that somebody else makes, or approves, who owns the team.
    let asks = ben.amend("role ben reviewer --on facts/*");
    assert!(cid.fails(&format!("team approve {asks} --yes")).contains("needs the role Owner"));
    ana.lands(&asks);
    ben.sync();

    // A note with a secret and a phone number leaves nothing, until it is mended.
    let secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
    let spoiled = format!(
        "# Decisions\n\n- The payment gateway is retried twice at most.\n- Log in with {secret}.\n\
         - Call 010-1234-5678 when it is down.\n"
    );
    cid.note("shared/decisions.md", &spoiled);
    let stopped = cid.fails("team propose shared/decisions.md --yes");
    assert!(stopped.contains("shared/decisions.md:4") && stopped.contains("token"), "{stopped}");
    assert!(stopped.contains("shared/decisions.md:5") && stopped.contains("phone"), "{stopped}");
    assert!(!stopped.contains(&secret) && !stopped.contains("1234-5678"), "{stopped}");
    assert_eq!(branches(Path::new(&url)), ["main"]);
    cid.note(
        "shared/decisions.md",
        "# Decisions\n\n- The payment gateway is retried twice at most.\n",
    );
    let shown = cid.said("team propose shared/decisions.md --dry-run");
    assert!(shown.contains("facts/app/decision/the-payment-gateway-is-retried-twice"), "{shown}");
    assert!(shown.contains("    proposer: cid"), "{shown}");
    let unasked = cid.fails("team propose shared/decisions.md");
    assert!(unasked.contains("no terminal"), "{unasked}");
    let retries = cid.propose("shared/decisions.md");
    assert_eq!(cid.fails(&format!("team approve {retries} --yes")).matches("four_eyes").count(), 1);
    assert!(prompt(&ana.machine, "before", ASKED).is_empty());
    ben.lands(&retries);

    // Told at the right prompt in the third home, and labelled.
    ana.sync();
    let told = prompt(&ana.machine, "after", ASKED);
    assert!(told.contains("retried twice at most"), "{told}");
    assert!(told.contains("team acme, approved by ben"), "{told}");
    git(&ana.machine.project(), &["remote", "remove", "origin"]);
    assert!(prompt(&ana.machine, "elsewhere", ASKED).is_empty());
    git(&ana.machine.project(), &["remote", "add", "origin", "https://example.org/acme/app"]);

    // A duplicate and a contradiction are shown to who proposes and to who reviews.
    let id_of_fact = "the-payment-gateway-is-retried-twice";
    let fact_id =
        hits(&ana.machine, "payment gateway retried")[0]["path"].as_str().unwrap().to_owned();
    assert!(fact_id.starts_with("team:acme/app/decision/") && fact_id.contains(id_of_fact));
    let fact_id = fact_id.rsplit('/').next().unwrap().to_owned();
    ana.note("shared/decisions.md", "- The payment gateway is retried twice at most!\n");
    let again = ana.said("team propose shared/decisions.md --dry-run --kind rule");
    assert!(again.contains("same as team:acme/app/decision/"), "{again}");
    ana.note("shared/decisions.md", "# Decisions\n");
    ana.note("shared/packages.md", "- Packages are installed with pnpm, not npm.\n");
    let packages = ana.propose("shared/packages.md");
    ben.lands(&packages);
    cid.note("shared/packages.md", "- Packages are installed with npm.\n");
    let against = cid.said("team propose shared/packages.md --yes");
    assert!(against.contains("contradicts team:acme/app/fact/packages-are"), "{against}");
    assert!(against.contains("--supersedes packages-are"), "{against}");
    let reviewed = ben.said("team review");
    assert!(reviewed.contains("contradicts team:acme/app/fact/packages-are"), "{reviewed}");
    let open = ben.json("team review")["open"].clone();
    assert_eq!(open.as_array().unwrap().len(), 1, "{open}");
    let npm = &open[0];
    let npm = npm["id"].as_str().unwrap();
    ben.ok(&format!("team reject {npm} --why we\u{a0}use\u{a0}pnpm"));
    let told = cid.said("team review");
    assert!(told.contains("rejected by ben: we use pnpm"), "{told}");

    // Superseded: the old one is told no more.
    cid.note("shared/new.md", "- The payment gateway is retried three times at most.\n");
    let newer = cid.propose(&format!("shared/new.md --kind decision --supersedes {fact_id}"));
    ben.lands(&newer);
    ana.sync();
    let told = prompt(&ana.machine, "superseded", ASKED);
    assert!(told.contains("three times") && !told.contains("twice at most"), "{told}");

    // Expired.
    let new_id = hits(&ana.machine, "payment gateway retried three times")[0]["path"].clone();
    let new_id = new_id.as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let expired = cid.amend(&format!("expire {new_id}"));
    ben.lands(&expired);
    ana.sync();
    assert!(!prompt(&ana.machine, "expired", ASKED).contains("three times"));
    let archive = ana.ok("search payment\u{a0}gateway --archive");
    assert!(archive.contains("expired on"), "{archive}");

    // A revoked key proposes and approves nothing any more.
    let revoked = ben.amend("revoke cid");
    ana.lands(&revoked);
    cid.sync();
    assert!(cid.fails("team propose shared/new.md --yes").contains("revoked key"));

    // Erased: out of every index; git keeps it, and that is said.
    let erased = ben.said(&format!("team erase {new_id} --yes"));
    assert!(erased.contains("Git keeps its text"), "{erased}");
    let erased = ana.json("team review")["open"].as_array().unwrap().clone();
    let erased =
        erased.iter().find(|it| it["title"].as_str().unwrap().starts_with("Erase")).unwrap();
    ana.lands(erased["id"].as_str().unwrap());
    cid.sync();
    assert!(
        hits_of(
            &cid.machine,
            &["search", "gateway retried three", "--archive", "--source", "notes"]
        )
        .iter()
        .all(|hit| hit["scope"].is_null() || !hit.to_string().contains("three times"))
    );

    // Left.
    assert!(!hits(&cid.machine, "packages installed pnpm").is_empty());
    cid.ok("team leave acme");
    assert!(!cid.machine.home().join("teams/acme").exists());
    assert!(hits(&cid.machine, "packages installed pnpm").iter().all(|hit| hit["scope"].is_null()));
    assert!(cid.fails("team leave acme").contains("no team acme"));
}
