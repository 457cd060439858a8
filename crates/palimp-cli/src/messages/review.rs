//! Sentences of `review`, `forget`, `reflect` and `flush`, in English and Korean.

palimp_core::messages! {
    // flush
    pub(crate) fn flush_waits() {
        en: "Another process condenses; waiting for it.",
        ko: "다른 프로세스가 줄이고 있어 기다립니다.",
    }
    pub(crate) fn tokens_spent(tokens) {
        en: "; it cost {tokens} tokens",
        ko: "; 토큰 {tokens}개를 씀",
    }
    pub(crate) fn flushed(read, entries, cost) {
        en: "{read} read, {entries} written in episodes/live/{cost}.",
        ko: "{read}을(를) 읽고 episodes/live/에 {entries} 적음{cost}.",
    }
    pub(crate) fn nothing_to_flush() {
        en: "Nothing waits to be condensed.",
        ko: "줄일 것이 없습니다.",
    }
    pub(crate) fn token_budget_used_up(budget) {
        en: "Today's {budget} tokens are used up; the rest waits for tomorrow, or for `palimp config set flush.dailyTokenBudget N`.",
        ko: "오늘의 토큰 {budget}개를 다 썼습니다. 나머지는 내일까지, 또는 `palimp config set flush.dailyTokenBudget N`까지 기다립니다.",
    }
    pub(crate) fn and_more_sessions(count) {
        en: " (and {count} more)",
        ko: " (그리고 {count}개 더)",
    }
    pub(crate) fn session_not_flushed(session, more, why) {
        en: "session {session} was not condensed{more}: {why}; nothing is lost, it is tried again",
        ko: "세션 {session}: 줄이지 못했습니다{more}: {why}. 잃은 것은 없으며 다시 해 봅니다",
    }
    // forget
    pub(crate) fn ask_keep_out_text() {
        en: "Nothing of palimp's holds this text. Keep it from being taken in from elsewhere?",
        ko: "palimp에는 이 글이 없습니다. 다른 곳에서 가져오지 않게 할까요?",
    }
    pub(crate) fn query_too_short() {
        en: "two characters at least: everything would match",
        ko: "두 글자 이상이어야 합니다. 한 글자는 모든 것에 맞습니다",
    }
    pub(crate) fn ask_forget(what) {
        en: "Forget {what}? It cannot be undone.",
        ko: "{what}: 잊을까요? 되돌릴 수 없습니다.",
    }
    pub(crate) fn nothing_forgotten() {
        en: "Nothing was forgotten.",
        ko: "아무것도 잊지 않았습니다.",
    }
    pub(crate) fn ask_drop_tombstones() {
        en: "Let everything that was forgotten be taken in again by imports?",
        ko: "잊은 것을 가져오기로 모두 다시 들일 수 있게 할까요?",
    }
    pub(crate) fn tombstones_dropped(tombstones) {
        en: "dropped {tombstones}",
        ko: "없앰: {tombstones}",
    }
    pub(crate) fn tombstones_stay() {
        en: "What was forgotten stays so.",
        ko: "잊은 것은 그대로 둡니다.",
    }
    pub(crate) fn text_not_found() {
        en: "Nothing of palimp's holds this text.",
        ko: "palimp에는 이 글이 없습니다.",
    }
    pub(crate) fn would_forget(what) { en: "would forget {what}", ko: "잊을 것: {what}" }
    pub(crate) fn forgot(what) { en: "forgot {what}", ko: "잊음: {what}" }
    pub(crate) fn name_holds_text(path, quoted) {
        en: "{path} bears it in its name; `palimp forget {quoted}` removes that note.",
        ko: "{path}: 이름에 들어 있습니다. `palimp forget {quoted}`가 그 노트를 지웁니다.",
    }
    pub(crate) fn read_only_file_holds_text(path) {
        en: "{path} says it too; palimp does not change that file.",
        ko: "{path}에도 있습니다. palimp는 그 파일을 바꾸지 않습니다.",
    }
    pub(crate) fn repositories_keep_text(places) {
        en: "Repositories keep their commits and decision records: {places}. Searches do not find them any more.",
        ko: "커밋과 결정 기록은 저장소에 그대로 있습니다: {places}. 검색에는 더 나오지 않습니다.",
    }
    pub(crate) fn vault_git_keeps_text(path) {
        en: "The vault is kept in git: earlier commits in {path} may say it too.",
        ko: "보관소가 git에 있습니다. {path}의 지난 커밋에도 있을 수 있습니다.",
    }
    pub(crate) fn found_message(id, text) {
        en: "message #{id}  {text}",
        ko: "메시지 #{id}  {text}",
    }
    pub(crate) fn found_observation(id, text) {
        en: "observation #{id}  {text}",
        ko: "관찰 #{id}  {text}",
    }
    pub(crate) fn and_more_rows(rows) { en: "and {rows} more", ko: "그리고 {rows} 더" }
    pub(crate) fn the_note(path) { en: "the note {path}", ko: "노트 {path}" }
    pub(crate) fn lines_of_notes(lines) { en: "{lines} of notes", ko: "노트에서 {lines}" }
    pub(crate) fn lines_in_comments(lines) {
        en: "{lines} in palimp's comments",
        ko: "palimp의 주석에서 {lines}",
    }
    pub(crate) fn rows_of_injections(rows) {
        en: "{rows} of injected context",
        ko: "알려 준 {rows}",
    }
    pub(crate) fn rows_of_activity(rows) {
        en: "{rows} of what agents did",
        ko: "에이전트가 한 일 {rows}",
    }
    pub(crate) fn lines_of_log(lines) { en: "{lines} of the log", ko: "로그에서 {lines}" }
    pub(crate) fn commit_name() { en: "commit", ko: "커밋" }
    pub(crate) fn rows_of_index(rows) { en: "{rows} in the index", ko: "색인의 {rows}" }
    pub(crate) fn files_set_aside(files) { en: "{files} set aside", ko: "치워 둔 {files}" }
    // reflect
    pub(crate) fn notes_follow_rules() {
        en: "Today's rules would write the notes as they are.",
        ko: "지금의 규칙으로도 노트는 이대로입니다.",
    }
    pub(crate) fn lines_would_leave(lines) {
        en: "{lines} would leave their notes, once you say so.",
        ko: "{lines}이 노트에서 나갈 것입니다. 결정을 기다립니다.",
    }
    pub(crate) fn proposals_in_review(proposals) {
        en: "{proposals} in `palimp review`",
        ko: "`palimp review`에 {proposals}",
    }
    pub(crate) fn commands_added(lines) {
        en: "{lines} added of what was run.",
        ko: "실행한 명령에서 {lines}을 더했습니다.",
    }
    pub(crate) fn no_new_episodes() {
        en: "Nothing new in the episodes.",
        ko: "에피소드에 새로운 것이 없습니다.",
    }
    pub(crate) fn would_be_added(count) { en: "{count} would be added", ko: "{count}개 더할 것" }
    pub(crate) fn facts_added(count) { en: "{count} added", ko: "{count}개 더함" }
    pub(crate) fn would_be_superseded(count) {
        en: "{count} would be superseded",
        ko: "{count}개 바꿔 적을 것",
    }
    pub(crate) fn facts_superseded(count) { en: "{count} superseded", ko: "{count}개 바꿔 적음" }
    pub(crate) fn left_in_episodes(count) {
        en: "{count} left in the episodes",
        ko: "{count}개는 에피소드에 둠",
    }
    pub(crate) fn reflected(facts, outcome, cost) {
        en: "{facts} read: {outcome}{cost}.",
        ko: "{facts} 읽음: {outcome}{cost}.",
    }
    pub(crate) fn would_wait_for_user(proposals) {
        en: "{proposals} would wait for you: `palimp review`.",
        ko: "{proposals}가 결정을 기다릴 것입니다: `palimp review`.",
    }
    pub(crate) fn waits_for_user(proposals) {
        en: "{proposals} waits for you: `palimp review`.",
        ko: "{proposals}가 결정을 기다립니다: `palimp review`.",
    }
    pub(crate) fn wait_for_user(proposals) {
        en: "{proposals} wait for you: `palimp review`.",
        ko: "{proposals}가 결정을 기다립니다: `palimp review`.",
    }
    pub(crate) fn superseded_line(path, text, by) {
        en: "~ {path}  {text}  (now: {by})",
        ko: "~ {path}  {text}  (지금: {by})",
    }
    // review
    pub(crate) fn unknown_review_word(word, verb) {
        en: "there is no `palimp review {word}`: did you mean `palimp review {verb}`?",
        ko: "`palimp review {word}`은(는) 없습니다. `palimp review {verb}`을(를) 찾으세요?",
    }
    pub(crate) fn review_word_is_id(word) {
        en: "there is no `palimp review {word}`: an id stands behind accept, reject or show",
        ko: "`palimp review {word}`은(는) 없습니다. id는 accept, reject, show 뒤에 씁니다",
    }
    pub(crate) fn fact_expires(path, day, text) {
        en: "{path}  expires on {day}  {text}",
        ko: "{path}  {day}에 끝남  {text}",
    }
    pub(crate) fn to_forget() { en: "forget", ko: "잊기" }
    pub(crate) fn strike_in(note) { en: "strike in {note}", ko: "줄 긋기: {note}" }
    pub(crate) fn nothing_waits() {
        en: "Nothing waits for you.",
        ko: "결정을 기다리는 것이 없습니다.",
    }
    pub(crate) fn how_to_decide() {
        en: "`palimp review show ID` says more; `accept ID` or `reject ID` decides.",
        ko: "`palimp review show ID`가 자세히 보여 주고, `accept ID`나 `reject ID`로 결정합니다.",
    }
    pub(crate) fn how_to_decide_changed_facts() {
        en: "Of facts whose code has changed, `confirm ID`, `supersede ID TEXT` or `retire ID` decides.",
        ko: "코드가 바뀐 사실은 `confirm ID`, `supersede ID TEXT`, `retire ID`로 결정합니다.",
    }
    pub(crate) fn aged_lines(lines, last) {
        en: "{lines} went to archive/ by age, last on {last}; `palimp review restore [WORDS]` brings them back.",
        ko: "{lines}이 오래되어 archive/로 갔습니다. 마지막은 {last}. `palimp review restore [WORDS]`로 되돌립니다.",
    }
    pub(crate) fn note_says_again(path, text) {
        en: "{path} says again: {text}",
        ko: "{path}에 다시 있음: {text}",
    }
    pub(crate) fn no_such_aged_line() {
        en: "No such line went to archive/ by age.",
        ko: "오래되어 archive/로 간 그런 줄이 없습니다.",
    }
    pub(crate) fn reason_agent_manner() {
        en: "It says how the agent is to be, which is yours to decide.",
        ko: "에이전트가 어떠해야 하는지를 말하므로 직접 정할 일입니다.",
    }
    pub(crate) fn reason_contradicts_user() {
        en: "It contradicts a line that you wrote.",
        ko: "직접 쓴 줄과 어긋납니다.",
    }
    pub(crate) fn reason_agent_asks_forget() {
        en: "An agent asks to forget this; it did not write all of it itself.",
        ko: "에이전트가 이것을 잊어 달라고 합니다. 모두 스스로 쓴 것은 아닙니다.",
    }
    pub(crate) fn reason_told_every_session() {
        en: "It would be told to every session, and you did not say it yourself.",
        ko: "모든 세션에 알려 줄 것인데 직접 한 말이 아닙니다.",
    }
    pub(crate) fn reason_import_mistaken() {
        en: "An import brought it, and an earlier version took it for your words.",
        ko: "가져온 기록에 있던 줄인데, 이전 버전이 직접 한 말로 적었습니다.",
    }
    pub(crate) fn reason_rules_disagree() {
        en: "Today's rules would not write these lines, or write them elsewhere.",
        ko: "지금의 규칙으로는 적지 않거나 다른 곳에 적을 줄입니다.",
    }
    pub(crate) fn review_note(note) { en: "note     {note}", ko: "노트      {note}" }
    pub(crate) fn review_forget(text) { en: "forget   {text}", ko: "잊을 것   {text}" }
    pub(crate) fn review_asked(date) { en: "asked    {date}", ko: "물음      {date}" }
    pub(crate) fn forgetting_asks_again() {
        en: "`palimp review accept` shows what would go, and asks again.",
        ko: "`palimp review accept`가 무엇이 사라질지 보여 주고 다시 묻습니다.",
    }
    pub(crate) fn review_fact(text) { en: "fact     {text}", ko: "사실      {text}" }
    pub(crate) fn review_written(date) { en: "written  {date}", ko: "적음      {date}" }
    pub(crate) fn review_said(date, episode) {
        en: "said     {date} in {episode}",
        ko: "말함      {date}, {episode}",
    }
    pub(crate) fn review_author(author, client) {
        en: "by       {author}{client}",
        ko: "쓴 이     {author}{client}",
    }
    pub(crate) fn review_project(project) { en: "project  {project}", ko: "프로젝트  {project}" }
    pub(crate) fn review_strikes(line) { en: "strikes  {line}", ko: "그을 줄   {line}" }
    pub(crate) fn lines_left(lines, note) {
        en: "{lines} left {note}",
        ko: "{note}에서 {lines}이 나갔습니다",
    }
    pub(crate) fn note_has_history(path) {
        en: "`palimp history {path}` has it as it was.",
        ko: "`palimp history {path}`에 전의 내용이 있습니다.",
    }
    pub(crate) fn note_says_now(note, text) {
        en: "{note} says now: {text}",
        ko: "{note}에 이제 있음: {text}",
    }
    pub(crate) fn struck_through(line) { en: "Struck through: {line}", ko: "그은 줄: {line}" }
    pub(crate) fn strike_missing(note, line) {
        en: "{note} no longer says: {line}; nothing was struck through.",
        ko: "{note}에 이제 없음: {line}. 아무것도 긋지 않았습니다.",
    }
    pub(crate) fn proposal_turned_down(id) {
        en: "{id} is turned down and does not come back",
        ko: "{id}: 물리쳤으며 다시 나오지 않습니다",
    }
    pub(crate) fn fact_confirmed(path, text) {
        en: "{path} still says: {text}",
        ko: "{path}: 여전히 맞음: {text}",
    }
    pub(crate) fn speaks_of(places) {
        en: "It speaks of {places}.",
        ko: "{places}에 대한 말입니다.",
    }
    pub(crate) fn fact_superseded(path, text) {
        en: "{path}: struck through: {text}",
        ko: "{path}: 그음: {text}",
    }
    pub(crate) fn fact_retired(path, text) {
        en: "{path}: went to archive/stale.md: {text}",
        ko: "{path}: archive/stale.md로 옮김: {text}",
    }
    pub(crate) fn more_proposals(proposals) {
        en: "{proposals} more.",
        ko: "{proposals}가 더 있습니다.",
    }
}
