import { expect, test } from "vitest";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

test("success logs are removed after 24 hours; failure logs and younger logs stay", async () => {
  await world.asOwner("delete from storage.objects");
  await world.withoutTriggers(
    `insert into storage.objects (bucket_id, name, version, created_at) values
         ('logs', 'email_success/email_success_1.json', 'old', now() - interval '24 hours 1 second'),
         ('logs', 'email_success/email_success_2.json', 'young', now() - interval '23 hours 59 minutes'),
         ('logs', 'email_failures/email_failures_1.json', 'failure', now() - interval '30 days')`,
  );
  expect(await world.asOwner("select private.purge_success_logs() as purged")).toEqual([{ purged: 1 }]);
  expect(await world.asOwner("select version from storage.objects order by version")).toEqual([
    { version: "failure" },
    { version: "young" },
  ]);
  expect(
    await world.asOwner("select version, server from storage.pending_files where version = 'old'"),
  ).toEqual([{ version: "old", server: null }]);
});

test.each(["student", "admin", "secretKey"] as const)(
  "the role %s cannot remove success logs",
  async (who) => {
    expect(await world.refusal(who, "select private.purge_success_logs()")).toMatchObject({ code: "42501" });
  },
);
