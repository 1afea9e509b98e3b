//! Matrices whose lengths are parameters, in a function and at its border.

use super::holds;
use wengert::{Differentiable, differentiable};

mod inside {
    use wengert::differentiable;
    #[derive(Clone, Copy, Debug)]
    struct M<const R: usize, const C: usize>([[f64; C]; R]);
    impl<const R: usize, const C: usize> M<R, C> {
        fn t(&self) -> M<C, R> {
            let mut o = M([[0.0; R]; C]);
            for i in 0..R {
                for j in 0..C {
                    o.0[j][i] = self.0[i][j];
                }
            }
            o
        }
        fn map(self, f: impl Fn(f64) -> f64) -> Self {
            M(self.0.map(|r| r.map(&f)))
        }
    }
    impl<const R: usize, const K: usize, const C: usize> std::ops::Mul<M<K, C>> for M<R, K> {
        type Output = M<R, C>;
        fn mul(self, o: M<K, C>) -> M<R, C> {
            let mut out = M([[0.0; C]; R]);
            for i in 0..R {
                for j in 0..C {
                    for k in 0..K {
                        out.0[i][j] += self.0[i][k] * o.0[k][j];
                    }
                }
            }
            out
        }
    }
    impl<const N: usize> M<N, N> {
        fn eye() -> Self {
            let mut m = M([[0.0; N]; N]);
            for i in 0..N {
                m.0[i][i] = 1.0;
            }
            m
        }
        fn trace(&self) -> f64 {
            (0..N).map(|i| self.0[i][i]).sum()
        }
    }
    #[differentiable(tape)]
    pub(super) fn inside<const K: usize>(x: [f64; K], y: f64) -> f64 {
        let a = M([x, x.map(|v| v * y)]);
        let b = a * a.t();
        let c = (M::<2, 2>::eye() * b).map(|v| v.sin() + y);
        c.trace() + b.0[0][1] + K as f64
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct M<const R: usize, const C: usize>([[f64; C]; R]);
#[derive(Clone, Debug, Differentiable)]
struct Model<const K: usize> {
    a: M<K, K>,
    b: M<2, K>,
    w: [f64; K],
    name: String,
    #[constant]
    gains: [f64; 2],
}
impl<const R: usize, const C: usize> M<R, C> {
    fn t(&self) -> M<C, R> {
        let mut o = M([[0.0; R]; C]);
        for i in 0..R {
            for j in 0..C {
                o.0[j][i] = self.0[i][j];
            }
        }
        o
    }
}
impl<const R: usize, const K: usize, const C: usize> std::ops::Mul<M<K, C>> for M<R, K> {
    type Output = M<R, C>;
    fn mul(self, o: M<K, C>) -> M<R, C> {
        let mut out = M([[0.0; C]; R]);
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * o.0[k][j];
                }
            }
        }
        out
    }
}
#[differentiable(tape)]
fn products<const K: usize>(m: &Model<K>, y: f64) -> (f64, M<2, K>) {
    let p = m.b * m.a * m.a.t();
    let s: f64 = p.0.iter().flatten().zip(m.w.iter().cycle()).map(|(a, b)| a * b * m.gains[1]).sum();
    (s * y + m.name.len() as f64, p)
}
#[differentiable(tape)]
fn weighed(m: &Model<2>, y: f64) -> f64 {
    let (s, p) = products(m, y);
    s * p.0[0][1] + p.0[1][0]
}

#[test]
fn lengths_that_callers_know() {
    holds(
        &[0.3, 0.7, -0.2, 1.1],
        |x| inside::inside([x[0], x[1], x[2]], x[3]),
        |x| {
            let (value, (g, y)) = inside::inside::value_and_gradient([x[0], x[1], x[2]], x[3]);
            (value, [g.to_vec(), vec![y]].concat())
        },
    );
    let model = |x: &[f64]| Model {
        a: M([[x[0], x[1]], [x[2], 1.0]]),
        b: M([[1.0, x[3]], [0.2, -0.4]]),
        w: [x[4], 1.2],
        name: "ab".into(),
        gains: [0.0, 1.5],
    };
    holds(
        &[0.3, 0.7, -0.2, 0.5, 0.6, 1.1],
        |x| weighed(&model(x), x[5]),
        |x| {
            let (value, (m, y)) = weighed::value_and_gradient(&model(x), x[5]);
            (value, vec![m.a.0[0][0], m.a.0[0][1], m.a.0[1][0], m.b.0[0][1], m.w[0], y])
        },
    );
}
