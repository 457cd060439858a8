//! Sentences about the sync of a user's machines, in English and Korean.

palimp_core::messages! {
    pub(crate) fn no_random_numbers() {
        en: "cannot create a key: the system has no random numbers",
        ko: "키를 만들 수 없습니다. 시스템에서 난수를 얻지 못했습니다",
    }
    pub(crate) fn file_damaged(name) {
        en: "cannot open {name}: the file is damaged, was changed, or belongs to another group",
        ko: "{name}을(를) 열 수 없습니다. 파일이 손상 또는 변경되었거나 다른 그룹의 파일입니다",
    }
    pub(crate) fn file_too_new(name) {
        en: "cannot open {name}: a newer palimp wrote it; hint: update palimp on this machine",
        ko: "{name}을(를) 열 수 없습니다. 더 새로운 palimp가 쓴 파일입니다. 이 컴퓨터의 palimp를 업데이트하세요",
    }
    pub(crate) fn file_failed(path, reason) {
        en: "{path}: {reason}",
        ko: "{path}: {reason}",
    }
    pub(crate) fn git_failed(said) {
        en: "cannot sync with the repository: {said}",
        ko: "저장소와 동기화할 수 없습니다: {said}",
    }
    pub(crate) fn remote_busy() {
        en: "cannot push: other machines push at the same time, or the server refuses force pushes; hint: run `palimp sync` again",
        ko: "푸시할 수 없습니다. 다른 컴퓨터가 동시에 푸시하거나 서버가 강제 푸시를 거부합니다. `palimp sync`를 다시 실행하세요",
    }
    pub(crate) fn ssh_failed(host, said) {
        en: "cannot create a repository on {host}: {said}; hint: `ssh {host} git --version` must work without a password",
        ko: "{host}에 저장소를 만들 수 없습니다: {said}. `ssh {host} git --version`이 암호 없이 실행되어야 합니다",
    }
    pub(crate) fn not_set_up() {
        en: "this home does not sync yet; hint: `palimp sync init <REMOTE>` on the first machine, `palimp sync join <REMOTE>` on the others",
        ko: "아직 동기화를 설정하지 않았습니다. 첫 컴퓨터에서는 `palimp sync init <REMOTE>`, 다른 컴퓨터에서는 `palimp sync join <REMOTE>`를 실행하세요",
    }
    pub(crate) fn already_set_up(remote) {
        en: "this home syncs with {remote} already; hint: `palimp sync leave` first",
        ko: "이미 {remote}와(과) 동기화하고 있습니다. 먼저 `palimp sync leave`를 실행하세요",
    }
    pub(crate) fn remote_in_use(remote) {
        en: "{remote} syncs other machines already; hint: `palimp sync join {remote}` with their code",
        ko: "{remote}은(는) 이미 다른 컴퓨터들이 쓰고 있습니다. 그 컴퓨터의 코드로 `palimp sync join {remote}`를 실행하세요",
    }
    pub(crate) fn remote_not_empty(remote) {
        en: "{remote} holds other files; hint: use an empty repository of its own",
        ko: "{remote}에 다른 파일이 있습니다. 동기화 전용으로 빈 저장소를 쓰세요",
    }
    pub(crate) fn vault_suspicious(vault, gone, known) {
        en: "{vault}: {gone} of {known} notes are gone, so no note was synced; hint: is its disk there? `palimp sync now --delete-missing` deletes them on all machines",
        ko: "{vault}: 노트 {known}개 중 {gone}개가 없어져 노트를 동기화하지 않았습니다. 디스크가 연결되어 있는지 확인하세요. `palimp sync now --delete-missing`은 모든 컴퓨터에서 삭제합니다",
    }
    pub(crate) fn remote_in_home(path) {
        en: "cannot sync with {path}: it holds palimp's own files on this machine; hint: use a directory of its own",
        ko: "{path}와(과) 동기화할 수 없습니다. 이 컴퓨터의 palimp 파일이 있는 곳입니다. 동기화 전용 디렉터리를 쓰세요",
    }
    pub(crate) fn database_refilled() {
        en: "the database was lost or is older than the last sync; it was filled again from the remote",
        ko: "데이터베이스가 없어졌거나 마지막 동기화 때보다 오래되어 원격 저장소의 기록으로 다시 채웠습니다",
    }
    pub(crate) fn remote_missing(path) {
        en: "cannot sync: there is no directory {path}; hint: is its disk or share mounted?",
        ko: "동기화할 수 없습니다. {path} 디렉터리가 없습니다. 디스크나 공유 폴더가 연결되어 있는지 확인하세요",
    }
    pub(crate) fn remote_empty(remote) {
        en: "no machine syncs with {remote} yet; hint: `palimp sync init {remote}`, or check the address",
        ko: "{remote}와(과) 동기화하는 컴퓨터가 아직 없습니다. `palimp sync init {remote}`를 실행하거나 주소를 확인하세요",
    }
    pub(crate) fn wrong_code() {
        en: "the code does not open this remote; hint: `palimp sync code` on a machine that syncs with it shows the right one",
        ko: "이 코드로는 원격 저장소를 열 수 없습니다. 동기화 중인 컴퓨터에서 `palimp sync code`를 실행하면 올바른 코드가 나옵니다",
    }
    pub(crate) fn key_missing() {
        en: "the sync key of this home is missing; hint: `palimp sync leave`, then `palimp sync join` with the code of another machine",
        ko: "이 홈의 동기화 키가 없습니다. `palimp sync leave` 후 다른 컴퓨터의 코드로 `palimp sync join`을 실행하세요",
    }
    pub(crate) fn sync_in_progress() {
        en: "another process is syncing this home",
        ko: "다른 프로세스가 이 홈을 동기화하고 있습니다",
    }
    // Warnings of a sync.
    pub(crate) fn remote_went_back(device) {
        en: "{device}: the remote shows an older state than before; it may have been restored from a backup, or somebody withholds files",
        ko: "{device}: 원격 저장소가 이전보다 오래된 상태입니다. 백업에서 복원되었거나 누군가 파일을 숨기고 있을 수 있습니다",
    }
    pub(crate) fn remote_withholds(device, witness) {
        en: "{device}: {witness} has seen a newer state than the remote shows; it may still be uploading, or somebody withholds files",
        ko: "{device}: {witness}은(는) 더 새로운 상태를 본 적이 있습니다. 아직 업로드 중이거나 누군가 파일을 숨기고 있을 수 있습니다",
    }
    pub(crate) fn manifest_missing(device) {
        en: "{device}: its list of files is missing from the remote",
        ko: "{device}: 원격 저장소에 파일 목록이 없습니다",
    }
    pub(crate) fn segment_missing(name) {
        en: "{name}: missing from the remote; the machine that wrote it uploads it again with its next sync",
        ko: "{name}: 원격 저장소에 없습니다. 이 파일을 쓴 컴퓨터가 다음 동기화 때 다시 올립니다",
    }
    pub(crate) fn segment_changed(name) {
        en: "{name}: damaged or changed, so it was not read; the machine that wrote it uploads it again with its next sync",
        ko: "{name}: 손상되었거나 변경되어 읽지 않았습니다. 이 파일을 쓴 컴퓨터가 다음 동기화 때 다시 올립니다",
    }
    pub(crate) fn newer_records(device, records) {
        en: "{device}: skipped {records} of a newer palimp; hint: update palimp on this machine",
        ko: "{device}: 더 새로운 palimp의 기록 {records}개를 건너뛰었습니다. 이 컴퓨터의 palimp를 업데이트하세요",
    }
    pub(crate) fn own_state_newer() {
        en: "this home was restored or copied from another machine; it syncs as a new machine from now on",
        ko: "이 홈은 복원되었거나 다른 컴퓨터에서 복사되었습니다. 이제부터 새 컴퓨터로 동기화합니다",
    }
    pub(crate) fn files_uploaded_again(files) {
        en: "files of this machine that were missing or damaged on the remote, uploaded again: {files}",
        ko: "원격 저장소에서 없어졌거나 손상되어 다시 올린 이 컴퓨터의 파일: {files}개",
    }
    pub(crate) fn note_not_written(note, reason) {
        en: "{note}: not synced: {reason}",
        ko: "{note}: 동기화하지 못했습니다: {reason}",
    }
}
