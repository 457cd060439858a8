//! Words that a secret may follow in a sentence, or stand before, and what it must look like there.

/// Words that a password may follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phrase {
    /// The words.
    pub(super) start: &'static str,
    /// Condition for a secret to follow them.
    pub(super) form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
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
    /// A value that somebody types at a prompt.
    Type,
    /// A value that somebody typed stands before it.
    TypedBefore,
    /// Codes that are used once.
    Code,
    /// Anything behind a blank: these are words of settings.
    Directive,
    /// A number to type.
    Pin,
    /// The same, where the word before says which code it is.
    NamedCode,
    /// An answer to a question that asks who somebody is.
    Answer,
    /// Passwords that stand before it.
    Plural,
    /// A number to type, or a password.
    Passcode,
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
    phrase("passcode", Form::Passcode),
    phrase("Passcode", Form::Passcode),
    phrase("PIN", Form::Pin),
    phrase("pin", Form::Pin),
    phrase("OTP", Form::Pin),
    phrase("핀번호", Form::Pin),
    phrase("핀 번호", Form::Pin),
    phrase("인증번호", Form::Pin),
    phrase("인증 번호", Form::Pin),
    phrase("enter", Form::Typed),
    phrase("Enter", Form::Typed),
    phrase("code", Form::NamedCode),
    phrase("otp", Form::Pin),
    phrase("2fa", Form::Pin),
    phrase("2FA", Form::Pin),
    phrase("MFA", Form::Pin),
    phrase("combination to", Form::Pin),
    phrase("maiden name", Form::Answer),
    phrase("security answer", Form::Answer),
    phrase("Security answer", Form::Answer),
    phrase("question answer", Form::Answer),
    phrase("passwords", Form::Plural),
    phrase("PIN번호", Form::Pin),
    phrase("PIN 번호", Form::Pin),
    phrase("핀넘버", Form::Pin),
    phrase("자리 코드", Form::Pin),
    phrase("백업코드", Form::Code),
    phrase("백업 코드", Form::Code),
    phrase("복구코드", Form::Code),
    phrase("복구 코드", Form::Code),
    phrase("Backup code", Form::Code),
    phrase("Recovery code", Form::Code),
    phrase("인증코드", Form::Pin),
    phrase("인증 코드", Form::Pin),
    phrase("typed", Form::Typed),
    phrase("type", Form::Type),
    phrase("치면", Form::TypedBefore),
    phrase("치고", Form::TypedBefore),
    phrase("치세", Form::TypedBefore),
    phrase("치시", Form::TypedBefore),
    phrase("쳐서", Form::TypedBefore),
    phrase("쳐봐", Form::TypedBefore),
    phrase("입력", Form::TypedBefore),
    phrase("엔터", Form::TypedBefore),
    phrase("들어가", Form::TypedBefore),
    phrase("넣으", Form::TypedBefore),
    phrase("넣고", Form::TypedBefore),
    phrase("넣어", Form::TypedBefore),
    phrase("붙", Form::TypedBefore),
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
    phrase("페스워드", Form::Korean),
    phrase("패스프레이즈", Form::Korean),
    phrase("암호", Form::Korean),
    phrase("토큰", Form::KoreanKey),
    phrase("시크릿", Form::KoreanKey),
    phrase("비밀키", Form::KoreanKey),
    phrase("인증키", Form::KoreanKey),
    phrase("마스터키", Form::KoreanKey),
    phrase("마스터 키", Form::KoreanKey),
    phrase("암호키", Form::KoreanKey),
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
    phrase("credentials", Form::Access),
    phrase("connect", Form::Access),
    phrase("로그인", Form::Access),
    phrase("계정", Form::Access),
    phrase("접속", Form::Access),
];

const fn phrase(start: &'static str, form: Form) -> Phrase {
    Phrase { start, form }
}
