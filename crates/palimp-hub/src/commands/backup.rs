//! Check of a database backup: it can be restored, read with the master key, and its chain
//! verified.

use std::collections::HashSet;
use std::io::Read as _;
use std::path::Path;

use palimp_hub::{
    Asker, Error, Master, Tenant, Throwaway, connect, find_programs, verbs, verify_chain,
};
use uuid::Uuid;

use super::{HubCommandError, audit, demo, file_error, load_master_key};
use crate::arguments::Backup;
use crate::korean::{localized, said};

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
        return Err(HubCommandError::Said(said!(
            "{}: there is no organisation in it: name a dump of the hub's database",
            "{}: 조직이 들어 있지 않습니다. 허브 데이터베이스의 덤프를 적으세요",
            file.display()
        )));
    }
    for (org, name) in orgs {
        match check_org(&mut restored, (org, &master)) {
            Ok((said, kept)) => {
                println!("{}", said!("ok    {name}: {said}", "정상  {name}: {said}"));
                if let Some(today) = &mut today {
                    let here = memory_ids(&mut Tenant::begin(today, &Asker::Clock(org))?, &master)?;
                    let left = kept.difference(&here).count();
                    let said = said!(
                        "      {left} of them were erased since, and are gone with this backup",
                        "      그 가운데 {left}개는 그 뒤로 지웠으며 이 백업과 함께 없어집니다"
                    );
                    println!("{said}");
                }
            }
            Err(why) => {
                let why = why.in_words();
                println!("{}", said!("fail  {name}: {why}", "이상  {name}: {why}"));
                wrong += 1;
            }
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(HubCommandError::Said(said!(
            "{}: {wrong} cannot be read: see above, and whether this is the master key of that time",
            "{}: {wrong}개를 읽을 수 없습니다. 위의 메시지를 보고 그때의 마스터 키가 맞는지 확인하세요",
            file.display()
        ))),
    }
}

/// Runs a dump in an empty database. Who owned what is of no matter here.
fn restore(server: &Throwaway, file: &Path) -> Result<(), HubCommandError> {
    let missing = said!("name a file that `pg_dump` wrote", "`pg_dump`가 쓴 파일을 적으세요");
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
        .map_err(|flaw| HubCommandError::Said(localized(&flaw.to_string())))?;
    let nothing = said!("nothing happened yet", "아직 아무 일도 없음");
    let newest = links.links.last().map_or(nothing.as_str(), |link| &link.at);
    let (count, seq) = (memories.len(), links.head.seq);
    let said = said!(
        "{count} memories can be read with this key; the audit has {seq} links, the last of {newest}",
        "이 키로 기억 {count}개를 읽을 수 있고, 감사에는 고리 {seq}개, 마지막은 {newest}"
    );
    Ok((said, memories))
}

fn memory_ids(tenant: &mut Tenant<'_>, master: &Master) -> Result<HashSet<String>, Error> {
    Ok(verbs::all_memories(tenant, master)?.into_iter().map(|memory| memory.id).collect())
}
