//! Sentences about notes that cannot be read or written, for a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn vault_missing(path) {
        en: "there is no vault at {path}: `palimp init` makes one",
        ko: "{path}에 보관소가 없습니다. `palimp init`이 만듭니다",
    }
    pub(crate) fn note_missing(path) {
        en: "there is no note {path}",
        ko: "노트가 없습니다: {path}",
    }
    pub(crate) fn note_exists(path) {
        en: "{path} exists already: append to it, or ask for it to be replaced",
        ko: "{path}: 이미 있습니다. 덧붙이거나 바꾸라고 하세요",
    }
    pub(crate) fn note_is_link(path) {
        en: "{path} is a symbolic link: inside a vault palimp follows none; put the file itself there, or index its target as an extra path",
        ko: "{path}: 심볼릭 링크입니다. palimp는 보관소 안의 링크를 따르지 않습니다. 파일을 그 자리에 두거나 가리키는 곳을 추가 경로로 색인하세요",
    }
    pub(crate) fn note_outside(path, root) {
        en: "{path} leads out of {root}: palimp follows no link that does",
        ko: "{path}: {root} 밖으로 나갑니다. palimp는 그런 링크를 따르지 않습니다",
    }
    pub(crate) fn note_not_file(path) {
        en: "{path} is no file that can hold a note: move it away or choose another name",
        ko: "{path}: 노트가 될 수 있는 파일이 아닙니다. 옮기거나 다른 이름을 고르세요",
    }
    pub(crate) fn note_not_text(path) {
        en: "{path} is not UTF-8 text: convert it first, it is left as it is",
        ko: "{path}: UTF-8 글이 아닙니다. 먼저 바꾸세요. 그대로 두었습니다",
    }
    pub(crate) fn note_too_large(path, limit_mb) {
        en: "{path} is larger than {limit_mb} MB: no note is, it is left as it is",
        ko: "{path}: {limit_mb} MB보다 커서 노트가 아닙니다. 그대로 두었습니다",
    }
    pub(crate) fn note_busy(path) {
        en: "{path} is being changed by another program: try again when it has finished",
        ko: "{path}: 다른 프로그램이 바꾸고 있습니다. 끝난 뒤에 다시 해 보세요",
    }
    pub(crate) fn version_unknown(note, id) {
        en: "{note} has no version {id}: `palimp history {note}` lists those it has",
        ko: "{note}: {id} 판이 없습니다. `palimp history {note}`이(가) 있는 판을 보여 줍니다",
    }
    pub(crate) fn path_relative(path) {
        en: "{path} is relative: begin it with ~/ or /, or it would be another path in every directory",
        ko: "{path}: 상대 경로입니다. ~/ 나 / 로 시작하세요. 디렉터리마다 다른 곳이 됩니다",
    }
    pub(crate) fn watch_failed(path, reason) {
        en: "{path} cannot be followed: {reason}",
        ko: "{path}: 따라갈 수 없습니다: {reason}",
    }
    pub(crate) fn too_many_watches() {
        en: "the system follows too many files; raise fs.inotify.max_user_watches",
        ko: "시스템이 감시하는 파일이 너무 많습니다. fs.inotify.max_user_watches를 올리세요",
    }
}
