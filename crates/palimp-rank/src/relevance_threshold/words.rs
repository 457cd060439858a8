//! The words of a prompt: what each tells, and by which other words it may be met.

use std::collections::HashMap;
use std::rc::Rc;

use crate::analysis::{TextToken, for_each_token, is_ending, korean_term, korean_word};
use crate::dictionary::{compound_parts, is_known, light_stem, translations};
use palimp_core::embed::Thesaurus;

use super::TermPostings;
use super::common::commonness;
use super::segments::PromptSegment;

/// A word of a prompt.
pub(super) struct PromptWord {
    /// Bits that a passage with the word gains.
    pub bits: f32,
    /// Bits that a passage without the word lacks.
    pub lacking: f32,
    /// Terms that match it, the best first.
    pub forms: Vec<TermVariant>,
}

/// A term that stands for a word of a prompt.
pub(super) struct TermVariant {
    /// The number of the term.
    pub term: u32,
    /// Value of the term, in bits.
    pub value: f32,
    /// The sections that hold it.
    pub sections: Rc<Vec<u32>>,
}

/// A word tells no more bits than these; a Korean one is counted in fewer texts.
const MAX_WORD_BITS: f32 = 12.0;
const MAX_KOREAN_WORD_BITS: f32 = 9.0;
/// Maximum bits that a question lacks by a word that the vault does not know.
const MAX_UNKNOWN_BITS: f32 = 7.5;
const MAX_UNKNOWN_KOREAN_BITS: f32 = 3.5;
/// Share of its bits that a word in every other prompt keeps.
const GENERIC_FACTOR: f32 = 0.6;
/// The background counts as much as so many sections.
const BACKGROUND_SECTIONS: f32 = 60.0;
/// Values of a translation, of a compound with the word, and of a word near it, relative to the
/// word.
const TRANSLATION_FACTOR: f32 = 0.9;
const COMPOUND_FACTOR: f32 = 0.8;
const NEAR_FACTOR: f32 = 0.6;
/// A word is near another from this cosine on.
const MIN_NEAR_COSINE: f32 = 0.55;
/// Of code, so many names are asked.
const MAX_CODE_NAMES: usize = 24;

/// All words of a prompt, and what the vault knows of them.
pub(super) struct PromptWords<'a, S: TermPostings> {
    pub sections: &'a mut S,
    thesaurus: Option<&'a dyn Thesaurus>,
    /// Number of sections.
    count: f32,
    pub words: Vec<PromptWord>,
    /// The number of each word by its own term.
    known: HashMap<String, usize>,
    /// The number of each term by which a word may be met.
    pub terms: HashMap<String, u32>,
    lists: HashMap<String, Rc<Vec<u32>>>,
}

/// A form that may be: its term, its word, whether that is Hangul, and how well it stands.
type Other = (String, String, bool, f32);

impl<'a, S: TermPostings> PromptWords<'a, S> {
    pub(super) fn new(
        sections: &'a mut S,
        thesaurus: Option<&'a dyn Thesaurus>,
    ) -> Result<PromptWords<'a, S>, S::Error> {
        let count = sections.count()? as f32;
        let (known, terms, lists) = Default::default();
        Ok(PromptWords { sections, thesaurus, count, words: Vec::new(), known, terms, lists })
    }

    /// One more than the last section that holds one of the words.
    pub(super) fn section_end(&self) -> usize {
        let last = self.lists.values().filter_map(|list| list.last());
        last.max().map_or(0, |&last| last as usize + 1)
    }

    /// The numbers of the words that a segment asks for.
    pub(super) fn segment_words(
        &mut self,
        segment: &PromptSegment,
    ) -> Result<Vec<usize>, S::Error> {
        let mut asked: Vec<PromptToken> = Vec::new();
        for_each_token(&segment.text, |token| {
            if is_asked(&token, segment.code) {
                asked.push(PromptToken::from_token(&token));
            }
        });
        let mut numbers = Vec::new();
        for word in &asked {
            for number in self.expand_compound(word)? {
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            if segment.code && numbers.len() >= MAX_CODE_NAMES {
                break;
            }
        }
        Ok(numbers)
    }

    /// The numbers of the words that a word stands for: of a Korean compound that the vault does not
    /// know, its parts.
    fn expand_compound(&mut self, asked: &PromptToken) -> Result<Vec<usize>, S::Error> {
        if let Some(&number) = self.known.get(&asked.term) {
            return Ok(vec![number]);
        }
        if asked.is_hangul() && self.sections_with(&asked.term)?.is_empty() {
            let heads = compound_parts(&asked.run);
            if !heads.is_empty() && heads != [asked.word.as_str()] {
                let heads = heads.iter().filter_map(|head| PromptToken::from_korean(head));
                return heads.map(|head| self.word_number(&head)).collect();
            }
        }
        Ok(vec![self.word_number(asked)?])
    }

    fn word_number(&mut self, asked: &PromptToken) -> Result<usize, S::Error> {
        if let Some(&number) = self.known.get(&asked.term) {
            return Ok(number);
        }
        let word = self.build_word(asked)?;
        self.words.push(word);
        let number = self.words.len() - 1;
        self.known.insert(asked.term.clone(), number);
        Ok(number)
    }

    fn build_word(&mut self, asked: &PromptToken) -> Result<PromptWord, S::Error> {
        let hangul = asked.is_hangul();
        let own = self.sections_with(&asked.term)?;
        let bits = self.word_bits(&asked.word, hangul, own.len());
        let mut forms = Vec::new();
        self.add_variant(&mut forms, &asked.term, bits, own);
        for (term, word, hangul, degree) in self.find_variants(asked)? {
            if term != asked.term {
                let sections = self.sections_with(&term)?;
                let value = degree * bits.min(self.word_bits(&word, hangul, sections.len()));
                self.add_variant(&mut forms, &term, value, sections);
            }
        }
        forms.sort_by(|a, b| b.value.total_cmp(&a.value));
        let unknown = if hangul { MAX_UNKNOWN_KOREAN_BITS } else { MAX_UNKNOWN_BITS };
        let lacking = if forms.is_empty() { bits.min(unknown) } else { bits };
        Ok(PromptWord { bits, lacking, forms })
    }

    /// Adds a form that some section holds.
    fn add_variant(
        &mut self,
        forms: &mut Vec<TermVariant>,
        term: &str,
        value: f32,
        sections: Rc<Vec<u32>>,
    ) {
        if sections.is_empty() {
            return;
        }
        let next = self.terms.len() as u32;
        let term = *self.terms.entry(term.to_owned()).or_insert(next);
        forms.push(TermVariant { term, value, sections });
    }

    /// Returns the sections that hold a term; each term is looked up once.
    fn sections_with(&mut self, term: &str) -> Result<Rc<Vec<u32>>, S::Error> {
        if let Some(list) = self.lists.get(term) {
            return Ok(Rc::clone(list));
        }
        let mut list = Vec::new();
        self.sections.texts_with_term(term, &mut list)?;
        let list = Rc::new(list);
        self.lists.insert(term.to_owned(), Rc::clone(&list));
        Ok(list)
    }

    /// Returns the bits of a word that occurs in so many sections. The passage's own section does
    /// not count, or else a vault of few sections would know no rare word.
    fn word_bits(&self, word: &str, hangul: bool, sections: usize) -> f32 {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return if word.len() >= 3 { 4.0 } else { 2.0 };
        }
        let common = commonness(word, hangul);
        let others = (sections as f32 - 1.0).max(0.0);
        let here =
            (others + BACKGROUND_SECTIONS * common.share) / (self.count + BACKGROUND_SECTIONS);
        let most = if hangul { MAX_KOREAN_WORD_BITS } else { MAX_WORD_BITS };
        let bits = (-common.share.max(here).log2()).clamp(0.0, most);
        if common.is_generic { GENERIC_FACTOR * bits } else { bits }
    }

    /// Finds other terms that match a word: translations, other forms of Korean words, words near
    /// it.
    fn find_variants(&mut self, asked: &PromptToken) -> Result<Vec<Other>, S::Error> {
        let mut others = Vec::new();
        if asked.is_hangul() {
            for word in translations(&asked.word) {
                others.extend(latin_form(word, TRANSLATION_FACTOR));
            }
            self.add_inflected(asked, &mut others)?;
            return Ok(others);
        }
        for word in translations(&light_stem(&asked.word)) {
            let Some(term) = korean_term(word) else { continue };
            others.push((term, word.to_owned(), true, TRANSLATION_FACTOR));
            self.add_compounds(word, &mut others)?;
        }
        let near = self.thesaurus.map(|known| known.near_words(&asked.word)).unwrap_or_default();
        for (word, cosine) in near.into_iter().filter(|(_, cosine)| *cosine >= MIN_NEAR_COSINE) {
            others.extend(latin_form(word, NEAR_FACTOR * cosine));
        }
        Ok(others)
    }

    /// Korean words of the vault that begin as a word does and differ in how they end.
    fn add_inflected(
        &mut self,
        asked: &PromptToken,
        into: &mut Vec<Other>,
    ) -> Result<(), S::Error> {
        let Some((end, second)) = asked.run.char_indices().nth(1) else { return Ok(()) };
        let start = &asked.run[..end + second.len_utf8()];
        for term in self.terms_with_prefix(start)? {
            let word = korean_word(&term);
            if let Some(degree) = kinship(&asked.run, &asked.word, word) {
                into.push((term.clone(), word.to_owned(), true, degree));
            }
        }
        Ok(())
    }

    /// Korean words of the vault that are a word of the dictionary with an ending.
    fn add_compounds(&mut self, head: &str, into: &mut Vec<Other>) -> Result<(), S::Error> {
        if head.chars().nth(1).is_none() {
            return Ok(());
        }
        for term in self.terms_with_prefix(head)? {
            let word = korean_word(&term);
            if word.strip_prefix(head).is_some_and(|rest| !rest.is_empty() && is_ending(rest)) {
                into.push((term.clone(), word.to_owned(), true, COMPOUND_FACTOR));
            }
        }
        Ok(())
    }

    fn terms_with_prefix(&mut self, start: &str) -> Result<Vec<String>, S::Error> {
        let mut terms = Vec::new();
        self.sections.terms_with_prefix(start, &mut terms)?;
        Ok(terms)
    }
}

/// Value of a Korean word of the vault as a match for the run that was asked, whose word it is not.
fn kinship(run: &str, word: &str, found: &str) -> Option<f32> {
    if found == word {
        return None;
    }
    let same = run.chars().zip(found.chars()).take_while(|(a, b)| a == b);
    let (count, end) = same.fold((0, 0), |(count, end), (c, _)| (count + 1, end + c.len_utf8()));
    let (own, rest) = (&run[end..], &found[end..]);
    let longest = own.chars().count().max(rest.chars().count());
    match count {
        _ if is_ending(own) && is_ending(rest) => Some(0.85),
        3.. if longest <= 2 => Some(0.6),
        2 if longest <= 1 && !is_known(word) && !is_known(found) => Some(0.4),
        _ => None,
    }
}

/// The first word of a text in Latin letters as a form.
fn latin_form(text: &str, degree: f32) -> Option<Other> {
    let mut found = None;
    for_each_token(text, |token| {
        found.get_or_insert_with(|| {
            (token.term.to_owned(), token.word.to_lowercase(), false, degree)
        });
    });
    found
}

/// A word as a prompt asks for it.
struct PromptToken {
    term: String,
    /// In lower case, and without Korean particles.
    word: String,
    /// The whole run of Hangul; empty for other scripts.
    run: String,
}

impl PromptToken {
    fn from_token(token: &TextToken<'_>) -> PromptToken {
        PromptToken {
            term: token.term.to_owned(),
            word: token.word.to_lowercase(),
            run: token.run.to_owned(),
        }
    }

    fn from_korean(word: &str) -> Option<PromptToken> {
        Some(PromptToken { term: korean_term(word)?, word: word.to_owned(), run: word.to_owned() })
    }

    fn is_hangul(&self) -> bool {
        !self.run.is_empty()
    }
}

fn is_asked(token: &TextToken<'_>, code: bool) -> bool {
    let long = token.is_hangul() || token.word.chars().nth(1).is_some();
    !token.stop && long && (!code || is_telling(token.word))
}

/// Returns true if a word of code is a coined name.
fn is_telling(word: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| word.as_bytes().iter().any(kind);
    word.contains(['_', '.', '/', '-', ':'])
        || (word.len() >= 4 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic))
        || word.len() >= 8
}
