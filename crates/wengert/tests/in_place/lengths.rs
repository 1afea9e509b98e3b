//! Lists behind `&mut` that become longer or shorter: they are taken as they were, and given back beside the result.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

fn pushed(x: f64, out: &mut Vec<f64>) {
    out.push(x);
    out.push(2.0 * x);
}

#[differentiable]
fn handed(x: f64, out: &mut Vec<f64>) {
    pushed(x, out);
    pushed(x * x, &mut *out);
}

#[differentiable]
fn squares(x: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(x.iter().map(|v| v * v));
}

#[differentiable]
fn padded(x: &[f64], out: &mut Vec<f64>) -> f64 {
    out.resize(3, x[0]);
    out.extend(x.iter().map(|a| a * 2.0));
    out.iter().sum()
}

#[differentiable]
fn halved(x: &[f64], stack: &mut Vec<f64>) -> f64 {
    let mut sum = x[0];
    while let Some(top) = stack.pop() {
        if top > 4.0 {
            stack.push(top / 2.0);
            stack.push(x[0] * top / 4.0);
        } else {
            sum += top * top;
        }
    }
    sum
}

#[differentiable]
fn logged(x: f64, log: &mut Vec<f64>) -> Result<(), String> {
    if x < 0.0 {
        return Err("below zero".into());
    }
    log.push(x.sqrt());
    Ok(())
}

#[differentiable]
fn stacked(x: &[f64], rows: &mut Vec<Vec<f64>>) {
    rows.push(x.to_vec());
    rows[0].push(x[0] * x[1]);
}

#[differentiable]
fn points(x: &[f64], at: &mut Vec<(f64, f64)>, last: &mut Option<f64>, box_: &mut (f64, f64)) -> f64 {
    at.push((x[0], x[0] * x[1]));
    box_.0 = box_.0.min(x[0]);
    let before = last.replace(x[1]).unwrap_or(1.0);
    before * x[0]
}

#[test]
fn what_becomes_longer_is_given_back() {
    let (value, (x, out)) = handed::vjp(3.0, &[1.0], &[1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(value, [1.0, 3.0, 6.0, 9.0, 18.0]);
    assert_eq!((x, out), (2.0 + 6.0 + 24.0 + 60.0, vec![1.0]));
    let (value, tangent) = handed::jvp(3.0, &[1.0], 1.0, &[0.5]);
    assert_eq!((value.len(), tangent), (5, vec![0.5, 1.0, 2.0, 6.0, 12.0]));
    let (value, (x, out)) = padded::vjp(&[3.0, 4.0], &[7.0], 1.0, &[1.0, 1.0, 1.0, 1.0, 2.0]);
    assert_eq!(value, (27.0, vec![7.0, 3.0, 3.0, 6.0, 8.0]));
    assert_eq!((x, out), (vec![8.0, 6.0], vec![2.0]));
}

#[test]
fn what_is_emptied_has_no_derivative_by_what_it_held() {
    let (value, (x, out)) = squares::vjp(&[3.0, 4.0], &[1.0, 5.0, 6.0], &[1.0, 10.0]);
    assert_eq!((value, x, out), (vec![9.0, 16.0], vec![6.0, 80.0], vec![0.0, 0.0, 0.0]));
    // 8 is 4 and 2 x, where x = 1.5.
    let (value, (x, stack)) = halved::vjp(&[1.5], &[1.0, 8.0], 1.0, &[]);
    assert_eq!(value, (1.5 + 1.0 + 16.0 + 9.0, vec![]));
    assert_eq!((x, stack), (vec![1.0 + 2.0 * 3.0 * 2.0], vec![2.0, 2.0 * 4.0 / 2.0 + 2.0 * 3.0 * 1.5 / 4.0]));
}

#[test]
fn rows_tuples_and_options_are_given_back_too() {
    let (value, (x, rows)) = stacked::vjp(&[3.0, 4.0], &[vec![1.0]], &[vec![1.0, 2.0], vec![10.0, 20.0]]);
    assert_eq!(value, [vec![1.0, 12.0], vec![3.0, 4.0]]);
    assert_eq!((x, rows), (vec![18.0, 26.0], vec![vec![1.0]]));
    let weights = (1.0, vec![(1.0, 1.0), (0.0, 10.0)], Some(7.0));
    let (value, adjoints) = points::vjp(
        &[3.0, 4.0],
        &vec![(0.0, 0.0)],
        &Some(5.0),
        &(2.0, 9.0),
        weights.0,
        &weights.1,
        &weights.2,
        1.0,
        1.0,
    );
    assert_eq!(value, (15.0, vec![(0.0, 0.0), (3.0, 12.0)], Some(4.0), (2.0, 9.0)));
    assert_eq!(adjoints, (vec![5.0 + 40.0, 30.0 + 7.0], vec![(1.0, 1.0)], Some(3.0), (1.0, 1.0)));
    let (value, adjoints) = logged::vjp(4.0, &[1.0], &[1.0, 8.0]);
    assert_eq!((value, adjoints), ((true, vec![1.0, 2.0]), (2.0, vec![1.0])));
}

/// The same on a tape.
mod on_tape {
    use wengert::prelude::*;

    #[differentiable(tape)]
    fn padded(x: &[f64], out: &mut Vec<f64>) -> f64 {
        out.resize(3, x[0]);
        out.extend(x.iter().map(|a| a * 2.0));
        out.iter().sum()
    }

    #[differentiable(tape)]
    fn stacked(x: &[f64], rows: &mut Vec<Vec<f64>>) {
        rows.push(x.to_vec());
        rows[0].push(x[0] * x[1]);
    }

    #[differentiable(tape)]
    fn both(x: &[f64]) -> f64 {
        let (mut out, mut rows) = (vec![x[0]], vec![vec![1.0]]);
        stacked(x, &mut rows);
        padded(x, &mut out) * rows[0][1] + rows[1][0]
    }

    #[test]
    fn lengths_change() {
        let (value, adjoints) = padded::vjp(&[3.0, 4.0], &[7.0], 1.0, &[1.0, 1.0, 1.0, 1.0, 2.0]);
        assert_eq!(value, (27.0, vec![7.0, 3.0, 3.0, 6.0, 8.0]));
        assert_eq!(adjoints, (vec![8.0, 6.0], vec![2.0]));
        let (value, (x, rows)) = stacked::vjp(&[3.0, 4.0], &[vec![1.0]], &[vec![1.0, 2.0], vec![10.0, 20.0]]);
        assert_eq!(value, [vec![1.0, 12.0], vec![3.0, 4.0]]);
        assert_eq!((x, rows), (vec![18.0, 26.0], vec![vec![1.0]]));
        // (3 a + 2 a + 2 b) a b + a
        let (a, b) = (3.0, 4.0);
        assert_eq!(both(&[a, b]), (5.0 * a + 2.0 * b) * a * b + a);
        assert_eq!(both::gradient(&[a, b]), [10.0 * a * b + 2.0 * b * b + 1.0, 5.0 * a * a + 4.0 * a * b]);
    }
}
