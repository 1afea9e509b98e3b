//! Solutions of differential equations and their derivatives, held against references of 18 digits.

use core::ops::ControlFlow;
use forward::{Dual, Taylor};
use reverse::{Tape, Var};
use rules::{Functions, Lift, Real};
use solve::Error;
use solve::ode::{Dynamics, Jump, Jumps, Method, Ode, ode};

#[track_caller]
fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * b.abs().max(1e-300), "{a:e} is not {b:e}: {:e}", (a - b) / b);
}

/// x' = a x - b x y, y' = -c y + x y.
#[derive(Clone)]
struct LotkaVolterra;
impl Dynamics for LotkaVolterra {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
        du[1] = -p[2] * u[1] + u[0] * u[1];
    }
}

const P: [f64; 3] = [1.5, 1.0, 3.0];
/// By a, b, c, x(0), y(0), at t = 10: Taylor series in decimals of 38 digits.
const DX: [f64; 5] =
    [2.160557523562618, 0.1885687770780593, 0.5631827941681977, 1.9659960547281692, 0.1885687770780593];
const DY: [f64; 5] =
    [-6.256770517220816, -0.6979775889893585, -1.709017680597935, -2.743979155920181, 0.21171348914668314];
const SUM: f64 = 450.7640640395388;
const DSUM: [f64; 5] =
    [8.305362662316552, -159.48429271513865, 75.20350821377278, -39.12754122266809, -8.787780218992642];

fn lanes(values: &[f64], first: usize) -> Vec<Dual<f64, [f64; 5]>> {
    values.iter().enumerate().map(|(k, &x)| Dual::<f64, [f64; 5]>::lane(x, first + k)).collect()
}

fn span<T: Lift<Inner = f64>>() -> [T; 2] {
    [T::lift(0.0), T::lift(10.0)]
}

#[test]
fn lotka_volterra_to_eight_digits_by_all_ways() {
    for method in [Method::Tsit5, Method::Rodas5P] {
        let problem = ode(LotkaVolterra).method(method).tolerances(1e-12, 1e-12);
        let s = problem.solve(&lanes(&[1.0, 1.0], 3), &lanes(&P, 0), span(), &[]).unwrap();
        close(s.last[0].value, 1.0263447676750894, 1e-9);
        close(s.last[1].value, 0.9096910781360417, 1e-9);
        for k in 0..5 {
            close(s.last[0].tangent[k], DX[k], 1e-8);
            close(s.last[1].tangent[k], DY[k], 1e-8);
        }
        let saves: Vec<f64> = (0..=100).map(|k| k as f64 * 0.1).collect();
        let lifted: Vec<_> = saves.iter().map(|&t| Dual::lift(t)).collect();
        let s = problem.solve(&lanes(&[1.0, 1.0], 3), &lanes(&P, 0), span(), &lifted).unwrap();
        let total = s.states.iter().map(|u| u[0] + u[1]).fold(Dual::lift(0.0), |a, b| a + b);
        close(total.value, SUM, 1e-9);
        let discrete = problem.gradient(&[1.0, 1.0], &P, [0.0, 10.0], &saves, |_, u, _| u[0] + u[1]).unwrap();
        let gauss = problem.gauss_gradient(&[1.0, 1.0], &P, [0.0, 10.0], &saves, |_, u, _| u[0] + u[1]).unwrap();
        if method == Method::Tsit5 {
            let few = problem.clone().checkpoints(7);
            let few = few.gradient(&[1.0, 1.0], &P, [0.0, 10.0], &saves, |_, u, _| u[0] + u[1]);
            assert_eq!(discrete, few.unwrap());
        }
        close(discrete.value, SUM, 1e-9);
        close(gauss.value, SUM, 1e-9);
        for (k, exact) in DSUM.into_iter().enumerate() {
            close(total.tangent[k], exact, 1e-8);
            let of = |g: &solve::ode::Gradient| if k < 3 { g.parameters[k] } else { g.state[k - 3] };
            close(of(&discrete), total.tangent[k], 1e-11);
            close(of(&gauss), exact, 1e-8);
        }
        for k in 0..=100 {
            close(gauss.saves[k], discrete.saves[k], 1e-5);
        }
        close(gauss.span[0], discrete.span[0], 1e-7);
    }
}

/// Robertson's reactions.
#[derive(Clone)]
struct Robertson;
impl Dynamics for Robertson {
    fn eval<T: Real>(&self, _: T, u: &[T], k: &[T], du: &mut [T]) {
        let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
        du[0] = b - a;
        du[1] = a - b - c;
        du[2] = c;
    }
}

#[test]
fn robertson_to_eight_digits_by_all_ways() {
    let (k, u0) = ([0.04, 1e4, 3e7], [1.0, 0.0, 0.0]);
    let by_k1 = [-0.3559525659828556, 0.35556231157747376];
    let by_k2 = [9.542381427849769e-08, -9.521071817547832e-08];
    let by_k3 = [-1.583176635557635e-11, 1.636077046489783e-11];
    let problem = ode(Robertson).stiff().tolerances(1e-12, 1e-14);
    let lanes: Vec<_> = k.iter().enumerate().map(|(i, &k)| Dual::<f64, [f64; 3]>::lane(k, i)).collect();
    let s = problem.solve(&u0.map(Dual::lift), &lanes, [0.0, 0.4].map(Dual::lift), &[]).unwrap();
    let reference = [0.9851721138609899, 3.386395378974904e-05, 0.014794022185220388];
    (0..3).for_each(|i| close(s.last[i].value, reference[i], 1e-8));
    for (row, i) in [0, 2].into_iter().enumerate() {
        close(s.last[i].tangent[0], by_k1[row], 1e-8);
        close(s.last[i].tangent[1], by_k2[row], 1e-8);
        close(s.last[i].tangent[2], by_k3[row], 1e-8);
        let discrete = problem.gradient(&u0, &k, [0.0, 0.4], &[0.4], |_, u, _| u[i]).unwrap();
        let gauss = problem.gauss_gradient(&u0, &k, [0.0, 0.4], &[0.4], |_, u, _| u[i]).unwrap();
        for (j, by) in [by_k1, by_k2, by_k3].into_iter().enumerate() {
            close(discrete.parameters[j], by[row], 1e-8);
            close(gauss.parameters[j], by[row], 1e-8);
        }
    }
}

/// u' = -p u, whose solution is u0 exp(-p (t1 - t0)).
#[derive(Clone)]
struct Decay;
impl Dynamics for Decay {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        du[0] = -p[0] * u[0];
    }
}

fn seeded(values: [f64; 5]) -> [Dual<f64, [f64; 5]>; 5] {
    let mut lane = 0;
    values.map(|x| {
        lane += 1;
        Dual::<f64, [f64; 5]>::lane(x, lane - 1)
    })
}

#[test]
fn every_time_is_an_input_and_orders_go_up() {
    for method in [Method::Tsit5, Method::Rodas5P] {
        let problem = ode(Decay).method(method).tolerances(1e-12, 1e-14);
        let [u0, p, t0, t1, save] = seeded([2.0, 0.7, 0.5, 3.0, 1.25]);
        let s = problem.solve(&[u0], &[p], [t0, t1], &[save]).unwrap();
        let exact = |t: Dual<f64, [f64; 5]>| u0 * (-p * (t - t0)).exp();
        for (got, exact) in [(s.last[0], exact(t1)), (s.states[0][0], exact(save))] {
            close(got.value, exact.value, 1e-10);
            (0..5).for_each(|k| assert!((got.tangent[k] - exact.tangent[k]).abs() < 1e-8, "{method:?} {k}"));
        }
        let g = problem.gradient(&[2.0], &[0.7], [0.5, 3.0], &[1.25, 3.0], |k, u, _| u[0] * (1.0 + k as f64)).unwrap();
        let total = s.states[0][0] + 2.0 * exact(t1);
        close(g.value, total.value, 1e-10);
        close(g.state[0], total.tangent[0], 1e-8);
        close(g.parameters[0], total.tangent[1], 1e-8);
        close(g.span[0], total.tangent[2], 1e-8);
        close(g.saves[0] + g.saves[1], total.tangent[4] + total.tangent[3], 1e-7);
        // The same, backwards in time.
        let back = problem.solve(&[s.last[0].value], &[0.7], [3.0, 0.5], &[1.25]).unwrap();
        close(back.last[0], 2.0, 1e-9);
        close(back.states[0][0], s.states[0][0].value, 1e-9);
        // Third order in the parameter.
        let p = Taylor::<f64, 3>::variable(0.7);
        let u = problem.solve(&[Taylor::fixed(2.0)], &[p], [0.5, 3.0].map(Taylor::fixed), &[]).unwrap().last[0];
        (0..=3).for_each(|k| close(u.derivative(k), 2.0 * (-2.5f64).powi(k as i32) * (-1.75f64).exp(), 1e-8));
        // Second order on a tape over duals.
        let tape = Tape::<Dual>::default();
        let p = tape.var(Dual::variable(0.7));
        let at = |t: f64| Var::lift(Dual::lift(t));
        let u = problem.solve(&[at(2.0)], &[p], [at(0.5), at(3.0)], &[]).unwrap().last[0];
        close(u.grad().wrt(p).tangent, 12.5 * (-1.75f64).exp(), 1e-8);
    }
}

/// A ball that falls from p[0] with gravity p[1], and bounces with p[2] of its speed.
#[derive(Clone)]
struct Ball;
impl Dynamics for Ball {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        du[0] = u[1];
        du[1] = -p[1];
    }
}
impl Jumps for Ball {
    fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
        [u[0]]
    }
    fn jump<T: Real>(&self, _: Jump, _: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
        u[1] = -p[2] * u[1];
        ControlFlow::Continue(())
    }
}

#[test]
fn events_have_times_with_derivatives() {
    for method in [Method::Tsit5, Method::Rodas5P] {
        let problem = ode(Ball).jumps(Ball).method(method).tolerances(1e-10, 1e-10);
        let [h, g, e, ..] = seeded([2.0, 9.81, 0.8, 0.0, 0.0]);
        let end = 2.0;
        let s = problem.solve(&[h, Dual::lift(0.0)], &[h, g, e], [0.0, end].map(Dual::lift), &[]).unwrap();
        let fall = (2.0 * h / g).sqrt();
        let exact = [fall, fall * (1.0 + 2.0 * e), fall * (1.0 + 2.0 * e + 2.0 * e * e)];
        assert_eq!(s.events.len(), 2, "{:?}", s.events);
        for (event, exact) in s.events.iter().zip(exact) {
            close(event.t.value, exact.value, 1e-12);
            (0..3).for_each(|k| close(event.t.tangent[k], exact.tangent[k], 1e-11));
        }
        let up = e * e * g * fall;
        let since = end - exact[1];
        let height = up * since - 0.5 * g * since * since;
        close(s.last[0].value, height.value, 1e-10);
        (0..3).for_each(|k| close(s.last[0].tangent[k], height.tangent[k], 1e-10));
        // Back through the same events.
        let back = problem.gradient(&[2.0, 0.0], &[2.0, 9.81, 0.8], [0.0, end], &[end], |_, u, _| u[0]).unwrap();
        close(back.state[0] + back.parameters[0], height.tangent[0], 1e-10);
        close(back.parameters[1], height.tangent[1], 1e-10);
        close(back.parameters[2], height.tangent[2], 1e-10);
        // By the adjoint equation, whose solution jumps too.
        let gauss = problem.gauss_gradient(&[2.0, 0.0], &[2.0, 9.81, 0.8], [0.0, end], &[1.0, end], |_, u, _| u[0]);
        let both = problem.gradient(&[2.0, 0.0], &[2.0, 9.81, 0.8], [0.0, end], &[1.0, end], |_, u, _| u[0]).unwrap();
        let gauss = gauss.unwrap();
        close(gauss.value, both.value, 1e-12);
        (0..2).for_each(|k| close(gauss.state[k], both.state[k], 1e-9));
        (0..3).for_each(|k| close(gauss.parameters[k], both.parameters[k], 1e-9));
        (0..2).for_each(|k| close(gauss.saves[k], both.saves[k], 1e-9));
        close(gauss.span[0], both.span[0], 1e-9);
        // Second order: of the time of the first bounce by the height.
        let h = Taylor::<f64, 2>::variable(2.0);
        let p = [h, Taylor::fixed(9.81), Taylor::fixed(0.8)];
        let s = problem.solve(&[h, Taylor::fixed(0.0)], &p, [0.0, 1.0].map(Taylor::fixed), &[]).unwrap();
        close(s.event(0).unwrap().derivative(2), -0.25 * (2.0 / 9.81f64).sqrt() * 2f64.powf(-1.5), 1e-10);
    }
}

/// Doses p[1] at times p[2] and p[3] into a decay with rate p[0].
#[derive(Clone)]
struct Doses;
impl Jumps for Doses {
    fn times<T: Real>(&self, p: &[T]) -> impl AsRef<[T]> {
        [p[2], p[3]]
    }
    fn jump<T: Real>(&self, which: Jump, _: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
        assert!(matches!(which, Jump::Time(0 | 1)));
        u[0] += p[1];
        ControlFlow::Continue(())
    }
}

#[test]
fn doses_and_their_times_are_inputs() {
    for (method, first) in [(Method::Tsit5, 0.0), (Method::Rodas5P, 0.0), (Method::Rodas5P, 0.5)] {
        let problem = ode(Decay).jumps(Doses).method(method).tolerances(1e-12, 1e-14);
        let p = [0.6, 3.0, first, 2.0];
        let [rate, dose, a, b, _] = seeded([0.6, 3.0, first, 2.0, 0.0]);
        let times = [1.0, 2.0, 4.0];
        let s =
            problem.solve(&[Dual::lift(0.25)], &[rate, dose, a, b], [0.0, 4.0].map(Dual::lift), &times.map(Dual::lift));
        let s = s.unwrap();
        let exact = |t: f64| {
            let part = |at: Dual<f64, [f64; 5]>| dose * (-rate * (t - at)).exp();
            0.25 * (-rate * t).exp() + part(a) + if t >= 2.0 { part(b) } else { Dual::lift(0.0) }
        };
        let mut total = Dual::lift(0.0);
        for (state, t) in s.states.iter().zip(times) {
            close(state[0].value, exact(t).value, 1e-10);
            (0..4).for_each(|k| assert!((state[0].tangent[k] - exact(t).tangent[k]).abs() < 1e-8, "{t} {k}"));
            total += exact(t);
        }
        let g = problem.gradient(&[0.25], &p, [0.0, 4.0], &times, |_, u, _| u[0]).unwrap();
        (0..4).for_each(|k| close(g.parameters[k], total.tangent[k], 1e-8));
        let gauss = problem.gauss_gradient(&[0.25], &p, [0.0, 4.0], &times, |_, u, _| u[0]).unwrap();
        close(gauss.value, total.value, 1e-9);
        (0..4).for_each(|k| close(gauss.parameters[k], total.tangent[k], 1e-7));
        close(gauss.state[0], g.state[0], 1e-7);
        close(gauss.span[0], g.span[0], 1e-7);
    }
}

/// Stops a decay at p[1].
#[derive(Clone)]
struct Stop;
impl Jumps for Stop {
    fn guards<T: Real>(&self, _: T, u: &[T], p: &[T]) -> impl AsRef<[T]> {
        [u[0] - p[1]]
    }
    fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn an_event_can_end_the_integration() {
    let problem = ode(Decay).jumps(Stop).tolerances(1e-12, 1e-12);
    let p = [Dual::lift(0.5), Dual::variable(0.25)];
    let s = problem.solve(&[Dual::lift(1.0)], &p, [0.0, 100.0].map(Dual::lift), &[1.0, 50.0].map(Dual::lift)).unwrap();
    close(s.end.value, 2.0 * 4f64.ln(), 1e-11);
    close(s.end.tangent, -8.0, 1e-10);
    close(s.last[0].tangent, 1.0, 1e-12);
    assert_eq!((s.states[0].len(), s.states[1].len()), (1, 0));
    // Only the first point is reached.
    let gauss = problem.gauss_gradient(&[1.0], &[0.5, 0.25], [0.0, 100.0], &[1.0, 50.0], |_, u, _| u[0]).unwrap();
    close(gauss.parameters[0], -(-0.5f64).exp(), 1e-9);
    let error = problem.solve(&[1.0], &[0.5, 0.25], [0.0, 1.0], &[]).unwrap().event(0).unwrap_err();
    assert!(error.to_string().contains("has not changed its sign up to t = 1e0"), "{error}");
}

/// A right-hand side by name.
struct By(fn(f64) -> f64);
impl Dynamics for By {
    fn eval<T: Real>(&self, t: T, u: &[T], _: &[T], du: &mut [T]) {
        du[0] = u[0] * u[0] + T::from((self.0)(t.value()));
    }
}

#[test]
fn failures_say_what_to_do() {
    let solve = |f: fn(f64) -> f64, ode: fn(Ode<By>) -> Ode<By>| {
        ode(solve::ode::ode(By(f))).solve(&[1.0], &[], [0.0, 3.0], &[]).unwrap_err()
    };
    // u' = u^2 has a pole at 1.
    for way in [|o: Ode<By>| o, |o: Ode<By>| o.stiff()] {
        let error = solve(|_| 0.0, way);
        assert!(matches!(error, Error::StepSize { t, .. } if (t - 1.0).abs() < 1e-6), "{error}");
    }
    let error = solve(|t| if t > 0.5 { f64::NAN } else { 0.0 }, |o| o);
    assert!(matches!(error, Error::StepSize { t, finite: false, .. } if (t - 0.5).abs() < 1e-9), "{error}");
    let error = solve(|_| 0.0, |o| o.limit(5));
    assert!(error.to_string().starts_with("5 steps led to"), "{error}");
    let decay = ode(Decay);
    assert!(matches!(decay.solve(&[f64::NAN], &[1.0], [0.0, 1.0], &[]), Err(Error::NotFinite { .. })));
    assert!(matches!(decay.solve(&[1.0], &[1.0], [0.0, f64::INFINITY], &[]), Err(Error::NotFinite { .. })));
    assert!(matches!(decay.solve(&[1.0], &[1.0], [0.0, 1.0], &[2.0]), Err(Error::Outside { index: 0, .. })));
    let each = ode(Decay).tolerances_each(1e-6, &[1e-6, 1e-6]).solve(&[1.0], &[1.0], [0.0, 1.0], &[]);
    assert!(matches!(each, Err(Error::Shape { found: 2, wanted: 1, .. })));
    // Nothing to integrate over, and nothing to integrate.
    let still = decay.solve(&[1.0], &[1.0], [2.0, 2.0], &[2.0]).unwrap();
    assert_eq!((still.states, still.last, still.end), (vec![vec![1.0]], vec![1.0], 2.0));
    struct Nothing;
    impl Dynamics for Nothing {
        fn eval<T: Real>(&self, _: T, _: &[T], _: &[T], _: &mut [T]) {}
    }
    assert!(ode(Nothing).solve::<f64>(&[], &[], [0.0, 1.0], &[]).unwrap().last.is_empty());
    // A ball bounces faster and faster, and comes to rest: nothing hangs.
    let ball = ode(Ball).jumps(Ball).solve(&[2.0, 0.0], &[2.0, 9.81, 0.5], [0.0, 10.0], &[]);
    assert!(matches!(ball, Err(Error::Crowded { guard: 0, t, .. }) if (t - 1.9156).abs() < 1e-3), "{ball:?}");
}

/// Diffusion on a ring with a reaction, and a forcing in time.
#[derive(Clone)]
struct Ring;
impl Dynamics for Ring {
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
        let n = u.len();
        for i in 0..n {
            let spread = u[(i + 1) % n] - 2.0 * u[i] + u[(i + n - 1) % n];
            du[i] = 100.0 * p[0] * spread + p[1] * u[i] * (1.0 - u[i]) + (t * p[2]).sin();
        }
    }
}

/// Upwind differences: which neighbour is read depends on the wind, which turns.
struct Wind;

impl Dynamics for Wind {
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
        let n = u.len();
        let wind = p[0] * (0.5 - t);
        for i in 0..n {
            let slope = if wind > 0.0 { u[i] - u[(i + n - 1) % n] } else { u[(i + 1) % n] - u[i] };
            du[i] = p[1] * (40.0 + 30.0 * (i as f64).sin()) - 60.0 * wind * slope - 30.0 * u[i] * u[i];
        }
    }
}

fn squares<'t>(_: usize, u: &[Var<'t>], _: &[Var<'t>]) -> Var<'t> {
    u.iter().map(|&u| u * u).sum()
}

#[test]
fn patterns_that_are_found_have_the_branches_of_later_times() {
    let start: Vec<f64> = (0..12).map(|i| 1.0 + 0.4 * (0.5 * i as f64).sin()).collect();
    let (p, saves) = ([0.8, 0.5], [0.3, 1.0]);
    let dense = ode(Wind).stiff().tolerances(1e-7, 1e-7);
    let expected = dense.gauss_gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap();
    let found = dense.sparse().gauss_gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap();
    for k in 0..2 {
        close(found.parameters[k], expected.parameters[k], 1e-9);
    }
}

/// Each component is drawn to another one: to which, is an index that the time says. The pull is none where it changes.
struct Chase;

impl Dynamics for Chase {
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
        let n = u.len();
        let ahead = (t.value() * 7.0) as usize;
        let pull = p[0] * (t * (7.0 * core::f64::consts::PI)).sin().powi(6);
        for i in 0..n {
            du[i] = pull * (u[(i + ahead) % n] - u[i]) - p[1] * u[i] * u[i] + p[2] * (i as f64).sin();
        }
    }
}

#[test]
fn patterns_become_wider_where_an_integration_needs_it() {
    let start: Vec<f64> = (0..12).map(|i| 1.0 + 0.4 * (0.5 * i as f64).sin()).collect();
    let (p, saves) = ([8.0, 0.5, 1.0], [0.3, 1.0]);
    let dense = ode(Chase).stiff().tolerances(1e-7, 1e-7);
    let sparse = ode(Chase).sparse().tolerances(1e-7, 1e-7);
    let solved = |o: &Ode<Chase>| o.solve(&start, &p, [0.0, 1.0], &saves).unwrap();
    let (expected, found) = (solved(&dense), solved(&sparse));
    assert_eq!((found.steps, found.rejected), (expected.steps, expected.rejected));
    let discrete = [&dense, &sparse].map(|o| o.gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap());
    let gauss = [&dense, &sparse].map(|o| o.gauss_gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap());
    for [expected, found] in [discrete, gauss] {
        close(found.value, expected.value, 1e-11);
        for k in 0..3 {
            close(found.parameters[k], expected.parameters[k], 1e-9);
        }
        for (found, expected) in found.state.iter().zip(&expected.state) {
            close(*found, *expected, 1e-8);
        }
    }
    // What rests is solved in few steps; its adjoint moves, and meets patterns between them.
    let rests = |o: &Ode<Chase>| {
        o.gauss_gradient(&[1.0; 12], &[8.0, 0.0, 0.0], [0.0, 1.0], &[1.0], |_, u, _| u[0] * u[0]).unwrap()
    };
    let [expected, found] = [&dense, &sparse].map(rests);
    for (found, expected) in found.state.iter().zip(&expected.state) {
        close(*found, *expected, 1e-8);
    }
    // One that is given is taken at its word, and found out.
    let narrow = sparse::Pattern::from_coordinates(12, 12, (0..12).flat_map(|i| [(i, i), (i, (i + 1) % 12)])).unwrap();
    let given = ode(Chase).pattern(narrow);
    assert!(given.solve(&start, &p, [0.0, 0.25], &[]).is_ok());
    assert!(matches!(given.solve(&start, &p, [0.0, 1.0], &[]), Err(Error::Pattern { row: 0 })));
    assert!(matches!(given.gauss_gradient(&start, &p, [0.0, 1.0], &[], squares), Err(Error::Pattern { row: 0 })));
}

/// The second component enters the first one's rate from a point of time on, by little beside what is there already.
struct Late;

impl Dynamics for Late {
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
        du[0] = p[0] * ((3.0 * t).cos() - u[0]);
        du[1] = -p[1] * u[1];
        if (t.value() * 10.0) as usize > 2 {
            du[0] += 1e-8 * p[1] * u[1];
        }
    }
}

#[test]
fn patterns_become_wider_by_entries_of_any_size() {
    let dense = ode(Late).stiff().tolerances(1e-8, 1e-8);
    let sparse = ode(Late).sparse().tolerances(1e-8, 1e-8);
    // At rest, and large: then the entry says how long steps are.
    for start in [[1.0, 0.0], [1.0, 1e9]] {
        let of = |o: &Ode<Late>| {
            let discrete = o.gradient(&start, &[1e3, 4.0], [0.0, 1.0], &[1.0], |_, u, _| u[0]).unwrap();
            (discrete, o.gauss_gradient(&start, &[1e3, 4.0], [0.0, 1.0], &[1.0], |_, u, _| u[0]).unwrap())
        };
        let (expected, found) = (of(&dense), of(&sparse));
        assert_eq!((found.0.steps, found.1.steps), (expected.0.steps, expected.1.steps));
        close(found.0.state[1], expected.0.state[1], 1e-9);
        close(found.1.state[1], expected.1.state[1], 1e-9);
    }
}

#[test]
fn sparse_jacobians_give_what_dense_ones_give() {
    let start: Vec<f64> = (0..12).map(|i| 0.5 + 0.4 * (0.2 * i as f64).sin()).collect();
    let (p, saves) = ([0.8, 0.5, 1.5], [0.3, 1.0]);
    let dense = ode(Ring).stiff().tolerances(1e-8, 1e-8);
    let pattern =
        sparse::Pattern::from_coordinates(12, 12, (0..12).flat_map(|i| [(i, (i + 1) % 12), (i, (i + 11) % 12)]));
    let lanes: Vec<_> = p.iter().enumerate().map(|(i, &p)| Dual::<f64, [f64; 3]>::lane(p, i)).collect();
    let lift = |list: &[f64]| list.iter().map(|&x| Dual::lift(x)).collect::<Vec<Dual<f64, [f64; 3]>>>();
    let total = |problem: &Ode<Ring>| {
        let s = problem.solve(&lift(&start), &lanes, [0.0, 1.0].map(Dual::lift), &lift(&saves)).unwrap();
        s.states.iter().flatten().fold(Dual::lift(0.0), |sum, &u| sum + u * u)
    };
    let expected = total(&dense);
    for problem in [dense.clone().sparse(), dense.clone().pattern(pattern.unwrap())] {
        let found = total(&problem);
        close(found.value, expected.value, 1e-12);
        let discrete = problem.gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap();
        let gauss = problem.gauss_gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap();
        let slow = dense.gauss_gradient(&start, &p, [0.0, 1.0], &saves, squares).unwrap();
        for k in 0..3 {
            close(found.tangent[k], expected.tangent[k], 1e-10);
            close(discrete.parameters[k], expected.tangent[k], 1e-10);
            close(gauss.parameters[k], slow.parameters[k], 1e-10);
            close(gauss.parameters[k], expected.tangent[k], 1e-5);
        }
    }
    let wrong = dense.pattern(sparse::Pattern::dense(3, 3).unwrap());
    assert!(matches!(wrong.solve(&start, &p, [0.0, 1.0], &[]), Err(Error::Shape { found: 3, wanted: 12, .. })));
}
