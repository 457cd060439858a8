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
        en: "never; `palimp backup FILE` makes one",
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
    pub(crate) fn status_excluded(patterns) {
        en: "excluded     {patterns}",
        ko: "제외         {patterns}",
    }
    // bootstrap
    pub(crate) fn source_unreadable(source) {
        en: "nothing of {source} could be read: see what is said of it above",
        ko: "{source}: 읽을 수 있는 것이 없습니다. 위의 메시지를 보세요",
    }
    pub(crate) fn reading() { en: "reading", ko: "읽는 중" }
    pub(crate) fn no_home_directory() {
        en: "there is no home directory: set HOME",
        ko: "홈 디렉터리가 없습니다. HOME을 정하세요",
    }
    pub(crate) fn ask_import(amount, source) {
        en: "Take in {amount} of {source}?",
        ko: "{source}: {amount}. 가져올까요?",
    }
    pub(crate) fn amount_of_source(amount, source) {
        en: "{amount} of {source}",
        ko: "{source}의 {amount}",
    }
    pub(crate) fn no_other_tool_found() {
        en: "Nothing of another tool was found on this machine.",
        ko: "이 컴퓨터에서 다른 도구가 남긴 것을 찾지 못했습니다.",
    }
    pub(crate) fn bootstrap_needs_yes() {
        en: "Nothing was written; `palimp bootstrap --yes` takes all of it in.",
        ko: "아무것도 쓰지 않았습니다. `palimp bootstrap --yes`가 모두 가져옵니다.",
    }
    pub(crate) fn nothing_imported() {
        en: "Nothing was taken in; `--yes` takes all of it, `--from SOURCE` one.",
        ko: "아무것도 가져오지 않았습니다. `--yes`는 모두, `--from SOURCE`는 하나를 가져옵니다.",
    }
    pub(crate) fn nothing_new() { en: "nothing new", ko: "새로운 것 없음" }
    pub(crate) fn imported_from_source(sessions, amounts) {
        en: "took in {sessions}{amounts}",
        ko: "가져옴: {sessions}{amounts}",
    }
    pub(crate) fn lines_about_user_wait(lines) {
        en: "{lines} about you and your agent waiting for you: `palimp review`.",
        ko: "나와 에이전트에 관한 {lines}이 결정을 기다립니다: `palimp review`.",
    }
    pub(crate) fn forgotten_texts_left_out(texts) {
        en: "{texts} left out, because you had it forgotten.",
        ko: "{texts}: 잊기로 한 것이어서 뺐습니다.",
    }
    // cleanup
    pub(crate) fn cleanup_doubted(doubt, days) {
        en: "{doubt}: nothing was removed; where the clock is right, `palimp cleanup --days {days}` does it",
        ko: "{doubt}: 아무것도 지우지 않았습니다. 시계가 맞다면 `palimp cleanup --days {days}`이(가) 지웁니다",
    }
    pub(crate) fn ask_remove_old(what) {
        en: "Remove {what}? It cannot be undone.",
        ko: "{what}: 지울까요? 되돌릴 수 없습니다.",
    }
    pub(crate) fn nothing_removed() {
        en: "Nothing was removed.",
        ko: "아무것도 지우지 않았습니다.",
    }
    pub(crate) fn would_remove(what) { en: "would remove {what}", ko: "지울 것: {what}" }
    pub(crate) fn removed_old(what) { en: "removed {what}", ko: "지움: {what}" }
    pub(crate) fn short_form_stays(messages) {
        en: "; of {messages} the short form stays",
        ko: "; {messages}의 짧은 꼴은 남음",
    }
    pub(crate) fn observations_older_than(observations, age) {
        en: "{observations} older than {age}",
        ko: "{age}보다 오래된 {observations}",
    }
    // doctor
    pub(crate) fn check_ok() { en: "ok", ko: "정상" }
    pub(crate) fn check_open() { en: "open", ko: "할 일" }
    pub(crate) fn check_mended() { en: "mended", ko: "고침" }
    pub(crate) fn check_wrong() { en: "WRONG", ko: "이상" }
    // export
    pub(crate) fn file_not_writable(path, error) {
        en: "{path}: {error}: name a file that can be written",
        ko: "{path}: {error}. 쓸 수 있는 파일을 적으세요",
    }
    pub(crate) fn rows_written(rows, path) {
        en: "{rows} written to {path}",
        ko: "{rows}을(를) {path}에 썼습니다",
    }
    // import
    pub(crate) fn imported_rows(sessions, observations, messages) {
        en: "imported {sessions}, {observations} and {messages}",
        ko: "가져옴: {sessions}, {observations}, {messages}",
    }
    pub(crate) fn known_already(count) { en: "{count} known already", ko: "{count}개는 이미 앎" }
    pub(crate) fn removed_rows_left_out(rows) {
        en: "{rows} left out: you had them forgotten, or the cleanup removed them.",
        ko: "{rows}을(를) 뺐습니다. 잊기로 했거나 정리된 것입니다.",
    }
    pub(crate) fn not_an_exported_line(line) {
        en: "line {line} is not what `palimp export` writes; it was left out",
        ko: "{line}번째 줄은 `palimp export`가 쓴 것이 아니어서 뺐습니다",
    }
    pub(crate) fn lines_rejected(rejected, path) {
        en: "{rejected} of {path} could not be read",
        ko: "{path}에서 {rejected}을 읽지 못했습니다",
    }
    pub(crate) fn not_an_export(path, error) {
        en: "{path}: {error}: name a file that `palimp export` wrote",
        ko: "{path}: {error}. `palimp export`가 쓴 파일을 적으세요",
    }
    pub(crate) fn not_an_export_try_bootstrap(path, error) {
        en: "{path}: {error}: name a file that `palimp export` wrote; `palimp bootstrap` takes in what other tools remember",
        ko: "{path}: {error}. `palimp export`가 쓴 파일을 적으세요. 다른 도구가 기억하는 것은 `palimp bootstrap`이 가져옵니다",
    }
    pub(crate) fn import_path_near(path, error, near) {
        en: "{path}: {error}; near it: {near}",
        ko: "{path}: {error}. 비슷한 것: {near}",
    }
    // mcp
    pub(crate) fn token_file_not_read(path, why) {
        en: "{path}: {why}: name a file that holds the token",
        ko: "{path}: {why}. 토큰이 든 파일을 적으세요",
    }
    pub(crate) fn serving_mcp(address) {
        en: "Serving MCP at http://{address}/mcp",
        ko: "http://{address}/mcp 에서 MCP를 제공합니다",
    }
    pub(crate) fn authorization_header(token) {
        en: "Authorization: Bearer {token}",
        ko: "인증 머리글: Authorization: Bearer {token}",
    }
    // scan
    pub(crate) fn no_secrets_found() { en: "no secrets found", ko: "비밀을 찾지 못했습니다" }
    pub(crate) fn secrets_found(kind, times, places) {
        en: "{kind:<24} {times}  in {places}",
        ko: "{kind:<24} {times}, 자리: {places}",
    }
    pub(crate) fn secrets_in_notes() {
        en: "What stands in notes is yours to take out: `palimp edit PATH`. It is in no index.",
        ko: "노트에 있는 것은 직접 빼세요: `palimp edit PATH`. 색인에는 없습니다.",
    }
    pub(crate) fn secrets_on_disk() {
        en: "Change these credentials: they are on disk.",
        ko: "디스크에 있으니 자격 증명을 바꾸세요.",
    }
    pub(crate) fn secrets_removed() {
        en: "Taken out. Change these credentials all the same: they were on disk.",
        ko: "뺐습니다. 디스크에 있었으니 그래도 자격 증명을 바꾸세요.",
    }
    pub(crate) fn how_to_remove_secrets() {
        en: "`palimp scan --fix` takes them out. Change these credentials: they were on disk.",
        ko: "`palimp scan --fix`가 뺍니다. 디스크에 있었으니 자격 증명을 바꾸세요.",
    }
    // status
    pub(crate) fn status_head(version, home, agent) {
        en: "palimp {version}  home {home}  agent {agent}",
        ko: "palimp {version}  홈 {home}  에이전트 {agent}",
    }
    pub(crate) fn status_activity_trouble(why) {
        en: "activity     {why}",
        ko: "기록         {why}",
    }
    pub(crate) fn status_memory_off() {
        en: "memory     off: `palimp config set memory.enabled true`",
        ko: "기억         꺼짐: `palimp config set memory.enabled true`",
    }
    pub(crate) fn status_redaction_off() {
        en: "redaction  off: secrets are stored as they are",
        ko: "비밀 빼기    꺼짐: 비밀이 그대로 저장됩니다",
    }
    pub(crate) fn status_inject_off() {
        en: "inject     off: sessions are told nothing; see inject.maxChars, inject.sections and inject.preset in `palimp config`",
        ko: "넣기       꺼짐: 세션에 아무것도 알리지 않습니다. `palimp config`에서 inject.maxChars, inject.sections, inject.preset을 보세요",
    }
    pub(crate) fn status_no_clients() {
        en: "clients      none found on this machine",
        ko: "클라이언트   이 컴퓨터에서 찾지 못함",
    }
    pub(crate) fn status_vault(path, notes) {
        en: "vault        {path}, {notes}",
        ko: "보관소       {path}, {notes}",
    }
    pub(crate) fn status_obsidian(path, notes) {
        en: "obsidian     {path}, {notes}, only read",
        ko: "Obsidian     {path}, {notes}, 읽기만 함",
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
        en: "commits      {commits} of this repository known",
        ko: "커밋         이 저장소의 {commits}를 앎",
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
        ko: "기록         {observations}, {messages}, {sessions}; {size}; 마지막 기록 {last}",
    }
    pub(crate) fn status_review(proposals) {
        en: "review       {proposals} waiting: `palimp review`",
        ko: "검토         {proposals}가 기다림: `palimp review`",
    }
    pub(crate) fn spool_ingested(captures) {
        en: "spool        {captures} taken in now",
        ko: "대기함       {captures}를 지금 가져옴",
    }
    pub(crate) fn spool_left(captures) {
        en: "spool        {captures} left: `palimp doctor` says why",
        ko: "대기함       {captures}가 남음: 까닭은 `palimp doctor`",
    }
    pub(crate) fn nothing_to_condense() { en: "nothing waits", ko: "기다리는 것 없음" }
    pub(crate) fn messages_waiting(messages, sessions) {
        en: "{messages} of {sessions} waiting",
        ko: "{messages}({sessions})가 기다림",
    }
    pub(crate) fn tokens_today(used, budget) {
        en: "; {used} of {budget} tokens today",
        ko: "; 오늘 토큰 {used} / {budget}개",
    }
    pub(crate) fn status_episodes(distiller, waits, cost) {
        en: "episodes     by {distiller}: {waits}{cost}",
        ko: "에피소드     {distiller}: {waits}{cost}",
    }
    pub(crate) fn status_budget_used_up() {
        en: "             the day's tokens are used up: the rest waits for tomorrow, or for `palimp config set flush.dailyTokenBudget N`",
        ko: "             오늘의 토큰을 다 썼습니다. 나머지는 내일까지, 또는 `palimp config set flush.dailyTokenBudget N`까지 기다립니다",
    }
    pub(crate) fn status_flush_failed(session, times, why, time) {
        en: "             session {session} failed {times} times in a row: {why}; tried again at {time}, or by `palimp flush`",
        ko: "             세션 {session}: 잇달아 {times}번 실패함: {why}; {time}에 다시 해 봄, 또는 `palimp flush`",
    }
}
