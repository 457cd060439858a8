//! The keys that this user can sign with: what git signs with, what ssh has, what palimp made.

use std::path::{Path, PathBuf};

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_team::git::global_git_setting;
use palimp_team::{CommitAuthor, Signer, TeamPolicy};

use super::{Error, JoinedTeam};

/// The acting user: settings, user directory and time.
#[derive(Clone, Copy, Debug)]
pub struct Acting<'a> {
    /// The settings of the home.
    pub settings: &'a Settings,
    /// The user's own directory, where ssh keeps its keys.
    pub user: Option<&'a Path>,
    /// In milliseconds since the Unix epoch.
    pub now: i64,
}

/// A member who acts.
#[derive(Clone, Debug)]
pub(super) struct ActingMember {
    pub(super) signer: Signer,
    pub(super) name: String,
}

impl ActingMember {
    pub(super) fn author<'a>(&'a self, acting: &Acting) -> CommitAuthor<'a> {
        CommitAuthor { signer: &self.signer, name: &self.name, at: acting.now.div_euclid(1_000) }
    }
}

/// The keys of this user, the one that git signs with first. What is no ed25519 key is left out.
pub fn user_signers(home: &HomePaths, user: Option<&Path>) -> Vec<Signer> {
    let of_git = global_git_setting("user.signingkey").and_then(|named| of_git(home, user, &named));
    let of_ssh = user.and_then(|user| read_key_pair(&user.join(".ssh/id_ed25519")));
    let made = read_key_pair(&made_at(home)).filter(|_| made_at(home).is_file());
    let mut signers: Vec<Signer> = Vec::new();
    for signer in [of_git, of_ssh, made].into_iter().flatten() {
        if !signers.iter().any(|other| other.key() == signer.key()) {
            signers.push(signer);
        }
    }
    signers
}

/// The key that this user signs with where no team has said another; made where `make` says so and there
/// is none that palimp made before.
///
/// # Errors
///
/// When there is none: the error says how to get one.
pub fn default_signer(home: &HomePaths, user: Option<&Path>, make: bool) -> Result<Signer, Error> {
    if make {
        return ensure_made_key(home);
    }
    user_signers(home, user).into_iter().next().ok_or_else(no_key_error)
}

/// True if a key belongs to a member, revoked or not.
///
/// # Errors
///
/// When the policy of the verified state cannot be read.
pub fn is_member(team: &JoinedTeam, signer: &Signer) -> Result<bool, Error> {
    Ok(team.policy()?.members().any(|(key, _)| key == signer.key()))
}

/// The user's name in git, as a name of a member: `ana-lee`; none where nothing of it is left.
pub fn name_in_git() -> Option<String> {
    let name = global_git_setting("user.name")?.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    Some(words.collect::<Vec<_>>().join("-")).filter(|name| palimp_team::is_name(name))
}

fn no_key_error() -> Error {
    Error::Refused(crate::messages::signing_key_missing().to_owned())
}

impl JoinedTeam {
    /// Returns the member of `policy` who owns one of this user's keys.
    pub(super) fn acting_member(
        &self,
        acting: &Acting,
        policy: &TeamPolicy,
    ) -> Result<ActingMember, Error> {
        let signers = user_signers(&self.home, acting.user);
        if signers.is_empty() {
            return Err(no_key_error());
        }
        let mut why = None;
        for signer in signers {
            match policy.member_of_key(signer.key()) {
                Ok(name) => return Ok(ActingMember { name: name.to_owned(), signer }),
                Err(refusal) => why = why.or(Some(refusal)),
            }
        }
        let why = why.map_or(String::new(), |why| format!(" ({why})"));
        Err(Error::Refused(crate::messages::key_is_not_member(&self.name, &why)))
    }
}

/// The key that `user.signingkey` names: a file, or the public half itself of what an agent holds.
fn of_git(home: &HomePaths, user: Option<&Path>, named: &str) -> Option<Signer> {
    let literal = named.strip_prefix("key::").unwrap_or(named);
    if literal.starts_with("ssh-") {
        let file = home.teams_dir().join("signing.pub");
        let same = palimp_files::read(&file).is_ok_and(|there| there == literal.as_bytes());
        if !same {
            palimp_files::replace_file(&file, literal.as_bytes()).ok()?;
        }
        return Signer::new(file, literal);
    }
    let path = match named.strip_prefix("~/") {
        Some(below) => user?.join(below),
        None => PathBuf::from(named),
    };
    if path.extension().is_some_and(|ending| ending == "pub") {
        let public = palimp_files::read_text(&path).ok()?;
        return Signer::new(path, &public);
    }
    read_key_pair(&path)
}

/// The key in a file, whose public half lies beside it.
fn read_key_pair(file: &Path) -> Option<Signer> {
    let mut public = file.as_os_str().to_owned();
    public.push(".pub");
    let public = palimp_files::read_text(Path::new(&public)).ok()?;
    Signer::new(file.to_owned(), &public)
}

fn made_at(home: &HomePaths) -> PathBuf {
    home.root().join("team-key")
}

/// The key that palimp made for teams; made now where there is none. For its owner alone, whole or not
/// at all: the private half comes last.
fn ensure_made_key(home: &HomePaths) -> Result<Signer, Error> {
    let file = made_at(home);
    if let Some(signer) = read_key_pair(&file).filter(|_| file.is_file()) {
        return Ok(signer);
    }
    let failed = |source| Error::File { path: file.clone(), source };
    palimp_files::private_dir(home.root()).map_err(failed)?;
    let [partial, half] =
        ["team-key.partial", "team-key.partial.pub"].map(|it| home.root().join(it));
    for path in [&partial, &half] {
        let _ = std::fs::remove_file(path);
    }
    Signer::generate(&partial)?;
    palimp_files::for_owner_alone(&half).map_err(failed)?;
    palimp_files::rename(&half, &home.root().join("team-key.pub")).map_err(failed)?;
    palimp_files::rename(&partial, &file).map_err(failed)?;
    read_key_pair(&file).ok_or_else(no_key_error)
}
