//! Headings of `--help`, in English and Korean.

palimp_core::messages! {
    pub(crate) fn usage() { en: "Usage", ko: "사용법" }
    pub(crate) fn examples() { en: "Examples", ko: "예시" }
    pub(crate) fn daily_commands() { en: "Every day", ko: "자주 쓰는 명령" }
    pub(crate) fn note_commands() { en: "Notes", ko: "노트" }
    pub(crate) fn conversation_commands() { en: "Conversations", ko: "대화" }
    pub(crate) fn sharing_commands() { en: "Sharing", ko: "공유" }
    pub(crate) fn upkeep_commands() { en: "Upkeep", ko: "관리" }
}
