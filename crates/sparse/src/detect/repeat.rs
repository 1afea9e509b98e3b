//! Operations as they come: of loops those of one round are looked at, and what these give holds for all.
//!
//! Operations are listed. When the list is full, or all has to be known, it is looked through: where operations repeat, as
//! [`body`](super::body) tells, those that follow are held against the body, and the inputs that they read are kept; others
//! are [traced](super::trace). Where there are no loops, operations are traced as they come, until these are looked for again.

use super::body::{self, Body};
use super::listing::{Arg, Listing, MOST_NUMBERED};
use super::loops::{Found, Reads};
use super::origin::{Class, ONGOING, Origin};
use super::trace::Trace;
use crate::memory;

/// Behind so many operations one looks for a loop first, and at most.
const FIRST_LOOK: usize = 32;
const LAST_LOOK: usize = 512;
/// So many operations behind the end of a loop it is looked for once more.
const AROUND: usize = 64;
/// Where so many operations are in no loop, no more are listed.
const MOST_IDLE: usize = 512;
/// How many are traced before others are listed: at first, and at the most.
const WAIT: u32 = 4096;
const LONGEST_WAIT: u32 = 1 << 20;
/// How many of those that were resolved are known.
const RECENT: usize = 2048;

/// Whether operations are listed.
#[derive(Default)]
pub(super) struct Watch {
    /// Whether there may be loops at all.
    is_allowed: bool,
    /// The body of the loop in progress, of the last one, and of the first one: a function is often run again.
    body: Option<usize>,
    last: Option<usize>,
    first: Option<usize>,
    /// How many operations at the begin of the list are of a round that is over, of which the next one uses some.
    kept: usize,
    /// How many operations were listed since the last loop.
    idle: usize,
    /// How many are traced before others are listed, and how many the next time.
    wait: u32,
    next_wait: u32,
    /// The inputs that rounds have read.
    read: Vec<u32>,
    /// Numbered operations that were resolved lately, each in a place that its number decides.
    resolved: Vec<(u64, Origin)>,
}

/// Where the next loop begins, and its body, if there is one before the end of the list.
struct Next {
    begin: usize,
    body: Option<usize>,
    /// Whether nothing is carried into its first round; what the first ones read is kept.
    opens: bool,
}

impl Watch {
    /// Begins a recording, with so many bodies of the one before.
    pub(super) fn start(&mut self, is_allowed: bool, bodies: usize) {
        let (read, resolved) = (core::mem::take(&mut self.read), core::mem::take(&mut self.resolved));
        let last = self.first.filter(|&first| first < bodies);
        *self = Watch { is_allowed, last, next_wait: WAIT, read, resolved, ..Watch::default() };
    }

    pub(super) fn is_allowed(&self) -> bool {
        self.is_allowed
    }
}

impl Trace {
    /// The result of an operation that cannot be listed, or for which there is no room in the list.
    #[inline]
    pub(super) fn operation(&mut self, list: Listing<'_>, a: Origin, b: Origin, class: Class) -> Origin {
        if list.is_on() {
            return self.not_listed(list, a, b, class);
        }
        if self.watch.is_allowed {
            self.watch.wait -= 1;
            if self.watch.wait == 0 {
                list.turn(list.number(0) < MOST_NUMBERED);
                self.watch.is_allowed = list.is_on();
            }
        }
        self.traced(a, b, class)
    }

    #[inline(never)]
    fn not_listed(&mut self, list: Listing<'_>, a: Origin, b: Origin, class: Class) -> Origin {
        let is_full = list.is_full();
        self.look_through(list, is_full);
        if let Some(made) = list.two(a, b, class) {
            return made;
        }
        // What it is made of may be listed still.
        self.settle(list);
        let origin = self.traced(a, b, class);
        if !list.is_on() {
            return origin;
        }
        // It has a number nevertheless, so that what is made of it can be listed.
        self.windows.loops.begin_alone(list.number(0));
        self.windows.loops.alone.push(origin);
        list.skip()
    }

    /// Looks through what is listed, so that all that was made is known.
    pub(super) fn settle(&mut self, list: Listing<'_>) {
        if list.length() > 0 || self.watch.body.is_some() {
            self.look_through(list, false);
        }
    }

    #[inline]
    fn traced(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        // Not by copies of both, which would have to be written before they can be read.
        match class {
            _ if a.operation().is_some() || b.operation().is_some() => self.traced_numbers(a, b, class),
            Class::Bent => self.bent(a),
            _ => self.two(a, b, class),
        }
    }

    #[inline(never)]
    fn traced_numbers(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        let a = self.resolved(a);
        match class {
            Class::Bent => self.bent(a),
            _ => {
                let b = self.resolved(b);
                self.two(a, b, class)
            }
        }
    }

    /// Looks through the list, and empties it, but for the begin of a round if the loop goes on.
    fn look_through(&mut self, list: Listing<'_>, goes_on: bool) {
        let goes_on = goes_on && list.number(0) < MOST_NUMBERED;
        let kept = core::mem::take(&mut self.watch.kept);
        let (mut done, mut in_loops) = (kept, 0);
        loop {
            if let Some(body) = self.watch.body {
                let length = self.windows.loops.bodies[body].steps.len();
                let before = done;
                let (rounds, all) = self.take(list, done, body);
                done += rounds * length;
                in_loops += done - before;
                if rounds < all {
                    self.end_loop();
                    self.begin_loop(list.number(done), body, false);
                    continue;
                }
                if goes_on && done + length > list.length() && done > kept {
                    self.watch.kept = if self.windows.loops.bodies[body].late.is_empty() { 0 } else { length };
                    list.forget(done - self.watch.kept);
                    return;
                }
                self.end_loop();
            }
            if done == list.length() {
                break;
            }
            let next = self.next_loop(list, done);
            self.trace_list(list, done, next.begin);
            done = next.begin;
            if let Some(body) = next.body {
                self.begin_loop(list.number(done), body, next.opens);
                if next.opens {
                    let taken = self.take_opening(list, done, body);
                    (done, in_loops) = (done + taken, in_loops + taken);
                }
            }
        }
        let alone = list.length() - kept - in_loops;
        self.watch.idle = if in_loops < alone { self.watch.idle + alone } else { 0 };
        list.forget(done);
        if in_loops > alone {
            self.watch.next_wait = WAIT;
        }
        if self.watch.idle > MOST_IDLE || list.number(0) >= MOST_NUMBERED {
            list.turn(false);
            self.watch.idle = 0;
            self.watch.wait = self.watch.next_wait;
            self.watch.next_wait = (4 * self.watch.wait).min(LONGEST_WAIT);
        }
    }

    /// Where the next loop begins.
    fn next_loop(&mut self, list: Listing<'_>, from: usize) -> Next {
        if let Some(last) = self.watch.last {
            let (body, mut read) = (&self.windows.loops.bodies[last], core::mem::take(&mut self.watch.read));
            let (length, sure) = (body.steps.len(), body.sure());
            if body.opens(list, from, &mut read) {
                self.watch.read = read;
                return Next { begin: from, body: Some(last), opens: true };
            }
            let mut goes_on = |at: usize| {
                at + sure <= list.length() && body.are_rounds(list, at, sure, &mut read) && body.may_begin(list, at)
            };
            // The round before may take from elsewhere what is carried.
            let found = (from + 1..=from + length + AROUND).find(|&at| goes_on(at));
            self.watch.read = read;
            if let Some(at) = found {
                return self.next_at(list, from, at, last);
            }
        }
        let mut look = FIRST_LOOK;
        while from + look <= list.length() && look <= LAST_LOOK {
            if let Some(period) = body::period(list, from, from + look)
                && let Some((at, place)) = self.round_at(list, from + look, period)
            {
                // Rounds before are of the loop too.
                let (body, mut begin) = (&self.windows.loops.bodies[place], at);
                let read = &mut self.watch.read;
                while begin >= from + period
                    && body.are_rounds(list, begin - period, period, read)
                    && body.may_begin(list, begin - period)
                {
                    begin -= period;
                }
                read.clear();
                return self.next_at(list, from, begin, place);
            }
            look *= 4;
        }
        Next { begin: list.length(), body: None, opens: false }
    }

    /// A loop of which there is a round at a place, and perhaps another one before it, into which nothing is carried.
    fn next_at(&mut self, list: Listing<'_>, from: usize, at: usize, place: usize) -> Next {
        let (body, read) = (&self.windows.loops.bodies[place], &mut self.watch.read);
        let before =
            at.checked_sub(body.steps.len()).filter(|&before| before >= from && body.opens(list, before, read));
        Next { begin: before.unwrap_or(at), body: Some(place), opens: before.is_some() }
    }

    /// Where a round begins, at a place or less than a period behind it, and its body.
    fn round_at(&mut self, list: Listing<'_>, from: usize, period: usize) -> Option<(usize, usize)> {
        let (bodies, read) = (&mut self.windows.loops.bodies, &mut self.watch.read);
        // What is carried into a loop is used there, so there has to be another round.
        let mut goes_on = |body: &Body, at: usize| {
            let goes_on =
                at + period <= list.length() && body.are_rounds(list, at, period, read) && body.may_begin(list, at);
            read.clear();
            goes_on
        };
        let is_alike = |at: usize| at <= list.length() && (at == from || body::are_alike(list, at - 1, period));
        // Amid a round, what it has made is used by the next: a body that uses less of the one before is the whole one.
        let mut best: Option<(usize, Body)> = None;
        for at in (from..from + period).take_while(|&at| is_alike(at)) {
            if let Some(known) = bodies.iter().rposition(|body| body.steps.len() == period && goes_on(body, at)) {
                return Some((at, known));
            }
            if let Some(body) = Body::of(list, at, period, self.is_second).filter(|body| goes_on(body, at))
                && best.as_ref().is_none_or(|(_, best)| body.late_inputs() < best.late_inputs())
            {
                let is_whole = body.late.is_empty();
                best = Some((at, body));
                if is_whole {
                    break;
                }
            }
        }
        let (at, body) = best?;
        bodies.push(body);
        Some((at, bodies.len() - 1))
    }

    /// Begins a loop. If it opens, nothing is carried into its first round; else what was before.
    fn begin_loop(&mut self, number: u32, body: usize, opens: bool) {
        let of = &self.windows.loops.bodies[body];
        let (length, carries) = (of.steps.len() as u32, of.carries.len());
        // What the first round takes of those before.
        let taken = if opens { 0 } else { of.carries.iter().fold(0, |all, carried| all | carried.1) };
        let mut new = self.windows.loops.new_loop(body);
        for k in 0..carries {
            new.before.push((0, 0));
            if taken >> k & 1 != 0 {
                let place = self.windows.loops.bodies[body].carries[k].0 as u32;
                let origin = self.resolved(Origin::of_operation(number + place - length, self.first));
                new.carries_bent |= origin.node() != 0;
                self.needs.mark(origin.node());
                new.before[k] = (origin.window() - self.first, origin.bits());
            }
        }
        for k in 0..self.windows.loops.bodies[body].late.len() {
            let place = self.windows.loops.bodies[body].late[k] as u32;
            let origin = self.resolved(Origin::of_operation(number + place - length, self.first));
            self.needs.mark(origin.node());
        }
        self.windows.loops.begin_loop(number, new);
        (self.watch.body, self.watch.last) = (Some(body), Some(body));
        self.watch.first = self.watch.first.or(Some(body));
    }

    /// Takes the first rounds of a loop that opens, and those that read on evenly: how many operations.
    fn take_opening(&mut self, list: Listing<'_>, at: usize, body: usize) -> usize {
        let Trace { windows, watch, .. } = self;
        let of = &windows.loops.bodies[body];
        let (length, opening) = (of.steps.len(), of.opening());
        windows.loops.extend(&watch.read, (opening / length) as u32);
        opening + windows.loops.extend_evenly(list, at + opening) * length
    }

    /// Takes rounds that are listed from a place on: how many, and how many there are.
    fn take(&mut self, list: Listing<'_>, from: usize, body: usize) -> (usize, usize) {
        let of = &self.windows.loops.bodies[body];
        let (length, few) = (of.steps.len(), of.sure());
        let (taken, all) = self.take_some(list, from, body, few);
        if taken < all || all * length < few {
            return (taken, all);
        }
        // Where they read on evenly, the inputs need not be looked at one by one.
        let even = self.windows.loops.extend_evenly(list, from + few);
        let (more, others) = self.take_some(list, from + few + even * length, body, usize::MAX);
        (taken + even + more, taken + even + others)
    }

    /// As [`take`](Trace::take), of at most so many operations.
    fn take_some(&mut self, list: Listing<'_>, from: usize, body: usize, most: usize) -> (usize, usize) {
        let mut read = core::mem::take(&mut self.watch.read);
        read.clear();
        let loops = &mut self.windows.loops;
        let rounds = loops.bodies[body].rounds(list, from, most, &mut read);
        let (length, room) = loops.room();
        if length + read.len() > room && self.lack.is_none() {
            let most = 2 * (length + read.len());
            self.lack =
                memory::expect(memory::bytes([(most, 6)]), || format!("a list of {most} inputs of loops")).err();
        }
        let taken = if self.lack.is_none() { loops.extend(&read, rounds as u32) } else { rounds as u32 };
        self.watch.read = read;
        (taken as usize, rounds)
    }

    /// Traces operations that are listed.
    fn trace_list(&mut self, list: Listing<'_>, from: usize, to: usize) {
        if from < to {
            self.windows.loops.begin_alone(list.number(from));
        }
        let begin = self.windows.loops.alone.len();
        for at in from..to {
            let made = list.get(at);
            let [a, b] = made.args.map(|arg| match arg {
                Arg::Input(input) => Origin::of_input(input, self.first),
                // What was traced just now is there.
                Arg::Before(ago) if ago as usize <= at - from => {
                    self.windows.loops.alone[begin + at - from - ago as usize]
                }
                Arg::Before(ago) => Origin::of_operation(list.number(at) - ago, self.first),
            });
            let origin = self.traced(a, b, made.class);
            self.windows.loops.alone.push(origin);
        }
    }

    /// Ends the loop in progress.
    fn end_loop(&mut self) {
        self.watch.body = None;
        self.windows.loops.end_loop();
        if self.is_second && self.lack.is_none() {
            self.lack = self.list_loop().err();
        }
    }

    /// Lists the pairs of inputs that meet in the loop that is over.
    fn list_loop(&mut self) -> Result<(), crate::Error> {
        let Trace { windows, pairs, .. } = self;
        let loops = &windows.loops;
        let Some(of) = loops.last_loop() else { return Ok(()) };
        let body = &loops.bodies[of.body];
        if body.rows.iter().all(|&row| row == 0) {
            return Ok(());
        }
        match &of.reads {
            Reads::Even(base, steps) => pairs.list_bands(base, steps, of.rounds, &body.rows),
            Reads::Listed(_) => pairs.list_rounds(loops.listed(of), &body.rows, &body.groups()),
        }
    }

    /// A number as one that can be traced: the result of a numbered operation by what it depends on.
    #[inline]
    pub(super) fn resolved(&mut self, a: Origin) -> Origin {
        match a.operation() {
            Some(number) => self.of_number(a, number),
            None => a,
        }
    }

    #[inline(never)]
    fn of_number(&mut self, a: Origin, number: u32) -> Origin {
        self.expect(a);
        // Of this recording alone.
        let name = u64::from(self.first) << 32 | u64::from(number);
        // By the golden ratio: of rows of a layer the numbers are in even steps.
        let place = (name.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.ilog2())) as usize;
        if let Some(&(known, origin)) = self.watch.resolved.get(place)
            && known == name
        {
            return origin;
        }
        let origin = self.of_number_anew(number);
        self.watch.resolved.resize(RECENT, (0, Origin::FLAT));
        self.watch.resolved[place] = (name, origin);
        origin
    }

    fn of_number_anew(&mut self, number: u32) -> Origin {
        match self.windows.loops.used(number) {
            Some(Found::Alone(origin)) => origin,
            Some(Found::Round { at, round, reads, is_bent }) => {
                let count = reads.count_ones() as usize;
                self.make_room(count);
                let mut bits = 0;
                let mut left = reads;
                while left != 0 {
                    let place = left & left.wrapping_neg();
                    left ^= place;
                    let input = self.windows.loops.inputs(at, round, place).next();
                    bits |= input.map_or(0, |input| self.place(input));
                }
                Origin::of_places(bits, self.window, self.node_of(is_bent))
            }
            Some(Found::Carried { is_bent }) => {
                self.make_room(1);
                let number = self.earlier_number(ONGOING, number.into());
                let bits = number.map_or(0, |number| self.place_of_earlier(number));
                Origin::of_places(bits, self.window, self.node_of(is_bent))
            }
            None => Origin::FLAT,
        }
    }

    fn node_of(&mut self, is_bent: bool) -> u32 {
        if self.is_second && is_bent { self.needs.next(0, 0) } else { 0 }
    }
}
