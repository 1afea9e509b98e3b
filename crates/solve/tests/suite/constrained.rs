//! Minima under constraints by the solvers from here: problems of Hock and Schittkowski (1981), by number.

use proptest::prelude::*;
use rules::Real;
use solve::{Descent, Equations, Error, GaussNewton, NoEquations, Objective, argmin, least_squares};

/// What is minimised, what is zero, and what is at most zero.
struct Cost(u32);
struct Zero(u32);
struct Below(u32);

impl Objective for Cost {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
        match self.0 {
            6 => (1.0 - x[0]).powi(2),
            7 => (1.0 + x[0] * x[0]).ln() - x[1],
            21 => 0.01 * x[0] * x[0] + x[1] * x[1] - 100.0,
            39 => -x[0],
            43 => {
                let squares = x[0] * x[0] + x[1] * x[1] + 2.0 * x[2] * x[2] + x[3] * x[3];
                squares - 5.0 * x[0] - 5.0 * x[1] - 21.0 * x[2] + 7.0 * x[3]
            }
            71 => x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
            76 => {
                let squares = x[0] * x[0] + 0.5 * x[1] * x[1] + x[2] * x[2] + 0.5 * x[3] * x[3];
                squares - x[0] * x[2] + x[2] * x[3] - x[0] - 3.0 * x[1] + x[2] - x[3]
            }
            // A quadratic function whose coefficients are the parameters.
            _ => x.iter().zip(p).map(|(&x, &p)| (x - p) * (x - p)).sum::<T>() + 0.3 * x[0] * x[1],
        }
    }
}

impl Equations for Zero {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
        match self.0 {
            6 => vec![10.0 * (x[1] - x[0] * x[0])],
            7 => vec![(1.0 + x[0] * x[0]).powi(2) + x[1] * x[1] - 4.0],
            39 => vec![x[1] - x[0].powi(3) - x[2] * x[2], x[0] * x[0] - x[1] - x[3] * x[3]],
            71 => vec![x.iter().map(|&x| x * x).sum::<T>() - 40.0],
            // The sum is the last parameter.
            1000 => vec![x.iter().copied().sum::<T>() - p[x.len()]],
            _ => vec![],
        }
    }
}

impl Equations for Below {
    fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
        match self.0 {
            21 => vec![10.0 - 10.0 * x[0] + x[1]],
            43 => vec![
                x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + x[0] - x[1] + x[2] - x[3] - 8.0,
                x[0] * x[0] + 2.0 * x[1] * x[1] + x[2] * x[2] + 2.0 * x[3] * x[3] - x[0] - x[3] - 10.0,
                2.0 * x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + 2.0 * x[0] - x[1] - x[3] - 5.0,
            ],
            71 => vec![25.0 - x[0] * x[1] * x[2] * x[3]],
            76 => vec![
                x[0] + 2.0 * x[1] + x[2] + x[3] - 5.0,
                3.0 * x[0] + x[1] + 2.0 * x[2] - x[3] - 4.0,
                1.5 - x[1] - 4.0 * x[2],
            ],
            _ => vec![],
        }
    }
}

/// Where all of them are free.
const WIDE: f64 = f64::INFINITY;

/// A number, a start, bounds of all unknowns, and the minimum.
type Problem = (u32, Vec<f64>, [f64; 2], Vec<f64>);

#[test]
fn known_problems() {
    let root = |x: f64| x.sqrt();
    let known: [Problem; 7] = [
        (6, vec![-1.2, 1.0], [-WIDE, WIDE], vec![1.0, 1.0]),
        (7, vec![2.0, 2.0], [-WIDE, WIDE], vec![0.0, root(3.0)]),
        (21, vec![2.0, -1.0], [-50.0, 50.0], vec![2.0, 0.0]),
        (39, vec![2.0; 4], [-WIDE, WIDE], vec![1.0, 1.0, 0.0, 0.0]),
        (43, vec![0.0; 4], [-WIDE, WIDE], vec![0.0, 1.0, 2.0, -1.0]),
        (71, vec![1.0, 5.0, 5.0, 1.0], [1.0, 5.0], vec![1.0, 4.742999636, 3.821149979, 1.379408293]),
        (76, vec![0.5; 4], [0.0, WIDE], vec![3.0 / 11.0, 23.0 / 11.0, 0.0, 6.0 / 11.0]),
    ];
    for (number, start, [low, high], best) in known {
        let n = start.len();
        let mut lower = vec![low; n];
        if number == 21 {
            lower[0] = 2.0;
        }
        let minimum = argmin(Cost(number), Descent::from(&start))
            .equal_to_zero(Zero(number))
            .at_most_zero(Below(number))
            .bounds(&lower, &vec![high; n]);
        let found = minimum.at(&[0.0]).unwrap_or_else(|error| panic!("{number}: {error}"));
        let close = found.iter().zip(&best).all(|(x, y)| (x - y).abs() <= 2e-9 * (1.0 + y.abs()));
        assert!(close, "{number}: {found:?} is not {best:?}");
    }
}

struct Line;
impl Equations for Line {
    fn eval<T: Real>(&self, x: &[T], seen: &[T]) -> impl AsRef<[T]> {
        seen.iter().enumerate().map(|(t, &y)| x[0] + x[1] * t as f64 - y).collect::<Vec<T>>()
    }
}

#[test]
fn fits_keep_to_bounds() {
    let fit = least_squares(Line, GaussNewton::from(&[9.0, 9.0])).bounds(&[0.0, 0.0], &[5.0, 0.75]);
    let seen = [1.0, 2.0, 4.0];
    // The slope is at its bound, and the mean decides the rest.
    assert_eq!(fit.at(&seen).unwrap()[1], 0.75);
    let (x, back) = fit.vjp(&seen, &[1.0, 0.0]).unwrap();
    assert!((x[0] - (7.0 / 3.0 - 0.75)).abs() < 1e-14);
    assert!(back.iter().all(|b| (b - 1.0 / 3.0).abs() < 1e-14), "{back:?}");
    // Under an equation too.
    struct Sum;
    impl Equations for Sum {
        fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
            [x[0] + x[1] - 2.0]
        }
    }
    let fit = least_squares(Line, GaussNewton::from(&[9.0, 9.0])).equal_to_zero(Sum);
    let x = fit.at(&seen).unwrap();
    // With x0 = 2 - b: residuals 1 - b, 0, b - 2.
    assert!((x[1] - 1.5).abs() < 1e-10 && (x[0] - 0.5).abs() < 1e-10, "{x:?}");
}

#[test]
fn what_is_active_may_lie_further_off() {
    // A solver that stays inside by 1e-4.
    let inside = |p: &[f64]| Ok::<_, String>(vec![p[0], 1.0 - 1e-4]);
    let minimum = || argmin(Cost(0), inside).bounds(&[-9.0, -9.0], &[9.0, 1.0]);
    let p = [0.0, 3.0];
    assert!(matches!(minimum().at(&p), Err(Error::Unsolved { .. })));
    let x = minimum().active_within(1e-3).polish(3).at(&p).unwrap();
    assert_eq!(x[1], 1.0);
    assert!((x[0] + 0.15).abs() < 1e-14);
}

#[test]
fn sparse_minima_are_looked_at_too() {
    /// Neighbours are to be alike, and each unknown close to a parameter: a saddle where that counts less than nothing.
    #[derive(Clone)]
    struct Chain;
    impl Objective for Chain {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
            let alike = x.windows(2).map(|w| (w[0] - w[1]).powi(2) * 1e3).sum::<T>();
            alike + x.iter().map(|&x| p[0] * x * x - 2.0 * p[1] * x).sum::<T>()
        }
    }
    let n = 60;
    let at = |p: &[f64]| Ok::<_, String>(vec![p[1] / p[0]; 60]);
    let minimum = argmin(Chain, at).sparse();
    let (x, back) = minimum.vjp(&[2.0, 3.0], &vec![1.0; n]).unwrap();
    assert_eq!(x[n - 1], 1.5);
    assert!((back[1] - n as f64 / 2.0).abs() < 1e-9 && (back[0] + 0.75 * n as f64).abs() < 1e-9, "{back:?}");
    assert!(matches!(minimum.at(&[-2.0, 3.0]), Err(Error::NotMinimum { size: 60 })));
    // At a bound that pulls instead of pushing, and at one that does neither.
    let held = |p: &[f64]| Ok::<_, String>(vec![p[1] / p[0]; 1]);
    let of = |low: f64, high: f64| argmin(Chain, held).bounds(&[low], &[high]).sparse();
    assert!(matches!(of(1.5, 9.0).at(&[2.0, 3.0]), Err(Error::Degenerate { .. })));
    let stays = argmin(Chain, |_: &[f64]| Ok::<_, String>(vec![1.0])).sparse();
    assert_eq!(stays.clone().bounds(&[-9.0], &[1.0]).at(&[2.0, 3.0]).unwrap(), [1.0]);
    assert!(matches!(stays.bounds(&[1.0], &[9.0]).at(&[2.0, 3.0]), Err(Error::NotMinimum { size: 1 })));
}

#[test]
fn failures_say_what_to_do() {
    struct Twice;
    impl Equations for Twice {
        fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
            [x[0] - 1.0, 2.0 * x[0] - 2.0]
        }
    }
    struct Never;
    impl Equations for Never {
        fn eval<T: Real>(&self, x: &[T], _: &[T]) -> impl AsRef<[T]> {
            [x[0] - 1.0, x[0] + 1.0]
        }
    }
    struct Slope;
    impl Objective for Slope {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
            p[0] * x[0]
        }
    }
    let from = || argmin(Cost(0), Descent::from(&[0.0, 0.0]));
    let said = |error: Error| error.to_string();
    let text = said(from().equal_to_zero(Twice).at(&[1.0, 2.0]).unwrap_err());
    assert!(
        text.contains("the 2 active constraints by the 2 unknowns") && text.contains("depend on each other"),
        "{text}"
    );
    let error = from().equal_to_zero(Never).at(&[1.0, 2.0]).unwrap_err();
    assert!(matches!(error, Error::Contradiction { .. }), "{error}");
    let text = said(from().bounds(&[0.0, 2.0], &[1.0, 1.0]).at(&[1.0, 2.0]).unwrap_err());
    assert!(text.contains("the bounds of unknown 1 are 2 and 1"), "{text}");
    assert!(matches!(from().bounds(&[f64::NAN; 2], &[1.0; 2]).at(&[1.0, 2.0]), Err(Error::Bounds { index: 0, .. })));
    let text = said(argmin(Slope, Descent::from(&[0.0])).at(&[1.0]).unwrap_err());
    assert!(text.contains("falls without end"), "{text}");
    let kept = argmin(Slope, Descent::from(&[0.0])).bounds(&[-2.0], &[7.0]);
    assert_eq!((kept.at(&[1.0]).unwrap(), kept.at(&[-1.0]).unwrap()), (vec![-2.0], vec![7.0]));
    assert!(argmin(Slope, Descent::from(&[0.0])).equal_to_zero(NoEquations).at(&[f64::NAN]).is_err());
}

/// Where the value falls by rounding alone and the slope by a step that raises it, the descent ends.
#[test]
fn rounding_does_not_go_round_in_circles() {
    let theta =
        [-2.980534528565588, -1.3568010242450579, -2.783916383451233, -2.6355725600463416, 0.017637745111378167];
    let best = argmin(Cost(0), Descent::from(&[0.0; 4])).equal_to_zero(Zero(1000)).bounds(&[-1.0; 4], &[1.0; 4]);
    let x = best.at(&theta).expect("a minimum");
    assert!((x.iter().sum::<f64>() - theta[4]).abs() < 1e-9, "{x:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn minima_move_as_they_are_said_to(p in prop::collection::vec(-3.0..3.0, 4), sum in -2.0..2.0, v in prop::collection::vec(-1.0..1.0, 5)) {
        let theta: Vec<f64> = p.into_iter().chain([sum]).collect();
        let best = argmin(Cost(0), Descent::from(&[0.0; 4])).equal_to_zero(Zero(1000)).bounds(&[-1.0; 4], &[1.0; 4]);
        // A kink is an error, as it has to be.
        let (x, dx) = match best.jvp(&theta, &v) {
            Ok(found) => found,
            Err(error) => {
                prop_assert!(matches!(error, Error::Degenerate { .. } | Error::Dependent { .. }), "{}", error);
                return Ok(());
            }
        };
        prop_assert!((x.iter().sum::<f64>() - sum).abs() < 1e-9 && x.iter().all(|x| x.abs() <= 1.0), "{:?}", x);
        let h = 1e-4;
        let moved = |h: f64| best.at(&theta.iter().zip(&v).map(|(t, v)| t + h * v).collect::<Vec<f64>>());
        if let (Ok(up), Ok(down)) = (moved(h), moved(-h)) {
            // The same constraints have to be active on both sides.
            let active = |x: &[f64]| x.iter().map(|x| x.abs() == 1.0).collect::<Vec<bool>>();
            if active(&up) == active(&down) && active(&up) == active(&x) {
                for i in 0..4 {
                    let slope = (up[i] - down[i]) / (2.0 * h);
                    prop_assert!((slope - dx[i]).abs() < 1e-5, "{} is not {}", dx[i], slope);
                }
            }
        }
    }
}
