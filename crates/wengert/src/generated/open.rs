//! Functions that have derivatives where they are called alone.

/// What no function has that is generic over types without derivatives: derivatives of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derivatives of its own: it is generic over types that may have none",
    label = "a function of known types is wanted here",
    note = "what calls it on known types has derivatives: differentiate a function that does",
    note = "or put #[differentiable] on the traits that it is generic over, and on their `impl`s"
)]
pub trait Closed<A> {}
