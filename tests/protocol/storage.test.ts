import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdf, samples, TYPES } from "./storage-samples.ts";
import {
  bucketOf,
  DOCUMENTS,
  fileOf,
  newStudentWithPlan,
  pathFor,
  startWorld,
  type World,
} from "./storage-world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

describe("every call of the product, by the official client", () => {
  test("a document is uploaded, listed, downloaded and removed", async () => {
    const student = await newStudentWithPlan(world.server);
    const path = pathFor(student);
    const uploaded = await bucketOf(student).upload(path, fileOf(samples.pdf, TYPES.pdf), {
      cacheControl: "3600",
      upsert: false,
    });
    expect(uploaded).toEqual({
      data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), path, fullPath: `${DOCUMENTS}/${path}` },
      error: null,
    });

    const listed = await bucketOf(student).list(`${student.id}/`, {
      limit: 100,
      offset: 0,
      sortBy: { column: "created_at", order: "desc" },
    });
    expect(listed.error).toBeNull();
    expect(listed.data).toEqual([
      {
        name: path.split("/")[1],
        id: uploaded.data?.id,
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_at: expect.stringMatching(/Z$/),
        last_accessed_at: expect.stringMatching(/Z$/),
        metadata: {
          eTag: expect.stringMatching(/^"[^"]+"$/),
          size: 200,
          mimetype: TYPES.pdf,
          cacheControl: "max-age=3600",
          lastModified: expect.stringMatching(/Z$/),
          contentLength: 200,
          httpStatusCode: 200,
          crc32: expect.stringMatching(/^[0-9a-f]{8}$/),
        },
      },
    ]);

    const { data: blob } = await bucketOf(student).download(path);
    expect(blob?.type).toBe(TYPES.pdf);
    expect(Buffer.from((await blob?.arrayBuffer()) as ArrayBuffer)).toEqual(samples.pdf);

    const removed = await bucketOf(student).remove([path]);
    expect(removed.data).toEqual([
      expect.objectContaining({ name: path, bucket_id: DOCUMENTS, owner: student.id }),
    ]);
    expect((await bucketOf(student).list(`${student.id}/`)).data).toEqual([]);
  });

  test("an admin opens it by a link of 300 seconds", async () => {
    const path = pathFor(world.people.planned);
    await bucketOf(world.people.planned).upload(path, fileOf(pdf(5000), TYPES.pdf));
    const { data } = await bucketOf(world.people.admin).createSignedUrl(path, 300);
    const answer = await fetch(data?.signedUrl as string);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf(5000));
  });
});
