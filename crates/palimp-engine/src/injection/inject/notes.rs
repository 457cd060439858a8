//! Notes that a session is given whole: core memory, profile, soul; and its episodes.

use std::path::Path;

use palimp_core::text::one_line;
use palimp_note::episode::{self, Episode};

use super::{Context, ContextBuilder, ContextSection, SectionLayout};
use crate::home::redaction;
use crate::injection::pinned_notes::{self, PinnedText};
use crate::retrieval::anchors;
use crate::retrieval::index_sync::Error;

/// A note that is injected whole.
pub(super) struct InjectedNote {
    pub(super) name: &'static str,
    title: &'static str,
    /// Paths of the note; the first that exists is used.
    paths: &'static [&'static str],
    ceiling: usize,
}

const CORE_NOTE: InjectedNote = InjectedNote {
    name: "core_memory",
    title: "Core Memory",
    paths: pinned_notes::CORE_MEMORY_PATHS,
    ceiling: 1_500,
};
pub(super) const PROFILE_NOTE: InjectedNote = InjectedNote {
    name: "profile",
    title: "Profile",
    paths: pinned_notes::PROFILE_PATHS,
    ceiling: 800,
};
const SOUL_NOTE: InjectedNote =
    InjectedNote { name: "soul", title: "Soul", paths: pinned_notes::SOUL_PATHS, ceiling: 1_000 };
/// All injected notes, in the order of a context.
pub(super) const INJECTED_NOTES: [InjectedNote; 3] = [CORE_NOTE, PROFILE_NOTE, SOUL_NOTE];

/// Maximum size of the episodes, in characters.
const MAX_EPISODES_CHARS: usize = 10_000;

impl ContextBuilder<'_> {
    /// Adds a note: at the start of a session `always`, else if it differs from what the session
    /// was given.
    pub(super) fn add_note(&self, whole: &InjectedNote, always: bool, context: &mut Context) {
        if !self.is_wanted(whole.name) {
            return;
        }
        let section = ContextSection::new_list(whole.name, whole.title, whole.ceiling);
        let (mut texts, mut complaint) = (Vec::new(), None);
        for path in whole.paths {
            match self.memory.notes.read_injectable(path) {
                Ok(text) => texts.extend(text.map(|text| (*path, text))),
                Err(error) => complaint = Some(error.to_string()),
            }
        }
        // The same note says something else to another project.
        let here = self.current_project();
        let said = texts.iter().flat_map(|(path, text)| [*path, text]);
        let stands = [&here.id, &here.name].map(String::as_str).into_iter().chain(said);
        let stands = (!texts.is_empty()).then(|| hash_note(&stands.collect::<Vec<_>>().join("\n")));
        if !always && stands.is_some() && context.state.stood.get(whole.name) == stands.as_ref() {
            let path = whole.paths[0];
            context.sections.push(section.with_reason(crate::messages::note_unchanged(path)));
            return;
        }
        match stands {
            Some(stands) => context.state.stood.insert(whole.name.to_owned(), stands),
            None => context.state.stood.remove(whole.name),
        };
        let mut waiting = 0;
        let found = texts.into_iter().find_map(|(path, note)| {
            let told = self.filter_for_project(&note)?;
            waiting = told.waiting;
            Some((path, told.text, note))
        });
        let (path, text, note) = found.unwrap_or((whole.paths[0], String::new(), String::new()));
        // Headings alone say nothing.
        let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
        let text = if text.lines().any(says) { text } else { String::new() };
        let before = context.state.notes.get(whole.name);
        let now = (!text.is_empty()).then(|| hash_note(&text));
        let changed = before != now.as_ref();
        let why = match (now.is_some(), always, changed) {
            (false, ..) => complaint.unwrap_or(crate::messages::note_is_empty(path)),
            (true, true, _) => crate::messages::session_starts(),
            (true, false, true) => crate::messages::note_has_changed(path),
            (true, false, false) => crate::messages::note_given_before(path),
        };
        let why = match waiting {
            0 => why,
            some => crate::messages::lines_wait_for_user(&why, some),
        };
        // A note is the same while only its code changes: it is not told again for that.
        let directory = Path::new(&self.session.working_dir);
        let is_told = now.is_some() && (always || changed);
        let told = is_told.then(|| anchors::in_note(&self.memory.notes, directory, &note, text));
        let items = Vec::from_iter(told);
        match now {
            Some(now) => context.state.notes.insert(whole.name.to_owned(), now),
            None => context.state.notes.remove(whole.name),
        };
        let section = ContextSection { form: SectionLayout::Note(path), ..section };
        context.sections.push(section.with_reason(why).with_items(items));
    }

    /// Returns the part of a note that holds in the current project; `None` if the whole note
    /// belongs to another project.
    fn filter_for_project(&self, text: &str) -> Option<PinnedText> {
        let head = palimp_note::parse_front_matter(text);
        if head.project.is_some_and(|project| project != self.session.project) {
            return None;
        }
        let told = pinned_notes::render_pinned_note(text, &self.current_project());
        Some(PinnedText {
            text: redaction::redactor(self.settings).redact(&told.text).into_owned(),
            ..told
        })
    }

    /// Adds what flushes wrote, newest first.
    pub(super) fn add_episodes(&self, why: &str, context: &mut Context) -> Result<(), Error> {
        const SECTION_NAME: &str = "session_memories";
        if !self.is_wanted(SECTION_NAME) {
            return Ok(());
        }
        let notes = self.memory.notes.scan_episodes()?;
        let mut days: Vec<(&str, &str)> = notes
            .iter()
            .filter_map(|note| Some((episode::day_of(note.path.as_str())?, note.path.as_str())))
            .collect();
        days.sort_unstable();
        let (mut items, mut size) = (Vec::new(), 0);
        for (day, path) in days.into_iter().rev() {
            let Some(text) = self.memory.notes.read_injectable(path)? else { continue };
            let text = redaction::redactor(self.settings).redact(&text).into_owned();
            for episode in episode::parse(&text).iter().rev().filter(|one| self.is_ours(one)) {
                let lines = lines_of(day, episode);
                size += lines.iter().map(|line| line.chars().count()).sum::<usize>();
                items.extend(lines);
            }
            if size > MAX_EPISODES_CHARS {
                break;
            }
        }
        let section =
            ContextSection::new_list(SECTION_NAME, "Recent Session Memories", MAX_EPISODES_CHARS);
        context.sections.push(section.with_reason(why).with_items(items));
        Ok(())
    }

    fn is_ours(&self, episode: &Episode) -> bool {
        let skipped = episode.body.trim() == palimp_core::distill::SKIP_ANSWER;
        !skipped && episode.by.as_ref().is_none_or(|by| by.holds_in(&self.current_project()))
    }
}

/// The facts of an entry, each with its day; the whole of it on a line where it lists none.
fn lines_of(day: &str, episode: &Episode) -> Vec<String> {
    let mark = episode.by.as_ref().map_or("", |by| by.by.line_mark());
    let dated = |fact: &str| format!("[{day}] {mark}{}", one_line(fact));
    let facts: Vec<_> = episode.facts().map(dated).collect();
    match facts.is_empty() {
        true => Vec::from_iter((!episode.body.is_empty()).then(|| dated(&episode.body))),
        false => facts,
    }
}

/// A note's text without its front matter.
pub fn without_front_matter(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}');
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return text;
    };
    let end = rest.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at, line.trim_end()))
    });
    let mut end = end.filter(|(_, line)| *line == "---" || *line == "...");
    end.next().map_or(text, |(at, _)| &rest[at..])
}

/// Hash that identifies a text of a note.
pub(crate) fn hash_note(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_is_no_text() {
        assert_eq!(without_front_matter("---\ntitle: a\n---\nb\n"), "b\n");
        assert_eq!(without_front_matter("--- a\nb"), "--- a\nb");
        assert_eq!(without_front_matter("---\nnever closed"), "---\nnever closed");
    }
}
