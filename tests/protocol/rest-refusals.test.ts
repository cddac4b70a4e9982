import { importJWK, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createVisitor } from "../world/clients.ts";
import { createMember, type Member, readSecrets } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";

/** Invalid tokens, and tables that the API hides. */
const server = sharedServer();
let student: Member;
let sign: (claims?: JWTPayload, seconds?: number) => Promise<string>;
beforeAll(async () => {
  student = await createMember(server);
  const [jwk] = (await readSecrets(server)).signingKeys;
  const key = await importJWK(jwk, "ES256");
  const [, payload = ""] = student.token.split(".");
  const good: JWTPayload = JSON.parse(Buffer.from(payload, "base64url").toString());
  sign = (claims = {}, seconds = 60) =>
    new SignJWT({ ...good, ...claims, exp: Math.floor(Date.now() / 1000) + seconds })
      .setProtectedHeader({ alg: "ES256", kid: jwk.kid, typ: "JWT" })
      .sign(key);
});

const request = (token: string, method = "GET") =>
  fetch(`${server.url}/rest/v1/plans?select=id&limit=1`, {
    method,
    headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
  });

describe("a token", () => {
  test("is accepted until thirty seconds after its expiry", async () => {
    expect((await request(student.token)).status).toBe(200);
    expect((await request(await sign())).status).toBe(200);
    expect((await request(await sign({}, -10))).status).toBe(200);
  });

  const garble = (token: string) => {
    const [header, , signature] = token.split(".");
    return [header, Buffer.from('{"role":"service_role"}').toString("base64url"), signature].join(".");
  };
  const unsigned = (token: string) =>
    [Buffer.from('{"alg":"none"}').toString("base64url"), token.split(".")[1], ""].join(".");
  const cases: [string, () => Promise<string>, string, string][] = [
    ["that has expired", () => sign({}, -31), "PGRST303", "JWT expired"],
    [
      "with other claims than the signed ones",
      async () => garble(student.token),
      "PGRST301",
      "JWT cryptographic operation failed",
    ],
    [
      "that is not signed",
      async () => unsigned(student.token),
      "PGRST301",
      "No suitable key or wrong key type",
    ],
    ["that is a plain word", async () => "word", "PGRST301", "Expected 3 parts in JWT; got 1"],
    ["for another audience", () => sign({ aud: "elsewhere" }), "PGRST303", "JWT claims not accepted"],
    [
      "with the role service_role",
      () => sign({ role: "service_role" }),
      "PGRST303",
      "JWT claims not accepted",
    ],
    ["with the role postgres", () => sign({ role: "postgres" }), "PGRST303", "JWT claims not accepted"],
  ];
  test.each(cases)("%s is refused", async (_name, make, code, message) => {
    const response = await request(await make());
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code, details: null, hint: null, message });
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    );
    expect(response.headers.get("proxy-status")).toBe(`PostgREST; error=${code}`);
  });

  test("that is an API key makes the caller a visitor or, with the secret key, the service", async () => {
    const visitor = await request(server.publishableKey);
    expect(visitor.status).toBe(401);
    expect(visitor.headers.get("www-authenticate")).toBe("Bearer");
    expect(await visitor.json()).toMatchObject({ code: "42501" });
    expect((await request(server.secretKey)).status).toBe(200);
  });
});

describe("through the API", () => {
  test("a visitor can read no table", async () => {
    const { error, status } = await createVisitor(server).from("slots").select("*");
    expect(status).toBe(401);
    expect(error).toMatchObject({ code: "42501", message: "permission denied for table slots" });
  });

  test.each(["admins", "users", "sessions", "rate_limits", "logins"])(
    "the table %s does not exist",
    async (table) => {
      const { error, status } = await student.client.from(table).select("*");
      expect(status).toBe(404);
      expect(error).toMatchObject({
        code: "PGRST205",
        message: `Could not find the table 'public.${table}' in the schema cache`,
      });
    },
  );

  test.each(["auth", "private", "storage"])("the schema %s is refused", async (schema) => {
    const { error, status } = await student.client.schema(schema).from("users").select("*");
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: "PGRST106", message: `Invalid schema: ${schema}` });
  });

  test("the error for a misspelt table suggests the right name", async () => {
    const { error } = await student.client.from("slot").select("id");
    expect(error).toMatchObject({ hint: "Perhaps you meant the table 'public.slots'" });
  });
});
