import path from "node:path";
import { Database } from "./database.ts";
import { runStorm } from "./storm.ts";

/** `npm run bench -- bookings [TRIES]`: a million random tries by default. Fails if one booking meets another or is lost. */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const CONNECTIONS = 16;

type Prepare = (ownerUrl: string) => Promise<{ apiUrl: string }>;

const tries = Number(process.argv[3] ?? 1_000_000);
const database = await Database.start(PROJECT);
try {
  const module = path.join(PROJECT, "build", "server", "postgres", "prepare", "prepare-database.js");
  const { prepareDatabase } = (await import(module)) as { prepareDatabase: Prepare };
  const { apiUrl } = await prepareDatabase(database.ownerUrl);
  const start = performance.now();
  const result = await runStorm({ ownerUrl: database.ownerUrl, apiUrl, tries, connections: CONNECTIONS });
  console.table(result.outcomes);
  const seconds = Math.round((performance.now() - start) / 1_000);
  console.log(`${tries} tries on ${CONNECTIONS} connections in ${seconds} s`);
  console.log(
    `bookings that meet: ${result.collisions}, offers that meet: ${result.heldTwice}, lost: ${result.lost}`,
    result.unexpected,
  );
  if (
    result.collisions !== 0 ||
    result.heldTwice !== 0 ||
    result.lost !== 0 ||
    Object.keys(result.unexpected).length > 0
  )
    process.exitCode = 1;
} finally {
  await database.stop();
}
