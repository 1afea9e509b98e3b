//! What steered a recording, and has to turn out the same in a replay.

use core::cmp::Ordering;
use core::panic::Location;

/// A question that was asked of values while recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Test {
    /// Whether `a < b`.
    Less,
    /// Whether `a <= b`.
    LessEqual,
    /// Whether `a > b`.
    Greater,
    /// Whether `a >= b`.
    GreaterEqual,
    /// Whether `a == b`.
    Equal,
    /// How `a` and `b` are ordered.
    Order,
    /// What the value of `a` is; it was `b`, to the bit.
    Value,
}

/// The answer to a [`Test`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Answer {
    /// Of a comparison.
    Is(bool),
    /// Of [`Test::Order`]: none where an operand is NaN.
    Ordering(Option<Ordering>),
}

impl Test {
    /// The answer for two values.
    pub fn answer(self, a: f64, b: f64) -> Answer {
        Answer::Is(match self {
            Test::Less => a < b,
            Test::LessEqual => a <= b,
            Test::Greater => a > b,
            Test::GreaterEqual => a >= b,
            Test::Equal => a == b,
            Test::Order => return Answer::Ordering(a.partial_cmp(&b)),
            Test::Value => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        })
    }

    /// The sign between the operands.
    pub fn symbol(self) -> &'static str {
        match self {
            Test::Less => "<",
            Test::LessEqual => "<=",
            Test::Greater => ">",
            Test::GreaterEqual => ">=",
            Test::Equal => "==",
            Test::Order => "<=>",
            Test::Value => "is",
        }
    }
}

/// A test with the answer that the recording followed.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// The question.
    pub test: Test,
    /// The left operand, by its id.
    pub a: u32,
    /// The right operand, by its id.
    pub b: u32,
    /// The answer that was followed.
    pub answer: Answer,
    /// How many instructions had been recorded.
    pub at: usize,
    /// The source line that asked; none in a program that was loaded.
    pub location: Option<&'static Location<'static>>,
}

impl PartialEq for Guard {
    /// Equal whatever source line asked.
    fn eq(&self, other: &Guard) -> bool {
        let parts = |g: &Guard| (g.test, g.a, g.b, g.answer, g.at);
        parts(self) == parts(other)
    }
}
