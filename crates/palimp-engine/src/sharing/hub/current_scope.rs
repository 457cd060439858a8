//! Finds the scope of an organisation for a working directory.

use super::api::{ScopeInfo, ScopeKind};
use super::scopes::{name_of, project_of};
use super::{Error, HomeHub, HubPullState};
use crate::sharing::teams::{ProjectsHere, scope_of};

impl HomeHub {
    /// The projects that the organisation declares, by their names in the index, with what declares each:
    /// remotes and first commits.
    pub(crate) fn declared_projects(&self) -> Vec<(String, ScopeInfo)> {
        let scopes = self.state().scopes.into_iter().map(|kept| kept.scope);
        let named =
            |scope: ScopeInfo| Some((scope_of(self.sharer(), Some(&project_of(&scope)?)), scope));
        scopes.filter_map(named).collect()
    }

    /// The project of the organisation that a working tree is, by its name there.
    pub fn project_here(&self, here: &ProjectsHere) -> Option<String> {
        let is_here =
            |(name, scope): (String, ScopeInfo)| here.is_project_here(&name).then_some(scope.name);
        self.declared_projects().into_iter().find_map(is_here)
    }

    /// Resolves the name of a scope; without a name, returns the scope of the working tree's
    /// project, or of the whole organisation.
    pub(super) fn resolve_scope(
        &self,
        named: Option<&str>,
        here: &ProjectsHere,
    ) -> Result<ScopeInfo, Error> {
        let HubPullState { scopes, .. } = self.state();
        let mut scopes = scopes.into_iter().map(|kept| kept.scope);
        let Some(named) = named else {
            let is_here = |scope: &ScopeInfo| {
                let project = project_of(scope);
                project.is_some_and(|it| here.is_project_here(&scope_of(self.sharer(), Some(&it))))
            };
            let all: Vec<ScopeInfo> = scopes.collect();
            let found = all.iter().find(|it| is_here(it));
            let whole = || all.iter().find(|scope| scope.kind == ScopeKind::Org);
            return found.or_else(whole).cloned().ok_or_else(|| {
                Error::Refused(crate::messages::scope_unknown(&self.org, known_scopes_hint(&all)))
            });
        };
        let all: Vec<ScopeInfo> = scopes.by_ref().collect();
        let found = all.iter().find(|scope| name_of(scope) == named || scope.id == named);
        found.cloned().ok_or_else(|| {
            Error::Refused(crate::messages::no_such_scope(
                &self.org,
                named,
                known_scopes_hint(&all),
            ))
        })
    }
}

fn known_scopes_hint(scopes: &[ScopeInfo]) -> String {
    match scopes.is_empty() {
        true => crate::messages::no_scope_yet(),
        false => {
            let names: Vec<String> = scopes.iter().map(name_of).collect();
            crate::messages::scopes_known(names.join(", "))
        }
    }
}
