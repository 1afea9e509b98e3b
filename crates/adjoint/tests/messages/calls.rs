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
fn unknown_method(x: f64) -> f64 {
    x.next_up()
}

#[differentiable]
fn misspelt_method(x: f64) -> f64 {
    x.sinus()
}

#[differentiable]
fn method_arguments(x: f64) -> f64 {
    x.max()
}

#[differentiable]
fn function_arguments(x: f64) -> f64 {
    wengert::functions::erf(x, x)
}

// What is passed on.

#[differentiable]
fn number_by_mutable_reference(x: f64) -> f64 {
    halve(&mut (x, x));
    x
}

// Functions that are passed.

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
fn by_name(x: f64) -> f64 {
    integrate(bend, x)
}

#[differentiable]
fn type_of_another_crate(x: f64, y: f64) -> f64 {
    let z = quaternions::Complex64::new(x, y);
    (z * z).re
}

#[differentiable]
fn without_derivative(x: f64) -> f64 {
    let (mantissa, exponent) = libm::frexp(x);
    mantissa * x
}

fn counted() -> f64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed) as f64
}

fn varies() -> f64 {
    counted() + 1.0
}

#[differentiable]
fn of_what_varies(x: f64) -> f64 {
    x * varies()
}

#[differentiable]
fn gives_a_complex_number(x: f64, y: f64) -> num_complex::Complex<f64> {
    num_complex::Complex::new(x, y).exp()
}

// What carries a derivative, for a constant parameter.

mod constants {
    #[differentiable]
    pub fn sum_of_powers(x: &[f64], #[constant] k: f64) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += v.powf(k);
        }
        s
    }

    #[differentiable]
    pub fn dot(x: &[f64], #[constant] weights: &[f64]) -> f64 {
        x[0] * weights[0] + x[1] * weights[1]
    }
}

#[differentiable]
fn number_for_a_constant(x: &[f64], a: f64) -> f64 {
    constants::sum_of_powers(x, a)
}

#[differentiable]
fn list_for_a_constant(x: &[f64]) -> f64 {
    constants::dot(x, x)
}

// What only floats have, in a function that is generic over it and is not understood.

trait Scalar: Copy {
    fn half(self) -> Self;
}

impl Scalar for f64 {
    fn half(self) -> f64 {
        0.5 * self
    }
}

fn halved<F: Scalar>(x: F, times: usize) -> F {
    let mut x = x;
    for _ in 0..times {
        x = x.half();
    }
    x
}

#[differentiable]
fn generic_over_a_trait_of_floats(x: f64) -> f64 {
    let mut text = String::new();
    text.reserve(3);
    halved(x, text.len())
}

// Bits and single precision, taken as constants.

fn widened(x: f32) -> f64 {
    f64::from(x)
}

#[differentiable]
fn rounded_for_a_function(x: f64) -> f64 {
    widened(x as f32) * x
}

mod of_bits {
    #[differentiable]
    pub fn polynomial_of_bits(bits: u64, k: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s = s * k + f64::from_bits(bits) * (i as f64).sin() + k.exp() - (k * s).cos() + k.powi(i as i32);
        }
        s
    }
}

#[differentiable]
fn bits_for_a_function(x: f64, n: usize) -> f64 {
    of_bits::polynomial_of_bits(x.to_bits(), 0.5 * x, n)
}

// Calls that never end: each is of another type.

fn both<F: Fn(f64) -> f64>(f: F, x: f64, n: usize) -> f64 {
    if n == 0 { f(x) } else { both(&f, x, n - 1) + f(x) }
}

#[differentiable]
fn of_another_type_each_time(x: f64, n: usize) -> f64 {
    both(|v| v * v, x, n)
}

// What no number on a tape can be made of by a bound.

struct Kelvin(f64);

impl From<Kelvin> for f64 {
    fn from(k: Kelvin) -> f64 {
        k.0
    }
}

fn squared(x: impl Into<f64>) -> f64 {
    let x: f64 = x.into();
    x * x
}

#[differentiable(tape)]
fn type_into_a_number_by_a_bound(x: f64) -> f64 {
    squared(Kelvin(x))
}

// Derivatives in what runs on a tape.

#[differentiable(tape)]
fn slope_of_a_closure(x: f64) -> f64 {
    wengert::derivative(|y| y * y * x, x)
}
