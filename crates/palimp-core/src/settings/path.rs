//! Values at dotted paths.

use serde_json::{Value, json};

/// The value at a dotted path.
pub fn get<'v>(file: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(file, |value, step| value.get(step))
}

/// Sets the value at a dotted path, making the objects on the way; what is not an object on the
/// way is replaced.
pub fn set(file: &mut Value, path: &str, value: Value) {
    let mut place = file;
    for step in path.split('.') {
        if !place.is_object() {
            *place = json!({});
        }
        place = place.as_object_mut().expect("made one").entry(step).or_insert(Value::Null);
    }
    *place = value;
}

/// Takes the value at a dotted path out, so that the default holds again.
pub fn unset(file: &mut Value, path: &str) -> bool {
    let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut place = file;
    for step in parents.split('.').filter(|step| !step.is_empty()) {
        match place.get_mut(step) {
            Some(inner) => place = inner,
            None => return false,
        }
    }
    place.as_object_mut().is_some_and(|object| object.shift_remove(last).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_keeps_what_is_unknown() {
        let mut file = json!({"mine": 1, "capture": {"other": true}});
        set(&mut file, "capture.maxChars", json!(500));
        assert_eq!(file, json!({"mine": 1, "capture": {"other": true, "maxChars": 500}}));
        assert!(unset(&mut file, "capture.maxChars"));
        assert_eq!(file, json!({"mine": 1, "capture": {"other": true}}));
        assert!(!unset(&mut file, "capture.maxChars"));
    }
}
