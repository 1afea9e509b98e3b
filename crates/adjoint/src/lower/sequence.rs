//! What a `for` loop runs over, as a length and an element for each index.

use super::{Item, Lowerer, Nest, fault};
use crate::ir::{Atom, Op, Ty, Verbatim, View};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, RangeLimits, Result};

#[derive(Clone, Debug)]
pub(super) enum Seq {
    /// `lo..hi`, of this integer type.
    Range(Atom, Atom, String),
    Elements(View),
    Rows(Nest),
    /// Structures: the one that they are in, the way to them, the indices on it.
    Records(Atom, TokenStream, Vec<Atom>),
    Chunks(View, Atom),
    Windows(View, Atom),
    Zip(Box<Seq>, Box<Seq>),
    Enumerate(Box<Seq>),
    /// Backwards; the atom is the length.
    Rev(Box<Seq>, Atom),
    StepBy(Box<Seq>, Atom),
    Skip(Box<Seq>, Atom),
    Take(Box<Seq>, Atom),
}

impl Lowerer {
    pub(super) fn sequence(&mut self, e: &Expr) -> Result<Seq> {
        if let Some((record, path, indices)) = self.record_list(e, self.over_records)? {
            return Ok(Seq::Records(record, path, indices));
        }
        match e {
            Expr::Paren(p) => return self.sequence(&p.expr),
            Expr::Group(p) => return self.sequence(&p.expr),
            Expr::Range(r) => {
                let (Some(lo), Some(hi)) = (&r.start, &r.end) else {
                    return fault(r, "a loop runs over a range with both ends: `for i in 0..n`");
                };
                let ty = match (self.ty(lo), self.ty(hi)) {
                    (Ty::Int(a), Ty::Int(b)) => {
                        if matches!(&**lo, Expr::Lit(_)) {
                            b
                        } else {
                            a
                        }
                    }
                    (Ty::Int(a), _) if !matches!(&**lo, Expr::Lit(_)) => a,
                    (_, Ty::Int(b)) => b,
                    _ => "usize".into(),
                };
                let (lo, hi) = (self.index(lo)?, self.index(hi)?);
                let hi = match r.limits {
                    RangeLimits::HalfOpen(_) => hi,
                    RangeLimits::Closed(_) => self.sum(&hi, &Atom::Lit(quote!(1))),
                };
                return Ok(Seq::Range(lo, hi, ty));
            }
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                let arg = |k: usize| match m.args.get(k) {
                    Some(e) => Ok(e),
                    None => fault(&m.method, format!("`{name}` takes an argument")),
                };
                match name.as_str() {
                    "iter" | "iter_mut" | "into_iter" if self.depth(&m.receiver) > 0 => {
                        return Ok(Seq::Rows(self.nest(&m.receiver)?));
                    }
                    "iter" | "iter_mut" | "into_iter" | "copied" | "cloned" if !self.names_array(&m.receiver) => {
                        if let Ok(Some(view)) = self.try_view(&m.receiver) {
                            return Ok(Seq::Elements(view));
                        }
                        return self.sequence(&m.receiver);
                    }
                    "iter" | "iter_mut" | "into_iter" => return Ok(Seq::Elements(self.view(&m.receiver)?)),
                    "chunks_exact" | "chunks_exact_mut" => {
                        let view = self.view(&m.receiver)?;
                        let size = self.index(arg(0)?)?;
                        return Ok(Seq::Chunks(view, size));
                    }
                    "windows" => {
                        let view = self.view(&m.receiver)?;
                        let size = self.index(arg(0)?)?;
                        return Ok(Seq::Windows(view, size));
                    }
                    "enumerate" => return Ok(Seq::Enumerate(Box::new(self.sequence(&m.receiver)?))),
                    "zip" => {
                        let first = self.sequence(&m.receiver)?;
                        return Ok(Seq::Zip(Box::new(first), Box::new(self.sequence(arg(0)?)?)));
                    }
                    "rev" => {
                        let inner = self.sequence(&m.receiver)?;
                        let len = match &inner {
                            Seq::Range(..) => Atom::Lit(quote!(0)),
                            inner => self.count(inner),
                        };
                        return Ok(Seq::Rev(Box::new(inner), len));
                    }
                    "step_by" | "skip" | "take" => {
                        let inner = self.sequence(&m.receiver)?;
                        let k = self.index(arg(0)?)?;
                        let make = match name.as_str() {
                            "step_by" => Seq::StepBy,
                            "skip" => Seq::Skip,
                            _ => Seq::Take,
                        };
                        return Ok(make(Box::new(inner), k));
                    }
                    _ => {}
                }
                if !self.opaque(e) && self.try_view(e)?.is_none() {
                    let message = format!(
                        "a loop over `{name}` is not supported: use ranges, iter, iter_mut, enumerate, zip, rev, step_by, skip, take, chunks_exact or windows"
                    );
                    return fault(&m.method, message);
                }
            }
            _ => {}
        }
        if self.depth(e) > 0 {
            return Ok(Seq::Rows(self.nest(e)?));
        }
        let view = match self.try_view(e)? {
            None => self.field_view(e)?,
            view => view,
        };
        match view {
            Some(view) => Ok(Seq::Elements(view)),
            None => fault(e, "a loop runs over a range, or over an array or slice: this is neither"),
        }
    }

    fn computed(&mut self, tokens: TokenStream, atoms: &[&Atom], ty: Ty) -> Atom {
        let vals: Vec<_> = atoms.iter().filter_map(|a| a.val()).collect();
        let code = Verbatim { tokens, vals, reads: vec![], lens: vec![] };
        self.temporary(ty, Op::Verbatim(code), Span::call_site())
    }

    /// The number of elements.
    pub(super) fn count(&mut self, s: &Seq) -> Atom {
        match s {
            Seq::Range(lo, hi, _) => {
                let (a, b) = (self.atom_tokens(lo), self.atom_tokens(hi));
                self.computed(quote!((#a..#b).count()), &[lo, hi], Ty::usize())
            }
            Seq::Elements(v) => self.length(v),
            Seq::Rows(n) => n.count.clone(),
            Seq::Records(record, path, indices) => self.record_count(&(record.clone(), path.clone(), indices.clone())),
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
            Seq::Zip(x, y) => {
                let (x, y) = (self.count(x), self.count(y));
                if x.same(&y) {
                    return x;
                }
                let (a, b) = (self.atom_tokens(&x), self.atom_tokens(&y));
                self.computed(quote!(::core::cmp::min(#a, #b)), &[&x, &y], Ty::usize())
            }
            Seq::Enumerate(inner) => self.count(inner),
            Seq::Rev(inner, _) => self.count(inner),
            Seq::StepBy(inner, k) => {
                let len = self.count(inner);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(k));
                self.computed(quote!(#a.div_ceil(#b)), &[&len, k], Ty::usize())
            }
            Seq::Skip(inner, k) => {
                let len = self.count(inner);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(k));
                self.computed(quote!(#a.saturating_sub(#b)), &[&len, k], Ty::usize())
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
                if lo.is_zero() && ty == "usize" {
                    return Ok(Item::Scalar(j.clone()));
                }
                let (a, b) = (self.atom_tokens(lo), self.atom_tokens(j));
                let int = Ident::new(ty, Span::call_site());
                let tokens = if ty == "usize" { quote!(#a + #b) } else { quote!(#a + #b as #int) };
                Item::Scalar(self.computed(tokens, &[lo, j], Ty::Int(ty.clone())))
            }
            Seq::Elements(v) => {
                let index = self.inside(v, j);
                Item::Element(v.arr, index)
            }
            Seq::Rows(n) => self.row_inside(n, j).item(),
            Seq::Records(record, path, indices) => {
                Item::Scalar(self.record_at(&(record.clone(), path.clone(), indices.clone()), j))
            }
            Seq::Chunks(v, size) => {
                let (a, b) = (self.atom_tokens(j), self.atom_tokens(size));
                let off = self.computed(quote!(#a * #b), &[j, size], usize);
                Item::View(self.part(v, off, size.clone(), None)?)
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
        })
    }
}
