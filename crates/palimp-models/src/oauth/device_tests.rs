//! How long a code is waited for, by a clock that passes by itself.

use std::sync::Mutex;
use std::time::SystemTime;

use palimp_testing::hub_server::HubServer;
use palimp_testing::provider;

use super::*;

/// A clock that passes by itself, and knows how long it was let pass at a time.
struct Watched(Mutex<(SystemTime, Vec<u64>)>);

impl Clock for Watched {
    fn now(&self) -> SystemTime {
        self.0.lock().unwrap().0
    }

    fn sleep(&self, duration: Duration) {
        let mut watched = self.0.lock().unwrap();
        watched.0 += duration;
        watched.1.push(duration.as_secs());
    }
}

/// How long was waited at a time, and what came of it, where the provider answers so.
fn waited(answers: &[&'static str]) -> (Vec<u64>, Result<SignInSession, SignInError>) {
    let at = provider::TestProvider::start();
    at.state().answers = answers.to_vec();
    let hub = HubServer::with_provider(&at);
    let provider = SignInProvider::discover(hub.url()).unwrap().unwrap();
    let clock = Watched(Mutex::new((SystemTime::now(), Vec::new())));
    let session = provider.by_device(None).unwrap().wait(&clock);
    (clock.0.into_inner().unwrap().1, session)
}

#[test]
fn a_provider_is_asked_as_often_as_it_wants() {
    let (times, session) = waited(&["authorization_pending", "slow_down", "slow_down"]);
    assert_eq!(times, [1, 1, 6, 11]);
    assert!(session.unwrap().token().is_some());
}

#[test]
fn a_code_is_waited_for_as_long_as_it_is_good() {
    let (times, session) = waited(&["authorization_pending"; 1_000]);
    assert!(matches!(session, Err(SignInError::Late)));
    assert_eq!(times.iter().sum::<u64>(), 600);
}

#[test]
fn whoever_says_no_is_not_asked_again() {
    let (times, session) = waited(&["access_denied"]);
    assert!(matches!(session, Err(SignInError::Denied)) && times.len() == 1);
    let (_, session) = waited(&["invalid_client"]);
    assert!(session.unwrap_err().to_string().contains("invalid_client"));
}
