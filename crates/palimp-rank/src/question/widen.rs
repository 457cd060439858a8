//! Words near those of a question: translations, siblings, other forms, parts of compounds, and the thesaurus.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Near, PreparedQuestion, Term, collect_terms};
use crate::analysis::{WordForm, analyze_query};
use crate::dictionary::{compound_parts, is_known, korean_synonyms, light_stem, translations};
use crate::irregular::other_forms;
use crate::verbs::{verb_stems, verb_term};
use crate::{RankRequest, Tuning};

/// Translations and siblings of a word that are looked up, at the most.
const MAX_TRANSLATIONS: usize = 5;
const MAX_SIBLINGS: usize = 6;
/// Near words that are looked up for each word, at the most.
const MAX_NEAR_WORDS: usize = 6;
/// The nearness of a word of the other language.
const TRANSLATION_NEARNESS: f32 = 0.9;
/// The nearness of another form of the same verb.
const SAME_VERB_NEARNESS: f32 = 1.0;
/// The least weight of a word of the dictionary that is written in two.
const MIN_WRITTEN_APART_WEIGHT: f32 = 0.5;

impl PreparedQuestion {
    /// Adds the words near the question's: `physician` for `doctor`, `commit` for `커밋`.
    pub(super) fn add_near_words(&mut self, ask: &RankRequest<'_>, tuning: &Tuning) {
        let words = &ask.query.words;
        for (at, word) in words.iter().enumerate() {
            let asked = &self.words[at];
            if word.exact || asked.date || !asked.speakers.is_empty() {
                continue;
            }
            let bare = self.bare_word(at).unwrap_or_else(|| word.text.clone());
            let weight = self.word_weight(at);
            self.meaning += 1;
            self.words[at].near = self.synonyms((&word.text, &bare), weight, tuning);
            self.add_parts(at, &bare, tuning);
            let near = ask.thesaurus.map(|thesaurus| thesaurus.near_words(&word.text));
            for (near, cosine) in near.into_iter().flatten().take(MAX_NEAR_WORDS) {
                if cosine >= tuning.near_cosine {
                    // What is only near adds up: the more of it a chunk says, the surer it is.
                    let Some(text) = collect_terms(near).into_iter().next() else { continue };
                    let weight = tuning.near * cosine;
                    let term = Term { text, prose: weight, chat: weight, meaning: 0 };
                    let terms = vec![self.place_other(term)];
                    self.words[at].near.push(Near { terms, cosine });
                }
            }
        }
        for at in 1..words.len() {
            self.add_joined(at, tuning);
        }
    }

    /// Returns the weight of all terms of a word in a chunk that has it: a Korean one counts by its bigrams, too.
    fn word_weight(&self, at: usize) -> f32 {
        let terms: BTreeSet<usize> = self.words[at].forms.iter().flatten().copied().collect();
        match self.bare_word(at) {
            Some(_) => terms.iter().map(|term| self.terms[*term].prose).sum(),
            None => 1.0,
        }
    }

    /// A Korean word without its particles, from the term that it is found by.
    fn bare_word(&self, at: usize) -> Option<String> {
        let term = *self.words[at].forms.first()?.first()?;
        let term = &self.terms[term].text;
        (!term.is_ascii()).then(|| term.trim_start_matches('_').to_owned())
    }

    /// Returns the words that mean the same as a word: a verb in its other forms, its translations and siblings.
    fn synonyms(&mut self, (run, bare): (&str, &str), weight: f32, tuning: &Tuning) -> Vec<Near> {
        let mut near = Vec::new();
        let mut verbs = Vec::new();
        verb_stems(run, |stem| verbs.push(format!("{stem}다")));
        for verb in &verbs {
            near.extend(self.terms_of(verb, (SAME_VERB_NEARNESS, tuning.same_verb * weight)));
        }
        for form in other_forms(run) {
            near.extend(self.term_near(form, (SAME_VERB_NEARNESS, tuning.same_verb * weight)));
        }
        let mut known = vec![run, bare];
        known.dedup();
        for word in known.into_iter().chain(verbs.iter().map(String::as_str)) {
            near.extend(self.dictionary_synonyms(word, tuning.translated * weight));
        }
        near
    }

    /// Returns the translations and siblings of a word of the dictionary.
    fn dictionary_synonyms(&mut self, word: &str, weight: f32) -> Vec<Near> {
        let mut near = Vec::new();
        let word = if word.is_ascii() { light_stem(word) } else { Cow::Borrowed(word) };
        for other in translations(&word).take(MAX_TRANSLATIONS) {
            near.extend(self.terms_of(other, (TRANSLATION_NEARNESS, weight)));
            for form in other_forms(other) {
                near.extend(self.term_near(form, (TRANSLATION_NEARNESS, weight)));
            }
        }
        if !word.is_ascii() {
            for (sibling, nearness) in korean_synonyms(&word).into_iter().take(MAX_SIBLINGS) {
                near.extend(
                    self.terms_of(sibling, (TRANSLATION_NEARNESS * nearness, weight * nearness)),
                );
            }
        }
        near
    }

    /// Adds the parts of a compound that the dictionary does not have as a whole: 토큰수명 is 토큰 and 수명.
    fn add_parts(&mut self, at: usize, bare: &str, tuning: &Tuning) {
        if bare.is_ascii() || is_known(bare) {
            return;
        }
        let parts = compound_parts(bare);
        if parts.len() < 2 || parts.iter().map(|part| part.len()).sum::<usize>() < bare.len() {
            return;
        }
        for part in parts {
            self.meaning += 1;
            let mut near = self.terms_of(part, (1.0, tuning.part));
            near.extend(self.dictionary_synonyms(part, tuning.part * TRANSLATION_NEARNESS));
            self.words[at].parts.push(near);
        }
    }

    /// Adds to two neighbours the words that mean the same as both together: 교착 상태 is 데드락.
    fn add_joined(&mut self, at: usize, tuning: &Tuning) {
        let (Some(first), Some(second)) = (self.bare_word(at - 1), self.bare_word(at)) else {
            return;
        };
        let joined = first + &second;
        if !is_known(&joined) {
            return;
        }
        self.meaning += 1;
        let weight = self.word_weight(at - 1) + self.word_weight(at);
        let mut near = self.terms_of(&joined, (1.0, tuning.translated * weight));
        near.extend(self.dictionary_synonyms(&joined, tuning.translated * weight));
        self.words[at - 1].near.extend(near.iter().cloned());
        self.words[at].near.extend(near);
    }

    /// Returns the ways in which a chunk can hold a word of the dictionary.
    fn terms_of(&mut self, word: &str, (cosine, weight): (f32, f32)) -> Vec<Near> {
        if let Some(verb) = verb_term(word) {
            let terms = vec![self.place_near(verb, weight)];
            return vec![Near { terms, cosine }];
        }
        if word.is_ascii() {
            return self.term_near(word, (cosine, weight)).into_iter().collect();
        }
        let query = analyze_query(word);
        let forms = query.words.first().map(|word| word.forms.as_slice()).unwrap_or_default();
        // The pairs of syllables of a longer word are no evidence for it.
        let tells = |form: &&WordForm| form.terms.len() == 1 || form.weight == 0.0;
        let near = forms.iter().filter(tells).map(|form| {
            let weight =
                weight * form.weight.max(MIN_WRITTEN_APART_WEIGHT) / form.terms.len() as f32;
            let terms = form.terms.iter().map(|term| self.place_near(term.clone(), weight));
            Near { terms: terms.collect(), cosine }
        });
        near.collect()
    }

    fn term_near(&mut self, near: &str, (cosine, weight): (f32, f32)) -> Option<Near> {
        // The first term of a Korean word is the word, the others are its bigrams.
        let term = collect_terms(near).into_iter().next()?;
        Some(Near { terms: vec![self.place_near(term, weight)], cosine })
    }

    /// The place of a term of the present meaning.
    fn place_near(&mut self, text: String, weight: f32) -> usize {
        self.place_other(Term { text, prose: weight, chat: weight, meaning: self.meaning })
    }

    /// The place of a near term; one of the question's own counts no more than it did.
    fn place_other(&mut self, term: Term) -> usize {
        let own = self.terms[..self.own].iter().position(|own| own.text == term.text);
        own.unwrap_or_else(|| self.place_term(term))
    }
}
