//! Sets of inputs as intervals, or as bits from the first to the last one: to unite two of neighbours takes an operation or two.
//! Where few members lie far apart, bits would be a step and a word for each place between them: these are listed.

use super::rows::once;
use super::trace::ones;

/// No more words than these are kept.
const MOST_WORDS: usize = 1 << 23;

/// A set of inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) low: u32,
    /// Behind the last one.
    pub(super) end: u32,
    members: Members,
}

/// Which of an interval are members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Members {
    All,
    /// What has a bit: where these stand.
    Bits(u32),
    /// Where they are listed, ascending, from one place to before another.
    Listed(u32, u32),
}

/// With so many words for each member a set is listed.
const FAR: usize = 4;

impl Span {
    fn all(low: u32, end: u32) -> Span {
        Span { low, end, members: Members::All }
    }

    fn is_all(self) -> bool {
        self.members == Members::All
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

    /// Whether so few members lie far apart in it.
    fn is_wide_for(self, members: usize) -> bool {
        self.words().len() > FAR * members
    }
}

/// Sets by their codes: that of an input alone is its number, and those of others are behind.
#[derive(Default)]
pub(super) struct Spans {
    inputs: u32,
    list: Vec<Span>,
    words: Vec<u64>,
    /// The members of those that are listed.
    members: Vec<u32>,
}

impl Spans {
    pub(super) fn start(&mut self, inputs: u32) {
        self.inputs = inputs;
        self.list.clear();
        self.words.clear();
        self.members.clear();
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.words.capacity() + 3 * self.list.capacity() + self.members.capacity() / 2
    }

    /// Whether no more should be made.
    pub(super) fn are_many(&self) -> bool {
        self.words.len() + 3 * self.list.len() + self.members.len() / 2 > MOST_WORDS
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

    /// Goes through the words of a set that have bits, ascending.
    #[inline]
    pub(super) fn each_word(&self, span: Span, mut f: impl FnMut(usize, u64)) {
        match span.members {
            Members::All => span.words().for_each(|word| f(word, span.mask(word))),
            Members::Bits(begin) => {
                span.words().zip(&self.words[begin as usize..]).for_each(|(word, &bits)| f(word, bits));
            }
            Members::Listed(begin, end) => {
                let of_word = |a: &u32, b: &u32| a / 64 == b / 64;
                for members in self.members[begin as usize..end as usize].chunk_by(of_word) {
                    f(members[0] as usize / 64, members.iter().fold(0, |bits, input| bits | 1 << (input % 64)));
                }
            }
        }
    }

    /// How many there are in a set.
    pub(super) fn count(&self, span: Span) -> usize {
        match span.members {
            Members::All => (span.end - span.low) as usize,
            Members::Listed(begin, end) => (end - begin) as usize,
            Members::Bits(_) => {
                let mut count = 0;
                self.each_word(span, |_, bits| count += bits.count_ones() as usize);
                count
            }
        }
    }

    /// Goes through the members of a set, ascending.
    #[inline]
    pub(super) fn each(&self, span: Span, mut f: impl FnMut(u32)) {
        if let Members::Listed(begin, end) = span.members {
            self.members[begin as usize..end as usize].iter().for_each(|&input| f(input));
            return;
        }
        self.each_word(span, |word, bits| ones(bits).for_each(|bit| f((64 * word + bit) as u32)));
    }

    /// The set of a list that is not empty, in any order.
    pub(super) fn of_list(&mut self, list: &[u32]) -> u32 {
        let (low, last) = list.iter().fold((u32::MAX, 0), |(low, last), &input| (low.min(input), last.max(input)));
        let span = Span::all(low, last + 1);
        if (last - low) as usize + 1 == list.len() && list.is_sorted() && list.windows(2).all(|pair| pair[0] < pair[1])
        {
            return self.code(span);
        }
        if span.is_wide_for(list.len()) {
            let first = self.members.len();
            self.members.extend_from_slice(list);
            let span = self.listed(span, first);
            return self.code(span);
        }
        let begin = self.begin(span);
        for input in list {
            self.words[begin + *input as usize / 64 - low as usize / 64] |= 1 << (input % 64);
        }
        let span = self.settled(span, begin);
        self.code(span)
    }

    /// The set whose members are behind all others that are listed, in any order and perhaps more than once.
    fn listed(&mut self, span: Span, first: usize) -> Span {
        self.members[first..].sort_unstable();
        once(&mut self.members, first);
        Span { members: Members::Listed(first as u32, self.members.len() as u32), ..span }
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
            are_all &= span.is_all() && all.is_all() && span.low <= all.end && all.low <= span.end;
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
        let count = codes.clone().map(|code| self.count(self.span(code))).sum();
        if span.is_wide_for(count) {
            return self.union_of_lists(span, codes);
        }
        let (begin, base) = (self.begin(span), span.low as usize / 64);
        let mut words = core::mem::take(&mut self.words);
        let (others, own) = words.split_at_mut(begin);
        for code in codes.clone() {
            let other = self.span(code);
            let mut add = |word: usize, bits: u64| own[word - base] |= bits;
            match other.members {
                Members::Bits(from) => {
                    other.words().zip(&others[from as usize..]).for_each(|(word, &bits)| add(word, bits));
                }
                _ => self.each_word(other, add),
            }
        }
        self.words = words;
        let all: usize = self.words[begin..].iter().map(|word| word.count_ones() as usize).sum();
        // A part of it with as many members is all of it.
        if let Some(same) = codes.clone().find(|&code| self.count(self.span(code)) == all) {
            self.words.truncate(begin);
            return same;
        }
        let span = self.settled(span, begin);
        self.code(span)
    }

    /// As [`union`](Spans::union), where few members lie far apart.
    fn union_of_lists(&mut self, span: Span, codes: impl Iterator<Item = u32> + Clone) -> u32 {
        let (first, mut members) = (self.members.len(), core::mem::take(&mut self.members));
        for code in codes.clone() {
            let other = self.span(code);
            match other.members {
                Members::Listed(begin, end) => members.extend_from_within(begin as usize..end as usize),
                _ => self.each(other, |input| members.push(input)),
            }
        }
        self.members = members;
        let all = self.listed(span, first);
        if let Some(same) = codes.clone().find(|&code| self.count(self.span(code)) == self.count(all)) {
            self.members.truncate(first);
            return same;
        }
        self.code(all)
    }

    /// The set of what is so much farther.
    pub(super) fn moved(&mut self, code: u32, by: i32) -> u32 {
        let span = self.moved_span(self.span(code), by);
        self.code(span)
    }

    /// As [`moved`](Spans::moved), of a set that has no code.
    pub(super) fn moved_span(&mut self, old: Span, by: i32) -> Span {
        let span = Span::all(old.low.wrapping_add_signed(by), old.end.wrapping_add_signed(by));
        match old.members {
            _ if by == 0 => old,
            Members::All => span,
            Members::Listed(begin, end) => {
                let first = self.members.len();
                self.members.extend_from_within(begin as usize..end as usize);
                self.members[first..].iter_mut().for_each(|input| *input = input.wrapping_add_signed(by));
                Span { members: Members::Listed(first as u32, self.members.len() as u32), ..span }
            }
            Members::Bits(from) => {
                let (begin, base) = (self.begin(span), span.low as usize / 64);
                for (k, word) in old.words().enumerate() {
                    for bit in ones(self.words[from as usize + k]) {
                        let input = (64 * word + bit).wrapping_add_signed(by as isize);
                        self.words[begin + input / 64 - base] |= 1 << (input % 64);
                    }
                }
                Span { members: Members::Bits(begin as u32), ..span }
            }
        }
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
        Span { members: Members::Bits(begin as u32), ..span }
    }
}
