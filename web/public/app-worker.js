// Keeps the pages and files of the app on the device (decision 0041). It stores no response of the backend: its caches
// hold only what every visitor gets. A new build has other files, so it is a new worker.

/** The files that PAGES need, lazy parts included. The build fills them in. */
const FILES = [];
const VERSION = "development";

/** Signed-in pages are shown from the device at once; the server's copy replaces the kept one for the next time. */
const SIGNED_IN_PAGES = [
  "/book-slot",
  "/documents",
  "/options",
  "/pricing",
  "/application-guide",
  "/counselling",
  "/notifications",
  "/update-profile",
  "/account",
  "/two-step",
  "/passkeys",
  "/reset-password",
];
/** These are kept when an admin or a mentor opens them, to save students the data. */
const ADMIN_PAGES = [
  "/assign-plan",
  "/manage-plans",
  "/send-notifications",
  "/admin-documents",
  "/mentors",
  "/audit-log",
  "/security-events",
  "/agenda",
  "/availability",
];
/** These come from the server, and from the device only if it does not respond in time. */
const OTHER_PAGES = ["/guides", "/", "/auth", "/login", "/logout", "/complete-profile"];
const PAGES = [...SIGNED_IN_PAGES, ...OTHER_PAGES];

const PAGE_CACHE = "pages";
const FILE_CACHE = `files-${VERSION}`;
/** An older copy may name settings that have expired, so the server is asked first. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_WAIT_MS = 4000;
/** Pages that are being opened get the processor and the bandwidth of the phone for themselves. */
const QUIET_MS = 2000;

// A new worker takes over once all tabs are closed; until then, the earlier one serves what the new one has stored.
// Replacing a worker in use would race with the requests that it is handling.
self.addEventListener("install", (event) => {
  // These need not wait for this worker to start. A browser that does not know routes asks the worker.
  event.addRoutes?.([
    { condition: { urlPattern: "/assets/*" }, source: "cache" },
    { condition: { urlPattern: "/*/v1/*" }, source: "network" },
  ]);
  event.waitUntil(installVersion());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()));
});

/** Settles when the page that was opened last is kept. */
let keeping = Promise.resolve();
/** Settles when the app is kept. Each page that is opened asks for it. */
let keepingApp;
/** A worker starts because a page is being opened. */
let lastRequestAt = Date.now();
/** A new worker gets no requests until it takes over, so the one in use tells it about them. */
const requests = new BroadcastChannel("requests");
requests.onmessage = () => {
  lastRequestAt = Date.now();
};

// Sent by signed-in pages. Visitors keep only the guides.
self.addEventListener("message", (event) => {
  if (event.data === "keep the app") {
    keepingApp ??= keepApp().finally(() => {
      keepingApp = undefined;
    });
    event.waitUntil(keepingApp);
  }
  // A page that started late has missed the message of keepPage.
  if (event.data === "is it kept") event.waitUntil(keeping.then(() => event.source.postMessage("page kept")));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.includes("/v1/")) return;
  lastRequestAt = Date.now();
  requests.postMessage("new");
  if (pathname.startsWith("/assets/")) event.respondWith(respondWithFile(pathname));
  else if (request.mode !== "navigate") return;
  else if (PAGES.includes(pathname) || ADMIN_PAGES.includes(pathname))
    event.respondWith(respondWithPage(event, pathname));
  else event.respondWith(fetch(request).catch(respondOffline));
});

async function respondWithFile(path) {
  return (await caches.match(path)) ?? fetch(path);
}

async function respondWithPage(event, path) {
  const kept = await findPage(path);
  const isRecent = kept && Date.now() - Date.parse(kept.headers.get("date")) < MAX_AGE_MS;
  const isShownAtOnce = isRecent && !OTHER_PAGES.includes(path);
  const fetched = fetch(path, { cache: "no-cache" });
  keeping = fetched.then((response) => keepPage(path, isShownAtOnce ? response : response.clone()));
  event.waitUntil(keeping.catch(() => undefined));
  if (isShownAtOnce) return kept;
  if (!kept) return fetched.catch(respondOffline);
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS, kept));
  const answered = fetched.then((response) => (response.status < 500 ? response : kept));
  return Promise.race([answered, late]).catch(() => kept);
}

async function findPage(path) {
  return (await caches.open(PAGE_CACHE)).match(path);
}

/** Replaces the kept copy, after the files that the new one names, so that the kept copy is always complete. */
async function keepPage(path, response) {
  const pages = await caches.open(PAGE_CACHE);
  if (response.status === 404) await pages.delete(path);
  if (!response.ok || response.redirected) return;
  const html = await response.text();
  // A network or a proxy may answer with a page of its own, such as its login.
  if (!html.includes("/assets/")) return;
  await keepFilesIn(html);
  await pages.put(path, new Response(html, { headers: response.headers }));
  for (const client of await self.clients.matchAll()) client.postMessage("page kept");
}

/** Fetches the files one after the other, so that the person's own requests get most of the bandwidth. */
async function keepFilesIn(text) {
  for (const path of new Set(text.match(/\/assets\/[\w.-]+\.(?:css|js|svg|woff2)/g))) {
    await keepFile(path);
    if (path.endsWith(".css")) await keepFilesIn(await (await caches.match(path)).text());
  }
}

async function keepFile(path) {
  const cache = await caches.open(FILE_CACHE);
  if (await cache.match(path)) return;
  const response = (await caches.match(path)) ?? (await fetchInQuiet(path));
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || isPage) throw new Error(`${path} returned ${response.status}`);
  await cache.put(path, response);
}

async function fetchInQuiet(path) {
  await untilQuiet();
  return fetch(path, { priority: "low" });
}

async function keepApp({ again = false } = {}) {
  for (const file of FILES) await keepFile(file);
  for (const page of PAGES) {
    if (!again && (await findPage(page))) continue;
    await untilQuiet();
    await keepPage(page, await fetch(page, { cache: "no-cache" }));
  }
}

/** Returns once the open pages have requested no page and no file for a while. */
async function untilQuiet() {
  for (;;) {
    const waitMs = lastRequestAt + QUIET_MS - Date.now();
    if (waitMs <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function installVersion() {
  if (await findPage("/book-slot")) await keepApp({ again: true });
  else await keepPage("/guides", await fetch("/guides", { cache: "no-cache" }));
}

/** Keeps the files of the previous version too: a tab that shows it may still need its lazy parts. */
async function removeOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("files-") && name !== FILE_CACHE).slice(0, -1);
  await Promise.all([...old, "guides-1"].map((name) => caches.delete(name)));
}

async function respondOffline() {
  const isStudent = Boolean(await findPage("/book-slot"));
  return new Response(offlinePage(isStudent), {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

const STUDENT_TEXT = `If you are logged in, you also see your next slots, your plan and the list of your documents, as they
were last time.`;
const STUDENT_LINKS = `<a href="/book-slot">Slots</a><a href="/pricing">Plan</a><a href="/documents">Documents</a>`;

const offlinePage = (isStudent) => `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection · Maarga</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { display: grid; align-content: center; min-height: 100dvh; max-width: 28rem; margin: auto; padding: 1.5rem;
  box-sizing: border-box; background: light-dark(#fbfaf6, #0f1519); color: light-dark(#1b2430, #e8e6df); }
a { display: inline-block; padding: 0.6rem 0; margin-right: 1.5rem; color: light-dark(#0e5a4a, #5cc4aa); }
</style>
<main>
<h1>This page needs a connection</h1>
<p>The guides open without one. ${isStudent ? STUDENT_TEXT : ""}</p>
<p><a href="">Try again</a><a href="/guides">Guides</a>${isStudent ? STUDENT_LINKS : ""}</p>
</main>
</html>`;
