//! The crate num-dual: forward mode with static lanes, or one input after the other.

use std::hint::black_box;

use bench::data;
use bench::race::Race;
use nalgebra::{DVector, SVector};
use num_dual::{Dual64, DualNum, DualSVec64, Gradients, HyperDual64};

fn constant<D: DualNum<Primitive = f64>>(c: f64) -> D {
    D::from(c)
}

fn value<D: DualNum<Primitive = f64>>(x: D) -> f64 {
    x.re()
}

bench::programs!(pub(crate) [D: DualNum<Primitive = f64> + Copy] D);

/// Gradient with one lane per input.
pub(crate) fn lanes<'a, const N: usize>(
    race: &mut Race<'a>,
    x: &'a [f64],
    f: impl Fn(&[DualSVec64<N>]) -> DualSVec64<N> + 'a,
) {
    let x = SVector::<f64, N>::from_column_slice(x);
    race.add(format!("num-dual, {N} lanes"), move |sink| {
        let (_, gradient) = num_dual::gradient(|x: SVector<DualSVec64<N>, N>| f(x.as_slice()), black_box(&x));
        sink.slice(gradient.as_slice());
    });
}

/// Gradient of a function of many inputs: the crate's `Gradients` runs it once per input.
pub(crate) fn one_by_one<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl Fn(&[Dual64]) -> Dual64 + 'a) {
    let x = DVector::from_column_slice(x);
    race.add("num-dual, input by input", move |sink| {
        let (_, gradient) = Gradients::gradient(|x: DVector<Dual64>, _: &Dual64| f(x.as_slice()), black_box(&x), &0.0);
        sink.slice(gradient.as_slice());
    });
}

/// Jacobian of the waves with two lanes.
pub(crate) fn jacobian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let x = SVector::<f64, 2>::from_column_slice(x);
    race.add("num-dual, 2 lanes", move |sink| {
        let (_, jacobian) = num_dual::jacobian(
            |x: SVector<DualSVec64<2>, 2>| {
                let mut y = DVector::from_element(data::WAVES, DualSVec64::from(0.0));
                waves(x.as_slice(), y.as_mut_slice());
                y
            },
            black_box(&x),
        );
        sink.with(&jacobian, |jacobian, out| jacobian.row_iter().for_each(|row| out.extend(row.iter())));
    });
}

/// Hessian of the Rosenbrock function by the crate's `Gradients`: pair of inputs by pair of inputs.
pub(crate) fn hessian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let x = DVector::from_column_slice(x);
    race.add("num-dual, pair by pair", move |sink| {
        let (_, _, hessian) = Gradients::hessian(
            |x: DVector<HyperDual64>, _: &HyperDual64| rosenbrock(x.as_slice()),
            black_box(&x),
            &0.0,
        );
        sink.slice(hessian.as_slice());
    });
}
