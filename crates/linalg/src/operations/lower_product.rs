//! The lower triangle of L X, or of L^T X, for lower triangles L and X: a sixth of a product's work.

use crate::linear::LinearMap;
use crate::parameters::instruction;
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply, backend, kernels};
use rules::Number;

#[derive(Clone, Copy)]
pub(crate) struct LowerProduct {
    n: usize,
    transposed: bool,
}

impl Operation<2, 1> for LowerProduct {
    instruction!("lower_product", n, transposed);

    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(self.n, self.n); 2]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.n, self.n)]
    }

    fn value<T: Number>(&self, [l, x]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let [l, x] = [l, x].map(|x| Mask::Lower.of_view(x));
        Ok([Mask::Lower.of(&kernels::product::product(l.view(), self.transposed, x.view(), false))])
    }

    fn evaluate(&self, [l, x]: [View<'_, f64>; 2]) -> Result<[Matrix<f64>; 1], Error> {
        Ok([backend::lower_product(l, self.transposed, x)])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [l, x]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [dl, dx]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let dl = dl.mask(Mask::Lower);
        let dl = if self.transposed { dl.transposed() } else { dl };
        let by_l = dl.right(Mask::Lower.of_view(x)).mask(Mask::Lower);
        Ok([by_l + dx.map(LowerTimes { l, transposed: self.transposed })])
    }
}

/// The lower triangle of L X as a map of X, of which the lower triangle counts.
pub(crate) struct LowerTimes<'a, T> {
    pub(crate) l: View<'a, T>,
    /// L^T X instead.
    pub(crate) transposed: bool,
}

impl<T: Number> LowerTimes<'_, T> {
    fn run(&self, transposed: bool, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let [out] = apply(&LowerProduct { n: self.l.rows(), transposed }, [self.l, x.view()])?;
        Ok(out)
    }
}

impl<T: Number> LinearMap<T> for LowerTimes<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        assert!(of == self.l.shape(), "the lower triangle of {} times a tangent of {of}", self.l.shape());
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(self.transposed, x)
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.run(!self.transposed, w)
    }
}
