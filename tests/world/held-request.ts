import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import type { Server } from "./server.ts";

export interface HeldRequest {
  /** Sends the body, and returns the reply. */
  finish(): Promise<{ readonly status: number | undefined; readonly body: string }>;
  abort(): void;
}

/**
 * Sends the headers of a request under /auth/v1, or to another service, and holds its body back. The server has read the headers when this
 * returns.
 */
export async function holdBody(
  server: Server,
  address: string,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
  service: "auth" | "functions" = "auth",
): Promise<HeldRequest> {
  const body = JSON.stringify(json);
  const held = request(`${server.url}/${service}/v1${address}`, {
    method: "POST",
    headers: {
      apikey: server.publishableKey,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
      ...headers,
    },
    // No request waits for the connection of another.
    agent: false,
  });
  held.on("error", () => undefined);
  held.flushHeaders();
  await once(held, "continue");
  return { finish: () => finish(held, body), abort: () => void held.destroy() };
}

async function finish(held: ClientRequest, body: string) {
  held.end(body);
  const [response] = await once(held, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number | undefined, body: text };
}
