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
        adjoint::ways();
        adjoint::ways_of_recorded();
        let compiled = flags.iter().any(|flag| flag == "--compiled");
        let shown = adjoint::show_functions(&text, adjoint::View { compiled, ..adjoint::View::default() });
        for (name, why) in adjoint::ways() {
            println!("{file} {name}: {}", why.as_deref().unwrap_or("typed"));
        }
        for (name, why) in adjoint::ways_of_recorded() {
            println!("{file} {name}: {}", why.map_or("recorded".into(), |why| format!("cannot be recorded: {why}")));
        }
        if flags.iter().any(|flag| flag == "--steps")
            && let Ok(all) = adjoint::show_steps(&text)
        {
            all.iter().filter_map(|steps| steps.shown.adjoint.as_ref().ok()).for_each(|steps| println!("{steps}"));
        }
        let shown = match shown {
            Ok(shown) => shown,
            Err(error) => {
                eprintln!("{file}: {error}");
                continue;
            }
        };
        for shown in shown {
            match shown.adjoint {
                Ok(code) if flags.iter().any(|flag| flag == "--code") => println!("{code}"),
                Ok(_) => {}
                Err(error) => println!("{file} {}: without any front: {error}", shown.path),
            }
        }
    }
}
