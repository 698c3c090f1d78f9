// Runs files of tests, two at a time, in browsers that are started once for all of them: `node tests/run.js FILE… [NAME…]`, where
// names are those of single tests. What fails is said again at the end, each with the command that repeats it alone.

import { relative, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { begin, LETTERS, wayTo } from "./browser/chromium.js";

/** A browser that dies as it starts says nothing of the pages, so it is started once more: everybody reads that it happened. */
async function started(letters) {
  try {
    return await begin(letters);
  } catch (error) {
    console.error(`\n!!! CHROMIUM DIED AS IT STARTED and was started once more (${letters} letters): ${error}\n`);
    return begin(letters);
  }
}

const isFile = (given) => given.endsWith(".test.js");
const exactly = (name) => new RegExp(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const given = process.argv.slice(2);
const files = given.filter(isFile).map((file) => resolve(file));
const names = given.filter((one) => !isFile(one));
const set = Object.entries(process.env).flatMap(([name, value]) => (name.startsWith("TAPIS_") ? [`${name}=${quoted(value)} `] : []));

const servers = await Promise.all(LETTERS.map(started));
servers.forEach((server, at) => (process.env[wayTo(LETTERS[at])] = server.wsEndpoint()));
const failed = [];
const tests = run({ files, concurrency: 2, ...(names.length > 0 ? { testNamePatterns: names.map(exactly) } : {}) });
tests.on("test:fail", ({ file, name }) => failed.push([relative(".", file ?? name), name]));
for await (const said of tests.compose(new spec())) process.stdout.write(said);
await Promise.all(servers.map((server) => server.close()));
for (const [file, name] of failed) {
  const test = resolve(name) === resolve(file) ? [] : [name];
  const alone = [`${set.join("")}node tests/run.js ${file}`, ...test.map(quoted)].join(" ");
  console.log(`FAILED ${file}: ${test[0] ?? "outside of its tests"}: cd ${quoted(process.cwd())} && ${alone}`);
}
if (failed.length > 0) process.exitCode = 1;
