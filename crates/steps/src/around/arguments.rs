//! Arguments in the place of a declaration's parameters: all at once, so that an argument with the name of another
//! parameter is not taken for it.

use front::visit_mut::{self, VisitMut};
use quote::ToTokens;
use std::collections::HashMap;
use syn::punctuated::Punctuated;
use syn::{Expr, GenericArgument, GenericParam, Generics, Lifetime, PathArguments, Type, parse_quote};

/// A parameter, with what it stands for where no argument is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    name: String,
    default: Option<String>,
}

/// The parameters of a declaration, lifetimes with their mark.
pub(super) fn parameters(generics: &Generics) -> Vec<Parameter> {
    let read = |p: &GenericParam| match p {
        GenericParam::Type(t) => Parameter {
            name: t.ident.to_string(),
            default: t.default.as_ref().map(|ty| ty.to_token_stream().to_string()),
        },
        GenericParam::Const(c) => Parameter {
            name: c.ident.to_string(),
            default: c.default.as_ref().map(|e| e.to_token_stream().to_string()),
        },
        GenericParam::Lifetime(l) => Parameter { name: l.lifetime.to_string(), default: None },
    };
    generics.params.iter().map(read).collect()
}

impl Parameter {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    fn is_lifetime(&self) -> bool {
        self.name.starts_with('\'')
    }
}

/// What stands for each parameter.
pub(super) struct Arguments(HashMap<String, GenericArgument>);

impl Arguments {
    /// Those that a path is written with; nothing where they do not fit.
    pub(super) fn of(parameters: &[Parameter], written: &PathArguments) -> Option<Arguments> {
        let written: Vec<&GenericArgument> = match written {
            PathArguments::None => vec![],
            PathArguments::AngleBracketed(a) => a.args.iter().collect(),
            PathArguments::Parenthesized(_) => return None,
        };
        let lifetime = |a: &GenericArgument| matches!(a, GenericArgument::Lifetime(_));
        let (mut lifetimes, mut others) =
            (written.iter().filter(|a| lifetime(a)), written.iter().filter(|a| !lifetime(a)));
        let elided = lifetimes.clone().next().is_none();
        let mut arguments = Arguments(HashMap::new());
        for p in parameters {
            let argument = if p.is_lifetime() {
                match lifetimes.next() {
                    Some(argument) => (*argument).clone(),
                    None if elided => GenericArgument::Lifetime(parse_quote!('_)),
                    None => return None,
                }
            } else if let Some(argument) = others.next() {
                (*argument).clone()
            } else {
                // A default is on the parameters in front of it.
                let default = p.default.as_ref()?;
                let mut default = match syn::parse_str(default).ok()? {
                    GenericArgument::Type(_) => GenericArgument::Type(super::names::read_type(default)?),
                    other => other,
                };
                Put(&arguments).visit_generic_argument_mut(&mut default);
                default
            };
            if !matches!(argument, GenericArgument::Lifetime(_) | GenericArgument::Type(_) | GenericArgument::Const(_))
            {
                return None;
            }
            arguments.0.insert(p.name.clone(), argument);
        }
        (lifetimes.next().is_none() && others.next().is_none()).then_some(arguments)
    }

    /// The same without defaults.
    pub(super) fn written(parameters: &[Parameter], written: &PathArguments) -> Option<Arguments> {
        let plain = |p: &Parameter| Parameter { name: p.name.clone(), default: None };
        Arguments::of(&parameters.iter().map(plain).collect::<Vec<_>>(), written)
    }

    /// The type with them in it.
    pub(super) fn put(&self, ty: &mut Type) {
        Put(self).visit_type_mut(ty);
    }

    fn ty(&self, name: &str) -> Option<&Type> {
        match self.0.get(name)? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }
    }
}

struct Put<'a>(&'a Arguments);

impl VisitMut for Put<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(p) = ty
            && p.qself.is_none()
            && let Some(by) = p.path.segments.first().and_then(|first| self.0.ty(&first.ident.to_string()))
        {
            if p.path.get_ident().is_some() {
                *ty = by.clone();
                return;
            }
            let by = by.clone();
            let rest: Punctuated<_, syn::Token![::]> = p.path.segments.iter().skip(1).cloned().collect();
            if let Ok(projection) = syn::parse2::<Type>(quote::quote!(<#by>::#rest)) {
                *ty = projection;
                // What stands behind the name may have arguments of its own.
                if let Type::Path(p) = ty {
                    p.path.segments.iter_mut().for_each(|s| self.visit_path_arguments_mut(&mut s.arguments));
                }
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    /// A name among arguments may be a length as well as a type.
    fn visit_generic_argument_mut(&mut self, a: &mut GenericArgument) {
        let name = match a {
            GenericArgument::Type(Type::Path(p)) if p.qself.is_none() => p.path.get_ident(),
            GenericArgument::Const(Expr::Path(p)) if p.qself.is_none() => p.path.get_ident(),
            _ => None,
        };
        match name.and_then(|name| self.0.0.get(&name.to_string())) {
            Some(by) => *a = by.clone(),
            None => visit_mut::visit_generic_argument_mut(self, a),
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Path(p) = e
            && p.qself.is_none()
            && let Some(by) = p.path.get_ident().and_then(|name| self.0.0.get(&name.to_string()))
        {
            *e = match by {
                GenericArgument::Const(by) => by.clone(),
                // An argument that is a name may stand for a length.
                by => syn::parse2(by.to_token_stream()).unwrap_or_else(|_| e.clone()),
            };
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_lifetime_mut(&mut self, l: &mut Lifetime) {
        if let Some(GenericArgument::Lifetime(by)) = self.0.0.get(&l.to_string()) {
            *l = by.clone();
        }
    }
}
