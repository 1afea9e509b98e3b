//! Functions with and without `math = "vector"`: the same text twice.

/// The same functions by std, and many at a time.
macro_rules! both {
    ($($(#[$doc:meta])* $name:ident $signature:tt -> $result:ty $body:block)+) => {
        /// By std, one by one.
        pub mod plain {
            $($(#[$doc])* #[wengert::differentiable] pub fn $name $signature -> $result $body)+
        }
        /// Many at a time.
        pub mod vector {
            $($(#[$doc])* #[wengert::differentiable(math = "vector")] pub fn $name $signature -> $result $body)+
        }
    };
}

both! {
    /// The logarithm of a sum of exponentials.
    log_sum_exp(x: &[f64]) -> f64 {
        let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for v in x {
            sum += (v - largest).exp();
        }
        sum.ln() + largest
    }

    /// The price of an arithmetic average call: `normals` holds `steps` draws for each path.
    asian(spot: f64, rate: f64, volatility: f64, #[constant] normals: &[f64], steps: usize) -> f64 {
        let dt = 1.0 / steps as f64;
        let (drift, diffusion) = ((rate - 0.5 * volatility * volatility) * dt, volatility * dt.sqrt());
        let mut total = 0.0;
        for path in normals.chunks_exact(steps) {
            let (mut price, mut sum) = (spot, 0.0);
            for z in path {
                price *= (drift + diffusion * z).exp();
                sum += price;
            }
            total += (sum / steps as f64 - 95.0).max(0.0);
        }
        total * (-rate).exp() / (normals.len() / steps) as f64
    }

    /// The sum of prices by Black and Scholes, at strike 100 in a year without interest.
    prices(spots: &[f64], volatilities: &[f64]) -> f64 {
        let mut total = 0.0;
        for (s, v) in spots.iter().zip(volatilities) {
            let d = ((s / 100.0).ln() + 0.5 * v * v) / v;
            total += s * wengert::functions::norm_cdf(d) - 100.0 * wengert::functions::norm_cdf(d - v);
        }
        total
    }

    /// The cross-entropy of a softmax, row by row.
    cross_entropy(scores: &[f64], classes: usize) -> f64 {
        let mut total = 0.0;
        for row in scores.chunks_exact(classes) {
            let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = row.iter().map(|s| (s - largest).exp()).sum();
            total += sum.ln() + largest - row[0];
        }
        total
    }

    /// A chain of differential equations by Heun's method: no function in it.
    chain(x: &[f64], steps: usize) -> f64 {
        let n = x.len();
        let h = 2.0 / steps as f64;
        let (mut y, mut first, mut second) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for _ in 0..steps {
            for i in 1..n {
                first[i] = x[i] * (y[i - 1] + 1.0);
            }
            for i in 1..n {
                second[i] = x[i] * (y[i - 1] + h * first[i - 1] + 1.0);
            }
            for i in 1..n {
                y[i] += 0.5 * h * (first[i] + second[i]);
            }
        }
        y[n - 1]
    }
}
