//! The types that a setting can have: how each is read from JSON, and how it is written there.

use serde_json::{Value, json};

use super::choices::{Preset, PruningMode, RelevanceThreshold, ResetMode};
use super::key::SettingKey;
use super::ttl::Ttl;
use crate::distill::FactLanguage;

/// A type that a setting can have.
pub(super) trait SettingValue: Sized {
    /// Parses `value`, which the key accepted.
    fn read(value: &Value) -> Option<Self>;

    /// Its JSON.
    fn shown(&self) -> Value;

    /// Parses `value` if it counts for `key`; a value that the key does not accept is named in
    /// `wrong`. `id` is the id of the agent that the key belongs to.
    fn own(value: &Value, key: &SettingKey, id: &str, wrong: &mut Vec<String>) -> Option<Self> {
        if !key.kind.accepts_value(value) {
            wrong.push(key.kind.error_message(&key.path_of(id), value));
        }
        if key.kind.counts_as_set(value) { Self::read(value) } else { None }
    }
}

impl SettingValue for bool {
    fn read(value: &Value) -> Option<bool> {
        value.as_bool()
    }

    fn shown(&self) -> Value {
        json!(self)
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl SettingValue for $type {
            fn read(value: &Value) -> Option<$type> {
                value.as_i64().and_then(|number| number.try_into().ok())
            }

            fn shown(&self) -> Value {
                json!(self)
            }
        }
    )*};
}

whole_numbers!(i64, u64, u32, u8, usize);

impl SettingValue for f32 {
    fn read(value: &Value) -> Option<f32> {
        value.as_f64().map(|number| number as f32)
    }

    /// With the digits that people write: 0.35, and not the nearest number that 24 bits can hold.
    fn shown(&self) -> Value {
        json!(self.to_string().parse::<f64>().unwrap_or_default())
    }
}

impl SettingValue for String {
    fn read(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }

    fn shown(&self) -> Value {
        json!(self)
    }
}

impl SettingValue for Vec<String> {
    fn read(value: &Value) -> Option<Vec<String>> {
        value.as_array().map(|items| items.iter().filter_map(String::read).collect())
    }

    fn shown(&self) -> Value {
        json!(self)
    }
}

impl<T: SettingValue> SettingValue for Option<T> {
    fn read(value: &Value) -> Option<Option<T>> {
        match value {
            Value::Null => Some(None),
            value => T::read(value).map(Some),
        }
    }

    fn shown(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::shown)
    }
}

impl SettingValue for Ttl {
    fn read(value: &Value) -> Option<Ttl> {
        Ttl::from_value(value)
    }

    fn shown(&self) -> Value {
        json!(self.to_string())
    }
}

macro_rules! choices {
    ($($type:ty),*) => {$(
        impl SettingValue for $type {
            fn read(value: &Value) -> Option<$type> {
                value.as_str().and_then(<$type>::named)
            }

            fn shown(&self) -> Value {
                json!(self.name())
            }
        }
    )*};
}

choices!(RelevanceThreshold, FactLanguage, Preset, PruningMode, ResetMode);
