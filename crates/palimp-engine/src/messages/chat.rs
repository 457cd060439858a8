//! Sentences of `palimp chat` that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn question_not_searched(reason) {
        en: "nothing is remembered on this: {reason}",
        ko: "이것에 대해 기억하는 것이 없습니다: {reason}",
    }

    pub(crate) fn turn_waits_in_spool(reason, path) {
        en: "{reason}; what was said waits in {path}",
        ko: "{reason}. 나눈 말은 {path}에서 기다립니다",
    }

    pub(crate) fn turn_in_record_alone(reason, spool_reason) {
        en: "what was said stands in the chat's record alone: {reason}; and {spool_reason}",
        ko: "나눈 말은 대화의 기록에만 있습니다: {reason}. 그리고 {spool_reason}",
    }

    pub(crate) fn chat_note_not_kept(reason) {
        en: "no note of the conversation was kept: {reason}",
        ko: "대화의 노트를 남기지 못했습니다: {reason}",
    }

    pub(crate) fn conversation_in_use() {
        en: "another `palimp chat` holds this conversation: go on there or leave it, or begin another one here with `palimp chat --new`",
        ko: "다른 `palimp chat`이 이 대화를 하고 있습니다. 그곳에서 이어 가거나 끝내거나, 여기서 `palimp chat --new`로 새로 시작하세요",
    }

    pub(crate) fn no_chat_yet(id) {
        en: "there is no chat '{id}': begin one with `palimp chat --new`",
        ko: "'{id}'(이)라는 대화는 없습니다. `palimp chat --new`로 시작하세요",
    }

    pub(crate) fn chat_not_found(id, newest) {
        en: "there is no chat '{id}': the newest are {newest}",
        ko: "'{id}'(이)라는 대화는 없습니다. 가장 새로운 것: {newest}",
    }
}

palimp_core::count_nouns! {
    pub(crate) fn damaged_lines(n) {
        one: "{n} damaged line of the conversation is left out",
        many: "{n} damaged lines of the conversation are left out",
        ko: "대화에서 손상된 줄 {n}개를 뺐습니다",
    }
}
