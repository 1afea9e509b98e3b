//! Whether there is memory for what is about to be made.
//!
//! Systems hand out more memory than they have, and end the program that uses it. So what is large is held against what is
//! free, before it is made.

use crate::Error;

/// Less than this many bytes are not asked for.
const SMALL: usize = 1 << 28;

/// Whether so many bytes are free; none stands for more than can be counted.
///
/// On Linux, what is free is what the machine and the control groups of the process have left. Elsewhere this is not known,
/// and only sizes that no address space has are errors.
///
/// # Errors
/// If they are not; `what` says what they are for.
///
/// Cost: up to 256 MiB, a comparison; above, some files are read.
///
/// ```
/// assert!(sparse::memory::expect(Some(1000), || "a matrix".to_owned()).is_ok());
/// let error = sparse::memory::expect(Some(1 << 62), || "a matrix of 2^60 rows".to_owned()).unwrap_err();
/// assert!(error.to_string().starts_with("a matrix of 2^60 rows takes 4611686018.4 GB, and there are "));
/// ```
pub fn expect(bytes: Option<usize>, what: impl FnOnce() -> String) -> Result<(), Error> {
    let bytes = bytes.unwrap_or(usize::MAX);
    if bytes < SMALL {
        return Ok(());
    }
    let free = free().unwrap_or(isize::MAX as usize);
    match bytes <= free {
        true => Ok(()),
        false => Err(Error::Memory { what: what(), bytes, free }),
    }
}

/// The sum of products.
///
/// ```
/// use sparse::memory::bytes;
/// // A million numbers, and as many indices.
/// assert_eq!(bytes([(1_000_000, 8), (1_000_000, 4)]), Some(12_000_000));
/// assert_eq!(bytes([(usize::MAX, 8)]), None);
/// ```
pub fn bytes<const N: usize>(terms: [(usize, usize); N]) -> Option<usize> {
    terms.into_iter().try_fold(0usize, |sum, (count, size)| sum.checked_add(count.checked_mul(size)?))
}

/// The number behind a word at the begin of a line.
#[cfg(target_os = "linux")]
fn number(text: &str, word: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(target_os = "linux")]
fn free() -> Option<usize> {
    let read = |path: &std::path::Path| std::fs::read_to_string(path).ok();
    let of_machine = read("/proc/meminfo".as_ref()).and_then(|text| {
        let swap = number(&text, "SwapFree:").unwrap_or(0);
        number(&text, "MemAvailable:")?.checked_add(swap)?.checked_mul(1024)
    });
    let mut least = of_machine;
    let groups = read("/proc/self/cgroup".as_ref()).unwrap_or_default();
    for line in groups.lines() {
        // The second version has one hierarchy, the first one for memory.
        let (root, most, used, cached, path) = match line.split_once("::") {
            Some(("0", path)) => ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file ", path),
            _ => match line.split_once(":memory:") {
                Some((_, path)) => (
                    "/sys/fs/cgroup/memory",
                    "memory.limit_in_bytes",
                    "memory.usage_in_bytes",
                    "total_inactive_file ",
                    path,
                ),
                None => continue,
            },
        };
        let root = std::path::Path::new(root);
        let own = root.join(path.trim_start_matches('/'));
        for folder in own.ancestors().take_while(|folder| folder.starts_with(root)) {
            let value = |name: &str| read(&folder.join(name)).and_then(|text| text.trim().parse::<usize>().ok());
            if let (Some(most), Some(used)) = (value(most), value(used)) {
                // What is read from files again is given up first.
                let cached = read(&folder.join("memory.stat")).and_then(|text| number(&text, cached)).unwrap_or(0);
                let left = most.saturating_sub(used.saturating_sub(cached));
                least = Some(least.map_or(left, |least| least.min(left)));
            }
        }
    }
    least
}

#[cfg(not(target_os = "linux"))]
fn free() -> Option<usize> {
    None
}
