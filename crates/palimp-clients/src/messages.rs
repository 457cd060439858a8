//! Sentences about agent programs and their files for a person, in English and Korean.

palimp_core::messages! {
    // Files that cannot be changed to connect a client.
    pub(crate) fn invalid_json(path, line, reason) {
        en: "cannot edit {path}: line {line} is not valid JSON ({reason}); hint: correct that line and try again",
        ko: "{path}을(를) 편집할 수 없습니다: {line}번째 줄이 올바른 JSON이 아닙니다({reason}). 고치고 다시 시도하세요",
    }
    pub(crate) fn invalid_toml(path, line, reason) {
        en: "cannot edit {path}: line {line} is not valid TOML ({reason}); hint: correct that line and try again",
        ko: "{path}을(를) 편집할 수 없습니다: {line}번째 줄이 올바른 TOML이 아닙니다({reason}). 고치고 다시 시도하세요",
    }
    pub(crate) fn wrong_shape(path, line, what, expected) {
        en: "cannot edit {path}: line {line}: {what} must be {expected}; hint: correct it and try again",
        ko: "{path}을(를) 편집할 수 없습니다: {line}번째 줄의 {what}은(는) {expected}이어야 합니다. 고치고 다시 시도하세요",
    }
    pub(crate) fn settings_not_text(path) {
        en: "cannot edit {path}: it is not UTF-8; hint: convert or delete it and try again",
        ko: "{path}을(를) 편집할 수 없습니다: UTF-8이 아닙니다. 변환하거나 삭제하고 다시 시도하세요",
    }
    pub(crate) fn path_not_unicode(path) {
        en: "cannot write {path} into settings: it is not UTF-8; hint: move it to another path",
        ko: "{path}을(를) 설정에 쓸 수 없습니다: UTF-8이 아닙니다. 다른 경로로 옮기세요",
    }
    pub(crate) fn settings_read_only(path) {
        en: "cannot edit {path}: it is read-only; hint: run `chmod u+w`, or change it where it is generated",
        ko: "{path}을(를) 편집할 수 없습니다: 읽기 전용입니다. `chmod u+w`를 실행하거나, 이 파일을 생성하는 곳에서 바꾸세요",
    }
    pub(crate) fn settings_unreadable(path, reason) {
        en: "cannot read {path}: {reason}; hint: check its permissions",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}. 권한을 확인하세요",
    }
    pub(crate) fn settings_unwritable(path, reason) {
        en: "cannot write {path}: {reason}; hint: check its permissions and free space",
        ko: "{path}에 쓸 수 없습니다: {reason}. 권한과 남은 공간을 확인하세요",
    }
    pub(crate) fn settings_busy(path) {
        en: "cannot edit {path}: another program keeps changing it; hint: close that program and try again",
        ko: "{path}을(를) 편집할 수 없습니다: 다른 프로그램이 계속 바꾸고 있습니다. 그 프로그램을 닫고 다시 시도하세요",
    }
    pub(crate) fn too_many_links() {
        en: "too many symbolic links",
        ko: "심볼릭 링크가 너무 많습니다",
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
        ko: "테이블",
    }
    // Files of palimp's own in a client's directory.
    pub(crate) fn file_changed_kept(what) {
        en: "{what} was edited and is left unchanged; hint: delete it and install again to update it",
        ko: "{what}: 편집된 파일이라 그대로 두었습니다. 업데이트하려면 삭제하고 다시 설치하세요",
    }
    pub(crate) fn foreign_file_kept(what) {
        en: "cannot install {what}: another file has its name",
        ko: "{what}을(를) 설치할 수 없습니다: 같은 이름의 다른 파일이 있습니다",
    }
    pub(crate) fn file_changed_left(what) {
        en: "{what} was edited and is left in place; hint: delete it by hand",
        ko: "{what}: 편집된 파일이라 남겨 두었습니다. 직접 삭제하세요",
    }
    pub(crate) fn server_name_taken(server) {
        en: "another MCP server is named `{server}`; hint: rename it and install again",
        ko: "이름이 `{server}`인 다른 MCP 서버가 있습니다. 이름을 바꾸고 다시 설치하세요",
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
        en: "the plugin entry",
        ko: "플러그인 항목",
    }
    pub(crate) fn plugin_manifest() {
        en: "the plugin manifest",
        ko: "플러그인 매니페스트",
    }
    // How a client is connected.
    pub(crate) fn command_outdated(client) {
        en: "the /palimp command is outdated; hint: `palimp install {client}`",
        ko: "/palimp 명령이 최신이 아닙니다. `palimp install {client}`을(를) 실행하세요",
    }
    pub(crate) fn hooks_outdated(client) {
        en: "the hooks are from another version; hint: `palimp install {client}`",
        ko: "다른 버전의 훅입니다. `palimp install {client}`을(를) 실행하세요",
    }
    pub(crate) fn file_not_ours(path) {
        en: "{path} was not written by palimp",
        ko: "{path}: palimp가 만든 파일이 아닙니다",
    }
    pub(crate) fn codex_toml_invalid(path) {
        en: "{path} is not valid TOML",
        ko: "{path}: 올바른 TOML이 아닙니다",
    }
    pub(crate) fn claude_hooks_off() {
        en: "Claude Code runs no hooks: `disableAllHooks` is true in its settings",
        ko: "Claude Code가 훅을 실행하지 않습니다: 설정의 `disableAllHooks`가 true입니다",
    }
    pub(crate) fn codex_trust_wanted() {
        en: "Codex CLI runs new hooks only after you trust them; hint: start `codex` and accept",
        ko: "Codex CLI는 신뢰한 훅만 실행합니다. `codex`를 시작해 훅을 신뢰하세요",
    }
    pub(crate) fn codex_hooks_off() {
        en: "Codex CLI runs no hooks: `features.hooks` is false in its config.toml",
        ko: "Codex CLI가 훅을 실행하지 않습니다: config.toml의 `features.hooks`가 false입니다",
    }
    pub(crate) fn codex_some_hooks_off() {
        en: "some palimp hooks are disabled in Codex CLI; hint: `/hooks` there",
        ko: "Codex CLI에서 palimp 훅 일부가 꺼져 있습니다. Codex CLI의 `/hooks`에서 확인하세요",
    }
    pub(crate) fn codex_hooks_not_plain() {
        en: "Codex CLI ignores a hooks.json with comments or trailing commas; hint: remove them",
        ko: "Codex CLI는 주석이나 끝 쉼표가 있는 hooks.json을 무시합니다. 지우세요",
    }
    pub(crate) fn cursor_reloads() {
        en: "Cursor loads palimp's hooks and tools at its next start; enable the server if it asks",
        ko: "Cursor를 다시 시작하면 palimp의 훅과 도구를 읽습니다. 서버를 켤지 물으면 켜세요",
    }
    pub(crate) fn cursor_event_unknown(name) {
        en: "hooks.json contains the event `{name}`; versions of Cursor without this event run no hook in the file",
        ko: "hooks.json에 `{name}` 이벤트가 있습니다. 이 이벤트를 모르는 Cursor는 파일의 훅을 모두 무시합니다",
    }
    pub(crate) fn gemini_hooks_off() {
        en: "Gemini CLI runs no hooks: `hooksConfig.enabled` is false in its settings",
        ko: "Gemini CLI가 훅을 실행하지 않습니다: 설정의 `hooksConfig.enabled`가 false입니다",
    }
    pub(crate) fn gemini_palimp_off() {
        en: "Gemini CLI does not run palimp's hooks: `hooksConfig.disabled` contains `palimp`",
        ko: "Gemini CLI가 palimp 훅을 실행하지 않습니다: `hooksConfig.disabled`에 `palimp`가 있습니다",
    }
    pub(crate) fn openclaw_reloads() {
        en: "OpenClaw loads palimp's plugin and tools at its next start",
        ko: "OpenClaw를 다시 시작하면 palimp의 플러그인과 도구를 읽습니다",
    }
    pub(crate) fn openclaw_plugin_off(keys) {
        en: "OpenClaw's settings disable the plugin: {keys}",
        ko: "OpenClaw 설정에서 플러그인이 꺼져 있습니다: {keys}",
    }
    pub(crate) fn opencode_reloads() {
        en: "opencode loads the plugin at its next start; offline, that may take a minute",
        ko: "opencode를 다시 시작하면 플러그인을 읽습니다. 오프라인이면 1분쯤 걸릴 수 있습니다",
    }
    // Transcripts and exports.
    pub(crate) fn conversation_too_long() {
        en: "a conversation in it is too long",
        ko: "너무 긴 대화가 들어 있습니다",
    }
    pub(crate) fn transcript_unknown() {
        en: "not a transcript of Claude Code, Codex or OpenClaw",
        ko: "Claude Code, Codex, OpenClaw의 트랜스크립트가 아닙니다",
    }
    pub(crate) fn client_without_record(client) {
        en: "palimp cannot import sessions of {client}",
        ko: "palimp는 {client} 세션을 가져올 수 없습니다",
    }
    // Clients that are asked and do not answer.
    pub(crate) fn client_missing(title, name) {
        en: "cannot start {title}: there is no program `{name}` on the PATH, nor another client that palimp can use; hint: install it, until `{name} --version` works in a terminal",
        ko: "{title}을(를) 시작할 수 없습니다: PATH에 `{name}` 프로그램이 없고, palimp가 쓸 수 있는 다른 클라이언트도 없습니다. 터미널에서 `{name} --version`이 실행되도록 설치하세요",
    }
    pub(crate) fn client_missing_others(title, name, others) {
        en: "cannot start {title}: there is no program `{name}` on the PATH; hint: install it, or use {others}",
        ko: "{title}을(를) 시작할 수 없습니다: PATH에 `{name}` 프로그램이 없습니다. 설치하거나 다음 중에서 고르세요: {others}",
    }
    pub(crate) fn client_missing_condenses(title, name) {
        en: "cannot summarise with {title}: there is no program `{name}` on the PATH; hint: install it, or set `flush.summarizer` to an installed client or to `rules`",
        ko: "{title}(으)로 요약할 수 없습니다: PATH에 `{name}` 프로그램이 없습니다. 설치하거나 `flush.summarizer`를 설치된 클라이언트나 `rules`로 바꾸세요",
    }
    pub(crate) fn client_not_asked(title) {
        en: "palimp cannot use {title} as a model; hint: use claude, codex, gemini, opencode or copilot",
        ko: "{title}은(는) 모델로 쓸 수 없습니다. claude, codex, gemini, opencode, copilot 중 하나를 쓰세요",
    }
    pub(crate) fn client_not_started(title, error, name) {
        en: "cannot start {title}: {error}; hint: check that `{name} --version` works in a terminal",
        ko: "{title}을(를) 시작할 수 없습니다: {error}. 터미널에서 `{name} --version`이 실행되는지 확인하세요",
    }
    pub(crate) fn work_directory_failed(path, error) {
        en: "cannot create {path}, the client's working directory: {error}; hint: free some space, or check its permissions",
        ko: "클라이언트의 작업 디렉터리 {path}을(를) 만들 수 없습니다: {error}. 공간을 확보하거나 권한을 확인하세요",
    }
    pub(crate) fn client_timed_out(title, seconds, said, hint) {
        en: "{title} did not answer within {seconds} s and was stopped{said}. {hint}",
        ko: "{title}이(가) {seconds}초 안에 응답하지 않아 종료했습니다{said}. {hint}",
    }
    pub(crate) fn client_not_reached(title, error) {
        en: "cannot communicate with {title}: {error}",
        ko: "{title}와(과) 통신할 수 없습니다: {error}",
    }
    pub(crate) fn client_printed_too_much(title, limit_kb, hint) {
        en: "{title} printed more than {limit_kb} KB and was stopped. {hint}",
        ko: "{title}의 출력이 {limit_kb}KB를 넘어 종료했습니다. {hint}",
    }
    pub(crate) fn client_exited(title, code, said, hint) {
        en: "{title} exited with code {code}{said}. {hint}",
        ko: "{title}이(가) 종료 코드 {code}(으)로 끝났습니다{said}. {hint}",
    }
    pub(crate) fn client_failed(title, said, hint) {
        en: "{title} failed{said}. {hint}",
        ko: "{title}이(가) 실패했습니다{said}. {hint}",
    }
    pub(crate) fn client_mute(title, said, hint) {
        en: "{title} returned an empty answer{said}. {hint}",
        ko: "{title}의 응답이 비어 있습니다{said}. {hint}",
    }
    pub(crate) fn model_named(why, model) {
        en: "{why}. The model was {model}; hint: change `flush.model`",
        ko: "{why}. 사용한 모델: {model}. 바꾸려면 `flush.model`을 설정하세요",
    }
    pub(crate) fn client_not_understood(title, what, version) {
        en: "cannot parse the answer of {title}: {what}; it may be newer than {version}, the version palimp was tested with; hint: update palimp, or set `flush.summarizer` to another client or to `rules`",
        ko: "{title}의 응답을 해석할 수 없습니다: {what}. palimp를 테스트한 버전 {version}보다 새 버전일 수 있습니다. palimp를 업데이트하거나 `flush.summarizer`를 다른 클라이언트나 `rules`로 바꾸세요",
    }
    pub(crate) fn try_client_by_hand(name, version) {
        en: "Start `{name}` in a terminal to check that it is signed in and answers; palimp was tested with version {version}",
        ko: "터미널에서 `{name}`을(를) 시작해 로그인되어 있고 응답하는지 확인하세요. palimp는 버전 {version}에서 테스트했습니다",
    }
    pub(crate) fn client_stopped(stopped) {
        en: "it stopped: {stopped}",
        ko: "멈췄습니다: {stopped}",
    }
    pub(crate) fn not_unicode() {
        en: "not UTF-8",
        ko: "UTF-8이 아닙니다",
    }
    pub(crate) fn current_directory_missing(error) {
        en: "cannot find the current directory: {error}",
        ko: "현재 디렉터리를 찾을 수 없습니다: {error}",
    }
    pub(crate) fn no_session_id() {
        en: "`sessionId` is missing",
        ko: "`sessionId`가 없습니다",
    }
    pub(crate) fn no_result() {
        en: "`result` is missing",
        ko: "`result`가 없습니다",
    }
    pub(crate) fn no_response() {
        en: "`response` is missing",
        ko: "`response`가 없습니다",
    }
    pub(crate) fn no_event() {
        en: "no event",
        ko: "이벤트가 없습니다",
    }
    pub(crate) fn not_wanted_json() {
        en: "not the expected JSON object",
        ko: "예상한 JSON 객체가 아닙니다",
    }
}
