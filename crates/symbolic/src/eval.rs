//! Expressions evaluated on numbers of any kind.

use crate::function::Function;
use crate::graph::{Graph, Node};
use crate::reach::below;
use crate::{Error, Expr};
use rules::{Number, Scalar};

impl<'g> Expr<'g> {
    /// The value at a point, given in the order of [`Graph::variables`].
    ///
    /// # Errors
    /// As [`run`](Expr::run).
    pub fn eval(self, inputs: &[f64]) -> Result<f64, Error> {
        self.run(inputs)
    }

    /// The expression run on any number: a dual, a variable of a tape, an expression of another graph, the number that
    /// records a program. Cost: one operation for each of [`size`](Expr::size).
    ///
    /// # Errors
    /// If a variable has no number, a row's precondition does not hold, or a user's function, whose value is known on
    /// `f64` alone, meets something other than constants.
    ///
    /// ```
    /// let graph = symbolic::Graph::new();
    /// let f = graph.variable("x") * graph.variable("y");
    /// // The same formula in single precision, and as a formula of another graph.
    /// assert_eq!(f.run(&[2.0f32, 3.0])?, 6.0);
    /// let other = symbolic::Graph::new();
    /// let t = other.variable("t");
    /// assert_eq!(f.run(&[t, t])?.to_string(), "t*t");
    /// # Ok::<(), symbolic::Error>(())
    /// ```
    pub fn run<T: Number>(self, inputs: &[T]) -> Result<T, Error> {
        let graphless = Graph::new();
        let graph = self.handle().map_or(&graphless, |(graph, _)| graph);
        let mut values = run(graph, &[self], inputs)?;
        Ok(values.swap_remove(0))
    }
}

impl Graph {
    /// The values at a point of the expressions `of`, given in the order of [`variables`](Graph::variables).
    ///
    /// Cost: one pass over what they are made of, shared parts once.
    ///
    /// # Errors
    /// If a variable has no number, or a row's precondition does not hold.
    pub fn eval(&self, of: &[Expr<'_>], inputs: &[f64]) -> Result<Vec<f64>, Error> {
        self.run(of, inputs)
    }

    /// The expressions `of` run on any number, as [`Expr::run`] runs one; what they share is run once.
    ///
    /// # Errors
    /// As [`Expr::run`].
    pub fn run<T: Number>(&self, of: &[Expr<'_>], inputs: &[T]) -> Result<Vec<T>, Error> {
        run(self, of, inputs)
    }
}

/// The values of several expressions, what they share evaluated once.
fn run<T: Number>(graph: &Graph, of: &[Expr<'_>], inputs: &[T]) -> Result<Vec<T>, Error> {
    let constant = |c: f64| T::constant(T::Scalar::from_f64(c));
    let roots: Vec<u32> = of.iter().map(|x| x.id_in(graph)).collect();
    let order = below(graph, &roots);
    // Only what is reached has a place.
    let mut places = vec![0u32; order.last().map_or(0, |&last| last as usize + 1)];
    let mut values: Vec<T> = Vec::with_capacity(order.len());
    let mut args: Vec<T> = Vec::new();
    for id in order {
        let value = match graph.node(id) {
            Node::Variable(v) => match inputs.get(v as usize) {
                Some(&x) => x,
                None => return Err(Error::MissingInput { name: graph.name(v) }),
            },
            Node::Constant(bits) => constant(f64::from_bits(bits)),
            node => {
                let Some((function, n, ids)) = node.application() else { continue };
                args.clear();
                args.extend(ids.iter().map(|&a| values[places[a as usize] as usize]));
                apply(function, &args, n)?
            }
        };
        places[id as usize] = values.len() as u32;
        values.push(value);
    }
    Ok(roots.iter().map(|&root| values[places[root as usize] as usize]).collect())
}

fn apply<T: Number>(function: Function, args: &[T], n: i32) -> Result<T, Error> {
    let known = |all: bool| -> Option<Vec<f64>> {
        args.iter().map(|a| a.known().filter(|_| !all || a.is_constant()).map(Scalar::to_f64)).collect()
    };
    match function {
        Function::Table(op) => {
            let row = op.row();
            if !row.requires.is_empty() && known(false).is_some_and(|args| !(row.admits)(&args)) {
                return Err(Error::Precondition { name: row.name, requires: row.requires });
            }
            Ok(op.apply(args, n))
        }
        Function::User(user) => match known(true) {
            Some(args) => Ok(T::constant(T::Scalar::from_f64((user.value)(&args, n)))),
            None => Err(Error::UserFunction { name: user.name }),
        },
    }
}
