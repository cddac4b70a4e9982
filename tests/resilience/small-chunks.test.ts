import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../world/server.ts";

let server: RunningServer;
beforeAll(async () => {
  // The memory is enough for the server, but not for a hundred times the size of a few bodies.
  server = await startServer({ env: { NODE_OPTIONS: "--max-old-space-size=160" } });
});
afterAll(() => server?.stop());

const BODY_BYTES = 900_000;

/** Sends a JSON body, most of which is white space, byte by byte. */
async function sendByteByByte(path: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      "Host: localhost",
      `apikey: ${server.publishableKey}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      "Connection: close",
      "\r\n",
    ].join("\r\n"),
  );
  socket.write("1\r\n \r\n".repeat(BODY_BYTES));
  socket.write("2\r\n{}\r\n0\r\n\r\n");
  return (await buffer(socket)).toString();
}

test("attack: bodies that arrive byte by byte do not use up the memory of the server", async () => {
  const replies = await Promise.all(Array.from({ length: 2 }, () => sendByteByByte("/auth/v1/recover")));
  for (const reply of replies) expect(reply).toContain("An email address is required");
});
