// Makes /guides readable offline. It caches that page and the files that the page names. The page comes from
// the network, and from the cache only if the network fails. Files come from the cache, because their names
// change with their content. All other requests are left to the browser.
const CACHE = "guides-1";
const PAGE = "/guides";

self.addEventListener("install", (event) => {
  event.waitUntil(fetch(PAGE).then(store).then(self.skipWaiting.bind(self)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(respondWithPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(respondWithFile(request));
});

async function respondWithPage(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(store(response.clone()));
    if (response.status < 500) return response;
    return (await findCached(PAGE)) ?? response;
  } catch (error) {
    const copy = await findCached(PAGE);
    if (copy) return copy;
    throw error;
  }
}

async function respondWithFile(request) {
  return (await findCached(request)) ?? fetch(request);
}

async function findCached(request) {
  const cache = await caches.open(CACHE);
  return cache.match(request, { ignoreSearch: true });
}

/** Stores the page after all of its files, so that the cached copy is always complete. */
async function store(response) {
  if (!response.ok) throw new Error(`${PAGE} returned ${response.status}`);
  const cache = await caches.open(CACHE);
  const html = await response.clone().text();
  const needed = new Set(filesIn(html));
  for (const name of [...needed].filter((name) => name.endsWith(".css"))) {
    const style = await fetchIntoCache(cache, name);
    for (const font of filesIn(await style.text())) needed.add(font);
  }
  await Promise.all([...needed].map((name) => fetchIntoCache(cache, name)));
  await cache.put(PAGE, response);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== PAGE && !needed.has(pathname)) await cache.delete(request);
  }
}

async function fetchIntoCache(cache, name) {
  const copy = await cache.match(name);
  if (copy) return copy;
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} returned ${response.status}`);
  await cache.put(name, response.clone());
  return response;
}

function filesIn(text) {
  return [...text.matchAll(/\/assets\/[\w.-]+\.(?:css|js|woff2|svg)/g)].map(([name]) => name);
}

async function removeOldCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("guides-") && name !== CACHE).map((name) => caches.delete(name)),
  );
}
