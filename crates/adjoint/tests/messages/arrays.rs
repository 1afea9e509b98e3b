// Arrays of arrays, and their shapes.

#[differentiable]
fn one_index_too_few(x: f64) -> f64 {
    let y = [[x, x], [x, x]];
    y[0] + x
}

#[differentiable]
fn one_index_too_many(x: f64) -> f64 {
    let y = [[x, x], [x, x]];
    y[0][1][0]
}

#[differentiable]
fn method_of_rows(x: f64, n: usize) -> f64 {
    let y = vec![vec![x; n]; n];
    y.concat_all()
}

#[differentiable]
fn nested_index(x: &[f64]) -> f64 {
    x[0][1]
}

#[differentiable]
fn indexed_number(x: f64) -> f64 {
    let y = 2.0 * x;
    y[0]
}

// Methods.

#[differentiable]
fn push_too_much(x: f64) -> f64 {
    let mut y = vec![x];
    y.push(x, x);
    y[1]
}

#[differentiable]
fn fill_without(x: &mut [f64]) {
    x.fill();
}

#[differentiable]
fn copy_from_number(x: &mut [f64], a: f64) {
    x.copy_from_slice(2.0 * a);
}

#[differentiable]
fn chunks_without(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.chunks_exact() {
        s += c[0];
    }
    s
}
