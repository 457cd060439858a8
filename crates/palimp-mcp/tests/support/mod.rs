//! A memory of a few notes, held in the process.

use palimp_mcp::{
    ForgetResult, ForgettableItem, GetArgs, Happening, MemoryBackend, MemoryHit, MemorySource,
    NoteInfo, NotePassage, ProgressCallback, ProposalState, RecentArgs, SaveArgs, SaveResult,
    SavedKind, SearchAnswer, SearchArgs, ToolCaller,
};

/// When everything in here happened.
const THEN: i64 = 1_790_000_000_000;

/// Where an agent's words go.
const SAVED: &str = "memory/2026-11-21.md";

/// The notes, by path.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    notes: Vec<(String, String)>,
    caller: ToolCaller,
    /// Whether it never gets done with what can wait.
    lingers: bool,
}

impl Shelf {
    /// Three notes that a person could have written.
    pub(crate) fn new() -> Shelf {
        let note = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        Shelf {
            caller: ToolCaller::default(),
            lingers: false,
            notes: vec![
                note("MEMORY.md", "# Core\n\nThe user prefers tabs.\n"),
                note(
                    "memory/2026-11-20.md",
                    "# Log\n\n## 10:00\n\nThe auth bug was a clock skew.\n",
                ),
                note("shared/결정.md", "# 결정\n\n인증은 JWT로 한다.\n"),
            ],
        }
    }

    /// The same, and `count` more notes.
    pub(crate) fn with_many(count: usize) -> Shelf {
        let mut shelf = Shelf::new();
        let more = (0..count).map(|n| (format!("many/{n:04}.md"), format!("# Note {n}\n")));
        shelf.notes.extend(more);
        shelf
    }

    fn text(&self, path: &str) -> Result<&str, String> {
        let found = self.notes.iter().find(|(name, _)| name == path);
        found.map(|(_, text)| text.as_str()).ok_or_else(|| {
            format!("There is no note `{path}`. Search for it, or list the resources.")
        })
    }

    fn hits<'s>(&'s self, query: &'s str) -> impl Iterator<Item = MemoryHit> + 's {
        let words: Vec<String> = query.to_lowercase().split_whitespace().map(Into::into).collect();
        let matching = move |line: &str| {
            let line = line.to_lowercase();
            let found = words.iter().filter(|word| line.contains(word.as_str())).count();
            found as f64 / words.len().max(1) as f64
        };
        self.notes.iter().flat_map(move |(path, text)| {
            let lines: Vec<_> = text.lines().enumerate().collect();
            let hits = lines.into_iter().map(|(at, line)| (at as u32 + 1, matching(line), line));
            let hits: Vec<_> = hits.filter(|it| it.1 > 0.0).collect();
            hits.into_iter().map(move |(line, score, text)| MemoryHit {
                id: None,
                path: Some(path.clone()),
                lines: Some((line, line)),
                score,
                snippet: text.to_owned(),
                heading: None,
                source: MemorySource::Notes,
                project: None,
                author: palimp_core::author::AuthorKind::User,
                scope: None,
                vouched: None,
                against: None,
                created_at: Some(THEN),
                day: None,
            })
        })
    }
}

impl MemoryBackend for Shelf {
    fn called_by(&mut self, caller: ToolCaller) {
        self.caller = caller;
    }

    fn run_deferred_work(&mut self) {
        if self.lingers {
            let (_kept, never) = std::sync::mpsc::channel::<()>();
            let _ = never.recv();
        }
    }

    fn search(
        &mut self,
        args: &SearchArgs,
        progress: ProgressCallback<'_>,
    ) -> Result<SearchAnswer, String> {
        match args.query.as_str() {
            "linger" => self.lingers = true,
            "slow" => (0..=1000).for_each(|done| progress(done, 1000, "notes")),
            "panic" => panic!("the fixture was asked to"),
            "fail" => return Err("The index is being rebuilt; try again in a moment.".to_owned()),
            _ => {}
        }
        let enough = |hit: &MemoryHit| hit.score >= args.min_score;
        let mut hits: Vec<_> = self.hits(&args.query).filter(enough).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(args.max_results);
        Ok(SearchAnswer { hits, note: None, more: Vec::new() })
    }

    fn get(&mut self, args: &GetArgs) -> Result<NotePassage, String> {
        let text = self.text(&args.path)?;
        let from = args.from.unwrap_or(1);
        let lines =
            text.split_inclusive('\n').skip(from - 1).take(args.lines.unwrap_or(usize::MAX));
        Ok(NotePassage {
            path: args.path.clone(),
            from,
            total_lines: text.lines().count(),
            text: lines.collect(),
            hash: None,
        })
    }

    fn save(&mut self, args: &SaveArgs) -> Result<SaveResult, String> {
        let usual = if args.kind == SavedKind::Core { "MEMORY.md" } else { SAVED };
        let path = args.path.clone().unwrap_or_else(|| usual.to_owned());
        if path.contains("..") {
            return Err(format!("`{path}` is outside the vault; use a path below it."));
        }
        if path == "profile.md" {
            let proposed = Some(ProposalState::Waits("r1".to_owned()));
            return Ok(SaveResult { path, proposed, ..SaveResult::default() });
        }
        let (text, redacted) = match args.text.replace("hunter2", "<redacted:password>") {
            text if text == args.text => (text, vec![]),
            text => (text, vec!["password".to_owned()]),
        };
        let at = match self.notes.iter().position(|(name, _)| *name == path) {
            Some(at) => at,
            None => {
                self.notes.push((path.clone(), String::new()));
                self.notes.len() - 1
            }
        };
        let note = &mut self.notes[at].1;
        let line = note.lines().count() + 1;
        note.push_str(&text);
        note.push('\n');
        Ok(SaveResult { path, line: Some(line), redacted, ..SaveResult::default() })
    }

    fn recent(&mut self, args: &RecentArgs) -> Result<Vec<Happening>, String> {
        let happening = |text: &str, kind: &str, path: Option<&str>| Happening {
            created_at: THEN,
            kind: kind.to_owned(),
            client: Some(match &self.caller.session {
                Some(session) => format!("{} in {session}", self.caller.client),
                None => "claude".to_owned(),
            }),
            project: Some(args.project.clone().unwrap_or_else(|| "shop".to_owned())),
            path: path.map(str::to_owned),
            text: text.to_owned(),
        };
        let all = [
            happening("cargo test: 2 failed", "error", None),
            happening("fn login → fn log_in", "file_edit", Some("/home/dev/shop/src/auth.rs")),
        ];
        Ok(all.into_iter().take(args.limit).collect())
    }

    fn would_forget(&mut self, target: &str) -> Result<Vec<ForgettableItem>, String> {
        let goes = |(path, text): &&(String, String)| path == target || text.contains(target);
        let item = |(path, text): &(String, String)| ForgettableItem {
            id: path.clone(),
            source: MemorySource::Notes,
            text: text.lines().next().unwrap_or_default().to_owned(),
            own: path == SAVED,
        };
        Ok(self.notes.iter().filter(goes).map(item).collect())
    }

    fn forget(&mut self, target: &str) -> Result<ForgetResult, String> {
        let (gone, waits): (Vec<_>, Vec<_>) =
            self.would_forget(target)?.into_iter().partition(|item| item.own);
        self.notes.retain(|(path, _)| !gone.iter().any(|item| item.id == *path));
        let review = (!waits.is_empty()).then(|| "They decide with `palimp review`.".to_owned());
        Ok(ForgetResult { gone, waits, review })
    }

    fn list(&mut self) -> Result<Vec<NoteInfo>, String> {
        let info = |(path, text): &(String, String)| NoteInfo {
            path: path.clone(),
            title: text.lines().next().map(|line| line.trim_start_matches("# ").to_owned()),
            bytes: text.len() as u64,
            modified_ms: THEN,
        };
        Ok(self.notes.iter().map(info).collect())
    }
}
