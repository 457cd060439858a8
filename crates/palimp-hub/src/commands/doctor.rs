//! Checks of the configuration and the database.

use palimp_hub::{connect, is_current};

use super::{HubCommandError, load_master_key};
use crate::arguments::DatabaseKeyArgs;
use crate::korean::said;

pub(super) fn run(asked: &DatabaseKeyArgs) -> Result<(), HubCommandError> {
    let mut wrong = 0;
    let mut say = |good: bool, what: &str, next: &str| {
        match good {
            true => println!("{}", said!("ok    {what}", "정상  {what}")),
            false => {
                println!("{}", said!("fail  {what}\n      {next}", "이상  {what}\n      {next}"))
            }
        }
        wrong += u32::from(!good);
    };
    let key = load_master_key(&asked.key);
    let why = key.as_ref().err().map(HubCommandError::in_words).unwrap_or_default();
    say(
        key.is_ok(),
        &said!(
            "the master key can be read, by its owner alone",
            "마스터 키를 소유자만 읽을 수 있음"
        ),
        &why,
    );
    let mut client = match connect(&asked.database.database) {
        Ok(client) => client,
        Err(error) => {
            say(
                false,
                &said!("the database answers", "데이터베이스가 답함"),
                &HubCommandError::from(error).in_words(),
            );
            return Err(HubCommandError::Said(said!(
                "1 thing or more is wrong: see above",
                "하나 이상 잘못되었습니다. 위를 보세요"
            )));
        }
    };
    let mut ask = |sql: &str| -> Result<String, HubCommandError> {
        let row = client.query_one(sql, &[]).map_err(palimp_hub::Error::from)?;
        Ok(row.get::<_, Option<String>>(0).unwrap_or_default())
    };
    let version = ask("SHOW server_version")?;
    let number: u32 = ask("SHOW server_version_num")?.parse().unwrap_or(0);
    say(
        number >= 150_000,
        &format!("PostgreSQL {version}"),
        &said!(
            "version 15 or later is needed: update it",
            "15 이상이어야 합니다. 업그레이드하세요"
        ),
    );
    let sync = ask("SHOW synchronous_commit")?;
    let next = said!(
        "synchronous_commit = off loses what was acknowledged: switch it on",
        "synchronous_commit = off이면 받았다고 한 것을 잃습니다. 켜세요"
    );
    say(sync != "off", &format!("synchronous_commit = {sync}"), &next);
    let bypasses =
        ask("SELECT (rolsuper OR rolbypassrls)::text FROM pg_roles WHERE rolname = current_user")?;
    let next = said!(
        "serve with a login of its own that is a member of palimp_hub_app and nothing else (docs/guides/hub-server.md)",
        "palimp_hub_app에만 속하는 로그인을 따로 두어 쓰세요(docs/guides/hub-server.ko.md)"
    );
    say(
        bypasses != "true",
        &said!(
            "this login cannot pass by row-level security",
            "이 로그인은 행 수준 보안을 지나칠 수 없음"
        ),
        &next,
    );
    let current = is_current(&mut client)?;
    say(
        current,
        &said!("the tables are as this version wants them", "테이블이 이 버전에 맞음"),
        "palimp-hub migrate",
    );
    if current {
        let mut ask = |sql: &str| -> Result<String, HubCommandError> {
            let row = client.query_one(sql, &[]).map_err(palimp_hub::Error::from)?;
            Ok(row.get::<_, Option<String>>(0).unwrap_or_default())
        };
        let open = ask("SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relrowsecurity AND relname <> 'palimp_steps'")?;
        say(
            open.is_empty(),
            &said!("row-level security lies over every table", "행 수준 보안이 모든 표에 있음"),
            &said!(
                "it does not over {open}: ALTER TABLE … ENABLE ROW LEVEL SECURITY",
                "빠진 표: {open}. ALTER TABLE … ENABLE ROW LEVEL SECURITY로 켜세요"
            ),
        );
        let bare = ask("SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'public' AND relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)")?;
        say(
            bare.is_empty(),
            &said!("every table has a policy", "모든 표에 정책이 있음"),
            &said!(
                "none has {bare}: restore them as `palimp-hub migrate` makes them in an empty database",
                "정책이 없는 표: {bare}. `palimp-hub migrate`가 빈 데이터베이스에 만드는 대로 되살리세요"
            ),
        );
    }
    if wrong == 0 {
        return Ok(());
    }
    Err(HubCommandError::Said(said!(
        "things that are wrong: {wrong}; see above",
        "잘못된 것 {wrong}개. 위를 보세요"
    )))
}
