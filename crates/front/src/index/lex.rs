//! The tokens of a source text, with their places: as much of them as shows where items begin and end.
//!
//! The compiler's own parser goes as deep as its input; this is a loop, so that texts which nest too deep are told
//! before any parser sees them.

use std::ops::Range;

/// So deep may delimiters nest in a text that is read.
pub(super) const DEEPEST: usize = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or a keyword, raw ones with their mark.
    Word,
    Open(u8),
    Close,
    Sign(u8),
    /// A string.
    Text,
    /// A number, a character, a lifetime.
    Other,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    start: u32,
    end: u32,
    /// The index of the delimiter that ends what this one begins.
    partner: u32,
}

/// The tokens of a text.
#[derive(Debug, Default)]
pub struct Tokens {
    all: Vec<Token>,
}

/// Why a text is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    TooDeep,
    Unbalanced,
}

impl Tokens {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn kind(&self, at: usize) -> Option<Kind> {
        self.all.get(at).map(|t| t.kind)
    }

    /// The bytes of a token.
    pub fn bytes(&self, at: usize) -> Range<usize> {
        let t = &self.all[at];
        t.start as usize..t.end as usize
    }

    pub fn is_sign(&self, at: usize, sign: u8) -> bool {
        self.kind(at) == Some(Kind::Sign(sign))
    }

    pub fn opens(&self, at: usize, with: u8) -> bool {
        self.kind(at) == Some(Kind::Open(with))
    }

    /// Behind a token, or behind the group that it opens.
    pub fn after(&self, at: usize) -> usize {
        match self.kind(at) {
            Some(Kind::Open(_)) => self.all[at].partner as usize + 1,
            _ => at + 1,
        }
    }

    /// What a delimiter encloses.
    pub fn inside(&self, open: usize) -> Range<usize> {
        open + 1..self.all[open].partner as usize
    }

    /// A word, without the mark of a raw one.
    pub fn word<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        let t = self.all.get(at).filter(|t| t.kind == Kind::Word)?;
        let word = &text[t.start as usize..t.end as usize];
        Some(word.strip_prefix("r#").unwrap_or(word))
    }

    /// The token at a byte.
    pub fn at(&self, byte: usize) -> Option<usize> {
        let at = self.all.partition_point(|t| t.start as usize <= byte).checked_sub(1)?;
        (byte < self.all[at].end as usize).then_some(at)
    }

    /// The delimiter that begins what this one ends.
    pub fn opened(&self, close: usize) -> usize {
        self.all[close].partner as usize
    }

    /// The value of a string without escapes.
    pub fn string<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        let t = self.all.get(at).filter(|t| t.kind == Kind::Text)?;
        let inner = &text[t.start as usize..t.end as usize];
        let inner = inner.trim_start_matches('r').trim_matches('#');
        inner.strip_prefix('"')?.strip_suffix('"').filter(|s| !s.contains('\\'))
    }

    /// How deep a range nests, angles and repeated prefixes among it: what a parser takes of the stack.
    pub fn depth(&self, range: Range<usize>) -> usize {
        let (mut open, mut angles, mut prefixes, mut most) = (0usize, 0usize, 0usize, 0);
        let mut arrow = false;
        for t in &self.all[range] {
            prefixes = match t.kind {
                Kind::Sign(b'&' | b'*' | b'!' | b'-') => prefixes + 1,
                Kind::Word | Kind::Other if prefixes > 0 => prefixes,
                _ => 0,
            };
            match t.kind {
                Kind::Open(_) => open += 1,
                Kind::Close => open = open.saturating_sub(1),
                Kind::Sign(b'<') => angles += 1,
                Kind::Sign(b'>') if !arrow => angles = angles.saturating_sub(1),
                Kind::Sign(b';') => angles = 0,
                _ => {}
            }
            arrow = matches!(t.kind, Kind::Sign(b'-' | b'='));
            most = most.max(open + angles + prefixes);
        }
        most
    }
}

/// The tokens of a text.
pub(super) fn lex(text: &str) -> Result<Tokens, Unread> {
    let (mut lexer, mut open) = (Lexer { source: text, text: text.as_bytes(), at: 0 }, vec![]);
    let mut all: Vec<Token> = vec![];
    if text.starts_with("#!") && !text[2..].trim_start().starts_with('[') {
        lexer.line();
    }
    while let Some((kind, start)) = lexer.next() {
        let mut partner = 0;
        match kind {
            Kind::Open(_) => {
                open.push(all.len());
                if open.len() > DEEPEST {
                    return Err(Unread::TooDeep);
                }
            }
            Kind::Close => {
                partner = open.pop().ok_or(Unread::Unbalanced)? as u32;
                all[partner as usize].partner = all.len() as u32;
            }
            _ => {}
        }
        all.push(Token { kind, start: start as u32, end: lexer.at as u32, partner });
    }
    if open.is_empty() { Ok(Tokens { all }) } else { Err(Unread::Unbalanced) }
}

struct Lexer<'t> {
    source: &'t str,
    text: &'t [u8],
    at: usize,
}

/// Which bytes are in words, and which are between tokens. Tables, as this runs in compilers that are not optimised.
const CLASSES: [Class; 256] = {
    let mut all = [Class::Sign; 256];
    let mut c = 0;
    while c < 256 {
        let byte = c as u8;
        all[c] = match byte {
            b'0'..=b'9' => Class::Digit,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => Class::Word,
            _ if byte.is_ascii_whitespace() => Class::Space,
            _ => Class::Sign,
        };
        c += 1;
    }
    all
};

#[derive(Clone, Copy)]
enum Class {
    Word,
    Digit,
    Space,
    Sign,
}

fn in_word(c: u8) -> bool {
    matches!(CLASSES[c as usize], Class::Word | Class::Digit)
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        if at < self.text.len() { self.text[at] } else { 0 }
    }

    /// Goes behind the bytes of a word.
    fn behind_word(&mut self) {
        let (text, mut at) = (self.text, self.at);
        while at < text.len() && matches!(CLASSES[text[at] as usize], Class::Word | Class::Digit) {
            at += 1;
        }
        self.at = at;
    }

    fn behind_space(&mut self) {
        let (text, mut at) = (self.text, self.at);
        while at < text.len() && matches!(CLASSES[text[at] as usize], Class::Space) {
            at += 1;
        }
        self.at = at;
    }

    fn line(&mut self) {
        self.at = self.source[self.at..].find('\n').map_or(self.text.len(), |n| self.at + n);
    }

    fn skip_comment(&mut self) {
        let mut depth = 0usize;
        while self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => (depth, self.at) = (depth + 1, self.at + 2),
                (b'*', b'/') => (depth, self.at) = (depth - 1, self.at + 2),
                _ => self.at += 1,
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn next(&mut self) -> Option<(Kind, usize)> {
        loop {
            self.behind_space();
            match (*self.text.get(self.at)?, self.peek(1)) {
                (b'/', b'/') => self.line(),
                (b'/', b'*') => self.skip_comment(),
                (0xEF, 0xBB) if self.at == 0 => self.at += 3,
                _ => break,
            }
        }
        let start = self.at;
        let c = self.text[start];
        let kind = match c {
            b'(' | b'[' | b'{' => self.one(Kind::Open(c)),
            b')' | b']' | b'}' => self.one(Kind::Close),
            b'"' => self.quoted(),
            b'\'' => self.tick(),
            c => match CLASSES[c as usize] {
                Class::Digit => self.number(),
                Class::Word => self.word(),
                Class::Space | Class::Sign => self.one(Kind::Sign(c)),
            },
        };
        self.at = self.at.min(self.text.len());
        Some((kind, start))
    }

    fn one(&mut self, kind: Kind) -> Kind {
        self.at += 1;
        kind
    }

    fn quoted(&mut self) -> Kind {
        self.at += 1;
        while self.at < self.text.len() && self.peek(0) != b'"' {
            self.at += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
        self.one(Kind::Text)
    }

    fn raw(&mut self, hashes: usize) -> Kind {
        self.at += hashes + 1;
        let ends = |rest: &[u8]| rest[0] == b'"' && rest[1..].iter().take_while(|c| **c == b'#').count() >= hashes;
        while self.at < self.text.len() && !ends(&self.text[self.at..]) {
            self.at += 1;
        }
        self.at += hashes + 1;
        Kind::Text
    }

    /// A character, or a lifetime.
    fn tick(&mut self) -> Kind {
        self.at += 1;
        let width = match self.peek(0) {
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        };
        if self.peek(0) == b'\\' {
            self.at += 2;
            while self.at < self.text.len() && self.peek(0) != b'\'' {
                self.at += 1;
            }
            self.at += 1;
        } else if self.peek(width) == b'\'' {
            self.at += width + 1;
        } else {
            self.behind_word();
        }
        Kind::Other
    }

    fn number(&mut self) -> Kind {
        while in_word(self.peek(0)) || self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
        }
        Kind::Other
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        self.behind_word();
        if self.at - start > 2 || !matches!(self.peek(0), b'"' | b'\'' | b'#') {
            return Kind::Word;
        }
        let hashes = self.text[self.at..].iter().take_while(|c| **c == b'#').count();
        match (&self.text[start..self.at], self.peek(0)) {
            (b"b" | b"c", b'"') => self.quoted(),
            (b"b", b'\'') => self.tick(),
            (b"r" | b"br" | b"cr", _) if self.peek(hashes) == b'"' => self.raw(hashes),
            (b"r", b'#') if in_word(self.peek(1)) => {
                self.at += 1;
                self.behind_word();
                Kind::Word
            }
            _ => Kind::Word,
        }
    }
}
