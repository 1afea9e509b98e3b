//! Operations on lists of numbers: one record on a tape, in every sweep.

use forward::Dual;
use reverse::{Linear, Tape, Var};
use rules::{ArrayRule, Functions, Number};

/// y_i = x_i^2 + sum of z, and a failure where some x is negative.
#[derive(Clone)]
struct Squares;

impl ArrayRule for Squares {
    type Error = &'static str;
    const ITERATES: bool = false;

    fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Self::Error> {
        if x[0].iter().any(|&x| x < 0.0) { Err("negative") } else { self.elementwise(x) }
    }
    fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Self::Error> {
        let sum = x[1].iter().copied().reduce(|a, b| a + b).ok_or("empty")?;
        Ok(x[0].iter().map(|&x| x * x + sum).collect())
    }
    fn push<T: Number>(&self, x: &[&[T]], _: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Self::Error> {
        let zero = T::constant(T::Scalar::default());
        let sum = dx[1].and_then(|d| d.iter().copied().reduce(|a, b| a + b)).unwrap_or(zero);
        Ok((0..x[0].len()).map(|i| sum + dx[0].map_or(zero, |d| (x[0][i] + x[0][i]) * d[i])).collect())
    }
    fn pull<T: Number>(
        &self,
        x: &[&[T]],
        _: &[T],
        w: &[T],
        wanted: &[bool],
    ) -> Result<Vec<Option<Vec<T>>>, Self::Error> {
        let sum = w.iter().copied().reduce(|a, b| a + b).ok_or("empty")?;
        let by_x = wanted[0].then(|| x[0].iter().zip(w).map(|(&x, &w)| (x + x) * w).collect());
        Ok(vec![by_x, wanted[1].then(|| vec![sum; x[1].len()])])
    }
}

fn squares<'t, T: Number>(x: &[Var<'t, T>], z: &[Var<'t, T>]) -> Vec<Var<'t, T>> {
    Var::apply_array(&Squares, &[x, z]).expect("positive numbers")
}

#[test]
fn one_record_among_scalars() {
    let tape = Tape::new();
    let x = tape.vars(&[1.0, 2.0]);
    // Derived, recorded and constant numbers in a list, and one of them twice.
    let list = [2.0 * x[0], x[0] * x[1], Var::fixed(5.0), x[1]];
    let y = squares(&list, &[x[0].exp(), x[0].exp()]);
    let z = squares(&y, &[x[1]]);
    let total = z[0] * y[1] + z[2] + z[3].sin();
    let f = |x: f64, v: f64| {
        let s = 2.0 * x.exp();
        let y = [4.0 * x * x + s, x * x * v * v + s, 25.0 + s, v * v + s];
        let z = y.map(|y| y * y + v);
        z[0] * y[1] + z[2] + z[3].sin()
    };
    assert!((total.inner() - f(1.0, 2.0)).abs() < 1e-12);
    let g = total.grad();
    let h = 1e-5;
    let by_x = (f(1.0 + h, 2.0) - f(1.0 - h, 2.0)) / (2.0 * h);
    let by_v = (f(1.0, 2.0 + h) - f(1.0, 2.0 - h)) / (2.0 * h);
    assert!((g.wrt(x[0]) - by_x).abs() < 1e-4 && (g.wrt(x[1]) - by_v).abs() < 1e-4, "{by_x} {by_v}");
    // The adjoints of outputs are there too.
    assert_eq!(g.wrt(z[2]), 1.0);
}

#[test]
fn nothing_is_recorded_of_constants_and_of_failures() {
    let tape = Tape::new();
    let x = tape.var(-1.0);
    assert_eq!(Var::apply_array(&Squares, &[&[x], &[x]]).err(), Some("negative"));
    let constant = Var::<f64>::fixed(3.0);
    assert_eq!(squares(&[constant], &[constant])[0].inner(), 12.0);
    assert_eq!(tape.statistics().statements, 0);
}

#[test]
fn a_tape_is_used_again() {
    let mut tape = Tape::new();
    for k in 1..4 {
        {
            let x = tape.var(f64::from(k));
            let y = squares(&[x], &[x]);
            assert_eq!(y[0].grad().wrt(x), 2.0 * f64::from(k) + 1.0);
        }
        tape.clear();
    }
}

#[test]
fn what_is_not_reached_stays_out_of_it() {
    let tape = Tape::new();
    let x = tape.vars(&[1.0, 0.0]);
    let y = squares(&[x[0]], &[x[0]]);
    // An infinite partial of what the output does not depend on.
    let _infinite = x[1].sqrt() * y[0];
    let z = squares(&[x[1]], &[x[1]]);
    let _unused = z[0] * y[0];
    let g = (y[0] * 2.0 + x[1]).reach();
    assert_eq!((g.wrt(x[0]), g.wrt(x[1])), (6.0, 1.0));
    assert!(g.reaches(x[0]) && !g.reaches(z[0]));
    let infinite = squares(&[x[0]], &[x[1].sqrt()]);
    let g = (infinite[0] + y[0]).grad();
    assert_eq!((g.wrt(x[0]), g.wrt(x[1])), (2.0 + 3.0, f64::INFINITY));
}

#[test]
fn linear_maps_push_and_pull() {
    let (y, map) = Linear::record(&[1.0, 2.0], |x| {
        let y = squares(&[x[0] * x[1], x[1]], &[3.0 * x[0]]);
        vec![y[0] + x[0], y[1] * y[0], x[1]]
    });
    assert_eq!(y, [8.0, 49.0, 2.0]);
    assert_eq!(map.push(&[1.0, 0.0]), [8.0 + 3.0 + 1.0, 7.0 * 11.0 + 7.0 * 3.0, 0.0]);
    assert_eq!(map.pull(&[1.0, 0.0, 10.0]), [12.0, 4.0 + 10.0]);
    // A seed of zero reaches nothing, also where a partial is infinite.
    let (_, map) = Linear::record(&[0.0, 2.0], |x| squares(&[x[0].sqrt()], &[x[1]]));
    assert_eq!(map.push(&[0.0, 1.0]), [1.0]);
}

#[test]
fn blocks_and_local_tapes_have_them() {
    let tape = Tape::new();
    let (a, b) = (tape.var(2.0), tape.var(3.0));
    let [z] = tape.preaccumulate([a, b], |[a, b]| [squares(&[a * b], &[b])[0]]);
    assert_eq!(tape.statistics().statements, 1);
    let g = z.grad();
    assert_eq!((g.wrt(a), g.wrt(b)), (36.0, 25.0));
}

#[test]
fn a_tape_with_a_limit_records_them_piece_by_piece() {
    let tape = Tape::with_limit(1 << 16);
    let (x, z) = (tape.var(2.0), tape.var(3.0));
    let y = squares(&[x], &[z, x]);
    assert_eq!(y[0].try_grad(&[x, z]).expect("memory is enough"), [5.0, 1.0]);
}

#[test]
fn second_derivatives() {
    let tape = Tape::<Dual>::default();
    let x = tape.var(Dual::variable(3.0));
    let y = squares(&[x], &[x * x]);
    assert_eq!(y[0].grad().wrt(x).tangent, 4.0);
}

#[test]
#[should_panic(expected = "two recordings")]
fn two_tapes_do_not_mix() {
    let (one, other) = (Tape::new(), Tape::new());
    squares(&[one.var(1.0)], &[other.var(1.0)]);
}

#[test]
fn a_long_chain_of_records() {
    let tape = Tape::new();
    let x = tape.var(1.0);
    let zero = Var::fixed(0.0);
    let y = (0..10_000).fold(x, |y, _| squares(&[(0.5 * y).sqrt() * 1.0], &[zero, y * 0.5])[0]);
    assert!((y.inner() - 1.0).abs() < 1e-9);
    assert!((y.grad().wrt(x) - 1.0).abs() < 1e-9);
}

/// y = x z of two lists, in memory of the tape's, and nothing where an x is negative.
#[derive(Clone)]
struct Products;

impl ArrayRule for Products {
    type Error = &'static str;
    const ITERATES: bool = false;

    fn outputs(&self) -> Option<usize> {
        Some(2)
    }
    fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Self::Error> {
        self.elementwise(x)
    }
    fn evaluate_into(&self, x: &[&[f64]], out: &mut [f64], add: bool) -> Result<(), Self::Error> {
        assert!(!add && out == [0.0; 2]);
        out[0] = f64::NAN;
        if x[0][0] < 0.0 {
            return Err("negative");
        }
        out.iter_mut().zip(x[0].iter().zip(x[1])).for_each(|(out, (x, z))| *out = x * z);
        Ok(())
    }
    fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Self::Error> {
        Ok(x[0].iter().zip(x[1]).map(|(&x, &z)| x * z).collect())
    }
    fn push<T: Number>(&self, _: &[&[T]], _: &[T], _: &[Option<&[T]>]) -> Result<Vec<T>, Self::Error> {
        Err("not asked for")
    }
    fn pull<T: Number>(
        &self,
        x: &[&[T]],
        _: &[T],
        w: &[T],
        wanted: &[bool],
    ) -> Result<Vec<Option<Vec<T>>>, Self::Error> {
        if x[0][0].known() == x[0][1].known() {
            return Err("equal");
        }
        let by = |k: usize| wanted[k].then(|| x[1 - k].iter().zip(w).map(|(&x, &w)| x * w).collect());
        Ok(vec![by(0), by(1)])
    }
}

#[test]
fn adjoints_are_added_where_they_stand() {
    let tape = Tape::new();
    let x = tape.vars(&[2.0, 3.0, 5.0, 7.0]);
    let two = Var::fixed(2.0);
    let products = |a: &[Var<'_>], b: &[Var<'_>]| {
        let y = Var::apply_array(&Products, &[a, b]).expect("positive numbers");
        tape.adjoints(&[(y[0], 1.0), (y[1], 10.0)])
    };
    let by_x = |g: reverse::Adjoints<f64>| x.clone().iter().map(|&x| g.wrt(x)).collect::<Vec<_>>();
    // Rows in either order, one that overlaps another, twice the same, from all over, constants.
    assert_eq!(by_x(products(&x[..2], &x[2..])), [5.0, 70.0, 2.0, 30.0]);
    assert_eq!(by_x(products(&x[2..], &x[..2])), [5.0, 70.0, 2.0, 30.0]);
    assert_eq!(by_x(products(&x[..2], &x[1..3])), [3.0, 50.0 + 2.0, 30.0, 0.0]);
    assert_eq!(by_x(products(&x[..2], &x[..2])), [4.0, 60.0, 0.0, 0.0]);
    assert_eq!(by_x(products(&[x[3], 3.0 * x[0]], &x[..2])), [7.0 + 90.0, 60.0, 0.0, 2.0]);
    assert_eq!(by_x(products(&[two, x[1]], &[x[1], two])), [0.0, 2.0 + 20.0, 0.0, 0.0]);
}

#[test]
fn what_fails_leaves_nothing_on_the_tape() {
    let tape = Tape::new();
    let x = tape.vars(&[-1.0, 3.0]);
    assert_eq!(Var::apply_array(&Products, &[&x, &x]).err(), Some("negative"));
    let z = tape.vars(&[4.0, 4.0, 6.0]);
    let y = Var::apply_array(&Products, &[&z[..2], &[z[2], x[1]]]).expect("positive numbers");
    assert_eq!((y[0].inner(), y[1].inner()), (24.0, 12.0));
    // No derivative where the first two are equal: of what it takes, whether it stands in a row or not.
    let g = y[0].grad();
    assert!(g.wrt(z[0]).is_nan() && g.wrt(z[1]).is_nan() && g.wrt(z[2]).is_nan() && g.wrt(x[1]).is_nan());
    assert_eq!((g.wrt(x[0]), tape.refusal()), (0.0, Some("equal")));
}
