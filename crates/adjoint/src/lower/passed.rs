//! Closures that are passed to functions: each becomes a structure of what it captures, with a method `call`.

use super::closure::{Callee, Parts};
use super::usage::{Usage, usage};
use super::{Binding, Item, Lowerer, fault};
use crate::around::Expected;
use crate::callees::{Handed, handed, of_signature};
use crate::forms::Forms;
use crate::ir::{Arg, Atom, IntTy, Storage, Ty, Val};
use crate::options::Wanted;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rules::{Kind, Row};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Error, Expr, ExprClosure, Lit, Pat, Result, Stmt, Type, parse_quote};

/// What a closure captures, as fields of a structure.
#[derive(Default)]
struct Captured {
    fields: Vec<TokenStream>,
    /// The constants among them have a mark.
    marked: Vec<TokenStream>,
    values: Vec<TokenStream>,
    /// What gives the names their meaning in the method.
    open: Vec<TokenStream>,
    types: Vec<Type>,
    seen: BTreeSet<String>,
}

impl Captured {
    fn field(&mut self, name: &Ident, ty: Type, value: TokenStream, by_reference: bool, constant: bool) {
        let reference = by_reference.then(|| quote!(&));
        let mark = constant.then(|| quote!(#[constant]));
        self.fields.push(quote!(#name: #ty));
        self.marked.push(quote!(#mark #name: #ty));
        self.values.push(quote!(#name: #value));
        self.open.push(quote!(let #name = #reference self.#name;));
        self.types.push(ty);
    }
}

impl Lowerer {
    /// A closure, or a function, as an argument; none if it is anything else, or one of constants. What is expected
    /// there is known if the function that takes it is.
    pub(super) fn passed_on(&mut self, e: &Expr, expected: Option<&Expected>) -> Result<Option<Arg>> {
        let mut bare = e;
        while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Reference(syn::ExprReference { expr, .. }) = bare {
            bare = expr;
        }
        if expected.is_some_and(|of| of.constant) {
            return Ok(None);
        }
        let callee = match bare {
            Expr::Closure(c) if expected.is_some_and(|of| is_of_numbers(of) && of.inputs.len() == c.inputs.len()) => {
                let annotated = expected.map_or_else(|| c.clone(), |of| annotated(c, of));
                self.closure(&annotated)?
            }
            Expr::Closure(c) if !self.is_of_constants(c) => self.callee(bare)?,
            Expr::Path(p) => match self.binding_of(bare) {
                Some(Binding::Function(callee)) => callee.clone(),
                None if self.is_float_path(&p.path) => Callee::Path(p.clone()),
                None if names_function(&p.path) && expected.is_some() => {
                    let Some(of) = expected.filter(|of| is_of_numbers(of)) else { return Ok(None) };
                    self.closure(&calling(p, of))?
                }
                None if names_function(&p.path) => {
                    let name = p.path.to_token_stream().to_string().replace(' ', "");
                    return fault(p, format!("a function is passed in a closure: `|x| {name}(x)`"));
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let id = match callee {
            Callee::Closure(id) => id,
            Callee::Path(path) => {
                let last = path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
                let row = Row::find(&last).filter(|row| row.kind == Kind::Method && !row.family);
                let Some(row) = row.filter(|_| self.is_float_path(&path.path)) else {
                    let message = format!("a function is passed in a closure: `|x| {last}(x)`");
                    return fault(e, message);
                };
                let names: Vec<Ident> = (0..row.arity).map(|k| format_ident!("argument{k}")).collect();
                let closure: ExprClosure = parse_quote!(|#(#names: f64),*| -> f64 { #path(#(#names),*) });
                match self.closure(&closure)? {
                    Callee::Closure(id) => id,
                    Callee::Path(_) => return Ok(None),
                }
            }
        };
        self.passed_closure(id, e, expected.filter(|of| is_of_numbers(of))).map(Some)
    }

    /// Whether a closure is one of constants: of integers, as far as it shows.
    fn is_of_constants(&self, c: &ExprClosure) -> bool {
        if !self.opaque(&Expr::Closure(c.clone())) {
            return false;
        }
        let annotated = |p: &Pat| match p {
            Pat::Type(t) => Some(crate::derive::mentions(&t.ty, "f64")),
            _ => None,
        };
        let types: Vec<Option<bool>> = c.inputs.iter().map(annotated).collect();
        if types.contains(&Some(true)) {
            return false;
        }
        let mut shows = Shows { l: self, floats: false, integers: false };
        shows.visit_expr(&c.body);
        !shows.floats && (shows.integers || types.iter().all(|t| *t == Some(false)))
    }

    fn passed_closure(&mut self, id: usize, at: &Expr, expected: Option<&Expected>) -> Result<Arg> {
        let Parts { mut params, body, scopes, writes, mut ret } = self.closure_parts(id);
        if let Some(of) = expected.filter(|of| of.inputs.len() == params.len()) {
            params.iter_mut().zip(&of.inputs).for_each(|(param, ty)| *param = of_type(param, ty));
            ret = ret.or_else(|| Some(of.output.clone()).filter(|ty| !matches!(ty, Type::Infer(_))));
        }
        if writes {
            let message =
                "a closure that changes what it captures cannot be passed to a function here: write the loop out";
            return fault(at, message);
        }
        if self.float == self.number {
            let message = "a closure is passed to a function only where numbers are `f64`: write the function on `f64`";
            return fault(at, message);
        }
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let mut captured = Captured::default();
        let result = self.capture_all(&body, &params, &mut captured).and_then(|()| {
            let name = format_ident!("ClosureOf{}{}", camel(&self.function), self.beside.len());
            let arguments = self.generics_of(&captured.types);
            self.declare_closure(&name, (&params, &body, ret), &captured, at)?;
            let values = &captured.values;
            let literal: Expr = parse_quote!(#name #arguments { #(#values),* });
            self.item(&literal)
        });
        self.scopes = outer;
        match result? {
            Item::Scalar(value) => Ok(Arg::Scalar(value)),
            _ => fault(at, "a closure is expected here"),
        }
    }

    /// The structure, and the method beside it.
    fn declare_closure(
        &mut self,
        name: &Ident,
        (params, body, ret): (&[Pat], &Expr, Option<Type>),
        captured: &Captured,
        at: &Expr,
    ) -> Result<()> {
        let (mut names, mut types) = (vec![], vec![]);
        let (mut open, mut own) = (captured.open.clone(), vec![]);
        for (k, pat) in params.iter().enumerate() {
            let (pat, ty) = match pat {
                Pat::Type(t) => (&*t.pat, Some((*t.ty).clone())),
                pat => (pat, None),
            };
            let ident = match pat {
                Pat::Ident(p) => p.ident.clone(),
                pat => {
                    let made = format_ident!("argument{k}");
                    open.push(quote!(let #pat = #made;));
                    made
                }
            };
            let used = || usage(&ident.to_string(), &[&Stmt::Expr(without_macros(body), None)]);
            let numbers = |ty: Type| if ty == parse_quote!(_) { parse_quote!(f64) } else { ty };
            types.push(match ty {
                Some(ty) => numbers(ty),
                None if used() == Usage::Array => parse_quote!(&[f64]),
                None => parse_quote!(f64),
            });
            let mutable = matches!(pat, Pat::Ident(p) if p.mutability.is_some()).then(|| quote!(mut));
            let ty = &types[k];
            match handed(ty) {
                Handed::AsWritten => names.push(quote!(#mutable #ident)),
                Handed::Lent => {
                    names.push(quote!(#ident));
                    own.push(quote!(let #mutable #ident = #ident.clone();));
                    types[k] = parse_quote!(&#ty);
                }
                Handed::Copied => {
                    names.push(quote!(#ident));
                    own.push(quote!(let #ident = &#ident;));
                    let Type::Reference(r) = ty else { continue };
                    types[k] = (*r.elem).clone();
                }
            }
        }
        own.extend(open);
        let open = own;
        let ret = ret.unwrap_or_else(|| self.result_of(body));
        let of = of_signature(&types, &ret, at)?;
        let (fields, marked) = (&captured.fields, &captured.marked);
        let bounds = self.bounds_of(&captured.types);
        let arguments = self.generics_of(&captured.types);
        crate::around::add(parse_quote!(#[derive(Differentiable)] struct #name #bounds { #(#marked),* }));
        let made = crate::derive::derive(quote!(struct #name #bounds { #(#marked),* }));
        let mut block: syn::ItemImpl = syn::parse2(quote! {
            impl #bounds #of for #name #arguments {
                fn call(&self, #(#names: #types),*) -> #ret { #(#open)* #body }
            }
        })?;
        let wanted = Wanted { forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
        let derivatives = crate::blocks::expand(&mut block, wanted)?;
        // Only the functions beside it are called.
        for item in &mut block.items {
            if let syn::ImplItem::Fn(f) = item {
                f.block = parse_quote!({ ::core::unreachable!() });
            }
        }
        self.beside.push(quote! {
            #[derive(Clone)]
            #[allow(warnings, clippy::all)]
            struct #name #bounds { #(#fields),* }
            #made
            #[allow(warnings, clippy::all)]
            #block
            #derivatives
        });
        Ok(())
    }

    fn capture_all(&mut self, body: &Expr, params: &[Pat], captured: &mut Captured) -> Result<()> {
        let own: Vec<String> = params.iter().flat_map(super::code::bound).map(|i| i.to_string()).collect();
        let mut names = Names(vec![]);
        names.visit_expr(body);
        for name in names.0 {
            let text = name.to_string();
            if own.contains(&text) || captured.seen.contains(&text) {
                continue;
            }
            let Some(binding) = self.look(&text).cloned() else { continue };
            captured.seen.insert(text);
            self.capture(&name, name.to_token_stream(), &binding, captured)?;
        }
        Ok(())
    }

    fn capture(&mut self, name: &Ident, value: TokenStream, binding: &Binding, captured: &mut Captured) -> Result<()> {
        match binding {
            Binding::Const(Atom::Lit(t)) => captured.open.push(quote!(let #name = #t;)),
            Binding::Const(Atom::Val(v)) => self.capture_value(name, value, *v, captured)?,
            Binding::Var(v) => match self.current[*v].clone() {
                Atom::Val(now) => self.capture_value(name, value, now, captured)?,
                Atom::Lit(t) => captured.open.push(quote!(let #name = #t;)),
            },
            Binding::Element(a, _) if self.arrays[*a].float => {
                captured.field(name, parse_quote!(f64), value, false, false);
            }
            Binding::View(view) => {
                let array = &self.arrays[view.arr];
                let element: Type = match (array.float, &array.sample) {
                    (true, _) => parse_quote!(f64),
                    (false, Some(sample)) => match super::literal_ty(sample) {
                        Ty::Int(int) if int != IntTy::Open => parse_quote!(#int),
                        Ty::Bool => parse_quote!(bool),
                        _ => return cannot(name),
                    },
                    (false, None) => return cannot(name),
                };
                let ty = match (&array.storage, &view.part) {
                    (Storage::Fixed(n), None) => parse_quote!([#element; #n]),
                    _ => parse_quote!(Vec<#element>),
                };
                captured.field(name, ty, value, true, !array.float);
            }
            Binding::Nest(nest) if nest.levels.len() == 1 && self.arrays[nest.arr].float => {
                let row: Type = match &nest.levels[0] {
                    super::nest::Level::Even { fixed: Some(n), .. } => parse_quote!([f64; #n]),
                    _ => parse_quote!(Vec<f64>),
                };
                let ty = match &nest.fixed {
                    Some(n) => parse_quote!([#row; #n]),
                    None => parse_quote!(Vec<#row>),
                };
                captured.field(name, ty, value, true, false);
            }
            Binding::Held(reach) => {
                let Some((ty, constant)) = self.known_at(reach) else { return unknown(name) };
                captured.field(name, ty, quote!(#value.clone()), true, constant);
            }
            Binding::Tuple(parts) => {
                let names: Vec<Ident> = (0..parts.len()).map(|k| format_ident!("{name}_{k}")).collect();
                for (k, (part, own)) in parts.iter().zip(&names).enumerate() {
                    let k = syn::Index::from(k);
                    self.capture(own, quote!(#value.#k), part, captured)?;
                }
                captured.open.push(quote!(let #name = (#(#names),*);));
            }
            Binding::Function(Callee::Path(path)) => captured.open.push(quote!(let #name = #path;)),
            Binding::Function(Callee::Closure(id)) => {
                let Parts { params, body, .. } = self.closure_parts(*id);
                self.capture_all(&body, &params, captured)?;
                captured.open.push(quote!(let #name = |#(#params),*| #body;));
            }
            _ => return cannot(name),
        }
        Ok(())
    }

    fn capture_value(&mut self, name: &Ident, value: TokenStream, v: Val, captured: &mut Captured) -> Result<()> {
        if let Some((ty, constant)) = self.types.get(&v).cloned() {
            if let Type::Slice(s) = &ty {
                let element = &s.elem;
                captured.field(name, parse_quote!(Vec<#element>), quote!(#value.to_vec()), true, constant);
                return Ok(());
            }
            let value = if constant { quote!(#value.clone()) } else { value };
            captured.field(name, ty, value, true, constant);
            return Ok(());
        }
        let ty: Type = match &self.values[v].ty {
            Ty::Float | Ty::Maybe => parse_quote!(f64),
            Ty::Bool => parse_quote!(bool),
            Ty::Int(IntTy::Open) => parse_quote!(usize),
            Ty::Int(int) => parse_quote!(#int),
            Ty::Record | Ty::Unknown => return unknown(name),
        };
        captured.field(name, ty, value, false, false);
        Ok(())
    }

    /// The generic parameters of the function that types mention: as arguments.
    fn generics_of(&self, types: &[Type]) -> TokenStream {
        let used = self.generics.iter().filter(|g| types.iter().any(|ty| crate::derive::mentions(ty, g)));
        let used: Vec<Ident> = used.map(|g| Ident::new(g, proc_macro2::Span::call_site())).collect();
        if used.is_empty() { TokenStream::new() } else { quote!(::<#(#used),*>) }
    }

    /// The same with their bounds.
    fn bounds_of(&self, types: &[Type]) -> TokenStream {
        let all = self.generics.iter().zip(&self.bounds);
        let used: Vec<&TokenStream> =
            all.filter(|(g, _)| types.iter().any(|ty| crate::derive::mentions(ty, g))).map(|(_, b)| b).collect();
        if used.is_empty() { TokenStream::new() } else { quote!(<#(#used),*>) }
    }
}

/// Whether a function that is expected is one of numbers.
fn is_of_numbers(of: &Expected) -> bool {
    of.inputs.iter().chain([&of.output]).any(|ty| crate::callees::mentions_number(&ty.to_token_stream()))
}

/// The closure with the types that are expected, where it has none.
fn annotated(c: &ExprClosure, of: &Expected) -> ExprClosure {
    let mut c = c.clone();
    c.inputs.iter_mut().zip(&of.inputs).for_each(|(pat, ty)| *pat = of_type(pat, ty));
    if matches!(c.output, syn::ReturnType::Default) && !matches!(of.output, Type::Infer(_)) {
        let (output, body) = (&of.output, &c.body);
        c.output = parse_quote!(-> #output);
        c.body = match &**body {
            Expr::Block(b) if b.label.is_none() && b.attrs.is_empty() => body.clone(),
            body => parse_quote!({ #body }),
        };
    }
    c
}

/// A pattern with its type, if it has none.
fn of_type(pat: &Pat, ty: &Type) -> Pat {
    match (pat, ty) {
        (Pat::Type(_), _) | (_, Type::Infer(_)) => pat.clone(),
        _ => Pat::Type(parse_quote!(#pat: #ty)),
    }
}

/// A closure that calls a function.
fn calling(f: &syn::ExprPath, of: &Expected) -> ExprClosure {
    let names: Vec<Ident> = (0..of.inputs.len()).map(|k| format_ident!("argument{k}")).collect();
    let c: ExprClosure = parse_quote!(|#(#names),*| #f(#(#names),*));
    annotated(&c, of)
}

/// Whether a path that stands for nothing known here names a function, as its case says.
fn names_function(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| s.ident.to_string().starts_with(char::is_lowercase) && s.ident != "self")
}

fn cannot(name: &Ident) -> Result<()> {
    let message = format!(
        "`{name}` cannot be captured by a closure that is passed to a function: numbers, lists of numbers, integers and structures can"
    );
    Err(Error::new(name.span(), message))
}

fn unknown(name: &Ident) -> Result<()> {
    let message = format!(
        "the type of `{name}` does not show, and a closure that is passed to a function captures it: write the type where `{name}` is declared"
    );
    Err(Error::new(name.span(), message))
}

/// A name in the form of a type's.
fn camel(name: &Ident) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.to_string().split('_').map(capital).collect()
}

/// The code with lists in the place of `vec!`, so that what stands inside is seen.
fn without_macros(e: &Expr) -> Expr {
    struct Lists;
    impl VisitMut for Lists {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            if let Expr::Macro(m) = e
                && m.mac.path.is_ident("vec")
            {
                let tokens = &m.mac.tokens;
                if let Ok(list) = syn::parse2(quote!([#tokens])) {
                    *e = list;
                }
            }
            visit_mut::visit_expr_mut(self, e);
        }
    }
    let mut e = e.clone();
    Lists.visit_expr_mut(&mut e);
    e
}

/// The names that an expression mentions, each once.
struct Names(Vec<Ident>);

impl Names {
    fn add(&mut self, name: &Ident) {
        if !self.0.contains(name) {
            self.0.push(name.clone());
        }
    }
    fn tokens(&mut self, tokens: TokenStream) {
        for t in tokens {
            match t {
                proc_macro2::TokenTree::Ident(i) => self.add(&i),
                proc_macro2::TokenTree::Group(g) => self.tokens(g.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
        if let Some(name) = p.path.get_ident() {
            self.add(name);
        }
    }
    fn visit_macro(&mut self, m: &'ast syn::Macro) {
        self.tokens(m.tokens.clone());
    }
}

/// Whether code shows that it is of numbers, or of integers.
struct Shows<'l> {
    l: &'l Lowerer,
    floats: bool,
    integers: bool,
}

impl<'ast> Visit<'ast> for Shows<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Lit(l) => match &l.lit {
                Lit::Float(_) => self.floats = true,
                Lit::Int(_) => self.integers = true,
                _ => {}
            },
            Expr::MethodCall(m) if Row::find(&m.method.to_string()).is_some_and(|row| row.kind == Kind::Method) => {
                self.floats |= !["abs", "min", "max"].iter().any(|n| m.method == n);
            }
            Expr::Path(_) => {
                let integer = |a: &Atom| matches!(self.l.atom_ty(a), Ty::Int(_) | Ty::Bool);
                self.integers |= matches!(self.l.binding_of(e), Some(Binding::Const(a)) if integer(a));
            }
            Expr::Index(_) => self.integers = true,
            _ => {}
        }
        visit::visit_expr(self, e);
    }
}
