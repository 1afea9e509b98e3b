//! `#[cfg]` in bodies and in items: what is configured out is taken away, as the compiler does after the attribute ran.

use crate::index::CfgOptions;
use crate::visit_mut::{self, VisitMut};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Block, Expr, Fields, Item, Meta, Stmt};

/// A body as the compiler sees it. Where it is not known whether something is configured, its attribute stays.
pub fn configure(body: &mut Block, cfg: &CfgOptions) {
    Configure(cfg).visit_block_mut(body);
}

/// The fields, variants and parameters of an item as the compiler sees them.
pub fn configure_item(item: &mut Item, cfg: &CfgOptions) {
    let cfg = Configure(cfg);
    match item {
        Item::Struct(s) => cfg.fields(&mut s.fields),
        Item::Enum(e) => {
            retain(&mut e.variants, |variant| cfg.stays(&mut variant.attrs));
            e.variants.iter_mut().for_each(|variant| cfg.fields(&mut variant.fields));
        }
        Item::Fn(f) => retain(&mut f.sig.inputs, |input| match input {
            syn::FnArg::Receiver(r) => cfg.stays(&mut r.attrs),
            syn::FnArg::Typed(t) => cfg.stays(&mut t.attrs),
        }),
        _ => {}
    }
}

/// Takes away what does not stay.
fn retain<T, P: Default>(list: &mut Punctuated<T, P>, mut stays: impl FnMut(&mut T) -> bool) {
    *list = std::mem::take(list).into_iter().filter_map(|mut one| stays(&mut one).then_some(one)).collect();
}

struct Configure<'c>(&'c CfgOptions);

impl Configure<'_> {
    /// Whether something with these attributes is there; those that say so are taken off.
    fn stays(&self, attrs: &mut Vec<Attribute>) -> bool {
        let mut there = true;
        attrs.retain(|attr| match self.says(attr) {
            Some(holds) => {
                there &= holds;
                false
            }
            None => true,
        });
        there
    }

    fn says(&self, attr: &Attribute) -> Option<bool> {
        match &attr.meta {
            Meta::List(list) if list.path.is_ident("cfg") => self.0.predicate(&list.tokens.to_string()),
            _ => None,
        }
    }

    fn stmt_stays(&self, stmt: &mut Stmt) -> bool {
        match stmt {
            Stmt::Local(l) => self.stays(&mut l.attrs),
            Stmt::Macro(m) => self.stays(&mut m.attrs),
            Stmt::Expr(e, _) => self.expr_stays(e),
            Stmt::Item(item) => match attributes_of_item(item) {
                Some(attrs) => self.stays(attrs),
                None => true,
            },
        }
    }

    fn expr_stays(&self, e: &mut Expr) -> bool {
        attributes(e).is_none_or(|attrs| self.stays(attrs))
    }

    fn those<P: Default>(&self, list: &mut Punctuated<Expr, P>) {
        if list.iter().any(|e| e.to_token_stream().to_string().starts_with('#')) {
            retain(list, |e| self.expr_stays(e));
        }
    }

    fn fields(&self, fields: &mut Fields) {
        match fields {
            Fields::Named(of) => retain(&mut of.named, |field| self.stays(&mut field.attrs)),
            Fields::Unnamed(of) => retain(&mut of.unnamed, |field| self.stays(&mut field.attrs)),
            Fields::Unit => {}
        }
    }
}

impl VisitMut for Configure<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain_mut(|stmt| self.stmt_stays(stmt));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, m: &mut syn::ExprMatch) {
        m.arms.retain_mut(|arm| self.stays(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, m);
    }

    fn visit_expr_array_mut(&mut self, a: &mut syn::ExprArray) {
        self.those(&mut a.elems);
        visit_mut::visit_expr_array_mut(self, a);
    }

    fn visit_expr_struct_mut(&mut self, s: &mut syn::ExprStruct) {
        if s.fields.iter().any(|field| !field.attrs.is_empty()) {
            retain(&mut s.fields, |field| self.stays(&mut field.attrs));
        }
        visit_mut::visit_expr_struct_mut(self, s);
    }

    fn visit_pat_struct_mut(&mut self, p: &mut syn::PatStruct) {
        if p.fields.iter().any(|field| !field.attrs.is_empty()) {
            retain(&mut p.fields, |field| self.stays(&mut field.attrs));
        }
        visit_mut::visit_pat_struct_mut(self, p);
    }
}

/// The attributes of an expression that may be a statement.
fn attributes(e: &mut Expr) -> Option<&mut Vec<Attribute>> {
    macro_rules! of {
        ($($kind:ident)*) => {
            match e {
                $(Expr::$kind(e) => Some(&mut e.attrs),)*
                _ => None,
            }
        };
    }
    of! {
        Array Assign Binary Block Break Call Cast Closure Const Continue Field ForLoop If Index Let Lit Loop Macro Match
        MethodCall Paren Path Range Reference Repeat Return Struct Try Tuple Unary Unsafe While
    }
}

fn attributes_of_item(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    macro_rules! of {
        ($($kind:ident)*) => {
            match item {
                $(Item::$kind(item) => Some(&mut item.attrs),)*
                _ => None,
            }
        };
    }
    of! { Const Enum Fn Impl Macro Mod Static Struct Trait Type Use }
}
