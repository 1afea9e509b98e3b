//! The optimisers of factrs on functions with `#[differentiable]`.

#![expect(missing_docs, reason = "the structures of `assign_symbols`")]

use factrs::core::{GaussNewton, Graph, PriorResidual, SE2, SE3, Values, VectorVar2, VectorVar3, assign_symbols, fac};
use factrs::linalg::VectorX;
use factrs::residuals::{Residual, Residual2};
use factrs::traits::*;
use wengert::adapters::factrs::Block;
use wengert::prelude::*;

assign_symbols!(X: SE2; L: VectorVar2; P: SE3; Q: VectorVar3);

/// Where a point is seen from a pose in the plane.
#[differentiable]
fn sight(x: &[f64], #[constant] seen: &[f64]) -> [f64; 2] {
    let (dx, dy) = (x[9] - x[2], x[10] - x[5]);
    [x[0] * dx + x[3] * dy - seen[0], x[1] * dx + x[4] * dy - seen[1]]
}

/// How far a point is, and in which direction, from a pose in space.
#[differentiable]
fn direction(x: &[f64]) -> [f64; 2] {
    let d = [x[16] - x[3], x[17] - x[7], x[18] - x[11]];
    let ahead = x[2] * d[0] + x[6] * d[1] + x[10] * d[2];
    let aside = x[0] * d[0] + x[4] * d[1] + x[8] * d[2];
    [(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt(), aside / ahead]
}

#[test]
fn jacobians_by_degrees_of_freedom() {
    let block = Block::<(SE3, VectorVar3), 9, 2, _, _>::new(
        |x: &[f64]| direction(x).to_vec(),
        |x: &[f64]| direction::jacobian(x),
    );
    let pose = SE3::exp(VectorX::from_vec(vec![0.3, -0.2, 0.4, 1.0, 2.0, -0.5]).as_view());
    let point = VectorVar3::new(0.5, 1.0, 4.0);
    let mut values = Values::new();
    values.insert(P(0), pose.clone());
    values.insert(Q(0), point.clone());
    let exact = block.residual_jacobian(&values, &[P(0).into(), Q(0).into()]);
    for k in 0..9 {
        let at = |h: f64| {
            let mut step = VectorX::zeros(9);
            step[k] = h;
            let pose = pose.oplus(step.rows(0, 6).into_owned().as_view());
            block.residual2(pose, point.oplus(step.rows(6, 3).into_owned().as_view()))
        };
        let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert!((exact.diff.column(k) - difference).abs().max() < 1e-8, "{k}");
    }
    assert_eq!((block.dim_in(), block.dim_out()), (9, 2));
}

/// Two poses see three points; the first pose is known.
#[test]
fn a_map_is_found() {
    let poses = [SE2::new(0.0, 0.0, 0.0), SE2::new(0.3, 2.0, 0.5)];
    let points = [[3.0, 1.0], [4.0, -1.0], [2.0, 3.0]];
    let mut graph = Graph::new();
    graph.add_factor(fac![PriorResidual::new(poses[0].clone()), X(0)]);
    let mut values = Values::new();
    for (i, pose) in poses.iter().enumerate() {
        values.insert(X(i as u32), SE2::identity());
        let (sin, cos) = pose.theta().sin_cos();
        for (j, point) in points.iter().enumerate() {
            let (dx, dy) = (point[0] - pose.xy()[0], point[1] - pose.xy()[1]);
            let seen = [cos * dx + sin * dy, cos * dy - sin * dx];
            let block = Block::<(SE2, VectorVar2), 5, 2, _, _>::new(
                move |x: &[f64]| sight(x, &seen).to_vec(),
                move |x: &[f64]| sight::jacobian(x, &seen),
            );
            graph.add_factor(fac![block, (X(i as u32), L(j as u32))]);
        }
    }
    (0..3).for_each(|j| drop(values.insert(L(j), VectorVar2::new(1.0, f64::from(j)))));
    let found = GaussNewton::new_default(graph).optimize(values).expect("a minimum");
    let pose: &SE2 = found.get(X(1)).unwrap();
    assert!((pose.theta() - 0.3).abs() < 1e-6 && (pose.xy()[0] - 2.0).abs() < 1e-6, "{pose}");
    for (j, point) in points.iter().enumerate() {
        let at: &VectorVar2 = found.get(L(j as u32)).unwrap();
        assert!((at[0] - point[0]).abs() < 1e-6 && (at[1] - point[1]).abs() < 1e-6, "{at}");
    }
}
