import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remove, upload } from "../protocol/storage-calls.ts";
import { pdf } from "../protocol/storage-samples.ts";
import { DOCUMENTS, newStudentWithPlan, pathFor } from "../protocol/storage-world.ts";
import { outputOf, type RunningServer } from "../world/server.ts";
import { agreement, beginUpload, createStore, rowsOf, type Store, underWay } from "./store.ts";

let store: Store;
let server: RunningServer;
beforeAll(async () => {
  store = await createStore();
  server = await store.start();
});
afterAll(() => store?.drop());

async function statusOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const body = (await response.json()) as { statusCode?: string };
  return body.statusCode ?? String(response.status);
}

describe("at once", () => {
  test("ten documents of one student: five are taken", async () => {
    const student = await newStudentWithPlan(server);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () =>
        statusOf(upload(server, student, pathFor(student), { body: new Uint8Array(pdf(200_000)) })),
      ),
    );
    expect(statuses.sort()).toEqual([...Array(5).fill("200"), ...Array(5).fill("403")]);
    await agreement(store);
    expect(await rowsOf(store, student)).toHaveLength(5);
  });

  test("six devices with one file name: one is taken, five are told that it is there", async () => {
    const student = await newStudentWithPlan(server);
    const name = pathFor(student);
    const body = new Uint8Array(pdf(200_000));
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => statusOf(upload(server, student, name, { body }))),
    );
    expect(statuses.sort()).toEqual(["200", ...Array(5).fill("409")]);
    await agreement(store);
    expect(await rowsOf(store, student)).toHaveLength(1);
  });

  test("one document, uploaded, read and removed by everybody over and over", async () => {
    const student = await newStudentWithPlan(server);
    const name = pathFor(student);
    const body = new Uint8Array(pdf(100_000));
    const address = `${server.url}/storage/v1/object/${DOCUMENTS}/${name}`;
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${student.token}` };
    const seen = new Set<number>();
    for (let round = 0; round < 10; round++)
      await Promise.all([
        upload(server, student, name, { body }).then(({ status }) => seen.add(status)),
        remove(server, student, name).then(({ status }) => seen.add(status)),
        fetch(address, { headers }).then(async (answer) => {
          seen.add(answer.status);
          if (answer.ok) expect((await answer.arrayBuffer()).byteLength).toBe(100_000);
        }),
      ]);
    expect([...seen].filter((status) => status >= 500)).toEqual([]);
    await agreement(store);
  });
});

describe("an upload that breaks off", () => {
  const NEXT = "\r\n";
  const HEAD = `--b${NEXT}content-disposition: form-data; name="cacheControl"${NEXT}${NEXT}3600${NEXT}`;
  const FILE = `--b${NEXT}content-disposition: form-data; name=""; filename="x.pdf"${NEXT}content-type: application/pdf${NEXT}${NEXT}`;
  const FORM = "multipart/form-data; boundary=b";

  test.each([
    ["before its first byte", {}, [""]],
    ["after its first byte", {}, ["%"]],
    ["in its middle", {}, [pdf(500_000)]],
    ["one byte before its end", {}, [pdf(999_999)]],
    ["in the field of a form", { type: FORM }, [HEAD.slice(0, 40)]],
    ["before the file of a form", { type: FORM }, [HEAD]],
    ["in the file of a form", { type: FORM }, [HEAD, FILE, pdf(500_000)]],
    ["behind the file of a form", { type: FORM }, [HEAD, FILE, pdf(500_000), `${NEXT}--b`]],
  ])("%s leaves nothing", async (_when, options, pieces) => {
    const student = await newStudentWithPlan(server);
    const half = await beginUpload(server, student, { bytes: 1_000_000, ...options });
    for (const piece of pieces) await half.send(piece);
    // Where the server has begun to write, it is cut off while it writes.
    if (pieces.some((piece) => piece.length > 100_000)) await underWay(store, 1);
    half.breakOff();
    await half.answer;
    expect((await upload(server, student, pathFor(student))).status).toBe(200);
    await agreement(store);
    expect(await rowsOf(store, student)).toHaveLength(1);
    expect(outputOf(server)).not.toContain('"level":50');
  });
});
