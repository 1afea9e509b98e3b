//! Macros in a rewritten text: those of which the arguments are code.

use super::source::Rewrite;
use crate::syntax::{PANICS, PRINTS, name_of};
use front::visit_mut::VisitMut;
use proc_macro2::TokenTree;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Pat, Result, Token};

/// The parts of `a, b, name = c`, behind a text with placeholders or without.
struct Arguments(Punctuated<Expr, Token![,]>);

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Arguments> {
        Ok(Arguments(Punctuated::parse_terminated(input)?))
    }
}

impl Rewrite<'_> {
    /// The parts of a macro that are code.
    pub(super) fn code_in(&mut self, mac: &mut Macro) {
        let name = name_of(mac);
        let known = ["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne", "vec"];
        let more = ["format", "dbg", "write", "writeln"];
        if name == "matches" {
            return self.matches(mac);
        }
        let prints = PRINTS.contains(&name.as_str()) || PANICS.contains(&name.as_str());
        if !(prints || known.contains(&name.as_str()) || more.contains(&name.as_str())) {
            return self.refuse(
                &mac.path,
                &format!("the macro `{name}!` is not supported inside a differentiable function: take it out"),
            );
        }
        if name == "vec"
            && mac.tokens.clone().into_iter().any(|t| matches!(&t, TokenTree::Punct(p) if p.as_char() == ';'))
        {
            let repeated =
                |input: ParseStream| Ok((input.parse::<Expr>()?, input.parse::<Token![;]>()?, input.parse::<Expr>()?));
            if let Ok((mut x, _, mut n)) = repeated.parse2(mac.tokens.clone()) {
                self.visit_expr_mut(&mut x);
                self.visit_expr_mut(&mut n);
                mac.tokens = quote!(#x; #n);
                return;
            }
        }
        match syn::parse2::<Arguments>(mac.tokens.clone()) {
            Ok(Arguments(mut args)) => {
                for arg in &mut args {
                    match arg {
                        // `name = value` of a format.
                        Expr::Assign(a) => self.visit_expr_mut(&mut a.right),
                        arg => self.visit_expr_mut(arg),
                    }
                }
                mac.tokens = args.to_token_stream();
            }
            Err(error) => drop(self.refused.get_or_insert(error)),
        }
    }

    fn matches(&mut self, mac: &mut Macro) {
        let parts = |input: ParseStream| {
            let x: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pat = Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<Token![if]>>()? {
                Some(_) => Some(input.parse::<Expr>()?),
                None => None,
            };
            input.parse::<Option<Token![,]>>()?;
            Ok((x, pat, guard))
        };
        match parts.parse2(mac.tokens.clone()) {
            Ok((mut x, mut pat, mut guard)) => {
                self.visit_expr_mut(&mut x);
                self.visit_pat_mut(&mut pat);
                guard.iter_mut().for_each(|g| self.visit_expr_mut(g));
                let guard = guard.map(|g| quote!(if #g));
                mac.tokens = quote!(#x, #pat #guard);
            }
            Err(error) => drop(self.refused.get_or_insert(error)),
        }
    }
}
