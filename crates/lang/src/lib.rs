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
//! # Matrices
//! Where a program's results do not stand, a list of numbers `[a, b]` is a column, and a list of rows `[[a, b], [c, d]]` a
//! matrix. `m[0, 1]` is an entry, by row and column from 0, and `v[0]` one of a column or a row. `+`, `-`, `*` and a division by
//! a number are those of matrices, and these functions are called by their names, which are free for inputs all the same:
//!
//! | | |
//! | --- | --- |
//! | `solve(a, b)`, `least_squares(a, b)` | the x with a*x = b, or with the least norm of a*x - b |
//! | `matmul(a, b)`, `dot(u, v)`, `transpose(m)` | a*b; the sum of products; rows and columns exchanged |
//! | `det(m)`, `logdet(m)`, `inverse(m)` | the logarithm is that of the absolute value |
//! | `trace(m)`, `norm(m)`, `sum(m)`, `rows(m)`, `columns(m)` | `norm` is the root of the sum of squares |
//! | `eigenvalues(m)`, `eigenvectors(m)`, `cholesky(m)` | of a symmetric matrix: of another one its symmetric part is meant |
//! | `singular_values(m)`, `expm(m)`, `identity(n)` | |
//!
//! Each is one operation with a rule of its own for its derivatives. A result of a program is a number: an entry, not a matrix.
//! ```
//! use lang::{Limits, Program};
//! let program = Program::parse("let x = solve([[a, 1], [1, b]], [c, d]) in [x[0], x[1]]")?;
//! assert_eq!(program.eval(&[2.0, 3.0, 4.0, 7.0], &Limits::default())?, [1.0, 2.0]);
//! let error = program.eval(&[1.0, 1.0, 1.0, 0.0], &Limits::default()).unwrap_err();
//! assert!(error.to_string().starts_with("1:9: `solve`: the matrix is singular"));
//! # Ok::<(), lang::Error>(())
//! ```
//!
//! # Branches and limits
//! A branch is taken by the value of its condition, and only the branch that is taken is evaluated. Sums, products,
//! differences and quotients of literals are computed while compiling, with the bits of `f64`.
//!
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
mod matrices;
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
pub use matrices::matrix_functions;
pub use program::{Limits, Program};
pub use value::Workspace;
pub use visible::visible;
