//! Integrals: over many unknowns by Laplace's approximation, over one by quadrature.

use forward::{Dual, Taylor};
use reverse::Tape;
use rules::{Real, functions::erf};
use solve::{Descent, Error, Integrand, Objective, laplace, quadrature};

#[track_caller]
fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{a:e} is not {b:e}");
}

/// x^a exp(-b x) over x > 0, without a change of the variable: its approximation has a closed form.
struct Gamma;
impl Objective for Gamma {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
        p[1] * x[0] - p[0] * x[0].ln()
    }
}

#[test]
fn laplace_has_the_derivatives_of_its_closed_form() {
    let (a, b) = (5.0, 2.0);
    let approximation = laplace(Gamma, |p: &[f64]| Ok::<_, String>(vec![p[0] / p[1]]));
    let (value, gradient, hessian) = approximation.value_and_hessian(&[a, b]).unwrap();
    let tau = std::f64::consts::TAU;
    close(value, a * (a / b).ln() - a + 0.5 * (tau * a / (b * b)).ln(), 1e-14);
    close(gradient[0], (a / b).ln() + 0.5 / a, 1e-13);
    close(gradient[1], -(a + 1.0) / b, 1e-13);
    let exact = [1.0 / a - 0.5 / (a * a), -1.0 / b, -1.0 / b, (a + 1.0) / (b * b)];
    hessian.iter().zip(exact).for_each(|(&h, e)| close(h, e, 1e-12));
    let by_tape = approximation.value_and_gradient(&[a, b]).unwrap();
    assert_eq!(by_tape.0, value);
    (0..2).for_each(|k| close(by_tape.1[k], gradient[k], 1e-14));
    let third = approximation.at(&[Taylor::<f64, 3>::variable(a), Taylor::fixed(b)]).unwrap().value;
    close(third.derivative(3), -1.0 / (a * a) + 1.0 / (a * a * a), 1e-12);
    let saddle = laplace(Gamma, |_: &[f64]| Ok::<_, String>(vec![1.0]));
    assert!(matches!(saddle.at(&[-1.0, -1.0]), Err(Error::NotMinimum { .. })));
}

/// A quadratic form whose integral is exact: x A x / 2 - b x with A = [2 + p0, p1; p1, 3], b = (p2, 1).
struct Normal;
impl Objective for Normal {
    fn eval<T: Real>(&self, x: &[T], p: &[T]) -> T {
        let form = (2.0 + p[0]) * x[0] * x[0] + 2.0 * p[1] * x[0] * x[1] + 3.0 * x[1] * x[1];
        0.5 * form - p[2] * x[0] - x[1]
    }
}

#[test]
fn laplace_is_exact_for_normal_densities() {
    fn exact<T: Real>(p: &[T]) -> T {
        let det = (2.0 + p[0]) * 3.0 - p[1] * p[1];
        let form = (3.0 * p[2] * p[2] - 2.0 * p[1] * p[2] + 2.0 + p[0]) / det;
        std::f64::consts::TAU.ln() - 0.5 * det.ln() + 0.5 * form
    }
    let p = [0.3, -0.4, 0.7];
    let approximation = laplace(Normal, Descent::from(&[0.0, 0.0]));
    let (value, gradient, hessian) = approximation.value_and_hessian(&p).unwrap();
    close(value, exact(&p), 1e-14);
    let tape = Tape::<Dual<f64, [f64; 3]>>::default();
    let vars: Vec<_> = p.iter().enumerate().map(|(k, &x)| tape.var(Dual::<f64, [f64; 3]>::lane(x, k))).collect();
    let g = exact(&vars).grad();
    for i in 0..3 {
        let by = g.wrt(vars[i]);
        close(gradient[i], by.value, 1e-13);
        (0..3).for_each(|j| close(hessian[i * 3 + j], by.tangent[j], 1e-12));
    }
}

/// exp(-theta x^2).
struct Bell;
impl Integrand for Bell {
    fn eval<T: Real>(&self, x: T, theta: &[T]) -> T {
        (-theta[0] * x * x).exp()
    }
}

#[test]
fn integrals_have_derivatives_by_bounds_and_parameters() {
    fn exact<T: Real>(a: T, b: T, theta: T) -> T {
        let root = theta.sqrt();
        0.5 * (std::f64::consts::PI / theta).sqrt() * (erf(root * b) - erf(root * a))
    }
    let lanes = |a, b, theta| {
        let mut lane = 0..;
        [a, b, theta].map(|x| Dual::<f64, [f64; 3]>::lane(x, lane.next().unwrap()))
    };
    let q = quadrature(Bell).tolerances(1e-13, 0.0);
    for (low, high) in [(-0.5, 2.0), (2.0, -0.5), (0.0, 8.0), (1.0, 1.0)] {
        let [a, b, theta] = lanes(low, high, 1.7);
        let (integral, exact) = (q.over(a, b, &[theta]).unwrap().value, exact(a, b, theta));
        close(integral.value, exact.value, 1e-13);
        (0..3).for_each(|k| close(integral.tangent[k], exact.tangent[k], 1e-12));
    }
    // Second order by a bound and the parameter together.
    let nested = |x: f64| Dual::<Dual>::variable(Dual::variable(x));
    let (a, b) = (Dual::fixed(Dual::fixed(-0.5)), nested(0.8));
    let second = q.over(a, b, &[nested(1.7)]).unwrap().value;
    close(second.tangent.tangent, exact(a, b, nested(1.7)).tangent.tangent, 1e-11);
    // And infinite ones.
    let root = (std::f64::consts::PI / 1.7).sqrt();
    let inf = f64::INFINITY;
    for (a, b, part) in [(0.0, inf, 0.5), (-inf, inf, 1.0), (inf, -inf, -1.0), (-inf, 0.0, 0.5), (inf, 0.0, -0.5)] {
        let theta = Dual::<f64>::variable(1.7);
        let integral = q.over(Dual::fixed(a), Dual::fixed(b), &[theta]).unwrap().value;
        close(integral.value, part * root, 1e-12);
        close(integral.tangent, -0.5 * part * root / 1.7, 1e-12);
    }
    let moved = q.over(Dual::variable(0.3), Dual::fixed(inf), &[Dual::fixed(1.7)]).unwrap().value;
    close(moved.tangent, -(-1.7 * 0.09f64).exp(), 1e-14);
    // In reverse.
    let tape = Tape::new();
    let (b, theta) = (tape.var(2.0), tape.var(1.7));
    let g = q.over(0.0.into(), b, &[theta]).unwrap().value.grad();
    close(g.wrt(b), (-6.8f64).exp(), 1e-14);
    let [_, _, t] = lanes(0.0, 2.0, 1.7);
    close(g.wrt(theta), exact(Dual::fixed(0.0), Dual::fixed(2.0), t).tangent[2], 1e-12);
}

/// x to the power theta.
struct Power;
impl Integrand for Power {
    fn eval<T: Real>(&self, x: T, theta: &[T]) -> T {
        x.powf(theta[0])
    }
}

#[test]
fn the_rule_is_exact_and_the_cutting_adapts() {
    let q = quadrature(Power);
    let one = q.over(0.0, 1.0, &[20.0]).unwrap();
    assert_eq!(one.parts, 1);
    close(one.value, 1.0 / 21.0, 1e-15);
    // A singularity at the end: its logarithm is the derivative.
    let root = q.over(Dual::fixed(0.0), Dual::fixed(1.0), &[Dual::variable(-0.5)]).unwrap();
    assert!(root.parts > 10);
    close(root.value.value, 2.0, 1e-9);
    close(root.value.tangent, -4.0, 1e-7);
}

#[test]
fn failures_say_what_to_do() {
    let diverges = quadrature(Power).over(0.0, 1.0, &[-1.0]).unwrap_err();
    assert!(matches!(diverges, Error::Integrand { x, .. } if x < 1e-300), "{diverges}");
    struct Pole;
    impl Integrand for Pole {
        fn eval<T: Real>(&self, x: T, _: &[T]) -> T {
            1.0 / x
        }
    }
    let pole = quadrature(Pole).over(-1.0, 1.0, &[]).unwrap_err();
    assert!(matches!(pole, Error::Integrand { x: 0.0, .. }), "{pole}");
    // To infinity 1/x has no integral, and no pole either.
    for (low, high) in [(1.0, f64::INFINITY), (f64::NEG_INFINITY, -1.0)] {
        let slow = quadrature(Pole).over(low, high, &[]).unwrap_err();
        assert!(matches!(slow, Error::Tail { x } if x.abs() > 1e100), "{slow}");
        assert!(slow.to_string().contains("give a finite bound"), "{slow}");
    }
    assert!(matches!(quadrature(Pole).over(f64::NAN, 1.0, &[]), Err(Error::NotFinite { what: "the bounds", .. })));
    assert!(matches!(quadrature(Bell).over(0.0, 1.0, &[f64::NAN]), Err(Error::NotFinite { .. })));
    let coarse = quadrature(Bell).limit(2).over(-50.0, 60.0, &[1.0]).unwrap_err();
    assert!(coarse.to_string().starts_with("the quadrature came to"), "{coarse}");
}
