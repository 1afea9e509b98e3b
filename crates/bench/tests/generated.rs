//! The generated adjoints of the functions of the adjoints benchmark against those by hand, and of the programs on
//! structures against the tape.

#[path = "generated/structures.rs"]
mod structures;

use bench::adjoints::{asian, black_scholes, gmm, llsq, log_sum_exp, lorenz, lstm, ode, rosenbrock};
use bench::data::{self, Mixture, Network};
use wengert::Workspace;

/// Panics unless the generated function gives the bits of the primal's value and, within 1e-12 of its largest entry,
/// the hand-written gradient, in a new workspace and in a used one.
fn assert_generated(
    name: &str,
    primal: f64,
    by_hand: &[f64],
    mut generated: impl FnMut(&mut [f64], &mut Workspace) -> f64,
) {
    let scale = by_hand.iter().fold(0.0, |m: f64, e| m.max(e.abs()));
    let mut workspace = Workspace::new();
    for run in ["first", "second"] {
        let mut gradient = vec![f64::NAN; by_hand.len()];
        let value = generated(&mut gradient, &mut workspace);
        assert_eq!(value.to_bits(), primal.to_bits(), "{name}, {run} run: value {value}, not {primal}");
        for (i, (got, expected)) in gradient.iter().zip(by_hand).enumerate() {
            let close = (got - expected).abs() <= 1e-12 * scale;
            assert!(close, "{name}, {run} run, entry {i}: {got}, not {expected}");
        }
    }
}

/// Holds variants of a function of one slice against the gradient `$g`.
macro_rules! assert_slices {
    ($module:ident: $($f:ident)+, $x:expr, $g:expr) => {$(
        assert_generated(stringify!($f), $module::$f($x), $g, |g, ws| $module::$f::value_and_gradient_into($x, g, ws));
    )+};
    ($module:ident: $($f:ident)+, $x:expr, $n:expr, $g:expr) => {$(
        assert_generated(stringify!($f), $module::$f($x, $n), $g, |g, ws| {
            $module::$f::value_and_gradient_into($x, $n, g, ws)
        });
    )+};
}

#[test]
fn rosenbrock_generated() {
    for n in [2, 9, 40] {
        let x = &data::rosenbrock(n)[..];
        let mut g = vec![0.0; n];
        rosenbrock::by_hand(x, &mut g);
        assert_slices!(rosenbrock: rosenbrock split zipped, x, &g);
    }
}

#[test]
fn log_sum_exp_generated() {
    for n in [1, 2, 60] {
        let x = &data::log_sum_exp(n)[..];
        let mut g = vec![0.0; n];
        log_sum_exp::by_hand(x, &mut g);
        assert_slices!(log_sum_exp: log_sum_exp split iterated, x, &g);
    }
}

#[test]
fn llsq_generated() {
    for (m, n) in [(1, 2), (6, 5), (20, 30)] {
        let x = &data::uniforms(m)[..];
        let mut g = vec![0.0; m];
        llsq::by_hand(x, n, &mut g, &mut Vec::new());
        assert_slices!(llsq: llsq split iterated, x, n, &g);
    }
}

#[test]
fn ode_generated() {
    for (n, steps) in [(5, 10), (1, 3), (8, 2), (30, 1)] {
        let x = &data::uniforms(n)[..];
        let mut g = vec![0.0; n];
        ode::by_hand(x, steps, &mut g, &mut Default::default());
        assert_slices!(ode: ode inlined local, x, steps, &g);
    }
}

#[test]
fn lorenz_generated() {
    let [sigma, rho, beta, x, y, z] = data::LORENZ_INPUTS;
    let h = data::LORENZ_STEP;
    for steps in [0, 1, 50] {
        let mut g = [0.0; 6];
        lorenz::by_hand(&data::LORENZ_INPUTS, steps, &mut Vec::new(), &mut g);
        macro_rules! hold {
            ($($f:ident)+) => {$(
                assert_generated(stringify!($f), lorenz::$f(sigma, rho, beta, x, y, z, steps, h), &g, |g, ws| {
                    let [g1, g2, g3, g4, g5, g6] = g else { unreachable!("six derivatives") };
                    lorenz::$f::value_and_gradient_into(
                        sigma, rho, beta, x, y, z, steps, h, g1, g2, g3, g4, g5, g6, ws,
                    )
                });
            )+};
        }
        hold!(lorenz split);
    }
}

#[test]
fn asian_generated() {
    let [spot, rate, volatility, time, strike] = data::ASIAN_INPUTS;
    let normals = &data::normals(20 * data::ASIAN_STEPS)[..];
    let mut g = [0.0; 5];
    asian::by_hand(&data::ASIAN_INPUTS, normals, &mut g);
    let steps = data::ASIAN_STEPS;
    macro_rules! hold {
        ($($f:ident)+) => {$(
            let primal = asian::$f(spot, rate, volatility, time, strike, normals, steps);
            assert_generated(stringify!($f), primal, &g, |g, ws| {
                let [g1, g2, g3, g4, g5] = g else { unreachable!("five derivatives") };
                asian::$f::value_and_gradient_into(
                    spot, rate, volatility, time, strike, normals, steps, g1, g2, g3, g4, g5, ws,
                )
            });
        )+};
    }
    hold!(asian split chunked);
}

#[test]
fn black_scholes_generated() {
    for spot in [70.0, 100.0, 160.0] {
        let mut p = data::BLACK_SCHOLES_INPUTS;
        p[0] = spot;
        let [spot, strike, rate, volatility, time] = p;
        let mut g = [0.0; 5];
        black_scholes::by_hand(&p, &mut g);
        macro_rules! hold {
            ($($f:ident)+) => {$(
                let primal = black_scholes::$f(spot, strike, rate, volatility, time);
                assert_generated(stringify!($f), primal, &g, |g, ws| {
                    let [g1, g2, g3, g4, g5] = g else { unreachable!("five derivatives") };
                    black_scholes::$f::value_and_gradient_into(
                        spot, strike, rate, volatility, time, g1, g2, g3, g4, g5, ws,
                    )
                });
            )+};
        }
        hold!(black_scholes split hart);
    }
}

#[test]
fn gmm_generated() {
    for (d, k, n, m, gamma) in [(1, 3, 5, 0, 1.0), (2, 5, 30, 0, 1.0), (4, 3, 7, 2, 1.3), (3, 1, 4, 1, 0.7)] {
        let mixture = Mixture::new(d, k, n);
        let [alpha, mu, q, l] = mixture.split();
        let x = &mixture.x[..];
        let mut g = gmm::Gradient::default();
        gmm::by_hand(alpha, mu, q, l, x, d, m, gamma, &mut g, &mut gmm::Buffers::default());
        let g = [&g.alpha[..], &g.mu, &g.q, &g.l].concat();
        macro_rules! hold {
            ($($f:ident)+) => {$(
                assert_generated(stringify!($f), gmm::$f(alpha, mu, q, l, x, d, m, gamma), &g, |g, ws| {
                    let (g1, g) = g.split_at_mut(k);
                    let (g2, g) = g.split_at_mut(k * d);
                    let (g3, g4) = g.split_at_mut(k * d);
                    gmm::$f::value_and_gradient_into(alpha, mu, q, l, x, d, m, gamma, g1, g2, g3, g4, ws)
                });
            )+};
        }
        hold!(gmm inlined local iterated);
    }
}

#[test]
fn lstm_generated() {
    for (layers, b, times) in [(1, 3, 2), (2, 5, 9), (3, 2, 4)] {
        let network = Network::new(layers, b, times);
        let (main, extra) = network.split();
        let (state, sequence) = (&network.state[..], &network.sequence[..]);
        let mut g = vec![0.0; network.parameters.len()];
        let (g_main, g_extra) = g.split_at_mut(main.len());
        lstm::by_hand(main, extra, state, sequence, layers, b, g_main, g_extra, &mut lstm::Buffers::default());
        macro_rules! hold {
            ($($f:ident)+) => {$(
                assert_generated(stringify!($f), lstm::$f(main, extra, state, sequence, layers, b), &g, |g, ws| {
                    let (g1, g2) = g.split_at_mut(main.len());
                    lstm::$f::value_and_gradient_into(main, extra, state, sequence, layers, b, g1, g2, ws)
                });
            )+};
        }
        hold!(lstm split);
    }
}
