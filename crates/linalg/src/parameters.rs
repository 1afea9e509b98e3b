//! Operations as a name and numbers: what a program is written with, and read from.

use crate::operations::Factor;
use crate::sparse::SparsePattern;
use crate::{Covariance, Shape, Triangle};
use std::sync::Arc;

/// A field of an operation, as numbers.
pub(crate) trait Parameter: Sized {
    fn put(&self, to: &mut Vec<f64>);
    /// It from the next numbers; none where they do not make one.
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self>;
}

/// More entries have no place in a program.
pub(crate) const MOST: usize = 1 << 31;

impl Parameter for usize {
    fn put(&self, to: &mut Vec<f64>) {
        to.push(*self as f64);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        let number = from.next()?;
        let whole = number as usize;
        (whole as f64 == number && whole < MOST).then_some(whole)
    }
}

impl Parameter for bool {
    fn put(&self, to: &mut Vec<f64>) {
        usize::from(*self).put(to);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        match usize::take(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Parameter for Shape {
    fn put(&self, to: &mut Vec<f64>) {
        self.rows.put(to);
        self.columns.put(to);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        let shape = Shape::new(usize::take(from)?, usize::take(from)?);
        (shape.len() < MOST).then_some(shape)
    }
}

impl Parameter for Triangle {
    fn put(&self, to: &mut Vec<f64>) {
        [self.lower, self.transposed, self.unit].iter().for_each(|flag| flag.put(to));
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        Some(Triangle { lower: bool::take(from)?, transposed: bool::take(from)?, unit: bool::take(from)? })
    }
}

impl Parameter for Covariance {
    fn put(&self, to: &mut Vec<f64>) {
        Covariance::ALL.iter().position(|kind| kind == self).unwrap_or(0).put(to);
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        Covariance::ALL.get(usize::take(from)?).copied()
    }
}

/// What is kept is no part of an operation: read, it has none yet.
impl<F> Parameter for Factor<F> {
    fn put(&self, _: &mut Vec<f64>) {}
    fn take(_: &mut impl Iterator<Item = f64>) -> Option<Self> {
        Some(Factor::open())
    }
}

impl Parameter for Arc<SparsePattern> {
    fn put(&self, to: &mut Vec<f64>) {
        self.shape().put(to);
        self.column_pointers().iter().for_each(|place| place.put(to));
        self.row_indices().iter().for_each(|row| row.put(to));
    }
    fn take(from: &mut impl Iterator<Item = f64>) -> Option<Self> {
        let Shape { rows, columns } = Shape::take(from)?;
        let pointers = (0..=columns).map(|_| usize::take(from)).collect::<Option<Vec<_>>>()?;
        let entries = *pointers.last()?;
        let indices = (0..entries).map(|_| usize::take(from)).collect::<Option<Vec<_>>>()?;
        let whole = pointers[0] == 0 && pointers.is_sorted() && indices.iter().all(|&row| row < rows);
        let in_order = |ends: &[usize]| indices[ends[0]..ends[1]].is_sorted_by(|a, b| a < b);
        if !whole || !pointers.windows(2).all(in_order) {
            return None;
        }
        let places = pointers
            .windows(2)
            .enumerate()
            .flat_map(|(j, ends)| indices[ends[0]..ends[1]].iter().map(move |&i| (i, j)));
        Some(Arc::new(SparsePattern::new(rows, columns, places)))
    }
}

/// What makes an operation an instruction of a program that can be read: its name, and its fields as numbers; with a condition
/// on what is read where not all of these make one.
macro_rules! instruction {
    ($name:literal, $($field:tt),* $(; $fits:expr)?) => {
        fn name(&self) -> &'static str {
            $name
        }
        fn parameters(&self) -> Option<Vec<f64>> {
            let mut list = Vec::new();
            $($crate::parameters::Parameter::put(&self.$field, &mut list);)*
            Some(list)
        }
        fn from_parameters(list: &[f64]) -> Option<Self> {
            let mut list = list.iter().copied();
            let made = Self { $($field: $crate::parameters::Parameter::take(&mut list)?),* };
            $(let fits: fn(&Self) -> bool = $fits;
            if !fits(&made) {
                return None;
            })?
            list.next().is_none().then_some(made)
        }
    };
}

/// What makes operations on one matrix share its factorisation while a program runs.
macro_rules! shares {
    ($kind:literal, $field:ident $(, $of:ident)?) => {
        fn shares(&self) -> Option<String> {
            let kind = $kind.to_owned();
            $(let kind = format!("{kind} {:?}", (self.$of.column_pointers(), self.$of.row_indices()));)?
            Some(kind)
        }
        fn sharing(&self, shared: &mut rules::Shared) -> Self {
            Self { $field: $crate::operations::Factor::shared(shared), ..self.clone() }
        }
    };
}

pub(crate) use {instruction, shares};
