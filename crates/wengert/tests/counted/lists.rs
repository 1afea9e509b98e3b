//! Methods of lists of numbers.

use super::told;
use wengert::prelude::*;

#[differentiable]
fn rotated_left(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.rotate_left(next());
    told(&v) * next() as f64
}

#[differentiable]
fn rotated_right(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.rotate_right(next());
    told(&v) * next() as f64
}

#[differentiable]
fn rotated_part(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()..].rotate_left(next());
    told(&v) * next() as f64
}

#[differentiable]
fn reversed_part(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()..next() + 3].reverse();
    told(&v) * next() as f64
}

#[differentiable]
fn split(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let tail = v.split_off(next());
    v.push(tail[0] * tail[1]);
    told(&v) * next() as f64
}

#[differentiable]
fn drained(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let part: Vec<f64> = v.drain(next()..next() + 1).collect();
    v.push(part[0] * 2.0);
    told(&v) * next() as f64
}

#[differentiable]
fn drained_to_the_end(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let part: Vec<f64> = v.drain(next()..=next()).collect();
    v.push(part[0] * 2.0);
    told(&v) * next() as f64
}

#[differentiable]
fn drained_away(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.drain(..next());
    told(&v) * next() as f64
}

#[differentiable]
fn truncated(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.truncate(next() + 1);
    told(&v) * next() as f64
}

#[differentiable]
fn resized(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.resize(next() + 8, x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn inserted(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.insert(next(), x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn removed(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let y = v.remove(next());
    v.push(y * x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn swap_removed(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let y = v.swap_remove(next());
    v.push(y * x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn swapped(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.swap(next(), next());
    told(&v) * next() as f64
}

#[differentiable]
fn filled(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()..next() + 2].fill(x[next()]);
    told(&v) * next() as f64
}

#[differentiable]
fn copied(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()..][..2].copy_from_slice(&x[next()..][..2]);
    told(&v) * next() as f64
}

#[differentiable(tape)]
fn copied_within(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.copy_within(next()..next() + 2, next());
    told(&v) * next() as f64
}

#[differentiable]
fn extended(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.extend_from_slice(&x[next()..]);
    told(&v) * next() as f64
}

#[differentiable]
fn extended_by_all(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.extend(x[next()..].iter().map(|y| y * 2.0));
    told(&v) * next() as f64
}

#[differentiable]
fn sorted_part(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()..].sort_by(|a, b| a.total_cmp(b));
    told(&v) * next() as f64
}

#[differentiable]
fn retained(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v.retain(|y| *y > 1.0);
    v.push(next() as f64);
    told(&v) * next() as f64
}

#[differentiable]
fn split_in_two(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    let (a, b) = v.split_at_mut(next());
    a[0] *= b[0];
    b[1] *= 2.0;
    told(&v) * next() as f64
}

#[differentiable]
fn first_of_part(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    v[next()..][0] *= 3.0;
    told(&v) * next() as f64
}

#[differentiable(tape)]
fn last_of_part(x: &[f64]) -> f64 {
    let mut count = 0usize;
    let mut next = || {
        count += 1;
        count
    };
    let mut v = x.to_vec();
    *v[..next() + 2].last_mut().unwrap() *= 3.0;
    *v.get_mut(next()).unwrap() *= 2.0;
    told(&v) * next() as f64
}

/// What comes in front of an index is read in front of what it changes.
#[differentiable]
fn read_first(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let tail = v.split_off(v.len() - v[4] as usize);
    v.truncate(v[0] as usize + v.len() - 1);
    told(&v) * told(&tail)
}

fn draw(state: &mut u64) -> usize {
    *state = *state * 5 % 7;
    *state as usize / 2 + 1
}

#[differentiable]
fn drawn(x: &[f64]) -> f64 {
    let mut state = 2u64;
    let mut v = x.to_vec();
    v[draw(&mut state)..].rotate_left(draw(&mut state));
    v.swap(draw(&mut state), draw(&mut state));
    let part: Vec<f64> = v.drain(draw(&mut state)..5).collect();
    told(&v) * part[0] * draw(&mut state) as f64
}

#[differentiable]
fn iterated(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut stack = vec![2usize, 1, 3, 1, 2];
    v.swap(stack.pop().unwrap(), stack.pop().unwrap());
    v[stack.pop().unwrap()..].rotate_left(stack.pop().unwrap());
    told(&v) * stack.pop().unwrap() as f64
}

mod tests {
    use crate::counts;

    counts! {
        rotated_left
        rotated_right
        rotated_part
        reversed_part
        split
        drained
        drained_to_the_end
        drained_away
        truncated
        resized
        inserted
        removed
        swap_removed
        swapped
        filled
        copied
        copied_within
        extended
        extended_by_all
        sorted_part
        retained
        split_in_two
        first_of_part
        last_of_part
        read_first
        drawn
        iterated
    }
}
