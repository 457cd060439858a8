//! What becomes of a row: a field, its default, how it is read, and what can be known about its key.

use serde_json::Value;

use super::key::Key;
use super::path;
use super::read::Setting;

/// Makes a struct of rows. A row is
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
            $(#[doc = concat!("`", $prefix, $key, "`")] pub $field: Key,)*
        }

        impl $section {
            /// Its keys by name.
            pub const KEY: $keys = $keys {
                $($field: Key {
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
            pub const KEYS: &'static [Key] = &[$(Self::KEY.$field,)*];

            /// What `object` holds; what is wrong in it counts as not set and is named in `wrong`.
            /// `id` is the agent's that the object speaks of.
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

pub(super) use section;

pub(super) fn own<T: Setting>(
    object: &Value,
    name: &str,
    key: &Key,
    id: &str,
    wrong: &mut Vec<String>,
) -> Option<T> {
    T::own(path::get(object, name)?, key, id, wrong)
}
