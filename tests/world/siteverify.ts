import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Siteverify {
  readonly url: string;
  /** The questions so far. */
  readonly asked: {
    readonly method: string | undefined;
    readonly type: string | undefined;
    readonly form: Record<string, string>;
  }[];
  /** Given, it answers every question; without it the service behaves. */
  misbehave(answer?: (response: ServerResponse) => unknown): void;
  stop(): void;
}

export const SITEVERIFY_SECRET = "the-secret";

/** Speaks what Turnstile and hCaptcha speak: a token that begins with "good" passes once, every other does not. */
export async function startSiteverify(): Promise<Siteverify> {
  const asked: Siteverify["asked"] = [];
  const spent = new Set<string>();
  let answer: ((response: ServerResponse) => unknown) | undefined;

  const judge = ({ secret, response = "" }: Record<string, string>): string[] => {
    if (secret !== SITEVERIFY_SECRET) return ["invalid-input-secret"];
    if (!response.startsWith("good")) return ["invalid-input-response"];
    if (spent.has(response)) return ["timeout-or-duplicate"];
    spent.add(response);
    return [];
  };
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push({ method: request.method, type: request.headers["content-type"], form });
    if (answer) return answer(response);
    const errors = judge(form);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success: errors.length === 0, "error-codes": errors }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked,
    misbehave(given) {
      answer = given;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
