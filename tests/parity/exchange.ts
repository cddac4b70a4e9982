import { request as openRequest } from "node:http";

/** Each server has its own token for the same person. */
export type Caller = "student" | "visitor" | "service";

export interface ApiRequest {
  readonly method: string;
  /** As sent, except for what has to be percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly caller?: Caller;
}

/** The compared parts of a response. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Server {
  readonly port: number;
  readonly prefix: string;
  readonly tokens: Readonly<Record<Caller, string | undefined>>;
}

const COMPARED_HEADERS = [
  "content-range",
  "content-type",
  "content-profile",
  "location",
  "preference-applied",
  "www-authenticate",
];

export function send(server: Server, request: ApiRequest): Promise<ApiResponse> {
  const token = server.tokens[request.caller ?? "student"];
  return new Promise((resolve, reject) => {
    const sent = openRequest({
      host: "127.0.0.1",
      port: server.port,
      method: request.method,
      path: server.prefix + encodePath(request.path),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(request.body !== undefined && { "content-type": "application/json" }),
        ...request.headers,
      },
    });
    sent.on("error", reject);
    sent.on("response", (message) => {
      let body = "";
      message.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      message.on("end", () => {
        const compared = Object.entries(message.headers).filter(([name]) => COMPARED_HEADERS.includes(name));
        const headers = Object.fromEntries(compared) as Record<string, string>;
        resolve({ status: message.statusCode ?? 0, headers, body });
      });
    });
    sent.end(request.body);
  });
}

/** Cases are written unencoded, to be readable. */
function encodePath(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}

/** A request on one line, as the title of its test: `POST /pairs {"a":1}`. */
export function titleOf({ method, path, headers, body, caller }: ApiRequest): string {
  const sent = headers ? JSON.stringify(headers) : "";
  return [caller ?? "", method, path, sent, body ?? ""].filter(Boolean).join(" ").slice(0, 200);
}
