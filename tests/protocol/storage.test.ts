import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { createOperator, createVisitor } from "../world/clients.ts";
import { DOCUMENTS, documentPath, documentsOf, fileOf } from "../world/documents.ts";
import { pdf, samples, TYPES } from "../world/files.ts";
import { createStudent, createWorld, type Member, type World } from "../world/members.ts";
import { createAccount, PASSWORD, UG_CET_ADVANCED } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld(sharedServer());
});

async function signUpAndIn(): Promise<Member> {
  const { id, email } = await createAccount(world.server, { plan: UG_CET_ADVANCED });
  const client = createVisitor(world.server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id, email, token: data.session.access_token, client };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("through the official client", () => {
  test("a student uploads a document, lists it, downloads it and removes it", async () => {
    const student = await signUpAndIn();
    const path = documentPath(student);
    const options = { cacheControl: "3600", upsert: false };
    const uploaded = await documentsOf(student).upload(path, fileOf(samples.pdf, TYPES.pdf), options);
    expect(uploaded).toEqual({
      data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), path, fullPath: `${DOCUMENTS}/${path}` },
      error: null,
    });

    const listed = await documentsOf(student).list(`${student.id}/`, {
      limit: 100,
      offset: 0,
      sortBy: { column: "created_at", order: "desc" },
    });
    expect(listed.data).toEqual([
      {
        name: path.split("/")[1],
        id: uploaded.data?.id,
        updated_at: expect.stringMatching(TIME),
        created_at: expect.stringMatching(TIME),
        last_accessed_at: expect.stringMatching(TIME),
        metadata: {
          eTag: expect.stringMatching(/^"[^"]+"$/),
          size: 200,
          mimetype: TYPES.pdf,
          cacheControl: "max-age=3600",
          lastModified: expect.stringMatching(TIME),
          contentLength: 200,
          httpStatusCode: 200,
          crc32: expect.stringMatching(/^[0-9a-f]{8}$/),
        },
      },
    ]);

    const { data: blob } = await documentsOf(student).download(path);
    expect(blob?.type).toBe(TYPES.pdf);
    expect(Buffer.from((await blob?.arrayBuffer()) as ArrayBuffer)).toEqual(samples.pdf);

    const removed = await documentsOf(student).remove([path, `${student.id}/never_there`]);
    expect(removed.data).toEqual([
      {
        name: path,
        bucket_id: DOCUMENTS,
        owner: student.id,
        owner_id: student.id,
        version: expect.any(String),
        id: uploaded.data?.id,
        updated_at: expect.stringMatching(TIME),
        created_at: expect.stringMatching(TIME),
        last_accessed_at: expect.stringMatching(TIME),
        metadata: listed.data?.[0]?.metadata,
        user_metadata: null,
      },
    ]);
    expect((await documentsOf(student).list(`${student.id}/`)).data).toEqual([]);
  });

  test("an admin lists a student's documents and opens one through a link for 300 seconds", async () => {
    const { planned, admin } = world.people;
    const path = documentPath(planned);
    await documentsOf(planned).upload(path, fileOf(pdf(5000), TYPES.pdf));
    const listed = await documentsOf(admin).list(`${planned.id}/`);
    expect(listed.data?.map(({ name }) => `${planned.id}/${name}`)).toContain(path);
    const { data } = await documentsOf(admin).createSignedUrl(path, 300);
    const response = await fetch(data?.signedUrl as string);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf(5000));
  });

  test("an admin writes the logs of a campaign, which nobody can overwrite", async () => {
    const logs = world.people.admin.client.storage.from("logs");
    const failures = JSON.stringify([{ email: "a@b.c", subject: "s", error: "e", timestamp: "t" }]);
    const written = await logs.upload("email_failures/email_failures_1.json", failures, {
      contentType: "application/json",
    });
    expect(written.error).toBeNull();
    const success = await logs.upload(
      "email_success/email_success_1.json",
      new Blob(["[]"], { type: "application/json" }),
      { cacheControl: "86400", upsert: false },
    );
    expect(success.error).toBeNull();
    const again = await logs.upload("email_success/email_success_1.json", "[]", { upsert: true });
    expect(again.error).toMatchObject({ statusCode: "403" });
    expect((await logs.list("")).data).toEqual([
      {
        name: "email_failures",
        id: null,
        updated_at: null,
        created_at: null,
        last_accessed_at: null,
        metadata: null,
      },
      expect.objectContaining({ name: "email_success", id: null }),
    ]);
    const { data } = await logs.download("email_failures/email_failures_1.json");
    expect(await data?.text()).toBe(failures);
  });
});

describe("through other calls of the client", () => {
  test.each(Object.entries(samples))(
    "a file of type %s is accepted, in a form and as a plain body",
    async (kind, bytes) => {
      const student = await createStudent(world.server);
      const type = TYPES[kind as keyof typeof TYPES];
      const uploads = [
        fileOf(bytes, type),
        new Uint8Array(bytes),
        new Uint8Array(bytes).buffer,
        Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]),
      ];
      for (const body of uploads) {
        const path = documentPath(student, `file.${kind}`);
        const { error } = await documentsOf(student).upload(path, body, { contentType: type });
        expect(error).toBeNull();
        const { data } = await documentsOf(student).download(path);
        expect(data?.type).toBe(type);
        expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer)).toEqual(bytes);
      }
    },
  );

  test("info and exists describe a file, with the metadata of its upload", async () => {
    const { other } = world.people;
    const path = documentPath(other);
    const metadata = { purpose: "marks card", ಕನ್ನಡ: true };
    for (const body of [fileOf(samples.pdf, TYPES.pdf), new Uint8Array(samples.pdf)]) {
      const uploaded = await documentsOf(other).upload(path, body, { metadata, contentType: TYPES.pdf });
      const { data } = await documentsOf(other).info(path);
      expect(data).toMatchObject({
        id: uploaded.data?.id,
        name: path,
        bucketId: DOCUMENTS,
        size: 200,
        contentType: TYPES.pdf,
        cacheControl: "max-age=3600",
        metadata,
        createdAt: expect.stringMatching(TIME),
        lastModified: expect.stringMatching(TIME),
      });
      expect((await documentsOf(other).exists(path)).data).toBe(true);
      await documentsOf(other).remove([path]);
      expect((await documentsOf(other).exists(path)).data).toBe(false);
    }
  });

  test("the links to several files name the missing ones", async () => {
    const { other, planned } = world.people;
    const [mine, theirs] = [documentPath(other), documentPath(planned)];
    await documentsOf(other).upload(mine, fileOf(samples.pdf, TYPES.pdf));
    await documentsOf(planned).upload(theirs, fileOf(samples.pdf, TYPES.pdf));
    const { data } = await documentsOf(other).createSignedUrls([mine, theirs, "never/there"], 60, {
      download: "x.pdf",
    });
    const unknown = "Either the object does not exist or you do not have access to it";
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [mine, null],
      [theirs, unknown],
      ["never/there", unknown],
    ]);
    const response = await fetch(data?.[0]?.signedUrl as string);
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=x.pdf; filename*=UTF-8''x.pdf",
    );
  });

  test("the operator replaces a file with update and with upsert, and the old file is removed", async () => {
    const { planned } = world.people;
    const operator = { client: createOperator(world.server) };
    const path = documentPath(planned);
    const { data: first } = await documentsOf(operator).upload(path, fileOf(pdf(300), TYPES.pdf));
    const { data: second } = await documentsOf(operator).update(path, fileOf(pdf(400), TYPES.pdf));
    const options = { upsert: true, contentType: TYPES.pdf };
    const { data: third } = await documentsOf(operator).upload(path, new Uint8Array(pdf(500)), options);
    expect([second?.id, third?.id]).toEqual([first?.id, first?.id]);
    expect((await (await documentsOf(planned).download(path)).data?.arrayBuffer())?.byteLength).toBe(500);
    expect(await world.query("select * from storage.pending_files")).toEqual([]);
  });

  test("a list is sorted, limited and searched as requested", async () => {
    const student = await createStudent(world.server);
    const names = ["Beta_1.pdf", "alpha.pdf", "ಅಂಕ.pdf"];
    for (const name of names)
      await documentsOf(student).upload(documentPath(student, name), fileOf(samples.pdf, TYPES.pdf));
    const list = async (options: object) =>
      (await documentsOf(student).list(student.id, options)).data?.map(({ name }) => name.slice(14));
    expect(await list({ sortBy: { column: "name", order: "desc" } })).toEqual([...names].reverse());
    expect(await list({ sortBy: { column: "created_at", order: "asc" } })).toEqual(names);
    expect(await list({ limit: 1, offset: 1 })).toEqual([names[1]]);
    expect(await list({ search: "1795" })).toEqual(names);
    expect(await list({ search: "%" })).toEqual([]);
  });

  test("a student sees the bucket of documents, and an admin also the logs", async () => {
    const { planned, admin } = world.people;
    const documents = {
      id: DOCUMENTS,
      name: DOCUMENTS,
      owner: "",
      public: false,
      file_size_limit: 10 * 1024 * 1024,
      allowed_mime_types: Object.values(TYPES),
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    };
    const proofs = expect.objectContaining({ id: "payment-proofs", file_size_limit: 5 * 1024 * 1024 });
    expect((await planned.client.storage.listBuckets()).data).toEqual([proofs, documents]);
    expect((await admin.client.storage.listBuckets()).data?.map(({ id }) => id)).toEqual([
      "logs",
      "payment-proofs",
      DOCUMENTS,
    ]);
    expect((await planned.client.storage.getBucket(DOCUMENTS)).data).toEqual(documents);
    expect((await planned.client.storage.getBucket("logs")).error).toMatchObject({
      message: "Bucket not found",
    });
  });
});
