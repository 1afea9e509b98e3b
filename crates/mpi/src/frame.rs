//! What a message says of itself, and its numbers as bytes.

/// What an operation is called where it does not fit another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    Message,
    Sum,
    Max,
    Broadcast,
    Parts,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Message, Kind::Sum, Kind::Max, Kind::Broadcast, Kind::Parts];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Message => "a message",
            Kind::Sum => "a part of a sum",
            Kind::Max => "a part of a maximum",
            Kind::Broadcast => "a broadcast",
            Kind::Parts => "a part of a gathering",
        }
    }
}

/// What stands in front of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: Kind,
    /// The group of ranks that it is sent in: 0 is all of them.
    pub(crate) group: u32,
    /// The user's mark of a message; of operations of all ranks, how many there were before.
    pub(crate) tag: u64,
    pub(crate) way: Way,
}

/// What differentiation makes of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// Whether it is the way back.
    pub(crate) back: bool,
    /// How many `f64`s each number is: its value and its derivatives.
    pub(crate) parts: u32,
}

impl Way {
    /// Of plain numbers.
    pub(crate) const PLAIN: Way = Way { back: false, parts: 1 };

    /// How many `f64`s so many numbers are.
    pub(crate) fn of(self, count: usize) -> usize {
        count * self.parts as usize
    }

    /// How many numbers these `f64`s are.
    pub(crate) fn count(self, parts: &[f64]) -> usize {
        parts.len() / self.parts as usize
    }
}

/// A message as it has come.
pub(crate) struct Message {
    pub(crate) header: Header,
    /// How many numbers there are, of so many parts each.
    pub(crate) count: usize,
    pub(crate) parts: Vec<f64>,
}

/// Beside the kind: on the way back.
const BACK: u8 = 0x80;

/// The bytes in front.
const HEADER: usize = 25;

impl Header {
    /// A message of these numbers.
    pub(crate) fn pack(self, numbers: &[f64]) -> Vec<u8> {
        // A carrier may put a mark behind it.
        let mut bytes = Vec::with_capacity(HEADER + 8 * numbers.len() + 1);
        bytes.push(self.kind as u8 | if self.way.back { BACK } else { 0 });
        bytes.extend(self.group.to_le_bytes());
        bytes.extend(self.way.parts.to_le_bytes());
        bytes.extend(self.tag.to_le_bytes());
        bytes.extend((numbers.len() as u64).to_le_bytes());
        numbers.iter().for_each(|x| bytes.extend_from_slice(&x.to_le_bytes()));
        bytes
    }

    /// The header and the numbers of a message; none if it is no message of ours.
    pub(crate) fn unpack(bytes: &[u8]) -> Option<Message> {
        let (&kind, rest) = bytes.split_first()?;
        let (back, kind) = (kind & BACK != 0, *Kind::ALL.get(usize::from(kind & !BACK))?);
        let (group, rest) = rest.split_first_chunk()?;
        let (parts, rest) = rest.split_first_chunk()?;
        let (tag, rest) = rest.split_first_chunk()?;
        let (len, rest) = rest.split_first_chunk()?;
        let (numbers, remainder) = rest.as_chunks();
        let way = Way { back, parts: u32::from_le_bytes(*parts) };
        let header = Header { kind, group: u32::from_le_bytes(*group), tag: u64::from_le_bytes(*tag), way };
        let count = numbers.len().checked_div(way.parts as usize)?;
        let fits =
            remainder.is_empty() && numbers.len() as u64 == u64::from_le_bytes(*len) && way.of(count) == numbers.len();
        let parts = || numbers.iter().map(|x| f64::from_le_bytes(*x)).collect();
        fits.then(|| Message { header, count, parts: parts() })
    }
}
