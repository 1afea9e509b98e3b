//! One request of HTTP/1.1 and one answer, with bounds on both.
//!
//! The parser of the head is `httparse`. Servers that are ready-made either bring an asynchronous runtime along, or set no
//! bounds on heads and no time for slow senders; one request for each connection needs little beside the parser.

use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

/// The longest head.
const HEAD: usize = 16 << 10;

/// The longest body.
pub(super) const BODY: usize = 64 << 10;

/// The most lines of a head.
const LINES: usize = 64;

/// How long a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(10);

/// A request.
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, Vec<u8>)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// The header of that name, if there is exactly one.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (Some((_, value)), None) => std::str::from_utf8(value).ok(),
            _ => None,
        }
    }

    /// Whether there is a header of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name))
    }
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: &'static str,
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

/// What a page from here may do: load from here, draw what it made itself, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

impl Answer {
    /// A line of text that says why there is no other answer.
    pub(super) fn refusal(status: &'static str, why: &str) -> Answer {
        Answer { status, kind: "text/plain; charset=utf-8", body: format!("{why}\n").into_bytes() }
    }

    /// What is sent.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let Answer { status, kind, body } = self;
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Cache-Control: no-store\r\n\r\n"
        );
        [head.as_bytes(), body].concat()
    }
}

/// Reads a request.
///
/// # Errors
/// With the answer to what is no request, or one that is too long; with none where nobody is there to take it.
pub(super) fn read(stream: &mut impl Read) -> Result<Request, Option<Answer>> {
    let start = Instant::now();
    let mut bytes = Vec::new();
    let mut more = |bytes: &mut Vec<u8>| -> Result<(), Option<Answer>> {
        let mut part = [0; 4096];
        loop {
            if start.elapsed() > ARRIVAL {
                return Err(Some(Answer::refusal("408 Request Timeout", "the request took too long to arrive")));
            }
            match stream.read(&mut part) {
                Ok(0) => return Err(None),
                Ok(n) => {
                    bytes.extend_from_slice(&part[..n]);
                    return Ok(());
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(None),
            }
        }
    };
    let bad = |why: &str| Err(Some(Answer::refusal("400 Bad Request", why)));
    let (mut request, head) = loop {
        let mut lines = [httparse::EMPTY_HEADER; LINES];
        let mut parsed = httparse::Request::new(&mut lines);
        match parsed.parse(&bytes) {
            Ok(httparse::Status::Complete(head)) => {
                let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
                let header = |h: &httparse::Header<'_>| (h.name.to_owned(), h.value.to_vec());
                let headers = parsed.headers.iter().map(header).collect();
                let (method, path) = (text(parsed.method), text(parsed.path));
                break (Request { method, path, headers, body: Vec::new() }, head);
            }
            Ok(httparse::Status::Partial) if bytes.len() > HEAD => {
                let why = "the head of the request is too long";
                return Err(Some(Answer::refusal("431 Request Header Fields Too Large", why)));
            }
            Ok(httparse::Status::Partial) => more(&mut bytes)?,
            Err(httparse::Error::TooManyHeaders) => {
                let why = "the request has too many headers";
                return Err(Some(Answer::refusal("431 Request Header Fields Too Large", why)));
            }
            Err(_) => return bad("this is no request of HTTP"),
        }
    };
    if request.has("Transfer-Encoding") {
        let why = "the length of the body has to be given";
        return Err(Some(Answer::refusal("411 Length Required", why)));
    }
    let length = match (request.header("Content-Length"), request.has("Content-Length")) {
        (Some(text), _) => match text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<usize>().ok()) {
            Some(length) => length.unwrap_or(usize::MAX),
            None => return bad("the length of the body is no number"),
        },
        (None, true) => return bad("the length of the body is given twice"),
        (None, false) => 0,
    };
    if length > BODY {
        let why = format!("a question has {} KiB at most", BODY >> 10);
        return Err(Some(Answer::refusal("413 Content Too Large", &why)));
    }
    bytes.drain(..head);
    while bytes.len() < length {
        more(&mut bytes)?;
    }
    bytes.truncate(length);
    request.body = bytes;
    Ok(request)
}
