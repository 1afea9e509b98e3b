//! Heat spreads over a square plate for 10 000 steps; what every point of the plate at the start owes the corner at the
//! end, 65 536 derivatives in one sweep back, in less than 64 MiB.
//!
//! `cargo run --release -p wengert --example heat`; with `-- 64 1000`, another number of points along an edge, and of
//! steps. With `PICTURES` naming a folder, it writes a picture there.

use wengert::checkpoint::{Error, Schedule};
use wengert::prelude::*;
use wengert::{Chain, Gradient, Pair, Step, chain_with};

/// One step on `n` by `n` points, insulated at the edges; warm material conducts better.
#[differentiable]
fn spread(u: &[f64], n: usize, next: &mut [f64]) {
    for i in 0..n {
        for j in 0..n {
            let k = i * n + j;
            let here = u[k];
            let mut flow = 0.0;
            if i > 0 {
                flow += (2.0 + here + u[k - n]) * (u[k - n] - here);
            }
            if i + 1 < n {
                flow += (2.0 + here + u[k + n]) * (u[k + n] - here);
            }
            if j > 0 {
                flow += (2.0 + here + u[k - 1]) * (u[k - 1] - here);
            }
            if j + 1 < n {
                flow += (2.0 + here + u[k + 1]) * (u[k + 1] - here);
            }
            next[k] = here + 0.05 * flow;
        }
    }
}

/// The step in both directions, with memory of its own for the next state and the weights.
fn step(n: usize) -> impl Step<Vec<f64>> {
    let (mut next, mut workspace) = (vec![0.0; n * n], Workspace::new());
    let (mut after, mut weights, mut unused) = (next.clone(), next.clone(), next.clone());
    Pair::new(
        move |_, u: &mut Vec<f64>, _: &[f64]| {
            spread(u, n, &mut next);
            std::mem::swap(u, &mut next);
        },
        move |_, u: &mut Vec<f64>, _: &[f64], adjoint: &mut Vec<f64>, _: &mut [f64]| {
            std::mem::swap(&mut weights, adjoint);
            spread::vjp_into(u, n, &mut after, &weights, adjoint, &mut unused, &mut workspace);
        },
    )
}

/// A warm spot in the middle.
fn start(n: usize) -> Vec<f64> {
    let spot = |k: usize| (k as f64 / n as f64 - 0.5).powi(2);
    (0..n * n).map(|k| (-20.0 * (spot(k / n) + spot(k % n))).exp()).collect()
}

fn plate<'a>(u: Vec<f64>, n: usize, steps: u64) -> Chain<'a, Vec<f64>, impl Step<Vec<f64>>> {
    // 40 states of half a megabyte.
    chain_with(u, steps, step(n)).schedule(Schedule::binomial(40))
}

/// The mean temperature of the first eighth of the plate in both directions, and its derivative by the start.
fn corner(n: usize, steps: u64) -> Result<Gradient<Vec<f64>>, Error> {
    let mut weights = vec![0.0; n * n];
    let edge = n / 8;
    for i in 0..edge {
        weights[i * n..i * n + edge].fill(1.0 / (edge * edge) as f64);
    }
    let mut g = plate(start(n), n, steps).pull(&weights)?;
    g.value = g.last.iter().zip(&weights).map(|(u, w)| u * w).sum();
    Ok(g)
}

pub(crate) fn run(n: usize, steps: u64) -> Result<(), Error> {
    println!("{n} x {n} points, {steps} steps: {:?}", plate(start(n), n, steps).cost());
    let g = corner(n, steps)?;
    let most = g.state.iter().copied().fold(0.0, f64::max);
    println!("the corner has {:.6} degrees; no point owes it more than {most:.3e} per degree", g.value);

    // Along one direction, against a difference.
    let h = 1e-4;
    let bump = |k: usize| (0.1 * k as f64).sin();
    let at = |h: f64| {
        let u = start(n).iter().enumerate().map(|(k, u)| u + h * bump(k)).collect();
        let last = plate(u, n, steps).last()?;
        let edge = n / 8;
        let sum: f64 = (0..edge * edge).map(|k| last[k / edge * n + k % edge]).sum();
        Ok::<f64, Error>(sum / (edge * edge) as f64)
    };
    let difference = (at(h)? - at(-h)?) / (2.0 * h);
    let derivative: f64 = g.state.iter().enumerate().map(|(k, g)| g * bump(k)).sum();
    println!("along one direction: {derivative:.9}, by a difference {difference:.9}");
    assert!((derivative - difference).abs() < 1e-7);

    // No heat is lost: the whole's derivative is 1 everywhere.
    let whole = plate(start(n), n, steps).pull(&vec![1.0; n * n])?;
    assert!(whole.state.iter().all(|g| (g - 1.0).abs() < 1e-9));
    if let Some(folder) = std::env::var_os("PICTURES") {
        let text = picture(n, [("at the start", &start(n)), ("what the corner owes it", &g.state)]);
        std::fs::write(std::path::Path::new(&folder).join("heat.svg"), text)
            .map_err(|e| Error::other(e.to_string()))?;
    }
    if let Some(peak) = peak() {
        println!("peak memory: {peak:.1} MiB");
    }
    Ok(())
}

/// Plates side by side, as SVG, in 32 by 32 fields of which the largest is black.
fn picture(n: usize, plates: [(&str, &[f64]); 2]) -> String {
    const FIELDS: usize = 32;
    let mut svg =
        String::from(r#"<svg width="560" height="300" viewBox="0 0 560 300" xmlns="http://www.w3.org/2000/svg">"#);
    for (k, (title, plate)) in plates.into_iter().enumerate() {
        let field = |i: usize| plate[i / FIELDS * n / FIELDS * n + i % FIELDS * n / FIELDS];
        let most = (0..FIELDS * FIELDS).map(field).fold(f64::MIN_POSITIVE, f64::max);
        for i in 0..FIELDS * FIELDS {
            let (x, y) = (12 + 280 * k + 8 * (i % FIELDS), 32 + 8 * (i / FIELDS));
            let grey = (255.0 * (1.0 - field(i).max(0.0) / most)) as u8;
            svg += &format!(
                "\n<rect x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\" fill=\"#{grey:02x}{grey:02x}{grey:02x}\"/>"
            );
        }
        let x = 12 + 280 * k;
        svg += &format!("\n<rect x=\"{x}\" y=\"32\" width=\"256\" height=\"256\" fill=\"none\" stroke=\"black\"/>");
        svg += &format!("\n<text x=\"{x}\" y=\"22\" font-family=\"sans-serif\" font-size=\"15\">{title}</text>");
    }
    svg + "\n</svg>\n"
}

/// The most memory that this process had, in MiB, where the system says so.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

pub(crate) fn main() -> Result<(), Error> {
    let mut sizes = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    run(sizes.next().unwrap_or(256) as usize, sizes.next().unwrap_or(10_000))
}
