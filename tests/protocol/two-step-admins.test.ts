import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getUser } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { maarga } from "../world/operator.ts";
import { addPasskey, signInWithPasskey } from "../world/passkeys.ts";
import { createAccount } from "../world/people.ts";
import {
  ageSessions,
  codeOf,
  createTwoStepMember,
  passSecondStep,
  sessionOf,
  signInWithFirstStep,
  unwrap,
} from "../world/second-step.ts";
import { type RunningServer, sharedServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

async function checkAdmin(client: SupabaseClient): Promise<unknown> {
  return unwrap(await client.functions.invoke("check-admin"));
}

const listStudents = (client: SupabaseClient) => client.rpc("list_students", { page_size: 10 });

describe("with ADMIN_TWO_STEP=optional", () => {
  test("an admin without a second step acts as before", async () => {
    const { email } = await createAccount(server, { isAdmin: true });
    const client = await signInWithFirstStep(server, email);
    expect(await checkAdmin(client)).toEqual({ isAdmin: true });
    expect((await listStudents(client)).error).toBeNull();
  });

  test("an admin who has turned it on acts with both steps only", async () => {
    const admin = await createTwoStepMember(server, { isAdmin: true });
    expect(await checkAdmin(admin.client)).toEqual({ isAdmin: true });
    const client = await signInWithFirstStep(server, admin.email);
    expect((await listStudents(client)).error).toMatchObject({
      code: "MG002",
      message: "Please confirm with your second step.",
    });
    await passSecondStep(server, client, admin);
    expect((await listStudents(client)).error).toBeNull();
  });
});

describe("with ADMIN_TWO_STEP=required", () => {
  let strict: RunningServer;
  beforeAll(async () => {
    strict = await startServer({ env: { ADMIN_TWO_STEP: "required" } });
  });
  afterAll(() => strict.stop());

  test("an admin without a second step can do nothing of the admins', until they set it up", async () => {
    const { email } = await createAccount(strict, { isAdmin: true, profile: {} });
    await createAccount(strict, { profile: {} });
    const client = await signInWithFirstStep(strict, email);
    expect(await checkAdmin(client)).toEqual({ isAdmin: false, twoStep: "required" });
    expect((await listStudents(client)).status).toBe(403);
    expect((await client.from("profiles").select("id")).data).toHaveLength(1);
    const mail = await client.functions.invoke("preview-email", {
      body: { subject: "Round one", body: "Hello" },
    });
    expect(mail.error).toMatchObject({ context: { status: 403 } });

    const { id, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
    expect(await checkAdmin(client)).toEqual({ isAdmin: true });
    expect((await client.from("profiles").select("id")).data).toHaveLength(2);

    unwrap(await client.auth.mfa.unenroll({ factorId: id }));
    expect(await checkAdmin(client)).toEqual({ isAdmin: false, twoStep: "required" });
    expect((await listStudents(client)).status).toBe(403);
  });

  test("an admin may act after signing in with a passkey, but not with the password alone", async () => {
    const { id, email } = await createAccount(strict, { isAdmin: true });
    const client = await signInWithFirstStep(strict, email);
    const passkey = await addPasskey(client, strict.url);
    expect(await checkAdmin(client)).toEqual({ isAdmin: false, twoStep: "required" });
    const strong = createVisitor(strict);
    unwrap(await signInWithPasskey(strong, strict.url, passkey));
    expect(await checkAdmin(strong)).toEqual({ isAdmin: true });
    expect((await listStudents(strong)).error).toBeNull();
    // Somebody who knows only the password cannot add an app to an admin who has a passkey. They are not asked for the
    // password either, however long ago they signed in.
    const refused = { status: 403, code: "insufficient_aal" };
    for (const age of [() => undefined, () => ageSessions(strict, id)]) {
      await age();
      expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(refused);
      expect((await client.auth.passkey.startRegistration()).error).toMatchObject(refused);
      expect((await client.auth.passkey.delete({ passkeyId: passkey.rowId })).error).toMatchObject(refused);
    }
    unwrap(await signInWithPasskey(strong, strict.url, passkey));
    unwrap(await strong.auth.mfa.enroll({ factorType: "totp" }));
  });

  test("a student needs none", async () => {
    const { email } = await createAccount(strict, { profile: {} });
    const client = await signInWithFirstStep(strict, email);
    expect((await client.from("profiles").select("id")).data).toHaveLength(1);
    expect(await checkAdmin(client)).toEqual({ isAdmin: false });
  });
});

describe("the operator's command", () => {
  const run = (email: string) =>
    maarga({ DATABASE_URL: server.databaseUrl, MAARGA_DATA: server.dataFolder }, [
      "two-step",
      "remove",
      email,
    ]);

  test("takes a lost second step away, on record, and logs the account out everywhere", async () => {
    const { id, email, client } = await createTwoStepMember(server, { profile: {} });
    unwrap(await client.auth.mfa.recoveryCodes.generate());
    const { access_token } = await sessionOf(client);
    expect(await run(email.toUpperCase())).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await getUser(server, access_token)).body.code).toBe("session_not_found");
    const next = await signInWithFirstStep(server, email);
    expect((await next.from("profiles").select("id")).data).toHaveLength(1);
    expect(
      await queryAt(
        server.databaseUrl,
        "select action, actor_email, subject from public.audit_log where subject_id = $1",
        [id],
      ),
    ).toEqual([{ action: "second step removed", actor_email: "operator", subject: email }]);
    expect(
      await queryAt(
        server.databaseUrl,
        "select kind from public.security_events where user_id = $1 and details ->> 'change' = 'removed by the operator'",
        [id],
      ),
    ).toEqual([{ kind: "second step changed" }]);
    const { text } = await waitForMail(server, email, { subject: "We turned two-step login off" });
    expect(text).toContain("This was not me");
  });

  test("removes lost passkeys too", async () => {
    const { email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    const passkey = await addPasskey(client, server.url);
    expect(await run(email)).toMatchObject({ exitCode: 0, stderr: "" });
    const { error } = await signInWithPasskey(createVisitor(server), server.url, passkey);
    expect(error).toMatchObject({ code: "webauthn_verification_failed" });
  });

  test("refuses an account without a second step, and changes nothing", async () => {
    const { email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    expect(await run(email)).toMatchObject({ exitCode: 1, stderr: `${email} has no second step\n` });
    expect((await client.auth.getUser()).error).toBeNull();
  });
});
