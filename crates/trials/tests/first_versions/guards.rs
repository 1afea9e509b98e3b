//! Values that are used under a guard, where they have no derivative.

use super::held;
use wengert::Workspace;
use wengert::prelude::*;

#[differentiable]
fn pulls(p: &[f64], cutoff: f64) -> f64 {
    let n = p.len() / 2;
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            let (dx, dy) = (p[2 * i] - p[2 * j], p[2 * i + 1] - p[2 * j + 1]);
            let r2 = dx * dx + dy * dy;
            let r = r2.sqrt();
            let u = dx / r;
            if r > 1e-12 && r < cutoff {
                energy += 1.0 / r + 0.1 * u * u;
            }
        }
    }
    energy
}

#[differentiable]
fn chain(x: f64, y: f64) -> f64 {
    let s = x * y;
    let l = s.ln();
    let q = y / s;
    let mut sum = x;
    if s > 0.0 {
        sum += l;
        if q < 10.0 {
            sum -= q * l;
        }
    } else if s < 0.0 {
        sum *= y;
    }
    sum
}

#[test]
fn distances_of_a_body_to_itself_add_nothing() {
    let p = [0.0, 0.1, 0.7, -0.4, 1.3, 0.9];
    let (value, gradient) = pulls::value_and_gradient(&p, 1.6);
    held(&p, |p| pulls(p, 1.6), value, &gradient.0);
    let (product, _) = pulls::hvp(&p, 1.6, &[0.3, -0.2, 0.5, 0.1, 0.0, 1.0], 0.0);
    let along = |s: f64| {
        let x: Vec<f64> = p.iter().zip([0.3, -0.2, 0.5, 0.1, 0.0, 1.0]).map(|(x, v)| x + s * v).collect();
        pulls::gradient(&x, 1.6).0
    };
    let (up, down) = (along(1e-5), along(-1e-5));
    for ((p, up), down) in product.iter().zip(up).zip(down) {
        let d = (up - down) / 2e-5;
        assert!((p - d).abs() < 1e-6 * (1.0 + d.abs()), "{p} for {d}");
    }
}

#[test]
fn and_need_no_tape() {
    let p = [0.0, 0.1, 0.7, -0.4, 1.3, 0.9];
    let (mut gradient, mut ws) = ([0.0; 6], Workspace::new());
    pulls::value_and_gradient_into(&p, 1.6, &mut gradient, &mut 0.0, &mut ws);
    let counts = allocation_counter::measure(|| {
        pulls::value_and_gradient_into(&p, 1.6, &mut gradient, &mut 0.0, &mut ws);
    });
    assert_eq!(counts.count_total, 0);
}

#[test]
fn guards_may_lie_in_guards() {
    for (x, y) in [(0.7, 1.3), (0.0, 1.0), (-0.4, 0.9), (0.02, 0.3), (0.0, 0.0)] {
        let (gx, gy) = chain::gradient(x, y);
        if x * y != 0.0 {
            held(&[x, y], |p| chain(p[0], p[1]), chain(x, y), &[gx, gy]);
        } else {
            assert_eq!((gx, gy), (1.0, 0.0));
        }
    }
}
