//! Command-line arguments of palimp-hub.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::commands::messages;

/// The organisation's memory: one server that every agent reaches
#[derive(Debug, Parser)]
#[command(
    name = "palimp-hub",
    version,
    after_help = "Try it: palimp-hub demo\nThe whole way: docs/guides/hub-server.md"
)]
pub(crate) struct HubServerArgs {
    #[command(subcommand)]
    pub(crate) command: HubServerCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HubServerCommand {
    /// Serve an organisation's members, agents and homes
    #[command(
        after_help = "Examples:\n  palimp-hub serve --database postgres://hub@db/hub --key-file /etc/palimp-hub/key\n  \
        palimp-hub serve --database … --key-file … --listen 0.0.0.0:7078 --url https://hub.acme.example"
    )]
    Serve(Box<Serve>),
    /// Make the tables, or add what is new in this version
    Migrate(DatabaseArgs),
    /// Organisations, first owners, policies, the master key
    #[command(subcommand)]
    Admin(Admin),
    /// The chain of what happened
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Look whether a backup of the database can be restored and read
    #[command(subcommand)]
    Backup(Backup),
    /// Look whether everything is as it should be
    Doctor(DatabaseKeyArgs),
    /// Erase, expire, look again and sign what is due, now and once
    Jobs(DatabaseKeyArgs),
    /// Try everything on a throw-away PostgreSQL: an organisation, a member, a reviewer
    Demo(Demo),
    /// Fetch PostgreSQL's programs into a directory, if this machine has none, and print where they are
    #[command(hide = true)]
    Postgres {
        /// The directory
        directory: PathBuf,
    },
}

/// Where members find the hub.
#[derive(Debug, Args)]
pub(crate) struct MemberUrlArgs {
    /// The address that members use, so that the link is one for a browser
    #[arg(long, env = "PALIMP_HUB_URL", value_name = "HTTPS-ADDRESS", value_parser = address)]
    pub(crate) url: Option<String>,
}

impl MemberUrlArgs {
    /// A link as somebody is sent it.
    pub(crate) fn join_url(&self, link: &str) -> String {
        let at = |url: &String| format!("{}/join?link={link}", url.trim_end_matches('/'));
        self.url.as_ref().map_or_else(|| link.to_owned(), at)
    }
}

/// The hub's own address, where members' tokens go.
fn address(text: &str) -> Result<String, String> {
    match palimp_hub::is_safe(text) {
        true => Ok(text.to_owned()),
        false => Err(messages::member_address_unsafe()),
    }
}

fn socket_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| messages::listen_address_invalid())
}

fn one_or_more(text: &str) -> Result<usize, Box<dyn std::error::Error + Send + Sync>> {
    match text.parse()? {
        0 => Err(messages::number_too_small().into()),
        number => Ok(number),
    }
}

/// Which database.
#[derive(Debug, Args)]
pub(crate) struct DatabaseArgs {
    /// The database: postgres://user:password@host/name, or host=… dbname=…
    #[arg(long, env = "PALIMP_HUB_DATABASE", value_name = "ADDRESS", hide_env_values = true)]
    pub(crate) database: String,
}

/// Which database, and the key above all others.
#[derive(Debug, Args)]
pub(crate) struct DatabaseKeyArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    #[command(flatten)]
    pub(crate) key: MasterKeyArgs,
}

/// The key above all others.
#[derive(Debug, Args)]
pub(crate) struct MasterKeyArgs {
    /// The file with the master key, readable for its owner alone: `palimp-hub admin key` makes one
    #[arg(
        long,
        env = "PALIMP_HUB_KEY_FILE",
        value_name = "FILE",
        required_unless_present = "key_command"
    )]
    pub(crate) key_file: Option<PathBuf>,
    /// A command that prints the master key, as one of a key management service does; run once, by the shell
    #[arg(
        long,
        env = "PALIMP_HUB_KEY_COMMAND",
        value_name = "COMMAND",
        conflicts_with = "key_file"
    )]
    pub(crate) key_command: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) keyed: DatabaseKeyArgs,
    /// Where to listen; other machines' addresses need --url
    #[arg(
        long,
        env = "PALIMP_HUB_LISTEN",
        default_value = "127.0.0.1:7078",
        value_name = "ADDRESS",
        value_parser = socket_address
    )]
    pub(crate) listen: SocketAddr,
    /// The address that members use; what stands in front speaks TLS, or the hub with --tls-certificate
    #[arg(long, env = "PALIMP_HUB_URL", value_name = "HTTPS-ADDRESS", value_parser = address)]
    pub(crate) url: Option<String>,
    /// Speak TLS, with this chain of certificates (PEM); read again every hour
    #[arg(long, env = "PALIMP_HUB_TLS_CERTIFICATE", value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// The key of that certificate (PEM)
    #[arg(long, env = "PALIMP_HUB_TLS_KEY", value_name = "FILE", requires = "tls_certificate")]
    pub(crate) tls_key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) sign_in: SignInArgs,
    /// Connections to the database at the most
    #[arg(
        long,
        env = "PALIMP_HUB_CONNECTIONS",
        default_value_t = 16,
        value_name = "N",
        value_parser = one_or_more
    )]
    pub(crate) connections: usize,
}

/// By whom people sign in.
#[derive(Debug, Args)]
pub(crate) struct SignInArgs {
    /// The OpenID provider by which people and agents sign in, as its tokens name it
    #[arg(long, env = "PALIMP_HUB_ISSUER", value_name = "HTTPS-ADDRESS")]
    pub(crate) issuer: Option<String>,
    /// For whom its tokens have to be; the hub's own address unless said
    #[arg(long, env = "PALIMP_HUB_AUDIENCE", value_name = "NAME", requires = "issuer")]
    pub(crate) audience: Option<String>,
    /// The provider's keys (a JWKS); fetched by its discovery document unless said
    #[arg(long, env = "PALIMP_HUB_JWKS_FILE", value_name = "FILE", requires = "issuer")]
    pub(crate) jwks_file: Option<PathBuf>,
    /// The claim of its tokens that names a person's groups
    #[arg(long, env = "PALIMP_HUB_GROUPS_CLAIM", value_name = "NAME", default_value = "groups")]
    pub(crate) groups_claim: String,
    /// The name by which the provider knows palimp, for homes that sign in; they register themselves unless said
    #[arg(long, env = "PALIMP_HUB_CLIENT_ID", value_name = "ID", requires = "issuer")]
    pub(crate) client_id: Option<String>,
    /// What to ask the provider for when signing in, where its tokens are to be for this hub by that: api://hub/.default
    #[arg(
        long,
        env = "PALIMP_HUB_SCOPES",
        value_name = "SCOPE",
        value_delimiter = ' ',
        requires = "issuer"
    )]
    pub(crate) scopes: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Admin {
    /// Write a new master key to a file that is not there yet
    Key {
        /// The file
        file: PathBuf,
    },
    /// Make an organisation and print the link with which its first owner comes in
    Org {
        /// Its name
        name: String,
        /// Its first owner
        #[arg(long)]
        owner: String,
        #[command(flatten)]
        url: MemberUrlArgs,
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Print a link with which a member comes in: good once, for three days
    Link {
        /// The organisation
        org: String,
        /// The member
        member: String,
        #[command(flatten)]
        url: MemberUrlArgs,
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Say under which name (`sub`) the provider knows a member, so that she may sign in by it
    Bind {
        /// The organisation
        org: String,
        /// The member
        member: String,
        /// The provider, as `serve --issuer` has it
        #[arg(long, env = "PALIMP_HUB_ISSUER", value_name = "HTTPS-ADDRESS")]
        issuer: String,
        /// Her name there; none takes it back
        #[arg(long, value_name = "SUB")]
        subject: Option<String>,
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Set what an organisation lays down, as JSON: '{"approvals": 2, "expiry": {"incident": 30}}'
    Policy {
        /// The organisation
        org: String,
        /// What to set; the rest stays
        policy: String,
        #[command(flatten)]
        database: DatabaseArgs,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Write an organisation's chain to standard output, to be kept elsewhere
    Export {
        /// The organisation
        org: String,
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Look whether an exported chain is what it was; no database is asked
    Verify {
        /// The file that `export` wrote
        file: PathBuf,
        /// A chain that was exported before: this one has to go on from it
        #[arg(long, value_name = "FILE")]
        since: Option<PathBuf>,
        /// The public key that is trusted, as an earlier export has it
        #[arg(long, value_name = "HEX")]
        key: Option<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Backup {
    /// Restore what `pg_dump` wrote into a throw-away PostgreSQL, and read all of it
    #[command(
        after_help = "Example:\n  palimp-hub backup check acme.dump --key-file /etc/palimp-hub/key --database postgres://palimp@db/palimp"
    )]
    Check {
        /// The file, in any of pg_dump's formats but a directory
        file: PathBuf,
        #[command(flatten)]
        key: MasterKeyArgs,
        /// The database of today: says what was erased there since, and is still in the backup
        #[arg(long, env = "PALIMP_HUB_DATABASE", value_name = "ADDRESS", hide_env_values = true)]
        database: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Use this database, which must be empty, instead of a throw-away one
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
    /// Where to listen
    #[arg(
        long,
        default_value = "127.0.0.1:7078",
        value_name = "ADDRESS",
        value_parser = socket_address
    )]
    pub(crate) listen: SocketAddr,
}
