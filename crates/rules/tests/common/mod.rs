//! What the tests of the table share: a dual number for second derivatives, and exact references.

#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod dual;
pub(crate) mod reference;
