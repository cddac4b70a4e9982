import { beforeAll, describe, expect, test } from "vitest";
import { createMember, type Member } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";

const server = sharedServer();
const utr = () => String(Math.floor(Math.random() * 9e11) + 1e11);

let admin: Member;
let student: Member;
let other: Member;
let number: string;
beforeAll(async () => {
  [admin, student, other] = await Promise.all([
    createMember(server, { isAdmin: true, profile: {} }),
    createMember(server, { profile: { first_name: "ಲಕ್ಷ್ಮೀ" } }),
    createMember(server, { profile: {} }),
  ]);
  const plan = { level: "ug", exam: "neet", name: "Medium" };
  const order = await student.client.rpc("make_order", plan).single<{ id: string }>();
  await student.client.rpc("send_proof", { order_id: order.data?.id, utr: utr() });
  const confirmed = await admin.client
    .rpc("confirm_order", { order_id: order.data?.id })
    .single<{ receipt_number: string }>();
  number = confirmed.data?.receipt_number ?? "";
});

const fetchReceipt = (token: string | undefined, body: unknown) =>
  fetch(`${server.url}/functions/v1/receipt`, {
    method: "POST",
    headers: {
      apikey: server.publishableKey,
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

describe("a receipt", () => {
  test("is a PDF for its student, even through the official client, and for admins", async () => {
    const response = await fetchReceipt(student.token, { number });
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const own = Buffer.from(await response.arrayBuffer());
    expect(own.toString("latin1", 0, 8)).toBe("%PDF-1.7");
    const { data } = await student.client.functions.invoke("receipt", { body: { number } });
    expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(own)).toBe(true);
    expect((await fetchReceipt(admin.token, { number })).status).toBe(200);
  });

  test.each([
    ["another student", 404],
    ["somebody with the publishable key only", 404],
    ["a visitor", 401],
  ] as const)("is not for %s, who learns nothing from the answer", async (who, status) => {
    const tokens = {
      "another student": other.token,
      "somebody with the publishable key only": server.publishableKey,
      "a visitor": undefined,
    };
    const answers = await Promise.all(
      [number, "MRG/26-27/99999"].map((asked) => fetchReceipt(tokens[who], { number: asked })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(first).toBe(second);
  });

  test.each([[{}], [{ number: 1 }], [{ number: "x".repeat(17) }], ["' or true --"]])(
    "is not found by %j",
    async (body) => {
      expect((await fetchReceipt(student.token, body)).status).toBe(400);
    },
  );
});
