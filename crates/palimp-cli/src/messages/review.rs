//! Sentences of `review`, `forget`, `reflect` and `flush`, in English and Korean.

palimp_core::messages! {
    // flush
    pub(crate) fn flush_waits() {
        en: "Waiting for another process that summarises.",
        ko: "다른 프로세스가 요약 중이어서 기다립니다.",
    }
    pub(crate) fn tokens_spent(tokens) {
        en: "; {tokens} tokens",
        ko: "; {tokens}토큰",
    }
    pub(crate) fn flushed(read, entries, cost) {
        en: "Read {read}, wrote {entries} to episodes/live/{cost}.",
        ko: "{read}을(를) 읽고 episodes/live/에 {entries}을(를) 썼습니다{cost}.",
    }
    pub(crate) fn nothing_to_flush() {
        en: "Nothing to summarise.",
        ko: "요약할 것이 없습니다.",
    }
    pub(crate) fn token_budget_used_up(budget) {
        en: "Today's budget of {budget} tokens is used up. The rest is deferred until tomorrow; hint: `palimp config set flush.dailyTokenBudget N`.",
        ko: "오늘 예산 {budget}토큰을 다 썼습니다. 나머지는 내일 요약합니다. `palimp config set flush.dailyTokenBudget N`으로 늘릴 수 있습니다.",
    }
    pub(crate) fn and_more_sessions(count) {
        en: " (and {count} more)",
        ko: " (외 {count}개)",
    }
    pub(crate) fn session_not_flushed(session, more, why) {
        en: "cannot summarise session {session}{more}: {why}; nothing is lost, palimp will retry",
        ko: "세션 {session}{more}을(를) 요약할 수 없습니다: {why}. 잃은 것은 없으며 다시 시도합니다",
    }
    // forget
    pub(crate) fn ask_keep_out_text() {
        en: "No match. Keep this text out of future imports?",
        ko: "일치하는 것이 없습니다. 앞으로 가져오지 않게 할까요?",
    }
    pub(crate) fn query_too_short() {
        en: "cannot forget a single character: it would match everything; hint: use at least two",
        ko: "한 글자로는 지울 수 없습니다: 모든 것과 일치합니다. 두 글자 이상 적으세요",
    }
    pub(crate) fn ask_forget(what) {
        en: "Forget {what}? This cannot be undone.",
        ko: "{what}: 지울까요? 되돌릴 수 없습니다.",
    }
    pub(crate) fn nothing_forgotten() {
        en: "Nothing was forgotten.",
        ko: "아무것도 지우지 않았습니다.",
    }
    pub(crate) fn ask_drop_tombstones() {
        en: "Allow imports to bring back everything that was forgotten?",
        ko: "지운 것을 모두 다시 가져올 수 있게 할까요?",
    }
    pub(crate) fn tombstones_dropped(tombstones) {
        en: "deleted {tombstones}",
        ko: "삭제: {tombstones}",
    }
    pub(crate) fn tombstones_stay() {
        en: "Forgotten text stays forgotten.",
        ko: "지운 것은 계속 지운 상태로 둡니다.",
    }
    pub(crate) fn text_not_found() {
        en: "No match. It takes a text, the path of a note, or an id such as #18, m36 or s:fe072355.",
        ko: "일치하는 것이 없습니다. 텍스트, 노트의 경로, 또는 #18, m36, s:fe072355 같은 번호를 적으세요.",
    }
    pub(crate) fn would_forget(what) { en: "would forget {what}", ko: "지울 것: {what}" }
    pub(crate) fn forgot(what) { en: "forgot {what}", ko: "지움: {what}" }
    pub(crate) fn name_holds_text(path, quoted) {
        en: "The name of {path} contains it; `palimp forget {quoted}` deletes that note.",
        ko: "{path}: 이름에 들어 있습니다. `palimp forget {quoted}`로 그 노트를 지웁니다.",
    }
    pub(crate) fn read_only_file_holds_text(path) {
        en: "{path} contains it too; palimp does not change that file.",
        ko: "{path}에도 있습니다. palimp는 그 파일을 바꾸지 않습니다.",
    }
    pub(crate) fn repositories_keep_text(places) {
        en: "Repositories keep their commits and decision records: {places}. Searches no longer find them.",
        ko: "커밋과 결정 기록은 저장소에 남습니다: {places}. 검색에는 더 나오지 않습니다.",
    }
    pub(crate) fn vault_git_keeps_text(path) {
        en: "The vault is a git repository: earlier commits in {path} may contain it too.",
        ko: "볼트가 git 저장소입니다. {path}의 이전 커밋에도 있을 수 있습니다.",
    }
    pub(crate) fn found_message(id, text) {
        en: "message #{id}  {text}",
        ko: "메시지 #{id}  {text}",
    }
    pub(crate) fn found_observation(id, text) {
        en: "observation #{id}  {text}",
        ko: "관찰 #{id}  {text}",
    }
    pub(crate) fn and_more_rows(rows) { en: "and {rows} more", ko: "외 {rows}" }
    pub(crate) fn the_note(path) { en: "the note {path}", ko: "노트 {path}" }
    pub(crate) fn lines_of_notes(lines) { en: "{lines} of notes", ko: "노트 {lines}" }
    pub(crate) fn lines_in_comments(lines) {
        en: "{lines} in palimp's comments",
        ko: "palimp 주석 {lines}",
    }
    pub(crate) fn rows_of_injections(rows) {
        en: "{rows} of injected context",
        ko: "주입한 컨텍스트 {rows}",
    }
    pub(crate) fn rows_of_activity(rows) {
        en: "{rows} of captured activity",
        ko: "캡처한 활동 {rows}",
    }
    pub(crate) fn lines_of_log(lines) { en: "{lines} of the log", ko: "로그 {lines}" }
    pub(crate) fn commit_name() { en: "commit", ko: "커밋" }
    pub(crate) fn rows_of_index(rows) { en: "{rows} in the index", ko: "색인 {rows}" }
    pub(crate) fn files_set_aside(files) { en: "{files} set aside", ko: "따로 둔 {files}" }
    // reflect
    pub(crate) fn notes_follow_rules() {
        en: "The current rules would write the same notes.",
        ko: "현재 규칙으로도 노트는 같습니다.",
    }
    pub(crate) fn lines_would_leave(lines) {
        en: "{lines} would be removed from notes after your approval.",
        ko: "승인하면 노트에서 {lines}을(를) 제거합니다.",
    }
    pub(crate) fn proposals_in_review(proposals) {
        en: "{proposals} in `palimp review`",
        ko: "`palimp review`에 {proposals}",
    }
    pub(crate) fn commands_added(lines) {
        en: "Added {lines} of commands.",
        ko: "실행한 명령 {lines}을(를) 추가했습니다.",
    }
    pub(crate) fn no_new_episodes() {
        en: "No new episodes.",
        ko: "새 에피소드가 없습니다.",
    }
    pub(crate) fn would_be_added(count) { en: "{count} would be added", ko: "{count}개 추가 예정" }
    pub(crate) fn facts_added(count) { en: "{count} added", ko: "{count}개 추가" }
    pub(crate) fn would_be_superseded(count) {
        en: "{count} would be superseded",
        ko: "{count}개 대체 예정",
    }
    pub(crate) fn facts_superseded(count) { en: "{count} superseded", ko: "{count}개 대체" }
    pub(crate) fn left_in_episodes(count) {
        en: "{count} left in the episodes",
        ko: "{count}개는 에피소드에 둠",
    }
    pub(crate) fn reflected(facts, outcome, cost) {
        en: "{facts} read: {outcome}{cost}.",
        ko: "{facts} 읽음: {outcome}{cost}.",
    }
    pub(crate) fn would_wait_for_user(proposals) {
        en: "{proposals} would need your decision: `palimp review`.",
        ko: "{proposals}가 결정을 기다리게 됩니다: `palimp review`.",
    }
    pub(crate) fn waits_for_user(proposals) {
        en: "{proposals} needs your decision: `palimp review`.",
        ko: "{proposals}가 결정을 기다립니다: `palimp review`.",
    }
    pub(crate) fn wait_for_user(proposals) {
        en: "{proposals} need your decision: `palimp review`.",
        ko: "{proposals}가 결정을 기다립니다: `palimp review`.",
    }
    pub(crate) fn superseded_line(path, text, by) {
        en: "~ {path}  {text}  (now: {by})",
        ko: "~ {path}  {text}  (지금: {by})",
    }
    // review
    pub(crate) fn unknown_review_word(word, verb) {
        en: "unknown command `palimp review {word}`; hint: `palimp review {verb}`",
        ko: "`palimp review {word}`은(는) 없는 명령입니다. `palimp review {verb}`을(를) 쓰세요",
    }
    pub(crate) fn review_word_is_id(word) {
        en: "unknown command `palimp review {word}`; hint: an id follows accept, reject or show",
        ko: "`palimp review {word}`은(는) 없는 명령입니다. id는 accept, reject, show 뒤에 씁니다",
    }
    pub(crate) fn fact_expires(path, day, text) {
        en: "{path}  expires on {day}  {text}",
        ko: "{path}  {day} 만료  {text}",
    }
    pub(crate) fn to_forget() { en: "forget", ko: "지우기" }
    pub(crate) fn strike_in(note) { en: "strike through in {note}", ko: "취소선: {note}" }
    pub(crate) fn nothing_waits() {
        en: "Nothing needs your decision.",
        ko: "결정할 것이 없습니다.",
    }
    pub(crate) fn how_to_decide() {
        en: "`palimp review show ID` shows details; `accept ID` or `reject ID` decides.",
        ko: "`palimp review show ID`로 자세히 보고 `accept ID`나 `reject ID`로 결정하세요.",
    }
    pub(crate) fn how_to_decide_changed_facts() {
        en: "For facts whose code has changed: `confirm ID`, `supersede ID TEXT` or `retire ID`.",
        ko: "코드가 바뀐 사실은 `confirm ID`, `supersede ID TEXT`, `retire ID`로 결정하세요.",
    }
    pub(crate) fn aged_lines(lines, last) {
        en: "{lines} archived by age, the last on {last}; `palimp review restore [WORDS]` restores them.",
        ko: "오래된 {lines}을(를) archive/로 옮겼습니다(마지막 {last}). `palimp review restore [WORDS]`로 되돌립니다.",
    }
    pub(crate) fn note_says_again(path, text) {
        en: "Restored to {path}: {text}",
        ko: "{path}에 되돌림: {text}",
    }
    pub(crate) fn no_such_aged_line() {
        en: "No such line in the archive.",
        ko: "보관함에 그런 줄이 없습니다.",
    }
    pub(crate) fn reason_agent_manner() {
        en: "It describes how the agent should behave, which is your decision.",
        ko: "에이전트의 행동을 정하는 내용이라 직접 결정해야 합니다.",
    }
    pub(crate) fn reason_contradicts_user() {
        en: "It contradicts a line that you wrote.",
        ko: "직접 쓴 줄과 모순됩니다.",
    }
    pub(crate) fn reason_agent_asks_forget() {
        en: "An agent asks to forget this, but it did not write all of it.",
        ko: "에이전트가 지워 달라고 하지만 전부 그 에이전트가 쓴 것은 아닙니다.",
    }
    pub(crate) fn reason_told_every_session() {
        en: "Every session would get it, and you did not say it yourself.",
        ko: "모든 세션에 주입될 내용인데 직접 한 말이 아닙니다.",
    }
    pub(crate) fn reason_import_mistaken() {
        en: "An earlier version imported it as your own words.",
        ko: "이전 버전이 가져온 내용을 직접 한 말로 기록했습니다.",
    }
    pub(crate) fn reason_rules_disagree() {
        en: "The current rules would not write these lines, or would write them elsewhere.",
        ko: "현재 규칙은 이 줄을 쓰지 않거나 다른 곳에 씁니다.",
    }
    pub(crate) fn reason_two_machines() {
        en: "Two machines changed the same line, so the note has both.",
        ko: "두 컴퓨터에서 같은 줄을 바꾸어 노트에 둘 다 있습니다.",
    }
    pub(crate) fn review_keeps(line) { en: "keeps    {line}", ko: "남길 줄   {line}" }
    pub(crate) fn review_removes(line) { en: "removes  {line}", ko: "지울 줄   {line}" }
    pub(crate) fn rejecting_keeps_both() {
        en: "`reject` keeps both lines; to keep only the other one, edit the note.",
        ko: "`reject`는 두 줄을 모두 남깁니다. 다른 줄만 남기려면 노트를 고치세요.",
    }
    pub(crate) fn line_removed(note, line) {
        en: "Removed from {note}: {line}",
        ko: "{note}에서 지움: {line}",
    }
    pub(crate) fn review_note(note) { en: "note     {note}", ko: "노트      {note}" }
    pub(crate) fn review_forget(text) { en: "forget   {text}", ko: "지울 것   {text}" }
    pub(crate) fn review_asked(date) { en: "asked    {date}", ko: "요청      {date}" }
    pub(crate) fn forgetting_asks_again() {
        en: "`palimp review accept` shows what would be deleted and asks again.",
        ko: "`palimp review accept`는 지울 것을 보여 주고 다시 묻습니다.",
    }
    pub(crate) fn review_fact(text) { en: "fact     {text}", ko: "사실      {text}" }
    pub(crate) fn review_written(date) { en: "written  {date}", ko: "작성      {date}" }
    pub(crate) fn review_said(date, episode) {
        en: "said     {date} in {episode}",
        ko: "말한 날   {date}, {episode}",
    }
    pub(crate) fn review_author(author, client) {
        en: "by       {author}{client}",
        ko: "작성자    {author}{client}",
    }
    pub(crate) fn review_project(project) { en: "project  {project}", ko: "프로젝트  {project}" }
    pub(crate) fn review_strikes(line) { en: "strikes  {line}", ko: "취소선    {line}" }
    pub(crate) fn lines_left(lines, note) {
        en: "Removed {lines} from {note}",
        ko: "{note}에서 {lines}을(를) 제거했습니다",
    }
    pub(crate) fn note_has_history(path) {
        en: "`palimp history {path}` shows the earlier version.",
        ko: "`palimp history {path}`로 이전 내용을 볼 수 있습니다.",
    }
    pub(crate) fn note_says_now(note, text) {
        en: "Added to {note}: {text}",
        ko: "{note}에 추가함: {text}",
    }
    pub(crate) fn struck_through(line) { en: "Struck through: {line}", ko: "취소선을 그음: {line}" }
    pub(crate) fn strike_missing(note, line) {
        en: "cannot find the line in {note}: {line}; nothing was struck through.",
        ko: "{note}에 그 줄이 없습니다: {line}. 취소선을 긋지 않았습니다.",
    }
    pub(crate) fn proposal_turned_down(id) {
        en: "Rejected {id}; it will not be proposed again",
        ko: "{id}을(를) 거절했습니다. 다시 제안하지 않습니다",
    }
    pub(crate) fn fact_confirmed(path, text) {
        en: "{path}: still true: {text}",
        ko: "{path}: 여전히 맞음: {text}",
    }
    pub(crate) fn speaks_of(places) {
        en: "It refers to {places}.",
        ko: "{places}에 대한 사실입니다.",
    }
    pub(crate) fn fact_superseded(path, text) {
        en: "{path}: struck through: {text}",
        ko: "{path}: 취소선을 그음: {text}",
    }
    pub(crate) fn fact_retired(path, text) {
        en: "{path}: moved to archive/stale.md: {text}",
        ko: "{path}: archive/stale.md로 옮김: {text}",
    }
    pub(crate) fn more_proposals(proposals) {
        en: "{proposals} more.",
        ko: "{proposals}가 더 있습니다.",
    }
}
