//! Ground truth about a line's fate, by git and the words of the file, and no hash.

use std::collections::HashMap;

use super::facts::LineFact;
use super::git::GitRepository;

/// The lines of a file at a commit, and where each comes from.
pub(super) struct Truth {
    /// By the commit that wrote a line and its number there, its number now.
    lines: HashMap<(String, usize), usize>,
    /// The words and marks of each line.
    tokens: Vec<Vec<String>>,
}

/// Position of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePosition {
    pub(super) line: usize,
    /// True if the line is broken differently.
    pub(super) broken: bool,
}

impl Truth {
    /// Asks git who wrote each line, white space and moves within the file left aside.
    pub(super) fn from_blame(
        repository: &GitRepository,
        commit: &str,
        path: &str,
        text: &str,
    ) -> Result<Truth, String> {
        let args = ["blame", "--first-parent", "-w", "-M", "--porcelain", commit, "--", path];
        let blame = repository.run_git(&args).unwrap_or_default();
        let mut lines = HashMap::new();
        for head in blame.lines().filter(|line| !line.starts_with('\t')) {
            let mut parts = head.split(' ');
            let (Some(by), Some(Ok(then)), Some(Ok(now))) =
                (parts.next(), parts.next().map(str::parse), parts.next().map(str::parse::<usize>))
            else {
                continue;
            };
            if by.len() == 40 {
                lines.insert((by.to_owned(), then), now);
            }
        }
        Ok(Truth { lines, tokens: text.lines().map(line_tokens).collect() })
    }

    /// Returns the position of a fact's line, if it still exists: git still knows it as one line,
    /// or its words and marks occur in their order, from the beginning of a line to the end of one.
    /// Changed lines around it do not matter.
    pub(super) fn line_of(&self, fact: &LineFact) -> Option<LinePosition> {
        let said = line_tokens(&fact.statement);
        let known = self.lines.get(&(fact.commit.clone(), fact.line)).copied();
        if let Some(line) = known.filter(|line| self.tokens.get(line - 1) == Some(&said)) {
            return Some(LinePosition { line, broken: false });
        }
        let near = |line: &usize| line.abs_diff(fact.line);
        let line =
            (0..self.tokens.len()).filter(|at| self.says_at(*at, &said)).min_by_key(near)? + 1;
        Some(LinePosition { line, broken: true })
    }

    fn says_at(&self, at: usize, said: &[String]) -> bool {
        let mut left = said;
        for line in self.tokens[at..].iter().take(10) {
            match left.strip_prefix(line.as_slice()) {
                Some(rest) if !line.is_empty() || left.len() < said.len() => left = rest,
                _ => return false,
            }
            if left.is_empty() {
                return true;
            }
        }
        false
    }
}

/// The words and marks of a line, without those that a formatter adds and takes away.
fn line_tokens(line: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in line.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        tokens.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        if !c.is_whitespace() && !",;(){}'\"`".contains(c) {
            tokens.push(c.to_string());
        }
    }
    tokens.extend((!word.is_empty()).then_some(word));
    tokens
}
