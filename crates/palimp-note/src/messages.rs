//! Sentences about names and texts of notes for a person, in English and Korean.

palimp_core::messages! {
    // Paths of notes.
    pub(crate) fn path_empty() {
        en: "a note needs a path, such as shared/decisions.md",
        ko: "노트에는 shared/decisions.md 같은 경로가 필요합니다",
    }
    pub(crate) fn path_absolute(path) {
        en: "{path} is not within the vault: give the path from the vault's root, such as shared/decisions.md",
        ko: "{path}: 보관소 안이 아닙니다. shared/decisions.md처럼 보관소에서 시작하는 경로를 적으세요",
    }
    pub(crate) fn path_upward(path) {
        en: "{path} leads out of the vault: give the path from the vault's root, without ..",
        ko: "{path}: 보관소 밖으로 나갑니다. .. 없이 보관소에서 시작하는 경로를 적으세요",
    }
    pub(crate) fn path_with_backslash(path) {
        en: "{path} has a backslash: put / between directories",
        ko: "{path}: 역슬래시가 있습니다. 디렉터리 사이에는 /를 쓰세요",
    }
    pub(crate) fn path_with_control(path) {
        en: "{path} has a character that no file name should have",
        ko: "{path}: 파일 이름에 있어서는 안 될 글자가 있습니다",
    }
    pub(crate) fn path_hidden(path) {
        en: "{path} is hidden: palimp leaves alone what begins with a dot",
        ko: "{path}: 숨긴 파일입니다. palimp는 점으로 시작하는 것에 손대지 않습니다",
    }
    pub(crate) fn path_too_long(path) {
        en: "{path} is too long for a file name: 255 bytes is the longest",
        ko: "{path}: 파일 이름으로 너무 깁니다. 255바이트까지입니다",
    }
    pub(crate) fn path_not_markdown(path) {
        en: "{path} is not a note: its name has to end in .md",
        ko: "{path}: 노트가 아닙니다. 이름이 .md로 끝나야 합니다",
    }
    pub(crate) fn kind_unknown(kind) {
        en: "there is no kind {kind}: it is daily, core, preference, decision, project, procedure, lesson or semantic",
        ko: "{kind}(이)라는 종류는 없습니다. daily, core, preference, decision, project, procedure, lesson, semantic 가운데 하나입니다",
    }
    // Words that are not replaced.
    pub(crate) fn old_words_absent() {
        en: "those words do not stand there: read the note again",
        ko: "그 글이 거기 없습니다. 노트를 다시 읽으세요",
    }
    pub(crate) fn old_words_repeated(times) {
        en: "those words stand there {times} times: pass more of what stands around them",
        ko: "그 글이 거기 {times}번 있습니다. 앞뒤를 더 적으세요",
    }
    pub(crate) fn line_of_other_author(line) {
        en: "line {line} was written by somebody else: only their author replaces words",
        ko: "{line}번째 줄은 다른 이가 썼습니다. 쓴 이만 바꿉니다",
    }
    pub(crate) fn old_words_torn() {
        en: "those words are a part of a text that cannot be cut there: pass the whole text",
        ko: "거기서 자를 수 없는 글의 일부입니다. 글 전체를 적으세요",
    }
}
