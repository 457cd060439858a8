//! The files that pages load.

use palimp_serve::extract::Path;
use palimp_serve::http::{StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};

pub(crate) async fn serve_asset(Path(name): Path<String>) -> Response {
    match palimp_pages::find_asset(&name) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
