//! Values and gradients of functions of lists, against the functions themselves.

/// Holds functions of two numbers, each at all of these points.
macro_rules! held_at {
    ($points:expr; $($f:ident)*) => {
        for x in $points {
            $(crate::held(
                |x| $f(x[0], x[1]),
                |x| {
                    let (value, (a, b)) = $f::value_and_gradient(x[0], x[1]);
                    (value, vec![a, b])
                },
                &x,
            );)*
        }
    };
}

/// Holds a value and a gradient against the function itself.
#[track_caller]
pub(crate) fn held(f: impl Fn(&[f64]) -> f64, derived: impl Fn(&[f64]) -> (f64, Vec<f64>), x: &[f64]) {
    let (value, gradient) = derived(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    for (k, g) in gradient.into_iter().enumerate() {
        let along = |v| f(&[&x[..k], &[v], &x[k + 1..]].concat());
        let d = slope(along, x[k]);
        assert!((d - g).abs() <= 1e-8 * (1.0 + d.abs()), "derivative {k}: {g}, by differences {d}");
    }
}

/// The derivative by central differences of fourth order.
pub(crate) fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

/// The same by each variable.
pub(crate) fn slopes(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let one = |i: usize| {
        let along = |v: f64| f(&[&x[..i], &[v], &x[i + 1..]].concat());
        slope(along, x[i])
    };
    (0..x.len()).map(one).collect()
}

#[track_caller]
pub(crate) fn all_near(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).for_each(|(a, b)| near(*a, *b));
}

#[track_caller]
pub(crate) fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{a} {b}");
}
