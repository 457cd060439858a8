//! Verbs and adjectives of the dictionary in all their forms: 깨졌어요, 깨진 and 깨지면 are 깨지다.
//!
//! The forms are those of the school grammar: an ending behind the stem, a final consonant in it (깨진, 씁니다), its
//! vowel contracted with that of the ending (깨져, 바꿔, 꺼), and the irregular stems in 르, ㅂ, ㄷ, ㅅ and ㄹ. A form
//! is taken for a verb only if the dictionary has one, because most words end like some form.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::dictionary::loanwords;

/// The mark behind the term of a verb, which no word of a text has.
const MARK: char = '+';
/// The longest stem, in syllables.
const MAX_STEM_SYLLABLES: usize = 5;

static STEMS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| loanwords().filter_map(|(korean, _)| korean.strip_suffix('다')).collect());

/// Returns the term under which the forms of a verb are indexed, given its dictionary form; none of a noun.
pub(crate) fn verb_term(word: &str) -> Option<String> {
    let stem = word.strip_suffix('다').filter(|stem| STEMS.contains(stem))?;
    Some(format!("{stem}{MARK}"))
}

/// Calls `emit` with the stem of each verb that a run of Hangul may be a form of.
pub(crate) fn verb_stems(run: &str, mut emit: impl FnMut(&'static str)) {
    let mut stem = String::new();
    let mut before = None;
    for (at, c) in run.char_indices().take(MAX_STEM_SYLLABLES) {
        let Some(syllable) = Syllable::of(c) else { return };
        let end = at + c.len_utf8();
        stems_at(before, syllable, &run[end..], |replaced| {
            stem.clear();
            stem.push_str(&run[..end - 3 * replaced.len()]);
            stem.extend(replaced.iter().map(|syllable| syllable.letter()));
            if let Some(known) = STEMS.get(stem.as_str()) {
                emit(known);
            }
        });
        before = Some(syllable);
    }
}

/// Returns true for the term of a verb.
pub fn is_verb_term(term: &str) -> bool {
    term.ends_with(MARK) && term.starts_with(|c: char| !c.is_ascii())
}

/// Calls `emit` with the term of each verb that a run of Hangul may be a form of.
pub(crate) fn verb_terms(run: &str, mut emit: impl FnMut(&str)) {
    verb_stems(run, |stem| emit(&format!("{stem}{MARK}")));
}

/// Calls `emit` with the last syllables of each stem that ends at `last`, given the syllable before it and the text
/// behind it.
fn stems_at(
    before: Option<Syllable>,
    last: Syllable,
    rest: &str,
    mut emit: impl FnMut(&[Syllable]),
) {
    let with = |end: u32| Syllable { end, ..last };
    let is_whole = is_ending(last.end, rest);
    if is_whole {
        emit(&[last]);
    }
    let drops_rieul = last.end == 0 && rest.starts_with(['는', '니', '네', '세', '시']);
    let takes_consonant = takes_consonant(last.end, rest);
    if takes_consonant {
        emit(&[with(0)]);
    }
    if drops_rieul || takes_consonant && last.end != RIEUL {
        emit(&[with(RIEUL)]);
    }
    if last.end == 0 && rest.starts_with(['우', '운', '울', '움', '워', '웠', '와', '왔']) {
        emit(&[with(BIEUP)]);
    }
    if last.end == RIEUL && rest.starts_with(['어', '었', '아', '았', '으']) {
        emit(&[with(DIGEUT)]);
    }
    if last.end == 0 && rest.starts_with(['어', '었', '아', '았', '은', '을', '으']) {
        emit(&[with(SIOS)]);
    }
    let contracts = last.end == SSANGSIOS || last.end == 0 && follows_contraction(rest);
    if contracts {
        let itself = |vowel: &_| is_whole && last.end == 0 && *vowel == last.vowel;
        for vowel in last.vowels_before_contraction().filter(|vowel| !itself(vowel)) {
            emit(&[Syllable { vowel, end: 0, ..last }]);
        }
        if let Some(before) = before.filter(|it| it.end == RIEUL && last.is_ra_or_reo()) {
            emit(&[Syllable { end: 0, ..before }, REU]);
        }
    }
}

/// Returns true if a text behind a stem with this final consonant begins with an ending of its own.
fn is_ending(end: u32, rest: &str) -> bool {
    const ANY: [&str; 18] = [
        "고", "지", "게", "는", "기", "네", "자", "던", "거나", "거든", "도록", "든", "더", "다",
        "잖", "겠", "길", "긴",
    ];
    const VOWEL: [&str; 12] =
        ["면", "며", "려", "니", "나", "러", "시", "셨", "세", "신", "실", "라"];
    const CONSONANT: [&str; 9] = ["은", "을", "으", "음", "습", "어", "아", "었", "았"];
    const RIEUL_ONLY: [&str; 7] = ["면", "며", "려", "어", "아", "었", "았"];
    let begins = |endings: &[&str]| endings.iter().any(|ending| rest.starts_with(ending));
    begins(&ANY)
        || match end {
            0 => begins(&VOWEL) || rest.starts_with(['어', '었']),
            RIEUL => begins(&RIEUL_ONLY),
            _ => begins(&CONSONANT),
        }
}

/// Returns true if a final consonant may be that of an ending (깨진, 깨질, 깨짐, 깹니다), given the text behind it.
fn takes_consonant(end: u32, rest: &str) -> bool {
    let begins = |endings: &[&str]| endings.iter().any(|ending| rest.starts_with(ending));
    match end {
        NIEUN => rest.is_empty() || begins(&["다", "데", "지", "가", "거", "건", "걸"]),
        RIEUL => rest.is_empty() || begins(&["까", "게", "지", "때", "거", "걸", "래", "수록"]),
        MIEUM => rest.is_empty() || crate::analysis::is_ending(rest),
        BIEUP => begins(&["니다", "니까", "시다"]),
        _ => false,
    }
}

/// Returns true if a text may follow a stem whose vowel is contracted with that of an ending: 깨져서, 바꿔줘.
fn follows_contraction(rest: &str) -> bool {
    const FOLLOWING: [&str; 34] = [
        "서", "도", "야", "요", "라", "지", "졌", "진", "져", "질", "짐", "집", "버리", "버렸",
        "버린", "버려", "주", "줘", "줬", "준", "줄", "놓", "놨", "두", "뒀", "둔", "보", "봐",
        "봤", "본", "볼", "먹", "내", "냈",
    ];
    rest.is_empty() || FOLLOWING.iter().any(|start| rest.starts_with(start))
}

/// The numbers of letters in a syllable: initial consonants, vowels and final consonants.
const FIRST_RIEUL: u32 = 5;
const FIRST_HIEUT: u32 = 18;
const A: u32 = 0;
const AE: u32 = 1;
const EO: u32 = 4;
const E: u32 = 5;
const YEO: u32 = 6;
const O: u32 = 8;
const WA: u32 = 9;
const WAE: u32 = 10;
const OE: u32 = 11;
const U: u32 = 13;
const WO: u32 = 14;
const EU: u32 = 18;
const I: u32 = 20;
const NIEUN: u32 = 4;
const DIGEUT: u32 = 7;
const RIEUL: u32 = 8;
const MIEUM: u32 = 16;
const BIEUP: u32 = 17;
const SIOS: u32 = 19;
const SSANGSIOS: u32 = 20;
/// 르
const REU: Syllable = Syllable { first: FIRST_RIEUL, vowel: EU, end: 0 };

/// A syllable as the numbers of its letters; see the Unicode Standard, chapter 3.12 (Hangul Syllable Composition).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Syllable {
    first: u32,
    vowel: u32,
    /// The final consonant, 0 for none.
    end: u32,
}

impl Syllable {
    fn of(c: char) -> Option<Syllable> {
        let number = u32::from(c).checked_sub(u32::from('가')).filter(|_| c <= '힣')?;
        Some(Syllable { first: number / 588, vowel: number / 28 % 21, end: number % 28 })
    }

    fn letter(self) -> char {
        let number = self.first * 588 + self.vowel * 28 + self.end;
        char::from_u32(u32::from('가') + number).unwrap_or_default()
    }

    fn is_ra_or_reo(self) -> bool {
        self.first == FIRST_RIEUL && matches!(self.vowel, A | EO)
    }

    /// The vowels of a stem that contract with 아 or 어 to the vowel of this syllable.
    fn vowels_before_contraction(self) -> impl Iterator<Item = u32> {
        let vowels: &[u32] = match self.vowel {
            A => &[A, EU],
            EO => &[EO, EU],
            AE if self.first == FIRST_HIEUT => &[AE, A],
            AE => &[AE],
            E => &[E],
            YEO => &[I, YEO],
            WA => &[O],
            WO => &[U],
            WAE => &[OE],
            _ => &[],
        };
        vowels.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(run: &str) -> Vec<&'static str> {
        let mut found = Vec::new();
        verb_stems(run, |stem| found.push(stem));
        found
    }

    #[test]
    fn form_leads_to_its_stem() {
        for (forms, stem) in [
            ("깨진 깨져 깨졌어요 깨지면 깨짐 깨집니다 깨질까 깨지고 깨져서", "깨지"),
            ("느려 느린 느렸다 느립니다 느려졌어요", "느리"),
            ("죽었다 죽어요 죽으면 죽는 죽은 죽습니다", "죽"),
            ("써 썼다 쓴다 씁니다 쓰면 쓸 씀", "쓰"),
            ("바꿔 바꿨다 바꾼 바꾸자 바꿔줘", "바꾸"),
            ("올라 올랐다 오르면 오른", "오르"),
            ("눌러 누른 눌렀더니", "누르"),
            ("열었다 여는 열면 연다 엽니다", "열"),
            ("물어보세요 물어봐 물어봤다", "물어보"),
            ("싫어해 싫어하는 싫어합니다 싫어했다", "싫어하"),
            ("잠가 잠갔다 잠그고 잠급니다", "잠그"),
        ] {
            for form in forms.split(' ') {
                assert!(stems(form).contains(&stem), "{form}: {:?}", stems(form));
            }
        }
        for form in ["보내지", "보내라", "보내도록"] {
            assert_eq!(stems(form).iter().filter(|stem| **stem == "보내").count(), 1, "{form}");
        }
    }

    #[test]
    fn noun_is_no_form_of_a_verb() {
        for noun in ["서버", "버그를", "배포", "사고", "로그인", "길을", "말은", "커밋", "회의가"]
        {
            assert_eq!(stems(noun), [] as [&str; 0], "{noun}");
        }
    }
}
