import { existsSync, readFileSync } from "node:fs";

/** Linux reports process times in hundredths of a second, whatever the frequency of the kernel's timer. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time that all threads of a process have used so far; NaN without /proc. */
export function cpuSecondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The second field is a name in brackets, which may contain spaces.
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
