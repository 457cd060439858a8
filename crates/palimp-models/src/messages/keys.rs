//! Sentences about addresses and keys of services, in English and Korean.

palimp_core::messages! {
    // Addresses, as the ends of sentences.
    pub(crate) fn not_an_address() {
        en: "is no address",
        ko: "주소가 아님",
    }
    pub(crate) fn address_without_scheme() {
        en: "must begin with https:// or, on this machine, http://",
        ko: "https://로, 이 컴퓨터라면 http://로 시작해야 합니다",
    }
    pub(crate) fn address_of_other_scheme() {
        en: "must begin with https:// or http://",
        ko: "https://나 http://로 시작해야 합니다",
    }
    pub(crate) fn address_with_password() {
        en: "holds a name or password: keep the key with palimp's keys",
        ko: "이름이나 비밀번호가 들어 있습니다. 키는 palimp keys에 두세요",
    }
    pub(crate) fn text_unencrypted(host) {
        en: "would send your text unencrypted to {host}: use https:// (http:// is for this machine and private networks)",
        ko: "글이 암호화되지 않은 채 {host}(으)로 갑니다. https://를 쓰세요 (http://는 이 컴퓨터와 사설망에만)",
    }
    pub(crate) fn token_unencrypted(host) {
        en: "would send your token unencrypted to {host}: use https:// (http:// is for this machine alone)",
        ko: "토큰이 암호화되지 않은 채 {host}(으)로 갑니다. https://를 쓰세요 (http://는 이 컴퓨터에만)",
    }
    pub(crate) fn address_with_query() {
        en: "holds a question mark: give the address alone",
        ko: "물음표가 있습니다. 주소만 적으세요",
    }
    pub(crate) fn unencrypted_host(host) {
        en: "{host} (unencrypted: your network can read what is sent)",
        ko: "{host}(암호화되지 않음: 네트워크에서 보내는 것을 읽을 수 있습니다)",
    }
    pub(crate) fn address_wrong(whose, why) {
        en: "the address in {whose} {why}",
        ko: "{whose}의 주소: {why}",
    }
    // Keys.
    pub(crate) fn key_in_variable(name) {
        en: "the variable {name}",
        ko: "변수 {name}",
    }
    pub(crate) fn key_in_keyring() {
        en: "the system's keyring",
        ko: "시스템의 키링",
    }
    pub(crate) fn key_missing(provider, how) {
        en: "there is no key for {provider}: {how}",
        ko: "{provider}의 키가 없습니다: {how}",
    }
    pub(crate) fn vertex_key_missing(how) {
        en: "there is no key for vertex: {how}",
        ko: "vertex의 키가 없습니다: {how}",
    }
    pub(crate) fn how_to_set_key(usual, provider) {
        en: "set {usual}, or run `palimp keys set {provider}`",
        ko: "{usual}을(를) 정하거나 `palimp keys set {provider}`을(를) 실행하세요",
    }
    pub(crate) fn how_to_set_vertex_key() {
        en: "set GOOGLE_APPLICATION_CREDENTIALS to a service account's file, or GOOGLE_OAUTH_ACCESS_TOKEN to what `gcloud auth print-access-token` prints",
        ko: "GOOGLE_APPLICATION_CREDENTIALS에 서비스 계정의 파일을, 또는 GOOGLE_OAUTH_ACCESS_TOKEN에 `gcloud auth print-access-token`이 출력하는 것을 적으세요",
    }
    pub(crate) fn key_withheld(provider, source, host, whose, how) {
        en: "your key of {provider} ({source}) is not sent to {host}, which {whose} names: {how}",
        ko: "{provider}의 키({source})는 {whose}이(가) 가리키는 {host}에 보내지 않습니다. {how}",
    }
    pub(crate) fn how_to_name_address() {
        en: "set flush.baseUrl or embedding.baseUrl to it, if it is meant",
        ko: "맞는 주소라면 flush.baseUrl이나 embedding.baseUrl에 적으세요",
    }
    pub(crate) fn how_to_name_service() {
        en: "name the service in flush.summarizer too, or say yes when `palimp chat` asks in a terminal",
        ko: "flush.summarizer에도 서비스를 적거나, `palimp chat`이 터미널에서 물을 때 그렇다고 답하세요",
    }
    pub(crate) fn keys_exposed(path) {
        en: "{path} can be read by other users of this machine: run `chmod 600 {path}`, and replace the keys in it if others may have seen them",
        ko: "{path}: 이 컴퓨터의 다른 사용자가 읽을 수 있습니다. `chmod 600 {path}`을(를) 실행하고, 남이 보았을 수 있으면 키를 바꾸세요",
    }
    pub(crate) fn keys_damaged(path) {
        en: "{path} holds no keys: it must be an object such as {{\"openai\": \"…\"}}; correct it, or delete it and enter the keys again",
        ko: "{path}: 키가 없습니다. {{\"openai\": \"…\"}} 같은 객체여야 합니다. 고치거나, 지우고 키를 다시 넣으세요",
    }
    pub(crate) fn key_malformed(provider) {
        en: "the key for {provider} is empty or holds spaces or other characters that no key has: copy it again",
        ko: "{provider}의 키가 비었거나 키에 없는 글자가 있습니다. 다시 복사하세요",
    }
    pub(crate) fn provider_name_wrong(name) {
        en: "'{name}' is no provider's name: use small letters, digits and hyphens",
        ko: "'{name}'은(는) 제공자의 이름이 될 수 없습니다. 작은 글자, 숫자, 붙임표를 쓰세요",
    }
    pub(crate) fn keyring_locked_key() {
        en: "the keyring of this machine is locked, so that a key in it stays there: unlock it and try again",
        ko: "이 컴퓨터의 키링이 잠겨 있어 키를 꺼낼 수 없습니다. 풀고 다시 해 보세요",
    }
    pub(crate) fn keyring_failed(why, file) {
        en: "the keyring of this machine {why}: keep the key in {file} instead",
        ko: "이 컴퓨터의 키링: {why}. 대신 {file}에 키를 두세요",
    }
    pub(crate) fn keyring_absent() {
        en: "is not running",
        ko: "돌고 있지 않습니다",
    }
    pub(crate) fn keyring_locked() {
        en: "is locked",
        ko: "잠겨 있습니다",
    }
    pub(crate) fn keyring_slow() {
        en: "did not answer",
        ko: "답하지 않았습니다",
    }
    pub(crate) fn keyring_error(why) {
        en: "failed ({why})",
        ko: "실패했습니다({why})",
    }
    pub(crate) fn entry_unreadable() {
        en: "it could not read the entry",
        ko: "항목을 읽지 못했습니다",
    }
    pub(crate) fn key_not_text() {
        en: "the key is no text",
        ko: "키가 글이 아닙니다",
    }
    pub(crate) fn no_random_numbers() {
        en: "no random numbers",
        ko: "난수가 없습니다",
    }
}
