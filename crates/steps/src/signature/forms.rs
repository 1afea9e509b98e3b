//! Which of the functions beside a function are written: all of them, those that the attribute names, or, of a function
//! that no other crate can see, those that the text of its crate asks for.

use crate::around::{Searched, Use, occurrences, use_of};
use crate::index::MacroRules;
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::Visibility;

/// The functions beside a function, those that come together in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forms {
    pub gradient: bool,
    pub vjp: bool,
    pub jvp: bool,
    pub hvp: bool,
    pub hessian: bool,
    pub jacobian: bool,
    pub function: bool,
    pub eval: bool,
    /// What other generated functions call.
    pub calls: bool,
    /// Whether the way forward leaves a trace for callers. Without one the way back runs the function again.
    pub traced: bool,
    /// Whether the attribute says so.
    pub said: bool,
}

impl Forms {
    pub const ALL: Forms = Forms::new(true);
    /// None, until they are added.
    pub const NONE: Forms = Forms { traced: true, ..Forms::new(false) };

    /// What only generated functions call.
    pub const CALLS: Forms = Forms { calls: true, ..Forms::NONE };

    const fn new(all: bool) -> Forms {
        Forms {
            gradient: all,
            vjp: all,
            jvp: all,
            hvp: all,
            hessian: all,
            jacobian: all,
            function: all,
            eval: all,
            calls: all,
            traced: all,
            said: false,
        }
    }

    /// Adds the one that a function belongs to; nothing if there is no such function.
    pub fn add(&mut self, name: &str) -> Option<()> {
        if name == "jacobian_into" {
            // It is made of a weighted gradient.
            self.vjp = true;
        }
        *match name {
            "gradient" | "value_and_gradient" | "value_and_gradient_into" => &mut self.gradient,
            "vjp" | "vjp_into" => &mut self.vjp,
            "jvp" => &mut self.jvp,
            "hvp" | "value_and_hvp" => &mut self.hvp,
            "hessian" => &mut self.hessian,
            "jacobian" | "jacobian_into" => &mut self.jacobian,
            "function" => &mut self.function,
            "eval" => &mut self.eval,
            "calls" => &mut self.calls,
            _ => return None,
        } = true;
        Some(())
    }

    /// Whether a run forward and back is needed, with the tape behind it.
    pub fn run(&self) -> bool {
        self.gradient || self.vjp || self.hvp || self.hessian
    }

    /// Whether the function is bound to its constants.
    pub fn bound(&self) -> bool {
        self.run() || self.jacobian || self.function
    }

    /// The names of those that are not written.
    pub fn missing(&self) -> Vec<&'static str> {
        let all = [
            "gradient",
            "value_and_gradient",
            "value_and_gradient_into",
            "vjp",
            "vjp_into",
            "jvp",
            "hvp",
            "value_and_hvp",
            "hessian",
            "jacobian",
            "function",
            "eval",
        ];
        let written = |name: &str| {
            let mut with = *self;
            with.add(name);
            with == *self
        };
        all.into_iter().filter(|name| !written(name)).collect()
    }
}

/// What a function needs of which the attribute names nothing.
pub fn wanted(name: &Ident, vis: &Visibility) -> Forms {
    let Some((texts, open)) = crate::around::whole_crate() else { return Forms::ALL };
    if open && matches!(vis, Visibility::Public(_)) {
        return all(name);
    }
    let rules = Rules(texts.iter().map(Searched::rules).collect());
    let (name, mut defined) = (name.to_string(), false);
    let mut forms = Forms { calls: crate::around::is_called(&name), ..Forms::NONE };
    for searched in &texts {
        if searched.is_strange() {
            return Forms::ALL;
        }
        let text = &*searched.text;
        for at in occurrences(&text.text, &name) {
            match use_of(text, at, at + name.len(), &|name| rules.has(name)) {
                Use::None => {}
                Use::Definition => defined = true,
                Use::Form(form) if forms.add(form).is_some() => {}
                Use::Rules if rules.add(text.macros_around(at), &mut forms).is_some() => {}
                _ => return Forms::ALL,
            }
        }
    }
    if defined { forms } else { Forms::ALL }
}

/// The rules of a crate's macros, text by text.
struct Rules<'t>(Vec<&'t HashMap<String, MacroRules>>);

impl Rules<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|rules| rules.contains_key(name))
    }

    /// Adds what macros may ask of a name that they are given; nothing if that may be anything.
    fn add(&self, mut open: Vec<String>, forms: &mut Forms) -> Option<()> {
        open.retain(|name| self.has(name));
        if open.is_empty() {
            // Within rules: whoever they hand it on to.
            open.extend(self.0.iter().flat_map(|rules| rules.keys().cloned()));
        }
        let mut seen = HashSet::new();
        while let Some(name) = open.pop() {
            if !self.has(&name) {
                return None;
            }
            for rules in self.0.iter().filter_map(|rules| rules.get(&name)) {
                if rules.open {
                    return None;
                }
                rules.behind.iter().for_each(|word| _ = forms.add(word));
                open.extend(rules.to.iter().filter(|to| !seen.contains(*to)).cloned());
            }
            seen.insert(name);
        }
        Some(())
    }
}

/// All of them; with a trace, which is a quarter of what is generated, where the crate itself calls the function.
pub fn all(name: &Ident) -> Forms {
    let Some((texts, _)) = crate::around::whole_crate() else { return Forms::ALL };
    let name = name.to_string();
    Forms { traced: crate::around::is_called(&name) || texts.iter().any(|text| text.is_strange()), ..Forms::ALL }
}
