//! Changes of what a team has: roles, keys, rules, projects, and facts that end. Each is a proposal like any
//! other.

use std::path::Path;

use jiff::civil::Date;
use palimp_team::{
    ApprovalRules, CommitFileEdit, FactPath, SshPublicKey, TeamFact, TeamRole, with_project,
    with_role, with_rules, with_signer,
};

use super::create_join::project_at;
use super::key::{Acting, ActingMember};
use super::outbox::SentProposal;
use super::sync::sync_locked;
use super::{Error, JoinedTeam};

/// Change to a team.
#[derive(Clone, Copy, Debug)]
pub enum Amendment<'a> {
    /// Sets the role of a member.
    Role {
        /// The member.
        member: &'a str,
        /// For which paths.
        path: &'a str,
        /// Role of the member on these paths.
        role: TeamRole,
    },
    /// A further key of a member, or of this user where none is named: the line of its public half.
    Key(&'a str, Option<&'a str>),
    /// A key is no longer trusted: its fingerprint, or the member that has no other.
    Revoke(&'a str),
    /// A fact goes, and a tombstone without content says that there was one.
    Erase(&'a str),
    /// A fact holds no longer from a day on.
    Expire(&'a str, Date),
    /// Sets the requirements of an approval.
    Rules(ApprovalRules),
    /// A project is declared by what tells the working tree around a directory.
    Project(&'a str, &'a Path),
}

impl JoinedTeam {
    /// Proposes a change.
    ///
    /// # Errors
    ///
    /// When there is no such member, key or fact, or no key of this user is a member's.
    pub fn propose_amendment(
        &self,
        amendment: Amendment,
        acting: &Acting,
    ) -> Result<SentProposal, Error> {
        let _lock = self.lock()?;
        sync_locked(self, acting.settings, acting.now)?;
        let (_, me) = self.policy_and_me(acting)?;
        let (files, title) = self.files_of(amendment, &me)?;
        self.put_forward(acting, &me, (&files, &title))
    }

    fn files_of(
        &self,
        amendment: Amendment,
        me: &ActingMember,
    ) -> Result<(Vec<CommitFileEdit>, String), Error> {
        match amendment {
            Amendment::Role { member, path, role } => {
                let policy = self.policy()?;
                if !policy.members().any(|(_, name)| name == member) {
                    let name = &self.name;
                    return Err(Error::Refused(crate::messages::no_such_member(name, member)));
                }
                let toml = with_role(&self.team_toml()?, member, path, role);
                self.of_toml(toml, format!("Make {member} {} of {path}", role.name()))
            }
            Amendment::Key(line, member) => self.further_key(line, member.unwrap_or(&me.name)),
            Amendment::Revoke(named) => {
                let key = self.find_key(named)?;
                let mut revoked = self.verified_text("revoked")?.unwrap_or_default();
                if !revoked.is_empty() && !revoked.ends_with('\n') {
                    revoked.push('\n');
                }
                revoked += &format!("{}\n", key.to_openssh());
                let title = format!("Revoke {}", key.fingerprint());
                Ok((vec![("revoked".to_owned(), Some(revoked))], title))
            }
            Amendment::Erase(id) => {
                let path = self.fact_path(id)?;
                let tomb = format!("tombstones/{}", path.id);
                let title = format!("Erase {path}");
                Ok((vec![(path.to_string(), None), (tomb, Some(String::new()))], title))
            }
            Amendment::Expire(id, day) => {
                let (path, mut fact) = self.find_fact(id)?;
                fact.expires = Some(day);
                let title = format!("Expire {path} on {day}");
                Ok((vec![(path.to_string(), Some(fact.to_string()))], title))
            }
            Amendment::Rules(rules) => {
                let toml = with_rules(&self.team_toml()?, rules);
                self.of_toml(toml, "Change what an approval asks for".to_owned())
            }
            Amendment::Project(id, directory) => {
                let project = project_at(directory).map_err(Error::Refused)?;
                let toml = with_project(&self.team_toml()?, id, &project);
                self.of_toml(toml, format!("Declare the project {id}"))
            }
        }
    }

    fn further_key(
        &self,
        line: &str,
        member: &str,
    ) -> Result<(Vec<CommitFileEdit>, String), Error> {
        let name = &self.name;
        let key = SshPublicKey::parse(line.trim()).ok_or_else(|| {
            Error::Refused(crate::messages::key_malformed(format_args!("{:?}", line)))
        })?;
        let policy = self.policy()?;
        if !policy.members().any(|(_, it)| it == member) {
            return Err(Error::Refused(crate::messages::no_such_member(name, member)));
        }
        if let Some((_, of)) = policy.members().find(|(it, _)| *it == key) {
            return Err(Error::Refused(crate::messages::key_is_known(name, of)));
        }
        let signers = self.verified_text("allowed_signers")?.unwrap_or_default();
        let signers = with_signer(&signers, member, key).map_err(Error::Refused)?;
        Ok((vec![("allowed_signers".to_owned(), Some(signers))], format!("Add a key of {member}")))
    }

    fn team_toml(&self) -> Result<String, Error> {
        Ok(self.verified_text("team.toml")?.unwrap_or_default())
    }

    fn of_toml(
        &self,
        toml: Result<String, String>,
        title: String,
    ) -> Result<(Vec<CommitFileEdit>, String), Error> {
        let toml = toml.map_err(Error::Refused)?;
        Ok((vec![("team.toml".to_owned(), Some(toml))], title))
    }

    /// The key of a fingerprint, of which the beginning is enough, or the only key of a member.
    fn find_key(&self, named: &str) -> Result<SshPublicKey, Error> {
        let policy = self.policy()?;
        let is_meant = |key: &SshPublicKey, name: &str| {
            name == named || named.starts_with("SHA256:") && key.fingerprint().starts_with(named)
        };
        let meant: Vec<SshPublicKey> = policy
            .members()
            .filter(|(key, name)| policy.member_of_key(*key).is_ok() && is_meant(key, name))
            .map(|(key, _)| key)
            .collect();
        match meant[..] {
            [key] => Ok(key),
            [] => Err(Error::Refused(crate::messages::no_such_key(&self.name, named))),
            _ => Err(Error::Refused(crate::messages::key_ambiguous(named))),
        }
    }

    /// The fact of an id.
    fn find_fact(&self, named: &str) -> Result<(FactPath, TeamFact), Error> {
        let path = self.fact_path(named)?;
        let text = self.verified_text(&path.to_string())?.unwrap_or_default();
        let fact = TeamFact::parse_at_path(&path, &text)
            .map_err(|why| Error::Refused(format!("{path}: {why}")))?;
        Ok((path, fact))
    }

    /// Returns the path of the fact with this id.
    fn fact_path(&self, named: &str) -> Result<FactPath, Error> {
        let id = named.rsplit('/').next().unwrap_or(named);
        let mut objects = self.repository().objects()?;
        let files = palimp_team::files_at(&mut objects, self.verified_commit()?)?;
        let files = files.map_err(|why| self.refusal_error(&why))?;
        let mut paths = files.iter().filter_map(|(path, _)| FactPath::parse(path));
        paths
            .find(|path| path.id == id)
            .ok_or_else(|| Error::Refused(crate::messages::fact_not_found(&self.name, named)))
    }
}
