//! Lists of structures that each round of a loop puts elsewhere: replaced, in boxes, in what may not be there.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

#[derive(Clone, Debug)]
struct Account {
    entries: Vec<f64>,
    rate: f64,
}

struct Ledger {
    open: Box<Account>,
    sum: f64,
}

fn entered(account: &mut Box<Account>, x: f64) {
    account.rate *= x;
    account.entries.push(x * account.rate);
}

#[differentiable]
fn replaced_in_rounds(x: f64, y: f64) -> f64 {
    let fresh = |k: usize, x: f64| Account { entries: vec![x; k], rate: y };
    let (mut account, mut sum) = (fresh(2, x), 0.0);
    for k in 0..3 {
        let before = std::mem::replace(&mut account, fresh(k + 1, x * y));
        account.entries.push(before.rate * x);
        sum += before.entries.iter().sum::<f64>() * before.rate;
    }
    let mut all = vec![account];
    for k in 0..2 {
        let before = std::mem::replace(&mut all, vec![fresh(k, y), fresh(2, sum)]);
        all[k].entries.extend(before[0].entries.iter().map(|e| e * x));
    }
    all.iter().map(|a| a.rate * a.entries.iter().sum::<f64>()).sum()
}

#[differentiable]
fn in_boxes(x: f64, y: f64) -> f64 {
    let mut ledger = Ledger { open: Box::new(Account { entries: vec![x], rate: y }), sum: 0.0 };
    for k in 0..3 {
        ledger.open.entries.push(y * ledger.open.rate * x);
        entered(&mut ledger.open, x + 0.1 * k as f64);
        ledger.sum += ledger.open.entries[k];
    }
    ledger.sum + ledger.open.entries.iter().sum::<f64>()
}

#[differentiable]
fn best_rows(x: f64, y: f64) -> f64 {
    let mut best: Option<(f64, Vec<Vec<f64>>)> = None;
    let mut accounts: Option<Vec<Account>> = None;
    for k in 0..4 {
        let z = x * (1.5 - k as f64);
        let rows: Vec<Vec<f64>> = (0..k + 1).map(|i| vec![z * y; i + 1]).collect();
        let score = rows.iter().map(|r| r[0] * r.len() as f64).sum::<f64>();
        if best.as_ref().is_none_or(|(b, _)| score > *b) {
            best = Some((score, rows));
        } else if k == 2 {
            accounts = Some(vec![Account { entries: vec![z, y, score], rate: z }; 2]);
        }
    }
    let Some((score, mut rows)) = best else { return 0.0 };
    rows[0].push(y);
    let accounts = accounts.map_or(1.0, |a| a[1].entries.iter().sum::<f64>() * a[0].rate);
    score * accounts + rows.iter().map(|r| r.iter().product::<f64>()).sum::<f64>()
}

#[test]
fn lists_that_rounds_put_elsewhere() {
    held_at!([[0.4, 1.2], [-0.3, 0.6], [0.9, -0.7]]; replaced_in_rounds in_boxes best_rows);
}
