//! Functions with `#[differentiable]`: what was generated beside them held against the engines.

use crate::engines::{Engines, Random};
use crate::failure::{Broken, Failure};
use crate::function::{Along, Spy, Weighted};
use crate::report::Report;
use crate::run::Check;
use wengert::{Bundle, Differentiable, Differentiate, Function, Matrix, Mode};

/// Checks a function with `#[differentiable]`, by its name and its arguments: makes a [`Generated`], to be run.
///
/// The function runs on every engine as [`Check`] has it, and what was generated beside it is held against them: the values
/// of all forms, `jvp`, `vjp` and `jacobian`; of a function with one number as its result `gradient`, `hvp` and `hessian`
/// too. The function is named as a path. Arguments that carry no derivative, integers among them, have `#[constant]` in
/// front, as in its signature; arguments are evaluated anew for each form, so a list that is given away is given as
/// `list.clone()`. Where the result is no number, its type follows the name: `polar -> [f64; 2]`.
///
/// Active arguments are numbers, arrays, tuples of numbers, lists, structures with the derive, and references to these;
/// results these without references. For `&mut` and `f32` take a [`function!`](crate::function!).
///
/// ```
/// use wengert::prelude::*;
///
/// #[differentiable]
/// pub fn energy(x: &[f64], k: f64, #[constant] rest: f64) -> f64 {
///     (1..x.len()).map(|i| 0.5 * k * (x[i] - x[i - 1] - rest).powi(2)).sum()
/// }
///
/// #[differentiable]
/// pub fn polar(r: f64, phi: f64) -> [f64; 2] {
///     [r * phi.cos(), r * phi.sin()]
/// }
///
/// let report = check::differentiable!(energy, &[0.0, 2.0, 3.0], 10.0, #[constant] 1.0).run()?;
/// assert_eq!(report.jacobian().row(0), [-10.0, 10.0, 0.0, 0.5]);
/// check::differentiable!(polar -> [f64; 2], 2.0, 0.5).run_as(|check| check.order(1).directions(8))?;
/// # Ok::<(), check::Failure>(())
/// ```
#[macro_export]
macro_rules! differentiable {
    (@take $f:tt $kind:tt [$($all:expr,)*] [$($active:expr,)*] #[constant] $x:expr $(, $($rest:tt)*)?) => {
        $crate::differentiable!(@take $f $kind [$($all,)* $x,] [$($active,)*] $($($rest)*)?)
    };
    (@take $f:tt $kind:tt [$($all:expr,)*] [$($active:expr,)*] $x:expr $(, $($rest:tt)*)?) => {
        $crate::differentiable!(@take $f $kind [$($all,)* $x,] [$($active,)* $x,] $($($rest)*)?)
    };
    (@take [$($f:tt)+] [$($kind:tt)*] [$($all:expr,)*] [$($active:expr,)*]) => {{
        #[allow(unused_imports)]
        use $crate::{OfNumbers as _, OfStructures as _, WeighNumbers as _, WeighStructures as _};
        #[allow(unused_mut)]
        let mut x = ::std::vec::Vec::new();
        $((&$crate::Given($active)).numbers(&mut x);)*
        $crate::Generated::new(stringify!($($f)+), $($f)+::function($($all),*), x, $crate::Several {
            value: ::std::boxed::Box::new(|| $crate::flat(&$($f)+($($all),*))),
            #[allow(unused_variables, unused_mut)]
            jvp: ::std::boxed::Box::new(|v: &[f64]| {
                let mut v = v.iter().copied();
                let (y, d) = $($f)+::jvp($($all,)* $((&$crate::Given($active)).lend(
                    &(&$crate::Given($active)).like(&mut v)
                )),*);
                ($crate::flat(&y), $crate::flat(&d))
            }),
            vjp: $crate::differentiable!(@vjp [$($f)+] [$($kind)*] [$($all,)*]),
            jacobian: ::std::boxed::Box::new(|| $($f)+::jacobian($($all),*)),
            second: $crate::differentiable!(@second [$($f)+] [$($kind)*] [$($all,)*] [$($active,)*]),
        })
    }};
    (@vjp [$($f:tt)+] [] [$($all:expr,)*]) => {
        ::std::boxed::Box::new(|w: &[f64]| {
            let (y, g) = $($f)+::vjp($($all,)* w[0]);
            ($crate::flat(&y), $crate::flat(&g))
        })
    };
    (@vjp $f:tt [-> ($($part:ty),+ $(,)?)] $all:tt) => {
        $crate::differentiable!(@tuple $f $all [$($part,)+] [])
    };
    // Each part gets a name of its own: the same word, made anew.
    (@tuple $f:tt $all:tt [$part:ty, $($parts:ty,)*] [$($name:ident)*] $($types:ty,)*) => {
        $crate::differentiable!(@tuple $f $all [$($parts,)*] [$($name)* weight] $($types,)* $part,)
    };
    (@tuple [$($f:tt)+] [$($all:expr,)*] [] [$($name:ident)*] $($types:ty,)*) => {
        ::std::boxed::Box::new(|w: &[f64]| {
            let like: ($($types,)*) = $($f)+($($all),*);
            let ($($name,)*) = $crate::like(&like, &mut w.iter().copied());
            let (y, g) = $($f)+::vjp($($all,)* $((&$name).weigh()),*);
            ($crate::flat(&y), $crate::flat(&g))
        })
    };
    (@vjp [$($f:tt)+] [-> $outputs:ty] [$($all:expr,)*]) => {
        ::std::boxed::Box::new(|w: &[f64]| {
            let like: $outputs = $($f)+($($all),*);
            let weights = $crate::like(&like, &mut w.iter().copied());
            let (y, g) = $($f)+::vjp($($all,)* (&weights).weigh());
            ($crate::flat(&y), $crate::flat(&g))
        })
    };
    (@second $f:tt [-> $($outputs:tt)*] $all:tt $active:tt) => {
        ::core::option::Option::None
    };
    (@second [$($f:tt)+] [] [$($all:expr,)*] [$($active:expr,)*]) => {
        ::core::option::Option::Some($crate::Second {
            gradient: ::std::boxed::Box::new(|| {
                let (y, g) = $($f)+::value_and_gradient($($all),*);
                ($crate::flat(&y), $crate::flat(&g))
            }),
            #[allow(unused_variables, unused_mut)]
            hvp: ::std::boxed::Box::new(|v: &[f64]| {
                let mut v = v.iter().copied();
                $crate::flat(&$($f)+::hvp($($all,)* $((&$crate::Given($active)).lend(
                    &(&$crate::Given($active)).like(&mut v)
                )),*))
            }),
            hessian: ::std::boxed::Box::new(|| $($f)+::hessian($($all),*)),
        })
    };
    ($f:ident $(:: $more:ident)* -> ($($part:ty),+ $(,)?) $(, $($rest:tt)*)?) => {
        $crate::differentiable!(@take [$f $(:: $more)*] [-> ($($part),+)] [] [] $($($rest)*)?)
    };
    ($f:ident $(:: $more:ident)* -> $outputs:ty $(, $($rest:tt)*)?) => {
        $crate::differentiable!(@take [$f $(:: $more)*] [-> $outputs] [] [] $($($rest)*)?)
    };
    ($f:ident $(:: $more:ident)* $(, $($rest:tt)*)?) => {
        $crate::differentiable!(@take [$f $(:: $more)*] [] [] [] $($($rest)*)?)
    };
}

/// A function with `#[differentiable]` at a point, and what was generated beside it; see
/// [`differentiable!`](crate::differentiable!).
///
/// ```
/// use wengert::prelude::*;
///
/// #[differentiable]
/// pub fn volume(r: f64, h: f64) -> f64 {
///     std::f64::consts::PI * r * r * h
/// }
///
/// let all = check::differentiable!(volume, 1.0, 2.0).run()?;
/// let first = check::differentiable!(volume, 1.0, 2.0).run_as(|check| check.order(1))?;
/// assert_eq!(all.jacobian(), first.jacobian());
/// # Ok::<(), check::Failure>(())
/// ```
#[must_use = "nothing is checked before run() is called"]
pub struct Generated<'a, F> {
    name: &'static str,
    f: F,
    x: Vec<f64>,
    forms: Several<'a>,
}

impl<'a, F: Function> Generated<'a, F> {
    #[doc(hidden)]
    pub fn new(name: &'static str, f: F, x: Vec<f64>, forms: Several<'a>) -> Self {
        Generated { name, f, x, forms }
    }

    /// Runs the check of order 2.
    ///
    /// # Errors
    /// If what was generated disagrees with the engines, or as [`Check::run`].
    pub fn run(self) -> Result<Report, Failure> {
        self.run_as(|check| check)
    }

    /// Runs a check that is set up otherwise: `run_as(|check| check.order(1).allow_nan(true))`.
    ///
    /// # Errors
    /// As [`run`](Generated::run).
    pub fn run_as(self, set: impl FnOnce(Check<'_, F>) -> Check<'_, F>) -> Result<Report, Failure> {
        set(Check::new(&self.f).at(&self.x).order(2)).run_with(|engines| engines.generated(&self.forms))
    }
}

impl<F> core::fmt::Debug for Generated<'_, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Generated").field("name", &self.name).field("x", &self.x).finish_non_exhaustive()
    }
}

type Of<'a, R> = Box<dyn Fn() -> R + 'a>;
type Along1<'a, R> = Box<dyn Fn(&[f64]) -> R + 'a>;

/// What is beside every function.
#[doc(hidden)]
pub struct Several<'a> {
    pub value: Of<'a, Vec<f64>>,
    pub jvp: Along1<'a, (Vec<f64>, Vec<f64>)>,
    pub vjp: Along1<'a, (Vec<f64>, Vec<f64>)>,
    pub jacobian: Of<'a, Matrix>,
    pub second: Option<Second<'a>>,
}

/// What is beside functions with one number as their result.
#[doc(hidden)]
pub struct Second<'a> {
    pub gradient: Of<'a, (Vec<f64>, Vec<f64>)>,
    pub hvp: Along1<'a, Vec<f64>>,
    pub hessian: Of<'a, Matrix>,
}

impl<F: Function> Engines<'_, F> {
    /// Checks what was generated, at the point and along directions of its own.
    fn generated(&mut self, forms: &Several<'_>) -> Result<(), Failure> {
        self.same_values("the function", &(forms.value)())?;
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let (n, m) = (self.x.len(), self.values.len());
        let spy = Spy::new(self.f);
        for k in 0..self.plan.directions {
            let (v, w) = (random.direction(self.x), random.weights(m));
            let (values, found) = (forms.jvp)(&v);
            self.same_values("generated jvp", &values)?;
            let sizes = self.trace.push(&v);
            let (_, want) = spy.jvp(self.x, &v);
            self.all_agree(["duals", "generated jvp"], [&want, &found], &sizes, |i| {
                format!("of output {i} along direction {k}")
            })?;
            let (values, found) = (forms.vjp)(&w);
            self.same_values("generated vjp", &values)?;
            let (sizes, _) = self.trace.pull(&w);
            let (_, want) = spy.vjp(self.x, &w);
            self.all_agree(["tape", "generated vjp"], [&want, &found], &sizes, |j| {
                format!("by x[{j}] with weights {k}")
            })?;
        }
        let (_, want) = self.f.value_and_jacobian(Mode::Reverse, self.x);
        let found = (forms.jacobian)();
        let sizes: Vec<f64> = (0..m).flat_map(|i| self.trace.pull(&unit(m, i)).0).collect();
        let place = |at: usize| format!("of output {} by x[{}]", at / n.max(1), at % n.max(1));
        self.all_agree(["tape", "generated jacobian"], [want.as_slice(), found.as_slice()], &sizes, place)?;
        let Some(second) = &forms.second else { return Ok(()) };
        let (values, found) = (second.gradient)();
        self.same_values("generated gradient", &values)?;
        self.all_agree(["tape", "generated gradient"], [want.as_slice(), &found], &sizes, place)?;
        self.second(second, &mut random)
    }

    fn second(&mut self, forms: &Second<'_>, random: &mut Random) -> Result<(), Failure> {
        let (f, x) = (self.f, self.x);
        let product = |engines: &mut Self, name, v: &[f64], found: &[f64]| {
            let along = Along { f, w: &[1.0], v };
            let mut second = Engines::of_order(&along, x, engines.plan, 2)?;
            let (sizes, _) = second.trace.pull(&[1.0]);
            let want = Weighted { f, w: &[1.0] }.hvp(x, v);
            second.all_agree(["tape over duals", name], [&want, found], &sizes, |j| {
                format!("by x[{j}] and along a direction")
            })?;
            engines.count(&second);
            Ok(())
        };
        for _ in 0..self.plan.directions {
            let v = random.direction(x);
            product(self, "generated hvp", &v, &(forms.hvp)(&v))?;
        }
        let hessian = (forms.hessian)();
        let v = random.direction(x);
        let found: Vec<f64> =
            (0..x.len()).map(|i| hessian.row(i).iter().zip(&v).map(|(h, v)| h * v).sum::<f64>()).collect();
        product(self, "generated hessian", &v, &found)
    }

    fn all_agree(
        &mut self,
        names: [&'static str; 2],
        [want, found]: [&[f64]; 2],
        sizes: &[f64],
        place: impl Fn(usize) -> String,
    ) -> Result<(), Failure> {
        if want.len() != found.len() {
            let sides = [(names[0], want.len() as f64), (names[1], found.len() as f64)];
            return Err(self.failure(Broken::Generated, "in its length".to_owned(), sides, 0.0));
        }
        for (i, ((&want, &found), &size)) in want.iter().zip(found).zip(sizes).enumerate() {
            self.agree(Broken::Generated, [(names[0], want), (names[1], found)], size, || place(i))?;
        }
        Ok(())
    }
}

fn unit(m: usize, i: usize) -> Vec<f64> {
    (0..m).map(|k| f64::from(u8::from(i == k))).collect()
}

/// The numbers of a value, in order.
#[doc(hidden)]
pub fn flat<D: Differentiable>(value: &D) -> Vec<f64> {
    let mut all = Vec::new();
    value.over(&mut |x: f64| {
        all.push(x);
        x
    });
    all
}

/// A value of the same shape of other numbers.
#[doc(hidden)]
pub fn like<D: Differentiable>(value: &D, numbers: &mut dyn Iterator<Item = f64>) -> D {
    value.over(&mut |_: f64| numbers.next().unwrap_or(f64::NAN)).plain(&mut |x: f64| x)
}

/// An argument as it is given: its numbers, and directions of its shape as generated functions take them.
#[doc(hidden)]
#[derive(Debug)]
pub struct Given<T>(pub T);

#[doc(hidden)]
impl<D: Differentiable> Given<&D> {
    pub fn numbers(&self, all: &mut Vec<f64>) {
        all.extend(flat(self.0));
    }
    pub fn like(&self, numbers: &mut dyn Iterator<Item = f64>) -> D {
        like(self.0, numbers)
    }
    pub fn lend<'o>(&self, own: &'o D) -> &'o D {
        own
    }
}

#[doc(hidden)]
impl<D: Differentiable> Given<&[D]> {
    pub fn numbers(&self, all: &mut Vec<f64>) {
        self.0.iter().for_each(|x| all.extend(flat(x)));
    }
    pub fn like(&self, numbers: &mut dyn Iterator<Item = f64>) -> Vec<D> {
        self.0.iter().map(|x| like(x, numbers)).collect()
    }
    pub fn lend<'o>(&self, own: &'o Vec<D>) -> &'o [D] {
        own
    }
}

/// Arguments that are given by value and have directions by value, and lists.
#[doc(hidden)]
pub trait OfNumbers {
    type Own: Differentiable;
    type Lent<'o>;
    fn own(&self) -> &Self::Own;
    fn lend<'o>(&self, own: &'o Self::Own) -> Self::Lent<'o>;
    fn numbers(&self, all: &mut Vec<f64>) {
        all.extend(flat(self.own()));
    }
    fn like(&self, numbers: &mut dyn Iterator<Item = f64>) -> Self::Own {
        like(self.own(), numbers)
    }
}

macro_rules! by_value {
    ($([$($generics:tt)*] $T:ty)+) => {$(
        impl<$($generics)*> OfNumbers for Given<$T> {
            type Own = $T;
            type Lent<'o> = $T;
            fn own(&self) -> &$T {
                &self.0
            }
            fn lend(&self, own: &$T) -> $T {
                *own
            }
        }
    )+};
}
by_value! { [] f64 [const N: usize] [f64; N] [] (f64, f64) [] (f64, f64, f64) [] (f64, f64, f64, f64) }

impl OfNumbers for Given<Vec<f64>> {
    type Own = Vec<f64>;
    type Lent<'o> = &'o [f64];
    fn own(&self) -> &Vec<f64> {
        &self.0
    }
    fn lend<'o>(&self, own: &'o Vec<f64>) -> &'o [f64] {
        own
    }
}

/// Other arguments by value, whose directions are lent: structures.
#[doc(hidden)]
pub trait OfStructures<D: Differentiable> {
    fn numbers(&self, all: &mut Vec<f64>);
    fn like(&self, numbers: &mut dyn Iterator<Item = f64>) -> D;
    fn lend<'o>(&self, own: &'o D) -> &'o D;
}

impl<D: Differentiable> OfStructures<D> for &Given<D> {
    fn numbers(&self, all: &mut Vec<f64>) {
        all.extend(flat(&self.0));
    }
    fn like(&self, numbers: &mut dyn Iterator<Item = f64>) -> D {
        like(&self.0, numbers)
    }
    fn lend<'o>(&self, own: &'o D) -> &'o D {
        own
    }
}

/// Weights of numbers and of lists of them.
#[doc(hidden)]
pub trait WeighNumbers {
    type Weight<'o>
    where
        Self: 'o;
    fn weigh(&self) -> Self::Weight<'_>;
}

impl WeighNumbers for f64 {
    type Weight<'o> = f64;
    fn weigh(&self) -> f64 {
        *self
    }
}

impl<const N: usize> WeighNumbers for [f64; N] {
    type Weight<'o> = &'o [f64];
    fn weigh(&self) -> &[f64] {
        self
    }
}

impl WeighNumbers for Vec<f64> {
    type Weight<'o> = &'o [f64];
    fn weigh(&self) -> &[f64] {
        self
    }
}

/// Weights of other results.
#[doc(hidden)]
pub trait WeighStructures<'o, D> {
    fn weigh(&self) -> &'o D;
}

impl<'o, D: Differentiable> WeighStructures<'o, D> for &'o D {
    fn weigh(&self) -> &'o D {
        self
    }
}
