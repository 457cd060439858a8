//! Patch of the lines that are removed from notes; it could be applied in reverse.

use palimp_engine::erasure::forget::MatchedLine;

/// The lines that go, and those that lose a name, note by note.
pub(super) fn of_passages(passages: &[MatchedLine]) -> Vec<String> {
    let mut diff = Vec::new();
    let mut rest = passages;
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|it| it.path == first.path).count();
        let (of_note, others) = rest.split_at(same);
        rest = others;
        diff.push(format!("--- {}", first.path));
        diff.push(format!("+++ {}", first.path));
        push_hunks(of_note, &mut diff);
    }
    diff
}

/// A whole note that goes.
pub(super) fn of_note(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    let head =
        [format!("--- {path}"), "+++ /dev/null".to_owned(), format!("@@ -1,{lines} +0,0 @@")];
    head.into_iter().chain(text.lines().map(|line| format!("-{line}"))).collect()
}

fn push_hunks(of_note: &[MatchedLine], diff: &mut Vec<String>) {
    let mut gone = 0;
    let mut rest = of_note;
    while let Some(first) = rest.first() {
        let run = (0..).zip(rest).take_while(|(at, it)| it.line == first.line + at).count();
        let (lines, others) = rest.split_at(run);
        rest = others;
        let stays: Vec<&String> = lines.iter().filter_map(|it| it.becomes.as_ref()).collect();
        // A side without lines is numbered by the line before.
        let start = first.line - gone - usize::from(stays.is_empty());
        diff.push(format!("@@ -{},{run} +{start},{} @@", first.line, stays.len()));
        diff.extend(lines.iter().map(|it| format!("-{}", it.whole)));
        diff.extend(stays.iter().map(|it| format!("+{it}")));
        gone += run - stays.len();
    }
}

#[cfg(test)]
mod tests {
    use palimp_core::author::AuthorKind;

    use super::*;

    fn passage(path: &str, line: usize) -> MatchedLine {
        let whole = format!("line {line}");
        let (path, text) = (path.to_owned(), whole.clone());
        MatchedLine { path, line, text, author: AuthorKind::User, becomes: None, whole }
    }

    #[test]
    fn neighbours_are_one_hunk_and_later_ones_have_moved_up() {
        let passages =
            [passage("a.md", 3), passage("a.md", 4), passage("a.md", 9), passage("b.md", 1)];
        assert_eq!(
            of_passages(&passages),
            [
                "--- a.md", "+++ a.md", "@@ -3,2 +2,0 @@", "-line 3", "-line 4", "@@ -9,1 +6,0 @@",
                "-line 9", "--- b.md", "+++ b.md", "@@ -1,1 +0,0 @@", "-line 1"
            ]
        );
        let named = MatchedLine { becomes: Some("less".to_owned()), ..passage("a.md", 4) };
        assert_eq!(
            of_passages(&[passage("a.md", 3), named, passage("a.md", 9)])[2..],
            ["@@ -3,2 +3,1 @@", "-line 3", "-line 4", "+less", "@@ -9,1 +7,0 @@", "-line 9"]
        );
        assert_eq!(
            of_note("a.md", "x\ny\n"),
            ["--- a.md", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-x", "-y"]
        );
    }
}
