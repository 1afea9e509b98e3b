//! Tangent programs as they are printed are programs, and right: `show` of wengert-adjoint writes them.

#[path = "tangent_programs/functions.rs"]
#[expect(clippy::let_and_return, reason = "as a person writes them")]
mod functions;

/// What is printed, as it is printed.
#[rustfmt::skip]
#[allow(unused, unreachable_pub, clippy::all, reason = "as it is printed")]
mod tangents {
    use wengert::functions::*;
    use wengert::{Differentiable, Real};
    type Point<T> = <super::functions::Point as Differentiable<f64>>::Over<T>;
    include!("tangent_programs/tangents.rs");
}

use functions::{Point, branches, calls, energy, misfit, product, root, smooth};

#[track_caller]
fn same(a: (f64, f64), b: (f64, f64)) {
    let near = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-14 * a.abs().max(b.abs());
    assert!(near(a.0, b.0) && near(a.1, b.1), "{a:?} and {b:?}");
}

#[test]
fn printed_tangents_are_those_of_jvp() {
    for x in [-0.7, 0.3, 1.7, 4.2] {
        same(tangents::product_tangent(x, 0.3, 2.0, -1.1), product::jvp(x, 2.0, 0.3, -1.1));
        same(tangents::branches_tangent(x, 0.7, 4), branches::jvp(x, 4, 0.7));
        same(tangents::root_tangent(x.abs(), 0.9), root::jvp(x.abs(), 0.9));
        let (times, seen) = ([0.0, 1.0, 2.5], [1.0, 0.4, 0.2]);
        let by_hand = tangents::misfit_tangent(&[x, 0.6], &[0.2, -0.3], &times, &seen);
        same(by_hand, misfit::jvp(&[x, 0.6], &times, &seen, &[0.2, -0.3]));

        let p = Point { x, y: 1.3, weight: 0.7 };
        let d = Point { x: 0.3, y: -0.4, weight: 0.0 };
        let over = |p: &Point| wengert::Differentiable::over(p, &mut |x| x);
        same(tangents::energy_tangent(&over(&p), &over(&d), 1.1, 0.2), energy::jvp(&p, 1.1, &d, 0.2));

        let line = [x, 0.3, 1.2, -0.5];
        let (value, tangent) = tangents::smooth_tangent(&line, &[1.0, 0.5, -0.25, x]);
        let by_jvp = smooth::jvp(&line, &[1.0, 0.5, -0.25, x]);
        assert_eq!(value, by_jvp.0);
        assert!(tangent.iter().zip(&by_jvp.1).all(|(a, b)| (a - b).abs() < 1e-14), "{tangent:?} {by_jvp:?}");

        let (mut list, mut list_dot) = ([0.5, x], [0.25, 0.75]);
        let by_hand = tangents::calls_tangent(x, 0.4, &mut list, &mut list_dot);
        let mut other = [0.5, x];
        let (value, tangent) = calls::jvp(x, &mut other, 0.4, &[0.25, 0.75]);
        same(by_hand, (value, tangent.0));
        assert_eq!(list, other);
        assert!(list_dot.iter().zip(&tangent.1).all(|(a, b)| (a - b).abs() < 1e-14));
    }
}
