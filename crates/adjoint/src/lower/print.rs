//! `println!` and its kin, and panics: what they say is made of the values of the way forward.

use super::{Item, Lowerer, fault};
use crate::ir::{Said, Step};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Expr, LitStr, Macro, Result, Token};

/// Macros that print.
pub(crate) const PRINTS: [&str; 4] = ["print", "println", "eprint", "eprintln"];
/// Macros behind which nothing runs.
pub(crate) const PANICS: [&str; 4] = ["panic", "unreachable", "todo", "unimplemented"];

/// Whether it puts a constant to where the caller finds it.
fn leaves_constant(mac: &Macro) -> bool {
    mac.path.leading_colon.is_some() && mac.path.segments.len() == 3 && name_of(mac) == "left"
}

/// The last name in a macro's path.
pub(crate) fn name_of(mac: &Macro) -> String {
    mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
}

/// The names that a text mentions in braces: `{n}`, `{x:.prec$}`.
fn captured(text: &str) -> Vec<String> {
    let is_name = |s: &str| s.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut names = vec![];
    for part in text.replace("{{", "").split('{').skip(1) {
        let Some((inside, _)) = part.split_once('}') else { continue };
        let (name, how) = inside.split_once(':').unwrap_or((inside, ""));
        names.push(name.trim().to_string());
        for piece in how.split('$').rev().skip(1) {
            names.push(piece.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_string());
        }
    }
    names.retain(|n| is_name(n));
    names.sort();
    names.dedup();
    names
}

impl Lowerer {
    /// A macro that prints or panics; none for any other.
    pub(super) fn say(&mut self, mac: &Macro) -> Result<Option<Item>> {
        let name = name_of(mac);
        let panics = PANICS.contains(&name.as_str());
        if leaves_constant(mac) {
            return self.leave(mac).map(Some);
        }
        if name == "dbg" {
            return self.debug(mac).map(Some);
        }
        if !panics && !PRINTS.contains(&name.as_str()) {
            return Ok(None);
        }
        let parse = |input: ParseStream| {
            let text: Option<LitStr> = if input.is_empty() { None } else { Some(input.parse()?) };
            let mut args = vec![];
            while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
                let name: Option<Ident> =
                    if input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
                        let name = input.parse()?;
                        input.parse::<Token![=]>()?;
                        Some(name)
                    } else {
                        None
                    };
                args.push((name, input.parse::<Expr>()?));
            }
            Ok((text, args))
        };
        let Ok((text, args)) = mac.parse_body_with(parse) else {
            return fault(mac, format!("`{name}!` takes a text in quotes and what is put into it"));
        };
        let mut said = vec![];
        for (name, e) in &args {
            said.push((name.clone(), self.said(e)?));
        }
        for name in captured(&text.as_ref().map(LitStr::value).unwrap_or_default()) {
            let given = args.iter().any(|(n, _)| n.as_ref().is_some_and(|n| *n == name));
            if given || self.look(&name).is_none() {
                continue;
            }
            let ident = format_ident!("{name}", span = mac.span());
            let e = syn::parse_quote!(#ident);
            said.push((Some(ident), self.said(&e)?));
        }
        let path = mac.path.to_token_stream();
        self.out.push(Step::Say(path, text.map(|t| t.to_token_stream()), said));
        Ok(Some(if panics { Item::Never } else { Item::Unit }))
    }

    /// A constant is put to where the caller finds it.
    fn leave(&mut self, mac: &Macro) -> Result<Item> {
        let both = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(both) = mac.parse_body_with(both) else { return fault(mac, "a place and a constant are expected") };
        let mut said = vec![];
        for e in &both {
            let a = self.scalar(e)?;
            said.push((None, Said::Code(self.atom_tokens(&a), a.val().into_iter().collect())));
        }
        self.out.push(Step::Say(mac.path.to_token_stream(), None, said));
        Ok(Item::Unit)
    }

    /// `dbg!(e)`
    fn debug(&mut self, mac: &Macro) -> Result<Item> {
        let Ok(e) = mac.parse_body::<Expr>() else {
            return fault(mac, "`dbg!` takes one expression here");
        };
        let item = self.item(&e)?;
        let item = self.settle(item);
        let what = self.said_of(item.clone(), &e)?;
        let text = e.to_token_stream().to_string();
        let at = |tokens: TokenStream| {
            let place = tokens.into_iter().map(|mut t| {
                t.set_span(mac.span());
                t
            });
            Said::Code(place.collect(), vec![])
        };
        let said = vec![
            (None, at(quote!(::core::file!()))),
            (None, at(quote!(::core::line!()))),
            (None, at(quote!(::core::column!()))),
            (None, Said::Code(quote!(#text), vec![])),
            (None, what),
        ];
        self.out.push(Step::Say(quote!(::std::eprintln), Some(quote!("[{}:{}:{}] {} = {:#?}")), said));
        Ok(item)
    }

    fn said(&mut self, e: &Expr) -> Result<Said> {
        if self.opaque(e) {
            let code = self.verbatim(e)?;
            if code.reads.is_empty() && code.lens.is_empty() {
                return Ok(Said::Code(code.tokens, code.vals));
            }
        }
        let item = self.item(e)?;
        let item = self.settle(item);
        self.said_of(item, e)
    }

    fn said_of(&mut self, item: Item, e: &Expr) -> Result<Said> {
        match item {
            Item::Scalar(a) => Ok(Said::Atom(a)),
            Item::View(view) => Ok(Said::View(view)),
            Item::Fresh(arr) => Ok(Said::View(crate::ir::View { arr, part: None })),
            Item::Tuple(parts) => {
                let parts = parts.into_iter().map(|i| self.said_of(i, e)).collect::<Result<_>>()?;
                Ok(Said::Tuple(parts))
            }
            _ => fault(e, "numbers, arrays and tuples of them are printed here, and constants"),
        }
    }

    /// Panics if a condition is `on`.
    pub(super) fn panic_if(&mut self, cond: crate::ir::Atom, on: bool, mac: &Macro) -> Result<()> {
        let (says, _) = self.arm(|l| l.say(mac))?;
        let (nothing, ()) = self.arm(|_| Ok(()))?;
        let (then, other) = if on { (says, nothing) } else { (nothing, says) };
        self.out.push(Step::If { cond, then, other, joins: vec![] });
        Ok(())
    }
}
