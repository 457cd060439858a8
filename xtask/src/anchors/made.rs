//! What history does seldom, done by hand to each line: it is moved, broken anew, and edited.

use palimp_note::anchor;

use super::Report;
use super::facts::Fact;

/// Judges a fact after each of them.
pub(super) fn judge(fact: &Fact, report: &mut Report) {
    let lines: Vec<&str> = fact.text.lines().collect();
    let at = fact.line - 1;
    let edits = [
        ("made: moved", moved(&lines, at), false),
        ("made: indented", indented(&lines), false),
        ("made: broken", broken(&lines, at), false),
        ("made: edited", edited(&lines, at), true),
        ("made: removed", removed(&lines, at), true),
    ];
    for (what, text, is_stale) in edits {
        let Some(text) = text else { continue };
        let symbol = fact.symbol.as_deref().is_some_and(|name| !anchor::names_in(&text, &[name]));
        let verdict = fact.anchor.judge(&text);
        report.take(what, is_stale, [verdict.is_stale(), text != *fact.text, symbol]);
    }
}

/// Ten lines, the fact's among them, at the end of the file.
fn moved(lines: &[&str], at: usize) -> Option<String> {
    let (from, to) = (at.saturating_sub(5), (at + 5).min(lines.len()));
    Some([&lines[..from], &lines[to..], &lines[from..to]].concat().join("\n"))
}

fn indented(lines: &[&str]) -> Option<String> {
    let deeper = |line: &&str| format!("  {}", line.replace('\t', "    "));
    Some(lines.iter().map(deeper).collect::<Vec<_>>().join("\n"))
}

/// The line broken behind its brackets and commas, as formatters do; none where it has none.
fn broken(lines: &[&str], at: usize) -> Option<String> {
    let broken = lines[at].replace("(", "(\n").replace(", ", ",\n").replace(')', ",\n)");
    let few = broken.matches('\n').count() < 8;
    (broken != lines[at] && few).then(|| with(lines, at, &[&broken]))
}

/// The longest word of the line, another one.
fn edited(lines: &[&str], at: usize) -> Option<String> {
    let words = lines[at].split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let word = words.max_by_key(|word| word.len()).filter(|word| word.len() > 2)?;
    Some(with(lines, at, &[&lines[at].replacen(word, "another", 1)]))
}

fn removed(lines: &[&str], at: usize) -> Option<String> {
    Some(with(lines, at, &[]))
}

fn with(lines: &[&str], at: usize, new: &[&str]) -> String {
    [&lines[..at], new, &lines[at + 1..]].concat().join("\n")
}
