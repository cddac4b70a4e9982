import { beforeAll, describe, expect, test } from "vitest";
import { createOperator } from "../world/clients.ts";
import { DOCUMENTS, documentPath, documentsOf } from "../world/documents.ts";
import { pdf, samples, TYPES } from "../world/files.ts";
import { createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { expectRefusal, NO_OBJECT, type Refusal } from "../world/refusals.ts";
import { sharedServer } from "../world/server.ts";
import { callStorage, encodePath, remove, sendJson, upload } from "../world/storage-calls.ts";

let world: World;
let server: World["server"];
let student: Member;
let name: string;
let address: string;
const bytes = pdf(3000);
beforeAll(async () => {
  world = await createWorld(sharedServer());
  server = world.server;
  student = await createStudent(server);
  name = documentPath(student, "ಅಂಕಪಟ್ಟಿ.pdf");
  address = `/object/${DOCUMENTS}/${encodePath(name)}`;
  const headers = { "cache-control": "max-age=3600" };
  expect((await upload(server, student, name, { body: new Uint8Array(bytes), headers })).status).toBe(200);
});

const get = (headers: Record<string, string> = {}, method = "GET") =>
  callStorage(server, student, address, { method, headers });
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("a download", () => {
  test("names its type and length, and must not be cached", async () => {
    for (const method of ["GET", "HEAD"]) {
      const response = await get({}, method);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": TYPES.pdf,
        "content-length": "3000",
        etag: expect.stringMatching(/^"[^"]+"$/),
        "last-modified": expect.stringMatching(/GMT$/),
        "cache-control": "private, no-store",
        vary: "authorization",
        "accept-ranges": "bytes",
        "x-robots-tag": "none",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
      expect(await bodyOf(response)).toEqual(method === "GET" ? bytes : Buffer.alloc(0));
    }
  });

  test.each([
    ["bytes=0-0", "0-0"],
    ["bytes=100-199", "100-199"],
    ["bytes=2990-", "2990-2999"],
    ["bytes=2990-9999", "2990-2999"],
    ["bytes=-10", "2990-2999"],
    ["bytes=-9999", "0-2999"],
  ])("of %s returns the bytes %s", async (range, part) => {
    const response = await get({ range });
    const [first = 0, last = 0] = part.split("-").map(Number);
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${part}/3000`);
    expect(await bodyOf(response)).toEqual(bytes.subarray(first, last + 1));
  });

  test.each(["bytes=3000-", "bytes=5000-6000", "bytes=-0"])("of %s is refused", async (range) => {
    const refusal: Refusal = [416, "416", "invalid_range", "invalid range provided", "InvalidRange"];
    const response = await get({ range });
    expect(response.headers.get("content-range")).toBe("bytes */3000");
    await expectRefusal(response, refusal);
  });

  test.each(["bytes=0-1,5-6", "bytes=9-1", "lines=1-2", "bytes=a-b", ""])(
    "of %j returns the whole file, as HTTP allows",
    async (range) => {
      const response = await get({ range });
      expect([response.status, (await bodyOf(response)).length]).toEqual([200, 3000]);
    },
  );

  test("is not sent again to a client that has it", async () => {
    const fresh = await get();
    const etag = fresh.headers.get("etag") as string;
    const since = fresh.headers.get("last-modified") as string;
    for (const [headers, status] of [
      [{ "if-none-match": etag }, 304],
      [{ "if-none-match": `"x", W/${etag}` }, 304],
      [{ "if-none-match": "*" }, 304],
      [{ "if-none-match": '"x"' }, 200],
      [{ "if-modified-since": since }, 304],
      [{ "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" }, 200],
      [{ "if-modified-since": "nonsense" }, 200],
      [{ "if-none-match": '"x"', "if-modified-since": since }, 200],
      [{ range: "bytes=0-9", "if-range": etag }, 206],
      [{ range: "bytes=0-9", "if-range": since }, 206],
      [{ range: "bytes=0-9", "if-range": '"x"' }, 200],
    ] as const) {
      const response = await get(headers);
      expect([headers, response.status]).toEqual([headers, status]);
      const size = { 200: 3000, 206: 10, 304: 0 }[status];
      expect((await bodyOf(response)).length).toBe(size);
    }
  });

  test("completes although the file is removed meanwhile", async () => {
    const large = documentPath(student);
    const body = new Uint8Array(pdf(8 * 1024 * 1024));
    await upload(server, student, large, { body });
    const response = await callStorage(server, student, `/object/${DOCUMENTS}/${large}`);
    expect(await (await remove(server, student, large)).json()).toHaveLength(1);
    expect((await bodyOf(response)).length).toBe(body.length);
    await expectRefusal(await callStorage(server, student, `/object/${DOCUMENTS}/${large}`), NO_OBJECT);
  });

  test("that the client aborts does not affect the next one", async () => {
    for (let round = 0; round < 5; round++) {
      const gone = new AbortController();
      await callStorage(server, student, address, { signal: gone.signal });
      gone.abort();
    }
    expect((await bodyOf(await get())).length).toBe(3000);
  });
});

describe("content that could run as a page", () => {
  test.each([
    ["text/html", "<script>alert(document.domain)</script>", "text/plain"],
    [
      "image/svg+xml",
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
      "application/octet-stream",
    ],
  ])("is served with a policy that runs no script: %s in the logs", async (type, text, served) => {
    const path = `email_failures/${type.replace("/", "-")}`;
    const operator = createOperator(server).storage.from("logs");
    await operator.upload(path, text, { contentType: type });
    const { data } = await operator.createSignedUrl(path, 60);
    const response = await fetch(data?.signedUrl as string);
    expect(response.headers.get("content-type")).toBe(served);
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toBe(text);
  });
});

test("an empty file is served as one", async () => {
  const operator = createOperator(server).storage.from("logs");
  await operator.upload("email_failures/empty", "", { contentType: "text/plain" });
  expect((await operator.download("email_failures/empty")).data?.size).toBe(0);
});

describe("a link", () => {
  const link = async (options?: { download: string | boolean }, seconds = 60) =>
    (await documentsOf(student).createSignedUrl(name, seconds, options)).data?.signedUrl as string;
  const badLink = (message: string): Refusal => [400, "400", "InvalidJWT", message, "InvalidJWT"];

  test("opens without a key, whole or in parts, and must not be cached", async () => {
    const response = await fetch(await link());
    expect(await bodyOf(response)).toEqual(bytes);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("content-disposition")).toBeNull();
    expect((await fetch(await link(), { headers: { range: "bytes=0-9" } })).status).toBe(206);
    expect((await fetch(await link(), { method: "HEAD" })).headers.get("content-length")).toBe("3000");
  });

  test.each([
    [true, "attachment;"],
    ["marks.pdf", "attachment; filename=marks.pdf; filename*=UTF-8''marks.pdf"],
    ["100%.pdf", "attachment; filename=100%25.pdf; filename*=UTF-8''100%25.pdf"],
    ["ಅ.pdf", "attachment; filename=%E0%B2%85.pdf; filename*=UTF-8''%E0%B2%85.pdf"],
    [
      'a"\r\nset-cookie: x',
      "attachment; filename=a%22%0D%0Aset-cookie%3A%20x.pdf; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20x.pdf",
    ],
    ["page.html", "attachment; filename=page.html.pdf; filename*=UTF-8''page.html.pdf"],
  ])("with the download name %j gets the matching header", async (download, header) => {
    const response = await fetch(await link({ download }));
    expect(response.headers.get("content-disposition")).toBe(header);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  test("that is altered, for another file, forged or without a token is refused", async () => {
    const good = new URL(await link());
    const token = good.searchParams.get("token") as string;
    const at = (path: string, other?: string) =>
      fetch(
        `${server.url}/storage/v1/object/sign/${DOCUMENTS}/${encodePath(path)}${other ? `?token=${other}` : ""}`,
      );
    await expectRefusal(
      await at(name, `${token.slice(0, -8)}AAAAAAAA`),
      badLink("signature verification failed"),
    );
    await expectRefusal(await at(name, student.token), badLink("signature verification failed"));
    await expectRefusal(await at(name, "x"), badLink("signature verification failed"));
    const another: Refusal = [400, "400", "InvalidSignature", "Invalid signature", "InvalidSignature"];
    await expectRefusal(await at(documentPath(student), token), another);
    const missing: Refusal = [
      400,
      "400",
      "Error",
      "querystring must have required property 'token'",
      "InvalidRequest",
    ];
    await expectRefusal(await at(name), missing);
  });

  test("that has expired is refused", async () => {
    const short = await link(undefined, 1);
    const response = await expect
      .poll(async () => (await fetch(short)).status, { timeout: 60_000, interval: 100 })
      .toBe(400)
      .then(() => fetch(short));
    await expectRefusal(response, badLink('"exp" claim timestamp check failed'));
  });

  test("to a removed file is refused, and works again for a file that replaces it", async () => {
    const path = documentPath(student);
    await upload(server, student, path);
    const { data } = await documentsOf(student).createSignedUrl(path, 60);
    await remove(server, student, path);
    await expectRefusal(await fetch(data?.signedUrl as string), NO_OBJECT);
    await upload(server, student, path);
    expect((await fetch(data?.signedUrl as string)).status).toBe(200);
  });

  test("is not accepted as an access token", async () => {
    const token = new URL(await link()).searchParams.get("token") as string;
    const response = await sendJson(server, { ...student, token }, `/object/list/${DOCUMENTS}`, {
      prefix: "",
    });
    expect(await response.json()).toMatchObject({ statusCode: "403" });
  });
});

test("an image is served with a policy that runs no script", async () => {
  const path = documentPath(student, "me.png");
  await upload(server, student, path, {
    body: new Uint8Array(samples.png),
    headers: { "content-type": TYPES.png },
  });
  const response = await callStorage(server, student, `/object/${DOCUMENTS}/${path}`);
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
});
