//! Sentences of `bench`, in English and Korean.

palimp_core::messages! {
    // bench
    pub(crate) fn not_a_positive_number() {
        en: "it must be a whole number, 1 or more",
        ko: "1 이상의 정수여야 합니다",
    }
    pub(crate) fn judgements_match_no_question(path) {
        en: "{path} answers none of the questions: its lines are query-id, corpus-id and score, separated by tabs, below one that names them",
        ko: "{path}: 질문의 답이 하나도 없습니다. 이름을 적은 첫 줄 아래에 query-id, corpus-id, score를 탭으로 나누어 적으세요",
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
        en: "task {task}: cannot write {module}: a module is a path inside the repository",
        ko: "과제 {task}: {module}을(를) 쓸 수 없습니다. 모듈은 저장소 안의 경로여야 합니다",
    }
    pub(crate) fn tasks() { en: "tasks", ko: "과제" }
    pub(crate) fn git_missing_for_history() {
        en: "git is not on PATH: the tasks of history were skipped",
        ko: "PATH에 git이 없습니다. 이력의 과제는 건너뛰었습니다",
    }
    pub(crate) fn no_tasks(path) { en: "{path} holds no tasks", ko: "{path}에 과제가 없습니다" }
    pub(crate) fn never() { en: "never", ko: "없음" }
    pub(crate) fn chars_each(chars) { en: "{chars} characters each", ko: "하나에 {chars}자" }
    pub(crate) fn decision_told() { en: "decision told", ko: "결정을 알림" }
    pub(crate) fn decision_told_or_pointed() { en: "decision told or pointed to", ko: "결정을 알리거나 가리킴" }
    pub(crate) fn newest_decision_told() {
        en: "newest decision told or pointed to",
        ko: "가장 새로운 결정을 알리거나 가리킴",
    }
    pub(crate) fn literals_told() { en: "literals of the decision told", ko: "결정의 값과 이름을 알림" }
    pub(crate) fn literals_after_pointers() {
        en: "literals after two pointers were opened",
        ko: "포인터 둘을 연 뒤의 값과 이름",
    }
    pub(crate) fn first_told_at(moments) {
        en: "  first told or pointed to at: {moments}",
        ko: "  처음 알리거나 가리킨 때: {moments}",
    }
    // bench/gate
    pub(crate) fn prompts() { en: "prompts", ko: "프롬프트" }
    pub(crate) fn no_directory_with_notes(path) {
        en: "{path} holds no directory with notes",
        ko: "{path}에 노트가 든 디렉터리가 없습니다",
    }
    pub(crate) fn vault_percent(vault, gate) {
        en: "{vault} ({gate}): percent",
        ko: "{vault} ({gate}): 퍼센트",
    }
    pub(crate) fn unrelated_prompts_told(shares) {
        en: "  unrelated prompts told something   {shares}",
        ko: "  상관없는 프롬프트에 알림           {shares}",
    }
    pub(crate) fn answers_told(shares) {
        en: "  answers told                       {shares}",
        ko: "  알린 답                            {shares}",
    }
    pub(crate) fn passage_quality(chars, right) {
        en: "  {chars:.0} characters where something was told, {right:.0} of 100 passages right",
        ko: "  알린 때마다 {chars:.0}자, 구절 100개에 {right:.0}개가 맞음",
    }
    // bench/replay
    pub(crate) fn no_replayable_session() {
        en: "No client has recorded a session here that could be lived through again.",
        ko: "여기에는 다시 돌려 볼 세션 기록이 없습니다.",
    }
    pub(crate) fn sessions() { en: "sessions", ko: "세션" }
    pub(crate) fn own_sessions() { en: "your own sessions", ko: "내 세션" }
    pub(crate) fn lines_not_understood(path, lines) {
        en: "{path}: {lines} could not be understood",
        ko: "{path}: {lines}을(를) 알아볼 수 없습니다",
    }
    pub(crate) fn transcript_passed_over(path, error) {
        en: "{path}: {error}; it was passed over",
        ko: "{path}: {error}; 건너뛰었습니다",
    }
    pub(crate) fn average_chars_each(chars) {
        en: "{chars:.0} characters each",
        ko: "하나에 {chars:.0}자",
    }
    pub(crate) fn told_again_share(percent) {
        en: "  told again in a session   {percent:.1} %",
        ko: "  한 세션에서 다시 알림   {percent:.1} %",
    }
    pub(crate) fn named_before_needed(what, told, needed, share) {
        en: "  {what} named before they were needed   {told} of {needed} ({share:.0} %)",
        ko: "  필요하기 전에 알린 {what}   {needed} 가운데 {told} ({share:.0} %)",
    }
    pub(crate) fn needed_again_heading() {
        en: "  needed again, and told before it was needed",
        ko: "  다시 필요했던 것, 그리고 필요하기 전에 알린 것",
    }
    pub(crate) fn told_of_needed(told, needed) {
        en: "{told:>5} of {needed:<5}",
        ko: "{needed:<5} 가운데 {told:>5}",
    }
    pub(crate) fn told_then_used_heading() {
        en: "  told and then used, by section",
        ko: "  알린 뒤 쓰인 것, 자리마다",
    }
    // bench/sessions
    pub(crate) fn no_sessions(path) {
        en: "{path} holds no sessions",
        ko: "{path}에 세션이 없습니다",
    }
    pub(crate) fn no_such_project(path, missing, known) {
        en: "{path} holds no project {missing}: there are {known}",
        ko: "{path}에 프로젝트 {missing}이(가) 없습니다. 있는 것: {known}",
    }
    pub(crate) fn open_bracket(expression) {
        en: "{expression} has an open bracket",
        ko: "{expression}: 괄호가 닫히지 않았습니다",
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
