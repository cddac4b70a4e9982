import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createAccount } from "../world/people.ts";
import { createTwoStepMember, sessionOf, signInWithFirstStep, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const _SECRET = expect.stringMatching(/^[A-Z2-7]{32}$/);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());

describe("recovery codes", () => {
  const generate = async () => {
    const member = await createTwoStepMember(server, { profile: {} });
    const created = unwrap(await member.client.auth.mfa.recoveryCodes.generate());
    return { ...member, created, codes: created.codes as [string, string, ...string[]] };
  };

  test("are ten, shown once", async () => {
    const { client, created } = await generate();
    expect(created).toMatchObject({
      id: UUID,
      type: "recovery_code",
      friendly_name: "Recovery codes",
      total: 10,
    });
    expect(new Set(created.codes).size).toBe(10);
    for (const code of created.codes) expect(code).toMatch(/^[2-9a-z]{16}$/);
    expect(unwrap(await client.auth.mfa.recoveryCodes.getStatus())).toEqual({
      id: created.id,
      type: "recovery_code",
      total: 10,
      remaining: 10,
    });
    expect(unwrap(await client.auth.mfa.listFactors()).recovery_code).toMatchObject([{ id: created.id }]);
    expect((await client.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "mfa_verified_factor_exists",
    });
  });

  test("are not in the database", async () => {
    const { id, codes } = await generate();
    const rows = await queryAt<{ code_hash: Buffer }>(
      server.databaseUrl,
      "select code_hash from auth.recovery_codes join auth.factors on factors.id = factor_id where user_id = $1",
      [id],
    );
    expect(rows).toHaveLength(10);
    const stored = rows.map(({ code_hash }) => code_hash.toString("latin1")).join();
    const hashes = codes.map((code) => createHash("sha256").update(code).digest().toString("latin1"));
    for (const text of [...codes, ...hashes]) expect(stored).not.toContain(text);
  });

  test("replace the app, each once, as they were printed or typed", async () => {
    const { email, codes, client: owner } = await generate();
    const [first, second] = codes;
    const client = await signInWithFirstStep(server, email);
    unwrap(
      await client.auth.mfa.recoveryCodes.verify({ code: first.toUpperCase().replace(/(.{4})/g, "$1-") }),
    );
    expect((await client.from("profiles").select("id")).data).toHaveLength(1);
    expect(claimsOf((await sessionOf(client)).access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
    });
    const again = await signInWithFirstStep(server, email);
    expect((await again.auth.mfa.recoveryCodes.verify({ code: first })).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
    unwrap(await again.auth.mfa.recoveryCodes.verify({ code: second }));
    expect(unwrap(await owner.auth.mfa.recoveryCodes.getStatus()).remaining).toBe(8);
  });

  test("work through the stable call too, in place of the code of the app", async () => {
    const { email, codes, factorId } = await generate();
    const client = await signInWithFirstStep(server, email);
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code: codes[0] }));
    expect((await client.from("profiles").select("id")).data).toHaveLength(1);
    const again = await signInWithFirstStep(server, email);
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code: codes[0] })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  test("a code that two people use at the same moment lets one of them in", async () => {
    const { email, codes } = await generate();
    const clients = await Promise.all([1, 2, 3].map(() => signInWithFirstStep(server, email)));
    const replies = await Promise.all(
      clients.map((client) => client.auth.mfa.recoveryCodes.verify({ code: codes[0] })),
    );
    expect(replies.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("new ones replace the old ones", async () => {
    const { email, client, codes, created } = await generate();
    const renewed = unwrap(await client.auth.mfa.recoveryCodes.regenerate());
    expect(renewed).toMatchObject({ id: created.id, friendly_name: "Recovery codes", total: 10 });
    const other = await signInWithFirstStep(server, email);
    expect((await other.auth.mfa.recoveryCodes.verify({ code: codes[0] })).error?.code).toBe(
      "mfa_verification_failed",
    );
    unwrap(await other.auth.mfa.recoveryCodes.verify({ code: renewed.codes[0] as string }));
  });

  test("can be removed, and are none before there is an app", async () => {
    const { client, created } = await generate();
    expect(unwrap(await client.auth.mfa.recoveryCodes.unenroll())).toEqual({ id: created.id });
    expect((await client.auth.mfa.recoveryCodes.regenerate()).error).toMatchObject({
      code: "mfa_factor_not_found",
    });
    const { email } = await createAccount(server);
    const student = await signInWithFirstStep(server, email);
    expect((await student.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      code: "mfa_factor_not_found",
    });
    expect((await student.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: "mfa_recovery_codes_sole_factor",
    });
  });
});
