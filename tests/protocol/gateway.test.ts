import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type RunningServer, sharedServer, startServer } from "../world/server.ts";

const METRICS_TOKEN = "a token of the tests";
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    env: {
      SUPPORT_EMAIL: "help@maarga.example",
      SUPPORT_PHONE: "080 1234",
      UPI_ID: "maarga@bank",
      UPI_NAME: "Maarga",
      SITE_URL: "https://maarga.example",
      METRICS_TOKEN,
    },
  });
});
afterAll(() => server.stop());

const request = (path: string, init?: RequestInit) => fetch(server.url + path, init);

describe("the API key", () => {
  test.each(["/auth/v1/settings", "/rest/v1/plans", "/storage/v1/bucket", "/functions/v1/check-admin"])(
    "is required by %s",
    async (path) => {
      const without = await request(path, { method: path.startsWith("/functions") ? "POST" : "GET" });
      expect(without.status).toBe(401);
      expect(await without.json()).toMatchObject({ message: "No API key found in request" });
      const wrong = await request(path, { headers: { apikey: "sb_publishable_guessed" } });
      expect(wrong.status).toBe(401);
      expect(await wrong.json()).toMatchObject({ message: "Invalid API key" });
    },
  );

  test("may be a query parameter", async () => {
    expect((await request(`/auth/v1/settings?apikey=${server.publishableKey}`)).status).toBe(200);
  });

  test.each([
    ["/auth/v1/.well-known/jwks.json", 200],
    ["/auth/v1/verify?token=x&type=signup", 303],
    ["/storage/v1/object/sign/user-documents/x?token=x", 400],
  ])("is not required for addresses that links open: %s", async (path, status) => {
    expect((await request(path, { redirect: "manual" })).status).toBe(status);
  });

  test("is required for creating such a link", async () => {
    expect((await request("/storage/v1/object/sign/user-documents/x", { method: "POST" })).status).toBe(401);
  });
});

describe("a page of another origin", () => {
  test.each(["/auth/v1/token", "/rest/v1/slots", "/storage/v1/object/x", "/functions/v1/send-emails"])(
    "may send a preflight request before it calls %s",
    async (path) => {
      const response = await request(path, {
        method: "OPTIONS",
        headers: { origin: "https://app.example", "access-control-request-headers": "apikey,x-upsert" },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-headers")).toBe("apikey,x-upsert");
      expect(response.headers.get("access-control-allow-methods")).toContain("PATCH");
    },
  );

  test.each(["/auth/v1/nothing", "/rest/v1/nothing", "/storage/v1/nothing", "/functions/v1/nothing"])(
    "can read refusals, which are always JSON: %s",
    async (path) => {
      const response = await request(path, { headers: { apikey: server.publishableKey } });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("X-Supabase-Api-Version");
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      await response.json();
    },
  );
});

const PATHS_OF_THE_SITE = [
  "/",
  "/healthz",
  "/metrics",
  "/favicon.svg",
  "/nothing",
  "/unsubscribe/v1?token=x",
  "/not-me/v1?token=x",
];
const PATHS_OF_THE_API = [
  "/config.json",
  "/auth/v1/settings",
  "/auth/v1/.well-known/jwks.json",
  "/rest/v1/plans",
  "/storage/v1/bucket",
  "/storage/v1/object/sign/user-documents/x?token=x",
  "/functions/v1/check-admin",
];
const ALL_KINDS_OF_PATHS = [...PATHS_OF_THE_SITE, ...PATHS_OF_THE_API];

test("every response has the security headers", async () => {
  for (const path of ALL_KINDS_OF_PATHS) {
    const { headers } = await request(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("strict-transport-security")).toContain("max-age");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("permissions-policy")).toMatch(/\bcamera=\(\).*\bgeolocation=\(\).*\bmicrophone=\(\)/);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("a page of another origin can load what the API allows it to read, and nothing else", async () => {
  const policyOf = async (path: string) =>
    (await request(path, { headers: { apikey: server.publishableKey } })).headers.get(
      "cross-origin-resource-policy",
    );
  for (const path of PATHS_OF_THE_SITE) expect([path, await policyOf(path)]).toEqual([path, "same-origin"]);
  for (const path of PATHS_OF_THE_API) expect([path, await policyOf(path)]).toEqual([path, "cross-origin"]);
});

test("security.txt has the operator's contacts, an expiry within a year, and a policy that exists", async () => {
  const response = await request("/.well-known/security.txt");
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const fields = (await response.text()).trimEnd().split("\n");
  expect(fields).toEqual([
    "Contact: mailto:help@maarga.example",
    "Contact: tel:080-1234",
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/),
    "Preferred-Languages: en, kn",
    "Canonical: https://maarga.example/.well-known/security.txt",
    "Policy: https://maarga.example/.well-known/security-policy.txt",
  ]);
  const days = (Date.parse(fields[2]?.slice("Expires: ".length) ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  const policy = await request("/.well-known/security-policy.txt");
  expect(await policy.text()).toContain("Reporting a security problem");
});

test("without a contact there is no security.txt", async () => {
  expect((await fetch(`${sharedServer().url}/.well-known/security.txt`)).status).toBe(404);
});

test("config.json has the public settings and no secret", async () => {
  const response = await request("/config.json");
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({
    backendUrl: "https://maarga.example",
    publishableKey: server.publishableKey,
    botChallenge: { kind: "off" },
    support: { email: "help@maarga.example", phone: "080 1234" },
    upi: { id: "maarga@bank", name: "Maarga" },
    bank: {},
    bookings: { maxUpcoming: 30, maxDaysAhead: 365 },
  });
  const secrets = JSON.parse(await readFile(path.join(server.dataFolder, "secrets.json"), "utf8"));
  for (const secret of [secrets.secretKey, secrets.internalKey, secrets.signingKeys[0].d])
    expect(text).not.toContain(secret);
});

test("the front page is served, and metrics contain no personal data", async () => {
  expect(await (await request("/")).text()).toContain("Get Guidance");
  await request("/auth/v1/verify?token=asha@example.org&type=signup", { redirect: "manual" });
  const read = async () =>
    (await request("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  // At the beginning of a minute, the periodic jobs wait.
  await expect.poll(read, { timeout: 60_000 }).toContain('maarga_jobs{state="waiting"} 0');
  const metrics = await read();
  expect(metrics).toContain('maarga_request_seconds_count{service="auth",method="GET",status="303"} ');
  expect(metrics).toMatch(/^maarga_security_events_total\{kind="admin rights granted"\} [1-9]/m);
  expect(metrics).toContain('maarga_waiting_list{state="overdue"} 0');
  expect(metrics).not.toContain("asha");
});

test("metrics are for callers with the token only, and the others learn nothing", async () => {
  const response = await request("/metrics");
  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain("maarga_");
});

test("metrics with an address of their own are served there and nowhere else", async () => {
  const port = await freePort();
  const own = await startServer({ env: { METRICS_ADDRESS: `127.0.0.1:${port}` } });
  try {
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain("maarga_jobs");
    expect((await fetch(`http://127.0.0.1:${port}/rest/v1/plans`)).status).toBe(404);
    expect(await (await fetch(`${own.url}/metrics`)).text()).not.toContain("maarga_jobs");
  } finally {
    await own.stop();
  }
});

test("without a setting, metrics are served on this machine and not through a proxy", async () => {
  const own = sharedServer();
  expect((await fetch(`${own.url}/metrics`)).status).toBe(200);
  const proxied = await fetch(`${own.url}/metrics`, { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect(proxied.status).toBe(403);
  expect(await proxied.text()).toContain("METRICS_TOKEN");
});
