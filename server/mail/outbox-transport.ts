import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { MailError } from "./message.ts";
import type { Transport } from "./transport.ts";

/** Writes each mail to an .eml file, named by its time, and its links to the log. */
export function createOutboxTransport(folder: string, log: Logger): Transport {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    concurrency: 1,
    async deliver(envelope) {
      const { message } = await composer.sendMail({ ...envelope, attachments: [...envelope.attachments] });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, "-")}-${randomBytes(4).toString("hex")}.eml`;
      const file = path.join(folder, name);
      await writeAtomically(file, message as Buffer);
      const links = [...new Set(envelope.text.match(/https?:\/\/\S+/g))];
      log.warn({ file, links }, "No SMTP_URL is set: the mail was written to a file. These are its links");
    },
    async close() {},
  };
}

/** Writes atomically. Only the owner may read the file: its links are as good as a password. */
async function writeAtomically(file: string, content: Buffer): Promise<void> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.draft`);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeDraft(draft, content);
    await rename(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new MailError(`the mail could not be written to the outbox (${code})`, {
      permanent: false,
      about: "server",
    });
  }
}

async function writeDraft(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(file);
    throw error;
  } finally {
    await handle.close();
  }
}
