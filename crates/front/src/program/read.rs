//! Definitions, read of the syntax of items.

use super::Program;
use super::blocks::as_function;
use super::names::{Meaning, plain, segments};
use super::part::side;
use super::scope::{Around, Place, Scope};
use super::table::{Owner, Side, Slot, Source, parse, parse_constant};
use super::types::TypeReader;
use crate::index::{self, Index, ItemId as IndexItem, ItemKind, ScopeId, Space};
use crate::items::{
    AdtDef, AdtId, ConstDef, ConstId, FieldDef, FnId, Generics, ImplDef, ImplId, ItemId, Origin, TraitDef, TraitId,
    VariantDef,
};
use crate::ty::Ty;
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use syn::{Attribute, Item};

impl Program {
    /// The syntax of an item, without the bodies of functions.
    pub(super) fn parsed<D>(&self, slot: &Slot<D>) -> Option<Rc<Item>> {
        let key = std::ptr::from_ref(slot).addr();
        if let Some(known) = self.parsed.borrow().get(&key) {
            return known.clone();
        }
        let read = match &slot.source {
            Source::Text(index, text, item) => parse(index, *text, item).map(Rc::new),
            Source::Tokens(item) => Some(item.clone()),
            Source::Made => None,
        };
        self.parsed.borrow_mut().insert(key, read.clone());
        read
    }

    pub(super) fn parsed_const(&self, id: ConstId) -> Option<Rc<Item>> {
        self.parsed(&self.const_slot(id))
    }

    /// Whether a function is one of another crate, of which no body is known.
    pub fn is_of_another_crate(&self, f: FnId) -> bool {
        self.is_of_other_crate(self.fn_slot(f).at)
    }

    /// The module that a function stands in; nothing for those of std, and for those inside of bodies.
    pub fn module_of(&self, f: FnId) -> Option<ScopeId> {
        let at = self.fn_slot(f).at;
        (at.side == Side::Crate && at.block.is_none()).then_some(at.scope)
    }

    /// Whether something stands in another crate than the function at hand.
    pub(super) fn is_of_other_crate(&self, at: Place) -> bool {
        at.side == Side::Crate && at.block.is_none() && !self.index.is_own(at.scope)
    }

    pub(super) fn origin(&self, at: Place) -> Origin {
        match at.side {
            Side::Prelude => Origin::Prelude,
            Side::Crate if self.is_in_body(at) => Origin::Body,
            Side::Crate => Origin::Crate,
        }
    }

    /// A struct or an enum.
    pub fn adt(&self, adt: AdtId) -> Rc<AdtDef> {
        let slot = self.adt_slot(adt);
        if let Some(def) = slot.def.get() {
            return def.clone();
        }
        let parsed = self.parsed(&slot);
        let (attrs, generics, variants, is_enum) = match parsed.as_deref() {
            Some(Item::Struct(s)) => (&s.attrs[..], s.generics.clone(), vec![(&s.ident, &s.fields)], false),
            Some(Item::Enum(e)) => {
                let variants = e.variants.iter().map(|v| (&v.ident, &v.fields)).collect();
                (&e.attrs[..], e.generics.clone(), variants, true)
            }
            _ => (&[][..], syn::Generics::default(), vec![], false),
        };
        self.steps.set(0);
        let scope = self.within(&Scope::at(slot.at), &generics, &[]);
        let names: Vec<Ty> = (0..scope.0.names.len()).map(|k| self.own_arg(&scope, k)).collect();
        let scope = Scope(Rc::new(Around { itself: Some(Ty::Adt(adt, names)), ..(*scope.0).clone() }));
        let mut reader = TypeReader::new(self, &scope);
        let variants = variants.into_iter().map(|(name, fields)| VariantDef {
            name: plain(name).into(),
            named: matches!(fields, syn::Fields::Named(_)),
            fields: fields
                .iter()
                .enumerate()
                .map(|(k, field)| FieldDef {
                    name: field.ident.as_ref().map_or_else(|| k.to_string(), plain).into(),
                    ty: reader.ty(&field.ty),
                    constant: has(&field.attrs, "constant"),
                    boxed: is_boxed(&field.ty),
                    seen: if is_enum { None } else { seen(&field.vis) },
                })
                .collect(),
        });
        let variants = variants.collect();
        let derived = derives(attrs);
        let is = |name: &str| derived.iter().any(|d| d == name);
        let def = AdtDef {
            name: slot.name.clone(),
            origin: self.origin(slot.at),
            generics: self.generics(&scope, &[], &generics, &[]),
            variants,
            is_enum,
            copy: is("Copy") || self.implements(adt, slot.at.side, "Copy"),
            differentiable: is("Differentiable"),
        };
        slot.def.get_or_init(|| Rc::new(def)).clone()
    }

    /// How generated code names a struct or an enum, without arguments, from where the function at hand stands; none of
    /// those that the prelude alone has.
    pub fn path_of_adt(&self, adt: AdtId) -> Option<syn::Path> {
        let slot = self.adt_slot(adt);
        match slot.at.side {
            Side::Prelude => std_path(&slot.name),
            Side::Crate => self.seen_path_from_home(ItemId::Adt(adt)),
        }
    }

    /// Whether the function at hand may name a field of a type.
    pub fn sees(&self, adt: AdtId, field: &FieldDef) -> bool {
        self.is_seen_within(self.adt_slot(adt).at, field.seen)
    }

    /// Whether the function at hand may name a method that belongs to no trait.
    pub fn sees_method(&self, f: FnId) -> bool {
        let inherent = matches!(self.fn_slot(f).owner, Owner::Impl(of) if self.impl_def(of).of_trait.is_none());
        inherent && self.text(f).is_some_and(|text| self.is_seen_within(self.fn_slot(f).at, seen(&text.vis)))
    }

    /// How generated code names what stands beside a method that belongs to no trait, from where the function at hand
    /// stands; none where that cannot be named there.
    pub fn path_beside_method(&self, f: FnId, name: &str) -> Option<syn::Path> {
        let (at, home) = (self.fn_slot(f).at, self.home.get());
        let path = |names: &[String]| super::names::written_path(names);
        if at.side != Side::Crate || at.block.is_some() || at.scope == home {
            return path(&[name.to_owned()]);
        }
        let seen = self.sees_method(f) && self.index.is_module_visible(at.scope, home);
        seen.then(|| path(&[self.index.path_of_scope(at.scope), vec![name.to_owned()]].concat())).flatten()
    }

    fn is_seen_within(&self, at: Place, above: Option<usize>) -> bool {
        let Some(above) = above.filter(|_| at.side == Side::Crate) else { return true };
        let (mut of, home) = (self.index.path_of_scope(at.scope), self.index.path_of_scope(self.home.get()));
        // The name of another crate stands behind nothing.
        let root = 1 + usize::from(of.first().is_some_and(String::is_empty));
        of.truncate(of.len().saturating_sub(above).max(root));
        home.starts_with(&of)
    }

    fn own_arg(&self, scope: &Scope, k: usize) -> Ty {
        if scope.0.consts[k] { Ty::Const(crate::ty::Len::Param(k)) } else { Ty::Param(k) }
    }

    /// Whether a trait of this name is implemented for a type in so many words.
    pub(super) fn implements(&self, adt: AdtId, side: Side, of_trait: &str) -> bool {
        let name = self.adt_slot(adt).name.clone();
        let heads = self.index_of(side).impls().iter();
        let mut all = heads.filter(|h| h.of_trait.as_deref() == Some(of_trait) && *h.of == *name).map(|h| h.id);
        all.any(|id| {
            let id = self.impl_of(side, id);
            matches!(&self.impl_def(id).ty, Ty::Adt(of, _) if *of == adt)
        })
    }

    /// Whether values of a struct or an enum of a crate can be cloned.
    pub fn is_cloned(&self, adt: AdtId) -> bool {
        let side = self.adt_slot(adt).at.side;
        self.derived(adt).iter().any(|of| ["Clone", "Differentiable"].contains(&&**of))
            || self.implements(adt, side, "Clone")
    }

    /// What the derives of a struct or an enum are.
    pub(super) fn derived(&self, adt: AdtId) -> Vec<String> {
        match self.parsed(&self.adt_slot(adt)).as_deref() {
            Some(Item::Struct(s)) => derives(&s.attrs),
            Some(Item::Enum(e)) => derives(&e.attrs),
            _ => vec![],
        }
    }

    /// The variant of the default of a struct or an enum that derives it, or of an `Option`.
    pub fn default_variant(&self, adt: AdtId) -> Option<usize> {
        let slot = self.adt_slot(adt);
        if slot.at.side == Side::Prelude {
            return self.adt(adt).variants.iter().position(|v| &*v.name == "None");
        }
        if !self.derived(adt).iter().any(|of| of == "Default") {
            return None;
        }
        match self.parsed(&slot).as_deref() {
            Some(Item::Struct(_)) => Some(0),
            Some(Item::Enum(e)) => e.variants.iter().position(|v| has(&v.attrs, "default")),
            _ => None,
        }
    }

    /// Whether the variants of an enum count from zero in the order in which they stand.
    pub fn counts_from_zero(&self, adt: AdtId) -> bool {
        let is = |said: &syn::Expr, k: usize| match said {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(n), .. }) => {
                n.base10_parse::<usize>().is_ok_and(|n| n == k)
            }
            _ => false,
        };
        let in_order = |(k, v): (usize, &syn::Variant)| v.discriminant.as_ref().is_none_or(|(_, said)| is(said, k));
        match self.parsed(&self.adt_slot(adt)).as_deref() {
            Some(Item::Enum(e)) => e.variants.iter().enumerate().all(in_order),
            _ => false,
        }
    }

    /// What is seen in a trait: `Self` is its first parameter.
    pub(super) fn scope_of_trait(&self, id: TraitId) -> Scope {
        let slot = self.trait_slot(id);
        if let Some(scope) = slot.scope.get() {
            return scope.clone();
        }
        let parsed = self.parsed(&slot);
        let outer = Around {
            at: slot.at,
            names: vec!["Self".into()],
            consts: vec![false],
            itself: Some(Ty::Param(0)),
            traits: vec![(0, id)],
            ..Around::default()
        };
        let outer = Scope(Rc::new(outer));
        let scope = match parsed.as_deref() {
            Some(Item::Trait(of)) => {
                let named = self.within(&outer, &of.generics, &[]);
                let supers = self.with_supers(id);
                let supers = supers.iter().skip(1).map(|above| (0, *above));
                let traits = named.0.traits.iter().copied().chain(supers).collect();
                Scope(Rc::new(Around { traits, ..(*named.0).clone() }))
            }
            _ => outer,
        };
        slot.scope.get_or_init(|| scope).clone()
    }

    /// A trait.
    pub fn trait_def(&self, id: TraitId) -> Rc<TraitDef> {
        let slot = self.trait_slot(id);
        if let Some(def) = slot.def.get() {
            return def.clone();
        }
        let parsed = self.parsed(&slot);
        let scope = self.scope_of_trait(id);
        let mut generics = Generics { names: scope.0.names.clone(), consts: scope.0.consts.clone(), bounds: vec![] };
        if let Some(Item::Trait(of)) = parsed.as_deref() {
            let mut own = self.generics(&scope, &[], &of.generics, &[]);
            let mut reader = TypeReader::new(self, &scope);
            of.supertraits.iter().for_each(|bound| self.bound(&mut reader, &Ty::Param(0), bound, &mut own.bounds));
            generics.bounds = own.bounds;
        }
        let (fns, consts) = self.members(&slot, Owner::Trait(id));
        let def = TraitDef { name: slot.name.clone(), origin: self.origin(slot.at), generics, fns, consts };
        slot.def.get_or_init(|| Rc::new(def)).clone()
    }

    /// The functions and constants of an implementation or a trait, by name.
    fn members<D>(&self, slot: &Slot<D>, owner: Owner) -> (HashMap<Rc<str>, FnId>, HashMap<Rc<str>, ConstId>) {
        let (mut fns, mut consts) = (HashMap::new(), HashMap::new());
        let part = match owner {
            Owner::Impl(id) | Owner::Trait(id) => self.part(side(id)),
            Owner::Nothing => &self.own,
        };
        match &slot.source {
            Source::Text(index, text, item) => {
                let members = item.body.clone().map(|body| index.members(*text, body)).unwrap_or_default();
                let written = |member: index::Item| match member.kind {
                    ItemKind::Made => self.written_members(index, *text, &member, slot.at, owner),
                    _ => vec![(index.clone(), *text, member)],
                };
                for (index, text, member) in members.into_iter().flat_map(written) {
                    let (name, kind): (Rc<str>, _) = (member.name.as_str().into(), member.kind.clone());
                    let source = Source::Text(index, text, member);
                    match kind {
                        ItemKind::Function => {
                            fns.insert(name.clone(), part.fns.add(Slot::new(&name, source, slot.at, owner)));
                        }
                        ItemKind::Constant => {
                            consts.insert(name.clone(), part.consts.add(Slot::new(&name, source, slot.at, owner)));
                        }
                        _ => {}
                    }
                }
            }
            Source::Tokens(item) => {
                let mut function = |f: syn::ItemFn| {
                    let name: Rc<str> = plain(&f.sig.ident).into();
                    let source = Source::Tokens(Rc::new(Item::Fn(f)));
                    fns.insert(name.clone(), part.fns.add(Slot::new(&name, source, slot.at, owner)));
                };
                let mut constant = |c: syn::ItemConst| {
                    let name: Rc<str> = plain(&c.ident).into();
                    let source = Source::Tokens(Rc::new(Item::Const(c)));
                    consts.insert(name.clone(), part.consts.add(Slot::new(&name, source, slot.at, owner)));
                };
                match &**item {
                    Item::Impl(of) => of.items.iter().for_each(|i| match i {
                        syn::ImplItem::Fn(f) => function(as_function(f)),
                        syn::ImplItem::Const(c) => {
                            let (ident, ty, expr) = (&c.ident, &c.ty, &c.expr);
                            constant(syn::parse_quote!(const #ident: #ty = #expr;));
                        }
                        _ => {}
                    }),
                    Item::Trait(of) => of.items.iter().for_each(|i| {
                        if let syn::TraitItem::Fn(f) = i {
                            let block = f.default.clone();
                            let vis = syn::Visibility::Inherited;
                            let block = Box::new(
                                block.unwrap_or(syn::Block { brace_token: Default::default(), stmts: vec![] }),
                            );
                            function(syn::ItemFn { attrs: f.attrs.clone(), vis, sig: f.sig.clone(), block });
                        }
                    }),
                    _ => {}
                }
            }
            Source::Made => {}
        }
        (fns, consts)
    }

    /// What a macro in the braces of an implementation or a trait makes, as members of a text of its own.
    fn written_members(
        &self,
        index: &Rc<Index>,
        text: usize,
        member: &index::Item,
        at: Place,
        owner: Owner,
    ) -> Vec<(Rc<Index>, usize, index::Item)> {
        let said = index.slice(text, member.tokens.clone()).map(syn::parse_str::<syn::ItemMacro>);
        let (Side::Crate, Some(Ok(mac))) = (at.side, said) else { return vec![] };
        let here = self.position_of(owner).unwrap_or_else(|| self.behind_all(at));
        let made = self.made_members(here, &mac.mac);
        let written = Rc::new(Index::without_bodies(&format!("impl __ {{ {made} }}")));
        let body = written.impls().first().and_then(|head| written.item(head.id).body.clone());
        let members = body.map(|body| written.members(0, body)).unwrap_or_default();
        members.into_iter().map(|member| (written.clone(), 0, member)).collect()
    }

    /// An implementation of an index.
    pub(super) fn impl_of(&self, side: Side, id: IndexItem) -> ImplId {
        let part = self.part(side);
        if let Some(known) = part.impl_ids.borrow().get(&id) {
            return *known;
        }
        let (index, at) = (&part.index, Place { side, scope: id.scope, block: None });
        let source = Source::Text(index.clone(), index.scope(id.scope).text, index.item(id).clone());
        let new = part.impls.add(Slot::new("", source, at, Owner::Nothing));
        part.impl_ids.borrow_mut().insert(id, new);
        new
    }

    pub(super) fn add_impl(&self, at: Place, source: Source) -> ImplId {
        self.own.impls.add(Slot::new("", source, at, Owner::Nothing))
    }

    /// What is seen in an implementation.
    pub(super) fn scope_of_impl(&self, id: ImplId) -> Scope {
        let slot = self.impl_slot(id);
        if let Some(scope) = slot.scope.get() {
            return scope.clone();
        }
        let outer = Scope::at(slot.at);
        // Its type may be one that implementations are asked for, and so this one.
        if !self.begun.borrow_mut().insert(id) {
            return outer;
        }
        let parsed = self.parsed(&slot);
        let scope = match parsed.as_deref() {
            Some(Item::Impl(of)) => {
                let named = self.within(&outer, &of.generics, &[]);
                let itself = TypeReader::new(self, &named).ty(&of.self_ty);
                let mut scope = Scope(Rc::new(Around { itself: Some(itself), ..(*named.0).clone() }));
                let types = of.items.iter().filter_map(|i| match i {
                    syn::ImplItem::Type(t) => Some((Rc::from(plain(&t.ident)), &t.ty)),
                    _ => None,
                });
                let mut types: Vec<(Rc<str>, &syn::Type)> = types.collect();
                // Those that name others of them are read after them.
                let names = |ty: &syn::Type| ty.to_token_stream().to_string().contains("Self ::");
                types.sort_by_key(|(_, ty)| names(ty));
                for (name, ty) in types {
                    let ty = TypeReader::new(self, &scope).ty(ty);
                    Rc::make_mut(&mut Rc::make_mut(&mut scope.0).types).push((name, ty));
                }
                scope
            }
            _ => outer,
        };
        self.begun.borrow_mut().remove(&id);
        slot.scope.get_or_init(|| scope).clone()
    }

    /// An implementation.
    pub fn impl_def(&self, id: ImplId) -> Rc<ImplDef> {
        let slot = self.impl_slot(id);
        if let Some(def) = slot.def.get() {
            return def.clone();
        }
        let parsed = self.parsed(&slot);
        let scope = self.scope_of_impl(id);
        let mut def = ImplDef {
            generics: Generics::default(),
            ty: scope.itself().cloned().unwrap_or_else(Ty::unknown),
            of_trait: None,
            types: HashMap::new(),
            fns: HashMap::new(),
            consts: HashMap::new(),
        };
        if let Some(Item::Impl(of)) = parsed.as_deref() {
            def.generics = self.generics(&scope, &[], &of.generics, &[]);
            let mut reader = TypeReader::new(self, &scope);
            if let Some((_, path, _)) = &of.trait_
                && let Meaning::Item(ItemId::Trait(t)) = self.meaning(&scope, &segments(path), Space::Types).0
                && let Some(last) = path.segments.last()
            {
                let ty = def.ty.clone();
                def.of_trait = Some((t, self.trait_args(&mut reader, t, &ty, &last.arguments)));
            }
            def.types.extend(scope.0.types.iter().cloned());
        }
        (def.fns, def.consts) = self.members(&slot, Owner::Impl(id));
        slot.def.get_or_init(|| Rc::new(def)).clone()
    }

    /// A constant.
    pub fn constant(&self, id: ConstId) -> Rc<ConstDef> {
        let slot = self.const_slot(id);
        if let Some(def) = slot.def.get() {
            return def.clone();
        }
        let parsed = self.parsed(&slot);
        let (ty, value) = match parsed.as_deref() {
            Some(Item::Const(c)) => (Some((*c.ty).clone()), literal(&c.expr)),
            Some(Item::Static(c)) => (Some((*c.ty).clone()), literal(&c.expr)),
            _ => (None, None),
        };
        let scope = self.scope_of_const(id);
        let ty = ty.map_or_else(Ty::unknown, |ty| self.ty_of(&scope, &ty));
        let own = || syn::parse_str::<syn::Path>(&slot.name).ok();
        let path = match slot.owner {
            Owner::Nothing => self.path_from_home(slot.at.side, ItemId::Const(id)).or_else(own),
            Owner::Impl(of) => match &self.impl_def(of).ty {
                Ty::Adt(adt, _) => self.path_of_adt(*adt).and_then(|mut path| {
                    path.segments.push(syn::parse_str::<proc_macro2::Ident>(&slot.name).ok()?.into());
                    Some(path)
                }),
                _ => None,
            },
            Owner::Trait(_) => None,
        };
        let path = path.or_else(own).unwrap_or_else(|| syn::Path { leading_colon: None, segments: Default::default() });
        let def = ConstDef { name: slot.name.clone(), path, ty, value };
        // What the prelude's would hold is of the compiler's.
        match slot.at.side {
            Side::Prelude => Rc::new(def),
            Side::Crate => slot.def.get_or_init(|| Rc::new(def)).clone(),
        }
    }

    pub(super) fn scope_of_const(&self, id: ConstId) -> Scope {
        let slot = self.const_slot(id);
        match slot.owner {
            Owner::Impl(of) => self.scope_of_impl(of),
            Owner::Trait(of) => self.scope_of_trait(of),
            Owner::Nothing => Scope::at(slot.at),
        }
    }

    /// A function that gives what a constant is set to, for where the constant itself cannot be named; it has the
    /// parameters of what the constant belongs to.
    pub fn function_of_const(&self, id: ConstId) -> Option<FnId> {
        let slot = self.const_slot(id);
        if self.is_of_other_crate(slot.at) {
            return None;
        }
        let parsed = match &slot.source {
            Source::Text(index, text, item) => parse_constant(index, *text, item).map(Rc::new),
            _ => self.parsed(&slot),
        };
        let (ty, value) = match parsed.as_deref()? {
            Item::Const(c) => (&c.ty, &c.expr),
            Item::Static(c) => (&c.ty, &c.expr),
            _ => return None,
        };
        let name = quote::format_ident!("__value_of_{}", &*slot.name);
        let source = Source::Tokens(Rc::new(syn::parse_quote!(fn #name() -> #ty { #value })));
        Some(self.own.fns.add(Slot::new(&name.to_string(), source, slot.at, slot.owner)))
    }
}

/// Whether a type is written as a slice of its own.
fn is_boxed(ty: &syn::Type) -> bool {
    let syn::Type::Path(p) = ty else { return false };
    let Some(syn::PathSegment { ident, arguments: syn::PathArguments::AngleBracketed(of) }) = p.path.segments.last()
    else {
        return false;
    };
    ["Box", "Rc", "Arc"].iter().any(|by| ident == by)
        && matches!(of.args.first(), Some(syn::GenericArgument::Type(syn::Type::Slice(_))))
}

fn literal(e: &syn::Expr) -> Option<syn::Lit> {
    match e {
        syn::Expr::Lit(l) => Some(l.lit.clone()),
        syn::Expr::Paren(p) => literal(&p.expr),
        syn::Expr::Group(p) => literal(&p.expr),
        _ => None,
    }
}

/// The path of a type of std that the prelude declares.
fn std_path(name: &str) -> Option<syn::Path> {
    let module = match name {
        "Option" => "option",
        "Result" => "result",
        "Ordering" => "cmp",
        "Wrapping" => "num",
        "PhantomData" => "marker",
        name if name.starts_with("Range") || matches!(name, "ControlFlow" | "Bound") => "ops",
        _ => return None,
    };
    syn::parse_str(&format!("::core::{module}::{name}")).ok()
}

/// Whether an attribute is among these, by the last name of its path.
pub(super) fn has(attrs: &[Attribute], name: &str) -> bool {
    attrs.iter().any(|a| a.path().segments.last().is_some_and(|s| s.ident == name))
}

/// The last names of what is derived.
fn derives(attrs: &[Attribute]) -> Vec<String> {
    let mut all = vec![];
    for attr in attrs.iter().filter(|a| a.path().is_ident("derive")) {
        let _ = attr.parse_nested_meta(|meta| {
            all.extend(meta.path.segments.last().map(|s| plain(&s.ident)));
            Ok(())
        });
    }
    all
}

/// How many modules above that of a type see a field of it; none if the whole crate does.
fn seen(vis: &syn::Visibility) -> Option<usize> {
    match vis {
        syn::Visibility::Public(_) => None,
        syn::Visibility::Restricted(r) if r.path.is_ident("crate") => Some(usize::MAX),
        syn::Visibility::Restricted(r) if r.path.is_ident("super") => Some(1),
        _ => Some(0),
    }
}
