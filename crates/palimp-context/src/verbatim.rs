//! Exact text that a summary must not lose: names, paths, addresses, hashes, codes and numbers,
//! word for word.
//!
//! A model that summarises leaves things out and misspells others. So everything in the old turns
//! that has an exact form is noted ([`VerbatimLedger::note_text`]), everything that the summary
//! itself says is struck off ([`VerbatimLedger::strike_text`]), and the rest is put under the
//! summary ([`VerbatimLedger::render`]), the most important first, as far as there is room.

mod find;
mod form;

use std::collections::HashMap;

use crate::meter::MessageMeter;

pub use find::{ExactMatch, find_exact};
pub use form::ExactForm;

/// The heading under which they stand.
pub const VERBATIM_HEADING: &str = "## Word for word";

/// Weight of exact text, by its source. Heavier text is kept first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Output of a tool; numbers and versions in it are not noted.
    Output,
    /// Input of a tool, and its failures.
    Call,
    /// The assistant, and an earlier summary.
    Assistant,
    /// The user.
    User,
}

/// Exact text noted so far.
#[derive(Clone, Debug, Default)]
pub struct VerbatimLedger {
    heard: HashMap<String, LedgerEntry>,
    clock: usize,
}

#[derive(Clone, Debug)]
struct LedgerEntry {
    form: ExactForm,
    shown: String,
    weight: Weight,
    first: usize,
    last: usize,
}

impl VerbatimLedger {
    /// Notes what is exact in `text`. Texts are heard in the order in which they were said.
    pub fn note_text(&mut self, text: &str, weight: Weight) {
        for found in find_exact(text) {
            if weight == Weight::Output
                && matches!(found.form, ExactForm::Number | ExactForm::Version)
            {
                continue;
            }
            self.clock += 1;
            let clock = self.clock;
            let heard = self.heard.entry(found.text.to_owned()).or_insert_with(|| LedgerEntry {
                form: found.form,
                shown: found.shown.to_owned(),
                weight,
                first: clock,
                last: clock,
            });
            heard.weight = heard.weight.max(weight);
            heard.last = clock;
        }
    }

    /// Strikes off what `text` says too.
    pub fn strike_text(&mut self, text: &str) {
        if self.heard.is_empty() {
            return;
        }
        for found in find_exact(text) {
            self.heard.remove(found.text);
        }
    }

    /// Returns the number of noted texts.
    pub fn len(&self) -> usize {
        self.heard.len()
    }

    /// True if nothing is noted.
    pub fn is_empty(&self) -> bool {
        self.heard.is_empty()
    }

    /// Renders the noted texts under a heading, in at most `budget` tokens: the user's texts before
    /// the assistant's before those of tools, and of these the latest first. `None` if nothing is
    /// noted or nothing has room. The second part of the result is the number of rendered texts.
    pub fn render(&self, budget: usize, meter: &MessageMeter) -> Option<(String, usize)> {
        let mut heard: Vec<&LedgerEntry> = self.heard.values().collect();
        heard.sort_unstable_by_key(|it| std::cmp::Reverse((it.weight, it.last)));
        let frame = meter.text_tokens(VERBATIM_HEADING) + ExactForm::ALL.len() * 4;
        let mut left = budget.checked_sub(frame)?;
        heard.retain(|it| {
            // Each stands in quotes with a space behind it.
            let cost = meter.text_tokens(&it.shown) + 1;
            let fits = cost <= left;
            left -= if fits { cost } else { 0 };
            fits
        });
        heard.sort_unstable_by_key(|it| it.first);
        (!heard.is_empty()).then(|| (render_list(&heard), heard.len()))
    }
}

/// A line for each form.
fn render_list(heard: &[&LedgerEntry]) -> String {
    let mut text = format!("{VERBATIM_HEADING}\n");
    for form in ExactForm::ALL {
        let mut of_form = heard.iter().filter(|it| it.form == form).peekable();
        if of_form.peek().is_some() {
            text.push_str("\n- ");
            text.push_str(form.name());
            text.push(':');
            of_form.for_each(|it| text.push_str(&format!(" `{}`", it.shown)));
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_the_summary_lost_is_listed() {
        let mut ledger = VerbatimLedger::default();
        ledger.note_text("Set DATABASE_URL and read src/main.rs", Weight::User);
        ledger.note_text("POSTGRES_URL을 port 5432로 바꿨고 E0308이 났다", Weight::Assistant);
        ledger.strike_text("We looked at `src/main.rs`.");
        let (text, count) = ledger.render(500, &MessageMeter::default()).expect("some were lost");
        let expect = "## Word for word\n\n- settings: `DATABASE_URL` `POSTGRES_URL`\n\
                      - codes: `E0308`\n- numbers: `port 5432`\n";
        assert_eq!((text.as_str(), count), (expect, 4));
    }

    #[test]
    fn nothing_lost_is_nothing_said() {
        let mut ledger = VerbatimLedger::default();
        ledger.note_text("see src/main.rs", Weight::User);
        ledger.strike_text("src/main.rs");
        assert!(ledger.is_empty() && ledger.render(500, &MessageMeter::default()).is_none());
    }

    #[test]
    fn with_little_room_the_users_and_the_latest_stay() {
        let mut ledger = VerbatimLedger::default();
        ledger.note_text("old/user/path.rs", Weight::User);
        for number in 0..500 {
            ledger.note_text(&format!("out/put/{number}.rs"), Weight::Output);
        }
        ledger.note_text("called/with/this.rs", Weight::Call);
        let (text, count) =
            ledger.render(80, &MessageMeter::default()).expect("there is some room");
        assert!(text.contains("`old/user/path.rs`") && text.contains("`called/with/this.rs`"));
        assert!(text.contains("`out/put/499.rs`") && !text.contains("`out/put/0.rs`"), "{text}");
        assert!(MessageMeter::default().text_tokens(&text) <= 80 && count < 20);
        assert!(ledger.render(5, &MessageMeter::default()).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_list_is_read_as_what_it_lists(
            texts in prop::collection::vec("[a-z가-힣 ]{0,12}(src/[a-z]{2,6}\\.rs|[A-Z]{3,5}_[A-Z]{2,4}|[a-f0-9]{6}7a|port [0-9]{4})?[는을 .]{0,2}", 0..12)
        ) {
            let mut ledger = VerbatimLedger::default();
            texts.iter().for_each(|text| ledger.note_text(text, Weight::User));
            if let Some((text, count)) = ledger.render(10_000, &MessageMeter::default()) {
                prop_assert_eq!(count, ledger.len());
                let mut again = VerbatimLedger::default();
                again.note_text(&text, Weight::Assistant);
                ledger.strike_text(&text);
                prop_assert!(ledger.is_empty(), "{} {:?}", text, ledger);
                prop_assert_eq!(again.len(), count);
            }
        }
    }
}
