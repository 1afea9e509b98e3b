//! Lists of duals that are taken apart into lists of `f64`.

use forward::Dual;
use rules::{Number, Planes};

/// Numbers of all depths come out of planes as they went in, with what reaches them.
#[test]
fn there_and_back() {
    type Second = Dual<Dual<f64, [f64; 2]>>;
    assert_eq!((Second::PLANES, Dual::<f64, [f64; 64]>::PLANES, Dual::<f32>::PLANES), (6, 0, 0));
    let inner = |k: f64, lane| Dual::<f64, [f64; 2]>::lane(k, lane);
    let x: Vec<Second> = (0..300)
        .map(|k| match k % 3 {
            0 => Dual::fixed(inner(k.into(), 0)),
            1 => Dual::seeded(Dual::fixed(k.into()), inner(2.0, 1)),
            _ => Dual::fixed(Dual::fixed(k.into())),
        })
        .collect();
    let planes = Planes::of(x.iter().copied());
    // Nothing has a second lane in its value, or a first one in its tangent.
    assert_eq!([0, 1, 2, 3, 4, 5].map(|k| planes.plane(k).is_some()), [true, true, false, true, false, true]);
    for (x, y) in x.iter().zip(planes.to_vec()) {
        assert_eq!((x.value.value, x.value.tangent), (y.value.value, y.value.tangent));
        assert_eq!((x.tangent.value, x.tangent.tangent), (y.tangent.value, y.tangent.tangent));
        // What is reached is so in all numbers.
        assert!(y.is_active() && y.value.is_active());
    }
}
