import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { createMetricsAccess } from "./metrics-access.ts";

const LOCAL = {
  TRUST_PROXY: 0,
  SITE_URL: "http://localhost:3000",
  METRICS_TOKEN: undefined,
  METRICS_ADDRESS: undefined,
};
const BEHIND_PROXY = { ...LOCAL, TRUST_PROXY: 1, SITE_URL: "https://maarga.example" };
const UNDECLARED_PROXY = { ...LOCAL, SITE_URL: "https://maarga.example" };
const WITH_TOKEN = { ...BEHIND_PROXY, METRICS_TOKEN: "a token of 20 letters" };

async function statusOf(
  settings: Parameters<typeof createMetricsAccess>[0],
  remoteAddress: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const request = { headers: { host: "localhost:3000", ...headers }, socket: { remoteAddress } };
  try {
    await createMetricsAccess(settings)(request as unknown as FastifyRequest);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

describe("without a token, metrics are served to", () => {
  test.each([
    ["the operator on this machine", LOCAL, "127.0.0.1", {}, 200],
    ["the operator on this machine, over IPv6", LOCAL, "::1", { host: "[::1]:3000" }, 200],
    ["the operator on this machine, over both", LOCAL, "::ffff:127.0.0.1", {}, 200],
    ["the operator on this machine, behind a declared proxy", BEHIND_PROXY, "127.0.0.1", {}, 200],
    ["nobody elsewhere", LOCAL, "192.0.2.1", {}, 403],
    ["nobody whose socket is closed", LOCAL, "", {}, 403],
    ["nobody through a proxy", BEHIND_PROXY, "127.0.0.1", { "x-forwarded-for": "192.0.2.1" }, 403],
    ["nobody through a proxy with another header", BEHIND_PROXY, "127.0.0.1", { via: "1.1 proxy" }, 403],
    ["nobody through a proxy that adds no header", UNDECLARED_PROXY, "127.0.0.1", {}, 403],
    ["no page that gave its name this address", LOCAL, "127.0.0.1", { host: "evil.example:3000" }, 403],
  ] as const)("%s", async (_who, settings, address, headers, status) => {
    expect(await statusOf(settings, address, headers)).toBe(status);
  });
});

describe("with a token, metrics are served", () => {
  test.each([
    ["to whoever sends it", "192.0.2.1", `Bearer ${WITH_TOKEN.METRICS_TOKEN}`, 200],
    ["to nobody with another token", "192.0.2.1", "Bearer another", 401],
    ["to nobody without a token, not even on this machine", "127.0.0.1", "", 401],
  ])("%s", async (_who, address, authorization, status) => {
    expect(await statusOf(WITH_TOKEN, address, { authorization })).toBe(status);
  });
});
