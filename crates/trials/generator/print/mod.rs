//! Programs as text, on `f64` or on any number.

mod expressions;
mod records;
mod statements;

pub(crate) use expressions::{index, typed};

use crate::generator::tree::*;

/// On what a program is printed.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    /// `f64` or `f32`.
    pub scalar: &'static str,
    /// Whether numbers are of type `T: Real`, and constants are made ones of it.
    pub any: bool,
    /// Whether it is the twin, whose names are its own.
    pub twin: bool,
    /// Whether attributes are written.
    pub marked: bool,
    /// Whether the program's types are on any number.
    pub open: bool,
    /// The number of the program, which its types have in their names.
    pub index: usize,
    /// The number of the type parameter with the program's trait.
    pub parameter: Option<usize>,
    /// Whether it is the trait that is printed, where that type is `Self`.
    pub provides: bool,
}

impl Dialect {
    /// The type of numbers.
    pub(crate) fn number(self) -> &'static str {
        if self.any { "T" } else { self.scalar }
    }

    /// What a function is called in this dialect.
    pub(crate) fn call(self, name: &str) -> String {
        match name.split_once("::") {
            _ if !self.twin => name.into(),
            Some((module, function)) if module.starts_with('m') => format!("{function}_any"),
            Some((ty, function)) => format!("{ty}Any::{function}_any"),
            None => format!("{name}_any"),
        }
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
            Kind::Receiver(_, Pass::Shared) => "&self".into(),
            Kind::Receiver(_, Pass::Exclusive) => "&mut self".into(),
            Kind::Receiver(_, Pass::Moved) => "self".into(),
            Kind::Record(k, pass) => self.passed(k, pass),
            Kind::Records(k, _) => format!("&[{}]", self.record(k)),
            Kind::LentRecords(k, _) => format!("&mut [{}]", self.record(k)),
            Kind::Function(n, lent) => {
                format!("{}impl Fn({}) -> {t}", if lent { "&" } else { "" }, vec![t; n].join(", "))
            }
            Kind::Sized(lent) => format!("{}[{t}; N]", if lent { "&" } else { "" }),
            Kind::Pairs(_) => format!("&[({t}, {t})]"),
        }
    }

    /// The bound of the type of numbers.
    pub(crate) fn bound(self) -> String {
        if self.scalar == "f64" { "T: Real".into() } else { format!("T: Real<{}>", self.scalar) }
    }

    /// The type of a result, with its arrow.
    pub(crate) fn returns(self, returns: Returns) -> String {
        let t = self.number();
        match returns {
            Returns::Nothing => String::new(),
            Returns::Float => format!(" -> {t}"),
            Returns::Flag => " -> bool".into(),
            Returns::Pair => format!(" -> ({t}, {t})"),
            Returns::Triple => format!(" -> [{t}; 3]"),
            Returns::Vector(_) => format!(" -> Vec<{t}>"),
            Returns::Record(k) => format!(" -> {}", self.record(k)),
            Returns::Maybe => format!(" -> Option<{t}>"),
            Returns::Tried => format!(" -> Result<{t}, usize>"),
            Returns::Sized => format!(" -> [{t}; N]"),
        }
    }

    /// A function without attributes on the function itself, around others in its body.
    pub(crate) fn function(self, f: &Function, inside: &str) -> String {
        let bounded = |kind: &Kind| match kind {
            Kind::Record(k, _) | Kind::Records(k, _) => Some(*k) == self.parameter,
            _ => false,
        };
        let mut generics = Vec::new();
        if f.home.is_none() {
            generics.extend(self.any.then(|| self.bound()));
            generics.extend(f.params.iter().any(|(_, kind)| bounded(kind)).then(|| format!("P: {}", self.law())));
            let sized = f.params.iter().any(|(_, kind)| matches!(kind, Kind::Sized(_)));
            generics.extend(sized.then(|| "const N: usize".to_owned()));
        }
        let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        let params: Vec<String> = f.params.iter().map(|(name, kind)| self.parameter(name, *kind)).collect();
        let (visible, name) = match f.home {
            Some(home) if home.is_law() => ("", self.call(&f.name)),
            Some(Home { operator: Some(_), .. }) => ("", f.name.clone()),
            _ => ("pub ", self.call(&f.name)),
        };
        let name = name.trim_start_matches('.');
        let mut text = format!("{visible}fn {name}{generics}({}){} {{\n", params.join(", "), self.returns(f.returns));
        text.push_str(inside);
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

    fn parameter(self, name: &str, kind: Kind) -> String {
        let constant = matches!(kind, Kind::ConstantSlice(_) | Kind::ConstantFloat);
        let mark = if constant && self.marked { "#[constant] " } else { "" };
        // A parameter by value may be changed as any variable.
        let mutable = match kind {
            Kind::Vector(_) | Kind::Triple | Kind::Sized(false) => "mut ",
            _ => "",
        };
        if let Kind::Receiver(..) = kind {
            return format!("{mutable}{}", self.kind(kind));
        }
        let name = if matches!(kind, Kind::Function(..)) { self.call(name) } else { name.into() };
        format!("{mark}{mutable}{name}: {}", self.kind(kind))
    }
}

impl Program {
    fn dialect(&self, twin: bool, marked: bool) -> Dialect {
        Dialect {
            scalar: self.scalar,
            any: twin || self.generic,
            twin,
            marked,
            open: self.generic_types,
            index: self.index,
            parameter: self.records.iter().position(Record::is_parameter),
            provides: false,
        }
    }

    /// The program as a user writes it; without its attributes where they are not wanted.
    pub(crate) fn plain(&self, attributes: bool) -> String {
        let dialect = self.dialect(false, attributes);
        let one = |f: &Function, inside: &str| {
            let options = if f.options.is_empty() { String::new() } else { format!("({})", f.options) };
            let mark = if attributes { format!("#[differentiable{options}]\n") } else { String::new() };
            mark + &dialect.function(f, inside)
        };
        let standing = |stands| self.helpers.iter().filter(move |f| f.home.is_none() && f.stands == stands);
        let mut text = self.definitions(dialect);
        for f in standing(Stands::Module) {
            text.push_str(&format!("mod {} {{\nuse super::*;\n{}}}\n", f.module(), one(f, "")));
        }
        text.extend(standing(Stands::Beside).map(|f| one(f, "")));
        let inside: String = standing(Stands::Inside).map(|f| one(f, "")).collect();
        text + &one(&self.main, &inside)
    }

    /// The program on any number.
    pub(crate) fn twin(&self) -> String {
        let dialect = self.dialect(true, false);
        let functions = self.helpers.iter().filter(|f| f.home.is_none()).chain([&self.main]);
        let functions: String = functions.map(|f| dialect.function(f, "")).collect();
        self.definitions(dialect) + &functions
    }

    /// Its types with all that they have.
    fn definitions(&self, dialect: Dialect) -> String {
        let mut text = String::new();
        let mark = if dialect.marked { "#[differentiable]\n" } else { "" };
        // Their own text is on any number where they are.
        let dialect = Dialect { any: dialect.any || dialect.open, ..dialect };
        if let Some(number) = dialect.parameter {
            let provided = |f: &&Function| f.home.is_some_and(|home| home.record == number);
            let provided: Vec<&Function> = self.helpers.iter().filter(provided).collect();
            text.push_str(mark);
            text.push_str(&dialect.trait_of(&provided));
        }
        for (number, record) in self.records.iter().enumerate().filter(|(_, record)| !record.is_parameter()) {
            text.push_str(&dialect.definition(number, record));
            for operator in Record::PLAIN.into_iter().filter(|name| record.operators.contains(name)) {
                text.push_str(mark);
                text.push_str(&match operator {
                    "Scaled" => dialect.scaled(number, record),
                    _ => dialect.indexed(number, record, operator == "IndexMut"),
                });
            }
            let own = |f: &&Function| f.home.is_some_and(|home| home.record == number);
            let (operators, methods): (Vec<&Function>, Vec<&Function>) =
                self.helpers.iter().filter(own).partition(|f| f.home.is_some_and(|home| home.operator.is_some()));
            let (law, operators): (Vec<&Function>, Vec<&Function>) =
                operators.into_iter().partition(|f| f.home.is_some_and(Home::is_law));
            let blocks = [methods, law].into_iter().filter(|functions| !functions.is_empty());
            for functions in blocks.chain(operators.into_iter().map(|f| vec![f])) {
                text.push_str(mark);
                text.extend(functions[0].home.map(|home| dialect.block(home, &functions, record.constant)));
            }
        }
        text
    }
}
