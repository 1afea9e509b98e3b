// Where a number belongs.

#[differentiable]
fn array_for_number(x: f64) -> f64 {
    let y = [x, x];
    2.0 * y
}

#[differentiable]
fn tuple_for_number(x: f64) -> f64 {
    let y = (x, x);
    2.0 * y
}

#[differentiable]
fn nothing_for_number(x: f64) -> f64 {
    2.0 * {
        let y = x;
    }
}

#[differentiable]
fn nothing_behind_reference(x: f64) -> f64 {
    let y = (x, x);
    2.0 + *y
}

#[differentiable]
fn cast_to_alias(x: f64) -> f64 {
    let k = x as Index;
    x
}

// Expressions that are not there.

#[differentiable]
fn dangerous(x: &[f64]) -> f64 {
    unsafe { *x.get_unchecked(0) }
}

#[differentiable]
fn asynchronous(x: f64) -> f64 {
    let y = async { x };
    x
}

// Constants that are computed in place.

#[differentiable]
fn constant_macro(x: f64, n: usize) -> f64 {
    x * scaled(name!(n))
}

// What carries a derivative.

#[differentiable]
fn index_of_number(x: &[f64], y: f64) -> f64 {
    let k = y;
    x[k]
}

#[differentiable]
fn constant_output(x: f64, #[constant] out: &mut [f64]) {
    out[0] = x;
}
