//! Sentences of `context`, `injections`, `log`, `stats` and `tour`, in English and Korean.

palimp_core::messages! {
    // context
    pub(crate) fn prompt_missing() {
        en: "cannot build context without a prompt; hint: --prompt TEXT",
        ko: "프롬프트가 없습니다. --prompt TEXT로 적으세요",
    }
    pub(crate) fn nothing_injected_here(project) {
        en: "Nothing would be injected into {project}.",
        ko: "{project}에는 주입할 것이 없습니다.",
    }
    pub(crate) fn chars_of_budget(chars, max) {
        en: "{chars} of at most {max} characters",
        ko: "{chars}자(최대 {max}자)",
    }
    pub(crate) fn asked_question(question) { en: "question: {question}", ko: "질문: {question}" }
    pub(crate) fn passage_evidence(held, asked, of_words, of_place) {
        en: "holds {held:.1} of {asked:.1} bits: {of_words}, {of_place}",
        ko: "{asked:.1}비트 가운데 {held:.1}: {of_words}, {of_place}",
    }
    pub(crate) fn evidence_of_words(surprise, coverage, heading, share) {
        en: "surprise {surprise:.1}, coverage {coverage:.2}, heading {heading:.1} ({share:.2})",
        ko: "뜻밖 {surprise:.1}, 덮음 {coverage:.2}, 제목 {heading:.1} ({share:.2})",
    }
    pub(crate) fn evidence_of_place(evidence, neighbours, tries, vocabulary) {
        en: "evidence {evidence:.1}, neighbours {neighbours:.1}, tries {tries:.2}, vocabulary {vocabulary:.2}",
        ko: "증거 {evidence:.1}, 이웃 {neighbours:.1}, 시도 {tries:.2}, 어휘 {vocabulary:.2}",
    }
    pub(crate) fn section_empty(name, why) {
        en: "{name}: empty ({why})",
        ko: "{name}: 없음 ({why})",
    }
    pub(crate) fn section_says_nothing_new(name, why) {
        en: "{name}: nothing new ({why})",
        ko: "{name}: 새로운 것 없음 ({why})",
    }
    pub(crate) fn section_has_no_room(name, items, why) {
        en: "{name}: no room for {items} ({why})",
        ko: "{name}: {items}개를 넣을 자리 없음 ({why})",
    }
    pub(crate) fn section_size(name, chars, shown, items, why) {
        en: "{name}: {chars} characters, {shown} of {items} ({why})",
        ko: "{name}: {chars}자, {shown} / {items} ({why})",
    }
    // injected
    pub(crate) fn opened_pointers(opened, pointers) {
        en: " · opened {opened} of {pointers}",
        ko: " · {pointers} 중 {opened}개 열람",
    }
    pub(crate) fn injection_head(time, project, client, event, chars, opened) {
        en: "{time}  {project} · {client} · {event} · {chars} characters{opened}",
        ko: "{time}  {project} · {client} · {event} · {chars}자{opened}",
    }
    pub(crate) fn nothing_injected_yet() {
        en: "Nothing injected yet. palimp injects when a session starts in a project with a past.",
        ko: "아직 주입한 것이 없습니다. 기록이 있는 프로젝트에서 세션이 시작되면 주입합니다.",
    }
    // log
    pub(crate) fn how_to_restore_aged() {
        en: "`palimp review restore [WORDS]` restores lines that were archived by age.",
        ko: "오래되어 archive/로 옮긴 줄은 `palimp review restore [WORDS]`로 되돌립니다.",
    }
    pub(crate) fn nothing_matches_log_filters() {
        en: "No match. Try without --project, --client or --since.",
        ko: "일치하는 것이 없습니다. --project, --client, --since를 빼 보세요.",
    }
    pub(crate) fn no_agent_wrote() {
        en: "No agent has saved anything or asked to forget anything.",
        ko: "에이전트가 저장하거나 지워 달라고 한 것이 없습니다.",
    }
    // stats
    pub(crate) fn stats_observations(count, span) {
        en: "observations  {count}{span}",
        ko: "관찰          {count}{span}",
    }
    pub(crate) fn stats_types(types) { en: "  by type      {types}", ko: "  종류별       {types}" }
    pub(crate) fn stats_clients(clients) {
        en: "  by client    {clients}",
        ko: "  클라이언트별 {clients}",
    }
    pub(crate) fn stats_projects(projects) {
        en: "  by project   {projects}",
        ko: "  프로젝트별   {projects}",
    }
    pub(crate) fn stats_pinned(count) { en: "pinned        {count}", ko: "고정          {count}" }
    pub(crate) fn stats_messages(count) { en: "messages      {count}", ko: "메시지        {count}" }
    pub(crate) fn stats_sessions(count) { en: "sessions      {count}", ko: "세션          {count}" }
    pub(crate) fn stats_injected(count) { en: "injected      {count}", ko: "주입          {count}" }
    pub(crate) fn stats_forgotten(count) {
        en: "forgotten     {count}",
        ko: "지움          {count}",
    }
    pub(crate) fn stats_database(size) { en: "database      {size}", ko: "데이터베이스  {size}" }
    pub(crate) fn told_in(days, sessions) {
        en: "Injected in the last {days}: {sessions}",
        ko: "지난 {days} 동안 주입: {sessions}",
    }
    pub(crate) fn told_table_head() {
        en: "  injected  used  characters",
        ko: "      주입  사용        글자",
    }
    pub(crate) fn opened_of(opened, pointers) {
        en: "  opened {opened} of {pointers}",
        ko: "  {pointers} 중 {opened}개 열람",
    }
    pub(crate) fn used_most() { en: "Used most", ko: "많이 사용됨" }
    pub(crate) fn never_used() {
        en: "Injected often, never used",
        ko: "자주 주입했지만 사용되지 않음",
    }
    pub(crate) fn passage_use(used, told, text) {
        en: "  {used} of {told}  {text}",
        ko: "  {told}번 중 {used}번  {text}",
    }
    pub(crate) fn what_used_means() {
        en: "\nUsed: the agent wrote a name from the passage that nobody had written in the session before.",
        ko: "\n사용: 세션에 없던 구절 속 이름을 에이전트가 썼습니다.",
    }
    // tour
    pub(crate) fn tour_needs_enter() {
        en: "cannot wait for Enter: no terminal; hint: `palimp tour --yes`",
        ko: "Enter를 누를 터미널이 없습니다. `palimp tour --yes`를 쓰세요",
    }
    pub(crate) fn tour_ended() {
        en: "End of the tour; its home is deleted. `palimp up` sets up your own.",
        ko: "둘러보기가 끝났고 임시 홈은 지웠습니다. `palimp up`으로 시작하세요.",
    }
    pub(crate) fn tour_begins(place) {
        en: "This tour runs in a temporary home in {place}, deleted at the end. Your home and your agents' settings stay untouched.",
        ko: "{place}의 임시 홈에서 palimp를 둘러봅니다. 임시 홈은 끝나면 지우며, 내 홈과 에이전트 설정은 바꾸지 않습니다.",
    }
    pub(crate) fn enter_goes_on() { en: "Press Enter. ", ko: "Enter를 누르세요. " }
    pub(crate) fn tour_capture(project) {
        en: "1. Capture. You ask Claude Code why {project} orders fail. Its hooks send palimp each step: a test fails, a command fixes it, the test passes.",
        ko: "1. 캡처. Claude Code에게 {project}의 주문이 왜 실패하는지 묻습니다. 훅이 과정을 palimp에 보냅니다: 테스트가 실패하고, 명령 하나로 고치고, 테스트가 통과합니다.",
    }
    pub(crate) fn tour_recall() {
        en: "2. Recall. You save a decision. The next session, in any agent, finds it by other words, or gets it with a prompt that it answers.",
        ko: "2. 회상. 결정을 하나 저장합니다. 다음 세션은 어느 에이전트든 다른 말로 찾아내거나, 관련된 프롬프트와 함께 주입받습니다.",
    }
    pub(crate) fn tour_review() {
        en: "3. Review. You decide what every session gets. An agent that wants to add a line (`memory_save`, over MCP) proposes it.",
        ko: "3. 검토. 모든 세션에 주입할 것은 사용자가 정합니다. 에이전트가 줄을 추가하려면(MCP의 `memory_save`) 제안해야 합니다.",
    }
    pub(crate) fn tour_forgetting() {
        en: "4. Forget. Forgotten text is gone from notes, database, index and history. No import brings it back.",
        ko: "4. 지우기. 지운 것은 노트, 데이터베이스, 색인, 이력에서 사라지고 다시 가져오지 않습니다.",
    }
    pub(crate) fn tour_step_failed(call, output) {
        en: "`{call}` failed; this is a bug in palimp: {output}",
        ko: "`{call}`이(가) 실패했습니다. palimp의 버그입니다: {output}",
    }
}
