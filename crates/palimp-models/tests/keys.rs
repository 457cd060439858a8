//! Where keys are looked for, how they are kept, and that they are not shown.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use palimp_models::keys::{
    KeyError, KeySource, KeyStorage, Keyring, KeyringError, Keys, how_to_set, key_variables,
};

const SECRET: &str = "sk-hush-hush";

/// A keyring in memory, which fails with an error when it has one.
#[derive(Default)]
struct MemoryKeyring {
    keys: Mutex<HashMap<String, String>>,
    fails: Option<KeyringError>,
}

impl MemoryKeyring {
    fn failing(error: KeyringError) -> Arc<MemoryKeyring> {
        Arc::new(MemoryKeyring { fails: Some(error), ..MemoryKeyring::default() })
    }

    fn check(&self) -> Result<(), KeyringError> {
        self.fails.clone().map_or(Ok(()), Err)
    }
}

impl Keyring for MemoryKeyring {
    fn find(&self, provider: &str) -> Result<Option<String>, KeyringError> {
        self.check()?;
        Ok(self.keys.lock().unwrap().get(provider).cloned())
    }

    fn set(&self, provider: &str, secret: &str) -> Result<(), KeyringError> {
        self.check()?;
        self.keys.lock().unwrap().insert(provider.to_owned(), secret.to_owned());
        Ok(())
    }

    fn remove(&self, provider: &str) -> Result<bool, KeyringError> {
        self.check()?;
        Ok(self.keys.lock().unwrap().remove(provider).is_some())
    }
}

/// A home that does not exist yet, and keys in it.
struct Home {
    _dir: tempfile::TempDir,
    file: PathBuf,
}

impl Home {
    fn new() -> Home {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("home").join("keys.json");
        Home { _dir: dir, file }
    }

    fn keys(
        &self,
        variables: &[(&'static str, &'static str)],
        keyring: Option<Arc<MemoryKeyring>>,
    ) -> Keys {
        let variables: HashMap<&str, &str> = variables.iter().copied().collect();
        let get = move |name: &str| variables.get(name).map(|value| (*value).to_owned());
        Keys::with_sources(&self.file, get, keyring.map(|keyring| keyring as _))
    }
}

#[test]
fn the_environment_comes_before_the_keyring_and_the_keyring_before_the_file() {
    let home = Home::new();
    let keyring = Arc::new(MemoryKeyring::default());
    home.keys(&[], None).set("openai", "from-file", KeyStorage::File).unwrap();
    keyring.set("openai", "from-keyring").unwrap();
    let found = |variables: &[(&'static str, &'static str)], keyring| {
        let key = home.keys(variables, keyring).find("openai").unwrap().unwrap();
        (key.secret.expose().to_owned(), key.source)
    };
    let own = ("PALIMP_OPENAI_API_KEY", "from-own");
    let usual = ("OPENAI_API_KEY", "from-usual");
    let variable = |name: &str| KeySource::Environment(name.to_owned());
    let ring = || Some(Arc::clone(&keyring));
    assert_eq!(found(&[own, usual], ring()), ("from-own".to_owned(), variable(own.0)));
    assert_eq!(found(&[usual], ring()), ("from-usual".to_owned(), variable(usual.0)));
    assert_eq!(
        found(&[("OPENAI_API_KEY", " ")], ring()),
        ("from-keyring".to_owned(), KeySource::Keyring)
    );
    assert_eq!(found(&[], None), ("from-file".to_owned(), KeySource::File(home.file.clone())));
    assert!(home.keys(&[], None).find("voyage").unwrap().is_none());
}

#[test]
fn a_keyring_that_fails_is_passed_over_in_silence() {
    let home = Home::new();
    home.keys(&[], None).set("openai", SECRET, KeyStorage::File).unwrap();
    let failed = KeyringError::Failed("no bus".to_owned());
    for error in [KeyringError::Absent, KeyringError::Locked, KeyringError::Slow, failed] {
        let keys = home.keys(&[], Some(MemoryKeyring::failing(error)));
        assert_eq!(
            keys.find("openai").unwrap().unwrap().source,
            KeySource::File(home.file.clone())
        );
    }
}

#[test]
fn a_key_that_the_keyring_does_not_take_is_offered_the_file() {
    let home = Home::new();
    for keyring in [None, Some(MemoryKeyring::failing(KeyringError::Absent))] {
        let error = home.keys(&[], keyring).set("openai", SECRET, KeyStorage::Keyring).unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with("the system keyring is not running; hint: store the key in "),
            "{said}"
        );
        assert!(said.contains("keys.json") && !said.contains(SECRET), "{said}");
    }
}

#[test]
fn a_key_is_in_one_place() {
    let home = Home::new();
    let keyring = Arc::new(MemoryKeyring::default());
    let keys = home.keys(&[], Some(Arc::clone(&keyring)));
    keys.set("openai", "first", KeyStorage::Keyring).unwrap();
    keys.set("openai", "second", KeyStorage::File).unwrap();
    assert_eq!(keys.find("openai").unwrap().unwrap().secret.expose(), "second");
    keys.set("openai", "third", KeyStorage::Keyring).unwrap();
    assert_eq!(keys.list_sources().unwrap(), [("openai".to_owned(), KeySource::Keyring)]);
    assert_eq!(keys.remove("openai").unwrap(), [KeySource::Keyring]);
    assert_eq!(keys.remove("openai").unwrap(), []);
    assert!(keys.find("openai").unwrap().is_none());
}

#[test]
fn a_variable_that_hides_a_new_key_is_named() {
    let home = Home::new();
    let keys = home.keys(&[("OPENAI_API_KEY", "other")], None);
    let hidden_by = keys.set("openai", SECRET, KeyStorage::File).unwrap();
    assert_eq!(hidden_by, Some(KeySource::Environment("OPENAI_API_KEY".to_owned())));
    let file = KeySource::File(home.file.clone());
    let listed = keys.list_sources().unwrap().into_iter().map(|(_, source)| source);
    assert_eq!(listed.collect::<Vec<_>>(), [hidden_by.unwrap(), file]);
}

#[test]
fn a_locked_keyring_does_not_pretend_that_a_key_is_gone() {
    let home = Home::new();
    let keys = home.keys(&[], Some(MemoryKeyring::failing(KeyringError::Locked)));
    assert!(matches!(keys.remove("openai"), Err(KeyError::Locked)));
    let keys = home.keys(&[], Some(MemoryKeyring::failing(KeyringError::Absent)));
    assert_eq!(keys.remove("openai").unwrap(), []);
}

#[cfg(unix)]
#[test]
fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let home = Home::new();
    let keys = home.keys(&[], None);
    keys.set("openai", SECRET, KeyStorage::File).unwrap();
    keys.set("voyage", "pa-other", KeyStorage::File).unwrap();
    assert_eq!(mode(&home.file), 0o600);
    assert_eq!(mode(home.file.parent().unwrap()), 0o700);
    assert_eq!(
        fs::read_dir(home.file.parent().unwrap()).unwrap().count(),
        1,
        "nothing is left over"
    );

    fs::set_permissions(&home.file, fs::Permissions::from_mode(0o640)).unwrap();
    for error in [
        keys.find("openai").map(drop).unwrap_err(),
        keys.set("openai", "x", KeyStorage::File).map(drop).unwrap_err(),
        keys.remove("openai").map(drop).unwrap_err(),
        keys.list_sources().map(drop).unwrap_err(),
    ] {
        let said = error.to_string();
        assert!(said.contains("chmod 600") && !said.contains(SECRET), "{said}");
    }
}

#[test]
fn what_palimp_does_not_know_in_the_file_stays() {
    let home = Home::new();
    let keys = home.keys(&[], None);
    keys.set("someone-else", "kept", KeyStorage::File).unwrap();
    keys.set("openai", SECRET, KeyStorage::File).unwrap();
    keys.remove("openai").unwrap();
    let text = fs::read_to_string(&home.file).unwrap();
    assert_eq!(text, "{\n  \"someone-else\": \"kept\"\n}\n");
}

#[test]
fn a_damaged_file_is_named_and_not_overwritten() {
    let home = Home::new();
    let keys = home.keys(&[], None);
    keys.set("openai", SECRET, KeyStorage::File).unwrap();
    for damaged in ["{\"openai\": \"sk-hush", "[]", "{\"openai\": 7}"] {
        fs::write(&home.file, damaged).unwrap();
        let error = keys.find("openai").unwrap_err();
        assert!(matches!(error, KeyError::Damaged(_)), "{error}");
        assert!(!error.to_string().contains("sk-hush"), "{error}");
    }
    fs::write(&home.file, "nonsense").unwrap();
    keys.set("openai", SECRET, KeyStorage::File).unwrap_err();
    assert_eq!(fs::read_to_string(&home.file).unwrap(), "nonsense");
}

#[test]
fn what_is_no_key_is_not_kept() {
    let home = Home::new();
    let keys = home.keys(&[("VOYAGE_API_KEY", "two words")], None);
    for wrong in ["", " ", "two words", "a\nb", "열쇠"] {
        assert!(
            matches!(keys.set("openai", wrong, KeyStorage::File), Err(KeyError::Malformed(_))),
            "{wrong:?}"
        );
    }
    for wrong in ["", "Open AI", "../x", "a b"] {
        assert!(
            matches!(keys.set(wrong, SECRET, KeyStorage::File), Err(KeyError::Provider(_))),
            "{wrong:?}"
        );
    }
    let error = keys.find("voyage").unwrap_err().to_string();
    assert!(error.contains("VOYAGE_API_KEY") && !error.contains("two words"), "{error}");
    keys.set("openai", &format!("  {SECRET}\n"), KeyStorage::File).unwrap();
    assert_eq!(keys.find("openai").unwrap().unwrap().secret.expose(), SECRET);
}

#[test]
fn a_key_is_not_shown_by_what_holds_it() {
    let home = Home::new();
    let keys = home.keys(&[("OPENAI_API_KEY", SECRET)], None);
    let key = keys.find("openai").unwrap().unwrap();
    assert!(!format!("{key:?}{keys:?}").contains(SECRET));
}

#[test]
fn every_provider_has_variables_of_its_own() {
    assert_eq!(
        key_variables("gemini"),
        ["PALIMP_GEMINI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"]
    );
    assert_eq!(key_variables("my-gate"), ["PALIMP_MY_GATE_API_KEY"]);
    assert_eq!(how_to_set("voyage"), "set VOYAGE_API_KEY, or run `palimp keys set voyage`");
}

#[test]
fn what_palimp_keeps_for_itself_is_in_an_open_keyring_or_in_the_file() {
    let home = Home::new();
    let keyring = Arc::new(MemoryKeyring::default());
    let keys = home.keys(&[], Some(Arc::clone(&keyring)));
    assert!(keys.own_secrets("tombstones").unwrap().is_empty());
    let secret = keys.make_own("tombstones").unwrap();
    assert_eq!(secret.expose().len(), 64);
    assert!(secret.expose().bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_eq!(keys.own_secrets("tombstones").unwrap(), std::slice::from_ref(&secret));
    assert!(!home.file.exists(), "the keyring has it");
    // Nobody is asked to unlock one; then the file has a key of its own, and neither hides the other.
    let locked = home.keys(&[], Some(MemoryKeyring::failing(KeyringError::Locked)));
    let other = locked.make_own("tombstones").unwrap();
    assert_ne!(other, secret);
    assert_eq!(locked.own_secrets("tombstones").unwrap(), std::slice::from_ref(&other));
    assert_eq!(home.keys(&[], Some(keyring)).own_secrets("tombstones").unwrap(), [secret, other]);
}
