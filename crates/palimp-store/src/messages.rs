//! Sentences about databases that cannot be used, for a person, in English and Korean.

palimp_core::messages! {
    // Errors of palimp's own databases.
    pub(crate) fn database_locked(path) {
        en: "cannot open {path}: another process has locked it; hint: try again, or end that process",
        ko: "{path}을(를) 열 수 없습니다: 다른 프로세스가 잠갔습니다. 다시 시도하거나 그 프로세스를 종료하세요",
    }
    pub(crate) fn database_damaged(path) {
        en: "{path} is damaged; hint: `palimp doctor --fix` recovers readable data into a new database",
        ko: "{path}: 손상되었습니다. `palimp doctor --fix`로 읽을 수 있는 데이터를 새 데이터베이스로 복구하세요",
    }
    pub(crate) fn database_newer(path, found, known) {
        en: "cannot open {path}: a newer palimp wrote it (format {found}, supported up to {known}); hint: update palimp",
        ko: "{path}을(를) 열 수 없습니다: 더 새 버전의 palimp가 만들었습니다(형식 {found}, 지원하는 형식 {known}까지). palimp를 업데이트하세요",
    }
    pub(crate) fn nothing_captured(path) {
        en: "{path} does not exist: nothing has been captured yet",
        ko: "{path}이(가) 없습니다: 아직 캡처한 것이 없습니다",
    }
    // Errors of other tools' stores.
    pub(crate) fn foreign_store_locked(path) {
        en: "cannot read {path}: another program is using it; hint: close that program and try again",
        ko: "{path}을(를) 읽을 수 없습니다: 다른 프로그램이 사용 중입니다. 닫고 다시 시도하세요",
    }
    pub(crate) fn foreign_store_damaged(path) {
        en: "cannot read {path}: it is damaged, or not an SQLite database",
        ko: "{path}을(를) 읽을 수 없습니다: 손상되었거나 SQLite 데이터베이스가 아닙니다",
    }
    pub(crate) fn foreign_store_endless(path) {
        en: "cannot read {path}: it takes too long for a database of this kind",
        ko: "{path}을(를) 읽을 수 없습니다: 이런 데이터베이스로는 너무 오래 걸립니다",
    }
    pub(crate) fn foreign_table_missing(path, table) {
        en: "cannot read {path}: it has no table '{table}', so an unknown version wrote it",
        ko: "{path}을(를) 읽을 수 없습니다: '{table}' 테이블이 없습니다. 알 수 없는 버전에서 만들었습니다",
    }
    // Damage that a check of a database found.
    pub(crate) fn table_missing(table) {
        en: "table {table} is missing",
        ko: "{table} 테이블이 없습니다",
    }
    pub(crate) fn rows_unindexed(missing, table) {
        en: "{missing} {table} are missing from the full-text index",
        ko: "전문 색인에 없음: {missing} {table}",
    }
    pub(crate) fn database_unreadable() {
        en: "it cannot be read to the end",
        ko: "끝까지 읽을 수 없습니다",
    }
    pub(crate) fn index_terms_gone() {
        en: "its terms are missing",
        ko: "색인어가 없습니다",
    }
    pub(crate) fn index_rows_stale() {
        en: "it contains deleted rows",
        ko: "삭제된 행이 남아 있습니다",
    }
}
