//! Sentences of `up`, `install`, `init`, `keys` and `config`, in English and Korean.

palimp_core::messages! {
    // config
    pub(crate) fn default_value(default) { en: "; default {default}", ko: "; 기본값 {default}" }
    // init
    pub(crate) fn existing_vault(path, agent, notes) {
        en: "{path} is the vault of agent {agent}: {notes}",
        ko: "에이전트 {agent}의 볼트: {path}, {notes}",
    }
    pub(crate) fn vault_made(path, agent) {
        en: "created {path}, the vault of agent {agent}",
        ko: "에이전트 {agent}의 볼트를 만들었습니다: {path}",
    }
    pub(crate) fn obsidian_searched_too(path, notes) {
        en: "also searched, never written: {path}, {notes}",
        ko: "함께 검색하고 쓰지는 않음: {path}, {notes}",
    }
    pub(crate) fn folder_taken(path) {
        en: "{path} has notes that palimp did not write; they stay yours. --folder names another folder.",
        ko: "{path}에 palimp가 쓰지 않은 노트가 있어 건드리지 않습니다. --folder로 다른 폴더를 정하세요.",
    }
    pub(crate) fn folders_stay_at_root() {
        en: "palimp's folders stay at the vault's root; `--folder palimp` moves them into one folder.",
        ko: "palimp의 폴더는 볼트 최상위에 그대로 둡니다. 한 폴더로 모으려면 `--folder palimp`를 붙이세요.",
    }
    pub(crate) fn obsidian_ignores(paths) {
        en: "ignored by Obsidian's settings: {paths}",
        ko: "Obsidian 설정에 따라 제외: {paths}",
    }
    pub(crate) fn notes_moved(notes) { en: "moved: {notes}", ko: "옮김: {notes}" }
    pub(crate) fn note_name_taken(path) {
        en: "{path} stays: the vault has another note with that name.",
        ko: "{path}은(는) 그대로 둡니다: 볼트에 이름이 같은 다른 노트가 있습니다.",
    }
    pub(crate) fn ask_move_notes(path, notes) {
        en: "{path} has {notes}. Move them?",
        ko: "{path}에 {notes}가 있습니다. 옮길까요?",
    }
    pub(crate) fn notes_left_behind(notes, path) {
        en: "{notes} left in {path}; `--move-notes` moves them.",
        ko: "{notes}가 {path}에 남았습니다. 옮기려면 `--move-notes`를 붙이세요.",
    }
    pub(crate) fn bad_vault(path, why) {
        en: "cannot use {path} as a vault: {why}",
        ko: "{path}을(를) 볼트로 쓸 수 없습니다: {why}",
    }
    pub(crate) fn path_is_a_file() {
        en: "it is a file; hint: name a directory",
        ko: "파일입니다. 디렉터리를 적으세요",
    }
    pub(crate) fn path_holds_user_home() {
        en: "it contains your home directory; hint: name a directory of notes",
        ko: "홈 디렉터리가 들어 있습니다. 노트 디렉터리를 적으세요",
    }
    pub(crate) fn path_is_palimp_home() {
        en: "it is palimp's own home; hint: name a directory of notes",
        ko: "palimp의 홈입니다. 노트 디렉터리를 적으세요",
    }
    pub(crate) fn vault_shared_with_agent(other, reader, owner) {
        en: "cannot share the directory with agent {other}: agent {reader} would read the notes of agent {owner}; hint: give each agent a folder of its own with --folder, or another directory with --vault",
        ko: "에이전트 {other}와(과) 디렉터리를 함께 쓸 수 없습니다: 에이전트 {reader}이(가) 에이전트 {owner}의 노트를 읽게 됩니다. --folder로 폴더를 나누거나 --vault로 다른 디렉터리를 정하세요",
    }
    pub(crate) fn vault_not_usable(path) {
        en: "cannot create or use {path}; hint: name another directory with --vault, or check the permissions of its parent",
        ko: "{path}을(를) 만들거나 쓸 수 없습니다. --vault로 다른 디렉터리를 정하거나 상위 디렉터리의 권한을 확인하세요",
    }
    // init/vault_folder
    pub(crate) fn not_an_obsidian_vault(path) {
        en: "cannot use --folder: {path} is not an Obsidian vault",
        ko: "{path}은(는) Obsidian 볼트가 아닙니다. --folder를 빼세요",
    }
    pub(crate) fn folders_taken(usual, other) {
        en: "cannot choose a folder: {usual} and {other} have notes that palimp did not write; hint: --folder NAME",
        ko: "{usual}과(와) {other}에 palimp가 쓰지 않은 노트가 있습니다. --folder NAME으로 폴더를 정하세요",
    }
    pub(crate) fn bad_folder(folder) {
        en: "cannot use '{folder}' as palimp's folder; hint: a folder in the vault, such as Meta/palimp",
        ko: "'{folder}'은(는) palimp의 폴더로 쓸 수 없습니다. Meta/palimp처럼 볼트 안의 폴더를 적으세요",
    }
    // install
    pub(crate) fn nothing_changed() {
        en: "Nothing was changed.",
        ko: "아무것도 바꾸지 않았습니다.",
    }
    pub(crate) fn shell_files_removed(files) {
        en: "removed man pages and completions: {files}",
        ko: "man 페이지와 자동 완성을 지웠습니다: {files}",
    }
    pub(crate) fn ask_purge(path) {
        en: "Delete {path} with everything that palimp remembers?",
        ko: "palimp가 기억하는 것 전부와 함께 {path}을(를) 지울까요?",
    }
    pub(crate) fn purge_blocked(path) {
        en: "cannot delete {path}: palimp is still working in it after a minute; nothing in it was deleted; hint: end your agents' sessions and try again; `palimp doctor` shows what is wrong",
        ko: "{path}을(를) 지울 수 없습니다: palimp가 1분이 지나도 작업 중이어서 그 안의 것을 지우지 않았습니다. 에이전트 세션을 끝내고 다시 실행하세요. 문제는 `palimp doctor`로 확인하세요",
    }
    pub(crate) fn purge_failed(path, error) {
        en: "cannot delete {path}: {error}",
        ko: "{path}을(를) 지울 수 없습니다: {error}",
    }
    pub(crate) fn purge_waits() {
        en: "Waiting for palimp's background work to end.",
        ko: "palimp의 백그라운드 작업이 끝나기를 기다립니다.",
    }
    pub(crate) fn home_purged(path) {
        en: "deleted {path} and everything that palimp remembered",
        ko: "{path}과(와) palimp가 기억하던 것을 모두 지웠습니다",
    }
    pub(crate) fn notes_stay(path) {
        en: "Your notes stay: {path}",
        ko: "노트는 그대로 있습니다: {path}",
    }
    pub(crate) fn foreign_file_stays(path) {
        en: "Kept, because it is not palimp's: {path}",
        ko: "palimp의 파일이 아니어서 그대로 둡니다: {path}",
    }
    pub(crate) fn key_stays(provider, source) {
        en: "The key of {provider} stays in {source}; `palimp keys remove {provider}` deletes it.",
        ko: "{provider}의 키가 {source}에 남아 있습니다. `palimp keys remove {provider}`(으)로 지웁니다.",
    }
    pub(crate) fn created() { en: "created", ko: "생성함" }
    pub(crate) fn edited() { en: "edited", ko: "변경함" }
    pub(crate) fn removed() { en: "removed", ko: "지움" }
    pub(crate) fn unchanged() { en: "unchanged", ko: "변경 없음" }
    pub(crate) fn left_alone() { en: "left alone", ko: "그대로 둠" }
    pub(crate) fn would_be_created() { en: "would be created", ko: "(생성 예정)" }
    pub(crate) fn would_be_edited() { en: "would be edited", ko: "(변경 예정)" }
    pub(crate) fn would_be_removed() { en: "would be removed", ko: "(삭제 예정)" }
    pub(crate) fn would_be_unchanged() { en: "would be unchanged", ko: "(변경 없음)" }
    pub(crate) fn would_be_left_alone() { en: "would be left alone", ko: "(그대로 둠)" }
    pub(crate) fn nothing_to_do_for(client) {
        en: "{client}: nothing to do",
        ko: "{client}: 할 일 없음",
    }
    // keys
    pub(crate) fn service_key_kept(provider, place) {
        en: "stored the key of {provider} in {place}",
        ko: "{provider}의 키를 {place}에 저장했습니다",
    }
    pub(crate) fn no_keys() {
        en: "No keys. You need one only if embedding.provider or flush.summarizer names a paid service.",
        ko: "키가 없습니다. embedding.provider나 flush.summarizer가 유료 서비스일 때만 필요합니다.",
    }
    pub(crate) fn no_key_of(provider) {
        en: "cannot find a key of {provider}",
        ko: "{provider}의 키가 없습니다",
    }
    pub(crate) fn key_removed(provider, places) {
        en: "deleted the key of {provider} from {places}",
        ko: "{places}에서 {provider}의 키를 지웠습니다",
    }
    pub(crate) fn paste_key() {
        en: "Paste the key and press Enter. It is not shown:",
        ko: "키를 붙여 넣고 Enter를 누르세요. 화면에 보이지 않습니다:",
    }
    pub(crate) fn no_key_on_stdin(command) {
        en: "cannot read a key from standard input; hint: {command} < key.txt",
        ko: "표준 입력에 키가 없습니다. {command} < key.txt처럼 쓰세요",
    }
    pub(crate) fn unknown_service(provider, known) {
        en: "unknown service '{provider}'; hint: {known}",
        ko: "'{provider}'은(는) 없는 서비스입니다. 쓸 수 있는 것: {known}",
    }
    pub(crate) fn system_keyring() { en: "the system's keyring", ko: "시스템의 키링" }
    pub(crate) fn other_key_comes_first(source) {
        en: "{source} takes precedence.",
        ko: "{source}이(가) 우선합니다.",
    }
    // up
    pub(crate) fn home_path(path) { en: "home: {path}", ko: "홈: {path}" }
    pub(crate) fn clients_not_connected(names) {
        en: "cannot connect {names}; hint: see the messages above, then run `palimp up` again",
        ko: "{names}을(를) 연결할 수 없습니다. 위의 메시지를 확인하고 `palimp up`을 다시 실행하세요",
    }
    pub(crate) fn no_agent_found() {
        en: "No agent found on this machine. Install one, or connect one with `palimp install <client>`.",
        ko: "이 컴퓨터에서 에이전트를 찾지 못했습니다. 에이전트를 설치하거나 `palimp install <client>`로 연결하세요.",
    }
    pub(crate) fn agents_found(names) {
        en: "Found on this machine: {names}.",
        ko: "이 컴퓨터에서 찾은 에이전트: {names}.",
    }
    pub(crate) fn ask_connect(client) {
        en: "Connect {client}?",
        ko: "{client}을(를) 연결할까요?",
    }
    pub(crate) fn client_left_alone(client, name) {
        en: "{client} was not connected; `palimp install {name}` connects it.",
        ko: "{client}을(를) 연결하지 않았습니다. `palimp install {name}`(으)로 연결합니다.",
    }
    pub(crate) fn program_in_cache(path) {
        en: "palimp runs from a cache, {path}. Once the cache is cleaned, agents do not find it and nothing is captured. Install it first, for instance with `uv tool install` or `npm install --global`.",
        ko: "palimp가 캐시 {path}에서 실행되고 있습니다. 캐시를 비우면 에이전트가 palimp를 찾지 못해 아무것도 기록되지 않습니다. `uv tool install`이나 `npm install --global` 등으로 먼저 설치하세요.",
    }
    pub(crate) fn client_has_plugin(client) {
        en: "{client} has the palimp plugin; its settings stay as they are.",
        ko: "{client}에 palimp 플러그인이 있습니다. 설정은 그대로 둡니다.",
    }
    pub(crate) fn ask_install_shell_files() {
        en: "Install man pages and completions for your shell?",
        ko: "man 페이지와 셸 자동 완성을 설치할까요?",
    }
    pub(crate) fn shell_files_installed(path) {
        en: "man pages and completions: {path}",
        ko: "man 페이지와 자동 완성: {path}",
    }
    pub(crate) fn shell_files() { en: "man pages and completions", ko: "man 페이지와 자동 완성" }
    pub(crate) fn home_was_open(path) {
        en: "Other users could write to {path}; this is fixed now. If you share this machine, check its contents.",
        ko: "다른 사용자가 {path}에 쓸 수 있던 것을 막았습니다. 컴퓨터를 함께 쓴다면 내용을 확인하세요.",
    }
    pub(crate) fn lines_not_told() {
        en: "No longer injected, because somebody else wrote it:",
        ko: "다른 사람이 써서 더는 주입하지 않습니다:",
    }
    pub(crate) fn ask_move_to_review() {
        en: "Move it out of these notes, to decide with `palimp review`?",
        ko: "노트에서 꺼내 `palimp review`로 결정할까요?",
    }
    pub(crate) fn lines_stay() {
        en: "It stays in the notes and is not injected; `palimp doctor --fix` moves it out.",
        ko: "노트에 두고 주입하지 않습니다. `palimp doctor --fix`로 꺼냅니다.",
    }
    pub(crate) fn review_shows_waiting() {
        en: "`palimp review` shows what needs your decision.",
        ko: "결정할 것은 `palimp review`로 확인하세요.",
    }
    pub(crate) fn import_failed(why) {
        en: "cannot import: {why}",
        ko: "가져올 수 없습니다: {why}",
    }
    pub(crate) fn left_out_unasked(what) {
        en: "Skipped, because there is no terminal to ask: {what}. `palimp up --yes` includes it.",
        ko: "물어볼 터미널이 없어 건너뛰었습니다: {what}. `palimp up --yes`로 모두 실행합니다.",
    }
    pub(crate) fn nothing_known_no_agent() {
        en: "Nothing remembered yet, and no agent is connected. `palimp install <client>` connects one; `palimp save \"…\"` saves a fact.",
        ko: "아직 기억한 것도 연결된 에이전트도 없습니다. `palimp install <client>`로 연결하고 `palimp save \"…\"`로 저장하세요.",
    }
    pub(crate) fn nothing_known_yet() {
        en: "Nothing remembered yet. Work in your agent as usual: palimp captures edits, commands and failures, and the next session in the project starts with them. `palimp recent` shows them.",
        ko: "아직 기억한 것이 없습니다. 평소처럼 에이전트로 작업하세요. 편집, 명령, 실패를 캡처하고 같은 프로젝트의 다음 세션에 주입합니다. `palimp recent`로 확인하세요.",
    }
    pub(crate) fn known_decision(project, text, path, line) {
        en: "Decision in {project}: {text} ({path}:{line})",
        ko: "{project}의 결정: {text} ({path}:{line})",
    }
    pub(crate) fn known_command(project, command, ago) {
        en: "`{command}` works in {project}; last run {ago}.",
        ko: "{project}에서 `{command}`이(가) 성공했습니다. 마지막 실행: {ago}.",
    }
    pub(crate) fn known_command_in_sessions(project, command, sessions, ago) {
        en: "`{command}` worked in {project} in {sessions} sessions; last run {ago}.",
        ko: "{project}에서 `{command}`이(가) 세션 {sessions}개에서 성공했습니다. 마지막 실행: {ago}.",
    }
    pub(crate) fn known_commit(project, pointer, subject, text) {
        en: "A commit in {project} says why ({pointer}, {subject}): {text}",
        ko: "{project}의 커밋이 이유를 밝힙니다({pointer}, {subject}): {text}",
    }
    pub(crate) fn known_statement(project, text, day, pointer) {
        en: "You said in {project} on {day}: {text} ({pointer})",
        ko: "{day}에 {project}에서 말한 것: {text} ({pointer})",
    }
    pub(crate) fn known_newest_commit(project, subject, pointer) {
        en: "The newest commit in {project}: {subject} ({pointer}). `palimp search` finds commits by their words.",
        ko: "{project}의 최근 커밋: {subject}({pointer}). `palimp search`로 커밋을 찾을 수 있습니다.",
    }
    pub(crate) fn known_last_session(project, client, ago, summary) {
        en: "Last work in {project} ({client}, {ago}): {summary}",
        ko: "{project}의 마지막 작업({client}, {ago}): {summary}",
    }
    // hook
    pub(crate) fn hook_without_home() {
        en: "cannot keep the event: there is no home directory; hint: set HOME or PALIMP_HOME",
        ko: "이벤트를 기록할 수 없습니다: 홈 디렉터리가 없습니다. HOME이나 PALIMP_HOME을 설정하세요",
    }
    pub(crate) fn event_unreadable(reason) {
        en: "cannot read the event: {reason}",
        ko: "이벤트를 읽을 수 없습니다: {reason}",
    }
    pub(crate) fn command_not_started(command, reason) {
        en: "cannot start `palimp {command}`: {reason}",
        ko: "`palimp {command}`을(를) 시작할 수 없습니다: {reason}",
    }
    // up/distiller
    pub(crate) fn how_to_change_distiller() {
        en: "Change it with `palimp config set flush.summarizer rules|session|api:anthropic|…`.",
        ko: "`palimp config set flush.summarizer rules|session|api:anthropic|…`(으)로 바꿉니다.",
    }
    pub(crate) fn offer_model_distiller(agents, session_tokens, day_tokens) {
        en: "Let a cheap model of your agents summarise sessions: {agents}? A model finds 88 % of the facts that people would keep, rules find 38–67 %. It uses about {session_tokens} tokens a session of your own account, at most {day_tokens} a day.",
        ko: "에이전트의 저렴한 모델({agents})로 세션을 요약할까요? 남길 만한 사실을 모델은 88 %, 규칙은 38–67 % 찾습니다. 내 계정에서 세션마다 약 {session_tokens}토큰, 하루 최대 {day_tokens}토큰을 씁니다.",
    }
    pub(crate) fn rules_distill(agents, session_tokens, day_tokens, name) {
        en: "Rules summarise sessions without a model, and find 38–67 % of the facts that people would keep. {agents} would find 88 % for about {session_tokens} tokens a session, at most {day_tokens} a day: `palimp config set flush.summarizer {name}`.",
        ko: "세션은 모델 없이 규칙으로 요약하며, 남길 만한 사실의 38–67 %를 찾습니다. {agents}은(는) 세션마다 약 {session_tokens}토큰, 하루 최대 {day_tokens}토큰으로 88 %를 찾습니다. `palimp config set flush.summarizer {name}`(으)로 켭니다.",
    }
}
