//! Sentences of `up`, `install`, `init`, `keys` and `config`, in English and Korean.

palimp_core::messages! {
    // config
    pub(crate) fn default_value(default) { en: "; default {default}", ko: "; 기본값 {default}" }
    // init
    pub(crate) fn existing_vault(path, agent, notes) {
        en: "{path} is the vault of agent {agent}: {notes}",
        ko: "에이전트 {agent}의 보관소: {path}, {notes}",
    }
    pub(crate) fn vault_made(path, agent) {
        en: "made {path}, the vault of agent {agent}",
        ko: "에이전트 {agent}의 보관소를 만들었습니다: {path}",
    }
    pub(crate) fn obsidian_searched_too(path, notes) {
        en: "{path} is searched too, and never written: {notes}",
        ko: "함께 검색하되 쓰지 않음: {path}, {notes}",
    }
    pub(crate) fn folder_taken(path) {
        en: "{path} has notes that palimp did not write; they stay yours. --folder names another folder.",
        ko: "{path}에 palimp가 쓰지 않은 노트가 있어 건드리지 않습니다. 다른 폴더는 --folder로 정합니다.",
    }
    pub(crate) fn folders_stay_at_root() {
        en: "palimp's folders stay at its root, as before; `--folder palimp` gives them one of their own.",
        ko: "palimp의 폴더는 전처럼 보관소 맨 위에 있습니다. 한 폴더에 모으려면 `--folder palimp`를 붙이세요.",
    }
    pub(crate) fn obsidian_ignores(paths) {
        en: "left alone, as Obsidian's settings say: {paths}",
        ko: "Obsidian 설정에 따라 손대지 않음: {paths}",
    }
    pub(crate) fn notes_moved(notes) { en: "taken along: {notes}", ko: "함께 옮김: {notes}" }
    pub(crate) fn note_name_taken(path) {
        en: "{path} stays: the vault has a note of that name that says something else.",
        ko: "{path}: 보관소에 이름이 같고 내용이 다른 노트가 있어 그 자리에 둡니다.",
    }
    pub(crate) fn ask_move_notes(path, notes) {
        en: "{path} has {notes}: take them along?",
        ko: "{path}에 {notes}가 있습니다. 함께 옮길까요?",
    }
    pub(crate) fn notes_left_behind(notes, path) {
        en: "{notes} left in {path}; the same command with `--move-notes` takes them along.",
        ko: "{notes}는 {path}에 남습니다. 같은 명령에 `--move-notes`을 붙이면 함께 옮깁니다.",
    }
    pub(crate) fn bad_vault(path, why) {
        en: "{path} cannot be a vault: {why}",
        ko: "{path}: 보관소가 될 수 없습니다: {why}",
    }
    pub(crate) fn path_is_a_file() {
        en: "it is a file; name a directory",
        ko: "파일입니다. 디렉터리를 적으세요",
    }
    pub(crate) fn path_holds_user_home() {
        en: "it holds your whole home directory; name a directory of notes",
        ko: "홈 디렉터리 전체입니다. 노트의 디렉터리를 적으세요",
    }
    pub(crate) fn path_is_palimp_home() {
        en: "it is palimp's own home; name a directory of notes",
        ko: "palimp 자신의 홈입니다. 노트의 디렉터리를 적으세요",
    }
    pub(crate) fn vault_shared_with_agent(other, reader, owner) {
        en: "cannot share the directory with agent {other}: agent {reader} would read the notes of agent {owner}; hint: give each agent a folder of its own with --folder, or another directory with --vault",
        ko: "에이전트 {other}와(과) 디렉터리를 함께 쓸 수 없습니다. 에이전트 {reader}이(가) 에이전트 {owner}의 노트를 읽게 됩니다. 참고: --folder로 에이전트마다 폴더를 따로 두거나 --vault로 다른 디렉터리를 적으세요",
    }
    pub(crate) fn vault_not_usable(path) {
        en: "the directory {path} cannot be made or used: name another one with --vault, or see to the permissions of the one that it lies in",
        ko: "디렉터리 {path}을(를) 만들거나 쓸 수 없습니다. --vault로 다른 디렉터리를 적거나 위 디렉터리의 권한을 살펴보세요",
    }
    // init/vault_folder
    pub(crate) fn not_an_obsidian_vault(path) {
        en: "{path} is not an Obsidian vault: leave out --folder",
        ko: "{path}: Obsidian 보관소가 아닙니다. --folder를 빼세요",
    }
    pub(crate) fn folders_taken(usual, other) {
        en: "{usual} and {other} have notes that palimp did not write: name a folder with --folder NAME",
        ko: "{usual}, {other}: palimp가 쓰지 않은 노트가 있습니다. --folder 이름으로 폴더를 정하세요",
    }
    pub(crate) fn bad_folder(folder) {
        en: "'{folder}' cannot be palimp's folder: name one in the vault, such as Meta/palimp",
        ko: "'{folder}'은(는) palimp의 폴더가 될 수 없습니다. 보관소 안의 폴더를 적으세요. 예: Meta/palimp",
    }
    // install
    pub(crate) fn nothing_changed() {
        en: "Nothing was changed.",
        ko: "아무것도 바꾸지 않았습니다.",
    }
    pub(crate) fn shell_files_removed(files) {
        en: "man pages and completions: {files} removed",
        ko: "man 쪽과 자동 완성: {files} 지움",
    }
    pub(crate) fn ask_purge(path) {
        en: "Remove {path} with all that palimp remembers, for good?",
        ko: "{path}을(를) palimp가 기억하는 것과 함께 아주 지울까요?",
    }
    pub(crate) fn purge_blocked(path) {
        en: "cannot remove {path}: palimp is still at work in it after a minute, and nothing in it was removed; hint: end the sessions of your agents and run the command again; `palimp doctor` says what is wrong",
        ko: "{path}을(를) 지울 수 없습니다. palimp가 1분이 지나도 그 안에서 일하고 있어 그 안의 것은 아무것도 지우지 않았습니다. 참고: 에이전트의 세션을 끝내고 명령을 다시 실행하세요. 무엇이 잘못인지는 `palimp doctor`가 알려 줍니다",
    }
    pub(crate) fn purge_failed(path, error) {
        en: "{path} could not be removed: {error}",
        ko: "{path}을(를) 지우지 못했습니다: {error}",
    }
    pub(crate) fn purge_waits() {
        en: "palimp is still at work in the background; this waits until that has ended.",
        ko: "palimp가 아직 뒤에서 일하고 있습니다. 끝날 때까지 기다립니다.",
    }
    pub(crate) fn home_purged(path) {
        en: "{path} is gone, and all that palimp remembered",
        ko: "{path}과(와) palimp가 기억하던 것을 모두 지웠습니다",
    }
    pub(crate) fn notes_stay(path) {
        en: "Your notes stay where they are: {path}",
        ko: "노트는 그대로 있습니다: {path}",
    }
    pub(crate) fn foreign_file_stays(path) {
        en: "It is not palimp's, and stays: {path}",
        ko: "palimp의 것이 아니어서 그대로 둡니다: {path}",
    }
    pub(crate) fn key_stays(provider, source) {
        en: "The key of {provider} stays in {source}; `palimp keys remove {provider}` takes it out.",
        ko: "{provider}의 키가 {source}에 남아 있습니다. `palimp keys remove {provider}`이(가) 뺍니다.",
    }
    pub(crate) fn created() { en: "created", ko: "새로 만듦" }
    pub(crate) fn edited() { en: "edited", ko: "고침" }
    pub(crate) fn removed() { en: "removed", ko: "지움" }
    pub(crate) fn unchanged() { en: "unchanged", ko: "그대로" }
    pub(crate) fn left_alone() { en: "left alone", ko: "손대지 않음" }
    pub(crate) fn would_be_created() { en: "would be created", ko: "(새로 만들 것)" }
    pub(crate) fn would_be_edited() { en: "would be edited", ko: "(고칠 것)" }
    pub(crate) fn would_be_removed() { en: "would be removed", ko: "(지울 것)" }
    pub(crate) fn would_be_unchanged() { en: "would be unchanged", ko: "(그대로일 것)" }
    pub(crate) fn would_be_left_alone() { en: "would be left alone", ko: "(손대지 않을 것)" }
    pub(crate) fn nothing_to_do_for(client) {
        en: "{client}: nothing to do",
        ko: "{client}: 할 일 없음",
    }
    // keys
    pub(crate) fn service_key_kept(provider, place) {
        en: "the key of {provider} is kept in {place}",
        ko: "{provider}의 키를 {place}에 두었습니다",
    }
    pub(crate) fn no_keys() {
        en: "No keys; none is needed unless embedding.provider or flush.summarizer names a paid service.",
        ko: "키가 없습니다. embedding.provider나 flush.summarizer가 유료 서비스일 때만 필요합니다.",
    }
    pub(crate) fn no_key_of(provider) {
        en: "palimp keeps no key of {provider}",
        ko: "palimp에 {provider}의 키가 없습니다",
    }
    pub(crate) fn key_removed(provider, places) {
        en: "the key of {provider} is gone from {places}",
        ko: "{places}에서 {provider}의 키를 지웠습니다",
    }
    pub(crate) fn paste_key() {
        en: "Paste the key, then Enter; it is not shown:",
        ko: "키를 붙여 넣고 Enter를 누르세요. 화면에 보이지 않습니다:",
    }
    pub(crate) fn no_key_on_stdin(command) {
        en: "there is no key on standard input: {command} < key.txt",
        ko: "표준 입력에 키가 없습니다: {command} < key.txt",
    }
    pub(crate) fn unknown_service(provider, known) {
        en: "there is no service '{provider}': choose one of {known}",
        ko: "'{provider}'(이)라는 서비스는 없습니다. 고를 수 있는 것: {known}",
    }
    pub(crate) fn system_keyring() { en: "the system's keyring", ko: "시스템의 키링" }
    pub(crate) fn other_key_comes_first(source) {
        en: "{source} comes before it.",
        ko: "{source}이(가) 먼저입니다.",
    }
    // up
    pub(crate) fn home_path(path) { en: "home: {path}", ko: "홈: {path}" }
    pub(crate) fn clients_not_wired(names) {
        en: "{names} could not be wired; see above, then run `palimp up` again",
        ko: "{names}: 연결하지 못했습니다. 위의 메시지를 보고 `palimp up`을 다시 실행하세요",
    }
    pub(crate) fn no_agent_found() {
        en: "No agent was found on this machine; install one, or `palimp install <client>` by hand.",
        ko: "이 컴퓨터에서 에이전트를 찾지 못했습니다. 하나를 설치하거나 `palimp install <client>`로 직접 연결하세요.",
    }
    pub(crate) fn agents_found(names) {
        en: "Found on this machine: {names}.",
        ko: "이 컴퓨터에서 찾음: {names}.",
    }
    pub(crate) fn ask_wire(client) {
        en: "Wire palimp into {client}?",
        ko: "{client}: palimp를 연결할까요?",
    }
    pub(crate) fn client_left_alone(client, name) {
        en: "{client} was left alone; `palimp install {name}` wires it.",
        ko: "{client}: 손대지 않았습니다. `palimp install {name}`이(가) 연결합니다.",
    }
    pub(crate) fn ask_install_shell_files() {
        en: "Install man pages, and completions for your shell?",
        ko: "man 쪽과 셸의 자동 완성을 설치할까요?",
    }
    pub(crate) fn shell_files_installed(path) {
        en: "man pages and completions: {path}",
        ko: "man 쪽과 자동 완성: {path}",
    }
    pub(crate) fn shell_files() { en: "man pages and completions", ko: "man 쪽과 자동 완성" }
    pub(crate) fn home_was_open(path) {
        en: "Others could write into {path}; it is closed now. Look at what is in it, if you share this machine.",
        ko: "다른 사용자가 {path}에 쓸 수 있었습니다. 이제 막았습니다. 컴퓨터를 함께 쓴다면 안에 무엇이 있는지 살펴보세요.",
    }
    pub(crate) fn lines_not_told() {
        en: "Not told any more, because somebody else than you wrote it:",
        ko: "직접 쓴 것이 아니어서 더는 알리지 않습니다:",
    }
    pub(crate) fn ask_move_to_review() {
        en: "Take it out of these notes, to decide about it with `palimp review`?",
        ko: "이 노트들에서 꺼내 `palimp review`로 결정할까요?",
    }
    pub(crate) fn lines_stay() {
        en: "It stays where it is and is not told; `palimp doctor --fix` takes it out.",
        ko: "그 자리에 두고 알리지 않습니다. `palimp doctor --fix`가 꺼냅니다.",
    }
    pub(crate) fn review_shows_waiting() {
        en: "`palimp review` shows what waits for you.",
        ko: "`palimp review`가 결정을 기다리는 것을 보여 줍니다.",
    }
    pub(crate) fn import_failed(why) {
        en: "Nothing was taken in: {why}",
        ko: "아무것도 가져오지 않았습니다: {why}",
    }
    pub(crate) fn left_out_unasked(what) {
        en: "Left out, because nobody is here to be asked: {what}. `palimp up --yes` takes all of it.",
        ko: "물어볼 사람이 없어 하지 않은 것: {what}. `palimp up --yes`가 모두 합니다.",
    }
    pub(crate) fn nothing_known_no_agent() {
        en: "Nothing is remembered yet, and no agent is wired: `palimp install <client>` wires one, `palimp save \"…\"` writes something down.",
        ko: "아직 기억하는 것이 없고 연결된 에이전트도 없습니다. `palimp install <client>`가 연결하고 `palimp save \"…\"`가 적어 둡니다.",
    }
    pub(crate) fn nothing_known_yet() {
        en: "Nothing is remembered yet. Work in your agent as always: edits, commands and failures are captured as they happen, and the next session in the same project begins with them. `palimp recent` shows the first ones.",
        ko: "아직 기억한 것이 없습니다. 늘 하듯이 에이전트에서 일하세요. 편집, 명령, 실패가 일어나는 대로 기록되고, 같은 프로젝트의 다음 세션이 그것으로 시작됩니다. `palimp recent`가 처음 것들을 보여 줍니다.",
    }
    pub(crate) fn known_decision(project, text, path, line) {
        en: "In {project} it is decided: {text} ({path}:{line})",
        ko: "{project}에서 정한 것: {text} ({path}:{line})",
    }
    pub(crate) fn known_command(project, command, ago) {
        en: "In {project} `{command}` runs well; it last ran {ago}.",
        ko: "{project}에서는 `{command}`이(가) 잘 됩니다. 마지막 실행: {ago}.",
    }
    pub(crate) fn known_command_in_sessions(project, command, sessions, ago) {
        en: "In {project} `{command}` ran well in {sessions} sessions; it last ran {ago}.",
        ko: "{project}에서는 `{command}`이(가) 세션 {sessions}개에서 잘 됐습니다. 마지막 실행: {ago}.",
    }
    pub(crate) fn known_commit(project, pointer, subject, text) {
        en: "In {project} a commit says why ({pointer}, {subject}): {text}",
        ko: "{project}에서 이유를 밝힌 커밋 ({pointer}, {subject}): {text}",
    }
    pub(crate) fn known_last_session(project, client, ago, summary) {
        en: "The last thing done in {project} ({client}, {ago}): {summary}",
        ko: "{project}에서 마지막으로 한 일 ({client}, {ago}): {summary}",
    }
    // up/distiller
    pub(crate) fn how_to_change_distiller() {
        en: "`palimp config set flush.summarizer rules|session|api:anthropic|…` changes that.",
        ko: "`palimp config set flush.summarizer rules|session|api:anthropic|…`(으)로 바꿉니다.",
    }
    pub(crate) fn offer_model_distiller(agents, session_tokens, day_tokens) {
        en: "Have a cheap model of your agents write the notes: {agents}? It found 88 % of the facts that people would keep of sessions, rules find 38–67 %. About {session_tokens} tokens a session from your own account, at most {day_tokens} a day.",
        ko: "에이전트의 값싼 모델({agents})이 노트를 쓰게 할까요? 사람이 세션에서 남길 사실 가운데 모델은 88 %를 찾았고 규칙은 38–67 %를 찾습니다. 사용자의 계정에서 세션마다 토큰 약 {session_tokens}개, 하루에 많아야 {day_tokens}개가 듭니다.",
    }
    pub(crate) fn rules_distill(agents, session_tokens, day_tokens, name) {
        en: "Rules write the notes, for nothing, and find 38–67 % of what people would keep. {agents} would find 88 % for about {session_tokens} tokens a session, at most {day_tokens} a day: `palimp config set flush.summarizer {name}`.",
        ko: "노트는 규칙이 비용 없이 쓰며, 사람이 남길 사실의 38–67 %를 찾습니다. {agents}은(는) 세션마다 토큰 약 {session_tokens}개, 하루에 많아야 {day_tokens}개로 88 %를 찾습니다. `palimp config set flush.summarizer {name}`(으)로 켭니다.",
    }
}
