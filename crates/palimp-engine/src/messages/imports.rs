//! Sentences of imports that the engine says to a person, in English and Korean.

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
        ko: "~/.claude/memory.db의 기억 훅",
    }

    pub(crate) fn source_changed_note_edited(source, note) {
        en: "{source} has changed, and {note} was edited since it was imported: the new text is saved beside it",
        ko: "{source}이(가) 바뀌었고 {note}은(는) 가져온 뒤에 고쳐졌습니다. 새 글은 그 곁에 두었습니다",
    }

    pub(crate) fn zip_unpacks_too_large() {
        en: "it unpacks to more than a hundred times its size, as no export does",
        ko: "풀면 크기가 백 배를 넘습니다. 내보낸 파일은 그렇지 않습니다",
    }

    pub(crate) fn export_is_empty(path) {
        en: "{path} holds neither conversations.json nor a memory: give the export that ChatGPT sent",
        ko: "{path}에 conversations.json도 기억도 없습니다. ChatGPT가 보낸 것을 적으세요",
    }

    pub(crate) fn file_too_long(path) {
        en: "{path} is longer than 4 MiB: it was left out",
        ko: "{path}: 4MiB보다 길어 빼놓았습니다",
    }

    pub(crate) fn file_leads_out(path, root) {
        en: "{path} leads out of {root}: it was left out",
        ko: "{path}: {root} 밖으로 나가서 빼놓았습니다",
    }

    pub(crate) fn file_left_out(path, reason) {
        en: "{path} was left out: {reason}",
        ko: "{path}: 빼놓았습니다: {reason}",
    }

    pub(crate) fn file_not_text(path) {
        en: "{path} is no text: it was left out",
        ko: "{path}: 글이 아니어서 빼놓았습니다",
    }

    pub(crate) fn no_such_source(name, known) {
        en: "no source is called '{name}': use one of {known}, or chatgpt:PATH for an export",
        ko: "'{name}'(이)라는 출처는 없습니다. {known} 가운데 하나나, 내보낸 파일이면 chatgpt:PATH를 쓰세요",
    }

    pub(crate) fn source_not_here(source) {
        en: "nothing of {source} is on this machine",
        ko: "이 컴퓨터에 {source}의 것이 없습니다",
    }

    pub(crate) fn export_path_missing() {
        en: "the path is missing behind chatgpt: write --from chatgpt:export.zip for the export that ChatGPT sent",
        ko: "chatgpt: 뒤에 경로가 없습니다. ChatGPT가 보낸 파일을 --from chatgpt:export.zip처럼 적으세요",
    }

    pub(crate) fn export_not_found(path) {
        en: "{path} is not there: give the export that ChatGPT sent, its zip file or the directory unpacked from it",
        ko: "{path}이(가) 없습니다. ChatGPT가 보낸 zip 파일이나 그것을 푼 디렉터리를 적으세요",
    }

    pub(crate) fn directory_not_readable(path, reason) {
        en: "{path}: {reason}: check its permissions",
        ko: "{path}: {reason}. 권한을 확인하세요",
    }

    pub(crate) fn session_left_out(reason) {
        en: "{reason}; it was left out",
        ko: "{reason}. 빼놓았습니다",
    }

    pub(crate) fn session_broke_off(path, reason) {
        en: "{path}: {reason}; what stands before that was taken in",
        ko: "{path}: {reason}. 그 앞에 있는 것은 가져왔습니다",
    }

    pub(crate) fn session_lines_unknown(path, lines) {
        en: "{path}: {lines} could not be understood; the rest was taken in",
        ko: "{path}: 알아볼 수 없는 것 {lines}. 나머지는 가져왔습니다",
    }
    pub(crate) fn uncounted_sessions() { en: "the recorded sessions", ko: "기록된 세션" }
    pub(crate) fn uncounted_memories() { en: "the memories", ko: "기억" }
    pub(crate) fn uncounted_observations() { en: "the observations", ko: "관찰" }
    pub(crate) fn uncounted_exports() { en: "the exports", ko: "내보낸 파일" }
    pub(crate) fn uncounted_files() { en: "the files", ko: "파일" }
}
