//! The chain as a file, which can be looked at without the hub.

use std::path::Path;

use palimp_hub::{Asker, Flaw, Tenant, connect, verbs, verify_chain};
use palimp_hub_api::AuditLog as Links;
use serde::{Deserialize, Serialize};

use super::{HubCommandError, file_error};
use crate::arguments::AuditCommand;
use crate::korean::{localized, said};

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
            let said = said!(
                "{name}: {} links, each what it was when it was written; the head is {}",
                "{name}: 고리 {}개, 모두 쓴 그대로입니다. 머리는 {}",
                head.seq,
                head.hash
            );
            eprintln!("{said}");
            match &chain.links.signed {
                Some(signed) => {
                    let (seq, at, key) = (signed.head.seq, &signed.at, &signed.key);
                    eprintln!(
                        "{}",
                        said!(
                            "link {seq} was signed at {at} by {key}",
                            "고리 {seq}에 서명함: {at}, {key}"
                        )
                    );
                }
                None => {
                    eprintln!("{}", said!("no head was signed yet", "아직 서명한 머리가 없습니다"))
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
    let missing = said!(
        "name a file that `palimp-hub audit export` wrote",
        "`palimp-hub audit export`가 쓴 파일을 적으세요"
    );
    let text =
        palimp_files::read_text(path).map_err(|source| file_error(path, &source, &missing))?;
    serde_json::from_str(&text).map_err(|error| {
        HubCommandError::Said(said!(
            "{shown}: this is no exported chain ({}): {missing}",
            "{shown}: 내보낸 사슬이 아닙니다({}). {missing}",
            localized(&error.to_string())
        ))
    })
}

fn verify_export(chain: &Export, key: Option<&str>, path: &Path) -> Result<(), HubCommandError> {
    verify_chain(&chain.org, &chain.links, key).map_err(|flaw| {
        let why = localized(&flaw.to_string());
        let next = match (&flaw, key) {
            (Flaw::Signature(_), Some(_)) => said!(
                "see whether --key is the one of an earlier export; if it is, the hub did not sign this",
                "--key가 전에 내보낸 것의 키인지 확인하세요. 맞다면 허브가 서명한 것이 아닙니다"
            ),
            _ => said!(
                "export it anew; if that is no better, an earlier export and a backup of the database tell what was there",
                "다시 내보내 보세요. 그래도 같으면 전에 내보낸 것과 데이터베이스의 백업으로 원래 것을 확인하세요"
            ),
        };
        HubCommandError::Said(said!("{}: {why}: {next}", "{}: {why}. {next}", path.display()))
    })
}

/// Verifies that a chain continues one that was exported before.
fn goes_on(chain: &Export, before: &Export, path: &Path) -> Result<(), HubCommandError> {
    let head = &before.links.head;
    let shown = path.display();
    if chain.org != before.org {
        return Err(HubCommandError::Said(said!(
            "{shown}: it is the chain of another organisation: name one of {} with --since",
            "{shown}: 다른 조직의 사슬입니다. --since에는 {}의 것을 적으세요",
            chain.name
        )));
    }
    let same = match head.seq.checked_sub(1) {
        None => true,
        Some(at) => chain.links.links.get(at as usize).is_some_and(|link| link.hash == head.hash),
    };
    if same {
        return Ok(());
    }
    Err(HubCommandError::Said(said!(
        "{shown}: link {} is another than in the chain from before, or gone: keep both files, and ask who can write to the database",
        "{shown}: 고리 {}이(가) 전의 사슬과 다르거나 없습니다. 두 파일을 모두 보관하고 데이터베이스에 쓸 수 있는 사람에게 물으세요",
        head.seq
    )))
}
