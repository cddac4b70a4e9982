import { beforeAll, describe, expect, test } from "vitest";
import { BANK_STATEMENTS } from "../world/bank-statements.ts";
import { createMember, type Member } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { csvFile, xlsxFile } from "../world/statement-files.ts";

const server = sharedServer();
const rows = BANK_STATEMENTS.find(({ layout }) => layout === "HDFC Bank")?.rows ?? [];

let admin: Member;
let student: Member;
beforeAll(async () => {
  admin = await createMember(server, { isAdmin: true, profile: {} });
  student = await createMember(server, { profile: {} });
});

const send = async (who: Member, step: string, file: string | Buffer, name = "november.csv") => {
  const response = await fetch(
    `${server.url}/functions/v1/read-statement?step=${step}&name=${encodeURIComponent(name)}`,
    {
      method: "POST",
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${who.token}`,
        "content-type": "application/octet-stream",
      },
      body: new Uint8Array(Buffer.from(file)),
    },
  );
  return { status: response.status, body: await response.json() };
};

test("a statement is shown first and then added; a second time and an overlapping one change nothing", async () => {
  const preview = await send(admin, "preview", csvFile(rows));
  expect(preview).toMatchObject({
    status: 200,
    body: {
      kind: "statement",
      layout: "HDFC Bank",
      lines: 2,
      paise: 104_700_50,
      isKnown: false,
      added: null,
    },
  });
  expect((await send(admin, "add", csvFile(rows))).body).toMatchObject({ isKnown: false, added: 2 });
  expect((await send(admin, "add", csvFile(rows))).body).toMatchObject({ isKnown: true, added: 0 });
  // The same lines in another file.
  expect((await send(admin, "add", xlsxFile(rows))).body).toMatchObject({ isKnown: false, added: 0 });
  const { data } = await admin.client
    .from("statement_lines")
    .select("utr")
    .in("utr", ["412345678901", "612345678902"]);
  expect(data).toHaveLength(2);
});

test("columns that were chosen once are remembered", async () => {
  const file = csvFile([
    ["Tarikh", "Vivaran", "Jama"],
    ["21/11/2026", "UPI 798765432101", "500"],
  ]);
  expect((await send(admin, "preview", file)).body).toEqual({
    kind: "unknown",
    rows: [
      { key: "tarikh|vivaran|jama", cells: ["Tarikh", "Vivaran", "Jama"] },
      { key: "21 11 2026|upi 798765432101|500", cells: ["21/11/2026", "UPI 798765432101", "500"] },
    ],
  });
  const layout = { headings: "tarikh|vivaran|jama", columns: { date: 0, narration: [1], credit: 2 } };
  expect((await admin.client.from("statement_layouts").upsert(layout)).error).toBeNull();
  expect((await send(admin, "preview", file)).body).toMatchObject({ layout: "Chosen columns", lines: 1 });
  await admin.client.from("statement_layouts").upsert({ ...layout, columns: { date: "x" } });
  // A damaged layout is ignored.
  expect((await send(admin, "preview", file)).body).toMatchObject({ kind: "unknown" });
});

describe("a statement is refused", () => {
  test("for a student, before its body is read", async () => {
    expect(await send(student, "add", csvFile(rows))).toMatchObject({ status: 403 });
  });

  test.each([
    ["that is a PDF", "%PDF-1.7\n", "This is a PDF. Please download the statement as CSV or XLSX."],
    ["that is empty", "", "This file is empty."],
  ])("%s, with a text for the admin", async (_what, file, error) => {
    const answer = await send(admin, "preview", file);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toEqual({ error });
  });

  test("without a name or with another step", async () => {
    expect((await send(admin, "preview", csvFile(rows), "")).status).toBe(400);
    expect((await send(admin, "delete", csvFile(rows))).status).toBe(400);
  });
});
