//! Pages that show a memory: data in, HTML out.
//!
//! Every text that comes from elsewhere is escaped where it is written ([`maud`] does), and what is
//! rendered as Markdown is sanitised; so what notes, prompts and tools say stays text. A page holds no
//! script and no style: both are files ([`find_asset`]), as its policy demands of a browser.

mod activity_report;
mod asset;
mod clients;
mod code;
mod edit;
mod error_page;
mod forget;
mod health;
mod homes;
pub mod hub;
mod index;
mod injections;
mod layout;
mod live;
mod markdown;
mod notes;
mod parts;
mod project;
mod review;
mod search;
mod sessions;
mod settings;
mod team;
mod texts;
mod tokens;
mod view;
mod work;

pub use activity_report::{
    FailureEnd, RecurringFailureView, Strip, TimeOverview, TouchedFile, time_page,
};
pub use asset::{Asset, find_asset};
pub use clients::{ClientFileEdit, ClientView};
pub use code::{Code, CodeFact, CodeFactDecision};
pub use edit::{EditConflict, NoteEditor, edit_page};
pub use error_page::{PageError, error_page};
pub use forget::{Forgetting, forget_page};
pub use health::{HealthFinding, HealthReport, HealthState, health_page};
pub use homes::{
    HomeAgent, HomeIndex, HomeNote, HomeState, HomeView, Homes, home_note, homes_page,
};
pub use index::{Index, Trial};
pub use injections::{InjectionList, InjectionView, PassageView, injections_page};
pub use live::{LiveOverview, live_moment, live_page};
pub use markdown::{extract_links, resolve_link};
pub use maud::Markup;
pub use notes::{NoteDisplay, NoteFolder, NoteRevision, NoteView, folder_page, note_page};
pub use palimp_core::lang::Lang;
pub use parts::moment::{ActivityMoment, Did};
pub use project::{
    LineAction, LineConflict, OtherRule, ProjectLine, ProjectView, StrikeView, project_page,
};
pub use review::{ChangeProposal, ProposedEdit, ReviewQueue, ReviewReason, review_page};
pub use search::{
    HitView, NoteMiss, NoteMissReason, SearchForm, SearchView, hit_list, search_page,
};
pub use sessions::{
    SessionEpisode, SessionInfo, SessionList, SessionTurn, session_page, sessions_page,
};
pub use settings::{RefusedSettings, SettingView, SettingsView, settings_page};
pub use team::{
    LandedChange, Rivals, TeamChange, TeamFactView, TeamKey, TeamMemberView, TeamNotice, TeamPart,
    TeamProposal, TeamStatusView, TeamView, team_page,
};
pub use tokens::{
    ColdCacheCause, ColdCacheRequest, OwnTokenShare, TokenUsageRow, TokensView, tokens_page,
};
pub use view::ViewContext;
pub use work::{BackgroundWork, IndexResult, SecretCount, WorkResult, work_status};
