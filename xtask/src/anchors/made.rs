//! Rare edits made by hand to each line: it is moved, broken anew, and edited.

use palimp_note::anchor;

use super::AnchorReport;
use super::facts::LineFact;

/// Judges a fact after each of them.
pub(super) fn judge_edits(fact: &LineFact, report: &mut AnchorReport) {
    let lines: Vec<&str> = fact.text.lines().collect();
    let at = fact.line - 1;
    let edits = [
        ("made: moved", move_lines(&lines, at), false),
        ("made: indented", indent_lines(&lines), false),
        ("made: broken", break_line(&lines, at), false),
        ("made: edited", edit_line(&lines, at), true),
        ("made: removed", remove_line(&lines, at), true),
    ];
    for (what, text, is_stale) in edits {
        let Some(text) = text else { continue };
        let symbol = fact.symbol.as_deref().is_some_and(|name| !anchor::names_in(&text, &[name]));
        let verdict = fact.anchor.check_against(&text);
        report.add_verdicts(what, is_stale, [verdict.is_stale(), text != *fact.text, symbol]);
    }
}

/// Ten lines, the fact's among them, at the end of the file.
fn move_lines(lines: &[&str], at: usize) -> Option<String> {
    let (from, to) = (at.saturating_sub(5), (at + 5).min(lines.len()));
    Some([&lines[..from], &lines[to..], &lines[from..to]].concat().join("\n"))
}

fn indent_lines(lines: &[&str]) -> Option<String> {
    let deeper = |line: &&str| format!("  {}", line.replace('\t', "    "));
    Some(lines.iter().map(deeper).collect::<Vec<_>>().join("\n"))
}

/// The line broken behind its brackets and commas, as formatters do; none where it has none.
fn break_line(lines: &[&str], at: usize) -> Option<String> {
    let broken = lines[at].replace("(", "(\n").replace(", ", ",\n").replace(')', ",\n)");
    let few = broken.matches('\n').count() < 8;
    (broken != lines[at] && few).then(|| replace_line(lines, at, &[&broken]))
}

/// The longest word of the line, another one.
fn edit_line(lines: &[&str], at: usize) -> Option<String> {
    let words = lines[at].split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let word = words.max_by_key(|word| word.len()).filter(|word| word.len() > 2)?;
    Some(replace_line(lines, at, &[&lines[at].replacen(word, "another", 1)]))
}

fn remove_line(lines: &[&str], at: usize) -> Option<String> {
    Some(replace_line(lines, at, &[]))
}

fn replace_line(lines: &[&str], at: usize, new: &[&str]) -> String {
    [&lines[..at], new, &lines[at + 1..]].concat().join("\n")
}
