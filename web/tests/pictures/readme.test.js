// The three pictures of the README: a table, a hint, the lab.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browse, call, chance, lab, open, playByClicks, seated, serve, visit } from "../browser/harness.js";

const folder = join(process.env.TAPIS_PICTURES ?? "pictures", "readme");
const SIZE = { width: 1200, height: 750, locale: "en-GB", colorScheme: "light", deviceScaleFactor: 0.75 };

let service, browser, page;
before(async () => {
  await mkdir(folder, { recursive: true });
  service = await serve();
  browser = await browse("narrow");
  page = await visit(browser, service.base, SIZE);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});
const shoot = async (name) => {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  assert.deepEqual(page.faults, []);
};

test("a table", async () => {
  await seated(page, service.base, "parbourg", 3);
  await playByClicks(page, chance(11), 19).catch(() => {});
  await shoot("table");
});

test("a hint", async () => {
  await seated(page, service.base, "richelieu", 2);
  await playByClicks(page, chance(5), 16).catch(() => {});
  await page.locator("#hint-box .seg label").last().click();
  await page.locator("#hint-box .row .btn").first().click();
  await page.locator("#hint-box .figures summary").click();
  await page.locator("#hint-box .mv").first().waitFor();
  await shoot("hint");
});

test("the lab", async () => {
  const arms = [{ name: "standard", options: {}, seats: ["random"] }, { name: "three rows", options: { variant: "three_rows" }, seats: ["random"] }];
  const plan = { game: "richelieu", arms, games: 400, metric: "length", minimum_effect: 2, seed: "readme" };
  let { id, state } = await call(service.base, "POST", "/v1/experiments", { body: plan });
  while (state === "queued" || state === "running") {
    await new Promise((done) => setTimeout(done, 300));
    ({ state } = await call(service.base, "GET", `/v1/experiments/${id}`));
  }
  assert.equal(state, "finished");
  await open(page, service.base, lab(`#/lab/experiment/${id}`));
  await page.locator(".verdict").first().waitFor();
  await shoot("lab");
});
