//! The audit log of an organisation: links of a chain, and the signature of its head.

use serde::{Deserialize, Serialize};

use super::ChainHead;

/// Links of the audit chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Audit"))]
pub struct AuditLog {
    /// In their order.
    pub links: Vec<AuditLink>,
    /// The last link of the chain.
    pub head: ChainHead,
    /// A signature of the head, and when it was made; made hourly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signed>,
}

/// Link of the audit chain, without any content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Link"))]
pub struct AuditLink {
    /// Its number.
    pub seq: u64,
    /// The hash of the link before it, in hexadecimal.
    pub prev: String,
    /// Its own.
    pub hash: String,
    /// The id of who did it.
    pub actor: String,
    /// Action: `propose`, `approve`, `reject`, `erase`, …
    pub action: String,
    /// The id of what it was done to.
    pub object: String,
    /// A keyed hash of what else was said with it, in hexadecimal.
    pub detail: String,
    /// Time of the action.
    pub at: String,
}

/// A head that the hub vouches for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Signed {
    /// The head.
    pub head: ChainHead,
    /// Time of the signature.
    pub at: String,
    /// The public key, in hexadecimal (Ed25519).
    pub key: String,
    /// The signature over `palimp-hub audit head`, organisation, number, hash and time, a line each.
    pub signature: String,
}
