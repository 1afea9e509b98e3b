//! Steps of linear expressions on matrices that are kept in planes, and the same on all others.

use crate::operations::instructions::Dot;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use rules::{Number, Planes};

/// The entries in planes, made of them if they are not; of two where one has them.
fn both<T: Number, R>(a: View<'_, T>, b: View<'_, T>, reader: impl FnOnce(View<'_, T>, View<'_, T>) -> R) -> Option<R> {
    match (a.planes(), b.planes()) {
        (None, None) => None,
        (Some(_), Some(_)) => Some(reader(a, b)),
        (Some(_), None) => Some(reader(a, made(b).view())),
        (None, Some(_)) => Some(reader(made(a).view(), b)),
    }
}

fn made<T: Number>(x: View<'_, T>) -> Matrix<T> {
    Matrix::of_planes(x.shape(), Planes::of(x.as_slice().iter().copied()))
}

/// The sum or the difference.
pub(super) fn sum<T: Number>(a: View<'_, T>, b: View<'_, T>, minus: bool) -> Matrix<T> {
    let shape = a.shape();
    let in_planes = both(a, b, |a, b| {
        Some(a.planes()?.zip(b.planes()?, |a: Option<&[f64]>, b: Option<&[f64]>| match (a, b) {
            (Some(a), Some(b)) if minus => a.iter().zip(b).map(|(a, b)| a - b).collect(),
            (Some(a), Some(b)) => a.iter().zip(b).map(|(a, b)| a + b).collect(),
            (None, Some(b)) if minus => b.iter().map(|b| -b).collect(),
            (a, b) => a.or(b).unwrap_or_default().to_vec(),
        }))
    });
    if let Some(planes) = in_planes.flatten() {
        return Matrix::of_planes(shape, planes);
    }
    let pairs = a.as_slice().iter().zip(b.as_slice());
    Matrix::of(shape, if minus { pairs.map(|(&a, &b)| a - b).collect() } else { pairs.map(|(&a, &b)| a + b).collect() })
}

/// The negative.
pub(super) fn minus<T: Number>(x: View<'_, T>) -> Matrix<T> {
    match x.planes() {
        Some(planes) => {
            let minus = planes.map(planes.len(), |x| x.iter().map(|x| -x).collect());
            Matrix::of_planes(x.shape(), minus)
        }
        None => Matrix::of(x.shape(), x.as_slice().iter().map(|&x| -x).collect()),
    }
}

/// Entry by entry; none where neither is in planes.
pub(super) fn entrywise<T: Number>(k: View<'_, T>, x: View<'_, T>) -> Option<Result<Matrix<T>, Error>> {
    both(k, x, |k, x| apply(&Entrywise(k.shape()), [k, x]).map(|[y]| y))
}

/// The inner product; none where neither is in planes.
pub(super) fn inner<T: Number>(k: View<'_, T>, x: View<'_, T>) -> Option<Result<Matrix<T>, Error>> {
    both(k, x, |k, x| apply(&Dot(k.shape()), [k, x]).map(|[y]| y))
}

/// A number times a matrix.
pub(super) fn multiple<T: Number>(c: T, x: View<'_, T>) -> Result<Matrix<T>, Error> {
    let one = [c];
    let [y] = apply(&Multiple(x.shape()), [View::new(Shape::new(1, 1), &one), x])?;
    Ok(y)
}

/// The product entry by entry: d(A o B) = dA o B + A o dB.
#[derive(Clone, Copy)]
struct Entrywise(Shape);

impl Operation<2, 1> for Entrywise {
    fn inputs(&self) -> [Shape; 2] {
        [self.0; 2]
    }
    fn outputs(&self) -> [Shape; 1] {
        [self.0]
    }
    fn value<T: Number>(&self, [a, b]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let entries = a.as_slice().iter().zip(b.as_slice()).map(|(&a, &b)| a * b).collect();
        Ok([Matrix::of(self.0, entries)])
    }
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a, b]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [da, db]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([da.entrywise(b) + db.entrywise(a)])
    }
}

/// A number times a matrix: d(c A) = dc A + c dA.
#[derive(Clone, Copy)]
struct Multiple(Shape);

impl Operation<2, 1> for Multiple {
    fn inputs(&self) -> [Shape; 2] {
        [Shape::new(1, 1), self.0]
    }
    fn outputs(&self) -> [Shape; 1] {
        [self.0]
    }
    fn value<T: Number>(&self, [c, a]: [View<'_, T>; 2]) -> Result<[Matrix<T>; 1], Error> {
        let c = c[(0, 0)];
        Ok([Matrix::of(self.0, a.as_slice().iter().map(|&a| c * a).collect())])
    }
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [c, a]: [View<'a, T>; 2],
        _: [View<'a, T>; 1],
        [dc, da]: [Linear<'e, 'a, T>; 2],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        Ok([dc.multiple(a) + da.scaled(c[(0, 0)])])
    }
}
