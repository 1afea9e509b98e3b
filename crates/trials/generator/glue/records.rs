//! The text that makes structures of slices, and slices of structures.

use crate::generator::records::{name, width};
use crate::generator::tree::*;

/// For each type of a program what makes a value of numbers, and what gives the numbers of a value; each also for the
/// twin.
pub(crate) fn makers(program: &Program) -> String {
    let mut text = String::new();
    for (number, record) in program.records.iter().enumerate().filter(|(_, record)| !record.is_parameter()) {
        for any in [false, true] {
            text.push_str(&maker(program, number, record, any));
            text.push_str(&flattener(program, number, record, any));
        }
    }
    text
}

/// The names of a type: where it is made, as a type, and what its numbers are.
fn names(program: &Program, number: usize, any: bool) -> (String, String, String) {
    let (name, scalar) = (name(number, program.index), program.scalar);
    if any {
        (format!("{name}Any"), format!("{name}Any<Recorded<{scalar}>>"), format!("Recorded<{scalar}>"))
    } else {
        let number = if program.generic_types { format!("<{scalar}>") } else { String::new() };
        (name.clone(), name + &number, scalar.into())
    }
}

fn end(any: bool) -> &'static str {
    if any { "_any" } else { "" }
}

fn maker(program: &Program, number: usize, record: &Record, any: bool) -> String {
    let (made, ty, t) = names(program, number, any);
    let value = match &record.form {
        Form::Parameter => String::new(),
        Form::Named(fields) => format!("{made} {{ {} }}", contents(program, fields, true, any)),
        Form::Tuple(fields) => format!("{made}({})", contents(program, fields, false, any)),
        Form::Variants(variants) => {
            let mut arms = String::new();
            for (i, v) in variants.iter().enumerate() {
                let contents = contents(program, &v.fields, v.named, any);
                let (open, close) = if v.named { (" { ", " }") } else { ("(", ")") };
                let rest = if v.fields.is_empty() { String::new() } else { format!("{open}{contents}{close}") };
                arms.push_str(&format!("{i} => {made}::{}{rest},\n", v.name));
            }
            format!("match case.n % {} {{\n{arms}_ => {made}::Other(z[0]),\n}}", variants.len() + 1)
        }
    };
    format!("fn make_{}{}(z: &[{t}], case: &Case) -> {ty} {{\n{value}\n}}\n", name(number, program.index), end(any))
}

/// The fields of a value, taken out of `z`.
fn contents(program: &Program, fields: &[Field], named: bool, any: bool) -> String {
    let mut from = 0;
    let mut parts = Vec::new();
    for field in fields {
        let make = |k: usize, from: usize| {
            let to = from + program.records[k].width(&program.records);
            format!("make_{}{}(&z[{from}..{to}], case)", name(k, program.index), end(any))
        };
        let wide = width(std::slice::from_ref(field), &program.records);
        let value = match field.of {
            Of::Float => format!("z[{from}]"),
            Of::Triple => format!("[z[{from}], z[{from} + 1], z[{from} + 2]]"),
            Of::Vector => format!("z[{from}..{}].to_vec()", from + wide),
            Of::Whole => "2".into(),
            Of::Constant => "0.75".into(),
            Of::Record(k) => make(k, from),
            Of::Records(k) => {
                let each = wide / Of::LONG;
                format!("vec![{}]", (0..Of::LONG).map(|i| make(k, from + i * each)).collect::<Vec<_>>().join(", "))
            }
        };
        from += wide;
        parts.push(if named { format!("{}: {value}", field.name) } else { value });
    }
    parts.join(", ")
}

fn flattener(program: &Program, number: usize, record: &Record, any: bool) -> String {
    let (made, ty, t) = names(program, number, any);
    let body = match &record.form {
        Form::Parameter => String::new(),
        Form::Named(fields) | Form::Tuple(fields) => {
            fields.iter().map(|f| push(program, f.of, &format!("(&r.{})", f.name), any)).collect::<String>()
        }
        Form::Variants(variants) => {
            let mut arms = String::new();
            for v in variants {
                let names: Vec<String> = (0..v.fields.len()).map(|i| format!("v{i}")).collect();
                let parts: Vec<String> = names
                    .iter()
                    .zip(&v.fields)
                    .map(|(name, f)| if v.named { format!("{}: {name}", f.name) } else { name.clone() })
                    .collect();
                let parts = parts.join(", ");
                let pattern = match (v.fields.is_empty(), v.named) {
                    (true, _) => String::new(),
                    (_, true) => format!(" {{ {parts} }}"),
                    (_, false) => format!("({parts})"),
                };
                let body: String =
                    names.iter().zip(&v.fields).map(|(name, f)| push(program, f.of, name, any)).collect();
                arms.push_str(&format!("{made}::{}{pattern} => {{\n{body}}}\n", v.name));
            }
            // Those that the variant lacks count as constants.
            let (wide, zero) = (record.width(&program.records), if any { "constants(&[0.0])[0]" } else { "0.0" });
            format!(
                "let end = out.len() + {wide};\nmatch r {{\n{arms}{made}::Other(v) => out.push(*v),\n}}\n\
                 out.resize(end, {zero});\n"
            )
        }
    };
    format!("fn flat_{}{}(r: &{ty}, out: &mut Vec<{t}>) {{\n{body}}}\n", name(number, program.index), end(any))
}

/// Puts the numbers of a field behind `out`.
fn push(program: &Program, of: Of, value: &str, any: bool) -> String {
    match of {
        Of::Float => format!("out.push(*{value});\n"),
        Of::Triple | Of::Vector => format!("out.extend_from_slice(&{value}[..]);\n"),
        Of::Whole | Of::Constant => String::new(),
        Of::Record(k) => format!("flat_{}{}({value}, out);\n", name(k, program.index), end(any)),
        Of::Records(k) => {
            format!("for r in {value}.iter() {{\nflat_{}{}(r, out);\n}}\n", name(k, program.index), end(any))
        }
    }
}

impl Program {
    /// The number of floats in a parameter.
    pub(crate) fn width(&self, kind: Kind, param: usize) -> String {
        match kind {
            Kind::Float => "1".into(),
            Kind::Pair => "2".into(),
            Kind::Triple | Kind::Sized(_) => "3".into(),
            Kind::Pairs(_) => format!("2 * case.lens[{param}]"),
            Kind::Record(k, _) => self.records[k].width(&self.records).to_string(),
            Kind::Records(k, _) | Kind::LentRecords(k, _) => {
                format!("case.lens[{param}] * {}", self.records[k].width(&self.records))
            }
            _ => format!("case.lens[{param}]"),
        }
    }

    /// A structure from the first numbers of `rest`, or a list of them; nothing for other parameters.
    pub(crate) fn made(&self, kind: Kind, param: usize, any: bool) -> Option<String> {
        let maker = |k: usize| format!("make_{}{}", name(k, self.index), end(any));
        match kind {
            Kind::Record(k, _) => Some(format!("{}(&rest, case)", maker(k))),
            Kind::Records(k, _) | Kind::LentRecords(k, _) => {
                let wide = self.records[k].width(&self.records);
                let taken = format!("rest.chunks_exact({wide}).take(case.lens[{param}])");
                Some(format!("{taken}.map(|z| {}(z, case)).collect::<Vec<_>>()", maker(k)))
            }
            _ => None,
        }
    }

    /// Puts the numbers of a parameter or result behind `out`.
    pub(crate) fn flattened(&self, kind: Kind, value: &str, out: &str, any: bool) -> Option<String> {
        let flat = |k: usize| format!("flat_{}{}", name(k, self.index), end(any));
        match kind {
            Kind::Record(k, _) => Some(format!("{}(&{value}, &mut {out});\n", flat(k))),
            Kind::Pairs(_) => Some(format!("for t in {value}.iter() {{\n{out}.extend([t.0, t.1]);\n}}\n")),
            Kind::Records(k, _) | Kind::LentRecords(k, _) => {
                Some(format!("for r in &{value} {{\n{}(r, &mut {out});\n}}\n", flat(k)))
            }
            _ => None,
        }
    }
}
