import { existsSync, readFileSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second, whatever the kernel's own clock does. */
const TICKS_A_SECOND = 100;

/** What a process has used of the cores so far, all its threads together; NaN where there is no /proc. */
export function cpuSecondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The second field is a name in brackets, which may itself hold blanks.
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
