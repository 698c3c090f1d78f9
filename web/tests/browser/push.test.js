// Whoever closes the page is told that it is their turn, if they wish to be.

import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createHmac } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { accessible, becomes, browse, call, drawn, open, serve, sit, turn, visit, wide } from "./harness.js";

let service, browser, pushes;
before(async () => {
  service = await serve({ args: ["--webhooks-to-private-networks", "--tune", "push_pause_ms=50"] });
  browser = await browse();
  pushes = await pushService();
});
after(async () => {
  pushes?.close();
  await browser?.close();
  await service?.stop();
});

/** Where browsers' messages go: a browser in a test reaches no push service. */
async function pushService() {
  const log = [];
  const server = createServer((request, answer) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      log.push({ url: request.url, body: Buffer.concat(parts) });
      answer.writeHead(201).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  /** What has come for one browser. */
  const to = (name) => log.filter(({ url }) => url === `/${name}`);
  const until = async (name, count) => {
    for (let tries = 0; to(name).length < count; tries += 1) {
      assert.ok(tries < 3_000, `${to(name).length} of ${count} messages for ${name}`);
      await new Promise((done) => setTimeout(done, 20));
    }
    return to(name);
  };
  return { to, until, close: () => server.close(), origin: `http://127.0.0.1:${server.address().port}` };
}

/** The keys of a browser, and how it reads what comes (RFC 8291). */
function keys() {
  const [own, auth] = [createECDH("prime256v1"), Buffer.alloc(16, 7)];
  own.generateKeys();
  const mac = (key, ...said) => createHmac("sha256", key).update(Buffer.concat(said.map((one) => Buffer.from(one)))).digest();
  const read = (body) => {
    const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const agreed = mac(auth, own.computeSecret(sender));
    const known = mac(salt, mac(agreed, "WebPush: info\0", own.getPublicKey(), sender, [1]));
    const key = mac(known, "Content-Encoding: aes128gcm\0", [1]).subarray(0, 16);
    const nonce = mac(known, "Content-Encoding: nonce\0", [1]).subarray(0, 12);
    const opening = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
    const text = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()]).toString();
    return JSON.parse(text.slice(0, text.lastIndexOf("\u0002")));
  };
  return { p256dh: own.getPublicKey().toString("base64url"), auth: auth.toString("base64url"), read };
}

/** A page in a browser that may show messages, and whose push service is ours. */
async function visitor(more, name) {
  const page = await visit(browser, service.base, { permissions: ["notifications"], ...more });
  const own = keys();
  const said = { endpoint: `${pushes.origin}/${name}`, keys: { p256dh: own.p256dh, auth: own.auth } };
  await page.context().addInitScript((said) => {
    let there;
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
    PushManager.prototype.getSubscription = async () => there;
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
      if (!userVisibleOnly) throw new Error("messages must be seen");
      const unsubscribe = async () => ((there = undefined), true);
      return (there = { endpoint: said.endpoint, options: { applicationServerKey: bytes(applicationServerKey) }, toJSON: () => said, unsubscribe });
    };
  }, said);
  return { page, own };
}

/** A game of two people. */
async function pair() {
  const seats = [{ kind: "mine", name: "Ada" }, { kind: "invite" }];
  const made = await call(service.base, "POST", "/v1/games", { body: { game: "richelieu", options: { players: 2, first_seat: 0 }, seats, presence: true } });
  const taken = await call(service.base, "POST", `/v1/games/${made.id}/seats/1`, { body: { ticket: made.seats[1].ticket, name: "Boris" } });
  return { id: made.id, ada: made.seats[0].token, boris: taken.token };
}

/** A game of two people: Ada's page, and the seat of somebody else. */
async function table(page) {
  const made = await pair();
  await sit(page, service.base, made.id, { game: "richelieu", seat: 0, token: made.ada });
  return made;
}

/**
 * Somebody without a page is told twice of another game. By then the service has looked twice at all that there is to tell, and
 * whoever has not been told of what happened before is not told of it.
 */
async function lookedTwice(name) {
  const [game, { p256dh, auth }] = [await pair(), keys()];
  const body = { endpoint: `${pushes.origin}/${name}`, keys: { p256dh, auth } };
  await call(service.base, "PUT", `/v1/games/${game.id}/seats/0/push`, { token: game.ada, body });
  for (const count of [1, 2]) {
    await plays(game, game.ada);
    await plays(game, game.boris);
    await pushes.until(name, count);
  }
}

/** Somebody plays, until it is the other's turn. */
async function plays({ id }, token) {
  for (;;) {
    const state = await call(service.base, "GET", `/v1/games/${id}`, { token });
    if (state.turn?.seat !== state.you.seat) return;
    const headers = { "If-Match": `"v${state.version}-s${state.you.seat}"` };
    await call(service.base, "POST", `/v1/games/${id}/moves`, { token, headers, body: { move: state.legal_moves[0].notation } });
  }
}

/** Somebody closes their page, and the service knows that they follow the game no longer. */
async function leaves(page, { id }) {
  await page.goto("about:blank");
  await becomes(async () => (await call(service.base, "GET", `/v1/games/${id}`)).presence.seats, [], "nobody follows the game");
}

/** The page knows that it is the other's turn: now it would offer to tell. */
const waits = async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 1 && document.querySelector(".conn.ok") && document.querySelector(".prompt.wait"));
  await drawn(page);
};

test("who wishes it is told once that it is their turn when the page is closed, and may end it", async () => {
  const { page, own } = await visitor({ locale: "fr-FR", width: 360, height: 740 }, "ada");
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise((done) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId));
  });
  await devtools.send("ServiceWorker.enable");
  const game = await table(page);
  assert.ok(await turn(page));
  const offer = page.getByRole("button", { name: "Me prévenir" });
  assert.equal(await offer.count(), 0, "not before one has moved");
  await plays(game, game.ada);
  await offer.waitFor();
  await accessible(page, "an offer");
  await wide(page, "an offer");
  const put = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().includes("/push"));
  await offer.click();
  assert.equal((await put).status(), 204);
  await offer.waitFor({ state: "detached" });
  // The page is open: nothing is sent.
  await plays(game, game.boris);
  assert.ok(await turn(page));
  await lookedTwice("witness");
  assert.equal(pushes.to("ada").length, 0, "whoever looks at the game is not told");
  await plays(game, game.ada);
  await leaves(page, game);
  await plays(game, game.boris);
  const [message] = await pushes.until("ada", 1);
  const told = own.read(message.body);
  assert.deepEqual(told, { type: "your_turn", game: game.id, seat: 0, language: "fr", title: "Richelieu", text: "À vous de jouer." });
  // What the browser makes of it.
  await page.goto(`${service.base}/#/`);
  const registrationId = await registered;
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: service.base, registrationId, data: JSON.stringify(told) });
  await page.waitForFunction(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length > 0);
  const shown = await page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }));
  });
  assert.deepEqual(shown, [{ title: "Richelieu", body: "À vous de jouer.", tag: game.id, lang: "fr", data: { game: game.id } }]);
  assert.equal(pushes.to("ada").length, 1, "a turn is told once");
  // It is switched off where it was switched on.
  const again = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().includes("/push"));
  await page.goto(`${service.base}/#/game/${game.id}`);
  assert.ok(await turn(page));
  assert.equal((await again).status(), 204, "it is said again: the browser may have got another address");
  await page.locator(".dock button").last().click();
  const toggle = page.getByRole("switch", { name: "Me prévenir quand c’est à moi" });
  assert.equal(await toggle.isChecked(), true);
  await accessible(page, "the switch");
  const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE" && answer.url().includes("/push"));
  await toggle.click();
  assert.equal((await ended).status(), 204);
  await leaves(page, game);
  await plays(game, game.ada);
  await plays(game, game.boris);
  await lookedTwice("another");
  assert.equal(pushes.to("ada").length, 1, "nobody is told any more");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("who does not wish it is not asked again, and a browser that cannot be told is not asked at all", async () => {
  const { page } = await visitor({}, "no");
  const first = await table(page);
  await plays(first, first.ada);
  const no = page.getByRole("button", { name: "No, thanks" });
  await no.click();
  await no.waitFor({ state: "detached" });
  const second = await table(page);
  await plays(second, second.ada);
  await waits(page);
  assert.equal(await no.count(), 0);
  await page.context().close();
  const other = await visit(browser, service.base);
  await other.context().addInitScript(() => delete globalThis.PushManager);
  const third = await table(other);
  await plays(third, third.ada);
  await waits(other);
  assert.equal(await other.locator(".banner").count(), 0);
  await open(other, service.base);
  assert.deepEqual([...page.faults, ...other.faults], []);
  await other.context().close();
});

test("when the push address of a browser changes, its games are told at the new one, though no page is open", async () => {
  const { page } = await visitor({}, "before");
  const game = await table(page);
  await plays(game, game.ada);
  const offer = page.getByRole("button", { name: "Tell me", exact: true });
  await offer.click();
  await offer.waitFor({ state: "detached" });
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await leaves(page, game);
  const own = keys();
  const said = { endpoint: `${pushes.origin}/after`, keys: { p256dh: own.p256dh, auth: own.auth } };
  await worker.evaluate((said) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => said });
    return move();
  }, said);
  await plays(game, game.boris);
  const [message] = await pushes.until("after", 1);
  assert.equal(own.read(message.body).game, game.id);
  await context.close();
});

test("the worker is served where it may show messages of every page, and answers no request", async () => {
  const answer = await fetch(`${service.base}/push.js`);
  assert.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(answer.headers.get("cache-control"), "public, no-cache");
  assert.match(answer.headers.get("content-security-policy"), /^default-src 'none'/);
  assert.doesNotMatch(await answer.text(), /"fetch"/);
});
