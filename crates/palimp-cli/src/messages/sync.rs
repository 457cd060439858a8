//! Sentences of `sync`, in English and Korean.

palimp_core::messages! {
    pub(crate) fn sync_set_up(name, remote) {
        en: "This machine ({name}) now syncs with {remote}.",
        ko: "이 컴퓨터({name})가 {remote}와(과) 동기화합니다.",
    }
    pub(crate) fn sync_how_to_join(remote) {
        en: "On each other machine, run `palimp sync join {remote}` and enter this code:",
        ko: "다른 컴퓨터에서 `palimp sync join {remote}`를 실행하고 이 코드를 입력하세요:",
    }
    pub(crate) fn sync_keep_code() {
        en: "Keep the code like a password: with it, anyone who can read the remote can read your memory. `palimp sync code` shows it again.",
        ko: "이 코드는 비밀번호처럼 보관하세요. 코드와 원격 저장소가 있으면 누구나 기억을 읽을 수 있습니다. `palimp sync code`로 다시 볼 수 있습니다.",
    }
    pub(crate) fn ask_sync_code() {
        en: "Code (`palimp sync code` on the other machine shows it): ",
        ko: "코드(다른 컴퓨터에서 `palimp sync code`로 확인): ",
    }
    pub(crate) fn sync_remote_empty() {
        en: "the remote is empty; hint: a git repository, a directory, or ssh:HOST",
        ko: "원격 저장소 주소가 비어 있습니다. git 저장소, 디렉터리, ssh:HOST 중 하나를 쓰세요",
    }
    pub(crate) fn sync_code_malformed() {
        en: "cannot read the code: a group is missing or mistyped; hint: `palimp sync code` on the other machine shows it",
        ko: "코드를 읽을 수 없습니다. 빠지거나 잘못 입력한 부분이 있습니다. 다른 컴퓨터에서 `palimp sync code`로 확인하세요",
    }
    pub(crate) fn sync_code_wanted() {
        en: "cannot ask for the code: there is no terminal; hint: --code-file FILE, or - for standard input",
        ko: "터미널이 없어 코드를 물을 수 없습니다. --code-file FILE을 쓰세요. -는 표준 입력입니다",
    }
    pub(crate) fn sync_key_missing() {
        en: "the sync key of this home is missing; hint: `palimp sync leave`, then `palimp sync join` with the code of another machine",
        ko: "이 홈의 동기화 키가 없습니다. `palimp sync leave` 후 다른 컴퓨터의 코드로 `palimp sync join`을 실행하세요",
    }
    pub(crate) fn sync_waits() {
        en: "Another process is syncing this home; waiting for it.",
        ko: "다른 프로세스가 동기화하고 있어 기다립니다.",
    }
    pub(crate) fn sync_received(what) {
        en: "Received: {what}",
        ko: "받음: {what}",
    }
    pub(crate) fn sync_sent(what) {
        en: "Sent: {what}",
        ko: "보냄: {what}",
    }
    pub(crate) fn sync_up_to_date() {
        en: "Everything is up to date.",
        ko: "모두 최신 상태입니다.",
    }
    pub(crate) fn sync_forgotten_texts(count) {
        en: "{count} forgotten",
        ko: "지운 글 {count}개",
    }
    pub(crate) fn sync_conflict(note, first, second) {
        en: "{note}: changed on two machines, both lines are kept:\n  {first}\n  {second}",
        ko: "{note}: 두 컴퓨터에서 같은 줄을 바꾸어 둘 다 남겼습니다:\n  {first}\n  {second}",
    }
    pub(crate) fn sync_conflict_hint() {
        en: "Decide with `palimp review`, or delete the wrong line: `palimp edit <NOTE>`.",
        ko: "`palimp review`로 결정하거나 틀린 줄을 지우세요: `palimp edit <NOTE>`.",
    }
    pub(crate) fn sync_status_off() {
        en: "This home does not sync. `palimp sync init <REMOTE>` starts on the first machine.",
        ko: "동기화하지 않는 홈입니다. 첫 컴퓨터에서 `palimp sync init <REMOTE>`로 시작하세요.",
    }
    pub(crate) fn sync_status_remote(remote) {
        en: "remote: {remote}",
        ko: "원격 저장소: {remote}",
    }
    pub(crate) fn sync_status_here(name, time) {
        en: "{name}  this machine  synced {time}",
        ko: "{name}  이 컴퓨터  동기화 {time}",
    }
    pub(crate) fn sync_status_device(name, id, time) {
        en: "{name}  {id}  last change {time}",
        ko: "{name}  {id}  마지막 변경 {time}",
    }
    pub(crate) fn sync_works(remote, machines, time) {
        en: "{remote}: machines {machines}, last {time}",
        ko: "{remote}: 컴퓨터 {machines}대, 마지막 {time}",
    }
    pub(crate) fn status_sync(words) {
        en: "sync         {words}",
        ko: "동기화       {words}",
    }
    pub(crate) fn sync_last_error(reason) {
        en: "last background sync failed: {reason}",
        ko: "마지막 백그라운드 동기화 실패: {reason}",
    }
    pub(crate) fn sync_never() {
        en: "never",
        ko: "안 함",
    }
    pub(crate) fn sync_pruned() {
        en: "Replaced this machine's files and dropped the repository's history. The server and other clones may keep old commits until they clean up.",
        ko: "이 컴퓨터의 파일을 새로 쓰고 저장소 이력을 없앴습니다. 서버와 다른 복제본에는 정리할 때까지 옛 커밋이 남을 수 있습니다.",
    }
    pub(crate) fn sync_pruned_files() {
        en: "Replaced this machine's files. Whatever syncs the directory may keep older versions of them.",
        ko: "이 컴퓨터의 파일을 새로 썼습니다. 디렉터리를 동기화하는 프로그램에 옛 버전이 남을 수 있습니다.",
    }
    pub(crate) fn ask_sync_leave(remote) {
        en: "Stop syncing this machine with {remote}? Its memory stays.",
        ko: "이 컴퓨터의 {remote} 동기화를 끝낼까요? 기억은 그대로 남습니다.",
    }
    pub(crate) fn sync_left() {
        en: "This machine no longer syncs.",
        ko: "이 컴퓨터는 더 이상 동기화하지 않습니다.",
    }
    pub(crate) fn sync_still_on() {
        en: "Nothing was changed.",
        ko: "바꾸지 않았습니다.",
    }
}
