//! The JSON schema of `settings.json`.

use serde_json::{Map, Value, json};

use super::key::{Key, Kind};

/// What a settings file with these keys may hold, as a JSON schema (draft 2020-12). Keys that palimp
/// does not know are kept, and so are allowed.
pub fn schema(keys: impl Iterator<Item = &'static Key>) -> Value {
    let mut root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "palimp's settings.json",
        "type": "object",
        "properties": {},
    });
    for key in keys {
        let mut place = &mut root;
        for step in key.section().split('.').filter(|step| !step.is_empty()) {
            place = &mut place["properties"][step];
            if place.is_null() {
                *place = json!({ "type": "object", "properties": {} });
            }
        }
        place["properties"][key.name()] = one(key);
    }
    root
}

fn one(key: &Key) -> Value {
    let mut object = Map::from_iter([("description".to_owned(), json!(key.en))]);
    object.extend(of(key.kind));
    object.insert("default".to_owned(), (key.default)());
    Value::Object(object)
}

fn of(kind: Kind) -> Map<String, Value> {
    let schema = match kind {
        Kind::Switch => json!({ "type": "boolean" }),
        Kind::Number(from, to) => json!({ "type": "integer", "minimum": from, "maximum": to }),
        Kind::Share => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Kind::Choice(known) => json!({ "enum": known }),
        Kind::Text => json!({ "type": "string", "minLength": 1 }),
        Kind::Address => {
            json!({ "type": "string", "pattern": "^\\s*[Hh][Tt][Tt][Pp][Ss]?://\\S+\\s*$" })
        }
        Kind::Duration => json!({ "anyOf": [
            { "type": "string", "pattern": r"^\s*\d+\s*[smhd]?\s*$" },
            { "type": "integer", "minimum": 0 },
        ] }),
        Kind::List => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::ListOf(known) => json!({ "type": "array", "items": { "enum": known } }),
        Kind::ById(keys) => {
            let fields = keys.iter().map(|key| (key.name().to_owned(), one(key)));
            json!({
                "type": "object",
                "propertyNames": { "pattern": "^[A-Za-z0-9_-]+$" },
                "additionalProperties": {
                    "type": "object", "properties": Map::from_iter(fields),
                },
            })
        }
        Kind::OrNull(kind) => json!({ "anyOf": [of(*kind), { "type": "null" }] }),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}
