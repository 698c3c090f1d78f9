//! What lies one past a bound of the document is refused: of every parameter and of every member of every body.

use serde_json::{Value, json};

use crate::common::{Answer, Call, Table, TestApp};
use crate::document::shape::{Document, escape};

/// The key of whoever sets webhooks and has players.
const KEY: &str = "tapis_play_of_bounds";

const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

/// A value outside a schema: where it is wrong, and the whole value.
type Wrong = (String, Value);

/// The schemas of a document.
struct Schemas(Value);

impl Schemas {
    fn resolve<'s>(&'s self, mut schema: &'s Value) -> &'s Value {
        while let Some(reference) = schema["$ref"].as_str() {
            schema = self.0.pointer(reference.trim_start_matches('#')).expect("a place of the document");
        }
        schema
    }

    /// The alternatives of a schema, none where it has none.
    fn branches<'s>(&'s self, schema: &'s Value) -> Vec<&'s Value> {
        let of = |key: &str| schema[key].as_array().into_iter().flatten();
        let all = of("oneOf").chain(of("anyOf")).map(|branch| self.resolve(branch));
        all.filter(|branch| branch["type"] != "null").collect()
    }

    /// A value of the schema: its example, or the least there is.
    fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        if let Some(shown) = ["example", "default", "const"].iter().find_map(|key| schema.get(key)) {
            return shown.clone();
        }
        if let Some(first) = schema["enum"].get(0) {
            return first.clone();
        }
        if let Some(branch) = self.branches(schema).first() {
            return self.sample(branch);
        }
        match kind(schema) {
            "object" => {
                let required = schema["required"].as_array().into_iter().flatten();
                let member = |name: &Value| name.as_str().expect("a name").to_owned();
                let member = required.map(member).map(|name| {
                    let value = self.sample(&schema["properties"][&name]);
                    (name, value)
                });
                Value::Object(member.collect())
            }
            "array" => {
                vec![self.sample(&schema["items"]); schema["minItems"].as_u64().unwrap_or(0) as usize].into()
            }
            "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
            "boolean" => json!(true),
            _ => json!("a".repeat(schema["minLength"].as_u64().unwrap_or(1) as usize)),
        }
    }

    /// Values that lie just outside the schema; `valid` is of it.
    fn wrong(&self, schema: &Value, valid: &Value) -> Vec<Wrong> {
        let schema = self.resolve(schema);
        let branches = self.branches(schema);
        if !branches.is_empty() {
            return branches.iter().flat_map(|branch| self.wrong(branch, &self.sample(branch))).collect();
        }
        let mut found: Vec<Wrong> = here(schema).into_iter().map(|wrong| (String::new(), wrong)).collect();
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let known = valid.get(name).cloned().unwrap_or_else(|| self.sample(member));
            found.extend(self.wrong(member, &known).into_iter().map(|(place, wrong)| {
                let mut whole = valid.clone();
                whole[name] = wrong;
                (format!("/{name}{place}"), whole)
            }));
        }
        if schema["additionalProperties"] == false {
            let mut whole = valid.clone();
            whole["a_member_that_is_not_there"] = json!(1);
            found.push(("/a_member_that_is_not_there".to_owned(), whole));
        }
        if let Some(items) = schema.get("items") {
            let known = valid.get(0).cloned().unwrap_or_else(|| self.sample(items));
            found.extend(self.wrong(items, &known).into_iter().map(|(place, wrong)| {
                let mut whole = valid.as_array().cloned().unwrap_or_default();
                whole.splice(..whole.len().min(1), [wrong]);
                (format!("/0{place}"), whole.into())
            }));
            found.extend(lengths(schema, &known).into_iter().map(|wrong| (String::new(), wrong)));
        }
        found
    }
}

fn kind(schema: &Value) -> &str {
    let types = schema["type"].as_array().map_or(std::slice::from_ref(&schema["type"]), Vec::as_slice);
    types.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default()
}

/// Wrong values of one place: of another type, past an end, too long or too short, of no alternative.
fn here(schema: &Value) -> Vec<Value> {
    let mut wrong = match kind(schema) {
        "string" => vec![json!({})],
        "integer" => vec![json!("x"), json!(0.5)],
        "number" => vec![json!("x")],
        "boolean" => vec![json!("perhaps")],
        "array" | "object" => vec![json!(5)],
        _ => vec![],
    };
    let past = |key: &str, by: f64| {
        let number = schema[key].as_f64()? + by;
        Some(if number.fract() == 0.0 { json!(number as i64) } else { json!(number) })
    };
    wrong.extend(past("minimum", -1.0));
    wrong.extend(past("maximum", 1.0));
    let long = |key: &str| schema[key].as_u64().map(|length| length as usize);
    wrong.extend(long("maxLength").map(|most| json!("a".repeat(most + 1))));
    wrong.extend(long("minLength").filter(|least| *least > 0).map(|least| json!("a".repeat(least - 1))));
    if schema.get("enum").is_some() || schema.get("pattern").is_some() || is_formatted(schema) {
        wrong.extend([json!("(nonsense\")"), json!("non sense")]);
    }
    wrong
}

fn is_formatted(schema: &Value) -> bool {
    ["uuid", "date", "date-time"].iter().any(|format| schema["format"] == *format)
}

/// Lists of too many and too few items.
fn lengths(schema: &Value, item: &Value) -> Vec<Value> {
    let of = |key: &str| schema[key].as_u64().map(|count| count as usize);
    let most = of("maxItems").map(|most| most + 1);
    let least = of("minItems").filter(|least| *least > 0).map(|least| least - 1);
    most.into_iter().chain(least).map(|count| vec![item.clone(); count].into()).collect()
}

/// A service with games in which seat 0 is to move.
struct Tried {
    app: TestApp,
    /// One with two people, one with a free seat, one that was given up. A wrong call changes nothing, so each serves for all.
    tables: [Table; 3],
    document: Document,
    schemas: Schemas,
    faults: Vec<String>,
    /// Wrong values that were met, and that were tried.
    met: usize,
    tried: usize,
}

/// Of every five values one past a bound so many are tried: `TAPIS_BOUNDS`.
fn of_five() -> usize {
    std::env::var("TAPIS_BOUNDS").map_or(1, |text| text.parse().unwrap())
}

#[tokio::test]
async fn one_past_every_bound_is_refused() {
    let unlimited = ["--rate-requests", "0", "--rate-create", "0", "--rate-moves", "0", "--rate-hints", "0"];
    let app = TestApp::start_with(&unlimited).await;
    app.add_key("bounds", KEY);
    let tables = [Table::two_people(&app).await, with_free_seat(&app).await, given_up(&app).await];
    let document = Document::new();
    let schemas = Schemas(document.value.clone());
    let mut tried = Tried { app, tables, document, schemas, faults: Vec::new(), met: 0, tried: 0 };
    let paths = tried.schemas.0["paths"].as_object().unwrap().clone();
    for (path, operations) in &paths {
        for method in METHODS {
            if let Some(operation) = operations.get(method) {
                tried.parameters(method, path, operation).await;
                tried.body(method, path, operation).await;
            }
        }
    }
    assert!(tried.met > 800 && tried.tried * 5 >= tried.met * of_five(), "{} wrong values", tried.met);
    let faults = &tried.faults;
    assert!(faults.is_empty(), "{} of {}: {:#?}", faults.len(), tried.tried, &faults[..faults.len().min(60)]);
}

async fn with_free_seat(app: &TestApp) -> Table {
    Table::create(app, json!({"first_seat": 0}), json!([{"kind": "mine"}, {"kind": "open"}])).await
}

async fn given_up(app: &TestApp) -> Table {
    let table = Table::two_people(app).await;
    app.post(&table.path("/resign")).token(table.token(0)).send().await.expect(200);
    table
}

impl Tried {
    /// A call of the place, in which `name` has this value.
    fn call(&self, method: &str, path: &str, name: &str, value: &str) -> Call {
        let joins = method == "post" && path.ends_with("/seats/{seat}");
        let table = &self.tables[if path.ends_with("/replay") { 2 } else { usize::from(joins) }];
        let encoded: String = value.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let known = [
            ("id", if path.contains("/games/{id}") { table.id.as_str() } else { "none" }),
            ("seat", if joins { "1" } else { "0" }),
            ("game", "richelieu"),
            ("hash", table.created["ruleset"]["hash"].as_str().unwrap_or_default()),
            ("piece", "provence_2"),
            ("kind", "card"),
            ("table", "seats"),
            ("format", if path.contains("/facts/") { "csv" } else { "json" }),
            ("arm", "0"),
            ("number", "0"),
            ("build", "none"),
            ("file", "none"),
            ("player", "u-17"),
        ];
        let path = path.replace(&format!("{{{name}}}"), &encoded);
        let path = known.iter().fold(path, |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
        let call = self.app.call(method.to_uppercase().parse().unwrap(), &path);
        match path {
            _ if ["/v1/webhook", "/v1/players/", "/v1/ladder/"].iter().any(|one| path.starts_with(one)) => {
                call.header("Tapis-Key", KEY)
            }
            _ if ["/v1/experiments", "/facts/"].iter().any(|one| path.contains(one)) => call.admin(),
            _ if joins => call,
            _ if name != "If-Match" && path.contains("/moves") => call.token(table.token(0)).if_match("*"),
            _ => call.token(table.token(0)),
        }
    }

    /// Whether the next wrong value is tried.
    fn turn(&mut self) -> bool {
        self.met += 1;
        (self.met - 1) % 5 < of_five()
    }

    async fn parameters(&mut self, method: &str, path: &str, operation: &Value) {
        let media = &operation["requestBody"]["content"]["application/json"];
        let body = (!media.is_null()).then(|| self.valid(media));
        for (number, _) in operation["parameters"].as_array().into_iter().flatten().enumerate() {
            let place = format!("/paths/{}/{method}/parameters/{number}", escape(path));
            let place = self.document.place(place);
            let (parameter, schema) =
                (self.document.value.pointer(&place).unwrap().clone(), format!("{place}/schema"));
            let name = parameter["name"].as_str().unwrap();
            let others = self.required(operation, name);
            let scalar = |(_, value): Wrong| match value {
                Value::String(text) => Some(text),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            };
            let sample = self.schemas.sample(&parameter["schema"]);
            let wrong = self.schemas.wrong(&parameter["schema"], &sample);
            let wrong =
                wrong.into_iter().filter(|(_, wrong)| self.document.faults(&schema, wrong) != [""; 0]);
            for value in wrong.filter_map(scalar).collect::<Vec<_>>() {
                if !self.turn() {
                    continue;
                }
                let call = match parameter["in"].as_str().unwrap() {
                    "query" => self.call(method, &format!("{path}?{name}={{{name}}}{others}"), name, &value),
                    "header" => self.call(method, path, name, "").header(name, &value),
                    _ => self.call(method, path, name, &value),
                };
                let call = if let Some(body) = &body { call.json(body) } else { call };
                let answer = call.send().await;
                self.check(&format!("{method} {path} {name}={value:?}"), name, &answer);
            }
        }
    }

    /// The other parameters of the query that must be there.
    fn required(&self, operation: &Value, name: &str) -> String {
        let all = operation["parameters"].as_array().into_iter().flatten();
        let all = all.map(|other| match other["$ref"].as_str() {
            Some(reference) => self.document.value.pointer(&reference[1..]).unwrap(),
            None => other,
        });
        let wanted =
            all.filter(|other| other["required"] == true && other["in"] == "query" && other["name"] != name);
        let said = |other: &Value| {
            let value = self.schemas.sample(&other["schema"]);
            format!("&{}={}", other["name"].as_str().unwrap(), value.as_str().unwrap())
        };
        wanted.map(said).collect()
    }

    /// A body that is as it should be.
    fn valid(&self, media: &Value) -> Value {
        let mut valid =
            media.get("example").cloned().unwrap_or_else(|| self.schemas.sample(&media["schema"]));
        if valid.get("version").is_some() {
            valid["version"] = json!(1);
        }
        valid
    }

    async fn body(&mut self, method: &str, path: &str, operation: &Value) {
        let media = &operation["requestBody"]["content"]["application/json"];
        if media.is_null() {
            return;
        }
        let schema = format!("/paths/{}/{method}/requestBody/content/application~1json/schema", escape(path));
        let valid = self.valid(media);
        for (place, body) in self.schemas.wrong(&media["schema"], &valid) {
            if self.document.faults(&schema, &body).is_empty() || !self.turn() {
                continue;
            }
            let answer = self.call(method, path, "", "").json(&body).send().await;
            let value = body.pointer(&place).unwrap_or(&Value::Null).to_string();
            let value: String = value.chars().take(80).collect();
            self.check(&format!("{method} {path} {place}={value}"), &place, &answer);
        }
    }

    /// The answer says that the request is wrong, and where: by the place itself, or by what it is part of.
    fn check(&mut self, what: &str, place: &str, answer: &Answer) {
        self.tried += 1;
        let problem: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
        // A call that only asks whether options make a ruleset answers with their faults.
        let faults = ["errors", "faults"].map(|member| problem[member].as_array().into_iter().flatten());
        let errors = faults.into_iter().flatten();
        let mut pointers = errors.filter_map(|error| error["pointer"].as_str());
        let first = |pointer: &str| pointer.split('/').find(|part| !part.is_empty()).map(str::to_owned);
        let named = pointers.any(|pointer| first(pointer) == first(place))
            || matches!(answer.status, 400 | 404)
            || problem["detail"].as_str().is_some_and(|said| said.contains(place.trim_start_matches('/')));
        let refused = matches!(answer.status, 400 | 404 | 422) || problem["faults"].is_array();
        if !(refused && named) {
            let said: String = problem["detail"].to_string().chars().take(150).collect();
            self.faults.push(format!("{what}: {} {said}", answer.status));
        }
    }
}
