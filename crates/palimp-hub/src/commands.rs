//! What each command does: arguments in, what happened out.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the one file of this program that speaks"
)]

mod audit;
mod demo;
mod doctor;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;
use palimp_hub::{
    Error, Hub, Master, Pool, Public, connect, make_link, make_org, migrate, set_policy,
};

use crate::arguments::{Admin, Arguments, Command, Keyed, Serve};

/// Why a command did not do what it should.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The hub says why.
    #[error(transparent)]
    Hub(#[from] Error),
    /// What listens says why.
    #[error(transparent)]
    Serve(#[from] palimp_serve::ServeError),
    /// A file.
    #[error("{path}: {source}")]
    File {
        /// Which.
        path: String,
        /// What happened.
        source: std::io::Error,
    },
    /// What is said in full.
    #[error("{0}")]
    Said(String),
}

/// Runs what was asked.
pub(crate) fn run() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Serve(asked) => serve(&asked),
        Command::Migrate(database) => migrated(&database.database),
        Command::Admin(asked) => admin(&asked),
        Command::Audit(asked) => audit::run(&asked),
        Command::Doctor(asked) => doctor::run(&asked),
        Command::Jobs(asked) => jobs(&asked),
        Command::Demo(asked) => demo::run(&asked),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("palimp-hub: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The master key, which nobody else may read.
pub(crate) fn master(path: &Path) -> Result<Master, Failure> {
    use std::os::unix::fs::PermissionsExt as _;
    let shown = || path.display().to_string();
    let failed = |source| Failure::File { path: shown(), source };
    let mode = fs::metadata(path).map_err(failed)?.permissions().mode();
    if mode & 0o077 != 0 {
        let path = shown();
        return Err(Failure::Said(format!("{path}: others may read it; say chmod 600 {path}")));
    }
    let text = fs::read_to_string(path).map_err(failed)?;
    Master::parse(&text).ok_or_else(|| {
        Failure::Said(format!("{}: this is no master key: 64 hexadecimal digits", shown()))
    })
}

fn hub(keyed: &Keyed, connections: usize, public: Public) -> Result<Hub, Failure> {
    let pool = Pool::new(&keyed.database.database, connections)?;
    Ok(Hub::new(pool, master(&keyed.key_file)?, public))
}

fn serve(asked: &Serve) -> Result<(), Failure> {
    let public = Public { listen: asked.listen, url: asked.url.clone() };
    let hub = hub(&asked.keyed, asked.connections, public)?;
    palimp_hub::serve(&hub, |address| match &asked.url {
        Some(url) => eprintln!("palimp-hub listens on {address}; members use {url}"),
        None => eprintln!("palimp-hub listens on http://{address}"),
    })?;
    Ok(())
}

fn jobs(asked: &Keyed) -> Result<(), Failure> {
    let public = Public { listen: ([127, 0, 0, 1], 0).into(), url: None };
    hub(asked, 1, public)?.run_jobs(true)?;
    eprintln!("everything that is due was done; `palimp-hub doctor` says what came of it");
    Ok(())
}

fn migrated(url: &str) -> Result<(), Failure> {
    match migrate(&mut connect(url)?)? {
        0 => eprintln!("the tables are as this version wants them"),
        steps => eprintln!("{steps} step{} done", if steps == 1 { "" } else { "s" }),
    }
    Ok(())
}

fn admin(asked: &Admin) -> Result<(), Failure> {
    match asked {
        Admin::Key { file } => {
            let key = Master::random()?.reveal();
            write_new(file, &format!("{key}\n"))?;
            eprintln!(
                "{} is written. Keep a copy where no backup of the database is: without it nothing can be read.",
                file.display()
            );
        }
        Admin::Org { name, owner, database } => {
            let mut client = connect(&database.database)?;
            make_org(&mut client, name, owner)?;
            let link = make_link(&mut client, name, owner)?;
            eprintln!("{name} is made. {owner} comes in with this link, once, within three days:");
            println!("{link}");
        }
        Admin::Link { org, member, database } => {
            println!("{}", make_link(&mut connect(&database.database)?, org, member)?);
        }
        Admin::Policy { org, policy, database } => {
            let policy = serde_json::from_str(policy);
            let policy =
                policy.map_err(|error| Failure::Said(format!("the policy is no JSON: {error}")))?;
            set_policy(&mut connect(&database.database)?, org, &policy)?;
            eprintln!("{org} lays this down from now on");
        }
    }
    Ok(())
}

/// Writes a file that was not there, for its owner alone.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let failed = |source| Failure::File { path: path.display().to_string(), source };
    let file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = file.map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)
}
