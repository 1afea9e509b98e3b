//! The protocol: a message on each line, an answer to each message.

use crate::engine::Settings;
use crate::evals::{NAMES, eval};
use crate::failure::Failure;
use crate::measure::{Measured, measure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::{self, BufRead, Write};

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(default)]
    id: Value,
    #[serde(borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    module: Option<Cow<'a, str>>,
    #[serde(borrow)]
    function: Option<Cow<'a, str>>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
}

/// What is left of a message that is wrong elsewhere.
#[derive(Deserialize)]
struct Numbered {
    #[serde(default)]
    id: Value,
}

#[derive(Serialize)]
struct Answer {
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<Vec<Timed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Answer {
    fn to(id: Value, success: Option<bool>) -> Answer {
        Answer { id, success, output: None, timings: None, error: None }
    }
}

/// The time of one run, as GradBench writes it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timed {
    name: &'static str,
    nanoseconds: u64,
}

impl Measured {
    /// The times as GradBench writes them.
    pub fn timings(&self) -> Vec<Timed> {
        let nanoseconds = |time: &std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.times.iter().map(|time| Timed { name: "evaluate", nanoseconds: nanoseconds(time) }).collect()
    }
}

/// Answers every message of `messages`, one on each line, until they end. What is wrong with a message is said in its
/// answer; one whose number cannot be read is answered with a null in its place.
///
/// # Errors
/// If messages cannot be read or answers cannot be written.
pub fn serve(mut messages: impl BufRead, mut answers: impl Write, settings: &Settings) -> io::Result<()> {
    let mut line = Vec::new();
    while messages.read_until(b'\n', &mut line)? > 0 {
        if !line.trim_ascii().is_empty() {
            serde_json::to_writer(&mut answers, &answer(&line, settings))?;
            answers.write_all(b"\n")?;
            answers.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn answer(line: &[u8], settings: &Settings) -> Answer {
    let failed = |id, failure: Failure| Answer { error: Some(failure.to_string()), ..Answer::to(id, Some(false)) };
    let message: Message<'_> = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => {
            let id = serde_json::from_slice(line).map_or(Value::Null, |Numbered { id }| id);
            return failed(id, error.into());
        }
    };
    match message.kind.as_deref() {
        Some("start" | "analysis") => Answer::to(message.id, None),
        Some("define") => Answer::to(message.id, Some(message.module.is_some_and(|module| NAMES.contains(&&*module)))),
        Some("evaluate") => match evaluate(&message, settings) {
            Ok(measured) => {
                let timings = Some(measured.timings());
                Answer { output: Some(measured.output), timings, ..Answer::to(message.id, Some(true)) }
            }
            Err(failure) => failed(message.id, failure),
        },
        Some(kind) => {
            let failure = Failure::new(format!("unknown kind `{kind}`: expected start, define, evaluate or analysis"));
            failed(message.id, failure)
        }
        None => failed(message.id, missing("kind")),
    }
}

fn missing(field: &str) -> Failure {
    Failure::new(format!("the message lacks `{field}`"))
}

fn evaluate(message: &Message<'_>, settings: &Settings) -> Result<Measured, Failure> {
    let module = message.module.as_deref().ok_or_else(|| missing("module"))?;
    let function = message.function.as_deref().ok_or_else(|| missing("function"))?;
    let input = message.input.ok_or_else(|| missing("input"))?;
    measure(&mut *eval(module, input, settings)?, function, input)
}
