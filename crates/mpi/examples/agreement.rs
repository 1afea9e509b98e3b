//! Holds the processes of an MPI job against threads: every operation, with gradients and second derivatives, gives the same
//! bits; and the other examples against one process. Run by `.ci/mpi`, which also has it fail in the ways that an argument
//! names, and with `plate`, a directory and `kill` has it run the one that saves.

#[path = "likelihood.rs"]
mod likelihood;
#[path = "mixture.rs"]
mod mixture;
#[path = "plate.rs"]
mod plate;
#[path = "../tests/common/programs.rs"]
mod programs;

use programs::{Check, N, Program, each, gradient_of, inputs, part};
use std::process::ExitCode;
use std::time::Duration;
use wengert::Dual;
use wengert_mpi::{Error, Ranks, processes, threads};

fn main() -> ExitCode {
    let ranks = match processes() {
        Ok(ranks) => ranks,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if processes().is_ok() {
        eprintln!("MPI was begun twice");
        return ExitCode::FAILURE;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => all(&ranks),
        ["plate", directory, ref rest @ ..] => {
            outcome(&ranks, plate::compare(&ranks, Some(directory.into()), rest == ["kill"]))
        }
        [how, ..] => failing(&ranks, how),
    }
}

/// Every operation, and the other examples.
fn all(ranks: &Ranks) -> ExitCode {
    let mut same = Same { ranks: ranks.clone(), compared: 0, differing: 0 };
    each(&mut same);
    large(&mut same);
    let world = ranks.on(0.0);
    let differing = world.all_reduce_sum(&[f64::from(same.differing)])[0];
    if ranks.rank() == 0 {
        println!("{} ranks: {} numbers on each as on threads, {differing} others", ranks.size(), same.compared);
    }
    let same = if differing == 0.0 { Ok(String::new()) } else { Err(Error::other("other bits than on threads")) };
    let found = ranks.agree(same).and_then(|_| plate::compare(ranks, None, false));
    let found = found.and_then(|plate| Ok(format!("{plate}\n{}", mixture::compare(ranks)?)));
    outcome(ranks, found.and_then(|said| Ok(format!("{said}\n{}", likelihood::compare(ranks)?))))
}

fn outcome(ranks: &Ranks, found: Result<String, Error>) -> ExitCode {
    match found.and_then(|said| ranks.check().map(|()| said)) {
        Ok(said) => {
            if ranks.rank() == 0 {
                println!("{said}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("rank {} met: {error}", ranks.rank());
            ExitCode::FAILURE
        }
    }
}

struct Same {
    ranks: Ranks,
    compared: usize,
    differing: u32,
}

impl Check for Same {
    fn of(&mut self, name: &str, program: &impl Program) {
        let here = numbers(program, &self.ranks);
        let there = threads(self.ranks.size(), |ranks| numbers(program, &ranks));
        self.compare(name, &here, &there[self.ranks.rank()]);
        let expected = program.expected(&inputs(self.ranks.size()), self.ranks.rank());
        let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-13 * (1.0 + b.abs());
        if !here.iter().zip(&expected).all(close) {
            self.differing += 1;
            eprintln!("{name} on rank {}: {here:?} does not begin with {expected:?}", self.ranks.rank());
        }
    }
}

impl Same {
    fn compare(&mut self, name: &str, here: &[f64], there: &[f64]) {
        let same = here.len() == there.len() && here.iter().zip(there).all(|(a, b)| a.to_bits() == b.to_bits());
        self.compared += here.len();
        if !same {
            self.differing += 1;
            eprintln!("{name} on rank {}: {here:?}, not {there:?}", self.ranks.rank());
        }
    }
}

/// Values, the gradient, and the derivative of the gradient along a direction.
fn numbers(program: &impl Program, ranks: &Ranks) -> Vec<f64> {
    let x = &inputs(ranks.size())[ranks.rank()];
    let mut numbers = program.run(&ranks.on(x[0]), x);
    numbers.push(part(program, &ranks.on(x[0]), x));
    let duals: Vec<Dual> = (0..N).map(|i| Dual::seeded(x[i], 0.5 - 0.2 * i as f64)).collect();
    let g = gradient_of(program, ranks, &duals).expect("ranks that agree");
    numbers.extend(g.iter().flat_map(|g| [g.value, g.tangent]));
    numbers
}

/// Lists that do not fit into what a library sends at once, from all to all and twice around.
fn large(same: &mut Same) {
    let of = |ranks: &Ranks| {
        let (rank, size) = (ranks.rank(), ranks.size());
        let x: Vec<f64> = (0..size * 20_000).map(|i| (i * (rank + 3) % 1009) as f64 * 1e-3).collect();
        let found = ranks.value_and_gradient(&x, |world, x| {
            let y = world.all_to_all(x);
            world.send((rank + 1) % size, 0, &y);
            let z = world.receive((rank + size - 1) % size, 0, y.len());
            z.iter().enumerate().fold(0.0.into(), |sum, (i, &z)| sum + z * z * (i % 7) as f64)
        });
        let (value, g) = found.expect("ranks that agree");
        [vec![value], g].concat()
    };
    let here = of(&same.ranks);
    let there = threads(same.ranks.size(), |ranks| of(&ranks));
    same.compare("large lists", &here, &there[same.ranks.rank()]);
}

/// Fails, on purpose; every rank has to end with a message and a status that is not 0.
fn failing(ranks: &Ranks, how: &str) -> ExitCode {
    ranks.time_limit(Duration::from_secs(1));
    let last = ranks.rank() + 1 == ranks.size();
    match how {
        "length" => drop(ranks.on(0.0).all_reduce_sum(&vec![1.0; 1 + usize::from(last)])),
        "silence" if last => drop(ranks.on(0.0).receive(0, 1, 1)),
        "panic" => assert!(!last, "as it was asked for"),
        "exit" if last => std::process::exit(3),
        "kill" if last => std::process::abort(),
        "cancel" if last => ranks.cancel(),
        "leave" if last => return ExitCode::SUCCESS,
        _ => {}
    }
    ranks.on(0.0).barrier();
    outcome(ranks, ranks.check().map(|()| String::new()))
}
