//! Sentences about agent programs and their files for a person, in English and Korean.

palimp_core::messages! {
    // Files that cannot be changed to connect a client.
    pub(crate) fn invalid_json(path, line, reason) {
        en: "{path} is not valid JSON (line {line}: {reason}); correct that line and try again, palimp has left the file alone",
        ko: "{path}: 올바른 JSON이 아닙니다({line}번째 줄: {reason}). 그 줄을 고치고 다시 해 보세요. palimp는 손대지 않았습니다",
    }
    pub(crate) fn invalid_toml(path, line, reason) {
        en: "{path} is not valid TOML (line {line}: {reason}); correct that line and try again, palimp has left the file alone",
        ko: "{path}: 올바른 TOML이 아닙니다({line}번째 줄: {reason}). 그 줄을 고치고 다시 해 보세요. palimp는 손대지 않았습니다",
    }
    pub(crate) fn wrong_shape(path, line, what, expected) {
        en: "in {path}, line {line}, {what} should be {expected}; correct it and try again, palimp has left the file alone",
        ko: "{path}, {line}번째 줄: {what}은(는) {expected}이어야 합니다. 고치고 다시 해 보세요. palimp는 손대지 않았습니다",
    }
    pub(crate) fn settings_not_text(path) {
        en: "{path} is not UTF-8 text; convert or remove it and try again, palimp has left it alone",
        ko: "{path}: UTF-8 글이 아닙니다. 바꾸거나 지우고 다시 해 보세요. palimp는 손대지 않았습니다",
    }
    pub(crate) fn path_not_unicode(path) {
        en: "the path {path} is not UTF-8, so that no client's settings can name it; move it to another name",
        ko: "경로 {path}: UTF-8이 아니어서 클라이언트의 설정에 적을 수 없습니다. 다른 이름으로 옮기세요",
    }
    pub(crate) fn settings_read_only(path) {
        en: "{path} is read-only; make it writable (`chmod u+w`), or change it where it is generated, and try again",
        ko: "{path}: 읽기 전용입니다. 쓸 수 있게 하거나(`chmod u+w`) 만들어지는 곳에서 바꾸고 다시 해 보세요",
    }
    pub(crate) fn settings_unreadable(path, reason) {
        en: "cannot read {path} ({reason}); see to its permissions and try again",
        ko: "{path}: 읽을 수 없습니다({reason}). 권한을 살펴보고 다시 해 보세요",
    }
    pub(crate) fn settings_unwritable(path, reason) {
        en: "cannot write {path} ({reason}); see to permissions and free space and try again",
        ko: "{path}: 쓸 수 없습니다({reason}). 권한과 남은 자리를 살펴보고 다시 해 보세요",
    }
    pub(crate) fn settings_busy(path) {
        en: "{path} keeps changing while palimp edits it; close the program that writes it and try again",
        ko: "{path}: palimp가 고치는 동안 계속 바뀝니다. 쓰는 프로그램을 닫고 다시 해 보세요",
    }
    pub(crate) fn too_many_links() {
        en: "too many symbolic links",
        ko: "심볼릭 링크가 너무 많습니다",
    }
    pub(crate) fn target_unknown(name) {
        en: "no client is called '{name}': use claude, codex, gemini, opencode, copilot, cursor or openclaw",
        ko: "'{name}'(이)라는 클라이언트는 없습니다. claude, codex, gemini, opencode, copilot, cursor, openclaw 가운데 하나를 쓰세요",
    }
    pub(crate) fn whole_file() {
        en: "the whole file",
        ko: "파일 전체",
    }
    pub(crate) fn object_expected() {
        en: "an object (`{{…}}`)",
        ko: "객체(`{{…}}`)",
    }
    pub(crate) fn array_expected() {
        en: "an array (`[…]`)",
        ko: "배열(`[…]`)",
    }
    pub(crate) fn table_expected() {
        en: "a table",
        ko: "표",
    }
    // Files of palimp's own in a client's directory.
    pub(crate) fn file_changed_kept(what) {
        en: "{what} was changed since palimp wrote it and stays so; remove it and install again to renew it",
        ko: "{what}: palimp가 쓴 뒤에 바뀌어 그대로 둡니다. 새로 하려면 지우고 다시 설치하세요",
    }
    pub(crate) fn foreign_file_kept(what) {
        en: "a file that is not palimp's stands there; {what} was not installed",
        ko: "palimp의 것이 아닌 파일이 거기에 있어 설치하지 않음: {what}",
    }
    pub(crate) fn file_changed_left(what) {
        en: "{what} was changed since palimp wrote it and was left; remove it by hand",
        ko: "{what}: palimp가 쓴 뒤에 바뀌어 남겨 두었습니다. 손으로 지우세요",
    }
    pub(crate) fn server_name_taken(server) {
        en: "another MCP server is called `{server}` there; rename it and install again",
        ko: "거기에 이름이 `{server}`인 다른 MCP 서버가 있습니다. 이름을 바꾸고 다시 설치하세요",
    }
    pub(crate) fn palimp_command() {
        en: "the /palimp command",
        ko: "/palimp 명령",
    }
    pub(crate) fn memory_command() {
        en: "the /memory command",
        ko: "/memory 명령",
    }
    pub(crate) fn plugin() {
        en: "the plugin",
        ko: "플러그인",
    }
    pub(crate) fn plugin_entry() {
        en: "the plugin's entry",
        ko: "플러그인 항목",
    }
    pub(crate) fn plugin_manifest() {
        en: "what the plugin says of itself",
        ko: "플러그인의 설명 파일",
    }
    // How a client is connected.
    pub(crate) fn command_outdated(client) {
        en: "the /palimp command is not as this palimp writes it; `palimp install {client}` renews it",
        ko: "/palimp 명령이 이 palimp가 쓰는 것과 다릅니다. `palimp install {client}`이(가) 새로 씁니다",
    }
    pub(crate) fn hooks_outdated(client) {
        en: "the hooks are another version's; `palimp install {client}` renews them",
        ko: "훅이 다른 판의 것임. `palimp install {client}`이(가) 새로 합니다",
    }
    pub(crate) fn file_not_ours(path) {
        en: "{path} is not palimp's",
        ko: "{path}: palimp의 것이 아닙니다",
    }
    pub(crate) fn codex_toml_invalid(path) {
        en: "{path} is not valid TOML",
        ko: "{path}: 올바른 TOML이 아닙니다",
    }
    pub(crate) fn claude_hooks_off() {
        en: "Claude Code runs no hooks while `disableAllHooks` is true in its settings",
        ko: "설정의 `disableAllHooks`가 true인 동안 Claude Code는 훅을 돌리지 않습니다",
    }
    pub(crate) fn codex_trust_wanted() {
        en: "Codex CLI runs new hooks only once you trust them: start `codex` and say yes",
        ko: "Codex CLI는 신뢰한다고 답한 훅만 실행합니다. `codex`를 시작해 신뢰한다고 답하세요",
    }
    pub(crate) fn codex_hooks_off() {
        en: "Codex CLI runs no hooks while `features.hooks` is false in its config.toml",
        ko: "config.toml의 `features.hooks`가 false인 동안 Codex CLI는 훅을 돌리지 않습니다",
    }
    pub(crate) fn codex_some_hooks_off() {
        en: "some of palimp's hooks are switched off in Codex CLI: see `/hooks` there",
        ko: "palimp의 훅 몇이 Codex CLI에서 꺼져 있음: 거기서 `/hooks`를 보세요",
    }
    pub(crate) fn codex_hooks_not_plain() {
        en: "Codex CLI ignores a hooks.json with comments or trailing commas: take them out",
        ko: "Codex CLI는 주석이나 끝 쉼표가 있는 hooks.json을 읽지 않습니다. 빼세요",
    }
    pub(crate) fn cursor_reloads() {
        en: "Cursor has palimp's hooks and tools from its next start; switch the server on there if it asks",
        ko: "Cursor는 다음에 시작할 때부터 palimp의 훅과 도구를 씁니다. 물으면 서버를 켜세요",
    }
    pub(crate) fn cursor_event_unknown(name) {
        en: "hooks.json names the event `{name}`: a Cursor that does not know it runs no hook in that file",
        ko: "hooks.json에 `{name}` 이벤트가 있음. 그것을 모르는 Cursor는 그 파일의 훅을 하나도 돌리지 않습니다",
    }
    pub(crate) fn gemini_hooks_off() {
        en: "Gemini CLI runs no hooks while `hooksConfig.enabled` is false in its settings",
        ko: "설정의 `hooksConfig.enabled`가 false인 동안 Gemini CLI는 훅을 돌리지 않습니다",
    }
    pub(crate) fn gemini_palimp_off() {
        en: "Gemini CLI runs no hook that `hooksConfig.disabled` names, and it names `palimp`",
        ko: "Gemini CLI는 `hooksConfig.disabled`에 적힌 훅을 돌리지 않는데, 거기에 `palimp`가 있습니다",
    }
    pub(crate) fn openclaw_reloads() {
        en: "OpenClaw loads the plugin and palimp's tools with its next start",
        ko: "OpenClaw는 다음에 시작할 때 플러그인과 palimp의 도구를 읽습니다",
    }
    pub(crate) fn openclaw_plugin_off(keys) {
        en: "OpenClaw keeps the plugin from its work, by {keys} in its settings",
        ko: "OpenClaw의 설정이 플러그인을 막음: {keys}",
    }
    pub(crate) fn opencode_reloads() {
        en: "opencode loads the plugin the next time it starts; offline, that start may take a minute",
        ko: "opencode는 다음에 시작할 때 플러그인을 읽습니다. 네트워크가 없으면 그 시작이 1분쯤 걸릴 수 있습니다",
    }
    // Transcripts and exports.
    pub(crate) fn conversation_too_long() {
        en: "a conversation in it is too long to be one",
        ko: "그 안의 한 대화가 대화라기에는 너무 깁니다",
    }
    pub(crate) fn transcript_unknown() {
        en: "no line of it is one of a transcript of Claude Code, Codex or OpenClaw",
        ko: "Claude Code, Codex, OpenClaw의 기록인 줄이 하나도 없습니다",
    }
    pub(crate) fn client_without_record(client) {
        en: "{client} keeps no record that palimp reads",
        ko: "{client}에는 palimp가 읽는 기록이 없습니다",
    }
    // Clients that are asked and do not answer.
    pub(crate) fn client_missing(title, name) {
        en: "{title} is not here: there is no program `{name}` on the PATH, nor another one that palimp can ask. Install it, until `{name} --version` works in a terminal",
        ko: "{title}: 설치되어 있지 않습니다. PATH에 `{name}` 프로그램이 없고 palimp가 물을 다른 프로그램도 없습니다. 터미널에서 `{name} --version`이 되도록 설치하세요",
    }
    pub(crate) fn client_missing_others(title, name, others) {
        en: "{title} is not here: there is no program `{name}` on the PATH. Install it, or use one that is here: {others}",
        ko: "{title}: 설치되어 있지 않습니다. PATH에 `{name}` 프로그램이 없습니다. 설치하거나, 여기에 있는 것을 쓰세요: {others}",
    }
    pub(crate) fn client_missing_condenses(title, name) {
        en: "{title} is not here: there is no program `{name}` on the PATH. Install it, or choose a client that is installed (`flush.summarizer` says who condenses; `rules` needs none)",
        ko: "{title}이(가) 없습니다. PATH에 `{name}` 프로그램이 없습니다. 설치하거나, 설치된 클라이언트를 고르세요(누가 줄일지는 `flush.summarizer`가 말하고 `rules`에는 아무도 필요 없습니다)",
    }
    pub(crate) fn client_not_asked(title) {
        en: "palimp cannot ask {title}: use claude, codex, gemini, opencode or copilot",
        ko: "palimp는 {title}에 물을 수 없습니다. claude, codex, gemini, opencode, copilot을 쓰세요",
    }
    pub(crate) fn client_not_started(title, error, name) {
        en: "{title} could not be started: {error}. See whether `{name} --version` works in a terminal",
        ko: "{title}을(를) 시작하지 못했습니다: {error}. 터미널에서 `{name} --version`이 되는지 보세요",
    }
    pub(crate) fn work_directory_failed(path, error) {
        en: "{path} could not be prepared as a directory for the client to work in: {error}. Make room there, or make it writable",
        ko: "{path}을(를) 클라이언트가 일할 디렉터리로 마련하지 못했습니다: {error}. 자리를 만들거나 쓸 수 있게 하세요",
    }
    pub(crate) fn client_timed_out(title, seconds, said, hint) {
        en: "{title} gave no answer within {seconds} s and was ended{said}. {hint}",
        ko: "{title}이(가) {seconds}초 안에 답하지 않아 끝냈습니다{said}. {hint}",
    }
    pub(crate) fn client_not_reached(title, error) {
        en: "{title} could not be spoken to: {error}",
        ko: "{title}와(과) 통신하지 못했습니다: {error}",
    }
    pub(crate) fn client_printed_too_much(title, limit_kb, hint) {
        en: "{title} printed more than {limit_kb} KB, which is no answer, and was ended. {hint}",
        ko: "{title}의 출력이 {limit_kb}KB를 넘어 답으로 볼 수 없으므로 끝냈습니다. {hint}",
    }
    pub(crate) fn client_exited(title, code, said, hint) {
        en: "{title} ended with exit code {code}{said}. {hint}",
        ko: "{title}이(가) 끝났습니다. 종료 코드 {code}{said}. {hint}",
    }
    pub(crate) fn client_failed(title, said, hint) {
        en: "{title} says that it failed{said}. {hint}",
        ko: "{title}이(가) 실패했다고 합니다{said}. {hint}",
    }
    pub(crate) fn client_mute(title, said, hint) {
        en: "{title} answered nothing{said}. {hint}",
        ko: "{title}이(가) 아무 답도 하지 않았습니다{said}. {hint}",
    }
    pub(crate) fn model_named(why, model) {
        en: "{why}. It was asked for the model {model}: `flush.model` names another",
        ko: "{why}. 물은 모델은 {model}입니다. `flush.model`이 다른 것을 정합니다",
    }
    pub(crate) fn client_not_understood(title, what, version) {
        en: "{title} answered something that palimp does not understand ({what}); its version may be newer than {version}, with which palimp was tried. Update palimp, or set `flush.summarizer` to another client or to `rules`",
        ko: "{title}의 답을 palimp가 알 수 없습니다({what}). palimp를 시험한 {version}보다 새 버전일 수 있습니다. palimp를 올리거나 `flush.summarizer`를 다른 클라이언트나 `rules`로 바꾸세요",
    }
    pub(crate) fn try_client_by_hand(name, version) {
        en: "Start `{name}` in a terminal to see whether it is signed in and answers; palimp was tried with its version {version}",
        ko: "로그인되어 있고 답하는지 터미널에서 `{name}`을(를) 시작해 보세요. palimp는 버전 {version}(으)로 시험했습니다",
    }
    pub(crate) fn client_stopped(stopped) {
        en: "it stopped: {stopped}",
        ko: "멈추었습니다: {stopped}",
    }
    pub(crate) fn not_unicode() {
        en: "it is not Unicode",
        ko: "유니코드가 아닙니다",
    }
    pub(crate) fn current_directory_missing(error) {
        en: "the current directory is not to be found: {error}",
        ko: "지금 디렉터리를 찾을 수 없습니다: {error}",
    }
    pub(crate) fn no_session_id() {
        en: "there is no `sessionId` in its answer",
        ko: "답에 `sessionId`가 없습니다",
    }
    pub(crate) fn no_result() {
        en: "there is no `result` in it",
        ko: "`result`가 없습니다",
    }
    pub(crate) fn no_response() {
        en: "there is no `response` in it",
        ko: "`response`가 없습니다",
    }
    pub(crate) fn no_event() {
        en: "there is no event in it",
        ko: "사건이 없습니다",
    }
    pub(crate) fn not_wanted_json() {
        en: "it is not the JSON object that was asked for",
        ko: "달라고 한 JSON 객체가 아닙니다",
    }
}
