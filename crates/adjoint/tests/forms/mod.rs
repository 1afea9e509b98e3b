//! What is written beside a function: everything, or what the text of its crate asks for where no other crate sees it.

use adjoint::{Around, Index, Known, Seen};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{ImplItem, ImplItemFn, Item};

const EVERYTHING: [&str; 12] = [
    "eval",
    "function",
    "gradient",
    "hessian",
    "hvp",
    "jacobian",
    "jvp",
    "value_and_gradient",
    "value_and_gradient_into",
    "value_and_hvp",
    "vjp",
    "vjp_into",
];

/// The functions beside the function `f`, in a crate of these texts, in the first of which it is: those for users, and
/// whether others may call it.
fn beside(texts: &[&str], seen: Seen) -> (Vec<String>, bool) {
    let functions = written(texts, seen);
    let mut public: Vec<String> =
        functions.iter().map(|f| f.sig.ident.to_string()).filter(|f| !f.starts_with('_')).collect();
    public.sort_unstable();
    (public, functions.iter().any(|f| f.sig.ident == "__forward"))
}

/// These functions whole.
fn written(texts: &[&str], seen: Seen) -> Vec<ImplItemFn> {
    let known = Known::read(Index::of_texts(texts));
    let file = syn::parse_file(texts[0]).expect("a source text");
    let is_f = |item: &Item| matches!(item, Item::Fn(f) if f.sig.ident == "f");
    let Some(Item::Fn(mut f)) = file.items.into_iter().find(is_f) else { panic!("no such function") };
    let options = match f.attrs.remove(0).meta {
        syn::Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    let around = Around::new(&known).at(0, 1, 1).whole(seen);
    let code = around.within(|| adjoint::differentiable(options, f.to_token_stream()));
    let code: syn::File = syn::parse2(code).expect("code");
    let items = code.items.into_iter().filter_map(|item| match item {
        Item::Impl(block) => Some(block.items),
        _ => None,
    });
    let function = |item| match item {
        ImplItem::Fn(f) => Some(f),
        _ => None,
    };
    items.flatten().filter_map(function).collect()
}

/// With the text around a private function.
fn with(rest: &str) -> (Vec<String>, bool) {
    let private = format!("#[differentiable] fn f(x: &[f64]) -> f64 {{ x[0] * x[1] }}\n{rest}");
    beside(&[&private], Seen::Public)
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

#[test]
fn what_is_not_used_is_not_written() {
    let nothing = [
        "",
        "fn g() { f(&[1.0, 2.0]); let k = a.f; }",
        "// f::gradient\n/// [`f::hessian`]\nmod m { use super::{f, g}; use crate::f; }",
        "fn g() { ff::gradient(); f_::gradient(); }",
        "fn g() { xs.iter().map(f); let h = f; let k = &f; [f, f]; k(1.0, f, |x| f); match h { 1 => f, _ => f } }",
        "fn g() { assert_eq!(k(f), 1.0); println!(\"f {}\", f(&x)); vec![f]; } // f",
        "fn g() { let s = \"f::hessian f\"; \"f\".len(); /* f */ }",
        "macro_rules! make { ($name:ident) => { #[differentiable] fn $name(x: f64) -> f64 { x } } } make!(g);",
    ];
    for rest in nothing {
        assert_eq!(with(rest), (vec![], false), "{rest}");
    }
}

#[test]
fn what_is_used_is_written() {
    let all = ["gradient", "value_and_gradient", "value_and_gradient_into"];
    assert_eq!(with("fn g() { f::gradient(&[1.0, 2.0]); }"), (strings(&["eval", all[0], all[1], all[2]]), false));
    assert_eq!(with("fn g() { let h = crate :: f :: eval::<f64>; }"), (strings(&["eval"]), false));
    assert_eq!(with("fn g() { f::jvp(&[1.0, 2.0], &[1.0, 0.0]); }").0, strings(&["eval", "jvp"]));
    assert_eq!(with("fn g() { super::f::function(&[1.0, 2.0]); }").0, strings(&["eval", "function"]));
    // In another file.
    let private = "#[differentiable] pub(crate) fn f(x: f64) -> f64 { x * x }";
    assert_eq!(
        beside(&[private, "fn g() { m::f::vjp(1.0, 1.0); }"], Seen::Public).0,
        strings(&["eval", "vjp", "vjp_into"])
    );
}

/// Macros of the crate ask for what stands in their rules, whatever they are given.
#[test]
fn what_macros_ask_for_is_written() {
    let gradient = strings(&["eval", "gradient", "value_and_gradient", "value_and_gradient_into"]);
    let rules = "macro_rules! held { ($f:ident $x:expr) => { assert_eq!($f::gradient($x)[0], 1.0) } }";
    for given in ["f &[1.0, 2.0]", "vec![f]", "m::f(1.0)", "{ 1.0, { f } }"] {
        assert_eq!(with(&format!("{rules} fn g() {{ held!({given}); }}")), (gradient.clone(), false), "{given}");
    }
    let elsewhere = "macro_rules! other { ($f:path) => { held!($f) } }";
    let f = "#[differentiable] fn f(x: &[f64]) -> f64 { x[0] } fn g() { other!(f) }";
    assert_eq!(beside(&[f, rules, elsewhere], Seen::Public), (gradient.clone(), false));
    // One that is used in a function with derivatives may call it.
    let called = format!("{rules} #[differentiable] fn g(x: f64) -> f64 {{ held!(f x) }}");
    assert_eq!(with(&called), (gradient, true));
    // What is put together of what is given does not show, nor what macros of other crates make.
    for rules in ["$f::$form($x)", "made_elsewhere!($f)", "$f::other()"] {
        let rules = format!("macro_rules! held {{ ($f:ident $form:ident $x:expr) => {{ {rules} }} }}");
        let (all, _) = with(&format!("{rules} fn g() {{ held!(f gradient &[1.0]); }}"));
        assert_eq!(all.is_empty(), rules.contains("other()"), "{rules}: {all:?}");
        assert!(all.is_empty() || all == EVERYTHING, "{rules}: {all:?}");
    }
}

/// What other macros do with what they are given says nothing of what this one does.
#[test]
fn what_other_macros_ask_for_is_not_written() {
    let rules = "macro_rules! held { ($f:ident) => { $f::jvp(&[1.0], &[1.0]) } }
                 macro_rules! turned { ($f:ident) => { $f::hessian(&[1.0]) } }
                 macro_rules! any { ($f:ident $form:ident) => { $f::$form(&[1.0]) } }
                 macro_rules! all { ($f:ident $($m:ident)*) => { $($m!($f);)* } }
                 macro_rules! bent { ($($f:ident)*) => { [$(f64::$f, Self::$f),*] } }";
    let given = |to: &str| with(&format!("{rules} fn g() {{ {to} }}")).0;
    assert_eq!(given("held!(f); turned!(g); any!(g gradient); all!(g made); bent!(sin)"), strings(&["eval", "jvp"]));
    assert_eq!(given("held!(f); turned!(f)"), strings(&["eval", "hessian", "jvp"]));
    assert!(given("bent!(f)").is_empty());
    for anything in ["any!(f gradient)", "all!(f held turned)"] {
        assert_eq!(given(anything), EVERYTHING, "{anything}");
    }
}

/// A function that a macro makes calls what stands in the macro, or what that is given, wherever this is.
#[test]
fn what_functions_of_macros_call_finds_it() {
    let make = "macro_rules! make { ($name:ident, $other:ident) => { #[differentiable] fn $name(x: f64) -> f64 { $other(&[x]) } } }";
    for call in [
        "make!(g, f);",
        "fn tried() { make!(g, f); g::gradient(1.0); }",
        "fn tried() { make!(g, h); } fn h(x: &[f64]) -> f64 { f(x) }",
    ] {
        assert_eq!(with(&format!("{make} {call}")), (strings(&["eval"]), true), "{call}");
    }
}

#[test]
fn what_calls_it_finds_it() {
    let calls =
        ["fn g(x: &[f64]) -> f64 { 2.0 * f(x) }", "impl A { fn g(&self) -> f64 { self.x * crate::f(&self.y) } }"];
    for call in calls {
        let (public, called) = with(&format!("#[differentiable] {call}"));
        assert_eq!((public, called), (strings(&["eval"]), true), "{call}");
    }
    assert!(!with("fn g(x: &[f64]) -> f64 { 2.0 * f(x) }").1);
}

/// What has no attribute is written out in who calls it.
#[test]
fn what_calls_it_through_others_finds_it() {
    let own = "#[differentiable] fn h(x: &[f64]) -> f64 { g(x) + A::new(x) + x.iter().fold(k(x), |a, b| a + b) }";
    let between = [
        "fn g(x: &[f64]) -> f64 { 2.0 * f(x) }",
        "fn g(x: &[f64]) -> f64 { first(x) } mod m { fn first(x: &[f64]) -> f64 { crate::f(x) } }",
        "impl A { fn new(x: &[f64]) -> f64 { f(x) } }",
        "trait K { fn k(&self) -> f64 { f(&[1.0, 2.0]) } }",
        "impl std::ops::Add for A { fn add(self, b: A) -> f64 { f(&[self.x, b.x]) } }",
        "const K: fn(&[f64]) -> f64 = f;",
    ];
    for between in between {
        assert!(with(&format!("{own} {between}")).1, "{between}");
        assert!(!with(between).1 || between.contains("for A") || between.contains("const"), "{between}");
        // In a text without the attribute.
        let private = format!("#[differentiable] pub(crate) fn f(x: &[f64]) -> f64 {{ x[0] * x[1] }} {own}");
        assert!(beside(&[&private, between], Seen::Public).1, "{between}");
    }
    let unused = "fn other(x: &[f64]) -> f64 { 2.0 * f(x) }";
    assert!(!with(&format!("{own} {unused}")).1);
}

/// A library is compiled without what nobody calls: what is not on any number says that it may be put elsewhere.
#[test]
fn what_nobody_calls_is_not_compiled() {
    let functions = [
        "f(x: &[f64]) -> f64 { x[0] * x[1].sin() }",
        "f(x: &[f64], n: usize) -> Option<f64> { if n == 0 { None } else { Some(x[0] * g(x)) } }",
        "f(x: &mut [f64], a: f64) { for v in x.iter_mut() { *v *= a; } }",
        "f(a: P, x: [f64; 2]) -> P { P { u: a.u * x[0], v: g(&x) } }",
        "f(a: &Matrix<f64>, b: &[f64]) -> f64 { let x = linalg::solve(a, b); x[0] * g(b) }",
        "f(x: &[f64]) -> (f64, Vec<f64>) { (g(x), x.iter().map(|v| v * v).collect()) }",
    ];
    let around = format!(
        "#[derive(Clone, Differentiable)] pub struct P {{ u: f64, v: f64 }}
         #[differentiable] pub fn g(x: &[f64]) -> f64 {{ let mut s = 0.0; for v in x {{ {} }} s }}",
        "s = s.sin() + v * s;".repeat(20)
    );
    for f in functions {
        let text = format!("#[differentiable] pub fn {f} {around}");
        let all = written(&[&text], Seen::Public);
        assert!(all.len() > 10, "{f}");
        for f in all.iter().filter(|f| f.sig.generics.type_params().next().is_none()) {
            let inline = f.attrs.iter().any(|a| a.to_token_stream().to_string().contains("inline"));
            assert!(inline, "{text}: {}", f.sig.ident);
        }
    }
}

#[test]
fn what_may_be_used_is_written() {
    let anything = [
        "mod m { use super::f as g; }",
        "fn g() { check!(f); }",
        "type G = f;",
        "fn g() { <f>::gradient(1.0); }",
        "fn g() { k::<A, f, B>(1.0); }",
        "struct G(PhantomData<f>);",
        "fn g(x: &f) -> f {}",
        "impl Own for f {}",
        "fn g() { check! { { k(1.0, f) } } }",
        "fn g() { check!(\"f\"); }",
        "#[tried(with = \"f\")] struct G;",
        "include!(\"more.rs\");",
        "#[path = \"elsewhere.rs\"] mod more;",
        "#[cfg_attr(feature = \"ad\", differentiable)] fn g(x: f64) -> f64 { f(&[x, x]) }",
        "paste! { fn g() { [<_ f>]::gradient(1.0); } }",
        "fn g() { f::something(); }",
    ];
    for rest in anything {
        assert_eq!(with(rest), (strings(&EVERYTHING), true), "{rest}");
    }
    // One that a macro made does not stand in the text.
    let made = Around::new(&Known::read(Index::of_texts(&["make!(f);"]))).whole(Seen::Public);
    let code =
        made.within(|| adjoint::differentiable(TokenStream::new(), "fn f(x: f64) -> f64 { x }".parse().expect("code")));
    assert!(code.to_string().contains("fn hessian"));
}

#[test]
fn other_crates_see_what_is_public() {
    let public = "#[differentiable] pub fn f(x: &[f64]) -> f64 { x[0] }";
    assert_eq!(beside(&[public], Seen::Public), (strings(&EVERYTHING), true));
    assert_eq!(beside(&[public], Seen::Nothing), (vec![], false));
}

/// Whether the way back of `f` reads what the way forward left, in a library.
fn leaves_a_trace(attribute: &str, rest: &str) -> bool {
    let f = format!("{attribute} pub fn f(x: f64) -> f64 {{ {} x }}\n{rest}", "let x = x * x.sin();".repeat(8));
    let functions = written(&[&f], Seen::Public);
    let reverse = functions.iter().find(|f| f.sig.ident == "__reverse").expect("a way back");
    !reverse.block.to_token_stream().to_string().contains("__joint")
}

#[test]
fn a_trace_is_left_for_callers_in_the_crate() {
    assert!(!leaves_a_trace("#[differentiable]", ""));
    assert!(!leaves_a_trace("#[differentiable]", "fn g(x: f64) -> f64 { f(x) + f::gradient(x) }"));
    for attribute in ["#[differentiable(all)]", "#[differentiable(only(gradient, calls))]"] {
        assert!(leaves_a_trace(attribute, ""), "{attribute}");
    }
    for rest in ["#[differentiable] fn g(x: f64) -> f64 { f(x) }", "make!(f);"] {
        assert!(leaves_a_trace("#[differentiable]", rest), "{rest}");
    }
}

#[test]
fn the_attribute_has_the_last_word() {
    let only = "#[differentiable(only(vjp, calls))] pub fn f(x: &[f64]) -> f64 { x[0] }";
    assert_eq!(beside(&[only], Seen::Public), (strings(&["eval", "vjp", "vjp_into"]), true));
    let all = "#[differentiable(all)] fn f(x: &[f64]) -> f64 { x[0] }";
    assert_eq!(beside(&[all], Seen::Public), (strings(&EVERYTHING), true));
}

/// What is recorded has its function on any number in any case: that it is left out is not said beside it.
#[test]
fn what_is_recorded_has_each_name_once() {
    for rest in ["", "fn g() { f::gradient(&[1.0, 2.0]); }", "#[differentiable] fn g(x: &[f64]) -> f64 { f(x) }"] {
        let text = format!("#[differentiable(tape)] pub fn f(x: &[f64]) -> f64 {{ x[0] * x[1] }}\n{rest}");
        let file = syn::parse_file(&text).expect("a source text");
        let Some(Item::Fn(mut f)) = file.items.into_iter().next() else { panic!("no function") };
        f.attrs.clear();
        let known = Known::read(Index::of_texts(&[&text]));
        let around = Around::new(&known).at(0, 1, 1).whole(Seen::Nothing);
        let tape: TokenStream = "tape".parse().expect("an option");
        let code = around.within(|| adjoint::differentiable(tape, f.to_token_stream()));
        let code: syn::File = syn::parse2(code).expect("code");
        let items = code.items.into_iter().filter_map(|item| match item {
            Item::Impl(block) if block.trait_.is_none() => Some(block.items),
            _ => None,
        });
        let name = |item| match item {
            ImplItem::Fn(f) => Some(f.sig.ident.to_string()),
            ImplItem::Const(c) => Some(c.ident.to_string()),
            _ => None,
        };
        let mut names: Vec<String> = items.flatten().filter_map(name).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|two| two[0] == two[1]);
        assert_eq!(twice, None, "{rest}");
    }
}

/// Few inputs of what is recorded run on lanes, but not where something may give adjoints of its own: rules, operations on
/// numbers of each kind, and other crates that know this project, as that of ranks that send to one another.
#[test]
fn lanes_stand_for_a_tape_where_adjoints_are_transposed_tangents() {
    let text = "#[differentiable(tape)] fn f(x: f64, y: f64) -> f64 { x * g(y) }";
    let on_lanes = |rest: &str| {
        let functions = written(&[text, rest], Seen::Nothing);
        let joint = functions.iter().find(|f| f.sig.ident == "__joint").expect("a run forward and back");
        let joint = joint.to_token_stream().to_string();
        assert!(joint.contains("by_lanes_or_tape") != joint.contains("by_recording"), "{joint}");
        joint.contains("by_lanes_or_tape")
    };
    let used = "fn h() { f::gradient(1.0, 2.0); }";
    for rest in [
        "fn g(y: f64) -> f64 { y.sin() }",
        "use std::f64::consts; mod m { pub fn g(y: f64) -> f64 { f64::sin(super::m::k(y)) } fn k(y: f64) -> f64 { y } }",
        "struct G; impl G { fn g(y: f64) -> f64 { Self::g(y) + G::g(y) } } /* rule = 1, other::g */",
        "macro_rules! of { ($e:expr) => { { fn of(y: f64) -> f64 { $e } of::gradient(1.0) } }; ($f:ident) => { $f::gradient(1.0) } } fn g(y: f64) -> f64 { of!(y) }",
        "use std::{f64::consts, fmt::{self, Debug}}; fn g(y: f64) -> f64 { fmt::rt(consts::PI) } fn h(x: impl use<'_>) {}",
    ] {
        assert!(on_lanes(&format!("{rest} {used}")), "{rest}");
    }
    for rest in [
        "#[differentiable(rule = back)] fn g(y: f64) -> f64 { y }",
        "#[differentiable(rule_of_value = back)] fn g(y: f64) -> f64 { y }",
        "#[derive(Clone)] struct Each; impl Operation<1, 1> for Each {}",
        "use other::g;",
        "fn g(y: f64) -> f64 { other::g(y) }",
        "fn g(y: f64) -> f64 { ::other::g(y) }",
        "extern crate other; fn g(y: f64) -> f64 { other::g(y) }",
        "use other as o; fn g(y: f64) -> f64 { o::g(y) }",
        "use std::fmt; fn g(y: f64) -> f64 { use other as fmt; fmt::g(y) }",
        "use ::other::f; fn g(y: f64) -> f64 { f(y) }",
        "use {other as o}; fn g(y: f64) -> f64 { o::g(y) }",
        "fn g(y: f64) -> f64 { return ::other::g(y) }",
        "struct Each; impl wengert::Cases for Each {}",
    ] {
        assert!(!on_lanes(&format!("{rest} {used}")), "{rest}");
    }
}

#[test]
fn what_calls_a_function_with_an_error_finds_it() {
    let code = |f: &str| {
        let around = Around::new(&Known::read(Index::of_texts(&[f]))).at(0, 1, 1);
        around.within(|| adjoint::differentiable(TokenStream::new(), f.parse().expect("code"))).to_string()
    };
    let wrong = code("fn f(x: f64) -> f64 { let c: (f64, f64) = x; c.0 }");
    assert!(wrong.contains("compile_error") && wrong.contains("fn __forward"), "{wrong}");
    // What is wrong may be the type.
    let unknown = code("fn f(x: Unknown) -> f64 { let c: (f64, f64) = 1.0; c.0 }");
    assert!(!unknown.contains("fn __forward"), "{unknown}");
}
