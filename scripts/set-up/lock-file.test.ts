import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { oneAtATime } from "./one-at-a-time.mjs";

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

/** The number of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

test("the work is done, and its result handed on, with the file there meanwhile and gone afterwards", async () => {
  const content = await oneAtATime(file, async () => readFileSync(file, "utf8"));
  expect(content).toBe(`${hostname()} ${process.pid}\n`);
  expect(existsSync(file)).toBe(false);
});

test("work that fails leaves no file", async () => {
  const work = oneAtATime(file, () => Promise.reject(new Error("no network")));
  await expect(work).rejects.toThrow("no network");
  expect(existsSync(file)).toBe(false);
});

test("the file of a killed process stops nobody", async () => {
  writeFileSync(file, `${hostname()} ${endedProcess()}\n`);
  expect(await oneAtATime(file, async () => "done")).toBe("done");
});

test("a child that outlived its killed parent keeps others out until it ends", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  writeFileSync(file, `${hostname()} ${endedProcess()}\n${hostname()} ${child.pid}\n`);
  const order: string[] = [];
  const work = oneAtATime(file, async () => order.push("work"));
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.stringContaining("waiting")));
  // In the time that this takes twice over, the waiting one would have had its turn.
  for (const other of [`${file}-2`, `${file}-3`]) {
    writeFileSync(other, `${hostname()} ${endedProcess()}\n`);
    await oneAtATime(other, async () => order.push("abandoned one taken over"));
  }
  child.once("exit", () => order.push("child ended"));
  child.stdin.end();
  await work;
  expect(order).toEqual(["abandoned one taken over", "abandoned one taken over", "child ended", "work"]);
});

test("processes that find the file of a killed one, all at once, take turns", async () => {
  writeFileSync(file, `${hostname()} ${endedProcess()}\n`);
  const log = path.join(folder, "log");
  const module = new URL("./one-at-a-time.mjs", import.meta.url).href;
  const program = `
    import { appendFileSync } from "node:fs";
    import { setImmediate } from "node:timers/promises";
    import { oneAtATime } from ${JSON.stringify(module)};
    await oneAtATime(${JSON.stringify(file)}, async () => {
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
