//! Sentences of `palimp chat` that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn question_not_searched(reason) {
        en: "no memories for this question: {reason}",
        ko: "이 질문에 쓸 기억이 없습니다: {reason}",
    }

    pub(crate) fn turn_waits_in_spool(reason, path) {
        en: "{reason}; this turn is saved in {path} and imported later",
        ko: "{reason}. 이번 대화는 {path}에 저장했고 나중에 가져옵니다",
    }

    pub(crate) fn turn_in_record_alone(reason, spool_reason) {
        en: "this turn is saved only in the chat log: {reason}; {spool_reason}",
        ko: "이번 대화는 채팅 로그에만 저장했습니다: {reason}. {spool_reason}",
    }

    pub(crate) fn chat_note_not_kept(reason) {
        en: "cannot save the note of this conversation: {reason}",
        ko: "이 대화의 노트를 저장할 수 없습니다: {reason}",
    }

    pub(crate) fn conversation_in_use() {
        en: "cannot open this conversation: another `palimp chat` has it open; hint: close it there, or start a new one with `palimp chat --new`",
        ko: "이 대화를 열 수 없습니다. 다른 `palimp chat`이 열고 있습니다. 그쪽을 닫거나 `palimp chat --new`로 새 대화를 시작하세요",
    }

    pub(crate) fn no_chat_yet(id) {
        en: "no chat '{id}'; hint: start one with `palimp chat --new`",
        ko: "'{id}' 대화가 없습니다. `palimp chat --new`로 시작하세요",
    }

    pub(crate) fn chat_not_found(id, newest) {
        en: "no chat '{id}'; the newest are {newest}",
        ko: "'{id}' 대화가 없습니다. 최근 대화: {newest}",
    }
}

palimp_core::count_nouns! {
    pub(crate) fn damaged_lines(n) {
        one: "{n} damaged line of the conversation was skipped",
        many: "{n} damaged lines of the conversation were skipped",
        ko: "대화에서 손상된 줄 {n}개를 건너뛰었습니다",
    }
}
