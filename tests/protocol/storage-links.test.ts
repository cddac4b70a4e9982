import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOperator } from "../world/clients.ts";
import { DOCUMENTS, documentPath, documentsOf, fileOf } from "../world/documents.ts";
import { pdf, samples, TYPES } from "../world/files.ts";
import { createMember, createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { revokeAdmin } from "../world/people.ts";
import { badRequest, expectRefusal, NO_OBJECT } from "../world/refusals.ts";
import { type RunningServer, type Server, sharedServer, startServer } from "../world/server.ts";
import { callStorage, sendJson, upload } from "../world/storage-calls.ts";

describe("a link to a document", () => {
  let world: World;
  let server: Server;
  let student: Member;
  let name: string;
  beforeAll(async () => {
    world = await createWorld(sharedServer());
    server = world.server;
    student = await createStudent(server);
    name = documentPath(student);
    await documentsOf(student).upload(name, fileOf(samples.pdf, TYPES.pdf));
  });

  const linkOf = async ({ client }: Pick<Member, "client">) =>
    (await client.storage.from(DOCUMENTS).createSignedUrl(name, 300)).data?.signedUrl as string;
  const statusOf = async (link: string) => (await fetch(link)).status;

  test.each(["student", "admin"])("of a %s lives for 300 seconds at most", async (who) => {
    const member = who === "student" ? student : world.people.admin;
    const refusal = badRequest("body/expiresIn must be <= 300");
    const one = `/object/sign/${DOCUMENTS}/${name}`;
    await expectRefusal(await sendJson(server, member, one, { expiresIn: 301 }), refusal);
    const many = { expiresIn: 301, paths: [name] };
    await expectRefusal(await sendJson(server, member, `/object/sign/${DOCUMENTS}`, many), refusal);
    expect((await sendJson(server, member, one, { expiresIn: 300 })).status).toBe(200);
  });

  test("of the secret key may live longer", async () => {
    const { data } = await createOperator(server).storage.from(DOCUMENTS).createSignedUrl(name, 3600);
    expect(await statusOf(data?.signedUrl as string)).toBe(200);
  });

  test("dies with the session that made it, and no other link does", async () => {
    const admin = await createMember(server, { isAdmin: true });
    const [ended, other] = [await linkOf(admin), await linkOf(world.people.admin)];
    expect(await statusOf(ended)).toBe(200);
    await world.query("delete from auth.sessions where user_id = $1", [admin.id]);
    expect(await statusOf(ended)).toBe(401);
    expect(await statusOf(other)).toBe(200);
  });

  test("dies when the user who made it is banned or deleted", async () => {
    const [banned, deleted] = [
      await createMember(server, { isAdmin: true }),
      await createMember(server, { isAdmin: true }),
    ];
    const links = [await linkOf(banned), await linkOf(deleted)];
    await world.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      banned.id,
    ]);
    await world.query("delete from auth.users where id = $1", [deleted.id]);
    expect(await Promise.all(links.map(statusOf))).toEqual([401, 401]);
  });

  test("dies when the admin who made it loses the rights of an admin", async () => {
    const admin = await createMember(server, { isAdmin: true });
    const link = await linkOf(admin);
    await revokeAdmin(server, admin.id);
    await expectRefusal(await fetch(link), NO_OBJECT);
  });

  test("cannot be given another creator", async () => {
    const link = new URL(await linkOf(world.people.admin));
    const [head, claims = "", signature] = (link.searchParams.get("token") ?? "").split(".");
    const altered = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), role: "service_role" };
    const token = [head, Buffer.from(JSON.stringify(altered)).toString("base64url"), signature].join(".");
    link.searchParams.set("token", token);
    expect(await (await fetch(link)).json()).toMatchObject({ error: "InvalidJWT" });
  });
});

describe("what a browser may do with a file", () => {
  const logs = () => createOperator(sharedServer()).storage.from("logs");
  const NEVER_A_PAGE = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
  };

  test.each([
    ["text/html", "text/plain"],
    ["text/html;charset=utf-8", "text/plain"],
    ["TEXT/HTML", "text/plain"],
    ["image/svg+xml", "application/octet-stream"],
    ["application/xhtml+xml", "application/octet-stream"],
    ["text/xml", "application/octet-stream"],
    ["text/javascript", "application/octet-stream"],
    ["multipart/related", "application/octet-stream"],
    ["application/json", "application/json"],
  ])("a file of type %s is saved, as %s, and never shown", async (type, served) => {
    const name = `email_failures/${Buffer.from(type).toString("hex")}`;
    await logs().upload(name, "<script>alert(document.domain)</script>", { contentType: type });
    const { data } = await logs().createSignedUrl(name, 60);
    const { headers } = await fetch(data?.signedUrl as string);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...NEVER_A_PAGE,
      "content-type": served,
      "content-disposition": expect.stringMatching(/^attachment; filename=/),
    });
  });

  test.each(Object.entries(samples))("a document of type %s", async (kind, bytes) => {
    const student = await createStudent(sharedServer());
    const name = documentPath(student, `marks.${kind}`);
    const type = TYPES[kind as keyof typeof TYPES];
    await documentsOf(student).upload(name, fileOf(bytes, type));
    const { headers } = await callStorage(sharedServer(), student, `/object/${DOCUMENTS}/${name}`);
    const shown = ["pdf", "jpeg", "png", "webp"].includes(kind);
    expect(Object.fromEntries(headers)).toMatchObject({ ...NEVER_A_PAGE, "content-type": type });
    expect(headers.get("content-disposition")?.split(";")[0]).toBe(shown ? undefined : "attachment");
  });
});

describe("with FILES_ORIGIN", () => {
  let server: RunningServer;
  let student: Member;
  let link: URL;
  const filesHost = "files.example.org";
  beforeAll(async () => {
    server = await startServer({ env: { FILES_ORIGIN: `http://${filesHost}` } });
    student = await createStudent(server);
    const name = documentPath(student);
    await upload(server, student, name);
    link = new URL((await documentsOf(student).createSignedUrl(name, 60)).data?.signedUrl as string);
  });
  afterAll(() => server.stop());

  /** fetch sends no other host than that of the address. */
  const get = (host: string, path: string) =>
    new Promise<{ status: number; location: string | undefined; body: string }>((resolve, reject) => {
      request({ host: link.hostname, port: link.port, path, headers: { host } }, async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, body });
      })
        .on("error", reject)
        .end();
    });

  test("a link leads from the site to that host, which serves the file", async () => {
    const path = link.pathname + link.search;
    expect(await get(link.host, path)).toMatchObject({ status: 302, location: `http://${filesHost}${path}` });
    expect(await get(filesHost, path)).toMatchObject({ status: 200, body: pdf().toString() });
  });

  test.each([
    "/",
    "/documents",
    "/config.json",
    "/auth/v1/settings",
    "/metrics",
    "/storage/v1/bucket",
    "//",
    "/storage/v1/object/sign",
  ])("that host does not serve %s", async (path) => {
    expect(await get(filesHost, path)).toMatchObject({
      status: 404,
      body: "This address serves only links to documents.\n",
    });
  });

  test("the site serves everything else as before", async () => {
    expect((await get(link.host, "/config.json")).status).toBe(200);
    expect((await documentsOf(student).list(student.id)).data).toHaveLength(1);
  });
});
