import { beforeAll, describe, expect, test } from "vitest";
import { createOperator } from "../world/clients.ts";
import { DOCUMENTS, documentPath, documentsOf } from "../world/documents.ts";
import { nameOfType, samples, TYPES } from "../world/files.ts";
import { harmlessFiles } from "../world/harmless-files.ts";
import { type HostileFile, hostilePictures } from "../world/hostile-files.ts";
import { hostilePdfs } from "../world/hostile-pdfs.ts";
import { hostileWordFiles } from "../world/hostile-word-files.ts";
import { createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { png } from "../world/pictures.ts";
import { badType, expectRefusal, unsafeContent } from "../world/refusals.ts";
import { sharedServer } from "../world/server.ts";
import { remove, upload, uploadForm } from "../world/storage-calls.ts";

let world: World;
let server: World["server"];
let student: Member;
beforeAll(async () => {
  world = await createWorld(sharedServer());
  server = world.server;
  student = await createStudent(server);
});

const inBody = (bytes: Buffer, type: string, name = nameOfType(type)) =>
  upload(server, student, documentPath(student, name), {
    body: new Uint8Array(bytes),
    headers: { "content-type": type },
  });

describe("a file is refused, with words that say what to do, if it is", () => {
  test.each(hostilePdfs)("a PDF with %s", expectToBeRefused);
  test.each(hostileWordFiles)("a Word document with %s", expectToBeRefused);
  test.each(hostilePictures)("%s", expectToBeRefused);

  async function expectToBeRefused(_what: string, bytes: Buffer, type: string, reason: string) {
    const text = expect.stringContaining(reason);
    const refusal = reason === "not of type" ? badType(text) : unsafeContent(text);
    await expectRefusal(await inBody(bytes, type), refusal);
    const name = documentPath(student, nameOfType(type));
    await expectRefusal(await uploadForm(server, student, name, bytes, type), refusal);
  }

  test("hostile, even when the secret key replaces a document with it", async () => {
    const name = documentPath(student);
    await upload(server, student, name);
    const [, bytes] = hostilePdfs[0] as HostileFile;
    const { error } = await createOperator(server)
      .storage.from(DOCUMENTS)
      .update(name, new Uint8Array(bytes), { contentType: TYPES.pdf });
    expect(error?.message).toContain("This PDF contains a script.");
    expect((await documentsOf(student).download(name)).data?.size).toBe(samples.pdf.length);
    await remove(server, student, name);
  });

  test("and the words name a way out", async () => {
    const [, script] = hostilePdfs[0] ?? [];
    const answer = await inBody(script as Buffer, TYPES.pdf);
    await expectRefusal(
      answer,
      unsafeContent(
        "This PDF contains a script. Please open it, choose Print, then “Save as PDF”, and upload the new PDF, or photograph the pages.",
      ),
    );
  });
});

describe("a file is accepted if it is", () => {
  test.each(harmlessFiles)("%s", async (_what, bytes, type) => {
    const name = documentPath(student, nameOfType(type));
    const answer = await upload(server, student, name, {
      body: new Uint8Array(bytes),
      headers: { "content-type": type },
    });
    expect(await answer.json()).toMatchObject({ Key: expect.stringContaining(name) });
    await remove(server, student, name);
  });
});

test.each([
  ["marks.html", TYPES.pdf, samples.pdf, ".pdf"],
  ["marks.pdf.exe", TYPES.pdf, samples.pdf, ".pdf"],
  ["marks", TYPES.png, samples.png, ".png"],
  ["marks.docm", TYPES.docx, samples.docx, ".docx"],
  ["marks.png", TYPES.jpeg, samples.jpeg, ".jpg or .jpeg"],
])("the name %s is refused for a file of type %s", async (name, type, bytes, endings) => {
  const refusal = badType(`The name of this file does not fit its type. It must end in ${endings}.`);
  await expectRefusal(await inBody(bytes, type, name), refusal);
});

test("a file that is slow to inspect delays no other request", async () => {
  // More than a second of work: 32 million pixels of 8 bytes each.
  const slow = png({ width: 8_000, height: 4_000, bytesPerPixel: 8 });
  let isDone = false;
  const answer = inBody(slow, TYPES.png).finally(() => {
    isDone = true;
  });
  let longest = 0;
  let total = 0;
  while (!isDone) {
    const startedAt = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - startedAt);
    total += performance.now() - startedAt;
  }
  // A slow machine refuses the file after five seconds.
  expect([200, 400]).toContain((await answer).status);
  // On the server's own thread, one request would wait for nearly all of the inspection. A busy machine delays some too.
  expect(longest).toBeLessThan(0.8 * total);
});
