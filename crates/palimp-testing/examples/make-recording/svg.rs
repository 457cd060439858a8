//! Screens as a picture that moves: one after the other; the last alone where nothing is to move.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::screen::{Cell, Look, Screen};

/// A cell's size and the margin, in pixels.
const CELL: (f64, f64) = (8.4, 19.0);
const MARGIN: f64 = 16.0;
/// How long a screen is shown, in seconds.
const SHOWN: usize = 4;

/// The picture, with what it says to whoever does not see it.
pub(crate) fn of(screens: &[Screen], about: &str) -> String {
    let (columns, rows) = (screens[0].rows[0].len(), screens[0].rows.len());
    let width = columns as f64 * CELL.0 + 2.0 * MARGIN;
    let height = rows as f64 * CELL.1 + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"{}\">\n<style>\n{}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" \
         fill=\"#16181d\"/>\n",
        escaped(about),
        style(screens.len())
    );
    for (number, screen) in screens.iter().enumerate() {
        let _ = writeln!(svg, "<g class=\"s s{number}\">");
        for (row, cells) in screen.rows.iter().enumerate() {
            line(&mut svg, row, cells);
        }
        svg.push_str("</g>\n");
    }
    svg + "</svg>\n"
}

fn style(screens: usize) -> String {
    let share = 100.0 / screens as f64;
    let mut style = format!(
        "text{{font:14px ui-monospace,Menlo,Consolas,'D2Coding','Noto Sans Mono CJK KR',monospace;\
         fill:#d7dae0;white-space:pre}}\n.b{{font-weight:700}}\n.d{{fill:#858b98}}\n\
         .c32{{fill:#8cc570}}\n.c33{{fill:#e9c46a}}\n.s{{visibility:hidden}}\n.s{}{{visibility:visible}}\n\
         @media (prefers-reduced-motion:no-preference){{\n.s{{animation:s {}s step-end infinite}}\n",
        screens - 1,
        screens * SHOWN
    );
    // Each animation has begun before the first frame, because until its start it hides no screen.
    for number in 0..screens {
        let ago = (screens - number) % screens * SHOWN;
        let _ = writeln!(style, ".s{number}{{animation-delay:-{ago}s}}");
    }
    let _ = writeln!(
        style,
        "}}\n@keyframes s{{0%{{visibility:visible}}{share:.2}%{{visibility:hidden}}}}"
    );
    style
}

/// A line's cells, in as few pieces as they look different.
fn line(svg: &mut String, row: usize, cells: &[Cell]) {
    let mut column = 0;
    while column < cells.len() {
        let look = cells[column].look;
        let alike = |cell: &&Cell| cell.text.is_empty() || cell.look == look;
        let length = cells[column..].iter().take_while(alike).count().max(1);
        let text: String =
            cells[column..column + length].iter().map(|cell| cell.text.as_str()).collect();
        piece(svg, (row, column), &text, look);
        column += length;
    }
}

fn piece(svg: &mut String, (row, column): (usize, usize), text: &str, look: Look) {
    let text_from = text.len() - text.trim_start().len();
    let column = column + text[..text_from].width();
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let x = MARGIN + column as f64 * CELL.0;
    let y = MARGIN + (row as f64 + 0.75) * CELL.1;
    let length = text.width() as f64 * CELL.0;
    let colour = look.colour.map_or_else(String::new, |it| format!("c{it}"));
    let classes = [if look.bold { "b" } else { "" }, if look.dim { "d" } else { "" }, &colour];
    let classes: Vec<&str> = classes.into_iter().filter(|it| !it.is_empty()).collect();
    let class = match classes.is_empty() {
        true => String::new(),
        false => format!(" class=\"{}\"", classes.join(" ")),
    };
    let _ = writeln!(
        svg,
        "<text{class} x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\">{}</text>",
        escaped(text)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
