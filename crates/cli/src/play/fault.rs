//! What is wrong with a question, for the page to show.

use crate::failure::Failure;
use serde_json::{Value, json};
use std::ops::Range;

/// What is wrong, what to do about it, and where in the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Fault {
    message: String,
    advice: String,
    /// Where it begins and ends, in units of UTF-16, as browsers count.
    place: Option<[usize; 2]>,
}

impl Fault {
    /// Says what is wrong.
    pub(super) fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), ..Fault::default() }
    }

    /// Says what to do.
    pub(super) fn advice(mut self, advice: impl Into<String>) -> Fault {
        self.advice = advice.into();
        self
    }

    /// At these bytes of a text.
    pub(super) fn at(mut self, text: &str, bytes: Range<usize>) -> Fault {
        let units = |at: usize| text[..text.floor_char_boundary(at)].encode_utf16().count();
        self.place = Some([units(bytes.start), units(bytes.end)]);
        self
    }

    /// An error in a program of the language; `steps`: what the page stops it at.
    pub(super) fn of(error: &lang::Error, text: &str, steps: u64) -> Fault {
        let advice = match error.is_limit() {
            true => format!("the page stops a program after {steps} steps; the commands of `wengert` go on"),
            false => error.advice().to_owned(),
        };
        Fault::new(error.message()).advice(advice).at(text, error.span())
    }

    /// What a fault is to the page.
    pub(super) fn json(&self) -> Value {
        json!({ "message": self.message, "advice": self.advice, "place": self.place })
    }

    /// An answer that says it.
    pub(super) fn line(&self) -> String {
        format!("{}\n", crate::number::json_text(&json!({ "error": self.json() })))
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Fault {
        let text = match failure {
            Failure::Program(text) | Failure::Usage(text) | Failure::Data(text) | Failure::Io(text) => text,
            Failure::Unread => String::new(),
        };
        // A drawing of the place has more lines than there is room for.
        let line = text.lines().next().unwrap_or_default();
        Fault::new(line.strip_prefix("error: ").unwrap_or(line))
    }
}
