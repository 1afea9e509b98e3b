//! What can be asked of a function, and where its numbers lie.

/// What is evaluated: which numbers go in beside the point, and which come out, in what order.
///
/// `n` is the number of inputs, `m` that of outputs.
///
/// ```
/// use wengert_runtime::Quantity;
/// // Of a function with three inputs and two outputs:
/// assert_eq!(Quantity::Jvp.seeds(3, 2), 3);
/// assert_eq!(Quantity::Vjp.seeds(3, 2), 2);
/// let possible = Quantity::ALL.into_iter().filter(|quantity| !quantity.of_one_output());
/// assert_eq!(possible.map(Quantity::name).collect::<Vec<_>>(), ["value", "jacobian", "jvp", "vjp"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// The `m` outputs.
    Value,
    /// The value, then the `n` derivatives; of functions with one output.
    Gradient,
    /// The `m x n` first derivatives, row by row.
    Jacobian,
    /// The `n x n` second derivatives, row by row; of functions with one output.
    Hessian,
    /// With a direction of `n` numbers: the outputs, then their `m` derivatives along it.
    Jvp,
    /// With `m` weights: the outputs, then the `n` derivatives of their weighted sum.
    Vjp,
    /// With a direction of `n` numbers: the gradient, then the Hessian's `n` products with the direction; of functions with one
    /// output.
    Hvp,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 7] = [
        Quantity::Value,
        Quantity::Gradient,
        Quantity::Jacobian,
        Quantity::Hessian,
        Quantity::Jvp,
        Quantity::Vjp,
        Quantity::Hvp,
    ];

    /// The name, as messages say it.
    ///
    /// ```
    /// assert_eq!(wengert_runtime::Quantity::Vjp.name(), "vjp");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Value => "value",
            Quantity::Gradient => "gradient",
            Quantity::Jacobian => "jacobian",
            Quantity::Hessian => "hessian",
            Quantity::Jvp => "jvp",
            Quantity::Vjp => "vjp",
            Quantity::Hvp => "hvp",
        }
    }

    /// How many numbers go in beside the point, for `n` inputs and `m` outputs.
    pub fn seeds(self, n: usize, m: usize) -> usize {
        match self {
            Quantity::Value | Quantity::Gradient | Quantity::Jacobian | Quantity::Hessian => 0,
            Quantity::Jvp | Quantity::Hvp => n,
            Quantity::Vjp => m,
        }
    }

    /// How many numbers come out, for `n` inputs and `m` outputs.
    ///
    /// ```
    /// use wengert_runtime::Quantity;
    /// assert_eq!(Quantity::Jacobian.results(3, 2), 6);
    /// assert_eq!(Quantity::Gradient.results(3, 1), 4);
    /// ```
    pub fn results(self, n: usize, m: usize) -> usize {
        match self {
            Quantity::Value => m,
            Quantity::Gradient => 1 + n,
            Quantity::Jacobian => m * n,
            Quantity::Hessian => n * n,
            Quantity::Jvp => 2 * m,
            Quantity::Vjp => m + n,
            Quantity::Hvp => 2 * n,
        }
    }

    /// Whether it is one of functions with one output alone.
    pub fn of_one_output(self) -> bool {
        matches!(self, Quantity::Gradient | Quantity::Hessian | Quantity::Hvp)
    }

    /// What the seeds are called.
    pub(crate) fn seeds_name(self) -> &'static str {
        match self {
            Quantity::Vjp => "weights: one for each output",
            _ => "direction: one number for each input",
        }
    }
}
