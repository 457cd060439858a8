//! Secrets under their name: `password=…`, `"apiKey": "…"`, `export FOO_TOKEN=…`.

use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, class, starts_ignoring_case, with_longer};
use super::command::behind_user;
use super::declared::{cloudformation_parameter_name, paired_name, terraform_variable_name};
use super::entropy::has_digit;
use super::names::{self, SecretName, Spelled, Strength};
use super::password_grade::{Grade, is_made_up};
use super::stand_in::{ValueContext, is_long_hexadecimal, is_plain_word, is_secret};
use super::value::{self, TextValue, ValueReach};
use super::{DetectedSecret, header, index, mnemonic, user_slash_password};

/// The secret that the `=`, `:` or `|` at `at`, percent-encoded in a link (`%3D`, `%3A`), assigns
/// to the name before it.
pub(super) fn find_assigned(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    let name_end = name_end(view, at);
    let may_be = names::may_end(view, name_end);
    if may_be && view.has_literal(at, "==") {
        return find_compared(view, at, name_end);
    }
    let separator = if may_be { Separator::parse(view, at, name_end)? } else { return None };
    let name = names::name_before(view, separator.name_end);
    let name = match name.word {
        b"value" | b"Value" | b"VALUE" => paired_name(view, name),
        b"default" => terraform_variable_name(view, name),
        b"Default" => cloudformation_parameter_name(view, name),
        _ => name,
    };
    let is_parameter =
        separator.quotes_name && view.byte_before(name.start.saturating_sub(1)) == b'/';
    let is_path = view.byte_before(name.start) == b':' && (separator.sign == b':' || is_parameter);
    if is_path || is_option(view, &name, &separator) || is_test_result(view, &name, &separator) {
        return None;
    }
    let assignment = Assignment { view, name, separator };
    names::matching_names(name.phrase).find_map(|(kind, known)| assignment.find_secret(kind, known))
}

/// The password in quotes that the name which ends at `name_end` is compared with at `at`: `pw == "…"`.
fn find_compared(view: ByteView<'_>, at: usize, name_end: usize) -> Option<DetectedSecret> {
    let start = view.run_end(view.run_end(at, class!("="), 3), BLANK, 4);
    let (kind, name) = names::matching_names(names::name_before(view, name_end).word).next()?;
    let value = if name.is_password() { value::parse_quoted(view, start)? } else { return None };
    let is_password = Grade::classify(value.bytes_in(view)) >= Grade::Possible
        && !view.holds_placeholder(value.start, value.end);
    is_password.then(|| build_finding(view, value, kind))
}

/// True if the two colons at `at` stand between a name and base64.
fn is_ldif(view: ByteView<'_>, at: usize, name_end: usize) -> bool {
    name_end == at && BLANK.contains(view.byte_at(at + 2))
}

/// True if the name itself is an option's value and another option follows:
/// `eof_action=pass:repeatlast=0`.
fn is_option(view: ByteView<'_>, name: &Spelled<'_>, separator: &Separator) -> bool {
    let is_value = view.byte_before(name.start) == b'=' && separator.sign == b':';
    is_value && name.word == b"pass" && {
        let next = view.run_end(separator.end, class!("a-z_"), 32);
        next > separator.end && view.byte_at(next) == b'='
    }
}

/// True if the name of a test follows: `--- PASS: TestLogin`, `PASS: test_login`.
fn is_test_result(view: ByteView<'_>, name: &Spelled<'_>, separator: &Separator) -> bool {
    let start = view.run_end(separator.end, BLANK, 16);
    let begins = |word| starts_ignoring_case(view.slice(start, start + 16), word);
    name.word.eq_ignore_ascii_case(b"pass")
        && start > separator.end
        && ["test", "example", "benchmark", "fuzz"].into_iter().any(begins)
}

/// Separator between a name and its value.
#[derive(Clone, Copy, Debug)]
struct Separator {
    /// End of the name before the separator.
    name_end: usize,
    /// Possible start of the value.
    end: usize,
    /// The byte that stands for it.
    sign: u8,
    /// True if neither side has a blank or a quote.
    tight: bool,
    /// True if the name has quotes of its own.
    quotes_name: bool,
    /// True if a shell's default follows: `${NAME:-value}`.
    falls_back: bool,
    /// True if the separator is percent-encoded as in a link: `%3D`.
    is_encoded: bool,
}

impl Separator {
    /// The separator at `at`, unless the sign is part of an operator there.
    fn parse(view: ByteView<'_>, at: usize, name_end: usize) -> Option<Separator> {
        let (sign, width) = match (view.byte_at(at), view.byte_at(at + 2) | 0x20) {
            (b'%', b'd') => (b'=', 3),
            (b'%', _) => (b':', 3),
            (sign, _) => (sign, 1),
        };
        let (before, next) = (view.byte_before(at), view.byte_at(at + width));
        let is_operator = match sign {
            b'=' => b"=!<>+-*/%^~=".contains(&before) || next == b'=' || next == b'~',
            b'|' => before == b'|' || b"|=".contains(&next),
            // Two colons and a blank announce base64 in LDIF (RFC 2849).
            _ => before == b':' || (next == b':' && !is_ldif(view, at, name_end)),
        };
        if is_operator {
            return None;
        }
        let longer = matches!((sign, next), (b'=', b'>') | (b':', b'=' | b'-' | b':'));
        // In mail an equals sign is spelled with its number behind it.
        let is_mailed = sign == b'=' && width == 1 && view.has_literal(at + 1, "3D");
        let end = at + width + usize::from(longer) + if is_mailed { 2 } else { 0 };
        let tight = name_end == at && !BLANK.contains(view.byte_at(end));
        let quotes_name = name_end < at && value::has_quote(view, name_end);
        let falls_back = sign == b':' && next == b'-';
        let is_encoded = width > 1;
        Some(Separator { name_end, end, sign, tight, quotes_name, falls_back, is_encoded })
    }

    /// True if the separator is an equals sign without blanks around it, as in shells and URLs.
    fn is_tight_equals(self) -> bool {
        self.tight && self.sign == b'='
    }
}

/// A name that says that a secret follows, and what stands behind it.
#[derive(Clone, Copy, Debug)]
struct Assignment<'t> {
    view: ByteView<'t>,
    name: Spelled<'t>,
    separator: Separator,
}

impl Assignment<'_> {
    /// Returns the value here, if it is a secret for the name `known`.
    fn find_secret(&self, kind: &'static str, known: &SecretName) -> Option<DetectedSecret> {
        let (view, end) = (self.view, self.separator.end);
        match known.strength {
            Strength::Credentials => return header::find_credentials(view, end, kind),
            Strength::Cookies => return header::find_cookies(view, end, kind),
            Strength::SetCookie => return header::set_cookie(view, end, kind),
            Strength::Words => return mnemonic::find_phrase(view, end - 1),
            _ => {}
        }
        let (start, reach) = (self.value_start(), self.value_reach());
        let value = self.read_value(start, reach).filter(|&value| {
            self.is_secret(value, known) && !(value.is_quoted() && self.is_closed_by(value))
        });
        let later = || self.later_value(start).filter(|&value| self.is_secret(value, known));
        let value = value.or_else(later)?;
        let value = value::parse_whole(view, value, reach)?;
        let start = match known.strength {
            Strength::Pair => behind_user(view, value, b':')?,
            _ => value.start,
        };
        Some(build_finding(view, TextValue { start, ..value }, kind))
    }

    /// True if `value`, or a string joined to it, is a secret under the name `known`.
    fn is_secret(&self, value: TextValue, known: &SecretName) -> bool {
        if self.is_of_country(value)
            || self.is_of_assembly(value)
            || self.is_substituted(value)
            || (!value.is_quoted() && self.is_said_or_coded(value))
        {
            return false;
        }
        let setting = self.value_context(value, known);
        // The first part of a key may be no more than its beginning; of a password any part is one.
        let is_password = matches!(known.strength, Strength::Password);
        let mut pieces =
            value::joined_strings(self.view, value).take(if is_password { 1 } else { 16 });
        pieces.any(|piece| {
            let held = piece.bytes_in(self.view);
            let is_key = matches!(known.strength, Strength::Random)
                && self.name.is_capital_compound()
                && is_long_hexadecimal(held);
            is_key || is_secret(held, known.strength, setting)
        })
    }

    /// True if the bare `value` is a word of a message (`Password=Wachtwoord`,
    /// `copy.password=Please copy …`), a number that code gives to a constant, or the beginning of
    /// a structure.
    fn is_said_or_coded(&self, value: TextValue) -> bool {
        let (view, held) = (self.view, value.bytes_in(self.view));
        let text = std::str::from_utf8(held).unwrap_or_default();
        let mut letters = text.chars();
        let is_titled = letters.next().is_some_and(char::is_uppercase)
            && letters.clone().next().is_some()
            && letters.all(char::is_lowercase);
        let next = view.run_end(value.end, BLANK, 2);
        let goes_on = next > value.end
            && !view.byte_at(next).is_ascii_punctuation()
            && view.byte_at(next) > b' ';
        let is_line = matches!(view.byte_at(next), 0 | b'\r' | b'\n') && self.name.is_titled();
        let is_entry = self.separator.sign == b'='
            && !self.name.is_capital()
            && view.starts_line(self.name.start);
        let is_message = is_entry && is_titled && (goes_on || is_line);
        let is_number = held.iter().all(u8::is_ascii_digit);
        let is_constant =
            self.name.phrase.starts_with(b"const ") || view.byte_at(value.end) == b';';
        is_message || (is_number && is_constant && !self.separator.tight) || held.ends_with(b"{")
    }

    /// True if `value` is a .NET assembly's public key token, a part of the public key's hash.
    fn is_of_assembly(&self, value: TextValue) -> bool {
        let held = value.bytes_in(self.view);
        self.name.word.ends_with(b"PublicKeyToken")
            && held.len() == 16
            && held.iter().all(u8::is_ascii_hexdigit)
    }

    /// True if a shell substitutes the output of a command here: ``KEY=`pwgen -1s 32` ``.
    fn is_substituted(&self, value: TextValue) -> bool {
        let view = self.view;
        self.separator.is_tight_equals()
            && self.name.is_capital()
            && view.byte_before(value.start) == b'`'
            && value.bytes_in(view).windows(2).any(|two| two == b" -")
    }

    /// True if the name is the code of Palau or of a language spoken there: `PW`, `en_PW`.
    fn is_of_country(&self, value: TextValue) -> bool {
        let is_language = |name: &[u8]| matches!(name, [rest @ .., b'_' | b'-'] if rest.iter().all(u8::is_ascii_lowercase));
        let is_code = |name: &[u8]| name.is_empty() || is_language(name);
        let held = value.bytes_in(self.view);
        let is_country = matches!(held, b"Palau" | b"Palaos" | b"Palaus" | b"Palaou");
        (self.separator.quotes_name || is_country)
            && self.name.word.strip_suffix(b"PW").is_some_and(is_code)
            && !has_digit(held)
    }

    /// Returns the possible start of the value, after Markdown's asterisks if there are any.
    fn value_start(&self) -> usize {
        let (view, end) = (self.view, self.separator.end);
        // "ID/PW: admin / …": a user stands before the password as its name stands before this one.
        let before = view.byte_before(view.run_start(self.name.start, BLANK, 2));
        let names_user = self.separator.sign == b':' && before == b'/';
        let behind_user =
            if names_user { user_slash_password::behind_user(view, end) } else { None };
        let marked =
            || if self.separator.sign == b':' { view.run_end(end, class!("* \t"), 4) } else { end };
        behind_user.unwrap_or_else(marked)
    }

    /// The value at `start`; where a string holds the name as well, the rest of that string.
    fn read_value(&self, start: usize, reach: ValueReach) -> Option<TextValue> {
        let (view, name) = (self.view, &self.name);
        let in_string = self.separator.is_tight_equals()
            && name.is_capital()
            && QUOTE.contains(view.byte_before(name.start))
            && !QUOTE.contains(view.byte_at(start));
        if in_string {
            return value::rest_of_string(view, name.start - 1, start);
        }
        self.read_braced(start).or_else(|| value::parse_after(view, start, reach))
    }

    /// The value in the braces at `start`, which ODBC puts around one with a semicolon: `Pwd={…}`.
    fn read_braced(&self, start: usize) -> Option<TextValue> {
        const MAX_BRACED_BYTES: usize = 128;
        let view = self.view;
        let is_pair = self.separator.is_tight_equals() && view.byte_before(self.name.start) == b';';
        let start = if is_pair && view.byte_at(start) == b'{' { start + 1 } else { return None };
        let end = start
            + view.slice(start, start + MAX_BRACED_BYTES).iter().position(|&byte| byte == b'}')?;
        let held = view.slice(start, end);
        let is_name = held.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_. ".contains(byte));
        let is_value = !held.contains(&b'\n') && (!is_name || has_digit(held));
        is_value.then_some(TextValue { start, end, form: value::ValueForm::Quoted })
    }

    /// Returns the extent of a bare value: to the end of the line in a settings file.
    fn value_reach(&self) -> ValueReach {
        const EXPORT_COMMANDS: [&str; 3] = ["export ", "set ", "ENV "];
        let (view, name) = (self.view, &self.name);
        let exported = EXPORT_COMMANDS.iter().find_map(|word| {
            let start = name.start.checked_sub(word.len())?;
            (start >= view.floor && view.has_literal(start, word)).then_some(start)
        });
        let starts_line = view.starts_line(exported.unwrap_or(name.start));
        let is_setting = self.separator.sign == b':' || self.separator.tight;
        if starts_line && is_setting { ValueReach::Blank } else { ValueReach::Punctuation }
    }

    /// Returns the meaning of a bare word here under the name `known`.
    fn value_context(&self, value: TextValue, known: &SecretName) -> ValueContext {
        let is_capital = self.name.is_capital();
        let is_row = self.separator.sign == b'|';
        if value.is_quoted() && !is_row && !(is_capital && self.separator.tight) {
            return ValueContext::Quoted;
        }
        let is_ambiguous = known.is_ambiguous() && !is_capital;
        let is_password = matches!(known.strength, Strength::Password);
        let is_said = self.name.is_said() || self.name.is_korean() || is_row;
        let is_pair = is_password && self.is_among_pairs(value);
        match (self.is_literal(value) || is_pair) && !is_ambiguous {
            true if !is_password && is_said && !is_capital => ValueContext::Prose,
            true => ValueContext::Literal,
            false if is_said => ValueContext::Prose,
            false => ValueContext::Code,
        }
    }

    /// True if a bare word cannot be a variable: in a shell, a URL, a connection string, an option,
    /// a header, a line of settings.
    fn is_literal(&self, value: TextValue) -> bool {
        let (view, name, separator) = (self.view, &self.name, self.separator);
        let held = value.bytes_in(view);
        let (before, behind) = (view.byte_before(name.start), view.byte_at(value.end));
        let is_line = matches!(behind, 0 | b'\n' | b'\r') && view.starts_line(name.start);
        if separator.is_tight_equals() {
            let is_and = view.byte_at(name.start.wrapping_sub(2)) == b'&';
            let in_query = before == b'?'
                || (before == b'&' && !is_and)
                || behind == b'&'
                || separator.is_encoded;
            let in_pairs = name.is_titled() && (before == b';' || behind == b';');
            let is_setting = is_line && (is_plain_word(held) || is_made_up(held));
            return name.is_capital() || name.is_hyphenated() || in_query || in_pairs || is_setting;
        }
        let is_prompt =
            is_line && separator.sign == b':' && name.is_titled() && view.starts_line(name.start);
        name.is_korean()
            || is_prompt
            || (is_line && is_made_up(held))
            || separator.falls_back
            || (name.is_hyphenated()
                && !separator.quotes_name
                && (separator.sign == b'=' || has_digit(held)))
            || (name.is_capital() && separator.sign == b':' && is_line)
    }

    /// Returns true if another pair stands before or behind, with a blank between: `user=a password=b`.
    fn is_among_pairs(&self, value: TextValue) -> bool {
        const NAME_CHARS: ByteClass = class!("A-Za-z0-9_.-");
        const PAIR_CHARS: ByteClass = class!("!#-&*+./0-9:=?-Z^_a-z~-");
        const MAX_PAIR_BYTES: usize = 80;
        let view = self.view;
        if !self.separator.is_tight_equals() {
            return false;
        }
        let next = view.run_end(value.end, BLANK, 2);
        let name = view.run_end(next, NAME_CHARS, MAX_PAIR_BYTES);
        let goes_on = next > value.end
            && name > next
            && view.byte_at(name) == b'='
            && view.byte_at(name + 1) > b' '
            && view.byte_at(name + 1) != b'=';
        let is_quoted = QUOTE.contains(view.byte_before(self.name.start))
            && view.byte_at(value.end) == view.byte_before(self.name.start);
        let comma = usize::from(view.byte_before(self.name.start) == b',');
        let end = view.run_start(self.name.start, BLANK, 2) - comma;
        let start = view.run_start(end, PAIR_CHARS, MAX_PAIR_BYTES);
        let before = view.slice(start, end);
        // A pair may be the value of an option: `--set password=…`.
        let is_option = before.starts_with(b"-") && end < self.name.start;
        let follows = end < self.name.start
            && view.byte_before(start) != b'('
            && before.iter().skip(1).rev().skip(1).filter(|byte| **byte == b'=').count() == 1;
        goes_on || follows || is_option || is_quoted
    }

    /// True if the quote before `value` closes a string that contains the name and opens none:
    /// `prompt("Password: ", stream)`.
    fn is_closed_by(&self, value: TextValue) -> bool {
        const MAX_LINE_BYTES: usize = 256;
        let (view, end) = (self.view, self.name.start);
        let begins = b",;)]}+. \t".contains(&view.byte_at(value.start));
        if !begins || self.separator.quotes_name {
            return false;
        }
        let quote = view.byte_at(value.start - 1);
        let line = view.slice(view.floor.max(end.saturating_sub(MAX_LINE_BYTES)), end);
        let quotes = line.iter().rev().take_while(|&&byte| byte != b'\n');
        quotes.filter(|&&byte| byte == quote).count() % 2 == 1
    }

    /// The string that stands behind a type or an expression at `start`.
    fn later_value(&self, start: usize) -> Option<TextValue> {
        let is_typed = self.separator.sign == b':';
        let typed = if is_typed { typed_value(self.view, start) } else { None };
        typed.or_else(|| fallback_value(self.view, start))
    }
}

/// Returns the end of the name before the separator at `at`: before blanks and colours, a closing
/// quote or bracket, the marks of an optional field, and Markdown's asterisks.
fn name_end(view: ByteView<'_>, at: usize) -> usize {
    let control = view.control_start(at);
    if control == at && view.byte_before(at).is_ascii_alphanumeric() {
        return at;
    }
    let end = before_accessors(view, view.run_start(control, BLANK, 16));
    let end = before_remark(view, end);
    let end = view.run_start(view.control_start(end), class!("?!*"), 2);
    let bracketed = end - usize::from(view.byte_before(end) == b']');
    let name = value::quote_start(view, bracketed);
    if name == bracketed { end } else { name }
}

/// Returns the end of the Korean name before a remark in parentheses that ends at `end`:
/// "비밀번호(운영)".
fn before_remark(view: ByteView<'_>, end: usize) -> usize {
    const REMARK_CHARS: ByteClass = ByteClass(const { &with_longer(class!("A-Za-z0-9 _.-")) });
    if view.byte_before(end) != b')' {
        return end;
    }
    let open = view.run_start(end - 1, REMARK_CHARS, 40);
    let name = view.run_start(open.saturating_sub(1), BLANK, 4);
    let is_remark = view.byte_before(open) == b'(' && !view.byte_before(name).is_ascii();
    if is_remark { name } else { end }
}

/// Returns the end of the name before accessors that end at `end`: `Password { get; set; }`.
fn before_accessors(view: ByteView<'_>, end: usize) -> usize {
    const ACCESSOR_CHARS: ByteClass = class!("a-z ;");
    if view.byte_before(end) != b'}' {
        return end;
    }
    let brace = view.run_start(end - 1, ACCESSOR_CHARS, 40);
    let is_property =
        view.byte_before(brace) == b'{' && view.slice(brace, end).starts_with(b" get;");
    if is_property { view.run_start(brace - 1, BLANK, 4) } else { end }
}

/// The string given to a name behind its type at `start`: `password: &str = "…"`.
fn typed_value(view: ByteView<'_>, start: usize) -> Option<TextValue> {
    const TYPE_CHARS: ByteClass = class!("A-Za-z0-9_<>&'[]:?|. ");
    let equals = view.run_end(start, TYPE_CHARS, 48);
    let is_redacted = view.holds_placeholder(start, equals);
    let is_assigned = !is_redacted
        && BLANK.contains(view.byte_before(equals))
        && view.byte_at(equals) == b'='
        && !b"=>".contains(&view.byte_at(equals + 1));
    let value =
        is_assigned.then(|| value::parse_after(view, equals + 1, ValueReach::Punctuation))??;
    value.is_quoted().then_some(value)
}

/// The string that is taken where the expression at `start` gives nothing:
/// `process.env.PASSWORD || "…"`.
fn fallback_value(view: ByteView<'_>, start: usize) -> Option<TextValue> {
    const MAX_EXPRESSION_BYTES: usize = 64;
    let line = view.slice(start, start + MAX_EXPRESSION_BYTES);
    let line = line.split(|&byte| matches!(byte, b'\n' | b',' | b';')).next()?;
    let operator = line.windows(3).position(|three| matches!(three, b"|| " | b"?? " | b"or "))?;
    let is_redacted = view.holds_placeholder(start, start + operator);
    let value = value::parse_after(view, start + operator + 3, ValueReach::Punctuation)?;
    (value.is_quoted() && !is_redacted).then_some(value)
}

/// The finding for `value`: of the token's own kind where all of it is a token.
pub(super) fn build_finding(
    view: ByteView<'_>,
    value: TextValue,
    kind: &'static str,
) -> DetectedSecret {
    let token = index::find_token(view, value.start);
    match token.or_else(|| index::loose_token(view, value.start)) {
        Some(token) if token.start < value.end && value.end <= token.end => token,
        _ => DetectedSecret { kind, start: value.start, end: value.end },
    }
}
