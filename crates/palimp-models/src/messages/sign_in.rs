//! Sentences about hubs and signing in to them, in English and Korean.

palimp_core::messages! {
    // Hubs.
    pub(crate) fn host_silent(host) {
        en: "nobody answers at {host}: is it running, and the port right?",
        ko: "{host}에서 아무도 답하지 않습니다. 돌고 있는지, 포트가 맞는지 보세요",
    }
    pub(crate) fn host_not_found(host) {
        en: "there is no host {host}: look at the address and the network",
        ko: "{host}(이)라는 호스트가 없습니다. 주소와 네트워크를 보세요",
    }
    pub(crate) fn host_late(host) {
        en: "{host} did not answer in time: try again",
        ko: "{host}이(가) 제때 답하지 않았습니다. 다시 해 보세요",
    }
    pub(crate) fn host_endless(host) {
        en: "{host} answered more than any answer has",
        ko: "{host}의 응답이 너무 깁니다",
    }
    pub(crate) fn host_moved(host, to) {
        en: "{host} says that it is at {to}: log in with that address if it is meant",
        ko: "{host}이(가) {to}에 있다고 합니다. 그곳이 맞으면 그 주소로 로그인하세요",
    }
    pub(crate) fn host_untrusted(host, why) {
        en: "{host} shows a certificate that this machine does not trust: {why}",
        ko: "{host}의 인증서를 이 컴퓨터가 믿지 않습니다: {why}",
    }
    pub(crate) fn host_broken(host, why) {
        en: "the connection to {host} broke: {why}",
        ko: "{host}와(과)의 연결이 끊겼습니다: {why}",
    }
    pub(crate) fn host_status(host, status) {
        en: "{host} answered {status}",
        ko: "{host}의 응답: {status}",
    }
    // Signing in.
    pub(crate) fn sign_in_unreached(why) {
        en: "signing in did not get through: {why}",
        ko: "로그인하지 못했습니다: {why}",
    }
    pub(crate) fn sign_in_unsafe(address, why) {
        en: "nobody signs in at {address}, which {why}: ask who runs the hub",
        ko: "{address}에서는 로그인하지 않습니다({why}). 허브를 운영하는 사람에게 물으세요",
    }
    pub(crate) fn provider_strange(host, why) {
        en: "the provider at {host} did not answer as a provider does ({why}): ask who runs the hub whether its `--issuer` is right",
        ko: "{host}의 답이 제공자의 답이 아닙니다({why}). 허브를 운영하는 사람에게 `--issuer`가 맞는지 물으세요",
    }
    pub(crate) fn hub_elsewhere(address) {
        en: "the hub says that its address is {address}: log in with that one, if it is meant",
        ko: "허브는 자기 주소가 {address}(이)라고 합니다. 그 허브가 맞으면 그 주소로 로그인하세요",
    }
    pub(crate) fn issuer_differs(provider, issuer) {
        en: "the provider {provider} says of itself that it is {issuer}: ask who runs the hub whether its `--issuer` is right",
        ko: "{provider}은(는) 자기가 {issuer}(이)라고 합니다. 허브를 운영하는 사람에게 `--issuer`가 맞는지 물으세요",
    }
    pub(crate) fn no_browser_sign_in(provider) {
        en: "the provider {provider} lets no browser of a program sign in: try `palimp hub login URL --device`",
        ko: "{provider}에서는 프로그램의 브라우저로 로그인할 수 없습니다. `palimp hub login URL --device`를 해 보세요",
    }
    pub(crate) fn no_device_sign_in(provider) {
        en: "the provider {provider} gives out no codes to enter elsewhere: try `palimp hub login URL` without `--device`",
        ko: "{provider}은(는) 다른 곳에서 넣을 코드를 주지 않습니다. `--device` 없이 `palimp hub login URL`을 해 보세요",
    }
    pub(crate) fn client_id_missing(provider) {
        en: "the provider {provider} takes no program that it does not know: ask who runs the hub for palimp's client id there, and say `--client-id ID`",
        ko: "{provider}은(는) 모르는 프로그램을 받지 않습니다. 허브를 운영하는 사람에게 palimp의 클라이언트 id를 받아 `--client-id ID`로 주세요",
    }
    pub(crate) fn no_listener(reason) {
        en: "no browser can come back to this machine ({reason}): try `palimp hub login URL --device`",
        ko: "브라우저가 이 컴퓨터로 돌아올 수 없습니다({reason}). `palimp hub login URL --device`를 해 보세요",
    }
    pub(crate) fn no_safe_sign_in() {
        en: "this system gives no random numbers, so nobody can sign in safely",
        ko: "이 시스템이 난수를 주지 않아 안전하게 로그인할 수 없습니다",
    }
    pub(crate) fn foreign_answer() {
        en: "a browser came back with an answer to another question (its state is not ours), so nothing was done: run the command again",
        ko: "브라우저가 다른 로그인 요청의 응답을 가져왔습니다(state가 다름). 아무것도 하지 않았습니다. 다시 실행하세요",
    }
    pub(crate) fn sign_in_denied() {
        en: "signing in was denied: run the command again, or ask who runs the provider whether you may",
        ko: "로그인이 거부되었습니다. 다시 실행하거나, 제공자를 운영하는 사람에게 권한이 있는지 물으세요",
    }
    pub(crate) fn sign_in_late() {
        en: "nobody signed in in time: run the command again",
        ko: "제때 로그인하지 않았습니다. 다시 실행하세요",
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
        en: "it has no discovery document",
        ko: "발견 문서가 없습니다",
    }
    pub(crate) fn no_refresh_token() {
        en: "it gave nothing to stay signed in with",
        ko: "로그인을 이어 갈 것을 주지 않았습니다",
    }
    pub(crate) fn no_bearer_token() {
        en: "no bearer token",
        ko: "bearer 토큰이 없습니다",
    }
    pub(crate) fn json_unknown() {
        en: "no such JSON",
        ko: "그런 JSON이 아닙니다",
    }
}
