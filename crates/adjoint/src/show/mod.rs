//! The generated adjoint as a program that a person can read.
//!
//! What is printed is the generated code with its plumbing taken off: full paths, wrappers that choose an
//! implementation by type, attributes for the compiler. Names stay, and the order of what can be told apart; what is read
//! once is written where it is read, unless the code is shown as it is compiled.

mod comments;
mod expressions;
mod plain;
pub(crate) mod steps;
mod structures;
mod tangent;
mod tidy;
pub(crate) mod typed;
pub(crate) mod ways;

use crate::signature::options::Wanted;
use crate::syntax::generated::mentions;
use front::visit::{self, Visit};
use front::visit_mut::VisitMut;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::{
    Attribute, Block, Error, Expr, File, FnArg, GenericArgument, GenericParam, Item, ItemFn, ItemImpl, Meta, Pat, Path,
    PathArguments, Result, ReturnType, Stmt, Type, TypeParamBound,
};

/// Which form of the generated code is shown; by default value and gradient in one function, written for readers.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Loops as they are compiled: in blocks of iterations, and with overlapping adjoints in registers.
    pub compiled: bool,
    /// The two functions that run when another differentiable function calls this one: forward, leaving a record, and
    /// back through the record.
    pub split: bool,
    /// The tangent program in place of the adjoint: value and derivative along a direction, statement by statement.
    pub tangent: bool,
}

/// A function of a source file that has the attribute, and its adjoint.
#[derive(Debug)]
pub struct Shown {
    /// The function's name.
    pub name: Ident,
    /// The name, for a method behind that of its type: `Camera::project`.
    pub path: String,
    /// Its adjoint as readable Rust, or what cannot be differentiated, at its place in the source.
    pub adjoint: Result<String>,
}

/// The adjoints of all `#[differentiable]` functions of a source text, in order, as readable Rust.
///
/// `NAME_adjoint` gives the value of `NAME`, and adds to `x_out` the derivative by `x` of the result weighted by
/// `seeds`. `T` is `f64` when a gradient is asked for; on dual numbers the same code gives second derivatives.
///
/// ```
/// let program = adjoint::show("#[differentiable] fn f(x: f64, y: f64) -> f64 { x * y }")?;
/// assert!(program.contains("*y_out += y_adj;"));
/// # Ok::<(), syn::Error>(())
/// ```
///
/// # Errors
/// If the text is not Rust, or a function uses what is not supported; the places are spans of the text.
pub fn show(source: &str) -> Result<String> {
    let shown = show_functions(source, View::default())?;
    let adjoints = shown.into_iter().map(|f| f.adjoint).collect::<Result<Vec<_>>>()?;
    Ok(adjoints.join("\n"))
}

/// Every `#[differentiable]` function of a source text, in order, those in modules and in functions among them, and the
/// methods of every `#[differentiable] impl`.
///
/// # Errors
/// If the text is not Rust. What is wrong with one function is in its [`Shown::adjoint`].
pub fn show_functions(source: &str, view: View) -> Result<Vec<Shown>> {
    each(source, |found| match found {
        One::Function(path, f, options) => {
            Shown { name: f.sig.ident.clone(), path, adjoint: shown(*f, options, view, source) }
        }
        One::Wrong(name, error) => Shown { path: name.to_string(), name, adjoint: Err(error) },
    })
}

/// What is said of each function of a source text, with that text known around it.
fn each<S>(source: &str, of: impl Fn(One) -> S) -> Result<Vec<S>> {
    let mut found = Found(vec![]);
    found.visit_file(&syn::parse_file(source)?);
    let known = crate::Known::read(crate::Index::of_texts(&[source]));
    let one = |found: One| {
        let start = found.span().start();
        crate::Around::new(&known).at(0, start.line, start.column + 1).within(|| of(found))
    };
    Ok(found.0.into_iter().map(one).collect())
}

/// The adjoint of a function in a source text.
fn shown(mut f: ItemFn, options: TokenStream, view: View, source: &str) -> Result<String> {
    let written = f.clone();
    let mut wanted: Wanted = syn::parse2(options)?;
    wanted.options.tune &= view.compiled;
    wanted.strict = true;
    wanted.options.steps = view.tangent;
    let recorded = wanted.options.tape;
    let name = f.sig.ident.clone();
    let generated = crate::expand::expand(&mut f, wanted)?;
    let functions = crate::syntax::generated::whole_functions(&generated, &name)?;
    let wanted: &[&str] = match (recorded, view.split) {
        (true, _) => &["__source"],
        _ if view.tangent => &["eval"],
        (false, true) => &["__forward", "__reverse"],
        (false, false) => &["__joint"],
    };
    let mut items = vec![];
    for method in functions {
        if wanted.iter().any(|w| method.sig.ident == w) {
            let mut function: ItemFn = syn::parse2(method.into_token_stream())?;
            function.vis = f.vis.clone();
            plain(&mut function, &name);
            if view.tangent && !recorded {
                tangent::write(&mut function, tangent::said(&steps::text(&generated, &name)?), source)?;
                function.attrs.clear();
                function.sig.ident = format_ident!("{name}_tangent");
            }
            if !view.compiled && !recorded {
                expressions::write(&mut function);
                comments::write(source, &written, &mut function);
            }
            if recorded {
                function.attrs =
                    vec![syn::parse_quote!(#[doc = " Recorded on a tape while it runs: the function on any number."])];
            }
            items.push(Item::Fn(function));
        }
    }
    if items.len() != wanted.len() {
        return Err(Error::new(name.span(), "no adjoint was generated"));
    }
    let programs = items
        .into_iter()
        .map(|item| comments::plain(&prettyplease::unparse(&File { shebang: None, attrs: vec![], items: vec![item] })));
    Ok(programs.collect::<Vec<_>>().join("\n"))
}

/// The functions with the attribute.
struct Found(Vec<One>);

enum One {
    /// Its name in full, the function without the attribute, and the attribute's options.
    Function(String, Box<ItemFn>, TokenStream),
    /// What is no block of methods.
    Wrong(Ident, Error),
}

impl One {
    /// A place in the item.
    fn span(&self) -> Span {
        match self {
            One::Function(_, f, _) => f.sig.ident.span(),
            One::Wrong(name, _) => name.span(),
        }
    }
}

/// Takes the attribute off, and gives its options.
fn options(attrs: &mut Vec<Attribute>) -> Option<TokenStream> {
    let is_ours = |a: &Attribute| a.path().segments.last().is_some_and(|s| s.ident == "differentiable");
    let at = attrs.iter().position(is_ours)?;
    Some(match attrs.remove(at).meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    })
}

impl Visit<'_> for Found {
    fn visit_item_fn(&mut self, f: &ItemFn) {
        let mut own = f.clone();
        if let Some(options) = options(&mut own.attrs) {
            self.0.push(One::Function(f.sig.ident.to_string(), Box::new(own), options));
        }
        visit::visit_item_fn(self, f);
    }

    fn visit_item_impl(&mut self, block: &ItemImpl) {
        let mut own = block.clone();
        if let Some(options) = options(&mut own.attrs) {
            match crate::expand::blocks::methods(&own) {
                Ok(methods) => {
                    self.0
                        .extend(methods.into_iter().map(|(path, f)| One::Function(path, Box::new(f), options.clone())));
                }
                Err(error) => {
                    let name =
                        crate::syntax::generated::type_name(&own.self_ty).unwrap_or_else(|| format_ident!("impl"));
                    self.0.push(One::Wrong(name, error));
                }
            }
        }
        visit::visit_item_impl(self, block);
    }
}

/// Takes the plumbing off a generated function.
fn plain(f: &mut ItemFn, name: &Ident) {
    let joint = f.sig.ident == "__joint";
    f.attrs.retain(|a| matches!(&a.meta, syn::Meta::NameValue(said) if said.path.is_ident("doc")));
    structures::plain(f);
    f.sig.ident = renamed(name, &f.sig.ident);
    let gives_up = gives_up(&f.block);
    let mut wrapped = vec![];
    f.sig.inputs = std::mem::take(&mut f.sig.inputs).into_iter().flat_map(split_pair).collect();
    for input in &f.sig.inputs {
        if let FnArg::Typed(p) = input
            && let Pat::Ident(i) = &*p.pat
        {
            wrapped_places(&p.ty, &i.ident, &mut vec![], &mut wrapped);
        }
    }
    for parameter in &mut f.sig.generics.params {
        if let GenericParam::Type(t) = parameter {
            t.bounds =
                std::mem::take(&mut t.bounds).into_iter().filter(|b| matches!(b, TypeParamBound::Trait(_))).collect();
        }
    }
    plain::Plain { name, wrapped }.visit_item_fn_mut(f);
    if !gives_up {
        always(f);
    }
    tidy::Tidy.visit_block_mut(&mut f.block);
    let body = f.block.to_token_stream();
    let idle = |input: &FnArg| {
        let FnArg::Typed(p) = input else { return false };
        let nothing = matches!(&*p.ty, Type::Tuple(t) if t.elems.is_empty());
        // Callers of the two halves always hand it over.
        let spare = |i: &Ident| i == "ws" && joint && mentions(&body, "ws") == 0;
        nothing || matches!(&*p.pat, Pat::Ident(i) if spare(&i.ident))
    };
    f.sig.inputs = std::mem::take(&mut f.sig.inputs).into_iter().filter(|input| !idle(input)).collect();
}

/// The name under which a generated function is shown.
fn renamed(of: &Ident, generated: &Ident) -> Ident {
    match generated.to_string().as_str() {
        "__joint" => format_ident!("{of}_adjoint"),
        "__value" | "__source" => of.clone(),
        other => format_ident!("{of}_{}", other.trim_start_matches('_')),
    }
}

/// The path inside `::wengert::generated`.
fn generated(path: &Path) -> Option<String> {
    let mut names = path.segments.iter().map(|s| s.ident.to_string());
    let inside = path.leading_colon.is_some() && names.next()? == "wengert" && names.next()? == "generated";
    inside.then(|| names.collect::<Vec<_>>().join("::"))
}

fn only_type_argument(path: &Path) -> Option<&Type> {
    let PathArguments::AngleBracketed(args) = &path.segments.last()?.arguments else { return None };
    match args.args.first()? {
        GenericArgument::Type(ty) if args.args.len() == 1 => Some(ty),
        _ => None,
    }
}

/// A parameter that is a value and its adjoint, as two.
fn split_pair(input: FnArg) -> Vec<FnArg> {
    if let FnArg::Typed(p) = &input
        && let (Pat::Ident(name), Type::Path(ty)) = (&*p.pat, &*p.ty)
        && generated(&ty.path).as_deref() == Some("Pair")
        && let Some(PathArguments::AngleBracketed(args)) = ty.path.segments.last().map(|s| &s.arguments)
    {
        let out = format_ident!("{}_out", name.ident);
        let (value, adjoint) = (args.args.first(), args.args.last());
        return vec![syn::parse_quote!(#name: #value), syn::parse_quote!(#out: #adjoint)];
    }
    vec![input]
}

/// Where in a parameter's tuple a part is wrapped.
fn wrapped_places(ty: &Type, name: &Ident, at: &mut Vec<usize>, out: &mut Vec<(Ident, Vec<usize>)>) {
    match ty {
        Type::Path(p) => match (generated(&p.path).as_deref(), only_type_argument(&p.path)) {
            (Some("Seed" | "Active"), _) => out.push((name.clone(), at.clone())),
            (_, Some(ty)) => wrapped_places(ty, name, at, out),
            _ => {}
        },
        Type::Tuple(t) => {
            for (k, ty) in t.elems.iter().enumerate() {
                at.push(k);
                wrapped_places(ty, name, at, out);
                at.pop();
            }
        }
        _ => {}
    }
}

/// Whether the function may give up, because a loop turned out not to be what the plan takes it for.
fn gives_up(block: &Block) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_expr_return(&mut self, _: &syn::ExprReturn) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_block(block);
    search.0
}

/// Takes the `Option` off the result of a function that never gives up.
fn always(f: &mut ItemFn) {
    let ReturnType::Type(arrow, ty) = &f.sig.output else { return };
    let Type::Path(path) = &**ty else { return };
    let Some(inner) = only_type_argument(&path.path).filter(|_| path.path.segments[0].ident == "Option") else {
        return;
    };
    let nothing = matches!(inner, Type::Tuple(t) if t.elems.is_empty());
    f.sig.output = if nothing { ReturnType::Default } else { ReturnType::Type(*arrow, Box::new(inner.clone())) };
    if let Some(Stmt::Expr(Expr::Call(call), None)) = f.block.stmts.last_mut()
        && let Some(result) = call.args.pop()
    {
        f.block.stmts.pop();
        f.block.stmts.push(Stmt::Expr(result.into_value(), None));
    }
}

/// `let result = y; result` becomes `y`, and a result of nothing disappears.
fn finish(block: &mut Block) {
    let Some(Stmt::Expr(Expr::Path(result), None)) = block.stmts.last() else { return };
    let result = result.to_token_stream();
    let Some(at) =
        block.stmts.iter().rposition(|s| matches!(s, Stmt::Local(l) if same(&l.pat.to_token_stream(), &result)))
    else {
        return;
    };
    let Stmt::Local(local) = &block.stmts[at] else { return };
    let Some(init) = local.init.as_ref().map(|i| (*i.expr).clone()) else { return };
    if matches!(&init, Expr::Tuple(t) if t.elems.is_empty()) {
        block.stmts.pop();
        block.stmts.remove(at);
    } else if at + 2 == block.stmts.len() {
        block.stmts.truncate(at);
        block.stmts.push(Stmt::Expr(init, None));
    }
}

fn same(a: &TokenStream, b: &TokenStream) -> bool {
    a.to_string() == b.to_string()
}
