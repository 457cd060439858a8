//! The pages, as a browser asks for them.

use std::time::Duration;

use palimp_hub::{connect, make_link, verbs};
use palimp_hub_api::{EraseRequest, MemoryStatus, ScopeRole};

use crate::lab::{Lab, Person};
use crate::node::Node;

/// Who looks at pages.
pub(crate) struct Browser {
    base: String,
    cookie: String,
}

/// A page: its status, where it leads, when to ask again, what is to be kept, and what it says.
pub(crate) struct Page {
    status: u16,
    leads: String,
    waits: String,
    kept: Vec<String>,
    pub(crate) text: String,
}

impl Browser {
    fn at(node: &Node) -> Browser {
        Browser { base: node.url.clone(), cookie: String::new() }
    }

    /// Somebody who signed in.
    pub(crate) fn of(node: &Node, who: &Person) -> Browser {
        let mut browser = Browser::at(node);
        let page = browser.send("/sign-in", &[("token", &who.token)]);
        assert_eq!((page.status, page.leads.as_str()), (303, "/proposals"));
        browser.keep(&page);
        browser
    }

    fn keep(&mut self, page: &Page) {
        let cookie = page.kept.iter().find(|it| it.starts_with("palimp-hub=")).unwrap();
        self.cookie = cookie.split(';').next().unwrap().to_owned();
    }

    fn agent() -> ureq::Agent {
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
        config.timeout_global(Some(Duration::from_secs(30))).build().into()
    }

    pub(crate) fn get(&self, path: &str) -> Page {
        self.get_in(path, "en")
    }

    pub(crate) fn get_in(&self, path: &str, language: &str) -> Page {
        let asked = Browser::agent().get(format!("{}{path}", self.base));
        let asked = asked.header("cookie", &self.cookie).header("accept-language", language);
        Page::of(asked.call().unwrap())
    }

    /// Sends the form of a page that was looked at before.
    fn send(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.form();
        self.send_with(path, &[fields, &[("form", &token)]].concat())
    }

    fn send_with(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let asked = Browser::agent().post(format!("{}{path}", self.base));
        Page::of(asked.header("cookie", &self.cookie).send_form(fields.iter().copied()).unwrap())
    }

    /// What the forms of her pages bear.
    fn form(&self) -> String {
        let page = self.get("/proposals/new").text;
        let Some((_, rest)) = page.split_once("name=\"form\" value=\"") else {
            return String::new();
        };
        rest.split('"').next().unwrap_or_default().to_owned()
    }
}

impl Page {
    fn of(mut response: ureq::http::Response<ureq::Body>) -> Page {
        let said = |name: &str| -> Vec<String> {
            let values = response.headers().get_all(name).iter();
            values.map(|it| it.to_str().unwrap().to_owned()).collect()
        };
        Page {
            status: response.status().as_u16(),
            leads: said("location").concat(),
            waits: said("retry-after").concat(),
            kept: said("set-cookie"),
            text: response.body_mut().read_to_string().unwrap(),
        }
    }
}

#[test]
fn a_member_proposes_and_a_reviewer_decides() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let ann = lab.member(&owner, ("acme", "ann"), ScopeRole::Contributor, &["project:app"]);
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Reviewer, &["project:app"]);
    let node = Node::start(&lab);
    let [ann, reviewer] = [&ann, &ben].map(|who| Browser::of(&node, who));
    let fact = [
        ("statement", "배포는 목요일에 한다 <script>alert(1)</script>"),
        ("why", "nobody is on call on Fridays"),
        ("scope", "project:app"),
        ("kind", "decision"),
        ("allow", ""),
    ];
    let fact = [&fact[..], &[("key", "a-page")]].concat();
    for _ in 0..2 {
        let sent = ann.send("/proposals/new", &fact);
        assert_eq!((sent.status, sent.leads.as_str()), (303, "/proposals?said=proposed"));
    }
    assert_eq!(lab.done(&ben, verbs::list_proposals).proposals.len(), 1, "it was sent twice");
    let page = ann.get("/proposals").text;
    assert!(page.contains("배포는 목요일에 한다 &lt;script&gt;"), "{page}");
    assert!(!page.contains("<script>alert"), "{page}");
    assert!(page.contains("Your approval does not count here."), "{page}");
    let waiting = lab.done(&ben, verbs::list_proposals).proposals.remove(0).memory;
    let decide = |browser: &Browser, version: &str| {
        let path = format!("/proposals/{}", waiting.id);
        browser.send(&path, &[("version", version), ("do", "approve")])
    };
    assert_eq!(decide(&ann, &waiting.version).status, 403, "she may not");
    assert_eq!(decide(&reviewer, "00").status, 409, "another text than she read");
    assert!(lab.found(&ben, "배포 목요일").is_empty());
    assert_eq!(decide(&reviewer, &waiting.version).leads, "/proposals?said=landed");
    let page = reviewer.get("/proposals?said=landed").text;
    assert!(page.contains("homes receive it with their next pull"), "{page}");
    let page = reviewer.get_in("/memories?q=언제+배포해", "ko").text;
    assert!(page.contains("lang=\"ko\"") && page.contains("배포는 목요일에"), "{page}");
    let path = format!("/memories/{}", waiting.id);
    assert!(reviewer.get(&path).text.contains("nobody is on call"));
    let retire = [("version", waiting.version.as_str()), ("do", "retire"), ("why", "no more")];
    assert_eq!(reviewer.send(&path, &retire).leads, "/memories?said=retired");
    assert!(lab.found(&ben, "배포 목요일").is_empty());
    assert_eq!(reviewer.send(&path, &[("do", "erase")]).status, 403, "a reviewer erases nothing");
    assert_eq!(Browser::of(&node, &owner).send(&path, &[("do", "erase")]).status, 303);
    assert_eq!(reviewer.get(&path).status, 404);
}

#[test]
fn what_may_not_be_kept_stays_in_the_form_and_nowhere_else() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let node = Node::start(&lab);
    let browser = Browser::of(&node, &owner);
    let fact = [("statement", "Ask ops@example.com"), ("scope", "project:app"), ("kind", "fact")];
    let page = browser.send("/proposals/new", &fact);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("looks like: email"), "{}", page.text);
    assert!(page.text.contains("Ask ops@example.com</textarea>"), "{}", page.text);
    assert!(lab.done(&owner, verbs::list_proposals).proposals.is_empty());
    let allowed = [&fact[..], &[("allow", "email")]].concat();
    assert_eq!(browser.send("/proposals/new", &allowed).status, 303);
    let kept = lab.done(&owner, verbs::list_proposals).proposals.remove(0).memory;
    assert_eq!((kept.status, kept.allow), (MemoryStatus::Proposed, vec!["email".to_owned()]));
}

#[test]
fn a_form_from_elsewhere_does_nothing_and_a_cookie_opens_no_other_door() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let node = Node::start(&lab);
    let browser = Browser::of(&node, &owner);
    let fact = [("statement", "Deploys run on Thursdays"), ("scope", "org"), ("kind", "fact")];
    for form in ["", "00", &"0".repeat(64)] {
        let page = browser.send_with("/proposals/new", &[&fact[..], &[("form", form)]].concat());
        assert_eq!(page.status, 403, "{form}");
    }
    let other = Browser::of(&node, &lab.enter("acme", "owner")).form();
    let page = browser.send_with("/proposals/new", &[&fact[..], &[("form", &other)]].concat());
    assert_eq!(page.status, 403, "what another token's forms bear");
    assert!(lab.done(&owner, verbs::list_proposals).proposals.is_empty());
    for path in ["/v1/me", "/v1/proposals", "/mcp"] {
        assert_eq!(browser.get(path).status, 401, "{path}");
    }
}

#[test]
fn who_is_not_let_in_sees_nothing() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let node = Node::start(&lab);
    let pages = [
        "/proposals", "/proposals/new", "/memories", "/members", "/policy", "/audit", "/activity",
        "/usage",
    ];
    let nobody = Browser::at(&node);
    for path in pages {
        let page = nobody.get(path);
        assert_eq!((page.status, page.leads.as_str()), (303, "/sign-in"), "{path}");
    }
    let page = nobody.send("/sign-in", &[("token", "phub_0000")]);
    assert_eq!((page.status, page.kept.len()), (403, 0));
    let browser = Browser::of(&node, &owner);
    for path in pages {
        assert_eq!(browser.get(path).status, 200, "{path}");
    }
    let page = nobody.send("/sign-in", &[("token", &owner.token)]);
    assert!(page.kept[0].ends_with("; Path=/; HttpOnly; SameSite=Lax"), "{:?}", page.kept);
    // A token that is taken back is out at the next request.
    let tokens = lab.done(&owner, |tenant, _| verbs::list_tokens(tenant));
    for token in tokens {
        lab.done(&owner, |tenant, means| verbs::revoke_token(tenant, means.master, &token.id));
    }
    let page = browser.get("/memories");
    assert_eq!((page.status, page.leads.as_str()), (303, "/sign-in"));
    assert!(page.kept[0].contains("Max-Age=0"), "{:?}", page.kept);
}

#[test]
fn a_page_of_others_is_refused_in_the_language_that_the_browser_keeps() {
    let Some(lab) = Lab::new() else { return };
    let node = Node::start(&lab);
    let refused = |cookie: &str| {
        let asked = Browser::agent().post(format!("{}/sign-in", node.url)).header("cookie", cookie);
        let asked = asked.header("origin", "https://elsewhere.example");
        Page::of(asked.header("accept-language", "en").send_form([("token", "")]).unwrap()).text
    };
    assert!(refused("lang=ko").contains("이 서버의 주소로 접속하세요"));
    assert!(refused("").contains("open its own address"));
}

#[test]
fn what_is_anothers_is_answered_like_what_is_not_there_on_every_page() {
    let Some(lab) = Lab::new() else { return };
    let [owner, theirs] = ["acme", "other"].map(|org| lab.org(org));
    let ben = lab.member(&owner, ("acme", "ben"), ScopeRole::Maintainer, &["project:app"]);
    // Closed to ben, and of another organisation; approved, and proposed.
    let reviewers = [("acme", &owner), ("other", &theirs)]
        .map(|(org, owner)| lab.member(owner, (org, "rae"), ScopeRole::Reviewer, &["org"]));
    let told = [
        lab.agreed((&owner, &reviewers[0]), "org", "The zebra-gate is painted green"),
        lab.agreed((&theirs, &reviewers[1]), "org", "The zebra-gate is painted red"),
    ];
    for owner in [&owner, &theirs] {
        assert_eq!(lab.found(owner, "zebra-gate").len(), 1, "whose it is finds it");
    }
    let closed = lab.propose(&owner, "org", "The zebra-gate squeaks").unwrap().memory;
    let foreign = lab.propose(&theirs, "org", "The zebra-gate is locked").unwrap().memory;
    let node = Node::start(&lab);
    let browser = Browser::of(&node, &ben);
    let nowhere = uuid::Uuid::now_v7().to_string();
    let said = |path: &str, id: &str, version: &str, form: bool| {
        let path = path.replace("{id}", id);
        let page = match form {
            false => browser.get(&path),
            true => {
                let what = if path.starts_with("/proposals") { "approve" } else { "erase" };
                browser.send(&path, &[("do", what), ("version", version), ("why", "so")])
            }
        };
        // The address stands in the links to the other language.
        (page.status, page.text.replace(id, "ID"))
    };
    let routes = [
        ("/memories/{id}", false),
        ("/memories/{id}", true),
        ("/memories/{id}/erase", false),
        ("/proposals/{id}", true),
    ];
    for (path, form) in routes {
        let none = said(path, &nowhere, "00", form);
        assert_eq!(none.0, 404, "{path}");
        for memory in [&closed, &foreign, &told[0], &told[1]] {
            assert_eq!(said(path, &memory.id, &memory.version, form), none, "{path}");
        }
    }
    for path in ["/proposals", "/memories", "/memories?q=zebra", "/activity", "/members"] {
        assert!(!browser.get(path).text.contains("zebra-gate"), "{path}");
    }
    let fact = [("statement", "x y z"), ("scope", "org"), ("kind", "fact")];
    assert_ne!(browser.send("/proposals/new", &fact).status, 303, "it is closed to her");
}

#[test]
fn a_link_lets_somebody_in_once_and_not_by_being_looked_at() {
    let Some(lab) = Lab::new() else { return };
    let owner = lab.org("acme");
    let node = Node::start(&lab);
    let browser = Browser::of(&node, &owner);
    let give = [("do", "give"), ("name", "ann"), ("scope", "project:app"), ("role", "reader")];
    assert_eq!(browser.send("/members", &give).leads, "/members?said=given");
    let page = browser.send("/members", &[("do", "link"), ("name", "ann")]).text;
    let (_, rest) = page.split_once("/join?link=").expect("a link");
    let link = rest.split('<').next().unwrap().to_owned();
    let mut ann = Browser::at(&node);
    for _ in 0..3 {
        assert_eq!(ann.get(&format!("/join?link={link}")).status, 200);
    }
    let page = ann.send("/join", &[("link", &link)]);
    assert!(page.text.contains("palimp hub login http") && page.text.contains("phub_"));
    ann.keep(&page);
    assert!(ann.get("/memories").text.contains("viewed as ann"));
    assert_eq!(Browser::at(&node).send("/join", &[("link", &link)]).status, 403, "only once");
    assert_eq!(ann.send("/members", &give).status, 403, "a reader gives no role");
    // Whoever was made by the administrator comes in the same way.
    let link = make_link(&mut connect(&lab.url).unwrap(), "acme", "ann").unwrap();
    assert_eq!(Browser::at(&node).send("/join", &[("link", &link)]).status, 200);
}

#[test]
fn an_owner_lays_down_a_policy_and_nobody_else_does() {
    let Some(lab) = Lab::new() else { return };
    let [owner, theirs] = ["acme", "other"].map(|org| lab.org(org));
    let may_not = [
        lab.member(&owner, ("acme", "mia"), ScopeRole::Maintainer, &["org"]),
        lab.member(&owner, ("acme", "rae"), ScopeRole::Owner, &["project:app"]),
    ];
    let node = Node::start(&lab);
    let browser = Browser::of(&node, &owner);
    let policy = |org: &str| -> serde_json::Value {
        let sql = "SELECT policy FROM orgs WHERE name = $1";
        connect(&lab.url).unwrap().query_one(sql, &[&org]).unwrap().get(0)
    };
    let page = browser.get("/policy").text;
    let (_, rest) = page.split_once("name=\"version\" value=\"").expect("a form");
    let version = rest.split('"').next().unwrap().to_owned();
    let rules = |version: &str, approvals: &str, groups: &str| {
        let fields = [
            ("version", version),
            ("approvals", approvals),
            ("fourEyes", "false"),
            ("expiry", "{\"incident\": 30}"),
            ("expiryDays", "365"),
            ("proposalDays", "30"),
            ("maxOfflineDays", "14"),
            ("activityDays", "90"),
            ("maxMemories", "100000"),
            ("groups", groups),
            ("requestsPerMinute", "600"),
        ];
        fields.map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    let send = |browser: &Browser, fields: &[(String, String)]| {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        browser.send("/policy", &fields)
    };
    let groups = "{\"eng\": {\"project:app\": \"reviewer\"}}";
    // What she may see and not do, what she may not see, and what is of another organisation.
    for (who, expected) in may_not.iter().chain([&theirs]).zip([403, 404, 409]) {
        let other = Browser::of(&node, who);
        assert_eq!(send(&other, &rules(&version, "2", groups)).status, expected);
        assert_eq!(other.get("/policy").text.contains("<textarea"), expected == 409);
    }
    assert_eq!(policy("other"), serde_json::json!({}));
    assert_eq!(policy("acme"), serde_json::json!({}));
    for (approvals, wrong) in
        [("-1", "{}"), ("1.5", "{}"), ("", "{}"), ("2", "{"), ("2", "{\"eng\": \"boss\"}")]
    {
        let page = send(&browser, &rules(&version, approvals, wrong));
        assert!(page.status == 422 && page.text.contains("invalid policy"), "{approvals} {wrong}");
    }
    let cookie = format!("{}; lang=ko", browser.cookie);
    let korean = Browser { base: browser.base.clone(), cookie };
    let page = send(&korean, &rules(&version, "2", "{")).text;
    assert!(page.contains("groups: 정책이 올바르지 않습니다: "), "{page}");
    assert_eq!(
        browser.send_with("/policy", &[("version", &version)]).status,
        403,
        "a form of nobody"
    );
    assert_eq!(policy("acme"), serde_json::json!({}));
    let page = send(&browser, &rules(&version, "2", groups));
    assert_eq!((page.status, page.leads.as_str()), (303, "/policy?said=laid-down"));
    let kept = policy("acme");
    assert_eq!((&kept["approvals"], &kept["fourEyes"]), (&2.into(), &false.into()));
    assert_eq!(kept["groups"]["eng"]["project:app"], "reviewer");
    assert_eq!(policy("other"), serde_json::json!({}));
    assert_eq!(send(&browser, &rules(&version, "3", "{}")).status, 409, "it is another one by now");
    assert!(browser.get("/audit").text.contains("<td>policy</td>"));
    assert!(browser.get_in("/policy", "ko").text.contains("저장"));
}

#[test]
fn the_audit_has_no_content_and_a_page_without_its_database_says_so() {
    let Some(server) = crate::lab::server() else { return };
    let lab = Lab::on(std::sync::Arc::new(server));
    let owner = lab.org("acme");
    let node = Node::start(&lab);
    let browser = Browser::of(&node, &owner);
    lab.propose(&owner, "org", "Deploys run on Thursdays").unwrap();
    let erase = EraseRequest { project: Some("app".to_owned()), ..EraseRequest::default() };
    lab.done(&owner, |tenant, means| verbs::erase(tenant, means.master, &erase));
    let page = browser.get("/audit").text;
    assert!(page.contains("<td>propose</td>") && page.contains("<td>erase"), "{page}");
    assert!(!page.contains("Thursdays"), "no content is in it");

    lab.server.halt().unwrap();
    let page = browser.get("/memories");
    assert_eq!((page.status, page.waits.as_str()), (503, "1"));
    assert!(page.text.contains("The hub is busy"), "{}", page.text);
    let form = [("token", owner.token.as_str()), ("link", "none")];
    for path in ["/sign-in", "/join"] {
        assert_eq!(browser.send_with(path, &form).status, 503, "{path}");
    }
    lab.server.resume().unwrap();
    // Connections from before are broken, and each is found to be so once.
    let is_back = (0..20).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        browser.get("/memories").status == 200
    });
    assert!(is_back);
}
