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

/// `n` standard normal numbers (Box-Muller on the SplitMix64 generator).
pub fn normals(n: usize) -> Vec<f64> {
    let mut state = 1u64;
    let mut uniform = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..n)
        .map(|_| {
            let radius = (-2.0 * (1.0 - uniform()).ln()).sqrt();
            radius * (std::f64::consts::TAU * uniform()).cos()
        })
        .collect()
}
