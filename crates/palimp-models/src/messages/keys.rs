//! Sentences about addresses and keys of services, in English and Korean.

palimp_core::messages! {
    // Addresses, as the ends of sentences.
    pub(crate) fn not_an_address() {
        en: "is not a valid URL",
        ko: "올바른 URL이 아닙니다",
    }
    pub(crate) fn address_without_scheme() {
        en: "must begin with https:// (or http:// on this machine)",
        ko: "https://로 시작해야 합니다(이 컴퓨터는 http://도 가능)",
    }
    pub(crate) fn address_of_other_scheme() {
        en: "must begin with https:// or http://",
        ko: "https://나 http://로 시작해야 합니다",
    }
    pub(crate) fn address_with_password() {
        en: "contains a user name or password; hint: `palimp keys set`",
        ko: "사용자 이름이나 비밀번호가 들어 있습니다. 키는 `palimp keys set`으로 저장하세요",
    }
    pub(crate) fn text_unencrypted(host) {
        en: "would send your text unencrypted to {host}; hint: use https:// (http:// is only for this machine and private networks)",
        ko: "글을 암호화하지 않고 {host}(으)로 보내게 됩니다. https://를 쓰세요(http://는 이 컴퓨터와 사설망에서만 가능)",
    }
    pub(crate) fn token_unencrypted(host) {
        en: "would send your token unencrypted to {host}; hint: use https:// (http:// is only for this machine)",
        ko: "토큰을 암호화하지 않고 {host}(으)로 보내게 됩니다. https://를 쓰세요(http://는 이 컴퓨터에서만 가능)",
    }
    pub(crate) fn address_with_query() {
        en: "contains a question mark; hint: give the address without a query",
        ko: "물음표가 있습니다. 쿼리를 뺀 주소만 입력하세요",
    }
    pub(crate) fn unencrypted_host(host) {
        en: "{host} (unencrypted: others on your network can read what is sent)",
        ko: "{host}(암호화되지 않음: 같은 네트워크에서 읽을 수 있습니다)",
    }
    pub(crate) fn address_wrong(whose, why) {
        en: "the address in {whose} {why}",
        ko: "{whose}의 주소: {why}",
    }
    // Keys.
    pub(crate) fn key_in_variable(name) {
        en: "the variable {name}",
        ko: "환경 변수 {name}",
    }
    pub(crate) fn key_in_keyring() {
        en: "the system keyring",
        ko: "시스템 키링",
    }
    pub(crate) fn key_missing(provider, how) {
        en: "no key for {provider}; hint: {how}",
        ko: "{provider} 키가 없습니다. {how}",
    }
    pub(crate) fn vertex_key_missing(how) {
        en: "no key for vertex; hint: {how}",
        ko: "vertex 키가 없습니다. {how}",
    }
    pub(crate) fn how_to_set_key(usual, provider) {
        en: "set {usual}, or run `palimp keys set {provider}`",
        ko: "{usual}을(를) 설정하거나 `palimp keys set {provider}`을(를) 실행하세요",
    }
    pub(crate) fn how_to_set_vertex_key() {
        en: "set GOOGLE_APPLICATION_CREDENTIALS to a service account file, or GOOGLE_OAUTH_ACCESS_TOKEN to the output of `gcloud auth print-access-token`",
        ko: "GOOGLE_APPLICATION_CREDENTIALS에 서비스 계정 파일을, 또는 GOOGLE_OAUTH_ACCESS_TOKEN에 `gcloud auth print-access-token`의 출력을 설정하세요",
    }
    pub(crate) fn key_withheld(provider, source, host, whose, how) {
        en: "your {provider} key ({source}) is not sent to {host}, the host in {whose}; hint: {how}",
        ko: "{provider} 키({source})를 {whose}에 지정된 {host}에 보내지 않습니다. {how}",
    }
    pub(crate) fn how_to_name_address() {
        en: "if you trust it, set it in flush.baseUrl or embedding.baseUrl",
        ko: "신뢰하는 주소라면 flush.baseUrl이나 embedding.baseUrl에 설정하세요",
    }
    pub(crate) fn how_to_name_service() {
        en: "name the service in flush.summarizer too, or accept when `palimp chat` asks in a terminal",
        ko: "flush.summarizer에도 서비스를 설정하거나, 터미널에서 `palimp chat`이 물을 때 수락하세요",
    }
    pub(crate) fn keys_exposed(path) {
        en: "cannot use {path}: other users can read it; hint: run `chmod 600 {path}`, and replace the keys in it",
        ko: "{path}을(를) 사용할 수 없습니다: 다른 사용자가 읽을 수 있습니다. `chmod 600 {path}`을(를) 실행하고 키를 교체하세요",
    }
    pub(crate) fn keys_damaged(path) {
        en: "cannot read keys from {path}: it must be an object such as {{\"openai\": \"…\"}}; hint: correct it, or delete it and enter the keys again",
        ko: "{path}에서 키를 읽을 수 없습니다: {{\"openai\": \"…\"}} 같은 객체여야 합니다. 고치거나, 삭제하고 키를 다시 입력하세요",
    }
    pub(crate) fn key_malformed(provider) {
        en: "the key for {provider} is empty or contains spaces or other invalid characters; hint: copy it again",
        ko: "{provider} 키가 비었거나 잘못된 문자가 들어 있습니다. 다시 복사하세요",
    }
    pub(crate) fn provider_name_wrong(name) {
        en: "'{name}' is not a valid provider name: use lower-case letters, digits and hyphens",
        ko: "'{name}'은(는) 제공자 이름으로 쓸 수 없습니다. 영문 소문자, 숫자, 하이픈을 쓰세요",
    }
    pub(crate) fn keyring_locked_key() {
        en: "cannot read the key: the system keyring is locked; hint: unlock it and try again",
        ko: "키를 읽을 수 없습니다: 시스템 키링이 잠겨 있습니다. 잠금을 풀고 다시 시도하세요",
    }
    pub(crate) fn keyring_failed(why, file) {
        en: "the system keyring {why}; hint: store the key in {file} instead",
        ko: "시스템 키링을 사용할 수 없습니다: {why}. 대신 {file}에 키를 저장하세요",
    }
    pub(crate) fn keyring_absent() {
        en: "is not running",
        ko: "실행 중이 아닙니다",
    }
    pub(crate) fn keyring_locked() {
        en: "is locked",
        ko: "잠겨 있습니다",
    }
    pub(crate) fn keyring_slow() {
        en: "did not answer",
        ko: "응답하지 않았습니다",
    }
    pub(crate) fn keyring_error(why) {
        en: "failed ({why})",
        ko: "실패했습니다({why})",
    }
    pub(crate) fn entry_unreadable() {
        en: "cannot read the entry",
        ko: "항목을 읽을 수 없습니다",
    }
    pub(crate) fn key_not_text() {
        en: "the key is not text",
        ko: "키가 텍스트가 아닙니다",
    }
    pub(crate) fn no_random_numbers() {
        en: "no random numbers available",
        ko: "난수를 만들 수 없습니다",
    }
}
