//! A prompt → the questions that it may hold.

/// A part of a prompt that is asked by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptSegment {
    /// Text of the segment.
    pub text: String,
    /// True if only its identifiers count.
    pub code: bool,
}

/// A sentence longer than this, in words, is also cut at clauses.
const MAX_SENTENCE_WORDS: usize = 14;
/// One longer than this is cut into windows.
const MAX_SEGMENT_WORDS: usize = 36;
const WINDOW_WORDS: usize = 28;
/// Neighbours are asked together up to this many words.
const MAX_PAIR_WORDS: usize = 30;
/// Maximum number of segments: of sentences, and of pairs.
const MAX_SENTENCES: usize = 40;
const MAX_PAIRS: usize = 20;

/// Splits a prompt into its segments.
pub fn split_prompt(prompt: &str) -> Vec<PromptSegment> {
    let (prose, code) = split_code(prompt);
    let mut sentences: Vec<String> = Vec::new();
    for paragraph in &prose {
        for sentence in sentences_of(paragraph) {
            split_sentence(&sentence, &mut sentences);
        }
    }
    if sentences.len() > MAX_SENTENCES {
        let tail = sentences.split_off(sentences.len() - MAX_SENTENCES / 2);
        sentences.truncate(MAX_SENTENCES / 2);
        sentences.extend(tail);
    }
    let mut pairs = Vec::new();
    for two in sentences.windows(2) {
        if count_words(&two[0]) + count_words(&two[1]) <= MAX_PAIR_WORDS {
            pairs.push(format!("{} {}", two[0], two[1]));
        }
    }
    pairs.truncate(MAX_PAIRS);
    let mut all: Vec<PromptSegment> = sentences
        .into_iter()
        .chain(pairs)
        .map(|text| PromptSegment { text, code: false })
        .collect();
    if !code.is_empty() {
        all.push(PromptSegment { text: code.join(" "), code: true });
    }
    all
}

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Prose by paragraphs, and the lines that are code, a log or paths.
fn split_code(prompt: &str) -> (Vec<String>, Vec<String>) {
    let mut prose = vec![String::new()];
    let mut code = Vec::new();
    let (mut fenced, mut goes_on) = (false, false);
    for line in prompt.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        let line: String = without_urls(trimmed);
        if fenced || goes_on || is_code(&line) {
            // A command goes on behind a backslash.
            goes_on = trimmed.ends_with('\\');
            code.push(line);
        } else if line.is_empty() || is_item(&line) {
            prose.push(line);
        } else {
            let last = prose.last_mut().expect("never empty");
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(&line);
        }
    }
    prose.retain(|paragraph| !paragraph.is_empty());
    (prose, code)
}

fn is_item(line: &str) -> bool {
    line.starts_with(['-', '*', '#', '>', '+'])
        || line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')'])
}

fn without_urls(line: &str) -> String {
    let is_url = |word: &&str| !(word.contains("://"));
    let kept: Vec<&str> = line.split_whitespace().filter(is_url).collect();
    kept.join(" ")
}

/// Returns true if a line is not a sentence: less than 62 % letters, or it looks like code, a log
/// or a path.
fn is_code(line: &str) -> bool {
    let chars = line.chars().filter(|c| !c.is_whitespace()).count();
    if chars < 8 {
        return false;
    }
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let share = letters as f32 / chars as f32;
    let ends = line.ends_with(['{', '}', ';']) || line.ends_with("=>");
    let begins =
        ["$ ", "> ", "at ", "+ ", "import ", "const ", "let ", "def ", "fn ", "func ", "return "]
            .iter()
            .any(|start| line.starts_with(start));
    let path = count_words(line) == 1 && line.contains('/');
    share < 0.62 || ends || path || (begins && share < 0.75) || is_typed(line) || is_logged(line)
}

/// Returns true if a line was typed at a shell prompt, is an option of such a command, or a row of
/// JSON.
fn is_typed(line: &str) -> bool {
    const SHELL_PROMPT_CHARS: [char; 3] = ['❯', '➜', '»'];
    let option = line.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic));
    let row = line.starts_with('"') && line.contains("\":");
    line.starts_with(SHELL_PROMPT_CHARS) || option || row
}

/// Returns true if a program logged a line: it has a time, or gives values to several keys.
fn is_logged(line: &str) -> bool {
    let key =
        |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let is_pair = |word: &&str| word.split_once('=').is_some_and(|(name, _)| key(name));
    let says_when = line.split_whitespace().take(2).any(|word| {
        let mut parts = word.split(':').map(|part| part.bytes().filter(u8::is_ascii_digit).count());
        word.trim_start_matches('[').starts_with(|c: char| c.is_ascii_digit())
            && parts.by_ref().take(3).filter(|digits| *digits >= 2).count() == 3
    });
    says_when || line.split_whitespace().filter(is_pair).count() >= 2
}

fn sentences_of(paragraph: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut chars = paragraph.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends = match c {
            '.' | '!' | '?' => chars.peek().is_none_or(|(_, next)| next.is_whitespace()),
            '。' | '？' | '！' | '\n' => true,
            _ => false,
        };
        if ends {
            let end = at + c.len_utf8();
            push_trimmed(&paragraph[start..end], &mut sentences);
            start = end;
        }
    }
    push_trimmed(&paragraph[start..], &mut sentences);
    sentences
}

fn push_trimmed(text: &str, into: &mut Vec<String>) {
    let text = text.trim();
    if !text.is_empty() {
        into.push(text.to_owned());
    }
}

/// Cuts a sentence that is too long to be one question.
fn split_sentence(sentence: &str, into: &mut Vec<String>) {
    let count = count_words(sentence);
    if count <= MAX_SENTENCE_WORDS {
        return push_trimmed(sentence, into);
    }
    let mut parts = Vec::new();
    let mut rest = sentence;
    while let Some(at) = clause_boundary(rest) {
        let (head, tail) = rest.split_at(at);
        parts.push(head);
        rest = &tail[1..];
    }
    parts.push(rest);
    for part in parts {
        let list: Vec<&str> = part.split_whitespace().collect();
        if list.len() <= MAX_SEGMENT_WORDS {
            push_trimmed(part, into);
            continue;
        }
        let mut at = 0;
        while at < list.len() {
            let end = (at + WINDOW_WORDS).min(list.len());
            into.push(list[at..end].join(" "));
            if end == list.len() {
                break;
            }
            at += WINDOW_WORDS / 2;
        }
    }
}

/// The comma before a word that begins a clause.
fn clause_boundary(text: &str) -> Option<usize> {
    const CLAUSE_STARTERS: [&str; 16] = [
        "and", "but", "what", "how", "so", "then", "because", "which", "why", "when", "where",
        "if", "or", "can", "also", "with",
    ];
    text.match_indices([',', ';', ':']).map(|(at, _)| at).find(|&at| {
        let next = text[at + 1..].split_whitespace().next().unwrap_or("");
        let head = count_words(&text[..at]);
        head >= 4
            && (text[at..].starts_with(';')
                || CLAUSE_STARTERS.contains(&next.to_lowercase().as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(prompt: &str, expect: &[&str]) {
        let found = split_prompt(prompt);
        let found: Vec<_> = found.iter().map(|segment| segment.text.as_str()).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn a_prompt_is_its_sentences_and_pairs_of_them() {
        check("Which port?", &["Which port?"]);
        check(
            "Thanks. Which port? 배포는 언제 해?",
            &[
                "Thanks.",
                "Which port?",
                "배포는 언제 해?",
                "Thanks. Which port?",
                "Which port? 배포는 언제 해?",
            ],
        );
    }

    #[test]
    fn a_long_sentence_is_cut_at_its_clauses() {
        let long = "please take the retry logic out of the client, and move it into the shared queue worker instead";
        assert!(
            split_prompt(long)
                .iter()
                .any(|segment| segment.text == "please take the retry logic out of the client")
        );
    }

    #[test]
    fn code_and_addresses_are_no_sentences() {
        let found = split_prompt(
            "Why?\n```\nlet a = b;\n```\nat src/main.rs:10:5\nsee https://a.example/b",
        );
        let code: Vec<_> = found.iter().filter(|segment| segment.code).collect();
        assert_eq!(code.len(), 1);
        assert!(code[0].text.contains("let a = b;"), "{found:?}");
        assert!(found.iter().all(|segment| !segment.text.contains("https")), "{found:?}");
    }

    #[test]
    fn what_was_typed_or_logged_is_no_sentence() {
        for code in [
            "❯ go run ./cmd/tool replicate \\\n    all of the source",
            "--skip the checks of certificates",
            "\"operation\": \"replicate everything\",",
            "[13:45:04] the batch was planned",
            "2026-04-15T13:45:04+02:00 the batch was planned",
            "the batch was planned branches=152 kind=full",
        ] {
            assert!(split_prompt(code).iter().all(|segment| segment.code), "{code}");
        }
        for prose in [
            "why does 13:45 come twice in the calendar",
            "set the width=40 there, please",
            "-- and now the other one",
        ] {
            assert!(split_prompt(prose).iter().all(|segment| !segment.code), "{prose}");
        }
    }

    #[test]
    fn a_prompt_asks_no_more_than_so_often() {
        let many = "Is this one of many questions? ".repeat(500);
        assert!(split_prompt(&many).len() <= MAX_SENTENCES + MAX_PAIRS);
    }

    proptest::proptest! {
        #[test]
        fn every_text_is_cut(prompt in "(?s).{0,300}") {
            split_prompt(&prompt);
        }
    }
}
