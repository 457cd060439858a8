//! What a note is to ranking, by where it lies.

use palimp_note::NotePath;
use palimp_note::page::is_page;
use palimp_rank::Kind;

/// The kind of a note by its path, for ranking.
pub(super) fn kind_of(note: &NotePath) -> Kind {
    let path = note.as_str();
    let (first, rest) = path.split_once('/').unwrap_or(("", path));
    match first {
        "" if rest.eq_ignore_ascii_case("MEMORY.md") => Kind::Core,
        "" if rest.eq_ignore_ascii_case("profile.md") => Kind::Lasting,
        // What is never told is not found unasked either.
        "" if rest.eq_ignore_ascii_case("never.md") => Kind::Archive,
        "shared" | "semantic" | "procedures" => Kind::Lasting,
        _ if is_page(note) => Kind::Lasting,
        "memory" if starts_with_date(rest) => Kind::Daily,
        "episodes" => Kind::Episode,
        "archive" => Kind::Archive,
        _ => Kind::Note,
    }
}

fn starts_with_date(name: &str) -> bool {
    let date = name.as_bytes().iter().take(10);
    name.len() > 10
        && date.enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_rank_by_where_they_lie() {
        let kind = |path: &str| kind_of(&NotePath::new(path).unwrap());
        assert_eq!(kind("MEMORY.md"), Kind::Core);
        assert_eq!(kind("memory/2026-11-21.md"), Kind::Daily);
        assert_eq!(kind("memory/2026-11-21-결정.md"), Kind::Daily);
        assert_eq!(kind("memory/ideas.md"), Kind::Note);
        assert_eq!(kind("episodes/live/2026-11-21.md"), Kind::Episode);
        assert_eq!(kind("shared/soul.md"), Kind::Lasting);
        assert_eq!(kind("profile.md"), Kind::Lasting);
        assert_eq!(kind("projects/shop.md"), Kind::Lasting);
        assert_eq!(kind("archive/MEMORY.md"), Kind::Archive);
        assert_eq!(kind("project/MEMORY.md"), Kind::Note);
    }
}
