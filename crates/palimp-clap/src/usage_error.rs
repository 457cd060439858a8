//! Usage errors of clap in Korean, by their kind.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use palimp_core::lang::{Lang, current_lang};
use palimp_core::message::{Marked, fit_particles};

/// Styles of clap's messages, as it has them unless told otherwise.
const ERROR_STYLE: &str = "\x1b[1m\x1b[31m";
const VALID_STYLE: &str = "\x1b[32m";
const INVALID_STYLE: &str = "\x1b[33m";
const HEADING_STYLE: &str = "\x1b[1m\x1b[4m";
const LITERAL_STYLE: &str = "\x1b[1m";
const STYLE_RESET: &str = "\x1b[0m";

/// Returns the message of a usage error in the thread's language: the error, hints, the right call.
/// What clap has no kind for stays as clap says it.
pub fn usage_error(error: &clap::Error) -> StyledStr {
    match (current_lang(), describe(error)) {
        (Lang::Ko, Some(description)) => StyledStr::from(whole_message(error, &description)),
        _ => error.render(),
    }
}

fn whole_message(error: &clap::Error, description: &str) -> String {
    let head = paint(ERROR_STYLE, "오류:");
    let mut message = format!("{head} {description}");
    let hints = hints(error);
    if !hints.is_empty() {
        message += &format!("\n\n{}", hints.join("\n"));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.ansi().to_string();
        let head = paint(HEADING_STYLE, "쓰는 법:");
        message += "\n\n";
        message += &usage.replacen(&paint(HEADING_STYLE, "Usage:"), &head, 1);
    }
    message + &format!("\n\n자세한 것: '{}'\n", paint(LITERAL_STYLE, "--help"))
}

/// Returns what is wrong, without hints.
fn describe(error: &clap::Error) -> Option<String> {
    use ContextKind::{InvalidArg, InvalidSubcommand, PriorArg, ValidSubcommand, ValidValue};
    let text = |kind| text_of(error, kind);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => {
            filled("'{}'은(는) 여기에 쓸 수 없습니다", &[(INVALID_STYLE, text(InvalidArg)?)])
        }
        ErrorKind::InvalidSubcommand => {
            filled("'{}'(이)라는 명령은 없습니다", &[(INVALID_STYLE, text(InvalidSubcommand)?)])
        }
        ErrorKind::MissingRequiredArgument => {
            let lines = list_of(error, InvalidArg, "\n  ");
            format!("빠진 것이 있습니다:\n  {lines}")
        }
        ErrorKind::MissingSubcommand => {
            let name = paint(INVALID_STYLE, &text(InvalidSubcommand)?);
            let names = bracketed("명령", error, ValidSubcommand);
            format!("{name}: 다음에 올 명령이 빠졌습니다{names}")
        }
        ErrorKind::InvalidValue => {
            let values = bracketed("쓸 수 있는 값", error, ValidValue);
            match text(ContextKind::InvalidValue)? {
                value if value.is_empty() => {
                    format!("{}: 값이 필요합니다{values}", paint(INVALID_STYLE, &text(InvalidArg)?))
                }
                value => wrong_value(&text(InvalidArg)?, value) + &values,
            }
        }
        ErrorKind::ValueValidation => {
            let reason = error.source().map(|source| format!(": {}", parse_reason(source)));
            let value = text(ContextKind::InvalidValue)?;
            wrong_value(&text(InvalidArg)?, value) + &reason.unwrap_or_default()
        }
        ErrorKind::TooManyValues => {
            let (arg, value) = (text(InvalidArg)?, text(ContextKind::InvalidValue)?);
            let value = paint(INVALID_STYLE, &value);
            format!("{}: 남는 값이 있습니다: '{value}'", paint(LITERAL_STYLE, &arg))
        }
        ErrorKind::ArgumentConflict => conflict(error, error.get(PriorArg))?,
        ErrorKind::InvalidUtf8 => "인자에 UTF-8이 아닌 글자가 있습니다".to_owned(),
        _ => return None,
    })
}

fn wrong_value(arg: &str, value: String) -> String {
    let sentence = filled("'{}'은(는) 쓸 수 없습니다", &[(INVALID_STYLE, value)]);
    format!("{}: {sentence}", paint(LITERAL_STYLE, arg))
}

fn conflict(error: &clap::Error, prior: Option<&ContextValue>) -> Option<String> {
    let (noun, name) = match text_of(error, ContextKind::InvalidArg) {
        Some(arg) => ("", arg),
        None => ("명령 ", text_of(error, ContextKind::InvalidSubcommand)?),
    };
    let sentence = match prior? {
        ContextValue::String(other) if *other == name => {
            filled("'{}'은(는) 한 번만 쓸 수 있습니다", &[(INVALID_STYLE, name)])
        }
        ContextValue::String(other) => filled(
            "'{}'은(는) '{}'과(와) 함께 쓸 수 없습니다",
            &[(INVALID_STYLE, name), (INVALID_STYLE, other.clone())],
        ),
        ContextValue::Strings(others) => {
            let lines: String =
                others.iter().map(|it| format!("\n  {}", paint(INVALID_STYLE, it))).collect();
            filled("'{}'은(는) 다음과 함께 쓸 수 없습니다:", &[(INVALID_STYLE, name)]) + &lines
        }
        _ => filled("'{}'은(는) 다른 인자와 함께 쓸 수 없습니다", &[(INVALID_STYLE, name)]),
    };
    Some(noun.to_owned() + &sentence)
}

/// Returns why a value cannot be parsed. Words of this workspace are in the right language already.
fn parse_reason(source: &(dyn std::error::Error + 'static)) -> String {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return int_reason(error.kind()).to_owned();
    }
    let text = source.to_string();
    if source.is::<ParseFloatError>() {
        return if text.contains("empty") { "비어 있습니다" } else { "수가 아닙니다" }.to_owned();
    }
    match text.split_once(" is not in ") {
        Some((value, range)) => out_of_range(value, range),
        None => text,
    }
}

const fn int_reason(kind: &IntErrorKind) -> &'static str {
    match kind {
        IntErrorKind::Empty => "비어 있습니다",
        IntErrorKind::PosOverflow => "너무 큰 수입니다",
        IntErrorKind::NegOverflow => "너무 작은 수입니다",
        _ => "수가 아닙니다",
    }
}

fn out_of_range(value: &str, range: &str) -> String {
    let value = value.to_owned();
    match range.split_once("..=") {
        Some((from, to)) => filled(
            &format!("{from}부터 {to}까지의 수여야 합니다. {{}}은(는) 범위를 벗어납니다"),
            &[("", value)],
        ),
        None => format!("{value}: {range}에 들지 않습니다"),
    }
}

/// Returns what may have been meant, a line each.
fn hints(error: &clap::Error) -> Vec<String> {
    let similar = [
        (ContextKind::SuggestedSubcommand, "비슷한 명령:", "비슷한 명령들:"),
        (ContextKind::SuggestedArg, "비슷한 것:", "비슷한 것들:"),
        (ContextKind::SuggestedValue, "비슷한 값:", "비슷한 값들:"),
    ];
    let line = |(kind, one, many): (ContextKind, &str, &str)| {
        let names = strings_of(error, kind);
        let quoted = names.iter().map(|name| format!("'{}'", paint(VALID_STYLE, name)));
        let label = if names.len() == 1 { one } else { many };
        let list = quoted.collect::<Vec<_>>().join(", ");
        (!names.is_empty()).then(|| format!("  {} {list}", paint(VALID_STYLE, label)))
    };
    let tips = match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => tips.as_slice(),
        _ => &[],
    };
    let tips = tips.iter().map(|tip| format!("  {}", tip_in_korean(&tip.to_string())));
    similar.into_iter().filter_map(line).chain(tips).collect()
}

/// Returns a tip in Korean. Clap has no kinds of tips: the quoted names decide.
fn tip_in_korean(tip: &str) -> String {
    let names: Vec<String> = tip.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
    let styled = |name: &String, style| (style, name.clone());
    match names.as_slice() {
        [name] => format!("이렇게 쓸 수 있습니다: '{}'", paint(VALID_STYLE, name)),
        [value, call] if call.ends_with(value.as_str()) => filled(
            "'{}'을(를) 값으로 쓰려면: '{}'",
            &[styled(value, INVALID_STYLE), styled(call, VALID_STYLE)],
        ),
        [command, before] => filled(
            "'{}'은(는) 명령입니다. 쓰려면 앞의 '{}'을(를) 빼세요",
            &[styled(command, VALID_STYLE), styled(before, INVALID_STYLE)],
        ),
        _ => tip.to_owned(),
    }
}

fn bracketed(label: &str, error: &clap::Error, kind: ContextKind) -> String {
    let values = list_of(error, kind, ", ");
    if values.is_empty() { String::new() } else { format!("\n  [{label}: {values}]") }
}

fn list_of(error: &clap::Error, kind: ContextKind, separator: &str) -> String {
    let names = strings_of(error, kind);
    names.iter().map(|name| paint(VALID_STYLE, name)).collect::<Vec<_>>().join(separator)
}

fn strings_of(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(names)) => names.clone(),
        Some(ContextValue::String(name)) => vec![name.clone()],
        _ => Vec::new(),
    }
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// Fills the blanks of a Korean sentence with styled values, and chooses the particles behind them.
fn filled(form: &str, values: &[(&str, String)]) -> String {
    let mut parts = form.split("{}");
    let mut marked = parts.next().unwrap_or_default().to_owned();
    for ((_, value), words) in values.iter().zip(parts) {
        marked += &format!("{}{words}", Marked(value));
    }
    let sentence = fit_particles(&marked);
    values.iter().fold(sentence, |sentence, (style, value)| {
        sentence.replacen(&format!("'{value}'"), &format!("'{}'", paint(style, value)), 1)
    })
}

fn paint(style: &str, text: &str) -> String {
    if style.is_empty() { text.to_owned() } else { format!("{style}{text}{STYLE_RESET}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction, Command, value_parser};
    use palimp_core::lang::with_lang;

    fn app() -> Command {
        let number = Arg::new("n").long("limit").value_name("N").value_parser(value_parser!(u16));
        let kind = Arg::new("kind").long("kind").value_name("KIND").value_parser(["big", "small"]);
        let yes = Arg::new("yes").long("yes").action(ArgAction::SetTrue);
        let no = Arg::new("no").long("no").action(ArgAction::SetTrue).conflicts_with("yes");
        let id = Arg::new("id").value_name("ID").required(true);
        let add = Command::new("add").args([number, kind, yes, no, id]);
        Command::new("app").subcommand_required(true).subcommand(add)
    }

    #[track_caller]
    fn check(words: &[&str], expect: &str) {
        let error = app().try_get_matches_from(words).unwrap_err();
        let said = with_lang(Lang::Ko, || usage_error(&error)).to_string();
        assert!(said.starts_with(expect), "{said:?}");
        assert!(said.contains("자세한 것: '--help'\n") && !said.contains("Usage"), "{said:?}");
        assert_eq!(usage_error(&error).to_string(), error.render().to_string());
    }

    #[test]
    fn usage_error_is_in_korean_by_its_kind() {
        check(
            &["app", "ad"],
            "오류: 'ad'라는 명령은 없습니다\n\n  비슷한 명령: 'add'\n\n쓰는 법: app",
        );
        check(&["app", "add"], "오류: 빠진 것이 있습니다:\n  <ID>\n\n쓰는 법: app add");
        check(
            &["app", "add", "--limt", "1", "x"],
            "오류: '--limt'는 여기에 쓸 수 없습니다\n\n  비슷한 것: '--limit'",
        );
        check(
            &["app", "add", "--limit", "70000", "x"],
            "오류: --limit <N>: '70000'은 쓸 수 없습니다: 0부터 65535까지의 수여야 합니다. 70000은 범위를",
        );
        check(
            &["app", "add", "--limit", "x", "x"],
            "오류: --limit <N>: 'x'는 쓸 수 없습니다: 수가 아닙니다",
        );
        check(
            &["app", "add", "--kind", "bigg", "x"],
            "오류: --kind <KIND>: 'bigg'은(는) 쓸 수 없습니다\n  [쓸 수 있는 값: big, small]\n\n  비슷한 값: 'big'",
        );
        check(
            &["app", "add", "--yes", "--no", "x"],
            "오류: '--yes'는 '--no'와 함께 쓸 수 없습니다",
        );
        check(&["app", "add", "--yes", "--yes", "x"], "오류: '--yes'는 한 번만 쓸 수 있습니다");
        check(&["app", "add", "x", "--y"], "오류: '--y'");
        check(&["app", "add", "x", "-y"], "오류: '-y'");
    }

    #[test]
    fn names_have_the_styles_of_clap() {
        let error = app().try_get_matches_from(["app", "ad"]).unwrap_err();
        let count = |said: StyledStr| said.ansi().to_string().matches('\x1b').count();
        assert_eq!(count(with_lang(Lang::Ko, || usage_error(&error))), count(error.render()));
    }
}
