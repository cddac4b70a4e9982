import { expect, test } from "vitest";
import { bearer, callAuth, putUser, refresh, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createMember } from "../world/members.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { codeOf, signInWithFirstStep, unwrap } from "../world/second-step.ts";
import { type Server, sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();
const PHONE = {
  "user-agent": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
};

interface SecurityEvent {
  readonly kind: string;
  readonly details: Record<string, unknown>;
}

const eventsOf = (userId: string) =>
  queryAt<SecurityEvent>(
    server.databaseUrl,
    "select kind, details from security_events where user_id = $1 order by id",
    [userId],
  );
const originsOf = (userId: string) =>
  queryAt(
    server.databaseUrl,
    "select distinct email, address, device from security_events where user_id = $1",
    [userId],
  );

const tryPassword = (email: string, password: string, at: Server = server) =>
  callAuth(at, "/token?grant_type=password", { json: { email, password }, headers: PHONE });
const endOf = (endedDevice: string) => ({ kind: "session ended", details: { endedDevice } });

test("each way to sign in is recorded, with the address and the device", async () => {
  const { id, email } = await createAccount(server);
  expect((await tryPassword(email, PASSWORD)).status).toBe(200);
  await callAuth(server, "/otp", { json: { email } });
  const { code } = await waitForMail(server, email, { kind: "magiclink" });
  const json = { type: "magiclink", email, token: code };
  expect((await callAuth(server, "/verify", { json, headers: PHONE })).status).toBe(200);
  expect(await eventsOf(id)).toEqual([
    { kind: "signed in", details: { method: "password" } },
    { kind: "signed in", details: { method: "otp" } },
  ]);
  expect(await originsOf(id)).toEqual([
    { email, address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/), device: "Chrome on Android" },
  ]);
});

test("failed sign-ins are recorded although they are refused", async () => {
  const { id, email } = await createAccount(server);
  expect((await tryPassword(email, "wrong password")).status).toBe(400);
  const json = { type: "magiclink", email, token: "000000" };
  expect((await callAuth(server, "/verify", { json, headers: PHONE })).status).toBe(403);
  await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
  expect((await tryPassword(email, PASSWORD)).status).toBe(400);
  expect(await eventsOf(id)).toEqual(
    ["password", "code", "banned"].map((reason) => ({ kind: "sign-in failed", details: { reason } })),
  );
  expect(await originsOf(id)).toMatchObject([{ email, device: "Chrome on Android" }]);
});

test("a password typed into the field of the address is stored nowhere", async () => {
  const secret = "my secret p@ssw0rd.example";
  expect((await tryPassword(secret, "x")).status).toBe(400);
  const rows = await queryAt(
    server.databaseUrl,
    "select 1 from security_events event where event::text ilike '%ssw0rd%'",
  );
  expect(rows).toEqual([]);
});

test("a flood of wrong passwords from one network leaves few rows", async () => {
  const { id, email } = await createAccount(server);
  await Promise.all(Array.from({ length: 12 }, () => tryPassword(email, "wrong password")));
  const events = await eventsOf(id);
  // Twelve requests may span two minutes.
  expect(events.length).toBeGreaterThanOrEqual(5);
  expect(events.length).toBeLessThanOrEqual(10);
});

test("a new password, and the sessions that it ends, are recorded", async () => {
  const { id, email } = await createAccount(server);
  await tryPassword(email, PASSWORD);
  const { access_token } = await signIn(server, email);
  await putUser(server, access_token, { password: "another correct horse", current_password: "wrong" });
  expect(
    (await putUser(server, access_token, { password: "another correct horse", current_password: PASSWORD }))
      .status,
  ).toBe(200);
  expect((await eventsOf(id)).slice(2)).toEqual([
    { kind: "sign-in failed", details: { reason: "current password" } },
    endOf("Chrome on Android"),
    { kind: "password changed", details: {} },
  ]);
  expect(await originsOf(id)).not.toContainEqual(expect.objectContaining({ address: null }));
});

test("a new address is recorded when it is requested and when it is proved", async () => {
  const { id, email, token } = await createMember(server);
  const next = newEmail("moved");
  await putUser(server, token, { email: next, current_password: PASSWORD });
  for (const address of [email, next]) {
    const { code } = await waitForMail(server, address, { kind: "email_change" });
    await createVisitor(server).auth.verifyOtp({
      type: "email_change",
      email: address,
      token: code as string,
    });
  }
  const events = await eventsOf(id);
  expect(events.filter(({ kind }) => kind.startsWith("email"))).toEqual([
    { kind: "email change requested", details: {} },
    { kind: "email changed", details: { from: email } },
  ]);
});

test("sessions that a student ends are recorded", async () => {
  const { id, email } = await createAccount(server);
  await tryPassword(email, PASSWORD);
  const { access_token } = await signIn(server, email);
  await callAuth(server, "/logout?scope=others", { method: "POST", headers: bearer(access_token) });
  expect((await eventsOf(id)).slice(2)).toEqual([endOf("Chrome on Android")]);
  await callAuth(server, "/logout", { method: "POST", headers: bearer(access_token) });
  expect(await eventsOf(id)).toHaveLength(4);
});

test("sessions that end when two-step login is turned on are recorded, with their origin", async () => {
  const { id, email } = await createAccount(server);
  await tryPassword(email, PASSWORD);
  const client = await signInWithFirstStep(server, email);
  const { id: factorId, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
  unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) }));
  expect((await eventsOf(id)).slice(2)).toEqual([
    { kind: "signed in", details: { method: "totp" } },
    endOf("Chrome on Android"),
    { kind: "second step changed", details: { change: "turned on" } },
  ]);
  expect(await originsOf(id)).not.toContainEqual(expect.objectContaining({ address: null }));
});

test("a copied refresh token is recorded", async () => {
  const { id, email } = await createAccount(server);
  const { refresh_token } = await signIn(server, email);
  const { body } = await refresh(server, refresh_token);
  await refresh(server, body.refresh_token);
  await refresh(server, refresh_token);
  expect((await eventsOf(id)).map(({ kind }) => kind)).toContain("refresh token reused");
});

test("students read their own events through the API, and nobody else's", async () => {
  const [one, other] = [await createMember(server), await createMember(server)];
  for (const { email } of [one, other]) await signIn(server, email);
  const { data } = await one.client.from("security_events").select("user_id");
  expect(data).toEqual([{ user_id: one.id }]);
  expect((await one.client.from("security_events").select().eq("user_id", other.id)).data).toEqual([]);
});
