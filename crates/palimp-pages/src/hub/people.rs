//! The way in, and who may do what.

use maud::{Markup, html};
use palimp_hub_api::Role;

use super::{Reader, Said, done, page};
use crate::parts::form_token;
use crate::texts::hub as t;
use crate::view::View;

/// The roles, as they are written.
const ROLES: [&str; 6] = ["auditor", "reader", "contributor", "reviewer", "maintainer", "owner"];

/// The page at which somebody signs in; `refused` after a token that was nobody's.
pub fn sign_in(view: &View, refused: bool) -> Markup {
    let body = html! {
        p { (view.say(t::SIGN_IN_HOW)) }
        @if refused { p.wrong role="alert" { (view.say(t::NO_ENTRY)) } }
        form method="post" action=(view.to("sign-in")) {
            label.wide {
                (view.say(t::TOKEN))
                input type="password" name="token" autocomplete="current-password" required;
            }
            button { (view.say(t::SIGN_IN)) }
        }
    };
    page(view, None, view.say(t::SIGN_IN), body)
}

/// The page of a link by which somebody comes in; `refused` when it was none.
pub fn join(view: &View, link: &str, refused: bool) -> Markup {
    let body = html! {
        @if refused { p.wrong role="alert" { (view.say(t::NO_LINK)) } }
        @else {
            p { (view.say(t::JOIN_HOW)) }
            form method="post" action=(view.to("join")) {
                input type="hidden" name="link" value=(link);
                button { (view.say(t::JOIN)) }
            }
        }
    };
    page(view, None, view.say(t::JOIN), body)
}

/// The page that shows a new token, once.
pub fn joined(view: &View, reader: Option<&Reader>, (address, token): (&str, &str)) -> Markup {
    let body = html! {
        p { (view.say(t::JOINED_HOW)) }
        pre { "palimp hub login " (address) }
        pre { (token) }
        p { a href=(view.to("proposals")) { (view.say(t::PROPOSALS)) } }
    };
    page(view, reader, view.say(t::JOINED), body)
}

/// Who may do what.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// A member's name, a scope, and what she may do there.
    pub members: Vec<(String, String, Role)>,
    /// The scopes of which the reader may change the members; none hides the form.
    pub scopes: Vec<String>,
    /// The most that the reader may give.
    pub most: Role,
    /// Whether the reader may let members in.
    pub may_invite: bool,
    /// A link that was just made, and for whom.
    pub link: Option<(String, String)>,
    /// What was just done.
    pub said: Option<Said>,
}

/// The page of the members.
pub fn members(view: &View, reader: &Reader, members: &Members) -> Markup {
    let roles = &ROLES[..=(members.most as usize).min(ROLES.len() - 1)];
    let body = html! {
        (done(view, members.said))
        @if let Some((name, link)) = &members.link {
            p.well role="status" { (view.fill(t::LINK_HOW, &[name])) }
            pre { (link) }
        }
        div.scroll {
            table {
                thead { tr {
                    th scope="col" { (view.say(t::NAME)) }
                    th scope="col" { (view.say(t::SCOPE)) }
                    th scope="col" { (view.say(t::ROLE)) }
                } }
                tbody {
                    @for (name, scope, role) in &members.members {
                        tr { td { (name) } td { (scope) } td { (ROLES[*role as usize]) } }
                    }
                }
            }
        }
        @if !members.scopes.is_empty() {
            form.filters method="post" action=(view.to("members")) {
                (form_token(view))
                label { (view.say(t::NAME)) input name="name" required maxlength="60"; }
                label {
                    (view.say(t::SCOPE))
                    select name="scope" { @for scope in &members.scopes { option value=(scope) { (scope) } } }
                }
                label {
                    (view.say(t::ROLE))
                    select name="role" {
                        @for role in roles { option value=(role) selected[*role == "contributor"] { (role) } }
                        option value="" { (view.say(t::NO_ROLE)) }
                    }
                }
                button name="do" value="give" { (view.say(t::GIVE)) }
            }
        }
        @if members.may_invite {
            form.filters method="post" action=(view.to("members")) {
                (form_token(view))
                label { (view.say(t::NAME)) input name="name" required maxlength="60"; }
                button name="do" value="link" { (view.say(t::LINK)) }
            }
        }
    };
    page(view, Some(reader), view.say(t::MEMBERS), body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_written_as_the_hub_writes_them() {
        assert_eq!(ROLES[Role::Owner as usize], "owner");
        assert_eq!(ROLES[Role::Auditor as usize], "auditor");
    }
}
