//! The chain of what happened: who did what to what, when, and nothing of what it said.
//!
//! Whoever changes something locks its organisation's head first, so that the numbers of links are without a gap and
//! grow in the order in which transactions become visible: the chain is also the cursor of the feed. Each hash is made
//! of the one before, so that no link can be changed, moved or left out unless all that follow are made anew; that they
//! were is seen by whoever kept a head, and by the signatures that the hub makes of heads every hour.

use jiff::{RoundMode, Timestamp, TimestampRound, Unit};
use palimp_hub_api::{AuditLink, AuditLog, ChainHead, Signed};
use postgres::types::Type;
use postgres::{Row, Transaction};
use ring::digest::{Context, SHA256};
use ring::hmac;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use uuid::Uuid;

use crate::crypt::{Master, from_hex, to_hex};
use crate::error::Error;
use crate::messages;
use crate::tenant::Tenant;

/// Maximum links in one response.
const MAX_PAGE_LINKS: i64 = 1_000;

/// The chain's head, locked until the transaction ends.
pub(crate) struct Chain {
    seq: i64,
    hash: Vec<u8>,
}

impl Chain {
    /// Locks the head: whoever would add something waits from here on.
    pub(crate) fn lock_head(tenant: &mut Tenant<'_>) -> Result<Chain, Error> {
        let sql = "SELECT seq, hash FROM audit_heads WHERE org = palimp_org() FOR UPDATE";
        let row = tenant.query_row(sql, &[])?.ok_or(Error::NotFound("organisation"))?;
        Ok(Chain { seq: row.try_get(0)?, hash: row.try_get(1)? })
    }

    /// The number of the next link.
    pub(crate) fn next_seq(&self) -> i64 {
        self.seq + 1
    }

    /// Appends a link, of which `detail` is kept as a keyed hash alone. Returns its number.
    pub(crate) fn append(
        &mut self,
        tenant: &mut Tenant<'_>,
        master: &Master,
        (action, object, detail): (&str, Uuid, &str),
    ) -> Result<i64, Error> {
        let detail = hmac::sign(&master.detail_hash_key(tenant.org), detail.as_bytes());
        let (seq, me, detail) = (self.next_seq(), tenant.me, detail.as_ref());
        let (at, hash) = self.next_link(tenant.org, me, (action, object, detail));
        let sql = "INSERT INTO audit (org, seq, prev, hash, actor, action, object, detail, at)
            VALUES (palimp_org(), $1, $2, $3, $4, $5, $6, $7, $8)";
        tenant.execute(
            sql,
            &[
                (&seq, Type::INT8),
                (&self.hash, Type::BYTEA),
                (&hash, Type::BYTEA),
                (&me, Type::UUID),
                (&action, Type::TEXT),
                (&object, Type::UUID),
                (&detail, Type::BYTEA),
                (&at, Type::TIMESTAMPTZ),
            ],
        )?;
        let sql = "UPDATE audit_heads SET seq = $1, hash = $2 WHERE org = palimp_org()";
        tenant.execute(sql, &[(&seq, Type::INT8), (&hash, Type::BYTEA)])?;
        (self.seq, self.hash) = (seq, hash);
        Ok(seq)
    }

    /// Returns the time and hash of the next link.
    fn next_link(
        &self,
        org: Uuid,
        actor: Uuid,
        (action, object, detail): (&str, Uuid, &[u8]),
    ) -> (Timestamp, Vec<u8>) {
        let micros = TimestampRound::new().smallest(Unit::Microsecond).mode(RoundMode::Trunc);
        let at = Timestamp::now().round(micros).unwrap_or_default();
        let link = AuditLink {
            seq: self.next_seq() as u64,
            prev: to_hex(&self.hash),
            hash: String::new(),
            actor: actor.to_string(),
            action: action.to_owned(),
            object: object.to_string(),
            detail: to_hex(detail),
            at: at.to_string(),
        };
        (at, hash_of(&org.to_string(), &link))
    }
}

/// Adds a link of what whoever owns the tables does to an organisation: no member is its actor, and it has no
/// detail, for the key of details is the hub's.
pub(crate) fn add_by_owner_of_tables(
    tx: &mut Transaction<'_>,
    org: Uuid,
    (action, object): (&str, Uuid),
) -> Result<(), Error> {
    let sql = "SELECT seq, hash FROM audit_heads WHERE org = $1 FOR UPDATE";
    let row = tx.query_one(sql, &[&org])?;
    let chain = Chain { seq: row.try_get(0)?, hash: row.try_get(1)? };
    let (seq, nobody, detail) = (chain.next_seq(), Uuid::nil(), &[][..]);
    let (at, hash) = chain.next_link(org, nobody, (action, object, detail));
    let sql = "INSERT INTO audit (org, seq, prev, hash, actor, action, object, detail, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    tx.execute(sql, &[&org, &seq, &chain.hash, &hash, &nobody, &action, &object, &detail, &at])?;
    let sql = "UPDATE audit_heads SET seq = $2, hash = $3 WHERE org = $1";
    tx.execute(sql, &[&org, &seq, &hash])?;
    Ok(())
}

/// The hash of a link.
fn hash_of(org: &str, link: &AuditLink) -> Vec<u8> {
    let mut context = Context::new(&SHA256);
    let seq = link.seq.to_string();
    let parts = [
        "palimp-hub audit 1", org, &seq, &link.prev, &link.actor, &link.action, &link.object,
        &link.detail, &link.at,
    ];
    for part in parts {
        context.update(part.as_bytes());
        context.update(b"\n");
    }
    context.finish().as_ref().to_vec()
}

/// The head as it is.
pub fn chain_head(tenant: &mut Tenant<'_>) -> Result<ChainHead, Error> {
    let sql = "SELECT seq, hash FROM audit_heads WHERE org = palimp_org()";
    let row = tenant.query_row(sql, &[])?.ok_or(Error::NotFound("organisation"))?;
    let (seq, hash): (i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
    Ok(ChainHead { seq: seq as u64, hash: to_hex(&hash) })
}

/// The link with a number, as far as a home may know it: its hash.
pub(crate) fn link_hash(tenant: &mut Tenant<'_>, seq: i64) -> Result<Option<ChainHead>, Error> {
    let row = tenant.query_row("SELECT palimp_link($1)", &[(&seq, Type::INT8)])?;
    let hash: Option<Vec<u8>> = row.and_then(|row| row.get(0));
    Ok(hash.map(|hash| ChainHead { seq: seq as u64, hash: to_hex(&hash) }))
}

/// The links after a number.
///
/// # Errors
///
/// When the asker may not read them.
pub fn read_links(tenant: &mut Tenant<'_>, since: i64) -> Result<AuditLog, Error> {
    if !tenant.may_read_audit()? {
        return Err(Error::NotAllowed(messages::audit_not_open()));
    }
    let sql = "SELECT seq, prev, hash, actor, action, object, detail, at FROM audit
        WHERE org = palimp_org() AND seq > $1 ORDER BY seq LIMIT $2";
    let rows = tenant.query_rows(sql, &[(&since, Type::INT8), (&MAX_PAGE_LINKS, Type::INT8)])?;
    let links: Result<Vec<AuditLink>, Error> = rows.iter().map(link_from_row).collect();
    let sql = "SELECT signed_seq, signed_hash, signed_at, signed_key, signature
        FROM audit_heads WHERE org = palimp_org() AND signature IS NOT NULL";
    let signed = tenant.query_row(sql, &[])?.map(|row| signed_head_from_row(&row)).transpose()?;
    Ok(AuditLog { links: links?, head: chain_head(tenant)?, signed })
}

fn link_from_row(row: &Row) -> Result<AuditLink, Error> {
    let bytes =
        |at: usize| -> Result<String, Error> { Ok(to_hex(&row.try_get::<_, Vec<u8>>(at)?)) };
    Ok(AuditLink {
        seq: row.try_get::<_, i64>(0)? as u64,
        prev: bytes(1)?,
        hash: bytes(2)?,
        actor: row.try_get::<_, Uuid>(3)?.to_string(),
        action: row.try_get(4)?,
        object: row.try_get::<_, Uuid>(5)?.to_string(),
        detail: bytes(6)?,
        at: row.try_get::<_, Timestamp>(7)?.to_string(),
    })
}

fn signed_head_from_row(row: &Row) -> Result<Signed, Error> {
    let bytes =
        |at: usize| -> Result<String, Error> { Ok(to_hex(&row.try_get::<_, Vec<u8>>(at)?)) };
    let seq: i64 = row.try_get(0)?;
    Ok(Signed {
        head: ChainHead { seq: seq as u64, hash: bytes(1)? },
        at: row.try_get::<_, Timestamp>(2)?.to_string(),
        key: bytes(3)?,
        signature: bytes(4)?,
    })
}

/// Signs the head as it is, for whoever wants to hold the chain against it later.
///
/// # Errors
///
/// When the database fails.
pub fn sign_head(tenant: &mut Tenant<'_>, master: &Master) -> Result<(), Error> {
    let head = chain_head(tenant)?;
    let at = Timestamp::now().round(Unit::Second).unwrap_or_default();
    let pair = Ed25519KeyPair::from_seed_unchecked(&master.signing_seed())
        .map_err(|error| Error::Broken(messages::audit_not_signed(error)))?;
    let said = signing_payload(&tenant.org.to_string(), &head, &at.to_string());
    let signature = pair.sign(said.as_bytes());
    let sql =
        "UPDATE audit_heads SET signed_seq = $1, signed_hash = $2, signed_at = $3, signed_key = $4,
        signature = $5 WHERE org = palimp_org()";
    let (seq, hash) = (head.seq as i64, from_hex(&head.hash).unwrap_or_default());
    tenant.execute(
        sql,
        &[
            (&seq, Type::INT8),
            (&hash, Type::BYTEA),
            (&at, Type::TIMESTAMPTZ),
            (&pair.public_key().as_ref(), Type::BYTEA),
            (&signature.as_ref(), Type::BYTEA),
        ],
    )?;
    Ok(())
}

/// Returns the payload that is signed for a head.
fn signing_payload(org: &str, head: &ChainHead, at: &str) -> String {
    format!("palimp-hub audit head\n{org}\n{}\n{}\n{at}\n", head.seq, head.hash)
}

/// Defect of a chain, and its location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A link is missing, or stands at another place.
    #[error("{}", messages::link_missing(.0))]
    Missing(u64),
    /// A link was changed, or one before it.
    #[error("{}", messages::link_changed(.0))]
    Changed(u64),
    /// The chain does not go on from the one before.
    #[error("{}", messages::link_torn(.0))]
    Torn(u64),
    /// The chain is shorter than its head says.
    #[error("{}", messages::chain_shortened(.ends, .head))]
    Shortened {
        /// Number of the last link.
        ends: u64,
        /// Number of the last link according to the head.
        head: u64,
    },
    /// The signature of a head is none of this hub's.
    #[error("{}", messages::head_signature_wrong(.0))]
    Signature(u64),
    /// The link whose head was signed is another now.
    #[error("{}", messages::signed_link_changed(.0))]
    Unsigned(u64),
}

/// Looks whether a whole chain, from its first link, is what it was. `key` is the public key that whoever asks
/// trusts; without one the export's own is taken.
///
/// # Errors
///
/// What is wrong first.
pub fn verify_chain(org: &str, audit: &AuditLog, key: Option<&str>) -> Result<(), Flaw> {
    let mut prev = String::new();
    for (at, link) in (1..).zip(&audit.links) {
        if link.seq != at {
            return Err(Flaw::Missing(at));
        }
        if link.prev != prev {
            return Err(Flaw::Torn(at));
        }
        if to_hex(&hash_of(org, link)) != link.hash {
            return Err(Flaw::Changed(at));
        }
        prev.clone_from(&link.hash);
    }
    let ends = audit.links.len() as u64;
    if ends != audit.head.seq {
        return Err(Flaw::Shortened { ends, head: audit.head.seq });
    }
    if prev != audit.head.hash {
        return Err(Flaw::Changed(ends));
    }
    audit.signed.as_ref().map_or(Ok(()), |signed| verify_signed_head(org, audit, signed, key))
}

/// Verifies that a signed head is one of this chain.
fn verify_signed_head(
    org: &str,
    audit: &AuditLog,
    signed: &Signed,
    key: Option<&str>,
) -> Result<(), Flaw> {
    let seq = signed.head.seq;
    let wrong = Flaw::Signature(seq);
    if key.is_some_and(|key| key != signed.key) {
        return Err(wrong);
    }
    let (Some(public), Some(signature)) = (from_hex(&signed.key), from_hex(&signed.signature))
    else {
        return Err(wrong);
    };
    let said = signing_payload(org, &signed.head, &signed.at);
    let public = UnparsedPublicKey::new(&ED25519, public);
    public.verify(said.as_bytes(), &signature).map_err(|_| wrong)?;
    let there = match seq.checked_sub(1) {
        None => "",
        Some(at) => audit.links.get(at as usize).map_or("-", |link| &link.hash),
    };
    if there == signed.head.hash { Ok(()) } else { Err(Flaw::Unsigned(seq)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORG: &str = "0198c0de-0000-7000-8000-000000000001";

    fn chain(count: u64) -> AuditLog {
        let mut audit = AuditLog::default();
        for seq in 1..=count {
            let mut link = AuditLink {
                seq,
                prev: audit.head.hash.clone(),
                action: "approve".to_owned(),
                object: format!("m{seq}"),
                at: format!("2026-11-23T00:00:{seq:02}Z"),
                ..AuditLink::default()
            };
            link.hash = to_hex(&hash_of(ORG, &link));
            audit.head = ChainHead { seq, hash: link.hash.clone() };
            audit.links.push(link);
        }
        audit
    }

    #[test]
    fn a_chain_that_was_left_alone_is_right() {
        assert_eq!(verify_chain(ORG, &chain(0), None), Ok(()));
        assert_eq!(verify_chain(ORG, &chain(5), None), Ok(()));
        assert!(verify_chain("another", &chain(5), None).is_err());
    }

    #[test]
    fn what_was_done_to_a_chain_is_found_with_its_place() {
        let done = |change: &dyn Fn(&mut AuditLog)| {
            let mut audit = chain(5);
            change(&mut audit);
            verify_chain(ORG, &audit, None)
        };
        assert_eq!(done(&|it| it.links[2].object = "x".to_owned()), Err(Flaw::Changed(3)));
        assert_eq!(done(&|it| drop(it.links.remove(2))), Err(Flaw::Missing(3)));
        assert_eq!(done(&|it| it.links.swap(1, 2)), Err(Flaw::Missing(2)));
        assert_eq!(done(&|it| drop(it.links.pop())), Err(Flaw::Shortened { ends: 4, head: 5 }));
        // Whoever makes one link anew has to make all that follow anew.
        let renewed = done(&|it| {
            it.links[2].object = "x".to_owned();
            it.links[2].hash = to_hex(&hash_of(ORG, &it.links[2]));
        });
        assert_eq!(renewed, Err(Flaw::Torn(4)));
    }

    #[test]
    fn a_signed_head_shows_that_history_was_made_anew() {
        let master = Master::random().unwrap();
        let pair = Ed25519KeyPair::from_seed_unchecked(&master.signing_seed()).unwrap();
        let mut audit = chain(5);
        let head = ChainHead { seq: 3, hash: audit.links[2].hash.clone() };
        let at = "2026-11-23T01:00:00Z";
        let signature = to_hex(pair.sign(signing_payload(ORG, &head, at).as_bytes()).as_ref());
        let key = to_hex(pair.public_key().as_ref());
        audit.signed = Some(Signed { head, at: at.to_owned(), key: key.clone(), signature });
        assert_eq!(verify_chain(ORG, &audit, Some(&key)), Ok(()));
        assert_eq!(verify_chain(ORG, &audit, Some("00")), Err(Flaw::Signature(3)));
        let mut other = chain(5);
        for at in 2..5 {
            let prev = other.links[at - 1].hash.clone();
            let link = &mut other.links[at];
            (link.prev, link.actor) = (prev, "mallory".to_owned());
            link.hash = to_hex(&hash_of(ORG, link));
        }
        other.head.hash.clone_from(&other.links[4].hash);
        assert_eq!(verify_chain(ORG, &other, Some(&key)), Ok(()), "by itself it looks right");
        other.signed = audit.signed;
        assert_eq!(verify_chain(ORG, &other, Some(&key)), Err(Flaw::Unsigned(3)));
    }
}
