//! Every row of the table and random programs on a device, against the host. Any device will do; PoCL is one that runs on
//! every processor.

#[path = "../../program/tests/emit/apart.rs"]
mod apart;
#[path = "../examples/student.rs"]
mod student;

use apart::APART;
use gpu::{Array, Device, Error, Kernel, Kind, SLOTS};
use program::{Error as ProgramError, Node, Program};
use proptest::prelude::*;
use rules::functions::{erf, ge, gt, norm_cdf, select, sigmoid, softplus};
use rules::{Functions, ROWS, Real};
use std::collections::BTreeMap;

/// Whether all is wanted that there is: `.ci/gpu --all` says so.
fn all() -> bool {
    std::env::var_os("DEVICE_ALL").is_some()
}

fn device() -> Device {
    Device::any().unwrap()
}

fn kernel(p: &Program) -> Kernel<f64> {
    device().compile(p).unwrap()
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() || a == 0.0 && b == 0.0
}

fn ulps(y: f64, expected: f64, epsilon: f64, least: f64) -> f64 {
    if same(y, expected) || y == expected { 0.0 } else { (y - expected).abs() / (expected.abs().max(least) * epsilon) }
}

fn points(row: &rules::Row) -> Vec<Vec<f64>> {
    let odd = [f64::NAN, f64::INFINITY, -f64::INFINITY, 0.0, -0.0, -2.5, 1e300, 0.7, 1.0, -1.0, 2.0, 1e-9];
    let mut points: Vec<Vec<f64>> = row.points.iter().map(|x| x.to_vec()).collect();
    points.extend(odd.map(|x| vec![x; row.arity]));
    points.extend(odd.map(|x| [x, 0.3, 1.5][..row.arity].to_vec()));
    points.extend((1..40).map(|i| (0..row.arity).map(|k| 0.0371 * (i * (1 + 2 * k)) as f64).collect()));
    points.extend((-60..60).map(|i| (0..row.arity).map(|k| 0.737 * f64::from(i * (1 + 3 * k as i32))).collect()));
    points.retain(|x| (row.admits)(x));
    points
}

/// A program of some rows, each of its own first inputs, so that one compilation serves them all.
fn of_rows(rows: &[&rules::Row]) -> Program {
    let width = rows.iter().map(|row| row.arity).sum();
    Program::record_at(&vec![0.5; width], |x| {
        let mut from = 0;
        let mut all = Vec::new();
        for row in rows {
            all.extend(row.parameters.iter().map(|&n| row.op.apply(&x[from..from + row.arity], n)));
            from += row.arity;
        }
        all
    })
    .unwrap()
}

#[test]
fn every_row_runs() {
    let mut apart: BTreeMap<&str, f64> = BTreeMap::new();
    let mut single: BTreeMap<&str, f64> = BTreeMap::new();
    for rows in ROWS.iter().collect::<Vec<_>>().chunks(16) {
        let p = of_rows(rows);
        let all: Vec<Vec<Vec<f64>>> = rows.iter().map(|row| points(row)).collect();
        let count = all.iter().map(Vec::len).max().unwrap();
        let inputs: Vec<f64> = (0..count).flat_map(|i| all.iter().flat_map(move |p| p[i % p.len()].clone())).collect();
        let found = kernel(&p).eval_batch(&inputs).unwrap();
        let expected = p.eval_batch(&inputs).unwrap();
        let names: Vec<&str> = rows.iter().flat_map(|row| row.parameters.iter().map(|_| row.name)).collect();
        for (i, (&y, &e)) in found.iter().zip(&expected).enumerate() {
            note(&mut apart, names[i % names.len()], ulps(y, e, f64::EPSILON, f64::MIN_POSITIVE), y, e);
        }
        // The text in float is compiled for the host in the tests of programs.
        if !self::all() {
            continue;
        }
        let narrow: Vec<f32> = inputs.iter().map(|&x| x as f32).collect();
        let found_single = device().compile::<f32>(&p).unwrap().eval_batch(&narrow).unwrap();
        let wide: Vec<f64> = narrow.iter().map(|&x| f64::from(x)).collect();
        let expected_single = p.eval_batch(&wide).unwrap();
        for (i, (&y, &e)) in found_single.iter().zip(&expected_single).enumerate() {
            // Numbers below the normal ones may be taken for 0.
            let (y, e) = (f64::from(y), f64::from(e as f32));
            let ulps = if e.abs() < 2e-38 && y == 0.0 { 0.0 } else { ulps(y, e, f32::EPSILON.into(), 1.2e-38) };
            note(&mut single, names[i % names.len()], ulps, y, e);
        }
    }
    let allowed: BTreeMap<&str, f64> = APART.into_iter().collect();
    println!("{apart:?}\n{single:?}");
    apart.retain(|name, ulps| *ulps > allowed.get(name).copied().unwrap_or(0.0));
    single.retain(|_, ulps| *ulps > 16.0);
    assert!(apart.is_empty() && single.is_empty(), "units in the last place apart: {apart:?} in float: {single:?}");
}

fn note(apart: &mut BTreeMap<&'static str, f64>, name: &'static str, ulps: f64, y: f64, expected: f64) {
    let worst = apart.entry(name).or_default();
    if ulps > *worst || ulps.is_nan() {
        println!("{name}: {y:e} {expected:e} {ulps}");
        *worst = if ulps.is_nan() { f64::INFINITY } else { ulps };
    }
}

fn step<T: Real>(kind: u8, a: T, b: T, c: T) -> T {
    match kind % 18 {
        0..3 => a + b,
        3..5 => a - b,
        5..8 => a * b,
        8 => a / b,
        9 => select(gt(a, b), b, c),
        10 => ge(a, b) * c - a.abs(),
        11 => a.max(b).min(c + 1.0),
        12 => a.sin() * 0.5 + b.cos(),
        13 => a.tanh().exp(),
        14 => sigmoid(a) + norm_cdf(b),
        15 => a.abs().sqrt().powf(1.25),
        16 => a.clamp(T::from(-0.5), T::from(2.0)),
        _ => (a * a + 0.5).ln() - erf(b),
    }
}

fn random(list: &[(u8, usize, usize, usize)], x: &[f64]) -> Program {
    Program::record_at(x, |x| {
        let mut values = x.to_vec();
        for &(kind, a, b, c) in list {
            let at = |i: usize| values[values.len() - 1 - i % values.len().min(7)];
            values.push(step(kind, at(a), at(b), at(c)));
        }
        vec![values[values.len() - 1]]
    })
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if all() { 60 } else { 3 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Values, gradients and products of the Hessian have the bits of the batch engine.
    #[test]
    fn random_programs_have_the_bits_of_batches(
        list in prop::collection::vec((any::<u8>(), 0..7usize, 0..7usize, 0..7usize), 0..16),
        n in 1..4usize,
        count in prop::sample::select(vec![0usize, 1, 15, 257]),
        special in prop::sample::select(vec![0.0, -0.0, f64::INFINITY, f64::NAN, 1e-300, 1e300]),
    ) {
        let value = random(&list, &vec![0.3; n]);
        let gradient = value.with_gradient().unwrap();
        let second = value.gradient().unwrap().jvp().unwrap();
        for p in [value, gradient, second] {
            let n = p.inputs();
            let mut points: Vec<f64> = (0..n * count).map(|i| (i as f64 * 0.7).sin() * 3.0).collect();
            points.iter_mut().step_by(11).for_each(|x| *x = special);
            let found = kernel(&p).with_chunk(100).eval_batch(&points).unwrap();
            let expected = p.eval_batch(&points).unwrap();
            prop_assert_eq!(found.len(), expected.len());
            for (i, (y, e)) in found.iter().zip(&expected).enumerate() {
                // Helpers of second derivatives are other functions than those of std, and terms of their size cancel.
                prop_assert!(same(*y, *e) || ulps(*y, *e, f64::EPSILON, 100.0) < 64.0, "{i}: {y:e} {e:e}\n{p}");
            }
        }
    }
}

/// A program that takes one branch below 1, and breaks a precondition where the second input is negative.
fn branching() -> Program {
    Program::record_at(&[0.5, 1.0], |x| {
        let small = x[0] < 1.0;
        let y = x[0].clamp(Node::from(0.0), x[1]);
        vec![if small { y } else { x[1] }, x[0] * 2.0]
    })
    .unwrap()
}

#[test]
fn a_lane_that_leaves_the_branch_fails_alone() {
    let p = branching();
    let mut points: Vec<f64> = (0..100).flat_map(|i| [f64::from(i) / 100.0, 2.0]).collect();
    (points[2 * 40], points[2 * 70], points[2 * 71 + 1]) = (1.5, f64::NAN, -1.0);
    for chunk in [7, 64, 1000] {
        let k = kernel(&p).with_chunk(chunk);
        let mut results = vec![0.0; 200];
        let error = k.eval_batch_into(&points, &mut results).unwrap_err();
        let Error::Points { point: 40, error: ProgramError::BranchChanged { at: 0, .. }, failed: 3 } = &error else {
            panic!("{error}")
        };
        assert!(error.to_string().ends_with("and at 2 more points"), "{error}");
        let x = k.device().upload(&points, 2).unwrap();
        let mut y = k.device().array(2, 100).unwrap();
        assert_eq!(k.run_into(&x, &mut y).unwrap_err(), error);
        let stayed = y.download().unwrap();
        for (lane, point) in points.chunks(2).enumerate() {
            for row in [&results[2 * lane..2 * lane + 2], &stayed[2 * lane..2 * lane + 2]] {
                match lane {
                    40 | 70 | 71 => assert!(row.iter().all(|y| y.is_nan())),
                    _ => assert_eq!(row, p.eval(point).unwrap()),
                }
            }
        }
        assert!(k.sum(&x).unwrap_err() == error);
    }
}

#[test]
fn no_points_one_point_and_chunks() {
    let p = Program::record(2, |x| vec![x[0] * x[1], x[0] + x[1].sqrt(), Node::from(7.5)]).unwrap();
    let k = kernel(&p);
    assert_eq!(k.eval_batch(&[]).unwrap(), [0.0; 0]);
    assert_eq!(k.eval_batch(&[2.0, 9.0]).unwrap(), [18.0, 5.0, 7.5]);
    let empty = k.device().upload::<f64>(&[], 2).unwrap();
    assert_eq!(k.run(&empty).unwrap().download().unwrap(), [0.0; 0]);
    assert_eq!(k.sum(&empty).unwrap(), [0.0; 3]);
    let points: Vec<f64> = (0..2 * 100_003).map(|i| f64::from(i) * 0.37).collect();
    let expected = p.eval_batch(&points).unwrap();
    for (chunk, group) in [(1 << 20, 256), (1000, 1), (64, 64), (33_333, 7)] {
        let k = kernel(&p).with_chunk(chunk).with_group(group);
        assert_eq!(k.eval_batch(&points).unwrap(), expected);
        let x = k.device().upload(&points, 2).unwrap();
        assert_eq!(k.run(&x).unwrap().download().unwrap(), expected);
    }
}

#[test]
fn long_programs_run_in_parts() {
    let p = Program::record(3, |x| {
        let mut v = x.to_vec();
        for i in 0..1500 {
            let k = v.len();
            let (a, b, c) = (v[k - 1], v[k - 2], v[(i * 7919) % k]);
            v.push(0.5 * a + 0.25 * b * c - 0.125 * x[i % 3]);
        }
        let last = v[v.len() - 1];
        vec![if last < 1e9 { last } else { x[0] }]
    })
    .unwrap();
    let k = kernel(&p);
    assert!(k.source().names().len() > 1 && k.source().room() > 0, "{:?}", k.source().names());
    let mut points: Vec<f64> = (0..3 * 300).map(|i| (f64::from(i) * 0.1).sin()).collect();
    assert_eq!(k.eval_batch(&points).unwrap(), p.eval_batch(&points).unwrap());
    points[30] = f64::NAN;
    let k = k.with_chunk(64);
    let x = k.device().upload(&points, 3).unwrap();
    let error = k.run(&x).unwrap_err();
    assert!(matches!(error, Error::Points { point: 10, failed: 1, .. }), "{error}");
}

/// What `sum` does, on the host.
fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let add = |(sum, rest): (f64, f64), y: f64| {
        let s = sum + y;
        let t = s - sum;
        (s, rest + ((sum - (s - t)) + (y - t)))
    };
    let mut slots = vec![(0.0, 0.0); SLOTS];
    numbers.enumerate().for_each(|(i, y)| slots[i % SLOTS] = add(slots[i % SLOTS], y));
    let mut half = SLOTS / 2;
    while half > 0 {
        for j in 0..half {
            let (a, b) = (slots[j], slots[j + half]);
            slots[j] = add((a.0, a.1 + b.1), b.0);
        }
        half /= 2;
    }
    slots[0].0 + slots[0].1
}

#[test]
fn sums_have_the_same_bits_whatever_the_groups_and_chunks() {
    let f = Program::record(2, |x| vec![(x[0] * x[1]).exp() + x[0].sin()]).unwrap().with_gradient().unwrap();
    let points: Vec<f64> = (0..2 * 50_001).map(|i| (f64::from(i) * 0.7).sin()).collect();
    let outputs = f.eval_batch(&points).unwrap();
    let expected: Vec<f64> = (0..3).map(|k| sum(outputs.iter().skip(k).step_by(3).copied())).collect();
    for (chunk, group) in [(1 << 20, 256), (1, 64), (20_000, 1), (1 << 20, 100)] {
        let k = kernel(&f).with_chunk(chunk).with_group(group);
        let x = k.device().upload(&points, 2).unwrap();
        assert_eq!(k.sum(&x).unwrap(), expected, "{chunk} {group}");
    }
    // Ten million times 0.1 in float: the plain sum is off by 8 %.
    let same = Program::record(1, |x| vec![x[0]]).unwrap();
    let k = device().compile::<f32>(&same).unwrap();
    let x = k.device().upload(&vec![0.1f32; 1_000_000], 1).unwrap();
    assert_eq!(k.sum(&x).unwrap(), [(1e6 * f64::from(0.1f32)) as f32]);
    let infinite = kernel(&same);
    let x = infinite.device().upload(&[1.0, f64::INFINITY, 2.0], 1).unwrap();
    assert_eq!(infinite.sum(&x).unwrap(), [f64::INFINITY]);
}

#[test]
fn parameters_are_shared() {
    let f = Program::record_at(&[0.1, 2.0, 0.5], |x| {
        let large = x[0] > x[1];
        vec![if large { x[0] } else { (x[0] - x[1]) * (x[0] - x[1]) * x[2] }]
    });
    let f = f.unwrap().with_gradient().unwrap();
    let data: Vec<f64> = (0..777).map(|i| f64::from(i) * 0.001).collect();
    let k = device().compile_shared::<f64>(&f, 2).unwrap();
    let x = k.device().upload(&data, 1).unwrap();
    for shared in [[2.0, 0.5], [1.0, -3.0]] {
        k.share(&shared).unwrap();
        let points: Vec<f64> = data.iter().flat_map(|&x| [x, shared[0], shared[1]]).collect();
        let expected = f.eval_batch(&points).unwrap();
        assert_eq!(k.eval_batch(&data).unwrap(), expected);
        let sums = k.sum(&x).unwrap();
        assert!((0..4).all(|j| sums[j] == sum(expected.iter().skip(j).step_by(4).copied())));
    }
    k.share(&[0.5, 1.0]).unwrap();
    let error = k.run(&x).unwrap_err();
    assert!(matches!(error, Error::Points { point: 501, failed: 276, .. }), "{error}");
}

#[test]
fn float_is_float() {
    let f = Program::record(2, |x| vec![(x[0] * x[1]).exp() / 3.0 + softplus(x[1])]).unwrap().with_gradient().unwrap();
    let k = device().compile::<f32>(&f).unwrap();
    assert!(!k.source().has_doubles(), "{}", k.source());
    let points: Vec<f32> = (0..2000).map(|i| (i as f32 * 0.7).sin()).collect();
    let wide: Vec<f64> = points.iter().map(|&x| f64::from(x)).collect();
    for (y, e) in k.eval_batch(&points).unwrap().iter().zip(f.eval_batch(&wide).unwrap()) {
        assert!((f64::from(*y) - e).abs() < 1e-6 * e.abs().max(1.0), "{y} {e}");
    }
}

#[test]
fn a_device_is_chosen() {
    let devices = Device::list().unwrap();
    assert_eq!(Device::by_index(0).unwrap().name(), devices[0].name());
    assert_eq!(Device::by_name(&devices[0].name().to_uppercase()).unwrap().name(), devices[0].name());
    assert_eq!(Device::of_kind(devices[0].kind()).unwrap().kind(), devices[0].kind());
    assert!(devices[0].memory() > 0 && devices[0].units() > 0 && !devices[0].vendor().is_empty());
    for error in [Device::by_index(99), Device::by_name("no such device"), Device::of_kind(Kind::Other)] {
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("there is no device ") && error.contains(devices[0].name()), "{error}");
    }
}

#[test]
fn arrays_are_columns() {
    let device = device();
    let points: Vec<f64> = (0..300).map(f64::from).collect();
    let a: Array<f64> = device.upload(&points, 3).unwrap();
    let columns = a.columns().unwrap();
    assert!((0..3).all(|k| (0..100).all(|lane| columns[k * 100 + lane] == points[lane * 3 + k])));
    let b = device.upload_columns(&columns, 3).unwrap();
    assert_eq!(b.download().unwrap(), points);
}

#[test]
fn what_does_not_fit_is_refused_with_both_numbers() {
    let device = device();
    let most = device.memory();
    for error in [device.array::<f64>(3, 1 << 45).unwrap_err(), device.array::<f32>(usize::MAX, 2).unwrap_err()] {
        let Error::Memory { bytes, most: given, .. } = error else { panic!("{error}") };
        assert!(bytes > most && given <= most && error.to_string().contains(&bytes.to_string()), "{error}");
    }
    let long = Program::record(1, |x| vec![(0..90_000).fold(x[0], |y, _| y.sin())]).unwrap();
    let error = device.compile::<f64>(&long).unwrap_err();
    assert!(error.to_string().contains("1000000 is the most"), "{error}");
}

#[test]
fn a_model_is_fitted() {
    student::main().unwrap();
}

#[test]
fn a_kernel_serves_many_threads() {
    let p = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()]).unwrap();
    let k = kernel(&p);
    let points: Vec<f64> = (0..2000).map(|i| f64::from(i) * 0.01).collect();
    let expected = p.eval_batch(&points).unwrap();
    std::thread::scope(|scope| {
        for i in 0..4 {
            let (k, points, expected, p) = (&k, &points, &expected, &p);
            scope.spawn(move || {
                for _ in 0..5 {
                    assert_eq!(k.eval_batch(points).unwrap(), *expected);
                    let own = kernel(&p.with_gradient().unwrap()).with_chunk(100 + i);
                    let x = own.device().upload(points, 2).unwrap();
                    assert_eq!(own.run(&x).unwrap().lanes(), 1000);
                    assert_eq!(k.run(&x).unwrap().download().unwrap(), *expected);
                }
            });
        }
    });
}

#[test]
#[should_panic(expected = "the program has 2 inputs for each point, and the points have 3 numbers")]
fn points_of_another_width_panic() {
    let k = kernel(&Program::record(2, |x| vec![x[0] * x[1]]).unwrap());
    let x = k.device().upload(&[1.0; 9], 3).unwrap();
    let _ = k.run(&x);
}
