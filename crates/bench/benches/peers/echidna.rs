//! The crate echidna: a tape made per call, a recorded program replayed, and forward lanes.

use std::hint::black_box;

use bench::data;
use bench::race::Race;
use echidna::{BReverse, DualVec, Reverse};

/// The programs on the variables of echidna's tape.
pub(crate) mod reverse {
    use echidna::{Reverse, Scalar as _};
    use num_traits::Float as _;

    fn constant(c: f64) -> Reverse<f64> {
        Reverse::constant(c)
    }

    fn value(x: Reverse<f64>) -> f64 {
        x.value()
    }

    bench::programs!(pub(crate) [] Reverse<f64>);
}

/// The programs on the variables of echidna's recordings.
pub(crate) mod recorded {
    use echidna::{BReverse, Scalar as _};
    use num_traits::Float as _;

    fn constant(c: f64) -> BReverse<f64> {
        BReverse::constant(c)
    }

    fn value(x: BReverse<f64>) -> f64 {
        x.value()
    }

    bench::programs!(pub(crate) [] BReverse<f64>);
}

/// The programs on dual numbers with `N` lanes.
pub(crate) mod forward {
    use echidna::DualVec;

    fn constant<const N: usize>(c: f64) -> DualVec<f64, N> {
        DualVec::constant(c)
    }

    fn value<const N: usize>(x: DualVec<f64, N>) -> f64 {
        x.re
    }

    bench::programs!(pub(crate) [const N: usize] DualVec<f64, N>);
}

/// Gradient by `echidna::grad`, which takes its tape from a pool.
pub(crate) fn tape<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl Fn(&[Reverse<f64>]) -> Reverse<f64> + 'a) {
    race.add("echidna, tape", move |sink| sink.slice(&echidna::grad(&f, black_box(x))));
}

/// Gradient by a program recorded beforehand; `f` is recorded once.
pub(crate) fn replay<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl Fn(&[BReverse<f64>]) -> BReverse<f64> + 'a) {
    let (mut program, _) = echidna::record(f, x);
    let mut adjoints = Vec::new();
    race.add("echidna, replay", move |sink| {
        sink.slice(&program.gradient_with_buf(black_box(x), &mut adjoints));
    });
}

/// The derivatives by the first `N` inputs, a lane for each.
pub(crate) fn lanes<'a, const N: usize>(
    race: &mut Race<'a>,
    x: &'a [f64],
    f: impl Fn(&[DualVec<f64, N>]) -> DualVec<f64, N> + 'a,
) {
    let mut duals = vec![DualVec::constant(0.0); x.len()];
    race.add(format!("echidna, {N} lanes"), move |sink| {
        seed(black_box(x), &mut duals);
        sink.slice(&f(&duals).eps)
    });
}

fn seed<const N: usize>(x: &[f64], duals: &mut [DualVec<f64, N>]) {
    for (i, (dual, &x)) in duals.iter_mut().zip(x).enumerate() {
        *dual = if i < N { DualVec::with_tangent(x, i) } else { DualVec::constant(x) };
    }
}

/// Jacobian of the waves with two lanes.
pub(crate) fn jacobian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let mut y = vec![DualVec::constant(0.0); data::WAVES];
    let mut duals = [DualVec::constant(0.0); 2];
    race.add("echidna, 2 lanes", move |sink| {
        seed::<2>(black_box(x), &mut duals);
        forward::waves(&duals, &mut y);
        sink.with(&y, |y, out| y.iter().for_each(|y| out.extend(y.eps)));
    });
}

/// Hessian of the Rosenbrock function on a recording: dense in batches of 8 lanes, and sparse with the
/// pattern and its colours found on every call.
pub(crate) fn hessian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let record = || echidna::record(recorded::rosenbrock, x).0;
    let (program, sparse_program) = (record(), record());
    race.add("echidna, 8 lanes over replay", move |sink| {
        let (_, _, hessian) = program.hessian_vec::<8>(black_box(x));
        sink.with(&hessian, |rows, out| rows.iter().for_each(|row| out.extend(row)));
    });
    race.add("echidna, sparse", move |sink| {
        let result = sparse_program.sparse_hessian(black_box(x));
        sink.with(&result, |(_, gradient, pattern, values), out| {
            let n = gradient.len();
            out.resize(n * n, 0.0);
            for ((&i, &j), &value) in pattern.rows.iter().zip(&pattern.cols).zip(values) {
                out[i as usize * n + j as usize] = value;
                out[j as usize * n + i as usize] = value;
            }
        });
    });
}
