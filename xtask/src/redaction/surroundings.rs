//! Surroundings of planted secrets: templates of prose, code, commands, settings and output in two
//! languages.
//!
//! Holes `{…}` of a template are filled: `{s}` the secret, `{json}` as a string in a string of JSON
//! has it, `{url}` percent-encoded, `{base64}`; the name as `{ENV}`, `{camel}`, `{Pascal}`,
//! `{snake}`, `{kebab}`, `{words}` or `{ko}`.

use super::format::Format;

/// A place for a secret.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surrounding {
    /// Name in the report.
    pub(super) name: &'static str,
    template: &'static str,
}

/// A secret in its place.
#[derive(Clone, Debug)]
pub(super) struct Planted {
    pub(super) text: String,
    /// Encoding of the secret.
    pub(super) written: SecretEncoding,
}

/// Encoding of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecretEncoding {
    Plain,
    Json,
    Url,
    Base64,
}

impl SecretEncoding {
    /// `secret` as it is written so.
    pub(super) fn encode_secret(self, secret: &str) -> String {
        match self {
            SecretEncoding::Plain => secret.to_owned(),
            SecretEncoding::Json => {
                let once = secret.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                once.replace('\\', "\\\\").replace('"', "\\\"")
            }
            SecretEncoding::Url => secret.bytes().map(percent_encoded).collect(),
            SecretEncoding::Base64 => encode_base64(secret.as_bytes()),
        }
    }
}

impl Surrounding {
    /// True if it says no more of a secret than that it is there.
    pub(super) fn names_nothing(&self) -> bool {
        NAME_HOLES.iter().all(|name| !self.template.contains(name))
    }

    /// True if `secret` can stand there unchanged: a secret of several lines needs quotes, one with
    /// quotes of its own a line.
    pub(super) fn has_room(&self, secret: &str) -> bool {
        let is_line = self.template == "{s}";
        let is_string = self.template.contains("\"{s}\"");
        match secret.contains(['"', '\'']) {
            true => is_line,
            false => is_line || is_string || !secret.contains([' ', '\n']),
        }
    }

    /// `secret`, which is of `format`, in its place.
    pub(super) fn plant(&self, format: &Format, secret: &str) -> Planted {
        let writings = [
            ("{s}", SecretEncoding::Plain),
            ("{json}", SecretEncoding::Json),
            ("{url}", SecretEncoding::Url),
            ("{base64}", SecretEncoding::Base64),
        ];
        let has = |(hole, _): &&(&str, SecretEncoding)| self.template.contains(hole);
        let &(hole, written) = writings.iter().find(has).expect("a place for the secret");
        let words = format.name_words();
        let text = NAME_HOLES.iter().fold(self.template.to_owned(), |text, name| {
            if text.contains(name) { text.replace(name, &spell_name(name, &words)) } else { text }
        });
        Planted { text: text.replace(hole, &written.encode_secret(secret)), written }
    }
}

const NAME_HOLES: [&str; 7] =
    ["{ENV}", "{Pascal}", "{camel}", "{snake}", "{kebab}", "{words}", "{ko}"];

/// The name of `words` as `hole` wants it.
fn spell_name(hole: &str, words: &[&str]) -> String {
    let capital = |word: &&str| word[..1].to_uppercase() + &word[1..];
    match hole {
        "{ENV}" => words.join("_").to_uppercase(),
        "{snake}" => words.join("_"),
        "{kebab}" => words.join("-"),
        "{words}" => words.join(" "),
        "{camel}" => words[0].to_owned() + &words[1..].iter().map(capital).collect::<String>(),
        "{Pascal}" => words.iter().map(capital).collect(),
        _ => korean_name(words),
    }
}

/// The name in Korean: what it is of stays in English, as people write it.
fn korean_name(words: &[&str]) -> String {
    let noun = match words.last().copied().unwrap_or_default() {
        "token" => "토큰",
        "secret" => "시크릿",
        "password" => "비밀번호",
        "key" if words.contains(&"secret") => "비밀 키",
        "key" if words.contains(&"api") => "API 키",
        "key" if words.contains(&"access") => "접근키",
        _ => "인증키",
    };
    format!("{} {noun}", words[0])
}

fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

fn encode_base64(bytes: &[u8]) -> String {
    const BASE64_DIGITS: &[u8; 64] =
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let of = |three: &[u8]| {
        let bits = (0..3).fold(0u32, |bits, i| bits << 8 | u32::from(*three.get(i).unwrap_or(&0)));
        let digit =
            |place: usize| char::from(BASE64_DIGITS[(bits >> (18 - 6 * place) & 63) as usize]);
        (0..4)
            .map(|place| if place <= three.len() { digit(place) } else { '=' })
            .collect::<String>()
    };
    bytes.chunks(3).map(of).collect()
}

const fn surrounding(name: &'static str, template: &'static str) -> Surrounding {
    Surrounding { name, template }
}

/// Those that the rules were made with.
#[rustfmt::skip]
pub(super) const KNOWN_SURROUNDINGS: &[Surrounding] = &[
    // Nothing but the secret.
    surrounding("bare line", "{s}"),
    surrounding("bare in English", "I got this from the dashboard: {s} - does it look right?"),
    surrounding("bare in Korean", "이거 {s} 로 바꿔줘"),
    surrounding("bare before a particle", "{s}를 넣으면 됩니다"),
    surrounding("bare in backticks", "Use `{s}` for the staging server."),
    surrounding("bare in an array", "const all = [\"{s}\"];"),
    surrounding("bare argument", "client.connect(\"{s}\")"),
    surrounding("bare in a log", "2026-03-01T10:00:00Z INFO auth: using {s}"),
    surrounding("bare coloured", "using \u{1b}[32m{s}\u{1b}[0m now"),
    surrounding("bare coloured, escaped", "using \\u001b[32m{s}\\u001b[0m now"),
    surrounding("bare coloured, hex", "using \\x1b[1;33m{s}\\x1b[0m now"),
    surrounding("bare in a table", "| staging | {s} | active |"),
    surrounding("bare in a transcript", "{\"type\":\"user\",\"message\":{\"content\":\"try {json} please\"}}"),
    surrounding("bare in a URL's user", "git clone https://{url}@git.example.com/o/r.git"),
    // English.
    surrounding("is", "The {words} is {s} and it works."),
    surrounding("colon", "{words}: {s}"),
    surrounding("equals in prose", "set {words} = {s} before you start"),
    surrounding("possessive", "here's my {words}: `{s}`, please keep it"),
    surrounding("bold", "**{words}**: {s}"),
    surrounding("use as", "use {s} as the {words}"),
    surrounding("question", "is {words} \"{s}\" still valid?"),
    surrounding("new one below", "Your new {words} is:\n\n    {s}\n\nStore it safely."),
    surrounding("regenerated", "I regenerated the {words}, it's {s} now"),
    surrounding("leaked", "My {words} ({s}) leaked, what now?"),
    surrounding("replace with", "Please replace the {words} with {s}."),
    surrounding("asked and told", "{words}? {s}"),
    surrounding("between dashes", "the {words} we use – {s} – is old"),
    surrounding("told below", "$ echo ${ENV}\n{s}\n"),
    surrounding("REPL", ">>> print({snake})\n{s}\n"),
    // Korean.
    surrounding("ko is or is", "{ko}은(는) {s}"),
    surrounding("ko changed", "{ko} 바꿨어: {s}"),
    surrounding("ko behind", "{s} 이게 {ko}야"),
    surrounding("ko new behind", "{s}가 새 {ko}입니다"),
    surrounding("ko only", "{ko}만 {s}로 교체"),
    surrounding("ko here", "여기 {ko} 있어 {s}"),
    surrounding("ko as follows", "{ko}는 다음과 같아:\n{s}\n"),
    surrounding("ko issued", "{ko}을 발급받았는데 {s} 이거 맞아?"),
    surrounding("ko wide parentheses", "{ko}（{s}）"),
    surrounding("ko list", "- {ko} : {s}\n- 만료: 내일\n"),
    surrounding("ko colon", "{ko}: {s}"),
    surrounding("ko topic", "{ko}는 {s} 입니다"),
    surrounding("ko topic, joined", "{ko}은 {s}입니다."),
    surrounding("ko subject", "{ko}가 {s} 인데 맞아?"),
    surrounding("ko object", "{ko}를 {s}로 바꿔줘"),
    surrounding("ko blank", "{ko} {s}"),
    surrounding("ko wide colon", "{ko}：{s}"),
    surrounding("ko quotes", "{ko}는 '{s}' 이고 만료는 내년"),
    surrounding("ko English name", "{words}는 {s} 이야"),
    surrounding("ko English colon", "{words} : {s}"),
    surrounding("ko value", "{ko} 값은 {s} 이에요"),
    surrounding("ko environment", "환경변수 {ENV}에 {s} 넣어줘"),
    // Settings.
    surrounding("dotenv", "{ENV}={s}\n"),
    surrounding("dotenv quoted", "{ENV}=\"{s}\"\n"),
    surrounding("dotenv blanks", "{ENV} = {s}\n"),
    surrounding("dotenv comment", "# old\nPORT=80\n#{ENV}={s}\n"),
    surrounding("yaml", "service:\n  {snake}: {s}\n  port: 80\n"),
    surrounding("yaml quoted", "{camel}: \"{s}\"\n"),
    surrounding("yaml block", "{snake}: |\n  {s}\nnext: 1\n"),
    surrounding("yaml folded", "{kebab}: >-\n    {s}\nnext: 1\n"),
    surrounding("yaml list", "env:\n  - {ENV}={s}\n"),
    surrounding("yaml name and value", "env:\n  - name: {ENV}\n    value: {s}\n"),
    surrounding("json", "{\"{camel}\": \"{s}\", \"port\": 80}"),
    surrounding("json escaped", "{\"body\": \"{\\\"{snake}\\\": \\\"{json}\\\"}\"}"),
    surrounding("json twice escaped", "\"{\\\\\\\"{snake}\\\\\\\": \\\\\\\"{json}\\\\\\\"}\""),
    surrounding("json name and value", "{\"name\": \"{ENV}\", \"value\": \"{s}\"}"),
    surrounding("toml", "[auth]\n{snake} = \"{s}\"\n"),
    surrounding("ini", "[auth]\n{snake} = {s}\n"),
    surrounding("properties", "app.{kebab}={s}\n"),
    surrounding("hcl", "variable \"{snake}\" {\n  default = \"{s}\"\n}\n"),
    surrounding("tfvars", "{snake} = \"{s}\"\n"),
    surrounding("xml element", "<{camel}>{s}</{camel}>"),
    surrounding("xml attribute", "<add key=\"{camel}\" value=\"{s}\" />"),
    surrounding("dockerfile env", "ENV {ENV}={s}\n"),
    surrounding("dockerfile env, blank", "ENV {ENV} {s}\n"),
    surrounding("dockerfile arg", "ARG {ENV}={s}\n"),
    surrounding("markdown row", "| {ENV} | {s} |\n"),
    surrounding("markdown row, code", "| `{ENV}` | `{s}` | production |\n"),
    surrounding("csv", "name,{snake}\nprod,{s}\n"),
    surrounding("kubernetes", "kind: Secret\ndata:\n  config: {base64}\n"),
    surrounding("wide equals", "{ENV} ＝ \"{s}\""),
    // Code.
    surrounding("javascript", "const {camel} = '{s}';"),
    surrounding("typescript", "const {camel}: string = \"{s}\";"),
    surrounding("object", "new Client({ {camel}: \"{s}\" })"),
    surrounding("python", "{snake} = \"{s}\""),
    surrounding("python keyword", "Client({snake}=\"{s}\", timeout=3)"),
    surrounding("python environ", "os.environ[\"{ENV}\"] = \"{s}\""),
    surrounding("python default", "os.getenv(\"{ENV}\", \"{s}\")"),
    surrounding("go", "{camel} := \"{s}\""),
    surrounding("rust", "const {ENV}: &str = \"{s}\";"),
    surrounding("java", "private static final String {ENV} = \"{s}\";"),
    surrounding("java setter", "client.setProperty(\"{kebab}\", \"{s}\");"),
    surrounding("kotlin", "val {camel} = \"{s}\""),
    surrounding("c", "#define {ENV} \"{s}\""),
    surrounding("csharp", "public string {camel} { get; set; } = \"{s}\";"),
    surrounding("php", "'{snake}' => '{s}',"),
    surrounding("ruby", "config.{snake} = '{s}'"),
    surrounding("swift", "let {camel} = \"{s}\""),
    surrounding("powershell", "$env:{ENV} = '{s}'"),
    surrounding("call", "client.{camel}(\"{s}\")"),
    // Commands.
    surrounding("export", "export {ENV}={s}"),
    surrounding("export quoted", "$ export {ENV}='{s}'"),
    surrounding("prefix", "{ENV}={s} npm run deploy"),
    surrounding("docker -e", "docker run -e {ENV}={s} -p 80:80 app"),
    surrounding("option", "deploy --{kebab} {s} --region eu"),
    surrounding("option equals", "deploy --{kebab}={s} --region eu"),
    surrounding("setx", "setx {ENV} {s}"),
    surrounding("cmd set", "set {ENV}={s}"),
    surrounding("fish", "set -gx {ENV} {s}"),
    surrounding("header", "curl -H 'Authorization: Bearer {s}' https://api.example.com"),
    surrounding("own header", "curl -H \"X-{kebab}: {s}\" https://api.example.com/v1"),
    surrounding("query", "curl 'https://api.example.com/v1?{snake}={url}&page=2'"),
    surrounding("form", "curl -d '{snake}={url}&a=1' https://api.example.com"),
    surrounding("gh secret", "gh secret set {ENV} --body \"{s}\""),
    surrounding("heredoc", "cat > .env <<EOF\n{ENV}={s}\nEOF"),
    surrounding("cli export with colour", "\u{1b}[36m{ENV}\u{1b}[0m=\u{1b}[32m{s}\u{1b}[0m"),
    surrounding("cargo login", "cargo login {s}"),
    surrounding("aws configure", "aws configure set {snake} {s}"),
    surrounding("piped", "echo {s} | docker login -u me --password-stdin"),
    surrounding("here string", "gh auth login --with-token <<< \"{s}\""),
    surrounding("npm config", "npm config set //npm.example/:_authToken {s}"),
    surrounding("heroku config", "heroku config:set {ENV}={s} -a app"),
    surrounding("csh", "setenv {ENV} {s}"),
    surrounding("connection string", "Server=db;User Id=sa;{camel}={s};Database=app"),
    surrounding("jdbc", "jdbc:postgresql://db/app?user=a&{camel}={url}"),
    surrounding("from literal", "kubectl create secret generic app --from-literal {kebab}={s}"),
    surrounding("git config", "git config --global acme.{camel} {s}"),
    // More code.
    surrounding("storage", "localStorage.setItem(\"{camel}\", \"{s}\")"),
    surrounding("comparison", "if {camel} != \"{s}\" {"),
    surrounding("comment", "const x = 1; // {words}: {s}"),
    surrounding("joined strings", "const {camel} = \"{s}\" +\n  \"\";"),
    surrounding("env object", "{ HOME: '/root',\n  {ENV}: '{s}' }"),
    surrounding("html attribute", "<div data-{kebab}=\"{s}\"></div>"),
    surrounding("html escaped", "data-x=\"{&quot;{camel}&quot;:&quot;{s}&quot;}\""),
    surrounding("plist", "<key>{camel}</key>\n<string>{s}</string>"),
    surrounding("yaml anchor", "{snake}: &key {s}\n"),
    surrounding("toml inline", "auth = { {snake} = \"{s}\", on = true }"),
    surrounding("go struct", "Config{{Pascal}: \"{s}\"}"),
    surrounding("rust struct", "Config { {snake}: \"{s}\".into() }"),
    // Output.
    surrounding("diff", "-{ENV}=old\n+{ENV}={s}\n"),
    surrounding("log pair", "level=info msg=\"ok\" {snake}={s} took=3ms"),
    surrounding("log object", "[info] config loaded { {camel}: '{s}', port: 3000 }"),
    surrounding("debug struct", "Config { {snake}: \"{s}\", port: 80 }"),
    surrounding("actions log", "2026-03-01T10:00:00.0000000Z   {ENV}: {s}"),
    surrounding("numbered", "    12→{ENV}={s}\n"),
    surrounding("coloured, escaped", "{ENV}=\\u001b[32m{s}\\u001b[0m"),
    surrounding("percent-encoded pair", "body={snake}%3D{url}%26x%3D1"),
    surrounding("prompt", "Enter {words}: {s}\n"),
];

/// Those that were kept back while the rules were made; particles and defaults were added after a
/// look at them.
#[rustfmt::skip]
pub(super) const KEPT_SURROUNDINGS: &[Surrounding] = &[
    surrounding("kept bare after arrow", "rotated → {s}"),
    surrounding("kept bare in parentheses", "(old one was {s})"),
    surrounding("kept bare in HTML", "<code>{s}</code>"),
    surrounding("kept bare, Korean quotes", "“{s}” 이걸로 해줘"),
    surrounding("kept bare in a diff", "-    \"{s}\",\n+    process.env.X,"),
    surrounding("kept bare stack trace", "Error: 401 for {s}\n    at fetch (/app/a.js:1:2)"),
    surrounding("kept was changed to", "we changed the {words} to {s} yesterday"),
    surrounding("kept dash", "{words} - {s}"),
    surrounding("kept arrow", "{words} -> {s}"),
    surrounding("kept should be", "{words} should be {s}"),
    surrounding("kept next line", "{words}:\n{s}\n"),
    surrounding("kept fenced", "My {words}:\n```\n{s}\n```\n"),
    surrounding("kept ko this", "{ko}는요 {s} 이거예요"),
    surrounding("kept ko arrow", "{ko} → {s}"),
    surrounding("kept ko equals", "{ko} = {s}"),
    surrounding("kept ko parentheses", "{ko}({s})를 갱신"),
    surrounding("kept ko bracket", "[{ko}] {s}"),
    surrounding("kept ko next line", "{ko}:\n{s}\n"),
    surrounding("kept ko as", "{ko}로 {s} 사용해줘"),
    surrounding("kept ko new", "새 {ko}: `{s}`"),
    surrounding("kept compose", "services:\n  web:\n    environment:\n      {ENV}: \"{s}\"\n"),
    surrounding("kept yaml flow", "auth: { {snake}: {s}, on: true }"),
    surrounding("kept ruby hash", "{ :{snake} => \"{s}\" }"),
    surrounding("kept elixir", "config :app, {snake}: \"{s}\""),
    surrounding("kept dart", "final String {camel} = '{s}';"),
    surrounding("kept scala", "val {camel}: String = \"{s}\""),
    surrounding("kept objective-c", "NSString *{camel} = @\"{s}\";"),
    surrounding("kept perl", "my ${snake} = '{s}';"),
    surrounding("kept lua", "local {snake} = \"{s}\""),
    surrounding("kept shell default", "{ENV}=\"${{ENV}:-{s}}\""),
    surrounding("kept kubectl", "kubectl create secret generic app --from-literal={kebab}={s}"),
    surrounding("kept helm", "helm upgrade app . --set auth.{camel}={s}"),
    surrounding("kept terraform", "terraform apply -var='{snake}={s}'"),
    surrounding("kept httpie", "http POST api.example.com {snake}={s}"),
    surrounding("kept printenv", "HOME=/root\n{ENV}={s}\nPWD=/app\n"),
    surrounding("kept set header", "headers.set('X-{kebab}', '{s}')"),
    surrounding("kept map put", "map.put(\"{camel}\", \"{s}\");"),
    surrounding("kept sql", "INSERT INTO settings (name, value) VALUES ('{snake}', '{s}');"),
    surrounding("kept repr", "{'{snake}': '{s}', 'n': 1}"),
    surrounding("kept debug option", "Some({snake}: Some(\"{s}\"))"),
    surrounding("kept csv, three", "id,{snake},email_verified\n7,{s},true\n"),
    surrounding("kept tsv", "{ENV}\t{s}\n"),
    surrounding("kept json lines", "{\"msg\":\"env {ENV}={json} loaded\"}"),
];

/// Those that were written when the rules stood, for a last look.
#[rustfmt::skip]
pub(super) const FRESH_SURROUNDINGS: &[Surrounding] = &[
    surrounding("fresh bare, quoted mail", "> {s}\n> it expires on Friday\n"),
    surrounding("fresh bare in a list", "1. {s}\n2. restart the worker\n"),
    surrounding("fresh bare in a tuple", "pairs = [(\"prod\", \"{s}\"), (\"dev\", None)]"),
    surrounding("fresh bare, Korean sentence", "아까 {s} 값 넣었더니 401 나와요"),
    surrounding("fresh bare in a path", "GET /v1/check/{s} 200 12ms"),
    surrounding("fresh got", "I got a new {words} from support: {s}. It works"),
    surrounding("fresh expired", "the {words} \"{s}\" expired yesterday"),
    surrounding("fresh here is", "Here is the {words} for staging: {s}"),
    surrounding("fresh paste", "paste this {words} into the form: `{s}`"),
    surrounding("fresh with", "call the API with {words} {s} and check the status"),
    surrounding("fresh ko sent", "{ko}를 보내드립니다: {s}"),
    surrounding("fresh ko please check", "{ko} {s} 확인 부탁드려요"),
    surrounding("fresh ko wrong", "{ko}가 {s}인데 왜 안 되죠?"),
    surrounding("fresh ko with English", "ENV에 {ko} = \"{s}\" 추가"),
    surrounding("fresh ko bold", "**{ko}**: `{s}`"),
    surrounding("fresh ko formal", "발급하신 {ko}는 {s}이며 외부에 공유하지 마십시오."),
    surrounding("fresh vite", "VITE_{ENV}='{s}' vite build"),
    surrounding("fresh systemd", "[Service]\nEnvironment=\"{ENV}={s}\"\n"),
    surrounding("fresh nix", "{camel} = \"{s}\";"),
    surrounding("fresh cloudformation", "Parameters:\n  {Pascal}:\n    Type: String\n    Default: {s}\n"),
    surrounding("fresh pulumi", "pulumi config set --secret {camel} {s}"),
    surrounding("fresh fly", "fly secrets set {ENV}={s}"),
    surrounding("fresh wrangler", "echo {s} | wrangler secret put {ENV}"),
    surrounding("fresh python dict", "config['{snake}'] = '{s}'"),
    surrounding("fresh dataclass", "{snake}: str = \"{s}\""),
    surrounding("fresh typescript class", "private readonly {camel} = \"{s}\";"),
    surrounding("fresh fetch", "fetch(url, { headers: { \"x-{kebab}\": \"{s}\" } })"),
    surrounding("fresh axios", "axios.defaults.headers.common['X-{kebab}'] = '{s}'"),
    surrounding("fresh go map", "map[string]string{\"{snake}\": \"{s}\"}"),
    surrounding("fresh appsettings", "{ \"Auth\": { \"{Pascal}\": \"{s}\" } }"),
    surrounding("fresh groovy", "environment { {ENV} = '{s}' }"),
    surrounding("fresh grep output", "src/config.ts:12:  {camel}: '{s}',"),
    surrounding("fresh python logging", "DEBUG:app:{snake}={s}"),
    surrounding("fresh set -x", "+ export {ENV}={s}"),
    surrounding("fresh mcp settings", "{\"mcpServers\":{\"x\":{\"command\":\"npx\",\"env\":{\"{ENV}\":\"{s}\"}}}}"),
    surrounding("fresh tool result", "{\"stdout\":\"{ENV}={json}\\nPORT=80\\n\",\"stderr\":\"\"}"),
    surrounding("fresh tool input", "{\"command\":\"export {ENV}={json} && npm test\"}"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_written_as_its_place_wants_it() {
        assert_eq!(SecretEncoding::Base64.encode_secret("ab c1"), "YWIgYzE=");
        assert_eq!(SecretEncoding::Url.encode_secret("a+b/c"), "a%2Bb%2Fc");
        assert_eq!(SecretEncoding::Json.encode_secret("a\"b"), "a\\\\\\\"b");
    }
}
