// What people at one table ask each other: taking back a move, leaving, another game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, becomes, browse, call, drawn, gameOf, nothingOver, open, playByClicks, chance, seated, serve, sit, turn, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** Refuses a question, for a moment. */
const busy = (route) => route.fulfill({ status: 503, headers: { "Retry-After": "1" } });

test("a table that is refused for a moment is drawn, and goes on, when it is asked for again", async () => {
  const { base } = service;
  const page = await visit(browser, base, { width: 360, height: 740 });
  const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }];
  const made = await call(base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2, first_seat: 1 }, seats } });
  const path = `/v1/games/${made.id}`;
  const { token } = await call(base, "POST", `${path}/seats/1`, { body: { ticket: made.seats[1].ticket, name: "Boris" } });
  for (const address of [/\/pieces$/, /\/settings$/]) await page.route(address, busy, { times: 1 });
  await sit(page, base, made.id, { game: "richelieu", ...made.seats[0] });
  await page.locator(".board .piece").first().waitFor();
  await page.locator(".dock button").last().click();
  await page.locator("dialog[open] .seg").waitFor();
  // What is chosen is not lost.
  await page.route(/\/settings$/, busy, { times: 1 });
  const set = page.waitForResponse((answer) => answer.ok() && answer.request().method() === "PUT");
  await page.locator("dialog[open] .seg label").last().click();
  await set;
  await page.locator("dialog[open] .btn.primary").click();
  await page.locator(".conn.ok").waitFor();
  // Whatever is looked at while Boris moves is refused; afterwards nothing but the page itself leads to another look.
  const look = (url) => url.pathname === path;
  let refused = 0;
  await page.route(look, (route) => ((refused += 1), busy(route)));
  for (let state; (state = await call(base, "GET", path, { token })).turn.seat === 1; ) {
    await call(base, "POST", `${path}/moves`, { token, body: { move: state.legal_moves[0].notation, version: state.version } });
  }
  const { items } = await call(base, "GET", `${path}/events?after=0&wait=0`, { token: made.seats[0].token, headers: { "Accept-Language": "en" } });
  const { text } = items.at(-1);
  await page.locator(".log li", { hasText: text.en ?? text }).first().waitFor({ state: "attached" });
  const before = refused;
  await becomes(() => refused > before, true, "it looks again");
  await page.unroute(look);
  assert.ok(await turn(page));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a page that is refused for a moment asks again by itself", async () => {
  const { base } = service;
  const page = await visit(browser, base);
  const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }];
  const made = await call(base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2 }, seats } });
  await sit(page, base, made.id, { game: "richelieu", ...made.seats[0] });
  const game = /\/v1\/games\/[0-9a-f-]+$/;
  const asked = [
    ["#/", /\/v1\/rulesets$/, ".gc"],
    ["#/", /\/v1\/rulesets\/[^/]+$/, "form details"],
    ["#/", /\/v1\/seats\/lookup$/, "section[aria-labelledby=h-mine] .pill"],
    [`#/join/${made.id}/1/${made.seats[1].ticket}`, game, "dl.facts"],
    [`#/review/${made.id}`, game, "[role=alert]:has-text('after its end')"],
    ["#/rules/malin/exact", /\/rules\?/, ".prose h2"],
    ["#/lab/statistics/malin", /\/summary\?/, "b[data-games]"],
    ["#/lab/deck", /\/v1\/rulesets\/parbourg$/, ".dkg"],
  ];
  for (const [hash, address, shown] of asked) {
    // Nothing is asked before the page is loaded anew.
    await page.evaluate((hash) => history.replaceState(undefined, "", hash), hash);
    await page.route(address, busy, { times: 1 });
    const refused = page.waitForResponse((answer) => answer.status() === 503);
    await page.reload();
    await refused;
    await page.locator(shown).first().waitFor();
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a move is taken back when the other allows it", async () => {
  const { base } = service;
  const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }];
  const made = await call(base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2, first_seat: 0 }, seats } });
  const taken = await call(base, "POST", `/v1/games/${made.id}/seats/1`, { body: { ticket: made.seats[1].ticket, name: "Boris" } });
  const [ada, boris] = [await visit(browser, base), await visit(browser, base, { width: 360, height: 740, locale: "fr-FR" })];
  await sit(ada, base, made.id, { game: "richelieu", ...made.seats[0] });
  await sit(boris, base, made.id, { game: "richelieu", ...taken });
  assert.ok(await turn(ada));
  await ada.keyboard.press("n");
  await ada.keyboard.press("Enter");
  const plies = async () => (await call(base, "GET", `/v1/games/${made.id}/moves`)).plies.length;
  // The page has heard of the move: it can be taken back.
  await ada.waitForFunction(() => sessionStorage.length === 0 && document.querySelector(".sideacts") && !document.querySelector(".sideacts [aria-disabled]"));
  assert.equal(await plies(), 2, "the set-up and the move");
  await ada.keyboard.press("u");
  for (const page of [ada, boris]) await page.locator(".banner.acc").waitFor();
  await accessible(boris, "a request to take back");
  await boris.locator(".banner.acc .btn.primary").click();
  await ada.locator(".banner.acc").waitFor({ state: "detached" });
  assert.equal(await plies(), 1, "the move is taken back");
  assert.deepEqual([...ada.faults, ...boris.faults], []);
  await Promise.all([ada, boris].map((page) => page.context().close()));
});

test("of more than two who gives up looks on, and a bot plays on", async () => {
  const page = await visit(browser, service.base);
  const made = await seated(page, service.base, "malin", 3);
  await page.locator(".sideacts .btn").last().click();
  await page.locator("dialog[open]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains("danger")), false, "first the harmless button");
  await accessible(page, "the question");
  await page.locator("dialog[open] .danger").click();
  await page.locator(".sideacts").waitFor({ state: "detached" });
  const state = await call(service.base, "GET", `/v1/games/${made.id}`);
  assert.equal(state.seats[0].kind, "bot");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a host need not wait: a bot takes the seat of an invitation", async () => {
  const page = await visit(browser, service.base, { locale: "fr-FR", width: 360, height: 740 });
  const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite", name: "Boris" }];
  const made = await call(service.base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2, first_seat: 0 }, seats } });
  await sit(page, service.base, made.id, { game: "richelieu", ...made.seats[0], tickets: { 1: made.seats[1].ticket } });
  const instead = page.getByRole("button", { name: "Mettre un robot à cette place" });
  await instead.waitFor();
  await accessible(page, "somebody is awaited");
  await wide(page, "somebody is awaited");
  await instead.click();
  assert.ok(await turn(page));
  const state = await call(service.base, "GET", `/v1/games/${made.id}`);
  assert.deepEqual([state.status, state.seats[1].kind], ["running", "bot"]);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("another game has the same ruleset, and the replay of the first goes through its versions", async () => {
  const page = await visit(browser, service.base);
  const made = await seated(page, service.base, "richelieu", 2);
  await playByClicks(page, chance(21));
  // What is refused for a moment is asked for again.
  for (const address of [/\/events\?after=0&wait=0$/, /\?version=1&seat=1$/]) await page.route(address, busy, { times: 1 });
  const seen = page.waitForResponse((answer) => answer.ok() && /\?version=\d+&seat=1$/.test(answer.url()));
  await page.locator(".prompt a[href^='#/replay/']").click();
  await page.locator(".replay .board .piece").first().waitFor();
  await accessible(page, "a replay");
  const slider = page.locator(".replay input[type=range]");
  await page.locator("#main").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await slider.inputValue(), "2");
  await page.keyboard.press("End");
  assert.equal(await slider.inputValue(), await slider.getAttribute("max"));
  // It is over: all hands lie open, or it is seen from one seat, and the address says from which.
  assert.equal(await page.locator("select.seen").inputValue(), "-2");
  assert.equal((await (await seen).json()).layout !== undefined, true);
  await page.locator("select.seen").selectOption("1");
  await page.goto(page.url().replace(/(#.replay.[^/]+).*/, "$1/2/1"));
  await page.reload();
  await page.waitForFunction(() => document.querySelector("select.seen")?.value === "1");
  assert.equal(await slider.inputValue(), "2");
  await accessible(page, "a replay from another seat");
  await wide(page, "a replay from another seat");
  await page.goBack();
  await page.goBack();
  await page.locator(".prompt .acts .btn.primary").click();
  await page.waitForFunction((old) => !location.hash.includes(old) && !document.querySelector("[data-over]"), made.id);
  assert.ok(await turn(page));
  const [first, second] = await Promise.all([made.id, gameOf(page)].map((id) => call(service.base, "GET", `/v1/games/${id}`)));
  assert.equal(second.ruleset.hash, first.ruleset.hash);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("who was late looks on with their cards, and takes the seat back", async () => {
  for (const [locale, told, button] of [["en-GB", "Your time was up", "Take the seat back"], ["fr-FR", "Votre temps est écoulé", "Reprendre la place"]]) {
    const page = await visit(browser, service.base, { width: 360, height: 740, locale });
    const asked = [];
    // What the service says of a seat that a bot took, and may be had again.
    await page.route(/\/v1\/games\/[^/]+(\?.*)?$/, async (route) => {
      const { legal_moves, ...state } = await (await route.fetch()).json();
      const late = state.you && asked.length === 0;
      await route.fulfill({ json: late ? { ...state, you: { ...state.you, left: true, may_take_back: true } } : { ...state, legal_moves } });
    });
    const own = () => page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("tapis.seats")))[0]);
    await page.route("**/seats/0", async (route) => {
      asked.push([route.request().method(), await route.request().headerValue("Authorization")]);
      await route.fulfill({ status: 201, json: { seat: 0, token: (await own()).token } });
    });
    const made = await seated(page, service.base, "richelieu", 2);
    const banner = page.locator(".banner", { hasText: told });
    await banner.waitFor();
    assert.equal(await page.locator("[data-choice]").count(), 0, "a bot plays");
    await accessible(page, "a seat that a bot took");
    await wide(page, "a seat that a bot took");
    await banner.getByRole("button", { name: button }).click();
    await banner.waitFor({ state: "detached" });
    assert.deepEqual(asked, [["POST", `Bearer ${made.seats[0].token}`]]);
    assert.ok(await turn(page), "one plays on");
    assert.deepEqual(page.faults, []);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  }
});

test("of two the other wins when one gives up", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  const made = await seated(page, service.base, "richelieu", 2);
  assert.ok(await turn(page));
  await page.locator(".dock button").last().click();
  await page.locator("dialog[open]").getByRole("button", { name: "Abandonner" }).click();
  await page.locator("dialog[open] .danger").click();
  await page.locator("[data-over]").waitFor();
  const state = await call(service.base, "GET", `/v1/games/${made.id}`);
  assert.deepEqual([state.status, state.result.winners], ["finished", [1]]);
  await nothingOver(page);
  await page.locator("a.brand").click();
  await page.locator(".mg .pill", { hasText: "perdue" }).waitFor();
  assert.match(await page.locator(".mg small").first().innerText(), /gagne, −?\d+ à −?\d+/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a seat goes on on another device, until its link is made worthless", async () => {
  const page = await visit(browser, service.base);
  const made = await seated(page, service.base, "richelieu", 2);
  const more = () => page.evaluate(() => document.querySelector(".dock button:last-child").click());
  await more();
  await page.locator("dialog[open]").getByRole("button", { name: "Play on another device" }).click();
  const address = await page.locator("dialog[open] input[readonly]").inputValue();
  await accessible(page, "the link of a seat");
  const phone = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR", colorScheme: "dark" });
  await phone.goto(address);
  await phone.locator(".prompt").waitFor();
  assert.equal(new URL(phone.url()).hash, `#/game/${made.id}`, "the token is gone from the address");
  assert.ok(await turn(phone));
  await phone.evaluate(() => document.querySelector("[data-choice]").click());
  await phone.waitForFunction(() => sessionStorage.length === 0);
  assert.ok((await call(service.base, "GET", `/v1/games/${made.id}/moves`)).plies.some((ply) => ply.seat === 0));
  await page.locator("dialog[open]").getByRole("button", { name: "Make the link worthless: play here alone" }).click();
  await phone.locator(".banner", { hasText: "jeton" }).waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await turn(page), "here it goes on");
  assert.deepEqual([...page.faults, ...phone.faults], []);
  await Promise.all([page, phone].map((one) => one.context().close()));
});

test("who taps what cannot be chosen is told so beside it, and finds the rules", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 740, locale: "fr-FR" });
  await seated(page, service.base, "richelieu", 2);
  assert.ok(await turn(page));
  await drawn(page);
  const pieces = page.locator("[data-zone=table] .piece[data-pick^='table#']");
  // On a phone cards lie over each other: one that cannot be chosen and whose middle is seen.
  const seen = await pieces.evaluateAll((all) =>
    all.findIndex((one) => {
      one.scrollIntoView({ block: "center" });
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.getAttribute("role") === "img" && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  assert.ok(seen >= 0, "a card is seen that cannot be chosen");
  const dark = pieces.nth(seen);
  // The reason comes from the service and takes the place of what was said at once.
  const reason = page.waitForResponse((answer) => answer.url().includes("/moves/validation"));
  await dark.click();
  const callout = page.locator(".beside .callout");
  await callout.waitFor();
  await (await reason).finished();
  await drawn(page);
  const [card, told] = [await dark.boundingBox(), await callout.boundingBox()];
  assert.ok(Math.min(Math.abs(told.y + told.height - card.y), Math.abs(card.y + card.height - told.y)) < 40, "it stands at the card");
  await accessible(page, "a refusal beside its card");
  await wide(page, "a refusal beside its card");
  const href = await callout.locator("a").getAttribute("href");
  await page.keyboard.press("Escape");
  await callout.waitFor({ state: "detached" });
  await open(page, service.base, href);
  await page.locator(".prose h2").first().waitFor();
  await open(page, service.base, `${href}/a-turn`);
  await page.locator("#a-turn.wanted").waitFor();
  await accessible(page, "the rules");
  await wide(page, "the rules");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
