import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createSmtpTransport } from "./smtp-transport.ts";

const person = { name: "", address: "asha@example.com" };
const mail = {
  from: person,
  to: person,
  envelope: { from: person.address, to: person.address },
  subject: "A link",
  text: "https://example.com/verify?token=secret",
  html: "<p>A link</p>",
  attachments: [],
  messageId: "<1@example.com>",
  headers: {},
};

/** A mail server, or somebody in between, that does not offer TLS. It records what it is told. */
async function startWithoutTls(): Promise<{ port: number; received: () => string }> {
  let received = "";
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail.example.com\r\n");
    socket.on("data", (data) => {
      received += data.toString();
      const reply = /^(EHLO|HELO)/m.test(data.toString())
        ? "250-mail.example.com\r\n250 AUTH PLAIN LOGIN"
        : "502 no";
      socket.write(`${reply}\r\n`);
    });
  }).listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received: () => received };
}

test.each([
  [
    "attack: a mail server of another machine that offers no TLS gets neither the password nor a mail",
    "0.0.0.0",
    "",
  ],
  ["a setting can allow it, for a relay in a private network", "0.0.0.0", "?requireTLS=false"],
  ["a relay on the same machine needs no TLS", "127.0.0.1", ""],
])("%s", async (_title, host, query) => {
  const { port, received } = await startWithoutTls();
  const transport = createSmtpTransport(`smtp://maarga:the-password@${host}:${port}${query}`);
  onTestFinished(() => transport.close());
  await expect(transport.deliver(mail)).rejects.toThrow("could not be delivered");
  const isExposed = host === "127.0.0.1" || query !== "";
  expect(received().includes("AUTH PLAIN")).toBe(isExposed);
});

test("attack: somebody in between with a certificate that nobody trusts gets neither the password nor a mail", async () => {
  const passwords: unknown[] = [];
  // Without settings, the server has a certificate that it signed itself.
  const server = new SMTPServer({
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: "maarga" });
    },
  });
  server.on("error", () => undefined);
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listener = server.listen(0, () => resolve(listener.address() as AddressInfo));
  });
  onTestFinished(async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const transport = createSmtpTransport(`smtp://maarga:the-password@0.0.0.0:${port}`);
  onTestFinished(() => transport.close());
  await expect(transport.deliver(mail)).rejects.toThrow("could not be delivered");
  expect(passwords).toEqual([]);
});
