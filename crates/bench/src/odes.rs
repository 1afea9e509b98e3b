//! The differential equations of SciML's benchmarks of adjoints (SciMLBenchmarks, AutomaticDifferentiation).

use core::ops::ControlFlow;
use wengert::Real;
use wengert::ode::{Dynamics, Jump, Jumps};

/// Predators and prey: 2 states, 3 parameters.
#[derive(Clone, Copy, Debug)]
pub struct LotkaVolterra;

impl LotkaVolterra {
    /// The initial state.
    pub const START: [f64; 2] = [1.0, 1.0];
    /// The parameters.
    pub const PARAMETERS: [f64; 3] = [1.5, 1.0, 3.0];
}

impl Dynamics for LotkaVolterra {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
        du[1] = -p[2] * u[1] + u[0] * u[1];
    }
}

/// Two chemicals on a periodic grid of N x N cells: 2 N^2 states, and for each cell two rates and two diffusivities.
#[derive(Clone, Copy, Debug)]
pub struct Brusselator(pub usize);

impl Brusselator {
    /// The initial state: the first chemical, then the second, column by column.
    pub fn start(self) -> Vec<f64> {
        let n = self.0;
        let at = |k: usize| k as f64 / (n - 1) as f64;
        let bell = |height: f64, x: f64| height * (x * (1.0 - x)).powf(1.5);
        let first = (0..n * n).map(|k| bell(22.0, at(k / n)));
        first.chain((0..n * n).map(|k| bell(27.0, at(k % n)))).collect()
    }

    /// The parameters: A, B, and the diffusivities.
    pub fn parameters(self) -> Vec<f64> {
        let cells = self.0 * self.0;
        [vec![3.4; cells], vec![1.0; cells], vec![10.0; 2 * cells]].concat()
    }
}

impl Dynamics for Brusselator {
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
        let n = self.0;
        let (cells, over) = (n * n, ((n - 1) * (n - 1)) as f64);
        let (first, second) = u.split_at(cells);
        let forced = t.value() >= 1.1;
        for j in 0..n {
            let (left, right) = (n * if j == 0 { n - 1 } else { j - 1 }, n * if j + 1 == n { 0 } else { j + 1 });
            for i in 0..n {
                let (k, up, down) = (i + n * j, if i == 0 { n - 1 } else { i - 1 }, if i + 1 == n { 0 } else { i + 1 });
                let spread =
                    |w: &[T]| (w[up + n * j] + w[down + n * j] + w[i + right] + w[i + left] - 4.0 * w[k]) * over;
                let (x, y) = (i as f64 / (n - 1) as f64, j as f64 / (n - 1) as f64);
                let inside = (x - 0.3).powi(2) + (y - 0.6).powi(2) <= 0.01;
                let (a, both) = (p[k] * first[k], first[k] * first[k] * second[k]);
                let force = if forced && inside { 5.0 } else { 0.0 };
                du[k] = p[2 * cells + k] * spread(first) + p[cells + k] + both - a - first[k] + force;
                du[cells + k] = p[3 * cells + k] * spread(second) + a - both;
            }
        }
    }
}

/// Air pollution with 25 reactions among 20 species (Verwer 1994), stiff.
#[derive(Clone, Copy, Debug)]
pub struct Pollution;

impl Pollution {
    /// The rates.
    pub const PARAMETERS: [f64; 25] = [
        0.35, 26.6, 12300.0, 0.86e-3, 0.82e-3, 15000.0, 0.13e-3, 24000.0, 16500.0, 9000.0, 0.022, 12000.0, 1.88,
        16300.0, 4.8e6, 0.35e-3, 0.0175, 1e8, 4.44e11, 1240.0, 2.1, 5.78, 0.0474, 1780.0, 3.12,
    ];

    /// The initial state.
    pub fn start() -> [f64; 20] {
        let mut u = [0.0; 20];
        (u[1], u[3], u[6], u[7], u[8], u[16]) = (0.2, 0.04, 0.1, 0.3, 0.01, 0.007);
        u
    }
}

impl Dynamics for Pollution {
    fn eval<T: Real>(&self, _: T, u: &[T], k: &[T], du: &mut [T]) {
        /// What each reaction consumes, one or two species.
        const FROM: [&[usize]; 25] = [
            &[1],
            &[2, 4],
            &[5, 2],
            &[7],
            &[7],
            &[7, 6],
            &[9],
            &[9, 6],
            &[11, 2],
            &[11, 1],
            &[13],
            &[10, 2],
            &[14],
            &[1, 6],
            &[3],
            &[4],
            &[4],
            &[16],
            &[16],
            &[17, 6],
            &[19],
            &[19],
            &[1, 4],
            &[19, 1],
            &[20],
        ];
        /// What it makes.
        const TO: [&[usize]; 25] = [
            &[2, 3],
            &[1],
            &[1, 6],
            &[5, 5, 8],
            &[8],
            &[5, 8],
            &[5, 8, 10],
            &[11],
            &[1, 10, 12],
            &[13],
            &[1, 11],
            &[1, 14],
            &[5, 7],
            &[15],
            &[4],
            &[16],
            &[3],
            &[6, 6],
            &[3],
            &[5, 18],
            &[2],
            &[1, 3],
            &[19],
            &[20],
            &[1, 19],
        ];
        du.fill(T::from(0.0));
        for ((from, to), &rate) in FROM.iter().zip(TO).zip(k) {
            let speed = from.iter().fold(rate, |speed, &s| speed * u[s - 1]);
            for &s in from.iter() {
                du[s - 1] -= speed;
            }
            for &s in to {
                du[s - 1] += speed;
            }
        }
    }
}

/// A drug in five compartments with 14 parameters, a dose each day for ten days.
#[derive(Clone, Copy, Debug)]
pub struct Drug;

impl Drug {
    /// The initial state.
    pub const START: [f64; 5] = [100.0, f64::EPSILON, f64::EPSILON, f64::EPSILON, 5.0];
    /// The parameters.
    pub const PARAMETERS: [f64; 14] = [1.0, 1.0, 20.0, 2.0, 10.0, 10.0, 2.0, 2.0, 1.0, 1.0, 0.0, 2.0, 0.5, 100.0];
}

impl Dynamics for Drug {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        let &[absorbed, cleared, volume, q, periphery, made, lost, half, most, power, fastest, michaelis, q2, far] = p
        else {
            return;
        };
        let (central, near, distant) = (u[1] / volume, u[2] / periphery, u[3] / far);
        let effect = central.powf(power);
        du[0] = -absorbed * u[0];
        du[1] = absorbed * u[0] - (cleared + fastest / (michaelis + central) + q) * central + q * near - q2 * central
            + q2 * distant;
        du[2] = q * central - q * near;
        du[3] = q2 * central - q2 * distant;
        du[4] = made * (1.0 - most * effect / (half.powf(power) + effect)) - lost * u[4];
    }
}

impl Jumps for Drug {
    fn times<T: Real>(&self, _: &[T]) -> impl AsRef<[T]> {
        (0..=10).map(|day| T::from(24.0 * f64::from(day))).collect::<Vec<T>>()
    }
    fn jump<T: Real>(&self, _: Jump, _: T, u: &mut [T], _: &[T]) -> ControlFlow<()> {
        u[0] += 100.0;
        ControlFlow::Continue(())
    }
}
