import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { makeFolderInMemory } from "../world/memory-folder.ts";
import { ADMIN, BANK, type Server, SUPER_ADMIN_PASSWORD, SUPPORT, setCurrentRun, UPI } from "./servers.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Starts the built product twice, without and with the bot challenge, each with its own database. */
export default async function startServers(): Promise<() => Promise<void>> {
  // Also when Playwright is run directly, the tests use the current sources and not an older build.
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" });
  const folder = await makeFolderInMemory("maarga-browser-");
  const started: ChildProcess[] = [];
  const end = async () => {
    await Promise.all(started.map(stop));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const daysFolder = path.join(folder, "days");
    const checkedPagesFolder = path.join(folder, "checked-pages");
    await Promise.all([mkdir(daysFolder), mkdir(checkedPagesFolder)]);
    const [plain, withChallenge] = await Promise.all([
      start(path.join(folder, "plain"), "off", started),
      start(path.join(folder, "with-challenge"), "altcha", started),
    ]);
    setCurrentRun({ plain, withChallenge, daysFolder, checkedPagesFolder });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function start(
  dataFolder: string,
  challenge: "off" | "altcha",
  started: ChildProcess[],
): Promise<Server> {
  await mkdir(dataFolder, { mode: 0o700 });
  const logFile = path.join(dataFolder, "server.log");
  const log = openSync(logFile, "a");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["build/server/main.js"], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      MAARGA_DATA: dataFolder,
      BOT_CHALLENGE: challenge,
      RATE_LIMITS: "off",
      // To load the closing ranks takes PostgreSQL seven seconds. Only the plain server needs them.
      CUTOFFS: challenge === "off" ? "on" : "off",
      // Campaign mails per second: all at once, or slowly enough for a test to pause or stop the campaign.
      MAIL_RATE: challenge === "off" ? "1000" : "0.02",
      LOG_LEVEL: "error",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SUPER_ADMIN_PASSWORD,
      SUPPORT_EMAIL: SUPPORT.email,
      SUPPORT_PHONE: SUPPORT.phone,
      SUPPORT_WHATSAPP: SUPPORT.whatsapp,
      SUPPORT_ADDRESS: SUPPORT.address,
      UPI_ID: UPI.id,
      UPI_NAME: UPI.name,
      BANK_ACCOUNT: BANK.account,
      BANK_IFSC: BANK.ifsc,
      BANK_NAME: BANK.name,
    },
  });
  started.push(child);
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (hasEnded(child)) throw new Error(`the server did not start:\n${await readFile(logFile, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const secrets = JSON.parse(await readFile(path.join(dataFolder, "secrets.json"), "utf8"));
  return {
    url,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    databaseUrl: `postgresql://postgres:${secrets.databasePassword}@localhost/maarga?host=${encodeURIComponent(path.join(dataFolder, "postgres"))}`,
    outboxFolder: path.join(dataFolder, "outbox"),
    logFile,
    hasChallenge: challenge !== "off",
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
