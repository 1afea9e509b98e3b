//! A function as bytes: a head, its names, then its text or its recorded program.

use crate::error::{Error, Kind};
use crate::function::Function;
use program::Program;

const HEAD: &[u8; 4] = b"WGF1";
const TEXT: u8 = 0;
const PROGRAM: u8 = 1;

impl Function {
    /// The function as bytes, which [`from_bytes`](Function::from_bytes) reads back.
    ///
    /// Of a text, the text and the names are kept; what was recorded of it is recorded again.
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// let f = Function::parse("x + sin(y)")?;
    /// let g = Function::from_bytes(&f.to_bytes())?;
    /// assert_eq!((g.source(), g.inputs()), (f.source(), f.inputs()));
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let program = || self.latest().map(|recording| recording.value().to_bytes()).unwrap_or_default();
        let (kind, body) = match self.source() {
            Some(text) => (TEXT, text.as_bytes().to_vec()),
            None => (PROGRAM, program()),
        };
        let mut bytes = HEAD.to_vec();
        bytes.push(kind);
        bytes.extend((self.inputs().len() as u64).to_le_bytes());
        for piece in self.inputs().iter().map(|name| name.as_bytes()).chain([&body[..]]) {
            bytes.extend((piece.len() as u64).to_le_bytes());
            bytes.extend(piece);
        }
        bytes
    }

    /// The function that [`to_bytes`](Function::to_bytes) wrote. Bytes from anywhere are checked before they are a function.
    ///
    /// # Errors
    /// [`Kind::Invalid`] where the bytes are none, [`Kind::Parse`] where their text is no program.
    ///
    /// Cost: linear in the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Function, Error> {
        let mut rest = bytes.strip_prefix(HEAD).ok_or_else(|| invalid("they do not begin as those of a function"))?;
        let kind = rest.split_off_first().ok_or_else(|| invalid("they end early"))?;
        let count = number(&mut rest)?;
        let mut names = Vec::new();
        for _ in 0..count {
            names.push(word(&mut rest)?);
        }
        let body = piece(&mut rest)?;
        if !rest.is_empty() {
            return Err(invalid("more follows"));
        }
        match *kind {
            TEXT => {
                let text = core::str::from_utf8(body).map_err(|_| invalid("their text is not UTF-8"))?;
                Function::parse_with_inputs(text, &names)
            }
            PROGRAM => Function::of_program(Program::from_bytes(body)?, &names),
            _ => Err(invalid("they are of a later version")),
        }
    }
}

fn invalid(why: &str) -> Error {
    Error::new(Kind::Invalid, format!("the bytes are no function: {why}; give what was saved, whole"))
}

fn number(rest: &mut &[u8]) -> Result<usize, Error> {
    let (head, tail) = rest.split_first_chunk().ok_or_else(|| invalid("they end early"))?;
    *rest = tail;
    usize::try_from(u64::from_le_bytes(*head)).map_err(|_| invalid("they end early"))
}

fn piece<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], Error> {
    let length = number(rest)?;
    rest.split_off(..length).ok_or_else(|| invalid("they end early"))
}

fn word<'a>(rest: &mut &'a [u8]) -> Result<&'a str, Error> {
    core::str::from_utf8(piece(rest)?).map_err(|_| invalid("a name is not UTF-8"))
}
