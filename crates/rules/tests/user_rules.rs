//! Rules of one's own: any number of arguments, at second order, in any module.

mod common;

use common::dual::Dual;
use rules::{Number, Rule, RuleId, Visitor};
use std::collections::BTreeSet;

rules::rule! {
    /// A bump that is its own module's business.
    Bump: bump(x) = (-x * x).exp(), d [x * y * -2.0] where y;
    /// Two arguments, one of them through a row of the table that is a function.
    pub(crate) Blend: blend(a, b) = a * erf(b), d [erf(b), a * bell(b) * std::f64::consts::FRAC_2_SQRT_PI];
    Cuboid: cuboid(a, b, c) = { let base = a * b; base * c }, d [b * c, a * c, a * b];
}

mod elsewhere {
    rules::rule! {
        /// Visible outside of its module, and made of another rule.
        #[must_use]
        pub Twice: twice(x) = 2.0 * super::bump(x), d [super::bump(x) * x * -4.0];
    }
}

type Second = Dual<Dual<f64>>;

fn seed(x: f64) -> Second {
    Dual::variable(Dual::variable(x))
}

fn close(got: f64, expected: f64) {
    assert!((got - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(), "{got}, not {expected}");
}

/// First and second derivative.
fn slopes(y: Second) -> (f64, f64) {
    (y.tangent.value, y.tangent.tangent)
}

#[test]
fn one_argument() {
    let x = 0.3_f64;
    let e = (-x * x).exp();
    assert_eq!(bump(x), e);
    let (first, second) = slopes(bump(seed(x)));
    close(first, -2.0 * x * e);
    close(second, (4.0 * x * x - 2.0) * e);
}

#[test]
fn two_arguments_of_which_one_is_constant() {
    let (first, second) = slopes(blend(seed(2.0), Dual::constant(0.3)));
    close(first, rules::functions::erf(0.3));
    assert_eq!(second, 0.0);
    let (first, _) = slopes(blend(Dual::constant(2.0), seed(0.3)));
    close(first, 2.0 * std::f64::consts::FRAC_2_SQRT_PI * (-0.09_f64).exp());
    // The other partial, which would be NaN, is not asked for.
    assert_eq!(slopes(blend(seed(2.0), Dual::constant(f64::INFINITY))).0, 1.0);
}

#[test]
fn three_arguments() {
    let x = seed(3.0);
    assert_eq!(cuboid(2.0, 3.0, 4.0), 24.0);
    assert_eq!(slopes(cuboid(x, x, x)), (27.0, 18.0));
}

#[test]
fn from_another_module_and_on_any_number() {
    fn generic<T: Number>(x: T) -> T {
        elsewhere::twice(x) * x
    }
    let x = 0.4_f64;
    let e = (-x * x).exp();
    close(generic(x), 2.0 * e * x);
    close(slopes(generic(seed(x))).0, 2.0 * e * (1.0 - 2.0 * x * x));
    assert_eq!(generic(0.5_f32), (2.0 * f64::exp(-0.25)) as f32 * 0.5);
}

#[test]
fn all_rules_of_complex_functions_are_listed() {
    struct Names(BTreeSet<&'static str>);
    impl Visitor for Names {
        fn visit<R: Rule<N>, const N: usize>(&mut self) {
            let RuleId::User(name) = R::ID else { panic!("a row of the table") };
            assert!(self.0.insert(name), "{name} twice");
        }
    }
    let mut names = Names(BTreeSet::new());
    rules::complex_rules(&mut names);
    // Each stands in the source once, as a word in quotes.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/holomorphic");
    let mut written = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = code.flat_map(|line| line.split('"')).filter(|word| word.starts_with("complex::"));
        written.extend(words.map(str::to_owned));
    }
    assert!(written.iter().eq(names.0.iter()), "{written:?} and {:?}", names.0);
}
