//! Sentences about embedding services, in English and Korean.

palimp_core::messages! {
    #[cfg(not(feature = "local"))]
    pub(crate) fn local_models_not_built() {
        en: "this palimp was built without local models; hint: install a package, or run `cargo install --locked --path crates/palimp-cli --profile dist --features local`",
        ko: "이 palimp는 로컬 모델 없이 빌드되었습니다. 패키지를 설치하거나 `cargo install --locked --path crates/palimp-cli --profile dist --features local`을 실행하세요",
    }
    pub(crate) fn embedding_moved(provider, host, to) {
        en: "{provider} at {host} points to {to}, where palimp does not follow with your key: set embedding.baseUrl to the address that is meant",
        ko: "{host}의 {provider}이(가) {to}을(를) 가리킵니다. palimp는 키를 들고 따라가지 않습니다. 맞는 주소를 embedding.baseUrl에 적으세요",
    }
    pub(crate) fn embedder_silent(provider, host) {
        en: "{provider} does not answer at {host}: check the network, embedding.baseUrl and HTTPS_PROXY",
        ko: "{host}에서 {provider}이(가) 답하지 않습니다. 네트워크, embedding.baseUrl, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn embedder_not_found(provider, host) {
        en: "{provider} was not found at {host}: check the network, embedding.baseUrl and HTTPS_PROXY",
        ko: "{host}에서 {provider}을(를) 찾지 못했습니다. 네트워크, embedding.baseUrl, HTTPS_PROXY를 확인하세요",
    }
    pub(crate) fn embedding_late(provider, model) {
        en: "{provider} took too long to embed with {model}: try again later",
        ko: "{provider}의 {model}이(가) 너무 오래 벡터를 만들지 못했습니다. 나중에 다시 하세요",
    }
    pub(crate) fn embedding_endless(provider, host) {
        en: "{provider} at {host} answers with more than any vectors take: is it an embedding service?",
        ko: "{host}의 {provider}이(가) 벡터라기에는 너무 많이 답합니다. 임베딩 서비스인가요?",
    }
    pub(crate) fn embedding_unreadable(provider, host, what) {
        en: "{provider} at {host} answered {what} instead of vectors: check embedding.baseUrl and embedding.model",
        ko: "{host}의 {provider}이(가) 벡터 대신 답했습니다({what}). embedding.baseUrl과 embedding.model을 확인하세요",
    }
    pub(crate) fn embedding_empty() {
        en: "with nothing",
        ko: "빈 답",
    }
    pub(crate) fn embedding_web_page() {
        en: "with a web page",
        ko: "웹 페이지",
    }
    pub(crate) fn embedding_unknown_form() {
        en: "in a form that palimp does not know",
        ko: "palimp가 모르는 형식으로",
    }
    pub(crate) fn embedding_not_json() {
        en: "with something that is no JSON",
        ko: "JSON이 아닌 것으로",
    }
    pub(crate) fn embedding_quota(provider, said) {
        en: "what your {provider} account may use is used up{said}: look at its billing page, or choose another embedding.provider",
        ko: "{provider} 계정의 몫을 다 썼습니다{said}. 결제 페이지를 보거나 다른 embedding.provider를 고르세요",
    }
    pub(crate) fn embedding_model_unknown(provider, model, said) {
        en: "{provider} knows no model {model} (404){said}: check embedding.model and embedding.baseUrl",
        ko: "{provider}에 모델 {model}이(가) 없습니다(404){said}. embedding.model과 embedding.baseUrl을 확인하세요",
    }
    pub(crate) fn embedding_length_refused(model, said) {
        en: "{model} does not make vectors of the length asked for{said}: change embedding.dimensions, or unset it",
        ko: "{model}은(는) 그 길이의 벡터를 만들지 않습니다{said}. embedding.dimensions를 바꾸거나 없애세요",
    }
    pub(crate) fn text_too_long(provider, model, status, said) {
        en: "{provider} takes no text as long as this for {model} ({status}){said}",
        ko: "{provider}의 {model}은(는) 이렇게 긴 글을 받지 않습니다({status}){said}",
    }
    pub(crate) fn embedding_refused(provider, status, said) {
        en: "{provider} did not accept the request ({status}){said}: check embedding.model and embedding.baseUrl",
        ko: "{provider}이(가) 요청을 받지 않았습니다({status}){said}. embedding.model과 embedding.baseUrl을 확인하세요",
    }
    pub(crate) fn vector_missing(provider, host, model) {
        en: "{provider} at {host} answered for {model} without a vector",
        ko: "{host}의 {provider}이(가) {model}에 벡터 없이 답했습니다",
    }
    pub(crate) fn vectors_missing(provider, host, model, found, texts) {
        en: "{provider} at {host} answered for {model} with {found} vectors for {texts} texts",
        ko: "{host}의 {provider}이(가) {model}에 답했습니다: 글 {texts}개에 벡터 {found}개로",
    }
    pub(crate) fn vector_length_wrong(provider, host, model, length, wanted) {
        en: "{provider} at {host} answered for {model} with vectors of {length} numbers where {wanted} were expected (does embedding.dimensions fit the model?)",
        ko: "{host}의 {provider}이(가) {model}에 답했습니다: 수 {wanted}개 대신 {length}개인 벡터로(embedding.dimensions가 모델에 맞나요?)",
    }
    pub(crate) fn vector_without_direction(provider, host, model) {
        en: "{provider} at {host} answered for {model} with a vector that has no direction",
        ko: "{host}의 {provider}이(가) {model}에 답했습니다: 방향이 없는 벡터로",
    }
    pub(crate) fn vector_too_long(model, most) {
        en: "{model} makes vectors of at most {most} numbers: set embedding.dimensions to less, or unset it",
        ko: "{model}이(가) 만드는 벡터는 많아야 수 {most}개입니다. embedding.dimensions를 줄이거나 없애세요",
    }
    pub(crate) fn embedding_model_name_wrong() {
        en: "embedding.model holds characters that no model's name has",
        ko: "embedding.model에 모델 이름에 없는 글자가 있습니다",
    }
    pub(crate) fn embedder_unknown(name, known) {
        en: "there is no embedder '{name}': set embedding.provider to one of {known}",
        ko: "'{name}'(이)라는 임베더는 없습니다. embedding.provider에 쓸 수 있는 것: {known}",
    }
    pub(crate) fn vertex_token_refused(status, how) {
        en: "vertex refused the access token ({status}), which holds for an hour: {how}",
        ko: "vertex가 접근 토큰을 거절했습니다({status}). 토큰은 한 시간 동안 통합니다: {how}",
    }
    pub(crate) fn vertex_model_unknown(model) {
        en: "vertex serves {model} in a form that palimp does not speak: set embedding.provider to gemini, or embedding.model to gemini-embedding-001",
        ko: "vertex는 {model}을(를) palimp가 모르는 형식으로 줍니다. embedding.provider를 gemini로, 또는 embedding.model을 gemini-embedding-001로 하세요",
    }
    pub(crate) fn vertex_project_wrong(name) {
        en: "vertex knows no project named '{name}'",
        ko: "vertex에 이름이 '{name}'인 프로젝트가 없습니다",
    }
    pub(crate) fn vertex_location_wrong(name) {
        en: "vertex knows no location named '{name}'",
        ko: "vertex에 이름이 '{name}'인 위치가 없습니다",
    }
    pub(crate) fn vertex_project_missing() {
        en: "vertex needs a project: set GOOGLE_CLOUD_PROJECT, or embedding.baseUrl to an address with /projects/…/locations/… in it",
        ko: "vertex에는 프로젝트가 필요합니다. GOOGLE_CLOUD_PROJECT를 정하거나 embedding.baseUrl에 /projects/…/locations/…가 든 주소를 적으세요",
    }
    pub(crate) fn google_file_unreadable(file, reason) {
        en: "{file}, which GOOGLE_APPLICATION_CREDENTIALS names, cannot be read ({reason})",
        ko: "GOOGLE_APPLICATION_CREDENTIALS의 {file}: 읽을 수 없습니다({reason})",
    }
    pub(crate) fn google_file_unknown(file) {
        en: "{file}, which GOOGLE_APPLICATION_CREDENTIALS names, is neither a service account's key nor what `gcloud auth application-default login` writes",
        ko: "GOOGLE_APPLICATION_CREDENTIALS의 {file}: 서비스 계정의 키도 `gcloud auth application-default login`이 쓴 것도 아닙니다",
    }
    pub(crate) fn google_token_address_unsafe(file) {
        en: "{file}, which GOOGLE_APPLICATION_CREDENTIALS names, has a token_uri to which nothing secret may be sent",
        ko: "GOOGLE_APPLICATION_CREDENTIALS의 {file}: 비밀을 보낼 수 없는 token_uri가 들어 있습니다",
    }
    pub(crate) fn google_account_refused(file) {
        en: "Google does not accept the account in {file}: make a new key for it, or log in again with `gcloud auth application-default login`",
        ko: "Google이 {file}의 계정을 받지 않습니다. 새 키를 만들거나 `gcloud auth application-default login`으로 다시 로그인하세요",
    }
    pub(crate) fn google_key_unusable(file) {
        en: "{file} holds no private key that can sign: download the key of the service account again",
        ko: "{file}에 서명할 수 있는 비밀 키가 없습니다. 서비스 계정의 키를 다시 받으세요",
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
