//! What is found: a pattern that holds everywhere, or one that holds at a point.

use crate::Pattern;
use core::fmt;
use core::panic::Location;

/// A pattern that was found by running a function: of a Jacobian m x n, of a Hessian n x n, both triangles.
///
/// ```
/// use sparse::detect::{self, Detected};
/// let found = detect::jacobian(&[1.0, -1.0], |x| vec![x[0] * x[1]])?;
/// assert!(matches!(found, Detected::Global(pattern) if pattern.entries() == 2));
///
/// let found = detect::jacobian(&[1.0, -1.0], |x| vec![if x[0] > x[1] { x[0] } else { x[1] }])?;
/// // It is the pattern of one branch, and is not to be had as another.
/// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 0)]);
/// assert!(found.global().is_err_and(|local| local.branch().is_some()));
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detected {
    /// It holds at every point.
    Global(Pattern),
    /// It holds for certain only where the function does what it does at this point.
    Local(LocalPattern),
}

/// A pattern that holds for certain only where the function takes the same branches as at the point where it was found: it compared
/// numbers, or took their values, or choices were followed.
///
/// ```
/// use sparse::detect::{Detector, LocalPattern};
/// let f = Detector::jacobian().local().run(&[1.0, 2.0], |x| vec![if x[0] > 1.0 { x[1] } else { x[0] }])?;
/// let local: LocalPattern = f.global().unwrap_err();
/// assert_eq!(local.here().entries(), 1);
/// assert!(local.to_string().contains("it may be another elsewhere"));
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPattern {
    pattern: Pattern,
    branch: Option<&'static Location<'static>>,
}

impl Detected {
    /// One that holds where a function takes these branches.
    ///
    /// ```
    /// use sparse::{Pattern, detect::Detected};
    /// assert!(Detected::local(Pattern::from_coordinates(1, 1, [(0, 0)])?, None).is_local());
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn local(pattern: Pattern, branch: Option<&'static Location<'static>>) -> Detected {
        Detected::Local(LocalPattern { pattern, branch })
    }

    /// The pattern, if it holds at every point.
    ///
    /// ```
    /// let product = sparse::detect::hessian(&[1.0, 2.0], |x| vec![x[0] * x[1]])?;
    /// assert_eq!(product.global().map(|pattern| pattern.entries()), Ok(2));
    /// # Ok::<(), sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// The local pattern, which says where the function branches.
    pub fn global(self) -> Result<Pattern, LocalPattern> {
        match self {
            Detected::Global(pattern) => Ok(pattern),
            Detected::Local(local) => Err(local),
        }
    }

    /// The pattern at the point where it was found, which may hold elsewhere too.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// assert_eq!(found.here().entries(), 1);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn here(&self) -> &Pattern {
        match self {
            Detected::Global(pattern) => pattern,
            Detected::Local(local) => &local.pattern,
        }
    }

    /// [That](Detected::here) without a copy.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// assert_eq!(found.into_here().entries(), 1);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn into_here(self) -> Pattern {
        self.global().unwrap_or_else(LocalPattern::into_here)
    }

    /// Whether it holds for certain only where the function does what it does at this point.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// assert!(found.is_local());
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn is_local(&self) -> bool {
        matches!(self, Detected::Local(_))
    }

    /// Where the function first compared numbers, or took a value, if that makes the pattern local.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// assert!(found.branch().is_some());
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn branch(&self) -> Option<&'static Location<'static>> {
        match self {
            Detected::Global(_) => None,
            Detected::Local(local) => local.branch,
        }
    }
}

impl LocalPattern {
    /// The pattern at the point where it was found.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// let local = found.global().unwrap_err();
    /// assert_eq!(local.here().entries(), 1);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn here(&self) -> &Pattern {
        &self.pattern
    }

    /// [That](LocalPattern::here) without a copy.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// let local = found.global().unwrap_err();
    /// assert_eq!(local.into_here().entries(), 1);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn into_here(self) -> Pattern {
        self.pattern
    }

    /// Where the function first compared numbers, or took a value.
    ///
    /// ```
    /// let found = sparse::detect::jacobian(&[2.0], |x| vec![if x[0] > 1.0 { x[0] } else { 0.0.into() }])?;
    /// let local = found.global().unwrap_err();
    /// assert!(local.branch().is_some());
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn branch(&self) -> Option<&'static Location<'static>> {
        self.branch
    }
}

impl fmt::Display for LocalPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pattern was found at a point, and it may be another elsewhere: ")?;
        match self.branch {
            Some(at) => write!(
                f,
                "what the function does depends on values, first at {at}; its branches can be run too, or the choice be made by `select`"
            ),
            None => f.write_str("choices were followed"),
        }
    }
}

impl std::error::Error for LocalPattern {}
