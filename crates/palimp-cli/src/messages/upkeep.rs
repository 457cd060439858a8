//! Sentences of `status`, `doctor`, `cleanup`, `scan`, `import`, `export`, `bootstrap` and `mcp`, in English and Korean.

palimp_core::messages! {
    pub(crate) fn backed_up(files, size, path) {
        en: "Backed up {files} ({size}) to {path}.",
        ko: "{path}에 백업했습니다: {files}({size}).",
    }
    pub(crate) fn backup_has_no_keys() {
        en: "The file is not encrypted, and holds what you and your agents said. Keys of services and teams are not in it.",
        ko: "이 파일은 암호화되지 않았고, 나눈 대화가 들어 있습니다. 서비스와 팀의 키는 들어 있지 않습니다.",
    }
    pub(crate) fn backup_file_failed(path, reason) {
        en: "cannot write {path}: {reason}",
        ko: "{path}에 쓸 수 없습니다: {reason}",
    }
    pub(crate) fn backup_unreadable(path, reason) {
        en: "cannot read {path}: {reason}",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}",
    }
    pub(crate) fn restored(files, time, home) {
        en: "Restored {files} of {time} to {home}.",
        ko: "{home}에 {time}의 백업을 복원했습니다: {files}.",
    }
    pub(crate) fn vault_set_aside(agent, place, other) {
        en: "The vault of {agent} is in {other}, because {place} is not empty.",
        ko: "{place}이(가) 비어 있지 않아 {agent}의 볼트를 {other}에 두었습니다.",
    }
    pub(crate) fn restore_next_steps() {
        en: "Run `palimp up` to connect the agents of this machine, and `palimp keys set` for keys of services.",
        ko: "`palimp up`으로 이 컴퓨터의 에이전트를 연결하고, 서비스 키는 `palimp keys set`으로 다시 넣으세요.",
    }
    pub(crate) fn status_last_backup(time) {
        en: "backup       {time}",
        ko: "백업         {time}",
    }
    pub(crate) fn never_backed_up() {
        en: "never; hint: `palimp backup FILE`",
        ko: "없음. `palimp backup FILE`로 만드세요",
    }
    pub(crate) fn bad_pause_time(text) {
        en: "'{text}' is not a time; hint: 30m, 2h, 1d",
        ko: "'{text}': 시간이 아닙니다. 30m, 2h, 1d처럼 쓰세요",
    }
    pub(crate) fn no_session_here() {
        en: "no session runs this command; hint: `palimp recent` shows ids such as s:fe072355",
        ko: "이 명령을 실행한 세션이 없습니다. `palimp recent`가 s:fe072355 같은 id를 보여 줍니다",
    }
    pub(crate) fn paused(target) {
        en: "Paused for {target}. `palimp resume` ends it.",
        ko: "일시 중지했습니다: {target}. `palimp resume`으로 다시 시작합니다.",
    }
    pub(crate) fn paused_until(target, time) {
        en: "Paused for {target} until {time}. `palimp resume` ends it earlier.",
        ko: "{time}까지 일시 중지했습니다: {target}. `palimp resume`으로 더 일찍 시작할 수 있습니다.",
    }
    pub(crate) fn nothing_paused() { en: "Nothing is paused.", ko: "일시 중지된 것이 없습니다." }
    pub(crate) fn resumed(target) { en: "Resumed for {target}.", ko: "다시 시작했습니다: {target}." }
    pub(crate) fn exclude_pattern_empty() {
        en: "cannot exclude an empty name; hint: palimp exclude PROJECT",
        ko: "빈 이름은 제외할 수 없습니다. palimp exclude PROJECT처럼 쓰세요",
    }
    pub(crate) fn exclude_pattern_unknown(pattern) {
        en: "capture.exclude has no entry {pattern}; hint: `palimp exclude --list` shows them",
        ko: "capture.exclude에 {pattern}이(가) 없습니다. `palimp exclude --list`로 확인하세요",
    }
    pub(crate) fn exclude_added(pattern) {
        en: "Excluded: {pattern}. palimp captures, imports, indexes and injects nothing there.",
        ko: "제외했습니다: {pattern}. palimp는 여기서 아무것도 캡처하거나 가져오거나 색인하거나 주입하지 않습니다.",
    }
    pub(crate) fn exclude_removed(pattern) {
        en: "No longer excluded: {pattern}.",
        ko: "제외를 풀었습니다: {pattern}.",
    }
    pub(crate) fn still_excluded(reason) {
        en: "This directory is still excluded ({reason}).",
        ko: "이 디렉터리는 아직 제외되어 있습니다({reason}).",
    }
    pub(crate) fn ask_forget_project(name, sessions) {
        en: "palimp captured {sessions} of '{name}' before. Forget them?",
        ko: "palimp가 '{name}'에서 전에 캡처한 것: {sessions}. 지울까요?",
    }
    pub(crate) fn project_sessions_stay(sessions) {
        en: "{sessions} captured before stay; hint: `palimp exclude --forget` forgets them",
        ko: "전에 캡처한 {sessions}은(는) 그대로 둡니다. 지우려면 `palimp exclude --forget`을 실행하세요",
    }
    pub(crate) fn project_forgotten(sessions) {
        en: "Forgot {sessions}.",
        ko: "지웠습니다: {sessions}.",
    }
    pub(crate) fn status_paused(target) { en: "paused for {target}", ko: "일시 중지: {target}" }
    pub(crate) fn excluded_project(name, reason) {
        en: "'{name}' is excluded ({reason}).",
        ko: "'{name}': 제외되어 있습니다({reason}).",
    }
    pub(crate) fn project_not_excluded(name) {
        en: "'{name}' is not excluded.",
        ko: "'{name}': 제외되어 있지 않습니다.",
    }
    pub(crate) fn cannot_run_excluded(reason) {
        en: "cannot start a conversation here: palimp leaves this project out ({reason}); hint: `palimp exclude --list`",
        ko: "여기서는 대화를 시작할 수 없습니다. palimp가 이 프로젝트를 제외합니다({reason}). `palimp exclude --list`로 확인하세요",
    }
    pub(crate) fn excluded_entries_skipped(number) {
        en: "{number} skipped: the project is excluded, or palimp was paused",
        ko: "{number}개를 건너뛰었습니다. 제외한 프로젝트이거나 일시 중지한 때의 것입니다",
    }
    pub(crate) fn status_not_indexed(patterns) {
        en: "not indexed  notes {patterns}",
        ko: "색인 제외    노트 {patterns}",
    }
    pub(crate) fn status_not_injected(patterns) {
        en: "not injected notes {patterns}",
        ko: "주입 제외    노트 {patterns}",
    }
    pub(crate) fn status_excluded(patterns) {
        en: "excluded     {patterns}",
        ko: "제외         {patterns}",
    }
    // bootstrap
    pub(crate) fn source_unreadable(source) {
        en: "cannot read anything of {source}; hint: see the messages above",
        ko: "{source}에서 읽은 것이 없습니다. 위의 메시지를 확인하세요",
    }
    pub(crate) fn reading() { en: "reading", ko: "읽는 중" }
    pub(crate) fn no_home_directory() {
        en: "cannot find a home directory; hint: set HOME",
        ko: "홈 디렉터리를 찾을 수 없습니다. HOME을 설정하세요",
    }
    pub(crate) fn ask_import(amount, source) {
        en: "Import {amount} of {source}?",
        ko: "{source}에서 {amount}을(를) 가져올까요?",
    }
    pub(crate) fn amount_of_source(amount, source) {
        en: "{amount} of {source}",
        ko: "{source}의 {amount}",
    }
    pub(crate) fn no_other_tool_found() {
        en: "No data of other tools found on this machine.",
        ko: "이 컴퓨터에서 다른 도구의 데이터를 찾지 못했습니다.",
    }
    pub(crate) fn bootstrap_needs_yes() {
        en: "Nothing was imported; hint: `palimp bootstrap --yes` imports all of it.",
        ko: "아무것도 가져오지 않았습니다. `palimp bootstrap --yes`로 모두 가져옵니다.",
    }
    pub(crate) fn nothing_imported() {
        en: "Nothing was imported; hint: `--yes` imports all of it, `--from SOURCE` one source.",
        ko: "아무것도 가져오지 않았습니다. `--yes`는 모두, `--from SOURCE`는 하나만 가져옵니다.",
    }
    pub(crate) fn nothing_new() { en: "nothing new", ko: "새로운 것 없음" }
    pub(crate) fn imported_from_source(sessions, amounts) {
        en: "imported {sessions}{amounts}",
        ko: "가져옴: {sessions}{amounts}",
    }
    pub(crate) fn lines_about_user_wait(lines) {
        en: "{lines} about you and your agent need your decision: `palimp review`.",
        ko: "나와 에이전트에 관한 {lines}이 결정을 기다립니다: `palimp review`.",
    }
    pub(crate) fn forgotten_texts_left_out(texts) {
        en: "Skipped {texts}: you had them forgotten.",
        ko: "지운 적이 있어 건너뛰었습니다: {texts}.",
    }
    // cleanup
    pub(crate) fn cleanup_doubted(doubt, days) {
        en: "{doubt}: nothing was deleted; hint: if the clock is right, `palimp cleanup --days {days}`",
        ko: "{doubt}: 아무것도 지우지 않았습니다. 시계가 맞다면 `palimp cleanup --days {days}`을(를) 실행하세요",
    }
    pub(crate) fn ask_remove_old(what) {
        en: "Delete {what}? This cannot be undone.",
        ko: "{what}: 지울까요? 되돌릴 수 없습니다.",
    }
    pub(crate) fn nothing_removed() {
        en: "Nothing was deleted.",
        ko: "아무것도 지우지 않았습니다.",
    }
    pub(crate) fn would_remove(what) { en: "would delete {what}", ko: "지울 것: {what}" }
    pub(crate) fn removed_old(what) { en: "deleted {what}", ko: "지움: {what}" }
    pub(crate) fn short_form_stays(messages) {
        en: "; {messages} keep their short form",
        ko: "; {messages}의 요약은 남김",
    }
    pub(crate) fn observations_older_than(observations, age) {
        en: "{observations} older than {age}",
        ko: "{age}보다 오래된 {observations}",
    }
    // doctor
    pub(crate) fn check_ok() { en: "ok", ko: "정상" }
    pub(crate) fn check_open() { en: "open", ko: "할 일" }
    pub(crate) fn check_mended() { en: "fixed", ko: "고침" }
    pub(crate) fn check_wrong() { en: "WRONG", ko: "이상" }
    // export
    pub(crate) fn file_not_writable(path, error) {
        en: "cannot write {path}: {error}",
        ko: "{path}에 쓸 수 없습니다: {error}",
    }
    pub(crate) fn rows_written(rows, path) {
        en: "wrote {rows} to {path}",
        ko: "{rows}을(를) {path}에 썼습니다",
    }
    // import
    pub(crate) fn imported_rows(sessions, observations, messages) {
        en: "imported {sessions}, {observations} and {messages}",
        ko: "가져옴: {sessions}, {observations}, {messages}",
    }
    pub(crate) fn known_already(count) { en: "{count} already known", ko: "{count}개는 이미 있음" }
    pub(crate) fn removed_rows_left_out(rows) {
        en: "Skipped {rows}: forgotten or expired.",
        ko: "{rows}을(를) 건너뛰었습니다: 지웠거나 만료된 것입니다.",
    }
    pub(crate) fn not_an_exported_line(line) {
        en: "skipped line {line}: it is not from `palimp export`",
        ko: "{line}번째 줄을 건너뛰었습니다: `palimp export`가 쓴 것이 아닙니다",
    }
    pub(crate) fn lines_rejected(rejected, path) {
        en: "cannot read {rejected} of {path}",
        ko: "{path}에서 {rejected}을 읽을 수 없습니다",
    }
    pub(crate) fn not_an_export(path, error) {
        en: "cannot import {path}: {error}; hint: name a file of `palimp export`",
        ko: "{path}을(를) 가져올 수 없습니다: {error}. `palimp export`로 만든 파일을 적으세요",
    }
    pub(crate) fn not_an_export_try_bootstrap(path, error) {
        en: "cannot import {path}: {error}; hint: name a file of `palimp export`; `palimp bootstrap` imports from other tools",
        ko: "{path}을(를) 가져올 수 없습니다: {error}. `palimp export`로 만든 파일을 적으세요. 다른 도구의 데이터는 `palimp bootstrap`으로 가져옵니다",
    }
    pub(crate) fn import_path_near(path, error, near) {
        en: "cannot read {path}: {error}; similar: {near}",
        ko: "{path}을(를) 읽을 수 없습니다: {error}. 비슷한 이름: {near}",
    }
    // mcp
    pub(crate) fn token_file_not_read(path, why) {
        en: "cannot read {path}: {why}; hint: name a file with the token",
        ko: "{path}을(를) 읽을 수 없습니다: {why}. 토큰이 든 파일을 적으세요",
    }
    pub(crate) fn serving_mcp(address) {
        en: "Serving MCP at http://{address}/mcp",
        ko: "http://{address}/mcp 에서 MCP를 제공합니다",
    }
    pub(crate) fn authorization_header(token) {
        en: "Authorization: Bearer {token}",
        ko: "인증 헤더: Authorization: Bearer {token}",
    }
    // scan
    pub(crate) fn no_secrets_found() { en: "no secrets found", ko: "비밀을 찾지 못했습니다" }
    pub(crate) fn secrets_found(kind, times, places) {
        en: "{kind:<24} {times}  in {places}",
        ko: "{kind:<24} {times}, 위치: {places}",
    }
    pub(crate) fn secrets_in_notes() {
        en: "Remove secrets from notes yourself: `palimp edit PATH`. They are in no index.",
        ko: "노트의 비밀은 직접 지우세요: `palimp edit PATH`. 색인에는 없습니다.",
    }
    pub(crate) fn secrets_on_disk() {
        en: "Replace these credentials: they were stored on disk.",
        ko: "디스크에 저장되었으니 자격 증명을 바꾸세요.",
    }
    pub(crate) fn secrets_removed() {
        en: "Removed. Replace these credentials all the same: they were stored on disk.",
        ko: "제거했습니다. 디스크에 저장되었으니 자격 증명도 바꾸세요.",
    }
    pub(crate) fn how_to_remove_secrets() {
        en: "`palimp scan --fix` removes them. Replace these credentials: they were stored on disk.",
        ko: "`palimp scan --fix`로 제거합니다. 디스크에 저장되었으니 자격 증명을 바꾸세요.",
    }
    // status
    pub(crate) fn status_head(version, home, agent) {
        en: "palimp {version}  home {home}  agent {agent}",
        ko: "palimp {version}  홈 {home}  에이전트 {agent}",
    }
    pub(crate) fn status_activity_trouble(why) {
        en: "activity     {why}",
        ko: "활동         {why}",
    }
    pub(crate) fn status_memory_off() {
        en: "memory     off: `palimp config set memory.enabled true`",
        ko: "기억         꺼짐: `palimp config set memory.enabled true`",
    }
    pub(crate) fn status_redaction_off() {
        en: "redaction  off: secrets are stored as they are",
        ko: "비밀 제거    꺼짐: 비밀이 그대로 저장됩니다",
    }
    pub(crate) fn status_inject_off() {
        en: "inject     off: sessions get no context; see inject.maxChars, inject.sections and inject.preset in `palimp config`",
        ko: "주입       꺼짐: 세션에 컨텍스트를 주입하지 않습니다. `palimp config`에서 inject.maxChars, inject.sections, inject.preset을 확인하세요",
    }
    pub(crate) fn status_no_clients() {
        en: "clients      none found on this machine",
        ko: "클라이언트   이 컴퓨터에서 찾지 못함",
    }
    pub(crate) fn status_vault(path, notes) {
        en: "vault        {path}, {notes}",
        ko: "볼트         {path}, {notes}",
    }
    pub(crate) fn status_obsidian(path, notes) {
        en: "obsidian     {path}, {notes}, read only",
        ko: "Obsidian     {path}, {notes}, 읽기 전용",
    }
    pub(crate) fn chunks_pending(pending) {
        en: "; {pending} without a vector: `palimp index --embed`",
        ko: "; 벡터 없는 것 {pending}개: `palimp index --embed`",
    }
    pub(crate) fn status_index(chunks, size, waits) {
        en: "index        {chunks}, {size}{waits}",
        ko: "색인         {chunks}, {size}{waits}",
    }
    pub(crate) fn status_commits(commits) {
        en: "commits      {commits} of this repository indexed",
        ko: "커밋         이 저장소의 {commits} 색인",
    }
    pub(crate) fn status_embedder(embedder) {
        en: "embedder     {embedder}",
        ko: "임베더       {embedder}",
    }
    pub(crate) fn status_services(line) { en: "services     {line}", ko: "서비스       {line}" }
    pub(crate) fn never_synced() { en: "never synced", ko: "동기화한 적 없음" }
    pub(crate) fn synced_at(time) { en: "synced {time}", ko: "{time}에 동기화" }
    pub(crate) fn status_team(team, facts, synced) {
        en: "team         {team}: {facts}, {synced}",
        ko: "팀           {team}: {facts}, {synced}",
    }
    pub(crate) fn status_hub(hub, facts, pulled) {
        en: "hub          {hub}: {facts}, {pulled}",
        ko: "허브         {hub}: {facts}, {pulled}",
    }
    pub(crate) fn status_activity(observations, messages, sessions, size, last) {
        en: "activity     {observations}, {messages}, {sessions}; {size}; last capture {last}",
        ko: "활동         {observations}, {messages}, {sessions}; {size}; 마지막 캡처 {last}",
    }
    pub(crate) fn status_review(proposals) {
        en: "review       {proposals} pending: `palimp review`",
        ko: "검토         {proposals} 대기 중: `palimp review`",
    }
    pub(crate) fn spool_ingested(captures) {
        en: "spool        {captures} ingested now",
        ko: "스풀         {captures}를 지금 반영함",
    }
    pub(crate) fn spool_left(captures) {
        en: "spool        {captures} left: `palimp doctor` shows why",
        ko: "스풀         {captures} 남음: 원인은 `palimp doctor`",
    }
    pub(crate) fn nothing_to_condense() { en: "nothing pending", ko: "대기 없음" }
    pub(crate) fn messages_waiting(messages, sessions) {
        en: "{messages} of {sessions} pending",
        ko: "{messages}({sessions}) 대기 중",
    }
    pub(crate) fn tokens_today(used, budget) {
        en: "; {used} of {budget} tokens today",
        ko: "; 오늘 {used} / {budget}토큰",
    }
    pub(crate) fn status_episodes(distiller, waits, cost) {
        en: "episodes     by {distiller}: {waits}{cost}",
        ko: "에피소드     {distiller}: {waits}{cost}",
    }
    pub(crate) fn status_budget_used_up() {
        en: "             today's token budget is used up: the rest is deferred until tomorrow; hint: `palimp config set flush.dailyTokenBudget N`",
        ko: "             오늘의 토큰 예산을 다 썼습니다. 나머지는 내일 요약합니다. `palimp config set flush.dailyTokenBudget N`으로 늘릴 수 있습니다",
    }
    pub(crate) fn status_flush_failed(session, times, why, time) {
        en: "             session {session} failed {times} times in a row: {why}; next retry at {time}, or `palimp flush`",
        ko: "             세션 {session}: {times}번 연속 실패: {why}; {time}에 다시 시도, 또는 `palimp flush`",
    }
}
