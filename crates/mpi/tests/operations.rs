//! Every operation, on every number of ranks: values against lists put together by hand, gradients against duals and
//! differences, second derivatives of tapes over duals, duals of duals and tapes over tapes.

#[path = "common/programs.rs"]
mod programs;

use programs::{Check, N, Program, each, gradient_of, inputs, part};
use wengert::Dual;
use wengert::prelude::*;
use wengert_mpi::threads;

const SIZES: [usize; 6] = [1, 2, 3, 4, 5, 7];

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs()))
}

#[test]
fn values_are_those_of_all_numbers_together() {
    struct Values;
    impl Check for Values {
        fn of(&mut self, name: &str, program: &impl Program) {
            for size in SIZES {
                let all = inputs(size);
                let found = threads(size, |ranks| {
                    let y = program.run(&ranks.on(0.0), &all[ranks.rank()]);
                    ranks.check().map(|()| y)
                });
                for (rank, found) in found.into_iter().enumerate() {
                    let (found, expected) = (found.unwrap(), program.expected(&all, rank));
                    assert!(found.len() == expected.len(), "{name} on rank {rank} of {size}: {found:?} {expected:?}");
                    let same = found.iter().zip(&expected).all(|(&a, &b)| near(a, b, 1e-14));
                    assert!(same, "{name} on rank {rank} of {size}: {found:?}, not {expected:?}");
                }
            }
        }
    }
    each(&mut Values);
}

/// The sum of what the ranks return, on duals, one direction for all inputs of all ranks.
fn forward(program: &impl Program, all: &[Vec<Dual>]) -> Dual {
    let parts = threads(all.len(), |ranks| {
        let x = &all[ranks.rank()];
        let part = part(program, &ranks.on(x[0]), x);
        ranks.check().map(|()| part)
    });
    parts.into_iter().fold(Dual::from(0.0), |sum, part| sum + part.unwrap())
}

#[test]
fn gradients_are_those_of_forward_mode() {
    struct Gradients;
    impl Check for Gradients {
        fn of(&mut self, name: &str, program: &impl Program) {
            for size in [1, 2, 3, 5] {
                let all = inputs(size);
                let found = threads(size, |ranks| {
                    ranks.value_and_gradient(&all[ranks.rank()], |world, x| part(program, world, x))
                });
                let found: Vec<(f64, Vec<f64>)> = found.into_iter().map(Result::unwrap).collect();
                for (rank, (value, gradient)) in found.into_iter().enumerate() {
                    for (i, gradient) in gradient.into_iter().enumerate() {
                        let seed = |r: usize, k: usize| f64::from(u8::from(r == rank && k == i));
                        let duals = (0..size).map(|r| (0..N).map(|k| Dual::seeded(all[r][k], seed(r, k))).collect());
                        let sum = forward(program, &duals.collect::<Vec<Vec<Dual>>>());
                        assert!(near(value, sum.value, 1e-14), "{name}: value {value}, not {}", sum.value);
                        let close = near(gradient, sum.tangent, 1e-12);
                        assert!(close, "{name} by {i} of {rank} of {size}: {gradient}, not {}", sum.tangent);
                    }
                }
            }
        }
    }
    each(&mut Gradients);
}

#[test]
fn second_derivatives_are_those_of_differences_and_of_two_tapes() {
    struct Second;
    impl Check for Second {
        fn of(&mut self, name: &str, program: &impl Program) {
            for size in [1, 4] {
                let all = inputs(size);
                let v = |rank: usize, i: usize| 0.5 - 0.2 * i as f64 + 0.3 * (rank as f64 - 1.0);
                let shifted = |h: f64| {
                    threads(size, |ranks| {
                        let rank = ranks.rank();
                        let x: Vec<f64> = (0..N).map(|i| all[rank][i] + h * v(rank, i)).collect();
                        gradient_of(program, &ranks, &x).unwrap()
                    })
                };
                let (plus, minus) = (shifted(1e-5), shifted(-1e-5));
                let over = threads(size, |ranks| {
                    let rank = ranks.rank();
                    let x: Vec<Dual> = (0..N).map(|i| Dual::seeded(all[rank][i], v(rank, i))).collect();
                    gradient_of(program, &ranks, &x).unwrap()
                });
                // A tape over a tape: the gradient of the gradient times v.
                let tapes = threads(size, |ranks| {
                    let rank = ranks.rank();
                    let along = ranks.value_and_gradient(&all[rank], |_, x| {
                        let g = gradient_of(program, &ranks, x).unwrap_or_default();
                        g.iter().enumerate().fold(0.0.into(), |sum, (i, &g)| sum + g * v(rank, i))
                    });
                    along.unwrap().1
                });
                for rank in 0..size {
                    for i in 0..N {
                        let difference = (plus[rank][i] - minus[rank][i]) / 2e-5;
                        let (dual, tape) = (over[rank][i].tangent, tapes[rank][i]);
                        assert!(near(dual, difference, 1e-7), "{name}, {rank} of {size}: {dual}, not {difference}");
                        assert!(near(dual, tape, 1e-12), "{name}, {rank} of {size}: duals {dual}, tapes {tape}");
                    }
                }
            }
        }
    }
    each(&mut Second);
}

#[test]
fn series_go_through() {
    struct Series;
    impl Check for Series {
        fn of(&mut self, name: &str, program: &impl Program) {
            let (size, all) = (3, inputs(3));
            let series = threads(size, |ranks| {
                let x = all[ranks.rank()].clone();
                let found = taylor_along::<3, _>(|x| part(program, &ranks.on(x[0]), x), &x, &[1.0, -0.5, 0.3]);
                let found: Vec<f64> = (0..3).map(|k| found.derivative(k)).collect();
                ranks.check().map(|()| found)
            });
            let duals = threads(size, |ranks| {
                let x: Vec<Dual<Dual>> = all[ranks.rank()]
                    .iter()
                    .zip([1.0, -0.5, 0.3])
                    .map(|(&x, v)| Dual::new(Dual::new(x, v), Dual::from(v)))
                    .collect();
                part(program, &ranks.on(x[0]), &x)
            });
            for (series, dual) in series.into_iter().zip(duals) {
                let series = series.unwrap();
                let expected = [dual.value.value, dual.value.tangent, dual.tangent.tangent];
                let close = series.iter().zip(expected).all(|(&a, b)| near(a, b, 1e-12));
                assert!(close, "{name}: {series:?}, not {expected:?}");
            }
        }
    }
    each(&mut Series);
}
