//! Messages and their answers: what is wrong with a message is said, and the next one is answered.

use gradbench::{Engine, Settings, run_once, serve};
use serde_json::{Value, json};

/// The answers to lines.
fn answers(lines: &str) -> Vec<Value> {
    let mut out = Vec::new();
    serve(lines.as_bytes(), &mut out, &Settings::default()).expect("memory to write to");
    let out = String::from_utf8(out).expect("text");
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The answer to an evaluation, which is followed by one that succeeds.
fn evaluated(module: &str, function: &str, input: &str) -> Value {
    let line =
        format!(r#"{{"id": 7, "kind": "evaluate", "module": "{module}", "function": "{function}", "input": {input}}}"#);
    let next = r#"{"id": 8, "kind": "evaluate", "module": "hello", "function": "double", "input": 3}"#;
    let [first, second] = <[Value; 2]>::try_from(answers(&format!("{line}\n{next}\n"))).expect("two answers");
    assert_eq!((&second["id"], &second["output"]), (&json!(8), &json!(6.0)));
    assert_eq!(first["id"], json!(7));
    first
}

/// That an input is refused with this reason.
#[track_caller]
fn refused(module: &str, function: &str, input: &str, reason: &str) {
    let answer = evaluated(module, function, input);
    assert_eq!(answer["success"], json!(false), "{answer}");
    let error = answer["error"].as_str().expect("a reason");
    assert!(error.contains(reason), "{module} {function} {input}: {error}");
}

#[test]
fn conversation() {
    let lines = r#"
        {"id": 0, "kind": "start", "eval": "lse"}
        {"id": 1, "kind": "define", "module": "lse"}
        {"id": 2, "kind": "define", "module": "fft"}
        {"id": 3, "kind": "define"}

        {"id": 4, "kind": "evaluate", "module": "hello", "function": "square", "input": 3.0, "description": "three"}
        {"id": 5, "kind": "analysis", "of": 4, "valid": true}"#;
    let mut answers = answers(lines);
    let timings = answers[4].as_object_mut().and_then(|answer| answer.remove("timings")).expect("timings");
    let [timing] = &timings.as_array().expect("a list")[..] else { panic!("{timings}") };
    assert!(timing["name"] == "evaluate" && timing["nanoseconds"].is_u64());
    let expected = json!([
        {"id": 0},
        {"id": 1, "success": true},
        {"id": 2, "success": false},
        {"id": 3, "success": false},
        {"id": 4, "success": true, "output": 9.0},
        {"id": 5},
    ]);
    assert_eq!(json!(answers), expected);
}

#[test]
fn messages_that_are_wrong() {
    for (line, id, reason) in [
        ("{", Value::Null, "EOF"),
        ("\u{0}", Value::Null, "expected value"),
        (r#"{"id": 1, "kind": "start""#, Value::Null, "EOF"),
        ("3", Value::Null, "invalid type"),
        (r#"{"id": 1}"#, json!(1), "lacks `kind`"),
        (r#"{"id": "a", "kind": "stop"}"#, json!("a"), "unknown kind `stop`"),
        (r#"{"id": 2, "kind": "evaluate", "function": "square", "input": 1}"#, json!(2), "lacks `module`"),
        (r#"{"id": 2, "kind": "evaluate", "module": "hello", "input": 1}"#, json!(2), "lacks `function`"),
        (r#"{"id": 2, "kind": "evaluate", "module": "hello", "function": "square"}"#, json!(2), "lacks `input`"),
        (r#"{"id": 3, "kind": "evaluate", "module": 5}"#, json!(3), "invalid type"),
    ] {
        let answers = answers(&format!("{line}\n{{\"id\": 9, \"kind\": \"start\"}}\n"));
        assert_eq!(answers[1..], [json!({"id": 9})], "{line}");
        assert_eq!((&answers[0]["id"], &answers[0]["success"]), (&id, &json!(false)), "{line}");
        let error = answers[0]["error"].as_str().expect("a reason");
        assert!(error.contains(reason), "{line}: {error}");
    }
    let deep = format!(r#"{{"id": {}"#, "[".repeat(1_000_000));
    assert_eq!(answers(&deep)[0]["success"], json!(false));
    let mut out = Vec::new();
    serve(&b"\xff\n"[..], &mut out, &Settings::default()).expect("memory to write to");
    assert!(out.starts_with(br#"{"id":null,"success":false"#));
}

#[test]
fn functions_and_inputs_that_are_wrong() {
    refused("fft", "objective", "1", "unknown eval `fft`");
    refused("lse", "jacobian", r#"{"x": [1]}"#, "unknown function `jacobian`");
    refused("hello", "square", "\"one\"", "invalid type");
    refused("hello", "square", "1e999", "number out of range");
    refused("hello", "square", "1e200", "infinite or not a number");
    refused("lse", "primal", "3", "invalid type");
    refused("lse", "primal", "{}", "missing field `x`");
    refused("lse", "primal", r#"{"x": []}"#, "`x` is 0, expected at least 1");
    refused("lse", "primal", r#"{"x": [1, null]}"#, "invalid type: null");
    refused("lse", "primal", r#"{"x": [1], "min_runs": -1}"#, "invalid value");
    refused("lse", "primal", r#"{"x": [1], "min_seconds": -1}"#, "`min_seconds`");
    refused("lse", "primal", r#"{"x": [1], "min_seconds": 1e300}"#, "`min_seconds`");
    refused("llsq", "gradient", r#"{"x": [1], "n": 1}"#, "`n` is 1, expected at least 2");
    refused("llsq", "gradient", r#"{"x": [], "n": 5}"#, "`x` is 0");
    refused("llsq", "gradient", r#"{"x": [1], "n": -5}"#, "invalid value");
    refused("llsq", "gradient", r#"{"x": [1], "n": 1e3}"#, "invalid type");
    refused("llsq", "gradient", r#"{"x": [1, 2], "n": 18446744073709551615}"#, "too large");
    refused("ode", "gradient", r#"{"x": [], "s": 5}"#, "`x` is 0");
    refused("ode", "gradient", r#"{"x": [1], "s": 0}"#, "`s` is 0");
    refused("ode", "gradient", r#"{"x": [1], "s": 999999999999}"#, "too large");
    refused("det", "primal", r#"{"A": [], "ell": 0}"#, "`ell` is 0");
    refused("det", "gradient", r#"{"A": [1, 2, 3], "ell": 2}"#, "`A` has 3 entries, expected 4");
    refused("det", "gradient", r#"{"A": [1], "ell": 12}"#, "too large");
    refused("det", "gradient", r#"{"A": [1], "ell": 18446744073709551615}"#, "too large");
    refused("particle", "gradient", r#"{"w": 0}"#, "unknown function `gradient`: there are rr, rf, fr, ff");
    refused("particle", "rr", r#"{}"#, "missing field `w`");
    refused("particle", "ff", r#"{"w": 1e300}"#, "infinite or not a number");
    refused("particle", "rr", r#"{"w": -1e300}"#, "infinite or not a number");
    refused("saddle", "rr", r#"{"start": [1]}"#, "invalid length 1");
    refused("ht", "jacobian", r#"{"theta": []}"#, "missing field `data`");
    refused("kmeans", "dir", r#"{"points": [[1, 2]], "centroids": []}"#, "`centroids` is 0");
    refused("kmeans", "dir", r#"{"points": [[1, 2]], "centroids": [[]]}"#, "`centroids[0]` is 0");
    refused("kmeans", "dir", r#"{"points": [[1, 2]], "centroids": [[1]]}"#, "`points[0]` has 2 entries, expected 1");
    refused("kmeans", "dir", r#"{"points": [[1], [2]], "centroids": [[1], [1, 2]]}"#, "`centroids[1]`");
}

#[test]
fn hands_that_do_not_fit() {
    let input = include_str!("data/ht/shares.json").trim();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut input: Value = serde_json::from_str(input).expect("JSON");
        change(&mut input);
        input.to_string()
    };
    assert_eq!(evaluated("ht", "jacobian", input)["success"], json!(true));
    let model = |name: &'static str, place: usize, value: Value| {
        with(&move |input| input["data"]["model"][name][place] = value.clone())
    };
    refused("ht", "objective", &with(&|input| input["theta"] = json!([1.0])), "`theta` has 1 entries, expected 26");
    refused("ht", "objective", &with(&|input| input["us"] = json!([[1.0, 2.0]])), "`us` has 1 entries, expected 5");
    refused("ht", "jacobian", &with(&|input| input["data"]["points"] = json!([])), "`points` has 0 entries");
    let far = with(&|input| input["data"]["correspondences"][2] = json!(99));
    refused("ht", "jacobian", &far, "`correspondences[2]` is 99, which leads to none of 9 corners");
    let corners = with(&|input| {
        input["data"]["correspondences"][1] = json!(9);
        input["us"] = json!([]);
    });
    refused("ht", "jacobian", &corners, "`correspondences[1]` is 9, which leads to none of 9 corners");
    refused("ht", "objective", &model("triangles", 0, json!([0, 1])), "invalid length");
    refused("ht", "objective", &model("parents", 5, json!(5)), "`parents[5]` is 5, expected an earlier bone or -1");
    refused("ht", "objective", &model("parents", 5, json!(-2)), "`parents[5]` is -2");
    refused("ht", "objective", &model("weights", 3, json!([1.0])), "`weights[3]` has 1 entries, expected 22");
    let bent = json!([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]]);
    refused("ht", "objective", &model("base_relatives", 4, bent), "`base_relatives[4]` ends in a row other than");
    refused("ht", "objective", &with(&|input| input["data"]["model"]["parents"] = json!([-1])), "`parents` is 1");
}

#[test]
fn shapes_that_do_not_fit() {
    let gmm = |d: &str, alpha: &str, l: &str| {
        let rest = r#""k": 1, "n": 1, "x": [[1, 2]], "m": 0, "gamma": 1, "mu": [[1, 2]], "q": [[1, 2]]"#;
        format!(r#"{{"d": {d}, "alpha": {alpha}, "l": {l}, {rest}}}"#)
    };
    assert_eq!(evaluated("gmm", "jacobian", &gmm("2", "[1]", "[[1]]"))["success"], json!(true));
    refused("gmm", "jacobian", &gmm("0", "[1]", "[[1]]"), "`d` is 0");
    refused("gmm", "jacobian", &gmm("3", "[1]", "[[1]]"), "`mu[0]` has 2 entries, expected 3");
    refused("gmm", "jacobian", &gmm("2", "[1, 2]", "[[1]]"), "`alpha` has 2 entries, expected 1");
    refused("gmm", "jacobian", &gmm("2", "[1]", "[[]]"), "`l[0]` has 0 entries, expected 1");
    refused("gmm", "jacobian", &gmm("18446744073709551615", "[1]", "[[1]]"), "too large");

    let ba = |p: &str, cam: &str| {
        format!(r#"{{"n": 1, "m": 1, "p": {p}, "cam": {cam}, "x": [1, 2, 3], "w": 1, "feat": [0, 0]}}"#)
    };
    let (cam, blind) = ("[1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]", "[0, 0, 0, 1, 2, 3, 1, 0, 0, 0, 0]");
    assert_eq!(evaluated("ba", "jacobian", &ba("2", cam))["success"], json!(true));
    refused("ba", "jacobian", &ba("0", cam), "`p` is 0");
    refused("ba", "jacobian", &ba("999999999999999999", cam), "too large");
    refused("ba", "jacobian", &ba("1", "[1, 2]"), "invalid length 2");
    refused("ba", "objective", &ba("1", blind), "infinite or not a number");

    let lstm = |state: &str, sequence: &str| {
        let main = "[[1, 2, 3, 4], [1, 2, 3, 4]]";
        let extra = "[[1], [1], [1]]";
        format!(r#"{{"main_params": {main}, "extra_params": {extra}, "state": {state}, "sequence": {sequence}}}"#)
    };
    assert_eq!(evaluated("lstm", "jacobian", &lstm("[[0], [0]]", "[[1], [0]]"))["success"], json!(true));
    refused("lstm", "jacobian", &lstm("[[0], [0]]", "[[1]]"), "`sequence` is 1");
    refused("lstm", "jacobian", &lstm("[[0], [0]]", "[[1], [0, 1]]"), "`sequence[1]` has 2 entries, expected 1");
    refused("lstm", "jacobian", &lstm("[]", "[[1], [0]]"), "`state` is 0");
    refused("lstm", "jacobian", &lstm("[[0], [0], [0]]", "[[1], [0]]"), "`state` has 3 entries");
    refused("lstm", "jacobian", &lstm("[[0], [0], [0], [0]]", "[[1], [0]]"), "`main_params` has 2 entries");
}

#[test]
fn runs_until_both_bounds_are_reached() {
    let run = |input: &str| run_once("lse", "gradient", input, &Settings::default()).expect("a result");
    assert_eq!(run(r#"{"x": [1, 2]}"#).times.len(), 1);
    assert_eq!(run(r#"{"x": [1, 2], "min_runs": 5}"#).times.len(), 5);
    let measured = run(r#"{"x": [1, 2], "min_runs": 2, "min_seconds": 0.01}"#);
    assert!(measured.times.len() >= 2 && measured.times.iter().sum::<std::time::Duration>().as_secs_f64() >= 0.01);
}

#[test]
fn sums_have_the_same_bits_on_any_number_of_threads() {
    let x: Vec<f64> = (0..1000).map(|i| (i as f64).sin()).collect();
    let points: Vec<[f64; 2]> = x.chunks_exact(2).map(|p| [p[0], p[1]]).collect();
    for (eval, function, input) in [
        ("lse", "gradient", json!({"x": x})),
        ("llsq", "gradient", json!({"x": x[..8], "n": 100})),
        ("kmeans", "dir", json!({"points": points, "centroids": points[..5]})),
    ] {
        let run = |threads| {
            let settings = Settings::new(Engine::Adjoint, threads).expect("threads");
            run_once(eval, function, &input.to_string(), &settings).expect("a result").output
        };
        assert_eq!(run(2), run(3), "{eval}");
    }
}
