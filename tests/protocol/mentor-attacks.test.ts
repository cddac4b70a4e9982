import { afterAll, beforeAll, expect, test } from "vitest";
import { documentPath, documentsOf, fileOf } from "../world/documents.ts";
import { pdf, TYPES } from "../world/files.ts";
import { createMember, createStudent, type Member } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

/** A server of its own, because one mentor changes the calendar of all. */
let server: RunningServer;
let student: Member;
let mentor: Member;
let stranger: Member;
let name: string;
beforeAll(async () => {
  server = await startServer();
  student = await createStudent(server);
  mentor = await createMember(server, { profile: {} });
  stranger = await createMember(server, { profile: {} });
  for (const { id } of [mentor, stranger])
    await queryAt(server.databaseUrl, "select private.grant_mentor($1, 'tests')", [id]);
  name = documentPath(student);
  await documentsOf(student).upload(name, fileOf(pdf(1_000), TYPES.pdf));
});
afterAll(() => server?.stop());

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** Returns what the person gets of the document through each route of the storage service. */
async function reach(who: Member) {
  const documents = documentsOf(who);
  const single = await documents.createSignedUrl(name, 60);
  const several = await documents.createSignedUrls([name], 60);
  return {
    download: (await documents.download(name)).data?.size,
    info: (await documents.info(name)).data?.size,
    exists: (await documents.exists(name)).data,
    link: single.data ? (await fetch(single.data.signedUrl)).status : undefined,
    links: several.data?.[0]?.signedUrl ? 1 : 0,
    listed: (await documents.list(student.id)).data?.length,
  };
}

const NOTHING = { download: undefined, info: undefined, exists: false, link: undefined, links: 0, listed: 0 };
const ALL = { download: 1_000, info: 1_000, exists: true, link: 200, links: 1, listed: 1 };

test("attack: a mentor reaches the documents of students with a call only, through every route, and changes none", async () => {
  expect(await reach(student)).toEqual(ALL);
  expect(await reach(mentor)).toEqual(NOTHING);
  const times = { start_time: `${day}T05:00:00Z`, end_time: `${day}T05:30:00Z` };
  const row = { user_id: student.id, ...times };
  const { data } = await student.client.from("slots").insert(row).select("id").single();
  expect(await reach(mentor)).toEqual(ALL);
  expect(await reach(stranger)).toEqual(NOTHING);

  expect((await documentsOf(mentor).remove([name])).data).toEqual([]);
  const other = fileOf(pdf(2_000), TYPES.pdf);
  expect((await documentsOf(mentor).upload(name, other, { upsert: true })).error).not.toBeNull();
  expect((await documentsOf(mentor).update(name, other)).error).not.toBeNull();
  expect((await documentsOf(mentor).upload(documentPath(student), other)).error).not.toBeNull();
  expect(await reach(student)).toEqual(ALL);

  const link = (await documentsOf(mentor).createSignedUrl(name, 300)).data?.signedUrl ?? "";
  expect((await fetch(link)).status).toBe(200);
  expect((await mentor.client.rpc("cancel_booking", { slot: data?.id })).error).toBeNull();
  expect(await reach(mentor)).toEqual(NOTHING);
  // A link is opened as whoever made it, so it ends with the call.
  expect((await fetch(link)).status).toBe(400);
});

test("attack: a free account that asks for all busy times is refused at once, and gets those of a day", async () => {
  const free = await createMember(server, { profile: {} });
  const busy = () => free.client.from("busy_slots").select("start_time, end_time");
  for (const all of [
    busy(),
    busy().gte("start_time", day),
    busy().order("start_time", { ascending: false }).limit(1),
    busy().or(`start_time.gte.${day},end_time.lt.${day}`),
    free.client.from("busy_slots").select("*", { count: "exact", head: true }),
  ])
    expect((await all).status).toBe(400);
  expect(await busy()).toMatchObject({
    error: {
      message: "Please ask for the busy times of at most 7 days.",
      hint: "Filter start_time with gte and lt.",
    },
  });
  const [start, end] = [`${day}T00:00:00+05:30`, `${day}T23:59:00+05:30`];
  expect(await busy().gte("start_time", start).lt("start_time", end)).toMatchObject({
    error: null,
    data: [],
  });
});
