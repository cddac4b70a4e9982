import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTS, documentPath } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent } from "../world/members.ts";
import { startUpload } from "../world/partial-upload.ts";
import { outputOf, type RunningServer } from "../world/server.ts";
import { remove, upload } from "../world/storage-calls.ts";
import {
  createStorageWorld,
  objectRows,
  type StorageWorld,
  untilConsistent,
  untilReceiving,
} from "../world/storage-world.ts";

let world: StorageWorld;
let server: RunningServer;
beforeAll(async () => {
  world = await createStorageWorld();
  server = await world.start();
});
afterAll(() => world?.drop());

async function statusOf(reply: Promise<Response>): Promise<string> {
  const response = await reply;
  const body = (await response.json()) as { statusCode?: string };
  return body.statusCode ?? String(response.status);
}

describe("with simultaneous requests", () => {
  test("five of ten documents of one student are accepted", async () => {
    const student = await createStudent(server);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () =>
        statusOf(upload(server, student, documentPath(student), { body: new Uint8Array(pdf(200_000)) })),
      ),
    );
    expect(statuses.sort()).toEqual([...Array(5).fill("200"), ...Array(5).fill("403")]);
    await untilConsistent(world);
    expect(await objectRows(world, student)).toHaveLength(5);
  });

  test("one of six uploads with one name is accepted, and five are refused as duplicates", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    const body = new Uint8Array(pdf(200_000));
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => statusOf(upload(server, student, name, { body }))),
    );
    expect(statuses.sort()).toEqual(["200", ...Array(5).fill("409")]);
    await untilConsistent(world);
    expect(await objectRows(world, student)).toHaveLength(1);
  });

  test("for one document, uploads, downloads and removals cause no error", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    const body = new Uint8Array(pdf(100_000));
    const address = `${server.url}/storage/v1/object/${DOCUMENTS}/${name}`;
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${student.token}` };
    const seen = new Set<number>();
    for (let round = 0; round < 10; round++)
      await Promise.all([
        upload(server, student, name, { body }).then(({ status }) => seen.add(status)),
        remove(server, student, name).then(({ status }) => seen.add(status)),
        fetch(address, { headers }).then(async (response) => {
          seen.add(response.status);
          if (response.ok) expect((await response.arrayBuffer()).byteLength).toBe(100_000);
        }),
      ]);
    expect([...seen].filter((status) => status >= 500)).toEqual([]);
    await untilConsistent(world);
  });
});

describe("an upload whose connection breaks", () => {
  const CRLF = "\r\n";
  const HEAD = `--b${CRLF}content-disposition: form-data; name="cacheControl"${CRLF}${CRLF}3600${CRLF}`;
  const FILE = `--b${CRLF}content-disposition: form-data; name=""; filename="x.pdf"${CRLF}content-type: application/pdf${CRLF}${CRLF}`;
  const FORM = "multipart/form-data; boundary=b";

  test.each([
    ["before its first byte", {}, [""]],
    ["after its first byte", {}, ["%"]],
    ["in its middle", {}, [pdf(500_000)]],
    ["one byte before its end", {}, [pdf(999_999)]],
    ["in the field of a form", { type: FORM }, [HEAD.slice(0, 40)]],
    ["before the file of a form", { type: FORM }, [HEAD]],
    ["in the file of a form", { type: FORM }, [HEAD, FILE, pdf(500_000)]],
    ["after the file of a form", { type: FORM }, [HEAD, FILE, pdf(500_000), `${CRLF}--b`]],
  ])("%s leaves nothing", async (_when, options, pieces) => {
    const student = await createStudent(server);
    const half = await startUpload(server, student, { bytes: 1_000_000, ...options });
    for (const piece of pieces) await half.send(piece);
    // A large piece makes the server write to disk, so that the connection breaks during the write.
    if (pieces.some((piece) => piece.length > 100_000)) await untilReceiving(world, 1);
    half.abort();
    await half.reply;
    expect((await upload(server, student, documentPath(student))).status).toBe(200);
    await untilConsistent(world);
    expect(await objectRows(world, student)).toHaveLength(1);
    expect(outputOf(server)).not.toContain('"level":50');
  });
});
