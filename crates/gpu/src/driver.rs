//! The calls of OpenCL, which are unsafe in its bindings; what this module gives is safe.
//!
//! All calls go into one queue that runs them in order, and reads and writes wait until they are done. A kernel gets
//! only memory of its own device, and the launch of it checks that what it will touch lies inside.
#![allow(unsafe_code)]

use crate::device::Kind;
use crate::error::Error;
use core::fmt;
use core::marker::PhantomData;
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU, Device};
use opencl3::error_codes::ClError;
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::platform::get_platforms;
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_mem};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The bit of `CL_DEVICE_SINGLE_FP_CONFIG` that says that quotients and roots can be rounded correctly.
const ROUNDED: u64 = 1 << 7;
/// What the loader says where it finds no driver.
const NO_PLATFORM: i32 = -1001;
const NO_LIBRARY: i32 = -2000;

/// What is known of a device.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) name: String,
    pub(crate) vendor: String,
    pub(crate) kind: Kind,
    pub(crate) memory: u64,
    /// The most bytes of one piece of memory.
    pub(crate) piece: u64,
    pub(crate) constants: u64,
    pub(crate) units: u32,
    pub(crate) doubles: bool,
    rounded: bool,
}

pub(crate) struct Driver {
    device: Device,
    pub(crate) facts: Facts,
    open: OnceLock<Result<Open, Error>>,
    pub(crate) sums: [OnceLock<Result<Compiled, Error>>; 2],
}

struct Open {
    context: Context,
    queue: CommandQueue,
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts.fmt(f)
    }
}

/// Why there are no devices.
#[derive(Clone)]
pub(crate) enum Absent {
    Library,
    Platforms,
    Failed(Error),
}

fn failed(call: &'static str) -> impl Fn(ClError) -> Error {
    move |error| Error::Driver { call, error: error.to_string() }
}

/// The devices of all platforms, looked for once: every handle of a device is of the same context and queue.
pub(crate) fn devices() -> Result<Vec<Arc<Driver>>, Absent> {
    static FOUND: OnceLock<Result<Vec<Arc<Driver>>, Absent>> = OnceLock::new();
    FOUND.get_or_init(look).clone()
}

fn look() -> Result<Vec<Arc<Driver>>, Absent> {
    let platforms = get_platforms().map_err(|error| match error.0 {
        NO_LIBRARY => Absent::Library,
        NO_PLATFORM => Absent::Platforms,
        _ => Absent::Failed(failed("clGetPlatformIDs")(error)),
    })?;
    let mut all = Vec::new();
    for platform in &platforms {
        // A platform without devices says so by an error.
        for id in platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default() {
            let device = Device::new(id);
            let facts = facts(&device).map_err(|error| Absent::Failed(failed("clGetDeviceInfo")(error)))?;
            all.push(Arc::new(Driver { device, facts, open: OnceLock::new(), sums: Default::default() }));
        }
    }
    if platforms.is_empty() { Err(Absent::Platforms) } else { Ok(all) }
}

fn facts(device: &Device) -> Result<Facts, ClError> {
    let kind = match device.dev_type()? {
        kind if kind & CL_DEVICE_TYPE_GPU != 0 => Kind::Gpu,
        kind if kind & CL_DEVICE_TYPE_ACCELERATOR != 0 => Kind::Accelerator,
        kind if kind & CL_DEVICE_TYPE_CPU != 0 => Kind::Cpu,
        _ => Kind::Other,
    };
    Ok(Facts {
        name: device.name()?,
        vendor: device.vendor()?,
        kind,
        memory: device.global_mem_size()?,
        piece: device.max_mem_alloc_size()?,
        constants: device.max_constant_buffer_size()?,
        units: device.max_compute_units()?,
        doubles: device.double_fp_config().is_ok_and(|config| config != 0),
        rounded: device.single_fp_config().is_ok_and(|config| config & ROUNDED != 0),
    })
}

/// Numbers in the memory of a device.
pub(crate) struct Memory<T> {
    buffer: Buffer<T>,
    count: usize,
}

impl<T> fmt::Debug for Memory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.count)
    }
}

/// Kernels of one source, ready to run.
pub(crate) struct Compiled {
    /// Arguments belong to a kernel, so that one call at a time can set them.
    kernels: Vec<Mutex<Kernel>>,
    /// The largest work groups that the kernels allow.
    groups: Vec<usize>,
    pub(crate) private: u64,
    program: Option<Program>,
}

/// Held while a driver's compiler is at work, and while what it made is given back: not every compiler bears company.
static COMPILER: Mutex<()> = Mutex::new(());

impl Drop for Compiled {
    fn drop(&mut self) {
        let _alone = COMPILER.lock().unwrap_or_else(PoisonError::into_inner);
        self.kernels.clear();
        self.program = None;
    }
}

impl fmt::Debug for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kernels", self.kernels.len())
    }
}

/// An argument of a kernel: a number, or memory of which so many numbers can be touched.
pub(crate) enum Argument<'a> {
    Word(u64),
    Memory(cl_mem, PhantomData<&'a ()>),
}

impl Argument<'_> {
    /// Memory of which the kernel touches the first `touched` numbers.
    ///
    /// # Panics
    /// If there are not as many.
    pub(crate) fn of<T>(memory: &Memory<T>, touched: usize) -> Argument<'_> {
        assert!(touched <= memory.count, "a kernel would touch {touched} numbers of {}", memory.count);
        Argument::Memory(memory.buffer.get(), PhantomData)
    }
}

impl Driver {
    fn open(&self) -> Result<&Open, Error> {
        let opened = self.open.get_or_init(|| {
            let context = Context::from_device(&self.device).map_err(failed("clCreateContext"))?;
            // Of OpenCL 1.2, which every driver has.
            #[allow(deprecated)]
            let queue = CommandQueue::create_default(&context, 0).map_err(failed("clCreateCommandQueue"))?;
            Ok(Open { context, queue })
        });
        opened.as_ref().map_err(Clone::clone)
    }

    /// Room for some numbers, whose values are not given yet.
    pub(crate) fn allocate<T>(&self, count: usize) -> Result<Memory<T>, Error> {
        let room = count.max(1);
        let bytes = room as u64 * size_of::<T>() as u64;
        if bytes > self.facts.piece {
            return Err(Error::Memory { what: "an array", bytes, most: self.facts.piece });
        }
        let context = &self.open()?.context;
        // SAFETY: no memory of the host is passed; the size fits the device.
        let buffer = unsafe { Buffer::create(context, CL_MEM_READ_WRITE, room, core::ptr::null_mut()) };
        Ok(Memory { buffer: buffer.map_err(failed("clCreateBuffer"))?, count })
    }

    /// Makes a memory at least so large; what it holds is lost.
    pub(crate) fn grow<T>(&self, memory: &mut Option<Memory<T>>, count: usize) -> Result<(), Error> {
        if memory.as_ref().is_none_or(|memory| memory.count < count) {
            *memory = None;
            *memory = Some(self.allocate(count)?);
        }
        Ok(())
    }

    /// Writes numbers from the place `at` on.
    pub(crate) fn write<T>(&self, memory: &mut Memory<T>, at: usize, numbers: &[T]) -> Result<(), Error> {
        assert!(at + numbers.len() <= memory.count, "numbers written past the end of memory");
        if numbers.is_empty() {
            return Ok(());
        }
        let (queue, offset) = (&self.open()?.queue, at * size_of::<T>());
        // SAFETY: the range lies inside, and the call returns when all is copied.
        let done = unsafe { queue.enqueue_write_buffer(&mut memory.buffer, CL_BLOCKING, offset, numbers, &[]) };
        done.map(drop).map_err(failed("clEnqueueWriteBuffer"))
    }

    /// Reads numbers from the place `at` on.
    pub(crate) fn read<T>(&self, memory: &Memory<T>, at: usize, numbers: &mut [T]) -> Result<(), Error> {
        assert!(at + numbers.len() <= memory.count, "numbers read past the end of memory");
        if numbers.is_empty() {
            return Ok(());
        }
        let (queue, offset) = (&self.open()?.queue, at * size_of::<T>());
        // SAFETY: the range lies inside, and the call returns when all is copied.
        let done = unsafe { queue.enqueue_read_buffer(&memory.buffer, CL_BLOCKING, offset, numbers, &[]) };
        done.map(drop).map_err(failed("clEnqueueReadBuffer"))
    }

    /// Compiles kernels.
    pub(crate) fn build(&self, source: &str, names: &[String], single: bool) -> Result<Compiled, Error> {
        let options = if single && self.facts.rounded {
            "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt"
        } else {
            "-cl-std=CL1.2"
        };
        let context = &self.open()?.context;
        let alone = COMPILER.lock().unwrap_or_else(PoisonError::into_inner);
        let program = Program::create_and_build_from_source(context, source, options)
            .map_err(|log| Error::Build { device: self.facts.name.clone(), log })?;
        let (mut kernels, mut groups, mut private) = (Vec::new(), Vec::new(), 0);
        for name in names {
            let kernel = Kernel::create(&program, name).map_err(failed("clCreateKernel"))?;
            let id = self.device.id();
            groups.push(kernel.get_work_group_size(id).map_err(failed("clGetKernelWorkGroupInfo"))?.max(1));
            private = private.max(kernel.get_private_mem_size(id).unwrap_or(0));
            kernels.push(Mutex::new(kernel));
        }
        drop(alone);
        Ok(Compiled { kernels, groups, private, program: Some(program) })
    }

    /// Runs a kernel for so many work items or a few more, in groups of `group`.
    pub(crate) fn launch(
        &self,
        compiled: &Compiled,
        number: usize,
        items: usize,
        group: usize,
        arguments: &[Argument<'_>],
    ) -> Result<(), Error> {
        let group = group.clamp(1, compiled.groups[number]);
        let kernel = compiled.kernels[number].lock().unwrap_or_else(PoisonError::into_inner);
        for (at, argument) in (0..).zip(arguments) {
            // SAFETY: the types are those of the kernel's parameters, which this crate writes.
            let set = unsafe {
                match argument {
                    Argument::Word(word) => kernel.set_arg(at, word),
                    Argument::Memory(memory, _) => kernel.set_arg(at, memory),
                }
            };
            set.map_err(failed("clSetKernelArg"))?;
        }
        let (global, local) = ([items.div_ceil(group) * group], [group]);
        let queue = &self.open()?.queue;
        // SAFETY: items past the last do nothing; the others touch what `Argument::of` has checked.
        let done = unsafe {
            queue.enqueue_nd_range_kernel(kernel.get(), 1, core::ptr::null(), global.as_ptr(), local.as_ptr(), &[])
        };
        done.map(drop).map_err(failed("clEnqueueNDRangeKernel"))
    }

    /// Waits until everything is done.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.open()?.queue.finish().map_err(failed("clFinish"))
    }
}
