//! A fetch stays within its bounds.

use std::fs;
use std::time::Duration;

use palimp_team::Error;
use palimp_team::git::{Bounds, TeamRepository};

use crate::team::{FACT, Team};

fn bounds(bytes: u64, time: Duration) -> Bounds {
    Bounds { bytes, time }
}

/// A remote whose branch `main` holds a blob of `size` bytes that do not compress.
fn remote(size: usize) -> Team {
    let team = Team::new();
    let mut state = 1_u64;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'!' + (state >> 33) as u8 % 90)
    });
    let text: String = noise.take(size).collect();
    let tip = team.propose(&[("100644", FACT, Some(&text))], "ben");
    team.git(&["update-ref", "refs/heads/main", &tip.to_string()], "");
    team
}

fn fetched(team: &Team, bounds: Bounds) -> (Result<(), Error>, usize) {
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path().join("home.git");
    let repository = TeamRepository::create(&home).unwrap();
    let fetched = repository.fetch_within(team.repository().to_str().unwrap(), bounds);
    let left = fs::read_dir(home.join("objects/pack")).map_or(0, Iterator::count);
    (fetched, left)
}

#[test]
fn what_is_within_the_bounds_comes() {
    let (fetched, left) = fetched(&remote(10), Bounds::default());
    assert!(fetched.is_ok() && left > 0, "{fetched:?}");
}

#[test]
fn a_huge_blob_is_stopped_and_leaves_nothing() {
    let (fetched, left) = fetched(&remote(24 << 20), bounds(1 << 20, Duration::from_secs(60)));
    let said = fetched.unwrap_err().to_string();
    assert!(said.contains("stopped fetching"), "{said}");
    assert_eq!(left, 0);
}

#[test]
fn a_fetch_that_takes_too_long_is_stopped() {
    let (fetched, left) = fetched(&remote(8 << 20), bounds(u64::MAX, Duration::ZERO));
    assert!(matches!(fetched, Err(Error::Bounds { .. })), "{fetched:?}");
    assert_eq!(left, 0);
}
