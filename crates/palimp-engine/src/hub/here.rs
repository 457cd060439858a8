//! Which scope of an organisation is meant where one works.

use super::api::{Scope, ScopeKind};
use super::scopes::{name_of, project_of};
use super::{Error, Hub, State};
use crate::teams::{Here, scope_of};

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
