//! `palimp team init`: found a team.

use palimp_engine::sharing::teams::{self, ApprovalRules, Founding};
use serde_json::json;

use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Create a team: its repository and a first commit signed with your key
#[derive(Debug, clap::Args)]
pub(crate) struct TeamInitArgs {
    /// A new path, or the URL of an empty repository
    #[arg(value_name = "DIR|URL")]
    place: String,
    /// Name of the team [default: last component of the path or URL]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Your name in the team [default: your name in git]
    #[arg(long = "as", value_name = "NAME")]
    member: Option<String>,
    /// Create an ed25519 key for teams only, in palimp's home
    #[arg(long)]
    make_key: bool,
    /// Number of members who must approve a change [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    approvals: Option<u16>,
    /// Bar members from approving their own proposals; a team of one needs `false` [default: true]
    #[arg(long, value_name = "BOOL")]
    four_eyes: Option<bool>,
    /// Register the current project under this name
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &TeamInitArgs) -> Result<(), CliError> {
    let user = user_home();
    let signer = teams::default_signer(&cx.home, user.as_deref(), args.make_key)?;
    let founder = member_name(args.member.as_deref())?;
    let here = std::env::current_dir()?;
    let founding = Founding {
        place: &args.place,
        name: args.name.as_deref(),
        founder: &founder,
        rules: ApprovalRules {
            approvals: args.approvals.map(usize::from),
            four_eyes: args.four_eyes,
        },
        project: args.project.as_deref().map(|name| (name, here.as_path())),
    };
    let team = super::act_as_member(cx, |acting| {
        teams::init_team(&cx.home, (&signer, acting), &founding)
    })?;
    teams::sync_team(&team, &cx.settings, now_ms())?;
    super::reindex_teams(cx, None)?;
    let (joined, fingerprint) = (team.join_record()?, signer.key().fingerprint());
    if cx.json {
        print_json(&json!({
            "team": team.name(), "url": joined.url, "root": joined.root, "member": founder,
            "fingerprint": fingerprint, "key": signer.file(),
        }));
        return Ok(());
    }
    say(messages::team_founded(team.name(), inline(&joined.url), &founder));
    say(messages::fingerprint(&fingerprint));
    note(messages::how_others_join(inline(&joined.url)));
    if args.four_eyes != Some(false) {
        note(messages::alone_in_team());
    }
    Ok(())
}

/// Returns the user's name in a team: the given name, or the name in git.
pub(super) fn member_name(named: Option<&str>) -> Result<String, CliError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    teams::name_in_git().ok_or_else(|| CliError::usage(messages::member_name_missing()))
}
