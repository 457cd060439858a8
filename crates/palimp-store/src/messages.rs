//! Sentences about databases that cannot be used, for a person, in English and Korean.

palimp_core::messages! {
    // Errors of palimp's own databases.
    pub(crate) fn database_locked(path) {
        en: "{path} is locked by another process: try again, or end the process that holds it",
        ko: "{path}: 다른 프로세스가 잠갔습니다. 다시 해 보거나 그 프로세스를 끝내세요",
    }
    pub(crate) fn database_damaged(path) {
        en: "{path} is damaged: run `palimp doctor --fix`, which saves what can be read and starts a new one",
        ko: "{path}: 손상되었습니다. `palimp doctor --fix`가 읽을 수 있는 것을 건지고 새로 시작합니다",
    }
    pub(crate) fn database_newer(path, found, known) {
        en: "{path} was written by a newer palimp (its format is {found}, this one knows up to {known}): update palimp",
        ko: "{path}: 더 새로운 palimp가 썼습니다(형식 {found}, 이 palimp는 {known}까지 압니다). palimp를 올리세요",
    }
    pub(crate) fn nothing_captured(path) {
        en: "there is no {path} yet: nothing has been captured",
        ko: "아직 {path}이(가) 없습니다. 기록된 것이 없습니다",
    }
    // Errors of other tools' stores.
    pub(crate) fn foreign_store_locked(path) {
        en: "{path} is in use by another program: close that and try again",
        ko: "{path}: 다른 프로그램이 쓰고 있습니다. 닫고 다시 해 보세요",
    }
    pub(crate) fn foreign_store_damaged(path) {
        en: "{path} is damaged, or no SQLite database: it was left alone",
        ko: "{path}: 손상되었거나 SQLite 데이터베이스가 아니어서 손대지 않았습니다",
    }
    pub(crate) fn foreign_store_endless(path) {
        en: "{path} asks for more work than any store of its kind: it was left alone",
        ko: "{path}: 이런 데이터베이스치고 일이 너무 많아 손대지 않았습니다",
    }
    pub(crate) fn foreign_table_missing(path, table) {
        en: "{path} has no table '{table}': another version wrote it than palimp knows",
        ko: "{path}: '{table}' 테이블이 없습니다. palimp가 모르는 판이 썼습니다",
    }
    // Damage that a check of a database found.
    pub(crate) fn table_missing(table) {
        en: "the table {table} is missing",
        ko: "표 {table}이(가) 없습니다",
    }
    pub(crate) fn rows_unindexed(missing, table) {
        en: "{missing} {table} are not in the full text",
        ko: "전문 색인에 없는 것: {missing} {table}",
    }
    pub(crate) fn database_unreadable() {
        en: "it cannot be read through",
        ko: "끝까지 읽을 수 없습니다",
    }
    pub(crate) fn index_terms_gone() {
        en: "its terms are gone",
        ko: "찾을 말이 사라졌습니다",
    }
    pub(crate) fn index_rows_stale() {
        en: "it has rows that are gone",
        ko: "사라진 행이 남았습니다",
    }
}
