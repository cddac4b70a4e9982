import { request } from "node:http";
import { DOCUMENTS, fileOf } from "./documents.ts";
import { samples, TYPES } from "./files.ts";
import type { Member } from "./members.ts";
import type { Server } from "./server.ts";

/** Calls under /storage/v1 as plain requests, by a person or by nobody. */

type Headers = Readonly<Record<string, string>>;
type CallOptions = Omit<RequestInit, "headers"> & { headers?: Headers; duplex?: "half" };
type Caller = Pick<Member, "token"> | undefined;

export const encodePath = (name: string) => name.split("/").map(encodeURIComponent).join("/");

export function callStorage(
  server: Server,
  caller: Caller,
  address: string,
  { headers, ...options }: CallOptions = {},
): Promise<Response> {
  return fetch(`${server.url}/storage/v1${address}`, {
    ...options,
    headers: { apikey: server.publishableKey, ...bearerOf(caller), ...headers },
  });
}

export function sendJson(
  server: Server,
  caller: Caller,
  address: string,
  json: unknown,
  method = "POST",
): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return callStorage(server, caller, address, { method, headers, body: JSON.stringify(json) });
}

export function remove(server: Server, caller: Caller, ...prefixes: string[]): Promise<Response> {
  return sendJson(server, caller, `/object/${DOCUMENTS}`, { prefixes }, "DELETE");
}

/** Uploads a file as the whole body of a request. */
export function upload(
  server: Server,
  caller: Caller,
  name: string,
  { headers, ...options }: CallOptions = {},
  bucket = DOCUMENTS,
): Promise<Response> {
  return callStorage(server, caller, `/object/${bucket}/${encodePath(name)}`, {
    method: "POST",
    body: new Uint8Array(samples.pdf),
    ...options,
    headers: { "content-type": TYPES.pdf, ...headers },
  });
}

/** Uploads a file in a form as the official client sends it: the file's part has an empty name. */
export function uploadForm(
  server: Server,
  caller: Caller,
  name: string,
  bytes: Buffer,
  type: string,
): Promise<Response> {
  const body = new FormData();
  body.append("cacheControl", "3600");
  body.append("", fileOf(bytes, type));
  return callStorage(server, caller, `/object/${DOCUMENTS}/${encodePath(name)}`, { method: "POST", body });
}

/** Sends a path exactly as given; fetch would normalize it. */
export function sendRawPath(
  server: Server,
  caller: Caller,
  address: string,
  method: "GET" | "POST" = "POST",
): Promise<Response> {
  const { hostname, port } = new URL(server.url);
  const headers = { apikey: server.publishableKey, "content-type": TYPES.pdf, ...bearerOf(caller) };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: `/storage/v1${address}`, method, headers }, async (message) => {
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk);
      const type = message.headers["content-type"] ?? "";
      resolve(
        new Response(Buffer.concat(chunks), {
          status: message.statusCode ?? 0,
          headers: { "content-type": type },
        }),
      );
    })
      .on("error", reject)
      .end(method === "POST" ? samples.pdf : undefined);
  });
}

function bearerOf(caller: Caller): Headers {
  return caller ? { authorization: `Bearer ${caller.token}` } : {};
}
