//! Hits that a person meant by name: what they quoted, an identifier, a path, a title, words that stand
//! in a text just as they were typed.

use crate::analysis::AnalyzedQuery;

use super::ChunkPassage;
use super::terms::file_stem;

/// Degree of exactness with which a passage answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exactness {
    /// No more than others.
    #[default]
    No,
    /// It holds all that was asked for: it is never dropped.
    Whole,
    /// It is what was asked for: it comes first.
    Named,
}

/// Returns how exactly a passage that holds every word of the question (`whole`) answers `text`.
pub(super) fn exactness(
    text: &str,
    query: &AnalyzedQuery,
    whole: bool,
    passage: &ChunkPassage,
) -> Exactness {
    let asked = trim_and_lowercase(text);
    if asked.is_empty() {
        return Exactness::No;
    }
    if is_named(&asked, passage) {
        return Exactness::Named;
    }
    let body = format!("{}\n{}", passage.heading, passage.text).to_lowercase();
    let holds = |part: &str| contains_name(&body, part);
    let quoted = query.phrases.iter().all(|phrase| holds(&phrase.to_lowercase()));
    let identifiers = query.words.iter().filter(|word| word.exact);
    let identified = identifiers.clone().all(|word| holds(&word.text));
    let phrases_alone = !query.phrases.is_empty()
        && query.words.iter().all(|word| {
            query.phrases.iter().any(|phrase| phrase.to_lowercase().contains(&word.text))
        });
    let identifiers_alone = !query.words.is_empty() && query.words.iter().all(|word| word.exact);
    let verbatim = asked.contains(' ') && holds(&asked);
    match () {
        () if whole && verbatim => Exactness::Named,
        () if phrases_alone && quoted => Exactness::Named,
        () if query.phrases.is_empty() && identifiers_alone && identified => Exactness::Named,
        () if !query.phrases.is_empty() && quoted => Exactness::Whole,
        () if query.phrases.is_empty() && whole => Exactness::Whole,
        () => Exactness::No,
    }
}

/// Returns true if `part` occurs in `body`, but not as a piece of a longer name.
fn contains_name(body: &str, part: &str) -> bool {
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let (first, last) = (part.chars().next(), part.chars().next_back());
    body.match_indices(part).any(|(at, _)| {
        let before = body[..at].chars().next_back();
        let after = body[at + part.len()..].chars().next();
        !(inner(before) && inner(first) || inner(last) && inner(after))
    })
}

/// Returns true if a question is the path, the name or the title of a note, or the heading of a
/// chunk.
fn is_named(asked: &str, passage: &ChunkPassage) -> bool {
    let path = passage.path.to_lowercase();
    let heading = passage.heading.rsplit(" > ").next().unwrap_or_default();
    let by_path = path == asked
        || path.strip_suffix(asked).is_some_and(|before| before.ends_with('/'))
        || (passage.speaker.is_empty() && file_stem(&path) == asked);
    by_path || trim_and_lowercase(&passage.title) == asked || trim_and_lowercase(heading) == asked
}

fn trim_and_lowercase(text: &str) -> String {
    text.trim().trim_matches(['"', '“', '”']).trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyze_query;

    fn passage(path: &str, title: &str, text: &str) -> ChunkPassage {
        ChunkPassage {
            path: path.to_owned(),
            title: title.to_owned(),
            heading: title.to_owned(),
            text: text.to_owned(),
            ..ChunkPassage::default()
        }
    }

    #[track_caller]
    fn check(text: &str, whole: bool, passage: &ChunkPassage, expect: Exactness) {
        assert_eq!(exactness(text, &analyze_query(text), whole, passage), expect, "{text}");
    }

    #[test]
    fn names_come_first() {
        let note = passage("procedures/deploy.md", "How to deploy", "call getUserById, E0308");
        for asked in [
            "procedures/deploy.md", "deploy.md", "Deploy", "how to deploy", "getUserById", "E0308",
            "\"call getUserById\"",
        ] {
            check(asked, true, &note, Exactness::Named);
        }
        check("getUserByName", false, &note, Exactness::No);
        check("ploy.md", false, &note, Exactness::No);
        check("getUser", true, &note, Exactness::Whole);
    }

    #[test]
    fn what_holds_everything_is_kept() {
        let note = passage("a.md", "A", "the server of the staging area restarts at night");
        check("staging server", true, &note, Exactness::Whole);
        check("why \"staging area\" restarts", true, &note, Exactness::Whole);
        check("\"area staging\"", true, &note, Exactness::No);
        check("staging area", true, &note, Exactness::Named);
        check("production server", false, &note, Exactness::No);
        check("", false, &passage("", "", ""), Exactness::No);
    }
}
