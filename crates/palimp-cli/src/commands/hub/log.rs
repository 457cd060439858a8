//! `palimp hub log`: what happened, without any content.

use palimp_engine::sharing::hub::HubApiClient;
use palimp_engine::sharing::hub::api::AuditLink;

use super::{HubSelector, connect_hub};
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Show the audit log of the organisation, newest first
#[derive(Debug, clap::Args)]
pub(crate) struct HubLogArgs {
    #[command(flatten)]
    which: HubSelector,
    /// Maximum number
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
    limit: u64,
}

pub(crate) fn run(cx: &Cx, args: &HubLogArgs) -> Result<(), CliError> {
    let hub = args.which.chosen_hub(cx)?;
    let way = connect_hub(cx, &hub)?;
    let head = HubApiClient(&way).me()?.head;
    let mut since = head.seq.saturating_sub(args.limit);
    let mut links: Vec<AuditLink> = Vec::new();
    // An answer may have fewer than there are.
    loop {
        let more = HubApiClient(&way).audit(since)?.links;
        match more.last() {
            Some(last) if last.seq > since => since = last.seq,
            _ => break,
        }
        links.extend(more);
    }
    links.reverse();
    links.truncate(usize::try_from(args.limit).unwrap_or(usize::MAX));
    if cx.json {
        print_json(&links);
        return Ok(());
    }
    for AuditLink { seq, at, action, actor, object, .. } in &links {
        let (at, action) = (at.get(..16).unwrap_or(at).replace('T', " "), inline(action));
        say(messages::audit_link(seq, inline(&at), &action, inline(object), inline(actor)));
    }
    if links.is_empty() {
        note(messages::no_audit_yet());
    }
    Ok(())
}
