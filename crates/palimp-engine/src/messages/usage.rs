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
}
