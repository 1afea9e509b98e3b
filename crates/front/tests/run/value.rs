//! Values, and the cells that they lie in.

use front::items::{AdtId, FnId};
use front::ty::Ty;
use std::cell::RefCell;
use std::rc::Rc;

/// A place in memory.
pub(crate) type Cell = Rc<RefCell<V>>;

pub(crate) fn cell(v: V) -> Cell {
    Rc::new(RefCell::new(v))
}

/// A value. What has parts has a cell for each, so that each can be referred to.
#[derive(Clone, Debug)]
pub(crate) enum V {
    Unset,
    Bool(bool),
    Int(i128),
    F64(f64),
    F32(f32),
    Str,
    Tuple(Vec<Cell>),
    /// A struct, or a variant of an enum.
    Adt(AdtId, usize, Vec<Cell>),
    List(Vec<Cell>),
    /// An `Option` that is given to a function.
    Some(Option<Cell>),
    Ref(Place),
    Fn(FnId, Vec<Ty>),
    Variant(AdtId, usize),
    Closure(Rc<Closure>),
}

/// Where something lies: a cell, or elements of the list in one.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Cell(Cell),
    Part(Cell, usize, usize),
}

/// A closure, or the body of a `for`.
pub(crate) struct Closure {
    pub(crate) frame: Rc<crate::machine::Frame>,
    pub(crate) expr: usize,
    pub(crate) moves: bool,
}

impl std::fmt::Debug for Closure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a closure at {}", self.expr)
    }
}

impl V {
    pub(crate) const UNIT: V = V::Tuple(Vec::new());

    /// A value of its own.
    pub(crate) fn copy(&self) -> V {
        let all = |parts: &[Cell]| parts.iter().map(|c| cell(c.borrow().copy())).collect();
        match self {
            V::Tuple(parts) => V::Tuple(all(parts)),
            V::Adt(adt, variant, parts) => V::Adt(*adt, *variant, all(parts)),
            V::List(parts) => V::List(all(parts)),
            V::Closure(c) if c.moves => {
                let frame = Rc::new(c.frame.apart());
                V::Closure(Rc::new(Closure { frame, expr: c.expr, moves: true }))
            }
            other => other.clone(),
        }
    }

    pub(crate) fn tuple(parts: Vec<V>) -> V {
        V::Tuple(parts.into_iter().map(cell).collect())
    }

    pub(crate) fn list(parts: Vec<V>) -> V {
        V::List(parts.into_iter().map(cell).collect())
    }

    pub(crate) fn int(&self) -> i128 {
        match self {
            V::Int(n) => *n,
            V::Bool(b) => i128::from(*b),
            V::Ref(p) => p.load().int(),
            other => panic!("no integer: {other:?}"),
        }
    }

    pub(crate) fn index(&self) -> usize {
        usize::try_from(self.int()).expect("an index")
    }

    pub(crate) fn truth(&self) -> bool {
        match self {
            V::Bool(b) => *b,
            other => panic!("no flag: {other:?}"),
        }
    }

    pub(crate) fn place(self) -> Place {
        match self {
            V::Ref(place) => place,
            other => panic!("no reference: {other:?}"),
        }
    }

    /// What it is behind references.
    pub(crate) fn behind(self) -> V {
        match self {
            V::Ref(place) => place.load().behind(),
            other => other,
        }
    }
}

impl Place {
    pub(crate) fn load(&self) -> V {
        match self {
            Place::Cell(c) => c.borrow().copy(),
            Place::Part(..) => V::List(self.elements().iter().map(|c| cell(c.borrow().copy())).collect()),
        }
    }

    pub(crate) fn store(&self, v: V) {
        match self {
            Place::Cell(c) => *c.borrow_mut() = v,
            Place::Part(..) => panic!("a part of a list is no place for a value"),
        }
    }

    /// The cells of the elements of a list.
    pub(crate) fn elements(&self) -> Vec<Cell> {
        match self {
            Place::Cell(c) => match &*c.borrow() {
                V::List(all) => all.clone(),
                V::Ref(inner) => inner.elements(),
                other => panic!("no list: {other:?}"),
            },
            Place::Part(c, from, to) => Place::Cell(c.clone()).elements()[*from..*to].to_vec(),
        }
    }

    pub(crate) fn part(&self, from: usize, to: usize) -> Place {
        assert!(from <= to && to <= self.elements().len(), "range out of bounds");
        match self {
            Place::Cell(c) => match &*c.borrow() {
                V::Ref(inner) => inner.part(from, to),
                _ => Place::Part(c.clone(), from, to),
            },
            Place::Part(c, begin, _) => Place::Part(c.clone(), begin + from, begin + to),
        }
    }

    /// The field of a struct, a tuple or a variant.
    pub(crate) fn field(&self, k: usize) -> Place {
        match self {
            Place::Cell(c) => match &*c.borrow() {
                V::Tuple(parts) | V::Adt(_, _, parts) => Place::Cell(parts[k].clone()),
                V::Ref(inner) => inner.field(k),
                other => panic!("no field {k}: {other:?}"),
            },
            Place::Part(..) => panic!("a part of a list has no fields"),
        }
    }

    pub(crate) fn deref(&self) -> Place {
        match self {
            Place::Cell(c) => match &*c.borrow() {
                V::Ref(place) => place.clone(),
                other => panic!("no reference: {other:?}"),
            },
            Place::Part(..) => panic!("a part of a list is no reference"),
        }
    }
}
