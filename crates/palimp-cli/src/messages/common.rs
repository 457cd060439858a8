//! Sentences shared by commands: input, answers, dates, sizes, in English and Korean.

palimp_core::messages! {
    // caller
    pub(crate) fn refused_to_agent(client, command) {
        en: "cannot run this command for an agent ({client}): only the user decides this; hint: the user runs in a terminal: {command}",
        ko: "에이전트({client})는 이 명령을 실행할 수 없습니다: 사용자만 정할 수 있습니다. 사용자가 터미널에서 직접 실행하세요: {command}",
    }
    // cli
    pub(crate) fn no_home_directory_or_palimp_home() {
        en: "cannot find a home directory; hint: set HOME or PALIMP_HOME",
        ko: "홈 디렉터리를 찾을 수 없습니다. HOME이나 PALIMP_HOME을 설정하세요",
    }
    pub(crate) fn setting_complaint(complaint) {
        en: "palimp: {complaint}; using the default",
        ko: "palimp: {complaint}. 기본값을 씁니다",
    }
    pub(crate) fn bad_agent_id(agent) {
        en: "cannot use '{agent}' as an agent id; hint: letters, digits, '-' and '_'",
        ko: "'{agent}'은(는) 에이전트 id로 쓸 수 없습니다. 글자, 숫자, '-', '_'를 쓰세요",
    }
    pub(crate) fn unknown_agent(agent, known) {
        en: "palimp: unknown agent '{agent}'; hint: {known}",
        ko: "palimp: '{agent}'은(는) 없는 에이전트입니다. 있는 에이전트: {known}",
    }
    pub(crate) fn word_renamed(old, new) {
        en: "palimp: `{old}` is now called `{new}`",
        ko: "palimp: `{old}`의 이름이 `{new}`(으)로 바뀌었습니다",
    }
    pub(crate) fn hook_comes_first() {
        en: "cannot parse the command: `hook` must come first; hint: palimp hook <client> [--home DIR]",
        ko: "`hook`을 먼저 써야 합니다: palimp hook <client> [--home DIR]",
    }
    // commands
    pub(crate) fn nothing_matches_filters() {
        en: "No match. Try without --project, --client, --session or --since.",
        ko: "일치하는 것이 없습니다. --project, --client, --session, --since를 빼 보세요.",
    }
    pub(crate) fn nothing_in_project(name) {
        en: "Nothing captured in project '{name}'.",
        ko: "프로젝트 '{name}'에서 캡처한 것이 없습니다.",
    }
    pub(crate) fn unknown_project(name, near) {
        en: "Unknown project '{name}'. Similar: {near}.",
        ko: "'{name}'은(는) 없는 프로젝트입니다. 비슷한 이름: {near}.",
    }
    pub(crate) fn bad_label(text) {
        en: "cannot parse '{text}'; hint: --tag ops, --prop status=done",
        ko: "'{text}'을(를) 해석할 수 없습니다. --tag ops, --prop status=done처럼 쓰세요",
    }
    pub(crate) fn unknown_observation_type(name, names) {
        en: "unknown type '{name}'; hint: {names}",
        ko: "'{name}'은(는) 없는 종류입니다. 쓸 수 있는 것: {names}",
    }
    pub(crate) fn number_too_large(text, max) {
        en: "cannot use '{text}': the maximum is {max}",
        ko: "'{text}'은(는) 너무 큽니다. 최대 {max}입니다",
    }
    pub(crate) fn not_a_count(text) {
        en: "cannot use '{text}': must be at least 1",
        ko: "'{text}'은(는) 쓸 수 없습니다. 1 이상이어야 합니다",
    }
    pub(crate) fn nothing_captured_yet() {
        en: "Nothing captured yet. Run `palimp up`, then work in your agent. palimp remembers the first session when it ends.",
        ko: "아직 캡처한 것이 없습니다. `palimp up`을 실행하고 에이전트로 작업하세요. 첫 세션이 끝나면 기억합니다.",
    }
    pub(crate) fn note_missing_in_vault(path, place) {
        en: "cannot find note {path} in {place}; hint: `palimp list`",
        ko: "{place}에서 노트 {path}을(를) 찾을 수 없습니다. `palimp list`로 확인하세요",
    }
    pub(crate) fn note_missing_near(path, place, near) {
        en: "cannot find note {path} in {place}; similar: {near}",
        ko: "{place}에서 노트 {path}을(를) 찾을 수 없습니다. 비슷한 이름: {near}",
    }
    // hits
    pub(crate) fn message_name(number) { en: "m{number} message", ko: "m{number} 메시지" }
    pub(crate) fn decision_record() { en: "decision record, read only", ko: "결정 기록(읽기 전용)" }
    pub(crate) fn contradicts(other) { en: "contradicts {other}", ko: "{other}와(과) 모순됨" }
    // models
    pub(crate) fn words_alone(why) {
        en: "searched by words only: {why}",
        ko: "단어로만 검색했습니다: {why}",
    }
    pub(crate) fn homes_embedded_elsewhere(provider, place) {
        en: "{provider} embeds notes of other homes and your queries, at {place}",
        ko: "{provider}이(가) 다른 홈의 노트와 검색어를 임베딩합니다: {place}",
    }
    pub(crate) fn notes_embedded_elsewhere(provider, place) {
        en: "{provider} embeds your notes and queries, at {place}",
        ko: "{provider}이(가) 노트와 검색어를 임베딩합니다: {place}",
    }
    pub(crate) fn condensed_elsewhere(provider, place) {
        en: "{provider} summarises conversations, at {place}",
        ko: "{provider}이(가) 대화를 요약합니다: {place}",
    }
    // output
    pub(crate) fn output_not_written(error) {
        en: "palimp: cannot write to standard output: {error}",
        ko: "palimp: 표준 출력에 쓸 수 없습니다: {error}",
    }
    pub(crate) fn unasked_look_first(question) {
        en: "cannot ask for confirmation: no terminal; nothing was done. {question} Hint: --yes, or --dry-run first",
        ko: "확인할 터미널이 없어 아무것도 하지 않았습니다. {question} `--yes`를 붙이거나 먼저 `--dry-run`으로 확인하세요",
    }
    pub(crate) fn unasked(question) {
        en: "cannot ask for confirmation: no terminal; nothing was done. {question} Hint: --yes",
        ko: "확인할 터미널이 없어 아무것도 하지 않았습니다. {question} `--yes`를 붙이세요",
    }
    pub(crate) fn choice_default_no() { en: "y yes / N no", ko: "y 예 / N 아니요" }
    pub(crate) fn explain_default_no() {
        en: "`y` is yes; `n` or Enter is no.",
        ko: "`y`는 예, `n`이나 Enter는 아니요입니다.",
    }
    pub(crate) fn choice_with_details() {
        en: "Y yes / n no / d show changes",
        ko: "Y 예 / n 아니요 / d 변경 보기",
    }
    pub(crate) fn choice_default_yes() { en: "Y yes / n no", ko: "Y 예 / n 아니요" }
    pub(crate) fn explain_with_details() {
        en: "`y` or Enter is yes, `n` is no, `d` shows the changes.",
        ko: "`y`나 Enter는 예, `n`은 아니요, `d`는 변경 보기입니다.",
    }
    pub(crate) fn explain_default_yes() {
        en: "`y` or Enter is yes, `n` is no.",
        ko: "`y`나 Enter는 예, `n`은 아니요입니다.",
    }
    // show
    pub(crate) fn page_of_project(path, name) {
        en: "{path} (page of {name})",
        ko: "{path}({name} 페이지)",
    }
    pub(crate) fn bytes(count) { en: "{count} bytes", ko: "{count}바이트" }
    // when
    pub(crate) fn bad_date(text) {
        en: "cannot parse date '{text}'; hint: 7d, 12h, 2026-11-20, '2026-11-20 14:00'",
        ko: "'{text}'은(는) 날짜가 아닙니다. 7d, 12h, 2026-11-20, '2026-11-20 14:00'처럼 쓰세요",
    }
    pub(crate) fn bad_day(text) {
        en: "cannot parse day '{text}'; hint: 2027-01-31",
        ko: "'{text}'은(는) 날짜가 아닙니다. 2027-01-31처럼 쓰세요",
    }
    pub(crate) fn today() { en: "today", ko: "오늘" }
    pub(crate) fn just_now() { en: "just now", ko: "방금" }
    pub(crate) fn minutes_ago(count) { en: "{count} min ago", ko: "{count}분 전" }
    pub(crate) fn hours_ago(count) { en: "{count} h ago", ko: "{count}시간 전" }
    pub(crate) fn yesterday() { en: "yesterday", ko: "어제" }
    pub(crate) fn days_ago(count) { en: "{count} days ago", ko: "{count}일 전" }
    // connections
    pub(crate) fn path_not_unicode(path) {
        en: "cannot use {path}: it is not Unicode, so no client's settings can contain it",
        ko: "{path}은(는) 유니코드가 아니어서 클라이언트 설정에 쓸 수 없습니다",
    }
}
