//! Filter for notes by tags and properties.

use super::NoteMetadata;
use crate::path::to_nfc;

/// Tags and properties that a note must have, all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// `회의` means `회의/주간` as well.
    pub tags: Vec<String>,
    /// Keys of the front matter, each with a value that it must have, or with any.
    pub properties: Vec<(String, Option<String>)>,
}

impl Labels {
    /// Parses a person's filter: tags with or without `#`, and properties as `key=value` or `key`.
    /// The error is the part that cannot be parsed.
    ///
    /// ```
    /// use palimp_note::Labels;
    ///
    /// let labels = Labels::parse(&["#회의"], &["status=done"]).unwrap();
    /// assert!(labels.matches(&palimp_note::parse("---\nStatus: Done\n---\n#회의/주간\n")));
    /// assert!(!labels.matches(&palimp_note::parse("---\nstatus: open\n---\n#회의\n")));
    /// assert_eq!(Labels::parse(&[] as &[&str], &["=x"]).unwrap_err(), "=x");
    /// ```
    pub fn parse(
        tags: &[impl AsRef<str>],
        properties: &[impl AsRef<str>],
    ) -> Result<Labels, String> {
        let tag = |text: &str| {
            let tag = fold_text(text.trim().trim_start_matches('#').trim_matches('/'));
            if tag.is_empty() { Err(text.to_owned()) } else { Ok(tag) }
        };
        let property = |text: &str| {
            let (key, value) =
                text.split_once('=').map_or((text, None), |(key, value)| (key, Some(value)));
            match key.trim().is_empty() {
                true => Err(text.to_owned()),
                false => Ok((fold_text(key.trim()), value.map(|value| fold_text(value.trim())))),
            }
        };
        Ok(Labels {
            tags: tags.iter().map(|it| tag(it.as_ref())).collect::<Result<_, _>>()?,
            properties: properties
                .iter()
                .map(|it| property(it.as_ref()))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Returns true if the filter has no condition.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.properties.is_empty()
    }

    /// Returns true if a note has all the tags and properties, ignoring case.
    pub fn matches(&self, note: &NoteMetadata) -> bool {
        let has_tag = |wanted: &String| {
            note.tags.iter().any(|tag| {
                let tag = fold_text(tag);
                tag.strip_prefix(wanted.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let has_property = |(key, value): &(String, Option<String>)| {
            note.properties.iter().any(|(named, values)| {
                fold_text(named) == *key
                    && value.as_ref().is_none_or(|value| {
                        values.iter().any(|it| fold_text(it) == *value)
                            || (value.is_empty() && values.is_empty())
                    })
            })
        };
        self.tags.iter().all(has_tag) && self.properties.iter().all(has_property)
    }
}

/// Folds a text for comparison.
fn fold_text(text: &str) -> String {
    to_nfc(&text.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn a_note_has_all_that_is_asked_for_or_is_not_meant() {
        let note = "---\ntags: [Ops, 배포/야간]\nstatus: Done\nowner:\n  - 김지우\n  - \"[[Min]]\"\n\
                    due date: 2026-03-02\nempty:\nplace: Seoul, Korea\n---\n# A\n\n#회의 now\n";
        let check = |tags: &[&str], properties: &[&str], fits: bool| {
            let labels = Labels::parse(tags, properties).unwrap();
            assert_eq!(labels.matches(&parse(note)), fits, "{labels:?}");
        };
        check(&[], &[], true);
        check(&["ops"], &[], true);
        check(&["#OPS", "배포"], &[], true);
        check(&["배포/야간"], &[], true);
        check(&["배"], &[], false);
        check(&["회의"], &["status=done"], true);
        check(&["회의"], &["status=open"], false);
        check(&[], &["owner=김지우", "owner=[[min]]"], true);
        check(&[], &["due date=2026-03-02"], true);
        check(&[], &["place=Seoul, Korea", "place=korea"], true);
        check(&[], &["Owner"], true);
        check(&[], &["empty="], true);
        check(&[], &["status="], false);
        check(&[], &["nobody"], false);
    }

    #[test]
    fn a_name_is_the_same_however_it_is_spelled() {
        // As macOS writes it: consonants and vowels apart.
        let note = parse("#\u{1112}\u{116c}\u{110b}\u{1174}\n");
        assert!(Labels::parse(&["회의"], &[] as &[&str]).unwrap().matches(&note));
    }

    #[test]
    fn what_says_nothing_is_refused() {
        for (tags, properties) in [(&["#"][..], &[][..]), (&["", "a"], &[]), (&[], &["=done"])] {
            assert!(Labels::parse(tags, properties).is_err());
        }
    }
}
