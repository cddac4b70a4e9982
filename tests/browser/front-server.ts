import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { test as base } from "./fixtures.ts";
import { currentRun } from "./servers.ts";

/** A server in front of the real one, at an address of its own, whose line can be cut and whose version can change. */
export interface Front {
  readonly url: string;
  /** The paths that were requested. */
  readonly requested: string[];
  /** Those of them that a service worker requested, with the time. */
  readonly requestedByWorker: { readonly path: string; readonly at: number }[];
  /** Ends all connections, those of service workers too, and refuses new ones. */
  cut(): void;
  restore(): void;
  /** Serves another build from now on: the same app, in which every hashed name has changed. Earlier names are gone. */
  deploy(build: string): void;
  /** Answers with the login page of a network instead of what was requested; "assets" still gets the pages through. */
  showLogin(instead: "everything" | "assets" | "nothing"): void;
  /** Serves pages with another text, as after a change of the operator's settings. */
  replaceInPages(text: string, replacement: string): void;
}

/** Tests with service workers, and with a front as their server. */
export const test = base.extend<{ front: Front }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from the pattern
  front: async ({}, use) => {
    const { front, stop } = await startFront(currentRun().plain.url);
    await use(front);
    stop();
  },
  server: async ({ front }, use) => use({ ...currentRun().plain, url: front.url }),
  serviceWorkers: "allow",
});

async function startFront(target: string): Promise<{ front: Front; stop: () => void }> {
  const sockets = new Set<Socket>();
  const requested: string[] = [];
  const requestedByWorker: Front["requestedByWorker"] = [];
  let [isCut, build, url] = [false, "", ""];
  let changePage = (html: string) => html;
  let loginInstead: Parameters<Front["showLogin"]>[0] = "nothing";
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    requested.push(path);
    if (request.headers["sec-fetch-dest"] === "empty" && !path.includes("/v1/"))
      requestedByWorker.push({ path, at: performance.now() });
    const isAsset = path.startsWith("/assets/");
    if (loginInstead === "everything" || (loginInstead === "assets" && isAsset))
      return response.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in to Wi-Fi</h1>");
    if (isAsset && !path.includes(`${build}.`)) return response.writeHead(404).end();
    const body: Buffer[] = [];
    for await (const part of request) body.push(part);
    const { host: _, connection: _c, "if-none-match": _e, ...headers } = request.headers;
    const answer = await fetch(target + (isAsset && build ? path.replace(`${build}.`, ".") : path), {
      method: request.method ?? "GET",
      headers: { ...(headers as Record<string, string>), "accept-encoding": "identity" },
      redirect: "manual",
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    });
    const sent = Object.fromEntries(answer.headers);
    for (const name of ["content-length", "etag", "transfer-encoding", "connection"]) delete sent[name];
    // Otherwise the browser's own cache could replace the worker's.
    if (isAsset) sent["cache-control"] = "no-store";
    // The hashes of inline scripts change with the names in them.
    if (build) delete sent["content-security-policy"];
    let content: Buffer | string = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type") ?? "";
    if (/html|javascript|css/.test(type)) content = rename(content.toString());
    if (type.includes("html")) content = changePage(String(content));
    response.writeHead(answer.status, sent).end(content);
  };
  const rename = (text: string) => {
    const here = text.replaceAll(target, url);
    if (!build) return here;
    return here
      .replace(/-[\w-]{8}(?=\.(?:js|css|woff2)\b)/g, (hash) => hash + build)
      .replace(/const VERSION = "\w+/, (version) => version + build);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    if (isCut) return socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const front: Front = {
    url,
    requested,
    requestedByWorker,
    cut,
    restore: () => {
      isCut = false;
    },
    deploy: (name) => {
      build = name;
    },
    showLogin: (instead) => {
      loginInstead = instead;
    },
    replaceInPages: (text, replacement) => {
      changePage = (html) => html.replaceAll(text, replacement);
    },
  };
  return {
    front,
    stop: () => {
      cut();
      server.close();
    },
  };
}
