//! What is carried to other threads stays shut there, unless its numbers may be there.

use std::fmt::Debug;
use std::thread;
use wengert::generated::{Carried, Outcomes, Passage};
use wengert::{Number, Tape, Var, Workspace};

/// A passage for variables of a tape, which must not go to another thread.
fn shut<'t>() -> Passage<Var<'t>> {
    Workspace::<Var<'_>>::default().passage()
}

/// What another thread prints of something.
fn printed_elsewhere(x: &(impl Debug + Sync)) -> String {
    thread::scope(|scope| scope.spawn(|| format!("{x:?} {x:#?}")).join().expect("printing does not panic"))
}

#[test]
fn another_thread_prints_no_number_that_it_may_not_have() {
    let tape = Tape::new();
    let x = [tape.var(42.5)];
    let numbers = shut().carry_numbers(x);
    let lists = shut().carry_lists([&x]);
    let vecs = shut().carry_vecs(vec![x.to_vec()]);
    let mut workspace = Workspace::default();
    workspace.give(x.to_vec());
    let workspace = shut().carry_workspace(workspace);
    let outcomes = Outcomes::new(shut(), vec![x.to_vec()], vec![vec![7u64]]);
    let texts = [
        printed_elsewhere(&numbers),
        printed_elsewhere(&lists),
        printed_elsewhere(&vecs),
        printed_elsewhere(&workspace),
        printed_elsewhere(&outcomes),
    ];
    for text in texts {
        assert!(text.contains("Carried") && !text.contains("42.5"), "{text}");
    }
}

/// Whether another thread panics that does this to a variable of a tape.
fn refused<'t>(x: Var<'t>, look: fn(Carried<[Var<'t>; 1]>)) -> bool {
    let carried = shut().carry_numbers([x]);
    thread::scope(|scope| scope.spawn(|| look(carried)).join().is_err())
}

#[test]
fn another_thread_neither_reads_nor_takes_them() {
    let tape = Tape::new();
    let x = tape.var(42.5);
    assert!(refused(x, |carried| assert!(carried.get()[0].is_constant())));
    assert!(refused(x, |carried| assert!(carried.take()[0].is_constant())));
    assert!(!refused(x, drop), "what is shut can be dropped anywhere");
    assert_eq!(shut().carry_numbers([x]).take()[0].inner(), 42.5);
}

/// Compiles only as long as `Carried` has none of the traits that would reach its value: if it had one, the call would
/// be ambiguous.
#[test]
fn no_trait_opens_them() {
    trait Check<A> {
        fn check() {}
    }
    struct Copied;
    struct Compared;
    struct Made;
    struct Hashed;
    impl<T> Check<()> for T {}
    impl<T: Clone> Check<Copied> for T {}
    impl<T: PartialEq> Check<Compared> for T {}
    impl<T: Default> Check<Made> for T {}
    impl<T: std::hash::Hash> Check<Hashed> for T {}
    <Carried<[u8; 1]> as Check<_>>::check();
}
