//! A server on loopback that speaks as the services of models do, answers as a script says, and
//! keeps what it was asked.
//!
//! It tells by the path which service is meant, so that one script serves all of them:
//!
//! ```
//! use palimp_testing::model_server::{ModelServer, ServerStep};
//!
//! let server = ModelServer::script([ServerStep::fail(529, "Overloaded"), ServerStep::say("- [a]: fact")]);
//! // … run palimp with ANTHROPIC_BASE_URL (or OPENAI_BASE_URL, GOOGLE_GEMINI_BASE_URL,
//! // OLLAMA_HOST) set to server.url(), then look at server.requests()
//! assert!(server.requests().is_empty());
//! ```

mod forms;
mod http;

use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use serde_json::Value;

pub use forms::ModelService;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct ServedRequest {
    /// Path after the host, the query included.
    pub path: String,
    /// The headers, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body; null where it was no JSON.
    pub body: Value,
    /// The body as it came.
    pub text: String,
}

impl ServedRequest {
    /// The value of a header, by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The service that is meant; none for a path of no service.
    pub fn service(&self) -> Option<ModelService> {
        ModelService::from_path(&self.path)
    }

    /// Every text in the request, the system prompt first, with line breaks between them.
    pub fn all_text(&self) -> String {
        let mut words = Vec::new();
        for place in ["system", "systemInstruction", "messages", "contents"] {
            forms::collect_texts(&self.body[place], &mut words);
        }
        words.join("\n")
    }
}

/// Reaction of the server to a request.
#[derive(Clone, Debug)]
pub struct ServerStep {
    what: StepAction,
    headers: Vec<(String, String)>,
    gate: Option<ReplyGate>,
    bytes: Option<usize>,
    crlf: bool,
}

#[derive(Clone, Debug)]
enum StepAction {
    Say(ModelReply),
    Fail { status: u16, message: String },
    Raw { status: u16, content_type: String, body: Vec<u8> },
    HangUp,
    Silence,
}

/// An answer in words.
#[derive(Clone, Debug)]
pub(crate) struct ModelReply {
    words: String,
    cost: TokenCost,
    cut: bool,
    end: ReplyEnd,
}

/// Cost of an answer, in tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenCost {
    input: u64,
    cached: u64,
    output: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum ReplyEnd {
    Proper,
    /// All is said, but the connection stays and the body does not end.
    Open,
    HangUp,
    Silence,
    Error {
        status: u16,
        message: String,
    },
}

impl ModelReply {
    /// Returns true if the whole answer is sent.
    fn is_whole(&self) -> bool {
        matches!(self.end, ReplyEnd::Proper | ReplyEnd::Open)
    }
}

impl ServerStep {
    /// Answers with `words`: as a stream where one was requested, a piece a word. It costs 100
    /// tokens in and 10 out, unless [`ServerStep::with_cost`] sets another cost.
    pub fn say(words: &str) -> ServerStep {
        let cost = TokenCost { input: 100, cached: 0, output: 10 };
        ServerStep::new(StepAction::Say(ModelReply {
            words: words.to_owned(),
            cost,
            cut: false,
            end: ReplyEnd::Proper,
        }))
    }

    /// Answers with a status and an error in the form of the service.
    pub fn fail(status: u16, message: &str) -> ServerStep {
        ServerStep::new(StepAction::Fail { status, message: message.to_owned() })
    }

    /// Answers with these bytes.
    pub fn raw(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> ServerStep {
        let content_type = content_type.to_owned();
        ServerStep::new(StepAction::Raw { status, content_type, body: body.into() })
    }

    /// Closes the connection without a word.
    pub fn hang_up() -> ServerStep {
        ServerStep::new(StepAction::HangUp)
    }

    /// Keeps the connection and says nothing.
    pub fn silence() -> ServerStep {
        ServerStep::new(StepAction::Silence)
    }

    fn new(what: StepAction) -> ServerStep {
        ServerStep { what, headers: Vec::new(), gate: None, bytes: None, crlf: false }
    }

    /// Adds a header to the answer.
    pub fn with_header(mut self, name: &str, value: &str) -> ServerStep {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the cost of the answer in tokens; of `input`, the service had cached `cached`.
    pub fn with_cost(self, input: u64, cached: u64, output: u64) -> ServerStep {
        self.change_reply(|saying| saying.cost = TokenCost { input, cached, output })
    }

    /// The answer ends because it is as long as it may be.
    pub fn cut_short(self) -> ServerStep {
        self.change_reply(|saying| saying.cut = true)
    }

    /// After the words, the connection closes before the answer has ended.
    pub fn then_hangs_up(self) -> ServerStep {
        self.change_reply(|saying| saying.end = ReplyEnd::HangUp)
    }

    /// After the words, nothing comes any more, and the connection stays.
    pub fn then_is_silent(self) -> ServerStep {
        self.change_reply(|saying| saying.end = ReplyEnd::Silence)
    }

    /// The answer ends as it should, but its connection stays open.
    pub fn then_stays(self) -> ServerStep {
        self.change_reply(|saying| saying.end = ReplyEnd::Open)
    }

    /// After the words, the stream tells of an error.
    pub fn then_fails(self, status: u16, message: &str) -> ServerStep {
        self.change_reply(|saying| {
            saying.end = ReplyEnd::Error { status, message: message.to_owned() }
        })
    }

    /// Waits before its second word until `gate` is opened, so that a test sees an answer that has
    /// only begun.
    pub fn held_by(mut self, gate: &ReplyGate) -> ServerStep {
        self.gate = Some(gate.clone());
        self
    }

    /// Cuts the answer into pieces of so many bytes, wherever that is.
    pub fn in_pieces_of(mut self, bytes: usize) -> ServerStep {
        self.bytes = Some(bytes.max(1));
        self
    }

    /// Ends lines with a carriage return as well.
    pub fn with_crlf(mut self) -> ServerStep {
        self.crlf = true;
        self
    }

    fn change_reply(mut self, change: impl FnOnce(&mut ModelReply)) -> ServerStep {
        if let StepAction::Say(saying) = &mut self.what {
            change(saying);
        }
        self
    }
}

/// Gate that holds an answer back until it is opened.
#[derive(Clone, Debug, Default)]
pub struct ReplyGate(Arc<(Mutex<bool>, Condvar)>);

impl ReplyGate {
    /// Lets those who wait go on, and all who come later.
    pub fn open(&self) {
        *self.0.0.lock().expect("nobody panicked") = true;
        self.0.1.notify_all();
    }

    fn wait(&self) {
        let open = self.0.0.lock().expect("nobody panicked");
        drop(self.0.1.wait_while(open, |open| !*open));
    }
}

/// A server that lives until the test does not.
#[derive(Debug)]
pub struct ModelServer {
    url: String,
    requests: Arc<Mutex<Vec<ServedRequest>>>,
}

impl ModelServer {
    /// One that answers with these steps in turn, and with an error when there are no more.
    pub fn script(steps: impl IntoIterator<Item = ServerStep>) -> ModelServer {
        let steps: Vec<ServerStep> = steps.into_iter().collect();
        ModelServer::new(move |number, _| {
            steps
                .get(number)
                .cloned()
                .unwrap_or_else(|| ServerStep::fail(500, "the script is over"))
        })
    }

    /// One that does the same with every request.
    pub fn always(step: ServerStep) -> ModelServer {
        ModelServer::new(move |_, _| step.clone())
    }

    /// One that does with each request what `answer` makes of its number, from 0, and of itself.
    pub fn new(
        answer: impl Fn(usize, &ServedRequest) -> ServerStep + Send + Sync + 'static,
    ) -> ModelServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                thread::spawn(move || serve_request(&stream, &seen, &*answer));
            }
        });
        ModelServer { url, requests }
    }

    /// Its address: scheme, host and port.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Requests so far.
    pub fn requests(&self) -> Vec<ServedRequest> {
        self.requests.lock().expect("nobody panicked").clone()
    }
}

/// Answers one request. Whoever asked may leave at any time.
fn serve_request(
    stream: &TcpStream,
    seen: &Mutex<Vec<ServedRequest>>,
    answer: &dyn Fn(usize, &ServedRequest) -> ServerStep,
) {
    let Some(asked) = http::read_request(stream) else { return };
    let number = {
        let mut seen = seen.lock().expect("nobody panicked");
        seen.push(asked.clone());
        seen.len() - 1
    };
    let step = answer(number, &asked);
    let _ = match &step.what {
        StepAction::Say(saying) => match asked.service() {
            Some(service) => {
                http::send_reply(stream, &step, saying, &ServiceExchange { service, asked: &asked })
            }
            None => http::send_body(stream, &step, 404, &forms::not_found_body(&asked.path)),
        },
        StepAction::Fail { status, message } => {
            let body = forms::error_body(asked.service(), *status, message);
            http::send_body(stream, &step, *status, &http::ReplyBody::from_json(&body))
        }
        StepAction::Raw { status, content_type, body } => {
            let body = http::ReplyBody { content_type: content_type.clone(), bytes: body.clone() };
            http::send_body(stream, &step, *status, &body)
        }
        StepAction::HangUp => Ok(()),
        StepAction::Silence => http::wait_for_close(stream),
    };
}

/// A request to a service.
pub(crate) struct ServiceExchange<'a> {
    service: ModelService,
    asked: &'a ServedRequest,
}
