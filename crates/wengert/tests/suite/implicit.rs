//! Derivatives of solutions, held against closed forms.

use wengert::implicit::{
    Descent, Error, GaussNewton, Iteration, Krylov, Newton, argmin, fixed_point, least_squares, linear_solve, root,
    sparse_solve,
};
use wengert::prelude::*;
use wengert::sparse::Pattern;
use wengert::{Dual, equations, objective};

#[track_caller]
fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{a} is not {b}");
}

#[track_caller]
fn all_close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).for_each(|(&a, &b)| close(a, b, tolerance));
}

fn cbrt(theta: &[f64]) -> Result<Vec<f64>, String> {
    Ok(vec![theta[0].cbrt()])
}

#[test]
fn a_root_has_all_derivatives_of_its_closed_form() {
    let x = root(equations!(|x, p| [x[0].powi(3) - p[0]]), cbrt);
    let series = taylor::<6, _>(|t| x.at(&[t]).unwrap()[0], 2.0);
    let expected = taylor::<6, _>(|t| t.cbrt(), 2.0);
    for k in 0..=6 {
        close(series.derivative(k), expected.derivative(k), 1e-13);
    }
    assert_eq!(series.value.to_bits(), 2f64.cbrt().to_bits());
    let third = derivative(|a| derivative(|b| derivative(|c| x.at(&[c]).unwrap()[0], b), a), 2.0);
    close(third, expected.derivative(3), 1e-13);
    let by_tapes = gradient(|p| gradient(|q| x.at(q).unwrap()[0], p)[0], &[2.0]);
    close(by_tapes[0], expected.derivative(2), 1e-13);
}

/// A system of ten equations with three parameters, coupled all around.
macro_rules! ring {
    () => {
        equations!(|x, p| (0..x.len())
            .map(|i| {
                let next = x[(i + 1) % x.len()];
                x[i] + 0.2 * (p[0] * next).sin() - p[1] * (0.1 * i as f64) - p[2] * p[2] + 0.1 * next * x[i]
            })
            .collect::<Vec<T>>())
    };
}

#[test]
fn all_modes_and_forms_agree() {
    let start = [0.1; 10];
    let p = [0.7, 0.3, 0.4];
    let ring = ring!();
    let x = root(&ring, Newton::from(&start));
    let w: Vec<f64> = (0..10).map(|i| 1.0 / (1.0 + i as f64)).collect();
    let v = [0.3, -1.0, 0.5];
    let by_reverse = jacobian(|p| x.at(p).unwrap(), &p);
    let by_forward = jacobian_forward(|p| x.at(p).unwrap(), &p);
    all_close(by_reverse.as_slice(), by_forward.as_slice(), 1e-13);
    // Against central differences of the solver.
    for j in 0..3 {
        let moved = |h: f64| {
            let mut p = p;
            p[j] += h;
            x.at(&p).unwrap()
        };
        let (up, down) = (moved(1e-5), moved(-1e-5));
        (0..10).for_each(|i| close(by_forward[(i, j)], (up[i] - down[i]) / 2e-5, 1e-8));
    }
    let push: Vec<f64> = (0..10).map(|i| (0..3).map(|j| by_forward[(i, j)] * v[j]).sum()).collect();
    let pull: Vec<f64> = (0..3).map(|j| (0..10).map(|i| by_forward[(i, j)] * w[i]).sum()).collect();
    let sparse = root(&ring, Newton::from(&start)).sparse();
    let free = root(&ring, Newton::from(&start)).matrix_free(Krylov::gmres(1e-13));
    for form in [&x, &sparse, &free] {
        all_close(&form.jvp(&p, &v).unwrap().1, &push, 1e-12);
        all_close(&form.vjp(&p, &w).unwrap().1, &pull, 1e-12);
    }
    let series = |form: &wengert::implicit::Implicit<_, Newton>| {
        let line = [(0.7, 1.0), (0.3, -2.0), (0.4, 0.5)].map(|(p, v)| wengert::Taylor::<f64, 3>::polynomial(p, &[v]));
        let x = form.at(&line).unwrap();
        [1, 2, 3].map(|k| x[4].coefficient(k))
    };
    for form in [&sparse, &free] {
        all_close(jacobian(|p| form.at(p).unwrap(), &p).as_slice(), by_forward.as_slice(), 1e-12);
        all_close(jacobian_forward(|p| form.at(p).unwrap(), &p).as_slice(), by_forward.as_slice(), 1e-12);
        all_close(&series(form), &series(&x), 1e-12);
        let second = |form: &wengert::implicit::Implicit<_, Newton>| hessian(|p| form.at(p).unwrap()[3], &p);
        all_close(second(form).as_slice(), second(&x).as_slice(), 1e-11);
    }
    let loss = objective!(|x, p| x.iter().map(|&x| x * x).sum::<T>() * p[0]);
    let total = |p: &[f64]| x.gradient(&loss, p).unwrap();
    let on_tape = gradient(|p| x.at(p).unwrap().iter().map(|x| x * x).sum::<wengert::Var>() * p[0], &p);
    all_close(&total(&p).1, &on_tape, 1e-13);
    // Second order: the Hessian against differences of the gradient.
    let h = hessian(|p| x.at(p).unwrap().iter().map(|x| x * x).sum::<wengert::Second>() * p[0], &p);
    for j in 0..3 {
        let moved = |e: f64| {
            let mut p = p;
            p[j] += e;
            total(&p).1
        };
        let (up, down) = (moved(1e-5), moved(-1e-5));
        (0..3).for_each(|i| close(h[(i, j)], (up[i] - down[i]) / 2e-5, 1e-7));
        (0..3).for_each(|i| close(h[(i, j)], h[(j, i)], 1e-12));
    }
}

#[test]
fn fixed_points_are_roots() {
    let x = fixed_point(equations!(|x, p| [(p[0] * x[0]).cos()]), Iteration::from(&[0.5]));
    let (value, d) = x.jvp(&[0.8], &[1.0]).unwrap();
    let s = (0.8 * value[0]).sin();
    close(d[0], -s * value[0] / (1.0 + 0.8 * s), 1e-14);
}

#[test]
fn a_function_and_a_chain_take_solutions() {
    struct Solved;
    impl Function for Solved {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, p: &[T]) -> T {
            root(equations!(|x, p| [x[0].powi(3) - p[0] * p[1]]), |p: &[f64]| cbrt(&[p[0] * p[1]])).at(p).unwrap()[0]
        }
    }
    let expected = wengert::function!(|p| (p[0] * p[1]).cbrt());
    all_close(&Solved.gradient(&[2.0, 3.0]), &expected.gradient(&[2.0, 3.0]), 1e-14);
    all_close(Solved.hessian(&[2.0, 3.0]).as_slice(), expected.hessian(&[2.0, 3.0]).as_slice(), 1e-14);

    // Implicit Euler steps of x' = -p x^3.
    let step = root(equations!(|x, p| [x[0] - p[0] + 0.1 * p[1] * x[0].powi(3)]), |p: &[f64]| {
        Ok::<_, String>(vec![
            (0..60).fold(p[0], |x, _| x - (x - p[0] + 0.1 * p[1] * x.powi(3)) / (1.0 + 0.3 * p[1] * x * x)),
        ])
    });
    let mut steps = chain(1.0, 20, |at, x| step.at(&[x, at.parameters()[0]]).unwrap()[0]).parameters(&[0.7]);
    let g = steps.gradient(|_, x| x).unwrap();
    let on_one_tape = gradient(|p| (0..20).fold(p[0], |x, _| step.at(&[x, p[1]]).unwrap()[0]), &[1.0, 0.7]);
    close(g.state, on_one_tape[0], 1e-14);
    close(g.parameters[0], on_one_tape[1], 1e-14);
}

#[differentiable]
fn balance(x: &[f64], p: &[f64]) -> Vec<f64> {
    vec![x[0] * x[0] + x[1] - p[0], x[0] - p[1] * x[1]]
}

#[test]
fn the_residual_may_be_a_differentiable_function() {
    let x = root(equations!(|x, p| balance::eval(x, p)), Newton::from(&[1.0, 1.0]));
    let j = jacobian(|p| x.at(p).unwrap(), &[3.0, 0.5]);
    let y = x.at(&[3.0, 0.5]).unwrap();
    // J dx = (1, x1) by the columns of the parameters.
    let det = -0.5 * 2.0 * y[0] - 1.0;
    close(j[(0, 0)], -0.5 / det, 1e-14);
    close(j[(1, 1)], 2.0 * y[0] * y[1] / det, 1e-13);
}

#[test]
fn a_minimum_without_constraints() {
    // (A + p0 I) x = p1 b.
    let f = objective!(|x, p| {
        let q = 2.0 * x[0] * x[0] + x[0] * x[1] + 3.0 * x[1] * x[1];
        0.5 * (q + p[0] * (x[0] * x[0] + x[1] * x[1])) - p[1] * (x[0] - x[1])
    });
    let best = argmin(f, Descent::from(&[0.0, 0.0]));
    fn solve<T: Real>(p: &[T]) -> T {
        let (a, d) = (2.0 + p[0], 3.0 + p[0]);
        ((d + 0.5) * p[1] / (a * d - 0.25)).powi(2)
    }
    let h = hessian(|p| best.at(p).unwrap()[0].powi(2), &[0.5, 2.0]);
    all_close(h.as_slice(), hessian(|p| solve(p), &[0.5, 2.0]).as_slice(), 1e-12);
    let saddle = argmin(objective!(|x, _| x[0] * x[0] - x[1] * x[1]), |_: &[f64]| Ok::<_, String>(vec![0.0, 0.0]));
    assert!(matches!(saddle.at(&[1.0]), Err(Error::NotMinimum { size: 2 })));
    let free = argmin(objective!(|x, p| (x[0] - p[0]).powi(2) + x[1].powi(2)), Descent::from(&[1.0, 1.0]))
        .matrix_free(Krylov::conjugate_gradients(1e-12));
    all_close(&free.vjp(&[3.0], &[2.0, 1.0]).unwrap().1, &[2.0], 1e-12);
}

#[test]
fn equations_hold_and_their_multipliers_have_derivatives() {
    // The point of the plane sum x = p0 that is closest to (1, 2, 3 p1).
    let f = objective!(|x, p| 0.5 * ((x[0] - 1.0).powi(2) + (x[1] - 2.0).powi(2) + (x[2] - 3.0 * p[1]).powi(2)));
    let project = |p: &[f64]| {
        let shift = (p[0] - 3.0 - 3.0 * p[1]) / 3.0;
        Ok::<_, String>(vec![1.0 + shift, 2.0 + shift, 3.0 * p[1] + shift])
    };
    let best = argmin(f, project).equal_to_zero(equations!(|x, p| [x[0] + x[1] + x[2] - p[0]]));
    let j = jacobian(
        |p| {
            let best = best.optimum(p).unwrap();
            vec![best.x[0], best.x[2], best.equal[0]]
        },
        &[1.0, 0.5],
    );
    let third = 1.0 / 3.0;
    all_close(j.as_slice(), &[third, -1.0, third, 2.0, -third, 1.0], 1e-14);
}

#[test]
fn active_bounds_and_inequalities_stay_where_they_are() {
    // Two unknowns, the first at its bound.
    let f = objective!(|x, p| (x[0] - p[0]).powi(2) + (x[1] - x[0] * p[1]).powi(2) + x[0] * x[1]);
    let at = |p: &[f64]| Ok::<_, String>(vec![1.0, p[1] - 0.5]);
    let best = argmin(f, at).bounds(&[1.0, -10.0], &[5.0, 10.0]);
    let j = jacobian(|p| best.at(p).unwrap(), &[-2.0, 3.0]);
    all_close(j.as_slice(), &[0.0, 0.0, 0.0, 1.0], 1e-14);

    // x >= p, as p - x <= 0, under x^2: x = p with the multiplier 2 p.
    let square = objective!(|x, _| x[0] * x[0]);
    let best =
        argmin(square, |p: &[f64]| Ok::<_, String>(vec![p[0].max(0.0)])).at_most_zero(equations!(|x, p| [p[0] - x[0]]));
    let (value, d) = (best.optimum(&[3.0]).unwrap(), best.optimum(&[Dual::variable(3.0)]).unwrap());
    assert_eq!((value.x[0], value.below[0]), (3.0, 6.0));
    assert_eq!((d.x[0].tangent, d.below[0].tangent), (1.0, 2.0));
    assert_eq!(best.jvp(&[-1.0], &[1.0]).unwrap(), (vec![0.0], vec![0.0]));
    assert!(matches!(best.at(&[0.0]), Err(Error::Degenerate { what: "inequality", index: 0, .. })));
    let wrong = argmin(objective!(|x, _| x[0] * x[0]), |_: &[f64]| Ok::<_, String>(vec![1.0])).bounds(&[-9.0], &[1.0]);
    assert!(matches!(wrong.at(&[0.0]), Err(Error::NotMinimum { .. })));
    let outside = argmin(objective!(|x, _| x[0] * x[0]), |_: &[f64]| Ok::<_, String>(vec![0.0])).bounds(&[1.0], &[2.0]);
    assert!(matches!(outside.at(&[0.0]), Err(Error::Infeasible { index: 0, .. })));
}

#[test]
fn third_derivatives_go_through_minima_and_integrals() {
    // e^x - p x is least at ln p.
    let well = || objective!(|x, p| x[0].exp() - p[0] * x[0]);
    let best = argmin(well(), Descent::from(&[0.0]));
    let evidence = wengert::implicit::laplace(well(), Descent::from(&[0.0]));
    // The point of the curve x y = p that is closest to the corner, on the side of larger x and y.
    let corner = argmin(objective!(|x, _| 0.5 * (x[0] * x[0] + x[1] * x[1])), Descent::from(&[1.5, 1.0]))
        .equal_to_zero(equations!(|x, p| [x[0] * x[1] - p[0]]));
    let p = 1.7f64;
    let series = taylor::<3, _>(|t| best.at(&[t]).unwrap()[0], p);
    close(series.derivative(3), 2.0 / p.powi(3), 1e-13);
    let nested = derivative(|a| derivative(|b| derivative(|c| best.at(&[c]).unwrap()[0], b), a), p);
    close(nested, 2.0 / p.powi(3), 1e-13);
    let mixed = hessian(|q| derivative(|t| best.at(&[t]).unwrap()[0], q[0]), &[p]);
    close(mixed[(0, 0)], 2.0 / p.powi(3), 1e-13);
    let exact = -1.0 / (p * p) - 1.0 / p.powi(3);
    close(taylor::<3, _>(|t| evidence.at(&[t]).unwrap().value, p).derivative(3), exact, 1e-13);
    close(derivative(|a| derivative(|b| derivative(|c| evidence.at(&[c]).unwrap().value, b), a), p), exact, 1e-12);
    close(taylor::<3, _>(|t| corner.at(&[t]).unwrap()[0], p).derivative(3), 0.375 * p.powf(-2.5), 1e-9);
}

#[test]
fn least_squares_takes_the_curvature_of_large_residuals() {
    let times = [0.0, 1.0, 2.0, 3.0];
    let r = equations!(times: [f64; 4]; |x, p| {
        times.iter().zip(p).map(|(&t, &y)| x[0] * (-x[1] * t).exp() - y).collect::<Vec<T>>()
    });
    let fit = least_squares(r, GaussNewton::from(&[1.0, 0.5]));
    let data = [2.0, 1.5, 0.3, 0.6];
    let j = jacobian(|p| fit.at(p).unwrap(), &data);
    for k in 0..4 {
        let moved = |h: f64| {
            let mut data = data;
            data[k] += h;
            fit.at(&data).unwrap()
        };
        let (up, down) = (moved(1e-5), moved(-1e-5));
        (0..2).for_each(|i| close(j[(i, k)], (up[i] - down[i]) / 2e-5, 1e-7));
    }
}

#[test]
fn linear_equations() {
    let solve = |p: [f64; 3]| {
        let det = p[0] * 3.0 - p[1] * p[1];
        [(3.0 - p[1] * p[2]) / det, (p[0] * p[2] - p[1]) / det]
    };
    let p = [2.0, 0.5, 1.5];
    let x = linear_solve(&[p[0], p[1], p[1], 3.0], &[1.0, p[2]]).unwrap();
    all_close(&x, &solve(p), 1e-15);
    let h = hessian(|p| linear_solve(&[p[0], p[1], p[1], 3.0.into()], &[1.0.into(), p[2]]).unwrap()[1], &p);
    let expected = hessian(|p| (p[0] * p[2] - p[1]) / (p[0] * 3.0 - p[1] * p[1]), &p);
    all_close(h.as_slice(), expected.as_slice(), 1e-13);
    let pattern = Pattern::dense(2, 2).unwrap();
    let s = hessian(|p| sparse_solve(&pattern, &[p[0], p[1], p[1], 3.0.into()], &[1.0.into(), p[2]]).unwrap()[1], &p);
    all_close(s.as_slice(), expected.as_slice(), 1e-13);
    assert!(matches!(linear_solve(&[1.0, 2.0, 2.0, 4.0], &[1.0, 1.0]), Err(Error::Singular { size: 2, .. })));
    assert!(matches!(linear_solve(&[1.0, 2.0], &[1.0, 1.0]), Err(Error::Shape { .. })));
    assert!(linear_solve::<f64>(&[], &[]).unwrap().is_empty());
}

#[test]
fn large_sparse_equations() {
    // -x'' + p0 x^3 = p1 on 4000 points.
    let n = 4000;
    let r = equations!(|x, p| (0..x.len())
        .map(|i| {
            let zero = T::from(0.0);
            let (left, right) = (if i > 0 { x[i - 1] } else { zero }, x.get(i + 1).copied().unwrap_or(zero));
            3.0 * x[i] - left - right + p[0] * x[i].powi(3) - p[1]
        })
        .collect::<Vec<T>>());
    let point = |p: &[f64]| -> Result<Vec<f64>, Error> {
        // Far from the ends x + p0 x^3 = p1; Newton steps from there do the rest.
        let middle = (0..50).fold(0.5, |x, _| x - (x + p[0] * x.powi(3) - p[1]) / (1.0 + 3.0 * p[0] * x * x));
        Ok(vec![middle; n])
    };
    let x = root(r, point).sparse().polish(10);
    let (value, g) = x.gradient(objective!(|x, _| x[x.len() / 2]), &[1.0, 2.0]).unwrap();
    close(value, 1.0, 1e-12);
    close(g[1], 0.25, 1e-12);
    close(g[0], -0.25, 1e-12);
    let on_tape = gradient(|p| x.at(p).unwrap()[n / 2], &[1.0, 2.0]);
    all_close(&on_tape, &g, 1e-13);
}

#[test]
fn failures_say_what_to_do() {
    let cube = || equations!(|x, p| [x[0].powi(3) - p[0]]);
    let at = |value: f64| move |_: &[f64]| Ok::<_, String>(vec![value]);
    let said = |error: Error| error.to_string();
    let text = said(root(cube(), at(2.1)).at(&[8.0]).unwrap_err());
    assert!(text.contains("no solution") && text.contains("1.26"), "{text}");
    assert_eq!(root(cube(), at(2.0001)).polish(5).at(&[8.0]).unwrap(), [2.0]);
    let text = said(root(cube(), at(0.0)).at(&[0.0]).unwrap_err());
    assert!(text.contains("singular"), "{text}");
    let text = said(root(cube(), |_: &[f64]| Err::<Vec<f64>, _>("out of patience")).at(&[0.0]).unwrap_err());
    assert_eq!(text, "the solver failed: out of patience");
    let text = said(root(cube(), at(f64::NAN)).at(&[8.0]).unwrap_err());
    assert!(text.contains("the solution, number 0, is NaN"), "{text}");
    let text = said(root(cube(), at(1.0)).at(&[f64::INFINITY]).unwrap_err());
    assert!(text.contains("the parameters, number 0, is inf"), "{text}");
    let text = said(root(equations!(|x, p| [x[0].ln() - p[0]]), at(-1.0)).at(&[1.0]).unwrap_err());
    assert!(text.contains("the equations, number 0, is NaN"), "{text}");
    let two = |_: &[f64]| Ok::<_, String>(vec![2.0, 2.0]);
    let text = said(root(cube(), two).at(&[8.0]).unwrap_err());
    assert!(text.contains("one for each unknown: 1, where 2 are wanted"), "{text}");
    let text = said(fixed_point(cube(), two).at(&[8.0]).unwrap_err());
    assert!(text.contains("one for each unknown: 1, where 2 are wanted"), "{text}");
    let far = root(equations!(|x, _| [x[0] * x[0] + 1.0]), Newton::from(&[0.3]).limit(30));
    assert!(matches!(far.at(&[0.0]), Err(Error::Stuck { iterations: 1..30, .. })), "{:?}", far.at(&[0.0]));
    let diverges = fixed_point(equations!(|x, _| [2.0 * x[0] + 1.0]), Iteration::from(&[1.0]).limit(100));
    assert!(matches!(diverges.at(&[0.0]), Err(Error::NotConverged { .. })));
    let free = root(cube(), at(2.0)).matrix_free(Krylov::gmres(1e-12));
    assert_eq!(free.at(&[8.0]).unwrap(), [2.0]);
    let slow = root(ring!(), Newton::from(&[0.1; 10])).matrix_free(Krylov::gmres(1e-13).limit(2));
    assert!(matches!(slow.jvp(&[0.7, 0.3, 0.4], &[1.0, 0.0, 0.0]), Err(Error::NotConverged { what: "GMRES", .. })));
    // A recorded program could be asked for any order, at any point.
    let mut text = String::new();
    let _ = wengert::program::Program::record_at(&[8.0], |p| {
        text = root(cube(), at(2.0)).at(p).unwrap_err().to_string();
        vec![p[0]]
    });
    assert!(text.contains("differentiate with duals"), "{text}");
    // More parameters than data, and no data at all.
    for n in [0, 1] {
        let line = equations!(n: usize; |x, y| (0..n).map(|i| x[0] + x[1] * i as f64 - y[0]).collect::<Vec<T>>());
        let error = least_squares(line, GaussNewton::from(&[0.0, 0.0])).at(&[1.0]).unwrap_err();
        assert!(matches!(error, Error::Singular { size: 2, .. }), "{error}");
    }
    let nothing = root(equations!(|_, _| Vec::<T>::new()), |_: &[f64]| Ok::<_, String>(vec![]));
    assert!(nothing.at(&[1.0]).unwrap().is_empty());
}
