//! Sentences about obstacles and settings for a person, in English and Korean.

crate::messages! {
    // Obstacles to writing a file.
    pub(crate) fn disk_full(path) {
        en: "cannot write {path}: the disk is full; hint: free some space",
        ko: "{path}에 쓸 수 없습니다: 디스크가 가득 찼습니다. 공간을 확보하세요",
    }
    pub(crate) fn no_more_files(path) {
        en: "cannot create {path}: the disk has no inodes left; hint: delete some files (`df -i` shows usage)",
        ko: "{path}을(를) 만들 수 없습니다: 디스크에 아이노드가 부족합니다. 파일을 삭제하세요(`df -i`로 확인)",
    }
    pub(crate) fn quota_used_up(path) {
        en: "cannot write {path}: your disk quota is used up; hint: free some space (`quota` shows usage)",
        ko: "{path}에 쓸 수 없습니다: 디스크 할당량을 다 썼습니다. 공간을 확보하세요(`quota`로 확인)",
    }
    pub(crate) fn file_too_large(path) {
        en: "cannot extend {path}: the file size limit is reached; hint: raise the limit (`ulimit -f` shows it)",
        ko: "{path}에 더 쓸 수 없습니다: 파일 크기 한도에 도달했습니다. 한도를 늘리세요(`ulimit -f`로 확인)",
    }
    pub(crate) fn disk_read_only(path) {
        en: "cannot write {path}: the disk is mounted read-only; hint: remount it, or choose another home",
        ko: "{path}에 쓸 수 없습니다: 읽기 전용 디스크입니다. 쓰기 가능하게 마운트하거나 다른 홈을 고르세요",
    }
    pub(crate) fn access_denied(path) {
        en: "cannot access {path}: permission denied; hint: check the permissions of the file and its directory",
        ko: "{path}에 접근할 수 없습니다: 권한이 없습니다. 파일과 디렉터리의 권한을 확인하세요",
    }
    pub(crate) fn path_too_long(path, limit) {
        en: "cannot open {path}: it is longer than {limit} bytes, the limit of SQLite; hint: choose a shorter home (--home, or PALIMP_HOME)",
        ko: "{path}을(를) 열 수 없습니다: SQLite의 경로 한도 {limit}바이트를 넘습니다. 더 짧은 홈을 고르세요(--home 또는 PALIMP_HOME)",
    }
    pub(crate) fn disk_failing(path) {
        en: "cannot read or write {path}: input/output error; hint: check the system log, the disk may be failing",
        ko: "{path}을(를) 읽거나 쓸 수 없습니다: 입출력 오류입니다. 디스크 고장일 수 있으니 시스템 로그를 확인하세요",
    }
    // Settings.
    pub(crate) fn setting_wrong(path, expected) {
        en: "{path} must be {expected}",
        ko: "{path}에 쓸 수 있는 값: {expected}",
    }
    pub(crate) fn setting_unknown_item(path, text, known) {
        en: "{path} does not accept '{text}'; use {known}",
        ko: "{path}에 '{text}'을(를) 쓸 수 없습니다. {known} 중에서 고르세요",
    }
    pub(crate) fn setting_section_expected(path) {
        en: "{path} must be an object",
        ko: "{path}은(는) 객체여야 합니다",
    }
    pub(crate) fn agent_id_wrong(path) {
        en: "ids in {path} may contain only letters, digits, '-' and '_'",
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
        ko: "0에서 1까지의 숫자",
    }
    pub(crate) fn choice_expected(known) {
        en: "one of {known}",
        ko: "{known} 중 하나",
    }
    pub(crate) fn text_expected() {
        en: "a string",
        ko: "문자열",
    }
    pub(crate) fn address_expected(example) {
        en: "an address such as {example}",
        ko: "{example} 같은 주소",
    }
    pub(crate) fn duration_expected() {
        en: "a duration such as 90s, 5m or 1h, or a number of seconds",
        ko: "90s, 5m, 1h 같은 시간이나 초 단위 숫자",
    }
    pub(crate) fn list_expected(example) {
        en: "a list of strings, such as {example}",
        ko: "{example} 같은 문자열 목록",
    }
    pub(crate) fn some_of_expected(known) {
        en: "a list of any of {known}",
        ko: "{known} 중에서 고른 목록",
    }
    pub(crate) fn object_expected(example) {
        en: "an object, such as {example}",
        ko: "{example} 같은 객체",
    }
    pub(crate) fn null_allowed(expected) {
        en: "{expected}, or null",
        ko: "{expected} 또는 null",
    }
    pub(crate) fn old_setting_dropped(old, current) {
        en: "{old} has been replaced by {current}",
        ko: "{old} 설정은 {current}(으)로 대체되었습니다",
    }
    pub(crate) fn setting_renamed(old, current) {
        en: "{old} is now {current}",
        ko: "{old}의 이름이 {current}(으)로 바뀌었습니다",
    }
    pub(crate) fn old_setting_replaced(old, score, current, value) {
        en: "{old} {score} is now {current} {value}",
        ko: "{old} {score}은(는) 이제 {current} {value}입니다",
    }
    // Names.
    pub(crate) fn client_unknown(name) {
        en: "no client '{name}'; hint: use claude, codex, gemini, opencode, copilot, cursor or openclaw",
        ko: "'{name}' 클라이언트가 없습니다. claude, codex, gemini, opencode, copilot, cursor, openclaw 중 하나를 쓰세요",
    }
}
