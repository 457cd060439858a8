//! Letters within a prompt, from the greeting to the signature.

/// Beginnings of a greeting, and of the lines above it.
const GREETING_STARTS: [&str; 14] = [
    "dear ", "hi ", "hello ", "hey ", "good morning", "good afternoon", "from: ", "subject: ",
    "안녕하세요", "안녕하십니까", "수신:", "제목:", "보낸 사람:", "보낸사람:",
];
/// Lines that close a letter.
const CLOSING_LINES: [&str; 13] = [
    "regards", "best regards", "kind regards", "best", "cheers", "thanks", "thank you",
    "many thanks", "sincerely", "yours", "감사합니다", "고맙습니다", "수고하세요",
];
/// Endings of a signature in Korean.
const SIGNATURE_ENDINGS: [&str; 3] = [" 드림", " 올림", " 배상"];
/// A signature has so few words.
const MAX_SIGNATURE_WORDS: usize = 4;

/// Returns the ranges of lines that are letters: from a greeting to a closing with a signature.
pub(super) fn letter_ranges(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = (from..lines.len()).find(|&at| is_greeting(lines[at])) {
        let Some(close) = (start + 1..lines.len()).find(|&at| closes_letter(lines, at)) else {
            break;
        };
        let end = signature_end(lines, close);
        found.push((start, end));
        from = end;
    }
    found
}

fn is_greeting(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    GREETING_STARTS.iter().any(|greeting| lower.starts_with(greeting))
}

/// Returns true for a line that closes a letter, with a short name behind it.
fn closes_letter(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    let lower = line.trim_end_matches(['.', ',', '!']).to_lowercase();
    let signs = SIGNATURE_ENDINGS.iter().any(|ending| line.ends_with(ending));
    let next = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
    signs && is_short(line)
        || CLOSING_LINES.contains(&&*lower) && next.is_some_and(|it| is_signature(it))
}

fn is_short(line: &str) -> bool {
    (1..=MAX_SIGNATURE_WORDS).contains(&line.split_whitespace().count())
}

fn is_signature(line: &str) -> bool {
    // A name may have an office behind it.
    let name = line.split([',', '|']).next().unwrap_or(line);
    is_short(name) && !line.trim_end().ends_with(['?', '!', '.', ':'])
}

/// The end of the paragraph in which the signature stands.
fn signature_end(lines: &[&str], close: usize) -> usize {
    let named = (close + 1..lines.len()).find(|&at| !lines[at].trim().is_empty());
    let from = named.filter(|&at| at <= close + 2 && is_signature(lines[at])).unwrap_or(close);
    (from..lines.len()).find(|&at| lines[at].trim().is_empty()).unwrap_or(lines.len())
}
