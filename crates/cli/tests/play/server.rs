//! A server of the page, and requests to it byte by byte.

#![allow(dead_code, unreachable_pub, reason = "each test file takes what it needs")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `wengert play`, ended with the test.
pub struct Server {
    child: Child,
    pub port: u16,
    pub token: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Server {
    /// Starts one on a free port.
    pub fn start(args: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wengert"))
            .arg("play")
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("the address");
        let rest = address.trim().strip_prefix("http://127.0.0.1:").expect("an address on this machine");
        let (port, token) = rest.trim_end_matches('/').split_once('/').expect("a word in the address");
        Server { child, port: port.parse().expect("a port"), token: token.to_owned() }
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The name of the host, as browsers send it.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Sends these bytes, and reads until the other side closes; nothing if it closes at once.
    pub fn send(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server takes connections");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        // A server that refuses early does not read all.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8(answer).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().expect("a status");
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    }

    /// A request with these lines in its head.
    pub fn request(&self, method: &str, path: &str, lines: &[&str], body: &str) -> Answer {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        let head = format!("{method} {path} HTTP/1.1\r\n{lines}Content-Length: {}\r\n\r\n", body.len());
        self.send(format!("{head}{body}").as_bytes()).expect("an answer")
    }

    /// Gets a part of the page.
    pub fn get(&self, name: &str) -> Answer {
        self.request("GET", &format!("/{}/{name}", self.token), &[&format!("Host: {}", self.host())], "")
    }

    /// Asks a question, with a body that may be anything.
    pub fn post(&self, question: &str, body: &str) -> Answer {
        let path = format!("/{}/ask/{question}", self.token);
        self.request("POST", &path, &[&format!("Host: {}", self.host()), "Content-Type: application/json"], body)
    }

    /// The answer to a question.
    #[track_caller]
    pub fn ask(&self, question: &str, body: &Value) -> Value {
        let answer = self.post(question, &body.to_string());
        assert_eq!(answer.status, 200, "{question} {body}: {answer:?}");
        serde_json::from_str(&answer.body).expect("JSON")
    }

    /// What is wrong with a question.
    #[track_caller]
    pub fn fault(&self, question: &str, body: &Value) -> String {
        let answer = self.ask(question, body);
        answer["error"]["message"].as_str().unwrap_or_else(|| panic!("no error: {answer}")).to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
