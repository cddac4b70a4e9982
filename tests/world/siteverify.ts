import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Siteverify {
  readonly url: string;
  /** The requests so far. */
  readonly requests: {
    readonly method: string | undefined;
    readonly type: string | undefined;
    readonly form: Record<string, string>;
  }[];
  /** Responds to every request with this function or, without one, normally again. */
  misbehave(respond?: (response: ServerResponse) => unknown): void;
  stop(): void;
}

export const SITEVERIFY_SECRET = "the-secret";

/** Speaks the protocol of Turnstile and hCaptcha. A token that begins with "good" passes once, and no other passes. */
export async function startSiteverify(): Promise<Siteverify> {
  const requests: Siteverify["requests"] = [];
  const spent = new Set<string>();
  let misbehaviour: ((response: ServerResponse) => unknown) | undefined;

  const check = ({ secret, response = "" }: Record<string, string>): string[] => {
    if (secret !== SITEVERIFY_SECRET) return ["invalid-input-secret"];
    if (!response.startsWith("good")) return ["invalid-input-response"];
    if (spent.has(response)) return ["timeout-or-duplicate"];
    spent.add(response);
    return [];
  };
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    requests.push({ method: request.method, type: request.headers["content-type"], form });
    if (misbehaviour) return misbehaviour(response);
    const errors = check(form);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success: errors.length === 0, "error-codes": errors }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    requests,
    misbehave(given) {
      misbehaviour = given;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
