//! Facts of teams and of organisations as rows of the one index, from what is served and nothing else.

use jiff::civil::Date;
use palimp_core::home::HomePaths;
use palimp_note::route::slug;
use palimp_rank::ChunkKind;
use palimp_store::index::{DocumentSource, DocumentStamp, IndexDocument};
use palimp_team::{FactPath, TeamFact};

use super::about::{SharedFactInfo, Sharer, scope_of, shown_path};
use super::served_stamp::{INDEX_FORMAT_VERSION, are_served};
use super::{Error, JoinedTeam, Landing, ProjectsHere, ServedFact, ServedFacts};
use crate::sharing::hub::HomeHub;

/// All facts that teams and organisations serve to a home.
#[derive(Default)]
pub(crate) struct AllServedFacts {
    teams: Vec<(JoinedTeam, ServedFacts)>,
    hubs: Vec<(HomeHub, ServedFacts)>,
}

impl AllServedFacts {
    /// Reads what is served; nothing if nobody shares anything.
    pub(crate) fn read(home: &HomePaths) -> AllServedFacts {
        if !are_served(home) {
            return AllServedFacts::default();
        }
        let of_team = |team: JoinedTeam| {
            let facts = team.served_facts().unwrap_or_default();
            (team, facts)
        };
        let of_hub = |hub: HomeHub| {
            let facts = hub.served_facts();
            (hub, facts)
        };
        AllServedFacts {
            teams: JoinedTeam::list_all(home).into_iter().map(of_team).collect(),
            hubs: HomeHub::list_all(home).into_iter().map(of_hub).collect(),
        }
    }

    /// Returns each fact as it goes into the index on `day`.
    pub(crate) fn rows(&self, day: Date) -> impl Iterator<Item = FactRow<'_>> {
        let of_teams = self.teams.iter().map(|(team, facts)| (team.sharer(), facts));
        let of_orgs = self.hubs.iter().map(|(hub, facts)| (hub.sharer(), facts));
        of_teams.chain(of_orgs).flat_map(move |(whose, facts)| fact_rows(whose, facts, day))
    }
}

/// Returns the text of the fact that hits show under this name, and who approved it.
pub(crate) fn fact_text(home: &HomePaths, shown: &str) -> Result<String, Error> {
    let refuse = |why: String| Error::Refused(why);
    let (whose, _) = Sharer::split_name(shown)
        .ok_or_else(|| refuse(crate::messages::fact_name_malformed(shown)))?;
    let day = super::utc_day(jiff::Timestamp::now().as_millisecond());
    let (served, look) = match whose {
        Sharer::Team(name) => {
            let served = JoinedTeam::find_by_name(home, name)?.served_facts().unwrap_or_default();
            (served, crate::messages::team_log_hint(name))
        }
        Sharer::Org(name) => {
            let hub =
                HomeHub::find_by_org(home, name).map_err(|error| refuse(error.to_string()))?;
            (hub.served_facts(), crate::messages::hub_status_hint(name))
        }
    };
    let row = fact_rows(whose, &served, day).into_iter().find(|row| row.shown == shown);
    let Some((row, (_, fact))) = row.and_then(|row| Some((row.clone(), row.served.parse_fact()?)))
    else {
        return Err(refuse(crate::messages::fact_not_served(shown, &look)));
    };
    Ok(format!("{}\n\n({})\n", text_of(&fact), row.fact_info(&fact).status_text(day)))
}

/// A decision that a team or an organisation approved and that holds.
pub(crate) struct SharedDecision {
    /// The statement.
    pub(crate) text: String,
    /// Approval of the decision: `team acme, approved by Kim`.
    pub(crate) vouched: String,
    /// Time of landing, in milliseconds since the Unix epoch.
    pub(crate) at: i64,
}

/// Returns the decisions of teams and organisations that hold on `day` in the working tree of `here`.
pub(crate) fn shared_decisions(
    home: &HomePaths,
    here: &ProjectsHere,
    day: Date,
) -> Vec<SharedDecision> {
    let mut found = Vec::new();
    for row in AllServedFacts::read(home).rows(day) {
        let scope = scope_of(row.whose, row.path.project.as_deref());
        let is_rule = matches!(row.path.kind.as_str(), "decision" | "preference");
        let is_meant = is_rule && row.holds && (scope.is_empty() || here.is_project_here(&scope));
        if let Some((_, fact)) = row.served.parse_fact().filter(|_| is_meant) {
            let vouched = row.fact_info(&fact).approval_text();
            found.push(SharedDecision { text: text_of(&fact), vouched, at: row.landed_at() });
        }
    }
    found
}

/// A fact as it goes into the index.
#[derive(Clone)]
pub(crate) struct FactRow<'a> {
    whose: Sharer<'a>,
    pub(crate) shown: String,
    path: FactPath,
    served: &'a ServedFact,
    landing: Option<&'a Landing>,
    newer: Option<&'a str>,
    holds: bool,
}

fn fact_rows<'a>(whose: Sharer<'a>, served: &'a ServedFacts, day: Date) -> Vec<FactRow<'a>> {
    let superseded = served.superseded_facts(day);
    let row = |fact: &'a ServedFact| {
        let path = FactPath::parse(&fact.path)?;
        let newer = superseded.newer_id(fact);
        let (shown, holds) = (shown_path(whose, &path), newer.is_none() && fact.holds_on(day));
        let landing = served.landed.get(fact.landing);
        Some(FactRow { whose, shown, path, served: fact, landing, newer, holds })
    };
    served.facts.iter().filter_map(row).collect()
}

impl FactRow<'_> {
    /// Returns the hash that tells a changed fact from the one in the index.
    pub(crate) fn content_hash(&self) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new();
        let approved = self.landing.map_or(&[][..], |landing| &landing.approved);
        let newer = self.newer.unwrap_or("");
        let parts = [self.served.blob.as_str(), newer].into_iter();
        for part in parts.chain(approved.iter().map(String::as_str)) {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        hasher
            .update(&[INDEX_FORMAT_VERSION, u8::from(self.holds)])
            .update(&self.landed_at().to_le_bytes());
        let mut hash = [0; 16];
        hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        hash
    }

    fn landed_at(&self) -> i64 {
        self.landing.map_or(0, |landing| landing.at)
    }

    /// A team calls its facts by their first words; a hub by numbers.
    fn title(&self, fact: &TeamFact) -> String {
        let words = match self.whose {
            Sharer::Team(_) => self.path.id.clone(),
            Sharer::Org(_) => slug(&fact.statement),
        };
        words.replace(['-', '_'], " ")
    }

    fn fact_info(&self, fact: &TeamFact) -> SharedFactInfo {
        SharedFactInfo::from_fact(self.whose, fact, self.landing, self.newer)
    }

    /// Returns the document of the index, and its text.
    pub(crate) fn to_document(&self) -> Option<(IndexDocument, String)> {
        let (_, fact) = self.served.parse_fact()?;
        let text = text_of(&fact);
        let document = IndexDocument {
            source: DocumentSource::Team,
            path: self.shown.clone(),
            repository: 0,
            stamp: DocumentStamp { size: text.len() as i64, mtime: 0, hash: self.content_hash() },
            title: self.title(&fact),
            project: scope_of(self.whose, self.path.project.as_deref()),
            kind: if self.holds { ChunkKind::Lasting } else { ChunkKind::Archive },
            created_at: self.landed_at(),
            about: self.fact_info(&fact).to_json(),
        };
        Some((document, text))
    }
}

/// Returns the text of a fact. Comments that palimp reads elsewhere are disabled: the text sets
/// neither its author nor its scope.
fn text_of(fact: &TeamFact) -> String {
    let plain = |text: &str| text.replace("<!--", "< !--");
    match fact.why.is_empty() {
        true => plain(&fact.statement),
        false => format!("{}\n\nWhy: {}", plain(&fact.statement), plain(&fact.why)),
    }
}
