//! What is said on the way: assertions, prints, panics; `?`; methods of numbers; marks on loops.

use crate::core::value::Value;
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Said, Step, Ty, Verbatim};
use front::hir::{ExprId, ExprKind};
use front::items::ItemId;
use front::ty::Ty as Type;
use front::typed::{Adjust, Typed};
use quote::ToTokens;
use std::rc::Rc;

/// Whether it is something that is taken apart, and has no text then.
fn is_structure(ty: &Type) -> bool {
    match ty.behind() {
        Type::Adt(..) => true,
        Type::Tuple(parts) => parts.is_empty(),
        _ => false,
    }
}

impl Builder<'_> {
    pub(crate) fn assertion(&mut self, cond: ExprId, say: &front::hir::Say) -> Result<Value, Refusal> {
        let cond = self.eval_atom(cond)?;
        if !say.args.is_empty() {
            return self.saying_assertion(cond, say);
        }
        let name = say.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let path: proc_macro2::TokenStream = match name.strip_prefix("debug_") {
            Some(_) => quote::quote!(debug_assert),
            None => quote::quote!(assert),
        };
        let rest = say.format.as_ref().map(|f| quote::quote!(#f)).unwrap_or_default();
        self.out.push(Step::Assert(path, cond, rest));
        Ok(Value::UNIT)
    }

    /// An assertion that says values: a panic where it does not hold.
    fn saying_assertion(&mut self, cond: Atom, say: &front::hir::Say) -> Result<Value, Refusal> {
        let typed = self.typed()?;
        let debug = say.path.segments.last().is_some_and(|s| s.ident.to_string().starts_with("debug_"));
        let mut fails = self.negated(cond);
        if debug {
            let on = Atom::lit(quote::quote!(cfg!(debug_assertions)));
            fails = self.and(on, |_| Ok(fails))?;
        }
        self.branch(
            fails,
            |b| {
                let said = b.said_of_panic(&typed, say, is_structure);
                b.out.push(Step::Say(quote::quote!(::core::panic), say.format.clone(), said));
                Ok(Value::UNIT)
            },
            |_| Ok(Value::UNIT),
        )
    }

    fn one_said(&mut self, typed: &Typed, e: ExprId) -> Result<Said, Refusal> {
        let is_text = *typed.exprs[e].behind() == Type::Str;
        if is_structure(&typed.exprs[e]) {
            let value = self.eval(e)?;
            let value = self.settle(value, self.span)?;
            return match self.constant_code(&typed.exprs[e], value, true)? {
                Some(code) if code.reads.is_empty() => Ok(Said::Code(code.tokens, code.vals)),
                _ => refuse("what is printed"),
            };
        }
        Ok(match self.eval(e)? {
            Value::Atom(atom @ Atom::Lit(_)) if is_text => Said::Atom(atom),
            Value::Text(text) => Said::Code(text.tokens, text.vals),
            _ if is_text => return refuse("what is printed"),
            value => self.said(value)?,
        })
    }

    /// What is said, part by part.
    fn all_said(&mut self, typed: &Typed, say: &front::hir::Say) -> Result<Vec<(Option<syn::Ident>, Said)>, Refusal> {
        let mut all = vec![];
        for (name, e) in &say.args {
            let said = self.one_said(typed, *e)?;
            all.push((name.as_ref().map(|n| syn::Ident::new(n, self.span)), said));
        }
        Ok(all)
    }

    fn left_open(&self, name: Option<&str>) -> (Option<syn::Ident>, Said) {
        let name = name.map(|name| syn::Ident::new(name, self.span));
        (name, Said::Code(quote::quote!(::core::format_args!("..")), vec![]))
    }

    /// The shape of a matrix, as what prints as one.
    fn said_shape(&mut self, value: Value) -> Result<Said, Refusal> {
        Ok(match value {
            Value::Ref(_, place) => {
                let value = self.load(&place)?;
                self.said_shape(value)?
            }
            Value::Tuple(parts) => {
                let atoms = parts.into_iter().map(|part| self.atom(part, self.span)).collect::<Result<Vec<_>, _>>()?;
                let tokens: Vec<_> = atoms.iter().map(|atom| self.tokens(atom)).collect();
                let read = atoms.iter().filter_map(|atom| if let Atom::Val(v) = atom { Some(*v) } else { None });
                Said::Code(quote::quote!(::wengert::linalg::Shape::new(#(#tokens),*)), read.collect())
            }
            _ => return refuse("what is printed"),
        })
    }

    fn said(&mut self, value: Value) -> Result<Said, Refusal> {
        Ok(match value {
            Value::Ref(_, place) => {
                let value = self.load(&place)?;
                self.said(value)?
            }
            Value::Tuple(parts) if !parts.is_empty() => {
                Said::Tuple(parts.into_iter().map(|p| self.said(p)).collect::<Result<_, _>>()?)
            }
            Value::List(list) => {
                let Some(arr) = list.leaf() else { return refuse("what is printed") };
                Said::View(self.leaf_view(&list, arr)?)
            }
            value @ (Value::Atom(_) | Value::Code(_)) => Said::Atom(self.atom(value, self.span)?),
            _ => return refuse("what is printed"),
        })
    }

    /// What a panic says: all but what is not kept.
    fn said_of_panic(
        &mut self,
        typed: &Rc<Typed>,
        say: &front::hir::Say,
        is_open: impl Fn(&Type) -> bool,
    ) -> Vec<(Option<syn::Ident>, Said)> {
        let mut all = vec![];
        for (name, e) in &say.args {
            let ty = &typed.exprs[*e];
            let said = match is_open(ty) {
                true if self.is_error_of_matrices(ty) => {
                    Some(Said::Code(quote::quote!(::wengert::generated::matrices::reason()), vec![]))
                }
                true if self.is_shape_of_matrices(ty) => self.eval(*e).and_then(|value| self.said_shape(value)).ok(),
                true => None,
                false => self.one_said(typed, *e).ok(),
            };
            all.push(match said {
                Some(said) => (name.as_ref().map(|name| syn::Ident::new(name, self.span)), said),
                None => self.left_open(name.as_deref()),
            });
        }
        all
    }

    pub(crate) fn say(&mut self, typed: &Rc<Typed>, say: &front::hir::Say) -> Result<Value, Refusal> {
        let name = say.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let panics = ["panic", "unreachable", "todo", "unimplemented"].contains(&name.as_str());
        if name == "format" && self.is_free_of_effects(typed, say.args.iter().map(|(_, e)| *e)) {
            return self.formatted(typed, say);
        }
        if ["format", "format_args", "write", "writeln"].contains(&name.as_str()) {
            return refuse("a macro that is not read");
        }
        // What a panic says of an error that is not kept is left open.
        let open = say.args.iter().any(|(_, e)| is_structure(&typed.exprs[*e]));
        let said = match open {
            _ if panics => self.said_of_panic(typed, say, is_structure),
            _ => self.all_said(typed, say)?,
        };
        self.out.push(Step::Say(say.path.to_token_stream(), say.format.clone(), said));
        // What follows a panic is not reached.
        Ok(if panics { Value::Never } else { Value::UNIT })
    }

    /// A macro that is compiled as it stands, of values.
    pub(crate) fn test(&mut self, typed: &Rc<Typed>, say: &front::hir::Say) -> Result<Value, Refusal> {
        let (mut types, mut values) = (vec![], vec![]);
        for (_, e) in &say.args {
            let value = self.eval(*e)?;
            values.push(self.settle(value, self.span)?);
            types.push(typed.exprs[*e].clone());
        }
        let Some((parts, code)) = self.constant_codes(&types, values, true)? else {
            return refuse("a macro of another crate on something else than numbers and constants");
        };
        let args = say.args.iter().zip(parts).map(|((name, _), part)| {
            let name = name.iter().map(|name| syn::Ident::new(name, self.span));
            quote::quote!(#(#name =)* #part)
        });
        let path = &say.path;
        let code = Verbatim { tokens: quote::quote!(#path!(#(#args),*)), ..code };
        Ok(Value::Atom(self.temporary(Ty::Bool, Op::Verbatim(code), self.span)))
    }

    /// Whether it is a text, or holds nothing but texts.
    pub(crate) fn is_text(ty: &Type) -> bool {
        match ty.behind() {
            Type::Str => true,
            Type::Opaque(text) => &**text == "String",
            _ => false,
        }
    }

    /// Whether expressions can be left out where nobody looks at what they give.
    pub(crate) fn is_free_of_effects(&self, typed: &Typed, all: impl IntoIterator<Item = ExprId>) -> bool {
        let mut all: Vec<ExprId> = all.into_iter().collect();
        while let Some(e) = all.pop() {
            match &typed.body.exprs[e].kind {
                ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Foreign(_) | ExprKind::Param(_) => {}
                ExprKind::Item(ItemId::Const(_), _) => {}
                ExprKind::TypeFn(..) if !typed.callees.contains_key(&e) => {}
                ExprKind::Field(inner, _) | ExprKind::Ref(false, inner) | ExprKind::Deref(inner) => all.push(*inner),
                ExprKind::Unary(_, inner) | ExprKind::Cast(inner, _) => all.push(*inner),
                ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => all.extend([*a, *b]),
                ExprKind::Tuple(parts) | ExprKind::List(parts, _) => all.extend(parts),
                ExprKind::Range(lo, hi, _) => all.extend(lo.iter().chain(hi)),
                ExprKind::Say(say) => all.extend(say.args.iter().map(|(_, e)| *e)),
                // What is lent to be changed is seen by the reference.
                ExprKind::Method(receiver, _, _, args) => {
                    let lends = typed.adjusted.get(receiver).is_some_and(|all| all.contains(&Adjust::Borrow(true)));
                    if lends {
                        return false;
                    }
                    all.push(*receiver);
                    all.extend(args);
                }
                _ => return false,
            }
        }
        true
    }

    /// `value?`
    pub(crate) fn question(&mut self, typed: &Rc<Typed>, inner: ExprId) -> Result<Value, Refusal> {
        let value = self.eval(inner)?;
        if let Type::Float(_) = typed.ty(inner) {
            return Ok(value);
        }
        let Value::Enum(choice) = self.settle(value, self.span)? else { return refuse("`?` on this") };
        let Type::Adt(adt, of) = typed.ty(inner) else { return refuse("`?` on this") };
        let gives = self.frame_now()?.ret.clone();
        let errors = match (of.get(1), &gives) {
            (Some(from), Type::Adt(_, given)) => given.get(1).map(|to| (from.clone(), to.clone())),
            _ => None,
        };
        let def = self.program.adt(adt);
        let good = def.variants.iter().position(|v| matches!(&*v.name, "Some" | "Ok"));
        let Some(good) = good else { return refuse("`?` on this") };
        let fits = self.is_variant(&choice, good)?;
        let bad = 1 - good;
        let returns = self.frame_now()?.returns;
        let failed = choice.variants.get(bad).cloned().flatten().unwrap_or_default();
        self.branch(
            fits,
            |_| Ok(Value::UNIT),
            |b| {
                let mut failed = failed;
                if let (Some((from, to)), [reason]) = (&errors, failed.as_mut_slice()) {
                    *reason = b.converted(reason.clone(), from, to)?;
                }
                let given = b.variant(adt, bad, failed);
                b.exit(returns, true, given)
            },
        )?;
        if self.goes_on() == Some(false) {
            return Ok(Value::Never);
        }
        self.guard()?;
        let parts = choice.variants.get(good).cloned().flatten().unwrap_or_default();
        parts.into_iter().next().ok_or_else(|| Refusal::new("`?` on nothing"))
    }

    /// The float method of an expression, and what it is asked of a number: the table's functions and what answers.
    pub(crate) fn number_method(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        receiver: ExprId,
        name: &str,
        args: &[ExprId],
    ) -> Result<Option<Value>, Refusal> {
        let ty = typed.ty(receiver);
        match ty.behind() {
            Type::Float(_) => self.float_method(typed, e, receiver, name, args),
            Type::Int(_) | Type::Bool => self.integer_method(typed, e, receiver, name, args),
            _ => Ok(None),
        }
    }

    /// A step that asks something of a number.
    pub(crate) fn asked(&mut self, name: &str, x: crate::ir::Atom) -> Value {
        let name = syn::Ident::new(name, self.span);
        if let Atom::Lit(x) = &x {
            let scalar = &self.sig.scalar;
            return self.path_value(quote::quote!(#scalar::#name(#x)), &Type::Bool);
        }
        Value::Atom(self.temporary(Ty::Bool, Op::Ask(name, x), self.span))
    }
}
