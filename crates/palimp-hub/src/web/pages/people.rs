//! The way in, and who may do what.

use palimp_hub_api::Role;
use palimp_pages::hub::{self as drawn, HubNotice, HubPageReader, Members};
use palimp_serve::extract::State;
use palimp_serve::http::StatusCode;
use palimp_serve::response::Response;

use super::super::Hub;
use super::super::ask::{Bearer, Door};
use super::asking::{Asking, cookie};
use super::{Outcome, Seen};
use crate::error::Error;
use crate::members::{self, Member};
use crate::tenant::{Scope, Tenant, parsed};

pub(super) async fn home(asking: Asking) -> Response {
    asking.to(if asking.token.is_some() { "proposals" } else { "sign-in" })
}

pub(super) async fn sign_in(asking: Asking) -> Response {
    asking.page(StatusCode::OK, drawn::sign_in(&asking.view, false))
}

/// The name of whom a token belongs to, and her organisation.
async fn whose(hub: &Hub, token: &str) -> Result<HubPageReader, Error> {
    let bearer = Bearer { token: token.to_owned(), door: Door::Rest };
    let reader = |tenant: &mut Tenant<'_>, _: crate::memories::Means<'_>| {
        Ok(HubPageReader { org: tenant.org_name.clone(), name: tenant.name.clone() })
    };
    hub.transact_as(bearer, reader).await
}

pub(super) async fn signed_in(State(hub): State<Hub>, asking: Asking) -> Response {
    let token = asking.form.text("token").trim();
    let is_plain = token.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    let known = if is_plain { whose(&hub, token).await } else { Err(Error::Unknown) };
    match known {
        Ok(_) => {
            let mut response = asking.to("proposals");
            asking.keep(&mut response, &cookie(&hub, token));
            response
        }
        Err(error) if error.is_passing() => asking.trouble(None, &error),
        Err(_) => asking.page(StatusCode::FORBIDDEN, drawn::sign_in(&asking.view, true)),
    }
}

pub(super) async fn sign_out(State(hub): State<Hub>, asking: Asking) -> Response {
    let mut response = asking.to("sign-in");
    asking.keep(&mut response, &cookie(&hub, ""));
    response
}

pub(super) async fn join(asking: Asking) -> Response {
    asking.page(StatusCode::OK, drawn::join_page(&asking.view, asking.asked.text("link"), false))
}

/// The link becomes a token, which is shown once and signs her in.
pub(super) async fn joined(State(hub): State<Hub>, asking: Asking) -> Response {
    let (link, node) = (asking.form.text("link").trim().to_owned(), hub.clone());
    let redeemed = tokio::task::spawn_blocking(move || node.redeem(&link)).await;
    let token = match redeemed.unwrap_or(Err(Error::Busy)) {
        Ok(token) => token,
        Err(error) if error.is_passing() => return asking.trouble(None, &error),
        Err(_) => {
            return asking.page(StatusCode::FORBIDDEN, drawn::join_page(&asking.view, "", true));
        }
    };
    // Her forms bear what belongs to the new token.
    let mut view = asking.view.clone();
    view.form.1 = hub.0.master.vouch(&token);
    // The link is used up, so that the token is shown whatever else fails.
    let reader = whose(&hub, &token).await.ok();
    let page = drawn::new_token_page(&view, reader.as_ref(), (hub.base(), &token));
    let mut response = asking.page(StatusCode::OK, page);
    asking.keep(&mut response, &cookie(&hub, &token));
    response
}

pub(super) async fn list(State(hub): State<Hub>, asking: Asking) -> Response {
    hub.show(asking, |tenant, _, seen| {
        let said = HubNotice::from_name(seen.asking.asked.text("said"));
        Ok(Outcome::Page(drawn(tenant, seen, Members { said, ..Members::default() })?))
    })
    .await
}

/// The page, with all that the asker may see and do.
fn drawn(
    tenant: &mut Tenant<'_>,
    seen: &Seen<'_>,
    page: Members,
) -> Result<palimp_pages::Markup, Error> {
    let scopes = tenant.scopes()?;
    let maintained: Vec<&Scope> = scopes.iter().filter(|it| it.role >= Role::Maintainer).collect();
    let members = members::list(tenant)?.into_iter();
    let page = Members {
        members: members.filter_map(|it| Some((it.name, it.scope, it.role?))).collect(),
        scopes: maintained.iter().map(|scope| scope.shown()).collect(),
        most: maintained.iter().map(|scope| scope.role).max().unwrap_or_default(),
        may_invite: maintained.iter().any(|scope| scope.shown() == "org"),
        ..page
    };
    Ok(drawn::members_page(&seen.asking.view, &seen.reader, &page))
}

pub(super) async fn change(State(hub): State<Hub>, asking: Asking) -> Response {
    let base = hub.base().to_owned();
    hub.change(asking, move |tenant, means, seen| {
        let form = &seen.asking.form;
        let name = form.text("name").trim().to_owned();
        match form.text("do") {
            "give" => {
                let role = Some(form.text("role")).filter(|it| !it.is_empty());
                let role = role.map(|it| {
                    parsed(it).ok_or_else(|| {
                        Error::Wrong(format!("{it:?} is no role: choose one of the list"))
                    })
                });
                let member =
                    Member { name, scope: form.text("scope").to_owned(), role: role.transpose()? };
                members::set(tenant, means.master, &member)?;
                Ok(Outcome::Done("members".to_owned(), HubNotice::Given))
            }
            "link" => {
                let made = members::make_token(tenant, means.master, (Some(&name), "link", None))?;
                let link = Some((name, format!("{base}/join?link={}", made.token)));
                Ok(Outcome::Page(drawn(tenant, seen, Members { link, ..Members::default() })?))
            }
            _ => Err(Error::NotFound("form")),
        }
    })
    .await
}
