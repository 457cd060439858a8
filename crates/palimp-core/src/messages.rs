//! Sentences about obstacles and settings for a person, in English and Korean.

crate::messages! {
    // Obstacles to writing a file.
    pub(crate) fn disk_full(path) {
        en: "the disk that holds {path} is full: free some space",
        ko: "{path}이(가) 있는 디스크가 가득 찼습니다. 자리를 만드세요",
    }
    pub(crate) fn no_more_files(path) {
        en: "the disk that holds {path} has no room for one more file: remove some (`df -i` counts them)",
        ko: "{path}이(가) 있는 디스크에 파일을 더 만들 자리가 없습니다. 몇 개 지우세요(`df -i`가 셉니다)",
    }
    pub(crate) fn quota_used_up(path) {
        en: "your share of the disk that holds {path} is used up: free some space (`quota` says how much is yours)",
        ko: "{path}이(가) 있는 디스크에서 쓸 수 있는 몫을 다 썼습니다. 자리를 만드세요(`quota`가 몫을 알려 줍니다)",
    }
    pub(crate) fn file_too_large(path) {
        en: "{path} cannot grow: the size of files is limited here (`ulimit -f` says to what); raise the limit",
        ko: "{path}이(가) 더 커질 수 없습니다. 여기서는 파일 크기에 한도가 있습니다(`ulimit -f`). 한도를 올리세요",
    }
    pub(crate) fn disk_read_only(path) {
        en: "{path} is on a disk that can only be read: mount it for writing, or choose another home",
        ko: "{path}이(가) 읽기만 되는 디스크에 있습니다. 쓸 수 있게 마운트하거나 다른 홈을 고르세요",
    }
    pub(crate) fn access_denied(path) {
        en: "{path} may not be read or written by you: check the permissions of the file and its directory",
        ko: "{path}을(를) 읽거나 쓸 권한이 없습니다. 파일과 디렉터리의 권한을 확인하세요",
    }
    pub(crate) fn path_too_long(path, limit) {
        en: "{path} has more than {limit} bytes, which is the longest path that SQLite opens: choose a shorter one for the home (--home, or PALIMP_HOME)",
        ko: "{path}은(는) SQLite가 여는 가장 긴 경로 {limit}바이트보다 깁니다. 더 짧은 홈을 고르세요(--home 또는 PALIMP_HOME)",
    }
    pub(crate) fn disk_failing(path) {
        en: "{path} could not be read or written: the disk may be failing, see the system's log",
        ko: "{path}을(를) 읽거나 쓰지 못했습니다. 디스크가 고장 났을 수 있으니 시스템의 기록을 보세요",
    }
    // Settings.
    pub(crate) fn setting_wrong(path, expected) {
        en: "{path} must be {expected}",
        ko: "{path}에 쓸 수 있는 것: {expected}",
    }
    pub(crate) fn setting_unknown_item(path, text, known) {
        en: "{path} knows no '{text}': use {known}",
        ko: "{path}: '{text}'은(는) 모릅니다. {known} 가운데에서 쓰세요",
    }
    pub(crate) fn setting_section_expected(path) {
        en: "{path} must be an object",
        ko: "{path}은(는) 객체여야 합니다",
    }
    pub(crate) fn agent_id_wrong(path) {
        en: "{path} may have letters, digits, '-' and '_' alone as ids",
        ko: "{path}의 id에는 글자, 숫자, '-', '_'만 쓸 수 있습니다",
    }
    pub(crate) fn agent_settings_expected(path, id) {
        en: "{path}.{id} must be an object",
        ko: "{path}.{id}은(는) 객체여야 합니다",
    }
    pub(crate) fn switch_expected() {
        en: "true or false",
        ko: "true나 false",
    }
    pub(crate) fn number_expected(from, to) {
        en: "a whole number from {from} to {to}",
        ko: "{from}에서 {to}까지의 정수",
    }
    pub(crate) fn share_expected() {
        en: "a number from 0 to 1",
        ko: "0에서 1까지의 수",
    }
    pub(crate) fn choice_expected(known) {
        en: "one of {known}",
        ko: "{known} 가운데 하나",
    }
    pub(crate) fn text_expected() {
        en: "a text",
        ko: "글",
    }
    pub(crate) fn address_expected(example) {
        en: "an address such as {example}",
        ko: "{example} 같은 주소",
    }
    pub(crate) fn duration_expected() {
        en: "a time such as 90s, 5m or 1h, or a number of seconds",
        ko: "90s, 5m, 1h 같은 시간이나 초의 수",
    }
    pub(crate) fn list_expected(example) {
        en: "a list of texts, such as {example}",
        ko: "{example} 같은 글의 목록",
    }
    pub(crate) fn some_of_expected(known) {
        en: "a list of some of {known}",
        ko: "{known} 가운데 몇의 목록",
    }
    pub(crate) fn object_expected(example) {
        en: "an object, such as {example}",
        ko: "{example} 같은 객체",
    }
    pub(crate) fn null_allowed(expected) {
        en: "{expected}, or null",
        ko: "{expected}, 또는 null",
    }
    pub(crate) fn old_setting_dropped(old, current) {
        en: "{old} is gone: {current} stands in its place",
        ko: "{old}은(는) 없어졌습니다. {current}이(가) 그 자리에 있습니다",
    }
    pub(crate) fn setting_renamed(old, current) {
        en: "{old} is called {current} now",
        ko: "{old}의 이름은 이제 {current}입니다",
    }
    pub(crate) fn old_setting_replaced(old, score, current, value) {
        en: "{old} {score} is now {current} {value}",
        ko: "{old} {score}은(는) 이제 {current} {value}입니다",
    }
    // Names.
    pub(crate) fn client_unknown(name) {
        en: "no client is called '{name}': use claude, codex, gemini, opencode, copilot, cursor or openclaw",
        ko: "'{name}'(이)라는 클라이언트는 없습니다. claude, codex, gemini, opencode, copilot, cursor, openclaw 가운데 하나를 쓰세요",
    }
}
