//! A passage in which the words of a question are marked.

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
