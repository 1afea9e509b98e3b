//! A program as Rust: straight-line code in which every name is given once.

use super::in_place::in_place;
use super::list::{Language, bare, write};
use super::names::{Names, Resolved};
use crate::error::Error;
use crate::function::Function;
use crate::guard::{Answer, Guard, Test};
use crate::program::Program;
use rules::{Kind, Op};

struct Rust<'a> {
    functions: &'a str,
}

impl Program {
    /// Rust source of a function that computes the outputs: `fn name(x: &[f64; N], v: &mut [f64; K], y: &mut [f64; M])
    /// -> Result<(), usize>`, where `v` is room for what long programs keep, and the error is the number of the guard
    /// that turned out otherwise.
    ///
    /// Programs of more than 500 operations become several functions, since compilers take more than linear time in the
    /// length of one: rustc takes 6 s for 100 000 operations, and 11 s with `-O` (on one of two cores, 2026). To measure
    /// again: `WENGERT_EMIT_OPERATIONS=100000 cargo test -p wengert-program --test emit long_ -- --nocapture`.
    ///
    /// Functions that `f64` does not have are called at the path `functions` of the names. The code uses `core` alone
    /// where the program does arithmetic only, else the methods of `f64`, which `std` has. It computes the same bits as
    /// [`eval`](Program::eval); where a precondition is broken, it panics as the function that was recorded.
    ///
    /// # Errors
    /// [`Error::Code`] if the program calls rules of the user's, whose code is not known by their names;
    /// [`Error::Name`] if names cannot be given.
    ///
    /// ```
    /// use program::{Names, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1] + 0.5])?;
    /// let code = "\
    /// pub fn f(x: &[f64; 2], v: &mut [f64; 0], y: &mut [f64; 1]) -> Result<(), usize> {
    ///     let _ = (x, &v, &y);
    ///     let time = x[1];
    ///     let v0 = x[0] * time;
    ///     let v1 = v0 + 0.5f64;
    ///     y[0] = v1;
    ///     Ok(())
    /// }
    /// ";
    /// assert_eq!(f.to_rust(&Names::of("f").value(1, "time"))?, code);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_rust(&self, names: &Names) -> Result<String, Error> {
        write(self, names, &mut Rust { functions: &names.path })
    }
}

/// Words that are no names in Rust, and constants of its prelude, for which a pattern would look.
const KEPT: &str = "Err None Ok Self Some abstract as async await become box break const continue crate \
        do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub \
        ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield";

impl Language for Rust<'_> {
    const NAME: &'static str = "Rust";
    const LET: &'static str = "let";
    const DONE: &'static str = "Ok(())";

    fn keeps(word: &str) -> bool {
        KEPT.split_whitespace().any(|kept| kept == word)
    }

    fn keeps_function(word: &str) -> bool {
        Self::keeps(word)
    }

    /// There are none: functions stand behind a path, or are methods.
    fn avoid(&mut self, _: &Resolved, _: &str) {}

    fn head(&self, name: &str, [x, v, y]: &[String; 3], [n, room, m]: [usize; 3], public: bool) -> String {
        let public = if public { "pub " } else { "#[inline(never)]\n" };
        format!(
            "{public}fn {name}({x}: &[f64; {n}], {v}: &mut [f64; {room}], {y}: &mut [f64; {m}]) -> Result<(), usize> {{\n    \
             let _ = ({x}, &{v}, &{y});\n"
        )
    }

    fn chunk(&self, name: &str, [x, v, y]: &[String; 3]) -> String {
        format!("    {name}({x}, {v}, {y})?;\n")
    }

    fn constant(&self, c: f64) -> String {
        match c {
            c if c.is_nan() => "f64::NAN".to_owned(),
            f64::INFINITY => "f64::INFINITY".to_owned(),
            f64::NEG_INFINITY => "f64::NEG_INFINITY".to_owned(),
            c if c.is_sign_negative() => format!("({c:?}f64)"),
            c => format!("{c:?}f64"),
        }
    }

    fn call(&mut self, function: &Function, x: &[String], n: i32) -> Result<String, Error> {
        let infix = |sign: &str| format!("{} {sign} {}", x[0], x[1]);
        let truth = |sign: &str| format!("f64::from(u8::from({} {sign} {}))", x[0], x[1]);
        let Some(op) = function.op() else {
            return Err(Error::Code { function: function.name(), language: "Rust" });
        };
        Ok(match op {
            Op::Add => infix("+"),
            Op::Sub => infix("-"),
            Op::Mul => infix("*"),
            Op::Div => infix("/"),
            Op::Rem => infix("%"),
            Op::Neg => format!("-{}", x[0]),
            Op::Ge => truth(">="),
            Op::Gt => truth(">"),
            Op::Le => truth("<="),
            Op::Lt => truth("<"),
            Op::Eq => truth("=="),
            Op::Ne => truth("!="),
            Op::Select => format!("if {} != 0.0 {{ {} }} else {{ {} }}", x[0], bare(&x[1]), bare(&x[2])),
            op => {
                if let Some(code) = in_place(op, x) {
                    return Ok(code);
                }
                let parameter = if function.family() { Some(n.to_string()) } else { None };
                let method = op.row().kind == Kind::Method;
                let rest = x[usize::from(method)..].iter().map(|x| bare(x).to_owned());
                let rest: Vec<String> = rest.chain(parameter).collect();
                let of = if method { format!("{}.", x[0]) } else { format!("{}::", self.functions) };
                format!("{of}{}({})", function.name(), rest.join(", "))
            }
        })
    }

    fn precondition(&mut self, _: &Function, _: &[String], _: usize) -> Result<String, Error> {
        Ok(String::new())
    }

    fn guard(&self, guard: &Guard, [a, b]: [&str; 2], at: usize) -> String {
        let holds = match (guard.test, guard.answer) {
            (Test::Value, answer) => {
                let sign = if answer == Answer::Is(true) { "" } else { "!" };
                format!("{sign}({a}.to_bits() == {b}.to_bits() || ({a}.is_nan() && {b}.is_nan()))")
            }
            (_, Answer::Ordering(Some(order))) => {
                format!("{a}.partial_cmp(&{b}) == Some(core::cmp::Ordering::{order:?})")
            }
            (_, Answer::Ordering(None)) => format!("{a}.partial_cmp(&{b}).is_none()"),
            (test, Answer::Is(true)) => format!("{a} {} {b}", test.symbol()),
            (test, Answer::Is(false)) => format!("!({a} {} {b})", test.symbol()),
        };
        format!("    if !({holds}) {{\n        return Err({at});\n    }}\n")
    }
}
