//! Whole programs at random: signature, options, helpers, body.

use super::callees::callees;
use super::constructs::Constructs;
use super::grow::{Callee, Grower, Number};
use super::random::Random;
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
    if constructs.allow("helper") && random.chance(35) {
        for k in 0..random.between(1, 2) {
            let helper = helper(random, constructs, &format!("{name}_h{k}"), &callees, number);
            callees.push(Callee {
                name: helper.name.clone(),
                params: helper.params.iter().map(|(_, kind)| *kind).collect(),
                returns: helper.returns,
                construct: "helper",
            });
            helpers.push(helper);
        }
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
    let returns = if has(random, "other_results") {
        let vector = params.iter().position(|(_, kind)| matches!(kind, Kind::Slice(_))).unwrap_or_default();
        let mut results = vec![Returns::Pair, Returns::Triple, Returns::Vector(vector)];
        if params.iter().any(|(_, kind)| matches!(kind, Kind::SliceMut(_))) {
            results.push(Returns::Nothing);
        }
        random.pick(&results)
    } else {
        Returns::Float
    };

    let options = OPTIONS[index % OPTIONS.len()];
    let fuel = random.between(2, 5 + index % 20);
    let main = function(random, constructs, (name, options), params, returns, (callees, number, fuel));
    Program { main, helpers, scalar, generic, nested }
}

/// A small function for the program to call.
fn helper(random: &mut Random, constructs: &Constructs, name: &str, callees: &[Callee], number: Number) -> Function {
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
    ];
    let (kinds, returns) = random.pick(shapes);
    let names = ["f", "g", "h"];
    let params = kinds.iter().zip(names).map(|(kind, name)| (name.to_owned(), *kind)).collect();
    let options = if random.chance(50) { "" } else { random.pick(OPTIONS) };
    let fuel = random.between(1, 4);
    function(random, constructs, (name.to_owned(), options), params, returns, (callees.to_vec(), number, fuel))
}

fn function(
    random: &mut Random,
    constructs: &Constructs,
    (name, options): (String, &'static str),
    params: Vec<(String, Kind)>,
    returns: Returns,
    (callees, number, fuel): (Vec<Callee>, Number, usize),
) -> Function {
    let mut grower = Grower::new(random, constructs, &params, returns, fuel);
    grower.callees = callees;
    grower.number = number;
    let mut body = grower.prologue();
    body.extend(grower.body());
    let give = grower.ending();
    Function { name, options, params, returns, body, give }
}
