//! Methods of lists in lists.

use super::told;
use wengert::prelude::*;

#[differentiable]
fn pushed_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].push(x[next()]);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn extended_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].extend_from_slice(&x[next()..]);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn extended_by_all_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].extend(x[next()..].iter().map(|y| y * 2.0));
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn reversed_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].reverse();
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn rotated_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].rotate_left(next() - 1);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn rotated_right_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].rotate_right(next() - 1);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn truncated_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].truncate(next());
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn resized_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].resize(next() + 3, x[next()]);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn inserted_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].insert(next() - 1, x[next()]);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn removed_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    let y = all[next()].remove(next() - 1);
    all[0][0] *= y;
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn split_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    let y = all[next()].split_off(next() - 1);
    all[0][0] *= y[0];
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn drained_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    let y: Vec<f64> = all[next()].drain(next() - 1..next()).collect();
    all[0][0] *= y[0];
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn retained_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].retain(|y| *y > 1.0);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn deduped_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].dedup();
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn sorted_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].sort_by(|a, b| a.total_cmp(b));
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn swapped_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].swap(next() - 2, next() - 2);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn filled_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].fill(x[next()]);
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn popped_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    let y = all[next()].pop().unwrap();
    all[0][0] *= y;
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn cleared_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].clear();
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn last_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    *all[next()].last_mut().unwrap() *= 2.0;
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable]
fn replaced_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()] = x[next()..][..4].to_vec();
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

#[differentiable(tape)]
fn cloned_row(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all = vec![vec![x[1], x[2], x[3]], vec![x[4], x[5], x[2]], x[3..].to_vec()];
    all[next()].clone_from(&x[next()..].to_vec());
    (told(&all[0]) + 3.0 * told(&all[1]) + 7.0 * told(&all[2])) * next() as f64
}

mod tests {
    use crate::counts;

    counts! {
        pushed_row
        extended_row
        extended_by_all_row
        reversed_row
        rotated_row
        rotated_right_row
        truncated_row
        resized_row
        inserted_row
        removed_row
        split_row
        drained_row
        retained_row
        deduped_row
        sorted_row
        swapped_row
        filled_row
        popped_row
        cleared_row
        last_row
        replaced_row
        cloned_row
    }
}
