//! Passwords in sentences and in files that set them apart by blanks alone:
//! "the password is hunter2", `PASSWORD 'x'`, "비밀번호는 …", `.netrc`.

use super::assign::{self, build_finding};
use super::bytes::{BLANK, ByteClass, ByteView, QUOTE, SPACE, WORD_CHARS, class};
use super::entropy::{has_digit, has_letter};
use super::names::{self, Strength};
use super::password_grade::Grade;
use super::phrases::{Form, Phrase};
use super::randomness::is_algorithm;
use super::sentence_password::SentenceSubject;
use super::stand_in::{ValueContext, is_secret, is_stand_in};
use super::value::{self, TextValue, ValueReach};
use super::{
    DetectedSecret, korean, mnemonic, particles, password_before_name, script, sentence_password,
    statement, typed_code, user_slash_password,
};

/// Progress in an entry of `.netrc`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NetrcEntry {
    /// There is none.
    #[default]
    Absent,
    /// Its machine is named.
    Machine,
    /// Its user is named; the password may follow.
    Login,
}

impl NetrcEntry {
    /// The entry when a new line begins at `at`: it goes on where one of its words stands.
    pub(super) fn on_line(self, view: ByteView<'_>, at: usize) -> NetrcEntry {
        if self == NetrcEntry::Absent {
            return self;
        }
        let at = view.run_end(at, BLANK, 16);
        let goes_on =
            ["login", "password", "account"].iter().any(|word| view.has_literal(at, word));
        if goes_on { self } else { NetrcEntry::Absent }
    }
}

impl Phrase {
    /// Returns true if this phrase at `at` may be the title of a column that blanks set apart.
    pub(super) fn is_title(&self, view: ByteView<'_>, at: usize) -> bool {
        let end = at + self.start.len();
        let is_apart = view.has_literal(end, "  ") || matches!(view.byte_at(end), b'\r' | b'\n');
        is_apart && view.byte_before(at) == b' '
    }

    /// Returns what follows this phrase at `at`: a secret, or the state of an entry of `.netrc`.
    pub(super) fn find_secret(
        &self,
        view: ByteView<'_>,
        at: usize,
        entry: &mut NetrcEntry,
    ) -> Option<DetectedSecret> {
        let end = at + self.start.len();
        if !view.has_literal(at, self.start)
            || (WORD_CHARS.contains(view.byte_at(end))
                && WORD_CHARS.contains(view.byte_at(end - 1)))
        {
            return None;
        }
        let is_joined = b"-_./$".contains(&view.byte_before(at));
        let is_loose =
            matches!(self.form, Form::Pass | Form::Word | Form::Pin | Form::Access | Form::User);
        if is_joined && is_loose {
            return None;
        }
        match self.form {
            Form::English if *entry == NetrcEntry::Login => in_entry(view, end, entry),
            // What stands before is read alike whether the rest was taken out or not: it comes first.
            Form::English => sentence_password::find_before(view, at)
                .or_else(|| password_before_name::before(view, at))
                .or_else(|| after_verb(view, end))
                .or_else(|| in_quotes(view, end))
                .or_else(|| at_prompt(view, end))
                .or_else(|| in_sentence(view, end, SentenceSubject::Password)),
            Form::Word => {
                let before = || {
                    sentence_password::find_before(view, at)
                        .or_else(|| password_before_name::before(view, at))
                };
                before().or_else(|| in_sentence(view, end, SentenceSubject::Word))
            }
            Form::Typed => {
                let typed = in_sentence(view, end, SentenceSubject::Typed);
                typed.or_else(|| typed_code::typed_at_prompt(view, at, end))
            }
            Form::Type => typed_code::typed_at_prompt(view, at, end),
            Form::TypedBefore => korean::typed(view, at),
            Form::Code => {
                let plural = end + usize::from(view.byte_at(end) == b's');
                let told =
                    sentence_password::find_after(view, plural, "secret", SentenceSubject::Code);
                nearest([told, typed_code::listed(view, plural)])
            }
            Form::Directive => find_directive_value(view, end),
            Form::Pass => in_sentence(view, end, SentenceSubject::Pass),
            Form::Plural => password_before_name::before(view, at)
                .or_else(|| stated(view, end, SentenceSubject::Word)),
            Form::Answer => typed_code::answer(view, end),
            Form::NamedCode if !typed_code::names_code(view, at) => None,
            Form::Pin | Form::NamedCode => nearest([
                in_sentence(view, end, SentenceSubject::Pin),
                in_sentence(view, end, SentenceSubject::Pass),
                typed_code::grouped_code(view, end),
            ]),
            Form::Passcode => nearest([
                in_sentence(view, end, SentenceSubject::Pin),
                in_sentence(view, end, SentenceSubject::Word),
            ]),
            Form::Access => self
                .find_before_login(view, at)
                .or_else(|| in_sentence(view, end, SentenceSubject::Login)),
            Form::User => user_slash_password::behind_name(view, end),
            Form::Key if view.byte_at(end).is_ascii() => {
                let key = behind_verb(view, end).and_then(|at| key_at(view, at));
                key.or_else(|| nearest([strong_key(view, end), short_key(view, end)]))
            }
            Form::Key | Form::KoreanKey => {
                let key = behind_particle(view, end).and_then(|at| key_at(view, at));
                key.or_else(|| nearest([strong_key(view, end), korean::mixed(view, end)]))
            }
            Form::Korean => korean::before(view, at)
                .or_else(|| user_slash_password::behind_names(view, at, end))
                .or_else(|| named_by(view, at, end))
                .or_else(|| after_particle(view, end))
                .or_else(|| in_sentence(view, end, SentenceSubject::Password)),
            Form::Sql => in_sql(view, end),
            Form::Account => user_slash_password::find_after_user(view, end, true),
            Form::KoreanAccount => self
                .find_before_login(view, at)
                .or_else(|| user_slash_password::find_after_user(view, end, false)),
            Form::Words => find_wallet_words(view, end),
            Form::Mask => finding_at(view, end),
            Form::Machine => {
                *entry = NetrcEntry::Machine;
                None
            }
            Form::Login => {
                *entry = if *entry == NetrcEntry::Machine {
                    NetrcEntry::Login
                } else {
                    NetrcEntry::Absent
                };
                None
            }
        }
    }

    /// Returns the password before this phrase, with which somebody logs in: "…로 로그인".
    fn find_before_login(&self, view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
        // One connects to a host, and makes an account of a name, with the same particle.
        if self.start.starts_with("로그인") {
            sentence_password::find_before(view, at)
        } else {
            None
        }
    }
}

/// The value of a setting behind the word that ends at `end`.
fn find_directive_value(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let start = view.run_end(end, BLANK, 8);
    let value = value::parse_after(view, start, ValueReach::Blank)
        .filter(|_| start > end || view.byte_before(end) == b'>')?;
    let value = value::parse_whole(view, value, ValueReach::Blank)?;
    let held = value.bytes_in(view);
    let is_marked = view.byte_before(end) != b'>' || Grade::classify(held) >= Grade::Possible;
    let is_secret = held.len() >= 4 && is_marked && !held.starts_with(b"#") && !is_said(held);
    (is_secret && !is_stand_in(held)).then(|| build_finding(view, value, "password"))
}

/// Returns true if `held` is a word of a sentence about a setting.
fn is_said(held: &[u8]) -> bool {
    let is_word = held.iter().all(u8::is_ascii_lowercase);
    is_word
        && ["directive", "setting", "option", "is", "must", "with", "from"]
            .iter()
            .any(|word| held == word.as_bytes())
}

/// Returns what is spoken of as `subject` in the sentence behind the word that ends at `end`.
fn in_sentence(view: ByteView<'_>, end: usize, subject: SentenceSubject) -> Option<DetectedSecret> {
    let is_code = b"(.=[".contains(&view.byte_at(end));
    let start = particles::particles_end(view, end);
    // Behind a sign more is known of the value.
    let quote = value::quote_end(view, start);
    let sign = view.run_end(quote, BLANK, 4);
    let is_behind_user = view.byte_before(names::name_before(view, end).start) == b'/';
    let is_assigned = b":=".contains(&view.byte_at(sign))
        && (is_behind_user || quote > start || assign::find_assigned(view, sign).is_some());
    if is_code || is_assigned {
        return None;
    }
    let told = sentence_password::find_after(view, start, "password", subject);
    let takes = matches!(
        subject,
        SentenceSubject::Password
            | SentenceSubject::Word
            | SentenceSubject::Pass
            | SentenceSubject::Pin
    );
    nearest([told, if takes { stated(view, end, subject) } else { None }])
}

/// The first of what several rules find behind a name: what one finds hides what others do behind it, whether it was
/// taken out before or not.
fn nearest<const N: usize>(found: [Option<DetectedSecret>; N]) -> Option<DetectedSecret> {
    found.into_iter().flatten().min_by_key(|found| found.start)
}

/// The string before the name at `at` that is used as what that says: a particle behind says so.
fn named_by(view: ByteView<'_>, at: usize, end: usize) -> Option<DetectedSecret> {
    let is_used = ["로", "으로", "입니", "이에", "예요", "야", "임"]
        .iter()
        .any(|form| view.has_literal(end, form))
        || matches!(view.byte_at(end), 0 | b'\r' | b'\n');
    if is_used { korean::string_before(view, at) } else { None }
}

/// The secret that a sentence states behind its name, which ends at `end`.
fn stated(view: ByteView<'_>, end: usize, subject: SentenceSubject) -> Option<DetectedSecret> {
    let next = view.byte_at(end + 1);
    let is_code = match view.byte_at(end) {
        b'(' | b'.' | b'=' | b'[' | b'`' | b'"' | b'\\' | b'/' | b'<' => true,
        b':' | b',' | b';' | b'\'' => next > b' ' && next != b's',
        _ => false,
    };
    let sign = view.run_end(value::quote_end(view, particles::particles_end(view, end)), BLANK, 4);
    // Behind a sign more is known of the value.
    let is_assigned =
        b":=".contains(&view.byte_at(sign)) && assign::find_assigned(view, sign).is_some();
    if is_code || is_assigned {
        return None;
    }
    let english = || statement::behind(view, end, subject);
    let next = view.run_end(end, BLANK, 1);
    match subject == SentenceSubject::Pass
        || view.byte_at(end).is_ascii() && view.byte_at(next).is_ascii()
    {
        true => english().or_else(|| {
            let is_korean =
                || view.slice(end, end + 80).iter().any(|byte| (0xea..=0xed).contains(byte));
            if subject != SentenceSubject::Pass && is_korean() {
                korean::behind(view, end)
            } else {
                None
            }
        }),
        false => korean::behind(view, end),
    }
}

/// The password of an entry of `.netrc`, where any word is one.
fn in_entry(view: ByteView<'_>, end: usize, entry: &mut NetrcEntry) -> Option<DetectedSecret> {
    *entry = NetrcEntry::Absent;
    let start = view.run_end(end, SPACE, 16);
    let value = value::parse_after(view, start, ValueReach::Blank)?;
    let value = value::parse_whole(view, value, ValueReach::Blank)?;
    let held = value.bytes_in(view);
    (start > end && !is_stand_in(held)).then(|| build_finding(view, value, "password"))
}

/// The password behind "is" or "was".
fn after_verb(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    #[rustfmt::skip]
    const ENGLISH_VERBS: [&str; 11] = [
        " is ", " was ", " is: ", " to ", " is now ", " was changed to ", " changed to ",
        " should be ", " set to ", " -> ", " → ",
    ];
    let verb = ENGLISH_VERBS.iter().rev().find(|verb| view.has_literal(end, verb))?;
    find_spoken_password(view, end + verb.len())
}

/// Returns the possible start of a key or token after a verb, and after its owner: `key for staging
/// is …`.
fn behind_verb(view: ByteView<'_>, end: usize) -> Option<usize> {
    const ENGLISH_VERBS: [&str; 4] = [" is now ", " is: ", " is ", " to "];
    const OWNER_CHARS: ByteClass = class!("A-Za-z0-9_./' -");
    const MAX_OWNER_BYTES: usize = 48;
    let is = |whom: &[u8]| whom.windows(4).position(|word| word == b" is ");
    // Some keys are there to be shown: "the cache key for this build is …".
    names::matching_names(names::name_before(view, end).phrase).next()?;
    let verb = match view.has_literal(end, " for ") {
        true => end + is(view.slice(end, view.run_end(end, OWNER_CHARS, MAX_OWNER_BYTES)))?,
        false => end,
    };
    ENGLISH_VERBS.iter().find(|word| view.has_literal(verb, word)).map(|word| verb + word.len())
}

/// Returns the possible start of a key or token after blanks with a Korean particle before them:
/// "api key는 …".
fn behind_particle(view: ByteView<'_>, end: usize) -> Option<usize> {
    let particle = particles::particles_end(view, end);
    let at = view.run_end(particle, BLANK, 2);
    (particle < at).then_some(at)
}

/// The key or token at `at`, right behind its name.
fn key_at(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MIN_KEY_BYTES: usize = 10;
    let value = value::parse_after(view, at, ValueReach::Punctuation)?;
    let held = value.bytes_in(view);
    let is_key =
        held.len() >= MIN_KEY_BYTES && is_secret(held, Strength::Plain, ValueContext::Prose);
    let whole = is_key.then(|| value::parse_whole(view, value, ValueReach::Punctuation))??;
    Some(build_finding(view, whole, "secret"))
}

/// The words of a wallet behind "is" or a particle, or right there.
fn find_wallet_words(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const ENGLISH_VERBS: [&str; 4] = [" is", " was", " are", " words"];
    let verb = ENGLISH_VERBS
        .iter()
        .find(|verb| view.has_literal(end, verb))
        .map_or(end, |verb| end + verb.len());
    mnemonic::find_phrase(view, particles::particles_end(view, verb))
}

/// The key some words behind the name that ends at `end`, where that means one and nothing else.
fn strong_key(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let (kind, name) = names::matching_names(names::name_before(view, end).phrase).next()?;
    let is_sure = matches!(name.strength, Strength::Plain | Strength::Token);
    let end = particles::particles_end(view, end);
    if is_sure {
        sentence_password::find_after(view, end, kind, SentenceSubject::Key)
    } else {
        None
    }
}

/// The short key that a sentence states behind its name, which ends at `end`.
fn short_key(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const REACH: usize = 64;
    // Code has many keys, and states none.
    let is_verb = |four: &[u8]| {
        matches!(four, b" is " | b" was") || four.starts_with(b": ") || four.starts_with(b"->")
    };
    let may_be = b" '".contains(&view.byte_at(end))
        && view.slice(end, end + REACH).windows(4).any(is_verb)
        || view.has_literal(end, ": ");
    if !may_be {
        return None;
    }
    names::matching_names(names::name_before(view, end).phrase).next()?;
    stated(view, end, SentenceSubject::Key)
}

/// The password typed at a prompt that says for whom it is: `password for root: …`.
fn at_prompt(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    const OWNER_CHARS: ByteClass = class!("A-Za-z0-9_.@/'\"-");
    let whom =
        [" for user ", " for key ", " for "].iter().find(|word| view.has_literal(end, word))?;
    let colon = view.run_end(end + whom.len(), OWNER_CHARS, 64);
    let value = if view.has_literal(colon, ": ") {
        value::parse_after(view, colon + 2, ValueReach::Blank)?
    } else {
        return None;
    };
    let is_line = matches!(view.byte_at(value.end), 0 | b'\n' | b'\r');
    let is_password =
        is_line && is_secret(value.bytes_in(view), Strength::Password, ValueContext::Literal);
    is_password.then(|| build_finding(view, value, "password"))
}

/// The password behind a Korean particle.
fn after_particle(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let particle = particles::particles_end(view, end);
    let at = view.run_end(particle, class!(" (>-"), 4);
    let at = if view.has_literal(at, "→ ") { at + "→ ".len() } else { at };
    let is_apart = at > particle || QUOTE.contains(view.byte_at(at));
    match is_apart {
        true => find_spoken_password(view, at),
        // "비번은Kxx82hfQz야": nothing but its look tells a value from the sentence around it.
        false if particle > end => sentence_password::find_at(view, particle, "password"),
        false => None,
    }
}

/// The password that SQL is told behind `IDENTIFIED`: `BY '…'`, `WITH plugin BY '…'`.
fn in_sql(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let is = |at: usize, word: &str| view.has_ignoring_case(at, word);
    let plugin =
        if is(end, " with ") { view.run_end(end + 6, class!("A-Za-z0-9_'`"), 64) } else { end };
    if is(plugin, " by '") || view.has_literal(plugin, " BY \"") {
        in_quotes(view, plugin + 3)
    } else {
        None
    }
}

/// The secret at `end`, whatever it is.
fn finding_at(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let value = value::parse_in_sentence(view, end, ValueReach::Blank)?;
    (!is_stand_in(value.bytes_in(view))).then(|| build_finding(view, value, "secret"))
}

/// The word at `at`, when it is a password and not what is said about passwords.
fn find_spoken_password(view: ByteView<'_>, at: usize) -> Option<DetectedSecret> {
    const MIN_PASSWORD_BYTES: usize = 6;
    let value = value::parse_in_sentence(view, at, ValueReach::Blank)?;
    let held = value.bytes_in(view);
    let is_string = value.is_quoted() && view.byte_before(value.start) != b'`';
    if is_string && BLANK.contains(view.byte_before(value.start - 1)) && is_passphrase(held) {
        return Some(build_finding(view, value, "password"));
    }
    let is_password = held.len() >= MIN_PASSWORD_BYTES
        && ((has_digit(held) && has_letter(held)) || script::is_mixed(held))
        && !is_algorithm(held)
        && is_secret(held, Strength::Password, ValueContext::Code);
    is_password.then(|| build_finding(view, value, "password"))
}

/// Returns true if `held` is of three words or more, and nothing that is said of passwords.
fn is_passphrase(held: &[u8]) -> bool {
    const LEAST_WORDS: usize = 3;
    held.split(|&byte| byte == b' ').filter(|word| word.len() > 1).count() >= LEAST_WORDS
        && is_secret(held, Strength::Password, ValueContext::Quoted)
}

/// The password that follows as a string: `ALTER USER x PASSWORD '…'`.
fn in_quotes(view: ByteView<'_>, end: usize) -> Option<DetectedSecret> {
    let start = view.run_end(end, BLANK, 4);
    let TextValue { start, end: close, form } =
        value::parse_quoted(view, start).filter(|_| start > end)?;
    let held = view.slice(start, close);
    // Prose quotes in backticks what it speaks of.
    let is_quoted = view.byte_before(start) != b'`' || has_digit(held);
    // SQL has no other way to say it.
    let is_sql =
        view.has_literal(end.saturating_sub(8), "PASSWORD") && view.byte_before(start) == b'\'';
    let is_password = is_quoted
        && (is_sql || !held.contains(&b' '))
        && is_secret(held, Strength::Password, ValueContext::Quoted);
    is_password.then(|| build_finding(view, TextValue { start, end: close, form }, "password"))
}
