//! Windows: the terms of consecutive messages together, so that a prompt meets a conversation as a whole.

use std::collections::{BTreeMap, BTreeSet};

use super::ChunkTerms;

/// The most terms of a window of several messages.
const MAX_WINDOW_TERMS: u32 = 500;
/// Of the terms of a text, this share are words that say something: the others are stop words and parts
/// of words.
const WORDS_PER_TERM: f32 = 0.55;

/// The part of a document that windows are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WindowPart {
    /// The messages of a session or the message of a commit, in their order.
    Messages = 0,
    /// The title of a session and the files that it changed.
    Overview = 1,
}

/// The terms of one or several texts as a set, and their number with repetitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowText {
    pub(super) terms: BTreeSet<String>,
    length: u32,
}

impl WindowText {
    /// Groups consecutive texts into windows of at most [`MAX_WINDOW_TERMS`] terms; a longer text is a
    /// window of its own.
    pub fn group<'t>(texts: impl Iterator<Item = &'t ChunkTerms>) -> Vec<WindowText> {
        let mut windows: Vec<WindowText> = Vec::new();
        for terms in texts {
            match windows
                .last_mut()
                .filter(|window| window.has_room_for(terms.total_count().into()))
            {
                Some(window) => window.add_terms(terms),
                None => {
                    let mut window = WindowText::default();
                    window.add_terms(terms);
                    windows.push(window);
                }
            }
        }
        windows
    }

    fn has_room_for(&self, length: u32) -> bool {
        self.length + length <= MAX_WINDOW_TERMS
    }

    fn add_terms(&mut self, terms: &ChunkTerms) {
        self.terms.extend(terms.iter().map(|(term, _)| term.to_owned()));
        self.length += u32::from(terms.total_count());
    }

    pub(super) fn word_count(&self) -> u32 {
        (self.length as f32 * WORDS_PER_TERM).ceil() as u32
    }
}

/// Changes of the windows, written out with the rest of the transaction.
#[derive(Debug, Default)]
pub(super) struct WindowChanges {
    pub(super) added: Vec<AddedWindow>,
    /// For each project and term the windows that no longer hold it.
    pub(super) removed: BTreeMap<(i64, u16), Vec<(u32, u32)>>,
    /// The number of the next window.
    pub(super) next: Option<u32>,
}

/// A window that waits to be written.
#[derive(Debug)]
pub(super) struct AddedWindow {
    pub(super) id: u32,
    pub(super) document: u32,
    pub(super) part: WindowPart,
    pub(super) project: u16,
    pub(super) text: WindowText,
}
