//! The rules that a program calls, as values.

use crate::{Error, Node, Program};
use core::fmt;
use rules::{Number, Op, ROWS, Row, Rule, RuleId, Visitor, complex_rules};
use std::cell::Cell;
use std::sync::OnceLock;

/// Writes partials on nodes: arguments, result, activity, parameter, and where the partials go.
type Partials = for<'p> fn(&[Node<'p>], Node<'p>, &[bool], i32, &mut [Node<'p>]);

/// An elementary function that a program calls: a row of the table, or a rule of the user's.
///
/// It holds what the rule is compiled to on the numbers that programs need, so that a recorded program needs no type
/// of the rule any more.
///
/// ```
/// use program::Function;
/// use rules::Op;
/// let product = Function::table(Op::Mul);
/// assert_eq!((product.name(), product.arity(), product.op()), ("mul", 2, Some(Op::Mul)));
/// assert!(!product.family() && !product.steps());
/// assert!(Function::table(Op::Powi).family() && Function::table(Op::Floor).steps());
/// ```
///
/// What it computes, and its partials:
///
/// ```
/// use program::Function;
/// use rules::{Op, RuleId, rule};
/// let hypot = Function::of::<rule::Hypot, 2>();
/// assert_eq!((hypot.id(), hypot.parameter()), (RuleId::Table(Op::Hypot), 0));
/// assert_eq!((hypot.value(&[3.0, 4.0], 0), hypot.of_few([3.0, 4.0, 0.0], 0)), (Some(5.0), 5.0));
/// let mut partials = [0.0; 2];
/// hypot.slopes(&[3.0, 4.0], 5.0, &[true, true], 0, &mut partials);
/// assert_eq!(partials, [0.6, 0.8]);
///
/// let clamp = Function::table(Op::Clamp);
/// assert!(clamp.is_conditional() && clamp.chooses());
/// // The bounds are in the wrong order.
/// assert_eq!(clamp.value(&[0.5, 1.0, 0.0], 0), None);
/// ```
#[derive(Clone, Copy)]
pub struct Function {
    id: RuleId,
    arity: usize,
    steps: bool,
    chooses: bool,
    family: bool,
    /// Of a user's rule: the integer parameter that it is called with, here.
    parameter: i32,
    /// Whether there is a precondition.
    conditional: bool,
    row: Option<&'static Row>,
    value: fn(&[f64], i32) -> f64,
    /// The value of a function with at most three arguments; the rest of the arguments are passed over.
    few: fn(f64, f64, f64, i32) -> f64,
    slopes: fn(&[f64], f64, &[bool], i32, &mut [f64]),
    few_slopes: fn([f64; 3], f64, [bool; 3], i32) -> [f64; 3],
    partials: Partials,
}

impl Function {
    /// The function that a rule is.
    pub fn of<R: Rule<N>, const N: usize>() -> Function {
        fn value<R: Rule<N>, const N: usize>(args: &[f64], n: i32) -> f64 {
            R::value(array(args), n)
        }
        fn few<R: Rule<N>, const N: usize>(a: f64, b: f64, c: f64, n: i32) -> f64 {
            R::value(first([a, b, c], f64::NAN), n)
        }
        fn slopes<R: Rule<N>, const N: usize>(args: &[f64], out: f64, active: &[bool], n: i32, d: &mut [f64]) {
            d.copy_from_slice(&R::partials(array(args), out, array(active), n));
        }
        fn few_slopes<R: Rule<N>, const N: usize>(x: [f64; 3], out: f64, active: [bool; 3], n: i32) -> [f64; 3] {
            first(R::partials(first(x, f64::NAN), out, first(active, false), n), 0.0)
        }
        fn partials<'p, R: Rule<N>, const N: usize>(
            args: &[Node<'p>],
            out: Node<'p>,
            active: &[bool],
            n: i32,
            d: &mut [Node<'p>],
        ) {
            d.copy_from_slice(&R::partials(array(args), out, array(active), n));
        }
        let row = row_of(R::ID);
        Function {
            id: R::ID,
            arity: N,
            steps: R::STEPS,
            chooses: R::CHOOSES,
            family: row.is_some_and(is_family),
            parameter: 0,
            conditional: row.is_some_and(is_conditional),
            row,
            value: value::<R, N>,
            few: few::<R, N>,
            slopes: slopes::<R, N>,
            few_slopes: few_slopes::<R, N>,
            partials: partials::<R, N>,
        }
    }

    /// The function of a row of the table.
    pub fn table(op: Op) -> &'static Function {
        &Function::rows()[op as usize]
    }

    /// The functions of all rows, in the order of the table.
    pub(crate) fn rows() -> &'static [Function] {
        static TABLE: OnceLock<Vec<Function>> = OnceLock::new();
        TABLE.get_or_init(|| ROWS.iter().map(probe).collect())
    }

    /// The functions of complex numbers, by their real and imaginary parts.
    pub(crate) fn complex() -> &'static [Function] {
        static FUNCTIONS: OnceLock<Vec<Function>> = OnceLock::new();
        FUNCTIONS.get_or_init(|| {
            let mut list = List(Vec::new());
            complex_rules(&mut list);
            list.0
        })
    }

    /// Which function this is.
    pub fn id(&self) -> RuleId {
        self.id
    }

    /// The operation, for a row of the table.
    pub fn op(&self) -> Option<Op> {
        self.row.map(|row| row.op)
    }

    /// The name: of a row as users write it, of a user's rule with its path.
    pub fn name(&self) -> &'static str {
        match self.id {
            RuleId::Table(op) => op.row().name,
            RuleId::User(name) => name,
        }
    }

    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Whether it takes an integer parameter.
    pub fn family(&self) -> bool {
        self.family
    }

    /// A user's rule as it is called with this integer parameter; rows of the table stay as they are.
    #[must_use]
    pub(crate) fn with_parameter(self, n: i32) -> Function {
        if self.row.is_some() { self } else { Function { parameter: n, ..self } }
    }

    /// Of a user's rule: the integer parameter that it is called with; 0 for rows of the table.
    pub fn parameter(&self) -> i32 {
        self.parameter
    }

    /// Whether it is locally constant.
    pub fn steps(&self) -> bool {
        self.steps
    }

    /// Whether its value is one of its arguments, so that an argument whose partial is zero is absent: see
    /// [`Rule::CHOOSES`].
    pub fn chooses(&self) -> bool {
        self.chooses
    }

    /// The value, or none where the arguments break the precondition.
    ///
    /// # Panics
    /// If there are not as many arguments as [`arity`](Function::arity) says.
    pub fn value(&self, args: &[f64], n: i32) -> Option<f64> {
        self.admits(args).then(|| (self.value)(args, n))
    }

    /// Whether the arguments meet the precondition.
    pub(crate) fn admits(&self, args: &[f64]) -> bool {
        !self.conditional || self.row.is_none_or(|row| (row.admits)(args))
    }

    /// Whether there is a precondition.
    pub fn is_conditional(&self) -> bool {
        self.conditional
    }

    /// The value of a function of one to three arguments, whose precondition is met; the other operands are not read.
    #[inline(always)]
    pub fn of_few(&self, [a, b, c]: [f64; 3], n: i32) -> f64 {
        (self.few)(a, b, c, n)
    }

    /// The partials at `args`, where the value is `out`, by the active arguments into `d`; the others are not to be used.
    ///
    /// # Panics
    /// If there are not as many arguments, flags and places as [`arity`](Function::arity) says.
    pub fn slopes(&self, args: &[f64], out: f64, active: &[bool], n: i32, d: &mut [f64]) {
        (self.slopes)(args, out, active, n, d);
    }

    /// As [`slopes`](Function::slopes), of at most three arguments; the other operands are not read.
    #[inline(always)]
    pub(crate) fn slopes_of_few(&self, args: [f64; 3], out: f64, active: [bool; 3], n: i32) -> [f64; 3] {
        (self.few_slopes)(args, out, active, n)
    }

    /// The partials by the active arguments as a program of the arguments and the value, in the operations that
    /// [`slopes`](Function::slopes) performs; its other outputs are not to be used.
    ///
    /// # Errors
    /// [`Error::NoValue`] of a user's rule whose partials look at a value.
    ///
    /// # Panics
    /// If there are not as many flags as [`arity`](Function::arity) says.
    ///
    /// ```
    /// use program::Function;
    /// use rules::Op;
    /// let partials = Function::table(Op::Div).partials_program(&[true, true], 0)?;
    /// assert_eq!(partials.eval(&[1.0, 2.0, 0.5])?, [0.5, -0.25]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn partials_program(&self, active: &[bool], n: i32) -> Result<Program, Error> {
        assert_eq!(active.len(), self.arity, "one flag for each argument is wanted");
        Program::build(self.arity + 1, |x| {
            let mut d = vec![Node::constant(0.0); self.arity];
            self.partials(&x[..self.arity], x[self.arity], active, n, &mut d);
            d
        })
    }

    /// As [`slopes`](Function::slopes), as nodes of a program.
    pub(crate) fn partials<'p>(&self, args: &[Node<'p>], out: Node<'p>, active: &[bool], n: i32, d: &mut [Node<'p>]) {
        (self.partials)(args, out, active, n, d);
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        (self.id, self.parameter) == (other.id, other.parameter)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn row_of(id: RuleId) -> Option<&'static Row> {
    match id {
        RuleId::Table(op) => Some(op.row()),
        RuleId::User(_) => None,
    }
}

fn is_family(row: &Row) -> bool {
    row.family
}

fn is_conditional(row: &Row) -> bool {
    !row.requires.is_empty()
}

/// The first `N` of some numbers; `rest` where they are fewer.
fn first<T: Copy, const M: usize, const N: usize>(numbers: [T; M], rest: T) -> [T; N] {
    core::array::from_fn(|i| numbers.get(i).copied().unwrap_or(rest))
}

fn array<T: Copy, const N: usize>(slice: &[T]) -> [T; N] {
    core::array::from_fn(|i| slice[i])
}

thread_local! {
    static FOUND: Cell<Option<Function>> = const { Cell::new(None) };
}

/// A number that notes which rule is applied to it.
#[derive(Clone, Copy)]
struct Probe;

/// Rules as functions.
struct List(Vec<Function>);

impl Visitor for List {
    fn visit<R: Rule<N>, const N: usize>(&mut self) {
        self.0.push(Function::of::<R, N>());
    }
}

fn probe(row: &Row) -> Function {
    row.op.apply(&vec![Probe; row.arity], 0);
    FOUND.take().expect("applying an operation to a number applies its rule")
}

impl Number for Probe {
    type Scalar = f64;
    fn constant(_: f64) -> Self {
        Probe
    }
    fn apply<R: Rule<N>, const N: usize>(_: [Self; N], _: i32) -> Self {
        FOUND.set(Some(Function::of::<R, N>()));
        Probe
    }
    fn known(self) -> Option<f64> {
        None
    }
    fn has_nan(self) -> bool {
        true
    }
    fn is_constant(self) -> bool {
        false
    }
}

macro_rules! operator {
    ($($Op:ident $op:ident ($($other:ident)?))*) => {$(
        impl core::ops::$Op for Probe {
            type Output = Self;
            fn $op(self $(, $other: Self)?) -> Self {
                $(let _ = $other;)?
                self
            }
        }
    )*};
}
operator! { Neg neg () Add add (other) Sub sub (other) Mul mul (other) Div div (other) }
