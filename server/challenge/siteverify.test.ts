import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { SITEVERIFY_SECRET, startSiteverify } from "../../tests/world/siteverify.ts";
import { ChallengeUnavailable } from "./bot-challenge.ts";
import { createSiteverify } from "./siteverify.ts";

const createChallenge = (verifyUrl: string) =>
  createSiteverify({ kind: "turnstile", siteKey: "the-site-key", secret: SITEVERIFY_SECRET, verifyUrl });

async function startChallenge(respond?: (response: ServerResponse) => unknown) {
  const service = await startSiteverify();
  onTestFinished(() => service.stop());
  service.misbehave(respond);
  return { requests: service.requests, challenge: createChallenge(service.url) };
}

test("a good token passes once and is then refused as a duplicate", async () => {
  const { challenge, requests } = await startChallenge();
  expect(await challenge.verify("good", "192.0.2.7")).toEqual({ passed: true });
  expect(await challenge.verify("good", "192.0.2.7")).toEqual({
    passed: false,
    reasons: ["timeout-or-duplicate"],
  });
  expect(requests[0]).toEqual({
    method: "POST",
    type: "application/x-www-form-urlencoded;charset=UTF-8",
    form: { secret: "the-secret", response: "good", remoteip: "192.0.2.7" },
  });
});

test("a token cannot add fields to the request", async () => {
  const { challenge, requests } = await startChallenge();
  await challenge.verify("good&secret=mine&remoteip=1.1.1.1", "192.0.2.7");
  expect(requests[0]?.form).toEqual({
    secret: "the-secret",
    response: "good&secret=mine&remoteip=1.1.1.1",
    remoteip: "192.0.2.7",
  });
});

test("the error codes of the service become the reasons", async () => {
  const { challenge } = await startChallenge();
  expect(await challenge.verify("bad", "192.0.2.7")).toEqual({
    passed: false,
    reasons: ["invalid-input-response"],
  });
});

test("a refusal without error codes has a default reason", async () => {
  const { challenge } = await startChallenge((response) => response.end('{"success":false}'));
  expect(await challenge.verify("good", "192.0.2.7")).toEqual({
    passed: false,
    reasons: ["no-reason-given"],
  });
});

test.each([
  ["fails", (response: ServerResponse) => response.writeHead(503).end('{"success":true}')],
  ["responds with HTML", (response: ServerResponse) => response.end("<html>hello</html>")],
  [
    "responds with a success that is not a boolean",
    (response: ServerResponse) => response.end('{"success":"yes"}'),
  ],
  [
    "redirects",
    (response: ServerResponse) =>
      response.req.url === "/elsewhere"
        ? response.end('{"success":true}')
        : response.writeHead(307, { location: "/elsewhere" }).end(),
  ],
  ["closes the connection", (response: ServerResponse) => response.destroy()],
])("a service that %s makes the challenge unavailable", async (_case, respond) => {
  const { challenge } = await startChallenge(respond);
  await expect(challenge.verify("good", "192.0.2.7")).rejects.toThrow(ChallengeUnavailable);
});

test("a service that cannot be reached makes the challenge unavailable", async () => {
  await expect(createChallenge("http://127.0.0.1:1/").verify("good", "192.0.2.7")).rejects.toThrow(
    ChallengeUnavailable,
  );
});

test("the browser gets the site key and never the secret", () => {
  expect(createChallenge("http://127.0.0.1:1/").publicSettings).toEqual({
    kind: "turnstile",
    siteKey: "the-site-key",
  });
});
