//! What a row of the table expands to: a rule as code, and the row as data.

use crate::{Number, Op};

/// An elementary function as code: its value on scalars, its partials on any number.
///
/// Engines are generic over `R: Rule<N>`, so a rule costs what the same code written in place would. Users add rules
/// of their own with [`rule!`](crate::rule!).
///
/// ```
/// use rules::{Rule, rule::{Exp, Hypot}};
/// assert_eq!((Hypot::value([3.0, 4.0], 0), Hypot::value_f32([3.0, 4.0], 0)), (5.0, 5.0f32));
/// assert_eq!(Hypot::partials([3.0, 4.0], 5.0, [true; 2], 0), [0.6, 0.8]);
/// let mut y = [0.0; 2];
/// Exp::values([&[0.0, 1.0]], &mut y);
/// assert_eq!(y, [1.0, 1f64.exp()]);
/// // e^(i pi); and y' = y x' closes the recurrence for series as it stands.
/// let [re, im] = Exp::complex([0.0], [std::f64::consts::PI], 0).expect("a closed form");
/// assert!((re + 1.0).abs() < 1e-15 && im.abs() < 1e-15);
/// assert!(Exp::series([0.5], 0.5f64.exp(), [true], 0).is_none());
/// ```
pub trait Rule<const N: usize>: 'static {
    /// Which function this is.
    const ID: RuleId;
    /// Whether the function is locally constant, so that its result carries no derivative (floor, comparisons).
    const STEPS: bool = false;
    /// Whether the value is one of the arguments, taken by comparing (max, clamp, relu, select): an argument whose partial
    /// is zero has lost, and is as absent as an arm of an `if` that is not taken. See [`Choice`](crate::Choice).
    const CHOOSES: bool = false;

    /// The value; `n` is the integer parameter, 0 for rules without one.
    fn value(args: [f64; N], n: i32) -> f64;

    /// The value in single precision.
    fn value_f32(args: [f32; N], n: i32) -> f32 {
        Self::value(crate::each(args, f64::from), n) as f32
    }

    /// The values for lists of arguments, all as long as `out`; the integer parameter is 0. A rule that processors compute
    /// for several numbers at once overrides it, with the bits of [`value`](Rule::value).
    ///
    /// # Panics
    /// If a list of arguments is shorter than `out`.
    fn values(args: [&[f64]; N], out: &mut [f64]) {
        for (k, out) in out.iter_mut().enumerate() {
            *out = Self::value(crate::each(args, |list| list[k]), 0);
        }
    }

    /// The partial derivative by each argument, given the arguments and the result `out`.
    ///
    /// What only an argument that is not `active` needs is not evaluated; an engine ignores its entry.
    fn partials<T: Number>(args: [T; N], out: T, active: [bool; N], n: i32) -> [T; N];

    /// An alternative to [`partials`](Rule::partials) that closes a recurrence for truncated series sooner, exact
    /// where it is finite; `None` where the partials serve.
    fn series<T: Number>(args: [T; N], out: T, active: [bool; N], n: i32) -> Option<[T; N]> {
        let _ = (args, out, active, n);
        None
    }

    /// The real and the imaginary part of the function's continuation to complex arguments, given theirs; `None` where
    /// the partials have to do, which is the continuation to first order.
    fn complex<T: Number>(re: [T; N], im: [T; N], n: i32) -> Option<[T; 2]> {
        let _ = (re, im, n);
        None
    }
}

/// Names a rule: a row of the table, or a user's.
///
/// ```
/// use rules::{FreeFunction, Op, Rule, RuleId};
/// rules::rule! {
///     /// x e^x.
///     Product: times_exp(x) = x * x.exp(), d [(1.0 + x) * x.exp()];
/// }
/// assert_eq!(rules::rule::Sin::ID, RuleId::Table(Op::Sin));
/// let own = <times_exp as FreeFunction<1>>::Rule::ID;
/// assert!(matches!(own, RuleId::User(name) if name.ends_with("times_exp")));
/// assert_eq!(times_exp(1.0), 1f64.exp());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleId {
    /// A row of the table.
    Table(Op),
    /// A rule made by [`rule!`](crate::rule!), with its name.
    User(&'static str),
}

/// How a row is called in user code.
///
/// ```
/// use rules::{Kind, Row};
/// let kind = |name| Row::find(name).map(|row| row.kind);
/// assert_eq!((kind("add"), kind("tanh"), kind("erf")), (Some(Kind::Operator), Some(Kind::Method), Some(Kind::Function)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// By an operator: `a + b`.
    Operator,
    /// As a method that `f64` has under the same name: `x.exp()`.
    Method,
    /// As a function: `erf(x)`.
    Function,
    /// By other rows only.
    Helper,
}

/// A row of the table as data: for tests, docs, languages and generated code.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The operation.
    pub op: Op,
    /// The name in lower case, as users write it.
    pub name: &'static str,
    /// One sentence on what it computes.
    pub doc: &'static str,
    /// The number of arguments.
    pub arity: usize,
    /// Whether it takes an integer parameter after its arguments.
    pub family: bool,
    /// Whether it is locally constant.
    pub steps: bool,
    /// Whether its value is one of its arguments: [`Rule::CHOOSES`].
    pub chooses: bool,
    /// How it is called.
    pub kind: Kind,
    /// Points inside the domain and at its edges, each with `arity` coordinates; every engine is tested on them.
    pub points: &'static [&'static [f64]],
    /// Values of the integer parameter to test.
    pub parameters: &'static [i32],
    /// The precondition that the value panics without, as text: `lo <= hi`. Empty for nearly every row.
    pub requires: &'static str,
    /// Whether arguments meet the precondition.
    pub admits: fn(&[f64]) -> bool,
}

impl Row {
    /// The row of that name. Cost: one pass over the table.
    ///
    /// ```
    /// assert_eq!(rules::Row::find("tanh").unwrap().arity, 1);
    /// ```
    pub fn find(name: &str) -> Option<&'static Row> {
        crate::ROWS.iter().find(|row| row.name == name)
    }
}

macro_rules! count {
    () => { 0 };
    ($x:ident $($rest:ident)*) => { 1 + $crate::row::count!($($rest)*) };
}
pub(crate) use count;

macro_rules! kind {
    (op) => {
        $crate::Kind::Operator
    };
    (std) => {
        $crate::Kind::Method
    };
    (fun) => {
        $crate::Kind::Function
    };
    (aux) => {
        $crate::Kind::Helper
    };
}
pub(crate) use kind;

/// The partials of a row: `none`, `[..]` evaluated only for active arguments, or `lean [..]` for rows so cheap that
/// asking would cost more.
#[doc(hidden)]
#[macro_export]
macro_rules! __partials {
    ($active:ident none $($x:ident)+) => { [$({ let _ = $x; $crate::Term::from(0.0) }),+] };
    ($active:ident [$d:expr] $x:ident) => { [$crate::Term::from($d)] };
    ($active:ident [$($d:expr),+] $($x:ident)+) => {{
        let mut i = 0..;
        [$(if $active[i.next().unwrap_or(0)] { $crate::Term::from($d) } else { $crate::Term::from(0.0) }),+]
    }};
    ($active:ident ($($d:expr),+) $($x:ident)+) => { [$($crate::Term::from($d)),+] };
}

/// Adds elementary functions: for each its value, its partials, and a function that every engine and order can run.
///
/// The value is written on `f64`; the partials, one per argument, on any number, where literals mix in freely and
/// every function of the table can be called (those of `f64` as methods, the others by name). `where y` names the
/// result. A partial whose argument is constant is not evaluated. Keep to comparisons as numbers (`gt`) and `select`
/// in partials; the value may branch.
///
/// ```
/// rules::rule! {
///     /// The soft sign x / (1 + |x|).
///     pub Softsign: softsign(x) = x / (1.0 + x.abs()), d [1.0 / ((1.0 + x.abs()) * (1.0 + x.abs()))];
///     /// The area of a rectangle.
///     Area: area(a, b) = a * b, d [b, a];
/// }
/// assert_eq!(softsign(1.0), 0.5);
/// assert_eq!(area(2.0, 3.0), 6.0);
/// ```
///
/// A rule with fewer partials than arguments does not compile:
///
/// ```compile_fail
/// rules::rule! { Area: area(a, b) = a * b, d [b]; }
/// ```
#[macro_export]
macro_rules! rule {
    ($(
        $(#[$doc:meta])* $vis:vis $Op:ident: $name:ident($($x:ident),+ $(,)?) = $value:expr,
        d [$($d:expr),+ $(,)?] $(where $y:ident)?;
    )+) => {$(
        $(#[$doc])*
        #[track_caller]
        $vis fn $name<T: $crate::Number>($($x: T),+) -> T {
            const ARGUMENTS: usize = [$(stringify!($x)),+].len();
            T::apply::<<$name as $crate::FreeFunction<ARGUMENTS>>::Rule, ARGUMENTS>([$($x),+], 0)
        }
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #[derive(Clone, Copy, Debug)]
        $vis struct $name {}
        const _: () = {
            #[allow(unreachable_pub)]
            pub struct $Op;
            const ARGUMENTS: usize = [$(stringify!($x)),+].len();
            assert!([$(stringify!($d)),+].len() == ARGUMENTS, "a rule has one partial for each argument");
            impl $crate::FreeFunction<ARGUMENTS> for $name {
                type Rule = $Op;
            }
            impl $crate::Rule<ARGUMENTS> for $Op {
                const ID: $crate::RuleId = $crate::RuleId::User(concat!(module_path!(), "::", stringify!($name)));
                #[inline]
                #[allow(unused_imports)]
                fn value([$($x),+]: [f64; ARGUMENTS], _: i32) -> f64 {
                    use $crate::functions::*;
                    $value
                }
                #[inline]
                #[allow(unused_variables, unused_imports)]
                fn partials<T: $crate::Number>(
                    args: [T; ARGUMENTS],
                    out: T,
                    active: [bool; ARGUMENTS],
                    _: i32,
                ) -> [T; ARGUMENTS] {
                    use $crate::{Functions as _, functions::*};
                    let [$($x),+] = $crate::each(args, $crate::Term);
                    $(let $y = $crate::Term(out);)?
                    $crate::each($crate::__partials!(active [$($d),+] $($x)+), $crate::Term::inner)
                }
            }
        };
    )+};
    ($($other:tt)*) => {
        compile_error!(
            "a rule is written `Name: name(x, y) = value, d [by_x, by_y];`, with `where z` before the semicolon to name the result"
        );
    };
}

macro_rules! methods {
    (std $(#[$doc:meta])* $Op:ident $name:ident ($x:ident) ()) => {
        $(#[$doc])*
        #[track_caller]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name(self) -> Self {
            Self::apply::<$crate::rule::$Op, 1>([self], 0)
        }
    };
    (std $(#[$doc:meta])* $Op:ident $name:ident ($x:ident) ($n:ident)) => {
        $(#[$doc])*
        #[track_caller]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name(self, $n: i32) -> Self {
            Self::apply::<$crate::rule::$Op, 1>([self], $n)
        }
    };
    (std $(#[$doc:meta])* $Op:ident $name:ident ($x:ident $($rest:ident)+) ()) => {
        $(#[$doc])*
        #[track_caller]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name(self, $($rest: impl Into<Self>),+) -> Self {
            Self::apply::<$crate::rule::$Op, { $crate::row::count!($x $($rest)+) }>([self, $($rest.into()),+], 0)
        }
    };
    ($other:ident $($rest:tt)*) => {};
}
pub(crate) use methods;

/// A function that is called by its name, as a type of the same name: how generated code finds the rule of `erf(x)`.
///
/// The functions of the table have it, and those that [`rule!`](crate::rule!) makes.
///
/// ```
/// use rules::{FreeFunction, Rule, functions};
/// fn value<F: FreeFunction<1>>(_: fn(f64) -> f64, x: f64) -> f64 {
///     F::Rule::value([x], 0)
/// }
/// assert_eq!(value::<functions::sigmoid>(functions::sigmoid, 0.0), 0.5);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not a function of the table with {N} arguments")]
pub trait FreeFunction<const N: usize> {
    /// Its rule.
    type Rule: Rule<N>;
}

/// As [`FreeFunction`], for functions with an integer parameter.
///
/// ```
/// use rules::{FreeFamily, Rule, functions};
/// fn value<F: FreeFamily<1>>(x: f64, n: i32) -> f64 {
///     F::Rule::value([x], n)
/// }
/// // The second derivative of ln(gamma(x)) at 1.
/// let trigamma = value::<functions::polygamma>(1.0, 1);
/// assert!((trigamma - std::f64::consts::PI.powi(2) / 6.0).abs() < 1e-14);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not a function of the table with {N} arguments and an integer")]
pub trait FreeFamily<const N: usize> {
    /// Its rule.
    type Rule: Rule<N>;
}

macro_rules! free_type {
    ($Op:ident $name:ident ($($x:ident)+) ()) => {
        impl $crate::FreeFunction<{ $crate::row::count!($($x)+) }> for $name {
            type Rule = $crate::rule::$Op;
        }
    };
    ($Op:ident $name:ident ($($x:ident)+) ($n:ident)) => {
        impl $crate::FreeFamily<{ $crate::row::count!($($x)+) }> for $name {
            type Rule = $crate::rule::$Op;
        }
    };
}
pub(crate) use free_type;

macro_rules! free_function {
    (fun $(#[$doc:meta])* $Op:ident $name:ident ($($x:ident)+) ($($n:ident)?)) => {
        $crate::row::free_function!(aux $(#[$doc])* $Op $name ($($x)+) ($($n)?));
        $(#[$doc])*
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {}
        $crate::row::free_type!($Op $name ($($x)+) ($($n)?));
    };
    (aux $(#[$doc:meta])* $Op:ident $name:ident ($($x:ident)+) ($($n:ident)?)) => {
        $(#[$doc])*
        #[track_caller]
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<T: $crate::Number>($($x: T,)+ $($n: i32)?) -> T {
            #[allow(unused_mut, unused_assignments)]
            let mut parameter = 0;
            $(parameter = $n;)?
            T::apply::<$crate::rule::$Op, { $crate::row::count!($($x)+) }>([$($x),+], parameter)
        }
    };
    ($other:ident $($rest:tt)*) => {};
}
pub(crate) use free_function;

macro_rules! series {
    (() $($rest:tt)*) => {};
    (($s:tt) ($($x:ident)+) ($($n:ident)?) ($($y:ident $($a:ident)?)?)) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn series<T: Number>(
            args: [T; $crate::row::count!($($x)+)],
            out: T,
            active: [bool; $crate::row::count!($($x)+)],
            n: i32,
        ) -> Option<[T; $crate::row::count!($($x)+)]> {
            let [$($x),+] = $crate::each(args, Term);
            $(let $n = n;)?
            $($crate::table::bind!(out active $y $($a)?);)?
            Some($crate::each($crate::__partials!(active $s $($x)+), Term::inner))
        }
    };
}
pub(crate) use series;

macro_rules! complex {
    (() $($rest:tt)*) => {};
    (($z:tt) ($($x:ident)+) ($($u:ident)+) ($($n:ident)?)) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn complex<T: Number>(
            re: [T; $crate::row::count!($($x)+)],
            im: [T; $crate::row::count!($($x)+)],
            n: i32,
        ) -> Option<[T; 2]> {
            let [$($x),+] = re.map(Term);
            let [$($u),+] = im.map(Term);
            $(let $n = n;)?
            Some($z.map(Term::inner))
        }
    };
}
pub(crate) use complex;

macro_rules! table {
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident $Op:ident: $name:ident($($x:ident),+ $(; $n:ident)?) = $value:expr,
        d $d:tt $(where $y:ident $($a:ident)?)? $(, chooses $chooses:tt)? $(, series $s:tt)? $(, complex ($($u:ident),+) $z:tt)? $(, requires $needs:expr)?, at $points:tt $(for $orders:expr)?;
    )*) => {
        /// The operations of the table, one per row, in its order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Op { $($(#[doc = $doc])+ $Op),* }

        /// The table as data, in the order of [`Op`].
        pub const ROWS: &[Row] = &[$(Row {
            op: Op::$Op,
            name: stringify!($name),
            doc: concat!($($doc),+),
            arity: $crate::row::count!($($x)+),
            family: { let family: &[&str] = &[$(stringify!($n))?]; !family.is_empty() },
            steps: <rule::$Op as Rule<{ $crate::row::count!($($x)+) }>>::STEPS,
            chooses: <rule::$Op as Rule<{ $crate::row::count!($($x)+) }>>::CHOOSES,
            kind: $crate::row::kind!($kind),
            points: $crate::table::points!($points),
            parameters: { let parameters: &[&[i32]] = &[$(&$orders)?]; if parameters.is_empty() { &[0] } else { parameters[0] } },
            requires: concat!($(stringify!($needs))?),
            admits: {
                #[allow(unused_variables)]
                fn admits(args: &[f64]) -> bool {
                    match *args { [$($x),+] => { $(return $needs;)? #[allow(unreachable_code)] true } _ => false }
                }
                admits
            },
        }),*];

        /// The rules of the table as types, for engines: `T::apply::<rule::Exp, 1>([x], 0)`.
        pub mod rule {
            $($(#[doc = $doc])+ #[derive(Clone, Copy, Debug)] pub struct $Op;)*
        }

        $(
        #[allow(unused_variables)]
        impl Rule<{ $crate::row::count!($($x)+) }> for rule::$Op {
            const ID: RuleId = RuleId::Table(Op::$Op);
            const STEPS: bool = $crate::table::steps!($d);
            const CHOOSES: bool = $crate::table::chooses!($($chooses)?);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn value([$($x),+]: [f64; $crate::row::count!($($x)+)], n: i32) -> f64 {
                $(let $n = n;)?
                $value
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn value_f32([$($x),+]: [f32; $crate::row::count!($($x)+)], n: i32) -> f32 {
                $(let $n = n;)?
                $value
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn partials<T: Number>(
                args: [T; $crate::row::count!($($x)+)], out: T, active: [bool; $crate::row::count!($($x)+)], n: i32,
            ) -> [T; $crate::row::count!($($x)+)] {
                let [$($x),+] = $crate::each(args, Term);
                $(let $n = n;)?
                $($crate::table::bind!(out active $y $($a)?);)?
                $crate::each($crate::__partials!(active $d $($x)+), Term::inner)
            }
            $crate::row::series! { ($($s)?) ($($x)+) ($($n)?) ($($y $($a)?)?) }
            $crate::row::complex! { ($($z)?) ($($x)+) ($($($u)+)?) ($($n)?) }
        }
        )*

        impl Op {
            /// The row of this operation.
            pub const fn row(self) -> &'static Row {
                &ROWS[self as usize]
            }

            /// Applies this operation to as many arguments as its row says.
            ///
            /// # Panics
            /// If the number of arguments is not the row's arity, or its precondition is not met on plain numbers.
            #[track_caller]
            pub fn apply<T: Number>(self, args: &[T], n: i32) -> T {
                let row = self.row();
                assert_eq!(args.len(), row.arity, "{} takes {} arguments", row.name, row.arity);
                match self {
                    $(Op::$Op => {
                        let mut it = args.iter().copied();
                        let args = [$({ let $x = it.next().unwrap_or(args[0]); $x }),+];
                        $crate::number::applied::<T, rule::$Op, { $crate::row::count!($($x)+) }>(args, n)
                    })*
                }
            }

            /// Whether arguments meet this operation's precondition, asked by comparing them: a number that keeps what
            /// steered a run keeps that too. On plain numbers it is the row's `admits`.
            #[track_caller]
            #[allow(unused_variables, unreachable_code)]
            pub fn admits<T: Number + PartialOrd>(self, args: &[T]) -> bool {
                match self {
                    $(Op::$Op => match *args {
                        [$($x),+] => { $(return $needs;)? true }
                        _ => false,
                    })*
                }
            }

            /// Writes this operation's partials into `d`, which has the length of `args`.
            ///
            /// # Panics
            /// If `args`, `active` and `d` do not have the row's arity as their length.
            #[track_caller]
            pub fn partials<T: Number>(self, args: &[T], out: T, active: &[bool], n: i32, d: &mut [T]) {
                let row = self.row();
                for len in [args.len(), active.len(), d.len()] {
                    assert_eq!(len, row.arity, "{} has {} partials", row.name, row.arity);
                }
                match self {
                    $(Op::$Op => {
                        let (mut x, mut a) = (args.iter().copied(), active.iter().copied());
                        let args = [$({ let $x = x.next().unwrap_or(args[0]); $x }),+];
                        let active = [$({ let $x = a.next().unwrap_or(true); $x }),+];
                        d.copy_from_slice(&rule::$Op::partials(args, out, active, n));
                    })*
                }
            }
        }

        /// The functions that `f64` has as methods, on every number.
        pub trait Functions: Number {
            $($crate::row::methods!($kind $(#[doc = $doc])+ $Op $name ($($x)+) ($($n)?));)*
        }
        impl<T: Number> Functions for T {}

        /// The functions of the table that `f64` does not have as methods: special functions, those of machine
        /// learning, comparisons as numbers, and the helpers that rows are made of.
        pub mod functions {
            $($crate::row::free_function!($kind $(#[doc = $doc])+ $Op $name ($($x)+) ($($n)?));)*
        }
    };
}
pub(crate) use table;
