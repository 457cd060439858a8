//! OpenAPI document of the REST interface, generated from the types.

use palimp_hub_api as api;
use palimp_serve::http::header;
use palimp_serve::response::{IntoResponse, Response};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::api::{Join, MakeToken};
use crate::activity::ActivityDigest;
use crate::members::{NewScope, NewToken, ScopeMember, TokenInfo};
use crate::usage::DailyUsage;

/// Puts the schema of a type among the document's, and says how it is referred to.
type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// A request: method, path, what it is for, its parameters, its body, the status and body of its answer.
type Route = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    Option<SchemaFn>,
    (u16, Option<SchemaFn>),
);

fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

const ROUTES: &[Route] = &[
    (
        "get",
        "/v1/me",
        "Who asks, and what is open to her",
        &[],
        None,
        (200, Some(schema_of::<api::CallerInfo>)),
    ),
    (
        "get",
        "/v1/feed",
        "What became of a scope's memories",
        &["scope", "since"],
        None,
        (200, Some(schema_of::<api::Feed>)),
    ),
    (
        "post",
        "/v1/search",
        "Memories that answer a question",
        &[],
        Some(schema_of::<api::HubSearchRequest>),
        (200, Some(schema_of::<api::HubSearchResponse>)),
    ),
    (
        "get",
        "/v1/memories/{id}",
        "A memory",
        &["id"],
        None,
        (200, Some(schema_of::<api::HubMemory>)),
    ),
    (
        "get",
        "/v1/proposals",
        "What waits",
        &[],
        None,
        (200, Some(schema_of::<api::HubProposalList>)),
    ),
    (
        "post",
        "/v1/proposals",
        "Propose a memory",
        &[],
        Some(schema_of::<api::Propose>),
        (201, Some(schema_of::<api::HubProposal>)),
    ),
    (
        "post",
        "/v1/reviews",
        "Approve or reject",
        &[],
        Some(schema_of::<api::HubReviewRequest>),
        (200, Some(schema_of::<api::HubMemory>)),
    ),
    (
        "post",
        "/v1/erase",
        "Erase a memory, a member or a project",
        &[],
        Some(schema_of::<api::EraseRequest>),
        (200, Some(schema_of::<api::Erased>)),
    ),
    (
        "get",
        "/v1/audit",
        "Links of the chain of what happened",
        &["since"],
        None,
        (200, Some(schema_of::<api::AuditLog>)),
    ),
    (
        "get",
        "/v1/activity",
        "What homes told of their sessions",
        &[],
        None,
        (200, Some(schema_of::<Vec<ActivityDigest>>)),
    ),
    (
        "post",
        "/v1/activity",
        "Tell of a day's sessions",
        &[],
        Some(schema_of::<api::ActivityUpload>),
        (202, None),
    ),
    (
        "get",
        "/v1/usage",
        "How often members used the hub: of everybody for who may read the audit, of the asker else",
        &["days"],
        None,
        (200, Some(schema_of::<Vec<DailyUsage>>)),
    ),
    (
        "get",
        "/v1/members",
        "Who belongs to what",
        &[],
        None,
        (200, Some(schema_of::<Vec<ScopeMember>>)),
    ),
    (
        "post",
        "/v1/members",
        "Give or take a part",
        &[],
        Some(schema_of::<ScopeMember>),
        (200, None),
    ),
    (
        "post",
        "/v1/scopes",
        "Make a team or a project",
        &[],
        Some(schema_of::<NewScope>),
        (201, None),
    ),
    (
        "get",
        "/v1/tokens",
        "The asker's tokens",
        &[],
        None,
        (200, Some(schema_of::<Vec<TokenInfo>>)),
    ),
    (
        "post",
        "/v1/tokens",
        "Make a token, or a link for a member",
        &[],
        Some(schema_of::<MakeToken>),
        (201, Some(schema_of::<NewToken>)),
    ),
    ("delete", "/v1/tokens/{id}", "End a token", &["id"], None, (200, None)),
    ("post", "/v1/join", "A link becomes a token", &[], Some(schema_of::<Join>), (200, None)),
];

/// Answers with the document.
pub(super) async fn openapi_document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], build_document().to_string()).into_response()
}

fn build_document() -> Value {
    let mut generator = SchemaSettings::openapi3().into_generator();
    let problem = schema_of::<api::Problem>(&mut generator);
    let problem = json!({ "description": "What went wrong (RFC 9457)", "content": { "application/problem+json": { "schema": problem } } });
    let mut paths: Map<String, Value> = Map::new();
    for (method, path, what, parameters, body, (status, answer)) in ROUTES {
        let mut route = json!({ "summary": what, "responses": { "default": problem } });
        let mut answered = json!({ "description": "Done" });
        if let Some(shape) = answer {
            answered["content"] =
                json!({ "application/json": { "schema": shape(&mut generator) } });
        }
        route["responses"][status.to_string()] = answered;
        if let Some(shape) = body {
            let schema = shape(&mut generator);
            route["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        }
        let mut listed: Vec<Value> =
            parameters.iter().map(|name| describe_parameter(name, path)).collect();
        if *method == "post" && body.is_some() {
            listed.push(json!({ "name": "Idempotency-Key", "in": "header", "schema": { "type": "string" } }));
        }
        route["parameters"] = listed.into();
        paths.entry(*path).or_insert_with(|| json!({}))[*method] = route;
    }
    json!({
        "openapi": "3.0.3",
        "info": { "title": "palimp-hub", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{ "token": [] }],
    })
}

fn describe_parameter(name: &str, path: &str) -> Value {
    let in_path = path.contains(&format!("{{{name}}}"));
    let place = if in_path { "path" } else { "query" };
    json!({ "name": name, "in": place, "required": in_path, "schema": { "type": "string" } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described_and_every_reference_leads_somewhere() {
        let document = build_document();
        let router = include_str!("../web.rs");
        let routes = router.lines().filter_map(|line| line.trim().strip_prefix(".route(\"/v1/"));
        for route in
            routes.filter_map(|line| line.split('"').next()).filter(|it| *it != "openapi.json")
        {
            let described = &document["paths"][format!("/v1/{route}")];
            assert!(described.is_object(), "{route} is not described");
        }
        let text = document.to_string();
        let references = text.split("\"#/components/schemas/").skip(1);
        for name in references.filter_map(|rest| rest.split('"').next()) {
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
        assert!(
            document["components"]["schemas"]["Proposal"]["properties"]["mayReview"].is_object()
        );
    }
}
