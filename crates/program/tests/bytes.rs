//! The byte form reads back; what is no program is refused.

use program::{Error, Function, Program};
use rules::{ROWS, Real, Rule};

rules::rule! {
    /// A function of five arguments.
    Five: five(a, b, c, d, e) = a * b + c * d + e, d [b, a, d, c, 1.0];
}

fn again(p: &Program) {
    assert_eq!(&Program::from_bytes(&p.to_bytes()).unwrap(), p);
}

#[test]
fn every_row_reads_back_and_so_do_its_derivatives() {
    for row in ROWS {
        for &n in row.parameters {
            let p = Program::record_at(row.points[0], |x| vec![row.op.apply(x, n)]).unwrap();
            again(&p);
            again(&p.gradient().unwrap());
            again(&p.hessian().unwrap());
            again(&p.jvp().unwrap());
        }
    }
}

fn steered() -> Program {
    let p = Program::record_at(&[0.5, 2.0], |x| {
        let odd = [f64::NAN, -f64::NAN, f64::INFINITY, -0.0, 5e-324];
        let sum = odd.iter().map(|&c| x[0] * c).sum();
        let least = if x[0] <= x[1] && x[1] != 3.0 && x[0].partial_cmp(&x[1]).is_some() { x[0] } else { sum };
        vec![sum, least * x[1].value(), x[0], (-0.0).into(), (-f64::NAN).into()]
    });
    p.unwrap()
}

#[test]
fn constants_guards_and_outputs_read_back_to_the_bit() {
    again(&steered());
    assert_eq!(steered().guards().len(), 4);
    again(&steered().optimised().unwrap());
    again(&Program::record(0, |_| vec![]).unwrap());
    again(&Program::record(3, |_| vec![]).unwrap());
}

#[test]
fn rules_of_users_read_back_where_they_are_given() {
    let p = Program::record(5, |x| vec![five(x[0], x[1], x[2], x[3], x[4]) + 1.0]).unwrap();
    let refused = Program::from_bytes(&p.to_bytes()).unwrap_err();
    assert!(refused.to_string().contains("there is no function `bytes::five`"), "{refused}");
    fn rule_of<R: Rule<5>>() -> Function {
        Function::of::<R, 5>()
    }
    let function = rule_of::<<five as rules::FreeFunction<5>>::Rule>();
    assert_eq!(Program::from_bytes_with(&p.to_bytes(), &[function]).unwrap(), p);
}

#[test]
fn every_shorter_and_every_longer_file_is_refused() {
    let bytes = steered().to_bytes();
    for length in 0..bytes.len() {
        assert!(matches!(Program::from_bytes(&bytes[..length]), Err(Error::Invalid { .. })), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Program::from_bytes(&longer).unwrap_err().to_string().ends_with("1 bytes are left over"));
}

/// Bytes put together by hand: each mistake with what is said of it.
#[test]
fn mistakes_are_named() {
    let word = |w: u32| w.to_le_bytes().to_vec();
    let head = b"wengert\x01".to_vec();
    let sin = [word(1), word(3), b"sin".to_vec(), word(1), vec![0]].concat();
    let input = [word(1), vec![0]].concat();
    let none = word(0);
    let call = |of: u32, a: u32| [word(1), word(of), word(a)].concat();
    let guard =
        |test: u8, answer: u8, a: u32, at: u32| [word(1), vec![test, answer], word(a), word(0), word(at)].concat();
    let said = |parts: &[&Vec<u8>]| {
        Program::from_bytes(&parts.iter().flat_map(|p| p.iter().copied()).collect::<Vec<u8>>())
            .map_or_else(|error| error.to_string(), |_| "fine".to_owned())
    };
    let one = call(0, 0);
    assert_eq!(said(&[&head, &sin, &input, &none, &none, &one, &call(1, 0)[..8].to_vec()]), "fine");
    for (parts, expected) in [
        (vec![&b"wengert\x03".to_vec()], "a program begins with `wengert` and the version 1 or 2"),
        (vec![&head, &word(u32::MAX)], "the bytes end too early"),
        (vec![&head, &none, &word(u32::MAX)], "the bytes end too early"),
        (vec![&head, &[word(1), word(1), vec![0xff], word(1), vec![0]].concat()], "the name of a function is no text"),
        (vec![&head, &[word(1), word(3), b"abc".to_vec(), word(1), vec![0]].concat()], "there is no function `abc`"),
        (
            vec![&head, &[word(1), word(3), b"sin".to_vec(), word(2), vec![0]].concat()],
            "`sin` had 2 arguments, and has 1",
        ),
        (
            vec![&head, &[word(1), word(3), b"sin".to_vec(), word(1), vec![1]].concat()],
            "`sin` is no longer with, or without, an integer",
        ),
        (vec![&head, &none, &word(1), &vec![7]], "each input is a byte 0"),
        (vec![&head, &sin, &input, &none, &none, &call(1, 0)], "a function is called that is not listed"),
        (vec![&head, &sin, &input, &none, &none, &call(0, 1)], "value 1 is read before it is there: 1 are"),
        (vec![&head, &sin, &input, &none, &guard(9, 0, 0, 0)], "there is no such test"),
        (vec![&head, &sin, &input, &none, &guard(0, 9, 0, 0)], "there is no such answer"),
        (vec![&head, &sin, &input, &none, &guard(0, 3, 0, 0), &one], "`<` is true or false"),
        (vec![&head, &sin, &input, &none, &guard(5, 0, 0, 0), &one], "an order is less, equal, greater or unordered"),
        (vec![&head, &sin, &input, &none, &guard(0, 0, 1, 0), &one], "value 1 is read before it is there: 1 are"),
        (vec![&head, &sin, &input, &none, &guard(0, 0, 0, 2), &one], "a guard stands after 2 of 1 calls"),
    ] {
        let said = said(&parts);
        assert!(said.ends_with(expected), "{said:?} instead of {expected:?}");
    }
    let output = [word(1), word(2)].concat();
    assert_eq!(said(&[&head, &sin, &input, &none, &none, &one, &output]), "value 2 is read before it is there: 2 are");
}

#[test]
fn serde_writes_text_for_people_and_bytes_for_machines() {
    let p = steered();
    let text = serde_json::to_string(&p).unwrap();
    assert!(text.starts_with("\"program(x0, x1)\\n"), "{text}");
    assert_eq!(serde_json::from_str::<Program>(&text).unwrap(), p);
    let bytes = postcard::to_stdvec(&p).unwrap();
    assert!(bytes.ends_with(&p.to_bytes()));
    assert_eq!(postcard::from_bytes::<Program>(&bytes).unwrap(), p);
    let refused = serde_json::from_str::<Program>("\"program(x)\\nreturn y\"").unwrap_err();
    assert!(refused.to_string().contains("line 2: `y` is neither"), "{refused}");
    assert!(postcard::from_bytes::<Program>(&bytes[..bytes.len() - 1]).is_err());
}
