//! What a chain's consumer carries from item to item.

use super::{Item, Lowerer, Var, fault};
use crate::ir::{Arr, Atom, IntTy, Op, Step, Storage, Ty, View};
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::Result;

/// A value in the making, part by part.
#[derive(Clone, Debug)]
pub(super) enum Acc {
    Var(Var),
    /// A structure, in an `Option` until there is one.
    Inside(Var),
    Array(Arr),
    /// A list that is replaced by others, by its number.
    List(usize),
    Tuple(Vec<Acc>),
}

impl Acc {
    pub(super) fn vars(&self, out: &mut Vec<Var>) {
        match self {
            Acc::Var(v) | Acc::Inside(v) => out.push(*v),
            Acc::Array(_) | Acc::List(_) => {}
            Acc::Tuple(parts) => parts.iter().for_each(|p| p.vars(out)),
        }
    }

    /// `&mut` of it.
    pub(super) fn places(&self) -> Item {
        match self {
            Acc::Var(v) => Item::Place(*v),
            Acc::Array(arr) => Item::View(View { arr: *arr, part: None }),
            Acc::List(_) | Acc::Inside(_) => Item::Unit,
            Acc::Tuple(parts) => Item::Tuple(parts.iter().map(Acc::places).collect()),
        }
    }
}

impl Lowerer {
    /// Variables that begin with a value.
    pub(super) fn accumulator(&mut self, name: &str, item: Item, at: &dyn ToTokens) -> Result<Acc> {
        Ok(match item {
            Item::Scalar(a) => {
                let ty = self.atom_ty(&a);
                Acc::Var(self.var(name, ty, a))
            }
            Item::Element(arr, i) => {
                let value = self.read(arr, i);
                return self.accumulator(name, Item::Scalar(value), at);
            }
            Item::Tuple(items) => {
                let parts = items.into_iter().map(|item| self.accumulator(name, item, at));
                Acc::Tuple(parts.collect::<Result<_>>()?)
            }
            Item::Unit => Acc::Tuple(vec![]),
            Item::Fresh(arr) => Acc::Array(arr),
            Item::View(view @ View { part: Some(_), .. }) => match self.copy(&view, None, Span::call_site()) {
                Item::Fresh(arr) => Acc::Array(arr),
                _ => return fault(at, "this cannot be carried from item to item: write a loop"),
            },
            Item::View(View { arr, part: None }) => match self.arrays[arr].storage.clone() {
                Storage::Fixed(len) => match self.copy(&View { arr, part: None }, Some(len), Span::call_site()) {
                    Item::Fresh(arr) => Acc::Array(arr),
                    _ => Acc::Array(arr),
                },
                Storage::Heap => Acc::Array(arr),
                _ => return fault(at, "this cannot be carried from item to item: write a loop"),
            },
            _ => return fault(at, "this cannot be carried from item to item: write a loop"),
        })
    }

    /// Lists among what is carried from item to item may be replaced by lists of other lengths.
    pub(super) fn replaceable(&mut self, acc: Acc, vars: &mut Vec<Var>) -> Acc {
        match acc {
            Acc::Array(arr) if matches!(self.arrays[arr].storage, Storage::Heap) => {
                let k = self.growing_list("acc", arr);
                self.lengths(k, vars);
                Acc::List(k)
            }
            Acc::Tuple(parts) => Acc::Tuple(parts.into_iter().map(|p| self.replaceable(p, vars)).collect()),
            acc => acc,
        }
    }

    /// As [`accumulator`](Lowerer::accumulator) for the first item, made when the loop has begun already.
    pub(super) fn late_accumulator(&mut self, item: &Item, at: Span) -> Result<Acc> {
        Ok(match item {
            Item::Scalar(a) => {
                let inside = self.records && self.is_open(a);
                let (ty, dummy) = match inside {
                    true => (Ty::Record, self.nothing_like(a, at)),
                    false => (self.atom_ty(a), self.dummy(a)),
                };
                let param = self.value("best", ty, at);
                let var = self.var("best", ty, Atom::Val(param));
                self.starts.insert(var, dummy);
                if let Some(inner) = self.around.last_mut() {
                    if let Some((frame, block)) = inner.body {
                        (self.values[param].frame, self.values[param].block) = (frame, block);
                    }
                    inner.late.push((var, param));
                }
                if inside { Acc::Inside(var) } else { Acc::Var(var) }
            }
            Item::Tuple(items) if items.iter().any(|i| self.is_kept_inside(i)) => {
                let message = "structures beside other things are not compared behind these stages: write a loop";
                return Err(syn::Error::new(at, message));
            }
            Item::Tuple(items) => {
                Acc::Tuple(items.iter().map(|item| self.late_accumulator(item, at)).collect::<Result<_>>()?)
            }
            _ => return Err(syn::Error::new(at, "items that are no numbers are not supported here: write a loop")),
        })
    }

    /// `None` for structures like this one, of its type if that is known.
    fn nothing_like(&mut self, a: &Atom, at: Span) -> Atom {
        let Some((of, false)) = self.known_atom(a) else { return self.nothing() };
        let nothing = self.value("nothing", Ty::Record, at);
        (self.values[nothing].frame, self.values[nothing].block) = (0, 0);
        self.entry.push(Step::Let(nothing, Op::Nothing(quote!(#of))));
        self.note(&Atom::Val(nothing), (syn::parse_quote!(Option<#of>), false));
        Atom::Val(nothing)
    }

    /// What it has come to.
    pub(super) fn accumulated(&mut self, acc: &Acc) -> Item {
        match acc {
            Acc::Var(v) => Item::Scalar(self.current[*v].clone()),
            Acc::Inside(v) => {
                let option = self.current[*v].clone();
                Item::Scalar(self.taken(&option, Span::call_site()))
            }
            Acc::Array(arr) => Item::View(View { arr: *arr, part: None }),
            Acc::List(k) => {
                let now = self.list_now(*k).clone();
                self.item_of(&now)
            }
            Acc::Tuple(parts) if parts.is_empty() => Item::Unit,
            Acc::Tuple(parts) => Item::Tuple(parts.iter().map(|p| self.accumulated(p)).collect()),
        }
    }

    /// It becomes this.
    pub(super) fn accumulate(&mut self, acc: &Acc, item: Item, at: Span) -> Result<()> {
        let unlike = "this gives something else than what was there before: let it give a value of the same shape";
        match (acc, item) {
            (_, Item::Never) => Ok(()),
            (Acc::Var(v), Item::Scalar(a)) => {
                if self.vars[*v].1 == Ty::Unknown {
                    self.vars[*v].1 = self.atom_ty(&a);
                }
                self.current[*v] = a;
                Ok(())
            }
            (Acc::Inside(v), Item::Scalar(a)) => {
                self.current[*v] = self.something(a);
                Ok(())
            }
            (Acc::Var(v), Item::Element(arr, i)) => {
                self.current[*v] = self.read(arr, i);
                Ok(())
            }
            (Acc::Tuple(parts), Item::Tuple(items)) if parts.len() == items.len() => {
                // All parts are read before one is written.
                let items: Vec<_> = items.into_iter().map(|item| self.settle(item)).collect();
                parts.iter().zip(items).try_for_each(|(p, item)| self.accumulate(p, item, at))
            }
            (Acc::Tuple(parts), Item::Unit) if parts.is_empty() => Ok(()),
            (Acc::List(k), Item::Fresh(arr)) => {
                self.refill(*k, View { arr, part: None });
                Ok(())
            }
            (Acc::List(k), Item::View(from)) => {
                if self.is_all_of(*k, &from) {
                    return Ok(());
                }
                let from = match self.copy(&from, None, at) {
                    Item::Fresh(arr) => View { arr, part: None },
                    _ => from,
                };
                self.refill(*k, from);
                Ok(())
            }
            (Acc::Array(to), Item::Fresh(from) | Item::View(View { arr: from, part: None })) => {
                if *to == from {
                    return Ok(());
                }
                let fixed = |l: &Self, a: Arr| matches!(l.arrays[a].storage, Storage::Fixed(_));
                if !fixed(self, *to) || !fixed(self, from) {
                    let message = "a `Vec` that is replaced by another is not supported here: change its elements";
                    return Err(syn::Error::new(at, message));
                }
                self.known.remove(to);
                let whole = |arr| View { arr, part: None };
                self.out.push(Step::CopyFrom(whole(*to), whole(from)));
                Ok(())
            }
            _ => Err(syn::Error::new(at, unlike)),
        }
    }

    /// The zero of a constant's type, where that has to be said.
    pub(super) fn zero_of(&self, ty: &Ty) -> Option<proc_macro2::TokenStream> {
        match ty {
            Ty::Int(int) => match self.int_literal(0, *int) {
                Atom::Lit(zero) => Some(zero),
                Atom::Val(_) => None,
            },
            Ty::Bool => Some(quote!(false)),
            _ => None,
        }
    }

    /// A literal of an integer type.
    pub(super) fn int_literal(&self, value: u8, ty: IntTy) -> Atom {
        let literal: proc_macro2::TokenStream = format!("{value}{ty}").parse().unwrap_or_else(|_| quote!(0));
        Atom::Lit(literal)
    }
}
