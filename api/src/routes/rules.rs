//! The rules of a game, where refusals say they can be read.

use super::prelude::*;

use actix_web::http::header::{CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use super::in_force::in_force;

/// The page has nothing but its text and style.
pub(super) const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Of which ruleset.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RulesQuery {
    /// Hash of a ruleset of this game: the page begins with its numbers and switches that are not as in the default ruleset.
    #[param(
        pattern = "^[0-9a-f]{64}$",
        example = "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988"
    )]
    ruleset: Option<String>,
}

/// Read the rules of a game.
///
/// A page for browsers, with an anchor for each section; the `rule_href` of a refused move links to one of them. The page is in
/// the requested language, or else in English; the anchors are the same in both.
#[utoipa::path(
    tag = "rulesets", operation_id = "getRules", security(()),
    params(("game" = String, Path, description = "The game's id.", example = "richelieu"), RulesQuery),
    responses(
        (status = 200, description = "The page.", body = String, content_type = "text/html"),
        (status = 304, description = "Not modified: what `If-None-Match` names is current."),
        NoSuchGame, QueryProblems, ProblemResponses
    )
)]
#[get("/v1/rulesets/{game}/rules")]
pub(super) async fn get_rules(
    (state, game, request): OfGame,
    Query(RulesQuery { ruleset }): Query<RulesQuery>,
) -> Answer {
    let id = game.into_inner();
    let game =
        state.service.rulesets().games().game(&id).ok_or(ServiceError::NotFound { what: "game_played" })?;
    let english = game.rules_text(Language::English).ok_or(ServiceError::NotFound { what: "rules_text" })?;
    let asked = languages::asked().one();
    // A game that has its rules in English alone shows them in English.
    let (language, text) = match game.rules_text(asked) {
        Some(text) => (asked, text),
        None => (Language::English, english),
    };
    let title = (game.about().title, language.say("rules", "règles"));
    let of = ruleset.as_ref().map_or_else(|| id.clone(), |hash| format!("{id}/{hash}"));
    let caller = caller(&request);
    let make = async {
        let default = || game.ruleset("{}").map_err(|_| ServiceError::NotFound { what: "ruleset" });
        let rules = match &ruleset {
            Some(hash) => Some((state.service.played_ruleset(&id, hash, caller).await?, default()?)),
            None => None,
        };
        Ok::<_, ApiError>(move || {
            serving::long("a page of rules");
            let said = rules.and_then(|(rules, default)| in_force(&*rules, default.ruleset(), language));
            Ok::<_, ServiceError>(page(title, language, (&headed(text, said), english)))
        })
    };
    let page = respond::kept((&state, caller), ("rules", of, Languages::One(language)), make).await?;
    shown(&request, &page, language)
}

/// A page as it is answered.
pub(super) fn shown(request: &HttpRequest, page: &Document, language: Language) -> Answer {
    let mut response = respond::constant(request, page, "text/html; charset=utf-8", respond::CHECKED)?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
    Ok(response)
}

/// The page of a text, with the anchors of the English one.
pub(super) fn page(title: (&str, &str), language: Language, (text, english): (&str, &str)) -> Document {
    let page = include_str!("rules.html").replace("{{language}}", language.code());
    let page = page.replace("{{title}}", title.0).replace("{{rules}}", title.1);
    Document::of_bytes(page.replace("{{text}}", &written(text, &anchors(english))).into_bytes())
}

/// A text with something said between its title and the rest.
fn headed(text: &str, said: Option<String>) -> String {
    match (said, text.split_once("\n\n")) {
        (Some(said), Some((title, rest))) => format!("{title}\n\n{said}{rest}"),
        _ => text.to_owned(),
    }
}

/// The title of a heading; nothing where a line is none.
fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    (title.len() < line.len() && title.starts_with(' ')).then(|| title.trim())
}

/// The anchors of a text, heading by heading.
fn anchors(text: &str) -> Vec<String> {
    text.lines().filter_map(heading).map(anchor).collect()
}

/// The HTML of a Markdown text, its headings with these anchors: links lead to the same section in every language. Links to
/// files that are not served are left out; their words stay.
fn written(text: &str, anchors: &[String]) -> String {
    let mut anchors = anchors.iter();
    let with_anchor = |line: &str| match heading(line).and_then(|_| anchors.next()) {
        Some(anchor) => format!("{line} {{#{anchor}}}\n"),
        None => format!("{line}\n"),
    };
    let text: String = text.lines().map(with_anchor).collect();
    let options = Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TABLES;
    let mut page = String::with_capacity(2 * text.len());
    let mut leads = Vec::new();
    let followed = Parser::new_ext(&text, options).filter(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            leads.push(["#", "/", "https://"].iter().any(|start| dest_url.starts_with(start)));
            leads.last() == Some(&true)
        }
        Event::End(TagEnd::Link) => leads.pop() == Some(true),
        _ => true,
    });
    html::push_html(&mut page, followed);
    page
}

/// The anchor of a heading as forges make it: lower case, hyphens for spaces, no other punctuation.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapis_solver::registry::Registry;

    #[test]
    fn headings_have_anchors_and_tables_are_tables() {
        let text = "# A game\n\n## Card kinds, [S]\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n";
        let page = written(text, &anchors(text));
        assert!(page.contains("<h2 id=\"card-kinds-s\">Card kinds, [S]</h2>"), "{page}");
        assert!(page.contains("<h1 id=\"a-game\">") && page.contains("<td>1</td>"), "{page}");
        let french = written("# Un jeu\n\n## Cartes\n", &anchors(text));
        assert!(french.contains("<h2 id=\"card-kinds-s\">Cartes</h2>"), "{french}");
    }

    #[test]
    fn links_lead_to_what_is_served() {
        let text = "[here](#a), [there](/docs), [away](https://example.org/), [a file](../web/README.md)";
        let page = written(text, &[]);
        assert_eq!(page.matches("<a href=").count(), 3, "{page}");
        assert!(page.contains(", a file</p>"), "{page}");
    }

    /// A link to a section leads there in every language.
    #[test]
    fn rules_have_the_same_headings_and_tables_in_all_languages() {
        let outline = |text: &str| -> Vec<usize> {
            let level = |line: &str| heading(line).map(|_| line.len() - line.trim_start_matches('#').len());
            text.lines().filter_map(|line| level(line).or(line.starts_with('|').then_some(0))).collect()
        };
        for game in Registry::standard().games() {
            let [english, french] =
                [Language::English, Language::French].map(|one| game.rules_text(one).unwrap());
            assert_ne!(english, french, "{}", game.id());
            assert_eq!(outline(english), outline(french), "{}", game.id());
        }
    }
}
