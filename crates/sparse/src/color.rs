//! Colourings: which columns or rows of a sparse matrix can share one product with it.
//!
//! All are greedy: the vertices are taken in an [`Order`], and each gets the first colour that keeps the colouring valid.
//! Gebremedhin, Manne and Pothen, *What color is your Jacobian? Graph coloring for computing derivatives*, SIAM Review 47
//! (2005), has the theory; Gebremedhin, Tarafdar, Manne and Pothen, *New acyclic and star coloring algorithms with
//! application to computing Hessians*, SIAM J. Sci. Comput. 29 (2007), the algorithms for symmetric matrices.

mod acyclic;
mod bidirectional;
mod columns;
mod graph;
mod order;
mod peel;
mod star;

pub use acyclic::{Acyclic, acyclic};
pub use bidirectional::{Bidirectional, bidirectional};
pub use columns::{columns, rows};
pub use order::Order;
pub use peel::{Peeled, peeled_columns, peeled_rows};
pub use star::{Source, Star, star, symmetric};
