//! What holds for any settings file at all.

use std::path::Path;

use palimp_clients::install::{HookCommand, InstallRecord};
use palimp_core::AgentClient;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::support::{World, moved, settings, value};

/// A generated settings file: its value and its formatting.
#[derive(Clone, Debug)]
enum Node {
    Plain(Json),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        Just("한글".to_owned()),
        Just("a // b".to_owned()),
        Just("\"{[,]}\\".to_owned()),
        Just("palimp hook claude".to_owned()),
    ]
}

fn plain() -> impl Strategy<Value = Node> {
    prop_oneof![
        word().prop_map(|text| Node::Plain(json!(text))),
        (-9..99i32).prop_map(|number| Node::Plain(json!(number))),
        any::<bool>().prop_map(|truth| Node::Plain(json!(truth))),
        Just(Node::Plain(Json::Null)),
    ]
}

fn anything() -> impl Strategy<Value = Node> {
    plain().prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Node::Array),
            members(word(), inner).prop_map(Node::Object),
        ]
    })
}

/// Up to three members with different names.
fn members(
    name: impl Strategy<Value = String>,
    value: impl Strategy<Value = Node>,
) -> impl Strategy<Value = Vec<(String, Node)>> {
    prop::collection::btree_map(name, value, 0..4).prop_map(|map| map.into_iter().collect())
}

/// Somebody else's handler, in any of the forms that clients know.
fn handler() -> impl Strategy<Value = Node> {
    let command = prop::sample::select(vec![
        "fmt",
        "echo palimp hook claude",
        "/bin/palimp search hook",
        "my-palimp hook codex",
    ]);
    let key = prop::sample::select(vec!["command", "bash"]);
    (key, command, anything()).prop_map(|(key, command, extra)| {
        Node::Object(vec![
            ("type".into(), Node::Plain(json!("command"))),
            (key.into(), Node::Plain(json!(command))),
            ("extra".into(), extra),
        ])
    })
}

fn group() -> impl Strategy<Value = Node> {
    let handlers = prop::collection::vec(handler(), 0..3).prop_map(Node::Array);
    let grouped = (handlers, any::<bool>()).prop_map(|(handlers, matched)| {
        let matcher = ("matcher".to_owned(), Node::Plain(json!("Edit")));
        let mut members = vec![("hooks".to_owned(), handlers)];
        if matched {
            members.insert(0, matcher);
        }
        Node::Object(members)
    });
    prop_oneof![grouped, handler(), anything()]
}

fn hooks() -> impl Strategy<Value = Node> {
    let event = prop::sample::select(vec![
        "SessionStart", "Stop", "PostToolUse", "AfterTool", "agentStop", "sessionEnd", "Other",
    ]);
    let groups = prop::collection::vec(group(), 0..3).prop_map(Node::Array);
    members(event.prop_map(str::to_owned), groups).prop_map(Node::Object)
}

fn document() -> impl Strategy<Value = Node> {
    (members(word(), anything()), prop::option::of(hooks()), any::<prop::sample::Index>()).prop_map(
        |(mut members, hooks, at)| {
            if let Some(hooks) = hooks {
                members.insert(at.index(members.len() + 1), ("hooks".into(), hooks));
            }
            Node::Object(members)
        },
    )
}

/// Writes a document down in an odd hand that a sequence of numbers decides.
struct Scribe<'a> {
    text: String,
    whims: std::iter::Cycle<std::slice::Iter<'a, u8>>,
    newline: &'static str,
    unit: &'static str,
    /// Whether there are line breaks and comments at all.
    loose: bool,
}

impl Scribe<'_> {
    fn whim(&mut self, sides: u8) -> u8 {
        self.whims.next().map_or(0, |whim| whim % sides)
    }

    fn comment(&mut self) {
        let newline = self.newline;
        match self.whim(9) {
            0 => self.text += &format!(" // \"hooks\": {{ [ , 한글{newline}"),
            1 => self.text += " /* \"a\": [ */ ",
            2 => self.text += &format!("{newline}/* one{newline}   two */"),
            _ => {}
        }
    }

    fn gap(&mut self, depth: usize) {
        if !self.loose {
            return;
        }
        self.comment();
        match self.whim(5) {
            0 => {}
            1 => self.text += " ",
            2 => self.text += "\t  ",
            _ => self.text += &format!("{}{}", self.newline, self.unit.repeat(depth)),
        }
    }

    fn node(&mut self, node: &Node, depth: usize) {
        match node {
            Node::Plain(value) => self.text += &value.to_string(),
            Node::Array(items) => {
                let items = items.iter().map(|item| (None, item));
                self.container('[', ']', &items.collect::<Vec<_>>(), depth);
            }
            Node::Object(members) => {
                let members = members.iter().map(|(name, value)| (Some(name), value));
                self.container('{', '}', &members.collect::<Vec<_>>(), depth);
            }
        }
    }

    fn container(
        &mut self,
        open: char,
        close: char,
        items: &[(Option<&String>, &Node)],
        depth: usize,
    ) {
        self.text.push(open);
        for (index, (name, value)) in items.iter().enumerate() {
            self.gap(depth + 1);
            if let Some(name) = name {
                self.text += &json!(name).to_string();
                self.gap(depth + 1);
                self.text.push(':');
                self.gap(depth + 1);
            }
            self.node(value, depth + 1);
            if index + 1 < items.len() || (self.loose && self.whim(3) == 0) {
                self.gap(depth + 1);
                self.text.push(',');
            }
        }
        self.gap(depth);
        self.text.push(close);
    }
}

fn write(node: &Node, whims: &[u8]) -> String {
    let mut scribe = Scribe {
        text: String::new(),
        whims: whims.iter().cycle(),
        newline: "\n",
        unit: "  ",
        loose: true,
    };
    scribe.newline = ["\n", "\r\n"][usize::from(scribe.whim(2))];
    scribe.unit = ["  ", "\t", "    ", ""][usize::from(scribe.whim(4))];
    scribe.loose = scribe.whim(8) > 0;
    if scribe.whim(4) == 0 {
        scribe.text.push('\u{feff}');
    }
    scribe.gap(0);
    scribe.node(node, 0);
    scribe.gap(0);
    scribe.text
}

fn texts() -> impl Strategy<Value = String> {
    (document(), prop::collection::vec(any::<u8>(), 1..60))
        .prop_map(|(node, whims)| write(&node, &whims))
}

fn clients() -> impl Strategy<Value = AgentClient> {
    prop::sample::select(crate::support::JSON_CLIENTS.to_vec())
}

/// `before` with what palimp puts into an empty file merged into it.
fn merged(client: AgentClient, before: &Json) -> Json {
    let mut world = World::new();
    world.install(client);
    let ours = value(&world.read(settings(client)));
    let mut merged = before.clone();
    for (name, part) in ours.as_object().unwrap() {
        if name != "hooks" {
            merged.as_object_mut().unwrap().entry(name).or_insert(part.clone());
            continue;
        }
        let hooks = merged.as_object_mut().unwrap().entry("hooks").or_insert(json!({}));
        for (event, groups) in part.as_object().unwrap() {
            let array = hooks.as_object_mut().unwrap().entry(event).or_insert(json!([]));
            array.as_array_mut().unwrap().extend(groups.as_array().unwrap().iter().cloned());
        }
    }
    merged
}

/// `settings` without what an uninstall that has no record cannot tell from palimp's.
fn without_empty(mut settings: Json) -> Json {
    let root = settings.as_object_mut().unwrap();
    if let Some(hooks) = root.get_mut("hooks").and_then(Json::as_object_mut) {
        hooks.retain(|_, groups| *groups != json!([]));
        if hooks.is_empty() {
            root.remove("hooks");
        }
    }
    root.retain(|name, value| name != "mcpServers" || *value != json!({}));
    root.remove("version");
    settings
}

/// The comments of a file, each with all the white space out of it.
fn comments(text: &str) -> Vec<String> {
    use jsonc_parser::tokens::Token;
    use jsonc_parser::{CollectOptions, CommentCollectionStrategy, parse_to_ast};
    let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
    let text = text.trim_start_matches('\u{feff}');
    let tokens = parse_to_ast(text, &collect, &Default::default()).unwrap().tokens.unwrap();
    let comment = |token: Token<'_>| match token {
        Token::CommentLine(text) | Token::CommentBlock(text) => Some(text.to_owned()),
        _ => None,
    };
    tokens.into_iter().filter_map(|token| comment(token.token)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_install_adds_and_its_removal_leaves_no_trace(client in clients(), text in texts()) {
        let mut world = World::with_settings(client, &text);
        world.install(client);
        let installed = world.read(settings(client));
        prop_assert_eq!(value(&installed), merged(client, &value(&text)), "{}", installed);
        prop_assert_eq!(comments(&installed), comments(&text));

        world.install(client);
        prop_assert_eq!(&world.read(settings(client)), &installed);

        world.hook = HookCommand::new(Path::new("/a b/palimp")).unwrap();
        world.install(client);
        let moved = moved(&installed, "/a b/palimp");
        prop_assert_eq!(world.read(settings(client)), moved);

        world.uninstall(client);
        prop_assert_eq!(world.read(settings(client)), text);
    }

    #[test]
    fn without_a_record_nothing_of_others_is_lost(client in clients(), text in texts()) {
        let mut world = World::with_settings(client, &text);
        world.install(client);
        world.record = InstallRecord::default();
        world.uninstall(client);
        if world.exists(settings(client)) {
            let after = world.read(settings(client));
            prop_assert_eq!(without_empty(value(&after)), without_empty(value(&text)), "{}", after);
            prop_assert_eq!(comments(&after), comments(&text));
        } else {
            prop_assert_eq!((client, without_empty(value(&text))), (AgentClient::Copilot, json!({})));
        }
    }

    #[test]
    fn no_text_is_too_odd(client in clients(), text in "(\"hooks\":|\"Stop\":|\"\"|[\\[\\]{},:/*\n\r 1한\u{feff}]){0,16}") {
        let mut world = World::with_settings(client, &text);
        if world.try_install(client).is_ok() {
            world.install(client);
            world.uninstall(client);
        }
        prop_assert_eq!(world.read(settings(client)), text);
    }

    #[test]
    fn an_edit_in_between_stays(client in clients(), text in texts()) {
        let mut world = World::with_settings(client, &text);
        world.install(client);
        let edit = |text: &str| {
            let open = text.trim_start_matches('\u{feff}');
            let collect = Default::default();
            let parsed = jsonc_parser::parse_to_ast(open, &collect, &Default::default()).unwrap();
            let root = jsonc_parser::common::Ranged::range(&parsed.value.unwrap()).start;
            format!("{}/* new */ \"new\": [1],{}", &open[..=root], &open[root + 1..])
        };
        let edited = edit(&world.read(settings(client)));
        world.write(settings(client), &edited);
        world.install(client);
        prop_assert_eq!(&world.read(settings(client)), &edited);

        world.uninstall(client);
        let after = world.read(settings(client));
        let mut expected = value(&edit(&text));
        if let Some(version) = value(&after).get("version") {
            expected["version"] = version.clone();
        }
        prop_assert_eq!(value(&after), expected, "{}", after);
        prop_assert_eq!(comments(&after), comments(&edit(&text)));
        prop_assert!(world.uninstall(client).is_empty());
    }
}
