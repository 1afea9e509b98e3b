//! How a name is used: what a call gives shows by it where its type is not written.

use super::scan::takes_tuples;
use syn::visit::{Visit, visit_expr};
use syn::{Expr, Member, Stmt};

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
