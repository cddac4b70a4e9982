import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { timeoutsFor } from "./http-server.ts";
import { createConnectionLimit } from "./limit-connections.ts";
import { limitPipelines } from "./limit-pipelines.ts";
import { cutOffSlowClients } from "./slow-clients.ts";

const FAST = { minBytesPerSecond: 1_000, windowMs: 150 };
/** Longer than any test runs. */
const PATIENT = { minBytesPerSecond: 1_000, windowMs: 3_600_000 };

const FEW = { inFlight: 3, burst: 100, ratePerSecond: 1 };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listen(
  handler: RequestListener,
  prepare: (server: Server) => void,
  headersTimeoutMs = 3_600_000,
): Promise<() => Socket> {
  const server = createServer(timeoutsFor(headersTimeoutMs), handler);
  prepare(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    // A connection that the server breaks is expected.
    socket.on("error", () => undefined);
    ends.push(() => socket.destroy());
    return socket;
  };
}

const echoLength: RequestListener = async (request, response) => {
  let bytes = 0;
  try {
    for await (const chunk of request) bytes += chunk.length;
  } catch {
    return;
  }
  response.end(String(bytes));
};

const POST = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ";

test("a client that sends its body byte by byte is cut off", async () => {
  const open = await listen(echoLength, (server) => cutOffSlowClients(server, FAST));
  const socket = open();
  socket.write(`${POST}1000000\r\n\r\n`);
  const timer = setInterval(() => socket.write("x"), 20);
  await once(socket.resume(), "close");
  clearInterval(timer);
  expect(socket.bytesWritten).toBeLessThan(1_000_000);
});

test("a client that sends nothing of its chunked body is cut off", async () => {
  const open = await listen(echoLength, (server) => cutOffSlowClients(server, FAST));
  const socket = open();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  await once(socket.resume(), "close");
});

test("a client that does not read a large response is cut off", async () => {
  let onClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const open = await listen(
    (request, response) => {
      request.socket.once("close", onClosed);
      response.end(Buffer.alloc(100_000_000));
    },
    (server) => cutOffSlowClients(server, FAST),
  );
  const socket = open().pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await closed;
});

test("a client that does not finish its headers is cut off", async () => {
  const open = await listen(echoLength, (server) => cutOffSlowClients(server, PATIENT), 100);
  const socket = open();
  const timer = setInterval(() => socket.write("x"), 20);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Header: ");
  await once(socket.resume(), "close");
  clearInterval(timer);
});

test("a slow phone that keeps up the minimum is served, upload and download", async () => {
  const slow = { minBytesPerSecond: 1, windowMs: 1_000 };
  const open = await listen(echoLength, (server) => cutOffSlowClients(server, slow));
  const socket = open();
  socket.write(`${POST}30\r\n\r\n`);
  for (let byte = 0; byte < 30; byte++) {
    socket.write("x");
    await wait(50);
  }
  const [reply] = await once(socket, "data");
  expect(String(reply)).toContain("\r\n\r\n30");
});

test("a client that waits for this server is not slow", async () => {
  let resume: () => void = () => undefined;
  const open = await listen(
    async (request, response) => {
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      await echoLength(request, response);
    },
    (server) => cutOffSlowClients(server, FAST),
  );
  const socket = open();
  socket.write(`${POST}1000000\r\n\r\n`);
  socket.write("x".repeat(1_000_000));
  await wait(600);
  resume();
  const [reply] = await once(socket, "data");
  expect(String(reply)).toContain("\r\n\r\n1000000");
});

test("an open connection without a request is left to the timeouts of Node", async () => {
  const open = await listen(echoLength, (server) => cutOffSlowClients(server, FAST));
  const socket = open();
  await once(socket, "connect");
  await wait(600);
  socket.write(`${POST}1\r\n\r\nx`);
  const [reply] = await once(socket, "data");
  expect(String(reply)).toContain("200 OK");
});

async function request(socket: Socket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return Promise.race([
    once(socket, "data").then(() => "served"),
    once(socket, "close").then(() => "closed"),
  ]);
}

test("connections of one network are limited, and a closed one makes place for the next", async () => {
  const open = await listen(echoLength, (server) => {
    cutOffSlowClients(server, PATIENT);
    createConnectionLimit({ network: FEW, wideNetwork: FEW }).watch(server);
  });
  const sockets = [open(), open(), open()];
  expect(await Promise.all(sockets.map(request))).toEqual(["served", "served", "served"]);
  expect(await request(open())).toBe("closed");
  sockets[0]?.destroy();
  await expect.poll(() => request(open()), { timeout: 60_000 }).toBe("served");
});

test("a network opens only so many connections a second, even if it closes them", async () => {
  const twice = { inFlight: 100, burst: 2, ratePerSecond: 1 / 3_600 };
  const { watch } = createConnectionLimit({ network: twice, wideNetwork: twice });
  const open = await listen(echoLength, watch);
  for (const outcome of ["served", "served", "closed", "closed"]) {
    const socket = open();
    expect(await request(socket)).toBe(outcome);
    socket.destroy();
  }
});

test("a connection whose client waits for no response is closed, and the rest of its requests is ignored", async () => {
  let handled = 0;
  const handler = limitPipelines((_request, response) => {
    handled += 1;
    setImmediate(() => response.end("ok"));
  });
  const open = await listen(handler, () => undefined);
  const socket = open();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000));
  await once(socket, "close");
  expect(handled).toBe(10);
});

test("a network that sends many requests at once opens fewer connections for a while", async () => {
  const many = { inFlight: 100, burst: 100, ratePerSecond: 1 / 3_600 };
  const limit = createConnectionLimit({ network: many, wideNetwork: many });
  const handler = limitPipelines(echoLength, (socket) => limit.charge(socket, 200), 10);
  const open = await listen(handler, limit.watch);
  expect(await request(open())).toBe("served");
  const attacker = open();
  attacker.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000));
  await once(attacker, "close");
  expect(await request(open())).toBe("closed");
});

test("a client that waits for each response may send any number over one connection", async () => {
  const open = await listen(limitPipelines(echoLength, undefined, 1), () => undefined);
  const socket = open();
  for (let nth = 0; nth < 5; nth++) expect(await request(socket)).toBe("served");
});
