//! Values of the functions that std lacks, or has with too few digits.
//!
//! Every function costs a bounded number of operations for all arguments. NaN arguments give NaN.

mod bessel;
mod bessel_large;
mod bessel_zeros;
mod beta;
mod double;
mod entropy;
mod erf;
mod gamma;
mod gauss;
pub mod hyperbolic;
mod logistic;
mod polygamma;
mod sinc;

pub use bessel::{bessel_j, bessel_y};
pub use beta::{beta, ln_beta};
pub use entropy::{entr, xlogy};
pub use erf::{erf, erfc, erfcx, exp_neg_square};
pub use gamma::{gamma, ln_gamma};
pub use gauss::{norm_cdf, norm_pdf, norm_ppf};
pub use hyperbolic::sech;
pub use logistic::{logaddexp, logit, relu, sigmoid, softplus};
pub use polygamma::{digamma, polygamma};
pub use sinc::{sinc, sinc_n};
