//! Sentences of commands that find and show, in English and Korean.

palimp_core::messages! {
    // pick
    pub(crate) fn no_terminal_to_choose() {
        en: "-i needs a terminal to choose on: leave -i out for a list, or take --json for programs",
        ko: "-i로 고르려면 터미널이 필요합니다. 목록은 -i 없이, 프로그램에는 --json을 쓰세요",
    }
    pub(crate) fn output_is_piped() {
        en: "the answer goes to another program: edit and forget where it does not",
        ko: "출력이 다른 프로그램으로 갑니다. 편집하거나 잊으려면 터미널에 바로 출력하게 하세요",
    }
    pub(crate) fn no_file_to_edit() {
        en: "this has no file to edit: a note has, and an edit of one that is there",
        ko: "편집할 파일이 없습니다. 노트이거나, 아직 남아 있는 파일을 고친 기록이어야 합니다",
    }
    pub(crate) fn opened_in_editor(path) {
        en: "{path} was open in your editor",
        ko: "편집기에서 열었습니다: {path}",
    }
    pub(crate) fn copied() { en: "copied", ko: "복사함" }
    pub(crate) fn too_long_to_copy() {
        en: "too long for the terminal to copy",
        ko: "터미널로 복사하기에는 너무 깁니다",
    }
    pub(crate) fn only_observations_pinned() {
        en: "only what tools did has an age to be kept from",
        ko: "보관 기한은 도구가 한 일에만 있어 그것만 고정할 수 있습니다",
    }
    pub(crate) fn observation_missing(id) {
        en: "there is no observation #{id}",
        ko: "관찰 #{id}이(가) 없습니다",
    }
    pub(crate) fn pinned_observation(id) { en: "pinned #{id}", ko: "고정함: #{id}" }
    pub(crate) fn unpinned_observation(id) { en: "unpinned #{id}", ko: "고정 풂: #{id}" }
    pub(crate) fn enter_goes_back() { en: "Enter goes back.", ko: "Enter를 누르면 돌아갑니다." }
    // recent
    pub(crate) fn no_capture_matches() {
        en: "Nothing captured matches.",
        ko: "기록 가운데 맞는 것이 없습니다.",
    }
    // search
    pub(crate) fn search_words_missing() {
        en: "nothing to look for: palimp search \"dark mode\"",
        ko: "찾을 말이 없습니다: palimp search \"다크 모드\"",
    }
    pub(crate) fn bad_min_score() {
        en: "--min-score is a number from 0 to 1",
        ko: "--min-score는 0부터 1까지의 수입니다",
    }
    pub(crate) fn what_tools_did() { en: "what tools did", ko: "도구가 한 일" }
    pub(crate) fn what_was_said() { en: "what was said", ko: "나눈 말" }
    pub(crate) fn commits_and_decisions() {
        en: "commits and decision records",
        ko: "커밋과 결정 기록",
    }
    pub(crate) fn decision_records() { en: "decision records", ko: "결정 기록" }
    pub(crate) fn nothing_found_in(query, places) {
        en: "Nothing found for '{query}' in {places}.",
        ko: "'{query}'에 맞는 것이 없습니다. 찾은 곳: {places}.",
    }
    pub(crate) fn home_is_empty(path) {
        en: "Nothing is in {path} yet: `palimp up` begins there.",
        ko: "{path}에 아직 아무것도 없습니다. `palimp up`으로 시작합니다.",
    }
    pub(crate) fn labels_may_hide() {
        en: "It may be in other notes: leave out --tag and --prop.",
        ko: "다른 노트에 있을 수 있습니다. --tag와 --prop을 빼 보세요.",
    }
    pub(crate) fn filters_may_hide() {
        en: "It may be elsewhere: leave out --project, --client, --session, --since, --type, --source.",
        ko: "다른 곳에 있을 수 있습니다. --project, --client, --session, --since, --type, --source를 빼 보세요.",
    }
    pub(crate) fn try_other_words() {
        en: "Other words may find it; `--min-score 0` shows what is near.",
        ko: "다른 낱말로 찾아보세요. `--min-score 0`은 가까운 것을 보여 줍니다.",
    }
    pub(crate) fn score_parts(score, words, vectors, parts) {
        en: "score {score:.3} (words {words:.3}, vectors {vectors:.3}): {parts}",
        ko: "점수 {score:.3} (낱말 {words:.3}, 벡터 {vectors:.3}): {parts}",
    }
    // show
    pub(crate) fn bad_pointer(text) {
        en: "'{text}' opens nothing: write s:26a1a7ce for a session, c:979fa9b for a commit, #12 for an observation, m12 for a message, shared/decisions.md:14 for a note",
        ko: "'{text}'(으)로는 아무것도 열 수 없습니다. 세션은 s:26a1a7ce, 커밋은 c:979fa9b, 관찰은 #12, 메시지는 m12, 노트는 shared/decisions.md:14처럼 쓰세요",
    }
    pub(crate) fn session_missing(pointer) {
        en: "cannot show {pointer}: not found; hint: `palimp search WORDS`",
        ko: "{pointer}을(를) 보일 수 없습니다. 그런 세션이 없습니다. `palimp search 낱말`로 찾아보세요",
    }
    pub(crate) fn pointer_not_for_picker(pointer) {
        en: "cannot open {pointer} here; hint: `palimp show {pointer}`",
        ko: "{pointer}은(는) 여기서 열 수 없습니다. `palimp show {pointer}`을(를) 쓰세요",
    }
    pub(crate) fn observation_not_found(id) {
        en: "there is no observation #{id}: `palimp recent` shows what there is",
        ko: "관찰 #{id}이(가) 없습니다. `palimp recent`가 있는 것을 보여 줍니다",
    }
    pub(crate) fn message_not_found(id) {
        en: "there is no message m{id}: `palimp timeline` shows what there is",
        ko: "메시지 m{id}이(가) 없습니다. `palimp timeline`이 있는 것을 보여 줍니다",
    }
    // summaries
    pub(crate) fn no_summary_yet() {
        en: "No session has a summary yet; one is made whenever the agent ends a turn.",
        ko: "아직 요약이 있는 세션이 없습니다. 에이전트가 차례를 마칠 때마다 만들어집니다.",
    }
    // picker/draw
    pub(crate) fn nothing_written_yet() {
        en: "Nothing has been captured or written down yet.",
        ko: "아직 기록하거나 적은 것이 없습니다.",
    }
    pub(crate) fn nothing_found() { en: "Nothing found.", ko: "찾은 것이 없습니다." }
    pub(crate) fn key_open() { en: "Enter open", ko: "Enter 열기" }
    pub(crate) fn key_leave() { en: "Esc leave", ko: "Esc 나가기" }
    pub(crate) fn key_edit() { en: "^E edit", ko: "^E 편집" }
    pub(crate) fn key_copy() { en: "^Y copy", ko: "^Y 복사" }
    pub(crate) fn key_pin() { en: "^T pin", ko: "^T 고정" }
    pub(crate) fn key_forget() { en: "^X forget", ko: "^X 잊기" }
}
