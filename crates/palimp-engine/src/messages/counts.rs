//! Numbers of things that the engine says to a person, in English and Korean.

palimp_core::count_nouns! {
    pub(crate) fn notes(n) { one: "{n} note", many: "{n} notes", ko: "노트 {n}개" }
    pub(crate) fn lines(n) { one: "{n} line", many: "{n} lines", ko: "{n}줄" }
    pub(crate) fn captures(n) { one: "{n} capture", many: "{n} captures", ko: "기록 {n}개" }
    pub(crate) fn facts(n) { one: "{n} fact", many: "{n} facts", ko: "사실 {n}개" }
    pub(crate) fn files(n) { one: "{n} file", many: "{n} files", ko: "파일 {n}개" }
    pub(crate) fn partial_files(n) {
        one: "{n} partial file",
        many: "{n} partial files",
        ko: "쓰다 만 파일 {n}개",
    }
    pub(crate) fn rows(n) { one: "{n} row", many: "{n} rows", ko: "행 {n}개" }
    pub(crate) fn sessions(n) { one: "{n} session", many: "{n} sessions", ko: "세션 {n}개" }
    pub(crate) fn observations(n) {
        one: "{n} observation",
        many: "{n} observations",
        ko: "관찰 {n}개",
    }
    pub(crate) fn messages(n) { one: "{n} message", many: "{n} messages", ko: "메시지 {n}개" }
    pub(crate) fn damaged_lines(n) {
        one: "{n} damaged line of the conversation is left out",
        many: "{n} damaged lines of the conversation are left out",
        ko: "대화에서 손상된 줄 {n}개를 뺐습니다",
    }
}
