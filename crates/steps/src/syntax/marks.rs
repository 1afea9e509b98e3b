//! Attributes in a function's body: how the user wants a loop reversed, or a value to be there again.

use front::visit::{self, Visit};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Block, Error, Expr, Local, Meta, Result, Token};

/// The attributes that are the transformation's own, and do not reach the compiler.
const OURS: [&str; 4] = ["checkpoint", "independent", "recompute", "save"];

/// What is said of `#[constant]` elsewhere.
const ONLY_THERE: &str = "#[constant] goes on a parameter, on a field, or on a method of an `impl`: the derivative of \
                                     a value ends by `stop_gradient(..)`";

/// What is wrong with an attribute below that of a function.
pub fn stray(a: &Attribute) -> Option<&'static str> {
    match a.path() {
        path if path.is_ident("constant") => Some(ONLY_THERE),
        path if path.is_ident("differentiable") => Some("#[differentiable] stands here twice: leave one out"),
        _ => None,
    }
}

fn is_ours(a: &Attribute) -> bool {
    OURS.iter().any(|name| a.path().is_ident(name))
}

/// The first of them.
pub fn first(attrs: &[Attribute]) -> Option<&Attribute> {
    attrs.iter().find(|a| is_ours(a))
}

/// The first of them in a function.
pub fn first_in(block: &Block) -> Option<Attribute> {
    struct First(Option<Attribute>);
    impl<'ast> Visit<'ast> for First {
        fn visit_attribute(&mut self, a: &'ast Attribute) {
            if is_ours(a) {
                self.0.get_or_insert_with(|| a.clone());
            }
        }
    }
    let mut first = First(None);
    first.visit_block(block);
    first.0
}

/// Takes the attributes off the function as it was written.
pub fn take(block: &mut Block) {
    struct Take;
    impl VisitMut for Take {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            visit_mut::visit_expr_mut(self, e);
            let (attrs, body) = match e {
                Expr::ForLoop(l) => (&mut l.attrs, &mut l.body),
                Expr::While(l) => (&mut l.attrs, &mut l.body),
                Expr::Loop(l) => (&mut l.attrs, &mut l.body),
                _ => return,
            };
            if let Ok(Some(mark)) = Checkpoint::of(attrs) {
                // What only the attribute names is used all the same.
                let names = mark.expressions();
                body.stmts.splice(0..0, names.map(|e| syn::parse_quote!(let _ = || { let _ = &#e; };)));
            }
            attrs.retain(|a| !is_ours(a));
        }
        fn visit_local_mut(&mut self, l: &mut Local) {
            l.attrs.retain(|a| !is_ours(a) && !a.path().is_ident("constant"));
            visit_mut::visit_local_mut(self, l);
        }
        fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
            m.tokens = without(std::mem::take(&mut m.tokens));
        }
    }
    Take.visit_block_mut(block);
}

/// Code without the attributes, where it is not parsed: the elements of `vec!`.
fn without(tokens: TokenStream) -> TokenStream {
    let ours = |t: &TokenTree| match t {
        TokenTree::Group(g) if g.delimiter() == Delimiter::Bracket => {
            matches!(g.stream().into_iter().next(), Some(TokenTree::Ident(i)) if OURS.iter().any(|name| i == name))
        }
        _ => false,
    };
    let (mut out, mut tokens) = (TokenStream::new(), tokens.into_iter().peekable());
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(p) if p.as_char() == '#' && tokens.peek().is_some_and(ours) => drop(tokens.next()),
            TokenTree::Group(g) => {
                let mut inner = Group::new(g.delimiter(), without(g.stream()));
                inner.set_span(g.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
    }
    out
}

/// Finds an attribute that stands where it means nothing.
pub fn check(block: &Block) -> Result<()> {
    struct Misplaced(Option<Error>);
    impl Visit<'_> for Misplaced {
        fn visit_local(&mut self, l: &Local) {
            for name in ["checkpoint", "independent"] {
                if let Some(a) = l.attrs.iter().find(|a| a.path().is_ident(name)) {
                    self.0.get_or_insert(Error::new_spanned(a, format!("#[{name}] goes on a loop")));
                }
            }
            if let Some(a) = l.attrs.iter().find(|a| a.path().is_ident("constant")) {
                self.0.get_or_insert(Error::new_spanned(a, ONLY_THERE));
            }
            let plain = l.init.as_ref().is_some_and(|init| init.diverge.is_none());
            if let (Some(a), false) = (first(&l.attrs), plain) {
                self.0.get_or_insert(Error::new_spanned(
                    a,
                    "this goes on a loop, or on a `let` with a value and no `else`",
                ));
            }
            visit::visit_local(self, l);
        }
    }
    let mut misplaced = Misplaced(None);
    misplaced.visit_block(block);
    misplaced.0.map_or(Ok(()), Err)
}

/// What `#[recompute]` and `#[save]` say: where what the way back reads comes from, whatever is cheaper.
#[derive(Clone, Copy, Debug)]
pub enum Keep {
    Save,
    /// Saved, as what gives it may give another value the next time: no attribute says so.
    Once,
    /// At this place.
    Recompute(Span),
}

impl Keep {
    /// What the attributes of a loop or a `let` say.
    pub fn of(attrs: &[Attribute]) -> Result<Option<Keep>> {
        let mut found = attrs.iter().filter(|a| is_ours(a) && !a.path().is_ident("independent"));
        let keep = match found.next() {
            Some(a) if a.path().is_ident("save") => Keep::Save,
            Some(a) if a.path().is_ident("recompute") => Keep::Recompute(a.span()),
            _ => return Ok(None),
        };
        match found.next() {
            Some(second) => Err(Error::new_spanned(second, "one of #[checkpoint], #[recompute] and #[save] is enough")),
            None => Ok(Some(keep)),
        }
    }
}

/// What `#[independent(..)]` says: the order of a loop's iterations is free, and which of its ways go on threads.
#[derive(Clone, Debug)]
pub struct Independent {
    pub at: Span,
    pub forward: bool,
    pub reverse: bool,
    /// Where names are assigned to in the loop, the first place of each.
    pub places: Vec<(String, Span)>,
}

impl Independent {
    /// What the attributes of a loop say.
    pub fn of(attrs: &[Attribute], body: &Block) -> Result<Option<Independent>> {
        let mut found = attrs.iter().filter(|a| a.path().is_ident("independent"));
        let Some(mark) = found.next() else { return Ok(None) };
        if let Some(second) = found.next() {
            return Err(Error::new_spanned(second, "one #[independent] is enough"));
        }
        if let Some(other) = attrs.iter().find(|a| a.path().is_ident("checkpoint")) {
            let message = "a loop whose iterations are independent carries no state to keep: leave out one of the two";
            return Err(Error::new_spanned(other, message));
        }
        let parts = match &mark.meta {
            Meta::Path(_) => Punctuated::new(),
            _ => mark.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?,
        };
        let said = |name: &str| parts.is_empty() || parts.iter().any(|p| p == name);
        if let Some(other) = parts.iter().find(|p| *p != "forward" && *p != "reverse") {
            let message = "`forward` or `reverse` says which way goes on threads; #[independent] alone means both";
            return Err(Error::new(other.span(), message));
        }
        let mut places = Places(vec![]);
        places.visit_block(body);
        Ok(Some(Independent { at: mark.span(), forward: said("forward"), reverse: said("reverse"), places: places.0 }))
    }

    /// Whether something of this name is changed in the loop.
    pub fn names(&self, name: &str) -> bool {
        self.places.iter().any(|(n, _)| n == name)
    }

    /// What something that has a number behind its name is called in the loop.
    pub fn name_of(&self, numbered: &str) -> String {
        let plain = numbered.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('_');
        plain.filter(|plain| !self.names(numbered) && self.names(plain)).unwrap_or(numbered).to_string()
    }

    /// Where a name is assigned to, or else the attribute.
    pub fn place(&self, name: &str) -> Span {
        self.places.iter().find(|(n, _)| n == name).map_or(self.at, |(_, at)| *at)
    }
}

/// Collects where names are assigned to, or may be changed.
struct Places(Vec<(String, Span)>);

impl Places {
    fn note(&mut self, e: &Expr, at: Span) {
        match e {
            Expr::Path(p) => {
                let name = p.path.get_ident().map(ToString::to_string);
                self.0.extend(name.filter(|n| self.0.iter().all(|(m, _)| m != n)).map(|n| (n, at)));
            }
            Expr::Index(i) => self.note(&i.expr, at),
            Expr::Field(f) => self.note(&f.base, at),
            Expr::Paren(p) => self.note(&p.expr, at),
            Expr::Unary(u) => self.note(&u.expr, at),
            Expr::Reference(r) => self.note(&r.expr, at),
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.note(e, e.span())),
            _ => {}
        }
    }
}

impl Visit<'_> for Places {
    fn visit_expr_assign(&mut self, a: &syn::ExprAssign) {
        self.note(&a.left, a.left.span());
        visit::visit_expr_assign(self, a);
    }
    fn visit_expr_binary(&mut self, b: &syn::ExprBinary) {
        use syn::BinOp::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};
        if let AddAssign(_) | DivAssign(_) | MulAssign(_) | RemAssign(_) | SubAssign(_) = b.op {
            self.note(&b.left, b.left.span());
        }
        visit::visit_expr_binary(self, b);
    }
    fn visit_expr_reference(&mut self, r: &syn::ExprReference) {
        if r.mutability.is_some() {
            self.note(&r.expr, r.span());
        }
        visit::visit_expr_reference(self, r);
    }
    fn visit_expr_method_call(&mut self, m: &syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, m);
        self.note(&m.receiver, m.receiver.span());
    }
}

/// What `#[checkpoint(..)]` says: which states of a loop are kept, and where.
#[derive(Clone)]
pub struct Checkpoint {
    pub at: Attribute,
    pub schedule: Schedule,
    pub disk: Option<Expr>,
}

/// Which states are kept.
#[derive(Clone)]
pub enum Schedule {
    /// As many as fit into the usual amount of memory.
    Usual,
    Slots(Expr),
    Online(Expr),
    Periodic(Expr),
    Ctz,
    StoreAll,
    Given(Expr),
}

impl Checkpoint {
    fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let number = match &self.schedule {
            Schedule::Slots(e) | Schedule::Online(e) | Schedule::Periodic(e) | Schedule::Given(e) => Some(e),
            Schedule::Usual | Schedule::Ctz | Schedule::StoreAll => None,
        };
        number.into_iter().chain(&self.disk)
    }

    /// What the attributes of a loop say.
    pub fn of(attrs: &[Attribute]) -> Result<Option<Checkpoint>> {
        let Some(at) = attrs.iter().find(|a| a.path().is_ident("checkpoint")) else { return Ok(None) };
        if let Some(second) = attrs.iter().filter(|a| is_ours(a)).nth(1) {
            return Err(Error::new_spanned(second, "one of #[checkpoint], #[recompute] and #[save] is enough"));
        }
        let parts = match &at.meta {
            Meta::Path(_) => Punctuated::new(),
            _ => at.parse_args_with(Punctuated::<Part, Token![,]>::parse_terminated)?,
        };
        let (mut schedule, mut disk) = (None, None);
        for part in parts {
            let (name, span) = (part.name.to_string(), part.name.span());
            if name == "disk" {
                disk = Some(part.value()?);
                continue;
            }
            let next = match name.as_str() {
                "slots" => Schedule::Slots(part.value()?),
                "online" => Schedule::Online(part.value()?),
                "periodic" => Schedule::Periodic(part.value()?),
                "schedule" => Schedule::Given(part.value()?),
                "ctz" if part.value.is_none() => Schedule::Ctz,
                "store_all" if part.value.is_none() => Schedule::StoreAll,
                _ => {
                    let message = "which states are kept is said by `slots = ..`, `online = ..`, `periodic = ..`, `ctz`, `store_all` or `schedule = ..`, and where by `disk = ..`";
                    return Err(Error::new(span, message));
                }
            };
            if schedule.replace(next).is_some() {
                return Err(Error::new(span, "one schedule is enough"));
            }
        }
        Ok(Some(Checkpoint { at: at.clone(), schedule: schedule.unwrap_or(Schedule::Usual), disk }))
    }
}

/// A name, or a name and a value.
struct Part {
    name: Ident,
    value: Option<Expr>,
}

impl Part {
    fn value(self) -> Result<Expr> {
        let message = format!("a value is missing: write `{} = ..`", self.name);
        self.value.ok_or_else(|| Error::new(self.name.span(), message))
    }
}

impl Parse for Part {
    fn parse(input: ParseStream) -> Result<Part> {
        let name = input.parse()?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Part { name, value })
    }
}
