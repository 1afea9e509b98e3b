//! The text that runs what the attribute makes of a program.

use super::{Numbers, args, finish, unpack};
use crate::generator::tree::*;

/// The functions that run them.
pub(crate) fn adapters(program: &Program, index: usize) -> String {
    let matrices = has_matrices(program, index);
    let main = &program.main;
    let (name, s) = (&main.name, program.scalar);
    let unpack = unpack(program, "z", false);
    let args = lent_args(main);
    let given = given(main, "result", |name| name.to_owned());
    let finish = format!("{given}{}", finish(program, Numbers::Plain));
    let over = format!("{given}{}", self::finish(program, Numbers::Over));
    let (directions, directed) = directions(program);
    let (weights, weighted) = weights(program);
    let (flat, gradient) = (flat(program), gradient(main));
    let (targets, targeted) = targets(program);
    let tangents = tangents(program);
    let (raised, sizes) = (raised(main, s), sizes(main, s));
    let mut text = format!(
        "fn {name}_eval(case: &Case, z: &[{s}]) -> Vec<{s}> {{\n{unpack}let result = {name}::eval::<{sizes}>({raised});\n{over}}}\n\
         fn {name}_vjp(case: &Case, z: &[{s}], w: &[{s}]) -> (Vec<{s}>, Vec<{s}>) {{\n{weights}{unpack}\
         let (result, {gradient}) = {name}::vjp({args}, {weighted});\nlet values = {{ {finish} }};\n{flat}(values, flat)\n}}\n"
    );
    if !main.may_fail() {
        text.push_str(&format!(
            "fn {name}_vjp_into(case: &Case, z: &[{s}], w: &[{s}]) -> (Vec<{s}>, Vec<{s}>) {{\n{weights}{targets}\
             let mut workspace = wengert::Workspace::<{s}>::default();\nlet mut values = Vec::new();\nfor _ in 0..2 {{\n{unpack}\
             let result = {name}::vjp_into({args}, {weighted}{targeted}&mut workspace);\nvalues = {{ {finish} }};\n}}\n\
             {flat}(values, flat)\n}}\n"
        ));
    }
    let along = has_tangents(program);
    if along {
        text.push_str(&format!(
            "fn {name}_jvp(case: &Case, z: &[{s}], v: &[{s}]) -> (Vec<{s}>, Vec<{s}>) {{\n{directions}{unpack}\
             let (result, tangent) = {name}::jvp({args}, {directed});\nlet values = {{ {finish} }};\n{tangents}}}\n"
        ));
    }
    if has_gradient(main) && main.may_fail() {
        text.push_str(&format!(
            "fn {name}_gradient(case: &Case, z: &[{s}]) -> (Vec<{s}>, Vec<{s}>) {{\n{unpack}\
             match {name}::value_and_gradient({args}) {{\nNone => {{ let result = None::<{s}>;\nlet values = {{ {finish} }};\n\
             (values, vec![0.0; {name}_inputs(case)]) }},\nSome((result, {gradient})) => {{ let result = Some(result);\n\
             let values = {{ {finish} }};\n{flat}(values, flat) }}\n}}\n}}\n"
        ));
    } else if has_gradient(main) {
        text.push_str(&format!(
            "fn {name}_gradient(case: &Case, z: &[{s}]) -> (Vec<{s}>, Vec<{s}>) {{\n{unpack}\
             let (result, {gradient}) = {name}::value_and_gradient({args});\nlet values = {{ {finish} }};\n{flat}(values, flat)\n}}\n\
             fn {name}_gradient_into(case: &Case, z: &[{s}]) -> (Vec<{s}>, Vec<{s}>) {{\n{targets}\
             let mut workspace = wengert::Workspace::<{s}>::default();\nlet mut values = Vec::new();\nfor _ in 0..2 {{\n{unpack}\
             let result = {name}::value_and_gradient_into({args}, {targeted}&mut workspace);\nvalues = {{ {finish} }};\n}}\n\
             {flat}(values, flat)\n}}\n"
        ));
    }
    if along && has_second(main) {
        text.push_str(&format!(
            "fn {name}_hvp(case: &Case, z: &[{s}], v: &[{s}]) -> Vec<{s}> {{\n{directions}{unpack}\
             let {gradient} = {name}::hvp({args}, {directed});\n{flat}flat\n}}\n"
        ));
    }
    if matrices {
        text.push_str(&format!(
            "fn {name}_jacobian(case: &Case, z: &[{s}]) -> Vec<{s}> {{\n{unpack}\
             {name}::jacobian({args}).as_slice().to_vec()\n}}\n"
        ));
        if has_second(main) {
            text.push_str(&format!(
                "fn {name}_hessian(case: &Case, z: &[{s}]) -> Vec<{s}> {{\n{unpack}\
                 {name}::hessian({args}).as_slice().to_vec()\n}}\n"
            ));
        }
    }
    text
}

impl Function {
    /// Whether it gives an `Option` or a `Result`.
    fn may_fail(&self) -> bool {
        matches!(self.returns, Returns::Maybe | Returns::Tried)
    }
}

/// Whether what stands beside the function has a gradient: it gives one number and nothing else.
fn has_gradient(main: &Function) -> bool {
    (main.returns == Returns::Float || main.may_fail()) && main.lent().next().is_none()
}

/// How many numbers it writes into slices, as terms to add.
fn written(main: &Function) -> String {
    let slices = main.active().filter(|(_, _, kind)| matches!(kind, Kind::SliceMut(_)));
    slices.map(|(i, ..)| format!(" + case.lens[{i}]")).collect()
}

/// Whether it has second derivatives.
fn has_second(main: &Function) -> bool {
    has_gradient(main) && !main.may_fail()
}

/// The arguments of what stands beside the function: what is lent there is given back.
fn lent_args(main: &Function) -> String {
    let mut args = format!("{}, ", args(main));
    for (_, name, _) in main.lent() {
        args = args.replace(&format!("&mut {name}, "), &format!("&{name}, "));
    }
    args.trim_end_matches(", ").to_owned()
}

/// Takes what was lent out of a result.
fn given(main: &Function, from: &str, name: impl Fn(&str) -> String) -> String {
    let lent: Vec<String> = main.lent().map(|(_, lent, _)| name(lent)).collect();
    match (&lent[..], main.returns) {
        ([], _) => String::new(),
        ([one], Returns::Nothing) => format!("let {one} = {from};\nlet {from} = ();\n"),
        (_, Returns::Nothing) => format!("let ({}) = {from};\nlet {from} = ();\n", lent.join(", ")),
        _ => format!("let ({from}, {}) = {from};\n", lent.join(", ")),
    }
}

/// The arguments for any number: structures are their twins there.
fn raised(main: &Function, s: &str) -> String {
    let over = |name: &str| format!("wengert::Differentiable::over::<{s}, _>(&{name}, &mut |x| x)");
    let mut args = format!("{}, ", lent_args(main));
    for (_, name, kind) in main.active() {
        let (from, to) = match kind {
            Kind::Record(_, Pass::Moved) => (format!("{name}.clone(), "), format!("{}, ", over(name))),
            Kind::Record(..) | Kind::Records(..) | Kind::LentRecords(..) => {
                (format!("&{name}, "), format!("&{}, ", over(name)))
            }
            _ => continue,
        };
        args = args.replace(&from, &to);
    }
    args
}

/// What `eval` is called over.
fn sizes(main: &Function, s: &str) -> String {
    let sized = main.params.iter().any(|(_, kind)| matches!(kind, Kind::Sized(_)));
    if sized { format!("{s}, 3") } else { s.to_owned() }
}

/// The program's entry in the list.
pub(crate) fn entry(program: &Program, index: usize) -> String {
    let name = &program.main.name;
    let main = &program.main;
    let some = |has: bool, what: &str| if has { format!("Some({name}_{what})") } else { "None".into() };
    let (along, matrices) = (has_tangents(program), has_matrices(program, index));
    let single = if has_gradient(main) {
        format!(
            "Some(Single {{ written: |case: &Case| 0{}, gradient: {name}_gradient, gradient_into: {}, \
             hvp: {}, hessian: {} }})",
            written(main),
            some(!main.may_fail(), "gradient_into"),
            some(along && has_second(main), "hvp"),
            some(matrices && has_second(main), "hessian")
        )
    } else {
        "None".into()
    };
    format!(
        "Some(Engine {{ eval: {name}_eval, jvp: {}, vjp: {name}_vjp, vjp_into: {}, \
         jacobian: {}, single: {single} }})",
        some(along, "jvp"),
        some(!main.may_fail(), "vjp_into"),
        some(matrices, "jacobian")
    )
}

/// Of so many programs one is asked for its matrices: they are costly to compile.
const MATRICES: usize = 5;

fn has_matrices(program: &Program, index: usize) -> bool {
    // A value of an `enum` has as many columns as the variant has numbers, and the places of the others have none.
    let choice = |(_, kind): &(String, Kind)| match *kind {
        Kind::Record(k, _) | Kind::Receiver(k, _) | Kind::Records(k, _) | Kind::LentRecords(k, _) => {
            program.records[k].is_choice()
        }
        _ => false,
    };
    index.is_multiple_of(MATRICES)
        && program.scalar == "f64"
        && has_tangents(program)
        && !program.main.may_fail()
        && !program.main.params.iter().any(choice)
}

/// Whether the attribute makes more than gradients.
fn has_tangents(program: &Program) -> bool {
    !program.main.options.contains("reverse_only")
}

/// Takes one direction for each active parameter out of `v`, and the arguments made of them.
fn directions(program: &Program) -> (String, String) {
    let mut text = String::from("let rest = v;\n");
    let mut names = Vec::new();
    for (i, name, kind) in program.main.active() {
        let width = program.width(kind, i);
        let made = program.made(kind, i, false);
        let lent = if made.is_some() || kind == Kind::Sized(true) { "&" } else { "" };
        let value = match kind {
            Kind::Float => "rest[0]".into(),
            Kind::Pair => "(rest[0], rest[1])".into(),
            Kind::Triple | Kind::Sized(_) => "[rest[0], rest[1], rest[2]]".into(),
            Kind::Pairs(_) => format!("&pairs(&rest[..{width}])"),
            _ => made.unwrap_or_else(|| format!("&rest[..{width}]")),
        };
        text.push_str(&format!("let d_{name} = {value};\nlet rest = &rest[{width}..];\n"));
        names.push(format!("{lent}d_{name}"));
    }
    (text, names.join(", "))
}

/// Takes the weights of the outputs out of `w`, and the arguments made of them.
fn weights(program: &Program) -> (String, String) {
    let main = &program.main;
    let (mut text, mut names) = (String::from("let rest = w;\n"), Vec::new());
    let mut take = |width: &str, value: &str| {
        let name = format!("w_{}", names.len());
        text.push_str(&format!("let {name} = {value};\nlet rest = &rest[{width}..];\n"));
        names.push(format!("{name}, "));
    };
    match main.returns {
        Returns::Nothing | Returns::Flag => {}
        // Where there is nothing it has no weight.
        Returns::Maybe | Returns::Tried => {
            let lent = main.lent().map(|(i, _, kind)| program.width(kind, i));
            let lent: String = lent.map(|width| format!(" + {width}")).collect();
            let own = format!("(rest.len() - (0{lent}{})).min(1)", written(main));
            take(&own, &format!("rest[..{own}].first().copied().unwrap_or_default()"));
        }
        Returns::Float => take("1", "rest[0]"),
        Returns::Pair => {
            take("1", "rest[0]");
            take("1", "rest[0]");
        }
        Returns::Triple | Returns::Sized => take("3", "&rest[..3]"),
        Returns::Record(k) => {
            let kind = Kind::Record(k, Pass::Moved);
            let made = program.made(kind, 0, false).unwrap_or_default();
            take(&program.width(kind, 0), &format!("&{made}"));
        }
        Returns::Vector(param) => take(&format!("case.lens[{param}]"), &format!("&rest[..case.lens[{param}]]")),
    }
    for (i, _, kind) in main.lent() {
        let made = program.made(kind, i, false).unwrap_or_default();
        take(&program.width(kind, i), &format!("&{made}"));
    }
    for (i, _, kind) in main.active() {
        if matches!(kind, Kind::SliceMut(_)) {
            take(&format!("case.lens[{i}]"), &format!("&rest[..case.lens[{i}]]"));
        }
    }
    (text, names.concat())
}

/// Memory for the adjoint of each active parameter, and the arguments made of it.
fn targets(program: &Program) -> (String, String) {
    let (mut text, mut names) = (String::new(), String::new());
    for (i, name, kind) in program.main.active() {
        let value = match kind {
            Kind::Float => "0.0".into(),
            Kind::Pair => "(0.0, 0.0)".into(),
            Kind::Triple | Kind::Sized(_) => "[0.0; 3]".into(),
            Kind::Pairs(_) => format!("vec![(0.0, 0.0); case.lens[{i}]]"),
            _ => match program.made(kind, i, false) {
                Some(made) => format!("{{ let rest = vec![0.0; {}]; {made} }}", program.width(kind, i)),
                None => format!("vec![0.0; case.lens[{i}]]"),
            },
        };
        text.push_str(&format!("let mut g_{name} = {value};\n"));
        names.push_str(&format!("&mut g_{name}, "));
    }
    (text, names)
}

/// The pattern of a gradient.
fn gradient(main: &Function) -> String {
    let names: Vec<String> = main.active().map(|(_, name, _)| format!("g_{name}")).collect();
    if let [name] = &names[..] { name.clone() } else { format!("({})", names.join(", ")) }
}

/// The parts of a gradient one after the other.
fn flat(program: &Program) -> String {
    let mut text = String::from("let mut flat = Vec::new();\n");
    for (_, name, kind) in program.main.active() {
        text.push_str(&match kind {
            Kind::Float => format!("flat.push(g_{name});\n"),
            Kind::Pair => format!("flat.extend([g_{name}.0, g_{name}.1]);\n"),
            _ => program
                .flattened(kind, &format!("g_{name}"), "flat", false)
                .unwrap_or_else(|| format!("flat.extend_from_slice(&g_{name}[..]);\n")),
        });
    }
    text
}

/// The tangents of the outputs one after the other, with the values.
fn tangents(program: &Program) -> String {
    let main = &program.main;
    let given = given(main, "t_result", |name| format!("t_{name}"));
    let written: Vec<&str> =
        main.active().filter(|(_, _, kind)| matches!(kind, Kind::SliceMut(_))).map(|(_, name, _)| name).collect();
    let nothing = main.returns == Returns::Nothing && main.lent().next().is_none();
    let result = if nothing { None } else { Some("t_result".to_owned()) };
    let names: Vec<String> = result.into_iter().chain(written.iter().map(|name| format!("t_{name}"))).collect();
    let pattern = if let [name] = &names[..] { name.clone() } else { format!("({})", names.join(", ")) };
    let mut text = format!("let {pattern} = tangent;\n{given}let mut tangents = Vec::new();\n");
    let flat = |k| program.flattened(Kind::Record(k, Pass::Moved), "t_result", "tangents", false);
    text.push_str(&match main.returns {
        Returns::Record(k) => flat(k).unwrap_or_default(),
        Returns::Nothing | Returns::Flag => String::new(),
        Returns::Maybe | Returns::Tried => "tangents.extend(t_result);\n".into(),
        Returns::Float => "tangents.push(t_result);\n".into(),
        Returns::Pair => "tangents.extend([t_result.0, t_result.1]);\n".into(),
        Returns::Triple | Returns::Sized | Returns::Vector(_) => "tangents.extend_from_slice(&t_result[..]);\n".into(),
    });
    for (_, name, kind) in main.lent() {
        text.push_str(&program.flattened(kind, &format!("t_{name}"), "tangents", false).unwrap_or_default());
    }
    for name in written {
        text.push_str(&format!("tangents.extend_from_slice(&t_{name}[..]);\n"));
    }
    text + "(values, tangents)\n"
}
