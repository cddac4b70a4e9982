import { expect, test } from "vitest";
import { setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const STUDENT = people.student.id;
const nameOf = (number: number, owner: string = STUDENT) => `${owner}/${1_700_000_000_000 + number}_paid.png`;

/** Stores files of this size, as the server does when their bytes have arrived. */
const store = (count: number, bytes: number, owner: string = STUDENT) =>
  world.withoutTriggers(
    `insert into storage.objects (bucket_id, name, version, metadata)
     select 'payment-proofs', name, gen_random_uuid()::text, jsonb_build_object('size', $2::bigint) from unnest($1::text[]) as name`,
    [Array.from({ length: count }, (_, number) => nameOf(number, owner)), bytes],
  );
const send = () =>
  world.refusal("student", "insert into storage.objects (bucket_id, name) values ('payment-proofs', $1)", [
    nameOf(99),
  ]);

test.each([
  [0, 0, undefined],
  [19, 1_000, undefined],
  [20, 1_000, "You have sent 20 files already. Please write to us."],
  [2, 5 * 1024 * 1024, undefined],
  [3, 5 * 1024 * 1024, "Your files are too large together. Please write to us."],
])(
  "attack: an account without a plan fills the disk with proofs: after %i of %i bytes",
  async (count, bytes, message) => {
    await world.make();
    await store(count, bytes);
    expect(await send()).toEqual(message && refusedWith(message));
  },
);

test("the files of others count for nobody else", async () => {
  await world.make();
  await store(20, 5 * 1024 * 1024, people.other.id);
  expect(await send()).toBeUndefined();
});
