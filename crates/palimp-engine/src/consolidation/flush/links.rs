//! Links that a model wrote: those that lead to the web stay, of every other the words stay.

/// Removes images and all links except those to the web, to mail and to notes; keeps their words.
pub(super) fn remove_unsafe_links(text: &str) -> String {
    let mut text = text.to_owned();
    // What is taken out may leave another link behind; every round makes the text shorter.
    loop {
        let safe = remove_links_once(&text);
        if safe == text {
            return safe;
        }
        text = safe;
    }
}

fn remove_links_once(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['[', '!', '<']) {
        safe.push_str(&rest[..at]);
        rest = &rest[at..];
        let (said, left) =
            parse_link(rest).or_else(|| parse_autolink(rest)).unwrap_or_else(|| keep_mark(rest));
        safe.push_str(&said);
        rest = left;
    }
    safe.push_str(rest);
    safe
}

/// Maximum depth of nested brackets in a link.
const MAX_BRACKET_DEPTH: u32 = 8;

/// Replacement for a part of a text, and the text after that part.
type LinkReplacement<'a> = (String, &'a str);

/// Keeps the first mark of a text as it is.
fn keep_mark(text: &str) -> LinkReplacement<'_> {
    let (mark, left) = text.split_at(1);
    (mark.to_owned(), left)
}

/// Parses `[words](target)`, `![words](target)` and `[words]: target`.
fn parse_link(text: &str) -> Option<LinkReplacement<'_>> {
    let image = text.starts_with("![");
    let inner = text.strip_prefix("![").or_else(|| text.strip_prefix('['))?;
    let end = find_closing(inner, '[', ']')?;
    let (label, left) = (remove_links_once(&inner[..end]), &inner[end + 1..]);
    let target = left.strip_prefix('(').and_then(|target| {
        let end = find_closing(target, '(', ')')?;
        Some((&target[..end], &target[end + 1..]))
    });
    match target {
        Some((target, left)) if image || !is_safe(target) => Some((label, left)),
        Some((target, left)) => Some((format!("[{label}]({target})"), left)),
        None => Some(parse_definition(format!("[{label}]"), left)),
    }
}

/// Parses `[words]: target` and removes the scheme of a target that is a program or a file.
fn parse_definition(said: String, left: &str) -> LinkReplacement<'_> {
    let target = left.strip_prefix(':').map(str::trim_start).unwrap_or("");
    let bare = target.trim_start_matches('<');
    let (scheme, rest) = bare.split_once(':').unwrap_or(("", ""));
    let armed = UNSAFE_SCHEMES.iter().any(|armed| armed.eq_ignore_ascii_case(scheme));
    // `data: kept in S3` is a sentence.
    match armed && !rest.starts_with(char::is_whitespace) {
        true => (format!("{said}: "), rest),
        false => (said, left),
    }
}

/// Parses `<target>` if it leads elsewhere than to the web.
fn parse_autolink(text: &str) -> Option<LinkReplacement<'_>> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find(['>', '<', ' ', '\n']).filter(|&end| inner[end..].starts_with('>'))?;
    let target = &inner[..end];
    // What stands for a secret that was taken out looks like a link and leads nowhere.
    let led = scheme(target).is_some_and(|name| name != "redacted") && !is_safe(target);
    led.then(|| (target.to_owned(), &inner[end + 1..]))
}

/// Finds the closing bracket on this line.
fn find_closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_u32;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if depth > MAX_BRACKET_DEPTH => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return None,
            c if c == open => depth += 1,
            c if c == close && depth == 0 => return Some(at),
            c if c == close => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Schemes that run or open something.
const UNSAFE_SCHEMES: [&str; 4] = ["javascript", "vbscript", "data", "file"];
/// Schemes that a link may have.
const SAFE_SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// True if a note may link to a target: another note, the web, or mail.
fn is_safe(target: &str) -> bool {
    let target = target.trim();
    let target = target.strip_prefix('<').unwrap_or(target).trim_start();
    // What holds another link may be no target at all, and then the other one counts.
    if target.contains(['<', '[', ']', '\n']) {
        return false;
    }
    let name = scheme(target);
    // An entity or an escape may spell a colon.
    let head = target.split(['/', '?', '#']).next().unwrap_or("");
    let spelled = head.contains(['&', '\\', '%']) || head.chars().any(char::is_control);
    match name {
        Some(name) => SAFE_SCHEMES.iter().any(|safe| safe.eq_ignore_ascii_case(name)),
        None => !spelled,
    }
}

/// Scheme of an address, before its colon.
fn scheme(target: &str) -> Option<&str> {
    let head = target.split(['/', '?', '#']).next().unwrap_or("");
    head.split_once(':').map(|(scheme, _)| scheme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(remove_unsafe_links(text), expect, "{text}");
    }

    #[test]
    fn links_to_the_web_and_to_notes_stay() {
        for text in [
            "- [docs]: see [the guide](https://a.dev/x_(y)) and <https://a.dev>",
            "[mail](mailto:a@b.dev) [note](../notes/projects.md#top) [[wiki]]",
            "- [port]: 3000, not `list[0](x)`, Vec<String>",
            "- [lang]: javascript, file storage",
            "- [store]: data: kept in S3",
            "a [b] c ] [ (x)",
            "차트 [그림",
            "- [token]: <redacted:github-token>",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn what_leads_elsewhere_loses_its_target() {
        check("[run](javascript:alert(1)) it", "run it");
        check("[run]( <JavaScript:x> )", "run");
        check("[a](data:text/html,x) [b](file:///etc/passwd)", "a b");
        check("[a](javascript&colon;x) [b](java\tscript:x)", "a b");
        check("![그림](https://evil.dev/p.png?q=1)", "그림");
        check("[![alt](https://evil.dev/p.png)](https://a.dev)", "[alt](https://a.dev)");
        check("[a](/x [b](javascript:c)) [a](https://<javascript:x>)", "a a");
        check("<<javascript:x>>", "javascript:x");
        check("[![a](x)](javascript:x)", "a");
        check("<javascript:x> and <file:///x>", "javascript:x and file:///x");
        check("- [x]: javascript:alert(1)", "- [x]: alert(1)");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn every_text_can_be_disarmed(text in "(?s)([\\[\\]()!<>:\\\\ a가\n]|javascript:x|<javascript:x>|\\[a\\]\\(javascript:x\\)|https://|\\]\\(){0,40}") {
            let safe = remove_unsafe_links(&text);
            prop_assert_eq!(remove_unsafe_links(&safe), safe.as_str());
            prop_assert!(!safe.contains("<javascript:x>") && !safe.contains("[a](javascript:x)"), "{}", safe);
        }
    }
}
