// Branches.

#[differentiable]
fn error(x: f64) -> f64 {
    let y = half(x)?;
    y
}

#[differentiable]
fn awaits(x: f64) -> f64 {
    half(x).await
}

#[differentiable]
fn variant_of_a_number(x: f64) -> f64 {
    match x {
        Point { u } => u,
        _ => x,
    }
}

// Loops.

#[differentiable]
fn break_to_label(x: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += x;
        break 'outer;
    }
    s
}

#[differentiable]
fn loop_over_number(x: f64) -> f64 {
    let mut s = 0.0;
    for y in x * x {
        s += y;
    }
    s
}

#[differentiable]
fn step_of_nothing(x: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for i in (0..n).step_by() {
        s += x;
    }
    s
}

#[differentiable]
fn values_of_two_forms(x: f64) -> f64 {
    let y = 'a: {
        if x > 0.0 {
            break 'a (x, 1.0);
        }
        break 'a x;
    };
    y.0
}

// Returns.

#[differentiable]
fn early_mismatch(x: f64) -> (f64, f64) {
    if x > 0.0 {
        return x;
    }
    (x, x)
}

#[differentiable]
fn early_array_mismatch(x: f64) -> [f64; 2] {
    if x > 0.0 {
        return x;
    }
    [x, x]
}

#[differentiable]
fn array_twice(x: f64) -> (Vec<f64>, Vec<f64>) {
    let y = vec![x, x];
    (y, y)
}

#[differentiable]
fn other_result(x: f64) -> (f64, f64) {
    x * x
}
