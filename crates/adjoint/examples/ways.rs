//! Which way each function of some files goes: through the typed front, or why not.
//!
//! `cargo run -p wengert-adjoint --features show --example ways -- FILE.. [--code] [--compiled] [--steps]`

fn main() {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a.starts_with("--"));
    for file in files {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                continue;
            }
        };
        if flags.iter().any(|flag| flag == "--steps") {
            for steps in adjoint::show_steps(&text).unwrap_or_default() {
                match steps.shown.adjoint {
                    Ok(text) => println!("{text}"),
                    Err(error) => println!("{}: {error}", steps.shown.path),
                }
            }
        }
        match adjoint::ways(&text) {
            Ok(ways) => write(&file, ways),
            Err(error) => {
                eprintln!("{file}: {error}");
                continue;
            }
        }
        let compiled = flags.iter().any(|flag| flag == "--compiled");
        if flags.iter().any(|flag| flag == "--code") {
            let shown = adjoint::show_functions(&text, adjoint::View { compiled, ..adjoint::View::default() });
            for shown in shown.unwrap_or_default() {
                shown.adjoint.iter().for_each(|code| println!("{code}"));
            }
        }
    }
}

fn write(file: &str, ways: adjoint::Ways) {
    for (name, why) in ways.lowered {
        println!("{file} {name}: {}", why.as_deref().unwrap_or("typed"));
    }
    for (name, why) in ways.recorded {
        println!("{file} {name}: {}", why.map_or("recorded".into(), |why| format!("cannot be recorded: {why}")));
    }
    for (name, error) in ways.errors {
        println!("{file} {name}: without any front: {error}");
    }
}
