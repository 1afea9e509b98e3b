//! Who gets which answer.

use super::assets;
use super::http::{Answer, Request};
use super::worker::Worker;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The page at its address.
pub(super) struct Site {
    port: u16,
    token: String,
    /// One for questions that are quick, one for Rust: each answers one at a time.
    workers: [Mutex<Worker>; 2],
}

impl Site {
    /// On that port, below that word; answers take so long at most.
    pub(super) fn new(port: u16, token: String, patience: Duration) -> Site {
        Site { port, token, workers: [0, 1].map(|_| Mutex::new(Worker::new(patience))) }
    }

    /// Where the page is.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The answer to a request.
    pub(super) fn answer(&self, request: &Request) -> Answer {
        // Another name that leads to this address is that of a page which is not ours.
        if !request.header("Host").is_some_and(|host| self.is_here(host)) {
            return Answer::refusal("421 Misdirected Request", "this address goes by 127.0.0.1 alone");
        }
        let foreign = match request.header("Origin") {
            Some(origin) => !origin.strip_prefix("http://").is_some_and(|host| self.is_here(host)),
            None => request.has("Origin"),
        };
        if foreign {
            return Answer::refusal("403 Forbidden", "another page asks");
        }
        let mut parts = request.path.strip_prefix('/').unwrap_or_default().splitn(2, '/');
        let token = parts.next().unwrap_or_default();
        let Some(name) = parts.next().filter(|_| same(token, &self.token)) else {
            return Answer::refusal("404 Not Found", "nothing is here: the address is the one that was printed");
        };
        match (&*request.method, name.strip_prefix("ask/")) {
            ("GET", None) => match assets::find(name) {
                Some(asset) => Answer { status: "200 OK", kind: asset.kind, body: asset.text.as_bytes().to_vec() },
                None => Answer::refusal("404 Not Found", "the page has no such part"),
            },
            ("POST", Some(question)) => self.ask(question, request),
            _ => Answer::refusal("405 Method Not Allowed", "parts of the page are got, questions are posted"),
        }
    }

    /// What a worker answers.
    fn ask(&self, question: &str, request: &Request) -> Answer {
        // Pages from elsewhere cannot send this without asking.
        if !request.header("Content-Type").is_some_and(|kind| kind.starts_with("application/json")) {
            return Answer::refusal("415 Unsupported Media Type", "a question is JSON");
        }
        let Ok(body) = serde_json::from_slice::<serde_json::Value>(&request.body) else {
            return Answer::refusal("400 Bad Request", "the question is not JSON");
        };
        let Some(slot) = super::worker::slot(question) else {
            return Answer::refusal("404 Not Found", "there is no such question");
        };
        let mut worker = self.workers[slot].lock().unwrap_or_else(PoisonError::into_inner);
        let line = worker.ask(question, &body);
        Answer { status: "200 OK", kind: "application/json", body: line.into_bytes() }
    }

    /// Whether this is what the server is called.
    fn is_here(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }
}

/// Whether two words are the same, in a time that does not say where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}
