//! Korean morphology: words without what inflects them.
//!
//! A Korean word stands with its particles (josa) and endings written to it:
//! `데이터베이스`, `데이터베이스를`, `데이터베이스에서는`. The particles are those of
//! the school grammar as the Standard Korean Language Dictionary (표준국어대사전) lists
//! them, with the forms of the copula 이다 that behave alike, and the endings are those of
//! the verbs 하다 and 되다, which make a verb of nearly any noun: `배포했다`, `배포된`.
//!
//! The copula's bare 인 is not among them: far more nouns of the trade end so (`로그인`, `도메인`, `확인`)
//! than words are written with it.
//!
//! No dictionary stands behind this, so a noun that ends like a particle loses its end
//! (`고양이` → `고양`). It does so on both sides, and the bigrams of the whole word are
//! kept beside it.

/// Parts by which a Korean word is found, besides its bigrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KoreanParts<'a> {
    /// The word without its particles and endings. One syllable is left only by a
    /// particle that is hardly anything else: `키를` is a key, but `회의` is a meeting.
    pub(super) word: &'a str,
    /// The one syllable that another particle would leave: the `키` of `키가`.
    pub(super) syllable: Option<&'a str>,
}

/// Takes the particles and endings off a run of Hangul.
pub(super) fn strip_inflection(run: &str) -> KoreanParts<'_> {
    let Some((mut stem, particle)) = strip_particle(run) else {
        return KoreanParts { word: without_ending(run), syllable: None };
    };
    if !particle.may_leave(stem) {
        return KoreanParts { word: run, syllable: Some(stem) };
    }
    while let Some((shorter, particle)) = strip_particle(stem)
        && particle.carries
        && particle.may_leave(shorter)
    {
        stem = shorter;
    }
    KoreanParts { word: without_ending(stem), syllable: None }
}

/// Returns true if a run is a function word: particles, or a form of 하다 or 되다.
pub(super) fn is_function(run: &str) -> bool {
    is_particle(run) || split_ending(run).is_some_and(|(stem, _)| stem.is_empty())
}

/// Returns true if a run is a particle or two, as behind the Latin word in `React에서는`.
pub(super) fn is_particle(run: &str) -> bool {
    suffix_splits(run).any(|(stem, suffix)| {
        Particle::from_text(suffix).is_some()
            && (stem.is_empty() || Particle::from_text(stem).is_some_and(|inner| inner.carries))
    })
}

/// The characters of a run of Hangul; each takes three bytes in UTF-8.
pub(super) fn count_syllables(run: &str) -> usize {
    run.len() / 3
}

/// The run without its longest particle, and the particle.
fn strip_particle(run: &str) -> Option<(&str, Particle)> {
    suffix_splits(run).find_map(|(stem, suffix)| {
        let particle = Particle::from_text(suffix)?;
        particle.behind.allows(stem.chars().next_back()?).then_some((stem, particle))
    })
}

fn without_ending(run: &str) -> &str {
    match split_ending(run) {
        Some((stem, _)) if count_syllables(stem) > 1 => stem,
        _ => run,
    }
}

/// Splits a form of 하다 or 되다 off: `배포했습니다` into `배포` and `했습니다`.
fn split_ending(run: &str) -> Option<(&str, &str)> {
    // Most words have none, and every word of a text is asked.
    if !run.contains(VERB_FIRST_SYLLABLES) {
        return None;
    }
    let tails =
        suffix_splits(run).filter(|(_, tail)| VERB_TAILS.contains(tail)).map(|(verb, _)| verb);
    tails.chain([run]).find_map(|verb| {
        let (stem, _) = suffix_splits(verb).find(|(_, head)| VERB_HEADS.contains(head))?;
        Some(run.split_at(stem.len()))
    })
}

/// The ways to cut three, two and one syllable off, in this order.
fn suffix_splits(run: &str) -> impl Iterator<Item = (&str, &str)> {
    (1..=3).rev().filter_map(|count| run.split_at_checked(run.len().checked_sub(count * 3)?))
}

/// Syllable that a particle requires before it: many particles have one form behind a final
/// consonant (batchim) and another behind a vowel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PrecedingSyllable {
    Anything,
    Consonant,
    Vowel,
    /// Behind ㄹ as behind a vowel: `서울로`.
    VowelOrRieul,
    ConsonantButRieul,
}

impl PrecedingSyllable {
    fn allows(self, syllable: char) -> bool {
        let Some(last) = final_consonant(syllable) else { return false };
        match self {
            PrecedingSyllable::Anything => true,
            PrecedingSyllable::Consonant => last != 0,
            PrecedingSyllable::Vowel => last == 0,
            PrecedingSyllable::VowelOrRieul => last == 0 || last == RIEUL_INDEX,
            PrecedingSyllable::ConsonantButRieul => last != 0 && last != RIEUL_INDEX,
        }
    }
}

/// The number of ㄹ among the final consonants.
const RIEUL_INDEX: u32 = 8;

/// The number of a syllable's final consonant, 0 without one; none for a lone jamo.
/// The formula stands in the Unicode Standard, chapter 3.12 (Hangul Syllable
/// Decomposition): 28 syllables share a beginning and differ in their end.
fn final_consonant(syllable: char) -> Option<u32> {
    matches!(syllable, '가'..='힣').then(|| (u32::from(syllable) - u32::from('가')) % 28)
}

/// Behaviour of a particle.
#[derive(Clone, Copy, Debug)]
struct Particle {
    behind: PrecedingSyllable,
    /// True if another particle can follow, as 는 follows 에서.
    carries: bool,
    /// True if a noun hardly ever ends like it.
    clear: bool,
}

impl Particle {
    /// The particle that is written like this.
    fn from_text(text: &str) -> Option<Particle> {
        let (behind, carries, clear) = match text {
            "에" | "에서" | "에게" | "에게서" | "한테" | "한테서" | "께서" | "보다" | "처럼"
            | "만큼" | "까지" | "부터" | "마다" | "밖에" | "대로" => {
                (PrecedingSyllable::Anything, true, true)
            }
            "만" | "뿐" | "께" => (PrecedingSyllable::Anything, true, false),
            "조차" | "마저" => (PrecedingSyllable::Anything, false, true),
            "의" | "도" | "이다" | "이고" | "이며" | "이지" | "이란" | "이라고" | "이라는"
            | "이라면" | "이었다" | "이에요" | "이야" | "이죠" | "인가" | "인가요" | "인데"
            | "인데요" | "일까" | "입니다" | "입니까" => {
                (PrecedingSyllable::Anything, false, false)
            }
            "은" | "을" => (PrecedingSyllable::Consonant, false, true),
            "는" | "를" => (PrecedingSyllable::Vowel, false, true),
            "이" | "이나" | "이든" | "이든지" | "이라도" | "이랑" => {
                (PrecedingSyllable::Consonant, false, false)
            }
            "가" | "나" | "든" | "든지" | "라도" | "랑" | "란" | "라고" | "라는" | "라면"
            | "였다" | "예요" | "야" | "죠" | "신가요" | "십니까" => {
                (PrecedingSyllable::Vowel, false, false)
            }
            "과" => (PrecedingSyllable::Consonant, true, false),
            "와" => (PrecedingSyllable::Vowel, true, false),
            "로" | "로서" | "로써" => (PrecedingSyllable::VowelOrRieul, true, false),
            "으로" | "으로서" | "으로써" => {
                (PrecedingSyllable::ConsonantButRieul, true, true)
            }
            _ => return None,
        };
        Some(Particle { behind, carries, clear })
    }

    /// Returns true if the rest can be a word: two syllables, or one if the particle is clear.
    fn may_leave(self, stem: &str) -> bool {
        self.clear || count_syllables(stem) > 1
    }
}

/// Beginnings of the forms of 하다 and 되다.
const VERB_HEADS: [&str; 26] = [
    "하", "해", "했", "한", "할", "함", "합", "하여", "하였", "하시", "하신", "하실", "하셔",
    "하셨", "하겠", "되", "돼", "됐", "된", "될", "됨", "됩", "되어", "되었", "되시", "되겠",
];

/// The syllables with which they begin.
const VERB_FIRST_SYLLABLES: [char; 14] =
    ['하', '해', '했', '한', '할', '함', '합', '되', '돼', '됐', '된', '될', '됨', '됩'];

/// Endings of the forms of 하다 and 되다.
const VERB_TAILS: [&str; 37] = [
    "다", "는", "고", "며", "면", "지", "게", "자", "기", "던", "요", "줘", "까", "음", "서", "죠",
    "니다", "습니다", "니까", "습니까", "는데", "지만", "도록", "려고", "려면", "면서", "세요",
    "주세요", "어요", "나요", "까요", "네요", "는지", "으며", "다고", "다가", "다면",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_hada_and_doeda_begins_with_a_known_syllable() {
        assert!(VERB_HEADS.iter().all(|head| head.starts_with(VERB_FIRST_SYLLABLES)));
    }

    #[track_caller]
    fn check(run: &str, word: &str) {
        assert_eq!(strip_inflection(run), KoreanParts { word, syllable: None }, "{run}");
    }

    #[track_caller]
    fn check_syllable(run: &str, syllable: &str) {
        assert_eq!(
            strip_inflection(run),
            KoreanParts { word: run, syllable: Some(syllable) },
            "{run}"
        );
    }

    #[test]
    fn particles_are_taken_off() {
        for particle in [
            "는", "가", "를", "의", "에", "에서", "에게", "로", "와", "도", "만", "부터", "까지",
            "처럼", "보다", "라고", "나", "든", "마다", "조차", "마저", "밖에", "란", "이며",
            "한테",
        ] {
            check(&format!("데이터베이스{particle}"), "데이터베이스");
        }
        for particle in ["은", "이", "을", "과", "으로", "이나", "이든", "이라도", "이란", "입니다"]
        {
            check(&format!("사용자인증{particle}"), "사용자인증");
        }
    }

    #[test]
    fn particles_behind_particles_are_taken_off() {
        for particles in
            ["에서는", "로는", "에게도", "까지는", "로부터", "에서부터", "에서의", "만을"]
        {
            check(&format!("데이터베이스{particles}"), "데이터베이스");
        }
        check("부산으로부터는", "부산");
    }

    #[test]
    fn the_final_consonant_decides() {
        check("사용자을", "사용자을");
        check("모듈를", "모듈를");
        check("서울로", "서울");
        check("부산로", "부산로");
        check("부산으로", "부산");
        check("전문가", "전문가");
        check("나이", "나이");
        check("국가", "국가");
    }

    #[test]
    fn one_syllable_is_left_by_a_clear_particle_alone() {
        check("키를", "키");
        check("앱에서는", "앱");
        check("값으로", "값");
        check_syllable("회의", "회");
        check_syllable("키가", "키");
        check("값", "값");
        check("에서", "에서");
    }

    #[test]
    fn verbs_of_a_noun_are_taken_back_to_it() {
        for ending in
            ["했다", "한", "하는", "합니다", "된", "되었습니다", "함", "해줘", "하기를", "했던"]
        {
            check(&format!("배포{ending}"), "배포");
        }
        check("북한", "북한");
        check("이해", "이해");
    }

    #[test]
    fn a_question_is_asked_as_people_talk() {
        for ending in ["이야", "이에요", "인가요", "이죠", "일까", "입니까"] {
            check(&format!("담당{ending}"), "담당");
        }
        for ending in ["야", "예요", "죠", "신가요", "십니까"] {
            check(&format!("담당자{ending}"), "담당자");
        }
        for ending in ["하시나요", "하셨죠", "하겠습니다", "되나요", "되겠습니까", "하신"]
        {
            check(&format!("배포{ending}"), "배포");
        }
        for noun in ["분야", "의사", "시야를"] {
            assert_eq!(strip_inflection(noun).word, noun.trim_end_matches('를'), "{noun}");
        }
    }

    #[test]
    fn a_noun_that_ends_like_a_particle_is_cut() {
        check("고양이", "고양");
        check("고양이를", "고양이");
    }

    #[test]
    fn a_noun_that_ends_like_the_copula_stays() {
        for noun in ["로그인", "도메인", "파이프라인", "확인", "승인"] {
            check(noun, noun);
            check(&format!("{noun}을"), noun);
        }
    }

    #[test]
    fn function_words_are_known_by_their_shape() {
        for run in ["은", "에서는", "까지", "하는", "했습니다", "된"] {
            assert!(is_function(run), "{run}");
        }
        for run in ["배포", "배포한", "데이터", "값"] {
            assert!(!is_function(run), "{run}");
        }
    }
}
