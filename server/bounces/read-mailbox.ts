import { ImapConnection, quote } from "./imap-connection.ts";

/** A run must end before the next one begins, which continues with the rest. */
const MAX_MAILS = 200;
const MAX_RUN_MS = 45_000;
/** A report and the headers of the mail that came back are at its beginning; the rest may be as large as that mail. */
const MAX_BYTES = 128 * 1024;

/** Reads the unread mails of a folder, and marks each as read once it was handled. */
export async function readMailbox(url: string, handle: (raw: string) => Promise<unknown>): Promise<void> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === "imaps:";
  const imap = new ImapConnection({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 993 : 143),
    secure,
  });
  const timer = setTimeout(() => imap.close(), MAX_RUN_MS);
  try {
    await imap.logIn(decodeURIComponent(username), decodeURIComponent(password));
    await imap.run(`SELECT ${quote(decodeURIComponent(pathname.slice(1)) || "INBOX")}`);
    const found = await imap.run("UID SEARCH UNSEEN");
    const unread = found.flatMap(({ text }) =>
      /^\* SEARCH/i.test(text) ? (text.match(/\b\d{1,10}\b/g) ?? []) : [],
    );
    for (const uid of unread.slice(0, MAX_MAILS)) {
      // PEEK does not mark it as read.
      const fetched = await imap.run(`UID FETCH ${uid} (BODY.PEEK[]<0.${MAX_BYTES}>)`);
      const mail = fetched.find(({ text }) => /^\* \d+ FETCH/i.test(text))?.literals[0];
      if (mail) await handle(mail.toString("utf8"));
      await imap.run(`UID STORE ${uid} +FLAGS.SILENT (\\Seen)`);
    }
    await imap.run("LOGOUT");
  } finally {
    clearTimeout(timer);
    imap.close();
  }
}
