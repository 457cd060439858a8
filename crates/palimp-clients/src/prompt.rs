//! A user's own words, without what programs put around them.
//!
//! Clients hand back the context that hooks gave them as if it were part of the
//! next prompt. Captured with it, memories would feed on themselves.

use std::borrow::Cow;

use crate::{own_command, skill};

/// Elements in which clients and palimp wrap text that the user did not write.
const INJECTED_ELEMENTS: [&str; 9] = [
    "memory-context", "hook_context", "system-reminder", "system_reminder", "system_notification",
    "task-notification", "agent-notification", "ci-monitor-event", "skill-context",
];

/// Returns the words that remain of `text`, trimmed; for palimp's own command and for a skill, the
/// command that the user typed. `None` if nothing remains.
pub(crate) fn user_words(text: &str) -> Option<String> {
    let own = without_injected(text);
    let own = own.trim();
    let typed = || skill::typed_command(own, text).or_else(|| own_command::typed_command(own));
    (!own.is_empty()).then(|| typed().unwrap_or_else(|| own.to_owned()))
}

/// `text` without the elements that were put into it.
///
/// An element that is never closed is left alone: then somebody wrote about it.
pub(crate) fn without_injected(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut copied = 0;
    let mut from = 0;
    // Once a closing tag was not found there is none further on: remembering that keeps this linear.
    let mut unclosed = [false; INJECTED_ELEMENTS.len()];
    while let Some(at) = text[from..].find('<').map(|at| from + at) {
        match element_end(&text[at..], &mut unclosed) {
            Some(length) => {
                kept.push_str(&text[copied..at]);
                copied = at + length;
                from = copied;
            }
            None => from = at + 1,
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[copied..]);
    Cow::Owned(kept)
}

/// The length of the injected element that `text` begins with.
fn element_end(text: &str, unclosed: &mut [bool]) -> Option<usize> {
    let inside = &text[1..];
    let which = INJECTED_ELEMENTS.iter().position(|name| {
        let rest = inside.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['>', ' ', '\n', '\t']))
    })?;
    if unclosed[which] {
        return None;
    }
    let name = INJECTED_ELEMENTS[which];
    let closing = ["</", name, ">"].concat();
    let end = inside.find(&closing).map(|at| 1 + at + closing.len());
    unclosed[which] = end.is_none();
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn skill_text_is_what_was_typed() {
        let called = |name: &str, inside: &str, behind: &str| {
            format!(
                "The user explicitly invoked the \"{name}\" skill. Follow its instructions \
                 now.\n\n<skill-context name=\"x\">\nBase directory for this skill: \
                 /home/dev/.copilot/skills/x\n\nAlways run the tests.{inside}\n</skill-context>{behind}"
            )
        };
        for (prompt, expect) in [
            (called("/palimp", "", "\n\nwhy pnpm"), "/palimp why pnpm"),
            (called("/palimp", "", ""), "/palimp"),
            (called("review", "", "\n\n왜\n느린가"), "/review 왜\n느린가"),
            (called("/plugin:show", "\n\nARGUMENTS: 1 2", ""), "/plugin:show 1 2"),
        ] {
            assert_eq!(user_words(&prompt).as_deref(), Some(expect), "{prompt}");
        }
        let spoken = "why is the user explicitly invoked the \"/x\" skill?";
        assert_eq!(user_words(spoken).as_deref(), Some(spoken));
    }

    #[test]
    fn injected_elements_are_taken_out() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(user_words(text).as_deref(), expect, "{text:?}");
        };
        check("  fix it \n", Some("fix it"));
        check("<hook_context>memory</hook_context>\n\nfix it", Some("fix it"));
        check("<ci-monitor-event>the check failed</ci-monitor-event>", None);
        check("<system_notification>\nShell 1 is done.\n</system_notification>", None);
        check("<skill-context name=\"review\">\nNever push.\n</skill-context>", None);
        check("<my-button> which is red", Some("<my-button> which is red"));
        check("fix it\n<system_reminder>\nx\n</system_reminder>", Some("fix it"));
        check("<memory-context project=\"app\">\n- x\n</memory-context>fix it", Some("fix it"));
        check(
            "a <system-reminder>1</system-reminder>b <hook_context>2</hook_context>c",
            Some("a b c"),
        );
        check("<hook_context>&lt;memory-context&gt;</hook_context>", None);
        check(
            "<system_reminder><memory-context>x</memory-context></system_reminder>hi",
            Some("hi"),
        );
        check("what does <hook_context> mean?", Some("what does <hook_context> mean?"));
        check("<hook_contexts>x</hook_contexts>", Some("<hook_contexts>x</hook_contexts>"));
        check("a < b && c <", Some("a < b && c <"));
        check("", None);
    }

    #[test]
    fn many_open_elements_take_linear_time() {
        let text = "<hook_context>".repeat(200_000);
        assert_eq!(user_words(&text).as_deref(), Some(text.as_str()));
    }

    proptest! {
        #[test]
        fn text_without_elements_is_left_alone(text in "[^<]*") {
            prop_assert_eq!(&*without_injected(&text), &*text);
        }

        #[test]
        fn nothing_of_an_element_remains(before in "[^<]*", inside in "[^<]*", after in "[^<]*") {
            let text = format!("{before}<memory-context a=\"b\">{inside}</memory-context>{after}");
            prop_assert_eq!(without_injected(&text), before + &after);
        }
    }
}
