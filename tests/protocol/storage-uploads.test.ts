import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTS, documentPath, documentsOf, fileOf } from "../world/documents.ts";
import { disguisedFiles, nameOfType, pdf, samples, TYPES } from "../world/files.ts";
import { createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { png } from "../world/pictures.ts";
import { badKey, badType, expectRefusal, type Refusal, TOO_LARGE } from "../world/refusals.ts";
import { outputOf, type RunningServer, startServer } from "../world/server.ts";
import { callStorage, encodePath, remove, sendRawPath, upload, uploadForm } from "../world/storage-calls.ts";

let world: World<RunningServer>;
let server: RunningServer;
let student: Member;
beforeAll(async () => {
  world = await createWorld(await startServer());
  server = world.server;
  student = await createStudent(server);
});
afterAll(() => server.stop());

test.each(disguisedFiles)(
  "%s is refused if it is declared as another type",
  async (_what, bytes, declared) => {
    const refusal = badType(`the contents of this file are not of type ${declared}`);
    const name = () => documentPath(student, nameOfType(declared));
    await expectRefusal(await uploadForm(server, student, name(), bytes, declared), refusal);
    const call = { body: new Uint8Array(bytes), headers: { "content-type": declared } };
    await expectRefusal(await upload(server, student, name(), call), refusal);
  },
);

test.each(["announced", "in pieces", "in a form"] as const)(
  "10 MB %s are accepted, and one byte more is refused",
  async (how) => {
    const limit = 10 * 1024 * 1024;
    const send = (name: string, bytes: number) => {
      if (how === "in a form") return uploadForm(server, student, name, pdf(bytes), TYPES.pdf);
      const body = new Uint8Array(pdf(bytes));
      if (how === "announced") return upload(server, student, name, { body });
      return upload(server, student, name, { body: new Blob([body]).stream(), duplex: "half" });
    };
    const name = documentPath(student);
    expect((await send(name, limit)).status).toBe(200);
    await expectRefusal(await send(documentPath(student), limit + 1), TOO_LARGE);
    expect((await documentsOf(student).download(name)).data?.size).toBe(limit);
    await remove(server, student, name);
  },
);

describe("a form", () => {
  const CRLF = "\r\n";
  const part = [
    'content-disposition: form-data; name=""; filename="x.pdf"',
    "content-type: application/pdf",
    "",
    "%PDF-1.7",
  ].join(CRLF);
  const field = ['content-disposition: form-data; name="cacheControl"', "", "3600"].join(CRLF);
  const parts = (...texts: string[]) => texts.map((text) => `--b${CRLF}${text}${CRLF}`).join("");
  const NO_CONTENT: Refusal = [400, "400", "InvalidRequest", "No content provided", "InvalidRequest"];
  const INCOMPLETE: Refusal = [
    400,
    "400",
    "InvalidRequest",
    "The upload ended before it was complete",
    "InvalidRequest",
  ];

  test.each([
    ["without a file", `${parts(field)}--b--${CRLF}`, NO_CONTENT],
    ["that is empty", "", NO_CONTENT],
    ["that is not multipart", "nonsense", INCOMPLETE],
    ["that ends inside the file", `--b${CRLF}${part}`, INCOMPLETE],
    ["that ends after the file", parts(part), INCOMPLETE],
    ["with a second file", `${parts(part, part)}--b--${CRLF}`, INCOMPLETE],
  ] as const)("%s is refused", async (_what, body, refusal) => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const address = `/object/${DOCUMENTS}/${documentPath(student)}`;
    await expectRefusal(
      await callStorage(server, student, address, { method: "POST", body, headers }),
      refusal,
    );
  });

  test("can give the type of a file whose part has none", async () => {
    const body = [
      `--b${CRLF}content-disposition: form-data; name="contentType"${CRLF}${CRLF}${TYPES.pdf}${CRLF}`,
      `--b${CRLF}content-disposition: form-data; name=""; filename="x"${CRLF}${CRLF}${samples.pdf.toString("latin1")}${CRLF}--b--${CRLF}`,
    ].join("");
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const name = documentPath(student);
    const response = await callStorage(server, student, `/object/${DOCUMENTS}/${name}`, {
      method: "POST",
      body,
      headers,
    });
    expect(response.status).toBe(200);
    await remove(server, student, name);
  });
});

describe("a name", () => {
  test.each(["ಅಂಕಪಟ್ಟಿ ೨೦೨೬.pdf", "👩‍🎓 final (1).pdf", "अंकपत्र.pdf", "a+b&c=d;e@f!g'h,i$.pdf"])(
    "%s is kept exactly",
    async (name) => {
      const place = documentPath(student, name);
      const { data, error } = await documentsOf(student).upload(place, fileOf(samples.pdf, TYPES.pdf));
      expect(error).toBeNull();
      expect(data?.path).toBe(place);
      const { data: listed } = await documentsOf(student).list(student.id, { search: place.slice(37) });
      expect(listed?.map((file) => `${student.id}/${file.name}`)).toEqual([place]);
      expect((await documentsOf(student).download(place)).data?.size).toBe(200);
      const { data: link } = await documentsOf(student).createSignedUrl(place, 60, { download: name });
      const response = await fetch(link?.signedUrl as string);
      expect(response.status).toBe(200);
      const disposition = response.headers.get("content-disposition") ?? "";
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? "")).toBe(name);
      expect((await documentsOf(student).remove([place])).data).toHaveLength(1);
    },
  );

  test.each([
    ["of 300 letters", "x".repeat(300)],
    ["of 300 Kannada letters", "ಕ".repeat(300)],
    ["with NUL", "a\0.pdf"],
    ["with a line end", "a\r\nb.pdf"],
    ["that reverses the reading direction", "fdp\u202e.exe"],
    ["with a directional isolate", "\u2066a.pdf"],
    ["with a backslash", "..\\a.pdf"],
    ["of dots", ".."],
    ["in a subfolder", "a/b.pdf"],
    ["that leaves the folder", "/../../a.pdf"],
  ])("%s is refused", async (_what, name) => {
    const place = documentPath(student, name);
    const response = await sendRawPath(server, student, `/object/${DOCUMENTS}/${encodePath(place)}`);
    await expectRefusal(response, badKey(place.slice(0, 200)));
  });

  test("without the time stamp of the product is refused", async () => {
    const place = `${student.id}/marks.pdf`;
    await expectRefusal(await upload(server, student, place), badKey(place));
  });

  test.each(["%", "%zz", "%ff"])("that cannot be decoded (%s) is refused", async (end) => {
    const address = `/object/${DOCUMENTS}/${documentPath(student)}${end}`;
    expect((await sendRawPath(server, student, address)).status).toBe(400);
  });

  test.each([
    "../../../secrets.json",
    "..%2f..%2f..%2fsecrets.json",
    "%2e%2e/%2e%2e/secrets.json",
    "%2Fetc%2Fpasswd",
  ])("%s reaches no file outside the bucket", async (name) => {
    for (const method of ["GET", "POST"] as const) {
      const response = await sendRawPath(
        server,
        student,
        `/object/${DOCUMENTS}/${student.id}/${name}`,
        method,
      );
      expect([400, 404]).toContain(response.status);
      expect(await response.text()).not.toMatch(/signingKeys|root:|ENOENT|maarga-test/);
    }
  });
});

test("no refused upload has left a row, a file or a line in the log", async () => {
  const damaged = { body: new Uint8Array(png({ value: 9 })), headers: { "content-type": TYPES.png } };
  expect((await upload(server, student, documentPath(student, "x.png"), damaged)).status).toBe(400);
  const folder = path.join(server.dataFolder, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  expect(
    await world.query("select from storage.objects union all select from storage.pending_files"),
  ).toEqual([]);
  expect(outputOf(server)).not.toMatch(/"level":50|VIPS/);
});
