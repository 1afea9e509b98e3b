//! The kernels as rules: their values, with the partials of the rows that they stand for.

use crate::number::InVector;
use crate::{dispatch, kernels};
use core::marker::PhantomData;
use rules::{Number, Op, Rule, RuleId};

/// A row of the table that has a kernel.
///
/// ```
/// use vector::{Kernel, rule::Exp};
/// let y = Exp::lanes([[0.0, 2f64.ln()]]);
/// assert!((y[1] - 2.0).abs() < 1e-15 && y[0] == 1.0);
/// assert_eq!(<Exp as Kernel<1>>::NAME, "wengert::vector::exp");
/// ```
pub trait Kernel<const N: usize>: Rule<N> {
    /// The name of the rule that has the kernel's values.
    const NAME: &'static str;
    /// The function of each lane.
    fn lanes<const L: usize>(x: [[f64; L]; N]) -> [f64; L];
}

/// A row of the table with the values of its kernel.
///
/// ```
/// use forward::Dual;
/// use rules::Number;
/// use vector::{Vector, rule::Powf};
/// // x^3 at 2, and its slope.
/// let y = Dual::apply::<Vector<Powf>, 2>([Dual::<f64>::seeded(2.0, 1.0), Dual::constant(3.0)], 0);
/// assert!((y.value - 8.0).abs() < 1e-14 && (y.tangent - 12.0).abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vector<R>(PhantomData<R>);

impl<R: Kernel<N>, const N: usize> Rule<N> for Vector<R> {
    const ID: RuleId = RuleId::User(R::NAME);

    #[inline]
    fn value(args: [f64; N], _: i32) -> f64 {
        dispatch::one::<R, N>(args)
    }

    fn values(args: [&[f64]; N], out: &mut [f64]) {
        dispatch::all::<R, N>(args, out);
    }

    #[inline]
    fn partials<T: Number>(args: [T; N], out: T, active: [bool; N], n: i32) -> [T; N] {
        R::partials(args.map(InVector), InVector(out), active, n).map(InVector::inner)
    }

    #[inline]
    fn series<T: Number>(args: [T; N], out: T, active: [bool; N], n: i32) -> Option<[T; N]> {
        Some(R::series(args.map(InVector), InVector(out), active, n)?.map(InVector::inner))
    }

    fn complex<T: Number>(re: [T; N], im: [T; N], n: i32) -> Option<[T; 2]> {
        Some(R::complex(re.map(InVector), im.map(InVector), n)?.map(InVector::inner))
    }
}

macro_rules! kernels {
    ($($(#[$doc:meta])* $Row:ident $name:ident ($($x:ident $k:literal),+) $count:literal;)+) => {
        $(
            pub use rules::rule::$Row;
            impl Kernel<$count> for $Row {
                const NAME: &'static str = concat!("wengert::vector::", stringify!($name));
                #[inline(always)]
                fn lanes<const L: usize>([$($x),+]: [[f64; L]; $count]) -> [f64; L] {
                    kernels::$name($($x),+)
                }
            }
            $(#[$doc])*
            #[track_caller]
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn $name<T: Number>($($x: T),+) -> T {
                T::apply::<Vector<$Row>, $count>([$($x),+], 0)
            }
        )+

        /// A rule, by its kernel if it is a row that has one.
        #[inline]
        pub(crate) fn apply<T: Number, R: Rule<N>, const N: usize>(args: [T; N], n: i32) -> T {
            match R::ID {
                $(RuleId::Table(Op::$Row) => {
                    T::apply::<Vector<$Row>, $count>(core::array::from_fn(|k| args[k]), n)
                })+
                _ => T::apply::<R, N>(args, n),
            }
        }

        /// The values of a row of the table by its kernel; false where it has none.
        ///
        /// # Panics
        /// If there are fewer lists than the row has arguments, or one is shorter than `out`.
        pub fn by_kernel(row: Op, args: &[&[f64]], out: &mut [f64]) -> bool {
            match row {
                $(Op::$Row => dispatch::all::<$Row, $count>(core::array::from_fn(|k| args[k]), out),)+
                _ => return false,
            }
            true
        }

        /// Whether a row of the table has a kernel.
        pub fn has_kernel(row: Op) -> bool {
            matches!(row, $(Op::$Row)|+)
        }
    };
}
kernels! {
    /// e^x; error below 1 unit in the last place.
    Exp exp(x 0) 1;
    /// The natural logarithm; error below 1 unit in the last place.
    Ln ln(x 0) 1;
    /// The sine of an angle in radians; error below 2 units in the last place.
    Sin sin(x 0) 1;
    /// The cosine of an angle in radians; error below 2 units in the last place.
    Cos cos(x 0) 1;
    /// The hyperbolic tangent; error below 3 units in the last place.
    Tanh tanh(x 0) 1;
    /// 1 / cosh(x); error below 3 units in the last place.
    Sech sech(x 0) 1;
    /// 1 / (1 + e^-x); error below 3 units in the last place.
    Sigmoid sigmoid(x 0) 1;
    /// e^(-x^2); error below 3 units in the last place.
    Bell bell(x 0) 1;
    /// The density of the normal distribution; error below 3 units in the last place.
    NormPdf norm_pdf(x 0) 1;
    /// The error function; error below 3 units in the last place.
    Erf erf(x 0) 1;
    /// 1 - erf(x); error below 4 units in the last place.
    Erfc erfc(x 0) 1;
    /// The distribution function of the normal distribution; error below 4 units in the last place.
    NormCdf norm_cdf(x 0) 1;
    /// x^y; error below 2 units in the last place.
    Powf powf(x 0, y 1) 2;
}

/// A row with a kernel, for each number of lists of arguments that are all as long as `out`: with the bits of [`exp`] and the
/// others. Plain numbers go through wide vectors, others one by one.
///
/// # Panics
/// If a list of arguments is shorter than `out`.
///
/// ```
/// let (x, mut y) = ([0.0, 1.0, 2.5], [0.0; 3]);
/// vector::all::<vector::rule::Exp, f64, 1>([&x], &mut y);
/// assert_eq!(y, x.map(vector::exp));
/// ```
#[track_caller]
#[inline]
pub fn all<R: Kernel<N>, T: Number, const N: usize>(args: [&[T]; N], out: &mut [T]) {
    let many = out.len();
    T::apply_all::<Vector<R>, N>(args, out, many);
}

/// As [`all`], of the first so many alone; what stands behind them in `out` may be overwritten.
///
/// # Panics
/// If a list is shorter.
#[doc(hidden)]
#[track_caller]
#[inline]
pub fn strip<R: Kernel<N>, T: Number, const N: usize>(args: [&[T]; N], out: &mut [T], many: usize) {
    T::apply_all::<Vector<R>, N>(args, out, many);
}
