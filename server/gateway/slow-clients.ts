import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { SLOW_CLIENTS } from "../limits/client-limits.ts";
import { countLimit } from "../limits/limit-counts.ts";

interface SlowClientOptions {
  readonly minBytesPerSecond: number;
  /** The rate is measured over this time, so that a short pause is allowed. */
  readonly windowMs: number;
}

/** The part of Node's handle that knows how much of a large write the network has accepted. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

interface Progress {
  bytes: number;
  sinceMs: number;
}

interface Connection {
  /** The latest request with a body. */
  request?: IncomingMessage;
  readonly received: Progress;
  readonly sent: Progress;
}

/**
 * Closes connections whose client sends a body, or reads a response, more slowly than the minimum. Otherwise a few
 * machines could keep all connections, and the memory behind them, for hours. Node itself has a timeout for headers.
 */
export function cutOffSlowClients(server: Server, options: SlowClientOptions = SLOW_CLIENTS): void {
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket: Socket) => {
    const sinceMs = performance.now();
    connections.set(socket, { received: { bytes: 0, sinceMs }, sent: { bytes: 0, sinceMs } });
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.request = request;
    restart(connection.received, request.socket.bytesRead, performance.now());
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const isSlow =
        isTooSlow(connection.received, socket.bytesRead, isSending(connection), now, options) ||
        isTooSlow(connection.sent, bytesSent(socket), socket.writableLength > 0, now, options);
      if (!isSlow) continue;
      countLimit("slow client");
      socket.destroy();
    }
  }, options.windowMs / 30);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
}

/** A client whose bytes wait to be read by this server is not slow. */
function isSending({ request }: Connection): boolean {
  return request !== undefined && !request.complete && request.readableLength < request.readableHighWaterMark;
}

function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Measures the progress since the beginning of the window, and begins a new window when it is over. */
function isTooSlow(
  progress: Progress,
  bytes: number,
  isExpected: boolean,
  now: number,
  { windowMs, minBytesPerSecond }: SlowClientOptions,
): boolean {
  const elapsedMs = now - progress.sinceMs;
  if (isExpected && elapsedMs < windowMs) return false;
  const isSlow = isExpected && (bytes - progress.bytes) * 1_000 < minBytesPerSecond * elapsedMs;
  restart(progress, bytes, now);
  return isSlow;
}

function restart(progress: Progress, bytes: number, now: number): void {
  progress.bytes = bytes;
  progress.sinceMs = now;
}
