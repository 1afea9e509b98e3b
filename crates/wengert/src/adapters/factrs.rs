//! Residuals for the factor graphs of factrs.
//!
//! ```
//! use factrs::core::{GaussNewton, Graph, PriorResidual, SE2, Values, VectorVar2, assign_symbols, fac};
//! use factrs::traits::*;
//! use wengert::adapters::factrs::Block;
//! use wengert::prelude::*;
//!
//! /// Where a landmark is seen from a pose, whose numbers are the rows of its matrix, beside where it was seen.
//! #[differentiable]
//! fn sight(x: &[f64], #[constant] seen: &[f64]) -> [f64; 2] {
//!     let (dx, dy) = (x[9] - x[2], x[10] - x[5]);
//!     [x[0] * dx + x[3] * dy - seen[0], x[1] * dx + x[4] * dy - seen[1]]
//! }
//!
//! assign_symbols!(X: SE2; L: VectorVar2);
//! let seen = [1.0, 2.0];
//! let block = Block::<(SE2, VectorVar2), 5, 2, _, _>::new(
//!     move |x: &[f64]| sight(x, &seen).to_vec(),
//!     move |x: &[f64]| sight::jacobian(x, &seen),
//! );
//! let fixed = PriorResidual::new(SE2::new(0.5, 3.0, 0.0));
//! let mut graph = Graph::new();
//! graph.add_factor(fac![fixed, X(0)]);
//! graph.add_factor(fac![block, (X(0), L(0))]);
//! let mut values = Values::new();
//! values.insert(X(0), SE2::identity());
//! values.insert(L(0), VectorVar2::identity());
//! let found = GaussNewton::new_default(graph).optimize(values).expect("a minimum");
//! let landmark: &VectorVar2 = found.get(L(0)).expect("the landmark");
//! let (sin, cos) = 0.5f64.sin_cos();
//! assert!((landmark[0] - (3.0 + cos - 2.0 * sin)).abs() < 1e-6);
//! ```

use crate::Matrix;
use ::factrs::containers::{Key, Values};
use ::factrs::linalg::{
    AllocatorBuffer, Const, DefaultAllocator, DiffResult, DualAllocator, DualVector, ForwardProp, MatrixX, Numeric,
    VectorX,
};
use ::factrs::residuals::{Residual, Residual1, Residual2, Residual3};
use ::factrs::traits::Variable;
use ::factrs::variables::{MatrixLieGroup, SE2, SE3, SO2, SO3, VariableDtype, VectorVar};
use core::fmt;
use core::marker::PhantomData;

/// A variable as numbers: a vector's own; the rows of a pose's or a rotation's matrix.
///
/// ```
/// use factrs::core::{SE2, VectorVar2};
/// use factrs::traits::*;
/// use wengert::adapters::factrs::Coordinates;
/// let mut list: Vec<f64> = Vec::new();
/// VectorVar2::numbers(&VectorVar2::new(3.0, 4.0), &mut list);
/// // Of a pose, the three rows of its matrix.
/// SE2::numbers(&SE2::identity(), &mut list);
/// assert_eq!(list, [3.0, 4.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
/// ```
pub trait Coordinates: VariableDtype {
    /// Adds its numbers.
    fn numbers<T: Numeric>(variable: &<Self as Variable>::Alias<T>, list: &mut Vec<T>);
}

impl<const N: usize> Coordinates for VectorVar<N> {
    fn numbers<T: Numeric>(variable: &VectorVar<N, T>, list: &mut Vec<T>) {
        list.extend(variable.0.iter().copied());
    }
}

macro_rules! matrices {
    ($($group:ident)+) => {$(
        impl Coordinates for $group {
            fn numbers<T: Numeric>(variable: &$group<T>, list: &mut Vec<T>) {
                let matrix = variable.to_matrix();
                // Transposed: nalgebra goes through columns.
                list.extend(matrix.transpose().iter().copied());
            }
        }
    )+};
}

matrices!(SO2 SE2 SO3 SE3);

/// Residuals of some variables with their Jacobian: `V` is a tuple of one to three variables, `IN` the sum of their degrees
/// of freedom, `OUT` the number of residuals.
///
/// The function is given the numbers of all variables in a row; see [`Coordinates`]. Values and Jacobian are exact; factrs
/// adds the derivative of the numbers by the degrees of freedom.
pub struct Block<V, const IN: usize, const OUT: usize, R, J> {
    residuals: R,
    jacobian: J,
    variables: PhantomData<fn() -> V>,
}

impl<V, const IN: usize, const OUT: usize, R, J> Block<V, IN, OUT, R, J>
where
    R: Fn(&[f64]) -> Vec<f64>,
    J: Fn(&[f64]) -> Matrix,
{
    /// A function with `OUT` results, and its Jacobian: `f` and `f::jacobian` of one with `#[differentiable]`.
    pub fn new(residuals: R, jacobian: J) -> Self {
        Block { residuals, jacobian, variables: PhantomData }
    }

    /// The residuals at these numbers, right to first order in them.
    fn at<T: Numeric>(&self, x: &[T]) -> VectorX<T> {
        let real: Vec<f64> = x.iter().map(|x| x.re()).collect();
        let (values, jacobian) = ((self.residuals)(&real), (self.jacobian)(&real));
        assert!(values.len() == OUT, "{} residuals, where {OUT} are said: give the block its size", values.len());
        let of = |i: usize| {
            let moves = x.iter().zip(&real).enumerate();
            moves
                .fold(T::from(values[i]), |sum, (j, (&x, &real))| sum + (x - T::from(real)) * T::from(jacobian[(i, j)]))
        };
        VectorX::from_fn(OUT, |i, _| of(i))
    }
}

impl<V, const IN: usize, const OUT: usize, R: Clone, J: Clone> Clone for Block<V, IN, OUT, R, J> {
    fn clone(&self) -> Self {
        Block { residuals: self.residuals.clone(), jacobian: self.jacobian.clone(), variables: PhantomData }
    }
}

impl<V, const IN: usize, const OUT: usize, R, J> fmt::Debug for Block<V, IN, OUT, R, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Block of {OUT} residuals by {IN}")
    }
}

macro_rules! block {
    ($residual:ident, $values:ident, $jacobian:ident, $of:ident, $($variable:ident: $type:ident as $own:ident),+) => {
        impl<$($type,)+ const IN: usize, const OUT: usize, R, J> $residual for Block<($($type,)+), IN, OUT, R, J>
        where
            $($type: Coordinates + 'static,)+
            R: Fn(&[f64]) -> Vec<f64> + Clone + 'static,
            J: Fn(&[f64]) -> Matrix + Clone + 'static,
            AllocatorBuffer<Const<IN>>: Sync + Send,
            DefaultAllocator: DualAllocator<Const<IN>>,
            DualVector<Const<IN>>: Copy,
        {
            type Differ = ForwardProp<Const<IN>>;
            $(type $own = $type;)+
            type DimIn = Const<IN>;
            type DimOut = Const<OUT>;

            fn $of<T: Numeric>(&self, $($variable: <$type as Variable>::Alias<T>),+) -> VectorX<T> {
                let mut numbers = Vec::new();
                $($type::numbers(&$variable, &mut numbers);)+
                self.at(&numbers)
            }
        }

        impl<$($type,)+ const IN: usize, const OUT: usize, R, J> Residual for Block<($($type,)+), IN, OUT, R, J>
        where
            $($type: Coordinates + 'static,)+
            R: Fn(&[f64]) -> Vec<f64> + Clone + 'static,
            J: Fn(&[f64]) -> Matrix + Clone + 'static,
            AllocatorBuffer<Const<IN>>: Sync + Send,
            DefaultAllocator: DualAllocator<Const<IN>>,
            DualVector<Const<IN>>: Copy,
        {
            fn dim_in(&self) -> usize {
                IN
            }

            fn dim_out(&self) -> usize {
                OUT
            }

            fn residual(&self, values: &Values, keys: &[Key]) -> VectorX {
                self.$values(values, keys)
            }

            fn residual_jacobian(&self, values: &Values, keys: &[Key]) -> DiffResult<VectorX, MatrixX> {
                self.$jacobian(values, keys)
            }
        }
    };
}

block!(Residual1, residual1_values, residual1_jacobian, residual1, a: A as V1);
block!(Residual2, residual2_values, residual2_jacobian, residual2, a: A as V1, b: B as V2);
block!(Residual3, residual3_values, residual3_jacobian, residual3, a: A as V1, b: B as V2, c: C as V3);
