//! The parts of an organisation that are open to a member, and how far each was pulled.

use palimp_team::is_name;
use serde::{Deserialize, Serialize};

use super::Error;
use super::api::{CallerInfo, ChainHead, ScopeInfo, ScopeKind, ScopeRole};

/// A scope, and how far it was pulled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PulledScope {
    /// The scope.
    #[serde(flatten)]
    pub scope: ScopeInfo,
    /// The link up to which it was pulled.
    pub cursor: ChainHead,
}

/// Name of a scope: `org`, `team:platform`, `project:app`.
pub fn name_of(scope: &ScopeInfo) -> String {
    match scope.kind {
        ScopeKind::Org => "org".to_owned(),
        ScopeKind::Team => format!("team:{}", scope.name),
        ScopeKind::Project => format!("project:{}", scope.name),
    }
}

/// The directory that a project's facts have in their names; none of what is told everywhere.
pub(super) fn project_of(scope: &ScopeInfo) -> Option<String> {
    let name = if is_name(&scope.name) { &scope.name } else { &scope.id };
    (scope.kind == ScopeKind::Project).then(|| name.clone())
}

/// Returns the scopes that a member may read. Their ids become names of directories, so other ids
/// are rejected.
pub(super) fn readable_scopes(me: &CallerInfo) -> Result<Vec<ScopeInfo>, Error> {
    let mut scopes = me.scopes.clone();
    scopes.retain(|scope| scope.role >= ScopeRole::Reader);
    match scopes.iter().find(|scope| !is_name(&scope.id)) {
        Some(odd) => {
            Err(Error::Strange(crate::messages::scope_id_malformed(format_args!("{:?}", odd.id))))
        }
        None => Ok(scopes),
    }
}
