//! `palimp status`: is it working?

use palimp_clients::install;
use palimp_engine::flush;
use palimp_store::activity::Stats;
use palimp_store::spool::Spool;
use serde::Serialize;
use serde_json::json;

use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, say};
use crate::when::minute;
use crate::{show, wiring};

/// Show whether palimp works: the home, the clients, and what was captured
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(cx: &Cx, _: &Args) -> Result<(), Failure> {
    let waiting = Spool::at(cx.home.spool()).waiting().len();
    let (stats, trouble) = match cx.activity() {
        Ok(Some(db)) => (db.stats(&cx.agent())?, None),
        Ok(None) => (Stats::default(), None),
        Err(failure) => (Stats::default(), Some(failure.to_string())),
    };
    let waits = match &trouble {
        None => Waiting::of(cx)?,
        Some(_) => Waiting::default(),
    };
    let mut memory = cx.memory();
    let notes = memory.notes().map_or(0, |notes| notes.len());
    let index = match memory.index_path().exists() {
        true => Some(memory.state()?),
        false => None,
    };
    let asked = crate::models::asked_at(cx, &cx.settings);
    let places = wiring::places()?;
    let command = wiring::hook_command(cx)?;
    let clients: Vec<_> = wiring::present(&places)
        .into_iter()
        .map(|client| (client, install::check(client, &places, &command)))
        .collect();
    if cx.json {
        let clients: Vec<_> =
            clients.iter().map(|(client, it)| wiring::wiring_json(*client, it)).collect();
        document(&json!({
            "version": env!("CARGO_PKG_VERSION"), "home": cx.home.root(), "agent": cx.agent(),
            "enabled": cx.settings.enabled, "redaction": cx.settings.redaction,
            "clients": clients, "activity": stats, "spooled": waiting, "trouble": trouble,
            "vault": memory.root(), "notes": notes, "index": index,
            "flush": waits, "services": asked, "embedder": memory.space(), "embedderTrouble": memory.complaint(),
        }));
        return Ok(());
    }
    say!(
        "palimp {}  home {}  agent {}",
        env!("CARGO_PKG_VERSION"),
        cx.home.root().display(),
        cx.agent()
    );
    if !cx.settings.enabled {
        say!("memory     off: `palimp config set memory.enabled true`");
    }
    if !cx.settings.redaction {
        say!("redaction  off: secrets are stored as they are");
    }
    for (client, it) in &clients {
        let (_, words) = wiring::in_words(*client, it);
        say!("{:<12} {words}", client.title());
    }
    if clients.is_empty() {
        say!("clients      none found on this machine");
    }
    say!("vault        {}, {}", memory.root().display(), show::count(notes, "note"));
    if let Some(index) = index {
        let waits = match index.pending {
            0 => String::new(),
            pending => format!("; {pending} without a vector: `palimp index --embed`"),
        };
        let chunks = show::count(index.chunks, "chunk");
        say!("index        {chunks}, {}{waits}", show::bytes(index.bytes));
    }
    match memory.complaint() {
        Some(complaint) => say!("embedder     {complaint}"),
        None => say!("embedder     {}", memory.space().unwrap_or_default()),
    }
    asked.iter().for_each(|line| say!("services     {line}"));
    if let Some(trouble) = trouble {
        say!("activity     {trouble}");
        return Ok(());
    }
    let last = stats.newest.map_or("never".to_owned(), minute);
    say!(
        "activity     {}, {}, {}; {}; last capture {last}",
        show::count(usize::try_from(stats.observations).unwrap_or(0), "observation"),
        show::count(usize::try_from(stats.messages).unwrap_or(0), "message"),
        show::count(usize::try_from(stats.sessions).unwrap_or(0), "session"),
        show::bytes(u64::try_from(stats.bytes).unwrap_or(0)),
    );
    for line in waits.in_words(cx) {
        say!("{line}");
    }
    let proposals = memory.proposals().map_or(0, |listed| listed.proposals.len());
    if proposals > 0 {
        say!("review       {} wait: `palimp review`", show::count(proposals, "proposal"));
    }
    let left = Spool::at(cx.home.spool()).waiting().len();
    if waiting > left {
        say!("spool        {} taken in now", show::count(waiting - left, "capture"));
    }
    if left > 0 {
        say!("spool        {} left: `palimp doctor` says why", show::count(left, "capture"));
    }
    Ok(())
}

/// What waits to be condensed, and what condensing cost today.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Waiting {
    distiller: String,
    sessions: usize,
    messages: usize,
    tokens_today: u64,
    /// Whether what waits would cost more than is left for today.
    over_budget: bool,
    /// The session whose distiller failed most often in a row, how often, why, and when it is
    /// asked again.
    failing: Option<(String, i64, String, i64)>,
}

impl Waiting {
    fn of(cx: &Cx) -> Result<Waiting, Failure> {
        let distiller = cx.settings.distiller.clone();
        let Some(db) = cx.activity()? else {
            return Ok(Waiting { distiller, ..Waiting::default() });
        };
        let backlog = db.backlog()?;
        let failing = backlog.iter().filter(|one| one.failures >= flush::WORRYING);
        let failing = failing.max_by_key(|one| one.failures).map(|one| {
            let why = one.complaint.clone().unwrap_or_default();
            (one.session.id.clone(), one.failures, why, one.retry_at)
        });
        let tokens_today = flush::spent(&db, &jiff::Zoned::now())?;
        let spends = distiller != "rules";
        // What the instructions alone cost.
        let least = 300;
        Ok(Waiting {
            sessions: backlog.len(),
            messages: backlog.iter().map(|one| one.messages).sum(),
            over_budget: spends
                && !backlog.is_empty()
                && tokens_today + least > cx.settings.daily_tokens,
            tokens_today,
            failing,
            distiller,
        })
    }

    fn in_words(&self, cx: &Cx) -> Vec<String> {
        let waits = match self.messages {
            0 => "nothing waits".to_owned(),
            messages => format!(
                "{} of {} wait",
                show::count(messages, "message"),
                show::count(self.sessions, "session")
            ),
        };
        let cost = match self.distiller.as_str() {
            "rules" => String::new(),
            _ => format!("; {} of {} tokens today", self.tokens_today, cx.settings.daily_tokens),
        };
        let mut lines = vec![format!("episodes     by {}: {waits}{cost}", self.distiller)];
        if self.over_budget {
            lines.push(
                "             the day's tokens are used up: the rest waits for tomorrow, or for `palimp config set memory.dailyTokenBudget N`"
                    .to_owned(),
            );
        }
        if let Some((session, times, why, at)) = &self.failing {
            lines.push(format!(
                "             session {} failed {times} times in a row: {why}; tried again at {}, or by `palimp flush`",
                inline(session),
                minute(*at)
            ));
        }
        lines
    }
}
