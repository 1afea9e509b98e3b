//! Sizes and inputs of the benchmark programs, the same in every run.

/// Step length of the Lorenz program.
pub const LORENZ_STEP: f64 = 5e-4;
/// Steps of the Lorenz program.
pub const LORENZ_STEPS: usize = 20_000;
/// sigma, rho, beta, x, y, z.
pub const LORENZ_INPUTS: [f64; 6] = [10.0, 28.0, 8.0 / 3.0, 1.0, 1.5, 20.0];
/// Time steps of one path of the Asian option.
pub const ASIAN_STEPS: usize = 52;
/// Paths of the Asian option.
pub const ASIAN_PATHS: usize = 2000;
/// Spot, rate, volatility, time, strike.
pub const ASIAN_INPUTS: [f64; 5] = [100.0, 0.03, 0.25, 1.0, 101.0];
/// Spot, strike, rate, volatility, time.
pub const BLACK_SCHOLES_INPUTS: [f64; 5] = [100.0, 105.0, 0.03, 0.2, 1.25];
/// Outputs of the Jacobian program.
pub const WAVES: usize = 1000;
/// The two inputs of the Jacobian program.
pub const WAVES_INPUTS: [f64; 2] = [0.7, 1.3];

/// `n` points around 1 for the Rosenbrock function.
pub fn rosenbrock(n: usize) -> Vec<f64> {
    (0..n).map(|i| 1.0 + 0.3 * (0.7 * i as f64).sin()).collect()
}

/// `n` points in -4 ..= 4 for log-sum-exp.
pub fn log_sum_exp(n: usize) -> Vec<f64> {
    (0..n).map(|i| 4.0 * (1.3 * i as f64).sin()).collect()
}

/// The SplitMix64 generator: uniform numbers in 0 .. 1.
fn uniform(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// `n` numbers in 0 .. 1.
pub fn uniforms(n: usize) -> Vec<f64> {
    let mut uniform = uniform(2);
    (0..n).map(|_| uniform()).collect()
}

/// A direction with `n` entries in -1 ..= 1.
pub fn direction(n: usize) -> Vec<f64> {
    (0..n).map(|i| (0.9 * i as f64 + 0.4).cos()).collect()
}

/// `n` standard normal numbers (Box-Muller).
pub fn normals(n: usize) -> Vec<f64> {
    let mut uniform = uniform(1);
    (0..n)
        .map(|_| {
            let radius = (-2.0 * (1.0 - uniform()).ln()).sqrt();
            radius * (std::f64::consts::TAU * uniform()).cos()
        })
        .collect()
}

/// Points and a mixture of Gaussians, laid out as [`gmm`](crate::adjoints::gmm) takes them.
pub struct Mixture {
    /// Coordinates of a point.
    pub d: usize,
    /// Components.
    pub k: usize,
    /// The points.
    pub x: Vec<f64>,
    /// alpha, mu, q and l, one after the other.
    pub parameters: Vec<f64>,
}

impl Mixture {
    /// `n` points of `d` coordinates for `k` components, all standard normal, the means in 0 .. 1.
    pub fn new(d: usize, k: usize, n: usize) -> Self {
        let mut parameters = normals(n * d + k * (1 + 2 * d + d * (d - 1) / 2));
        let x = parameters.split_off(parameters.len() - n * d);
        parameters[k..k + k * d].copy_from_slice(&uniforms(k * d));
        Mixture { d, k, x, parameters }
    }

    /// alpha, mu, q and l.
    pub fn split(&self) -> [&[f64]; 4] {
        let (alpha, rest) = self.parameters.split_at(self.k);
        let (mu, rest) = rest.split_at(self.k * self.d);
        let (q, l) = rest.split_at(self.k * self.d);
        [alpha, mu, q, l]
    }
}

/// The parameters of a network and what it reads, laid out as [`lstm`](crate::adjoints::lstm) takes them.
pub struct Network {
    /// Layers.
    pub layers: usize,
    /// Units of a layer.
    pub b: usize,
    /// The main parameters and then the extra ones.
    pub parameters: Vec<f64>,
    /// Hidden state and cell of each layer.
    pub state: Vec<f64>,
    /// Zeros and ones.
    pub sequence: Vec<f64>,
}

impl Network {
    /// A network of `layers` layers of `b` units, which reads `times` times.
    pub fn new(layers: usize, b: usize, times: usize) -> Self {
        let mut parameters = uniforms((10 * layers + 3 + times) * b);
        let sequence = parameters.split_off((10 * layers + 3) * b).into_iter().map(f64::round).collect();
        let state = parameters.split_off((8 * layers + 3) * b);
        Network { layers, b, parameters, state, sequence }
    }

    /// The main parameters and the extra ones.
    pub fn split(&self) -> (&[f64], &[f64]) {
        self.parameters.split_at(8 * self.layers * self.b)
    }
}
