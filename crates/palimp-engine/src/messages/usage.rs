//! Sentences about token usage that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn conversation_shortened() {
        en: "the conversation was compacted",
        ko: "대화가 압축되었습니다",
    }

    pub(crate) fn prompt_or_tools_changed() {
        en: "the system prompt or the tools changed",
        ko: "시스템 프롬프트나 도구가 바뀌었습니다",
    }

    pub(crate) fn cache_expired() {
        en: "idle for longer than the cache lifetime",
        ko: "캐시 유지 시간보다 오래 쉬었습니다",
    }

    pub(crate) fn usage_cache_failed(path, reason) {
        en: "{path}: {reason}: everything is read again next time",
        ko: "{path}: {reason}. 다음에는 처음부터 다시 읽습니다",
    }
    pub(crate) fn wishes_said_again() {
        en: "requests the user repeated",
        ko: "사용자가 반복한 요청",
    }
    pub(crate) fn failures_met_again() { en: "repeated failures", ko: "반복된 실패" }
    pub(crate) fn places_found_again() { en: "locations searched for again", ko: "다시 찾은 위치" }
    pub(crate) fn options_asked_again() { en: "options looked up again", ko: "다시 찾아본 옵션" }
    pub(crate) fn known_files_searched() { en: "searches for known files", ko: "아는 파일을 다시 검색" }
}
