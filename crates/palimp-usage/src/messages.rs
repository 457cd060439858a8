//! Sentences about token usage that a person reads, in English and Korean.

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
}
