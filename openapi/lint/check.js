// Checks documents by redocly.yaml; and that each rule finds in bad.yaml what the comments there say, on their lines, and no more.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const BAD = "bad.yaml";
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const lint = (...more) => spawnSync("node", ["node_modules/@redocly/cli/bin/cli.js", "lint", ...more], { env, encoding: "utf8" });
const fail = (why) => {
  console.error(why);
  process.exit(1);
};

const bad = lint(BAD, "--format=json", "--max-problems=1000");
if (!bad.stdout) fail(bad.stderr);
const findings = JSON.parse(bad.stdout).problems.map(({ ruleId, location }) => `${location[0].start.line} ${ruleId}`).sort();
const lines = readFileSync(BAD, "utf8").split("\n").map((line) => line.split(" # ✗ ")[1]?.split(" ") ?? []);
const told = lines.flatMap((rules, at) => rules.map((rule) => `${at + 1} ${rule}`)).sort();
const odd = [...told.filter((one) => !findings.includes(one)), ...findings.filter((one) => !told.includes(one))];
if (odd.length || told.length !== findings.length) fail(`${BAD}: not found, or found and not told:\n${odd.join("\n")}`);
const rules = [...readFileSync("redocly.yaml", "utf8").matchAll(/^  ([a-z][\w/-]+):/gim)].map(([, rule]) => rule);
const idle = rules.filter((rule) => !told.some((one) => one.endsWith(` ${rule}`)));
if (rules.length < 30 || idle.length) fail(`${rules.length} rules, and nothing in ${BAD} breaks ${idle.join(", ")}`);
console.log(`${rules.length} rules, each of which finds something in ${BAD}`);

const documents = process.argv.slice(2);
if (!documents.length) fail("which documents?");
const { status, stdout, stderr } = lint(...documents);
console.log(`${stdout}${stderr}`);
process.exit(status ?? 1);
