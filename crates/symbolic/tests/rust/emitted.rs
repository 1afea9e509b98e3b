//! What `rust.rs` emits and checks.

#![allow(clippy::all)]

use super::wengert;

fn add_0_value(a: f64, b: f64) -> f64 {
    a + b
}

fn add_0_by_a() -> f64 {
    1.0
}

fn add_0_by_a_a() -> f64 {
    0.0
}

fn add_0_by_a_b() -> f64 {
    0.0
}

fn add_0_by_b() -> f64 {
    1.0
}

fn add_0_by_b_a() -> f64 {
    0.0
}

fn add_0_by_b_b() -> f64 {
    0.0
}

fn sub_0_value(a: f64, b: f64) -> f64 {
    a - b
}

fn sub_0_by_a() -> f64 {
    1.0
}

fn sub_0_by_a_a() -> f64 {
    0.0
}

fn sub_0_by_a_b() -> f64 {
    0.0
}

fn sub_0_by_b() -> f64 {
    -1.0
}

fn sub_0_by_b_a() -> f64 {
    0.0
}

fn sub_0_by_b_b() -> f64 {
    0.0
}

fn mul_0_value(a: f64, b: f64) -> f64 {
    a * b
}

fn mul_0_by_a(b: f64) -> f64 {
    b
}

fn mul_0_by_a_a() -> f64 {
    0.0
}

fn mul_0_by_a_b() -> f64 {
    1.0
}

fn mul_0_by_b(a: f64) -> f64 {
    a
}

fn mul_0_by_b_a() -> f64 {
    1.0
}

fn mul_0_by_b_b() -> f64 {
    0.0
}

fn div_0_value(a: f64, b: f64) -> f64 {
    a / b
}

fn div_0_by_a(b: f64) -> f64 {
    b.recip()
}

fn div_0_by_a_a() -> f64 {
    0.0
}

fn div_0_by_a_b(b: f64) -> f64 {
    let t_t1 = b.recip();
    -(t_t1 * t_t1)
}

fn div_0_by_b(a: f64, b: f64) -> f64 {
    -(a / b / b)
}

fn div_0_by_b_a(b: f64) -> f64 {
    let t_t1 = b.recip();
    -(t_t1 * t_t1)
}

fn div_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a / b / b;
    -(-(b.recip() * t_t1) - t_t1 / b)
}

fn neg_0_value(a: f64) -> f64 {
    -a
}

fn neg_0_by_a() -> f64 {
    -1.0
}

fn neg_0_by_a_a() -> f64 {
    0.0
}

fn rem_0_value(a: f64, b: f64) -> f64 {
    a % b
}

fn rem_0_by_a() -> f64 {
    1.0
}

fn rem_0_by_a_a() -> f64 {
    0.0
}

fn rem_0_by_a_b() -> f64 {
    0.0
}

fn rem_0_by_b(a: f64, b: f64) -> f64 {
    -((a - a % b) / b).round()
}

fn rem_0_by_b_a() -> f64 {
    0.0
}

fn rem_0_by_b_b() -> f64 {
    0.0
}

fn recip_0_value(a: f64) -> f64 {
    a.recip()
}

fn recip_0_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -(t_t1 * t_t1)
}

fn recip_0_by_a_a(a: f64) -> f64 {
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

fn powi_minus_2_by_a_a(a: f64) -> f64 {
    -2.0 * (-3.0 * a.powi(-4))
}

fn powi_minus_1_value(a: f64) -> f64 {
    a.powi(-1)
}

fn powi_minus_1_by_a(a: f64) -> f64 {
    -a.powi(-2)
}

fn powi_minus_1_by_a_a(a: f64) -> f64 {
    2.0 * a.powi(-3)
}

fn powi_0_value() -> f64 {
    1.0
}

fn powi_0_by_a() -> f64 {
    0.0
}

fn powi_0_by_a_a() -> f64 {
    0.0
}

fn powi_1_value(a: f64) -> f64 {
    a
}

fn powi_1_by_a() -> f64 {
    1.0
}

fn powi_1_by_a_a() -> f64 {
    0.0
}

fn powi_2_value(a: f64) -> f64 {
    a.powi(2)
}

fn powi_2_by_a(a: f64) -> f64 {
    2.0 * a
}

fn powi_2_by_a_a() -> f64 {
    2.0
}

fn powi_3_value(a: f64) -> f64 {
    a.powi(3)
}

fn powi_3_by_a(a: f64) -> f64 {
    3.0 * a.powi(2)
}

fn powi_3_by_a_a(a: f64) -> f64 {
    3.0 * (2.0 * a)
}

fn powi_7_value(a: f64) -> f64 {
    a.powi(7)
}

fn powi_7_by_a(a: f64) -> f64 {
    7.0 * a.powi(6)
}

fn powi_7_by_a_a(a: f64) -> f64 {
    7.0 * (6.0 * a.powi(5))
}

fn powf_0_value(a: f64, b: f64) -> f64 {
    a.powf(b)
}

fn powf_0_by_a(a: f64, b: f64) -> f64 {
    b * a.powf(b - 1.0)
}

fn powf_0_by_a_a(a: f64, b: f64) -> f64 {
    b * (b - 1.0) * a.powf(b - 2.0)
}

fn powf_0_by_a_b(a: f64, b: f64) -> f64 {
    (1.0 + b * a.ln()) * a.powf(b - 1.0)
}

fn powf_0_by_b(a: f64, b: f64) -> f64 {
    a.ln() * a.powf(b)
}

fn powf_0_by_b_a(a: f64, b: f64) -> f64 {
    (1.0 + b * a.ln()) * a.powf(b - 1.0)
}

fn powf_0_by_b_b(a: f64, b: f64) -> f64 {
    a.ln().powi(2) * a.powf(b)
}

fn pow_shift_1_value(a: f64, b: f64) -> f64 {
    a.powf(b - 1.0)
}

fn pow_shift_1_by_a(a: f64, b: f64) -> f64 {
    (b - 1.0) * a.powf(b - 2.0)
}

fn pow_shift_1_by_a_a(a: f64, b: f64) -> f64 {
    (b - 1.0) * (b - 2.0) * a.powf(b - 3.0)
}

fn pow_shift_1_by_a_b(a: f64, b: f64) -> f64 {
    (1.0 + (b - 1.0) * a.ln()) * a.powf(b - 2.0)
}

fn pow_shift_1_by_b(a: f64, b: f64) -> f64 {
    a.ln() * a.powf(b - 1.0)
}

fn pow_shift_1_by_b_a(a: f64, b: f64) -> f64 {
    (1.0 + (b - 1.0) * a.ln()) * a.powf(b - 2.0)
}

fn pow_shift_1_by_b_b(a: f64, b: f64) -> f64 {
    a.ln().powi(2) * a.powf(b - 1.0)
}

fn pow_shift_2_value(a: f64, b: f64) -> f64 {
    a.powf(b - 2.0)
}

fn pow_shift_2_by_a(a: f64, b: f64) -> f64 {
    (b - 2.0) * a.powf(b - 3.0)
}

fn pow_shift_2_by_a_a(a: f64, b: f64) -> f64 {
    (b - 2.0) * (b - 3.0) * a.powf(b - 4.0)
}

fn pow_shift_2_by_a_b(a: f64, b: f64) -> f64 {
    (1.0 + (b - 2.0) * a.ln()) * a.powf(b - 3.0)
}

fn pow_shift_2_by_b(a: f64, b: f64) -> f64 {
    a.ln() * a.powf(b - 2.0)
}

fn pow_shift_2_by_b_a(a: f64, b: f64) -> f64 {
    (1.0 + (b - 2.0) * a.ln()) * a.powf(b - 3.0)
}

fn pow_shift_2_by_b_b(a: f64, b: f64) -> f64 {
    a.ln().powi(2) * a.powf(b - 2.0)
}

fn pow_slope_1_value(a: f64, b: f64) -> f64 {
    b * a.powf(b - 1.0)
}

fn pow_slope_1_by_a(a: f64, b: f64) -> f64 {
    b * (b - 1.0) * a.powf(b - 2.0)
}

fn pow_slope_1_by_a_a(a: f64, b: f64) -> f64 {
    b * (b - 1.0) * (b - 2.0) * a.powf(b - 3.0)
}

fn pow_slope_1_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = b - 1.0;
    (t_t1 + b + b * t_t1 * a.ln()) * a.powf(b - 2.0)
}

fn pow_slope_1_by_b(a: f64, b: f64) -> f64 {
    (1.0 + b * a.ln()) * a.powf(b - 1.0)
}

fn pow_slope_1_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - 1.0;
    (t_t1 + b + b * t_t1 * a.ln()) * a.powf(b - 2.0)
}

fn pow_slope_1_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    (2.0 * t_t1 + b * t_t1.powi(2)) * a.powf(b - 1.0)
}

fn pow_slope_256_value(a: f64, b: f64) -> f64 {
    a.ln() * a.powf(b)
}

fn pow_slope_256_by_a(a: f64, b: f64) -> f64 {
    (1.0 + b * a.ln()) * a.powf(b - 1.0)
}

fn pow_slope_256_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - 1.0;
    (t_t1 + b + b * t_t1 * a.ln()) * a.powf(b - 2.0)
}

fn pow_slope_256_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    (2.0 * t_t1 + b * t_t1.powi(2)) * a.powf(b - 1.0)
}

fn pow_slope_256_by_b(a: f64, b: f64) -> f64 {
    a.ln().powi(2) * a.powf(b)
}

fn pow_slope_256_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    (2.0 * t_t1 + b * t_t1.powi(2)) * a.powf(b - 1.0)
}

fn pow_slope_256_by_b_b(a: f64, b: f64) -> f64 {
    a.ln().powi(3) * a.powf(b)
}

fn pow_slope_257_value(a: f64, b: f64) -> f64 {
    (1.0 + b * a.ln()) * a.powf(b - 1.0)
}

fn pow_slope_257_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - 1.0;
    (t_t1 + b + b * t_t1 * a.ln()) * a.powf(b - 2.0)
}

fn pow_slope_257_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - 1.0;
    let t_t2 = b * t_t1;
    let t_t3 = b - 2.0;
    ((t_t1 + b) * t_t3 + t_t2 + t_t2 * t_t3 * a.ln()) * a.powf(b - 3.0)
}

fn pow_slope_257_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    let t_t2 = b - 1.0;
    (2.0 + (2.0 * t_t2 + 2.0 * b) * t_t1 + b * t_t2 * t_t1.powi(2)) * a.powf(b - 2.0)
}

fn pow_slope_257_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    (2.0 * t_t1 + b * t_t1.powi(2)) * a.powf(b - 1.0)
}

fn pow_slope_257_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    let t_t2 = b - 1.0;
    (2.0 + (2.0 * t_t2 + 2.0 * b) * t_t1 + b * t_t2 * t_t1.powi(2)) * a.powf(b - 2.0)
}

fn pow_slope_257_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.ln();
    (3.0 * t_t1.powi(2) + b * t_t1.powi(3)) * a.powf(b - 1.0)
}

fn sqrt_0_value(a: f64) -> f64 {
    a.sqrt()
}

fn sqrt_0_by_a(a: f64) -> f64 {
    0.5 / a.sqrt()
}

fn sqrt_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.sqrt();
    let t_t2 = t_t1.recip();
    -0.5 * (t_t2 * t_t2 * (0.5 / t_t1))
}

fn cbrt_0_value(a: f64) -> f64 {
    a.cbrt()
}

fn cbrt_0_by_a(a: f64) -> f64 {
    let t_t1 = a.cbrt().recip();
    t_t1 * t_t1 / 3.0
}

fn cbrt_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.cbrt().recip();
    let t_t2 = t_t1 * t_t1;
    let t_t3 = t_t1 * (t_t2 * (t_t2 / 3.0));
    0.3333333333333333 * (-t_t3 - t_t3)
}

fn hypot_0_value(a: f64, b: f64) -> f64 {
    a.hypot(b)
}

fn hypot_0_by_a(a: f64, b: f64) -> f64 {
    a / a.hypot(b)
}

fn hypot_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = b / b.hypot(a);
    t_t1 * t_t1 / a.hypot(b)
}

fn hypot_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    -(a / t_t1 * (b / b.hypot(a)) / t_t1)
}

fn hypot_0_by_b(a: f64, b: f64) -> f64 {
    b / b.hypot(a)
}

fn hypot_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = b.hypot(a);
    -(a / a.hypot(b) * (b / t_t1) / t_t1)
}

fn hypot_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a / a.hypot(b);
    t_t1 * t_t1 / b.hypot(a)
}

fn direction_0_value(a: f64, b: f64) -> f64 {
    a / a.hypot(b)
}

fn direction_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = b / b.hypot(a);
    t_t1 * t_t1 / a.hypot(b)
}

fn direction_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = a / t_t1;
    let t_t4 = b / t_t2;
    let t_t5 = t_t4 * (t_t3 * t_t4 / t_t2);
    t_t1.recip() * (-t_t5 - t_t5) - t_t4 * t_t4 / t_t1 / t_t1 * t_t3
}

fn direction_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = a / t_t1;
    let t_t4 = b / t_t2;
    let t_t5 = t_t4 * (t_t3 * t_t3 / t_t2);
    t_t1.recip() * (t_t5 + t_t5) - t_t4 * t_t4 / t_t1 / t_t1 * t_t4
}

fn direction_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    -(a / t_t1 * (b / b.hypot(a)) / t_t1)
}

fn direction_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = a / t_t1;
    let t_t4 = b / t_t2;
    let t_t5 = t_t3 * t_t4;
    -(t_t1.recip() * (t_t4 * (t_t4 * t_t4 / t_t1) - t_t3 * (t_t5 / t_t2)) - t_t5 / t_t1 / t_t1 * t_t3)
}

fn direction_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = a / t_t1;
    let t_t4 = b / t_t2;
    let t_t5 = t_t3 * t_t4 / t_t1;
    -(t_t1.recip() * (t_t3 * (t_t3 * t_t3 / t_t2) - t_t4 * t_t5) - t_t5 / t_t1 * t_t4)
}

fn exp_0_value(a: f64) -> f64 {
    a.exp()
}

fn exp_0_by_a(a: f64) -> f64 {
    a.exp()
}

fn exp_0_by_a_a(a: f64) -> f64 {
    a.exp()
}

fn exp2_0_value(a: f64) -> f64 {
    a.exp2()
}

fn exp2_0_by_a(a: f64) -> f64 {
    0.6931471805599453 * a.exp2()
}

fn exp2_0_by_a_a(a: f64) -> f64 {
    0.6931471805599453 * (0.6931471805599453 * a.exp2())
}

fn exp_m1_0_value(a: f64) -> f64 {
    a.exp_m1()
}

fn exp_m1_0_by_a(a: f64) -> f64 {
    a.exp()
}

fn exp_m1_0_by_a_a(a: f64) -> f64 {
    a.exp()
}

fn ln_0_value(a: f64) -> f64 {
    a.ln()
}

fn ln_0_by_a(a: f64) -> f64 {
    a.recip()
}

fn ln_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -(t_t1 * t_t1)
}

fn ln_slope_0_value(a: f64) -> f64 {
    a.recip()
}

fn ln_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -(t_t1 * t_t1)
}

fn ln_slope_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    let t_t2 = t_t1 * (t_t1 * t_t1);
    -(-t_t2 - t_t2)
}

fn log_0_value(a: f64, b: f64) -> f64 {
    a.log(b)
}

fn log_0_by_a(a: f64, b: f64) -> f64 {
    a.recip() * (1.0 / b.ln())
}

fn log_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.recip();
    -(1.0 / b.ln() * (t_t1 * t_t1))
}

fn log_0_by_a_b(a: f64, b: f64) -> f64 {
    a.recip() * (-1.0 / b.ln().powi(2) / b)
}

fn log_0_by_b(a: f64, b: f64) -> f64 {
    a.ln() * (-1.0 / b.ln().powi(2) / b)
}

fn log_0_by_b_a(a: f64, b: f64) -> f64 {
    a.recip() * (-1.0 / b.ln().powi(2) / b)
}

fn log_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = b.ln();
    a.ln() * ((1.0 / t_t1.powi(2) + 2.0 / t_t1.powi(3)) / b.powi(2))
}

fn recip_ln_0_value(a: f64) -> f64 {
    1.0 / a.ln()
}

fn recip_ln_0_by_a(a: f64) -> f64 {
    -1.0 / a.ln().powi(2) / a
}

fn recip_ln_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.ln();
    (1.0 / t_t1.powi(2) + 2.0 / t_t1.powi(3)) / a.powi(2)
}

fn recip_ln_1_value(a: f64) -> f64 {
    -1.0 / a.ln().powi(2) / a
}

fn recip_ln_1_by_a(a: f64) -> f64 {
    let t_t1 = a.ln();
    (1.0 / t_t1.powi(2) + 2.0 / t_t1.powi(3)) / a.powi(2)
}

fn recip_ln_1_by_a_a(a: f64) -> f64 {
    let t_t1 = a.ln();
    (-2.0 / t_t1.powi(2) + -6.0 / t_t1.powi(3) + -6.0 / t_t1.powi(4)) / a.powi(3)
}

fn recip_ln_2_value(a: f64) -> f64 {
    let t_t1 = a.ln();
    (1.0 / t_t1.powi(2) + 2.0 / t_t1.powi(3)) / a.powi(2)
}

fn recip_ln_2_by_a(a: f64) -> f64 {
    let t_t1 = a.ln();
    (-2.0 / t_t1.powi(2) + -6.0 / t_t1.powi(3) + -6.0 / t_t1.powi(4)) / a.powi(3)
}

fn recip_ln_2_by_a_a(a: f64) -> f64 {
    let t_t1 = a.ln();
    (6.0 / t_t1.powi(2) + 22.0 / t_t1.powi(3) + 36.0 / t_t1.powi(4) + 24.0 / t_t1.powi(5)) / a.powi(4)
}

fn log2_0_value(a: f64) -> f64 {
    a.log2()
}

fn log2_0_by_a(a: f64) -> f64 {
    1.4426950408889634 * a.recip()
}

fn log2_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -1.4426950408889634 * (t_t1 * t_t1)
}

fn log10_0_value(a: f64) -> f64 {
    a.log10()
}

fn log10_0_by_a(a: f64) -> f64 {
    0.4342944819032518 * a.recip()
}

fn log10_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.recip();
    -0.4342944819032518 * (t_t1 * t_t1)
}

fn ln_1p_0_value(a: f64) -> f64 {
    a.ln_1p()
}

fn ln_1p_0_by_a(a: f64) -> f64 {
    (a + 1.0).recip()
}

fn ln_1p_0_by_a_a(a: f64) -> f64 {
    let t_t1 = (a + 1.0).recip();
    -(t_t1 * t_t1)
}

fn sin_0_value(a: f64) -> f64 {
    a.sin()
}

fn sin_0_by_a(a: f64) -> f64 {
    a.cos()
}

fn sin_0_by_a_a(a: f64) -> f64 {
    -a.sin()
}

fn cos_0_value(a: f64) -> f64 {
    a.cos()
}

fn cos_0_by_a(a: f64) -> f64 {
    -a.sin()
}

fn cos_0_by_a_a(a: f64) -> f64 {
    -a.cos()
}

fn tan_0_value(a: f64) -> f64 {
    a.tan()
}

fn tan_0_by_a(a: f64) -> f64 {
    let t_t1 = a.tan();
    t_t1 * t_t1 + 1.0
}

fn tan_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.tan();
    let t_t2 = t_t1 * (t_t1 * t_t1 + 1.0);
    t_t2 + t_t2
}

fn asin_0_value(a: f64) -> f64 {
    a.asin()
}

fn asin_0_by_a(a: f64) -> f64 {
    1.0 / (1.0 - a.powi(2)).sqrt()
}

fn asin_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2)).sqrt();
    a * t_t1 * t_t1 * t_t1
}

fn asin_slope_0_value(a: f64) -> f64 {
    1.0 / (1.0 - a.powi(2)).sqrt()
}

fn asin_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2)).sqrt();
    a * t_t1 * t_t1 * t_t1
}

fn asin_slope_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2)).sqrt();
    let t_t2 = a * t_t1;
    let t_t3 = t_t2 * t_t1;
    let t_t4 = t_t3 * t_t1;
    t_t1 * (t_t1 * (t_t1 + a * t_t4) + t_t2 * t_t4) + t_t3 * t_t4
}

fn acos_0_value(a: f64) -> f64 {
    a.acos()
}

fn acos_0_by_a(a: f64) -> f64 {
    -(1.0 / (1.0 - a.powi(2)).sqrt())
}

fn acos_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2)).sqrt();
    -(a * t_t1 * t_t1 * t_t1)
}

fn atan_0_value(a: f64) -> f64 {
    a.atan()
}

fn atan_0_by_a(a: f64) -> f64 {
    1.0 / (1.0 + a.powi(2))
}

fn atan_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 + a.powi(2));
    -2.0 * (a * t_t1 * t_t1)
}

fn witch_0_value(a: f64) -> f64 {
    1.0 / (1.0 + a.powi(2))
}

fn witch_0_by_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 + a.powi(2));
    -2.0 * (a * t_t1 * t_t1)
}

fn witch_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 + a.powi(2));
    let t_t2 = a * t_t1;
    let t_t3 = -2.0 * (t_t2 * t_t1);
    -2.0 * (t_t1 * (t_t1 * f64::from(u8::from(a.abs() < f64::INFINITY)) + a * t_t3) + t_t2 * t_t3)
}

fn atan2_0_value(a: f64, b: f64) -> f64 {
    a.atan2(b)
}

fn atan2_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = b.hypot(a);
    b / t_t1 / t_t1
}

fn atan2_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = b.hypot(a);
    -(2.0 * (a / a.hypot(b) * (b / t_t1)) / t_t1 / t_t1)
}

fn atan2_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = b.hypot(a);
    let t_t2 = a / a.hypot(b);
    let t_t3 = b / t_t1;
    (t_t2 * t_t2 - t_t3 * t_t3) / t_t1 / t_t1
}

fn atan2_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    -(a / t_t1 / t_t1)
}

fn atan2_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = a / t_t1;
    let t_t3 = b / b.hypot(a);
    -((t_t3 * t_t3 - t_t2 * t_t2) / t_t1 / t_t1)
}

fn atan2_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    2.0 * (a / t_t1 * (b / b.hypot(a))) / t_t1 / t_t1
}

fn inversion_0_value(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    a / t_t1 / t_t1
}

fn inversion_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = a / t_t1;
    let t_t3 = b / b.hypot(a);
    (t_t3 * t_t3 - t_t2 * t_t2) / t_t1 / t_t1
}

fn inversion_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = t_t1.recip();
    let t_t4 = a / t_t1;
    let t_t5 = b / t_t2;
    let t_t6 = t_t5 * t_t5;
    let t_t7 = t_t5 * (t_t4 * t_t5 / t_t2);
    let t_t8 = (t_t6 - t_t4 * t_t4) / t_t1 / t_t1;
    let t_t9 = t_t4 * (t_t6 / t_t1);
    t_t3 * (t_t3 * (-t_t7 - t_t7 - (t_t9 + t_t9)) - t_t8 * t_t4) - t_t8 / t_t1 * t_t4
}

fn inversion_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = t_t1.recip();
    let t_t4 = a / t_t1;
    let t_t5 = b / t_t2;
    let t_t6 = t_t4 * t_t4;
    let t_t7 = t_t5 * (t_t6 / t_t2);
    let t_t8 = (t_t5 * t_t5 - t_t6) / t_t1 / t_t1;
    let t_t9 = t_t4 * (t_t4 * t_t5 / t_t1);
    t_t3 * (t_t3 * (t_t7 + t_t7 - (-t_t9 - t_t9)) - t_t8 * t_t5) - t_t8 / t_t1 * t_t5
}

fn inversion_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    -(2.0 * (a / t_t1 * (b / b.hypot(a))) / t_t1 / t_t1)
}

fn inversion_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = t_t1.recip();
    let t_t4 = a / t_t1;
    let t_t5 = b / t_t2;
    let t_t6 = t_t4 * t_t5;
    let t_t7 = 2.0 * t_t6 / t_t1 / t_t1;
    -(t_t3 * (t_t3 * (2.0 * (t_t5 * (t_t5 * t_t5 / t_t1) - t_t4 * (t_t6 / t_t2))) - t_t7 * t_t4) - t_t7 / t_t1 * t_t4)
}

fn inversion_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a.hypot(b);
    let t_t2 = b.hypot(a);
    let t_t3 = t_t1.recip();
    let t_t4 = a / t_t1;
    let t_t5 = b / t_t2;
    let t_t6 = t_t4 * t_t5;
    let t_t7 = 2.0 * t_t6 / t_t1 / t_t1;
    -(t_t3 * (t_t3 * (2.0 * (t_t4 * (t_t4 * t_t4 / t_t2) - t_t5 * (t_t6 / t_t1))) - t_t7 * t_t5) - t_t7 / t_t1 * t_t5)
}

fn sinh_0_value(a: f64) -> f64 {
    a.sinh()
}

fn sinh_0_by_a(a: f64) -> f64 {
    a.cosh()
}

fn sinh_0_by_a_a(a: f64) -> f64 {
    a.sinh()
}

fn cosh_0_value(a: f64) -> f64 {
    a.cosh()
}

fn cosh_0_by_a(a: f64) -> f64 {
    a.sinh()
}

fn cosh_0_by_a_a(a: f64) -> f64 {
    a.cosh()
}

fn tanh_0_value(a: f64) -> f64 {
    a.tanh()
}

fn tanh_0_by_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::sech(a);
    t_t1 * t_t1
}

fn tanh_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::sech(a);
    let t_t2 = t_t1 * (t_t1 * a.tanh());
    -t_t2 - t_t2
}

fn sech_0_value(a: f64) -> f64 {
    wengert::functions::sech(a)
}

fn sech_0_by_a(a: f64) -> f64 {
    -(wengert::functions::sech(a) * a.tanh())
}

fn sech_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.tanh();
    let t_t2 = wengert::functions::sech(a);
    -(t_t2 * (t_t2 * t_t2) - t_t1 * (t_t2 * t_t1))
}

fn asinh_0_value(a: f64) -> f64 {
    a.asinh()
}

fn asinh_0_by_a(a: f64) -> f64 {
    a.hypot(1.0).recip()
}

fn asinh_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.hypot(1.0);
    let t_t2 = t_t1.recip();
    -(t_t2 * t_t2 * (a / t_t1))
}

fn acosh_0_value(a: f64) -> f64 {
    a.acosh()
}

fn acosh_0_by_a(a: f64) -> f64 {
    1.0 / (a.powi(2) - 1.0).sqrt()
}

fn acosh_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    -(a * (1.0 / t_t1.sqrt()) / t_t1)
}

fn acosh_slope_0_value(a: f64) -> f64 {
    1.0 / (a.powi(2) - 1.0).sqrt()
}

fn acosh_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    -(a * (1.0 / t_t1.sqrt()) / t_t1)
}

fn acosh_slope_0_by_a_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    let t_t2 = 1.0 / t_t1.sqrt();
    -((t_t2 - 3.0 * a * (a * t_t2 / t_t1)) / t_t1)
}

fn acosh_slope_1_value(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    -(a * (1.0 / t_t1.sqrt()) / t_t1)
}

fn acosh_slope_1_by_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    let t_t2 = 1.0 / t_t1.sqrt();
    -((t_t2 - 3.0 * a * (a * t_t2 / t_t1)) / t_t1)
}

fn acosh_slope_1_by_a_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    let t_t2 = 1.0 / t_t1.sqrt();
    let t_t3 = a * t_t2 / t_t1;
    -((-4.0 * t_t3 - 5.0 * a * ((t_t2 - 3.0 * a * t_t3) / t_t1)) / t_t1)
}

fn acosh_slope_2_value(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    let t_t2 = 1.0 / t_t1.sqrt();
    -((t_t2 - 3.0 * a * (a * t_t2 / t_t1)) / t_t1)
}

fn acosh_slope_2_by_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    let t_t2 = 1.0 / t_t1.sqrt();
    let t_t3 = a * t_t2 / t_t1;
    -((-4.0 * t_t3 - 5.0 * a * ((t_t2 - 3.0 * a * t_t3) / t_t1)) / t_t1)
}

fn acosh_slope_2_by_a_a(a: f64) -> f64 {
    let t_t1 = a.powi(2) - 1.0;
    let t_t2 = 1.0 / t_t1.sqrt();
    let t_t3 = a * t_t2 / t_t1;
    let t_t4 = (t_t2 - 3.0 * a * t_t3) / t_t1;
    -((-9.0 * t_t4 - 7.0 * a * ((-4.0 * t_t3 - 5.0 * a * t_t4) / t_t1)) / t_t1)
}

fn atanh_0_value(a: f64) -> f64 {
    a.atanh()
}

fn atanh_0_by_a(a: f64) -> f64 {
    1.0 / (1.0 - a.powi(2))
}

fn atanh_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2));
    2.0 * (a * t_t1 * t_t1)
}

fn atanh_slope_0_value(a: f64) -> f64 {
    1.0 / (1.0 - a.powi(2))
}

fn atanh_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2));
    2.0 * (a * t_t1 * t_t1)
}

fn atanh_slope_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (1.0 - a.powi(2));
    let t_t2 = a * t_t1;
    let t_t3 = 2.0 * (t_t2 * t_t1);
    2.0 * (t_t1 * (t_t1 + a * t_t3) + t_t2 * t_t3)
}

fn abs_0_value(a: f64) -> f64 {
    a.abs()
}

fn abs_0_by_a(a: f64) -> f64 {
    f64::from(u8::from(a > 0.0)) - f64::from(u8::from(a < 0.0))
}

fn abs_0_by_a_a() -> f64 {
    0.0
}

fn signum_0_value(a: f64) -> f64 {
    a.signum()
}

fn signum_0_by_a() -> f64 {
    0.0
}

fn signum_0_by_a_a() -> f64 {
    0.0
}

fn copysign_0_value(a: f64, b: f64) -> f64 {
    a.copysign(b)
}

fn copysign_0_by_a(a: f64, b: f64) -> f64 {
    (f64::from(u8::from(a > 0.0)) - f64::from(u8::from(a < 0.0))) * f64::from_bits(4607182418800017408).copysign(b)
}

fn copysign_0_by_a_a() -> f64 {
    0.0
}

fn copysign_0_by_a_b(a: f64) -> f64 {
    0.0 * (f64::from(u8::from(a > 0.0)) - f64::from(u8::from(a < 0.0)))
}

fn copysign_0_by_b() -> f64 {
    0.0
}

fn copysign_0_by_b_a() -> f64 {
    0.0
}

fn copysign_0_by_b_b() -> f64 {
    0.0
}

fn max_0_value(a: f64, b: f64) -> f64 {
    a.max(b)
}

fn max_0_by_a(a: f64, b: f64) -> f64 {
    0.5 * (f64::from(u8::from(a > b)) + f64::from(u8::from(a >= b))) + f64::from(u8::from(b != b)) * f64::from(u8::from(a == a))
}

fn max_0_by_a_a() -> f64 {
    0.0
}

fn max_0_by_a_b() -> f64 {
    0.0
}

fn max_0_by_b(a: f64, b: f64) -> f64 {
    0.5 * (f64::from(u8::from(b > a)) + f64::from(u8::from(b >= a))) + f64::from(u8::from(a != a)) * f64::from(u8::from(b == b))
}

fn max_0_by_b_a() -> f64 {
    0.0
}

fn max_0_by_b_b() -> f64 {
    0.0
}

fn min_0_value(a: f64, b: f64) -> f64 {
    a.min(b)
}

fn min_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = -a;
    let t_t2 = -b;
    0.5 * (f64::from(u8::from(t_t1 > t_t2)) + f64::from(u8::from(t_t1 >= t_t2))) + f64::from(u8::from(t_t2 != t_t2)) * f64::from(u8::from(t_t1 == t_t1))
}

fn min_0_by_a_a() -> f64 {
    0.0
}

fn min_0_by_a_b() -> f64 {
    0.0
}

fn min_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = -a;
    let t_t2 = -b;
    0.5 * (f64::from(u8::from(t_t2 > t_t1)) + f64::from(u8::from(t_t2 >= t_t1))) + f64::from(u8::from(t_t1 != t_t1)) * f64::from(u8::from(t_t2 == t_t2))
}

fn min_0_by_b_a() -> f64 {
    0.0
}

fn min_0_by_b_b() -> f64 {
    0.0
}

fn clamp_0_value(a: f64, b: f64, c: f64) -> f64 {
    a.clamp(b, c)
}

fn clamp_0_by_a(a: f64, b: f64, c: f64) -> f64 {
    1.0 - f64::from(u8::from(a < b)) - f64::from(u8::from(a > c))
}

fn clamp_0_by_a_a() -> f64 {
    0.0
}

fn clamp_0_by_a_b() -> f64 {
    0.0
}

fn clamp_0_by_a_c() -> f64 {
    0.0
}

fn clamp_0_by_b(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a < b))
}

fn clamp_0_by_b_a() -> f64 {
    0.0
}

fn clamp_0_by_b_b() -> f64 {
    0.0
}

fn clamp_0_by_b_c() -> f64 {
    0.0
}

fn clamp_0_by_c(a: f64, c: f64) -> f64 {
    f64::from(u8::from(a > c))
}

fn clamp_0_by_c_a() -> f64 {
    0.0
}

fn clamp_0_by_c_b() -> f64 {
    0.0
}

fn clamp_0_by_c_c() -> f64 {
    0.0
}

fn floor_0_value(a: f64) -> f64 {
    a.floor()
}

fn floor_0_by_a() -> f64 {
    0.0
}

fn floor_0_by_a_a() -> f64 {
    0.0
}

fn ceil_0_value(a: f64) -> f64 {
    a.ceil()
}

fn ceil_0_by_a() -> f64 {
    0.0
}

fn ceil_0_by_a_a() -> f64 {
    0.0
}

fn round_0_value(a: f64) -> f64 {
    a.round()
}

fn round_0_by_a() -> f64 {
    0.0
}

fn round_0_by_a_a() -> f64 {
    0.0
}

fn trunc_0_value(a: f64) -> f64 {
    a.trunc()
}

fn trunc_0_by_a() -> f64 {
    0.0
}

fn trunc_0_by_a_a() -> f64 {
    0.0
}

fn fract_0_value(a: f64) -> f64 {
    a.fract()
}

fn fract_0_by_a() -> f64 {
    1.0
}

fn fract_0_by_a_a() -> f64 {
    0.0
}

fn rem_euclid_0_value(a: f64, b: f64) -> f64 {
    a.rem_euclid(b)
}

fn rem_euclid_0_by_a() -> f64 {
    1.0
}

fn rem_euclid_0_by_a_a() -> f64 {
    0.0
}

fn rem_euclid_0_by_a_b() -> f64 {
    0.0
}

fn rem_euclid_0_by_b(a: f64, b: f64) -> f64 {
    -((a - a.rem_euclid(b)) / b).round()
}

fn rem_euclid_0_by_b_a() -> f64 {
    0.0
}

fn rem_euclid_0_by_b_b() -> f64 {
    0.0
}

fn mul_add_0_value(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

fn mul_add_0_by_a(b: f64) -> f64 {
    b
}

fn mul_add_0_by_a_a() -> f64 {
    0.0
}

fn mul_add_0_by_a_b() -> f64 {
    1.0
}

fn mul_add_0_by_a_c() -> f64 {
    0.0
}

fn mul_add_0_by_b(a: f64) -> f64 {
    a
}

fn mul_add_0_by_b_a() -> f64 {
    1.0
}

fn mul_add_0_by_b_b() -> f64 {
    0.0
}

fn mul_add_0_by_b_c() -> f64 {
    0.0
}

fn mul_add_0_by_c() -> f64 {
    1.0
}

fn mul_add_0_by_c_a() -> f64 {
    0.0
}

fn mul_add_0_by_c_b() -> f64 {
    0.0
}

fn mul_add_0_by_c_c() -> f64 {
    0.0
}

fn sigmoid_0_value(a: f64) -> f64 {
    wengert::functions::sigmoid(a)
}

fn sigmoid_0_by_a(a: f64) -> f64 {
    wengert::functions::sigmoid(a) * wengert::functions::sigmoid(-a)
}

fn sigmoid_0_by_a_a(a: f64) -> f64 {
    -(wengert::functions::sigmoid(a) * wengert::functions::sigmoid(-a) * (0.5 * a).tanh())
}

fn logit_0_value(a: f64) -> f64 {
    wengert::functions::logit(a)
}

fn logit_0_by_a(a: f64) -> f64 {
    1.0 / (a * (1.0 - a))
}

fn logit_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (a * (1.0 - a));
    (2.0 * a - 1.0) * t_t1 * t_t1
}

fn logit_slope_0_value(a: f64) -> f64 {
    1.0 / (a * (1.0 - a))
}

fn logit_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = 1.0 / (a * (1.0 - a));
    (2.0 * a - 1.0) * t_t1 * t_t1
}

fn logit_slope_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a - 1.0;
    let t_t2 = 1.0 / (a * (1.0 - a));
    let t_t3 = t_t1 * t_t2;
    let t_t4 = t_t3 * t_t2;
    t_t2 * (2.0 * t_t2 + t_t1 * t_t4) + t_t3 * t_t4
}

fn softplus_0_value(a: f64) -> f64 {
    wengert::functions::softplus(a)
}

fn softplus_0_by_a(a: f64) -> f64 {
    wengert::functions::sigmoid(a)
}

fn softplus_0_by_a_a(a: f64) -> f64 {
    wengert::functions::sigmoid(a) * wengert::functions::sigmoid(-a)
}

fn logaddexp_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::logaddexp(a, b)
}

fn logaddexp_0_by_a(a: f64, b: f64) -> f64 {
    wengert::functions::sigmoid(a - b)
}

fn logaddexp_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1)
}

fn logaddexp_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    -(wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1))
}

fn logaddexp_0_by_b(a: f64, b: f64) -> f64 {
    wengert::functions::sigmoid(b - a)
}

fn logaddexp_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = b - a;
    -(wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1))
}

fn logaddexp_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = b - a;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1)
}

fn share_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::sigmoid(a - b)
}

fn share_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1)
}

fn share_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    -(wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1) * (0.5 * t_t1).tanh())
}

fn share_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1) * (0.5 * t_t1).tanh()
}

fn share_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    -(wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1))
}

fn share_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1) * (0.5 * t_t1).tanh()
}

fn share_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    -(wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1) * (0.5 * t_t1).tanh())
}

fn share_slope_0_value(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1)
}

fn share_slope_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    -(wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1) * (0.5 * t_t1).tanh())
}

fn share_slope_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    let t_t2 = 0.5 * t_t1;
    let t_t3 = t_t2.tanh();
    let t_t4 = wengert::functions::sech(t_t2);
    let t_t5 = wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1);
    -(t_t5 * (0.5 * (t_t4 * t_t4)) - t_t3 * (t_t5 * t_t3))
}

fn share_slope_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    let t_t2 = 0.5 * t_t1;
    let t_t3 = t_t2.tanh();
    let t_t4 = wengert::functions::sech(t_t2);
    let t_t5 = wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1);
    -(t_t3 * (t_t5 * t_t3) + t_t5 * (-0.5 * (t_t4 * t_t4)))
}

fn share_slope_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1) * (0.5 * t_t1).tanh()
}

fn share_slope_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    let t_t2 = 0.5 * t_t1;
    let t_t3 = t_t2.tanh();
    let t_t4 = wengert::functions::sech(t_t2);
    let t_t5 = wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1);
    t_t5 * (0.5 * (t_t4 * t_t4)) - t_t3 * (t_t5 * t_t3)
}

fn share_slope_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a - b;
    let t_t2 = 0.5 * t_t1;
    let t_t3 = t_t2.tanh();
    let t_t4 = wengert::functions::sech(t_t2);
    let t_t5 = wengert::functions::sigmoid(t_t1) * wengert::functions::sigmoid(-t_t1);
    t_t3 * (t_t5 * t_t3) + t_t5 * (-0.5 * (t_t4 * t_t4))
}

fn relu_0_value(a: f64) -> f64 {
    wengert::functions::relu(a)
}

fn relu_0_by_a(a: f64) -> f64 {
    f64::from(u8::from(a > 0.0))
}

fn relu_0_by_a_a() -> f64 {
    0.0
}

fn sinc_0_value(a: f64) -> f64 {
    wengert::functions::sinc(a)
}

fn sinc_0_by_a(a: f64) -> f64 {
    if a == 0.0 { 0.0 } else { (a.cos() - wengert::functions::sinc(a)) / a }
}

fn sinc_0_by_a_a(a: f64) -> f64 {
    if a == 0.0 { -0.3333333333333333 } else { (-a.sin() - 2.0 * (if a == 0.0 { 0.0 } else { (a.cos() - wengert::functions::sinc(a)) / a })) / a }
}

fn sinc_slope_1_value(a: f64) -> f64 {
    if a == 0.0 { 0.0 } else { (a.cos() - wengert::functions::sinc(a)) / a }
}

fn sinc_slope_1_by_a(a: f64) -> f64 {
    if a == 0.0 { -0.3333333333333333 } else { (-a.sin() - 2.0 * (if a == 0.0 { 0.0 } else { (a.cos() - wengert::functions::sinc(a)) / a })) / a }
}

fn sinc_slope_1_by_a_a(a: f64) -> f64 {
    let t_t1 = a.cos();
    if a == 0.0 { 0.0 } else { (-t_t1 - 3.0 * (if a == 0.0 { -0.3333333333333333 } else { (-a.sin() - 2.0 * (if a == 0.0 { 0.0 } else { (t_t1 - wengert::functions::sinc(a)) / a })) / a })) / a }
}

fn sinc_slope_2_value(a: f64) -> f64 {
    if a == 0.0 { -0.3333333333333333 } else { (-a.sin() - 2.0 * (if a == 0.0 { 0.0 } else { (a.cos() - wengert::functions::sinc(a)) / a })) / a }
}

fn sinc_slope_2_by_a(a: f64) -> f64 {
    let t_t1 = a.cos();
    if a == 0.0 { 0.0 } else { (-t_t1 - 3.0 * (if a == 0.0 { -0.3333333333333333 } else { (-a.sin() - 2.0 * (if a == 0.0 { 0.0 } else { (t_t1 - wengert::functions::sinc(a)) / a })) / a })) / a }
}

fn sinc_slope_2_by_a_a(a: f64) -> f64 {
    let t_t1 = a.sin();
    let t_t2 = a.cos();
    if a == 0.0 { 0.2 } else { (t_t1 - 4.0 * (if a == 0.0 { 0.0 } else { (-t_t2 - 3.0 * (if a == 0.0 { -0.3333333333333333 } else { (-t_t1 - 2.0 * (if a == 0.0 { 0.0 } else { (t_t2 - wengert::functions::sinc(a)) / a })) / a })) / a })) / a }
}

fn sinc_slope_3_value(a: f64) -> f64 {
    let t_t1 = a.cos();
    if a == 0.0 { 0.0 } else { (-t_t1 - 3.0 * (if a == 0.0 { -0.3333333333333333 } else { (-a.sin() - 2.0 * (if a == 0.0 { 0.0 } else { (t_t1 - wengert::functions::sinc(a)) / a })) / a })) / a }
}

fn sinc_slope_3_by_a(a: f64) -> f64 {
    let t_t1 = a.sin();
    let t_t2 = a.cos();
    if a == 0.0 { 0.2 } else { (t_t1 - 4.0 * (if a == 0.0 { 0.0 } else { (-t_t2 - 3.0 * (if a == 0.0 { -0.3333333333333333 } else { (-t_t1 - 2.0 * (if a == 0.0 { 0.0 } else { (t_t2 - wengert::functions::sinc(a)) / a })) / a })) / a })) / a }
}

fn sinc_slope_3_by_a_a(a: f64) -> f64 {
    let t_t1 = a.sin();
    let t_t2 = a.cos();
    if a == 0.0 { 0.0 } else { (t_t2 - 5.0 * (if a == 0.0 { 0.2 } else { (t_t1 - 4.0 * (if a == 0.0 { 0.0 } else { (-t_t2 - 3.0 * (if a == 0.0 { -0.3333333333333333 } else { (-t_t1 - 2.0 * (if a == 0.0 { 0.0 } else { (t_t2 - wengert::functions::sinc(a)) / a })) / a })) / a })) / a })) / a }
}

fn xlogy_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::xlogy(a, b)
}

fn xlogy_0_by_a(b: f64) -> f64 {
    b.ln()
}

fn xlogy_0_by_a_a() -> f64 {
    0.0
}

fn xlogy_0_by_a_b(b: f64) -> f64 {
    b.recip()
}

fn xlogy_0_by_b(a: f64, b: f64) -> f64 {
    a / b
}

fn xlogy_0_by_b_a(b: f64) -> f64 {
    b.recip()
}

fn xlogy_0_by_b_b(a: f64, b: f64) -> f64 {
    -(a / b / b)
}

fn xdivy_0_value(a: f64, b: f64) -> f64 {
    a / b
}

fn xdivy_0_by_a(b: f64) -> f64 {
    b.recip()
}

fn xdivy_0_by_a_a() -> f64 {
    0.0
}

fn xdivy_0_by_a_b(b: f64) -> f64 {
    let t_t1 = b.recip();
    -(t_t1 * t_t1)
}

fn xdivy_0_by_b(a: f64, b: f64) -> f64 {
    -(a / b / b)
}

fn xdivy_0_by_b_a(b: f64) -> f64 {
    let t_t1 = b.recip();
    -(t_t1 * t_t1)
}

fn xdivy_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a / b / b;
    -(-(b.recip() * t_t1) - t_t1 / b)
}

fn entr_0_value(a: f64) -> f64 {
    wengert::functions::entr(a)
}

fn entr_0_by_a(a: f64) -> f64 {
    -(a.ln() + 1.0)
}

fn entr_0_by_a_a(a: f64) -> f64 {
    -a.recip()
}

fn erf_0_value(a: f64) -> f64 {
    wengert::functions::erf(a)
}

fn erf_0_by_a(a: f64) -> f64 {
    1.1283791670955126 * (-a.powi(2)).exp()
}

fn erf_0_by_a_a(a: f64) -> f64 {
    1.1283791670955126 * (-2.0 * (a * (-a.powi(2)).exp()))
}

fn erfc_0_value(a: f64) -> f64 {
    wengert::functions::erfc(a)
}

fn erfc_0_by_a(a: f64) -> f64 {
    -1.1283791670955126 * (-a.powi(2)).exp()
}

fn erfc_0_by_a_a(a: f64) -> f64 {
    -1.1283791670955126 * (-2.0 * (a * (-a.powi(2)).exp()))
}

fn erfcx_0_value(a: f64) -> f64 {
    wengert::functions::erfcx(a)
}

fn erfcx_0_by_a(a: f64) -> f64 {
    2.0 * a * wengert::functions::erfcx(a) - 1.1283791670955126
}

fn erfcx_0_by_a_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    t_t1 * (t_t1 * t_t2 - 1.1283791670955126) + 2.0 * t_t2
}

fn erfcx_slope_1_value(a: f64) -> f64 {
    2.0 * a * wengert::functions::erfcx(a) - 1.1283791670955126
}

fn erfcx_slope_1_by_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    t_t1 * (t_t1 * t_t2 - 1.1283791670955126) + 2.0 * t_t2
}

fn erfcx_slope_1_by_a_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    let t_t3 = t_t1 * t_t2 - 1.1283791670955126;
    t_t1 * (t_t1 * t_t3 + 2.0 * t_t2) + 4.0 * t_t3
}

fn erfcx_slope_2_value(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    t_t1 * (t_t1 * t_t2 - 1.1283791670955126) + 2.0 * t_t2
}

fn erfcx_slope_2_by_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    let t_t3 = t_t1 * t_t2 - 1.1283791670955126;
    t_t1 * (t_t1 * t_t3 + 2.0 * t_t2) + 4.0 * t_t3
}

fn erfcx_slope_2_by_a_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    let t_t3 = t_t1 * t_t2 - 1.1283791670955126;
    let t_t4 = t_t1 * t_t3 + 2.0 * t_t2;
    t_t1 * (t_t1 * t_t4 + 4.0 * t_t3) + 6.0 * t_t4
}

fn erfcx_slope_3_value(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    let t_t3 = t_t1 * t_t2 - 1.1283791670955126;
    t_t1 * (t_t1 * t_t3 + 2.0 * t_t2) + 4.0 * t_t3
}

fn erfcx_slope_3_by_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    let t_t3 = t_t1 * t_t2 - 1.1283791670955126;
    let t_t4 = t_t1 * t_t3 + 2.0 * t_t2;
    t_t1 * (t_t1 * t_t4 + 4.0 * t_t3) + 6.0 * t_t4
}

fn erfcx_slope_3_by_a_a(a: f64) -> f64 {
    let t_t1 = 2.0 * a;
    let t_t2 = wengert::functions::erfcx(a);
    let t_t3 = t_t1 * t_t2 - 1.1283791670955126;
    let t_t4 = t_t1 * t_t3 + 2.0 * t_t2;
    let t_t5 = t_t1 * t_t4 + 4.0 * t_t3;
    t_t1 * (t_t1 * t_t5 + 6.0 * t_t4) + 8.0 * t_t5
}

fn bell_0_value(a: f64) -> f64 {
    (-a.powi(2)).exp()
}

fn bell_0_by_a(a: f64) -> f64 {
    -2.0 * (a * (-a.powi(2)).exp())
}

fn bell_0_by_a_a(a: f64) -> f64 {
    let t_t1 = (-a.powi(2)).exp();
    -2.0 * (t_t1 * f64::from(u8::from(a.abs() < f64::INFINITY)) + a * (-2.0 * (a * t_t1)))
}

fn damped_0_value(a: f64, b: f64) -> f64 {
    a * b
}

fn damped_0_by_a(a: f64, b: f64) -> f64 {
    b * f64::from(u8::from(a.abs() < f64::INFINITY))
}

fn damped_0_by_a_a() -> f64 {
    0.0
}

fn damped_0_by_a_b(a: f64) -> f64 {
    f64::from(u8::from(a.abs() < f64::INFINITY))
}

fn damped_0_by_b(a: f64) -> f64 {
    a
}

fn damped_0_by_b_a(a: f64) -> f64 {
    f64::from(u8::from(a.abs() < f64::INFINITY))
}

fn damped_0_by_b_b() -> f64 {
    0.0
}

fn finite_part_0_value(a: f64) -> f64 {
    a
}

fn finite_part_0_by_a(a: f64) -> f64 {
    f64::from(u8::from(a.abs() < f64::INFINITY))
}

fn finite_part_0_by_a_a() -> f64 {
    0.0
}

fn gamma_0_value(a: f64) -> f64 {
    wengert::functions::gamma(a)
}

fn gamma_0_by_a(a: f64) -> f64 {
    wengert::functions::gamma(a) * wengert::functions::digamma(a)
}

fn gamma_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::gamma(a);
    let t_t2 = wengert::functions::digamma(a);
    t_t2 * (t_t1 * t_t2) + t_t1 * wengert::functions::polygamma(a, 1)
}

fn ln_gamma_0_value(a: f64) -> f64 {
    wengert::functions::ln_gamma(a)
}

fn ln_gamma_0_by_a(a: f64) -> f64 {
    wengert::functions::digamma(a)
}

fn ln_gamma_0_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 1)
}

fn digamma_0_value(a: f64) -> f64 {
    wengert::functions::digamma(a)
}

fn digamma_0_by_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 1)
}

fn digamma_0_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 2)
}

fn trigamma_0_value(a: f64) -> f64 {
    wengert::functions::trigamma(a)
}

fn trigamma_0_by_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 2)
}

fn trigamma_0_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 3)
}

fn polygamma_0_value(a: f64) -> f64 {
    wengert::functions::polygamma(a, 0)
}

fn polygamma_0_by_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 1)
}

fn polygamma_0_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 2)
}

fn polygamma_1_value(a: f64) -> f64 {
    wengert::functions::polygamma(a, 1)
}

fn polygamma_1_by_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 2)
}

fn polygamma_1_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 3)
}

fn polygamma_2_value(a: f64) -> f64 {
    wengert::functions::polygamma(a, 2)
}

fn polygamma_2_by_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 3)
}

fn polygamma_2_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 4)
}

fn polygamma_3_value(a: f64) -> f64 {
    wengert::functions::polygamma(a, 3)
}

fn polygamma_3_by_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 4)
}

fn polygamma_3_by_a_a(a: f64) -> f64 {
    wengert::functions::polygamma(a, 5)
}

fn beta_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::beta(a, b)
}

fn beta_0_by_a(a: f64, b: f64) -> f64 {
    wengert::functions::beta(a, b) * (wengert::functions::digamma(a) - wengert::functions::digamma(a + b))
}

fn beta_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(a) - wengert::functions::digamma(t_t1);
    t_t2 * t_t3 * t_t3 + t_t2 * (wengert::functions::trigamma(a) - wengert::functions::trigamma(t_t1))
}

fn beta_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::digamma(a) - t_t3;
    let t_t5 = wengert::functions::digamma(b) - t_t3;
    if f64::from(u8::from(a > 0.0)) * f64::from(u8::from(b > 0.0)) != 0.0 { t_t2 * t_t5 * t_t4 - t_t2 * wengert::functions::trigamma(t_t1) } else { (if a < b { t_t2 * t_t4 * t_t5 } else { wengert::functions::beta(b, a) * t_t5 * t_t4 }) - t_t2 * wengert::functions::polygamma(t_t1, 1) }
}

fn beta_0_by_b(a: f64, b: f64) -> f64 {
    wengert::functions::beta(b, a) * (wengert::functions::digamma(b) - wengert::functions::digamma(a + b))
}

fn beta_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(b, a);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::digamma(a) - t_t3;
    let t_t5 = wengert::functions::digamma(b) - t_t3;
    if f64::from(u8::from(a > 0.0)) * f64::from(u8::from(b > 0.0)) != 0.0 { t_t2 * t_t4 * t_t5 - t_t2 * wengert::functions::trigamma(t_t1) } else { (if b < a { t_t2 * t_t5 * t_t4 } else { wengert::functions::beta(a, b) * t_t4 * t_t5 }) - t_t2 * wengert::functions::polygamma(t_t1, 1) }
}

fn beta_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(b, a);
    let t_t3 = wengert::functions::digamma(b) - wengert::functions::digamma(t_t1);
    t_t2 * t_t3 * t_t3 + t_t2 * (wengert::functions::trigamma(b) - wengert::functions::trigamma(t_t1))
}

fn beta_slope_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::beta(a, b) * (wengert::functions::digamma(a) - wengert::functions::digamma(a + b))
}

fn beta_slope_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(a) - wengert::functions::digamma(t_t1);
    t_t2 * t_t3 * t_t3 + t_t2 * (wengert::functions::trigamma(a) - wengert::functions::trigamma(t_t1))
}

fn beta_slope_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(a) - wengert::functions::digamma(t_t1);
    let t_t4 = t_t2 * t_t3;
    let t_t5 = wengert::functions::trigamma(a) - wengert::functions::trigamma(t_t1);
    let t_t6 = t_t4 * t_t5;
    t_t3 * (t_t4 * t_t3 + t_t2 * t_t5) + t_t6 + (t_t6 + t_t2 * (wengert::functions::polygamma(a, 2) - wengert::functions::polygamma(t_t1, 2)))
}

fn beta_slope_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 1);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = t_t2 * t_t5;
    let t_t7 = wengert::functions::trigamma(t_t1);
    let t_t8 = wengert::functions::digamma(b) - t_t4;
    let t_t9 = wengert::functions::beta(b, a) * t_t8;
    t_t5 * (if f64::from(u8::from(a > 0.0)) * f64::from(u8::from(b > 0.0)) != 0.0 { t_t2 * t_t8 * t_t5 - t_t2 * t_t7 } else { (if a < b { t_t6 * t_t8 } else { t_t9 * t_t5 }) - t_t2 * t_t3 }) - t_t6 * t_t3 + ((wengert::functions::trigamma(a) - t_t7) * t_t9 - t_t2 * wengert::functions::polygamma(t_t1, 2))
}

fn beta_slope_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::digamma(a) - t_t3;
    let t_t5 = wengert::functions::digamma(b) - t_t3;
    if f64::from(u8::from(a > 0.0)) * f64::from(u8::from(b > 0.0)) != 0.0 { t_t2 * t_t5 * t_t4 - t_t2 * wengert::functions::trigamma(t_t1) } else { (if a < b { t_t2 * t_t4 * t_t5 } else { wengert::functions::beta(b, a) * t_t5 * t_t4 }) - t_t2 * wengert::functions::polygamma(t_t1, 1) }
}

fn beta_slope_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = f64::from(u8::from(a > 0.0)) * f64::from(u8::from(b > 0.0));
    let t_t4 = wengert::functions::polygamma(t_t1, 1);
    let t_t5 = wengert::functions::beta(b, a);
    let t_t6 = t_t2 * wengert::functions::polygamma(t_t1, 2);
    let t_t7 = wengert::functions::digamma(t_t1);
    let t_t8 = wengert::functions::digamma(a) - t_t7;
    let t_t9 = t_t2 * t_t8;
    let t_t10 = wengert::functions::trigamma(t_t1);
    let t_t11 = wengert::functions::trigamma(a) - t_t10;
    let t_t12 = wengert::functions::digamma(b) - t_t7;
    let t_t13 = t_t2 * t_t12;
    let t_t14 = t_t5 * t_t12;
    let t_t15 = t_t9 * t_t4;
    if t_t3 != 0.0 { t_t13 * t_t11 - t_t6 - t_t9 * t_t10 + (t_t13 * t_t8 - t_t2 * t_t10) * t_t8 } else { (if a < b { t_t12 * (t_t9 * t_t8 + t_t2 * t_t11) - t_t15 } else { t_t8 * (if t_t3 != 0.0 { t_t5 * t_t8 * t_t12 - t_t5 * t_t10 } else { (if b < a { t_t14 * t_t8 } else { t_t9 * t_t12 }) - t_t5 * t_t4 }) + t_t11 * t_t14 }) - (t_t15 + t_t6) }
}

fn beta_slope_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = f64::from(u8::from(a > 0.0)) * f64::from(u8::from(b > 0.0));
    let t_t4 = wengert::functions::polygamma(t_t1, 1);
    let t_t5 = wengert::functions::beta(b, a);
    let t_t6 = t_t2 * wengert::functions::polygamma(t_t1, 2);
    let t_t7 = wengert::functions::digamma(t_t1);
    let t_t8 = wengert::functions::digamma(a) - t_t7;
    let t_t9 = t_t2 * t_t8;
    let t_t10 = wengert::functions::trigamma(t_t1);
    let t_t11 = wengert::functions::digamma(b) - t_t7;
    let t_t12 = t_t2 * t_t11;
    let t_t13 = t_t5 * t_t11;
    let t_t14 = wengert::functions::trigamma(b) - t_t10;
    let t_t15 = t_t13 * t_t4;
    if t_t3 != 0.0 { -2.0 * (t_t12 * t_t10) - t_t6 + (t_t2 * t_t14 + t_t12 * t_t11) * t_t8 } else { (if a < b { t_t11 * (if t_t3 != 0.0 { t_t12 * t_t8 - t_t2 * t_t10 } else { (if a < b { t_t9 * t_t11 } else { t_t13 * t_t8 }) - t_t2 * t_t4 }) + t_t9 * t_t14 } else { t_t8 * (t_t13 * t_t11 + t_t5 * t_t14) - t_t15 }) - (t_t15 + t_t6) }
}

fn beta_mixed_0_value(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    t_t2 * (wengert::functions::digamma(b) - t_t3) * (wengert::functions::digamma(a) - t_t3) - t_t2 * wengert::functions::trigamma(t_t1)
}

fn beta_mixed_0_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::digamma(a) - t_t3;
    let t_t5 = wengert::functions::trigamma(t_t1);
    let t_t6 = t_t2 * (wengert::functions::digamma(b) - t_t3);
    t_t6 * (wengert::functions::trigamma(a) - t_t5) - t_t2 * wengert::functions::polygamma(t_t1, 2) - t_t2 * t_t4 * t_t5 + (t_t6 * t_t4 - t_t2 * t_t5) * t_t4
}

fn beta_mixed_0_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = t_t2 * t_t5;
    let t_t7 = wengert::functions::trigamma(t_t1);
    let t_t8 = wengert::functions::trigamma(a) - t_t7;
    let t_t9 = t_t2 * (wengert::functions::digamma(b) - t_t4);
    let t_t10 = t_t9 * t_t5 - t_t2 * t_t7;
    t_t9 * (wengert::functions::polygamma(a, 2) - t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) - 2.0 * (t_t6 * t_t3) + 2.0 * (t_t10 * t_t8) - (t_t6 * t_t5 + t_t2 * t_t8) * t_t7 + (t_t9 * t_t8 - t_t2 * t_t3 - t_t6 * t_t7 + t_t10 * t_t5) * t_t5
}

fn beta_mixed_0_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = wengert::functions::trigamma(t_t1);
    let t_t7 = wengert::functions::digamma(b) - t_t4;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = t_t2 * (wengert::functions::trigamma(b) - t_t6) + t_t8 * t_t7;
    -2.0 * (t_t8 * t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) + t_t9 * (wengert::functions::trigamma(a) - t_t6) - t_t2 * t_t5 * t_t3 - 2.0 * ((t_t8 * t_t5 - t_t2 * t_t6) * t_t6) + (-2.0 * (t_t8 * t_t6) - t_t2 * t_t3 + t_t9 * t_t5) * t_t5
}

fn beta_mixed_0_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::trigamma(t_t1);
    let t_t5 = wengert::functions::digamma(b) - t_t3;
    let t_t6 = t_t2 * t_t5;
    -2.0 * (t_t6 * t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 2) + (t_t2 * (wengert::functions::trigamma(b) - t_t4) + t_t6 * t_t5) * (wengert::functions::digamma(a) - t_t3)
}

fn beta_mixed_0_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = wengert::functions::trigamma(t_t1);
    let t_t7 = wengert::functions::digamma(b) - t_t4;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = t_t2 * (wengert::functions::trigamma(b) - t_t6) + t_t8 * t_t7;
    -2.0 * (t_t8 * t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) + t_t9 * (wengert::functions::trigamma(a) - t_t6) - t_t2 * t_t5 * t_t3 - 2.0 * ((t_t8 * t_t5 - t_t2 * t_t6) * t_t6) + (-2.0 * (t_t8 * t_t6) - t_t2 * t_t3 + t_t9 * t_t5) * t_t5
}

fn beta_mixed_0_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::trigamma(t_t1);
    let t_t6 = wengert::functions::digamma(b) - t_t4;
    let t_t7 = t_t2 * t_t6;
    let t_t8 = wengert::functions::trigamma(b) - t_t5;
    let t_t9 = t_t2 * t_t8 + t_t7 * t_t6;
    -3.0 * (t_t7 * t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) - 3.0 * (t_t9 * t_t5) + (t_t2 * (wengert::functions::polygamma(b, 2) - t_t3) + 2.0 * (t_t7 * t_t8) + t_t9 * t_t6) * (wengert::functions::digamma(a) - t_t4)
}

fn beta_mixed_1_value(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::digamma(a) - t_t3;
    let t_t5 = wengert::functions::trigamma(t_t1);
    let t_t6 = t_t2 * (wengert::functions::digamma(b) - t_t3);
    t_t6 * (wengert::functions::trigamma(a) - t_t5) - t_t2 * wengert::functions::polygamma(t_t1, 2) - t_t2 * t_t4 * t_t5 + (t_t6 * t_t4 - t_t2 * t_t5) * t_t4
}

fn beta_mixed_1_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = t_t2 * t_t5;
    let t_t7 = wengert::functions::trigamma(t_t1);
    let t_t8 = wengert::functions::trigamma(a) - t_t7;
    let t_t9 = t_t2 * (wengert::functions::digamma(b) - t_t4);
    let t_t10 = t_t9 * t_t5 - t_t2 * t_t7;
    t_t9 * (wengert::functions::polygamma(a, 2) - t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) - 2.0 * (t_t6 * t_t3) + 2.0 * (t_t10 * t_t8) - (t_t6 * t_t5 + t_t2 * t_t8) * t_t7 + (t_t9 * t_t8 - t_t2 * t_t3 - t_t6 * t_t7 + t_t10 * t_t5) * t_t5
}

fn beta_mixed_1_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::polygamma(t_t1, 3);
    let t_t5 = wengert::functions::digamma(t_t1);
    let t_t6 = wengert::functions::digamma(a) - t_t5;
    let t_t7 = t_t2 * t_t6;
    let t_t8 = wengert::functions::trigamma(t_t1);
    let t_t9 = wengert::functions::trigamma(a) - t_t8;
    let t_t10 = t_t7 * t_t6 + t_t2 * t_t9;
    let t_t11 = t_t2 * (wengert::functions::digamma(b) - t_t5);
    let t_t12 = t_t11 * t_t6 - t_t2 * t_t8;
    let t_t13 = wengert::functions::polygamma(a, 2) - t_t3;
    let t_t14 = t_t11 * t_t9 - t_t2 * t_t3 - t_t7 * t_t8 + t_t12 * t_t6;
    t_t11 * (wengert::functions::polygamma(a, 3) - t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 4) - 3.0 * (t_t7 * t_t4) + 3.0 * (t_t12 * t_t13) - 3.0 * (t_t10 * t_t3) + 3.0 * (t_t14 * t_t9) - (t_t2 * t_t13 + 2.0 * (t_t7 * t_t9) + t_t6 * t_t10) * t_t8 + (t_t11 * t_t13 - t_t2 * t_t4 - 2.0 * (t_t7 * t_t3) + 2.0 * (t_t12 * t_t9) - t_t10 * t_t8 + t_t14 * t_t6) * t_t6
}

fn beta_mixed_1_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = t_t2 * t_t3;
    let t_t5 = wengert::functions::polygamma(t_t1, 3);
    let t_t6 = wengert::functions::digamma(t_t1);
    let t_t7 = wengert::functions::digamma(a) - t_t6;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = wengert::functions::trigamma(t_t1);
    let t_t10 = wengert::functions::trigamma(a) - t_t9;
    let t_t11 = wengert::functions::digamma(b) - t_t6;
    let t_t12 = t_t2 * t_t11;
    let t_t13 = t_t12 * t_t7 - t_t2 * t_t9;
    let t_t14 = t_t2 * (wengert::functions::trigamma(b) - t_t9) + t_t12 * t_t11;
    let t_t15 = -2.0 * (t_t12 * t_t9) - t_t4 + t_t14 * t_t7;
    -2.0 * (t_t12 * t_t5) - t_t2 * wengert::functions::polygamma(t_t1, 4) + t_t14 * (wengert::functions::polygamma(a, 2) - t_t3) - 2.0 * (t_t8 * t_t5) - 4.0 * (t_t13 * t_t3) + 2.0 * (t_t15 * t_t10) - (t_t8 * t_t7 + t_t2 * t_t10) * t_t3 - 2.0 * ((t_t12 * t_t10 - t_t4 - t_t8 * t_t9 + t_t13 * t_t7) * t_t9) + (-2.0 * (t_t12 * t_t3) - t_t2 * t_t5 + t_t14 * t_t10 - t_t8 * t_t3 - 2.0 * (t_t13 * t_t9) + t_t15 * t_t7) * t_t7
}

fn beta_mixed_1_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = wengert::functions::trigamma(t_t1);
    let t_t7 = wengert::functions::digamma(b) - t_t4;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = t_t2 * (wengert::functions::trigamma(b) - t_t6) + t_t8 * t_t7;
    -2.0 * (t_t8 * t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) + t_t9 * (wengert::functions::trigamma(a) - t_t6) - t_t2 * t_t5 * t_t3 - 2.0 * ((t_t8 * t_t5 - t_t2 * t_t6) * t_t6) + (-2.0 * (t_t8 * t_t6) - t_t2 * t_t3 + t_t9 * t_t5) * t_t5
}

fn beta_mixed_1_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = t_t2 * t_t3;
    let t_t5 = wengert::functions::polygamma(t_t1, 3);
    let t_t6 = wengert::functions::digamma(t_t1);
    let t_t7 = wengert::functions::digamma(a) - t_t6;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = wengert::functions::trigamma(t_t1);
    let t_t10 = wengert::functions::trigamma(a) - t_t9;
    let t_t11 = wengert::functions::digamma(b) - t_t6;
    let t_t12 = t_t2 * t_t11;
    let t_t13 = t_t12 * t_t7 - t_t2 * t_t9;
    let t_t14 = t_t2 * (wengert::functions::trigamma(b) - t_t9) + t_t12 * t_t11;
    let t_t15 = -2.0 * (t_t12 * t_t9) - t_t4 + t_t14 * t_t7;
    -2.0 * (t_t12 * t_t5) - t_t2 * wengert::functions::polygamma(t_t1, 4) + t_t14 * (wengert::functions::polygamma(a, 2) - t_t3) - 2.0 * (t_t8 * t_t5) - 4.0 * (t_t13 * t_t3) + 2.0 * (t_t15 * t_t10) - (t_t8 * t_t7 + t_t2 * t_t10) * t_t3 - 2.0 * ((t_t12 * t_t10 - t_t4 - t_t8 * t_t9 + t_t13 * t_t7) * t_t9) + (-2.0 * (t_t12 * t_t3) - t_t2 * t_t5 + t_t14 * t_t10 - t_t8 * t_t3 - 2.0 * (t_t13 * t_t9) + t_t15 * t_t7) * t_t7
}

fn beta_mixed_1_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::polygamma(t_t1, 3);
    let t_t5 = wengert::functions::digamma(t_t1);
    let t_t6 = wengert::functions::digamma(a) - t_t5;
    let t_t7 = wengert::functions::trigamma(t_t1);
    let t_t8 = wengert::functions::digamma(b) - t_t5;
    let t_t9 = t_t2 * t_t8;
    let t_t10 = wengert::functions::trigamma(b) - t_t7;
    let t_t11 = t_t2 * t_t10 + t_t9 * t_t8;
    let t_t12 = t_t2 * (wengert::functions::polygamma(b, 2) - t_t3) + 2.0 * (t_t9 * t_t10) + t_t11 * t_t8;
    -3.0 * (t_t9 * t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 4) - 3.0 * (t_t11 * t_t3) + t_t12 * (wengert::functions::trigamma(a) - t_t7) - t_t2 * t_t6 * t_t4 - 3.0 * ((t_t9 * t_t6 - t_t2 * t_t7) * t_t3) - 3.0 * ((-2.0 * (t_t9 * t_t7) - t_t2 * t_t3 + t_t11 * t_t6) * t_t7) + (-3.0 * (t_t9 * t_t3) - t_t2 * t_t4 - 3.0 * (t_t11 * t_t7) + t_t12 * t_t6) * t_t6
}

fn beta_mixed_256_value(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::digamma(t_t1);
    let t_t4 = wengert::functions::trigamma(t_t1);
    let t_t5 = wengert::functions::digamma(b) - t_t3;
    let t_t6 = t_t2 * t_t5;
    -2.0 * (t_t6 * t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 2) + (t_t2 * (wengert::functions::trigamma(b) - t_t4) + t_t6 * t_t5) * (wengert::functions::digamma(a) - t_t3)
}

fn beta_mixed_256_by_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::digamma(a) - t_t4;
    let t_t6 = wengert::functions::trigamma(t_t1);
    let t_t7 = wengert::functions::digamma(b) - t_t4;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = t_t2 * (wengert::functions::trigamma(b) - t_t6) + t_t8 * t_t7;
    -2.0 * (t_t8 * t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) + t_t9 * (wengert::functions::trigamma(a) - t_t6) - t_t2 * t_t5 * t_t3 - 2.0 * ((t_t8 * t_t5 - t_t2 * t_t6) * t_t6) + (-2.0 * (t_t8 * t_t6) - t_t2 * t_t3 + t_t9 * t_t5) * t_t5
}

fn beta_mixed_256_by_a_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = t_t2 * t_t3;
    let t_t5 = wengert::functions::polygamma(t_t1, 3);
    let t_t6 = wengert::functions::digamma(t_t1);
    let t_t7 = wengert::functions::digamma(a) - t_t6;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = wengert::functions::trigamma(t_t1);
    let t_t10 = wengert::functions::trigamma(a) - t_t9;
    let t_t11 = wengert::functions::digamma(b) - t_t6;
    let t_t12 = t_t2 * t_t11;
    let t_t13 = t_t12 * t_t7 - t_t2 * t_t9;
    let t_t14 = t_t2 * (wengert::functions::trigamma(b) - t_t9) + t_t12 * t_t11;
    let t_t15 = -2.0 * (t_t12 * t_t9) - t_t4 + t_t14 * t_t7;
    -2.0 * (t_t12 * t_t5) - t_t2 * wengert::functions::polygamma(t_t1, 4) + t_t14 * (wengert::functions::polygamma(a, 2) - t_t3) - 2.0 * (t_t8 * t_t5) - 4.0 * (t_t13 * t_t3) + 2.0 * (t_t15 * t_t10) - (t_t8 * t_t7 + t_t2 * t_t10) * t_t3 - 2.0 * ((t_t12 * t_t10 - t_t4 - t_t8 * t_t9 + t_t13 * t_t7) * t_t9) + (-2.0 * (t_t12 * t_t3) - t_t2 * t_t5 + t_t14 * t_t10 - t_t8 * t_t3 - 2.0 * (t_t13 * t_t9) + t_t15 * t_t7) * t_t7
}

fn beta_mixed_256_by_a_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::polygamma(t_t1, 3);
    let t_t5 = wengert::functions::digamma(t_t1);
    let t_t6 = wengert::functions::digamma(a) - t_t5;
    let t_t7 = wengert::functions::trigamma(t_t1);
    let t_t8 = wengert::functions::digamma(b) - t_t5;
    let t_t9 = t_t2 * t_t8;
    let t_t10 = wengert::functions::trigamma(b) - t_t7;
    let t_t11 = t_t2 * t_t10 + t_t9 * t_t8;
    let t_t12 = t_t2 * (wengert::functions::polygamma(b, 2) - t_t3) + 2.0 * (t_t9 * t_t10) + t_t11 * t_t8;
    -3.0 * (t_t9 * t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 4) - 3.0 * (t_t11 * t_t3) + t_t12 * (wengert::functions::trigamma(a) - t_t7) - t_t2 * t_t6 * t_t4 - 3.0 * ((t_t9 * t_t6 - t_t2 * t_t7) * t_t3) - 3.0 * ((-2.0 * (t_t9 * t_t7) - t_t2 * t_t3 + t_t11 * t_t6) * t_t7) + (-3.0 * (t_t9 * t_t3) - t_t2 * t_t4 - 3.0 * (t_t11 * t_t7) + t_t12 * t_t6) * t_t6
}

fn beta_mixed_256_by_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::digamma(t_t1);
    let t_t5 = wengert::functions::trigamma(t_t1);
    let t_t6 = wengert::functions::digamma(b) - t_t4;
    let t_t7 = t_t2 * t_t6;
    let t_t8 = wengert::functions::trigamma(b) - t_t5;
    let t_t9 = t_t2 * t_t8 + t_t7 * t_t6;
    -3.0 * (t_t7 * t_t3) - t_t2 * wengert::functions::polygamma(t_t1, 3) - 3.0 * (t_t9 * t_t5) + (t_t2 * (wengert::functions::polygamma(b, 2) - t_t3) + 2.0 * (t_t7 * t_t8) + t_t9 * t_t6) * (wengert::functions::digamma(a) - t_t4)
}

fn beta_mixed_256_by_b_a(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::polygamma(t_t1, 3);
    let t_t5 = wengert::functions::digamma(t_t1);
    let t_t6 = wengert::functions::digamma(a) - t_t5;
    let t_t7 = wengert::functions::trigamma(t_t1);
    let t_t8 = wengert::functions::digamma(b) - t_t5;
    let t_t9 = t_t2 * t_t8;
    let t_t10 = wengert::functions::trigamma(b) - t_t7;
    let t_t11 = t_t2 * t_t10 + t_t9 * t_t8;
    let t_t12 = t_t2 * (wengert::functions::polygamma(b, 2) - t_t3) + 2.0 * (t_t9 * t_t10) + t_t11 * t_t8;
    -3.0 * (t_t9 * t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 4) - 3.0 * (t_t11 * t_t3) + t_t12 * (wengert::functions::trigamma(a) - t_t7) - t_t2 * t_t6 * t_t4 - 3.0 * ((t_t9 * t_t6 - t_t2 * t_t7) * t_t3) - 3.0 * ((-2.0 * (t_t9 * t_t7) - t_t2 * t_t3 + t_t11 * t_t6) * t_t7) + (-3.0 * (t_t9 * t_t3) - t_t2 * t_t4 - 3.0 * (t_t11 * t_t7) + t_t12 * t_t6) * t_t6
}

fn beta_mixed_256_by_b_b(a: f64, b: f64) -> f64 {
    let t_t1 = a + b;
    let t_t2 = wengert::functions::beta(a, b);
    let t_t3 = wengert::functions::polygamma(t_t1, 2);
    let t_t4 = wengert::functions::polygamma(t_t1, 3);
    let t_t5 = wengert::functions::digamma(t_t1);
    let t_t6 = wengert::functions::trigamma(t_t1);
    let t_t7 = wengert::functions::digamma(b) - t_t5;
    let t_t8 = t_t2 * t_t7;
    let t_t9 = wengert::functions::trigamma(b) - t_t6;
    let t_t10 = t_t2 * t_t9 + t_t8 * t_t7;
    let t_t11 = wengert::functions::polygamma(b, 2) - t_t3;
    let t_t12 = t_t2 * t_t11 + 2.0 * (t_t8 * t_t9) + t_t10 * t_t7;
    -4.0 * (t_t8 * t_t4) - t_t2 * wengert::functions::polygamma(t_t1, 4) - 6.0 * (t_t10 * t_t3) - 4.0 * (t_t12 * t_t6) + (t_t2 * (wengert::functions::polygamma(b, 3) - t_t4) + 3.0 * (t_t8 * t_t11) + 3.0 * (t_t10 * t_t9) + t_t12 * t_t7) * (wengert::functions::digamma(a) - t_t5)
}

fn ln_beta_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::ln_beta(a, b)
}

fn ln_beta_0_by_a(a: f64, b: f64) -> f64 {
    wengert::functions::digamma(a) - wengert::functions::digamma(a + b)
}

fn ln_beta_0_by_a_a(a: f64, b: f64) -> f64 {
    wengert::functions::trigamma(a) - wengert::functions::trigamma(a + b)
}

fn ln_beta_0_by_a_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 1)
}

fn ln_beta_0_by_b(a: f64, b: f64) -> f64 {
    wengert::functions::digamma(b) - wengert::functions::digamma(a + b)
}

fn ln_beta_0_by_b_a(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 1)
}

fn ln_beta_0_by_b_b(a: f64, b: f64) -> f64 {
    wengert::functions::trigamma(b) - wengert::functions::trigamma(a + b)
}

fn polygamma_difference_0_value(a: f64, b: f64) -> f64 {
    wengert::functions::digamma(a) - wengert::functions::digamma(a + b)
}

fn polygamma_difference_0_by_a(a: f64, b: f64) -> f64 {
    wengert::functions::trigamma(a) - wengert::functions::trigamma(a + b)
}

fn polygamma_difference_0_by_a_a(a: f64, b: f64) -> f64 {
    wengert::functions::polygamma(a, 2) - wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_0_by_a_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_0_by_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 1)
}

fn polygamma_difference_0_by_b_a(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_0_by_b_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_1_value(a: f64, b: f64) -> f64 {
    wengert::functions::trigamma(a) - wengert::functions::trigamma(a + b)
}

fn polygamma_difference_1_by_a(a: f64, b: f64) -> f64 {
    wengert::functions::polygamma(a, 2) - wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_1_by_a_a(a: f64, b: f64) -> f64 {
    wengert::functions::polygamma(a, 3) - wengert::functions::polygamma(a + b, 3)
}

fn polygamma_difference_1_by_a_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 3)
}

fn polygamma_difference_1_by_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_1_by_b_a(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 3)
}

fn polygamma_difference_1_by_b_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 3)
}

fn polygamma_difference_2_value(a: f64, b: f64) -> f64 {
    wengert::functions::polygamma(a, 2) - wengert::functions::polygamma(a + b, 2)
}

fn polygamma_difference_2_by_a(a: f64, b: f64) -> f64 {
    wengert::functions::polygamma(a, 3) - wengert::functions::polygamma(a + b, 3)
}

fn polygamma_difference_2_by_a_a(a: f64, b: f64) -> f64 {
    wengert::functions::polygamma(a, 4) - wengert::functions::polygamma(a + b, 4)
}

fn polygamma_difference_2_by_a_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 4)
}

fn polygamma_difference_2_by_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 3)
}

fn polygamma_difference_2_by_b_a(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 4)
}

fn polygamma_difference_2_by_b_b(a: f64, b: f64) -> f64 {
    -wengert::functions::polygamma(a + b, 4)
}

fn norm_pdf_0_value(a: f64) -> f64 {
    wengert::functions::norm_pdf(a)
}

fn norm_pdf_0_by_a(a: f64) -> f64 {
    -(a * wengert::functions::norm_pdf(a))
}

fn norm_pdf_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::norm_pdf(a);
    -(t_t1 * f64::from(u8::from(a.abs() < f64::INFINITY)) - a * (a * t_t1))
}

fn norm_cdf_0_value(a: f64) -> f64 {
    wengert::functions::norm_cdf(a)
}

fn norm_cdf_0_by_a(a: f64) -> f64 {
    wengert::functions::norm_pdf(a)
}

fn norm_cdf_0_by_a_a(a: f64) -> f64 {
    -(a * wengert::functions::norm_pdf(a))
}

fn norm_ppf_0_value(a: f64) -> f64 {
    wengert::functions::norm_ppf(a)
}

fn norm_ppf_0_by_a(a: f64) -> f64 {
    1.0 / wengert::functions::norm_pdf(wengert::functions::norm_ppf(a))
}

fn norm_ppf_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::norm_ppf(a);
    let t_t2 = 1.0 / wengert::functions::norm_pdf(t_t1);
    t_t1 * t_t2 * t_t2
}

fn norm_ppf_slope_0_value(a: f64) -> f64 {
    1.0 / wengert::functions::norm_pdf(wengert::functions::norm_ppf(a))
}

fn norm_ppf_slope_0_by_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::norm_ppf(a);
    let t_t2 = 1.0 / wengert::functions::norm_pdf(t_t1);
    t_t1 * t_t2 * t_t2
}

fn norm_ppf_slope_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::norm_ppf(a);
    let t_t2 = 1.0 / wengert::functions::norm_pdf(t_t1);
    let t_t3 = t_t1 * t_t2;
    let t_t4 = t_t3 * t_t2;
    t_t2 * (t_t2 * t_t2 + t_t1 * t_t4) + t_t3 * t_t4
}

fn bessel_j_0_value(a: f64) -> f64 {
    wengert::functions::bessel_j(a, 0)
}

fn bessel_j_0_by_a(a: f64) -> f64 {
    0.5 * (wengert::functions::bessel_j(a, -1) - wengert::functions::bessel_j(a, 1))
}

fn bessel_j_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::bessel_j(a, 0);
    0.5 * (0.5 * (wengert::functions::bessel_j(a, -2) - t_t1) - 0.5 * (t_t1 - wengert::functions::bessel_j(a, 2)))
}

fn bessel_j_1_value(a: f64) -> f64 {
    wengert::functions::bessel_j(a, 1)
}

fn bessel_j_1_by_a(a: f64) -> f64 {
    0.5 * (wengert::functions::bessel_j(a, 0) - wengert::functions::bessel_j(a, 2))
}

fn bessel_j_1_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::bessel_j(a, 1);
    0.5 * (0.5 * (wengert::functions::bessel_j(a, -1) - t_t1) - 0.5 * (t_t1 - wengert::functions::bessel_j(a, 3)))
}

fn bessel_j_2_value(a: f64) -> f64 {
    wengert::functions::bessel_j(a, 2)
}

fn bessel_j_2_by_a(a: f64) -> f64 {
    0.5 * (wengert::functions::bessel_j(a, 1) - wengert::functions::bessel_j(a, 3))
}

fn bessel_j_2_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::bessel_j(a, 2);
    0.5 * (0.5 * (wengert::functions::bessel_j(a, 0) - t_t1) - 0.5 * (t_t1 - wengert::functions::bessel_j(a, 4)))
}

fn bessel_y_0_value(a: f64) -> f64 {
    wengert::functions::bessel_y(a, 0)
}

fn bessel_y_0_by_a(a: f64) -> f64 {
    0.5 * (wengert::functions::bessel_y(a, -1) - wengert::functions::bessel_y(a, 1))
}

fn bessel_y_0_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::bessel_y(a, 0);
    0.5 * (0.5 * (wengert::functions::bessel_y(a, -2) - t_t1) - 0.5 * (t_t1 - wengert::functions::bessel_y(a, 2)))
}

fn bessel_y_1_value(a: f64) -> f64 {
    wengert::functions::bessel_y(a, 1)
}

fn bessel_y_1_by_a(a: f64) -> f64 {
    0.5 * (wengert::functions::bessel_y(a, 0) - wengert::functions::bessel_y(a, 2))
}

fn bessel_y_1_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::bessel_y(a, 1);
    0.5 * (0.5 * (wengert::functions::bessel_y(a, -1) - t_t1) - 0.5 * (t_t1 - wengert::functions::bessel_y(a, 3)))
}

fn bessel_y_2_value(a: f64) -> f64 {
    wengert::functions::bessel_y(a, 2)
}

fn bessel_y_2_by_a(a: f64) -> f64 {
    0.5 * (wengert::functions::bessel_y(a, 1) - wengert::functions::bessel_y(a, 3))
}

fn bessel_y_2_by_a_a(a: f64) -> f64 {
    let t_t1 = wengert::functions::bessel_y(a, 2);
    0.5 * (0.5 * (wengert::functions::bessel_y(a, 0) - t_t1) - 0.5 * (t_t1 - wengert::functions::bessel_y(a, 4)))
}

fn ge_0_value(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a >= b))
}

fn ge_0_by_a() -> f64 {
    0.0
}

fn ge_0_by_a_a() -> f64 {
    0.0
}

fn ge_0_by_a_b() -> f64 {
    0.0
}

fn ge_0_by_b() -> f64 {
    0.0
}

fn ge_0_by_b_a() -> f64 {
    0.0
}

fn ge_0_by_b_b() -> f64 {
    0.0
}

fn gt_0_value(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a > b))
}

fn gt_0_by_a() -> f64 {
    0.0
}

fn gt_0_by_a_a() -> f64 {
    0.0
}

fn gt_0_by_a_b() -> f64 {
    0.0
}

fn gt_0_by_b() -> f64 {
    0.0
}

fn gt_0_by_b_a() -> f64 {
    0.0
}

fn gt_0_by_b_b() -> f64 {
    0.0
}

fn le_0_value(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a <= b))
}

fn le_0_by_a() -> f64 {
    0.0
}

fn le_0_by_a_a() -> f64 {
    0.0
}

fn le_0_by_a_b() -> f64 {
    0.0
}

fn le_0_by_b() -> f64 {
    0.0
}

fn le_0_by_b_a() -> f64 {
    0.0
}

fn le_0_by_b_b() -> f64 {
    0.0
}

fn lt_0_value(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a < b))
}

fn lt_0_by_a() -> f64 {
    0.0
}

fn lt_0_by_a_a() -> f64 {
    0.0
}

fn lt_0_by_a_b() -> f64 {
    0.0
}

fn lt_0_by_b() -> f64 {
    0.0
}

fn lt_0_by_b_a() -> f64 {
    0.0
}

fn lt_0_by_b_b() -> f64 {
    0.0
}

fn eq_0_value(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a == b))
}

fn eq_0_by_a() -> f64 {
    0.0
}

fn eq_0_by_a_a() -> f64 {
    0.0
}

fn eq_0_by_a_b() -> f64 {
    0.0
}

fn eq_0_by_b() -> f64 {
    0.0
}

fn eq_0_by_b_a() -> f64 {
    0.0
}

fn eq_0_by_b_b() -> f64 {
    0.0
}

fn ne_0_value(a: f64, b: f64) -> f64 {
    f64::from(u8::from(a != b))
}

fn ne_0_by_a() -> f64 {
    0.0
}

fn ne_0_by_a_a() -> f64 {
    0.0
}

fn ne_0_by_a_b() -> f64 {
    0.0
}

fn ne_0_by_b() -> f64 {
    0.0
}

fn ne_0_by_b_a() -> f64 {
    0.0
}

fn ne_0_by_b_b() -> f64 {
    0.0
}

fn select_0_value(a: f64, b: f64, c: f64) -> f64 {
    if a != 0.0 { b } else { c }
}

fn select_0_by_a() -> f64 {
    0.0
}

fn select_0_by_a_a() -> f64 {
    0.0
}

fn select_0_by_a_b() -> f64 {
    0.0
}

fn select_0_by_a_c() -> f64 {
    0.0
}

fn select_0_by_b(a: f64) -> f64 {
    if a != 0.0 { 1.0 } else { 0.0 }
}

fn select_0_by_b_a() -> f64 {
    0.0
}

fn select_0_by_b_b() -> f64 {
    0.0
}

fn select_0_by_b_c() -> f64 {
    0.0
}

fn select_0_by_c(a: f64) -> f64 {
    if a != 0.0 { 0.0 } else { 1.0 }
}

fn select_0_by_c_a() -> f64 {
    0.0
}

fn select_0_by_c_b() -> f64 {
    0.0
}

fn select_0_by_c_c() -> f64 {
    0.0
}

fn stop_gradient_0_value(a: f64) -> f64 {
    wengert::functions::stop_gradient(a)
}

fn stop_gradient_0_by_a() -> f64 {
    0.0
}

fn stop_gradient_0_by_a_a() -> f64 {
    0.0
}

fn strange_names(x: f64, x_: f64, x__: f64, t1: f64, xfn: f64, x2: f64, λ: f64) -> f64 {
    x.sin() * x + x_.sin() * x_ + x__.sin() * x__ + t1.sin() * t1 + xfn.sin() * xfn + x2.sin() * x2 + λ.sin() * λ
}

pub(super) const ALL: [super::Compiled; 582] = [
    |x| add_0_value(x[0], x[1]),
    |_| add_0_by_a(),
    |_| add_0_by_a_a(),
    |_| add_0_by_a_b(),
    |_| add_0_by_b(),
    |_| add_0_by_b_a(),
    |_| add_0_by_b_b(),
    |x| sub_0_value(x[0], x[1]),
    |_| sub_0_by_a(),
    |_| sub_0_by_a_a(),
    |_| sub_0_by_a_b(),
    |_| sub_0_by_b(),
    |_| sub_0_by_b_a(),
    |_| sub_0_by_b_b(),
    |x| mul_0_value(x[0], x[1]),
    |x| mul_0_by_a(x[1]),
    |_| mul_0_by_a_a(),
    |_| mul_0_by_a_b(),
    |x| mul_0_by_b(x[0]),
    |_| mul_0_by_b_a(),
    |_| mul_0_by_b_b(),
    |x| div_0_value(x[0], x[1]),
    |x| div_0_by_a(x[1]),
    |_| div_0_by_a_a(),
    |x| div_0_by_a_b(x[1]),
    |x| div_0_by_b(x[0], x[1]),
    |x| div_0_by_b_a(x[1]),
    |x| div_0_by_b_b(x[0], x[1]),
    |x| neg_0_value(x[0]),
    |_| neg_0_by_a(),
    |_| neg_0_by_a_a(),
    |x| rem_0_value(x[0], x[1]),
    |_| rem_0_by_a(),
    |_| rem_0_by_a_a(),
    |_| rem_0_by_a_b(),
    |x| rem_0_by_b(x[0], x[1]),
    |_| rem_0_by_b_a(),
    |_| rem_0_by_b_b(),
    |x| recip_0_value(x[0]),
    |x| recip_0_by_a(x[0]),
    |x| recip_0_by_a_a(x[0]),
    |x| powi_minus_2_value(x[0]),
    |x| powi_minus_2_by_a(x[0]),
    |x| powi_minus_2_by_a_a(x[0]),
    |x| powi_minus_1_value(x[0]),
    |x| powi_minus_1_by_a(x[0]),
    |x| powi_minus_1_by_a_a(x[0]),
    |_| powi_0_value(),
    |_| powi_0_by_a(),
    |_| powi_0_by_a_a(),
    |x| powi_1_value(x[0]),
    |_| powi_1_by_a(),
    |_| powi_1_by_a_a(),
    |x| powi_2_value(x[0]),
    |x| powi_2_by_a(x[0]),
    |_| powi_2_by_a_a(),
    |x| powi_3_value(x[0]),
    |x| powi_3_by_a(x[0]),
    |x| powi_3_by_a_a(x[0]),
    |x| powi_7_value(x[0]),
    |x| powi_7_by_a(x[0]),
    |x| powi_7_by_a_a(x[0]),
    |x| powf_0_value(x[0], x[1]),
    |x| powf_0_by_a(x[0], x[1]),
    |x| powf_0_by_a_a(x[0], x[1]),
    |x| powf_0_by_a_b(x[0], x[1]),
    |x| powf_0_by_b(x[0], x[1]),
    |x| powf_0_by_b_a(x[0], x[1]),
    |x| powf_0_by_b_b(x[0], x[1]),
    |x| pow_shift_1_value(x[0], x[1]),
    |x| pow_shift_1_by_a(x[0], x[1]),
    |x| pow_shift_1_by_a_a(x[0], x[1]),
    |x| pow_shift_1_by_a_b(x[0], x[1]),
    |x| pow_shift_1_by_b(x[0], x[1]),
    |x| pow_shift_1_by_b_a(x[0], x[1]),
    |x| pow_shift_1_by_b_b(x[0], x[1]),
    |x| pow_shift_2_value(x[0], x[1]),
    |x| pow_shift_2_by_a(x[0], x[1]),
    |x| pow_shift_2_by_a_a(x[0], x[1]),
    |x| pow_shift_2_by_a_b(x[0], x[1]),
    |x| pow_shift_2_by_b(x[0], x[1]),
    |x| pow_shift_2_by_b_a(x[0], x[1]),
    |x| pow_shift_2_by_b_b(x[0], x[1]),
    |x| pow_slope_1_value(x[0], x[1]),
    |x| pow_slope_1_by_a(x[0], x[1]),
    |x| pow_slope_1_by_a_a(x[0], x[1]),
    |x| pow_slope_1_by_a_b(x[0], x[1]),
    |x| pow_slope_1_by_b(x[0], x[1]),
    |x| pow_slope_1_by_b_a(x[0], x[1]),
    |x| pow_slope_1_by_b_b(x[0], x[1]),
    |x| pow_slope_256_value(x[0], x[1]),
    |x| pow_slope_256_by_a(x[0], x[1]),
    |x| pow_slope_256_by_a_a(x[0], x[1]),
    |x| pow_slope_256_by_a_b(x[0], x[1]),
    |x| pow_slope_256_by_b(x[0], x[1]),
    |x| pow_slope_256_by_b_a(x[0], x[1]),
    |x| pow_slope_256_by_b_b(x[0], x[1]),
    |x| pow_slope_257_value(x[0], x[1]),
    |x| pow_slope_257_by_a(x[0], x[1]),
    |x| pow_slope_257_by_a_a(x[0], x[1]),
    |x| pow_slope_257_by_a_b(x[0], x[1]),
    |x| pow_slope_257_by_b(x[0], x[1]),
    |x| pow_slope_257_by_b_a(x[0], x[1]),
    |x| pow_slope_257_by_b_b(x[0], x[1]),
    |x| sqrt_0_value(x[0]),
    |x| sqrt_0_by_a(x[0]),
    |x| sqrt_0_by_a_a(x[0]),
    |x| cbrt_0_value(x[0]),
    |x| cbrt_0_by_a(x[0]),
    |x| cbrt_0_by_a_a(x[0]),
    |x| hypot_0_value(x[0], x[1]),
    |x| hypot_0_by_a(x[0], x[1]),
    |x| hypot_0_by_a_a(x[0], x[1]),
    |x| hypot_0_by_a_b(x[0], x[1]),
    |x| hypot_0_by_b(x[0], x[1]),
    |x| hypot_0_by_b_a(x[0], x[1]),
    |x| hypot_0_by_b_b(x[0], x[1]),
    |x| direction_0_value(x[0], x[1]),
    |x| direction_0_by_a(x[0], x[1]),
    |x| direction_0_by_a_a(x[0], x[1]),
    |x| direction_0_by_a_b(x[0], x[1]),
    |x| direction_0_by_b(x[0], x[1]),
    |x| direction_0_by_b_a(x[0], x[1]),
    |x| direction_0_by_b_b(x[0], x[1]),
    |x| exp_0_value(x[0]),
    |x| exp_0_by_a(x[0]),
    |x| exp_0_by_a_a(x[0]),
    |x| exp2_0_value(x[0]),
    |x| exp2_0_by_a(x[0]),
    |x| exp2_0_by_a_a(x[0]),
    |x| exp_m1_0_value(x[0]),
    |x| exp_m1_0_by_a(x[0]),
    |x| exp_m1_0_by_a_a(x[0]),
    |x| ln_0_value(x[0]),
    |x| ln_0_by_a(x[0]),
    |x| ln_0_by_a_a(x[0]),
    |x| ln_slope_0_value(x[0]),
    |x| ln_slope_0_by_a(x[0]),
    |x| ln_slope_0_by_a_a(x[0]),
    |x| log_0_value(x[0], x[1]),
    |x| log_0_by_a(x[0], x[1]),
    |x| log_0_by_a_a(x[0], x[1]),
    |x| log_0_by_a_b(x[0], x[1]),
    |x| log_0_by_b(x[0], x[1]),
    |x| log_0_by_b_a(x[0], x[1]),
    |x| log_0_by_b_b(x[0], x[1]),
    |x| recip_ln_0_value(x[0]),
    |x| recip_ln_0_by_a(x[0]),
    |x| recip_ln_0_by_a_a(x[0]),
    |x| recip_ln_1_value(x[0]),
    |x| recip_ln_1_by_a(x[0]),
    |x| recip_ln_1_by_a_a(x[0]),
    |x| recip_ln_2_value(x[0]),
    |x| recip_ln_2_by_a(x[0]),
    |x| recip_ln_2_by_a_a(x[0]),
    |x| log2_0_value(x[0]),
    |x| log2_0_by_a(x[0]),
    |x| log2_0_by_a_a(x[0]),
    |x| log10_0_value(x[0]),
    |x| log10_0_by_a(x[0]),
    |x| log10_0_by_a_a(x[0]),
    |x| ln_1p_0_value(x[0]),
    |x| ln_1p_0_by_a(x[0]),
    |x| ln_1p_0_by_a_a(x[0]),
    |x| sin_0_value(x[0]),
    |x| sin_0_by_a(x[0]),
    |x| sin_0_by_a_a(x[0]),
    |x| cos_0_value(x[0]),
    |x| cos_0_by_a(x[0]),
    |x| cos_0_by_a_a(x[0]),
    |x| tan_0_value(x[0]),
    |x| tan_0_by_a(x[0]),
    |x| tan_0_by_a_a(x[0]),
    |x| asin_0_value(x[0]),
    |x| asin_0_by_a(x[0]),
    |x| asin_0_by_a_a(x[0]),
    |x| asin_slope_0_value(x[0]),
    |x| asin_slope_0_by_a(x[0]),
    |x| asin_slope_0_by_a_a(x[0]),
    |x| acos_0_value(x[0]),
    |x| acos_0_by_a(x[0]),
    |x| acos_0_by_a_a(x[0]),
    |x| atan_0_value(x[0]),
    |x| atan_0_by_a(x[0]),
    |x| atan_0_by_a_a(x[0]),
    |x| witch_0_value(x[0]),
    |x| witch_0_by_a(x[0]),
    |x| witch_0_by_a_a(x[0]),
    |x| atan2_0_value(x[0], x[1]),
    |x| atan2_0_by_a(x[0], x[1]),
    |x| atan2_0_by_a_a(x[0], x[1]),
    |x| atan2_0_by_a_b(x[0], x[1]),
    |x| atan2_0_by_b(x[0], x[1]),
    |x| atan2_0_by_b_a(x[0], x[1]),
    |x| atan2_0_by_b_b(x[0], x[1]),
    |x| inversion_0_value(x[0], x[1]),
    |x| inversion_0_by_a(x[0], x[1]),
    |x| inversion_0_by_a_a(x[0], x[1]),
    |x| inversion_0_by_a_b(x[0], x[1]),
    |x| inversion_0_by_b(x[0], x[1]),
    |x| inversion_0_by_b_a(x[0], x[1]),
    |x| inversion_0_by_b_b(x[0], x[1]),
    |x| sinh_0_value(x[0]),
    |x| sinh_0_by_a(x[0]),
    |x| sinh_0_by_a_a(x[0]),
    |x| cosh_0_value(x[0]),
    |x| cosh_0_by_a(x[0]),
    |x| cosh_0_by_a_a(x[0]),
    |x| tanh_0_value(x[0]),
    |x| tanh_0_by_a(x[0]),
    |x| tanh_0_by_a_a(x[0]),
    |x| sech_0_value(x[0]),
    |x| sech_0_by_a(x[0]),
    |x| sech_0_by_a_a(x[0]),
    |x| asinh_0_value(x[0]),
    |x| asinh_0_by_a(x[0]),
    |x| asinh_0_by_a_a(x[0]),
    |x| acosh_0_value(x[0]),
    |x| acosh_0_by_a(x[0]),
    |x| acosh_0_by_a_a(x[0]),
    |x| acosh_slope_0_value(x[0]),
    |x| acosh_slope_0_by_a(x[0]),
    |x| acosh_slope_0_by_a_a(x[0]),
    |x| acosh_slope_1_value(x[0]),
    |x| acosh_slope_1_by_a(x[0]),
    |x| acosh_slope_1_by_a_a(x[0]),
    |x| acosh_slope_2_value(x[0]),
    |x| acosh_slope_2_by_a(x[0]),
    |x| acosh_slope_2_by_a_a(x[0]),
    |x| atanh_0_value(x[0]),
    |x| atanh_0_by_a(x[0]),
    |x| atanh_0_by_a_a(x[0]),
    |x| atanh_slope_0_value(x[0]),
    |x| atanh_slope_0_by_a(x[0]),
    |x| atanh_slope_0_by_a_a(x[0]),
    |x| abs_0_value(x[0]),
    |x| abs_0_by_a(x[0]),
    |_| abs_0_by_a_a(),
    |x| signum_0_value(x[0]),
    |_| signum_0_by_a(),
    |_| signum_0_by_a_a(),
    |x| copysign_0_value(x[0], x[1]),
    |x| copysign_0_by_a(x[0], x[1]),
    |_| copysign_0_by_a_a(),
    |x| copysign_0_by_a_b(x[0]),
    |_| copysign_0_by_b(),
    |_| copysign_0_by_b_a(),
    |_| copysign_0_by_b_b(),
    |x| max_0_value(x[0], x[1]),
    |x| max_0_by_a(x[0], x[1]),
    |_| max_0_by_a_a(),
    |_| max_0_by_a_b(),
    |x| max_0_by_b(x[0], x[1]),
    |_| max_0_by_b_a(),
    |_| max_0_by_b_b(),
    |x| min_0_value(x[0], x[1]),
    |x| min_0_by_a(x[0], x[1]),
    |_| min_0_by_a_a(),
    |_| min_0_by_a_b(),
    |x| min_0_by_b(x[0], x[1]),
    |_| min_0_by_b_a(),
    |_| min_0_by_b_b(),
    |x| clamp_0_value(x[0], x[1], x[2]),
    |x| clamp_0_by_a(x[0], x[1], x[2]),
    |_| clamp_0_by_a_a(),
    |_| clamp_0_by_a_b(),
    |_| clamp_0_by_a_c(),
    |x| clamp_0_by_b(x[0], x[1]),
    |_| clamp_0_by_b_a(),
    |_| clamp_0_by_b_b(),
    |_| clamp_0_by_b_c(),
    |x| clamp_0_by_c(x[0], x[2]),
    |_| clamp_0_by_c_a(),
    |_| clamp_0_by_c_b(),
    |_| clamp_0_by_c_c(),
    |x| floor_0_value(x[0]),
    |_| floor_0_by_a(),
    |_| floor_0_by_a_a(),
    |x| ceil_0_value(x[0]),
    |_| ceil_0_by_a(),
    |_| ceil_0_by_a_a(),
    |x| round_0_value(x[0]),
    |_| round_0_by_a(),
    |_| round_0_by_a_a(),
    |x| trunc_0_value(x[0]),
    |_| trunc_0_by_a(),
    |_| trunc_0_by_a_a(),
    |x| fract_0_value(x[0]),
    |_| fract_0_by_a(),
    |_| fract_0_by_a_a(),
    |x| rem_euclid_0_value(x[0], x[1]),
    |_| rem_euclid_0_by_a(),
    |_| rem_euclid_0_by_a_a(),
    |_| rem_euclid_0_by_a_b(),
    |x| rem_euclid_0_by_b(x[0], x[1]),
    |_| rem_euclid_0_by_b_a(),
    |_| rem_euclid_0_by_b_b(),
    |x| mul_add_0_value(x[0], x[1], x[2]),
    |x| mul_add_0_by_a(x[1]),
    |_| mul_add_0_by_a_a(),
    |_| mul_add_0_by_a_b(),
    |_| mul_add_0_by_a_c(),
    |x| mul_add_0_by_b(x[0]),
    |_| mul_add_0_by_b_a(),
    |_| mul_add_0_by_b_b(),
    |_| mul_add_0_by_b_c(),
    |_| mul_add_0_by_c(),
    |_| mul_add_0_by_c_a(),
    |_| mul_add_0_by_c_b(),
    |_| mul_add_0_by_c_c(),
    |x| sigmoid_0_value(x[0]),
    |x| sigmoid_0_by_a(x[0]),
    |x| sigmoid_0_by_a_a(x[0]),
    |x| logit_0_value(x[0]),
    |x| logit_0_by_a(x[0]),
    |x| logit_0_by_a_a(x[0]),
    |x| logit_slope_0_value(x[0]),
    |x| logit_slope_0_by_a(x[0]),
    |x| logit_slope_0_by_a_a(x[0]),
    |x| softplus_0_value(x[0]),
    |x| softplus_0_by_a(x[0]),
    |x| softplus_0_by_a_a(x[0]),
    |x| logaddexp_0_value(x[0], x[1]),
    |x| logaddexp_0_by_a(x[0], x[1]),
    |x| logaddexp_0_by_a_a(x[0], x[1]),
    |x| logaddexp_0_by_a_b(x[0], x[1]),
    |x| logaddexp_0_by_b(x[0], x[1]),
    |x| logaddexp_0_by_b_a(x[0], x[1]),
    |x| logaddexp_0_by_b_b(x[0], x[1]),
    |x| share_0_value(x[0], x[1]),
    |x| share_0_by_a(x[0], x[1]),
    |x| share_0_by_a_a(x[0], x[1]),
    |x| share_0_by_a_b(x[0], x[1]),
    |x| share_0_by_b(x[0], x[1]),
    |x| share_0_by_b_a(x[0], x[1]),
    |x| share_0_by_b_b(x[0], x[1]),
    |x| share_slope_0_value(x[0], x[1]),
    |x| share_slope_0_by_a(x[0], x[1]),
    |x| share_slope_0_by_a_a(x[0], x[1]),
    |x| share_slope_0_by_a_b(x[0], x[1]),
    |x| share_slope_0_by_b(x[0], x[1]),
    |x| share_slope_0_by_b_a(x[0], x[1]),
    |x| share_slope_0_by_b_b(x[0], x[1]),
    |x| relu_0_value(x[0]),
    |x| relu_0_by_a(x[0]),
    |_| relu_0_by_a_a(),
    |x| sinc_0_value(x[0]),
    |x| sinc_0_by_a(x[0]),
    |x| sinc_0_by_a_a(x[0]),
    |x| sinc_slope_1_value(x[0]),
    |x| sinc_slope_1_by_a(x[0]),
    |x| sinc_slope_1_by_a_a(x[0]),
    |x| sinc_slope_2_value(x[0]),
    |x| sinc_slope_2_by_a(x[0]),
    |x| sinc_slope_2_by_a_a(x[0]),
    |x| sinc_slope_3_value(x[0]),
    |x| sinc_slope_3_by_a(x[0]),
    |x| sinc_slope_3_by_a_a(x[0]),
    |x| xlogy_0_value(x[0], x[1]),
    |x| xlogy_0_by_a(x[1]),
    |_| xlogy_0_by_a_a(),
    |x| xlogy_0_by_a_b(x[1]),
    |x| xlogy_0_by_b(x[0], x[1]),
    |x| xlogy_0_by_b_a(x[1]),
    |x| xlogy_0_by_b_b(x[0], x[1]),
    |x| xdivy_0_value(x[0], x[1]),
    |x| xdivy_0_by_a(x[1]),
    |_| xdivy_0_by_a_a(),
    |x| xdivy_0_by_a_b(x[1]),
    |x| xdivy_0_by_b(x[0], x[1]),
    |x| xdivy_0_by_b_a(x[1]),
    |x| xdivy_0_by_b_b(x[0], x[1]),
    |x| entr_0_value(x[0]),
    |x| entr_0_by_a(x[0]),
    |x| entr_0_by_a_a(x[0]),
    |x| erf_0_value(x[0]),
    |x| erf_0_by_a(x[0]),
    |x| erf_0_by_a_a(x[0]),
    |x| erfc_0_value(x[0]),
    |x| erfc_0_by_a(x[0]),
    |x| erfc_0_by_a_a(x[0]),
    |x| erfcx_0_value(x[0]),
    |x| erfcx_0_by_a(x[0]),
    |x| erfcx_0_by_a_a(x[0]),
    |x| erfcx_slope_1_value(x[0]),
    |x| erfcx_slope_1_by_a(x[0]),
    |x| erfcx_slope_1_by_a_a(x[0]),
    |x| erfcx_slope_2_value(x[0]),
    |x| erfcx_slope_2_by_a(x[0]),
    |x| erfcx_slope_2_by_a_a(x[0]),
    |x| erfcx_slope_3_value(x[0]),
    |x| erfcx_slope_3_by_a(x[0]),
    |x| erfcx_slope_3_by_a_a(x[0]),
    |x| bell_0_value(x[0]),
    |x| bell_0_by_a(x[0]),
    |x| bell_0_by_a_a(x[0]),
    |x| damped_0_value(x[0], x[1]),
    |x| damped_0_by_a(x[0], x[1]),
    |_| damped_0_by_a_a(),
    |x| damped_0_by_a_b(x[0]),
    |x| damped_0_by_b(x[0]),
    |x| damped_0_by_b_a(x[0]),
    |_| damped_0_by_b_b(),
    |x| finite_part_0_value(x[0]),
    |x| finite_part_0_by_a(x[0]),
    |_| finite_part_0_by_a_a(),
    |x| gamma_0_value(x[0]),
    |x| gamma_0_by_a(x[0]),
    |x| gamma_0_by_a_a(x[0]),
    |x| ln_gamma_0_value(x[0]),
    |x| ln_gamma_0_by_a(x[0]),
    |x| ln_gamma_0_by_a_a(x[0]),
    |x| digamma_0_value(x[0]),
    |x| digamma_0_by_a(x[0]),
    |x| digamma_0_by_a_a(x[0]),
    |x| trigamma_0_value(x[0]),
    |x| trigamma_0_by_a(x[0]),
    |x| trigamma_0_by_a_a(x[0]),
    |x| polygamma_0_value(x[0]),
    |x| polygamma_0_by_a(x[0]),
    |x| polygamma_0_by_a_a(x[0]),
    |x| polygamma_1_value(x[0]),
    |x| polygamma_1_by_a(x[0]),
    |x| polygamma_1_by_a_a(x[0]),
    |x| polygamma_2_value(x[0]),
    |x| polygamma_2_by_a(x[0]),
    |x| polygamma_2_by_a_a(x[0]),
    |x| polygamma_3_value(x[0]),
    |x| polygamma_3_by_a(x[0]),
    |x| polygamma_3_by_a_a(x[0]),
    |x| beta_0_value(x[0], x[1]),
    |x| beta_0_by_a(x[0], x[1]),
    |x| beta_0_by_a_a(x[0], x[1]),
    |x| beta_0_by_a_b(x[0], x[1]),
    |x| beta_0_by_b(x[0], x[1]),
    |x| beta_0_by_b_a(x[0], x[1]),
    |x| beta_0_by_b_b(x[0], x[1]),
    |x| beta_slope_0_value(x[0], x[1]),
    |x| beta_slope_0_by_a(x[0], x[1]),
    |x| beta_slope_0_by_a_a(x[0], x[1]),
    |x| beta_slope_0_by_a_b(x[0], x[1]),
    |x| beta_slope_0_by_b(x[0], x[1]),
    |x| beta_slope_0_by_b_a(x[0], x[1]),
    |x| beta_slope_0_by_b_b(x[0], x[1]),
    |x| beta_mixed_0_value(x[0], x[1]),
    |x| beta_mixed_0_by_a(x[0], x[1]),
    |x| beta_mixed_0_by_a_a(x[0], x[1]),
    |x| beta_mixed_0_by_a_b(x[0], x[1]),
    |x| beta_mixed_0_by_b(x[0], x[1]),
    |x| beta_mixed_0_by_b_a(x[0], x[1]),
    |x| beta_mixed_0_by_b_b(x[0], x[1]),
    |x| beta_mixed_1_value(x[0], x[1]),
    |x| beta_mixed_1_by_a(x[0], x[1]),
    |x| beta_mixed_1_by_a_a(x[0], x[1]),
    |x| beta_mixed_1_by_a_b(x[0], x[1]),
    |x| beta_mixed_1_by_b(x[0], x[1]),
    |x| beta_mixed_1_by_b_a(x[0], x[1]),
    |x| beta_mixed_1_by_b_b(x[0], x[1]),
    |x| beta_mixed_256_value(x[0], x[1]),
    |x| beta_mixed_256_by_a(x[0], x[1]),
    |x| beta_mixed_256_by_a_a(x[0], x[1]),
    |x| beta_mixed_256_by_a_b(x[0], x[1]),
    |x| beta_mixed_256_by_b(x[0], x[1]),
    |x| beta_mixed_256_by_b_a(x[0], x[1]),
    |x| beta_mixed_256_by_b_b(x[0], x[1]),
    |x| ln_beta_0_value(x[0], x[1]),
    |x| ln_beta_0_by_a(x[0], x[1]),
    |x| ln_beta_0_by_a_a(x[0], x[1]),
    |x| ln_beta_0_by_a_b(x[0], x[1]),
    |x| ln_beta_0_by_b(x[0], x[1]),
    |x| ln_beta_0_by_b_a(x[0], x[1]),
    |x| ln_beta_0_by_b_b(x[0], x[1]),
    |x| polygamma_difference_0_value(x[0], x[1]),
    |x| polygamma_difference_0_by_a(x[0], x[1]),
    |x| polygamma_difference_0_by_a_a(x[0], x[1]),
    |x| polygamma_difference_0_by_a_b(x[0], x[1]),
    |x| polygamma_difference_0_by_b(x[0], x[1]),
    |x| polygamma_difference_0_by_b_a(x[0], x[1]),
    |x| polygamma_difference_0_by_b_b(x[0], x[1]),
    |x| polygamma_difference_1_value(x[0], x[1]),
    |x| polygamma_difference_1_by_a(x[0], x[1]),
    |x| polygamma_difference_1_by_a_a(x[0], x[1]),
    |x| polygamma_difference_1_by_a_b(x[0], x[1]),
    |x| polygamma_difference_1_by_b(x[0], x[1]),
    |x| polygamma_difference_1_by_b_a(x[0], x[1]),
    |x| polygamma_difference_1_by_b_b(x[0], x[1]),
    |x| polygamma_difference_2_value(x[0], x[1]),
    |x| polygamma_difference_2_by_a(x[0], x[1]),
    |x| polygamma_difference_2_by_a_a(x[0], x[1]),
    |x| polygamma_difference_2_by_a_b(x[0], x[1]),
    |x| polygamma_difference_2_by_b(x[0], x[1]),
    |x| polygamma_difference_2_by_b_a(x[0], x[1]),
    |x| polygamma_difference_2_by_b_b(x[0], x[1]),
    |x| norm_pdf_0_value(x[0]),
    |x| norm_pdf_0_by_a(x[0]),
    |x| norm_pdf_0_by_a_a(x[0]),
    |x| norm_cdf_0_value(x[0]),
    |x| norm_cdf_0_by_a(x[0]),
    |x| norm_cdf_0_by_a_a(x[0]),
    |x| norm_ppf_0_value(x[0]),
    |x| norm_ppf_0_by_a(x[0]),
    |x| norm_ppf_0_by_a_a(x[0]),
    |x| norm_ppf_slope_0_value(x[0]),
    |x| norm_ppf_slope_0_by_a(x[0]),
    |x| norm_ppf_slope_0_by_a_a(x[0]),
    |x| bessel_j_0_value(x[0]),
    |x| bessel_j_0_by_a(x[0]),
    |x| bessel_j_0_by_a_a(x[0]),
    |x| bessel_j_1_value(x[0]),
    |x| bessel_j_1_by_a(x[0]),
    |x| bessel_j_1_by_a_a(x[0]),
    |x| bessel_j_2_value(x[0]),
    |x| bessel_j_2_by_a(x[0]),
    |x| bessel_j_2_by_a_a(x[0]),
    |x| bessel_y_0_value(x[0]),
    |x| bessel_y_0_by_a(x[0]),
    |x| bessel_y_0_by_a_a(x[0]),
    |x| bessel_y_1_value(x[0]),
    |x| bessel_y_1_by_a(x[0]),
    |x| bessel_y_1_by_a_a(x[0]),
    |x| bessel_y_2_value(x[0]),
    |x| bessel_y_2_by_a(x[0]),
    |x| bessel_y_2_by_a_a(x[0]),
    |x| ge_0_value(x[0], x[1]),
    |_| ge_0_by_a(),
    |_| ge_0_by_a_a(),
    |_| ge_0_by_a_b(),
    |_| ge_0_by_b(),
    |_| ge_0_by_b_a(),
    |_| ge_0_by_b_b(),
    |x| gt_0_value(x[0], x[1]),
    |_| gt_0_by_a(),
    |_| gt_0_by_a_a(),
    |_| gt_0_by_a_b(),
    |_| gt_0_by_b(),
    |_| gt_0_by_b_a(),
    |_| gt_0_by_b_b(),
    |x| le_0_value(x[0], x[1]),
    |_| le_0_by_a(),
    |_| le_0_by_a_a(),
    |_| le_0_by_a_b(),
    |_| le_0_by_b(),
    |_| le_0_by_b_a(),
    |_| le_0_by_b_b(),
    |x| lt_0_value(x[0], x[1]),
    |_| lt_0_by_a(),
    |_| lt_0_by_a_a(),
    |_| lt_0_by_a_b(),
    |_| lt_0_by_b(),
    |_| lt_0_by_b_a(),
    |_| lt_0_by_b_b(),
    |x| eq_0_value(x[0], x[1]),
    |_| eq_0_by_a(),
    |_| eq_0_by_a_a(),
    |_| eq_0_by_a_b(),
    |_| eq_0_by_b(),
    |_| eq_0_by_b_a(),
    |_| eq_0_by_b_b(),
    |x| ne_0_value(x[0], x[1]),
    |_| ne_0_by_a(),
    |_| ne_0_by_a_a(),
    |_| ne_0_by_a_b(),
    |_| ne_0_by_b(),
    |_| ne_0_by_b_a(),
    |_| ne_0_by_b_b(),
    |x| select_0_value(x[0], x[1], x[2]),
    |_| select_0_by_a(),
    |_| select_0_by_a_a(),
    |_| select_0_by_a_b(),
    |_| select_0_by_a_c(),
    |x| select_0_by_b(x[0]),
    |_| select_0_by_b_a(),
    |_| select_0_by_b_b(),
    |_| select_0_by_b_c(),
    |x| select_0_by_c(x[0]),
    |_| select_0_by_c_a(),
    |_| select_0_by_c_b(),
    |_| select_0_by_c_c(),
    |x| stop_gradient_0_value(x[0]),
    |_| stop_gradient_0_by_a(),
    |_| stop_gradient_0_by_a_a(),
    |x| strange_names(x[3], x[4], x[5], x[6], x[7], x[8], x[9]),
];
