//! Conversion of the engine's answers into the types of the pages.

use palimp_core::activity::{MessageRole, StoredMessage, StoredObservation, StoredSession};
use palimp_core::text::{ellipsis, one_line};
use palimp_engine::ingest::open_activity::ActivityDb;
use palimp_engine::injection::injection_usage::InjectionWithUsage;
use palimp_engine::notes::browse;
use palimp_pages::{self as pages, PageError};

use crate::app_state::engine_failure;

/// Maximum length of a session's title, in characters.
const MAX_TITLE_CHARS: usize = 120;

/// Converts a session; its first prompt becomes the title.
pub(crate) fn page_session(
    db: &ActivityDb,
    it: StoredSession,
) -> Result<pages::SessionInfo, PageError> {
    let prompt = db.first_prompt(&it.session_id).map_err(engine_failure)?.unwrap_or_default();
    Ok(pages::SessionInfo {
        title: ellipsis(&one_line(&prompt), MAX_TITLE_CHARS),
        id: it.session_id,
        client: it.client,
        project: it.project,
        summary: it.summary,
        files: it.files_changed,
        began: it.started_at,
        ended: it.ended_at,
        seconds: it.duration_sec,
    })
}

pub(crate) fn page_moment(moment: browse::TimelineMoment) -> pages::ActivityMoment {
    match moment {
        browse::TimelineMoment::Observation(it) => observation_moment(it),
        browse::TimelineMoment::Message(it) => message_moment(it),
    }
}

pub(crate) fn message_moment(it: StoredMessage) -> pages::ActivityMoment {
    pages::ActivityMoment {
        at: it.created_at,
        did: role_action(it.role),
        client: it.client,
        project: it.project,
        session: it.session_id,
        text: it.content,
    }
}

const fn role_action(role: MessageRole) -> pages::Did {
    match role {
        MessageRole::User => pages::Did::Asked,
        MessageRole::Assistant => pages::Did::Answered,
        MessageRole::Step => pages::Did::Stepped,
        MessageRole::Summary => pages::Did::Summed,
        MessageRole::Plan => pages::Did::Planned,
    }
}

pub(crate) fn observation_moment(it: StoredObservation) -> pages::ActivityMoment {
    let root =
        it.file_path.as_deref().and_then(|path| root_of(path, &it.project)).map(str::to_owned);
    let from_root = |text: String| match &root {
        Some(root) => text.replace(root.as_str(), ""),
        None => text,
    };
    pages::ActivityMoment {
        at: it.created_at,
        did: pages::Did::Used(it.kind.name().to_owned(), it.file_path.map(from_root)),
        client: it.client,
        text: from_root(it.content),
        project: it.project,
        session: it.session_id,
    }
}

/// Returns the beginning of an absolute path down to the directory that bears the project's name.
fn root_of<'p>(path: &'p str, project: &str) -> Option<&'p str> {
    let below = format!("/{project}/");
    let at = path.find(&below).filter(|_| path.starts_with('/') && !project.is_empty())?;
    Some(&path[..at + below.len()])
}

pub(crate) fn page_injection(it: InjectionWithUsage) -> pages::InjectionView {
    let passage = |(passage, used): (
        palimp_engine::injection::injection_usage::InjectedPassage,
        Option<String>,
    )| {
        let note = passage.note_path().map(str::to_owned);
        pages::PassageView { section: passage.section, text: passage.text, note, used }
    };
    pages::InjectionView {
        id: it.told.id,
        at: it.told.created_at,
        client: it.told.client,
        project: it.told.project,
        session: it.told.session_id,
        event: it.told.event,
        prompt: it.prompt,
        chars: it.told.chars,
        passages: it.passages.into_iter().map(passage).collect(),
        pointers: it.pointers.told,
        opened: it.pointers.opened,
    }
}

/// The part of a list that begins at `from`, and where the next one does. Of each item, `weight` says
/// how much it adds to a page, in bytes.
pub(crate) fn paginate<T>(
    items: Vec<T>,
    from: usize,
    weight: impl Fn(&T) -> usize,
) -> (Vec<T>, Option<usize>) {
    let (mut sum, total) = (0, items.len());
    let fits = |item: &T| {
        let first = sum == 0;
        sum += weight(item) + ITEM_MARKUP_BYTES;
        first || sum <= MAX_PAGE_BYTES
    };
    let part: Vec<T> = items.into_iter().skip(from).take_while(fits).collect();
    let next = from + part.len();
    (part, (next < total).then_some(next))
}

/// Maximum bytes of a list on a page.
const MAX_PAGE_BYTES: usize = 90_000;

/// Bytes of markup around an item.
const ITEM_MARKUP_BYTES: usize = 400;

#[cfg(test)]
mod tests {
    use super::{paginate, root_of};

    #[test]
    fn root_ends_with_the_projects_directory() {
        assert_eq!(root_of("/home/kim/shop/src/a.rs", "shop"), Some("/home/kim/shop/"));
        for (path, project) in
            [("/home/kim/shop/a.rs", "renamed"), ("src/shop/a.rs", "shop"), ("/a//b", "")]
        {
            assert_eq!(root_of(path, project), None, "{path}");
        }
    }

    #[test]
    fn parts_of_a_list_hold_all_of_it_once() {
        let items: Vec<usize> = (0..500).collect();
        let (mut from, mut seen) = (Some(0), Vec::new());
        while let Some(begin) = from {
            let (some, next) = paginate(items.clone(), begin, |item| item * 100);
            assert!(!some.is_empty());
            seen.extend(some);
            from = next;
        }
        assert_eq!(seen, items);
        assert_eq!(paginate(vec![1, 2], 7, |_| 1), (vec![], None));
    }
}
