//! Who may do what: `team.toml`, `allowed_signers` and `revoked` of one commit.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{Document, Item, TableLike};

use crate::git::{Kind, Objects, Oid};
use crate::place::MAX_FILE;
use crate::project::Projects;
use crate::role::Role;
use crate::signature::Key;
use crate::{Error, Refusal, tree};

/// The rules that the next commit is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The team, for ever.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How many members approve a change, at least one.
    pub approvals: usize,
    /// Nobody approves what they proposed.
    pub four_eyes: bool,
    /// The projects that facts may be bound to.
    pub projects: Projects,
    members: BTreeMap<Key, String>,
    revoked: BTreeSet<Key>,
    roles: Vec<(String, String, Role)>,
}

impl Policy {
    /// Reads the policy that stands in `tree`, and says what is wrong with it.
    pub(crate) fn read(objects: &mut Objects, tree: Oid) -> Result<Result<Policy, Refusal>, Error> {
        let mut texts = Vec::new();
        for name in ["team.toml", "allowed_signers", "revoked"] {
            let blob = tree::at_top(objects, tree, name)?;
            let bytes = match blob {
                Some(blob) => objects.read(blob, Kind::Blob, MAX_FILE)?,
                None if name == "revoked" => Some(Vec::new()),
                None => None,
            };
            match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                Some(text) => texts.push(text),
                None => return Ok(Err(Refusal::Policy(format!("{name} is missing or no text")))),
            }
        }
        Ok(Policy::parse(&texts[0], &texts[1], &texts[2]).map_err(Refusal::Policy))
    }

    /// Reads the three files' texts; the error says which line of which is wrong.
    pub fn parse(team: &str, signers: &str, revoked: &str) -> Result<Policy, String> {
        let team = Document::parse(team).map_err(|error| format!("team.toml: {error}"))?;
        let policy = table(team.get("policy"), "policy")?;
        let approvals = policy.get("approvals").and_then(Item::as_integer);
        let approvals = approvals.and_then(|number| usize::try_from(number).ok());
        let four_eyes = policy.get("four_eyes").and_then(Item::as_bool);
        let policy = Policy {
            id: text(team.as_table(), "id")?,
            name: text(team.as_table(), "name")?,
            approvals: approvals.filter(|n| *n > 0).ok_or("team.toml: policy.approvals")?,
            four_eyes: four_eyes.ok_or("team.toml: policy.four_eyes")?,
            projects: Projects::read(team.get("projects"))?,
            members: members(signers)?,
            revoked: revoked_keys(revoked)?,
            roles: roles(team.get("roles"))?,
        };
        if !policy.members.keys().any(|key| policy.is_owner(*key)) {
            return Err("nobody would be an owner".to_owned());
        }
        Ok(policy)
    }

    /// The member whose key this is.
    pub fn member(&self, key: Key) -> Result<&str, Refusal> {
        if self.revoked.contains(&key) {
            return Err(Refusal::Revoked(key.fingerprint()));
        }
        let member = self.members.get(&key).map(String::as_str);
        member.ok_or_else(|| Refusal::Stranger(key.fingerprint()))
    }

    /// Every key with the name of its member, those that are revoked too.
    pub fn members(&self) -> impl Iterator<Item = (Key, &str)> {
        self.members.iter().map(|(key, name)| (*key, name.as_str()))
    }

    /// The rows that say what `member` may do, each with its path, the last one first.
    pub fn roles_of(&self, member: &str) -> impl Iterator<Item = (&str, Role)> {
        let rows = self.roles.iter().rev().filter(move |row| row.0 == member);
        rows.map(|row| (row.1.as_str(), row.2))
    }

    /// What `member` is for `path`: the last row that fits says it; without one, a contributor.
    pub fn role(&self, member: &str, path: &str) -> Role {
        let fits = |row: &&(String, String, Role)| row.0 == member && covers(&row.1, path);
        self.roles.iter().rev().find(fits).map_or(Role::Contributor, |row| row.2)
    }

    /// Refuses, unless `member` is at least `needed` for `path`.
    pub(crate) fn demand(&self, member: &str, path: &str, needed: Role) -> Result<(), Refusal> {
        if self.role(member, path) >= needed {
            return Ok(());
        }
        Err(Refusal::Role { member: member.to_owned(), path: path.to_owned(), needed })
    }

    /// Whether `key` may change the policy.
    pub fn is_owner(&self, key: Key) -> bool {
        self.member(key).is_ok_and(|member| self.role(member, "team.toml") == Role::Owner)
    }
}

/// `*` covers everything, `facts/x/*` what lies below, anything else itself.
fn covers(pattern: &str, path: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == path, |start| path.starts_with(start))
}

fn table<'i>(item: Option<&'i Item>, key: &str) -> Result<&'i dyn TableLike, String> {
    item.and_then(Item::as_table_like).ok_or_else(|| format!("team.toml: {key} is missing"))
}

fn text(table: &dyn TableLike, key: &str) -> Result<String, String> {
    let text = table.get(key).and_then(Item::as_str).filter(|text| !text.is_empty());
    text.map(str::to_owned).ok_or_else(|| format!("team.toml: {key} is missing"))
}

fn roles(item: Option<&Item>) -> Result<Vec<(String, String, Role)>, String> {
    let rows = item.and_then(Item::as_array_of_tables).ok_or("team.toml: [[roles]] is missing")?;
    let row = |row: &toml_edit::Table| {
        let name = text(row, "role")?;
        let wrong = || format!("team.toml: no role is called {name:?}");
        let role = Role::named(&name).ok_or_else(wrong)?;
        Ok((text(row, "member")?, text(row, "path")?, role))
    };
    rows.iter().map(row).collect()
}

/// Lines `NAME ssh-ed25519 BASE64 [COMMENT]`. Options are refused rather than misread, and so is
/// one key under two names, which could approve twice.
pub(crate) fn members(text: &str) -> Result<BTreeMap<Key, String>, String> {
    let mut members = BTreeMap::new();
    for line in lines(text) {
        let wrong = || format!("allowed_signers: {line:?}");
        let (name, key) = line.split_once(' ').ok_or_else(wrong)?;
        let key = Key::parse(key.trim_start()).ok_or_else(wrong)?;
        if members.insert(key, name.to_owned()).is_some() {
            return Err(format!("allowed_signers: one key twice: {}", key.fingerprint()));
        }
    }
    Ok(members)
}

fn revoked_keys(text: &str) -> Result<BTreeSet<Key>, String> {
    lines(text).map(|line| Key::parse(line).ok_or_else(|| format!("revoked: {line:?}"))).collect()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}
