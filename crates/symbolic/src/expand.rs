//! Polynomials multiplied out.

use crate::Expr;
use crate::function::Function;
use crate::graph::Graph;
use rules::{Functions, Number, Op};
use std::collections::BTreeMap;

/// The most factors in all terms of a polynomial; what would have more is left as it stands.
const MOST: usize = 10_000;

/// The most factors in all intermediate polynomials together; what comes after is left as it stands.
const BUDGET: usize = 1_000_000;

/// A product of powers, by the ids of the bases; and its coefficient.
type Polynomial = BTreeMap<Vec<(u32, u32)>, f64>;

impl<'g> Expr<'g> {
    /// The expression as a sum of products, like terms taken together, highest powers first.
    ///
    /// Sums, differences, products, negatives, natural powers and division by constants are multiplied out, also inside
    /// other functions; everything else counts as a variable. It may round otherwise, and is the same in real arithmetic
    /// where it is defined. Polynomials of more than 10 000 factors are left as they stand, and so is what comes
    /// after a million factors in all. Cost: that of the products.
    ///
    /// ```
    /// use rules::Functions;
    /// let graph = symbolic::Graph::new();
    /// let x = graph.variable("x");
    /// let f = x * (2.0 * x + 1.0) * (x - 1.0).powi(2) * (3.0 - x);
    /// assert_eq!(f.derivative(x)?.expand().to_string(), "-10*x^4 + 36*x^3 - 27*x^2 - 2*x + 3");
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn expand(self) -> Expr<'g> {
        let Some((graph, _)) = self.handle() else { return self };
        // The polynomials of what has been built, so that each is multiplied out once.
        let (mut known, mut budget): (BTreeMap<u32, Polynomial>, usize) = (BTreeMap::new(), BUDGET);
        self.rebuild(
            |leaf| leaf,
            |function, args, n| {
                let of = |x: &Expr<'g>| match (x.as_constant(), x.handle()) {
                    (Some(c), _) => constant(c),
                    (_, Some((_, id))) => {
                        known.get(&id).cloned().unwrap_or_else(|| Polynomial::from([(vec![(id, 1)], 1.0)]))
                    }
                    _ => Polynomial::new(),
                };
                let polynomial = match (function, args) {
                    (Function::Table(Op::Neg), [a]) => Some(scaled(of(a), -1.0)),
                    (Function::Table(Op::Add), [a, b]) => Some(sum(of(a), of(b))),
                    (Function::Table(Op::Sub), [a, b]) => Some(sum(of(a), scaled(of(b), -1.0))),
                    (Function::Table(Op::Mul), [a, b]) => product(&of(a), &of(b)),
                    (Function::Table(Op::Div), [a, b]) => b.as_constant().map(|c| scaled(of(a), 1.0 / c)),
                    (Function::Table(Op::Powi), [a]) => power(&of(a), n),
                    _ => None,
                };
                let polynomial = polynomial.filter(|p| weight(p) <= MOST.min(budget));
                budget -= polynomial.as_ref().map_or(0, weight);
                let built = match &polynomial {
                    Some(polynomial) => written(graph, polynomial),
                    None => Expr::apply_function(function, args, n),
                };
                if let (Some(polynomial), Some((_, id))) = (polynomial, built.handle()) {
                    known.insert(id, polynomial);
                }
                built
            },
        )
    }
}

/// The size of a polynomial: its terms, and the factors in them.
fn weight(p: &Polynomial) -> usize {
    p.keys().map(|term| 1 + term.len()).sum()
}

fn constant(c: f64) -> Polynomial {
    if c == 0.0 { Polynomial::new() } else { Polynomial::from([(Vec::new(), c)]) }
}

fn scaled(mut p: Polynomial, c: f64) -> Polynomial {
    p.values_mut().for_each(|v| *v *= c);
    p
}

fn sum(mut a: Polynomial, b: Polynomial) -> Polynomial {
    for (term, c) in b {
        *a.entry(term).or_insert(0.0) += c;
    }
    a.retain(|_, c| *c != 0.0);
    a
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    if a.len().checked_mul(weight(b))?.checked_add(b.len().checked_mul(weight(a))?)? > 2 * MOST {
        return None;
    }
    let mut product = Polynomial::new();
    for (x, c) in a {
        for (y, d) in b {
            let mut powers: BTreeMap<u32, u32> = x.iter().copied().collect();
            for &(base, n) in y {
                let power = powers.entry(base).or_insert(0);
                *power = power.checked_add(n)?;
            }
            *product.entry(powers.into_iter().collect()).or_insert(0.0) += c * d;
        }
    }
    product.retain(|_, c| *c != 0.0);
    Some(product)
}

/// By repeated squaring.
fn power(p: &Polynomial, n: i32) -> Option<Polynomial> {
    let mut n = u32::try_from(n).ok()?;
    let (mut power, mut square) = (constant(1.0), p.clone());
    while n > 0 {
        if n & 1 == 1 {
            power = product(&power, &square)?;
        }
        n >>= 1;
        if n > 0 {
            square = product(&square, &square)?;
        }
    }
    Some(power)
}

/// The polynomial as an expression, by falling degree.
fn written<'g>(graph: &'g Graph, p: &Polynomial) -> Expr<'g> {
    let degree = |term: &[(u32, u32)]| term.iter().map(|&(_, n)| u64::from(n)).sum::<u64>();
    let mut terms: Vec<_> = p.iter().collect();
    terms.sort_by_key(|(term, _)| std::cmp::Reverse(degree(term)));
    let factor = |&(base, n): &(u32, u32)| {
        let base = Expr::node(graph, base);
        i32::try_from(n).map_or_else(|_| base.powf(f64::from(n)), |n| base.powi(n))
    };
    let written = |(term, c): (&Vec<(u32, u32)>, &f64)| match term.iter().map(factor).reduce(|a, b| a * b) {
        Some(product) => product * *c,
        None => Expr::constant(*c),
    };
    terms.into_iter().map(written).reduce(|sum, term| sum + term).unwrap_or_else(|| Expr::constant(0.0))
}
