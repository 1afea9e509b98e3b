//! What the measurement ran on.

use std::time::Duration;

/// The processor, for which the program was compiled, and how much of the machine other programs take just now; what
/// the system does not tell is left out.
pub(crate) fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let target = match (cfg!(target_feature = "avx512f"), cfg!(target_feature = "avx2")) {
        (true, _) => "compiled for AVX-512",
        (_, true) => "compiled for AVX2",
        _ => "compiled for any processor",
    };
    let others =
        busy().map_or(String::new(), |busy| format!(" of whose time other programs took {:.0} %", 100.0 * busy));
    format!("{model}, {cores} cores{others}; {target}")
}

/// The part of the cores' time that is taken while this program waits a moment.
fn busy() -> Option<f64> {
    let before = idle_and_all()?;
    std::thread::sleep(Duration::from_millis(500));
    let after = idle_and_all()?;
    let (idle, all) = (after.0.checked_sub(before.0)?, after.1.checked_sub(before.1)?);
    (all > 0).then(|| 1.0 - idle as f64 / all as f64)
}

/// The time that the cores were idle, and all their time, since the system started.
fn idle_and_all() -> Option<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let times = text.lines().next()?.split_whitespace().skip(1).map(|time| time.parse().ok());
    let times: Vec<u64> = times.collect::<Option<_>>()?;
    Some((times.get(3)? + times.get(4)?, times.iter().take(8).sum()))
}
