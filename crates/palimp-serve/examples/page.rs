//! A page with a form, for the person at this machine alone.

#![expect(clippy::disallowed_methods, reason = "an example prints what is its own")]

use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use palimp_serve::response::{Html, Redirect};
use palimp_serve::routing::{get, post};
use palimp_serve::{
    AccessControl, FormToken, Listener, Router, ServePolicy, Sessions, asked_to_end, serve,
};

fn main() -> Result<(), Box<dyn Error>> {
    let listener = Listener::bind("127.0.0.1:0".parse()?)?;
    let sessions = Sessions::new()?;
    writeln!(std::io::stdout(), "http://{}{}", listener.address(), sessions.invite()?)?;

    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let router = Router::new()
        .route("/", get(async move |form: FormToken| page(&form, count.load(Ordering::Relaxed))))
        .route(
            "/count",
            post(async move || {
                counted.fetch_add(1, Ordering::Relaxed);
                Redirect::to(".")
            }),
        );
    Ok(serve(
        listener,
        ServePolicy::local_only(AccessControl::Session(sessions)),
        router,
        asked_to_end(),
    )?)
}

fn page(form: &FormToken, count: usize) -> Html<String> {
    let (name, value) = (FormToken::NAME, form.reveal());
    Html(format!(
        "<!doctype html><title>Count</title><form method=post action=count>{count} \
         <input type=hidden name={name} value={value}><button>One more</button></form>"
    ))
}
