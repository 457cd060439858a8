//! Sentences of `hub`, in English and Korean.

palimp_core::messages! {
    // hub
    pub(crate) fn hub_token_missing(hub, url) {
        en: "cannot find the token for {hub}; hint: `palimp hub login {url}`",
        ko: "{hub}의 토큰이 없습니다. `palimp hub login {url}`을 실행하세요",
    }
    // hub/activity
    pub(crate) fn no_activity_project() {
        en: "No project reports activity to a hub. Name one: `palimp config set hub.activity '[\"NAME\"]'`.",
        ko: "허브에 활동을 보내는 프로젝트가 없습니다. `palimp config set hub.activity '[\"NAME\"]'`으로 정하세요.",
    }
    pub(crate) fn activity_failed(why) { en: "    failed: {why}", ko: "    실패: {why}" }
    pub(crate) fn no_activity_to_send() { en: "    nothing to send", ko: "    보낼 것 없음" }
    // hub/decide
    pub(crate) fn ask_approve() {
        en: "Approve exactly this?",
        ko: "이대로 승인할까요?",
    }
    pub(crate) fn nothing_approved() {
        en: "Nothing was approved.",
        ko: "아무것도 승인하지 않았습니다.",
    }
    pub(crate) fn memory_approved(id, hub) {
        en: "approved {id}: {hub} injects it now",
        ko: "{id}을(를) 승인했습니다. 이제 {hub}에서 주입합니다",
    }
    pub(crate) fn memory_waits_for_approvals(id) {
        en: "approved {id}: more approvals pending",
        ko: "{id}을(를) 승인했습니다. 다른 승인이 더 필요합니다",
    }
    pub(crate) fn proposal_rejected(id) { en: "rejected {id}", ko: "{id}을(를) 거절했습니다" }
    // hub/erase
    pub(crate) fn ask_erase() {
        en: "Erase it for everybody? This cannot be undone.",
        ko: "모든 사람에게서 지울까요? 되돌릴 수 없습니다.",
    }
    pub(crate) fn nothing_erased() { en: "Nothing was erased.", ko: "아무것도 지우지 않았습니다." }
    pub(crate) fn memories_erased(count) {
        en: "erased memories: {count}",
        ko: "지운 기억: {count}",
    }
    pub(crate) fn erased_elsewhere_later() {
        en: "Other homes delete it with their next pull. For backups of the hub, see its documentation.",
        ko: "다른 홈에서는 다음에 받을 때 지워집니다. 허브의 백업은 허브 문서를 참고하세요.",
    }
    // hub/log
    pub(crate) fn audit_link(number, time, action, object, actor) {
        en: "{number:>6}  {time}  {action}  {object}  by {actor}",
        ko: "{number:>6}  {time}  {action}  {object}  실행 {actor}",
    }
    pub(crate) fn no_audit_yet() { en: "The audit log is empty.", ko: "감사 로그가 비어 있습니다." }
    // hub/login
    pub(crate) fn token_refused(url) {
        en: "cannot sign in to {url}: it rejected the token; hint: ask its administrator for another one",
        ko: "{url}이(가) 토큰을 거부했습니다. 관리자에게 새 토큰을 받으세요",
    }
    pub(crate) fn login_unknown_to_hub(url, issuer) {
        en: "cannot sign in to {url}: it does not know this account of {issuer}; hint: ask its administrator for a role",
        ko: "{url}에 {issuer} 계정이 등록되어 있지 않습니다. 관리자에게 역할을 받으세요",
    }
    pub(crate) fn logged_in(hub, name) {
        en: "logged in to {hub} as {name}",
        ko: "{hub}에 {name}(으)로 로그인했습니다",
    }
    pub(crate) fn token_kept_in(place) {
        en: "The token is stored in {place}.",
        ko: "토큰을 {place}에 저장했습니다.",
    }
    pub(crate) fn hub_has_no_provider() {
        en: "cannot sign in: this hub has no sign-in provider; hint: get a token from its administrator, then `--token-stdin`",
        ko: "이 허브에는 로그인 제공자가 없습니다. 관리자에게 토큰을 받아 `--token-stdin`으로 넘기세요",
    }
    pub(crate) fn token_malformed() {
        en: "cannot use the token: it is empty or contains spaces or other invalid characters; hint: copy it again",
        ko: "토큰이 비었거나 공백 등 쓸 수 없는 글자가 있습니다. 다시 복사하세요",
    }
    pub(crate) fn issuer_token_not_kept(issuer) {
        en: "cannot store the token of {issuer}",
        ko: "{issuer}의 토큰을 저장할 수 없습니다",
    }
    pub(crate) fn paste_token() {
        en: "Paste the token and press Enter. It is not shown:",
        ko: "토큰을 붙여 넣고 Enter를 누르세요. 화면에 보이지 않습니다:",
    }
    pub(crate) fn no_token_given() {
        en: "nothing was done: no token given",
        ko: "토큰이 없어 아무것도 하지 않았습니다",
    }
    pub(crate) fn token_missing() {
        en: "cannot read a token; hint: `--token-stdin`, `--token-file FILE`, or run it in a terminal",
        ko: "토큰이 없습니다. `--token-stdin`이나 `--token-file FILE`로 넘기거나 터미널에서 실행하세요",
    }
    pub(crate) fn token_file_missing(path) {
        en: "cannot read {path}: no such file; hint: write the token to it, or name another file",
        ko: "{path}을(를) 읽을 수 없습니다: 파일이 없습니다. 토큰이 든 파일을 적으세요",
    }
    pub(crate) fn token_path_not_a_file(path) {
        en: "cannot read {path}: not a regular file; hint: `--token-stdin < {path}`",
        ko: "{path}을(를) 읽을 수 없습니다: 일반 파일이 아닙니다. `--token-stdin < {path}`(으)로 쓰세요",
    }
    pub(crate) fn token_file_not_readable(path) {
        en: "cannot read {path}: permission denied; hint: `ls -l` shows the owner, `chmod u+r` opens your own file",
        ko: "{path}을(를) 읽을 수 없습니다: 권한이 없습니다. `ls -l`로 소유자를 확인하고, 내 파일이면 `chmod u+r`로 여세요",
    }
    pub(crate) fn token_path_is_directory(path) {
        en: "cannot read {path}: it is a directory; hint: name the file with the token",
        ko: "{path}을(를) 읽을 수 없습니다: 디렉터리입니다. 토큰이 든 파일을 적으세요",
    }
    pub(crate) fn token_file_too_long(path) {
        en: "cannot use {path}: too long for a token; hint: the file must contain only the token",
        ko: "{path}을(를) 쓸 수 없습니다: 토큰이라기에는 너무 깁니다. 파일에는 토큰만 있어야 합니다",
    }
    pub(crate) fn token_file_unreadable(path, why) {
        en: "cannot read {path}: {why}; hint: copy the token to another file",
        ko: "{path}을(를) 읽을 수 없습니다: {why}. 토큰을 다른 파일에 복사하세요",
    }
    pub(crate) fn token_file_not_text(path) {
        en: "cannot use {path}: it is not text; hint: the file must contain only the token",
        ko: "{path}을(를) 쓸 수 없습니다: 텍스트가 아닙니다. 파일에는 토큰만 있어야 합니다",
    }
    pub(crate) fn token_file_empty(path) {
        en: "cannot use {path}: it is empty; hint: write the token to it",
        ko: "{path}을(를) 쓸 수 없습니다: 비어 있습니다. 토큰을 적으세요",
    }
    // hub/logout
    pub(crate) fn logged_out(hub) { en: "logged out of {hub}", ko: "{hub}에서 로그아웃했습니다" }
    pub(crate) fn token_still_good() {
        en: "The token stays valid until it expires or the hub revokes it.",
        ko: "토큰은 만료되거나 허브가 폐기할 때까지 유효합니다.",
    }
    pub(crate) fn provider_revoked_tokens() {
        en: "Asked the provider to revoke its tokens.",
        ko: "제공자에게 토큰 폐기를 요청했습니다.",
    }
    pub(crate) fn provider_cannot_revoke() {
        en: "The provider cannot revoke tokens. The last one stays valid until it expires.",
        ko: "제공자가 토큰 폐기를 지원하지 않습니다. 마지막 토큰은 만료될 때까지 유효합니다.",
    }
    pub(crate) fn provider_not_reached(why) {
        en: "cannot reach the provider, so its tokens stay valid until they expire: {why}",
        ko: "제공자에 연결할 수 없어 토큰은 만료될 때까지 유효합니다: {why}",
    }
    pub(crate) fn variable_holds_token(variable) {
        en: "{variable} still contains it.",
        ko: "{variable}에는 아직 들어 있습니다.",
    }
    // hub/propose
    pub(crate) fn nothing_new_to_propose(name) {
        en: "{name} already has all of that.",
        ko: "{name}에 이미 모두 있습니다.",
    }
    pub(crate) fn ask_send_facts(facts, name) {
        en: "Send exactly this ({facts}) to {name}?",
        ko: "이대로 {name}에 보낼까요({facts})?",
    }
    pub(crate) fn nothing_proposed_left() { en: "Nothing was sent.", ko: "아무것도 보내지 않았습니다." }
    pub(crate) fn fact_not_proposed(from, sent, error) {
        en: "cannot propose {from}: {error}; sent before it: {sent}",
        ko: "{from}을(를) 제안할 수 없습니다: {error}. 그 전에 보낸 것: {sent}개",
    }
    pub(crate) fn memory_proposed(hub, id) {
        en: "proposed to {hub}  {id}",
        ko: "{hub}에 제안함  {id}",
    }
    pub(crate) fn hub_has_fact(from) {
        en: "{from}: the organisation already has it",
        ko: "{from}: 조직에 이미 있습니다",
    }
    pub(crate) fn drafted_memory(kind, scope, from) {
        en: "{kind} for {scope}  from {from}",
        ko: "{kind} → {scope}  출처: {from}",
    }
    pub(crate) fn fact_reason(why) { en: "    Why: {why}", ko: "    이유: {why}" }
    pub(crate) fn fact_anchor(place) { en: "    at {place}", ko: "    코드: {place}" }
    pub(crate) fn fact_end(day) { en: "    until {day}", ko: "    {day}까지" }
    pub(crate) fn fact_supersedes(id) { en: "    supersedes {id}", ko: "    대체하는 것: {id}" }
    pub(crate) fn fact_origin(origin) { en: "    origin: {origin}", ko: "    출처: {origin}" }
    pub(crate) fn waits_for_hub_review(approvals) {
        en: "Pending in `palimp hub review`: {approvals}.",
        ko: "`palimp hub review`에서 대기 중: {approvals}.",
    }
    pub(crate) fn memory_contradicts(id, statement) {
        en: "  contradicts {id}: {statement}",
        ko: "  모순 {id}: {statement}",
    }
    // hub/pull
    pub(crate) fn not_logged_in() {
        en: "Not logged in to a hub; hint: `palimp hub login URL`.",
        ko: "허브에 로그인하지 않았습니다. `palimp hub login URL`을 실행하세요.",
    }
    pub(crate) fn some_hubs_not_pulled() {
        en: "cannot pull from every hub; using what was pulled before",
        ko: "일부 허브에서 받지 못했습니다. 전에 받은 것을 씁니다",
    }
    pub(crate) fn pulled_changes(came, went) {
        en: "{came} new or changed, {went} removed",
        ko: "추가·변경 {came}, 삭제 {went}",
    }
    pub(crate) fn not_pulled(why) { en: "cannot pull: {why}", ko: "받지 못했습니다: {why}" }
    // hub/review
    pub(crate) fn no_proposals_wait(name) {
        en: "No pending proposals for {name}.",
        ko: "{name}에 대기 중인 제안이 없습니다.",
    }
    pub(crate) fn approvals_so_far(have, approvals) {
        en: "{have} of {approvals}",
        ko: "{approvals} 가운데 {have}개",
    }
    pub(crate) fn waiting_memory(id, date, kind, scope, proposer, approvals) {
        en: "{id}  {date}  {kind} for {scope}, proposed by {proposer}  {approvals}",
        ko: "{id}  {date}  {kind} → {scope}, 제안 {proposer}  {approvals}",
    }
    pub(crate) fn how_to_decide_memory(id) {
        en: "  `palimp hub approve {id}` or `palimp hub reject {id} --why TEXT`",
        ko: "  `palimp hub approve {id}` 또는 `palimp hub reject {id} --why TEXT`",
    }
    pub(crate) fn fact_lets_pass(kinds) {
        en: "    allows: {kinds}",
        ko: "    허용: {kinds}",
    }
    pub(crate) fn says_the_same(id, text) {
        en: "  same as {id}: {text}",
        ko: "  같은 내용 {id}: {text}",
    }
    pub(crate) fn contradicts_fact(id, text) {
        en: "  contradicts {id}: {text}",
        ko: "  모순 {id}: {text}",
    }
    pub(crate) fn unknown_memory_proposal(hub, id) {
        en: "cannot find proposal {id} in {hub}; hint: `palimp hub review`",
        ko: "{hub}에서 제안 {id}을(를) 찾을 수 없습니다. `palimp hub review`로 확인하세요",
    }
    pub(crate) fn ambiguous_proposal(id) {
        en: "cannot tell which proposal is meant: several begin with {id}; hint: use more characters",
        ko: "{id}(으)로 시작하는 제안이 여럿입니다. 더 길게 적으세요",
    }
    // hub/search
    pub(crate) fn hub_finds_nothing() {
        en: "No match in the hub.",
        ko: "허브에 일치하는 것이 없습니다.",
    }
    // hub/sign_in
    pub(crate) fn sign_in_at(issuer) {
        en: "Sign in at {issuer}.",
        ko: "{issuer}에서 로그인하세요.",
    }
    pub(crate) fn open_address(minutes) {
        en: "Open this address if no browser has opened. It stays valid for {minutes} minutes:",
        ko: "브라우저가 열리지 않으면 이 주소를 여세요. {minutes}분 동안 유효합니다:",
    }
    pub(crate) fn close_this_page() {
        en: "You can close this page and return to the terminal.",
        ko: "이 페이지를 닫고 터미널로 돌아가도 됩니다.",
    }
    pub(crate) fn enter_code(code) {
        en: "Open this address on any machine and enter the code {code}:",
        ko: "아무 기기에서나 이 주소를 열고 코드 {code}을(를) 입력하세요:",
    }
    pub(crate) fn address_with_code() {
        en: "Address that includes the code:",
        ko: "코드가 포함된 주소:",
    }
    pub(crate) fn login_damaged() { en: "the stored login is damaged", ko: "저장된 로그인이 손상되었습니다" }
    pub(crate) fn login_expired(issuer, why, url) {
        en: "the login at {issuer} has ended ({why}); hint: `palimp hub login {url}`",
        ko: "{issuer} 로그인이 끝났습니다({why}). `palimp hub login {url}`을 실행하세요",
    }
    // hub/status
    pub(crate) fn never_pulled() { en: "never pulled", ko: "받은 적 없음" }
    pub(crate) fn pulled_at(time) { en: "pulled {time}", ko: "{time}에 받음" }
    pub(crate) fn hub_login(hub, url, name, facts, pulled) {
        en: "{hub}  {url} as {name}: {facts}, {pulled}",
        ko: "{hub}  {url}, {name}(으)로: {facts}, {pulled}",
    }
    pub(crate) fn hub_role(scope, role) { en: "  {scope}  {role}", ko: "  {scope}  {role}" }
}
