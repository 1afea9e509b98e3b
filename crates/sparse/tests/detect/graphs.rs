//! Terms over the edges of graphs: pairs in any order, some of them more than once, some of an input with itself.

use crate::naive::Found;
use rules::Functions;
use sparse::detect;

/// Triples of `n` nodes without an order; every fifth names a node twice, and every third stands twice.
fn triples(n: usize, count: usize) -> Vec<[usize; 3]> {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut list: Vec<[usize; 3]> = (0..count).map(|_| [random(), random(), random()]).collect();
    (0..count).step_by(5).for_each(|k| list[k][1] = list[k][0]);
    (3..count).step_by(3).for_each(|k| list[k] = list[k - 3 * (k % 2)]);
    list
}

/// What is added up over the edges.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Term {
    /// Both inputs meet each other and themselves.
    Difference,
    /// They meet each other.
    Product,
    /// Of three inputs the second meets the others.
    Path,
    /// The first two as a difference, and the third as a factor.
    Mixed,
}

fn expected(terms: &[(Term, &[[usize; 3]])]) -> Found {
    let pairs = |&(term, triples): &(Term, &[[usize; 3]])| {
        let triples = triples.to_vec();
        triples.into_iter().flat_map(move |[a, b, c]| match term {
            Term::Difference => vec![(a, a), (b, b), (a, b)],
            Term::Product => vec![(a, b)],
            Term::Path => vec![(a, a), (b, b), (c, c), (a, b), (b, c)],
            Term::Mixed => vec![(a, a), (b, b), (a, b), (a, c), (b, c)],
        })
    };
    terms.iter().flat_map(pairs).map(|(a, b)| (a.max(b), a.min(b))).collect()
}

fn expect_found(n: usize, terms: &[(Term, &[[usize; 3]])]) {
    let found = detect::hessian(&vec![0.5; n], |x| {
        let mut sum = 0.0 * x[0];
        for &(term, triples) in terms {
            for &[a, b, c] in triples {
                let [a, b, c] = [x[a], x[b], x[c]];
                sum += match term {
                    Term::Difference => (a - b).powi(4),
                    Term::Product => a * b,
                    Term::Path => (a - b).powi(2) + (b - c).powi(2),
                    Term::Mixed => (a - b).powi(2) * c,
                };
            }
        }
        vec![sum]
    });
    let pattern = found.unwrap().into_here();
    let in_order = |j: usize| pattern.column(j).is_sorted_by(|a, b| a < b);
    assert!(pattern.is_symmetric() && (0..n).all(in_order), "{n}");
    let lower: Found = pattern.iter().filter(|(i, j)| i >= j).collect();
    let kinds: Vec<_> = terms.iter().map(|(term, _)| term).collect();
    assert!(lower == expected(terms), "{n}, {kinds:?}");
}

#[test]
fn every_pair_is_there_once_whatever_the_order() {
    // Of few inputs the pattern is made in bits, of many more in parts of the columns.
    for n in [3, 40, 700, 5000, 70_000] {
        let (some, others) = (triples(n, 900), triples(n, 1100));
        use Term::*;
        for term in [Difference, Product, Path, Mixed] {
            expect_found(n, &[(term, &some)]);
            expect_found(n, &[(Difference, &some), (term, &others[500..]), (Difference, &others[..400])]);
        }
        expect_found(n, &[(Product, &some), (Path, &others)]);
    }
}

#[test]
fn bands_and_groups_beside_edges_leave_none_out() {
    let n = 600;
    let edges = triples(n, 300);
    let even: Vec<_> = (0..n - 2).map(|k| [k, k + 1, k + 2]).collect();
    expect_found(n, &[(Term::Path, &even), (Term::Difference, &edges[..200]), (Term::Difference, &edges[..12])]);
    expect_found(n, &[(Term::Difference, &edges[..14]), (Term::Path, &even)]);
    // All ten of a round meet, in groups that are large, among the first inputs.
    let among = |first: usize, k: usize| (first + 7 * k) % 100;
    let found = detect::hessian(&vec![0.5; n], |x| {
        let mut sum = 0.0 * x[0];
        for &[a, b, _] in &edges {
            sum += (x[a] - x[b]).powi(2);
        }
        for &[a, b, _] in &edges {
            let ten = |first: usize| (0..5).map(move |k| x[among(first, k)]);
            sum += ten(a).chain(ten(b)).sum::<detect::PatternNumber<'_>>().powi(2);
        }
        vec![sum]
    });
    let mut all = expected(&[(Term::Difference, &edges)]);
    for &[a, b, _] in &edges {
        let ten: Vec<usize> = [a, b].iter().flat_map(|first| (0..5).map(move |k| among(*first, k))).collect();
        all.extend(ten.iter().flat_map(|&i| ten.iter().map(move |&j| (i.max(j), i.min(j)))));
    }
    let found: Found = found.unwrap().into_here().iter().filter(|(i, j)| i >= j).collect();
    assert!(found == all);
}
