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
    /// The user's mark of a message; of operations of all ranks, how many there were before.
    pub(crate) tag: u64,
    /// Whether it is the way back of an operation.
    pub(crate) back: bool,
}

/// Beside the kind: on the way back.
const BACK: u8 = 0x80;

/// The bytes in front.
const HEADER: usize = 17;

impl Header {
    /// A message of these numbers.
    pub(crate) fn pack(self, numbers: &[f64]) -> Vec<u8> {
        // A carrier may put a mark behind it.
        let mut bytes = Vec::with_capacity(HEADER + 8 * numbers.len() + 1);
        bytes.push(self.kind as u8 | if self.back { BACK } else { 0 });
        bytes.extend(self.tag.to_le_bytes());
        bytes.extend((numbers.len() as u64).to_le_bytes());
        numbers.iter().for_each(|x| bytes.extend_from_slice(&x.to_le_bytes()));
        bytes
    }

    /// The header and the numbers of a message; none if it is no message of ours.
    pub(crate) fn unpack(bytes: &[u8]) -> Option<(Header, Vec<f64>)> {
        let (&kind, rest) = bytes.split_first()?;
        let (back, kind) = (kind & BACK != 0, *Kind::ALL.get(usize::from(kind & !BACK))?);
        let (tag, rest) = rest.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let (numbers, remainder) = rest.as_chunks();
        let fits = remainder.is_empty() && numbers.len() as u64 == u64::from_le_bytes(*count);
        let header = Header { kind, tag: u64::from_le_bytes(*tag), back };
        fits.then(|| (header, numbers.iter().map(|x| f64::from_le_bytes(*x)).collect()))
    }
}
