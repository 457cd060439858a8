//! Live stream of captured events, as server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use palimp_engine::ingest::open_activity::ActivityPosition;
use palimp_pages::{ViewContext, live_moment};
use palimp_serve::body::{Body, Bytes};
use palimp_serve::extract::State;
use palimp_serve::http::{HeaderMap, header};
use palimp_serve::response::{IntoResponse, Response};
use tokio::sync::mpsc;

use crate::app_state::{DashboardState, PageRequest};
use crate::view_model;

/// Maximum observations, and maximum messages, that are sent at once.
const MAX_BATCH_ROWS: usize = 50;

/// The stream of what comes after the mark that the page bears, or that a browser names when it comes
/// back. It waits until something is captured, and then reads what that is.
pub(crate) async fn live_stream(
    State(state): State<Arc<DashboardState>>,
    headers: HeaderMap,
    asking: PageRequest,
) -> Response {
    let last = headers.get("last-event-id").and_then(|it| it.to_str().ok());
    let mark = last.unwrap_or(asking.asked.field_value("after")).parse().ok();
    let (to, from) = mpsc::channel(4);
    tokio::spawn(send_captures(state, asking.view, mark, to));
    event_response(from)
}

/// Streams a channel as server-sent events.
pub(crate) fn event_response(from: mpsc::Receiver<Bytes>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")];
    (kind, Body::from_stream(EventStream(from))).into_response()
}

/// A page's part as the data of an event.
pub(crate) fn event_data(html: &str) -> String {
    html.lines().map(|line| format!("data: {line}\n")).collect()
}

async fn send_captures(
    state: Arc<DashboardState>,
    view: ViewContext,
    mark: Option<ActivityPosition>,
    to: mpsc::Sender<Bytes>,
) {
    let mut captures = state.captures.subscribe();
    let (view, mut mark) = (Arc::new(view), mark);
    // The head is on its way before anything happens.
    if to.send(Bytes::from_static(b": here\n\n")).await.is_err() {
        return;
    }
    while *captures.borrow_and_update() != u64::MAX {
        let (state, view) = (Arc::clone(&state), Arc::clone(&view));
        let read = tokio::task::spawn_blocking(move || read_events(&state, &view, mark)).await;
        let Ok((events, next)) = read else { return };
        mark = next;
        // There may be more.
        if !events.is_empty() {
            match to.send(events.into()).await {
                Ok(()) => continue,
                Err(_) => return,
            }
        }
        tokio::select! {
            changed = captures.changed() => if changed.is_err() { return },
            () = to.closed() => return,
        }
    }
}

/// Returns the events after a mark, and the mark after them. Without a mark, returns all events.
fn read_events(
    state: &DashboardState,
    view: &ViewContext,
    mark: Option<ActivityPosition>,
) -> (String, Option<ActivityPosition>) {
    // What cannot be read now is read with what comes next.
    let Ok(Some(db)) = state.open_activity() else { return (String::new(), mark) };
    let Ok((moments, next)) =
        db.changes_since(state.agent(), mark.unwrap_or_default(), MAX_BATCH_ROWS)
    else {
        return (String::new(), mark);
    };
    let view = ViewContext { now: jiff::Zoned::now(), ..view.clone() };
    let events = moments.into_iter().map(|it| {
        format_event(next, &live_moment(&view, &view_model::page_moment(it)).into_string())
    });
    (events.collect(), Some(next))
}

fn format_event(mark: ActivityPosition, html: &str) -> String {
    format!("id: {mark}\n{}\n", event_data(html))
}

/// Stream of a channel's content, until its sender ends.
struct EventStream(mpsc::Receiver<Bytes>);

impl Stream for EventStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(cx).map(|it| it.map(Ok))
    }
}
