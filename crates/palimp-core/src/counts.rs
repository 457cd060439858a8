//! Things that are counted in sentences, in English and Korean.

/// Says how many there are of one kind of thing.
pub type CountNoun = fn(usize) -> String;

crate::count_nouns! {
    pub fn notes(n) { one: "{n} note", many: "{n} notes", ko: "노트 {n}개" }
    pub fn chunks(n) { one: "{n} chunk", many: "{n} chunks", ko: "조각 {n}개" }
    pub fn documents(n) { one: "{n} document", many: "{n} documents", ko: "문서 {n}개" }
    pub fn approved_facts(n) {
        one: "{n} approved fact",
        many: "{n} approved facts",
        ko: "승인된 사실 {n}개",
    }
    pub fn observations(n) { one: "{n} observation", many: "{n} observations", ko: "관찰 {n}개" }
    pub fn messages(n) { one: "{n} message", many: "{n} messages", ko: "메시지 {n}개" }
    pub fn sessions(n) { one: "{n} session", many: "{n} sessions", ko: "세션 {n}개" }
    pub fn tasks(n) { one: "{n} task", many: "{n} tasks", ko: "작업 {n}개" }
    pub fn proposals(n) { one: "{n} proposal", many: "{n} proposals", ko: "제안 {n}개" }
    pub fn rejected_proposals(n) {
        one: "{n} rejected proposal",
        many: "{n} rejected proposals",
        ko: "거절된 제안 {n}개",
    }
    pub fn captures(n) { one: "{n} capture", many: "{n} captures", ko: "캡처 {n}개" }
    pub fn texts(n) { one: "{n} text", many: "{n} texts", ko: "글 {n}개" }
    pub fn recorded_sessions(n) {
        one: "{n} recorded session",
        many: "{n} recorded sessions",
        ko: "기록된 세션 {n}개",
    }
    pub fn new_messages(n) {
        one: "{n} new message",
        many: "{n} new messages",
        ko: "새 메시지 {n}개",
    }
    pub fn new_observations(n) {
        one: "{n} new observation",
        many: "{n} new observations",
        ko: "새 관찰 {n}개",
    }
    pub fn new_notes(n) { one: "{n} new note", many: "{n} new notes", ko: "새 노트 {n}개" }
    pub fn renewed_notes(n) {
        one: "{n} updated note",
        many: "{n} updated notes",
        ko: "업데이트한 노트 {n}개",
    }
    pub fn unchanged_notes(n) {
        one: "{n} unchanged note",
        many: "{n} unchanged notes",
        ko: "변경 없는 노트 {n}개",
    }
    pub fn episodes(n) { one: "{n} episode", many: "{n} episodes", ko: "에피소드 {n}개" }
    pub fn lines(n) { one: "{n} line", many: "{n} lines", ko: "{n}줄" }
    pub fn names(n) { one: "{n} name", many: "{n} names", ko: "이름 {n}개" }
    pub fn earlier_versions(n) {
        one: "{n} earlier version",
        many: "{n} earlier versions",
        ko: "이전 버전 {n}개",
    }
    pub fn conversations(n) { one: "{n} conversation", many: "{n} conversations", ko: "대화 {n}개" }
    pub fn session_summaries(n) {
        one: "{n} session summary",
        many: "{n} session summaries",
        ko: "세션 요약 {n}개",
    }
    pub fn records(n) { one: "{n} record", many: "{n} records", ko: "기록 {n}개" }
    pub fn entries(n) { one: "{n} entry", many: "{n} entries", ko: "항목 {n}개" }
    pub fn commits(n) { one: "{n} commit", many: "{n} commits", ko: "커밋 {n}개" }
    pub fn decision_records(n) {
        one: "{n} decision record",
        many: "{n} decision records",
        ko: "결정 기록 {n}개",
    }
    pub fn damaged_files(n) {
        one: "{n} damaged file",
        many: "{n} damaged files",
        ko: "손상된 파일 {n}개",
    }
    pub fn tombstones(n) { one: "{n} tombstone", many: "{n} tombstones", ko: "묘비 {n}개" }
    pub fn facts(n) { one: "{n} fact", many: "{n} facts", ko: "사실 {n}개" }
    pub fn changes(n) { one: "{n} change", many: "{n} changes", ko: "변경 {n}개" }
    pub fn approvals(n) { one: "{n} approval", many: "{n} approvals", ko: "승인 {n}개" }
    pub fn rows(n) { one: "{n} row", many: "{n} rows", ko: "행 {n}개" }
    pub fn days(n) { one: "{n} day", many: "{n} days", ko: "{n}일" }
    pub fn times(n) { one: "{n} time", many: "{n} times", ko: "{n}번" }
    pub fn files(n) { one: "{n} file", many: "{n} files", ko: "파일 {n}개" }
    pub fn exports(n) { one: "{n} export", many: "{n} exports", ko: "내보낸 파일 {n}개" }
    pub fn vectors(n) { one: "{n} vector", many: "{n} vectors", ko: "벡터 {n}개" }
    pub fn turns(n) { one: "{n} turn", many: "{n} turns", ko: "{n}턴" }
    pub fn results(n) { one: "{n} result", many: "{n} results", ko: "결과 {n}개" }
    pub fn exact_names(n) {
        one: "{n} exact name",
        many: "{n} exact names",
        ko: "정확한 이름 {n}개",
    }
    pub fn requests(n) { one: "{n} request", many: "{n} requests", ko: "요청 {n}개" }
    pub fn calls(n) { one: "{n} call", many: "{n} calls", ko: "호출 {n}번" }
    pub fn minutes(n) { one: "{n} minute", many: "{n} minutes", ko: "{n}분" }
    pub fn memories(n) { one: "{n} memory", many: "{n} memories", ko: "기억 {n}개" }
    pub fn partial_files(n) {
        one: "{n} partial file",
        many: "{n} partial files",
        ko: "미완성 파일 {n}개",
    }
    pub fn homes(n) { one: "{n} home", many: "{n} homes", ko: "홈 {n}개" }
    pub fn pointers(n) { one: "{n} pointer", many: "{n} pointers", ko: "포인터 {n}개" }
    pub fn pieces(n) { one: "{n} piece", many: "{n} pieces", ko: "조각 {n}개" }
    pub fn transcripts(n) { one: "{n} transcript", many: "{n} transcripts", ko: "트랜스크립트 {n}개" }
}
