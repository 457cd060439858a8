//! Sentences of imports that a person reads, in English and Korean.

palimp_core::messages! {
    pub(crate) fn claude_memory_title() {
        en: "Claude Code's memory",
        ko: "Claude Code의 기억",
    }

    pub(crate) fn agent_rules_title() {
        en: "instructions for agents",
        ko: "에이전트를 위한 지침",
    }

    pub(crate) fn openclaw_notes_title() {
        en: "OpenClaw's notes",
        ko: "OpenClaw의 노트",
    }

    pub(crate) fn memory_hooks_title() {
        en: "the memory hooks of ~/.claude/memory.db",
        ko: "~/.claude/memory.db(메모리 훅)",
    }

    pub(crate) fn source_changed_note_edited(source, note) {
        en: "{source} has changed, but {note} was edited since its import: saved the new text next to it",
        ko: "{source}이(가) 바뀌었지만 {note}은(는) 가져온 뒤 편집되었습니다. 새 내용을 옆에 저장했습니다",
    }

    pub(crate) fn zip_unpacks_too_large() {
        en: "it unpacks to more than 100 times its size; an export does not",
        ko: "압축을 풀면 100배보다 커집니다. 정상적인 내보내기 파일이 아닙니다",
    }

    pub(crate) fn export_is_empty(path) {
        en: "{path} contains neither conversations.json nor a memory; hint: use the export that ChatGPT sent",
        ko: "{path}에 conversations.json도 메모리도 없습니다. ChatGPT가 보낸 내보내기 파일을 지정하세요",
    }

    pub(crate) fn file_too_long(path) {
        en: "skipped {path}: larger than 4 MiB",
        ko: "{path}을(를) 건너뛰었습니다: 4MiB보다 큽니다",
    }

    pub(crate) fn file_leads_out(path, root) {
        en: "skipped {path}: it points outside {root}",
        ko: "{path}을(를) 건너뛰었습니다: {root} 밖을 가리킵니다",
    }

    pub(crate) fn file_left_out(path, reason) {
        en: "skipped {path}: {reason}",
        ko: "{path}을(를) 건너뛰었습니다: {reason}",
    }

    pub(crate) fn file_not_text(path) {
        en: "skipped {path}: not a text file",
        ko: "{path}을(를) 건너뛰었습니다: 텍스트 파일이 아닙니다",
    }

    pub(crate) fn no_such_source(name, known) {
        en: "no source '{name}'; hint: use one of {known}, or chatgpt:PATH for an export",
        ko: "'{name}' 출처가 없습니다. {known} 중 하나를 쓰거나 내보내기 파일은 chatgpt:PATH로 지정하세요",
    }

    pub(crate) fn source_not_here(source) {
        en: "no data of {source} on this machine",
        ko: "이 컴퓨터에 {source}의 데이터가 없습니다",
    }

    pub(crate) fn export_path_missing() {
        en: "no path after chatgpt:; hint: `--from chatgpt:export.zip`",
        ko: "chatgpt: 뒤에 경로가 없습니다. `--from chatgpt:export.zip`처럼 쓰세요",
    }

    pub(crate) fn export_not_found(path) {
        en: "{path} does not exist; hint: give the zip file that ChatGPT sent, or the directory it unpacks to",
        ko: "{path}이(가) 없습니다. ChatGPT가 보낸 zip 파일이나 압축을 푼 디렉터리를 지정하세요",
    }

    pub(crate) fn file_failed(path, reason) {
        en: "{path}: {reason}",
        ko: "{path}: {reason}",
    }

    pub(crate) fn directory_not_readable(path, reason) {
        en: "cannot read {path}: {reason}; hint: check its permissions",
        ko: "{path}을(를) 읽을 수 없습니다: {reason}. 권한을 확인하세요",
    }

    pub(crate) fn session_left_out(reason) {
        en: "skipped a session: {reason}",
        ko: "세션을 건너뛰었습니다: {reason}",
    }

    pub(crate) fn session_broke_off(path, reason) {
        en: "{path}: {reason}; imported everything before that",
        ko: "{path}: {reason}. 그 앞까지 가져왔습니다",
    }

    pub(crate) fn session_lines_unknown(path, lines) {
        en: "{path}: cannot parse {lines}; imported the rest",
        ko: "{path}: 해석할 수 없는 것 {lines}. 나머지는 가져왔습니다",
    }
    pub(crate) fn uncounted_sessions() { en: "recorded sessions", ko: "기록된 세션" }
    pub(crate) fn uncounted_memories() { en: "memories", ko: "기억" }
    pub(crate) fn uncounted_observations() { en: "observations", ko: "관찰" }
    pub(crate) fn uncounted_exports() { en: "exports", ko: "내보내기 파일" }
    pub(crate) fn uncounted_files() { en: "files", ko: "파일" }
}
