//! Told.

use std::sync::Arc;

use palimp_engine::used;
use palimp_pages::Told;
use palimp_serve::extract::State;
use palimp_serve::response::Response;

use crate::desk::{Asking, Desk, answer, failed};
use crate::shown;

/// How many times of being told are on a page.
const TOLD: usize = 20;

pub(crate) async fn page(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |desk, asking| {
        let from: usize = asking.asked.number("from");
        let mut told = Told::default();
        if let Some(db) = desk.activity()? {
            let given = used::given(&db, &desk.filter(), (from, TOLD + 1)).map_err(failed)?;
            told.next = (given.len() > TOLD).then_some(from.saturating_add(TOLD));
            told.given = given.into_iter().take(TOLD).map(shown::given).collect();
        }
        Ok(palimp_pages::told(&asking.view, &told))
    })
    .await
}
