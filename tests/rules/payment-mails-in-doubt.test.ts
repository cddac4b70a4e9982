import { describe, expect, test } from "vitest";
import { setUpPayments } from "./payments-world.ts";

const world = setUpPayments();

const asAdmin = async <T extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await world.as<T>("admin", sql, values)).rows;
const lastStep = async (order: string) => (await world.order(order)).last_step;
const claimOf = async (step: string) =>
  (await world.asOwner("select * from private.claim_payment_mail($1)", [step]))[0];
const handOver = async (step: string) =>
  (
    await world.asOwner<{ is_first: boolean }>(
      "select private.hand_over_payment_mail($1, false) as is_first",
      [step],
    )
  )[0]?.is_first;

describe("a mail that is in doubt", () => {
  const again = (who: "admin" | "student", step: string) =>
    world.refusal(who, "select send_payment_mail_again($1, false)", [step]);
  const waiting = async () =>
    (await asAdmin<{ doubtful: object }>("select today() -> 'doubtful' as doubtful"))[0]?.doubtful;
  const finish = (step: string, isSent: boolean) =>
    world.asOwner("select private.finish_payment_mail($1, false, $2)", [step, isSent]);
  const pass = (minutes: number) =>
    world.asOwner("update private.payment_mails set changed_at = now() - make_interval(mins => $1::int)", [
      minutes,
    ]);
  const messageIds = async (step: string) =>
    world.asOwner<{ payload: { messageId: string } }>(
      "select payload from graphile_worker._private_jobs where key in ('payment step ' || $1, 'payment mail again ' || $1 || ' false')",
      [step],
    );

  test("is none as long as a worker may die before it hands it over: another one claims it again", async () => {
    const { id } = await world.pay();
    const step = await lastStep(id);
    expect(await claimOf(step)).toMatchObject({ kind: "confirmed" });
    await pass(60);
    expect(await waiting()).toEqual({ count: 0, items: [] });
    expect(await claimOf(step)).toMatchObject({ kind: "confirmed" });
    expect(await handOver(step)).toBe(true);
    expect(await handOver(step)).toBe(false);
    expect(await claimOf(step)).toBeUndefined();
  });

  test("is on /today if its worker died while handing it over, and is sent again once, under the same id", async () => {
    const { id, number } = await world.pay();
    const step = await lastStep(id);
    const [job] = await messageIds(step);
    await world.asOwner("select * from private.claim_payment_mail($1, false, $2)", [
      step,
      job?.payload.messageId,
    ]);
    await handOver(step);
    expect(await waiting()).toMatchObject({ count: 0 });
    expect(await again("admin", step)).toMatchObject({ message: "This mail is on its way already." });
    await pass(11);
    expect(await waiting()).toMatchObject({
      count: 1,
      items: [{ order_id: id, name: "Student Gowda", text: `${number}, confirm: may not have been sent` }],
    });
    expect(await again("student", step)).toMatchObject({ code: "42501" });
    expect(await again("admin", step)).toBeUndefined();
    expect(await again("admin", step)).toMatchObject({ message: "This mail is on its way already." });
    expect(await waiting()).toMatchObject({ count: 0 });
    expect((await messageIds(step)).map(({ payload }) => payload.messageId)).toEqual(
      Array(2).fill(job?.payload.messageId),
    );
    expect(await claimOf(step)).toMatchObject({ kind: "confirmed" });
    expect(
      await world.asOwner(
        "select details ->> 'order' as number from audit_log where action = 'payment mail sent again'",
      ),
    ).toEqual([{ number }]);
  });

  test("is on /today at once if the mail server refused it for good", async () => {
    const { id } = await world.pay();
    const step = await lastStep(id);
    await claimOf(step);
    await handOver(step);
    await finish(step, false);
    expect(await waiting()).toMatchObject({
      count: 1,
      items: [{ text: expect.stringContaining("refused by the mail server") }],
    });
  });

  test("is none once it is sent", async () => {
    const { id } = await world.pay();
    const step = await lastStep(id);
    await claimOf(step);
    await handOver(step);
    await finish(step, true);
    await pass(60);
    expect(await waiting()).toMatchObject({ count: 0 });
    expect(await again("admin", step)).toMatchObject({ message: "This mail is on its way already." });
  });
});
