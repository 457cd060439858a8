//! The paths of a team's repository, and how much may stand there.

use crate::role::TeamRole;

/// The most files that one commit changes.
pub const MAX_CHANGED: usize = 1_000;
/// The most bytes of a file.
pub const MAX_FILE: usize = 64 << 10;

/// The role that approving a change of `path` asks for; `None` if there is no such path.
pub(crate) fn required_role(path: &str) -> Option<TeamRole> {
    let names: Vec<&str> = path.split('/').collect();
    if !names.iter().all(|name| is_name(name)) {
        return None;
    }
    match names[..] {
        ["team.toml" | "allowed_signers" | "revoked"] => Some(TeamRole::Owner),
        ["facts", _, _, file] if file.ends_with(".md") => Some(TeamRole::Reviewer),
        ["templates", _] | ["tombstones", _] => Some(TeamRole::Maintainer),
        _ => None,
    }
}

/// Letters, digits, `.`, `_` and `-`; not hidden, so neither `.`, `..` nor `.gitattributes`.
pub fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=100).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(plain)
}
