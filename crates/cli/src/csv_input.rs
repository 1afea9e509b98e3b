//! Rows of a CSV file, one at a time, with the lines they begin at.

use crate::failure::{Failure, name_of};
use crate::files;
use csv_core::ReadRecordResult;
use std::fmt;
use std::io::{self, Read};
use std::path::Path;

/// The longest row: what is longer is no row, but the rest of a file after a quote that was never closed.
const LONGEST: usize = 16 << 20;

/// The most fields of a row.
const MOST_FIELDS: usize = 1 << 20;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// What a row has too much of; none of it is kept.
#[derive(Clone, Copy)]
pub(crate) enum TooLong {
    Bytes,
    Fields,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLong::Bytes => write!(f, "the row is longer than {} MiB: is a quote never closed?", LONGEST >> 20),
            TooLong::Fields => write!(f, "the row has more than {MOST_FIELDS} fields: is a line end missing?"),
        }
    }
}

/// What stands between the fields of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    Byte(u8),
    /// Any number of spaces and tabs.
    Spaces,
    /// The first of tab, semicolon and comma that the first row has; spaces if it has none.
    Found,
}

/// Where in a table the next byte stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Line,
    Field,
    Inside,
    Quoted,
    /// Behind a quote that ends a field, or is the first of two.
    Closed,
    Comment,
}

impl Place {
    fn behind(self, byte: u8, separator: u8) -> Place {
        match (self, byte) {
            (Place::Quoted, b'"') => Place::Closed,
            (Place::Quoted, _) => Place::Quoted,
            (Place::Closed, b'"') => Place::Quoted,
            (_, b'\n' | b'\r') => Place::Line,
            (Place::Comment, _) | (Place::Line, b'#') => Place::Comment,
            (Place::Line | Place::Field, b'"') => Place::Quoted,
            (_, byte) if byte == separator => Place::Field,
            _ => Place::Inside,
        }
    }
}

/// A CSV file (RFC 4180; line ends of any system, blank lines passed over, byte order mark ignored).
pub(crate) struct CsvInput {
    name: String,
    from: Box<dyn Read>,
    size: Option<u64>,
    core: csv_core::Reader,
    separator: Separator,
    /// Whether lines that begin with # are passed over, and spaces at the start of a field.
    comments: bool,
    place: Place,
    buffer: Vec<u8>,
    /// What of the buffer is not yet used.
    unread: std::ops::Range<usize>,
    bytes: u64,
    /// Line ends before rows, which the parser did not see.
    skipped: u64,
    fields: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
    line: u64,
    too_long: Option<TooLong>,
    /// Whether a row that is too long is read over to its end, or the first error is the end.
    pub(crate) reads_over: bool,
}

impl CsvInput {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<CsvInput, Failure> {
        let name = name_of(path, "standard input");
        let (from, size): (Box<dyn Read>, _) = if path.as_os_str() == "-" {
            files::reads_standard_input();
            (Box::new(io::stdin().lock()), None)
        } else {
            let (file, metadata) = files::open(path).map_err(|e| Failure::reading(&name, &e))?;
            (Box::new(file), metadata.is_file().then_some(metadata.len()))
        };
        Ok(CsvInput {
            name,
            from,
            size,
            core: csv_core::Reader::new(),
            separator: Separator::Byte(b','),
            comments: false,
            place: Place::Line,
            buffer: vec![0; CHUNK],
            unread: 0..0,
            bytes: 0,
            skipped: 0,
            fields: vec![0; 1 << 10],
            ends: vec![0; 1 << 6],
            count: 0,
            line: 0,
            too_long: None,
            reads_over: false,
        })
    }

    /// As [`open`](CsvInput::open), with fields between these separators; lines that begin with # are comments.
    pub(crate) fn open_table(path: &Path, separator: Separator) -> Result<CsvInput, Failure> {
        let mut input = CsvInput::open(path)?;
        (input.comments, input.separator) = (true, Separator::Found);
        input.fill()?;
        let begin = &input.buffer[input.unread.clone()];
        if begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff") {
            return Err(Failure::Data(format!("{} is UTF-16: save it as UTF-8", input.name)));
        }
        if begin.starts_with(b"\xef\xbb\xbf") {
            input.unread.start += 3;
        }
        input.pass_line_ends()?;
        input.separator = match separator {
            Separator::Found => {
                let rest = &input.buffer[input.unread.clone()];
                let line = rest.split(|b| b"\r\n".contains(b)).next().unwrap_or_default();
                let found = [b'\t', b';', b','].into_iter().find(|b| line.contains(b));
                found.map_or(Separator::Spaces, Separator::Byte)
            }
            separator => separator,
        };
        let delimiter = if let Separator::Byte(byte) = input.separator { byte } else { b' ' };
        input.core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        input.spaces_for_tabs();
        input.drop_spaces();
        Ok(input)
    }

    /// What the fields are separated by.
    pub(crate) fn separator(&self) -> Separator {
        self.separator
    }

    /// What to call the file.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of the file, if it is a file.
    pub(crate) fn size(&self) -> Option<u64> {
        self.size
    }

    /// The bytes read so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The line that the current row begins at, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// The number of fields of the current row.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Field `i` of the current row.
    pub(crate) fn field(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.fields[start..self.ends[i]]
    }

    /// The fields of the current row.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|i| self.field(i))
    }

    /// What the current row has too much of: it has no fields then.
    pub(crate) fn too_long(&self) -> Option<TooLong> {
        self.too_long
    }

    /// Goes on to the next row; false at the end.
    pub(crate) fn advance(&mut self) -> Result<bool, Failure> {
        // A line of spaces has no field between spaces, and is a blank one.
        while self.read()? {
            if self.count > 0 || self.too_long.is_some() || self.separator != Separator::Spaces {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn read(&mut self) -> Result<bool, Failure> {
        self.pass_line_ends()?;
        self.line = self.core.line() + self.skipped;
        self.too_long = None;
        let (mut written, mut count) = (0, 0);
        loop {
            if self.unread.is_empty() {
                self.fill()?;
            }
            let input = &self.buffer[self.unread.clone()];
            let (result, used, more, ends) =
                self.core.read_record(input, &mut self.fields[written..], &mut self.ends[count..]);
            self.unread.start += used;
            written += more;
            count += ends;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.fields.len() >= LONGEST => {
                    self.too_long = self.too_long.or(Some(TooLong::Bytes));
                    (written, count) = (0, 0);
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() >= MOST_FIELDS => {
                    self.too_long = self.too_long.or(Some(TooLong::Fields));
                    (written, count) = (0, 0);
                }
                ReadRecordResult::OutputFull => self.fields.resize(self.fields.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => {
                    self.count = if self.too_long.is_some() { 0 } else { count };
                    if self.separator == Separator::Spaces {
                        self.drop_empty();
                    }
                    return Ok(true);
                }
                ReadRecordResult::End => return Ok(false),
            }
            if self.too_long.is_some() && !self.reads_over {
                self.count = 0;
                return Ok(true);
            }
        }
    }

    /// Passes over blank lines, and over comments where there are any.
    fn pass_line_ends(&mut self) -> Result<(), Failure> {
        let mut comment = false;
        loop {
            if self.unread.is_empty() && !self.fill()? {
                return Ok(());
            }
            match self.buffer[self.unread.start] {
                b'\n' => {
                    self.skipped += 1;
                    comment = false;
                }
                b'\r' => {}
                b'#' if self.comments => comment = true,
                _ if comment => {}
                _ => return Ok(()),
            }
            self.unread.start += 1;
        }
    }

    /// Drops empty fields, which end where the one before does.
    fn drop_empty(&mut self) {
        let (mut kept, mut last) = (0, 0);
        for i in 0..self.count {
            if self.ends[i] > last {
                last = self.ends[i];
                self.ends[kept] = last;
                kept += 1;
            }
        }
        self.count = kept;
    }

    fn spaces_for_tabs(&mut self) {
        if self.separator == Separator::Spaces {
            self.buffer[self.unread.clone()].iter_mut().filter(|b| **b == b'\t').for_each(|b| *b = b' ');
        }
    }

    /// Drops spaces at the start of fields: a quote behind them is one then, and a line of them a blank one.
    fn drop_spaces(&mut self) {
        let Separator::Byte(separator) = self.separator else { return };
        if !self.comments || separator == b' ' {
            return;
        }
        let mut kept = self.unread.start;
        for i in self.unread.clone() {
            let byte = self.buffer[i];
            if byte != b' ' || !matches!(self.place, Place::Line | Place::Field) {
                self.place = self.place.behind(byte, separator);
                self.buffer[kept] = byte;
                kept += 1;
            }
        }
        self.unread.end = kept;
    }

    /// Reads on; false at the end.
    fn fill(&mut self) -> Result<bool, Failure> {
        loop {
            let count = loop {
                match self.from.read(&mut self.buffer) {
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    other => break other.map_err(|e| Failure::reading(&self.name, &e))?,
                }
            };
            self.unread = 0..count;
            self.bytes += count as u64;
            self.spaces_for_tabs();
            self.drop_spaces();
            if count == 0 || !self.unread.is_empty() {
                return Ok(count > 0);
            }
        }
    }
}
