//! Names of items: what the text at hand names may not be seen where the function stands, if it is that of a function of
//! another module.

use crate::core::value::Value;
use crate::core::{Builder, Refusal, refuse};
use front::items::{AdtId, FnId, ItemId, Origin};
use front::ty::Ty as Type;
use quote::ToTokens;

impl Builder<'_> {
    /// The function whose text is lowered, if it stands in another module than the one at hand: names there may not be
    /// seen here.
    fn elsewhere(&self) -> Option<FnId> {
        let (own, _) = self.stack.first()?;
        let of = self.frames.last()?.of;
        let home = self.program.scope_of(*own);
        let prelude = self.program.func(of).origin == Origin::Prelude;
        (!prelude && !self.program.scope_of(of).is_of_module(&home)).then_some(of)
    }

    /// Whether what is lowered stands in the module of the function: names of others may not be seen there.
    pub(crate) fn at_home(&self) -> Result<(), Refusal> {
        match self.elsewhere() {
            Some(_) => refuse("a name of another module"),
            None => Ok(()),
        }
    }

    /// The path of what another crate has, as it is written where the function at hand stands.
    pub(crate) fn path_at_home(&self, path: &syn::Path) -> Result<syn::Path, Refusal> {
        match self.elsewhere() {
            Some(of) => {
                let row = path.get_ident().and_then(|name| rules::Row::find(&name.to_string()));
                let elementary = row.is_some_and(|row| row.kind == rules::Kind::Function);
                match self.program.outside_from_home(of, path, elementary) {
                    Some(path) => Ok(path),
                    None => {
                        refuse(format!("`{}` of another module", path.to_token_stream().to_string().replace(' ', "")))
                    }
                }
            }
            None => Ok(path.clone()),
        }
    }

    /// Whether generated code can name an item from where it stands.
    pub(crate) fn is_nameable(&self, item: ItemId) -> bool {
        match self.program.item_of_body(item) {
            // Generated functions repeat it, or it has no name there.
            Some(text) => self.at_home().is_ok() && self.items.contains(&text),
            None => self.at_home().is_ok() || self.program.is_seen_from_home(item),
        }
    }

    /// How generated code names a type from where it stands.
    pub(crate) fn path_of_type(&self, adt: AdtId) -> Result<syn::Path, Refusal> {
        let def = self.program.adt(adt);
        let private = || match def.origin {
            Origin::Prelude => "a type without a name here".to_owned(),
            _ => format!("the type `{}` is private to another module: make it `pub(crate)`", def.name),
        };
        self.program.path_of_adt(adt).ok_or_else(|| Refusal::new(private()))
    }

    /// Whether a function is a method with derivatives of a type of the crate that has them.
    pub(crate) fn is_own_method(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        let of = def.params.first().map(|p| match &p.ty {
            Type::Ref(_, of) => of,
            ty => ty,
        });
        let carries = matches!(of, Some(Type::Adt(adt, _)) if self.program.adt(*adt).differentiable);
        def.method && def.path.is_none() && def.of_trait.is_none() && def.differentiable && carries
    }

    /// Whether it is a method of a trait that another crate has for a type of its own.
    pub(crate) fn is_by_trait_elsewhere(&self, f: FnId, generics: &[Type]) -> bool {
        let def = self.program.func(f);
        let receiver = def.params.first().map(|p| p.ty.with(generics));
        let carries = matches!(receiver.as_ref().map(Type::behind), Some(Type::Adt(adt, _)) if self.program.adt(*adt).differentiable);
        def.method && def.of_trait.is_some() && def.differentiable && carries && self.program.is_of_another_crate(f)
    }

    pub(crate) fn constant_item(&mut self, c: usize, ty: &Type) -> Result<Value, Refusal> {
        let def = self.program.constant(c);
        // The constant of a type that has no name here.
        let bare = self.program.owner_of_const(c).0.is_some() && def.path.get_ident().is_some();
        // Which function it is that is called there has to be known.
        let of_functions = self.holds_functions(ty, &mut vec![]);
        if of_functions || bare || !self.is_nameable(ItemId::Const(c)) {
            match self.program.function_of_const(c).filter(|f| self.program.func(*f).generics.names.is_empty()) {
                Some(f) => return self.inline(f, &[], vec![]),
                None if of_functions => {}
                None => return refuse(format!("`{}` is private to another module: make it `pub(crate)`", def.name)),
            }
        }
        let path = &self.path_of_constant(c);
        if crate::core::build::scalar(ty).is_none() {
            return self.constant_whole(path.to_token_stream(), ty);
        }
        Ok(self.path_value(path.to_token_stream(), ty))
    }

    /// Whether pointers to functions are in what a constant holds.
    fn holds_functions(&self, ty: &Type, met: &mut Vec<AdtId>) -> bool {
        match ty {
            Type::FnPtr(..) => true,
            Type::Array(of, _) | Type::Slice(of) | Type::Vec(of) | Type::Ref(_, of) | Type::Boxed(_, of) => {
                self.holds_functions(of, met)
            }
            Type::Tuple(parts) => parts.iter().any(|part| self.holds_functions(part, met)),
            Type::Adt(adt, _) if met.contains(adt) => false,
            Type::Adt(adt, args) => {
                met.push(*adt);
                let def = self.program.adt(*adt);
                let fields = || def.variants.iter().flat_map(|variant| &variant.fields);
                args.iter().any(|of| self.holds_functions(of, met))
                    || fields().any(|field| self.holds_functions(&field.ty, met))
            }
            _ => false,
        }
    }

    /// The path of a constant; one of a type on any number is that of the type on plain scalars.
    fn path_of_constant(&self, c: usize) -> syn::Path {
        let def = self.program.constant(c);
        let (Some(of), _) = self.program.owner_of_const(c) else { return def.path.clone() };
        let around = self.program.impl_def(of);
        let is_number = |k: usize| {
            let number = |b: &front::items::Bound| matches!(b, front::items::Bound::Number(Type::Param(p)) if *p == k);
            around.generics.bounds.iter().any(number)
        };
        let n = around.generics.names.len();
        if n == 0 || !(0..n).all(is_number) {
            return def.path.clone();
        }
        let ty = around.ty.with(&vec![Type::Float(front::ty::Float::Own); n]);
        let name = quote::format_ident!("{}", &*def.name);
        match self.written_ty(&ty).map(|of| syn::parse_str(&format!("{}::{name}", turbofish(&of)))) {
            Some(Ok(path)) => path,
            _ => def.path.clone(),
        }
    }
}

/// A type as the beginning of a path: its arguments stand behind a `::`.
fn turbofish(of: &proc_macro2::TokenStream) -> String {
    of.to_string().replacen('<', "::<", 1)
}
