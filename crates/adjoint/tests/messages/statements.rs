// Names and patterns.

#[differentiable]
fn enum_pattern(x: f64) -> f64 {
    let Wrapped(y) = x;
    y
}

#[differentiable]
fn tuple_parts(x: f64) -> f64 {
    let (a, b) = (x, x, x);
    a * b
}

#[differentiable]
fn tuple_of_number(x: f64) -> f64 {
    let (a, b) = 2.0 * x;
    a * b
}

#[differentiable]
fn conditional(x: f64) -> f64 {
    #[cfg(debug_assertions)]
    let x = 2.0 * x;
    x
}

#[differentiable]
fn slice_of_number(x: f64) -> f64 {
    let [a, b] = 2.0 * x;
    a * b
}

// Assignments.

#[differentiable]
fn to_literal(x: f64) -> f64 {
    let y = x;
    1.0 = y;
    y
}

#[differentiable]
fn add_to_call(x: f64) -> f64 {
    half(x) += x;
    x
}

// Macros.

#[differentiable]
fn macro_value(x: f64) -> f64 {
    let y = square!(x);
    y
}

#[differentiable]
fn assertion(x: f64) -> f64 {
    assert_eq!(x);
    x
}

// Items.

#[differentiable]
fn inner_item(x: f64) -> f64 {
    if x > 0.0 {
        const A: f64 = 2.0;
        return A * x;
    }
    A * x
}

#[differentiable]
fn print_of_no_text(x: f64) -> f64 {
    println!(x);
    x
}
