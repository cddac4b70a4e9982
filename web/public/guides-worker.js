// Keeps /guides for reading without a network. What is kept is one page with the files that it names:
// the page is always asked for anew and only taken from here when nobody answers; a file whose name
// changes with its content is taken from here. Nothing else passes through.
const KEPT = "guides-1";
const PAGE = "/guides";

self.addEventListener("install", (event) => {
  event.waitUntil(fetch(PAGE).then(keep).then(self.skipWaiting.bind(self)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOlder().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(page(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(file(request));
});

async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(answer.clone()));
    if (answer.status < 500) return answer;
    return (await kept(PAGE)) ?? answer;
  } catch (problem) {
    const copy = await kept(PAGE);
    if (copy) return copy;
    throw problem;
  }
}

async function file(request) {
  return (await kept(request)) ?? fetch(request);
}

async function kept(request) {
  const cache = await caches.open(KEPT);
  return cache.match(request, { ignoreSearch: true });
}

/** The page only after everything that it needs, so that what is kept is always whole. */
async function keep(answer) {
  if (!answer.ok) throw new Error(`${PAGE} answered ${answer.status}`);
  const cache = await caches.open(KEPT);
  const html = await answer.clone().text();
  const needed = new Set(filesIn(html));
  for (const name of [...needed].filter((name) => name.endsWith(".css"))) {
    const style = await fileFor(cache, name);
    for (const font of filesIn(await style.text())) needed.add(font);
  }
  await Promise.all([...needed].map((name) => fileFor(cache, name)));
  await cache.put(PAGE, answer);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== PAGE && !needed.has(pathname)) await cache.delete(request);
  }
}

async function fileFor(cache, name) {
  const copy = await cache.match(name);
  if (copy) return copy;
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  await cache.put(name, answer.clone());
  return answer;
}

function filesIn(text) {
  return [...text.matchAll(/\/assets\/[\w.-]+\.(?:css|js|woff2|svg)/g)].map(([name]) => name);
}

async function removeOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("guides-") && name !== KEPT).map((name) => caches.delete(name)),
  );
}
