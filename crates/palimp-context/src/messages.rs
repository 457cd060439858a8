//! Sentences about a conversation that was not compacted, in English and Korean.

palimp_core::messages! {
    pub(crate) fn nothing_to_compact(turns) {
        en: "nothing to compact: the conversation has at most {turns} turns",
        ko: "압축할 것이 없습니다: 대화가 {turns}턴 이하입니다",
    }
    pub(crate) fn summary_failed(reason) {
        en: "cannot compact the conversation: the model returned no summary: {reason}",
        ko: "대화를 압축할 수 없습니다: 모델이 요약을 만들지 못했습니다: {reason}",
    }
    pub(crate) fn summary_empty() {
        en: "cannot compact the conversation: the model's summary is empty; try again",
        ko: "대화를 압축할 수 없습니다: 모델의 요약이 비어 있습니다. 다시 시도하세요",
    }
    pub(crate) fn summary_too_long(tokens, most) {
        en: "cannot compact the conversation: the model's summary has {tokens} tokens, more than {most}; try again, or ask for a shorter one",
        ko: "대화를 압축할 수 없습니다: 모델의 요약이 {tokens}토큰으로 한도 {most}토큰을 넘습니다. 다시 시도하거나 더 짧게 요청하세요",
    }
}
