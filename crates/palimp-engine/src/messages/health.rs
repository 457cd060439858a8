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
        en: "{path} does not exist yet; hint: `palimp up` creates it",
        ko: "{path}: 아직 없습니다. `palimp up`을 실행하면 생깁니다",
    }

    pub(crate) fn home_is_private(path) {
        en: "{path}, accessible only to its owner",
        ko: "{path}, 소유자만 접근 가능",
    }

    pub(crate) fn others_can_read(path) {
        en: "other users can read {path}; hint: `palimp doctor --fix`",
        ko: "다른 사용자가 {path}을(를) 읽을 수 있습니다. `palimp doctor --fix`를 실행하세요",
    }

    pub(crate) fn settings_to_rewrite(note) {
        en: "{note}; hint: `palimp doctor --fix` updates the file",
        ko: "{note}. `palimp doctor --fix`가 파일을 고칩니다",
    }

    pub(crate) fn settings_are_defaults() {
        en: "defaults",
        ko: "기본값",
    }

    pub(crate) fn database_not_yet() {
        en: "nothing captured yet",
        ko: "아직 캡처 없음",
    }

    pub(crate) fn database_is_not_file(path) {
        en: "{path} is not a file; hint: move it away",
        ko: "{path}: 파일이 아닙니다. 다른 곳으로 옮기세요",
    }

    pub(crate) fn database_is_sound(path) {
        en: "{path}: no damage",
        ko: "{path}: 손상 없음",
    }

    pub(crate) fn database_unrecognizable() {
        en: "not a database",
        ko: "데이터베이스가 아닙니다",
    }

    pub(crate) fn database_damaged(path, reason) {
        en: "{path} is damaged ({reason}); hint: `palimp doctor --fix` recovers readable data",
        ko: "{path}: 손상되었습니다({reason}). `palimp doctor --fix`로 읽을 수 있는 데이터를 복구하세요",
    }

    pub(crate) fn spool_waits(captures) {
        en: "{captures} not yet in the database; hint: `palimp doctor --fix` imports them",
        ko: "데이터베이스에 아직 없는 것: {captures}. `palimp doctor --fix`로 가져오세요",
    }

    pub(crate) fn spool_not_understood(files, path) {
        en: "cannot parse {files}; hint: check {path}, then delete them",
        ko: "해석할 수 없는 것: {files}. {path}을(를) 확인하고 삭제하세요",
    }

    pub(crate) fn spool_is_empty() {
        en: "empty",
        ko: "비어 있음",
    }

    pub(crate) fn vault_missing(path) {
        en: "{path} does not exist yet; hint: the first `palimp save` creates it",
        ko: "{path}: 아직 없습니다. 첫 `palimp save`에서 생깁니다",
    }

    pub(crate) fn vault_holds(path, notes) {
        en: "{path}: {notes}",
        ko: "{path}: {notes}",
    }

    pub(crate) fn foreign_lines_pinned(lines) {
        en: "not injected because you did not write it: {lines}; hint: `palimp doctor --fix` sends it to `palimp review`",
        ko: "직접 쓰지 않아 주입하지 않음: {lines}; `palimp doctor --fix`가 `palimp review`로 보냅니다",
    }

    pub(crate) fn imported_lines_of_user(lines) {
        en: "imported lines attributed to you: {lines}; hint: `palimp doctor --fix` sends them to `palimp review`",
        ko: "가져온 줄이 사용자가 한 말로 표시됨: {lines}; `palimp doctor --fix`가 `palimp review`로 보냅니다",
    }

    pub(crate) fn index_not_yet() {
        en: "not built yet; the first search builds it",
        ko: "아직 없음. 처음 검색할 때 생성됩니다",
    }

    pub(crate) fn index_damaged(reason) {
        en: "{reason}; hint: `palimp doctor --fix` rebuilds it from the notes",
        ko: "{reason}. `palimp doctor --fix`로 노트에서 다시 생성하세요",
    }

    pub(crate) fn log_is_empty() {
        en: "no errors",
        ko: "오류 없음",
    }

    pub(crate) fn log_summary(complaints, last) {
        en: "{complaints}; latest: {last}",
        ko: "{complaints}; 최근: {last}",
    }

    pub(crate) fn others_could_write(path) {
        en: "other users could write to {path}; hint: check its contents",
        ko: "다른 사용자가 {path}에 쓸 수 있었습니다. 내용을 확인하세요",
    }

    pub(crate) fn full_text_rebuilt(reason) {
        en: "rebuilt the full-text index ({reason})",
        ko: "전문 색인을 다시 생성했습니다({reason})",
    }

    pub(crate) fn no_row_saved(path) {
        en: "recovered nothing; the damaged file is {path}",
        ko: "복구한 데이터가 없습니다. 손상된 파일: {path}",
    }

    pub(crate) fn spool_still_waits(captures, reason) {
        en: "{captures} pending: {reason}",
        ko: "대기 중인 것: {captures}. {reason}",
    }

    pub(crate) fn spool_not_readable(files, path) {
        en: "cannot read {files}; hint: check the permissions in {path}",
        ko: "{files}을(를) 읽을 수 없습니다. {path}의 권한을 확인하세요",
    }

    pub(crate) fn spool_ingested(captures) {
        en: "imported {captures}",
        ko: "가져온 것: {captures}",
    }

    pub(crate) fn partial_files_removed(files) {
        en: "removed {files} left by killed processes",
        ko: "강제 종료된 프로세스가 남긴 {files}을(를) 삭제했습니다",
    }

    pub(crate) fn lines_to_review(lines) {
        en: "sent to `palimp review`: {lines}",
        ko: "`palimp review`로 보냄: {lines}",
    }

    pub(crate) fn index_rebuilt(reason) {
        en: "rebuilt from the notes: {reason}",
        ko: "노트에서 다시 생성했습니다: {reason}",
    }

    pub(crate) fn part_renewed(part) {
        en: "updated: {part}",
        ko: "업데이트함: {part}",
    }

    pub(crate) fn others_could_read(paths) {
        en: "other users could read {paths}",
        ko: "다른 사용자가 {paths}을(를) 읽을 수 있었습니다",
    }

    pub(crate) fn client_connected() {
        en: "connected",
        ko: "연결됨",
    }

    pub(crate) fn client_not_connected(client) {
        en: "not connected; hint: `palimp install {client}`",
        ko: "연결되지 않음. `palimp install {client}`을(를) 실행하세요",
    }

    pub(crate) fn hooks_missing(events, client) {
        en: "{events} not connected; hint: `palimp install {client}`",
        ko: "연결되지 않은 훅: {events}. `palimp install {client}`을(를) 실행하세요",
    }

    pub(crate) fn other_palimp_connected(command, client) {
        en: "connected to `{command}`, not to this palimp; hint: `palimp install {client}`",
        ko: "이 palimp가 아니라 `{command}`에 연결됨. `palimp install {client}`을(를) 실행하세요",
    }

    pub(crate) fn connected_by_mcp() {
        en: "connected over MCP",
        ko: "MCP로 연결됨",
    }

    pub(crate) fn connected_by_plugin() {
        en: "wired by the plugin",
        ko: "플러그인으로 연결됨",
    }

    pub(crate) fn plugin_beside_hooks(client) {
        en: "the plugin is enabled too, and its hooks do nothing: remove it, or run `palimp uninstall {client}`",
        ko: "플러그인도 켜져 있지만 플러그인의 훅은 아무 일도 하지 않음: 플러그인을 제거하거나 `palimp uninstall {client}`을(를) 실행하세요",
    }

    pub(crate) fn mcp_server_missing(client) {
        en: "MCP server not registered; hint: `palimp install {client}`",
        ko: "MCP 서버가 등록되지 않음. `palimp install {client}`을(를) 실행하세요",
    }

    pub(crate) fn mcp_server_of_other(command, client) {
        en: "MCP server runs `{command}`, not this palimp; hint: `palimp install {client}`",
        ko: "MCP 서버가 이 palimp가 아니라 `{command}`을(를) 실행함. `palimp install {client}`을(를) 실행하세요",
    }

    pub(crate) fn mcp_server_foreign() {
        en: "another MCP server is named `palimp`; hint: rename it, then install again",
        ko: "이름이 `palimp`인 다른 MCP 서버가 있습니다. 이름을 바꾸고 다시 설치하세요",
    }

    pub(crate) fn hooks_untrusted(state) {
        en: "{state}, but Codex skips its hooks until you trust them; hint: start `codex` once and choose \"Trust all\"",
        ko: "{state}. 신뢰하기 전에는 Codex가 훅을 실행하지 않습니다. `codex`를 시작해 \"Trust all\"을 고르세요",
    }

    pub(crate) fn some_hooks_untrusted(state) {
        en: "{state}, but some hooks are not trusted yet; hint: start `codex` once and review them",
        ko: "{state}. 아직 신뢰하지 않은 훅이 있습니다. `codex`를 시작해 확인하세요",
    }

    pub(crate) fn rows_saved(rows, path) {
        en: "recovered {rows}; the damaged file is {path}",
        ko: "{rows}을(를) 복구했습니다. 손상된 파일: {path}",
    }

    pub(crate) fn rows_forgotten_again(saved, rows) {
        en: "{saved}; deleted {rows} that had been forgotten",
        ko: "{saved}. 잊은 기록을 다시 삭제했습니다: {rows}",
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
        ko: "스풀",
    }

    pub(crate) fn part_vault() {
        en: "vault",
        ko: "볼트",
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
        ko: "소유자",
    }

    pub(crate) fn part_pinned_notes() {
        en: "pinned",
        ko: "고정",
    }

    pub(crate) fn part_imports() {
        en: "imports",
        ko: "가져온 기록",
    }

    pub(crate) fn part_team() {
        en: "team",
        ko: "팀",
    }
    pub(crate) fn part_sync() {
        en: "sync",
        ko: "동기화",
    }
    pub(crate) fn part_tombstones() {
        en: "tombstones",
        ko: "삭제 기록",
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
