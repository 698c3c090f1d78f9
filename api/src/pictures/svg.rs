//! Templates, each a picture with places for facts, colours and drawings; and words that fit.

use std::sync::LazyLock;

use super::{Piece, Side, Theme};

/// The templates, each a `<symbol>`; their form is described there.
const TEMPLATES: &str = include_str!("../../../web/src/pieces.svg");

/// The drawings of our pages, each a `<symbol>`.
const SPRITE: &str = include_str!("../../../web/src/sprite.svg");

const SERIF: &str = "Georgia,'Liberation Serif',serif";
const SANS: &str = "system-ui,'Helvetica Neue',Arial,'Liberation Sans',sans-serif";

/// How far the middles of things in a row are from each other.
const STEP: f32 = 17.0;

/// What a side of some pieces is drawn by.
pub(super) struct Template {
    pub(super) side: Side,
    /// The game and its kinds of pieces: all kinds where there are none, and any game where there is none.
    of: Vec<&'static str>,
    pub(super) condition: &'static str,
    /// The token of the main colour.
    pub(super) colour: Option<&'static str>,
    view: &'static str,
    lines: &'static str,
}

/// All templates, in the order in which they are tried.
pub(super) fn templates() -> &'static [Template] {
    static ALL: LazyLock<Vec<Template>> =
        LazyLock::new(|| TEMPLATES.split("<symbol").filter_map(Template::read).collect());
    &ALL
}

impl Template {
    fn read(text: &'static str) -> Option<Self> {
        let (tag, rest) = text.split_once(">\n")?;
        let face = attribute(tag, "data-of").map(|of| (Side::Face, of));
        let (side, of) = face.or_else(|| attribute(tag, "data-back").map(|of| (Side::Back, of)))?;
        Some(Self {
            side,
            of: of.split_whitespace().collect(),
            condition: attribute(tag, "data-if").unwrap_or_default(),
            colour: attribute(tag, "data-colour"),
            view: attribute(tag, "viewBox")?,
            lines: rest.split_once("</symbol>")?.0,
        })
    }

    pub(super) fn is_of(&self, game: &str, kind: &str) -> bool {
        self.of.first().is_none_or(|of| *of == game) && (self.of.len() < 2 || self.of[1..].contains(&kind))
    }

    /// The picture of a piece, with its name as title.
    pub(super) fn drawn(&self, piece: &Piece<'_>, theme: Theme) -> String {
        let body: String = self.lines.lines().map(|line| written(line, piece, theme)).collect();
        let defs = if body.contains("url(#shc)") { definitions() } else { "" };
        let (view, ink, name) = (self.view, theme.colour("card-ink"), escaped(&piece.name()));
        let (_, size) = view.split_once("0 0 ").unwrap_or_default();
        let (wide, high) = size.split_once(' ').unwrap_or_default();
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide}" height="{high}" role="img" color="{ink}"><title>{name}</title>{defs}{body}</svg>"#
        )
    }
}

/// A line of a template: nothing where its condition does not hold, and once for each of several ids.
fn written(line: &str, piece: &Piece<'_>, theme: Theme) -> String {
    if attribute(line, "data-if").is_some_and(|condition| !piece.holds(condition)) {
        return String::new();
    }
    if let Some((tag, words)) = line.strip_suffix("</text>").and_then(|line| line.rsplit_once('>')) {
        let words = piece.filled(words, &|fact| piece.said(fact));
        return text(&drawn(tag, piece, theme), &words);
    }
    let Some(several) = attribute(line, "data-each") else { return drawn(line, piece, theme) };
    let ids = piece.fact(several).unwrap_or_default();
    let ids: Vec<&str> = ids.split('+').filter(|id| !id.is_empty()).collect();
    let left = -STEP / 2.0 * (ids.len() as f32 - 1.0);
    let each = ids.iter().zip(0u8..).map(|(id, at)| {
        let along = (left + STEP * f32::from(at)).to_string();
        drawn(&line.replace("{each}", id).replace("{along}", &along), piece, theme)
    });
    each.collect()
}

/// A line with its facts, drawings and colours.
fn drawn(line: &str, piece: &Piece<'_>, theme: Theme) -> String {
    let line = ["data-if", "data-each"].iter().fold(line.to_owned(), |line, of_us| {
        replaced(&line, (format!(" {of_us}=\"").as_str(), "\""), |_| String::new())
    });
    let line = piece.filled(&line, &|fact| piece.fact(fact));
    let line = replaced(&line, ("<use", "/>"), |place| {
        let symbol = attribute(place, "href").and_then(|link| symbol(link.strip_prefix('#')?));
        let place = replaced(place, (" href=\"", "\""), |_| String::new());
        symbol.map_or_else(String::new, |(view, inner)| {
            format!(r#"<svg{place} viewBox="{view}">{inner}</svg>"#)
        })
    });
    replaced(&line, ("var(--", ")"), |token| theme.colour(token).to_owned())
}

/// What stands between two marks, with the marks, replaced wherever it is.
pub(super) fn replaced(text: &str, (from, to): (&str, &str), with: impl Fn(&str) -> String) -> String {
    let (mut done, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, (inner, after))) =
        rest.split_once(from).and_then(|(before, after)| Some((before, after.split_once(to)?)))
    {
        done.push_str(before);
        done.push_str(&with(inner));
        rest = after;
    }
    done + rest
}

/// An attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

/// The view box and the drawing of a symbol, which may be that of another one.
fn symbol(id: &str) -> Option<(&'static str, &'static str)> {
    let start = format!("<symbol id=\"{id}\" viewBox=\"");
    let (_, rest) = SPRITE.split_once(&start).or_else(|| TEMPLATES.split_once(&start))?;
    let (view, rest) = rest.split_once("\">")?;
    let inner = rest.split_once("</symbol>")?.0;
    match inner.strip_prefix("<use href=\"#") {
        Some(other) => symbol(other.strip_suffix("\"/>")?),
        None => Some((view, inner)),
    }
}

fn definitions() -> &'static str {
    SPRITE.split_once("<defs>").and_then(|(_, rest)| rest.split_once("</defs>")).map_or("", |(defs, _)| defs)
}

/// Words, already escaped, in the letters, the place and the colour of a tag: `y` is the foot of the last line. What is too
/// long for the card is made narrower, not cut.
fn text(tag: &str, words: &str) -> String {
    let number = |name| attribute(tag, name).and_then(|number| number.parse().ok()).unwrap_or(0.0);
    let (x, y, size): (f32, f32, f32) = (number("x"), number("y"), number("font-size"));
    let class = attribute(tag, "class").unwrap_or_default();
    let (family, weight) = if class.contains("sans") { (SANS, 600) } else { (SERIF, 700) };
    let fill = attribute(tag, "fill").unwrap_or("currentColor");
    let lines = if class.contains("wrap") { wrapped(words, size) } else { vec![words.to_owned()] };
    let line = |(line, up): (&String, u8)| {
        let y = y - f32::from(up) * size * 1.1;
        let wide = width(line, size) > MOST_WIDE;
        let fits = if wide { r#" textLength="92" lengthAdjust="spacingAndGlyphs""# } else { "" };
        format!(
            r#"<text x="{x}" y="{y}" font-family="{family}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="middle"{fits}>{line}</text>"#
        )
    };
    lines.iter().rev().zip(0..).map(line).collect()
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

/// Words as the text of an element or an attribute: those of a designer may be anything.
pub(super) fn escaped(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
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
    fn symbols_are_found_also_by_another_name() {
        let (view, inner) = symbol("a-provence").expect("it is drawn");
        assert!(view == "0 0 24 28" && inner.starts_with("<path"), "{view} {inner}");
        assert!(symbol("x-shield").is_some() && symbol("x-shield") == symbol("m-parry"));
        assert!(symbol("a-atlantis").is_none() && definitions().contains("shc"));
    }

    #[test]
    fn every_template_is_read() {
        assert_eq!(
            templates().len(),
            TEMPLATES.matches("data-of").count() + TEMPLATES.matches("data-back").count()
        );
    }
}
