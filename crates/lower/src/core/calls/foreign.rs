//! Calls of functions of which only the path is known: those of other crates, and those that macros of others make. They
//! are taken to have derivatives; the compiler sees whether they do.

use crate::core::calls::out_of_line::Called;
use crate::core::value::Value;
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Access, Arg, Step};
use front::hir::{ExprId, ExprKind};
use front::ty::{Float, Ty as Type};
use front::typed::Typed;
use quote::quote;
use std::rc::Rc;

/// So many numbers are arguments of elementary functions at most.
const MOST: usize = 3;

impl Builder<'_> {
    pub(crate) fn call_unknown(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        path: &syn::Path,
        operands: &[ExprId],
    ) -> Result<Value, Refusal> {
        let mut args = self.operands(operands)?;
        let mut params: Vec<Type> = operands.iter().map(|e| typed.ty(*e)).collect();
        self.has_no_derivative(path, &args, &params)?;
        let n = path.segments.len();
        let closed = |ty: &Type| crate::core::expr::opaque::is_closed(ty) || *ty == Type::unknown();
        let of_text = n > 1 && path.segments[n - 2].ident == "String" || closed(&typed.exprs[e]);
        let made = n > 1
            && path.segments[n - 2].ident == "String"
            && ["from", "new"].iter().any(|f| path.segments[n - 1].ident == f);
        let words = made || Self::is_text(&typed.exprs[e]);
        if of_text && let Some(text) = self.text_by(path, &args, words)? {
            return Ok(text);
        }
        for (value, ty) in args.iter_mut().zip(&mut params) {
            // Whether it gives one back, nobody says.
            if matches!(&*ty, Type::Ref(true, of) if matches!(**of, Type::Tuple(_))) {
                return refuse("an argument of this type");
            }
            if let Value::Atom(crate::ir::Atom::Lit(_)) = &*value {
                if crate::core::build::scalar(ty).is_none() {
                    *ty = Type::Int(front::ty::Int::Usize);
                }
                continue;
            }
            if let (Value::Atom(_) | Value::Code(_), true) = (&*value, crate::core::build::scalar(ty).is_none()) {
                return refuse("an argument whose type is not known");
            }
            // A list behind a reference is handed on as a slice.
            if let Type::Ref(mutable, of) = &*ty
                && let Type::Vec(of) = &**of
                && crate::core::build::scalar(of).is_some()
            {
                *ty = Type::Ref(*mutable, Box::new(Type::Slice(of.clone())));
            }
        }
        // Where nothing says what it gives, that is a number.
        let ret = match &typed.exprs[e] {
            Type::Opaque(text) if text.is_empty() => Type::Float(Float::F64),
            Type::Opaque(_) => return refuse("what a function that is not known gives"),
            ty => ty.clone(),
        };
        if args.len() <= MOST && params.iter().all(|ty| matches!(ty.behind(), Type::Float(_) | Type::Int(_))) {
            self.import_elementary();
        }
        let of_numbers = params.iter().any(|ty| {
            matches!(ty.behind(), Type::Float(_)) || ty.element().is_some_and(|of| matches!(of, Type::Float(_)))
        });
        let before = self.out.len();
        let given = self.push_called(
            Called {
                path: path.clone(),
                plain: None,
                method: None,
                params,
                ret,
                of_numbers,
                constants: vec![],
                resized: vec![],
                lists: vec![],
            },
            args,
        )?;
        self.lend_as_wanted(typed, before, operands);
        Ok(given)
    }

    /// Whether a function of numbers is one of a crate that has no derivatives for certain.
    fn has_no_derivative(&self, path: &syn::Path, args: &[Value], params: &[Type]) -> Result<(), Refusal> {
        const CRATES: [&str; 7] = ["alloc", "core", "libm", "num", "num_complex", "num_traits", "std"];
        let of = self.frames.last().and_then(|frame| self.program.outside_from_home(frame.of, path, false));
        let Some(of) = of.filter(|of| of.leading_colon.is_some()) else { return Ok(()) };
        let (Some(first), Some(last)) = (of.segments.first(), of.segments.last()) else { return Ok(()) };
        if !CRATES.iter().any(|name| first.ident == name) {
            return Ok(());
        }
        let (name, first) = (&last.ident, &first.ident);
        if args.iter().any(|arg| self.is_active_number(arg)) {
            let why =
                format!("`{name}` of `{first}` has no derivative: write what it does, or give it `stop_gradient(x)`");
            return Err(Refusal { wrong: true, ..Refusal::new(why) });
        }
        // What refers to numbers may do so to such that carry one; a tape has the function itself.
        let refers = |ty: &Type| !matches!(ty, Type::Float(_)) && ty.has(&|of| matches!(of, Type::Float(_)));
        match params.iter().any(refers) {
            true => refuse(format!("the function `{name}` of `{first}`, which is not known")),
            false => Ok(()),
        }
    }

    /// A name that stands for a `&mut` is taken by the callee as that or as a `&`.
    fn lend_as_wanted(&mut self, typed: &Typed, before: usize, operands: &[ExprId]) {
        let named = |e: &ExprId| matches!(typed.body.exprs[*e].kind, ExprKind::Local(_));
        for step in &mut self.out[before..] {
            let Step::Call(call) = step else { continue };
            if call.args.len() != operands.len() {
                continue;
            }
            for (arg, _) in call.args.iter_mut().zip(operands).filter(|(_, e)| named(e)) {
                if let Arg::View(_, access @ Access::Write) = arg {
                    *access = Access::Either;
                }
            }
        }
    }

    /// A constant that is not looked into, a text or another, by code; none if an argument is no constant.
    fn text_by(&mut self, path: &syn::Path, args: &[Value], words: bool) -> Result<Option<Value>, Refusal> {
        let (mut vals, mut all) = (vec![], vec![]);
        for arg in args {
            let Some(text) = self.as_text(arg.clone())? else { return Ok(None) };
            vals.extend(text.vals);
            all.push(text.tokens);
        }
        Ok(Some(Value::Text(crate::core::expr::opaque::Text {
            tokens: quote!(#path(#(#all),*)),
            vals,
            place: false,
            words,
            made: words,
        })))
    }

    /// Brings into scope what elementary functions of the user's are called through.
    fn import_elementary(&mut self) {
        let import: syn::Item = syn::parse_quote! {
            use ::wengert::generated::{Binary as _, Family as _, Ternary as _, Unary as _};
        };
        if !self.items.contains(&import) {
            self.items.push(import);
        }
    }
}
