// Shows what the service tells while its page is closed (docs/push.md). It keeps nothing and answers no request: the pages work
// as well without it.

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
