import { describe, expect, test } from "vitest";
import { DOCUMENT_TYPES, isDocumentPath, MAX_DOCUMENT_BYTES, MAX_DOCUMENTS } from "../../domain/documents.ts";
import { people, type Who } from "./people.ts";
import { policyViolation, setUpWorld } from "./rules-world.ts";

const { expired, planned, student } = people;

const world = setUpWorld();

const REFUSED = policyViolation("objects");
const UPLOAD =
  "insert into storage.objects (bucket_id, name, metadata) values ('user-documents', $1, '{\"size\": 1}')";
const upload = (who: Who, name: string) => world.refusal(who, UPLOAD, [name]);
const document = (number: number, original = "marks.pdf", owner: string = planned.id) =>
  `${owner}/${1_700_000_000_000 + number}_${original}`;

/** The server's own login, which writes the row of an upload when its bytes are safe. */
const asServer = async (name: string) => {
  await world.asOwner("set local role maarga_server");
  await world.asOwner("savepoint upload");
  try {
    await world.asOwner(UPLOAD, [name]);
    return undefined;
  } catch (error) {
    await world.asOwner("rollback to savepoint upload");
    return (error as Error).message;
  } finally {
    await world.asOwner("reset role");
  }
};

describe("uploading", () => {
  test("the fifth document is taken, the sixth is not, and after a removal there is room again", async () => {
    for (let number = 1; number <= MAX_DOCUMENTS; number++)
      expect(await upload("planned", document(number))).toBeUndefined();
    expect(await upload("planned", document(6))).toEqual(REFUSED);
    await world.as("planned", "delete from storage.objects where name = $1", [document(3)]);
    expect(await upload("planned", document(6))).toBeUndefined();
    expect(await upload("other", document(1, "marks.pdf", people.other.id))).toBeUndefined();
  });

  test("the server, which writes the row in the end, is judged like the student", async () => {
    for (const number of [1, 2, 3, 4, 5]) expect(await asServer(document(number))).toBeUndefined();
    for (const name of [document(6), document(1, "a.pdf", student.id), document(1, "a.pdf", expired.id)])
      expect(await asServer(name)).toBe(REFUSED.message);
  });

  test("a trial that is undone leaves no trace and changes no answer", async () => {
    for (const number of [1, 2, 3, 4]) await upload("planned", document(number));
    await world.asOwner("savepoint trial");
    expect(await upload("planned", document(5))).toBeUndefined();
    await world.asOwner("rollback to savepoint trial");
    expect(await upload("planned", document(5))).toBeUndefined();
  });

  test.each(["student", "expired", "admin"] as const)(
    "without an active plan nothing is taken: %s",
    async (who) => {
      expect(await upload(who, document(1, "marks.pdf", people[who].id))).toEqual(REFUSED);
    },
  );

  test("whoever lost the plan still sees and removes what is there", async () => {
    await world.withoutTriggers(UPLOAD, [document(1, "marks.pdf", expired.id)]);
    expect((await world.as("expired", "select name from storage.objects")).rowCount).toBe(1);
    expect((await world.as("expired", "delete from storage.objects")).rowCount).toBe(1);
  });

  test("a document that is there is not written over", async () => {
    await upload("planned", document(1));
    expect(await upload("planned", document(1))).toMatchObject({ code: "23505" });
  });

  test("a file belongs to whom the folder belongs, whatever the upload says", async () => {
    await world.as(
      "planned",
      "insert into storage.objects (bucket_id, name, owner, owner_id) values ('user-documents', $1, $2::text::uuid, $2::text)",
      [document(1), people.other.id],
    );
    expect(await world.asOwner("select owner, owner_id from storage.objects")).toEqual([
      { owner: planned.id, owner_id: planned.id },
    ]);
  });
});

describe("the name of a document", () => {
  test.each([
    "marks card (1).pdf",
    "ಅಂಕಪಟ್ಟಿ.pdf",
    "क्‍ष प्रमाणपत्र.pdf",
    "مستند.pdf",
    "📄 résumé.docx",
    "..pdf",
    "a..b",
    "%2e%2e%2f",
    "_",
    " a ",
    "x".repeat(241),
    "ಕ".repeat(80),
  ])("may be %j, refusedWith the screen too", async (original) => {
    expect(isDocumentPath(document(1, original))).toBe(true);
    expect(await upload("planned", document(1, original))).toBeUndefined();
  });

  test.each([
    "",
    ".",
    "..",
    "   ",
    "../marks.pdf",
    "a/b.pdf",
    "a/../../b.pdf",
    "a\\b.pdf",
    "..\\..\\b.pdf",
    "a\nb.pdf",
    "a\tb.pdf",
    "a\u007fb.pdf",
    "a\u0085b.pdf",
    "a\u2028b.pdf",
    "a\u202efdp.exe",
    "a\u2066b\u2069.pdf",
    "\ufeffa.pdf",
    "x".repeat(242),
    "x".repeat(300),
    "ಕ".repeat(81),
  ])("may not be %j, refusedWith the screen too", async (original) => {
    expect(isDocumentPath(document(1, original))).toBe(false);
    expect(await upload("planned", document(1, original))).toMatchObject({
      code: "23514",
      message: expect.stringMatching(/objects_have_safe_names|objects_of_students_are_named_by_time/),
    });
  });

  test.each([
    ["no time", `${planned.id}/marks.pdf`],
    ["a short time", `${planned.id}/170000000000_marks.pdf`],
    ["a long time", `${planned.id}/17000000000000_marks.pdf`],
    ["no folder in the folder", `${planned.id}/x/1700000000001_marks.pdf`],
    ["no file", `${planned.id}/`],
    ["no doubled slash", `${planned.id}//1700000000001_marks.pdf`],
  ])("has its place: %s", async (_what, name) => {
    expect(await upload("planned", name)).toMatchObject({ code: "23514" });
  });

  test.each([
    ["another's folder", document(1, "marks.pdf", student.id)],
    ["another's folder by a way round", `${planned.id}/../${student.id}/1700000000001_marks.pdf`],
    ["no folder at all", "1700000000001_marks.pdf"],
    ["a folder that starts like one's own", `${planned.id}x/1700000000001_marks.pdf`],
    ["one's own folder in capitals", document(1).toUpperCase()],
    ["above all folders", `/${document(1)}`],
  ])("stays in the own folder: %s", async (_what, name) => {
    const told = await upload("planned", name);
    expect(told?.code).toMatch(/^(42501|23514)$/);
  });

  test("only the own folder counts, and only where documents are", async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      await world.withoutTriggers(UPLOAD.replace("user-documents", "logs"), [document(number)]);
      for (const neighbour of [student.id, people.other.id])
        await world.withoutTriggers(UPLOAD, [document(number, "marks.pdf", neighbour)]);
    }
    expect(await upload("planned", document(6))).toBeUndefined();
  });
});

describe("the logs", () => {
  const LOG = "insert into storage.objects (bucket_id, name) values ('logs', $1)";

  test("an admin writes them once and reads them", async () => {
    await world.as("admin", LOG, ["email_success/email_success_1.json"]);
    expect((await world.as("admin", "select name from storage.objects")).rowCount).toBe(1);
    expect(await world.refusal("admin", LOG, ["email_success/email_success_1.json"])).toMatchObject({
      code: "23505",
    });
    expect((await world.as("planned", "select name from storage.objects")).rowCount).toBe(0);
  });

  test.each(["../x.json", "a/./b.json", "/a.json", "a//b.json", "a\\b.json", "x".repeat(513)])(
    "even an admin stays within them: %j",
    async (name) => {
      expect(await world.refusal("admin", LOG, [name])).toMatchObject({ code: "23514" });
    },
  );
});

test("the buckets are private, and say what they take as the screen does", async () => {
  const { rows } = await world.as(
    "admin",
    "select id, public, file_size_limit, allowed_mime_types from storage.buckets order by id",
  );
  expect(rows).toEqual([
    { id: "logs", public: false, file_size_limit: null, allowed_mime_types: null },
    {
      id: "user-documents",
      public: false,
      file_size_limit: String(MAX_DOCUMENT_BYTES),
      allowed_mime_types: DOCUMENT_TYPES,
    },
  ]);
});
