//! Identifiers that name one matter wherever they are said: issues, advisories, tickets, commits.

/// Identifiers that are read of one text.
const MAX_IDENTIFIERS: usize = 8;
/// Path segments before the number of an issue or a change.
const NUMBERED_SEGMENTS: [&str; 6] =
    ["issues", "pull", "pulls", "merge_requests", "discussions", "work_items"];
/// Beginnings of names that look like tickets: `UTF-8`.
const STANDARD_PREFIXES: [&str; 14] =
    ["UTF", "SHA", "ISO", "RFC", "HTTP", "AES", "MD", "RSA", "GPT", "ES", "IPV", "USB", "PEP", "X"];
/// The fewest digits of a number that stands alone, `#531`, and letters of a commit's hash.
const MIN_DIGITS: usize = 3;
const MIN_HASH: usize = 7;

/// Returns the identifiers of a text without what links have around them, each once:
/// `GHSA-fwjx-9p69-h25h`, `SHOP-412`, `7714` of `#7714` and of a link to an issue, a commit's hash.
///
/// ```
/// use palimp_rank::relevance_threshold::extract_identifiers;
///
/// let said = "see https://github.com/a/b/issues/7714, SHOP-412 and UTF-8";
/// assert_eq!(extract_identifiers(said), ["7714", "SHOP-412"]);
/// ```
pub fn extract_identifiers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || "()[]<>\"'`,;".contains(c)) {
        let named = match word.contains("://") {
            true => of_link(word),
            false => of_word(word),
        };
        if let Some(name) = named.filter(|name| !found.iter().any(|known| known == name)) {
            found.push(name.to_owned());
        }
        if found.len() == MAX_IDENTIFIERS {
            break;
        }
    }
    found
}

/// Returns a text without its links: their words are those of a host and a project.
pub fn without_links(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.find("://") {
        Some(at) => {
            &word[..word[..at].rfind(|c: char| !c.is_alphanumeric()).map_or(0, |it| it + 1)]
        }
        None => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

fn of_link(link: &str) -> Option<&str> {
    let path = link.split(['?', '#']).next().unwrap_or(link).trim_end_matches(['.', '/', ':']);
    let mut segments = path.rsplit('/');
    let (last, before) = (segments.next()?, segments.next()?);
    let is_number =
        NUMBERED_SEGMENTS.contains(&before) && last.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Some(last) } else { of_word(last) }
}

fn of_word(word: &str) -> Option<&str> {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    if let Some(number) = word.strip_prefix('#') {
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        return (is_number && number.len() >= MIN_DIGITS).then_some(number);
    }
    (is_ticket(word) || is_hash(word)).then_some(word)
}

/// `SHOP-412`, `CVE-2026-1234`, `GHSA-fwjx-9p69-h25h`
fn is_ticket(word: &str) -> bool {
    let Some((key, rest)) = word.split_once('-') else { return false };
    let is_key = key.len() >= 2 && key.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_rest = rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_key
        && is_rest
        && rest.contains(|c: char| c.is_ascii_digit())
        && !STANDARD_PREFIXES.contains(&key)
}

fn is_hash(word: &str) -> bool {
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (MIN_HASH..=40).contains(&word.len())
        && word.bytes().all(is_hex)
        && word.contains(|c: char| c.is_ascii_digit())
        && word.contains(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_read_out_of_prose_and_links() {
        for (text, expect) in [
            (
                "incomplete fix of [GHSA-6xj8-qv9j-xcjq](https://github.com/advisories/GHSA-6xj8-qv9j-xcjq)",
                &["GHSA-6xj8-qv9j-xcjq"][..],
            ),
            ("the PR is https://github.com/a/b/pull/531.", &["531"]),
            ("commit `88ddbe0b`, v29.35.1, #12 and #1234", &["88ddbe0b", "1234"]),
            ("UTF-8, x-1, well-known 2026-11-20 http://a/b", &[]),
            ("PROJ-77: 배포 실패", &["PROJ-77"]),
        ] {
            assert_eq!(extract_identifiers(text), expect, "{text}");
        }
    }

    #[test]
    fn links_are_left_out() {
        assert_eq!(without_links("see [it](https://a.b/c/issues/1) and go"), "see [it]( and go");
        assert_eq!(without_links("https://a.b"), "");
    }
}
