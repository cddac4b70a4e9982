import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { type SmtpBehaviour, startSmtp, type TestSmtp } from "../world/smtp.ts";

const PASSWORD = "the second password";
let smtp: TestSmtp;
let world: World<RunningServer>;
beforeAll(async () => {
  smtp = await startSmtp((to) => (to.split("@", 1)[0] as string).replaceAll("-", " ") as SmtpBehaviour);
  world = await createWorld(
    await startServer({ env: { SMTP_URL: smtp.url, SUPER_ADMIN_PASSWORD: PASSWORD } }),
  );
});
afterAll(async () => {
  await world.server.stop();
  await smtp.stop();
});

async function send(to: string): Promise<{ status: number; body: unknown }> {
  const { url, publishableKey } = world.server;
  const response = await fetch(`${url}/functions/v1/send-emails`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${world.people.admin.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      to,
      subject: "Round one",
      html: "Choose by Friday.",
      superAdminPassword: PASSWORD,
    }),
  });
  return { status: response.status, body: await response.json() };
}

const REFUSED = { status: 422, body: { error: "The mail was refused for this address." } };
const LATER = {
  status: 503,
  body: { error: "The mail could not be sent now. Please try again in a few minutes." },
};

test.each([
  ["accepts it", "take", { status: 200, body: { message: "Email sent" } }],
  ["knows no such recipient", "unknown-recipient", REFUSED],
  ["refuses the text", "unwanted-text", REFUSED],
  ["refuses it for now", "later", LATER],
  ["hangs up", "hang-up", LATER],
])(
  "the admin learns that the mail server %s, and the audit log records it",
  async (_what, behaviour, expected) => {
    expect(await send(`${behaviour}@example.org`)).toEqual(expected);
    expect(smtp.deliveries.filter(({ to }) => to === `${behaviour}@example.org`)).toHaveLength(
      expected.status === 200 ? 1 : 0,
    );
    expect(
      await world.query("select action, details from audit_log where subject = $1 order by id", [
        `${behaviour}@example.org`,
      ]),
    ).toEqual(
      ["mail sent", ...(expected.status === 200 ? [] : ["mail failed"])].map((action) => ({
        action,
        details: { subject: "Round one" },
      })),
    );
  },
);

test("the admin waits for a slow mail server", async () => {
  const response = send("hold@example.org");
  await smtp.held(1);
  smtp.release();
  expect(await response).toMatchObject({ status: 200 });
});
