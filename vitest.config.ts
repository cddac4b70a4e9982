import { defineConfig } from "vitest/config";

// A time zone belongs to a process, not to a thread, a mocked package to the test file that mocks it, and the decoder's
// memory to all files of its worker.
const NEED_OWN_PROCESS = [
  "domain/kolkata-time.test.ts",
  "server/passwords/hashing.test.ts",
  "server/storage/inspection/picture-decoder.test.ts",
  "web/features/admin/assign-plan/table-state.test.ts",
];

// The projects of a group follow each other without a pause: a worker that has nothing left to do in one begins the next.
const COMPUTING = { maxWorkers: 3, sequence: { groupOrder: 1 } };
/** Twice the cores of the hosted CI: half of their time, these tests wait for processes, delays and other tests' locks. */
const WAITING = { maxWorkers: 4, sequence: { groupOrder: 2 } };

// Test files share the modules of their worker (isolate: false): loading them for each file took most of the time.
export default defineConfig({
  test: {
    globalSetup: ["tests/world/start-cluster.ts"],
    testTimeout: 120_000,
    // The first file that needs all closing ranks loads them.
    hookTimeout: 240_000,
    // `npm test` names the tests that passed at the second try only.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{domain,server,scripts,web}/**/*.test.{ts,tsx}"],
          exclude: NEED_OWN_PROCESS,
          pool: "threads",
          isolate: false,
          ...COMPUTING,
        },
      },
      {
        extends: true,
        test: {
          name: "unit, own process",
          include: NEED_OWN_PROCESS,
          ...COMPUTING,
        },
      },
      {
        extends: true,
        test: {
          name: "rules",
          include: ["tests/rules/**/*.test.ts"],
          pool: "threads",
          isolate: false,
          ...COMPUTING,
        },
      },
      {
        extends: true,
        test: {
          name: "protocol",
          include: ["tests/{protocol,parity}/**/*.test.ts"],
          globalSetup: ["tests/world/start-servers.ts"],
          isolate: false,
          ...WAITING,
        },
      },
      {
        extends: true,
        test: {
          name: "resilience",
          include: ["tests/resilience/**/*.test.ts"],
          isolate: false,
          ...WAITING,
        },
      },
    ],
  },
});
