import { expect, test } from "vitest";
import { setUpPayments } from "./payments-world.ts";

const world = setUpPayments();

test("a mail about an order is in the language that the student has when it is sent", async () => {
  const { last_step: step } = await world.prove();
  await world.as("student", "update profiles set language = 'kn'");
  const claim = "select language from private.claim_payment_mail($1)";
  expect(await world.asOwner(claim, [step])).toEqual([{ language: "kn" }]);
});
