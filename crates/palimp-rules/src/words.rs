//! A sentence as a row of words, in which phrases are looked for.

/// A word in lower case, without the marks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SentenceWord<'a> {
    /// Its letters.
    pub(crate) text: &'a str,
    /// True if a clause begins with the word.
    pub(crate) opens: bool,
    /// True if a mark such as a comma follows the word.
    pub(crate) closes: bool,
}

/// A sentence in lower case and with straight apostrophes.
pub(crate) fn lowercase_sentence(sentence: &str) -> String {
    let mut lower = String::with_capacity(sentence.len());
    for c in sentence.chars() {
        match c {
            '’' => lower.push('\''),
            c if c.is_ascii() => lower.push(c.to_ascii_lowercase()),
            c => lower.extend(c.to_lowercase()),
        }
    }
    lower
}

/// Returns the words of a sentence that [`lowercase_sentence`] made.
pub(crate) fn split_words(lower: &str) -> Vec<SentenceWord<'_>> {
    let mut words: Vec<SentenceWord> = Vec::new();
    let mut opens = true;
    for piece in lower.split_whitespace() {
        let text = strip_marks(piece);
        let closes = piece.ends_with([',', ';', ':', '—', '.', '!', '?', ')', '、', '。']);
        if text.is_empty() {
            opens |= piece.chars().any(|c| matches!(c, '-' | '–' | '—' | ':'));
            continue;
        }
        words.push(SentenceWord { text, opens, closes });
        opens = closes;
    }
    words
}

/// A word without the marks around it.
pub(crate) fn strip_marks(word: &str) -> &str {
    let mark = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '/' | '@' | '#' | '~' | '+');
    let front = |c: char| mark(c) && !matches!(c, '.' | '-' | '$');
    let word = word.trim_end_matches(mark).trim_start_matches(front);
    // A dash or a dot that nothing follows is no word.
    if word.chars().any(char::is_alphanumeric) { word } else { "" }
}

/// Returns true if a word is written in Hangul, at least in part.
pub(crate) fn is_korean(word: &str) -> bool {
    word.chars().any(|c| matches!(c, '가'..='힣' | 'ㄱ'..='ㅣ'))
}

/// The sentence without the words with which people begin one ("ok, so …", "아 그럼 …").
pub(crate) fn without_fillers(sentence: &str) -> &str {
    let mut rest = sentence.trim_start();
    loop {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (first, after) = rest.split_at(end);
        let word = first.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let is_filler =
            LEADING_FILLERS.iter().any(|line| line.split(' ').any(|filler| filler == word));
        if !is_filler || after.trim().is_empty() {
            return rest;
        }
        rest = after.trim_start();
    }
}

const LEADING_FILLERS: &[&str] = &[
    "ok okay so right well actually also and but then yes no yep nope yeah sure great perfect",
    "good nice cool please hey hi hmm btw alright anyway thanks oh ah fyi",
    "아 네 음 그럼 그러면 좋아 좋아요 그래 그리고 근데 그런데 자 응 예 오케이 ㅇㅋ ㅇㅇ 알겠어 아니 그래서",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_clauses_begin() {
        let lower = lowercase_sentence("OK, don’t use Yarn; run `pnpm` v1.2.3.");
        let words: Vec<_> =
            split_words(&lower).iter().map(|w| (w.text.to_owned(), w.opens)).collect();
        let expect = [
            ("ok", true),
            ("don't", true),
            ("use", false),
            ("yarn", false),
            ("run", true),
            ("pnpm", false),
            ("v1.2.3", false),
        ];
        assert_eq!(words, expect.map(|(text, opens)| (text.to_owned(), opens)));
    }

    #[test]
    fn fillers_go_and_the_sentence_stays() {
        assert_eq!(without_fillers("Ok, so please keep it"), "keep it");
        assert_eq!(without_fillers("아 그럼 Vite로 가자"), "Vite로 가자");
        assert_eq!(without_fillers("ok"), "ok");
        assert_eq!(without_fillers(".env is read"), ".env is read");
    }
}
