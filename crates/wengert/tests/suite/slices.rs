//! Functions of slices at ordinary and at awkward points.

use wengert::prelude::*;
use wengert::slices::{log_sum_exp, max_of, min_of, norm};

#[test]
fn norms() {
    let (r, g) = value_and_gradient(|x| norm(x), &[2.0, -3.0, 6.0]);
    assert_eq!(r, 7.0);
    for (g, want) in g.iter().zip([2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0]) {
        assert!((g - want).abs() < 1e-16);
    }
    for scale in [1e-308, 1e-200, 1e200, 3e307] {
        let (r, g) = value_and_gradient(|x| norm(x), &[3.0 * scale / 4.0, scale]);
        assert!((r / scale - 1.25).abs() < 1e-15, "{scale}");
        assert!((g[0] - 0.6).abs() < 1e-15 && (g[1] - 0.8).abs() < 1e-15, "{scale}: {g:?}");
    }
    assert_eq!(norm::<f64>(&[]), 0.0);
    assert_eq!(norm(&[f64::INFINITY, 1.0]), f64::INFINITY);
    assert!(norm(&[f64::NAN, 1.0]).is_nan());
    assert!(hessian(|x| norm(x), &[0.0, 0.0])[(0, 0)].is_nan());
}

#[test]
fn extremes() {
    assert_eq!(value_and_gradient(|x| min_of(x), &[2.0, 1.0, 1.0]), (1.0, vec![0.0, 0.5, 0.5]));
    assert_eq!(max_of(&[1.0, f64::NAN, 3.0]), 3.0);
    assert_eq!((max_of::<f64>(&[]), min_of::<f64>(&[])), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(max_of(&[f64::INFINITY, f64::INFINITY]), f64::INFINITY);
    assert_eq!(max_of(&[0.1, 0.1, 0.1, 0.1, 0.1, 0.1]), 0.1);
}

#[test]
fn sums_of_exponentials() {
    let (y, g) = value_and_gradient(|x| log_sum_exp(x), &[1.0, 2.0, 3.0]);
    assert!((y - 3.4076059644443806).abs() < 1e-15);
    assert!((g.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    assert!((g[2] / g[1] - 1f64.exp()).abs() < 1e-14);
    let inf = f64::INFINITY;
    assert_eq!(log_sum_exp::<f64>(&[]), -inf);
    assert_eq!(value_and_gradient(|x| log_sum_exp(x), &[-inf, -inf]), (-inf, vec![0.0, 0.0]));
    assert_eq!(value_and_gradient(|x| log_sum_exp(x), &[-inf, 2.0]), (2.0, vec![0.0, 1.0]));
    let h = hessian(|x| log_sum_exp(x), &[0.0, 0.0]);
    assert_eq!(h.as_slice(), [0.25, -0.25, -0.25, 0.25]);
}

/// What is recorded at one point holds at all: values to the bit, and derivatives.
mod recorded {
    use super::*;
    use wengert::Differentiate;
    use wengert::program::{Error, Node, Program};

    const INF: f64 = f64::INFINITY;

    const POINTS: [[f64; 4]; 14] = [
        [2.0, -3.0, 6.0, 0.5],
        [1.0, 1.0, 1.0, 1.0],
        [5.0, 1.0, 5.0, 5.0],
        [0.0, 0.0, 0.0, 0.0],
        [-0.0, 0.0, -0.0, -0.0],
        [3e-308, 4e-308, 0.0, -1e-308],
        [3e300, -4e307, 1.0, 2.0],
        [1e-200, 2e-200, 0.0, -1e-200],
        [INF, 1.0, 2.0, 3.0],
        [INF, -INF, INF, INF],
        [-INF, -INF, -INF, -INF],
        [-INF, 2.0, 3.0, 3.0],
        [f64::NAN, 1.0, 2.0, 3.0],
        [f64::NAN, f64::NAN, f64::NAN, f64::NAN],
    ];

    fn same(a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() || a == 0.0 && b == 0.0
    }

    fn near(a: f64, b: f64) -> bool {
        same(a, b) || (a - b).abs() <= 1e-13 * a.abs().max(b.abs())
    }

    /// Records at a point in (0, 1) and runs it, and programs for its derivatives, at all others.
    #[track_caller]
    fn holds_everywhere<F: Function<Output<f64> = f64>>(f: &F, record: impl for<'p> Fn(&[Node<'p>]) -> Node<'p>) {
        let program = Program::record(4, |x| vec![record(x)]).unwrap();
        assert_eq!(program.guards(), [], "{program}");
        let optimised = program.optimised().unwrap();
        let (gradient, hessian) = (program.gradient().unwrap(), program.hessian().unwrap());
        let tangent = program.jvp().unwrap();
        for x in POINTS {
            let plain = f.eval(&x);
            for p in [&program, &optimised] {
                let got = p.eval(&x).unwrap()[0];
                assert!(same(got, plain), "{got} {plain} at {x:?}\n{p}");
            }
            let (value, by_tape) = f.value_and_gradient(&x);
            assert!(same(value, plain), "{value} {plain} at {x:?}");
            let reverse = gradient.eval(&x).unwrap();
            let forward = |i: usize| {
                let unit: Vec<f64> = (0..4).map(|j| f64::from(u8::from(i == j))).collect();
                tangent.eval(&[x.as_slice(), &unit].concat()).unwrap()[1]
            };
            for (i, &want) in by_tape.iter().enumerate() {
                assert!(near(reverse[i], want), "by {i}: {} {want} at {x:?}", reverse[i]);
                // A tangent of zero is an ordinary zero, and NaN against a pole.
                let ahead = forward(i);
                assert!(near(ahead, want) || ahead.is_nan(), "by {i}: {ahead} {want} at {x:?}");
            }
            let (by_tape, by_program) = (f.hessian(&x), hessian.eval(&x).unwrap());
            if x.iter().all(|x| (1e-3..1e3).contains(&x.abs())) {
                for (got, want) in by_program.iter().zip(by_tape.as_slice()) {
                    assert!((got - want).abs() < 1e-13, "{got} {want} at {x:?}");
                }
            }
        }
    }

    macro_rules! everywhere {
        ($($name:ident($x:ident) $body:block)+) => {$(
            #[test]
            fn $name() {
                struct F;
                impl Function for F {
                    type Output<T: Real> = T;
                    fn eval<T: Real + 'static>(&self, $x: &[T]) -> T $body
                }
                fn on<T: Real>($x: &[T]) -> T $body
                holds_everywhere(&F, |x| on(x));
            }
        )+};
    }

    everywhere! {
        the_norm(x) { norm(x) }
        the_greatest(x) { max_of(x) }
        the_least(x) { min_of(x) }
        a_logarithm_of_a_sum(x) { log_sum_exp(x) }
        a_stopped_gradient(x) { x[0] * stop_gradient(x[1] * x[1]) + stop_gradient(x[0]) * x[2] }
    }

    #[test]
    fn a_derivative_inside_a_recording() {
        let inner = Program::record(2, |x| vec![derivative(|t| norm(&[t, lift(x[1]).into()]), x[0])]).unwrap();
        assert_eq!(inner.guards(), []);
        assert!((inner.eval(&[3.0, 4.0]).unwrap()[0] - 0.6).abs() < 1e-15);
        let inner = Program::record(3, |x| gradient(|x| max_of(x) * log_sum_exp(x), x)).unwrap();
        assert_eq!(inner.guards(), []);
        let want = gradient(|x| max_of(x) * log_sum_exp(x), &[5.0, 5.0, -1.0]);
        for (got, want) in inner.eval(&[5.0, 5.0, -1.0]).unwrap().iter().zip(want) {
            assert!((got - want).abs() < 1e-14);
        }
    }

    #[test]
    fn formulas_and_programs_at_no_point() {
        let program = Program::build(2, |x| vec![norm(x) + max_of(x) * stop_gradient(x[0]) + log_sum_exp(x)]).unwrap();
        assert_eq!(program.eval(&[3.0, 4.0]).unwrap(), [5.0 + 12.0 + log_sum_exp(&[3.0, 4.0])]);
    }

    /// Whatever asks for a value: the guard names the line that called it.
    #[test]
    fn guards_name_the_line_of_the_user() {
        use rules::spelled::{Spelled, Whole};
        fn questions<T: Real>(x: T, y: T) {
            let _ = (x < y, x <= y, x > y, x >= y, x == y, x != y);
            let _ = (x < 0.5, x <= 0.5, x > 0.5, x >= 0.5, x == 0.5, x.partial_cmp(&0.5));
            let _ = (0.5 < x, 0.5 <= x, 0.5 > x, 0.5 >= x, 0.5 == x);
            let _ = (x.partial_cmp(&y), x.value());
            let _ = (Spelled::is_nan(x), Spelled::is_finite(x), Spelled::is_infinite(x), Spelled::is_normal(x));
            let _ = (x.is_subnormal(), x.is_sign_positive(), x.is_sign_negative(), Spelled::total_cmp(&x, &y));
            let _: (usize, i32) = (x.whole(), x.whole());
        }
        let recordings = [
            Program::record(2, |x| {
                questions(x[0], x[1]);
                x.to_vec()
            }),
            Program::record(2, |x| {
                vec![derivative(
                    |t| {
                        questions(t, lift(x[1]).into());
                        t
                    },
                    x[0],
                )]
            }),
            Program::record(2, |x| {
                gradient(
                    |x| {
                        questions(x[0], x[1]);
                        x[0]
                    },
                    x,
                )
            }),
        ];
        for program in recordings {
            let program = program.unwrap();
            assert!(program.guards().len() > 5);
            for guard in program.guards() {
                let file = guard.location.unwrap().file();
                assert!(file.ends_with("suite/slices.rs"), "{guard:?}");
            }
            let Err(error) = program.eval(&[-3.0, 4.0]) else { panic!("the branch changed") };
            assert!(matches!(error, Error::BranchChanged { .. }) && error.to_string().contains("suite/slices.rs"));
        }
    }
}
