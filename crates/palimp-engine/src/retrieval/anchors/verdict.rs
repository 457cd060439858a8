//! Judges anchors in a working tree.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use palimp_core::home::HomePaths;
use palimp_note::anchor::{self, Anchor, AnchorVerdict};
use palimp_note::provenance::Provenance;
use serde::Serialize;

use super::cache::{self, Cache, CachedVerdict};
use crate::home::working_tree::{PathState, SourceFileStamp, WorkingTree};

/// Judges anchors in a working tree, which is not looked for before there is one to judge.
pub struct Judge {
    home: HomePaths,
    directory: PathBuf,
    /// Maximum duration, if limited.
    most: Option<Duration>,
    began: Option<Instant>,
    open: Option<OpenWorkingTree>,
}

/// A working tree that anchors are judged in.
struct OpenWorkingTree {
    tree: WorkingTree,
    cache: Cache,
    /// The file that was read last: anchors of a fact often name the same.
    last: Option<(String, String)>,
    files: Option<Vec<String>>,
}

/// An anchor and its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgedAnchor {
    /// The place as the note names it: `src/auth.rs:40-48`.
    pub place: String,
    /// The symbol defined there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// `fresh`, `moved`, `drifted`, `gone` or `unknown`.
    pub state: &'static str,
    /// Drift in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// The current place, if it has moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// The same for who goes on with it.
    #[serde(skip)]
    pub verdict: AnchorVerdict,
}

/// Age in nanoseconds below which a written file may change again without a new mtime.
const MTIME_SETTLE_NANOS: i64 = 2_000_000_000;

impl Judge {
    /// Creates a judge for the working tree around a directory. Anchors not judged within `most` in
    /// total are unknown; without `most` there is no limit.
    pub fn for_directory(directory: &Path, home: &HomePaths, most: Option<Duration>) -> Judge {
        let (home, directory) = (home.clone(), directory.to_owned());
        Judge { home, directory, most, began: None, open: None }
    }

    /// Judges the anchors of a text with provenance `by`. For a text of another project, or of
    /// none, the verdict is unknown.
    pub fn judge(&mut self, anchors: &[Anchor], by: Option<&Provenance>) -> Vec<JudgedAnchor> {
        let bound = by.filter(|by| by.project.is_some() || by.project_id.is_some());
        let ours = bound.is_some_and(|by| by.holds_in(self.open_tree().tree.project()));
        match ours {
            true => self.judge_ours(anchors),
            false => anchors.iter().map(JudgedAnchor::unknown).collect(),
        }
    }

    /// The same of a text that is known to be of this working tree's project.
    pub(crate) fn judge_ours(&mut self, anchors: &[Anchor]) -> Vec<JudgedAnchor> {
        let began = *self.began.get_or_insert_with(Instant::now);
        let most = self.most;
        let late = || most.is_some_and(|most| began.elapsed() > most);
        let open = self.open_tree();
        anchors.iter().map(|anchor| open.judge_anchor(anchor, &late)).collect()
    }

    fn open_tree(&mut self) -> &mut OpenWorkingTree {
        self.open.get_or_insert_with(|| OpenWorkingTree::for_directory(&self.directory, &self.home))
    }

    /// Saves the new verdicts for later callers.
    pub fn save_cache(self) {
        if let Some(open) = self.open {
            open.cache.save();
        }
    }
}

impl OpenWorkingTree {
    fn for_directory(directory: &Path, home: &HomePaths) -> OpenWorkingTree {
        let tree = WorkingTree::in_home(home, directory);
        let cache = Cache::load(home.anchor_cache_file(&tree.id()));
        OpenWorkingTree { tree, cache, last: None, files: None }
    }

    fn judge_anchor(&mut self, anchor: &Anchor, late: &dyn Fn() -> bool) -> JudgedAnchor {
        let unknown = || JudgedAnchor::unknown(anchor);
        let stamp = match (&anchor.sketch, self.tree.path_state(&anchor.path)) {
            (Some(_), PathState::File(stamp)) => Some(stamp),
            // Where a file went, git's list of files tells, and that changes with it.
            (Some(_), PathState::Nothing) => self.tree.index_stamp(),
            _ => return unknown(),
        };
        let key = cache::anchor_key(anchor);
        if let Some(known) = stamp.and_then(|stamp| self.cache.get(key, stamp)) {
            return JudgedAnchor::from_verdict(anchor, known.verdict, None);
        }
        if late() {
            return unknown();
        }
        let Some((verdict, path)) = self.find_verdict(anchor) else { return unknown() };
        // A file that was found under another name may change without git's list.
        if let Some(stamp) = stamp.filter(|stamp| has_rested(*stamp) && path.is_none()) {
            self.cache.insert(key, CachedVerdict { stamp, verdict });
        }
        JudgedAnchor::from_verdict(anchor, verdict, path.as_deref())
    }

    /// Judges an anchor and returns the other file in which it was found; none if unknown.
    fn find_verdict(&mut self, anchor: &Anchor) -> Option<(AnchorVerdict, Option<String>)> {
        if !matches!(self.tree.path_state(&anchor.path), PathState::Nothing) {
            return Some((
                self.file_text(&anchor.path).map(|text| anchor.check_against(text))?,
                None,
            ));
        }
        let sketch = anchor.sketch.as_ref()?;
        let files = self.files.get_or_insert_with(|| self.tree.known_files());
        let near = anchor::rename_candidates(&anchor.path, files.iter().map(String::as_str));
        let near: Vec<String> = near.into_iter().map(str::to_owned).collect();
        for path in near {
            let Some(text) = self.file_text(&path) else { continue };
            if sketch.share_in(text) >= anchor::MIN_RENAME_SHARE {
                return Some((anchor.check_against(text), Some(path)));
            }
        }
        Some((AnchorVerdict::Gone, None))
    }

    fn file_text(&mut self, path: &str) -> Option<&str> {
        if self.last.as_ref().is_none_or(|(last, _)| last != path) {
            self.last = Some((path.to_owned(), self.tree.read_text(path)?));
        }
        self.last.as_ref().map(|(_, text)| text.as_str())
    }
}

fn has_rested(stamp: SourceFileStamp) -> bool {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_nanos()).unwrap_or(i64::MAX);
    now.saturating_sub(stamp.mtime) > MTIME_SETTLE_NANOS
}

impl JudgedAnchor {
    /// Creates the verdict of an anchor that nobody can judge.
    pub(super) fn unknown(anchor: &Anchor) -> JudgedAnchor {
        JudgedAnchor::from_verdict(anchor, AnchorVerdict::Unknown, None)
    }

    fn from_verdict(anchor: &Anchor, verdict: AnchorVerdict, path: Option<&str>) -> JudgedAnchor {
        let lines = match verdict {
            AnchorVerdict::Moved(lines) => Some(lines),
            _ => anchor.lines.filter(|_| verdict == AnchorVerdict::Fresh),
        };
        let moved = matches!(verdict, AnchorVerdict::Moved(_)) || path.is_some();
        let now = Anchor {
            path: path.unwrap_or(&anchor.path).to_owned(),
            lines,
            symbol: None,
            sketch: None,
        };
        JudgedAnchor {
            place: anchor.display_location(),
            symbol: anchor.symbol.clone(),
            state: if path.is_some() && verdict == AnchorVerdict::Fresh {
                "moved"
            } else {
                verdict.name()
            },
            percent: match verdict {
                AnchorVerdict::Drifted(percent) => Some(percent),
                _ => None,
            },
            now: moved.then(|| now.display_location()),
            verdict,
        }
    }
}

/// Combines the known verdicts on all anchors of a fact.
pub(super) fn combine_verdicts(judged: &[JudgedAnchor]) -> AnchorVerdict {
    let known: Vec<AnchorVerdict> =
        judged.iter().map(|it| it.verdict).filter(|it| *it != AnchorVerdict::Unknown).collect();
    let lost = known.iter().map(|it| it.lost_share()).sum::<f64>() / known.len().max(1) as f64;
    match known[..] {
        [] => AnchorVerdict::Unknown,
        _ if known.iter().all(|it| *it == AnchorVerdict::Gone) => AnchorVerdict::Gone,
        _ if lost > 0.0 => AnchorVerdict::Drifted((lost * 100.0).round().clamp(1.0, 100.0) as u8),
        _ => known
            .iter()
            .copied()
            .find(|it| matches!(it, AnchorVerdict::Moved(_)))
            .unwrap_or(AnchorVerdict::Fresh),
    }
}
