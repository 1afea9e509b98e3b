//! Values of the functions that std lacks, or has with too few digits.
//!
//! Every function costs a bounded number of operations for all arguments. NaN arguments give NaN.

mod bessel;
mod bessel_large;
mod bessel_zeros;
mod beta;
mod beta_slope;
mod double;
mod entropy;
mod erf;
mod erfcx;
mod gamma;
mod gauss;
mod hyperbolic;
mod logarithm;
mod logistic;
mod polygamma;
mod polygamma_difference;
mod power;
mod sinc;

pub(crate) use bessel::{bessel_j, bessel_y};
pub(crate) use beta::{beta, ln_beta};
pub(crate) use beta_slope::{beta_mixed, beta_slope};
pub(crate) use entropy::{entr, xlogy};
pub(crate) use erf::{erf, erfc, erfcx, exp_neg_square};
pub(crate) use erfcx::erfcx_n;
pub(crate) use gamma::{gamma, ln_gamma};
pub(crate) use gauss::{norm_cdf, norm_pdf, norm_ppf, norm_ppf_slope};
pub(crate) use hyperbolic::{acosh_slope, sech};
pub(crate) use logarithm::{ln_slope, recip_ln};
pub(crate) use logistic::{logaddexp, logit, logit_slope, relu, sigmoid, softplus};
pub(crate) use polygamma::{digamma, polygamma};
pub(crate) use polygamma_difference::polygamma_difference;
pub(crate) use power::{first, once_more, pow_shift, pow_slope};
pub(crate) use sinc::{sinc, sinc_n};
