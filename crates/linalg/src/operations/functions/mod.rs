//! Functions of matrices: exponentials, logarithms, roots, and the equations that their derivatives solve.

pub(crate) mod algebra;
mod along;
mod decided;
mod differences;
mod eigen;
mod expm;
mod expm_multiply;
mod logm;
mod spectral;
mod sqrtm;
mod sylvester;

pub(crate) use along::upper;
pub use eigen::{eigen, eigenvalues};
pub use expm::expm;
pub use expm_multiply::expm_multiply;
pub use logm::logm;
pub(crate) use spectral::ln_of;
pub use spectral::{Spectral, ln_spd, power_spd, spectral_projector, symmetric_function};
pub use sqrtm::sqrtm;
pub(crate) use sylvester::Solved;
pub use sylvester::{lyapunov, sylvester};

pub(crate) mod instructions {
    pub(crate) use super::along::Ratio;
    pub(crate) use super::decided::{Distinct, Peaks};
    pub(crate) use super::eigen::{Eigen, Eigenvalues};
    pub(crate) use super::expm::Expm;
    pub(crate) use super::expm_multiply::ExpmMultiply;
    pub(crate) use super::logm::Logm;
    pub(crate) use super::spectral::{Band, Derivative, Ln, Power};
    pub(crate) use super::sqrtm::Sqrtm;
    pub(crate) use super::sylvester::Sylvester;
}

use crate::{Error, Matrix, View};
use rules::Number;

/// The largest sum of absolute values of a column, of the known values; an error where an entry is no finite number.
pub(crate) fn one_norm<T: Number>(operation: &'static str, a: View<'_, T>) -> Result<f64, Error> {
    Ok(largest_column(&known(operation, a)?))
}

pub(crate) fn largest_column(a: &Matrix<f64>) -> f64 {
    let column = |j: usize| a.column_slice(j).iter().map(|x| x.abs()).sum::<f64>();
    (0..a.columns()).map(column).fold(0.0, f64::max)
}

/// The values, all finite; what goes its way by them cannot be recorded without.
pub(crate) fn known<T: Number>(operation: &'static str, a: View<'_, T>) -> Result<Matrix<f64>, Error> {
    let a = a.known_f64().ok_or(Error::Unknown { operation })?;
    match a.iter().all(|x| x.is_finite()) {
        true => Ok(a),
        false => Err(Error::NotFinite { operation }),
    }
}
