//! Chooses Korean particles by the sound before them.
//!
//! Sentences with blanks hold both shapes, as `이(가)`: which one fits depends on what fills the blank.
//! Where the sound is unknown, as behind many foreign words, both shapes stay.

/// The last sound of a word, as far as particles depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastSound {
    Vowel,
    /// The consonant ㄹ, behind which `(으)로` has its short shape.
    Rieul,
    Consonant,
}

/// Placeholders for particles, each with its form behind a consonant and behind a vowel.
const PARTICLES: [(&str, &str, &str); 7] = [
    ("이(가)", "이", "가"),
    ("을(를)", "을", "를"),
    ("은(는)", "은", "는"),
    ("과(와)", "과", "와"),
    ("와(과)", "과", "와"),
    ("(으)로", "으로", "로"),
    ("(이)", "이", ""),
];

/// Returns `words` with the particle at their beginning chosen by the text before them.
pub(crate) fn fit_particle(before: &str, words: &str) -> String {
    let closing = words.len() - words.trim_start_matches(['`', '\'', '"']).len();
    let (quotes, tail) = words.split_at(closing);
    let particle = PARTICLES.into_iter().find(|(both, ..)| tail.starts_with(both));
    let Some(((both, consonant, vowel), sound)) = particle.zip(last_sound(before)) else {
        return words.to_owned();
    };
    let shape = match sound {
        LastSound::Vowel => vowel,
        LastSound::Rieul if both == "(으)로" => vowel,
        LastSound::Rieul | LastSound::Consonant => consonant,
    };
    format!("{quotes}{shape}{}", &tail[both.len()..])
}

fn last_sound(text: &str) -> Option<LastSound> {
    let text = text.trim_end_matches(['`', '\'', '"']);
    match text.chars().next_back()? {
        syllable @ '가'..='힣' => Some(of_syllable(syllable)),
        digit @ '0'..='9' => Some(of_digit(digit)),
        letter if letter.is_ascii_alphabetic() => {
            let word = text.rsplit(|c: char| !c.is_ascii_alphabetic()).next()?;
            of_latin(word)
        }
        _ => None,
    }
}

fn of_syllable(syllable: char) -> LastSound {
    const FINALS_COUNT: u32 = 28;
    const RIEUL_FINAL_INDEX: u32 = 8;
    match (u32::from(syllable) - u32::from('가')) % FINALS_COUNT {
        0 => LastSound::Vowel,
        RIEUL_FINAL_INDEX => LastSound::Rieul,
        _ => LastSound::Consonant,
    }
}

/// Digits as they are read: 영, 일, 이, 삼; behind a zero also 십, 백, 천.
fn of_digit(digit: char) -> LastSound {
    match digit {
        '1' | '7' | '8' => LastSound::Rieul,
        '0' | '3' | '6' => LastSound::Consonant,
        _ => LastSound::Vowel,
    }
}

/// Latin words by their last letters, as they are usually written in Korean; none where that varies
/// (깃, 커밋, but 사이트).
fn of_latin(word: &str) -> Option<LastSound> {
    let last = word.chars().next_back()?;
    let before = word.chars().rev().nth(1).unwrap_or(' ').to_ascii_lowercase();
    if word.chars().all(|c| c.is_ascii_uppercase()) || word.len() == 1 {
        return Some(of_letter_name(last));
    }
    match last.to_ascii_lowercase() {
        'l' => Some(LastSound::Rieul),
        'm' | 'n' => Some(LastSound::Consonant),
        'g' if before == 'n' => Some(LastSound::Consonant),
        'p' | 't' | 'k' if !"aeiouywc".contains(before) => Some(LastSound::Vowel),
        'e' => of_silent_e(before),
        'b' | 'c' | 'g' | 'k' | 'p' | 'q' | 't' => None,
        _ => Some(LastSound::Vowel),
    }
}

/// Words in `e`, which is mostly silent: 코드, 파일, 라인; but 애크미 and 홈, 타입 and 파이프.
const fn of_silent_e(before: char) -> Option<LastSound> {
    match before {
        'l' => Some(LastSound::Rieul),
        'n' => Some(LastSound::Consonant),
        'm' | 'p' => None,
        _ => Some(LastSound::Vowel),
    }
}

fn of_letter_name(letter: char) -> LastSound {
    match letter.to_ascii_lowercase() {
        'l' | 'r' => LastSound::Rieul,
        'm' | 'n' => LastSound::Consonant,
        _ => LastSound::Vowel,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, words: &str, expected: &str) {
        assert_eq!(fit_particle(before, words), expected, "{before}");
    }

    #[test]
    fn hangul_syllable_chooses_the_particle() {
        check("노트", "이(가) 없음", "가 없음");
        check("보관함", "을(를) 봄", "을 봄");
        check("서울", "(으)로", "로");
        check("부산", "(으)로", "으로");
        check("배포", "와(과)", "와");
        check("저장", "(이)라는", "이라는");
        check("메모", "(이)라는", "라는");
    }

    #[test]
    fn digits_and_latin_words_choose_by_reading() {
        check("포트 80", "은(는)", "은");
        check("2.1.329", "(으)로", "로");
        check("5437", "이(가)", "이");
        check("decisions.md", "(이)라는", "라는");
        check("`settings.json", "`을(를)", "`을");
        check("'--limit 5", "'은(는)", "'는");
        check("MCP", "이(가)", "가");
        check("URL", "이(가)", "이");
        check("client", "은(는)", "는");
        check("Claude Code", "이(가)", "가");
        check("file", "(으)로", "로");
    }

    #[test]
    fn unknown_sound_keeps_both_shapes() {
        for before in ["git", "type", "(x)", "끝.", "…", ""] {
            check(before, "이(가) 없음", "이(가) 없음");
        }
        check("노트", " 이(가)", " 이(가)");
    }
}
