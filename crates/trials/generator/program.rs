//! Whole programs at random: signature, options, helpers, body.

use super::callees::callees;
use super::constructs::Constructs;
use super::grow::{Callee, Grower, Number};
use super::random::Random;
use super::records::{self, records};
use super::tree::*;

/// The options of the attribute that the programs take in turn.
const OPTIONS: &[&str] = &[
    "",
    "no_fuse",
    "",
    "no_recompute",
    "no_forwarding",
    "",
    "no_closed_form",
    "no_fuse, no_recompute",
    "no_recompute, no_forwarding",
    "no_fuse, no_forwarding, no_closed_form",
    "no_tune",
    "no_fuse, no_recompute, no_forwarding, no_closed_form, no_tune",
];

/// The program of this number for this seed.
pub(crate) fn program(seed: u64, index: usize, constructs: &Constructs) -> Program {
    let random = &mut Random::new(seed, index as u64);
    let has = |random: &mut Random, name: &str| {
        let percent = super::constructs::SIGNATURES.iter().find(|(_, n)| *n == name).map_or(0, |(percent, _)| *percent);
        random.chance(percent) && constructs.allow(name)
    };
    let single = has(random, "single");
    let generic = !single && has(random, "generic");
    let nested = has(random, "nested_module");
    let scalar = if single { "f32" } else { "f64" };
    let number = if single {
        Number::Single
    } else if generic {
        Number::Any
    } else {
        Number::Double
    };
    let name = format!("p{index}");

    // Those are on `f64`.
    let mut callees = if single || generic { Vec::new() } else { callees() };
    let mut helpers = Vec::new();
    // An operator on structures of `f32` does not say so anywhere.
    let mut own =
        if number == Number::Double && has(random, "types") { records(random, constructs) } else { Vec::new() };
    let law = own.iter().any(Record::is_parameter);
    let generic_types = !own.is_empty() && !law && has(random, "generic_types");
    if generic_types {
        // A number times such a type is an operator of the number, which is no one's own.
        own.iter_mut().for_each(|record| record.operators.retain(|name| *name != "Scaled"));
    }
    let of_types = if generic_types { Number::Any } else { number };
    // Operators are there when their bodies are written: none calls itself.
    let mut known = own.clone();
    known.iter_mut().for_each(|record| record.operators.retain(|name| Record::PLAIN.contains(name)));
    for home in homes(random, &own) {
        // What is on any number calls nothing that is on one.
        let open = |callee: &Callee| !generic_types || callee.construct == "method";
        let callable: Vec<Callee> = callees.iter().filter(|callee| open(callee)).cloned().collect();
        let method = method(random, constructs, (&known, home), &callable, of_types);
        if home.is_law() {
            helpers.push(method);
            continue;
        }
        if let Some(operator) = home.operator {
            known[home.record].operators.push(operator);
        } else {
            let receiver = method.params.iter().any(|(_, kind)| matches!(kind, Kind::Receiver(..)));
            let path = if receiver { String::from(".") } else { format!("{}::", records::name(home.record, index)) };
            let (params, returns) = (method.params.iter().map(|(_, kind)| *kind).collect(), method.returns);
            callees.push(Callee { name: path + &method.name, params, returns, construct: "method" });
        }
        helpers.push(method);
    }
    callees.extend(laws(random, constructs, &own, &mut helpers));
    if constructs.allow("helper") && random.chance(35) {
        for k in 0..random.between(1, 2) {
            let mut helper = helper(random, constructs, &format!("{name}_h{k}"), (&callees, &own), number);
            let inside = helpers.iter().any(|f: &Function| f.stands == Stands::Inside);
            if inside || has(random, "modules") {
                helper.stands = if inside || random.chance(50) { Stands::Inside } else { Stands::Module };
            }
            callees.push(callee_of(&helper));
            helpers.push(helper);
        }
    }
    if has(random, "mutual") && random.chance(25) {
        let mut pair = mutual(random, constructs, &name, (&callees, &own), number);
        if helpers.iter().any(|f| f.stands == Stands::Inside) {
            pair.iter_mut().for_each(|f| f.stands = Stands::Inside);
        }
        callees.extend(pair.iter().map(callee_of));
        helpers.extend(pair);
    }

    let least = if has(random, "short_slice") { random.between(0, 2) } else { 4 };
    let mut params = vec![("x".to_owned(), Kind::Slice(least))];
    let mut add = |random: &mut Random, construct: &str, name: &str, kind: Kind| {
        if has(random, construct) {
            params.push((name.to_owned(), kind));
        }
    };
    let second = random.pick(&[0, 1, 4, 4]);
    add(random, "second_slice", "y", Kind::Slice(second));
    add(random, "float_parameter", "z", Kind::Float);
    add(random, "pair_parameter", "pair", Kind::Pair);
    add(random, "array_parameter", "triple", Kind::Triple);
    add(random, "vector_parameter", "vector", Kind::Vector(3));
    add(random, "output_parameter", "out", Kind::SliceMut(3));
    add(random, "constant_slice", "data", Kind::ConstantSlice(3));
    add(random, "constant_float", "rate", Kind::ConstantFloat);
    add(random, "integer_parameter", "n", Kind::Whole);
    add(random, "flag_parameter", "flag", Kind::Flag);
    let lent = random.chance(50);
    // Beside a type parameter such an array is not known to be one of numbers.
    if !generic {
        add(random, "sized_parameter", "wide", Kind::Sized(lent));
    }
    let least = random.below(3);
    add(random, "pairs_parameter", "couples", Kind::Pairs(least));
    for (k, record) in own.iter().enumerate().filter(|(_, record)| !record.is_parameter()) {
        if has(random, "record_parameter") {
            let pass = if record.copy && random.chance(50) { Pass::Moved } else { Pass::Shared };
            // The number of floats in an `enum` depends on what is in it.
            let lent = !record.is_choice() && has(random, "lent_parameter");
            let pass = if lent { Pass::Exclusive } else { pass };
            params.push((format!("r{k}"), Kind::Record(k, pass)));
        }
    }
    if !own.is_empty() && has(random, "records_parameter") {
        let types = own.iter().filter(|record| !record.is_parameter()).count();
        let (k, least) = (random.below(types), random.below(3));
        let lent = !own[k].is_choice() && has(random, "lent_parameter");
        params.push(("list".into(), if lent { Kind::LentRecords(k, least) } else { Kind::Records(k, least) }));
    }
    let returns = if has(random, "other_results") {
        let vector = params.iter().position(|(_, kind)| matches!(kind, Kind::Slice(_))).unwrap_or_default();
        let mut results = vec![Returns::Pair, Returns::Triple, Returns::Vector(vector)];
        if params.iter().any(|(_, kind)| matches!(kind, Kind::SliceMut(_)) || kind.is_lent()) {
            results.push(Returns::Nothing);
        }
        if constructs.allow("option") && !params.iter().any(|(_, kind)| kind.is_lent()) {
            results.extend([Returns::Maybe, Returns::Maybe, Returns::Tried]);
        }
        // The number of floats in an `enum` depends on what is in it.
        let plain = |k: &usize| !own[*k].is_choice() && !own[*k].is_parameter();
        results.extend((0..own.len()).filter(plain).map(Returns::Record));
        random.pick(&results)
    } else {
        Returns::Float
    };

    let mut options = OPTIONS[index % OPTIONS.len()].to_owned();
    if has(random, "reverse_only") {
        options = if options.is_empty() { "reverse_only".into() } else { format!("{options}, reverse_only") };
    }
    let fuel = random.between(2, 5 + index % 20);
    let main = function(random, constructs, (name, options, None), params, returns, (callees, &own, number, fuel));
    Program { index, records: own, main, helpers, scalar, generic, generic_types, nested }
}

fn callee_of(f: &Function) -> Callee {
    let params = f.params.iter().map(|(_, kind)| *kind).collect();
    Callee { name: f.path(), params, returns: f.returns, construct: "helper" }
}

/// Two functions that call each other, with a number that gets less.
fn mutual(
    random: &mut Random,
    constructs: &Constructs,
    name: &str,
    (callees, own): (&[Callee], &[Record]),
    number: Number,
) -> Vec<Function> {
    let params = vec![("f".to_owned(), Kind::Float), ("n".to_owned(), Kind::Whole)];
    let names = ["even", "odd"].map(|end| format!("{name}_{end}"));
    let inside = |random: &mut Random| (callees.to_vec(), own, number, random.between(0, 2));
    (0..2)
        .map(|k| {
            let named = (names[k].clone(), String::new(), None);
            let inside = inside(random);
            let mut f = function(random, constructs, named, params.clone(), Returns::Float, inside);
            let Give::Float(end) = f.give else { return f };
            let less = Index::Binary('-', Box::new(Index::Variable("n".into())), Box::new(Index::Number(1)));
            let smaller = Expr::Binary('*', Box::new(Expr::Literal("0.5")), Box::new(Expr::Variable("f".into())));
            let other = Expr::Call(names[1 - k].clone(), vec![Arg::Float(smaller), Arg::Whole(less)]);
            let sum = Expr::Binary('+', Box::new(Expr::Method("sin", vec![end.clone()])), Box::new(other));
            let none = Cond::Whole("==", Index::Variable("n".into()), Index::Number(0));
            f.give = Give::Float(Expr::Choose(Box::new(none), Box::new(end), Box::new(sum)));
            f
        })
        .collect()
}

/// What the program's trait has: each type's own, and what the trait provides.
fn laws(random: &mut Random, constructs: &Constructs, own: &[Record], helpers: &mut Vec<Function>) -> Vec<Callee> {
    let Some(parameter) = own.iter().position(Record::is_parameter) else { return Vec::new() };
    let callee = |name: &str, k: usize, pass: Pass| Callee {
        name: name.into(),
        params: vec![Kind::Receiver(k, pass), Kind::Float],
        returns: if pass == Pass::Exclusive { Returns::Nothing } else { Returns::Float },
        construct: "method",
    };
    let all = own.iter().enumerate().filter(|(_, record)| record.law).map(|(k, _)| k);
    let mut callees = Vec::new();
    for k in all.clone() {
        callees.extend([callee(".force", k, Pass::Shared), callee(".stiffen", k, Pass::Exclusive)]);
    }
    let home = Home { record: parameter, operator: Some("Law::twice") };
    let params = vec![("self".into(), Kind::Receiver(parameter, Pass::Shared)), ("g".into(), Kind::Float)];
    let fuel = random.between(1, 3);
    let inside = (callees.clone(), own, Number::Double, fuel);
    let named = ("twice".to_owned(), String::new(), Some(home));
    helpers.push(function(random, constructs, named, params, Returns::Float, inside));
    // Some have their own instead.
    for k in all.clone().filter(|k| *k != parameter) {
        if random.chance(30) {
            let named = ("twice".to_owned(), String::new(), Some(Home { record: k, operator: Some("Law::twice") }));
            let params = vec![("self".into(), Kind::Receiver(k, Pass::Shared)), ("g".into(), Kind::Float)];
            let inside = (callees.clone(), own, Number::Double, random.between(1, 2));
            helpers.push(function(random, constructs, named, params, Returns::Float, inside));
        }
    }
    callees.extend(all.map(|k| callee(".twice", k, Pass::Shared)));
    callees
}

/// Where methods stand: some for each type, and its operators.
fn homes(random: &mut Random, own: &[Record]) -> Vec<Home> {
    let mut homes = Vec::new();
    for (record, r) in own.iter().enumerate().filter(|(_, r)| !r.is_parameter()) {
        if r.law {
            homes.extend(["Law::force", "Law::stiffen"].map(|name| Home { record, operator: Some(name) }));
        }
        let operators = r.operators.iter().copied().filter(|name| !Record::PLAIN.contains(name));
        homes.extend(operators.map(|name| Home { record, operator: Some(name) }));
        homes.extend((0..random.between(1, 2)).map(|_| Home { record, operator: None }));
    }
    homes
}

/// A method of a type.
fn method(
    random: &mut Random,
    constructs: &Constructs,
    (own, home): (&[Record], Home),
    callees: &[Callee],
    number: Number,
) -> Function {
    let k = home.record;
    let (shared, exclusive) = (Kind::Receiver(k, Pass::Shared), Kind::Receiver(k, Pass::Exclusive));
    let moved = Kind::Receiver(k, if own[k].copy { Pass::Moved } else { Pass::Shared });
    let other = Kind::Record(k, Pass::Moved);
    let (name, kinds, returns): (&str, Vec<Kind>, Returns) = match home.operator {
        Some("Add") => ("add", vec![moved, other], Returns::Record(k)),
        Some("Sub") => ("sub", vec![moved, other], Returns::Record(k)),
        Some("Mul<%T>") => ("mul", vec![moved, Kind::Float], Returns::Record(k)),
        Some("Neg") => ("neg", vec![moved], Returns::Record(k)),
        Some("Law::force") => ("force", vec![shared, Kind::Float], Returns::Float),
        Some("Law::stiffen") => ("stiffen", vec![exclusive, Kind::Float], Returns::Nothing),
        Some("AddAssign") => ("add_assign", vec![exclusive, other], Returns::Nothing),
        Some(_) => ("mul_assign", vec![exclusive, Kind::Float], Returns::Nothing),
        None => random.pick(&[
            ("size", vec![shared], Returns::Float),
            ("value", vec![shared, Kind::Float], Returns::Float),
            ("moved", vec![moved, Kind::Float], Returns::Record(k)),
            ("between", vec![shared, Kind::Record(k, Pass::Shared)], Returns::Float),
            ("mixed", vec![shared, other, Kind::Float], Returns::Record(k)),
            ("step", vec![exclusive, Kind::Float], Returns::Nothing),
            ("kick", vec![exclusive, Kind::Float], Returns::Float),
            ("collide", vec![exclusive, Kind::Record(k, Pass::Exclusive)], Returns::Nothing),
            ("over", vec![shared, Kind::Slice(1)], Returns::Float),
            ("both", vec![moved, Kind::Float], Returns::Pair),
            ("made", vec![Kind::Float, Kind::Float], Returns::Record(k)),
            ("through", vec![shared, Kind::Function(1, true), Kind::Float], Returns::Float),
            ("near", vec![shared, Kind::Record(k, Pass::Shared), Kind::Float], Returns::Flag),
            ("settle", vec![exclusive, Kind::Float], Returns::Flag),
            ("pull", vec![exclusive, Kind::Record(k, Pass::Shared), Kind::Float], Returns::Nothing),
            ("among", vec![shared, Kind::Records(k, 1)], Returns::Float),
        ]),
    };
    let own_name = if home.operator.is_none() { format!("{name}{}", random.below(1000)) } else { name.into() };
    let names = ["f", "g", "h"];
    let params = kinds.iter().zip(names).map(|(kind, name)| (name.to_owned(), *kind)).collect();
    let fuel =
        if home.operator.is_none() || returns == Returns::Nothing { random.between(1, 3) } else { random.below(2) };
    function(
        random,
        constructs,
        (own_name, String::new(), Some(home)),
        params,
        returns,
        (callees.to_vec(), own, number, fuel),
    )
}

/// A small function for the program to call.
fn helper(
    random: &mut Random,
    constructs: &Constructs,
    name: &str,
    (callees, own): (&[Callee], &[Record]),
    number: Number,
) -> Function {
    let shapes: &[(&[Kind], Returns)] = &[
        (&[Kind::Float, Kind::Float], Returns::Float),
        (&[Kind::Slice(1), Kind::Float], Returns::Float),
        (&[Kind::Float, Kind::Float], Returns::Pair),
        (&[Kind::SliceMut(1), Kind::Float], Returns::Nothing),
        (&[Kind::SliceMut(0), Kind::Slice(0), Kind::Float], Returns::Nothing),
        (&[Kind::SliceMut(2), Kind::Float], Returns::Float),
        (&[Kind::Slice(1), Kind::Float, Kind::Whole], Returns::Float),
        (&[Kind::Slice(2), Kind::Float], Returns::Vector(0)),
        (&[Kind::Float, Kind::Flag], Returns::Triple),
        (&[Kind::SliceMut(1), Kind::Float], Returns::Flag),
        (&[Kind::Slice(1), Kind::Float], Returns::Flag),
    ];
    let mut shapes = shapes.to_vec();
    let double = number == Number::Double;
    if constructs.allow("passed") && double {
        shapes.push((&[Kind::Function(1, true), Kind::Float], Returns::Float));
        shapes.push((&[Kind::Function(2, false), Kind::Float, Kind::Slice(1)], Returns::Float));
    }
    if constructs.allow("sized") {
        shapes.push((&[Kind::Sized(false), Kind::Float], Returns::Sized));
        shapes.push((&[Kind::Sized(true), Kind::Float], Returns::Float));
    }
    let k = random.below(own.len());
    let of_law: [(&[Kind], Returns); 3] = [
        (&[Kind::Record(k, Pass::Shared), Kind::Float], Returns::Float),
        (&[Kind::Records(k, 1), Kind::Float], Returns::Float),
        (&[Kind::Record(k, Pass::Shared), Kind::Slice(1)], Returns::Float),
    ];
    let of_records: [(&[Kind], Returns); 6] = [
        (&[Kind::Record(k, Pass::Exclusive), Kind::Float], Returns::Nothing),
        (&[Kind::Record(k, Pass::Shared), Kind::Float], Returns::Float),
        (&[Kind::Records(k, 1), Kind::Float], Returns::Float),
        (&[Kind::LentRecords(k, 1), Kind::Float], Returns::Nothing),
        (&[Kind::Record(k, Pass::Moved), Kind::Float], Returns::Record(k)),
        (&[Kind::Records(k, 2), Kind::Record(k, Pass::Shared)], Returns::Record(k)),
    ];
    if constructs.allow("option") {
        shapes.push((&[Kind::Float, Kind::Slice(1)], Returns::Maybe));
        shapes.push((&[Kind::Float, Kind::Float], Returns::Tried));
    }
    match own.get(k) {
        Some(record) if record.is_parameter() => shapes = of_law.to_vec(),
        Some(_) => shapes.extend(of_records),
        None => {}
    }
    let (kinds, returns) = random.pick(&shapes);
    let names = ["f", "g", "h"];
    let params = kinds.iter().zip(names).map(|(kind, name)| (name.to_owned(), *kind)).collect();
    let options = if random.chance(50) { "" } else { random.pick(OPTIONS) }.to_owned();
    let fuel = random.between(1, 4);
    function(
        random,
        constructs,
        (name.to_owned(), options, None),
        params,
        returns,
        (callees.to_vec(), own, number, fuel),
    )
}

fn function(
    random: &mut Random,
    constructs: &Constructs,
    (name, options, home): (String, String, Option<Home>),
    params: Vec<(String, Kind)>,
    returns: Returns,
    (callees, own, number, fuel): (Vec<Callee>, &[Record], Number, usize),
) -> Function {
    let mut grower = Grower::new(random, constructs, &params, returns, (own, fuel));
    grower.callees = callees;
    grower.number = number;
    let small = home.is_some_and(|home| home.operator.is_some()) && fuel == 0;
    let mut body = if small { Vec::new() } else { grower.prologue() };
    body.extend(grower.body());
    let give = grower.ending();
    Function { name, options, home, stands: Stands::Beside, params, returns, body, give }
}
