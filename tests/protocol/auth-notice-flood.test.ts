import { expect, test } from "vitest";
import { callAuth } from "../world/auth-calls.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const BROWSERS = ["Firefox/1", "Chrome/1", "Safari/1"];
const SYSTEMS = ["iPhone", "iPad", "Android", "Windows", "Linux"];

test("attack: somebody who knows the password fills the owner's mailbox with notices of new devices", async () => {
  const { id, email } = await createAccount(server);
  for (const browser of BROWSERS)
    for (const system of SYSTEMS)
      await callAuth(server, "/token?grant_type=password", {
        json: { email, password: PASSWORD },
        headers: { "user-agent": `${browser} ${system}` },
      });
  const text = "select count(*)::int from auth.notice_tokens where user_id = $1";
  expect(await queryAt(server.databaseUrl, text, [id])).toEqual([{ count: 10 }]);
});
