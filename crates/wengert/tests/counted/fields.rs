//! Methods of lists in structures.

use super::told;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Held {
    l: Vec<f64>,
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
        pushed_field
        extended_field
        extended_by_all_field
        reversed_field
        rotated_field
        rotated_right_field
        truncated_field
        resized_field
        inserted_field
        removed_field
        split_field
        drained_field
        retained_field
        deduped_field
        sorted_field
        swapped_field
        filled_field
        popped_field
        cleared_field
        last_field
        replaced_field
        cloned_field
        taken_field
    }
}
