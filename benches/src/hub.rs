//! What an organisation's hub costs a member: the first pull, one of nothing new, one of a single new memory, and
//! a prompt's hook beside that of a home that knows no hub.

use std::error::Error;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use palimp_core::home::HomePaths;
use palimp_testing::hub_server::{DEFAULT_HUB_TOKEN, HubServer};

use crate::team::{prompts, said_by};
use crate::{built, corpus, quantiles, recall};

/// How many memories the organisation approved, and how many notes a member has of her own.
const FACTS: usize = 5_000;
const NOTES: usize = 300;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let texts = corpus::notes(FACTS + NOTES, (FACTS + NOTES) * 2);
    let (facts, notes) = texts.split_at(FACTS);
    let hub = HubServer::start();
    for (number, text) in facts.iter().enumerate() {
        hub.approve("s-org", &format!("fact-{number}"), &said_by(text));
    }
    let [with, without] = ["with", "without"].map(|name| HomePaths::new(dir.path().join(name)));
    for home in [&with, &without] {
        corpus::write(&home.vault_dir("main"), notes)?;
        recall::index(home)?;
    }
    println!("a hub of {FACTS} approved memories; a member with {NOTES} notes of her own");
    let token = dir.path().join("token");
    std::fs::write(&token, DEFAULT_HUB_TOKEN)?;
    let token = token.to_string_lossy();
    let login = ["login", hub.url(), "--file", "--token-file", &token];
    println!("    login, with the first pull          {:8.0} ms", timed(&with, &login)?);
    println!("    pull of nothing new                 {:8.0} ms", timed(&with, &["pull"])?);
    let mut single = Vec::new();
    for number in 0..5 {
        hub.approve("s-org", &format!("new-{number}"), "The zebra is exported at night.");
        single.push(Duration::from_secs_f64(timed(&with, &["pull"])? / 1e3));
    }
    println!("    pull of one new memory, median of 5 {:8.0} ms", quantiles(&mut single).0);
    std::thread::sleep(Duration::from_secs(3));
    [&with, &without].into_iter().try_for_each(|home| recall::index(home).map(drop))?;
    prompts(dir.path(), &texts, (&with, &without), "hub")
}

/// How long `palimp hub` takes, in milliseconds.
fn timed(home: &HomePaths, args: &[&str]) -> Result<f64, Box<dyn Error>> {
    let mut command = Command::new(built("palimp"));
    command.arg("hub").args(args).arg("--home").arg(home.root()).stdout(Stdio::null());
    let start = Instant::now();
    assert!(command.stderr(Stdio::null()).status()?.success(), "palimp hub failed");
    Ok(start.elapsed().as_secs_f64() * 1e3)
}
