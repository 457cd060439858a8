//! Sentences about why something is injected that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn session_starts() {
        en: "a session starts",
        ko: "세션이 시작됨",
    }

    pub(crate) fn new_session() {
        en: "a new session",
        ko: "새 세션",
    }

    pub(crate) fn session_changes_files() {
        en: "the session changes files",
        ko: "세션이 파일을 바꿈",
    }

    pub(crate) fn prompt_interval(prompts) {
        en: "every {prompts} prompts",
        ko: "프롬프트 {prompts}개마다",
    }

    pub(crate) fn nothing_captured_of_kind() {
        en: "nothing of that was captured here",
        ko: "여기서 기록한 것이 없음",
    }

    pub(crate) fn command_ran_before() {
        en: "earlier sessions ran such a command",
        ko: "앞선 세션이 그런 명령을 돌림",
    }

    pub(crate) fn command_breaks_rule() {
        en: "the command breaks it",
        ko: "이 명령이 규칙을 어김",
    }

    pub(crate) fn conversation_was_compacted() {
        en: "the conversation was compacted",
        ko: "대화가 줄어듦",
    }

    pub(crate) fn same_failure_before() {
        en: "an earlier session met the same failure and said what it came from, or ran another command",
        ko: "앞선 세션이 같은 실패를 만나 원인을 말했거나 다른 명령을 돌림",
    }

    pub(crate) fn statements_naming(file) {
        en: "statements that name {file}",
        ko: "이름을 말한 것: {file}",
    }

    pub(crate) fn prompt_refers_back() {
        en: "the prompt goes back to it",
        ko: "프롬프트가 그리로 돌아감",
    }

    pub(crate) fn note_unchanged(path) {
        en: "{path} stands as it did",
        ko: "{path}: 그대로임",
    }

    pub(crate) fn note_is_empty(path) {
        en: "{path} says nothing",
        ko: "{path}: 쓴 것이 없음",
    }

    pub(crate) fn note_has_changed(path) {
        en: "{path} has changed",
        ko: "{path}: 바뀜",
    }

    pub(crate) fn note_given_before(path) {
        en: "{path} was given before",
        ko: "{path}: 전에 알림",
    }

    pub(crate) fn lines_wait_for_user(reason, lines) {
        en: "{reason}; {lines} of its lines are not yours and wait: `palimp doctor --fix`",
        ko: "{reason}; 직접 쓰지 않은 {lines}줄이 기다림: `palimp doctor --fix`",
    }

    pub(crate) fn file_touched_first() {
        en: "the session touches it for the first time",
        ko: "세션이 그 파일을 처음 건드림",
    }

    pub(crate) fn prompt_asks_to_run() {
        en: "the prompt asks to run what they do",
        ko: "프롬프트가 그 일을 말함",
    }

    pub(crate) fn failures_still_open() {
        en: "failures after which nothing of the kind ran well",
        ko: "뒤에 같은 종류의 명령이 잘 돌지 않은 실패",
    }

    pub(crate) fn gate_finds_nothing(gate, threshold) {
        en: "{gate} asks for {threshold:.2}, nothing comes near",
        ko: "{gate}의 문턱 {threshold:.2}, 가까운 것 없음",
    }

    pub(crate) fn gate_scores(gate, threshold, scores) {
        en: "{gate} asks for {threshold:.2}, there is {scores}",
        ko: "{gate}의 문턱 {threshold:.2}, 있는 것 {scores}",
    }

    pub(crate) fn relevance_finds_nothing(threshold) {
        en: "relevance asked {threshold:.1}, nothing comes near",
        ko: "관련도 문턱 {threshold:.1}, 가까운 것 없음",
    }

    pub(crate) fn relevance_scores(threshold, scores) {
        en: "relevance asked {threshold:.1}, there is {scores}",
        ko: "관련도 문턱 {threshold:.1}, 있는 것 {scores}",
    }

    pub(crate) fn some_is_suppressed(reason) {
        en: "{reason}; some of it is never told: never.md",
        ko: "{reason}; 일부는 다시 알리지 않음: never.md",
    }
}
