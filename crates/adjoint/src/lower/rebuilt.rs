//! Lists of structures whose length changes: the variable takes a new list, made of parts of the old one.

use super::flow::Flow;
use super::held::Reach;
use super::sequence::Seq;
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Step, Ty};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result, parse_quote};

/// A part of a new list.
enum Piece {
    /// Elements of the old one, from one index to another.
    Old(Atom, Atom),
    New(Atom),
}

impl Lowerer {
    /// `truncate`, `insert`, `extend` and the like of a list at a place; false if the method is none of these.
    pub(super) fn rebuilt_statement(&mut self, m: &ExprMethodCall) -> Result<bool> {
        let args: Vec<&Expr> = m.args.iter().collect();
        let receiver = &m.receiver;
        match (m.method.to_string().as_str(), args.as_slice()) {
            ("pop", []) => {
                let list = self.reach(receiver)?;
                let len = self.length_at(&list);
                let n = self.atom_tokens(&len);
                let end = self.computed(quote!(usize::saturating_sub(#n, 1)), &[&len], Ty::usize());
                self.rebuild(list, vec![Piece::Old(zero(), end)], m)?;
            }
            ("truncate", [end]) => {
                let list = self.reach(receiver)?;
                let (len, end) = (self.length_at(&list), self.index(end)?);
                let (a, b) = (self.atom_tokens(&len), self.atom_tokens(&end));
                let end = self.computed(quote!(::core::cmp::min(#a, #b)), &[&len, &end], Ty::usize());
                self.rebuild(list, vec![Piece::Old(zero(), end)], m)?;
            }
            ("clear", []) => {
                let list = self.reach(receiver)?;
                self.rebuild(list, vec![Piece::Old(zero(), zero())], m)?;
            }
            ("remove", [_]) => drop(self.taken_out(m)?),
            ("insert", [at, value]) => {
                let list = self.reach(receiver)?;
                let at = self.index(at)?;
                let item = self.item(value)?;
                let Item::Scalar(value) = self.settle(item) else {
                    return fault(value, "a list is made of numbers or of structures here");
                };
                let len = self.length_at(&list);
                self.out.push(Step::Bounds(at.clone(), len.clone()));
                let pieces = vec![Piece::Old(zero(), at.clone()), Piece::New(value), Piece::Old(at, len)];
                self.rebuild(list, pieces, m)?;
            }
            ("extend" | "extend_from_slice", [from]) => {
                self.effect(&parse_quote!(for extended__ in #from { #receiver.push(extended__.clone()); }))?;
            }
            ("reverse", []) => {
                let list = self.reach(receiver)?;
                let all = Flow::Seq(Seq::Held(list.clone()));
                let new = self.begun(&list, m.span());
                let back = self.reversed(all, m)?;
                self.run(&back, vec![], m.span(), &mut |l, _, item| match l.settle(item) {
                    Item::Scalar(value) => l.put_at(new.clone(), value, true, m.span()),
                    _ => Ok(()),
                })?;
                self.put_list(list, &new, m)?;
            }
            ("rotate_left" | "rotate_right", [by]) => {
                let list = self.reach(receiver)?;
                let (len, by) = (self.length_at(&list), self.index(by)?);
                let at = match m.method == "rotate_left" {
                    true => by,
                    false => self.difference(&len, &by),
                };
                let fits = self.asked(&at, &len, |at, n| quote!(#at <= #n));
                self.out.push(Step::Assert(quote!(assert), fits, quote!("a list is rotated by more than its length")));
                let pieces = vec![Piece::Old(at.clone(), len), Piece::Old(zero(), at)];
                self.rebuild(list, pieces, m)?;
            }
            ("resize", [size, with]) => {
                self.effect(&parse_quote!({
                    let (size__, with__) = (#size, #with);
                    #receiver.truncate(size__);
                    for added__ in #receiver.len()..size__ {
                        #receiver.push(with__.clone());
                    }
                }))?;
            }
            ("drain" | "split_off", [_]) => return self.spelled_value(m).map(|item| item.is_some()),
            ("retain", [keep]) => {
                let list = self.reach(receiver)?;
                let new = self.begun(&list, m.span());
                let keep = self.callee(keep)?;
                let all = Flow::Seq(Seq::Held(list.clone()));
                self.run(&all, vec![], m.span(), &mut |l, _, item| {
                    let kept = l.question(&keep, &item, m.span())?;
                    l.when(kept, |l| match l.settle(item) {
                        Item::Scalar(value) => l.put_at(new.clone(), value, true, m.span()),
                        _ => Ok(()),
                    })
                })?;
                let value = self.look_at(&new, m.span());
                self.put_at(list, value, false, m.span())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What `remove` and `pop().unwrap()` give, of a list at a place; none if it is nothing of these.
    pub(super) fn taken_out(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (of, index) = match (m.method.to_string().as_str(), &*m.receiver, m.args.first()) {
            ("remove", list, Some(index)) if self.is_held(list) && !self.is_of_its_type(m) => (list, Some(index)),
            ("unwrap" | "expect", Expr::MethodCall(pop), _)
                if pop.method == "pop" && self.is_held(&pop.receiver) && !self.is_of_its_type(pop) =>
            {
                (&*pop.receiver, None)
            }
            _ => return Ok(None),
        };
        let list = self.reach(of)?;
        let len = self.length_at(&list);
        let one = Atom::Lit(quote!(1));
        let index = match index {
            Some(index) => self.index(index)?,
            None => {
                self.out.push(Step::Bounds(one.clone(), len.clone()));
                self.difference(&len, &one)
            }
        };
        let element = self.element_at(&list, &index);
        let value = self.look_at(&element, m.span());
        let next = self.sum(&index, &one);
        self.rebuild(list, vec![Piece::Old(zero(), index), Piece::Old(next, len)], m)?;
        Ok(Some(Item::Scalar(value)))
    }

    /// A new list, empty, for elements of a list.
    fn begun(&mut self, like: &Reach, at: Span) -> Reach {
        let new = self.hold_empty(&Ident::new("list", at), None);
        self.open_like(&new, like);
        new
    }

    fn rebuild(&mut self, list: Reach, pieces: Vec<Piece>, m: &ExprMethodCall) -> Result<()> {
        let at = m.span();
        let new = self.begun(&list, at);
        for piece in pieces {
            match piece {
                Piece::New(value) => self.put_at(new.clone(), value, true, at)?,
                Piece::Old(from, to) => {
                    let part = self.range_at(&list, &from, &to);
                    self.run(&Flow::Seq(Seq::Held(part)), vec![], at, &mut |l, _, item| match l.settle(item) {
                        Item::Scalar(value) => l.put_at(new.clone(), value, true, at),
                        _ => Ok(()),
                    })?;
                }
            }
        }
        self.put_list(list, &new, m)
    }

    /// A place takes a new list: element by element where it is an array, or a part.
    fn put_list(&mut self, list: Reach, new: &Reach, m: &ExprMethodCall) -> Result<()> {
        let at = m.span();
        if !self.keeps_length(&m.receiver) {
            let value = self.look_at(new, at);
            return self.put_at(list, value, false, at);
        }
        self.put_each(list, Seq::Held(new.clone()), at)
    }
}

fn zero() -> Atom {
    Atom::Lit(quote!(0usize))
}
