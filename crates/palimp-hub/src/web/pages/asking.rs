//! Page requests of browsers: query, form, cookies and language.

use jiff::Zoned;
use palimp_pages::{Lang, ViewContext};
use palimp_serve::body::{Body, Bytes};
use palimp_serve::extract::{FromRequest, Path, Request};
use palimp_serve::http::{HeaderMap, StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};

use super::super::HubNode;

/// The field of a form that shows whose page it stood on.
pub(super) const FORM_TOKEN_FIELD: &str = "form";
/// The cookies in which the token stands: where pages come by TLS it is one that no other host can set.
const TOKEN_COOKIES: [&str; 2] = ["palimp-hub", "__Host-palimp-hub"];

/// The fields of a query or of a form.
#[derive(Clone, Debug, Default)]
pub(super) struct FormFields(Vec<(String, String)>);

impl FormFields {
    fn from_urlencoded(text: &[u8]) -> FormFields {
        FormFields(form_urlencoded::parse(text).into_owned().collect())
    }

    /// The value of a field; empty where there is none.
    pub(super) fn field_value(&self, name: &str) -> &str {
        self.0.iter().find(|(it, _)| it == name).map_or("", |(_, value)| value)
    }
}

/// Request for a page, and its asker.
pub(super) struct HubPageRequest {
    pub(super) view: ViewContext,
    /// Fields of the query.
    pub(super) asked: FormFields,
    /// Fields of the form.
    pub(super) form: FormFields,
    /// The token of who signed in.
    pub(super) token: Option<String>,
    pub(super) headers: HeaderMap,
    /// The language that was just chosen.
    pub(super) chosen: Option<Lang>,
}

impl FromRequest<HubNode> for HubPageRequest {
    type Rejection = StatusCode;

    async fn from_request(
        request: Request<Body>,
        hub: &HubNode,
    ) -> Result<HubPageRequest, StatusCode> {
        let (parts, body) = request.into_parts();
        let body = Bytes::from_request(Request::new(body), hub).await;
        let form = FormFields::from_urlencoded(&body.map_err(|_| StatusCode::BAD_REQUEST)?);
        let query = parts.uri.query().unwrap_or_default();
        let asked = FormFields::from_urlencoded(query.as_bytes());
        let chosen = Lang::from_code(asked.field_value("lang"));
        let path = parts.uri.path().trim_start_matches('/');
        let token = cookie_value(&parts.headers, TOKEN_COOKIES[usize::from(hub.is_secure())]);
        let token = token.filter(|it| !it.is_empty()).map(str::to_owned);
        let vouched =
            token.as_ref().map(|token| hub.0.master.form_token(token)).unwrap_or_default();
        let view = ViewContext {
            lang: chosen.or_else(|| of_browser(&parts.headers)).unwrap_or_default(),
            base: "/".to_owned(),
            here: if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") },
            form: (FORM_TOKEN_FIELD, vouched),
            now: Zoned::now(),
            agent: String::new(),
            to_review: 0,
        };
        Ok(HubPageRequest { view, asked, form, token, headers: parts.headers, chosen })
    }
}

/// The language that the browser keeps, else the one that it wants.
pub(in crate::web) fn of_browser(headers: &HeaderMap) -> Option<Lang> {
    let kept = cookie_value(headers, "lang").and_then(Lang::from_code);
    kept.or_else(|| palimp_serve::preferred_language(headers, Lang::from_code))
}

/// The value of a cookie.
fn cookie_value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let mut pairs = cookies.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
    pairs.find(|(it, _)| *it == name).map(|(_, value)| value)
}

/// Returns the cookie that stores a token in the browser; an empty token deletes it.
pub(super) fn token_cookie(hub: &HubNode, token: &str) -> String {
    let secure = hub.is_secure();
    let name = TOKEN_COOKIES[usize::from(secure)];
    let ends = if token.is_empty() { "; Max-Age=0" } else { "" };
    let locked = if secure { "; Secure" } else { "" };
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax{ends}{locked}")
}

/// A file that pages load.
pub(super) async fn serve_asset(Path(name): Path<String>) -> Response {
    match palimp_pages::find_asset(&name) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
