import { expect, test } from "vitest";
import { selectFolder } from "../../server/storage/routes/list-objects.ts";
import { checkAccess } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, policyViolation, setUpWorld } from "./rules-world.ts";

const STUDENT = people.student.id;
const PLANNED = people.planned.id;

const document = (owner: string, number: number) => `${owner}/170000000000${number}_marks.pdf`;

checkAccess(
  {
    "storage.buckets": [
      {
        does: "see the buckets",
        sql: "select * from storage.buckets",
        is: { admin: 3, secretKey: 3 },
        otherwise: 2,
      },
      {
        does: "make a bucket public",
        sql: "update storage.buckets set public = true",
        is: { secretKey: 3 },
        otherwise: permissionDenied("buckets"),
      },
    ],
    "storage.resumable_uploads": [
      {
        does: "see unfinished uploads",
        sql: "select * from storage.resumable_uploads",
        is: { planned: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "claim to have sent more",
        sql: "update storage.resumable_uploads set received = 99",
        is: {},
        otherwise: permissionDenied("resumable_uploads"),
      },
    ],
    "storage.upload_parts": [
      {
        does: "see parts of uploads",
        sql: "select * from storage.upload_parts",
        is: {},
        otherwise: permissionDenied("upload_parts"),
      },
    ],
    "storage.objects": [
      {
        does: "see files",
        sql: "select * from storage.objects",
        is: { planned: 2, expired: 1, admin: 5, secretKey: 5 },
        otherwise: 0,
      },
      {
        does: "put a file into the planned student's folder",
        sql: `insert into storage.objects (bucket_id, name) values ('user-documents', '${document(PLANNED, 9)}')`,
        is: { planned: 1, secretKey: 1 },
        otherwise: policyViolation("objects"),
      },
      {
        does: "put a file into their own folder",
        sql: "insert into storage.objects (bucket_id, name) values ('user-documents', $1 || '/1700000000009_marks.pdf')",
        values: (me) => [me ?? STUDENT],
        is: { planned: 1, other: 1 },
        otherwise: policyViolation("objects"),
      },
      {
        does: "write a log",
        sql: "insert into storage.objects (bucket_id, name) values ('logs', 'email_success/email_success_2.json')",
        is: { admin: 1, secretKey: 1 },
        otherwise: policyViolation("objects"),
      },
      {
        does: "change a file",
        sql: "update storage.objects set metadata = '{}'",
        is: { secretKey: 5 },
        otherwise: permissionDenied("objects"),
      },
      {
        does: "remove the planned student's files",
        sql: `delete from storage.objects where name like '${PLANNED}/%'`,
        is: { planned: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "remove all files without a condition", // only the delete policy applies then
        sql: "delete from storage.objects",
        is: { planned: 2, expired: 1, secretKey: 5 },
        otherwise: 0,
      },
      {
        does: "remove a log",
        sql: "delete from storage.objects where bucket_id = 'logs'",
        is: { secretKey: 2 },
        otherwise: 0,
      },
    ],
  },
  [
    `insert into storage.objects (bucket_id, name) values
     ('user-documents', '${document(PLANNED, 1)}'), ('user-documents', '${document(PLANNED, 2)}'),
     ('user-documents', '${document(people.expired.id, 1)}'),
     ('logs', 'email_success/email_success_1.json'), ('logs', 'email_failures/email_failures_1.json')`,
    `insert into storage.resumable_uploads (owner, bucket_id, name, length, metadata, overwrite, expires_at) values
     ('${PLANNED}', 'user-documents', '${document(PLANNED, 3)}', 100, '', false, now() + interval '1 hour')`,
  ],
);

const world = setUpWorld();

test("attack: a student who lists the root of all documents examines their own only", async () => {
  await world.withoutTriggers(
    `insert into storage.objects (bucket_id, name, version)
     select 'user-documents', gen_random_uuid() || '/1700000000001_marks.pdf', gen_random_uuid()::text from generate_series(1, 50)
     union all select 'user-documents', $1, 'own'`,
    [document(PLANNED, 1)],
  );
  // The table is small here, so PostgreSQL would read all of it.
  await world.asOwner("set local enable_seqscan = off; set local enable_bitmapscan = off");
  const root = {
    prefix: "",
    limit: 100,
    offset: 0,
    search: "",
    sortBy: { column: "name", order: "asc" },
  } as const;
  const { text, values } = selectFolder("user-documents", root);
  const list = async (who: "planned" | "admin") => {
    const { rows } = await world.as(who, text, [...(values ?? [])]);
    const plan = await world.as(who, `explain (analyze, timing off) ${text}`, [...(values ?? [])]);
    const removed = plan.rows.map(
      (row) => /Rows Removed by Filter: (\d+)/.exec(String(row["QUERY PLAN"]))?.[1] ?? 0,
    );
    return [rows.length, removed.reduce((sum: number, count) => sum + Number(count), 0)];
  };
  // A second filter tells folders from files.
  expect(await list("planned")).toEqual([1, 1]);
  expect(await list("admin")).toEqual([51, 51]);
});
