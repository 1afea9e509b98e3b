//! Assignments to variables, to elements, to tuples of them.

use super::integers::assigned;
use super::pattern::Want;
use super::{Binding, Item, Lowerer, Var, fault};
use crate::ir::{Atom, Mode, Op, Part, Step, Storage, Ty, View};
use proc_macro2::Span;
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Result};

/// The operator of an assignment like `+=`.
pub(super) fn operator(op: &BinOp) -> Option<char> {
    Some(match op {
        BinOp::AddAssign(_) => '+',
        BinOp::SubAssign(_) => '-',
        BinOp::MulAssign(_) => '*',
        BinOp::DivAssign(_) => '/',
        BinOp::RemAssign(_) => '%',
        BinOp::BitAndAssign(_) => '&',
        BinOp::BitOrAssign(_) => '|',
        BinOp::BitXorAssign(_) => '^',
        BinOp::ShlAssign(_) => '<',
        BinOp::ShrAssign(_) => '>',
        _ => return None,
    })
}

impl Lowerer {
    pub(super) fn assign(&mut self, left: &Expr, right: &Expr) -> Result<()> {
        if let Expr::Infer(_) = left {
            self.item(right)?;
            return Ok(());
        }
        let item = match right {
            Expr::Call(c) if super::collect::is_from_fn(c) && !self.opaque(right) => {
                let ty = self.array_of(left);
                self.array_from_fn(c, ty.as_ref())?
            }
            Expr::Call(c) if !self.opaque(right) => {
                let want = self.wanted_by(left);
                self.call(c, want.as_ref())?
            }
            Expr::MethodCall(m) if !self.opaque(right) => match self.wanted_by(left) {
                Some(want) => match self.user_method_first(m, &want)? {
                    Some(item) => item,
                    None => self.item(right)?,
                },
                None => self.item(right)?,
            },
            right => self.item(right)?,
        };
        let item = self.settled(item);
        self.assign_item(left, item)
    }

    /// The type of the array of fixed length that a place is, as far as it is known.
    fn array_of(&self, place: &Expr) -> Option<syn::Type> {
        let len = match self.binding_of(place) {
            Some(Binding::View(View { arr, part: None })) => match &self.arrays[*arr].storage {
                Storage::Fixed(len) => len.clone(),
                _ => return None,
            },
            Some(Binding::Nest(nest)) => {
                let float = &self.float;
                let row = nest.levels.iter().rev().try_fold(syn::parse_quote!(#float), |row: syn::Type, level| {
                    let super::nest::Level::Even { fixed: Some(len), .. } = level else { return None };
                    Some(syn::parse_quote!([#row; #len]))
                });
                let (row, len) = (row?, nest.fixed.clone()?);
                return Some(syn::parse_quote!([#row; #len]));
            }
            _ => return self.known(place).map(|(ty, _)| ty),
        };
        Some(syn::parse_quote!([_; #len]))
    }

    /// What a place takes, where that is no number.
    fn wanted_by(&self, left: &Expr) -> Option<Want> {
        match left {
            Expr::Paren(p) => self.wanted_by(&p.expr),
            Expr::Infer(_) if !self.records => Some(Want::Unused),
            Expr::Tuple(t) => {
                Some(Want::Tuple(t.elems.iter().map(|e| self.wanted_by(e).unwrap_or(Want::Scalar)).collect()))
            }
            left => match (self.depth(left), self.binding_of(left)) {
                (levels @ 1.., _) => Some(Want::Tuple(vec![Want::Array, Want::Rows(levels)])),
                (_, Some(Binding::View(_))) => Some(Want::Array),
                (_, Some(Binding::Tuple(parts))) => Some(Want::Tuple(vec![Want::Scalar; parts.len()])),
                _ => self.is_row(left).then_some(Want::Array),
            },
        }
    }

    fn settled(&mut self, item: Item) -> Item {
        match item {
            Item::Element(a, i) => Item::Scalar(self.read(a, i)),
            Item::Tuple(items) => Item::Tuple(items.into_iter().map(|i| self.settled(i)).collect()),
            item => item,
        }
    }

    /// Arrays that others may be assigned to become copies.
    fn kept(&mut self, item: Item, at: Span) -> Result<Item> {
        Ok(match item {
            Item::View(view) => match (self.arrays[view.arr].storage.clone(), &view.part) {
                (Storage::Fixed(len), None) => self.copy(&view, Some(len), at),
                _ => self.copy(&view, None, at),
            },
            Item::Nest(nest) if !nest.fresh => Item::Nest(self.copy_nest(&nest, true, at)?),
            item => item,
        })
    }

    pub(super) fn assign_item(&mut self, left: &Expr, item: Item) -> Result<()> {
        match (left, item) {
            (_, Item::Never) => Ok(()),
            (Expr::Infer(_), _) => Ok(()),
            (Expr::Paren(p), item) => self.assign_item(&p.expr, item),
            (Expr::Tuple(t), Item::Tuple(items)) if t.elems.len() == items.len() => {
                // All parts are read before one is written.
                let items: Vec<Item> = items.into_iter().map(|i| self.kept(i, t.span())).collect::<Result<_>>()?;
                t.elems.iter().zip(items).try_for_each(|(e, i)| self.assign_item(e, i))
            }
            (left, item) if self.is_held(left) => self.assign_held(left, item),
            (Expr::Index(i), item @ Item::Tuple(_)) if self.is_table(&i.expr) => match self.tuple_at(i)? {
                Some(to) => self.store_tuple(to, item, left),
                None => fault(left, "a part of a list of tuples is not supported: take its elements"),
            },
            (Expr::Field(f), item) if self.is_part(f) => match self.part_at(f)? {
                Some(to) => self.store_tuple(to, item, left),
                None => fault(left, "there is no such part"),
            },
            (Expr::Index(i), Item::Scalar(value)) => {
                let (arr, index) = self.place(i)?;
                self.store(arr, index, Mode::Set, value);
                Ok(())
            }
            (Expr::Index(_), Item::View(from)) if self.is_row(left) => self.assign_row(left, from),
            (Expr::Index(_), Item::Fresh(arr)) if self.is_row(left) => self.assign_row(left, View { arr, part: None }),
            (_, Item::Nest(from)) if self.depth(left) > 0 => {
                if self.assign_rows(left, &from)? {
                    return Ok(());
                }
                let to = self.nest(left)?;
                self.assign_nest(left, &to, &from)
            }
            (place, item) => match (self.binding_of(place).cloned(), item) {
                (Some(Binding::Maybe(some, value)), item) => self.assign_maybe(place, &some, &value, item),
                // What a reference refers to stays as it is while it does.
                (Some(Binding::Var(_)), item @ Item::Held(_)) => {
                    let value = self.settle(item);
                    self.assign_item(place, value)
                }
                (Some(Binding::Var(v)), Item::Scalar(value)) => {
                    self.set(v, value);
                    Ok(())
                }
                (Some(Binding::Element(arr, index)), Item::Scalar(value)) => {
                    self.store(arr, index, Mode::Set, value);
                    Ok(())
                }
                (Some(Binding::Tuple(parts)), Item::Tuple(items)) if parts.len() == items.len() => {
                    for (part, item) in parts.iter().zip(items) {
                        match (part, item) {
                            (Binding::Var(v), Item::Scalar(value)) => self.set(*v, value),
                            _ => return fault(place, "assign to the parts of this tuple one by one"),
                        }
                    }
                    Ok(())
                }
                (Some(Binding::View(_)), Item::View(from)) if self.assign_list(place, &from) => Ok(()),
                (Some(Binding::View(_)), Item::Fresh(arr)) if self.assign_list(place, &View { arr, part: None }) => {
                    Ok(())
                }
                (Some(Binding::View(to)), Item::View(from)) => self.assign_array(place, &to, from),
                (Some(Binding::View(to)), Item::Fresh(arr)) => self.assign_array(place, &to, View { arr, part: None }),
                (None, Item::Scalar(value)) if self.is_record_field(place) => {
                    self.set_field(place, Part::Scalar(value))
                }
                (None, item @ (Item::Maybe(_) | Item::Inside(_) | Item::Tuple(_))) if self.is_record_field(place) => {
                    let value = self.packed(item, place)?;
                    self.set_field(place, Part::Scalar(value))
                }
                (None, Item::Fresh(arr) | Item::View(View { arr, part: None })) if self.is_record_field(place) => {
                    self.set_field(place, Part::Array(arr))
                }
                (None, item) if self.is_record_field(place) => {
                    let value = self.packed(item, place)?;
                    self.set_field(place, Part::Scalar(value))
                }
                _ => fault(place, "an assignment goes to a variable, an element of an array, or a tuple of these"),
            },
        }
    }

    /// A row takes the numbers of an array of its length.
    fn assign_row(&mut self, left: &Expr, from: View) -> Result<()> {
        if self.replace_row(left, from.clone())? {
            return Ok(());
        }
        let to = self.view(left)?;
        self.known.remove(&to.arr);
        self.out.push(Step::CopyFrom(to, from));
        Ok(())
    }

    fn assign_array(&mut self, at: &Expr, to: &View, from: View) -> Result<()> {
        // What is behind a reference keeps its length, as a row does.
        let behind = matches!(at, Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)));
        let fixed = to.part.is_none() && self.fixed_length(to).is_some();
        if !fixed && !behind {
            return fault(
                at,
                "a whole `Vec` or slice cannot be assigned: use copy_from_slice, or mem::swap of two `Vec`s",
            );
        }
        self.known.remove(&to.arr);
        self.out.push(Step::CopyFrom(to.clone(), from));
        Ok(())
    }

    /// A variable takes a new value.
    pub(super) fn set(&mut self, v: Var, value: Atom) {
        let (name, ty) = self.vars[v].clone();
        let ident = proc_macro2::Ident::new(&name, proc_macro2::Span::call_site());
        self.rename(&value, &ident);
        if ty == Ty::Unknown {
            self.vars[v].1 = self.atom_ty(&value);
        }
        self.current[v] = value;
    }

    /// `left op= right`
    pub(super) fn assign_with(&mut self, left: &Expr, op: &BinOp, right: &Expr) -> Result<()> {
        let Some(sign) = operator(op) else { return fault(op, "this operator is not supported") };
        if let Expr::Paren(p) = left {
            return self.assign_with(&p.expr, op, right);
        }
        if let Some(Binding::Var(v)) = self.binding_of(left).cloned() {
            let value = if self.opaque(left) && self.opaque(right) {
                let now = self.current[v].clone();
                let code = self.verbatim(right)?;
                let (a, plain) = (self.atom_tokens(&now), assigned(op));
                let mut vals = code.vals.clone();
                vals.extend(now.val());
                let b = &code.tokens;
                let b = if matches!(right, Expr::Lit(_) | Expr::Path(_)) { quote!(#b) } else { quote!((#b)) };
                let code = crate::ir::Verbatim { tokens: quote!(#a #plain #b), vals, ..code };
                let ty = self.vars[v].1;
                self.temporary(ty, Op::Verbatim(code), left.span())
            } else {
                // The right side comes first: it may assign to the variable.
                let value = self.scalar(right)?;
                let now = self.current[v].clone();
                if !"+-*/%".contains(sign) {
                    let out = self.temporary(Ty::Bool, Op::Compare(assigned(op), now, value), op.span());
                    self.set(v, out);
                    return Ok(());
                }
                self.assigning(sign, now, value, right, op)
            };
            self.set(v, value);
            return Ok(());
        }
        if self.is_held(left) {
            let value = self.scalar(right)?;
            let reach = self.reach(left)?;
            let now = self.look_at(&reach, left.span());
            let value = self.assigning(sign, now, value, right, op);
            return self.put_at(reach, value, false, left.span());
        }
        if let (Expr::Field(f), true) = (left, self.is_record_field(left)) {
            let value = self.scalar(right)?;
            let now = self.field(f)?;
            let value = self.assigning(sign, now, value, right, op);
            return self.set_field(left, Part::Scalar(value));
        }
        let value = self.scalar(right)?;
        let (arr, index) = match (left, self.binding_of(left).cloned()) {
            (_, Some(Binding::Element(arr, index))) => (arr, index),
            (Expr::Index(i), _) => self.place(i)?,
            (Expr::Field(f), _) => match self.part_at(f)? {
                Some(Item::Element(arr, index)) => (arr, index),
                _ => return fault(left, "an assignment goes to a variable or to an element of an array"),
            },
            _ => return fault(left, "an assignment goes to a variable or to an element of an array"),
        };
        match sign {
            '+' => self.store(arr, index, Mode::Add, value),
            '-' => self.store(arr, index, Mode::Sub, value),
            '*' | '/' | '%' => {
                let now = self.read(arr, index.clone());
                let value = self.arithmetic(sign, now, value, op.span());
                self.store(arr, index, Mode::Set, value);
            }
            _ => {
                let now = self.read(arr, index.clone());
                let value = self.temporary(Ty::Unknown, Op::Compare(assigned(op), now, value), op.span());
                self.store(arr, index, Mode::Set, value);
            }
        }
        Ok(())
    }

    /// What `op=` makes of what was there.
    pub(super) fn assigning(&mut self, sign: char, now: Atom, value: Atom, right: &Expr, op: &BinOp) -> Atom {
        let references = (false, self.refers(right));
        let out = self.arithmetic(sign, now, value, op.span());
        self.note_sign(&out, true, references);
        out
    }

    /// A statement whose effect is on an array.
    pub(super) fn array_statement(&mut self, m: &syn::ExprMethodCall) -> Result<bool> {
        let name = m.method.to_string();
        if !["fill", "copy_from_slice", "clone_from_slice", "swap"].contains(&name.as_str()) {
            return Ok(false);
        }
        if name == "swap" && m.args.len() == 2 && self.depth(&m.receiver) > 0 {
            let nest = self.nest(&m.receiver)?;
            let (i, j) = (self.index(&m.args[0])?, self.index(&m.args[1])?);
            self.swap_rows(&nest, i, j, m.span())?;
            return Ok(true);
        }
        if name != "fill" && name != "swap" && m.args.len() == 1 && self.depth(&m.receiver) > 0 {
            let (to, from) = (self.nest(&m.receiver)?, self.nest(&m.args[0])?);
            self.assign_nest(m, &to, &from)?;
            return Ok(true);
        }
        let Some(view) = self.try_view(&m.receiver)? else { return Ok(false) };
        match (name.as_str(), m.args.len()) {
            ("fill", 1) => {
                let value = self.scalar(&m.args[0])?;
                self.known.remove(&view.arr);
                self.out.push(Step::Fill(view, value));
            }
            ("swap", 2) => {
                let (i, j) = (self.index(&m.args[0])?, self.index(&m.args[1])?);
                let (i, j) = (self.element(&view, i, m.span()), self.element(&view, j, m.span()));
                self.known.remove(&view.arr);
                self.out.push(Step::Swap(view.arr, i, j));
            }
            (_, 1) => {
                let from = self.view(&m.args[0])?;
                self.known.remove(&view.arr);
                self.out.push(Step::CopyFrom(view, from));
            }
            _ => {
                return fault(m, {
                    let (wanted, s) = if name == "swap" { (2, "s") } else { (1, "") };
                    format!("`{name}` takes {wanted} argument{s}, here it has {}", m.args.len())
                });
            }
        }
        Ok(true)
    }
}
