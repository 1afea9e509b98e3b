//! Scales, starts and data that solvers are rarely shown.

use core::ops::ControlFlow;
use rules::{Functions, Real};
use solve::ode::{Dynamics, Jump, Jumps, ode};
use solve::{
    Descent, Equations, Error, GaussNewton, Integrand, Iteration, Krylov, Newton, Objective, argmin, fixed_point,
    least_squares, quadrature, root,
};
use sparse::Pattern;

/// x^2 = p.
struct Square;
impl Equations for Square {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
        [x[0] * x[0] - p[0]]
    }
}

#[test]
fn roots_of_any_size_are_found_to_their_last_digits() {
    for exponent in [-200, -80, -40, -24, -6, 0, 20, 40, 120, 250] {
        let p = 10f64.powi(exponent);
        for start in [1.0, 1e-3, 10f64.powi(exponent / 2 + 3)] {
            let found = root(Square, Newton::from(&[start]).limit(1000)).jvp(&[p], &[1.0]);
            let (x, dx) = found.unwrap_or_else(|error| panic!("{p:e} from {start:e}: {error}"));
            let wanted = p.sqrt();
            assert!((x[0].abs() - wanted).abs() <= 4e-16 * wanted, "{p:e} from {start:e}: {x:?}");
            assert!((dx[0].abs() - 0.5 / wanted).abs() <= 1e-15 / wanted, "{p:e} from {start:e}: {dx:?}");
        }
    }
    // Babylonian, by iteration.
    struct Mean;
    impl Equations for Mean {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            [0.5 * (x[0] + p[0] / x[0])]
        }
    }
    let x = fixed_point(Mean, Iteration::from(&[1.0])).at(&[1e-30]).unwrap();
    assert!((x[0] - 1e-15).abs() <= 4e-31, "{x:?}");
    // An unknown that is zero, but for rounding.
    struct Rest;
    impl Equations for Rest {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            [x[0] - (x[1] - 0.1 * p[0]).sin(), x[1] * 3.0 - 0.3 * p[0], x[2].sin()]
        }
    }
    let x = root(Rest, Newton::from(&[0.5, 0.7, 0.4])).at(&[7.0]).unwrap();
    assert!(x[0].abs() < 1e-15 && x[2].abs() < 1e-15, "{x:?}");
}

#[test]
fn minima_of_any_size_are_found() {
    /// A valley along which it is p[0] from zero, as deep as p[1].
    struct Valley;
    impl Objective for Valley {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
            p[1] * ((x[0] / p[0]).ln().powi(2) + 0.25 * (x[1] / p[0] - 1.0).powi(4) + (x[1] / p[0] - 1.0).powi(2))
        }
    }
    for size in [1e-30, 1e-12, 1.0, 1e12] {
        for depth in [1e-20, 1.0, 1e20] {
            let found = argmin(Valley, Descent::from(&[30.0 * size, -20.0 * size])).at(&[size, depth]);
            let x = found.unwrap_or_else(|error| panic!("{size:e} {depth:e}: {error}"));
            assert!(x.iter().all(|x| (x / size - 1.0).abs() < 1e-7), "{size:e} {depth:e}: {x:?}");
        }
    }
}

/// Of several objectives, one.
struct Shape(&'static str);
impl Objective for Shape {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
        match self.0 {
            "two valleys" => x[0].powi(4) - p[0] * x[0].powi(2),
            "two valleys and a slope" => x[0].powi(4) - p[0] * x[0].powi(2) + x[1] * x[1],
            "waves" => p[0] * x[0].cos(),
            "plane" => p[0] * x[0] + p[1] * x[1],
            "kink" => (x[0] - p[0]).abs() + 0.1 * x[0],
            "ramp" => p[0] * x[0],
            "tail" => p[0] * (-x[0]).exp(),
            _ => (x[0] - p[0]).powi(2),
        }
    }
}

#[test]
fn saddles_and_ridges_are_left() {
    let half = 0.5f64.sqrt();
    let x = argmin(Shape("two valleys"), Descent::from(&[0.0])).at(&[1.0]).unwrap();
    assert!((x[0].abs() - half).abs() < 1e-12, "{x:?}");
    let x = argmin(Shape("two valleys and a slope"), Descent::from(&[0.0, 1.0])).at(&[1.0]).unwrap();
    assert!((x[0].abs() - half).abs() < 1e-12 && x[1].abs() < 1e-12, "{x:?}");
    let x = argmin(Shape("waves"), Descent::from(&[0.0])).at(&[1.0]).unwrap();
    assert!((x[0].cos() + 1.0).abs() < 1e-12, "{x:?}");
    // Only one of the ways down lies within bounds.
    let x = argmin(Shape("two valleys"), Descent::from(&[0.0])).bounds(&[-9.0], &[0.0]).at(&[1.0]).unwrap();
    assert!((x[0] + half).abs() < 1e-12, "{x:?}");
}

/// x^2 + y^2 <= 1.
struct Disc;
impl Equations for Disc {
    fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
        [x[0] * x[0] + x[1] * x[1] - 1.0]
    }
}

#[test]
fn objectives_without_curvature_and_unknowns_without_room() {
    let lowest = argmin(Shape("plane"), Descent::from(&[0.5, 0.1])).at_most_zero(Disc);
    let (x, dx) = lowest.jvp(&[3.0, 4.0], &[1.0, 0.0]).unwrap();
    assert!((x[0] + 0.6).abs() < 1e-9 && (x[1] + 0.8).abs() < 1e-9, "{x:?}");
    assert!((dx[0] + 16.0 / 125.0).abs() < 1e-8 && (dx[1] - 12.0 / 125.0).abs() < 1e-8, "{dx:?}");
    // Between equal bounds, whatever pulls.
    for p in [-1.0, 0.25, 1.0] {
        let (x, dx) = argmin(Shape("bowl"), Descent::from(&[0.5])).bounds(&[0.25], &[0.25]).jvp(&[p], &[1.0]).unwrap();
        assert_eq!((x, dx.iter().all(|d| *d == 0.0)), (vec![0.25], true));
    }
}

#[track_caller]
fn says<T: core::fmt::Debug>(result: Result<T, Error>, what: &str) {
    let text = result.unwrap_err().to_string();
    assert!(text.contains(what), "{text}");
}

#[test]
fn what_has_no_end_says_so() {
    struct Exp;
    impl Equations for Exp {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            [p[0] * x[0].exp()]
        }
    }
    says(root(Exp, Newton::from(&[0.0])).at(&[1.0]), "moves ever further away");
    says(argmin(Shape("tail"), Descent::from(&[0.5])).at(&[1.0]), "moves ever further away");
    says(argmin(Shape("ramp"), Descent::from(&[0.5])).at(&[1.0]), "falls without end");
    says(root(Square, Newton::from(&[1.0]).limit(0)).at(&[1.0]), "may take no iteration");
    says(root(Square, Newton::from(&[1.0])).at(&[-1.0]), "is stuck");
    says(root(Square, Newton::from(&[1.0])).at(&[0.0]), "has not come to its end");
    says(argmin(Shape("kink"), Descent::from(&[0.5])).at(&[0.3]), "is it a kink?");
    struct Apart;
    impl Equations for Apart {
        fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
            [x[0] - 1.0, 2.0 - x[0]]
        }
    }
    says(argmin(Shape("bowl"), Descent::from(&[0.5])).at_most_zero(Apart).at(&[1.0]), "do they contradict each other");
    struct Fewer;
    impl Equations for Fewer {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            [x[0] + x[1] - p[0]]
        }
    }
    says(least_squares(Fewer, GaussNewton::from(&[0.0, 0.0])).at(&[1.0]), "fewer data than unknowns");
}

/// x0 + x1 = p, x1 = p.
struct Triangle;
impl Equations for Triangle {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
        [x[0] + x[1] - p[0], x[1] - p[0]]
    }
}

#[test]
fn tolerances_patterns_and_directions_are_looked_at() {
    let square = || root(Square, Newton::from(&[1.0]));
    says(square().tolerance(f64::NAN).at(&[1.0]), "a tolerance is NaN");
    says(square().tolerance(-1.0).at(&[1.0]), "a tolerance is -1e0");
    says(argmin(Shape("bowl"), Descent::from(&[0.5])).active_within(f64::NAN).at(&[1.0]), "a tolerance is NaN");
    says(square().matrix_free(Krylov::gmres(f64::NAN)).jvp(&[1.0], &[1.0]), "a tolerance is NaN");
    says(square().jvp(&[1.0], &[f64::NAN]), "the direction, number 0, is NaN");
    says(square().vjp(&[1.0], &[f64::INFINITY]), "the weights, number 0, is inf");
    struct Log;
    impl Objective for Log {
        fn eval<T: Real>(&self, x: &[T], _: &[T]) -> T {
            (x[0] - 5.0).ln()
        }
    }
    says(square().gradient(Log, &[1.0]), "the loss, number 0, is NaN");
    let given = |entries: Vec<(usize, usize)>| {
        root(Triangle, Newton::from(&[1.0, 1.0])).pattern(Pattern::from_coordinates(2, 2, entries).unwrap())
    };
    says(given(vec![(0, 0), (1, 1)]).at(&[8.0]), "row 0 of the Jacobian has entries outside of the pattern");
    assert_eq!(given(vec![(0, 0), (0, 1), (1, 1)]).jvp(&[8.0], &[1.0]).unwrap(), (vec![0.0, 8.0], vec![0.0, 1.0]));
    struct Turned;
    impl Equations for Turned {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            [x[1] - p[0], p[0] - x[0]]
        }
    }
    let turned = root(Turned, Newton::from(&[1.0, 1.0])).matrix_free(Krylov::conjugate_gradients(1e-10));
    says(turned.jvp(&[8.0], &[1.0]), "take `Krylov::gmres`");
    struct Line;
    impl Integrand for Line {
        fn eval<T: Real>(&self, x: T, p: &[T]) -> T {
            p[0] * x
        }
    }
    says(quadrature(Line).tolerances(f64::NAN, 0.0).over(0.0, 1.0, &[1.0]), "a tolerance is NaN");
}

/// A decay, and a clock.
struct Decay;
impl Dynamics for Decay {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        du[0] = -p[0] * u[0];
    }
}
impl Jumps for Decay {
    fn guards<T: Real>(&self, _: T, u: &[T], p: &[T]) -> impl AsRef<[T]> {
        [u[0] - p[1]]
    }
    fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn time_may_be_large() {
    for t in [0.0, 1e6, 1e12, 1e15] {
        for stiff in [false, true] {
            let problem = if stiff { ode(Decay).stiff() } else { ode(Decay) };
            let last = problem.solve(&[1.0], &[1.0], [t, t + 10.0], &[]).unwrap().last[0];
            assert!((last / (-10f64).exp() - 1.0).abs() < 1e-3, "{t:e}: {last:e}");
            let g = problem.gauss_gradient(&[1.0], &[1.0], [t, t + 10.0], &[t + 10.0], |_, u, _| u[0]).unwrap();
            assert!((g.parameters[0] / (-10.0 * (-10f64).exp()) - 1.0).abs() < 1e-2, "{t:e}: {g:?}");
        }
    }
}

#[test]
fn integrations_refuse_what_they_cannot_keep() {
    let problem = || ode(Decay);
    let span = [0.0, 1.0];
    says(problem().tolerances(0.0, 0.0).solve(&[1.0], &[1.0], span, &[]), "both tolerances of a step are zero");
    says(problem().first_step(f64::NAN).solve(&[1.0], &[1.0], span, &[]), "the first step, number 0, is NaN");
    for gauss in [false, true] {
        let gradient = |p: &[f64]| match gauss {
            true => problem().gauss_gradient(&[1.0], p, span, &[0.5, 1.0], |_, u, _| (u[0] - 0.5).ln()),
            false => problem().gradient(&[1.0], p, span, &[0.5, 1.0], |_, u, _| (u[0] - 0.5).ln()),
        };
        assert!(gradient(&[0.1]).is_ok());
        says(gradient(&[1.0]), "the loss at the points that are saved, number 1, is NaN");
    }
    let events = problem().jumps(Decay).solve(&[1.0], &[1.0, 0.5], span, &[]).unwrap();
    assert!((events.event(0).unwrap() - 2f64.ln()).abs() < 1e-5);
    says(events.event(7), "whether there is such a guard");
}

#[test]
fn roots_that_are_several_at_once_are_none_with_a_derivative() {
    /// Two roots at p[0] that meet where p[1] is zero, as a product and multiplied out; and where x - sin x does.
    struct Meeting(u8);
    impl Equations for Meeting {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            let d = x[0] - p[0];
            [match self.0 {
                0 => d * d - p[1],
                1 => x[0] * x[0] - 2.0 * p[0] * x[0] + p[0] * p[0] - p[1],
                2 => d * d * d - p[1],
                3 => d - d.sin() - p[1],
                _ => d.exp() - 1.0 - d - p[1],
            }]
        }
    }
    for kind in 0..5 {
        for place in [1.0, -3.7, 1e-9, 4.1e7] {
            let start = place + if place == 1e-9 { 3e-10 } else { 0.3 };
            let found = root(Meeting(kind), Newton::from(&[start]).limit(1000)).jvp(&[place, 0.0], &[0.0, 1.0]);
            let refused =
                matches!(found, Err(Error::Singular { .. } | Error::NotConverged { .. } | Error::Stuck { .. }));
            assert!(refused, "{kind} at {place}: {found:?}");
        }
    }
    // Apart they have one, however small the distance is beside the point, if it can be told.
    for apart in [1e-2, 1e-4, 1e-6] {
        for kind in 0..2 {
            let (_, dx) = root(Meeting(kind), Newton::from(&[1.5])).jvp(&[1.0, apart * apart], &[0.0, 1.0]).unwrap();
            assert!((dx[0] * 2.0 * apart - 1.0).abs() < 1e-2, "{kind}, {apart}: {dx:?}");
        }
    }
    // Among other unknowns, one of them in another unit, and of a minimum.
    struct Among;
    impl Equations for Among {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            [x[0] - 3.0 * (x[1] - 1.0), (x[1] - 1.0) * (x[1] - 1.0) - p[0], x[2] - 1e-9 * x[1]]
        }
    }
    let among = |sparse: bool| {
        let found = root(Among, Newton::from(&[1.0, 3.0, 1.0]));
        if sparse { found.sparse() } else { found }
    };
    for sparse in [false, true] {
        assert!(matches!(among(sparse).vjp(&[0.0], &[1.0, 0.0, 0.0]), Err(Error::Singular { size: 3, .. })));
        assert!(among(sparse).vjp(&[1e-8], &[1.0, 0.0, 0.0]).is_ok());
    }
    struct Quartic;
    impl Objective for Quartic {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
            let d = x[0] - 1.0;
            d * d * (d * d + p[0])
        }
    }
    let flat = argmin(Quartic, Descent::from(&[2.0]));
    let mut buffers = solve::Buffers::default();
    assert!(matches!(flat.jvp(&[0.0], &[1.0]), Err(Error::Singular { .. })));
    assert!(matches!(flat.at_into(&[0.0], &mut [0.0], &mut buffers), Err(Error::Singular { .. })));
    assert!(flat.at_into(&[1e-3], &mut [0.0], &mut buffers).is_ok());
}

#[test]
fn equations_of_very_different_sizes_are_solved() {
    /// A distance from one, once in a large unit and once squared.
    struct Units(f64);
    impl Equations for Units {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            let d = x[1] - 1.0;
            [x[0] - self.0 * d, d * d - p[0], x[2] - 1e-9 * x[1]]
        }
    }
    for unit in [1.0, 3e6, 1e12] {
        for p in [1e-2, 1e-8] {
            let found = root(Units(unit), Newton::from(&[1.0, 3.0, 1.0])).jvp(&[p], &[1.0]);
            let (x, dx) = found.unwrap_or_else(|error| panic!("{unit}, {p}: {error:?}"));
            assert!(
                (x[1] - 1.0 - p.sqrt()).abs() < 1e-15 && (dx[1] * 2.0 * p.sqrt() - 1.0).abs() < 1e-7,
                "{unit}, {p}: {x:?}"
            );
            assert!((x[0] / (unit * p.sqrt()) - 1.0).abs() < 1e-10, "{unit}, {p}: {x:?}");
        }
    }
}
