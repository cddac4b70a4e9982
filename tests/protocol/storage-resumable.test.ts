import { beforeAll, describe, expect, test } from "vitest";
import { createOperator } from "../world/clients.ts";
import { documentPath, documentsOf } from "../world/documents.ts";
import { pdf, samples, TYPES } from "../world/files.ts";
import {
  createMember,
  createStudent,
  createWorld,
  type Member,
  signInAt,
  type World,
} from "../world/members.ts";
import { endPlan, grantAdmin, revokeAdmin } from "../world/people.ts";
import { begin, callResumable, mustBegin, offsetOf, proceed, sendOfficially } from "../world/resumable.ts";
import { sharedServer } from "../world/server.ts";
import { upload } from "../world/storage-calls.ts";

const MB = 1024 * 1024;
const server = sharedServer();
let world: World;
let student: Member;
beforeAll(async () => {
  world = await createWorld(server);
  student = await createStudent(server);
});

const outcomeOf = async (response: Response) => [response.status, await response.text()];
const rowsOf = (name: string) =>
  world.query("select from storage.resumable_uploads where name = $1", [name]).then(({ length }) => length);

async function expectStored(owner: Member, name: string, bytes: Buffer) {
  const { data, error } = await documentsOf(owner).download(name);
  expect(error).toBeNull();
  expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer).equals(bytes)).toBe(true);
  await documentsOf(owner).remove([name]);
}

describe("the official client", () => {
  test.each([
    ["at once", {}, ["POST 201", "PATCH 204"]],
    ["in chunks", { chunkSize: MB }, ["POST 201", "PATCH 204", "PATCH 204", "PATCH 204"]],
    ["with the creation", { uploadDataDuringCreation: true }, ["POST 201"]],
  ])("uploads %s", async (_how, options, requests) => {
    const name = documentPath(student, "ಅಂಕಪಟ್ಟಿ.pdf");
    const bytes = pdf(2.5 * MB);
    expect(await sendOfficially(server, student, bytes, { name, ...options })).toEqual(requests);
    const { data } = await documentsOf(student).info(name);
    expect(data).toMatchObject({ size: bytes.length, contentType: TYPES.pdf, cacheControl: "max-age=3600" });
    await expectStored(student, name, bytes);
  });

  test("continues where an upload stood, and learns that a complete one is stored", async () => {
    const name = documentPath(student);
    const bytes = pdf(300_000);
    const address = await mustBegin(server, student, bytes.length, { name });
    expect((await proceed(server, student, address, 0, bytes.subarray(0, 100_000))).status).toBe(204);
    const uploadUrl = server.url + address;
    expect(await sendOfficially(server, student, bytes, { name, uploadUrl })).toEqual([
      "HEAD 200",
      "PATCH 204",
    ]);
    expect(await sendOfficially(server, student, bytes, { name, uploadUrl })).toEqual(["HEAD 200"]);
    await expectStored(student, name, bytes);
    // The document is deleted now, so its complete upload says nothing any more.
    expect(await offsetOf(server, student, address)).toBe("404");
  });

  test("shows the words of a refusal", async () => {
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    const name = documentPath(student);
    await expect(sendOfficially(server, student, page, { name })).rejects.toThrow(
      /response code: 415, response text: the contents of this file are not of type application\/pdf/,
    );
    expect(await rowsOf(name)).toBe(0);
  });

  test("uploads with the secret key, which may overwrite", async () => {
    const name = documentPath(student);
    const operator = { token: server.secretKey };
    const headers = { apikey: server.secretKey, "x-upsert": "true" };
    for (const bytes of [pdf(1_000), pdf(2_000)])
      expect(await sendOfficially(server, operator, bytes, { name, headers })).toContain("PATCH 204");
    await expectStored(student, name, pdf(2_000));
  });
});

test("OPTIONS tells what the server can do, and preflights allow the protocol's headers", async () => {
  const response = await fetch(`${server.url}/storage/v1/upload/resumable`, { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "tus-resumable": "1.0.0",
    "tus-version": "1.0.0",
    "tus-extension": "creation,creation-with-upload,expiration,termination",
    "tus-max-size": String(50 * MB),
    "access-control-allow-methods": expect.stringContaining("PATCH"),
    "access-control-expose-headers": expect.stringContaining("Upload-Offset"),
  });
});

describe("a request", () => {
  const name = () => documentPath(student);

  test.each([
    ["without a length", 400, { "upload-length": "" }],
    ["with a length that is not a number", 400, { "upload-length": "-1" }],
    ["for an empty file", 400, { "upload-length": "0" }],
    ["for too large a file", 413, { "upload-length": String(10 * MB + 1) }],
    ["without metadata", 404, { "upload-metadata": "" }],
    ["with metadata that is not UTF-8", 400, { "upload-metadata": "bucketName /w==" }],
    ["with a body of another type", 415, { "content-type": "application/pdf" }],
  ])("%s begins nothing", async (_what, status, headers) => {
    const place = name();
    expect((await begin(server, student, 200, { name: place }, headers)).status).toBe(status);
    expect(await rowsOf(place)).toBe(0);
  });

  test("of another version is told the version of the server", async () => {
    const response = await callResumable(server, student, "POST", "", {
      headers: { "tus-resumable": "0.2.2" },
    });
    expect(response.status).toBe(412);
    expect(response.headers.get("tus-version")).toBe("1.0.0");
  });

  test("for a type, a name or a bucket that the rules refuse begins nothing", async () => {
    const refusals = [
      [await begin(server, student, 200, { name: name(), type: "text/html" }), 415],
      [await begin(server, student, 200, { name: name(), type: TYPES.png }), 415],
      [await begin(server, student, 200, { name: `${student.id}/marks.pdf` }), 400],
      [await begin(server, student, 200, { name: name(), bucket: "nowhere" }), 404],
    ] as const;
    for (const [response, status] of refusals) expect(response.status).toBe(status);
  });

  test("continues from the offset of the server only, and never beyond the length", async () => {
    const address = await mustBegin(server, student, 200, { name: name() });
    const refused = async (...call: [offset: number, bytes: number]) =>
      outcomeOf(await proceed(server, student, address, call[0], Buffer.alloc(call[1], 32)));
    expect(await refused(1, 10)).toEqual([409, "Upload-Offset conflict"]);
    expect((await refused(0, 201))[0]).toBe(413);
    const wrong = { headers: { "content-type": "text/plain", "upload-offset": "0" } };
    expect((await callResumable(server, student, "PATCH", address, wrong)).status).toBe(415);
    expect(await offsetOf(server, student, address)).toBe(0);

    const response = await proceed(server, student, address, 0, samples.pdf.subarray(0, 50));
    expect(response.status).toBe(204);
    expect(response.headers.get("upload-offset")).toBe("50");
    const expires = Date.parse(response.headers.get("upload-expires") ?? "") - Date.now();
    expect(expires / 3_600_000).toBeCloseTo(24, 1);
    expect(await refused(0, 10)).toEqual([409, "Upload-Offset conflict"]);
    expect(await offsetOf(server, student, address)).toBe(50);
  });

  test("ends an upload, but not a complete one", async () => {
    const place = name();
    const ended = await mustBegin(server, student, 200, { name: place });
    await proceed(server, student, ended, 0, samples.pdf.subarray(0, 50));
    expect((await callResumable(server, student, "DELETE", ended)).status).toBe(204);
    expect(await offsetOf(server, student, ended)).toBe("404");
    expect((await proceed(server, student, ended, 50, samples.pdf.subarray(50))).status).toBe(404);

    const complete = await mustBegin(server, student, 200, { name: place });
    expect((await proceed(server, student, complete, 0, samples.pdf)).status).toBe(204);
    expect((await callResumable(server, student, "DELETE", complete)).status).toBe(400);
    expect((await proceed(server, student, complete, 200, Buffer.alloc(1))).status).toBe(413);
    expect((await proceed(server, student, complete, 200, Buffer.alloc(0))).status).toBe(204);
    await expectStored(student, place, samples.pdf);
  });

  test("is refused when its upload was cut a thousand times", async () => {
    const address = await mustBegin(server, student, 200, { name: name() });
    const id = address.split("/").at(-1);
    await world.query("update storage.resumable_uploads set parts = 1000 where id = $1", [id]);
    expect(await outcomeOf(await proceed(server, student, address, 0, samples.pdf))).toEqual([
      400,
      "This upload was cut too often",
    ]);
  });

  test("comes too late when the upload has expired, and the job removes it", async () => {
    const address = await mustBegin(server, student, 200, { name: name() });
    const id = address.split("/").at(-1);
    await world.query("update storage.resumable_uploads set expires_at = now() where id = $1", [id]);
    expect(await offsetOf(server, student, address)).toBe("410");
    await world.query("select private.delete_expired_uploads()");
    expect(await offsetOf(server, student, address)).toBe("404");
  });
});

describe("an upload of a student", () => {
  test("belongs to them alone", async () => {
    const address = await mustBegin(server, student, 200, { name: documentPath(student) });
    const { other, admin, formerAdmin, student: withoutPlan } = world.people;
    for (const stranger of [undefined, other, admin, formerAdmin, withoutPlan]) {
      const missing = stranger ? 404 : 400;
      expect(await offsetOf(server, stranger, address)).toBe(String(missing));
      expect((await proceed(server, stranger, address, 0, samples.pdf)).status).toBe(missing);
      expect((await callResumable(server, stranger, "DELETE", address)).status).toBe(missing);
    }
    expect(await offsetOf(server, { token: server.publishableKey }, address)).toBe("404");
    expect(await offsetOf(server, student, address)).toBe(0);
  });

  test("is refused where a plain upload is", async () => {
    const { student: withoutPlan, expired, other, admin, formerAdmin } = world.people;
    const attempts: [Member | undefined, Member][] = [
      [undefined, student],
      [withoutPlan, withoutPlan],
      [expired, expired],
      [other, student],
      [admin, student],
      [formerAdmin, formerAdmin],
    ];
    for (const [caller, owner] of attempts) {
      const response = await begin(server, caller, 200, { name: documentPath(owner) });
      expect(response.status).toBe(caller ? 403 : 400);
    }
    const asVisitor = await begin(server, { token: server.publishableKey }, 200, {
      name: documentPath(student),
    });
    expect(asVisitor.status).toBe(403);
  });

  test("is refused at its next request when the session has ended, and continues after another sign-in", async () => {
    const person = await createStudent(server);
    const name = documentPath(person);
    const address = await mustBegin(server, person, 200, { name });
    await proceed(server, person, address, 0, samples.pdf.subarray(0, 100));
    await world.query("delete from auth.sessions where user_id = $1", [person.id]);
    const refused = await proceed(server, person, address, 100, samples.pdf.subarray(100));
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain("The session has ended");
    expect(await offsetOf(server, person, address)).toBe("401");
    const again = await signInAt(server, person);
    expect(await offsetOf(server, again, address)).toBe(100);
    expect((await proceed(server, again, address, 100, samples.pdf.subarray(100))).status).toBe(204);
    await expectStored(again, name, samples.pdf);
  });

  test("is refused at its next request when the plan has ended", async () => {
    const person = await createStudent(server);
    const address = await mustBegin(server, person, 200, { name: documentPath(person) });
    await endPlan(server, person.id);
    // Not its last bytes: those would be refused with the document.
    expect((await proceed(server, person, address, 0, samples.pdf.subarray(0, 50))).status).toBe(403);
    expect(await offsetOf(server, person, address)).toBe(0);
  });

  test("has no place when five documents arrive before it", async () => {
    const person = await createStudent(server);
    const address = await mustBegin(server, person, 200, { name: documentPath(person) });
    for (let document = 0; document < 5; document++)
      expect((await upload(server, person, documentPath(person))).status).toBe(200);
    for (const bytes of [samples.pdf.subarray(0, 50), samples.pdf])
      expect(await outcomeOf(await proceed(server, person, address, 0, bytes))).toEqual([
        403,
        "new row violates row-level security policy",
      ]);
    expect((await begin(server, person, 200, { name: documentPath(person) })).status).toBe(403);
  });

  test("gives way when its student begins ten others, or 50 MB", async () => {
    const person = await createStudent(server);
    const start = (bytes: number) => mustBegin(server, person, bytes, { name: documentPath(person) });
    const small = await start(200);
    const others = [];
    for (let number = 0; number < 10; number++) others.push(await start(200));
    expect(await offsetOf(server, person, small)).toBe("404");
    expect(await offsetOf(server, person, others[0] as string)).toBe(0);
    for (let number = 0; number < 5; number++) others.push(await start(10 * MB));
    expect(await offsetOf(server, person, others[9] as string)).toBe("404");
    expect(await offsetOf(server, person, others[10] as string)).toBe(0);
  });
});

test("an upload to the logs is refused when its admin has lost the right", async () => {
  const admin = await createMember(server);
  await grantAdmin(server, admin.id);
  const name = `email_failures/email_failures_${Date.now()}.json`;
  const file = { name, bucket: "logs", type: "application/json" };
  const address = await mustBegin(server, admin, 4, file);
  expect((await proceed(server, admin, address, 0, Buffer.from("[]"))).status).toBe(204);
  await revokeAdmin(server, admin.id);
  for (const last of [" ", "  "])
    expect((await proceed(server, admin, address, 2, Buffer.from(last))).status).toBe(403);
  expect((await createOperator(server).storage.from("logs").download(name)).error).not.toBeNull();
});
