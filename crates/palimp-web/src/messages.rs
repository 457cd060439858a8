//! Sentences that the dashboard says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn proposal_changed(team, id) {
        en: "cannot decide on {id}: {team} has no such proposal any more, or it changed after it was shown; hint: look at it again",
        ko: "{id}을(를) 결정할 수 없습니다: {team}에 이 제안이 더 없거나, 보여 준 뒤에 바뀌었습니다. 다시 확인하세요",
    }
}
