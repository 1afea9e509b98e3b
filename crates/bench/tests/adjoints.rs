//! The functions of the adjoints benchmark: their hand-written adjoints against the tape, and their variants.

use bench::adjoints::{asian, black_scholes, gmm, llsq, log_sum_exp, lorenz, lstm, ode, rosenbrock, twins};
use bench::data::{self, Mixture, Network};

/// Panics unless `got` is within 1e-12 of `expected`, relative to the largest entry.
fn assert_close(got: &[f64], expected: &[f64]) {
    assert_eq!(got.len(), expected.len());
    let scale = expected.iter().fold(0.0, |m: f64, e| m.max(e.abs()));
    for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!((got - expected).abs() <= 1e-12 * scale, "entry {i}: {got}, not {expected}");
    }
}

/// Panics unless value and gradient are those of the tape; `$f` is the function on any number.
macro_rules! assert_tape {
    ($x:expr, $value:expr, $gradient:expr, |$p:ident| $f:expr) => {
        let (value, gradient) = wengert::value_and_gradient(|$p| $f, $x);
        assert_close(&[$value], &[value]);
        assert_close($gradient, &gradient);
    };
}

#[test]
fn rosenbrock_by_hand() {
    for n in [2, 9, 40] {
        let x = data::rosenbrock(n);
        let mut g = vec![f64::NAN; n];
        let value = rosenbrock::by_hand(&x, &mut g);
        assert_tape!(&x, value, &g, |x| twins::rosenbrock(x));
        let expected = rosenbrock::rosenbrock(&x);
        assert_close(&[value], &[expected]);
        assert_eq!([rosenbrock::zipped(&x), rosenbrock::split(&x)], [expected; 2]);
    }
}

#[test]
fn log_sum_exp_by_hand() {
    let x = data::log_sum_exp(60);
    let mut g = [f64::NAN; 60];
    let value = log_sum_exp::by_hand(&x, &mut g);
    assert_tape!(&x, value, &g, |x| twins::log_sum_exp(x));
    let variants = [log_sum_exp::log_sum_exp(&x), log_sum_exp::split(&x), log_sum_exp::iterated(&x)];
    assert_eq!(variants, [value; 3]);
}

#[test]
fn lorenz_by_hand() {
    let [sigma, rho, beta, x, y, z] = data::LORENZ_INPUTS;
    for steps in [0, 1, 50] {
        let mut g = [f64::NAN; 6];
        let value = lorenz::by_hand(&data::LORENZ_INPUTS, steps, &mut Vec::new(), &mut g);
        assert_tape!(&data::LORENZ_INPUTS, value, &g, |p| twins::lorenz(p, steps));
        let expected = lorenz::lorenz(sigma, rho, beta, x, y, z, steps, data::LORENZ_STEP);
        assert_close(&[value], &[expected]);
        assert_eq!(lorenz::split(sigma, rho, beta, x, y, z, steps, data::LORENZ_STEP), expected);
    }
}

#[test]
fn asian_by_hand() {
    let [spot, rate, volatility, time, strike] = data::ASIAN_INPUTS;
    let normals = &data::normals(20 * data::ASIAN_STEPS)[..];
    let mut g = [f64::NAN; 5];
    let value = asian::by_hand(&data::ASIAN_INPUTS, normals, &mut g);
    assert!(g[4] < 0.0 && g[4] > -0.9, "some paths pay, some do not");
    assert_tape!(&data::ASIAN_INPUTS, value, &g, |p| twins::asian(p, normals));
    let variants = [asian::asian, asian::split, asian::chunked]
        .map(|f| f(spot, rate, volatility, time, strike, normals, data::ASIAN_STEPS));
    assert_close(&variants, &[value; 3]);
    assert_eq!(variants, [variants[0]; 3]);
}

#[test]
fn black_scholes_by_hand() {
    for spot in [70.0, 100.0, 160.0] {
        let mut p = data::BLACK_SCHOLES_INPUTS;
        p[0] = spot;
        let [spot, strike, rate, volatility, time] = p;
        let mut g = [f64::NAN; 5];
        let value = black_scholes::by_hand(&p, &mut g);
        // Hart's function is good to about 1e-15 of 1, not of a small price.
        let (expected, mut by_hart) = (value, [f64::NAN; 5]);
        let hart = black_scholes::hart_by_hand(&p, &mut by_hart);
        assert!((hart - expected).abs() < 1e-12 * spot);
        assert_close(&by_hart, &g);
        assert_tape!(&p, value, &g, |p| twins::black_scholes_by_erfc(p));
        let variants = [black_scholes::black_scholes, black_scholes::split, black_scholes::hart]
            .map(|f| f(spot, strike, rate, volatility, time));
        assert_close(&variants, &[value; 3]);
        assert_eq!(variants[1], variants[0]);
    }
}

#[test]
fn gmm_by_hand() {
    let mut buffers = gmm::Buffers::default();
    for (d, k, n, m, gamma) in [(1, 3, 5, 0, 1.0), (2, 5, 30, 0, 1.0), (4, 3, 7, 2, 1.3), (3, 1, 4, 1, 0.7)] {
        let mixture = Mixture::new(d, k, n);
        let [alpha, mu, q, l] = mixture.split();
        let x = &mixture.x[..];
        let mut g = gmm::Gradient::default();
        let value = gmm::by_hand(alpha, mu, q, l, x, d, m, gamma, &mut g, &mut buffers);
        let flat = [&g.alpha[..], &g.mu, &g.q, &g.l].concat();
        let p = &mixture.parameters;
        let constant = value - twins::gmm(p, x, k, d, m, gamma);
        assert_tape!(p, value, &flat, |p| twins::gmm(p, x, k, d, m, gamma) + constant);
        let variants = [gmm::gmm, gmm::inlined, gmm::local, gmm::iterated].map(|f| f(alpha, mu, q, l, x, d, m, gamma));
        assert_close(&variants, &[value; 4]);
    }
}

/// One point and one component, by the formulas of a normal and a Wishart density.
#[test]
fn gmm_in_closed_form() {
    use std::f64::consts::{LN_2, PI};
    let (x, mu, q, gamma) = ([0.7, -0.4], [0.2, 0.1], [0.3f64, -0.6], 1.3f64);
    let scaled = [0.5 * q[0].exp(), -0.5 * q[1].exp() + 0.9 * 0.5];
    let root = [q[0].exp(), q[1].exp(), 0.9];
    let half = |x: &[f64]| 0.5 * x.iter().map(|x| x * x).sum::<f64>();

    // ln Gamma_1(1) = 0.
    let normal = q[0] - half(&scaled[..1]) - 0.5 * (2.0 * PI).ln();
    let prior = 2.0 * (gamma.ln() - 0.5 * LN_2) - gamma * gamma * half(&root[..1]);
    assert_close(&[gmm::gmm(&[0.8], &mu[..1], &q[..1], &[], &x[..1], 1, 0, gamma)], &[normal + prior]);

    // ln Gamma_2(2) = ln(pi) / 2 + ln Gamma(2) + ln Gamma(3/2) = ln(pi / 2).
    let normal = q[0] + q[1] - half(&scaled) - (2.0 * PI).ln();
    let prior = 8.0 * (gamma.ln() - 0.5 * LN_2) - (PI / 2.0).ln() - gamma * gamma * half(&root) + q[0] + q[1];
    assert_close(&[gmm::gmm(&[0.8], &mu, &q, &[0.9], &x, 2, 1, gamma)], &[normal + prior]);
}

#[test]
fn lstm_by_hand() {
    let mut buffers = lstm::Buffers::default();
    for (layers, b, times) in [(1, 3, 2), (2, 5, 9), (3, 2, 4)] {
        let network = Network::new(layers, b, times);
        let (main, extra) = network.split();
        let (state, sequence) = (&network.state[..], &network.sequence[..]);
        let mut g = vec![f64::NAN; network.parameters.len()];
        let (g_main, g_extra) = g.split_at_mut(main.len());
        let value = lstm::by_hand(main, extra, state, sequence, layers, b, g_main, g_extra, &mut buffers);
        assert_tape!(&network.parameters, value, &g, |p| twins::lstm(p, state, sequence, layers, b));
        let expected = lstm::lstm(main, extra, state, sequence, layers, b);
        assert_close(&[value, lstm::split(main, extra, state, sequence, layers, b)], &[expected; 2]);
    }
}

#[test]
fn llsq_by_hand() {
    let mut powers = Vec::new();
    for (m, n) in [(1, 2), (6, 5), (20, 30)] {
        let x = data::uniforms(m);
        let mut g = vec![f64::NAN; m];
        let value = llsq::by_hand(&x, n, &mut g, &mut powers);
        assert_tape!(&x, value, &g, |x| twins::llsq(x, n));
        assert_eq!([llsq::llsq(&x, n), llsq::iterated(&x, n)], [value; 2]);
        assert_close(&[llsq::split(&x, n)], &[value]);
    }
}

#[test]
fn ode_by_hand() {
    let mut buffers = ode::Buffers::default();
    for (n, steps) in [(5, 10), (1, 3), (8, 2), (30, 1)] {
        let x = data::uniforms(n);
        let mut g = vec![f64::NAN; n];
        let value = ode::by_hand(&x, steps, &mut g, &mut buffers);
        assert_tape!(&x, value, &g, |x| twins::ode(x, steps));
        let expected = ode::ode(&x, steps);
        assert_close(&[value], &[expected]);
        assert_eq!([ode::inlined(&x, steps), ode::local(&x, steps)], [expected; 2]);
    }
}

/// Three components of the chain to which the answers are known: y[i] is a product of x over a factorial, by powers
/// of the time 2, and the method is exact for them.
#[test]
fn ode_is_exact_for_cubics() {
    let x = [0.5, 0.25, 2.0];
    for (n, expected) in [(1, 1.0), (2, 0.25), (3, 1.0 / 3.0)] {
        assert!((ode::ode(&x[..n], 7) - expected).abs() < 1e-15);
    }
}
