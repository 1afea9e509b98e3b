//! Whatever bytes or text come in: no panic, no hang, no great allocation; what is accepted is a program.
//!
//! `WENGERT_FUZZ_SECONDS` says for how long each test runs on; without it a few thousand cases do.

use program::{Names, Program};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rules::functions::{lt, select};
use rules::{Functions, ROWS, Real};
use std::cell::Cell;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Reads cases again and again, and says how many there were and how many of them were programs.
fn fuzz<T: Debug>(cases: impl Strategy<Value = T>, reads: impl Fn(T) -> bool) {
    let seconds = std::env::var("WENGERT_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let (begun, count, accepted) = (Instant::now(), Cell::new(0), Cell::new(0));
    loop {
        let config = ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() };
        let run = TestRunner::new(config).run(&cases, |case| {
            count.set(count.get() + 1);
            accepted.set(accepted.get() + usize::from(reads(case)));
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{failure}"));
        if count.get() >= 5000 && begun.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
    }
    assert!(accepted.get() > 10, "{} of {}", accepted.get(), count.get());
    println!("{} cases, {} of them programs", count.get(), accepted.get());
}

/// Programs to start from: every row, every test, derivatives.
fn seeds() -> Vec<Program> {
    let mut seeds: Vec<Program> = ROWS
        .iter()
        .map(|row| {
            let n = row.parameters.first().copied().unwrap_or(0);
            Program::record_at(row.points[0], |x| vec![row.op.apply(x, n)]).unwrap()
        })
        .collect();
    let steered = Program::record_at(&[0.5, 2.0], |x| {
        let least = if x[0] <= x[1] && x[1] != 3.0 && x[0].partial_cmp(&x[1]).is_some() { x[0] } else { x[1] };
        vec![select(lt(x[0], x[1]), least * x[1].value(), x[1].ln()), x[0].powi(3), f64::NAN.into()]
    });
    let steered = steered.unwrap();
    seeds.push(steered.jacobian().unwrap());
    seeds.push(steered.jvp().unwrap());
    seeds.push(steered);
    seeds
}

/// One change: where, how much is taken out, and what is put there.
type Change = (prop::sample::Index, usize, Vec<u8>);

fn changed(bytes: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, out, new) in changes {
        let at = at.index(bytes.len() + 1);
        let end = bytes.len().min(at + out);
        bytes.splice(at..end, new.iter().copied());
    }
    bytes
}

/// Some bytes: any, and those that numbers are made of.
fn piece() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let numbers = prop::sample::select(vec![0, 1, 2, 3, 255, u32::MAX, i32::MAX as u32, 1 << 31]);
    prop_oneof![
        (Just(1), prop::collection::vec(any::<u8>(), 1)),
        (Just(1), prop::collection::vec(0..8u8, 1)),
        (Just(4), numbers.prop_map(|w: u32| w.to_le_bytes().to_vec())),
        (0..9usize, prop::collection::vec(any::<u8>(), 0..9)),
    ]
}

/// Pieces of the text form.
fn word() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let words = vec![
        "x0",
        "x1",
        "v0",
        "v1",
        "v9",
        "1.5",
        "-0.0",
        "inf",
        "-inf",
        "1e999",
        "nan:7ff8000000000001",
        "nan:",
        ",",
        ";",
        "; 3",
        "; -2147483648",
        "; 2147483647",
        "(",
        ")",
        "-(",
        "=",
        " ",
        "\n",
        "#",
        "<",
        "<=>",
        "is",
        ": true",
        ": less",
        "guard ",
        "return ",
        "program(",
        "sin(",
        "powi(",
        "select(",
        "polygamma(",
        "bessel_j(",
        "é",
        "\u{0}",
        "+",
        " * ",
        "%",
    ];
    prop_oneof![
        (0..6usize, prop::sample::select(words).prop_map(|w| w.as_bytes().to_vec())),
        (0..2usize, prop::collection::vec(any::<u8>(), 0..3)),
    ]
}

/// Seeds of programs in some form, with changes.
fn damaged(
    form: fn(&Program) -> Vec<u8>,
    piece: impl Strategy<Value = (usize, Vec<u8>)>,
) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), piece).prop_map(|(at, (out, new))| (at, out, new));
    let seeds: Vec<Vec<u8>> = seeds().iter().map(form).collect();
    let changes = prop::collection::vec(change, 0..6);
    prop_oneof![
        9 => (prop::sample::select(seeds), changes).prop_map(|(seed, changes)| changed(&seed, &changes)),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ]
}

/// What holds of everything that was accepted.
fn is_a_program(p: &Program) {
    let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    assert_eq!(&Program::parse(&p.to_string()).unwrap(), p);
    assert_eq!(&Program::from_bytes(&p.to_bytes()).unwrap(), p);
    let optimised = p.optimised().unwrap();
    for x in [0.5, -0.0, 3.0, f64::INFINITY, f64::NAN, -1e300] {
        let x = vec![x; p.inputs()];
        let (y, z) = (p.eval(&x), optimised.eval(&x));
        if let (Ok(y), Ok(z)) = (&y, &z) {
            assert!(y.iter().zip(z).all(|(&y, &z)| same(y, z)), "{y:?} {z:?}\n{p}\n{optimised}");
        }
    }
    if p.inputs() * p.outputs().len() < 1000 {
        let j = p.jacobian().unwrap();
        j.to_rust(&Names::of("f")).unwrap();
        let _ = (j.to_c(&Names::of("f")), p.modes().unwrap());
        let _ = j.eval(&vec![0.5; p.inputs()]);
    }
}

/// Reads with an eye on the memory that it takes; whether there is a program.
fn read(length: usize, read: impl FnOnce() -> Option<Program>) -> bool {
    let mut found = None;
    let taken = allocation_counter::measure(|| found = read());
    assert!(taken.bytes_max < 100_000 + 500 * length as u64, "{} bytes for {length}", taken.bytes_max);
    found.inspect(is_a_program).is_some()
}

#[test]
fn any_bytes() {
    // The table is made on first use.
    let _ = seeds();
    fuzz(damaged(Program::to_bytes, piece()), |bytes| read(bytes.len(), || Program::from_bytes(&bytes).ok()));
}

#[test]
fn any_text() {
    let _ = seeds();
    fuzz(damaged(|p| p.to_string().into_bytes(), word()), |bytes| {
        let text = String::from_utf8_lossy(&bytes);
        read(text.len(), || Program::parse(&text).ok())
    });
}
