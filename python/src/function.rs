//! The class `Function`.

use crate::arrays::Numbers;
use crate::errors::{NotFiniteError, ParseError, ShapeError, raised};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use runtime::{Function as Inner, Quantity};

/// A function with its derivatives, made by ``wengert.parse`` or ``wengert.record``.
///
/// Points are arrays of ``n`` numbers, one for each input, or arrays of shape ``(points, n)``: results then have one more axis in
/// front, are computed in vectors and on all cores, and other Python threads run meanwhile. Do not write to arrays that are in use.
/// With ``finite=True`` a result that is infinite or NaN raises a ``NotFiniteError`` that says where it arises.
#[pyclass(frozen, module = "wengert")]
pub(crate) struct Function(Inner);

/// What comes out: rows of numbers, one for each point.
struct Rows<'py> {
    /// One point's row, or a row for each.
    array: Bound<'py, PyAny>,
    many: bool,
}

impl Function {
    /// A quantity at one point or at many, in one array.
    fn run<'py>(
        &self,
        what: Quantity,
        x: &Bound<'py, PyAny>,
        seeds: Option<&Bound<'py, PyAny>>,
        finite: bool,
    ) -> PyResult<Rows<'py>> {
        let (py, n, m) = (x.py(), self.0.inputs().len(), self.0.outputs());
        let x = Numbers::of(x, n, &format!("inputs ({})", self.0.inputs().join(", ")))?;
        let s = what.seeds(n, m);
        let seeds =
            seeds.map(|seeds| Numbers::of(seeds, s, if what == Quantity::Vjp { "weights" } else { "directions" }));
        let seeds = seeds.transpose()?;
        let (points, r) = (x.as_slice()?, what.results(n, m));
        let given = seeds.as_ref().map_or(Ok(&[][..]), Numbers::as_slice)?;
        let Some(count) = x.many else {
            if seeds.as_ref().is_some_and(|seeds| seeds.many.is_some()) {
                return Err(ShapeError::new_err("one point was given and seeds for many; give many points, too"));
            }
            let array = PyArray1::<f64>::zeros(py, r, false);
            {
                let mut out = array.readwrite();
                self.0.eval_into(what, points, given, out.as_slice_mut()?).map_err(raised)?;
                if finite && !out.as_slice()?.iter().all(|y| y.is_finite()) {
                    return Err(self.not_finite(what, points, None));
                }
            }
            return Ok(Rows { array: array.into_any(), many: false });
        };
        let repeated;
        let given = match seeds.as_ref().map(|seeds| seeds.many) {
            Some(None) => {
                repeated = given.repeat(count);
                &repeated
            }
            Some(Some(other)) if other != count => {
                return Err(ShapeError::new_err(format!(
                    "{count} points were given and seeds for {other}; give seeds for each point, or the same for all"
                )));
            }
            _ => given,
        };
        let array = PyArray2::<f64>::zeros(py, [count, r], false);
        {
            let mut out = array.readwrite();
            let places = out.as_slice_mut()?;
            py.detach(|| self.0.eval_batch_into(what, points, given, places)).map_err(raised)?;
            if finite && let Some(at) = places.iter().position(|y| !y.is_finite()) {
                let at = at / r;
                return Err(self.not_finite(what, &points[at * n..][..n], Some(at)));
            }
        }
        Ok(Rows { array: array.into_any(), many: true })
    }

    fn not_finite(&self, what: Quantity, point: &[f64], at: Option<usize>) -> PyErr {
        let place = at.map_or_else(String::new, |at| format!("point {at}: "));
        let why = self.0.explain(point).ok().flatten().map_or_else(String::new, |why| format!(": {why}"));
        NotFiniteError::new_err(format!("{place}the {} is not finite at {point:?}{why}", what.name()))
    }

    /// Any point where a program is asked for that needs none.
    fn point_of(&self, x: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<f64>> {
        let n = self.0.inputs().len();
        match x {
            None => Ok((1..=n).map(|i| (i as f64 * 0.618_033_988_749_894_9).fract()).collect()),
            Some(x) => Ok(Numbers::of(x, n, "inputs")?.as_slice()?.to_vec()),
        }
    }
}

impl<'py> Rows<'py> {
    /// Columns from `from` on, `count` of them, as an array; one column alone as a number, or one for each point.
    fn part(&self, from: usize, count: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.array.py();
        let slice = py.get_type::<pyo3::types::PySlice>();
        let columns = match count {
            None => from.into_pyobject(py)?.into_any(),
            Some(count) => slice.call1((from, from + count))?,
        };
        match self.many {
            // A number of Python's own.
            false if count.is_none() => {
                Ok(self.array.get_item(columns)?.extract::<f64>()?.into_pyobject(py)?.into_any())
            }
            false => self.array.get_item(columns),
            true => self.array.get_item((slice.call1((py.None(),))?, columns)),
        }
    }

    /// In that shape, for each point.
    fn shaped(self, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
        let mut whole = shape.to_vec();
        if self.many {
            whole.insert(0, self.array.len()?);
        }
        self.array.call_method1("reshape", (PyTuple::new(self.array.py(), whole)?,))
    }
}

fn quantity(name: &str) -> PyResult<Quantity> {
    let found = Quantity::ALL.into_iter().find(|what| what.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = Quantity::ALL.iter().map(|what| what.name()).collect();
        ParseError::new_err(format!("no quantity is called {name:?}; take one of {}", names.join(", ")))
    })
}

#[pymethods]
impl Function {
    /// The function that a text of the language says.
    #[staticmethod]
    #[pyo3(signature = (text, inputs=None))]
    fn parse(py: Python<'_>, text: &str, inputs: Option<Vec<String>>) -> PyResult<Function> {
        let made = py.detach(|| match &inputs {
            None => Inner::parse(text),
            Some(names) => Inner::parse_with_inputs(text, &names.iter().map(String::as_str).collect::<Vec<_>>()),
        });
        Ok(Function(made.map_err(raised)?))
    }

    /// The function that a listing says, as ``listing`` prints it.
    #[staticmethod]
    fn from_listing(py: Python<'_>, text: &str, inputs: Vec<String>) -> PyResult<Function> {
        let names: Vec<&str> = inputs.iter().map(String::as_str).collect();
        Ok(Function(py.detach(|| Inner::of_listing(text, &names)).map_err(raised)?))
    }

    /// The function that ``to_bytes`` wrote.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Function> {
        Ok(Function(Inner::from_bytes(bytes).map_err(raised)?))
    }

    /// The function as bytes; it can be pickled, too.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }

    /// The names of the inputs.
    #[getter]
    fn inputs(&self) -> Vec<String> {
        self.0.inputs().to_vec()
    }

    /// The number of outputs.
    #[getter]
    fn outputs(&self) -> usize {
        self.0.outputs()
    }

    /// The text, where the function has one.
    #[getter]
    fn source(&self) -> Option<&str> {
        self.0.source()
    }

    fn __repr__(&self) -> String {
        let (inputs, outputs) = (self.0.inputs().join(", "), self.0.outputs());
        let s = if outputs == 1 { "" } else { "s" };
        match self.0.source() {
            Some(text) if text.len() <= 60 => format!("<wengert.Function of {inputs}: {text}>"),
            _ => format!("<wengert.Function of {inputs}, with {outputs} output{s}>"),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        match self.0.source() {
            Some(text) => Ok(text.to_owned()),
            None => self.listing("value", None),
        }
    }

    /// As ``value``.
    #[pyo3(signature = (x, *, finite=false))]
    fn __call__<'py>(&self, x: &Bound<'py, PyAny>, finite: bool) -> PyResult<Bound<'py, PyAny>> {
        self.value(x, finite)
    }

    /// The output, or the ``m`` outputs.
    #[pyo3(signature = (x, *, finite=false))]
    fn value<'py>(&self, x: &Bound<'py, PyAny>, finite: bool) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.run(Quantity::Value, x, None, finite)?;
        if self.0.outputs() == 1 { rows.part(0, None) } else { Ok(rows.array) }
    }

    /// The ``n`` derivatives; of functions with one output.
    #[pyo3(signature = (x, *, finite=false))]
    fn grad<'py>(&self, x: &Bound<'py, PyAny>, finite: bool) -> PyResult<Bound<'py, PyAny>> {
        self.run(Quantity::Gradient, x, None, finite)?.part(1, Some(self.0.inputs().len()))
    }

    /// The value and the gradient, for the price of the latter.
    #[pyo3(signature = (x, *, finite=false))]
    fn value_and_grad<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        finite: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let rows = self.run(Quantity::Gradient, x, None, finite)?;
        Ok((rows.part(0, None)?, rows.part(1, Some(self.0.inputs().len()))?))
    }

    /// All first derivatives: ``m x n``.
    #[pyo3(signature = (x, *, finite=false))]
    fn jacobian<'py>(&self, x: &Bound<'py, PyAny>, finite: bool) -> PyResult<Bound<'py, PyAny>> {
        self.run(Quantity::Jacobian, x, None, finite)?.shaped(&[self.0.outputs(), self.0.inputs().len()])
    }

    /// All second derivatives: ``n x n``; of functions with one output.
    #[pyo3(signature = (x, *, finite=false))]
    fn hessian<'py>(&self, x: &Bound<'py, PyAny>, finite: bool) -> PyResult<Bound<'py, PyAny>> {
        let n = self.0.inputs().len();
        self.run(Quantity::Hessian, x, None, finite)?.shaped(&[n, n])
    }

    /// The outputs, and their derivatives along a direction.
    #[pyo3(signature = (x, direction, *, finite=false))]
    fn jvp<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        direction: &Bound<'py, PyAny>,
        finite: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (rows, m) = (self.run(Quantity::Jvp, x, Some(direction), finite)?, self.0.outputs());
        let count = (m != 1).then_some(m);
        Ok((rows.part(0, count)?, rows.part(m, count)?))
    }

    /// The outputs, and the gradient of their weighted sum.
    #[pyo3(signature = (x, weights, *, finite=false))]
    fn vjp<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        weights: &Bound<'py, PyAny>,
        finite: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (rows, m) = (self.run(Quantity::Vjp, x, Some(weights), finite)?, self.0.outputs());
        Ok((rows.part(0, (m != 1).then_some(m))?, rows.part(m, Some(self.0.inputs().len()))?))
    }

    /// The Hessian times a direction; of functions with one output.
    #[pyo3(signature = (x, direction, *, finite=false))]
    fn hvp<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        direction: &Bound<'py, PyAny>,
        finite: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = self.0.inputs().len();
        self.run(Quantity::Hvp, x, Some(direction), finite)?.part(n, Some(n))
    }

    /// An array of points from the inputs by name, each a number or an array.
    #[pyo3(signature = (**named))]
    fn point<'py>(&self, py: Python<'py>, named: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        let names = self.0.inputs();
        let given = |name: &str| named.map_or(Ok(None), |named| named.get_item(name));
        let mut values = Vec::new();
        for name in names {
            let value = given(name)?;
            values.push(value.ok_or_else(|| ShapeError::new_err(format!("no {name}; give {}", names.join(", "))))?);
        }
        if let Some(named) = named {
            for name in named.keys() {
                let name: String = name.extract()?;
                if !names.contains(&name) {
                    let message = format!("the function has no input {name}; its inputs are {}", names.join(", "));
                    return Err(ShapeError::new_err(message));
                }
            }
        }
        let numpy = py.import("numpy")?;
        let together = numpy.call_method1("broadcast_arrays", PyTuple::new(py, values)?)?;
        let options = PyDict::new(py);
        options.set_item("axis", -1)?;
        numpy.call_method("stack", (together,), Some(&options))
    }

    /// The program of a quantity (``"gradient"``, ``"hvp"``, ..), an instruction a line; with the branches that ``x`` takes.
    #[pyo3(signature = (quantity="value", x=None))]
    fn listing(&self, quantity: &str, x: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.0.listing(self::quantity(quantity)?, &self.point_of(x)?).map_err(raised)
    }

    /// The program of a quantity as a function in C.
    #[pyo3(signature = (quantity="value", x=None, name=None))]
    fn to_c(&self, quantity: &str, x: Option<&Bound<'_, PyAny>>, name: Option<&str>) -> PyResult<String> {
        self.0.to_c(self::quantity(quantity)?, &self.point_of(x)?, name.unwrap_or(quantity)).map_err(raised)
    }

    /// The program of a quantity as a function in Rust.
    #[pyo3(signature = (quantity="value", x=None, name=None))]
    fn to_rust(&self, quantity: &str, x: Option<&Bound<'_, PyAny>>, name: Option<&str>) -> PyResult<String> {
        self.0.to_rust(self::quantity(quantity)?, &self.point_of(x)?, name.unwrap_or(quantity)).map_err(raised)
    }

    /// The function as a tree of operations.
    #[pyo3(signature = (x=None))]
    fn tree(&self, x: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.0.tree(&self.point_of(x)?).map_err(raised)
    }

    /// Where an infinity or NaN first arises in the value or the gradient at ``x``; None where none does.
    fn explain(&self, x: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.0.explain(&self.point_of(Some(x))?).map_err(raised)
    }
}
