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

/** Uploads with the server's own login, which inserts the row once the file is stored. */
const uploadAsServer = async (name: string) => {
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

describe("under the upload rules", () => {
  test("a student can upload five documents, and another one after removing one", async () => {
    for (let number = 1; number <= MAX_DOCUMENTS; number++)
      expect(await upload("planned", document(number))).toBeUndefined();
    expect(await upload("planned", document(6))).toEqual(REFUSED);
    await world.as("planned", "delete from storage.objects where name = $1", [document(3)]);
    expect(await upload("planned", document(6))).toBeUndefined();
    expect(await upload("other", document(1, "marks.pdf", people.other.id))).toBeUndefined();
  });

  test("the server inserts rows by the same rules as the student", async () => {
    for (const number of [1, 2, 3, 4, 5]) expect(await uploadAsServer(document(number))).toBeUndefined();
    for (const name of [document(6), document(1, "a.pdf", student.id), document(1, "a.pdf", expired.id)])
      expect(await uploadAsServer(name)).toBe(REFUSED.message);
  });

  test("a trial upload that is rolled back does not count", async () => {
    for (const number of [1, 2, 3, 4]) await upload("planned", document(number));
    await world.asOwner("savepoint trial");
    expect(await upload("planned", document(5))).toBeUndefined();
    await world.asOwner("rollback to savepoint trial");
    expect(await upload("planned", document(5))).toBeUndefined();
  });

  test.each(["student", "expired", "admin"] as const)(
    "the role %s cannot upload without an active plan",
    async (who) => {
      expect(await upload(who, document(1, "marks.pdf", people[who].id))).toEqual(REFUSED);
    },
  );

  test("a student whose plan has ended can still see and remove their documents", async () => {
    await world.withoutTriggers(UPLOAD, [document(1, "marks.pdf", expired.id)]);
    expect((await world.as("expired", "select name from storage.objects")).rowCount).toBe(1);
    expect((await world.as("expired", "delete from storage.objects")).rowCount).toBe(1);
  });

  test("an existing document is not overwritten", async () => {
    await upload("planned", document(1));
    expect(await upload("planned", document(1))).toMatchObject({ code: "23505" });
  });

  test("a document belongs to the owner of its folder, whatever owner the upload names", async () => {
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
  ])("may be %j, in the database and on the screen", async (original) => {
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
  ])("may not be %j, in the database and on the screen", async (original) => {
    expect(isDocumentPath(document(1, original))).toBe(false);
    expect(await upload("planned", document(1, original))).toMatchObject({
      code: "23514",
      message: expect.stringMatching(/objects_have_safe_names|objects_of_students_are_named_by_time/),
    });
  });

  test.each([
    ["without a time", `${planned.id}/marks.pdf`],
    ["with a short time", `${planned.id}/170000000000_marks.pdf`],
    ["with a long time", `${planned.id}/17000000000000_marks.pdf`],
    ["with a subfolder", `${planned.id}/x/1700000000001_marks.pdf`],
    ["without a file name", `${planned.id}/`],
    ["with a double slash", `${planned.id}//1700000000001_marks.pdf`],
  ])("must be a time and a name in the folder: %s", async (_what, name) => {
    expect(await upload("planned", name)).toMatchObject({ code: "23514" });
  });

  test.each([
    ["another student's folder", document(1, "marks.pdf", student.id)],
    ["another student's folder through ..", `${planned.id}/../${student.id}/1700000000001_marks.pdf`],
    ["without a folder", "1700000000001_marks.pdf"],
    ["a folder whose name begins with the student's id", `${planned.id}x/1700000000001_marks.pdf`],
    ["the student's folder in capitals", document(1).toUpperCase()],
    ["with a leading slash", `/${document(1)}`],
  ])("must be in the student's own folder: %s", async (_what, name) => {
    const refusal = await upload("planned", name);
    expect(refusal?.code).toMatch(/^(42501|23514)$/);
  });

  test("only documents in the student's own folder count", async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      await world.withoutTriggers(UPLOAD.replace("user-documents", "logs"), [document(number)]);
      for (const neighbour of [student.id, people.other.id])
        await world.withoutTriggers(UPLOAD, [document(number, "marks.pdf", neighbour)]);
    }
    expect(await upload("planned", document(6))).toBeUndefined();
  });
});

describe("in the logs bucket", () => {
  const LOG = "insert into storage.objects (bucket_id, name) values ('logs', $1)";

  test("an admin can write each log once and read it", async () => {
    await world.as("admin", LOG, ["email_success/email_success_1.json"]);
    expect((await world.as("admin", "select name from storage.objects")).rowCount).toBe(1);
    expect(await world.refusal("admin", LOG, ["email_success/email_success_1.json"])).toMatchObject({
      code: "23505",
    });
    expect((await world.as("planned", "select name from storage.objects")).rowCount).toBe(0);
  });

  test.each(["../x.json", "a/./b.json", "/a.json", "a//b.json", "a\\b.json", "x".repeat(513)])(
    "an admin cannot use an unsafe name: %j",
    async (name) => {
      expect(await world.refusal("admin", LOG, [name])).toMatchObject({ code: "23514" });
    },
  );
});

test("the buckets are private and allow the same sizes and types as the screen", async () => {
  const { rows } = await world.as(
    "admin",
    "select id, public, file_size_limit, allowed_mime_types from storage.buckets order by id",
  );
  expect(rows).toEqual([
    { id: "logs", public: false, file_size_limit: null, allowed_mime_types: null },
    {
      id: "payment-proofs",
      public: false,
      file_size_limit: String(5 * 1024 * 1024),
      allowed_mime_types: ["application/pdf", "image/jpeg", "image/png", "image/webp"],
    },
    {
      id: "user-documents",
      public: false,
      file_size_limit: String(MAX_DOCUMENT_BYTES),
      allowed_mime_types: DOCUMENT_TYPES,
    },
  ]);
});
