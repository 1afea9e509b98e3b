//! Inference over functions in which something was changed at random: it never panics and never hangs, whatever stands
//! there.
//!
//! ```text
//! cargo run -p wengert-front --example shaken -- ROUNDS FILES.rs ..
//! ```
//!
//! Where it finds an error, rustc is asked whether there is one.

use front::index::{Index, ItemKind};
use front::infer::infer;
use front::program::Program;
use front::typed::Closures;
use proc_macro2::{Group, TokenStream, TokenTree};
use std::rc::Rc;
use std::time::Instant;

#[path = "../tests/support/mod.rs"]
mod support;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

fn leaves(tokens: TokenStream, out: &mut Vec<TokenTree>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => leaves(group.stream(), out),
            token => out.push(token),
        }
    }
}

/// The tokens with one leaf replaced.
fn replaced(tokens: TokenStream, at: &mut usize, with: &TokenTree) -> TokenStream {
    let replace = |token| match token {
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), replaced(group.stream(), at, with))),
        token => {
            let hit = *at == 0;
            *at = at.wrapping_sub(1);
            if hit { with.clone() } else { token }
        }
    };
    tokens.into_iter().map(replace).collect()
}

fn compiles(text: &str) -> bool {
    let file = std::env::temp_dir().join(format!("wengert-shaken-{}.rs", std::process::id()));
    let out = file.with_extension("rmeta");
    std::fs::write(&file, text).expect("a folder to write to");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let run = std::process::Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "-A", "warnings", "-o"])
        .args([&out, &file])
        .output()
        .expect("rustc runs");
    run.status.success()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let rounds: usize = args.next().and_then(|n| n.parse().ok()).expect("how many rounds");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut tried, mut wrong, mut panics) = (0, 0, 0);
    let mut longest = (0.0, String::new());
    std::panic::set_hook(Box::new(|_| {}));
    for file in args {
        let whole = std::fs::read_to_string(&file).expect("a file that can be read");
        let index = Rc::new(Index::of_texts(&[&whole]));
        let root = index.scopes().next().expect("a root").0;
        for item in index.scope(root).items.iter().filter(|item| item.kind == ItemKind::Function) {
            let Some(text) = index.slice(0, item.tokens.clone()) else { continue };
            let Ok(tokens) = text.parse::<TokenStream>() else { continue };
            let mut all = Vec::new();
            leaves(tokens.clone(), &mut all);
            for _ in 0..rounds {
                let mut changed = tokens.clone();
                for _ in 0..=random.below(2) {
                    let mut at = random.below(all.len());
                    let same = |token: &&TokenTree| std::mem::discriminant(*token) == std::mem::discriminant(&all[at]);
                    let like: Vec<&TokenTree> = all.iter().filter(same).collect();
                    let with = like[random.below(like.len())];
                    changed = replaced(changed, &mut at, with);
                }
                let Ok(f) = syn::parse2::<syn::ItemFn>(changed) else { continue };
                tried += 1;
                let begin = Instant::now();
                let shown = quote::ToTokens::to_token_stream(&f).to_string();
                let index = index.clone();
                let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    let program = Program::new(index);
                    support::name_elementary(&program);
                    let here = program.scope(root);
                    let id = program.define(&here, &f);
                    let args = support::own_args(&program, id);
                    infer(&program, &mut Closures::default(), id, &args).err().map(|all| all[0].message.clone())
                }));
                let time = begin.elapsed().as_secs_f64();
                if time > longest.0 {
                    longest = (time, shown.clone());
                }
                match result {
                    Ok(None) => {}
                    Ok(Some(message)) => {
                        wrong += 1;
                        let whole = whole.replacen(text, &shown, 1);
                        if compiles(&whole) {
                            println!("{file}: no error for rustc: {message}: {shown}");
                        }
                    }
                    Err(what) => {
                        panics += 1;
                        let what = what.downcast_ref::<String>().cloned();
                        println!("{file}: panics: {}: {shown}", what.unwrap_or_default());
                    }
                }
            }
        }
    }
    println!("{tried} functions, {wrong} with errors, {panics} panics; longest {} s: {}", longest.0, longest.1);
}
