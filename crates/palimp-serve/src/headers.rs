//! Security headers of every response.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// Restrictions of a page in the browser: load nothing but the server's own files, run nothing that
/// stands in the page itself, show it in no frame, send no referrer.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The answer, kept to itself. It is not kept by the browser either, unless a handler says so.
pub(crate) fn kept_to_itself(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let keep = headers.entry(header::CACHE_CONTROL);
    keep.or_insert(HeaderValue::from_static("no-store"));
    response
}
