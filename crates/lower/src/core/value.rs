//! What expressions stand for while a typed body is lowered.
//!
//! Everything that types take apart is taken apart: tuples, structures, enums and iterators are trees whose leaves are
//! named scalars; lists are columns of scalars in memory. References are places, closures are their text and the
//! variables around, and neither is left in the steps.

use super::Refusal;
use crate::ir::{Arr, Atom};
use front::items::{AdtId, FnId};
use front::ty::Ty;
use proc_macro2::TokenStream;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A variable of the function or of what is inlined into it: a place in [`super::Builder::env`].
pub(super) type Var = usize;

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// Control does not arrive, or nothing is there yet.
    Never,
    /// A scalar with a name, or a literal.
    Atom(Atom),
    /// Constant code that has no name yet.
    Code(Code),
    /// A tuple, a structure, `()`.
    Tuple(Vec<Value>),
    /// An enum: which variant, and the fields of each that was met.
    Enum(Box<Choice>),
    /// An array, a `Vec`, or a part of one.
    List(List),
    /// A parameter that is not changed, which is read where it lies when it is known of which variant it is.
    Outside(crate::core::structures::Whole),
    /// A reference, and whether by `&mut`.
    Ref(bool, Box<Place>),
    Closure(Rc<Closure>),
    /// A function by its name, with its generic arguments.
    Function(FnId, Vec<Ty>),
    /// A variant, or a tuple structure, as the function that makes it of its fields.
    Variant(AdtId, usize),
    /// A function of the table by its name, as `f64::exp`.
    Row(&'static rules::Row),
    /// What is known by a trait alone, with the type that it is here.
    Dyn(Rc<Ty>, Box<Value>),
    /// A constant that is not looked into, by its code.
    Text(crate::core::expr::opaque::Text),
    /// What nothing is computed from: a text, the reason of an error.
    Unseen,
}

#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The number of the variant; a flag where there are two.
    pub(super) tag: Atom,
    /// The fields of the variants; none where a variant is not met.
    pub(super) variants: Vec<Option<Vec<Value>>>,
}

/// An expression of integers and flags that has no name yet.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) int: crate::ir::Int,
    pub(super) ty: Ty,
}

/// A list: elements `off .. off + len` of its columns; of all if there is no part.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) cols: Rc<Cols>,
    pub(super) part: Option<(Atom, Atom)>,
    /// Whether it is a `Vec` of which the memory grows, by its number in [`super::Builder::growing`].
    pub(super) grows: Option<usize>,
}

/// The columns of a list.
#[derive(Debug)]
pub(super) enum Cols {
    /// Numbers, integers or flags in an array.
    Leaf(Arr),
    /// The parts of a tuple or a structure.
    Tuple(Vec<Rc<Cols>>),
    /// The variant and the fields of all variants of an enum, and how many fields each has.
    Choice(Rc<Cols>, Vec<usize>),
    /// What shared references refer to: copies, as it does not change while they live.
    Lent(Rc<Cols>),
    /// Where shared references lead in one constant list outside: the index of each.
    Indices(crate::core::lists::references::Source, Rc<Cols>),
    /// Lists of one length behind one another.
    Rows(Atom, Rc<Cols>),
    /// Lists of any lengths.
    Table(crate::core::lists::ragged::Table),
    /// A list in a structure that lies outside.
    Whole(crate::core::structures::Whole),
    /// Functions, or what is known by a trait alone, one by one.
    Each(Rc<[Value]>),
}

/// Where something lies.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A variable, or a part of it.
    Var(Var, Vec<Step>),
    /// An element of a list, by its index in the columns, or a part of it.
    Element(List, Atom, Vec<usize>),
    /// Elements of a list.
    Slice(List),
    /// A value that lies nowhere else.
    Temp(Box<Value>),
    /// A place in a structure that lies outside.
    Whole(crate::core::structures::Whole),
    /// The first of two where the flag is set, else the second.
    Either(Atom, Box<Place>, Box<Place>),
}

/// A step into a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Field(usize),
    Variant(usize, usize),
}

/// A closure, or the body of a loop that is called as one.
#[derive(Debug)]
pub(super) struct Closure {
    /// The function or closure around, as it was when this was made.
    pub(super) frame: Rc<super::frame::Frame>,
    /// What is called.
    pub of: Callable,
    /// The variables that a `move` closure holds in place of those around.
    pub(super) moved: RefCell<HashMap<front::hir::LocalId, Var>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Callable {
    /// The closure at this expression.
    Expr(front::hir::ExprId),
    /// The body of the `for` at this expression, which says whether the loop ends.
    For(front::hir::ExprId),
}

impl Value {
    pub(super) const UNIT: Value = Value::Tuple(Vec::new());

    pub(super) fn lit(tokens: TokenStream) -> Value {
        Value::Atom(Atom::lit(tokens))
    }

    /// The leaves that may differ from moment to moment, in order.
    pub(super) fn leaves(&self, f: &mut dyn FnMut(&Atom)) {
        let list = |l: &List, f: &mut dyn FnMut(&Atom)| {
            if let Cols::Whole(w) = &*l.cols {
                w.path.atoms().into_iter().for_each(&mut *f);
            }
            if let Some((off, len)) = &l.part {
                f(off);
                f(len);
            }
        };
        match self {
            Value::Atom(a) => f(a),
            Value::Tuple(parts) => parts.iter().for_each(|p| p.leaves(f)),
            Value::Dyn(_, inner) => inner.leaves(f),
            Value::Enum(c) => {
                f(&c.tag);
                c.variants.iter().flatten().flatten().for_each(|p| p.leaves(f));
            }
            Value::List(l) => list(l, f),
            Value::Ref(_, place) => match &**place {
                Place::Var(..) => {}
                Place::Whole(w) => w.path.atoms().into_iter().for_each(f),
                Place::Element(l, i, _) => {
                    list(l, f);
                    f(i);
                }
                Place::Slice(l) => list(l, f),
                Place::Temp(v) => v.leaves(f),
                Place::Either(flag, a, b) => {
                    f(flag);
                    [a, b].into_iter().for_each(|p| Value::Ref(true, p.clone()).leaves(f));
                }
            },
            Value::Never | Value::Code(_) | Value::Outside(_) | Value::Text(_) | Value::Unseen => {}
            Value::Closure(_) | Value::Function(..) | Value::Variant(..) | Value::Row(_) => {}
        }
    }

    /// The structures outside that it refers to.
    pub(super) fn roots(&self, all: &mut Vec<crate::ir::Val>) {
        let list = |l: &List, all: &mut Vec<_>| {
            if let Cols::Whole(w) = &*l.cols {
                all.push(w.of);
            }
        };
        match self {
            Value::Tuple(parts) => parts.iter().for_each(|p| p.roots(all)),
            Value::Dyn(_, inner) => inner.roots(all),
            Value::Enum(c) => c.variants.iter().flatten().flatten().for_each(|p| p.roots(all)),
            Value::List(l) => list(l, all),
            Value::Outside(w) => all.push(w.of),
            Value::Text(text) => all.extend(&text.vals),
            Value::Ref(_, place) => match &**place {
                Place::Whole(w) => all.push(w.of),
                Place::Element(l, ..) | Place::Slice(l) => list(l, all),
                Place::Temp(v) => v.roots(all),
                Place::Either(_, a, b) => [a, b].into_iter().for_each(|p| Value::Ref(true, p.clone()).roots(all)),
                Place::Var(..) => {}
            },
            _ => {}
        }
    }

    /// The same with other parts, of a tuple and of each variant; what has none stays.
    pub(super) fn with_parts(self, part: &mut dyn FnMut(Value) -> Result<Value, Refusal>) -> Result<Value, Refusal> {
        let mut each = |parts: Vec<Value>| parts.into_iter().map(&mut *part).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            Value::Tuple(parts) => Value::Tuple(each(parts)?),
            Value::Enum(choice) => {
                let Choice { tag, variants } = *choice;
                let variants = variants.into_iter().map(|fields| fields.map(&mut each).transpose());
                Value::Enum(Box::new(Choice { tag, variants: variants.collect::<Result<_, _>>()? }))
            }
            other => other,
        })
    }

    /// The same with other leaves, in order.
    pub(super) fn with_leaves(&mut self, f: &mut dyn FnMut(&mut Atom)) {
        let list = |l: &mut List, f: &mut dyn FnMut(&mut Atom)| {
            if let Cols::Whole(w) = &*l.cols {
                let mut w = w.clone();
                w.path.with_atoms(f);
                l.cols = Rc::new(Cols::Whole(w));
            }
            if let Some((off, len)) = &mut l.part {
                f(off);
                f(len);
            }
        };
        match self {
            Value::Atom(a) => f(a),
            Value::Tuple(parts) => parts.iter_mut().for_each(|p| p.with_leaves(f)),
            Value::Dyn(_, inner) => inner.with_leaves(f),
            Value::Enum(c) => {
                f(&mut c.tag);
                c.variants.iter_mut().flatten().flatten().for_each(|p| p.with_leaves(f));
            }
            Value::List(l) => list(l, f),
            Value::Ref(_, place) => match &mut **place {
                Place::Var(..) => {}
                Place::Whole(w) => w.path.with_atoms(f),
                Place::Element(l, i, _) => {
                    list(l, f);
                    f(i);
                }
                Place::Slice(l) => list(l, f),
                Place::Temp(v) => v.with_leaves(f),
                Place::Either(flag, a, b) => {
                    f(flag);
                    for place in [a, b] {
                        let mut inner = Value::Ref(true, place.clone());
                        inner.with_leaves(f);
                        if let Value::Ref(_, new) = inner {
                            *place = new;
                        }
                    }
                }
            },
            Value::Never | Value::Code(_) | Value::Outside(_) | Value::Text(_) | Value::Unseen => {}
            Value::Closure(_) | Value::Function(..) | Value::Variant(..) | Value::Row(_) => {}
        }
    }
}

impl Place {
    /// Among how many places it is chosen.
    pub(super) fn choices(&self) -> usize {
        match self {
            Place::Either(_, a, b) => a.choices() + b.choices(),
            _ => 1,
        }
    }
}

impl List {
    pub(super) fn whole(cols: Cols) -> List {
        List { cols: Rc::new(cols), part: None, grows: None }
    }

    /// Whether an index is checked where it is used: by its arrays, or outside.
    pub(super) fn is_checked(&self) -> bool {
        fn leaves(cols: &Cols) -> bool {
            match cols {
                Cols::Leaf(_) => true,
                Cols::Tuple(parts) => !parts.is_empty() && parts.iter().all(|p| leaves(p)),
                _ => false,
            }
        }
        matches!(*self.cols, Cols::Whole(_)) || leaves(&self.cols)
    }

    /// The array of a list of scalars.
    pub(super) fn leaf(&self) -> Option<Arr> {
        match &*self.cols {
            Cols::Leaf(arr) => Some(*arr),
            _ => None,
        }
    }
}

impl Cols {
    /// Visits the arrays, with the number of scalars in each element where rows are in between.
    pub(super) fn arrays(&self, f: &mut dyn FnMut(Arr)) {
        match self {
            Cols::Leaf(arr) => f(*arr),
            Cols::Tuple(parts) => parts.iter().for_each(|p| p.arrays(f)),
            Cols::Rows(_, inner) | Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => {
                inner.arrays(f)
            }
            Cols::Table(table) => {
                f(table.at);
                table.inner.arrays(f);
            }
            Cols::Whole(_) | Cols::Each(_) => {}
        }
    }

    /// Whether it is the same memory, but for the indices on the way to it.
    pub(super) fn is_like(&self, other: &Cols) -> bool {
        match (self, other) {
            (Cols::Whole(a), Cols::Whole(b)) => a.is_like(b),
            _ => self.same(other),
        }
    }

    pub(super) fn same(&self, other: &Cols) -> bool {
        match (self, other) {
            (Cols::Leaf(a), Cols::Leaf(b)) => a == b,
            (Cols::Tuple(a), Cols::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Cols::Rows(n, a), Cols::Rows(m, b)) => n.same(m) && a.same(b),
            (Cols::Choice(a, _), Cols::Choice(b, _)) | (Cols::Lent(a), Cols::Lent(b)) => a.same(b),
            (Cols::Indices(p, a), Cols::Indices(q, b)) => Rc::ptr_eq(p, q) && a.same(b),
            (Cols::Table(a), Cols::Table(b)) => a.at == b.at && a.inner.same(&b.inner),
            (Cols::Whole(a), Cols::Whole(b)) => a.same(b),
            (Cols::Each(a), Cols::Each(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// The variant that a tag says where that is known.
pub(super) fn part_tag(tag: &Atom) -> Option<usize> {
    match super::build::flag(tag) {
        Some(set) => Some(usize::from(set)),
        None => super::build::number(tag).map(|n| n as usize),
    }
}

/// The tag of a variant among so many.
pub(super) fn tag_of(variant: usize, of: usize) -> Atom {
    match of {
        2 if variant == 1 => super::build::yes(),
        2 => super::build::no(),
        _ => super::build::usize_lit(variant as u64),
    }
}
