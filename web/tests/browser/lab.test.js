// W8: an experiment from the form to its verdict, and the numbers of the page are those of the API; statistics, and a deck
// changed card by card.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ADMIN, accessible, browse, call, lab, open, serve, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** Experiments have what nobody else wants: on a busy machine they wait. */
const PATIENCE = 240_000;

/** A number of the page: with its true minus sign, and whatever divides its thousands. */
const numbers = (text) => (text.match(/[+−-]?\d[\d,.\u202f\u00a0]*/g) ?? []).map((one) => Number(one.replace("−", "-").replace(/[^\d.+-]/g, "")));

test("an experiment goes from the form to a verdict, and the chart says what the API says", async (test) => {
  const page = await visit(browser, service.base);
  await open(page, service.base, lab());
  await page.locator("#h-form").waitFor();
  await page.locator("form .arm").first().waitFor();
  await accessible(page, "the form of an experiment");
  await page.locator(".arm button[aria-expanded]").nth(1).click();
  await page.locator(".arm .more input[type=radio]").first().waitFor();
  await page.locator(".arm .more label", { hasText: "three rows" }).click();
  await page.locator("input[type=number][max='100000000']").fill("400");
  await page.getByRole("group", { name: "Who plays" }).getByText("random").click();
  await page.getByRole("group", { name: "Stop" }).getByText("after all games").click();
  await page.locator("input[type=range]").fill("0");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/#\/lab\/experiment\/exp_/);
  const id = /experiment\/(exp_\w+)/.exec(page.url())[1];
  await page.locator(".verdict").waitFor();
  await page.locator("section[aria-labelledby=h-run] .pill[role=status]", { hasText: "over" }).waitFor({ timeout: PATIENCE });
  const report = await call(service.base, "GET", `/v1/experiments/${id}`);
  const { looks, difference, verdict } = report.outcome.comparisons[0];
  assert.equal(report.plan.arms[1].options.variant, "three_rows");
  assert.equal(await page.locator(".verdict").getAttribute("data-verdict"), verdict);
  const points = (value) => Number((100 * value).toFixed(1));
  const said = numbers(await page.locator(".verdict .big").textContent());
  assert.equal(said.at(-1), points(difference.value));
  assert.deepEqual(numbers(await page.locator(".verdict .muted").textContent()).slice(0, 2), [points(difference.low), points(difference.high)]);
  assert.ok(looks.length > 2, "the interval has a course, also for who comes late");
  assert.ok(looks.at(-1).high - looks.at(-1).low < looks[0].high - looks[0].low, "it narrows");
  // The chart as a table: a row for each look, with the numbers of the API.
  await accessible(page, "an experiment");
  await wide(page, "an experiment");
  assert.match(await page.locator(".ch").getAttribute("aria-label"), new RegExp(`After ${looks.at(-1).n} deals`));
  await page.getByRole("button", { name: "Table" }).click();
  await page.getByRole("button", { name: "Table", pressed: true }).waitFor();
  const rows = await page.locator("section[aria-labelledby=h-run] .scroll").first().locator("tbody tr").allTextContents();
  assert.equal(rows.length, looks.length);
  const two = (value) => Number((100 * value).toFixed(2));
  assert.deepEqual(
    await page.locator("section[aria-labelledby=h-run] .scroll").first().locator("tbody tr").first().locator("td").allTextContents().then((cells) => cells.flatMap(numbers)),
    [looks.at(-1).n, two(difference.value), two(difference.low), two(difference.high)],
  );
  // What an arm's statistics are is one step away, and agrees with the API.
  await page.locator(".arms a").first().click();
  await page.locator("[data-seat] [data-share]").first().waitFor();
  const arm = report.outcome.arms[0];
  const summary = await call(service.base, "GET", `/v1/stats/richelieu/summary?source=${arm.source}&ruleset=${arm.ruleset}`);
  assert.equal(await page.locator("[data-games]").getAttribute("data-games"), String(summary.games));
  const shares = await page.locator("[data-seat] [data-share]").allTextContents();
  assert.deepEqual(shares.flatMap(numbers), summary.seats.map(({ win_share }) => points(win_share.value)));
  const intervals = await page.locator("[data-seat] [data-interval]").allTextContents();
  assert.deepEqual(intervals.flatMap((text) => text.split("–").flatMap(numbers)), summary.seats.flatMap(({ win_share_jointly: { low, high } }) => [points(low), points(high)]));
  await accessible(page, "statistics");
  await wide(page, "statistics");
  for (const file of await page.locator(".tools a[download]").all()) {
    const answer = await fetch(new URL(await file.getAttribute("href"), `${service.base}/`));
    assert.equal(answer.status, 200, await file.getAttribute("href"));
  }
  // The address alone shows it to others.
  const other = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR", colorScheme: "dark" });
  await open(other, service.base, lab(new URL(page.url()).hash));
  await other.locator("[data-games]").waitFor();
  assert.equal(await other.locator("[data-games]").getAttribute("data-games"), String(summary.games));
  await accessible(other, "statistics on a phone");
  await wide(other, "statistics on a phone");
  // Who asks for nothing sees the games that there are.
  await open(other, service.base, lab("#/lab/statistics/richelieu"));
  await other.locator('[data-games]:not([data-games="0"])').waitFor();
  await open(other, service.base, lab(`#/lab/experiment/${id}`));
  await other.locator(".verdict[data-verdict]").waitFor();
  await accessible(other, "an experiment on a phone");
  await wide(other, "an experiment on a phone");
  assert.deepEqual([...page.faults, ...other.faults], []);
  // In narrower letters, too.
  const narrow = await browse("narrow");
  test.after(() => narrow.close());
  const third = await visit(narrow, service.base, { width: 360, height: 740 });
  for (const [what, hash, shown] of [["statistics", new URL(page.url()).hash, "[data-seat] [data-share]"], ["an experiment", `#/lab/experiment/${id}`, ".verdict[data-verdict]"], ["the form", "#/lab", "form .arm"], ["a deck", "#/lab/deck", ".dkg"]]) {
    await open(third, service.base, lab(hash));
    await third.locator(shown).first().waitFor();
    await accessible(third, `${what} on a phone, in narrow letters`);
    await wide(third, `${what} on a phone, in narrow letters`);
  }
  assert.deepEqual(third.faults, []);
  await Promise.all([page, other].map((one) => one.context().close()));
});

test("an experiment is watched while it runs, stopped, and goes on", async () => {
  const page = await visit(browser, service.base);
  const arms = ["one", "two"].map((name, at) => ({ name, seats: ["random"], options: at ? { points: 6 } : {} }));
  const plan = { game: "malin", arms, games: 200_000, metric: "first_share", stop: "fixed" };
  const { id } = await call(service.base, "POST", "/v1/experiments", { body: plan });
  await open(page, service.base, lab(`#/lab/experiment/${id}`));
  const played = () => page.locator("[data-games]").getAttribute("data-games").then(Number);
  await page.waitForFunction(() => Number(document.querySelector("[data-games]")?.dataset.games) > 0, undefined, { timeout: PATIENCE });
  const before = await played();
  await page.waitForFunction((n) => Number(document.querySelector("[data-games]").dataset.games) > n, before, { timeout: PATIENCE });
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  assert.equal((await call(service.base, "GET", `/v1/experiments/${id}`)).state, "cancelled");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  // What was played when it was stopped is kept a part at a time: on a busy machine the first may not be whole yet.
  const kept = () => call(service.base, "GET", `/v1/experiments/${id}`).then(({ outcome }) => outcome.arms[0].games);
  for (let more = 500; (await kept()) === 0; more *= 2) {
    assert.ok(more < PATIENCE, "a part is kept");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.waitForTimeout(more);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
  }
  // A part may have been kept after the page asked.
  await page.goto("about:blank");
  await open(page, service.base, lab(`#/lab/experiment/${id}`));
  await page.getByRole("button", { name: "Games to replay" }).click();
  await page.locator("a[href^='#/lab/game/']").first().click();
  await page.locator("table.data tbody tr").first().waitFor({ timeout: PATIENCE });
  await accessible(page, "a game of an experiment");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a plan that cannot be played is told at its field", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  await open(page, service.base, lab());
  await page.locator("form .arm").first().waitFor();
  await page.locator("input[type=number][max='100000000']").fill("10");
  await page.getByRole("button", { name: "Lancer", exact: true }).click();
  await page.locator("form .err").first().waitFor();
  await accessible(page, "a plan with a mistake");
  await wide(page, "a plan with a mistake");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the token is asked for where the service wants one, and is in memory only", async () => {
  const token = ADMIN;
  const closed = await serve();
  try {
    const page = await visit(browser, closed.base);
    await open(page, closed.base, "#/lab");
    const dialog = page.locator("dialog[open]");
    const show = page.locator("section[aria-labelledby=h-done] button");
    await show.waitFor();
    await accessible(page, "the lab without a token");
    assert.equal(await dialog.count(), 0, "nobody is asked for a token who only looks");
    await show.click();
    await dialog.waitFor();
    await accessible(page, "the question for the token");
    // The way back from the question takes longer than the refusal that asks it again.
    await page.evaluate(() => {
      history.back = () => {
        const was = history.length;
        addEventListener("popstate", () => (globalThis.went = true), { once: true });
        setTimeout(() => history.go(was - 1 - history.length), 500);
      };
    });
    await dialog.locator("input").fill("not-the-right-token-0123456789");
    await page.keyboard.press("Enter");
    await dialog.locator("[role=alert]").waitFor();
    await page.waitForFunction(() => globalThis.went && history.state?.over);
    await dialog.locator("[role=alert]").waitFor();
    await dialog.locator("input").fill(token);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator("section[aria-labelledby=h-done] .muted").waitFor();
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href, document.cookie]));
    assert.ok(!kept.includes(token) && !(await page.content()).includes(token));
    await page.reload();
    await show.waitFor();
    // The link of who started the service has it, and the address does not keep it.
    await page.goto("about:blank");
    await page.goto(`${closed.base}/#/lab?token=${token}&x=1`);
    await page.locator("section[aria-labelledby=h-done] .muted").waitFor();
    assert.equal(new URL(page.url()).hash, "#/lab?x=1");
    assert.deepEqual(page.faults, []);
    await page.context().close();
  } finally {
    await closed.stop();
  }
});

test("a deck is changed card by card, its mistakes stand at the card, and it is tried", async () => {
  const page = await visit(browser, service.base);
  await open(page, service.base, lab("#/lab/deck"));
  await page.locator("[data-place=c47]").click();
  await accessible(page, "a deck");
  await wide(page, "a deck");
  const field = page.locator(".dke [data-n]");
  // A check that is refused for a moment is made again.
  await page.route("**/validation", (route) => route.fulfill({ status: 503, headers: { "Retry-After": "1" } }), { times: 1 });
  await field.fill("0");
  await page.locator(".dke .err").first().waitFor();
  assert.match(await page.locator(".dke .err code").first().textContent(), /^\/deck\/cards\/47\/effect/);
  assert.equal(await page.locator("[data-place=c47].bad").count(), 1, "and the card is marked");
  await accessible(page, "a deck with a mistake");
  assert.ok(await page.getByRole("button", { name: "Compare with the printed deck" }).isDisabled());
  await field.fill("5");
  await page.locator(".dke .err").first().waitFor({ state: "detached" });
  // The address has the change.
  const other = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR", colorScheme: "dark" });
  await open(other, service.base, lab(new URL(page.url()).hash));
  await other.locator("[data-changed='1']").waitFor();
  await other.locator("[data-place=c47].chg").waitFor();
  await accessible(other, "a deck on a phone");
  await wide(other, "a deck on a phone");
  await page.getByRole("button", { name: "Compare with the printed deck" }).click();
  await page.locator("form .arm").nth(1).waitFor();
  await page.locator("input[type=number][max='100000000']").fill("20");
  await page.locator("input[type=range]").fill("0");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/#\/lab\/experiment\/exp_/);
  const report = await call(service.base, "GET", `/v1/experiments/${/experiment\/(exp_\w+)/.exec(page.url())[1]}`);
  assert.equal(report.plan.arms[1].options.deck.cards[47].effect.n, 5);
  assert.deepEqual([...page.faults, ...other.faults], []);
  await Promise.all([page, other].map((one) => one.context().close()));
});
