//! The matrices of `wengert::linalg`, by the names that they have in a text.

use super::AROUND;
use front::visit::{self, Visit};
use syn::{ItemFn, Path, PathArguments, parse_quote};

/// Whether a path names their type.
pub fn is_matrix(path: &Path) -> bool {
    let Some(last) = path.segments.last() else { return false };
    if path.segments.len() > 1 {
        let before = &path.segments[path.segments.len() - 2].ident;
        return last.ident == "Matrix" && before == "linalg";
    }
    let imported = AROUND.with_borrow(|around| around.own.homes.imported(&last.ident.to_string()));
    match imported {
        Some(path) => path.ends_with("linalg::Matrix"),
        None if last.ident != "Matrix" || super::is_type("Matrix") => false,
        None if super::carries(&parse_quote!(#path)).is_some() => false,
        None => of_floats(&last.arguments) || AROUND.with_borrow(|around| around.own.homes.opens("linalg")),
    }
}

fn of_floats(arguments: &PathArguments) -> bool {
    matches!(arguments, PathArguments::AngleBracketed(a) if a.args.len() == 1 && a.args[0] == parse_quote!(f64))
}

/// Whether a function may be one of `wengert::linalg`, as far as imports say: these run on any number.
pub fn is_of_linalg(path: &Path) -> bool {
    let Some(first) = path.segments.first() else { return false };
    let (imported, all) = AROUND.with_borrow(|around| {
        let homes = &around.own.homes;
        (homes.imported(&first.ident.to_string()), homes.opens("linalg"))
    });
    match imported {
        Some(path) => path.contains("wengert::linalg"),
        None => all && path.segments.len() == 1 || first.ident == "linalg" && path.segments.len() > 1,
    }
}

/// Whether a function has to do with matrices.
pub fn uses_matrices(f: &ItemFn) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_path(&mut self, path: &'ast Path) {
            let Some(first) = path.segments.first() else { return };
            let (imported, all) = AROUND.with_borrow(|around| {
                let homes = &around.own.homes;
                (homes.imported(&first.ident.to_string()), first.ident == "linalg" && homes.opens("wengert"))
            });
            let spelled = path.segments.len() > 1 && first.ident == "wengert" && path.segments[1].ident == "linalg";
            self.0 |= spelled
                || all
                || imported.is_some_and(|path| path.contains("wengert::linalg"))
                || is_matrix(&Path::from(first.clone()));
            visit::visit_path(self, path);
        }
    }
    let mut found = Found(false);
    found.visit_item_fn(f);
    found.0
}
