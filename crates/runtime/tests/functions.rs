//! Functions known at run time: derivatives against closed forms, in every branch, at one point and at many.

use wengert_runtime::{Function, Kind, Quantity};

const BRANCHED: &str = "if x < 0 then x*y else if x < 1 then sin(x)*y else x^2 + y^3";

/// Value, gradient and Hessian of [`BRANCHED`], by hand.
fn by_hand(x: f64, y: f64) -> (f64, [f64; 2], [f64; 4]) {
    if x < 0.0 {
        (x * y, [y, x], [0.0, 1.0, 1.0, 0.0])
    } else if x < 1.0 {
        (x.sin() * y, [x.cos() * y, x.sin()], [-x.sin() * y, x.cos(), x.cos(), 0.0])
    } else {
        (x * x + y * y * y, [2.0 * x, 3.0 * y * y], [2.0, 0.0, 0.0, 6.0 * y])
    }
}

fn points() -> Vec<[f64; 2]> {
    (0..300).map(|i| [f64::from(i * 37 % 100) / 25.0 - 1.5, 0.5 + f64::from(i % 7)]).collect()
}

#[track_caller]
fn close(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    for (f, w) in found.iter().zip(wanted) {
        assert!((f - w).abs() <= 1e-12 * (1.0 + w.abs()), "{found:?} is not {wanted:?}");
    }
}

fn at(f: &Function, what: Quantity, point: &[f64], seeds: &[f64]) -> Vec<f64> {
    let mut out = vec![f64::NAN; what.results(f.inputs().len(), f.outputs())];
    f.eval_into(what, point, seeds, &mut out).expect("a value");
    out
}

#[test]
fn every_quantity_in_every_branch() {
    let f = Function::parse(BRANCHED).unwrap();
    let v = [0.5, -2.0];
    for [x, y] in points() {
        let (value, g, h) = by_hand(x, y);
        let p = [x, y];
        close(&at(&f, Quantity::Value, &p, &[]), &[value]);
        close(&at(&f, Quantity::Gradient, &p, &[]), &[value, g[0], g[1]]);
        close(&at(&f, Quantity::Jacobian, &p, &[]), &g);
        close(&at(&f, Quantity::Hessian, &p, &[]), &h);
        close(&at(&f, Quantity::Jvp, &p, &v), &[value, g[0] * v[0] + g[1] * v[1]]);
        close(&at(&f, Quantity::Vjp, &p, &[3.0]), &[value, 3.0 * g[0], 3.0 * g[1]]);
        let product = [h[0] * v[0] + h[1] * v[1], h[2] * v[0] + h[3] * v[1]];
        close(&at(&f, Quantity::Hvp, &p, &v), &[g[0], g[1], product[0], product[1]]);
    }
}

#[test]
fn batches_are_what_points_are() {
    let f = Function::parse(BRANCHED).unwrap();
    let points = points();
    let flat = points.concat();
    for what in Quantity::ALL {
        let (s, r) = (what.seeds(2, 1), what.results(2, 1));
        let seeds: Vec<f64> = (0..points.len() * s).map(|i| (i as f64).sin()).collect();
        let mut out = vec![0.0; points.len() * r];
        f.eval_batch_into(what, &flat, &seeds, &mut out).unwrap();
        let alone = Function::parse(BRANCHED).unwrap();
        for (i, point) in points.iter().enumerate() {
            close(&out[i * r..][..r], &at(&alone, what, point, &seeds[i * s..][..s]));
        }
    }
}

#[test]
fn many_ways_through_a_loop() {
    let text = "fn power(x, n) = if n < 1 then 1 else x * power(x, n - 1); power(x, n)";
    let f = Function::parse(text).unwrap();
    let flat: Vec<f64> = (0..400).flat_map(|i| [1.01, f64::from(i % 200)]).collect();
    let mut out = vec![0.0; 3 * 400];
    f.eval_batch_into(Quantity::Gradient, &flat, &[], &mut out).unwrap();
    for (i, row) in out.chunks(3).enumerate() {
        let n = (i % 200) as f64;
        close(row, &[1.01f64.powf(n), n * 1.01f64.powf(n - 1.0), 0.0]);
    }
}

#[test]
fn large_matrices_of_derivatives() {
    // Too large for a program of the whole Hessian.
    let n = 550;
    let terms: Vec<String> = (0..n - 1).map(|i| format!("sin(a{i}*a{})", i + 1)).collect();
    let f = Function::parse(&terms.join(" + ")).unwrap();
    let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.37).cos()).collect();
    let (h, v) = (at(&f, Quantity::Hessian, &x, &[]), vec![1.0; n]);
    let product = at(&f, Quantity::Hvp, &x, &v);
    let sums: Vec<f64> = h.chunks(n).map(|row| row.iter().sum()).collect();
    close(&product[n..], &sums);
    assert_eq!(h.iter().filter(|h| **h != 0.0).count(), n + 2 * (n - 1));
    // An infinite slope stays in its own column.
    let g = Function::parse(&format!("sqrt(z)*1e-300 + {}", terms.join(" + "))).unwrap();
    let with_zero = [&[0.0][..], &x].concat();
    let infinite = at(&g, Quantity::Hessian, &with_zero, &[]);
    let ours = infinite[n + 1..].chunks(n + 1).flat_map(|row| row[1..].iter().copied());
    assert!(ours.eq(h.iter().copied()) && infinite[1..n + 1].iter().all(|&d| d == 0.0));

    let list: Vec<String> = (0..n).map(|i| format!("exp(a{i})*a{}", (i + 1) % n)).collect();
    let f = Function::parse(&format!("[{}]", list.join(", "))).unwrap();
    let (j, mut w) = (at(&f, Quantity::Jacobian, &x, &[]), vec![0.0; n]);
    w[3] = 1.0;
    close(&at(&f, Quantity::Vjp, &x, &w)[n..], &j[3 * n..4 * n]);

    // More outputs than inputs.
    let (n, m) = (300, 900);
    let list: Vec<String> = (0..m).map(|i| format!("exp(a{})*sqrt(a{})", i % n, (i * 7 + 1) % n)).collect();
    let f = Function::parse(&format!("[{}]", list.join(", "))).unwrap();
    let position = |name: &str| f.inputs().iter().position(|input| input == name).unwrap();
    let mut x = vec![2.0; n];
    x[position("a8")] = 0.0;
    let j = at(&f, Quantity::Jacobian, &x, &[]);
    let entry = |i: usize, name: &str| j[i * n + position(name)];
    close(
        &[entry(0, "a0"), entry(0, "a1"), entry(0, "a2")],
        &[2f64.exp() * 2f64.sqrt(), 2f64.exp() / 8f64.sqrt(), 0.0],
    );
    assert_eq!((entry(1, "a8"), entry(2, "a8")), (f64::INFINITY, 0.0));
}

#[test]
fn threads_share_a_function() {
    let f = Function::parse(BRANCHED).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for [x, y] in points() {
                    close(&at(&f, Quantity::Hessian, &[x, y], &[]), &by_hand(x, y).2);
                }
            });
        }
    });
}

#[test]
fn absent_weights_add_nothing() {
    let f = Function::parse("[x*x, sqrt(x)]").unwrap();
    assert_eq!(at(&f, Quantity::Vjp, &[0.0], &[1.0, 0.0]), [0.0, 0.0, 0.0]);
}

#[test]
fn errors_have_a_kind_and_advice() {
    let f = Function::parse("clamp(x, a, b)").unwrap();
    let mut place = [0.0];
    let kind = |error: wengert_runtime::Error| (error.kind(), error.to_string());
    let (found, message) = kind(f.eval_into(Quantity::Value, &[1.0], &[], &mut place).unwrap_err());
    assert_eq!(found, Kind::Shape);
    assert!(message.contains("3 inputs") && message.contains("x, a, b"), "{message}");
    f.eval_into(Quantity::Value, &[1.0, 0.0, 2.0], &[], &mut place).unwrap();
    let (found, message) = kind(f.eval_into(Quantity::Value, &[1.0, 2.0, 0.0], &[], &mut place).unwrap_err());
    assert_eq!(found, Kind::Domain, "{message}");
    let mut places = [0.0; 3];
    let failed = f.eval_batch_into(Quantity::Value, &[1.0, 0.0, 2.0, 1.0, 2.0, 0.0, 9.0, 0.0, 2.0], &[], &mut places);
    let (found, message) = kind(failed.unwrap_err());
    assert_eq!((found, &message[..9]), (Kind::Domain, "point 1: "));
    assert!(places[0] == 1.0 && places[1].is_nan() && places[2] == 2.0);

    let several = Function::parse("[x, x]").unwrap();
    assert_eq!(several.eval_into(Quantity::Hessian, &[1.0], &[], &mut place).unwrap_err().kind(), Kind::Shape);
    assert_eq!(several.eval_into(Quantity::Vjp, &[1.0], &[1.0], &mut places).unwrap_err().kind(), Kind::Shape);
    assert_eq!(several.eval_batch_into(Quantity::Value, &[], &[], &mut []), Ok(()));
    let constant = Function::parse("1 + 2").unwrap();
    assert_eq!(at(&constant, Quantity::Value, &[], &[]), [3.0]);
    assert_eq!(constant.eval_batch_into(Quantity::Value, &[], &[], &mut []).unwrap_err().kind(), Kind::Shape);

    let endless = Function::parse("fn f(x) = f(x + 1); f(x)").unwrap();
    assert_eq!(endless.eval_into(Quantity::Value, &[1.0], &[], &mut place).unwrap_err().kind(), Kind::Limit);

    let listing = "program(x)\nguard x < 1.0 : true\nv0 = sin(x)\nreturn v0\n";
    let recorded = Function::of_listing(listing, &[]).unwrap();
    assert_eq!(recorded.eval_into(Quantity::Value, &[2.0], &[], &mut place).unwrap_err().kind(), Kind::Branch);
    assert_eq!(Function::of_listing(listing, &["a", "b"]).unwrap_err().kind(), Kind::Shape);
    assert_eq!(Function::of_listing("return v0", &[]).unwrap_err().kind(), Kind::Invalid);
    assert_eq!(Function::parse_with_inputs("x + y", &["x"]).unwrap_err().kind(), Kind::Parse);
}

#[test]
fn nan_goes_through() {
    let f = Function::parse(BRANCHED).unwrap();
    assert!(at(&f, Quantity::Gradient, &[f64::NAN, 1.0], &[])[0].is_nan());
    let mut out = [0.0; 9];
    f.eval_batch_into(Quantity::Gradient, &[1.5, 2.0, f64::NAN, 1.0, 0.5, 2.0], &[], &mut out).unwrap();
    assert!(out[3].is_nan() && out[0] == by_hand(1.5, 2.0).0);
}

#[test]
fn bytes_there_and_back_and_damaged() {
    let text = Function::parse_with_inputs("y - x", &["x", "y", "z"]).unwrap();
    let recorded = Function::of_listing("program(a, b)\nv0 = a * b\nreturn v0\n", &["a", "b"]).unwrap();
    for f in [text, recorded] {
        let bytes = f.to_bytes();
        let back = Function::from_bytes(&bytes).unwrap();
        assert_eq!((back.inputs(), back.outputs(), back.source()), (f.inputs(), f.outputs(), f.source()));
        let x: Vec<f64> = (0..f.inputs().len()).map(|i| i as f64 + 1.5).collect();
        assert_eq!(at(&back, Quantity::Value, &x, &[]), at(&f, Quantity::Value, &x, &[]));
        for cut in 0..bytes.len() {
            assert!(Function::from_bytes(&bytes[..cut]).is_err());
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            // Whatever it is, it does not panic.
            let _ = Function::from_bytes(&damaged);
        }
    }
}

#[test]
fn seeds_have_names_of_their_own() {
    let f = Function::parse("x*dx").unwrap();
    assert!(f.listing(Quantity::Jvp, &[1.0, 2.0]).unwrap().starts_with("program(x, dx, d_x, d_dx)\n"));
}
