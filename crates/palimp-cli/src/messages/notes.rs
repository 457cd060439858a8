//! Sentences of commands about notes, in English and Korean.

palimp_core::messages! {
    // edit
    pub(crate) fn note_unchanged(path) { en: "{path} is unchanged.", ko: "{path}: 변경 없음." }
    pub(crate) fn note_changed_meanwhile(path, kept) {
        en: "cannot save {path}: someone else changed it meanwhile; your version is in {kept}",
        ko: "{path}을(를) 저장할 수 없습니다: 그사이 다른 쪽에서 바꿨습니다. 내 버전은 {kept}에 있습니다",
    }
    pub(crate) fn note_written(path) { en: "saved {path}", ko: "{path}을(를) 저장했습니다" }
    pub(crate) fn outside_vault(path) {
        en: "cannot edit {path}: it is outside palimp's vault; hint: open it in your own editor",
        ko: "{path}은(는) palimp 볼트 밖에 있어 편집할 수 없습니다. 쓰던 편집기로 여세요",
    }
    pub(crate) fn editor_not_started(editor, error) {
        en: "cannot start {editor}: {error}",
        ko: "{editor}을(를) 시작할 수 없습니다: {error}",
    }
    pub(crate) fn exit_status(code) { en: "exit status {code}", ko: "종료 상태 {code}" }
    pub(crate) fn editor_failed(editor, status) {
        en: "{editor} ended with {status}; nothing was changed",
        ko: "{editor}이(가) {status}(으)로 끝났습니다. 바뀐 것은 없습니다",
    }
    // history
    pub(crate) fn note_same_as_version(path) {
        en: "{path} already matches that version.",
        ko: "{path}은(는) 이미 그 버전과 같습니다.",
    }
    pub(crate) fn note_restored(path, date) {
        en: "Restored {path} to its version of {date}",
        ko: "{path}을(를) {date} 버전으로 되돌렸습니다",
    }
    pub(crate) fn note_has_no_history(path) {
        en: "No history: palimp has not changed {path}.",
        ko: "이력이 없습니다: palimp가 {path}을(를) 바꾼 적이 없습니다.",
    }
    pub(crate) fn history_usage(path) {
        en: "`palimp history {path} --show 1` prints a version, --diff 1 shows the changes since, --restore 1 restores it.",
        ko: "`palimp history {path} --show 1`은 그 버전을, --diff 1은 그 뒤의 변경을 보여 줍니다. --restore 1은 되돌립니다.",
    }
    // links
    pub(crate) fn leads_to() { en: "links to", ko: "연결하는 노트" }
    pub(crate) fn led_to_from() { en: "linked from", ko: "연결된 줄" }
    pub(crate) fn no_links(path) {
        en: "{path} has no links, and no note links to it.",
        ko: "{path}에는 나가거나 들어오는 링크가 없습니다.",
    }
    pub(crate) fn no_such_note() { en: "missing note", ko: "없는 노트" }
    // list
    pub(crate) fn no_note_has_labels() {
        en: "No note matches all labels. `palimp list --json` shows the tags of each note.",
        ko: "라벨이 모두 일치하는 노트가 없습니다. `palimp list --json`으로 노트별 태그를 확인하세요.",
    }
    pub(crate) fn no_note_under(prefix) {
        en: "No note's path begins with '{prefix}'.",
        ko: "경로가 '{prefix}'(으)로 시작하는 노트가 없습니다.",
    }
    pub(crate) fn no_notes_yet(path) {
        en: "No notes in {path}. `palimp save \"…\"` writes the first one; `palimp init --vault DIR` uses a directory of yours.",
        ko: "{path}에 노트가 없습니다. `palimp save \"…\"`로 첫 노트를 쓰거나, `palimp init --vault DIR`로 쓰던 디렉터리를 볼트로 정하세요.",
    }
    // pin
    pub(crate) fn not_an_observation_number(text) {
        en: "cannot use '{text}' as an observation number; hint: `palimp recent` shows them",
        ko: "'{text}'은(는) 관찰 번호가 아닙니다. `palimp recent`로 확인하세요",
    }
    pub(crate) fn observation_unknown(id) {
        en: "cannot find observation #{id}; hint: `palimp recent` shows their numbers",
        ko: "관찰 #{id}을(를) 찾을 수 없습니다. `palimp recent`로 번호를 확인하세요",
    }
    pub(crate) fn pinned() { en: "pinned", ko: "고정됨" }
    // rules
    pub(crate) fn no_rule_here() {
        en: "No rules here. Add one: `palimp save --kind decision \"TEXT\"`.",
        ko: "여기에 적용되는 규칙이 없습니다. `palimp save --kind decision \"TEXT\"`로 추가하세요.",
    }
    pub(crate) fn unknown_rule(number) {
        en: "cannot find rule {number}; hint: `palimp rules` lists them",
        ko: "{number}번 규칙이 없습니다. `palimp rules`로 확인하세요",
    }
    pub(crate) fn rule_struck(rule) { en: "struck through: {rule}", ko: "취소선을 그음: {rule}" }
    // save
    pub(crate) fn nothing_to_save() {
        en: "cannot save without a text; hint: palimp save \"we use pnpm\"",
        ko: "저장할 내용이 없습니다. palimp save \"pnpm을 쓴다\"처럼 쓰세요",
    }
    pub(crate) fn path_and_kind() {
        en: "cannot use PATH and --kind together: each kind has its own note",
        ko: "PATH와 --kind는 함께 쓸 수 없습니다: 종류마다 정해진 노트가 있습니다",
    }
    pub(crate) fn replace_needs_path() {
        en: "--replace needs the PATH of the note to replace",
        ko: "--replace에는 바꿀 노트의 PATH가 필요합니다",
    }
    pub(crate) fn saved_for_project(path, line, project) {
        en: "saved to {path}, line {line}, for {project} (`--everywhere` for all projects)",
        ko: "저장함: {path}, {line}번째 줄, {project}에서만 적용 (모든 프로젝트는 `--everywhere`)",
    }
    pub(crate) fn saved(path, line) {
        en: "saved to {path}, line {line}",
        ko: "저장함: {path}, {line}번째 줄",
    }
    pub(crate) fn anchors_watched(places) {
        en: "It refers to {places}. `palimp anchors` reports when that changes.",
        ko: "{places}에 대한 사실입니다. 코드가 바뀌면 `palimp anchors`가 알려 줍니다.",
    }
    pub(crate) fn contradicted_line_struck(line) {
        en: "Struck through as no longer true: {line}",
        ko: "더는 맞지 않아 취소선을 그음: {line}",
    }
    pub(crate) fn secrets_taken_out(kinds) {
        en: "Removed before saving: {kinds}.",
        ko: "저장하기 전에 제거함: {kinds}.",
    }
    pub(crate) fn anchors_in_other_project(project) {
        en: "cannot use --at: it names places in this project, not in {project}; hint: run it there",
        ko: "--at은 지금 프로젝트의 위치만 가리킵니다. {project}에서 실행하세요",
    }
    pub(crate) fn too_many_anchors(max) {
        en: "cannot use more than {max} places with --at",
        ko: "--at에는 최대 {max}곳까지 쓸 수 있습니다",
    }
    pub(crate) fn anchor_not_found(place, root) {
        en: "cannot find {place} in {root}: no text file of at most 256 KB with these lines",
        ko: "{root}에서 {place}을(를) 찾을 수 없습니다: 256 KB 이하의 텍스트 파일과 그 줄이 있어야 합니다",
    }
    pub(crate) fn stdin_not_text() {
        en: "cannot read standard input: it is not UTF-8 text",
        ko: "표준 입력을 읽을 수 없습니다: UTF-8 텍스트가 아닙니다",
    }
    // save/agent
    pub(crate) fn agent_cannot_replace() {
        en: "cannot replace a note for an agent; hint: leave out --replace",
        ko: "에이전트는 노트를 통째로 바꿀 수 없습니다. --replace를 빼세요",
    }
    pub(crate) fn agent_saves_here_only(project) {
        en: "cannot save for another project: the agent works in {project}; hint: leave out --project, or use --everywhere",
        ko: "에이전트는 작업 중인 프로젝트({project})에만 저장할 수 있습니다. --project를 빼거나 --everywhere를 쓰세요",
    }
    pub(crate) fn agent_line_proposed(path, id) {
        en: "not saved yet: every session gets {path}, so the user decides: `palimp review show {id}`",
        ko: "아직 저장하지 않았습니다. {path}은(는) 모든 세션에 주입되므로 사용자가 결정합니다: `palimp review show {id}`",
    }
    pub(crate) fn agent_line_approved_before(path) {
        en: "not saved again: the user already approved it for {path}",
        ko: "다시 저장하지 않았습니다. 사용자가 이미 {path}에 승인했습니다",
    }
    pub(crate) fn agent_line_rejected_before(path) {
        en: "not saved: the user rejected it for {path}",
        ko: "저장하지 않았습니다. 사용자가 {path}에 거절했습니다",
    }
    pub(crate) fn agent_line_saved(path, line, client) {
        en: "saved to {path}, line {line}, as written by {client}",
        ko: "저장함: {path}, {line}번째 줄, 작성자 {client}",
    }
    // stale
    pub(crate) fn no_project() { en: "(no project)", ko: "(프로젝트 없음)" }
    pub(crate) fn nothing_matches_project() {
        en: "No match. Try without --project.",
        ko: "일치하는 것이 없습니다. --project를 빼 보세요.",
    }
    pub(crate) fn no_anchored_fact() {
        en: "No fact refers to code yet. Add one: `palimp save --at src/auth.rs:40-48 TEXT`.",
        ko: "코드를 가리키는 사실이 아직 없습니다. `palimp save --at src/auth.rs:40-48 TEXT`로 추가하세요.",
    }
    pub(crate) fn one_anchored_fact_holds() {
        en: "1 fact is still true of the code here.",
        ko: "사실 1개가 여기 있는 코드와 일치합니다.",
    }
    pub(crate) fn anchored_facts_hold(facts) {
        en: "{facts} are still true of the code here.",
        ko: "{facts}이(가) 여기 있는 코드와 일치합니다.",
    }
    pub(crate) fn how_to_decide_stale() {
        en: "Decide with `palimp review confirm ID`, `supersede ID TEXT` or `retire ID`.",
        ko: "`palimp review confirm ID`, `supersede ID TEXT`, `retire ID`로 결정하세요.",
    }
    pub(crate) fn moved_to(place) { en: ", now at {place}", ko: ", 지금은 {place}" }
    // why
    pub(crate) fn no_line_says(quoted, words) {
        en: "cannot find a line with {quoted}; hint: `palimp search {words}`",
        ko: "{quoted}이(가) 있는 줄을 찾을 수 없습니다. `palimp search {words}`로 찾아보세요",
    }
    pub(crate) fn lines_capped(lines) {
        en: "Showing at most {lines}. Add words to narrow it down.",
        ko: "최대 {lines}까지 보여 줍니다. 단어를 더 적어 좁히세요.",
    }
    pub(crate) fn said_on(speaker, day, text, id) {
        en: "  {speaker} said on {day}: \"{text}\" ({id})",
        ko: "  {day} {speaker}: \"{text}\" ({id})",
    }
    pub(crate) fn nearest_said_on(speaker, day, text, id) {
        en: "  nearest: {speaker} on {day}: \"{text}\" ({id})",
        ko: "  가장 가까운 말: {day} {speaker}: \"{text}\" ({id})",
    }
    pub(crate) fn session_of(day, title, pointer) {
        en: "  session of {day}: {title} ({pointer})",
        ko: "  {day} 세션: {title} ({pointer})",
    }
    pub(crate) fn no_session_known() {
        en: "  session unknown",
        ko: "  세션을 알 수 없음",
    }
    pub(crate) fn said_again_on(day) {
        en: "  said again, last on {day}",
        ko: "  다시 말함, 마지막 {day}",
    }
    pub(crate) fn approved_on(day) { en: "  you approved it on {day}", ko: "  {day}에 승인함" }
    pub(crate) fn struck_other(line) {
        en: "  replaced: {line}",
        ko: "  대체한 줄: {line}",
    }
    pub(crate) fn struck_by(line) {
        en: "  replaced by: {line}",
        ko: "  대체된 줄: {line}",
    }
    pub(crate) fn struck_on(day) { en: "  struck through on {day}", ko: "  {day}에 취소선을 그음" }
    pub(crate) fn struck() { en: "  struck through", ko: "  취소선을 그음" }
    pub(crate) fn not_told_lately() {
        en: "  not injected recently",
        ko: "  최근에 주입하지 않음",
    }
    pub(crate) fn told_lately(sessions) {
        en: "  recently injected in {sessions}",
        ko: "  최근 주입: {sessions}",
    }
    pub(crate) fn by_you() { en: "by you", ko: "사용자 작성" }
    pub(crate) fn by_author(author) { en: "by {author}", ko: "{author} 작성" }
    pub(crate) fn day_unknown() { en: "day unknown", ko: "날짜 모름" }
    pub(crate) fn you() { en: "you", ko: "사용자" }
    pub(crate) fn the_agent() { en: "the agent", ko: "에이전트" }
}
