//! What `rust.rs` emits and checks.

#![allow(clippy::all, unused_parens)]

use super::functions;

fn add_0_value(a: f64, b: f64) -> f64 {
    a + b
}

fn add_0_by_a() -> f64 {
    1.0
}

fn add_0_by_b() -> f64 {
    1.0
}

fn sub_0_value(a: f64, b: f64) -> f64 {
    a - b
}

fn sub_0_by_a() -> f64 {
    1.0
}

fn sub_0_by_b() -> f64 {
    -1.0
}

fn mul_0_value(a: f64, b: f64) -> f64 {
    a * b
}

fn mul_0_by_a(b: f64) -> f64 {
    b
}

fn mul_0_by_b(a: f64) -> f64 {
    a
}

fn div_0_value(a: f64, b: f64) -> f64 {
    a / b
}

fn div_0_by_a(b: f64) -> f64 {
    b.recip()
}

fn div_0_by_b(a: f64, b: f64) -> f64 {
    -(a / b / b)
}

fn neg_0_value(a: f64) -> f64 {
    -a
}

fn neg_0_by_a() -> f64 {
    -1.0
}

fn neg_0_twice_by_a() -> f64 {
    0.0
}

fn rem_0_value(a: f64, b: f64) -> f64 {
    a % b
}

fn rem_0_by_a() -> f64 {
    1.0
}

fn rem_0_by_b(a: f64, b: f64) -> f64 {
    -((a - a % b) / b).round()
}

fn recip_0_value(a: f64) -> f64 {
    a.recip()
}

fn recip_0_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -(t_t1 * t_t1)
}

fn recip_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    let t_t2 = t_t1 * (t_t1 * t_t1);
    -(-t_t2 - t_t2)
}

fn powi_minus_2_value(a: f64) -> f64 {
    a.powi(-2)
}

fn powi_minus_2_by_a(a: f64) -> f64 {
    -2.0 * a.powi(-3)
}

fn powi_minus_2_twice_by_a(a: f64) -> f64 {
    -2.0 * (-3.0 * a.powi(-4))
}

fn powi_minus_1_value(a: f64) -> f64 {
    a.powi(-1)
}

fn powi_minus_1_by_a(a: f64) -> f64 {
    -a.powi(-2)
}

fn powi_minus_1_twice_by_a(a: f64) -> f64 {
    2.0 * a.powi(-3)
}

fn powi_0_value() -> f64 {
    1.0
}

fn powi_0_by_a() -> f64 {
    0.0
}

fn powi_0_twice_by_a() -> f64 {
    0.0
}

fn powi_1_value(a: f64) -> f64 {
    a
}

fn powi_1_by_a() -> f64 {
    1.0
}

fn powi_1_twice_by_a() -> f64 {
    0.0
}

fn powi_2_value(a: f64) -> f64 {
    a.powi(2)
}

fn powi_2_by_a(a: f64) -> f64 {
    2.0 * a
}

fn powi_2_twice_by_a() -> f64 {
    2.0
}

fn powi_3_value(a: f64) -> f64 {
    a.powi(3)
}

fn powi_3_by_a(a: f64) -> f64 {
    3.0 * a.powi(2)
}

fn powi_3_twice_by_a(a: f64) -> f64 {
    3.0 * (2.0 * a)
}

fn powi_7_value(a: f64) -> f64 {
    a.powi(7)
}

fn powi_7_by_a(a: f64) -> f64 {
    7.0 * a.powi(6)
}

fn powi_7_twice_by_a(a: f64) -> f64 {
    7.0 * (6.0 * a.powi(5))
}

fn powf_0_value(a: f64, b: f64) -> f64 {
    a.powf(b)
}

fn powf_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = functions::pow_shift(a, b, 1);
    functions::select(functions::ne(b, 0.0).max(functions::lt(t_t1.abs(), f64::INFINITY)), b * t_t1, 0.0)
}

fn powf_0_by_b(a: f64, b: f64) -> f64 {
    functions::select(functions::eq(a, 0.0), functions::select(functions::ge(b, 0.0), 0.0, f64::NAN), a.powf(b) * a.ln())
}

fn pow_shift_1_value(a: f64, b: f64) -> f64 {
    functions::pow_shift(a, b, 1)
}

fn pow_shift_1_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - 1.0;
    let t_t2 = functions::pow_shift(a, b, 2);
    functions::select(functions::ne(t_t1, 0.0).max(functions::lt(t_t2.abs(), f64::INFINITY)), t_t1 * t_t2, 0.0)
}

fn pow_shift_1_by_b(a: f64, b: f64) -> f64 {
    functions::select(functions::eq(a, 0.0), functions::select(functions::ge(b - 1.0, 0.0), 0.0, f64::NAN), functions::pow_shift(a, b, 1) * a.ln())
}

fn pow_shift_2_value(a: f64, b: f64) -> f64 {
    functions::pow_shift(a, b, 2)
}

fn pow_shift_2_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - 2.0;
    let t_t2 = functions::pow_shift(a, b, 3);
    functions::select(functions::ne(t_t1, 0.0).max(functions::lt(t_t2.abs(), f64::INFINITY)), t_t1 * t_t2, 0.0)
}

fn pow_shift_2_by_b(a: f64, b: f64) -> f64 {
    functions::select(functions::eq(a, 0.0), functions::select(functions::ge(b - 2.0, 0.0), 0.0, f64::NAN), functions::pow_shift(a, b, 2) * a.ln())
}

fn sqrt_0_value(a: f64) -> f64 {
    a.sqrt()
}

fn sqrt_0_by_a(a: f64) -> f64 {
    0.5 * (a.sqrt() + 0.0).recip()
}

fn sqrt_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = (a.sqrt() + 0.0).recip();
    -0.5 * (t_t1 * t_t1 * (0.5 * t_t1))
}

fn cbrt_0_value(a: f64) -> f64 {
    a.cbrt()
}

fn cbrt_0_by_a(a: f64) -> f64 {
    let t_t1 = a.cbrt();
    (t_t1 * t_t1).recip() / 3.0
}

fn cbrt_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.cbrt();
    let t_t2 = (t_t1 * t_t1).recip();
    let t_t3 = t_t1 * (t_t2 / 3.0);
    -0.3333333333333333 * (t_t2 * t_t2 * (t_t3 + t_t3))
}

fn hypot_0_value(a: f64, b: f64) -> f64 {
    a.hypot(b)
}

fn hypot_0_by_a(a: f64, b: f64) -> f64 {
    functions::direction(a, b)
}

fn hypot_0_by_b(a: f64, b: f64) -> f64 {
    functions::direction(b, a)
}

fn direction_0_value(a: f64, b: f64) -> f64 {
    functions::direction(a, b)
}

fn direction_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = functions::direction(b, a);
    t_t1 * t_t1 / a.hypot(b)
}

fn direction_0_by_b(a: f64, b: f64) -> f64 {
    -(functions::direction(a, b) * functions::direction(b, a) / a.hypot(b))
}

fn exp_0_value(a: f64) -> f64 {
    a.exp()
}

fn exp_0_by_a(a: f64) -> f64 {
    a.exp()
}

fn exp_0_twice_by_a(a: f64) -> f64 {
    a.exp()
}

fn exp2_0_value(a: f64) -> f64 {
    a.exp2()
}

fn exp2_0_by_a(a: f64) -> f64 {
    0.6931471805599453 * a.exp2()
}

fn exp2_0_twice_by_a(a: f64) -> f64 {
    0.6931471805599453 * (0.6931471805599453 * a.exp2())
}

fn exp_m1_0_value(a: f64) -> f64 {
    a.exp_m1()
}

fn exp_m1_0_by_a(a: f64) -> f64 {
    a.exp()
}

fn exp_m1_0_twice_by_a(a: f64) -> f64 {
    a.exp()
}

fn ln_0_value(a: f64) -> f64 {
    a.ln()
}

fn ln_0_by_a(a: f64) -> f64 {
    a.recip()
}

fn ln_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -(t_t1 * t_t1)
}

fn log_0_value(a: f64, b: f64) -> f64 {
    a.log(b)
}

fn log_0_by_a(a: f64, b: f64) -> f64 {
    a.recip() / b.ln()
}

fn log_0_by_b(a: f64, b: f64) -> f64 {
    -(a.log(b) / b / b.ln())
}

fn log2_0_value(a: f64) -> f64 {
    a.log2()
}

fn log2_0_by_a(a: f64) -> f64 {
    1.4426950408889634 * a.recip()
}

fn log2_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -1.4426950408889634 * (t_t1 * t_t1)
}

fn log10_0_value(a: f64) -> f64 {
    a.log10()
}

fn log10_0_by_a(a: f64) -> f64 {
    0.4342944819032518 * a.recip()
}

fn log10_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -0.4342944819032518 * (t_t1 * t_t1)
}

fn ln_1p_0_value(a: f64) -> f64 {
    a.ln_1p()
}

fn ln_1p_0_by_a(a: f64) -> f64 {
    (a + 1.0).recip()
}

fn ln_1p_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = (a + 1.0).recip();
    -(t_t1 * t_t1)
}

fn sin_0_value(a: f64) -> f64 {
    a.sin()
}

fn sin_0_by_a(a: f64) -> f64 {
    a.cos()
}

fn sin_0_twice_by_a(a: f64) -> f64 {
    -a.sin()
}

fn cos_0_value(a: f64) -> f64 {
    a.cos()
}

fn cos_0_by_a(a: f64) -> f64 {
    -a.sin()
}

fn cos_0_twice_by_a(a: f64) -> f64 {
    -a.cos()
}

fn tan_0_value(a: f64) -> f64 {
    a.tan()
}

fn tan_0_by_a(a: f64) -> f64 {
    let t_t1 = a.tan();
    t_t1 * t_t1 + 1.0
}

fn tan_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.tan();
    let t_t2 = t_t1 * (t_t1 * t_t1 + 1.0);
    t_t2 + t_t2
}

fn asin_0_value(a: f64) -> f64 {
    a.asin()
}

fn asin_0_by_a(a: f64) -> f64 {
    functions::asin_slope(a)
}

fn asin_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::asin_slope(a);
    a * t_t1 * t_t1 * t_t1
}

fn asin_slope_0_value(a: f64) -> f64 {
    functions::asin_slope(a)
}

fn asin_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = functions::asin_slope(a);
    a * t_t1 * t_t1 * t_t1
}

fn asin_slope_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::asin_slope(a);
    let t_t2 = a * t_t1;
    let t_t3 = t_t2 * t_t1;
    let t_t4 = t_t3 * t_t1;
    t_t1 * (t_t1 * (t_t1 + a * t_t4) + t_t2 * t_t4) + t_t3 * t_t4
}

fn acos_0_value(a: f64) -> f64 {
    a.acos()
}

fn acos_0_by_a(a: f64) -> f64 {
    -functions::asin_slope(a)
}

fn acos_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::asin_slope(a);
    -(a * t_t1 * t_t1 * t_t1)
}

fn atan_0_value(a: f64) -> f64 {
    a.atan()
}

fn atan_0_by_a(a: f64) -> f64 {
    functions::witch(a)
}

fn atan_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::witch(a);
    -2.0 * (a * t_t1 * t_t1)
}

fn witch_0_value(a: f64) -> f64 {
    functions::witch(a)
}

fn witch_0_by_a(a: f64) -> f64 {
    let t_t1 = functions::witch(a);
    -2.0 * (a * t_t1 * t_t1)
}

fn witch_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::witch(a);
    let t_t2 = a * t_t1;
    let t_t3 = -2.0 * (t_t2 * t_t1);
    -2.0 * (t_t1 * (t_t1 + a * t_t3) + t_t2 * t_t3)
}

fn atan2_0_value(a: f64, b: f64) -> f64 {
    a.atan2(b)
}

fn atan2_0_by_a(a: f64, b: f64) -> f64 {
    functions::inversion(b, a)
}

fn atan2_0_by_b(a: f64, b: f64) -> f64 {
    -functions::inversion(a, b)
}

fn inversion_0_value(a: f64, b: f64) -> f64 {
    functions::inversion(a, b)
}

fn inversion_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = functions::direction(a, b);
    let t_t3 = functions::direction(b, a);
    (t_t3 * t_t3 - t_t2 * t_t2) / t_t1 / t_t1
}

fn inversion_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    -(2.0 * (functions::direction(a, b) * functions::direction(b, a)) / t_t1 / t_t1)
}

fn sinh_0_value(a: f64) -> f64 {
    a.sinh()
}

fn sinh_0_by_a(a: f64) -> f64 {
    a.cosh()
}

fn sinh_0_twice_by_a(a: f64) -> f64 {
    a.sinh()
}

fn cosh_0_value(a: f64) -> f64 {
    a.cosh()
}

fn cosh_0_by_a(a: f64) -> f64 {
    a.sinh()
}

fn cosh_0_twice_by_a(a: f64) -> f64 {
    a.cosh()
}

fn tanh_0_value(a: f64) -> f64 {
    a.tanh()
}

fn tanh_0_by_a(a: f64) -> f64 {
    let t_t1 = functions::sech(a);
    t_t1 * t_t1
}

fn tanh_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::sech(a);
    let t_t2 = t_t1 * (t_t1 * a.tanh());
    -t_t2 - t_t2
}

fn sech_0_value(a: f64) -> f64 {
    functions::sech(a)
}

fn sech_0_by_a(a: f64) -> f64 {
    -(functions::sech(a) * a.tanh())
}

fn sech_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.tanh();
    let t_t2 = functions::sech(a);
    -(t_t2 * (t_t2 * t_t2) - t_t1 * (t_t2 * t_t1))
}

fn asinh_0_value(a: f64) -> f64 {
    a.asinh()
}

fn asinh_0_by_a(a: f64) -> f64 {
    a.hypot(1.0).recip()
}

fn asinh_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = a.hypot(1.0).recip();
    -(t_t1 * t_t1 * functions::direction(a, 1.0))
}

fn acosh_0_value(a: f64) -> f64 {
    a.acosh()
}

fn acosh_0_by_a(a: f64) -> f64 {
    ((a - 1.0).sqrt() * (a + 1.0).sqrt()).recip()
}

fn acosh_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = (a - 1.0).sqrt();
    let t_t2 = (a + 1.0).sqrt();
    let t_t3 = (t_t1 * t_t2).recip();
    -(t_t3 * t_t3 * (t_t2 * (0.5 * (t_t1 + 0.0).recip()) + t_t1 * (0.5 * (t_t2 + 0.0).recip())))
}

fn atanh_0_value(a: f64) -> f64 {
    a.atanh()
}

fn atanh_0_by_a(a: f64) -> f64 {
    functions::atanh_slope(a)
}

fn atanh_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::atanh_slope(a);
    2.0 * (a * t_t1 * t_t1)
}

fn atanh_slope_0_value(a: f64) -> f64 {
    functions::atanh_slope(a)
}

fn atanh_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = functions::atanh_slope(a);
    2.0 * (a * t_t1 * t_t1)
}

fn atanh_slope_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::atanh_slope(a);
    let t_t2 = a * t_t1;
    let t_t3 = 2.0 * (t_t2 * t_t1);
    2.0 * (t_t1 * (t_t1 + a * t_t3) + t_t2 * t_t3)
}

fn abs_0_value(a: f64) -> f64 {
    a.abs()
}

fn abs_0_by_a(a: f64) -> f64 {
    functions::gt(a, 0.0) - functions::lt(a, 0.0)
}

fn abs_0_twice_by_a() -> f64 {
    0.0
}

fn signum_0_value(a: f64) -> f64 {
    a.signum()
}

fn signum_0_by_a() -> f64 {
    0.0
}

fn signum_0_twice_by_a() -> f64 {
    0.0
}

fn copysign_0_value(a: f64, b: f64) -> f64 {
    a.copysign(b)
}

fn copysign_0_by_a(a: f64, b: f64) -> f64 {
    (functions::gt(a, 0.0) - functions::lt(a, 0.0)) * f64::from_bits(4607182418800017408).copysign(b)
}

fn copysign_0_by_b() -> f64 {
    0.0
}

fn max_0_value(a: f64, b: f64) -> f64 {
    a.max(b)
}

fn max_0_by_a(a: f64, b: f64) -> f64 {
    0.5 * (functions::gt(a, b) + functions::ge(a, b)) + functions::ne(b, b) * functions::eq(a, a)
}

fn max_0_by_b(a: f64, b: f64) -> f64 {
    0.5 * (functions::gt(b, a) + functions::ge(b, a)) + functions::ne(a, a) * functions::eq(b, b)
}

fn min_0_value(a: f64, b: f64) -> f64 {
    a.min(b)
}

fn min_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = -a;
    let t_t2 = -b;
    0.5 * (functions::gt(t_t1, t_t2) + functions::ge(t_t1, t_t2)) + functions::ne(t_t2, t_t2) * functions::eq(t_t1, t_t1)
}

fn min_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = -a;
    let t_t2 = -b;
    0.5 * (functions::gt(t_t2, t_t1) + functions::ge(t_t2, t_t1)) + functions::ne(t_t1, t_t1) * functions::eq(t_t2, t_t2)
}

fn clamp_0_value(a: f64, b: f64, c: f64) -> f64 {
    a.clamp(b, c)
}

fn clamp_0_by_a(a: f64, b: f64, c: f64) -> f64 {
    functions::ge(a, b) * functions::le(a, c)
}

fn clamp_0_by_b(a: f64, b: f64) -> f64 {
    functions::lt(a, b)
}

fn clamp_0_by_c(a: f64, c: f64) -> f64 {
    functions::gt(a, c)
}

fn floor_0_value(a: f64) -> f64 {
    a.floor()
}

fn floor_0_by_a() -> f64 {
    0.0
}

fn floor_0_twice_by_a() -> f64 {
    0.0
}

fn ceil_0_value(a: f64) -> f64 {
    a.ceil()
}

fn ceil_0_by_a() -> f64 {
    0.0
}

fn ceil_0_twice_by_a() -> f64 {
    0.0
}

fn round_0_value(a: f64) -> f64 {
    a.round()
}

fn round_0_by_a() -> f64 {
    0.0
}

fn round_0_twice_by_a() -> f64 {
    0.0
}

fn trunc_0_value(a: f64) -> f64 {
    a.trunc()
}

fn trunc_0_by_a() -> f64 {
    0.0
}

fn trunc_0_twice_by_a() -> f64 {
    0.0
}

fn fract_0_value(a: f64) -> f64 {
    a.fract()
}

fn fract_0_by_a() -> f64 {
    1.0
}

fn fract_0_twice_by_a() -> f64 {
    0.0
}

fn rem_euclid_0_value(a: f64, b: f64) -> f64 {
    a.rem_euclid(b)
}

fn rem_euclid_0_by_a() -> f64 {
    1.0
}

fn rem_euclid_0_by_b(a: f64, b: f64) -> f64 {
    -((a - a.rem_euclid(b)) / b).round()
}

fn mul_add_0_value(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

fn mul_add_0_by_a(b: f64) -> f64 {
    b
}

fn mul_add_0_by_b(a: f64) -> f64 {
    a
}

fn mul_add_0_by_c() -> f64 {
    1.0
}

fn sigmoid_0_value(a: f64) -> f64 {
    functions::sigmoid(a)
}

fn sigmoid_0_by_a(a: f64) -> f64 {
    functions::share_slope(a, 0.0)
}

fn sigmoid_0_twice_by_a(a: f64) -> f64 {
    -(functions::share_slope(a, 0.0) * (0.5 * a).tanh())
}

fn logit_0_value(a: f64) -> f64 {
    functions::logit(a)
}

fn logit_0_by_a(a: f64) -> f64 {
    (a * (1.0 - a)).recip()
}

fn logit_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = 1.0 - a;
    let t_t2 = (a * t_t1).recip();
    -(t_t2 * t_t2 * (t_t1 - a))
}

fn softplus_0_value(a: f64) -> f64 {
    functions::softplus(a)
}

fn softplus_0_by_a(a: f64) -> f64 {
    functions::sigmoid(a)
}

fn softplus_0_twice_by_a(a: f64) -> f64 {
    functions::share_slope(a, 0.0)
}

fn logaddexp_0_value(a: f64, b: f64) -> f64 {
    functions::logaddexp(a, b)
}

fn logaddexp_0_by_a(a: f64, b: f64) -> f64 {
    functions::share(a, b)
}

fn logaddexp_0_by_b(a: f64, b: f64) -> f64 {
    functions::share(b, a)
}

fn share_0_value(a: f64, b: f64) -> f64 {
    functions::share(a, b)
}

fn share_0_by_a(a: f64, b: f64) -> f64 {
    functions::share_slope(a, b)
}

fn share_0_by_b(a: f64, b: f64) -> f64 {
    -functions::share_slope(a, b)
}

fn share_slope_0_value(a: f64, b: f64) -> f64 {
    functions::share_slope(a, b)
}

fn share_slope_0_by_a(a: f64, b: f64) -> f64 {
    -(functions::share_slope(a, b) * (0.5 * (a - b)).tanh())
}

fn share_slope_0_by_b(a: f64, b: f64) -> f64 {
    functions::share_slope(a, b) * (0.5 * (a - b)).tanh()
}

fn relu_0_value(a: f64) -> f64 {
    functions::relu(a)
}

fn relu_0_by_a(a: f64) -> f64 {
    functions::gt(a, 0.0)
}

fn relu_0_twice_by_a() -> f64 {
    0.0
}

fn sinc_0_value(a: f64) -> f64 {
    functions::sinc(a)
}

fn sinc_0_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 1)
}

fn sinc_0_twice_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 2)
}

fn sinc_slope_1_value(a: f64) -> f64 {
    functions::sinc_slope(a, 1)
}

fn sinc_slope_1_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 2)
}

fn sinc_slope_1_twice_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 3)
}

fn sinc_slope_2_value(a: f64) -> f64 {
    functions::sinc_slope(a, 2)
}

fn sinc_slope_2_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 3)
}

fn sinc_slope_2_twice_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 4)
}

fn sinc_slope_3_value(a: f64) -> f64 {
    functions::sinc_slope(a, 3)
}

fn sinc_slope_3_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 4)
}

fn sinc_slope_3_twice_by_a(a: f64) -> f64 {
    functions::sinc_slope(a, 5)
}

fn xlogy_0_value(a: f64, b: f64) -> f64 {
    functions::xlogy(a, b)
}

fn xlogy_0_by_a(b: f64) -> f64 {
    b.ln()
}

fn xlogy_0_by_b(a: f64, b: f64) -> f64 {
    functions::xdivy(a, b)
}

fn xdivy_0_value(a: f64, b: f64) -> f64 {
    functions::xdivy(a, b)
}

fn xdivy_0_by_a(b: f64) -> f64 {
    b.recip()
}

fn xdivy_0_by_b(a: f64, b: f64) -> f64 {
    -(functions::xdivy(a, b) / b)
}

fn entr_0_value(a: f64) -> f64 {
    functions::entr(a)
}

fn entr_0_by_a(a: f64) -> f64 {
    -(a.ln() + 1.0)
}

fn entr_0_twice_by_a(a: f64) -> f64 {
    -a.recip()
}

fn erf_0_value(a: f64) -> f64 {
    functions::erf(a)
}

fn erf_0_by_a(a: f64) -> f64 {
    1.1283791670955126 * functions::bell(a)
}

fn erf_0_twice_by_a(a: f64) -> f64 {
    1.1283791670955126 * (-2.0 * (a * functions::bell(a)))
}

fn erfc_0_value(a: f64) -> f64 {
    functions::erfc(a)
}

fn erfc_0_by_a(a: f64) -> f64 {
    -1.1283791670955126 * functions::bell(a)
}

fn erfc_0_twice_by_a(a: f64) -> f64 {
    -1.1283791670955126 * (-2.0 * (a * functions::bell(a)))
}

fn erfcx_0_value(a: f64) -> f64 {
    functions::erfcx(a)
}

fn erfcx_0_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 1)
}

fn erfcx_0_twice_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 2)
}

fn erfcx_slope_1_value(a: f64) -> f64 {
    functions::erfcx_slope(a, 1)
}

fn erfcx_slope_1_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 2)
}

fn erfcx_slope_1_twice_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 3)
}

fn erfcx_slope_2_value(a: f64) -> f64 {
    functions::erfcx_slope(a, 2)
}

fn erfcx_slope_2_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 3)
}

fn erfcx_slope_2_twice_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 4)
}

fn erfcx_slope_3_value(a: f64) -> f64 {
    functions::erfcx_slope(a, 3)
}

fn erfcx_slope_3_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 4)
}

fn erfcx_slope_3_twice_by_a(a: f64) -> f64 {
    functions::erfcx_slope(a, 5)
}

fn bell_0_value(a: f64) -> f64 {
    functions::bell(a)
}

fn bell_0_by_a(a: f64) -> f64 {
    -2.0 * (a * functions::bell(a))
}

fn bell_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bell(a);
    -2.0 * (t_t1 + a * (-2.0 * (a * t_t1)))
}

fn gamma_0_value(a: f64) -> f64 {
    functions::gamma(a)
}

fn gamma_0_by_a(a: f64) -> f64 {
    functions::gamma(a) * functions::digamma(a)
}

fn gamma_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::gamma(a);
    let t_t2 = functions::digamma(a);
    t_t2 * (t_t1 * t_t2) + t_t1 * functions::polygamma(a, 1)
}

fn ln_gamma_0_value(a: f64) -> f64 {
    functions::ln_gamma(a)
}

fn ln_gamma_0_by_a(a: f64) -> f64 {
    functions::digamma(a)
}

fn ln_gamma_0_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 1)
}

fn digamma_0_value(a: f64) -> f64 {
    functions::digamma(a)
}

fn digamma_0_by_a(a: f64) -> f64 {
    functions::polygamma(a, 1)
}

fn digamma_0_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 2)
}

fn trigamma_0_value(a: f64) -> f64 {
    functions::trigamma(a)
}

fn trigamma_0_by_a(a: f64) -> f64 {
    functions::polygamma(a, 2)
}

fn trigamma_0_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 3)
}

fn polygamma_0_value(a: f64) -> f64 {
    functions::polygamma(a, 0)
}

fn polygamma_0_by_a(a: f64) -> f64 {
    functions::polygamma(a, 1)
}

fn polygamma_0_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 2)
}

fn polygamma_1_value(a: f64) -> f64 {
    functions::polygamma(a, 1)
}

fn polygamma_1_by_a(a: f64) -> f64 {
    functions::polygamma(a, 2)
}

fn polygamma_1_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 3)
}

fn polygamma_2_value(a: f64) -> f64 {
    functions::polygamma(a, 2)
}

fn polygamma_2_by_a(a: f64) -> f64 {
    functions::polygamma(a, 3)
}

fn polygamma_2_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 4)
}

fn polygamma_3_value(a: f64) -> f64 {
    functions::polygamma(a, 3)
}

fn polygamma_3_by_a(a: f64) -> f64 {
    functions::polygamma(a, 4)
}

fn polygamma_3_twice_by_a(a: f64) -> f64 {
    functions::polygamma(a, 5)
}

fn beta_0_value(a: f64, b: f64) -> f64 {
    functions::beta(a, b)
}

fn beta_0_by_a(a: f64, b: f64) -> f64 {
    functions::beta_slope(a, b)
}

fn beta_0_by_b(a: f64, b: f64) -> f64 {
    functions::beta_slope(b, a)
}

fn beta_slope_0_value(a: f64, b: f64) -> f64 {
    functions::beta_slope(a, b)
}

fn beta_slope_0_by_a(a: f64, b: f64) -> f64 {
    functions::beta_slope(a, b) * functions::polygamma_difference(a, b, 0) + functions::beta(a, b) * functions::polygamma_difference(a, b, 1)
}

fn beta_slope_0_by_b(a: f64, b: f64) -> f64 {
    functions::select(functions::gt(a, 0.0) * functions::gt(b, 0.0), functions::beta_mixed(a, b, 0), functions::beta_slope(a, b) * functions::polygamma_difference(b, a, 0) - functions::beta(a, b) * functions::polygamma(a + b, 1))
}

fn beta_mixed_0_value(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 0)
}

fn beta_mixed_0_by_a(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 1)
}

fn beta_mixed_0_by_b(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 256)
}

fn beta_mixed_1_value(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 1)
}

fn beta_mixed_1_by_a(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 2)
}

fn beta_mixed_1_by_b(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 257)
}

fn beta_mixed_256_value(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 256)
}

fn beta_mixed_256_by_a(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 257)
}

fn beta_mixed_256_by_b(a: f64, b: f64) -> f64 {
    functions::beta_mixed(a, b, 512)
}

fn ln_beta_0_value(a: f64, b: f64) -> f64 {
    functions::ln_beta(a, b)
}

fn ln_beta_0_by_a(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 0)
}

fn ln_beta_0_by_b(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(b, a, 0)
}

fn polygamma_difference_0_value(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 0)
}

fn polygamma_difference_0_by_a(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 1)
}

fn polygamma_difference_0_by_b(a: f64, b: f64) -> f64 {
    -functions::polygamma(a + b, 1)
}

fn polygamma_difference_1_value(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 1)
}

fn polygamma_difference_1_by_a(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 2)
}

fn polygamma_difference_1_by_b(a: f64, b: f64) -> f64 {
    -functions::polygamma(a + b, 2)
}

fn polygamma_difference_2_value(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 2)
}

fn polygamma_difference_2_by_a(a: f64, b: f64) -> f64 {
    functions::polygamma_difference(a, b, 3)
}

fn polygamma_difference_2_by_b(a: f64, b: f64) -> f64 {
    -functions::polygamma(a + b, 3)
}

fn norm_pdf_0_value(a: f64) -> f64 {
    functions::norm_pdf(a)
}

fn norm_pdf_0_by_a(a: f64) -> f64 {
    -(a * functions::norm_pdf(a))
}

fn norm_pdf_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::norm_pdf(a);
    -(t_t1 - a * (a * t_t1))
}

fn norm_cdf_0_value(a: f64) -> f64 {
    functions::norm_cdf(a)
}

fn norm_cdf_0_by_a(a: f64) -> f64 {
    functions::norm_pdf(a)
}

fn norm_cdf_0_twice_by_a(a: f64) -> f64 {
    -(a * functions::norm_pdf(a))
}

fn norm_ppf_0_value(a: f64) -> f64 {
    functions::norm_ppf(a)
}

fn norm_ppf_0_by_a(a: f64) -> f64 {
    functions::norm_ppf_slope(a)
}

fn norm_ppf_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::norm_ppf_slope(a);
    functions::norm_ppf(a) * t_t1 * t_t1
}

fn norm_ppf_slope_0_value(a: f64) -> f64 {
    functions::norm_ppf_slope(a)
}

fn norm_ppf_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = functions::norm_ppf_slope(a);
    functions::norm_ppf(a) * t_t1 * t_t1
}

fn norm_ppf_slope_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::norm_ppf(a);
    let t_t2 = functions::norm_ppf_slope(a);
    let t_t3 = t_t1 * t_t2;
    let t_t4 = t_t3 * t_t2;
    t_t2 * (t_t2 * t_t2 + t_t1 * t_t4) + t_t3 * t_t4
}

fn bessel_j_0_value(a: f64) -> f64 {
    functions::bessel_j(a, 0)
}

fn bessel_j_0_by_a(a: f64) -> f64 {
    0.5 * (functions::bessel_j(a, -1) - functions::bessel_j(a, 1))
}

fn bessel_j_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bessel_j(a, 0);
    0.5 * (0.5 * (functions::bessel_j(a, -2) - t_t1) - 0.5 * (t_t1 - functions::bessel_j(a, 2)))
}

fn bessel_j_1_value(a: f64) -> f64 {
    functions::bessel_j(a, 1)
}

fn bessel_j_1_by_a(a: f64) -> f64 {
    0.5 * (functions::bessel_j(a, 0) - functions::bessel_j(a, 2))
}

fn bessel_j_1_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bessel_j(a, 1);
    0.5 * (0.5 * (functions::bessel_j(a, -1) - t_t1) - 0.5 * (t_t1 - functions::bessel_j(a, 3)))
}

fn bessel_j_2_value(a: f64) -> f64 {
    functions::bessel_j(a, 2)
}

fn bessel_j_2_by_a(a: f64) -> f64 {
    0.5 * (functions::bessel_j(a, 1) - functions::bessel_j(a, 3))
}

fn bessel_j_2_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bessel_j(a, 2);
    0.5 * (0.5 * (functions::bessel_j(a, 0) - t_t1) - 0.5 * (t_t1 - functions::bessel_j(a, 4)))
}

fn bessel_y_0_value(a: f64) -> f64 {
    functions::bessel_y(a, 0)
}

fn bessel_y_0_by_a(a: f64) -> f64 {
    0.5 * (functions::bessel_y(a, -1) - functions::bessel_y(a, 1))
}

fn bessel_y_0_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bessel_y(a, 0);
    0.5 * (0.5 * (functions::bessel_y(a, -2) - t_t1) - 0.5 * (t_t1 - functions::bessel_y(a, 2)))
}

fn bessel_y_1_value(a: f64) -> f64 {
    functions::bessel_y(a, 1)
}

fn bessel_y_1_by_a(a: f64) -> f64 {
    0.5 * (functions::bessel_y(a, 0) - functions::bessel_y(a, 2))
}

fn bessel_y_1_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bessel_y(a, 1);
    0.5 * (0.5 * (functions::bessel_y(a, -1) - t_t1) - 0.5 * (t_t1 - functions::bessel_y(a, 3)))
}

fn bessel_y_2_value(a: f64) -> f64 {
    functions::bessel_y(a, 2)
}

fn bessel_y_2_by_a(a: f64) -> f64 {
    0.5 * (functions::bessel_y(a, 1) - functions::bessel_y(a, 3))
}

fn bessel_y_2_twice_by_a(a: f64) -> f64 {
    let t_t1 = functions::bessel_y(a, 2);
    0.5 * (0.5 * (functions::bessel_y(a, 0) - t_t1) - 0.5 * (t_t1 - functions::bessel_y(a, 4)))
}

fn ge_0_value(a: f64, b: f64) -> f64 {
    functions::ge(a, b)
}

fn ge_0_by_a() -> f64 {
    0.0
}

fn ge_0_by_b() -> f64 {
    0.0
}

fn gt_0_value(a: f64, b: f64) -> f64 {
    functions::gt(a, b)
}

fn gt_0_by_a() -> f64 {
    0.0
}

fn gt_0_by_b() -> f64 {
    0.0
}

fn le_0_value(a: f64, b: f64) -> f64 {
    functions::le(a, b)
}

fn le_0_by_a() -> f64 {
    0.0
}

fn le_0_by_b() -> f64 {
    0.0
}

fn lt_0_value(a: f64, b: f64) -> f64 {
    functions::lt(a, b)
}

fn lt_0_by_a() -> f64 {
    0.0
}

fn lt_0_by_b() -> f64 {
    0.0
}

fn eq_0_value(a: f64, b: f64) -> f64 {
    functions::eq(a, b)
}

fn eq_0_by_a() -> f64 {
    0.0
}

fn eq_0_by_b() -> f64 {
    0.0
}

fn ne_0_value(a: f64, b: f64) -> f64 {
    functions::ne(a, b)
}

fn ne_0_by_a() -> f64 {
    0.0
}

fn ne_0_by_b() -> f64 {
    0.0
}

fn select_0_value(a: f64, b: f64, c: f64) -> f64 {
    functions::select(a, b, c)
}

fn select_0_by_a() -> f64 {
    0.0
}

fn select_0_by_b(a: f64) -> f64 {
    functions::select(a, 1.0, 0.0)
}

fn select_0_by_c(a: f64) -> f64 {
    functions::select(a, 0.0, 1.0)
}

fn strange_names(x: f64, x_: f64, x__: f64, t1: f64, xfn: f64, x2: f64, λ: f64) -> f64 {
    x.sin() * x + x_.sin() * x_ + x__.sin() * x__ + t1.sin() * t1 + xfn.sin() * xfn + x2.sin() * x2 + λ.sin() * λ
}

pub(super) const ALL: [super::Compiled; 349] = [
    |x| add_0_value(x[0], x[1]),
    |_| add_0_by_a(),
    |_| add_0_by_b(),
    |x| sub_0_value(x[0], x[1]),
    |_| sub_0_by_a(),
    |_| sub_0_by_b(),
    |x| mul_0_value(x[0], x[1]),
    |x| mul_0_by_a(x[1]),
    |x| mul_0_by_b(x[0]),
    |x| div_0_value(x[0], x[1]),
    |x| div_0_by_a(x[1]),
    |x| div_0_by_b(x[0], x[1]),
    |x| neg_0_value(x[0]),
    |_| neg_0_by_a(),
    |_| neg_0_twice_by_a(),
    |x| rem_0_value(x[0], x[1]),
    |_| rem_0_by_a(),
    |x| rem_0_by_b(x[0], x[1]),
    |x| recip_0_value(x[0]),
    |x| recip_0_by_a(x[0]),
    |x| recip_0_twice_by_a(x[0]),
    |x| powi_minus_2_value(x[0]),
    |x| powi_minus_2_by_a(x[0]),
    |x| powi_minus_2_twice_by_a(x[0]),
    |x| powi_minus_1_value(x[0]),
    |x| powi_minus_1_by_a(x[0]),
    |x| powi_minus_1_twice_by_a(x[0]),
    |_| powi_0_value(),
    |_| powi_0_by_a(),
    |_| powi_0_twice_by_a(),
    |x| powi_1_value(x[0]),
    |_| powi_1_by_a(),
    |_| powi_1_twice_by_a(),
    |x| powi_2_value(x[0]),
    |x| powi_2_by_a(x[0]),
    |_| powi_2_twice_by_a(),
    |x| powi_3_value(x[0]),
    |x| powi_3_by_a(x[0]),
    |x| powi_3_twice_by_a(x[0]),
    |x| powi_7_value(x[0]),
    |x| powi_7_by_a(x[0]),
    |x| powi_7_twice_by_a(x[0]),
    |x| powf_0_value(x[0], x[1]),
    |x| powf_0_by_a(x[0], x[1]),
    |x| powf_0_by_b(x[0], x[1]),
    |x| pow_shift_1_value(x[0], x[1]),
    |x| pow_shift_1_by_a(x[0], x[1]),
    |x| pow_shift_1_by_b(x[0], x[1]),
    |x| pow_shift_2_value(x[0], x[1]),
    |x| pow_shift_2_by_a(x[0], x[1]),
    |x| pow_shift_2_by_b(x[0], x[1]),
    |x| sqrt_0_value(x[0]),
    |x| sqrt_0_by_a(x[0]),
    |x| sqrt_0_twice_by_a(x[0]),
    |x| cbrt_0_value(x[0]),
    |x| cbrt_0_by_a(x[0]),
    |x| cbrt_0_twice_by_a(x[0]),
    |x| hypot_0_value(x[0], x[1]),
    |x| hypot_0_by_a(x[0], x[1]),
    |x| hypot_0_by_b(x[0], x[1]),
    |x| direction_0_value(x[0], x[1]),
    |x| direction_0_by_a(x[0], x[1]),
    |x| direction_0_by_b(x[0], x[1]),
    |x| exp_0_value(x[0]),
    |x| exp_0_by_a(x[0]),
    |x| exp_0_twice_by_a(x[0]),
    |x| exp2_0_value(x[0]),
    |x| exp2_0_by_a(x[0]),
    |x| exp2_0_twice_by_a(x[0]),
    |x| exp_m1_0_value(x[0]),
    |x| exp_m1_0_by_a(x[0]),
    |x| exp_m1_0_twice_by_a(x[0]),
    |x| ln_0_value(x[0]),
    |x| ln_0_by_a(x[0]),
    |x| ln_0_twice_by_a(x[0]),
    |x| log_0_value(x[0], x[1]),
    |x| log_0_by_a(x[0], x[1]),
    |x| log_0_by_b(x[0], x[1]),
    |x| log2_0_value(x[0]),
    |x| log2_0_by_a(x[0]),
    |x| log2_0_twice_by_a(x[0]),
    |x| log10_0_value(x[0]),
    |x| log10_0_by_a(x[0]),
    |x| log10_0_twice_by_a(x[0]),
    |x| ln_1p_0_value(x[0]),
    |x| ln_1p_0_by_a(x[0]),
    |x| ln_1p_0_twice_by_a(x[0]),
    |x| sin_0_value(x[0]),
    |x| sin_0_by_a(x[0]),
    |x| sin_0_twice_by_a(x[0]),
    |x| cos_0_value(x[0]),
    |x| cos_0_by_a(x[0]),
    |x| cos_0_twice_by_a(x[0]),
    |x| tan_0_value(x[0]),
    |x| tan_0_by_a(x[0]),
    |x| tan_0_twice_by_a(x[0]),
    |x| asin_0_value(x[0]),
    |x| asin_0_by_a(x[0]),
    |x| asin_0_twice_by_a(x[0]),
    |x| asin_slope_0_value(x[0]),
    |x| asin_slope_0_by_a(x[0]),
    |x| asin_slope_0_twice_by_a(x[0]),
    |x| acos_0_value(x[0]),
    |x| acos_0_by_a(x[0]),
    |x| acos_0_twice_by_a(x[0]),
    |x| atan_0_value(x[0]),
    |x| atan_0_by_a(x[0]),
    |x| atan_0_twice_by_a(x[0]),
    |x| witch_0_value(x[0]),
    |x| witch_0_by_a(x[0]),
    |x| witch_0_twice_by_a(x[0]),
    |x| atan2_0_value(x[0], x[1]),
    |x| atan2_0_by_a(x[0], x[1]),
    |x| atan2_0_by_b(x[0], x[1]),
    |x| inversion_0_value(x[0], x[1]),
    |x| inversion_0_by_a(x[0], x[1]),
    |x| inversion_0_by_b(x[0], x[1]),
    |x| sinh_0_value(x[0]),
    |x| sinh_0_by_a(x[0]),
    |x| sinh_0_twice_by_a(x[0]),
    |x| cosh_0_value(x[0]),
    |x| cosh_0_by_a(x[0]),
    |x| cosh_0_twice_by_a(x[0]),
    |x| tanh_0_value(x[0]),
    |x| tanh_0_by_a(x[0]),
    |x| tanh_0_twice_by_a(x[0]),
    |x| sech_0_value(x[0]),
    |x| sech_0_by_a(x[0]),
    |x| sech_0_twice_by_a(x[0]),
    |x| asinh_0_value(x[0]),
    |x| asinh_0_by_a(x[0]),
    |x| asinh_0_twice_by_a(x[0]),
    |x| acosh_0_value(x[0]),
    |x| acosh_0_by_a(x[0]),
    |x| acosh_0_twice_by_a(x[0]),
    |x| atanh_0_value(x[0]),
    |x| atanh_0_by_a(x[0]),
    |x| atanh_0_twice_by_a(x[0]),
    |x| atanh_slope_0_value(x[0]),
    |x| atanh_slope_0_by_a(x[0]),
    |x| atanh_slope_0_twice_by_a(x[0]),
    |x| abs_0_value(x[0]),
    |x| abs_0_by_a(x[0]),
    |_| abs_0_twice_by_a(),
    |x| signum_0_value(x[0]),
    |_| signum_0_by_a(),
    |_| signum_0_twice_by_a(),
    |x| copysign_0_value(x[0], x[1]),
    |x| copysign_0_by_a(x[0], x[1]),
    |_| copysign_0_by_b(),
    |x| max_0_value(x[0], x[1]),
    |x| max_0_by_a(x[0], x[1]),
    |x| max_0_by_b(x[0], x[1]),
    |x| min_0_value(x[0], x[1]),
    |x| min_0_by_a(x[0], x[1]),
    |x| min_0_by_b(x[0], x[1]),
    |x| clamp_0_value(x[0], x[1], x[2]),
    |x| clamp_0_by_a(x[0], x[1], x[2]),
    |x| clamp_0_by_b(x[0], x[1]),
    |x| clamp_0_by_c(x[0], x[2]),
    |x| floor_0_value(x[0]),
    |_| floor_0_by_a(),
    |_| floor_0_twice_by_a(),
    |x| ceil_0_value(x[0]),
    |_| ceil_0_by_a(),
    |_| ceil_0_twice_by_a(),
    |x| round_0_value(x[0]),
    |_| round_0_by_a(),
    |_| round_0_twice_by_a(),
    |x| trunc_0_value(x[0]),
    |_| trunc_0_by_a(),
    |_| trunc_0_twice_by_a(),
    |x| fract_0_value(x[0]),
    |_| fract_0_by_a(),
    |_| fract_0_twice_by_a(),
    |x| rem_euclid_0_value(x[0], x[1]),
    |_| rem_euclid_0_by_a(),
    |x| rem_euclid_0_by_b(x[0], x[1]),
    |x| mul_add_0_value(x[0], x[1], x[2]),
    |x| mul_add_0_by_a(x[1]),
    |x| mul_add_0_by_b(x[0]),
    |_| mul_add_0_by_c(),
    |x| sigmoid_0_value(x[0]),
    |x| sigmoid_0_by_a(x[0]),
    |x| sigmoid_0_twice_by_a(x[0]),
    |x| logit_0_value(x[0]),
    |x| logit_0_by_a(x[0]),
    |x| logit_0_twice_by_a(x[0]),
    |x| softplus_0_value(x[0]),
    |x| softplus_0_by_a(x[0]),
    |x| softplus_0_twice_by_a(x[0]),
    |x| logaddexp_0_value(x[0], x[1]),
    |x| logaddexp_0_by_a(x[0], x[1]),
    |x| logaddexp_0_by_b(x[0], x[1]),
    |x| share_0_value(x[0], x[1]),
    |x| share_0_by_a(x[0], x[1]),
    |x| share_0_by_b(x[0], x[1]),
    |x| share_slope_0_value(x[0], x[1]),
    |x| share_slope_0_by_a(x[0], x[1]),
    |x| share_slope_0_by_b(x[0], x[1]),
    |x| relu_0_value(x[0]),
    |x| relu_0_by_a(x[0]),
    |_| relu_0_twice_by_a(),
    |x| sinc_0_value(x[0]),
    |x| sinc_0_by_a(x[0]),
    |x| sinc_0_twice_by_a(x[0]),
    |x| sinc_slope_1_value(x[0]),
    |x| sinc_slope_1_by_a(x[0]),
    |x| sinc_slope_1_twice_by_a(x[0]),
    |x| sinc_slope_2_value(x[0]),
    |x| sinc_slope_2_by_a(x[0]),
    |x| sinc_slope_2_twice_by_a(x[0]),
    |x| sinc_slope_3_value(x[0]),
    |x| sinc_slope_3_by_a(x[0]),
    |x| sinc_slope_3_twice_by_a(x[0]),
    |x| xlogy_0_value(x[0], x[1]),
    |x| xlogy_0_by_a(x[1]),
    |x| xlogy_0_by_b(x[0], x[1]),
    |x| xdivy_0_value(x[0], x[1]),
    |x| xdivy_0_by_a(x[1]),
    |x| xdivy_0_by_b(x[0], x[1]),
    |x| entr_0_value(x[0]),
    |x| entr_0_by_a(x[0]),
    |x| entr_0_twice_by_a(x[0]),
    |x| erf_0_value(x[0]),
    |x| erf_0_by_a(x[0]),
    |x| erf_0_twice_by_a(x[0]),
    |x| erfc_0_value(x[0]),
    |x| erfc_0_by_a(x[0]),
    |x| erfc_0_twice_by_a(x[0]),
    |x| erfcx_0_value(x[0]),
    |x| erfcx_0_by_a(x[0]),
    |x| erfcx_0_twice_by_a(x[0]),
    |x| erfcx_slope_1_value(x[0]),
    |x| erfcx_slope_1_by_a(x[0]),
    |x| erfcx_slope_1_twice_by_a(x[0]),
    |x| erfcx_slope_2_value(x[0]),
    |x| erfcx_slope_2_by_a(x[0]),
    |x| erfcx_slope_2_twice_by_a(x[0]),
    |x| erfcx_slope_3_value(x[0]),
    |x| erfcx_slope_3_by_a(x[0]),
    |x| erfcx_slope_3_twice_by_a(x[0]),
    |x| bell_0_value(x[0]),
    |x| bell_0_by_a(x[0]),
    |x| bell_0_twice_by_a(x[0]),
    |x| gamma_0_value(x[0]),
    |x| gamma_0_by_a(x[0]),
    |x| gamma_0_twice_by_a(x[0]),
    |x| ln_gamma_0_value(x[0]),
    |x| ln_gamma_0_by_a(x[0]),
    |x| ln_gamma_0_twice_by_a(x[0]),
    |x| digamma_0_value(x[0]),
    |x| digamma_0_by_a(x[0]),
    |x| digamma_0_twice_by_a(x[0]),
    |x| trigamma_0_value(x[0]),
    |x| trigamma_0_by_a(x[0]),
    |x| trigamma_0_twice_by_a(x[0]),
    |x| polygamma_0_value(x[0]),
    |x| polygamma_0_by_a(x[0]),
    |x| polygamma_0_twice_by_a(x[0]),
    |x| polygamma_1_value(x[0]),
    |x| polygamma_1_by_a(x[0]),
    |x| polygamma_1_twice_by_a(x[0]),
    |x| polygamma_2_value(x[0]),
    |x| polygamma_2_by_a(x[0]),
    |x| polygamma_2_twice_by_a(x[0]),
    |x| polygamma_3_value(x[0]),
    |x| polygamma_3_by_a(x[0]),
    |x| polygamma_3_twice_by_a(x[0]),
    |x| beta_0_value(x[0], x[1]),
    |x| beta_0_by_a(x[0], x[1]),
    |x| beta_0_by_b(x[0], x[1]),
    |x| beta_slope_0_value(x[0], x[1]),
    |x| beta_slope_0_by_a(x[0], x[1]),
    |x| beta_slope_0_by_b(x[0], x[1]),
    |x| beta_mixed_0_value(x[0], x[1]),
    |x| beta_mixed_0_by_a(x[0], x[1]),
    |x| beta_mixed_0_by_b(x[0], x[1]),
    |x| beta_mixed_1_value(x[0], x[1]),
    |x| beta_mixed_1_by_a(x[0], x[1]),
    |x| beta_mixed_1_by_b(x[0], x[1]),
    |x| beta_mixed_256_value(x[0], x[1]),
    |x| beta_mixed_256_by_a(x[0], x[1]),
    |x| beta_mixed_256_by_b(x[0], x[1]),
    |x| ln_beta_0_value(x[0], x[1]),
    |x| ln_beta_0_by_a(x[0], x[1]),
    |x| ln_beta_0_by_b(x[0], x[1]),
    |x| polygamma_difference_0_value(x[0], x[1]),
    |x| polygamma_difference_0_by_a(x[0], x[1]),
    |x| polygamma_difference_0_by_b(x[0], x[1]),
    |x| polygamma_difference_1_value(x[0], x[1]),
    |x| polygamma_difference_1_by_a(x[0], x[1]),
    |x| polygamma_difference_1_by_b(x[0], x[1]),
    |x| polygamma_difference_2_value(x[0], x[1]),
    |x| polygamma_difference_2_by_a(x[0], x[1]),
    |x| polygamma_difference_2_by_b(x[0], x[1]),
    |x| norm_pdf_0_value(x[0]),
    |x| norm_pdf_0_by_a(x[0]),
    |x| norm_pdf_0_twice_by_a(x[0]),
    |x| norm_cdf_0_value(x[0]),
    |x| norm_cdf_0_by_a(x[0]),
    |x| norm_cdf_0_twice_by_a(x[0]),
    |x| norm_ppf_0_value(x[0]),
    |x| norm_ppf_0_by_a(x[0]),
    |x| norm_ppf_0_twice_by_a(x[0]),
    |x| norm_ppf_slope_0_value(x[0]),
    |x| norm_ppf_slope_0_by_a(x[0]),
    |x| norm_ppf_slope_0_twice_by_a(x[0]),
    |x| bessel_j_0_value(x[0]),
    |x| bessel_j_0_by_a(x[0]),
    |x| bessel_j_0_twice_by_a(x[0]),
    |x| bessel_j_1_value(x[0]),
    |x| bessel_j_1_by_a(x[0]),
    |x| bessel_j_1_twice_by_a(x[0]),
    |x| bessel_j_2_value(x[0]),
    |x| bessel_j_2_by_a(x[0]),
    |x| bessel_j_2_twice_by_a(x[0]),
    |x| bessel_y_0_value(x[0]),
    |x| bessel_y_0_by_a(x[0]),
    |x| bessel_y_0_twice_by_a(x[0]),
    |x| bessel_y_1_value(x[0]),
    |x| bessel_y_1_by_a(x[0]),
    |x| bessel_y_1_twice_by_a(x[0]),
    |x| bessel_y_2_value(x[0]),
    |x| bessel_y_2_by_a(x[0]),
    |x| bessel_y_2_twice_by_a(x[0]),
    |x| ge_0_value(x[0], x[1]),
    |_| ge_0_by_a(),
    |_| ge_0_by_b(),
    |x| gt_0_value(x[0], x[1]),
    |_| gt_0_by_a(),
    |_| gt_0_by_b(),
    |x| le_0_value(x[0], x[1]),
    |_| le_0_by_a(),
    |_| le_0_by_b(),
    |x| lt_0_value(x[0], x[1]),
    |_| lt_0_by_a(),
    |_| lt_0_by_b(),
    |x| eq_0_value(x[0], x[1]),
    |_| eq_0_by_a(),
    |_| eq_0_by_b(),
    |x| ne_0_value(x[0], x[1]),
    |_| ne_0_by_a(),
    |_| ne_0_by_b(),
    |x| select_0_value(x[0], x[1], x[2]),
    |_| select_0_by_a(),
    |x| select_0_by_b(x[0]),
    |x| select_0_by_c(x[0]),
    |x| strange_names(x[3], x[4], x[5], x[6], x[7], x[8], x[9]),
];
