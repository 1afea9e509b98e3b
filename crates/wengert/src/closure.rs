//! Functions on any number from an expression.

/// Makes a [`Function`](crate::Function) of an expression: `function!(|x| x[0] * x[1])`, or with the type of several outputs,
/// `function!(|x| -> [T; 2] { [x[0], x[1].sin()] })`.
///
/// The expression runs on a slice of any number `T`. What it uses of the variables around it stands in front, with types,
/// as the expression is compiled for each number apart: `function!(data: &[f64], k: f64; |x| ..)`. It is cloned for each
/// run, so lend what is large.
///
/// Should I be using this? Where one closure is to run on several kinds of numbers: for sparse derivatives, for the checker,
/// for an operator that chooses its engine.
///
/// ```
/// use wengert::prelude::*;
/// let f = wengert::function!(|x| -> [T; 2] { [x[0] * x[1], x[1].sin()] });
/// assert_eq!(f.jacobian(&[2.0, 0.0]).as_slice(), [0.0, 2.0, 0.0, 1.0]);
///
/// let (seen, rate) = (vec![1.0, 2.0, 4.0], 0.5);
/// let data = seen.as_slice();
/// let misfit = wengert::function!(data: &[f64], rate: f64; |x| {
///     data.iter().zip(0..).map(|(&y, t)| (y - x[0] * (rate * x[1] * f64::from(t)).exp()).powi(2)).sum::<T>()
/// });
/// assert!(misfit.gradient(&[1.1, 1.3]).iter().all(|g| g.is_finite()));
/// ```
#[macro_export]
macro_rules! function {
    (|$x:ident| -> $outputs:ty $body:block) => {{
        struct Given;
        impl $crate::Function for Given {
            type Output<T: $crate::Real> = $outputs;
            fn eval<T: $crate::Real + 'static>(&self, $x: &[T]) -> $outputs $body
        }
        Given
    }};
    (|$x:ident| $body:expr) => {
        $crate::function!(|$x| -> T { $body })
    };
    ($($name:ident: $type:ty),+ $(,)?; |$x:ident| -> $outputs:ty $body:block) => {{
        struct Given<Data>(Data);
        impl $crate::Function for Given<($($type,)+)> {
            type Output<T: $crate::Real> = $outputs;
            fn eval<T: $crate::Real + 'static>(&self, $x: &[T]) -> $outputs {
                #[allow(unused_variables)]
                let ($($name,)+) = ::core::clone::Clone::clone(&self.0);
                $body
            }
        }
        Given(($($name,)+))
    }};
    ($($name:ident: $type:ty),+ $(,)?; |$x:ident| $body:expr) => {
        $crate::function!($($name: $type),+; |$x| -> T { $body })
    };
}
