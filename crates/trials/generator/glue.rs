//! The text that makes programs of different signatures look alike to the tests: inputs and outputs as one slice each.

mod engine;
mod records;

use super::Settings;
use super::tree::*;

/// A file with these programs, and two functions that list them: those on `f64` and those on `f32`.
pub(crate) fn part(indices: &[usize], settings: &Settings) -> String {
    let mut text = String::from("const RATE: f64 = 0.75;\nstatic LEVELS: [f64; 4] = [0.5, -0.25, 1.5, 0.75];\n\n");
    let (mut doubles, mut singles) = (String::new(), String::new());
    for &index in indices {
        let (program, _) = settings.program(index);
        let (source, twin) = (settings.source(index), program.twin());
        text.push_str(&format!("// program {index}\n"));
        let plain = if settings.twins_only { program.plain(false) } else { source.clone() };
        if program.nested {
            text.push_str(&format!("mod home_{index} {{\nuse super::*;\n{plain}{twin}}}\nuse home_{index}::*;\n"));
        } else {
            text.push_str(&format!("{plain}{twin}"));
        }
        text.push_str(&records::makers(&program));
        text.push_str(&adapters(&program));
        if !settings.twins_only {
            text.push_str(&engine::adapters(&program, index));
        }
        let list = if program.scalar == "f64" { &mut doubles } else { &mut singles };
        list.push_str(&entry(&program, index, settings, &source));
    }
    format!(
        "{text}pub fn doubles() -> Vec<Trial<f64>> {{\n    vec![\n{doubles}]\n}}\n\n\
         pub(crate) fn singles() -> Vec<Trial<f32>> {{\n    vec![\n{singles}]\n}}\n"
    )
}

/// The program's entry in the list.
fn entry(program: &Program, index: usize, settings: &Settings, source: &str) -> String {
    let name = &program.main.name;
    let least: Vec<String> = program.main.params.iter().map(|(_, kind)| kind.least().to_string()).collect();
    let engine = if settings.twins_only { "None".into() } else { engine::entry(program, index) };
    format!(
        "Trial {{ index: {index}, seed: {}, text: {source:?}, least: &[{}], inputs: {name}_inputs, plain: {name}_plain, \
         twin: {name}_twin, engine: {engine} }},\n",
        settings.seed,
        least.join(", ")
    )
}

/// The functions that run the program and its twin.
fn adapters(program: &Program) -> String {
    let main = &program.main;
    let (name, scalar) = (&main.name, program.scalar);
    let inputs: Vec<String> = main.active().map(|(i, _, kind)| program.width(kind, i)).collect();
    let (unpack, unpack_any) = (unpack(program, "z", false), unpack(program, "z", true));
    let (finish, finish_any) = (finish(program, Numbers::Plain), finish(program, Numbers::Twin));
    let args = args(main);
    format!(
        "fn {name}_inputs(case: &Case) -> usize {{ {inputs} }}\n\
         fn {name}_plain(case: &Case, z: &[{scalar}]) -> Vec<{scalar}> {{\n{unpack}let result = {name}({args});\n{finish}}}\n\
         fn {name}_twin(case: &Case, z: &[Recorded<{scalar}>]) -> Vec<Recorded<{scalar}>> {{\n{unpack_any}\
         let result = {name}_any({args});\n{finish_any}}}\n",
        inputs = if inputs.is_empty() { "0".into() } else { inputs.join(" + ") },
    )
}

/// Takes the active parameters out of a slice, under their names.
fn unpack(program: &Program, from: &str, any: bool) -> String {
    let mut text = format!("let rest = {from};\n");
    for (i, name, kind) in program.main.active() {
        let width = program.width(kind, i);
        let value = match kind {
            Kind::Slice(_) => format!("&rest[..{width}]"),
            Kind::Float => "rest[0]".into(),
            Kind::Pair => "(rest[0], rest[1])".into(),
            Kind::Triple | Kind::Sized(_) => "[rest[0], rest[1], rest[2]]".into(),
            Kind::Pairs(_) => format!("&pairs(&rest[..{width}])"),
            _ => program.made(kind, i, any).unwrap_or_else(|| format!("rest[..{width}].to_vec()")),
        };
        let mutable = if matches!(kind, Kind::SliceMut(_)) || kind.is_lent() { "mut " } else { "" };
        text.push_str(&format!("let {mutable}{name} = {value};\nlet rest = &rest[{width}..];\n"));
    }
    text
}

/// The arguments of the function.
fn args(main: &Function) -> String {
    let arg = |(i, (name, kind)): (usize, &(String, Kind))| match kind {
        Kind::SliceMut(_) | Kind::LentRecords(..) | Kind::Record(_, Pass::Exclusive) => format!("&mut {name}"),
        Kind::Record(_, Pass::Shared) | Kind::Records(..) | Kind::Sized(true) => format!("&{name}"),
        Kind::Vector(_) | Kind::Record(..) => format!("{name}.clone()"),
        Kind::ConstantSlice(_) => format!("case.data({i})"),
        Kind::ConstantFloat => "case.rate()".into(),
        Kind::Whole => "case.n".into(),
        Kind::Flag => "case.flag".into(),
        _ => name.clone(),
    };
    let args: Vec<String> = main.params.iter().enumerate().map(arg).collect();
    args.join(", ")
}

/// Of whose structures the outputs are.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Plain,
    Twin,
    /// Those that `eval` gives.
    Over,
}

/// All outputs in order: the result's, those of the structures that were lent, then those written.
fn finish(program: &Program, numbers: Numbers) -> String {
    let main = &program.main;
    let flattened = |kind: Kind, value: &str| match numbers {
        Numbers::Over => format!("wengert::Bundle::each(&{value}, &mut |x| outputs.push(x));\n"),
        _ => program.flattened(kind, value, "outputs", numbers == Numbers::Twin).unwrap_or_default(),
    };
    let mut text = match main.returns {
        // No program itself gives a flag.
        Returns::Nothing | Returns::Flag => "let () = result;\nlet mut outputs = Vec::new();\n".to_owned(),
        Returns::Maybe | Returns::Tried => "let mut outputs: Vec<_> = result.into_iter().collect();\n".into(),
        Returns::Float => "let mut outputs = vec![result];\n".into(),
        Returns::Pair => "let mut outputs = vec![result.0, result.1];\n".into(),
        Returns::Triple | Returns::Sized => "let mut outputs = result.to_vec();\n".into(),
        Returns::Vector(_) => "let mut outputs = result;\n".into(),
        Returns::Record(k) => {
            format!("let mut outputs = Vec::new();\n{}", flattened(Kind::Record(k, Pass::Moved), "result"))
        }
    };
    for (_, name, kind) in main.lent() {
        text.push_str(&flattened(kind, name));
    }
    for (_, name, kind) in main.active() {
        if matches!(kind, Kind::SliceMut(_)) {
            text.push_str(&format!("outputs.extend({name}.iter());\n"));
        }
    }
    text + "outputs\n"
}

impl Function {
    /// The parameters that are differentiated by, with their positions.
    pub(crate) fn active(&self) -> impl Iterator<Item = (usize, &str, Kind)> {
        let all = self.params.iter().enumerate().map(|(i, (name, kind))| (i, name.as_str(), *kind));
        all.filter(|(_, _, kind)| {
            !matches!(kind, Kind::ConstantSlice(_) | Kind::ConstantFloat | Kind::Whole | Kind::Flag)
        })
    }

    /// The structures that are lent to be changed: what stands beside the function gives them after the result.
    pub(crate) fn lent(&self) -> impl Iterator<Item = (usize, &str, Kind)> {
        self.active().filter(|(_, _, kind)| kind.is_lent())
    }
}

impl Kind {
    /// Whether it is a structure, or a list of them, behind a `&mut`.
    pub(crate) fn is_lent(self) -> bool {
        matches!(self, Kind::LentRecords(..) | Kind::Record(_, Pass::Exclusive))
    }

    /// The least length that it can have.
    fn least(self) -> usize {
        match self {
            Kind::Slice(n)
            | Kind::SliceMut(n)
            | Kind::Vector(n)
            | Kind::ConstantSlice(n)
            | Kind::Pairs(n)
            | Kind::Records(_, n)
            | Kind::LentRecords(_, n) => n,
            _ => 0,
        }
    }
}
