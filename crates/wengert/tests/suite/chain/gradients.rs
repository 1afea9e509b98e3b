//! Derivatives through chains.

use super::{open_schedules, schedules};
use wengert::checkpoint::{Disk, Memory, Schedule, State, Storage, Tiers};
use wengert::prelude::*;
use wengert::{Dual, Gradient, Nested, Pair, chain_with};

/// A pendulum with damping; every step adds to the loss.
fn pendulum<T: Real>([angle, speed]: [T; 2], damping: T) -> ([T; 2], T) {
    let speed = speed - 0.05 * (angle.sin() + damping * speed);
    ([angle + 0.05 * speed, speed], 0.01 * angle * angle)
}

const START: [f64; 2] = [0.7, -0.2];
const DAMPING: f64 = 0.3;
const STEPS: u64 = 53;

/// All of it on one tape.
fn on_one_tape(steps: u64) -> (f64, Vec<f64>) {
    value_and_gradient(
        |x| {
            let (mut state, mut loss) = ([x[0], x[1]], 0.0 * x[2]);
            for _ in 0..steps {
                let (next, term) = pendulum(state, x[2]);
                state = next;
                loss += term;
            }
            loss + state[0] * state[1]
        },
        &[START[0], START[1], DAMPING],
    )
}

fn assert_close(found: &Gradient<[f64; 2]>, steps: u64, what: &str) {
    let (value, gradient) = on_one_tape(steps);
    let of = [found.state[0], found.state[1], found.parameters[0]];
    assert!((found.value - value).abs() < 1e-14, "{what}: {} is not {value}", found.value);
    for (found, expected) in of.iter().zip(&gradient) {
        assert!((found - expected).abs() < 1e-13, "{what}: {of:?} is not {gradient:?}");
    }
    assert_eq!(found.steps, steps, "{what}");
}

fn swing(steps: u64, schedule: Schedule) -> Gradient<[f64; 2]> {
    let mut chain = chain(START, steps, |at, state| {
        let (next, term) = pendulum(state, at.parameters()[0]);
        at.observe(term);
        next
    })
    .parameters(&[DAMPING])
    .schedule(schedule);
    chain.gradient(|_, [angle, speed]| angle * speed).expect("memory does not fail")
}

#[test]
fn every_schedule_has_the_same_bits_and_they_are_right() {
    let reference = swing(STEPS, Schedule::store_all());
    assert_close(&reference, STEPS, "store all");
    for schedule in schedules() {
        assert_eq!(swing(STEPS, schedule), reference, "{schedule:?}");
    }
}

#[test]
fn chains_of_few_steps() {
    for steps in 0..6 {
        for schedule in schedules() {
            assert_close(&swing(steps, schedule), steps, &format!("{steps} steps, {schedule:?}"));
        }
    }
}

#[test]
fn a_known_derivative() {
    // x -> a x, n times: a^n, and n a^(n-1) x by a.
    let mut powers = chain(2.0, 10, |at, x| at.parameters()[0] * x).parameters(&[1.5]);
    let g = powers.gradient(|_, x| x).expect("memory does not fail");
    let power = |n| 1.5f64.powi(n);
    assert_eq!((g.value, g.last, g.state, g.parameters[0]), (2.0 * power(10), g.value, power(10), 20.0 * power(9)));
    let again = powers.pull(&3.0).expect("memory does not fail");
    assert_eq!((again.state, again.parameters[0]), (3.0 * power(10), 60.0 * power(9)));
    assert_eq!(powers.last().expect("nothing fails"), 2.0 * power(10));
}

#[test]
fn a_chain_ends_by_a_condition() {
    for schedule in open_schedules() {
        for turn in [-10.0, 0.0, 0.3, 10.0] {
            let mut seen = 0;
            let g = chain(START, STEPS, |at, state| {
                let (next, term) = pendulum(state, at.parameters()[0]);
                at.observe(term);
                next
            })
            .parameters(&[DAMPING])
            .schedule(schedule)
            .until(|at, state: &[f64; 2]| {
                seen = at;
                state[1] > turn
            })
            .gradient(|_, [angle, speed]| angle * speed)
            .expect("memory does not fail");
            assert!(g.steps == STEPS || g.last[1] > turn, "{schedule:?} {turn}: {g:?}");
            assert_close(&g, g.steps, &format!("{schedule:?}, until {turn}"));
            assert!(seen <= g.steps);
        }
    }
}

#[test]
fn the_end_by_a_condition_is_that_of_a_plain_loop() {
    let until = |_: u64, x: &f64| *x > 100.0;
    let mut doubling = chain(1.0, 1000, |_, x| 2.0 * x).until(until);
    let g = doubling.gradient(|at, x| x * at.step() as f64).expect("memory does not fail");
    assert_eq!((g.steps, g.last, g.value, g.state), (7, 128.0, 896.0, 896.0));
    assert_eq!(doubling.last().expect("nothing fails"), 128.0);
}

#[test]
fn states_of_every_shape() {
    let vector = chain(vec![1.0, 2.0], 20, |_, mut x| {
        let sum: wengert::Var = x.iter().copied().sum();
        x[0] = 0.1 * sum.sin() + x[1];
        x.swap(0, 1);
        x
    });
    let array = chain([1.0, 2.0], 20, |_, x| [x[1], 0.1 * (x[0] + x[1]).sin() + x[1]]);
    let pair = chain((1.0, [2.0]), 20, |_, (x, [y])| (y, [0.1 * (x + y).sin() + y]));
    let deep = chain((1.0, vec![2.0], [0.0; 0]), 20, |_, (x, y, z)| (y[0], vec![0.1 * (x + y[0]).sin() + y[0]], z));
    let vector = { vector }.gradient(|_, x| x[0] * x[1]).expect("memory does not fail");
    let array = { array }.gradient(|_, x| x[0] * x[1]).expect("memory does not fail");
    let pair = { pair }.gradient(|_, (x, [y])| x * y).expect("memory does not fail");
    let deep = { deep }.gradient(|_, (x, y, _)| x * y[0]).expect("memory does not fail");
    assert_eq!(vector.state, array.state);
    assert_eq!((pair.state.0, pair.state.1[0]), (array.state[0], array.state[1]));
    assert_eq!((deep.state.0, deep.state.1[0]), (array.state[0], array.state[1]));
}

#[test]
#[should_panic(expected = "step 3 made a state of 3 numbers from one of 2")]
fn a_state_keeps_its_shape() {
    let mut grows = chain(vec![1.0, 2.0], 10, |at, mut x| {
        if at.step() == 3 {
            x.push(1.0.into());
        }
        x
    });
    let _ = grows.gradient(|_, x| x[0]);
}

#[test]
fn chains_nest() {
    let flat = swing(60, Schedule::binomial(5));
    for schedule in schedules() {
        let inner = Nested::new(12, |at, state| {
            let (next, term) = pendulum(state, at.parameters()[0]);
            at.observe(term);
            next
        });
        let mut nested = chain_with(START, 5, inner.schedule(schedule)).parameters(&[DAMPING]);
        let g = nested.gradient(|_, [angle, speed]| angle * speed).expect("memory does not fail");
        assert_close(&Gradient { steps: 60, ..g.clone() }, 60, "nested");
        assert_eq!((g.state, g.parameters, g.last), (flat.state, flat.parameters.clone(), flat.last), "{schedule:?}");
    }
}

#[test]
fn nested_steps_count_on() {
    let inner = Nested::<f64, _>::new(4, |at, x| x * (1.0 + 0.1 * at.step() as f64));
    let mut nested = chain_with(0.5, 2, Nested::with(3, inner));
    let mut flat = chain(0.5, 24, |at, x| x * (1.0 + 0.1 * at.step() as f64));
    let (nested, flat) = (nested.gradient(|_, x| x), flat.gradient(|_, x| x));
    let (nested, flat) = (nested.expect("memory does not fail"), flat.expect("memory does not fail"));
    assert_eq!((nested.value, nested.state), (flat.value, flat.state));
}

#[test]
fn second_derivatives_by_duals() {
    // The Hessian of the loss by state and parameter, column by column, against the whole on one tape.
    let whole = hessian(
        |x| {
            let (mut state, mut loss) = ([x[0], x[1]], 0.0 * x[2]);
            for _ in 0..STEPS {
                let (next, term) = pendulum(state, x[2]);
                state = next;
                loss += term;
            }
            loss + state[0] * state[1]
        },
        &[START[0], START[1], DAMPING],
    );
    for column in 0..3 {
        let seed = |k: usize, x: f64| Dual::<f64>::seeded(x, f64::from(u8::from(k == column)));
        let mut chain = chain([seed(0, START[0]), seed(1, START[1])], STEPS, |at, state| {
            let (next, term) = pendulum(state, at.parameters()[0]);
            at.observe(term);
            next
        })
        .parameters(&[seed(2, DAMPING)])
        .schedule(Schedule::binomial(4));
        let g = chain.gradient(|_, [angle, speed]| angle * speed).expect("memory does not fail");
        let found = [g.state[0].tangent, g.state[1].tangent, g.parameters[0].tangent];
        for (row, found) in found.iter().enumerate() {
            let expected = whole[(row, column)];
            assert!((found - expected).abs() < 1e-12, "({row}, {column}): {found} is not {expected}");
        }
    }
}

#[test]
fn primal_and_pullback_by_hand() {
    let step = Pair::new(
        |_, x: &mut f64, p: &[f64]| *x = p[0] * x.sin(),
        |_, x: &mut f64, p: &[f64], adjoint: &mut f64, gradient: &mut [f64]| {
            gradient[0] += *adjoint * x.sin();
            *adjoint *= p[0] * x.cos();
        },
    );
    let by_hand = chain_with(1.0, 30, step).parameters(&[1.1]).schedule(Schedule::ctz()).gradient(|_, x| x * x);
    let on_tape = chain(1.0, 30, |at, x| at.parameters()[0] * x.sin()).parameters(&[1.1]).gradient(|_, x| x * x);
    let (by_hand, on_tape) = (by_hand.expect("memory does not fail"), on_tape.expect("memory does not fail"));
    assert!((by_hand.state - on_tape.state).abs() < 1e-15);
    assert!((by_hand.parameters[0] - on_tape.parameters[0]).abs() < 1e-14);
}

#[test]
fn the_place_of_states_does_not_matter() {
    fn with<M: wengert::checkpoint::Storage<[f64; 2]>>(schedule: Schedule, storage: M) -> Gradient<[f64; 2]> {
        let mut chain = chain(START, STEPS, |at, state| {
            let (next, term) = pendulum(state, at.parameters()[0]);
            at.observe(term);
            next
        })
        .parameters(&[DAMPING])
        .schedule(schedule)
        .storage(storage);
        let first = chain.gradient(|_, [angle, speed]| angle * speed).expect("there is room");
        assert_eq!(chain.gradient(|_, [angle, speed]| angle * speed).expect("there is room"), first, "again");
        first
    }
    let disk = || Disk::create_in(std::env::temp_dir()).expect("a directory");
    let reference = swing(STEPS, Schedule::store_all());
    for schedule in schedules() {
        assert_eq!(with(schedule, disk()), reference, "{schedule:?} on disk");
        assert_eq!(with(schedule, Tiers { memory: Memory::new(), disk: disk() }), reference, "{schedule:?} on both");
    }
}

#[test]
fn duals_lie_on_disk_too() {
    let x = [Dual::<f64>::seeded(0.4, 1.0), Dual::<f64>::seeded(0.1, 0.0)];
    fn swing<M: Storage<[Dual; 2]>>(x: [Dual; 2], storage: M) -> Gradient<[Dual; 2]> {
        let chain = chain(x, 40, |_, state| pendulum(state, DAMPING.into()).0);
        let mut chain = chain.schedule(Schedule::ctz()).storage(storage);
        chain.gradient(|_, [angle, speed]| angle * speed).expect("there is room")
    }
    let near = swing(x, Memory::new());
    let far = swing(x, Disk::create_in(std::env::temp_dir()).expect("a directory"));
    assert_eq!(near.state.map(|x| (x.value, x.tangent)), far.state.map(|x| (x.value, x.tangent)));
    assert!(near.state.iter().all(|x| x.tangent != 0.0));
}

#[test]
fn what_is_not_there_adds_nothing() {
    // The second number does not reach the loss, and its own derivative is infinite.
    let mut chain = chain([2.0, 0.0], 5, |_, [x, y]| [1.5 * x, y.sqrt()]).schedule(Schedule::binomial(2));
    assert_eq!(chain.gradient(|_, [x, _]| x).expect("memory does not fail").state, [1.5f64.powi(5), 0.0]);
}

#[test]
fn a_state_of_ones_own() {
    #[derive(Clone, Debug, PartialEq)]
    struct Body<T> {
        position: [T; 2],
        speed: [T; 2],
    }
    impl<T: Copy> State for Body<T> {
        type Number = T;
        type Of<U: Copy> = Body<U>;
        fn count(&self) -> usize {
            4
        }
        fn each(&self, show: &mut impl FnMut(T)) {
            self.position.iter().chain(&self.speed).for_each(|&x| show(x));
        }
        fn replace(&mut self, next: &mut impl FnMut() -> T) {
            self.position.iter_mut().chain(&mut self.speed).for_each(|x| *x = next());
        }
        fn remake<U: Copy>(&self, memory: &mut Vec<U>, make: &mut impl FnMut(T) -> U) -> Body<U> {
            Body { position: self.position.remake(memory, make), speed: self.speed.remake(memory, make) }
        }
        fn dissolve<U: Copy>(of: Body<U>, _: &mut Vec<U>, show: &mut impl FnMut(U)) {
            of.position.into_iter().chain(of.speed).for_each(show);
        }
        fn copy_from(&mut self, other: &Self) {
            *self = other.clone();
        }
    }
    let start = Body { position: [0.0, 1.0], speed: [1.0, 0.0] };
    let mut fall = chain(start, 100, |_, Body { position: [x, y], speed: [u, v] }| Body {
        position: [x + 0.01 * u, y + 0.01 * v],
        speed: [u, v - 0.0981],
    });
    let g = fall.gradient(|_, body| body.position[0] + 2.0 * body.position[1]).expect("memory does not fail");
    assert!((g.state.speed[0] - 1.0).abs() < 1e-12 && (g.state.speed[1] - 2.0).abs() < 1e-12);
    assert_eq!(g.state.position, [1.0, 2.0]);
}
