//! The beginning of a team in a home: it is founded or joined, and left again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_team::git::{Oid, Repository};
use palimp_team::{
    Author, File, Pin, Policy, Project, Rules, Signer, enrolled, first_commits, found,
    founding_files, is_name, plain_remote, verify, with_project,
};
use serde::Serialize;

use super::key::{Acting, Me};
use super::outbox::{Sent, branch};
use super::sync::MAIN;
use super::{Error, Joined, Team};
use crate::lock::Lock;

/// What a team is founded with.
#[derive(Clone, Copy, Debug)]
pub struct Founding<'a> {
    /// A path where nothing is yet, or the address of an empty repository.
    pub place: &'a str,
    /// What the team is called; the place's last name where it is left out.
    pub name: Option<&'a str>,
    /// What its founder is called.
    pub founder: &'a str,
    /// What its policy asks for.
    pub rules: Rules,
    /// A project that it knows from the beginning: its id, and a directory of it.
    pub project: Option<(&'a str, &'a Path)>,
}

/// A repository that was fetched to be joined. Nothing of it is believed yet but what its first commit
/// says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Met {
    /// What the team calls itself, as far as that is a name.
    pub name: String,
    /// Where it was fetched from.
    pub url: String,
    /// Its first commit.
    pub root: String,
    /// Who owns it, by name and fingerprint: to be compared with what the owners say themselves.
    pub owners: Vec<(String, String)>,
    /// Whether nobody approves what they proposed.
    pub four_eyes: bool,
}

/// Makes a team: a repository with a signed first commit that enrols its founder, and its clone in the
/// home.
///
/// # Errors
///
/// When there is something at the place already, when it cannot be reached, or when a name is none.
pub fn init(
    home: &HomePaths,
    (signer, acting): (&Signer, &Acting),
    founding: &Founding,
) -> Result<Team, Error> {
    let url = address(founding.place);
    let name = founding.name.map_or_else(|| named_by(&url), str::to_owned);
    let name = checked(&name)?;
    let _lock = beginning(home)?;
    free(home, &name)?;
    let place = Path::new(&url);
    if url.starts_with('/') && !place.join("HEAD").exists() {
        let odd = fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_some());
        if odd || place.is_file() {
            return Err(Error::Refused(format!(
                "{url} holds something already: name a path that is not there yet"
            )));
        }
        Repository::create_for_others(place)?;
    }
    let arriving = Arriving::begin(home)?;
    let repository = &arriving.repository;
    repository.fetch(&url)?;
    if repository.tip(MAIN).is_ok() {
        return Err(Error::Refused(format!(
            "{url} has a branch main already: `palimp team join {url}` joins the team that is there"
        )));
    }
    let files = first_files((signer, acting), &name, founding).map_err(Error::Refused)?;
    let author = Author { signer, name: founding.founder, at: acting.now.div_euclid(1_000) };
    let root = repository.write_root(author, &files)?;
    found(&mut repository.objects()?, root)?
        .map_err(|why| Error::Refused(format!("{name}: {why}")))?;
    if !repository.push(&url, &[format!("{root}:refs/heads/main")])? {
        return Err(Error::Refused(format!("{url}: somebody else was faster; look what is there")));
    }
    arriving.settle(home, &name, &Joined { url, root: root.to_string(), left: false })
}

fn first_files(
    (signer, acting): (&Signer, &Acting),
    name: &str,
    founding: &Founding,
) -> Result<Vec<File>, String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(signer.key().line().as_bytes()).update(&acting.now.to_le_bytes());
    hasher.update(&std::process::id().to_le_bytes()).update(name.as_bytes());
    let id = hasher.finalize().to_hex()[..16].to_owned();
    let founder = (founding.founder, signer.key());
    let [(toml_at, mut toml), (signers_at, signers)] =
        founding_files((&id, name), founder, founding.rules)?;
    if let Some((project, directory)) = founding.project {
        toml = with_project(&toml, project, &project_at(directory)?)?;
    }
    Ok(vec![(toml_at.to_owned(), Some(toml)), (signers_at.to_owned(), Some(signers))])
}

/// What tells the project around a directory: its remotes and its first commits.
///
/// # Errors
///
/// When it has neither, in words.
pub(super) fn project_at(directory: &Path) -> Result<Project, String> {
    let place = crate::identify(directory);
    let remotes: BTreeSet<String> =
        place.remotes().iter().filter_map(|url| plain_remote(url)).collect();
    let roots = place.common_dir().map(|git_dir| first_commits(&git_dir).unwrap_or_default());
    let project =
        Project { remotes: remotes.into_iter().collect(), roots: roots.unwrap_or_default() };
    if project == Project::default() {
        let at = directory.display();
        return Err(format!(
            "{at} has neither a remote nor a commit by which others would know it: run this in a clone"
        ));
    }
    Ok(project)
}

/// Fetches what is to be joined, and tells by whom it was founded. Nothing of it is served: [`join`]
/// does that, once a person has compared the fingerprints. What was fetched waits for that, or for
/// [`part`].
///
/// # Errors
///
/// When it cannot be reached, or is no team's repository.
pub fn meet(home: &HomePaths, place: &str) -> Result<Met, Error> {
    let url = address(place);
    let _lock = beginning(home)?;
    let arriving = Arriving::begin(home)?;
    let met = arriving.met(&url);
    if met.is_err() {
        arriving.clear();
    }
    met
}

/// Removes what was fetched of a team that is not joined after all.
pub fn part(home: &HomePaths) {
    if let Ok(_lock) = beginning(home) {
        let _ = fs::remove_dir_all(Arriving::directory(home));
    }
}

/// Joins a team that was met: pins its first commit. Where it was joined before, that stays.
///
/// # Errors
///
/// When it cannot be reached, is another one now, or its name is taken.
pub fn join(home: &HomePaths, met: &Met, name: Option<&str>) -> Result<Team, Error> {
    let name = checked(name.unwrap_or(&met.name))?;
    let _lock = beginning(home)?;
    let is_it = |team: &Team| team.joined().is_ok_and(|joined| joined.root == met.root);
    if let Some(team) = Team::all(home).into_iter().find(is_it) {
        return Ok(team);
    }
    free(home, &name)?;
    let arriving = match Arriving::waiting(home, &met.root) {
        Some(arriving) => arriving,
        None => Arriving::fetched(home, &met.url)?,
    };
    if arriving.root(&met.url)?.to_string() != met.root {
        arriving.clear();
        return Err(Error::Refused(format!("{} begins with another commit now", met.url)));
    }
    arriving.settle(
        home,
        &name,
        &Joined { url: met.url.clone(), root: met.root.clone(), left: false },
    )
}

impl Team {
    /// Asks the owners to enrol `signer` as `member`; nothing where it is a member's already.
    ///
    /// # Errors
    ///
    /// When `member` is no name, or a member's: a further key only that member proposes.
    pub fn ask_to_join(
        &self,
        (signer, acting): (&Signer, &Acting),
        member: &str,
    ) -> Result<Option<Sent>, Error> {
        let _lock = self.lock()?;
        let policy = self.policy()?;
        if policy.members().any(|(key, _)| key == signer.key()) {
            return Ok(None);
        }
        if policy.members().any(|(_, name)| name.eq_ignore_ascii_case(member)) {
            return Err(Error::Refused(format!(
                "{} has a member called {member} already: choose another name with `--as NAME`; if that \
                 is you, run where your other key is: palimp team key '{}'",
                self.name,
                signer.key().line()
            )));
        }
        let signers = self.text("allowed_signers")?.unwrap_or_default();
        let signers = enrolled(&signers, member, signer.key()).map_err(Error::Refused)?;
        let files = [("allowed_signers".to_owned(), Some(signers))];
        let me = Me { signer: signer.clone(), name: member.to_owned() };
        let title = format!("Enrol {member}");
        let sent = self.put_forward(acting, &me, (&files, &title))?;
        // It is a courtesy to the owners: whether it succeeds matters to nobody.
        let _ = self.take_back_overtaken(&signer.key().fingerprint());
        Ok(Some(sent))
    }

    /// Takes earlier requests of a key away, which cannot land any more.
    fn take_back_overtaken(&self, print: &str) -> Result<(), Error> {
        let (main, url) = (self.verified()?, self.joined()?.url);
        for end in self.ends()? {
            let judged = self.judged(main, end.commit)?;
            if judged.is_ok_and(|it| it.overtaken.is_some() && it.proposed.contains(print)) {
                self.repository().push(&url, &[format!(":{}", branch(&end.id))])?;
            }
        }
        Ok(())
    }

    /// What stands at a path of the verified state.
    pub(super) fn text(&self, path: &str) -> Result<Option<String>, Error> {
        let mut objects = self.repository().objects()?;
        let text = palimp_team::text(&mut objects, self.verified()?, path)?;
        text.map_err(|why| self.refused(&why))
    }

    /// The proposals that were made here and never pushed: leaving loses them.
    pub fn unsent(&self) -> Result<Vec<String>, Error> {
        let ends = self.ends()?.into_iter().filter(|end| end.is_here);
        Ok(ends.map(|end| end.id).collect())
    }
}

/// Removes what the home keeps of a team, also where an earlier leaving was cut off.
///
/// # Errors
///
/// When nothing of that name is there, or it cannot be removed.
pub fn leave(home: &HomePaths, name: &str) -> Result<(), Error> {
    let directory = home.team_dir(name);
    if !is_name(name) || !directory.is_dir() {
        return Team::named(home, name).map(drop);
    }
    let team = Team { home: home.clone(), name: name.to_owned() };
    let _lock = team.lock()?;
    // Without this file it is no team any more, whatever else is still there.
    let joined = team.path("joined.json");
    match fs::remove_file(&joined) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::File { path: joined, source: error });
        }
        _ => {}
    }
    fs::remove_dir_all(&directory).map_err(|source| Error::File { path: directory, source })
}

/// The right to begin a team in this home.
fn beginning(home: &HomePaths) -> Result<Lock, Error> {
    let lock = Lock::wait(home, "teams");
    lock.map_err(|source| Error::File { path: home.locks_dir(), source })
}

/// Refuses a name that a team of the home has. What a killed process left under it is removed.
fn free(home: &HomePaths, name: &str) -> Result<(), Error> {
    if let Ok(team) = Team::named(home, name) {
        let url = team.joined()?.url;
        return Err(Error::Refused(format!(
            "{name} was joined already, from {url}: choose another name with `--name NAME`"
        )));
    }
    let _ = fs::remove_dir_all(home.team_dir(name));
    Ok(())
}

/// A clone that is no team of the home yet: it lies under a name that none can have.
struct Arriving {
    directory: PathBuf,
    repository: Repository,
}

impl Arriving {
    fn directory(home: &HomePaths) -> PathBuf {
        home.teams_dir().join(".arriving")
    }

    fn begin(home: &HomePaths) -> Result<Arriving, Error> {
        let directory = Arriving::directory(home);
        let _ = fs::remove_dir_all(&directory);
        palimp_files::private_dir(&directory)
            .map_err(|source| Error::File { path: directory.clone(), source })?;
        let repository = Repository::create(&directory.join("repository.git"))?;
        Ok(Arriving { directory, repository })
    }

    /// What [`meet`] fetched last, if that is the team that begins with `root`.
    fn waiting(home: &HomePaths, root: &str) -> Option<Arriving> {
        let directory = Arriving::directory(home);
        let repository = Repository::at(&directory.join("repository.git"));
        let main = repository.tip(MAIN).ok()?;
        let is_it = repository.first(main).is_ok_and(|first| first.to_string() == root);
        is_it.then_some(Arriving { directory, repository })
    }

    fn fetched(home: &HomePaths, url: &str) -> Result<Arriving, Error> {
        let arriving = Arriving::begin(home)?;
        arriving.repository.fetch(url)?;
        Ok(arriving)
    }

    /// The end of its `main`.
    fn main(&self, url: &str) -> Result<Oid, Error> {
        let no_main = || format!("{url}: it has no branch main: is it a team's repository?");
        self.repository.tip(MAIN).map_err(|_| Error::Refused(no_main()))
    }

    /// The commit with which its `main` begins.
    fn root(&self, url: &str) -> Result<Oid, Error> {
        Ok(self.repository.first(self.main(url)?)?)
    }

    fn met(&self, url: &str) -> Result<Met, Error> {
        self.repository.fetch(url)?;
        let refuse = |why: String| Error::Refused(format!("{url}: {why}"));
        let (main, root) = (self.main(url)?, self.root(url)?);
        let mut objects = self.repository.objects()?;
        found(&mut objects, root)?.map_err(|why| refuse(format!("the first commit: {why}")))?;
        let pin = Pin { root, verified: root };
        let verified = verify(&mut objects, pin, main)?.verified;
        let policy = palimp_team::policy(&mut objects, verified)?;
        let policy = policy.map_err(|why| refuse(why.to_string()))?;
        let name = if is_name(&policy.name) { policy.name.clone() } else { named_by(url) };
        let (url, root, owners) = (url.to_owned(), root.to_string(), owners(&policy));
        Ok(Met { name, url, root, owners, four_eyes: policy.four_eyes })
    }

    /// The clone becomes a team of the home: what says so is written last.
    fn settle(self, home: &HomePaths, name: &str, joined: &Joined) -> Result<Team, Error> {
        let directory = home.team_dir(name);
        palimp_files::rename(&self.directory, &directory)
            .map_err(|source| Error::File { path: directory, source })?;
        Team::join(home, name, joined)
    }

    fn clear(self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// The owners of a policy, by name and fingerprint.
fn owners(policy: &Policy) -> Vec<(String, String)> {
    let owners = policy.members().filter(|(key, _)| policy.is_owner(*key));
    owners.map(|(key, name)| (name.to_owned(), key.fingerprint())).collect()
}

/// A path of this machine from its root on; an address as it is.
fn address(place: &str) -> String {
    let is_address = place.contains("://")
        || place.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'));
    if is_address {
        return place.to_owned();
    }
    let path = std::path::absolute(place).unwrap_or_else(|_| PathBuf::from(place));
    path.to_string_lossy().into_owned()
}

/// The last name of an address: `acme` of `git@host:x/acme.git`.
fn named_by(url: &str) -> String {
    let last = url.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or_default();
    last.trim_end_matches(".git").to_owned()
}

fn checked(name: &str) -> Result<String, Error> {
    if is_name(name) && name != "_" {
        return Ok(name.to_owned());
    }
    Err(Error::Refused(format!(
        "{name:?} is no name of a team: letters, digits, ., _ and - make one; say `--name NAME`"
    )))
}
