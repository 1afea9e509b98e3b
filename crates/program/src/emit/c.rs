//! A program as C: straight-line code in which every name is given once.

use super::definitions::{Definitions, PREFIX, PRELUDE, renamed};
use super::list::{Language, bare, room, write};
use super::names::{Names, Resolved};
use crate::error::Error;
use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::program::Program;
use core::cmp::Ordering;

/// Words of C and of C++, and macros that compilers and `math.h` define.
const KEPT: &str = include_str!("kept_words.txt");

/// What the names of other macros begin with, and those that belong to the compiler.
const BEGINNINGS: [&str; 4] = ["FP_", "HUGE_VAL", "M_", "MATH_"];

/// Functions of `math.h`, with `f` and `l` at their ends too, and what else a C library has under short names.
const FUNCTIONS: &str = include_str!("kept_functions.txt");

pub(super) struct C {
    /// What the names of functions begin with.
    prefix: String,
    definitions: Definitions,
}

impl Program {
    /// C source (C99) of a function that computes the outputs: `int name(const double *x, double *v, double *y)`, where
    /// `v` is room for what long programs keep, as many `double` as the first line says. It returns 0; else the number
    /// of the guard that turned out otherwise plus 1; else -1 less the number of the operation whose precondition is
    /// broken.
    ///
    /// Programs of more than 500 operations become several functions, since compilers take more than linear time in the
    /// length of one: `cc -O1` takes 8 s for 100 000 operations (on one of two cores, 2026).
    ///
    /// The functions of the table that the program calls stand before it, so each program wants a file of its own. They
    /// are written in terms of `math.h`: link with `-lm`, and do not let the compiler contract products and sums
    /// (`-ffp-contract=off`) nor rearrange them. Bessel functions are those of POSIX, which `-std=c99` alone hides.
    ///
    /// Values have the bits of [`eval`](Program::eval), as both sides call the same system library; but cube roots,
    /// inverse hyperbolic functions, the logarithm of gamma, the error functions and Bessel functions are the system's
    /// here and differ in their last digits.
    ///
    /// # Errors
    /// [`Error::Code`] with the name of a rule of the user's. [`Error::Name`] if names cannot be given.
    ///
    /// ```
    /// use program::{Names, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1] + 0.5])?;
    /// let code = "\
    /// /* f: 2 inputs, 0 places between its parts, 1 output */
    /// #include <math.h>
    ///
    /// static double wengert_add(double a, double b) { return a + b; }
    ///
    /// static double wengert_mul(double a, double b) { return a * b; }
    ///
    /// int f(const double *x, double *v, double *y) {
    ///     (void)x, (void)v, (void)y;
    ///     const double v0 = wengert_mul(x[0], x[1]);
    ///     const double v1 = wengert_add(v0, 0.5);
    ///     y[0] = v1;
    ///     return 0;
    /// }
    /// ";
    /// assert_eq!(f.to_c(&Names::of("f"))?, code);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_c(&self, names: &Names) -> Result<String, Error> {
        let mut language = C::new();
        let code = write(self, names, &mut language)?;
        let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let (inputs, outputs) = (counted(self.inputs(), "input"), counted(self.outputs().len(), "output"));
        let room = counted(room(self), "place");
        let mut text = format!("/* {}: {inputs}, {room} between its parts, {outputs} */\n", names.function);
        text += "#include <math.h>\n\n";
        for definition in language.definitions.used() {
            text = text + &renamed(definition, &language.prefix) + "\n\n";
        }
        Ok(text + &code)
    }
}

impl C {
    fn new() -> C {
        C { prefix: PREFIX.to_owned(), definitions: Definitions::of(&[PRELUDE]) }
    }

    /// The name of a function in C, whose definition is now needed.
    fn need(&mut self, role: &str, function: &Function) -> Result<String, Error> {
        let name = format!("{PREFIX}{role}{}", function.name());
        if function.op().is_none() || !self.definitions.need(&name) {
            return Err(Error::Code { function: function.name(), language: "C" });
        }
        Ok(renamed(&name, &self.prefix))
    }
}

impl Language for C {
    const NAME: &'static str = "C";
    const LET: &'static str = "const double";
    const DONE: &'static str = "return 0;";

    fn keeps(word: &str) -> bool {
        // Two underscores, or one and a capital, belong to the compiler; one at the end makes it no word of its.
        let capital = |c: char| c == '_' || c.is_ascii_uppercase();
        let begins = BEGINNINGS.iter().any(|b| word.starts_with(b))
            || word.strip_prefix('_').is_some_and(|rest| rest.starts_with(capital));
        begins && !word.ends_with('_') || KEPT.split_whitespace().any(|kept| kept == word)
    }

    fn keeps_function(word: &str) -> bool {
        let stem = word.strip_suffix(['f', 'l']).unwrap_or(word);
        Self::keeps(word) || FUNCTIONS.split_whitespace().any(|kept| kept == word || kept == stem)
    }

    fn avoid(&mut self, names: &Resolved, function: &str) {
        self.prefix = names.prefix(PREFIX, function);
    }

    fn head(&self, name: &str, [x, v, y]: &[String; 3], _: [usize; 3], public: bool) -> String {
        let linkage = if public { "" } else { "static " };
        format!(
            "{linkage}int {name}(const double *{x}, double *{v}, double *{y}) {{\n    (void){x}, (void){v}, (void){y};\n"
        )
    }

    fn chunk(&self, name: &str, [x, v, y]: &[String; 3]) -> String {
        format!(
            "    {{\n        int code = {name}({x}, {v}, {y});\n        if (code != 0) {{\n            return code;\n        \
             }}\n    }}\n"
        )
    }

    fn constant(&self, c: f64) -> String {
        constant(c)
    }

    fn call(&mut self, function: &Function, args: &[String], n: i32) -> Result<String, Error> {
        let name = self.need("", function)?;
        let parameter = if function.family() { Some(integer(n)) } else { None };
        let args: Vec<String> = args.iter().map(|x| bare(x).to_owned()).chain(parameter).collect();
        Ok(format!("{name}({})", args.join(", ")))
    }

    fn precondition(&mut self, function: &Function, args: &[String], at: usize) -> Result<String, Error> {
        if function.op().is_none_or(|op| op.row().requires.is_empty()) {
            return Ok(String::new());
        }
        let name = self.need("admits_", function)?;
        Ok(format!("    if (!{name}({})) {{\n        return -{};\n    }}\n", args.join(", "), at + 1))
    }

    fn guard(&self, guard: &Guard, operands: [&str; 2], at: usize) -> String {
        format!("    if (!({})) {{\n        return {};\n    }}\n", holds(guard, operands), at + 1)
    }
}

/// The question of a guard, true where the answer is the recorded one.
pub(super) fn holds(guard: &Guard, [a, b]: [&str; 2]) -> String {
    match (guard.test, guard.answer) {
        (Test::Value, answer) => {
            let sign = if answer == Answer::Is(true) { "" } else { "!" };
            let equal = format!("({a} == {b} && !signbit({a}) == !signbit({b}))");
            format!("{sign}({equal} || (isnan({a}) && isnan({b})))")
        }
        (_, Answer::Ordering(Some(Ordering::Less))) => format!("{a} < {b}"),
        (_, Answer::Ordering(Some(Ordering::Equal))) => format!("{a} == {b}"),
        (_, Answer::Ordering(Some(Ordering::Greater))) => format!("{a} > {b}"),
        (_, Answer::Ordering(None)) => format!("isnan({a}) || isnan({b})"),
        (test, Answer::Is(true)) => format!("{a} {} {b}", test.symbol()),
        (test, Answer::Is(false)) => format!("!({a} {} {b})", test.symbol()),
    }
}

/// A number as C reads it.
pub(super) fn constant(c: f64) -> String {
    match c {
        c if c.is_nan() => "NAN".to_owned(),
        f64::INFINITY => "INFINITY".to_owned(),
        f64::NEG_INFINITY => "(-INFINITY)".to_owned(),
        c if c.is_sign_negative() => format!("({c:?})"),
        c => format!("{c:?}"),
    }
}

/// An integer as C reads it; the least one is no literal.
pub(super) fn integer(n: i32) -> String {
    if n == i32::MIN { format!("({} - 1)", n + 1) } else { n.to_string() }
}
