import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { outputOf, sharedServer } from "../world/server.ts";
import { encoded, remove, untidied, upload, uploadForm, wire } from "./storage-calls.ts";
import { badKey, badType, expectRefusal, type Refusal, TOO_LARGE } from "./storage-refusals.ts";
import { liars, pdf, samples, TYPES } from "./storage-samples.ts";
import {
  bucketOf,
  DOCUMENTS,
  fileOf,
  newStudentWithPlan,
  openWorld,
  type Person,
  pathFor,
  type World,
} from "./storage-world.ts";

let world: World;
let server: World["server"];
let student: Person;
beforeAll(async () => {
  world = await openWorld(sharedServer());
  server = world.server;
  student = await newStudentWithPlan(server);
});

test.each(liars)("%s is not taken for what it says it is", async (_what, bytes, declared) => {
  const refusal = badType(`the contents of this file are not of type ${declared}`);
  await expectRefusal(await uploadForm(server, student, pathFor(student), bytes, declared), refusal);
  const call = { body: new Uint8Array(bytes), headers: { "content-type": declared } };
  await expectRefusal(await upload(server, student, pathFor(student), call), refusal);
});

test.each(["announced", "in pieces", "in a form"] as const)(
  "10 MB %s are taken, a byte more is not",
  async (how) => {
    const limit = 10 * 1024 * 1024;
    const send = (name: string, bytes: number) => {
      if (how === "in a form") return uploadForm(server, student, name, pdf(bytes), TYPES.pdf);
      const body = new Uint8Array(pdf(bytes));
      if (how === "announced") return upload(server, student, name, { body });
      return upload(server, student, name, { body: new Blob([body]).stream(), duplex: "half" });
    };
    const name = pathFor(student);
    expect((await send(name, limit)).status).toBe(200);
    await expectRefusal(await send(pathFor(student), limit + 1), TOO_LARGE);
    expect((await bucketOf(student).download(name)).data?.size).toBe(limit);
    await remove(server, student, name);
  },
);

describe("a form", () => {
  const NEXT = "\r\n";
  const part = [
    'content-disposition: form-data; name=""; filename="x.pdf"',
    "content-type: application/pdf",
    "",
    "%PDF-1.7",
  ].join(NEXT);
  const field = ['content-disposition: form-data; name="cacheControl"', "", "3600"].join(NEXT);
  const parts = (...texts: string[]) => texts.map((text) => `--b${NEXT}${text}${NEXT}`).join("");
  const NO_CONTENT: Refusal = [400, "400", "InvalidRequest", "No content provided", "InvalidRequest"];
  const BROKEN_OFF: Refusal = [
    400,
    "400",
    "InvalidRequest",
    "The upload broke off before its end",
    "InvalidRequest",
  ];

  test.each([
    ["without a file", `${parts(field)}--b--${NEXT}`, NO_CONTENT],
    ["of nothing", "", NO_CONTENT],
    ["of nonsense", "nonsense", BROKEN_OFF],
    ["that ends within the file", `--b${NEXT}${part}`, BROKEN_OFF],
    ["that ends behind the file", parts(part), BROKEN_OFF],
    ["with a second file", `${parts(part, part)}--b--${NEXT}`, BROKEN_OFF],
  ] as const)("%s is refused", async (_what, body, refusal) => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const address = `/object/${DOCUMENTS}/${pathFor(student)}`;
    await expectRefusal(await wire(server, student, address, { method: "POST", body, headers }), refusal);
  });

  test("says the type of a file that has none of its own", async () => {
    const body = [
      `--b${NEXT}content-disposition: form-data; name="contentType"${NEXT}${NEXT}${TYPES.pdf}${NEXT}`,
      `--b${NEXT}content-disposition: form-data; name=""; filename="x"${NEXT}${NEXT}%PDF-1.7${NEXT}--b--${NEXT}`,
    ].join("");
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const name = pathFor(student);
    const answer = await wire(server, student, `/object/${DOCUMENTS}/${name}`, {
      method: "POST",
      body,
      headers,
    });
    expect(answer.status).toBe(200);
    await remove(server, student, name);
  });
});

describe("a name", () => {
  test.each(["ಅಂಕಪಟ್ಟಿ ೨೦೨೬.pdf", "👩‍🎓 final (1).pdf", "अंकपत्र.pdf", "a+b&c=d;e@f!g'h,i$.pdf"])(
    "%s is kept to the letter",
    async (name) => {
      const place = pathFor(student, name);
      const { data, error } = await bucketOf(student).upload(place, fileOf(samples.pdf, TYPES.pdf));
      expect(error).toBeNull();
      expect(data?.path).toBe(place);
      const { data: listed } = await bucketOf(student).list(student.id, { search: place.slice(37) });
      expect(listed?.map((file) => `${student.id}/${file.name}`)).toEqual([place]);
      expect((await bucketOf(student).download(place)).data?.size).toBe(200);
      const { data: link } = await bucketOf(student).createSignedUrl(place, 60, { download: name });
      const answer = await fetch(link?.signedUrl as string);
      expect(answer.status).toBe(200);
      const disposition = answer.headers.get("content-disposition") ?? "";
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(name);
      expect((await bucketOf(student).remove([place])).data).toHaveLength(1);
    },
  );

  test.each([
    ["of 300 letters", "x".repeat(300)],
    ["of 300 Kannada letters", "ಕ".repeat(300)],
    ["with NUL", "a\0.pdf"],
    ["with a line end", "a\r\nb.pdf"],
    ["that turns the reading direction around", "fdp\u202e.exe"],
    ["that isolates", "\u2066a.pdf"],
    ["with a backslash", "..\\a.pdf"],
    ["of dots", ".."],
    ["that leads deeper", "a/b.pdf"],
    ["that leads out", "/../../a.pdf"],
  ])("%s is refused", async (_what, name) => {
    const place = pathFor(student, name);
    const answer = await untidied(server, student, `/object/${DOCUMENTS}/${encoded(place)}`);
    await expectRefusal(answer, badKey(place.slice(0, 200)));
  });

  test("that is not of the product's shape is refused", async () => {
    const place = `${student.id}/marks.pdf`;
    await expectRefusal(await upload(server, student, place), badKey(place));
  });

  test.each(["%", "%zz", "%ff"])("that is no text (%s) is refused", async (end) => {
    const address = `/object/${DOCUMENTS}/${pathFor(student)}${end}`;
    expect((await untidied(server, student, address)).status).toBe(400);
  });

  test.each([
    "../../../secrets.json",
    "..%2f..%2f..%2fsecrets.json",
    "%2e%2e/%2e%2e/secrets.json",
    "%2Fetc%2Fpasswd",
  ])("%s opens nothing outside", async (name) => {
    for (const method of ["GET", "POST"] as const) {
      const answer = await untidied(server, student, `/object/${DOCUMENTS}/${student.id}/${name}`, method);
      expect([400, 404]).toContain(answer.status);
      expect(await answer.text()).not.toMatch(/signingKeys|root:|ENOENT|maarga-test/);
    }
  });
});

test("nothing that was refused has left anything in the store", async () => {
  const folder = path.join(server.dataFolder, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  expect(
    await world.query("select from storage.objects union all select from storage.pending_files"),
  ).toEqual([]);
  expect(outputOf(server)).not.toContain('"level":50');
});
