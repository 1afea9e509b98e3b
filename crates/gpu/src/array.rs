//! Numbers that stay on a device.

use crate::device::Device;
use crate::driver::Memory;
use crate::error::Error;
use crate::number::Number;

/// Some numbers for each of many points, in the memory of a device: all first numbers, then all second ones.
///
/// ```no_run
/// let device = gpu::Device::any()?;
/// let mut array = device.upload(&[1.0, 10.0, 2.0, 20.0, 3.0, 30.0], 2)?;
/// assert_eq!((array.width(), array.lanes()), (2, 3));
/// assert_eq!(array.columns()?, [1.0, 2.0, 3.0, 10.0, 20.0, 30.0]);
/// assert_eq!(array.download()?, [1.0, 10.0, 2.0, 20.0, 3.0, 30.0]);
/// # Ok::<(), gpu::Error>(())
/// ```
///
/// Columns as they are, and room for results:
///
/// ```no_run
/// let device = gpu::Device::any()?;
/// let x = device.upload_columns(&[1.0, 2.0, 3.0, 10.0, 20.0, 30.0], 2)?;
/// let product = device.compile(&program::Program::record(2, |x| vec![x[0] * x[1]])?)?;
/// let mut y = device.array(1, 3)?;
/// product.run_into(&x, &mut y)?;
/// let mut products = [0.0; 3];
/// y.columns_into(&mut products)?;
/// assert_eq!(products, [10.0, 40.0, 90.0]);
/// assert_eq!(y.device().name(), device.name());
/// # Ok::<(), gpu::Error>(())
/// ```
#[derive(Debug)]
pub struct Array<T> {
    pub(crate) device: Device,
    pub(crate) memory: Memory<T>,
    pub(crate) width: usize,
    pub(crate) lanes: usize,
}

impl Device {
    /// Brings points of `width` numbers each to the device, one point after the other as `eval_batch` takes them.
    ///
    /// # Errors
    /// [`Error::Memory`] or [`Error::Driver`].
    ///
    /// # Panics
    /// If `width` is 0 or the numbers are not those of a whole number of points.
    #[track_caller]
    pub fn upload<T: Number>(&self, points: &[T], width: usize) -> Result<Array<T>, Error> {
        let lanes = whole(points.len(), width);
        let mut columns = Vec::new();
        to_columns(points, width, &mut columns);
        self.columns(&columns, width, lanes)
    }

    /// As [`upload`](Device::upload), of the first number of every point, then the second of every point, and so on.
    ///
    /// # Errors
    /// As [`upload`](Device::upload).
    ///
    /// # Panics
    /// As [`upload`](Device::upload).
    #[track_caller]
    pub fn upload_columns<T: Number>(&self, columns: &[T], width: usize) -> Result<Array<T>, Error> {
        let lanes = whole(columns.len(), width);
        self.columns(columns, width, lanes)
    }

    fn columns<T: Number>(&self, columns: &[T], width: usize, lanes: usize) -> Result<Array<T>, Error> {
        let mut array = self.array(width, lanes)?;
        self.driver.write(&mut array.memory, 0, columns)?;
        Ok(array)
    }

    /// Room for points, whose numbers are not given yet.
    ///
    /// # Errors
    /// As [`upload`](Device::upload).
    pub fn array<T: Number>(&self, width: usize, lanes: usize) -> Result<Array<T>, Error> {
        let most = self.driver.facts.piece;
        let count = width.checked_mul(lanes).ok_or(Error::Memory { what: "an array", bytes: u64::MAX, most })?;
        Ok(Array { device: self.clone(), memory: self.driver.allocate(count)?, width, lanes })
    }
}

#[track_caller]
fn whole(numbers: usize, width: usize) -> usize {
    assert!(
        width > 0 && numbers.is_multiple_of(width),
        "{numbers} numbers are not those of points of {width} each: give {width} for every point"
    );
    numbers / width
}

impl<T: Number> Array<T> {
    /// How many numbers each point has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many points there are.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// The device that has it.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The numbers of one point after the other.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn download(&self) -> Result<Vec<T>, Error> {
        let mut points = vec![T::default(); self.width * self.lanes];
        to_rows(&self.columns()?, self.lanes, &mut points, self.width);
        Ok(points)
    }

    /// The first number of every point, then the second of every point, and so on.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn columns(&self) -> Result<Vec<T>, Error> {
        let mut columns = vec![T::default(); self.width * self.lanes];
        self.columns_into(&mut columns)?;
        Ok(columns)
    }

    /// As [`columns`](Array::columns), into a slice of as many numbers.
    ///
    /// # Errors
    /// [`Error::Driver`].
    ///
    /// # Panics
    /// If the slice has another length.
    #[track_caller]
    pub fn columns_into(&self, columns: &mut [T]) -> Result<(), Error> {
        let all = self.width * self.lanes;
        assert!(columns.len() == all, "{} places for {all} numbers: give one for each", columns.len());
        self.device.driver.read(&self.memory, 0, columns)
    }
}

/// How many points are turned at once: their rows and the ends of the columns stay in the first cache.
const TILE: usize = 64;

/// Points as columns, in place of what `columns` held.
pub(crate) fn to_columns<T: Number>(points: &[T], width: usize, columns: &mut Vec<T>) {
    columns.clear();
    columns.resize(points.len(), T::default());
    let lanes = points.len() / width.max(1);
    for (tile, points) in points.chunks(TILE * width.max(1)).enumerate() {
        for k in 0..width {
            let column = &mut columns[k * lanes + tile * TILE..];
            column.iter_mut().zip(points[k..].iter().step_by(width)).for_each(|(to, &x)| *to = x);
        }
    }
}

/// Columns as points.
pub(crate) fn to_rows<T: Number>(columns: &[T], lanes: usize, points: &mut [T], width: usize) {
    for (tile, points) in points.chunks_mut(TILE * width.max(1)).enumerate() {
        for k in 0..width {
            let column = &columns[k * lanes + tile * TILE..];
            points[k..].iter_mut().step_by(width).zip(column).for_each(|(to, &x)| *to = x);
        }
    }
}
