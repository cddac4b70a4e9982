import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { createTransport } from "nodemailer";
import { pino } from "pino";
import { median } from "./report.ts";

/** The product's mailer compared with the bare nodemailer pool that it uses, both with a mail server that discards every mail. */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const MAILS = 1_000;
const CONCURRENCY = 5;
const ROUNDS = 5;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAIL: Mail = {
  to: "asha@example.org",
  subject: "Round one is open",
  text: "Please choose by Friday.\n".repeat(20),
  html: `<p>${"Please choose by Friday.<br>".repeat(20)}</p>`,
};

type CreateMailer = (options: object) => {
  send(mail: Mail & { id: string }): Promise<void>;
  close(): Promise<void>;
};

async function mailsPerSecond(send: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let remaining = MAILS;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remaining-- > 0) await send();
    }),
  );
  return MAILS / ((performance.now() - startedAt) / 1000);
}

export async function benchmarkMail(): Promise<string> {
  const port = await freePort();
  const sink = fork(path.join(import.meta.dirname, "servers", "smtp-sink.js"), {
    env: { ...process.env, PORT: String(port) },
  });
  await once(sink, "message");
  const url = `smtp://127.0.0.1:${port}`;
  const { createMailer } = (await import(path.join(PROJECT, "build", "server", "mailer.js"))) as {
    createMailer: CreateMailer;
  };
  const ours = createMailer({
    smtpUrl: url,
    from: "Maarga <no-reply@example.org>",
    outboxFolder: "",
    log: pino(),
  });
  const pool = createTransport({ url, pool: true, maxConnections: CONCURRENCY });
  try {
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const mine = await mailsPerSecond(() => ours.send({ ...MAIL, id: randomUUID() }));
      const alone = await mailsPerSecond(() =>
        pool.sendMail({ ...MAIL, from: "Maarga <no-reply@example.org>" }),
      );
      if (round > 0) ratios.push(mine / alone); // the first round warms up the JIT compiler
    }
    return `mails, relative to the bare nodemailer pool: ${median(ratios).toFixed(2)} (at least 0.80)`;
  } finally {
    await ours.close();
    pool.close();
    sink.kill();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
