//! Programs as text, on `f64` or on any number.

mod expressions;
mod statements;

pub(crate) use expressions::typed;

use crate::generator::tree::*;

/// On what a program is printed.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    /// `f64` or `f32`.
    pub scalar: &'static str,
    /// Whether numbers are of type `T: Real`, and constants are made ones of it.
    pub any: bool,
}

impl Dialect {
    /// The type of numbers.
    pub(crate) fn number(self) -> &'static str {
        if self.any { "T" } else { self.scalar }
    }

    /// What a function is called in this dialect.
    pub(crate) fn call(self, name: &str) -> String {
        if self.any { format!("{name}_any") } else { name.into() }
    }

    /// The type of a parameter.
    pub(crate) fn kind(self, kind: Kind) -> String {
        let (t, c) = (self.number(), self.scalar);
        match kind {
            Kind::Slice(_) => format!("&[{t}]"),
            Kind::SliceMut(_) => format!("&mut [{t}]"),
            Kind::Vector(_) => format!("Vec<{t}>"),
            Kind::Float => t.into(),
            Kind::Pair => format!("({t}, {t})"),
            Kind::Triple => format!("[{t}; 3]"),
            Kind::ConstantSlice(_) => format!("&[{c}]"),
            Kind::ConstantFloat => c.into(),
            Kind::Whole => "usize".into(),
            Kind::Flag => "bool".into(),
        }
    }

    /// The type of a result, with its arrow.
    pub(crate) fn returns(self, returns: Returns) -> String {
        let t = self.number();
        match returns {
            Returns::Nothing => String::new(),
            Returns::Float => format!(" -> {t}"),
            Returns::Pair => format!(" -> ({t}, {t})"),
            Returns::Triple => format!(" -> [{t}; 3]"),
            Returns::Vector(_) => format!(" -> Vec<{t}>"),
        }
    }

    /// A function without attributes on the function itself; `marked` says whether parameters have theirs.
    pub(crate) fn function(self, f: &Function, marked: bool) -> String {
        let bound = if self.scalar == "f64" { "Real".into() } else { format!("Real<{}>", self.scalar) };
        let generics = if self.any { format!("<T: {bound}>") } else { String::new() };
        let params: Vec<String> = f.params.iter().map(|(name, kind)| self.parameter(name, *kind, marked)).collect();
        let mut text =
            format!("pub fn {}{generics}({}){} {{\n", self.call(&f.name), params.join(", "), self.returns(f.returns));
        for stmt in &f.body {
            self.statement(stmt, 1, &mut text);
        }
        let give = self.give(&f.give);
        if !give.is_empty() {
            text.push_str(&format!("    {give}\n"));
        }
        text.push_str("}\n");
        text
    }

    fn parameter(self, name: &str, kind: Kind, marked: bool) -> String {
        let constant = matches!(kind, Kind::ConstantSlice(_) | Kind::ConstantFloat);
        let mark = if constant && marked { "#[constant] " } else { "" };
        // A parameter by value may be changed as any variable.
        let mutable = if matches!(kind, Kind::Vector(_) | Kind::Triple) { "mut " } else { "" };
        format!("{mark}{mutable}{name}: {}", self.kind(kind))
    }
}

impl Program {
    /// The program as a user writes it; without its attributes where they are not wanted.
    pub(crate) fn plain(&self, attributes: bool) -> String {
        let dialect = Dialect { scalar: self.scalar, any: self.generic };
        let mut text = String::new();
        for f in self.helpers.iter().chain([&self.main]) {
            let options = if f.options.is_empty() { String::new() } else { format!("({})", f.options) };
            if attributes {
                text.push_str(&format!("#[differentiable{options}]\n"));
            }
            let function = dialect.function(f, attributes);
            // On any number both have the same text, and still want different names.
            text.push_str(&if self.generic { function.replace("_any(", "(").replace("_any<", "<") } else { function });
        }
        text
    }

    /// The program on any number.
    pub(crate) fn twin(&self) -> String {
        let dialect = Dialect { scalar: self.scalar, any: true };
        self.helpers.iter().chain([&self.main]).map(|f| dialect.function(f, false)).collect()
    }
}
