import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { listPdf, row } from "../world/list-pdf.ts";
import { createMember, type Member } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { csvFile, xlsxFile } from "../world/statement-files.ts";

const server = sharedServer();
const HEADINGS = ["college_code", "college_name", "course_code", "course_name", "GM", "2AG"];
const rows = [HEADINGS, ["E901", "A College", "CS", "Computer Science", "1200.5", "--"]];

let admin: Member;
let student: Member;
let pdf: Buffer;
beforeAll(async () => {
  admin = await createMember(server, { isAdmin: true, profile: {} });
  student = await createMember(server, { profile: {} });
  pdf = brotliDecompressSync(await readFile(path.resolve("tests/world/lists/ugcet-2025-1.pdf.br")));
});

function post(who: Member, parameters: Record<string, string>, file: string | Buffer, accept = "*/*") {
  return fetch(`${server.url}/functions/v1/read-list?${new URLSearchParams(parameters)}`, {
    method: "POST",
    headers: {
      accept,
      apikey: server.publishableKey,
      authorization: `Bearer ${who.token}`,
      "content-type": "application/octet-stream",
    },
    body: new Uint8Array(Buffer.from(file)),
  });
}

async function send(who: Member, parameters: Record<string, string>, file: string | Buffer) {
  const response = await post(who, parameters, file);
  return { status: response.status, body: (await response.json()) as { editions?: number[] } };
}

const chosen = { meritList: "UGCET", year: "2099", round: "1", region: "general" };

test("KEA's PDF is read in a thread, and its title says which list it is", async () => {
  expect(await send(admin, { step: "read", name: "list.pdf" }, pdf)).toMatchObject({
    status: 200,
    body: {
      choice: { meritList: "UGCET", year: 2025, round: "1", region: "general" },
      colleges: 224,
      ranks: 18_850,
      editions: [],
    },
  });
});

interface Event {
  readonly progress?: { readonly step: string; readonly done: number; readonly total: number };
  readonly result?: object;
  readonly error?: string;
}

const eventsOf = (text: string) =>
  text.split("\n\n").flatMap((event) => (event ? [JSON.parse(event.slice("data:".length)) as Event] : []));

const page = (title: string, course: string) => [
  ...row(190, title),
  ...row(170, "E901  A College"),
  ...row(150, "1G", "GM").map((cell) => ({ ...cell, x: cell.x + 40 })),
  ...row(130, `${course} A Course`, "1200.5", "--"),
];
const EVENTS = "text/event-stream";

test("a client that asks for events gets one for each page and each part of the ranks, and the result at last", async () => {
  const parameters = { step: "add", name: "list.pdf", ...chosen, year: "2098" };
  const file = listPdf(["CS", "EC", "ME"].map((course) => page("A list", course)));
  const response = await post(admin, parameters, file, EVENTS);
  expect([
    response.status,
    response.headers.get("content-type"),
    response.headers.get("cache-control"),
  ]).toEqual([200, `${EVENTS}; charset=utf-8`, "no-store, no-transform"]);
  expect(eventsOf(await response.text())).toEqual([
    ...[1, 2, 3].map((done) => ({ progress: { step: "reading", done, total: 3 } })),
    { progress: { step: "adding", done: 3, total: 3 } },
    { result: expect.objectContaining({ ranks: 3, editions: [expect.any(Number)] }) },
  ]);
});

test("a list that is refused after its pages says so in its last event; before them, as to any other client", async () => {
  const unnamed = await post(
    admin,
    { step: "add", name: "list.pdf" },
    listPdf([page("A list", "CS")]),
    EVENTS,
  );
  expect(eventsOf(await unnamed.text()).at(-1)).toEqual({
    error: "Please choose the merit list, the year, the round and the region.",
  });
  const damaged = await post(admin, { step: "read", name: "x" }, pdf.subarray(0, 300_000), EVENTS);
  expect(damaged.status).toBe(422);
});

test("a PDF that is cut off is refused, and nothing is stored", async () => {
  expect(await send(admin, { step: "add", name: "list.pdf" }, pdf.subarray(0, 300_000))).toEqual({
    status: 422,
    body: { error: "This PDF is damaged, or is none: its end is missing. Please download it again." },
  });
});

test.each([
  ["CSV", csvFile(rows)],
  ["XLSX", xlsxFile(rows)],
])("a list as %s is added as a preview, compared and published", async (_format, file) => {
  const added = await send(admin, { step: "add", name: "list", ...chosen }, file);
  expect(added).toMatchObject({ status: 200, body: { ranks: 1, editions: [expect.any(Number)] } });
  const [edition = 0] = added.body.editions ?? [];
  const { data: comparison } = await admin.client.rpc("compare_list", { edition });
  expect(comparison).toMatchObject({ ranks: 1 });
  const { error } = await admin.client.rpc("publish_list", {
    edition,
    compared_with: (comparison as { before: number }).before,
  });
  expect(error).toBeNull();
  const { data } = await student.client.from("current_editions").select("edition_id").eq("year", 2099);
  expect(data).toEqual([{ edition_id: edition }]);
});

test("a list that neither its title nor the admin names is not added", async () => {
  expect(await send(admin, { step: "add", name: "list.csv" }, csvFile(rows))).toEqual({
    status: 422,
    body: { error: "Please choose the merit list, the year, the round and the region." },
  });
});

test("a student cannot send a list, whatever it contains", async () => {
  expect(await send(student, { step: "read", name: "list.csv", ...chosen }, csvFile(rows))).toEqual({
    status: 403,
    body: { error: "You are not authorized to access this page" },
  });
});
