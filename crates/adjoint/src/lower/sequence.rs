//! What is run over by index: a length, and an element for each index.

use super::closure::Callee;
use super::{Item, Lowerer, Nest};
use crate::ir::{Atom, IntTy, Op, Ty, Verbatim, View};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Result;

#[derive(Clone, Debug)]
pub(crate) enum Seq {
    /// `lo..hi`, of this integer type.
    Range(Atom, Atom, IntTy),
    /// `lo..`
    From(Atom, IntTy),
    /// One value again and again.
    Repeat(Box<Item>),
    Elements(View),
    /// Tuples of the elements of several.
    Columns(Vec<Seq>),
    /// Parts of a list of tuples: those of the lists of its parts.
    Tables(Vec<Seq>),
    Rows(Nest),
    /// Constants of any kind.
    Constants(Atom),
    /// Elements of a list in a structure, where they lie.
    Held(super::held::Reach),
    /// Parts of such a list: so many elements, and how far on the next part begins.
    HeldParts(super::held::Reach, Atom, Atom, bool),
    Chunks(View, Atom),
    /// As chunks, the last one shorter where the length is no multiple.
    Parts(View, Atom),
    Windows(View, Atom),
    /// So many rows at a time, and how far on the next ones begin; the last ones may be fewer if so said.
    RowParts(Nest, Atom, Atom, bool),
    Zip(Box<Seq>, Box<Seq>),
    Enumerate(Box<Seq>),
    /// Backwards; the atom is the length.
    Rev(Box<Seq>, Atom),
    StepBy(Box<Seq>, Atom),
    Skip(Box<Seq>, Atom),
    Take(Box<Seq>, Atom),
    /// The values that references to elements refer to.
    Copied(Box<Seq>),
    /// Each element through a function without effects.
    Map(Box<Seq>, Callee),
    /// One after the other; the atom is the length of the first.
    Chain(Box<Seq>, Box<Seq>, Atom),
    /// Again and again from the start; the atom is the length.
    Cycle(Box<Seq>, Atom),
}

impl Seq {
    /// The range that it runs over, forwards or backwards, if it is one but for functions of its numbers.
    pub(super) fn range(&self) -> Option<(&Atom, &Atom, IntTy, bool)> {
        match self {
            Seq::Range(lo, hi, ty) => Some((lo, hi, *ty, false)),
            Seq::Rev(inner, _) => match &**inner {
                Seq::Range(lo, hi, ty) => Some((lo, hi, *ty, true)),
                _ => None,
            },
            Seq::Map(inner, _) | Seq::Copied(inner) => inner.range(),
            _ => None,
        }
    }

    /// Whether its elements are the numbers of a range.
    pub(super) fn is_range(&self) -> bool {
        self.range().is_some() && matches!(self, Seq::Range(..) | Seq::Rev(..))
    }

    /// Whether it never ends.
    pub(super) fn endless(&self) -> bool {
        match self {
            Seq::From(..) | Seq::Repeat(_) => true,
            Seq::Zip(a, b) => a.endless() && b.endless(),
            Seq::Chain(a, b, _) => a.endless() || b.endless(),
            Seq::Enumerate(s) | Seq::Rev(s, _) | Seq::StepBy(s, _) | Seq::Skip(s, _) => s.endless(),
            Seq::Copied(s) | Seq::Map(s, _) => s.endless(),
            _ => false,
        }
    }
}

impl Lowerer {
    pub(super) fn computed(&mut self, tokens: TokenStream, atoms: &[&Atom], ty: Ty) -> Atom {
        let vals: Vec<_> = atoms.iter().filter_map(|a| a.val()).collect();
        let code = Verbatim { tokens, vals, reads: vec![], lens: vec![] };
        self.temporary(ty, Op::Verbatim(code), Span::call_site())
    }

    /// The number of elements.
    pub(super) fn count(&mut self, s: &Seq) -> Atom {
        match s {
            Seq::Range(lo, hi, ty) if lo.is_zero() && *ty == IntTy::Usize => hi.clone(),
            Seq::Range(lo, hi, _) => {
                let (a, b) = (self.atom_tokens(lo), self.atom_tokens(hi));
                self.computed(quote!((#a..#b).count()), &[lo, hi], Ty::usize())
            }
            // Nobody runs over it to its end.
            Seq::From(..) | Seq::Repeat(_) => Atom::Lit(quote!(usize::MAX)),
            Seq::Elements(v) => self.length(v),
            Seq::Columns(columns) | Seq::Tables(columns) => match columns.first() {
                Some(first) => self.count(first),
                None => Atom::Lit(quote!(0usize)),
            },
            Seq::Rows(n) => n.count.clone(),
            Seq::Constants(list) => {
                let name = self.atom_tokens(list);
                self.computed(quote!(#name.count()), &[list], Ty::usize())
            }
            Seq::Held(list) => self.length_at(list),
            Seq::HeldParts(list, size, _, true) => {
                let len = self.length_at(list);
                let (n, a) = (self.atom_tokens(&len), self.atom_tokens(size));
                self.computed(quote!(usize::div_ceil(#n, #a)), &[&len, size], Ty::usize())
            }
            Seq::HeldParts(list, size, step, false) => {
                let len = self.length_at(list);
                let (n, a, b) = (self.atom_tokens(&len), self.atom_tokens(size), self.atom_tokens(step));
                self.computed(quote!((#n + #b).saturating_sub(#a) / #b), &[&len, size, step], Ty::usize())
            }
            Seq::RowParts(n, size, _, true) => {
                let (a, b) = (self.atom_tokens(&n.count), self.atom_tokens(size));
                self.computed(quote!(usize::div_ceil(#a, #b)), &[&n.count, size], Ty::usize())
            }
            Seq::RowParts(n, size, step, false) => {
                let (n, len) = (self.atom_tokens(&n.count), &n.count);
                let (a, b) = (self.atom_tokens(size), self.atom_tokens(step));
                self.computed(quote!((#n + #b).saturating_sub(#a) / #b), &[len, size, step], Ty::usize())
            }
            Seq::Parts(v, size) => {
                let len = self.length(v);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(size));
                self.computed(quote!((#a as usize).div_ceil(#b)), &[&len, size], Ty::usize())
            }
            Seq::Chunks(v, size) => {
                let len = self.length(v);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(size));
                self.computed(quote!(#a / #b), &[&len, size], Ty::usize())
            }
            Seq::Windows(v, size) => {
                let len = self.length(v);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(size));
                self.computed(quote!((#a + 1usize).saturating_sub(#b)), &[&len, size], Ty::usize())
            }
            Seq::Zip(x, y) if x.endless() => self.count(y),
            Seq::Zip(x, y) if y.endless() => self.count(x),
            Seq::Zip(x, y) => {
                let (x, y) = (self.count(x), self.count(y));
                if x.same(&y) {
                    return x;
                }
                let (a, b) = (self.atom_tokens(&x), self.atom_tokens(&y));
                self.computed(quote!(::core::cmp::min(#a, #b)), &[&x, &y], Ty::usize())
            }
            Seq::Enumerate(inner) | Seq::Rev(inner, _) | Seq::Copied(inner) | Seq::Map(inner, _) => self.count(inner),
            Seq::Chain(_, second, first) => {
                let (first, second) = (first.clone(), self.count(second));
                self.sum(&first, &second)
            }
            Seq::Take(inner, k) if inner.endless() => k.clone(),
            Seq::Cycle(_, len) => {
                let (len, n) = (len.clone(), self.atom_tokens(len));
                self.computed(quote!(if #n == 0 { 0usize } else { usize::MAX }), &[&len], Ty::usize())
            }
            Seq::StepBy(inner, k) => {
                let len = self.count(inner);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(k));
                self.computed(quote!(usize::div_ceil(#a, #b)), &[&len, k], Ty::usize())
            }
            Seq::Skip(inner, k) => {
                let len = self.count(inner);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(k));
                self.computed(quote!(usize::saturating_sub(#a, #b)), &[&len, k], Ty::usize())
            }
            Seq::Take(inner, k) => {
                let len = self.count(inner);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(k));
                self.computed(quote!(::core::cmp::min(#a, #b)), &[&len, k], Ty::usize())
            }
        }
    }

    /// The element of a sequence at an index.
    pub(super) fn at(&mut self, s: &Seq, j: &Atom) -> Result<Item> {
        let usize = Ty::usize();
        Ok(match s {
            Seq::Range(lo, _, ty) => {
                if lo.is_zero() && *ty == IntTy::Usize {
                    return Ok(Item::Scalar(j.clone()));
                }
                let (a, b) = (self.atom_tokens(lo), self.atom_tokens(j));
                let tokens = if *ty == IntTy::Usize { quote!(#a + #b) } else { quote!(#a + #b as #ty) };
                Item::Scalar(self.computed(tokens, &[lo, j], Ty::Int(*ty)))
            }
            Seq::From(lo, ty) => return self.at(&Seq::Range(lo.clone(), lo.clone(), *ty), j),
            Seq::Repeat(item) => (**item).clone(),
            Seq::Elements(v) => {
                let index = self.inside(v, j);
                Item::Element(v.arr, index)
            }
            Seq::Columns(columns) => {
                Item::Tuple(columns.iter().map(|column| self.at(column, j)).collect::<Result<_>>()?)
            }
            Seq::Tables(parts) => Item::Table(parts.iter().map(|part| self.at(part, j)).collect::<Result<_>>()?),
            Seq::Rows(n) => self.row_inside(n, j).item(),
            Seq::Constants(list) => {
                let (name, number) = (self.atom_tokens(list), self.atom_tokens(j));
                let tokens = quote!(::wengert::generated::plain!(#name.at(#number)));
                let item = self.computed(tokens, &[list, j], Ty::Unknown);
                self.plain.extend(item.val());
                let ty = list.val().and_then(|v| self.item_types.get(&v).cloned());
                if let (Some(ty), Some(v)) = (ty, item.val()) {
                    self.types.insert(v, (super::known::plain(&ty).clone(), true));
                }
                Item::Scalar(item)
            }
            Seq::Held(list) => Item::Held(self.element_at(list, j)),
            Seq::HeldParts(list, size, step, shorter) => {
                let (k, a, b) = (self.atom_tokens(j), self.atom_tokens(size), self.atom_tokens(step));
                let lo = self.computed(quote!(#k * #b), &[j, step], usize);
                let hi = match shorter {
                    false => self.computed(quote!(#k * #b + #a), &[j, step, size], usize),
                    true => {
                        let len = self.length_at(list);
                        let n = self.atom_tokens(&len);
                        let end = quote!(::core::cmp::min(#k * #b + #a, #n));
                        self.computed(end, &[j, step, size, &len], usize)
                    }
                };
                Item::Held(self.range_at(list, &lo, &hi))
            }
            Seq::Chunks(v, size) => {
                let (a, b) = (self.atom_tokens(j), self.atom_tokens(size));
                let off = self.computed(quote!(#a * #b), &[j, size], usize);
                Item::View(self.part(v, off, size.clone(), None)?)
            }
            Seq::Parts(v, size) => {
                let len = self.length(v);
                let (a, b, n) = (self.atom_tokens(j), self.atom_tokens(size), self.atom_tokens(&len));
                let off = self.computed(quote!(#a * #b), &[j, size], usize);
                let rest = self.computed(quote!(::core::cmp::min(#b, #n - #a * #b)), &[j, size, &len], usize);
                Item::View(self.part(v, off, rest, None)?)
            }
            Seq::RowParts(n, size, step, shorter) => {
                let (k, a, b) = (self.atom_tokens(j), self.atom_tokens(size), self.atom_tokens(step));
                let lo = self.computed(quote!(#k * #b), &[j, step], usize);
                let count = match shorter {
                    false => size.clone(),
                    true => {
                        let all = self.atom_tokens(&n.count);
                        let rest = quote!(::core::cmp::min(#a, #all - #k * #b));
                        self.computed(rest, &[j, size, step, &n.count], usize)
                    }
                };
                Item::Nest(self.some_rows(n, lo, count)?)
            }
            Seq::Windows(v, size) => Item::View(self.part(v, j.clone(), size.clone(), None)?),
            Seq::Zip(x, y) => Item::Tuple(vec![self.at(x, j)?, self.at(y, j)?]),
            Seq::Enumerate(inner) => Item::Tuple(vec![Item::Scalar(j.clone()), self.at(inner, j)?]),
            Seq::Rev(inner, len) => {
                let len = match &**inner {
                    Seq::Range(..) => self.count(inner),
                    _ => len.clone(),
                };
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(j));
                let back = self.computed(quote!(#a - 1usize - #b), &[&len, j], usize);
                self.at(inner, &back)?
            }
            Seq::StepBy(inner, k) => {
                let (a, b) = (self.atom_tokens(j), self.atom_tokens(k));
                let index = self.computed(quote!(#a * #b), &[j, k], usize);
                self.at(inner, &index)?
            }
            Seq::Skip(inner, k) => {
                let (a, b) = (self.atom_tokens(j), self.atom_tokens(k));
                let index = self.computed(quote!(#a + #b), &[j, k], usize);
                self.at(inner, &index)?
            }
            Seq::Take(inner, _) => self.at(inner, j)?,
            Seq::Cycle(inner, len) => {
                let (a, b) = (self.atom_tokens(j), self.atom_tokens(len));
                let index = self.computed(quote!(#a % #b), &[j, len], usize);
                self.at(inner, &index)?
            }
            Seq::Copied(inner) => {
                let item = self.at(inner, j)?;
                self.settle(item)
            }
            Seq::Map(inner, f) => {
                let item = self.at(inner, j)?;
                self.apply(f, vec![item], Span::call_site())?
            }
            Seq::Chain(first, second, len) => {
                let (a, b) = (self.atom_tokens(j), self.atom_tokens(len));
                let cond = self.computed(quote!(#a < #b), &[j, len], Ty::Bool);
                let first = |l: &mut Self| l.at(first, j);
                let second = |l: &mut Self| {
                    let index = l.difference(j, len);
                    l.at(second, &index)
                };
                self.branch(quote!(chain), cond, first, second)?
            }
        })
    }

    /// The element of a sequence where the head of a loop over it stands.
    pub(super) fn item_over(&mut self, s: &Seq, head: &Atom) -> Result<Item> {
        if s.range().is_none() {
            return self.at(s, head);
        }
        match s {
            Seq::Map(inner, f) => {
                let item = self.item_over(inner, head)?;
                self.apply(f, vec![item], Span::call_site())
            }
            Seq::Copied(inner) => {
                let item = self.item_over(inner, head)?;
                Ok(self.settle(item))
            }
            _ => Ok(Item::Scalar(head.clone())),
        }
    }
}
