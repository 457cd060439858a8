//! The way of a memory: proposed, decided about, told; expired, superseded, quarantined, erased.

use jiff::civil::Date;
use palimp_hub_api::{
    ComparedMemory, HubMemory, HubProposal, HubProposalList, HubReviewRequest, HubSearchRequest,
    MemoryStatus, Propose, ReviewVerdict, ScopeRole,
};
use palimp_rules::reflect::ComparableFact;
use postgres::types::Type;
use uuid::Uuid;

use crate::audit::Chain;
use crate::body::MemoryBody;
use crate::crypt::{self, Master, to_hex};
use crate::error::Error;
use crate::policy::today;
use crate::search::{ScopeCache, rank_memories};
use crate::stored_memory::{StoredMemory, find_memory, parse_memory_id, select_memories};
use crate::tenant::{ReadableScope, Tenant, UsageKind, text_of};
use crate::{idempotency, index, messages};

/// The most characters of a statement, and of its reason.
pub(crate) const MAX_STATEMENT_CHARS: usize = 4_000;
/// Maximum memories that a proposal is compared with.
const MAX_COMPARED_MEMORIES: usize = 20;
/// Maximum proposals in one response.
const MAX_PROPOSALS: i64 = 200;
/// Days before a memory expires at which reviewers are asked.
const EXPIRY_NOTICE_DAYS: i64 = 14;

/// Dependencies of writes beside the transaction.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    /// The key above all others.
    pub master: &'a Master,
    /// Cache of scopes of this node.
    pub shelves: &'a ScopeCache,
}

/// Puts a memory forward.
///
/// # Errors
///
/// When the asker may not propose there, something in it may not be kept, or it makes no sense.
pub fn propose(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    (asked, key): (&Propose, Option<&str>),
) -> Result<HubProposal, Error> {
    let scope = tenant.find_scope(&asked.scope)?;
    tenant.scope_as(scope.id, ScopeRole::Contributor)?;
    let id = Uuid::now_v7();
    if let Some(before) = idempotency::claim_idempotency_key(tenant, key, &("propose", asked), id)?
    {
        return read_proposal(tenant, means, before);
    }
    tenant.uses.push(UsageKind::Propose);
    let made = ProposedVersion::from_request(tenant, &scope, asked)?;
    let mut chain = Chain::lock_head(tenant)?;
    check_capacity(tenant, &chain)?;
    let body = made.body.seal_with_new_key(tenant, means.master, (scope.id, id))?;
    let me = tenant.me;
    let sql = "INSERT INTO memories (org, id, scope, kind, status, version, body, supersedes, allow, valid_from, expires,
            proposer, changed)
        VALUES (palimp_org(), $1, $2, $3, 'proposed', $4, $5, $6, $7, $8, $9, $10, $11)";
    tenant.execute(
        sql,
        &[
            (&id, Type::UUID),
            (&scope.id, Type::UUID),
            (&asked.kind, Type::TEXT),
            (&made.version, Type::BYTEA),
            (&body, Type::BYTEA),
            (&made.supersedes, Type::UUID_ARRAY),
            (&asked.allow, Type::TEXT_ARRAY),
            (&made.valid_from, Type::DATE),
            (&made.expires, Type::DATE),
            (&me, Type::UUID),
            (&chain.next_seq(), Type::INT8),
        ],
    )?;
    chain.append(tenant, means.master, ("propose", id, &to_hex(&made.version)))?;
    read_proposal(tenant, means, id)
}

/// A proposal as it is to be kept.
struct ProposedVersion {
    body: MemoryBody,
    version: Vec<u8>,
    supersedes: Vec<Uuid>,
    valid_from: Option<Date>,
    expires: Option<Date>,
}

impl ProposedVersion {
    fn from_request(
        tenant: &mut Tenant<'_>,
        scope: &ReadableScope,
        asked: &Propose,
    ) -> Result<ProposedVersion, Error> {
        validate_proposal(asked)?;
        let body = MemoryBody {
            statement: asked.statement.trim().to_owned(),
            why: asked.why.trim().to_owned(),
            anchors: asked.anchors.clone(),
            origin: asked.origin.clone(),
        };
        let found = body.findings(&asked.allow);
        if !found.is_empty() {
            return Err(Error::Findings(found));
        }
        let supersedes = asked.supersedes.iter().map(|id| check_superseded(tenant, scope, id));
        let supersedes = supersedes.collect::<Result<Vec<Uuid>, Error>>()?;
        let about =
            (scope.id, &asked.kind, &supersedes, &asked.valid_from, &asked.expires, &asked.allow);
        let version = body.version_hash(&about);
        let (valid_from, expires) = (parse_day(&asked.valid_from)?, parse_day(&asked.expires)?);
        Ok(ProposedVersion { version, body, supersedes, valid_from, expires })
    }
}

fn validate_proposal(asked: &Propose) -> Result<(), Error> {
    let wrong = |why: String| Err(Error::Wrong(why));
    let is_name = |text: &str| {
        let all = text.chars().all(|c| c.is_alphanumeric() || ['.', '_', '-'].contains(&c));
        all && !text.is_empty() && text.chars().count() <= 40
    };
    if !is_name(&asked.kind) {
        return wrong(messages::kind_name_invalid());
    }
    if asked.statement.trim().is_empty() {
        return wrong(messages::statement_empty());
    }
    if [&asked.statement, &asked.why].iter().any(|it| it.chars().count() > MAX_STATEMENT_CHARS) {
        return wrong(messages::fact_too_long());
    }
    if asked.anchors.len() > 8 || asked.anchors.iter().any(|it| it.len() > 400) {
        return wrong(messages::too_many_anchors());
    }
    if asked.supersedes.len() > 16 || asked.allow.len() > 16 {
        return wrong(messages::too_many_superseded());
    }
    let origin = &asked.origin;
    let parts = [&origin.client, &origin.date, &origin.commit, &origin.team];
    if parts.iter().any(|part| part.as_ref().is_some_and(|it| it.len() > 200)) {
        return wrong(messages::origin_too_long());
    }
    Ok(())
}

/// A memory whose place another one is to take: it stands in the same scope.
fn check_superseded(
    tenant: &mut Tenant<'_>,
    scope: &ReadableScope,
    id: &str,
) -> Result<Uuid, Error> {
    let id = parse_memory_id(id)?;
    let sql = "SELECT 1 FROM memories WHERE org = palimp_org() AND id = $1 AND scope = $2 AND status = 'approved'";
    let row = tenant.query_row(sql, &[(&id, Type::UUID), (&scope.id, Type::UUID)])?;
    row.map(|_| id)
        .ok_or_else(|| Error::Wrong(messages::superseded_not_approved(id, scope.display_name())))
}

/// Refuses what is beyond what the organisation has room for. Each memory has a link in the audit: where there are fewer
/// links than memories may be, nothing is counted.
fn check_capacity(tenant: &mut Tenant<'_>, chain: &Chain) -> Result<(), Error> {
    let most = tenant.policy.max_memories;
    if chain.next_seq() <= most {
        return Ok(());
    }
    let sql = "SELECT count(*) FROM (SELECT 1 FROM memories WHERE org = palimp_org() LIMIT $1) AS counted";
    let row = tenant.query_row(sql, &[(&most, Type::INT8)])?;
    let count: i64 = row.map_or(0, |row| row.get(0));
    if count < most {
        return Ok(());
    }
    Err(Error::NotAllowed(messages::memory_limit_reached(&tenant.org_name, most)))
}

fn parse_day(text: &Option<String>) -> Result<Option<Date>, Error> {
    let parse = |text: &String| {
        let day: Result<Date, _> = text.parse();
        day.map_err(|_| Error::Wrong(messages::day_invalid(format_args!("{text:?}"))))
    };
    text.as_ref().map(parse).transpose()
}

/// Returns pending proposals and memories that expire soon, for proposers and reviewers.
///
/// # Errors
///
/// When the database fails.
pub fn list_proposals(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
) -> Result<HubProposalList, Error> {
    let soon = today().saturating_add(jiff::Span::new().days(EXPIRY_NOTICE_DAYS));
    let condition =
        "(m.status IN ('proposed', 'quarantined') OR m.status = 'approved' AND m.expires <= $1
            AND m.scope = ANY (palimp_ids('palimp.reviews')))
        ORDER BY m.proposed_at, m.id LIMIT $2";
    let waiting = select_memories(
        tenant,
        means.master,
        (condition, &[(&soon, Type::DATE), (&MAX_PROPOSALS, Type::INT8)]),
    )?;
    let proposals = waiting.into_iter().map(|kept| with_report(tenant, means, kept));
    Ok(HubProposalList { proposals: proposals.collect::<Result<_, Error>>()? })
}

pub(crate) fn read_proposal(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    id: Uuid,
) -> Result<HubProposal, Error> {
    let kept = find_memory(tenant, means.master, id)?;
    with_report(tenant, means, kept)
}

fn with_report(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    kept: StoredMemory,
) -> Result<HubProposal, Error> {
    let (duplicates, contradictions) = find_conflicts(tenant, means, &kept)?;
    let role = tenant.scopes()?.into_iter().find(|scope| scope.id == kept.scope).map(|it| it.role);
    let decides = role.is_some_and(|role| role >= ScopeRole::Reviewer);
    let own = tenant.policy.four_eyes && kept.proposer == tenant.me;
    Ok(HubProposal {
        approvals: kept.memory.approved_by.len() as u32,
        needs: tenant.policy.approvals,
        may_review: decides && !(own && kept.memory.status == MemoryStatus::Proposed),
        memory: kept.memory,
        duplicates,
        contradictions,
    })
}

/// The approved memories that say the same as one, and those that it contradicts.
pub(crate) fn find_conflicts(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    kept: &StoredMemory,
) -> Result<(Vec<ComparedMemory>, Vec<ComparedMemory>), Error> {
    let asked = HubSearchRequest {
        query: kept.body.statement.clone(),
        max_results: Some(MAX_COMPARED_MEMORIES),
        min_score: Some(0.0),
        ..HubSearchRequest::default()
    };
    let (_, like) = rank_memories(tenant, (means.shelves, means.master), &asked)?;
    let ids: Vec<Uuid> = like.iter().map(|it| it.memory).filter(|id| *id != kept.id).collect();
    let known =
        select_memories(tenant, means.master, ("m.id = ANY ($1)", &[(&ids, Type::UUID_ARRAY)]))?;
    let (whole, lines) = parse_statement(&kept.body.statement);
    let (mut duplicates, mut contradictions) = (Vec::new(), Vec::new());
    for other in known {
        let supersedes = kept.memory.supersedes.contains(&other.memory.id);
        let (other_whole, other_lines) = parse_statement(&other.body.statement);
        let against = ComparedMemory { id: other.memory.id, statement: other.body.statement };
        if whole.is_same_as(&other_whole) {
            duplicates.push(against);
        } else if !supersedes && any_contradiction(&lines, &other_lines) {
            contradictions.push(against);
        }
    }
    Ok((duplicates, contradictions))
}

/// Parses a statement as a whole, and by line.
fn parse_statement(text: &str) -> (ComparableFact, Vec<ComparableFact>) {
    let whole = ComparableFact::from_text(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let lines = match lines[..] {
        [_] => vec![whole.clone()],
        _ => lines.into_iter().map(ComparableFact::from_text).collect(),
    };
    (whole, lines)
}

fn any_contradiction(one: &[ComparableFact], other: &[ComparableFact]) -> bool {
    let either = |a: &ComparableFact, b: &ComparableFact| a.contradicts(b) || b.contradicts(a);
    one.iter().any(|a| other.iter().any(|b| either(a, b)))
}

/// Decides about a memory: one that waits, one in doubt, or one whose time is nearly over.
///
/// # Errors
///
/// When the asker may not, or the memory is not what she read.
pub fn review(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    (asked, key): (&HubReviewRequest, Option<&str>),
) -> Result<HubMemory, Error> {
    let id = parse_memory_id(&asked.memory)?;
    if idempotency::claim_idempotency_key(tenant, key, &("review", asked), id)?.is_some() {
        return find_memory(tenant, means.master, id).map(|kept| kept.memory);
    }
    tenant.uses.push(UsageKind::Review);
    if asked.verdict == ReviewVerdict::Reject && asked.why.trim().is_empty() {
        return Err(Error::Wrong(messages::rejection_needs_reason()));
    }
    if asked.why.chars().count() > MAX_STATEMENT_CHARS {
        return Err(Error::Wrong(messages::reason_too_long()));
    }
    let why = MemoryBody { statement: asked.why.clone(), ..MemoryBody::default() };
    let found = why.findings(&[]);
    if !found.is_empty() {
        return Err(Error::Findings(found));
    }
    // Two who decide at once do it one after the other.
    let mut chain = Chain::lock_head(tenant)?;
    let kept = find_memory(tenant, means.master, id)?;
    let scope = tenant.scope_as(kept.scope, ScopeRole::Reviewer)?;
    if to_hex(&kept.version) != asked.version {
        return Err(Error::Stale(messages::memory_changed(id)));
    }
    apply_verdict(tenant, means, (&mut chain, &scope, &kept), asked)?;
    find_memory(tenant, means.master, id).map(|kept| kept.memory)
}

fn apply_verdict(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    (chain, scope, kept): (&mut Chain, &ReadableScope, &StoredMemory),
    asked: &HubReviewRequest,
) -> Result<(), Error> {
    let status = kept.memory.status;
    match (asked.verdict, status) {
        (ReviewVerdict::Approve, MemoryStatus::Proposed) => {
            if tenant.policy.four_eyes && kept.proposer == tenant.me {
                return Err(Error::NotAllowed(messages::approver_is_proposer()));
            }
            note_review(tenant, means.master, kept, asked)?;
            let approvals = count_approvals(tenant, kept)?;
            chain.append(tenant, means.master, ("approve", kept.id, &asked.version))?;
            if approvals < i64::from(tenant.policy.approvals) {
                return Ok(());
            }
            publish_memory(tenant, means, (chain, scope, kept))
        }
        (ReviewVerdict::Approve, MemoryStatus::Quarantined) => {
            note_review(tenant, means.master, kept, asked)?;
            chain.append(tenant, means.master, ("release", kept.id, &asked.version))?;
            publish_memory(tenant, means, (chain, scope, kept))
        }
        (ReviewVerdict::Approve, MemoryStatus::Approved) => {
            note_review(tenant, means.master, kept, asked)?;
            renew_memory(tenant, means.master, (chain, kept))
        }
        (ReviewVerdict::Reject, MemoryStatus::Proposed | MemoryStatus::Quarantined) => {
            note_review(tenant, means.master, kept, asked)?;
            set_status(tenant, means.master, (chain, kept.id), ("rejected", "reject"))
        }
        (ReviewVerdict::Reject, MemoryStatus::Approved) => {
            note_review(tenant, means.master, kept, asked)?;
            index::remove_memory(tenant, kept.scope, kept.id)?;
            set_status(tenant, means.master, (chain, kept.id), ("expired", "retire"))
        }
        (_, status) => Err(Error::Stale(messages::nothing_to_decide(kept.id, text_of(&status)))),
    }
}

/// Returns the number of different people who approved a memory in its current version.
fn count_approvals(tenant: &mut Tenant<'_>, kept: &StoredMemory) -> Result<i64, Error> {
    let sql = "SELECT count(DISTINCT reviewer) FROM reviews
        WHERE org = palimp_org() AND memory = $1 AND version = $2 AND verdict = 'approve'";
    let row = tenant.query_row(sql, &[(&kept.id, Type::UUID), (&kept.version, Type::BYTEA)])?;
    Ok(row.map_or(0, |row| row.get(0)))
}

fn note_review(
    tenant: &mut Tenant<'_>,
    master: &Master,
    kept: &StoredMemory,
    asked: &HubReviewRequest,
) -> Result<(), Error> {
    let sql = "SELECT wrapped FROM keys WHERE org = palimp_org() AND subject = $1";
    let row = tenant.query_row(sql, &[(&kept.id, Type::UUID)])?.ok_or(Error::NotFound("memory"))?;
    let key = master.unwrap_key(tenant.org, kept.id, row.try_get(0)?)?;
    let why = crypt::seal(&key, kept.id, asked.why.trim().as_bytes())?;
    let me = tenant.me;
    let sql = "INSERT INTO reviews (org, scope, memory, version, reviewer, verdict, why)
        VALUES (palimp_org(), $1, $2, $3, $4, $5, $6)
        ON CONFLICT (org, memory, version, reviewer) DO UPDATE SET verdict = excluded.verdict, why = excluded.why, at = now()";
    let verdict = text_of(&asked.verdict);
    tenant.execute(
        sql,
        &[
            (&kept.scope, Type::UUID),
            (&kept.id, Type::UUID),
            (&kept.version, Type::BYTEA),
            (&me, Type::UUID),
            (&verdict, Type::TEXT),
            (&why, Type::BYTEA),
        ],
    )?;
    Ok(())
}

/// Makes a memory one that is told, and those whose place it takes ones that are not.
fn publish_memory(
    tenant: &mut Tenant<'_>,
    means: WriteContext<'_>,
    (chain, scope, kept): (&mut Chain, &ReadableScope, &StoredMemory),
) -> Result<(), Error> {
    let day = today();
    for old in &kept.memory.supersedes {
        let old = parse_memory_id(old)?;
        index::remove_memory(tenant, scope.id, old)?;
        set_status(tenant, means.master, (chain, old), ("superseded", "supersede"))?;
    }
    let from = kept.memory.valid_from.as_ref().and_then(|day| day.parse().ok()).unwrap_or(day);
    let expires = kept.expires.unwrap_or_else(|| tenant.policy.expiry_day(&kept.memory.kind, from));
    let seq = chain.append(tenant, means.master, ("land", kept.id, &to_hex(&kept.version)))?;
    // Whoever approved it was shown what it contradicts, and what rules find in it.
    let (_, contradictions) = find_conflicts(tenant, means, kept)?;
    let accepted = contradictions.iter().map(|it| parse_memory_id(&it.id));
    let accepted = accepted.collect::<Result<Vec<Uuid>, Error>>()?;
    let found = kept.body.findings(&kept.memory.allow).into_iter().map(|it| it.kind);
    let allow: Vec<String> = kept.memory.allow.iter().cloned().chain(found).collect();
    let sql =
        "UPDATE memories SET status = 'approved', changed = $2, changed_at = now(), expires = $3,
            accepted = $4, allow = $5
        WHERE org = palimp_org() AND id = $1";
    tenant.execute(
        sql,
        &[
            (&kept.id, Type::UUID),
            (&seq, Type::INT8),
            (&expires, Type::DATE),
            (&accepted, Type::UUID_ARRAY),
            (&allow, Type::TEXT_ARRAY),
        ],
    )?;
    index::index_memory(tenant, means.master, (scope.id, kept.id), (&kept.body, day))
}

/// Has a memory hold for another span of its kind.
fn renew_memory(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (chain, kept): (&mut Chain, &StoredMemory),
) -> Result<(), Error> {
    let expires = tenant.policy.expiry_day(&kept.memory.kind, today());
    let seq = chain.append(tenant, master, ("renew", kept.id, &expires.to_string()))?;
    let sql =
        "UPDATE memories SET changed = $2, changed_at = now(), expires = greatest(expires, $3)
        WHERE org = palimp_org() AND id = $1";
    tenant.execute(sql, &[(&kept.id, Type::UUID), (&seq, Type::INT8), (&expires, Type::DATE)])?;
    Ok(())
}

/// Gives a memory another status, with its link.
pub(crate) fn set_status(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (chain, id): (&mut Chain, Uuid),
    (status, action): (&str, &str),
) -> Result<(), Error> {
    let seq = chain.append(tenant, master, (action, id, status))?;
    let sql = "UPDATE memories SET status = $2, changed = $3, changed_at = now() WHERE org = palimp_org() AND id = $1";
    tenant.execute(sql, &[(&id, Type::UUID), (&status, Type::TEXT), (&seq, Type::INT8)])?;
    Ok(())
}
