//! A section → the passages that may be told of it.

use std::ops::Range;

/// Maximum length of a passage, in characters; a longer one is cut between its lines.
const MAX_PASSAGE_CHARS: usize = 700;
/// Minimum length of a passage, in characters; a shorter one joins its neighbour.
const MIN_PASSAGE_CHARS: usize = 60;

/// A paragraph that leads to a list takes items along up to this length, in characters.
const MAX_LEAD_CHARS: usize = 400;

/// Returns the ranges of the passages of a section's text: paragraphs, and top-level items with
/// what is nested in them. A code fence belongs to the paragraph before it, and the first items of
/// a list to the few words that lead to it. Headings and comments belong to none.
pub(super) fn passage_ranges(text: &str) -> Vec<Range<usize>> {
    let mut passages: Vec<Range<usize>> = Vec::new();
    let mut leads = false;
    for block in split_blocks(text) {
        let item = is_item(text[block.clone()].trim_start());
        let joins = passages.last().is_some_and(|last| {
            let short = count_chars(&text[last.clone()]) < MIN_PASSAGE_CHARS
                && !is_item(&text[last.start..]);
            match item {
                true => {
                    (leads || short) && count_chars(&text[last.start..block.end]) <= MAX_LEAD_CHARS
                }
                false => short,
            }
        });
        leads = joins && item;
        match passages.last_mut().filter(|_| joins) {
            Some(last) => last.end = block.end,
            None => passages.push(block),
        }
    }
    passages.into_iter().flat_map(|block| split_long_block(text, block)).collect()
}

/// Paragraphs, with the fences behind them, and items.
fn split_blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let (mut open, mut fenced, mut end) = (false, false, 0);
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let words = line.trim();
        let fence = words.starts_with("```") || words.starts_with("~~~");
        let goes_on = fenced || fence || (line.starts_with([' ', '\t']) && !words.is_empty());
        fenced ^= fence;
        if !goes_on && (words.is_empty() || is_heading(words) || is_comment(words)) {
            open = false;
            continue;
        }
        match blocks.last_mut() {
            Some(last) if goes_on || (open && !is_item(words)) => last.end = end,
            _ => blocks.push(start..end),
        }
        open = !fence || fenced;
    }
    blocks
}

fn is_heading(line: &str) -> bool {
    let words = line.trim_start_matches('#');
    words.len() < line.len() && words.starts_with(' ')
}

fn is_comment(line: &str) -> bool {
    line.starts_with("<!--") && line.ends_with("-->")
}

fn count_chars(text: &str) -> usize {
    text.trim().chars().count()
}

fn is_item(line: &str) -> bool {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || (numbered.len() < line.len()
            && (numbered.starts_with(". ") || numbered.starts_with(") ")))
        || line.starts_with('|')
}

fn split_long_block(text: &str, block: Range<usize>) -> Vec<Range<usize>> {
    if count_chars(&text[block.clone()]) <= MAX_PASSAGE_CHARS {
        return vec![block];
    }
    let mut pieces = Vec::new();
    let mut start = block.start;
    let mut at = block.start;
    for line in text[block.clone()].split_inclusive('\n') {
        if at > start && count_chars(&text[start..at + line.len()]) > MAX_PASSAGE_CHARS {
            pieces.push(start..at);
            start = at;
        }
        at += line.len();
    }
    pieces.push(start..block.end);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let found: Vec<_> =
            passage_ranges(text).into_iter().map(|range| text[range].trim()).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn paragraphs_and_items_are_passages() {
        let long = "A paragraph that is long enough to stand alone, whatever comes behind it.";
        check(
            &format!("# Head\n\n{long}\nand goes on\n\n{long}\n"),
            &[&format!("{long}\nand goes on"), long],
        );
        check("- one\n  nested\n- two\n\nA word.\n", &["- one\n  nested", "- two", "A word."]);
        check(
            &format!("{long}\n\n```\nlet a = 1;\n\n# no heading\n```\n{long}"),
            &[&format!("{long}\n\n```\nlet a = 1;\n\n# no heading\n```"), long],
        );
    }

    #[test]
    fn few_words_that_lead_to_a_list_take_its_first_items_along() {
        check(
            "The cache\n\n- lives in Redis\n- on port 6380\n",
            &["The cache\n\n- lives in Redis\n- on port 6380"],
        );
        let item = format!("- {}", "word ".repeat(50).trim());
        check(&format!("The cache:\n{item}\n{item}\n"), &[&format!("The cache:\n{item}"), &item]);
    }

    #[test]
    fn what_is_too_long_is_cut_between_lines() {
        let line = "word ".repeat(60);
        assert_eq!(passage_ranges(&format!("{line}\n{line}\n{line}\n")).len(), 2);
    }

    proptest::proptest! {
        #[test]
        fn passages_lie_in_order_and_apart(text in "([-#`<> a\n*1.:가]|```\n|- a\n){0,60}") {
            let mut end = 0;
            for range in passage_ranges(&text) {
                proptest::prop_assert!(end <= range.start && range.start < range.end);
                end = range.end;
                let _ = &text[range];
            }
        }
    }
}
