use crate::modules::bend as bent;
use crate::modules::bend::bend;
use wengert::prelude::*;

/// Is recorded: what it keeps is a deque.
#[differentiable(tape)]
pub fn turned(x: f64, n: usize) -> f64 {
    let mut all = std::collections::VecDeque::new();
    for k in 0..n {
        all.push_front(bend(x) + bent(x * k as f64));
    }
    if n > 2 { turned(x * x, n - 1) } else { all.iter().copied().sum::<f64>() }
}
