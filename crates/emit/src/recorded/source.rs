//! A function's own text over any number: floats become numbers, structures their twins, and everything else stays.
//!
//! Types need not be known for that, as the compiler finds them in the rewritten text as it does in the plain one. What
//! is a float in one and a number in the other is a literal, a type, a cast or a constant by name.

use super::literals::Kept;
use super::names::Names;
use super::twins::{ON_TYPES, Twins};
use crate::around::{self, Summed};
use crate::signature::Signature;
use front::visit::Visit;
use front::visit_mut::{self, VisitMut};
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Block, Error, Expr, FieldPat, FnArg, Item, ItemFn, Lit, Member, Pat, Result, Stmt, Type, parse_quote};

/// The text over any number.
pub struct Source {
    pub params: Vec<Param>,
    pub(crate) ret: Type,
    pub(crate) body: Block,
    /// Names for the structures over the number.
    pub(crate) items: Vec<Item>,
    /// Functions that it calls, outside of its body, where names mean what they do in the module.
    pub(crate) beside: Vec<Item>,
}

pub struct Param {
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    /// Whether it is a reference, and arrives as what is behind it.
    pub(crate) lent: bool,
    /// Whether it is changed, and given behind the result.
    pub(crate) given_back: bool,
}

/// Rewrites a function, of which `simple` is the form that gives back what it changes.
///
/// # Errors
/// At what has no meaning over another number.
pub fn source(as_written: &ItemFn, f: &ItemFn, simple: &ItemFn, sig: &Signature) -> Result<Source> {
    let mut source = Source {
        params: vec![],
        ret: match &f.sig.output {
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
            syn::ReturnType::Default => parse_quote!(()),
        },
        body: (*f.block).clone(),
        items: vec![],
        beside: vec![],
    };
    let mut rewrite = Rewrite { matrices: around::uses_matrices(as_written), ..Rewrite::new(sig, Names::of(f)) };
    let active: Vec<bool> = match &sig.outside {
        Some((params, _)) => params.iter().map(|p| p.active).collect(),
        None => sig.params.iter().map(|p| p.active).collect(),
    };
    let mut left = vec![];
    let inputs = f.sig.inputs.iter().zip(&as_written.sig.inputs).zip(&simple.sig.inputs);
    for (((input, own), given), active) in inputs.zip(active) {
        let (FnArg::Typed(t), FnArg::Typed(own), FnArg::Typed(given)) = (input, own, given) else { continue };
        let mut ty = (*t.ty).clone();
        if active || !sig.generic && super::lifts(&ty, &sig.scalar) {
            crate::signature::normal::last_keys(&mut ty);
            rewrite.visit_type_mut(&mut ty);
            shared(&mut ty);
        } else if let Pat::Ident(name) = &*t.pat {
            left.extend((name.mutability.is_none() && name.by_ref.is_none()).then(|| name.ident.to_string()));
        }
        // A reference to a number is taken as the number, which the text follows.
        let lent = matches!(*own.ty, Type::Reference(_)) && !matches!(*t.ty, Type::Reference(_));
        if lent {
            ty = parse_quote!(&#ty);
        }
        let changes = |ty: &Type| matches!(ty, Type::Reference(r) if r.mutability.is_some());
        let given_back = changes(&t.ty) && !changes(&given.ty);
        source.params.push(Param { pat: (*t.pat).clone(), ty, lent, given_back });
    }
    // What is recorded is told apart by its place, and what lies in one has none.
    if around::holds_map(&source.ret, Some("HashMap")) {
        let message = "what is recorded on a tape gives no `HashMap`, as its entries have no order: give a `BTreeMap`";
        return Err(syn::Error::new_spanned(&f.sig.output, message));
    }
    let bound = super::literals::bound_in(&source.body);
    rewrite.spectral = super::lifting::spectral_in(&source.body);
    rewrite.made = super::literals::made_in(source.params.iter().map(|p| &p.pat), &source.body);
    rewrite.left = left.into_iter().filter(|name| !bound.contains(name)).collect();
    let mut lent = lent_result(as_written, simple);
    lent.iter_mut().for_each(|ty| rewrite.visit_type_mut(ty));
    let gives_float = rewrite.is_float(&source.ret);
    rewrite.visit_type_mut(&mut source.ret);
    rewrite.visit_block_mut(&mut source.body);
    if gives_float {
        rewrite.operand_of_block(&mut source.body);
    }
    if let Some(lent) = lent {
        let (body, given) = (&source.body, crate::signature::normal::by_value(&lent, &quote!(given__), false));
        source.body = parse_quote!({
            #[allow(clippy::redundant_closure_call)]
            let given__ = (|| -> #lent #body)();
            #given
        });
    }
    let constants = rewrite.constants();
    source.body.stmts.splice(0..0, constants);
    source.beside = rewrite.repeats.iter_mut().filter_map(|(_, item)| item.take()).collect();
    source.items = rewrite.twins.items();
    match rewrite.refused {
        Some(error) => Err(error),
        None => Ok(source),
    }
}

/// A function that takes functions, on any number, where what is recorded in other modules calls it; none if it has no
/// meaning there.
pub(super) fn for_others(f: &ItemFn, sig: &Signature) -> Option<Item> {
    let called = around::takes_functions(&f.sig) && around::is_read_elsewhere(&f.sig.ident);
    called.then(|| Rewrite::new(sig, Names::of(f)).for_others(f)).flatten()
}

/// A method's own text on the type over the number.
///
/// # Errors
/// At what has no meaning over another number.
pub fn method_over(sig: &Signature, method: &mut syn::ImplItemFn) -> Result<()> {
    let (vis, head, block) = (method.vis.clone(), method.sig.clone(), Box::new(method.block.clone()));
    let whole = ItemFn { attrs: vec![], vis, sig: head, block };
    let mut rewrite = Rewrite::new(sig, Names::of(&whole));
    for input in &mut method.sig.inputs {
        if let FnArg::Typed(t) = input {
            rewrite.visit_type_mut(&mut t.ty);
        }
    }
    rewrite.visit_block_mut(&mut method.block);
    let constants = rewrite.constants();
    method.block.stmts.splice(0..0, opening(&rewrite.twins.items()).into_iter().chain(constants));
    rewrite.refused.map_or(Ok(()), Err)
}

/// What a function gives that lends it, while the form over any number gives it by value.
fn lent_result(as_written: &ItemFn, simple: &ItemFn) -> Option<Type> {
    let syn::ReturnType::Type(_, ty) = &as_written.sig.output else { return None };
    let lends = |tokens: &dyn ToTokens| tokens.to_token_stream().to_string().contains('&');
    let mut ty = (lends(ty) && !lends(&simple.sig.output)).then(|| (**ty).clone())?;
    crate::signature::normal::without_lifetimes(&mut ty);
    Some(ty)
}

/// Types over the number.
pub(super) struct Types<'s>(Rewrite<'s>);

impl<'s> Types<'s> {
    pub(super) fn new(sig: &'s Signature) -> Types<'s> {
        Types(Rewrite::new(sig, Names::default()))
    }

    pub(super) fn over(&mut self, ty: &mut Type) {
        self.0.visit_type_mut(ty);
    }

    pub(super) fn items(&self) -> Vec<Item> {
        self.0.twins.items()
    }
}

pub(super) struct Rewrite<'s> {
    pub(super) number: &'s Ident,
    /// The type beside the function.
    pub of: Ident,
    pub(super) bound: Names,
    pub(super) twins: Twins,
    /// Whether the text is on plain floats; otherwise it is on any number already.
    pub(super) own: bool,
    /// Whether it has to do with matrices.
    pub(super) matrices: bool,
    /// Constant parameters that stay what they are, by names that mean nothing else in the body.
    pub(super) left: Vec<String>,
    /// Locals of names that mean nothing else in the body, with what they are made of.
    pub(super) made: Vec<(String, Expr)>,
    /// The names of closures that functions of symmetric matrices are made of.
    pub(super) spectral: Vec<String>,
    /// The constants that are looked into, and literals that are lent.
    pub(super) constants: Vec<Kept>,
    /// Functions that take functions and are called, over the number.
    pub(super) repeats: Vec<(String, Option<Item>)>,
    /// Such functions while they are rewritten, as they were, which call themselves by their own names.
    pub(super) repeating: Vec<ItemFn>,
    pub refused: Option<Error>,
}

impl<'s> Rewrite<'s> {
    fn new(sig: &'s Signature, bound: Names) -> Rewrite<'s> {
        Rewrite {
            number: &sig.number,
            of: sig.name.clone(),
            bound,
            twins: Twins::new(sig),
            own: !sig.generic,
            matrices: false,
            left: vec![],
            made: vec![],
            spectral: vec![],
            constants: vec![],
            repeats: vec![],
            repeating: vec![],
            refused: None,
        }
    }

    pub(super) fn refuse(&mut self, at: &impl ToTokens, message: &str) {
        self.refused.get_or_insert_with(|| Error::new_spanned(at, message));
    }

    pub(super) fn is_float(&self, ty: &Type) -> bool {
        self.own && matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(self.twins.scalar()))
    }

    /// Whether it names a closure of floats: a function of eigenvalues.
    fn is_of_eigenvalues(&self, l: &syn::Local) -> bool {
        let named = matches!(&l.pat, Pat::Ident(name) if self.spectral.iter().any(|of| name.ident == of));
        self.own && named && l.init.as_ref().is_some_and(|init| matches!(*init.expr, Expr::Closure(_)))
    }

    /// Refuses to make what is made of floats alone.
    pub(super) fn of_outside(&mut self, path: &syn::Path) {
        if self.own && self.bound.is_inner_type(path) {
            let message = "a type that is declared in a body holds floats, and a tape needs numbers: declare it outside, with \
                           #[derive(Differentiable)]";
            self.refuse(path, message);
        }
    }

    /// Whether a type is a list of floats.
    pub(super) fn is_list(&self, ty: &Type) -> bool {
        crate::syntax::types::argument_of(ty, &["Vec"]).is_some_and(|ty| self.is_float(ty))
    }

    /// Whether what a function takes or gives is another type over the number.
    pub(super) fn is_of_numbers(&mut self, sig: &syn::Signature) -> bool {
        let mut over = sig.clone();
        let outer = std::mem::replace(&mut self.twins.open, open_in(sig));
        self.visit_signature_mut(&mut over);
        self.twins.open = outer;
        over != *sig
    }

    /// What is assigned to: a field is one whatever it holds.
    pub(super) fn place(&mut self, e: &mut Expr) {
        match e {
            Expr::Field(f) => self.place(&mut f.base),
            Expr::Index(i) => {
                self.place(&mut i.expr);
                self.visit_expr_mut(&mut i.index);
            }
            e => self.visit_expr_mut(e),
        }
    }

    /// A sum or a product of structures, of a type that is expected or named, by the body of the trait of that type.
    pub(super) fn added(&mut self, m: &syn::ExprMethodCall, ty: Option<&Type>) -> Option<Expr> {
        if !self.own || !(m.method == "sum" || m.method == "product") || !m.args.is_empty() {
            return None;
        }
        let named = m.turbofish.as_ref().and_then(|t| match t.args.first() {
            Some(syn::GenericArgument::Type(ty)) => Some(ty),
            _ => None,
        });
        let items = &m.receiver;
        let of = named.or(ty)?;
        let (iter, body) = match around::sum_of(of, &m.method)? {
            Summed::By(iter, body) => (iter, body),
            Summed::AtHome(function) => {
                let items: Expr = parse_quote!(::wengert::generated::owned::<#of, _>(#items));
                return Some(parse_quote!(#function(#items)));
            }
            Summed::Unclear(message) => {
                self.refuse(&m.method, &message);
                return None;
            }
        };
        self.bound.extend(Names::of(&parse_quote!(fn added() { let #iter = (); #body })));
        Some(parse_quote!({
            #[allow(unused_mut)]
            let mut #iter = #items;
            #body
        }))
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if self.refused.is_some() {
            return;
        }
        let mixed = self.own && super::literals::in_an_arm(e);
        self.expression(e);
        if mixed {
            self.operand_of_tails(e);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let names = if self.own { self.twins.constants_in(&arm.pat) } else { vec![] };
        visit_mut::visit_arm_mut(self, arm);
        let body = &arm.body;
        let lifted = self.lifted(names, |uses| uses.visit_expr(body));
        if !lifted.is_empty() {
            arm.body = parse_quote!({ #(#lifted)* #body });
        }
    }

    fn visit_stmt_mut(&mut self, s: &mut Stmt) {
        match s {
            Stmt::Macro(m) => self.code_in(&mut m.mac),
            Stmt::Local(l) if self.is_of_eigenvalues(l) => {}
            Stmt::Local(l) => {
                if let (Pat::Type(t), Some(init)) = (&l.pat, &mut l.init) {
                    self.reads(&t.ty, &mut init.expr);
                }
                if let (Pat::Type(t), Some(init)) = (&l.pat, &mut l.init)
                    && let Expr::MethodCall(m) = &*init.expr
                    && let Some(added) = self.added(m, Some(&t.ty))
                {
                    *init.expr = added;
                }
                let (mut float, mut list) = (false, false);
                if let Pat::Type(t) = &l.pat {
                    (float, list) = (self.is_float(&t.ty), self.is_list(&t.ty));
                }
                visit_mut::visit_local_mut(self, l);
                match &mut l.init {
                    Some(init) if float => self.operand(&mut init.expr),
                    Some(init) if list => self.collected(&mut init.expr),
                    _ => {}
                }
            }
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
                if self.own && self.twins.is_on_types(&s.path) {
                    return self.refuse(&s.path.clone(), ON_TYPES);
                }
                for FieldPat { pat, .. } in &mut s.fields {
                    self.visit_pat_mut(pat);
                }
                if let Some((made, variant)) = self.twins.structure_of(&s.path, number).filter(|_| self.own) {
                    let variant = variant.map(|v| quote!(::#v));
                    s.path = parse_quote!(#made #variant);
                }
            }
            Pat::TupleStruct(s) => {
                if self.own && self.twins.is_on_types(&s.path) {
                    return self.refuse(&s.path.clone(), ON_TYPES);
                }
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
        } else if let Type::Path(p) = ty
            && let Some(map) = self.twins.map(&p.path).filter(|_| self.own)
        {
            p.path = map;
            visit_mut::visit_type_mut(self, ty);
        } else if let Some(Type::Slice(s)) = crate::syntax::types::argument_of(ty, &crate::syntax::types::POINTERS) {
            let mut of = (*s.elem).clone();
            self.visit_type_mut(&mut of);
            *ty = parse_quote!(::std::vec::Vec<#of>);
        } else if let Some(mut inside) = crate::signature::boxes::boxed(ty).filter(|_| self.own).cloned() {
            self.visit_type_mut(&mut inside);
            *ty = parse_quote!(::wengert::generated::Boxed<#inside>);
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
        if !self.own || !self.is_of_numbers(&f.sig) {
            return;
        }
        let (number, scalar) = (self.number, self.twins.scalar().clone());
        let open = std::mem::replace(&mut self.twins.open, open_in(&f.sig));
        self.visit_signature_mut(&mut f.sig);
        f.sig.generics.params.push(parse_quote!(#number: ::wengert::Real<#scalar>));
        let outer = (std::mem::take(&mut self.constants), std::mem::take(&mut self.left));
        self.visit_block_mut(&mut f.block);
        let inner = self.constants();
        ((self.constants, self.left), self.twins.open) = (outer, open);
        f.block.stmts.splice(0..0, opening(&self.twins.items()).into_iter().chain(inner));
    }
}

/// The type parameters of a function.
fn open_in(sig: &syn::Signature) -> Vec<String> {
    sig.generics.type_params().map(|t| t.ident.to_string()).collect()
}

/// What a function that has been rewritten begins with.
pub fn opening(items: &[Item]) -> Vec<Stmt> {
    let uses: Stmt = parse_quote!(
        #[allow(unused_imports)]
        use ::wengert::generated::spelled::{Functions as _, Real as _, Spelled as _};
    );
    [uses].into_iter().chain(items.iter().map(|item| Stmt::Item(item.clone()))).collect()
}

/// What a parameter shares arrives as its twin.
fn shared(ty: &mut Type) {
    match ty {
        Type::Reference(r) => shared(&mut r.elem),
        Type::Slice(s) => shared(&mut s.elem),
        ty if crate::signature::boxes::shared(ty).is_some() => *ty = parse_quote!(::wengert::generated::Pointed<#ty>),
        _ => {}
    }
}
