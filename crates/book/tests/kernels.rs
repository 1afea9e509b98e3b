//! The chapter "When one machine is not enough": a function with the attribute becomes kernels by being recorded.

use gpu::{Device, Error};
use wengert::prelude::*;
use wengert::program::Program;

#[differentiable]
fn call(spot: f64, volatility: f64) -> f64 {
    let d1 = ((spot / 100.0).ln() + 0.5 * volatility * volatility) / volatility;
    spot * norm_cdf(d1) - 100.0 * norm_cdf(d1 - volatility)
}

#[test]
fn a_function_with_the_attribute_runs_on_a_device() -> Result<(), Box<dyn std::error::Error>> {
    let price = Program::record(2, |x| vec![call::eval(x[0], x[1])])?;
    let points: Vec<f64> =
        (0..600).map(|i| if i % 2 == 0 { 80.0 + f64::from(i) * 0.1 } else { 0.1 + f64::from(i) * 1e-3 }).collect();
    let device = match Device::any() {
        Err(Error::NoDevice { message }) => {
            println!("skipped: {message}");
            return Ok(());
        }
        found => found?,
    };
    // Value, gradient and a product of the Hessian with a direction, which stands behind the point.
    let gradient = price.with_gradient()?;
    let second = price.gradient()?.jvp()?;
    let kernel = device.compile::<f64>(&gradient)?;
    assert_eq!(kernel.eval_batch(&points)?, gradient.eval_batch(&points)?);
    let kernel = device.compile_shared::<f64>(&second, 2)?;
    kernel.share(&[1.0, 0.0])?;
    let directed: Vec<f64> = points.chunks(2).flat_map(|x| [x[0], x[1], 1.0, 0.0]).collect();
    let (found, expected) = (kernel.eval_batch(&points)?, second.eval_batch(&directed)?);
    assert!(found.iter().zip(&expected).all(|(y, e)| (y - e).abs() <= 1e-12 * e.abs().max(1.0)));
    Ok(())
}
