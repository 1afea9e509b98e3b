//! Which devices there are, and the choice of one.

use crate::driver::{self, Driver};
use crate::error::Error;
use core::fmt;
use std::sync::Arc;

/// What a device is.
///
/// ```no_run
/// use gpu::{Device, Kind};
/// let device = Device::of_kind(Kind::Gpu).or_else(|_| Device::of_kind(Kind::Cpu))?;
/// assert_eq!(device.kind().to_string().to_lowercase().len(), 3);
/// # Ok::<(), gpu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A graphics processor.
    Gpu,
    /// An accelerator of another kind.
    Accelerator,
    /// The processor itself, by a driver such as PoCL.
    Cpu,
    /// Whatever else.
    Other,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Gpu => "GPU",
            Kind::Accelerator => "accelerator",
            Kind::Cpu => "CPU",
            Kind::Other => "device",
        })
    }
}

/// A device that is ready to run kernels. Clones are the same device, and so is one that is asked for again.
///
/// ```no_run
/// use gpu::Device;
/// let first = Device::by_index(0)?;
/// // By its name it is found again, and by its kind one like it.
/// assert_eq!(Device::by_name(first.name())?.vendor(), first.vendor());
/// assert_eq!(Device::of_kind(first.kind())?.kind(), first.kind());
/// assert!(first.units() > 0 && first.memory() > 1 << 20);
/// let double = program::Program::record(1, |x| vec![2.0 * x[0]])?;
/// if first.has_doubles() {
///     assert_eq!(first.compile(&double)?.eval_batch(&[1.5, 2.5])?, [3.0, 5.0]);
/// } else {
///     assert_eq!(first.compile(&double)?.eval_batch(&[1.5f32, 2.5])?, [3.0, 5.0]);
/// }
/// // Numbers that stay there: two for each of three points, and room for one each.
/// let x = first.upload_columns(&[1.0f32, 2.0, 3.0, 10.0, 20.0, 30.0], 2)?;
/// assert_eq!(first.array::<f32>(1, 3)?.lanes(), x.lanes());
/// # Ok::<(), gpu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Device {
    pub(crate) driver: Arc<Driver>,
}

const INSTALL: &str = "a card's own driver brings OpenCL for it; `apt-get install ocl-icd-libopencl1 pocl-opencl-icd` \
                       installs the loader and a driver that runs kernels on any processor";

impl Device {
    /// All devices, those of one platform after the other. A process looks for them once.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if there is none: it says what was found, and what to install. [`Error::Driver`].
    ///
    /// ```
    /// match gpu::Device::list() {
    ///     Ok(devices) => devices.iter().for_each(|device| println!("{device}")),
    ///     Err(error) => assert!(error.to_string().contains("apt-get install"), "{error}"),
    /// }
    /// ```
    pub fn list() -> Result<Vec<Device>, Error> {
        let nothing =
            |found: &str| Error::NoDevice { message: format!("no OpenCL device is there ({found}): {INSTALL}") };
        let found = match driver::devices() {
            Ok(found) => found,
            Err(driver::Absent::Library) => return Err(nothing("the library libOpenCL was not found")),
            Err(driver::Absent::Platforms) => return Err(nothing("the library is there, and finds no driver")),
            Err(driver::Absent::Failed(error)) => return Err(error),
        };
        match found.is_empty() {
            true => Err(nothing("the drivers have no device")),
            false => Ok(found.into_iter().map(|driver| Device { driver }).collect()),
        }
    }

    /// The first GPU; where there is none, the first accelerator, else the first device.
    ///
    /// # Errors
    /// As [`list`](Device::list).
    pub fn any() -> Result<Device, Error> {
        let devices = Device::list()?;
        let first = |kind| devices.iter().find(|device| device.kind() == kind);
        let chosen = first(Kind::Gpu).or_else(|| first(Kind::Accelerator)).unwrap_or(&devices[0]);
        Ok(chosen.clone())
    }

    /// The device of that number in the list, from 0.
    ///
    /// # Errors
    /// As [`list`](Device::list); if there are fewer.
    pub fn by_index(index: usize) -> Result<Device, Error> {
        Device::choose(|at, _| at == index, &format!("number {index}"))
    }

    /// The first device with this piece in its name, whether in capitals or not.
    ///
    /// # Errors
    /// As [`list`](Device::list); if none has it.
    pub fn by_name(piece: &str) -> Result<Device, Error> {
        let piece = piece.to_lowercase();
        Device::choose(
            |_, device| device.name().to_lowercase().contains(&piece),
            &format!("with {piece:?} in its name"),
        )
    }

    /// The first device of a kind.
    ///
    /// # Errors
    /// As [`list`](Device::list); if none is.
    pub fn of_kind(kind: Kind) -> Result<Device, Error> {
        Device::choose(|_, device| device.kind() == kind, &format!("that is a {kind}"))
    }

    fn choose(wanted: impl Fn(usize, &Device) -> bool, what: &str) -> Result<Device, Error> {
        let devices = Device::list()?;
        let found = devices.iter().enumerate().find(|(at, device)| wanted(*at, device));
        found.map(|(_, device)| device.clone()).ok_or_else(|| {
            let list: Vec<String> = devices.iter().map(|device| format!("{device}")).collect();
            Error::NoDevice { message: format!("there is no device {what}, but {}", list.join(", ")) }
        })
    }

    /// The name that the driver gives it.
    pub fn name(&self) -> &str {
        &self.driver.facts.name
    }

    /// The vendor.
    pub fn vendor(&self) -> &str {
        &self.driver.facts.vendor
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.driver.facts.kind
    }

    /// Its memory in bytes.
    pub fn memory(&self) -> u64 {
        self.driver.facts.memory
    }

    /// How many units compute at the same time.
    pub fn units(&self) -> u32 {
        self.driver.facts.units
    }

    /// Whether it computes with `f64`.
    pub fn has_doubles(&self) -> bool {
        self.driver.facts.doubles
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gib = self.memory() as f64 / f64::from(1 << 30);
        write!(f, "{} ({}, {} units, {gib:.1} GiB)", self.name(), self.kind(), self.units())
    }
}
