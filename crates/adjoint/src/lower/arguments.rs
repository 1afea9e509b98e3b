//! Arguments of calls: of functions and of methods.

use super::pattern::Want;
use super::{Item, Lowerer, fault};
use crate::around::Expected;
use crate::ir::{Access, Arg, Atom, Op, Storage, Ty, View};
use crate::signature::Shape;
use syn::spanned::Spanned;
use syn::{Expr, Result, Type};

/// What a call is given, in the order of the parameters.
pub(super) struct Arguments {
    pub(super) args: Vec<Arg>,
    /// Which of these are structures by reference.
    pub(super) lent: Vec<bool>,
    /// Whether arrays of arrays are among them.
    pub(super) nested: bool,
}

impl Arguments {
    /// Those of a function, or of a method with this receiver.
    pub(super) fn of(receiver: Option<Atom>) -> Arguments {
        let args: Vec<Arg> = receiver.map(Arg::Scalar).into_iter().collect();
        Arguments { lent: vec![false; args.len()], args, nested: false }
    }
}

impl Lowerer {
    /// Adds the argument for a parameter of which the type and, if it takes a function, that may be known, and whether
    /// it is a constant that the callee changes.
    pub(super) fn add_argument(
        &mut self,
        e: &Expr,
        taken: Option<&Type>,
        expected: Option<&Expected>,
        steps: bool,
        to: &mut Arguments,
    ) -> Result<()> {
        if steps && let Some(arg) = self.stepped(e) {
            to.args.push(arg);
            to.lent.push(false);
            return Ok(());
        }
        let other = self.of_taken_type(e, taken);
        let e = other.as_ref().unwrap_or(e);
        if let Some(list) = self.array_as_list(e, taken)? {
            to.args.push(Arg::Scalar(list));
            to.lent.push(true);
            return Ok(());
        }
        if self.depth(e) > 0 || self.makes_rows(e) {
            to.nested = true;
            to.args.extend(self.nest_arguments(e)?);
        } else {
            let arg = match self.argument(e, expected)? {
                Arg::Owned(arr) if iterates(taken) => Arg::View(View { arr, part: None }, Access::Read),
                arg => arg,
            };
            to.args.push(self.argument_in_parts(arg, taken, e)?);
        }
        to.lent.resize(to.args.len(), std::mem::take(&mut self.lends));
        Ok(())
    }

    /// An argument of a call, and the function that is expected there if that is known.
    pub(super) fn argument(&mut self, e: &Expr, expected: Option<&Expected>) -> Result<Arg> {
        let arg = self.any_argument(e, expected)?;
        // What is inside an argument says nothing about it.
        self.lends = match (e, &arg) {
            (Expr::Reference(_), Arg::Scalar(_)) => self.lends,
            (Expr::Path(_), Arg::Scalar(Atom::Val(v))) => {
                let value = &self.values[*v];
                !value.by_ref && matches!(value.ty, Ty::Record | Ty::Maybe) && self.is_reference(e)
            }
            _ => false,
        };
        Ok(arg)
    }

    fn any_argument(&mut self, e: &Expr, expected: Option<&Expected>) -> Result<Arg> {
        let bare = match e {
            Expr::Paren(p) => &p.expr,
            e => e,
        };
        if let Some(arg) = self.passed_on(bare, expected)? {
            return Ok(arg);
        }
        if let Expr::Reference(r) = bare {
            let mutable = r.mutability.is_some();
            if let Expr::Call(call) = &*r.expr
                && !self.opaque(&r.expr)
            {
                return match self.call(call, Some(&Want::Array))? {
                    Item::Fresh(arr) => {
                        Ok(Arg::View(View { arr, part: None }, if mutable { Access::Write } else { Access::Read }))
                    }
                    Item::Scalar(a) if !mutable => Ok(Arg::Scalar(a)),
                    _ => fault(e, "a reference to an array is expected here"),
                };
            }
            let part = matches!(super::records::bare(&r.expr), Expr::Index(i) if matches!(&*i.index, Expr::Range(_)));
            if !mutable
                && part
                && self.is_held(&r.expr)
                && self.is_list_of_field(&r.expr)
                && let Item::Fresh(arr) = self.numbers_of_field(&r.expr)?
            {
                return Ok(Arg::View(View { arr, part: None }, Access::Read));
            }
            if let Some(view) = self.record_reference(&r.expr)? {
                self.lends = !mutable;
                return Ok(view);
            }
            if let Some(view) = self.try_view(&r.expr)? {
                return Ok(Arg::View(view, if mutable { Access::Write } else { Access::Read }));
            }
            if !mutable && (self.is_table(&r.expr) || self.is_tuple_literal(&r.expr)) {
                return match self.item(&r.expr)? {
                    Item::Table(columns) => Ok(Arg::Scalar(self.packed_columns(columns, None, e)?)),
                    item => Ok(Arg::Scalar(self.packed(item, e)?)),
                };
            }
            if !mutable && self.opaque(&r.expr) {
                let tokens = self.verbatim(e)?;
                return Ok(Arg::Scalar(self.temporary(Ty::Unknown, Op::Verbatim(tokens), e.span())));
            }
            if let Some(arg) = self.number_reference(r)? {
                return Ok(arg);
            }
            if let Some(arg) = self.made_reference(r)? {
                return Ok(arg);
            }
            let message =
                "this reference cannot be passed on: pass what a call gave by value, or under a `let` with its type";
            return fault(e, message);
        }
        if let Some(arg) = self.changed_by_name(bare) {
            return Ok(arg);
        }
        if self.opaque(e) {
            return Ok(Arg::Scalar(self.constant(e)?));
        }
        let item = self.item(e)?;
        let arg = self.argument_of(item, e)?;
        // `*row` and a row that a pattern took are values, which the callee may take as arrays.
        let whole = |v: &View| v.part.is_none() && !matches!(bare, Expr::Unary(_));
        Ok(match arg {
            Arg::View(v, Access::Read) if !whole(&v) => Arg::View(v, Access::Value),
            arg => arg,
        })
    }

    /// A reference to what an expression makes; none if it makes nothing that is passed so.
    fn made_reference(&mut self, r: &syn::ExprReference) -> Result<Option<Arg>> {
        let makes = matches!(
            super::records::bare(&r.expr),
            Expr::MethodCall(_) | Expr::If(_) | Expr::Match(_) | Expr::Block(_)
        );
        if r.mutability.is_some() || !makes {
            return Ok(None);
        }
        Ok(match self.item(&r.expr)? {
            Item::View(view) => Some(Arg::View(view, Access::Read)),
            Item::Fresh(arr) => Some(Arg::View(View { arr, part: None }, Access::Read)),
            Item::Scalar(a) => {
                self.lends = true;
                Some(Arg::Scalar(a))
            }
            _ => None,
        })
    }

    /// A tuple that is one value, as the parts that a parameter of this type takes.
    fn argument_in_parts(&mut self, arg: Arg, taken: Option<&Type>, e: &Expr) -> Result<Arg> {
        let (Arg::Scalar(a), Some(ty @ Type::Tuple(_))) = (&arg, taken) else { return Ok(arg) };
        let Some(shape @ Shape::Tuple(_)) = crate::signature::shape(ty, &self.float) else { return Ok(arg) };
        match self.unpacked(Item::Scalar(a.clone()), &shape)? {
            item @ Item::Tuple(_) => self.argument_of(item, e),
            _ => Ok(arg),
        }
    }

    fn argument_of(&mut self, item: Item, e: &Expr) -> Result<Arg> {
        Ok(match item {
            Item::Scalar(a) => Arg::Scalar(a),
            Item::Element(a, i) => Arg::Scalar(self.read(a, i)),
            Item::Held(reach) => Arg::Scalar(self.look_at(&reach, e.span())),
            Item::Inside(_) | Item::Table(_) | Item::Maybe(_) => Arg::Scalar(self.packed(item, e)?),
            Item::Tuple(ref items) if items.iter().any(|i| self.is_whole(i)) => Arg::Scalar(self.packed(item, e)?),
            Item::View(v) => match &self.arrays[v.arr].storage {
                Storage::Shared => Arg::View(v, Access::Read),
                Storage::Exclusive => Arg::View(v, if self.is_const_view(e) { Access::Read } else { Access::Either }),
                // A name bound to a part of an array is a reference; whether it may write shows at the callee.
                _ if v.part.is_some() => Arg::View(v, self.access(e)),
                _ if self.is_reference(e) => Arg::View(v, self.access(e)),
                Storage::Fixed(_) | Storage::Heap | Storage::Held => Arg::Owned(v.arr),
            },
            Item::Fresh(arr) => Arg::Owned(arr),
            Item::Tuple(items) => Arg::Tuple(items.into_iter().map(|i| self.argument_of(i, e)).collect::<Result<_>>()?),
            Item::Nest(_) => return fault(e, "an array of arrays is passed on alone, not inside a tuple"),
            Item::Place(_) => return fault(e, "`&mut` of a number is passed on alone, not inside a tuple"),
            Item::Function(_) => {
                let message =
                    "a function cannot be passed to a function here: let that one be a closure, or write the call out";
                return fault(e, message);
            }
            // What takes an iterator of numbers takes a list here.
            Item::Flow(_) => match self.item(&syn::parse_quote!(#e.collect::<Vec<_>>()))? {
                Item::Fresh(arr) if self.arrays[arr].float => Arg::View(View { arr, part: None }, Access::Read),
                _ => return fault(e, "an iterator of other things than numbers cannot be passed on: `collect` it"),
            },
            Item::Unit | Item::Never => return fault(e, "this has no value that could be passed on"),
        })
    }
}

/// Whether what is taken is an iterator.
fn iterates(taken: Option<&Type>) -> bool {
    let iterator = |b: &syn::TypeParamBound| match b {
        syn::TypeParamBound::Trait(b) => b.path.segments.last().is_some_and(|s| s.ident == "IntoIterator"),
        _ => false,
    };
    matches!(taken, Some(Type::ImplTrait(t)) if t.bounds.iter().any(iterator))
}
