//! Sentences about notes that cannot be read or written, for a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn vault_missing(path) {
        en: "no vault at {path}; hint: `palimp init` creates one",
        ko: "{path}에 볼트가 없습니다. `palimp init`으로 만드세요",
    }
    pub(crate) fn note_missing(path) {
        en: "no note {path}",
        ko: "{path} 노트가 없습니다",
    }
    pub(crate) fn note_exists(path) {
        en: "{path} already exists; hint: append to it, or replace it explicitly",
        ko: "{path}: 이미 있습니다. 내용을 추가하거나 바꾸기를 명시하세요",
    }
    pub(crate) fn note_is_link(path) {
        en: "{path} is a symbolic link, which is not followed in a vault; hint: put the file there, or add its target to index.extraPaths",
        ko: "{path}: 심볼릭 링크입니다. 볼트 안의 링크는 따라가지 않습니다. 파일을 그 자리에 두거나 대상을 index.extraPaths에 추가하세요",
    }
    pub(crate) fn note_outside(path, root) {
        en: "{path} is a link that points outside {root}, which is not followed",
        ko: "{path}: {root} 밖을 가리키는 링크라서 따라가지 않습니다",
    }
    pub(crate) fn note_not_file(path) {
        en: "{path} is not a regular file; hint: move it away, or choose another name",
        ko: "{path}: 일반 파일이 아닙니다. 옮기거나 다른 이름을 쓰세요",
    }
    pub(crate) fn note_not_text(path) {
        en: "cannot read {path}: it is not UTF-8; hint: convert it",
        ko: "{path}을(를) 읽을 수 없습니다: UTF-8이 아닙니다. 변환하세요",
    }
    pub(crate) fn note_too_large(path, limit_mb) {
        en: "cannot read {path}: it is larger than {limit_mb} MB, too large for a note",
        ko: "{path}을(를) 읽을 수 없습니다: 노트의 한도 {limit_mb}MB보다 큽니다",
    }
    pub(crate) fn note_busy(path) {
        en: "cannot write {path}: another program is changing it; hint: try again later",
        ko: "{path}에 쓸 수 없습니다: 다른 프로그램이 바꾸고 있습니다. 나중에 다시 시도하세요",
    }
    pub(crate) fn version_unknown(note, id) {
        en: "{note} has no version {id}; hint: `palimp history {note}`",
        ko: "{note}에 {id} 버전이 없습니다. `palimp history {note}`에서 버전을 볼 수 있습니다",
    }
    pub(crate) fn path_relative(path) {
        en: "{path} is a relative path; hint: begin it with ~/ or /",
        ko: "{path}: 상대 경로입니다. ~/나 /로 시작하세요",
    }
    pub(crate) fn watch_failed(path, reason) {
        en: "cannot watch {path}: {reason}",
        ko: "{path}을(를) 감시할 수 없습니다: {reason}",
    }
    pub(crate) fn too_many_watches() {
        en: "too many files are watched; hint: raise fs.inotify.max_user_watches",
        ko: "감시하는 파일이 너무 많습니다. fs.inotify.max_user_watches를 늘리세요",
    }
}
