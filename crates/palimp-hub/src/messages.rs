//! Sentences that the hub says to a person, in English and Korean.

palimp_core::messages! {
    // The database.
    pub(crate) fn database_address_invalid(reason) {
        en: "cannot parse the database URL: {reason}; hint: postgres://user@host/database",
        ko: "데이터베이스 URL을 해석할 수 없습니다: {reason}. postgres://user@host/database처럼 쓰세요",
    }
    pub(crate) fn address_names_no_host() { en: "no host", ko: "호스트가 없습니다" }
    pub(crate) fn host_counts_differ(hosts, addresses) {
        en: "number of hosts ({hosts}) is different from number of hostaddrs ({addresses})",
        ko: "호스트({hosts}개)와 hostaddr({addresses}개)의 수가 다릅니다",
    }
    pub(crate) fn port_count_wrong() {
        en: "invalid number of ports",
        ko: "포트 수가 호스트 수와 다릅니다",
    }
    pub(crate) fn tls_unavailable(reason) {
        en: "TLS is not available: {reason}; hint: set sslrootcert=FILE in the database URL",
        ko: "TLS를 사용할 수 없습니다: {reason}. 데이터베이스 URL에 sslrootcert=FILE을 설정하세요",
    }
    pub(crate) fn certificate_missing() {
        en: "it contains no readable certificate: name a PEM file of certificates",
        ko: "읽을 수 있는 인증서가 없습니다. 인증서 파일(PEM)을 지정하세요",
    }
    pub(crate) fn connections_in_use() {
        en: "all database connections are in use; hint: try again",
        ko: "데이터베이스 연결을 모두 사용 중입니다. 다시 시도하세요",
    }
    pub(crate) fn database_unreachable(reason) {
        en: "cannot reach the database: {reason}; hint: check that it is running and its URL is right",
        ko: "데이터베이스에 연결할 수 없습니다: {reason}. 실행 중인지, URL이 맞는지 확인하세요",
    }
    pub(crate) fn database_tls_failed(reason) {
        en: "cannot connect to the database over TLS: {reason}; hint: check its certificate, or set sslrootcert=FILE in its URL",
        ko: "데이터베이스에 TLS로 연결할 수 없습니다: {reason}. 인증서를 확인하거나 URL에 sslrootcert=FILE을 설정하세요",
    }
    pub(crate) fn database_login_refused(reason) {
        en: "cannot log in to the database: {reason}; hint: check the user and password in its URL",
        ko: "데이터베이스에 로그인할 수 없습니다: {reason}. URL의 사용자와 비밀번호를 확인하세요",
    }
    pub(crate) fn database_incompatible(reason) {
        en: "unexpected answer of the database: {reason}; hint: run `palimp-hub migrate`",
        ko: "데이터베이스의 응답이 예상과 다릅니다: {reason}. `palimp-hub migrate`를 실행하세요",
    }
    pub(crate) fn connecting_failed(reason) {
        en: "error connecting to server: {reason}",
        ko: "연결 실패: {reason}",
    }
    pub(crate) fn connection_broke(reason) {
        en: "error communicating with the server: {reason}",
        ko: "연결이 끊겼습니다: {reason}",
    }
    pub(crate) fn connection_closed() { en: "connection closed", ko: "연결이 끊겼습니다" }
    pub(crate) fn tls_handshake_failed(reason) {
        en: "error performing TLS handshake: {reason}",
        ko: "TLS 협상 실패: {reason}",
    }
    pub(crate) fn authentication_failed(reason) {
        en: "authentication error: {reason}",
        ko: "인증 실패: {reason}",
    }
    pub(crate) fn password_missing() {
        en: "the password is missing",
        ko: "비밀번호가 없습니다",
    }
    pub(crate) fn database_read_only() {
        en: "cannot write: this node uses a read replica of the database; hint: send changes to a node on the primary",
        ko: "쓸 수 없습니다: 이 노드는 읽기 전용 복제본을 사용합니다. 변경은 주 데이터베이스의 노드에 보내세요",
    }
    pub(crate) fn database_ending(words) {
        en: "PostgreSQL: {words}; hint: try again when it is running",
        ko: "PostgreSQL: {words}. 실행된 뒤 다시 시도하세요",
    }
    pub(crate) fn password_wrong(words) {
        en: "PostgreSQL: {words}; hint: check the user and password in the database URL",
        ko: "PostgreSQL: {words}. 데이터베이스 URL의 사용자와 비밀번호를 확인하세요",
    }
    pub(crate) fn database_missing(words) {
        en: "PostgreSQL: {words}; hint: create it with `createdb`, or correct the URL",
        ko: "PostgreSQL: {words}. `createdb`로 만들거나 URL을 고치세요",
    }
    pub(crate) fn tables_missing(words) {
        en: "PostgreSQL: {words}; hint: `palimp-hub migrate`",
        ko: "PostgreSQL: {words}. `palimp-hub migrate`를 실행하세요",
    }
    pub(crate) fn privilege_missing(words) {
        en: "PostgreSQL: {words}; hint: docs/guides/hub-server.md lists the privileges of each login",
        ko: "PostgreSQL: {words}. 로그인별 권한은 docs/guides/hub-server.ko.md를 보세요",
    }
    pub(crate) fn too_many_connections(words) {
        en: "PostgreSQL: {words}; hint: lower `--connections`, or raise max_connections in PostgreSQL",
        ko: "PostgreSQL: {words}. `--connections`를 줄이거나 PostgreSQL의 max_connections를 늘리세요",
    }
    pub(crate) fn database_disk_full(words) {
        en: "PostgreSQL: {words}; hint: free space on its disk",
        ko: "PostgreSQL: {words}. 디스크 공간을 확보하세요",
    }
    pub(crate) fn database_failed(words) {
        en: "PostgreSQL: {words}; hint: check its log",
        ko: "PostgreSQL: {words}. PostgreSQL 로그를 확인하세요",
    }
    pub(crate) fn database_newer(step, known) {
        en: "cannot use the database: a newer palimp-hub migrated it (step {step}, supported up to {known}); hint: update palimp-hub",
        ko: "데이터베이스를 사용할 수 없습니다: 더 새 버전의 palimp-hub가 마이그레이션했습니다({step}단계, 지원하는 단계 {known}까지). palimp-hub를 업데이트하세요",
    }
    pub(crate) fn scope_kind_unknown(kind) {
        en: "the database contains an unknown kind of scope ({kind}); hint: update palimp-hub",
        ko: "데이터베이스에 알 수 없는 범위 종류({kind})가 있습니다. palimp-hub를 업데이트하세요",
    }
    pub(crate) fn stored_role_unknown(role) {
        en: "the database contains an unknown role ({role}); hint: update palimp-hub",
        ko: "데이터베이스에 알 수 없는 역할({role})이 있습니다. palimp-hub를 업데이트하세요",
    }
    // Keys.
    pub(crate) fn master_key_wrong() {
        en: "cannot decrypt the database with this master key; hint: pass the key that `serve` used before as `--key-file`",
        ko: "이 마스터 키로 데이터베이스를 복호화할 수 없습니다. `serve`에 쓰던 키를 `--key-file`로 지정하세요",
    }
    pub(crate) fn text_not_sealed() {
        en: "cannot encrypt a text; hint: check the master key",
        ko: "글을 암호화할 수 없습니다. 마스터 키를 확인하세요",
    }
    pub(crate) fn random_unavailable() {
        en: "no random numbers available; hint: check /dev/urandom",
        ko: "난수를 만들 수 없습니다. /dev/urandom을 확인하세요",
    }
    // PostgreSQL's programs.
    pub(crate) fn initdb_missing(package, path) {
        en: "{package} has no initdb at {path}; hint: install PostgreSQL 15 or later, or set PALIMP_POSTGRES_BIN to the directory of its programs",
        ko: "{package}: {path}에 initdb가 없습니다. PostgreSQL 15 이상을 설치하거나, PALIMP_POSTGRES_BIN에 프로그램 디렉터리를 설정하세요",
    }
    pub(crate) fn postgres_not_found() {
        en: "cannot find or download PostgreSQL; hint: install version 15 or later, or set PALIMP_POSTGRES_BIN to the directory of its programs",
        ko: "PostgreSQL이 없고 내려받을 수도 없습니다. 15 이상을 설치하거나, PALIMP_POSTGRES_BIN에 프로그램 디렉터리를 설정하세요",
    }
    pub(crate) fn postgres_program_failed(name, output) {
        en: "PostgreSQL's {name} failed: {output}",
        ko: "PostgreSQL의 {name} 명령이 실패했습니다: {output}",
    }
    // TLS of the hub itself.
    pub(crate) fn server_tls_unavailable(reason) {
        en: "TLS is not available: {reason}",
        ko: "TLS를 사용할 수 없습니다: {reason}",
    }
    pub(crate) fn certificate_key_missing() {
        en: "it contains no readable key: name the certificate's key file (PEM)",
        ko: "읽을 수 있는 키가 없습니다. 인증서의 키 파일(PEM)을 지정하세요",
    }
    pub(crate) fn certificate_key_mismatch() {
        en: "the key does not match the certificate: name that certificate's key file (PEM)",
        ko: "키가 인증서와 맞지 않습니다. 그 인증서의 키 파일(PEM)을 지정하세요",
    }
    // Organisations and members.
    pub(crate) fn org_name_invalid(name) {
        en: "cannot use {name} as an organisation name: use at most 60 letters, digits, `.`, `_` and `-`",
        ko: "{name}은(는) 조직 이름으로 쓸 수 없습니다. 영문자, 숫자, `.`, `_`, `-`를 60자까지 쓰세요",
    }
    pub(crate) fn org_exists(name) {
        en: "organisation {name} already exists; hint: choose another name",
        ko: "{name} 조직이 이미 있습니다. 다른 이름을 쓰세요",
    }
    pub(crate) fn org_not_found(org) {
        en: "no organisation {org}; hint: `palimp-hub admin org` creates one",
        ko: "{org} 조직이 없습니다. `palimp-hub admin org`로 만드세요",
    }
    pub(crate) fn org_member_not_found(org, member) {
        en: "no organisation {org} with a member {member}; hint: `palimp-hub admin org` creates an organisation; owners add members on the page Members",
        ko: "{org} 조직이 없거나 {member} 구성원이 없습니다. 조직은 `palimp-hub admin org`로 만들고, 구성원은 소유자가 구성원 페이지에서 추가합니다",
    }
    pub(crate) fn subject_taken() {
        en: "this provider account belongs to another member; hint: release it first with `palimp-hub admin bind` without --subject",
        ko: "다른 구성원에게 연결된 제공자 계정입니다. 먼저 --subject 없이 `palimp-hub admin bind`를 실행해 연결을 해제하세요",
    }
    pub(crate) fn member_name_invalid(name) {
        en: "cannot use {name} as a name: use at most 60 letters, digits, `.`, `_`, `-`, `@` and spaces",
        ko: "{name}은(는) 이름으로 쓸 수 없습니다. 글자, 숫자, `.`, `_`, `-`, `@`, 공백을 60자까지 쓰세요",
    }
    pub(crate) fn owner_needed() {
        en: "an organisation needs an owner; hint: make someone else an owner first",
        ko: "조직에는 소유자가 필요합니다. 먼저 다른 소유자를 지정하세요",
    }
    pub(crate) fn scope_name_invalid() {
        en: "a scope name looks like team:NAME or project:NAME",
        ko: "범위 이름은 team:NAME이나 project:NAME처럼 쓰세요",
    }
    pub(crate) fn role_beyond_own(role, scope) {
        en: "you are {role} of {scope} and cannot grant or revoke higher roles; hint: ask an owner",
        ko: "{scope}에서 역할이 {role}이므로 더 높은 역할은 주거나 회수할 수 없습니다. 소유자에게 요청하세요",
    }
    pub(crate) fn role_too_low(role, scope, needed) {
        en: "you are {role} of {scope}; this needs {needed}; hint: ask an owner",
        ko: "{scope}에서 역할이 {role}입니다. {needed} 역할이 필요하니 소유자에게 요청하세요",
    }
    pub(crate) fn role_unknown(name) {
        en: "no role {name}; hint: choose one from the list",
        ko: "{name} 역할이 없습니다. 목록에서 고르세요",
    }
    pub(crate) fn audit_not_open() {
        en: "only auditors and owners can read the audit log; hint: ask an owner for the role auditor",
        ko: "감사 로그는 감사자와 소유자만 볼 수 있습니다. 소유자에게 감사자 역할을 요청하세요",
    }
    pub(crate) fn thing_not_found(thing) {
        en: "no {thing}, or you have no access to it; hint: check the spelling, or ask an owner",
        ko: "{thing}: 없거나 볼 권한이 없습니다. 철자를 확인하거나 소유자에게 문의하세요",
    }
    // Policies.
    pub(crate) fn policy_invalid(reason) {
        en: "invalid policy: {reason}; hint: `palimp-hub admin policy --help` shows an example",
        ko: "정책이 올바르지 않습니다: {reason}. `palimp-hub admin policy --help`의 예를 보세요",
    }
    pub(crate) fn policy_not_object() { en: "not a JSON object", ko: "JSON 객체가 아닙니다" }
    pub(crate) fn policy_field_unknown(name, names) {
        en: "no `{name}`; use {names}",
        ko: "`{name}` 항목이 없습니다. 쓸 수 있는 항목: {names}",
    }
    pub(crate) fn policy_number_too_small(name) {
        en: "{name} must be at least 1",
        ko: "{name}은(는) 1 이상이어야 합니다",
    }
    pub(crate) fn policy_field_invalid(name, reason) {
        en: "{name}: invalid policy: {reason}; hint: write JSON like the previous value",
        ko: "{name}: 정책이 올바르지 않습니다: {reason}. 이전 값처럼 JSON으로 쓰세요",
    }
    pub(crate) fn policy_changed() {
        en: "someone else changed the policy meanwhile; hint: check it again",
        ko: "그사이 다른 사람이 정책을 바꿨습니다. 다시 확인하세요",
    }
    // Who asks.
    pub(crate) fn token_unknown() {
        en: "the token is unknown or expired; hint: ask the hub's administrator for a new link",
        ko: "알 수 없거나 만료된 토큰입니다. 허브 관리자에게 새 링크를 받으세요",
    }
    pub(crate) fn provider_unreachable(reason) {
        en: "cannot reach the sign-in provider: {reason}; hint: check that it is running and `--issuer` is right",
        ko: "로그인 제공자에 연결할 수 없습니다: {reason}. 실행 중인지, `--issuer`가 맞는지 확인하세요",
    }
    pub(crate) fn provider_address_unsafe(url) {
        en: "{url} is not an https address",
        ko: "{url}: https 주소가 아닙니다",
    }
    pub(crate) fn provider_keys_invalid(reason) {
        en: "it contains no JSON ({reason}): name the provider's keys (a JWKS)",
        ko: "JSON이 아닙니다({reason}). 제공자의 키(JWKS)를 지정하세요",
    }
    pub(crate) fn too_many_requests(seconds) {
        en: "too many requests; hint: retry in {seconds} s",
        ko: "요청이 너무 많습니다. {seconds}초 뒤에 다시 시도하세요",
    }
    // Memories.
    pub(crate) fn secrets_found() {
        en: "the text looks like it contains secrets or personal data; hint: remove them and send it again",
        ko: "비밀 정보나 개인 정보로 보이는 내용이 있습니다. 지우고 다시 보내세요",
    }
    pub(crate) fn superseded_not_approved(id, scope) {
        en: "cannot supersede {id}: it is not an approved memory of {scope}; hint: give the id of one that is",
        ko: "{id}을(를) 대체할 수 없습니다: {scope}의 승인된 기억이 아닙니다. 승인된 기억의 id를 입력하세요",
    }
    pub(crate) fn day_invalid(text) {
        en: "{text} is not a date; write it like 2026-11-23",
        ko: "{text}: 날짜가 아닙니다. 2026-11-23처럼 쓰세요",
    }
    pub(crate) fn rejection_needs_reason() {
        en: "a rejection needs a reason",
        ko: "거절하는 이유를 입력하세요",
    }
    pub(crate) fn reason_too_long() {
        en: "a reason has at most 4,000 characters",
        ko: "이유는 4,000자까지 쓸 수 있습니다",
    }
    pub(crate) fn kind_name_invalid() {
        en: "kind must be a name such as `decision`",
        ko: "kind에는 `decision` 같은 이름을 쓰세요",
    }
    pub(crate) fn statement_empty() {
        en: "the statement is empty; hint: write the fact",
        ko: "내용이 비어 있습니다. 사실을 입력하세요",
    }
    pub(crate) fn fact_too_long() {
        en: "a fact and its reason have at most 4,000 characters each",
        ko: "사실과 이유는 각각 4,000자까지 쓸 수 있습니다",
    }
    pub(crate) fn too_many_anchors() {
        en: "a fact has at most 8 anchors of 400 bytes each",
        ko: "사실에는 앵커를 8개까지, 각각 400바이트까지 붙일 수 있습니다",
    }
    pub(crate) fn too_many_superseded() {
        en: "a fact supersedes at most 16 others and allows at most 16 kinds",
        ko: "사실 하나는 16개까지 대체하고, 16종류까지 허용할 수 있습니다",
    }
    pub(crate) fn origin_too_long() {
        en: "each part of origin has at most 200 bytes",
        ko: "origin의 항목은 각각 200바이트까지입니다",
    }
    pub(crate) fn memory_limit_reached(org, count) {
        en: "{org} has {count} memories, the limit of its policy; hint: erase some, or ask an owner to raise maxMemories",
        ko: "{org}의 기억이 정책 한도인 {count}개에 도달했습니다. 일부를 지우거나 소유자에게 maxMemories를 늘려 달라고 요청하세요",
    }
    pub(crate) fn memory_changed(id) {
        en: "{id} has changed since you read it; hint: read it again",
        ko: "{id}: 읽은 뒤에 바뀌었습니다. 다시 읽으세요",
    }
    pub(crate) fn approver_is_proposer() {
        en: "you proposed this, so someone else must approve it (fourEyes)",
        ko: "본인이 제안했으므로 다른 사람이 승인해야 합니다(fourEyes)",
    }
    pub(crate) fn nothing_to_decide(id, status) {
        en: "{id} is already {status}",
        ko: "{id}은(는) 이미 {status} 상태입니다",
    }
    pub(crate) fn erase_target_unclear() {
        en: "choose one of memory, member and project",
        ko: "memory, member, project 중 하나를 고르세요",
    }
    // The audit.
    pub(crate) fn audit_not_signed(reason) {
        en: "cannot sign the audit log: {reason}; hint: check the master key",
        ko: "감사 로그에 서명할 수 없습니다: {reason}. 마스터 키를 확인하세요",
    }
    pub(crate) fn link_missing(seq) {
        en: "link {seq} is missing: another one is in its place",
        ko: "고리 {seq}이(가) 없습니다: 그 자리에 다른 고리가 있습니다",
    }
    pub(crate) fn link_changed(seq) {
        en: "link {seq} was changed after it was written",
        ko: "고리 {seq}이(가) 기록된 뒤에 바뀌었습니다",
    }
    pub(crate) fn link_torn(seq) {
        en: "link {seq} does not follow from the link before it",
        ko: "고리 {seq}이(가) 앞의 고리와 이어지지 않습니다",
    }
    pub(crate) fn chain_shortened(end, head) {
        en: "the chain ends at link {end}, but its head is link {head}",
        ko: "체인이 고리 {end}에서 끝나는데 헤드는 고리 {head}입니다",
    }
    pub(crate) fn head_signature_wrong(seq) {
        en: "the signature of the head at link {seq} is invalid",
        ko: "고리 {seq}에 있는 헤드의 서명이 올바르지 않습니다",
    }
    pub(crate) fn signed_link_changed(seq) {
        en: "link {seq} differs from the signed one",
        ko: "고리 {seq}이(가) 서명한 고리와 다릅니다",
    }
}
