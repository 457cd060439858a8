//! Words that say little about what a prompt is about.

/// Returns true if a word is common in developers' prompts: what to do with a file, a function or a
/// name is asked in every project. Chunks are found by such words as by others, but holding some of
/// them is no evidence that a chunk belongs to the prompt.
pub(super) fn is_generic(word: &str) -> bool {
    GENERIC_WORDS.iter().flat_map(|line| line.split(' ')).any(|generic| generic == word)
}

const GENERIC_WORDS: &[&str] = &[
    "add also change check close code convert copy count create delete edit explain file files find fix",
    "following format function generate get give help implement kind know last line lines list look",
    "make method move name named names need new next now open part print problem put question",
    "random read refactor remove rename replace run see set show something sort sorted string tell",
    "text thing things time today type undo update use used using value values variable want way",
    "whole word words work works write year day month week key number",
    "만들어 고쳐 추가 삭제 수정 변경 파일 코드 함수 변수 이름 문제 방법 목록 알려 보여 설명 작성 확인 문장",
    "오늘 시간 경우 사용 정렬",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_prompt_holds_is_generic() {
        assert!(is_generic("file") && is_generic("함수"));
        assert!(!is_generic("postgres") && !is_generic(""));
    }
}
