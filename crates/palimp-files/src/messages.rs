//! Sentences about what stands in the place of a file, for a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn readable_by_others(path) {
        en: "other users of this machine can read it: run `chmod 600 {path}`, and replace what it holds if others may have seen it",
        ko: "이 컴퓨터의 다른 사용자가 읽을 수 있습니다. `chmod 600 {path}`을(를) 실행하고, 남이 보았을 수 있으면 든 것을 바꾸세요",
    }
    pub(crate) fn not_utf8() {
        en: "it is no UTF-8",
        ko: "UTF-8이 아닙니다",
    }
    pub(crate) fn owned_by_other(owner) {
        en: "it belongs to another user (id {owner}): remove it, or take it over",
        ko: "다른 사용자(id {owner})의 것입니다. 지우거나 넘겨받으세요",
    }
    pub(crate) fn symbolic_link() {
        en: "it is a symbolic link, which is not followed there: put the file itself in its place",
        ko: "심볼릭 링크라서 거기서는 따라가지 않습니다. 파일 자체를 두세요",
    }
    pub(crate) fn not_file() {
        en: "it is a pipe, a device or a socket, and no file: remove it",
        ko: "파일이 아니라 파이프나 장치나 소켓입니다. 치우세요",
    }
    pub(crate) fn named_not_file() {
        en: "it is a pipe, a device or a socket, and no file: name a file",
        ko: "파일이 아니라 파이프나 장치나 소켓입니다. 파일을 적으세요",
    }
    pub(crate) fn too_large(limit_mb) {
        en: "it is larger than {limit_mb} MB",
        ko: "{limit_mb}MB보다 큽니다",
    }
    pub(crate) fn scratch_all_in_use(most, name, root) {
        en: "{most} directories named {name} in {root} are at work already",
        ko: "{root}에서 이름이 {name}인 디렉터리 {most}개가 이미 쓰이고 있습니다",
    }
}
