//! Long straight code: its variables are declared many at a time. A `let` opens a scope in that of the `let` before it,
//! and what the compiler writes for debuggers goes as deep as they nest: some 2500 are the end of it.

use crate::emit::Emitter;
use crate::ir::Ty;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};

/// Blocks with fewer statements that begin with `let` stay as they are.
const LONG: usize = 800;
/// So many variables are declared at a time: with more of them the compiler's inference takes longer.
const TOGETHER: usize = 16;

impl Emitter<'_> {
    /// The types of the variables that are numbers and flags, by their names.
    pub fn known_types(&self) -> HashMap<Ident, TokenStream> {
        let (number, scalar) = (self.number(), &self.sig.scalar);
        let mut types = HashMap::new();
        for (v, value) in self.p.values.iter().enumerate().filter(|(_, value)| !value.by_ref && !value.option) {
            if self.p.is_rich(v) {
                continue;
            }
            let ty = match &value.ty {
                _ if value.lifted => quote!(#number),
                Ty::Float => quote!(#scalar),
                Ty::Bool => quote!(bool),
                _ => continue,
            };
            if value.lifted {
                types.insert(format_ident!("{}{}", value.name, self.suffix), ty.clone());
            }
            types.insert(value.name.clone(), ty);
        }
        types
    }

    /// Whether some code of the function may be that long.
    pub fn is_long(&self) -> bool {
        self.p.values.len() > LONG
    }
}

/// The code with the variables of long blocks declared many at a time.
pub fn level(code: TokenStream, types: &HashMap<Ident, TokenStream>) -> TokenStream {
    let inside = code.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = level(group.stream(), types);
            let inner = if group.delimiter() == Delimiter::Brace { declared(inner, types) } else { inner };
            let mut new = Group::new(group.delimiter(), inner);
            new.set_span(group.span());
            TokenTree::Group(new)
        }
        token => token,
    });
    inside.collect()
}

/// A statement of a block.
enum Statement {
    /// `let name = value;`, of a type that is known.
    Let(Ident, TokenStream, Vec<TokenTree>),
    Other(Vec<TokenTree>),
}

fn declared(block: TokenStream, types: &HashMap<Ident, TokenStream>) -> TokenStream {
    let lets = block.clone().into_iter().filter(|t| matches!(t, TokenTree::Ident(i) if i == "let")).count();
    if lets < LONG {
        return block;
    }
    let mut out = TokenStream::new();
    let mut together = Together::default();
    for statement in statements(block, types) {
        together.take(statement, &mut out);
    }
    together.leave(&mut out);
    out
}

/// The statements of a block; several that are no `let` may stay in one.
fn statements(block: TokenStream, types: &HashMap<Ident, TokenStream>) -> Vec<Statement> {
    let (mut all, mut now) = (vec![], vec![]);
    let mut tokens = block.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let ends = match &token {
            TokenTree::Punct(p) => p.as_char() == ';',
            TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => {
                matches!(tokens.peek(), Some(TokenTree::Ident(i)) if i == "let")
            }
            _ => false,
        };
        now.push(token);
        if ends {
            all.push(statement(std::mem::take(&mut now), types));
        }
    }
    if !now.is_empty() {
        all.push(Statement::Other(now));
    }
    all
}

fn statement(tokens: Vec<TokenTree>, types: &HashMap<Ident, TokenStream>) -> Statement {
    let is = |k: usize, c: char| matches!(tokens.get(k), Some(TokenTree::Punct(p)) if p.as_char() == c);
    let (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(name))) = (tokens.first(), tokens.get(1)) else {
        return Statement::Other(tokens);
    };
    // With a type, which is one word.
    let at = if is(2, ':') { 4 } else { 2 };
    match types.get(name) {
        Some(ty) if word == "let" && is(at, '=') && is(tokens.len() - 1, ';') => {
            Statement::Let(name.clone(), ty.clone(), tokens[at..].to_vec())
        }
        _ => Statement::Other(tokens),
    }
}

/// Statements whose variables are declared together.
#[derive(Default)]
struct Together {
    names: Vec<Ident>,
    types: Vec<TokenStream>,
    /// Names that stand for something else up to here.
    taken: HashSet<Ident>,
    code: TokenStream,
}

impl Together {
    fn take(&mut self, statement: Statement, out: &mut TokenStream) {
        match statement {
            Statement::Let(name, ty, rest) => {
                let mut own = HashSet::new();
                idents(&rest, &mut own);
                if own.contains(&name) {
                    self.leave(out);
                    let rest = rest.into_iter().collect::<TokenStream>();
                    out.extend(quote!(let #name: #ty #rest));
                    return;
                }
                if self.names.len() == TOGETHER || self.taken.contains(&name) {
                    self.leave(out);
                }
                self.taken.extend(own);
                self.taken.insert(name.clone());
                let rest: TokenStream = rest.into_iter().collect();
                self.code.extend(quote!(#name #rest));
                self.names.push(name);
                self.types.push(ty);
            }
            Statement::Other(tokens) => {
                idents(&tokens, &mut self.taken);
                self.code.extend(tokens);
            }
        }
    }

    fn leave(&mut self, out: &mut TokenStream) {
        let Together { names, types, code, .. } = std::mem::take(self);
        if !names.is_empty() {
            out.extend(quote!(let (#(#names,)*): (#(#types,)*);));
        }
        out.extend(code);
    }
}

/// The names in code.
fn idents(tokens: &[TokenTree], out: &mut HashSet<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(i) => drop(out.insert(i.clone())),
            TokenTree::Group(g) => idents(&g.stream().into_iter().collect::<Vec<_>>(), out),
            _ => {}
        }
    }
}
