import { request } from "node:http";
import type { Server } from "../world/server.ts";
import { samples, TYPES } from "./storage-samples.ts";
import { DOCUMENTS, fileOf, type Person } from "./storage-world.ts";

/** Calls under /storage/v1 on the bare wire, by a person or by nobody. */

type Headers = Readonly<Record<string, string>>;
type Call = Omit<RequestInit, "headers"> & { headers?: Headers; duplex?: "half" };

export const encoded = (name: string) => name.split("/").map(encodeURIComponent).join("/");

export function wire(
  server: Server,
  who: Person | undefined,
  address: string,
  { headers, ...call }: Call = {},
): Promise<Response> {
  return fetch(`${server.url}/storage/v1${address}`, {
    ...call,
    headers: { apikey: server.publishableKey, ...bearer(who), ...headers },
  });
}

export function sendJson(
  server: Server,
  who: Person | undefined,
  address: string,
  json: unknown,
  method = "POST",
): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return wire(server, who, address, { method, headers, body: JSON.stringify(json) });
}

export function remove(server: Server, who: Person, ...prefixes: string[]): Promise<Response> {
  return sendJson(server, who, `/object/${DOCUMENTS}`, { prefixes }, "DELETE");
}

/** A body that is the file. */
export function upload(
  server: Server,
  who: Person | undefined,
  name: string,
  { headers, ...call }: Call = {},
  bucket = DOCUMENTS,
): Promise<Response> {
  return wire(server, who, `/object/${bucket}/${encoded(name)}`, {
    method: "POST",
    body: new Uint8Array(samples.pdf),
    ...call,
    headers: { "content-type": TYPES.pdf, ...headers },
  });
}

/** A form as the official client sends it: the file's part has an empty name. */
export function uploadForm(
  server: Server,
  who: Person | undefined,
  name: string,
  bytes: Buffer,
  type: string,
): Promise<Response> {
  const body = new FormData();
  body.append("cacheControl", "3600");
  body.append("", fileOf(bytes, type));
  return wire(server, who, `/object/${DOCUMENTS}/${encoded(name)}`, { method: "POST", body });
}

/** With the path to the letter; fetch would tidy it up before it sends it. */
export function untidied(
  server: Server,
  who: Person,
  address: string,
  method: "GET" | "POST" = "POST",
): Promise<Response> {
  const { hostname, port } = new URL(server.url);
  const headers = { apikey: server.publishableKey, "content-type": TYPES.pdf, ...bearer(who) };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: `/storage/v1${address}`, method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const type = answer.headers["content-type"] ?? "";
      resolve(
        new Response(Buffer.concat(chunks), {
          status: answer.statusCode ?? 0,
          headers: { "content-type": type },
        }),
      );
    })
      .on("error", reject)
      .end(method === "POST" ? samples.pdf : undefined);
  });
}

function bearer(who: Person | undefined): Headers {
  return who ? { authorization: `Bearer ${who.token}` } : {};
}
