//! The operators against closed forms, and their shapes.

use wengert::prelude::*;
use wengert::{
    Dual, Mode, par_gradient, par_gradient_into, par_sum_into, value_and_hvp_into, value_and_jacobian_forward,
    value_and_jacobian_forward_into, value_and_jacobian_into, value_and_par_gradient, value_and_par_gradient_into,
};

fn close(got: f64, want: f64) {
    assert!((got - want).abs() <= 4.0 * f64::EPSILON * want.abs(), "{got} for {want}");
}

#[test]
fn first_principles() {
    let (z, g) = value_and_gradient(|x| x[0] * x[1] + x[0].sin(), &[0.5, 4.2]);
    assert_eq!((z, g), (2.579425538604203, vec![5.077582561890373, 0.5]));
    let (y, j) = value_and_jacobian_forward(|x| vec![2.0 * x[0] + x[0].sin(), 4.0 * x[0] + x[0].cos()], &[0.5]);
    assert_eq!(y, [1.0 + 0.5f64.sin(), 2.0 + 0.5f64.cos()]);
    assert_eq!(j.as_slice(), [2.0 + 0.5f64.cos(), 4.0 - 0.5f64.sin()]);
}

#[test]
fn jacobians_and_their_products() {
    let (x, v) = ([2.0, 3.0], [1.0, 2.0]);
    let (y, dy) = jvp(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &x, &v);
    close(y[1], 2.0f64.sin() + 9.0);
    assert_eq!(dy[0], 7.0);
    close(dy[1], 2.0f64.cos() + 12.0);
    let reverse = jacobian(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &x);
    let forward = jacobian_forward(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &x);
    assert_eq!(reverse, forward);
    let (mut y, mut j) = ([0.0; 2], [0.0; 4]);
    value_and_jacobian_into(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &x, &mut y, &mut j);
    assert_eq!((y[0], &j[..]), (6.0, reverse.as_slice()));
    let (_, map) = linearize(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &x);
    assert_eq!(map.push(&v), dy);
    let (_, pullback) = vjp(|x| vec![x[0] * x[1], x[0].sin() + x[1] * x[1]], &x);
    assert_eq!(pullback(&[1.0, 0.0]), reverse.row(0));
    assert_eq!(pullback(&[0.0, 1.0]), reverse.row(1));
}

#[test]
fn second_derivatives() {
    let second = derivative(|x| derivative(|x| x.powi(3) + x.sin(), x), 2.0);
    close(second, 12.0 - 2.0f64.sin());
    let (y, g, h) = value_and_hessian(|x| x[0] * x[1] + x[0].sin(), &[2.0, 3.0]);
    close(y, 6.909297426825682);
    close(g[0], 2.583853163452858);
    close(h[(0, 0)], -2.0f64.sin());
    assert_eq!((g[1], h[(0, 1)], h[(1, 0)], h[(1, 1)]), (2.0, 1.0, 1.0, 0.0));
    let (mut g, mut hv) = ([0.0; 2], [0.0; 2]);
    value_and_hvp_into(|x| x[0] * x[1] + x[0].sin(), &[2.0, 3.0], &[1.0, 1.0], &mut g, &mut hv);
    close(hv[0], 1.0 - 2.0f64.sin());
    assert_eq!(hv[1], 1.0);
}

#[test]
fn more_columns_than_lanes() {
    let n = 23;
    let x: Vec<f64> = (0..n).map(|i| 1.0 + i as f64 / 10.0).collect();
    let forward = jacobian_forward(|x| (0..n).map(|i| x[i] * x[(i + 1) % n]).collect(), &x);
    let reverse = jacobian(|x| (0..n).map(|i| x[i] * x[(i + 1) % n]).collect(), &x);
    assert_eq!(forward, reverse);
    for i in 0..n {
        for j in 0..n {
            let want = if j == i {
                x[(i + 1) % n]
            } else if j == (i + 1) % n {
                x[i]
            } else {
                0.0
            };
            assert_eq!(forward[(i, j)], want);
        }
    }
    let (mut y, mut j) = (vec![0.0; n], vec![0.0; n * n]);
    value_and_jacobian_forward_into(|x| (0..n).map(|i| x[i] * x[(i + 1) % n]).collect(), &x, &mut y, &mut j);
    assert_eq!((y[n - 1], &j[..]), (x[n - 1] * x[0], forward.as_slice()));
    let h = hessian(|x| (0..n).map(|i| x[i] * x[(i + 1) % n] * x[i]).sum(), &x);
    for i in 0..n {
        for j in 0..n {
            assert_eq!(h[(i, j)], h[(j, i)]);
        }
        assert_eq!(h[(i, i)], 2.0 * x[(i + 1) % n]);
    }
}

#[test]
fn nothing_in_nothing_out() {
    let (y, g) = value_and_gradient(|_| 3.0.into(), &[]);
    assert_eq!((y, g), (3.0, vec![]));
    let (y, g) = value_and_gradient(|_| 3.0.into(), &[1.0, 2.0]);
    assert_eq!((y, g), (3.0, vec![0.0, 0.0]));
    assert_eq!(gradient(|x| x[0], &[1.0, 2.0]), [1.0, 0.0]);
    assert_eq!(derivative(|_| 3.0.into(), 1.0), 0.0);
    for j in [jacobian(|_| vec![], &[1.0, 2.0]), jacobian_forward(|_| vec![], &[1.0, 2.0])] {
        assert_eq!((j.rows(), j.columns()), (0, 2));
    }
    for j in [jacobian(|_| vec![2.0.into()], &[0.0; 0]), jacobian_forward(|_| vec![2.0.into()], &[0.0; 0])] {
        assert_eq!((j.rows(), j.columns()), (1, 0));
    }
    let (y, g, h) = value_and_hessian(|_| 2.0.into(), &[]);
    assert_eq!((y, g.len(), h.rows()), (2.0, 0, 0));
    assert_eq!(hvp(|_| 2.0.into(), &[1.0], &[1.0]), [0.0]);
    let (y, pullback) = vjp(|_| vec![], &[1.0]);
    assert_eq!((y.len(), pullback(&[])), (0, vec![0.0]));
}

#[test]
fn structure_beats_infinity() {
    assert_eq!(gradient(|x| x[0].sqrt() + x[1], &[0.0, 1.0]), [f64::INFINITY, 1.0]);
    let (_, dy) = jvp(|x| vec![x[0].sqrt() + x[1]], &[0.0, 1.0], &[0.0, 1.0]);
    assert_eq!(dy, [1.0]);
    let j = jacobian_forward(|x| vec![x[0].sqrt() + x[1], x[1]], &[0.0, 1.0]);
    assert_eq!(j.as_slice(), [f64::INFINITY, 1.0, 0.0, 1.0]);
    assert_eq!(jacobian(|x| vec![x[0].sqrt() + x[1], x[1]], &[0.0, 1.0]), j);
    let (_, map) = linearize(|x| vec![x[0].sqrt() + x[1], x[1] * x[1]], &[0.0, 1.0]);
    assert_eq!(map.push(&[0.0, 1.0]), [1.0, 2.0]);
    assert_eq!(map.pull(&[0.0, 1.0]), [0.0, 2.0]);
    let g = gradient(|x| select(gt(x[0], 1.0.into()), x[0].ln().sqrt(), x[0] * 3.0), &[0.5]);
    assert_eq!(g, [3.0]);
}

/// The square root of the first input, plus the squares of the others.
struct Edge;

impl Function for Edge {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        x[1..].iter().fold(x[0].sqrt(), |sum, &x| sum + x * x)
    }
}

#[test]
fn structure_beats_infinity_in_functions_of_any_size() {
    for n in (1..=18).chain([30]) {
        let (mut x, mut want, mut along) = (vec![0.5; n], vec![1.0; n], vec![1.0; n]);
        (x[0], want[0], along[0]) = (0.0, f64::INFINITY, 0.0);
        assert_eq!(Edge.gradient(&x), want);
        assert_eq!(Edge.jacobian(&x).as_slice(), want);
        assert_eq!(Edge.jvp(&x, &along), (vec![Edge.value(&x)[0]], vec![n as f64 - 1.0]));
        let (value, gradient, hessian) = Edge.value_and_hessian(&x);
        assert_eq!((value, &gradient), (Edge.value(&x)[0], &want));
        for (k, &entry) in hessian.as_slice().iter().enumerate() {
            let own = if k == 0 { f64::NEG_INFINITY } else { 2.0 };
            assert_eq!(entry, if k % (n + 1) == 0 { own } else { 0.0 }, "entry {k} of {n} inputs");
        }
        let product: Vec<f64> = along.iter().map(|v| 2.0 * v).collect();
        assert_eq!(Edge.value_and_hvp(&x, &along), (value, gradient, product));
    }
}

struct Spiral {
    outputs: usize,
}

impl Function for Spiral {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let radius = x.iter().map(|&x| x * x).sum::<T>().sqrt();
        (0..self.outputs).map(|i| (radius * (i + 1) as f64).sin() * x[i % x.len()]).collect()
    }
}

#[test]
fn a_function_gives_the_same_by_every_mode() {
    for (n, m) in [(1, 1), (2, 40), (40, 2), (9, 9), (3, 1)] {
        let f = Spiral { outputs: m };
        let x: Vec<f64> = (0..n).map(|i| 0.3 + 0.1 * i as f64).collect();
        let (y, forward) = f.value_and_jacobian(Mode::Forward, &x);
        let (z, reverse) = f.value_and_jacobian(Mode::Reverse, &x);
        assert_eq!((&y, forward.rows(), forward.columns()), (&z, m, n));
        for (a, b) in forward.as_slice().iter().zip(reverse.as_slice()) {
            assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()));
        }
        let auto = f.jacobian(&x);
        assert!(auto == forward || auto == reverse);
        for (mode, wanted) in [(Mode::Forward, &forward), (Mode::Reverse, &reverse), (Mode::Auto, &auto)] {
            let (mut room, mut rows) = (vec![f64::NAN; m], vec![f64::NAN; m * n]);
            f.value_and_jacobian_into(mode, &x, &mut room, &mut rows);
            assert_eq!((&room, rows.as_slice()), (&y, wanted.as_slice()));
        }
        if m == 1 {
            let (y, g, h) = f.value_and_hessian(&x);
            let (z, k, hv) = f.value_and_hvp(&x, &vec![1.0; n]);
            assert_eq!((y, &g), (z, &k));
            for (i, hv) in hv.iter().enumerate() {
                assert!((h.row(i).iter().sum::<f64>() - hv).abs() < 1e-13);
            }
        }
        let (_, w) = f.vjp(&x, &vec![1.0; m]);
        let (_, v) = f.jvp(&x, &vec![1.0; n]);
        assert!((w.iter().sum::<f64>() - v.iter().sum::<f64>()).abs() < 1e-10);
    }
}

#[test]
#[should_panic(expected = "gradient wants one output, the function gave 3: use jacobian")]
fn a_gradient_of_three_outputs_says_what_to_use() {
    Spiral { outputs: 3 }.gradient(&[1.0, 2.0]);
}

#[test]
#[should_panic(expected = "room for values has length 2, but there are 3 outputs")]
fn room_for_too_few_outputs_is_named() {
    Spiral { outputs: 3 }.value_and_jacobian_into(Mode::Auto, &[1.0, 2.0], &mut [0.0; 2], &mut [0.0; 4]);
}

#[test]
#[should_panic(expected = "room for the Jacobian has length 5, but there are 6 entries")]
fn room_for_another_jacobian_is_named() {
    Spiral { outputs: 3 }.value_and_jacobian_into(Mode::Auto, &[1.0, 2.0], &mut [0.0; 3], &mut [0.0; 5]);
}

/// An infinite partial that meets the zero of a lane: the run on lanes is made again, with the structure.
#[test]
fn a_jacobian_in_given_room_follows_the_structure() {
    let f = wengert::function!(|x| -> Vec<T> { vec![(x[0] - x[0] + x[1] * 0.0).sqrt() * x[2], x[2] * x[2]] });
    let x = [1.0, 2.0, 3.0];
    let (y, j) = f.value_and_jacobian(Mode::Forward, &x);
    let (mut room, mut rows) = ([0.0; 2], [0.0; 6]);
    f.value_and_jacobian_into(Mode::Forward, &x, &mut room, &mut rows);
    assert_eq!(room.to_vec(), y);
    let bits = |rows: &[f64]| rows.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&rows), bits(j.as_slice()));
}

#[test]
#[should_panic(expected = "the direction has length 1, but there are 2 inputs")]
fn a_direction_of_another_length_is_named() {
    jvp(|x| vec![x[0]], &[1.0, 2.0], &[1.0]);
}

#[test]
fn a_panic_inside_a_closure_leaves_the_pool_usable() {
    let caught = std::panic::catch_unwind(|| gradient(|x| if x[0] > 0.0 { panic!("inside") } else { x[0] }, &[1.0]));
    assert!(caught.is_err());
    let caught = std::panic::catch_unwind(|| Spiral { outputs: 3 }.gradient(&[1.0]));
    assert!(caught.is_err());
    assert_eq!(gradient(|x| x[0] * x[0], &[3.0]), [6.0]);
    assert_eq!(Spiral { outputs: 1 }.gradient(&[0.0]).len(), 1);
}

#[test]
fn threads_have_pools_of_their_own() {
    let f = |k: f64| std::thread::spawn(move || Spiral { outputs: 1 }.gradient(&[k, 1.0]));
    let threads: Vec<_> = (1..5).map(|k| f(f64::from(k))).collect();
    for (k, t) in (1..).zip(threads) {
        assert_eq!(t.join().unwrap(), Spiral { outputs: 1 }.gradient(&[f64::from(k), 1.0]));
    }
}

/// A term of a sum: some work for every sample, more for some of them.
fn misfit<T: Real>(&(t, y): &(f64, f64), p: &[T]) -> T {
    let steps = if y < -0.9999 { 9000 } else { 3 };
    let height = (0..steps).fold(p[0], |h, _| h + 0.01 * (p[1] * t - h * p[2]));
    (height - y).powi(2)
}

fn measurements(n: usize) -> Vec<(f64, f64)> {
    (0..n).map(|i| (i as f64 / 10.0, (i as f64).sin())).collect()
}

#[test]
fn sums_over_samples_by_any_number_of_threads() {
    let p = [0.5, -0.25, 0.125];
    for n in [0, 1, 2, 256, 700] {
        let samples = measurements(n);
        let mut want = (0.0, [0.0; 3]);
        for sample in &samples {
            let (y, g) = value_and_gradient(|p| misfit(sample, p), &p);
            want.0 += y;
            (0..3).for_each(|i| want.1[i] += g[i]);
        }
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| value_and_par_gradient(|s, p| misfit(s, p), &samples, &p))
        };
        let got = run(1);
        let error = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs();
        assert!(error(got.0, want.0) && got.1.iter().zip(want.1).all(|(&a, b)| error(a, b)), "{n}: {got:?} {want:?}");
        for threads in [2, 3, 8] {
            let again = run(threads);
            assert_eq!(again.0.to_bits(), got.0.to_bits());
            assert!(again.1.iter().zip(&got.1).all(|(a, b)| a.to_bits() == b.to_bits()), "{n} by {threads}");
        }
        let mut g = [f64::NAN; 3];
        assert_eq!(value_and_par_gradient_into(|s, p| misfit(s, p), &samples, &p, &mut g), got.0);
        assert_eq!(g, got.1[..]);
    }
}

#[test]
fn sums_over_samples_of_other_derivatives() {
    struct Misfit<'a>(&'a (f64, f64));
    impl Function for Misfit<'_> {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, p: &[T]) -> T {
            misfit(self.0, p)
        }
    }
    let (p, samples) = ([0.5, -0.25, 0.125], measurements(1000));
    let mut g = [f64::NAN; 3];
    let y = par_sum_into(|s, g| Misfit(s).value_and_gradient_into(&p, g), &samples, &mut g);
    let (z, h) = value_and_par_gradient(|s, p| misfit(s, p), &samples, &p);
    assert!((y / z - 1.0).abs() < 1e-13 && g.iter().zip(&h).all(|(a, b)| (a / b - 1.0).abs() < 1e-12));

    // Second order, and sums inside sums.
    let duals = [Dual::seeded(0.5, 1.0), Dual::seeded(-0.25, 0.0), Dual::seeded(0.125, 0.0)];
    let columns = par_gradient(|s, p| misfit(s, p), &samples[..20], &duals);
    let hessian = hessian(|p| samples[..20].iter().map(|s| misfit(s, p)).sum(), &p);
    assert!((0..3).all(|i| (columns[i].tangent / hessian[(i, 0)] - 1.0).abs() < 1e-12));
    let inner = |k: &usize| par_gradient(|s, p| misfit(s, p), &samples[..*k], &p)[0];
    let mut outer = [0.0];
    par_gradient_into(|k, c| c[0] * inner(k), &[100, 200, 100], &[1.0], &mut outer);
    assert_eq!(outer[0], inner(&100) + inner(&200) + inner(&100));
}

#[test]
fn samples_that_do_not_reach_an_input_add_nothing_to_it() {
    let g = par_gradient(|&i, x: &[_]| x[i].sqrt() * if i == 0 { f64::INFINITY } else { 1.0 }, &[0, 1, 1], &[0.0, 4.0]);
    assert_eq!((g[0], g[1]), (f64::INFINITY, 0.5));
}

#[test]
#[should_panic(expected = "the gradient has length 1, but there are 2 inputs")]
fn a_gradient_of_samples_of_another_length() {
    par_gradient_into(|s, x| x[0] * *s, &[1.0], &[1.0, 2.0], &mut [0.0]);
}
