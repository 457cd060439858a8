//! Sentences about the home and other homes that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn excluded_by_setting(pattern) {
        en: "capture.exclude: {pattern}",
        ko: "capture.exclude: {pattern}",
    }
    pub(crate) fn excluded_by_file(path) { en: "{path}", ko: "{path}" }
    pub(crate) fn excluded_by_pause(target) {
        en: "paused: {target}",
        ko: "일시 중지: {target}",
    }
    pub(crate) fn pause_of_everything() { en: "all projects", ko: "모든 프로젝트" }
    pub(crate) fn pause_of_project(name) { en: "project '{name}'", ko: "프로젝트 '{name}'" }
    pub(crate) fn pause_of_session(pointer) { en: "session {pointer}", ko: "세션 {pointer}" }
    pub(crate) fn backup_failed(reason) {
        en: "cannot back up the home: {reason}",
        ko: "홈을 백업할 수 없습니다: {reason}",
    }
    pub(crate) fn restore_failed(reason) {
        en: "cannot restore the home: {reason}",
        ko: "홈을 복원할 수 없습니다: {reason}",
    }
    pub(crate) fn restore_home_not_empty(home) {
        en: "cannot restore to {home}: it is not empty; hint: move it away, or choose another home with --home",
        ko: "{home}에 복원할 수 없습니다: 비어 있지 않습니다. 옮겨 두거나 --home으로 다른 홈을 지정하세요",
    }
    pub(crate) fn not_a_backup() {
        en: "not a complete `palimp backup` file",
        ko: "`palimp backup`이 만든 온전한 파일이 아닙니다",
    }
    pub(crate) fn backup_too_new(format) {
        en: "written by a newer palimp (format {format}); hint: update palimp",
        ko: "더 새 버전의 palimp가 만든 파일입니다(형식 {format}). palimp를 업데이트하세요",
    }
    pub(crate) fn excluded_here(reason) {
        en: "cannot save here: this project is excluded ({reason}); hint: the user can run `palimp exclude --list`",
        ko: "여기서는 저장할 수 없습니다: 제외한 프로젝트입니다({reason}). 사용자가 `palimp exclude --list`로 확인할 수 있습니다",
    }

    pub(crate) fn home_not_locked(reason) {
        en: "cannot lock the home: {reason}",
        ko: "홈을 잠글 수 없습니다: {reason}",
    }

    pub(crate) fn nothing_with_id(id) {
        en: "nothing has the id {id}; hint: `palimp recent` and `palimp search` show ids; to forget a number as text, quote it: palimp forget '\"18\"'",
        ko: "id가 {id}인 항목이 없습니다. id는 `palimp recent`와 `palimp search`에서 볼 수 있습니다. 숫자로 된 글은 따옴표로 묶으세요: palimp forget '\"18\"'",
    }

    pub(crate) fn clock_jumped(from, to) {
        en: "nothing was captured between {from} and {to}; the clock may have jumped",
        ko: "{from}와(과) {to} 사이에 캡처한 것이 없습니다. 시계가 바뀌었을 수 있습니다",
    }

    pub(crate) fn home_of_other_user(path, owner) {
        en: "cannot use {path}: it belongs to another user (id {owner}); hint: run palimp as that user, change the owner with chown, or set PALIMP_HOME",
        ko: "{path}을(를) 사용할 수 없습니다: 다른 사용자(id {owner})의 것입니다. 그 사용자로 실행하거나, chown으로 소유자를 바꾸거나, PALIMP_HOME을 지정하세요",
    }

    pub(crate) fn others_can_write(path) {
        en: "cannot use {path}: other users can write to it, and so change what agents read; hint: check its contents, then run `palimp doctor --fix`",
        ko: "{path}을(를) 사용할 수 없습니다: 다른 사용자가 쓸 수 있어 에이전트가 읽을 내용을 바꿀 수 있습니다. 내용을 확인하고 `palimp doctor --fix`를 실행하세요",
    }

    pub(crate) fn home_is_symlink(path) {
        en: "cannot use {path}: it is a symbolic link, and only the vault may be one; hint: replace the link with its target",
        ko: "{path}을(를) 사용할 수 없습니다: 심볼릭 링크입니다. 홈 안에서는 볼트만 링크일 수 있습니다. 링크 대신 대상을 그 자리에 두세요",
    }

    pub(crate) fn file_in_place_of_home(path) {
        en: "cannot create {path}: a file is in the way; hint: move it away, or choose another home with --home or PALIMP_HOME",
        ko: "{path}을(를) 만들 수 없습니다: 같은 자리에 파일이 있습니다. 파일을 옮기거나 --home이나 PALIMP_HOME으로 다른 홈을 지정하세요",
    }

    pub(crate) fn disk_without_permissions(path) {
        en: "cannot use {path}: its disk does not support permissions; hint: set PALIMP_HOME to a home on another disk",
        ko: "{path}을(를) 사용할 수 없습니다: 권한을 지원하지 않는 디스크입니다. PALIMP_HOME으로 다른 디스크의 홈을 지정하세요",
    }

    pub(crate) fn settings_not_json(path, reason) {
        en: "cannot read {path}: not valid JSON ({reason}); hint: correct it, or move it away to use the defaults",
        ko: "{path}을(를) 읽을 수 없습니다: 올바른 JSON이 아닙니다({reason}). 고치거나, 옮겨 두고 기본값을 사용하세요",
    }

    pub(crate) fn file_failed(path, reason) {
        en: "{path}: {reason}",
        ko: "{path}: {reason}",
    }

    pub(crate) fn settings_not_object() {
        en: "not a JSON object",
        ko: "JSON 객체가 아닙니다",
    }

    pub(crate) fn unknown_setting_like(key, similar) {
        en: "no setting {key}; did you mean {similar}?",
        ko: "{key} 설정이 없습니다. {similar}을(를) 찾으셨나요?",
    }

    pub(crate) fn unknown_setting(key) {
        en: "no setting {key}; hint: `palimp config list` shows them all",
        ko: "{key} 설정이 없습니다. `palimp config list`에서 모두 볼 수 있습니다",
    }

    pub(crate) fn allow_matches_everything(text) {
        en: "redaction.allow contains \"{text}\", which matches every text: nothing is redacted",
        ko: "redaction.allow의 \"{text}\"은(는) 모든 글과 일치합니다. 아무것도 가려지지 않습니다",
    }

    pub(crate) fn setting_key_missing() {
        en: "no key given; hint: `palimp config list` shows them all",
        ko: "키를 입력하세요. `palimp config list`에서 모두 볼 수 있습니다",
    }

    pub(crate) fn agent_settings(keys) {
        en: "settings of an agent: {keys}",
        ko: "에이전트의 설정: {keys}",
    }

    pub(crate) fn similar_setting(key) {
        en: "did you mean {key}?",
        ko: "{key}을(를) 찾으셨나요?",
    }

    pub(crate) fn all_settings_hint() {
        en: "hint: `palimp config list` shows them all",
        ko: "`palimp config list`에서 모두 볼 수 있습니다",
    }

    pub(crate) fn no_such_setting(path, hint) {
        en: "no setting '{path}'; {hint}",
        ko: "'{path}' 설정이 없습니다. {hint}",
    }

    pub(crate) fn tombstone_key_missing() {
        en: "cannot check what was forgotten: the tombstone key is missing; hint: unlock the keyring, or copy the key from the machine where this home was created; `palimp forget --drop-tombstones` gives the tombstones up",
        ko: "잊은 기록을 확인할 수 없습니다: 묘비의 키가 없습니다. 키링의 잠금을 풀거나 이 홈을 만든 컴퓨터에서 키를 복사하세요. 묘비를 포기하려면 `palimp forget --drop-tombstones`를 실행하세요",
    }

    pub(crate) fn captures_hidden_by(captures, reason) {
        en: "{captures} not shown: {reason}",
        ko: "{captures}을(를) 표시할 수 없습니다: {reason}",
    }

    pub(crate) fn captures_waiting(captures) {
        en: "{captures} not shown: not yet in the database",
        ko: "{captures}을(를) 표시할 수 없습니다: 아직 데이터베이스에 없습니다",
    }

    pub(crate) fn home_not_readable(path, reason) {
        en: "cannot read {path}: {reason}; hint: check its permissions",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}. 권한을 확인하세요",
    }

    pub(crate) fn no_such_home(name, known) {
        en: "no home '{name}'; hint: use one of {known}, or add its directory to dashboard.homes",
        ko: "'{name}' 홈이 없습니다. {known} 중 하나를 쓰거나 dashboard.homes에 디렉터리를 추가하세요",
    }

    pub(crate) fn own_index_by_command() {
        en: "cannot index this home here; hint: `palimp index`",
        ko: "이 홈은 여기서 색인할 수 없습니다. `palimp index`를 실행하세요",
    }

    pub(crate) fn home_unreadable(path, reason, hint) {
        en: "cannot read {path}: {reason}{hint}",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}{hint}",
    }

    pub(crate) fn home_unreadable_hint() {
        en: "; hint: correct dashboard.homes, or check its permissions",
        ko: ". dashboard.homes나 권한을 확인하세요",
    }

    pub(crate) fn path_is_not_home(path) {
        en: "{path} is not a palimp home; hint: correct dashboard.homes",
        ko: "{path}은(는) palimp 홈이 아닙니다. dashboard.homes를 고치세요",
    }

    pub(crate) fn no_such_agent(name) {
        en: "no agent '{name}'",
        ko: "'{name}' 에이전트가 없습니다",
    }

    pub(crate) fn link_leaves_home(path) {
        en: "skipped {path}: the link points outside the home",
        ko: "{path}을(를) 건너뛰었습니다: 홈 밖을 가리키는 링크입니다",
    }

    pub(crate) fn home_of_earlier_version() {
        en: "written by an older palimp; the next command run there updates it",
        ko: "이전 버전의 palimp가 만들었습니다. 그 홈에서 다음 명령을 실행하면 업데이트됩니다",
    }

    pub(crate) fn home_of_newer_version() {
        en: "written by a newer palimp; hint: update palimp to read all of it",
        ko: "더 새 버전의 palimp가 만들었습니다. 모두 읽으려면 palimp를 업데이트하세요",
    }

    pub(crate) fn notes_without_index(home, missing, notes, agent) {
        en: "{home}: {missing} of {notes} not searched: not indexed; hint: `palimp dashboard memory reindex {agent}`",
        ko: "{home}: {notes} 중 {missing}을(를) 검색하지 못했습니다: 색인에 없습니다. `palimp dashboard memory reindex {agent}`을(를) 실행하세요",
    }

    pub(crate) fn home_exposed_spool(reason, path) {
        en: "{reason}; until then events are saved in {path}",
        ko: "{reason}. 그때까지 이벤트는 {path}에 저장됩니다",
    }

    pub(crate) fn event_in_spool(reason, path) {
        en: "{reason}; the event is saved in {path}",
        ko: "{reason}. 이벤트는 {path}에 저장했습니다",
    }

    pub(crate) fn event_lost(reason) {
        en: "lost an event: {reason}",
        ko: "이벤트를 저장하지 못했습니다: {reason}",
    }

    pub(crate) fn cleanup_paused(doubt) {
        en: "{doubt}: daily cleanup skipped",
        ko: "{doubt}: 매일 정리를 건너뛰었습니다",
    }

    pub(crate) fn project_was_joined(id, into, rows, notes) {
        en: "joined project {id} into '{into}', the same repository: moved {rows} rows, changed {notes} notes; hint: `palimp project split DIRECTORY` undoes it",
        ko: "프로젝트 {id}은(는) '{into}'과(와) 같은 저장소여서 합쳤습니다: 행 {rows}개 이동, 노트 {notes}개 변경. `palimp project split DIRECTORY`로 되돌립니다",
    }
}
