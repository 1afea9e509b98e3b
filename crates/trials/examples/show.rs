//! Prints one random program, by its seed and its number: `show 1 17`; `show 1 17 twin` prints its twin too.

#[path = "../generator/mod.rs"]
mod generator;

use generator::Settings;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse::<usize>().ok());
    let (Some(seed), Some(index)) = (number(0), number(1)) else {
        eprintln!("usage: show SEED NUMBER [twin]");
        std::process::exit(2);
    };
    let settings = Settings { seed: seed as u64, ..Settings::from_environment() };
    let (program, parts) = settings.program(index);
    println!("// {parts} parts\n{}", settings.source(index));
    if words.get(2).is_some_and(|word| word == "twin") {
        println!("{}", program.twin());
    }
}
