//! `#[save]` and `#[recompute]`: the derivatives stay, the record changes.

use wengert::prelude::*;
use wengert::{Differentiable, Workspace};

#[differentiable]
fn bend(x: f64) -> f64 {
    x.exp() * x.sin()
}

/// One function without an attribute on its loop, and with each.
macro_rules! three {
    ($plain:ident $again:ident $saved:ident $args:tt { $($before:tt)* } [$($repeat:tt)*] { $($after:tt)* }) => {
        #[differentiable]
        fn $plain $args -> f64 {
            $($before)*
            $($repeat)*
            $($after)*
        }
        #[differentiable]
        fn $again $args -> f64 {
            $($before)*
            #[recompute]
            $($repeat)*
            $($after)*
        }
        #[differentiable]
        fn $saved $args -> f64 {
            $($before)*
            #[save]
            $($repeat)*
            $($after)*
        }
    };
}

three! {
    arrays arrays_again arrays_saved (x: &[f64], a: f64, n: usize)
    {
        let (mut s, mut v, mut w, mut k, m) = (a, x.to_vec(), [a; 3], 0usize, x.len());
    }
    [for i in 0..n {
        s = (s * v[i % m]).sin() + bend(s * a) * w[1];
        v[i % m] += s * a;
        w.swap(i % 3, 1);
        w[2] *= s;
        k += i;
        let t = vec![s; 2];
        for j in 0..2 {
            s += t[j] * v[j] * 0.1;
        }
        if s > 3.0 {
            s -= v[0];
        }
    }]
    {
        for j in 0..m {
            v[j] *= s;
        }
        s * v[0] * w[0] + k as f64 * v[1]
    }
}

three! {
    until until_again until_saved (x: &[f64], a: f64, n: usize)
    { let (mut s, mut total, mut list, m) = (a, 0.0, vec![a], x.len()); }
    [while s < 50.0 {
        let mut q = [s, a];
        for i in 0..n {
            q[i % 2] = (q[0] * q[1]).cos() * x[i % m] + s;
        }
        s += q[0].abs() * q[1].abs() + 1.0;
        total += s * s;
        list.push(q[0] * a);
        if list.len() > 20 {
            break;
        }
    }]
    { total * s + list[list.len() - 1] }
}

#[differentiable]
fn inner(x: &[f64], a: f64, n: usize) -> f64 {
    let (mut u, mut s, m) = (x.to_vec(), 0.0, x.len());
    for _ in 0..n {
        let mut of_step = [a; 2];
        let c = u[0] * a;
        for i in 0..m {
            u[i] = (u[i] * c).sin() + of_step[i % 2];
            of_step[i % 2] *= c;
            s += u[i] * bend(u[i]);
        }
        s = arrays(&u, s * 0.1, 2).sin();
        u[1] *= of_step[0];
    }
    s * u[0]
}

#[differentiable]
fn inner_again(x: &[f64], a: f64, n: usize) -> f64 {
    let (mut u, mut s, m) = (x.to_vec(), 0.0, x.len());
    for _ in 0..n {
        let mut of_step = [a; 2];
        let c = u[0] * a;
        #[recompute]
        for i in 0..m {
            #[recompute]
            let turned = (u[i] * c).sin();
            #[save]
            let next = turned + of_step[i % 2];
            u[i] = next;
            of_step[i % 2] *= c;
            s += u[i] * bend(u[i]);
        }
        s = arrays_again(&u, s * 0.1, 2).sin();
        u[1] *= of_step[0];
    }
    s * u[0]
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ball {
    x: f64,
    v: f64,
}

#[differentiable]
impl Ball {
    fn moved(&self, h: f64) -> Ball {
        Ball { x: self.x + h * self.v, v: self.v - h * self.x.sin() }
    }
}

three! {
    balls balls_again balls_saved (first: Ball, h: f64, n: usize)
    { let (mut s, mut all, mut ball) = (first.x, vec![first; 2], first); }
    [for i in 0..n {
        ball = ball.moved(h * s);
        all[i % 2].x += all[0].v * h;
        all[1] = all[1].moved(ball.x);
        s += all[i % 2].v * 0.1;
    }]
    { s * all[1].x * ball.v }
}

/// An attribute where the syntax is not parsed.
#[differentiable]
fn inside(a: f64, n: usize) -> f64 {
    let list = vec![a, {
        let mut s = a;
        #[recompute]
        for _ in 0..n {
            s *= a;
        }
        s
    }];
    list[0] * list[1]
}

#[differentiable(reverse_only)]
fn once(x: &[f64], m: &[Vec<f64>]) -> f64 {
    x.iter().zip(&m[0]).map(|(p, q)| p * p * q).sum::<f64>()
}

#[differentiable]
fn twice(x: &[f64]) -> f64 {
    let m = vec![vec![1.0, 2.0], vec![3.0]];
    once(x, &m) * x[0]
}

#[test]
fn what_goes_back_once_serves_callers() {
    assert_eq!(inside::value_and_gradient(2.0, 3), (32.0, 80.0));
    let m = [vec![1.0, 2.0]];
    assert_eq!(once::gradient(&[1.0, 3.0], &m), (vec![2.0, 12.0], vec![vec![1.0, 9.0]]));
    assert_eq!(once::vjp(&[1.0, 3.0], &m, 2.0).0, 19.0);
    assert_eq!(twice::hvp(&[1.0, 3.0], &[1.0, 0.0]), [6.0, 12.0]);
}

#[test]
fn structures_are_found_again() {
    let ball = Ball { x: 0.3, v: 1.0 };
    for n in [0, 1, 2, 5] {
        let want = balls::value_and_gradient(ball, 0.1, n);
        assert_eq!(balls_again::value_and_gradient(ball, 0.1, n), want);
        assert_eq!(balls_saved::value_and_gradient(ball, 0.1, n), want);
    }
}

#[test]
fn what_is_saved_changes_no_derivative() {
    let x = [0.3, 0.5, -0.2];
    for n in [0, 1, 2, 7, 30] {
        let want = arrays::value_and_gradient(&x, 0.4, n);
        assert_eq!(arrays_again::value_and_gradient(&x, 0.4, n), want);
        assert_eq!(arrays_saved::value_and_gradient(&x, 0.4, n), want);
        let want = until::value_and_gradient(&x, 0.4, n);
        assert_eq!(until_again::value_and_gradient(&x, 0.4, n), want);
        assert_eq!(until_saved::value_and_gradient(&x, 0.4, n), want);
        assert_eq!(inner_again::value_and_gradient(&x, 0.4, n), inner::value_and_gradient(&x, 0.4, n));
        assert_eq!(inner_again::hvp(&x, 0.4, n, &x, 0.1), inner::hvp(&x, 0.4, n, &x, 0.1));
    }
    let bytes = |f: &dyn Fn(&mut [f64], &mut f64, &mut Workspace) -> f64| {
        let mut ws = Workspace::new();
        f(&mut [0.0; 3], &mut 0.0, &mut ws);
        ws.high_water_bytes()
    };
    let plain = bytes(&|g, ga, ws| inner::value_and_gradient_into(&x, 0.4, 100, g, ga, ws));
    let again = bytes(&|g, ga, ws| inner_again::value_and_gradient_into(&x, 0.4, 100, g, ga, ws));
    assert!(2 * again < 3 * plain / 2, "{again} bytes of {plain}");
}
