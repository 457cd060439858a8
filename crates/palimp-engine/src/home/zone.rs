//! The user's time zone, for whoever has no time to look for it.

use std::path::{Component, Path, PathBuf};

use jiff::tz::TimeZone;

/// The user's time zone, read from its one file. Looking it up by name takes a look at all the others
/// first, hundreds of them.
pub fn local_zone() -> TimeZone {
    let file = match std::env::var_os("TZ") {
        None => Some(PathBuf::from("/etc/localtime")),
        Some(name) => zone_file(Path::new(&name)),
    };
    file.and_then(|file| read_zone(&file)).unwrap_or_else(TimeZone::system)
}

/// Returns the user's day of a moment in milliseconds since the Unix epoch: `2026-11-20`.
pub(crate) fn local_day(at: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(at).unwrap_or_default();
    moment.to_zoned(local_zone()).strftime("%Y-%m-%d").to_string()
}

/// The file of a zone like `Asia/Seoul`; none for what is written in other ways.
fn zone_file(name: &Path) -> Option<PathBuf> {
    let plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    let is_name = plain && !name.as_os_str().is_empty();
    is_name.then(|| Path::new("/usr/share/zoneinfo").join(name))
}

fn read_zone(file: &Path) -> Option<TimeZone> {
    TimeZone::tzif("local", &palimp_files::read(file).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_found_by_its_name_alone() {
        assert_eq!(
            zone_file(Path::new("Asia/Seoul")).unwrap(),
            Path::new("/usr/share/zoneinfo/Asia/Seoul")
        );
        for other in ["", "/etc/passwd", "../x", ":Asia/Seoul"] {
            let found = zone_file(Path::new(other));
            assert!(found.is_none_or(|file| read_zone(&file).is_none()), "{other}");
        }
    }

    #[test]
    fn the_local_zone_is_that_of_the_system() {
        for at in ["1999-12-31T23:00:00Z", "2026-07-01T00:00:00Z", "2026-11-22T09:00:00Z"] {
            let at: jiff::Timestamp = at.parse().unwrap();
            assert_eq!(local_zone().to_offset(at), TimeZone::system().to_offset(at));
        }
    }
}
