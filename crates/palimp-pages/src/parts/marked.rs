//! Passages: marked words of a question, code, and links without their addresses.

use maud::{Markup, html};

/// Renders a passage with the words of a question marked: words with a common beginning match,
/// because words are asked for in other forms than they are written in.
pub(crate) fn highlight_words(text: &str, question: &str) -> Markup {
    let asked: Vec<String> =
        split_words(question).filter(|it| is_word(it)).map(str::to_lowercase).collect();
    html! {
        @for piece in split_words(text) {
            @if is_word(piece) && asked.iter().any(|asked| is_near(&piece.to_lowercase(), asked)) {
                mark { (piece) }
            } @else { (piece) }
        }
    }
}

/// Returns a Markdown text whose links show only their labels: `[why](a.md)` and `[[why]]` become
/// `why`.
pub(crate) fn link_labels(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        shown.push_str(before);
        let (label, after) = split_link(behind).unwrap_or(("[", behind));
        shown.push_str(label);
        rest = after;
    }
    shown.push_str(rest);
    shown
}

/// Splits a link behind its first bracket into its label and the text after it.
fn split_link(text: &str) -> Option<(&str, &str)> {
    let is_label = |label: &str| !label.is_empty() && !label.contains(['[', ']', '\n']);
    if let Some(inside) = text.strip_prefix('[') {
        let (link, after) = inside.split_once("]]").filter(|(link, _)| is_label(link))?;
        return Some((link.rsplit('|').next().unwrap_or(link), after));
    }
    let (label, behind) = text.split_once("](").filter(|(label, _)| is_label(label))?;
    let (address, after) = behind.split_once(')')?;
    (!address.contains(char::is_whitespace)).then_some((label, after))
}

/// Renders a line with its backticked parts as code.
pub(crate) fn inline_code(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // An unpaired backtick is literal, because nothing closes it.
    if parts.len().is_multiple_of(2) {
        return html! { (text) };
    }
    html! {
        @for (at, part) in parts.iter().enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Splits a text into words and the text between them.
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_in_word = rest.chars().next()?.is_alphanumeric();
        let end = rest.find(|c: char| c.is_alphanumeric() != is_in_word).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn is_word(piece: &str) -> bool {
    piece.chars().next().is_some_and(char::is_alphanumeric)
}

/// Returns true if two words share their beginning: at least two letters, and two thirds of the
/// shorter one.
fn is_near(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let shorter = a.chars().count().min(b.chars().count());
    a == b
        || (shared >= 2 && shared * 3 >= shorter * 2 && shorter > 2)
        || (shared >= 2 && !a.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, question: &str, expect: &str) {
        assert_eq!(highlight_words(text, question).into_string(), expect);
    }

    #[test]
    fn backticks_in_pairs_become_code() {
        assert_eq!(
            inline_code("run `a <b>` now").into_string(),
            "run <code>a &lt;b&gt;</code> now"
        );
        assert_eq!(inline_code("a ` b").into_string(), "a ` b");
        assert_eq!(inline_code("a").into_string(), "a");
    }

    #[test]
    fn links_show_their_labels() {
        for (text, shown) in [
            ("see [why](shared/a.md), then [[pool]]", "see why, then pool"),
            ("[[notes/pool|the pool]] [x](y)", "the pool x"),
            ("a[0] = [1, 2] [ [", "a[0] = [1, 2] [ ["),
            ("[label](two words) and [open](", "[label](two words) and [open]("),
            ("[ ] task", "[ ] task"),
            ("[[]] []()", "[[]] []()"),
        ] {
            assert_eq!(link_labels(text), shown);
        }
    }

    #[test]
    fn words_of_the_question_are_marked_in_whatever_form() {
        check("It deploys.", "deploying it", "<mark>It</mark> <mark>deploys</mark>.");
        check("데이터베이스를 쓴다", "데이터베이스는", "<mark>데이터베이스를</mark> 쓴다");
        check("max_conns = 4", "MAX_CONNS", "<mark>max</mark>_<mark>conns</mark> = 4");
        check("nothing here", "else", "nothing here");
    }

    #[test]
    fn what_is_marked_is_escaped() {
        check("<b>x</b>", "<b>", "&lt;<mark>b</mark>&gt;x&lt;/<mark>b</mark>&gt;");
    }
}
