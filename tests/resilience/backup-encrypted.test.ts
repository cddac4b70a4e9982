import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../world/cluster.ts";
import { DOCUMENTS } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent, type Member } from "../world/members.ts";
import { type CommandResult, maarga } from "../world/operator.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const PASSPHRASE = "a passphrase that is long enough";

let folder: string;
let server: RunningServer;
let student: Member;
let backup: string;
let target: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maarga-encrypted-"));
  server = await startServer({ env: { ROLE: "web" } });
  student = await createStudent(server);
  const body = new Blob([Buffer.concat([pdf(), Buffer.from("the marks")])], { type: "application/pdf" });
  const { error } = await student.client.storage
    .from(DOCUMENTS)
    .upload(`${student.id}/1700000000000_marks.pdf`, body);
  expect(error).toBeNull();
  backup = path.join(folder, "encrypted");
  const passphraseFile = path.join(folder, "passphrase");
  await writeFile(passphraseFile, `${PASSPHRASE}\n`);
  const made = await maarga(
    {
      MAARGA_DATA: server.dataFolder,
      DATABASE_URL: server.databaseUrl,
      BACKUP_PASSPHRASE_FILE: passphraseFile,
    },
    ["backup", backup],
  );
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });
  expect(made.stdout).toContain("It is encrypted with the passphrase.");
  target = await createEmptyDatabase();
});
afterAll(async () => {
  await server.stop();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

async function restore(file: string, env: Record<string, string>): Promise<CommandResult> {
  const dataFolder = path.join(folder, "restored");
  return maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: target.url, ...env }, ["restore", file]);
}

test("someone who finds the backup can read no address and no document in it", async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  const bytes = await readFile(backup);
  expect(bytes.subarray(0, 24).toString()).toBe("MAARGA ENCRYPTED BACKUP ");
  for (const text of [student.email, "the marks", "manifest.json"])
    expect(bytes.includes(Buffer.from(text, "latin1"), 100)).toBe(false);
});

test.each<[string, Record<string, string>, (file: string) => Promise<void>, string]>([
  ["without a passphrase", {}, async () => undefined, "is encrypted: set BACKUP_PASSPHRASE, or"],
  [
    "with another passphrase",
    { BACKUP_PASSPHRASE: "another long passphrase" },
    async () => undefined,
    "this is not the passphrase that the backup was encrypted with; nothing was changed",
  ],
  [
    "that was cut off in its last byte",
    { BACKUP_PASSPHRASE: PASSPHRASE },
    async (file) => truncate(file, (await stat(file)).size - 1),
    "this backup was cut off or changed after it was made; nothing was changed",
  ],
  [
    "that somebody has replaced by one without encryption",
    { BACKUP_PASSPHRASE: PASSPHRASE },
    async (file) => writeFile(file, gzipSync("a forged backup")),
    "is not encrypted, so it may not be a backup of yours",
  ],
  [
    "with a passphrase that is too short",
    { BACKUP_PASSPHRASE: "short" },
    async () => undefined,
    "the passphrase for backups needs at least 12 characters",
  ],
  [
    "with a passphrase file that does not exist",
    { BACKUP_PASSPHRASE_FILE: "/nowhere/passphrase" },
    async () => undefined,
    "BACKUP_PASSPHRASE_FILE: /nowhere/passphrase cannot be read (ENOENT)",
  ],
])("a backup %s is refused plainly, and changes nothing", async (_what, env, change, message) => {
  const file = path.join(folder, "copy");
  await copyFile(backup, file);
  await change(file);
  const refused = await restore(file, env);
  expect(refused.stderr).toContain(message);
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(
    await queryAt(target.url, "select from auth.users union all select from storage.pending_files"),
  ).toEqual([]);
});

test("the passphrase restores the backup, with its documents", async () => {
  expect(await restore(backup, { BACKUP_PASSPHRASE: PASSPHRASE })).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await queryAt(target.url, "select email from auth.users where id = $1", [student.id])).toEqual([
    { email: student.email },
  ]);
  const [object] = await queryAt<{ version: string }>(target.url, "select version from storage.objects");
  const version = object?.version ?? "";
  const file = path.join(folder, "restored", "files", version.slice(0, 2), version);
  expect(await readFile(file, "utf8")).toMatch(/^%PDF-1\.7.*the marks$/s);
});
