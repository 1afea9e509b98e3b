//! Programs run as they are read, beside what rustc makes of the same text: bit for bit.

#[path = "../support/mod.rs"]
mod support;

mod arguments;
mod corpus;
mod machine;
mod operate;
mod patterns;
mod places;
mod programs;
mod value;

use machine::Machine;
use value::{Place, V, cell};

/// What a program is given: numbers and integers.
struct Given {
    x: Vec<f64>,
    y: Vec<f64>,
    ks: Vec<i32>,
}

fn given() -> Vec<Given> {
    let mut state = 88172645463325252u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    };
    let mut number = || match next() % 7 {
        0 => 0.0,
        1 => -0.0,
        2 => 1.0,
        _ => (next() % 4001) as f64 / 400.0 - 5.0,
    };
    let mut all = Vec::new();
    for n in [4, 5, 6, 9] {
        let (x, y) = ((0..n).map(|_| number()).collect(), (0..n).map(|_| number()).collect());
        let ks = (0..n).map(|_| (number() * 3.0) as i32 % 4).collect();
        all.push(Given { x, y, ks });
    }
    all
}

/// What a `for` calls, as the machine has it.
const LOOPS: &str = "
fn for_begin<I: IntoIterator>(it: I) -> I::IntoIter { it.into_iter() }
fn for_each<I: Iterator, S: FnMut(I::Item) -> bool>(it: &mut I, sink: S) -> bool { it.each(sink) }
";

#[test]
fn programs_run() {
    // Each expression takes some room on the stack.
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(all).expect("a thread");
    thread.join().expect("all run");
}

fn all() {
    let mut wrong = Vec::new();
    let program = support::program(&[&[include_str!("programs.rs"), LOOPS].concat()]);
    for (name, compiled) in programs::ALL {
        for Given { x, y, ks } in given() {
            let mut expected = Vec::new();
            compiled(&x, &y, &ks, &mut expected);
            let run = || {
                let mut machine = Machine::new(&program);
                let list = |v: &[f64]| V::Ref(Place::Cell(cell(V::list(v.iter().map(|x| V::F64(*x)).collect()))));
                let integers = V::list(ks.iter().map(|k| V::Int(i128::from(*k))).collect());
                let out = Place::Cell(cell(V::list(vec![])));
                let args = vec![list(&x), list(&y), V::Ref(Place::Cell(cell(integers))), V::Ref(out.clone())];
                machine.call(program.function(name).expect("a function"), &[], args);
                let given: Vec<f64> = out.elements().iter().map(|c| number(&c.borrow())).collect();
                given
            };
            let given = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
            let bits = |v: &[f64]| v.iter().map(|x| if x.is_nan() { 1 } else { x.to_bits() }).collect::<Vec<_>>();
            match given {
                Ok(given) if bits(&given) == bits(&expected) => continue,
                Ok(given) => {
                    wrong.push(format!("{name}\n    of {x:?}, {y:?}, {ks:?}\n    {given:?}\n    {expected:?}"))
                }
                Err(panic) => {
                    wrong.push(format!("{name}\n    {}", said(&*panic)));
                }
            }
            break;
        }
    }
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), programs::ALL.len(), wrong.join("\n"));
}

fn number(v: &V) -> f64 {
    match v {
        V::F64(x) => *x,
        other => panic!("no number: {other:?}"),
    }
}

#[test]
fn corpus_runs() {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(all_of_corpus).expect("a thread");
    thread.join().expect("all run");
}

fn all_of_corpus() {
    let mut wrong = Vec::new();
    let mut random = arguments::Random(0x1234_5678_9abc_def1);
    let (mut ran, mut runs) = (0, 0);
    for (text, cases) in corpus::all() {
        let program = support::program(&[&[text, LOOPS].concat()]);
        for case in cases {
            ran += 1;
            for _ in 0..3 {
                let Some((args, is)) = (case.run)(&mut random) else { continue };
                let run = || {
                    let mut machine = Machine::new(&program);
                    let args = args.iter().map(|v| machine.option_of(v)).collect();
                    machine.call(program.function(case.name).expect("a function"), &[], args)
                };
                runs += 1;
                match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
                    Ok(given) if is(&given) => continue,
                    Ok(given) => wrong.push(format!("{}: {given:?}", case.name)),
                    Err(panic) => wrong.push(format!("{}: {}", case.name, said(&*panic))),
                }
                break;
            }
        }
    }
    println!("{ran} functions, {runs} runs");
    assert!(wrong.is_empty(), "{} of {ran} functions:\n{}", wrong.len(), wrong.join("\n"));
}

fn said(panic: &dyn std::any::Any) -> String {
    let said = panic.downcast_ref::<String>().cloned();
    said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
}
