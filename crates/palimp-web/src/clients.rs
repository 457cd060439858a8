//! The clients of this machine, and palimp in their files.

use palimp_engine::wiring::{self, InstallChange, InstallOutcome, State};
use palimp_pages::{ClientFileEdit, ClientView, HealthState as How};

use crate::asked::Asked;
use crate::desk::{Desk, Planned};

/// The clients of this machine, each with what would be written.
pub(crate) fn all(desk: &Desk) -> Vec<ClientView> {
    desk.surroundings().clients(&desk.settings()).into_iter().map(client).collect()
}

fn client((it, plan): (wiring::Client, Planned)) -> ClientView {
    ClientView {
        name: it.client.name().to_owned(),
        title: it.client.title().to_owned(),
        state: match it.state {
            State::Well => How::Well,
            State::Open => How::Open,
            State::Wrong => How::Wrong,
        },
        words: it.words,
        is_wired: it.is_wired,
        plan: plan.map(|changes| changes.into_iter().map(written).collect()),
    }
}

fn written(it: InstallChange) -> ClientFileEdit {
    ClientFileEdit {
        path: it.path.display().to_string(),
        what: match it.what {
            InstallOutcome::Created => "created",
            InstallOutcome::Edited => "edited",
            InstallOutcome::Removed => "removed",
            InstallOutcome::Unchanged => "unchanged",
            InstallOutcome::Kept => "kept",
        },
        added: it.added,
        note: it.note,
    }
}

/// Wires a client or takes palimp out of it, as the form says; none where it says something else.
pub(crate) fn wire(desk: &Desk, form: &Asked) -> Option<Result<Vec<ClientFileEdit>, String>> {
    let wanted = match form.text("do") {
        "install" => true,
        "uninstall" => false,
        _ => return None,
    };
    let done = desk.surroundings().wire(&desk.settings(), form.text("client"), wanted);
    Some(done.map(|changes| changes.into_iter().map(written).collect()))
}
