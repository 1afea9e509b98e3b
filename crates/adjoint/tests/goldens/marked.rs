//! Attributes in bodies, and what they make of the record.

use super::super::{check, check_split};
use expect_test::expect;

/// Of this loop the exponential and its argument's factor are saved; the product is cheap.
#[test]
fn as_the_plan_has_it() {
    check_split(
        "#[differentiable]
        fn f(a: f64, n: usize) -> f64 {
            let mut s = a;
            for _ in 0..n {
                let e = s.exp();
                let q = e * e;
                s = (q * s).sin();
            }
            s
        }",
        &expect![[r#"
            fn f_forward<T: Real>(a: T, n: usize, ws: &mut Workspace<T>) -> T {
                let mut s = a;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.reserve(record_n * 2, record_n * 0);
                for (k, record_row) in (0..n).zip(record_x.chunks_exact_mut(2)) {
                    let e = s.exp();
                    let q = e * e;
                    record_row[0] = s;
                    record_row[1] = e;
                    s = (q * s).sin();
                }
                s
            }

            fn f_reverse<T: Real>(
                a: T,
                a_out: &mut T,
                n: usize,
                seeds: Option<T>,
                ws: &mut Workspace<T>,
            ) {
                let seeds = match seeds {
                    Some(seeds) => seeds,
                    None => T::constant(0.0),
                };
                let mut s_2_adj_state = seeds;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.release(record_n * 2, record_n * 0);
                for (k, record_row) in (0..n).rev().zip(record_x.chunks_exact(2).rev()) {
                    let s = record_row[0];
                    let e = record_row[1];
                    let q = e * e;
                    let t_2_adj = s_2_adj_state * (q * s).cos();
                    let q_adj = t_2_adj * s;
                    let e_adj = q_adj * e + q_adj * e;
                    let s_adj = t_2_adj * q + e_adj * e;
                    s_2_adj_state = s_adj;
                }
                *a_out += s_2_adj_state;
            }
        "#]],
    );
}

#[test]
fn a_value_computed_again_and_one_saved() {
    check_split(
        "#[differentiable]
        fn f(a: f64, n: usize) -> f64 {
            let mut s = a;
            for _ in 0..n {
                #[recompute]
                let e = s.exp();
                #[save]
                let q = e * e;
                s = (q * s).sin();
            }
            s
        }",
        &expect![[r#"
            fn f_forward<T: Real>(a: T, n: usize, ws: &mut Workspace<T>) -> T {
                let mut s = a;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.reserve(record_n * 2, record_n * 0);
                for (k, record_row) in (0..n).zip(record_x.chunks_exact_mut(2)) {
                    let e = s.exp();
                    let q = e * e;
                    record_row[0] = s;
                    record_row[1] = q;
                    s = (q * s).sin();
                }
                s
            }

            fn f_reverse<T: Real>(
                a: T,
                a_out: &mut T,
                n: usize,
                seeds: Option<T>,
                ws: &mut Workspace<T>,
            ) {
                let seeds = match seeds {
                    Some(seeds) => seeds,
                    None => T::constant(0.0),
                };
                let mut s_2_adj_state = seeds;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.release(record_n * 2, record_n * 0);
                for (k, record_row) in (0..n).rev().zip(record_x.chunks_exact(2).rev()) {
                    let s = record_row[0];
                    let q = record_row[1];
                    let e = s.exp();
                    let t_2_adj = s_2_adj_state * (q * s).cos();
                    let q_adj = t_2_adj * s;
                    let e_adj = q_adj * e + q_adj * e;
                    let s_adj = t_2_adj * q + e_adj * e;
                    s_2_adj_state = s_adj;
                }
                *a_out += s_2_adj_state;
            }
        "#]],
    );
}

#[test]
fn a_loop_that_saves_all() {
    check_split(
        "#[differentiable]
        fn f(a: f64, n: usize) -> f64 {
            let mut s = a;
            #[save]
            for _ in 0..n {
                s = s * s * (1.0 - s);
            }
            s
        }",
        &expect![[r#"
            fn f_forward<T: Real>(a: T, n: usize, ws: &mut Workspace<T>) -> T {
                let mut s = a;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.reserve(record_n * 3, record_n * 0);
                for (k, record_row) in (0..n).zip(record_x.chunks_exact_mut(3)) {
                    let t = s * s;
                    let t_1 = 1.0 - s;
                    record_row[0] = s;
                    record_row[1] = t;
                    record_row[2] = t_1;
                    s = t * t_1;
                }
                s
            }

            fn f_reverse<T: Real>(
                a: T,
                a_out: &mut T,
                n: usize,
                seeds: Option<T>,
                ws: &mut Workspace<T>,
            ) {
                let seeds = match seeds {
                    Some(seeds) => seeds,
                    None => T::constant(0.0),
                };
                let mut s_2_adj_state = seeds;
                let record_n = (0..n).count();
                let (record_x, record_w) = ws.release(record_n * 3, record_n * 0);
                for (k, record_row) in (0..n).rev().zip(record_x.chunks_exact(3).rev()) {
                    let s = record_row[0];
                    let t_adj = s_2_adj_state * record_row[2];
                    let s_adj = -(s_2_adj_state * record_row[1]) + t_adj * s + t_adj * s;
                    s_2_adj_state = s_adj;
                }
                *a_out += s_2_adj_state;
            }
        "#]],
    );
}

/// The inner loop leaves no record in the outer one's, but the array that it finds.
#[test]
fn a_loop_run_again() {
    check(
        "#[differentiable]
        fn f(x: &mut [f64], n: usize) -> f64 {
            let mut s = 0.0;
            for _ in 0..n {
                #[recompute]
                for i in 0..x.len() {
                    x[i] = x[i].sin();
                    s += x[i] * x[i];
                }
            }
            s
        }",
        &expect![[r#"
            fn f_adjoint<T: Real>(
                x: &mut [T],
                x_out: &mut [T],
                n: usize,
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let x_out = &mut x_out[..x.len()];
                let t = x.len();
                let mut s = T::constant(0.0);
                for k in 0..n {
                    ws.save(&x[..]);
                    let mut s_1 = s;
                    for i in 0..t {
                        let t_2 = x[i].sin();
                        x[i] = t_2;
                        let s_2 = s_1 + t_2 * t_2;
                        s_1 = s_2;
                    }
                    ws.push([s]);
                    s = s_1;
                }
                let s_4 = s;
                let x_adj = x_out;
                let mut x = ws.copied(x);
                let mut s_4_adj_state = seeds;
                for k in (0..n).rev() {
                    let [s] = ws.pop();
                    ws.restore(&mut x);
                    let mut s_1 = s;
                    let record_n = (0..t).count();
                    let (record_x, record_w) = ws.reserve(record_n * 2, record_n * 0);
                    for (i, record_row) in (0..t).zip(record_x.chunks_exact_mut(2)) {
                        let t_1 = x[i];
                        let t_2 = t_1.sin();
                        x[i] = t_2;
                        let s_2 = s_1 + t_2 * t_2;
                        record_row[0] = t_1;
                        record_row[1] = t_2;
                        s_1 = s_2;
                    }
                    let mut s_3_adj_state = s_4_adj_state;
                    let record_n = (0..t).count();
                    let (record_x, record_w) = ws.release(record_n * 2, record_n * 0);
                    for (i, record_row) in (0..t).rev().zip(record_x.chunks_exact(2).rev()) {
                        let t_2 = record_row[1];
                        let g__1 = x_adj[i];
                        x_adj[i] = T::constant(0.0);
                        x_adj[i]
                            += (s_3_adj_state * t_2 + s_3_adj_state * t_2 + g__1)
                                * record_row[0].cos();
                    }
                    s_4_adj_state = s_3_adj_state;
                }
                s_4
            }
        "#]],
    );
}

#[test]
fn a_loop_that_keeps_few_states() {
    check(
        "#[differentiable]
        fn f(a: f64, n: usize) -> f64 {
            let mut s = a;
            #[checkpoint(slots = 3)]
            for i in 0..n {
                s = (s * i as f64).sin();
            }
            s
        }",
        &expect![[r#"
            fn f_adjoint<T: Real>(
                a: T,
                a_out: &mut T,
                n: usize,
                seeds: T,
                ws: &mut Workspace<T>,
            ) -> T {
                let mut s = a;
                let mut kept__1 = ws
                    .checkpoints(
                        Some(Schedule::binomial(3 as usize)),
                        Some((0..n).count() as u64),
                        None,
                    );
                let mut at__2 = 0u64;
                for i in 0..n {
                    if kept__1.due(at__2) {
                        kept__1.clear();
                        kept__1.number(s);
                        kept__1.keep();
                    }
                    s = (s * i as f64).sin();
                    at__2 += 1;
                }
                kept__1.end(at__2);
                ws.keep_checkpoints(kept__1);
                let s_2 = s;
                let mut s_2_adj_state = seeds;
                let mut kept__3 = ws.kept_checkpoints();
                let mut s = T::constant(0.0);
                loop {
                    match kept__3.next() {
                        Task::Load => {
                            s = kept__3.next_number();
                        }
                        Task::Keep => {
                            kept__3.clear();
                            kept__3.number(s);
                            kept__3.keep_here();
                        }
                        Task::Run(from__5, to__6) => {
                            for step__4 in from__5..to__6 {
                                let i: usize = 0 + step__4 as usize;
                                s = (s * i as f64).sin();
                            }
                        }
                        Task::Back(step__4) => {
                            let i: usize = 0 + step__4 as usize;
                            let t: f64 = i as f64;
                            let t_1 = s * t;
                            let s_1 = t_1.sin();
                            let s_adj = s_2_adj_state * t_1.cos() * t;
                            s_2_adj_state = s_adj;
                        }
                        Task::Done => break,
                    }
                }
                ws.end_checkpoints(kept__3);
                *a_out += s_2_adj_state;
                s_2
            }
        "#]],
    );
}
