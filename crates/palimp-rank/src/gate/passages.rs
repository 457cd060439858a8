//! A section → the passages that may be told of it.

use std::ops::Range;

/// How long a passage may be, in characters, before it is cut between its lines.
const LONGEST: usize = 700;
/// A shorter one joins its neighbour.
const SHORTEST: usize = 60;

/// Where the passages of a section's text stand: paragraphs, and top-level items with what is
/// nested in them; a code fence belongs to the paragraph before it.
pub(super) fn passages(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    let mut fenced = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let trimmed = line.trim();
        let fence = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        if fenced || fence {
            match blocks.last_mut() {
                Some(last) => last.end = end,
                None => blocks.push(start..end),
            }
            if fence {
                fenced = !fenced;
            }
            open = !fence || fenced;
            continue;
        }
        if trimmed.is_empty() {
            open = false;
            continue;
        }
        let heading = trimmed.starts_with('#') && trimmed.trim_start_matches('#').starts_with(' ');
        let comment = trimmed.starts_with("<!--") && trimmed.ends_with("-->");
        if heading || comment {
            open = false;
            continue;
        }
        let nested = line.starts_with([' ', '\t']);
        let item = is_item(trimmed);
        let begins = match blocks.last() {
            None => true,
            Some(_) if nested => false,
            Some(_) => !open || item,
        };
        if begins {
            blocks.push(start..end);
        } else if let Some(last) = blocks.last_mut() {
            last.end = end;
        }
        open = true;
    }
    let mut merged: Vec<Range<usize>> = Vec::new();
    for block in blocks {
        let item = is_item(text[block.clone()].trim_start());
        match merged.last_mut() {
            Some(last) if !item && chars(&text[last.clone()]) < SHORTEST => last.end = block.end,
            _ => merged.push(block),
        }
    }
    merged.into_iter().flat_map(|block| cut(text, block)).collect()
}

fn chars(text: &str) -> usize {
    text.trim().chars().count()
}

fn is_item(line: &str) -> bool {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || (numbered.len() < line.len()
            && (numbered.starts_with(". ") || numbered.starts_with(") ")))
        || line.starts_with('|')
}

fn cut(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    if chars(&text[block.clone()]) <= LONGEST {
        return vec![block];
    }
    let mut pieces = Vec::new();
    let mut start = block.start;
    let mut at = block.start;
    for line in text[block.clone()].split_inclusive('\n') {
        if at > start && chars(&text[start..at + line.len()]) > LONGEST {
            pieces.push(start..at);
            start = at;
        }
        at += line.len();
    }
    pieces.push(start..block.end);
    pieces
}
