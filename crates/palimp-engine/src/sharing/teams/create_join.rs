//! The beginning of a team in a home: it is founded or joined, and left again.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_team::git::{Oid, TeamRepository};
use palimp_team::{
    ApprovalRules, CommitAuthor, CommitFileEdit, Signer, TeamPolicy, TeamProject, VerifiedRange,
    first_commits, founding_files, is_name, judge_founding, plain_remote, verify_main,
    with_project, with_signer,
};
use serde::Serialize;

use super::key::{Acting, ActingMember};
use super::outbox::{SentProposal, proposal_branch};
use super::sync::MAIN_REF;
use super::{Error, JoinRecord, JoinedTeam};
use crate::home::lock::WorkLock;

/// Parameters of a new team.
#[derive(Clone, Copy, Debug)]
pub struct Founding<'a> {
    /// A path where nothing is yet, or the address of an empty repository.
    pub place: &'a str,
    /// Name of the team; the place's last name if left out.
    pub name: Option<&'a str>,
    /// Name of the founder.
    pub founder: &'a str,
    /// Approval rules of the policy.
    pub rules: ApprovalRules,
    /// A project that it knows from the beginning: its id, and a directory of it.
    pub project: Option<(&'a str, &'a Path)>,
}

/// A repository that was fetched to be joined. Nothing of it is believed yet but what its first commit
/// says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FetchedTeam {
    /// The team's own name, as far as it is valid.
    pub name: String,
    /// Address that the repository was fetched from.
    pub url: String,
    /// Its first commit.
    pub root: String,
    /// Owners by name and fingerprint: to be compared with what the owners say themselves.
    pub owners: Vec<(String, String)>,
    /// True if no member may approve their own proposal.
    pub four_eyes: bool,
}

/// Creates a team: a repository with a signed first commit that enrols its founder, and its clone
/// in the home.
///
/// # Errors
///
/// When there is something at the place already, when it cannot be reached, or when a name is none.
pub fn init_team(
    home: &HomePaths,
    (signer, acting): (&Signer, &Acting),
    founding: &Founding,
) -> Result<JoinedTeam, Error> {
    let url = absolute_address(founding.place);
    let name = founding.name.map_or_else(|| named_by(&url), str::to_owned);
    let name = check_name(&name)?;
    let _lock = lock_teams(home)?;
    ensure_name_free(home, &name)?;
    let place = Path::new(&url);
    if url.starts_with('/') && !place.join("HEAD").exists() {
        let odd = fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_some());
        if odd || place.is_file() {
            return Err(Error::Refused(crate::messages::url_is_taken(&url)));
        }
        TeamRepository::create_for_others(place)?;
    }
    let arriving = UnjoinedClone::create_empty(home)?;
    let repository = &arriving.repository;
    repository.fetch(&url)?;
    if repository.resolve_ref(MAIN_REF).is_ok() {
        return Err(Error::Refused(crate::messages::main_branch_exists(&url)));
    }
    let files = first_files((signer, acting), &name, founding).map_err(Error::Refused)?;
    let author = CommitAuthor { signer, name: founding.founder, at: acting.now.div_euclid(1_000) };
    let root = repository.write_root(author, &files)?;
    judge_founding(&mut repository.objects()?, root)?
        .map_err(|why| Error::Refused(format!("{name}: {why}")))?;
    if !repository.push_refs(&url, &[format!("{root}:refs/heads/main")])? {
        return Err(Error::Refused(crate::messages::create_overtaken(&url)));
    }
    arriving.into_team(home, &name, &JoinRecord { url, root: root.to_string(), left: false })
}

fn first_files(
    (signer, acting): (&Signer, &Acting),
    name: &str,
    founding: &Founding,
) -> Result<Vec<CommitFileEdit>, String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(signer.key().to_openssh().as_bytes()).update(&acting.now.to_le_bytes());
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

/// Returns the identity of the project around a directory: its remotes and its first commits.
///
/// # Errors
///
/// When it has neither, in words.
pub(super) fn project_at(directory: &Path) -> Result<TeamProject, String> {
    let place = crate::home::project_discovery::locate_project(directory);
    let remotes: BTreeSet<String> =
        place.remote_urls().iter().filter_map(|url| plain_remote(url)).collect();
    let roots = place.common_dir().map(|git_dir| first_commits(&git_dir).unwrap_or_default());
    let project =
        TeamProject { remotes: remotes.into_iter().collect(), roots: roots.unwrap_or_default() };
    if project == TeamProject::default() {
        let at = directory.display();
        return Err(crate::messages::clone_without_identity(&at));
    }
    Ok(project)
}

/// Fetches a team to be joined, and returns its founders. Nothing of it is served until
/// [`join_team`], once a person has compared the fingerprints. The fetched clone waits for
/// [`join_team`] or [`discard_fetched`].
///
/// # Errors
///
/// When it cannot be reached, or is no team's repository.
pub fn fetch_team(home: &HomePaths, place: &str) -> Result<FetchedTeam, Error> {
    let url = absolute_address(place);
    let _lock = lock_teams(home)?;
    let arriving = UnjoinedClone::create_empty(home)?;
    let met = arriving.fetch_and_verify(&url);
    if met.is_err() {
        arriving.remove_files();
    }
    met
}

/// Removes the clone of a team that is not joined after all.
pub fn discard_fetched(home: &HomePaths) {
    if let Ok(_lock) = lock_teams(home) {
        let _ = fs::remove_dir_all(UnjoinedClone::clone_dir(home));
    }
}

/// Joins a fetched team: pins its first commit. A team that was joined before stays as it is.
///
/// # Errors
///
/// When it cannot be reached, is another one now, or its name is taken.
pub fn join_team(
    home: &HomePaths,
    met: &FetchedTeam,
    name: Option<&str>,
) -> Result<JoinedTeam, Error> {
    let name = check_name(name.unwrap_or(&met.name))?;
    let _lock = lock_teams(home)?;
    let is_it = |team: &JoinedTeam| team.join_record().is_ok_and(|joined| joined.root == met.root);
    if let Some(team) = JoinedTeam::list_all(home).into_iter().find(is_it) {
        return Ok(team);
    }
    ensure_name_free(home, &name)?;
    let arriving = match UnjoinedClone::find_fetched(home, &met.root) {
        Some(arriving) => arriving,
        None => UnjoinedClone::fetch_new(home, &met.url)?,
    };
    if arriving.first_commit(&met.url)?.to_string() != met.root {
        arriving.remove_files();
        return Err(Error::Refused(crate::messages::first_commit_changed(&met.url)));
    }
    arriving.into_team(
        home,
        &name,
        &JoinRecord { url: met.url.clone(), root: met.root.clone(), left: false },
    )
}

impl JoinedTeam {
    /// Asks the owners to enrol `signer` as `member`; nothing where it is a member's already.
    ///
    /// # Errors
    ///
    /// When `member` is no name, or a member's: a further key only that member proposes.
    pub fn ask_to_join(
        &self,
        (signer, acting): (&Signer, &Acting),
        member: &str,
    ) -> Result<Option<SentProposal>, Error> {
        let _lock = self.lock()?;
        let policy = self.policy()?;
        if policy.members().any(|(key, _)| key == signer.key()) {
            return Ok(None);
        }
        if policy.members().any(|(_, name)| name.eq_ignore_ascii_case(member)) {
            return Err(Error::Refused(crate::messages::member_name_taken(
                &self.name,
                member,
                signer.key().to_openssh(),
            )));
        }
        let signers = self.verified_text("allowed_signers")?.unwrap_or_default();
        let signers = with_signer(&signers, member, signer.key()).map_err(Error::Refused)?;
        let files = [("allowed_signers".to_owned(), Some(signers))];
        let me = ActingMember { signer: signer.clone(), name: member.to_owned() };
        let title = format!("Enrol {member}");
        let sent = self.put_forward(acting, &me, (&files, &title))?;
        // It is a courtesy to the owners: whether it succeeds matters to nobody.
        let _ = self.withdraw_overtaken_requests(&signer.key().fingerprint());
        Ok(Some(sent))
    }

    /// Deletes earlier join requests of a key, which can no longer land.
    fn withdraw_overtaken_requests(&self, print: &str) -> Result<(), Error> {
        let (main, url) = (self.verified_commit()?, self.join_record()?.url);
        for end in self.proposal_ends()? {
            let judged = self.judge_proposal(main, end.commit)?;
            if judged.is_ok_and(|it| it.overtaken.is_some() && it.proposed.contains(print)) {
                self.repository().push_refs(&url, &[format!(":{}", proposal_branch(&end.id))])?;
            }
        }
        Ok(())
    }

    /// Returns the text at a path of the verified state.
    pub(super) fn verified_text(&self, path: &str) -> Result<Option<String>, Error> {
        let mut objects = self.repository().objects()?;
        let text = palimp_team::text_at(&mut objects, self.verified_commit()?, path)?;
        text.map_err(|why| self.refusal_error(&why))
    }

    /// Returns the proposals that were made here and never pushed: leaving loses them.
    pub fn unsent_proposals(&self) -> Result<Vec<String>, Error> {
        let ends = self.proposal_ends()?.into_iter().filter(|end| end.is_here);
        Ok(ends.map(|end| end.id).collect())
    }
}

/// Removes what the home keeps of a team, also where an earlier leaving was cut off.
///
/// # Errors
///
/// When nothing of that name is there, or it cannot be removed.
pub fn leave_team(home: &HomePaths, name: &str) -> Result<(), Error> {
    let directory = home.team_dir(name);
    if !is_name(name) || !directory.is_dir() {
        return JoinedTeam::find_by_name(home, name).map(drop);
    }
    let team = JoinedTeam { home: home.clone(), name: name.to_owned() };
    let _lock = team.lock()?;
    // Without this file it is no team any more, whatever else is still there.
    let joined = team.file_path("joined.json");
    match fs::remove_file(&joined) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::File { path: joined, source: error });
        }
        _ => {}
    }
    fs::remove_dir_all(&directory).map_err(|source| Error::File { path: directory, source })
}

/// Waits for the lock to add a team to this home.
fn lock_teams(home: &HomePaths) -> Result<WorkLock, Error> {
    let lock = WorkLock::acquire(home, "teams");
    lock.map_err(|source| Error::File { path: home.locks_dir(), source })
}

/// Refuses a name that a team of the home has. What a killed process left under it is removed.
fn ensure_name_free(home: &HomePaths, name: &str) -> Result<(), Error> {
    if let Ok(team) = JoinedTeam::find_by_name(home, name) {
        let url = team.join_record()?.url;
        return Err(Error::Refused(crate::messages::team_already_joined(name, &url)));
    }
    let _ = fs::remove_dir_all(home.team_dir(name));
    Ok(())
}

/// A clone that is no team of the home yet: it lies under a name that none can have.
struct UnjoinedClone {
    directory: PathBuf,
    repository: TeamRepository,
}

impl UnjoinedClone {
    fn clone_dir(home: &HomePaths) -> PathBuf {
        home.teams_dir().join(".arriving")
    }

    fn create_empty(home: &HomePaths) -> Result<UnjoinedClone, Error> {
        let directory = UnjoinedClone::clone_dir(home);
        let _ = fs::remove_dir_all(&directory);
        palimp_files::private_dir(&directory)
            .map_err(|source| Error::File { path: directory.clone(), source })?;
        let repository = TeamRepository::create(&directory.join("repository.git"))?;
        Ok(UnjoinedClone { directory, repository })
    }

    /// Returns the clone that [`fetch_team`] fetched last, if that team begins with `root`.
    fn find_fetched(home: &HomePaths, root: &str) -> Option<UnjoinedClone> {
        let directory = UnjoinedClone::clone_dir(home);
        let repository = TeamRepository::from_path(&directory.join("repository.git"));
        let main = repository.resolve_ref(MAIN_REF).ok()?;
        let is_it = repository.root_commit(main).is_ok_and(|first| first.to_string() == root);
        is_it.then_some(UnjoinedClone { directory, repository })
    }

    fn fetch_new(home: &HomePaths, url: &str) -> Result<UnjoinedClone, Error> {
        let arriving = UnjoinedClone::create_empty(home)?;
        arriving.repository.fetch(url)?;
        Ok(arriving)
    }

    /// Returns the tip of the `main` branch.
    fn main_tip(&self, url: &str) -> Result<Oid, Error> {
        let no_main = || crate::messages::main_branch_missing(url);
        self.repository.resolve_ref(MAIN_REF).map_err(|_| Error::Refused(no_main()))
    }

    /// The commit with which its `main` begins.
    fn first_commit(&self, url: &str) -> Result<Oid, Error> {
        Ok(self.repository.root_commit(self.main_tip(url)?)?)
    }

    fn fetch_and_verify(&self, url: &str) -> Result<FetchedTeam, Error> {
        self.repository.fetch(url)?;
        let refuse = |why: String| Error::Refused(format!("{url}: {why}"));
        let (main, root) = (self.main_tip(url)?, self.first_commit(url)?);
        let mut objects = self.repository.objects()?;
        judge_founding(&mut objects, root)?
            .map_err(|why| refuse(crate::messages::first_commit_refused(&why)))?;
        let range = VerifiedRange { root, verified: root };
        let verified = verify_main(&mut objects, range, main)?.verified;
        let policy = palimp_team::policy_at(&mut objects, verified)?;
        let policy = policy.map_err(|why| refuse(why.to_string()))?;
        let name = if is_name(&policy.name) { policy.name.clone() } else { named_by(url) };
        let (url, root, owners) = (url.to_owned(), root.to_string(), policy_owners(&policy));
        Ok(FetchedTeam { name, url, root, owners, four_eyes: policy.four_eyes })
    }

    /// Turns the clone into a team of the home: the file that makes it one is written last.
    fn into_team(
        self,
        home: &HomePaths,
        name: &str,
        joined: &JoinRecord,
    ) -> Result<JoinedTeam, Error> {
        let directory = home.team_dir(name);
        palimp_files::rename(&self.directory, &directory)
            .map_err(|source| Error::File { path: directory, source })?;
        JoinedTeam::record_joined(home, name, joined)
    }

    fn remove_files(self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// The owners of a policy, by name and fingerprint.
fn policy_owners(policy: &TeamPolicy) -> Vec<(String, String)> {
    let owners = policy.members().filter(|(key, _)| policy.is_owner(*key));
    owners.map(|(key, name)| (name.to_owned(), key.fingerprint())).collect()
}

/// A path of this machine from its root on; an address as it is.
fn absolute_address(place: &str) -> String {
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

fn check_name(name: &str) -> Result<String, Error> {
    if is_name(name) && name != "_" {
        return Ok(name.to_owned());
    }
    Err(Error::Refused(crate::messages::team_name_malformed(format_args!("{:?}", name))))
}
