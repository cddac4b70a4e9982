import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withLockFile } from "./lock-file.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "maarga-lock-"));
  file = path.join(folder, "lock");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Returns the id of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

test("the file exists while the work runs, and the result of the work is returned", async () => {
  const content = await withLockFile(file, async () => readFileSync(file, "utf8"));
  expect(content).toBe(`${hostname()} ${process.pid}\n`);
  expect(existsSync(file)).toBe(false);
});

test("work that fails leaves no lock file", async () => {
  const work = withLockFile(file, () => Promise.reject(new Error("no network")));
  await expect(work).rejects.toThrow("no network");
  expect(existsSync(file)).toBe(false);
});

test("the lock file of a killed process blocks nobody", async () => {
  writeFileSync(file, `${hostname()} ${endedProcess()}\n`);
  expect(await withLockFile(file, async () => "done")).toBe("done");
});

test("a child that outlives its killed parent keeps the lock until it ends", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  writeFileSync(file, `${hostname()} ${endedProcess()}\n${hostname()} ${child.pid}\n`);
  const order: string[] = [];
  const work = withLockFile(file, async () => order.push("work"));
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.stringContaining("waiting")), {
    timeout: 60_000,
  });
  // Taking over two stale locks takes longer than the waiting process would need to acquire a free one.
  for (const other of [`${file}-2`, `${file}-3`]) {
    writeFileSync(other, `${hostname()} ${endedProcess()}\n`);
    await withLockFile(other, async () => order.push("stale lock taken over"));
  }
  child.once("exit", () => order.push("child ended"));
  child.stdin.end();
  await work;
  expect(order).toEqual(["stale lock taken over", "stale lock taken over", "child ended", "work"]);
});

test("processes that find a stale lock file at the same time take turns", async () => {
  writeFileSync(file, `${hostname()} ${endedProcess()}\n`);
  const log = path.join(folder, "log");
  const module = new URL("./lock-file.mjs", import.meta.url).href;
  const program = `
    import { appendFileSync } from "node:fs";
    import { setImmediate } from "node:timers/promises";
    import { withLockFile } from ${JSON.stringify(module)};
    await withLockFile(${JSON.stringify(file)}, async () => {
      appendFileSync(${JSON.stringify(log)}, "in ");
      for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
      appendFileSync(${JSON.stringify(log)}, "out ");
    });`;
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "ignore" }),
  );
  await Promise.all(processes.map((child) => once(child, "exit")));
  expect(readFileSync(log, "utf8")).toBe("in out ".repeat(processes.length));
});
