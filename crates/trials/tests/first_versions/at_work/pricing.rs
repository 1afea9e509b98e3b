//! Prices: trees, books, curves, claims.

// Some functions are recorded.
#![allow(deprecated)]

use super::super::held;
use std::collections::HashMap;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug)]
struct Position {
    asset: String,
    quantity: f64,
    currency: String,
}

/// What a book is worth, by rates of exchange that are looked up by their names.
#[differentiable]
fn worth(prices: &[f64], #[constant] book: &[Position], #[constant] index: &HashMap<String, usize>) -> f64 {
    let mut total = 0.0;
    for position in book {
        let k = index[&position.asset];
        let rate = if position.currency == "EUR" { 1.1 } else { 1.0 };
        total += position.quantity * prices[k] * rate;
    }
    total
}

/// A trinomial tree for a barrier option.
#[differentiable]
fn knock_out(spot: f64, strike: f64, vol: f64, rate: f64, barrier: f64) -> f64 {
    let steps = 6;
    let dt = 0.5 / steps as f64;
    let up = (vol * (3.0 * dt).sqrt()).exp();
    let nu = rate - 0.5 * vol * vol;
    let edge = nu * (dt / (12.0 * vol * vol)).sqrt();
    let (pu, pm, pd) = (1.0 / 6.0 + edge, 2.0 / 3.0, 1.0 / 6.0 - edge);
    let discount = (-rate * dt).exp();
    let mut values: Vec<f64> = (0..2 * steps + 1)
        .map(|j| {
            let s = spot * up.powi(j as i32 - steps as i32);
            if s >= barrier { 0.0 } else { (s - strike).max(0.0) }
        })
        .collect();
    for i in (0..steps).rev() {
        let mut next = Vec::with_capacity(2 * i + 1);
        for j in 0..2 * i + 1 {
            let s = spot * up.powi(j as i32 - i as i32);
            let kept = discount * (pd * values[j] + pm * values[j + 1] + pu * values[j + 2]);
            next.push(if s >= barrier { 0.0 } else { kept });
        }
        values = next;
    }
    values[0]
}

#[derive(Clone, Debug, PartialEq)]
enum CurveError {
    Empty,
    OutOfRange { asked: f64, last: f64 },
}

/// A log-linear discount factor, or why there is none.
#[differentiable]
fn discount(rates: &[f64], #[constant] times: &[f64], t: f64) -> Result<f64, CurveError> {
    let Some(&last) = times.last() else { return Err(CurveError::Empty) };
    if t > last {
        return Err(CurveError::OutOfRange { asked: t, last });
    }
    let i = times.partition_point(|&x| x < t).max(1).min(times.len() - 1);
    let w = (t - times[i - 1]) / (times[i] - times[i - 1]);
    let r = rates[i - 1] * (1.0 - w) + rates[i] * w;
    Ok((-r * t).exp())
}

/// A bond; coupons behind the end of the curve count with the last rate.
#[differentiable]
fn bond(rates: &[f64], #[constant] times: &[f64], coupon: f64, years: usize) -> f64 {
    let mut price = 0.0;
    for k in 1..=years {
        let t = k as f64;
        let paid = if k == years { 1.0 + coupon } else { coupon };
        price += match discount(rates, times, t) {
            Ok(d) => d * paid,
            Err(CurveError::OutOfRange { asked, last }) => {
                (-rates[rates.len() - 1] * (0.5 * asked + 0.5 * last)).exp() * paid
            }
            Err(CurveError::Empty) => 0.0,
        };
    }
    price
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rating {
    Aaa,
    Baa,
    Junk,
}

#[derive(Clone, Debug, Differentiable)]
struct Loan {
    id: String,
    exposure: f64,
    recovery: f64,
    #[constant]
    rating: Rating,
}

/// What is lost on loans, by a table of rates of default that their ratings index.
#[differentiable]
fn expected_loss(loans: &[Loan], hazard: &[f64; 3], years: f64) -> f64 {
    let mut by_rating = [0.0; 3];
    for loan in loans {
        let p = 1.0 - (-hazard[loan.rating as usize] * years).exp();
        let lost = loan.exposure * (1.0 - loan.recovery) * p;
        by_rating[loan.rating as usize] += lost;
    }
    let worst = loans.iter().map(|l| l.rating).max().unwrap_or(Rating::Aaa);
    let surcharge = if worst >= Rating::Baa { 1.05 } else { 1.0 };
    surcharge * by_rating.iter().sum::<f64>()
}

/// What an insurer keeps in reserve: a triangle of claims that is completed by chain ladder.
#[differentiable]
fn reserve(triangle: &[Vec<f64>]) -> f64 {
    let n = triangle.len();
    let mut full = triangle.to_vec();
    let mut factors = Vec::new();
    for j in 0..n - 1 {
        let rows = n - 1 - j;
        let above: f64 = (0..rows).map(|i| triangle[i][j + 1]).sum();
        let below: f64 = (0..rows).map(|i| triangle[i][j]).sum();
        factors.push(above / below);
    }
    for row in full.iter_mut() {
        while row.len() < n {
            let last = row[row.len() - 1];
            row.push(last * factors[row.len() - 1]);
        }
    }
    full.iter().zip(triangle).map(|(all, known)| all[n - 1] - known[known.len() - 1]).sum()
}

/// Least squares Monte Carlo for an American put, on given normals.
#[differentiable]
fn exercised(spot: f64, strike: f64, vol: f64, #[constant] normals: &[Vec<f64>]) -> f64 {
    let dt: f64 = 0.25;
    let paths: Vec<Vec<f64>> = normals
        .iter()
        .map(|z| {
            let mut s = spot;
            let mut path = vec![s];
            for z in z {
                s *= ((0.03 - 0.5 * vol * vol) * dt + vol * dt.sqrt() * z).exp();
                path.push(s);
            }
            path
        })
        .collect();
    let steps = paths[0].len() - 1;
    let mut cash: Vec<f64> = paths.iter().map(|p| (strike - p[steps]).max(0.0)).collect();
    for t in (1..steps).rev() {
        cash.iter_mut().for_each(|c| *c *= (-0.03 * dt).exp());
        let inside: Vec<usize> = (0..paths.len()).filter(|&i| paths[i][t] < strike).collect();
        if inside.len() < 3 {
            continue;
        }
        let m = inside.len() as f64;
        let mx = inside.iter().map(|&i| paths[i][t]).sum::<f64>() / m;
        let my = inside.iter().map(|&i| cash[i]).sum::<f64>() / m;
        let sxx: f64 = inside.iter().map(|&i| (paths[i][t] - mx).powi(2)).sum();
        let sxy: f64 = inside.iter().map(|&i| (paths[i][t] - mx) * (cash[i] - my)).sum();
        let slope = sxy / sxx;
        for &i in &inside {
            let go_on = my + slope * (paths[i][t] - mx);
            let now = strike - paths[i][t];
            if now > go_on {
                cash[i] = now;
            }
        }
    }
    cash.iter().sum::<f64>() / cash.len() as f64 * (-0.03 * dt).exp()
}

#[test]
fn books() {
    let book = [("AAA", 2.0, "EUR"), ("BBB", -1.0, "USD"), ("AAA", 0.5, "USD")];
    let book = book.map(|(a, quantity, c)| Position { asset: a.into(), quantity, currency: c.into() });
    let index = HashMap::from([("AAA".to_string(), 1), ("BBB".to_string(), 0)]);
    let x = [3.0, 4.0];
    let (value, g) = worth::value_and_gradient(&x, &book, &index);
    held(&x, |x| worth(x, &book, &index), value, &g);
    let loans = |x: &[f64]| {
        let of = |k: usize, rating| Loan { id: format!("{k}"), exposure: x[k], recovery: x[k + 2], rating };
        vec![of(0, Rating::Baa), of(1, Rating::Junk)]
    };
    let x = [100.0, 50.0, 0.4, 0.3, 0.01, 0.03, 0.2, 2.0];
    let of = |x: &[f64]| expected_loss(&loans(x), x[4..7].try_into().unwrap(), x[7]);
    let (value, (g, h, t)) = expected_loss::value_and_gradient(&loans(&x), x[4..7].try_into().unwrap(), x[7]);
    let g = vec![g[0].exposure, g[1].exposure, g[0].recovery, g[1].recovery, h[0], h[1], h[2], t];
    held(&x, of, value, &g);
    assert_eq!(loans(&x)[1].id, "1");
}

#[test]
fn trees_and_paths() {
    let x = [100.0, 95.0, 0.3, 0.04, 180.0];
    let (value, g) = knock_out::value_and_gradient(x[0], x[1], x[2], x[3], x[4]);
    held(&x[..4], |y| knock_out(y[0], y[1], y[2], y[3], x[4]), value, &[g.0, g.1, g.2, g.3]);
    let normals: Vec<Vec<f64>> =
        (0..9).map(|k| (0..4).map(|j| ((k * 4 + j) as f64 * 2.7).sin() * 1.4).collect()).collect();
    let x = [40.0, 41.0, 0.35];
    let (value, g) = exercised::value_and_gradient(x[0], x[1], x[2], &normals);
    held(&x, |x| exercised(x[0], x[1], x[2], &normals), value, &[g.0, g.1, g.2]);
}

#[test]
fn curves_and_claims() {
    let times = [0.5, 1.5, 3.2];
    let x = [0.01, 0.02, 0.03, 0.05];
    let (value, (g, c)) = bond::value_and_gradient(&x[..3], &times, x[3], 5);
    held(&x, |x| bond(&x[..3], &times, x[3], 5), value, &[g, vec![c]].concat());
    let rows = |x: &[f64]| vec![x[..3].to_vec(), x[3..5].to_vec(), x[5..].to_vec()];
    let x = [100.0, 150.0, 165.0, 110.0, 168.0, 120.0];
    let (value, g) = reserve::value_and_gradient(&rows(&x));
    held(&x, |x| reserve(&rows(x)), value, &g.concat());
}
