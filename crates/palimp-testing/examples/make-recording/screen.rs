//! The screen of a terminal, as far as palimp draws on it.

use unicode_width::UnicodeWidthChar;

/// How a cell looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) bold: bool,
    pub(crate) dim: bool,
    /// The number of a colour, from 30.
    pub(crate) colour: Option<u8>,
}

/// What stands in a cell; the second cell of a wide character holds nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) look: Look,
}

/// Rows of cells, and where the next character goes.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    pub(crate) rows: Vec<Vec<Cell>>,
    at: (usize, usize),
    look: Look,
}

impl Screen {
    pub(crate) fn new((columns, rows): (u16, u16)) -> Screen {
        let row = vec![Cell::default(); usize::from(columns)];
        Screen { rows: vec![row; usize::from(rows)], at: (0, 0), look: Look::default() }
    }

    /// Shows what a program wrote.
    pub(crate) fn take(&mut self, written: &str) {
        let mut rest = written;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\x1b' => rest = self.obey(rest),
                '\r' => self.at.1 = 0,
                '\n' => self.down(),
                c if c.is_control() => {}
                c => self.put(c),
            }
        }
    }

    /// Obeys a command behind its escape; answers what follows it.
    fn obey<'r>(&mut self, rest: &'r str) -> &'r str {
        let Some(body) = rest.strip_prefix('[') else { return rest };
        let end = body.find(|c: char| c.is_ascii_alphabetic()).expect("a command ends");
        let (values, command) = (&body[..end], &body[end..=end]);
        let numbers: Vec<usize> = values.split(';').filter_map(|it| it.parse().ok()).collect();
        match command {
            "H" => self.at = (numbers[0] - 1, numbers[1] - 1),
            "K" => self.rows[self.at.0][self.at.1..].fill(Cell::default()),
            "m" => numbers.iter().for_each(|number| self.dress(*number)),
            _ => {}
        }
        &body[end + 1..]
    }

    fn dress(&mut self, number: usize) {
        match number {
            0 => self.look = Look::default(),
            1 => self.look.bold = true,
            2 => self.look.dim = true,
            30..=37 => self.look.colour = u8::try_from(number).ok(),
            _ => {}
        }
    }

    fn put(&mut self, c: char) {
        let cells = c.width().unwrap_or(0);
        if cells == 0 {
            // It belongs to the character before it.
            let before = self.at.1.saturating_sub(1);
            self.rows[self.at.0][before].text.push(c);
            return;
        }
        if self.at.1 + cells > self.rows[0].len() {
            self.at.1 = 0;
            self.down();
        }
        let (row, column) = self.at;
        self.rows[row][column] = Cell { text: c.to_string(), look: self.look };
        for other in &mut self.rows[row][column + 1..column + cells] {
            *other = Cell::default();
        }
        self.at.1 += cells;
    }

    fn down(&mut self) {
        match self.at.0 + 1 < self.rows.len() {
            true => self.at.0 += 1,
            false => panic!("the screen is too small for what is recorded"),
        }
    }
}
