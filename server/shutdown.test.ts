import { expect, test } from "vitest";
import { Shutdown } from "./shutdown.ts";

test("the last part that was started is stopped first", async () => {
  const shutdown = new Shutdown();
  const stopped: string[] = [];
  for (const name of ["database", "jobs", "requests"])
    shutdown.add(name, async () => void stopped.push(name));
  expect(await shutdown.run(() => undefined)).toEqual([]);
  expect(stopped).toEqual(["requests", "jobs", "database"]);
});

test("a part that fails, or never stops, is named, and the others are stopped", async () => {
  const shutdown = new Shutdown();
  const stopped: string[] = [];
  const lines: string[] = [];
  shutdown.add("the database", async () => void stopped.push("database"));
  shutdown.add("jobs", () => new Promise(() => undefined));
  shutdown.add("the mailer", () => Promise.reject(new Error("no connection")));
  expect(await shutdown.run((line) => lines.push(line), 10, 10)).toEqual(["the mailer", "jobs"]);
  expect(stopped).toEqual(["database"]);
  expect(lines).toEqual([
    expect.stringMatching(/without waiting any longer for the mailer: Error: no connection/),
    "Stopping without waiting any longer for jobs: not done in 0 seconds",
  ]);
});
