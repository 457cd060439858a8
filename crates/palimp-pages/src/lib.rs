//! Pages that show a memory: data in, HTML out.
//!
//! Every text that comes from elsewhere is escaped where it is written ([`maud`] does), and what is
//! rendered as Markdown is sanitised; so what notes, prompts and tools say stays text. A page holds no
//! script and no style: both are files ([`asset`]), as its policy demands of a browser.

mod asset;
mod clients;
mod code;
mod edit;
mod forget;
mod health;
mod homes;
pub mod hub;
mod index;
mod lang;
mod layout;
mod live;
mod markdown;
mod notes;
mod parts;
mod past;
mod project;
mod review;
mod search;
mod sessions;
mod settings;
mod team;
mod texts;
mod tokens;
mod told;
mod trouble;
mod view;
mod work;

pub use asset::{Asset, asset};
pub use clients::{Client, Written};
pub use code::{Code, CodeFact, Verdict};
pub use edit::{Edit, Met, edit};
pub use forget::{Forgetting, forgetting};
pub use health::{Finding, Health, State, health};
pub use homes::{Home, HomeAgent, HomeIndex, HomeNote, HomeState, Homes, home_note, homes};
pub use index::{Index, Trial};
pub use lang::Lang;
pub use live::{Now, moment, now};
pub use markdown::{links, resolved};
pub use maud::Markup;
pub use notes::{Folder, Note, Shown, Version, folder, note};
pub use parts::moment::{Did, Moment};
pub use past::{Ended, Past, Returned, Strip, Touched, past};
pub use project::{LineAction, LineConflict, OtherRule, Project, ProjectLine, Strike, project};
pub use review::{Change, Proposal, Review, Why, review};
pub use search::{Asked, Hit, Reason, Search, WhyNot, hits, search};
pub use sessions::{Condensed, Listed, Session, Turn, session, sessions};
pub use settings::{Setting, Settings, settings};
pub use team::{
    Agreed, Landed, Member, Rivals, Sent, Standing, Team, TeamChange, TeamKey, TeamPart,
    TeamProposal, team,
};
pub use tokens::{Cause, Cold, Own, Row, Tokens, tokens};
pub use told::{Given, Passage, Told, told};
pub use trouble::{Trouble, trouble};
pub use view::{Korean, View};
pub use work::{Done, Indexed, Secrets, Work, work};
