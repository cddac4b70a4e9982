import { beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTS, documentPath } from "../world/documents.ts";
import { pdf, samples, TYPES } from "../world/files.ts";
import { createStudent, createWorld, type Member, signToken, type World } from "../world/members.ts";
import { startUpload } from "../world/partial-upload.ts";
import {
  BY_RULE,
  badRequest,
  badToken,
  badType,
  expectRefusal,
  NO_BUCKET,
  NO_OBJECT,
  TAKEN,
  TOO_LARGE,
} from "../world/refusals.ts";
import { sharedServer } from "../world/server.ts";
import { callStorage, remove, sendJson, upload, uploadForm } from "../world/storage-calls.ts";

let world: World;
let server: World["server"];
let student: Member;
beforeAll(async () => {
  world = await createWorld(sharedServer());
  server = world.server;
  student = await createStudent(server);
});

describe("the caller", () => {
  test("needs a bearer token for an upload, a list, a removal, a link and a bucket", async () => {
    const needed = badRequest("headers must have required property 'authorization'");
    await expectRefusal(await upload(server, undefined, documentPath(student)), needed);
    await expectRefusal(await callStorage(server, undefined, "/bucket"), needed);
    for (const [address, json, method] of [
      [`/object/list/${DOCUMENTS}`, { prefix: "" }, "POST"],
      [`/object/sign/${DOCUMENTS}/a`, { expiresIn: 60 }, "POST"],
      [`/object/sign/${DOCUMENTS}`, { expiresIn: 60, paths: ["a"] }, "POST"],
      [`/object/${DOCUMENTS}`, { prefixes: ["a"] }, "DELETE"],
    ] as const)
      await expectRefusal(await sendJson(server, undefined, address, json, method), needed);
    await expectRefusal(
      await callStorage(server, undefined, `/object/${DOCUMENTS}/${documentPath(student)}`),
      NO_BUCKET,
    );
  });

  test("of a visitor who uploads is refused before a byte of the form is read", async () => {
    const visitor = { ...student, token: server.publishableKey };
    const options = { bytes: 100_000, type: "multipart/form-data; boundary=b" };
    const { reply } = await startUpload(server, visitor, options);
    expect(await reply).toContain('"statusCode":"403"');
  });

  test("with the publishable key as bearer token is a visitor", async () => {
    const visitor = { ...student, token: server.publishableKey };
    const listed = await sendJson(server, visitor, `/object/list/${DOCUMENTS}`, { prefix: student.id });
    expect(await listed.json()).toEqual([]);
    await expectRefusal(await upload(server, visitor, documentPath(student)), BY_RULE);
    await expectRefusal(await callStorage(server, visitor, `/object/${DOCUMENTS}/a`), NO_OBJECT);
  });

  test("is refused by every method if the bearer token is altered, forged or expired", async () => {
    const expired = await signToken(server, { sub: student.id, role: "authenticated", exp: 1_700_000_000 });
    for (const [token, message] of [
      [`${student.token.slice(0, -8)}AAAAAAAA`, "signature verification failed"],
      ["made.up.token", "signature verification failed"],
      [expired, '"exp" claim timestamp check failed'],
    ] as const)
      for (const [method, address] of [
        ["GET", `/object/${DOCUMENTS}/a`],
        ["POST", `/object/${DOCUMENTS}/a`],
        ["PUT", `/object/${DOCUMENTS}/a`],
        ["GET", "/bucket"],
      ] as const)
        await expectRefusal(
          await callStorage(server, { ...student, token }, address, { method }),
          badToken(message),
        );
  });
});

describe("a missing resource is refused:", () => {
  test("a bucket", async () => {
    await expectRefusal(await upload(server, student, "a", {}, "nowhere"), NO_BUCKET);
    await expectRefusal(await callStorage(server, student, "/object/nowhere/a"), NO_BUCKET);
    await expectRefusal(await callStorage(server, student, "/bucket/nowhere"), NO_BUCKET);
    expect(await (await sendJson(server, student, "/object/list/nowhere", { prefix: "" })).json()).toEqual(
      [],
    );
  });

  test("an object", async () => {
    const address = `${DOCUMENTS}/${documentPath(student)}`;
    await expectRefusal(await callStorage(server, student, `/object/${address}`), NO_OBJECT);
    await expectRefusal(await callStorage(server, student, `/object/info/${address}`), NO_OBJECT);
    await expectRefusal(
      await sendJson(server, student, `/object/sign/${address}`, { expiresIn: 60 }),
      NO_OBJECT,
    );
    const head = await callStorage(server, student, `/object/${address}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([400, ""]);
  });

  test("a route", async () => {
    expect((await callStorage(server, student, "/object/move", { method: "POST" })).status).toBe(404);
  });
});

describe("an invalid body", () => {
  test.each([
    ["/object/list/user-documents", {}, "body must have required property 'prefix'"],
    [
      "/object/list/user-documents",
      { prefix: "", sortBy: { column: "owner" } },
      "body/sortBy/column must be equal to one of the allowed values",
    ],
    ["/object/list/user-documents", { prefix: "", limit: 0 }, "body/limit must be >= 1"],
    ["/object/sign/user-documents/a", { expiresIn: 0 }, "body/expiresIn must be >= 1"],
    [
      "/object/sign/user-documents",
      { expiresIn: 60, paths: [] },
      "body/paths must NOT have fewer than 1 items",
    ],
  ])("is refused: %s with %j", async (address, json, message) => {
    await expectRefusal(await sendJson(server, student, address, json), badRequest(message));
  });

  test("is refused if it removes no document, or more than a thousand", async () => {
    const tooFew = badRequest("body/prefixes must NOT have fewer than 1 items");
    const tooMany = badRequest("body/prefixes must NOT have more than 1000 items");
    await expectRefusal(await remove(server, student), tooFew);
    await expectRefusal(await remove(server, student, ...Array(1001).fill("a")), tooMany);
    expect(await (await remove(server, student, ...Array(1000).fill("a"))).json()).toEqual([]);
  });

  test("is refused if it is not JSON", async () => {
    const call = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
    const response = await callStorage(server, student, `/object/list/${DOCUMENTS}`, call);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: "400" });
  });
});

describe("an upload", () => {
  const elsewhere = () => documentPath(world.people.planned);

  test("is checked in this order: bucket, type, announced length, rules, bytes", async () => {
    const large = pdf(11 * 1024 * 1024);
    const body = new Uint8Array(large);
    const headers = { "content-type": "text/html" };
    await expectRefusal(await upload(server, student, "a", { headers }, "nowhere"), NO_BUCKET);
    const wrongType = await upload(server, student, elsewhere(), { body, headers });
    await expectRefusal(wrongType, badType("mime type text/html is not supported"));
    await expectRefusal(await upload(server, student, elsewhere(), { body }), TOO_LARGE);
    await expectRefusal(await uploadForm(server, student, elsewhere(), large, TYPES.pdf), BY_RULE);
    await expectRefusal(await uploadForm(server, student, elsewhere(), samples.png, TYPES.pdf), BY_RULE);
    await expectRefusal(
      await uploadForm(server, student, documentPath(student, "marks.png"), large, TYPES.png),
      TOO_LARGE,
    );
  });

  test("is refused under a type with parameters", async () => {
    const type = `${TYPES.pdf};charset=utf-8`;
    const response = await upload(server, student, documentPath(student), {
      headers: { "content-type": type },
    });
    await expectRefusal(response, badType(`mime type ${type} is not supported`));
  });

  test("is refused under a name that is in use", async () => {
    const name = documentPath(student);
    const response = await upload(server, student, name);
    expect(await response.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Key: `${DOCUMENTS}/${name}`,
    });
    await expectRefusal(await upload(server, student, name), TAKEN);
  });
});
