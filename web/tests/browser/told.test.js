// What the others did is told at the pace of who reads: each sentence for its time, nothing of weight left out, and a round with its sheet.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import ts from "typescript";
import { accessible, becomes, browse, call, changes, seated, serve, turn, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** The class that tells, as it is in the pages: it needs nothing of a browser. */
async function telling(show) {
  const source = readFileSync(new URL("../../src/table/telling.ts", import.meta.url), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
  const { Telling } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return new Telling(show);
}
const entry = (version, text, minor = false) => ({ id: String(version), version, seats: [1], text, minor });
/** How long a text has to stand, in milliseconds. */
const time = (text) => Math.max(2_400, Math.ceil((1000 * text.length) / 15));

test("each sentence stands for its time, what follows stands beside it where it fits, and one can step back", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const one = await telling(({ text, version }) => shown.push([text, version]));
  const long = "Robot 2 prend le Bourbon à deux blasons, au bout droit de la rangée trois.";
  one.add([entry(4, "Robot 1 joue 7."), entry(4, "Il remporte le pli.", true), entry(5, long)]);
  const first = ["Robot 1 joue 7. Il remporte le pli.", 4];
  assert.deepEqual(shown, [first]);
  one.add([entry(6, "Robot 3 joue 9.")]);
  test.mock.timers.tick(time(first[0]) - 1);
  assert.deepEqual(shown, [first], "nothing is overwritten");
  test.mock.timers.tick(1);
  assert.deepEqual(shown.at(-1), [long, 5]);
  test.mock.timers.tick(time(long) - 1);
  assert.equal(shown.length, 2);
  test.mock.timers.tick(1);
  assert.deepEqual(shown.at(-1), ["Robot 3 joue 9.", 6]);
  test.mock.timers.tick(2_400);
  assert.deepEqual(shown.at(-1), ["Robot 3 joue 9.", Infinity], "it stays, and nobody waits for it");
  one.back();
  assert.deepEqual(shown.at(-1), [long, 5]);
  one.back();
  assert.deepEqual(shown.at(-1), first);
  one.back();
  assert.deepEqual(shown.at(-1), first, "there is nothing before the first");
  test.mock.timers.tick(time(first[0]));
  assert.deepEqual(shown.at(-1), [long, 5], "from there it goes on");
  one.skip();
  assert.deepEqual(shown.at(-1), [long, Infinity]);
  one.stop();
});

test("where much waits consequences are left out first, and who did what stays", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  const one = await telling(({ text, version }) => version < Infinity && shown.push(text));
  one.room = 10;
  const acts = Array.from({ length: 12 }, (_, at) => `Robot ${at} prend une carte.`);
  one.add(acts.flatMap((text, at) => [entry(at, text), entry(at, `Suite ${at}, que l’on peut taire.`, true)]));
  for (let n = 0; n < 40; n += 1) test.mock.timers.tick(5_000);
  assert.deepEqual(shown, acts);
});

test("at a calm pace the table waits until each move of the others has been told for its time", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  // The service is quick: it is the page that waits, and no clock but its own goes on.
  await page.route(/\/v1\/games\/[0-9a-f-]+(\/moves)?(\?.*)?$/, async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), bot_pace_ms: 600 } }));
  await page.clock.install();
  const made = await seated(page, service.base, "malin", 3);
  const events = async () => {
    const headers = { "Accept-Language": "fr" };
    return (await call(service.base, "GET", `/v1/games/${made.id}/events?after=0&wait=0`, { token: made.seats[0].token, headers })).items;
  };
  /** What came before is told by nobody. */
  const before = (await events()).at(-1).version;
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await page.clock.pauseAt(now);
  const TICK = 200;
  /** How long each text has been seen, in milliseconds of the page. */
  const stood = new Map();
  /** Lets time go by. Whether something can be chosen, and nothing is being told. */
  const goesBy = async () => {
    const [text, asked] = await page.evaluate(() => {
      document.querySelector("dialog[open]:has(.sheet) .btn.primary")?.click();
      return [document.querySelector(".prompt .said.fresh")?.textContent, document.querySelector("[data-choice]") !== null];
    });
    if (text) stood.set(text, (stood.get(text) ?? 0) + TICK);
    await page.clock.runFor(TICK);
    return asked && !text;
  };
  for (let [decisions, rest, ticks] = [0, 0, 0]; decisions < 8; ticks += 1) {
    assert.ok(ticks < 4_000, "the table goes on");
    rest = (await goesBy()) ? rest + 1 : 0;
    if (rest < 4) continue;
    [decisions, rest] = [decisions + 1, 0];
    await page.evaluate(() => document.querySelector("[data-choice]")?.click());
  }
  const due = (await events()).filter(({ ply, told, version }) => version > before && ply?.seat > 0 && told && !told.minor).map(({ text }) => text.fr ?? text);
  assert.ok(due.length >= 8, `${due.length} moves of the others`);
  /** What has not been seen for its time, as far as that can be told between two looks. */
  const hasty = () => due.filter((text) => ![...stood].some(([all, ms]) => all.includes(text) && ms >= time(text) - TICK));
  for (let ticks = 0; ticks < 500 && hasty().length > 0; ticks += 1) await goesBy();
  assert.deepEqual(hasty(), []);
  const told = await page.locator(".prompt .said").textContent();
  await page.evaluate(() => document.querySelector(".prompt .earlier").click());
  assert.notEqual(await page.locator(".prompt .said").textContent(), told, "one can step back");
  assert.deepEqual(page.faults, []);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

for (const [game, players, width, height] of [["malin", 3, 360, 640], ["sept-blasons", 4, 1440, 900]]) {
  test(`${game}: a round ends with what each got and what for, until one goes on, and the log says it, too`, async () => {
    const page = await visit(browser, service.base, { width, height, locale: "fr-FR" });
    const made = await seated(page, service.base, game, players);
    const sheet = page.locator("dialog[open]");
    for (let taps = 0; !(await sheet.locator(".sheet").count()); taps += 1) {
      assert.ok(taps < 400, "a round ends");
      await page.waitForFunction(() => document.querySelector("dialog[open] .sheet, [data-choice]:not([aria-disabled=true])"));
      if (await sheet.count()) break;
      await changes(page, () => page.evaluate(() => document.querySelector("[data-choice]")?.click()));
    }
    await sheet.getByRole("button", { name: "Continuer" }).waitFor();
    const rounds = async () => (await call(service.base, "GET", `/v1/games/${made.id}`, { token: made.seats[0].token })).score_sheet;
    await becomes(async () => (await rounds()).length, 2, "the first round is over");
    const [first] = await rounds();
    const sums = made.seats.map((_, seat) => first.filter((row) => row.seat === seat && row.kind !== "start").reduce((sum, { points }) => sum + points, 0));
    const line = sheet.locator("tbody tr");
    assert.ok((await line.count()) > 0, "and what for");
    await accessible(page, "the sheet of a round");
    await wide(page, "the sheet of a round");
    assert.equal(await page.locator("[data-choice]").count(), 0, "the table waits");
    await sheet.getByRole("button", { name: "Continuer" }).click();
    await sheet.waitFor({ state: "detached" });
    assert.ok(await turn(page));
    const written = (n) => String(n).replace("-", "−");
    const scored = (await page.locator(".log li .w").allTextContents()).find((text) => text.startsWith("On compte la manche"));
    for (const sum of sums) assert.ok(scored?.includes(written(sum)), `${sum} in “${scored}”`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
