import { describe, expect, test } from "vitest";
import { callAuth, NEW_ERROR_SHAPE, openLink } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const verifyCode = async (type: string, email: string, token: string) => {
  const { status, body } = await callAuth(server, "/verify", {
    json: { type, email, token },
    headers: NEW_ERROR_SHAPE,
  });
  return status === 200 ? "signed in" : [status, body.code, body.message];
};
const WRONG_CODE = [403, "otp_expired", "Token has expired or is invalid"];
const differentFrom = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
async function requestRecovery() {
  const person = await createAccount(server);
  await callAuth(server, "/recover", { json: { email: person.email } });
  return { ...person, ...(await waitForMail(server, person.email, { kind: "recovery" })) };
}
const expire = (id: string) =>
  queryAt(server.databaseUrl, "update auth.one_time_tokens set expires_at = now() where user_id = $1", [id]);

describe("POST /verify", () => {
  test("accepts the token of a mailed link, once", async () => {
    const { link, email } = await requestRecovery();
    const token_hash = link?.searchParams.get("token") as string;
    const client = createVisitor(server);
    const { data, error } = await client.auth.verifyOtp({ type: "recovery", token_hash });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    const again = await client.auth.verifyOtp({ type: "recovery", token_hash });
    expect(again.error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: "Email link is invalid or has expired",
    });
  });

  test("accepts the six-digit code in a mail, once", async () => {
    const { email, code } = await requestRecovery();
    expect(code).toMatch(/^\d{6}$/);
    const client = createVisitor(server);
    const { data } = await client.auth.verifyOtp({
      type: "recovery",
      email: email.toUpperCase(),
      token: code,
    });
    expect(data.session?.user.email).toBe(email);
    expect(await verifyCode("recovery", email, code)).toEqual(WRONG_CODE);
  });

  test("accepts a sign-up code with the type email, but not with the type recovery", async () => {
    const email = newEmail();
    await callAuth(server, "/signup", { json: { email, password: PASSWORD } });
    const { code } = await waitForMail(server, email, { kind: "signup" });
    expect(await verifyCode("recovery", email, code)).toEqual(WRONG_CODE);
    expect(await verifyCode("email", email, code)).toBe("signed in");
  });

  test("refuses another person's code", async () => {
    const { code } = await requestRecovery();
    const other = await requestRecovery();
    expect(
      await verifyCode("recovery", other.email, code === other.code ? differentFrom(code) : code),
    ).toEqual(WRONG_CODE);
  });

  test("refuses the code after five wrong tries, but still accepts the link", async () => {
    const { email, code, link } = await requestRecovery();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await verifyCode("recovery", email, differentFrom(code))).toEqual(WRONG_CODE);
    expect(await verifyCode("recovery", email, code)).toEqual(WRONG_CODE);
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test("accepts one of eight simultaneous requests with the right code", async () => {
    const { email, code } = await requestRecovery();
    const results = await Promise.all(Array.from({ length: 8 }, () => verifyCode("recovery", email, code)));
    expect(results.filter((result) => result === "signed in")).toHaveLength(1);
  });

  test("refuses an expired code", async () => {
    const { email, code, id } = await requestRecovery();
    await expire(id);
    expect(await verifyCode("recovery", email, code)).toEqual(WRONG_CODE);
  });

  test.each([
    [{}, 400, "validation_failed", "Verify requires a verification type"],
    [{ type: "signup" }, 400, "validation_failed", "Verify requires either a token or a token hash"],
    [
      { type: "signup", token: "123456" },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on verify",
    ],
    [
      { type: "signup", token_hash: "a", email: "a@example.org" },
      400,
      "validation_failed",
      "Only the token_hash and type should be provided",
    ],
    [{ type: "constructor", token_hash: "a" }, 400, "validation_failed", "Unsupported verification type"],
    [{ type: "signup", token_hash: "\u0000" }, 403, "otp_expired", "Email link is invalid or has expired"],
    [
      { type: "signup", token: "123456", email: "\u0000" },
      403,
      "otp_expired",
      "Token has expired or is invalid",
    ],
    [{ type: ["signup"] }, 400, "bad_json", "Could not parse request body as JSON"],
  ])("refuses %j", async (json, status, code, message) => {
    const response = await callAuth(server, "/verify", { json, headers: NEW_ERROR_SHAPE });
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });
});
