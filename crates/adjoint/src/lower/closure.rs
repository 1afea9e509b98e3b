//! Closures: each call of one is lowered in place, where the closure was defined.

use super::effects::{self, Code};
use super::flow::Flow;
use super::pattern::Want;
use super::sequence::Seq;
use super::{Binding, Item, Lowerer, Nest, Var, collect, fault, returning, scan, stmt};
use crate::ir::{Atom, Op, Storage, Ty, View};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprCall, ExprClosure, ExprPath, Pat, Result, Stmt, Type};

/// What can be called: a closure of the body, or a function by its path.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Closure(usize),
    Path(ExprPath),
}

/// A closure with the names it sees.
#[derive(Debug)]
pub(super) struct Closure {
    params: Vec<Pat>,
    body: Expr,
    /// What it gives, if that is written.
    ret: Option<Type>,
    scopes: Vec<HashMap<String, Binding>>,
    borrows: HashMap<String, bool>,
    /// The variables outside it that it may assign to.
    changes: Vec<Var>,
    /// Whether it writes to anything but its own variables.
    writes: bool,
    /// Whether calling it once more, or once less, is seen by nobody.
    pure: bool,
}

/// What a closure consists of, for where it is not called in place.
pub(super) struct Parts {
    pub(super) params: Vec<Pat>,
    pub(super) body: Expr,
    pub(super) ret: Option<Type>,
    pub(super) scopes: Vec<HashMap<String, Binding>>,
    /// Whether it changes what it captures.
    pub(super) writes: bool,
}

/// The closures of a function, and what their calls have cost.
#[derive(Clone, Default)]
pub(super) struct Closures {
    all: Vec<Rc<Closure>>,
    depth: usize,
    /// How many values and arrays there were when the outermost call began.
    began: usize,
    spent: usize,
}

/// How many values the calls of closures may make in one function: each call is a copy of the closure.
const LIMIT: usize = 10_000;
/// How deep calls of closures may be nested.
const DEPTH: usize = 48;

pub(crate) const TOO_MANY: &str = "the calls of closures here expand to more than 10,000 steps: write the inner closure as a function with #[differentiable]";
const TOO_DEEP: &str =
    "closures that call closures are nested too deep here: write the inner one as a function with #[differentiable]";

impl Lowerer {
    /// What an expression in the place of a function stands for.
    pub(super) fn callee(&mut self, e: &Expr) -> Result<Callee> {
        match e {
            Expr::Paren(p) => self.callee(&p.expr),
            Expr::Group(p) => self.callee(&p.expr),
            Expr::Reference(r) => self.callee(&r.expr),
            Expr::Closure(c) => self.closure(c),
            Expr::Path(p) => match self.binding_of(e) {
                Some(Binding::Function(callee)) => Ok(callee.clone()),
                Some(Binding::Const(Atom::Lit(t))) if syn::parse2::<ExprPath>(t.clone()).is_ok() => {
                    Ok(Callee::Path(syn::parse2(t.clone())?))
                }
                None => Ok(Callee::Path(p.clone())),
                Some(_) => fault(e, "a closure or a function is expected here"),
            },
            _ => fault(e, "a closure or the name of a function is expected here"),
        }
    }

    /// Keeps a closure for its calls.
    pub(super) fn closure(&mut self, c: &ExprClosure) -> Result<Callee> {
        if let Some(keyword) = &c.asyncness {
            return fault(keyword, "an async closure is not supported: write a plain one");
        }
        let mut scopes = self.scopes.clone();
        if c.capture.is_some() {
            scopes.push(self.own_copies(c));
        }
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let changes = self.changes(&*c.body);
        let lent = scan::passed(&*c.body).iter().any(|name| self.borrows.get(name) == Some(&true));
        let records = changes.iter().any(|v| self.vars[*v].1 == Ty::Unknown);
        let writes = self.writes(c);
        let pure = !writes && !lent && !records;
        let scopes = std::mem::replace(&mut self.scopes, outer);
        let (params, body) = (c.inputs.iter().cloned().collect(), returning::body(c));
        let ret = match &c.output {
            syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
            syn::ReturnType::Default => None,
        };
        let borrows = self.borrows.clone();
        self.closures.all.push(Rc::new(Closure { params, body, ret, scopes, borrows, changes, writes, pure }));
        Ok(Callee::Closure(self.closures.all.len() - 1))
    }

    pub(super) fn body_of(&self, id: usize) -> &Expr {
        &self.closures.all[id].body
    }

    /// A closure that gives a list of this type, as far as it is written.
    pub(super) fn giving_value(&mut self, f: &Callee, ty: &Type) -> Callee {
        let Callee::Closure(id) = f else { return f.clone() };
        let inferred = scan::identifiers_of(ty.to_token_stream()).contains("_");
        if inferred || !matches!(ty, Type::Array(_)) && super::lists::element(ty).is_none() {
            return f.clone();
        }
        let closure = Rc::clone(&self.closures.all[*id]);
        let body = &copied_field(&closure.body, ty, &self.float);
        self.closures.all.push(Rc::new(Closure {
            params: closure.params.clone(),
            body: syn::parse_quote!({
                let row: #ty = #body;
                row
            }),
            ret: Some(ty.clone()),
            writes: closure.writes,
            scopes: closure.scopes.clone(),
            borrows: closure.borrows.clone(),
            changes: closure.changes.clone(),
            pure: closure.pure,
        }));
        Callee::Closure(self.closures.all.len() - 1)
    }

    /// A chain whose items are lists of this type.
    pub(super) fn giving(&mut self, flow: &Flow, ty: &Type) -> Flow {
        match flow {
            Flow::Seq(Seq::Map(inner, f)) => Flow::Seq(Seq::Map(inner.clone(), self.giving_value(f, ty))),
            Flow::Map(inner, f) => Flow::Map(inner.clone(), self.giving_value(f, ty)),
            flow => flow.clone(),
        }
    }

    pub(super) fn closure_parts(&self, id: usize) -> Parts {
        let c = &self.closures.all[id];
        let (params, body, ret, scopes) = (c.params.clone(), c.body.clone(), c.ret.clone(), c.scopes.clone());
        Parts { params, body, ret, scopes, writes: c.writes }
    }

    /// What a `move` closure takes with it: variables and arrays that are copied, and may change afterwards.
    fn own_copies(&mut self, c: &ExprClosure) -> HashMap<String, Binding> {
        let mut names: Vec<String> = scan::identifiers_of(c.to_token_stream()).into_iter().collect();
        names.sort();
        let mut own = HashMap::new();
        for name in names {
            let Some(binding) = self.look(&name).cloned() else { continue };
            if let Some(copy) = self.own_copy(&name, &binding) {
                own.insert(name, copy);
            }
        }
        own
    }

    fn own_copy(&mut self, name: &str, binding: &Binding) -> Option<Binding> {
        match binding {
            Binding::Var(v) => {
                let (base, ty) = self.vars[*v].clone();
                let now = self.current[*v].clone();
                Some(Binding::Var(self.var(&base, ty, now)))
            }
            Binding::View(View { arr, part: None }) if self.mutable.contains(name) => {
                let Storage::Fixed(len) = self.arrays[*arr].storage.clone() else { return None };
                let span = self.arrays[*arr].name.span();
                match self.copy(&View { arr: *arr, part: None }, Some(len), span) {
                    Item::Fresh(arr) => Some(Binding::View(View { arr, part: None })),
                    _ => None,
                }
            }
            Binding::Tuple(parts) => {
                let copies: Vec<_> = parts.iter().map(|b| self.own_copy(name, b)).collect();
                let any = copies.iter().any(Option::is_some);
                let whole = parts.iter().zip(copies).map(|(b, copy)| copy.unwrap_or_else(|| b.clone()));
                any.then(|| Binding::Tuple(whole.collect()))
            }
            _ => None,
        }
    }

    /// The variables that code may assign to, the closures that it calls included.
    pub(super) fn changes(&self, code: &impl Code) -> Vec<Var> {
        let mut vars = vec![];
        let passed = scan::passed(code).into_iter().filter(|name| self.borrows.get(name) == Some(&true));
        for name in code.assigned().into_iter().chain(passed) {
            if let Some(b) = self.look(&name) {
                super::loops::variables(b, &mut vars);
            }
            self.list_variables(&name, &mut vars);
        }
        for closure in self.mentioned(code) {
            vars.extend(&closure.changes);
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The closures that code names.
    fn mentioned(&self, code: &impl Code) -> Vec<&Closure> {
        let names = scan::identifiers_of(code.to_token_stream());
        let closure = |name: &String| match self.look(name) {
            Some(Binding::Function(Callee::Closure(id))) => self.closures.all.get(*id).map(Rc::as_ref),
            _ => None,
        };
        names.iter().filter_map(closure).collect()
    }

    /// Whether asking a condition may change something.
    pub(super) fn acts(&self, cond: &Expr) -> bool {
        let handed = |name: &String| match self.look(name) {
            None | Some(Binding::Const(_) | Binding::Var(_)) => self.borrows.get(name) == Some(&true),
            Some(Binding::View(View { arr, .. })) => !matches!(self.arrays[*arr].storage, Storage::Shared),
            Some(binding) => !matches!(binding, Binding::Function(_)),
        };
        scan::has_block(cond) || self.writes(&syn::parse_quote!(|| #cond)) || scan::passed(cond).iter().any(handed)
    }

    /// Whether a closure writes to anything but its own variables.
    fn writes(&self, c: &ExprClosure) -> bool {
        effects::writes_outside(c) || !self.calls_only_pure(c)
    }

    /// Whether what a closure calls writes to nothing but variables of its own.
    pub(super) fn calls_only_pure(&self, c: &ExprClosure) -> bool {
        self.mentioned(&*c.body).iter().all(|inner| inner.pure)
            && !scan::passed(&*c.body).iter().any(|name| self.borrows.get(name) == Some(&true))
            && !scan::methods(&c.body).into_iter().any(|m| self.lent_by_use(m).is_some())
    }

    /// Whether nobody sees how often it is called.
    pub(super) fn pure(&self, f: &Callee) -> bool {
        matches!(f, Callee::Path(_)) || matches!(f, Callee::Closure(id) if self.closures.all[*id].pure)
    }

    /// The variables that calling it may assign to.
    pub(super) fn changed_by(&self, f: &Callee) -> Vec<Var> {
        match f {
            Callee::Path(_) => vec![],
            Callee::Closure(id) => self.closures.all[*id].changes.clone(),
        }
    }

    /// Calls a closure or a function with values that are no expressions.
    pub(super) fn apply(&mut self, f: &Callee, args: Vec<Item>, at: Span) -> Result<Item> {
        match f {
            Callee::Closure(id) => self.inline(*id, args, None, at),
            Callee::Path(path) => {
                let names: Vec<Ident> = (0..args.len()).map(|k| format_ident!("__{k}", span = at)).collect();
                let mut scope = HashMap::new();
                for (name, item) in names.iter().zip(args) {
                    let binding = match item {
                        Item::Scalar(a) => Binding::Const(a),
                        item => self.binding_for(name, item, false, None),
                    };
                    scope.insert(name.to_string(), binding);
                }
                self.scopes.push(scope);
                let called = match (method_of_rusts(&path.path), names.split_first()) {
                    (Some(method), Some((receiver, rest))) => quote!(#receiver.#method(#(#rest),*)),
                    _ => quote!(#path(#(#names),*)),
                };
                let result = match syn::parse2(called) {
                    Ok(call) => self.item(&call),
                    Err(error) => Err(error),
                };
                self.scopes.pop();
                result
            }
        }
    }

    /// A call of what is no function outside: a closure, or a chain's function.
    pub(super) fn call_in_place(&mut self, c: &ExprCall, want: Option<&Want>) -> Result<Option<Item>> {
        if collect::is_from_fn(c) && !self.opaque(&Expr::Call(c.clone())) {
            return self.array_from_fn(c, None).map(Some);
        }
        let bare = match &*c.func {
            Expr::Paren(p) => &*p.expr,
            func => func,
        };
        let callee = match bare {
            Expr::Closure(closure) => self.closure(closure)?,
            Expr::Path(_) => match self.binding_of(bare) {
                Some(Binding::Function(callee)) => callee.clone(),
                // A function that is a constant.
                Some(Binding::Const(a @ Atom::Val(_))) if self.is_constant(a) => {
                    let code = self.verbatim(&Expr::Call(c.clone()))?;
                    return Ok(Some(Item::Scalar(self.temporary(Ty::Unknown, Op::Verbatim(code), c.span()))));
                }
                Some(Binding::Const(_)) => match self.callee(bare)? {
                    Callee::Path(path) if !matches!(bare, Expr::Path(p) if p.path == path.path) => Callee::Path(path),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        match callee {
            Callee::Closure(id) => self.closure_call(id, c, want).map(Some),
            Callee::Path(path) => {
                let call = ExprCall { func: Box::new(Expr::Path(path)), ..c.clone() };
                self.call(&call, want).map(Some)
            }
        }
    }

    /// `e.0` of what has no name.
    pub(super) fn part_of_tuple(&mut self, f: &syn::ExprField) -> Result<Item> {
        let item = self.item(&f.base)?;
        match (item, &f.member) {
            (Item::Tuple(mut parts), syn::Member::Unnamed(k)) if (k.index as usize) < parts.len() => {
                Ok(parts.swap_remove(k.index as usize))
            }
            _ => fault(f, "bind this by `let` with a pattern, and take its parts by their names"),
        }
    }

    /// Whether it is a call of a closure.
    pub(super) fn calls_closure(&self, e: &Expr) -> bool {
        matches!(e, Expr::Call(c) if matches!(self.binding_of(&c.func), Some(Binding::Function(Callee::Closure(_)))))
    }

    /// A call of a closure as it is written.
    fn closure_call(&mut self, id: usize, call: &ExprCall, want: Option<&Want>) -> Result<Item> {
        let params = self.closures.all[id].params.clone();
        let mut args = vec![];
        for (k, e) in call.args.iter().enumerate() {
            let ty = match params.get(k) {
                Some(Pat::Type(t)) => Some(&*t.ty),
                _ => None,
            };
            let item = match (e, ty) {
                (Expr::Call(c), Some(ty)) if !self.opaque(e) => {
                    let want = self.usage_of_type(ty);
                    self.call(c, Some(&want))?
                }
                _ => self.item(e)?,
            };
            args.push(self.passed(item, e, params.get(k)));
        }
        self.inline(id, args, want, call.span())
    }

    /// What a parameter gets: an array of fixed length that is changed there is copied.
    fn passed(&mut self, item: Item, e: &Expr, param: Option<&Pat>) -> Item {
        let pat = match param {
            Some(Pat::Type(t)) => Some(&*t.pat),
            pat => pat,
        };
        match (item, pat, e) {
            (Item::View(View { arr, part: None }), Some(Pat::Ident(p)), Expr::Path(_)) if p.mutability.is_some() => {
                match self.arrays[arr].storage.clone() {
                    Storage::Fixed(len) => self.copy(&View { arr, part: None }, Some(len), e.span()),
                    _ => Item::View(View { arr, part: None }),
                }
            }
            (item, ..) => item,
        }
    }

    /// The value of a closure for these values of its parameters.
    pub(super) fn inline(&mut self, id: usize, args: Vec<Item>, want: Option<&Want>, at: Span) -> Result<Item> {
        self.inside_closure(id, args, at, |l, body| match body {
            body if stmt::is_statement(body) => l.effect(body).map(|()| Item::Unit),
            Expr::Call(c) if !l.opaque(body) => l.call(c, want),
            Expr::Range(_) => l.flow(body).map(|flow| Item::Flow(Box::new(flow))),
            body => {
                let made = l.arrays.len();
                let item = l.item(body)?;
                match (&item, last(body)) {
                    // What it captures it gives away as a copy.
                    (Item::View(View { arr, .. }) | Item::Nest(Nest { arr, .. }), Some(given)) if *arr < made => {
                        l.by_value(given, item)
                    }
                    _ => Ok(item),
                }
            }
        })
    }

    /// Lowers the body of a closure, in the scope of its definition, with values for its parameters.
    pub(super) fn inside_closure<X>(
        &mut self,
        id: usize,
        args: Vec<Item>,
        at: Span,
        lower: impl FnOnce(&mut Self, &Expr) -> Result<X>,
    ) -> Result<X> {
        let closure = Rc::clone(&self.closures.all[id]);
        if args.len() != closure.params.len() {
            let (wanted, given) = (closure.params.len(), args.len());
            return Err(Error::new(at, format!("this closure takes {wanted} arguments, here it has {given}")));
        }
        self.expand(at, |l| {
            let scopes = std::mem::replace(&mut l.scopes, closure.scopes.clone());
            let borrows = std::mem::replace(&mut l.borrows, closure.borrows.clone());
            let around = std::mem::take(&mut l.around);
            l.scopes.push(HashMap::new());
            let bound = l.bind_parameters(&closure.params, args);
            let result = bound.and_then(|()| lower(l, &closure.body));
            (l.scopes, l.borrows, l.around) = (scopes, borrows, around);
            result
        })
    }

    fn bind_parameters(&mut self, params: &[Pat], args: Vec<Item>) -> Result<()> {
        for (pat, item) in params.iter().zip(args) {
            let (name, ty) = match pat {
                Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
                pat => (pat, None),
            };
            if let Pat::Ident(p) = name {
                match ty {
                    Some(Type::Reference(r)) => {
                        self.borrows.insert(p.ident.to_string(), r.mutability.is_some());
                    }
                    _ => drop(self.borrows.remove(&p.ident.to_string())),
                }
            }
            let item = if let Some(Type::Reference(_)) = ty { item } else { self.own(name, item)? };
            self.bind(name, item, ty)?;
        }
        Ok(())
    }

    /// Lowers a copy of code, and counts what that costs.
    pub(super) fn expand<X>(&mut self, at: Span, f: impl FnOnce(&mut Self) -> Result<X>) -> Result<X> {
        let made = self.values.len() + self.arrays.len();
        if self.closures.depth == 0 {
            self.closures.began = made;
        }
        if self.closures.spent + made - self.closures.began > LIMIT {
            return Err(Error::new(at, TOO_MANY));
        }
        if self.closures.depth == DEPTH {
            return Err(Error::new(at, TOO_DEEP));
        }
        self.closures.depth += 1;
        let result = f(self);
        self.closures.depth -= 1;
        if self.closures.depth == 0 {
            self.closures.spent += self.values.len() + self.arrays.len() - self.closures.began;
        }
        result
    }
}

/// The expression whose value the body of a closure has.
fn last(body: &Expr) -> Option<&Expr> {
    match body {
        Expr::Block(b) => match b.block.stmts.last()? {
            Stmt::Expr(e, None) => last(e),
            _ => None,
        },
        e => Some(e),
    }
}

/// The method that a path is one of, of a type or a trait of Rust's: `Vec::len`, `Clone::clone`.
fn method_of_rusts(path: &syn::Path) -> Option<&Ident> {
    const TYPES: [&str; 6] = ["Vec", "Option", "Result", "Clone", "ToOwned", "Iterator"];
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    let (method, of) = (names.next()?, names.next()?);
    let makes = ["new", "with_capacity", "from", "from_iter"].iter().any(|n| method == n);
    let lower = method.to_string().starts_with(char::is_lowercase);
    (TYPES.iter().any(|n| of == n) && lower && !makes).then_some(method)
}

/// A list of numbers that is a field, element by element.
fn copied_field(e: &Expr, ty: &Type, float: &Ident) -> Expr {
    let of_numbers = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident(float));
    match (super::records::bare(e), ty) {
        (Expr::MethodCall(m), _) if m.method == "clone" && m.args.is_empty() => copied_field(&m.receiver, ty, float),
        (field @ Expr::Field(_), Type::Array(a)) if of_numbers(&a.elem) => {
            let len = &a.len;
            syn::parse_quote!(::std::array::from_fn::<_, { #len }, _>(|at__| #field[at__]))
        }
        (field @ Expr::Field(_), ty) if super::lists::element(ty).is_some_and(of_numbers) => {
            syn::parse_quote!(#field.to_vec())
        }
        _ => e.clone(),
    }
}
