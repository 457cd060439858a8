//! Checks of the configuration and the database.

use palimp_hub::{connect, is_current};

use super::{HubCommandError, load_master_key, messages};
use crate::arguments::DatabaseKeyArgs;

pub(super) fn run(asked: &DatabaseKeyArgs) -> Result<(), HubCommandError> {
    let mut wrong = 0;
    let mut say = |good: bool, what: &str, next: &str| {
        match good {
            true => println!("{}", messages::doctor_passed(what)),
            false => {
                println!("{}", messages::doctor_failed(what, next))
            }
        }
        wrong += u32::from(!good);
    };
    let key = load_master_key(&asked.key);
    let why = key.as_ref().err().map(HubCommandError::in_words).unwrap_or_default();
    say(key.is_ok(), &messages::key_readable(), &why);
    let mut client = match connect(&asked.database.database) {
        Ok(client) => client,
        Err(error) => {
            say(false, &messages::database_answers(), &HubCommandError::from(error).in_words());
            return Err(HubCommandError::Said(messages::something_wrong()));
        }
    };
    let mut ask = |sql: &str| -> Result<String, HubCommandError> {
        let row = client.query_one(sql, &[]).map_err(palimp_hub::Error::from)?;
        Ok(row.get::<_, Option<String>>(0).unwrap_or_default())
    };
    let version = ask("SHOW server_version")?;
    let number: u32 = ask("SHOW server_version_num")?.parse().unwrap_or(0);
    say(number >= 150_000, &format!("PostgreSQL {version}"), &messages::postgres_too_old());
    let sync = ask("SHOW synchronous_commit")?;
    let next = messages::commits_lost();
    say(sync != "off", &format!("synchronous_commit = {sync}"), &next);
    let bypasses =
        ask("SELECT (rolsuper OR rolbypassrls)::text FROM pg_roles WHERE rolname = current_user")?;
    let next = messages::login_too_strong();
    say(bypasses != "true", &messages::login_bound(), &next);
    let current = is_current(&mut client)?;
    say(current, &messages::tables_fit(), "palimp-hub migrate");
    if current {
        let mut ask = |sql: &str| -> Result<String, HubCommandError> {
            let row = client.query_one(sql, &[]).map_err(palimp_hub::Error::from)?;
            Ok(row.get::<_, Option<String>>(0).unwrap_or_default())
        };
        let open = ask("SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relrowsecurity AND relname <> 'palimp_steps'")?;
        say(open.is_empty(), &messages::tables_secured(), &messages::tables_open(open));
        let bare = ask("SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'public' AND relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)")?;
        say(
            bare.is_empty(),
            &messages::tables_with_policies(),
            &messages::tables_without_policies(bare),
        );
    }
    if wrong == 0 {
        return Ok(());
    }
    Err(HubCommandError::Said(messages::things_wrong(wrong)))
}
