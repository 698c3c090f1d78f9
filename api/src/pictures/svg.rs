//! SVG as text: shapes, symbols of our pages, and words that fit.

use std::fmt::Write;

use super::palette::Palette;

/// The drawings of our pages, each a `<symbol>`.
const SPRITE: &str = include_str!("../../../web/src/sprite.svg");

/// What a picture is cut to, in its own units.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SvgShape {
    /// 100 by 140, with round corners.
    Card,
    /// 100 by 108, with nothing around it.
    Shield,
    /// 100 by 100, with nothing around it.
    Disc,
}

impl SvgShape {
    fn size(self) -> (u32, u32) {
        match self {
            Self::Card => (100, 140),
            Self::Shield => (100, 108),
            Self::Disc => (100, 100),
        }
    }
}

/// Which letters.
#[derive(Clone, Copy)]
pub(super) enum Font {
    /// Of numbers and names.
    Serif,
    /// Of short words.
    Sans,
}

/// A picture that is being drawn.
pub(super) struct Art {
    shape: SvgShape,
    body: String,
}

impl Art {
    pub(super) fn new(shape: SvgShape) -> Self {
        Self { shape, body: String::new() }
    }

    /// A card of this colour, with the edge of all cards.
    pub(super) fn card(fill: &str, line: &str) -> Self {
        let mut art = Self::new(SvgShape::Card);
        let _ = write!(
            art.body,
            r#"<rect x=".5" y=".5" width="99" height="139" rx="7" fill="{fill}" stroke="{line}"/>"#
        );
        art
    }

    /// Something written as SVG, of this program's own words alone.
    pub(super) fn raw(&mut self, svg: &str) -> &mut Self {
        self.body.push_str(svg);
        self
    }

    pub(super) fn rect(
        &mut self,
        (x, y, wide, high): (f32, f32, f32, f32),
        rx: f32,
        fill: &str,
    ) -> &mut Self {
        let _ = write!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{rx}" fill="{fill}"/>"#
        );
        self
    }

    pub(super) fn circle(&mut self, (x, y, r): (f32, f32, f32), fill: &str) -> &mut Self {
        let _ = write!(self.body, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>"#);
        self
    }

    /// A drawing of our pages, `size` high with its middle at (`x`, `y`); nothing where there is none of this id.
    pub(super) fn symbol(&mut self, id: &str, (x, y): (f32, f32), size: f32, colour: &str) -> &mut Self {
        if let Some((view, inner)) = symbol(id) {
            let wide = size * width_of(view);
            let (left, top) = (x - wide / 2.0, y - size / 2.0);
            let _ = write!(
                self.body,
                r#"<svg x="{left}" y="{top}" width="{wide}" height="{size}" viewBox="{view}" color="{colour}">{inner}</svg>"#
            );
        }
        self
    }

    /// A line of words whose middle is at `x` and whose foot at `y`.
    pub(super) fn text(
        &mut self,
        words: &str,
        (x, y): (f32, f32),
        size: f32,
        font: Font,
        fill: &str,
    ) -> &mut Self {
        let (family, weight) = match font {
            Font::Serif => ("Georgia,'Liberation Serif',serif", 700),
            Font::Sans => ("system-ui,'Helvetica Neue',Arial,'Liberation Sans',sans-serif", 600),
        };
        // What is too long for the card is made narrower, not cut.
        let fits = if width(words, size) > MOST_WIDE {
            format!(r#" textLength="{MOST_WIDE}" lengthAdjust="spacingAndGlyphs""#)
        } else {
            String::new()
        };
        let _ = write!(
            self.body,
            r#"<text x="{x}" y="{y}" font-family="{family}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="middle"{fits}>{}</text>"#,
            escaped(words)
        );
        self
    }

    /// Words in as many lines as they need, the last one with its foot at `y`.
    pub(super) fn lines(&mut self, words: &str, (x, y): (f32, f32), size: f32, fill: &str) -> &mut Self {
        let lines = wrapped(words, size);
        for (line, up) in lines.iter().rev().zip(0u8..) {
            self.text(line, (x, y - f32::from(up) * size * 1.1), size, Font::Sans, fill);
        }
        self
    }

    /// The picture, named for who cannot see it.
    pub(super) fn write(&self, name: &str, palette: &Palette) -> String {
        let (wide, high) = self.shape.size();
        let name = escaped(name);
        let defs = if self.body.contains("url(#shc)") { definitions() } else { "" };
        let ink = palette.colour("card-ink");
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" color="{ink}"><title>{name}</title>{defs}{}</svg>"#,
            self.body
        )
    }
}

/// The back of cards.
pub(super) fn back(palette: &Palette) -> Art {
    back_of([palette.colour("back"), palette.colour("back-2"), palette.colour("back-line")])
}

/// A back in a field, a pattern and a line of these colours.
pub(super) fn back_of([field, pattern, line]: [&str; 3]) -> Art {
    let mut art = Art::card(field, pattern);
    let mut path = String::new();
    for at in (10..230).step_by(11) {
        let _ = write!(path, "M{at} 7 {} 133M{} 7 {at} 133", at - 126, at - 126);
    }
    let _ = write!(
        art.body,
        r#"<clipPath id="b"><rect x="7" y="7" width="86" height="126" rx="3.5"/></clipPath><path d="{path}" stroke="{pattern}" stroke-width="4" clip-path="url(#b)"/><rect x="7" y="7" width="86" height="126" rx="3.5" fill="none" stroke="{line}" stroke-width="1.5"/>"#
    );
    art
}

/// The view box and the drawing of a symbol.
fn symbol(id: &str) -> Option<(&'static str, &'static str)> {
    let (_, rest) = SPRITE.split_once(&format!("<symbol id=\"{id}\" viewBox=\""))?;
    let (view, rest) = rest.split_once("\">")?;
    Some((view, rest.split_once("</symbol>")?.0))
}

fn definitions() -> &'static str {
    SPRITE.split_once("<defs>").and_then(|(_, rest)| rest.split_once("</defs>")).map_or("", |(defs, _)| defs)
}

/// How wide a view box is, as a share of its height.
fn width_of(view: &str) -> f32 {
    let numbers: Vec<f32> = view.split(' ').filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [_, _, wide, high] if high > 0.0 => wide / high,
        _ => 1.0,
    }
}

/// The room of a line on a card.
const MOST_WIDE: f32 = 92.0;

/// About how wide words are: a letter is a little more than half as wide as high.
fn width(words: &str, size: f32) -> f32 {
    words.chars().map(|letter| if letter.is_uppercase() { 0.68 } else { 0.54 }).sum::<f32>() * size
}

/// Words in lines that fit a card; a word that does not fit has a line of its own.
fn wrapped(words: &str, size: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word, size) + size * 0.3 <= MOST_WIDE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Words as the text of an element: those of a designer may be anything.
fn escaped(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            // XML 1.0 knows no other control characters (production 2).
            letter if letter.is_control() && !matches!(letter, '\t' | '\n' | '\r') => safe.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_designers_are_words_and_nothing_else() {
        assert_eq!(escaped("<script>&\u{1}"), "&lt;script&gt;&amp;\u{fffd}");
    }

    #[test]
    fn long_names_have_lines_and_long_words_keep_one() {
        assert_eq!(wrapped("Prince-archevêque de la cour", 14.0).len(), 2);
        assert_eq!(wrapped("Anticonstitutionnellement", 14.0).len(), 1);
    }

    #[test]
    fn symbols_are_found_with_their_proportions() {
        let (view, inner) = symbol("a-provence").expect("it is drawn");
        assert!((width_of(view) - 24.0 / 28.0).abs() < 1e-6 && inner.starts_with("<path"), "{view} {inner}");
        assert!(symbol("a-atlantis").is_none() && definitions().contains("shc"));
    }
}
