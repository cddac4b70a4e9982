import { chmod, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { waitForMail } from "../world/mailbox.ts";
import { createStudent } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { outputOf, startServer } from "../world/server.ts";

/** Lists what users other than the owner may read, write or enter. */
async function openEntries(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const open: string[] = [];
  for (const name of ["", ...names]) {
    const { mode } = await stat(path.join(folder, name));
    if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return open;
}

test("another user of the machine can read nothing of a server: keys, mails, documents, logs, database", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "maarga-modes-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const dataFolder = path.join(parent, "data");
  await mkdir(dataFolder);
  await chmod(dataFolder, 0o755);

  const embedded = await maarga({ MAARGA_DATA: dataFolder }, ["backup", path.join(dataFolder, "backup")]);
  expect(embedded.stderr).toContain(`could access ${dataFolder};`);
  expect(embedded.exitCode).toBe(0);
  expect(await openEntries(dataFolder)).toEqual([]);

  await chmod(path.join(dataFolder, "secrets.json"), 0o644);
  const server = await startServer({ dataFolder });
  onTestFinished(() => server.stop());
  const { email } = await createStudent(server);
  await fetch(`${server.url}/auth/v1/recover`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  // The draft of the mail is renamed: a list of the folder before that has a name that is gone.
  await waitForMail(server, email);
  expect(outputOf(server)).toContain("secrets.json; now only the server's user can");
  expect(await openEntries(dataFolder)).toEqual([]);
});
