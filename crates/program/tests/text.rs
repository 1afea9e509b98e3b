//! The text form reads back, and garbage is refused at its line.

use program::{Error, Function, Node, Program, Test};
use proptest::prelude::*;
use rules::{Complex, ROWS, Real, Rule};

rules::rule! {
    /// A rule of the user's.
    Twice: twice(x) = 2.0 * x, d [2.0];
}

fn again(p: &Program) {
    let text = p.to_string();
    let back = Program::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&back, p, "{text}");
}

#[test]
fn every_row_reads_back_and_so_do_its_derivatives() {
    for row in ROWS {
        for &n in row.parameters {
            let p = Program::record_at(row.points[0], |x| vec![row.op.apply(x, n)]).unwrap();
            again(&p);
            let g = p.gradient().unwrap();
            again(&g);
            again(&g.jacobian().unwrap());
            again(&p.jvp().unwrap());
        }
    }
}

#[test]
fn functions_of_complex_numbers_read_back_and_so_do_their_derivatives() {
    type Of = for<'p> fn(Complex<Node<'p>>, Complex<Node<'p>>) -> Complex<Node<'p>>;
    let functions: [Of; 32] = [
        |z, w| z / w,
        |z, w| z.powc(w),
        |z, w| z * w,
        |z, w| z - w + 1.0,
        |z, _| -z,
        |z, w| z.powf(w.re),
        |z, _| z.powi(3),
        |z, _| z.powi(-2),
        |z, w| z.log(w.re),
        |z, _| z.recip(),
        |z, _| z.sqrt(),
        |z, _| z.exp(),
        |z, _| z.exp_m1(),
        |z, _| z.ln(),
        |z, _| z.ln_1p(),
        |z, _| z.sin(),
        |z, _| z.cos(),
        |z, _| z.tan(),
        |z, _| z.sinh(),
        |z, _| z.cosh(),
        |z, _| z.tanh(),
        |z, _| z.asin(),
        |z, _| z.acos(),
        |z, _| z.atan(),
        |z, _| z.asinh(),
        |z, _| z.acosh(),
        |z, _| z.atanh(),
        |z, w| Complex::from_polar(z.abs(), w.arg()),
        |z, w| Complex::new(z.norm_sqr(), w.im),
        |z, w| z.conj().scale(w.re).mul_i(),
        |z, w| z.unscale(w.im),
        |z, _| Complex::cis(z.re),
    ];
    for f in functions {
        let p = Program::record(4, |x| {
            let y = f(Complex::new(x[0], x[1]), Complex::new(x[2], x[3]));
            vec![y.re, y.im]
        });
        let p = p.unwrap();
        again(&p);
        let j = p.jacobian().unwrap();
        again(&j);
        again(&j.jacobian().unwrap());
        again(&p.jvp().unwrap());
        assert_eq!(Program::from_bytes(&j.to_bytes()).unwrap(), j);
    }
}

#[test]
fn constants_guards_and_outputs_read_back_to_the_bit() {
    let p = Program::record_at(&[0.5, 2.0], |x: &[Node<'_>]| {
        let odd = [f64::NAN, -f64::NAN, f64::INFINITY, -f64::INFINITY, -0.0, 5e-324, 0.1, 1e300];
        let sum: Node<'_> = odd.iter().map(|&c| x[0] * c).sum();
        let least = if x[0] <= x[1] && x[1] != 3.0 && x[0].partial_cmp(&x[1]).is_some() { x[0] } else { sum };
        vec![sum, least * x[1].value(), x[0], (-0.0).into(), (-f64::NAN).into()]
    });
    let p = p.unwrap();
    let tests: Vec<Test> = p.guards().iter().map(|g| g.test).collect();
    assert_eq!(tests, [Test::LessEqual, Test::Equal, Test::Order, Test::Value]);
    again(&p);
    again(&p.optimised().unwrap());
    again(&Program::record(0, |_| vec![]).unwrap());
}

#[test]
fn rules_of_users_read_back_where_they_are_given() {
    let p = Program::record(1, |x| vec![twice(x[0]) + 1.0]).unwrap();
    let text = p.to_string();
    assert!(matches!(Program::parse(&text), Err(Error::Invalid { line: 2, .. })));
    fn rule_of<R: Rule<1>>(_: impl Fn(Node<'static>) -> Node<'static>) -> Function {
        Function::of::<R, 1>()
    }
    let function = rule_of::<<twice as rules::FreeFunction<1>>::Rule>(|x| x);
    assert_eq!(Program::parse_with(&text, &[function]).unwrap(), p);
}

#[test]
fn mistakes_are_reported_at_their_line() {
    let said = |text: &str| Program::parse(text).unwrap_err().to_string();
    for (text, expected) in [
        ("", "the last line is `return ..`"),
        ("v = x", "line 1: a program begins with `program(x, y)`, its inputs"),
        ("program(x)\n\nv = x + y\nreturn v", "line 3: `y` is neither a number nor a name from above"),
        ("program(x)\nv = sin(v)\nreturn v", "line 2: `v` is neither a number nor a name from above"),
        ("program(x)\nv = sin(x, x)", "line 2: `sin` takes 1 arguments, not 2"),
        ("program(x)\nv = sine(x)", "line 2: there is no function `sine`"),
        ("program(x)\nv = powi(x)", "line 2: `powi` wants an integer after a `;`"),
        ("program(x)\nv = powi(x; 1.5)", "line 2: `1.5` is no integer"),
        ("program(x)\nv = sin(x; 1)", "line 2: `sin` takes no integer"),
        ("program(x, x)", "line 1: `x` stands for something already"),
        ("program(x)\nx = x + x", "line 2: `x` stands for something already"),
        ("program(x)\n1 = x + x", "line 2: `1` is no name: letters, digits and _ make one"),
        ("program(x)\nguard x < 1 : maybe", "line 2: `maybe` is neither true nor false"),
        ("program(x)\nguard x ~ 1 : true", "line 2: `~` is no test"),
        ("program(x)\nreturn x\nreturn x", "line 3: nothing stands after `return`"),
    ] {
        assert_eq!(said(text), expected, "{text}");
    }
}

#[test]
fn people_may_write_programs() {
    let text = "program(a, b) # two inputs\n\n product = a * b\n guard product > 0 : true\n return product, -0.5, a";
    let p = Program::parse(text).unwrap();
    assert_eq!(p.eval(&[2.0, 3.0]).unwrap(), [6.0, -0.5, 2.0]);
    assert!(p.eval(&[-2.0, 3.0]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused_or_runs(lines in prop::collection::vec(line(), 0..12), bytes in ".{0,40}") {
        let text = format!("program(x0, x1)\n{}\nreturn v0, {bytes}", lines.join("\n"));
        for text in [&text, &bytes, &format!("program(x0, x1)\n{}\nreturn x1", lines.join("\n"))] {
            if let Ok(p) = Program::parse(text) {
                let _ = p.eval(&vec![0.5; p.inputs()]);
                prop_assert_eq!(&Program::parse(&p.to_string()).unwrap(), &p);
                let q = p.optimised().unwrap();
                let (a, b) = (p.eval(&vec![0.5; p.inputs()]), q.eval(&vec![0.5; p.inputs()]));
                if let (Ok(a), Ok(b)) = (a, b) {
                    prop_assert!(a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()));
                }
                p.jacobian().unwrap();
            }
        }
    }
}

/// A line that is often, but not always, well formed.
fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "x0",
        "x1",
        "v0",
        "v1",
        "v2",
        "1.5",
        "-0.0",
        "inf",
        "1e999",
        "nan:7ff8000000000000",
        "",
        ",",
    ]);
    let call = prop::sample::select(vec!["sin", "powi", "max", "clamp", "select", "", "nothing"]);
    let sign = prop::sample::select(vec!["+", "-", "*", "/", "%", "=", "<", "<=>", "is"]);
    let tail = prop::sample::select(vec!["", "; 3", "; -2147483648", ")", ": true", ": less"]);
    (name.clone(), name.clone(), name, call, sign, tail, 0..4u8).prop_map(
        |(to, a, b, f, sign, tail, kind)| match kind {
            0 => format!("{to} = {a} {sign} {b}"),
            1 => format!("{to} = {f}({a}{tail})"),
            2 => format!("{to} = {f}({a}, {b}, {a}{tail})"),
            _ => format!("guard {a} {sign} {b} {tail}"),
        },
    )
}
