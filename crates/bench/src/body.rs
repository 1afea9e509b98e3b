//! The benchmark programs, written once for any number type.

/// Defines the benchmark programs over a number type: `programs!(visibility [generics] Type)`.
///
/// The defined functions are `rosenbrock`, `log_sum_exp`, `lorenz`, `asian`, `black_scholes`,
/// `norm_cdf` and `waves`; [`primal`](crate::primal) documents them. The type must be `Copy`, have
/// arithmetic with itself and with `f64` on its right, and have the methods `exp`, `ln`, `sqrt`
/// and `sin` in scope. The invoking module brings `fn constant(f64) -> Type` and
/// `fn value(Type) -> f64`.
///
/// A macro, because the number traits of different crates share nothing; constants stand on the
/// right, because not every crate has `f64 * number`.
#[macro_export]
macro_rules! programs {
    ($visibility:vis [$($generics:tt)*] $T:ty) => {
        /// The Rosenbrock function, the sum of `100 (x[i+1] - x[i]^2)^2 + (x[i] - 1)^2`.
        $visibility fn rosenbrock<$($generics)*>(x: &[$T]) -> $T {
            let mut sum: $T = constant(0.0);
            for pair in x.windows(2) {
                let valley = pair[1] - pair[0] * pair[0];
                let slope = pair[0] - 1.0;
                sum += valley * valley * 100.0 + slope * slope;
            }
            sum
        }

        /// `ln(sum(exp(x)))`, shifted by the largest entry.
        $visibility fn log_sum_exp<$($generics)*>(x: &[$T]) -> $T {
            let mut largest = x[0];
            for &xi in &x[1..] {
                if value(xi) > value(largest) {
                    largest = xi;
                }
            }
            let mut sum: $T = constant(0.0);
            for &xi in x {
                sum += (xi - largest).exp();
            }
            sum.ln() + largest
        }

        /// `x + y + z` of the Lorenz system after `steps` Runge-Kutta steps of length `data::LORENZ_STEP`;
        /// the inputs are sigma, rho, beta, and the initial x, y, z.
        $visibility fn lorenz<$($generics)*>(p: &[$T], steps: usize) -> $T {
            let h = $crate::data::LORENZ_STEP;
            let (sigma, rho, beta) = (p[0], p[1], p[2]);
            let slope = |s: [$T; 3]| {
                [
                    sigma * (s[1] - s[0]),
                    s[0] * (rho - s[2]) - s[1],
                    s[0] * s[1] - beta * s[2],
                ]
            };
            let along = |s: [$T; 3], k: [$T; 3], h: f64| {
                [s[0] + k[0] * h, s[1] + k[1] * h, s[2] + k[2] * h]
            };
            let mut s = [p[3], p[4], p[5]];
            for _ in 0..steps {
                let k1 = slope(s);
                let k2 = slope(along(s, k1, 0.5 * h));
                let k3 = slope(along(s, k2, 0.5 * h));
                let k4 = slope(along(s, k3, h));
                for i in 0..3 {
                    s[i] += (k1[i] + (k2[i] + k3[i]) * 2.0 + k4[i]) * (h / 6.0);
                }
            }
            s[0] + s[1] + s[2]
        }

        /// Price of an arithmetic average call by Monte Carlo; the inputs are spot, rate, volatility,
        /// time and strike, and `normals` holds `data::ASIAN_STEPS` draws for each path.
        $visibility fn asian<$($generics)*>(p: &[$T], normals: &[f64]) -> $T {
            let (spot, rate, volatility, time, strike) = (p[0], p[1], p[2], p[3], p[4]);
            let steps = $crate::data::ASIAN_STEPS;
            let dt = time / (steps as f64);
            let drift = (rate - volatility * volatility * 0.5) * dt;
            let diffusion = volatility * dt.sqrt();
            let mut total: $T = constant(0.0);
            for path in normals.chunks_exact(steps) {
                let mut price = spot;
                let mut sum: $T = constant(0.0);
                for &z in path {
                    price *= (drift + diffusion * z).exp();
                    sum += price;
                }
                let payoff = sum / (steps as f64) - strike;
                if value(payoff) > 0.0 {
                    total += payoff;
                }
            }
            total * (-rate * time).exp() / ((normals.len() / steps) as f64)
        }

        /// Black-Scholes price of a call; the inputs are spot, strike, rate, volatility and time.
        $visibility fn black_scholes<$($generics)*>(p: &[$T]) -> $T {
            let (spot, strike, rate, volatility, time) = (p[0], p[1], p[2], p[3], p[4]);
            let deviation = volatility * time.sqrt();
            let d1 = ((spot / strike).ln() + (rate + volatility * volatility * 0.5) * time) / deviation;
            let d2 = d1 - deviation;
            spot * norm_cdf(d1) - strike * (-rate * time).exp() * norm_cdf(d2)
        }

        /// The normal distribution function to double precision from `exp` alone
        /// (Hart's rational function as given in G. West, "Better approximations to cumulative
        /// normal functions", Wilmott 2005).
        $visibility fn norm_cdf<$($generics)*>(x: $T) -> $T {
            let negative = value(x) <= 0.0;
            let a = if negative { -x } else { x };
            let bell = (a * a * -0.5).exp();
            let tail = if value(a) < 7.07106781186547 {
                let p = ((((((a * 3.52624965998911e-2 + 0.700383064443688) * a + 6.37396220353165) * a
                    + 33.912866078383) * a + 112.079291497871) * a + 221.213596169931) * a)
                    + 220.206867912376;
                let q = (((((((a * 8.83883476483184e-2 + 1.75566716318264) * a + 16.064177579207) * a
                    + 86.7807322029461) * a + 296.564248779674) * a + 637.333633378831) * a
                    + 793.826512519948) * a) + 440.413735824752;
                bell * p / q
            } else {
                let mut fraction = a + 0.65;
                for k in [4.0, 3.0, 2.0, 1.0] {
                    let k: $T = constant(k);
                    fraction = a + k / fraction;
                }
                bell / (fraction * 2.506628274631)
            };
            if negative { tail } else { -tail + 1.0 }
        }

        /// `y[i] = sin(i a) exp(-b i / 1000) + a b` for the inputs a, b, and as many outputs as `y` holds.
        $visibility fn waves<$($generics)*>(p: &[$T], y: &mut [$T]) {
            let (a, b) = (p[0], p[1]);
            for (i, y) in y.iter_mut().enumerate() {
                let i = i as f64;
                *y = (a * i).sin() * (b * (i * -1e-3)).exp() + a * b;
            }
        }
    };
}
