//! How many seeds germinate on a plate, by the kind of seed and of extract, and by the plate: logistic regression with an
//! effect of each plate that is integrated out by Laplace's approximation (Crowder 1978; Breslow and Clayton 1993).

use super::data::columns;
use super::picture::{Chart, save};
use std::error::Error;
use wengert::implicit::{Descent, laplace};
use wengert::linalg::Matrix;
use wengert::prelude::*;
use wengert::quadrature::quadrature;

/// One plate: germinated, seeds, kinds of seed and extract.
#[derive(Clone, Copy)]
struct Plate {
    germinated: f64,
    seeds: f64,
    seed: f64,
    root: f64,
}

impl Plate {
    /// Minus the logarithm of the density of the data and of an effect `x`, which has the deviation exp(p[4]).
    fn density<T: Real>(&self, x: T, p: &[T]) -> T {
        let odds = p[0] + p[1] * self.seed + p[2] * self.root + p[3] * (self.seed * self.root) + x;
        let spread = x / p[4].exp();
        let normal = 0.5 * spread * spread + p[4] + 0.5 * std::f64::consts::TAU.ln();
        self.seeds * softplus(odds) - self.germinated * odds + normal
    }
}

fn plates() -> Vec<Plate> {
    let [germinated, seeds, seed, root] = columns(include_str!("data/seeds.csv"));
    let plate = |i| Plate { germinated: germinated[i], seeds: seeds[i], seed: seed[i], root: root[i] };
    (0..germinated.len()).map(plate).collect()
}

/// The logarithm of the likelihood, its gradient and its Hessian: plates are independent, so each has an integral of its own.
fn likelihood(plates: &[Plate], p: &[f64]) -> Result<(f64, Vec<f64>, Matrix<f64>), wengert::implicit::Error> {
    let n = p.len();
    let (mut value, mut gradient, mut hessian) = (0.0, vec![0.0; n], Matrix::from_fn(n, n, |_, _| 0.0));
    for &plate in plates {
        let one = laplace(wengert::objective!(plate: Plate; |x, p| plate.density(x[0], p)), Descent::from(&[0.0]));
        let (v, g, h) = one.value_and_hessian(p)?;
        value += v;
        gradient.iter_mut().zip(g).for_each(|(sum, g)| *sum += g);
        (0..n * n).for_each(|k| hessian[(k / n, k % n)] += h[k]);
    }
    Ok((value, gradient, hessian))
}

/// The logarithm of the likelihood alone.
fn value_alone(plates: &[Plate], p: &[f64]) -> Result<f64, wengert::implicit::Error> {
    let one = |&plate: &Plate| {
        laplace(wengert::objective!(plate: Plate; |x, p| plate.density(x[0], p)), Descent::from(&[0.0])).at(p)
    };
    plates.iter().map(|plate| one(plate).map(|marginal| marginal.value)).sum()
}

/// The logarithm of the likelihood and its gradient.
#[cfg(feature = "nuts-rs")]
fn slope(plates: &[Plate], p: &[f64]) -> Result<(f64, Vec<f64>), wengert::implicit::Error> {
    let (mut value, mut gradient) = (0.0, vec![0.0; p.len()]);
    for &plate in plates {
        let one = laplace(wengert::objective!(plate: Plate; |x, p| plate.density(x[0], p)), Descent::from(&[0.0]));
        let (v, g) = one.value_and_gradient(p)?;
        value += v;
        gradient.iter_mut().zip(g).for_each(|(sum, g)| *sum += g);
    }
    Ok((value, gradient))
}

/// Maximum likelihood by Newton's method: estimates and their standard errors.
fn fit(plates: &[Plate]) -> Result<(Vec<f64>, Vec<f64>), Box<dyn Error>> {
    let mut p = vec![0.0, 0.0, 0.0, 0.0, -1.0];
    for _ in 0..30 {
        let (value, gradient, hessian) = likelihood(plates, &p)?;
        let slope = gradient.iter().fold(0.0f64, |m, g| m.max(g.abs()));
        if slope < 1e-8 {
            let covariance = Matrix::from_fn(5, 5, |i, j| -hessian[(i, j)]).cholesky()?.inverse()?;
            return Ok((p, (0..5).map(|k| covariance[(k, k)].sqrt()).collect()));
        }
        let curvature = |raised: f64| {
            Matrix::from_fn(5, 5, |i, j| if i == j { raised - hessian[(i, j)] } else { -hessian[(i, j)] }).cholesky()
        };
        let raised = (0..40).map(|k| if k == 0 { 0.0 } else { 0.01 * 2f64.powi(k) }).find_map(|r| curvature(r).ok());
        let step = raised.ok_or("no curvature")?.solve(&Matrix::column(&gradient))?;
        let mut part = 1.0;
        loop {
            let next: Vec<f64> = p.iter().enumerate().map(|(k, p)| p + part * step[(k, 0)]).collect();
            let better = value_alone(plates, &next).is_ok_and(|v| v >= value - 1e-10);
            if better || part < 1e-6 {
                p = next;
                break;
            }
            part *= 0.5;
        }
    }
    Err("no maximum in 30 steps".into())
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let plates = plates();
    let (p, errors) = fit(&plates)?;
    // Maximum likelihood by quadrature (EGRET), as Breslow and Clayton and the manual of BUGS report it.
    let known = [(-0.548, 0.167), (0.097, 0.278), (1.337, 0.237), (-0.811, 0.385), (0.236, 0.110)];
    let names = ["intercept", "seed", "root", "seed x root", "deviation"];
    for (k, (name, (estimate, error))) in names.iter().zip(known).enumerate() {
        // The deviation is estimated by its logarithm.
        let (value, spread) = if k < 4 { (p[k], errors[k]) } else { (p[k].exp(), p[k].exp() * errors[k]) };
        println!("{name:>12}: {value:.4} ({spread:.4}), published {estimate} ({error})");
        assert!((value - estimate).abs() < 0.003, "{name}: {value} is not {estimate}");
        assert!((spread - error).abs() < 0.06 * error, "{name}: {spread} is not {error}");
    }

    // Each integral over an effect, against quadrature.
    let mut worst = 0.0f64;
    for &plate in &plates {
        let one = laplace(wengert::objective!(plate: Plate; |x, p| plate.density(x[0], p)), Descent::from(&[0.0]));
        let approximate = one.at(&p)?;
        let mode = approximate.mode[0];
        // Scaled by its largest value, so that nothing underflows.
        let scale = plate.density(mode, &p);
        let integrand = wengert::integrand!(plate: Plate, scale: f64; |x, p| (-(plate.density(x, p) - scale)).exp());
        let exact = quadrature(integrand).over(mode - 4.0, mode + 4.0, &p)?.value.ln() - scale;
        worst = worst.max((approximate.value - exact).abs());
    }
    println!("Laplace's integrals are off by at most {worst:.1e} in the logarithm");
    assert!(worst < 0.02, "{worst}");

    #[cfg(feature = "nuts-rs")]
    sampled::compare(&plates, &p)?;

    let share = |plate: &Plate| {
        let odds = p[0] + p[1] * plate.seed + p[2] * plate.root + p[3] * plate.seed * plate.root;
        1.0 / (1.0 + (-odds).exp())
    };
    let seen = plates.iter().enumerate().map(|(i, plate)| ((i + 1) as f64, plate.germinated / plate.seeds));
    let fixed = plates.iter().enumerate().map(|(i, plate)| ((i + 1) as f64, share(plate)));
    let spread = 2.0 * p[4].exp();
    let band = plates.iter().enumerate().map(|(i, plate)| {
        let odds = (share(plate) / (1.0 - share(plate))).ln();
        let at = |odds: f64| 1.0 / (1.0 + (-odds).exp());
        ((i + 1) as f64, [at(odds - spread), at(odds + spread)])
    });
    save(
        "seeds",
        &[Chart::new("seeds that germinate, and two deviations of plates", "plate", "share")
            .band(0, band)
            .line("model", 0, fixed)
            .points("seen", 1, seen)],
    )
}

#[cfg(feature = "nuts-rs")]
pub(crate) mod sampled {
    //! The posterior by Hamiltonian Monte Carlo: of all parameters and effects together, and of the parameters alone with the
    //! effects integrated out by Laplace's approximation.

    use super::{Plate, slope};
    use nuts_rs::{DiagNutsSettings, HashMapConfig, HashMapValue, Sampler, SamplerWaitResult};
    use std::error::Error;
    use std::sync::Arc;
    use std::time::Duration;
    use wengert::Workspace;
    use wengert::adapters::nuts::{Constraint, Posterior};
    use wengert::prelude::*;

    /// All of it: four coefficients, the deviation, and an effect for each plate in its units. The coefficients have normal
    /// priors with deviation 10, the deviation of plates a half normal one with 1.
    #[differentiable]
    fn joint(p: &[f64], #[constant] table: &[f64]) -> f64 {
        let mut sum = -0.5 * p[4] * p[4];
        for k in 0..4 {
            sum -= 0.005 * p[k] * p[k];
        }
        for i in 0..p.len() - 5 {
            let (germinated, seeds) = (table[4 * i], table[4 * i + 1]);
            let (seed, root) = (table[4 * i + 2], table[4 * i + 3]);
            let z = p[5 + i];
            let odds = p[0] + p[1] * seed + p[2] * root + p[3] * seed * root + p[4] * z;
            sum += germinated * odds - seeds * (1.0 + odds.exp()).ln() - 0.5 * z * z;
        }
        sum
    }

    /// Means and deviations of the five parameters, from four chains.
    fn summary<F>(model: Posterior<F>, (tune, draws): (u64, u64)) -> Result<Vec<(f64, f64)>, Box<dyn Error>>
    where
        F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64 + Clone + Send + Sync + 'static,
    {
        let mut settings = DiagNutsSettings::default();
        (settings.num_chains, settings.num_tune, settings.num_draws, settings.seed) = (4, tune, draws, 11);
        let mut sampler = Sampler::new(Arc::new(model), settings, HashMapConfig::new(), 2, None)?;
        let traces = loop {
            match sampler.wait_timeout(Duration::from_secs(60)) {
                SamplerWaitResult::Trace(traces) => break traces,
                SamplerWaitResult::Timeout(again) => sampler = again,
                SamplerWaitResult::Err(error, _) => return Err(error.to_string().into()),
            }
        };
        let mut columns = vec![Vec::new(); 5];
        for chain in &traces {
            for (k, name) in ["a", "b", "c", "d", "deviation"].iter().enumerate() {
                let HashMapValue::F64(values) = &chain.draws[*name] else { return Err("no numbers".into()) };
                columns[k].extend_from_slice(&values[values.len() - draws as usize..]);
            }
        }
        let of = |column: &Vec<f64>| {
            let n = column.len() as f64;
            let mean = column.iter().sum::<f64>() / n;
            (mean, (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt())
        };
        Ok(columns.iter().map(of).collect())
    }

    fn coefficients<F>(model: Posterior<F>) -> Posterior<F>
    where
        F: Fn(&[f64], &mut [f64], &mut Workspace) -> f64 + Clone,
    {
        let model = ["a", "b", "c", "d"].iter().fold(model, |model, name| model.parameter(name, Constraint::Free));
        model.parameter("deviation", Constraint::Above(0.0))
    }

    pub(super) fn compare(plates: &[Plate], p: &[f64]) -> Result<(), Box<dyn Error>> {
        let table: Arc<[f64]> =
            plates.iter().flat_map(|plate| [plate.germinated, plate.seeds, plate.seed, plate.root]).collect();
        let all = Posterior::new(move |p: &[f64], g: &mut [f64], ws: &mut Workspace| {
            joint::value_and_gradient_into(p, &table, g, ws)
        });
        let names: Vec<String> = (1..=plates.len()).map(|i| format!("plate{i}")).collect();
        let all = names.iter().fold(coefficients(all), |model, name| model.parameter(name, Constraint::Free));
        let exact = summary(all, if cfg!(debug_assertions) { (400, 1000) } else { (1000, 4000) })?;
        for (k, (mean, deviation)) in exact.iter().enumerate() {
            println!("parameter {k}: sampled {mean:.3} ({deviation:.3})");
            // The mean of a deviation lies above where it is most likely.
            let (estimate, part) = if k < 4 { (p[k], 0.3) } else { (p[4].exp(), 1.0) };
            assert!((mean - estimate).abs() < part * deviation, "{exact:?}");
        }
        if cfg!(debug_assertions) {
            // What follows takes minutes without optimisation.
            return Ok(());
        }
        let own: Arc<[Plate]> = plates.into();
        let marginal = Posterior::new(move |p: &[f64], g: &mut [f64], _: &mut Workspace| {
            let logarithm = [p[0], p[1], p[2], p[3], p[4].ln()];
            let Ok((value, by)) = slope(&own, &logarithm) else { return f64::NAN };
            (0..4).for_each(|k| g[k] = by[k] - 0.01 * p[k]);
            g[4] = by[4] / p[4] - p[4];
            value - 0.005 * p[..4].iter().map(|p| p * p).sum::<f64>() - 0.5 * p[4] * p[4]
        });
        let integrated = summary(coefficients(marginal), (500, 1000))?;
        for (k, ((mean, deviation), (other, spread))) in exact.iter().zip(&integrated).enumerate() {
            println!("parameter {k}: with the effects integrated by Laplace {other:.3} ({spread:.3})");
            // The errors of sampling: of some hundred independent draws, a tenth of the deviation.
            assert!((mean - other).abs() < 0.3 * deviation, "{exact:?} {integrated:?}");
            assert!((deviation / spread).ln().abs() < 0.3, "{exact:?} {integrated:?}");
        }
        Ok(())
    }
}
