import { expect, test } from "vitest";
import { everyone } from "./access.ts";
import { idOf, people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const CALL = "select count_waiting_documents($1) as waiting";

const addDocument = (owner: string, number: number, state: string | null) =>
  world.withoutTriggers(
    "insert into storage.objects (bucket_id, name, version, scan_state) values ('user-documents', $1, $2, $3)",
    [`${owner}/180000000000${number}_marks.pdf`, state === "infected" ? null : crypto.randomUUID(), state],
  );

test("an admin is told how many documents of a student wait for their scan", async () => {
  const { planned, other } = people;
  for (const [number, state] of ["waiting", "waiting", "infected", null].entries())
    await addDocument(planned.id, number, state);
  await addDocument(other.id, 0, "waiting");
  expect((await world.as("admin", CALL, [planned.id])).rows).toEqual([{ waiting: 2 }]);
  expect((await world.as("admin", CALL, [people.student.id])).rows).toEqual([{ waiting: 0 }]);
});

test("an admin sees a document when its scan has found nothing, its student always", async () => {
  const { expired } = people;
  for (const [number, state] of ["waiting", "infected", null].entries())
    await addDocument(expired.id, number, state);
  const seenBy = async (who: "admin" | "expired") =>
    (await world.as(who, "select scan_state from storage.objects where name like $1", [`${expired.id}/%`]))
      .rows;
  expect(await seenBy("admin")).toEqual([{ scan_state: null }]);
  expect(await seenBy("expired")).toHaveLength(3);
});

test("only admins and the secret key may ask", async () => {
  for (const who of everyone) {
    const refused = await world.refusal(who, CALL, [people.planned.id]);
    if (who === "admin" || who === "secretKey") expect(refused).toBeUndefined();
    else
      expect(refused?.message).toBe(
        idOf(who) === null
          ? "permission denied for function count_waiting_documents"
          : "You are not authorized to access this page",
      );
  }
});
