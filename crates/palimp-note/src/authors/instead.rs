//! Other words in the place of some that one author wrote, so that no line changes hands.

use super::Authors;
use crate::messages;
use crate::provenance::Provenance;
use crate::route::sign_text;

/// Reason why words are not replaced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInstead {
    /// They do not stand there.
    #[error("{}", messages::old_words_absent())]
    Absent,
    /// They stand there more than once.
    #[error("{}", messages::old_words_repeated(.0))]
    Several(usize),
    /// A line of them is somebody else's; its number, from 1.
    #[error("{}", messages::line_of_other_author(.0))]
    Foreign(usize),
    /// A line would become another author's.
    #[error("{}", messages::old_words_torn())]
    Torn,
}

/// Returns the note with `new` in place of `old`, which has to occur exactly once, in lines whose
/// authors all satisfy `may`; `by` is written at a line that had a comment of its own. The second
/// part of the result is the first line of the new words, from 1.
pub fn replace_words(
    note: &str,
    old: &str,
    new: &str,
    by: &Provenance,
    may: impl Fn(usize, &Provenance) -> bool,
) -> Result<(String, usize), NotInstead> {
    let (old, new) = (old.trim(), new.trim());
    let found: Vec<usize> = match old.is_empty() {
        true => Vec::new(),
        false => note.match_indices(old).map(|(at, _)| at).collect(),
    };
    let at = match found[..] {
        [at] => at,
        [] => return Err(NotInstead::Absent),
        _ => return Err(NotInstead::Several(found.len())),
    };
    let first = note[..at].matches('\n').count();
    let last = first + old.matches('\n').count();
    let before = Authors::parse(note);
    for number in first + 1..=last + 1 {
        let own = before.of_line(number).is_some_and(|by| may(number, by));
        if before.has_own_text(number) && !own {
            return Err(NotInstead::Foreign(number));
        }
    }
    let rows: Vec<&str> = note.split_inclusive('\n').collect();
    let touched: String = rows[first..=last].concat();
    let within = at - rows[..first].iter().map(|row| row.len()).sum::<usize>();
    let plain = format!("{}{new}{}", &touched[..within], &touched[within + old.len()..]);
    let lines = match (touched.trim_end().rfind(" <!-- palimp: "), first == last) {
        // A comment behind the words of one line speaks for that line alone.
        (Some(comment), true) if comment >= within + old.len() => {
            let words =
                format!("{}{new}{}", &touched[..within], &touched[within + old.len()..comment]);
            let end = if touched.ends_with('\n') { "\n" } else { "" };
            format!("{}{end}", sign_text(words.trim_end(), Some(by)))
        }
        _ => plain,
    };
    let text = [rows[..first].concat(), lines, rows[last + 1..].concat()].concat();
    let after = Authors::parse(&text);
    let added = text.matches('\n').count() as isize - note.matches('\n').count() as isize;
    let count = rows.len();
    let same = |number: usize, other: usize| before.of_line(number) == after.of_line(other);
    let moved = |number: usize| number.checked_add_signed(added).unwrap_or(number);
    let stays = (1..=first).all(|number| same(number, number))
        && (last + 2..=count).all(|number| same(number, moved(number)));
    let theirs = (first + 1..=moved(last + 1)).all(|number| {
        !after.has_own_text(number) || after.of_line(number).is_some_and(|by| may(number, by))
    });
    if !stays || !theirs {
        return Err(NotInstead::Torn);
    }
    let line = text.find(new).map_or(first, |at| text[..at].matches('\n').count()) + 1;
    Ok((text, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provenance::AuthorKind;

    fn agent(client: &str) -> Provenance {
        Provenance {
            by: AuthorKind::Agent,
            client: Some(client.to_owned()),
            ..Provenance::default()
        }
    }

    fn tried(note: &str, old: &str, new: &str) -> Result<String, NotInstead> {
        let by = Provenance { at: Some("2026-11-23".to_owned()), ..agent("claude") };
        let own = |_, it: &Provenance| it.by == AuthorKind::Agent && it.client == by.client;
        replace_words(note, old, new, &by, own).map(|(text, _)| text)
    }

    const NOTE: &str = "# A\n\n- mine\n- 10:00 deploys on Friday <!-- palimp: by=agent client=claude -->\n\
        - other's <!-- palimp: by=agent client=codex -->\n\n\
        <!-- palimp: by=agent client=claude -->\nfirst\nsecond\n<!-- palimp: end -->\n\nmine too\n";

    #[test]
    fn an_author_replaces_own_words_and_no_other_line_changes() {
        let check = |old: &str, new: &str, line: &str| {
            let text = tried(NOTE, old, new).unwrap();
            assert!(text.contains(line), "{text}");
            assert!(text.starts_with("# A\n\n- mine\n") && text.ends_with("\n\nmine too\n"));
            assert!(text.contains("- other's <!-- palimp: by=agent client=codex -->\n"));
        };
        let signed =
            "- 10:00 deploys on Monday <!-- palimp: by=agent client=claude at=2026-11-23 -->\n";
        check("Friday", "Monday", signed);
        check("deploys on Friday", "deploys on Monday", signed);
        check("second", "2nd\n\nthird", "first\n2nd\n\nthird\n<!-- palimp: end -->");
        check("first\nsecond", "one", "-->\none\n<!-- palimp: end -->");
        check(
            "Friday",
            "Monday:\nnever later",
            "at=2026-11-23 -->\n- 10:00 deploys on Monday:\nnever later\n<!-- palimp: end -->\n",
        );
    }

    #[test]
    fn words_of_others_stay() {
        assert_eq!(tried(NOTE, "mine too", "x"), Err(NotInstead::Foreign(12)));
        assert_eq!(tried(NOTE, "other's", "x"), Err(NotInstead::Foreign(5)));
        assert_eq!(tried(NOTE, "mine", "x"), Err(NotInstead::Several(2)));
        assert_eq!(tried(NOTE, "", "x"), Err(NotInstead::Absent));
        assert_eq!(tried(NOTE, "Saturday", "x"), Err(NotInstead::Absent));
        let across = "second\n<!-- palimp: end -->\n\nmine too";
        assert_eq!(tried(NOTE, across, "x"), Err(NotInstead::Foreign(12)));
    }

    #[test]
    fn no_comment_can_be_taken_away_or_brought_in() {
        let comment = "Friday <!-- palimp: by=agent client=claude -->";
        for (old, new) in [
            (comment, "Friday"),
            ("second\n<!-- palimp: end -->", "second"),
            ("second", "second\n<!-- palimp: end -->\nthe user's"),
        ] {
            let text = tried(NOTE, old, new);
            assert!(matches!(text, Err(NotInstead::Torn)), "{text:?}");
        }
    }
}
