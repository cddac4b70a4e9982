import { describe, expect, test } from "vitest";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { codeOf, createTwoStepMember, signInWithFirstStep, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

describe("the button of a notice mail", () => {
  const press = async (email: string, subject: string) => {
    const { text } = await waitForMail(server, email, { subject });
    const button = /https?:\S+\/not-me\/v1\S+/.exec(text ?? "")?.[0] as string;
    expect((await fetch(button, { method: "POST" })).status).toBe(200);
  };
  const factorsOf = async (id: string) =>
    (
      await queryAt(
        server.databaseUrl,
        "select factor_type from auth.factors where user_id = $1 order by created_at",
        [id],
      )
    ).map(({ factor_type }) => factor_type);

  test("removes an app that a thief has added, so that the owner gets back in", async () => {
    const { id, email } = await createTwoStepMember(server);
    await press(email, "Two-step login is on");
    expect(await factorsOf(id)).toEqual([]);
  });

  test("attack: of an earlier notice about something else does not remove the app", async () => {
    const { id, email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    const change = { password: "a new password", current_password: PASSWORD };
    unwrap(await client.auth.updateUser(change));
    await waitForMail(server, email, { subject: "Your password was changed" });
    const { id: factorId, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) }));
    await press(email, "Your password was changed");
    expect(await factorsOf(id)).toEqual(["totp"]);
  });

  test("attack: does not remove an older app for somebody who reads the owner's mail", async () => {
    const { id, email, client } = await createTwoStepMember(server);
    unwrap(await client.auth.mfa.recoveryCodes.generate());
    await press(email, "You have new recovery codes");
    expect(await factorsOf(id)).toEqual(["totp"]);
  });
});
