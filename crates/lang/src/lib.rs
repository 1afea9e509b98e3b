//! A small language for numerical programs that are known only at run time.
//!
//! A [`Program`] is parsed and compiled once and then run on any number that implements [`Real`](rules::Real): on `f64`
//! it gives values, on the numbers of an engine for derivatives it gives derivatives, by the same instructions.
//!
//! ```
//! use lang::{Limits, Program};
//! let program = Program::parse("let s = sin(x)^2 in [s + 10*x, x + 20*s]")?;
//! assert_eq!(program.inputs(), ["x"]);
//! let y = program.eval(&[2.0], &Limits::default())?;
//! assert_eq!(y, [2f64.sin().powi(2) + 20.0, 2.0 + 20.0 * 2f64.sin().powi(2)]);
//! # Ok::<(), lang::Error>(())
//! ```
//!
//! # The language
//! A program is any number of named functions and then one expression, whose free names are its inputs:
//! ```text
//! fn power(x, n) = if n == 0 then 1 else x * power(x, n - 1);   # named functions may recurse
//! let twice = \f x. f(f(x)), y = x1 + 1 in                      # lambdas; functions are values
//! [twice(sin, y), power(y, 3)]                                  # several results; or one expression
//! ```
//! | weakest to strongest | |
//! | --- | --- |
//! | `let a = .., b = .. in ..`, `if .. then .. else ..`, `\x y. ..` | reach as far to the right as they can |
//! | `or`, `and`, `not` | of truth values; `or` and `and` evaluate the right side only if it matters |
//! | `<` `<=` `>` `>=` `==` `!=` | of numbers, by value; they do not chain |
//! | `+` `-`, then `*` `/` | to the left |
//! | `-x` | below the power: `-x^2` is `-(x^2)` |
//! | `^` | to the right; a literal integer exponent is an integer power |
//! | `f(x, y)` | any expression may stand for `f` |
//!
//! Every function of the table [`rules::ROWS`] can be called by its name and passed as a value. A function with an
//! integer parameter takes it as its last argument, as a literal: `powi(x, 3)`. The constants are `pi`, `tau`, `e`,
//! `inf`, `nan`, and `true`, `false`. A program's own names hide those of functions and constants. Values are numbers,
//! truth values and functions, checked when they are used. `#` starts a comment.
//!
//! A branch is taken by the value of its condition, and only the branch that is taken is evaluated. Sums, products,
//! differences and quotients of literals are computed while compiling, with the bits of `f64`.
//!
//! # Limits
//! Nothing here recurses on the machine's stack: programs may be as long and as deep as memory allows, except that
//! brackets nest at most 10 000 deep and lambdas 256. [`Limits`] stop a run that would not end.

#![forbid(unsafe_code)]

mod ast;
mod calls;
mod code;
mod compile;
mod control;
mod error;
mod fault;
mod names;
mod operators;
mod parse;
mod program;
mod report;
mod run;
mod scope;
mod token;
mod unit;
mod value;
mod visible;

pub use error::Error;
pub use program::{Limits, Program};
pub use value::Workspace;
pub use visible::visible;
