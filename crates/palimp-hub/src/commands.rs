//! Implementation of each command: arguments in, output and errors out.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the one file of this program that speaks"
)]

mod audit;
mod backup;
mod demo;
mod doctor;
pub(crate) mod messages;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;

use clap::{CommandFactory as _, FromArgMatches as _};
use palimp_core::lang::{Lang, current_lang, set_process_lang};
use palimp_core::message::{io_reason, json_reason};
use palimp_core::sanitize::is_coloured;
use palimp_hub::{
    Error, HubNode, IdentityProvider, Master, Pool, PublicEndpoint, Tls, bind_subject, connect,
    find_programs, make_link, make_org, migrate, set_policy,
};

use crate::arguments::{
    Admin, DatabaseKeyArgs, HubServerArgs, HubServerCommand, MasterKeyArgs, Serve,
};
use crate::help::HELP_TABLE;

/// Error of a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HubCommandError {
    /// The hub says why.
    #[error(transparent)]
    Hub(#[from] Error),
    /// Error of the server.
    #[error(transparent)]
    Serve(#[from] palimp_serve::ServeError),
    /// Complete message.
    #[error("{0}")]
    Said(String),
}

impl HubCommandError {
    /// Returns the message in the user's language.
    fn in_words(&self) -> String {
        match self {
            HubCommandError::Hub(Error::File { path, source }) => {
                let missing = messages::file_wanted();
                file_error(Path::new(path), source, &missing).in_words()
            }
            other => other.to_string(),
        }
    }
}

/// Describes a problem with a file, and the next step: `missing` if no suitable file exists. An
/// error that does not come from the system contains its own next step.
fn file_error(path: &Path, source: &io::Error, missing: &str) -> HubCommandError {
    let why = io_reason(source);
    let next = match source.kind() {
        io::ErrorKind::NotFound
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::FileTooLarge
        | io::ErrorKind::InvalidData => missing.to_owned(),
        io::ErrorKind::AlreadyExists => messages::new_file_wanted(),
        _ if source.raw_os_error().is_none() => {
            return HubCommandError::Said(format!("{}: {why}", path.display()));
        }
        _ => messages::file_to_check(),
    };
    HubCommandError::Said(messages::file_unusable(path.display(), &why, &next))
}

/// Runs what was asked.
pub(crate) fn run() -> ExitCode {
    set_process_lang(Lang::of_environment(|name| std::env::var(name).ok()));
    let asked = match parse_arguments() {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let done = match asked.command {
        HubServerCommand::Serve(asked) => serve_hub(&asked),
        HubServerCommand::Migrate(database) => migrate_database(&database.database),
        HubServerCommand::Admin(asked) => run_admin(&asked),
        HubServerCommand::Audit(asked) => audit::run(&asked),
        HubServerCommand::Backup(asked) => backup::run(&asked),
        HubServerCommand::Doctor(asked) => doctor::run(&asked),
        HubServerCommand::Jobs(asked) => run_due_jobs(&asked),
        HubServerCommand::Demo(asked) => demo::run(&asked),
        HubServerCommand::Postgres { directory } => fetch_postgres(&directory),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("palimp-hub: {}", failure.in_words());
            ExitCode::FAILURE
        }
    }
}

/// Parses the command line; help and usage errors are in the user's language.
#[expect(
    clippy::disallowed_methods,
    reason = "whoever asked for help may be gone, and `print!` panics"
)]
fn parse_arguments() -> Result<HubServerArgs, ExitCode> {
    if current_lang() == Lang::En {
        return Ok(<HubServerArgs as clap::Parser>::parse());
    }
    let command = palimp_clap::localize_command(HubServerArgs::command(), &[HELP_TABLE]);
    let parsed = command.try_get_matches().and_then(|it| HubServerArgs::from_arg_matches(&it));
    let error = match parsed {
        Ok(asked) => return Ok(asked),
        Err(error) => error,
    };
    let styled = palimp_clap::usage_error(&error);
    let text = |on_terminal| match is_coloured(on_terminal, |name| std::env::var_os(name)) {
        true => palimp_clap::localize_rendered_help(&styled.ansi().to_string()),
        false => palimp_clap::localize_rendered_help(&styled.to_string()),
    };
    // Nobody may be there to read it any more.
    let _ = match error.use_stderr() {
        true => io::stderr().write_all(text(io::stderr().is_terminal()).as_bytes()),
        false => io::stdout().write_all(text(io::stdout().is_terminal()).as_bytes()),
    };
    Err(ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(1)))
}

/// The most bytes that a file with a key has.
const KEY_FILE: u64 = 4_096;

/// The master key, which nobody else may read: from its file, or from a command that has it.
pub(crate) fn load_master_key(key: &MasterKeyArgs) -> Result<Master, HubCommandError> {
    let (bytes, whence) = match (&key.key_file, &key.key_command) {
        (Some(path), _) => {
            let whence = path.display().to_string();
            let read = palimp_files::read_secret(path, KEY_FILE);
            let missing = messages::make_key_hint();
            (read.map_err(|source| file_error(path, &source, &missing))?, whence)
        }
        (None, command) => {
            let command = command.as_deref().unwrap_or_default();
            (shell_output(command)?, messages::output_of_command(command))
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    Master::parse(&text)
        .ok_or_else(|| HubCommandError::Said(messages::master_key_malformed(whence)))
}

/// Returns the output of a shell command.
fn shell_output(command: &str) -> Result<Vec<u8>, HubCommandError> {
    let mut shell = std::process::Command::new("sh");
    let run = shell.args(["-c", command]).stderr(Stdio::inherit()).output();
    let output = run.map_err(|source| {
        let missing = messages::shell_wanted();
        file_error(Path::new("sh"), &source, &missing)
    })?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(HubCommandError::Said(messages::key_command_failed(
            command,
            output.status.code().map_or_else(|| output.status.to_string(), messages::exit_status),
        ))),
    }
}

fn open_hub(
    keyed: &DatabaseKeyArgs,
    connections: usize,
    public: PublicEndpoint,
) -> Result<HubNode, HubCommandError> {
    let pool = Pool::new(&keyed.database.database, connections)?;
    Ok(HubNode::new(pool, load_master_key(&keyed.key)?, public))
}

fn serve_hub(asked: &Serve) -> Result<(), HubCommandError> {
    let tls = match (&asked.tls_certificate, &asked.tls_key) {
        (Some(certificate), Some(key)) => {
            Some(Arc::new(Tls::new(certificate.clone(), key.clone())?))
        }
        _ => None,
    };
    let scheme = if tls.is_some() { "https" } else { "http" };
    let public = PublicEndpoint { listen: asked.listen, url: asked.url.clone(), tls };
    let hub = open_hub(&asked.keyed, asked.connections, public)?;
    if let Some(issuer) = &asked.sign_in.issuer {
        hub.sign_in_by(IdentityProvider {
            issuer: issuer.clone(),
            audience: asked.sign_in.audience.clone(),
            keys: asked.sign_in.jwks_file.clone(),
            groups: asked.sign_in.groups_claim.clone(),
            client: asked.sign_in.client_id.clone(),
            scopes: asked.sign_in.scopes.clone(),
        })?;
    }
    hub.enable_tracing()?;
    palimp_hub::serve(&hub, |address| match &asked.url {
        Some(url) => eprintln!("{}", messages::listening_for_members(address, url)),
        None => eprintln!("{}", messages::listening(scheme, address)),
    })?;
    Ok(())
}

fn run_due_jobs(asked: &DatabaseKeyArgs) -> Result<(), HubCommandError> {
    let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
    open_hub(asked, 1, public)?.run_jobs(true)?;
    eprintln!("{}", messages::jobs_done());
    Ok(())
}

fn fetch_postgres(directory: &Path) -> Result<(), HubCommandError> {
    println!("{}", find_programs(directory)?.display());
    Ok(())
}

fn migrate_database(url: &str) -> Result<(), HubCommandError> {
    match migrate(&mut connect(url)?)? {
        0 => eprintln!("{}", messages::tables_current()),
        steps => eprintln!("{}", messages::steps_done(steps)),
    }
    Ok(())
}

fn run_admin(asked: &Admin) -> Result<(), HubCommandError> {
    match asked {
        Admin::Key { file } => {
            let key = Master::random()?.reveal();
            write_new(file, &format!("{key}\n"))?;
            let said = messages::key_written(file.display());
            eprintln!("{said}");
        }
        Admin::Org { name, owner, url, database } => {
            let mut client = connect(&database.database)?;
            make_org(&mut client, name, owner)?;
            let link = make_link(&mut client, name, owner)?;
            eprintln!("{}", messages::org_made(name, owner));
            println!("{}", url.join_url(&link));
        }
        Admin::Link { org, member, url, database } => {
            let link = make_link(&mut connect(&database.database)?, org, member)?;
            println!("{}", url.join_url(&link));
        }
        Admin::Bind { org, member, issuer, subject, database } => {
            let subject = subject.as_deref().map(|subject| (issuer.as_str(), subject));
            bind_subject(&mut connect(&database.database)?, (org, member), subject)?;
            eprintln!("{}", messages::subject_bound(member));
        }
        Admin::Policy { org, policy, database } => {
            let policy = serde_json::from_str(policy);
            let policy = policy.map_err(|error| {
                HubCommandError::Said(messages::policy_not_json(json_reason(&error)))
            })?;
            set_policy(&mut connect(&database.database)?, org, &policy)?;
            eprintln!("{}", messages::policy_set(org));
        }
    }
    Ok(())
}

/// Writes a file that was not there, for its owner alone.
fn write_new(path: &Path, text: &str) -> Result<(), HubCommandError> {
    let directory = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = palimp_files::Partial::private_in(directory).and_then(|mut file| {
        file.write(text.as_bytes())?;
        file.become_new_file(path)
    });
    let missing = messages::directory_wanted();
    written.map_err(|source| file_error(path, &source, &missing))
}
