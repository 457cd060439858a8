//! Check of a database backup: it can be restored, read with the master key, and its chain
//! verified.

use std::collections::HashSet;
use std::io::Read as _;
use std::path::Path;

use palimp_hub::{
    Asker, Error, Master, Tenant, Throwaway, connect, find_programs, verbs, verify_chain,
};
use uuid::Uuid;

use super::{HubCommandError, audit, demo, file_error, load_master_key, messages};
use crate::arguments::Backup;

/// First bytes of a `pg_dump` file that is not SQL.
const PG_DUMP_MAGIC: &[u8] = b"PGDMP";

pub(super) fn run(asked: &Backup) -> Result<(), HubCommandError> {
    let Backup::Check { file, key, database } = asked;
    let master = load_master_key(key)?;
    let scratch = std::env::temp_dir().join(format!("palimp-hub-backup-{}", std::process::id()));
    let server = Throwaway::start(&find_programs(&demo::postgres_cache_dir())?, &scratch)?;
    let url = server.url("postgres");
    restore(&server, file)?;
    let mut restored = connect(&url)?;
    let is_made = palimp_hub::is_current(&mut restored)?;
    if !is_made {
        // A backup of an earlier version is brought up to this one, as it would be.
        palimp_hub::migrate(&mut restored)?;
    }
    let mut today = database.as_deref().map(connect).transpose()?;
    let mut wrong = 0;
    let orgs = list_orgs(&mut restored)?;
    if orgs.is_empty() {
        return Err(HubCommandError::Said(messages::dump_without_org(file.display())));
    }
    for (org, name) in orgs {
        match check_org(&mut restored, (org, &master)) {
            Ok((said, kept)) => {
                println!("{}", messages::check_passed(name, said));
                if let Some(today) = &mut today {
                    let here = memory_ids(&mut Tenant::begin(today, &Asker::Clock(org))?, &master)?;
                    let left = kept.difference(&here).count();
                    let said = messages::erased_since(left);
                    println!("{said}");
                }
            }
            Err(why) => {
                let why = why.in_words();
                println!("{}", messages::check_failed(name, why));
                wrong += 1;
            }
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(HubCommandError::Said(messages::backup_unreadable(file.display(), wrong))),
    }
}

/// Runs a dump in an empty database. Who owned what is of no matter here.
fn restore(server: &Throwaway, file: &Path) -> Result<(), HubCommandError> {
    let missing = messages::dump_wanted();
    let wrong = |source| file_error(file, &source, &missing);
    let mut begin = [0; PG_DUMP_MAGIC.len()];
    palimp_files::open(file).and_then(|mut file| file.read_exact(&mut begin)).map_err(wrong)?;
    let roles = "CREATE ROLE palimp_hub_app NOLOGIN";
    connect(&server.url("postgres"))?.batch_execute(roles).map_err(Error::from)?;
    let (program, how) = match begin == *PG_DUMP_MAGIC {
        true => ("pg_restore", "--no-owner"),
        // What names owners that are not here is passed over; what is missing shows in what is read.
        false => ("psql", "--quiet"),
    };
    let dump = palimp_files::open(file).map_err(wrong)?;
    server.program_on(program, &[how, "--dbname", "postgres"], dump)?;
    Ok(())
}

fn list_orgs(client: &mut postgres::Client) -> Result<Vec<(Uuid, String)>, HubCommandError> {
    let rows = client.query("SELECT id, name FROM orgs ORDER BY name", &[]).map_err(Error::from)?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Reads all that an organisation keeps, and looks at its chain.
fn check_org(
    client: &mut postgres::Client,
    (org, master): (Uuid, &Master),
) -> Result<(String, HashSet<String>), HubCommandError> {
    let mut tenant = Tenant::begin(client, &Asker::Clock(org))?;
    let memories = memory_ids(&mut tenant, master)?;
    let links = audit::read_chain(&mut tenant)?;
    verify_chain(&org.to_string(), &links, None)
        .map_err(|flaw| HubCommandError::Said(flaw.to_string()))?;
    let nothing = messages::nothing_happened();
    let newest = links.links.last().map_or(nothing.as_str(), |link| &link.at);
    let (count, seq) = (memories.len(), links.head.seq);
    let said = messages::backup_readable(count, seq, newest);
    Ok((said, memories))
}

fn memory_ids(tenant: &mut Tenant<'_>, master: &Master) -> Result<HashSet<String>, Error> {
    Ok(verbs::all_memories(tenant, master)?.into_iter().map(|memory| memory.id).collect())
}
