//! The body of a function over the number: blocks, statements, names.

use super::Repeat;
use front::hir::{ExprId, ExprKind, LabelId, LocalId, PatId, PatKind, Stmt, TypeRef, Unary};
use front::items::{AdtId, ConstId, FnId, ItemId, Origin};
use front::ty::Ty;
use front::typed::Typed;
use front::visit::Visit;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::cell::RefCell;
use std::collections::HashSet;
use syn::{Error, Item, Lifetime, Result};

/// Writes the body of a function.
pub(super) struct Writer<'w, 's> {
    pub(super) repeat: &'w Repeat<'s>,
    pub(super) f: FnId,
    pub(super) typed: &'w Typed,
    /// What `self` is called.
    itself: Option<&'w str>,
    /// Whether names mean what they do where the function at hand stands.
    pub(super) is_home: bool,
    /// Constants of numbers, which are made of floats at the beginning.
    constants: RefCell<Vec<(String, Ident, TokenStream)>>,
    /// The closures that are functions of eigenvalues.
    pub(super) spectral: HashSet<Ty>,
    /// What the pattern at hand asks of numbers, which are compared behind it; none where nothing may be asked there.
    pub(super) asked: RefCell<Option<Vec<TokenStream>>>,
}

impl<'w, 's> Writer<'w, 's> {
    pub(super) fn new(repeat: &'w Repeat<'s>, f: FnId, typed: &'w Typed, itself: Option<&'w str>) -> Writer<'w, 's> {
        let is_home = repeat.program.is_home(&repeat.program.scope_of(f));
        let spectral = repeat.spectral_in(typed);
        Writer { repeat, f, typed, itself, is_home, constants: RefCell::default(), spectral, asked: RefCell::default() }
    }

    pub(super) fn refuse(&self, at: Span, message: &str) -> Error {
        self.repeat.error(at, message)
    }

    pub(super) fn kind(&self, e: ExprId) -> &'w ExprKind {
        &self.typed.body.exprs[e].kind
    }

    pub(super) fn span(&self, e: ExprId) -> Span {
        self.typed.body.exprs[e].span
    }

    /// The whole body, as a block.
    pub(super) fn whole(&self) -> Result<TokenStream> {
        self.reach_all()?;
        let value = self.value(self.typed.body.root)?;
        let items = self.items()?;
        let constants = self.constants.take();
        let constants = constants.iter().map(|(_, name, value)| quote!(let #name = #value;));
        Ok(quote!({ #(#items)* #(#constants)* #value }))
    }

    /// The items of the body that are of no number, as they stand.
    fn items(&self) -> Result<Vec<TokenStream>> {
        let mut items = vec![];
        for item in &self.typed.body.items {
            let stays = match item {
                Item::Use(_) | Item::Const(_) | Item::Static(_) | Item::Macro(_) => true,
                Item::Struct(_) | Item::Enum(_) => !has_word(item, "f64"),
                // They are repeated where they are reached, or are of no number.
                Item::Fn(_) | Item::Trait(_) | Item::Impl(_) | Item::Type(_) => false,
                _ => return Err(self.refuse(Span::call_site(), "an item in a body")),
            };
            if front::items::names(item).iter().any(|name| self.is_ambiguous(&name.to_string())) {
                // They are told by what they are, wherever they stand.
                if matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Macro(_)) && stays {
                    return Err(self.refuse(Span::call_site(), "types of one name in a body"));
                }
                continue;
            }
            if stays && self.is_home {
                items.push(item.to_token_stream());
            }
        }
        Ok(items)
    }

    /// Whether several items of the body have a name, in blocks of it.
    fn is_ambiguous(&self, name: &str) -> bool {
        self.typed.body.items.iter().flat_map(front::items::names).filter(|own| *own == name).count() > 1
    }

    /// Whether a constant is one of the body.
    fn is_of_body(&self, name: &str) -> bool {
        self.typed.body.items.iter().any(|item| match item {
            Item::Const(c) => c.ident == name,
            Item::Static(c) => c.ident == name,
            _ => false,
        })
    }

    pub(super) fn local(&self, k: LocalId) -> Ident {
        let name = &*self.typed.body.locals[k].name;
        match (name, self.itself) {
            ("self", Some(itself)) => format_ident!("{itself}"),
            ("self", None) => Ident::new("self", Span::call_site()),
            (name, _) => format_ident!("{}_{k}", name.trim_start_matches("r#")),
        }
    }

    pub(super) fn label(k: LabelId) -> Lifetime {
        Lifetime::new(&format!("'l{k}"), Span::call_site())
    }

    /// A type of the crate or of std with these written arguments, as the beginning of a path; of std with floats in it or
    /// without.
    pub(super) fn adt_of(&self, adt: AdtId, types: &[TypeRef], has_float: bool, at: Span) -> Result<TokenStream> {
        let (path, args) = self.adt_with(adt, types, has_float, at)?;
        Ok(quote!(#path #args))
    }

    /// The name of a type, and its arguments.
    fn adt_with(
        &self,
        adt: AdtId,
        types: &[TypeRef],
        has_float: bool,
        at: Span,
    ) -> Result<(TokenStream, Option<TokenStream>)> {
        let wanted = self.repeat.program.adt(adt).generics.names.len();
        let written: Vec<_> = types.iter().map(|ty| self.repeat.type_ref(self.f, ty)).collect();
        let known = !written.is_empty() && written.len() == wanted;
        if self.repeat.is_adt_over(adt) {
            let (name, number) = (self.repeat.adt_name(adt), &self.repeat.number);
            let others = if known { written } else { vec![quote!(_); wanted] };
            return Ok((name.to_token_stream(), Some(quote!(::<#number #(, #others)*>))));
        }
        let path = self.repeat.path_of_adt(self.f, adt, has_float);
        let path = path.ok_or_else(|| self.refuse(at, "a type that has no name here"))?;
        Ok((path.to_token_stream(), known.then(|| quote!(::<#(#written),*>))))
    }

    /// A struct or a variant. Where an enum has lifetimes, its arguments stand behind the variant alone.
    pub(super) fn variant(&self, adt: AdtId, k: usize, types: &[TypeRef], at: Span) -> Result<TokenStream> {
        let ((path, args), def) = (self.adt_with(adt, types, false, at)?, self.repeat.program.adt(adt));
        if !def.is_enum {
            return Ok(quote!(#path #args));
        }
        let name = super::patterns::member(&def.variants[k].name);
        Ok(quote!(#path::#name #args))
    }

    /// A constant, over the number where floats are in it.
    pub(super) fn constant_item(&self, c: ConstId, e: ExprId) -> Result<TokenStream> {
        if let Some(made) = self.made(c, None, e) {
            return Ok(made);
        }
        let (program, span) = (&self.repeat.program, self.span(e));
        let def = program.constant(c);
        let hidden = match program.owner_of_const(c) {
            (None, None) => {
                !self.is_home || !self.is_of_body(&def.name) && !program.is_seen_from_home(ItemId::Const(c))
            }
            (_, Some(_)) => false,
            _ => !self.is_home,
        };
        // Its name means another one here.
        let other = matches!(program.owner_of_const(c), (None, None))
            && self.is_of_body(&def.name)
            && (self.is_ambiguous(&def.name) || program.item_of_body(ItemId::Const(c)).is_none());
        if other || hidden && !program.is_seen_from_home(ItemId::Const(c)) {
            if let (Some(value), Ty::Int(int)) = (&def.value, &def.ty) {
                let int = format_ident!("{}", int.name());
                return Ok(quote!((#value as #int)));
            }
            return self.value_of_hidden(c, span);
        }
        let path = match program.owner_of_const(c) {
            (None, None) => def.path.to_token_stream(),
            _ => match self.typed.owners.get(&e) {
                Some(ty @ (Ty::Rigid(..) | Ty::Param(_))) => {
                    let (of, name) = (self.repeat.ty(self.f, ty), super::patterns::member(&def.name));
                    quote!(<#of>::#name)
                }
                Some(Ty::Adt(adt, args)) if !args.iter().any(|ty| self.repeat.has_float(ty)) => {
                    self.of_plain(*adt, args, c, span)?
                }
                None if program.trait_of_const(c).is_some() && def.path.segments.len() > 1 => {
                    let mut of = def.path.clone();
                    of.segments.pop();
                    of.segments.pop_punct();
                    self.constant_of(&of.to_token_stream(), c)
                }
                None if !def.path.segments.is_empty() => def.path.to_token_stream(),
                _ => return Err(self.refuse(span, "a constant of a type with parameters")),
            },
        };
        // What cannot be carried over, as a table of functions, is made anew.
        self.number_of_constant(&def.ty, path, span).or_else(|error| self.value_of_hidden(c, span).map_err(|_| error))
    }

    /// What a constant is set to, where it cannot be named.
    fn value_of_hidden(&self, c: ConstId, at: Span) -> Result<TokenStream> {
        let (program, def) = (&self.repeat.program, self.repeat.program.constant(c));
        let f = program.function_of_const(c).filter(|f| program.func(*f).generics.names.is_empty());
        let (Some(f), false) = (f, matches!(def.ty, Ty::Ref(..))) else {
            return Err(self.refuse(at, "a constant that is private to another module"));
        };
        let (number, name) = (&self.repeat.number, self.repeat.function_name(f));
        let made = quote!(#name::<#number>());
        Ok(if is_copied(&def.ty) { self.kept(made, true) } else { made })
    }

    /// A constant of a type of the crate, which stays plain.
    pub(super) fn of_plain(&self, adt: AdtId, args: &[Ty], c: ConstId, at: Span) -> Result<TokenStream> {
        let program = &self.repeat.program;
        let path = program.path_of_adt(adt);
        let path = path.ok_or_else(|| self.refuse(at, "a type that has no name here"))?;
        let args: Vec<_> = args.iter().map(|ty| self.repeat.ty(self.f, ty)).collect();
        let args = (!args.is_empty()).then(|| quote!(::<#(#args),*>));
        Ok(self.constant_of(&quote!(#path #args), c))
    }

    /// A constant of this type: where it is of a trait, the one that is repeated beside that has it too.
    pub(super) fn constant_of(&self, of: &TokenStream, c: ConstId) -> TokenStream {
        let program = &self.repeat.program;
        let name = super::patterns::member(&program.constant(c).name);
        match program.trait_of_const(c).and_then(|by| program.path_of_trait(by)) {
            Some(by) => quote!(<#of as #by>::#name),
            None => quote!(#of::#name),
        }
    }

    /// A constant of this type by its path, over the number: another one each time, as a constant is.
    pub(super) fn number_of_constant(&self, ty: &Ty, path: TokenStream, at: Span) -> Result<TokenStream> {
        let number = &self.repeat.number;
        if let Ty::Float(_) = ty {
            return Ok(quote!(<#number as ::wengert::Number>::constant(#path)));
        }
        if !self.repeat.has_float(ty) {
            return Ok(path);
        }
        if !self.repeat.comes_apart(ty, &mut HashSet::new()) {
            return Err(self.refuse(at, "a constant of what is not `Clone`"));
        }
        if let Ty::Ref(_, of) = ty {
            let kept = self.kept(self.repeat.carried(super::border::Mode::Lift, of, &path, at)?, is_copied(of));
            return Ok(if let Ty::Slice(_) = **of { quote!((&#kept[..])) } else { quote!((&#kept)) });
        }
        let lifted = self.repeat.carried(super::border::Mode::Lift, ty, &quote!(&#path), at)?;
        Ok(if is_copied(ty) { self.kept(lifted, true) } else { lifted })
    }

    /// The place of what is made once, at the beginning: what refers to it may outlive the statement. What is copied goes with
    /// closures that take what they name, other things are lent to them.
    fn kept(&self, value: TokenStream, copied: bool) -> TokenStream {
        let value = if copied { value } else { quote!(&#value) };
        let key = value.to_string();
        let mut constants = self.constants.borrow_mut();
        let name = match constants.iter().find(|(own, ..)| *own == key) {
            Some((_, name, _)) => name.clone(),
            None => {
                let name = format_ident!("constant{}__", constants.len());
                constants.push((key, name.clone(), value));
                name
            }
        };
        if copied { name.to_token_stream() } else { quote!((*#name)) }
    }

    /// Where something lies that is read there: of a constant, what is made once.
    pub(super) fn place(&self, e: ExprId) -> Result<TokenStream> {
        let constant = match self.kind(e) {
            ExprKind::Item(ItemId::Const(_), _) => true,
            ExprKind::TypeFn(..) => !self.typed.callees.contains_key(&e),
            ExprKind::Literal(_) => true,
            ExprKind::Unary(Unary::Neg, of) => matches!(self.kind(*of), ExprKind::Literal(_)),
            ExprKind::Field(on, name) => return self.field(e, self.place(*on)?, *on, name),
            ExprKind::Index(on, index) => return self.indexed(*on, *index),
            _ => false,
        };
        let value = self.value(e)?;
        let ty = self.ty(e);
        let made = constant && self.repeat.has_float(ty) && !matches!(ty, Ty::Ref(..));
        // Lists of numbers lie there already.
        let lone = matches!(ty, Ty::Float(_));
        Ok(if made && (lone || !is_copied(ty)) { self.kept(value, lone) } else { value })
    }

    /// An expression as a block.
    pub(super) fn block(&self, e: ExprId) -> Result<TokenStream> {
        let value = self.value(e)?;
        Ok(match self.kind(e) {
            ExprKind::Block(_, _, None) => value,
            _ => quote!({ #value }),
        })
    }

    pub(super) fn stmts(&self, stmts: &[Stmt]) -> Result<Vec<TokenStream>> {
        stmts.iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&self, stmt: &Stmt) -> Result<TokenStream> {
        match stmt {
            Stmt::Let { pat, ty, init, otherwise, .. } => {
                let written = ty.as_ref().filter(|_| !self.is_lent_or_owned(*pat));
                let pat = self.pat(*pat)?;
                let ty = written.map(|ty| self.repeat.type_ref(self.f, ty)).map(|ty| quote!(: #ty));
                let init = init.map(|e| self.value(e)).transpose()?.map(|init| quote!(= #init));
                let otherwise = otherwise.map(|e| self.block(e)).transpose()?.map(|block| quote!(else #block));
                Ok(quote!(let #pat #ty #init #otherwise;))
            }
            Stmt::Expr(e) => {
                let value = self.value(*e)?;
                Ok(quote!(#value;))
            }
        }
    }

    /// Whether a variable is a `Cow`, which inference takes for the list.
    fn is_lent_or_owned(&self, pat: PatId) -> bool {
        struct Found<'n>(&'n str, bool);
        impl<'ast> Visit<'ast> for Found<'_> {
            fn visit_local(&mut self, l: &'ast syn::Local) {
                let syn::Pat::Type(t) = &l.pat else { return };
                let named = matches!(&*t.pat, syn::Pat::Ident(p) if p.ident == self.0);
                self.1 |= named && t.ty.to_token_stream().to_string().contains("Cow");
            }
        }
        let PatKind::Bind { local, .. } = &self.typed.body.pats[pat].kind else { return false };
        let mut found = Found(&self.typed.body.locals[*local].name, false);
        self.repeat.program.text(self.f).iter().for_each(|text| found.visit_item_fn(text));
        found.1
    }

    /// Whether a function is of the crate or of a body in it.
    pub(super) fn is_own(&self, f: FnId) -> bool {
        matches!(self.repeat.program.func(f).origin, Origin::Crate | Origin::Body)
    }
}

/// Whether values of a type are copied, over numbers too.
pub(super) fn is_copied(ty: &Ty) -> bool {
    match ty {
        Ty::Float(_) | Ty::Int(_) | Ty::Bool | Ty::Char | Ty::Ref(false, _) => true,
        Ty::Array(of, _) => is_copied(of),
        Ty::Tuple(parts) => parts.iter().all(is_copied),
        _ => false,
    }
}

/// Whether a word stands in an item.
fn has_word(item: &Item, word: &str) -> bool {
    item.to_token_stream().to_string().split(|c: char| !c.is_alphanumeric()).any(|own| own == word)
}
