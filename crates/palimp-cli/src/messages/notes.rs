//! Sentences of commands about notes, in English and Korean.

palimp_core::messages! {
    // edit
    pub(crate) fn note_unchanged(path) { en: "{path} is unchanged.", ko: "{path}: 그대로입니다." }
    pub(crate) fn note_changed_meanwhile(path, kept) {
        en: "{path} was changed by someone else meanwhile; your version is kept as {kept}",
        ko: "{path}: 그 사이 다른 쪽에서 바꾸었습니다. 쓴 것은 {kept}에 두었습니다",
    }
    pub(crate) fn note_written(path) { en: "{path} is written", ko: "{path}: 적었습니다" }
    pub(crate) fn outside_vault(path) {
        en: "{path} lies outside palimp's vault, where palimp writes nothing: open it in your own editor",
        ko: "{path}: palimp의 보관소 밖이라 palimp가 쓰지 않습니다. 쓰던 편집기로 여세요",
    }
    pub(crate) fn editor_not_started(editor, error) {
        en: "{editor} could not be started: {error}",
        ko: "{editor}을(를) 시작하지 못했습니다: {error}",
    }
    pub(crate) fn exit_status(code) { en: "exit status: {code}", ko: "종료 상태 {code}" }
    pub(crate) fn editor_failed(editor, status) {
        en: "{editor} ended with {status}; nothing was changed",
        ko: "{editor}이(가) {status}(으)로 끝났습니다. 바꾼 것이 없습니다",
    }
    // history
    pub(crate) fn note_same_as_version(path) {
        en: "{path} says again what it said then.",
        ko: "{path}: 그때와 지금이 같습니다.",
    }
    pub(crate) fn note_restored(path, date) {
        en: "{path} is as it was until {date}",
        ko: "{path}: {date}까지의 모습으로 되돌렸습니다",
    }
    pub(crate) fn note_has_no_history(path) {
        en: "palimp has not changed {path}.",
        ko: "palimp가 바꾼 적 없는 노트입니다: {path}.",
    }
    pub(crate) fn history_usage(path) {
        en: "`palimp history {path} --show 1` prints one, --diff 1 what has changed since, --restore 1 puts it back.",
        ko: "`palimp history {path} --show 1`이 그 판을 보여 주고, --diff 1은 그 뒤로 바뀐 것을, --restore 1은 되돌립니다.",
    }
    // links
    pub(crate) fn leads_to() { en: "leads to", ko: "가리키는 곳" }
    pub(crate) fn led_to_from() { en: "is led to from", ko: "가리키는 줄" }
    pub(crate) fn no_links(path) {
        en: "No link leads from {path} or to it.",
        ko: "{path}에서 나가거나 그리로 오는 링크가 없습니다.",
    }
    pub(crate) fn no_such_note() { en: "no such note", ko: "없는 노트" }
    // list
    pub(crate) fn no_note_has_labels() {
        en: "No note has all of that. `palimp list --json` shows the tags of each.",
        ko: "모두 맞는 노트가 없습니다. `palimp list --json`이 노트마다 태그를 보여 줍니다.",
    }
    pub(crate) fn no_note_under(prefix) {
        en: "No note's path begins with '{prefix}'.",
        ko: "'{prefix}'(으)로 시작하는 노트가 없습니다.",
    }
    pub(crate) fn no_notes_yet(path) {
        en: "No notes in {path}. `palimp save \"…\"` writes the first, `palimp init --vault DIR` takes a directory of yours.",
        ko: "{path}에 노트가 없습니다. `palimp save \"…\"`가 첫 노트를 쓰고, `palimp init --vault DIR`가 쓰던 디렉터리를 보관소로 삼습니다.",
    }
    // pin
    pub(crate) fn not_an_observation_number(text) {
        en: "'{text}' is no number of an observation: `palimp recent` shows them",
        ko: "'{text}'은(는) 관찰의 번호가 아닙니다. `palimp recent`가 보여 줍니다",
    }
    pub(crate) fn observation_unknown(id) {
        en: "there is no observation #{id}: `palimp recent` shows their numbers",
        ko: "관찰 #{id}이(가) 없습니다. `palimp recent`가 번호를 보여 줍니다",
    }
    pub(crate) fn pinned() { en: "pinned", ko: "고정됨" }
    // rules
    pub(crate) fn no_rule_here() {
        en: "No rule holds here. `palimp save --kind decision \"TEXT\"` lays one down.",
        ko: "여기에 적용되는 규칙이 없습니다. `palimp save --kind decision \"TEXT\"`로 정하세요.",
    }
    pub(crate) fn unknown_rule(number) {
        en: "there is no rule {number}: `palimp rules` lists them",
        ko: "{number}번 규칙이 없습니다. `palimp rules`로 확인하세요",
    }
    pub(crate) fn rule_struck(rule) { en: "struck: {rule}", ko: "줄을 그음: {rule}" }
    // save
    pub(crate) fn nothing_to_save() {
        en: "there is nothing to save: palimp save \"we use pnpm\"",
        ko: "적을 것이 없습니다: palimp save \"pnpm을 쓴다\"",
    }
    pub(crate) fn path_and_kind() {
        en: "name a PATH or a --kind, not both: a kind has its place",
        ko: "PATH와 --kind 가운데 하나만 쓰세요. 종류마다 자리가 있습니다",
    }
    pub(crate) fn replace_needs_path() {
        en: "--replace needs the PATH of the note that is replaced",
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
        en: "It speaks of {places}; `palimp anchors` says when that has changed.",
        ko: "{places}에 대한 말입니다. 코드가 바뀌면 `palimp anchors`이 알려 줍니다.",
    }
    pub(crate) fn contradicted_line_struck(line) {
        en: "Struck through, because it is no longer true: {line}",
        ko: "더는 맞지 않아 줄을 그음: {line}",
    }
    pub(crate) fn secrets_taken_out(kinds) {
        en: "Taken out before it was written: {kinds}.",
        ko: "적기 전에 뺀 것: {kinds}.",
    }
    pub(crate) fn anchors_in_other_project(project) {
        en: "--at names places of the project here, which is not {project}: run it there",
        ko: "--at은 지금 프로젝트의 자리를 가리키는데 {project}이(가) 아닙니다. 그 프로젝트에서 실행하세요",
    }
    pub(crate) fn too_many_anchors(max) {
        en: "--at names {max} places at the most",
        ko: "--at은 많아야 {max}곳입니다",
    }
    pub(crate) fn anchor_not_found(place, root) {
        en: "{place}: within {root} there is no text file of this name with at most 256 KB, or nothing in those lines",
        ko: "{place}: {root} 안에 이런 이름의 256 KB 이하 글 파일이 없거나 그 줄에 아무것도 없습니다",
    }
    pub(crate) fn stdin_not_text() {
        en: "standard input is not UTF-8 text",
        ko: "표준 입력이 UTF-8 글이 아닙니다",
    }
    // save/agent
    pub(crate) fn agent_cannot_replace() {
        en: "an agent replaces no whole note: leave out --replace",
        ko: "에이전트는 노트를 통째로 바꾸지 못합니다. --replace를 빼세요",
    }
    pub(crate) fn agent_saves_here_only(project) {
        en: "an agent saves for the project it works in, which is {project}: leave out --project, or say --everywhere",
        ko: "에이전트는 작업 중인 프로젝트({project})에만 적습니다. --project를 빼거나 --everywhere를 쓰세요",
    }
    pub(crate) fn agent_line_proposed(path, id) {
        en: "not written yet: {path} is told to every session, so the user decides: `palimp review show {id}`",
        ko: "아직 적지 않았습니다. {path}은(는) 모든 세션에 들어가므로 사용자가 정합니다: `palimp review show {id}`",
    }
    pub(crate) fn agent_line_approved_before(path) {
        en: "not written again: the user approved it for {path} before",
        ko: "다시 적지 않았습니다. 사용자가 전에 {path}에 승인했습니다",
    }
    pub(crate) fn agent_line_rejected_before(path) {
        en: "not written: the user turned it down for {path} before",
        ko: "적지 않았습니다. 사용자가 전에 {path}에 적지 않기로 했습니다",
    }
    pub(crate) fn agent_line_saved(path, line, client) {
        en: "saved to {path}, line {line}, as words of {client}",
        ko: "저장함: {path}, {line}번째 줄, {client}의 말로",
    }
    // stale
    pub(crate) fn no_project() { en: "(no project)", ko: "(프로젝트 없음)" }
    pub(crate) fn nothing_matches_project() {
        en: "Nothing matches. It may be elsewhere: leave out --project.",
        ko: "맞는 것이 없습니다. 다른 데 있을 수 있으니 --project를 빼 보세요.",
    }
    pub(crate) fn no_anchored_fact() {
        en: "No fact speaks of code yet: `palimp save --at src/auth.rs:40-48 TEXT` makes one.",
        ko: "아직 코드에 대한 사실이 없습니다: `palimp save --at src/auth.rs:40-48 TEXT`로 만듭니다.",
    }
    pub(crate) fn one_anchored_fact_holds() {
        en: "The code still says what 1 fact says of it, as far as it is here.",
        ko: "여기 있는 코드는 사실 1개가 말하는 그대로입니다.",
    }
    pub(crate) fn anchored_facts_hold(facts) {
        en: "The code still says what {facts} say of it, as far as it is here.",
        ko: "여기 있는 코드는 {facts}이(가) 말하는 그대로입니다.",
    }
    pub(crate) fn how_to_decide_stale() {
        en: "`palimp review confirm ID`, `supersede ID TEXT` or `retire ID` decides.",
        ko: "`palimp review confirm ID`, `supersede ID TEXT`, `retire ID`로 결정합니다.",
    }
    pub(crate) fn moved_to(place) { en: ", now at {place}", ko: ", 지금은 {place}" }
    // why
    pub(crate) fn no_line_says(quoted, words) {
        en: "no line of a note says {quoted}: `palimp search {words}` finds other words for it",
        ko: "노트에 이런 줄이 없습니다: {quoted}. 다른 말로 적혀 있다면 `palimp search {words}`에서 찾으세요",
    }
    pub(crate) fn lines_capped(lines) {
        en: "At most {lines} are shown; more words narrow it down.",
        ko: "{lines}까지만 보여 줍니다. 낱말을 더 적으면 좁혀집니다.",
    }
    pub(crate) fn said_on(speaker, day, text, id) {
        en: "  {speaker} said on {day}: \"{text}\" ({id})",
        ko: "  {speaker} {day}에 한 말: \"{text}\" ({id})",
    }
    pub(crate) fn nearest_said_on(speaker, day, text, id) {
        en: "  nearest, {speaker} on {day}: \"{text}\" ({id})",
        ko: "  가장 가까운 말, {speaker} {day}: \"{text}\" ({id})",
    }
    pub(crate) fn session_of(day, title, pointer) {
        en: "  session of {day}: {title} ({pointer})",
        ko: "  {day} 세션: {title} ({pointer})",
    }
    pub(crate) fn no_session_known() {
        en: "  no session is known for it",
        ko: "  어느 세션에서 왔는지 모릅니다",
    }
    pub(crate) fn said_again_on(day) {
        en: "  said again, last on {day}",
        ko: "  다시 말함, 마지막 {day}",
    }
    pub(crate) fn approved_on(day) { en: "  you approved it on {day}", ko: "  {day}에 승인함" }
    pub(crate) fn struck_other(line) {
        en: "  it struck through: {line}",
        ko: "  이 줄이 지운 줄: {line}",
    }
    pub(crate) fn struck_by(line) {
        en: "  struck through by: {line}",
        ko: "  이 줄을 지운 줄: {line}",
    }
    pub(crate) fn struck_on(day) { en: "  struck through on {day}", ko: "  {day}에 줄을 그음" }
    pub(crate) fn struck() { en: "  struck through", ko: "  줄을 그음" }
    pub(crate) fn not_told_lately() {
        en: "  no session was told of it lately",
        ko: "  최근에 이 줄을 들은 세션이 없습니다",
    }
    pub(crate) fn told_lately(sessions) {
        en: "  told lately in {sessions}",
        ko: "  최근에 알린 곳: {sessions}",
    }
    pub(crate) fn by_you() { en: "by you", ko: "직접 씀" }
    pub(crate) fn by_author(author) { en: "by {author}", ko: "{author} 씀" }
    pub(crate) fn day_unknown() { en: "day unknown", ko: "날짜 모름" }
    pub(crate) fn you() { en: "you", ko: "사용자" }
    pub(crate) fn the_agent() { en: "the agent", ko: "에이전트" }
}
