//! The agents of a home.

use serde_json::{Map, Value, json};

use super::key::{SettingKey, is_id};
use super::read::SettingValue;
use super::table::Agent;

/// Agents by their ids, in the order of the file.
impl SettingValue for Vec<(String, Agent)> {
    fn read(value: &Value) -> Option<Self> {
        let all = value.as_object()?.iter();
        Some(all.map(|(id, one)| (id.clone(), Agent::own(one, id, &mut Vec::new()))).collect())
    }

    fn shown(&self) -> Value {
        let shown = self.iter().map(|(id, agent)| {
            (id.clone(), json!({ "vault": agent.vault, "projects": agent.projects }))
        });
        Value::Object(Map::from_iter(shown))
    }

    /// An agent that is wrong in one place is right in the others.
    fn own(value: &Value, key: &SettingKey, _: &str, wrong: &mut Vec<String>) -> Option<Self> {
        let Some(all) = value.as_object() else {
            wrong.push(key.kind.error_message(key.path, value));
            return None;
        };
        let own = all.iter().filter_map(|(id, one)| {
            if is_id(id) && one.is_object() {
                return Some((id.clone(), parse_agent(one, id, wrong)));
            }
            let alone = Value::Object(Map::from_iter([(id.clone(), one.clone())]));
            wrong.push(key.kind.error_message(key.path, &alone));
            None
        });
        Some(own.collect())
    }
}

/// The agent that `one` describes. Whose a project is must not change by a slip beside it, so
/// projects that can be read count, whatever else is in their list.
fn parse_agent(one: &Value, id: &str, wrong: &mut Vec<String>) -> Agent {
    let mut agent = Agent::own(one, id, wrong);
    if agent.projects.is_empty() {
        agent.projects =
            one.get(Agent::KEY.projects.name()).and_then(SettingValue::read).unwrap_or_default();
    }
    agent
}
