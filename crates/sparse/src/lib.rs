//! Sparse derivatives: where their entries are, and which of them one product can give.
//!
//! A [`Pattern`] is a list of places in compressed columns. [`detect`] finds that of a Jacobian or a Hessian by running the
//! function on numbers that record; [`color`] finds which columns or rows can share a product. What evaluates, with
//! these, stands in the face.
//!
//! ```
//! use rules::Functions;
//! use sparse::{color, detect};
//! let found = detect::hessian(&[1.0; 5], |x| vec![x.windows(2).map(|w| (w[0] * w[1]).sin()).sum()])?;
//! assert_eq!(found.here().to_string(), "5 x 5, 13 entries, 52 % dense");
//! assert_eq!(found.here().braille(60), "⠻⣦⡀\n⠀⠈⠁\n");
//! assert_eq!(color::columns(found.here(), color::Order::Natural).count(), 3);
//! assert_eq!(color::acyclic(found.here(), color::Order::Natural)?.coloring().count(), 2);
//! # Ok::<(), sparse::Error>(())
//! ```
//!
//! Times of preparation, by `cargo bench -p wengert-sparse` on two cores in use by others, least of several runs:
//!
//! | matrix | columns | star | acyclic |
//! | --- | --- | --- | --- |
//! | 7-point grid, 262 144 columns, 1.8 M entries | 27 ms, 13 colours | 63 ms, 11 | 250 ms, 7 |
//! | 5-point grid, 262 144 columns, 1.3 M entries | 24 ms, 7 | 55 ms, 5 | 87 ms, 4 |
//! | SparseDiffTools #93, 196 608 columns, 0.85 M entries | 19 ms, 7 | | |
//! | band of 11 and 5 full rows and columns, 100 000 columns, 2.1 M entries | 67 ms, 21 with 5 columns peeled | 145 ms, 16 | 167 ms, 11 |
//! | arrow, 1 000 000 columns | 86 ms, 3 with one column peeled | 160 ms, 2 | 268 ms, 2 |
//! | band of 801, shuffled, 10 000 columns, 7.8 M entries | 0.5 s, 865 | 22 s, 865 | 18 s, 461 |
//!
//! For a matrix of the size of the first, SparseMatrixColorings (its issue 52) takes 420, 570 and 680 ms. Dense rows cost
//! no more than their entries: all colourings together stay below 120 bytes an entry, also of an arrow. What was tried and
//! lost: to look through long rows column by column, in place of bits for their colours, took 60 s for the last, not 0.5.

#![forbid(unsafe_code)]

pub mod color;
mod coloring;
pub mod detect;
mod error;
pub mod memory;
mod pattern;

pub use coloring::{Coloring, Groups, NEUTRAL};
pub use error::Error;
pub use pattern::Pattern;
