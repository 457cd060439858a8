//! Pages of sign-in and of the members with their roles.

use palimp_core::lang::Lang;
use palimp_hub_api::ScopeRole;
use palimp_pages::hub::{self as drawn, HubNotice, HubPageReader, Members};
use palimp_serve::extract::State;
use palimp_serve::http::StatusCode;
use palimp_serve::response::Response;

use super::super::HubNode;
use super::super::request::{Bearer, HubInterface};
use super::asking::{HubPageRequest, token_cookie};
use super::{HubPageOutcome, PageContext};
use crate::error::Error;
use crate::members::{self, ScopeMember};
use crate::messages;
use crate::tenant::{ReadableScope, Tenant, parse_enum};

pub(super) async fn redirect_home(asking: HubPageRequest) -> Response {
    asking.redirect_to(if asking.token.is_some() { "proposals" } else { "sign-in" })
}

pub(super) async fn sign_in(asking: HubPageRequest) -> Response {
    asking.page_response(StatusCode::OK, drawn::sign_in(&asking.view, false))
}

/// The name of whom a token belongs to, and her organisation.
async fn reader_of_token(hub: &HubNode, token: &str, lang: Lang) -> Result<HubPageReader, Error> {
    let bearer = Bearer { token: token.to_owned(), door: HubInterface::Rest, lang };
    let reader = |tenant: &mut Tenant<'_>, _: crate::memories::WriteContext<'_>| {
        Ok(HubPageReader { org: tenant.org_name.clone(), name: tenant.name.clone() })
    };
    hub.transact_as(bearer, reader).await
}

pub(super) async fn signed_in(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    let token = asking.form.field_value("token").trim();
    let is_plain = token.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    let known = if is_plain {
        reader_of_token(&hub, token, asking.view.lang).await
    } else {
        Err(Error::Unknown)
    };
    match known {
        Ok(_) => {
            let mut response = asking.redirect_to("proposals");
            asking.set_cookie(&mut response, &token_cookie(&hub, token));
            response
        }
        Err(error) if error.is_passing() => asking.error_page(None, &error),
        Err(_) => asking.page_response(StatusCode::FORBIDDEN, drawn::sign_in(&asking.view, true)),
    }
}

pub(super) async fn sign_out(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    let mut response = asking.redirect_to("sign-in");
    asking.set_cookie(&mut response, &token_cookie(&hub, ""));
    response
}

pub(super) async fn join_page(asking: HubPageRequest) -> Response {
    asking.page_response(
        StatusCode::OK,
        drawn::join_page(&asking.view, asking.asked.field_value("link"), false),
    )
}

/// The link becomes a token, which is shown once and signs her in.
pub(super) async fn redeem_join_link(
    State(hub): State<HubNode>,
    asking: HubPageRequest,
) -> Response {
    let (link, node) = (asking.form.field_value("link").trim().to_owned(), hub.clone());
    let redeemed = tokio::task::spawn_blocking(move || node.redeem_link(&link)).await;
    let token = match redeemed.unwrap_or(Err(Error::Busy)) {
        Ok(token) => token,
        Err(error) if error.is_passing() => return asking.error_page(None, &error),
        Err(_) => {
            return asking
                .page_response(StatusCode::FORBIDDEN, drawn::join_page(&asking.view, "", true));
        }
    };
    // Her forms bear what belongs to the new token.
    let mut view = asking.view.clone();
    view.form.1 = hub.0.master.form_token(&token);
    // The link is used up, so that the token is shown whatever else fails.
    let reader = reader_of_token(&hub, &token, asking.view.lang).await.ok();
    let page = drawn::new_token_page(&view, reader.as_ref(), (hub.base_url(), &token));
    let mut response = asking.page_response(StatusCode::OK, page);
    asking.set_cookie(&mut response, &token_cookie(&hub, &token));
    response
}

pub(super) async fn members_page(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    hub.show_page(asking, |tenant, _, seen| {
        let said = HubNotice::from_name(seen.asking.asked.field_value("said"));
        Ok(HubPageOutcome::Page(render_members(
            tenant,
            seen,
            Members { said, ..Members::default() },
        )?))
    })
    .await
}

/// The page, with all that the asker may see and do.
fn render_members(
    tenant: &mut Tenant<'_>,
    seen: &PageContext<'_>,
    page: Members,
) -> Result<palimp_pages::Markup, Error> {
    let scopes = tenant.scopes()?;
    let maintained: Vec<&ReadableScope> =
        scopes.iter().filter(|it| it.role >= ScopeRole::Maintainer).collect();
    let members = members::list_members(tenant)?.into_iter();
    let page = Members {
        members: members.filter_map(|it| Some((it.name, it.scope, it.role?))).collect(),
        scopes: maintained.iter().map(|scope| scope.display_name()).collect(),
        most: maintained.iter().map(|scope| scope.role).max().unwrap_or_default(),
        may_invite: maintained.iter().any(|scope| scope.display_name() == "org"),
        ..page
    };
    Ok(drawn::members_page(&seen.asking.view, &seen.reader, &page))
}

pub(super) async fn change_members(State(hub): State<HubNode>, asking: HubPageRequest) -> Response {
    let base = hub.base_url().to_owned();
    hub.handle_form(asking, move |tenant, means, seen| {
        let form = &seen.asking.form;
        let name = form.field_value("name").trim().to_owned();
        match form.field_value("do") {
            "give" => {
                let role = Some(form.field_value("role")).filter(|it| !it.is_empty());
                let role = role.map(|it| {
                    parse_enum(it)
                        .ok_or_else(|| Error::Wrong(messages::role_unknown(format_args!("{it:?}"))))
                });
                let member = ScopeMember {
                    name,
                    scope: form.field_value("scope").to_owned(),
                    role: role.transpose()?,
                };
                members::set_member_role(tenant, means.master, &member)?;
                Ok(HubPageOutcome::Done("members".to_owned(), HubNotice::Given))
            }
            "link" => {
                let made = members::make_token(tenant, means.master, (Some(&name), "link", None))?;
                let link = Some((name, format!("{base}/join?link={}", made.token)));
                Ok(HubPageOutcome::Page(render_members(
                    tenant,
                    seen,
                    Members { link, ..Members::default() },
                )?))
            }
            _ => Err(Error::NotFound("form")),
        }
    })
    .await
}
