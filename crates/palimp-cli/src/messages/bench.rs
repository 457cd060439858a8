//! Sentences of `bench`, in English and Korean.

palimp_core::messages! {
    // bench
    pub(crate) fn not_a_positive_number() {
        en: "must be a whole number of at least 1",
        ko: "1 이상의 정수여야 합니다",
    }
    pub(crate) fn judgements_match_no_question(path) {
        en: "cannot use {path}: no line matches a question; hint: a header line, then query-id, corpus-id and score separated by tabs",
        ko: "{path}을(를) 쓸 수 없습니다: 질문과 맞는 줄이 없습니다. 머리글 한 줄 뒤에 query-id, corpus-id, score를 탭으로 나누어 적으세요",
    }
    pub(crate) fn questions() { en: "questions", ko: "질문" }
    pub(crate) fn line_unreadable(path, line, error) {
        en: "{path}, line {line}: {error}",
        ko: "{path}, {line}번째 줄: {error}",
    }
    pub(crate) fn retrieval_timing(questions, p50, p95, p99, seconds, megabytes) {
        en: "{questions} questions · p50 {p50:.2} ms · p95 {p95:.2} ms · p99 {p99:.2} ms · indexed in {seconds:.2} s, {megabytes:.1} MB",
        ko: "질문 {questions}개 · p50 {p50:.2} ms · p95 {p95:.2} ms · p99 {p99:.2} ms · 색인 {seconds:.2}초, {megabytes:.1} MB",
    }
    // bench/decisions
    pub(crate) fn task_module_outside(task, module) {
        en: "cannot write {module} of task {task}: a module is a path inside the repository",
        ko: "과제 {task}의 {module}을(를) 쓸 수 없습니다: 모듈은 저장소 안의 경로여야 합니다",
    }
    pub(crate) fn tasks() { en: "tasks", ko: "과제" }
    pub(crate) fn git_missing_for_history() {
        en: "Skipped the tasks of the history: git is not on PATH",
        ko: "이력 과제를 건너뛰었습니다: PATH에 git이 없습니다",
    }
    pub(crate) fn no_tasks(path) { en: "cannot find tasks in {path}", ko: "{path}에서 과제를 찾을 수 없습니다" }
    pub(crate) fn never() { en: "never", ko: "없음" }
    pub(crate) fn chars_each(chars) { en: "{chars} characters each", ko: "평균 {chars}자" }
    pub(crate) fn decision_told() { en: "decision injected", ko: "결정을 주입함" }
    pub(crate) fn decision_told_or_pointed() { en: "decision injected or linked", ko: "결정을 주입하거나 가리킴" }
    pub(crate) fn newest_decision_told() {
        en: "newest decision injected or linked",
        ko: "최신 결정을 주입하거나 가리킴",
    }
    pub(crate) fn literals_told() { en: "literals of the decision injected", ko: "결정의 값과 이름을 주입함" }
    pub(crate) fn literals_after_pointers() {
        en: "literals after opening two pointers",
        ko: "포인터 둘을 연 뒤의 값과 이름",
    }
    pub(crate) fn first_told_at(moments) {
        en: "  first injected or linked at: {moments}",
        ko: "  처음 주입하거나 가리킨 때: {moments}",
    }
    // bench/gate
    pub(crate) fn prompts() { en: "prompts", ko: "프롬프트" }
    pub(crate) fn no_directory_with_notes(path) {
        en: "cannot find a directory with notes in {path}",
        ko: "{path}에서 노트가 있는 디렉터리를 찾을 수 없습니다",
    }
    pub(crate) fn vault_percent(vault, gate) {
        en: "{vault} ({gate}): percent",
        ko: "{vault} ({gate}): 퍼센트",
    }
    pub(crate) fn unrelated_prompts_told(shares) {
        en: "  unrelated prompts with context     {shares}",
        ko: "  무관한 프롬프트에 주입             {shares}",
    }
    pub(crate) fn answers_told(shares) {
        en: "  answers injected                   {shares}",
        ko: "  주입한 답                          {shares}",
    }
    pub(crate) fn passage_quality(chars, right) {
        en: "  {chars:.0} characters per injection, {right:.0} of 100 passages right",
        ko: "  주입마다 {chars:.0}자, 구절 100개 가운데 {right:.0}개가 맞음",
    }
    // bench/replay
    pub(crate) fn no_replayable_session() {
        en: "No recorded session to replay on this machine.",
        ko: "이 컴퓨터에는 다시 실행할 세션 기록이 없습니다.",
    }
    pub(crate) fn sessions() { en: "sessions", ko: "세션" }
    pub(crate) fn own_sessions() { en: "your own sessions", ko: "내 세션" }
    pub(crate) fn lines_not_understood(path, lines) {
        en: "{path}: cannot parse {lines}",
        ko: "{path}: {lines}을(를) 해석할 수 없습니다",
    }
    pub(crate) fn transcript_passed_over(path, error) {
        en: "skipped {path}: {error}",
        ko: "{path}을(를) 건너뛰었습니다: {error}",
    }
    pub(crate) fn average_chars_each(chars) {
        en: "{chars:.0} characters each",
        ko: "평균 {chars:.0}자",
    }
    pub(crate) fn told_again_share(percent) {
        en: "  injected again in a session   {percent:.1} %",
        ko: "  한 세션에서 다시 주입   {percent:.1} %",
    }
    pub(crate) fn named_before_needed(what, told, needed, share) {
        en: "  {what} injected before they were needed   {told} of {needed} ({share:.0} %)",
        ko: "  필요하기 전에 주입한 {what}   {needed} 가운데 {told} ({share:.0} %)",
    }
    pub(crate) fn needed_again_heading() {
        en: "  needed again, and injected before that",
        ko: "  다시 필요했고 그 전에 주입한 것",
    }
    pub(crate) fn told_of_needed(told, needed) {
        en: "{told:>5} of {needed:<5}",
        ko: "{needed:<5} 가운데 {told:>5}",
    }
    pub(crate) fn told_then_used_heading() {
        en: "  injected and then used, by section",
        ko: "  주입한 뒤 사용된 것, 항목별",
    }
    // bench/sessions
    pub(crate) fn no_sessions(path) {
        en: "cannot find sessions in {path}",
        ko: "{path}에서 세션을 찾을 수 없습니다",
    }
    pub(crate) fn no_such_project(path, missing, known) {
        en: "cannot find project {missing} in {path}; hint: {known}",
        ko: "{path}에서 프로젝트 {missing}을(를) 찾을 수 없습니다. 있는 프로젝트: {known}",
    }
    pub(crate) fn open_bracket(expression) {
        en: "cannot parse {expression}: unclosed bracket",
        ko: "{expression}을(를) 해석할 수 없습니다: 괄호가 닫히지 않았습니다",
    }
    pub(crate) fn facts_found(found, facts, percent) {
        en: ", {found} of {facts} facts ({percent:.0} %)",
        ko: ", 사실 {facts}개 가운데 {found}개 ({percent:.0} %)",
    }
    pub(crate) fn tier_lines(tier, lines, per_session, facts) {
        en: "  {tier}: {lines} lines, {per_session:.1} a session{facts}",
        ko: "  {tier}: {lines}줄, 세션마다 {per_session:.1}{facts}",
    }
}
