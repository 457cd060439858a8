//! Sentences about replayed sessions that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn wishes_said_again() {
        en: "requests the user repeated",
        ko: "사용자가 반복한 요청",
    }
    pub(crate) fn failures_met_again() { en: "repeated failures", ko: "반복된 실패" }
    pub(crate) fn places_found_again() { en: "locations searched for again", ko: "다시 찾은 위치" }
    pub(crate) fn options_asked_again() { en: "options looked up again", ko: "다시 찾아본 옵션" }
    pub(crate) fn known_files_searched() { en: "searches for known files", ko: "아는 파일을 다시 검색" }
}
