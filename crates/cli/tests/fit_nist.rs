//! `wengert fit` on the Statistical Reference Datasets of NIST.

mod common;

use common::run;
use serde_json::Value;

/// A problem with its certified results.
struct Certified {
    name: &'static str,
    model: &'static str,
    starts: [Vec<f64>; 2],
    parameters: Vec<f64>,
    errors: Vec<f64>,
    freedom: u64,
    sum: f64,
    deviation: f64,
}

fn certified() -> Vec<Certified> {
    let table = include_str!("data/nist/certified.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let numbers = |i: usize| fields[i].split(' ').map(|x| x.parse().expect("a number")).collect::<Vec<f64>>();
            Certified {
                name: fields[0],
                model: fields[1],
                freedom: fields[2].parse().expect("a count"),
                sum: numbers(3)[0],
                deviation: numbers(4)[0],
                starts: [numbers(5), numbers(6)],
                parameters: numbers(7),
                errors: numbers(8),
            }
        })
        .collect()
}

/// Runs a fit; its JSON with parameters in the order of their numbers.
#[track_caller]
fn fitted(problem: &Certified, start: Option<&[f64]>) -> Value {
    let data = format!("{}/tests/data/nist/{}.csv", env!("CARGO_MANIFEST_DIR"), problem.name);
    let mut args = vec!["fit".to_owned(), problem.model.to_owned(), data, "--format=json".to_owned()];
    if let Some(start) = start {
        let start: Vec<String> = start.iter().enumerate().map(|(i, x)| format!("b{}={x}", i + 1)).collect();
        args.push(format!("--start={}", start.join(",")));
    }
    let ran = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", problem.name);
    let mut json: Value = serde_json::from_str(&ran.out).expect("JSON");
    let parameters = json["parameters"].as_array_mut().expect("parameters");
    parameters.sort_by_key(|p| p["name"].as_str().and_then(|name| name[1..].parse::<u32>().ok()));
    json
}

/// How many digits agree.
fn digits(x: &Value, certified: f64) -> f64 {
    let x = x.as_f64().expect("a number");
    if x == certified { 16.0 } else { -((x - certified) / certified).abs().log10() }
}

#[track_caller]
fn agrees(problem: &Certified, json: &Value) {
    let name = problem.name;
    // Of the sum of squares of Lanczos1 nothing is left but the rounding of the model: 1.4e-25.
    let exact = name == "Lanczos1";
    for (j, parameter) in json["parameters"].as_array().expect("parameters").iter().enumerate() {
        let estimate = digits(&parameter["estimate"], problem.parameters[j]);
        let error = digits(&parameter["standard_error"], problem.errors[j]);
        assert!(estimate > 7.0, "{name}: {estimate:.1} digits of {parameter}");
        assert!(error > if exact { 2.0 } else { 7.0 }, "{name}: {error:.1} digits of the error of {parameter}");
    }
    let fewer = if exact { 2.0 } else { 7.0 };
    assert!(digits(&json["sum_of_squares"], problem.sum) > fewer, "{name}: {}", json["sum_of_squares"]);
    assert!(digits(&json["residual_standard_deviation"], problem.deviation) > fewer, "{name}");
    assert_eq!(json["degrees_of_freedom"], problem.freedom, "{name}");
}

/// The same with parameters in ascending order: nothing says which of two terms of one form is the first.
fn by_size(problem: &Certified, mut json: Value) -> (Certified, Value) {
    let mut known: Vec<(f64, f64)> = problem.parameters.iter().copied().zip(problem.errors.iter().copied()).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let estimate = |p: &Value| p["estimate"].as_f64().expect("a number");
    json["parameters"].as_array_mut().expect("parameters").sort_by(|a, b| estimate(a).total_cmp(&estimate(b)));
    let (parameters, errors) = known.into_iter().unzip();
    (Certified { parameters, errors, starts: problem.starts.clone(), ..*problem }, json)
}

#[test]
fn certified_values_from_both_starts() {
    let all = certified();
    assert_eq!(all.len(), 27);
    // Two at a time, as each is a process of its own.
    let agree = |half: usize| {
        for problem in all.iter().skip(half).step_by(2) {
            for start in &problem.starts {
                agrees(problem, &fitted(problem, Some(start)));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| agree(0));
        agree(1);
    });
}

#[test]
fn certified_values_without_a_start() {
    // Of Gauss3, a decay with two peaks that overlap, another minimum is found. The others take minutes without optimisation.
    let found = |problem: &&Certified| problem.name != "Gauss3";
    let quick = ["BoxBOD", "Eckerle4", "MGH09", "MGH10", "Misra1a", "Rat42", "Rat43", "Roszman1"];
    let chosen = |p: &&Certified| !cfg!(debug_assertions) || quick.contains(&p.name);
    for problem in certified().iter().filter(found).filter(chosen) {
        let (problem, json) = by_size(problem, fitted(problem, None));
        agrees(&problem, &json);
    }
}
