//! Passwords in sentences and in files that set them apart by blanks alone:
//! "the password is hunter2", `PASSWORD 'x'`, "비밀번호는 …", `.netrc`.

use super::assign::{self, finding};
use super::bytes::{BLANK, Class, QUOTE, SPACE, View, WORD, class, with_east_asian};
use super::entropy::{has_digit, has_letter};
use super::judge::{Setting, is_secret, is_stand_in};
use super::looks::is_algorithm;
use super::names::{self, Strength};
use super::password_grade::Grade;
use super::strong::Subject;
use super::value::{self, Reach, Value};
use super::{Finding, account, mnemonic, particles, script, strong};

/// Words that a password may follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phrase {
    /// The words.
    pub(super) start: &'static str,
    /// Condition for a secret to follow them.
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A verb or a string in quotes.
    English,
    /// A verb, and what looks random.
    Key,
    /// A particle.
    Korean,
    /// A particle or nothing, and what looks random.
    KoreanKey,
    /// A value that looks like a password, as the word is one of tests as well.
    Pass,
    /// The same, as the word is of passwords alone.
    Word,
    /// A value that somebody typed.
    Typed,
    /// Codes that are used once.
    Code,
    /// Anything behind a blank: these are words of settings.
    Directive,
    /// A number to type.
    Pin,
    /// A value that looks like a password and like nothing else, for somebody logs in.
    Access,
    /// A slash and a password, as this is the name of an account.
    User,
    /// A string in SQL's quotes, or the plugin that takes it.
    Sql,
    /// A colon, a user and a slash.
    Account,
    /// The same, where a particle or nothing may stand for the colon.
    KoreanAccount,
    /// A verb, a particle or nothing, and the words of a wallet.
    Words,
    /// A value that a log of builds is told to hide.
    Mask,
    /// An entry of `.netrc` begins.
    Machine,
    /// An entry of `.netrc` goes on.
    Login,
}

/// The words that are known.
pub(super) const PHRASES: &[Phrase] = &[
    phrase("password", Form::English),
    phrase("Password", Form::English),
    phrase("PASSWORD", Form::English),
    phrase("passphrase", Form::English),
    phrase("passwd", Form::English),
    phrase("pass", Form::Pass),
    phrase("Pass", Form::Pass),
    phrase("pw", Form::Word),
    phrase("PW", Form::Word),
    phrase("pwd", Form::Word),
    phrase("backup code", Form::Code),
    phrase("recovery code", Form::Code),
    phrase("requirepass", Form::Directive),
    phrase("masterauth", Form::Directive),
    phrase("snmp-server community", Form::Directive),
    phrase("on >", Form::Directive),
    phrase("passcode", Form::Pin),
    phrase("Passcode", Form::Pin),
    phrase("PIN", Form::Pin),
    phrase("pin", Form::Pin),
    phrase("OTP", Form::Pin),
    phrase("verification code", Form::Pin),
    phrase("핀번호", Form::Pin),
    phrase("핀 번호", Form::Pin),
    phrase("인증번호", Form::Pin),
    phrase("인증 번호", Form::Pin),
    phrase("enter", Form::Typed),
    phrase("Enter", Form::Typed),
    phrase("door code", Form::Pin),
    phrase("access code", Form::Pin),
    phrase("2FA code", Form::Pin),
    phrase("MFA code", Form::Pin),
    phrase("인증코드", Form::Pin),
    phrase("인증 코드", Form::Pin),
    phrase("typed", Form::Typed),
    phrase("root", Form::User),
    phrase("admin", Form::User),
    phrase("administrator", Form::User),
    phrase("Administrator", Form::User),
    phrase("ubuntu", Form::User),
    phrase("deploy", Form::User),
    phrase("postgres", Form::User),
    phrase("oracle", Form::User),
    phrase("tester", Form::User),
    phrase("guest", Form::User),
    phrase("dba", Form::User),
    phrase("key", Form::Key),
    phrase("token", Form::Key),
    phrase("secret", Form::Key),
    phrase("IDENTIFIED", Form::Sql),
    phrase("identified", Form::Sql),
    phrase("add-mask::", Form::Mask),
    phrase("비밀번호", Form::Korean),
    phrase("비밀 번호", Form::Korean),
    phrase("비번", Form::Korean),
    phrase("패스워드", Form::Korean),
    phrase("패쓰워드", Form::Korean),
    phrase("패스프레이즈", Form::Korean),
    phrase("암호", Form::Korean),
    phrase("토큰", Form::KoreanKey),
    phrase("시크릿", Form::KoreanKey),
    phrase("비밀키", Form::KoreanKey),
    phrase("인증키", Form::KoreanKey),
    phrase("접근키", Form::KoreanKey),
    phrase("액세스키", Form::KoreanKey),
    phrase("API키", Form::KoreanKey),
    phrase("API 키", Form::KoreanKey),
    phrase("api키", Form::KoreanKey),
    phrase("api 키", Form::KoreanKey),
    phrase("mnemonic", Form::Words),
    phrase("seed phrase", Form::Words),
    phrase("Seed phrase", Form::Words),
    phrase("recovery phrase", Form::Words),
    phrase("Recovery phrase", Form::Words),
    phrase("니모닉", Form::Words),
    phrase("복구 구문", Form::Words),
    phrase("복구구문", Form::Words),
    phrase("복구 문구", Form::Words),
    phrase("시드 구문", Form::Words),
    phrase("시드구문", Form::Words),
    phrase("시드 문구", Form::Words),
    phrase("machine", Form::Machine),
    phrase("login", Form::Login),
    phrase("login", Form::Account),
    phrase("Login", Form::Account),
    phrase("account", Form::Account),
    phrase("Account", Form::Account),
    phrase("credentials", Form::Account),
    phrase("Credentials", Form::Account),
    phrase("로그인 정보", Form::KoreanAccount),
    phrase("로그인", Form::KoreanAccount),
    phrase("계정 정보", Form::KoreanAccount),
    phrase("계정", Form::KoreanAccount),
    phrase("접속 정보", Form::KoreanAccount),
    phrase("접속정보", Form::KoreanAccount),
    phrase("계정정보", Form::KoreanAccount),
    phrase("로그인정보", Form::KoreanAccount),
    // These come last: what stands here has been asked for the entries above.
    phrase("log in", Form::Access),
    phrase("Log in", Form::Access),
    phrase("logged in", Form::Access),
    phrase("logging in", Form::Access),
    phrase("login", Form::Access),
    phrase("sign in", Form::Access),
    phrase("ssh in", Form::Access),
    phrase("creds", Form::Access),
    phrase("cred", Form::Access),
    phrase("connect", Form::Access),
    phrase("로그인", Form::Access),
    phrase("계정", Form::Access),
    phrase("접속", Form::Access),
];

const fn phrase(start: &'static str, form: Form) -> Phrase {
    Phrase { start, form }
}

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
                .or_else(|| after_verb(view, end))
                .or_else(|| in_quotes(view, end))
                .or_else(|| at_prompt(view, end))
                .or_else(|| in_sentence(view, end, Subject::Password)),
            Form::Word => in_sentence(view, end, Subject::Word),
            Form::Typed => in_sentence(view, end, Subject::Typed),
            Form::Code => {
                let plural = end + usize::from(view.at(end) == b's');
                strong::after(view, plural, "secret", Subject::Code)
            }
            Form::Directive => directed(view, end),
            Form::Pass => in_sentence(view, end, Subject::Pass),
            Form::Pin => in_sentence(view, end, Subject::Pin)
                .or_else(|| in_sentence(view, end, Subject::Pass)),
            Form::Access => {
                // One connects to a host, and makes an account of a name, with the same particle.
                let is_login = self.start == "로그인";
                let before = || if is_login { strong::before(view, at) } else { None };
                before().or_else(|| in_sentence(view, end, Subject::Login))
            }
            Form::User => account::behind_name(view, end),
            Form::Key if view.at(end).is_ascii() => {
                let key = behind_verb(view, end).and_then(|at| key_at(view, at));
                key.or_else(|| strong_key(view, end))
            }
            Form::Key | Form::KoreanKey => {
                let key = behind_particle(view, end).and_then(|at| key_at(view, at));
                key.or_else(|| strong_key(view, end))
            }
            Form::Korean => after_particle(view, end)
                .or_else(|| in_hangul(view, end))
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

/// The password of Hangul and a number behind a Korean name, where the sentence says that it is one:
/// "패스워드가 봄날은간다7 인데".
fn in_hangul(view: View<'_>, end: usize) -> Option<Finding> {
    const VISIBLE: Class = Class(const { &with_east_asian(class!("!-~")) });
    const COPULAS: [&str; 8] =
        [" 인데", " 이에요", " 예요", " 이야", " 입니", " 이거", " 이고", " 이라"];
    const LEAST: usize = 10;
    let start = view.run(particles::end(view, end), class!(" \t:="), 3);
    let is_assigned = b":=".contains(&view.before(view.run_back(start, BLANK, 2)));
    let close = view.run(start, VISIBLE, 80);
    let held = view.slice(start, close);
    let is_mixed =
        held.len() >= LEAST && has_digit(held) && held.iter().any(|byte| !byte.is_ascii());
    let digits = held.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let is_word = held[..held.len() - digits].iter().all(|byte| !byte.is_ascii());
    let is_line =
        is_assigned && digits >= 2 && is_word && matches!(view.at(close), 0 | b'\r' | b'\n');
    let is_said = is_line || COPULAS.iter().any(|copula| view.has(close, copula));
    let is_password = start > end && is_mixed && is_said && !is_stand_in(held);
    is_password.then(|| finding(view, Value::bare(start, close), "password"))
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
    if is_code || is_assigned { None } else { strong::after(view, start, "password", subject) }
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
    let is_password =
        is_quoted && !held.contains(&b' ') && is_secret(held, Strength::Password, Setting::Quoted);
    is_password.then(|| finding(view, Value { start, end: close, form }, "password"))
}
