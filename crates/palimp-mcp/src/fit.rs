//! Fits a search's answer into a number of characters.
//!
//! Passages stay whole, the best first; of passages without room only the names remain.

use palimp_core::text::ellipsis;

use crate::memory::{MemoryHit, SearchAnswer};
use crate::render::{hit_chars, opener};

/// Room for the frame around the hits: the first line, and the sentence that names the rest.
const FRAME_CHARS: usize = 240;
/// The shortest part of a passage that is worth showing.
const MIN_PART_CHARS: usize = 60;

/// Keeps the passages that have room in `max_chars`, and the names of the others.
pub(crate) fn fit_answer(found: &mut SearchAnswer, max_chars: usize) {
    let frame = FRAME_CHARS + found.note.as_deref().map_or(0, |note| 2 * note.chars().count());
    // Of many hits the weakest are not even named.
    let names = found.hits.iter().map(name_chars).sum::<usize>().min(max_chars / 4);
    let mut names_left = names;
    let mut room = max_chars.saturating_sub(frame + names);
    for mut hit in std::mem::take(&mut found.hits) {
        let name = name_chars(&hit).min(names_left);
        names_left -= name;
        room += name;
        if found.hits.is_empty() {
            shorten_hit(&mut hit, room);
        }
        match room.checked_sub(hit_chars(&hit)) {
            Some(left) => {
                room = left;
                found.hits.push(hit);
            }
            None => {
                let left = room.checked_sub(name_chars(&hit));
                // Whatever the room, one is named.
                if left.is_some() || found.hits.is_empty() && found.more.is_empty() {
                    found.more.push(opener(&hit));
                }
                room = left.unwrap_or(room);
            }
        }
    }
}

/// Returns the number of characters that the name of a hit takes in the list of those without room.
fn name_chars(hit: &MemoryHit) -> usize {
    const QUOTES_AND_COMMA_CHARS: usize = 4;
    opener(hit).chars().count() + QUOTES_AND_COMMA_CHARS
}

/// Cuts a passage that has no room even as the only one.
fn shorten_hit(hit: &mut MemoryHit, room: usize) {
    let over = hit_chars(hit).saturating_sub(room);
    let length = hit.snippet.chars().count();
    if over > 0 && length >= over + MIN_PART_CHARS {
        hit.snippet = ellipsis(&hit.snippet, length - over);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MemorySource;
    use palimp_core::author::AuthorKind;

    fn hit(path: &str, snippet: &str) -> MemoryHit {
        MemoryHit {
            id: None,
            path: Some(path.into()),
            lines: Some((3, 9)),
            score: 0.5,
            snippet: snippet.into(),
            heading: Some("Deploys > Nights".into()),
            source: MemorySource::Notes,
            project: Some("shop".into()),
            author: AuthorKind::User,
            scope: None,
            vouched: None,
            against: None,
            created_at: None,
            day: Some("2026-11-27".into()),
        }
    }

    fn answer(passages: &[String]) -> SearchAnswer {
        let hits = passages.iter().enumerate();
        let hits = hits.map(|(at, text)| hit(&format!("notes/deploys-{at}.md"), text)).collect();
        SearchAnswer { hits, note: None, more: Vec::new() }
    }

    /// The longer of both forms of an answer.
    fn chars(found: &SearchAnswer) -> usize {
        let words = crate::render::search_text(found);
        let data = serde_json::json!({ "about": words.lines().next(), "hits": found.hits, "more": found.more });
        words.chars().count().max(data.to_string().chars().count())
    }

    #[test]
    fn answer_of_long_passages_fits_and_names_rest() {
        let passage = "- deploys are \"frozen\" at night, because nobody is on call\n".repeat(11);
        let mut found = answer(&vec![passage.clone(); 6]);
        assert!(chars(&found) > 4_000);
        fit_answer(&mut found, 4_000);
        assert!(chars(&found) <= 4_000, "{}", chars(&found));
        assert!(found.hits.len() >= 3 && found.hits.iter().all(|it| it.snippet == passage));
        assert_eq!(found.hits.len() + found.more.len(), 6);
        assert_eq!(found.more.last().unwrap(), "notes/deploys-5.md:3-9");
    }

    #[test]
    fn small_room_cuts_first_passage_alone() {
        let mut found = answer(&["배포는 금요일 밤에 하지 않는다. ".repeat(40), "짧다".to_owned()]);
        fit_answer(&mut found, 700);
        assert_eq!(found.more.len(), 1);
        assert!(found.hits[0].snippet.ends_with('…') && chars(&found) <= 700);
        let mut none = answer(&["배포".to_owned()]);
        fit_answer(&mut none, 10);
        assert_eq!((none.hits.len(), none.more.len()), (0, 1));
    }

    #[test]
    fn many_hits_fit_without_all_names() {
        let mut found = answer(&vec!["we deploy on Tuesdays and on Thursdays".to_owned(); 50]);
        fit_answer(&mut found, 700);
        assert!(!found.hits.is_empty() && chars(&found) <= 700, "{}", chars(&found));
        assert!(found.hits.len() + found.more.len() < 50);
    }

    #[test]
    fn short_passages_all_stay() {
        let mut found = answer(&vec!["we deploy on Tuesdays".to_owned(); 6]);
        fit_answer(&mut found, 4_000);
        assert_eq!((found.hits.len(), found.more.len()), (6, 0));
    }
}
