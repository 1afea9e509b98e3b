//! A function's own text over any number: floats become numbers, structures their twins, and everything else stays.
//!
//! Types need not be known for that, as the compiler finds them in the rewritten text as it does in the plain one. What
//! is a float in one and a number in the other is a literal, a type, a cast or a constant by name.

use super::twins::Twins;
use crate::around;
use crate::signature::Signature;
use proc_macro2::Ident;
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Error, Expr, ExprCall, ExprCast, ExprPath, FieldPat, Item, ItemFn, Lit, Member, Pat, PathArguments, Result,
    Stmt, Type, parse_quote,
};

/// The text over any number.
pub(crate) struct Source {
    pub(crate) params: Vec<Param>,
    pub(crate) ret: Type,
    pub(crate) body: Block,
    /// Names for the structures over the number.
    pub(crate) items: Vec<Item>,
}

/// Functions that floats have and other numbers have not.
const NOT_SPELLED: [&str; 14] = [
    "classify",
    "div_euclid",
    "from_bits",
    "maximum",
    "midpoint",
    "minimum",
    "next_down",
    "next_up",
    "round_ties_even",
    "to_be_bytes",
    "to_bits",
    "to_int_unchecked",
    "to_le_bytes",
    "to_ne_bytes",
];

pub(crate) struct Param {
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    /// Whether it is a reference, and arrives as what is behind it.
    pub(crate) lent: bool,
}

/// Rewrites a function.
///
/// # Errors
/// At what has no meaning over another number.
pub(crate) fn source(as_written: &ItemFn, f: &ItemFn, sig: &Signature) -> Result<Source> {
    let mut source = Source {
        params: vec![],
        ret: match &f.sig.output {
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
            syn::ReturnType::Default => parse_quote!(()),
        },
        body: (*f.block).clone(),
        items: vec![],
    };
    let mut rewrite = Rewrite::new(sig, bound(f));
    let active: Vec<bool> = match &sig.outside {
        Some((params, _)) => params.iter().map(|p| p.active).collect(),
        None => sig.params.iter().map(|p| p.active).collect(),
    };
    for ((input, own), active) in f.sig.inputs.iter().zip(&as_written.sig.inputs).zip(active) {
        let (syn::FnArg::Typed(t), syn::FnArg::Typed(own)) = (input, own) else { continue };
        let mut ty = (*t.ty).clone();
        if active || !sig.generic && super::lifts(&ty, &sig.scalar) {
            rewrite.visit_type_mut(&mut ty);
        }
        // A reference to a number is taken as the number, which the text follows.
        let lent = matches!(*own.ty, Type::Reference(_)) && !matches!(*t.ty, Type::Reference(_));
        if lent {
            ty = parse_quote!(&#ty);
        }
        source.params.push(Param { pat: (*t.pat).clone(), ty, lent });
    }
    rewrite.visit_type_mut(&mut source.ret);
    rewrite.visit_block_mut(&mut source.body);
    source.items = rewrite.twins.items();
    match rewrite.refused {
        Some(error) => Err(error),
        None => Ok(source),
    }
}

/// The names that the function binds: such a one in capitals is no constant.
fn bound(f: &ItemFn) -> HashSet<String> {
    struct Bound(HashSet<String>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0.insert(p.ident.to_string());
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut bound = Bound(f.sig.generics.const_params().map(|c| c.ident.to_string()).collect());
    bound.visit_item_fn(f);
    bound.0
}

/// Types over the number.
pub(super) struct Types<'s>(Rewrite<'s>);

impl<'s> Types<'s> {
    pub(super) fn new(sig: &'s Signature) -> Types<'s> {
        Types(Rewrite::new(sig, HashSet::new()))
    }

    pub(super) fn over(&mut self, ty: &mut Type) {
        self.0.visit_type_mut(ty);
    }

    pub(super) fn items(&self) -> Vec<Item> {
        self.0.twins.items()
    }
}

pub(super) struct Rewrite<'s> {
    number: &'s Ident,
    bound: HashSet<String>,
    twins: Twins,
    /// Whether the text is on plain floats; otherwise it is on any number already.
    own: bool,
    pub(super) refused: Option<Error>,
}

impl<'s> Rewrite<'s> {
    fn new(sig: &'s Signature, bound: HashSet<String>) -> Rewrite<'s> {
        Rewrite { number: &sig.number, bound, twins: Twins::new(sig), own: !sig.generic, refused: None }
    }

    pub(super) fn refuse(&mut self, at: &impl ToTokens, message: &str) {
        self.refused.get_or_insert_with(|| Error::new_spanned(at, message));
    }

    fn is_float(&self, ty: &Type) -> bool {
        self.own && matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(self.twins.scalar()))
    }

    /// A constant of the program's, by its name in capitals.
    fn is_constant(&self, e: &ExprPath) -> bool {
        let Some(last) = e.path.segments.last().filter(|s| e.qself.is_none() && s.arguments.is_none()) else {
            return false;
        };
        let name = last.ident.to_string();
        let capitals = name.starts_with(|c: char| c.is_ascii_uppercase()) && !name.contains(char::is_lowercase);
        let of = e.path.segments.iter().rev().nth(1).map(|s| &s.ident);
        // A variant may have a name of one letter.
        let variant = of.is_some_and(|of| {
            of.to_string().starts_with(char::is_uppercase)
                && name.len() == 1
                && around::constant_of(of, &last.ident).is_none()
        });
        capitals && !variant && (of.is_some() || !self.bound.contains(&name))
    }

    fn number_of(&self, x: &Expr) -> Expr {
        let number = self.number;
        parse_quote!(::wengert::generated::spelled::IntoNumber::<#number>::into_number(#x))
    }

    /// What a field is filled with: a plain value where it is constant, a number where it is one.
    fn filled(&self, of: &Type, variant: Option<&Ident>, member: &Member, x: &Expr) -> Expr {
        let number = self.number;
        match around::field_of(of, variant, member) {
            Some((ty, true)) if self.is_float(&ty) => parse_quote!(::wengert::Real::value(&(#x))),
            Some((ty, false)) if self.is_float(&ty) => parse_quote!(::core::convert::Into::<#number>::into(#x)),
            _ => x.clone(),
        }
    }

    fn path(&mut self, e: &mut ExprPath) -> Option<Expr> {
        let number = self.number;
        let plain = e.path.segments.first().is_some_and(|s| s.ident == *self.twins.scalar());
        if self.is_constant(e) {
            return Some(match plain {
                true => parse_quote!(<#number as ::wengert::Number>::constant(#e)),
                false => parse_quote!(::wengert::generated::spelled::Constant::<#number>::constant(&#e)),
            });
        }
        if plain && e.path.segments.len() == 2 {
            self.meaningful(&e.path.segments[1].ident.clone());
            if e.path.segments[1].ident == "from" {
                let number_of = self.number_of(&parse_quote!(x));
                return Some(parse_quote!((|x| #number_of)));
            }
            e.path.segments[0].ident = Ident::new(&number.to_string(), e.path.segments[0].ident.span());
            return None;
        }
        // `Shape::Nothing`, `Point::new` as a function.
        if let Some(path) = self.twins.of_path(&e.path, number) {
            return Some(Expr::Path(parse_quote!(#path)));
        }
        None
    }

    /// Refuses what has no meaning over another number.
    fn meaningful(&mut self, method: &Ident) {
        if NOT_SPELLED.iter().any(|name| method == name) {
            self.refuse(method, "this is a function of floats alone");
        }
    }

    fn call(&mut self, call: &mut ExprCall) -> Option<Expr> {
        let number = self.number;
        let Expr::Path(f) = &mut *call.func else { return None };
        let segments = &f.path.segments;
        if self.own && segments.len() == 2 && segments[0].ident == *self.twins.scalar() && segments[1].ident == "from" {
            return Some(self.number_of(&call.args[0]));
        }
        // Arguments carry derivatives now, and so do fields.
        if let Some((made, variant)) = self.twins.structure_of(&f.path, number) {
            let of = plain_type(&f.path, variant.is_some());
            let fields = call.args.iter().enumerate().map(|(k, arg)| {
                let member = Member::from(k);
                let filled = self.filled(&of, variant.as_ref(), &member, arg);
                quote!(#member: #filled)
            });
            let fields: Vec<_> = fields.collect();
            let variant = variant.as_ref().map(|v| quote!(::#v));
            return Some(parse_quote!(#made #variant { #(#fields),* }));
        }
        if let Some(path) = self.twins.of_path(&f.path, number) {
            *call.func = Expr::Path(parse_quote!(#path));
            return None;
        }
        let name = f.path.segments.last()?.ident.to_string();
        let local = f.path.segments.len() == 1 && self.bound.contains(&name);
        if !local && self.own && around::given_by(&f.path, "f64").is_some() {
            if (0..call.args.len()).any(|k| around::expected_by(&f.path, k).is_some()) {
                self.refuse(&f.path, "a function that takes functions cannot be called while it is recorded");
            }
            let last = f.path.segments.last_mut()?;
            let arguments = match std::mem::replace(&mut last.arguments, PathArguments::None) {
                PathArguments::AngleBracketed(a) => {
                    let own = a.args.iter();
                    Some(quote!(::<#number, #(#own),*>))
                }
                _ => None,
            };
            let path = &f.path;
            *call.func = parse_quote!(#path::__as_written #arguments);
        }
        None
    }

    /// A cast, of a number or of anything else.
    fn cast(&mut self, c: &mut ExprCast) -> Option<Expr> {
        let (x, number) = (&c.expr, self.number);
        if self.is_float(&c.ty) {
            if let Expr::Lit(_) = &**x {
                return Some(parse_quote!(<#number as ::wengert::Number>::constant(#x as f64)));
            }
            return Some(self.number_of(x));
        }
        let Type::Path(p) = &*c.ty else { return None };
        let name = p.path.get_ident()?.to_string();
        let integers = ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
        if !integers.contains(&name.as_str()) || matches!(&**x, Expr::Lit(_)) {
            return None;
        }
        Some(parse_quote!(::wengert::generated::spelled::Whole::<#p>::whole(#x)))
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if self.refused.is_some() {
            return;
        }
        let span = e.span();
        let number = self.number;
        match e {
            Expr::Lit(l) if self.own => {
                if let Lit::Float(x) = &l.lit {
                    let x = x.clone();
                    *e = syn::parse2(quote_spanned!(span=> <#number as ::wengert::Number>::constant(#x)))
                        .unwrap_or_else(|_| parse_quote!(#x));
                }
            }
            Expr::Path(p) if self.own => {
                if let Some(other) = self.path(p) {
                    *e = other;
                }
            }
            Expr::Call(call) => {
                call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
                match &mut *call.func {
                    Expr::Path(f) => {
                        f.path.segments.iter_mut().for_each(|s| self.visit_path_arguments_mut(&mut s.arguments))
                    }
                    f => self.visit_expr_mut(f),
                }
                if self.own {
                    if let Some(other) = self.call(call) {
                        *e = other;
                    } else if let Expr::Path(f) = &mut *call.func
                        && f.path.segments.first().is_some_and(|s| s.ident == *self.twins.scalar())
                        && let Some(other) = self.path(f)
                    {
                        *call.func = other;
                    }
                }
            }
            Expr::Cast(c) => {
                self.visit_expr_mut(&mut c.expr);
                if let Some(other) = self.cast(c) {
                    *e = other;
                } else if let Expr::Cast(c) = e {
                    self.visit_type_mut(&mut c.ty);
                }
            }
            Expr::Struct(s) => {
                visit_mut::visit_expr_struct_mut(self, s);
                if let Some((made, variant)) = self.twins.structure_of(&s.path, number).filter(|_| self.own) {
                    let of = plain_type(&s.path, variant.is_some());
                    for field in &mut s.fields {
                        field.expr = self.filled(&of, variant.as_ref(), &field.member, &field.expr);
                        field.colon_token.get_or_insert_default();
                    }
                    let variant = variant.map(|v| quote!(::#v));
                    s.path = parse_quote!(#made #variant);
                }
            }
            Expr::MethodCall(m) => {
                if self.own {
                    self.meaningful(&m.method);
                }
                visit_mut::visit_expr_method_call_mut(self, m);
            }
            Expr::Repeat(r) => self.visit_expr_mut(&mut r.expr),
            Expr::Macro(m) => self.code_in(&mut m.mac),
            Expr::Unsafe(u) => {
                self.refuse(&u.unsafe_token, "`unsafe` is not supported: index with checks, they cost next to nothing")
            }
            Expr::Await(_) | Expr::Async(_) => self.refuse(e, "code that waits is not supported"),
            e => visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_stmt_mut(&mut self, s: &mut Stmt) {
        match s {
            Stmt::Macro(m) => self.code_in(&mut m.mac),
            s => visit_mut::visit_stmt_mut(self, s),
        }
    }

    fn visit_pat_mut(&mut self, p: &mut Pat) {
        let number = self.number;
        match p {
            Pat::Lit(l) if matches!(l.lit, Lit::Float(_)) => {
                self.refuse(l, "a float as a pattern is not supported: compare in an `if`")
            }
            Pat::Struct(s) => {
                for FieldPat { pat, .. } in &mut s.fields {
                    self.visit_pat_mut(pat);
                }
                if let Some((made, variant)) = self.twins.structure_of(&s.path, number).filter(|_| self.own) {
                    let variant = variant.map(|v| quote!(::#v));
                    s.path = parse_quote!(#made #variant);
                }
            }
            Pat::TupleStruct(s) => {
                s.elems.iter_mut().for_each(|p| self.visit_pat_mut(p));
                if let Some((made, variant)) = self.twins.structure_of(&s.path, number).filter(|_| self.own) {
                    let open = s.elems.iter().position(|p| matches!(p, Pat::Rest(_)));
                    if open.is_some_and(|k| k + 1 < s.elems.len()) {
                        return self.refuse(s, "`..` before other parts of a structure is not supported: name them");
                    }
                    let fields = s.elems.iter().take(open.unwrap_or(s.elems.len())).enumerate().map(|(k, pat)| {
                        let member = Member::from(k);
                        quote!(#member: #pat)
                    });
                    let (fields, rest) = (fields.collect::<Vec<_>>(), open.map(|_| quote!(..)));
                    let variant = variant.map(|v| quote!(::#v));
                    *p = parse_quote!(#made #variant { #(#fields,)* #rest });
                }
            }
            Pat::Path(path) => {
                if let Some(twin) = self.twins.of_path(&path.path, number).filter(|_| self.own) {
                    path.path = twin;
                }
            }
            p => visit_mut::visit_pat_mut(self, p),
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if self.is_float(ty) {
            let number = Ident::new(&self.number.to_string(), ty.span());
            *ty = parse_quote!(#number);
        } else if let Some(twin) = self.twins.of_type(ty, self.number).filter(|_| self.own) {
            *ty = twin;
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_type_array_mut(&mut self, ty: &mut syn::TypeArray) {
        self.visit_type_mut(&mut ty.elem);
    }

    fn visit_generic_argument_mut(&mut self, a: &mut syn::GenericArgument) {
        if !matches!(a, syn::GenericArgument::Const(_)) {
            visit_mut::visit_generic_argument_mut(self, a);
        }
    }

    /// A function inside gets a number of its own, if it has floats; constants and types stay what they are.
    fn visit_item_mut(&mut self, item: &mut Item) {
        let Item::Fn(f) = item else { return };
        if !self.own || !mentions(&f.sig, self.twins.scalar()) {
            return;
        }
        let (number, scalar) = (self.number, self.twins.scalar().clone());
        self.visit_signature_mut(&mut f.sig);
        f.sig.generics.params.push(parse_quote!(#number: ::wengert::Real<#scalar>));
        self.visit_block_mut(&mut f.block);
        f.block.stmts.splice(0..0, opening(&self.twins.items()));
    }
}

/// The type that a path names, its variant taken off.
fn plain_type(path: &syn::Path, variant: bool) -> Type {
    let mut of = path.clone();
    if variant {
        of.segments.pop();
        of.segments.pop_punct();
    }
    parse_quote!(#of)
}

fn mentions(sig: &syn::Signature, name: &Ident) -> bool {
    let text = sig.to_token_stream().to_string();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| name == word)
}

/// What a function that has been rewritten begins with.
pub(crate) fn opening(items: &[Item]) -> Vec<Stmt> {
    let uses: Stmt = parse_quote!(
        #[allow(unused_imports)]
        use ::wengert::generated::spelled::{Functions as _, Real as _, Spelled as _};
    );
    [uses].into_iter().chain(items.iter().map(|item| Stmt::Item(item.clone()))).collect()
}
