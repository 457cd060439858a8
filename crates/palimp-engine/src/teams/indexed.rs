//! Facts of teams in the one index, from what is served and nothing else.

use std::collections::HashMap;

use jiff::civil::Date;
use palimp_core::home::Home;
use palimp_rank::Kind;
use palimp_store::StoreError;
use palimp_store::index::{Document, IndexDb, Source, Stamp};
use palimp_team::{Fact, FactPath};

use super::about::{About, shown_path};
use super::{Error, Landing, Team, scope_of};
use crate::indexing::{Changes, Cutter};

/// Says which facts are served: whoever has an index compares it with what that was made of.
fn stamp_path(home: &Home) -> std::path::PathBuf {
    home.teams().join("served")
}

/// What the index is to be made of; empty where there are no teams.
fn stamp(home: &Home) -> String {
    palimp_files::read_text(&stamp_path(home)).unwrap_or_default()
}

/// Whether the index has other facts than those that are served.
pub(crate) fn is_behind(home: &Home, index: &IndexDb) -> Result<bool, StoreError> {
    Ok(index.teams()? != stamp(home))
}

/// Whether a team has anything that could be told.
pub(crate) fn are_served(home: &Home) -> bool {
    !stamp(home).is_empty()
}

/// What the fact says that hits show under this name, and who vouches for it.
pub(crate) fn text(home: &Home, path: &str) -> Result<String, Error> {
    let named = path.strip_prefix(super::PREFIX).and_then(|rest| rest.split_once('/'));
    let (name, _) =
        named.ok_or_else(|| Error::Refused(format!("{path} names no fact of a team")))?;
    let day = super::day(jiff::Timestamp::now().as_millisecond());
    let found =
        documents(&Team::named(home, name)?, day).into_iter().find(|told| told.path == path);
    let told = found.ok_or_else(|| {
        Error::Refused(format!("{path} is not served: it was superseded, erased or quarantined, or it never was; `palimp team log --team {name}` says what landed"))
    })?;
    let about = About::parse(&told.about).unwrap_or_default();
    Ok(format!("{}\n\n({})\n", told.text, about.words(day)))
}

/// Notes which facts are served on `day`; whether they are others than before.
pub(super) fn announce(home: &Home, teams: &[Team], day: Date) -> Result<bool, Error> {
    let mut hasher = blake3::Hasher::new();
    for document in teams.iter().flat_map(|team| documents(team, day)) {
        hasher.update(&document.hash());
    }
    let now = match teams {
        [] => String::new(),
        _ => format!("{day} {}\n", hasher.finalize().to_hex()),
    };
    let path = stamp_path(home);
    if stamp(home).split(' ').nth(1) == now.split(' ').nth(1) {
        return Ok(false);
    }
    palimp_files::replace(&path, now.as_bytes()).map_err(|source| Error::File { path, source })?;
    Ok(true)
}

/// Brings the facts in the index to what is served. In one transaction, so that no question sees half
/// of it.
pub(crate) fn take_in(
    home: &Home,
    index: &mut IndexDb,
    cutter: &Cutter,
) -> Result<Changes, StoreError> {
    let stamp = stamp(home);
    let day = stamp.split(' ').next().and_then(|day| day.parse().ok()).unwrap_or_default();
    let teams = if stamp.is_empty() { Vec::new() } else { Team::all(home) };
    let documents: Vec<Told> = teams.iter().flat_map(|team| documents(team, day)).collect();
    let known = index.documents(Source::Team)?;
    let mut gone: HashMap<&str, Stamp> =
        known.iter().map(|it| (it.path.as_str(), it.stamp)).collect();
    let mut writer = index.writer()?;
    if let Some(embedder) = cutter.embedder {
        writer.set_space(embedder.space())?;
    }
    let mut changes = Changes::default();
    for told in &documents {
        let hash = told.hash();
        if gone.remove(told.path.as_str()).is_some_and(|stamp| stamp.hash == hash) {
            continue;
        }
        let document = told.document(hash);
        writer.put(&document, cutter.fact(&document, &told.text))?;
        changes.written += 1;
    }
    for path in gone.into_keys() {
        changes.removed += usize::from(writer.remove(Source::Team, path)?);
    }
    writer.commit()?;
    index.set_teams(&stamp)?;
    Ok(changes)
}

/// A fact as it goes into the index.
struct Told {
    path: String,
    title: String,
    project: String,
    kind: Kind,
    created_at: i64,
    about: String,
    text: String,
}

fn documents(team: &Team, day: Date) -> Vec<Told> {
    let Some(served) = team.served() else { return Vec::new() };
    let superseded = served.superseded(day);
    let told = |(path, fact, landing): (FactPath, Fact, Option<&Landing>)| {
        let about = About::of(team.name(), &fact, landing, superseded.get(&fact.id));
        Told {
            path: shown_path(team.name(), &path),
            title: path.id.replace(['-', '_'], " "),
            project: scope_of(team.name(), path.project.as_deref()),
            kind: if about.holds_on(day) { Kind::Lasting } else { Kind::Archive },
            created_at: landing.map_or(0, |landing| landing.at),
            about: about.text(),
            text: text_of(&fact),
        }
    };
    served.all().map(told).collect()
}

/// What a fact says. Comments that palimp reads elsewhere mean nothing in it: it says of itself neither
/// who wrote it nor where it holds.
fn text_of(fact: &Fact) -> String {
    let plain = |text: &str| text.replace("<!--", "< !--");
    match fact.why.is_empty() {
        true => plain(&fact.statement),
        false => format!("{}\n\nWhy: {}", plain(&fact.statement), plain(&fact.why)),
    }
}

impl Told {
    fn hash(&self) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new();
        let kind = [self.kind as u8];
        for part in
            [&self.path, &self.title, &self.project, &self.about, &self.text].map(String::as_bytes)
        {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.update(&kind).update(&self.created_at.to_le_bytes());
        let mut hash = [0; 16];
        hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        hash
    }

    fn document(&self, hash: [u8; 16]) -> Document {
        Document {
            source: Source::Team,
            path: self.path.clone(),
            stamp: Stamp { size: self.text.len() as i64, mtime: 0, hash },
            title: self.title.clone(),
            project: self.project.clone(),
            kind: self.kind,
            created_at: self.created_at,
            about: self.about.clone(),
        }
    }
}
