// Keeps the page for offline play. Each version has a cache of its own; the files in it carry
// their content in their names, so that no two versions mix.

const VERSION = "@VERSION@";
const FILES = JSON.parse('@FILES@');
// Two copies of the game may lie at one origin.
const OURS = `ironrank-${new URL(registration.scope).pathname}-`;
const CACHE = `${OURS}${VERSION}`;
// How long the network may take to bring the page before the saved copy is shown, in milliseconds.
const PATIENCE = 3000;

addEventListener("install", (event) => {
  // Only the page itself has a name without a hash, and the browser's own copy of it may be old.
  const fresh = FILES.map((name) => new Request(name, name === "./" ? { cache: "reload" } : {}));
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const drop = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(drop());
});

// The page itself comes from the network as long as that answers: a new version is seen at once.
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

async function page(request) {
  const kept = await (await caches.open(CACHE)).match("./");
  const fresh = fetch(request).catch(() => null);
  if (!kept) return (await fresh) ?? Response.error();
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  const first = await Promise.race([fresh, late]);
  return first?.ok ? first : kept;
}
