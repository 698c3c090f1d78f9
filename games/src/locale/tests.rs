use super::*;

static SAMPLE: Texts = Texts {
    en: &[
        COMMON_EN,
        "noun-dame = Dame\nnoun-17 = 17\nwon = { CAP(THE($card)) } wins { $n ->\n    [one] one card\n   *[other] { $n } cards\n }\ntook = { $who } took { LIST($cards, form: \"the\") }: { SIGNED($n) }\n",
    ],
    fr: &[
        COMMON_FR,
        "noun-dame = Dame\n    .gender = feminine\nnoun-17 = 17\nwon = { CAP(THE($card)) } remporte { $n ->\n    [one] une carte\n   *[other] { $n } cartes\n }\ntook = { $who } prend { LIST($cards, form: \"the\") }{ \"\\u202F\" }: { SIGNED($n) }\n",
    ],
};

static WRONG: Texts = Texts {
    en: &[COMMON_EN, "a = { NOTHING($x) }\nb = { $x }\nc = only here\nd = { \"{\" }\ne = unused\n= junk\n"],
    fr: &[COMMON_FR, "a = { NOTHING($x) }\nb = { $y }\nd = rien\ne = inutile\n"],
};

#[test]
fn forms_plurals_and_lists_are_made_by_the_files() {
    let say =
        |language, card: &str, n: i32| SAMPLE.say(language, "won", &[("card", card.into()), ("n", n.into())]);
    assert_eq!(say(Language::English, "dame", 1), "The Dame wins one card");
    assert_eq!(say(Language::French, "dame", 0), "La Dame remporte une carte");
    assert_eq!(say(Language::French, "17", 2), "Le 17 remporte 2 cartes");
    let cards = vec!["17".to_owned(), "dame".to_owned(), "Joker".to_owned()];
    let text = SAMPLE.both("took", &[("who", "Ada".into()), ("cards", cards.into()), ("n", (-3).into())]);
    assert_eq!(text.en, "Ada took the 17, the Dame and Joker: −3");
    assert_eq!(text.fr, "Ada prend le 17, la Dame et Joker\u{202f}: −3");
}

#[test]
fn names_of_people_have_no_article_and_may_elide() {
    static OF: Texts =
        Texts { en: &[COMMON_EN, "x = { OF($seat) }"], fr: &[COMMON_FR, "x = { OF($seat) }, { TO($seat) }"] };
    let say = |language, seat: &str| OF.say(language, "x", &[("seat", seat.into())]);
    assert_eq!(say(Language::French, "Boris"), "de Boris, à Boris");
    assert_eq!(say(Language::French, "Élise"), "d’Élise, à Élise");
    assert_eq!(say(Language::English, "Ada"), "of Ada");
}

/// A text within a text that is said is said; one within a text that nobody says is not.
#[test]
fn what_a_used_text_contains_is_used() {
    static NESTED: Texts = Texts {
        en: &[
            COMMON_EN,
            "said = { outer } wins.\nouter = { $n ->\n    [one] { inner }\n   *[other] all\n }\ninner = one\n\
             french = some\nidle = { lost }\nlost = none\nround = { round }\n",
        ],
        fr: &[
            COMMON_FR,
            "said = { outer } gagne { french }.\nouter = { $n ->\n    [one] { inner }\n   *[other] tout\n }\ninner = un\n\
             french = quelque chose\nidle = { lost }\nlost = rien\nround = { round }\n",
        ],
    };
    let unused = |keys: &[&str]| {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        let faults = NESTED.faults(1, &Uses { keys, sources: Vec::new() });
        faults.into_iter().filter(|fault| fault.ends_with(": unused")).collect::<Vec<_>>()
    };
    assert_eq!(unused(&["said"]), ["idle: unused", "lost: unused", "round: unused"]);
    assert_eq!(unused(&["said", "idle", "round"]), [""; 0]);
    assert_eq!(unused(&["inner", "idle", "round"]), ["french: unused", "outer: unused", "said: unused"]);
}

#[test]
fn whatever_is_wrong_with_the_files_is_found() {
    let keys = ["won", "took", "noun-dame", "noun-17"].map(str::to_owned).into();
    assert_eq!(SAMPLE.faults(1, &Uses { keys, sources: Vec::new() }), [""; 0]);
    let uses = Uses {
        keys: ["a".to_owned(), "lost".to_owned()].into(),
        sources: vec!["say(\"b\", \"c\", \"d\") // \"e\"\n#[cfg(test)]\nmod tests {\nsay(\"e\")"],
    };
    let faults = WRONG.faults(1, &uses).join("\n");
    for expected in [
        "en a: cannot be filled in",
        "b: {\"x\"} in English",
        "c: only in English",
        "en d: {",
        "e: unused",
        "lost: missing",
        "en: at byte",
    ] {
        assert!(faults.contains(expected), "{expected}: {faults}");
    }
}
