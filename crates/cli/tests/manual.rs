//! Help, completions and manual pages.

mod common;

use common::{numbers, printed, run};

const COMMANDS: [&str; 11] =
    ["grad", "jacobian", "hessian", "jvp", "vjp", "hvp", "taylor", "trace", "check", "solve", "minimize"];

/// The words of a line of a shell, where only single quotes occur.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let mut words: Vec<String> = Vec::new();
    for (i, part) in quoted {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The examples of the help run, those that read no files.
#[test]
fn examples_of_the_help_run() {
    for command in COMMANDS {
        let help = printed(&[command, "--help"]);
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("no examples: {help}"));
        let ours = |line: &&str| line.starts_with(&format!("wengert {command} "));
        let lines = examples.lines().map(str::trim).filter(ours);
        let lines: Vec<&str> =
            lines.filter(|line| ![".csv", ".wen", ".svg"].iter().any(|end| line.contains(end))).collect();
        assert!(!lines.is_empty(), "{help}");
        for line in lines {
            let words = words(line);
            let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            assert!(!numbers(&printed(&args)).is_empty(), "{line}");
        }
    }
}

#[test]
fn the_help_names_commands_and_exit_codes() {
    let help = printed(&["--help"]);
    for word in COMMANDS.iter().chain(&[
        "fit",
        "graph",
        "play",
        "functions",
        "completions",
        "man",
        "Exit codes:",
        "  4  a file",
    ]) {
        assert!(help.contains(word), "{word}");
    }
    assert!(printed(&["--version"]).starts_with("wengert "));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn manual_pages() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH wengert 1") && page.contains("Exit codes"), "{page}");
    for command in COMMANDS {
        let page = printed(&["man", command]);
        assert!(page.contains(&format!(".TH wengert-{command} 1")), "{page}");
        assert!(page.contains("Examples"), "{page}");
    }
}
