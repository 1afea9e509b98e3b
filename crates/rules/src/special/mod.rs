//! Values of the functions that std lacks, or has with too few digits.
//!
//! Every function costs a bounded number of operations for all arguments. NaN arguments give NaN.

mod double;
mod entropy;
mod erf;
mod gamma;
pub mod hyperbolic;
mod logistic;
mod polygamma;

pub use entropy::{entr, xlogy};
pub use erf::{erf, erfc, erfcx, exp_neg_square};
pub use gamma::{gamma, ln_gamma};
pub use hyperbolic::sech;
pub use logistic::{logaddexp, logit, relu, sigmoid, softplus};
pub use polygamma::{digamma, polygamma};
