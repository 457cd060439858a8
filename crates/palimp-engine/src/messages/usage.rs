//! Sentences about token usage that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn conversation_shortened() {
        en: "the conversation was shortened",
        ko: "대화를 줄였습니다",
    }

    pub(crate) fn prompt_or_tools_changed() {
        en: "another system prompt or other tools",
        ko: "시스템 프롬프트나 도구가 달라졌습니다",
    }

    pub(crate) fn cache_expired() {
        en: "idle for longer than the cache lives",
        ko: "캐시가 유지되는 시간보다 오래 쉬었습니다",
    }

    pub(crate) fn usage_cache_failed(path, reason) {
        en: "{path}: {reason}: the next time all is read anew",
        ko: "{path}: {reason}. 다음에는 모두 새로 읽습니다",
    }
    pub(crate) fn wishes_said_again() {
        en: "wishes that the user said again",
        ko: "사용자가 다시 말한 바람",
    }
    pub(crate) fn failures_met_again() { en: "failures met again", ko: "다시 만난 실패" }
    pub(crate) fn places_found_again() { en: "places found out again", ko: "다시 알아낸 곳" }
    pub(crate) fn options_asked_again() { en: "options asked for again", ko: "다시 물은 옵션" }
    pub(crate) fn known_files_searched() { en: "known files searched for", ko: "다시 찾은 아는 파일" }
}
