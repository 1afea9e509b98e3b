//! What a fit says of its parameters: standard errors, correlations, what is not determined.

use super::model::{Fit, Weighting};
use super::student;
use crate::least_squares::{Qr, Solution, norm};

/// The statistics of a fit.
pub(crate) struct Statistics {
    pub(crate) rows: usize,
    /// Rows that count less parameters that are free and determined.
    pub(crate) freedom: usize,
    /// The covariance of the parameters, row by row; NaN where there is none.
    pub(crate) covariance: Vec<f64>,
    pub(crate) sum: f64,
    /// sqrt(sum / freedom).
    pub(crate) deviation: f64,
    pub(crate) r_squared: f64,
    pub(crate) adjusted: f64,
    /// How many standard errors the intervals reach to both sides.
    pub(crate) reach: f64,
    /// Directions in the parameters along which nothing changes.
    pub(crate) null: Vec<Vec<f64>>,
}

impl Statistics {
    pub(crate) fn new(fit: &Fit, solution: &Solution, confidence: f64) -> Statistics {
        let n = solution.x.len();
        let rows = fit.factors.iter().filter(|&&f| f > 0.0).count();
        let free: Vec<usize> = (0..n).filter(|&j| !solution.held[j]).collect();
        let column = |j: usize| solution.jacobian.iter().skip(j).step_by(n).copied().collect::<Vec<_>>();
        let lengths: Vec<f64> = free.iter().map(|&j| norm(&column(j))).collect();
        let size = |length: f64| if length == 0.0 { 1.0 } else { length };
        let scaled: Vec<f64> = solution
            .jacobian
            .chunks(n)
            .flat_map(|row| free.iter().zip(&lengths).map(|(&j, &length)| row[j] / size(length)))
            .collect();
        let qr = Qr::new(&scaled, free.len(), &solution.residuals);
        let null: Vec<Vec<f64>> = qr
            .null_directions()
            .into_iter()
            .map(|direction| {
                let mut whole = vec![0.0; n];
                for ((&j, d), &length) in free.iter().zip(direction).zip(&lengths) {
                    // What is rounding in columns of one size is no part of the direction.
                    whole[j] = if d.abs() > 1e-8 { d / size(length) } else { 0.0 };
                }
                let largest = whole.iter().fold(0.0, |a: f64, d| if d.abs() > a.abs() { *d } else { a });
                whole.iter().map(|d| d / largest).collect()
            })
            .collect();
        let freedom = rows - (free.len() - null.len()).min(rows);
        let sum = solution.sum;
        let variance = if freedom == 0 { f64::NAN } else { sum / freedom as f64 };
        let factor = if fit.weighting == Weighting::Absolute { 1.0 } else { variance };
        let inverse = qr.inverse_gram();
        let mut covariance = vec![f64::NAN; n * n];
        let determined = |j: usize| null.iter().all(|direction| direction[j] == 0.0);
        for (a, &i) in free.iter().enumerate() {
            for (b, &j) in free.iter().enumerate() {
                if determined(i) && determined(j) {
                    covariance[i * n + j] =
                        factor * inverse[a * free.len() + b] / (size(lengths[a]) * size(lengths[b]));
                }
            }
        }
        let weight: f64 = fit.factors.iter().map(|f| f * f).sum();
        let mean = fit.observed.iter().zip(&fit.factors).map(|(y, f)| f * f * y).sum::<f64>() / weight;
        let scattered: Vec<f64> = fit.observed.iter().zip(&fit.factors).map(|(y, f)| f * (y - mean)).collect();
        let total = norm(&scattered).powi(2);
        let r_squared = if total == 0.0 { f64::NAN } else { 1.0 - sum / total };
        let adjusted = match freedom {
            0 => f64::NAN,
            _ => 1.0 - (1.0 - r_squared) * (rows as f64 - 1.0) / freedom as f64,
        };
        let reach = match fit.weighting {
            Weighting::Absolute => student::quantile(confidence, f64::INFINITY),
            _ if freedom == 0 => f64::NAN,
            _ => student::quantile(confidence, freedom as f64),
        };
        Statistics { rows, freedom, covariance, sum, deviation: variance.sqrt(), r_squared, adjusted, reach, null }
    }

    /// The standard error of a parameter; NaN where there is none.
    pub(crate) fn error(&self, j: usize) -> f64 {
        let n = self.parameters();
        self.covariance[j * n + j].sqrt()
    }

    /// The correlation of two parameters.
    pub(crate) fn correlation(&self, i: usize, j: usize) -> f64 {
        if i == j && self.error(i).is_finite() {
            return 1.0;
        }
        self.covariance[i * self.parameters() + j] / (self.error(i) * self.error(j))
    }

    /// The standard error of the model where its derivatives by the parameters are these. A parameter without an error
    /// of its own, held at a bound, adds nothing.
    pub(crate) fn error_of_model(&self, gradient: &[f64]) -> f64 {
        if !self.null.is_empty() || self.reach.is_nan() {
            return f64::NAN;
        }
        let n = self.parameters();
        let row = |i: usize| {
            let along = gradient.iter().enumerate().map(|(j, g)| (self.covariance[i * n + j], g));
            along.filter(|(c, _)| !c.is_nan()).map(|(c, g)| c * g).sum::<f64>()
        };
        gradient.iter().enumerate().map(|(i, g)| g * row(i)).sum::<f64>().max(0.0).sqrt()
    }

    fn parameters(&self) -> usize {
        self.covariance.len().isqrt()
    }
}
