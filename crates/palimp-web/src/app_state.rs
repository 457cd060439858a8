//! State shared by the handlers, and the way from a page request to its answer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Zoned;
use palimp_core::home::HomePaths;
use palimp_core::lang::{current_lang, with_lang};
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::settings;
use palimp_engine::home::tombstones::TombstoneKeyStore;
use palimp_engine::ingest::open_activity::{self, ActivityDb, Filter};
use palimp_engine::retrieval::anchors::AnchoredNotesCache;
use palimp_engine::retrieval::federation::Federation;
use palimp_engine::retrieval::index_sync::{Error, IndexSync, Models};
use palimp_engine::service::connections;
use palimp_engine::service::doctor::{DoctorFinding, DoctorPart};
use palimp_pages::{Lang, Markup, PageError, ViewContext};
use palimp_serve::FormToken;
use palimp_serve::extract::{FromRequestParts, State};
use palimp_serve::http::request::Parts;
use palimp_serve::http::{HeaderMap, HeaderValue, StatusCode, header};
use palimp_serve::response::{Html, IntoResponse, Redirect, Response};
use palimp_usage::TokenLedger;
use serde_json::Value;
use tokio::sync::watch;

use crate::job::JobTracker;
use crate::query_string::RequestFields;

/// Services that the host of the dashboard provides.
pub trait DashboardHost: Send + Sync + 'static {
    /// The memory of the agent under these settings, with these models.
    fn open_memory(&self, settings: &Settings, models: Models) -> IndexSync;
    /// The models of these settings.
    fn load_models(&self, settings: &Settings) -> Models;
    /// Returns the services that are sent something under these settings, and their addresses, a
    /// line each.
    fn asked_at(&self, settings: &Settings) -> Vec<String>;
    /// The clients of this machine, each with what would be written into its files.
    fn clients_with_plans(
        &self,
        settings: &Settings,
    ) -> Vec<(connections::ClientStatus, ClientFilePlan)>;
    /// Returns the key ring of the tombstones.
    fn key_ring(&self) -> Box<dyn TombstoneKeyStore>;
    /// Describes occurrences of a text that palimp does not change.
    fn external_occurrences(&self, memory: &NoteStore, text: &str) -> Vec<String>;
    /// Connects or disconnects a client.
    fn configure_client(&self, settings: &Settings, client: &str, wanted: bool) -> ClientFilePlan;
    /// The models for notes of other homes, and which service is sent them and where.
    fn models_for_homes(&self, settings: &Settings) -> (Models, Option<String>);
    /// The user's own directory.
    fn user_directory(&self) -> Option<PathBuf>;
    /// Returns the requests that the clients' transcripts record.
    ///
    /// # Errors
    ///
    /// When it is not known where transcripts would be, in words.
    fn token_ledger(&self, settings: &Settings) -> Result<TokenLedger, String>;
    /// The definitions of the tools that agents are served, as they are sent.
    fn tool_definitions(&self) -> String;
    /// Returns the doctor's findings for one part.
    fn check_part(&self, settings: &Settings, part: DoctorPart) -> Vec<DoctorFinding>;
    /// Mends what can be mended of one part.
    fn repair_part(&self, settings: &Settings, part: DoctorPart);
}

/// Planned changes of a client's files, or the reason for which there are none, in words.
pub type ClientFilePlan = Result<Vec<connections::InstallChange>, String>;

/// State shared by the handlers.
pub struct DashboardState {
    home: HomePaths,
    agent: String,
    lang: Option<Lang>,
    base: String,
    surroundings: Box<dyn DashboardHost>,
    /// The memory that searches, with the settings that it was made by.
    searching: SettingsCache<IndexSync>,
    /// The homes of this machine, in the same way.
    homes: SettingsCache<Federation>,
    /// Notes that refer to code.
    pub(crate) speaking: Mutex<AnchoredNotesCache>,
    /// Cached findings of the doctor's slow checks, by language.
    pub(crate) looked: Mutex<[Option<DoctorSnapshot>; Lang::ALL.len()]>,
    /// The work that takes long.
    pub(crate) work: JobTracker,
    /// Goes up whenever something may have been captured; to the end when the server is to end.
    pub(crate) captures: watch::Sender<u64>,
}

/// Time of the doctor's check, in milliseconds since the Unix epoch, and its findings.
pub(crate) type DoctorSnapshot = (i64, Vec<(DoctorPart, DoctorFinding)>);

/// Cached value, with the settings that it was made by and the language of its sentences.
type SettingsCache<T> = Mutex<Option<(Value, Lang, T)>>;

/// Lends what stays; where the settings or the language are others, it is made anew.
fn with_cached<K, T>(
    state: &DashboardState,
    kept: &SettingsCache<K>,
    make: impl FnOnce(&Settings) -> K,
    work: impl FnOnce(&mut K, &Settings) -> T,
) -> T {
    let file = settings::read_value(&state.home.settings_file()).unwrap_or_default();
    let (settings, _) = Settings::from_value(&file);
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let lang = current_lang();
    kept.take_if(|(made_by, said_in, _)| *made_by != file || *said_in != lang);
    let (_, _, it) = kept.get_or_insert_with(|| (file, lang, make(&settings)));
    work(it, &settings)
}

/// The cookie that keeps the language.
const LANGUAGE_COOKIE: &str = "palimp-lang";

/// Page, or the reason for which there is none.
pub(crate) type PageResult = Result<Markup, PageError>;

impl DashboardState {
    /// The dashboard of an agent's memory in a home, in a language or in the browser's.
    pub fn new(
        home: HomePaths,
        agent: &str,
        lang: Option<Lang>,
        surroundings: impl DashboardHost,
    ) -> DashboardState {
        DashboardState {
            home,
            agent: agent.to_owned(),
            lang,
            base: String::new(),
            surroundings: Box::new(surroundings),
            searching: Mutex::default(),
            homes: Mutex::default(),
            speaking: Mutex::default(),
            looked: Mutex::default(),
            work: JobTracker::default(),
            captures: watch::Sender::new(0),
        }
    }

    pub(crate) fn with_base(self, base: &str) -> DashboardState {
        DashboardState { base: base.to_owned(), ..self }
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

    pub(crate) fn host(&self) -> &dyn DashboardHost {
        &*self.surroundings
    }

    /// The settings as they are now; what is wrong in them counts as not set.
    pub(crate) fn load_settings(&self) -> Settings {
        settings::load(&self.home.settings_file()).0
    }

    /// Opens the captured activity for reading; none if nothing was captured.
    pub(crate) fn open_activity(&self) -> Result<Option<ActivityDb>, PageError> {
        Ok(open_activity::to_read(&self.home).map_err(engine_failure)?.db)
    }

    /// The agent's notes.
    pub(crate) fn open_notes(&self) -> NoteStore {
        self.open_memory().notes
    }

    /// The index of the agent's notes, for work that asks no model.
    pub(crate) fn open_memory(&self) -> IndexSync {
        self.surroundings.open_memory(&self.load_settings(), Models::default())
    }

    /// The paths of all notes, which a link can mean.
    pub(crate) fn note_paths(&self) -> Result<Vec<String>, PageError> {
        let memory = self.open_notes();
        let own =
            memory.scan_notes().map_err(engine_failure)?.into_iter().map(|it| it.path.to_string());
        let others = memory.obsidian_notes().into_iter().map(|it| it.shown);
        Ok(own.chain(others).collect())
    }

    /// The number of proposals that wait for the user; 0 where they cannot be read.
    pub(crate) fn count_proposals(&self) -> usize {
        self.open_notes().proposals().map_or(0, |listed| listed.proposals.len())
    }

    /// All that is the agent's.
    pub(crate) fn agent_filter(&self) -> Filter {
        Filter { agent: Some(self.agent.clone()), ..Filter::default() }
    }

    /// Lends the memory that searches. It stays, and is made anew when the settings are others.
    pub(crate) fn with_search_memory<T>(
        &self,
        work: impl FnOnce(&mut IndexSync, &Settings) -> Result<T, PageError>,
    ) -> Result<T, PageError> {
        let make = |settings: &Settings| {
            let models = self.surroundings.load_models(settings);
            let mut memory = self.surroundings.open_memory(settings, models).with_bounded_cache();
            memory.watch_files();
            memory
        };
        with_cached(self, &self.searching, make, work)
    }

    /// Lends the homes of this machine. What was read of them stays.
    pub(crate) fn with_homes<T>(&self, work: impl FnOnce(&mut Federation, &Settings) -> T) -> T {
        let make = |settings: &Settings| {
            let (models, _) = self.surroundings.models_for_homes(settings);
            self.open_federation(settings, models)
        };
        with_cached(self, &self.homes, make, work)
    }

    /// The homes of this machine, to be asked once.
    pub(crate) fn open_federation(&self, settings: &Settings, models: Models) -> Federation {
        Federation::new(
            self.home.clone(),
            settings.clone(),
            self.surroundings.user_directory(),
            models,
        )
    }

    /// The projects and clients that a form offers.
    pub(crate) fn form_choices(
        &self,
        db: Option<&ActivityDb>,
    ) -> Result<[Vec<String>; 2], PageError> {
        let Some(db) = db else { return Ok([Vec::new(), Vec::new()]) };
        db.projects_and_clients(&self.agent).map_err(engine_failure)
    }
}

/// Converts an error of the engine.
pub(crate) fn engine_failure(error: impl std::fmt::Display) -> PageError {
    PageError::Failed(error.to_string())
}

/// Converts an error of a note: a path that names none is not found.
pub(crate) fn note_failure(error: Error) -> PageError {
    match error {
        Error::Path(_) => PageError::Missing,
        other => engine_failure(other),
    }
}

/// Converts an error of an action: a refusal becomes a conflict.
pub(crate) fn action_failure(error: Error) -> PageError {
    match error {
        Error::Refused(why) => PageError::Met(why),
        other => engine_failure(other),
    }
}

/// Request for a page, and its language.
pub(crate) struct PageRequest {
    pub(crate) view: ViewContext,
    pub(crate) asked: RequestFields,
    /// The language that was just chosen, which the browser is to keep.
    chosen: Option<Lang>,
}

impl PageRequest {
    /// The beginning of the day that is asked for, in milliseconds since the Unix epoch.
    pub(crate) fn since_ms(&self) -> Option<i64> {
        self.day_bounds("since").map(|(begin, _)| begin)
    }

    /// Returns the begin and the end of a field's day, in milliseconds since the Unix epoch.
    pub(crate) fn day_bounds(&self, name: &str) -> Option<(i64, i64)> {
        let day = self.asked.field_value(name).parse::<jiff::civil::Date>().ok()?;
        let begin = |day: jiff::civil::Date| {
            let begin = day.to_zoned(self.view.now.time_zone().clone()).ok()?;
            Some(begin.timestamp().as_millisecond())
        };
        Some((begin(day)?, begin(day.tomorrow().ok()?)?))
    }
}

impl FromRequestParts<Arc<DashboardState>> for PageRequest {
    type Rejection = palimp_serve::RequestRefusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<DashboardState>,
    ) -> Result<PageRequest, Self::Rejection> {
        let form = FormToken::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default();
        let asked = RequestFields::from_urlencoded(query);
        let chosen = Lang::from_code(asked.field_value("lang"));
        let lang = chosen.or_else(|| language_from_cookie(&parts.headers)).or(state.lang);
        let set =
            || state.load_settings().dashboard.language.and_then(|code| Lang::from_code(&code));
        let lang = lang.or_else(set);
        let path = parts.uri.path().trim_start_matches('/');
        let view = ViewContext {
            lang: lang
                .or_else(|| palimp_serve::preferred_language(&parts.headers, Lang::from_code))
                .unwrap_or_default(),
            base: state.base.clone(),
            here: if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") },
            form: (FormToken::NAME, form.reveal().to_owned()),
            now: Zoned::now(),
            agent: state.agent.clone(),
            to_review: 0,
        };
        Ok(PageRequest { view, asked, chosen })
    }
}

/// The language that the browser keeps.
fn language_from_cookie(headers: &HeaderMap) -> Option<Lang> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let pairs = cookies.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
    let cookies: BTreeMap<&str, &str> = pairs.collect();
    cookies.get(LANGUAGE_COOKIE).and_then(|code| Lang::from_code(code))
}

/// The language that the browser keeps, else the one that it wants.
pub(crate) fn of_browser(headers: &HeaderMap) -> Option<Lang> {
    language_from_cookie(headers)
        .or_else(|| palimp_serve::preferred_language(headers, Lang::from_code))
}

/// Outcome of a request.
pub(crate) enum PageOutcome {
    /// A page.
    Page(Markup),
    /// A page that says what is in the way of what was wanted.
    Met(Markup),
    /// The action is done; the browser is redirected to this address.
    Done(String),
}

/// Answers with the page that `work` makes, on a thread that may wait for a disk.
pub(crate) async fn render_page(
    state: Arc<DashboardState>,
    asking: PageRequest,
    work: impl FnOnce(&DashboardState, &PageRequest) -> PageResult + Send + 'static,
) -> Response {
    run_action(state, asking, |state, asking| work(state, asking).map(PageOutcome::Page)).await
}

/// Answers with what comes of `work`, on a thread that may wait for a disk.
pub(crate) async fn run_action(
    state: Arc<DashboardState>,
    mut asking: PageRequest,
    work: impl FnOnce(&DashboardState, &PageRequest) -> Result<PageOutcome, PageError> + Send + 'static,
) -> Response {
    let lang = asking.view.lang;
    let answer = move || {
        asking.view.to_review = state.count_proposals();
        let (status, page) = match work(&state, &asking) {
            Ok(PageOutcome::Page(page)) => (StatusCode::OK, page),
            Ok(PageOutcome::Met(page)) => (StatusCode::CONFLICT, page),
            Ok(PageOutcome::Done(to)) => return Redirect::to(&to).into_response(),
            Err(trouble) => (status_of(&trouble), palimp_pages::error_page(&asking.view, &trouble)),
        };
        let mut response = (status, Html(page.into_string())).into_response();
        set_language_cookie(&mut response, &state.base, asking.chosen);
        response
    };
    let done = tokio::task::spawn_blocking(move || with_lang(lang, answer));
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
fn set_language_cookie(response: &mut Response, base: &str, chosen: Option<Lang>) {
    let cookie = chosen.map(|lang| {
        format!("{LANGUAGE_COOKIE}={}; Path={base}; HttpOnly; SameSite=Strict", lang.code())
    });
    let cookie = cookie.and_then(|it| HeaderValue::from_str(&it).ok());
    response.headers_mut().extend(cookie.map(|it| (header::SET_COOKIE, it)));
}

pub(crate) async fn not_found_page(
    State(state): State<Arc<DashboardState>>,
    asking: PageRequest,
) -> Response {
    render_page(state, asking, |_, _| Err(PageError::Missing)).await
}
