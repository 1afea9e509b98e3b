//! Questions about syntax that are answered before it is lowered.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{Visit, visit_expr};
use syn::{Attribute, Block, Expr, Item, ItemFn, Member, Stmt};

pub(super) fn identifiers_of(tokens: TokenStream) -> HashSet<String> {
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
pub(super) fn identifiers(f: &ItemFn) -> HashSet<String> {
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

fn bare(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => bare(&p.expr),
        Expr::Reference(r) => bare(&r.expr),
        e => e,
    }
}

/// What a chain of methods begins with.
fn chain_start(e: &Expr) -> &Expr {
    match e {
        Expr::MethodCall(m) => chain_start(&m.receiver),
        e => e,
    }
}

/// How a name is used by the statements that follow its definition, for results of calls whose type is not written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Usage {
    Unused,
    Scalar,
    Array,
    /// An array of arrays, with so many levels of rows.
    Nested(usize),
    /// Only lent to others: an array or a structure.
    Lent,
    /// An `Option`.
    Option,
    /// A list of tuples.
    Tuples,
    Tuple(usize),
}

/// How a name is used by the statements that mention it.
pub(super) fn usage(name: &str, rest: &[&Stmt]) -> Usage {
    struct Uses<'n> {
        name: &'n str,
        array: bool,
        levels: usize,
        lent: bool,
        /// Whether it is reckoned with.
        number: bool,
        /// Names bound to a reference to it.
        aliases: Vec<String>,
        fields: usize,
        option: bool,
        tuples: bool,
        occurs: bool,
    }
    impl Uses<'_> {
        /// Whether it is the name as a number.
        fn is_operand(&self, e: &Expr) -> bool {
            match e {
                Expr::Paren(p) => self.is_operand(&p.expr),
                Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => {
                    matches!(&*u.expr, Expr::Path(p) if self.aliases.iter().any(|a| p.path.is_ident(a)))
                }
                Expr::Unary(u) => self.is_operand(&u.expr),
                e => self.is(e),
            }
        }
        /// Whether it is an iterator over the name.
        fn is_iterated(&self, e: &Expr) -> bool {
            matches!(e, Expr::MethodCall(m) if m.method == "iter" && self.is(&m.receiver))
        }
        /// What its items are shows what it is.
        fn items(&mut self, pat: &syn::Pat, body: &[Stmt]) {
            let syn::Pat::Ident(p) = pat else { return };
            self.levels = self.levels.max(match usage(&p.ident.to_string(), &body.iter().collect::<Vec<_>>()) {
                Usage::Array => 1,
                Usage::Nested(n) => n + 1,
                _ => 0,
            });
        }
        /// How many indices stand on the name.
        fn indices(&self, e: &Expr) -> usize {
            match e {
                Expr::Index(i) if matches!(&*i.index, Expr::Range(_)) => 0,
                Expr::Index(i) if self.is(&i.expr) => 1,
                Expr::Index(i) => match self.indices(&i.expr) {
                    0 => 0,
                    n => n + 1,
                },
                _ => 0,
            }
        }
        fn is(&self, e: &Expr) -> bool {
            matches!(e, Expr::Path(p) if p.path.is_ident(self.name))
        }
    }
    impl<'ast> Visit<'ast> for Uses<'_> {
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            // What stands in a macro is not seen.
            self.occurs = true;
        }
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.occurs |= self.is(e);
            match e {
                Expr::Index(i) => {
                    self.array |= self.is(&i.expr);
                    self.levels = self.levels.max(self.indices(e).saturating_sub(1));
                }
                Expr::Reference(r) => self.lent |= self.is(&r.expr),
                Expr::Let(l) => self.option |= self.is(bare(&l.expr)) && super::maybe::variant(&l.pat).is_some(),
                Expr::Match(m) => {
                    self.option |=
                        self.is(bare(&m.expr)) && m.arms.iter().any(|arm| super::maybe::variant(&arm.pat).is_some());
                }
                Expr::Binary(b) => self.number |= self.is_operand(&b.left) || self.is_operand(&b.right),
                Expr::ForLoop(f) if takes_tuples(&f.pat, &f.expr) => self.tuples |= self.is(bare(chain_start(&f.expr))),
                Expr::ForLoop(f) if self.is(bare(&f.expr)) || self.is_iterated(&f.expr) => {
                    self.array = true;
                    self.items(&f.pat, &f.body.stmts);
                }
                Expr::MethodCall(m) if super::option_methods::ends(&m.method) => self.option |= self.is(&m.receiver),
                Expr::MethodCall(m) if self.is_iterated(&m.receiver) => {
                    self.array = true;
                    if let Some(Expr::Closure(c)) = m.args.first()
                        && let [pat] = c.inputs.iter().collect::<Vec<_>>()[..]
                    {
                        self.items(pat, &[Stmt::Expr((*c.body).clone(), None)]);
                    }
                }
                Expr::MethodCall(m) => {
                    let of_array = [
                        "len",
                        "iter",
                        "iter_mut",
                        "into_iter",
                        "chunks",
                        "chunks_exact",
                        "windows",
                        "to_vec",
                        "fill",
                        "is_empty",
                        "first",
                        "last",
                        "get",
                    ];
                    self.array |= self.is(&m.receiver) && of_array.iter().any(|n| m.method == n);
                }
                Expr::Field(f) => {
                    if let (Expr::Index(i), Member::Unnamed(_)) = (&*f.base, &f.member) {
                        self.tuples |= self.is(&i.expr);
                    }
                    if let (true, Member::Unnamed(k)) = (self.is(&f.base), &f.member) {
                        self.fields = self.fields.max(k.index as usize + 1);
                    }
                }
                _ => {}
            }
            visit_expr(self, e);
        }
        fn visit_local(&mut self, l: &'ast syn::Local) {
            if let (syn::Pat::Ident(p), Some(Expr::Reference(r))) = (&l.pat, l.init.as_ref().map(|i| &*i.expr))
                && self.is(&r.expr)
            {
                self.aliases.push(p.ident.to_string());
            }
            syn::visit::visit_local(self, l);
        }
    }
    let (aliases, levels, fields, option, tuples) = (vec![], 0, 0, false, false);
    let (array, lent, number, occurs) = (false, false, false, false);
    let mut uses = Uses { name, array, lent, number, aliases, levels, fields, option, tuples, occurs };
    rest.iter().for_each(|s| uses.visit_stmt(s));
    match uses {
        Uses { fields: 1.., .. } => Usage::Tuple(uses.fields),
        Uses { option: true, .. } => Usage::Option,
        Uses { tuples: true, .. } => Usage::Tuples,
        Uses { levels: 1.., .. } => Usage::Nested(uses.levels),
        Uses { array: true, .. } => Usage::Array,
        Uses { number: true, .. } => Usage::Scalar,
        Uses { lent: true, .. } => Usage::Lent,
        Uses { occurs: false, .. } => Usage::Unused,
        _ => Usage::Scalar,
    }
}

/// Whether the statements that follow do with a list what only lists of numbers can do here.
pub(super) fn used_as_memory(name: &str, rest: &[Stmt]) -> bool {
    struct Uses<'n>(&'n str, bool);
    impl Uses<'_> {
        fn is(&self, e: &Expr) -> bool {
            match e {
                Expr::Path(p) => p.path.is_ident(self.0),
                Expr::Paren(p) => self.is(&p.expr),
                Expr::Reference(r) => self.is(&r.expr),
                _ => false,
            }
        }
    }
    impl<'ast> Visit<'ast> for Uses<'_> {
        fn visit_expr(&mut self, e: &'ast Expr) {
            const OF_NUMBERS: [&str; 12] = [
                "chunks",
                "chunks_exact",
                "windows",
                "fill",
                "copy_from_slice",
                "first",
                "last",
                "get",
                "to_vec",
                "split_at",
                "sort_by",
                "extend_from_slice",
            ];
            self.1 |= match e {
                Expr::Index(i) => self.is(&i.expr) && matches!(&*i.index, Expr::Range(_)),
                Expr::Reference(r) => r.mutability.is_some() && self.is(&r.expr),
                Expr::MethodCall(m) => self.is(&m.receiver) && OF_NUMBERS.iter().any(|n| m.method == n),
                Expr::Match(m) => self.is(&m.expr),
                Expr::Let(l) => self.is(&l.expr),
                _ => false,
            };
            visit_expr(self, e);
        }
        fn visit_local(&mut self, l: &'ast syn::Local) {
            let pattern = matches!(&l.pat, syn::Pat::Slice(_));
            self.1 |= pattern && l.init.as_ref().is_some_and(|init| self.is(&init.expr));
            syn::visit::visit_local(self, l);
        }
    }
    let mut uses = Uses(name, false);
    rest.iter().for_each(|s| uses.visit_stmt(s));
    uses.1
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
                self.0 |= super::records::of_own_type(&p.path);
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
