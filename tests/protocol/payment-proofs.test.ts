import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { pdf, samples, TYPES } from "../world/files.ts";
import { hostilePictures } from "../world/hostile-files.ts";
import { createMember, createWorld, type Member, type World } from "../world/members.ts";
import { JPEG } from "../world/pictures.ts";
import { mustBegin, proceed } from "../world/resumable.ts";
import { sharedServer } from "../world/server.ts";
import { callStorage, upload } from "../world/storage-calls.ts";

const PROOFS = "payment-proofs";

let world: World;
let student: Member;
let order: string;
let time = 1_795_253_400_000;
let lastUtr = 700_000_000_000 + Math.floor(Math.random() * 1e9) * 100;

const nameFor = ({ id }: Pick<Member, "id">, name = "paid.jpg") => `${id}/${time++}_${name}`;
const newUtr = () => String(++lastUtr);
const put = (who: Member, name: string, body: Buffer = JPEG, type: string = TYPES.jpeg) =>
  upload(world.server, who, name, { body: new Uint8Array(body), headers: { "content-type": type } }, PROOFS);
const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;

async function buyer(): Promise<Member> {
  const member = await createMember(world.server, { profile: { first_name: "Asha" } });
  await member.client.rpc("make_order", { level: "ug", exam: "cet", name: "Medium" }).throwOnError();
  return member;
}
const orderOf = async ({ client }: Member) =>
  (await client.from("current_orders").select("*").order("made_at", { ascending: false }).limit(1).single())
    .data;

beforeAll(async () => {
  world = await createWorld(sharedServer());
  student = await buyer();
  order = (await orderOf(student)).id;
});

describe("the picture of a payment", () => {
  test("is stored with its hash, belongs to the proof, and opens for an admin on record", async () => {
    const { admin } = world.people;
    const name = nameFor(student);
    expect((await put(student, name)).status).toBe(200);
    const sent = await student.client.rpc("send_proof", { order_id: order, utr: newUtr(), proof: name });
    expect(sent.data).toMatchObject([{ state: "proof sent", amount_paise: 500_000 }]);

    const { data: opened } = await admin.client.rpc("open_order", { order_id: order });
    expect(opened.payments).toMatchObject([
      { proof_name: name, proof_state: null, proof_sha256: createHash("sha256").update(JPEG).digest("hex") },
    ]);
    const { data: link } = await admin.client.storage.from(PROOFS).createSignedUrl(name, 300);
    const picture = await fetch(link?.signedUrl ?? "");
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(JPEG);
    const views = await world.query(
      "select actor, subject_id, details from audit_log where action = 'payment proof viewed' and subject_id = $1",
      [student.id],
    );
    expect(views).toEqual([
      { actor: admin.id, subject_id: student.id, details: { file: name.split("/")[1] } },
    ]);
  });

  test("that was sent before is found, even when it comes in parts", async () => {
    const other = await buyer();
    const name = nameFor(other);
    const address = await mustBegin(world.server, other, JPEG.length, {
      bucket: PROOFS,
      name,
      type: TYPES.jpeg,
    });
    expect((await proceed(world.server, other, address, 0, JPEG)).status).toBe(204);
    const { id } = await orderOf(other);
    await other.client.rpc("send_proof", { order_id: id, utr: newUtr(), proof: name }).throwOnError();
    const { data: opened } = await world.people.admin.client.rpc("open_order", { order_id: id });
    expect(opened.warnings).toContainEqual(expect.objectContaining({ code: "picture seen before" }));
  });

  test("may be a PDF; other types and larger files are refused before they are stored", async () => {
    expect((await put(student, nameFor(student, "paid.pdf"), pdf(), TYPES.pdf)).status).toBe(200);
    const word = await put(student, nameFor(student, "paid.docx"), samples.docx, TYPES.docx);
    expect(await messageOf(word)).toContain("is not supported");
    const large = await put(student, nameFor(student, "paid.pdf"), pdf(5 * 1024 * 1024 + 1), TYPES.pdf);
    expect(await large.json()).toMatchObject({ statusCode: "413" });
  });

  test.each(hostilePictures)("is inspected as a document is: %s", async (_what, bytes, type, reason) => {
    const extension = Object.entries(TYPES).find(([, each]) => each === type)?.[0];
    const response = await put(student, nameFor(student, `paid.${extension}`), bytes, type);
    expect(response.status).toBe(400);
    expect(await messageOf(response)).toContain(reason);
  });

  test("needs an open order, and a place among twenty", async () => {
    const nobody = await createMember(world.server, { profile: {} });
    expect(await messageOf(await put(nobody, nameFor(nobody)))).toBe(
      "You have no open order, so there is nothing to prove yet.",
    );
    const keen = await buyer();
    for (let index = 0; index < 20; index += 1) expect((await put(keen, nameFor(keen))).status).toBe(200);
    expect(await messageOf(await put(keen, nameFor(keen)))).toBe(
      "You have sent 20 files already. Please write to us.",
    );
    expect((await put(world.people.admin, nameFor(keen))).status).toBe(200);
  });

  test("is read and added by nobody else, and deleted by nobody", async () => {
    const owner = await buyer();
    const name = nameFor(owner);
    await put(owner, name);
    const { other, planned, formerAdmin } = world.people;
    for (const stranger of [other, planned, formerAdmin]) {
      const read = await callStorage(world.server, stranger, `/object/authenticated/${PROOFS}/${name}`);
      expect(await read.json()).toMatchObject({ statusCode: "404" });
      expect((await stranger.client.storage.from(PROOFS).createSignedUrl(name, 60)).error).not.toBeNull();
      expect((await put(stranger, nameFor(owner))).status).toBe(400);
    }
    const { data: removed } = await owner.client.storage.from(PROOFS).remove([name]);
    expect(removed).toEqual([]);
    expect((await owner.client.storage.from(PROOFS).download(name)).error).toBeNull();
  });
});

describe("a student who cheats", () => {
  test("cannot set the amount, pay another student's order, or read their rows", async () => {
    const honest = await buyer();
    const { id } = await orderOf(honest);
    const cheat = await buyer();
    const amount = await cheat.client.from("orders").update({ amount_paise: 1 }).eq("user_id", cheat.id);
    expect(amount.error?.code).toBe("42501");
    const made = await cheat.client.from("orders").insert({ number: "MRG-2222-2", amount_paise: 1 });
    expect(made.error?.code).toBe("42501");
    const sent = await cheat.client.rpc("send_proof", { order_id: id, utr: newUtr() });
    expect(sent.error?.message).toBe("There is no such order.");
    for (const table of ["current_orders", "receipts", "refunds"])
      expect((await cheat.client.from(table).select("*").neq("user_id", cheat.id)).data).toEqual([]);
    const confirmed = await cheat.client.rpc("confirm_order", { order_id: id });
    expect(confirmed.error).toMatchObject({ message: "You are not authorized to access this page" });
  });

  test("reads no receipt by its number, and replays no UTR", async () => {
    const honest = await buyer();
    const utr = newUtr();
    const { id } = await orderOf(honest);
    await honest.client.rpc("send_proof", { order_id: id, utr }).throwOnError();
    const { data } = await world.people.admin.client.rpc("confirm_order", { order_id: id });
    const receipt = data[0].receipt_number;
    expect((await honest.client.from("receipts").select("number").eq("number", receipt)).data).toHaveLength(
      1,
    );

    const cheat = await buyer();
    expect((await cheat.client.from("receipts").select("*").eq("number", receipt)).data).toEqual([]);
    const replayed = await cheat.client.rpc("send_proof", { order_id: (await orderOf(cheat)).id, utr });
    expect(replayed.error?.message).toBe("This UTR has already been used. Please check it, or write to us.");
  });
});
