//! Two changes of one text, made together where they touch different lines.

use std::ops::Range;

use similar::{DiffTag, TextDiff};

/// Lines that are replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hunk {
    lines: Range<usize>,
    by: String,
}

/// Returns `base` with both changes; none if they differ on a line, or on lines beside each other.
pub(super) fn merge_changes(base: &str, mine: &str, theirs: &str) -> Option<String> {
    let mut hunks = diff_hunks(base, mine);
    hunks.extend(self::diff_hunks(base, theirs));
    hunks.sort_by_key(|hunk| (hunk.lines.start, hunk.lines.end));
    hunks.dedup();
    if hunks.windows(2).any(|pair| pair[1].lines.start <= pair[0].lines.end) {
        return None;
    }
    let lines: Vec<&str> = base.split_inclusive('\n').collect();
    let (mut text, mut at) = (String::new(), 0);
    for hunk in hunks {
        text.extend(lines[at..hunk.lines.start].iter().copied());
        text.push_str(&hunk.by);
        at = hunk.lines.end;
    }
    text.extend(lines[at..].iter().copied());
    Some(text)
}

/// Returns the changes from `base` to `text`, whose lines end in line feeds; hunks that touch are
/// joined.
fn diff_hunks(base: &str, text: &str) -> Vec<Hunk> {
    let diff = TextDiff::from_lines(base, text);
    let mut hunks: Vec<Hunk> = Vec::new();
    for op in diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal) {
        let by = text.split_inclusive('\n').skip(op.new_range().start).take(op.new_range().len());
        let (lines, by) = (op.old_range(), by.collect::<String>());
        match hunks.last_mut().filter(|last| last.lines.end >= lines.start) {
            Some(last) => {
                last.lines.end = lines.end;
                last.by += &by;
            }
            None => hunks.push(Hunk { lines, by }),
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(mine: &str, theirs: &str, expect: Option<&str>) {
        const BASE: &str = "a\nb\nc\nd\ne\n";
        assert_eq!(merge_changes(BASE, mine, theirs).as_deref(), expect);
        assert_eq!(merge_changes(BASE, theirs, mine).as_deref(), expect, "the other way round");
    }

    #[test]
    fn changes_of_different_lines_are_made_together() {
        check("A\nb\nc\nd\ne\n", "a\nb\nc\nd\ne\nf\n", Some("A\nb\nc\nd\ne\nf\n"));
        check("a\nc\nd\ne\n", "a\nb\nc\nd\nE\n", Some("a\nc\nd\nE\n"));
        check("a\nb\nc\nd\ne\n", "x", Some("x"));
        check("a\nB\nc\nd\ne\n", "a\nB\nc\nd\nE\n", Some("a\nB\nc\nd\nE\n"));
    }

    #[test]
    fn changes_of_the_same_lines_are_not() {
        check("a\nB\nc\nd\ne\n", "a\nBB\nc\nd\ne\n", None);
        check("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\ne\ng\n", None);
        check("a\nB\nc\nd\ne\n", "a\nb\nC\nd\ne\n", None);
        check("", "a\nb\nC\nd\ne\n", None);
    }

    #[test]
    fn a_last_line_need_not_end() {
        assert_eq!(
            merge_changes("a\nb\nc", "A\nb\nc", "a\nb\nc\nd").as_deref(),
            Some("A\nb\nc\nd")
        );
        assert_eq!(merge_changes("", "a", ""), Some("a".to_owned()));
    }
}
