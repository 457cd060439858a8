//! Sentences that palimp-hub's commands say, in English and Korean.

palimp_core::messages! {
    // Files and keys.
    pub(crate) fn file_wanted() { en: "name a file that is there", ko: "있는 파일을 적으세요" }
    pub(super) fn new_file_wanted() {
        en: "name a file that is not there yet",
        ko: "아직 없는 파일을 적으세요",
    }
    pub(super) fn directory_wanted() {
        en: "name a directory that is there",
        ko: "있는 디렉터리를 적으세요",
    }
    pub(super) fn file_to_check() {
        en: "see to this file, and to who may read it",
        ko: "이 파일과 읽기 권한을 확인하세요",
    }
    pub(super) fn file_unusable(path, reason, hint) {
        en: "{path}: {reason}: {hint}",
        ko: "{path}: {reason}. {hint}",
    }
    pub(super) fn make_key_hint() {
        en: "`palimp-hub admin key FILE` makes one",
        ko: "`palimp-hub admin key FILE`로 만드세요",
    }
    pub(super) fn output_of_command(command) {
        en: "what `{command}` printed",
        ko: "`{command}`의 출력",
    }
    pub(super) fn master_key_malformed(origin) {
        en: "{origin}: this is no master key, which has 64 hexadecimal digits: `palimp-hub admin key FILE` makes one",
        ko: "{origin}: 마스터 키가 아닙니다. 마스터 키는 16진수 64자리이며 `palimp-hub admin key FILE`로 만듭니다",
    }
    pub(super) fn shell_wanted() {
        en: "put a shell on the PATH, or use --key-file",
        ko: "PATH에 셸을 두거나 --key-file을 쓰세요",
    }
    pub(super) fn key_command_failed(command, status) {
        en: "`{command}` failed ({status}): run it by itself to see what it says",
        ko: "`{command}` 명령이 실패했습니다({status}). 따로 실행해 출력을 확인하세요",
    }
    pub(super) fn exit_status(code) { en: "exit status: {code}", ko: "종료 상태 {code}" }
    // Arguments.
    pub(crate) fn member_address_unsafe() {
        en: "it has to begin with `https://`; `http://127.0.0.1` is for this machine",
        ko: "`https://`로 시작해야 합니다. 이 컴퓨터에는 `http://127.0.0.1`도 됩니다",
    }
    pub(crate) fn number_too_small() { en: "it has to be 1 or more", ko: "1 이상이어야 합니다" }
    pub(crate) fn listen_address_invalid() {
        en: "invalid socket address syntax",
        ko: "주소가 아닙니다. 127.0.0.1:7078처럼 쓰세요",
    }
    // Serve, jobs, migrate.
    pub(super) fn listening_for_members(address, url) {
        en: "palimp-hub listens on {address}; members use {url}",
        ko: "palimp-hub가 {address}에서 요청을 받습니다. 구성원은 {url}을(를) 씁니다",
    }
    pub(super) fn listening(scheme, address) {
        en: "palimp-hub listens on {scheme}://{address}",
        ko: "palimp-hub가 {scheme}://{address}에서 요청을 받습니다",
    }
    pub(super) fn jobs_done() {
        en: "everything that is due was done; `palimp-hub doctor` says what came of it",
        ko: "때가 된 것을 모두 했습니다. 결과는 `palimp-hub doctor`가 알려 줍니다",
    }
    pub(super) fn tables_current() {
        en: "the tables are as this version wants them",
        ko: "테이블이 이 버전에 맞습니다",
    }
    pub(super) fn steps_done(steps) { en: "steps done: {steps}", ko: "{steps}단계를 했습니다" }
    // Admin.
    pub(super) fn key_written(path) {
        en: "{path} is written. Keep a copy where no backup of the database is: without it nothing can be read.",
        ko: "{path}: 썼습니다. 데이터베이스의 백업이 없는 곳에 하나 더 두세요. 이것이 없으면 아무것도 읽을 수 없습니다.",
    }
    pub(super) fn org_made(name, owner) {
        en: "{name} is made. {owner} comes in with this link, once, within three days:",
        ko: "{name}: 만들었습니다. {owner}은(는) 이 링크로 사흘 안에 한 번 들어올 수 있습니다:",
    }
    pub(super) fn subject_bound(member) {
        en: "{member} signs in by that from now on",
        ko: "{member}: 이제부터 그것으로 로그인합니다",
    }
    pub(super) fn policy_not_json(reason) {
        en: "the policy is no JSON ({reason}): write it like '{{\"approvals\": 2}}'",
        ko: "정책이 JSON이 아닙니다({reason}). '{{\"approvals\": 2}}'처럼 쓰세요",
    }
    pub(super) fn policy_set(org) {
        en: "{org} lays this down from now on",
        ko: "{org}: 이제부터 이렇게 정합니다",
    }
    // Audit.
    pub(super) fn chain_intact(name, links, head) {
        en: "{name}: {links} links, each what it was when it was written; the head is {head}",
        ko: "{name}: 고리 {links}개, 모두 쓴 그대로입니다. 머리는 {head}",
    }
    pub(super) fn link_signed(seq, at, key) {
        en: "link {seq} was signed at {at} by {key}",
        ko: "고리 {seq}에 서명함: {at}, {key}",
    }
    pub(super) fn head_unsigned() {
        en: "no head was signed yet",
        ko: "아직 서명한 머리가 없습니다",
    }
    pub(super) fn export_wanted() {
        en: "name a file that `palimp-hub audit export` wrote",
        ko: "`palimp-hub audit export`가 쓴 파일을 적으세요",
    }
    pub(super) fn export_malformed(path, reason, hint) {
        en: "{path}: this is no exported chain ({reason}): {hint}",
        ko: "{path}: 내보낸 사슬이 아닙니다({reason}). {hint}",
    }
    pub(super) fn check_trusted_key() {
        en: "see whether --key is the one of an earlier export; if it is, the hub did not sign this",
        ko: "--key가 전에 내보낸 것의 키인지 확인하세요. 맞다면 허브가 서명한 것이 아닙니다",
    }
    pub(super) fn export_again() {
        en: "export it anew; if that is no better, an earlier export and a backup of the database tell what was there",
        ko: "다시 내보내 보세요. 그래도 같으면 전에 내보낸 것과 데이터베이스의 백업으로 원래 것을 확인하세요",
    }
    pub(super) fn chain_of_other_org(path, org) {
        en: "{path}: it is the chain of another organisation: name one of {org} with --since",
        ko: "{path}: 다른 조직의 사슬입니다. --since에는 {org}의 것을 적으세요",
    }
    pub(super) fn chain_diverges(path, seq) {
        en: "{path}: link {seq} is another than in the chain from before, or gone: keep both files, and ask who can write to the database",
        ko: "{path}: 고리 {seq}이(가) 전의 사슬과 다르거나 없습니다. 두 파일을 모두 보관하고 데이터베이스에 쓸 수 있는 사람에게 물으세요",
    }
    // Backup.
    pub(super) fn dump_without_org(path) {
        en: "{path}: there is no organisation in it: name a dump of the hub's database",
        ko: "{path}: 조직이 들어 있지 않습니다. 허브 데이터베이스의 덤프를 적으세요",
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
        en: "      {count} of them were erased since, and are gone with this backup",
        ko: "      그 가운데 {count}개는 그 뒤로 지웠으며 이 백업과 함께 없어집니다",
    }
    pub(super) fn backup_unreadable(path, count) {
        en: "{path}: {count} cannot be read: see above, and whether this is the master key of that time",
        ko: "{path}: {count}개를 읽을 수 없습니다. 위의 메시지를 보고 그때의 마스터 키가 맞는지 확인하세요",
    }
    pub(super) fn dump_wanted() {
        en: "name a file that `pg_dump` wrote",
        ko: "`pg_dump`가 쓴 파일을 적으세요",
    }
    pub(super) fn nothing_happened() { en: "nothing happened yet", ko: "아직 아무 일도 없음" }
    pub(super) fn backup_readable(memories, links, last) {
        en: "{memories} memories can be read with this key; the audit has {links} links, the last of {last}",
        ko: "이 키로 기억 {memories}개를 읽을 수 있고, 감사에는 고리 {links}개, 마지막은 {last}",
    }
    // Demo.
    pub(super) fn starting_postgres() {
        en: "starting a throw-away PostgreSQL …",
        ko: "쓰고 버릴 PostgreSQL을 시작하는 중…",
    }
    pub(super) fn demo_running(org, address) {
        en: "The organisation {org} is at http://{address} until you press Ctrl-C; then it is gone.\n",
        ko: "조직 {org}이(가) http://{address}에 있습니다. Ctrl-C를 누르면 없어집니다.\n",
    }
    pub(super) fn demo_next_steps() {
        en: "\nIn a browser, sign in there with one of them. In another terminal, as the member and then as the reviewer (each in a home of her own):",
        ko: "\n브라우저에서는 이 가운데 하나로 로그인하세요. 다른 터미널에서는 member로, 그다음 reviewer로(저마다 제 홈에서):",
    }
    // Doctor.
    pub(super) fn doctor_passed(finding) { en: "ok    {finding}", ko: "정상  {finding}" }
    pub(super) fn doctor_failed(finding, hint) {
        en: "fail  {finding}\n      {hint}",
        ko: "이상  {finding}\n      {hint}",
    }
    pub(super) fn key_readable() {
        en: "the master key can be read, by its owner alone",
        ko: "마스터 키를 소유자만 읽을 수 있음",
    }
    pub(super) fn database_answers() { en: "the database answers", ko: "데이터베이스가 답함" }
    pub(super) fn something_wrong() {
        en: "1 thing or more is wrong: see above",
        ko: "하나 이상 잘못되었습니다. 위를 보세요",
    }
    pub(super) fn postgres_too_old() {
        en: "version 15 or later is needed: update it",
        ko: "15 이상이어야 합니다. 업그레이드하세요",
    }
    pub(super) fn commits_lost() {
        en: "synchronous_commit = off loses what was acknowledged: switch it on",
        ko: "synchronous_commit = off이면 받았다고 한 것을 잃습니다. 켜세요",
    }
    pub(super) fn login_too_strong() {
        en: "serve with a login of its own that is a member of palimp_hub_app and nothing else (docs/guides/hub-server.md)",
        ko: "palimp_hub_app에만 속하는 로그인을 따로 두어 쓰세요(docs/guides/hub-server.ko.md)",
    }
    pub(super) fn login_bound() {
        en: "this login cannot pass by row-level security",
        ko: "이 로그인은 행 수준 보안을 지나칠 수 없음",
    }
    pub(super) fn tables_fit() {
        en: "the tables are as this version wants them",
        ko: "테이블이 이 버전에 맞음",
    }
    pub(super) fn tables_secured() {
        en: "row-level security lies over every table",
        ko: "행 수준 보안이 모든 표에 있음",
    }
    pub(super) fn tables_open(tables) {
        en: "it does not over {tables}: ALTER TABLE … ENABLE ROW LEVEL SECURITY",
        ko: "빠진 표: {tables}. ALTER TABLE … ENABLE ROW LEVEL SECURITY로 켜세요",
    }
    pub(super) fn tables_with_policies() {
        en: "every table has a policy",
        ko: "모든 표에 정책이 있음",
    }
    pub(super) fn tables_without_policies(tables) {
        en: "none has {tables}: restore them as `palimp-hub migrate` makes them in an empty database",
        ko: "정책이 없는 표: {tables}. `palimp-hub migrate`가 빈 데이터베이스에 만드는 대로 되살리세요",
    }
    pub(super) fn things_wrong(count) {
        en: "things that are wrong: {count}; see above",
        ko: "잘못된 것 {count}개. 위를 보세요",
    }
}
