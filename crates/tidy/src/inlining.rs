//! What is inlined by force is so where code is optimised: elsewhere it only makes more of it to compile.

use crate::{File, source_of};

/// The crates whose functions are compiled with those of users.
const WITH_USERS: [&str; 8] = ["adjoint", "emit", "forward", "lower", "reverse", "rules", "steps", "wengert"];

/// The places of `WITH_USERS` that ask for it without optimisation too.
pub fn inlined_always(sources: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in sources {
        if source_of(&file.path).is_some_and(|name| WITH_USERS.contains(&name)) {
            let forced = file.code().filter(|(_, line)| line.contains("#[inline(always)]"));
            complaints.extend(forced.map(|(number, _)| {
                format!("{}:{number}: write `#[cfg_attr(not(debug_assertions), inline(always))]`", file.path)
            }));
        }
    }
    complaints
}
