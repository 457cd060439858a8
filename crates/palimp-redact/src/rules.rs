//! The rules: what is taken out, with examples of what is and what is not.
//!
//! Each rule is data. Its examples are its tests; they are spelled in pieces so
//! that the scanners of git hosts do not take them for leaked secrets.

mod cloud;
mod code;
mod general;
mod models;
mod services;

use super::names::SecretName;
use super::shape::TokenShape;

/// One kind of secret.
#[derive(Clone, Copy, Debug)]
pub struct RedactionRule {
    /// Kind in the secret's placeholder: `<redacted:kind>`. No two rules share a kind.
    pub kind: &'static str,
    /// Description of the secrets that the rule finds.
    pub about: &'static str,
    /// Texts with a secret of this kind in them.
    pub hits: &'static [&'static str],
    /// Texts that resemble one and hold no secret at all.
    pub misses: &'static [&'static str],
    /// Matchers of the rule; the first that matches wins.
    pub(crate) matchers: &'static [Matcher],
}

/// Method by which a rule finds its secrets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Matcher {
    /// By the shape of the secret, which a fixed beginning gives away.
    Shapes(&'static [TokenShape]),
    /// By the shape of the secret, which has no fixed beginning.
    Loose(&'static [TokenShape]),
    /// By the name that the secret is given to.
    Names(&'static [SecretName]),
    /// By its surroundings or its arithmetic: a function of this module's own.
    Built,
}

/// All rules by subject.
pub(crate) const RULE_GROUPS: [&[RedactionRule]; 5] = [
    general::GENERAL_RULES,
    models::MODEL_RULES,
    code::CODE_RULES,
    cloud::CLOUD_RULES,
    services::SERVICE_RULES,
];

/// Every rule, those of general use first.
pub fn rules() -> impl Iterator<Item = &'static RedactionRule> {
    RULE_GROUPS.iter().copied().flatten()
}

/// A walk over the matchers of all rules that a constant can take.
pub(crate) struct Matchers {
    group: usize,
    rule: usize,
    matcher: usize,
}

impl Matchers {
    pub(crate) const fn all() -> Matchers {
        Matchers { group: 0, rule: 0, matcher: 0 }
    }

    /// The next matcher, with its rule's kind.
    pub(crate) const fn next(&mut self) -> Option<(&'static str, &'static Matcher)> {
        while self.group < RULE_GROUPS.len() {
            while self.rule < RULE_GROUPS[self.group].len() {
                let rule = &RULE_GROUPS[self.group][self.rule];
                if self.matcher < rule.matchers.len() {
                    self.matcher += 1;
                    return Some((rule.kind, &rule.matchers[self.matcher - 1]));
                }
                (self.rule, self.matcher) = (self.rule + 1, 0);
            }
            (self.group, self.rule) = (self.group + 1, 0);
        }
        None
    }
}
