import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { shapeText } from "./fonts.ts";
import { renderReceipt } from "./render-receipt.ts";

const GSTIN = "29AAPFU0939F1ZR";

const seller = { name: "Maarga Counselling", address: "14, 2nd Main, Bengaluru 560041" };
const registered = { ...seller, gstin: GSTIN, sac: "999293", gstPercent: 18 };
const student = {
  name: "Ananya Rao",
  email: "ananya@example.org",
  address: ["12, 4th Cross"],
  city: "Ballari",
  state: "Karnataka",
  pinCode: "583101",
};
const snapshot = {
  seller,
  student,
  plan: { level: "ug", exam: "neet", name: "Advanced" },
  order: { number: "MRG-4F7K-2", kind: "full" as const },
  payment: { method: "upi" as const, utr: "412345678901", paidOn: "2026-11-23" },
  amountPaise: 10_200_00,
};

type Changes = Partial<typeof snapshot> & { seller?: typeof seller | typeof registered };

async function render(changes: Changes = {}, later: object = {}): Promise<Buffer> {
  const receipt = { number: "MRG/26-27/00042", issuedAt: "2026-11-24T18:30:00Z", ...later };
  return Buffer.from(await renderReceipt({ ...receipt, snapshot: { ...snapshot, ...changes } as never }));
}

/** The text that a program copies from the page, piece by piece. */
function textOf(pdf: Buffer): string {
  const content = streamsOf(pdf).find((stream) => stream.includes("ActualText")) ?? "";
  return [...content.matchAll(/ActualText <feff([0-9a-f]*)>/g)]
    .map(([, hex = ""]) => Buffer.from(hex, "hex").swap16().toString("utf16le"))
    .join("\n");
}

function streamsOf(pdf: Buffer): string[] {
  const file = pdf.toString("latin1");
  return [...file.matchAll(/\/Length (\d+)>>\nstream\n/g)].map(({ index, 0: head, 1: length }) =>
    inflateSync(pdf.subarray(index + head.length, index + head.length + Number(length))).toString("latin1"),
  );
}

/** The glyphs of the page in their order, by font. */
function glyphsOf(pdf: Buffer): number[] {
  const content = streamsOf(pdf).find((stream) => stream.includes("ActualText")) ?? "";
  return [...content.matchAll(/<([0-9a-f]{4})>/g)].map(([, id = ""]) => Number.parseInt(id, 16));
}

test("a receipt says who paid what, when and how, in figures and in words", async () => {
  const text = textOf(await render());
  for (const part of [
    "Receipt",
    "Maarga Counselling",
    "14, 2nd Main, Bengaluru 560041",
    "MRG/26-27/00042",
    "25 November 2026", // half past midnight in Karnataka
    "MRG-4F7K-2",
    "Ananya Rao",
    "12, 4th Cross, Ballari, Karnataka, 583101",
    "Counselling plan UG NEET Advanced",
    "10,200.00",
    "Rupees Ten Thousand Two Hundred Only",
    "UPI",
    "412345678901",
    "23 November 2026",
  ])
    expect(text).toContain(part);
});

test.each([
  ["without a GST number", {}],
  ["to a student in another state", { student: { ...student, state: "Kerala" } }],
] as const)("a receipt %s has no word about tax", async (_case, changes) => {
  expect(textOf(await render(changes))).not.toMatch(/gst|tax|sac|taxable|invoice|place of supply/i);
});

test("with a GST number, a tax invoice has the fields of rule 46", async () => {
  const text = textOf(await render({ seller: registered }));
  for (const part of [
    "Tax invoice",
    `GSTIN ${GSTIN}`,
    "Invoice number",
    "Recipient",
    "Place of supply",
    "Karnataka (29)",
    "Tax payable on reverse charge",
    "No",
    "SAC 999293",
    "8,644.06",
    "CGST 9 %",
    "SGST 9 %",
    "777.97",
    "10,200.00",
    "For Maarga Counselling",
    "Authorised signatory",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("IGST");
});

test("across states the tax is integrated", async () => {
  const text = textOf(await render({ seller: registered, student: { ...student, state: "Kerala" } }));
  expect(text).toContain("Kerala (32)");
  expect(text).toContain("IGST 18 %");
  expect(text).not.toMatch(/CGST|SGST/);
});

test("a copy says that its receipt was cancelled, and what was refunded", async () => {
  const cancelled = { at: "2026-12-01T05:00:00Z", reason: "the transfer came back" };
  const refunds = [{ number: "RFD/26-27/00001", amountPaise: 200_00, refundedOn: "2026-11-30" }];
  const text = textOf(await render({}, { cancelled, refunds }));
  expect(text).toContain("CANCELLED");
  expect(text).toContain("Cancelled on 1 December 2026: the transfer came back");
  expect(text).toContain("Refunded on 30 November 2026");
  expect(text).toContain("200.00 (RFD/26-27/00001)");
  expect(textOf(await render())).not.toMatch(/cancelled|refunded/i);
});

// The ids are those of the command hb-shape of HarfBuzz 6.0 with the same fonts.
describe.each([
  ["ಲಕ್ಷ್ಮೀ", [51, 290, 336, 74]],
  ["ಕೃಷ್ಣಮೂರ್ತಿ", [23, 65, 55, 112, 47, 64, 221, 93]],
  ["ಶ್ರೀ", [236, 124, 74]],
  ["प्रियंका", [543, 309, 81, 100, 56, 31]],
  ["शर्मा", [85, 80, 31, 503]],
  ["क्षत्रिय", [90, 542, 304, 81]],
])("the name %s", (name, ids) => {
  test("is shaped as HarfBuzz shapes it", () => {
    const runs = shapeText(name, "regular");
    expect(runs).toHaveLength(1);
    expect(runs[0]?.glyphs.map(({ id }) => id)).toEqual(ids);
  });

  test("is on the page in these glyphs, and is copied as it was typed", async () => {
    const pdf = await render({ student: { ...student, name } });
    expect(textOf(pdf)).toContain(`\n${name}\n`);
    expect(glyphsOf(pdf).join(" ")).toContain(ids.join(" "));
  });
});

test("a name in two scripts is set in two fonts, and a letter that no font has is an empty box", () => {
  expect(shapeText("ಅನನ್ಯ Rao ₹", "bold").map(({ font }) => font.name)).toEqual([
    "noto-sans-kannada",
    "noto-sans-bold",
    "noto-sans-extended",
  ]);
  const [unknown] = shapeText("漢", "regular");
  expect(unknown?.glyphs.map(({ id }) => id)).toEqual([0]);
});

test.each([
  ["words", "ಕರ್ನಾಟಕ ".repeat(2_000)],
  ["one word", "ಕ್ಷ್ಮೀ".repeat(2_000)],
  ["control letters and directions", "\u202e\u0007a\n".repeat(500)],
])("a field with pages of text stays within its lines: %s", async (_case, name) => {
  const pdf = await render({ student: { ...student, name, city: name } });
  expect(textOf(pdf)).toContain("Rupees Ten Thousand Two Hundred Only");
  expect(pdf.length).toBeLessThan(200_000);
});

test("the same receipt is the same file, with a table of objects that is right", async () => {
  const pdf = await render();
  // Different content, so that it is rendered again.
  expect((await render({}, { cancelled: null })).equals(pdf)).toBe(true);
  const file = pdf.toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe("xref");
  const places = [...file.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, place]) => Number(place));
  for (const [index, place] of places.entries())
    expect(file.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});

test("attack: a receipt that is requested again and again is rendered once, and other receipts are not mixed up with it", async () => {
  const receipt = {
    number: "MRG/26-27/00043",
    issuedAt: "2026-11-24T18:30:00Z",
    snapshot: snapshot as never,
  };
  const first = await renderReceipt(receipt);
  expect(await renderReceipt({ ...receipt })).toBe(first);
  const refunds = [{ number: "RFD/26-27/00001", amountPaise: 100, refundedOn: "2026-11-25" }];
  expect(Buffer.from(await renderReceipt({ ...receipt, refunds })).equals(first)).toBe(false);
  await expect(renderReceipt({ ...receipt, snapshot: {} as never })).rejects.toThrow();
});
