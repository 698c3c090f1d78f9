// What Redocly has no rule for: what generators of clients stumble over, and what this service promises.

const entries = (object) => Object.entries(object ?? {});
const types = (schema) => [schema.type ?? []].flat();
const shapes = (schema) => [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
const takesNull = (schema) => types(schema).includes("null") || shapes(schema).some((shape) => types(shape).includes("null"));
/** The one value of a member that has one alone. */
const only = (schema, member) => {
  const values = schema.properties?.[member]?.enum;
  return values?.length === 1 ? values[0] : undefined;
};

/** A rule on a kind of node. `find` yields faults: where, by keys from the node, and what is wrong. */
const on = (kind, find) => () => ({
  [kind](node, { report, location, resolve }) {
    const target = (node) => resolve(node ?? {}).node ?? {};
    for (const [keys, message] of find(node, target, location.pointer)) {
      report({ message, location: keys.length ? location.child(keys).key() : location.key() });
    }
  },
});

/** Refusals are problem documents; a body can be wrong in four ways, what a path names can be missing, and `default` has the rest. */
function* refusals({ requestBody, responses }, target, pointer) {
  if (!pointer.startsWith("#/paths/")) return; // What a webhook is answered is not ours to say.
  const wanted = [...(requestBody ? [400, 413, 415, 422] : []), ...(pointer.includes("{") ? [404] : []), "default"];
  for (const status of wanted.filter((status) => !responses?.[status])) yield [["responses"], `The refusal ${status} is missing`];
  for (const [status, response] of entries(responses)) {
    if (/^([45]|default)/.test(status) && !target(response).content?.["application/problem+json"])
      yield [["responses", status], "A refusal is application/problem+json"];
  }
}

/** Something is answered where nothing is refused; `default` is no answer, as Redocly's own rule has it. */
function* answered({ responses }) {
  if (!Object.keys(responses ?? {}).some((status) => status.startsWith("2"))) yield [["responses"], "Nothing is answered with 2xx"];
}

/** Each JSON body that is sent or answered has an example: beside its schema or in it. */
function* example({ requestBody, responses }, target, pointer) {
  const hasOne = ({ example, examples }) => example !== undefined || Object.keys(examples ?? {}).length > 0;
  const answers = entries(responses).filter(([status]) => /^[24]/.test(status));
  const bodies = [[["requestBody"], requestBody], ...answers.map(([status, answer]) => [["responses", status], answer])];
  for (const [keys, body] of bodies) {
    for (const [media, content] of entries(target(body).content)) {
      if (media.endsWith("json") && !hasOne(content) && !hasOne(target(content.schema))) yield [keys, `${media} has no example`];
    }
  }
}

/** Names of classes that differ in case or signs alone: of schemas, and of what is written out in a schema. */
function* uniqueName(schemas) {
  const plain = (name) => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
  const known = new Map();
  for (const name of Object.keys(schemas)) {
    if (known.has(plain(name))) yield [[name], `${known.get(plain(name))} makes the same name`];
    known.set(plain(name), name);
  }
  for (const [name, { properties }] of entries(schemas)) {
    for (const [member, schema] of entries(properties)) {
      const other = known.get(plain(name + member));
      const isWrittenOut = ["properties", "enum", "oneOf", "anyOf"].some((key) => key in schema);
      if (other && isWrittenOut) yield [[name, "properties", member], `${other} makes the same name`];
    }
  }
}

/** An object lists its members or types its values; no schema allows anything. */
function* typed(schema) {
  if (["oneOf", "anyOf", "allOf", "enum", "const", "not"].some((key) => key in schema)) return;
  const isOpen = !["properties", "additionalProperties", "patternProperties"].some((key) => key in schema);
  if (!schema.type || (types(schema).includes("object") && isOpen)) yield [[], "It allows anything: give it a schema"];
}

const bounds = ({ minimum, maximum }) => [minimum, maximum].filter((bound) => bound !== undefined).map(Math.abs);

/** Every integer survives a JSON reader with doubles. */
function* integerBounds(schema) {
  if (!types(schema).includes("integer") || "enum" in schema || "const" in schema) return;
  const isNarrow = /^u?int(8|16|32)$/.test(schema.format) || bounds(schema).length === 2;
  if (!isNarrow || bounds(schema).some((bound) => bound > Number.MAX_SAFE_INTEGER))
    yield [[], "State a minimum and a maximum within ±(2^53 − 1), or use a string"];
}

function* wideInteger(schema) {
  const isWide = bounds(schema).some((bound) => bound > 2 ** 31 - 1);
  if (schema.type === "integer" && isWide && schema.format !== "int64") yield [[], "Say `format: int64`"];
}

function* plainDefault(schema) {
  if (schema.default === null && !takesNull(schema)) yield [["default"], "null is not one of its values"];
  else if (typeof schema.default === "object" && schema.default) yield [["default"], "Say a list or an object in words"];
}

function* nullMember({ properties, required }) {
  for (const [name, member] of entries(properties)) {
    if (!required?.includes(name) && takesNull(member)) yield [["properties", name], "A member that may be absent is never null"];
  }
}

/** Values that a description lists, and nothing else in code (`this`, `that` or `other`), are an enum. */
function* closedSet(schema) {
  const isOpen = schema.type === "string" && !["enum", "const", "pattern", "format"].some((key) => key in schema);
  const parts = (schema.description ?? "").split("`");
  const [code, between] = [parts.filter((_, at) => at % 2 === 1), parts.slice(2, -1).filter((_, at) => at % 2 === 0)];
  const isList = code.length > 1 && between.some((words) => [" or ", ", or "].includes(words));
  if (isOpen && isList && code.every((value) => /^[a-z_]*$/.test(value))) yield [[], "The values it lists should be an enum"];
}

function* allOfObjects({ allOf }, target) {
  const isObject = (schema) => schema.type === "object" || schema.allOf?.every((part) => isObject(target(part)));
  for (const at of (allOf ?? []).keys()) if (!isObject(target(allOf[at]))) yield [["allOf", at], "It is no object with members"];
}

function* namedList(schema) {
  if (shapes(schema).some((shape) => shape.type === "array")) yield [[], "Give the list a name"];
}

function* oneString(schema, target) {
  const strings = shapes(schema).filter((shape) => target(shape).type === "string");
  if (strings.length > 1) yield [[], "Make one shape of the strings"];
}

function* discriminator(schema, target) {
  const all = shapes(schema).map(target);
  if (schema.discriminator || all.length < 2) return;
  const tells = (member) => {
    const values = all.map((shape) => only(shape, member));
    return values.every((value) => typeof value === "string") && new Set(values).size === all.length;
  };
  const tag = Object.keys(all[0].properties ?? {}).find(tells);
  if (tag) yield [[], `\`${tag}\` tells which it is: say so`];
}

function* closedArguments(schema) {
  const args = schema.properties?.args ?? {};
  const hasNone = args.type === "object" && !args.properties && args.additionalProperties !== false;
  if (only(schema, "kind") !== undefined && hasNone) yield [["properties", "args"], "This kind has none: allow none"];
}

/** Kinds of moves are the first words of their notations. */
function* notationExample({ properties }) {
  const [kind, notation] = [properties?.kind?.enum?.[0], properties?.notation];
  if (kind && notation && `${notation.example}`.split(" ")[0] !== kind)
    yield [["properties", "notation"], `Its example should be a move of the kind ${kind}`];
}

const onSchemas = { typed, "integer-bounds": integerBounds, "wide-integer": wideInteger, default: plainDefault, "null-member": nullMember,
  "closed-set": closedSet, "all-of-objects": allOfObjects, "named-list": namedList, "one-string": oneString, discriminator,
  "closed-arguments": closedArguments, "notation-example": notationExample };

export default () => ({
  id: "tapis",
  // Webhooks stand in an extension: of `webhooks` generators make calls.
  typeExtension: {
    oas3: ({ Root, ...others }) => ({ ...others, Root: { ...Root, properties: { ...Root.properties, "x-webhooks": "WebhooksMap" } } }),
  },
  rules: {
    oas3: {
      refusals: on("Operation", refusals),
      answered: on("Operation", answered),
      example: on("Operation", example),
      "unique-name": on("NamedSchemas", uniqueName),
      ...Object.fromEntries(Object.entries(onSchemas).map(([name, find]) => [name, on("Schema", find)])),
    },
  },
});
