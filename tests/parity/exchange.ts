import { request } from "node:http";

/** Who asks. Each server has its own kind of token for the same person. */
export type Asker = "student" | "visitor" | "service";

export interface Question {
  readonly method: string;
  /** As it goes over the wire, but for what has to be percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly asker?: Asker;
}

/** What is compared. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Server {
  readonly port: number;
  readonly prefix: string;
  readonly tokens: Readonly<Record<Asker, string | undefined>>;
}

const COMPARED_HEADERS = [
  "content-range",
  "content-type",
  "content-profile",
  "location",
  "preference-applied",
  "www-authenticate",
];

export function ask(server: Server, question: Question): Promise<Answer> {
  const token = server.tokens[question.asker ?? "student"];
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port: server.port,
      method: question.method,
      path: server.prefix + encode(question.path),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(question.body !== undefined && { "content-type": "application/json" }),
        ...question.headers,
      },
    });
    sent.on("error", reject);
    sent.on("response", (message) => {
      let body = "";
      message.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      message.on("end", () => {
        const given = Object.entries(message.headers).filter(([name]) => COMPARED_HEADERS.includes(name));
        const headers = Object.fromEntries(given) as Record<string, string>;
        resolve({ status: message.statusCode ?? 0, headers, body });
      });
    });
    sent.end(question.body);
  });
}

/** Cases are written to be read: whatever may not stand in an address as it is, is encoded here. */
function encode(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}

/** One case on one line, as tables of cases have it: `POST /pairs {"a":1}`. */
export function describe({ method, path, headers, body, asker }: Question): string {
  const given = headers ? JSON.stringify(headers) : "";
  return [asker ?? "", method, path, given, body ?? ""].filter(Boolean).join(" ").slice(0, 200);
}
