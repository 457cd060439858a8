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

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;

use clap::{CommandFactory as _, FromArgMatches as _};
use palimp_hub::{
    Error, HubNode, IdentityProvider, Master, Pool, PublicEndpoint, Tls, bind_subject, connect,
    find_programs, make_link, make_org, migrate, set_policy,
};

use crate::arguments::{
    Admin, DatabaseKeyArgs, HubServerArgs, HubServerCommand, MasterKeyArgs, Serve,
};
use crate::korean::{self, said};

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
            HubCommandError::Said(words) => words.clone(),
            HubCommandError::Hub(Error::File { path, source }) => {
                let missing = said!("name a file that is there", "있는 파일을 적으세요");
                file_error(Path::new(path), source, &missing).in_words()
            }
            other => korean::localized(&other.to_string()),
        }
    }
}

/// Describes a problem with a file, and the next step: `missing` if no suitable file exists. An
/// error that does not come from the system contains its own next step.
fn file_error(path: &Path, source: &io::Error, missing: &str) -> HubCommandError {
    let why = korean::localized(&source.to_string());
    let next = match source.kind() {
        io::ErrorKind::NotFound
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::FileTooLarge
        | io::ErrorKind::InvalidData => missing.to_owned(),
        io::ErrorKind::AlreadyExists => {
            said!("name a file that is not there yet", "아직 없는 파일을 적으세요")
        }
        _ if source.raw_os_error().is_none() => {
            return HubCommandError::Said(said!("{}: {why}", "{}: {why}", path.display()));
        }
        _ => said!("see to this file, and to who may read it", "이 파일과 읽기 권한을 확인하세요"),
    };
    HubCommandError::Said(said!("{}: {why}: {next}", "{}: {why}. {next}", path.display()))
}

/// Runs what was asked.
pub(crate) fn run() -> ExitCode {
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
    if !korean::is_wanted() {
        return Ok(<HubServerArgs as clap::Parser>::parse());
    }
    let parsed = korean::localize_help(HubServerArgs::command()).try_get_matches();
    let error = match parsed.and_then(|it| HubServerArgs::from_arg_matches(&it)) {
        Ok(asked) => return Ok(asked),
        Err(error) => error,
    };
    // Nobody may be there to read it any more.
    let _ = match error.use_stderr() {
        true => {
            let mut stream = io::stderr();
            stream.write_all(korean::in_words(&error, stream.is_terminal()).as_bytes())
        }
        false => {
            let mut stream = io::stdout();
            stream.write_all(korean::in_words(&error, stream.is_terminal()).as_bytes())
        }
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
            let missing = said!(
                "`palimp-hub admin key FILE` makes one",
                "`palimp-hub admin key FILE`로 만드세요"
            );
            (read.map_err(|source| file_error(path, &source, &missing))?, whence)
        }
        (None, command) => {
            let command = command.as_deref().unwrap_or_default();
            (shell_output(command)?, said!("what `{command}` printed", "`{command}`의 출력"))
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    Master::parse(&text).ok_or_else(|| {
        HubCommandError::Said(said!(
            "{whence}: this is no master key, which has 64 hexadecimal digits: `palimp-hub admin key FILE` makes one",
            "{whence}: 마스터 키가 아닙니다. 마스터 키는 16진수 64자리이며 `palimp-hub admin key FILE`로 만듭니다"
        ))
    })
}

/// Returns the output of a shell command.
fn shell_output(command: &str) -> Result<Vec<u8>, HubCommandError> {
    let mut shell = std::process::Command::new("sh");
    let run = shell.args(["-c", command]).stderr(Stdio::inherit()).output();
    let output = run.map_err(|source| {
        let missing = said!(
            "put a shell on the PATH, or use --key-file",
            "PATH에 셸을 두거나 --key-file을 쓰세요"
        );
        file_error(Path::new("sh"), &source, &missing)
    })?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(HubCommandError::Said(said!(
            "`{command}` failed ({}): run it by itself to see what it says",
            "`{command}` 명령이 실패했습니다({}). 따로 실행해 출력을 확인하세요",
            korean::localized(&output.status.to_string())
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
        Some(url) => eprintln!(
            "{}",
            said!(
                "palimp-hub listens on {address}; members use {url}",
                "palimp-hub가 {address}에서 요청을 받습니다. 구성원은 {url}을(를) 씁니다"
            )
        ),
        None => eprintln!(
            "{}",
            said!(
                "palimp-hub listens on {scheme}://{address}",
                "palimp-hub가 {scheme}://{address}에서 요청을 받습니다"
            )
        ),
    })?;
    Ok(())
}

fn run_due_jobs(asked: &DatabaseKeyArgs) -> Result<(), HubCommandError> {
    let public = PublicEndpoint::local_only(([127, 0, 0, 1], 0));
    open_hub(asked, 1, public)?.run_jobs(true)?;
    eprintln!(
        "{}",
        said!(
            "everything that is due was done; `palimp-hub doctor` says what came of it",
            "때가 된 것을 모두 했습니다. 결과는 `palimp-hub doctor`가 알려 줍니다"
        )
    );
    Ok(())
}

fn fetch_postgres(directory: &Path) -> Result<(), HubCommandError> {
    println!("{}", find_programs(directory)?.display());
    Ok(())
}

fn migrate_database(url: &str) -> Result<(), HubCommandError> {
    match migrate(&mut connect(url)?)? {
        0 => eprintln!(
            "{}",
            said!("the tables are as this version wants them", "테이블이 이 버전에 맞습니다")
        ),
        steps => eprintln!("{}", said!("steps done: {steps}", "{steps}단계를 했습니다")),
    }
    Ok(())
}

fn run_admin(asked: &Admin) -> Result<(), HubCommandError> {
    match asked {
        Admin::Key { file } => {
            let key = Master::random()?.reveal();
            write_new(file, &format!("{key}\n"))?;
            let said = said!(
                "{} is written. Keep a copy where no backup of the database is: without it nothing can be read.",
                "{}: 썼습니다. 데이터베이스의 백업이 없는 곳에 하나 더 두세요. 이것이 없으면 아무것도 읽을 수 없습니다.",
                file.display()
            );
            eprintln!("{said}");
        }
        Admin::Org { name, owner, url, database } => {
            let mut client = connect(&database.database)?;
            make_org(&mut client, name, owner)?;
            let link = make_link(&mut client, name, owner)?;
            eprintln!(
                "{}",
                said!(
                    "{name} is made. {owner} comes in with this link, once, within three days:",
                    "{name}: 만들었습니다. {owner}은(는) 이 링크로 사흘 안에 한 번 들어올 수 있습니다:"
                )
            );
            println!("{}", url.join_url(&link));
        }
        Admin::Link { org, member, url, database } => {
            let link = make_link(&mut connect(&database.database)?, org, member)?;
            println!("{}", url.join_url(&link));
        }
        Admin::Bind { org, member, issuer, subject, database } => {
            let subject = subject.as_deref().map(|subject| (issuer.as_str(), subject));
            bind_subject(&mut connect(&database.database)?, (org, member), subject)?;
            eprintln!(
                "{}",
                said!(
                    "{member} signs in by that from now on",
                    "{member}: 이제부터 그것으로 로그인합니다"
                )
            );
        }
        Admin::Policy { org, policy, database } => {
            let policy = serde_json::from_str(policy);
            let policy = policy.map_err(|error| {
                HubCommandError::Said(said!(
                    "the policy is no JSON ({}): write it like '{{\"approvals\": 2}}'",
                    "정책이 JSON이 아닙니다({}). '{{\"approvals\": 2}}'처럼 쓰세요",
                    korean::localized(&error.to_string())
                ))
            })?;
            set_policy(&mut connect(&database.database)?, org, &policy)?;
            eprintln!(
                "{}",
                said!("{org} lays this down from now on", "{org}: 이제부터 이렇게 정합니다")
            );
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
    let missing = said!("name a directory that is there", "있는 디렉터리를 적으세요");
    written.map_err(|source| file_error(path, &source, &missing))
}
