//! The process that answers questions: one line of JSON for each.
//!
//! What is typed in runs there. When an answer takes too long, or something goes wrong that should not, the process ends,
//! and the next question starts another one.

use super::fault::Fault;
use super::{adjoint, curves, derivatives, graph, trace};
use crate::failure::Failure;
use crate::number;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The exit code of a worker that gave up.
const TOO_LONG: i32 = 75;

/// A stack for formulas and graphs; only what is used is taken.
const STACK: usize = 256 << 20;

/// How a question is answered.
type Answers = fn(&Value) -> Result<Value, Fault>;

/// The questions, with the worker that each goes to.
const QUESTIONS: [(&str, usize, Answers); 6] = [
    ("derivatives", 0, derivatives::answer),
    ("graph", 0, graph::answer),
    ("trace", 0, trace::answer),
    ("curves", 0, curves::along),
    ("contours", 0, curves::contours),
    ("adjoint", 1, adjoint::answer),
];

/// Which worker answers a question.
pub(super) fn slot(question: &str) -> Option<usize> {
    QUESTIONS.iter().find(|(name, ..)| *name == question).map(|&(_, slot, _)| slot)
}

/// A worker as the server sees it.
pub(super) struct Worker {
    process: Option<Process>,
    patience: Duration,
}

struct Process {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    /// Not started yet; its answers take so long at most.
    pub(super) fn new(patience: Duration) -> Worker {
        Worker { process: None, patience }
    }

    /// The answer to a question, as JSON.
    pub(super) fn ask(&mut self, question: &str, body: &Value) -> String {
        let line = format!("{}\n", json!([question, body]));
        // One that ended between questions is replaced.
        let alive = self.process.take().and_then(|mut process| match process.child.try_wait() {
            Ok(None) => Some(process),
            _ => None,
        });
        let process = alive.map_or_else(|| Process::start(self.patience), Ok);
        let answered = process.and_then(|mut process| match process.answer(&line) {
            Ok(Some(answer)) => {
                self.process = Some(process);
                Ok(answer)
            }
            Ok(None) | Err(_) => {
                let _ = process.child.kill();
                Ok(self.ended(process.child.wait()?.code()))
            }
        });
        answered.unwrap_or_else(|e| {
            let advice = "look at what the program says where it was started";
            Fault::new(format!("no process could be started to answer: {e}")).advice(advice).line()
        })
    }

    /// What to say of a worker that ended with this code.
    fn ended(&self, code: Option<i32>) -> String {
        let fault = match code {
            Some(TOO_LONG) => {
                let seconds = self.patience.as_secs();
                Fault::new(format!("this takes longer than {seconds} s"))
                    .advice("take a smaller program, or start `wengert play` with --max-seconds")
            }
            _ => Fault::new("the answer was broken off").advice("this is a fault of Wengert, not of the program"),
        };
        fault.line()
    }
}

impl Process {
    fn start(patience: Duration) -> io::Result<Process> {
        let seconds = patience.as_secs().to_string();
        let mut child = Command::new(std::env::current_exe()?)
            .args(["play", "--worker", "--max-seconds", &seconds])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        Ok(Process { child, questions, answers: BufReader::new(answers) })
    }

    /// The line that answers; none where the worker ended instead.
    fn answer(&mut self, line: &str) -> io::Result<Option<String>> {
        self.questions.write_all(line.as_bytes())?;
        self.questions.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(answer.ends_with('\n').then_some(answer))
    }
}

/// Answers questions until there are no more.
pub(super) fn work(patience: Duration) -> Result<(), Failure> {
    let done = std::thread::Builder::new().stack_size(STACK).spawn(move || answer_all(patience));
    let done = done.map_err(|e| Failure::Io(format!("there is no room for a thread: {e}")))?;
    done.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(|e| Failure::reading("questions", &e))
}

fn answer_all(patience: Duration) -> io::Result<()> {
    let clock = Clock::start(patience);
    for line in io::stdin().lock().lines() {
        clock.begin();
        let answer = answer(&line?);
        clock.end();
        let mut out = io::stdout().lock();
        out.write_all(answer.as_bytes()).and_then(|()| out.flush())?;
    }
    Ok(())
}

fn answer(line: &str) -> String {
    let asked: Value = serde_json::from_str(line).unwrap_or_default();
    let found = QUESTIONS.iter().find(|(name, ..)| asked[0] == *name);
    let answered = match found {
        Some((_, _, answers)) => answers(&asked[1]),
        None => Err(Fault::new("there is no such question")),
    };
    match answered {
        Ok(value) => format!("{}\n", number::json_text(&value)),
        Err(fault) => fault.line(),
    }
}

/// Ends the process when an answer takes too long.
struct Clock {
    start: Instant,
    /// When the answer has to be there, in milliseconds after the start; 0 while there is no question.
    due: std::sync::Arc<AtomicU64>,
    patience: Duration,
}

impl Clock {
    fn start(patience: Duration) -> Clock {
        let clock = Clock { start: Instant::now(), due: Default::default(), patience };
        let (start, due) = (clock.start, std::sync::Arc::clone(&clock.due));
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(20));
                let due = due.load(Ordering::SeqCst);
                if due != 0 && start.elapsed() >= Duration::from_millis(due) {
                    std::process::exit(TOO_LONG);
                }
            }
        });
        clock
    }

    fn begin(&self) {
        let due = self.start.elapsed() + self.patience;
        self.due.store(u64::try_from(due.as_millis()).unwrap_or(u64::MAX).max(1), Ordering::SeqCst);
    }

    fn end(&self) {
        self.due.store(0, Ordering::SeqCst);
    }
}
