import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { SITEVERIFY_SECRET, startSiteverify } from "../../tests/world/siteverify.ts";
import { ChallengeUnavailable } from "./bot-challenge.ts";
import { createSiteverify } from "./siteverify.ts";

const challengeAt = (verifyUrl: string) =>
  createSiteverify({ kind: "turnstile", siteKey: "the-site-key", secret: SITEVERIFY_SECRET, verifyUrl });

async function standIn(answer?: (response: ServerResponse) => unknown) {
  const service = await startSiteverify();
  onTestFinished(() => service.stop());
  service.misbehave(answer);
  return { asked: service.asked, challenge: challengeAt(service.url) };
}

test("a good token passes once, and a second time is a duplicate", async () => {
  const { challenge, asked } = await standIn();
  expect(await challenge.verify("good", "192.0.2.7")).toEqual({ passed: true });
  expect(await challenge.verify("good", "192.0.2.7")).toEqual({
    passed: false,
    reasons: ["timeout-or-duplicate"],
  });
  expect(asked[0]).toEqual({
    method: "POST",
    type: "application/x-www-form-urlencoded;charset=UTF-8",
    form: { secret: "the-secret", response: "good", remoteip: "192.0.2.7" },
  });
});

test("a token cannot add fields to the question", async () => {
  const { challenge, asked } = await standIn();
  await challenge.verify("good&secret=mine&remoteip=1.1.1.1", "192.0.2.7");
  expect(asked[0]?.form).toEqual({
    secret: "the-secret",
    response: "good&secret=mine&remoteip=1.1.1.1",
    remoteip: "192.0.2.7",
  });
});

test("the service's own error codes are passed on", async () => {
  const { challenge } = await standIn();
  expect(await challenge.verify("bad", "192.0.2.7")).toEqual({
    passed: false,
    reasons: ["invalid-input-response"],
  });
});

test("a refusal without a reason is a refusal", async () => {
  const { challenge } = await standIn((response) => response.end('{"success":false}'));
  expect(await challenge.verify("good", "192.0.2.7")).toEqual({
    passed: false,
    reasons: ["no-reason-given"],
  });
});

test.each([
  ["fails", (response: ServerResponse) => response.writeHead(503).end('{"success":true}')],
  ["talks of something else", (response: ServerResponse) => response.end("<html>hello</html>")],
  ["says yes in another way", (response: ServerResponse) => response.end('{"success":"yes"}')],
  [
    "sends us elsewhere",
    (response: ServerResponse) =>
      response.req.url === "/elsewhere"
        ? response.end('{"success":true}')
        : response.writeHead(307, { location: "/elsewhere" }).end(),
  ],
  ["hangs up", (response: ServerResponse) => response.destroy()],
])("a service that %s is neither a yes nor a no", async (_what, answer) => {
  const { challenge } = await standIn(answer);
  await expect(challenge.verify("good", "192.0.2.7")).rejects.toThrow(ChallengeUnavailable);
});

test("a service that cannot be reached is neither a yes nor a no", async () => {
  await expect(challengeAt("http://127.0.0.1:1/").verify("good", "192.0.2.7")).rejects.toThrow(
    ChallengeUnavailable,
  );
});

test("the browser gets the site key and never the secret", () => {
  expect(challengeAt("http://127.0.0.1:1/").publicSettings).toEqual({
    kind: "turnstile",
    siteKey: "the-site-key",
  });
});
