fn product(a: f64, b: f64) -> f64 {
    a * b + a.sin() / (b - 1.0).powi(2)
}

fn negative(a: f64) -> f64 {
    let p = -a * -2.0 - (-a).abs();
    !(a > 0.0) as u8 as f64 + p
}

fn later(a: f64, n: usize) -> f64 {
    let (p, mut q, r);
    if n > 2 {
        p = a;
    } else {
        p = -a;
    }
    (q, r) = (p, p * 2.0);
    q *= r;
    q
}

fn exchanged(x: &mut [f64], i: usize, j: usize) {
    let mut last = 0.0;
    (x[i], _, [x[j], last, ..]) = (x[j], last, [x[i], 1.0, 2.0, 3.0]);
    _ = last;
}

fn grows(x: &[f64], n: usize) -> Vec<f64> {
    let mut v: Vec<f64> = vec![0.0; n];
    v[n - 1] += x[0];
    let w = vec![x[0], v[0]];
    let u = [[1.0, 2.0], [x[0]; 2]];
    v.extend_from_slice(&w[..1]);
    v.extend_from_slice(&u[0][1..=1]);
    v
}

fn const_params<const N: usize, const M: usize>(m: [[f64; N]; M]) -> [f64; M] {
    let mut out = [0.0; M];
    for i in 0..M {
        for j in 0..N {
            out[i] += m[i][j];
        }
    }
    out
}
