//! The types that a program has of its own, at random.

use super::constructs::Constructs;
use super::random::Random;
use super::tree::*;

/// A small structure that is `Copy`, a greater one that holds such and may be, and an `enum`.
pub(crate) fn records(random: &mut Random, constructs: &Constructs) -> Vec<Record> {
    let mut records = vec![small(random, constructs)];
    if random.chance(75) {
        records.push(great(random));
    }
    if constructs.allow("enum") && random.chance(45) {
        records.push(choice(random));
    }
    if constructs.allow("associated_constant") {
        records.iter_mut().for_each(|record| record.constant = random.chance(25));
    }
    if constructs.allow("trait") && random.chance(40) {
        for record in &mut records {
            record.law = random.chance(70);
        }
        records.push(Record { form: Form::Parameter, copy: false, operators: Vec::new(), law: true, constant: false });
    }
    records
}

fn small(random: &mut Random, constructs: &Constructs) -> Record {
    let floats = random.between(1, 3);
    let form = if random.chance(25) {
        Form::Tuple((0..floats).map(|i| field(&i.to_string(), Of::Float)).collect())
    } else {
        Form::Named(["x", "y", "z"][..floats].iter().map(|name| field(name, Of::Float)).collect())
    };
    let all = ["Add", "Sub", "Mul<%T>", "Scaled", "Neg", "AddAssign", "MulAssign<%T>"];
    let mut operators: Vec<&str> = all.into_iter().filter(|_| random.chance(35)).collect();
    if constructs.allow("index") && random.chance(30) {
        operators.push("Index");
        operators.extend(random.chance(60).then_some("IndexMut"));
    }
    Record { form, copy: true, operators, law: false, constant: false }
}

fn great(random: &mut Random) -> Record {
    let mut fields = vec![field("at", Of::Record(0)), field("mass", Of::Float)];
    let others = [
        (35, "speed", Of::Record(0)),
        (30, "far", Of::Vector),
        (25, "row", Of::Triple),
        (30, "steps", Of::Whole),
        (30, "pull", Of::Constant),
        (25, "parts", Of::Records(0)),
    ];
    fields.extend(others.into_iter().filter(|(percent, ..)| random.chance(*percent)).map(|(_, n, of)| field(n, of)));
    // Copies of arrays are others: what changes one leaves the other.
    let copy = random.chance(50);
    fields.retain(|field| !copy || !matches!(field.of, Of::Vector | Of::Records(_)));
    Record { form: Form::Named(fields), copy, operators: Vec::new(), law: false, constant: false }
}

fn choice(random: &mut Random) -> Record {
    let of = |random: &mut Random| random.pick(&[Of::Float, Of::Float, Of::Record(0), Of::Whole]);
    let variants = ["First", "Second", "Third"][..random.between(2, 3)]
        .iter()
        .map(|name| {
            let named = random.chance(50);
            let fields = (0..random.between(0, 2)).map(|i| {
                let name = if named { ["p", "q"][i].to_owned() } else { i.to_string() };
                Field { name, of: of(random) }
            });
            let fields: Vec<Field> = fields.collect();
            Variant { name, named: named && !fields.is_empty(), fields }
        })
        .collect();
    Record { form: Form::Variants(variants), copy: true, operators: Vec::new(), law: false, constant: false }
}

fn field(name: &str, of: Of) -> Field {
    Field { name: name.into(), of }
}

impl Record {
    /// Operators whose bodies are the same in all programs.
    pub(crate) const PLAIN: [&str; 3] = ["Scaled", "Index", "IndexMut"];

    /// The fields, where there is one form of them.
    pub(crate) fn fields(&self) -> &[Field] {
        match &self.form {
            Form::Named(fields) | Form::Tuple(fields) => fields,
            Form::Variants(_) | Form::Parameter => &[],
        }
    }

    /// Whether it is a type parameter.
    pub(crate) fn is_parameter(&self) -> bool {
        matches!(self.form, Form::Parameter)
    }

    /// Whether it has variants.
    pub(crate) fn is_choice(&self) -> bool {
        matches!(self.form, Form::Variants(_))
    }

    /// The number of floats in it, or the greatest number.
    pub(crate) fn width(&self, records: &[Record]) -> usize {
        match &self.form {
            Form::Named(fields) | Form::Tuple(fields) => width(fields, records),
            Form::Parameter => 0,
            Form::Variants(variants) => variants.iter().map(|v| width(&v.fields, records)).max().unwrap_or(1).max(1),
        }
    }
}

/// The number of floats in some fields.
pub(crate) fn width(fields: &[Field], records: &[Record]) -> usize {
    let one = |of: Of| match of {
        Of::Float => 1,
        Of::Triple => 3,
        Of::Vector => Of::LONG,
        Of::Whole | Of::Constant => 0,
        Of::Record(k) => records[k].width(records),
        Of::Records(k) => Of::LONG * records[k].width(records),
    };
    fields.iter().map(|field| one(field.of)).sum()
}

/// The name of a type of a program.
pub(crate) fn name(record: usize, index: usize) -> String {
    format!("R{record}p{index}")
}
