import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { JoinedBody, joinChunks } from "./join-chunks.ts";

const LONG_TEXT = "ಕನ್ನಡ".repeat(100);

async function startApp() {
  const app = Fastify();
  joinChunks(app);
  let pieces = 0;
  // Fastify keeps each piece that this hook sees.
  app.addHook("preParsing", async (_request, _reply, payload) => {
    payload.on("data", () => {
      pieces += 1;
    });
  });
  app.post("/", async ({ body }) => body);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  return { port, countPieces: () => pieces };
}

test("a body that is sent byte by byte is kept in few pieces", async () => {
  const { port, countPieces } = await startApp();
  const text = JSON.stringify({ text: "x".repeat(50_000) });
  const socket = connect(port, "127.0.0.1");
  socket.write(
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
  );
  socket.write([...text].map((letter) => `1\r\n${letter}\r\n`).join(""));
  socket.write("0\r\n\r\n");
  const reply = (await buffer(socket)).toString();
  expect(reply).toContain("200 OK");
  expect(reply).toContain(text);
  expect(countPieces()).toBeLessThanOrEqual(4);
});

test("the length of a body is compared with the announced length", async () => {
  const { port } = await startApp();
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: LONG_TEXT }),
  });
  expect(await response.json()).toEqual({ text: LONG_TEXT });
});

test("a small body with a known length is not copied through another stream", async () => {
  const app = Fastify();
  joinChunks(app);
  const payloads: unknown[] = [];
  app.addHook("preParsing", (_request, _reply, payload, done) => {
    payloads.push(payload);
    done(null, payload);
  });
  app.post("/", async ({ body }) => body);
  const send = (text: string) => app.inject({ method: "POST", url: "/", payload: { text } });
  for (const text of ["ಕನ್ನಡ", LONG_TEXT]) expect((await send(text)).json()).toEqual({ text });
  expect(payloads.map((payload) => payload instanceof JoinedBody)).toEqual([false, true]);
});

test.each([
  [[1]],
  [[1, 1, 1]],
  [[16_384]],
  [[16_383, 1]],
  [[16_383, 2]],
  [[1, 16_384, 1]],
  [[40_000, 3, 40_000]],
  [[10_000, 10_000, 10_000]],
])("pieces of %j bytes arrive complete and in order", async (lengths) => {
  const bytes = Buffer.from(
    Array.from({ length: lengths.reduce((sum, n) => sum + n, 0) }, (_, i) => i % 251),
  );
  const source = new PassThrough();
  const joined = new JoinedBody(source);
  const received = buffer(joined);
  let sent = 0;
  for (const length of lengths) {
    source.write(bytes.subarray(sent, sent + length));
    sent += length;
  }
  source.end();
  expect((await received).equals(bytes)).toBe(true);
  expect(joined.receivedEncodedLength).toBe(bytes.length);
});

test("a body whose client goes away is an error for the reader", async () => {
  const source = new PassThrough();
  const joined = new JoinedBody(source);
  joined.resume();
  source.destroy(new Error("aborted"));
  const [error] = await once(joined, "error");
  expect(error).toMatchObject({ message: "aborted" });
});
