//! What is run on a number by what it knows, without compiling the rest.

/// What to run on a number, by what it knows of its derivatives: see [`Number::case`](crate::Number::case).
///
/// A branch on a constant would do, were it not that the compiler looks through what no branch takes all the same: in functions
/// that take derivatives themselves half of its work was that.
///
/// ```
/// use rules::{Cases, Number};
/// struct Name;
/// impl Cases for Name {
///     type Out = &'static str;
///     fn plain(self) -> &'static str {
///         "consists of numbers"
///     }
///     fn recording(self) -> &'static str {
///         "leaves something behind"
///     }
///     fn unfollowed(self) -> &'static str {
///         "follows nothing"
///     }
/// }
/// assert_eq!(f64::case(Name), "consists of numbers");
/// ```
pub trait Cases {
    /// What comes out.
    type Out;
    /// On a number that consists of its components and nothing else, and that follows where seeds reach, or has none.
    fn plain(self) -> Self::Out;
    /// On a number that may leave something behind: see [`Number::RECORDS`](crate::Number::RECORDS).
    fn recording(self) -> Self::Out;
    /// On a number that does not follow where seeds reach, or that is made of such. Who runs on it runs again on one that
    /// does, wherever a NaN comes out.
    fn unfollowed(self) -> Self::Out;
}

/// The cases of a number that records others.
///
/// ```
/// use rules::{Cases, Number, Recording};
/// struct Records;
/// impl Cases for Records {
///     type Out = bool;
///     fn plain(self) -> bool {
///         false
///     }
///     fn recording(self) -> bool {
///         true
///     }
///     fn unfollowed(self) -> bool {
///         false
///     }
/// }
/// // A variable over an `f64`.
/// assert!(f64::case(Recording(Records)));
/// ```
pub struct Recording<C>(pub C);

impl<C: Cases> Cases for Recording<C> {
    type Out = C::Out;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(self) -> C::Out {
        self.0.recording()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn recording(self) -> C::Out {
        self.0.recording()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfollowed(self) -> C::Out {
        self.0.unfollowed()
    }
}
