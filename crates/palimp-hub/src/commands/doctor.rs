//! Whether everything is as it should be.

use palimp_hub::{connect, is_current};

use super::{Failure, master};
use crate::arguments::Keyed;

pub(super) fn run(asked: &Keyed) -> Result<(), Failure> {
    let mut wrong = 0;
    let mut say = |good: bool, what: &str, next: &str| {
        match good {
            true => println!("ok    {what}"),
            false => println!("fail  {what}\n      {next}"),
        }
        wrong += u32::from(!good);
    };
    let key = master(&asked.key);
    let why = key.as_ref().err().map(ToString::to_string).unwrap_or_default();
    say(key.is_ok(), "the master key can be read, by its owner alone", &why);
    let mut client = match connect(&asked.database.database) {
        Ok(client) => client,
        Err(error) => {
            say(false, "the database answers", &error.to_string());
            return Err(Failure::Said("1 thing or more is wrong".to_owned()));
        }
    };
    let mut ask = |sql: &str| -> Result<String, Failure> {
        let row = client.query_one(sql, &[]).map_err(palimp_hub::Error::from)?;
        Ok(row.get::<_, Option<String>>(0).unwrap_or_default())
    };
    let version = ask("SHOW server_version")?;
    let number: u32 = ask("SHOW server_version_num")?.parse().unwrap_or(0);
    say(number >= 150_000, &format!("PostgreSQL {version}"), "version 15 or later is needed");
    let sync = ask("SHOW synchronous_commit")?;
    let next = "synchronous_commit = off loses what was acknowledged: switch it on";
    say(sync != "off", &format!("synchronous_commit is {sync}"), next);
    let bypasses =
        ask("SELECT (rolsuper OR rolbypassrls)::text FROM pg_roles WHERE rolname = current_user")?;
    let next = "serve with a login of its own that is a member of palimp_hub_app and nothing else (docs/hub.md)";
    say(bypasses != "true", "this login cannot pass by row-level security", next);
    let current = is_current(&mut client)?;
    say(current, "the tables are as this version wants them", "palimp-hub migrate");
    if current {
        let mut ask = |sql: &str| -> Result<String, Failure> {
            let row = client.query_one(sql, &[]).map_err(palimp_hub::Error::from)?;
            Ok(row.get::<_, Option<String>>(0).unwrap_or_default())
        };
        let open = ask("SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relrowsecurity AND relname <> 'palimp_steps'")?;
        say(
            open.is_empty(),
            "row-level security lies over every table",
            &format!("it does not over: {open}"),
        );
        let bare = ask("SELECT string_agg(relname, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
            WHERE nspname = 'public' AND relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)")?;
        say(bare.is_empty(), "every table has a policy", &format!("none has: {bare}"));
    }
    if wrong == 0 {
        return Ok(());
    }
    Err(Failure::Said(format!("{wrong} thing{} wrong", if wrong == 1 { " is" } else { "s are" })))
}
