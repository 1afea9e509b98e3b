//! Questions about syntax that are answered before it is lowered.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{Visit, visit_expr};
use syn::{Attribute, Block, Expr, Item, ItemFn, Member};

pub(crate) fn identifiers_of(tokens: TokenStream) -> HashSet<String> {
    fn collect(tokens: TokenStream, names: &mut HashSet<String>) {
        for t in tokens {
            match t {
                TokenTree::Ident(i) => drop(names.insert(i.to_string())),
                TokenTree::Group(g) => collect(g.stream(), names),
                _ => {}
            }
        }
    }
    let mut all = HashSet::new();
    collect(tokens, &mut all);
    all
}

/// Every identifier that occurs, so that made-up names avoid them.
pub(crate) fn identifiers(f: &ItemFn) -> HashSet<String> {
    let mut all = identifiers_of(f.to_token_stream());
    // Names of variables are free for their own first value; all others are taken.
    let mut locals = HashSet::new();
    struct Locals<'a>(&'a mut HashSet<String>);
    impl<'ast> Visit<'ast> for Locals<'_> {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0.insert(p.ident.to_string());
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    Locals(&mut locals).visit_item_fn(f);
    let fields = ["self", "Self", "crate", "super", "true", "false"];
    all.retain(|n| !locals.contains(n));
    all.extend(fields.map(String::from));
    all.extend(crate::emit::BOUND.map(String::from));
    // Where the derivatives by parameters go.
    for input in &f.sig.inputs {
        if let syn::FnArg::Typed(input) = input {
            all.extend(identifiers_of(input.pat.to_token_stream()).into_iter().map(|name| name + "_out"));
        }
    }
    all
}

/// The first variable with a raw name, or the function itself if its name is raw.
pub(super) fn raw_name(f: &ItemFn) -> Option<Ident> {
    struct Raw(Option<Ident>);
    impl<'ast> Visit<'ast> for Raw {
        fn visit_ident(&mut self, name: &'ast Ident) {
            if self.0.is_none() && name.to_string().starts_with("r#") {
                self.0 = Some(name.clone());
            }
        }
        fn visit_path(&mut self, _: &'ast syn::Path) {}
        fn visit_attribute(&mut self, _: &'ast Attribute) {}
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut raw = Raw(None);
    raw.visit_signature(&f.sig);
    raw.visit_block(&f.block);
    raw.0
}

/// The first `#[cfg]` on a part of the function: whether it holds is not known here.
pub(super) fn conditional(f: &ItemFn) -> Option<&Attribute> {
    struct Conditional<'ast>(Option<&'ast Attribute>);
    impl<'ast> Visit<'ast> for Conditional<'ast> {
        fn visit_attribute(&mut self, a: &'ast Attribute) {
            if a.path().is_ident("cfg") || a.path().is_ident("cfg_attr") {
                self.0.get_or_insert(a);
            }
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut conditional = Conditional(None);
    conditional.visit_signature(&f.sig);
    conditional.visit_block(&f.block);
    conditional.0
}

/// Whether there are statements in an expression.
pub(super) fn has_block(e: &Expr) -> bool {
    struct Blocks(bool);
    impl<'ast> Visit<'ast> for Blocks {
        fn visit_expr_block(&mut self, _: &'ast syn::ExprBlock) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut blocks = Blocks(false);
    blocks.visit_expr(e);
    blocks.0
}

/// The calls of methods in an expression.
pub(super) fn methods(e: &Expr) -> Vec<&syn::ExprMethodCall> {
    struct Methods<'ast>(Vec<&'ast syn::ExprMethodCall>);
    impl<'ast> Visit<'ast> for Methods<'ast> {
        fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
            self.0.push(m);
            syn::visit::visit_expr_method_call(self, m);
        }
    }
    let mut methods = Methods(vec![]);
    methods.visit_expr(e);
    methods.0
}

/// How often a name occurs.
fn occurrences(tokens: TokenStream, name: &Ident) -> usize {
    let count = |t| match t {
        TokenTree::Ident(i) => usize::from(i == *name),
        TokenTree::Group(g) => occurrences(g.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// The first item inside an inner block that would be seen outside its block if it were carried over: its name occurs
/// elsewhere too.
pub(super) fn inner_item(f: &ItemFn) -> Option<&Item> {
    struct Inner<'ast> {
        whole: TokenStream,
        around: Vec<&'ast Block>,
        found: Option<&'ast Item>,
    }
    impl<'ast> Visit<'ast> for Inner<'ast> {
        fn visit_block(&mut self, b: &'ast Block) {
            self.around.push(b);
            syn::visit::visit_block(self, b);
            self.around.pop();
        }
        fn visit_item(&mut self, item: &'ast Item) {
            let [_, .., block] = self.around.as_slice() else { return };
            let name = match item {
                Item::Const(c) => Some(&c.ident),
                Item::Static(s) => Some(&s.ident),
                Item::Fn(f) => Some(&f.sig.ident),
                _ => None,
            };
            let own = |name| occurrences(block.to_token_stream(), name) == occurrences(self.whole.clone(), name);
            if !name.is_some_and(own) {
                self.found.get_or_insert(item);
            }
        }
    }
    let mut inner = Inner { whole: f.to_token_stream(), around: vec![], found: None };
    inner.visit_block(&f.block);
    inner.found
}

/// The names that are exponents of `powi`: integers without a type are of its type.
pub(super) fn exponents(f: &ItemFn) -> HashSet<String> {
    struct Exponents(HashSet<String>);
    impl Exponents {
        fn add(&mut self, e: Option<&Expr>) {
            match e {
                Some(Expr::Path(p)) => self.0.extend(p.path.get_ident().map(ToString::to_string)),
                Some(Expr::Unary(u)) => self.add(Some(&u.expr)),
                Some(Expr::Paren(p)) => self.add(Some(&p.expr)),
                Some(Expr::Binary(b)) => {
                    self.add(Some(&b.left));
                    self.add(Some(&b.right));
                }
                _ => {}
            }
        }
    }
    impl<'ast> Visit<'ast> for Exponents {
        fn visit_expr(&mut self, e: &'ast Expr) {
            match e {
                Expr::MethodCall(m) if m.method == "powi" => self.add(m.args.last()),
                Expr::Call(c) => {
                    if matches!(&*c.func, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "powi")) {
                        self.add(c.args.last());
                    }
                }
                _ => {}
            }
            visit_expr(self, e);
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut found = Exponents(HashSet::new());
    found.visit_block(&f.block);
    found.0
}

/// The names that are handed to calls as they are.
pub(super) fn passed(code: &impl super::effects::Code) -> Vec<String> {
    struct Passed(Vec<String>);
    impl<'ast> Visit<'ast> for Passed {
        fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
            for e in &c.args {
                if let Expr::Path(p) = e {
                    self.0.extend(p.path.get_ident().map(ToString::to_string));
                }
            }
            syn::visit::visit_expr_call(self, c);
        }
    }
    let mut passed = Passed(vec![]);
    code.show(&mut passed);
    passed.0
}

/// Whether the function takes, gives or makes structures, or reaches into one.
pub(super) fn has_records(f: &ItemFn, sig: &crate::signature::Signature) -> bool {
    struct Records(bool);
    impl<'ast> Visit<'ast> for Records {
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.0 |=
                matches!(e, Expr::Struct(_)) || matches!(e, Expr::Field(f) if matches!(f.member, Member::Named(_)));
            if let Expr::Call(c) = e
                && let Expr::Path(p) = &*c.func
            {
                self.0 |= super::records::of_own_type(&p.path) || gives_record(&p.path);
            }
            if let Expr::Path(p) = e {
                let ty = super::known::constant_path(&p.path);
                self.0 |= ty.is_some_and(|ty| crate::around::carries(&ty) == Some(true));
            }
            visit_expr(self, e);
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let is_record = |shape: &crate::signature::Shape| shape.has_record();
    let mut records =
        Records(is_record(&sig.ret) || sig.params.iter().any(|p| p.shape.as_ref().is_some_and(is_record)));
    records.visit_block(&f.block);
    records.0
}

/// Whether what is called by a path gives a structure, or makes one, as the source text says.
fn gives_record(path: &syn::Path) -> bool {
    let carries = |ty: &syn::Type| crate::around::carries(ty) == Some(true);
    let given = || crate::around::given_by(path, "f64").is_some_and(|ty| carries(super::known::plain(&ty)));
    carries(&syn::parse_quote!(#path)) || given()
}

/// The types in a signature that have a name.
pub(super) fn paths(sig: &syn::Signature) -> Vec<syn::Path> {
    struct Paths(Vec<syn::Path>);
    impl<'ast> Visit<'ast> for Paths {
        fn visit_type_path(&mut self, p: &'ast syn::TypePath) {
            self.0.extend(p.qself.is_none().then(|| p.path.clone()));
            syn::visit::visit_type_path(self, p);
        }
    }
    let mut paths = Paths(vec![]);
    paths.visit_signature(sig);
    paths.0
}

/// Whether a name of the pattern is used as a structure: by a field or a method that numbers lack.
pub(super) fn used_as_records(pat: &syn::Pat, body: &impl super::effects::Code) -> bool {
    struct Names(HashSet<String>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0.insert(p.ident.to_string());
        }
    }
    struct Used(HashSet<String>, bool);
    impl Used {
        fn named(&self, e: &Expr) -> bool {
            matches!(e, Expr::Path(p) if p.path.get_ident().is_some_and(|i| self.0.contains(&i.to_string())))
        }
    }
    impl<'ast> Visit<'ast> for Used {
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.1 |= match e {
                Expr::Field(f) => matches!(f.member, Member::Named(_)) && self.named(&f.base),
                Expr::MethodCall(m) => {
                    self.named(&m.receiver)
                        && m.method != "clone"
                        && rules::Row::find(&m.method.to_string()).is_none()
                        && !m.method.to_string().starts_with("is_")
                }
                _ => false,
            };
            visit_expr(self, e);
        }
    }
    let mut names = Names(HashSet::new());
    names.visit_pat(pat);
    let mut used = Used(names.0, false);
    body.show(&mut used);
    used.1
}

/// The names of fields that are lists of structures, as an element of one, or a loop over one, shows somewhere.
pub(super) fn lists_of_records(f: &ItemFn) -> HashSet<String> {
    struct Fields(HashSet<String>);
    impl<'ast> Visit<'ast> for Fields {
        fn visit_expr(&mut self, e: &'ast Expr) {
            let found = match e {
                Expr::Field(f) if matches!(f.member, Member::Named(_)) => match &*f.base {
                    Expr::Index(i) if !matches!(&*i.index, Expr::Range(_)) => listed(&i.expr),
                    _ => None,
                },
                Expr::ForLoop(f) if used_as_records(&f.pat, &f.body) => listed(&f.expr),
                _ => None,
            };
            self.0.extend(found);
            visit_expr(self, e);
        }
    }
    let mut fields = Fields(HashSet::new());
    fields.visit_block(&f.block);
    fields.0
}

/// The name of the field that an expression is, or runs over.
pub(super) fn listed(e: &Expr) -> Option<String> {
    match e {
        Expr::Field(f) => match &f.member {
            Member::Named(name) => Some(name.to_string()),
            Member::Unnamed(_) => None,
        },
        Expr::Paren(p) => listed(&p.expr),
        Expr::Reference(r) => listed(&r.expr),
        Expr::MethodCall(m) if ["iter", "iter_mut"].iter().any(|n| m.method == n) => listed(&m.receiver),
        _ => None,
    }
}

/// Whether the items of a list that a chain begins with are taken apart as tuples.
pub(super) fn takes_tuples(pat: &syn::Pat, chain: &Expr) -> bool {
    let part = |k: usize| match pat {
        syn::Pat::Tuple(t) => t.elems.iter().nth(k),
        _ => None,
    };
    match (pat, chain) {
        (syn::Pat::Reference(r), _) => takes_tuples(&r.pat, chain),
        (syn::Pat::Paren(p), _) => takes_tuples(&p.pat, chain),
        (_, Expr::MethodCall(m)) => match m.method.to_string().as_str() {
            "enumerate" => part(1).is_some_and(|pat| takes_tuples(pat, &m.receiver)),
            "zip" => part(0).is_some_and(|pat| takes_tuples(pat, &m.receiver)),
            "rev" | "skip" | "take" | "step_by" | "iter" | "copied" | "cloned" | "filter" => {
                takes_tuples(pat, &m.receiver)
            }
            _ => false,
        },
        (syn::Pat::Tuple(_), Expr::Reference(_) | Expr::Field(_) | Expr::Path(_)) => true,
        _ => false,
    }
}

/// Whether a closure in a chain of iterators uses an item as a structure.
pub(super) fn chain_uses_records(chain: &syn::ExprMethodCall) -> bool {
    let closure = |e: &Expr| match e {
        Expr::Closure(c) => c.inputs.iter().any(|pat| used_as_records(pat, &*c.body)),
        _ => false,
    };
    chain.args.iter().any(closure) || matches!(&*chain.receiver, Expr::MethodCall(inner) if chain_uses_records(inner))
}

/// Whether a pattern is a name that is declared `mut`.
pub(super) fn is_mutable(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Ident(p) if p.mutability.is_some())
}
