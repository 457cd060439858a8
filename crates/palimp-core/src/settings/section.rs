//! Macros that define a section of the settings: fields, defaults, parsing, and the metadata of
//! keys.

use serde_json::Value;

use super::key::SettingKey;
use super::path;
use super::read::SettingValue;
use crate::messages;

/// Makes a section: a struct of rows, after how their keys begin. A row is
/// `field: type = default, "key", what a value must be, "English", "Korean";`
macro_rules! section {
    (
        $(#[$about:meta])*
        $section:ident, $keys:ident, $prefix:literal {
            $($field:ident: $type:ty = $default:expr, $key:literal, $kind:expr, $en:literal, $ko:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        pub struct $section {
            $(#[doc = concat!("`", $prefix, $key, "`: ", $en)] pub $field: $type,)*
        }

        #[doc = concat!("The keys that [`", stringify!($section), "`] is read from.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $keys {
            $(#[doc = concat!("`", $prefix, $key, "`")] pub $field: SettingKey,)*
        }

        impl $section {
            /// Its keys by name.
            pub const KEY: $keys = $keys {
                $($field: SettingKey {
                    path: concat!($prefix, $key),
                    kind: $kind,
                    default: || {
                        let default: $type = $default;
                        default.shown()
                    },
                    en: $en,
                    ko: $ko,
                },)*
            };

            /// Its keys in their order.
            pub const KEYS: &'static [SettingKey] = &[$(Self::KEY.$field,)*];

            /// Prefix of the paths of the section's keys.
            pub const PREFIX: &str = $prefix;

            /// Parses the section from `object`; a wrong value counts as not set and is named in
            /// `wrong`. `id` is the id of the agent that the object describes.
            pub(super) fn own(object: &Value, id: &str, wrong: &mut Vec<String>) -> $section {
                $section {
                    $($field: own(object, $key, &Self::KEY.$field, id, wrong)
                        .unwrap_or_else(|| $default),)*
                }
            }
        }

        impl Default for $section {
            fn default() -> Self {
                $section { $($field: $default,)* }
            }
        }
    };
}

/// Makes the settings of sections, each read from its object.
macro_rules! settings {
    ($($field:ident: $section:ident,)*) => {
        /// The settings of a home, each either the user's or the default.
        #[derive(Clone, Debug, Default)]
        pub struct Settings {
            $(#[doc = concat!("See [`", stringify!($section), "`].")] pub $field: $section,)*
        }

        impl Settings {
            /// The settings that `file` holds; a value of the wrong kind counts as not set, and is
            /// named in the second part of the answer.
            pub fn from_value(file: &Value) -> (Settings, Vec<String>) {
                let mut wrong = Vec::new();
                let settings = Settings {
                    $($field: {
                        let object = object_at(file, $section::PREFIX, &mut wrong);
                        $section::own(object, "", &mut wrong)
                    },)*
                };
                (settings, wrong)
            }
        }

        /// Every key that has an effect, in the order of the sections.
        pub fn keys() -> impl Iterator<Item = &'static SettingKey> {
            [$($section::KEYS,)*].into_iter().flatten()
        }
    };
}

pub(super) use {section, settings};

/// The object that a section is read from: what else is there is named.
pub(super) fn object_at<'v>(file: &'v Value, prefix: &str, wrong: &mut Vec<String>) -> &'v Value {
    let path = prefix.trim_end_matches('.');
    if path.is_empty() {
        return file;
    }
    let value = path::get(file, path).unwrap_or(&Value::Null);
    if !value.is_null() && !value.is_object() {
        wrong.push(messages::setting_section_expected(path));
    }
    value
}

/// Reads one field. It is not copied into each of its fifty callers.
#[inline(never)]
pub(super) fn own<T: SettingValue>(
    object: &Value,
    name: &str,
    key: &SettingKey,
    id: &str,
    wrong: &mut Vec<String>,
) -> Option<T> {
    T::own(object.get(name)?, key, id, wrong)
}
