//! Generated adjoints as people read them.

use adjoint::{View, show, show_functions};
use expect_test::{Expect, expect};

mod goldens {
    mod marked;
}

#[track_caller]
fn check(source: &str, expected: &Expect) {
    expected.assert_eq(&show(source).expect("an adjoint"));
}

#[track_caller]
fn check_split(source: &str, expected: &Expect) {
    check_view(source, View { split: true, ..View::default() }, expected);
}

#[track_caller]
fn check_view(source: &str, view: View, expected: &Expect) {
    let shown = show_functions(source, view).expect("a source text");
    let texts: Vec<String> = shown.into_iter().map(|f| f.adjoint.expect("an adjoint")).collect();
    expected.assert_eq(&texts.join("\n"));
}

/// The textbook's adjoint program: `gz = 1; gb = gz; ga = gz; gy = x*ga; gx = y*ga + cos(x)*gb`.
#[test]
fn straight_line() {
    check(
        "#[differentiable]
        fn f(x: f64, y: f64) -> f64 {
            let a = x * y;
            let b = x.sin();
            let z = a + b;
            z
        }",
        &expect![[r#"
            fn f_adjoint<T: Real>(x: T, x_out: &mut T, y: T, y_out: &mut T, seeds: T) -> T {
                let a = x * y;
                let b = x.sin();
                let z = a + b;
                let z_adj = seeds;
                let x_adj = z_adj * x.cos() + z_adj * y;
                *x_out += x_adj;
                let y_adj = z_adj * x;
                *y_out += y_adj;
                z
            }
        "#]],
    );
}

/// Only a sum leaves the loop: each iteration runs forward and backward at once, and nothing is saved.
#[test]
fn fused_loop() {
    check(
        ROSENBROCK,
        &expect![[r#"
            fn rosenbrock_adjoint<T: Real>(x: &[T], x_out: &mut [T], seeds: T) -> T {
                let x_out = &mut x_out[..x.len()];
                let t = x.len();
                let x_adj = x_out;
                let mut sum_2_adj_state = seeds;
                let mut sum = T::constant(0.0);
                for i in 1..t {
                    let t_2 = i - 1;
                    let t_3 = x[t_2];
                    let t_4 = i - 1;
                    let t_5 = x[t_4];
                    let a = x[i] - t_3 * t_5;
                    let t_8 = i - 1;
                    let b = 1.0 - x[t_8];
                    let t_11 = 100.0 * a;
                    let b_adj = sum_2_adj_state * b + sum_2_adj_state * b;
                    x_adj[t_8] -= b_adj;
                    let a_adj = sum_2_adj_state * t_11 + sum_2_adj_state * a * 100.0;
                    let t_6_adj = -a_adj;
                    x_adj[t_4] += t_6_adj * t_3;
                    x_adj[t_2] += t_6_adj * t_5;
                    x_adj[i] += a_adj;
                    sum += t_11 * a + b * b;
                }
                sum
            }
        "#]],
    );
}

const ROSENBROCK: &str = "#[differentiable]
    fn rosenbrock(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            let a = x[i] - x[i - 1] * x[i - 1];
            let b = 1.0 - x[i - 1];
            sum += 100.0 * a * a + b * b;
        }
        sum
    }";

/// As it is compiled, the adjoints of `x[i]` and `x[i - 1]` meet in registers.
#[test]
fn fused_loop_as_compiled() {
    let shown = show_functions(ROSENBROCK, View { compiled: true, ..View::default() }).expect("a source text");
    expect![[r#"
        fn rosenbrock_adjoint<T: Real>(x: &[T], x_out: &mut [T], seeds: T) -> T {
            let x_out = &mut x_out[..x.len()];
            let t = x.len();
            let x_adj = x_out;
            let sum_2_adj = seeds;
            let mut sum_2_adj_state = sum_2_adj;
            let mut sum = T::constant(0.0);
            if 1 < t {
                let record_n = t - 1;
                let (part__2, part__2_rest) = x[1..1 + record_n].as_chunks::<4>();
                let (part__3, part__3_rest) = x[1 - 1..1 - 1 + record_n].as_chunks::<4>();
                let mut carry__1_0_window = [T::constant(0.0); 1];
                for at in 0..record_n / 4 {
                    let part__2 = part__2[at];
                    let part__3 = part__3[at];
                    let mut carry__1_0 = [T::constant(0.0); 4];
                    let mut carry__1_1 = [T::constant(0.0); 4];
                    let mut t_14_terms = [T::constant(0.0); 4];
                    for lane in 0..4 {
                        let (i, lane_sum) = (1 + at * 4 + lane, lane);
                        let t_1 = part__2[lane];
                        let t_2 = i - 1;
                        let t_3 = part__3[lane];
                        let t_4 = i - 1;
                        let t_5 = part__3[lane];
                        let t_6 = t_3 * t_5;
                        let a = t_1 - t_6;
                        let t_8 = i - 1;
                        let t_9 = part__3[lane];
                        let b = 1.0 - t_9;
                        let t_11 = 100.0 * a;
                        let t_12 = t_11 * a;
                        let t_13 = b * b;
                        let t_14 = t_12 + t_13;
                        t_14_terms[lane] = t_14;
                        let t_11_adj = sum_2_adj_state * a;
                        let b_adj = sum_2_adj_state * b + sum_2_adj_state * b;
                        let t_9_adj = -b_adj;
                        carry__1_0[lane] += t_9_adj;
                        let a_adj = sum_2_adj_state * t_11 + t_11_adj * 100.0;
                        let t_6_adj = -a_adj;
                        let t_5_adj = t_6_adj * t_3;
                        carry__1_0[lane] += t_5_adj;
                        let t_3_adj = t_6_adj * t_5;
                        carry__1_0[lane] += t_3_adj;
                        carry__1_1[lane] = a_adj;
                    }
                    for lane in 0..4 {
                        let t_14 = t_14_terms[lane];
                        let sum_1 = sum + t_14;
                        sum = sum_1;
                    }
                    let mut sums = carry__1_0;
                    for lane in 0..1 {
                        sums[lane] = carry__1_0_window[lane] + sums[lane];
                    }
                    for lane in 1..4 {
                        sums[lane] += carry__1_1[lane - 1];
                    }
                    carry__1_0_window = [carry__1_1[3]];
                    seed(&mut x_adj[1 + at * 4 - 1..][..4], &sums[..4]);
                }
                let part__2 = part__2_rest;
                let part__3 = part__3_rest;
                let mut carry__1_0 = [T::constant(0.0); 4];
                let mut carry__1_1 = [T::constant(0.0); 4];
                let mut t_14_terms = [T::constant(0.0); 4];
                for lane in 0..record_n % 4 {
                    let (i, lane_sum) = (1 + record_n / 4 * 4 + lane, 0);
                    let t_1 = part__2[lane];
                    let t_2 = i - 1;
                    let t_3 = part__3[lane];
                    let t_4 = i - 1;
                    let t_5 = part__3[lane];
                    let t_6 = t_3 * t_5;
                    let a = t_1 - t_6;
                    let t_8 = i - 1;
                    let t_9 = part__3[lane];
                    let b = 1.0 - t_9;
                    let t_11 = 100.0 * a;
                    let t_12 = t_11 * a;
                    let t_13 = b * b;
                    let t_14 = t_12 + t_13;
                    t_14_terms[lane] = t_14;
                    let t_11_adj = sum_2_adj_state * a;
                    let b_adj = sum_2_adj_state * b + sum_2_adj_state * b;
                    let t_9_adj = -b_adj;
                    carry__1_0[lane] += t_9_adj;
                    let a_adj = sum_2_adj_state * t_11 + t_11_adj * 100.0;
                    let t_6_adj = -a_adj;
                    let t_5_adj = t_6_adj * t_3;
                    carry__1_0[lane] += t_5_adj;
                    let t_3_adj = t_6_adj * t_5;
                    carry__1_0[lane] += t_3_adj;
                    carry__1_1[lane] = a_adj;
                }
                for lane in 0..record_n % 4 {
                    let t_14 = t_14_terms[lane];
                    let sum_1 = sum + t_14;
                    sum = sum_1;
                }
                let mut sums = [T::constant(0.0); 5];
                sums[..1].copy_from_slice(&carry__1_0_window);
                for lane in 0..4 {
                    sums[lane + 0] += carry__1_0[lane];
                }
                for lane in 0..4 {
                    sums[lane + 1] += carry__1_1[lane];
                }
                seed(
                    &mut x_adj[1 + record_n / 4 * 4 - 1..][..record_n % 4 + 1],
                    &sums[..record_n % 4 + 1],
                );
            }
            let sum_2 = sum;
            sum_2
        }
    "#]]
    .assert_eq(shown[0].adjoint.as_ref().expect("an adjoint"));
}

/// A recurrence saves its state in every iteration, and computes the rest again.
#[test]
fn saving_loop() {
    check(
        "#[differentiable]
        fn logistic(x0: f64, r: f64, n: usize) -> f64 {
            let mut x = x0;
            for _ in 0..n {
                x = r * x * (1.0 - x);
            }
            x
        }",
        &expect![[r#"
            fn logistic_adjoint<T: Real>(
                x0: T,
                x0_out: &mut T,
                r: T,
                r_out: &mut T,
                n: usize,
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let mut x = x0;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.reserve(record_n * 1, record_n * 0);
                for (k, record_row) in (0..n).zip(record_x.iter_mut()) {
                    *record_row = x;
                    x = r * x * (1.0 - x);
                }
                let x_2 = x;
                let mut r_adj = T::constant(0.0);
                let mut x_2_adj_state = seeds;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.release(record_n * 1, record_n * 0);
                for (k, record_row) in (0..n).rev().zip(record_x.iter().rev()) {
                    let x = *record_row;
                    let t_adj = x_2_adj_state * (1.0 - x);
                    r_adj += t_adj * x;
                    let x_adj = -(x_2_adj_state * (r * x)) + t_adj * r;
                    x_2_adj_state = x_adj;
                }
                *x0_out += x_2_adj_state;
                *r_out += r_adj;
                x_2
            }
        "#]],
    );
}

/// The maximum logs the iterations that changed it, and the sum saves its exponentials.
#[test]
fn log_sum_exp() {
    check(
        "#[differentiable]
        fn log_sum_exp(x: &[f64]) -> f64 {
            let mut max = x[0];
            for i in 1..x.len() {
                if x[i] > max {
                    max = x[i];
                }
            }
            let mut sum = 0.0;
            for i in 0..x.len() {
                sum += (x[i] - max).exp();
            }
            max + sum.ln()
        }",
        &expect![[r#"
            fn log_sum_exp_adjoint<T: Real>(
                x: &[T],
                x_out: &mut [T],
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let x_out = &mut x_out[..x.len()];
                let max = x[0];
                let t_1 = x.len();
                let mut max_1 = max;
                let mut logged = 0u64;
                for i in 1..t_1 {
                    let t_2 = x[i];
                    let t_3 = t_2 > max_1;
                    let max_2 = if t_3 { t_2 } else { max_1 };
                    if t_3 {
                        ws.push_words([Word::word(i)]);
                        logged += 1;
                    }
                    max_1 = max_2;
                }
                ws.push_words([logged]);
                let t_4 = x.len();
                let mut sum = T::constant(0.0);
                let record_n = (0..t_4).count();
                let (record_x, record_w) = ws.reserve(record_n * 1, record_n * 0);
                for (i_1, record_row) in (0..t_4).zip(record_x.iter_mut()) {
                    let t_7 = (x[i_1] - max_1).exp();
                    *record_row = t_7;
                    sum += t_7;
                }
                let sum_2 = sum;
                let t_10 = max_1 + sum_2.ln();
                let x_adj = x_out;
                let mut max_3_adj = T::constant(0.0);
                max_3_adj += seeds;
                let sum_2_adj = seeds * ln_slope(sum_2);
                let mut sum_2_adj_state = sum_2_adj;
                let record_n = (0..t_4).count();
                let (record_x, record_w) = ws.release(record_n * 1, record_n * 0);
                for (i_1, record_row) in (0..t_4).rev().zip(record_x.iter().rev()) {
                    let t_6_adj = sum_2_adj_state * *record_row;
                    max_3_adj -= t_6_adj;
                    x_adj[i_1] += t_6_adj;
                }
                let mut max_3_adj_state = max_3_adj;
                let [logged] = ws.pop_words();
                for _ in 0..logged {
                    let [logged_at] = ws.pop_words();
                    let i: usize = Word::from_word(logged_at);
                    let mut max_1_adj = T::constant(0.0);
                    let mut t_2_adj = T::constant(0.0);
                    if true {
                        t_2_adj += max_3_adj_state;
                    } else {
                        max_1_adj += max_3_adj_state;
                    }
                    x_adj[i] += t_2_adj;
                    max_3_adj_state = max_1_adj;
                }
                x_adj[0] += max_3_adj_state;
                t_10
            }
        "#]],
    );
}

#[test]
fn branch() {
    check(
        "#[differentiable]
        fn huber(r: f64, #[constant] d: f64) -> f64 {
            if r.abs() <= d { 0.5 * r * r } else { d * (r.abs() - 0.5 * d) }
        }",
        &expect![[r#"
            fn huber_adjoint<T: Real>(r: T, r_out: &mut T, d: f64, seeds: T) -> T {
                let t_1 = r.abs() <= d;
                let (t_8, t_2) = if t_1 {
                    let t_2 = 0.5 * r;
                    (t_2 * r, t_2)
                } else {
                    (d * (r.abs() - 0.5 * d), T::constant(0.0))
                };
                let mut r_adj = T::constant(0.0);
                if t_1 {
                    r_adj += seeds * t_2;
                    r_adj += seeds * r * 0.5;
                } else {
                    r_adj += seeds * d * (gt(r, T::constant(0.0)) - lt(r, T::constant(0.0)));
                }
                *r_out += r_adj;
                t_8
            }
        "#]],
    );
}

#[test]
fn function_that_is_passed() {
    check(
        "#[differentiable] fn area(k: f64) -> f64 { integrate(|x| k * x, 0.0, 1.0) }",
        &expect![[r#"
            fn area_adjoint<T: Real>(k: T, k_out: &mut T, seeds: T, ws: &mut Workspace<T>) -> T {
                let t = ClosureOfArea0 { captured0_k: k };
                let t_1 = integrate_forward(&t, (0.0 as f64), (1.0 as f64), ws);
                let mut t_adj = zero(&t);
                integrate_reverse(&t, &mut t_adj, (0.0 as f64), (1.0 as f64), Some(seeds), ws);
                let k_adj = t_adj.captured0_k.clone();
                *k_out += k_adj;
                t_1
            }
        "#]],
    );
}

#[test]
fn call() {
    check(
        CALL,
        &expect![[r#"
            pub fn bend_adjoint<T: Real>(x: &[T], x_out: &mut [T], seeds: T) -> T {
                let x_out = &mut x_out[..x.len()];
                let t_1 = x[0].exp();
                let t_2 = x[1];
                let t_3 = t_2.sin();
                let x_adj = x_out;
                x_adj[1] += seeds * t_1 * t_2.cos();
                x_adj[0] += seeds * t_3 * t_1;
                t_1 * t_3
            }

            fn bent_adjoint<T: Real>(
                x: &[T],
                x_out: &mut [T],
                y: T,
                y_out: &mut T,
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let x_out = &mut x_out[..x.len()];
                let t = crate::parts::bend_forward(&x[..], ws);
                let x_adj = x_out;
                crate::parts::bend_reverse(&x[..], &mut x_adj[..], Some(seeds * y), ws);
                let y_adj = seeds * t;
                *y_out += y_adj;
                t * y
            }
        "#]],
    );
}

#[test]
fn call_of_a_small_function() {
    check(
        "#[differentiable]
    fn bend(x: f64) -> f64 {
        x.exp() * x.sin()
    }
    #[differentiable]
    fn bent(x: f64, y: f64) -> f64 {
        bend(x * y) * y
    }",
        &expect![[r#"
            fn bend_adjoint<T: Real>(x: T, x_out: &mut T, seeds: T) -> T {
                let t = x.exp();
                let t_1 = x.sin();
                let x_adj = seeds * t * x.cos() + seeds * t_1 * t;
                *x_out += x_adj;
                t * t_1
            }

            fn bent_adjoint<T: Real>(x: T, x_out: &mut T, y: T, y_out: &mut T, seeds: T) -> T {
                let t = x * y;
                let t_1 = t.exp();
                let t_2 = t.sin();
                let t_3 = t_1 * t_2;
                let t_3_adj = seeds * y;
                let t_adj = t_3_adj * t_1 * t.cos() + t_3_adj * t_2 * t_1;
                let x_adj = t_adj * y;
                *x_out += x_adj;
                let y_adj = seeds * t_3 + t_adj * x;
                *y_out += y_adj;
                t_3 * y
            }
        "#]],
    );
}

const CALL: &str = "mod parts {
        #[differentiable]
        pub fn bend(x: &[f64]) -> f64 {
            x[0].exp() * x[1].sin()
        }
    }
    #[differentiable]
    fn bent(x: &[f64], y: f64) -> f64 {
        parts::bend(x) * y
    }";

/// What runs when another function calls: forward with a record, back through it.
#[test]
fn split_call() {
    check_split(
        CALL,
        &expect![[r#"
            pub fn bend_forward<T: Real>(x: &[T], ws: &mut Workspace<T>) -> T {
                let t_1 = x[0].exp();
                let t_3 = x[1].sin();
                ws.push([t_1, t_3]);
                t_1 * t_3
            }

            pub fn bend_reverse<T: Real>(
                x: &[T],
                x_out: &mut [T],
                seeds: Option<T>,
                ws: &mut Workspace<T>,
            ) {
                let seeds = match seeds {
                    Some(seeds) => seeds,
                    None => T::constant(0.0),
                };
                let x_adj = x_out;
                let [t_1, t_3] = ws.pop();
                x_adj[1] += seeds * t_1 * x[1].cos();
                x_adj[0] += seeds * t_3 * t_1;
            }

            fn bent_forward<T: Real>(x: &[T], y: T, ws: &mut Workspace<T>) -> T {
                let t = crate::parts::bend_forward(&x[..], ws);
                ws.push([t]);
                t * y
            }

            fn bent_reverse<T: Real>(
                x: &[T],
                x_out: &mut [T],
                y: T,
                y_out: &mut T,
                seeds: Option<T>,
                ws: &mut Workspace<T>,
            ) {
                let seeds = match seeds {
                    Some(seeds) => seeds,
                    None => T::constant(0.0),
                };
                let x_adj = x_out;
                let [t] = ws.pop();
                crate::parts::bend_reverse(&x[..], &mut x_adj[..], Some(seeds * y), ws);
                let y_adj = seeds * t;
                *y_out += y_adj;
            }
        "#]],
    );
}

#[test]
fn while_loop() {
    check(
        "#[differentiable]
        fn root(a: f64) -> f64 {
            let mut x = a;
            while (x * x - a).abs() > 1e-12 {
                x = 0.5 * (x + a / x);
            }
            x
        }",
        &expect![[r#"
            fn root_adjoint<T: Real>(a: T, a_out: &mut T, seeds: T, ws: &mut Workspace<T>) -> T {
                let mut x = a;
                let mut count = 0;
                loop {
                    if !((x * x - a).abs() > 1e-12) {
                        break;
                    }
                    let t_4 = a / x;
                    ws.push([x, t_4]);
                    x = 0.5 * (x + t_4);
                    count += 1;
                }
                let x_2 = x;
                let mut a_adj = T::constant(0.0);
                let mut x_2_adj_state = seeds;
                for iteration in (0..count).rev() {
                    let [x, t_4] = ws.pop();
                    let t_5_adj = x_2_adj_state * 0.5;
                    let share__1 = t_5_adj * x.recip();
                    a_adj += share__1;
                    let x_adj = t_5_adj - share__1 * t_4;
                    x_2_adj_state = x_adj;
                }
                a_adj += x_2_adj_state;
                *a_out += a_adj;
                x_2
            }
        "#]],
    );
}

/// An array that is overwritten step by step: what the adjoint reads is recorded, and adjoints are set to zero where
/// the element was.
#[test]
fn overwritten_array() {
    check(
        "#[differentiable]
        fn smooth(x: &[f64], steps: usize) -> f64 {
            let mut u = x.to_vec();
            for _ in 0..steps {
                for i in 1..u.len() {
                    u[i] = u[i] * u[i - 1];
                }
            }
            u[u.len() - 1]
        }",
        &expect![[r#"
            fn smooth_adjoint<T: Real>(
                x: &[T],
                x_out: &mut [T],
                steps: usize,
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let x_out = &mut x_out[..x.len()];
                let t_1 = x.len();
                let mut u = ws.copied(&x[..]);
                for k in 0..steps {
                    let record_n = (1..t_1).count();
                    let (record_x, record_w) = ws.reserve(record_n * 2, record_n * 0);
                    for (i, record_row) in (1..t_1).zip(record_x.chunks_exact_mut(2)) {
                        let t_2 = u[i];
                        let t_4 = u[i - 1];
                        u[i] = t_2 * t_4;
                        record_row[0] = t_2;
                        record_row[1] = t_4;
                    }
                }
                let t_6 = t_1 - 1;
                let x_adj = x_out;
                let mut u_adj = ws.filled(T::constant(0.0), t_1);
                u_adj[t_6] += seeds;
                for k in (0..steps).rev() {
                    let record_n = (1..t_1).count();
                    let (record_x, record_w) = ws.release(record_n * 2, record_n * 0);
                    for (i, record_row) in (1..t_1).rev().zip(record_x.chunks_exact(2).rev()) {
                        let g__1 = u_adj[i];
                        u_adj[i] = T::constant(0.0);
                        u_adj[i - 1] += g__1 * record_row[0];
                        u_adj[i] += g__1 * record_row[1];
                    }
                }
                flow(&mut u_adj[..], &mut x_adj[..]);
                ws.give(u_adj);
                let result = u[t_6];
                ws.give(u);
                result
            }
        "#]],
    );
}

/// Several results and a tuple: a weight for each result, an adjoint for each part.
#[test]
fn several_results() {
    check(
        "#[differentiable]
        fn polar(p: (f64, f64)) -> (f64, [f64; 2]) {
            let (r, t) = p;
            (r * t, [r * t.cos(), r * t.sin()])
        }",
        &expect![[r#"
            fn polar_adjoint<T: Real>(
                p_0: T,
                p_0_out: &mut T,
                p_1: T,
                p_1_out: &mut T,
                seeds: (T, &[T]),
            ) -> (T, [T; 2]) {
                let t_1 = p_1.cos();
                let t_3 = p_1.sin();
                let mut list = [p_0 * t_1, p_0 * t_3];
                let mut list_adj = [T::constant(0.0); 2];
                seed(&mut list_adj[..], seeds.1);
                let g__1 = list_adj[0];
                let g__2 = list_adj[1];
                let t_adj = seeds.0;
                let p_0_adj = g__2 * t_3 + g__1 * t_1 + t_adj * p_1;
                *p_0_out += p_0_adj;
                let p_1_adj = g__2 * p_0 * t_1 - g__1 * p_0 * t_3 + t_adj * p_0;
                *p_1_out += p_1_adj;
                (p_0 * p_1, list)
            }
        "#]],
    );
}

#[test]
fn options_are_respected() {
    let planned = show(ROSENBROCK).expect("an adjoint");
    let plain = show(&ROSENBROCK.replace("differentiable", "wengert::differentiable(no_fuse)")).expect("an adjoint");
    assert_eq!(planned.matches("for i in").count(), 1, "{planned}");
    assert_eq!(plain.matches("for i in").count(), 2, "{plain}");
}

#[test]
fn arrays_of_known_length_that_calls_give_are_on_the_stack() {
    let source = "#[differentiable]
        fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] { [a[0] - b[0], a[1] - b[1], a[2] - b[2]] }
        #[differentiable]
        fn edges(p: &[[f64; 3]; 3]) -> [[f64; 3]; 2] { [sub(p[1], p[0]), sub(p[2], p[0])] }
        #[differentiable]
        fn stretch(p: &[[f64; 3]; 3]) -> f64 {
            let [a, b] = edges(p);
            let c = sub(a, b);
            c[0] * c[1] * c[2] + a[0] * b[1]
        }";
    let shown = show_functions(source, View::default()).expect("a source text");
    for f in shown {
        let text = f.adjoint.expect("an adjoint");
        assert!(!text.contains("ws.filled") && !text.contains("ws.copied"), "{text}");
    }
}

#[test]
fn functions_are_found_wherever_they_stand() {
    let source = "#![allow(dead_code)]
        mod inner {
            #[wengert::differentiable]
            pub fn f(x: f64) -> f64 { x }
            fn not_this(x: f64) -> f64 { x }
        }
        fn outer() {
            #[differentiable]
            fn g(x: f64) -> f64 { f64::sin(x) }
        }
        #[derive(Differentiable)]
        struct Spring {
            k: f64,
        }
        #[differentiable]
        impl Spring {
            fn energy(&self, x: f64) -> f64 { 0.5 * self.k * x * x }
            #[constant]
            fn not_this(&self) -> f64 { 1.0 }
        }";
    let shown = show_functions(source, View::default()).expect("a source text");
    assert_eq!(shown.iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["f", "g", "Spring::energy"]);
    assert!(shown[0].adjoint.as_ref().is_ok_and(|text| text.starts_with("pub fn f_adjoint<T: Real>(")));
    expect![[r#"
        fn energy_adjoint<T: Real>(
            this: &Spring<T>,
            this_out: &mut Spring<T>,
            x: T,
            x_out: &mut T,
            seeds: T,
        ) -> T {
            let t_1 = 0.5 * this.k;
            let t_2 = t_1 * x;
            let this_adj = this_out;
            let t_2_adj = seeds * x;
            (*this_adj).k += t_2_adj * x * 0.5;
            let x_adj = seeds * t_2 + t_2_adj * t_1;
            *x_out += x_adj;
            t_2 * x
        }
    "#]]
    .assert_eq(shown[2].adjoint.as_ref().expect("an adjoint"));
}

#[test]
fn errors_say_where() {
    assert!(show("fn f( {").is_err());
    let source = "#[differentiable]
fn f(x: f64) -> f64 {
    x
}
#[differentiable(fast)]
fn g(x: f64) -> f64 {
    x
}";
    let error = show(source).expect_err("an unknown option");
    assert_eq!(error.to_string(), "unknown option `fast`: write `#[differentiable]` alone");
    let shown = show_functions(source, View::default()).expect("a source text");
    assert!(shown[0].adjoint.is_ok() && shown[1].adjoint.is_err());
}

/// What a method does not read of a list costs nothing: no list of zeros is made and added for each call.
#[test]
fn a_look_into_a_table_costs_what_it_reads() {
    let source = r#"
        #[derive(Differentiable)]
        struct Curve { #[constant] times: Vec<f64>, rates: Vec<f64> }
        #[differentiable]
        impl Curve {
            fn segment(&self, t: f64) -> usize { self.times.partition_point(|&s| s <= t) }
            fn rate(&self, t: f64) -> f64 {
                let k = self.segment(t);
                self.rates[k] * (t - self.times[k])
            }
            fn carry(&self, t: f64) -> f64 {
                self.rates[0] * self.rate(t)
            }
        }
    "#;
    let shown = show_functions(source, View { compiled: true, ..View::default() }).expect("a source text");
    for f in &shown {
        let text = f.adjoint.as_ref().expect("an adjoint");
        assert!(!text.contains("filled("), "{text}");
        assert!(text.contains(".rates"), "{text}");
    }
}

/// The way back goes through what loses in a `max`, and through what one arm alone uses, only where it is taken.
#[test]
fn what_is_cut_off_is_not_gone_through() {
    check(
        "#[differentiable]
        fn windows(x: &[f64], w: &[f64], c: f64) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.len() - w.len() {
                let mut s = 0.0;
                for j in 0..w.len() {
                    s += x[i + j] * w[j];
                }
                sum += s.max(0.0);
                let mut t = 0.0;
                for j in 0..w.len() {
                    t += w[j] * w[j] * c;
                }
                if x[i] > 0.0 {
                    sum += t.sin();
                }
            }
            sum
        }",
        &expect![[r#"
            fn windows_adjoint<T: Real>(
                x: &[T],
                x_out: &mut [T],
                w: &[T],
                w_out: &mut [T],
                c: T,
                c_out: &mut T,
                seeds: T,
            ) -> T {
                let x_out = &mut x_out[..x.len()];
                let w_out = &mut w_out[..w.len()];
                let t = x.len() - w.len();
                let t_1 = w.len();
                let t_9 = w.len();
                let x_adj = x_out;
                let w_adj = w_out;
                let mut c_adj = T::constant(0.0);
                let mut sum_4_adj_state = seeds;
                let mut sum = T::constant(0.0);
                for i in 0..t {
                    let mut s = T::constant(0.0);
                    for j in 0..t_1 {
                        s += x[i + j] * w[j];
                    }
                    let s_2 = s;
                    let sum_1 = sum + s_2.max(T::constant(0.0));
                    let mut t_10 = T::constant(0.0);
                    for j_1 in 0..t_9 {
                        let t_11 = w[j_1];
                        t_10 += t_11 * t_11 * c;
                    }
                    let t_17 = x[i] > 0.0;
                    let sum_3 = if t_17 { sum_1 + t_10.sin() } else { sum_1 };
                    let mut sum_1_adj = T::constant(0.0);
                    let mut t_15_adj = T::constant(0.0);
                    if t_17 {
                        sum_1_adj += sum_4_adj_state;
                        t_15_adj += sum_4_adj_state * t_10.cos();
                        let mut t_15_adj_state = t_15_adj;
                        for j_1 in (0..t_9).rev() {
                            let t_11 = w[j_1];
                            c_adj += t_15_adj_state * (t_11 * t_11);
                            let t_12_adj = t_15_adj_state * c;
                            w_adj[j_1] += t_12_adj * t_11 + t_12_adj * t_11;
                        }
                    } else {
                        sum_1_adj += sum_4_adj_state;
                    }
                    if taken(
                        ((gt(s_2, T::constant(0.0)) + ge(s_2, T::constant(0.0))) * T::constant(0.5))
                            + (ne(0.0, 0.0) * eq(s_2, s_2)),
                    ) {
                        let s_2_adj = strong(
                            ((gt(s_2, T::constant(0.0)) + ge(s_2, T::constant(0.0)))
                                * T::constant(0.5)) + (ne(0.0, 0.0) * eq(s_2, s_2)),
                            sum_1_adj,
                        );
                        let mut s_2_adj_state = s_2_adj;
                        for j in (0..t_1).rev() {
                            let t_2 = i + j;
                            w_adj[j] += s_2_adj_state * x[t_2];
                            x_adj[t_2] += s_2_adj_state * w[j];
                        }
                    }
                    sum_4_adj_state = sum_1_adj;
                    sum = sum_3;
                }
                *c_out += c_adj;
                sum
            }
        "#]],
    );
}

/// What a comparison guards runs back under the guard: at zero it is not used, and adds nothing.
#[test]
fn guarded_values_run_back_in_their_arm() {
    check(
        "#[differentiable]
        fn pull(x: f64, y: f64) -> f64 {
            let d = (x * x + y * y).sqrt();
            let mut sum = x;
            if d > 0.0 {
                sum += 1.0 / d;
            }
            sum
        }",
        &expect![[r#"
            fn pull_adjoint<T: Real>(x: T, x_out: &mut T, y: T, y_out: &mut T, seeds: T) -> T {
                let t_2 = x * x + y * y;
                let d_asked = t_2.sqrt();
                let t_4 = d_asked > 0.0;
                let (sum_1, d, t_5) = if t_4 {
                    let d = t_2.sqrt();
                    let t_5 = 1.0 / d;
                    let sum = x + t_5;
                    (sum, d, t_5)
                } else {
                    (x, T::constant(0.0), T::constant(0.0))
                };
                let mut x_adj = T::constant(0.0);
                let mut t_2_adj = T::constant(0.0);
                if t_4 {
                    x_adj += seeds;
                    let d_adj = -(seeds * d.recip()) * t_5;
                    t_2_adj += d_adj * ((d + T::constant(0.0)).recip() * T::constant(0.5));
                } else {
                    x_adj += seeds;
                }
                x_adj += t_2_adj * x;
                x_adj += t_2_adj * x;
                *x_out += x_adj;
                let y_adj = t_2_adj * y + t_2_adj * y;
                *y_out += y_adj;
                sum_1
            }
        "#]],
    );
}

#[test]
fn what_is_computed_many_at_a_time_is_said() {
    let source = "#[differentiable(math = \"vector\")]
        fn f(x: &[f64]) -> f64 {
            let mut sum = 0.0;
            for v in x { sum += v.exp() * v.atan(); }
            sum.ln()
        }";
    let program = show(source).expect("a program");
    assert!(program.starts_with("/// Many at a time: exp. One by one: atan, ln.\n"), "{program}");
}

/// What is written in between stays between; comments stand where their statements are.
#[test]
fn what_is_read_once_is_written_where_it_is_read() {
    check(
        r#"#[differentiable]
        fn f(a: &mut [f64], x: f64) -> f64 {
            // Of the first.
            let t = a[0]; // kept for the end
            a[0] = a[1] * x;
            // The sum "// of both", which is no comment:
            let text = "// none";
            let mut s = x * x;
            for i in 1..a.len() {
                // Read before it changes.
                let last = s;
                s += a[i] * text.len() as f64;
                a[i] = last * (s - t);
            }
            s
        }"#,
        &expect![[r#"
            fn f_adjoint<T: Real>(
                a: &mut [T],
                a_out: &mut [T],
                x: T,
                x_out: &mut T,
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let a_out = &mut a_out[..a.len()];
                let t_1 = a[0];
                let t_2 = a[1];
                // Of the first.
                // kept for the end
                a[0] = t_2 * x;
                // The sum "// of both", which is no comment:
                let s = x * x;
                let t_5 = a.len();
                let mut s_1 = s;
                let record_n = (1..t_5).count();
                let (record_x, record_w) = ws.reserve(record_n * 2, record_n * 0);
                for (i, record_row) in (1..t_5).zip(record_x.chunks_exact_mut(2)) {
                    // Read before it changes.
                    let s_2 = s_1 + a[i] * "// none".len() as f64;
                    let t_10 = s_2 - t_1;
                    a[i] = s_1 * t_10;
                    record_row[0] = s_1;
                    record_row[1] = t_10;
                    s_1 = s_2;
                }
                let s_3 = s_1;
                let a_adj = a_out;
                let mut t_1_adj = T::constant(0.0);
                let mut s_3_adj_state = seeds;
                let record_n = (1..t_5).count();
                let (record_x, record_w) = ws.release(record_n * 2, record_n * 0);
                for (i, record_row) in (1..t_5).rev().zip(record_x.chunks_exact(2).rev()) {
                    let s_1 = record_row[0];
                    let g__1 = a_adj[i];
                    a_adj[i] = T::constant(0.0);
                    let t_10_adj = g__1 * s_1;
                    t_1_adj -= t_10_adj;
                    let s_2_adj = s_3_adj_state + t_10_adj;
                    a_adj[i] += s_2_adj * "// none".len() as f64;
                    let s_1_adj = g__1 * record_row[1] + s_2_adj;
                    s_3_adj_state = s_1_adj;
                }
                let g__2 = a_adj[0];
                a_adj[0] = T::constant(0.0);
                a_adj[1] += g__2 * x;
                a_adj[0] += t_1_adj;
                let x_adj = s_3_adj_state * x + s_3_adj_state * x + g__2 * t_2;
                *x_out += x_adj;
                s_3
            }
        "#]],
    );
}

/// The textbook's tangent program: `da = x*dy + y*dx; db = cos(x)*dx; dz = da + db`.
#[test]
fn tangents() {
    check_view(
        "#[differentiable]
        fn f(x: f64, y: f64) -> f64 {
            let a = x * y;
            let b = x.sin();
            let z = a + b;
            z
        }",
        View { tangent: true, ..View::default() },
        &expect![[r#"
            fn f_tangent<T: Real>(x: T, x_dot: T, y: T, y_dot: T) -> (T, T) {
                let a = x * y;
                let a_dot = y * x_dot + x * y_dot;
                let b = x.sin();
                let b_dot = x.cos() * x_dot;
                (a + b, a_dot + b_dot)
            }
        "#]],
    );
}

/// They are compiled and compared in the tests of wengert.
#[test]
fn tangents_to_compile() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../wengert/tests/tangent_programs");
    let source = std::fs::read_to_string(format!("{folder}/functions.rs")).expect("a source text");
    let shown = show_functions(&source, View { tangent: true, ..View::default() }).expect("functions");
    let texts: Vec<String> = shown.into_iter().map(|f| f.adjoint.expect("a tangent program")).collect();
    expect_test::expect_file![format!("{folder}/tangents.rs")].assert_eq(&texts.join("\n"));
}
