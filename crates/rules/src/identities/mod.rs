//! The second table: identities between the functions of the first one.
//!
//! [`SHORTER`], [`ORDERLY`] and [`CHEAPER`] keep every bit, signed zeros and infinities included, where a NaN counts as
//! equal to any other. [`LOOSE`], [`COLLECTED`] and [`FASTER`] hold in real arithmetic, where both sides are defined: they
//! may round otherwise, lose the sign of a zero, or be defined in more points. A set is applied by [`rewrite`] to
//! whatever graph of operations implements [`Instructions`].
//!
//! In a line, `a` and `b` are any operands, the same where the name is, `x` and `y` operands that are no constants; `[c]` and `[d]` are constants, `n` and `m` integer
//! parameters; `{..}` computes a constant or a parameter of them; `[1.0]` is this number to the bit.

mod rewrite;

pub use rewrite::{Instructions, rewrite};

use crate::Op;

/// One identity: what stands on its left can be replaced by what stands on its right.
///
/// ```
/// let exact = &rules::identities::SHORTER;
/// let lines: Vec<String> = exact.list().iter().map(|identity| identity.to_string()).collect();
/// assert!(lines.contains(&"Neg(Neg(a)) => a".to_owned()));
/// ```
pub struct Identity {
    text: &'static str,
    op: Op,
    args: &'static [Side],
    order: Order,
    to: Side,
    when: fn([f64; 2], [i32; 2]) -> bool,
    /// For each argument which operations can stand there.
    heads: [u64; 3],
}

/// A side of an identity, or a part of it.
enum Side {
    /// The operand of that number.
    Any(usize),
    /// The operand of that number, where it is no constant.
    Free(usize),
    /// The constant of that number.
    Known(usize),
    /// This constant.
    Is(f64),
    /// A constant computed of the constants and the parameters.
    Made(fn([f64; 2], [i32; 2]) -> f64),
    /// An operation.
    Of(Op, &'static [Side], Order),
}

/// The integer parameter of an operation.
#[derive(Clone, Copy)]
enum Order {
    /// The parameter of that number.
    Any(usize),
    /// This one; 0 for operations without one.
    Is(i32),
    /// Computed of the constants and the parameters.
    Made(fn([f64; 2], [i32; 2]) -> i32),
}

macro_rules! side {
    (a) => { Side::Any(0) };
    (b) => { Side::Any(1) };
    (x) => { Side::Free(0) };
    (y) => { Side::Free(1) };
    ([c]) => { Side::Known(0) };
    ([d]) => { Side::Known(1) };
    ([$c:expr]) => { Side::Is($c) };
    ({$made:expr}) => { Side::Made($made) };
    ($Op:ident ($($head:tt $(($($inner:tt)*))?),+ $(; $n:tt)?)) => {
        Side::Of(Op::$Op, &[$(side!($head $(($($inner)*))?)),+], order!($($n)?))
    };
}

macro_rules! order {
    () => {
        Order::Is(0)
    };
    (n) => {
        Order::Any(0)
    };
    (m) => {
        Order::Any(1)
    };
    ({$made:expr}) => {
        Order::Made($made)
    };
    ([$n:expr]) => {
        Order::Is($n)
    };
    ($n:expr) => {
        Order::Is($n)
    };
}

macro_rules! when {
    () => {
        |_, _| true
    };
    ($when:expr) => {
        $when
    };
}

macro_rules! identities {
    ($(
        $(#[doc = $doc:literal])+
        $SET:ident: $(
            $Op:ident ($($head:tt $(($($inner:tt)*))?),+ $(; $n:tt)?) => $to:tt $(($($part:tt)*))? $(, if $when:expr)?;
        )+
    )+) => {$(
        $(#[doc = $doc])+
        pub static $SET: Identities = Identities::new({ const LIST: &[Identity] = &[$({
            const ARGS: &[Side] = &[$(side!($head $(($($inner)*))?)),+];
            Identity {
                text: concat!(
                    stringify!($Op),
                    stringify!(($($head $(($($inner)*))?),+ $(; $n)?) => $to $(($($part)*))? $(, if $when)?)
                ),
                op: Op::$Op,
                args: ARGS,
                order: order!($($n)?),
                to: side!($to $(($($part)*))?),
                when: when!($($when)?),
                heads: rewrite::heads(ARGS),
            }
        }),+]; LIST });
    )+};
}

/// A set of identities, those of one operation side by side.
///
/// ```
/// use rules::identities::{LOOSE, SHORTER};
/// let states = |set: &rules::identities::Identities, line| set.list().iter().any(|i| i.to_string() == line);
/// // x + 0 is not x to the bit: it makes +0 of -0.
/// assert!(states(&SHORTER, "Add(a, [-0.0]) => a") && !states(&SHORTER, "Add(a, [0.0]) => a"));
/// assert!(states(&LOOSE, "Add(a, [0.0]) => a"));
/// ```
pub struct Identities {
    list: &'static [Identity],
    /// Where those of each operation begin and end.
    range: [(u8, u8); crate::ROWS.len()],
}

impl Identities {
    const fn new(list: &'static [Identity]) -> Identities {
        let mut range = [(0, 0); crate::ROWS.len()];
        let mut i = 0;
        while i < list.len() {
            let (from, to) = range[list[i].op as usize];
            assert!(to == 0 || to as usize == i, "the identities of an operation stand side by side");
            range[list[i].op as usize] = (if to == 0 { i as u8 } else { from }, i as u8 + 1);
            i += 1;
        }
        Identities { list, range }
    }

    /// All of them, in the order in which they are tried.
    ///
    /// ```
    /// let first = &rules::identities::SHORTER.list()[0];
    /// assert_eq!(first.to_string(), "Add(a, [-0.0]) => a");
    /// ```
    pub fn list(&self) -> &'static [Identity] {
        self.list
    }

    fn of(&self, op: Op) -> &'static [Identity] {
        let (from, to) = self.range[op as usize];
        &self.list[usize::from(from)..usize::from(to)]
    }
}

identities! {
    /// Keep every bit, and never make anything longer.
    SHORTER:
    Add(a, [-0.0]) => a;
    Add([-0.0], b) => b;
    Add(a, Neg(b)) => Sub(a, b);
    Add(Neg(a), b) => Sub(b, a);
    Sub(a, [0.0]) => a;
    Sub([-0.0], b) => Neg(b);
    Sub(a, Neg(b)) => Add(a, b);
    Mul([1.0], b) => b;
    Mul(a, [1.0]) => a;
    Mul([-1.0], b) => Neg(b);
    Mul(a, [-1.0]) => Neg(a);
    Mul(Neg(a), Neg(b)) => Mul(a, b);
    Mul(Abs(a), Abs(a)) => Mul(a, a);
    Div(a, [1.0]) => a;
    Div(a, [-1.0]) => Neg(a);
    Div(Neg(a), Neg(b)) => Div(a, b);
    Neg(Neg(a)) => a;
    Powi(a; 0) => [1.0];
    Powi(a; 1) => a;
    Powi(Neg(a); n) => Powi(a; n), if |_, [n, _]| n % 2 == 0;
    Powi(Abs(a); n) => Powi(a; n), if |_, [n, _]| n % 2 == 0;
    Powf(a, [0.0]) => [1.0];
    Powf(a, [-0.0]) => [1.0];
    Powf(a, [1.0]) => a;
    Abs(Neg(a)) => Abs(a);
    Abs(Abs(a)) => Abs(a);
    Max(a, a) => a;
    Min(a, a) => a;
    Select([c], a, b) => a, if |[c, _], _| c != 0.0;
    Select([c], a, b) => b, if |[c, _], _| c == 0.0;
    Select(a, b, b) => b;

    /// Keep every bit, and give formulas the order that readers expect: signs outside of products, constants in front.
    ORDERLY:
    Neg(Mul([c], a)) => Mul({|[c, _], _| -c}, a);
    Add(a, [c]) => Sub(a, {|[c, _], _| -c}), if |[c, _], _| c < 0.0;
    Add(a, Mul([c], b)) => Sub(a, Mul({|[c, _], _| -c}, b)), if |[c, _], _| c < 0.0;
    Sub(a, [c]) => Add(a, {|[c, _], _| -c}), if |[c, _], _| c < 0.0;
    Sub(a, Mul([c], b)) => Add(a, Mul({|[c, _], _| -c}, b)), if |[c, _], _| c < 0.0;
    Mul(x, [c]) => Mul([c], x);
    Mul([c], Neg(a)) => Mul({|[c, _], _| -c}, a);
    Mul(Neg(a), b) => Neg(Mul(a, b));
    Mul(a, Neg(b)) => Neg(Mul(a, b));
    Div(Neg(a), b) => Neg(Div(a, b));
    Div(a, Neg(b)) => Neg(Div(a, b));
    Powi(Neg(a); n) => Neg(Powi(a; n)), if |_, [n, _]| n % 2 != 0;

    /// Keep every bit, also of derivatives, and take less time to run.
    CHEAPER:
    Powi(a; 2) => Mul(a, a);
    Div(a, [c]) => Mul(a, {|[c, _], _| c.recip()}), if |[c, _], _| power_of_two(c);

    /// May change the rounding: zeros and ones go, constants are gathered, equal terms are put together, inverse
    /// functions undo each other.
    LOOSE:
    LnSlope(a) => Recip(a);
    Damped(a, b) => Mul(a, b);
    Neg(Sub(a, b)) => Sub(b, a);
    Add(a, [0.0]) => a;
    Add([0.0], b) => b;
    Add(a, a) => Mul([2.0], a);
    Add(Mul([c], a), a) => Mul({|[c, _], _| c + 1.0}, a);
    Add(a, Mul([c], a)) => Mul({|[c, _], _| 1.0 + c}, a);
    Add(Mul([c], a), Mul([d], a)) => Mul({|[c, d], _| c + d}, a);
    Add(Add(a, [c]), [d]) => Add(a, {|[c, d], _| c + d});
    Add(Add([c], a), [d]) => Add(a, {|[c, d], _| c + d});
    Add(Sub(a, [c]), [d]) => Add(a, {|[c, d], _| d - c});
    Add(Sub([c], a), [d]) => Sub({|[c, d], _| c + d}, a);
    Add([d], Add(a, [c])) => Add(a, {|[c, d], _| c + d});
    Add([d], Add([c], a)) => Add(a, {|[c, d], _| c + d});
    Add([d], Sub(a, [c])) => Add(a, {|[c, d], _| d - c});
    Add([d], Sub([c], a)) => Sub({|[c, d], _| c + d}, a);
    Sub(a, [-0.0]) => a;
    Sub([0.0], b) => Neg(b);
    Sub(a, a) => [0.0];
    Sub(Neg(a), a) => Mul([-2.0], a);
    Sub(Neg(a), Mul([c], a)) => Mul({|[c, _], _| -1.0 - c}, a);
    Sub(Mul([c], a), a) => Mul({|[c, _], _| c - 1.0}, a);
    Sub(a, Mul([c], a)) => Mul({|[c, _], _| 1.0 - c}, a);
    Sub(Mul([c], a), Mul([d], a)) => Mul({|[c, d], _| c - d}, a);
    Sub(Add(a, [c]), [d]) => Add(a, {|[c, d], _| c - d});
    Sub(Add([c], a), [d]) => Add(a, {|[c, d], _| c - d});
    Sub(Sub(a, [c]), [d]) => Sub(a, {|[c, d], _| c + d});
    Sub(Sub([c], a), [d]) => Sub({|[c, d], _| c - d}, a);
    Sub([d], Sub(a, [c])) => Sub({|[c, d], _| d + c}, a);
    Sub([d], Add(a, [c])) => Sub({|[c, d], _| d - c}, a);
    Sub([d], Sub([c], a)) => Add(a, {|[c, d], _| d - c});
    Mul([0.0], b) => [0.0];
    Mul([-0.0], b) => [0.0];
    Mul([c], Mul([d], a)) => Mul({|[c, d], _| c * d}, a), if |[c, d], _| (c * d).is_normal();
    Mul(Mul([c], a), y) => Mul([c], Mul(a, y));
    Mul(x, Mul([c], b)) => Mul([c], Mul(x, b));
    Mul([c], Div([d], a)) => Div({|[c, d], _| c * d}, a), if |[c, d], _| (c * d).is_normal();
    Mul([c], Recip(a)) => Div([c], a);
    Mul(a, Recip(b)) => Div(a, b);
    Mul(Recip(a), b) => Div(b, a);
    Mul(Powi(a; n), Powi(a; m)) => Powi(a; {|_, [n, m]| n + m}), if |_, [n, m]| n.checked_add(m).is_some();
    Mul(Sqrt(a), Sqrt(a)) => a;
    Div(a, a) => [1.0];
    Div([0.0], b) => [0.0];
    Div([1.0], Recip(b)) => b;
    Div([1.0], b) => Recip(b);
    Div(Mul([c], a), a) => [c];
    Div(a, Mul([c], a)) => {|[c, _], _| c.recip()}, if |[c, _], _| c.recip().is_normal();
    Div(Mul([c], a), Mul([d], b)) => Mul({|[c, d], _| c / d}, Div(a, b)), if |[c, d], _| (c / d).is_normal();
    Div(Mul([c], a), [d]) => Mul({|[c, d], _| c / d}, a), if |[c, d], _| (c / d).is_normal();
    Div(Mul([c], a), y) => Mul([c], Div(a, y));
    Div([d], Mul([c], b)) => Div({|[c, d], _| d / c}, b), if |[c, d], _| (d / c).is_normal();
    Div(a, Mul([c], b)) => Mul({|[c, _], _| c.recip()}, Div(a, b)), if |[c, _], _| c.recip().is_normal();
    Div(Powi(a; n), a) => Powi(a; {|_, [n, _]| n - 1}), if |_, [n, _]| n > i32::MIN;
    Div(a, Powi(a; n)) => Powi(a; {|_, [n, _]| 1 - n}), if |_, [n, _]| n > 1 - i32::MAX;
    Div(Powi(a; n), Powi(a; m)) => Powi(a; {|_, [n, m]| n - m}), if |_, [n, m]| n.checked_sub(m).is_some();
    Div(Sin(a), Cos(a)) => Tan(a);
    Recip(Recip(a)) => a;
    Powi(Powi(a; n); m) => Powi(a; {|_, [n, m]| n * m}), if |_, [n, m]| n.checked_mul(m).is_some();
    Powi(Sqrt(a); 2) => a;
    Sqrt(Mul(a, a)) => Abs(a);
    Sqrt(Powi(a; 2)) => Abs(a);
    Exp(Ln(a)) => a;
    Ln(Exp(a)) => a;
    ExpM1(Ln1p(a)) => a;
    Ln1p(ExpM1(a)) => a;
    Sin(Neg(a)) => Neg(Sin(a));
    Cos(Neg(a)) => Cos(a);
    Tan(Neg(a)) => Neg(Tan(a));
    Sinh(Neg(a)) => Neg(Sinh(a));
    Cosh(Neg(a)) => Cosh(a);
    Tanh(Neg(a)) => Neg(Tanh(a));

    /// May change the rounding: equal factors become powers, which is what people read, not what runs fast.
    COLLECTED:
    Mul(a, a) => Powi(a; 2);
    Mul(Powi(a; n), a) => Powi(a; {|_, [n, _]| n + 1}), if |_, [n, _]| n < i32::MAX;
    Mul(a, Powi(a; n)) => Powi(a; {|_, [n, _]| n + 1}), if |_, [n, _]| n < i32::MAX;
    Add(Powi(Sin(a); 2), Powi(Cos(a); 2)) => [1.0];
    Add(Powi(Cos(a); 2), Powi(Sin(a); 2)) => [1.0];
    Sub(Powi(Cosh(a); 2), Powi(Sinh(a); 2)) => [1.0];

    /// May change the rounding: functions that take less time, which is what runs fast, not what people read.
    FASTER:
    Div(a, [c]) => Mul({|[c, _], _| c.recip()}, a), if |[c, _], _| c.recip().is_normal();
    Powf(a, [0.5]) => Sqrt(a);
    Powf(a, [c]) => Powi(a; {|[c, _], _| c as i32}), if |[c, _], _| c.abs() <= 64.0 && c.fract() == 0.0;
    Powi(a; [-1]) => Recip(a);
    Powi(a; 3) => Mul(Mul(a, a), a);
    Powi(a; 4) => Mul(Mul(a, a), Mul(a, a));
}

/// Whether a product with 1/c rounds as the quotient by c does, always: neither c nor 1/c is subnormal.
fn power_of_two(c: f64) -> bool {
    const FRACTION: u64 = (1 << 52) - 1;
    c.is_normal() && c.recip().is_normal() && c.to_bits() & FRACTION == 0
}
