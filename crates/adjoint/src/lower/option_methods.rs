//! Methods of `Option`s that may hold numbers: each is a branch on the flag.

use super::maybe::Maybe;
use super::pattern::Want;
use super::question::MARK;
use super::wanted::may_be_missing;
use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Atom, Binary, Op, Step, Ty};
use proc_macro2::Span;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result};

/// Methods that give the same `Option`, or a `Result` whose error nobody sees.
const SAME: [&str; 11] = [
    "copied",
    "cloned",
    "as_ref",
    "as_mut",
    "as_deref",
    "clone",
    "ok_or",
    "ok_or_else",
    "ok",
    "map_err",
    "inspect_err",
];

/// Methods that give another one; lists and iterators have some of these names too.
const GIVES: [&str; 7] = ["map", "and_then", "filter", "or", "or_else", "zip", "take"];

/// Methods that make a value of it.
const ENDS: [&str; 14] = [
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "map_or",
    "map_or_else",
    "is_some",
    "is_none",
    "is_some_and",
    "is_ok_and",
    "is_none_or",
    "is_ok",
    "is_err",
];

/// Whether a method makes a value of an `Option`.
pub(super) fn ends(name: &proc_macro2::Ident) -> bool {
    ENDS.iter().any(|n| name == n)
}

impl Lowerer {
    /// Whether an expression is an `Option`, as far as it shows.
    pub(super) fn is_maybe(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.is_maybe(&p.expr),
            Expr::Group(p) => self.is_maybe(&p.expr),
            Expr::Reference(r) => self.is_maybe(&r.expr),
            Expr::Path(p) if p.path.is_ident("None") => self.look("None").is_none(),
            Expr::Path(_) | Expr::Field(_) => match self.binding_of(e) {
                Some(Binding::Maybe(..)) => true,
                _ => self.is_whole_option(e),
            },
            Expr::Call(c) => match &*c.func {
                Expr::Path(p) if p.path.is_ident("Some") || p.path.is_ident("Ok") => true,
                Expr::Path(p) => {
                    !self.opaque(e) && self.given_with_lengths(&p.path, &c.args).is_some_and(|ty| may_be_missing(&ty))
                }
                _ => false,
            },
            Expr::MethodCall(m) => {
                let own = |names: &[&str]| names.iter().any(|n| m.method == n);
                self.is_optional(e)
                    || self.is_users(m) && self.gives_option(e)
                    || m.method.to_string().starts_with(MARK) && self.is_marked(m)
                    || own(&["then", "then_some"]) && !self.is_record(&m.receiver)
                    || self.is_tried(m)
                    || own(&["next", "peek"]) && matches!(self.binding_of(&m.receiver), Some(Binding::Advances(..)))
                    || (own(&SAME) || own(&GIVES)) && (self.is_maybe(&m.receiver) || self.constant_option(m))
            }
            _ => false,
        }
    }

    /// Whether an expression is an `Option` by its type, and one value.
    fn is_whole_option(&self, e: &Expr) -> bool {
        let known = self.known(e).filter(|(_, constant)| !constant || !self.opaque(e));
        known.is_some_and(|(ty, _)| crate::signature::option(super::known::plain(&ty)).is_some())
    }

    /// Whether a list holds `Option`s, by its type.
    pub(super) fn gives_options(&self, list: &Expr) -> bool {
        let known = self.known(list);
        known.is_some_and(|(ty, _)| {
            super::known::element_of(&ty).is_some_and(|of| super::known::argument_of(of, &["Option"]).is_some())
        })
    }

    /// Whether what an `Option` that is one value holds is a number.
    fn holds_number(&self, option: &Atom) -> bool {
        self.known_inside(option)
            .is_some_and(|(ty, _)| matches!(&ty, syn::Type::Path(p) if p.path.is_ident(&self.float)))
    }

    /// Whether a call gives an `Option` or a `Result`, as the text says.
    fn gives_option(&self, e: &Expr) -> bool {
        let known = self.known(e).filter(|(_, constant)| !constant);
        known.is_some_and(|(ty, _)| super::known::argument_of(&ty, &["Option", "Result"]).is_some())
    }

    /// Whether a mark is on a call, or on a method of a type of the user's.
    fn is_marked(&self, m: &ExprMethodCall) -> bool {
        match &*m.receiver {
            Expr::MethodCall(inner) => self.is_users(inner) || self.is_maybe(&m.receiver),
            _ => true,
        }
    }

    /// Whether a method is one of a type of the user's.
    fn is_users(&self, m: &ExprMethodCall) -> bool {
        let call = Expr::MethodCall(m.clone());
        !self.table_method(&call) && !self.is_of_all(m) && !self.opaque(&call) && self.may_be_record(&m.receiver)
    }

    /// Whether what a method is called on is an `Option` of constants, while the whole is no constant.
    fn constant_option(&self, m: &ExprMethodCall) -> bool {
        let call = matches!(&*m.receiver, Expr::MethodCall(_) | Expr::Call(_));
        call && self.opaque(&m.receiver)
            && !self.iterates(&m.receiver)
            && !self.opaque(&Expr::MethodCall(m.clone()))
            && (ENDS.iter().any(|n| m.method == n) || m.args.iter().any(|a| matches!(a, Expr::Closure(_))))
    }

    /// `flag.then(f)` and `flag.then_some(x)`.
    pub(super) fn then(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (lazy, Some(arg)) = (m.method == "then", m.args.first()) else { return Ok(None) };
        if !lazy && m.method != "then_some" || self.is_record(&m.receiver) {
            return Ok(None);
        }
        let some = self.scalar(&m.receiver)?;
        if !lazy {
            let value = self.eager(arg)?;
            return Ok(Some(Item::Maybe(Box::new(Maybe { some, value }))));
        }
        let f = self.callee(arg)?;
        let then = |l: &mut Self| {
            let value = l.apply(&f, vec![], m.span())?;
            Ok(Item::Maybe(Box::new(Maybe::some(l.settle(value)))))
        };
        self.branch(m, some, then, |_| Ok(Maybe::none())).map(Some)
    }

    /// A method of an `Option`; none if its receiver is not one.
    pub(super) fn maybe_method(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let name = m.method.to_string();
        if let (Some(parts), Expr::Call(c)) = (name.strip_prefix(MARK), &*m.receiver) {
            return self.optional_call(c, parts).map(Some);
        }
        if let (Some(_), Expr::MethodCall(inner)) = (name.strip_prefix(MARK), &*m.receiver) {
            let of = self.known(&inner.receiver).map(|(ty, _)| ty);
            let given = crate::around::given_by_method(of.as_ref(), &inner.method, &self.float.to_string());
            let want = given.and_then(|ty| self.optional_want(&ty));
            let want = want.unwrap_or_else(|| Want::Tuple(vec![Want::Scalar, Want::Rows(0)]));
            let called = if self.is_users(inner) { self.user_method(inner, Some(&want))? } else { None };
            return match called {
                Some(item) => Ok(Some(item)),
                None => self.item(&m.receiver).map(Some),
            };
        }
        let own = |names: &[&str]| names.contains(&name.as_str());
        let called = matches!(&*m.receiver, Expr::Call(_)) && (own(&ENDS) || own(&["and_then", "ok_or", "ok_or_else"]));
        let (ends, gives) = (own(&ENDS), own(&SAME) || own(&GIVES));
        let named = matches!(self.binding_of(&m.receiver), Some(Binding::Maybe(..)));
        if !ends && !gives && !named {
            return Ok(None);
        }
        if !self.is_maybe(&m.receiver) && !self.constant_option(m) && !called {
            return Ok(None);
        }
        if called && self.is_list_end(m) {
            return Ok(None);
        }
        if name == "take"
            && let Some(Binding::Maybe(some, _)) = self.binding_of(&m.receiver).cloned()
        {
            let item = self.item(&m.receiver)?;
            let Binding::Var(flag) = *some else { return fault(&m.receiver, "this `Option` is not declared `mut`") };
            self.current[flag] = Atom::Lit(quote!(false));
            return Ok(Some(item));
        }
        let item = match &*m.receiver {
            Expr::Call(c) if called => self.optional_call(c, "")?,
            receiver => self.item(receiver)?,
        };
        let maybe = self.as_maybe(item, &m.receiver)?;
        self.of_maybe(maybe, m, &name).map(Some)
    }

    /// Whether it takes something off the end of a list.
    fn is_list_end(&self, m: &ExprMethodCall) -> bool {
        matches!(&*m.receiver, Expr::MethodCall(inner) if super::lists::grows(&inner.method))
    }

    fn of_maybe(&mut self, maybe: Maybe, m: &ExprMethodCall, name: &str) -> Result<Item> {
        let Maybe { some, value } = maybe;
        let span = m.span();
        let wrap = |some: Atom, value: Item| Item::Maybe(Box::new(Maybe { some, value }));
        if name == "as_deref" && matches!(&value, Item::Inside(a) if self.is_constant(a)) {
            return fault(
                &m.method,
                "`as_deref` of a constant in a structure is not supported: use `match` or `if let`",
            );
        }
        if SAME.contains(&name) {
            return Ok(wrap(some, value));
        }
        let argument = |k: usize| match m.args.get(k) {
            Some(e) => Ok(e),
            None => fault(&m.method, format!("`{name}` takes an argument")),
        };
        Ok(match name {
            "is_some" | "is_ok" => Item::Scalar(some),
            "is_none" | "is_err" => Item::Scalar(self.temporary(Ty::Bool, Op::Not(some), span)),
            "unwrap" | "expect" => {
                let message = format!("`{name}` of nothing");
                self.out.push(Step::Assert(quote!(assert), some, quote!("{}", #message)));
                self.taken_apart(value, span)?
            }
            "unwrap_or" => {
                let default = self.eager(argument(0)?)?;
                self.branch(m, some, |l| l.taken_apart(value, span), |_| Ok(default))?
            }
            "unwrap_or_default" if let Some(of) = self.structure_in(&value) => {
                let default = |l: &mut Self| l.item(&syn::parse_quote!(<#of>::default()));
                self.branch(m, some, |l| l.taken_apart(value, span), default)?
            }
            "unwrap_or_default" => {
                let zero = match &value {
                    Item::Scalar(a) => Item::Scalar(self.dummy(a)),
                    Item::Element(..) | Item::Never => Item::Scalar(Atom::Lit(quote!(0.0))),
                    Item::View(_) | Item::Fresh(_) => Item::Unit,
                    Item::Inside(a) if self.holds_number(a) => Item::Scalar(Atom::Lit(quote!(0.0))),
                    Item::Inside(a) if self.is_constant(a) => {
                        Item::Scalar(Atom::Lit(quote!(::core::default::Default::default())))
                    }
                    _ => return fault(&m.method, "the default of a number is known here: write `unwrap_or`"),
                };
                let default = |l: &mut Self| match zero {
                    Item::Unit => l.item(&syn::parse_quote!(Vec::new())),
                    zero => Ok(zero),
                };
                self.branch(m, some, |l| l.taken_apart(value, span), default)?
            }
            "unwrap_or_else" => {
                let f = self.callee(argument(0)?)?;
                let inputs = usize::from(matches!(argument(0)?, Expr::Closure(c) if !c.inputs.is_empty()));
                self.branch(m, some, |l| l.taken_apart(value, span), |l| l.apply(&f, vec![Item::Unit; inputs], span))?
            }
            "map_or" => {
                let default = self.eager(argument(0)?)?;
                let f = self.callee(argument(1)?)?;
                self.branch(m, some, |l| l.apply(&f, vec![value], span), |_| Ok(default))?
            }
            "map_or_else" => {
                let (g, f) = (self.callee(argument(0)?)?, self.callee(argument(1)?)?);
                self.branch(m, some, |l| l.apply(&f, vec![value], span), |l| l.apply(&g, vec![], span))?
            }
            "map" => {
                let f = self.callee(argument(0)?)?;
                let value = self.branch(m, some.clone(), |l| l.apply(&f, vec![value], span), |_| Ok(Item::Never))?;
                wrap(some, value)
            }
            "and_then" => {
                let f = self.callee(argument(0)?)?;
                let then = |l: &mut Self| {
                    let item = l.apply(&f, vec![value], span)?;
                    let inner = l.as_maybe(item, &m.receiver)?;
                    Ok(wrap(inner.some, inner.value))
                };
                self.branch(m, some, then, |_| Ok(Maybe::none()))?
            }
            "filter" => {
                let f = self.callee(argument(0)?)?;
                let value = match self.settle(wrap(some.clone(), value)) {
                    Item::Maybe(m) => m.value,
                    other => other,
                };
                let asked = value.clone();
                let ask = |l: &mut Self| l.question(&f, &asked, span).map(Item::Scalar);
                let no = Item::Scalar(Atom::Lit(quote!(false)));
                match self.branch(m, some, ask, |_| Ok(no))? {
                    Item::Scalar(kept) => wrap(kept, value),
                    _ => return fault(m, "a condition is expected of this closure"),
                }
            }
            "is_some_and" | "is_ok_and" | "is_none_or" => {
                let f = self.callee(argument(0)?)?;
                let without = if name == "is_none_or" { quote!(true) } else { quote!(false) };
                let without = Item::Scalar(Atom::Lit(without));
                self.branch(m, some, |l| l.question(&f, &value, span).map(Item::Scalar), |_| Ok(without))?
            }
            "or" => {
                let other = self.eager(argument(0)?)?;
                self.branch(m, some.clone(), |_| Ok(wrap(Atom::Lit(quote!(true)), value)), |_| Ok(other))?
            }
            "or_else" => {
                let f = self.callee(argument(0)?)?;
                let other = |l: &mut Self| l.apply(&f, vec![], span);
                self.branch(m, some, |_| Ok(wrap(Atom::Lit(quote!(true)), value)), other)?
            }
            "zip" => {
                let at = argument(0)?;
                let item = self.item(at)?;
                let other = self.as_maybe(item, at)?;
                let (a, b) = (self.settle(wrap(some.clone(), value)), self.settle(wrap(other.some, other.value)));
                let (Item::Maybe(a), Item::Maybe(b)) = (a, b) else { return fault(m, "an `Option` is expected here") };
                let both = self.both_flags(a.some, b.some, span);
                wrap(both, Item::Tuple(vec![a.value, b.value]))
            }
            other => {
                let message = format!("`{other}` of an `Option` is not supported: use `match` or `if let`");
                return fault(&m.method, message);
            }
        })
    }

    /// The type of the structure that an `Option` holds, if it is known to be one.
    fn structure_in(&self, value: &Item) -> Option<syn::Type> {
        let known = match value {
            Item::Scalar(a) => self.known_atom(a),
            Item::Inside(a) => self.known_inside(a),
            Item::Held(reach) => self.known_at(reach),
            _ => None,
        };
        known.map(|(ty, _)| super::known::plain(&ty).clone()).filter(|ty| crate::around::carries(ty) == Some(true))
    }

    fn eager(&mut self, e: &Expr) -> Result<Item> {
        let item = self.item(e)?;
        Ok(self.settle(item))
    }

    fn both_flags(&mut self, a: Atom, b: Atom, at: Span) -> Atom {
        let is = |a: &Atom| matches!(a, Atom::Lit(t) if t.to_string() == "true");
        match (is(&a), is(&b)) {
            (true, _) => b,
            (_, true) => a,
            _ => self.temporary(Ty::Bool, Op::Compare(Binary::BitAnd, a, b), at),
        }
    }
}
