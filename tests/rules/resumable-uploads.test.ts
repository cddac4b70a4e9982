import { expect, test } from "vitest";
import type { ServiceDatabase } from "../../server/postgres/database.ts";
import type { Objects } from "../../server/storage/objects.ts";
import { ResumableUploads } from "../../server/storage/resumable/resumable-uploads.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const MB = 1024 * 1024;
const NAME = `${people.planned.id}/1700000000001_marks.pdf`;

async function begin({ bytes = 10, expiresInHours = 24, maxUploads = 10, maxBytes = 50 * MB } = {}) {
  const [row] = await world.asOwner<{ id: string }>(
    `select private.create_resumable_upload(
       $1, 'user-documents', $2, $3, '', false, now() + make_interval(hours => $4), $5, $6) as id`,
    [people.planned.id, NAME, bytes, expiresInHours, maxUploads, maxBytes],
  );
  return row?.id ?? "";
}

let files = 0;
/** Returns the name of a file that a server is receiving. */
async function receiveFile(): Promise<string> {
  files += 1;
  await world.asOwner("insert into storage.pending_files (version, server) values ($1, 1)", [
    `file ${files}`,
  ]);
  return `file ${files}`;
}

async function addPart(upload: string, first: number, bytes: number): Promise<unknown> {
  const [row] = await world.asOwner("select private.add_upload_part($1, $2, $3, $4) as added", [
    upload,
    first,
    bytes,
    await receiveFile(),
  ]);
  return row?.added;
}

const complete = async (upload: string, first: number) =>
  world.asOwner("select private.complete_upload($1, $2, $3)", [await receiveFile(), upload, first]);

const uploads = async () =>
  (await world.asOwner<{ id: string }>("select id from storage.resumable_uploads order by created_at")).map(
    ({ id }) => id,
  );
const parts = () =>
  world.asOwner("select first_byte::int as first, bytes from storage.upload_parts order by 1");
/** The files that a job removes from the store. */
const scheduled = async () =>
  (
    await world.asOwner<{ version: string }>(
      "select version from storage.pending_files where server is null order by length(version), version",
    )
  ).map(({ version }) => version);

test("a part continues an upload only where it ends", async () => {
  const upload = await begin();
  expect(await addPart(upload, 0, 4)).toBe(true);
  for (const first of [0, 3, 5, 9]) expect(await addPart(upload, first, 1)).toBe(false);
  expect(await addPart(upload, 4, 4)).toBe(true);
  expect(await parts()).toEqual([
    { first: 0, bytes: 4 },
    { first: 4, bytes: 4 },
  ]);
});

test.each([2, 3])(
  "parts never have the declared length: the last bytes come with the document (%i)",
  async (bytes) => {
    const upload = await begin();
    await addPart(upload, 0, 8);
    await expect(addPart(upload, 8, bytes)).rejects.toThrow("only_complete_uploads_have_all_bytes");
  },
);

test("a complete upload has no parts, their files are removed, and it is not continued", async () => {
  const upload = await begin();
  await addPart(upload, 0, 4);
  await addPart(upload, 4, 4);
  const [second, first] = [`file ${files}`, `file ${files - 1}`];
  await expect(
    (async () => {
      await world.asOwner("savepoint wrong");
      await complete(upload, 4);
    })(),
  ).rejects.toThrow("another request has continued this upload");
  await world.asOwner("rollback to savepoint wrong");
  await complete(upload, 8);
  expect([await parts(), await scheduled()]).toEqual([[], [first, second]]);
  expect(await addPart(upload, 8, 1)).toBe(false);
  expect(await addPart(upload, 10, 1)).toBe(false);
});

test("an upload whose file was refused is removed, but one that another request has completed stays", async () => {
  const query = async (text: string, values?: readonly unknown[]) => ({
    rows: await world.asOwner(text, values ? [...values] : []),
    rowCount: 0,
  });
  const removing = new ResumableUploads({ query } as unknown as ServiceDatabase, {} as Objects, 24);
  const [refused, completed] = [await begin(), await begin()];
  await complete(completed, 0);
  for (const id of [refused, completed]) await removing.remove(id);
  expect(await uploads()).toEqual([completed]);
});

test("expired uploads are deleted with their files, complete ones too, and no others", async () => {
  const [unfinished, finished, valid] = [
    await begin({ expiresInHours: -1 }),
    await begin({ expiresInHours: -1 }),
    await begin(),
  ];
  await addPart(unfinished, 0, 4);
  const file = `file ${files}`;
  await addPart(valid, 0, 4);
  await complete(finished, 0);
  await world.asOwner("select private.delete_expired_uploads()");
  expect([await uploads(), await scheduled()]).toEqual([[valid], [file]]);
});

test("the oldest uploads give way to a new one: by their number, complete ones included", async () => {
  const ids = [await begin({ maxUploads: 2 }), await begin({ maxUploads: 2 })];
  await addPart(ids[0] as string, 0, 4);
  const file = `file ${files}`;
  await complete(ids[1] as string, 0);
  const newest = await begin({ maxUploads: 2 });
  expect([await uploads(), await scheduled()]).toEqual([[ids[1], newest], [file]]);
});

test("the oldest uploads give way by their declared lengths, of which those of complete ones do not count", async () => {
  const [first, second] = [await begin({ bytes: 20 * MB }), await begin({ bytes: 20 * MB })];
  expect(await uploads()).toEqual([first, second]);
  await complete(second, 0);
  const third = await begin({ bytes: 30 * MB });
  expect(await uploads()).toEqual([first, second, third]);
  const fourth = await begin({ bytes: 1 });
  expect(await uploads()).toEqual([second, third, fourth]);
});
