//! Robertson's reactions, whose rates differ by nine orders of magnitude: concentrations over twelve decades of time, and how
//! much each moves with each rate.

use super::data::columns;
use super::picture::{Chart, save};
use std::error::Error;
use wengert::Dual;
use wengert::ode::ode;
use wengert::prelude::*;

#[differentiable]
fn reactions(_t: f64, u: &[f64], k: &[f64], du: &mut [f64]) {
    let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
    du[0] = b - a;
    du[1] = a - b - c;
    du[2] = c;
}

/// A number with its derivative by each rate.
type ByRates = Dual<f64, [f64; 3]>;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let [_, k] = columns(include_str!("data/robertson.csv"));
    let problem = ode(wengert::dynamics!(reactions)).stiff().tolerances(1e-9, 1e-13);
    let start = [1.0, 0.0, 0.0];

    // At t = 0.4, forwards and by the adjoint, against 18 digits from a Taylor series.
    let known = [-3.559525659828556e-1, 9.542381427849769e-8, -1.583176635557635e-11];
    let back = problem.gradient(&start, &k, [0.0, 0.4], &[0.4], |_, u, _| u[0])?;
    let gauss = problem.gauss_gradient(&start, &k, [0.0, 0.4], &[0.4], |_, u, _| u[0])?;
    for (j, known) in known.into_iter().enumerate() {
        println!("dA/dk{} at 0.4: {:.9e}, adjoint equation {:.9e}", j + 1, back.parameters[j], gauss.parameters[j]);
        assert!((back.parameters[j] - known).abs() < 1e-5 * known.abs());
        assert!((gauss.parameters[j] - known).abs() < 1e-5 * known.abs());
    }

    // All decades in one run on duals, each rate in a lane.
    let decades = |from: i32, to: i32| (5 * from..=5 * to).map(|d| 10f64.powf(f64::from(d) / 5.0));
    let times: Vec<f64> = decades(-5, 7).collect();
    let fixed = |list: &[f64]| list.iter().map(|&x| Dual::fixed(x)).collect::<Vec<ByRates>>();
    let rates: Vec<_> = k.iter().enumerate().map(|(j, &k)| ByRates::lane(k, j)).collect();
    let found = problem.solve(&fixed(&start), &rates, [0.0, 1e7].map(Dual::fixed), &fixed(&times))?;
    for (state, t) in found.states.iter().zip(&times) {
        let sum: f64 = state.iter().map(|u| u.value).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum} at {t}");
        // What is lost here comes up there: by no rate does the sum move.
        for (j, k) in k.iter().enumerate() {
            let moved: f64 = state.iter().map(|u| u.tangent[j] * k).sum();
            assert!(moved.abs() < 1e-7, "{moved} by rate {j} at {t}");
        }
    }
    println!("{} steps over twelve decades", found.steps);

    let over = |of: &dyn Fn(&[ByRates]) -> f64| {
        times.iter().copied().zip(found.states.iter().map(|u| of(u))).collect::<Vec<_>>()
    };
    save(
        "reaction",
        &[
            Chart::new("Robertson's reactions", "time", "concentration")
                .logarithmic(true, false)
                .line("A", 0, over(&|u| u[0].value))
                .line("10 000 B", 1, over(&|u| 1e4 * u[1].value))
                .line("C", 2, over(&|u| u[2].value)),
            Chart::new("A by the logarithm of each rate", "time", "derivative")
                .logarithmic(true, false)
                .line("k1", 0, over(&|u| u[0].tangent[0] * k[0]))
                .line("k2", 1, over(&|u| u[0].tangent[1] * k[1]))
                .line("k3", 2, over(&|u| u[0].tangent[2] * k[2])),
        ],
    )
}
