import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Reader, Streams } from "./streams.ts";

const reader = (name: string, expiresAtMs = Number.POSITIVE_INFINITY): Reader => ({
  userId: name,
  sessionId: name,
  aal: "aal1",
  expiresAtMs,
});

let server: Server;
let streams: Streams;
let ended: Set<string>;
let failures: unknown[];
const sockets: Socket[] = [];

beforeEach(async () => {
  [ended, failures] = [new Set(), []];
  streams = new Streams({
    maxStreams: 3,
    maxStreamsPerUser: 2,
    findInForce: async (readers) => {
      if (ended.has("the database")) throw new Error("no database");
      return readers.filter(({ sessionId }) => !ended.has(sessionId));
    },
    onError: (error) => failures.push(error),
  });
  server = createServer().listen(0);
  await once(server, "listening");
});
afterEach(() => {
  streams.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

/** A client that reads nothing until somebody listens to its data. */
async function open(): Promise<{ socket: Socket; response: ServerResponse }> {
  const socket = connect((server.address() as AddressInfo).port);
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [, response] = (await once(server, "request")) as [unknown, ServerResponse];
  response.writeHead(200);
  return { socket, response };
}

test("a slow reader is cut off, and holds back nobody", async () => {
  const [slow, fast] = [await open(), await open()];
  let received = "";
  fast.socket.on("data", (text) => {
    received += text;
  });
  streams.add(reader("slow"), slow.response, "");
  streams.add(reader("fast"), fast.response, "");
  // Until the buffers of both systems are full.
  const text = "x".repeat(10_000);
  while (!slow.response.destroyed) {
    streams.publish(text);
    await new Promise((resolve) => setImmediate(resolve));
    expect(slow.response.writableLength).toBeLessThan(4_096 + 2 * text.length);
  }
  expect(fast.response.destroyed).toBe(false);
  streams.publish("the last");
  while (!received.includes("the last")) await once(fast.socket, "data");
});

test("the oldest stream of a user gives way, and streams that end leave room", async () => {
  const [first, second, third, other] = [await open(), await open(), await open(), await open()];
  streams.add(reader("asha"), first.response, "");
  streams.add(reader("asha"), second.response, "");
  expect(streams.isFull).toBe(false);
  streams.add(reader("asha"), third.response, "");
  expect([first, second, third].map(({ response }) => response.writableEnded)).toEqual([true, false, false]);
  streams.add(reader("ravi"), other.response, "");
  expect([streams.size, streams.isFull]).toEqual([3, true]);
  other.socket.destroy();
  await once(other.response, "close");
  expect(streams.size).toBe(2);
});

test("a check ends what is no longer in force, and one that is asked for during another follows it", async () => {
  const [stays, leaves, expires] = [await open(), await open(), await open()];
  streams.add(reader("stays"), stays.response, "");
  streams.add(reader("leaves"), leaves.response, "");
  streams.add(reader("expires", Date.now()), expires.response, "");
  streams.check();
  ended.add("leaves");
  streams.check();
  await once(leaves.response, "close");
  expect([stays, leaves, expires].map(({ response }) => response.writableEnded)).toEqual([false, true, true]);
});

test("a check that fails is reported, and ends nothing", async () => {
  const { response } = await open();
  streams.add(reader("asha"), response, "");
  ended.add("the database");
  streams.check();
  while (failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(response.writableEnded).toBe(false);
});
