//! Sentences about hubs and signing in to them, in English and Korean.

palimp_core::messages! {
    // Hubs.
    pub(crate) fn host_silent(host) {
        en: "cannot connect to {host}; hint: check that it is running and the port is right",
        ko: "{host}에 연결할 수 없습니다. 실행 중인지, 포트가 맞는지 확인하세요",
    }
    pub(crate) fn host_not_found(host) {
        en: "cannot find the host {host}; hint: check the address and the network",
        ko: "호스트 {host}을(를) 찾을 수 없습니다. 주소와 네트워크를 확인하세요",
    }
    pub(crate) fn host_late(host) {
        en: "{host} timed out; hint: try again",
        ko: "{host}의 응답 시간이 초과되었습니다. 다시 시도하세요",
    }
    pub(crate) fn host_endless(host) {
        en: "the answer of {host} is too long",
        ko: "{host}의 응답이 너무 깁니다",
    }
    pub(crate) fn host_moved(host, to) {
        en: "{host} redirects to {to}; hint: if you trust it, log in with that address",
        ko: "{host}이(가) {to}(으)로 리디렉션합니다. 신뢰하는 주소라면 그 주소로 로그인하세요",
    }
    pub(crate) fn host_untrusted(host, why) {
        en: "the certificate of {host} is not trusted: {why}",
        ko: "{host}의 인증서를 신뢰할 수 없습니다: {why}",
    }
    pub(crate) fn host_broken(host, why) {
        en: "the connection to {host} broke off: {why}",
        ko: "{host}와(과)의 연결이 끊겼습니다: {why}",
    }
    pub(crate) fn host_status(host, status) {
        en: "{host} answered {status}",
        ko: "{host}의 응답: {status}",
    }
    // Signing in.
    pub(crate) fn sign_in_unreached(why) {
        en: "cannot sign in: {why}",
        ko: "로그인할 수 없습니다: {why}",
    }
    pub(crate) fn sign_in_unsafe(address, why) {
        en: "cannot sign in at {address}: the address {why}; hint: ask the hub's administrator",
        ko: "{address}에서 로그인할 수 없습니다: {why}. 허브 관리자에게 문의하세요",
    }
    pub(crate) fn provider_strange(host, why) {
        en: "cannot sign in: unexpected answer of the provider at {host}: {why}; hint: ask the hub's administrator to check `--issuer`",
        ko: "로그인할 수 없습니다: 제공자 {host}의 응답이 올바르지 않습니다: {why}. 허브 관리자에게 `--issuer` 확인을 요청하세요",
    }
    pub(crate) fn hub_elsewhere(address) {
        en: "the hub's own address is {address}; hint: if you trust it, log in with that address",
        ko: "허브의 주소는 {address}입니다. 신뢰하는 주소라면 그 주소로 로그인하세요",
    }
    pub(crate) fn issuer_differs(provider, issuer) {
        en: "cannot sign in: the provider {provider} identifies itself as {issuer}; hint: ask the hub's administrator to check `--issuer`",
        ko: "로그인할 수 없습니다: 제공자 {provider}의 issuer가 {issuer}(으)로 되어 있습니다. 허브 관리자에게 `--issuer` 확인을 요청하세요",
    }
    pub(crate) fn no_browser_sign_in(provider) {
        en: "the provider {provider} does not support sign-in in a browser; hint: `palimp hub login URL --device`",
        ko: "제공자 {provider}은(는) 브라우저 로그인을 지원하지 않습니다. `palimp hub login URL --device`를 실행하세요",
    }
    pub(crate) fn no_device_sign_in(provider) {
        en: "the provider {provider} does not support device codes; hint: `palimp hub login URL` without `--device`",
        ko: "제공자 {provider}은(는) 기기 코드를 지원하지 않습니다. `--device` 없이 `palimp hub login URL`을 실행하세요",
    }
    pub(crate) fn client_id_missing(provider) {
        en: "the provider {provider} accepts only registered clients; hint: ask the hub's administrator for palimp's client id, and pass `--client-id ID`",
        ko: "제공자 {provider}은(는) 등록된 클라이언트만 허용합니다. 허브 관리자에게 palimp의 클라이언트 id를 받아 `--client-id ID`로 지정하세요",
    }
    pub(crate) fn no_listener(reason) {
        en: "cannot receive the browser's answer on this machine: {reason}; hint: `palimp hub login URL --device`",
        ko: "이 컴퓨터에서 브라우저의 응답을 받을 수 없습니다: {reason}. `palimp hub login URL --device`를 실행하세요",
    }
    pub(crate) fn no_safe_sign_in() {
        en: "cannot sign in safely: no random numbers available",
        ko: "안전하게 로그인할 수 없습니다: 난수를 만들 수 없습니다",
    }
    pub(crate) fn foreign_answer() {
        en: "cannot sign in: the browser's answer belongs to another request (its state differs); hint: run the command again",
        ko: "로그인할 수 없습니다: 브라우저가 다른 로그인 요청에 응답했습니다(state가 다름). 다시 실행하세요",
    }
    pub(crate) fn sign_in_denied() {
        en: "sign-in was denied; hint: run the command again, or ask the provider's administrator for access",
        ko: "로그인이 거부되었습니다. 다시 실행하거나, 제공자 관리자에게 권한을 요청하세요",
    }
    pub(crate) fn sign_in_late() {
        en: "sign-in timed out; hint: run the command again",
        ko: "로그인 시간이 초과되었습니다. 다시 실행하세요",
    }
    pub(crate) fn provider_refused(host, why) {
        en: "the provider at {host} refused: {why}",
        ko: "제공자 {host}이(가) 거절했습니다: {why}",
    }
    pub(crate) fn not_https() {
        en: "is not https",
        ko: "https가 아님",
    }
    pub(crate) fn no_discovery_document() {
        en: "no discovery document",
        ko: "디스커버리 문서가 없습니다",
    }
    pub(crate) fn no_refresh_token() {
        en: "no refresh token",
        ko: "리프레시 토큰이 없습니다",
    }
    pub(crate) fn no_bearer_token() {
        en: "no bearer token",
        ko: "bearer 토큰이 없습니다",
    }
    pub(crate) fn json_unknown() {
        en: "unexpected JSON",
        ko: "예상하지 못한 JSON입니다",
    }
}
