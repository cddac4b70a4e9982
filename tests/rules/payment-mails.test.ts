import { describe, expect, test } from "vitest";
import { newUtr, setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";

const world = setUpPayments();

const asAdmin = async <T extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await world.as<T>("admin", sql, values)).rows;
/** The steps with a mail job, in their order. */
const queued = async (order: string) =>
  (
    await world.asOwner<{ action: string }>(
      `select action from order_steps join graphile_worker._private_jobs on key = 'payment step ' || order_steps.id
       where order_id = $1 order by order_steps.id`,
      [order],
    )
  ).map(({ action }) => action);
const lastStep = async (order: string) => (await world.order(order)).last_step;
const claimOf = async (step: string | undefined, endsSoon = false) =>
  (await world.asOwner("select * from private.claim_payment_mail($1, $2)", [step, endsSoon]))[0];
const handOver = async (step: string | undefined, endsSoon = false) =>
  (
    await world.asOwner<{ is_first: boolean }>("select private.hand_over_payment_mail($1, $2) as is_first", [
      step,
      endsSoon,
    ])
  )[0]?.is_first;
/** Returns the mail, and hands it over. */
const claim = async (step: string | undefined, endsSoon = false) => {
  const mail = await claimOf(step, endsSoon);
  await handOver(step, endsSoon);
  return mail;
};
const claimLast = async (order: string) => claim(await lastStep(order));

describe("a mail is queued", () => {
  test("for each step that is announced, in the transaction of the step", async () => {
    const { id } = await world.prove();
    await asAdmin("select reject_order($1, 'not received')", [id]);
    await world.as("student", "select send_proof($1, $2)", [id, newUtr()]);
    await asAdmin("select confirm_order($1)", [id]);
    await asAdmin("select refund_order($1, 1, 'R', plan_then => 'keep')", [id]);
    expect(await queued(id)).toEqual(["make", "send proof", "reject", "send proof", "confirm", "refund"]);
  });

  test("when the desk cancels, but not when the student does or chooses another plan", async () => {
    const first = await world.make();
    const second = await world.make("student", ["ug", "cet", "Basic"]);
    await world.as("student", "select cancel_order($1)", [second.id]);
    const third = await world.make();
    await asAdmin("select cancel_order($1, 'twice')", [third.id]);
    expect(await queued(first.id)).toEqual(["make"]);
    expect(await queued(second.id)).toEqual(["make"]);
    expect(await queued(third.id)).toEqual(["make", "cancel"]);
  });

  test("with a payload that names only the step", async () => {
    const { last_step } = await world.prove();
    const [job] = await world.asOwner("select payload from graphile_worker._private_jobs where key = $1", [
      `payment step ${last_step}`,
    ]);
    expect(job).toEqual({
      payload: { stepId: last_step, messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });
});

describe("a day before an order ends", () => {
  const endOf = async (order: string) =>
    (
      await world.asOwner<{ hours: string; payload: { stepId: string } }>(
        `select round(extract(epoch from run_at - now()) / 3600) as hours, payload
         from graphile_worker._private_jobs where key = $1`,
        [`payment end ${order}`],
      )
    )[0];
  const claimEnd = (step: string | undefined) => claim(step, true);

  test("its student is told, once, beside the mail about the order", async () => {
    const { id, number } = await world.make();
    const end = await endOf(id);
    expect(end?.hours).toBe("144");
    expect(await claimLast(id)).toMatchObject({ kind: "made" });
    expect(await claimEnd(end?.payload.stepId)).toMatchObject({ kind: "ends soon", number, language: "en" });
    expect(await claimEnd(end?.payload.stepId)).toBeUndefined();
  });

  test("a rejection moves the mail, and a proof or the end itself makes it untrue", async () => {
    const { id, last_step } = await world.prove();
    const made = await endOf(id);
    expect(await claimEnd(made?.payload.stepId)).toBeUndefined();
    await world.withoutTriggers("update orders set valid_until = now() where id = $1", [id]);
    await asAdmin("select reject_order($1, 'not received', seen_step => $2)", [id, last_step]);
    expect(await endOf(id)).toMatchObject({ hours: "24", payload: { stepId: await lastStep(id) } });
    await world.letExpire(id);
    expect(await claimEnd(await lastStep(id))).toBeUndefined();
  });

  test("nobody is told who wants no e-mail", async () => {
    const { id } = await world.make();
    await world.as("student", "update profiles set notify_email = false where id = $1", [people.student.id]);
    expect(await claimEnd(await lastStep(id))).toBeUndefined();
  });
});

describe("a payment that is put to another order", () => {
  const move = async (from: string, to: string) => {
    const [payment] = await world.asOwner("select id from payments where order_id = $1", [from]);
    await asAdmin("select move_payment($1, $2)", [payment?.id, to]);
  };

  test("is announced to the student who sent it, without naming the other order, even if they want no e-mail", async () => {
    const utr = newUtr();
    const sent = await world.prove("student", undefined, utr);
    const target = await world.make("other");
    await world.as("student", "update profiles set notify_email = false where id = $1", [people.student.id]);
    await move(sent.id, target.id);
    const mail = await claimLast(sent.id);
    expect(mail).toMatchObject({ kind: "moved", user_id: people.student.id, utr });
    expect(JSON.stringify(mail)).not.toContain(target.number);
    expect(await claimLast(target.id)).toMatchObject({ kind: "proof sent", user_id: people.other.id });
  });

  test("of the same student has one mail", async () => {
    const first = await world.make();
    await world.as("student", "select cancel_order($1)", [first.id]);
    const second = await world.prove("student", ["ug", "cet", "Advanced"]);
    await move(second.id, first.id).catch(() => undefined);
    expect(await claimLast(second.id)).not.toMatchObject({ kind: "moved" });
  });
});

test("a rejection names the UTR that was rejected", async () => {
  const utr = newUtr();
  const { id } = await world.prove("student", undefined, utr);
  await asAdmin("select reject_order($1, 'wrong utr')", [id]);
  expect(await claimLast(id)).toMatchObject({ kind: "rejected", utr });
});

describe("a mail is sent", () => {
  test("once, with what it says", async () => {
    const order = await world.pay();
    expect(await claimLast(order.id)).toMatchObject({
      kind: "confirmed",
      user_id: people.student.id,
      email: "student@example.org",
      first_name: "Student",
      number: order.number,
      amount_paise: "500000",
      receipt_number: expect.stringMatching(/^MRG\//),
      receipt_snapshot: { amountPaise: 500_000, student: { name: "Student Gowda" } },
      plan_expires_at: expect.any(Date),
      refund_number: null,
    });
    expect(await claimLast(order.id)).toBeUndefined();
  });

  test("again when it could not be sent", async () => {
    const { id, last_step } = await world.prove();
    expect(await claimLast(id)).toMatchObject({ kind: "proof sent" });
    await world.asOwner("select private.release_payment_mail($1)", [last_step]);
    expect(await claimLast(id)).toMatchObject({ kind: "proof sent" });
  });

  test("about a part, with the rest; about a refund, with its reference", async () => {
    const { id } = await world.prove();
    const [short] = await asAdmin<{ rest_number: string }>("select * from take_short($1, 400000)", [id]);
    expect(await claimLast(id)).toMatchObject({
      kind: "paid short",
      rest_number: short?.rest_number,
      rest_amount_paise: "100000",
      received_paise: "400000",
    });
    await asAdmin("select refund_order($1, 400000, 'R 7')", [id]);
    expect(await claimLast(id)).toMatchObject({
      kind: "refunded",
      refund_paise: "400000",
      refund_reference: "R 7",
      refund_number: expect.stringMatching(/^RFD\//),
    });
  });

  test("about each of two refunds", async () => {
    const { id } = await world.pay();
    const steps = [];
    for (const paise of [1, 2]) {
      await asAdmin("select refund_order($1, $2, 'R', plan_then => 'keep')", [id, paise]);
      steps.push(await lastStep(id));
    }
    expect([await claim(steps[0] ?? ""), await claim(steps[1] ?? "")]).toMatchObject([
      { refund_paise: "1" },
      { refund_paise: "2" },
    ]);
  });

  test("not when it is no longer true", async () => {
    const { id, last_step } = await world.prove();
    await asAdmin("select confirm_order($1)", [id]);
    expect(await claim(last_step)).toBeUndefined();
    const confirmed = await lastStep(id);
    await asAdmin("select undo_confirmation($1, 'x')", [id]);
    expect(await claim(confirmed)).toBeUndefined();
    expect(await claimLast(id)).toMatchObject({ kind: "undone", words: "x" });
  });

  test("about money to everyone, about the rest only to those who want e-mail", async () => {
    await world.withoutTriggers("update profiles set notify_email = false");
    const made = await world.make();
    expect(await claimLast(made.id)).toBeUndefined();
    await world.as("student", "select send_proof($1, $2)", [made.id, newUtr()]);
    expect(await claimLast(made.id)).toMatchObject({ kind: "proof sent" });
  });

  test("not to an account that is banned or was deleted", async () => {
    const { id, last_step } = await world.prove();
    await world.asOwner("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      people.student.id,
    ]);
    expect(await claimLast(id)).toBeUndefined();
    await world.asOwner("delete from auth.users where id = $1", [people.student.id]);
    await world.asOwner("select private.release_payment_mail($1)", [last_step]);
    expect(await claimLast(id)).toBeUndefined();
  });
});
