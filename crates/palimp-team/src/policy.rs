//! Access policy of a team, parsed from `team.toml`, `allowed_signers` and `revoked` of one commit.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{Document, Item, TableLike};

use crate::git::{GitObjectKind, Objects, Oid};
use crate::messages;
use crate::project::Projects;
use crate::repository_layout::MAX_FILE;
use crate::role::TeamRole;
use crate::signature::SshPublicKey;
use crate::{CommitRefusal, Error, tree_diff};

/// The rules that the next commit is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPolicy {
    /// The team, for ever.
    pub id: String,
    /// Display name of the team.
    pub name: String,
    /// Number of members who approve a change, at least one.
    pub approvals: usize,
    /// Nobody approves what they proposed.
    pub four_eyes: bool,
    /// The projects that facts may be bound to.
    pub projects: Projects,
    members: BTreeMap<SshPublicKey, String>,
    revoked: BTreeSet<SshPublicKey>,
    roles: Vec<(String, String, TeamRole)>,
}

impl TeamPolicy {
    /// Reads the policy that stands in `tree`, and says what is wrong with it.
    pub(crate) fn read_from_tree(
        objects: &mut Objects,
        tree: Oid,
    ) -> Result<Result<TeamPolicy, CommitRefusal>, Error> {
        let mut texts = Vec::new();
        for name in ["team.toml", "allowed_signers", "revoked"] {
            let blob = tree_diff::at_top(objects, tree, name)?;
            let bytes = match blob {
                Some(blob) => objects.read_object(blob, GitObjectKind::Blob, MAX_FILE)?,
                None if name == "revoked" => Some(Vec::new()),
                None => None,
            };
            match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                Some(text) => texts.push(text),
                None => {
                    return Ok(Err(CommitRefusal::Policy(messages::file_missing(name))));
                }
            }
        }
        Ok(TeamPolicy::parse(&texts[0], &texts[1], &texts[2]).map_err(CommitRefusal::Policy))
    }

    /// Reads the three files' texts; the error says which line of which is wrong.
    pub fn parse(team: &str, signers: &str, revoked: &str) -> Result<TeamPolicy, String> {
        let team = Document::parse(team).map_err(|error| format!("team.toml: {error}"))?;
        let policy = required_table(team.get("policy"), "policy")?;
        let approvals = policy.get("approvals").and_then(Item::as_integer);
        let approvals = approvals.and_then(|number| usize::try_from(number).ok());
        let four_eyes = policy.get("four_eyes").and_then(Item::as_bool);
        let policy = TeamPolicy {
            id: required_text(team.as_table(), "id")?,
            name: required_text(team.as_table(), "name")?,
            approvals: approvals.filter(|n| *n > 0).ok_or_else(messages::approvals_wrong)?,
            four_eyes: four_eyes.ok_or_else(messages::four_eyes_wrong)?,
            projects: Projects::from_toml(team.get("projects"))?,
            members: parse_signers(signers)?,
            revoked: revoked_keys(revoked)?,
            roles: parse_roles(team.get("roles"))?,
        };
        if !policy.members.keys().any(|key| policy.is_owner(*key)) {
            return Err(messages::no_owner_left());
        }
        Ok(policy)
    }

    /// The member whose key this is.
    pub fn member_of_key(&self, key: SshPublicKey) -> Result<&str, CommitRefusal> {
        if self.revoked.contains(&key) {
            return Err(CommitRefusal::Revoked(key.fingerprint()));
        }
        let member = self.members.get(&key).map(String::as_str);
        member.ok_or_else(|| CommitRefusal::Stranger(key.fingerprint()))
    }

    /// Every key with the name of its member, those that are revoked too.
    pub fn members(&self) -> impl Iterator<Item = (SshPublicKey, &str)> {
        self.members.iter().map(|(key, name)| (*key, name.as_str()))
    }

    /// The rows that say what `member` may do, each with its path, the last one first.
    pub fn roles_of(&self, member: &str) -> impl Iterator<Item = (&str, TeamRole)> {
        let rows = self.roles.iter().rev().filter(move |row| row.0 == member);
        rows.map(|row| (row.1.as_str(), row.2))
    }

    /// Returns the role of `member` for `path`: of the last matching row, otherwise contributor.
    pub fn role_for_path(&self, member: &str, path: &str) -> TeamRole {
        let fits = |row: &&(String, String, TeamRole)| row.0 == member && covers_path(&row.1, path);
        self.roles.iter().rev().find(fits).map_or(TeamRole::Contributor, |row| row.2)
    }

    /// Refuses, unless `member` is at least `needed` for `path`.
    pub(crate) fn require_role(
        &self,
        member: &str,
        path: &str,
        needed: TeamRole,
    ) -> Result<(), CommitRefusal> {
        if self.role_for_path(member, path) >= needed {
            return Ok(());
        }
        Err(CommitRefusal::Role { member: member.to_owned(), path: path.to_owned(), needed })
    }

    /// True if `key` may change the policy.
    pub fn is_owner(&self, key: SshPublicKey) -> bool {
        self.member_of_key(key)
            .is_ok_and(|member| self.role_for_path(member, "team.toml") == TeamRole::Owner)
    }
}

/// `*` covers everything, `facts/x/*` what lies below, anything else itself.
fn covers_path(pattern: &str, path: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start))
}

fn required_table<'i>(item: Option<&'i Item>, key: &str) -> Result<&'i dyn TableLike, String> {
    item.and_then(Item::as_table_like).ok_or_else(|| messages::key_missing(key))
}

fn required_text(table: &dyn TableLike, key: &str) -> Result<String, String> {
    let text = table.get(key).and_then(Item::as_str).filter(|text| !text.is_empty());
    text.map(str::to_owned).ok_or_else(|| messages::key_missing(key))
}

fn parse_roles(item: Option<&Item>) -> Result<Vec<(String, String, TeamRole)>, String> {
    let rows = item.and_then(Item::as_array_of_tables).ok_or_else(messages::roles_missing)?;
    let row = |row: &toml_edit::Table| {
        let name = required_text(row, "role")?;
        let wrong = || messages::role_unknown(format_args!("{:?}", name));
        let role = TeamRole::from_name(&name).ok_or_else(wrong)?;
        Ok((required_text(row, "member")?, required_text(row, "path")?, role))
    };
    rows.iter().map(row).collect()
}

/// Lines `NAME ssh-ed25519 BASE64 [COMMENT]`. Options are refused rather than misread, and so is
/// one key under two names, which could approve twice.
pub(crate) fn parse_signers(text: &str) -> Result<BTreeMap<SshPublicKey, String>, String> {
    let mut members = BTreeMap::new();
    for line in content_lines(text) {
        let wrong = || format!("allowed_signers: {line:?}");
        let (name, key) = line.split_once(' ').ok_or_else(wrong)?;
        let key = SshPublicKey::parse(key.trim_start()).ok_or_else(wrong)?;
        if members.insert(key, name.to_owned()).is_some() {
            return Err(messages::key_repeated(key.fingerprint()));
        }
    }
    Ok(members)
}

fn revoked_keys(text: &str) -> Result<BTreeSet<SshPublicKey>, String> {
    content_lines(text)
        .map(|line| SshPublicKey::parse(line).ok_or_else(|| format!("revoked: {line:?}")))
        .collect()
}

fn content_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
