//! Sentences about a conversation that was not compacted, in English and Korean.

palimp_core::messages! {
    pub(crate) fn nothing_to_compact(turns) {
        en: "there is nothing to compact: the conversation has no more than its last {turns} turns",
        ko: "줄일 것이 없습니다. 대화가 마지막 {turns}차례뿐입니다",
    }
    pub(crate) fn summary_failed(reason) {
        en: "nothing was compacted, because the model gave no summary: {reason}",
        ko: "모델이 간추리지 않아 줄이지 않았습니다: {reason}",
    }
    pub(crate) fn summary_empty() {
        en: "nothing was compacted, because the model's summary is empty; try again",
        ko: "모델의 간추림이 비어 있어 줄이지 않았습니다. 다시 해 보세요",
    }
    pub(crate) fn summary_too_long(tokens, most) {
        en: "nothing was compacted, because the model's summary is too long ({tokens} tokens, {most} at most); try again, or ask for a shorter one",
        ko: "모델의 간추림이 너무 길어 줄이지 않았습니다(토큰 {tokens}개, 많아야 {most}개). 다시 하거나 더 짧게 해 달라고 하세요",
    }
}
