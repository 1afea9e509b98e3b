//! Generated adjoints: the primal, the hand-written adjoint, the generated one and the tape in the same run.

#![forbid(unsafe_code)]

mod contest;

use std::hint::black_box;

use bench::adjoints::{asian, black_scholes, gmm, llsq, log_sum_exp, lorenz, lstm, ode, rosenbrock, twins};
use bench::data::{self, Mixture, Network};
use bench::menu::{Menu, Program};
use bench::race::{Pace, Sink};
use bench::scores::Score;
use contest::Contest;
use wengert::Workspace;

/// A candidate from a hand-written gradient, which writes into a kept buffer.
fn by_hand<'a>(x: &'a [f64], mut f: impl FnMut(&[f64], &mut [f64]) -> f64 + 'a) -> impl FnMut(&mut Sink) + 'a {
    let mut gradient = vec![0.0; x.len()];
    move |sink| {
        black_box(f(black_box(x), &mut gradient));
        sink.slice(&gradient);
    }
}

fn rosenbrock_of(name: &str, n: usize, pace: Pace) -> Vec<Score> {
    let x = &data::rosenbrock(n)[..];
    let v = &data::direction(n)[..];
    let mut contest =
        Contest::new(name, (2.1, 1.6), || rosenbrock::rosenbrock(black_box(x)), by_hand(x, rosenbrock::by_hand));
    contest.tape(x, |x| twins::rosenbrock(x));
    contest.ours(n, |g, ws| rosenbrock::rosenbrock::value_and_gradient_into(black_box(x), g, ws));
    contest.second(|| rosenbrock::rosenbrock::gradient(black_box(x)), || rosenbrock::rosenbrock::hvp(black_box(x), v));
    contest.variant("split", || rosenbrock::split(black_box(x)));
    contest.ours_too(n, |g, ws| rosenbrock::split::value_and_gradient_into(black_box(x), g, ws));
    contest.variant("zipped", || rosenbrock::zipped(black_box(x)));
    contest.ours_too(n, |g, ws| rosenbrock::zipped::value_and_gradient_into(black_box(x), g, ws));
    contest.run(pace)
}

fn rosenbrock_1e3(pace: Pace) -> Vec<Score> {
    rosenbrock_of("Rosenbrock 1e3", 1000, pace)
}

fn rosenbrock_1e5(pace: Pace) -> Vec<Score> {
    rosenbrock_of("Rosenbrock 1e5", 100_000, pace)
}

fn log_sum_exp(pace: Pace) -> Vec<Score> {
    let x = &data::log_sum_exp(100_000)[..];
    let v = &data::direction(x.len())[..];
    let mut contest = Contest::new(
        "log-sum-exp 1e5",
        (1.25, 1.05),
        || log_sum_exp::log_sum_exp(black_box(x)),
        by_hand(x, log_sum_exp::by_hand),
    );
    contest.tape(x, |x| twins::log_sum_exp(x));
    contest.ours(x.len(), |g, ws| log_sum_exp::log_sum_exp::value_and_gradient_into(black_box(x), g, ws));
    contest
        .second(|| log_sum_exp::log_sum_exp::gradient(black_box(x)), || log_sum_exp::log_sum_exp::hvp(black_box(x), v));
    contest.variant("split", || log_sum_exp::split(black_box(x)));
    contest.ours_too(x.len(), |g, ws| log_sum_exp::split::value_and_gradient_into(black_box(x), g, ws));
    contest.variant("iterated", || log_sum_exp::iterated(black_box(x)));
    contest.ours_too(x.len(), |g, ws| log_sum_exp::iterated::value_and_gradient_into(black_box(x), g, ws));
    contest.run(pace)
}

fn lorenz(pace: Pace) -> Vec<Score> {
    const STEPS: usize = data::LORENZ_STEPS;
    const H: f64 = data::LORENZ_STEP;
    let p = &data::LORENZ_INPUTS;
    let mut states = Vec::new();
    let primal = |f: fn(f64, f64, f64, f64, f64, f64, usize, f64) -> f64| {
        move || {
            let [sigma, rho, beta, x, y, z] = *black_box(p);
            f(sigma, rho, beta, x, y, z, STEPS, H)
        }
    };
    macro_rules! ours {
        ($f:ident) => {
            |g: &mut [f64], ws: &mut Workspace| {
                let [sigma, rho, beta, x, y, z] = *black_box(p);
                let [g1, g2, g3, g4, g5, g6] = g else { return f64::NAN };
                lorenz::$f::value_and_gradient_into(sigma, rho, beta, x, y, z, STEPS, H, g1, g2, g3, g4, g5, g6, ws)
            }
        };
    }
    let hand = by_hand(p, |p, g| lorenz::by_hand(p, STEPS, &mut states, g));
    let mut contest = Contest::new("Lorenz RK4, 20k steps", (2.5, 2.2), primal(lorenz::lorenz), hand);
    contest.tape(p, |p| twins::lorenz(p, STEPS));
    contest.ours(6, ours!(lorenz));
    contest.second(
        || {
            let [sigma, rho, beta, x, y, z] = *black_box(p);
            lorenz::lorenz::gradient(sigma, rho, beta, x, y, z, STEPS, H)
        },
        || {
            let [sigma, rho, beta, x, y, z] = *black_box(p);
            lorenz::lorenz::hvp(sigma, rho, beta, x, y, z, STEPS, H, 0.3, -0.2, 0.7, 1.1, -0.4, 0.5)
        },
    );
    contest.variant("split", primal(lorenz::split));
    contest.ours_too(6, ours!(split));
    contest.run(pace)
}

fn asian(pace: Pace) -> Vec<Score> {
    let p = &data::ASIAN_INPUTS;
    let normals = &data::normals(data::ASIAN_PATHS * data::ASIAN_STEPS)[..];
    let primal = |f: fn(f64, f64, f64, f64, f64, &[f64], usize) -> f64| {
        move || {
            let [spot, rate, volatility, time, strike] = *black_box(p);
            f(spot, rate, volatility, time, strike, normals, data::ASIAN_STEPS)
        }
    };
    macro_rules! ours {
        ($f:ident) => {
            |g: &mut [f64], ws: &mut Workspace| {
                let [spot, rate, volatility, time, strike] = *black_box(p);
                let [g1, g2, g3, g4, g5] = g else { return f64::NAN };
                let steps = data::ASIAN_STEPS;
                asian::$f::value_and_gradient_into(
                    spot, rate, volatility, time, strike, normals, steps, g1, g2, g3, g4, g5, ws,
                )
            }
        };
    }
    let hand = by_hand(p, |p, g| asian::by_hand(p, normals, g));
    let mut contest = Contest::new("Asian option 2000x52", (2.0, 1.25), primal(asian::asian), hand);
    contest.tape(p, |p| twins::asian(p, normals));
    contest.ours(5, ours!(asian));
    contest.second(
        || {
            let [spot, rate, volatility, time, strike] = *black_box(p);
            asian::asian::gradient(spot, rate, volatility, time, strike, normals, data::ASIAN_STEPS)
        },
        || {
            let [spot, rate, volatility, time, strike] = *black_box(p);
            let steps = data::ASIAN_STEPS;
            asian::asian::hvp(spot, rate, volatility, time, strike, normals, steps, 0.3, -0.2, 0.7, 1.1, -0.4)
        },
    );
    contest.variant("split", primal(asian::split));
    contest.ours_too(5, ours!(split));
    contest.variant("chunked", primal(asian::chunked));
    contest.ours_too(5, ours!(chunked));
    contest.run(pace)
}

fn gmm_of(name: &str, limits: (f64, f64), (d, k): (usize, usize), pace: Pace) -> Vec<Score> {
    type Primal = fn(&[f64], &[f64], &[f64], &[f64], &[f64], usize, usize, f64) -> f64;
    const POINTS: usize = 1000;
    let mixture = Mixture::new(d, k, POINTS);
    let [alpha, mu, q, l] = mixture.split();
    let x = &mixture.x[..];
    let primal = |f: Primal| move || f(black_box(alpha), mu, q, l, x, d, 0, 1.0);
    macro_rules! ours {
        ($f:ident) => {
            |g: &mut [f64], ws: &mut Workspace| {
                let (g_alpha, g) = g.split_at_mut(alpha.len());
                let (g_mu, g) = g.split_at_mut(mu.len());
                let (g_q, g_l) = g.split_at_mut(q.len());
                let alpha = black_box(alpha);
                gmm::$f::value_and_gradient_into(alpha, mu, q, l, x, d, 0, 1.0, g_alpha, g_mu, g_q, g_l, ws)
            }
        };
    }
    let n = mixture.parameters.len();
    let v = [alpha, mu, q, l].map(|part| data::direction(part.len()));
    let (mut gradient, mut buffers) = (gmm::Gradient::default(), gmm::Buffers::default());
    let hand = move |sink: &mut Sink| {
        black_box(gmm::by_hand(black_box(alpha), mu, q, l, x, d, 0, 1.0, &mut gradient, &mut buffers));
        sink.with(&gradient, |g, out| [&g.alpha, &g.mu, &g.q, &g.l].iter().for_each(|part| out.extend(*part)));
    };
    let mut contest = Contest::new(name, limits, primal(gmm::gmm), hand);
    if d < 64 {
        contest.tape(&mixture.parameters, |p| twins::gmm(p, x, k, d, 0, 1.0));
    } else {
        let part = &x[..x.len() / 10];
        contest.tape_on_part(10.0, &mixture.parameters, |p| twins::gmm(p, part, k, d, 0, 1.0));
    }
    contest.ours(n, ours!(gmm));
    contest.second(
        || gmm::gmm::gradient(black_box(alpha), mu, q, l, x, d, 0, 1.0),
        || gmm::gmm::hvp(black_box(alpha), mu, q, l, x, d, 0, 1.0, &v[0], &v[1], &v[2], &v[3]),
    );
    contest.variant("inlined", primal(gmm::inlined));
    contest.ours_too(n, ours!(inlined));
    contest.variant("local", primal(gmm::local));
    contest.ours_too(n, ours!(local));
    contest.variant("iterated", primal(gmm::iterated));
    contest.ours_too(n, ours!(iterated));
    contest.run(pace)
}

fn gmm_2_5(pace: Pace) -> Vec<Score> {
    gmm_of("gmm 2_5", (2.7, 1.7), (2, 5), pace)
}

fn gmm_10_25(pace: Pace) -> Vec<Score> {
    gmm_of("gmm 10_25", (2.3, 1.5), (10, 25), pace)
}

fn gmm_64_50(pace: Pace) -> Vec<Score> {
    gmm_of("gmm 64_50", (2.7, 2.0), (64, 50), pace)
}

fn lstm(pace: Pace) -> Vec<Score> {
    type Primal = fn(&[f64], &[f64], &[f64], &[f64], usize, usize) -> f64;
    let network = Network::new(2, 14, 1024);
    let Network { layers, b, ref parameters, ref state, ref sequence } = network;
    let (main, extra) = network.split();
    let v = [main, extra].map(|part| data::direction(part.len()));
    let primal = |f: Primal| move || f(black_box(main), extra, state, sequence, layers, b);
    macro_rules! ours {
        ($f:ident) => {
            |g: &mut [f64], ws: &mut Workspace| {
                let (g_main, g_extra) = g.split_at_mut(main.len());
                let main = black_box(main);
                lstm::$f::value_and_gradient_into(main, extra, state, sequence, layers, b, g_main, g_extra, ws)
            }
        };
    }
    let mut buffers = lstm::Buffers::default();
    let hand = by_hand(parameters, |p, g| {
        let (main, extra) = p.split_at(main.len());
        let (g_main, g_extra) = g.split_at_mut(main.len());
        lstm::by_hand(main, extra, state, sequence, layers, b, g_main, g_extra, &mut buffers)
    });
    let mut contest = Contest::new("lstm l2_c1024", (2.5, 2.0), primal(lstm::lstm), hand);
    contest.tape(parameters, |p| twins::lstm(p, state, sequence, layers, b));
    contest.ours(parameters.len(), ours!(lstm));
    contest.second(
        || lstm::lstm::gradient(black_box(main), extra, state, sequence, layers, b),
        || lstm::lstm::hvp(black_box(main), extra, state, sequence, layers, b, &v[0], &v[1]),
    );
    contest.variant("split", primal(lstm::split));
    contest.ours_too(parameters.len(), ours!(split));
    contest.run(pace)
}

fn llsq(pace: Pace) -> Vec<Score> {
    const POINTS: usize = 1024;
    let x = &data::uniforms(128)[..];
    let v = &data::direction(x.len())[..];
    let mut powers = Vec::new();
    let hand = by_hand(x, |x, g| llsq::by_hand(x, POINTS, g, &mut powers));
    let mut contest = Contest::new("llsq 1024", (1.6, 1.3), || llsq::llsq(black_box(x), POINTS), hand);
    contest.tape(x, |x| twins::llsq(x, POINTS));
    contest.ours(x.len(), |g, ws| llsq::llsq::value_and_gradient_into(black_box(x), POINTS, g, ws));
    contest.second(|| llsq::llsq::gradient(black_box(x), POINTS), || llsq::llsq::hvp(black_box(x), POINTS, v));
    contest.variant("split", || llsq::split(black_box(x), POINTS));
    contest.ours_too(x.len(), |g, ws| llsq::split::value_and_gradient_into(black_box(x), POINTS, g, ws));
    contest.variant("iterated", || llsq::iterated(black_box(x), POINTS));
    contest.ours_too(x.len(), |g, ws| llsq::iterated::value_and_gradient_into(black_box(x), POINTS, g, ws));
    contest.run(pace)
}

fn ode(pace: Pace) -> Vec<Score> {
    const STEPS: usize = 10;
    let x = &data::uniforms(1000)[..];
    let v = &data::direction(x.len())[..];
    let mut buffers = ode::Buffers::default();
    let hand = by_hand(x, |x, g| ode::by_hand(x, STEPS, g, &mut buffers));
    let mut contest = Contest::new("ode n=1000 s=10", (3.0, 2.0), || ode::ode(black_box(x), STEPS), hand);
    contest.tape(x, |x| twins::ode(x, STEPS));
    contest.ours(x.len(), |g, ws| ode::ode::value_and_gradient_into(black_box(x), STEPS, g, ws));
    contest.second(|| ode::ode::gradient(black_box(x), STEPS), || ode::ode::hvp(black_box(x), STEPS, v));
    contest.variant("inlined", || ode::inlined(black_box(x), STEPS));
    contest.ours_too(x.len(), |g, ws| ode::inlined::value_and_gradient_into(black_box(x), STEPS, g, ws));
    contest.variant("local", || ode::local(black_box(x), STEPS));
    contest.ours_too(x.len(), |g, ws| ode::local::value_and_gradient_into(black_box(x), STEPS, g, ws));
    contest.run(pace)
}

fn black_scholes_primal(f: fn(f64, f64, f64, f64, f64) -> f64) -> impl Fn() -> f64 {
    move || {
        let [spot, strike, rate, volatility, time] = black_box(data::BLACK_SCHOLES_INPUTS);
        f(spot, strike, rate, volatility, time)
    }
}

macro_rules! black_scholes_second {
    ($contest:ident, $f:ident) => {
        $contest.second(
            || {
                let [spot, strike, rate, volatility, time] = black_box(data::BLACK_SCHOLES_INPUTS);
                black_scholes::$f::gradient(spot, strike, rate, volatility, time)
            },
            || {
                let [spot, strike, rate, volatility, time] = black_box(data::BLACK_SCHOLES_INPUTS);
                let [d1, d2, d3, d4, d5] = black_box([0.3, -0.2, 0.7, 1.1, -0.4]);
                black_scholes::$f::hvp(spot, strike, rate, volatility, time, d1, d2, d3, d4, d5)
            },
        )
    };
}

macro_rules! black_scholes_ours {
    ($f:ident) => {
        |g: &mut [f64], ws: &mut Workspace| {
            let [spot, strike, rate, volatility, time] = black_box(data::BLACK_SCHOLES_INPUTS);
            let [g1, g2, g3, g4, g5] = g else { return f64::NAN };
            black_scholes::$f::value_and_gradient_into(spot, strike, rate, volatility, time, g1, g2, g3, g4, g5, ws)
        }
    };
}

fn black_scholes(pace: Pace) -> Vec<Score> {
    let p = &data::BLACK_SCHOLES_INPUTS;
    let primal = black_scholes_primal(black_scholes::black_scholes);
    let mut contest = Contest::new("Black-Scholes", (2.0, 1.4), primal, by_hand(p, black_scholes::by_hand));
    contest.tape(p, |p| twins::black_scholes_by_erfc(p));
    contest.ours(5, black_scholes_ours!(black_scholes));
    black_scholes_second!(contest, black_scholes);
    contest.variant("split", black_scholes_primal(black_scholes::split));
    contest.ours_too(5, black_scholes_ours!(split));
    contest.run(pace)
}

fn black_scholes_hart(pace: Pace) -> Vec<Score> {
    let p = &data::BLACK_SCHOLES_INPUTS;
    let primal = black_scholes_primal(black_scholes::hart);
    let mut contest = Contest::new("Black-Scholes, Hart", (2.0, 1.4), primal, by_hand(p, black_scholes::hart_by_hand));
    contest.tape(p, |p| twins::black_scholes(p));
    contest.ours(5, black_scholes_ours!(hart));
    black_scholes_second!(contest, hart);
    contest.run(pace)
}

const FUNCTIONS: [Program<Vec<Score>>; 13] = [
    ("rosenbrock_1e3", rosenbrock_1e3),
    ("rosenbrock_1e5", rosenbrock_1e5),
    ("log_sum_exp", log_sum_exp),
    ("lorenz", lorenz),
    ("asian", asian),
    ("gmm_2_5", gmm_2_5),
    ("gmm_10_25", gmm_10_25),
    ("gmm_64_50", gmm_64_50),
    ("lstm", lstm),
    ("llsq", llsq),
    ("ode", ode),
    ("black_scholes", black_scholes),
    ("black_scholes_hart", black_scholes_hart),
];

fn main() {
    println!("{}", Score::HEAD);
    Menu::read().run(&FUNCTIONS, |scores| scores.iter().for_each(|score| println!("{score}")));
}
