//! The files that pages load.

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its type, as HTTP names it.
    pub kind: &'static str,
    /// Content of the file.
    pub text: &'static str,
}

const CSS_CONTENT_TYPE: &str = "text/css; charset=utf-8";
const JS_CONTENT_TYPE: &str = "text/javascript; charset=utf-8";

/// Returns the file of this name.
pub fn find_asset(name: &str) -> Option<Asset> {
    let (kind, text) = match name {
        "style.css" => (CSS_CONTENT_TYPE, include_str!("../assets/style.css")),
        "live.js" => (JS_CONTENT_TYPE, include_str!("../assets/live.js")),
        "review.js" => (JS_CONTENT_TYPE, include_str!("../assets/review.js")),
        "search.js" => (JS_CONTENT_TYPE, include_str!("../assets/search.js")),
        "work.js" => (JS_CONTENT_TYPE, include_str!("../assets/work.js")),
        _ => return None,
    };
    Some(Asset { kind, text })
}
