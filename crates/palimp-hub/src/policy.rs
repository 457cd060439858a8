//! Settings that the owners of an organisation decide: approvals, expiry and limits. Who may read is
//! decided in `tenant`.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use palimp_core::message::json_reason;
use palimp_hub_api::ScopeRole;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::messages;

/// Policy of an organisation. Fields that are not set have the defaults below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OrgPolicy {
    /// Number of reviewers that must approve.
    pub approvals: u32,
    /// True if proposers cannot approve their own proposals.
    pub four_eyes: bool,
    /// For how many days a fact of a kind holds, unless it says so itself.
    pub expiry: BTreeMap<String, i64>,
    /// The same for every other kind.
    pub expiry_days: i64,
    /// Days before a pending proposal lapses.
    pub proposal_days: i64,
    /// For how many days a home may go on without the hub.
    pub max_offline_days: u32,
    /// Days that shared session activity is kept.
    pub activity_days: i64,
    /// Maximum number of memories.
    pub max_memories: i64,
    /// Roles of the provider's groups, by scope: `{"eng-leads": {"project:app": "reviewer"}}`.
    pub groups: BTreeMap<String, BTreeMap<String, ScopeRole>>,
    /// Maximum requests of a member per minute.
    pub requests_per_minute: u32,
}

impl Default for OrgPolicy {
    fn default() -> OrgPolicy {
        let expiry = [("incident", 90), ("procedure", 180)];
        OrgPolicy {
            approvals: 1,
            four_eyes: true,
            expiry: expiry.map(|(kind, days)| (kind.to_owned(), days)).into(),
            expiry_days: 365,
            proposal_days: 30,
            max_offline_days: 14,
            activity_days: 90,
            max_memories: 100_000,
            groups: BTreeMap::new(),
            requests_per_minute: 600,
        }
    }
}

impl OrgPolicy {
    /// The policy as it is kept; what is not there, or is nonsense, is as usual.
    pub fn from_stored(value: &Value) -> OrgPolicy {
        serde_json::from_value(value.clone()).unwrap_or_default()
    }

    /// A number that is less than one, and has to be one at the least.
    fn too_small(&self) -> Option<String> {
        let kinds = self.expiry.iter().map(|(kind, days)| (format!("expiry.{kind}"), *days));
        let others = [
            ("approvals", i64::from(self.approvals)),
            ("expiryDays", self.expiry_days),
            ("proposalDays", self.proposal_days),
            ("activityDays", self.activity_days),
            ("maxMemories", self.max_memories),
            ("requestsPerMinute", i64::from(self.requests_per_minute)),
        ];
        let all = kinds.chain(others.map(|(name, number)| (name.to_owned(), number)));
        all.into_iter().find(|(_, number)| *number < 1).map(|(name, _)| name)
    }

    /// The day from which on a fact of `kind` holds no longer, if it holds from `day`.
    pub fn expiry_day(&self, kind: &str, day: Date) -> Date {
        let days = self.expiry.get(kind).copied().unwrap_or(self.expiry_days);
        day.saturating_add(Span::new().days(days.clamp(1, 36_500)))
    }
}

/// Refuses what is no policy.
pub(crate) fn validate_policy(policy: &Value) -> Result<OrgPolicy, Error> {
    let wrong = |why: String| Error::Wrong(messages::policy_invalid(why));
    // The values of a list would be taken for those of the fields, in their order.
    let Some(said) = policy.as_object() else { return Err(wrong(messages::policy_not_object())) };
    // A rule that is misspelt would hold nowhere, and nobody would know.
    let known = serde_json::to_value(OrgPolicy::default()).unwrap_or_default();
    if let Some(other) = said.keys().find(|key| known.get(key).is_none()) {
        let names = known.as_object().into_iter().flat_map(|known| known.keys());
        let names = names.map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(wrong(messages::policy_field_unknown(other, names)));
    }
    let policy: OrgPolicy =
        serde_json::from_value(policy.clone()).map_err(|error| wrong(json_reason(&error)))?;
    match policy.too_small() {
        Some(name) => Err(wrong(messages::policy_number_too_small(name))),
        None => Ok(policy),
    }
}

/// Today, wherever the hub runs.
pub(crate) fn today() -> Date {
    Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_an_object() {
        for policy in [serde_json::json!([]), serde_json::json!([2, false])] {
            assert!(validate_policy(&policy).is_err(), "{policy}");
        }
        assert!(validate_policy(&serde_json::json!({ "approvals": 2 })).is_ok());
        assert!(validate_policy(&serde_json::json!({ "approvals": "two" })).is_err());
        let misspelt = validate_policy(&serde_json::json!({ "aprovals": 2 })).unwrap_err();
        let said = misspelt.to_string();
        assert!(said.contains("no `aprovals`; use "), "{said}");
        assert!(said.contains(" approvals, ") && said.contains("expiryDays, "), "{said}");
    }

    #[test]
    fn a_policy_that_nobody_could_live_by_is_refused() {
        for (policy, name) in [
            (serde_json::json!({ "approvals": 0 }), "approvals"),
            (serde_json::json!({ "expiryDays": -1 }), "expiryDays"),
            (serde_json::json!({ "proposalDays": 0 }), "proposalDays"),
            (serde_json::json!({ "activityDays": -5 }), "activityDays"),
            (serde_json::json!({ "expiry": { "incident": -3 } }), "expiry.incident"),
        ] {
            let said = validate_policy(&policy).unwrap_err().to_string();
            assert!(said.contains(&format!("{name} must be at least 1")), "{said}");
        }
        assert!(validate_policy(&serde_json::json!({ "maxOfflineDays": 0 })).is_ok());
    }

    #[test]
    fn what_is_not_said_is_as_usual() {
        let policy = OrgPolicy::from_stored(
            &serde_json::json!({ "approvals": 2, "expiry": { "rule": 10 } }),
        );
        assert_eq!((policy.approvals, policy.four_eyes, policy.max_offline_days), (2, true, 14));
        let day = jiff::civil::date(2026, 11, 23);
        assert_eq!(policy.expiry_day("rule", day), jiff::civil::date(2026, 12, 3));
        assert_eq!(policy.expiry_day("decision", day), jiff::civil::date(2027, 11, 23));
        assert_eq!(OrgPolicy::from_stored(&serde_json::json!([])), OrgPolicy::default());
    }
}
