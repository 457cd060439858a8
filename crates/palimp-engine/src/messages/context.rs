//! Sentences about why something is injected that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn session_starts() {
        en: "session start",
        ko: "세션 시작",
    }

    pub(crate) fn new_session() {
        en: "new session",
        ko: "새 세션",
    }

    pub(crate) fn session_changes_files() {
        en: "the session edits files",
        ko: "세션이 파일을 편집함",
    }

    pub(crate) fn prompt_interval(prompts) {
        en: "every {prompts} prompts",
        ko: "프롬프트 {prompts}개마다",
    }

    pub(crate) fn nothing_captured_of_kind() {
        en: "nothing of this kind was captured here",
        ko: "여기서 캡처한 것이 없음",
    }

    pub(crate) fn command_ran_before() {
        en: "earlier sessions ran a similar command",
        ko: "이전 세션에서 비슷한 명령을 실행함",
    }

    pub(crate) fn command_breaks_rule() {
        en: "the command breaks this rule",
        ko: "명령이 이 규칙을 어김",
    }

    pub(crate) fn conversation_was_compacted() {
        en: "the conversation was compacted",
        ko: "대화가 압축됨",
    }

    pub(crate) fn same_failure_before() {
        en: "an earlier session hit the same failure and named the cause, or ran another command",
        ko: "이전 세션에서 같은 실패가 있었고, 원인을 밝혔거나 다른 명령을 실행함",
    }

    pub(crate) fn statements_naming(file) {
        en: "statements that mention {file}",
        ko: "{file} 언급",
    }

    pub(crate) fn prompt_refers_back() {
        en: "the prompt refers to an earlier session",
        ko: "프롬프트가 이전 세션을 가리킴",
    }

    pub(crate) fn note_unchanged(path) {
        en: "{path}: unchanged",
        ko: "{path}: 변경 없음",
    }

    pub(crate) fn note_is_empty(path) {
        en: "{path}: empty",
        ko: "{path}: 비어 있음",
    }

    pub(crate) fn note_has_changed(path) {
        en: "{path}: changed",
        ko: "{path}: 바뀜",
    }

    pub(crate) fn note_given_before(path) {
        en: "{path}: already injected",
        ko: "{path}: 이미 주입함",
    }

    pub(crate) fn lines_wait_for_user(reason, lines) {
        en: "{reason}; {lines} of its lines are not yours and await review: `palimp doctor --fix`",
        ko: "{reason}; 직접 쓰지 않은 {lines}줄이 검토 대기 중: `palimp doctor --fix`",
    }

    pub(crate) fn file_touched_first() {
        en: "first use of the file in this session",
        ko: "이 세션에서 파일을 처음 사용함",
    }

    pub(crate) fn prompt_asks_to_run() {
        en: "the prompt asks to run this",
        ko: "프롬프트가 이 작업의 실행을 요청함",
    }

    pub(crate) fn failures_still_open() {
        en: "failures not followed by a successful run",
        ko: "이후 성공한 실행이 없는 실패",
    }

    pub(crate) fn gate_finds_nothing(gate, threshold) {
        en: "{gate} threshold {threshold:.2}, no close match",
        ko: "{gate} 기준 {threshold:.2}, 비슷한 것 없음",
    }

    pub(crate) fn gate_scores(gate, threshold, scores) {
        en: "{gate} threshold {threshold:.2}, scores {scores}",
        ko: "{gate} 기준 {threshold:.2}, 점수 {scores}",
    }

    pub(crate) fn relevance_finds_nothing(threshold) {
        en: "relevance threshold {threshold:.1}, no close match",
        ko: "관련도 기준 {threshold:.1}, 비슷한 것 없음",
    }

    pub(crate) fn relevance_scores(threshold, scores) {
        en: "relevance threshold {threshold:.1}, scores {scores}",
        ko: "관련도 기준 {threshold:.1}, 점수 {scores}",
    }

    pub(crate) fn some_is_suppressed(reason) {
        en: "{reason}; some lines are suppressed by never.md",
        ko: "{reason}; 일부는 never.md에 있어 제외함",
    }
}
