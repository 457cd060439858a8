//! What a team costs a member: joining it, beside a clone by git; a sync of a single new fact; and a prompt's
//! hook beside that of a home without a team.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use palimp_core::home::HomePaths;
use palimp_team::git::Oid;

use crate::prompt::{once, said};
use crate::{built, corpus, quantiles, recall};

#[path = "../../crates/palimp-team/tests/it/team.rs"]
#[allow(dead_code, reason = "the tests of palimp-team need more of it")]
mod repository;

use repository::Team;

/// How many facts there are, and in how many changes they landed.
const FACTS: usize = 5_000;
const LANDINGS: usize = 500;
/// How many notes a member has of her own.
const NOTES: usize = 300;
/// How often each hook is run.
const RUNS: usize = 100;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let texts = corpus::notes(FACTS + NOTES, (FACTS + NOTES) * 2);
    let (facts, notes) = texts.split_at(FACTS);
    let mut team = Team::new();
    for (at, some) in facts.chunks(FACTS / LANDINGS).enumerate() {
        let files: Vec<(String, String)> =
            some.iter().enumerate().map(|(n, text)| fact(at * some.len() + n, text)).collect();
        land(&mut team, &files);
    }
    let [with, without] = ["with", "without"].map(|name| HomePaths::new(dir.path().join(name)));
    for home in [&with, &without] {
        corpus::write(&home.vault_dir("main"), notes)?;
        recall::index(home)?;
    }
    println!(
        "a team of {FACTS} facts in {LANDINGS} changes; a member with {NOTES} notes of her own"
    );
    let cloned = milliseconds(clone(dir.path(), &team)?);
    println!("    git clone                           {cloned:8.0} ms");
    println!(
        "    first join                          {:8.0} ms",
        milliseconds(join(&with, &team)?)
    );
    println!("    sync of nothing new                 {:8.0} ms", milliseconds(sync(&with)?));
    let mut single = Vec::new();
    for number in 0..5 {
        land(&mut team, &[fact(FACTS + number, "The zebra is exported at night.")]);
        single.push(sync(&with)?);
    }
    println!("    sync of one new fact, median of 5   {:8.0} ms", quantiles(&mut single).0);
    std::thread::sleep(Duration::from_secs(3));
    [&with, &without].into_iter().try_for_each(|home| recall::index(home).map(drop))?;
    prompts(dir.path(), &texts, (&with, &without), "team")
}

/// The hooks in turn, so that both meet the same machine.
pub(crate) fn prompts(
    dir: &Path,
    texts: &[String],
    (with, without): (&HomePaths, &HomePaths),
    what: &str,
) -> Result<(), Box<dyn Error>> {
    let project = dir.join("app");
    fs::create_dir_all(project.join(".git"))?;
    let (queries, event) = (corpus::queries(texts), project.join("event.json"));
    let (mut times, mut told, mut busy) = ([Vec::new(), Vec::new()], [0, 0], [0, 0]);
    for run in 0..RUNS + 5 {
        let asked =
            format!("{}: how did we decide on that, and why?", queries[run % queries.len()]);
        for (at, home) in [with, without].into_iter().enumerate() {
            let before = children()?;
            let (time, answer) = once(home, &event, &said(&project, run, &asked))?;
            if run >= 5 {
                busy[at] += children()? - before;
                times[at].push(time);
                told[at] += usize::from(!answer.is_empty());
            }
        }
    }
    let [(ours, ours95), (other, other95)] = times.each_mut().map(|times| quantiles(times));
    println!(
        "    prompt without the {what:<4}, median and p95 of {RUNS} {other:7.2} {other95:7.2} ms   ({} were told something)",
        told[1]
    );
    println!(
        "    prompt with the {what:<4}                          {ours:7.2} {ours95:7.2} ms   {:5.2} ×   ({} were told something)",
        ours / other,
        told[0]
    );
    println!(
        "    their processor time, with and without                        {:5.2} ×",
        busy[0] as f64 / busy[1] as f64
    );
    Ok(())
}

/// What a note says as a fact does: without headings, and briefly.
pub(crate) fn said_by(note: &str) -> String {
    let lines: Vec<&str> = note.lines().filter(|line| !line.starts_with('#')).collect();
    lines.join("\n").trim().chars().take(800).collect()
}

/// How long the processor has worked for the programs that ended, in ticks: a machine that others use, too,
/// does not count.
fn children() -> Result<u64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    behind_name.split_whitespace().skip(13).take(2).map(|ticks| Ok(ticks.parse::<u64>()?)).sum()
}

fn fact(number: usize, text: &str) -> (String, String) {
    let body = said_by(text);
    let file = format!("---\nid: fact-{number}\nkind: decision\nproposer: ben\n---\n{body}\n");
    (format!("facts/_/decision/fact-{number}.md"), file)
}

fn land(team: &mut Team, files: &[(String, String)]) {
    let files: Vec<_> =
        files.iter().map(|(path, text)| ("100644", path.as_str(), Some(text.as_str()))).collect();
    let tip: Oid = team.land(team.propose(&files, "ben"), &["cid"], Some("cid"));
    (team.main, team.verified_range.verified) = (tip, tip);
    team.git(&["update-ref", "refs/heads/main", &tip.to_string()], "");
}

/// Everything that a new member waits for: fetched, verified, in the index, and asked to be let in.
fn join(home: &HomePaths, team: &Team) -> Result<Duration, Box<dyn Error>> {
    let mut command = Command::new(built("palimp"));
    command.args(["team", "join"]).arg(team.repository());
    command.args(["--name", "acme", "--as", "zoe", "--make-key", "--yes", "--home"]);
    timed(command.arg(home.root()))
}

fn sync(home: &HomePaths) -> Result<Duration, Box<dyn Error>> {
    timed(Command::new(built("palimp")).args(["team", "sync", "--home"]).arg(home.root()))
}

fn clone(dir: &Path, team: &Team) -> Result<Duration, Box<dyn Error>> {
    let mut command = Command::new("git");
    command.args(["clone", "--quiet", "--bare", "--no-local"]).arg(team.repository());
    timed(command.arg(dir.join("clone.git")))
}

fn timed(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let run = command.stdin(Stdio::null()).output()?;
    let time = start.elapsed();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Ok(time)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
