//! Lanes that left the recorded branch or broke a precondition: they run again on the host.

use crate::driver::Memory;
use crate::error::Error;
use crate::kernel::{Kernel, Launch};
use crate::number::Number;
use program::{Program, Workspace};

/// Memory of the host for single points.
#[derive(Debug, Default)]
pub(crate) struct Alone {
    workspace: Workspace,
    point: Vec<f64>,
    row: Vec<f64>,
    /// The inputs that follow those of every point.
    pub(crate) shared: Vec<f64>,
    pub(crate) codes: Vec<i32>,
}

impl Alone {
    /// With so many shared inputs, all 0.
    pub(crate) fn sharing(count: usize) -> Alone {
        Alone { shared: vec![0.0; count], ..Alone::default() }
    }

    /// Runs one point; where it fails, the results are NaN, and `failure` tells of the first such point.
    pub(crate) fn run<T: Number>(
        &mut self,
        program: &Program,
        point: impl Iterator<Item = T>,
        number: usize,
        failure: &mut Option<Error>,
    ) -> &[f64] {
        self.point.clear();
        self.point.extend(point.map(T::wide));
        self.point.extend(&self.shared);
        self.row.clear();
        self.row.resize(program.outputs().len(), f64::NAN);
        if let Err(error) = program.eval_into(&self.point, &mut self.workspace, &mut self.row) {
            self.row.fill(f64::NAN);
            match failure {
                Some(Error::Points { failed, .. }) => *failed += 1,
                _ => *failure = Some(Error::Points { point: number, error, failed: 1 }),
            }
        }
        &self.row
    }
}

/// Where the inputs of what was launched are.
pub(crate) struct Left<'a, T> {
    pub(crate) x: &'a Memory<T>,
    pub(crate) launch: &'a Launch,
}

/// Puts the results of the lanes that left in their places in `y`, on the device.
pub(crate) fn rerun<T: Number>(
    kernel: &Kernel<T>,
    left: &Left<'_, T>,
    y: &mut Memory<T>,
    status: &Memory<i32>,
    alone: &mut Alone,
    failure: &mut Option<Error>,
) -> Result<(), Error> {
    if !kernel.source.is_checked() {
        return Ok(());
    }
    let (driver, program, launch) = (&kernel.device.driver, &kernel.program, left.launch);
    let mut codes = core::mem::take(&mut alone.codes);
    codes.clear();
    codes.resize(launch.lanes, 0);
    driver.read(status, launch.to, &mut codes)?;
    let lanes: Vec<usize> = (0..launch.lanes).filter(|&lane| codes[lane] != 0).collect();
    alone.codes = codes;
    if lanes.is_empty() {
        return Ok(());
    }
    // Column by column: many lanes that left are fetched as fast as one.
    let (n, m) = (kernel.apart, program.outputs().len());
    let mut column = vec![T::default(); launch.lanes];
    let (mut points, mut rows) = (vec![T::default(); n * lanes.len()], vec![T::default(); m * lanes.len()]);
    for k in 0..n {
        driver.read(left.x, k * launch.x_stride + launch.from, &mut column)?;
        lanes.iter().enumerate().for_each(|(i, &lane)| points[i * n + k] = column[lane]);
    }
    for (i, &lane) in lanes.iter().enumerate() {
        let row = alone.run(program, points[i * n..(i + 1) * n].iter().copied(), launch.from + lane, failure);
        rows[i * m..(i + 1) * m].iter_mut().zip(row).for_each(|(to, &y)| *to = T::of(y));
    }
    for k in 0..m {
        let at = k * launch.y_stride + launch.to;
        driver.read(y, at, &mut column)?;
        lanes.iter().enumerate().for_each(|(i, &lane)| column[lane] = rows[i * m + k]);
        driver.write(y, at, &column)?;
    }
    Ok(())
}
