//! Lists of numbers in structures that are changed where they lie, handed to functions of slices: as copies, which are
//! put back once they are changed.

use super::pattern::Want;
use super::{Binding, Item, Lowerer};
use crate::ir::View;
use proc_macro2::Ident;
use quote::format_ident;
use syn::{Expr, ExprCall, ExprMethodCall, Result, Type, parse_quote};

impl Lowerer {
    /// The place of such a list, or of a part of one, in `&mut s.list`.
    fn lends_numbers<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        let Expr::Reference(r) = e else { return None };
        let field = || matches!(&*r.expr, Expr::Field(f) if self.of_record(f));
        let place = r.mutability.is_some() && (self.is_held(&r.expr) || field());
        (place && self.is_list_of_field(&r.expr)).then_some(&r.expr)
    }

    /// What is handed over in place of the arguments, and the statements that put the lists back; none if no argument
    /// is such a list.
    fn copies_of<'e>(&mut self, args: impl Iterator<Item = &'e Expr>) -> Result<Option<(Vec<Expr>, Vec<Expr>)>> {
        let args: Vec<&Expr> = args.collect();
        if !args.iter().any(|e| self.lends_numbers(e).is_some()) {
            return Ok(None);
        }
        let (mut given, mut back) = (vec![], vec![]);
        for e in args {
            let Some(place) = self.lends_numbers(e) else {
                given.push(e.clone());
                continue;
            };
            let name = self.copied_numbers(place)?;
            given.push(parse_quote!(&mut #name));
            back.push(match self.is_held(place) {
                true => parse_quote!(#place.copy_from_slice(&#name)),
                false => parse_quote!(#place = #name.clone()),
            });
        }
        Ok(Some((given, back)))
    }

    /// A copy of a list under a name of its own.
    fn copied_numbers(&mut self, place: &Expr) -> Result<Ident> {
        let copy = match self.numbers_of_field(place)? {
            Item::Fresh(arr) => View { arr, part: None },
            _ => return super::fault(place, "a list of numbers is expected here"),
        };
        let name = format_ident!("lent__{}", copy.arr);
        self.declare(&name, Binding::View(copy));
        Ok(name)
    }

    /// What `call` gives, and the lists put back after it.
    fn with_copies(&mut self, back: &[Expr], call: impl FnOnce(&mut Self) -> Result<Item>) -> Result<Item> {
        let given = call(self)?;
        let given = self.settle(given);
        back.iter().try_for_each(|put| self.effect(put))?;
        Ok(given)
    }

    /// A call of a function that changes such lists; none if it is handed none.
    pub(super) fn call_on_numbers(&mut self, c: &ExprCall, want: Option<&Want>) -> Result<Option<Item>> {
        let Some((given, back)) = self.copies_of(c.args.iter())? else { return Ok(None) };
        let func = &c.func;
        let call = parse_quote!(#func(#(#given),*));
        self.with_copies(&back, |l| l.call(&call, want)).map(Some)
    }

    /// The same of a method.
    pub(super) fn method_on_numbers(&mut self, m: &ExprMethodCall, want: Option<&Want>) -> Result<Option<Item>> {
        let Some((given, back)) = self.copies_of(m.args.iter())? else { return Ok(None) };
        let m = ExprMethodCall { args: given.into_iter().collect(), ..m.clone() };
        self.with_copies(&back, |l| l.user_method(&m, want).map(|item| item.unwrap_or(Item::Unit))).map(Some)
    }

    /// Whether the length of the list at a place is its type's, or that of a part.
    pub(super) fn keeps_length(&self, place: &Expr) -> bool {
        let part = matches!(super::records::bare(place), Expr::Index(i) if matches!(&*i.index, Expr::Range(_)));
        part || matches!(self.known(place), Some((Type::Array(_) | Type::Slice(_), _)))
    }
}
