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
fn sum_of_pairs(x: &[f64]) -> f64 {
    x.iter().enumerate().sum::<f64>()
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
fn order_of_nothing(x: &[f64]) -> f64 {
    *x.iter().min_by(|a, b| a.partial_cmp(b).unwrap_or(Less)).unwrap()
}

#[differentiable]
fn collected_otherwise(x: &[f64]) -> f64 {
    let b: std::collections::LinkedList<f64> = x.iter().map(|v| v * v).collect();
    b.len() as f64
}

#[differentiable]
fn backwards_too_late(x: &[f64]) -> f64 {
    x.iter().take_while(|v| **v > 0.0).rev().map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn slice_mapped(x: &[f64]) -> f64 {
    let v = x.map(|v| v * v);
    v[0]
}
