//! Signing in by a hub's provider: with a browser here and elsewhere, for how long, and what goes wrong.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Stdio};

use palimp_testing::Machine;
use palimp_testing::hub_server::{DEFAULT_HUB_TOKEN, HubServer};
use palimp_testing::provider::{TestProvider, follow_redirects};
use serde_json::json;

use super::kept;
use crate::machine;

/// A login that waits for a browser.
struct Login {
    child: Child,
    said: BufReader<ChildStderr>,
    /// Where the browser is to go.
    address: String,
    before: String,
}

impl Login {
    fn begin(machine: &Machine, hub: &HubServer, more: &[&str]) -> Login {
        let mut command = machine.command([&["hub", "login", hub.url()], more].concat());
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut before = String::new();
        let address = loop {
            let mut line = String::new();
            assert!(said.read_line(&mut line).unwrap() > 0, "{before}");
            before.push_str(&line);
            if let Some(address) = line.trim().strip_prefix("http") {
                break format!("http{address}");
            }
        };
        Login { child, said, address, before }
    }

    /// What it said on both ways, and with which code it ended.
    fn end(mut self) -> (Option<i32>, String) {
        let mut said = self.before;
        self.said.read_to_string(&mut said).unwrap();
        self.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

fn by_browser(machine: &Machine, hub: &HubServer) -> (Option<i32>, String) {
    let login = Login::begin(machine, hub, &[]);
    follow_redirects(&login.address);
    login.end()
}

/// Looks that nothing of what the provider gave was said, or stands anywhere but with the keys.
fn is_secret(machine: &Machine, provider: &TestProvider, said: &str) {
    let keys = machine.home().join("keys.json");
    for token in &provider.state().given {
        assert!(!said.contains(token.as_str()), "{said}");
        assert!(machine.files_with(token).iter().all(|path| *path == keys));
    }
}

#[test]
fn a_browser_signs_in_and_comes_back() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    hub.approve("s-org", "m1", "The walrus pool is filled at dawn.");
    let login = Login::begin(&machine, &hub, &[]);
    let page = follow_redirects(&login.address);
    assert!(page.contains("200 OK") && page.contains("close this page"), "{page}");
    let (code, said) = login.end();
    assert!(code == Some(0) && said.contains("logged in to acme as ana"), "{said}");
    assert!(said.contains(provider.url()) && said.contains("1 approved fact"), "{said}");
    is_secret(&machine, &provider, &said);
    let asked = provider.state().last_form("/authorize");
    assert_eq!(
        (asked["resource"].as_str(), asked["client_id"].as_str()),
        (hub.url(), "registered")
    );
    assert_eq!(
        (asked["code_challenge_method"].as_str(), asked["scope"].as_str()),
        ("S256", "openid offline_access")
    );
    assert!(asked["redirect_uri"].starts_with("http://127.0.0.1:"));
    assert_eq!(provider.state().last_form("/token")["resource"], hub.url());
    assert_eq!(machine.run_json(&["hub", "pull"])[0]["org"], "acme");
    use std::os::unix::fs::PermissionsExt;
    let keys = fs::metadata(machine.home().join("keys.json")).unwrap();
    assert_eq!(keys.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_browser_elsewhere_is_given_a_code() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    hub.org().client = Some("palimp-cli".to_owned());
    provider.state().answers = vec!["authorization_pending"];
    let (code, said) = Login::begin(&machine, &hub, &["--device"]).end();
    assert!(code == Some(0) && said.contains("logged in to acme as ana"), "{said}");
    assert!(
        said.contains("WDJB-MJHT") && said.contains(&format!("{}/enter", provider.url())),
        "{said}"
    );
    assert_eq!(provider.state().last_form("/device")["client_id"], "palimp-cli", "as the hub says");
    assert_eq!(provider.state().last_form("/token")["resource"], hub.url());
    is_secret(&machine, &provider, &said);
}

#[test]
fn who_is_not_let_in_is_told_why_and_keeps_nothing() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    let fails = |said: (Option<i32>, String), why: &str| {
        assert!(said.0 == Some(1) && said.1.contains(why), "{why}: {}", said.1);
        is_secret(&machine, &provider, &said.1);
        assert!(!machine.home().join("keys.json").exists() && kept(&machine).is_empty());
    };
    provider.state().state = Some("another".to_owned());
    fails(by_browser(&machine, &hub), "answer belongs to another request");
    provider.state().state = None;
    provider.state().issuer = Some("http://127.0.0.1:9".to_owned());
    fails(by_browser(&machine, &hub), "answer belongs to another request");
    assert!(provider.state().last_form("/token").is_empty(), "the code went nowhere");
    provider.state().issuer = None;
    provider.state().denies = true;
    fails(by_browser(&machine, &hub), "was denied");
    provider.state().denies = false;
    for (answer, why) in [("access_denied", "was denied"), ("expired_token", "timed out")] {
        provider.state().answers = vec![answer];
        fails(Login::begin(&machine, &hub, &["--device"]).end(), why);
    }
    // A token for another hub is none here.
    provider.state().audience = Some("https://hub.other.example".to_owned());
    fails(by_browser(&machine, &hub), "does not know this account");
}

#[test]
fn nobody_signs_in_where_others_could_listen_or_names_differ() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    let fails = |about: serde_json::Value, args: &[&str], why: &str| {
        provider.state().about = about;
        let run = machine.run([&["hub", "login", hub.url()], args].concat());
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(1) && said.contains(why), "{why}: {said}");
    };
    fails(json!({ "token_endpoint": "http://id.example/token" }), &[], "unencrypted");
    fails(json!({ "token_endpoint": "http://10.0.0.5/token" }), &[], "is not https");
    fails(json!({ "authorization_endpoint": "file:///etc/passwd" }), &[], "cannot sign in at");
    fails(json!({ "issuer": "https://id.other.example" }), &[], "identifies itself as");
    fails(json!({ "code_challenge_methods_supported": ["plain"] }), &[], "--device");
    fails(json!({ "device_authorization_endpoint": null }), &["--device"], "without `--device`");
    fails(json!({ "registration_endpoint": null }), &[], "--client-id ID");
    fails(json!({ "token_endpoint": 5 }), &[], "unexpected answer of the provider");
    hub.org().resource = "https://hub.other.example".to_owned();
    fails(json!({}), &[], "https://hub.other.example");
    assert!(!machine.home().join("keys.json").exists());
}

#[test]
fn a_token_that_is_over_is_refreshed_until_the_provider_has_enough() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    provider.state().lives = 0;
    assert_eq!(by_browser(&machine, &hub).0, Some(0));
    let refreshed = |machine: &Machine| {
        machine.run_ok(["hub", "pull"]);
        provider.state().last_form("/token")["refresh_token"].clone()
    };
    let first = refreshed(&machine);
    assert_ne!(first, refreshed(&machine), "what refreshes is good once, and the next one is kept");
    provider.state().lives = 300;
    machine.run_ok(["hub", "pull"]);
    let asked = provider.state().forms.len();
    machine.run_ok(["hub", "pull"]);
    assert_eq!(provider.state().forms.len(), asked, "one that is good is not asked for anew");
    provider.state().lives = 0;
    provider.state().ended = true;
    let keys = fs::read_to_string(machine.home().join("keys.json")).unwrap();
    let until = keys.find("until").unwrap();
    let digits = keys[until..].find(|c: char| c.is_ascii_digit()).unwrap() + until;
    let over = format!("{}1{}", &keys[..digits], &keys[digits + 10..]);
    fs::write(machine.home().join("keys.json"), over).unwrap();
    let run = machine.run(["hub", "pull"]);
    let said = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
    let again = format!("palimp hub login {}", hub.url());
    assert!(run.status.code() == Some(1) && said.contains(&again), "{said}");
    assert!(said.contains("invalid_grant"), "{said}");
    is_secret(&machine, &provider, &said);
    let mut korean = machine.command(["hub", "pull"]);
    let run = korean.env("PALIMP_LANG", "ko").output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(said.contains("로그인이 끝났습니다") && said.contains(&again), "{said}");
}

#[test]
fn who_logs_out_gives_back_what_she_was_given() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    assert_eq!(by_browser(&machine, &hub).0, Some(0));
    let run = machine.run(["hub", "logout"]);
    let said = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
    assert!(
        run.status.success() && said.contains("Asked the provider to revoke its tokens"),
        "{said}"
    );
    let mut given = provider.state().given.clone();
    let mut revoked = provider.state().revoked.clone();
    given.sort();
    revoked.sort();
    assert_eq!(given, revoked);
    assert!(given.iter().all(|token| machine.files_with(token).is_empty()));
    // A provider that is away keeps nobody from going.
    provider.state().about = json!({ "revocation_endpoint": "http://127.0.0.1:9/revoke" });
    assert_eq!(by_browser(&machine, &hub).0, Some(0));
    let run = machine.run(["hub", "logout"]);
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.success() && said.contains("stay valid until they expire"), "{said}");
}

#[test]
fn a_token_of_the_hubs_own_goes_on_being_good_beside_a_provider() {
    let (provider, machine) = (TestProvider::start(), machine());
    let hub = HubServer::with_provider(&provider);
    super::login(&machine, &hub);
    assert!(provider.state().forms.is_empty() && machine.files_with(DEFAULT_HUB_TOKEN).len() == 1);
    let bare = HubServer::start();
    let run = machine.run(["hub", "login", bare.url(), "--device"]);
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(1) && said.contains("no sign-in provider"), "{said}");
}
