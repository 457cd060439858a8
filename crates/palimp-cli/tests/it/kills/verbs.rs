//! What dies, each on what it has most to lose on.

use std::fs;

use palimp_testing::Machine;
use palimp_testing::hub_server::HubServer;
use serde_json::{Value, json};

use super::state::is_litter;
use super::sweep::Verb;
use crate::aging;
use crate::bootstrap::sources;
use crate::hub;
use crate::machine;
use crate::reflect::say;
use crate::teams;

/// Hooks, by what they find.
pub(super) const FIRST_HOOK: Verb =
    Verb::hook("the first hook ever", machine, |machine| tool(machine, "s"));
pub(super) const CAPTURE: Verb =
    Verb::hook("a hook that captures", used, |machine| tool(machine, "open"));
pub(super) const DRAIN: Verb =
    Verb::hook("a hook that empties the spool", with_spool, |machine| tool(machine, "open"));
pub(super) const PROMPT: Verb = Verb::hook("a hook that answers a prompt", used, |machine| {
    let asked = json!({ "prompt": "Which animal is our mascot?", "prompt_id": "p9" });
    event(machine, "UserPromptSubmit", "open", asked)
});
pub(super) const DAILY: Verb =
    Verb::hook("a hook that starts the daily run", with_old_rows, |machine| {
        event(machine, "SessionStart", "new", json!({ "source": "startup" }))
    });
pub(super) const END: Verb = Verb::hook("a hook that starts a flush", with_words, |machine| {
    event(machine, "SessionEnd", "open", json!({ "reason": "other" }))
});

/// What a person types.
pub(super) const SAVE: Verb = Verb::typed("save otters", used);
pub(super) const REPLACE: Verb = Verb::typed("save ideas.md otters --replace", used);
pub(super) const IMPORT: Verb = Verb::typed("import export.jsonl", with_export);
pub(super) const FORGET: Verb = Verb::typed("forget mascot --yes", used);
pub(super) const CLEANUP: Verb = Verb::typed("cleanup --due", with_old_rows);
/// A line leaves its note for the archive, and comes back: it stands in one of both.
pub(super) const AGE: Verb =
    Verb { wrong: what_aged, ..Verb::typed("cleanup --due", with_old_lines) };
pub(super) const RESTORE: Verb =
    Verb { wrong: what_is_away, ..Verb::typed("review restore", with_aged_line) };
pub(super) const FLUSH: Verb = Verb::typed("flush", with_words);
pub(super) const REFLECT: Verb = Verb::typed("reflect", with_new_episode);
pub(super) const ACCEPT: Verb = Verb::typed("review accept bdc70beb", used);
pub(super) const REJECT: Verb = Verb::typed("review reject bdc70beb", used);
pub(super) const INDEX: Verb = Verb::typed("index", with_changed_notes);
pub(super) const REBUILD: Verb = Verb::typed("index --force", used);
pub(super) const CONFIG: Verb = Verb::typed("config set search.maxResults 5", used);
pub(super) const BOOTSTRAP: Verb = Verb::typed("bootstrap --yes", with_sources);

/// What a team shares: one fact that was approved, and a commit behind it that nobody signed.
pub(super) const TEAM_SYNC: Verb =
    Verb { wrong: what_is_served, ..Verb::typed("team sync", with_team) };

/// What is proposed is proposed once, and what is approved lands once.
pub(super) const TEAM_PROPOSE: Verb =
    Verb { wrong: what_is_proposed, ..Verb::typed("team propose otters.md --yes", with_own_team) };
/// The only proposal there is: nothing is said of its id.
pub(super) const TEAM_APPROVE: Verb =
    Verb { wrong: what_landed, ..Verb::typed("team approve  --yes", with_proposal) };

/// The history begins anew once, and what was erased is in none.
pub(super) const TEAM_REWRITE: Verb = Verb {
    wrong: what_was_rewritten,
    ..Verb::typed("team erase the-otter-pond-is-cleaned-every-spring --rewrite --yes", with_erasure)
};

/// Of what a hub approved, something came, something changed and something went.
pub(super) const HUB_PULL: Verb =
    Verb { wrong: what_is_pulled, ..Verb::typed("hub pull", with_hub) };
/// Nothing of it stays.
pub(super) const HUB_LOGOUT: Verb =
    Verb { wrong: what_is_left, ..Verb::typed("hub logout", with_hub) };

/// Another machine changed notes and captured something, and so did this one.
pub(super) const SYNC: Verb =
    Verb { wrong: what_is_not_synced, ..Verb::typed("sync", with_other_machine) };

/// Verbs that change the clients' files.
pub(super) const INSTALL_CLAUDE: Verb = Verb::connecting("install claude", disconnected);
pub(super) const INSTALL_CODEX: Verb = Verb::connecting("install codex", disconnected);
pub(super) const INSTALL_OPENCODE: Verb = Verb::connecting("install opencode", disconnected);
pub(super) const UNINSTALL_CLAUDE: Verb = Verb::connecting("uninstall claude", used);
pub(super) const UNINSTALL_GEMINI: Verb = Verb::connecting("uninstall gemini", used);
pub(super) const UNINSTALL_COPILOT: Verb = Verb::connecting("uninstall copilot", used);

/// Nothing of it stays, and `up` begins anew where it was.
pub(super) const PURGE: Verb =
    Verb { wrong: what_is_not_purged, ..Verb::typed("uninstall --all --purge --yes", used) };

/// The first of what the present version does on a home of the first one.
pub(super) const MIGRATION: Verb = Verb::typed("recent", of_first_version);
pub(super) const UPGRADE: Verb = Verb::connecting("up --yes", of_first_version);

impl Verb {
    const fn typed(line: &'static str, prepare: fn() -> Machine) -> Verb {
        Verb {
            name: line,
            line,
            prepare,
            input: |_| Vec::new(),
            leaves_work_behind: false,
            wrong: |_| Vec::new(),
        }
    }

    const fn hook(
        name: &'static str,
        prepare: fn() -> Machine,
        input: fn(&Machine) -> Vec<u8>,
    ) -> Verb {
        Verb { name, input, leaves_work_behind: true, ..Verb::typed("hook claude", prepare) }
    }

    const fn connecting(line: &'static str, prepare: fn() -> Machine) -> Verb {
        Verb { wrong: disconnect_all, ..Verb::typed(line, prepare) }
    }
}

const CLIENTS: [&str; 5] = ["claude", "codex", "gemini", "opencode", "copilot"];

/// Disconnects all clients; returns the files that differ from those before the first connection.
fn disconnect_all(machine: &Machine) -> Vec<String> {
    for client in CLIENTS {
        machine.run_ok(["uninstall", client]);
    }
    let (now, before) = (machine.clients_now(), machine.clients_before());
    let differs = before.iter().filter(|(path, bytes)| now.get(*path) != Some(bytes));
    let left = now.keys().filter(|path| !before.contains_key(*path) && !is_litter(path));
    let wrong = differs.map(|(path, _)| path).chain(left);
    wrong.map(|path| format!("{} is not what it was", path.display())).collect()
}

fn what_is_not_purged(machine: &Machine) -> Vec<String> {
    let home = machine.home();
    let left = fs::read_dir(&home).into_iter().flatten().flatten();
    let mut wrong: Vec<_> = left.map(|it| format!("{} stays", it.path().display())).collect();
    let up = machine.run(["up", "--yes"]);
    if !up.status.success() || !home.exists() {
        wrong.push(String::from_utf8_lossy(&up.stderr).into_owned());
    }
    wrong.extend(disconnect_all(machine));
    wrong
}

fn event(machine: &Machine, event: &str, session: &str, fields: Value) -> Vec<u8> {
    machine.claude_then(event, session, fields).to_string().into_bytes()
}

/// An event that will be kept.
fn tool(machine: &Machine, session: &str) -> Vec<u8> {
    let used = json!({
        "tool_name": "Bash", "tool_input": { "command": "git commit -m 'an otter'" },
        "tool_response": { "stdout": "", "stderr": "", "interrupted": false },
    });
    event(machine, "PostToolUse", session, used)
}

fn of_first_version() -> Machine {
    Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"))
}

/// A home with something of everything in it.
fn used() -> Machine {
    let machine = of_first_version();
    machine.run_ok(["up", "--yes"]);
    machine.run_ok(["index", "--agent", "job"]);
    machine
}

fn other_machine(machine: &Machine) -> Machine {
    let root = machine.root().join("elsewhere");
    fs::create_dir_all(&root).unwrap();
    Machine::in_directory(root, env!("CARGO_BIN_EXE_palimp"))
}

fn with_other_machine() -> Machine {
    let machine = used();
    let remote = machine.root().join("remote");
    let remote = remote.to_str().unwrap();
    machine.run_ok(["sync", "init", remote, "--name", "one"]);
    let code = machine.run_ok(["sync", "code"]);
    let other = other_machine(&machine);
    let join = ["sync", "join", remote, "--code-file", "-", "--name", "other"];
    let joined = palimp_testing::run_with_input(&mut other.command(join), code.as_bytes());
    assert!(joined.status.success());
    fs::write(other.home().join("vault/both.md"), "- a walrus of the other\n").unwrap();
    other.hook_bash("s-other", "git tag walrus", "ok");
    other.run_ok(["forget", "--yes", "narwhal"]);
    other.run_ok(["sync"]);
    fs::write(machine.home().join("vault/both.md"), "- a seal of this one\n").unwrap();
    machine.hook_bash("open", "git tag seal", "ok");
    machine
}

/// Both machines have the same notes after their next syncs, and nothing is sent any more.
fn what_is_not_synced(machine: &Machine) -> Vec<String> {
    let other = other_machine(machine);
    let mut reports = Vec::new();
    for machine in [machine, &other, machine, &other] {
        reports.push(machine.run_json(&["sync"]));
    }
    let notes = |machine: &Machine| {
        let vault = machine.home().join("vault");
        let listed = machine.run_json(&["list"])["notes"].as_array().cloned().unwrap_or_default();
        let paths = listed.iter().filter_map(|note| note["path"].as_str());
        let read = |path: &str| (path.to_owned(), fs::read_to_string(vault.join(path)).ok());
        paths.map(read).collect()
    };
    let (here, there): (Vec<_>, Vec<_>) = (notes(machine), notes(&other));
    let differing = here.iter().filter(|it| !there.contains(it));
    let differing = differing.chain(there.iter().filter(|it| !here.contains(it)));
    let mut wrong: Vec<_> = differing.map(|(path, _)| format!("{path} differs")).collect();
    let both = fs::read_to_string(machine.home().join("vault/both.md")).unwrap_or_default();
    let lines = ["- a walrus of the other", "- a seal of this one"];
    if lines.iter().any(|line| both.matches(line).count() != 1) {
        wrong.push(format!("both.md: {both}"));
    }
    if reports[3]["sent"]["notes"] != json!(0) || reports[3]["received"]["notes"] != json!(0) {
        wrong.push(format!("still at it: {}", reports[3]));
    }
    wrong
}

fn with_spool() -> Machine {
    let machine = used();
    let lock = machine.lock_database();
    for number in 0..3 {
        machine.hook_bash("open", &format!("git tag v{number}"), "ok");
    }
    drop(lock);
    machine
}

/// Something was said that a flush keeps.
fn with_words() -> Machine {
    let machine = used();
    let said =
        ["Remember that the proxy is at pr.internal.", "We decided to use Vitest for tests."];
    for (turn, said) in said.into_iter().enumerate() {
        let id = format!("said-{turn}");
        let asked = json!({ "prompt": said, "prompt_id": id });
        machine.hook("claude", &machine.claude_then("UserPromptSubmit", "open", asked));
        let answered = json!({ "last_assistant_message": "Noted.", "prompt_id": id });
        machine.hook("claude", &machine.claude_then("Stop", "open", answered));
    }
    machine
}

fn with_old_rows() -> Machine {
    let machine = used();
    machine.run_ok(["config", "set", "memory.retentionDays", "30"]);
    machine.execute_sql(
        "UPDATE observations SET created_at = created_at - 40 * 86400000 WHERE id % 2",
    );
    let _ = fs::remove_file(machine.home().join("locks/retention"));
    machine
}

fn with_old_lines() -> Machine {
    let machine = used();
    aging::grow_old(&machine);
    machine
}

/// One line went, and no other one is old.
fn with_aged_line() -> Machine {
    let machine = with_old_lines();
    machine.run_ok(["cleanup", "--due"]);
    machine.execute_sql("UPDATE seen_lines SET at = strftime('%s', 'now') * 1000");
    assert_eq!(aged(&machine).len(), 1);
    machine
}

fn aged(machine: &Machine) -> Vec<Value> {
    machine.run_json(&["review"])["aged"].as_array().expect("a list").clone()
}

/// Lines went, and each stands in the archive alone.
fn what_aged(machine: &Machine) -> Vec<String> {
    let aged = aged(machine);
    let twice = aged.iter().filter(|line| {
        let note = machine.home().join("vault").join(line["path"].as_str().expect("a path"));
        let text = fs::read_to_string(note).expect("a note");
        text.contains(line["text"].as_str().expect("a text"))
    });
    let mut wrong: Vec<String> = twice.map(|line| format!("stands there twice: {line}")).collect();
    if aged.is_empty() {
        wrong.push("nothing went".to_owned());
    }
    wrong
}

fn what_is_away(machine: &Machine) -> Vec<String> {
    aged(machine).iter().map(|line| format!("did not come back: {line}")).collect()
}

fn with_export() -> Machine {
    let machine = machine();
    let rows = of_first_version().run_ok(["export"]);
    fs::write(machine.project().join("export.jsonl"), rows).expect("a file");
    machine
}

/// A fact that contradicts what reflection wrote down, and one that it does not know.
fn with_new_episode() -> Machine {
    let machine = used();
    say(&machine, "2026-11-19 09:00", "app", &["[tests]: We use Jest"]);
    machine.run_ok(["reflect"]);
    let facts =
        ["[tests]: We switched from Jest to Vitest", "[proxy]: the proxy is at pr.internal"];
    say(&machine, "2026-11-21 09:00", "app", &facts);
    machine
}

fn with_team() -> Machine {
    let machine = used();
    let mut team = teams::team();
    let good = teams::fact("otters", "", "The otter pond is cleaned every spring.");
    teams::land(&mut team, &[("facts/_/decision/otters.md", Some(&good))]);
    let bad = teams::fact("otters", "", "The otter pond is never cleaned.");
    let files = [("100644", "facts/_/decision/otters.md", Some(&bad[..]))];
    teams::push(&team, team.land(team.propose(&files, "ben"), &["cid"], None));
    let remote = machine.root().join("team.git");
    teams::git(machine.root(), &["init", "-q", "--bare", "team.git"]);
    let heads = ["fetch", "-q", &team.repository().display().to_string(), "+main:refs/heads/main"];
    teams::git(&remote, &heads);
    teams::join(&machine, &team, &remote);
    machine
}

/// What was approved is served once, and what was not is not.
fn what_is_served(machine: &Machine) -> Vec<String> {
    let found = machine.run_ok(["search", "otter pond cleaned", "--source", "notes"]);
    let (good, bad) = (found.matches("every spring").count(), found.matches("never").count());
    let wrong = (good, bad) != (1, 0);
    wrong
        .then(|| format!("{good} times what was approved, {bad} times what was not"))
        .into_iter()
        .collect()
}

const HELD: &str = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";

fn with_hub() -> Machine {
    let (machine, server) = (used(), HubServer::start());
    server.approve("s-org", "m1", "The otter pond is cleaned every spring.");
    server.approve("s-org", "m2", "The otter house is heated.");
    hub::login(&machine, &server);
    server.approve("s-org", "m1", "The otter pond is cleaned every autumn.");
    server.remove("s-org", "m2");
    server.approve("s-org", "m3", &format!("The otter shop uses {HELD}."));
    machine
}

/// What was approved is told once, as it is now; what went or was held back is nowhere.
fn what_is_pulled(machine: &Machine) -> Vec<String> {
    let found = machine.run_ok(["search", "otter pond cleaned", "--source", "notes"]);
    let times = |word: &str| found.matches(word).count();
    let told = (times("every autumn"), times("every spring"), times("heated"));
    let left = machine.files_with(HELD).len();
    let wrong = (told, left) != ((1, 0, 0), 0);
    wrong.then(|| format!("told {told:?}, {left} files with a secret")).into_iter().collect()
}

fn what_is_left(machine: &Machine) -> Vec<String> {
    let mut left = machine.files_with("otter pond is cleaned");
    left.extend(machine.files_with(palimp_testing::hub_server::DEFAULT_HUB_TOKEN));
    let found = machine.run_ok(["search", "otter pond cleaned", "--source", "notes"]);
    let wrong = !left.is_empty() || found.contains("every");
    wrong.then(|| format!("left: {left:?}, told: {found}")).into_iter().collect()
}

/// A team of one's own, and a note that could be proposed to it.
fn with_own_team() -> Machine {
    let machine = used();
    let place = machine.root().join("elsewhere/acme.git").display().to_string();
    fs::create_dir_all(machine.root().join("elsewhere")).expect("a directory");
    let alone = ["team", "init", &place, "--as", "ana", "--make-key", "--four-eyes", "false"];
    machine.run_ok(alone);
    let note = machine.home().join("vault/otters.md");
    fs::write(note, "- The otter pond is cleaned every spring.\n").expect("a note");
    machine.run_ok(["index"]);
    machine
}

fn with_proposal() -> Machine {
    let machine = with_own_team();
    machine.run_ok(["team", "propose", "otters.md", "--project", "_", "--yes"]);
    machine
}

fn with_erasure() -> Machine {
    let machine = with_proposal();
    machine.run_ok(["team", "approve", "", "--yes"]);
    machine.run_ok(["team", "erase", "the-otter-pond-is-cleaned-every-spring", "--yes"]);
    machine.run_ok(["team", "approve", "", "--yes"]);
    machine
}

fn open_proposals(machine: &Machine) -> Vec<Value> {
    machine.run_json(&["team", "review"])["open"].as_array().expect("a list").clone()
}

/// Whether what a team serves says once, or not at all, what was proposed.
fn served(machine: &Machine) -> usize {
    let found = machine.run_json(&["search", "otter pond cleaned", "--source", "notes"]);
    let hits = found["hits"].as_array().expect("hits").iter();
    hits.filter(|hit| hit["scope"] == "team:acme").count()
}

fn what_is_proposed(machine: &Machine) -> Vec<String> {
    let open = open_proposals(machine);
    let fine = open.len() == 1
        && open[0]["isHere"] == false
        && open[0]["trouble"].is_null()
        && open[0]["changes"][0]["after"].to_string().contains("every spring");
    let mut wrong = Vec::new();
    if !fine {
        wrong.push(format!("proposed: {}", Value::from(open)));
    }
    if served(machine) != 0 {
        wrong.push("served what nobody approved".to_owned());
    }
    wrong
}

fn what_landed(machine: &Machine) -> Vec<String> {
    machine.run_ok(["team", "sync"]);
    let log = machine.run_ok(["team", "log"]);
    let state = machine.run_ok(["status"]);
    let (open, landed) = (open_proposals(machine).len(), log.matches("every-spring").count());
    let found = (open, landed, served(machine), state.matches("quarantined").count());
    let wrong = found != (0, 1, 1, 0);
    wrong.then(|| format!("open, landed, served, refused: {found:?}")).into_iter().collect()
}

fn what_was_rewritten(machine: &Machine) -> Vec<String> {
    machine.run_ok(["team", "sync"]);
    let (log, state) = (machine.run_ok(["team", "log"]), machine.run_ok(["status"]));
    let clone = machine.home().join("teams/acme/repository.git");
    let place = machine.root().join("elsewhere/acme.git");
    let begun = log.matches("history rewritten by").count().min(1);
    let quarantined = state.matches("quarantined").count();
    let kept = teams::objects(&clone, "commit").len();
    let commits = teams::commits(&place);
    let found = (begun, served(machine), quarantined, kept, commits);
    let wrong = found != (1, 0, 0, 1, 1);
    wrong
        .then(|| format!("begun, served, refused, commits here and there: {found:?}"))
        .into_iter()
        .collect()
}

fn with_changed_notes() -> Machine {
    let machine = used();
    let vault = machine.home().join("vault");
    fs::write(vault.join("new.md"), "# New\n\nThe otter swims.\n").expect("a note");
    fs::write(vault.join("서버.md"), "# 서버\n\nosprey-3 is in Daegu.\n").expect("a note");
    fs::remove_file(vault.join("archive/old-narwhal.md")).expect("a note");
    machine
}

fn with_sources() -> Machine {
    let machine = machine();
    sources::ALL.iter().for_each(|source| (source.plant)(&machine, "no secret"));
    machine
}

fn disconnected() -> Machine {
    let machine = used();
    assert_eq!(disconnect_all(&machine), Vec::<String>::new());
    machine
}
