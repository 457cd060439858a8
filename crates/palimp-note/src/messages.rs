//! Sentences about names and texts of notes for a person, in English and Korean.

palimp_core::messages! {
    // Paths of notes.
    pub(crate) fn path_empty() {
        en: "a note needs a path; hint: write it like shared/decisions.md",
        ko: "노트 경로가 필요합니다. shared/decisions.md처럼 쓰세요",
    }
    pub(crate) fn path_absolute(path) {
        en: "{path} is not in the vault; hint: give the path from the vault's root, like shared/decisions.md",
        ko: "{path}: 볼트 안의 경로가 아닙니다. shared/decisions.md처럼 볼트에서 시작하는 경로를 쓰세요",
    }
    pub(crate) fn path_upward(path) {
        en: "{path} points outside the vault; hint: give the path from the vault's root, without ..",
        ko: "{path}: 볼트 밖을 가리킵니다. .. 없이 볼트에서 시작하는 경로를 쓰세요",
    }
    pub(crate) fn path_with_backslash(path) {
        en: "{path} contains a backslash; hint: use / between directories",
        ko: "{path}: 역슬래시가 있습니다. 디렉터리는 /로 구분하세요",
    }
    pub(crate) fn path_with_control(path) {
        en: "{path} contains a character not allowed in file names",
        ko: "{path}: 파일 이름에 쓸 수 없는 문자가 있습니다",
    }
    pub(crate) fn path_hidden(path) {
        en: "{path} is hidden; palimp ignores names that begin with a dot",
        ko: "{path}: 숨김 파일입니다. palimp는 점으로 시작하는 파일을 무시합니다",
    }
    pub(crate) fn path_too_long(path) {
        en: "{path} is too long: a file name has at most 255 bytes",
        ko: "{path}: 파일 이름은 255바이트까지입니다",
    }
    pub(crate) fn path_not_markdown(path) {
        en: "{path} is not a note; hint: end its name in .md",
        ko: "{path}: 노트가 아닙니다. 이름이 .md로 끝나야 합니다",
    }
    pub(crate) fn kind_unknown(kind) {
        en: "no kind {kind}; hint: use daily, core, preference, decision, project, procedure, lesson or semantic",
        ko: "{kind} 종류가 없습니다. daily, core, preference, decision, project, procedure, lesson, semantic 중 하나를 쓰세요",
    }
    // Words that are not replaced.
    pub(crate) fn old_words_absent() {
        en: "the text to replace is not in the note; hint: read the note again",
        ko: "바꿀 내용이 노트에 없습니다. 노트를 다시 읽으세요",
    }
    pub(crate) fn old_words_repeated(times) {
        en: "the text to replace occurs {times} times; hint: include more of the surrounding text",
        ko: "바꿀 내용이 {times}번 나옵니다. 앞뒤 내용을 더 포함하세요",
    }
    pub(crate) fn line_of_other_author(line) {
        en: "cannot replace line {line}: it has another author",
        ko: "{line}번째 줄은 바꿀 수 없습니다: 작성자가 다릅니다",
    }
    pub(crate) fn old_words_torn() {
        en: "cannot replace part of this text; hint: pass the whole text",
        ko: "이 글의 일부만 바꿀 수는 없습니다. 전체를 입력하세요",
    }
}
