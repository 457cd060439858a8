//! Sentences of commands that find and show, in English and Korean.

palimp_core::messages! {
    // pick
    pub(crate) fn no_terminal_to_choose() {
        en: "cannot use -i without a terminal; hint: leave out -i for a list, or use --json in programs",
        ko: "-i에는 터미널이 필요합니다. 목록은 -i 없이, 프로그램에서는 --json을 쓰세요",
    }
    pub(crate) fn output_is_piped() {
        en: "cannot edit or forget while the output goes to another program",
        ko: "출력이 다른 프로그램으로 갈 때는 편집하거나 지울 수 없습니다",
    }
    pub(crate) fn no_file_to_edit() {
        en: "cannot edit this: it has no file",
        ko: "편집할 수 없습니다: 파일이 없는 항목입니다",
    }
    pub(crate) fn opened_in_editor(path) {
        en: "edited {path}",
        ko: "편집기에서 열었습니다: {path}",
    }
    pub(crate) fn copied() { en: "copied", ko: "복사함" }
    pub(crate) fn too_long_to_copy() {
        en: "cannot copy: too long for the terminal",
        ko: "터미널로 복사하기에는 너무 깁니다",
    }
    pub(crate) fn only_observations_pinned() {
        en: "cannot pin this: only tool events expire",
        ko: "고정할 수 없습니다: 도구 기록에만 보관 기한이 있습니다",
    }
    pub(crate) fn observation_missing(id) {
        en: "cannot find observation #{id}",
        ko: "관찰 #{id}을(를) 찾을 수 없습니다",
    }
    pub(crate) fn pinned_observation(id) { en: "pinned #{id}", ko: "고정함: #{id}" }
    pub(crate) fn unpinned_observation(id) { en: "unpinned #{id}", ko: "고정 해제: #{id}" }
    pub(crate) fn enter_goes_back() { en: "Enter goes back.", ko: "Enter를 누르면 돌아갑니다." }
    // recent
    pub(crate) fn no_capture_matches() {
        en: "No captured event matches.",
        ko: "일치하는 캡처가 없습니다.",
    }
    // search
    pub(crate) fn search_words_missing() {
        en: "cannot search without a query; hint: palimp search \"dark mode\"",
        ko: "검색어가 없습니다. palimp search \"다크 모드\"처럼 쓰세요",
    }
    pub(crate) fn bad_min_score() {
        en: "--min-score must be between 0 and 1",
        ko: "--min-score는 0에서 1 사이여야 합니다",
    }
    pub(crate) fn what_tools_did() { en: "tool events", ko: "도구 기록" }
    pub(crate) fn what_was_said() { en: "messages", ko: "대화" }
    pub(crate) fn commits_and_decisions() {
        en: "commits and decision records",
        ko: "커밋과 결정 기록",
    }
    pub(crate) fn decision_records() { en: "decision records", ko: "결정 기록" }
    pub(crate) fn nothing_found_in(query, places) {
        en: "No match for '{query}' in {places}.",
        ko: "{places}에서 '{query}'과(와) 일치하는 것이 없습니다.",
    }
    pub(crate) fn home_is_empty(path) {
        en: "{path} is empty; hint: `palimp up`.",
        ko: "{path}이(가) 비어 있습니다. `palimp up`을 실행하세요.",
    }
    pub(crate) fn labels_may_hide() {
        en: "Try without --tag and --prop.",
        ko: "--tag와 --prop을 빼 보세요.",
    }
    pub(crate) fn filters_may_hide() {
        en: "Try without --project, --client, --session, --since, --type and --source.",
        ko: "--project, --client, --session, --since, --type, --source를 빼 보세요.",
    }
    pub(crate) fn try_other_words() {
        en: "Try other words, or `--min-score 0` to show weak matches.",
        ko: "다른 단어로 찾아보거나 `--min-score 0`으로 약한 일치까지 보세요.",
    }
    pub(crate) fn score_parts(score, words, vectors, parts) {
        en: "score {score:.3} (words {words:.3}, vectors {vectors:.3}): {parts}",
        ko: "점수 {score:.3} (단어 {words:.3}, 벡터 {vectors:.3}): {parts}",
    }
    // show
    pub(crate) fn bad_pointer(text) {
        en: "cannot open '{text}'; hint: s:26a1a7ce is a session, c:979fa9b a commit, #12 an observation, m12 a message, shared/decisions.md:14 a note",
        ko: "'{text}'을(를) 열 수 없습니다. 세션은 s:26a1a7ce, 커밋은 c:979fa9b, 관찰은 #12, 메시지는 m12, 노트는 shared/decisions.md:14처럼 쓰세요",
    }
    pub(crate) fn session_missing(pointer) {
        en: "cannot find {pointer}; hint: `palimp search WORDS`",
        ko: "{pointer}을(를) 찾을 수 없습니다. `palimp search 단어`로 찾아보세요",
    }
    pub(crate) fn pointer_not_for_picker(pointer) {
        en: "cannot open {pointer} here; hint: `palimp show {pointer}`",
        ko: "{pointer}은(는) 여기서 열 수 없습니다. `palimp show {pointer}`을(를) 쓰세요",
    }
    pub(crate) fn observation_not_found(id) {
        en: "cannot find observation #{id}; hint: `palimp recent`",
        ko: "관찰 #{id}을(를) 찾을 수 없습니다. `palimp recent`로 확인하세요",
    }
    pub(crate) fn message_not_found(id) {
        en: "cannot find message m{id}; hint: `palimp timeline`",
        ko: "메시지 m{id}을(를) 찾을 수 없습니다. `palimp timeline`으로 확인하세요",
    }
    // summaries
    pub(crate) fn no_summary_yet() {
        en: "No session summaries yet. palimp writes one when the agent ends a turn.",
        ko: "아직 세션 요약이 없습니다. 에이전트가 턴을 마치면 요약합니다.",
    }
    // picker/draw
    pub(crate) fn nothing_written_yet() {
        en: "Nothing captured or saved yet.",
        ko: "아직 캡처하거나 저장한 것이 없습니다.",
    }
    pub(crate) fn reads_repository_first() {
        en: "palimp: reads the commits of this repository for the first time; search again in a moment",
        ko: "palimp: 이 저장소의 커밋을 처음으로 읽고 있습니다. 잠시 뒤 다시 검색하세요",
    }
    pub(crate) fn nothing_found() { en: "No match.", ko: "일치하는 것이 없습니다." }
    pub(crate) fn key_open() { en: "Enter open", ko: "Enter 열기" }
    pub(crate) fn key_leave() { en: "Esc leave", ko: "Esc 나가기" }
    pub(crate) fn key_edit() { en: "^E edit", ko: "^E 편집" }
    pub(crate) fn key_copy() { en: "^Y copy", ko: "^Y 복사" }
    pub(crate) fn key_pin() { en: "^T pin", ko: "^T 고정" }
    pub(crate) fn key_forget() { en: "^X forget", ko: "^X 지우기" }
}
