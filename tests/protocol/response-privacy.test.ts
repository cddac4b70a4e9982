import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createStudent } from "../world/members.ts";
import { PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();
const request = (path: string, init?: RequestInit) =>
  fetch(server.url + path, { headers: { apikey: server.publishableKey }, ...init });

test("no response of the API stays in a cache, except the public keys", async () => {
  for (const path of ["/auth/v1/settings", "/rest/v1/plans", "/storage/v1/bucket", "/functions/v1/nothing"]) {
    const { headers } = await request(path);
    expect([path, headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
  const { headers } = await request("/auth/v1/.well-known/jwks.json");
  expect(headers.get("cache-control")).toBe("public, max-age=600");
});

test("TRACE is refused, and returns nothing of the request", async () => {
  const { hostname, port } = new URL(server.url);
  const headers = { "x-secret": "of-a-proxy" };
  const sent = httpRequest({ hostname, port, path: "/", method: "TRACE", headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(404);
  expect(await text(response)).not.toContain("of-a-proxy");
});

test("an address that a client claims to have is ignored if no proxy is configured", async () => {
  const { id, email } = await createStudent(server);
  const signedIn = await request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: {
      apikey: server.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": "203.0.113.9",
      forwarded: "for=203.0.113.9",
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(signedIn.status).toBe(200);
  const [event] = await queryAt<{ address: string }>(
    server.databaseUrl,
    "select address from security_events where user_id = $1",
    [id],
  );
  expect(event?.address).toMatch(/^(127\.0\.0\.1|::1)$/);
});

test.each([
  [
    "an address that cannot be decoded",
    "GET /rest/v1/%zz<script> HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    400,
  ],
  ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["headers without an end", `GET / HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 431],
])(
  "a request with %s gets a response with the security headers, and nothing of itself",
  async (_what, sent, status) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(sent);
    const received = await text(socket);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toMatch(/^x-content-type-options: nosniff\r$/m);
    expect(received).toMatch(/^content-security-policy: default-src 'none'/m);
    expect(received).toMatch(/^permissions-policy: /m);
    expect(received).not.toContain("script");
  },
);
