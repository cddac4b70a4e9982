import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { DOCUMENTS } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createStudent } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";

const TIMEOUT_MS = 60_000;

let database: TestDatabase;
let folder: string;
let web: RunningServer;
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "maarga-roles-"));
  web = await startMachine("web", { ROLE: "web" });
});
afterAll(async () => {
  await web?.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts another machine of one instance: it has a folder of its own, a copy of the secrets, and the shared files. */
async function startMachine(
  name: string,
  env: Record<string, string>,
  secretsOf?: RunningServer,
): Promise<RunningServer> {
  const dataFolder = path.join(folder, name);
  await mkdir(dataFolder, { mode: 0o700 });
  if (secretsOf)
    await copyFile(path.join(secretsOf.dataFolder, "secrets.json"), path.join(dataFolder, "secrets.json"));
  return startServer({
    databaseUrl: database.url,
    dataFolder,
    env: { FILES_URL: `file://${path.join(folder, "files")}`, SITE_URL: "http://localhost:3000", ...env },
  });
}

const get = async (server: RunningServer, path: string) =>
  (await fetch(server.url + path, { headers: { apikey: server.publishableKey } })).status;

function signUp(server: RunningServer, email: string): Promise<Response> {
  return fetch(`${server.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: "long enough" }),
  });
}

describe("with web and worker as separate processes", () => {
  test("the web process accepts the request, and the worker sends the mail", async () => {
    expect((await signUp(web, "asha@example.org")).status).toBe(200);
    expect(await database.query("select from graphile_worker._private_jobs")).toHaveLength(1);

    const worker = await startMachine("worker", { ROLE: "worker" }, web);
    await waitForMail(worker, "asha@example.org");
    expect(await readdir(web.dataFolder)).not.toContain("outbox");

    for (const server of [web, worker])
      for (const path of ["/healthz", "/readyz", "/metrics"]) expect(await get(server, path)).toBe(200);
    expect(await get(web, "/auth/v1/settings")).toBe(200);
    expect(await get(worker, "/auth/v1/settings")).toBe(404);

    // The database still serves the connections that are open, as it does while it shuts down.
    const service = `maarga_${database.name}_service`;
    await database.query(`alter role ${service} nologin`);
    await expect.poll(() => get(web, "/readyz")).toBe(503);
    await database.query(`alter role ${service} login`);
    await expect.poll(() => get(web, "/readyz")).toBe(200);
    await worker.stop();
  });
});

describe("with two servers over one database", () => {
  let other: RunningServer;
  beforeAll(async () => {
    other = await startMachine("other", {}, web);
  });
  afterAll(() => other.stop());

  test("a student who signs in at one is signed in at the other, and finds the same documents", async () => {
    const student = await createStudent(web);
    const name = `${student.id}/1700000000000_marks.pdf`;
    const { error } = await student.client.storage
      .from(DOCUMENTS)
      .upload(name, new Blob([new Uint8Array(pdf())], { type: "application/pdf" }));
    expect(error).toBeNull();
    const response = await fetch(`${other.url}/storage/v1/object/${DOCUMENTS}/${name}`, {
      headers: { apikey: other.publishableKey, authorization: `Bearer ${student.token}` },
    });
    expect(await response.text()).toBe(pdf().toString());
  });

  test("only the first start creates an admin", async () => {
    expect(await database.query("select from private.admins")).toHaveLength(1);
  });

  test("SIGTERM lets an upload in progress finish", async () => {
    const student = await createStudent(other);
    const name = `${student.id}/1700000000001_marks.pdf`;
    const upload = request(`${other.url}/storage/v1/object/${DOCUMENTS}/${name}`, {
      method: "POST",
      headers: {
        apikey: other.publishableKey,
        authorization: `Bearer ${student.token}`,
        "content-type": "application/pdf",
        "content-length": String(pdf().length),
      },
    });
    const replied = once(upload, "response");
    upload.write(pdf().subarray(0, 100));
    await expect
      .poll(() => database.query("select from storage.pending_files where server is not null"), {
        timeout: TIMEOUT_MS,
      })
      .toHaveLength(1);
    other.process.kill("SIGTERM");
    await expect
      .poll(() => get(other, "/healthz").catch(() => "closed"), { timeout: TIMEOUT_MS })
      .toBe("closed");
    upload.end(pdf().subarray(100));
    const [response] = await replied;
    expect({ status: response.statusCode, body: await text(response) }).toMatchObject({ status: 200 });
    await once(other.process, "exit");
    expect(other.process.exitCode).toBe(0);
    expect(await database.query("select from storage.objects where name = $1", [name])).toHaveLength(1);
  });
});
