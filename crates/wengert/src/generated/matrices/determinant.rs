//! The determinant, which has a value where its rule has no derivative.

use super::{Constant, Given};
use crate::generated::{Seed, Workspace};
use crate::pool::on_tape;
use linalg::{Matrix, Shape, on_lists};
use rules::{ArrayRule, Real};

/// The determinant, for generated code.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug)]
pub struct det {}

impl det {
    #[doc(hidden)]
    #[track_caller]
    pub fn __value<T: Real>(rows: usize, columns: usize, a: impl Given<T>) -> T {
        on_lists::det(Shape::new(rows, columns), a.opened(&mut Vec::new()).0).0
    }

    #[doc(hidden)]
    #[track_caller]
    pub fn __forward<T: Real>(rows: usize, columns: usize, a: impl Given<T>, ws: &mut Workspace<T>) -> T {
        ws.note_overwrites(0);
        let (y, rule) = on_lists::det(Shape::new(rows, columns), a.opened(&mut Vec::new()).0);
        ws.push_words([u64::from(rule.is_some())]);
        if let Some(rule) = rule {
            ws.push([y]);
            ws.keep_thing(Box::new(rule));
        }
        y
    }

    /// Where the matrix is singular, or nearly so, on a tape of the determinant alone.
    #[doc(hidden)]
    pub fn __reverse<T: Real>(
        rows: usize,
        columns: usize,
        a: impl Given<T>,
        seeds: Option<Seed<T>>,
        ws: &mut Workspace<T>,
    ) {
        let [there] = ws.pop_words();
        let mut room = Vec::new();
        let (a, adjoint) = a.opened(&mut room);
        let rule = match there {
            0 => None,
            _ => {
                let [y] = ws.pop();
                taken(ws, |a| on_lists::det(Shape::new(rows, columns), a).1).map(|rule| (rule, y))
            }
        };
        let (Some(Seed(w)), Some(adjoint)) = (seeds, adjoint) else { return };
        let pulled = rule.and_then(|(rule, y)| rule.pull(&[a], &[y], &[w], &[true]).ok());
        let found = match pulled {
            Some(found) => found.into_iter().flatten().next().unwrap_or_default(),
            None => of_singular(rows, columns, a, w),
        };
        adjoint.iter_mut().zip(found).for_each(|(a, d)| *a += d);
    }
}

#[cold]
fn of_singular<T: Real>(rows: usize, columns: usize, a: &[T], w: T) -> Vec<T> {
    on_tape(a, |tape, vars, adjoints| {
        let y = Matrix::from_vec(rows, columns, vars.to_vec()).det();
        tape.adjoints_into(&[(y, w)], adjoints);
        vars.iter().map(|&x| adjoints.wrt(x)).collect()
    })
}

/// The rule that was kept last, of the type that a function gives.
fn taken<T: Real, R: ArrayRule>(ws: &mut Workspace<T>, _: impl FnOnce(&[T]) -> Option<R>) -> Option<Box<R>> {
    ws.kept_thing()?.downcast().ok()
}

/// The same of constants.
#[doc(hidden)]
#[track_caller]
pub fn det(rows: usize, columns: usize, a: &[f64]) -> f64 {
    det::__value::<f64>(rows, columns, Constant(a))
}
