//! `palimp dashboard`: the memory to look at, in a browser.

mod instance_lock;
mod memory;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use palimp_clients::install::{ClientPaths, HookCommand, InstallTarget};
use palimp_core::event::UnknownClient;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::home::tombstones::TombstoneKeyStore;
use palimp_engine::ingest::open_activity::{self, CapturedActivity};
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::service::connections::{
    ClientStatus, client_statuses, connect_client, disconnect_client, plan_connection,
};
use palimp_engine::service::doctor::{Doctor, DoctorFinding, DoctorPart};
use palimp_importers::bootstrap::source_files;
use palimp_serve::{Listener, Sessions, asked_to_end};
use palimp_usage::TokenLedger;
use palimp_web::{ClientFilePlan, DashboardHost, DashboardState, Lang, serve};

use crate::client_setup;
use crate::commands::{bootstrap, doctor};
use crate::context::{Cx, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, say};
use instance_lock::DashboardLock;

/// Open the memory in a browser, on this machine only
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct DashboardArgs {
    #[command(subcommand)]
    what: Option<DashboardCommand>,
    /// The port to listen on; 0 picks a free one
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// The language of the pages [default: the browser's]
    #[arg(long, value_enum, value_name = "LANG")]
    lang: Option<PageLanguage>,
}

impl DashboardArgs {
    /// Returns true if the dashboard is served, through which its user decides, or a setting changes.
    pub(crate) const fn needs_user(&self) -> bool {
        match &self.what {
            None => true,
            Some(DashboardCommand::Memory(args)) => args.changes_settings(),
        }
    }
}

#[derive(Debug, clap::Subcommand)]
enum DashboardCommand {
    /// Read every palimp home on this machine; only the current one is ever changed
    Memory(memory::DashboardMemoryArgs),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PageLanguage {
    /// English.
    En,
    /// Korean.
    Ko,
}

pub(crate) fn run(cx: &Cx, args: &DashboardArgs) -> Result<(), CliError> {
    if let Some(DashboardCommand::Memory(args)) = &args.what {
        return memory::run(cx, args);
    }
    let Some(door) = DashboardLock::try_lock(&cx.home)? else {
        say(instance_lock::another_address(&cx.home)?);
        note(messages::dashboard_served_already());
        return Ok(());
    };
    let listener = listen_on(args.port)?;
    let sessions = Sessions::new()?;
    let address = format!("http://{}{}", listener.address(), sessions.invite()?);
    door.publish_address(listener.address().port(), &sessions)?;
    // What waits is taken in, and what there is counted, now: pages only read.
    if let Ok(CapturedActivity { db: Some(db), .. }) = open_activity::to_look_up(&cx.home) {
        let _ = db.update_counts();
    }
    say(&address);
    note(messages::dashboard_address_works_once());
    if !args.no_open {
        show_in_browser(&address);
    }
    let lang = args.lang.map(|lang| match lang {
        PageLanguage::En => Lang::En,
        PageLanguage::Ko => Lang::Ko,
    });
    let state =
        DashboardState::new(cx.home.clone(), &cx.agent(), lang, CliSurroundings(cx.clone()));
    let served = serve(state, listener, sessions, asked_to_end());
    drop(door);
    Ok(served?)
}

/// Listens on a port; where it is taken, the next one that is free is named.
fn listen_on(port: u16) -> Result<Listener, CliError> {
    let at = |port: u16| Listener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    at(port).map_err(|error| {
        let free = (port..u16::MAX).skip(1).take(100).find(|port| at(*port).is_ok());
        match free.filter(|_| port != 0) {
            Some(free) => CliError::user(messages::port_taken(port, free)),
            None => error.into(),
        }
    })
}

/// Opens a browser, where there is one.
pub(super) fn show_in_browser(address: &str) {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|it| std::env::var_os(it).is_some());
    let opener = match cfg!(target_os = "macos") {
        true => "open",
        false if has_screen => "xdg-open",
        false => return,
    };
    let mut command = Command::new(opener);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Whoever has none opens the address that is printed.
    if let Ok(mut child) = command.spawn() {
        std::thread::spawn(move || child.wait());
    }
}

/// Access that the binary lends to the dashboard.
struct CliSurroundings(Cx);

impl CliSurroundings {
    /// Returns the places of the clients' files, and the command that their hooks call under these
    /// settings.
    fn hook_setup(&self, settings: &Settings) -> Result<(ClientPaths, HookCommand), CliError> {
        let cx = Cx { settings: settings.clone(), ..self.0.clone() };
        Ok((client_setup::client_places()?, client_setup::hook_command(&cx)?))
    }

    fn with_doctor<T>(&self, settings: &Settings, ask: impl Fn(&Doctor) -> T) -> Option<T> {
        let cx = &self.0;
        Some(ask(&Doctor {
            home: &cx.home,
            settings,
            agent: cx.agent(),
            user: user_home(),
            places: &client_setup::client_places().ok()?,
            command: &client_setup::hook_command(cx).ok()?,
            ring: &cx.tombstone_ring(),
            sync: &|| doctor::sync_state(&cx.home),
            models: &|| self.load_models(settings),
            clock: &jiff::Zoned::now,
        }))
    }
}

impl DashboardHost for CliSurroundings {
    fn open_memory(&self, settings: &Settings, models: Models) -> IndexSync {
        self.0.memory_with(settings.clone(), models)
    }

    fn load_models(&self, settings: &Settings) -> Models {
        crate::models::open_models(&self.0.home, settings)
    }

    fn asked_at(&self, settings: &Settings) -> Vec<String> {
        crate::models::asked_at(&self.0, settings)
    }

    fn clients_with_plans(&self, settings: &Settings) -> Vec<(ClientStatus, ClientFilePlan)> {
        let Ok((places, command)) = self.hook_setup(settings) else { return Vec::new() };
        let plan = |client: ClientStatus| {
            let plan = plan_connection(&self.0.home, client.client, &places, &command);
            (client, plan.map_err(|error| error.to_string()))
        };
        client_statuses(&places, &command).into_iter().map(plan).collect()
    }

    fn key_ring(&self) -> Box<dyn TombstoneKeyStore> {
        Box::new(self.0.tombstone_ring())
    }

    fn external_occurrences(&self, memory: &NoteStore, text: &str) -> Vec<String> {
        let places =
            client_setup::client_places().and_then(|places| bootstrap::tool_places(&places));
        let found = places.map(|places| memory.find_outside(text, source_files(&places)));
        let found = found.unwrap_or_default();
        let git = found.git.map(|git| git.display().to_string());
        found.files.into_iter().chain(git).collect()
    }

    fn configure_client(&self, settings: &Settings, client: &str, wanted: bool) -> ClientFilePlan {
        let target: InstallTarget =
            client.parse().map_err(|unknown: UnknownClient| unknown.to_string())?;
        let (places, command) = self.hook_setup(settings).map_err(|failure| failure.to_string())?;
        let home = &self.0.home;
        let done = match wanted {
            true => connect_client(home, target, &places, &command),
            false => disconnect_client(home, target, &places),
        };
        done.map_err(|error| error.to_string())
    }

    fn models_for_homes(&self, settings: &Settings) -> (Models, Option<String>) {
        let home = &self.0.home;
        let models = crate::models::open_for_homes(home, settings);
        (models, crate::models::homes_embedded_at(home, settings))
    }

    fn user_directory(&self) -> Option<PathBuf> {
        user_home()
    }

    fn token_ledger(&self, settings: &Settings) -> Result<TokenLedger, String> {
        let found = client_setup::client_places()
            .and_then(|places| Ok((places, client_setup::data_dir()?)));
        let (places, data) = found.map_err(|failure| failure.to_string())?;
        Ok(TokenLedger::from_transcripts(&self.0.home, settings, &places, &data))
    }

    fn tool_definitions(&self) -> String {
        palimp_mcp::definitions_json()
    }

    fn check_part(&self, settings: &Settings, part: DoctorPart) -> Vec<DoctorFinding> {
        self.with_doctor(settings, |doctor| doctor.check_part(part)).unwrap_or_default()
    }

    fn repair_part(&self, settings: &Settings, part: DoctorPart) {
        self.with_doctor(settings, |doctor| doctor.fix_part(part));
    }
}
