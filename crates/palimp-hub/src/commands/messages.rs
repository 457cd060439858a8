//! Sentences that palimp-hub's commands say, in English and Korean.

palimp_core::messages! {
    // Files and keys.
    pub(crate) fn file_wanted() { en: "name an existing file", ko: "있는 파일을 지정하세요" }
    pub(super) fn new_file_wanted() {
        en: "name a file that does not exist yet",
        ko: "아직 없는 파일을 지정하세요",
    }
    pub(super) fn directory_wanted() {
        en: "name an existing directory",
        ko: "있는 디렉터리를 지정하세요",
    }
    pub(super) fn file_to_check() {
        en: "check this file and its permissions",
        ko: "이 파일과 권한을 확인하세요",
    }
    pub(super) fn file_unusable(path, reason, hint) {
        en: "{path}: {reason}; hint: {hint}",
        ko: "{path}: {reason}. {hint}",
    }
    pub(super) fn make_key_hint() {
        en: "`palimp-hub admin key FILE` creates one",
        ko: "`palimp-hub admin key FILE`로 만드세요",
    }
    pub(super) fn output_of_command(command) {
        en: "the output of `{command}`",
        ko: "`{command}`의 출력",
    }
    pub(super) fn master_key_malformed(origin) {
        en: "{origin} is not a master key: it must have 64 hexadecimal digits; hint: `palimp-hub admin key FILE` creates one",
        ko: "{origin}: 마스터 키가 아닙니다. 마스터 키는 16진수 64자리입니다. `palimp-hub admin key FILE`로 만드세요",
    }
    pub(super) fn shell_wanted() {
        en: "install a shell on the PATH, or use --key-file",
        ko: "PATH에 셸을 설치하거나 --key-file을 쓰세요",
    }
    pub(super) fn key_command_failed(command, status) {
        en: "`{command}` failed ({status}); hint: run it by itself",
        ko: "`{command}` 명령이 실패했습니다({status}). 직접 실행해 출력을 확인하세요",
    }
    pub(super) fn exit_status(code) { en: "exit status: {code}", ko: "종료 코드 {code}" }
    // Arguments.
    pub(crate) fn member_address_unsafe() {
        en: "must begin with `https://` (`http://127.0.0.1` on this machine)",
        ko: "`https://`로 시작해야 합니다(이 컴퓨터는 `http://127.0.0.1`도 가능)",
    }
    pub(crate) fn number_too_small() { en: "must be at least 1", ko: "1 이상이어야 합니다" }
    pub(crate) fn listen_address_invalid() {
        en: "not an address; write it like 127.0.0.1:7078",
        ko: "주소가 아닙니다. 127.0.0.1:7078처럼 쓰세요",
    }
    // Serve, jobs, migrate.
    pub(super) fn listening_for_members(address, url) {
        en: "palimp-hub is listening on {address}; members use {url}",
        ko: "palimp-hub가 {address}에서 요청을 받습니다. 구성원 주소: {url}",
    }
    pub(super) fn listening(scheme, address) {
        en: "palimp-hub is listening on {scheme}://{address}",
        ko: "palimp-hub가 {scheme}://{address}에서 요청을 받습니다",
    }
    pub(super) fn jobs_done() {
        en: "ran all jobs that were due; `palimp-hub doctor` shows the results",
        ko: "예정된 작업을 모두 실행했습니다. 결과는 `palimp-hub doctor`에서 볼 수 있습니다",
    }
    pub(super) fn tables_current() {
        en: "the tables are up to date",
        ko: "테이블이 최신입니다",
    }
    pub(super) fn steps_done(steps) { en: "migration steps run: {steps}", ko: "마이그레이션 {steps}단계를 실행했습니다" }
    // Admin.
    pub(super) fn key_written(path) {
        en: "Wrote {path}. Keep a copy away from database backups: without the key nothing can be read.",
        ko: "{path}을(를) 만들었습니다. 데이터베이스 백업과 다른 곳에 사본을 보관하세요. 이 키가 없으면 아무것도 읽을 수 없습니다.",
    }
    pub(super) fn org_made(name, owner) {
        en: "Created {name}. {owner} joins with this link, once, within three days:",
        ko: "{name} 조직을 만들었습니다. {owner}은(는) 사흘 안에 이 링크로 한 번 참여할 수 있습니다:",
    }
    pub(super) fn subject_bound(member) {
        en: "{member} now signs in with this account",
        ko: "{member}은(는) 이제 이 계정으로 로그인합니다",
    }
    pub(super) fn policy_not_json(reason) {
        en: "the policy is not JSON: {reason}; hint: write it like '{{\"approvals\": 2}}'",
        ko: "정책이 JSON이 아닙니다: {reason}. '{{\"approvals\": 2}}'처럼 쓰세요",
    }
    pub(super) fn policy_set(org) {
        en: "Changed the policy of {org}",
        ko: "{org}의 정책을 바꿨습니다",
    }
    // Audit.
    pub(super) fn chain_intact(name, links, head) {
        en: "{name}: {links} links, all intact; the head is {head}",
        ko: "{name}: 고리 {links}개, 모두 온전합니다. 헤드: {head}",
    }
    pub(super) fn link_signed(seq, at, key) {
        en: "link {seq} was signed at {at} by {key}",
        ko: "고리 {seq} 서명: {at}, {key}",
    }
    pub(super) fn head_unsigned() {
        en: "no head has been signed yet",
        ko: "아직 서명한 헤드가 없습니다",
    }
    pub(super) fn export_wanted() {
        en: "name a file written by `palimp-hub audit export`",
        ko: "`palimp-hub audit export`가 만든 파일을 지정하세요",
    }
    pub(super) fn export_malformed(path, reason, hint) {
        en: "{path} is not an exported chain ({reason}); hint: {hint}",
        ko: "{path}: 내보낸 체인이 아닙니다({reason}). {hint}",
    }
    pub(super) fn check_trusted_key() {
        en: "check that --key is the key of an earlier export; if it is, the hub did not sign this",
        ko: "--key가 이전 내보내기의 키인지 확인하세요. 맞다면 허브가 서명하지 않은 것입니다",
    }
    pub(super) fn export_again() {
        en: "export it again; if that fails too, compare with an earlier export and a backup of the database",
        ko: "다시 내보내세요. 그래도 같으면 이전 내보내기나 데이터베이스 백업과 비교하세요",
    }
    pub(super) fn chain_of_other_org(path, org) {
        en: "{path} is the chain of another organisation; hint: name one of {org} with --since",
        ko: "{path}: 다른 조직의 체인입니다. --since에 {org}의 체인을 지정하세요",
    }
    pub(super) fn chain_diverges(path, seq) {
        en: "{path}: link {seq} is missing or differs from the earlier chain; hint: keep both files, and check who can write to the database",
        ko: "{path}: 고리 {seq}이(가) 없거나 이전 체인과 다릅니다. 두 파일을 모두 보관하고, 데이터베이스에 누가 쓸 수 있는지 확인하세요",
    }
    // Backup.
    pub(super) fn dump_without_org(path) {
        en: "{path} contains no organisation; hint: name a dump of the hub's database",
        ko: "{path}: 조직이 없습니다. 허브 데이터베이스의 덤프를 지정하세요",
    }
    pub(super) fn check_passed(name, finding) {
        en: "ok    {name}: {finding}",
        ko: "정상  {name}: {finding}",
    }
    pub(super) fn check_failed(name, reason) {
        en: "fail  {name}: {reason}",
        ko: "이상  {name}: {reason}",
    }
    pub(super) fn erased_since(count) {
        en: "      {count} of them have been erased since and disappear when this backup is deleted",
        ko: "      그중 {count}개는 그 뒤에 지웠으며, 이 백업을 삭제하면 없어집니다",
    }
    pub(super) fn backup_unreadable(path, count) {
        en: "{path}: {count} organisations cannot be read, see above; hint: check that this is the master key of that time",
        ko: "{path}: 조직 {count}개를 읽을 수 없습니다. 위의 메시지를 보고 당시의 마스터 키가 맞는지 확인하세요",
    }
    pub(super) fn dump_wanted() {
        en: "name a file written by `pg_dump`",
        ko: "`pg_dump`가 만든 파일을 지정하세요",
    }
    pub(super) fn nothing_happened() { en: "no events yet", ko: "아직 이벤트 없음" }
    pub(super) fn backup_readable(memories, links, last) {
        en: "{memories} memories are readable with this key; the audit log has {links} links, last: {last}",
        ko: "이 키로 기억 {memories}개를 읽을 수 있습니다. 감사 로그의 고리 {links}개, 마지막: {last}",
    }
    // Demo.
    pub(super) fn starting_postgres() {
        en: "starting a temporary PostgreSQL …",
        ko: "임시 PostgreSQL을 시작하는 중…",
    }
    pub(super) fn demo_running(org, address) {
        en: "The organisation {org} is at http://{address} (press Ctrl-C to stop and delete it)\n",
        ko: "조직 {org}의 주소: http://{address} (Ctrl-C를 누르면 종료하고 삭제합니다)\n",
    }
    pub(super) fn demo_next_steps() {
        en: "\nIn a browser, sign in with one of these. In another terminal, run them as the member, then as the reviewer (each in its own home):",
        ko: "\n브라우저에서는 이 중 하나로 로그인하세요. 다른 터미널에서는 member로, 이어서 reviewer로 실행하세요(각각 다른 홈에서):",
    }
    // Doctor.
    pub(super) fn doctor_passed(finding) { en: "ok    {finding}", ko: "정상  {finding}" }
    pub(super) fn doctor_failed(finding, hint) {
        en: "fail  {finding}\n      {hint}",
        ko: "이상  {finding}\n      {hint}",
    }
    pub(super) fn key_readable() {
        en: "only its owner can read the master key",
        ko: "마스터 키를 소유자만 읽을 수 있음",
    }
    pub(super) fn database_answers() { en: "the database is reachable", ko: "데이터베이스에 연결됨" }
    pub(super) fn something_wrong() {
        en: "some checks failed; see above",
        ko: "실패한 항목이 있습니다. 위를 보세요",
    }
    pub(super) fn postgres_too_old() {
        en: "version 15 or later is needed: update PostgreSQL",
        ko: "15 이상이 필요합니다. PostgreSQL을 업그레이드하세요",
    }
    pub(super) fn commits_lost() {
        en: "synchronous_commit = off can lose acknowledged commits: turn it on",
        ko: "synchronous_commit = off이면 완료된 커밋을 잃을 수 있습니다. 켜세요",
    }
    pub(super) fn login_too_strong() {
        en: "serve with a separate login that is a member of palimp_hub_app only (docs/guides/hub-server.md)",
        ko: "palimp_hub_app에만 속한 별도 로그인으로 serve를 실행하세요(docs/guides/hub-server.ko.md)",
    }
    pub(super) fn login_bound() {
        en: "this login cannot bypass row-level security",
        ko: "이 로그인은 행 수준 보안을 우회할 수 없음",
    }
    pub(super) fn tables_fit() {
        en: "the tables are up to date",
        ko: "테이블이 최신임",
    }
    pub(super) fn tables_secured() {
        en: "every table has row-level security",
        ko: "모든 테이블에 행 수준 보안이 있음",
    }
    pub(super) fn tables_open(tables) {
        en: "missing on {tables}: ALTER TABLE … ENABLE ROW LEVEL SECURITY",
        ko: "없는 테이블: {tables}. ALTER TABLE … ENABLE ROW LEVEL SECURITY로 켜세요",
    }
    pub(super) fn tables_with_policies() {
        en: "every table has a policy",
        ko: "모든 테이블에 정책이 있음",
    }
    pub(super) fn tables_without_policies(tables) {
        en: "missing on {tables}: restore them as `palimp-hub migrate` creates them in an empty database",
        ko: "정책이 없는 테이블: {tables}. 빈 데이터베이스에서 `palimp-hub migrate`가 만드는 정책과 같게 복원하세요",
    }
    pub(super) fn things_wrong(count) {
        en: "failed checks: {count}; see above",
        ko: "실패한 항목 {count}개. 위를 보세요",
    }
}
