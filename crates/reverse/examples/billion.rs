//! A recording of 10^9 operations, swept in a few hundred megabytes of memory:
//!
//! ```sh
//! cargo run --release -p wengert-reverse --example billion -- 1e9 DIRECTORY
//! ```
//!
//! An oscillator with friction is stepped, and its last position differentiated by stiffness and friction. The same
//! derivatives are carried along by hand. Then as many bytes are written to a file in the same directory and read back,
//! last to first, without any computation: what the disk demands.

use reverse::{SpillError, Tape};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

const LIMIT: usize = 1 << 28;
const OPERATIONS: usize = 8;
const STEP: f64 = 1e-3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let operations: f64 = arguments.next().map_or(Ok(1e7), |text| text.parse())?;
    let directory = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let spilled = simulate(operations as usize / OPERATIONS, &directory)?;
    if let Some(peak) = peak() {
        println!("peak memory of the process: {} MiB", peak >> 20);
    }
    plain(spilled, &directory)?;
    Ok(())
}

fn simulate(steps: usize, directory: &Path) -> Result<usize, SpillError> {
    let tape = Tape::with_limit(LIMIT).spill_to(directory)?;
    let (stiffness, friction) = (tape.var(2.0), tape.var(0.5));
    let (mut x, mut v) = (tape.var(1.0), tape.var(0.0));
    let start = Instant::now();
    for _ in 0..steps {
        let force = -(stiffness * x + friction * v);
        v += force * STEP + STEP;
        x += v * STEP;
    }
    tape.check()?;
    let recorded = start.elapsed().as_secs_f64();
    let g = x.try_grad(&[stiffness, friction])?;
    let swept = start.elapsed().as_secs_f64() - recorded;

    let (value, tangents) = by_hand(steps);
    assert_eq!(x.inner(), value);
    for (reverse, forward) in g.iter().zip(tangents) {
        assert!((reverse - forward).abs() <= 1e-9 * forward.abs(), "{reverse} by reverse, {forward} by hand");
    }
    let all = steps * OPERATIONS;
    let s = tape.statistics();
    let per_operation = |seconds: f64| seconds * 1e9 / all as f64;
    println!("{all} operations, {} statements, {} bytes, {} of them spilled", s.statements, s.bytes, s.spilled);
    println!("recorded in {recorded:.1} s ({:.1} ns an operation)", per_operation(recorded));
    println!("swept in {swept:.1} s ({:.1} ns an operation)", per_operation(swept));
    println!("both: {:.1} s", recorded + swept);
    Ok(s.spilled)
}

/// The value and its derivatives by both parameters.
fn by_hand(steps: usize) -> (f64, [f64; 2]) {
    let (k, c) = (2.0, 0.5);
    let (mut x, mut v): (f64, f64) = (1.0, 0.0);
    let (mut dx, mut dv) = ([0.0; 2], [0.0; 2]);
    for _ in 0..steps {
        let df = [-(x + k * dx[0] + c * dv[0]), -(k * dx[1] + v + c * dv[1])];
        v += -(k * x + c * v) * STEP + STEP;
        x += v * STEP;
        for i in 0..2 {
            dv[i] += df[i] * STEP;
            dx[i] += dv[i] * STEP;
        }
    }
    (x, dx)
}

/// Writes so many bytes, and reads them back from the end, past the system's cache where that is possible.
fn plain(bytes: usize, directory: &Path) -> io::Result<()> {
    const PAGE: usize = 1 << 12;
    const PIECE: usize = 1 << 20;
    let path = directory.join("plain.bytes");
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(true);
    let mut file = past_the_cache(&mut options).open(&path)?;
    std::fs::remove_file(&path)?;
    let mut memory = vec![1u8; PIECE + PAGE];
    let aligned = memory.as_ptr().align_offset(PAGE);
    let piece = &mut memory[aligned..][..PIECE];
    let pieces = bytes.div_ceil(PIECE);
    let start = Instant::now();
    for _ in 0..pieces {
        file.write_all(piece)?;
    }
    let written = start.elapsed().as_secs_f64();
    for number in (0..pieces as u64).rev() {
        file.seek(SeekFrom::Start(number * PIECE as u64))?;
        file.read_exact(piece)?;
    }
    let both = start.elapsed().as_secs_f64();
    println!("as many bytes: written in {written:.1} s, read in {:.1} s, both {both:.1} s", both - written);
    Ok(())
}

#[cfg(target_os = "linux")]
fn past_the_cache(options: &mut OpenOptions) -> &OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_DIRECT)
}

#[cfg(not(target_os = "linux"))]
fn past_the_cache(options: &mut OpenOptions) -> &OpenOptions {
    options
}

/// The greatest memory that the process had, where the system tells.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<usize>().ok()? << 10)
}
