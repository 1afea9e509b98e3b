//! What steered a recording, and has to turn out the same in a replay.

use core::cmp::Ordering;
use core::panic::Location;

/// A question that was asked of values while recording.
///
/// ```
/// use program::{Answer, Test};
/// assert_eq!(Test::Less.answer(1.0, 2.0), Answer::Is(true));
/// assert_eq!(Test::Value.answer(0.0, -0.0), Answer::Is(false));
/// assert_eq!((Test::GreaterEqual.symbol(), Test::Order.symbol()), (">=", "<=>"));
/// ```
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
///
/// ```
/// use core::cmp::Ordering;
/// use program::{Answer, Test};
/// assert_eq!(Test::Order.answer(2.0, 1.0), Answer::Ordering(Some(Ordering::Greater)));
/// assert_eq!(Test::Order.answer(f64::NAN, 1.0), Answer::Ordering(None));
/// ```
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
///
/// ```
/// use program::{Answer, Program, Test};
/// let f = Program::record_at(&[1.0], |x| vec![if x[0] < 2.0 { 3.0 * x[0] } else { x[0] }])?;
/// let guard = &f.guards()[0];
/// // Asked of the input before anything was computed, here.
/// assert_eq!((guard.test, guard.answer, guard.a, guard.at), (Test::Less, Answer::Is(true), 0, 0));
/// assert_eq!(guard.location.map(|at| at.file()), Some(file!()));
/// # Ok::<(), program::Error>(())
/// ```
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
