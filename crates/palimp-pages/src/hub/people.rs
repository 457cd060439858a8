//! Pages of sign-in and of the members with their roles.

use maud::{Markup, html};
use palimp_hub_api::ScopeRole;

use super::{HubNotice, HubPageReader, hub_page, notice_banner};
use crate::parts::form_token;
use crate::texts::hub as t;
use crate::view::ViewContext;

/// The roles, as they are written.
const ROLE_NAMES: [&str; 6] =
    ["auditor", "reader", "contributor", "reviewer", "maintainer", "owner"];

/// The page at which somebody signs in; `refused` after a token that was nobody's.
pub fn sign_in(view: &ViewContext, refused: bool) -> Markup {
    let body = html! {
        p { (view.translate(t::SIGN_IN_HOW)) }
        @if refused { p.wrong role="alert" { (view.translate(t::NO_ENTRY)) } }
        form method="post" action=(view.to_page("sign-in")) {
            label.wide {
                (view.translate(t::TOKEN))
                input type="password" name="token" autocomplete="current-password" required;
            }
            button { (view.translate(t::SIGN_IN)) }
        }
    };
    hub_page(view, None, view.translate(t::SIGN_IN), body)
}

/// Renders the page of an invitation link; `refused` if the link is not valid.
pub fn join_page(view: &ViewContext, link: &str, refused: bool) -> Markup {
    let body = html! {
        @if refused { p.wrong role="alert" { (view.translate(t::NO_LINK)) } }
        @else {
            p { (view.translate(t::JOIN_HOW)) }
            form method="post" action=(view.to_page("join")) {
                input type="hidden" name="link" value=(link);
                button { (view.translate(t::JOIN)) }
            }
        }
    };
    hub_page(view, None, view.translate(t::JOIN), body)
}

/// Renders the page that shows a new token, once.
pub fn new_token_page(
    view: &ViewContext,
    reader: Option<&HubPageReader>,
    (address, token): (&str, &str),
) -> Markup {
    let body = html! {
        p { (view.translate(t::JOINED_HOW)) }
        pre { "palimp hub login " (address) }
        pre { (token) }
        p { a href=(view.to_page("proposals")) { (view.translate(t::PROPOSALS)) } }
    };
    hub_page(view, reader, view.translate(t::JOINED), body)
}

/// Members and their roles.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// A member's name, a scope, and what she may do there.
    pub members: Vec<(String, String, ScopeRole)>,
    /// The scopes of which the reader may change the members; none hides the form.
    pub scopes: Vec<String>,
    /// The most that the reader may give.
    pub most: ScopeRole,
    /// True if the reader may invite members.
    pub may_invite: bool,
    /// A link that was just made, and for whom.
    pub link: Option<(String, String)>,
    /// Notice of the last action.
    pub said: Option<HubNotice>,
}

/// Renders the page of the members.
pub fn members_page(view: &ViewContext, reader: &HubPageReader, members: &Members) -> Markup {
    let roles = &ROLE_NAMES[..=(members.most as usize).min(ROLE_NAMES.len() - 1)];
    let body = html! {
        (notice_banner(view, members.said))
        @if let Some((name, link)) = &members.link {
            p.well role="status" { (view.fill_blanks(t::LINK_HOW, &[name])) }
            pre { (link) }
        }
        div.scroll {
            table {
                thead { tr {
                    th scope="col" { (view.translate(t::NAME)) }
                    th scope="col" { (view.translate(t::SCOPE)) }
                    th scope="col" { (view.translate(t::ROLE)) }
                } }
                tbody {
                    @for (name, scope, role) in &members.members {
                        tr { td { (name) } td { (scope) } td { (ROLE_NAMES[*role as usize]) } }
                    }
                }
            }
        }
        @if !members.scopes.is_empty() {
            form.filters method="post" action=(view.to_page("members")) {
                (form_token(view))
                label { (view.translate(t::NAME)) input name="name" required maxlength="60"; }
                label {
                    (view.translate(t::SCOPE))
                    select name="scope" { @for scope in &members.scopes { option value=(scope) { (scope) } } }
                }
                label {
                    (view.translate(t::ROLE))
                    select name="role" {
                        @for role in roles { option value=(role) selected[*role == "contributor"] { (role) } }
                        option value="" { (view.translate(t::NO_ROLE)) }
                    }
                }
                button name="do" value="give" { (view.translate(t::GIVE)) }
            }
        }
        @if members.may_invite {
            form.filters method="post" action=(view.to_page("members")) {
                (form_token(view))
                label { (view.translate(t::NAME)) input name="name" required maxlength="60"; }
                button name="do" value="link" { (view.translate(t::LINK)) }
            }
        }
    };
    hub_page(view, Some(reader), view.translate(t::MEMBERS), body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_written_as_the_hub_writes_them() {
        assert_eq!(ROLE_NAMES[ScopeRole::Owner as usize], "owner");
        assert_eq!(ROLE_NAMES[ScopeRole::Auditor as usize], "auditor");
    }
}
