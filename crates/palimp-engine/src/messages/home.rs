//! Sentences about the home and other homes that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn excluded_by_setting(pattern) {
        en: "capture.exclude: {pattern}",
        ko: "capture.exclude: {pattern}",
    }
    pub(crate) fn excluded_by_file(path) { en: "{path}", ko: "{path}" }
    pub(crate) fn excluded_by_pause(target) {
        en: "paused for {target}",
        ko: "일시 중지: {target}",
    }
    pub(crate) fn pause_of_everything() { en: "all projects", ko: "모든 프로젝트" }
    pub(crate) fn pause_of_project(name) { en: "the project '{name}'", ko: "프로젝트 '{name}'" }
    pub(crate) fn pause_of_session(pointer) { en: "the session {pointer}", ko: "세션 {pointer}" }
    pub(crate) fn backup_failed(reason) {
        en: "cannot back up the home: {reason}",
        ko: "홈을 백업할 수 없습니다: {reason}",
    }
    pub(crate) fn restore_failed(reason) {
        en: "cannot restore the home: {reason}",
        ko: "홈을 복원할 수 없습니다: {reason}",
    }
    pub(crate) fn restore_home_not_empty(home) {
        en: "cannot restore into {home}: it is not empty; hint: move it away, or name another home with --home",
        ko: "{home}에 복원할 수 없습니다. 비어 있지 않습니다. 옮겨 두거나 --home으로 다른 홈을 정하세요",
    }
    pub(crate) fn not_a_backup() {
        en: "it is not a whole file of `palimp backup`",
        ko: "`palimp backup`이 쓴 온전한 파일이 아닙니다",
    }
    pub(crate) fn backup_too_new(format) {
        en: "a newer palimp wrote it (format {format}); hint: update palimp",
        ko: "더 새로운 palimp가 쓴 파일입니다(형식 {format}). palimp를 업데이트하세요",
    }
    pub(crate) fn excluded_here(reason) {
        en: "cannot save here: palimp leaves this project out ({reason}); hint: the user can run `palimp exclude --list`",
        ko: "여기서는 저장할 수 없습니다. palimp가 이 프로젝트를 제외합니다({reason}). 사용자가 `palimp exclude --list`로 확인할 수 있습니다",
    }

    pub(crate) fn home_not_locked(reason) {
        en: "the home cannot be locked: {reason}",
        ko: "홈을 잠글 수 없습니다: {reason}",
    }

    pub(crate) fn nothing_with_id(id) {
        en: "nothing has the id {id}: `palimp recent` and `palimp search` show ids; hint: a text that is a number stands in quotes: palimp forget '\"18\"'",
        ko: "id가 {id}인 것이 없습니다. `palimp recent`와 `palimp search`가 id를 보여 줍니다. 숫자로 된 글은 따옴표로 묶으세요: palimp forget '\"18\"'",
    }

    pub(crate) fn clock_jumped(from, to) {
        en: "nothing was captured between {from} and {to}, as if the clock had jumped",
        ko: "{from}와(과) {to} 사이에 기록이 없습니다. 시계가 건너뛴 것 같습니다",
    }

    pub(crate) fn home_of_other_user(path, owner) {
        en: "{path} belongs to another user (id {owner}), and is left alone: run palimp as that user, take it over with chown, or name another home with PALIMP_HOME",
        ko: "{path}: 다른 사용자(id {owner})의 것이어서 손대지 않습니다. 그 사용자로 실행하거나, chown으로 넘겨받거나, PALIMP_HOME으로 다른 홈을 정하세요",
    }

    pub(crate) fn others_can_write(path) {
        en: "others can write into {path}, and could say what your agents are told: look at what is in it, then `palimp doctor --fix` closes it",
        ko: "다른 사용자가 {path}에 쓸 수 있어 에이전트에게 알릴 것을 꾸밀 수 있습니다. 안을 살펴본 뒤 `palimp doctor --fix`로 막으세요",
    }

    pub(crate) fn home_is_symlink(path) {
        en: "{path} is a symbolic link, and palimp follows none inside its home but the vault's: put what it leads to in its place",
        ko: "{path}: 심볼릭 링크입니다. palimp는 홈 안에서 보관소 말고는 링크를 따르지 않습니다. 가리키는 것을 그 자리에 두세요",
    }

    pub(crate) fn file_in_place_of_home(path) {
        en: "{path} is no directory, for a file is in the way: move it away, or name another home with --home or PALIMP_HOME",
        ko: "{path}: 파일이 가로막아 디렉터리가 될 수 없습니다. 파일을 옮기거나 --home이나 PALIMP_HOME으로 다른 홈을 정하세요",
    }

    pub(crate) fn disk_without_permissions(path) {
        en: "{path} is on a disk that knows no permissions: name a home on another one with PALIMP_HOME",
        ko: "{path}이(가) 권한을 모르는 디스크에 있습니다. 다른 디스크의 홈을 PALIMP_HOME으로 정하세요",
    }

    pub(crate) fn settings_not_json(path, reason) {
        en: "{path} is not valid JSON ({reason}): correct it, or move it away to start with the defaults",
        ko: "{path}: 올바른 JSON이 아닙니다({reason}). 고치거나, 옮겨 두고 기본값으로 시작하세요",
    }

    pub(crate) fn file_failed(path, reason) {
        en: "{path}: {reason}",
        ko: "{path}: {reason}",
    }

    pub(crate) fn settings_not_object() {
        en: "it holds no object",
        ko: "객체가 아닙니다",
    }

    pub(crate) fn unknown_setting_like(key, similar) {
        en: "there is no setting {key}: did you mean {similar}?",
        ko: "{key}(이)라는 설정은 없습니다: {similar}을(를) 찾으세요?",
    }

    pub(crate) fn unknown_setting(key) {
        en: "there is no setting {key}: `palimp config list` shows them all",
        ko: "{key}(이)라는 설정은 없습니다: `palimp config list`가 모두 보여 줍니다",
    }

    pub(crate) fn allow_matches_everything(text) {
        en: "redaction.allow holds \"{text}\", which is every text: nothing is taken out before it is stored",
        ko: "redaction.allow에 모든 글에 맞는 \"{text}\"이(가) 있어 저장하기 전에 아무것도 빼지 않습니다",
    }

    pub(crate) fn setting_key_missing() {
        en: "say which key: `palimp config list` shows them all",
        ko: "키를 적으세요. `palimp config list`가 모두 보여 줍니다",
    }

    pub(crate) fn agent_settings(keys) {
        en: "an agent has {keys}",
        ko: "에이전트에 있는 것: {keys}",
    }

    pub(crate) fn similar_setting(key) {
        en: "did you mean {key}?",
        ko: "{key}을(를) 찾으세요?",
    }

    pub(crate) fn all_settings_hint() {
        en: "`palimp config list` shows them all",
        ko: "`palimp config list`가 모두 보여 줍니다",
    }

    pub(crate) fn no_such_setting(path, hint) {
        en: "there is no setting '{path}': {hint}",
        ko: "'{path}'(이)라는 설정은 없습니다: {hint}",
    }

    pub(crate) fn tombstone_key_missing() {
        en: "what was forgotten cannot be told from the rest, because the key of its tombstones is not here: unlock the keyring or bring the key from where this home was made, and try again; or give the tombstones up with `palimp forget --drop-tombstones`",
        ko: "잊은 것을 가려낼 수 없습니다. 그 묘비의 열쇠가 여기 없습니다. 키링을 풀거나 이 홈을 만든 곳에서 열쇠를 가져와 다시 하세요. 아니면 `palimp forget --drop-tombstones`로 묘비를 포기하세요",
    }

    pub(crate) fn captures_hidden_by(captures, reason) {
        en: "{captures} not shown, for {reason}",
        ko: "{captures}을(를) 보이지 못합니다: {reason}",
    }

    pub(crate) fn captures_waiting(captures) {
        en: "{captures} not shown: they wait for the database",
        ko: "{captures}을(를) 보이지 못합니다. 데이터베이스를 기다립니다",
    }

    pub(crate) fn home_not_readable(path, reason) {
        en: "{path}: {reason}; make the home readable for you",
        ko: "{path}: {reason}. 홈을 읽을 수 있게 하세요",
    }

    pub(crate) fn no_such_home(name, known) {
        en: "there is no home '{name}': use one of {known}, or name its directory in dashboard.homes",
        ko: "홈 '{name}'이(가) 없습니다. {known} 가운데 하나를 쓰거나 그 디렉터리를 dashboard.homes에 적으세요",
    }

    pub(crate) fn own_index_by_command() {
        en: "this home's own index is made by `palimp index`",
        ko: "이 홈의 색인은 `palimp index`가 만듭니다",
    }

    pub(crate) fn home_unreadable(path, reason, hint) {
        en: "{path} cannot be read ({reason}){hint}",
        ko: "{path}을(를) 읽을 수 없습니다({reason}){hint}",
    }

    pub(crate) fn home_unreadable_hint() {
        en: "; correct dashboard.homes, or make it readable",
        ko: ". dashboard.homes를 바로잡거나 읽을 수 있게 하세요",
    }

    pub(crate) fn path_is_not_home(path) {
        en: "{path} is no home of palimp; correct dashboard.homes",
        ko: "{path}은(는) palimp의 홈이 아닙니다. dashboard.homes를 바로잡으세요",
    }

    pub(crate) fn no_such_agent(name) {
        en: "there is no agent '{name}'",
        ko: "에이전트 '{name}'이(가) 없습니다",
    }

    pub(crate) fn link_leaves_home(path) {
        en: "{path} is a link out of the home, and is not followed",
        ko: "{path}은(는) 홈 밖으로 나가는 링크라서 따라가지 않습니다",
    }

    pub(crate) fn home_of_earlier_version() {
        en: "of an earlier palimp; the next command there brings it up to date",
        ko: "이전 palimp의 것입니다. 거기서 다음 명령이 새로 맞춥니다",
    }

    pub(crate) fn home_of_newer_version() {
        en: "of a newer palimp; update this one to read all of it",
        ko: "더 새 palimp의 것입니다. 모두 읽으려면 이것을 올리세요",
    }

    pub(crate) fn notes_without_index(home, missing, notes, agent) {
        en: "{home}: {missing} of {notes} not searched, for no index has them; `palimp dashboard memory reindex {agent}` makes one",
        ko: "{home}: {notes} 가운데 {missing}을(를) 찾지 못했습니다. 색인에 없습니다. `palimp dashboard memory reindex {agent}`이(가) 만듭니다",
    }

    pub(crate) fn home_exposed_spool(reason, path) {
        en: "{reason}; until then events wait in {path}",
        ko: "{reason}; 그때까지 기록은 {path}에서 기다립니다",
    }

    pub(crate) fn event_in_spool(reason, path) {
        en: "{reason}; the event waits in {path}",
        ko: "{reason}; 기록은 {path}에서 기다립니다",
    }

    pub(crate) fn event_lost(reason) {
        en: "the event is lost: {reason}",
        ko: "기록을 잃었습니다: {reason}",
    }

    pub(crate) fn cleanup_paused(doubt) {
        en: "{doubt}: the daily cleanup removed nothing",
        ko: "{doubt}: 매일의 정리가 아무것도 지우지 않았습니다",
    }

    pub(crate) fn project_was_joined(id, into, rows, notes) {
        en: "joined project {id} into '{into}', the same repository: moved {rows} rows, changed {notes} notes; hint: `palimp project split DIRECTORY` undoes it",
        ko: "프로젝트 {id}은(는) '{into}'과(와) 같은 저장소여서 합쳤습니다: 행 {rows}개 이동, 노트 {notes}개 변경. `palimp project split DIRECTORY`로 되돌립니다",
    }
}
