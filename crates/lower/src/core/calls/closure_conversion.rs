//! Functions that are handed to calls that are not written out: each becomes a structure of what it captures, with a
//! method `call` that has derivatives.

use crate::core::frame::Frame;
use crate::core::structures::Whole;
use crate::core::value::{Callable, Closure, Place, Value};
use crate::core::{Builder, Expansion, Refusal, refuse};
use crate::ir::{Atom, Make, Op, Part, Projections, Ty, Val};
use crate::signature::forms::Forms;
use crate::signature::options::Wanted;
use front::hir::{ExprKind, LocalId};
use front::items::{AdtId, FnId};
use front::program::Program;
use front::ty::Ty as Type;
use front::typed::{Closures, Typed};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use syn::parse_quote;

/// A function that is handed on.
#[derive(Clone)]
pub(crate) struct Passed {
    name: Ident,
    of: Captured,
    fields: Vec<Field>,
    params: Vec<Type>,
    ret: Type,
    /// What it is written in.
    stack: Vec<(FnId, Vec<Type>)>,
}

/// A field of the structure.
#[derive(Clone)]
struct Field {
    name: Ident,
    ty: Type,
    written: TokenStream,
    constant: bool,
}

/// What a function captures.
#[derive(Clone)]
enum Captured {
    Field(usize),
    /// A reference to something.
    Lent(Box<Captured>),
    Literal(Atom),
    /// A closure in the text of a function, with that function's arguments.
    Closure(Rc<Typed>, (FnId, Vec<Type>), Callable, Vec<(LocalId, Captured)>),
    Function(FnId, Vec<Type>),
    Variant(AdtId, usize),
    Row(&'static rules::Row),
    Unseen,
}

/// The function whose method is lowered next, with the closures and the items around it.
pub(crate) struct Next {
    pub(crate) passed: Passed,
    pub(crate) closures: Closures,
    pub(crate) items: Vec<syn::Item>,
    pub(crate) program: Rc<Program>,
}

thread_local! {
    static NEXT: RefCell<Option<Next>> = const { RefCell::new(None) };
}

/// The function whose method is at hand, if one is.
pub(crate) fn next() -> Option<Next> {
    NEXT.take()
}

impl Passed {
    pub(crate) fn gives(&self) -> &Type {
        &self.ret
    }
}

/// The text of a structure, with its marks, and of its method.
pub(crate) struct Structure {
    passed: Passed,
    closures: Closures,
    items: Vec<syn::Item>,
    marked: TokenStream,
    block: syn::ItemImpl,
}

impl Builder<'_> {
    /// What a function takes and gives.
    pub(crate) fn signature_of_value(&self, f: &Value) -> Option<(Vec<Type>, Type)> {
        match f {
            Value::Closure(closure) => {
                let Callable::Expr(e) = closure.of else { return None };
                let k = *closure.frame.typed.closures.get(&e)?;
                let of = self.closures.all.get(k)?;
                Some((of.params.clone(), of.ret.clone()))
            }
            Value::Function(f, generics) => {
                let def = self.program.func(*f);
                Some((def.params.iter().map(|p| p.ty.with(generics)).collect(), def.ret.with(generics)))
            }
            Value::Row(row) => {
                let f64 = Type::Float(front::ty::Float::F64);
                Some((vec![f64.clone(); row.arity], f64))
            }
            _ => None,
        }
    }

    /// A function as an argument of a call: its structure.
    pub(crate) fn handed_on(&mut self, f: &Value) -> Result<Atom, Refusal> {
        let Some((params, ret)) = self.signature_of_value(f) else {
            return refuse("a function of this form as an argument");
        };
        if self.sig.generic {
            return refuse("a function of numbers of one's own as an argument");
        }
        let (mut fields, mut parts) = (vec![], vec![]);
        let of = self.captured(f, None, &mut fields, &mut parts)?;
        let name = format_ident!("ClosureOf{}{}", camel(&self.sig.name), self.handed.len());
        let args = self.generics_in(&fields, false);
        let (twin, literal) = (self.twin_of(&quote!(#name #args)), quote!(#name #args));
        let parts = fields.iter().zip(parts).map(|(f, part)| (syn::Member::Named(f.name.clone()), part)).collect();
        let make = Make {
            path: twin.clone(),
            plain: literal,
            fill: Some((twin, None)),
            variant: None,
            parts,
            numbers: vec![],
            boxed: vec![],
            by: None,
        };
        self.handed.push(Passed { name, of, fields, params, ret, stack: self.stack.clone() });
        Ok(self.temporary(Ty::Record, Op::Make(Box::new(make)), self.span))
    }

    /// The structure of the function that was handed on last, where it is of one type.
    pub(crate) fn passed_last(&self) -> Option<Ident> {
        let last = self.handed.last()?;
        self.generics_in(&last.fields, false).is_empty().then(|| last.name.clone())
    }

    fn captured(
        &mut self,
        value: &Value,
        named: Option<(&str, &Type)>,
        fields: &mut Vec<Field>,
        parts: &mut Vec<Part>,
    ) -> Result<Captured, Refusal> {
        Ok(match value {
            Value::Closure(closure) => {
                let Callable::Expr(e) = closure.of else { return refuse("a loop as a value") };
                let typed = closure.frame.typed.clone();
                let ExprKind::Closure(code) = &typed.body.exprs[e].kind else { return refuse("a closure") };
                let mut locals = vec![];
                for local in &code.captures {
                    let var = closure.moved.borrow().get(local).copied();
                    let var = var.or_else(|| closure.frame.locals.borrow().get(local).copied());
                    let Some(var) = var else { continue };
                    let (value, name) = (self.env[var].clone(), self.env_names[var].clone());
                    let ty = typed.locals[*local].clone();
                    locals.push((*local, self.captured(&value, Some((&name, &ty)), fields, parts)?));
                }
                let of = (closure.frame.of, closure.frame.args.clone());
                Captured::Closure(typed, of, closure.of, locals)
            }
            Value::Function(f, generics) => Captured::Function(*f, generics.clone()),
            Value::Variant(adt, variant) => Captured::Variant(*adt, *variant),
            Value::Row(row) => Captured::Row(row),
            Value::Unseen => Captured::Unseen,
            Value::Atom(lit @ Atom::Lit(_)) => Captured::Literal(lit.clone()),
            Value::Ref(true, _) => return refuse("a function that changes what it captures, as an argument"),
            Value::Ref(false, place) => {
                let value = self.load(place)?;
                let inner = match named {
                    Some((name, Type::Ref(_, of))) => Some((name, &**of)),
                    other => other,
                };
                Captured::Lent(Box::new(self.captured(&value, inner, fields, parts)?))
            }
            value => {
                let Some((name, ty)) = named else { return refuse("what a function captures") };
                let ty = match ty {
                    Type::Slice(of) => Type::Vec(of.clone()),
                    ty => ty.clone(),
                };
                let Some(written) = self.written_ty(&ty) else { return refuse("a type without a name here") };
                let name = format_ident!("captured{}_{}", fields.len(), name.trim_start_matches("r#"));
                let constant =
                    self.is_without_numbers(&ty) || matches!(value, Value::Atom(a) if self.is_constant_atom(a));
                parts.push(self.made_part(&ty, value.clone())?);
                fields.push(Field { name, ty, written, constant });
                Captured::Field(fields.len() - 1)
            }
        })
    }

    /// What was captured, read from the structure.
    fn recaptured(&mut self, of: &Captured, fields: &[Field], this: Val) -> Result<Value, Refusal> {
        let place = |k: usize| {
            let field = &fields[k];
            let path = Projections::default().field(&syn::Member::Named(field.name.clone()));
            Whole { of: this, constant: field.constant, plain: false, path, ty: field.ty.clone() }
        };
        Ok(match of {
            Captured::Field(k) => self.load_whole(&place(*k))?,
            Captured::Lent(inner) => match &**inner {
                Captured::Field(k) if !matches!(fields[*k].ty, Type::Vec(_) | Type::Array(..)) => {
                    Value::Ref(false, Box::new(Place::Whole(place(*k))))
                }
                inner => match self.recaptured(inner, fields, this)? {
                    Value::List(list) => Value::Ref(false, Box::new(Place::Slice(list))),
                    value => Value::Ref(false, Box::new(Place::Temp(Box::new(value)))),
                },
            },
            Captured::Literal(lit) => Value::Atom(lit.clone()),
            Captured::Closure(typed, (of, args), callable, locals) => {
                let mut vars = HashMap::new();
                for (local, captured) in locals {
                    let value = self.recaptured(captured, fields, this)?;
                    vars.insert(*local, self.var(value));
                }
                let frame = Frame {
                    of: *of,
                    typed: typed.clone(),
                    args: args.clone(),
                    ret: typed.ret.clone(),
                    locals: RefCell::new(vars),
                    returns: 0,
                    labels: RefCell::new(HashMap::new()),
                    own: false,
                };
                let moved = RefCell::new(HashMap::new());
                Value::Closure(Rc::new(Closure { frame: Rc::new(frame), of: *callable, moved }))
            }
            Captured::Function(f, generics) => Value::Function(*f, generics.clone()),
            Captured::Variant(adt, variant) => Value::Variant(*adt, *variant),
            Captured::Row(row) => Value::Row(row),
            Captured::Unseen => Value::Unseen,
        })
    }

    /// The method `call`: what it gives for its parameters.
    pub(crate) fn call_of(&mut self, passed: &Passed, leaves: &[crate::ir::lowered::Leaf]) -> Result<Value, Refusal> {
        self.stack.clone_from(&passed.stack);
        let Some((crate::ir::lowered::Leaf::Scalar(this), _)) = leaves.split_first() else {
            return refuse("a receiver");
        };
        let types: Vec<Type> = passed.params.iter().map(as_handed).collect();
        let unit = Type::Ref(false, Box::new(Type::unknown()));
        let types = [vec![unit], types].concat();
        let grows = vec![false; types.len()];
        let args = self.arguments(&types, leaves, &grows)?;
        let mut given = vec![];
        for (value, ty) in args.into_iter().skip(1).zip(&passed.params) {
            given.push(match (value, ty) {
                (Value::Ref(_, place), Type::Adt(..)) => {
                    let value = self.load(&place)?;
                    self.cloned(value)?
                }
                (value @ Value::List(_), Type::Ref(..)) => Value::Ref(false, Box::new(Place::Temp(Box::new(value)))),
                (value, _) => value,
            });
        }
        let f = self.recaptured(&passed.of, &passed.fields, *this)?;
        let value = self.call_value(f, given)?;
        self.settle(value, self.span)
    }

    /// The structures of the functions that were handed on.
    pub(crate) fn structures(&self) -> Result<Vec<Structure>, Refusal> {
        self.handed.iter().map(|passed| self.structure_of(passed)).collect()
    }

    fn structure_of(&self, passed: &Passed) -> Result<Structure, Refusal> {
        let no_name = || Refusal::new("a type without a name here");
        let types: Vec<syn::Type> = passed
            .params
            .iter()
            .map(|ty| self.written_ty(&as_handed(ty)).and_then(|ty| syn::parse2(ty).ok()).ok_or_else(no_name))
            .collect::<Result<_, _>>()?;
        let ret = self.written_ty(&passed.ret).and_then(|ty| syn::parse2(ty).ok()).ok_or_else(no_name)?;
        let of = crate::signature::callees::of_signature(&types, &ret, &self.sig.name);
        let of = of.map_err(|error| Refusal::new(error.to_string()))?;
        let (name, args, bounds) =
            (&passed.name, self.generics_in(&passed.fields, false), self.generics_in(&passed.fields, true));
        let marked = passed.fields.iter().map(|field| {
            let (name, ty, mark) = (&field.name, &field.written, field.constant.then(|| quote!(#[constant])));
            quote!(#mark #name: #ty)
        });
        let marked = quote!(struct #name #bounds { #(#marked),* });
        let names = (0..types.len()).map(|k| format_ident!("argument{k}"));
        let block = quote! {
            impl #bounds #of for #name #args {
                fn call(&self, #(#names: #types),*) -> #ret { not_lowered!() }
            }
        };
        let block = syn::parse2(block).map_err(|error| Refusal::new(error.to_string()))?;
        let (closures, items) = (self.closures.clone(), self.items.clone());
        Ok(Structure { passed: passed.clone(), closures, items, marked, block })
    }

    /// The generic parameters of the function that the fields mention: as arguments, or with their bounds.
    fn generics_in(&self, fields: &[Field], bounds: bool) -> TokenStream {
        let mentioned = |name: &TokenStream| {
            let name = name.to_string();
            fields.iter().any(|f| {
                let text = f.written.to_string();
                text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
            })
        };
        let all = self.sig.generics.iter().zip(&self.sig.arguments).filter(|(_, arg)| mentioned(arg));
        let all: Vec<&TokenStream> = all.map(|(bound, arg)| if bounds { bound } else { arg }).collect();
        match (all.is_empty(), bounds) {
            (true, _) => TokenStream::new(),
            (false, true) => quote!(<#(#all),*>),
            (false, false) => quote!(::<#(#all),*>),
        }
    }
}

/// The structure of a function that was handed on, with the derivatives of its method.
pub(crate) fn expanded(of: Structure, program: Rc<Program>, expansion: Expansion) -> Result<TokenStream, Refusal> {
    let Structure { passed, closures, items, marked, mut block } = of;
    let text = |error: syn::Error| Refusal::new(error.to_string());
    let made = crate::derive::derive(marked.clone());
    let mut plain: syn::ItemStruct = syn::parse2(marked).map_err(text)?;
    plain.fields.iter_mut().for_each(|field| field.attrs.clear());
    crate::around::add(parse_quote!(#[derive(Differentiable)] #plain));
    let wanted = Wanted { forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
    NEXT.set(Some(Next { passed, closures, items, program }));
    let derivatives = (expansion.block)(&mut block, wanted);
    NEXT.set(None);
    let derivatives = derivatives.map_err(text)?;
    // Only the functions beside it are called.
    for item in &mut block.items {
        if let syn::ImplItem::Fn(f) = item {
            f.block = parse_quote!({ ::core::unreachable!() });
        }
    }
    Ok(quote! {
        #[derive(Clone)]
        #[allow(warnings, clippy::all)]
        #plain
        #made
        #[allow(warnings, clippy::all)]
        #block
        #derivatives
    })
}

/// A type as functions that are passed take it: structures by reference, arrays by value.
pub(crate) fn as_handed(ty: &Type) -> Type {
    match ty {
        Type::Ref(false, of) if matches!(**of, Type::Array(..)) => (**of).clone(),
        Type::Adt(..) => Type::Ref(false, Box::new(ty.clone())),
        ty => ty.clone(),
    }
}

/// A name in the form of a type's.
fn camel(name: &Ident) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.to_string().split('_').map(capital).collect()
}
