//! The crate xad-rs: a tape that is kept between calls, and forward lanes.

use std::hint::black_box;

use bench::data;
use bench::race::Race;
use xad_rs::{AReal, CopyableReal, JetK, Tape};

fn constant<R: CopyableReal<Passive = f64>>(c: f64) -> R {
    R::from(c)
}

fn value<R: CopyableReal<Passive = f64>>(x: R) -> f64 {
    x.value()
}

bench::programs!(pub(crate) [R: CopyableReal<Passive = f64> + std::ops::AddAssign + std::ops::MulAssign] R);

/// Gradient on a kept tape.
pub(crate) fn tape<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl Fn(&[AReal<f64>]) -> AReal<f64> + 'a) {
    let mut tape = Tape::new(true);
    race.add("xad-rs, tape", move |sink| {
        sink.slice(&xad_rs::compute_gradient_rev_with(&mut tape, black_box(x), &f).1);
    });
}

/// Gradient with one lane per input.
pub(crate) fn lanes<'a, const N: usize>(
    race: &mut Race<'a>,
    x: &'a [f64],
    f: impl Fn(&[JetK<f64, N>]) -> JetK<f64, N> + 'a,
) {
    race.add(format!("xad-rs, {N} lanes"), move |sink| {
        sink.slice(&xad_rs::compute_gradient_fwd_k(black_box(x), &f).1);
    });
}

/// Jacobian of the waves with two lanes.
pub(crate) fn jacobian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let mut y = vec![JetK::constant(0.0); data::WAVES];
    race.add("xad-rs, 2 lanes", move |sink| {
        let x = black_box(x);
        let p: [JetK<f64, 2>; 2] = std::array::from_fn(|i| JetK::new(x[i], std::array::from_fn(|k| f64::from(k == i))));
        waves(&p, &mut y);
        sink.with(&y, |y, out| y.iter().for_each(|y| out.extend(y.tangents)));
    });
}

/// Hessian of the Rosenbrock function: 8 lanes over a kept tape.
pub(crate) fn hessian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let mut tape = Tape::new(true);
    race.add("xad-rs, 8 lanes over tape", move |sink| {
        let hessian = xad_rs::compute_hessian_k_with::<8, _>(&mut tape, black_box(x), rosenbrock_of_jets);
        sink.with(&hessian, |hessian, out| out.extend(hessian.iter()));
    });
}

/// The Rosenbrock function again: a variable over jets has arithmetic with jets, not with `f64`.
fn rosenbrock_of_jets(x: &[AReal<JetK<f64, 8>>]) -> AReal<JetK<f64, 8>> {
    let (one, hundred) = (JetK::constant(1.0), JetK::constant(100.0));
    let mut sum = AReal::new(JetK::constant(0.0));
    for pair in x.windows(2) {
        let valley = pair[1] - pair[0] * pair[0];
        let slope = pair[0] - one;
        sum += valley * valley * hundred + slope * slope;
    }
    sum
}
