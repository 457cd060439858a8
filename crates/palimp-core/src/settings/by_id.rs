//! Settings of things with an id: the agents and the projects of a home.

use serde_json::{Map, Value, json};

use super::key::{SettingKey, is_id};
use super::read::SettingValue;
use super::table::{Agent, Project};

/// Settings of one thing with an id.
pub(super) trait SettingsOfId: Sized {
    /// Parses the settings that `one` holds for `id`; wrong values are named in `wrong`.
    fn parse_settings(one: &Value, id: &str, wrong: &mut Vec<String>) -> Self;

    /// Its JSON.
    fn to_json(&self) -> Value;
}

/// Settings by their ids, in the order of the file.
impl<T: SettingsOfId> SettingValue for Vec<(String, T)> {
    fn read(value: &Value) -> Option<Self> {
        let all = value.as_object()?.iter();
        Some(
            all.map(|(id, one)| (id.clone(), T::parse_settings(one, id, &mut Vec::new())))
                .collect(),
        )
    }

    fn shown(&self) -> Value {
        Value::Object(Map::from_iter(self.iter().map(|(id, one)| (id.clone(), one.to_json()))))
    }

    /// Leaves out a thing with a wrong value and keeps the others.
    fn own(value: &Value, key: &SettingKey, _: &str, wrong: &mut Vec<String>) -> Option<Self> {
        let Some(all) = value.as_object() else {
            wrong.push(key.kind.error_message(key.path, value));
            return None;
        };
        let own = all.iter().filter_map(|(id, one)| {
            if is_id(id) && one.is_object() {
                return Some((id.clone(), T::parse_settings(one, id, wrong)));
            }
            let alone = Value::Object(Map::from_iter([(id.clone(), one.clone())]));
            wrong.push(key.kind.error_message(key.path, &alone));
            None
        });
        Some(own.collect())
    }
}

impl SettingsOfId for Agent {
    /// Parses an agent. Its projects that can be read count whatever else is in their list, because a
    /// slip beside a project must not move it to another agent.
    fn parse_settings(one: &Value, id: &str, wrong: &mut Vec<String>) -> Agent {
        let mut agent = Agent::own(one, id, wrong);
        if agent.projects.is_empty() {
            agent.projects = one
                .get(Agent::KEY.projects.name())
                .and_then(SettingValue::read)
                .unwrap_or_default();
        }
        agent
    }

    fn to_json(&self) -> Value {
        json!({ "vault": self.vault, "obsidian": self.obsidian, "projects": self.projects })
    }
}

impl SettingsOfId for Project {
    fn parse_settings(one: &Value, id: &str, wrong: &mut Vec<String>) -> Project {
        Project::own(one, id, wrong)
    }

    fn to_json(&self) -> Value {
        json!({ "parts": self.parts })
    }
}
