//! Sets of inputs as intervals, or as bits from the first to the last one: to unite two of neighbours takes an operation or two.

use super::trace::ones;

/// No more words than these are kept.
const MOST_WORDS: usize = 1 << 23;

/// A set: all of an interval, or what has a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) low: u32,
    /// Behind the last one.
    pub(super) end: u32,
    /// Where its bits stand, and one, if it is not all of the interval.
    bits: u32,
    /// Which of the lists it is too, and one, where few lie far apart.
    list: u32,
}

/// With so many words for each member, a set is listed too: to go through the bits takes as long as they are words.
const FAR: usize = 4;

impl Span {
    fn all(low: u32, end: u32) -> Span {
        Span { low, end, bits: 0, list: 0 }
    }

    /// The words of a set of all inputs that it has bits in.
    pub(super) fn words(self) -> core::ops::Range<usize> {
        self.low as usize / 64..(self.end as usize).div_ceil(64)
    }

    /// The bits that an interval has in a word.
    fn mask(self, word: usize) -> u64 {
        let first = if word == self.low as usize / 64 { u64::MAX << (self.low % 64) } else { u64::MAX };
        if word == (self.end as usize - 1) / 64 { first & u64::MAX >> (63 - (self.end - 1) % 64) } else { first }
    }
}

/// Sets by their codes: that of an input alone is its number, and those of others are behind.
#[derive(Default)]
pub(super) struct Spans {
    inputs: u32,
    list: Vec<Span>,
    words: Vec<u64>,
    /// The members of those that are listed, ascending, and where each begins and ends.
    members: Vec<u32>,
    lists: Vec<(u32, u32)>,
}

impl Spans {
    pub(super) fn start(&mut self, inputs: u32) {
        self.inputs = inputs;
        self.list.clear();
        self.words.clear();
        self.members.clear();
        self.lists.clear();
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.words.capacity() + 2 * self.list.capacity() + self.members.capacity() / 2 + self.lists.capacity()
    }

    /// Whether no more should be made.
    pub(super) fn are_many(&self) -> bool {
        self.words.len() + 2 * self.list.len() > MOST_WORDS
    }

    #[inline]
    pub(super) fn span(&self, code: u32) -> Span {
        match code.checked_sub(self.inputs) {
            None => Span::all(code, code + 1),
            Some(place) => self.list[place as usize],
        }
    }

    #[inline]
    fn code(&mut self, span: Span) -> u32 {
        if span.low + 1 == span.end {
            return span.low;
        }
        self.list.push(span);
        self.inputs + self.list.len() as u32 - 1
    }

    /// A word of a set.
    #[inline]
    pub(super) fn word(&self, span: Span, word: usize) -> u64 {
        match span.bits.checked_sub(1) {
            None => span.mask(word),
            Some(begin) => self.words[begin as usize + word - span.low as usize / 64],
        }
    }

    /// How many there are in a set.
    pub(super) fn count(&self, span: Span) -> usize {
        match (self.listed(span), span.bits) {
            (Some(listed), _) => listed.len(),
            (None, 0) => (span.end - span.low) as usize,
            _ => span.words().map(|word| self.word(span, word).count_ones() as usize).sum(),
        }
    }

    /// The members of a set that is listed.
    fn listed(&self, span: Span) -> Option<&[u32]> {
        let (begin, end) = self.lists[span.list.checked_sub(1)? as usize];
        Some(&self.members[begin as usize..end as usize])
    }

    /// Goes through the members of a set, ascending.
    #[inline]
    pub(super) fn each(&self, span: Span, mut f: impl FnMut(u32)) {
        if let Some(listed) = self.listed(span) {
            listed.iter().for_each(|&input| f(input));
            return;
        }
        for word in span.words() {
            ones(self.word(span, word)).for_each(|bit| f((64 * word + bit) as u32));
        }
    }

    /// The set of a list that is not empty, in any order.
    pub(super) fn of_list(&mut self, list: &[u32]) -> u32 {
        let (low, last) = list.iter().fold((u32::MAX, 0), |(low, last), &input| (low.min(input), last.max(input)));
        let span = Span::all(low, last + 1);
        if (last - low) as usize + 1 == list.len() && list.is_sorted() && list.windows(2).all(|pair| pair[0] < pair[1])
        {
            return self.code(span);
        }
        let begin = self.begin(span);
        for input in list {
            self.words[begin + *input as usize / 64 - low as usize / 64] |= 1 << (input % 64);
        }
        let span = self.settled(span, begin);
        let span = self.with_list(span, list);
        self.code(span)
    }

    /// The set with a list of its members, which come in any order and perhaps more than once, if few lie far apart.
    fn with_list(&mut self, span: Span, list: &[u32]) -> Span {
        if span.bits == 0 || span.words().len() <= FAR * list.len() {
            return span;
        }
        let first = self.members.len();
        self.members.extend_from_slice(list);
        self.members[first..].sort_unstable();
        let mut end = first;
        for k in first..self.members.len() {
            if k == first || self.members[k] != self.members[end - 1] {
                self.members[end] = self.members[k];
                end += 1;
            }
        }
        self.members.truncate(end);
        self.lists.push((first as u32, end as u32));
        Span { list: self.lists.len() as u32, ..span }
    }

    /// The set of all that is in one of some.
    pub(super) fn union(&mut self, codes: impl Iterator<Item = u32> + Clone) -> u32 {
        let mut rest = codes.clone();
        let Some(first) = rest.next() else { return 0 };
        let (mut all, mut own, mut are_all) = (self.span(first), first, true);
        for code in rest {
            if code == own {
                continue;
            }
            let span = self.span(code);
            are_all &= span.bits | all.bits == 0 && span.low <= all.end && all.low <= span.end;
            let both = Span::all(all.low.min(span.low), all.end.max(span.end));
            if (both.low, both.end) == (span.low, span.end) {
                (all, own) = (span, code);
            } else if (both.low, both.end) != (all.low, all.end) {
                (all, own) = (both, u32::MAX);
            }
        }
        if are_all {
            return if own == u32::MAX { self.code(all) } else { own };
        }
        let span = Span::all(all.low, all.end);
        let (begin, base) = (self.begin(span), span.low as usize / 64);
        for code in codes.clone() {
            let other = self.span(code);
            for word in other.words() {
                let bits = self.word(other, word);
                self.words[begin + word - base] |= bits;
            }
        }
        let is_same = |code: &u32| {
            let other = self.span(*code);
            (other.low, other.end) == (span.low, span.end)
                && other.words().all(|word| self.word(other, word) == self.words[begin + word - base])
        };
        if let Some(same) = codes.clone().find(is_same) {
            self.words.truncate(begin);
            return same;
        }
        let span = self.settled(span, begin);
        self.code(span)
    }

    /// The set of what is so much farther.
    pub(super) fn moved(&mut self, code: u32, by: i32) -> u32 {
        let span = self.moved_span(self.span(code), by);
        self.code(span)
    }

    /// As [`moved`](Spans::moved), of a set that has no code.
    pub(super) fn moved_span(&mut self, old: Span, by: i32) -> Span {
        let span = Span::all(old.low.wrapping_add_signed(by), old.end.wrapping_add_signed(by));
        if old.bits == 0 || by == 0 {
            return Span { bits: old.bits, list: old.list, ..span };
        }
        let (begin, base) = (self.begin(span), span.low as usize / 64);
        for word in old.words() {
            for bit in ones(self.word(old, word)) {
                let input = (64 * word + bit).wrapping_add_signed(by as isize);
                self.words[begin + input / 64 - base] |= 1 << (input % 64);
            }
        }
        Span { bits: begin as u32 + 1, ..span }
    }

    /// Where the bits of a set begin that is empty still.
    fn begin(&mut self, span: Span) -> usize {
        let begin = self.words.len();
        self.words.resize(begin + span.words().len(), 0);
        begin
    }

    /// The set whose bits stand behind all others: without them, if it is all of the interval.
    fn settled(&mut self, span: Span, begin: usize) -> Span {
        let mut words = span.words().zip(&self.words[begin..]);
        if words.all(|(word, &bits)| bits == span.mask(word)) {
            self.words.truncate(begin);
            return span;
        }
        Span { bits: begin as u32 + 1, ..span }
    }
}
