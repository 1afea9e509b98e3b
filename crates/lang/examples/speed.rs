//! Prints what one operation of an interpreted program costs on `f64`.
//!
//! `cargo run --release -p wengert-lang --example speed`

use lang::{Error, Limits, Program, Workspace};
use std::time::Instant;

const POINTS: usize = 1_000_000;

fn main() -> Result<(), Error> {
    // 100 operations: + - * and / in turn, on names and numbers.
    let steps = "(a - x)*(y + b)/1.5 + 0.25*x*y - ";
    let mut arithmetic = String::new();
    for _ in 0..11 {
        arithmetic += steps;
    }
    arithmetic += "a";
    report("arithmetic", &arithmetic, 11 * 9)?;
    report("with functions", &format!("{}x", "sin(x)*y + exp(a)/b - ".repeat(16)), 16 * 6)?;
    report("sums by calls", &format!("fn add(a, b) = a + b; {}x{}", "add(".repeat(50), ", y)".repeat(50)), 100)?;
    Ok(())
}

fn report(name: &str, source: &str, operations: usize) -> Result<(), Error> {
    let program = Program::parse(source)?;
    let mut inputs = [0.3, 1.1, 0.7, 1.9];
    let inputs = &mut inputs[..program.inputs().len()];
    let (mut workspace, mut y, mut sum) = (Workspace::new(), [0.0], 0.0);
    let start = Instant::now();
    for i in 0..POINTS {
        inputs[0] = i as f64 * 1e-6;
        program.eval_into(inputs, &Limits::default(), &mut workspace, &mut y)?;
        sum += y[0];
    }
    let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / (POINTS * operations) as f64;
    println!("{name}: {nanoseconds:.2} ns per operation, {operations} operations ({sum:e})");
    Ok(())
}
