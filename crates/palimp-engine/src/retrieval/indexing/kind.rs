//! Maps the path of a note to its kind for ranking.

use palimp_note::NotePath;
use palimp_note::page::is_page;
use palimp_rank::ChunkKind;

/// The kind of a note by its path, for ranking.
pub(super) fn kind_of(note: &NotePath) -> ChunkKind {
    let path = note.as_str();
    let (first, rest) = path.split_once('/').unwrap_or(("", path));
    match first {
        "" if rest.eq_ignore_ascii_case("MEMORY.md") => ChunkKind::Core,
        "" if rest.eq_ignore_ascii_case("profile.md") => ChunkKind::Lasting,
        // What is never told is not found unasked either.
        "" if rest.eq_ignore_ascii_case("never.md") => ChunkKind::Archive,
        "shared" | "semantic" | "procedures" => ChunkKind::Lasting,
        _ if is_page(note) => ChunkKind::Lasting,
        "memory" if starts_with_date(rest) => ChunkKind::Daily,
        "episodes" => ChunkKind::Episode,
        "archive" => ChunkKind::Archive,
        _ => ChunkKind::Note,
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
        assert_eq!(kind("MEMORY.md"), ChunkKind::Core);
        assert_eq!(kind("memory/2026-11-21.md"), ChunkKind::Daily);
        assert_eq!(kind("memory/2026-11-21-결정.md"), ChunkKind::Daily);
        assert_eq!(kind("memory/ideas.md"), ChunkKind::Note);
        assert_eq!(kind("episodes/live/2026-11-21.md"), ChunkKind::Episode);
        assert_eq!(kind("shared/soul.md"), ChunkKind::Lasting);
        assert_eq!(kind("profile.md"), ChunkKind::Lasting);
        assert_eq!(kind("projects/shop.md"), ChunkKind::Lasting);
        assert_eq!(kind("archive/MEMORY.md"), ChunkKind::Archive);
        assert_eq!(kind("project/MEMORY.md"), ChunkKind::Note);
    }
}
