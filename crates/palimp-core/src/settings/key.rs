//! A key of the settings, and what its value must be.

use serde_json::Value;

use super::ttl::Ttl;
use crate::messages;

/// A key of `settings.json`.
#[derive(Clone, Copy, Debug)]
pub struct SettingKey {
    /// Its path, such as `capture.maxChars`; `<id>` in it stands for the id of any agent or project.
    pub path: &'static str,
    /// Kind of a valid value.
    pub kind: SettingKind,
    /// The value that holds where the user set none.
    pub default: fn() -> Value,
    /// Description in English.
    pub en: &'static str,
    /// Description in Korean.
    pub ko: &'static str,
}

/// Kind of a valid value.
#[derive(Clone, Copy, Debug)]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// A number from 0 to 1.
    Share,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A text that is not empty.
    Text,
    /// The address of a service. One that cannot be read still counts, so that its service is refused
    /// when it is asked: without it, text would be sent to another.
    Address,
    /// A time such as `90s`, `5m` or `1h`; a bare number is seconds.
    Duration,
    /// A list of texts.
    List,
    /// A list of some of these texts.
    ListOf(&'static [&'static str]),
    /// An object by id, each with these keys.
    ById(&'static [SettingKey]),
    /// The inner kind, or `null` for the best value.
    OrNull(&'static SettingKind),
}

impl SettingKey {
    /// The path without its last step; empty for a key of the file itself.
    pub fn section_path(&self) -> &'static str {
        self.path.rsplit_once('.').map_or("", |(section, _)| section)
    }

    /// The last step of the path.
    pub fn name(&self) -> &'static str {
        self.path.rsplit_once('.').map_or(self.path, |(_, name)| name)
    }

    /// The path where `id` stands for the agent's.
    pub fn path_of(&self, id: &str) -> String {
        self.path.replace(ID_PLACEHOLDER, id)
    }

    /// True if `path` means this key.
    pub fn is_at(&self, path: &str) -> bool {
        let mut steps = self.path.split('.');
        let fits = |step: &str| {
            steps.next().is_some_and(|it| it == step || it == ID_PLACEHOLDER && is_id(step))
        };
        path.split('.').all(fits) && steps.next().is_none()
    }
}

/// Placeholder for any id in a key's path.
const ID_PLACEHOLDER: &str = "<id>";

/// True if `text` can be an agent's id, which becomes the name of files.
pub fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

impl SettingKind {
    /// Checks that a key of this kind can have `value`; the error says what the value at `path`
    /// must be.
    pub fn check_value(self, path: &str, value: &Value) -> Result<(), String> {
        match self.accepts_value(value) {
            true => Ok(()),
            false => Err(self.error_message(path, value)),
        }
    }

    pub(super) fn accepts_value(self, value: &Value) -> bool {
        match self {
            SettingKind::Switch => value.is_boolean(),
            SettingKind::Number(from, to) => {
                value.as_i64().is_some_and(|n| (from..=to).contains(&n))
            }
            SettingKind::Share => value.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
            SettingKind::Choice(known) => value.as_str().is_some_and(|text| known.contains(&text)),
            SettingKind::Text => value.as_str().is_some_and(|text| !text.is_empty()),
            SettingKind::Address => value.as_str().is_some_and(is_address),
            SettingKind::Duration => Ttl::from_value(value).is_some(),
            SettingKind::List => {
                value.as_array().is_some_and(|items| items.iter().all(Value::is_string))
            }
            SettingKind::ListOf(known) => {
                SettingKind::List.accepts_value(value) && find_unknown_item(value, known).is_none()
            }
            SettingKind::ById(keys) => {
                let is_one = |(id, one): (&String, &Value)| is_id(id) && accepts_all(keys, one);
                value.as_object().is_some_and(|all| all.iter().all(is_one))
            }
            SettingKind::OrNull(kind) => value.is_null() || kind.accepts_value(value),
        }
    }

    /// True if `value` counts where the user set it.
    pub fn counts_as_set(self, value: &Value) -> bool {
        match self {
            SettingKind::Address => SettingKind::Text.accepts_value(value),
            SettingKind::OrNull(kind) => value.is_null() || kind.counts_as_set(value),
            _ => self.accepts_value(value),
        }
    }

    /// Returns the error message for the rejected `value` at `path`.
    pub(super) fn error_message(self, path: &str, value: &Value) -> String {
        match self {
            SettingKind::OrNull(kind) => messages::null_allowed(kind.error_message(path, value)),
            SettingKind::ListOf(known) if SettingKind::List.accepts_value(value) => {
                let text = find_unknown_item(value, known).unwrap_or_default();
                messages::setting_unknown_item(path, text, known.join(", "))
            }
            SettingKind::ListOf(_) => SettingKind::List.error_message(path, value),
            SettingKind::ById(keys) => {
                first_item_error(path, keys, value).unwrap_or_else(|| self.must_be_message(path))
            }
            _ => self.must_be_message(path),
        }
    }

    /// Describes the valid values, in words that follow "must be".
    pub fn describe_expected(self) -> String {
        match self {
            SettingKind::Switch => messages::switch_expected(),
            SettingKind::Number(from, to) => messages::number_expected(from, to),
            SettingKind::Share => messages::share_expected(),
            SettingKind::Choice(known) => messages::choice_expected(known.join(", ")),
            SettingKind::Text => messages::text_expected(),
            SettingKind::Address => messages::address_expected("https://api.example.com/v1"),
            SettingKind::Duration => messages::duration_expected(),
            SettingKind::List => messages::list_expected(r#"["a", "b"]"#),
            SettingKind::ListOf(known) => messages::some_of_expected(known.join(", ")),
            SettingKind::ById(_) => {
                messages::object_expected(r#"{"work": {"projects": ["/home/me/work"]}}"#)
            }
            SettingKind::OrNull(kind) => messages::null_allowed(kind.describe_expected()),
        }
    }

    fn must_be_message(self, path: &str) -> String {
        messages::setting_wrong(path, self.describe_expected())
    }
}

/// True if `text` begins as addresses of services do: with the scheme and a host, and no blank in
/// it. The code that sends text decides if text may be sent to an address.
fn is_address(text: &str) -> bool {
    let text = text.trim();
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let is_web = ["http", "https"].iter().any(|it| scheme.eq_ignore_ascii_case(it));
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_closed = host.starts_with('[') == host.contains(']') && host.matches('[').count() < 2;
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
    is_web && host.contains(char::is_alphanumeric) && is_closed && text.chars().all(is_plain)
}

fn find_unknown_item<'v>(list: &'v Value, known: &[&str]) -> Option<&'v str> {
    let items = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    items.into_iter().find(|item| !known.contains(item))
}

fn accepts_all(keys: &[SettingKey], one: &Value) -> bool {
    let fits =
        |key: &SettingKey| one.get(key.name()).is_none_or(|value| key.kind.accepts_value(value));
    one.is_object() && keys.iter().all(fits)
}

/// Returns the error message for the first wrong part of an object by id.
fn first_item_error(path: &str, keys: &[SettingKey], value: &Value) -> Option<String> {
    value.as_object()?.iter().find_map(|(id, one)| {
        if !is_id(id) {
            return Some(messages::agent_id_wrong(path));
        }
        if !one.is_object() {
            return Some(messages::agent_settings_expected(path, id));
        }
        keys.iter().find_map(|key| {
            let value = one.get(key.name())?;
            key.kind.check_value(&format!("{path}.{id}.{}", key.name()), value).err()
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::lang::{Lang, with_lang};

    #[test]
    fn what_a_value_must_be_is_said() {
        const MODES: SettingKind = SettingKind::Choice(&["on", "off"]);
        for (kind, value, said) in [
            (SettingKind::Switch, json!("yes"), "k must be true or false"),
            (SettingKind::Number(1, 9), json!(10), "k must be a whole number from 1 to 9"),
            (SettingKind::Number(1, 9), json!(1.5), "k must be a whole number from 1 to 9"),
            (
                SettingKind::OrNull(&SettingKind::Share),
                json!(2),
                "k must be a number from 0 to 1, or null",
            ),
            (MODES, json!("maybe"), "k must be one of on, off"),
            (SettingKind::OrNull(&MODES), json!(""), "k must be one of on, off, or null"),
            (SettingKind::Text, json!(""), "k must be a string"),
            (
                SettingKind::Address,
                json!("["),
                "k must be an address such as https://api.example.com/v1",
            ),
            (SettingKind::List, json!([1]), "k must be a list of strings, such as [\"a\", \"b\"]"),
            (
                SettingKind::ListOf(&["a", "b"]),
                json!(["a", "c"]),
                "k does not accept 'c'; use a, b",
            ),
        ] {
            assert_eq!(kind.check_value("k", &value), Err(said.to_owned()));
        }
    }

    #[test]
    fn expected_value_is_said_in_korean() {
        let kind = SettingKind::OrNull(&SettingKind::Number(1, 9));
        let said = with_lang(Lang::Ko, || kind.check_value("k", &json!("x")));
        assert_eq!(said, Err("k에 쓸 수 있는 값: 1에서 9까지의 정수 또는 null".to_owned()));
    }

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for address in [
            "https://api.example.com/v1",
            "http://localhost:11434",
            "http://[::1]:8080/v1",
            "HTTPS://proxy.internal/?a=b",
            " https://a.b ",
            "http://서버.local",
        ] {
            assert!(SettingKind::Address.accepts_value(&json!(address)), "{address}");
        }
        for other in [
            "[", "1e3", "  ", "", "api.example.com", "https://", "http://[", "http://]a[",
            "ftp://a", "https://a b",
        ] {
            assert!(!SettingKind::Address.accepts_value(&json!(other)), "{other}");
        }
        assert!(
            SettingKind::OrNull(&SettingKind::Address).counts_as_set(&json!("[")),
            "nothing is sent elsewhere"
        );
        assert!(!SettingKind::Address.counts_as_set(&json!(7)));
    }

    #[test]
    fn a_path_with_an_id_is_any_agents() {
        let key = |path| SettingKey {
            path,
            kind: SettingKind::Text,
            default: || Value::Null,
            en: "",
            ko: "",
        };
        let vault = key("agents.<id>.vault");
        assert_eq!((vault.section_path(), vault.name()), ("agents.<id>", "vault"));
        assert!(vault.is_at("agents.work.vault"));
        for other in ["agents.work", "agents.work.vault.x", "agents.a/b.vault", "agents..vault"] {
            assert!(!vault.is_at(other), "{other}");
        }
        assert!(key("agents").is_at("agents") && !key("agents").is_at("agents.work"));
    }
}
