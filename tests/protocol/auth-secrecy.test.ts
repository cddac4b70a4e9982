import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callAuth, NEW_ERROR_SHAPE, refresh, signIn } from "../world/auth-calls.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: "trace" } });
});
afterAll(() => server.stop());

describe("the existence of an account", () => {
  test.each([
    ["/recover", {}],
    ["/otp", { create_user: false }],
    ["/otp", { create_user: true }],
    ["/resend", { type: "signup" }],
    ["/resend", { type: "email_change" }],
    ["/token?grant_type=password", { password: "a guess" }],
    ["/verify", { type: "recovery", token: "000000" }],
    ["/verify", { type: "signup", token: "000000" }],
  ])("is not revealed by the response to POST %s %j", async (address, json) => {
    const { email: known } = await createAccount(server);
    const waiting = newEmail("waiting");
    await callAuth(server, "/signup", { json: { email: waiting, password: PASSWORD } });
    const responses = [];
    for (const email of [known, waiting, newEmail("nobody")]) {
      const { status, body, headers } = await callAuth(server, address, {
        json: { ...json, email },
        headers: NEW_ERROR_SHAPE,
      });
      const { date: _, "x-request-id": __, ...others } = Object.fromEntries(headers);
      responses.push({ status, body, headers: others });
    }
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
  });

  test.each([
    ["/recover", {}],
    ["/otp", {}],
    ["/resend", { type: "signup" }],
    ["/signup", { password: PASSWORD }],
  ])(
    "is not revealed by the duration of POST %s, which is always at least a tenth of a second",
    async (address, json) => {
      const { email: known } = await createAccount(server);
      for (const email of [known, newEmail("nobody")]) {
        const startedAt = performance.now();
        await callAuth(server, address, { json: { ...json, email } });
        expect(performance.now() - startedAt).toBeGreaterThan(98);
      }
    },
  );
});

describe("a reader of the database", () => {
  test("finds nothing that opens a session", async () => {
    const { email, id } = await createAccount(server);
    const { refresh_token, access_token } = await signIn(server, email);
    await callAuth(server, "/recover", { json: { email } });
    const { link, code } = await waitForMail(server, email, { kind: "recovery" });
    const { refresh_token: next } = (await refresh(server, refresh_token)).body;
    const newcomer = newEmail();
    await callAuth(server, "/signup", { json: { email: newcomer, password: PASSWORD } });
    const signUp = await waitForMail(server, newcomer);

    const dump = JSON.stringify(
      await queryAt(
        server.databaseUrl,
        `select to_jsonb(person) as row from auth.users person where id = $1
         union all select to_jsonb(session) from auth.sessions session where user_id = $1
         union all select to_jsonb(token) from auth.one_time_tokens token where user_id = $1
         union all select to_jsonb(sign_up) from auth.pending_sign_ups sign_up where email = $2`,
        [id, newcomer],
      ),
    );
    for (const secret of [
      PASSWORD,
      refresh_token,
      next,
      access_token,
      link?.searchParams.get("token"),
      code,
      signUp.link?.searchParams.get("token"),
      signUp.code,
    ]) {
      expect(secret).toBeTruthy();
      expect(dump).not.toContain(secret);
    }
    // The stored hash is not accepted in place of the mailed token.
    const hash =
      /"link_hash": ?"\\\\\\\\x([0-9a-f]{64})"/.exec(dump)?.[1] ??
      /"link_hash":"\\\\x([0-9a-f]{64})"/.exec(dump)?.[1];
    expect(hash).toBeTruthy();
    const tried = await callAuth(server, "/verify", { json: { type: "recovery", token_hash: hash } });
    expect(tried.status).toBe(403);
  });
});

describe("a sign-in table", () => {
  test.each(["anon", "authenticated", "service_role"])(
    "cannot be read or changed by the role %s",
    async (role) => {
      const client = new pg.Client({ connectionString: server.databaseUrl });
      await client.connect();
      try {
        await client.query(`set role ${role}`);
        for (const table of [
          "auth.users",
          "auth.sessions",
          "auth.one_time_tokens",
          "auth.pending_sign_ups",
          "private.rate_limits",
        ]) {
          for (const statement of [
            `select from ${table}`,
            `delete from ${table}`,
            `truncate ${table}`,
            `insert into ${table} default values`,
          ])
            await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" });
        }
        await expect(client.query("select private.delete_stale_sign_ins()")).rejects.toMatchObject({
          code: "42501",
        });
      } finally {
        await client.end();
      }
    },
  );

  test("has row-level security", async () => {
    const open = await queryAt(
      server.databaseUrl,
      "select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity",
    );
    expect(open).toEqual([]);
  });
});

describe("the cleanup", () => {
  test("deletes sessions unused for 30 days, expired one-time tokens and full buckets, and nothing else", async () => {
    const { email, id } = await createAccount(server);
    const run = (text: string, values: unknown[] = []) =>
      queryAt<{ count: string }>(server.databaseUrl, text, values);
    const old = await signIn(server, email);
    const young = await signIn(server, email);
    await run(
      `update auth.sessions set last_used_at = now() - case when id = (select id from auth.sessions where user_id = $1
         order by created_at limit 1) then interval '31 days' else interval '29 days' end where user_id = $1`,
      [id],
    );
    await callAuth(server, "/recover", { json: { email } });
    await callAuth(server, "/otp", { json: { email } });
    await run(
      "update auth.one_time_tokens set expires_at = now() - interval '1 s' where user_id = $1 and kind = 'recovery'",
      [id],
    );
    await run(
      "insert into private.rate_limits values ('\\x01', now() - interval '1 s'), ('\\x02', now() + interval '1 hour')",
    );
    await run("set role maarga_server; select private.delete_stale_sign_ins()");
    expect((await refresh(server, old.refresh_token)).status).toBe(400);
    expect((await refresh(server, young.refresh_token)).status).toBe(200);
    expect(await run("select kind from auth.one_time_tokens where user_id = $1", [id])).toEqual([
      { kind: "magiclink" },
    ]);
    expect(await run("select key from private.rate_limits")).toEqual([{ key: Buffer.from([2]) }]);
  });
});

test("the log contains neither addresses nor secrets, and an error is logged once", async () => {
  const { email } = await createAccount(server);
  const { access_token, refresh_token } = await signIn(server, email);
  await callAuth(server, "/recover", { json: { email } });
  const { link } = await waitForMail(server, email, { kind: "recovery" });
  await fetch(link as URL, { redirect: "manual" });
  await callAuth(server, "/recover", { json: { email: "no address" } });
  await queryAt(server.databaseUrl, "alter table auth.sessions rename to hidden");
  const { status, body, headers } = await refresh(server, refresh_token);
  await queryAt(server.databaseUrl, "alter table auth.hidden rename to sessions");
  expect([status, body]).toEqual([
    500,
    {
      code: 500,
      error_code: "unexpected_failure",
      msg: "Unexpected failure, please check server logs for more information",
      error_id: headers.get("x-request-id"),
    },
  ]);
  const errors = () =>
    outputOf(server)
      .split("\n")
      .filter((line) => line.includes('"level":50'));
  // The response may arrive before the line is written.
  await vi.waitUntil(() => errors().some((line) => line.includes(body.error_id)), 20_000);
  // Refusals are not errors, so this is the only line at that level.
  expect(errors()).toEqual([expect.stringContaining(body.error_id)]);
  const { internalKey } = JSON.parse(await readFile(path.join(server.dataFolder, "secrets.json"), "utf8"));
  const links = outputOf(server)
    .split("\n")
    .filter((line) => line.includes("SMTP_URL"));
  const rest = outputOf(server)
    .split("\n")
    .filter((line) => !links.includes(line))
    .join("\n");
  for (const secret of [
    email,
    PASSWORD,
    access_token,
    refresh_token,
    internalKey,
    link?.searchParams.get("token"),
  ])
    expect(rest).not.toContain(secret);
});
