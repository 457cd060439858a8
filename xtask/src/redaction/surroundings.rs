//! Where secrets stand: templates of prose, code, commands, settings and output in two languages.
//!
//! In a template `{…}` is put in: `{s}` the secret, `{json}` as a string in a string of JSON has it,
//! `{url}` percent-encoded, `{base64}`; the name as `{ENV}`, `{camel}`, `{Pascal}`, `{snake}`, `{kebab}`,
//! `{words}` or `{ko}`.

use super::format::Format;

/// A place for a secret.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surrounding {
    /// What it is called in the report.
    pub(super) name: &'static str,
    template: &'static str,
}

/// A secret in its place.
#[derive(Clone, Debug)]
pub(super) struct Planted {
    pub(super) text: String,
    /// How the secret is written there.
    pub(super) written: Writing,
}

/// How a secret is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    Plain,
    Json,
    Url,
    Base64,
}

impl Writing {
    /// `secret` as it is written so.
    pub(super) fn of(self, secret: &str) -> String {
        match self {
            Writing::Plain => secret.to_owned(),
            Writing::Json => {
                let once = secret.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                once.replace('\\', "\\\\").replace('"', "\\\"")
            }
            Writing::Url => secret.bytes().map(percent_encoded).collect(),
            Writing::Base64 => base64(secret.as_bytes()),
        }
    }
}

impl Surrounding {
    /// Whether it says no more of a secret than that it is there.
    pub(super) fn names_nothing(&self) -> bool {
        NAMES.iter().all(|name| !self.template.contains(name))
    }

    /// Whether `secret` can stand there as it is: one of several lines needs quotes, one with quotes
    /// of its own a line.
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
            ("{s}", Writing::Plain),
            ("{json}", Writing::Json),
            ("{url}", Writing::Url),
            ("{base64}", Writing::Base64),
        ];
        let has = |(hole, _): &&(&str, Writing)| self.template.contains(hole);
        let &(hole, written) = writings.iter().find(has).expect("a place for the secret");
        let words = format.words();
        let text = NAMES.iter().fold(self.template.to_owned(), |text, name| {
            if text.contains(name) { text.replace(name, &spelled(name, &words)) } else { text }
        });
        Planted { text: text.replace(hole, &written.of(secret)), written }
    }
}

const NAMES: [&str; 7] = ["{ENV}", "{Pascal}", "{camel}", "{snake}", "{kebab}", "{words}", "{ko}"];

/// The name of `words` as `hole` wants it.
fn spelled(hole: &str, words: &[&str]) -> String {
    let capital = |word: &&str| word[..1].to_uppercase() + &word[1..];
    match hole {
        "{ENV}" => words.join("_").to_uppercase(),
        "{snake}" => words.join("_"),
        "{kebab}" => words.join("-"),
        "{words}" => words.join(" "),
        "{camel}" => words[0].to_owned() + &words[1..].iter().map(capital).collect::<String>(),
        "{Pascal}" => words.iter().map(capital).collect(),
        _ => korean(words),
    }
}

/// The name in Korean: what it is of stays in English, as people write it.
fn korean(words: &[&str]) -> String {
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

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let of = |three: &[u8]| {
        let bits = (0..3).fold(0u32, |bits, i| bits << 8 | u32::from(*three.get(i).unwrap_or(&0)));
        let digit = |place: usize| char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]);
        (0..4)
            .map(|place| if place <= three.len() { digit(place) } else { '=' })
            .collect::<String>()
    };
    bytes.chunks(3).map(of).collect()
}

const fn at(name: &'static str, template: &'static str) -> Surrounding {
    Surrounding { name, template }
}

/// Those that the rules were made with.
#[rustfmt::skip]
pub(super) const KNOWN: &[Surrounding] = &[
    // Nothing but the secret.
    at("bare line", "{s}"),
    at("bare in English", "I got this from the dashboard: {s} - does it look right?"),
    at("bare in Korean", "이거 {s} 로 바꿔줘"),
    at("bare before a particle", "{s}를 넣으면 됩니다"),
    at("bare in backticks", "Use `{s}` for the staging server."),
    at("bare in an array", "const all = [\"{s}\"];"),
    at("bare argument", "client.connect(\"{s}\")"),
    at("bare in a log", "2026-03-01T10:00:00Z INFO auth: using {s}"),
    at("bare coloured", "using \u{1b}[32m{s}\u{1b}[0m now"),
    at("bare coloured, escaped", "using \\u001b[32m{s}\\u001b[0m now"),
    at("bare coloured, hex", "using \\x1b[1;33m{s}\\x1b[0m now"),
    at("bare in a table", "| staging | {s} | active |"),
    at("bare in a transcript", "{\"type\":\"user\",\"message\":{\"content\":\"try {json} please\"}}"),
    at("bare in a URL's user", "git clone https://{url}@git.example.com/o/r.git"),
    // English.
    at("is", "The {words} is {s} and it works."),
    at("colon", "{words}: {s}"),
    at("equals in prose", "set {words} = {s} before you start"),
    at("possessive", "here's my {words}: `{s}`, please keep it"),
    at("bold", "**{words}**: {s}"),
    at("use as", "use {s} as the {words}"),
    at("question", "is {words} \"{s}\" still valid?"),
    at("new one below", "Your new {words} is:\n\n    {s}\n\nStore it safely."),
    at("regenerated", "I regenerated the {words}, it's {s} now"),
    at("leaked", "My {words} ({s}) leaked, what now?"),
    at("replace with", "Please replace the {words} with {s}."),
    at("asked and told", "{words}? {s}"),
    at("between dashes", "the {words} we use – {s} – is old"),
    at("told below", "$ echo ${ENV}\n{s}\n"),
    at("REPL", ">>> print({snake})\n{s}\n"),
    // Korean.
    at("ko is or is", "{ko}은(는) {s}"),
    at("ko changed", "{ko} 바꿨어: {s}"),
    at("ko behind", "{s} 이게 {ko}야"),
    at("ko new behind", "{s}가 새 {ko}입니다"),
    at("ko only", "{ko}만 {s}로 교체"),
    at("ko here", "여기 {ko} 있어 {s}"),
    at("ko as follows", "{ko}는 다음과 같아:\n{s}\n"),
    at("ko issued", "{ko}을 발급받았는데 {s} 이거 맞아?"),
    at("ko wide parentheses", "{ko}（{s}）"),
    at("ko list", "- {ko} : {s}\n- 만료: 내일\n"),
    at("ko colon", "{ko}: {s}"),
    at("ko topic", "{ko}는 {s} 입니다"),
    at("ko topic, joined", "{ko}은 {s}입니다."),
    at("ko subject", "{ko}가 {s} 인데 맞아?"),
    at("ko object", "{ko}를 {s}로 바꿔줘"),
    at("ko blank", "{ko} {s}"),
    at("ko wide colon", "{ko}：{s}"),
    at("ko quotes", "{ko}는 '{s}' 이고 만료는 내년"),
    at("ko English name", "{words}는 {s} 이야"),
    at("ko English colon", "{words} : {s}"),
    at("ko value", "{ko} 값은 {s} 이에요"),
    at("ko environment", "환경변수 {ENV}에 {s} 넣어줘"),
    // Settings.
    at("dotenv", "{ENV}={s}\n"),
    at("dotenv quoted", "{ENV}=\"{s}\"\n"),
    at("dotenv blanks", "{ENV} = {s}\n"),
    at("dotenv comment", "# old\nPORT=80\n#{ENV}={s}\n"),
    at("yaml", "service:\n  {snake}: {s}\n  port: 80\n"),
    at("yaml quoted", "{camel}: \"{s}\"\n"),
    at("yaml block", "{snake}: |\n  {s}\nnext: 1\n"),
    at("yaml folded", "{kebab}: >-\n    {s}\nnext: 1\n"),
    at("yaml list", "env:\n  - {ENV}={s}\n"),
    at("yaml name and value", "env:\n  - name: {ENV}\n    value: {s}\n"),
    at("json", "{\"{camel}\": \"{s}\", \"port\": 80}"),
    at("json escaped", "{\"body\": \"{\\\"{snake}\\\": \\\"{json}\\\"}\"}"),
    at("json twice escaped", "\"{\\\\\\\"{snake}\\\\\\\": \\\\\\\"{json}\\\\\\\"}\""),
    at("json name and value", "{\"name\": \"{ENV}\", \"value\": \"{s}\"}"),
    at("toml", "[auth]\n{snake} = \"{s}\"\n"),
    at("ini", "[auth]\n{snake} = {s}\n"),
    at("properties", "app.{kebab}={s}\n"),
    at("hcl", "variable \"{snake}\" {\n  default = \"{s}\"\n}\n"),
    at("tfvars", "{snake} = \"{s}\"\n"),
    at("xml element", "<{camel}>{s}</{camel}>"),
    at("xml attribute", "<add key=\"{camel}\" value=\"{s}\" />"),
    at("dockerfile env", "ENV {ENV}={s}\n"),
    at("dockerfile env, blank", "ENV {ENV} {s}\n"),
    at("dockerfile arg", "ARG {ENV}={s}\n"),
    at("markdown row", "| {ENV} | {s} |\n"),
    at("markdown row, code", "| `{ENV}` | `{s}` | production |\n"),
    at("csv", "name,{snake}\nprod,{s}\n"),
    at("kubernetes", "kind: Secret\ndata:\n  config: {base64}\n"),
    at("wide equals", "{ENV} ＝ \"{s}\""),
    // Code.
    at("javascript", "const {camel} = '{s}';"),
    at("typescript", "const {camel}: string = \"{s}\";"),
    at("object", "new Client({ {camel}: \"{s}\" })"),
    at("python", "{snake} = \"{s}\""),
    at("python keyword", "Client({snake}=\"{s}\", timeout=3)"),
    at("python environ", "os.environ[\"{ENV}\"] = \"{s}\""),
    at("python default", "os.getenv(\"{ENV}\", \"{s}\")"),
    at("go", "{camel} := \"{s}\""),
    at("rust", "const {ENV}: &str = \"{s}\";"),
    at("java", "private static final String {ENV} = \"{s}\";"),
    at("java setter", "client.setProperty(\"{kebab}\", \"{s}\");"),
    at("kotlin", "val {camel} = \"{s}\""),
    at("c", "#define {ENV} \"{s}\""),
    at("csharp", "public string {camel} { get; set; } = \"{s}\";"),
    at("php", "'{snake}' => '{s}',"),
    at("ruby", "config.{snake} = '{s}'"),
    at("swift", "let {camel} = \"{s}\""),
    at("powershell", "$env:{ENV} = '{s}'"),
    at("call", "client.{camel}(\"{s}\")"),
    // Commands.
    at("export", "export {ENV}={s}"),
    at("export quoted", "$ export {ENV}='{s}'"),
    at("prefix", "{ENV}={s} npm run deploy"),
    at("docker -e", "docker run -e {ENV}={s} -p 80:80 app"),
    at("option", "deploy --{kebab} {s} --region eu"),
    at("option equals", "deploy --{kebab}={s} --region eu"),
    at("setx", "setx {ENV} {s}"),
    at("cmd set", "set {ENV}={s}"),
    at("fish", "set -gx {ENV} {s}"),
    at("header", "curl -H 'Authorization: Bearer {s}' https://api.example.com"),
    at("own header", "curl -H \"X-{kebab}: {s}\" https://api.example.com/v1"),
    at("query", "curl 'https://api.example.com/v1?{snake}={url}&page=2'"),
    at("form", "curl -d '{snake}={url}&a=1' https://api.example.com"),
    at("gh secret", "gh secret set {ENV} --body \"{s}\""),
    at("heredoc", "cat > .env <<EOF\n{ENV}={s}\nEOF"),
    at("cli export with colour", "\u{1b}[36m{ENV}\u{1b}[0m=\u{1b}[32m{s}\u{1b}[0m"),
    at("cargo login", "cargo login {s}"),
    at("aws configure", "aws configure set {snake} {s}"),
    at("piped", "echo {s} | docker login -u me --password-stdin"),
    at("here string", "gh auth login --with-token <<< \"{s}\""),
    at("npm config", "npm config set //npm.example/:_authToken {s}"),
    at("heroku config", "heroku config:set {ENV}={s} -a app"),
    at("csh", "setenv {ENV} {s}"),
    at("connection string", "Server=db;User Id=sa;{camel}={s};Database=app"),
    at("jdbc", "jdbc:postgresql://db/app?user=a&{camel}={url}"),
    at("from literal", "kubectl create secret generic app --from-literal {kebab}={s}"),
    at("git config", "git config --global acme.{camel} {s}"),
    // More code.
    at("storage", "localStorage.setItem(\"{camel}\", \"{s}\")"),
    at("comparison", "if {camel} != \"{s}\" {"),
    at("comment", "const x = 1; // {words}: {s}"),
    at("joined strings", "const {camel} = \"{s}\" +\n  \"\";"),
    at("env object", "{ HOME: '/root',\n  {ENV}: '{s}' }"),
    at("html attribute", "<div data-{kebab}=\"{s}\"></div>"),
    at("html escaped", "data-x=\"{&quot;{camel}&quot;:&quot;{s}&quot;}\""),
    at("plist", "<key>{camel}</key>\n<string>{s}</string>"),
    at("yaml anchor", "{snake}: &key {s}\n"),
    at("toml inline", "auth = { {snake} = \"{s}\", on = true }"),
    at("go struct", "Config{{Pascal}: \"{s}\"}"),
    at("rust struct", "Config { {snake}: \"{s}\".into() }"),
    // Output.
    at("diff", "-{ENV}=old\n+{ENV}={s}\n"),
    at("log pair", "level=info msg=\"ok\" {snake}={s} took=3ms"),
    at("log object", "[info] config loaded { {camel}: '{s}', port: 3000 }"),
    at("debug struct", "Config { {snake}: \"{s}\", port: 80 }"),
    at("actions log", "2026-03-01T10:00:00.0000000Z   {ENV}: {s}"),
    at("numbered", "    12→{ENV}={s}\n"),
    at("coloured, escaped", "{ENV}=\\u001b[32m{s}\\u001b[0m"),
    at("percent-encoded pair", "body={snake}%3D{url}%26x%3D1"),
    at("prompt", "Enter {words}: {s}\n"),
];

/// Those that were kept back while the rules were made; particles and defaults were added after a
/// look at them.
#[rustfmt::skip]
pub(super) const KEPT: &[Surrounding] = &[
    at("kept bare after arrow", "rotated → {s}"),
    at("kept bare in parentheses", "(old one was {s})"),
    at("kept bare in HTML", "<code>{s}</code>"),
    at("kept bare, Korean quotes", "“{s}” 이걸로 해줘"),
    at("kept bare in a diff", "-    \"{s}\",\n+    process.env.X,"),
    at("kept bare stack trace", "Error: 401 for {s}\n    at fetch (/app/a.js:1:2)"),
    at("kept was changed to", "we changed the {words} to {s} yesterday"),
    at("kept dash", "{words} - {s}"),
    at("kept arrow", "{words} -> {s}"),
    at("kept should be", "{words} should be {s}"),
    at("kept next line", "{words}:\n{s}\n"),
    at("kept fenced", "My {words}:\n```\n{s}\n```\n"),
    at("kept ko this", "{ko}는요 {s} 이거예요"),
    at("kept ko arrow", "{ko} → {s}"),
    at("kept ko equals", "{ko} = {s}"),
    at("kept ko parentheses", "{ko}({s})를 갱신"),
    at("kept ko bracket", "[{ko}] {s}"),
    at("kept ko next line", "{ko}:\n{s}\n"),
    at("kept ko as", "{ko}로 {s} 사용해줘"),
    at("kept ko new", "새 {ko}: `{s}`"),
    at("kept compose", "services:\n  web:\n    environment:\n      {ENV}: \"{s}\"\n"),
    at("kept yaml flow", "auth: { {snake}: {s}, on: true }"),
    at("kept ruby hash", "{ :{snake} => \"{s}\" }"),
    at("kept elixir", "config :app, {snake}: \"{s}\""),
    at("kept dart", "final String {camel} = '{s}';"),
    at("kept scala", "val {camel}: String = \"{s}\""),
    at("kept objective-c", "NSString *{camel} = @\"{s}\";"),
    at("kept perl", "my ${snake} = '{s}';"),
    at("kept lua", "local {snake} = \"{s}\""),
    at("kept shell default", "{ENV}=\"${{ENV}:-{s}}\""),
    at("kept kubectl", "kubectl create secret generic app --from-literal={kebab}={s}"),
    at("kept helm", "helm upgrade app . --set auth.{camel}={s}"),
    at("kept terraform", "terraform apply -var='{snake}={s}'"),
    at("kept httpie", "http POST api.example.com {snake}={s}"),
    at("kept printenv", "HOME=/root\n{ENV}={s}\nPWD=/app\n"),
    at("kept set header", "headers.set('X-{kebab}', '{s}')"),
    at("kept map put", "map.put(\"{camel}\", \"{s}\");"),
    at("kept sql", "INSERT INTO settings (name, value) VALUES ('{snake}', '{s}');"),
    at("kept repr", "{'{snake}': '{s}', 'n': 1}"),
    at("kept debug option", "Some({snake}: Some(\"{s}\"))"),
    at("kept csv, three", "id,{snake},email_verified\n7,{s},true\n"),
    at("kept tsv", "{ENV}\t{s}\n"),
    at("kept json lines", "{\"msg\":\"env {ENV}={json} loaded\"}"),
];

/// Those that were written when the rules stood, for a last look.
#[rustfmt::skip]
pub(super) const FRESH: &[Surrounding] = &[
    at("fresh bare, quoted mail", "> {s}\n> it expires on Friday\n"),
    at("fresh bare in a list", "1. {s}\n2. restart the worker\n"),
    at("fresh bare in a tuple", "pairs = [(\"prod\", \"{s}\"), (\"dev\", None)]"),
    at("fresh bare, Korean sentence", "아까 {s} 값 넣었더니 401 나와요"),
    at("fresh bare in a path", "GET /v1/check/{s} 200 12ms"),
    at("fresh got", "I got a new {words} from support: {s}. It works"),
    at("fresh expired", "the {words} \"{s}\" expired yesterday"),
    at("fresh here is", "Here is the {words} for staging: {s}"),
    at("fresh paste", "paste this {words} into the form: `{s}`"),
    at("fresh with", "call the API with {words} {s} and check the status"),
    at("fresh ko sent", "{ko}를 보내드립니다: {s}"),
    at("fresh ko please check", "{ko} {s} 확인 부탁드려요"),
    at("fresh ko wrong", "{ko}가 {s}인데 왜 안 되죠?"),
    at("fresh ko with English", "ENV에 {ko} = \"{s}\" 추가"),
    at("fresh ko bold", "**{ko}**: `{s}`"),
    at("fresh ko formal", "발급하신 {ko}는 {s}이며 외부에 공유하지 마십시오."),
    at("fresh vite", "VITE_{ENV}='{s}' vite build"),
    at("fresh systemd", "[Service]\nEnvironment=\"{ENV}={s}\"\n"),
    at("fresh nix", "{camel} = \"{s}\";"),
    at("fresh cloudformation", "Parameters:\n  {Pascal}:\n    Type: String\n    Default: {s}\n"),
    at("fresh pulumi", "pulumi config set --secret {camel} {s}"),
    at("fresh fly", "fly secrets set {ENV}={s}"),
    at("fresh wrangler", "echo {s} | wrangler secret put {ENV}"),
    at("fresh python dict", "config['{snake}'] = '{s}'"),
    at("fresh dataclass", "{snake}: str = \"{s}\""),
    at("fresh typescript class", "private readonly {camel} = \"{s}\";"),
    at("fresh fetch", "fetch(url, { headers: { \"x-{kebab}\": \"{s}\" } })"),
    at("fresh axios", "axios.defaults.headers.common['X-{kebab}'] = '{s}'"),
    at("fresh go map", "map[string]string{\"{snake}\": \"{s}\"}"),
    at("fresh appsettings", "{ \"Auth\": { \"{Pascal}\": \"{s}\" } }"),
    at("fresh groovy", "environment { {ENV} = '{s}' }"),
    at("fresh grep output", "src/config.ts:12:  {camel}: '{s}',"),
    at("fresh python logging", "DEBUG:app:{snake}={s}"),
    at("fresh set -x", "+ export {ENV}={s}"),
    at("fresh mcp settings", "{\"mcpServers\":{\"x\":{\"command\":\"npx\",\"env\":{\"{ENV}\":\"{s}\"}}}}"),
    at("fresh tool result", "{\"stdout\":\"{ENV}={json}\\nPORT=80\\n\",\"stderr\":\"\"}"),
    at("fresh tool input", "{\"command\":\"export {ENV}={json} && npm test\"}"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_written_as_its_place_wants_it() {
        assert_eq!(Writing::Base64.of("ab c1"), "YWIgYzE=");
        assert_eq!(Writing::Url.of("a+b/c"), "a%2Bb%2Fc");
        assert_eq!(Writing::Json.of("a\"b"), "a\\\\\\\"b");
    }
}
