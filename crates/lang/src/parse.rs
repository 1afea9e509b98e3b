//! From tokens to the tree, and the parser's complaints in plain words.

use crate::ast::{Ast, Id, Span};
use crate::error::{Error, Kind};
use crate::token::{Spanned, Token, Tokens, lex};
use lalrpop_util::{ParseError, lalrpop_mod};

lalrpop_mod!(
    #[allow(clippy::all, unreachable_pub, unused_qualifications, missing_docs)]
    grammar
);

/// Parses a program into its tree and the node of its final expression.
pub(crate) fn parse(source: &str) -> Result<(Ast, Id), Error> {
    let lexed = lex(source)?;
    let mut ast = Ast::default();
    let tokens = lexed.tokens.iter().copied().map(Ok::<_, std::convert::Infallible>);
    match grammar::ProgramParser::new().parse(&mut ast, tokens) {
        Ok(root) => Ok((ast, root)),
        Err(error) => Err(explain(source, &lexed, error)),
    }
}

fn explain(source: &str, lexed: &Tokens, error: ParseError<usize, Token, std::convert::Infallible>) -> Error {
    match error {
        ParseError::UnrecognizedToken { token, expected } => unexpected(source, lexed, token, &expected),
        ParseError::UnrecognizedEof { expected, .. } => ended(source, lexed, &expected),
        ParseError::ExtraToken { token } => unexpected(source, lexed, token, &[]),
        ParseError::InvalidToken { location } => {
            let at = Span::new(location, location);
            Error::new(Kind::Parse, "this means nothing here", at, source)
        }
        ParseError::User { error } => match error {},
    }
}

fn ended(source: &str, lexed: &Tokens, expected: &[String]) -> Error {
    let end = lexed.tokens.last().map_or(0, |t| t.2);
    let at = Span::new(end, end);
    if lexed.tokens.is_empty() {
        return Error::new(Kind::Parse, "the program is empty", at, source)
            .label("an expression belongs here")
            .help("write one, such as `x^2 + 1`");
    }
    let wanted = friendly(expected);
    let error = Error::new(Kind::Parse, format!("expected {wanted}, and the program ends"), at, source)
        .label(format!("expected {wanted}"));
    match lexed.unclosed {
        Some(open) => error.related(open, "this bracket is never closed").help("close the bracket"),
        None if matches!(lexed.tokens.last(), Some((_, Token::Semicolon, _))) => {
            error.help("after its functions a program has one expression, its result")
        }
        None => error.help(format!("write {wanted} after it")),
    }
}

fn unexpected(source: &str, lexed: &Tokens, token: Spanned<'_>, expected: &[String]) -> Error {
    let (start, found, end) = token;
    let span = Span::new(start, end);
    let text = &source[start..end];
    let before = lexed.tokens.iter().rev().find(|t| t.2 <= start).map(|t| t.1);
    let wants = |terminal: &str| expected.iter().any(|e| e.trim_matches('"') == terminal);
    let after_value = before.is_some_and(ends_value) && !wants("=");
    let comparison = matches!(text, "<" | "<=" | ">" | ">=" | "==" | "!=");
    if comparison && after_value {
        return Error::new(Kind::Parse, "comparisons do not chain", span, source)
            .label("a second comparison")
            .help("write `a < b and b < c`");
    }
    let help = match (before, found) {
        (_, Token::Fn) => "functions are defined first, each ending in `;`, and the expression comes last".to_owned(),
        _ if keyword(found) && wants("name") && !wants("number") => {
            format!("`{text}` is a word of the language: take another name")
        }
        (Some(Token::Close), Token::Equal) => "compare with `==`; define a function with `fn f(x) = ..;`".to_owned(),
        (Some(Token::Name(f)), Token::Open) if wants("=") => {
            format!("define a function first, `fn {f}(x) = ..;`, or name one: `let {f} = \\x. ..`")
        }
        (_, Token::Equal) if after_value => "compare with `==`; name a value with `let x = .. in ..`".to_owned(),
        (_, Token::Name(_) | Token::Number(_)) if after_value && wants(";") => {
            "the definition of a function ends in `;`, and a product is written with `*`".to_owned()
        }
        (Some(Token::Name(f)), Token::Name(x)) if after_value && rules::Row::find(f).is_some() => {
            format!("to call a function write `{f}({x})`")
        }
        (Some(Token::Name(f)), Token::Name(x)) if after_value => {
            format!("to call a function write `{f}({x})`, to multiply `{f}*{x}`")
        }
        (_, Token::Name(_) | Token::Number(_) | Token::Open) if after_value => {
            "a product is written with `*`".to_owned()
        }
        (_, Token::Semicolon) => "only the definition of a function ends in `;`".to_owned(),
        (_, Token::Comma) if after_value => "several results are written `[a, b]`".to_owned(),
        _ => String::new(),
    };
    let wanted = friendly(expected);
    let message = format!("expected {wanted}, found `{text}`");
    Error::new(Kind::Parse, message, span, source).label("not expected here").help(help)
}

fn ends_value(token: Token<'_>) -> bool {
    use Token::{Close, CloseList, False, Name, Number, True};
    matches!(token, Close | CloseList | False | Name(_) | Number(_) | True)
}

fn keyword(token: Token<'_>) -> bool {
    use Token::{And, Else, False, Fn, If, In, Let, Not, Or, Then, True};
    matches!(token, And | Else | False | Fn | If | In | Let | Not | Or | Then | True)
}

/// What may follow, in a reader's words: "an operator, `)` or `,`".
fn friendly(expected: &[String]) -> String {
    let terminals: Vec<&str> = expected.iter().map(|e| e.trim_matches('"')).collect();
    let has = |terminal| terminals.contains(&terminal);
    let mut words: Vec<String> = Vec::new();
    if has("number") {
        words.push("an expression".to_owned());
    } else if has("name") {
        words.push("a name".to_owned());
    }
    if has("*") {
        words.push("an operator".to_owned());
    }
    let value = has("number");
    for terminal in [")", "]", ",", ";", "=", "in", "then", "else", ".", "("] {
        if has(terminal) && !(terminal == "(" && (value || has("*"))) {
            words.push(format!("`{terminal}`"));
        }
    }
    match words.split_last() {
        None => "an operator or the end of the program".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
