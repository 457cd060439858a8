//! What handlers share, and how a page is asked for and answered.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Zoned;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_engine::anchors::Speaking;
use palimp_engine::doctor::{Finding, Part};
use palimp_engine::federation::Federation;
use palimp_engine::memory::{Error, Memory, Models};
use palimp_engine::open::{self, ActivityDb, Filter};
use palimp_engine::settings;
use palimp_engine::tokens::Ledger;
use palimp_engine::tombstones::KeyRing;
use palimp_engine::wiring;
use palimp_pages::{Korean, Lang, Markup, PageError, ViewContext};
use palimp_serve::FormToken;
use palimp_serve::extract::{FromRequestParts, State};
use palimp_serve::http::request::Parts;
use palimp_serve::http::{HeaderMap, HeaderValue, StatusCode, header};
use palimp_serve::response::{Html, IntoResponse, Redirect, Response};
use serde_json::Value;
use tokio::sync::watch;

use crate::asked::Asked;
use crate::board::Works;

/// What the dashboard is lent by whoever starts it.
pub trait Surroundings: Send + Sync + 'static {
    /// The memory of the agent under these settings, with these models.
    fn memory(&self, settings: &Settings, models: Models) -> Memory;
    /// The models of these settings.
    fn models(&self, settings: &Settings) -> Models;
    /// Which services are sent something under these settings, and where, a line each.
    fn asked_at(&self, settings: &Settings) -> Vec<String>;
    /// The clients of this machine, each with what would be written into its files.
    fn clients(&self, settings: &Settings) -> Vec<(wiring::Client, Planned)>;
    /// Where the keys of tombstones are.
    fn ring(&self) -> Box<dyn KeyRing>;
    /// Where a text stands that palimp does not change, in words.
    fn outside(&self, memory: &Memory, text: &str) -> Vec<String>;
    /// Wires a client, or takes palimp out of it.
    fn wire(&self, settings: &Settings, client: &str, wanted: bool) -> Planned;
    /// The models for notes of other homes, and which service is sent them and where.
    fn models_for_homes(&self, settings: &Settings) -> (Models, Option<String>);
    /// The user's own directory.
    fn user(&self) -> Option<PathBuf>;
    /// What the clients' transcripts tell of requests.
    ///
    /// # Errors
    ///
    /// When it is not known where transcripts would be, in words.
    fn ledger(&self, settings: &Settings) -> Result<Ledger, String>;
    /// The definitions of the tools that agents are served, as they are sent.
    fn tools(&self) -> String;
    /// What the doctor finds at one part.
    fn look(&self, settings: &Settings, part: Part) -> Vec<Finding>;
    /// Mends what can be mended of one part.
    fn mend(&self, settings: &Settings, part: Part);
    /// Returns what says in Korean what others say in English.
    fn korean(&self) -> Korean;
}

/// What becomes of a client's files, or why nothing does, in words.
pub type Planned = Result<Vec<wiring::InstallChange>, String>;

/// What handlers share.
pub struct Desk {
    home: HomePaths,
    agent: String,
    lang: Option<Lang>,
    base: String,
    surroundings: Box<dyn Surroundings>,
    /// The memory that searches, with the settings that it was made by.
    searching: Kept<Memory>,
    /// The homes of this machine, in the same way.
    homes: Kept<Federation>,
    /// Which notes speak of code.
    pub(crate) speaking: Mutex<Speaking>,
    /// What the doctor found where looking takes long.
    pub(crate) looked: Mutex<Option<Looked>>,
    /// The work that takes long.
    pub(crate) work: Works,
    /// Goes up whenever something may have been captured; to the end when the server is to end.
    pub(crate) captures: watch::Sender<u64>,
}

/// What the doctor found, and when that was, in milliseconds since the Unix epoch.
pub(crate) type Looked = (i64, Vec<(Part, Finding)>);

/// Something that stays, with the settings that it was made by.
type Kept<T> = Mutex<Option<(Value, T)>>;

/// Lends what stays; where the settings are others, it is made anew.
fn lent<K, T>(
    desk: &Desk,
    kept: &Kept<K>,
    make: impl FnOnce(&Settings) -> K,
    work: impl FnOnce(&mut K, &Settings) -> T,
) -> T {
    let file = settings::read(&desk.home.settings_file()).unwrap_or_default();
    let (settings, _) = Settings::from_value(&file);
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.take_if(|(made_by, _)| *made_by != file);
    let (_, it) = kept.get_or_insert_with(|| (file, make(&settings)));
    work(it, &settings)
}

/// The cookie that keeps the language.
const LANG: &str = "palimp-lang";

/// What a page is, or why there is none.
pub(crate) type Page = Result<Markup, PageError>;

impl Desk {
    /// The dashboard of an agent's memory in a home, in a language or in the browser's.
    pub fn new(
        home: HomePaths,
        agent: &str,
        lang: Option<Lang>,
        surroundings: impl Surroundings,
    ) -> Desk {
        Desk {
            home,
            agent: agent.to_owned(),
            lang,
            base: String::new(),
            surroundings: Box::new(surroundings),
            searching: Mutex::default(),
            homes: Mutex::default(),
            speaking: Mutex::default(),
            looked: Mutex::default(),
            work: Works::default(),
            captures: watch::Sender::new(0),
        }
    }

    pub(crate) fn below(self, base: &str) -> Desk {
        Desk { base: base.to_owned(), ..self }
    }

    pub(crate) fn home(&self) -> &HomePaths {
        &self.home
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    pub(crate) fn agent(&self) -> &str {
        &self.agent
    }

    pub(crate) fn surroundings(&self) -> &dyn Surroundings {
        &*self.surroundings
    }

    /// The settings as they are now; what is wrong in them counts as not set.
    pub(crate) fn settings(&self) -> Settings {
        settings::load(&self.home.settings_file()).0
    }

    /// What was captured, to be read; none where nothing was.
    pub(crate) fn activity(&self) -> Result<Option<ActivityDb>, PageError> {
        Ok(open::to_read(&self.home).map_err(failed)?.db)
    }

    /// The agent's notes, for work that asks no model.
    pub(crate) fn notes(&self) -> Memory {
        self.surroundings.memory(&self.settings(), Models::default())
    }

    /// The paths of all notes, which a link can mean.
    pub(crate) fn paths(&self) -> Result<Vec<String>, PageError> {
        let memory = self.notes();
        let own = memory.notes().map_err(failed)?.into_iter().map(|it| it.path.to_string());
        let others = memory.obsidian_notes().into_iter().map(|it| it.shown);
        Ok(own.chain(others).collect())
    }

    /// All that is the agent's.
    pub(crate) fn filter(&self) -> Filter {
        Filter { agent: Some(self.agent.clone()), ..Filter::default() }
    }

    /// Lends the memory that searches. It stays, and is made anew when the settings are others.
    pub(crate) fn searching<T>(
        &self,
        work: impl FnOnce(&mut Memory, &Settings) -> Result<T, PageError>,
    ) -> Result<T, PageError> {
        let make = |settings: &Settings| {
            let models = self.surroundings.models(settings);
            let mut memory = self.surroundings.memory(settings, models).sparing();
            memory.stay();
            memory
        };
        lent(self, &self.searching, make, work)
    }

    /// Lends the homes of this machine. What was read of them stays.
    pub(crate) fn homes<T>(&self, work: impl FnOnce(&mut Federation, &Settings) -> T) -> T {
        let make = |settings: &Settings| {
            let (models, _) = self.surroundings.models_for_homes(settings);
            self.federation(settings, models)
        };
        lent(self, &self.homes, make, work)
    }

    /// The homes of this machine, to be asked once.
    pub(crate) fn federation(&self, settings: &Settings, models: Models) -> Federation {
        Federation::new(self.home.clone(), settings.clone(), self.surroundings.user(), models)
    }

    /// The projects and clients that a form offers.
    pub(crate) fn choices(&self, db: Option<&ActivityDb>) -> Result<[Vec<String>; 2], PageError> {
        let Some(db) = db else { return Ok([Vec::new(), Vec::new()]) };
        db.projects_and_clients(&self.agent).map_err(failed)
    }
}

/// An error of the engine, in its words.
pub(crate) fn failed(error: impl std::fmt::Display) -> PageError {
    PageError::Failed(error.to_string())
}

/// The same of a note: what names none is not there.
pub(crate) fn unread(error: Error) -> PageError {
    match error {
        Error::Path(_) => PageError::Missing,
        other => failed(other),
    }
}

/// The same of what was to be done: what cannot be is said as such.
pub(crate) fn refused(error: Error) -> PageError {
    match error {
        Error::Refused(why) => PageError::Met(why),
        other => failed(other),
    }
}

/// Who asks for a page, and what.
pub(crate) struct Asking {
    pub(crate) view: ViewContext,
    pub(crate) asked: Asked,
    /// The language that was just chosen, which the browser is to keep.
    chosen: Option<Lang>,
}

impl Asking {
    /// The beginning of the day that is asked for, in milliseconds since the Unix epoch.
    pub(crate) fn since(&self) -> Option<i64> {
        self.day("since").map(|(begin, _)| begin)
    }

    /// When the day of a field begins and ends, in milliseconds since the Unix epoch.
    pub(crate) fn day(&self, name: &str) -> Option<(i64, i64)> {
        let day = self.asked.text(name).parse::<jiff::civil::Date>().ok()?;
        let begin = |day: jiff::civil::Date| {
            let begin = day.to_zoned(self.view.now.time_zone().clone()).ok()?;
            Some(begin.timestamp().as_millisecond())
        };
        Some((begin(day)?, begin(day.tomorrow().ok()?)?))
    }
}

impl FromRequestParts<Arc<Desk>> for Asking {
    type Rejection = palimp_serve::Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        desk: &Arc<Desk>,
    ) -> Result<Asking, Self::Rejection> {
        let form = FormToken::from_request_parts(parts, desk).await?;
        let query = parts.uri.query().unwrap_or_default();
        let asked = Asked::of(query);
        let chosen = Lang::from_code(asked.text("lang"));
        let lang = chosen.or_else(|| kept(&parts.headers)).or(desk.lang);
        let set = || desk.settings().dashboard.language.and_then(|code| Lang::from_code(&code));
        let lang = lang.or_else(set);
        let path = parts.uri.path().trim_start_matches('/');
        let view = ViewContext {
            lang: lang
                .or_else(|| palimp_serve::wanted(&parts.headers, Lang::from_code))
                .unwrap_or_default(),
            base: desk.base.clone(),
            here: if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") },
            form: (FormToken::NAME, form.reveal().to_owned()),
            now: Zoned::now(),
            agent: desk.agent.clone(),
            korean: desk.surroundings.korean(),
        };
        Ok(Asking { view, asked, chosen })
    }
}

/// The language that the browser keeps.
fn kept(headers: &HeaderMap) -> Option<Lang> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let pairs = cookies.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
    let cookies: BTreeMap<&str, &str> = pairs.collect();
    cookies.get(LANG).and_then(|code| Lang::from_code(code))
}

/// The language that the browser keeps, else the one that it wants.
pub(crate) fn of_browser(headers: &HeaderMap) -> Option<Lang> {
    kept(headers).or_else(|| palimp_serve::wanted(headers, Lang::from_code))
}

/// What comes of a request.
pub(crate) enum Outcome {
    /// A page.
    Page(Markup),
    /// A page that says what is in the way of what was wanted.
    Met(Markup),
    /// What was wanted is done; the browser goes to this address.
    Done(String),
}

/// Answers with the page that `work` makes, on a thread that may wait for a disk.
pub(crate) async fn answer(
    desk: Arc<Desk>,
    asking: Asking,
    work: impl FnOnce(&Desk, &Asking) -> Page + Send + 'static,
) -> Response {
    act(desk, asking, |desk, asking| work(desk, asking).map(Outcome::Page)).await
}

/// Answers with what comes of `work`, on a thread that may wait for a disk.
pub(crate) async fn act(
    desk: Arc<Desk>,
    asking: Asking,
    work: impl FnOnce(&Desk, &Asking) -> Result<Outcome, PageError> + Send + 'static,
) -> Response {
    let done = tokio::task::spawn_blocking(move || {
        let (status, page) = match work(&desk, &asking) {
            Ok(Outcome::Page(page)) => (StatusCode::OK, page),
            Ok(Outcome::Met(page)) => (StatusCode::CONFLICT, page),
            Ok(Outcome::Done(to)) => return Redirect::to(&to).into_response(),
            Err(trouble) => (status_of(&trouble), palimp_pages::error_page(&asking.view, &trouble)),
        };
        let mut response = (status, Html(page.into_string())).into_response();
        keep(&mut response, &desk.base, asking.chosen);
        response
    });
    done.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn status_of(trouble: &PageError) -> StatusCode {
    match trouble {
        PageError::Missing | PageError::Absent(_) => StatusCode::NOT_FOUND,
        PageError::Met(_) => StatusCode::CONFLICT,
        PageError::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Lets the browser keep the language that was chosen.
fn keep(response: &mut Response, base: &str, chosen: Option<Lang>) {
    let cookie = chosen
        .map(|lang| format!("{LANG}={}; Path={base}; HttpOnly; SameSite=Strict", lang.code()));
    let cookie = cookie.and_then(|it| HeaderValue::from_str(&it).ok());
    response.headers_mut().extend(cookie.map(|it| (header::SET_COOKIE, it)));
}

pub(crate) async fn nowhere(State(desk): State<Arc<Desk>>, asking: Asking) -> Response {
    answer(desk, asking, |_, _| Err(PageError::Missing)).await
}
