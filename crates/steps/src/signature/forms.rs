//! Which of the functions beside a function are written: all of them, those that the attribute names, or, of a function
//! that no other crate can see, those that the text of its crate asks for.

use crate::around::{Use, occurrences, use_of};
use crate::index::MacroRules;
use proc_macro2::Ident;
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
    let rules: Vec<&MacroRules> = texts.iter().map(|text| text.rules()).collect();
    let is_rules = |name: &str| rules.iter().any(|rules| rules.names.contains(name));
    let (name, mut defined) = (name.to_string(), false);
    let mut forms = Forms { calls: crate::around::is_called(&name), ..Forms::NONE };
    for text in &texts {
        if text.is_strange() {
            return Forms::ALL;
        }
        for at in occurrences(text.text(), &name) {
            match use_of(&text.text, at, at + name.len(), &is_rules) {
                Use::None => {}
                Use::Definition => defined = true,
                Use::Form(form) if forms.add(form).is_some() => {}
                // They may ask for anything if they hand it on to macros that are not known.
                Use::Rules if rules.iter().all(|r| !r.open && r.to.iter().all(|to| is_rules(to))) => {
                    rules.iter().flat_map(|rules| &rules.behind).for_each(|word| _ = forms.add(word));
                }
                _ => return Forms::ALL,
            }
        }
    }
    if defined { forms } else { Forms::ALL }
}

/// All of them; with a trace, which is a quarter of what is generated, where the crate itself calls the function.
pub fn all(name: &Ident) -> Forms {
    let Some((texts, _)) = crate::around::whole_crate() else { return Forms::ALL };
    let name = name.to_string();
    Forms { traced: crate::around::is_called(&name) || texts.iter().any(|text| text.is_strange()), ..Forms::ALL }
}
