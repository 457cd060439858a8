//! Sentences about what stands in the place of a file, for a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn readable_by_others(path) {
        en: "other users can read it; hint: run `chmod 600 {path}`, and replace any credentials it contains",
        ko: "다른 사용자가 읽을 수 있습니다. `chmod 600 {path}`을(를) 실행하고, 파일에 든 자격 증명을 교체하세요",
    }
    pub(crate) fn not_utf8() {
        en: "not UTF-8",
        ko: "UTF-8이 아닙니다",
    }
    pub(crate) fn owned_by_other(owner) {
        en: "it belongs to another user (id {owner}); hint: delete it, or change its owner",
        ko: "다른 사용자(id {owner})의 파일입니다. 삭제하거나 소유자를 바꾸세요",
    }
    pub(crate) fn symbolic_link() {
        en: "it is a symbolic link; hint: replace the link with the file",
        ko: "심볼릭 링크입니다. 링크 대신 파일을 두세요",
    }
    pub(crate) fn not_file() {
        en: "it is not a regular file; hint: delete it",
        ko: "일반 파일이 아닙니다. 삭제하세요",
    }
    pub(crate) fn named_not_file() {
        en: "it is not a regular file; hint: name another one",
        ko: "일반 파일이 아닙니다. 다른 파일을 지정하세요",
    }
    pub(crate) fn too_large(limit_mb) {
        en: "it is larger than {limit_mb} MB",
        ko: "{limit_mb}MB보다 큽니다",
    }
    pub(crate) fn scratch_all_in_use(most, name, root) {
        en: "all {most} directories {name} in {root} are in use",
        ko: "{root}의 {name} 디렉터리 {most}개가 모두 사용 중입니다",
    }
}
