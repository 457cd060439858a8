//! Passwords in sentences and in files that set them apart by blanks alone:
//! "the password is hunter2", `PASSWORD 'x'`, "비밀번호는 …", `.netrc`.

use super::assign::{self, finding};
use super::bytes::{BLANK, Class, QUOTE, SPACE, View, WORD, class};
use super::entropy::{has_digit, has_letter};
use super::judge::{Setting, is_secret, is_stand_in};
use super::looks::is_algorithm;
use super::names::{self, Strength};
use super::password_grade::Grade;
use super::phrases::{Form, Phrase};
use super::strong::Subject;
use super::value::{self, Reach, Value};
use super::{
    Finding, account, foregoing, korean, mnemonic, particles, script, statement, strong, typed,
};

/// Progress in an entry of `.netrc`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    /// There is none.
    #[default]
    Absent,
    /// Its machine is named.
    Machine,
    /// Its user is named; the password may follow.
    Login,
}

impl Entry {
    /// The entry when a new line begins at `at`: it goes on where one of its words stands.
    pub(super) fn on_line(self, view: View<'_>, at: usize) -> Entry {
        if self == Entry::Absent {
            return self;
        }
        let at = view.run(at, BLANK, 16);
        let goes_on = ["login", "password", "account"].iter().any(|word| view.has(at, word));
        if goes_on { self } else { Entry::Absent }
    }
}

impl Phrase {
    /// Returns true if this phrase at `at` may be the title of a column that blanks set apart.
    pub(super) fn is_title(&self, view: View<'_>, at: usize) -> bool {
        let end = at + self.start.len();
        let is_apart = view.has(end, "  ") || matches!(view.at(end), b'\r' | b'\n');
        is_apart && view.before(at) == b' '
    }

    /// Returns what follows this phrase at `at`: a secret, or the state of an entry of `.netrc`.
    pub(super) fn follow(&self, view: View<'_>, at: usize, entry: &mut Entry) -> Option<Finding> {
        let end = at + self.start.len();
        if !view.has(at, self.start) || (WORD.has(view.at(end)) && WORD.has(view.at(end - 1))) {
            return None;
        }
        let is_joined = b"-_./$".contains(&view.before(at));
        let is_loose =
            matches!(self.form, Form::Pass | Form::Word | Form::Pin | Form::Access | Form::User);
        if is_joined && is_loose {
            return None;
        }
        match self.form {
            Form::English if *entry == Entry::Login => in_entry(view, end, entry),
            // What stands before is read alike whether the rest was taken out or not: it comes first.
            Form::English => strong::before(view, at)
                .or_else(|| foregoing::before(view, at))
                .or_else(|| after_verb(view, end))
                .or_else(|| in_quotes(view, end))
                .or_else(|| at_prompt(view, end))
                .or_else(|| in_sentence(view, end, Subject::Password)),
            Form::Word => {
                let before = || strong::before(view, at).or_else(|| foregoing::before(view, at));
                before().or_else(|| in_sentence(view, end, Subject::Word))
            }
            Form::Typed => {
                let typed = in_sentence(view, end, Subject::Typed);
                typed.or_else(|| typed::typed_at_prompt(view, at, end))
            }
            Form::Type => typed::typed_at_prompt(view, at, end),
            Form::TypedBefore => korean::typed(view, at),
            Form::Code => {
                let plural = end + usize::from(view.at(end) == b's');
                let told = strong::after(view, plural, "secret", Subject::Code);
                nearest([told, typed::listed(view, plural)])
            }
            Form::Directive => directed(view, end),
            Form::Pass => in_sentence(view, end, Subject::Pass),
            Form::Plural => {
                foregoing::before(view, at).or_else(|| stated(view, end, Subject::Word))
            }
            Form::Answer => typed::answer(view, end),
            Form::NamedCode if !typed::names_code(view, at) => None,
            Form::Pin | Form::NamedCode => nearest([
                in_sentence(view, end, Subject::Pin),
                in_sentence(view, end, Subject::Pass),
                typed::grouped_code(view, end),
            ]),
            Form::Passcode => nearest([
                in_sentence(view, end, Subject::Pin),
                in_sentence(view, end, Subject::Word),
            ]),
            Form::Access => {
                // One connects to a host, and makes an account of a name, with the same particle.
                let is_login = self.start == "로그인";
                let before = || if is_login { strong::before(view, at) } else { None };
                before().or_else(|| in_sentence(view, end, Subject::Login))
            }
            Form::User => account::behind_name(view, end),
            Form::Key if view.at(end).is_ascii() => {
                let key = behind_verb(view, end).and_then(|at| key_at(view, at));
                key.or_else(|| nearest([strong_key(view, end), short_key(view, end)]))
            }
            Form::Key | Form::KoreanKey => {
                let key = behind_particle(view, end).and_then(|at| key_at(view, at));
                key.or_else(|| nearest([strong_key(view, end), korean::mixed(view, end)]))
            }
            Form::Korean => korean::before(view, at)
                .or_else(|| account::behind_names(view, at, end))
                .or_else(|| named_by(view, at, end))
                .or_else(|| after_particle(view, end))
                .or_else(|| in_sentence(view, end, Subject::Password)),
            Form::Sql => in_sql(view, end),
            Form::Account => account::password(view, end, true),
            Form::KoreanAccount => account::password(view, end, false),
            Form::Words => words(view, end),
            Form::Mask => finding_at(view, end),
            Form::Machine => {
                *entry = Entry::Machine;
                None
            }
            Form::Login => {
                *entry = if *entry == Entry::Machine { Entry::Login } else { Entry::Absent };
                None
            }
        }
    }
}

/// The value of a setting behind the word that ends at `end`.
fn directed(view: View<'_>, end: usize) -> Option<Finding> {
    let start = view.run(end, BLANK, 8);
    let value = value::after(view, start, Reach::Blank)
        .filter(|_| start > end || view.before(end) == b'>')?;
    let value = value::whole(view, value, Reach::Blank)?;
    let held = value.held(view);
    let is_marked = view.before(end) != b'>' || Grade::of(held) >= Grade::Possible;
    let is_secret = held.len() >= 4 && is_marked && !held.starts_with(b"#") && !is_said(held);
    (is_secret && !is_stand_in(held)).then(|| finding(view, value, "password"))
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
fn in_sentence(view: View<'_>, end: usize, subject: Subject) -> Option<Finding> {
    let is_code = b"(.=[".contains(&view.at(end));
    let start = particles::end(view, end);
    // Behind a sign more is known of the value.
    let quote = value::quote_end(view, start);
    let sign = view.run(quote, BLANK, 4);
    let is_behind_user = view.before(names::spelled(view, end).start) == b'/';
    let is_assigned = b":=".contains(&view.at(sign))
        && (is_behind_user || quote > start || assign::at(view, sign).is_some());
    if is_code || is_assigned {
        return None;
    }
    let told = strong::after(view, start, "password", subject);
    let takes = matches!(subject, Subject::Password | Subject::Word | Subject::Pass | Subject::Pin);
    nearest([told, if takes { stated(view, end, subject) } else { None }])
}

/// The first of what several rules find behind a name: what one finds hides what others do behind it, whether it was
/// taken out before or not.
fn nearest<const N: usize>(found: [Option<Finding>; N]) -> Option<Finding> {
    found.into_iter().flatten().min_by_key(|found| found.start)
}

/// The string before the name at `at` that is used as what that says: a particle behind says so.
fn named_by(view: View<'_>, at: usize, end: usize) -> Option<Finding> {
    let is_used =
        ["로", "으로", "입니", "이에", "예요", "야", "임"].iter().any(|form| view.has(end, form))
            || matches!(view.at(end), 0 | b'\r' | b'\n');
    if is_used { korean::string_before(view, at) } else { None }
}

/// The secret that a sentence states behind its name, which ends at `end`.
fn stated(view: View<'_>, end: usize, subject: Subject) -> Option<Finding> {
    let next = view.at(end + 1);
    let is_code = match view.at(end) {
        b'(' | b'.' | b'=' | b'[' | b'`' | b'"' | b'\\' | b'/' | b'<' => true,
        b':' | b',' | b';' | b'\'' => next > b' ' && next != b's',
        _ => false,
    };
    let sign = view.run(value::quote_end(view, particles::end(view, end)), BLANK, 4);
    // Behind a sign more is known of the value.
    let is_assigned = b":=".contains(&view.at(sign)) && assign::at(view, sign).is_some();
    if is_code || is_assigned {
        return None;
    }
    let english = || statement::behind(view, end, subject);
    let next = view.run(end, BLANK, 1);
    match subject == Subject::Pass || view.at(end).is_ascii() && view.at(next).is_ascii() {
        true => english().or_else(|| {
            let is_korean =
                || view.slice(end, end + 80).iter().any(|byte| (0xea..=0xed).contains(byte));
            if subject != Subject::Pass && is_korean() { korean::behind(view, end) } else { None }
        }),
        false => korean::behind(view, end),
    }
}

/// The password of an entry of `.netrc`, where any word is one.
fn in_entry(view: View<'_>, end: usize, entry: &mut Entry) -> Option<Finding> {
    *entry = Entry::Absent;
    let start = view.run(end, SPACE, 16);
    let value = value::after(view, start, Reach::Blank)?;
    let value = value::whole(view, value, Reach::Blank)?;
    let held = value.held(view);
    (start > end && !is_stand_in(held)).then(|| finding(view, value, "password"))
}

/// The password behind "is" or "was".
fn after_verb(view: View<'_>, end: usize) -> Option<Finding> {
    #[rustfmt::skip]
    const VERBS: [&str; 11] = [
        " is ", " was ", " is: ", " to ", " is now ", " was changed to ", " changed to ",
        " should be ", " set to ", " -> ", " → ",
    ];
    let verb = VERBS.iter().rev().find(|verb| view.has(end, verb))?;
    spoken(view, end + verb.len())
}

/// Where a key or token may begin behind a verb, and behind for whom it is: `key for staging is …`.
fn behind_verb(view: View<'_>, end: usize) -> Option<usize> {
    const VERBS: [&str; 4] = [" is now ", " is: ", " is ", " to "];
    const WHOM: Class = class!("A-Za-z0-9_./' -");
    const LONGEST: usize = 48;
    let is = |whom: &[u8]| whom.windows(4).position(|word| word == b" is ");
    // Some keys are there to be shown: "the cache key for this build is …".
    names::matching(names::spelled(view, end).phrase).next()?;
    let verb = match view.has(end, " for ") {
        true => end + is(view.slice(end, view.run(end, WHOM, LONGEST)))?,
        false => end,
    };
    VERBS.iter().find(|word| view.has(verb, word)).map(|word| verb + word.len())
}

/// Where a key or token may begin behind blanks, and a Korean particle before them: "api key는 …".
fn behind_particle(view: View<'_>, end: usize) -> Option<usize> {
    let particle = particles::end(view, end);
    let at = view.run(particle, BLANK, 2);
    (particle < at).then_some(at)
}

/// The key or token at `at`, right behind its name.
fn key_at(view: View<'_>, at: usize) -> Option<Finding> {
    const LEAST: usize = 10;
    let value = value::after(view, at, Reach::Punctuation)?;
    let held = value.held(view);
    let is_key = held.len() >= LEAST && is_secret(held, Strength::Plain, Setting::Prose);
    let whole = is_key.then(|| value::whole(view, value, Reach::Punctuation))??;
    Some(finding(view, whole, "secret"))
}

/// The words of a wallet behind "is" or a particle, or right there.
fn words(view: View<'_>, end: usize) -> Option<Finding> {
    const VERBS: [&str; 4] = [" is", " was", " are", " words"];
    let verb = VERBS.iter().find(|verb| view.has(end, verb)).map_or(end, |verb| end + verb.len());
    mnemonic::at(view, particles::end(view, verb))
}

/// The key some words behind the name that ends at `end`, where that means one and nothing else.
fn strong_key(view: View<'_>, end: usize) -> Option<Finding> {
    let (kind, name) = names::matching(names::spelled(view, end).phrase).next()?;
    let is_sure = matches!(name.strength, Strength::Plain | Strength::Token);
    let end = particles::end(view, end);
    if is_sure { strong::after(view, end, kind, Subject::Key) } else { None }
}

/// The short key that a sentence states behind its name, which ends at `end`.
fn short_key(view: View<'_>, end: usize) -> Option<Finding> {
    const REACH: usize = 64;
    // Code has many keys, and states none.
    let is_verb = |four: &[u8]| {
        matches!(four, b" is " | b" was") || four.starts_with(b": ") || four.starts_with(b"->")
    };
    let may_be = b" '".contains(&view.at(end))
        && view.slice(end, end + REACH).windows(4).any(is_verb)
        || view.has(end, ": ");
    if !may_be {
        return None;
    }
    names::matching(names::spelled(view, end).phrase).next()?;
    stated(view, end, Subject::Key)
}

/// The password typed at a prompt that says for whom it is: `password for root: …`.
fn at_prompt(view: View<'_>, end: usize) -> Option<Finding> {
    const WHOM: Class = class!("A-Za-z0-9_.@/'\"-");
    let whom = [" for user ", " for key ", " for "].iter().find(|word| view.has(end, word))?;
    let colon = view.run(end + whom.len(), WHOM, 64);
    let value = if view.has(colon, ": ") {
        value::after(view, colon + 2, Reach::Blank)?
    } else {
        return None;
    };
    let is_line = matches!(view.at(value.end), 0 | b'\n' | b'\r');
    let is_password = is_line && is_secret(value.held(view), Strength::Password, Setting::Literal);
    is_password.then(|| finding(view, value, "password"))
}

/// The password behind a Korean particle.
fn after_particle(view: View<'_>, end: usize) -> Option<Finding> {
    let particle = particles::end(view, end);
    let at = view.run(particle, class!(" (>-"), 4);
    let at = if view.has(at, "→ ") { at + "→ ".len() } else { at };
    let is_apart = at > particle || QUOTE.has(view.at(at));
    match is_apart {
        true => spoken(view, at),
        // "비번은Kxx82hfQz야": nothing but its look tells a value from the sentence around it.
        false if particle > end => strong::at(view, particle, "password"),
        false => None,
    }
}

/// The password that SQL is told behind `IDENTIFIED`: `BY '…'`, `WITH plugin BY '…'`.
fn in_sql(view: View<'_>, end: usize) -> Option<Finding> {
    let is = |at: usize, word: &str| view.starts(at, word);
    let plugin =
        if is(end, " with ") { view.run(end + 6, class!("A-Za-z0-9_'`"), 64) } else { end };
    if is(plugin, " by '") || view.has(plugin, " BY \"") {
        in_quotes(view, plugin + 3)
    } else {
        None
    }
}

/// The secret at `end`, whatever it is.
fn finding_at(view: View<'_>, end: usize) -> Option<Finding> {
    let value = value::said(view, end, Reach::Blank)?;
    (!is_stand_in(value.held(view))).then(|| finding(view, value, "secret"))
}

/// The word at `at`, when it is a password and not what is said about passwords.
fn spoken(view: View<'_>, at: usize) -> Option<Finding> {
    const LEAST: usize = 6;
    let value = value::said(view, at, Reach::Blank)?;
    let held = value.held(view);
    let is_string = value.is_quoted() && view.before(value.start) != b'`';
    if is_string && BLANK.has(view.before(value.start - 1)) && is_passphrase(held) {
        return Some(finding(view, value, "password"));
    }
    let is_password = held.len() >= LEAST
        && ((has_digit(held) && has_letter(held)) || script::is_mixed(held))
        && !is_algorithm(held)
        && is_secret(held, Strength::Password, Setting::Code);
    is_password.then(|| finding(view, value, "password"))
}

/// Returns true if `held` is of three words or more, and nothing that is said of passwords.
fn is_passphrase(held: &[u8]) -> bool {
    const LEAST_WORDS: usize = 3;
    held.split(|&byte| byte == b' ').filter(|word| word.len() > 1).count() >= LEAST_WORDS
        && is_secret(held, Strength::Password, Setting::Quoted)
}

/// The password that follows as a string: `ALTER USER x PASSWORD '…'`.
fn in_quotes(view: View<'_>, end: usize) -> Option<Finding> {
    let start = view.run(end, BLANK, 4);
    let Value { start, end: close, form } = value::quoted(view, start).filter(|_| start > end)?;
    let held = view.slice(start, close);
    // Prose quotes in backticks what it speaks of.
    let is_quoted = view.before(start) != b'`' || has_digit(held);
    // SQL has no other way to say it.
    let is_sql = view.has(end.saturating_sub(8), "PASSWORD") && view.before(start) == b'\'';
    let is_password = is_quoted
        && (is_sql || !held.contains(&b' '))
        && is_secret(held, Strength::Password, Setting::Quoted);
    is_password.then(|| finding(view, Value { start, end: close, form }, "password"))
}
