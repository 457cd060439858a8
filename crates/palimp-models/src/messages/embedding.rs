//! Sentences about embedding services, in English and Korean.

palimp_core::messages! {
    #[cfg(not(feature = "local"))]
    pub(crate) fn local_models_not_built() {
        en: "this palimp was built without local models; hint: install a package, or run `cargo install --locked --path crates/palimp-cli --profile dist --features local`",
        ko: "이 palimp는 로컬 모델 없이 빌드되었습니다. 패키지를 설치하거나 `cargo install --locked --path crates/palimp-cli --profile dist --features local`을 실행하세요",
    }
    pub(crate) fn embedding_moved(provider, host, to) {
        en: "{provider} at {host} redirects to {to}, where palimp does not send your key; hint: set embedding.baseUrl to the address you trust",
        ko: "{host}의 {provider}이(가) {to}(으)로 리디렉션합니다. palimp는 그곳에 키를 보내지 않습니다. 신뢰하는 주소를 embedding.baseUrl에 설정하세요",
    }
    pub(crate) fn embedder_silent(provider, host) {
        en: "cannot reach {provider} at {host}; hint: check the network, embedding.baseUrl and HTTPS_PROXY",
        ko: "{host}의 {provider}에 연결할 수 없습니다. 네트워크, embedding.baseUrl, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn embedder_not_found(provider, host) {
        en: "cannot find the host {host} of {provider}; hint: check the network, embedding.baseUrl and HTTPS_PROXY",
        ko: "{provider}의 호스트 {host}을(를) 찾을 수 없습니다. 네트워크, embedding.baseUrl, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn embedding_late(provider, model) {
        en: "{provider} timed out embedding with {model}; hint: try again later",
        ko: "{provider}의 {model} 임베딩 시간이 초과되었습니다. 나중에 다시 시도하세요",
    }
    pub(crate) fn embedding_endless(provider, host) {
        en: "the answer of {provider} at {host} is too long; is it an embedding service?",
        ko: "{host}에 있는 {provider}의 응답이 너무 깁니다. 임베딩 서비스가 맞는지 확인하세요",
    }
    pub(crate) fn embedding_unreadable(provider, host, what) {
        en: "cannot read vectors from {provider} at {host}: the answer is {what}; hint: check embedding.baseUrl and embedding.model",
        ko: "{host}의 {provider}에서 벡터를 읽을 수 없습니다: {what}입니다. embedding.baseUrl과 embedding.model을 확인하세요",
    }
    pub(crate) fn embedding_empty() {
        en: "empty",
        ko: "빈 응답",
    }
    pub(crate) fn embedding_web_page() {
        en: "a web page",
        ko: "웹 페이지",
    }
    pub(crate) fn embedding_unknown_form() {
        en: "JSON of an unknown format",
        ko: "알 수 없는 형식의 JSON",
    }
    pub(crate) fn embedding_not_json() {
        en: "not JSON",
        ko: "JSON이 아닌 데이터",
    }
    pub(crate) fn embedding_quota(provider, said) {
        en: "the quota of your {provider} account is used up{said}; hint: check its billing page, or choose another embedding.provider",
        ko: "{provider} 계정의 할당량을 다 썼습니다{said}. 결제 페이지를 확인하거나 다른 embedding.provider를 고르세요",
    }
    pub(crate) fn embedding_model_unknown(provider, model, said) {
        en: "{provider} has no model {model} (404){said}; hint: check embedding.model and embedding.baseUrl",
        ko: "{provider}에 모델 {model}이(가) 없습니다(404){said}. embedding.model과 embedding.baseUrl을 확인하세요",
    }
    pub(crate) fn embedding_length_refused(model, said) {
        en: "{model} does not support this vector length{said}; hint: change or unset embedding.dimensions",
        ko: "{model}은(는) 이 길이의 벡터를 지원하지 않습니다{said}. embedding.dimensions를 바꾸거나 삭제하세요",
    }
    pub(crate) fn text_too_long(provider, model, status, said) {
        en: "the text is too long for {model} of {provider} ({status}){said}",
        ko: "{provider}의 {model}에 넣기에는 글이 너무 깁니다({status}){said}",
    }
    pub(crate) fn embedding_refused(provider, status, said) {
        en: "{provider} refused the request ({status}){said}; hint: check embedding.model and embedding.baseUrl",
        ko: "{provider}이(가) 요청을 거절했습니다({status}){said}. embedding.model과 embedding.baseUrl을 확인하세요",
    }
    pub(crate) fn vector_missing(provider, host, model) {
        en: "{provider} at {host} returned no vector for {model}",
        ko: "{host}의 {provider}이(가) {model}의 벡터를 반환하지 않았습니다",
    }
    pub(crate) fn vectors_missing(provider, host, model, found, texts) {
        en: "{provider} at {host} returned {found} vectors for {texts} texts with {model}",
        ko: "{host}의 {provider}이(가) {model}에서 글 {texts}개에 벡터 {found}개를 반환했습니다",
    }
    pub(crate) fn vector_length_wrong(provider, host, model, length, wanted) {
        en: "{provider} at {host} returned vectors of length {length} for {model}; expected {wanted}; hint: check embedding.dimensions",
        ko: "{host}의 {provider}이(가) {model}에서 길이 {length}인 벡터를 반환했습니다(예상 {wanted}). embedding.dimensions를 확인하세요",
    }
    pub(crate) fn vector_without_direction(provider, host, model) {
        en: "{provider} at {host} returned an unusable vector for {model}: zero or not finite",
        ko: "{host}의 {provider}이(가) {model}에서 쓸 수 없는 벡터를 반환했습니다(0이거나 유한하지 않음)",
    }
    pub(crate) fn vector_too_long(model, most) {
        en: "{model} makes vectors of at most {most} numbers; hint: lower or unset embedding.dimensions",
        ko: "{model}의 벡터 길이는 최대 {most}입니다. embedding.dimensions를 줄이거나 삭제하세요",
    }
    pub(crate) fn embedding_model_name_wrong() {
        en: "embedding.model contains characters that are not allowed",
        ko: "embedding.model에 쓸 수 없는 문자가 있습니다",
    }
    pub(crate) fn embedder_unknown(name, known) {
        en: "no embedder '{name}'; hint: set embedding.provider to one of {known}",
        ko: "'{name}' 임베더가 없습니다. embedding.provider에 쓸 수 있는 값: {known}",
    }
    pub(crate) fn vertex_token_refused(status, how) {
        en: "vertex refused the access token ({status}); tokens expire after an hour; hint: {how}",
        ko: "vertex가 액세스 토큰을 거절했습니다({status}). 토큰은 1시간 뒤 만료됩니다. {how}",
    }
    pub(crate) fn vertex_model_unknown(model) {
        en: "palimp does not support the format of {model} on vertex; hint: set embedding.provider to gemini, or embedding.model to gemini-embedding-001",
        ko: "palimp는 vertex의 {model} 형식을 지원하지 않습니다. embedding.provider를 gemini로, 또는 embedding.model을 gemini-embedding-001로 설정하세요",
    }
    pub(crate) fn vertex_project_wrong(name) {
        en: "no vertex project '{name}'",
        ko: "vertex에 '{name}' 프로젝트가 없습니다",
    }
    pub(crate) fn vertex_location_wrong(name) {
        en: "no vertex location '{name}'",
        ko: "vertex에 '{name}' 위치가 없습니다",
    }
    pub(crate) fn vertex_project_missing() {
        en: "vertex needs a project; hint: set GOOGLE_CLOUD_PROJECT, or embedding.baseUrl to an address that contains /projects/…/locations/…",
        ko: "vertex에는 프로젝트가 필요합니다. GOOGLE_CLOUD_PROJECT를 설정하거나, embedding.baseUrl에 /projects/…/locations/…가 포함된 주소를 설정하세요",
    }
    pub(crate) fn google_file_unreadable(file, reason) {
        en: "cannot read {file}, set by GOOGLE_APPLICATION_CREDENTIALS: {reason}",
        ko: "GOOGLE_APPLICATION_CREDENTIALS의 {file}을(를) 읽을 수 없습니다: {reason}",
    }
    pub(crate) fn google_file_unknown(file) {
        en: "cannot use {file}, set by GOOGLE_APPLICATION_CREDENTIALS: it is neither a service account key nor written by `gcloud auth application-default login`",
        ko: "GOOGLE_APPLICATION_CREDENTIALS의 {file}을(를) 사용할 수 없습니다: 서비스 계정 키도, `gcloud auth application-default login`이 만든 파일도 아닙니다",
    }
    pub(crate) fn google_token_address_unsafe(file) {
        en: "cannot use {file}, set by GOOGLE_APPLICATION_CREDENTIALS: its token_uri is not safe for secrets",
        ko: "GOOGLE_APPLICATION_CREDENTIALS의 {file}을(를) 사용할 수 없습니다: token_uri가 비밀 정보를 보내기에 안전하지 않습니다",
    }
    pub(crate) fn google_account_refused(file) {
        en: "Google refused the account in {file}; hint: create a new key, or run `gcloud auth application-default login`",
        ko: "Google이 {file}의 계정을 거절했습니다. 새 키를 만들거나 `gcloud auth application-default login`을 실행하세요",
    }
    pub(crate) fn google_key_unusable(file) {
        en: "cannot sign with {file}: it contains no usable private key; hint: download the service account key again",
        ko: "{file}(으)로 서명할 수 없습니다: 사용할 수 있는 비공개 키가 없습니다. 서비스 계정 키를 다시 내려받으세요",
    }
    pub(crate) fn google_token_service() {
        en: "Google's token service",
        ko: "Google의 토큰 서비스",
    }
    pub(crate) fn google_account() {
        en: "this account",
        ko: "이 계정",
    }
}
