//! Sentences of the doctor and about how clients are connected that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn team_verified(team, facts) {
        en: "{team}: {facts}, verified",
        ko: "{team}: {facts}, 검증됨",
    }

    pub(crate) fn hub_approved(hub, facts) {
        en: "{hub}: {facts}, approved",
        ko: "{hub}: {facts}, 승인됨",
    }

    pub(crate) fn home_missing(path) {
        en: "{path} does not exist yet: `palimp up` makes it",
        ko: "{path}: 아직 없습니다. `palimp up`이 만듭니다",
    }

    pub(crate) fn home_is_private(path) {
        en: "{path}, for its owner alone",
        ko: "{path}, 주인만 볼 수 있음",
    }

    pub(crate) fn others_can_read(path) {
        en: "others can read {path}: `palimp doctor --fix` closes that",
        ko: "다른 사용자가 {path}을(를) 읽을 수 있습니다. `palimp doctor --fix`가 막습니다",
    }

    pub(crate) fn settings_to_rewrite(note) {
        en: "{note}: `palimp doctor --fix` writes it so",
        ko: "{note}: `palimp doctor --fix`가 그렇게 적습니다",
    }

    pub(crate) fn settings_are_defaults() {
        en: "the defaults",
        ko: "기본값",
    }

    pub(crate) fn database_not_yet() {
        en: "nothing captured yet",
        ko: "아직 기록 없음",
    }

    pub(crate) fn database_is_not_file(path) {
        en: "{path} is no file: move it away",
        ko: "{path}: 파일이 아닙니다. 옮기세요",
    }

    pub(crate) fn database_is_sound(path) {
        en: "{path} is sound",
        ko: "{path}: 온전함",
    }

    pub(crate) fn database_unrecognizable() {
        en: "it is no database any more",
        ko: "더는 데이터베이스가 아닙니다",
    }

    pub(crate) fn database_damaged(path, reason) {
        en: "{path} is damaged ({reason}): `palimp doctor --fix` saves what can be read",
        ko: "{path}: 손상되었습니다({reason}). `palimp doctor --fix`가 읽을 수 있는 것을 건집니다",
    }

    pub(crate) fn spool_waits(captures) {
        en: "{captures} waiting for the database: `palimp doctor --fix` takes them in",
        ko: "데이터베이스를 기다리는 것: {captures}. `palimp doctor --fix`가 들입니다",
    }

    pub(crate) fn spool_not_understood(files, path) {
        en: "{files} could not be understood: look at {path} and remove them",
        ko: "알아볼 수 없는 것: {files}. {path}을(를) 살펴보고 지우세요",
    }

    pub(crate) fn spool_is_empty() {
        en: "empty",
        ko: "비어 있음",
    }

    pub(crate) fn vault_missing(path) {
        en: "{path} does not exist yet: the first `palimp save` makes it",
        ko: "{path}: 아직 없습니다. 첫 `palimp save`가 만듭니다",
    }

    pub(crate) fn vault_holds(path, notes) {
        en: "{path} holds {notes}",
        ko: "{path}에 {notes}",
    }

    pub(crate) fn foreign_lines_pinned(lines) {
        en: "not told, because somebody else than you wrote it: {lines}; `palimp doctor --fix` takes it to `palimp review`",
        ko: "직접 쓴 것이 아니어서 알리지 않음: {lines}; `palimp doctor --fix`가 `palimp review`로 보냅니다",
    }

    pub(crate) fn imported_lines_of_user(lines) {
        en: "lines that an import brought say that you said them: {lines}; `palimp doctor --fix` takes them to `palimp review`",
        ko: "가져온 기록의 줄이 직접 한 말로 적혀 있음: {lines}; `palimp doctor --fix`가 `palimp review`로 보냅니다",
    }

    pub(crate) fn index_not_yet() {
        en: "none yet: the first search makes it",
        ko: "아직 없음. 첫 찾기가 만듭니다",
    }

    pub(crate) fn index_damaged(reason) {
        en: "{reason}: `palimp doctor --fix` makes it anew from the notes",
        ko: "{reason}: `palimp doctor --fix`가 노트로 새로 만듭니다",
    }

    pub(crate) fn log_is_empty() {
        en: "no complaints",
        ko: "탈 없음",
    }

    pub(crate) fn log_summary(complaints, last) {
        en: "{complaints}; the last: {last}",
        ko: "{complaints}; 마지막: {last}",
    }

    pub(crate) fn others_could_write(path) {
        en: "others could write into {path}: look at what is in it",
        ko: "다른 사람이 {path}에 쓸 수 있었습니다. 무엇이 들었는지 보세요",
    }

    pub(crate) fn full_text_rebuilt(reason) {
        en: "the full text was made anew from its rows ({reason})",
        ko: "전문 색인을 행에서 새로 만들었습니다({reason})",
    }

    pub(crate) fn no_row_saved(path) {
        en: "nothing could be saved; the damaged file is {path}",
        ko: "건진 것이 없습니다. 손상된 파일: {path}",
    }

    pub(crate) fn spool_still_waits(captures, reason) {
        en: "{captures} waiting: {reason}",
        ko: "기다리는 것: {captures}. {reason}",
    }

    pub(crate) fn spool_not_readable(files, path) {
        en: "{files} cannot be read: see to the permissions of the files in {path}",
        ko: "{files}을(를) 읽을 수 없습니다. {path} 안 파일의 권한을 확인하세요",
    }

    pub(crate) fn spool_ingested(captures) {
        en: "{captures} taken in",
        ko: "들인 것: {captures}",
    }

    pub(crate) fn partial_files_removed(files) {
        en: "{files} of killed processes removed",
        ko: "죽은 프로세스가 남긴 {files}을(를) 지웠습니다",
    }

    pub(crate) fn lines_to_review(lines) {
        en: "for you to decide with `palimp review`: {lines}",
        ko: "`palimp review`로 결정할 것: {lines}",
    }

    pub(crate) fn index_rebuilt(reason) {
        en: "made anew from the notes: {reason}",
        ko: "노트에서 새로 만들었습니다: {reason}",
    }

    pub(crate) fn part_renewed(part) {
        en: "renewed: {part}",
        ko: "새로 함: {part}",
    }

    pub(crate) fn others_could_read(paths) {
        en: "others could read {paths}",
        ko: "다른 사용자가 {paths}을(를) 읽을 수 있었습니다",
    }

    pub(crate) fn client_wired() {
        en: "wired",
        ko: "연결됨",
    }

    pub(crate) fn client_not_wired(client) {
        en: "not wired: `palimp install {client}`",
        ko: "연결되지 않음: `palimp install {client}`",
    }

    pub(crate) fn hooks_missing(events, client) {
        en: "{events} not wired: `palimp install {client}` adds them",
        ko: "연결되지 않음: {events}. `palimp install {client}`이(가) 더합니다",
    }

    pub(crate) fn other_palimp_wired(command, client) {
        en: "wired to `{command}`, not to this palimp: `palimp install {client}` renews it",
        ko: "이 palimp가 아니라 `{command}`에 연결됨: `palimp install {client}`이(가) 새로 합니다",
    }

    pub(crate) fn wired_by_mcp() {
        en: "wired by MCP",
        ko: "MCP로 연결됨",
    }

    pub(crate) fn wired_by_plugin() {
        en: "wired by the plugin",
        ko: "플러그인으로 연결됨",
    }

    pub(crate) fn plugin_beside_hooks(client) {
        en: "the plugin is enabled too, and its hooks do nothing: remove it, or run `palimp uninstall {client}`",
        ko: "플러그인도 켜져 있지만 플러그인의 훅은 아무 일도 하지 않음: 플러그인을 제거하거나 `palimp uninstall {client}`을(를) 실행하세요",
    }

    pub(crate) fn mcp_server_missing(client) {
        en: "its MCP server is not registered: `palimp install {client}` adds it",
        ko: "MCP 서버가 등록되지 않음: `palimp install {client}`이(가) 더합니다",
    }

    pub(crate) fn mcp_server_of_other(command, client) {
        en: "its MCP server runs `{command}`, not this palimp: `palimp install {client}` renews it",
        ko: "MCP 서버가 이 palimp가 아니라 `{command}`: `palimp install {client}`이(가) 새로 합니다",
    }

    pub(crate) fn mcp_server_foreign() {
        en: "another MCP server there is called `palimp`: rename it, then install again",
        ko: "`palimp`라는 다른 MCP 서버가 있음: 이름을 바꾸고 다시 설치하세요",
    }

    pub(crate) fn hooks_untrusted(state) {
        en: "{state}, but its hooks do not run until you trust them: start `codex` once and choose \"Trust all\"",
        ko: "{state}. 다만 훅은 신뢰를 허락해야 실행됩니다. `codex`를 한 번 시작해 \"Trust all\"을 고르세요",
    }

    pub(crate) fn some_hooks_untrusted(state) {
        en: "{state}, but some hooks are not trusted yet: start `codex` once and review them",
        ko: "{state}. 다만 아직 신뢰하지 않은 훅이 있습니다. `codex`를 한 번 시작해 확인하세요",
    }

    pub(crate) fn rows_saved(rows, path) {
        en: "saved {rows}; the damaged file is {path}",
        ko: "{rows}을(를) 건졌습니다. 손상된 파일: {path}",
    }

    pub(crate) fn rows_forgotten_again(saved, rows) {
        en: "{saved}; {rows} forgotten again",
        ko: "{saved}; 다시 잊은 것: {rows}",
    }

    pub(crate) fn part_home() {
        en: "home",
        ko: "홈",
    }

    pub(crate) fn part_settings() {
        en: "settings",
        ko: "설정",
    }

    pub(crate) fn part_database() {
        en: "database",
        ko: "데이터베이스",
    }

    pub(crate) fn part_spool() {
        en: "spool",
        ko: "대기함",
    }

    pub(crate) fn part_vault() {
        en: "vault",
        ko: "보관소",
    }

    pub(crate) fn part_index() {
        en: "index",
        ko: "색인",
    }

    pub(crate) fn part_embedder() {
        en: "embedder",
        ko: "임베더",
    }

    pub(crate) fn part_log() {
        en: "log",
        ko: "로그",
    }

    pub(crate) fn part_owner() {
        en: "owner",
        ko: "주인",
    }

    pub(crate) fn part_pinned_notes() {
        en: "always told",
        ko: "늘 알림",
    }

    pub(crate) fn part_imports() {
        en: "imports",
        ko: "가져온 기록",
    }

    pub(crate) fn part_team() {
        en: "team",
        ko: "팀",
    }

    pub(crate) fn part_projects() {
        en: "projects",
        ko: "프로젝트",
    }

    pub(crate) fn project_table_unreadable(path, reason) {
        en: "cannot read {path}: {reason}; projects that moved are not recognised; hint: mend the line, or take the file from a backup",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}. 옮긴 프로젝트를 알아보지 못합니다. 그 줄을 고치거나 백업에서 파일을 가져오세요",
    }
}
