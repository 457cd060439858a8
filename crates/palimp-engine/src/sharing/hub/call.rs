//! Requests to a hub and its answers. The transport is handed in.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Error;
use super::api::{
    ActivityUpload, AuditLog, CallerInfo, EraseRequest, Erased, Feed, HubMemory, HubProposal,
    HubProposalList, HubReviewRequest, HubSearchRequest, HubSearchResponse, Problem, Propose,
};

/// A request to a hub.
#[derive(Clone, Debug)]
pub struct HubApiRequest {
    /// Path after the hub's address: `/v1/me`.
    pub path: String,
    /// Body as JSON; none for a read.
    pub body: Option<String>,
    /// Under which name a write may be sent again, and is done once.
    pub key: Option<String>,
}

/// Answer of a hub.
#[derive(Clone, Debug)]
pub struct HubApiAnswer {
    /// The status.
    pub status: u16,
    /// The text.
    pub body: Vec<u8>,
    /// After how many seconds it wants to be asked again.
    pub after: Option<u64>,
}

/// Reason why no answer came, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreached(pub String);

/// Transport to a hub, with the token of the member.
pub trait HubTransport {
    /// Sends a request and returns the answer.
    ///
    /// # Errors
    ///
    /// When no answer comes.
    fn send(&self, request: &HubApiRequest) -> Result<HubApiAnswer, Unreached>;
}

/// Requests to a hub, each with the answer that the contract has for it.
#[derive(Clone, Copy)]
pub struct HubApiClient<'a>(pub &'a dyn HubTransport);

#[allow(clippy::missing_errors_doc, reason = "each fails where the hub is not reached or says no")]
impl HubApiClient<'_> {
    /// Returns the member and the scopes open to them.
    pub fn me(self) -> Result<CallerInfo, Error> {
        self.get("/v1/me".to_owned())
    }

    pub(super) fn fetch_feed(self, scope: &str, since: u64) -> Result<Feed, Error> {
        self.get(format!("/v1/feed?scope={scope}&since={since}"))
    }

    /// Returns the proposals that wait for review.
    pub fn proposals(self) -> Result<Vec<HubProposal>, Error> {
        Ok(self.get::<HubProposalList>("/v1/proposals".to_owned())?.proposals)
    }

    /// A memory.
    pub fn memory(self, id: &str) -> Result<HubMemory, Error> {
        if !palimp_team::is_name(id) {
            return Err(Error::Refused(crate::messages::memory_id_malformed(format_args!(
                "{:?}",
                id
            ))));
        }
        self.get(format!("/v1/memories/{id}"))
    }

    /// Returns the audit entries after a link.
    pub fn audit(self, since: u64) -> Result<AuditLog, Error> {
        self.get(format!("/v1/audit?since={since}"))
    }

    /// Searches on the hub itself.
    pub fn search(self, search: &HubSearchRequest) -> Result<HubSearchResponse, Error> {
        self.post("/v1/search", search, None)
    }

    /// Proposes a fact. A repeated request with this key has no further effect.
    pub fn propose(self, fact: &Propose, key: &str) -> Result<HubProposal, Error> {
        self.post("/v1/proposals", fact, Some(key))
    }

    /// Decides about a proposal.
    pub fn review(self, review: &HubReviewRequest) -> Result<HubMemory, Error> {
        let key = idempotency_key("review", review);
        self.post("/v1/reviews", review, Some(&key))
    }

    /// Has something erased.
    pub fn erase(self, erase: &EraseRequest) -> Result<Erased, Error> {
        self.post("/v1/erase", erase, None)
    }

    pub(super) fn post_activity(self, day: &ActivityUpload) -> Result<(), Error> {
        let key = idempotency_key("activity", &(&day.project, &day.day));
        self.request("/v1/activity".to_owned(), Some(to_json(day)), Some(key)).map(drop)
    }

    fn get<T: DeserializeOwned>(self, path: String) -> Result<T, Error> {
        parse_json(&self.request(path, None, None)?)
    }

    fn post<T: DeserializeOwned>(
        self,
        path: &str,
        body: &impl Serialize,
        key: Option<&str>,
    ) -> Result<T, Error> {
        parse_json(&self.request(path.to_owned(), Some(to_json(body)), key.map(str::to_owned))?)
    }

    fn request(
        self,
        path: String,
        body: Option<String>,
        key: Option<String>,
    ) -> Result<Vec<u8>, Error> {
        let answer = self.0.send(&HubApiRequest { path, body, key });
        let HubApiAnswer { status, body, after } = answer.map_err(|why| Error::Unreached(why.0))?;
        if (200..300).contains(&status) {
            return Ok(body);
        }
        let problem = serde_json::from_slice::<Problem>(&body).ok();
        match problem.filter(|problem| problem.status == status) {
            Some(problem) => Err(Error::Said { problem: Box::new(problem), after }),
            None => Err(Error::Strange(crate::messages::unexpected_status(status))),
        }
    }
}

/// Idempotency key of a write.
pub(super) fn idempotency_key(what: &str, of: &impl Serialize) -> String {
    format!("{what}-{}", &blake3::hash(to_json(of).as_bytes()).to_hex()[..32])
}

fn to_json(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|why| Error::Strange(why.to_string()))
}
