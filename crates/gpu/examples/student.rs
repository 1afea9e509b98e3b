//! Fits the centre and the width of a Student distribution to a million numbers that stay on the device, by Newton's method:
//! each step sends two parameters there, and brings six sums back.

use gpu::{Device, Error};
use program::Program;
use rules::Real;

// [likelihood]
/// The logarithm of Student's density with four degrees of freedom, up to a constant.
fn log_density<T: Real>(x: T, centre: T, log_width: T) -> T {
    let z = (x - centre) * (-log_width).exp();
    -log_width - 2.5 * (z * z / 4.0).ln_1p()
}

fn fit(device: &Device, data: &[f64]) -> Result<[f64; 2], Error> {
    let value = Program::record(3, |x| vec![log_density(x[0], x[1], x[2])])?;
    // The last two inputs are the same for all numbers.
    let gradient = device.compile_shared::<f64>(&value.gradient()?, 2)?;
    let hessian = device.compile_shared::<f64>(&value.hessian()?, 2)?;
    let data = device.upload(data, 1)?;
    let mut parameters = [0.0, 0.0];
    for _ in 0..20 {
        gradient.share(&parameters)?;
        hessian.share(&parameters)?;
        // By the number, the centre and the width; of the Hessian the last two rows and columns.
        let (g, h) = (gradient.sum(&data)?, hessian.sum(&data)?);
        let determinant = h[4] * h[8] - h[5] * h[7];
        let step = [(h[8] * g[1] - h[5] * g[2]) / determinant, (h[4] * g[2] - h[7] * g[1]) / determinant];
        parameters = [parameters[0] - step[0], parameters[1] - step[1]];
        if step.iter().all(|s| s.abs() < 1e-12) {
            break;
        }
    }
    Ok(parameters)
}
// [/likelihood]

pub(crate) fn main() -> Result<(), Error> {
    let device = Device::any()?;
    // Quantiles of Student's distribution with four degrees of freedom, which have a closed form; centre 0.5, width 0.8.
    let n = 1_000_000;
    let quantile = |i: usize| {
        let p = (i as f64 + 0.5) / n as f64;
        let a = (4.0 * p * (1.0 - p)).sqrt();
        let z = 2.0 * ((a.acos() / 3.0).cos() / a - 1.0).sqrt();
        0.5 + 0.8 * z.copysign(p - 0.5)
    };
    let data: Vec<f64> = (0..n).map(quantile).collect();
    let [centre, log_width] = fit(&device, &data)?;
    println!("on {device}: centre {centre:.6}, width {:.6}", log_width.exp());
    assert!((centre - 0.5).abs() < 1e-5 && (log_width.exp() - 0.8).abs() < 1e-4);
    Ok(())
}
