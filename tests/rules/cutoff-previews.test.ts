import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PUBLISHED_ROUNDS, roundName } from "../../domain/round-names.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { addCutoffs } from "../world/cutoffs.ts";
import { transactionAt } from "../world/sql.ts";
import { everyone } from "./access.ts";
import { type RulesWorld, setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const seat = (code: string) => ({ college: "E001", name: "A college", code, course: code });
const current = { college: "E001", course: "CS", category: "GM" };

async function addPreview(ranks: Record<string, number>, by: RulesWorld["as"] = world.as): Promise<number> {
  const { rows } = await by<{ id: number }>(
    "admin",
    `select add_list('UGCET', 2025, '1', 'general', '{"title": "a list"}') as id`,
  );
  const codes = Object.keys(ranks);
  await by("admin", "select add_list_ranks($1, $2, $3, $4, $5)", [
    rows[0]?.id,
    JSON.stringify(codes.map(seat)),
    codes.map((_, index) => index + 1),
    codes.map(() => "GM"),
    Object.values(ranks),
  ]);
  return rows[0]?.id as number;
}

async function compare(id: number) {
  const { rows } = await world.as<{ found: Record<string, unknown> }>(
    "admin",
    "select compare_list($1) as found",
    [id],
  );
  return rows[0]?.found as { before: number; [fact: string]: unknown };
}

const states = () => world.asOwner("select state, ranks from cutoff_editions order by id");
const actions = () =>
  world.asOwner("select action, subject from audit_log where action like 'list %' order by id");
const LABEL = "UGCET engineering 2025, Round 1";

test("a preview is compared with the current edition: new, gone, equal, changed, and moved oddly", async () => {
  await addCutoffs(world.asOwner, [
    { ...current, rank: 100 },
    { ...current, course: "ME", rank: 1000 },
    { ...current, course: "CE", rank: 500 },
    { ...current, college: "E002", rank: 5 },
  ]);
  expect(await compare(await addPreview({ CS: 100, ME: 5000, AI: 7 }))).toMatchObject({
    before_label: LABEL,
    is_same_list: true,
    ranks: 3,
    ranks_before: 4,
    equal: 1,
    changed: 1,
    odd: 1,
    added: 1,
    gone: 2,
    new_colleges: [],
    gone_colleges: ["E002 College E002"],
    new_courses: ["E001 AI"],
    gone_courses: ["E001 CE"],
    examples: [{ seat: "E001 ME", category: "GM", rank: 5000, rank_before: 1000 }],
  });
});

test("rounds have the same names in the database and on screens", async () => {
  for (const round of PUBLISHED_ROUNDS)
    expect(await world.asOwner("select private.round_name($1) as name", [round])).toEqual([
      { name: roundName(round) },
    ]);
});

test("the first edition of a list is compared with the round before it", async () => {
  await addCutoffs(world.asOwner, [{ ...current, year: 2024, round: "2", rank: 100 }]);
  expect(await compare(await addPreview({ CS: 90 }))).toMatchObject({
    before_label: "UGCET engineering 2024, Round 2",
    is_same_list: false,
    changed: 1,
  });
});

test("publishing makes a preview current, keeps the edition before it, and is on record", async () => {
  await addCutoffs(world.asOwner, [{ ...current, rank: 100 }]);
  const id = await addPreview({ CS: 90, AI: 7 });
  const { before } = await compare(id);
  expect((await world.as("student", "select * from college_courses")).rowCount).toBe(1);
  await world.as("admin", "select publish_list($1, $2)", [id, before]);
  expect((await world.as("student", "select * from college_courses")).rowCount).toBe(2);
  expect(await states()).toEqual([
    { state: "replaced", ranks: 1 },
    { state: "current", ranks: 2 },
  ]);
  expect(await actions()).toEqual([{ action: "list published", subject: LABEL }]);
  // The mistake is undone by publishing the edition before it.
  await world.as("admin", "select publish_list($1, $2)", [before, id]);
  expect(await states()).toEqual([
    { state: "current", ranks: 1 },
    { state: "replaced", ranks: 2 },
  ]);
});

test("discarding forgets the ranks of a preview and the seats that only it had", async () => {
  await addCutoffs(world.asOwner, [{ ...current, rank: 100 }]);
  const id = await addPreview({ CS: 90, AI: 7 });
  await world.as("admin", "select discard_list($1)", [id]);
  expect(await states()).toEqual([
    { state: "current", ranks: 1 },
    { state: "discarded", ranks: 2 },
  ]);
  expect(await world.asOwner("select count(*)::integer as ranks from closing_ranks")).toEqual([{ ranks: 1 }]);
  expect(await world.asOwner("select count(*)::integer as seats from college_courses")).toEqual([
    { seats: 1 },
  ]);
  expect(await actions()).toEqual([{ action: "list discarded", subject: LABEL }]);
});

test("an edition is published or discarded once", async () => {
  await addCutoffs(world.asOwner, [{ ...current, rank: 100 }]);
  const id = await addPreview({ CS: 90 });
  const { before } = await compare(id);
  await world.as("admin", "select publish_list($1, $2)", [id, before]);
  expect((await world.refusal("admin", "select publish_list($1, $2)", [id, before]))?.message).toBe(
    "This edition is published already, or was discarded.",
  );
  expect((await world.refusal("admin", "select discard_list($1)", [id]))?.message).toBe(
    "Only a preview can be discarded.",
  );
});

test("a preview that was compared with an edition that is replaced has to be compared again", async () => {
  await addCutoffs(world.asOwner, [{ ...current, rank: 100 }]);
  const [one, two] = [await addPreview({ CS: 90 }), await addPreview({ CS: 80 })];
  const { before } = await compare(one);
  await world.as("admin", "select publish_list($1, $2)", [one, before]);
  expect((await world.refusal("admin", "select publish_list($1, $2)", [two, before]))?.message).toBe(
    "Another edition was published in the meantime. Please compare again.",
  );
});

test("a file is one preview of a list, even if it is sent again, and can be added again once it is discarded", async () => {
  const sql = "select add_list('UGCET', 2025, $1, 'general', $2) as id";
  const facts = JSON.stringify({ title: "a list", source_sha256: "a".repeat(64) });
  const { rows } = await world.as<{ id: number }>("admin", sql, ["mock", facts]);
  expect((await world.refusal("admin", sql, ["mock", facts]))?.message).toBe(
    "This file is a preview already.",
  );
  await world.as("admin", sql, ["1", facts]);
  await world.as("admin", "select discard_list($1)", [rows[0]?.id]);
  await world.as("admin", sql, ["mock", facts]);
  const listed = await world.as("admin", "select label, state from list_editions()");
  expect(listed.rows).toEqual([
    { label: "UGCET engineering 2025, Mock allotment", state: "preview" },
    { label: LABEL, state: "preview" },
  ]);
});

test("a list that is added again uses up no numbers, of which a table may have only 32,767", async () => {
  const numbers = () =>
    world.asOwner(
      `select sequencename, last_value from pg_sequences
       where data_type = 'smallint'::regtype and sequencename <> 'cutoff_editions_id_seq' order by 1`,
    );
  await addPreview({ CS: 90, AI: 7 });
  const before = await numbers();
  await addPreview({ CS: 80, AI: 8 });
  expect(await numbers()).toEqual(before);
});

test("an edition without ranks is not published", async () => {
  const { rows } = await world.as<{ id: number }>(
    "admin",
    `select add_list('UGCET', 2025, '1', 'general', '{"title": ""}') as id`,
  );
  expect((await world.refusal("admin", "select publish_list($1, null)", [rows[0]?.id]))?.message).toBe(
    "This edition has no ranks.",
  );
});

describe("only admins and the secret key", () => {
  test.each([
    ["add a list", `select add_list('UGCET', 2025, '1', 'general', '{"title": ""}')`],
    ["add ranks", "select add_list_ranks(1::smallint, '[]', '{}', '{}', '{}')"],
    ["compare", "select compare_list(1::smallint)"],
    ["publish", "select publish_list(1::smallint, null)"],
    ["discard", "select discard_list(1::smallint)"],
    ["see the editions that are not published", "select * from list_editions()"],
  ])("%s", async (_what, sql) => {
    for (const who of everyone) {
      const refused = (await world.refusal(who, sql))?.code === "42501";
      expect([who, refused]).toEqual([who, who !== "admin" && who !== "secretKey"]);
    }
  });
});

describe("at the same moment", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  test("of two admins who publish two previews, one is told to compare again", async () => {
    await addCutoffs(database.query, [{ ...current, rank: 100 }]);
    const preview = async () => {
      const [row] = await database.query<{ id: number }>(
        `select private.add_edition('UGCET', 2025, '1', 'general', '{"title": ""}', 'a test') as id`,
      );
      await database.query(
        "select private.add_closing_ranks($1, $2, '{1}', '{GM}', '{90}', '{0}', '{0}', '{imported}')",
        [row?.id, JSON.stringify([seat("CS")])],
      );
      return row?.id;
    };
    const previews = [await preview(), await preview()];
    const [before] = await database.query<{ id: number }>(
      "select id from cutoff_editions where state = 'current'",
    );
    const results = await Promise.allSettled(
      previews.map((id) =>
        transactionAt(database.url, (client) =>
          client.query("select private.publish_compared($1, $2, 'a test')", [id, before?.id]),
        ),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: "Another edition was published in the meantime. Please compare again." },
    });
    expect(
      await database.query(
        "select state, count(*)::integer as editions from cutoff_editions group by 1 order by 1",
      ),
    ).toEqual([
      { state: "current", editions: 1 },
      { state: "preview", editions: 1 },
      { state: "replaced", editions: 1 },
    ]);
  });

  test("of two requests with the same file, one adds a preview", async () => {
    const facts = JSON.stringify({ title: "", source_sha256: "b".repeat(64) });
    const results = await Promise.allSettled(
      [1, 2].map(() =>
        transactionAt(database.url, (client) =>
          client.query("select private.add_preview('UGCET', 2025, '2', 'general', $1, 'a test')", [facts]),
        ),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
