import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { protectDataFolder } from "./data-folder.ts";

let folder: string;
let reports: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "maarga-data-"));
  reports = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const protect = (data = folder) => protectDataFolder(data, (message) => reports.push(message));
const modeOf = (file: string) => statSync(file).mode & 0o777;

test("a folder and files that others could access are closed to them, and each is reported", async () => {
  const [secrets, outbox] = [path.join(folder, "secrets.json"), path.join(folder, "outbox")];
  writeFileSync(secrets, "{}");
  mkdirSync(outbox);
  for (const [file, mode] of [
    [folder, 0o755],
    [secrets, 0o644],
    [outbox, 0o770],
  ] as const)
    chmodSync(file, mode);
  await protect();
  expect([folder, secrets, outbox].map(modeOf)).toEqual([0o700, 0o600, 0o700]);
  expect(reports).toEqual(
    [folder, outbox, secrets].map(
      (file) => `other users of this machine could access ${file}; now only the server's user can`,
    ),
  );
  await protect();
  expect(reports).toHaveLength(3);
});

test.each([
  ["with the files of others", 0o755, "holds other files"],
  ["that several users share", 0o1777, "is shared"],
])("a folder %s is refused, and its permissions stay", async (_what, mode, reason) => {
  writeFileSync(path.join(folder, mode === 0o755 ? "theses.doc" : "secrets.json"), "");
  chmodSync(folder, mode);
  await expect(protect()).rejects.toThrow(
    `MAARGA_DATA: other users of this machine can access ${folder}, and it ${reason}: set MAARGA_DATA to`,
  );
  expect(statSync(folder).mode & 0o7777).toBe(mode);
});

test("a new volume is closed", async () => {
  mkdirSync(path.join(folder, "lost+found"), { mode: 0o700 });
  chmodSync(folder, 0o755);
  await protect();
  expect(modeOf(folder)).toBe(0o700);
});

test("an entry that cannot be closed stops the start, with what to do", async () => {
  // Nobody may change the permissions of these, not even root.
  const target = existsSync("/proc/self/status") ? "/proc/self/status" : "/etc/hosts";
  symlinkSync(target, path.join(folder, "entry"));
  await expect(protect()).rejects.toThrow(
    /^MAARGA_DATA: other users of this machine can access .*entry.*\(EPERM\): run chmod -R go= on the folder/,
  );
});

test("a broken link in the folder is ignored, because other servers create and remove files", async () => {
  symlinkSync(path.join(folder, "gone"), path.join(folder, "entry"));
  await protect();
  expect(reports).toEqual([]);
});

test("a folder that cannot be created stops the start", async () => {
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  chmodSync(file, 0o600);
  await expect(protect(path.join(file, "data"))).rejects.toThrow(
    /^MAARGA_DATA: .* cannot be written to \(ENOTDIR\)$/,
  );
});
