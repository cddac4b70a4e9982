import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { ConnectionEnder } from "./end-connections.ts";
import { createServerFactory } from "./http-server.ts";

test("connections without a request do not keep the server from closing, and one with a request is answered", async () => {
  const connectionEnder = new ConnectionEnder();
  const app = Fastify({
    serverFactory: createServerFactory({ limitConnections: false, headers: {}, connectionEnder }),
  });
  connectionEnder.endWith(app);
  const held: (() => void)[] = [];
  app.get("/", () => new Promise<string>((resolve) => held.push(() => resolve("answered"))));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    socket.resume().write(text);
    await once(app.server, "connection");
    return socket;
  };
  const silent = [await open(""), await open("GET / HTTP/1.1\r\n")];
  const asking = await open("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  let received = "";
  asking.on("data", (text) => {
    received += text;
  });
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(1);

  const closed = app.close();
  await Promise.all(silent.map((socket) => socket.closed || once(socket, "close")));
  held[0]?.();
  await closed;
  expect(received).toContain("answered");
});
