use reverse::*;
use rules::*;
use std::hint::black_box;
use std::time::Instant;
fn rosen<T: Real>(x: &[T]) -> T {
    let mut s = T::constant(0.0);
    for w in x.windows(2) {
        let a = w[1] - w[0] * w[0];
        let b = 1.0 - w[0];
        s += 100.0 * a * a + b * b;
    }
    s
}
fn lse<T: Real>(x: &[T]) -> T {
    let mut m = x[0];
    for &v in x {
        if v > m {
            m = v;
        }
    }
    let mut s = T::constant(0.0);
    for &v in x {
        s += (v - m).exp();
    }
    s.ln() + m
}
fn lorenz<T: Real>(p: &[T]) -> T {
    let f = |u: [T; 3]| {
        [
            p[0] * (u[1] - u[0]),
            u[0] * (p[1] - u[2]) - u[1],
            u[0] * u[1] - p[2] * u[2],
        ]
    };
    let mut u = [p[3], p[4], p[5]];
    let h = 5e-4;
    for _ in 0..20000 {
        let ax = |u: [T; 3], k: [T; 3], h: f64| [u[0] + k[0] * h, u[1] + k[1] * h, u[2] + k[2] * h];
        let k1 = f(u);
        let k2 = f(ax(u, k1, h / 2.));
        let k3 = f(ax(u, k2, h / 2.));
        let k4 = f(ax(u, k3, h));
        for i in 0..3 {
            u[i] += (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) * (h / 6.0);
        }
    }
    u[0] + u[1] + u[2]
}
#[derive(Clone, Copy, Debug)]
struct C(f64);
fn go(
    name: &str,
    f: &dyn Fn(&[f64]) -> f64,
    g: &dyn for<'t> Fn(&[Var<'t>]) -> Var<'t>,
    x: &[f64],
    ops: f64,
) {
    let mut tape = Tape::new();
    let mut adj = Adjoints::new();
    let mut grad = vec![0.0; x.len()];
    let (mut t0, mut t1, mut t2) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..15 {
        let t = Instant::now();
        black_box(f(black_box(x)));
        t0 = t0.min(t.elapsed().as_secs_f64());
        tape.clear();
        {
            let t = Instant::now();
            let v = tape.vars(black_box(x));
            let z = g(&v);
            t1 = t1.min(t.elapsed().as_secs_f64());
            tape.adjoints_into(&[(z, 1.0)], &mut adj);
            adj.wrt_into(&v, &mut grad);
            t2 = t2.min(t.elapsed().as_secs_f64());
        }
    }
    let st = tape.statistics();
    println!(
        "{name}: primal {:.3} ms, record {:.2}x total {:.2}x; ns/op record {:.2} total {:.2}, B/op {:.2}",
        t0 * 1e3,
        t1 / t0,
        t2 / t0,
        t1 * 1e9 / ops,
        t2 * 1e9 / ops,
        st.bytes as f64 / ops
    );
}
fn main() { if std::env::args().count()>1 { let tape=Tape::new(); let v=tape.vars(&[10.0,28.0,8.0/3.0,1.0,1.0,1.0]); let z=lorenz(&v); println!("{:?}", tape.statistics()); if std::env::args().count()>2 { println!("{}", z.grad().wrt(v[0])); } return; }
    let x: Vec<f64> = (0..100000)
        .map(|i| 1.0 + ((i * 37 % 101) as f64) / 200.0)
        .collect();
    go("rosen", &|x| rosen(x), &|x| rosen(x), &x, 9.0 * 1e5);
    go("lse", &|x| lse(x), &|x| lse(x), &x, 3.0 * 1e5);
    go(
        "lorenz",
        &|x| lorenz(x),
        &|x| lorenz(x),
        &[10.0, 28.0, 8.0 / 3.0, 1.0, 1.0, 1.0],
        20000.0 * (4.0 * 8.0 + 18.0 + 3.0 * 8.0),
    );
}
