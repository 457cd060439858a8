//! Sentences shared by commands: input, answers, dates, sizes, in English and Korean.

palimp_core::messages! {
    // caller
    pub(crate) fn refused_to_agent(client, command) {
        en: "cannot run this command for an agent: {client} runs it, and only the user decides it; hint: they type in a terminal of their own: {command}",
        ko: "에이전트는 이 명령을 실행할 수 없습니다. {client}에서 실행했지만 사용자만 정할 수 있는 일입니다. 사용자가 자기 터미널에서 직접 입력하세요: {command}",
    }
    // cli
    pub(crate) fn no_home_directory_or_palimp_home() {
        en: "there is no home directory: set HOME or PALIMP_HOME",
        ko: "홈 디렉터리가 없습니다. HOME이나 PALIMP_HOME을 정하세요",
    }
    pub(crate) fn setting_complaint(complaint) {
        en: "palimp: {complaint}; the default holds",
        ko: "palimp: {complaint}; 기본값을 씁니다",
    }
    pub(crate) fn bad_agent_id(agent) {
        en: "'{agent}' is no agent's id: use letters, digits, '-' and '_'",
        ko: "'{agent}'은(는) 에이전트의 id가 될 수 없습니다. 글자, 숫자, '-', '_'를 쓰세요",
    }
    pub(crate) fn unknown_agent(agent, known) {
        en: "palimp: there is no agent '{agent}' yet: there are {known}",
        ko: "palimp: '{agent}'(이)라는 에이전트는 아직 없습니다. 있는 것: {known}",
    }
    pub(crate) fn word_renamed(old, new) {
        en: "palimp: `{old}` is called `{new}` now",
        ko: "palimp: `{old}`의 이름은 이제 `{new}`입니다",
    }
    pub(crate) fn hook_comes_first() {
        en: "write `hook` first: palimp hook <client> [--home DIR]",
        ko: "`hook`을 먼저 쓰세요: palimp hook <client> [--home DIR]",
    }
    // commands
    pub(crate) fn nothing_matches_filters() {
        en: "Nothing matches. It may be elsewhere: leave out --project, --client, --session, --since.",
        ko: "맞는 것이 없습니다. 다른 데 있을 수 있으니 --project, --client, --session, --since를 빼 보세요.",
    }
    pub(crate) fn nothing_in_project(name) {
        en: "Nothing was captured in a project '{name}'.",
        ko: "프로젝트 '{name}'에서 기록된 것이 없습니다.",
    }
    pub(crate) fn unknown_project(name, near) {
        en: "There is no project '{name}'; near it: {near}.",
        ko: "'{name}'(이)라는 프로젝트는 없습니다. 비슷한 이름: {near}.",
    }
    pub(crate) fn bad_label(text) {
        en: "'{text}' names nothing: write --tag ops, --prop status=done",
        ko: "'{text}': 알아볼 수 없습니다. --tag ops, --prop status=done처럼 쓰세요",
    }
    pub(crate) fn unknown_observation_type(name, names) {
        en: "there is no type '{name}': use one of {names}",
        ko: "'{name}'(이)라는 종류는 없습니다. 이 가운데 하나를 쓰세요: {names}",
    }
    pub(crate) fn number_too_large(text, max) {
        en: "'{text}' is too large: {max} is the most",
        ko: "'{text}': 너무 큰 수입니다. {max}까지 쓸 수 있습니다",
    }
    pub(crate) fn not_a_count(text) {
        en: "'{text}' is no number of 1 or more",
        ko: "'{text}': 1 이상의 수가 아닙니다",
    }
    pub(crate) fn nothing_captured_yet() {
        en: "Nothing has been captured yet. Run `palimp up`, then work in your agent: the first session is remembered when it ends.",
        ko: "아직 기록된 것이 없습니다. `palimp up`을 실행한 뒤 에이전트에서 일하세요. 첫 세션은 끝날 때 기억됩니다.",
    }
    pub(crate) fn note_missing_in_vault(path, place) {
        en: "there is no note {path} in {place}: `palimp list` shows what there is",
        ko: "{place}에 {path}(이)라는 노트가 없습니다. `palimp list`가 있는 것을 보여 줍니다",
    }
    pub(crate) fn note_missing_near(path, place, near) {
        en: "there is no note {path} in {place}; near it: {near}",
        ko: "{place}에 {path}(이)라는 노트가 없습니다. 비슷한 것: {near}",
    }
    // hits
    pub(crate) fn message_name(number) { en: "m{number} message", ko: "m{number} 메시지" }
    pub(crate) fn decision_record() { en: "decision record, read only", ko: "결정 기록(읽기 전용)" }
    pub(crate) fn contradicts(other) { en: "contradicts {other}", ko: "{other}와(과) 어긋남" }
    // models
    pub(crate) fn words_alone(why) {
        en: "found by words alone: {why}",
        ko: "낱말로만 찾았습니다: {why}",
    }
    pub(crate) fn homes_embedded_elsewhere(provider, place) {
        en: "{provider} embeds other homes' notes and your questions, at {place}",
        ko: "{provider}이(가) 다른 홈의 노트와 질문의 벡터를 만듭니다: {place}",
    }
    pub(crate) fn notes_embedded_elsewhere(provider, place) {
        en: "{provider} embeds your notes and questions, at {place}",
        ko: "{provider}이(가) 노트와 질문의 벡터를 만듭니다: {place}",
    }
    pub(crate) fn condensed_elsewhere(provider, place) {
        en: "{provider} condenses what is said, at {place}",
        ko: "{provider}이(가) 나눈 말을 줄입니다: {place}",
    }
    // output
    pub(crate) fn output_not_written(error) {
        en: "palimp: the answer could not be written to standard output ({error}): see to where it goes",
        ko: "palimp: 답을 표준 출력에 쓰지 못했습니다({error}). 출력이 가는 곳을 살펴보세요",
    }
    pub(crate) fn unasked_look_first(question) {
        en: "nothing was done, because nobody is here to be asked: {question} Say `--yes`, or look with `--dry-run` first",
        ko: "물어볼 사람이 없어 아무것도 하지 않았습니다: {question} `--yes`를 붙이거나 먼저 `--dry-run`으로 살펴보세요",
    }
    pub(crate) fn unasked(question) {
        en: "nothing was done, because nobody is here to be asked: {question} Say `--yes`",
        ko: "물어볼 사람이 없어 아무것도 하지 않았습니다: {question} `--yes`라고 하세요",
    }
    pub(crate) fn choice_default_no() { en: "y yes / N no", ko: "y 예 / N 아니요" }
    pub(crate) fn explain_default_no() {
        en: "`y` is yes, `n` is no, and Enter alone is no.",
        ko: "`y`는 예, `n`은 아니요이고 Enter만 누르면 아니요입니다.",
    }
    pub(crate) fn choice_with_details() {
        en: "Y yes / n no / d show what changes",
        ko: "Y 예 / n 아니요 / d 바뀔 것 보기",
    }
    pub(crate) fn choice_default_yes() { en: "Y yes / n no", ko: "Y 예 / n 아니요" }
    pub(crate) fn explain_with_details() {
        en: "`y` and Enter alone are yes, `n` is no, `d` shows what changes.",
        ko: "`y`나 Enter만 누르면 예, `n`은 아니요, `d`는 바뀔 것을 보여 줍니다.",
    }
    pub(crate) fn explain_default_yes() {
        en: "`y` and Enter alone are yes, and `n` is no.",
        ko: "`y`나 Enter만 누르면 예, `n`은 아니요입니다.",
    }
    // show
    pub(crate) fn page_of_project(path, name) {
        en: "{path} (page of {name})",
        ko: "{path}({name} 페이지)",
    }
    pub(crate) fn bytes(count) { en: "{count} bytes", ko: "{count}바이트" }
    // when
    pub(crate) fn bad_date(text) {
        en: "'{text}' is no date: write 7d, 12h, 2026-11-20 or '2026-11-20 14:00'",
        ko: "'{text}'은(는) 날짜가 아닙니다. 7d, 12h, 2026-11-20, '2026-11-20 14:00'처럼 쓰세요",
    }
    pub(crate) fn bad_day(text) {
        en: "'{text}' is no day: write it like 2027-01-31",
        ko: "'{text}'은(는) 날짜가 아닙니다. 2027-01-31처럼 쓰세요",
    }
    pub(crate) fn today() { en: "today", ko: "오늘" }
    pub(crate) fn just_now() { en: "just now", ko: "방금" }
    pub(crate) fn minutes_ago(count) { en: "{count} min ago", ko: "{count}분 전" }
    pub(crate) fn hours_ago(count) { en: "{count} h ago", ko: "{count}시간 전" }
    pub(crate) fn yesterday() { en: "yesterday", ko: "어제" }
    pub(crate) fn days_ago(count) { en: "{count} days ago", ko: "{count}일 전" }
    // wiring
    pub(crate) fn path_not_unicode(path) {
        en: "{path} is not Unicode: no client's settings can name it",
        ko: "{path}: 유니코드가 아니어서 클라이언트의 설정에 적을 수 없습니다",
    }
}
