// Keeps the page for offline play. Each version has a cache of its own; the files in it carry
// their content in their names, so that no two versions mix.

const VERSION = "@VERSION@";
const FILES = JSON.parse('@FILES@');
const CACHE = `ironrank-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const drop = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("ironrank-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(drop());
});

// The page itself comes from the net while there is one, so that a new version is seen at once.
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: request.mode === "navigate" });
  const answer = async () => {
    if (request.mode === "navigate") {
      try {
        const fresh = await fetch(request);
        if (fresh.ok) return fresh;
      } catch {
        // Offline.
      }
      return (await kept()) ?? (await caches.match("./")) ?? Response.error();
    }
    return (await kept()) ?? fetch(request);
  };
  event.respondWith(answer());
});
