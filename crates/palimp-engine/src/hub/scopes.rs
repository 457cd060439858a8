//! The parts of an organisation that are open to a member, and how far each was pulled.

use palimp_team::is_name;
use serde::{Deserialize, Serialize};

use super::api::{Head, Me, Role, Scope, ScopeKind};
use super::{Error, Hub, State};
use crate::teams::Here;
use crate::teams::scope_of;

/// A scope, and how far it was pulled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Kept {
    /// The scope.
    #[serde(flatten)]
    pub scope: Scope,
    /// The link up to which it was pulled.
    pub cursor: Head,
}

/// How a scope is called: `org`, `team:platform`, `project:app`.
pub fn name_of(scope: &Scope) -> String {
    match scope.kind {
        ScopeKind::Org => "org".to_owned(),
        ScopeKind::Team => format!("team:{}", scope.name),
        ScopeKind::Project => format!("project:{}", scope.name),
    }
}

/// The directory that a project's facts have in their names; none of what is told everywhere.
pub(super) fn project_of(scope: &Scope) -> Option<String> {
    let name = if is_name(&scope.name) { &scope.name } else { &scope.id };
    (scope.kind == ScopeKind::Project).then(|| name.clone())
}

/// The scopes that a member may read. Their ids become names of directories, so that no other ones are believed.
pub(super) fn readable(me: &Me) -> Result<Vec<Scope>, Error> {
    let mut scopes = me.scopes.clone();
    scopes.retain(|scope| scope.role >= Role::Reader);
    match scopes.iter().find(|scope| !is_name(&scope.id)) {
        Some(odd) => Err(Error::Strange(format!("{:?} is no scope's id", odd.id))),
        None => Ok(scopes),
    }
}

impl Hub {
    /// The projects that the organisation declares, by their names in the index, with what declares each:
    /// remotes and first commits.
    pub(crate) fn projects(&self) -> Vec<(String, Scope)> {
        let scopes = self.state().scopes.into_iter().map(|kept| kept.scope);
        let named =
            |scope: Scope| Some((scope_of(self.whose(), Some(&project_of(&scope)?)), scope));
        scopes.filter_map(named).collect()
    }

    /// The project of the organisation that a working tree is, by its name there.
    pub fn project_here(&self, here: &Here) -> Option<String> {
        let is_here = |(name, scope): (String, Scope)| here.holds(&name).then_some(scope.name);
        self.projects().into_iter().find_map(is_here)
    }

    /// The scope that is meant by a name; where none is said, the project that the working tree is, or the
    /// whole organisation.
    pub(super) fn meant(&self, named: Option<&str>, here: &Here) -> Result<Scope, Error> {
        let State { scopes, .. } = self.state();
        let mut scopes = scopes.into_iter().map(|kept| kept.scope);
        let Some(named) = named else {
            let is_here = |scope: &Scope| {
                let project = project_of(scope);
                project.is_some_and(|it| here.holds(&scope_of(self.whose(), Some(&it))))
            };
            let all: Vec<Scope> = scopes.collect();
            let found = all.iter().find(|it| is_here(it));
            let whole = || all.iter().find(|scope| scope.kind == ScopeKind::Org);
            return found.or_else(whole).cloned().ok_or_else(|| {
                Error::Refused(format!(
                    "you belong to no scope of {} that this project is, nor to all of it: say which with `--scope`; {}",
                    self.org,
                    known(&all)
                ))
            });
        };
        let all: Vec<Scope> = scopes.by_ref().collect();
        let found = all.iter().find(|scope| name_of(scope) == named || scope.id == named);
        found.cloned().ok_or_else(|| {
            Error::Refused(format!("{} has no scope {named} for you; {}", self.org, known(&all)))
        })
    }
}

fn known(scopes: &[Scope]) -> String {
    match scopes.is_empty() {
        true => "none is known yet: `palimp hub pull`".to_owned(),
        false => {
            let names: Vec<String> = scopes.iter().map(name_of).collect();
            format!("there is {}", names.join(", "))
        }
    }
}
