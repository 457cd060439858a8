//! Facts of teams and of organisations in the one index, from what is served and nothing else.

use std::collections::HashMap;
use std::path::PathBuf;

use jiff::civil::Date;
use palimp_core::home::HomePaths;
use palimp_note::route::slug;
use palimp_rank::ChunkKind;
use palimp_store::StoreError;
use palimp_store::index::{ChunkEntry, DocumentSource, DocumentStamp, IndexDb, IndexDocument};
use palimp_team::{FactPath, TeamFact};

use super::about::{SharedFactInfo, Sharer, scope_of, shown_path};
use super::{Error, JoinedTeam, Landing, ProjectsHere, ServedFact, ServedFacts};
use crate::retrieval::indexing::{Changes, Chunker};
use crate::sharing::hub::HomeHub;

/// Format of facts in the index; another format rebuilds them.
const INDEX_FORMAT_VERSION: u8 = 1;

/// Says which facts are served: whoever has an index compares it with what that was made of.
fn stamp_path(home: &HomePaths) -> PathBuf {
    home.teams_dir().join("served")
}

/// Returns the stamp of the served facts: the day as of which, and a hash. Empty if nobody shares
/// anything.
fn read_stamp(home: &HomePaths) -> String {
    palimp_files::read_text(&stamp_path(home)).unwrap_or_default()
}

/// True if the facts in the index differ from the served facts.
pub(crate) fn is_behind(home: &HomePaths, index: &IndexDb) -> Result<bool, StoreError> {
    Ok(index.teams()? != read_stamp(home))
}

/// True if a team or an organisation has anything to inject.
pub(crate) fn are_served(home: &HomePaths) -> bool {
    !read_stamp(home).is_empty()
}

/// Records the stamp of the facts that are served on `day`. The stamp stays on another day as long
/// as no fact begins or ceases to hold.
pub(super) fn write_stamp(
    home: &HomePaths,
    (teams, hubs): (&[JoinedTeam], &[HomeHub]),
    day: Date,
) -> Result<(), Error> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[INDEX_FORMAT_VERSION]);
    for team in teams {
        let served = palimp_files::read(&team.file_path("served.json")).unwrap_or_default();
        let past = team.state().turns.iter().filter(|turn| **turn <= day).count();
        hasher.update(team.name().as_bytes()).update(&past.to_le_bytes());
        hasher.update(blake3::hash(&served).as_bytes());
    }
    for hub in hubs {
        let state = hub.state();
        let past = state.turns.iter().filter(|turn| **turn <= day).count();
        hasher.update(hub.sharer().to_string().as_bytes()).update(&past.to_le_bytes());
        hasher.update(&state.edition.to_le_bytes());
    }
    let now = match (teams, hubs) {
        ([], []) => String::new(),
        _ => format!("{day} {}\n", hasher.finalize().to_hex()),
    };
    let path = stamp_path(home);
    if read_stamp(home).split(' ').nth(1) == now.split(' ').nth(1) {
        return Ok(());
    }
    palimp_files::replace_file(&path, now.as_bytes()).map_err(|source| Error::File { path, source })
}

/// Brings the facts in the index to what is served. In one transaction, so that no question sees half
/// of it.
pub(crate) fn index_served_facts(
    home: &HomePaths,
    index: &mut IndexDb,
    cutter: &Chunker,
) -> Result<Changes, StoreError> {
    let stamp = read_stamp(home);
    let day = stamp.split(' ').next().and_then(|day| day.parse().ok()).unwrap_or_default();
    let (teams, hubs) = if stamp.is_empty() {
        Default::default()
    } else {
        (JoinedTeam::list_all(home), HomeHub::list_all(home))
    };
    let known = index.documents(DocumentSource::Team)?;
    let mut gone: HashMap<&str, DocumentStamp> =
        known.iter().map(|it| (it.path.as_str(), it.stamp)).collect();
    let mut writer = index.writer()?;
    if let Some(embedder) = cutter.embedder {
        writer.set_space(embedder.space())?;
    }
    let mut changes = Changes::default();
    let of_teams =
        teams.iter().map(|team| (team.sharer(), team.served_facts().unwrap_or_default()));
    let of_orgs = hubs.iter().map(|hub| (hub.sharer(), hub.served_facts()));
    for (whose, served) in of_teams.chain(of_orgs) {
        for row in fact_rows(whose, &served, day) {
            let hash = row.content_hash();
            if gone.remove(row.shown.as_str()).is_some_and(|stamp| stamp.hash == hash) {
                continue;
            }
            if let Some((document, entries)) = row.to_document(cutter) {
                writer.put_document(&document, entries)?;
                changes.written += 1;
            }
        }
    }
    for path in gone.into_keys() {
        changes.removed += usize::from(writer.remove_document(DocumentSource::Team, path)?);
    }
    writer.commit()?;
    // What is told no more cannot be read in the file either. Where there was nothing to do, somebody did it who may
    // have been killed before this.
    if changes.removed > 0 || changes.written == 0 {
        index.scrub()?;
    }
    index.set_teams(&stamp)?;
    Ok(changes)
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
    if !are_served(home) {
        return Vec::new();
    }
    let (teams, hubs) = (JoinedTeam::list_all(home), HomeHub::list_all(home));
    let of_teams =
        teams.iter().map(|team| (team.sharer(), team.served_facts().unwrap_or_default()));
    let of_orgs = hubs.iter().map(|hub| (hub.sharer(), hub.served_facts()));
    let mut found = Vec::new();
    for (whose, served) in of_teams.chain(of_orgs) {
        for row in fact_rows(whose, &served, day) {
            let scope = scope_of(row.whose, row.path.project.as_deref());
            let is_rule = matches!(row.path.kind.as_str(), "decision" | "preference");
            let is_meant =
                is_rule && row.holds && (scope.is_empty() || here.is_project_here(&scope));
            if let Some((_, fact)) = row.served.parse_fact().filter(|_| is_meant) {
                let vouched = row.fact_info(&fact).approval_text();
                found.push(SharedDecision { text: text_of(&fact), vouched, at: row.landed_at() });
            }
        }
    }
    found
}

/// A fact as it goes into the index.
#[derive(Clone)]
struct FactRow<'a> {
    whose: Sharer<'a>,
    shown: String,
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
    fn content_hash(&self) -> [u8; 16] {
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

    fn to_document(&self, cutter: &Chunker) -> Option<(IndexDocument, Vec<ChunkEntry>)> {
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
        let entries = cutter.chunk_fact(&document, &text);
        Some((document, entries))
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
