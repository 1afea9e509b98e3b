//! From text to tokens.

use crate::ast::Span;
use crate::error::{Error, Kind};
use logos::Logos;

/// How deeply brackets may nest: far more than a person or a generator of programs needs.
pub(crate) const NESTING: usize = 10_000;

/// The longest source, in bytes; spans hold offsets in 32 bits.
const LONGEST: usize = 1 << 31;

#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
pub(crate) enum Token<'s> {
    #[regex(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?", |lex| lex.slice().parse().ok())]
    Number(f64),
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*")]
    Name(&'s str),
    #[token("fn")]
    Fn,
    #[token("let")]
    Let,
    #[token("in")]
    In,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("not")]
    Not,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("^")]
    Caret,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("==")]
    EqualEqual,
    #[token("!=")]
    NotEqual,
    #[token("=")]
    Equal,
    #[token("\\")]
    Backslash,
    #[token(".")]
    Dot,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token("**")]
    #[token("&&")]
    #[token("||")]
    #[token("!")]
    #[token("%")]
    #[token(":=")]
    #[token("->")]
    #[token("=>")]
    #[token("<>")]
    #[token("{")]
    #[token("}")]
    #[token("|")]
    #[token("//")]
    Foreign,
}

/// A token and the offsets of its first byte and of the byte after it.
pub(crate) type Spanned<'s> = (usize, Token<'s>, usize);

/// The tokens of a source.
#[derive(Debug)]
pub(crate) struct Tokens<'s> {
    pub(crate) tokens: Vec<Spanned<'s>>,
    /// The innermost bracket that is never closed.
    pub(crate) unclosed: Option<Span>,
}

/// Cuts a source into tokens, and checks that its brackets pair and do not nest too deeply.
pub(crate) fn lex(source: &str) -> Result<Tokens<'_>, Error> {
    if source.len() > LONGEST {
        let message = format!("the program is {} bytes long, and {LONGEST} is the most", source.len());
        return Err(Error::new(Kind::Limit, message, Span::new(0, 0), source).help("split it"));
    }
    let mut tokens = Vec::new();
    let mut brackets: Vec<(Token, Span)> = Vec::new();
    let mut in_parameters = false;
    let mut lexer = Token::lexer(source);
    while let Some(token) = lexer.next() {
        let range = lexer.span();
        let span = Span::new(range.start, range.end);
        let token = match token {
            Ok(Token::Foreign) | Err(()) => return Err(stray(source, span)),
            Ok(token) => token,
        };
        match token {
            Token::Backslash => in_parameters = true,
            Token::Dot => in_parameters = false,
            // `\x.5` is a function that returns 5.
            Token::Number(_) if in_parameters && lexer.slice().starts_with('.') => {
                in_parameters = false;
                tokens.push((range.start, Token::Dot, range.start + 1));
                lexer = Token::lexer(source);
                lexer.bump(range.start + 1);
                continue;
            }
            Token::Open | Token::OpenList => {
                if brackets.len() == NESTING {
                    let message = format!("brackets nest deeper than {NESTING}");
                    return Err(Error::new(Kind::Limit, message, span, source).help("name the inner parts with `let`"));
                }
                brackets.push((token, span));
            }
            Token::Close | Token::CloseList => match (brackets.pop(), token) {
                (Some((Token::Open, _)), Token::Close) | (Some((Token::OpenList, _)), Token::CloseList) => {}
                (open, _) => return Err(unpaired(source, span, open)),
            },
            _ => {}
        }
        tokens.push((range.start, token, range.end));
    }
    Ok(Tokens { tokens, unclosed: brackets.pop().map(|(_, span)| span) })
}

fn unpaired(source: &str, span: Span, open: Option<(Token, Span)>) -> Error {
    let text = &source[span.start as usize..span.end as usize];
    let (partner, at) = match open {
        Some((Token::Open, at)) => (")", at),
        Some((_, at)) => ("]", at),
        None => {
            return Error::new(Kind::Parse, format!("`{text}` closes nothing"), span, source)
                .help("delete it, or open a bracket before it");
        }
    };
    Error::new(Kind::Parse, format!("expected `{partner}`, found `{text}`"), span, source)
        .related(at, "this bracket is open")
        .help(format!("close the bracket with `{partner}`"))
}

/// What other languages write, and what to write here.
fn stray(source: &str, span: Span) -> Error {
    let text = &source[span.start as usize..span.end as usize];
    let advice = match text {
        "**" => "powers are written `x^y`",
        "&&" => "write `and`",
        "||" | "|" => "write `or`; a function is `\\x. x + 1`",
        "!" => "write `not`",
        "%" => "the remainder is a function: `rem(x, y)`",
        ":=" => "write `let x = .. in ..`",
        "'" | "\u{2032}" => "write `transpose(m)`",
        "@" => "write `a*b`",
        "->" | "=>" => "a function is written `\\x. x + 1`",
        "<>" => "write `!=`",
        "//" => "comments start with `#`; division is `/`",
        "{" | "}" => "group with `(` and `)`",
        "\u{2212}" | "\u{2013}" => "write `-`",
        "\u{d7}" | "\u{b7}" | "\u{22c5}" => "write `*`",
        "\u{f7}" => "write `/`",
        "\u{2264}" => "write `<=`",
        "\u{2265}" => "write `>=`",
        "\u{2260}" => "write `!=`",
        "\u{3bb}" => "a function is written `\\x. x + 1`",
        _ => "the language has numbers, names, + - * / ^, comparisons and brackets",
    };
    let message = format!("`{}` means nothing here", text.escape_debug());
    Error::new(Kind::Parse, message, span, source).help(advice)
}
