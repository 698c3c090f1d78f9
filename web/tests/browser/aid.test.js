// First aid: what people met at a table and could not get past. Each test failed before its fault was mended.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, becomes, browse, call, covered, drawn, open, seated, serve, sit, turn, visit, wide } from "./harness.js";

let service, browser;
before(async () => {
  service = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const TOUCH = { isMobile: true, hasTouch: true };
const LONG = ["Éléonore-Wilhelmina de Montmorency-Laval", "Maximilien-Théophraste_von_und_zu_Wwwwww"];

/** Creates a game; each seat is a name, or a bot. */
async function seats(game, names, more = {}) {
  const wanted = names.map((name, at) => (name === "bot" ? { kind: "bot", level: "random" } : { kind: at === 0 ? "mine" : "invite", ...(name ? { name } : {}) }));
  return call(service.base, "POST", "/v1/games", { body: { game, options: { players: names.length }, seats: wanted, ...more } });
}

/** What the page gets where it looks at a game, changed. */
const looked = (page, change) =>
  page.route(/\/v1\/games\/[0-9a-f-]+(\?.*)?$/, async (route) => {
    const state = await (await route.fetch()).json();
    await route.fulfill({ json: state.you ? { ...state, ...change(state) } : state });
  });

const SIZES = [
  { width: 360, height: 640, ...TOUCH },
  { width: 320, height: 568, ...TOUCH },
  { width: 740, height: 360, ...TOUCH },
  { width: 1024, height: 600 },
  { width: 1440, height: 900 },
];
const GAMES = [["richelieu", 3], ["parbourg", 4], ["malin", 6], ["sept-blasons", 7]];

for (const size of SIZES) {
  test(`at ${size.width} × ${size.height} each choice is reached, whatever is said above the table`, async () => {
    for (const [game, players] of GAMES) {
      const page = await visit(browser, service.base, { ...size, locale: "fr-FR" });
      await seated(page, service.base, game, players);
      for (const [what, said] of [["nothing", 0], ["a request", 1], ["a request, and that the connection is lost", 2]]) {
        if (said > 0) await turn(page);
        if (said === 1) await looked(page, (state) => (state.status === "running" ? { undo: { by: 1, waiting_for: [0], ply: 1 } } : {}));
        if (said > 1) await page.route(/\/events/, (route) => route.abort());
        if (said > 0) await page.reload();
        await page.waitForFunction((n) => document.querySelectorAll(".banner").length === n, said);
        for (let decision = 1; decision < 3 && (await turn(page)); decision += 1) {
          await drawn(page);
          assert.deepEqual(await page.evaluate(covered), [], `${game}, decision ${decision}, over it ${what}`);
          const [hand, prompt, board] = await page.evaluate(() => [".a-hand", ".prompt", ".board"].map((name) => document.querySelector(name)?.getBoundingClientRect().toJSON()));
          // What is outside the board is not seen.
          if (hand) assert.ok(Math.min(hand.bottom, board.bottom) <= prompt.top + 1 || hand.top >= prompt.bottom - 1 || hand.left >= prompt.right - 1, `${game}: the prompt lies on the hand`);
          await wide(page, `${game}, over it ${what}`);
          // Without a connection nothing comes back.
          if (said > 1) break;
          await page.evaluate(() => document.querySelector("[data-choice]:not([aria-disabled=true])").click());
        }
      }
      // They are the same at each table.
      if (game === GAMES[0][0]) await accessible(page, "banners stand");
      assert.deepEqual(page.faults, []);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.context().close();
    }
  });
}

/** Whatever is wider than the card or line it stands in. */
function wider() {
  const boxes = ".seat, .area header, .trick li, .end li, .log li, .mg, .told, .banner, .panel, .acts, .sheet th";
  const out = [...document.querySelectorAll(boxes)].filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible" && getComputedStyle(one).display !== "inline");
  const left = [...document.querySelectorAll(".seat .sc")].filter((one) => one.getBoundingClientRect().right > one.closest(".seat").getBoundingClientRect().right - 2);
  return [...out, ...left].map((one) => `${one.className}: ${one.textContent.trim()}`);
}

for (const size of [{ width: 1440, height: 900 }, { width: 360, height: 640, ...TOUCH }]) {
  test(`a name of 40 letters stays in its place at ${size.width} px`, async () => {
    for (const [game, more] of [["richelieu", 0], ["malin", 1], ["parbourg", 1], ["sept-blasons", 1]]) {
      const page = await visit(browser, service.base, { ...size, locale: "fr-FR" });
      const bots = Array.from({ length: more }, () => "bot");
      const table = await seats(game, [LONG[0], LONG[1], ...bots], { visibility: "public" });
      await call(service.base, "POST", `/v1/games/${table.id}/seats/1`, { body: { ticket: table.seats[1].ticket, name: LONG[1] } });
      await sit(page, service.base, table.id, { game, ...table.seats[0] });
      await page.locator(".seat .nm", { hasText: "Wilhelmina" }).waitFor();
      await page.locator(".board .piece").first().waitFor();
      await drawn(page);
      assert.deepEqual(await page.evaluate(wider), [], game);
      await wide(page, game);
      await open(page, service.base);
      await page.locator(".mg", { hasText: "Maximilien" }).first().waitFor();
      assert.deepEqual(await page.evaluate(wider), [], `${game} in the lists`);
      await wide(page, `${game} in the lists`);
      await call(service.base, "POST", `/v1/games/${table.id}/resign`, { token: table.seats[0].token });
      await open(page, service.base, `#/game/${table.id}`);
      await page.locator(game === "richelieu" ? ".end" : ".board .piece").first().waitFor();
      await drawn(page);
      assert.deepEqual(await page.evaluate(wider), [], `${game} when one has given up`);
      await wide(page, `${game} when one has given up`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  });
}

test("what one loses because the time was up stands above all, whole, until it is tapped", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 640, ...TOUCH, locale: "fr-FR" });
  const table = await seats("richelieu", ["Ada", "bot"], { clock: { per_move_s: 1, on_timeout: "pass_or_first" } });
  await sit(page, service.base, table.id, { game: "richelieu", ...table.seats[0] });
  const said = page.locator(".banners .banner").first().locator("bdi");
  // Two moves are made for her: what was said of the first stays where it is.
  await page.waitForFunction(() => document.querySelectorAll(".banners .banner:first-child bdi").length >= 4);
  const [late, move] = await said.allInnerTexts();
  assert.match(late, /^Ada a dépassé son temps/);
  const log = (await call(service.base, "GET", `/v1/games/${table.id}/events?after=0&wait=0`, { token: table.seats[0].token, headers: { "Accept-Language": "fr" } })).items;
  const at = log.findIndex(({ changes }) => changes.some(({ what }) => what === "timed_out"));
  const text = (of) => of.text.fr ?? of.text;
  assert.deepEqual([late, move], [text(log[at]), text(log[at + 1])], "all that the log says of it");
  const cut = await page.evaluate(() => [...document.querySelectorAll(".banner bdi")].some((one) => one.closest(".banner").scrollHeight > one.closest(".banner").clientHeight + 1));
  assert.equal(cut, false, "and all of it");
  assert.doesNotMatch(await page.locator(".prompt .said").innerText(), /temps/, "it is said once");
  await page.reload();
  await said.first().waitFor();
  assert.equal(await said.first().innerText(), late, "who was away reads it, too");
  const before = await said.count();
  await page.locator(".banners .banner").first().getByRole("button").click();
  await page.waitForFunction((n) => document.querySelectorAll(".banners .banner:first-child bdi").length < n, before);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("“Back” closes what lies over the table, and only then leaves it", async () => {
  const page = await visit(browser, service.base, { width: 360, height: 640, ...TOUCH });
  const table = await seated(page, service.base, "richelieu", 2);
  assert.ok(await turn(page));
  const at = () => page.evaluate(() => location.hash);
  const settled = () => page.waitForFunction(() => !history.state?.over && !document.querySelector("dialog[open], .rail.open, details.all[open]"));
  const over = () => page.waitForFunction(() => history.state?.over === true);
  const dock = (n) => page.locator(".dock button").nth(n).click();
  const ways = {
    hint: () => dock(0),
    log: () => dock(1),
    more: () => dock(3),
    "keys, from more": async () => (await dock(3), await page.locator("dialog[open]").getByRole("button", { name: "Keys" }).click()),
    "all moves": () => page.locator("details.all summary").click(),
    "what a card is": () => page.locator(".piece[data-at]").first().evaluate((one) => (one.focus(), one.dispatchEvent(new KeyboardEvent("keydown", { key: "i", bubbles: true })))),
  };
  for (const [what, way] of Object.entries(ways)) {
    await way();
    await over();
    await page.goBack();
    await settled();
    assert.equal(await at(), `#/game/${table.id}`, what);
  }
  // What its own button closes leaves nothing behind: the next “Back” leaves.
  await dock(3);
  await over();
  await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
  await settled();
  await page.goBack();
  await page.waitForFunction(() => location.hash === "#/");
  // A link that leads away from an open sheet leads back to the table, and not to nothing.
  await page.goForward();
  await page.locator(".prompt").waitFor();
  await dock(1);
  await over();
  await page.locator("a.brand").click();
  await page.waitForFunction(() => location.hash === "#/");
  await page.goBack();
  await page.locator(".prompt").waitFor();
  await settled();
  assert.equal(await at(), `#/game/${table.id}`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("whoever is invited reads how long they have", async () => {
  const DAY = 86_400;
  const clocks = [
    [undefined, "no limit", "sans limite"],
    [{ per_move_s: 45 }, "45 s a move", "45 s par coup"],
    [{ per_move_s: 90 }, "1 min 30 s a move", "1 min 30 s par coup"],
    [{ per_move_s: 3600 }, "1 h a move", "1 h par coup"],
    [{ per_move_s: DAY }, "1 day a move", "1 jour par coup"],
    [{ per_move_s: 3 * DAY }, "3 days a move", "3 jours par coup"],
    [{ per_move_s: 7 * DAY }, "7 days a move", "7 jours par coup"],
    [{ per_move_s: 1.5 * DAY }, "1 day 12 h a move", "1 jour 12 h par coup"],
    [{ bank_s: 300 }, "5 min each", "5 min chacun"],
    [{ bank_s: 900, increment_s: 10 }, "15 min each, and 10 s a move", "15 min chacun, et 10 s par coup"],
    [{ bank_s: 14 * DAY, increment_s: DAY }, "14 days each, and 1 day a move", "14 jours chacun, et 1 jour par coup"],
  ];
  const pages = [await visit(browser, service.base), await visit(browser, service.base, { locale: "fr-FR", width: 360, height: 640 })];
  for (const [clock, ...said] of clocks) {
    const { id, seats: made } = await seats("richelieu", ["Ada", "Boris"], clock ? { clock } : {});
    for (const [at, page] of pages.entries()) {
      await open(page, service.base, `#/join/${id}/1/${made[1].ticket}`);
      await becomes(() => page.locator("dl.facts dd").first().innerText(), said[at]);
    }
  }
  // The form that makes them says the same.
  const [page] = pages;
  await open(page, service.base);
  await page.locator(".srow .seg label", { hasText: "Invite" }).last().click();
  assert.deepEqual(await page.locator("fieldset:has(> legend:text-is('Time')) label").allInnerTexts(), ["no limit", "1 min a move", "15 min each, and 10 s a move", "1 day a move"]);
  assert.deepEqual(pages.flatMap(({ faults }) => faults), []);
  await Promise.all(pages.map((one) => one.context().close()));
});

test("at one table everybody has one name, oneself, too", async () => {
  for (const [locale, own, texts] of [["en-GB", "Player 1", "en"], ["fr-FR", "Joueur 1", "fr"]]) {
    const page = await visit(browser, service.base, { locale });
    const table = await seats("malin", ["", "bot", "bot"]);
    await sit(page, service.base, table.id, { game: "malin", ...table.seats[0] });
    for (let n = 0; n < 40 && !(await page.locator(".log li", { hasText: own }).count()); n += 1) {
      assert.ok(await turn(page));
      await page.evaluate(() => document.querySelector("[data-choice]").click());
    }
    assert.equal(await page.locator(".seat.mine .nm bdi").innerText(), own);
    const trick = page.locator(".trick .who bdi", { hasText: own });
    assert.ok((await trick.count()) > 0, "in the trick");
    const { items } = await call(service.base, "GET", `/v1/games/${table.id}/events?after=0&wait=0&lang=all`, { token: table.seats[0].token });
    const told = items.flatMap(({ text, steps = [] }) => [text, ...steps.flatMap(({ milestones = [] }) => milestones.map((one) => one.text))]);
    assert.ok(told.some((text) => text?.[texts]?.includes(own)), `as the service calls them: ${JSON.stringify(told)}`);
    await page.context().close();
  }
});

test("no word is of the other language, and numbers have their plural", async () => {
  for (const [locale, refusals, discs] of [["en-GB", "Problems", "Discs taken: 2"], ["fr-FR", "Refus", "Jetons pris : 2"]]) {
    const page = await visit(browser, service.base, { locale });
    await open(page, service.base);
    assert.equal(await page.locator("footer a[href=problems]").innerText(), refusals);
    await looked(page, ({ layout }) => ({ layout: { ...layout, zones: { ...layout.zones, "held:0": [{ back: "disc", n: 2 }] } } }));
    await seated(page, service.base, "richelieu", 2);
    const told = page.locator(".seat.mine .held .sr", { hasText: /iscs|etons/ });
    await told.waitFor({ state: "attached" });
    assert.equal((await told.textContent()).replaceAll(/[\u00a0\u202f]/g, " "), discs);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  }
});

/** A table that is over, whose reviews are there at once but for a deep one; the efforts asked for are pushed to `asked`. */
async function reviewed(page, asked) {
  const table = await seats("richelieu", ["Ada", "bot"]);
  await call(service.base, "POST", `/v1/games/${table.id}/resign`, { token: table.seats[0].token });
  const expected = ["apprentice", "expert", "club"].map((level, at) => ({ level, loss: 0.1 * (at + 1) }));
  const choices = { made: 1, loss: 0.05, faults: { slips: 0, mistakes: 0, blunders: 0 }, expected };
  const of = (seat) => ({ seat, par: 0.5, luck: { deal: 0, draws: 0 }, play: 0, others: 0, result: 0.5, turning_points: [], choices });
  const made = { moves: 1, reference: { plays: 60 }, course: [{ ply: 0, by: "deal", value: [0.5, 0.5], error: [0, 0] }], decisions: [], seats: [of(0), of(1)] };
  await page.route("**/v1/games/*/reviews", async (route) => {
    const { effort } = route.request().postDataJSON();
    asked.push(effort);
    const detail = "this would take about 900 s, and 600 s is the most";
    if (effort === "deep") return route.fulfill({ status: 422, contentType: "application/problem+json", json: { code: "invalid_options", detail, errors: [{ pointer: "/effort", detail }] } });
    return route.fulfill({ status: 200, json: { id: "rev_1", game: table.id, effort, version: 1, status: "finished", review: made } });
  });
  return table.id;
}

test("how deep a review goes is offered no more once the service has refused it", async () => {
  const page = await visit(browser, service.base);
  const asked = [];
  await open(page, service.base, `#/review/${await reviewed(page, asked)}?effort=quick`);
  const efforts = page.locator(".review header .seg label");
  await page.locator(".losses dt").first().waitFor();
  assert.deepEqual(await page.locator(".losses dt").allInnerTexts(), ["a club player", "an expert player", "an apprentice player", "here"]);
  assert.deepEqual(await efforts.allInnerTexts(), ["quick", "standard", "deep"]);
  await efforts.last().click();
  await page.locator("[role=alert]", { hasText: "900 s" }).waitFor();
  assert.deepEqual(await efforts.allInnerTexts(), ["quick", "standard"]);
  assert.equal(await page.locator(".review header input:checked").evaluate((one) => one.closest("label").innerText), "quick");
  assert.deepEqual(asked, ["quick", "deep", "quick"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a review of no depth asked for begins with the quick look and goes on by itself", async () => {
  const page = await visit(browser, service.base);
  const asked = [];
  const id = await reviewed(page, asked);
  const follows = page.waitForRequest((request) => request.url().endsWith("/reviews") && request.postDataJSON()?.effort === "standard");
  await open(page, service.base, `#/review/${id}`);
  await follows;
  await page.locator(".losses dt").first().waitFor();
  assert.equal(await page.locator(".review header input:checked").evaluate((one) => one.closest("label").innerText), "standard");
  assert.deepEqual(asked, ["quick", "standard"]);
  assert.match(page.url(), new RegExp(`#/review/${id}\\?seat=0$`), "a link of it begins as quickly");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a review that is left before it is answered does not call back", async () => {
  const page = await visit(browser, service.base);
  const asked = [];
  const id = await reviewed(page, asked);
  let answer;
  const held = new Promise((done) => (answer = done));
  await page.route("**/v1/games/*/reviews", async (route) => (await held, route.fallback()));
  const begins = page.waitForRequest((request) => request.url().endsWith("/reviews"));
  const comes = page.waitForResponse((response) => response.url().endsWith("/reviews"));
  await open(page, service.base, `#/review/${id}`);
  await begins;
  await page.evaluate(() => void (location.hash = "#/"));
  await page.locator("#h-new").waitFor();
  answer();
  await comes;
  await drawn(page);
  assert.match(page.url(), /#\/$/);
  assert.deepEqual(asked, ["quick"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().close();
});

test("a card is called at the lab as it is at the table", async () => {
  const { default_ruleset: ruleset } = await call(service.base, "GET", "/v1/rulesets/malin");
  const { texts } = await call(service.base, "GET", `/v1/rulesets/malin/${ruleset.hash}/pieces?lang=all`);
  const bots = await call(service.base, "POST", "/v1/games", { body: { game: "malin", options: { malheurs: true }, seats: Array.from({ length: ruleset.options.players }, () => ({ kind: "bot", level: "random" })) } });
  for (let over = false; !over; ) over = (await call(service.base, "GET", `/v1/games/${bots.id}/events?after=100000&wait=1`).catch(() => undefined), (await call(service.base, "GET", `/v1/games/${bots.id}`)).status === "finished");
  const those = `source=bots&assisted=include&ruleset=${bots.ruleset.hash}`;
  const { features } = await call(service.base, "GET", `/v1/stats/malin/features?${those}`);
  const dealt = features.find(({ name }) => name === "malheur_dealt").buckets.map(({ bucket }) => bucket);
  assert.ok(dealt.length > 1);
  for (const [locale, language] of [["en-GB", "en"], ["fr-FR", "fr"]]) {
    const page = await visit(browser, service.base, { locale });
    await open(page, service.base, `#/lab/statistics/malin?${those}`);
    await page.locator("button[aria-expanded]").click();
    await page.locator(".fe th", { hasText: texts[`noun-${dealt[0]}`][language] }).first().waitFor();
    const names = (await page.locator(".fe tbody th").allInnerTexts()).map((name) => name.split("\n")[0].trim());
    for (const id of dealt) assert.ok(names.includes(texts[`noun-${id}`][language]), `${id}: ${names}`);
    assert.ok(dealt.every((id) => !names.includes(id) || texts[`noun-${id}`][language] === id), "no stable name is shown");
    await page.context().close();
  }
});

test("the words of a card of Parbourg's deck are those of the table", async () => {
  const { default_ruleset: ruleset } = await call(service.base, "GET", "/v1/rulesets/parbourg");
  const { texts } = await call(service.base, "GET", `/v1/rulesets/parbourg/${ruleset.hash}/pieces?lang=all`);
  const page = await visit(browser, service.base, { locale: "fr-FR" });
  await open(page, service.base, "#/lab/deck");
  await page.locator("[data-place^=c]").first().click();
  const kinds = page.locator(".dke select").first();
  await kinds.waitFor();
  const shown = await kinds.locator("option").evaluateAll((all) => all.map((one) => [one.value, one.textContent]));
  assert.deepEqual(shown, shown.map(([id]) => [id, texts[`noun-${id}`].fr]));
  await page.locator(".dkl .seg label").last().click();
  await page.locator("[data-place^=h]").first().click();
  await page.locator(".dke .checks").waitFor();
  const powers = await page.locator(".dke select").first().locator("option[value]:not([value=''])").evaluateAll((all) => all.map((one) => [one.value, one.textContent]));
  assert.deepEqual(powers, powers.map(([id]) => [id, texts[`noun-${id}`].fr]));
  assert.deepEqual(await page.locator(".dke .checks label").allInnerTexts(), ["yellow", "red", "green", "blue"].map((id) => texts[`noun-${id}`].fr));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
