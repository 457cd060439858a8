//! Sentences of `context`, `injected`, `log`, `stats` and `tour`, in English and Korean.

palimp_core::messages! {
    // context
    pub(crate) fn prompt_missing() {
        en: "say what the prompt is: --prompt TEXT",
        ko: "프롬프트를 적으세요: --prompt TEXT",
    }
    pub(crate) fn nothing_injected_here(project) {
        en: "Nothing would be injected into {project}.",
        ko: "{project}에는 알려 줄 것이 없습니다.",
    }
    pub(crate) fn chars_of_budget(chars, max) {
        en: "{chars} of at most {max} characters",
        ko: "{chars}자, 많아야 {max}자",
    }
    pub(crate) fn asked_question(question) { en: "asked: {question}", ko: "물은 것: {question}" }
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
        en: "{name}: nothing ({why})",
        ko: "{name}: 없음 ({why})",
    }
    pub(crate) fn section_says_nothing_new(name, why) {
        en: "{name}: nothing that is not said above ({why})",
        ko: "{name}: 위에서 말하지 않은 것 없음 ({why})",
    }
    pub(crate) fn section_has_no_room(name, items, why) {
        en: "{name}: no room for any of {items} ({why})",
        ko: "{name}: {items}개를 넣을 자리 없음 ({why})",
    }
    pub(crate) fn section_size(name, chars, shown, items, why) {
        en: "{name}: {chars} characters, {shown} of {items} ({why})",
        ko: "{name}: {chars}자, {shown} / {items} ({why})",
    }
    // injected
    pub(crate) fn opened_pointers(opened, pointers) {
        en: " · opened {opened} of {pointers}",
        ko: " · {pointers} 가운데 {opened}개 엶",
    }
    pub(crate) fn injection_head(time, project, client, event, chars, opened) {
        en: "{time}  {project} · {client} · {event} · {chars} characters{opened}",
        ko: "{time}  {project} · {client} · {event} · {chars}자{opened}",
    }
    pub(crate) fn nothing_injected_yet() {
        en: "Nothing has been injected yet; it is when a session starts in a project that has a past.",
        ko: "아직 알려 준 것이 없습니다. 지난 일이 있는 프로젝트에서 세션이 시작되면 알려 줍니다.",
    }
    // log
    pub(crate) fn how_to_restore_aged() {
        en: "`palimp review restore [WORDS]` brings back what went to archive/ by age.",
        ko: "오래되어 archive/로 간 것은 `palimp review restore [WORDS]`로 되돌립니다.",
    }
    pub(crate) fn nothing_matches_log_filters() {
        en: "Nothing matches. It may be elsewhere: leave out --project, --client, --since.",
        ko: "맞는 것이 없습니다. 다른 데 있을 수 있으니 --project, --client, --since를 빼 보세요.",
    }
    pub(crate) fn no_agent_wrote() {
        en: "No agent has written anything or wanted anything forgotten.",
        ko: "에이전트가 적거나 잊어 달라고 한 것이 없습니다.",
    }
    // stats
    pub(crate) fn stats_observations(count, span) {
        en: "observations  {count}{span}",
        ko: "관찰          {count}{span}",
    }
    pub(crate) fn stats_types(types) { en: "  by type      {types}", ko: "  종류로       {types}" }
    pub(crate) fn stats_clients(clients) {
        en: "  by client    {clients}",
        ko: "  클라이언트로 {clients}",
    }
    pub(crate) fn stats_projects(projects) {
        en: "  by project   {projects}",
        ko: "  프로젝트로   {projects}",
    }
    pub(crate) fn stats_pinned(count) { en: "pinned        {count}", ko: "고정          {count}" }
    pub(crate) fn stats_messages(count) { en: "messages      {count}", ko: "메시지        {count}" }
    pub(crate) fn stats_sessions(count) { en: "sessions      {count}", ko: "세션          {count}" }
    pub(crate) fn stats_injected(count) { en: "injected      {count}", ko: "알려 줌       {count}" }
    pub(crate) fn stats_forgotten(count) {
        en: "forgotten     {count}",
        ko: "잊음          {count}",
    }
    pub(crate) fn stats_database(size) { en: "database      {size}", ko: "데이터베이스  {size}" }
    pub(crate) fn told_in(days, sessions) {
        en: "Told in the last {days}: {sessions}",
        ko: "지난 {days} 동안 알려 준 곳: {sessions}",
    }
    pub(crate) fn told_table_head() {
        en: "   told    used  characters",
        ko: "   알림    쓰임       글자",
    }
    pub(crate) fn opened_of(opened, pointers) {
        en: "  opened {opened} of {pointers}",
        ko: "  {pointers} 가운데 {opened}개 엶",
    }
    pub(crate) fn used_most() { en: "Used most", ko: "가장 많이 쓰인 것" }
    pub(crate) fn never_used() {
        en: "Told often and never used",
        ko: "자주 알렸으나 쓰이지 않은 것",
    }
    pub(crate) fn passage_use(used, told, text) {
        en: "  {used} of {told}  {text}",
        ko: "  {told} 가운데 {used}  {text}",
    }
    pub(crate) fn what_used_means() {
        en: "\nUsed: the agent wrote a name of the passage that nobody had written in the session before.",
        ko: "\n쓰임: 그 세션에서 아무도 쓰지 않던, 그 대목의 이름을 에이전트가 썼습니다.",
    }
    // tour
    pub(crate) fn tour_needs_enter() {
        en: "Enter goes on, and nobody is here to press it: `palimp tour --yes` does not wait",
        ko: "Enter로 이어 가는데 누를 사람이 없습니다. `palimp tour --yes`는 기다리지 않습니다",
    }
    pub(crate) fn tour_ended() {
        en: "That was all of it, and nothing of it is left. `palimp up` sets up your own.",
        ko: "이것이 전부이며, 남은 것은 없습니다. `palimp up`으로 시작하세요.",
    }
    pub(crate) fn tour_begins(place) {
        en: "This walks through palimp in a home that is made now, in {place}, and goes at the end. Yours is not touched, nor are your agents' settings.",
        ko: "지금 {place}에 만들어 끝에 없앨 홈에서 palimp를 둘러봅니다. 쓰던 홈과 에이전트의 설정은 건드리지 않습니다.",
    }
    pub(crate) fn enter_goes_on() { en: "Enter goes on. ", ko: "Enter를 누르면 이어 갑니다. " }
    pub(crate) fn tour_capture(project) {
        en: "1. Capture. Claude Code is asked why {project} orders fail. Its hooks hand palimp what it does: a test fails, a command mends it, the test runs.",
        ko: "1. 기록. Claude Code에게 {project}의 주문이 왜 실패하는지 묻습니다. 훅이 한 일을 palimp에 건넵니다. 테스트가 실패하고, 명령 하나가 고치고, 테스트가 됩니다.",
    }
    pub(crate) fn tour_recall() {
        en: "2. Recall. You write a decision down; the next session, of whichever agent, finds it by words of its own, or is told it with the prompt that it answers.",
        ko: "2. 떠올림. 결정을 하나 적습니다. 다음 세션은 어느 에이전트든 제 말로 찾아내거나, 그것이 답이 되는 프롬프트와 함께 듣습니다.",
    }
    pub(crate) fn tour_review() {
        en: "3. Review. What every session is told is yours to decide: an agent that wants a line there (`memory_save`, over MCP) proposes it.",
        ko: "3. 검토. 모든 세션에 알려 줄 것은 직접 정합니다. 거기에 한 줄을 원하는 에이전트는(MCP의 `memory_save`) 제안합니다.",
    }
    pub(crate) fn tour_forgetting() {
        en: "4. Forgetting. What is forgotten is gone: from notes, database, index and history, and no import brings it back.",
        ko: "4. 잊기. 잊은 것은 노트, 데이터베이스, 색인, 이력에서 사라지고, 가져오기로도 돌아오지 않습니다.",
    }
    pub(crate) fn tour_step_failed(call, output) {
        en: "`{call}` failed, which is palimp's fault: {output}",
        ko: "`{call}`이(가) 실패했습니다. palimp의 잘못입니다: {output}",
    }
}
