//! The macros of the texts, by their rules.

use super::AROUND;
use crate::index::{ItemId, Macro};

/// What is known of a macro.
pub enum Rules {
    Known(String),
    /// It is none of the crate's.
    Foreign,
    /// Which one is meant is not certain.
    Unsure,
}

/// The rules of a macro that is called in the item.
pub fn rules_of(path: &[String]) -> Rules {
    AROUND.with_borrow(|around| {
        let index = &around.index;
        let text = |id: ItemId| {
            let text = index.text_of(id.scope);
            index.item(id).body.clone().map_or_else(String::new, |body| text.slice(body).to_owned())
        };
        let Some((scope, item)) = around.at.as_ref().and_then(|at| Some((at.scope, at.item?))) else {
            // From where it is called is not known: one of the only macro of that name is.
            let last = path.last().map_or("", String::as_str);
            let all: Vec<&ItemId> = index.all_named(last).iter().filter(|id| index.is_rules(**id)).collect();
            return match all.as_slice() {
                [] => Rules::Foreign,
                [id] => Rules::Known(text(**id)),
                _ => Rules::Unsure,
            };
        };
        match index.macro_of(ItemId { scope, at: item }, path) {
            Macro::Rules(id) => Rules::Known(text(id)),
            Macro::Outside => Rules::Foreign,
            Macro::Unsure => Rules::Unsure,
        }
    })
}
