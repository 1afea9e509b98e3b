//! Methods of lists in lists and in structures.

use super::told;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Held {
    l: Vec<f64>,
}

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
fn pushed_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.push(x[next()]);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn extended_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.extend_from_slice(&x[next()..]);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn extended_by_all_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.extend(x[next()..].iter().map(|y| y * 2.0));
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn reversed_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.reverse();
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn rotated_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.rotate_left(next() - 1);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn rotated_right_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.rotate_right(next() - 1);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn truncated_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.truncate(next());
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn resized_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.resize(next() + 3, x[next()]);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn inserted_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.insert(next() - 1, x[next()]);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn removed_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    let y = all[next()].l.remove(next() - 1);
    all[0].l[0] *= y;
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn split_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    let y = all[next()].l.split_off(next() - 1);
    all[0].l[0] *= y[0];
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn drained_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    let y: Vec<f64> = all[next()].l.drain(next() - 1..next()).collect();
    all[0].l[0] *= y[0];
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn retained_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.retain(|y| *y > 1.0);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable(tape)]
fn deduped_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.dedup();
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn sorted_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.sort_by(|a, b| a.total_cmp(b));
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn swapped_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.swap(next() - 2, next() - 2);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn filled_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.fill(x[next()]);
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn popped_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    let y = all[next()].l.pop().unwrap();
    all[0].l[0] *= y;
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn cleared_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.clear();
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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
fn last_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    *all[next()].l.last_mut().unwrap() *= 2.0;
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable]
fn replaced_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l = x[next()..].to_vec();
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
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

#[differentiable(tape)]
fn cloned_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    all[next()].l.clone_from(&x[next()..].to_vec());
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
}

#[differentiable(tape)]
fn taken_field(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut all =
        vec![Held { l: vec![x[1], x[2], x[3]] }, Held { l: vec![x[4], x[5], x[2]] }, Held { l: x[3..].to_vec() }];
    let y = std::mem::take(&mut all[next()].l);
    all[0].l[0] *= y[0];
    (told(&all[0].l) + 3.0 * told(&all[1].l) + 7.0 * told(&all[2].l)) * next() as f64
}

mod tests {
    use crate::counts;

    counts! {
        pushed_row
        pushed_field
        extended_row
        extended_field
        extended_by_all_row
        extended_by_all_field
        reversed_row
        reversed_field
        rotated_row
        rotated_field
        rotated_right_row
        rotated_right_field
        truncated_row
        truncated_field
        resized_row
        resized_field
        inserted_row
        inserted_field
        removed_row
        removed_field
        split_row
        split_field
        drained_row
        drained_field
        retained_row
        retained_field
        deduped_row
        deduped_field
        sorted_row
        sorted_field
        swapped_row
        swapped_field
        filled_row
        filled_field
        popped_row
        popped_field
        cleared_row
        cleared_field
        last_row
        last_field
        replaced_row
        replaced_field
        cloned_row
        cloned_field
        taken_field
    }
}
