// W2, W3 and W4: what one sees another does not; a lost connection or a killed service loses no move and doubles none.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { becomes, browse, call, chance, changes, open, PATIENCE, playByClicks, seated, serve, sit, turn, verified, visit } from "./harness.js";

let browser;
before(async () => {
  browser = await browse();
});
after(async () => browser?.close());

/** Plays a move by one tap: a card on the table may begin a longer one. */
const tap = (page) => page.evaluate(() => (document.querySelector(".all .moves button") ?? document.querySelector("[data-choice]")).click());

/** The plies of a seat. */
const ours = async (base, id, seat = 0) =>
  (await call(base, "GET", `/v1/games/${id}/moves`)).plies.filter((ply) => ply.seat === seat).length;

/** A port that is given to nobody who asks for any: after its service was killed it is still free. */
async function ownPort() {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const server = net.createServer();
    const free = await new Promise((done) => server.once("error", () => done(false)).listen(port, "127.0.0.1", () => done(true)));
    if (!free) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}

test("a killed service plays the move once when it is back, and the page goes on without being loaded anew", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tapis-"));
  const database = `sqlite:${folder}/t.db`;
  const port = await ownPort();
  let service = await serve({ database, port });
  const { base } = service;
  try {
    const page = await visit(browser, base);
    await page.addInitScript(() => (globalThis.loads = (globalThis.loads ?? 0) + 1));
    const made = await seated(page, base, "malin", 3);
    for (let kills = 0; kills < 2; kills += 1) {
      assert.ok(await turn(page));
      const before = await ours(base, made.id);
      // The request is on its way, or has just been stored, when the service dies: both happen, and both must end well.
      const dies = kills === 0 ? service.stop() : undefined;
      await tap(page);
      await (dies ?? service.stop());
      await page.locator(".banner.bad").waitFor();
      service = await serve({ database, port });
      await page.locator(".banner.bad").waitFor({ state: "detached" });
      await page.waitForFunction(() => sessionStorage.length === 0);
      assert.equal(await ours(base, made.id), before + 1, `kill ${kills + 1}`);
    }
    await playByClicks(page, chance(11));
    await verified(base, made.id, made.deal_commitment);
    assert.equal(await page.evaluate(() => performance.getEntriesByType("navigation").length), 1);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
});

test("offline, and a slow network: the state is right afterwards", async () => {
  const service = await serve();
  const { base } = service;
  try {
    const page = await visit(browser, base);
    const made = await seated(page, base, "richelieu", 2);
    assert.ok(await turn(page));
    await page.context().setOffline(true);
    await page.locator(".banner.bad").waitFor();
    // A try that fails, and the next one.
    const failed = () => page.waitForEvent("requestfailed", (request) => request.method() === "POST" && request.url().endsWith("/moves"));
    const tried = failed();
    await tap(page);
    await tried;
    await failed();
    assert.equal(await ours(base, made.id), 0, "nothing is sent while the network is away");
    await page.context().setOffline(false);
    await page.locator(".banner.bad").waitFor({ state: "detached" });
    await page.waitForFunction(() => sessionStorage.length === 0);
    assert.equal(await ours(base, made.id), 1, "the move is played once");

    // An answer that is lost after the move was stored: the retry is the same move, not a second one.
    assert.ok(await turn(page));
    const before = await ours(base, made.id);
    let lost = 0;
    await page.route("**/moves", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await tap(page);
    await page.waitForFunction(() => sessionStorage.length === 0);
    assert.equal(lost, 1);
    assert.equal(await ours(base, made.id), before + 1, "a lost answer doubles nothing");
    await page.locator(".banner.bad").waitFor({ state: "detached" });
    await page.unroute("**/moves");

    // Two taps in a hurry are one move, also where the network takes its time: until it is told to go on.
    assert.ok(await turn(page));
    const slow = await ours(base, made.id);
    let goOn;
    const slowly = new Promise((done) => (goOn = done));
    const sent = page.waitForEvent("request", (request) => request.method() === "POST" && request.url().endsWith("/moves"));
    await page.route("**/v1/**", (route) => slowly.then(() => route.continue()));
    await page.evaluate(() => {
      // A whole move by one tap: a second tap on a card that begins a longer one takes the first tap back.
      const move = document.querySelector(".all .moves button") ?? document.querySelector("[data-choice]");
      move.click();
      move.click();
    });
    await sent;
    goOn();
    await page.waitForFunction(() => sessionStorage.length === 0);
    assert.equal(await ours(base, made.id), slow + 1, "two taps are one move");
    await page.unrouteAll({ behavior: "wait" });
    await playByClicks(page, chance(13));
    await verified(base, made.id, made.deal_commitment);
    await page.context().close();
  } finally {
    await service.stop();
  }
});

/** A way to the service on which streams, or all that is asked, can be made to fall silent: nothing comes, and nobody says so. */
async function way(base) {
  const [streams, mute] = [new Set(), new Set()];
  const state = { dead: false };
  const server = net.createServer((near) => {
    const far = net.connect(Number(new URL(base).port), "127.0.0.1");
    near.on("data", (data) => {
      if (String(data).includes("text/event-stream")) streams.add(far);
      if (state.dead) mute.add(far);
      else far.write(data);
    });
    far.on("data", (data) => mute.has(far) || near.write(data));
    for (const [one, other] of [[near, far], [far, near]]) one.on("error", () => {}).on("close", () => other.destroy());
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { base: `http://127.0.0.1:${server.address().port}`, state, silence: () => streams.forEach((one) => mute.add(one)), stop: () => server.close() };
}

test("who comes back to the page sees at once what happened, though its stream died unheard", async () => {
  const service = await serve();
  const line = await way(service.base);
  try {
    for (const [target, what] of [["document", "visibilitychange"], ["window", "pageshow"], ["window", "online"]]) {
      const page = await visit(browser, line.base, { width: 360, height: 740 });
      const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }];
      const made = await call(line.base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2, first_seat: 1 }, seats } });
      const boris = await call(line.base, "POST", `/v1/games/${made.id}/seats/1`, { body: { ticket: made.seats[1].ticket, name: "Boris" } });
      const asked = new Set();
      page.on("request", (one) => asked.add(one));
      for (const end of ["requestfinished", "requestfailed"]) page.on(end, (one) => asked.delete(one));
      /** The page has looked at the game, and only its stream is open. */
      const follows = () => becomes(() => [...asked].map((one) => new URL(one.url()).pathname), [`/v1/games/${made.id}/events`], what);
      // From here no time passes for the page: what it does, it does because somebody looks, and not because it waited long enough.
      await page.clock.install();
      await sit(page, line.base, made.id, { game: "richelieu", ...made.seats[0] });
      await page.locator(".conn.ok").waitFor();
      await follows();
      line.silence();
      // It stands still where it is: a time ahead could have gone by meanwhile.
      const now = Date.now();
      await page.clock.setFixedTime(now);
      await page.clock.pauseAt(now);
      while ((await call(line.base, "GET", `/v1/games/${made.id}`)).turn.seat === 1) {
        const { legal_moves, version } = await call(line.base, "GET", `/v1/games/${made.id}`, { token: boris.token });
        await call(line.base, "POST", `/v1/games/${made.id}/moves`, { token: boris.token, body: { move: legal_moves[0].notation, version } });
      }
      assert.equal(await page.locator("[data-choice]").count(), 0, "the page has not heard of it");
      const back = () => page.evaluate(([target, what]) => globalThis[target].dispatchEvent(new Event(what)), [target, what]);
      await back();
      await page.locator("[data-choice]").first().waitFor();
      await page.locator(".conn.ok").waitFor();
      await follows();
      // Where nothing answers it is said soon, and the page recovers when asked to.
      line.state.dead = true;
      await back();
      await page.clock.runFor(2_100);
      await page.locator(".banner.bad").waitFor();
      line.state.dead = false;
      await page.locator(".banner.bad .btn").click();
      await page.locator(".banner.bad").waitFor({ state: "detached" });
      assert.deepEqual(page.faults, [], what);
      await page.context().close();
    }
  } finally {
    line.stop();
    await service.stop();
  }
});

test("two people and a spectator each see their own side, and nothing else reaches their browsers", async () => {
  const service = await serve();
  const { base } = service;
  try {
    const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }, { kind: "bot", level: "random" }];
    const made = await call(base, "POST", "/v1/games", { body: { game: "malin", options: { players: 3 }, seats, visibility: "public" } });
    const pages = [await visit(browser, base), await visit(browser, base), await visit(browser, base)];
    const heard = pages.map((page) => {
      const [texts, whole] = [[], []];
      page.on("response", (answer) => {
        const read = answer.text().then((text) => texts.push(text), () => {});
        // A stream has no end that could be waited for.
        if (!answer.headers()["content-type"]?.startsWith("text/event-stream")) whole.push(read);
      });
      return { texts, whole };
    });
    const [ada, boris, looker] = pages;
    await sit(ada, base, made.id, { game: "malin", ...made.seats[0] });
    // The invitation is taken as a person would: by its link.
    await open(boris, base, `#/join/${made.id}/1/${made.seats[1].ticket}`);
    await boris.locator("input").fill("<b>Boris</b> אב 👩‍👩‍👧");
    await boris.locator("button.primary").click();
    await boris.locator(".prompt").waitFor();
    await open(looker, base, `#/game/${made.id}`);
    await looker.locator(".seat").first().waitFor();
    assert.match(await looker.locator(".seat bdi").nth(1).textContent(), /^<b>Boris<\/b>/, "a name is text");
    const own = await boris.evaluate(() => Object.values(JSON.parse(localStorage.getItem("tapis.seats")))[0]);
    for (let moves = 0; moves < 12; moves += 1) {
      const state = await call(base, "GET", `/v1/games/${made.id}`);
      if (state.status !== "running") break;
      const page = pages[state.turn.seat];
      // A tap of whoever is to move, or the bot's move.
      for (const until = Date.now() + PATIENCE; (await call(base, "GET", `/v1/games/${made.id}`)).version === state.version; ) {
        assert.ok(Date.now() < until, `seat ${state.turn.seat} moves`);
        const tapped = state.turn.seat < 2 && (await page.locator("[data-choice]").count()) > 0;
        await (tapped ? changes(page, () => tap(page)) : ada.waitForTimeout(20));
      }
    }
    // No move is on its way: what the two hold stays as it is.
    for (const page of [ada, boris]) await page.waitForFunction(() => sessionStorage.length === 0);
    const secret = [made.seats[0].token, own.token];
    const everything = async (page, at) => `${await page.content()}${await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))}${heard[at].texts.join("")}`;
    // A body is read after its page has shown it: all ask anew, and what they were answered is read to its end.
    for (const page of pages) {
      await page.reload();
      await page.locator(".log li").first().waitFor();
    }
    await Promise.all(heard.flatMap(({ whole }) => whole));
    const hands = await Promise.all(secret.map(async (token) => (await call(base, "GET", `/v1/games/${made.id}`, { token })).layout.zones));
    const cards = [0, 1].map((seat) => `"hand:${seat}":${JSON.stringify(hands[seat][`hand:${seat}`])}`);
    const all = await Promise.all(pages.map(everything));
    assert.ok(cards.every((hand) => hand.includes("known")));
    assert.deepEqual(all.map((text) => text.includes(cards[0])), [true, false, false]);
    assert.deepEqual(all.map((text) => text.includes(cards[1])), [false, true, false]);
    assert.ok(!all[1].includes(secret[0]) && !all[2].includes(secret[0]) && !all[0].includes(secret[1]) && !all[2].includes(secret[1]));
    for (const page of pages) assert.deepEqual(page.faults, []);
    await Promise.all(pages.map((page) => page.context().close()));
  } finally {
    await service.stop();
  }
});
