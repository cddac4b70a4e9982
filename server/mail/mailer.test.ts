import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type SmtpBehaviour, startSmtp } from "../../tests/world/smtp.ts";
import { createMailer } from "./mailer.ts";
import { MailError, type Message } from "./message.ts";

const silent = pino({ level: "silent" });

const createMessage = (changes: Partial<Message> = {}): Message => ({
  id: randomUUID(),
  to: "asha@example.com",
  subject: "Hello",
  text: "Hello Asha\n",
  html: "<p>Hello Asha</p>",
  ...changes,
});

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
}

describe("by SMTP", () => {
  async function smtpMailer(decide?: (to: string, attempt: number) => SmtpBehaviour) {
    const server = await startSmtp(decide);
    const mailer = createMailer({
      smtpUrl: server.url,
      from: "Maarga <no-reply@example.com>",
      outboxFolder: "/nowhere",
      log: silent,
    });
    onTestFinished(async () => {
      await mailer.close();
      await server.stop();
    });
    return { server, mailer };
  }

  test("a mail arrives complete, from the sender in the settings", async () => {
    const { server, mailer } = await smtpMailer();
    await mailer.send(createMessage({ subject: "ನಮಸ್ಕಾರ – 10 % off", text: "ಆಶಾ\n", html: "<p>ಆಶಾ</p>" }));
    const [delivery] = await server.taken(1);
    expect(delivery).toMatchObject({ from: "no-reply@example.com", to: "asha@example.com" });
    expect(delivery?.mail).toMatchObject({
      from: { name: "Maarga", address: "no-reply@example.com" },
      to: [{ address: "asha@example.com" }],
      subject: "ನಮಸ್ಕಾರ – 10 % off",
      text: "ಆಶಾ\n",
    });
    expect(delivery?.mail.html).toContain("<p>ಆಶಾ</p>");
  });

  test("a subject cannot add another header", async () => {
    const { server, mailer } = await smtpMailer();
    await mailer.send(createMessage({ subject: "Hello\r\nBcc: all@example.com\r\n\r\nAnother text" }));
    const [delivery] = await server.taken(1);
    expect(delivery?.to).toBe("asha@example.com");
    expect(delivery?.mail.bcc).toBeUndefined();
    expect(delivery?.mail.subject).toBe("Hello Bcc: all@example.com Another text");
  });

  test.each(["asha@example.com, ravi@example.com", "asha@example.com\r\nRCPT TO:<ravi@example.com>"])(
    "%j is refused as a recipient, and nothing is sent",
    async (to) => {
      const { server, mailer } = await smtpMailer();
      expect((await failureOf(mailer.send(createMessage({ to })))).permanent).toBe(true);
      expect(server.deliveries).toEqual([]);
    },
  );

  test("a mail has the same Message-ID at every attempt", async () => {
    const { server, mailer } = await smtpMailer();
    const same = createMessage();
    await mailer.send(same);
    await mailer.send(same);
    const ids = (await server.taken(2)).map((delivery) => delivery.mail.messageId);
    expect(ids).toEqual([`<${same.id}@example.com>`, `<${same.id}@example.com>`]);
  });

  test.each([
    ["later", false, "recipient"],
    ["hang up", false, "server"],
    ["unknown recipient", true, "recipient"],
    ["unwanted text", true, "recipient"],
  ] as const)(
    "%s: permanent is %s, the cause is the %s, and the error contains no address",
    async (behaviour, permanent, about) => {
      const { mailer } = await smtpMailer(() => behaviour);
      const error = await failureOf(mailer.send(createMessage()));
      expect(error).toMatchObject({ permanent, about });
      expect(error.message).not.toContain("asha");
      expect(error.cause).toBeUndefined();
    },
  );

  test("a refused mail does not delay the others", async () => {
    const { server, mailer } = await smtpMailer((to) =>
      to.startsWith("asha") ? "unknown recipient" : "take",
    );
    const sending = [
      createMessage(),
      ...Array.from({ length: 30 }, (_, i) => createMessage({ to: `student${i}@example.com` })),
    ];
    const results = await Promise.allSettled(sending.map((one) => mailer.send(one)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(30);
    expect(server.deliveries).toHaveLength(30);
  });

  test.each([
    ["nobody listens", "smtp://127.0.0.1:1"],
    ["the host name is unknown", "smtp://mail.invalid"],
  ])("when %s, the mail is retried", async (_case, smtpUrl) => {
    const mailer = createMailer({
      smtpUrl,
      from: "no-reply@example.com",
      outboxFolder: "/nowhere",
      log: silent,
    });
    onTestFinished(() => mailer.close());
    expect(await failureOf(mailer.send(createMessage()))).toMatchObject({
      permanent: false,
      about: "server",
    });
  });

  test("a mail is retried if our password for the mail server is wrong", async () => {
    const { server } = await smtpMailer();
    const smtpUrl = server.url.replace("smtp://", "smtp://us:wrong@");
    const mailer = createMailer({
      smtpUrl,
      from: "no-reply@example.com",
      outboxFolder: "/nowhere",
      log: silent,
    });
    onTestFinished(() => mailer.close());
    expect(await failureOf(mailer.send(createMessage()))).toMatchObject({
      permanent: false,
      about: "server",
    });
  });
});

describe("into the outbox", () => {
  let folder: string;
  let lines: { msg: string; file: string; links: string[] }[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "maarga-outbox-"));
    lines = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const mailer = (outboxFolder = path.join(folder, "outbox")) =>
    createMailer({
      from: "no-reply@example.com",
      outboxFolder,
      log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    });

  test("each mail becomes a file that only its owner can read, and the files are in order", async () => {
    const outboxMailer = mailer();
    for (const to of ["a@example.com", "b@example.com", "c@example.com"])
      await outboxMailer.send(createMessage({ to }));
    const names = await readdir(path.join(folder, "outbox"));
    expect(names).toHaveLength(3);
    const files = names.sort().map((name) => path.join(folder, "outbox", name));
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(file))));
    expect(mails.map((mail) => mail.to?.[0]?.address)).toEqual([
      "a@example.com",
      "b@example.com",
      "c@example.com",
    ]);
    for (const file of files) {
      expect(path.basename(file)).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{8}\.eml$/);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  test("the log has the links of the mail", async () => {
    await mailer().send(
      createMessage({ text: "Confirm:\nhttps://example.com/v?token=abc&type=signup\n\nBye\n" }),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.links).toEqual(["https://example.com/v?token=abc&type=signup"]);
    expect(lines[0]?.msg).toContain("No SMTP_URL is set");
  });

  test("if the folder is not writable, no partial file stays and the mail is retried", async () => {
    const blocked = path.join(folder, "a-file");
    await writeFile(blocked, "");
    const error = await failureOf(mailer(blocked).send(createMessage()));
    expect(error).toMatchObject({ permanent: false, about: "server" });
    expect(await readdir(folder)).toEqual(["a-file"]);
  });
});

test("an invalid sender stops the start with an error that names the setting", () => {
  expect(() =>
    createMailer({ from: "Maarga\nBcc: x@example.com <a@b>", outboxFolder: "/nowhere", log: silent }),
  ).toThrow("MAIL_FROM");
});
