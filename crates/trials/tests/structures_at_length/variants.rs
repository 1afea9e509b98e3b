//! Variants of constants: what a pattern asks of their fields is asked where a value is of the variant.

use wengert::prelude::*;

#[derive(Debug, PartialEq)]
enum Side {
    Buy,
    Sell { at: f64 },
    Both(Box<Side>),
}

enum Order {
    Limit { side: Side, size: usize },
    Cancel(Option<usize>),
    Pair(Side, Side),
    Note(String),
}

#[differentiable]
fn filled(x: &[f64], #[constant] orders: &[Order]) -> f64 {
    let mut s = 0.0;
    for order in orders {
        match order {
            Order::Limit { side: Side::Buy, size: 0 } => s += x[0],
            Order::Limit { side: Side::Sell { at }, size } if *at > 1.0 => s += at * x[*size] * x[*size],
            Order::Limit { side: Side::Both(inner), size } if matches!(**inner, Side::Buy) => s += 5.0 * x[*size],
            Order::Limit { size, .. } => s += 7.0 * x[*size],
            Order::Cancel(Some(k)) => s -= x[*k],
            Order::Pair(Side::Sell { at }, Side::Buy) | Order::Pair(Side::Buy, Side::Sell { at }) => s *= at,
            Order::Note(t) if t.starts_with('a') => s *= x[1],
            Order::Note(_) | Order::Cancel(None) | Order::Pair(..) => {}
        }
    }
    s
}

#[differentiable]
fn beside(x: &[f64], #[constant] order: &Order, #[constant] other: Option<&Side>) -> f64 {
    match (order, other) {
        (Order::Limit { side: Side::Buy, .. }, Some(Side::Sell { at })) => x[0] * at,
        (Order::Limit { side: Side::Sell { at: 2.0 }, size }, None) => x[*size] * x[1],
        (Order::Pair(_, Side::Both(_)), _) => x[1] * x[1],
        (_, Some(Side::Buy)) => 3.0 * x[0],
        _ => x[0] * x[1],
    }
}

#[test]
fn variants_inside_variants_of_constants() {
    use Order::*;
    use Side::*;
    let sell = |at| Sell { at };
    let mut orders = vec![Limit { side: Buy, size: 0 }, Limit { side: sell(2.0), size: 1 }];
    orders.extend([Limit { side: sell(0.5), size: 1 }, Limit { side: Both(Box::new(Buy)), size: 0 }]);
    orders.extend([Pair(Buy, sell(2.0)), Pair(sell(0.5), Buy), Pair(Buy, Both(Box::new(Buy)))]);
    orders.extend([Cancel(Some(0)), Cancel(None), Note("abc".into()), Note("z".into())]);
    let x = [0.6, 0.7];
    crate::held(|x| filled(x, &orders), |x| filled::value_and_gradient(x, &orders), &x);
    let sold = sell(2.0);
    for (k, other) in [(0, Some(&sold)), (1, None), (6, None), (8, Some(&Buy)), (8, None)] {
        let order = &orders[k];
        crate::held(|x| beside(x, order, other), |x| beside::value_and_gradient(x, order, other), &x);
    }
}
