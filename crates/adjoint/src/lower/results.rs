//! What a function returns: from its last expression, and from places that are filled on the way.

use super::flow::Flow;
use super::sequence::Seq;
use super::{Item, Lowerer, Nest, Place, Var, control, fault, leaves};
use crate::ir::{Arr, Atom, Init, Op, Ret, RowsOf, Step, Storage, Ty, Verbatim, View};
use crate::signature::Shape;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::{ItemFn, Result};

fn zero() -> Atom {
    Atom::Lit(quote!(0usize))
}

impl Lowerer {
    /// Prepares for returns before the end: a flag, and a place for each part of what is returned.
    pub(super) fn early_returns(&mut self, f: &ItemFn) -> Result<()> {
        self.returned = Some(self.var("returned", Ty::Bool, Atom::Lit(quote!(false))));
        let shape = self.ret.clone();
        self.places(&shape, f)
    }

    fn places(&mut self, shape: &Shape, f: &ItemFn) -> Result<()> {
        match shape {
            Shape::Tuple(shapes) if matches!(shapes.as_slice(), [Shape::Vec, Shape::Rows(1)]) => {
                let (numbers, table) =
                    (self.made_list("result", f.sig.ident.span()), self.made_list("rows", f.sig.ident.span()));
                let lies = self.lists[table].arr;
                (self.arrays[lies].float, self.arrays[lies].sample) = (false, Some(quote!(0usize)));
                let count = self.var("count", Ty::usize(), Atom::Lit(quote!(0usize)));
                self.result.push(Place::Rows(numbers, table, count));
                Ok(())
            }
            Shape::Tuple(shapes) if let [Shape::Fixed(_), Shape::Rows(1..)] = shapes.as_slice() => {
                let which = self.result.iter().filter(|p| matches!(p, Place::Grid(..))).count();
                self.places(&shapes[0], f)?;
                if let Some(Place::Array(arr)) = self.result.pop() {
                    self.result.push(Place::Grid(arr, which));
                }
                Ok(())
            }
            Shape::Tuple(shapes) => shapes.iter().try_for_each(|s| self.places(s, f)),
            Shape::Scalar => {
                let v = self.var("result", Ty::Float, Atom::Lit(quote!(0.0)));
                self.result.push(Place::Var(v));
                Ok(())
            }
            Shape::Count(ty) if let Some(inside) = crate::signature::option(ty) => {
                let nothing = Atom::Lit(quote!(::core::option::Option::<#inside>::None));
                let v = self.var("result", Ty::Unknown, nothing);
                self.result.push(Place::Var(v));
                Ok(())
            }
            Shape::Count(ty) if super::wanted::is_list_of_counts(ty) => {
                let v = self.var("result", Ty::some_int(), Atom::Lit(quote!(<#ty>::new())));
                self.result.push(Place::Var(v));
                Ok(())
            }
            Shape::Count(ty) => {
                let ty = super::primitive(ty).unwrap_or(Ty::Unknown);
                let start = if ty == Ty::Bool { quote!(false) } else { quote!(0) };
                let v = self.var("result", ty, Atom::Lit(start));
                self.result.push(Place::Var(v));
                Ok(())
            }
            Shape::Record(r) if crate::signature::option(&r.ty).is_some() => {
                let plain = r.plain();
                let ty =
                    syn::parse2::<syn::Type>(plain.clone()).ok().and_then(|ty| crate::signature::option(&ty).cloned());
                let inner = ty.map_or(plain, |ty| quote!(#ty));
                let nothing = self.temporary(Ty::Record, Op::Nothing(inner), f.sig.ident.span());
                let v = self.var("result", Ty::Record, nothing);
                self.result.push(Place::Inside(v));
                Ok(())
            }
            Shape::Record(r) => {
                let nothing = self.temporary(Ty::Record, Op::Nothing(r.plain()), f.sig.ident.span());
                let v = self.var("result", Ty::Record, nothing);
                self.result.push(Place::Record(v));
                Ok(())
            }
            Shape::Fixed(len) => {
                let arr = self.array("result", Storage::Fixed(len.clone()), true, f.sig.ident.span());
                self.arrays[arr].result = true;
                self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(quote!(0.0)), Atom::Lit(quote!(#len)))));
                self.result.push(Place::Array(arr));
                Ok(())
            }
            Shape::Vec => {
                let list = self.made_list("result", f.sig.ident.span());
                self.result.push(Place::List(list));
                Ok(())
            }
            Shape::Unit => Ok(()),
            Shape::Rows(0) => {
                let there = self.var("there", Ty::usize(), Atom::Lit(quote!(0usize)));
                self.result.push(Place::There(there));
                Ok(())
            }
            _ => {
                let message = "an early `return` of an array of arrays is not supported: let `if` and `else` give it at the end of the function";
                fault(leaves::first_return(&f.block), message)
            }
        }
    }

    /// Rows go where the function's rows are kept.
    pub(super) fn keep_rows(&mut self, (numbers, table, count): (usize, usize, Var), nest: &Nest) -> Result<()> {
        let nest = match self.all_of(nest) {
            Some(view) => {
                self.refill(numbers, view);
                nest.clone()
            }
            None => {
                let nest = self.gather(nest, Span::call_site())?;
                self.refill(numbers, View { arr: nest.arr, part: None });
                nest
            }
        };
        self.refill(table, View { arr: self.lists[table].arr, part: Some((zero(), zero())) });
        let (start, mut vars) = (self.var("start", Ty::usize(), zero()), vec![count]);
        self.current[count] = zero();
        self.lengths(table, &mut vars);
        vars.push(start);
        let rows = Flow::Seq(Seq::Rows(nest));
        self.run(&rows, vars, Span::call_site(), &mut |l, _, row| {
            let Item::View(row) = row else { return Ok(()) };
            let (from, len) = (l.current[start].clone(), l.length(&row));
            l.push(table, from.clone());
            l.push(table, len.clone());
            l.current[start] = l.sum(&from, &len);
            let n = l.current[count].clone();
            l.current[count] = l.sum(&n, &Atom::Lit(quote!(1usize)));
            Ok(())
        })
    }

    /// What the function returns, from its last expression.
    pub(super) fn finish(&mut self, item: Item, f: &ItemFn) -> Result<Ret> {
        self.without_boxes(f)?;
        if self.returned.is_some() {
            let mut places = self.result.clone().into_iter();
            let shape = self.ret.clone();
            return Ok(self.ret_of_places(&shape, &mut places));
        }
        let shape = self.ret.clone();
        match f.block.stmts.last() {
            Some(syn::Stmt::Expr(e, None)) => self.ret_of(item, &shape, e),
            _ => self.ret_of(item, &shape, &f.sig.output),
        }
    }

    /// An error where a `Box` of what may carry derivatives is made, or looked into.
    fn without_boxes(&self, f: &ItemFn) -> Result<()> {
        if let Some(call) = crate::boxes::made_in(&f.block) {
            return fault(&call.func, crate::boxes::BOXED);
        }
        let mut known = self.types.values().chain(self.var_types.values()).chain(self.held_types.values());
        match known.any(|(ty, constant)| !constant && crate::boxes::holds(ty)) {
            true => fault(&f.sig.ident, crate::boxes::BOXED),
            false => Ok(()),
        }
    }

    /// The lengths of the arrays of arrays of fixed lengths in a type, in order.
    fn grids(&self, ty: &syn::Type) -> Vec<Vec<proc_macro2::TokenStream>> {
        if let Some(nested) = crate::nests::nested(ty, &self.float) {
            let lengths: Option<Vec<_>> = [nested.fixed()].into_iter().chain(nested.levels).collect();
            return lengths.into_iter().collect();
        }
        match (ty, super::known::argument_of(ty, &["Option", "Result"])) {
            (_, Some(inner)) => self.grids(inner),
            (syn::Type::Tuple(t), None) => t.elems.iter().flat_map(|ty| self.grids(ty)).collect(),
            _ => vec![],
        }
    }

    fn ret_of_places(&mut self, shape: &Shape, places: &mut std::vec::IntoIter<Place>) -> Ret {
        match shape {
            Shape::Tuple(shapes) if matches!(shapes.as_slice(), [Shape::Vec, Shape::Rows(1)]) => match places.next() {
                Some(Place::Rows(numbers, table, count)) => {
                    let table = RowsOf::Table(self.cut_result(table));
                    let rows = Ret::Rows(self.current[count].clone(), vec![table]);
                    Ret::Tuple(vec![Ret::Array(self.cut_result(numbers)), rows])
                }
                _ => Ret::Unit,
            },
            Shape::Tuple(shapes) if matches!(shapes.as_slice(), [Shape::Fixed(_), Shape::Rows(1..)]) => {
                let Some(Place::Grid(arr, which)) = places.next() else { return Ret::Unit };
                let grids = self.written.as_ref().map(|ty| self.grids(ty)).unwrap_or_default();
                let Some([count, levels @ ..]) = grids.get(which).map(Vec::as_slice) else { return Ret::Unit };
                let levels = levels.iter().map(|n| RowsOf::Even(Atom::Lit(n.clone()))).collect();
                Ret::Tuple(vec![Ret::Array(arr), Ret::Rows(Atom::Lit(count.clone()), levels)])
            }
            Shape::Tuple(shapes) => Ret::Tuple(shapes.iter().map(|s| self.ret_of_places(s, places)).collect()),
            Shape::Unit => Ret::Unit,
            _ => match places.next() {
                Some(Place::Var(v)) => Ret::Scalar(self.current[v].clone()),
                Some(Place::Record(v)) => {
                    let result = self.current[v].clone();
                    Ret::Scalar(self.temporary(Ty::Record, Op::Taken(result), Span::call_site()))
                }
                Some(Place::Inside(v)) => Ret::Scalar(self.current[v].clone()),
                Some(Place::Array(arr) | Place::Grid(arr, _)) => Ret::Array(arr),
                Some(Place::List(k)) => Ret::Array(self.cut_result(k)),
                Some(Place::Rows(..)) => Ret::Unit,
                Some(Place::There(v)) => Ret::Rows(self.current[v].clone(), vec![]),
                None => Ret::Unit,
            },
        }
    }

    /// Whether an array is one of integers that a list of them is made of.
    fn counts_alone(&self, arr: Arr, ty: &syn::Type) -> bool {
        super::wanted::is_list_of_counts(ty) && !self.arrays[arr].float && !self.arrays[arr].lifted
    }

    /// Integers as a list of their own.
    pub(super) fn listed_counts(&mut self, view: &View) -> Atom {
        let name = &self.arrays[view.arr].name;
        let part = view.part.as_ref().map(|(off, len)| {
            let (off, len) = (self.atom_tokens(off), self.atom_tokens(len));
            quote!(#off..#off + #len)
        });
        let part = part.unwrap_or(quote!(..));
        let code =
            Verbatim { tokens: quote!(#name[#part].to_vec()), vals: view.vals(), reads: vec![view.arr], lens: vec![] };
        self.temporary(Ty::some_int(), Op::Verbatim(code), Span::call_site())
    }

    pub(super) fn ret_of(&mut self, item: Item, shape: &Shape, at: &dyn ToTokens) -> Result<Ret> {
        let item = self.unpacked(item, shape)?;
        let item = match item {
            Item::View(view) if matches!(shape, Shape::Vec) => match self.settled_list(&view) {
                Some(arr) => Item::Fresh(arr),
                None => Item::View(view),
            },
            item => item,
        };
        Ok(match (item, shape) {
            (Item::Element(a, i), Shape::Scalar) => Ret::Scalar(self.read(a, i)),
            (_, Shape::Unit) => Ret::Unit,
            (Item::Never, Shape::Scalar) => Ret::Scalar(Atom::Lit(quote!(0.0))),
            (Item::Never, Shape::Count(ty)) if **ty == syn::parse_quote!(bool) => Ret::Scalar(Atom::Lit(quote!(false))),
            (Item::Never, Shape::Count(_)) => Ret::Scalar(Atom::Lit(quote!(0))),
            (Item::Scalar(a), Shape::Scalar | Shape::Record(..) | Shape::Count(_)) => Ret::Scalar(a),
            (Item::Fresh(arr), Shape::Count(ty)) if self.counts_alone(arr, ty) => {
                Ret::Scalar(self.listed_counts(&View { arr, part: None }))
            }
            (Item::View(view), Shape::Count(ty)) if self.counts_alone(view.arr, ty) => {
                Ret::Scalar(self.listed_counts(&view))
            }
            (Item::Maybe(m), Shape::Count(_)) => Ret::Scalar(self.closed(*m, at)?),
            (Item::Held(reach), Shape::Scalar | Shape::Record(..)) => {
                let span = Span::call_site();
                Ret::Scalar(self.look_at(&reach, span))
            }
            (item @ (Item::Inside(_) | Item::Maybe(_) | Item::Table(_) | Item::Tuple(_)), Shape::Record(..)) => {
                Ret::Scalar(self.packed(item, &at.to_token_stream())?)
            }
            (item @ (Item::Nest(_) | Item::Fresh(_) | Item::View(_)), Shape::Record(..)) => {
                Ret::Scalar(self.packed(item, &at.to_token_stream())?)
            }
            (Item::Inside(a), Shape::Scalar) => Ret::Scalar(self.temporary(Ty::Float, Op::Taken(a), Span::call_site())),
            (Item::Tuple(items), Shape::Tuple(shapes)) if items.len() == shapes.len() => {
                let parts = items.into_iter().zip(shapes).map(|(i, s)| self.ret_of(i, s, at));
                Ret::Tuple(parts.collect::<Result<_>>()?)
            }
            (Item::Nest(nest), Shape::Tuple(shapes)) => self.ret_of_nest(&nest, shapes, at)?,
            (Item::Fresh(arr) | Item::View(View { arr, part: None }), Shape::Vec | Shape::Fixed(_)) => {
                let by_reference = matches!(self.arrays[arr].storage, Storage::Shared | Storage::Exclusive);
                if by_reference {
                    // What is lent is given by value.
                    let view = View { arr, part: None };
                    let copy = self.copy(&view, self.fixed_length(&view), Span::call_site());
                    return self.ret_of(copy, shape, at);
                }
                let taken = self.arrays[arr].result;
                self.arrays[arr].result = true;
                if taken {
                    return fault(at, "one array cannot be returned twice: return a copy, `x.clone()`");
                }
                Ret::Array(arr)
            }
            (Item::View(part), Shape::Vec) => {
                let copy = self.copy(&part, None, Span::call_site());
                self.ret_of(copy, shape, at)?
            }
            _ => return fault(at, control::NO_RESULT),
        })
    }
}
