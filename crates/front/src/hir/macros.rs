//! Macros of the standard library.

use super::lower::Lower;
use super::{Arm, ExprId, ExprKind, PatKind, Say};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Lit, Pat, Path, Token};

impl Lower<'_> {
    /// A macro that is none of the crate's.
    pub(super) fn macro_of_others(&mut self, mac: &syn::Macro, stands: Stands) -> ExprId {
        let span = mac.path.segments.last().map_or_else(|| mac.path.span(), |s| s.ident.span());
        if !self.is_shallow(&mac.tokens, span) {
            return self.nothing(span);
        }
        let path = self.macros.path(&mac.path);
        let name = of_std(&path).unwrap_or_default();
        match name.as_str() {
            "vec" | "smallvec" => self.list(mac, span),
            "matches" => self.matches(mac, span),
            "assert" | "debug_assert" => self.assertion(mac, path, None, span),
            "assert_eq" | "debug_assert_eq" => self.assertion(mac, path, Some(super::Binary::Eq), span),
            "assert_ne" | "debug_assert_ne" => self.assertion(mac, path, Some(super::Binary::Ne), span),
            "print" | "println" | "eprint" | "eprintln" | "format" | "format_args" | "panic" | "todo"
            | "unimplemented" | "unreachable" => {
                let said = Said::parse.parse2(mac.tokens.clone());
                match self.noted(said) {
                    Some(said) => {
                        let said = self.say(path, said);
                        self.add(ExprKind::Say(said), span)
                    }
                    None => self.nothing(span),
                }
            }
            "write" | "writeln" => self.written(mac, &name, span),
            "dbg" => self.shown(mac, span),
            "concat" | "stringify" | "line" | "column" | "file" | "module_path" | "env" | "option_env" | "cfg"
            | "include_str" | "include_bytes" => {
                let text = super::expand::unmarked(mac.to_token_stream());
                self.add(ExprKind::Text(text, vec![]), span)
            }
            _ => self.macro_not_read(mac, path, stands),
        }
    }

    /// A macro that is compiled as it stands: one that asks something of values, as those of `approx` do, or that logs.
    fn macro_not_read(&mut self, mac: &syn::Macro, path: Path, stands: Stands) -> ExprId {
        let (span, name) = (path.span(), path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default());
        if LOGS.contains(&name.as_str())
            && stands == Stands::Statement
            && let Some(said) = Said::parse.parse2(mac.tokens.clone()).ok().filter(Said::has_text)
        {
            let said = self.say(path, said);
            return self.add(ExprKind::Say(said), span);
        }
        let asserts =
            stands == Stands::Statement && name.strip_prefix("debug_").unwrap_or(&name).starts_with("assert_");
        let asks = stands == Stands::Condition || COMPARES.contains(&name.as_str());
        if (asserts || asks)
            && let Ok(asked) = asked.parse2(mac.tokens.clone())
        {
            let args = asked.into_iter().map(|(name, e)| (name, self.made(e))).collect();
            let say = Say { path, format: None, args };
            let kind = if asserts { ExprKind::Say(say) } else { ExprKind::Test(say) };
            return self.add(kind, span);
        }
        self.unknown_macro(
            mac,
            if stands == Stands::Statement { "take it out" } else { "write out what it stands for" },
        )
    }

    pub(super) fn unknown_macro(&mut self, mac: &syn::Macro, instead: &str) -> ExprId {
        let path = self.macros.path(&mac.path);
        let name = path.to_token_stream().to_string().replace(' ', "");
        let message = format!("the macro `{name}!` is not supported inside a differentiable function: {instead}");
        self.refuse(path.span(), message)
    }

    /// `vec![a, b]`, `vec![a; n]`
    fn list(&mut self, mac: &syn::Macro, span: Span) -> ExprId {
        let parts = |input: ParseStream| {
            if input.is_empty() {
                return Ok((vec![], None));
            }
            let first: Expr = input.parse()?;
            if input.parse::<Option<Token![;]>>()?.is_some() {
                let count = input.parse()?;
                return Ok((vec![first], Some(count)));
            }
            let mut all = vec![first];
            while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
                all.push(input.parse()?);
            }
            Ok((all, None::<Expr>))
        };
        let parsed = parts.parse2(mac.tokens.clone());
        let Some((parts, count)) = self.noted(parsed) else { return self.nothing(span) };
        let mut parts: Vec<ExprId> = parts.into_iter().map(|e| self.made(e)).collect();
        match (count, parts.pop()) {
            (Some(count), Some(value)) => {
                let count = self.made(count);
                self.add(ExprKind::Repeat(value, count, true), span)
            }
            (_, last) => {
                parts.extend(last);
                self.add(ExprKind::List(parts, true), span)
            }
        }
    }

    /// `matches!(e, p if g)`
    fn matches(&mut self, mac: &syn::Macro, span: Span) -> ExprId {
        let parts = |input: ParseStream| {
            let value: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pat = Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<Token![if]>>()? {
                Some(_) => Some(input.parse::<Expr>()?),
                None => None,
            };
            input.parse::<Option<Token![,]>>()?;
            Ok((value, pat, guard))
        };
        let parsed = parts.parse2(mac.tokens.clone());
        match self.noted(parsed) {
            Some((value, pat, guard)) => {
                let id = self.fits(&value, &pat, guard.as_ref());
                super::expand::discard(value);
                id
            }
            None => self.nothing(span),
        }
    }

    fn assertion(&mut self, mac: &syn::Macro, path: Path, op: Option<super::Binary>, span: Span) -> ExprId {
        let sides = 1 + usize::from(op.is_some());
        let parts = |input: ParseStream| {
            let mut all = vec![];
            while all.len() < sides {
                if input.is_empty() {
                    let message = "this assertion has too few arguments: write the condition, or both sides of the \
                                   comparison";
                    return Err(syn::Error::new(span, message));
                }
                all.push(input.parse::<Expr>()?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok((all, Said::parse(input)?))
        };
        let parsed = parts.parse2(mac.tokens.clone());
        let (sides, said) = match parsed {
            Ok(parts) => parts,
            Err(error) => {
                self.unclear(error.span(), error);
                return self.nothing(span);
            }
        };
        let sides: Vec<ExprId> = sides.into_iter().map(|e| self.made(e)).collect();
        let cond = match (op, sides.as_slice()) {
            (Some(op), [a, b]) => self.add(ExprKind::Binary(op, *a, *b), span),
            (_, [cond, ..]) => *cond,
            _ => self.nothing(span),
        };
        let said = self.say(path, said);
        self.add(ExprKind::Assert(cond, said), span)
    }

    /// `write!(to, ..)`, as std writes it: `to.write_fmt(format_args!(..))`.
    fn written(&mut self, mac: &syn::Macro, name: &str, span: Span) -> ExprId {
        let parts = |input: ParseStream| {
            let to: Expr = input.parse()?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
            Ok((to, Said::parse(input)?))
        };
        let parsed = parts.parse2(mac.tokens.clone());
        let Some((to, mut said)) = self.noted(parsed) else { return self.nothing(span) };
        if name == "writeln" {
            let format = said.format.as_ref().map_or(quote!(""), ToTokens::to_token_stream);
            said.format = Some(match syn::parse2::<syn::LitStr>(format.clone()) {
                Ok(text) => {
                    let lit = Lit::Str(syn::LitStr::new(&format!("{}\n", text.value()), text.span()));
                    Expr::Lit(syn::ExprLit { attrs: vec![], lit })
                }
                Err(_) => syn::parse_quote!(::core::concat!(#format, "\n")),
            });
        }
        let to = self.made(to);
        let said = self.say(syn::parse_quote!(::core::format_args), said);
        let said = self.add(ExprKind::Say(said), span);
        self.add(ExprKind::Method(to, "write_fmt".into(), vec![], vec![said]), span)
    }

    /// What a macro says, with the names in its format among its arguments.
    fn say(&mut self, path: Path, said: Said) -> Say {
        let mut args: Vec<(Option<Rc<str>>, ExprId)> = vec![];
        for (name, e) in said.args {
            args.push((name, self.made(e)));
        }
        let format = said.format.as_ref().map(|e| match e {
            Expr::Group(g) => &*g.expr,
            e => e,
        });
        let literal = match format {
            Some(Expr::Lit(l)) => Some(&l.lit),
            Some(Expr::Macro(_)) | None => None,
            Some(other) => {
                let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
                let message = format!("`{name}!` takes a text in quotes and what is put into it");
                self.unclear(super::spans::start(other), message);
                None
            }
        };
        if let Some(Lit::Str(text)) = literal {
            for name in named_in(&text.value()) {
                if args.iter().all(|(known, _)| known.as_deref() != Some(&name)) {
                    let ident = Ident::new(&name, text.span());
                    let value = self.path(None, &ident.into());
                    args.push((Some(name.into()), value));
                }
            }
        }
        Say { path, format: said.format.map(ToTokens::into_token_stream), args }
    }

    /// `dbg!(e)`, as std writes it: `match e { value => { eprintln!(..); value } }`.
    fn shown(&mut self, mac: &syn::Macro, span: Span) -> ExprId {
        let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        let texts = split(super::expand::unmarked(mac.tokens.clone()));
        let Some(parts) = self.noted(parsed) else { return self.nothing(span) };
        let (one, mut shown) = (parts.len() == 1 && !parts.trailing_punct(), vec![]);
        for (k, part) in parts.into_iter().enumerate() {
            let text = texts.get(k).map(ToString::to_string).unwrap_or_default();
            let value = self.made(part);
            let local = self.hidden_local("value", span, false);
            let said = self.add(ExprKind::Local(local), span);
            let format: TokenStream = quote!("[{}:{}] {} = {:#?}");
            let file = self.add(ExprKind::Text(quote!(::core::file!()), vec![]), span);
            let line = self.add(ExprKind::Text(quote!(::core::line!()), vec![]), span);
            let text = self.add(ExprKind::Literal(syn::LitStr::new(&text, span).into()), span);
            let args = [file, line, text, said].map(|e| (None, e)).into();
            let say = Say { path: syn::parse_quote!(::std::eprintln), format: Some(format), args };
            let say = self.add(ExprKind::Say(say), span);
            let given = self.add(ExprKind::Local(local), span);
            let body = self.add(ExprKind::Block(vec![super::Stmt::Expr(say)], Some(given), None), span);
            let pat = self.pat(PatKind::Bind { local, by_ref: None, inner: None }, span);
            shown.push(self.add(ExprKind::Match(value, vec![Arm { pat, guard: None, body }]), span));
        }
        match (one, shown.as_slice()) {
            (true, [only]) => *only,
            _ => self.add(ExprKind::Tuple(shown), span),
        }
    }
}

/// Where a macro stands.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Stands {
    Value,
    /// Where nothing but a `bool` can.
    Condition,
    Statement,
}

/// What `log` and `tracing` say.
const LOGS: [&str; 5] = ["trace", "debug", "info", "warn", "error"];

/// The comparisons of `approx` and `float_cmp`.
const COMPARES: [&str; 7] =
    ["abs_diff_eq", "abs_diff_ne", "relative_eq", "relative_ne", "ulps_eq", "ulps_ne", "approx_eq"];

/// The name of a macro of the standard library, if it may be one.
fn of_std(path: &Path) -> Option<String> {
    let all: Vec<String> = path.segments.iter().map(|s| s.ident.unraw().to_string()).collect();
    match all.as_slice() {
        [name] => Some(name.clone()),
        [root, name] if ["std", "core", "alloc", "smallvec"].contains(&root.as_str()) => Some(name.clone()),
        _ => None,
    }
}

/// What stands between the commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut out = vec![TokenStream::new()];
    for token in tokens {
        match (&token, out.last_mut()) {
            (TokenTree::Punct(p), _) if p.as_char() == ',' => out.push(TokenStream::new()),
            (_, Some(last)) => last.extend([token]),
            (_, None) => {}
        }
    }
    out
}

/// The arguments of a macro that are expressions, some of them with names.
fn asked(input: ParseStream) -> syn::Result<Vec<(Option<Rc<str>>, Expr)>> {
    let mut args = vec![];
    while !input.is_empty() {
        args.push(argument(input)?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(args)
}

/// `e`, `name = e`
fn argument(input: ParseStream) -> syn::Result<(Option<Rc<str>>, Expr)> {
    let named = input.peek(Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]);
    if !named {
        return Ok((None, input.parse()?));
    }
    let name = input.call(Ident::parse_any)?;
    input.parse::<Token![=]>()?;
    Ok((Some(name.to_string().into()), input.parse()?))
}

/// A format and its arguments.
struct Said {
    format: Option<Expr>,
    args: Vec<(Option<Rc<str>>, Expr)>,
}

impl Said {
    fn has_text(&self) -> bool {
        matches!(&self.format, Some(Expr::Lit(l)) if matches!(l.lit, Lit::Str(_)))
    }
}

impl Parse for Said {
    fn parse(input: ParseStream) -> syn::Result<Said> {
        let (mut format, mut args) = (None, vec![]);
        while !input.is_empty() {
            match format {
                None => format = Some(input.parse()?),
                Some(_) => args.push(argument(input)?),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Said { format, args })
    }
}

/// The names in a format: `{x}`, `{x:?}`, `{:width$}`, `{:.digits$}`.
pub(super) fn named_in(text: &str) -> Vec<String> {
    let (mut out, mut rest) = (Vec::<String>::new(), text);
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(escaped) = rest.strip_prefix('{') {
            rest = escaped;
            continue;
        }
        let Some(close) = rest.find('}') else { break };
        let (name, spec) = rest[..close].split_once(':').unwrap_or((&rest[..close], ""));
        let sizes = spec.match_indices('$').map(|(end, _)| {
            let begin = spec[..end]
                .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
                .map_or(0, |at| at + spec[at..].chars().next().map_or(1, char::len_utf8));
            &spec[begin..end]
        });
        for name in std::iter::once(name.trim()).chain(sizes) {
            let is_name = syn::parse_str::<Ident>(name).is_ok();
            if is_name && out.iter().all(|known| known != name) {
                out.push(name.to_owned());
            }
        }
        rest = &rest[close + 1..];
    }
    out
}
