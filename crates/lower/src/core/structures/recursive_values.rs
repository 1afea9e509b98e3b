//! Values of types that hold themselves which a function makes: expressions, scenes, trees. They are what they hold, as far as
//! that goes; so functions that go down one are written out at each of its nodes, and its lists are gone through one by one.

use crate::core::build::{flag, no, typed_literal, usize_lit, zero};
use crate::core::calls::recursion::{DEEPEST, is_unmarked};
use crate::core::control::loops::Over;
use crate::core::join::Arms;
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, IntTy, Ty};
use front::items::{AdtId, FnId, Origin};
use front::ty::Ty as Type;
use std::rc::Rc;

/// Loops over lists of trees are written out for so many elements.
const MOST: u64 = 64;

/// Loops that put trees into others, for so many.
const FEW: usize = 16;

/// What references lead to.
fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref(_, of) | Type::Slice(of) => behind(of),
        ty => ty,
    }
}

impl<'b> Builder<'b> {
    /// How large the trees are that a function takes, or else its enums of numbers without the derive, which may hold what
    /// others of them do; if it takes any and all were made here.
    pub(crate) fn trees_taken(&self, f: FnId, generics: &[Type], args: &[Value]) -> Option<usize> {
        let def = self.program.func(f);
        if def.origin == Origin::Prelude {
            return None;
        }
        let is_tree = |ty: &Type| self.is_endless(ty, 0);
        let is_enum = |ty: &Type| {
            matches!(ty, Type::Adt(adt, _) if self.program.adt(*adt).is_enum) && is_unmarked(self.program, ty, DEEPEST)
        };
        let kinds: [&dyn Fn(&Type) -> bool; 2] = [&is_tree, &is_enum];
        let mut taken = kinds.into_iter().map(|kind| {
            let of_kind = def.params.iter().zip(args).filter(|(p, _)| kind(behind(&p.ty.with(generics))));
            of_kind.map(|(_, arg)| self.size_of(arg)).collect::<Vec<_>>()
        });
        taken.find(|sizes| !sizes.is_empty())?.into_iter().sum()
    }

    /// Whether a call goes down a tree: what it takes is smaller than what the call of the same function around took.
    pub(crate) fn goes_down(&self, key: &(FnId, Vec<Type>), taken: Option<usize>) -> bool {
        let around = self.trees.iter().rev().find(|(of, _)| of == key);
        matches!((around, taken), (Some((_, before)), Some(now)) if now < *before)
    }

    /// Of how many parts a value is made here; none if some of it lies outside.
    fn size_of(&self, value: &Value) -> Option<usize> {
        match value {
            Value::Outside(_) => None,
            Value::Tuple(parts) => self.size_of_all(parts),
            Value::Enum(choice) => {
                let fields = choice.variants.iter().flatten().map(|fields| self.size_of_all(fields));
                fields.sum::<Option<usize>>().map(|n| n + 1)
            }
            Value::List(list) => self.size_of_list(list),
            Value::Dyn(_, inner) => self.size_of(inner),
            Value::Ref(_, place) => match &**place {
                Place::Var(v, steps) => {
                    let mut part = self.env.get(*v)?;
                    for step in steps {
                        part = crate::core::expr::place::part_of(part, *step).ok()?;
                    }
                    self.size_of(part)
                }
                Place::Temp(value) => self.size_of(value),
                Place::Slice(list) | Place::Element(list, ..) => self.size_of_list(list),
                Place::Either(_, a, b) => {
                    let one = |place: &Place| self.size_of(&Value::Ref(false, Box::new(place.clone())));
                    Some(one(a)?.max(one(b)?))
                }
                Place::Whole(_) => None,
            },
            _ => Some(1),
        }
    }

    fn size_of_all(&self, values: &[Value]) -> Option<usize> {
        values.iter().map(|value| self.size_of(value)).sum()
    }

    fn size_of_list(&self, list: &List) -> Option<usize> {
        self.size_of_cols(&list.cols).map(|n| n + 1)
    }

    fn size_of_cols(&self, cols: &Cols) -> Option<usize> {
        match cols {
            Cols::Each(all) => self.size_of_all(all),
            Cols::Tuple(parts) => parts.iter().map(|part| self.size_of_cols(part)).sum(),
            Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Rows(_, inner) => self.size_of_cols(inner),
            Cols::Whole(w) if self.is_endless(&w.ty, 0) => None,
            _ => Some(1),
        }
    }

    /// Whether values of a type stand in a list one by one.
    pub(crate) fn stands_alone(&self, ty: &Type) -> bool {
        crate::core::lists::heterogeneous::is_each(ty) || self.is_endless(ty, 0)
    }

    /// Whether a value of a type that holds itself was made here.
    pub(crate) fn is_tree(&self, value: &Value) -> bool {
        matches!(value, Value::Enum(_) | Value::Tuple(_)) && self.size_of(value).is_some()
    }

    /// A part of an element of a list: trees do not lie in memory.
    pub(crate) fn tree_or_element(&mut self, list: List, index: Atom, path: Vec<usize>) -> Result<Place, Refusal> {
        if let Ok(cols) = crate::core::lists::at_path(&list.cols, &path)
            && let Cols::Each(all) = &*cols
            && all.iter().any(may_be_one)
        {
            return Ok(Place::Temp(Box::new(self.load_cols(&cols, &index)?)));
        }
        Ok(Place::Element(list, index, path))
    }

    /// One of two lists of trees: one of the two trees in each place.
    pub(crate) fn join_trees(&mut self, x: &List, y: &List, arms: &mut Arms) -> Result<Option<List>, Refusal> {
        let (Cols::Each(a), Cols::Each(b)) = (&*x.cols, &*y.cols) else { return Ok(None) };
        if !a.iter().chain(b.iter()).all(may_be_one) || x.part.is_some() || y.part.is_some() {
            return Ok(None);
        }
        let part = (a.len() != b.len()).then(|| {
            let [n, m] = [a, b].map(|list| usize_lit(list.len() as u64));
            (zero(), self.join_atoms("len", &n, &m, arms))
        });
        let cols = Rc::new(self.trees_of(&x.cols, [Some(&x.cols), Some(&y.cols)], arms)?);
        Ok(Some(List { cols, part, grows: None }))
    }

    /// A list that two arms make, with the trees of both.
    pub(crate) fn with_trees(
        &mut self,
        joined: List,
        sides: [Option<&List>; 2],
        arms: &mut Arms,
    ) -> Result<List, Refusal> {
        if !has_trees(&joined.cols) {
            return Ok(joined);
        }
        let cols = self.trees_of(&joined.cols, sides.map(|list| list.map(|list| &*list.cols)), arms)?;
        Ok(List { cols: Rc::new(cols), ..joined })
    }

    fn trees_of(&mut self, joined: &Cols, sides: [Option<&Cols>; 2], arms: &mut Arms) -> Result<Cols, Refusal> {
        Ok(match joined {
            Cols::Each(_) => {
                let [a, b] = sides.map(|side| match side {
                    Some(Cols::Each(all)) => &all[..],
                    _ => &[],
                });
                let mut all = vec![];
                for k in 0..a.len().max(b.len()) {
                    let (p, q) = (a.get(k).unwrap_or(&Value::Never), b.get(k).unwrap_or(&Value::Never));
                    all.push(self.join("tree", p, q, arms)?);
                }
                Cols::Each(all.into())
            }
            Cols::Tuple(parts) => {
                let mut all = vec![];
                for (k, part) in parts.iter().enumerate() {
                    let sides = sides.map(|side| match side {
                        Some(Cols::Tuple(parts)) => parts.get(k).map(|part| &**part),
                        _ => None,
                    });
                    all.push(Rc::new(self.trees_of(part, sides, arms)?));
                }
                Cols::Tuple(all)
            }
            other if has_trees(other) => return refuse("a choice between lists of a type that holds itself"),
            other => crate::core::join::lists::with_arrays(other, &mut std::iter::empty()),
        })
    }

    /// A variant, or a structure, of these fields: loops that put trees into others are written out.
    pub(crate) fn made_of(&mut self, adt: AdtId, variant: usize, fields: Vec<Value>) -> Value {
        let holds = fields.iter().any(|field| self.is_tree(field));
        if holds && self.is_endless(&Type::Adt(adt, vec![]), 0) {
            self.note_trees(FEW);
        }
        self.variant(adt, variant, fields)
    }

    /// How often a loop is run that may go over a list of trees, where that is known.
    pub(crate) fn rounds_of(&self, over: &Over<'_, 'b>) -> Option<Vec<Atom>> {
        let Over::Range { lo, hi, rev, ty: Ty::Int(IntTy::Of(int)), .. } = over else { return None };
        if self.longest == 0 || self.mark.is_set() {
            return None;
        }
        let (lo, hi) = (literal(lo)?, literal(hi)?);
        let one = |k: u64| Atom::lit(typed_literal(&k.to_string(), *int));
        let mut all: Vec<Atom> = if hi <= self.longest { (lo..hi).map(one).collect() } else { return None };
        if *rev {
            all.reverse();
        }
        Some(all)
    }

    /// A loop that is written out, from these iterations on.
    pub(crate) fn rounds(
        &mut self,
        all: &[Atom],
        body: &mut dyn FnMut(&mut Self, Atom) -> Result<Atom, Refusal>,
    ) -> Result<(), Refusal> {
        let Some((k, rest)) = all.split_first() else { return Ok(()) };
        let guards = self.guards.len();
        let exit = body(self, k.clone())?;
        let exit = match self.close_guards(guards, Value::Atom(exit))? {
            Value::Atom(exit) => exit,
            _ => no(),
        };
        match flag(&exit) {
            Some(false) => self.rounds(rest, body),
            Some(true) => Ok(()),
            None => {
                let go_on = |b: &mut Self| b.rounds(rest, body).map(|()| Value::UNIT);
                self.branch(exit, |_| Ok(Value::UNIT), go_on).map(drop)
            }
        }
    }

    /// What is noted of a list of trees that is made.
    pub(crate) fn note_trees(&mut self, count: usize) {
        self.longest = self.longest.max((count as u64).min(MOST));
    }
}

/// The integer that a literal is.
fn literal(atom: &Atom) -> Option<u64> {
    match atom {
        Atom::Lit(lit) => lit.integer()?.base10_parse().ok(),
        Atom::Val(_) => None,
    }
}

/// Whether a value in a list may be such a tree: it is no function, and not known by a trait alone.
pub(crate) fn may_be_one(value: &Value) -> bool {
    matches!(value, Value::Enum(_) | Value::Tuple(_)) && !crate::core::lists::heterogeneous::is_dyn(value)
}

/// Whether trees stand in columns.
pub(crate) fn has_trees(cols: &Cols) -> bool {
    match cols {
        Cols::Each(all) => all.iter().any(may_be_one),
        Cols::Tuple(parts) => parts.iter().any(|part| has_trees(part)),
        Cols::Rows(_, inner) | Cols::Choice(inner, _) | Cols::Lent(inner) | Cols::Indices(_, inner) => has_trees(inner),
        Cols::Table(table) => has_trees(&table.inner),
        Cols::Leaf(_) | Cols::Whole(_) => false,
    }
}
