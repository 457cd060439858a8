//! The clients of this machine, and palimp in their files.

use palimp_engine::service::connections::{self, ConnectionState, InstallChange, InstallOutcome};
use palimp_pages::{ClientFileEdit, ClientView, HealthState as How};

use crate::app_state::{ClientFilePlan, DashboardState};
use crate::query_string::RequestFields;

/// The clients of this machine, each with what would be written.
pub(crate) fn list_clients(state: &DashboardState) -> Vec<ClientView> {
    state.host().clients_with_plans(&state.load_settings()).into_iter().map(client_row).collect()
}

fn client_row((it, plan): (connections::ClientStatus, ClientFilePlan)) -> ClientView {
    ClientView {
        name: it.client.name().to_owned(),
        title: it.client.title().to_owned(),
        state: match it.state {
            ConnectionState::Well => How::Well,
            ConnectionState::Open => How::Open,
            ConnectionState::Wrong => How::Wrong,
        },
        words: it.words,
        is_connected: it.is_connected,
        plan: plan.map(|changes| changes.into_iter().map(change_row).collect()),
    }
}

fn change_row(it: InstallChange) -> ClientFileEdit {
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

/// Connects or disconnects a client, as the form says. Returns none for another action.
pub(crate) fn configure_client(
    state: &DashboardState,
    form: &RequestFields,
) -> Option<Result<Vec<ClientFileEdit>, String>> {
    let wanted = match form.field_value("do") {
        "install" => true,
        "uninstall" => false,
        _ => return None,
    };
    let done =
        state.host().configure_client(&state.load_settings(), form.field_value("client"), wanted);
    Some(done.map(|changes| changes.into_iter().map(change_row).collect()))
}
