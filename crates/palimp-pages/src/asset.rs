//! The files that pages load.

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its type, as HTTP names it.
    pub kind: &'static str,
    /// What it says.
    pub text: &'static str,
}

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

/// The file of this name.
pub fn asset(name: &str) -> Option<Asset> {
    let (kind, text) = match name {
        "style.css" => (CSS, include_str!("../assets/style.css")),
        "live.js" => (JS, include_str!("../assets/live.js")),
        "review.js" => (JS, include_str!("../assets/review.js")),
        "search.js" => (JS, include_str!("../assets/search.js")),
        "work.js" => (JS, include_str!("../assets/work.js")),
        _ => return None,
    };
    Some(Asset { kind, text })
}
