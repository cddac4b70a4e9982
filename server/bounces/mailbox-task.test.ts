import type { Socket } from "node:net";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAuthority } from "../../tests/world/certificates.ts";
import { startImap } from "../../tests/world/imap.ts";
import { createMailboxTask } from "./mailbox-task.ts";
import { readMailbox } from "./read-mailbox.ts";

async function imap(options: Parameters<typeof startImap>[0] = {}) {
  const server = await startImap(options);
  onTestFinished(() => server.stop());
  return server;
}

describe("the mailbox", () => {
  test.each(["INBOX", "Mail that came back"])("%s is read, and each mail of it once", async (folder) => {
    const server = await imap({ folder });
    const seen: string[] = [];
    const read = () => readMailbox(server.url, async (raw) => seen.push(raw));
    server.add("Subject: one\r\n\r\n");
    server.add("Subject: two\r\n\r\n");
    await read();
    server.add("Subject: three\r\n\r\n");
    await read();
    expect(seen).toEqual(["Subject: one\r\n\r\n", "Subject: two\r\n\r\n", "Subject: three\r\n\r\n"]);
    expect(server.read).toEqual([true, true, true]);
  });

  test("a huge mail is read at its beginning only", async () => {
    const server = await imap();
    server.add(`Subject: huge\r\n\r\n${"x".repeat(5_000_000)}`);
    const lengths: number[] = [];
    await readMailbox(server.url, async (raw) => lengths.push(raw.length));
    expect(lengths).toEqual([128 * 1024]);
  });

  test("a mail that could not be handled is read again", async () => {
    const server = await imap();
    server.add("Subject: one\r\n\r\n");
    await expect(readMailbox(server.url, () => Promise.reject(new Error("no database")))).rejects.toThrow(
      "no database",
    );
    expect(server.read).toEqual([false]);
  });

  test("attack: a server with a certificate that nobody trusts gets no password", async () => {
    const authority = createAuthority();
    onTestFinished(() => authority.remove());
    const server = await imap({ tls: authority.localhost });
    await expect(readMailbox(server.url, async () => undefined)).rejects.toThrow(/certificate/);
    expect(server.lines).toEqual([]);
  });

  test.each([
    [
      "that closes the connection",
      (_command: string, socket: Socket) => {
        socket.destroy();
        return "";
      },
    ],
    ["that speaks nonsense", () => "}{ * 12 FETCH (((\r\n* BYE\r\n"],
    ["that never stops", () => `* ${"1 ".repeat(100_000)}\r\n`.repeat(30)],
    ["that announces a huge mail", () => "* 1 FETCH (BODY[] {999999999}\r\n"],
    ["that refuses everything", () => "M1 NO [ALERT] go away\r\n"],
  ])("a server %s makes it fail", async (_what, misbehave) => {
    const server = await imap({ misbehave });
    await expect(readMailbox(server.url, async () => undefined)).rejects.toThrow();
  });
});

describe("after a failure", () => {
  const quiet = pino({ level: "silent" });

  test("it pauses twice as long each time, at most half an hour, and begins anew after a success", async () => {
    let now = 0;
    let fails = true;
    const runs: number[] = [];
    const task = createMailboxTask({
      url: "imaps://user:password@mail.example/INBOX",
      bounces: { recordReport: async () => 0 },
      log: quiet,
      now: () => now,
      read: async () => {
        runs.push(now / 60_000);
        if (fails) throw new Error("no");
      },
    });
    for (; now <= 130 * 60_000; now += 60_000) expect(await task({})).toBeUndefined();
    expect(runs).toEqual([0, 1, 3, 7, 15, 31, 61, 91, 121]);
    fails = false;
    runs.length = 0;
    for (; now <= 153 * 60_000; now += 60_000) await task({});
    expect(runs).toEqual([151, 152, 153]);
  });

  test("the log has neither the password nor the name of the mailbox", async () => {
    const server = await imap();
    const lines: string[] = [];
    const task = createMailboxTask({
      url: server.url.replace(/:[^:@]*@/, ":hunter2hunter2@"),
      bounces: { recordReport: async () => 0 },
      log: pino({}, { write: (line: string) => lines.push(line) }),
      read: readMailbox,
    });
    await task({});
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"code":"refused login"');
    expect(lines[0]).not.toMatch(/hunter2|bounces%?@?40?maarga|bounces@/);
  });
});

test("without a mailbox there is nothing to do", async () => {
  const task = createMailboxTask({
    url: undefined,
    bounces: { recordReport: async () => 0 },
    log: pino({ level: "silent" }),
    read: () => Promise.reject(new Error("read")),
  });
  expect(await task({})).toBeUndefined();
});
