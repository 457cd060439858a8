//! Verbs and adjectives of the dictionary in all their forms: 깨졌어요, 깨진 and 깨지면 are 깨지다.
//!
//! The forms are those of the school grammar: an ending behind the stem, a final consonant in it (깨진, 씁니다), its
//! vowel contracted with that of the ending (깨져, 바꿔, 꺼), and the irregular stems in 르, ㅂ, ㄷ, ㅅ and ㄹ. A form
//! is taken for a verb only if the dictionary has one, because most words end like some form.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::dictionary::loanwords;

/// The mark behind the term of a verb, which no word of a text has.
const VERB_MARK: char = '+';
/// The longest stem, in syllables.
const MAX_STEM_SYLLABLES: usize = 5;

static VERB_STEMS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| loanwords().filter_map(|(korean, _)| korean.strip_suffix('다')).collect());

/// Returns the term under which the forms of a verb are indexed, given its dictionary form; none of a noun.
pub(crate) fn verb_term(word: &str) -> Option<String> {
    let stem = word.strip_suffix('다').filter(|stem| VERB_STEMS.contains(stem))?;
    Some(format!("{stem}{VERB_MARK}"))
}

/// Calls `emit` with the stem of each verb that a run of Hangul may be a form of.
pub(crate) fn verb_stems(run: &str, mut emit: impl FnMut(&'static str)) {
    let mut stem = String::new();
    let mut before = None;
    for (at, c) in run.char_indices().take(MAX_STEM_SYLLABLES) {
        let Some(syllable) = Syllable::from_char(c) else { return };
        let end = at + c.len_utf8();
        stems_at(before, syllable, &run[end..], |replaced| {
            stem.clear();
            stem.push_str(&run[..end - 3 * replaced.len()]);
            stem.extend(replaced.iter().map(|syllable| syllable.to_char()));
            if let Some(known) = VERB_STEMS.get(stem.as_str()) {
                emit(known);
            }
        });
        before = Some(syllable);
    }
}

/// Returns true for the term of a verb.
pub fn is_verb_term(term: &str) -> bool {
    term.ends_with(VERB_MARK) && term.starts_with(|c: char| !c.is_ascii())
}

/// Calls `emit` with the term of each verb that a run of Hangul may be a form of.
pub(crate) fn verb_terms(run: &str, mut emit: impl FnMut(&str)) {
    verb_stems(run, |stem| emit(&format!("{stem}{VERB_MARK}")));
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
    if drops_rieul || takes_consonant && last.end != FINAL_RIEUL {
        emit(&[with(FINAL_RIEUL)]);
    }
    if last.end == 0 && rest.starts_with(['우', '운', '울', '움', '워', '웠', '와', '왔']) {
        emit(&[with(FINAL_BIEUP)]);
    }
    if last.end == FINAL_RIEUL && rest.starts_with(['어', '었', '아', '았', '으']) {
        emit(&[with(FINAL_DIGEUT)]);
    }
    if last.end == 0 && rest.starts_with(['어', '었', '아', '았', '은', '을', '으']) {
        emit(&[with(FINAL_SIOS)]);
    }
    let contracts = last.end == FINAL_SSANGSIOS || last.end == 0 && follows_contraction(rest);
    if contracts {
        let itself = |vowel: &_| is_whole && last.end == 0 && *vowel == last.vowel;
        for vowel in last.vowels_before_contraction().filter(|vowel| !itself(vowel)) {
            emit(&[Syllable { vowel, end: 0, ..last }]);
        }
        if let Some(before) = before.filter(|it| it.end == FINAL_RIEUL && last.is_ra_or_reo()) {
            emit(&[Syllable { end: 0, ..before }, REU_SYLLABLE]);
        }
    }
}

/// Returns true if a text behind a stem with this final consonant begins with an ending of its own.
fn is_ending(end: u32, rest: &str) -> bool {
    const ANY_STEM_ENDINGS: [&str; 18] = [
        "고", "지", "게", "는", "기", "네", "자", "던", "거나", "거든", "도록", "든", "더", "다",
        "잖", "겠", "길", "긴",
    ];
    const VOWEL_STEM_ENDINGS: [&str; 12] =
        ["면", "며", "려", "니", "나", "러", "시", "셨", "세", "신", "실", "라"];
    const CONSONANT_STEM_ENDINGS: [&str; 9] =
        ["은", "을", "으", "음", "습", "어", "아", "었", "았"];
    const RIEUL_STEM_ENDINGS: [&str; 7] = ["면", "며", "려", "어", "아", "었", "았"];
    let begins = |endings: &[&str]| endings.iter().any(|ending| rest.starts_with(ending));
    begins(&ANY_STEM_ENDINGS)
        || match end {
            0 => begins(&VOWEL_STEM_ENDINGS) || rest.starts_with(['어', '었']),
            FINAL_RIEUL => begins(&RIEUL_STEM_ENDINGS),
            _ => begins(&CONSONANT_STEM_ENDINGS),
        }
}

/// Returns true if a final consonant may be that of an ending (깨진, 깨질, 깨짐, 깹니다), given the text behind it.
fn takes_consonant(end: u32, rest: &str) -> bool {
    let begins = |endings: &[&str]| endings.iter().any(|ending| rest.starts_with(ending));
    match end {
        FINAL_NIEUN => rest.is_empty() || begins(&["다", "데", "지", "가", "거", "건", "걸"]),
        FINAL_RIEUL => {
            rest.is_empty() || begins(&["까", "게", "지", "때", "거", "걸", "래", "수록"])
        }
        FINAL_MIEUM => rest.is_empty() || crate::analysis::is_ending(rest),
        FINAL_BIEUP => begins(&["니다", "니까", "시다"]),
        _ => false,
    }
}

/// Returns true if a text may follow a stem whose vowel is contracted with that of an ending: 깨져서, 바꿔줘.
fn follows_contraction(rest: &str) -> bool {
    const CONTRACTION_FOLLOWERS: [&str; 34] = [
        "서", "도", "야", "요", "라", "지", "졌", "진", "져", "질", "짐", "집", "버리", "버렸",
        "버린", "버려", "주", "줘", "줬", "준", "줄", "놓", "놨", "두", "뒀", "둔", "보", "봐",
        "봤", "본", "볼", "먹", "내", "냈",
    ];
    rest.is_empty() || CONTRACTION_FOLLOWERS.iter().any(|start| rest.starts_with(start))
}

/// The numbers of letters in a syllable: initial consonants, vowels and final consonants.
const INITIAL_RIEUL: u32 = 5;
const INITIAL_HIEUT: u32 = 18;
const VOWEL_A: u32 = 0;
const VOWEL_AE: u32 = 1;
const VOWEL_EO: u32 = 4;
const VOWEL_E: u32 = 5;
const VOWEL_YEO: u32 = 6;
const VOWEL_O: u32 = 8;
const VOWEL_WA: u32 = 9;
const VOWEL_WAE: u32 = 10;
const VOWEL_OE: u32 = 11;
const VOWEL_U: u32 = 13;
const VOWEL_WO: u32 = 14;
const VOWEL_EU: u32 = 18;
const VOWEL_I: u32 = 20;
const FINAL_NIEUN: u32 = 4;
const FINAL_DIGEUT: u32 = 7;
const FINAL_RIEUL: u32 = 8;
const FINAL_MIEUM: u32 = 16;
const FINAL_BIEUP: u32 = 17;
const FINAL_SIOS: u32 = 19;
const FINAL_SSANGSIOS: u32 = 20;
/// 르
const REU_SYLLABLE: Syllable = Syllable { first: INITIAL_RIEUL, vowel: VOWEL_EU, end: 0 };

/// A syllable as the numbers of its letters; see the Unicode Standard, chapter 3.12 (Hangul Syllable Composition).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Syllable {
    first: u32,
    vowel: u32,
    /// The final consonant, 0 for none.
    end: u32,
}

impl Syllable {
    fn from_char(c: char) -> Option<Syllable> {
        let number = u32::from(c).checked_sub(u32::from('가')).filter(|_| c <= '힣')?;
        Some(Syllable { first: number / 588, vowel: number / 28 % 21, end: number % 28 })
    }

    fn to_char(self) -> char {
        let number = self.first * 588 + self.vowel * 28 + self.end;
        char::from_u32(u32::from('가') + number).unwrap_or_default()
    }

    fn is_ra_or_reo(self) -> bool {
        self.first == INITIAL_RIEUL && matches!(self.vowel, VOWEL_A | VOWEL_EO)
    }

    /// The vowels of a stem that contract with 아 or 어 to the vowel of this syllable.
    fn vowels_before_contraction(self) -> impl Iterator<Item = u32> {
        let vowels: &[u32] = match self.vowel {
            VOWEL_A => &[VOWEL_A, VOWEL_EU],
            VOWEL_EO => &[VOWEL_EO, VOWEL_EU],
            VOWEL_AE if self.first == INITIAL_HIEUT => &[VOWEL_AE, VOWEL_A],
            VOWEL_AE => &[VOWEL_AE],
            VOWEL_E => &[VOWEL_E],
            VOWEL_YEO => &[VOWEL_I, VOWEL_YEO],
            VOWEL_WA => &[VOWEL_O],
            VOWEL_WO => &[VOWEL_U],
            VOWEL_WAE => &[VOWEL_OE],
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
