// What is called.

#[differentiable]
fn called_value(x: f64, #[constant] fs: &[fn(f64) -> f64]) -> f64 {
    fs[0](x)
}

#[differentiable]
fn function_parameter(x: f64, #[constant] f: &dyn Fn(f64) -> f64) -> f64 {
    f(x)
}

#[differentiable]
fn qualified(x: f64) -> f64 {
    <f64>::sin(x)
}

#[differentiable]
fn unknown_method(x: f64) -> f64 {
    x.next_up()
}

#[differentiable]
fn misspelt_method(x: f64) -> f64 {
    x.sinus()
}

#[differentiable]
fn function_as_method(x: f64) -> f64 {
    x.erf()
}

#[differentiable]
fn method_arguments(x: f64) -> f64 {
    x.max()
}

#[differentiable]
fn function_arguments(x: f64) -> f64 {
    wengert::functions::erf(x, x)
}

#[differentiable]
fn without_derivative(x: f64) -> f64 {
    fn square(x: f64) -> f64 {
        x * x
    }
    square(x)
}

// What is passed on.

#[differentiable]
fn number_by_mutable_reference(x: f64) -> f64 {
    halve(&mut (x, x));
    x
}

#[differentiable]
fn nothing_passed(x: f64) -> f64 {
    half({
        let y = x;
    })
}

#[differentiable]
fn swapped_parts(x: &mut [f64]) {
    let (a, b) = x.split_at_mut(2);
    std::mem::swap(a, b);
}

// Functions that are passed.

#[differentiable]
fn changing(x: f64) -> f64 {
    let mut calls = 0;
    integrate(
        |v| {
            calls += 1;
            v * x
        },
        x,
    )
}

#[differentiable]
fn of_unknown_type(x: f64, n: usize) -> f64 {
    let weights = weights_of(n);
    integrate(|v| v * weights.at(0) * x, x)
}

#[differentiable]
fn on_any_number<T: Real>(x: T) -> T {
    integrate(|v| v * x, x)
}

#[differentiable]
fn many(f: impl Fn(f64, f64, f64, f64, f64) -> f64, x: f64) -> f64 {
    f(x, x, x, x, x)
}

#[differentiable]
fn of_text(f: impl Fn(&str, f64) -> f64, x: f64) -> f64 {
    f("", x)
}

#[differentiable]
fn hidden(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let y = f(x);
    let f = y;
    f
}

#[differentiable]
fn by_name(x: f64) -> f64 {
    integrate(bend, x)
}
