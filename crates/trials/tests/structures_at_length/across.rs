//! Types, constants and functions of other modules, with fields that are not seen from here.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

mod order {
    pub(crate) const TERMS: usize = 2 * 3;
    pub(crate) const SLOTS: usize = TERMS + 1;

    pub(crate) const fn twice(n: usize) -> usize {
        2 * n
    }

    // What is computed by a function is named by its path.
    pub(crate) const PAIRS: usize = twice(2);
}

mod series {
    use super::order::{PAIRS, SLOTS, TERMS};

    pub(crate) fn coefficients(x: f64, into: &mut [f64; SLOTS]) {
        let mut power = 1.0;
        for k in 1..=TERMS {
            power *= x;
            into[k] = power / k as f64;
        }
    }

    pub(crate) fn sum(x: f64) -> f64 {
        let mut all = [0.0; SLOTS];
        coefficients(x, &mut all);
        let mut pairs = [x; PAIRS];
        for k in 0..PAIRS {
            pairs[k] *= all[k + 1];
        }
        all.iter().sum::<f64>() + pairs.iter().product::<f64>()
    }
}

#[differentiable]
fn lengths(x: f64, y: f64) -> f64 {
    series::sum(x) * series::sum(x * y)
}

mod geo {
    use std::sync::OnceLock;
    use wengert::prelude::*;

    #[derive(Clone, Copy, Differentiable)]
    pub(crate) struct Body {
        pub radius: f64,
        flat: f64,
    }

    #[differentiable]
    impl Body {
        pub(crate) fn new(radius: f64, flat: f64) -> Body {
            Body { radius, flat }
        }
        pub(crate) fn earth() -> Body {
            static EARTH: OnceLock<Body> = OnceLock::new();
            *EARTH.get_or_init(|| Body { radius: 2.0, flat: 0.5 })
        }
        pub(crate) fn at(&self, x: f64) -> f64 {
            self.radius * x * x + self.flat * x
        }
        pub(crate) fn scaled(self, k: f64) -> Body {
            Body { radius: self.radius * k, ..self }
        }
        pub(crate) fn mean(a: f64, b: f64) -> f64 {
            (a * b).sqrt()
        }
    }

    pub(crate) fn table() -> Vec<f64> {
        static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
        TABLE.get_or_init(|| vec![1.0, 2.0, 3.0]).clone()
    }

    pub(crate) fn gain() -> f64 {
        static GAIN: OnceLock<f64> = OnceLock::new();
        *GAIN.get_or_init(|| 4.0)
    }
}

/// Brings in a type of another module: functions of the type stand there.
use geo::Body;

#[differentiable]
fn made_elsewhere(x: f64, y: f64) -> f64 {
    let body = Body::new(x, y);
    let other = geo::Body::new(2.0, 3.0);
    body.at(y) * other.at(x) + other.scaled(x).at(y) + Body::mean(x, y) + Body::mean(2.0, 8.0)
}

#[differentiable]
fn given_by_nothing(x: f64, y: f64) -> f64 {
    let (body, table) = (Body::earth(), geo::table());
    let mut sum = 0.0;
    for t in &table {
        sum += body.at(x) * t * geo::gain() + Body::earth().at(y);
    }
    sum
}

struct Sum<'a> {
    by: &'a [f64; 2],
    #[cfg(any(unix, not(unix)))]
    total: f64,
    #[cfg(any())]
    total: Compensated<f64>,
}

#[allow(dead_code)]
enum Term {
    #[cfg(any())]
    Exact(Compensated<f64>),
    Plain(f64),
    Both {
        a: f64,
        #[cfg(any())]
        rest: f64,
        b: f64,
    },
}

impl<'a> Sum<'a> {
    fn new(by: &'a [f64; 2]) -> Self {
        Sum {
            by,
            #[cfg(any(unix, not(unix)))]
            total: 0.0,
            #[cfg(any())]
            total: Compensated::zero(),
        }
    }

    fn add(&mut self, term: Term) {
        self.total += match term {
            #[cfg(any())]
            Term::Exact(x) => x.value(),
            Term::Plain(x) => x * self.by[0],
            Term::Both {
                a,
                #[cfg(any())]
                rest,
                b,
            } => a * b * self.by[1],
        };
    }

    fn finish(self) -> f64 {
        let total;
        #[cfg(any(unix, not(unix)))]
        {
            total = self.total;
        }
        #[cfg(any())]
        {
            total = self.total.sum();
        }
        total
    }
}

#[differentiable]
fn configured(x: f64, y: f64) -> f64 {
    let by = [2.0, 3.0];
    let mut sum = Sum::new(&by);
    sum.add(Term::Plain(x));
    sum.add(Term::Both { a: x, b: y });
    sum.finish() * y
}

mod long {
    pub(crate) struct Gains {
        pub(crate) by: [f64; 2],
        pub(crate) scale: f64,
    }

    impl Gains {
        pub(crate) fn new() -> Gains {
            Gains { by: [0.25, 0.5], scale: 0.125 }
        }
    }

    fn last(x: f64, y: f64) -> f64 {
        0.25 * x * y + 0.125 * x - 0.0625 * y * y
    }

    pub(crate) fn some(x: f64, y: f64, rest: &mut [f64; 2]) -> (f64, f64) {
        rest[0] += last(x, y);
        rest[1] += last(y, rest[0]);
        let all = [last(x, x), last(y, y), last(x + 0.5, y), last(x, y + 0.5)];
        let sum = all[0] - all[1] + all[2] - all[3];
        (sum + last(all[1], all[2]), last(sum, rest[1]))
    }

    pub(crate) fn more(gains: &Gains, x: f64, y: f64) -> f64 {
        let mut rest = [x * gains.by[0], gains.by[1]];
        let (a, b) = some(x, y, &mut rest);
        let (c, d) = some(y, x, &mut rest);
        let (e, f) = some(a, d, &mut rest);
        let (g, h) = some(c, b, &mut rest);
        (some(e + g, x, &mut rest).0 + some(f, h + y, &mut rest).1 + rest[0] * rest[1]) * gains.scale
    }

    pub(crate) fn many(gains: &Gains, x: f64, y: f64) -> f64 {
        let (a, b) = (more(gains, x, y), more(gains, y, x));
        let (c, d) = (more(gains, a, y), more(gains, b, x));
        more(gains, c, d) + more(gains, a, d) * more(gains, b, c)
    }

    pub(crate) fn most(gains: &Gains, x: f64, y: f64) -> f64 {
        let (a, b) = (many(gains, x, y), many(gains, y, x));
        let (c, d) = (many(gains, a, y), many(gains, b, x));
        many(gains, c, d) + many(gains, a, d) * many(gains, b, c)
    }
}

/// Written out, it has more than 10,000 steps.
#[differentiable]
fn repeats(x: f64, y: f64) -> f64 {
    let gains = long::Gains::new();
    long::most(&gains, x, y) + long::most(&gains, y, x + y)
}

/// The same, of constants that are given.
#[differentiable]
fn repeats_with(x: f64, y: f64, #[constant] gains: &long::Gains) -> f64 {
    long::most(gains, x, y) + long::most(gains, y, x + y)
}

#[test]
fn what_other_modules_have_is_used() {
    held_at!([[0.5, 0.7], [1.2, 0.3]]; lengths made_elsewhere given_by_nothing configured repeats);
}

#[test]
fn what_a_long_function_repeats_is_called() {
    let gains = long::Gains::new();
    let (value, (by_x, by_y)) = repeats_with::value_and_gradient(0.5, 0.7, &gains);
    let (wanted, (x, y)) = repeats::value_and_gradient(0.5, 0.7);
    assert_eq!(value.to_bits(), wanted.to_bits());
    // Which parts are called differs, and with it the order of sums.
    assert!((by_x / x - 1.0).abs() < 1e-12 && (by_y / y - 1.0).abs() < 1e-12, "{by_x} {x}, {by_y} {y}");
}
