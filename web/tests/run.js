// Runs files of tests, two at a time, in browsers that are started once for all of them.

import { spawn } from "node:child_process";
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

const files = process.argv.slice(2);
const servers = await Promise.all(LETTERS.map(started));
const ways = Object.fromEntries(servers.map((server, at) => [wayTo(LETTERS[at]), server.wsEndpoint()]));
const tests = spawn(process.execPath, ["--test", "--test-concurrency=2", ...files], { stdio: "inherit", env: { ...process.env, ...ways } });
process.exitCode = await new Promise((done) => tests.once("exit", (code) => done(code ?? 1)));
await Promise.all(servers.map((server) => server.close()));
