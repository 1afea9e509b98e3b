//! Types and `impl`s as text.

use super::Dialect;
use crate::generator::records::name;
use crate::generator::tree::*;

impl Dialect {
    /// What a type is called where it is made.
    pub(crate) fn maker(self, record: usize) -> String {
        format!("{}{}", name(record, self.index), if self.twin { "Any" } else { "" })
    }

    /// What the program's trait is called.
    pub(crate) fn law(self) -> String {
        if self.twin { format!("Law{}Any<T>", self.index) } else { format!("Law{}", self.index) }
    }

    /// The program's trait, with what it provides.
    pub(crate) fn trait_of(self, provided: &[&Function]) -> String {
        let (t, law) = (self.number(), self.law().replace("<T>", &format!("<{}>", self.bound())));
        let own = |name: &str| self.call(name);
        let inside = Dialect { provides: true, ..self };
        let body: String = provided.iter().map(|f| inside.function(f, "")).collect();
        format!(
            "pub trait {law}: Clone {{\nfn {}(&self, r: {t}) -> {t};\nfn {}(&mut self, by: {t});\n{body}}}\n",
            own("force"),
            own("stiffen")
        )
    }

    /// What a type is called as a type.
    pub(crate) fn record(self, record: usize) -> String {
        if Some(record) == self.parameter {
            return if self.provides { "Self" } else { "P" }.into();
        }
        let number = if self.twin || self.open { format!("<{}>", self.number()) } else { String::new() };
        self.maker(record) + &number
    }

    /// How a structure is passed.
    pub(crate) fn passed(self, record: usize, pass: Pass) -> String {
        let mark = match pass {
            Pass::Shared => "&",
            Pass::Exclusive => "&mut ",
            Pass::Moved => "",
        };
        format!("{mark}{}", self.record(record))
    }

    /// The definition of a type.
    pub(crate) fn definition(self, number: usize, record: &Record) -> String {
        let mut derives = vec!["Clone", "Debug"];
        derives.extend(record.copy.then_some("Copy"));
        derives.extend(self.marked.then_some("wengert::Differentiable"));
        let mut text = format!("#[derive({})]\n", derives.join(", "));
        let word = if record.is_choice() { "enum" } else { "struct" };
        text.push_str(&format!("pub {word} {}", self.record(number)));
        match &record.form {
            Form::Named(fields) => text.push_str(&format!(" {{\n{}}}\n", self.fields(fields, true, "pub "))),
            Form::Tuple(fields) => text.push_str(&format!("(\n{});\n", self.fields(fields, false, "pub "))),
            Form::Parameter => {}
            Form::Variants(variants) => {
                text.push_str(" {\n");
                for v in variants {
                    let fields = self.fields(&v.fields, v.named, "");
                    text.push_str(&match (v.named, v.fields.is_empty()) {
                        (_, true) => format!("{},\n", v.name),
                        (true, _) => format!("{} {{\n{fields}}},\n", v.name),
                        (false, _) => format!("{}(\n{fields}),\n", v.name),
                    });
                }
                // A variant that holds a number, should no other do.
                text.push_str(&format!("Other({}),\n}}\n", self.number()));
            }
        }
        text
    }

    fn fields(self, fields: &[Field], named: bool, mark: &str) -> String {
        let one = |field: &Field| {
            let constant = if field.of == Of::Constant && self.marked { "#[constant]\n" } else { "" };
            let name = if named { format!("{}: ", field.name) } else { String::new() };
            format!("{constant}{mark}{name}{},\n", self.of(field.of))
        };
        fields.iter().map(one).collect()
    }

    fn of(self, of: Of) -> String {
        let t = self.number();
        match of {
            Of::Float => t.into(),
            Of::Triple => format!("[{t}; 3]"),
            Of::Vector => format!("Vec<{t}>"),
            Of::Whole => "usize".into(),
            Of::Constant => self.scalar.into(),
            Of::Record(k) => self.record(k),
            Of::Records(k) => format!("Vec<{}>", self.record(k)),
        }
    }

    /// A number times a structure: on any number it is a method.
    pub(crate) fn scaled(self, number: usize, record: &Record) -> String {
        let (ty, t) = (self.record(number), self.number());
        let (s, v) = if self.twin { ("s", "self") } else { ("self", "v") };
        let named = matches!(record.form, Form::Named(_));
        let part = |field: &Field| {
            let label = if named { format!("{}: ", field.name) } else { String::new() };
            format!("{label}{s} * {v}.{}", field.name)
        };
        let parts: Vec<String> = record.fields().iter().map(part).collect();
        let parts = parts.join(", ");
        let value = if named { format!("{{ {parts} }}") } else { format!("({parts})") };
        let made = format!("{{\n    {} {value}\n}}\n", self.maker(number));
        if self.twin {
            format!("impl<{}> {ty} {{\npub fn mul_any(self, s: {t}) -> {ty} {made}}}\n", self.bound())
        } else {
            format!(
                "impl std::ops::Mul<{ty}> for {t} {{\ntype Output = {ty};\nfn mul(self, v: {ty}) -> {ty} {made}}}\n"
            )
        }
    }

    /// A structure's numbers by an index: those beyond the last are the last.
    pub(crate) fn indexed(self, number: usize, record: &Record, mutable: bool) -> String {
        let (ty, t) = (self.record(number), self.number());
        let generics = if self.any { format!("<{}>", self.bound()) } else { String::new() };
        let (word, name, method) = if mutable { ("mut ", "IndexMut", "index_mut") } else { ("", "Index", "index") };
        let last = record.fields().len() - 1;
        let arm = |(i, field): (usize, &Field)| {
            let pattern = if i == last { "_".to_owned() } else { i.to_string() };
            format!("{pattern} => &{word}self.{},\n", field.name)
        };
        let arms: String = record.fields().iter().enumerate().map(arm).collect();
        let output = if mutable { String::new() } else { format!("type Output = {t};\n") };
        format!(
            "impl{generics} std::ops::{name}<usize> for {ty} {{\n{output}fn {method}(&{word}self, i: usize) -> &{word}{t} \
             {{\n    match i {{\n{arms}}}\n}}\n}}\n"
        )
    }

    /// The constant of a type.
    pub(crate) fn associate(self, record: usize) -> String {
        let number = if self.twin || self.open { format!("::<{}>", self.number()) } else { String::new() };
        format!("{}{number}::K", self.maker(record))
    }

    /// The `impl` of an operator, or of methods.
    pub(crate) fn block(self, home: Home, functions: &[&Function], constant: bool) -> String {
        let (ty, t) = (self.record(home.record), self.number());
        let generics = if self.any { format!("<{}>", self.bound()) } else { String::new() };
        let body: String = functions.iter().map(|f| self.function(f, "")).collect();
        let constant = if constant { format!("pub const K: {} = 0.75;\n", self.scalar) } else { String::new() };
        match home.operator {
            None => format!("impl{generics} {ty} {{\n{constant}{body}}}\n"),
            Some(_) if home.is_law() => format!("impl{generics} {} for {ty} {{\n{body}}}\n", self.law()),
            Some(name) => {
                let name = name.replace("%T", t);
                let output = if name.contains("Assign") { String::new() } else { format!("type Output = {ty};\n") };
                format!("impl{generics} std::ops::{name} for {ty} {{\n{output}{body}}}\n")
            }
        }
    }
}
