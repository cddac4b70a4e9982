import { describe, expect, test } from "vitest";
import { callAuth, NEW_ERROR_SHAPE, openLink, signIn } from "../world/auth-calls.ts";
import { mailsTo, waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const signUp = (json: unknown) => callAuth(server, "/signup", { json, headers: NEW_ERROR_SHAPE });

describe("attack: a sign-up with a list of addresses, to find out who has an account", () => {
  test("gets the same reply for a taken address, in every field", async () => {
    const { email: taken, id } = await createAccount(server);
    const shapes = [];
    for (const email of [taken, newEmail()]) {
      const { status, body, headers } = await signUp({ email, password: PASSWORD, data: { a: 1 } });
      expect(body.id).not.toBe(id);
      const { date: _, "x-request-id": __, ...others } = Object.fromEntries(headers);
      const shape = JSON.stringify(body)
        .replaceAll(email, "ADDRESS")
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID")
        .replaceAll(/"20\d\d-[^"]*Z"/g, "TIME");
      shapes.push({ status, headers: others, shape });
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[0]?.shape).toContain('"identities":[{');
  });

  test("gets the same reply at the sign-in after it, for a taken address and a new one", async () => {
    const { email: taken } = await createAccount(server);
    for (const email of [taken, newEmail()]) {
      await signUp({ email, password: "another password" });
      await expect(signIn(server, email, "another password")).rejects.toThrow("email_not_confirmed");
      await expect(signIn(server, email, "a third password")).rejects.toThrow("invalid_credentials");
    }
  });
});

describe("an address in use", () => {
  test("keeps its password, and its owner is mailed that they have an account", async () => {
    const { email, id } = await createAccount(server);
    const { body } = await signUp({ email, password: "another password" });
    const mail = await waitForMail(server, email);
    expect(mail.subject).toBe("You already have a Maarga account");
    expect([mail.code, mail.link]).toEqual(["", null]);
    expect(mail.text).toContain(`Log in to Maarga:\n${server.url}/login`);
    expect((await signIn(server, email)).user.id).toBe(id);
    await expect(signIn(server, email, "another password")).rejects.toThrow("email_not_confirmed");
    const [pending] = await queryAt<{ id: string }>(
      server.databaseUrl,
      "select id from auth.pending_sign_ups where email = $1",
      [email],
    );
    expect(pending?.id).toBe(body.id);
  });

  test("that ten people sign up with at once becomes one account, of the one who proves the mailbox", async () => {
    const email = newEmail();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => signUp({ email, password: `password number ${nth}` })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await waitForMail(server, email, { count: 10 });
    const mails = await mailsTo(server, email);
    const opened = await Promise.all(
      mails.map(({ link }, nth) => openLink(link, { password: `chosen password ${nth}` })),
    );
    expect(opened.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
    const rows = await queryAt(server.databaseUrl, "select id from auth.users where email = $1", [email]);
    expect(rows).toHaveLength(1);
  });
});
