//! Functions and their adjoints side by side, as one page of HTML that needs nothing else.

use ::adjoint::Shown;
use proc_macro2::{LineColumn, Span, TokenStream, TokenTree};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Endings of names that the adjoint makes of those of the function.
const ENDINGS: [&str; 4] = ["_adj", "_out", "_dot", "_state"];

const KEYWORDS: [&str; 24] = [
    "as", "break", "const", "continue", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let", "loop",
    "match", "mod", "mut", "pub", "ref", "return", "self", "struct", "true", "while",
];

/// The page; `what` is the name of what stands on the right.
pub(super) fn page(file: &str, source: &str, all: &[&Shown], what: &str) -> String {
    let functions = Functions::of(source);
    let pair = |shown: &&Shown| {
        let adjoint = shown.adjoint.as_deref().ok()?;
        let range = functions.range(shown.name.span().start()).unwrap_or_default();
        let written = unindented(source, range);
        let (left, right) = (coloured(&written), coloured(adjoint.trim_end()));
        let name = escaped(&shown.path);
        Some(format!(
            "<section class=\"pair\">\n<h2>{name}</h2>\n<pre aria-label=\"{name}\">{left}</pre>\n\
             <pre aria-label=\"{what} of {name}\">{right}</pre>\n</section>\n"
        ))
    };
    let pairs: String = all.iter().filter_map(pair).collect();
    let file = escaped(file);
    let (style, own, script) =
        (include_str!("../play/page/style.css"), include_str!("page.css"), include_str!("page.js"));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{file}: {what}</title>\n\
         <style>\n{style}\n{own}</style>\n</head>\n<body>\n<header class=\"top\">\n<h1>{file}</h1>\n\
         <p>Each function, and the {what} that <code>#[differentiable]</code> makes of it. Point at a name to find it on \
         both sides.</p>\n</header>\n{pairs}<script>\n{script}</script>\n</body>\n</html>\n"
    )
}

/// Where the functions of a source text stand.
struct Functions(Vec<(LineColumn, Range<usize>)>);

impl Functions {
    fn of(source: &str) -> Functions {
        let mut found = Functions(Vec::new());
        if let Ok(file) = syn::parse_file(source) {
            found.visit_file(&file);
        }
        found
    }

    /// The bytes of the function whose name stands there.
    fn range(&self, name: LineColumn) -> Option<Range<usize>> {
        self.0.iter().find(|(at, _)| *at == name).map(|(_, range)| range.clone())
    }

    fn add(&mut self, name: Span, whole: Span) {
        self.0.push((name.start(), whole.byte_range()));
    }
}

impl Visit<'_> for Functions {
    fn visit_item_fn(&mut self, f: &syn::ItemFn) {
        self.add(f.sig.ident.span(), f.span());
        visit::visit_item_fn(self, f);
    }

    fn visit_impl_item_fn(&mut self, f: &syn::ImplItemFn) {
        self.add(f.sig.ident.span(), f.span());
        visit::visit_impl_item_fn(self, f);
    }
}

/// A part of a text without the indentation of its first line.
fn unindented(source: &str, range: Range<usize>) -> String {
    let start = source[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let indentation = &source[start..range.start];
    let lines = source[range].split('\n');
    lines.map(|line| line.strip_prefix(indentation).unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Rust as HTML; what is no Rust is not coloured.
fn coloured(text: &str) -> String {
    let Ok(tokens) = text.parse::<TokenStream>() else { return escaped(text) };
    let mut places = Vec::new();
    leaves(tokens, &mut places);
    let (mut html, mut end) = (String::new(), 0);
    for (token, range) in places {
        // A comment of documentation is several tokens at one place.
        if range.start < end {
            continue;
        }
        between(&mut html, &text[end..range.start]);
        let written = escaped(&text[range.clone()]);
        html.push_str(&match token {
            _ if text[range.clone()].starts_with("//") => span("comment", &written),
            TokenTree::Literal(_) => span("number", &written),
            TokenTree::Ident(_) if KEYWORDS.contains(&&*written) => span("keyword", &written),
            TokenTree::Ident(_) => name(&written),
            _ => written,
        });
        end = range.end;
    }
    between(&mut html, &text[end..]);
    html
}

/// Single tokens with their places, in order.
fn leaves(tokens: TokenStream, places: &mut Vec<(TokenTree, Range<usize>)>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let delimiters = [group.span_open(), group.span_close()].map(|at| at.byte_range());
                // An attribute of a comment has the place of the comment.
                if group.span_open().byte_range() == group.span().byte_range() {
                    continue;
                }
                let [open, close] = delimiters.map(|range| (TokenTree::Group(group.clone()), range));
                places.push(open);
                leaves(group.stream(), places);
                places.push(close);
            }
            token => {
                let range = token.span().byte_range();
                places.push((token, range));
            }
        }
    }
}

/// What stands between tokens: blanks and comments.
fn between(html: &mut String, text: &str) {
    let comment = text.trim();
    match text.split_once(comment).filter(|_| !comment.is_empty()) {
        Some((before, after)) => html.push_str(&format!("{before}{}{after}", span("comment", &escaped(comment)))),
        None => html.push_str(text),
    }
}

fn span(class: &str, text: &str) -> String {
    format!("<span class=\"{class}\">{text}</span>")
}

/// A name, with that of the function's variable that it belongs to.
fn name(name: &str) -> String {
    let mut of = name;
    while let Some(shorter) = ENDINGS.iter().find_map(|ending| of.strip_suffix(ending)) {
        of = shorter;
    }
    let numbered = of.rsplit_once('_').filter(|(_, n)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let class = if of == name { "" } else { " class=\"of-adjoint\"" };
    let of = match numbered {
        // The temporaries `t_1`, `t_2` are different things.
        Some((variable, _)) if variable != "t" => variable,
        _ => of,
    };
    format!("<span data-of=\"{of}\"{class}>{name}</span>")
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
