//! The chain as a file, which can be looked at without the hub.

use std::path::Path;

use palimp_core::message::json_reason;
use palimp_hub::{Asker, Flaw, Tenant, connect, verbs, verify_chain};
use palimp_hub_api::AuditLog as Links;
use serde::{Deserialize, Serialize};

use super::{HubCommandError, file_error, messages};
use crate::arguments::AuditCommand;

/// An exported chain.
#[derive(Debug, Serialize, Deserialize)]
#[serde(expecting = "an exported chain")]
struct Export {
    /// The organisation's id.
    org: String,
    /// Its name.
    name: String,
    #[serde(flatten)]
    links: Links,
}

pub(super) fn run(asked: &AuditCommand) -> Result<(), HubCommandError> {
    match asked {
        AuditCommand::Export { org, database } => export_chain(org, &database.database),
        AuditCommand::Verify { file, since, key } => {
            let chain = read_export(file)?;
            verify_export(&chain, key.as_deref(), file)?;
            if let Some(before) = since {
                goes_on(&chain, &read_export(before)?, file)?;
            }
            let (name, head) = (&chain.name, &chain.links.head);
            let said = messages::chain_intact(name, head.seq, &head.hash);
            eprintln!("{said}");
            match &chain.links.signed {
                Some(signed) => {
                    let (seq, at, key) = (signed.head.seq, &signed.at, &signed.key);
                    eprintln!("{}", messages::link_signed(seq, at, key));
                }
                None => {
                    eprintln!("{}", messages::head_unsigned())
                }
            }
            Ok(())
        }
    }
}

fn export_chain(name: &str, url: &str) -> Result<(), HubCommandError> {
    let mut client = connect(url)?;
    let org = palimp_hub::find_org(&mut client, name)?;
    let links = read_chain(&mut Tenant::begin(&mut client, &Asker::Clock(org))?)?;
    let export = Export { org: org.to_string(), name: name.to_owned(), links };
    println!("{}", serde_json::to_string_pretty(&export).unwrap_or_default());
    Ok(())
}

/// An organisation's whole chain.
pub(super) fn read_chain(tenant: &mut Tenant<'_>) -> Result<Links, HubCommandError> {
    let mut links = Links::default();
    loop {
        let page = verbs::audit(tenant, links.links.last().map_or(0, |link| link.seq as i64))?;
        let is_last = page.links.is_empty();
        links.links.extend(page.links);
        (links.head, links.signed) = (page.head, page.signed);
        if is_last {
            return Ok(links);
        }
    }
}

fn read_export(path: &Path) -> Result<Export, HubCommandError> {
    let shown = path.display();
    let missing = messages::export_wanted();
    let text =
        palimp_files::read_text(path).map_err(|source| file_error(path, &source, &missing))?;
    serde_json::from_str(&text).map_err(|error| {
        HubCommandError::Said(messages::export_malformed(&shown, json_reason(&error), &missing))
    })
}

fn verify_export(chain: &Export, key: Option<&str>, path: &Path) -> Result<(), HubCommandError> {
    verify_chain(&chain.org, &chain.links, key).map_err(|flaw| {
        let why = flaw.to_string();
        let next = match (&flaw, key) {
            (Flaw::Signature(_), Some(_)) => messages::check_trusted_key(),
            _ => messages::export_again(),
        };
        HubCommandError::Said(messages::file_unusable(path.display(), &why, &next))
    })
}

/// Verifies that a chain continues one that was exported before.
fn goes_on(chain: &Export, before: &Export, path: &Path) -> Result<(), HubCommandError> {
    let head = &before.links.head;
    let shown = path.display();
    if chain.org != before.org {
        return Err(HubCommandError::Said(messages::chain_of_other_org(shown, &chain.name)));
    }
    let same = match head.seq.checked_sub(1) {
        None => true,
        Some(at) => chain.links.links.get(at as usize).is_some_and(|link| link.hash == head.hash),
    };
    if same {
        return Ok(());
    }
    Err(HubCommandError::Said(messages::chain_diverges(shown, head.seq)))
}
