//! Sentences that the hub says to a person, in English and Korean.

palimp_core::messages! {
    // The database.
    pub(crate) fn database_address_invalid(reason) {
        en: "the address of the database is none ({reason}): it looks like postgres://user@host/database",
        ko: "데이터베이스의 주소가 아닙니다({reason}). postgres://user@host/database처럼 쓰세요",
    }
    pub(crate) fn address_names_no_host() { en: "it names no host", ko: "호스트가 없음" }
    pub(crate) fn host_counts_differ(hosts, addresses) {
        en: "number of hosts ({hosts}) is different from number of hostaddrs ({addresses})",
        ko: "호스트({hosts})와 hostaddr({addresses})의 수가 다름",
    }
    pub(crate) fn port_count_wrong() {
        en: "invalid number of ports",
        ko: "포트의 수가 호스트의 수와 다름",
    }
    pub(crate) fn tls_unavailable(reason) {
        en: "there is no TLS on this machine ({reason}): say sslrootcert=FILE in the address",
        ko: "이 컴퓨터에서 TLS를 쓸 수 없습니다({reason}). 주소에 sslrootcert=FILE을 적으세요",
    }
    pub(crate) fn certificate_missing() {
        en: "there is no certificate in it that can be read: name a file of certificates (PEM)",
        ko: "읽을 수 있는 인증서가 없습니다. 인증서의 파일(PEM)을 적으세요",
    }
    pub(crate) fn connections_in_use() {
        en: "all connections to the database are in use; try again",
        ko: "데이터베이스 연결을 모두 쓰고 있습니다. 다시 해 보세요",
    }
    pub(crate) fn database_unreachable(reason) {
        en: "the database does not answer ({reason}): see whether it runs, and whether its address is right",
        ko: "데이터베이스가 답하지 않습니다({reason}). 돌고 있는지, 주소가 맞는지 확인하세요",
    }
    pub(crate) fn database_tls_failed(reason) {
        en: "the database cannot be spoken to over TLS ({reason}): see to its certificate, or say sslrootcert=FILE in the address",
        ko: "데이터베이스와 TLS로 연결할 수 없습니다({reason}). 인증서를 확인하거나 주소에 sslrootcert=FILE을 적으세요",
    }
    pub(crate) fn database_login_refused(reason) {
        en: "the database lets nobody in ({reason}): look at the user and the password in its address",
        ko: "데이터베이스에 로그인할 수 없습니다({reason}). 주소의 사용자와 비밀번호를 확인하세요",
    }
    pub(crate) fn database_incompatible(reason) {
        en: "the database answers otherwise than this version takes it ({reason}): see whether `palimp-hub migrate` has run",
        ko: "데이터베이스의 답이 이 버전에 맞지 않습니다({reason}). `palimp-hub migrate`를 실행했는지 확인하세요",
    }
    pub(crate) fn connecting_failed(reason) {
        en: "error connecting to server: {reason}",
        ko: "연결하지 못함: {reason}",
    }
    pub(crate) fn connection_broke(reason) {
        en: "error communicating with the server: {reason}",
        ko: "연결이 끊김: {reason}",
    }
    pub(crate) fn connection_closed() { en: "connection closed", ko: "연결이 끊김" }
    pub(crate) fn tls_handshake_failed(reason) {
        en: "error performing TLS handshake: {reason}",
        ko: "TLS 협상 실패: {reason}",
    }
    pub(crate) fn authentication_failed(reason) {
        en: "authentication error: {reason}",
        ko: "인증 실패: {reason}",
    }
    pub(crate) fn password_missing() {
        en: "invalid configuration: password missing",
        ko: "비밀번호가 없음",
    }
    pub(crate) fn database_read_only() {
        en: "this node is on a replica of the database, and only reads: changes go to a node on the primary",
        ko: "이 노드는 데이터베이스의 복제본에 연결되어 읽기만 합니다. 바꾸는 일은 주 서버의 노드에서 하세요",
    }
    pub(crate) fn database_ending(words) {
        en: "PostgreSQL says: {words}; try again when it is up",
        ko: "PostgreSQL의 답: {words}. 다시 뜬 뒤에 해 보세요",
    }
    pub(crate) fn password_wrong(words) {
        en: "PostgreSQL says: {words}; look at the user and the password in the database's address",
        ko: "PostgreSQL의 답: {words}. 데이터베이스 주소의 사용자와 비밀번호를 확인하세요",
    }
    pub(crate) fn database_missing(words) {
        en: "PostgreSQL says: {words}; make it with `createdb`, or correct the address",
        ko: "PostgreSQL의 답: {words}. `createdb`로 만들거나 주소를 고치세요",
    }
    pub(crate) fn tables_missing(words) {
        en: "PostgreSQL says: {words}; `palimp-hub migrate` makes what is missing",
        ko: "PostgreSQL의 답: {words}. `palimp-hub migrate`로 없는 것을 만드세요",
    }
    pub(crate) fn privilege_missing(words) {
        en: "PostgreSQL says: {words}; docs/guides/hub-server.md says which login may do what",
        ko: "PostgreSQL의 답: {words}. 로그인마다의 권한은 docs/guides/hub-server.ko.md를 보세요",
    }
    pub(crate) fn too_many_connections(words) {
        en: "PostgreSQL says: {words}; lower `--connections`, or raise max_connections there",
        ko: "PostgreSQL의 답: {words}. `--connections`를 줄이거나 PostgreSQL의 max_connections를 늘리세요",
    }
    pub(crate) fn database_disk_full(words) {
        en: "PostgreSQL says: {words}; make room on its disk",
        ko: "PostgreSQL의 답: {words}. 디스크에 자리를 만드세요",
    }
    pub(crate) fn database_failed(words) {
        en: "PostgreSQL says: {words}; its log says more",
        ko: "PostgreSQL의 답: {words}. 자세한 것은 PostgreSQL의 로그를 보세요",
    }
    pub(crate) fn database_newer(step, known) {
        en: "the database was made by a newer palimp-hub (step {step}, this one knows {known}): install that",
        ko: "더 새로운 palimp-hub가 만든 데이터베이스입니다({step}단계, 이것이 아는 것은 {known}단계까지). 새 버전을 설치하세요",
    }
    pub(crate) fn scope_kind_unknown(kind) {
        en: "the database has a kind of scope that this version does not know ({kind}): install a newer palimp-hub",
        ko: "이 버전이 모르는 종류의 범위가 있습니다({kind}). 새 palimp-hub를 설치하세요",
    }
    pub(crate) fn stored_role_unknown(role) {
        en: "the database has a role that this version does not know ({role}): install a newer palimp-hub",
        ko: "이 버전이 모르는 역할이 있습니다({role}). 새 palimp-hub를 설치하세요",
    }
    // Keys.
    pub(crate) fn master_key_wrong() {
        en: "what the database holds cannot be opened with this master key: is it the one that `serve` had before? Name that one with `--key-file`",
        ko: "데이터베이스에 든 것을 이 마스터 키로 열 수 없습니다. `serve`가 전에 쓰던 키가 맞나요? `--key-file`로 그 키를 주세요",
    }
    pub(crate) fn text_not_sealed() {
        en: "a text could not be locked: is the master key whole?",
        ko: "글을 잠그지 못했습니다. 마스터 키가 온전한지 확인하세요",
    }
    pub(crate) fn random_unavailable() {
        en: "the system gives no random numbers: see to /dev/urandom on this machine",
        ko: "시스템이 난수를 주지 않습니다. 이 컴퓨터의 /dev/urandom을 확인하세요",
    }
    // PostgreSQL's programs.
    pub(crate) fn initdb_missing(package, path) {
        en: "{package} has no initdb at {path}: install PostgreSQL (version 15 or later), or name the directory of its programs in PALIMP_POSTGRES_BIN",
        ko: "{package}: {path}에 initdb가 없습니다. PostgreSQL(15 이상)을 설치하거나 프로그램이 있는 디렉터리를 PALIMP_POSTGRES_BIN에 적으세요",
    }
    pub(crate) fn postgres_not_found() {
        en: "there is no PostgreSQL here, and none can be fetched; install one (version 15 or later), or name the directory of its programs in PALIMP_POSTGRES_BIN",
        ko: "PostgreSQL이 없고 받아 올 수도 없습니다. 15 이상을 설치하거나 프로그램이 있는 디렉터리를 PALIMP_POSTGRES_BIN에 적으세요",
    }
    pub(crate) fn postgres_program_failed(name, output) {
        en: "PostgreSQL's {name} failed, see what it says: {output}",
        ko: "PostgreSQL의 {name} 명령이 실패했습니다. 출력을 보세요: {output}",
    }
    // TLS of the hub itself.
    pub(crate) fn server_tls_unavailable(reason) {
        en: "there is no TLS on this machine: {reason}",
        ko: "이 컴퓨터에서 TLS를 쓸 수 없습니다: {reason}",
    }
    pub(crate) fn certificate_key_missing() {
        en: "there is no key in it that can be read: name the file with the certificate's key (PEM)",
        ko: "읽을 수 있는 키가 없습니다. 인증서의 키 파일(PEM)을 적으세요",
    }
    pub(crate) fn certificate_key_mismatch() {
        en: "it does not fit the certificate: name the file with that certificate's key (PEM)",
        ko: "인증서에 맞지 않습니다. 그 인증서의 키 파일(PEM)을 적으세요",
    }
    // Organisations and members.
    pub(crate) fn org_name_invalid(name) {
        en: "{name} is no name of an organisation: letters, digits, `.`, `_` and `-`, at most 60",
        ko: "{name}: 조직의 이름이 될 수 없습니다. 영문자, 숫자, `.`, `_`, `-`로 60자까지 쓰세요",
    }
    pub(crate) fn org_exists(name) {
        en: "there is an organisation {name} already: choose another name",
        ko: "{name}(이)라는 조직이 이미 있습니다. 다른 이름을 고르세요",
    }
    pub(crate) fn org_not_found(org) {
        en: "there is no organisation {org}: `palimp-hub admin org` makes one",
        ko: "{org}(이)라는 조직이 없습니다. `palimp-hub admin org`로 만드세요",
    }
    pub(crate) fn org_member_not_found(org, member) {
        en: "there is no organisation {org} with a member {member}: `palimp-hub admin org` makes an organisation, and its owners let members in on the page Members",
        ko: "{org}(이)라는 조직이 없거나 거기에 구성원 {member}이(가) 없습니다. 조직은 `palimp-hub admin org`로 만들고, 구성원은 소유자가 구성원 화면에서 들입니다",
    }
    pub(crate) fn subject_taken() {
        en: "another member is known to the provider by that name: `palimp-hub admin bind` without --subject takes it from her first",
        ko: "제공자의 그 이름은 다른 구성원의 것입니다. 먼저 그 구성원에게 --subject 없이 `palimp-hub admin bind`를 실행해 거두세요",
    }
    pub(crate) fn member_name_invalid(name) {
        en: "{name} is no name: at most 60 letters, digits, `.`, `_`, `-`, `@` and spaces",
        ko: "{name}: 이름이 될 수 없습니다. 글자, 숫자, `.`, `_`, `-`, `@`, 공백으로 60자까지 쓰세요",
    }
    pub(crate) fn owner_needed() {
        en: "an organisation needs an owner: make another one first",
        ko: "조직에는 소유자가 있어야 합니다. 먼저 다른 소유자를 정하세요",
    }
    pub(crate) fn scope_name_invalid() {
        en: "a scope is named team:NAME or project:NAME",
        ko: "범위의 이름은 team:NAME이나 project:NAME처럼 씁니다",
    }
    pub(crate) fn role_beyond_own(role, scope) {
        en: "you are {role} of {scope}, and no more can be given or taken by you: ask an owner",
        ko: "{scope}에서 {role} 역할이라 그보다 높은 역할은 주거나 거둘 수 없습니다. 소유자에게 부탁하세요",
    }
    pub(crate) fn role_too_low(role, scope, needed) {
        en: "you are {role} of {scope}, and this takes a {needed}: ask an owner",
        ko: "{scope}에서 {role} 역할입니다. 이 일에는 {needed} 역할이 필요하니 소유자에게 부탁하세요",
    }
    pub(crate) fn role_unknown(name) {
        en: "{name} is no role: choose one of the list",
        ko: "{name}: 그런 역할은 없습니다. 목록에서 고르세요",
    }
    pub(crate) fn audit_not_open() {
        en: "the audit is for auditors and owners: ask an owner to make you an auditor",
        ko: "감사 기록은 감사자와 소유자만 볼 수 있습니다. 소유자에게 감사자 역할을 부탁하세요",
    }
    pub(crate) fn thing_not_found(thing) {
        en: "there is no {thing}, or you may not see it: see whether it is written right, or ask an owner",
        ko: "{thing}: 없거나 볼 수 없습니다. 바르게 썼는지 확인하거나 소유자에게 물으세요",
    }
    // Policies.
    pub(crate) fn policy_invalid(reason) {
        en: "this is no policy ({reason}): `palimp-hub admin policy --help` shows one",
        ko: "정책이 아닙니다({reason}). `palimp-hub admin policy --help`의 보기를 참고하세요",
    }
    pub(crate) fn policy_not_object() { en: "it is no JSON object", ko: "JSON 객체가 아님" }
    pub(crate) fn policy_field_unknown(name, names) {
        en: "it has no `{name}`; there are {names}",
        ko: "`{name}`(이)라는 것은 없음. 있는 것: {names}",
    }
    pub(crate) fn policy_number_too_small(name) {
        en: "{name} is to be 1 or more",
        ko: "{name}: 1 이상이어야 함",
    }
    pub(crate) fn policy_field_invalid(name, reason) {
        en: "{name}: this is no policy ({reason}): write JSON, as it stood there",
        ko: "{name}: 정책이 아닙니다({reason}). 전에 있던 것처럼 JSON으로 쓰세요",
    }
    pub(crate) fn policy_changed() {
        en: "somebody laid down something else meanwhile: look at it again",
        ko: "그사이 다른 사람이 정책을 바꾸었습니다. 다시 확인하세요",
    }
    // Who asks.
    pub(crate) fn token_unknown() {
        en: "no such token, or it has expired: who runs the hub gives you a link that becomes one",
        ko: "모르는 토큰이거나 기한이 지났습니다. 허브를 운영하는 사람에게 새 링크를 받으세요",
    }
    pub(crate) fn provider_unreachable(reason) {
        en: "the provider of sign-in cannot be asked ({reason}): see whether it runs, and whether `--issuer` is right",
        ko: "로그인 제공자에게 물을 수 없습니다({reason}). 돌고 있는지, `--issuer`가 맞는지 확인하세요",
    }
    pub(crate) fn provider_address_unsafe(url) {
        en: "{url} is no https address",
        ko: "{url}: https 주소가 아님",
    }
    pub(crate) fn provider_keys_invalid(reason) {
        en: "it holds no JSON ({reason}): name the provider's keys (a JWKS)",
        ko: "JSON이 아닙니다({reason}). 제공자의 키(JWKS)를 적으세요",
    }
    pub(crate) fn too_many_requests(seconds) {
        en: "too many requests; ask again in {seconds} s",
        ko: "요청이 너무 많습니다. {seconds}초 뒤에 다시 하세요",
    }
    // Memories.
    pub(crate) fn secrets_found() {
        en: "it holds what looks like secrets or personal data: take that out, and send it again",
        ko: "비밀이나 개인 정보로 보이는 것이 있습니다. 빼고 다시 보내세요",
    }
    pub(crate) fn superseded_not_approved(id, scope) {
        en: "{id} is no approved memory of {scope}, so that nothing supersedes it: name one that is, by its id",
        ko: "{id}은(는) {scope}의 승인된 기억이 아니어서 갈음할 수 없습니다. 승인된 기억의 id를 적으세요",
    }
    pub(crate) fn day_invalid(text) {
        en: "{text} is no day such as 2026-11-23",
        ko: "{text}: 날짜가 아닙니다. 2026-11-23처럼 쓰세요",
    }
    pub(crate) fn rejection_needs_reason() {
        en: "say why you reject it",
        ko: "거절하는 까닭을 적으세요",
    }
    pub(crate) fn reason_too_long() {
        en: "a reason has at most 4,000 characters",
        ko: "까닭은 4,000자까지 쓸 수 있습니다",
    }
    pub(crate) fn kind_name_invalid() {
        en: "kind is to be a name such as `decision`",
        ko: "종류에는 `decision` 같은 이름을 쓰세요",
    }
    pub(crate) fn statement_empty() {
        en: "statement says nothing: write what is to be known",
        ko: "사실이 비어 있습니다. 알릴 것을 적으세요",
    }
    pub(crate) fn fact_too_long() {
        en: "a fact has at most 4,000 characters, and so has its reason",
        ko: "사실과 까닭은 저마다 4,000자까지 쓸 수 있습니다",
    }
    pub(crate) fn too_many_anchors() {
        en: "a fact has at most 8 anchors of 400 bytes each",
        ko: "사실에는 코드의 자리를 8곳까지, 저마다 400바이트까지 붙일 수 있습니다",
    }
    pub(crate) fn too_many_superseded() {
        en: "a fact supersedes at most 16 others, and allows at most 16 kinds",
        ko: "사실 하나는 16개까지 갈음하고 16종류까지 허락할 수 있습니다",
    }
    pub(crate) fn origin_too_long() {
        en: "each part of origin has at most 200 bytes",
        ko: "출처의 항목은 저마다 200바이트까지입니다",
    }
    pub(crate) fn memory_limit_reached(org, count) {
        en: "{org} has {count} memories, and its policy allows no more: erase some, or have maxMemories raised",
        ko: "{org}에 기억이 {count}개 있어 정책의 한도에 찼습니다. 몇 개를 지우거나 maxMemories를 올려 달라고 하세요",
    }
    pub(crate) fn memory_changed(id) {
        en: "{id} is not what you read any more: read it again",
        ko: "{id}: 그사이 바뀌었습니다. 다시 읽으세요",
    }
    pub(crate) fn approver_is_proposer() {
        en: "you proposed it, and another one has to approve it (fourEyes)",
        ko: "직접 제안한 것이라 다른 사람이 승인해야 합니다(fourEyes)",
    }
    pub(crate) fn nothing_to_decide(id, status) {
        en: "{id} is {status}: there is nothing to decide",
        ko: "{id}의 상태는 {status}입니다. 결정할 것이 없습니다",
    }
    pub(crate) fn erase_target_unclear() {
        en: "say one of memory, member and project",
        ko: "memory, member, project 가운데 하나를 적으세요",
    }
    // The audit.
    pub(crate) fn audit_not_signed(reason) {
        en: "the audit cannot be signed ({reason}): is the master key whole?",
        ko: "감사 기록에 서명할 수 없습니다({reason}). 마스터 키가 온전한지 확인하세요",
    }
    pub(crate) fn link_missing(seq) {
        en: "link {seq} is not there: what stands in its place is another",
        ko: "고리 {seq}이(가) 없습니다. 그 자리에 다른 것이 있습니다",
    }
    pub(crate) fn link_changed(seq) {
        en: "link {seq} is not what it was when it was written",
        ko: "고리 {seq}이(가) 쓴 뒤에 바뀌었습니다",
    }
    pub(crate) fn link_torn(seq) {
        en: "link {seq} does not follow the one before it",
        ko: "고리 {seq}이(가) 앞의 고리에 이어지지 않습니다",
    }
    pub(crate) fn chain_shortened(end, head) {
        en: "the chain ends at link {end}, and its head is link {head}",
        ko: "사슬이 고리 {end}에서 끝나는데 머리는 고리 {head}입니다",
    }
    pub(crate) fn head_signature_wrong(seq) {
        en: "the signature of the head at link {seq} is not right",
        ko: "고리 {seq}에 있는 머리의 서명이 맞지 않습니다",
    }
    pub(crate) fn signed_link_changed(seq) {
        en: "link {seq} is not the one that was signed",
        ko: "고리 {seq}이(가) 서명한 그 고리가 아닙니다",
    }
}
