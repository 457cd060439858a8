//! Content of a memory, and its form in the database: JSON, encrypted with a key of its own.

use palimp_hub_api::{FactOrigin, FieldFinding};
use palimp_redact::Redactor;
use postgres::types::Type;
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::crypt::{self, Master};
use crate::error::Error;
use crate::tenant::Tenant;

/// Content of a memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct MemoryBody {
    /// The statement.
    pub statement: String,
    /// Reason for the statement.
    pub why: String,
    /// The places in the code that it speaks of.
    pub anchors: Vec<String>,
    /// Origin of the memory.
    pub origin: FactOrigin,
}

impl MemoryBody {
    /// Returns the text that is searched and shown, as for a team's fact at home.
    pub(crate) fn searchable_text(&self) -> String {
        let plain = |text: &str| text.replace("<!--", "< !--");
        match self.why.is_empty() {
            true => plain(&self.statement),
            false => format!("{}\n\nWhy: {}", plain(&self.statement), plain(&self.why)),
        }
    }

    /// Returns the findings of today's rules, except for the allowed kinds.
    pub(crate) fn findings(&self, allow: &[String]) -> Vec<FieldFinding> {
        let mut found = Vec::new();
        let origin = serde_json::to_string(&self.origin).unwrap_or_default();
        let anchors = self.anchors.join("\n");
        let fields = [
            ("statement", &self.statement),
            ("why", &self.why),
            ("anchors", &anchors),
            ("origin", &origin),
        ];
        let redactor = Redactor::default().taking_authors();
        for (field, text) in fields {
            for it in
                redactor.find(text).iter().filter(|it| !allow.iter().any(|kind| kind == it.kind))
            {
                let line = 1 + text[..it.start].matches('\n').count();
                let finding =
                    FieldFinding { field: field.to_owned(), line, kind: it.kind.to_owned() };
                if !found.contains(&finding) {
                    found.push(finding);
                }
            }
        }
        found
    }

    /// The name of exactly this text in this place: an approval is of it and of nothing else.
    pub(crate) fn version_hash(&self, about: &impl Serialize) -> Vec<u8> {
        let text = serde_json::to_vec(&(self, about)).unwrap_or_default();
        digest(&SHA256, &text).as_ref().to_vec()
    }

    /// Makes a key for a memory, keeps it, and locks the body with it.
    pub(crate) fn seal_with_new_key(
        &self,
        tenant: &mut Tenant<'_>,
        master: &Master,
        (scope, memory): (Uuid, Uuid),
    ) -> Result<Vec<u8>, Error> {
        let (key, wrapped) = master.make_key(tenant.org, memory)?;
        let sql =
            "INSERT INTO keys (org, scope, subject, wrapped) VALUES (palimp_org(), $1, $2, $3)";
        tenant.execute(
            sql,
            &[(&scope, Type::UUID), (&memory, Type::UUID), (&wrapped, Type::BYTEA)],
        )?;
        crypt::seal(&key, memory, &serde_json::to_vec(self).unwrap_or_default())
    }

    /// Opens a body with the key that was kept for it.
    pub(crate) fn open_sealed(
        (master, org, memory): (&Master, Uuid, Uuid),
        wrapped: &[u8],
        sealed: &[u8],
    ) -> Result<MemoryBody, Error> {
        let key = master.unwrap_key(org, memory, wrapped)?;
        let text = crypt::unseal(&key, memory, sealed)?;
        serde_json::from_slice(&text).map_err(|_| Error::Sealed)
    }
}
