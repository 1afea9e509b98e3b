//! Programs in the formats of serde: as text where people read the format, else as bytes; both are verified.

use crate::program::Program;
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

impl Serialize for Program {
    /// The text form, or the byte form in a format that is not for people. Rules of the user's are written by their
    /// names, and not found again when reading.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(self),
            false => serializer.serialize_bytes(&self.to_bytes()),
        }
    }
}

impl<'de> Deserialize<'de> for Program {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Program, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(Form),
            false => deserializer.deserialize_bytes(Form),
        }
    }
}

struct Form;

impl Visitor<'_> for Form {
    type Value = Program;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a program as text or bytes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Program, E> {
        Program::parse(text).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Program, E> {
        Program::from_bytes(bytes).map_err(E::custom)
    }
}
