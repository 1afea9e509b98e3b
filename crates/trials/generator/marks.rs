//! Attributes on loops, put into a program's text: they must change nothing but the record.

use super::constructs::Constructs;
use super::random::Random;

/// The attributes, with the number of loops of a hundred that have them.
pub(crate) const MARKS: &[(usize, &str)] = &[(24, "checkpoint"), (14, "recompute"), (8, "save")];

/// The text with attributes on its loops.
pub(crate) fn marked(text: &str, (seed, index): (u64, usize), constructs: &Constructs) -> String {
    let mut out = String::new();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let statement = line.trim_start();
        if ["for ", "while ", "loop {"].iter().any(|start| statement.starts_with(start)) {
            // A loop keeps its attribute while other parts are dropped.
            let text = statement.bytes().fold(seed, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
            let mut random = Random::new(text, index as u64);
            let indent = &line[..line.len() - statement.len()];
            let mark = MARKS.iter().find(|(percent, name)| random.chance(*percent) && constructs.allow(name));
            if let Some((_, name)) = mark {
                let counted = is_counted(&lines[at..], indent);
                out.push_str(&format!("{indent}{}\n", attribute(name, counted, &mut random)));
            }
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Whether it is known before how often the first loop of these lines runs.
fn is_counted(lines: &[&str], indent: &str) -> bool {
    let end = format!("{indent}}}");
    let mut body = lines.iter().take_while(|line| !line.starts_with(&end));
    let leaves = ["break", "return", "?"];
    lines[0].trim_start().starts_with("for ") && !body.any(|line| leaves.iter().any(|word| line.contains(word)))
}

fn attribute(name: &str, counted: bool, random: &mut Random) -> String {
    let schedules = [
        "#[checkpoint(slots = 1)]",
        "#[checkpoint(slots = 3)]",
        "#[checkpoint(online = 2)]",
        "#[checkpoint(ctz)]",
        "#[checkpoint(periodic = 3)]",
        "#[checkpoint(store_all)]",
        "#[checkpoint(schedule = wengert::checkpoint::Schedule::binomial(2))]",
        "#[checkpoint(schedule = wengert::checkpoint::Schedule::online(1))]",
        "#[checkpoint(slots = 1, disk = std::env::temp_dir())]",
        "#[checkpoint(ctz, disk = std::env::temp_dir())]",
        "#[checkpoint]",
    ];
    if name != "checkpoint" {
        return format!("#[{name}]");
    }
    let picked = random.pick(&schedules);
    if counted { picked.into() } else { picked.replace("slots", "online") }
}
