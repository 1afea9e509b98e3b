//! Events at one time, and such that come one after the other; right-hand sides that leave something out.

use core::ops::ControlFlow;
use forward::Dual;
use rules::Real;
use solve::Error;
use solve::ode::{Dynamics, Jump, Jumps, ode};

/// u' = p[3], whatever the time.
struct Even;

impl Dynamics for Even {
    fn eval<T: Real>(&self, _: T, _: &[T], p: &[T], du: &mut [T]) {
        du[0] = p[3];
    }
}

/// At p[0] one is added, and at p[1] the state is p[2] times as large.
struct Two;

impl Jumps for Two {
    fn guards<T: Real>(&self, t: T, _: &[T], p: &[T]) -> impl AsRef<[T]> {
        [t - p[0], t - p[1]]
    }
    fn jump<T: Real>(&self, which: Jump, _: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
        u[0] = if which == Jump::Guard(0) { u[0] + 1.0 } else { u[0] * p[2] };
        ControlFlow::Continue(())
    }
}

#[test]
fn events_at_one_time_all_happen() {
    for problem in [ode(Even), ode(Even).stiff()] {
        let problem = problem.jumps(Two);
        // ((u0 + c t0 + 1 + c (t1 - t0)) m + c (t - t1)): both at 1, or one a rounding after the other.
        for later in [1.0, 1.0 + f64::EPSILON] {
            let p = [1.0, later, 3.0, 0.5];
            let s = problem.solve(&[2.0], &p, [0.0, 4.0], &[]).unwrap();
            assert_eq!(s.events.iter().map(|e| e.which).collect::<Vec<_>>(), [Jump::Guard(0), Jump::Guard(1)]);
            assert!((s.last[0] - 12.0).abs() < 1e-12, "{:?}", s.last);
            let by = [0.0, 0.5 * 3.0 - 0.5, 3.5, 3.0 + 3.0];
            let back = problem.gradient(&[2.0], &p, [0.0, 4.0], &[4.0], |_, u, _| u[0]).unwrap();
            let gauss = problem.gauss_gradient(&[2.0], &p, [0.0, 4.0], &[4.0], |_, u, _| u[0]).unwrap();
            for (k, by) in by.into_iter().enumerate() {
                let lane = |j: usize| if j == k { Dual::variable(p[j]) } else { Dual::fixed(p[j]) };
                let forward =
                    problem.solve(&[2.0.into()], &[0, 1, 2, 3].map(lane), [0.0.into(), 4.0.into()], &[]).unwrap();
                for found in [forward.last[0].tangent, back.parameters[k], gauss.parameters[k]] {
                    assert!((found - by).abs() < 1e-9, "by {k}: {found} is not {by}");
                }
            }
        }
    }
}

/// Where the state comes to one it is set back, by so much.
struct Back(f64);

impl Jumps for Back {
    fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
        [u[0] - 1.0]
    }
    fn jump<T: Real>(&self, _: Jump, _: T, u: &mut [T], _: &[T]) -> ControlFlow<()> {
        u[0] = T::from(1.0 - self.0);
        ControlFlow::Continue(())
    }
}

#[test]
fn an_event_close_behind_another_is_not_passed_over() {
    let p = [0.0, 0.0, 0.0, 1.0];
    let teeth = ode(Even).jumps(Back(1e-5)).solve(&[0.0], &p, [0.0, 1.001], &[]).unwrap();
    assert!((99..=101).contains(&teeth.events.len()), "{}", teeth.events.len());
    // A thousand within a part of 10^7 each come to no end: an error, and not the limit of steps.
    let error = ode(Even).tolerances(1e-10, 1e-12).jumps(Back(1e-8)).solve(&[0.0], &p, [0.0, 50.0], &[]).unwrap_err();
    assert!(matches!(error, Error::Crowded { guard: 0, .. }), "{error}");
}

/// The second rate is left out.
struct Short;

impl Dynamics for Short {
    fn eval<T: Real>(&self, _: T, u: &[T], _: &[T], du: &mut [T]) {
        du[0] = -u[0];
    }
}

#[test]
fn mistakes_are_said() {
    for short in [ode(Short), ode(Short).stiff()] {
        let error = short.solve(&[1.0, 2.0], &[], [0.0, 1.0], &[]).unwrap_err();
        assert!(matches!(error, Error::StepSize { finite: false, .. }), "{error}");
    }
    let decay = || ode(Short).tolerances(0.0, 0.0);
    assert!(matches!(decay().solve(&[1.0], &[], [0.0, 1.0], &[]), Err(Error::Untolerant)));
    let error = ode(Short).tolerances(1e-6, -1.0).solve(&[1.0], &[], [0.0, 1.0], &[]).unwrap_err();
    assert_eq!(error.to_string(), "a tolerance is -1e0: zero or more is wanted");
}
