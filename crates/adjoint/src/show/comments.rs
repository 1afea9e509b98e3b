//! The author's comments, at the statements that they stand at.

use front::visit::{self, Visit};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{LineColumn, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Block, Expr, ItemFn, Pat, PatIdent, Stmt};

/// What a statement is known by in the source and in what is generated: the variable that it makes or changes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Made(String),
    Changed(String),
    Loop(String),
}

/// A comment, and the statement that it stands at, if there is one.
struct Comment {
    lines: Vec<String>,
    at: Option<Key>,
}

/// Comments of the function in a source text, written into its adjoint as statements that [`plain`] makes comments of.
pub(super) fn write(source: &str, f: &ItemFn, adjoint: &mut ItemFn) {
    let mut lines = Lines(vec![]);
    lines.visit_block(&f.block);
    lines.0.sort_by_key(|(line, _)| *line);
    let mut written = Written(vec![]);
    let mut known = Known(vec![]);
    known.visit_block(&adjoint.block);
    for (line, text) in comments(source, f) {
        let mut next = lines.0.iter().filter(|(at, _)| *at >= line).map(|(_, key)| key);
        let at = next.find(|key| known.0.contains(key)).cloned();
        match written.0.last_mut() {
            Some(last) if last.at == at => last.lines.push(text),
            _ => written.0.push(Comment { lines: vec![text], at }),
        }
    }
    written.visit_block_mut(&mut adjoint.block);
}

/// The lines of a printed function with its comments as such.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match said(line.trim_start()) {
            Some(comment) => {
                out.push_str(&line[..line.len() - line.trim_start().len()]);
                out.push_str("// ");
                out.push_str(&comment);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The statement that stands for a comment until all is printed.
fn standing(text: &str) -> Stmt {
    syn::parse_quote!(__comment!(#text);)
}

/// What a line says that stands for a comment.
fn said(line: &str) -> Option<String> {
    let literal = line.strip_prefix("__comment!(")?.strip_suffix(");")?;
    syn::parse_str::<syn::LitStr>(literal).ok().map(|literal| literal.value())
}

/// The comments in a function's body with their lines.
fn comments(source: &str, f: &ItemFn) -> Vec<(usize, String)> {
    let (start, end) = (f.block.span().start().line, f.block.span().end().line);
    let mut tokens = vec![];
    spans(&f.block.to_token_stream(), &mut tokens);
    let inside = |line: usize, column: usize| {
        let at = LineColumn { line, column };
        tokens.iter().any(|s| s.start() <= at && at < s.end())
    };
    let mut found = vec![];
    for (k, text) in source.lines().enumerate().take(end).skip(start.saturating_sub(1)) {
        let starts = text.match_indices("//").map(|(at, _)| (at, text[..at].chars().count()));
        if let Some((at, _)) = starts.into_iter().find(|&(_, column)| !inside(k + 1, column)) {
            let said = text[at..].trim_start_matches('/').trim_start_matches('!').trim();
            if !said.is_empty() {
                found.push((k + 1, said.to_owned()));
            }
        }
    }
    found
}

fn spans(tokens: &TokenStream, out: &mut Vec<Span>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(g) => spans(&g.stream(), out),
            token => out.push(token.span()),
        }
    }
}

/// What a statement of the source is known by.
fn key(s: &Stmt) -> Option<Key> {
    match s {
        Stmt::Local(local) => made(&local.pat).map(|name| Key::Made(name.ident.to_string())),
        Stmt::Expr(Expr::ForLoop(l), _) => made(&l.pat).map(|name| Key::Loop(name.ident.to_string())),
        Stmt::Expr(Expr::Assign(a), _) => Some(changed(&a.left)),
        Stmt::Expr(Expr::Binary(b), _) if super::expressions::is_assignment(&b.op) => Some(changed(&b.left)),
        _ => None,
    }
}

/// What a generated statement is known by: a variable that changes becomes one of another number, too.
fn keys(s: &Stmt) -> Vec<Key> {
    let version = match s {
        Stmt::Local(local) => made(&local.pat).filter(|name| name.mutability.is_none()).and_then(|name| {
            let name = name.ident.to_string();
            super::expressions::version_of(&name).map(Key::Changed)
        }),
        _ => None,
    };
    key(s).into_iter().chain(version).collect()
}

fn changed(place: &Expr) -> Key {
    Key::Changed(place.to_token_stream().to_string())
}

fn made(pat: &Pat) -> Option<&PatIdent> {
    match pat {
        Pat::Ident(name) => Some(name),
        Pat::Type(typed) => made(&typed.pat),
        _ => None,
    }
}

/// The statements of the source that have a key, by their lines.
struct Lines(Vec<(usize, Key)>);

impl Visit<'_> for Lines {
    fn visit_stmt(&mut self, s: &Stmt) {
        self.0.extend(key(s).map(|key| (s.span().start().line, key)));
        visit::visit_stmt(self, s);
    }
}

/// The keys in what is generated.
struct Known(Vec<Key>);

impl Visit<'_> for Known {
    fn visit_stmt(&mut self, s: &Stmt) {
        self.0.extend(keys(s));
        visit::visit_stmt(self, s);
    }
}

/// Writes each comment before the first statement that has its key.
struct Written(Vec<Comment>);

impl VisitMut for Written {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut s in std::mem::take(&mut block.stmts) {
            let keys = keys(&s);
            let here = self.0.extract_if(.., |comment| comment.at.iter().any(|key| keys.contains(key)));
            block.stmts.extend(here.flat_map(|comment| comment.lines).map(|text| standing(&text)));
            visit_mut::visit_stmt_mut(self, &mut s);
            block.stmts.push(s);
        }
    }
}
