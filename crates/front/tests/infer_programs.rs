//! Nothing is unknown, and nothing wrong, in programs as people write them. That the types are rustc's is shown by the
//! example `oracle`.

mod support;

use front::hir::ExprKind;
use front::index::{Index, ItemKind};
use front::infer::infer;
use front::items::FnId;
use front::program::Program;
use front::ty::{Float, Ty};
use front::typed::{Adjust, Callee, Closures, Typed};
use std::fmt::Write;
use std::rc::Rc;

/// Nothing is left open in what inference gives, and all is there that is promised.
fn check_whole(typed: &Typed) {
    let body = &typed.body;
    let of_callees = typed.callees.values().flat_map(|callee| match callee {
        Callee::Fn(_, args) => args.as_slice(),
        _ => &[],
    });
    let of_iterators = typed.iterators.values().flat_map(|(iter, item)| [iter, item]);
    let of_adjusts = typed.adjusted.values().flatten().filter_map(|adjust| match adjust {
        Adjust::Unsize(ty) | Adjust::Call(.., ty) => Some(ty),
        Adjust::Deref | Adjust::Borrow(_) => None,
    });
    let of_pats = typed.pats.iter().map(|pat| &pat.ty);
    let all = typed.exprs.iter().chain(&typed.locals).chain(of_pats).chain([&typed.ret]);
    for ty in all.chain(of_callees).chain(of_iterators).chain(of_adjusts) {
        assert!(!ty.has_var(), "{ty:?}");
    }
    assert_eq!((typed.exprs.len(), typed.pats.len()), (body.exprs.len(), body.pats.len()));
    for (e, expr) in body.exprs.iter().enumerate() {
        match &expr.kind {
            ExprKind::Call(..) | ExprKind::Method(..) => assert!(typed.callees.contains_key(&e), "{:?}", expr.kind),
            ExprKind::For(..) => assert!(typed.iterators.contains_key(&e), "{:?}", expr.kind),
            ExprKind::Closure(_) => assert!(typed.closures.contains_key(&e), "{:?}", expr.kind),
            ExprKind::Field(on, _) => {
                let ty = typed.ty(*on);
                assert!(matches!(ty, Ty::Adt(..) | Ty::Tuple(_) | Ty::Opaque(_)), "a field of {ty:?}");
            }
            ExprKind::Index(on, _) if !typed.callees.contains_key(&e) => {
                let ty = typed.ty(*on);
                let is_list = matches!(ty, Ty::Vec(_) | Ty::Slice(_) | Ty::Array(..) | Ty::Str | Ty::Opaque(_));
                assert!(is_list || matches!(ty.behind(), Ty::Opaque(_)), "elements of {ty:?}");
            }
            _ => {}
        }
    }
}

fn told(program: &Program, f: FnId, number: Float) -> String {
    let args = support::args_on(program, f, number);
    let told = match infer(program, &mut Closures::default(), f, &args) {
        Ok(typed) => {
            check_whole(&typed);
            typed.unknown
        }
        Err(wrong) => wrong,
    };
    let name = &program.func(f).name;
    told.iter().fold(String::new(), |mut all, one| {
        writeln!(all, "{name}: {}: {}", one.message, one.span.source_text().unwrap_or_default()).unwrap();
        all
    })
}

/// What is told of all functions of the files of a folder, and how many they are.
fn told_of(folder: &str, number: Float) -> (String, usize) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let (mut all, mut functions) = (String::new(), 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let index = Rc::new(Index::of_texts(&[&text]));
        let root = index.scopes().next().unwrap().0;
        let program = Program::new(index.clone());
        support::name_elementary(&program);
        let here = program.scope(root);
        for item in &index.scope(root).items {
            let text = index.slice(0, item.tokens.clone()).unwrap();
            let fns = match item.kind {
                ItemKind::Function => vec![program.define(&here, &syn::parse_str(text).unwrap())],
                ItemKind::Impl => program.define_impl(&here, &syn::parse_str(text).unwrap()).1,
                _ => continue,
            };
            functions += fns.len();
            fns.into_iter().for_each(|f| all.push_str(&told(&program, f, number)));
        }
    }
    (all, functions)
}

#[test]
fn all_is_known() {
    let (told, functions) = told_of("programs", Float::Own);
    assert_eq!(told, "");
    assert!(functions > 250);
}

#[test]
fn all_is_known_on_any_number() {
    for number in [Float::Own, Float::F64, Float::F32] {
        let (told, functions) = told_of("generic", number);
        assert_eq!(told, "", "{number:?}");
        assert!(functions > 20);
    }
}
