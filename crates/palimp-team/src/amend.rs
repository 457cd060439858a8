//! The files of a policy with something changed in them: what people wrote around it stays.

use std::fmt::Write as _;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use crate::messages;
use crate::policy::TeamPolicy;
use crate::project::TeamProject;
use crate::repository_layout::is_name;
use crate::role::TeamRole;
use crate::signature::SshPublicKey;

/// Approval rules of a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ApprovalRules {
    /// Number of members who approve a change; `None` leaves the number as it is.
    pub approvals: Option<usize>,
    /// True if members cannot approve their own proposals; `None` leaves the rule as it is.
    pub four_eyes: Option<bool>,
}

/// The first `team.toml` and `allowed_signers`: `founder` owns everything.
///
/// # Errors
///
/// When a name is none, in words.
pub fn founding_files(
    (id, name): (&str, &str),
    (founder, key): (&str, SshPublicKey),
    rules: ApprovalRules,
) -> Result<[(&'static str, String); 2], String> {
    let mut toml = DocumentMut::new();
    toml["id"] = value(id);
    toml["name"] = value(name);
    let mut policy = Table::new();
    policy["approvals"] = value(1);
    policy["four_eyes"] = value(true);
    toml["policy"] = Item::Table(policy);
    let toml = with_rules(&toml.to_string(), rules)?;
    let toml = with_role(&toml, founder, "*", TeamRole::Owner)?;
    let signers = with_signer("", founder, key)?;
    TeamPolicy::parse(&toml, &signers, "")?;
    Ok([("team.toml", toml), ("allowed_signers", signers)])
}

/// `allowed_signers` with one more line.
///
/// # Errors
///
/// When `member` is no name, in words; so do all of these.
pub fn with_signer(signers: &str, member: &str, key: SshPublicKey) -> Result<String, String> {
    check_name(member)?;
    let mut signers = signers.to_owned();
    if !signers.is_empty() && !signers.ends_with('\n') {
        signers.push('\n');
    }
    let _ = writeln!(signers, "{member} {}", key.to_openssh());
    Ok(signers)
}

/// `team.toml` in which `member` is `role` for `path`: behind all other rows, so that it wins.
pub fn with_role(team: &str, member: &str, path: &str, role: TeamRole) -> Result<String, String> {
    check_name(member)?;
    let mut toml = parse_team_toml(team)?;
    let rows = toml.entry("roles").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    let rows = rows.as_array_of_tables_mut().ok_or_else(messages::roles_malformed)?;
    let is_it = |row: &Table| {
        let text = |key: &str| row.get(key).and_then(Item::as_str);
        text("member") == Some(member) && text("path") == Some(path)
    };
    rows.retain(|row| !is_it(row));
    let mut row = Table::new();
    row["member"] = value(member);
    row["path"] = value(path);
    row["role"] = value(role.name());
    rows.push(row);
    Ok(toml.to_string())
}

/// `team.toml` with other rules.
pub fn with_rules(team: &str, rules: ApprovalRules) -> Result<String, String> {
    let mut toml = parse_team_toml(team)?;
    let policy = toml.get_mut("policy").and_then(Item::as_table_like_mut);
    let policy = policy.ok_or_else(messages::policy_missing)?;
    if let Some(approvals) = rules.approvals {
        policy.insert("approvals", value(i64::try_from(approvals).unwrap_or(i64::MAX)));
    }
    if let Some(four_eyes) = rules.four_eyes {
        policy.insert("four_eyes", value(four_eyes));
    }
    Ok(toml.to_string())
}

/// `team.toml` in which a project is declared, in the place of one of that id.
pub fn with_project(team: &str, id: &str, project: &TeamProject) -> Result<String, String> {
    check_name(id)?;
    let mut toml = parse_team_toml(team)?;
    let all = toml.entry("projects").or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let all = all.as_table_like_mut().ok_or_else(messages::projects_malformed)?;
    let texts = |texts: Vec<String>| value(texts.into_iter().collect::<toml_edit::Array>());
    let mut row = Table::new();
    row["remotes"] = texts(project.remotes.clone());
    row["roots"] = texts(project.roots.iter().map(ToString::to_string).collect());
    all.insert(id, Item::Table(row));
    Ok(toml.to_string())
}

fn parse_team_toml(team: &str) -> Result<DocumentMut, String> {
    team.parse().map_err(|error| format!("team.toml: {error}"))
}

fn check_name(name: &str) -> Result<(), String> {
    let wrong = || messages::name_wrong(format_args!("{:?}", name));
    if is_name(name) { Ok(()) } else { Err(wrong()) }
}
