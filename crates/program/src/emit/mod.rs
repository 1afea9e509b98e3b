//! Programs as source code.

mod rust;
