// Shows what the service tells while its page is closed (docs/push.md). It answers no request: the pages work as well without it.

const place = () => self.registration.scope;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));

async function show(data) {
  let told = {};
  try {
    told = data.json();
  } catch {
    // A browser wants to see something for every message.
  }
  const { game, title = "tapis", text = "", language } = told;
  // A newer message of a game takes the place of the one before.
  await self.registration.showNotification(title, { body: text, lang: language, tag: game, renotify: game !== undefined, data: { game } });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event.newSubscription)));

/** The browser has another push address: the seats of which it is told, which the pages keep for this, are told there. */
async function move(found) {
  const { public_key } = await (await fetch(`${place()}v1/push`)).json();
  const now = found ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  const { endpoint, keys } = now.toJSON();
  const seats = await self.caches.open("push");
  for (const seat of await seats.keys()) {
    const token = await (await seats.match(seat)).text();
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const { status } = await fetch(seat.url, { method: "PUT", headers, body: JSON.stringify({ endpoint, keys }) });
    // The game is over, or the seat is not this browser's any more.
    if ([401, 403, 404, 409].includes(status)) await seats.delete(seat);
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.game));
});

/** Opens the game, in a window that is there already if there is one. */
async function open(game) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = all.find(({ url }) => url.split("#")[0] === place());
  if (there) {
    there.postMessage({ game });
    return there.focus();
  }
  return self.clients.openWindow(game ? `${place()}#/game/${game}` : place());
}
