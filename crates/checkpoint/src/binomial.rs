//! The binomial optimum, as arithmetic.

/// C(c + r, c): the most steps that `c` slots reverse when no step is run more than `r` times before its own reversal.
fn reach(c: u64, r: u64) -> u128 {
    let (small, large) = (c.min(r), c.max(r));
    let mut product: u128 = 1;
    for k in 1..=small {
        product = match product.checked_mul(u128::from(large) + u128::from(k)) {
            Some(product) => product / u128::from(k),
            None => return u128::MAX,
        };
    }
    product
}

/// The smallest r with C(c + r, c) >= l, and that number.
fn repetitions(l: u64, c: u64) -> (u64, u128) {
    let (mut r, mut range) = (0, 1);
    while range < u128::from(l) {
        r += 1;
        range = range * u128::from(r + c) / u128::from(r);
    }
    (r, range)
}

/// C(c+r-1, c) and C(c+r-2, c-1), for the smallest r with C(c + r, c) >= l.
fn thresholds(l: u64, c: u64) -> (u64, u64) {
    if l < 1 << 31 && c < 1 << 31 {
        // No product below exceeds l (c + r).
        let (mut r, mut range, mut first) = (0, 1, 1);
        while range < l {
            r += 1;
            first = range;
            range = range * (r + c) / r;
        }
        return (first, first * c / (c + r - 1));
    }
    let (r, range) = repetitions(l, c);
    let first = range * u128::from(r) / u128::from(c + r);
    (clamp(first), clamp(first * u128::from(c) / u128::from(c + r - 1)))
}

/// The fewest advances that reverse `l` steps with `c` slots, the first state's own included; the steps that are
/// reversed are not counted, and neither is the state brought back to the start.
pub(crate) fn advances(l: u64, c: u64) -> u64 {
    if l <= c + 1 {
        return l.saturating_sub(1);
    }
    if c == 1 {
        return clamp(u128::from(l) * u128::from(l - 1) / 2);
    }
    let (r, _) = repetitions(l, c);
    clamp(u128::from(r) * u128::from(l) - reach(c + 1, r - 1))
}

/// How far to go from the first of `l` steps, at least two, to keep the next state, with `c` slots.
///
/// Every choice with C(c+r-2, c) <= m <= C(c+r-1, c) and C(c+r-2, c-1) <= l - m <= C(c+r-1, c-1) is optimal; the
/// farthest is taken, with which states are kept least often.
pub(crate) fn split(l: u64, c: u64) -> u64 {
    if c <= 1 {
        return l - 1;
    }
    if l <= c + 1 {
        return 1;
    }
    let (first, rest) = thresholds(l, c);
    first.min(l - rest)
}

/// How often the first of `l` steps' state is needed: once, and again after each time the chain was left from it.
pub(crate) fn visits(mut l: u64, c: u64) -> u64 {
    if c <= 1 {
        return l;
    }
    let mut visits = 1;
    while l > 1 {
        l = split(l, c);
        visits += 1;
    }
    visits
}

fn clamp(n: u128) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}
