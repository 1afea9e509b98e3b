// Closures.

#[differentiable]
fn closure_as_number(x: f64) -> f64 {
    let square = |y: f64| y * y;
    2.0 * square
}

#[differentiable]
fn closure_arguments(x: f64) -> f64 {
    let f = |y: f64, z: f64| y * z + x;
    f(x)
}

#[differentiable]
fn number_called(x: f64) -> f64 {
    let y = 2.0 * x;
    y(x)
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    let a = |y: f64| y * x + x;
    let b = |y: f64| a(y) * a(y) * a(y) * a(y);
    let c = |y: f64| b(y) * b(y) * b(y) * b(y);
    let d = |y: f64| c(y) * c(y) * c(y) * c(y);
    let e = |y: f64| d(y) * d(y) * d(y) * d(y);
    let f = |y: f64| e(y) * e(y) * e(y) * e(y);
    let g = |y: f64| f(y) * f(y) * f(y) * f(y);
    g(x)
}

// Chains.

#[differentiable]
fn unknown_adaptor(x: &[f64]) -> f64 {
    x.iter().array_chunks::<2>().map(|c| c[0]).sum::<f64>()
}

#[differentiable]
fn endless(x: &[f64]) -> f64 {
    (0..).map(|i| x[i]).sum::<f64>()
}

#[differentiable]
fn sum_of_pairs(x: &[f64]) -> f64 {
    x.iter().enumerate().sum::<f64>()
}

#[differentiable]
fn sum_of_integers(x: &[f64]) -> f64 {
    let n = x.iter().map(|v| v.floor() as usize).sum();
    x[n]
}

#[differentiable]
fn fold_without(x: &[f64]) -> f64 {
    x.iter().fold(0.0)
}

#[differentiable]
fn fold_of_other_shape(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |s, v| (s, v))
}

#[differentiable]
fn other_order(x: &[f64]) -> f64 {
    *x.iter().max_by(|a, b| compare(a, b)).unwrap()
}

#[differentiable]
fn order_of_nothing(x: &[f64]) -> f64 {
    *x.iter().min_by(|a, b| a.partial_cmp(b).unwrap_or(Less)).unwrap()
}

#[differentiable]
fn best_of_two(x: &[f64], y: &[f64]) -> f64 {
    x.iter().chain(y).copied().reduce(f64::max).unwrap()
}

#[differentiable]
fn collected_pairs(x: &[f64]) -> f64 {
    let pairs: Vec<(f64, Vec<f64>)> = x.iter().map(|v| (*v, vec![*v])).collect();
    x[0]
}

#[differentiable]
fn collected_otherwise(x: &[f64]) -> f64 {
    let b: Box<[f64]> = x.iter().map(|v| v * v).collect();
    b[0]
}

#[differentiable]
fn collected_and_changed(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let v: Vec<f64> = x
        .iter()
        .map(|v| {
            s += v;
            s
        })
        .filter(|v| *v > 0.0)
        .collect();
    v[0]
}

#[differentiable]
fn two_unknown_lengths(x: &[f64]) -> f64 {
    let above = x.iter().filter(|v| **v > 0.0);
    let below = x.iter().filter(|v| **v < 0.0);
    above.zip(below).map(|(p, q)| p * q).sum::<f64>()
}

#[differentiable]
fn backwards_too_late(x: &[f64]) -> f64 {
    x.iter().take_while(|v| **v > 0.0).rev().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn length_of_nothing(x: f64) -> f64 {
    let v = std::array::from_fn(|i| x * i as f64);
    v[0]
}

#[differentiable]
fn slice_mapped(x: &[f64]) -> f64 {
    let v = x.map(|v| v * v);
    v[0]
}

#[differentiable]
fn repeated_array(x: [f64; 2]) -> f64 {
    let mut s = 0.0;
    for v in std::iter::repeat(x).take(3) {
        s += v[0];
    }
    s
}
