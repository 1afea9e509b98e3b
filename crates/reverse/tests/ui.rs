//! What must not compile.

#[test]
fn variables_stay_with_their_recording() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
